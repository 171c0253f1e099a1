"""Asks which power meters' logs watched a measured run, and what each fed; makes a new session of them and the run."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QAbstractItemView,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QFormLayout,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QLineEdit,
    QPushButton,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from app.imports.field_values import start_of
from app.imports.formats import POWER_METER
from app.imports.joining.combined_session import ShareDone
from app.imports.joining.meters import MeterFile, join_meters, utc_offset_of, zone_text
from app.imports.meter import MeterColumns
from app.imports.source import ImportedFileError
from app.session.library_facts import facts_of
from app.session.paths import SUFFIX, default_session_path
from app.session.session_error import SessionError
from app.ui.importing.import_dialog import FILTER, LONGEST_TITLE, ImportedSession, found_file, offset_of
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
)
LOG, SYSTEM, PART, OFFSET, ZONE, START, TIME, WATTS = range(len(COLUMNS))
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
}
HEIGHT = 170


@dataclass(frozen=True, slots=True)
class TypedMeter:
    """What a person typed about one log, as it stands in the fields."""

    path: Path
    systems: tuple[str, ...]
    part: str = ""
    offset: str = ""
    zone: str = ""
    start: str = ""
    time_column: str = ""
    watts_column: str = ""


def meter_of(typed: TypedMeter) -> MeterFile:
    """The same as it is joined. Raises ImportedFileError that names the log and the field."""
    path = typed.path
    if not typed.systems:
        raise ImportedFileError("{name}: choose the system that it feeds", name=path.name)
    meter = MeterFile(
        path,
        typed.systems,
        typed.part.strip(),
        offset_of(path, typed.offset.strip()),
        columns=MeterColumns(typed.time_column.strip(), typed.watts_column.strip()),
    )
    try:
        if typed.zone.strip():
            meter = replace(meter, utc_offset_s=utc_offset_of(typed.zone))
        if typed.start.strip():
            meter = replace(meter, start=start_of(typed.start.strip()))
    except ImportedFileError as error:
        raise ImportedFileError("{file}: {reason}", file=path.name, reason=error) from None
    return meter


def metered(session: Path, meters: Sequence[MeterFile], title: str, progress: ShareDone) -> ImportedSession:
    """Makes the session in the folder of sessions. Raises ImportedFileError, SessionError, OSError."""
    new = default_session_path(title.strip() or f"{session.stem} power", datetime.now().astimezone())
    return ImportedSession(
        new, join_meters(session, meters, new, title=title.strip()[:LONGEST_TITLE], progress=progress)
    )


class MetersDialog(QDialog):
    """`finished(1)` comes when the session is made; `imported_session` is that one."""

    def __init__(
        self, session: Path | None, logs: Sequence[Path], store: StateStore, parent: QWidget | None = None
    ) -> None:
        """session: the measured one; None: it is asked for. logs: that are in it at first."""
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
        self.table = QTableWidget(0, len(COLUMNS))
        self.table.setAccessibleName(tr("Logs of power meters"))
        self.table.setHorizontalHeaderLabels([tr(title) for title in COLUMNS])
        self.table.verticalHeader().hide()
        self.table.setMinimumHeight(HEIGHT)
        self.table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.table.setTabKeyNavigation(False)
        self.table.setWordWrap(False)
        self.add_button, self.remove_button = QPushButton(tr("&Add Logs…")), QPushButton(tr("&Remove"))
        for button, do in (
            (self.run_button, self._choose_run),
            (self.add_button, self._choose),
            (self.remove_button, self._remove),
        ):
            button.setAutoDefault(False)
            button.clicked.connect(do)
        self.title = QLineEdit()
        self.title.setPlaceholderText(tr("that of the run"))
        self.work = Underway()
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
        self.work.done.connect(self._done)
        self.work.stopped.connect(super().reject)
        if session is not None:
            self.set_session(session)
        self.add(logs)

    @property
    def problem(self) -> str:
        """What went wrong, or what is missing; "" where nothing is."""
        return self.work.text

    def set_session(self, path: Path) -> None:
        """Takes the run that the meters are of."""
        try:
            facts = facts_of(path)
        except SessionError as error:
            self.work.say(error_text(error))
            return
        if facts.problem is not None or facts.started is None:
            self._check()
            return
        self.session = path
        self._systems = tuple((letter, name) for letter, name, _ in facts.systems)
        ends = facts.started + timedelta(seconds=facts.length_s)
        span = tr("{begin} to {end}").format(begin=f"{facts.started:%H:%M:%S}", end=f"{ends:%H:%M:%S}")
        ahead_s = (facts.started.utcoffset() or timedelta()).total_seconds()
        self._run.setText(f"{session_line(path)}\n{span} ({zone_text(ahead_s)})")
        self._run.setToolTip(str(path))
        for row in range(len(self._logs)):
            self.table.setCellWidget(row, SYSTEM, self._system_choice(row))
        self._check()

    def add(self, paths: Sequence[Path]) -> None:
        """Takes in logs; of those that can't be taken it says why. A session among them is the run."""
        wrong = []
        for path in paths:
            if path.suffix.lower() == SUFFIX:
                self.set_session(path)
            elif path not in self._logs:
                try:
                    found = found_file(path)
                    if found.kind != POWER_METER:
                        raise ImportedFileError(
                            "{name}: it is no power meter's log ({kind})", name=path.name, kind=found.kind
                        )
                    self._append(path, found.columns)
                except (ImportedFileError, SessionError) as error:
                    wrong.append(error_text(error))
                except OSError as error:
                    wrong.append(f"{path}: {error.strerror or error}")
        self._check()
        if wrong:
            self.work.say("\n".join(wrong))

    def set_text(self, row: int, column: int, text: str) -> None:
        """Types a text into the table."""
        item = self.table.item(row, column)
        if item is not None:
            item.setText(text)

    def choose_system(self, row: int, *letters: str) -> None:
        """Chooses whose power a log is."""
        choice = self.table.cellWidget(row, SYSTEM)
        assert isinstance(choice, QComboBox)
        choice.setCurrentIndex(choice.findData(",".join(letters)))

    def begin(self) -> None:
        """Makes the session, off the window's thread."""
        session, title = self.session, self.title.text()
        if session is None:
            return
        try:
            meters = [meter_of(self._typed(row)) for row in range(len(self._logs))]
        except ImportedFileError as error:
            self.work.say(error_text(error))
            return
        self.work.begin(lambda progress: metered(session, meters, title, progress))

    def reject(self) -> None:
        """While the session is made: ends the making. The session is whole or not there."""
        if self.work.busy:
            self.work.stop()
        else:
            super().reject()

    def _append(self, path: Path, columns: Sequence[str]) -> None:
        row = len(self._logs)
        self._logs.append(path)
        self.table.insertRow(row)
        for column in range(len(COLUMNS)):
            item = QTableWidgetItem(path.name if column == LOG else path.stem if column == PART else "")
            item.setToolTip(str(path) if column == LOG else tr(TIPS[column]))
            if column == LOG:
                item.setFlags(item.flags() & ~Qt.ItemFlag.ItemIsEditable)
            if column in (TIME, WATTS):
                tip = tr("{tip}. Columns: {columns}").format(tip=tr(TIPS[column]), columns=", ".join(columns))
                item.setToolTip(tip)
            self.table.setItem(row, column, item)
        self.table.setCellWidget(row, SYSTEM, self._system_choice(row))

    def _system_choice(self, row: int) -> QComboBox:
        """The run's systems, and several that share a meter. Of several one must be chosen: a wrong guess would not be
        noticed."""
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

    def _typed(self, row: int) -> TypedMeter:
        texts = [item.text() if (item := self.table.item(row, column)) else "" for column in range(len(COLUMNS))]
        choice = self.table.cellWidget(row, SYSTEM)
        letters = str(choice.currentData() or "") if isinstance(choice, QComboBox) else ""
        return TypedMeter(self._logs[row], tuple(filter(None, letters.split(","))), *texts[PART:])

    def _check(self) -> None:
        ready = self.session is not None and bool(self._logs)
        self.join_button.setEnabled(ready and not self.work.busy)
        self.remove_button.setEnabled(bool(self._logs))
        if self.session is None:
            self._run.setText(tr("none chosen"))
            self.work.hint(tr("Choose the run that the meters watched."))
        else:
            self.work.hint("" if ready else tr("Add the logs of the meters: tables with a time and a watts column."))

    def _choose_run(self) -> None:
        folder = str(self.session.parent) if self.session else self._store.text("open folder")
        found, _ = QFileDialog.getOpenFileName(self, tr("Choose a run"), folder, tr("Outpace sessions (*.outpace)"))
        if found:
            self.set_session(Path(found))

    def _choose(self) -> None:
        folder = self._store.text("import folder")
        found, _ = QFileDialog.getOpenFileNames(self, tr("Logs of power meters"), folder, tr(FILTER))
        if found:
            self._store.put("import folder", str(Path(found[0]).parent))
            self.add([Path(path) for path in found])

    def _remove(self) -> None:
        row = max(self.table.currentRow(), 0)
        self.table.removeRow(row)
        del self._logs[row]
        self._check()

    def _compose(self, about: QLabel) -> None:
        run = QHBoxLayout()
        run.addWidget(self._run, 1)
        run.addWidget(self.run_button)
        beside = QHBoxLayout()
        beside.addWidget(self.add_button)
        beside.addWidget(self.remove_button)
        beside.addStretch()
        header = self.table.horizontalHeader()
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(LOG, QHeaderView.ResizeMode.Stretch)
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
        inside.addLayout(beside)
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

    def _done(self, imported_session: object) -> None:
        self.imported_session = imported_session if isinstance(imported_session, ImportedSession) else None
        self.accept()
