"""The formats that a session's figures can be written in."""

from dataclasses import dataclass
from pathlib import Path

from app.report.export_csv import export_csv
from app.report.export_json import export_json
from app.report.export_pdh import export_pdh
from app.report.new_file import new_text_file
from app.session.reader import SessionReader
from app.ui.texts import marked


@dataclass(frozen=True, slots=True)
class ExportFormat:
    """suffix: of the file, or of the folder's name. folder: it writes several files into a folder."""

    key: str
    title: str
    about: str
    suffix: str
    folder: bool = False


FORMATS = (
    ExportFormat("json", marked("Results (JSON)"), marked("The results of each system in one JSON object."), ".json"),
    ExportFormat("csv", marked("Samples (CSV)"), marked("Every sample, one a line, in a folder."), "-csv", folder=True),
    ExportFormat(
        "pdh", marked("Performance Monitor log (PDH-CSV)"), marked("A log that Performance Monitor opens."), ".csv"
    ),
)


@dataclass(frozen=True, slots=True)
class ExportRequest:
    """What to write, and where."""

    session: Path
    format: ExportFormat
    target: Path


def export(request: ExportRequest) -> None:
    """Writes a session's figures; an existing file is never overwritten. Raises SessionError or OSError."""
    with SessionReader.open(request.session) as reader:
        if request.format.key == "csv":
            export_csv(reader, request.target)
        elif request.format.key == "pdh":
            export_pdh(reader, request.target)
        else:
            text = export_json(reader)
            with new_text_file(request.target) as file:
                file.write(text)
