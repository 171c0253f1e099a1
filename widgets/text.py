# SPDX-License-Identifier: Apache-2.0
"""Text that always fits: it wraps or is elided, and the tooltip shows it in full."""

import math
from collections.abc import Sequence

from PySide6.QtCore import QEvent, QPointF, QSize, Qt
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontInfo,
    QFontMetricsF,
    QPainter,
    QPaintEvent,
    QPalette,
    QTextLayout,
    QTextOption,
)
from PySide6.QtWidgets import QSizePolicy, QWidget

from widgets.fonts import emphasized


def sized(font: QFont, factor: float, *, bold: bool = False) -> QFont:
    """Return the font with its size scaled by `factor`; `bold` emphasizes it."""
    new_font = QFont(font)
    new_font.setPixelSize(max(7, round(QFontInfo(font).pixelSize() * factor)))
    return emphasized(new_font) if bold else new_font


def fitting(font: QFont, text: str, width: float, least: float = 0.5) -> QFont:
    """Return the font, shrunk until the text fits the width, but to no less than `least` of its size."""
    wide = QFontMetricsF(font).horizontalAdvance(text)
    if wide <= width or wide <= 0:
        return font
    smaller = sized(font, max(least, width / wide))
    least_size = sized(font, least).pixelSize()
    while smaller.pixelSize() > least_size and QFontMetricsF(smaller).horizontalAdvance(text) > width:
        smaller.setPixelSize(smaller.pixelSize() - 1)  # widths are not quite proportional to sizes
    return smaller


Parts = Sequence[tuple[str, bool]]
"""Pieces of a line; True marks names, which may be shortened."""


def shortened(parts: Parts, font: QFont, width: float) -> str:
    """Fit a line to a width by eliding its names, longest first, and only then its end.

    Names that would otherwise become indistinguishable are elided in the middle.
    """
    metrics = QFontMetricsF(font)
    whole = "".join(text for text, _ in parts)
    if metrics.horizontalAdvance(whole) <= width:
        return whole
    room = width - metrics.horizontalAdvance("".join(text for text, name in parts if not name))
    wide = sorted(metrics.horizontalAdvance(text) for text, name in parts if name)
    share = 0.0
    for number, one in enumerate(wide):
        share = room / (len(wide) - number)
        if one > share:
            break
        room -= one
    elide = Qt.TextElideMode.ElideRight
    least = max(share, metrics.horizontalAdvance("Mm…"))
    names = {text for text, name in parts if name}
    alike = len({metrics.elidedText(text, elide, least) for text in names}) < len(names)
    of_names = Qt.TextElideMode.ElideMiddle if alike else elide
    line = "".join(metrics.elidedText(text, of_names, least) if name else text for text, name in parts)
    return metrics.elidedText(line, elide, width)


def wrapped(text: str, font: QFont, width: float, most_lines: int) -> list[str]:
    """Wrap a text into at most `most_lines` lines of this width, the last one elided if necessary."""
    lines: list[str] = []
    for paragraph in text.split("\n"):
        if not paragraph:
            lines.append("")
            continue
        layout = QTextLayout(paragraph, font)
        option = QTextOption()
        option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        layout.setTextOption(option)
        layout.beginLayout()
        line = layout.createLine()
        while line.isValid():
            line.setLineWidth(max(1.0, width))
            start, length = line.textStart(), line.textLength()
            lines.append(paragraph[start : start + length].strip())
            line = layout.createLine()
        layout.endLayout()
    if len(lines) <= most_lines:
        return lines
    rest = " ".join(lines[most_lines - 1 :])
    last = QFontMetricsF(font).elidedText(rest, Qt.TextElideMode.ElideRight, width)
    return [*lines[: most_lines - 1], last]


class FlowText(QWidget):
    """Label whose text wraps into at most `most_lines` lines."""

    def __init__(
        self,
        text: str = "",
        *,
        factor: float = 1.0,
        bold: bool = False,
        dim: bool = False,
        most_lines: int = 3,
        parent: QWidget | None = None,
    ) -> None:
        """Create the label; `factor` is its font size relative to the widget's."""
        super().__init__(parent)
        self._factor, self._bold, self._dim, self._most_lines = factor, bold, dim, most_lines
        self._color: QColor | None = None
        self._text = ""
        self._wrapped: dict[float, list[str]] = {}
        self.explanation = ""
        """Additional text for the tooltip."""
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self.set_text(text)

    @property
    def text(self) -> str:
        """Full text."""
        return self._text

    def set_text(self, text: str, color: QColor | str | None = None) -> None:
        """Set the text and its color; None stands for the palette's color."""
        new_color = QColor(color) if color is not None else None
        if (text, new_color) == (self._text, self._color):
            return
        before = self._room()
        self._text, self._color = text, new_color
        self._wrapped.clear()
        self.setAccessibleName(text)
        # changing figures must not shift neighbors, and a new layout would take milliseconds
        if self._room() != before:
            self.updateGeometry()
        self.update()

    def lines(self) -> list[str]:
        """Return the lines as currently displayed."""
        return self._lines(self.width())

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        return math.ceil(len(self._lines(width)) * QFontMetricsF(self._font()).lineSpacing())

    def sizeHint(self) -> QSize:
        metrics = QFontMetricsF(self._font())
        width = min(220, math.ceil(metrics.horizontalAdvance(self._text)) + 1)
        return QSize(width, self.heightForWidth(width))

    def minimumSizeHint(self) -> QSize:
        return QSize(24, math.ceil(QFontMetricsF(self._font()).lineSpacing()))

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        font = self._font()
        metrics = QFontMetricsF(font)
        role = QPalette.ColorRole.PlaceholderText if self._dim else QPalette.ColorRole.WindowText
        painter.setFont(font)
        painter.setPen(self._color or self.palette().color(role))
        lines = self.lines()
        for number, line in enumerate(lines):
            painter.drawText(QPointF(0, metrics.ascent() + number * metrics.lineSpacing()), line)
        painter.end()
        whole = self._text if lines and lines[-1].endswith("…") else ""
        self.setToolTip("\n".join(part for part in (whole, self.explanation) if part))

    def changeEvent(self, event: QEvent) -> None:
        self._wrapped.clear()
        super().changeEvent(event)

    def _lines(self, width: float) -> list[str]:
        """Return the text wrapped to a width; cached, because layouts try the same widths repeatedly."""
        if width not in self._wrapped:
            self._wrapped[width] = wrapped(self._text, self._font(), width, self._most_lines)
        return self._wrapped[width]

    def _room(self) -> tuple[QSize, int]:
        return self.sizeHint(), self.heightForWidth(self.width())

    def _font(self) -> QFont:
        return sized(self.font(), self._factor, bold=self._bold)


STEP = 48
"""Width hints are multiples of this many pixels, so that changing figures do not shift neighbors."""


class ElidedLabel(QWidget):
    """A line of plain text, elided if it does not fit; the tooltip then shows it in full, with `explanation`."""

    def __init__(
        self,
        text: str = "",
        parent: QWidget | None = None,
        mode: Qt.TextElideMode = Qt.TextElideMode.ElideRight,
    ) -> None:
        super().__init__(parent)
        self._text = text
        self._mode = mode
        self.explanation = ""
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    def text(self) -> str:
        """Return the full text."""
        return self._text

    def setText(self, text: str) -> None:
        """Set the text."""
        if text == self._text:
            return
        before = self.sizeHint()
        self._text = text
        if self.sizeHint() != before:
            self.updateGeometry()
        self.update()

    def clear(self) -> None:
        """Remove the text."""
        self.setText("")

    def sizeHint(self) -> QSize:
        metrics, margins = self.fontMetrics(), self.contentsMargins()
        width = metrics.horizontalAdvance(self._text) + margins.left() + margins.right() + 2
        return QSize(-(-width // STEP) * STEP, metrics.height() + margins.top() + margins.bottom())

    def minimumSizeHint(self) -> QSize:
        return QSize(self.fontMetrics().averageCharWidth() * 6, self.sizeHint().height())

    def paintEvent(self, _event: QPaintEvent) -> None:
        area = self.contentsRect()
        elided = self.fontMetrics().elidedText(self._text, self._mode, area.width())
        tip = "\n".join(part for part in (self._text if elided != self._text else "", self.explanation) if part)
        if tip != self.toolTip():
            self.setToolTip(tip)
        painter = QPainter(self)
        painter.setPen(self.palette().color(self.foregroundRole()))
        painter.drawText(area, int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter), elided)


class WholeLabel(ElidedLabel):
    """Label that is never elided. Figures that change in it do not shift its neighbors."""

    def setText(self, text: str) -> None:
        super().setText(text)
        self.setAccessibleName(text)

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()


class HintLabel(QWidget):
    """Label with low priority: right-aligned in the space that its neighbors leave, and hidden if it does not fit."""

    def __init__(self, text: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._text = text
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        return QSize(0, self.fontMetrics().height())

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, _event: QPaintEvent) -> None:
        if self.fontMetrics().horizontalAdvance(self._text) > self.width():
            return
        painter = QPainter(self)
        painter.setPen(self.palette().color(self.foregroundRole()))
        painter.drawText(self.rect(), int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter), self._text)
