# SPDX-License-Identifier: Apache-2.0
"""Export formats for a session's figures, and the dialog that asks for the format and destination."""

from dataclasses import dataclass
from pathlib import Path

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

from app.model.thresholds import Threshold
from app.report.session_export import export_csv, export_json, export_parquet, export_pdh, new_text_file
from app.session.paths import output_folder
from app.session.reader import SessionReader
from widgets.translation import marked, tr


@dataclass(frozen=True, slots=True)
class ExportFormat:
    """An export format.

    Attributes:
        suffix: Suffix of the exported file or folder.
        folder: Whether it consists of several files in a folder.
    """

    key: str
    title: str
    about: str
    suffix: str
    folder: bool = False


FORMATS = (
    ExportFormat("json", marked("Results (JSON)"), marked("All results of each system as one JSON object."), ".json"),
    ExportFormat(
        "csv", marked("Samples (CSV)"), marked("Every sample, one per line, in a folder."), "-csv", folder=True
    ),
    ExportFormat(
        "parquet",
        marked("Samples (Parquet)"),
        marked("The same tables, compact and typed, for pandas and other tools. Needs pyarrow."),
        "-parquet",
        folder=True,
    ),
    ExportFormat(
        "pdh", marked("Performance Monitor log (PDH-CSV)"), marked("A log for Windows Performance Monitor."), ".csv"
    ),
)


@dataclass(frozen=True, slots=True)
class ExportRequest:
    """Parameters of an export.

    Attributes:
        thresholds: Thresholds evaluated for the JSON export, in addition to the scenario's.
    """

    session: Path
    format: ExportFormat
    target: Path
    thresholds: tuple[Threshold, ...] = ()


def export(request: ExportRequest) -> None:
    """Export a session's figures; never overwrites a file. Raises SessionError or OSError."""
    with SessionReader.open(request.session) as reader:
        if request.format.key == "csv":
            export_csv(reader, request.target)
        elif request.format.key == "parquet":
            export_parquet(reader, request.target)
        elif request.format.key == "pdh":
            export_pdh(reader, request.target)
        else:
            text = export_json(reader, request.thresholds)
            with new_text_file(request.target) as file:
                file.write(text)


class ExportDialog(QDialog):
    """Dialog whose result, once accepted, is `request`."""

    def __init__(self, session: Path, folder: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Export"))
        self._session = session
        self._folder = output_folder(session, folder)
        self.formats = QComboBox()
        for entry in FORMATS:
            self.formats.addItem(tr(entry.title), entry)
        self._about = QLabel()
        self._about.setObjectName("dim")
        self._about.setWordWrap(True)
        self.target = QLineEdit()
        self.target.setMinimumWidth(380)
        self.target.setAccessibleName(tr("Write to"))
        choose = QPushButton(tr("Choose…"))
        choose.setAutoDefault(False)
        choose.clicked.connect(self._choose)
        where = QHBoxLayout()
        where.addWidget(self.target, 1)
        where.addWidget(choose)
        reminder = QLabel(
            tr("The licences of some databases restrict publishing benchmark results. Check yours before you publish.")
        )
        reminder.setObjectName("dim")
        reminder.setWordWrap(True)
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        write = self.buttons.addButton(tr("Export"), QDialogButtonBox.ButtonRole.AcceptRole)
        write.setObjectName("primary")
        write.setDefault(True)
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)
        self.target.textChanged.connect(lambda text: write.setEnabled(bool(text.strip())))
        form = QFormLayout()
        form.addRow(tr("Format"), self.formats)
        form.addRow("", self._about)
        form.addRow(tr("Write to"), where)
        column = QVBoxLayout(self)
        column.setSpacing(12)
        column.addLayout(form)
        column.addWidget(reminder)
        column.addWidget(self.buttons)
        self.formats.currentIndexChanged.connect(self._show_format)
        self._show_format()

    @property
    def chosen(self) -> ExportFormat:
        entry: ExportFormat = self.formats.currentData()
        return entry

    @property
    def request(self) -> ExportRequest | None:
        """The chosen export; None without a destination."""
        text = self.target.text().strip()
        return ExportRequest(self._session, self.chosen, Path(text).expanduser()) if text else None

    def _show_format(self) -> None:
        self._about.setText(tr(self.chosen.about))
        path, number = self._folder / f"{self._session.stem}{self.chosen.suffix}", 2
        while path.exists():  # do not suggest an existing file
            path = self._folder / f"{self._session.stem}-{number}{self.chosen.suffix}"
            number += 1
        self.target.setText(str(path))

    def _choose(self) -> None:
        if self.chosen.folder:
            path = QFileDialog.getExistingDirectory(self, tr("A folder for the files"), str(self._folder))
        else:
            path, _ = QFileDialog.getSaveFileName(
                self,
                tr("Export to"),
                self.target.text(),
                f"*{self.chosen.suffix}",
                options=QFileDialog.Option.DontConfirmOverwrite,
            )
        if path:
            self.target.setText(path)
