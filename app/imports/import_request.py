# SPDX-License-Identifier: Apache-2.0
"""Request for an import: the files, their systems and runs, and when the load began in each log.

Each log is placed on the time axis, which counts seconds since the start of the load, by that start.
"""

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
    """One file.

    Attributes:
        system: system to which the file belongs; "" if there is only one, and for totals, which name their systems.
        run: number of the repeat, from 1; None if not given.
        target: database, virtual machine or server; "" if not given, or for the system as a whole.
        part: part of the system whose power a meter measures.
        users: the load level.
        offset_s: seconds to add to the log's clock to get the true time.
        start: when the load began, in true time; None for the log's first row. A number is seconds after the first row.
        outstanding: threads, and I/Os in flight per thread, if a storage exerciser's output does not contain them.
        decimal: the decimal sign; None to detect it.
        counters: patterns of the counters to import; empty for all.
        given: options given for this file only.
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
class FilePlace:
    """Place of a file in the comparison.

    Attributes:
        target: "" for the system as a whole.
        label: distinguishes the file from others of its run with the same contents; "" if there are none.
        group: number shared by all files of the system with the same contents, in all its runs; 0 if there is only one.
    """

    system: str
    run: int
    target: str = ""
    label: str = ""
    group: int = 0


@dataclass(frozen=True, slots=True)
class LoadLevel:
    """Load level within each run's logs.

    Attributes:
        window: its start and end, in seconds since the load began.
    """

    users: float
    window: tuple[float, float]


@dataclass(frozen=True, slots=True)
class ImportRequest:
    """All files of one comparison.

    Attributes:
        baseline: name of a system; "" for the baseline of the totals, or the first system.
        systems: names in the order given by the user, possibly not all; the others follow in the order of the files.
        order: order in which the systems were run; None for that of the totals, or one at a time.
        window: start and end of the part of each run from which figures are computed, in seconds; None: the whole run.
        figures: figures of the logs' counters, compared like totals.
        facts: facts of the systems, by name.
        levels: load levels, if each run's logs contain several.
        for_all: options given for all files.
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
"""Seconds between the start of a log and of the load above which the given start must be wrong."""


@dataclass(frozen=True, slots=True)
class PlacedLog:
    """Log of a run.

    Attributes:
        shift_s: seconds to add to the log's clock to get the time since the load began.
        first_s: time of its first row.
    """

    file: FileToImport
    place: FilePlace
    log: Log
    shift_s: float
    first_s: float

    @property
    def system(self) -> str:
        """System to which the log belongs."""
        return self.place.system

    @property
    def began(self) -> datetime.datetime | None:
        """Start of the load in the log's local time, or None if the log has no dates."""
        if self.log.clock != "dated":
            return None
        start_s = self.file.offset_s - self.shift_s
        try:
            return datetime.datetime(1970, 1, 1) + datetime.timedelta(seconds=start_s)  # noqa: DTZ001 - local time
        except OverflowError:  # beyond the last year of the calendar
            return None

    @property
    def began_utc(self) -> datetime.datetime | None:
        """Start of the load in UTC, or None if the log's time zone is unknown."""
        began, bias_min = self.began, self.log.detail.bias_min
        if began is None or bias_min is None:
            return None
        try:
            return began.replace(tzinfo=datetime.UTC) + datetime.timedelta(minutes=bias_min)
        except OverflowError:  # no time zone is that far away
            return None

    def rows(self) -> Iterator[tuple[float, LogRow]]:
        """Yield each row with its seconds since the load began.

        Raises:
            ImportedFileError: a row is too late.
        """
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


def placed(file: FileToImport, place: FilePlace, log: Log, begin_s: float | None = None) -> PlacedLog:
    """Place the log on the time axis.

    Args:
        file: the request for the file.
        place: place of the file in the comparison.
        log: contents of the file.
        begin_s: time of the first row of all logs that its tool wrote together, on its clock; None: there are no
            others.

    Raises:
        ImportedFileError: the given start is impossible, or the log has no rows.
    """
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
    """Return when the load began, in true time and in the form of the log's times.

    Args:
        file: the request for the file.
        log: its contents.
        begin_s: time of the first row, on the log's clock.

    Raises:
        ImportedFileError: the given start does not fit the log's clock.
    """
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
    return _closest_moment(start, first_s)


def _closest_moment(start: Moment, first_s: float) -> float:
    """Return the time with that time of day that is closest to the log's first row."""
    day_s = math.floor(first_s / DAY_S) * DAY_S + start.seconds % DAY_S
    return min((day_s - DAY_S, day_s, day_s + DAY_S), key=lambda at_s: abs(at_s - first_s))
