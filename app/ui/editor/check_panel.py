"""The check of the scenario as it stands in the form: how far it is, what it found, and what to do about it."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QProgressBar, QPushButton, QScrollArea, QVBoxLayout, QWidget

from app.ui.building import STEPS
from app.ui.texts import tr
from widgets.finding_table import RESULTS, SIGNS, FindingRow


class CheckPanel(QWidget):
    """cancelled: end it. again: check once more."""

    cancelled = Signal()
    again = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._rows: list[FindingRow] = []
        self.state = _label("jobState")
        self._text = _label("dim")
        self._bar = QProgressBar()
        self._bar.setTextVisible(False)
        self._bar.setAccessibleName(tr("Progress"))
        self.cancel_button = QPushButton(tr("Cancel"))
        self.cancel_button.clicked.connect(self._cancel_once)
        self.again_button = QPushButton(tr("Test Again"))
        self.again_button.clicked.connect(self.again)
        self.passed_button = QPushButton()
        self.passed_button.setObjectName("link")
        self.passed_button.setCheckable(True)
        self.passed_button.toggled.connect(lambda _on: self._show_rows())
        self._list = QWidget()
        self._column = QVBoxLayout(self._list)
        self._column.setContentsMargins(0, 0, 6, 0)
        self._column.setSpacing(8)
        scroll = QScrollArea()
        scroll.setWidget(self._list)
        scroll.setWidgetResizable(True)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        foot = QHBoxLayout()
        foot.addWidget(self.passed_button)
        foot.addStretch()
        foot.addWidget(self.cancel_button)
        foot.addWidget(self.again_button)
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 12, 12, 10)
        column.setSpacing(8)
        for widget in (self.state, self._bar, self._text):
            column.addWidget(widget)
        column.addWidget(scroll, 1)
        column.addLayout(foot)
        self.clear()

    @property
    def rows(self) -> tuple[FindingRow, ...]:
        """What was found, failures first."""
        return tuple(self._rows)

    def clear(self) -> None:
        """Nothing was checked yet."""
        self._say(tr("Not tested yet"), "")
        self._tell(tr("Test checks everything that would make a run fail or unfair. It changes nothing."))
        self._bar.hide()
        self.cancel_button.hide()
        self.again_button.setText(tr("Test"))
        self.again_button.show()
        self.set_findings(())

    def begin(self) -> None:
        """A check begins."""
        self._say(tr("Testing…"), "")
        self._tell(tr("Starting the engine…"))
        self._bar.setRange(0, 0)
        self._bar.show()
        self.set_findings(())
        self.cancel_button.setText(tr("Cancel"))
        self.cancel_button.setEnabled(True)
        self.cancel_button.show()
        self.again_button.hide()

    def show_progress(self, task: str, done: float, total: float, text: str) -> None:
        """How far it is. total 0: nobody knows."""
        self._tell(" · ".join(part for part in (task, text) if part))
        self._bar.setRange(0, STEPS if total > 0 else 0)
        if total > 0:
            self._bar.setValue(round(min(done / total, 1.0) * STEPS))

    def set_findings(self, rows: Sequence[FindingRow]) -> None:
        """What was found so far."""
        ordered = sorted(rows, key=lambda row: RESULTS.index(row.result))
        if ordered != self._rows:
            self._rows = ordered
        self._show_rows()

    def end(self, words: str, severity: str, text: str) -> None:
        """It is over. words: what came of it. severity: "", "warning" or "error"."""
        self._say(words, severity)
        self._tell(text)
        self._bar.hide()
        self.cancel_button.hide()
        self.again_button.setText(tr("Test Again"))
        self.again_button.show()

    def outdated(self) -> None:
        """The scenario has changed since."""
        if self._rows and self.cancel_button.isHidden():
            self._tell(tr("The scenario has changed since this test."))

    def _show_rows(self) -> None:
        while (item := self._column.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.hide()
                widget.deleteLater()
        passed = sum(row.result == "passed" for row in self._rows)
        self.passed_button.setVisible(passed > 0)
        words = tr("Hide what passed") if self.passed_button.isChecked() else tr("Show what passed ({number})")
        self.passed_button.setText(words.format(number=passed))
        for row in self._rows:
            if row.result != "passed" or self.passed_button.isChecked():
                self._column.addWidget(_Finding(row))
        self._column.addStretch(1)

    def _tell(self, text: str) -> None:
        self._text.setText(text)
        self._text.setVisible(bool(text))

    def _say(self, words: str, severity: str) -> None:
        self.state.setText(words)
        self.state.setProperty("severity", severity)
        self.state.style().unpolish(self.state)
        self.state.style().polish(self.state)

    def _cancel_once(self) -> None:
        self.cancel_button.setEnabled(False)
        self.cancel_button.setText(tr("Cancelling…"))
        self.cancelled.emit()


class _Finding(QFrame):
    """One finding: whose it is, what it is, and what to do."""

    def __init__(self, row: FindingRow) -> None:
        super().__init__()
        self.setObjectName("finding")
        self.setProperty("result", row.result)
        head = _label("result")
        head.setProperty("result", row.result)
        head.setText(f"{tr(SIGNS[row.result])} · {row.check}")
        whose = _label("heading")
        whose.setText(row.system)
        text = _label("")
        text.setText(row.text)
        column = QVBoxLayout(self)
        column.setContentsMargins(10, 2, 0, 2)
        column.setSpacing(2)
        for label in (whose, head, text):
            column.addWidget(label)
        if row.remedy and row.result != "passed":
            remedy = _label("dim")
            remedy.setText(row.remedy)
            column.addWidget(remedy)


def _label(name: str) -> QLabel:
    label = QLabel()
    label.setObjectName(name)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setWordWrap(True)
    label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    return label
