"""The formats that a session's figures can be written in."""

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class ExportFormat:
    """suffix: of the file, or of the folder's name. folder: it writes several files into a folder."""

    key: str
    title: str
    about: str
    suffix: str
    folder: bool = False


FORMATS = (
    ExportFormat("json", "Results (JSON)", "The results of each system in one JSON object.", ".json"),
    ExportFormat("csv", "Samples (CSV)", "Every sample, one a line, in a folder.", "-csv", folder=True),
    ExportFormat("pdh", "Performance Monitor log (PDH-CSV)", "A log that Performance Monitor opens.", ".csv"),
)


@dataclass(frozen=True, slots=True)
class ExportRequest:
    """What to write, and where."""

    session: Path
    format: ExportFormat
    target: Path


def export(request: ExportRequest) -> None:
    """Writes a session's figures. Raises SessionError or OSError."""
    raise OSError(request.target)
