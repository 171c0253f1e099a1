# SPDX-License-Identifier: Apache-2.0
"""Dialog for importing external files into a session, with the system and load start of each file.

The import runs in the background.
"""

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QFormLayout,
    QLineEdit,
    QVBoxLayout,
    QWidget,
)

from app.imports.formats import POWER_METER, TOTALS
from app.imports.import_request import FileToImport, ImportRequest
from app.imports.manifest import figure_line, is_manifest, manifest_text, read_manifest
from app.imports.placing import stem_of
from app.imports.source import ImportedFileError
from app.imports.totals import Order
from app.session.session_error import SessionError
from app.ui.importing.counter_choice import ComparedCounters, counters_of
from app.ui.importing.file_table import FILE, FileTable, columns_tip
from app.ui.importing.imported_session import ImportedSession, imported
from app.ui.importing.typed_file import FoundFile, TypedFile, found_file, request_of, typed_texts, without_options
from app.ui.window.background import Underway
from app.ui.window.help_window import offer_help
from app.ui.window.state import StateStore
from app.ui.workbench.localised_figures import error_text
from widgets.translation import marked, tr

ORDERS: tuple[tuple[str, Order | None], ...] = (
    (marked("From the files"), None),
    (marked("Together"), "together"),
    (marked("Alternating"), "alternating"),
    (marked("One at a time"), "one at a time"),
)
COLUMNS = (
    marked("File"),
    marked("Type"),
    marked("System"),
    marked("Repeat"),
    marked("Target"),
    marked("Users"),
    marked("Clock offset, s"),
    marked("Load began"),
    marked("Time column"),
    marked("Watts columns"),
    marked("Outstanding"),
    marked("Decimal sign"),
)
KIND, SYSTEM, RUN, TARGET, USERS, OFFSET, START, TIME, WATTS, OUTSTANDING, DECIMAL = range(FILE + 1, len(COLUMNS))
TIPS = {
    SYSTEM: marked("The system these results belong to; empty: named like the file. Totals name theirs themselves"),
    RUN: marked("Number of the repeat in this file, from 1"),
    TARGET: marked("The virtual machine, server or database of the system; of a power meter the part that it feeds"),
    USERS: marked("Load level of this file, for a sweep of users"),
    OFFSET: marked("Seconds added to the file's clock to get the true time, such as -2.5"),
    START: marked(
        "Start of the load: a date and time, a time of day, or seconds after the first row; empty: the first row"
    ),
    TIME: marked("Power meter: the time column, or date and time as Date+Time; empty: found by name"),
    WATTS: marked("Power meter: the watts column, or several as One+Other to add them; empty: found by name"),
    OUTSTANDING: marked("Storage: threads x outstanding I/Os per thread, such as 2x1, if the output does not say"),
    DECIMAL: marked("A comma or a point, where the numbers can be read in two ways (5,500); empty: as the file tells"),
}
HEIGHT = 190
KINDS = (marked("SQLIO output"), marked("diskspd text"), marked("diskspd XML"), marked("fio JSON"))
"""File types that no other list contains."""
FIRST_NAMED = marked("From the files, otherwise the first system")


class ImportDialog(QDialog):
    """Dialog that sets `imported_session` before it emits `finished(1)`."""

    def __init__(self, files: Sequence[Path], store: StateStore, parent: QWidget | None = None) -> None:
        """Create the dialog with these files."""
        super().__init__(parent)
        self.setWindowTitle(tr("Import Results"))
        self._files: list[FoundFile] = []
        self._base = ImportRequest(())
        self.imported_session: ImportedSession | None = None
        self.table = FileTable(
            [tr(title) for title in COLUMNS], store, name=tr("Files to import"), add=tr("&Add Files…"), height=HEIGHT
        )
        self.table.typed.connect(self._check)
        self.table.added.connect(self.add)
        self.table.removed.connect(self._remove)
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
        self.work = Underway(wording=without_options)
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        offer_help(self.buttons, "import")
        self.import_button = self.buttons.addButton(tr("Import"), QDialogButtonBox.ButtonRole.ActionRole)
        self.import_button.setObjectName("primary")
        self.import_button.setDefault(True)
        self.import_button.clicked.connect(self.begin)
        self.save_button = self.buttons.addButton(tr("Save Manifest…"), QDialogButtonBox.ButtonRole.ActionRole)
        self.save_button.setToolTip(tr("Keep all of this in a TOML file, to be edited and imported again"))
        self.save_button.setAutoDefault(False)
        self.save_button.clicked.connect(self._choose_manifest)
        self.buttons.rejected.connect(self.reject)
        self._compose()
        self.work.begun.connect(self._show_busy)
        self.work.over.connect(self._show_busy)
        self.work.done.connect(self._show_result)
        self.add(files)

    @property
    def problem(self) -> str:
        """Error message or hint about missing input; "" if absent."""
        return self.work.text

    def add(self, paths: Sequence[Path]) -> None:
        """Add files; show an error for those that cannot be used."""
        wrong = []
        for path in paths:
            if any(file.path == path for file in self._files):
                continue
            try:
                if path.suffix.lower() == ".toml" and is_manifest(path):
                    self._open_manifest(path)
                else:
                    self._append(found_file(path))
            except (ImportedFileError, SessionError) as error:
                wrong.append(error_text(error))
            except OSError as error:
                wrong.append(f"{path}: {error.strerror or error}")
        self._check()
        if wrong:
            self.work.say("\n".join(wrong))

    def begin(self) -> None:
        """Create the session in the background."""
        try:
            request = self._request()
        except ImportedFileError as error:
            self.work.say(error_text(error))
            return
        self.work.begin(lambda progress: imported(request, progress))

    def save_manifest(self, path: Path) -> None:
        """Save the dialog's entries as a manifest."""
        try:
            path.write_text(manifest_text(self._request(), path.parent), encoding="utf-8")
        except ImportedFileError as error:
            self.work.say(error_text(error))
        except OSError as error:
            self.work.say(f"{path}: {error.strerror or error}")

    def _request(self) -> ImportRequest:
        return request_of(
            [TypedFile(file, *self.table.texts(row)[SYSTEM:]) for row, file in enumerate(self._files)],
            self._base,
            title=self.title.text(),
            baseline=self.baseline.currentData() or "",
            order=self.order.currentData(),
            window=self.window_.text(),
            figures=self.counters.lines,
        )

    def _choose_manifest(self) -> None:
        folder = str(self._files[0].path.parent / "manifest.toml") if self._files else ""
        chosen, _ = QFileDialog.getSaveFileName(self, tr("Save Manifest"), folder, tr("Manifests (*.toml)"))
        if chosen:
            self.save_manifest(Path(chosen))

    def _open_manifest(self, path: Path) -> None:
        """Fill in the dialog from a manifest."""
        request = read_manifest(path)
        for file in request.files:
            self._append(found_file(file.path), typed_texts(file))
        self._base = request
        self.title.setText(request.title)
        self.order.setCurrentIndex(max(self.order.findData(request.order), 0))
        self.window_.setText("" if request.window is None else "{:g}-{:g}".format(*request.window))
        self.counters.text.setPlainText("\n".join(map(figure_line, request.figures)))
        self._check()
        self.baseline.setCurrentIndex(max(self.baseline.findData(request.baseline), 0))

    def choose_counters(self) -> None:
        """Read the logs' counters in the background, then ask which counters to compare."""
        files = [FileToImport(file.path) for file in self._files if file.of_counters]
        self.work.begin(lambda _progress: counters_of(files))

    def reject(self) -> None:
        """Close immediately. Work in progress stops shortly afterwards and leaves no session behind."""
        self.work.stop()
        super().reject()

    def _append(self, found: FoundFile, known: Sequence[str] = ()) -> None:
        """Append a file; `known` contains its values from a manifest in column order, starting with the system."""
        totals, meter = found.kind == TOTALS, found.kind == POWER_METER
        tips = {number: tr(tip) for number, tip in TIPS.items()}
        fixed = {KIND}
        if totals:
            fixed |= set(range(len(COLUMNS)))
        if not found.of_storage:
            fixed.add(OUTSTANDING)
        fixed = fixed - {DECIMAL} if found.of_decimals else fixed | {DECIMAL}
        for column in (TIME, WATTS):
            if meter:
                tips[column] = columns_tip(tips[column], found.columns)
            else:
                fixed.add(column)
        texts = [tr(found.kind), ", ".join(found.systems), *[""] * (len(COLUMNS) - 3)]
        if known:
            texts[1:] = known if not totals else [*texts[1:-1], known[-1]]
        self._files.append(found)
        self.table.append(found.path, texts, [tips.get(column, "") for column in range(KIND, len(COLUMNS))], fixed)

    def _check(self) -> None:
        systems: dict[str, None] = {}
        for row, file in enumerate(self._files):
            systems.update(dict.fromkeys(file.systems or (self.table.text(row, SYSTEM) or stem_of(file.path),)))
        chosen = self.baseline.currentData()
        if [self.baseline.itemData(index) for index in range(1, self.baseline.count())] != list(systems):
            self.baseline.clear()
            self.baseline.addItem(tr(FIRST_NAMED), "")
            for name in systems:
                self.baseline.addItem(name, name)
            self.baseline.setCurrentIndex(max(self.baseline.findData(chosen), 0))
        self.import_button.setEnabled(bool(self._files) and not self.work.busy)
        self.save_button.setEnabled(bool(self._files) and not self.work.busy)
        meters = any(file.kind == POWER_METER for file in self._files)
        self.counters.button.setEnabled(any(file.of_counters for file in self._files))
        for column in (TIME, WATTS):
            self.table.cells.setColumnHidden(column, not meters)
        self.table.cells.setColumnHidden(DECIMAL, not any(file.of_decimals for file in self._files))
        self.table.cells.setColumnHidden(OUTSTANDING, not any(file.of_storage for file in self._files))
        self.work.hint(
            "" if self._files else tr("Add run totals, outputs of benchmarks, counter logs or power meter logs.")
        )

    def _remove(self, row: int) -> None:
        del self._files[row]
        self._check()

    def _compose(self) -> None:
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
        inside.addLayout(form)
        column = QVBoxLayout(self)
        column.setSpacing(12)
        column.addWidget(self._inputs, 1)
        column.addWidget(self.work)
        column.addWidget(self.buttons)
        self.setMinimumWidth(940)

    def _show_busy(self) -> None:
        busy = self.work.busy
        self._inputs.setEnabled(not busy)
        self.import_button.setEnabled(not busy)

    def _show_result(self, found: object) -> None:
        """Show the imported session, or the counters found in the logs."""
        if not isinstance(found, ImportedSession):
            self.counters.ask([str(path) for path in found] if isinstance(found, list) else [])
        elif self.work.stopping:
            found.session.unlink(missing_ok=True)
        else:
            self.imported_session = found
            self.accept()
