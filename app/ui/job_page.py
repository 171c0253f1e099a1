"""The page of a check or a build: how far it is, what was found, and what to do next."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QProgressBar, QPushButton, QVBoxLayout, QWidget

from app.ui.building import STEPS
from app.ui.texts import marked, tr
from widgets.finding_table import FindingRow, FindingTable
from widgets.theme import Theme

DOING = {"check": marked("Checking the systems"), "build": marked("Building the databases")}


class JobPage(QWidget):
    """cancelled: end it. again: the same once more. check, build, run: what else to do with this scenario. closed: the
    page has served."""

    cancelled = Signal()
    again = Signal()
    check = Signal()
    build = Signal()
    run = Signal()
    closed = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._kind = ""
        self._title = _label("welcomeTitle")
        self._state = _label("jobState")
        self._text = _label("welcomeText")
        self._bar = QProgressBar()
        self._bar.setTextVisible(False)
        self._bar.setAccessibleName(tr("Progress"))
        self.findings = FindingTable(theme)
        self.cancel_button = QPushButton(tr("Cancel"))
        self.cancel_button.clicked.connect(self._cancel_once)
        self.again_button = QPushButton()
        self.again_button.clicked.connect(self.again)
        self.check_button = QPushButton(tr("Check"))
        self.check_button.clicked.connect(self.check)
        self.build_button = QPushButton(tr("Build"))
        self.build_button.clicked.connect(self.build)
        self.run_button = QPushButton(tr("Run…"))
        self.run_button.clicked.connect(self.run)
        self.close_button = QPushButton(tr("Close"))
        self.close_button.clicked.connect(self.closed)
        buttons = QHBoxLayout()
        buttons.addWidget(self.cancel_button)
        buttons.addStretch()
        for button in (self.close_button, self.again_button, self.check_button, self.build_button, self.run_button):
            buttons.addWidget(button)
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 20, 24, 16)
        column.setSpacing(10)
        for widget in (self._title, self._state, self._bar, self._text):
            column.addWidget(widget)
        column.addWidget(self.findings, 1)
        self._filler = QWidget()
        column.addWidget(self._filler, 1)
        column.addLayout(buttons)

    @property
    def state(self) -> str:
        """What is being done, or what came of it."""
        return self._state.text()

    @property
    def text(self) -> str:
        """The lines below it."""
        return self._text.text()

    def set_theme(self, theme: Theme) -> None:
        """Another theme."""
        self.findings.set_theme(theme)

    def begin(self, kind: str, title: str) -> None:
        """Starts anew. kind: "check" or "build"."""
        self._kind = kind
        self._title.setText(title)
        self._say(f"{tr(DOING[kind])}…", "")
        self._text.setText(tr("Starting the engine…"))
        self._text.show()
        self._bar.setRange(0, 0)
        self._bar.show()
        self.set_findings(())
        self.cancel_button.setText(tr("Cancel"))
        self.cancel_button.setEnabled(True)
        self._offer(over=False)
        self.cancel_button.setFocus()

    def show_progress(self, task: str, done: float, total: float, text: str) -> None:
        """How far it is. total 0: nobody knows."""
        share = min(done / total, 1.0) if total > 0 else 0.0
        percent = f"{100 * share:.0f} %" if total > 0 else ""
        self._text.setText(" · ".join(part for part in (task, percent, text) if part))
        self._bar.setRange(0, STEPS if total > 0 else 0)
        if total > 0:
            self._bar.setValue(round(share * STEPS))

    def set_findings(self, rows: Sequence[FindingRow]) -> None:
        """What was found so far."""
        self.findings.set_rows(rows)
        self.findings.setVisible(bool(rows))
        self._filler.setVisible(not rows)

    def end(self, words: str, severity: str, lines: str) -> None:
        """It is over. words: what came of it; severity: "", "warning" or "error"; lines: more of it."""
        self._say(words, severity)
        self._text.setText(lines)
        self._text.setVisible(bool(lines))
        self._bar.hide()
        self._offer(over=True)
        again = (
            tr("Check Again")
            if self._kind == "check"
            else tr("Build Again")
            if severity != "warning"
            else tr("Go On Building")
        )
        self.again_button.setText(again)
        self.again_button.setVisible(self._kind == "check" or severity != "")
        self.check_button.setVisible(self._kind != "check")
        self.build_button.setVisible(self._kind != "build")
        ready = severity != "error"
        self.run_button.setProperty("go", ready)
        _polish(self.run_button)
        (self.run_button if ready else self.again_button).setFocus()

    def _say(self, words: str, severity: str) -> None:
        self._state.setText(words)
        self._state.setProperty("severity", severity)
        _polish(self._state)

    def _offer(self, *, over: bool) -> None:
        self.cancel_button.setVisible(not over)
        for button in (self.close_button, self.again_button, self.check_button, self.build_button, self.run_button):
            button.setVisible(over)

    def _cancel_once(self) -> None:
        self.cancel_button.setEnabled(False)
        self.cancel_button.setText(tr("Cancelling…"))
        self.cancelled.emit()


def _label(name: str) -> QLabel:
    label = QLabel()
    label.setObjectName(name)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setWordWrap(True)
    label.setTextInteractionFlags(
        Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
    )
    label.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    return label


def _polish(widget: QWidget) -> None:
    widget.style().unpolish(widget)
    widget.style().polish(widget)
