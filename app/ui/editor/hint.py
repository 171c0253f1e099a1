# SPDX-License-Identifier: Apache-2.0
"""Hint or error message below a field of the editor."""

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QLabel, QWidget


class Hint(QLabel):
    """Hint or mistake below a field; a mistake is limited to one line, with the full text in the tooltip.

    An empty label keeps the height of a line, so that a mistake does not shift fields or cards.
    """

    def __init__(self) -> None:
        super().__init__()
        self.setWordWrap(True)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setObjectName("hint")
        policy = self.sizePolicy()
        policy.setRetainSizeWhenHidden(True)
        self.setSizePolicy(policy)

    def say(self, text: str, *, wrong: bool) -> None:
        """Show a text, as a mistake if `wrong`."""
        self.setText(text)
        self.setVisible(bool(text))
        self.setToolTip(text if wrong else "")
        mark(self, wrong=wrong)
        self.setWordWrap(bool(text) and not wrong)
        self.updateGeometry()

    def sizeHint(self) -> QSize:
        """Return a height of one line for any mistake and for an empty hint."""
        return super().sizeHint() if self.wordWrap() else QSize(0, self.fontMetrics().height())

    def minimumSizeHint(self) -> QSize:
        return super().minimumSizeHint() if self.wordWrap() else self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:
        if self.wordWrap():
            super().paintEvent(event)
            return
        painter = QPainter(self)
        painter.setPen(self.palette().color(self.foregroundRole()))
        line = self.fontMetrics().elidedText(self.text(), Qt.TextElideMode.ElideRight, self.width())
        painter.drawText(self.rect(), Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, line)


def mark(widget: QWidget, *, wrong: bool) -> None:
    """Set or clear a widget's error style."""
    if bool(widget.property("wrong")) != wrong:
        widget.setProperty("wrong", wrong)
        widget.style().unpolish(widget)
        widget.style().polish(widget)


def mistake_label() -> QLabel:
    """Return a hidden label for multiline error messages."""
    label = QLabel()
    label.setObjectName("hint")
    label.setProperty("wrong", True)
    label.setWordWrap(True)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.hide()
    return label
