"""What a person asks for: which files, of which system and run, and where in them the load began."""

from dataclasses import dataclass, field
from pathlib import Path

from app.imports.figures import Moment
from app.imports.meter import MeterColumns
from app.imports.totals import Order


@dataclass(frozen=True, slots=True)
class FileToImport:
    """One file. system: whose log it is; "" where there is one only, and of totals, which name theirs.

    run: the repeat that it is of, from 1. target: the database that it is of; "": the system as a whole.
    offset_s: added to the log's clock to get the true time. start: when the load began, in true time; None: with the
    log's first row. A number is seconds after its first row.
    outstanding: threads, and I/Os of each under way at once, where a storage exerciser's output does not tell them.
    """

    path: Path
    system: str = ""
    run: int = 1
    target: str = ""
    offset_s: float = 0.0
    start: Moment | None = None
    outstanding: tuple[int, int] | None = None
    columns: MeterColumns = field(default_factory=MeterColumns)


@dataclass(frozen=True, slots=True)
class ImportRequest:
    """All files of one comparison. baseline: a system's name; "": the totals', or the system that is named first.

    order: how the systems were run; None: as the totals tell, else one at a time. window: seconds of each run that
    figures of its logs are made of; None: the whole run.
    """

    files: tuple[FileToImport, ...]
    title: str = ""
    baseline: str = ""
    order: Order | None = None
    window: tuple[float, float] | None = None
