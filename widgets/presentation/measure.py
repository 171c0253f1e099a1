# SPDX-License-Identifier: Apache-2.0
"""Sizes and colors of a window that is legible from three meters; all sizes scale with the window."""

import math
from dataclasses import dataclass

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter
from PySide6.QtWidgets import QWidget

from widgets.text import wrapped
from widgets.theme import DARK, LIGHT, Theme

DESIGN_SIDE = 1080.0
"""Shorter side, in pixels, of the screen to which the design's lengths refer."""
LEAST_SHARE = 0.022
"""Smallest text relative to the window's shorter side: 15 mm, 1/200 of 3 m, on a 55-inch screen (685 mm high)."""


@dataclass(frozen=True, slots=True)
class PresentationColors:
    """Colors, as "#rrggbb".

    Attributes:
        track: empty part of a race track.
        mark: frame of an emphasized item.
    """

    ground: str
    panel: str
    border: str
    ink: str
    dim: str
    track: str
    mark: str
    fill: float
    """Opacity of the area under a curve, 0 to 1."""


def presentation_colors(theme: Theme) -> PresentationColors:
    """Return the booth's colors in a theme."""
    t = theme
    return PresentationColors(t.booth, t.booth_panel, t.line, t.ink, t.dim, t.track, t.chart.warning, t.fill)


DARK_PRESENTATION, LIGHT_PRESENTATION = presentation_colors(DARK), presentation_colors(LIGHT)


@dataclass(frozen=True, slots=True)
class Measure:
    """Size of the booth window.

    Attributes:
        width: width in logical pixels.
        height: height in logical pixels.
        factor: scale factor of texts and curves, chosen by the user.
    """

    width: float = 1920.0
    height: float = 1080.0
    factor: float = 1.0

    @property
    def shorter(self) -> float:
        """Shorter side in logical pixels."""
        return max(1.0, min(self.width, self.height))

    @property
    def least(self) -> int:
        """Minimum legible font size in pixels."""
        return math.ceil(LEAST_SHARE * self.shorter)

    def px(self, length: float) -> float:
        """Convert a length of the design to logical pixels, ignoring `factor`."""
        return length * self.shorter / DESIGN_SIDE

    def grown(self, length: float) -> float:
        """Convert a length of the design that scales with the texts to logical pixels."""
        return self.px(length) * self.factor

    def font(self, base: QFont, size: float, *, bold: bool = False) -> QFont:
        """Return a font with a size given in the design's pixels, but no smaller than legible."""
        sized = QFont(base)
        sized.setPixelSize(max(self.least, round(self.grown(size))))
        sized.setWeight(QFont.Weight.Bold if bold else QFont.Weight.Normal)
        return sized

    def fitting(self, font: QFont, text: str, width: float) -> QFont:
        """Shrink the font until the text fits the width, but no smaller than legible."""
        wide = QFontMetricsF(font).horizontalAdvance(text)
        if wide <= width or wide <= 0:
            return font
        sized = QFont(font)
        sized.setPixelSize(max(self.least, math.floor(font.pixelSize() * width / wide)))
        return sized

    def flowing(self, font: QFont, text: str, width: float, most_lines: int) -> tuple[QFont, list[str]]:
        """Wrap a text into the fewest lines that keep two thirds of its size, else into `most_lines` in a smaller font.

        A text that still does not fit is elided.
        """
        plain = one_line(text)
        for lines in range(1, most_lines + 1):
            size = font.pixelSize()
            least = max(self.least, round(font.pixelSize() * 2 / 3) if lines < most_lines else self.least)
            while size >= least:
                sized = QFont(font)
                sized.setPixelSize(size)
                found = wrapped(plain, sized, width, 99)
                if len(found) <= lines and _breaks_at_spaces(found, plain):
                    return sized, found
                size -= max(1, size // 24)
        smallest = QFont(font)
        smallest.setPixelSize(self.least)
        return smallest, wrapped(plain, smallest, width, most_lines)


def one_line(text: str) -> str:
    """Collapse line breaks and other whitespace."""
    return " ".join(text.split())


def _breaks_at_spaces(lines: list[str], text: str) -> bool:
    return " ".join(lines) == text


class PresentationWidget(QWidget):
    """Part of the booth window that paints its whole area; mouse events pass through to the window."""

    def __init__(self, colors: PresentationColors, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.colors = colors
        self.measure = Measure()
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)

    def set_colors(self, colors: PresentationColors) -> None:
        """Set the theme's colors."""
        if colors != self.colors:
            self.colors = colors
            self.update()

    def set_measure(self, measure: Measure) -> None:
        """Set the size of the window and of its texts."""
        if measure != self.measure:
            self.measure = measure
            self.update()


class PresentedText(PresentationWidget):
    """Single text, which is hidden while it is empty."""

    def __init__(self, colors: PresentationColors, parent: QWidget | None = None) -> None:
        super().__init__(colors, parent)
        self.text = ""
        """Text shown; "" while hidden."""
        self.hide()

    def set_text(self, text: str) -> None:
        """Show a text; "" hides it."""
        if one_line(text) != self.text:
            self.text = one_line(text)
            self.setAccessibleName(self.text)
            self.setVisible(bool(self.text))
            self.update()


def paint_text(  # noqa: PLR0917
    painter: QPainter,
    left: float,
    base: float,
    width: float,
    text: str,
    font: QFont,
    color: QColor | str,
    *,
    align: Qt.AlignmentFlag = Qt.AlignmentFlag.AlignLeft,
) -> None:
    """Paint a line of text on a baseline, elided if necessary."""
    metrics = QFontMetricsF(font)
    elided = metrics.elidedText(text, Qt.TextElideMode.ElideRight, width + 0.5)
    wide = metrics.horizontalAdvance(elided)
    if align == Qt.AlignmentFlag.AlignHCenter:
        left += (width - wide) / 2
    elif align == Qt.AlignmentFlag.AlignRight:
        left += width - wide
    painter.setFont(font)
    painter.setPen(QColor(color))
    painter.drawText(round(left), round(base), elided)
