"""Results from elsewhere, as the window takes them in: what was typed about each file, and the work off its thread."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from app.imports.columns import layout_of
from app.imports.errors import ImportedFileError
from app.imports.figures import number_of, start_of
from app.imports.importing import Kind, import_results, kind_of
from app.imports.joined_session import Told
from app.imports.joining import join_sessions
from app.imports.meter import MeterColumns
from app.imports.request import FileToImport, ImportRequest
from app.imports.storage import READERS, outstanding_of
from app.imports.totals import Order, read_totals, window_of
from app.session.paths import default_session_path
from app.ui.texts import marked, tr

ORDERS: tuple[tuple[str, Order | None], ...] = (
    (marked("As the files tell"), None),
    (marked("Together"), "together"),
    (marked("Alternating"), "alternating"),
    (marked("One at a time"), "one at a time"),
)
FILTER = marked("Results (*.csv *.tsv *.toml *.txt *.log);;All files (*)")
LONGEST_TITLE = 80
MOST_OFFSET_S = 1e8
MOST_RUN = 1000
_OPTIONS = re.compile(r" \(--[^)]*\)")


@dataclass(frozen=True, slots=True)
class Made:
    """A session that was made, and what its reader must be warned of."""

    session: Path
    warnings: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class FoundFile:
    """A file that can be taken in. systems: that it names itself. columns: of a power meter's table."""

    path: Path
    kind: Kind
    systems: tuple[str, ...] = ()
    columns: tuple[str, ...] = ()

    @property
    def of_storage(self) -> bool:
        """Whether it is a storage exerciser's output, whose depth may have to be told."""
        return self.kind in READERS


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
    if kind == "totals":
        return FoundFile(path, kind, systems=read_totals(path).systems)
    if kind == "power meter":
        return FoundFile(path, kind, columns=layout_of(path).header)
    return FoundFile(path, kind)


def request_of(
    files: Sequence[TypedFile], *, title: str, baseline: str, order: Order | None, window: str
) -> ImportRequest:
    """The request. Raises ImportedFileError that names the file and the field."""
    return ImportRequest(
        tuple(_file(typed) for typed in files),
        title=title.strip()[:LONGEST_TITLE],
        baseline=baseline.strip(),
        order=order,
        window=window_of(window) if window.strip() else None,
    )


def imported(request: ImportRequest, told: Callable[[str], None]) -> Made:
    """Makes the session in the folder of sessions. Raises ImportedFileError, SessionError, OSError."""
    session = default_session_path(request.title or request.files[0].path.stem, datetime.now().astimezone())
    return Made(session, import_results(request, session, told))


def joined(sessions: Sequence[Path], title: str, told: Told) -> Made:
    """Makes one session of several. Raises ImportedFileError, SessionError, OSError, and what `told` raises."""
    session = default_session_path(title.strip() or "joined", datetime.now().astimezone())
    return Made(session, join_sessions(sessions, session, title=title.strip()[:LONGEST_TITLE], told=told))


def without_options(text: str) -> str:
    """A text without the hints that are for the command line: "(--start tells it)"."""
    return _OPTIONS.sub("", text)


def _file(typed: TypedFile) -> FileToImport:
    path = typed.found.path
    if typed.found.kind == "totals":
        return FileToImport(path)
    if not typed.system.strip():
        raise ImportedFileError(
            tr("{name}: which system is it of? Type its name into the column System.").format(name=path.name)
        )
    run = typed.run.strip()
    if not run.isdecimal() or not 1 <= int(run) <= MOST_RUN:
        raise ImportedFileError(
            tr('{name}: run "{run}": a whole number from 1 to {most_run}').format(
                name=path.name, run=run, most_run=MOST_RUN
            )
        )
    try:
        start = start_of(typed.start.strip()) if typed.start.strip() else None
    except ImportedFileError as error:
        raise ImportedFileError(f"{path.name}: {error}") from None
    return FileToImport(
        path,
        system=typed.system.strip(),
        run=int(run),
        offset_s=_offset(path, typed.offset.strip()),
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
            tr('{name}: "{text}" outstanding: threads x outstanding of each, such as 2x1').format(
                name=path.name, text=text
            )
        ) from None


def _offset(path: Path, text: str) -> float:
    if not text:
        return 0.0
    try:
        value = number_of(text)
    except ValueError:
        value = float("nan")
    if not abs(value) < MOST_OFFSET_S:
        raise ImportedFileError(
            tr('{name}: clock offset "{text}": seconds, such as -2.5').format(name=path.name, text=text)
        )
    return value
