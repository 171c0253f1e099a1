# SPDX-License-Identifier: Apache-2.0
"""Dialog for combining a measured run with its power meters' logs into a new session."""

from collections.abc import Sequence
from datetime import timedelta
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from app.imports.formats import POWER_METER
from app.imports.joining.meters import zone_text
from app.imports.source import ImportedFileError
from app.model.messages import Sentence
from app.session.library_facts import facts_of
from app.session.paths import SUFFIX
from app.session.session_error import SessionError
from app.ui.importing.file_table import FILE, FileTable, columns_tip
from app.ui.importing.imported_session import ImportedSession, metered
from app.ui.importing.typed_file import FoundFile, TypedMeter, found_file, meter_of, without_options
from app.ui.library.session_list import session_line
from app.ui.window.background import Underway
from app.ui.window.help_window import offer_help
from app.ui.window.state import StateStore
from app.ui.workbench.localised_figures import error_text
from widgets.translation import marked, tr

COLUMNS = (
    marked("Log"),
    marked("System"),
    marked("Feeds"),
    marked("Clock offset, s"),
    marked("Time zone"),
    marked("Load began"),
    marked("Time column"),
    marked("Watts columns"),
    marked("Decimal sign"),
)
SYSTEM, PART, OFFSET, ZONE, START, TIME, WATTS, DECIMAL = range(FILE + 1, len(COLUMNS))
TIPS = {
    SYSTEM: marked("The system whose power it is; several logs of one system are added up"),
    PART: marked("What the meter feeds, such as server or storage; empty: the name of the file"),
    OFFSET: marked("Seconds added to the meter's clock to get the true time, such as -2.5"),
    ZONE: marked(
        "How far the meter's clock is ahead of UTC, such as +01:00; empty: as its times say, otherwise the run's"
    ),
    START: marked(
        "Only of a log without the time of day: its time when the load began, or seconds after its first row"
    ),
    TIME: marked("The time column, or date and time as Date+Time; empty: found by name"),
    WATTS: marked("The watts column, or several as One+Other to add them; empty: found by name"),
    DECIMAL: marked("A comma or a point, where the numbers can be read in two ways (5,500); empty: as the file tells"),
}
HEIGHT = 170


class MetersDialog(QDialog):
    """Dialog that sets `imported_session` before it emits `finished(1)`."""

    def __init__(
        self, session: Path | None, logs: Sequence[Path], store: StateStore, parent: QWidget | None = None
    ) -> None:
        """Create the dialog.

        Args:
            session: The measured session; None lets the user choose one.
            logs: Logs to list initially.
            store: Stored settings of the window.
            parent: Parent widget.
        """
        super().__init__(parent)
        self.setWindowTitle(tr("Add Power Meters"))
        self._store = store
        self._logs: list[Path] = []
        self._systems: tuple[tuple[str, str], ...] = ()
        self.session: Path | None = None
        self.imported_session: ImportedSession | None = None
        about = QLabel(
            tr(
                "Lays the logs of power meters beside a measured run, by their clocks: watts under load and idle, and "
                "figures per watt of each run. A new session is made; the run stays unchanged."
            )
        )
        about.setObjectName("dim")
        about.setWordWrap(True)
        self._run = QLabel()
        self._run.setTextFormat(Qt.TextFormat.PlainText)
        self._run.setWordWrap(True)
        self.run_button = QPushButton(tr("Choose &Run…"))
        self.run_button.setAutoDefault(False)
        self.run_button.clicked.connect(self._choose_run)
        self.table = FileTable(
            [tr(title) for title in COLUMNS], store, name=tr("Logs of power meters"), add=tr("&Add Logs…"),
            height=HEIGHT,
        )  # fmt: skip
        self.table.typed.connect(self._check)
        self.table.added.connect(self.add)
        self.table.removed.connect(self._remove)
        self.title = QLineEdit()
        self.title.setPlaceholderText(tr("that of the run"))
        self.work = Underway(wording=without_options)
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        offer_help(self.buttons, "import")
        self.join_button = self.buttons.addButton(tr("Add to Run"), QDialogButtonBox.ButtonRole.ActionRole)
        self.join_button.setObjectName("primary")
        self.join_button.setDefault(True)
        self.join_button.clicked.connect(self.begin)
        self.buttons.rejected.connect(self.reject)
        self._compose(about)
        self.work.begun.connect(self._show_busy)
        self.work.over.connect(self._show_busy)
        self.work.done.connect(self._finish)
        self.work.stopped.connect(super().reject)
        self.add([*([session] if session is not None else []), *logs])

    @property
    def problem(self) -> str:
        """Error message or hint about missing input; "" if absent."""
        return self.work.text

    def _use_run(self, path: Path) -> None:
        """Use a session as the run. Raises SessionError."""
        facts = facts_of(path)
        if facts.problem is not None:
            raise SessionError(facts.problem)
        assert facts.started is not None  # present in every readable session
        self.session = path
        self._systems = tuple((letter, name) for letter, name, _ in facts.systems)
        ends = facts.started + timedelta(seconds=facts.length_s)
        span = tr("{begin} to {end}").format(begin=f"{facts.started:%H:%M:%S}", end=f"{ends:%H:%M:%S}")
        ahead_s = (facts.started.utcoffset() or timedelta()).total_seconds()
        self._run.setText(f"{session_line(path)}\n{span} ({zone_text(ahead_s)})")
        self._run.setToolTip(str(path))
        for row in range(len(self._logs)):
            self.table.cells.setCellWidget(row, SYSTEM, self._system_choice(row))

    def add(self, paths: Sequence[Path]) -> None:
        """Add logs; show an error for those that cannot be used. A session among them becomes the run."""
        wrong = []
        for path in paths:
            try:
                if path.suffix.lower() == SUFFIX:
                    self._use_run(path)
                elif path not in self._logs:
                    self._append(found_file(path))
            except (ImportedFileError, SessionError) as error:
                wrong.append(error_text(error))
            except OSError as error:
                wrong.append(f"{path}: {error.strerror or error}")
        self._check()
        if wrong:
            self.work.say("\n".join(wrong))

    def choose_system(self, row: int, *letters: str) -> None:
        """Select the systems that a log belongs to."""
        choice = self.table.cells.cellWidget(row, SYSTEM)
        assert isinstance(choice, QComboBox)
        choice.setCurrentIndex(choice.findData(",".join(letters)))

    def begin(self) -> None:
        """Create the session in the background."""
        session, title = self.session, self.title.text()
        if session is None:
            return
        try:
            meters = [meter_of(self._typed_meter(row)) for row in range(len(self._logs))]
        except ImportedFileError as error:
            self.work.say(error_text(error))
            return
        self.work.begin(lambda progress: metered(session, meters, title, progress))

    def reject(self) -> None:
        """Cancel the work in progress, or close the dialog. A canceled operation leaves no session behind."""
        if self.work.busy:
            self.work.stop()
        else:
            super().reject()

    def _append(self, found: FoundFile) -> None:
        path = found.path
        if found.kind != POWER_METER:
            raise ImportedFileError(
                "{name}: it is no power meter's log ({kind})", name=path.name, kind=Sentence(text=found.kind)
            )
        tips = {number: tr(tip) for number, tip in TIPS.items()}
        for column in (TIME, WATTS):
            tips[column] = columns_tip(tips[column], found.columns)
        self._logs.append(path)
        self.table.append(
            path, ["", path.stem, *[""] * (DECIMAL - PART)], [tips[column] for column in range(SYSTEM, len(COLUMNS))]
        )
        row = len(self._logs) - 1
        self.table.cells.setCellWidget(row, SYSTEM, self._system_choice(row))

    def _system_choice(self, row: int) -> QComboBox:
        """Return a combo box with the run's systems, and with combinations of systems that share a meter.

        If there are several systems, none is preselected because a wrong default would go unnoticed.
        """
        choice = QComboBox()
        choice.setToolTip(tr(TIPS[SYSTEM]))
        choice.setAccessibleName(tr("System of {name}").format(name=self._logs[row].name))
        if len(self._systems) > 1:
            choice.addItem(tr("choose…"), "")
        for letter, name in self._systems:
            choice.addItem(f"{letter} · {name}", letter)
        if len(self._systems) > 1:
            every = [letter for letter, _ in self._systems]
            choice.addItem(tr("{letters}, in turns").format(letters=" + ".join(every)), ",".join(every))
        return choice

    def _typed_meter(self, row: int) -> TypedMeter:
        choice = self.table.cells.cellWidget(row, SYSTEM)
        letters = str(choice.currentData() or "") if isinstance(choice, QComboBox) else ""
        return TypedMeter(self._logs[row], tuple(filter(None, letters.split(","))), *self.table.texts(row)[PART:])

    def _check(self) -> None:
        ready = self.session is not None and bool(self._logs)
        self.join_button.setEnabled(ready and not self.work.busy)
        if self.session is None:
            self._run.setText(tr("none chosen"))
            self.work.hint(tr("Choose the run that the meters watched."))
        else:
            self.work.hint("" if ready else tr("Add the logs of the meters: tables with a time and a watts column."))

    def _choose_run(self) -> None:
        folder = str(self.session.parent) if self.session else self._store.text("open folder")
        found, _ = QFileDialog.getOpenFileName(self, tr("Choose a run"), folder, tr("Outpace sessions (*.outpace)"))
        if found:
            self.add([Path(found)])

    def _remove(self, row: int) -> None:
        del self._logs[row]
        self._check()

    def _compose(self, about: QLabel) -> None:
        run = QHBoxLayout()
        run.addWidget(self._run, 1)
        run.addWidget(self.run_button)
        self._inputs = QWidget()
        form = QFormLayout()
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        form.addRow(tr("Measured run"), run)
        form.addRow(tr("Title"), self.title)
        inside = QVBoxLayout(self._inputs)
        inside.setContentsMargins(0, 0, 0, 0)
        inside.setSpacing(10)
        inside.addLayout(form)
        inside.addWidget(self.table, 1)
        column = QVBoxLayout(self)
        column.setSpacing(12)
        column.addWidget(about)
        column.addWidget(self._inputs, 1)
        column.addWidget(self.work)
        column.addWidget(self.buttons)
        self.setMinimumWidth(900)

    def _show_busy(self) -> None:
        busy = self.work.busy
        self._inputs.setEnabled(not busy)
        self.join_button.setEnabled(not busy)

    def _finish(self, imported_session: object) -> None:
        self.imported_session = imported_session if isinstance(imported_session, ImportedSession) else None
        self.accept()
