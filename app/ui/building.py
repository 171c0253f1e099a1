"""What is shown while databases are built: how far it is, and a way out."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QLabel, QProgressBar, QPushButton, QVBoxLayout, QWidget

from app.ui.texts import tr

STEPS = 1000


class Building(QWidget):
    """cancelled: the person wants no run after all."""

    cancelled = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._title = QLabel()
        self._title.setObjectName("welcomeTitle")
        self._task = QLabel()
        self._task.setObjectName("welcomeText")
        self._bar = QProgressBar()
        self._bar.setTextVisible(False)
        self._bar.setFixedWidth(420)
        self.cancel_button = QPushButton(tr("Cancel"))
        self.cancel_button.clicked.connect(self._cancel_once)
        column = QVBoxLayout(self)
        column.setSpacing(12)
        column.addStretch(2)
        for widget in (self._title, self._task, self._bar, self.cancel_button):
            if isinstance(widget, QLabel):
                widget.setAlignment(Qt.AlignmentFlag.AlignHCenter)
                widget.setTextFormat(Qt.TextFormat.PlainText)
                widget.setWordWrap(True)
                column.addWidget(widget)
            else:
                column.addWidget(widget, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addStretch(3)

    @property
    def text(self) -> str:
        """What it says of the task."""
        return self._task.text()

    def begin(self, title: str, *, ours: bool) -> None:
        """Starts anew, with nothing known yet. ours: the run can be cancelled from here."""
        self._title.setText(title)
        self.cancel_button.setVisible(ours)
        self.cancel_button.setEnabled(True)
        self.cancel_button.setText(tr("Cancel"))
        self.show_progress(tr("Starting the engine…"), 0.0, 0.0)

    def show_progress(self, task: str, done: float, total: float, text: str = "") -> None:
        """How far a task is. total 0: nobody knows."""
        words = f"{task} · {text}" if text else task
        if total > 0:
            words = f"{words} · {100 * min(done / total, 1.0):.0f} %"
        self._task.setText(words)
        self._bar.setRange(0, STEPS if total > 0 else 0)
        if total > 0:
            self._bar.setValue(round(min(done / total, 1.0) * STEPS))

    def _cancel_once(self) -> None:
        self.cancel_button.setEnabled(False)
        self.cancel_button.setText(tr("Cancelling…"))
        self.cancelled.emit()
