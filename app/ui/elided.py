"""A label that shortens its text instead of pushing its neighbours away."""

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

STEP = 48
"""Widths asked for are multiples of this many pixels: figures that change do not move the neighbours."""


class ElidedLabel(QWidget):
    """One line of plain text; what does not fit becomes "…" and stands in the tool tip, with `explanation` below it."""

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
        """The whole text."""
        return self._text

    def setText(self, text: str) -> None:
        """Shows another text."""
        if text == self._text:
            return
        before = self.sizeHint()
        self._text = text
        if self.sizeHint() != before:
            self.updateGeometry()
        self.update()

    def clear(self) -> None:
        """Shows nothing."""
        self.setText("")

    def sizeHint(self) -> QSize:
        metrics, margins = self.fontMetrics(), self.contentsMargins()
        width = metrics.horizontalAdvance(self._text) + margins.left() + margins.right() + 2
        return QSize(-(-width // STEP) * STEP, metrics.height() + margins.top() + margins.bottom())

    def minimumSizeHint(self) -> QSize:
        return QSize(self.fontMetrics().averageCharWidth() * 6, self.sizeHint().height())

    def paintEvent(self, _event: QPaintEvent) -> None:
        area = self.contentsRect()
        shown = self.fontMetrics().elidedText(self._text, self._mode, area.width())
        tip = "\n".join(part for part in (self._text if shown != self._text else "", self.explanation) if part)
        if tip != self.toolTip():
            self.setToolTip(tip)
        painter = QPainter(self)
        painter.setPen(self.palette().color(self.foregroundRole()))
        painter.drawText(area, int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter), shown)


class HintLabel(QWidget):
    """A line that is worth less than its neighbours: it stands at the right of the room they leave, whole or not."""

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
