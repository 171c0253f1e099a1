# SPDX-License-Identifier: Apache-2.0
"""What a person wants imported: which files, of which system and run, where in them the load began; and so where each
log lies on the time axis, seconds since the load began."""

import datetime
import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from app.imports.counter_figure import CounterFigure
from app.imports.decimal_mark import DecimalMark
from app.imports.field_values import DAY_S, Moment
from app.imports.meter import MeterColumns
from app.imports.source import Log, LogRow, wrong
from app.imports.totals import Order


@dataclass(frozen=True, slots=True)
class FileToImport:
    """One file. system: whose log it is; "" where there is one only, and of totals, which name theirs.

    run: the repeat that it is of, from 1; None: not told. target: the database, virtual machine or server that it is
    of; "": not told, or the system as a whole. part: what a power meter feeds of the system. users: the load level.
    given: the options that were given for this file alone.
    offset_s: added to the log's clock to get the true time. start: when the load began, in true time; None: with the
    log's first row. A number is seconds after its first row.
    outstanding: threads, and I/Os of each under way at once, where a storage exerciser's output does not tell them.
    decimal: the decimal sign of its numbers; None: its numbers tell. counters: patterns of the counters that are
    wanted; empty: all.
    """

    path: Path
    system: str = ""
    run: int | None = None
    target: str = ""
    part: str = ""
    users: float | None = None
    offset_s: float = 0.0
    start: Moment | None = None
    outstanding: tuple[int, int] | None = None
    columns: MeterColumns = field(default_factory=MeterColumns)
    decimal: DecimalMark | None = None
    counters: tuple[str, ...] = ()
    given: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Place:
    """Where a file belongs. target: "" of the system as a whole. label: what tells it from the other files of its run
    that hold the same; "" where there are none. group: the same number for all files of the system that hold the same,
    in all its runs; 0 where none does."""

    system: str
    run: int
    target: str = ""
    label: str = ""
    group: int = 0


@dataclass(frozen=True, slots=True)
class LoadLevel:
    """A level of load within each run's logs. window: its seconds since the load began."""

    users: float
    window: tuple[float, float]


@dataclass(frozen=True, slots=True)
class ImportRequest:
    """All files of one comparison. baseline: a system's name; "": the totals', or the system that is named first.
    systems: names in the order in which a person gave them, as far as they were given; the others follow in that of
    the files.

    order: how the systems were run; None: as the totals tell, else one at a time. window: seconds of each run that
    figures of its logs are made of; None: the whole run. figures: of the logs' counters, compared like totals. facts:
    of the systems, by name. levels: of load, where each run's logs hold several. for_all: the options that
    were given for all files.
    """

    files: tuple[FileToImport, ...]
    title: str = ""
    baseline: str = ""
    order: Order | None = None
    window: tuple[float, float] | None = None
    figures: tuple[CounterFigure, ...] = ()
    facts: Mapping[str, Mapping[str, object]] = field(default_factory=dict)
    levels: tuple[LoadLevel, ...] = ()
    systems: tuple[str, ...] = ()
    for_all: frozenset[str] = frozenset()


LONGEST_DAYS = 60
LONGEST_S = LONGEST_DAYS * DAY_S
FARTHEST_S = 6 * 3600.0
"""A log that begins so long before or after the load has the wrong start."""


@dataclass(frozen=True, slots=True)
class PlacedLog:
    """A log of a run. shift_s: added to its clock to get seconds since the load began. first_s: of its first row."""

    file: FileToImport
    place: Place
    log: Log
    shift_s: float
    first_s: float

    @property
    def system(self) -> str:
        """The system that it is of."""
        return self.place.system

    @property
    def began(self) -> datetime.datetime | None:
        """When the load began, in the log's local time; None where the log has no dates."""
        if self.log.clock != "dated":
            return None
        start_s = self.file.offset_s - self.shift_s
        try:
            return datetime.datetime(1970, 1, 1) + datetime.timedelta(seconds=start_s)  # noqa: DTZ001 - its local time
        except OverflowError:  # an hour beyond the last year that there is
            return None

    @property
    def began_utc(self) -> datetime.datetime | None:
        """The same in UTC; None where the log does not tell its zone."""
        began, bias_min = self.began, self.log.detail.bias_min
        if began is None or bias_min is None:
            return None
        try:
            return began.replace(tzinfo=datetime.UTC) + datetime.timedelta(minutes=bias_min)
        except OverflowError:  # no zone is so far away
            return None

    def rows(self) -> Iterator[tuple[float, LogRow]]:
        """Seconds since the load began, and the row. Raises ImportedFileError for one that is too late."""
        for row in self.log.rows():
            at_s = row.seconds + self.shift_s
            if math.isnan(at_s):
                raise wrong(self.file.path, "this row has no time", line=row.line)
            if at_s > LONGEST_S:
                raise wrong(
                    self.file.path,
                    "this row is {days:,.0f} days after the start of the load; a run lasts {most_days} at most",
                    line=row.line,
                    days=at_s / DAY_S,
                    most_days=LONGEST_DAYS,
                )
            yield at_s, row


def placed(file: FileToImport, place: Place, log: Log, begin_s: float | None = None) -> PlacedLog:
    """The log in its place. begin_s: by its clock, the first row of all logs that its tool wrote together; None: there
    are no others. Raises ImportedFileError where its start can't be, or the log holds no row."""
    if not log.columns:
        return PlacedLog(file, place, log, 0.0, 0.0)
    first = next(iter(log.rows()), None)
    if first is None:
        raise wrong(file.path, "it has no rows with figures")
    shift_s = file.offset_s - _start_s(file, log, first.seconds if begin_s is None else begin_s)
    at_s = first.seconds + shift_s
    if not math.isfinite(at_s) or abs(at_s) > FARTHEST_S:
        hours = abs(at_s) / 3600
        raise wrong(
            file.path,
            "it starts {hours:,.1f} h after the load: check --start and --offset"
            if at_s > 0
            else "it starts {hours:,.1f} h before the load: check --start and --offset",
            line=first.line,
            hours=hours,
        )
    return PlacedLog(file, place, log, shift_s, at_s)


def _start_s(file: FileToImport, log: Log, begin_s: float) -> float:
    """When the load began, on the true clock in the log's form. begin_s: of the first row, by the log's clock."""
    start = file.start
    if log.clock == "since start":
        return 0.0
    first_s = begin_s + file.offset_s
    if start is None:
        return begin_s
    if start.form == "number":
        return first_s + start.seconds
    if log.clock == "number":
        raise wrong(file.path, "its times are seconds: give --start as seconds after its first row")
    if start.form == "dated" and log.clock == "dated":
        return start.seconds
    return _at_that_time_of_day(start, first_s)


def _at_that_time_of_day(start: Moment, first_s: float) -> float:
    """The moment with that time of day that is nearest to the log's first row."""
    day_s = math.floor(first_s / DAY_S) * DAY_S + start.seconds % DAY_S
    return min((day_s - DAY_S, day_s, day_s + DAY_S), key=lambda at_s: abs(at_s - first_s))
