"""What a report is to be made of, and the making of it, off the window's thread."""

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from app.report.writing import Outputs, write_reports
from app.session.errors import SessionError
from app.ui.background import Task
from app.ui.texts import marked

FORMATS: tuple[tuple[str, str, str], ...] = (
    ("html", marked("Web page (HTML)"), marked("One file that any browser opens, without anything from elsewhere")),
    ("pdf", marked("Document (PDF)"), marked("For printing and sending")),
    ("xlsx", marked("Workbook (XLSX)"), marked("Every figure, with charts and the raw data")),
    ("png", marked("Picture of the first page (PNG)"), marked("For slides and chats")),
)
"""Of a report: the ending of its file, its name, and what it is for."""


class ReportCancelledError(Exception):
    """The person wants no report after all."""


@dataclass(frozen=True, slots=True)
class ReportRequest:
    """sessions: in their order. outputs: where each format goes. anonymous: without the systems' names."""

    sessions: tuple[Path, ...]
    outputs: Outputs
    anonymous: bool = False


def report_paths(folder: Path, name: str, endings: Sequence[str]) -> Outputs:
    """Where a report goes: all its formats have one name, with a number where a file of that name is there."""
    stem, number = name, 2
    while any((folder / f"{stem}.{ending}").exists() for ending in endings):
        stem, number = f"{name}-{number}", number + 1
    wanted = {ending: folder / f"{stem}.{ending}" for ending in endings}
    return Outputs(**{field.name: wanted.get(field.name) for field in fields(Outputs)})


class ReportWriting(QObject):
    """One report being written. told: what is being done, and how many parts of how many are done.

    Exactly one of done (the paths), failed (a text for a person) and cancelled is sent.
    """

    told = Signal(str, int, int)
    done = Signal(object)
    failed = Signal(str)
    cancelled = Signal()

    def __init__(self, request: ReportRequest, parent: QObject, write: Callable[..., None] = write_reports) -> None:
        """write: app.report.writing.write_reports."""
        super().__init__(parent)
        self._request = request
        self._write = write
        self._unwanted = threading.Event()
        task = Task(self._work, (SessionError, OSError, ReportCancelledError), self)
        task.done.connect(self.done)
        task.failed.connect(self._fail)
        task.start()

    def cancel(self) -> None:
        """Asks for an end after the part that is being written; what was written is taken away again."""
        self._unwanted.set()

    def _work(self) -> tuple[Path, ...]:
        paths = self._request.outputs.paths
        begun = [path for path in paths if not path.exists()]
        try:
            self._write(
                self._request.sessions,
                self._request.outputs,
                anonymous=self._request.anonymous,
                progress=self._progress,
            )
        except ReportCancelledError:
            for path in begun:
                path.unlink(missing_ok=True)
            raise
        except OSError as error:
            raise SessionError(f"{error.filename or 'The report'}: {error.strerror or error}") from error
        return tuple(paths)

    def _progress(self, text: str, done: int, total: int) -> None:
        if self._unwanted.is_set() and done < total:
            raise ReportCancelledError
        self.told.emit(text, done, total)

    def _fail(self, text: str) -> None:
        if self._unwanted.is_set():
            self.cancelled.emit()
        else:
            self.failed.emit(text)
