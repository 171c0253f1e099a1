"""Asks which files from elsewhere become a session, whose each is, and when in them the load began; the work is done
off the window's thread."""

import re
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
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
    QProgressBar,
    QPushButton,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from app.imports.counter_figure import figures_of
from app.imports.field_values import number_of, start_of
from app.imports.formats import POWER_METER, TOTALS, kind_of, log_format, storage_reader
from app.imports.import_request import FileToImport, ImportRequest
from app.imports.imported_session import import_results
from app.imports.joining.combined_session import ShareDone
from app.imports.joining.join import join_sessions
from app.imports.meter import MeterColumns
from app.imports.source import ImportCancelledError, ImportedFileError, layout_of
from app.imports.storage_outputs import outstanding_of
from app.imports.totals import Order, read_totals, window_of
from app.model.messages import Message, Sentence
from app.session.paths import default_session_path
from app.session.session_error import SessionError
from app.ui.importing.counter_choice import ComparedCounters
from app.ui.window.background import Task
from app.ui.window.help_window import offer_help
from app.ui.window.state import StateStore
from app.ui.workbench.localised_figures import error_text, message_text
from widgets.translation import marked, tr

ORDERS: tuple[tuple[str, Order | None], ...] = (
    (marked("From the files"), None),
    (marked("Together"), "together"),
    (marked("Alternating"), "alternating"),
    (marked("One at a time"), "one at a time"),
)
FILTER = marked("Results (*.csv *.tsv *.toml *.txt *.log *.log.* *.json *.xml *.out);;All files (*)")
LONGEST_TITLE = 80
MOST_OFFSET_S = 1e8
MOST_RUN = 1000
_OPTIONS = re.compile(r" \(--[^)]*\)")


@dataclass(frozen=True, slots=True)
class ImportedSession:
    """A session that was made, and what its reader must be warned of."""

    session: Path
    warnings: tuple[Message, ...]


@dataclass(frozen=True, slots=True)
class FoundFile:
    """A file that can be taken in. systems: that it names itself. columns: of a power meter's table."""

    path: Path
    kind: str
    systems: tuple[str, ...] = ()
    columns: tuple[str, ...] = ()

    @property
    def of_storage(self) -> bool:
        """Whether it is a storage exerciser's output, whose depth may have to be told."""
        return storage_reader(self.kind) is not None

    @property
    def of_counters(self) -> bool:
        """Whether it is a log, whose counters can be compared."""
        return log_format(self.kind) is not None


@dataclass(frozen=True, slots=True)
class TypedFile:
    """What a person typed about one file, as it stands in the fields."""

    found: FoundFile
    system: str = ""
    run: str = "1"
    offset: str = ""
    start: str = ""
    time_column: str = ""
    watts_column: str = ""
    outstanding: str = ""


def found_file(path: Path) -> FoundFile:
    """Looks what a file is. Raises ImportedFileError, OSError."""
    kind = kind_of(path)
    if kind == TOTALS:
        return FoundFile(path, kind, systems=read_totals(path).systems)
    if kind == POWER_METER:
        return FoundFile(path, kind, columns=layout_of(path).header)
    return FoundFile(path, kind)


def request_of(
    files: Sequence[TypedFile],
    *,
    title: str,
    baseline: str,
    order: Order | None,
    window: str,
    figures: Sequence[str] = (),
) -> ImportRequest:
    """The request. Raises ImportedFileError that names the file and the field."""
    return ImportRequest(
        tuple(_file(typed) for typed in files),
        title=title.strip()[:LONGEST_TITLE],
        baseline=baseline.strip(),
        order=order,
        window=window_of(window) if window.strip() else None,
        figures=figures_of([text for text in figures if text.strip()]),
    )


def counters_of(files: Sequence[FileToImport]) -> list[str]:
    """The paths of the counters that these logs have, sorted. Raises ImportedFileError, OSError."""
    found: dict[str, None] = {}
    for file in files:
        form = log_format(kind_of(file.path))
        log = form.open(file, True) if form is not None else None
        found.update((one.path, None) for one in (log.series if log is not None else ()))
    return sorted(found)


def imported(request: ImportRequest, progress: Callable[[Sentence], None]) -> ImportedSession:
    """Makes the session in the folder of sessions. Raises ImportedFileError, SessionError, OSError."""
    session = default_session_path(request.title or request.files[0].path.stem, datetime.now().astimezone())
    return ImportedSession(session, import_results(request, session, progress))


def joined(sessions: Sequence[Path], title: str, progress: ShareDone) -> ImportedSession:
    """Makes one session of several. Raises ImportedFileError, SessionError, OSError, and what `told` raises."""
    session = default_session_path(title.strip() or "joined", datetime.now().astimezone())
    return ImportedSession(
        session, join_sessions(sessions, session, title=title.strip()[:LONGEST_TITLE], progress=progress)
    )


def without_options(text: str) -> str:
    """A text without the hints that are for the command line: "(--start tells it)"."""
    return _OPTIONS.sub("", text)


def _file(typed: TypedFile) -> FileToImport:
    path = typed.found.path
    if typed.found.kind == "totals":
        return FileToImport(path)
    if not typed.system.strip():
        raise ImportedFileError(
            "{name}: which system does it belong to? Type its name into the System column.", name=path.name
        )
    run = typed.run.strip()
    if not run.isdecimal() or not 1 <= int(run) <= MOST_RUN:
        raise ImportedFileError(
            '{name}: run "{run}": a whole number from 1 to {most_run}', name=path.name, run=run, most_run=MOST_RUN
        )
    try:
        start = start_of(typed.start.strip()) if typed.start.strip() else None
    except ImportedFileError as error:
        raise ImportedFileError("{file}: {reason}", file=path.name, reason=error) from None
    return FileToImport(
        path,
        system=typed.system.strip(),
        run=int(run),
        offset_s=offset_of(path, typed.offset.strip()),
        start=start,
        outstanding=_outstanding(path, typed.outstanding.strip()),
        columns=MeterColumns(typed.time_column.strip(), typed.watts_column.strip()),
    )


def _outstanding(path: Path, text: str) -> tuple[int, int] | None:
    if not text:
        return None
    try:
        return outstanding_of(text)
    except ImportedFileError:
        raise ImportedFileError(
            '{name}: "{text}" outstanding: threads x outstanding I/Os per thread, such as 2x1',
            name=path.name,
            text=text,
        ) from None


def offset_of(path: Path, text: str) -> float:
    """Seconds that a person typed. Raises ImportedFileError."""
    if not text:
        return 0.0
    try:
        value = number_of(text)
    except ValueError:
        value = float("nan")
    if not abs(value) < MOST_OFFSET_S:
        raise ImportedFileError('{name}: clock offset "{text}": seconds, such as -2.5', name=path.name, text=text)
    return value


COLUMNS = (
    *(
        marked("File"),
        marked("Type"),
        marked("System"),
        marked("Repeat"),
        marked("Clock offset, s"),
        marked("Load began"),
        marked("Time column"),
        marked("Watts columns"),
    ),
    marked("Outstanding"),
)
FILE, KIND, SYSTEM, RUN, OFFSET, START, TIME, WATTS, OUTSTANDING = range(len(COLUMNS))
TIPS = {
    SYSTEM: marked("The system these results belong to; totals name their systems themselves"),
    RUN: marked("Number of the repeat in this file, from 1"),
    OFFSET: marked("Seconds added to the file's clock to get the true time, such as -2.5"),
    START: marked(
        "Start of the load: a date and time, a time of day, or seconds after the first row; empty: the first row"
    ),
    TIME: marked("Power meter: the time column, or date and time as Date+Time; empty: found by name"),
    WATTS: marked("Power meter: the watts column, or several as One+Other to add them; empty: found by name"),
    OUTSTANDING: marked("Storage: threads x outstanding I/Os per thread, such as 2x1, if the output does not say"),
}
HEIGHT = 190
FIRST_NAMED = marked("From the files, otherwise the first system")


class ImportDialog(QDialog):
    """`finished(1)` comes when the session is made; `imported_session` is that one."""

    def __init__(self, files: Sequence[Path], store: StateStore, parent: QWidget | None = None) -> None:
        """files: those that are in it at first."""
        super().__init__(parent)
        self.setWindowTitle(tr("Import Results"))
        self._store = store
        self._files: list[FoundFile] = []
        self._busy = False
        self.imported_session: ImportedSession | None = None
        self.table = QTableWidget(0, len(COLUMNS))
        self.table.setAccessibleName(tr("Files to import"))
        self.table.setHorizontalHeaderLabels([tr(title) for title in COLUMNS])
        self.table.verticalHeader().hide()
        self.table.setMinimumHeight(HEIGHT)
        self.table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.table.setTabKeyNavigation(False)
        self.table.setWordWrap(False)
        self.table.itemChanged.connect(lambda _item: self._check())
        self.add_button, self.remove_button = QPushButton(tr("&Add Files…")), QPushButton(tr("&Remove"))
        for button, do in ((self.add_button, self._choose), (self.remove_button, self._remove)):
            button.setAutoDefault(False)
            button.clicked.connect(do)
        self.title = QLineEdit()
        self.title.setPlaceholderText(tr("from the files, otherwise “Imported results”"))
        self.baseline = QComboBox()
        self.baseline.addItem(tr(FIRST_NAMED), "")
        self.order = QComboBox()
        for label, order in ORDERS:
            self.order.addItem(tr(label), order)
        self.window_ = QLineEdit()
        self.window_.setPlaceholderText(tr("the whole run, or seconds of it such as 480-600"))
        self.counters = ComparedCounters(self.choose_counters)
        self._cancelled = threading.Event()
        self._message = QLabel()
        self._message.setObjectName("problem")
        self._message.setWordWrap(True)
        self._message.setTextFormat(Qt.TextFormat.PlainText)
        self._bar = QProgressBar()
        self._bar.setRange(0, 0)
        self._bar.setTextVisible(False)
        self._step = QLabel()
        self._step.setObjectName("dim")
        self._step.setTextFormat(Qt.TextFormat.PlainText)
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        offer_help(self.buttons, "import")
        self.import_button = self.buttons.addButton(tr("Import"), QDialogButtonBox.ButtonRole.ActionRole)
        self.import_button.setObjectName("primary")
        self.import_button.setDefault(True)
        self.import_button.clicked.connect(self.begin)
        self.buttons.rejected.connect(self.reject)
        self._compose()
        self._show_busy(False)
        self.add(files)

    @property
    def problem(self) -> str:
        """What went wrong, or what is missing; "" where nothing is."""
        return self._message.text()

    def add(self, paths: Sequence[Path]) -> None:
        """Takes in files; of those that can't be taken it says why."""
        wrong = []
        for path in paths:
            if any(file.path == path for file in self._files):
                continue
            try:
                self._append(found_file(path))
            except (ImportedFileError, SessionError) as error:
                wrong.append(error_text(error))
            except OSError as error:
                wrong.append(f"{path}: {error.strerror or error}")
        self._check()
        if wrong:
            self._say("\n".join(wrong))

    def set_text(self, row: int, column: int, text: str) -> None:
        """Types a text into the table."""
        item = self.table.item(row, column)
        if item is not None:
            item.setText(text)

    def begin(self) -> None:
        """Makes the session, off the window's thread."""
        self._say("")
        try:
            request = request_of(
                [self._typed(row) for row in range(len(self._files))],
                title=self.title.text(),
                baseline=self.baseline.currentData() or "",
                order=self.order.currentData(),
                window=self.window_.text(),
                figures=self.counters.lines,
            )
        except ImportedFileError as error:
            self._say(error_text(error))
            return
        self._show_busy(True)
        cancelled = self._cancelled

        def progress(what: Sentence) -> None:
            if cancelled.is_set():
                raise ImportCancelledError("Cancelled.")
            task.progress(what)

        task: Task = Task(lambda: imported(request, progress), (ImportedFileError, SessionError, OSError), self)
        task.progressed.connect(lambda what: self._step.setText(message_text(what)))
        task.done.connect(self._done)
        task.failed.connect(self._failed)
        task.start()

    def choose_counters(self) -> None:
        """Reads which counters the logs have, off the window's thread, and asks which are compared."""
        self._say("")
        files = [FileToImport(file.path) for file in self._files if file.of_counters]
        self._show_busy(True)
        task = Task(lambda: counters_of(files), (ImportedFileError, OSError), self)
        task.done.connect(self._ask_counters)
        task.failed.connect(self._failed)
        task.start()

    def reject(self) -> None:
        """What is being made ends by itself a moment later, and leaves no session."""
        self._cancelled.set()
        super().reject()

    def _ask_counters(self, found: object) -> None:
        self._show_busy(False)
        self.counters.ask([str(path) for path in found] if isinstance(found, list) else [])

    def _append(self, found: FoundFile) -> None:
        row = len(self._files)
        self._files.append(found)
        self.table.blockSignals(True)
        self.table.insertRow(row)
        totals, meter = found.kind == TOTALS, found.kind == POWER_METER
        texts = [found.path.name, found.kind, ", ".join(found.systems), "" if totals else "1", *[""] * 5]
        for column, text in enumerate(texts):
            item = QTableWidgetItem(text)
            item.setToolTip(str(found.path) if column == FILE else tr(TIPS[column]) if column in TIPS else "")
            fixed = column in (FILE, KIND) or totals or (column in (TIME, WATTS) and not meter)
            fixed = fixed or (column == OUTSTANDING and not found.of_storage)
            if fixed:
                item.setFlags(item.flags() & ~Qt.ItemFlag.ItemIsEditable)
            if column in (TIME, WATTS) and meter:
                item.setToolTip(
                    tr("{tip}. Columns: {columns}").format(tip=tr(TIPS[column]), columns=", ".join(found.columns))
                )
            self.table.setItem(row, column, item)
        self.table.blockSignals(False)

    def _text(self, row: int, column: int) -> str:
        item = self.table.item(row, column)
        return item.text().strip() if item is not None else ""

    def _typed(self, row: int) -> TypedFile:
        texts = [self._text(row, column) for column in range(len(COLUMNS))]
        return TypedFile(self._files[row], *texts[SYSTEM:])

    def _check(self) -> None:
        systems: dict[str, None] = {}
        for row, file in enumerate(self._files):
            own = file.systems or (self._text(row, SYSTEM),)
            systems.update(dict.fromkeys(name for name in own if name))
        chosen = self.baseline.currentData()
        if [self.baseline.itemData(index) for index in range(1, self.baseline.count())] != list(systems):
            self.baseline.clear()
            self.baseline.addItem(tr(FIRST_NAMED), "")
            for name in systems:
                self.baseline.addItem(name, name)
            self.baseline.setCurrentIndex(max(self.baseline.findData(chosen), 0))
        self.import_button.setEnabled(bool(self._files) and not self._busy)
        self.remove_button.setEnabled(bool(self._files))
        meters = any(file.kind == POWER_METER for file in self._files)
        self.counters.button.setEnabled(any(file.of_counters for file in self._files))
        for column in (TIME, WATTS):
            self.table.setColumnHidden(column, not meters)
        self.table.setColumnHidden(OUTSTANDING, not any(file.of_storage for file in self._files))
        hint = "" if self._files else tr("Add run totals, outputs of benchmarks, counter logs or power meter logs.")
        self._say(hint, "dim")

    def _choose(self) -> None:
        folder = self._store.text("import folder")
        found, _ = QFileDialog.getOpenFileNames(self, tr("Results to import"), folder, tr(FILTER))
        if found:
            self._store.put("import folder", str(Path(found[0]).parent))
            self.add([Path(path) for path in found])

    def _remove(self) -> None:
        row = max(self.table.currentRow(), 0)
        self.table.removeRow(row)
        del self._files[row]
        self._check()

    def _compose(self) -> None:
        beside = QHBoxLayout()
        beside.addWidget(self.add_button)
        beside.addWidget(self.remove_button)
        beside.addStretch()
        header = self.table.horizontalHeader()
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(FILE, QHeaderView.ResizeMode.Stretch)
        self._inputs = QWidget()
        form = QFormLayout()
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        form.addRow(tr("Title"), self.title)
        form.addRow(tr("Baseline"), self.baseline)
        form.addRow(tr("How they ran"), self.order)
        form.addRow(tr("Window"), self.window_)
        form.addRow(tr("Compared counters"), self.counters)
        inside = QVBoxLayout(self._inputs)
        inside.setContentsMargins(0, 0, 0, 0)
        inside.setSpacing(10)
        inside.addWidget(self.table, 1)
        inside.addLayout(beside)
        inside.addLayout(form)
        column = QVBoxLayout(self)
        column.setSpacing(12)
        column.addWidget(self._inputs, 1)
        for widget in (self._message, self._step, self._bar, self.buttons):
            column.addWidget(widget)
        self.setMinimumWidth(860)

    def _show_busy(self, busy: bool) -> None:
        self._busy = busy
        self._inputs.setEnabled(not busy)
        self._bar.setVisible(busy)
        self._step.setVisible(busy)
        self.import_button.setEnabled(not busy)

    def _say(self, text: str, name: str = "problem") -> None:
        if self._message.objectName() != name:
            self._message.setObjectName(name)
            self._message.style().unpolish(self._message)
            self._message.style().polish(self._message)
        self._message.setText(text)
        self._message.setVisible(bool(text))

    def _done(self, imported_session: object) -> None:
        self._busy = False
        made = imported_session if isinstance(imported_session, ImportedSession) else None
        if made is not None and self._cancelled.is_set():
            made.session.unlink(missing_ok=True)
            return
        self.imported_session = made
        self.accept()

    def _failed(self, text: str) -> None:
        self._show_busy(False)
        self._say(without_options(text))
