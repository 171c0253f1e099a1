# SPDX-License-Identifier: Apache-2.0
"""Sizes and colors of a window that is legible from three meters; all sizes scale with the window."""

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter
from PySide6.QtWidgets import QWidget

from widgets.fonts import DISPLAY, DISPLAY_FROM, TEXT
from widgets.painting import mixed
from widgets.text import wrapped
from widgets.theme import DARK, LIGHT, Theme

DESIGN_WIDTH, DESIGN_HEIGHT = 1920.0, 1080.0
"""Window, in pixels, that the design's lengths refer to; turned by 90 degrees for a portrait window."""
LEAST = 28.0
"""Smallest text of the design: capitals 13 mm high on a 55-inch screen, 15 arc minutes from 3 m."""
LEAST_SHARE = 0.022
"""Smallest text relative to the window's shorter side, in windows of another shape."""
CHIP_LETTER = 0.64
"""Size of the letter in a chip, as a share of its side."""
NAME_SHRINKS_TO = 0.7
"""Share of its size to which a long name is reduced before it is cut in the middle."""


@dataclass(frozen=True, slots=True)
class PresentationColors:
    """Colors, as "#rrggbb".

    Attributes:
        ground: The window.
        panel: Panel of a chart, a shade from the ground; there are no borders.
        raised: Panel of a sheet.
        border: Lines.
        grid: Lines of a chart.
        ink: Texts.
        ink2: Labels.
        dim: Units and axes.
        track: Empty part of a race lane or a progress line.
        progress: Filled part of the progress line.
        mark: Recorded sessions, warnings, and emphasized items.
        live: Ground of the LIVE pill.
        outline: Outline of the pill of a finished run.
        so_far: A ratio that is not firm.
        stopped: Figures of a stopped system.
        worse: Line where a system stopped.
        on_system: Text on a system's color.
        fill: Opacity of the area under a curve, 0 to 1.
    """

    ground: str
    panel: str
    raised: str
    border: str
    grid: str
    ink: str
    ink2: str
    dim: str
    track: str
    progress: str
    mark: str
    live: str
    outline: str
    so_far: str
    stopped: str
    worse: str
    on_system: str
    fill: float


def presentation_colors(theme: Theme) -> PresentationColors:
    """Return the booth's colors in a theme."""
    t = theme
    quiet = mixed(t.dim, t.booth, 0.62).name()
    return PresentationColors(
        ground=t.booth, panel=t.booth_panel, raised=t.panel, border=t.line, grid=t.chart.grid, ink=t.ink, ink2=t.label,
        dim=t.dim, track=t.track, progress=quiet, mark=t.chart.warning, live=t.live, outline=quiet, so_far=t.so_far,
        stopped=t.stopped, worse=t.worse, on_system=t.on_system, fill=t.fill + 0.04,
    )  # fmt: skip


DARK_PRESENTATION, LIGHT_PRESENTATION = presentation_colors(DARK), presentation_colors(LIGHT)


@dataclass(frozen=True, slots=True)
class Measure:
    """Size of the booth window.

    Attributes:
        width: Width in logical pixels.
        height: Height in logical pixels.
        factor: Scale factor for text and curves, chosen by the user.
    """

    width: float = DESIGN_WIDTH
    height: float = DESIGN_HEIGHT
    factor: float = 1.0

    @property
    def portrait(self) -> bool:
        """True if the window is higher than wide."""
        return self.height > self.width

    @property
    def scale(self) -> float:
        """Logical pixels per pixel of the design."""
        wide, high = (DESIGN_HEIGHT, DESIGN_WIDTH) if self.portrait else (DESIGN_WIDTH, DESIGN_HEIGHT)
        return max(0.05, min(self.width / wide, self.height / high))

    @property
    def least(self) -> int:
        """Minimum legible font size in pixels."""
        return math.ceil(max(LEAST * self.scale, LEAST_SHARE * min(self.width, self.height), 1.0))

    def px(self, length: float) -> float:
        """Convert a length of the design to logical pixels, ignoring `factor`."""
        return length * self.scale

    def grown(self, length: float) -> float:
        """Convert a design length that scales with the font size to logical pixels."""
        return self.px(length) * self.factor

    def font(self, base: QFont, size: float, *, bold: bool = False, figure: bool = False, tight: float = 0.0) -> QFont:
        """Return a font with a size of the design in pixels, but no smaller than legible.

        Args:
            base: Font whose other families are used for letters that ours lacks.
            size: Size in pixels of the design.
            bold: Whether it is semi-bold.
            figure: Whether it is the bold display cut, for figures.
            tight: Letter spacing as a share of the size, such as -0.04.
        """
        display = figure or (bold and size >= DISPLAY_FROM)
        sized = QFont(base)
        own = DISPLAY if display else TEXT
        sized.setFamilies([own, *(family for family in base.families() if family not in (TEXT, DISPLAY))])
        sized.setPixelSize(max(self.least, round(self.grown(size))))
        weight = QFont.Weight.Bold if figure else QFont.Weight.DemiBold if bold else QFont.Weight.Normal
        sized.setWeight(weight)
        if tight:
            sized.setLetterSpacing(QFont.SpacingType.AbsoluteSpacing, sized.pixelSize() * tight)
        return sized

    def chip(self, size: float) -> float:
        """Return the side of a chip, with a legible letter."""
        return max(self.grown(size), self.least / CHIP_LETTER)

    def fitting(self, font: QFont, text: str, width: float, share: float = 0.0) -> QFont:
        """Shrink the font until the text fits the width, but no smaller than legible, or than `share` of its size."""
        wide = QFontMetricsF(font).horizontalAdvance(text)
        if wide <= width or wide <= 0:
            return font
        sized = QFont(font)
        least = max(self.least, round(font.pixelSize() * share))
        size = max(least, math.floor(font.pixelSize() * max(width, 1.0) / wide))
        sized.setPixelSize(size)
        while size > least and QFontMetricsF(sized).horizontalAdvance(text) > width:
            size -= 1
            sized.setPixelSize(size)
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

    def name_lines(self, font: QFont, name: str, width: float) -> tuple[QFont, list[str]]:
        """Lay out a system's name: in one line, else in two smaller ones, else cut in the middle."""
        plain = one_line(name)
        least = max(self.least, round(font.pixelSize() * NAME_SHRINKS_TO))
        size = font.pixelSize()
        sized = QFont(font)
        while size >= least:
            sized.setPixelSize(size)
            if QFontMetricsF(sized).horizontalAdvance(plain) <= width:
                return sized, [plain]
            size -= 1
        sized.setPixelSize(least)
        found = wrapped(plain, sized, width, 99)
        if len(found) <= 2:
            return sized, found
        for share in (1.9, 1.6, 1.3):
            cut = QFontMetricsF(sized).elidedText(plain, Qt.TextElideMode.ElideMiddle, share * width)
            found = wrapped(cut, sized, width, 99)
            if len(found) <= 2:
                return sized, found
        return sized, [QFontMetricsF(sized).elidedText(plain, Qt.TextElideMode.ElideMiddle, width)]


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
        """Set the theme."""
        if colors != self.colors:
            self.colors = colors
            self.update()

    def set_measure(self, measure: Measure) -> None:
        """Set the size of the window and of its text."""
        if measure != self.measure:
            self.measure = measure
            self.update()


class PresentedText(PresentationWidget):
    """A single text; hidden while it is empty."""

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
    mode: Qt.TextElideMode = Qt.TextElideMode.ElideRight,
) -> float:
    """Paint a line of text on a baseline, elided if necessary; return its width."""
    metrics = QFontMetricsF(font)
    elided = text if metrics.horizontalAdvance(text) <= width + 1 else metrics.elidedText(text, mode, width + 0.5)
    wide = metrics.horizontalAdvance(elided)
    if align == Qt.AlignmentFlag.AlignHCenter:
        left += (width - wide) / 2
    elif align == Qt.AlignmentFlag.AlignRight:
        left += width - wide
    painter.setFont(font)
    painter.setPen(QColor(color))
    painter.drawText(round(left), round(base), elided)
    return wide


_WORDS = re.compile(r"\s*\S+\s*|\s+")


@dataclass(frozen=True, slots=True)
class TextRun:
    """Part of a line that has its own color.

    Attributes:
        color: Color, as "#rrggbb"; "" for the text color.
        name: Whether it is a system's name, which is cut first if there is too little room.
    """

    text: str
    color: str = ""
    name: bool = False


def plain_text(runs: Sequence[TextRun]) -> str:
    """Return the text of a line."""
    return "".join(run.text for run in runs)


def fit_runs(measure: Measure, font: QFont, runs: Sequence[TextRun], width: float) -> tuple[QFont, tuple[TextRun, ...]]:
    """Fit a line to a width: shrink it to 70 %, then cut its names in the middle."""
    fitted = measure.fitting(font, plain_text(runs), width, NAME_SHRINKS_TO)
    metrics = QFontMetricsF(fitted)
    excess = metrics.horizontalAdvance(plain_text(runs)) - width
    names = [run for run in runs if run.name]
    if excess <= 0 or not names:
        return fitted, tuple(runs)
    room = max(width - metrics.horizontalAdvance("".join(run.text for run in runs if not run.name)), 0.0)
    share = room / len(names)
    spare = sum(max(share - metrics.horizontalAdvance(run.text), 0.0) for run in names)
    long = sum(metrics.horizontalAdvance(run.text) > share for run in names) or 1
    most = share + spare / long
    return fitted, tuple(
        TextRun(metrics.elidedText(run.text, Qt.TextElideMode.ElideMiddle, most), run.color, name=True)
        if run.name
        else run
        for run in runs
    )


def flow_runs(
    measure: Measure, font: QFont, runs: Sequence[TextRun], width: float
) -> tuple[QFont, tuple[tuple[TextRun, ...], ...]]:
    """Lay out a sentence: in one line, shrunk to 70 %, else in two lines; only then its names are cut."""
    one = measure.fitting(font, plain_text(runs), width, NAME_SHRINKS_TO)
    if QFontMetricsF(one).horizontalAdvance(plain_text(runs)) <= width:
        return one, (tuple(runs),)
    words = [TextRun(word, run.color, run.name) for run in runs for word in _WORDS.findall(run.text)]
    sized = QFont(font)
    least = max(measure.least, round(font.pixelSize() * 0.6))
    for size in range(font.pixelSize(), least - 1, -2):
        sized.setPixelSize(size)
        metrics = QFontMetricsF(sized)
        for place in sorted(range(1, len(words)), key=lambda at: abs(at - len(words) * 0.55)):
            halves = words[:place], words[place:]
            if words[place - 1].text.endswith(" ") and all(
                metrics.horizontalAdvance(plain_text(half).rstrip()) <= width for half in halves
            ):
                return sized, (tuple(halves[0]), tuple(halves[1]))
    fitted, shown = fit_runs(measure, font, runs, width)
    return fitted, (shown,)


def paint_runs(  # noqa: PLR0917
    painter: QPainter,
    left: float,
    base: float,
    width: float,
    runs: Sequence[TextRun],
    font: QFont,
    ink: str,
    *,
    align: Qt.AlignmentFlag = Qt.AlignmentFlag.AlignLeft,
) -> None:
    """Paint a line whose parts have their own colors on a baseline."""
    metrics = QFontMetricsF(font)
    wide = sum(metrics.horizontalAdvance(run.text) for run in runs)
    if align == Qt.AlignmentFlag.AlignHCenter:
        left += (width - wide) / 2
    elif align == Qt.AlignmentFlag.AlignRight:
        left += width - wide
    painter.setFont(font)
    for run in runs:
        painter.setPen(QColor(run.color or ink))
        painter.drawText(round(left), round(base), run.text)
        left += metrics.horizontalAdvance(run.text)


def paint_chip(  # noqa: PLR0917
    painter: QPainter, box: QRectF, letter: str, color: QColor | str, ink: str, font: QFont
) -> None:
    """Paint a system's letter in a square of its color."""
    radius = box.height() * 0.24
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(color))
    painter.drawRoundedRect(box, radius, radius)
    sized = QFont(font)
    sized.setPixelSize(max(1, round(box.height() * CHIP_LETTER + 0.49)))
    base = box.center().y() + QFontMetricsF(sized).capHeight() / 2
    paint_text(painter, box.left(), base, box.width(), letter, sized, ink, align=Qt.AlignmentFlag.AlignHCenter)
