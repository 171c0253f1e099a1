"""A line across the window that says what happened, which system, and what to do next."""

from typing import Literal

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QLabel, QToolButton, QWidget

Severity = Literal["info", "warning", "error"]
SIGNS: dict[Severity, str] = {"info": "ⓘ", "warning": "⚠", "error": "✕"}


class NoticeBar(QWidget):
    """Hidden until there is something to say; the person puts it away."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("notice")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._sign = QLabel()
        self._text = QLabel()
        self._text.setTextFormat(Qt.TextFormat.PlainText)
        self._text.setWordWrap(True)
        self._text.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        dismiss = QToolButton()
        dismiss.setText("Dismiss")
        dismiss.setAutoRaise(True)
        dismiss.clicked.connect(self.hide)
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 6, 8, 6)
        row.setSpacing(10)
        row.addWidget(self._sign)
        row.addWidget(self._text, 1)
        row.addWidget(dismiss)
        self.hide()

    @property
    def text(self) -> str:
        """What it says; "" while hidden."""
        return "" if self.isHidden() else self._text.text()

    def say(self, text: str, severity: Severity = "error") -> None:
        """Shows a text until it is put away or replaced."""
        self._sign.setText(SIGNS[severity])
        self._text.setText(text)
        self.setProperty("severity", severity)
        self.style().unpolish(self)
        self.style().polish(self)
        self.show()
