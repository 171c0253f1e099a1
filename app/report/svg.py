"""A small writer of SVG: what charts need, in the part of the format that browsers and Qt both draw alike."""

from collections.abc import Iterable, Sequence
from html import escape
from math import isfinite
from typing import Literal

Anchor = Literal["start", "middle", "end"]
Point = tuple[float, float]

INK = "#18212c"
DIM = "#586574"
GRID = "#e3e8ee"
AXIS = "#9aa6b2"
FONT = "Helvetica, Arial, 'Liberation Sans', 'DejaVu Sans', sans-serif"
GLYPH = 0.56
"""Width of an average character, of the text's size: enough to keep texts apart."""


class Drawing:
    """A picture of width x height units; y grows downwards."""

    def __init__(self, width: float, height: float, title: str) -> None:
        self.width = width
        self.height = height
        self.title = title
        self._parts: list[str] = []

    def line(self, a: Point, b: Point, color: str, width: float = 1.0, dash: str = "") -> None:
        """A straight line."""
        dashes = f' stroke-dasharray="{dash}"' if dash else ""
        self._parts.append(
            f'<line x1="{_n(a[0])}" y1="{_n(a[1])}" x2="{_n(b[0])}" y2="{_n(b[1])}" stroke="{color}"'
            f' stroke-width="{_n(width)}"{dashes}/>'
        )

    def curve(self, points: Iterable[Point], color: str, width: float = 1.6, dash: str = "") -> None:
        """Connected points; one whose y is not finite is a gap. A point between two gaps is drawn as a dot."""
        for stretch in _stretches(points):
            if len(stretch) == 1:
                self.circle(stretch[0], width, color)
                continue
            dashes = f' stroke-dasharray="{dash}"' if dash else ""
            text = " ".join(f"{_n(x)},{_n(y)}" for x, y in stretch)
            self._parts.append(
                f'<polyline points="{text}" fill="none" stroke="{color}" stroke-width="{_n(width)}"'
                f' stroke-linejoin="round"{dashes}/>'
            )

    def band(self, low: Sequence[Point], high: Sequence[Point], color: str, opacity: float = 0.18) -> None:
        """The area between two curves with the same x; gaps as in `curve`."""
        for stretch in _stretches([(x, y) for x, y in low], [y for _, y in high]):
            if len(stretch) < 2:
                continue
            xs = [x for x, _ in stretch]
            lows = dict(low)
            highs = dict(high)
            points = [(x, lows[x]) for x in xs] + [(x, highs[x]) for x in reversed(xs)]
            text = " ".join(f"{_n(x)},{_n(y)}" for x, y in points)
            self._parts.append(f'<polygon points="{text}" fill="{color}" fill-opacity="{opacity}" stroke="none"/>')

    def rectangle(
        self, x: float, y: float, width: float, height: float, color: str, *, opacity: float = 1.0, border: str = ""
    ) -> None:
        """Filled."""
        edge = f' stroke="{border}" stroke-width="1"' if border else ""
        self._parts.append(
            f'<rect x="{_n(x)}" y="{_n(y)}" width="{_n(max(width, 0))}" height="{_n(max(height, 0))}"'
            f' fill="{color}" fill-opacity="{opacity}"{edge}/>'
        )

    def circle(self, at: Point, radius: float, color: str, *, border: str = "") -> None:
        """Filled."""
        edge = f' stroke="{border}" stroke-width="1"' if border else ""
        self._parts.append(f'<circle cx="{_n(at[0])}" cy="{_n(at[1])}" r="{_n(radius)}" fill="{color}"{edge}/>')

    def text(
        self, at: Point, text: str, *, size: float = 11, color: str = INK, anchor: Anchor = "start", bold: bool = False
    ) -> None:
        """at: the left (middle, right) end of its base line."""
        weight = ' font-weight="bold"' if bold else ""
        self._parts.append(
            f'<text x="{_n(at[0])}" y="{_n(at[1])}" font-size="{_n(size)}" fill="{color}"'
            f' text-anchor="{anchor}"{weight}>{escape(text, quote=False)}</text>'
        )

    def svg(self) -> str:
        """The whole picture."""
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_n(self.width)} {_n(self.height)}" role="img"'
            f' aria-label="{escape(self.title)}" font-family="{escape(FONT)}">{"".join(self._parts)}</svg>'
        )


def text_width(text: str, size: float) -> float:
    """About how wide a text is drawn."""
    return GLYPH * size * len(text)


def fitted(text: str, width: float, size: float) -> str:
    """The text, shortened with an ellipsis where it is wider than `width`."""
    most = max(int(width / (GLYPH * size)), 1)
    return text if len(text) <= most else text[: most - 1].rstrip() + "…"


def _stretches(points: Iterable[Point], also: Sequence[float] | None = None) -> list[list[Point]]:
    found: list[list[Point]] = [[]]
    for index, (x, y) in enumerate(points):
        if isfinite(y) and (also is None or isfinite(also[index])):
            found[-1].append((x, y))
        elif found[-1]:
            found.append([])
    return [stretch for stretch in found if stretch]


def _n(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")
