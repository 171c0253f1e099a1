"""A page that takes the charts' place for a while: a title, a way back, and what it shows."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from app.ui.texts import tr


class TitledPage(QWidget):
    """closed: the person wants the charts again (Escape, or the button)."""

    closed = Signal()

    def __init__(self, title: str, content: QWidget, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        heading = QLabel(title)
        heading.setObjectName("jobState")
        self.back_button = QPushButton(tr("Show the Charts"))
        self.back_button.setToolTip(tr("Back to the charts (Esc)"))
        self.back_button.clicked.connect(self.closed)
        top = QHBoxLayout()
        top.addWidget(heading, 1)
        top.addWidget(self.back_button)
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 10, 12, 10)
        column.setSpacing(10)
        column.addLayout(top)
        column.addWidget(content, 1)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.closed.emit()
        else:
            super().keyPressEvent(event)
