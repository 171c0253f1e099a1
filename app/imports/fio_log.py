# SPDX-License-Identifier: Apache-2.0
"""fio's logs of bandwidth, IOPS and latencies, and its histograms.

Bandwidth and IOPS (`_bw`, `_iops`) are per interval, latencies (`_lat`, `_clat`, `_slat`) per I/O or per interval,
histograms of completion latencies (--log_hist_msec) per interval.

    1000, 104857, 0, 0, 0            time in ms, value, direction (0 reads, 1 writes, 2 trims), block size, ...
    1000, 0, 4096, 0, 0, 12, ...     histogram: time, direction, block size, number of I/Os in each latency class

Only the file name identifies the values. Bandwidth is in KiB/s; latencies are in nanoseconds, as in fio 3. A line with
a block size is one I/O; a line without it is the mean of an interval (--log_avg_msec), followed by its maximum with
log_window_value=both. Classes and percentiles of a histogram are those of fio's stat.c: 64 classes per octave, a class
is represented by its middle.
"""

import abc
import math
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice, pairwise
from pathlib import Path
from statistics import median

from app.imports.source import MOST_STEPS, HistogramLog, Log, LogRow, lines_of, wrong
from app.imports.unusable import MOST_IOPS, Unusable, most_of
from app.model.bounds import IMPORT_LINES, IMPORT_ROWS
from app.model.documents import OriginDetail
from app.model.errors import phrase
from app.model.messages import Sentence
from collectors.series import Series

DIRECTIONS = ("Read", "Write", "Trim")
_FIELD = re.compile(r"-?\d{1,20}|0x[0-9a-fA-F]{1,8}")
_NAME = re.compile(r"(?:^|_)(bw|iops|lat|clat|slat)(?:\.\d+)?\.log(?:\.txt)?$", re.IGNORECASE)
FEWEST_CLASSES = 19
"""Smallest number of classes in a histogram: that of fio 2 at its coarsest setting."""
CLASSES = {29: 1e-9, 19: 1e-6}
"""Octaves of a histogram, and seconds per unit: nanoseconds in fio 3, microseconds in fio 2."""
CLASSES_AN_OCTAVE = 64
COARSEST = 6
SINCE_1970_MS = 10**11
"""Smallest value that is a calendar time in ms (log_unix_epoch); smaller values are relative to the start."""
LOOKED_AT = 20_000
BACK_S = 1.0
"""Tolerance, in seconds, for lines of reads and writes that are out of order."""
MOST_NS = most_of("s") * 1e9
PERCENTILES = (50.0, 95.0, 99.0, 99.9)


def is_fio_log(line: str) -> bool:
    """Return whether a file's first line is typical of fio's logs."""
    fields = line.split(",")
    if len(fields) < 4 or not line.count(", ") or not all(_FIELD.fullmatch(one.strip()) for one in fields[:64]):
        return False
    names = ("0", "1", "2")
    if len(fields) >= FEWEST_CLASSES + 3:
        return fields[1].strip() in names
    return len(fields) <= 9 and (fields[2].strip() in names or fields[3].strip() in names)


def fio_family(path: Path) -> str:
    """Return the name shared by the logs of one fio process; fio numbers its jobs: NAME_bw.1.log, NAME_bw.2.log."""
    match = re.fullmatch(r"(.*?)(?:\.\d{1,6})?\.log(?:\.txt)?", path.name, re.IGNORECASE)
    return str(path.parent / match[1]) if match else ""


def fio_log(path: Path) -> Log:
    """Open the log of one job.

    Raises:
        ImportedFileError: the log cannot be read.
    """
    layout = _Layout.of(path)
    read: type[_Lines] = _Latencies if layout.of_each_io else _Means
    if layout.figure in ("bw", "iops"):
        read = _Amounts
    elif layout.figure == "histogram":
        read = _Histograms
    reading = read(path, layout)

    def rows() -> Iterator[LogRow]:
        log.warnings.clear()
        yield from reading.rows()
        log.warnings += reading.warnings

    log = Log("fio log", "dated" if layout.dated else "since start", reading.columns, reading.series, rows)
    log.detail = OriginDetail(zone="UTC", bias_min=0) if layout.dated else OriginDetail()
    log.uncertainty_s = 1e-3
    if isinstance(reading, _Histograms):
        log.histograms = reading.histograms()
    return log


@dataclass(frozen=True, slots=True)
class _Layout:
    """Layout of a log, as detected from its first lines.

    Attributes:
        figure: bw, iops, lat, clat, slat or histogram.
        directions: indexes in DIRECTIONS.
        of_each_io: whether each line is one I/O.
        both: whether the mean is followed by the maximum.
        dated: whether times are calendar times.
        step_s: seconds between two lines of a direction.
        classes: number of classes of a histogram.
    """

    figure: str
    directions: tuple[int, ...]
    of_each_io: bool
    both: bool
    dated: bool
    step_s: float
    classes: int

    @classmethod
    def of(cls, path: Path) -> "_Layout":
        rows = [(line, _fields(path, line, text)) for line, text in islice(lines_of(path), LOOKED_AT)]
        width = len(rows[0][1])
        histogram = width >= FEWEST_CLASSES + 3
        both = not histogram and any(fields[2] not in (0, 1, 2) for _, fields in rows)
        direction_field = 1 if histogram else 3 if both else 2
        name = _NAME.search(path.name)
        if not histogram and not name:
            raise wrong(
                path,
                "a log of fio; only its name tells of what: name it as fio does, NAME_bw.1.log (or _iops, _lat, "
                "_clat, _slat)",
            )
        times: dict[int, list[int]] = {}
        for line, fields in rows:
            if len(fields) < direction_field + 2:
                raise wrong(path, "fields are missing in this line", line=line)
            if fields[direction_field] not in (0, 1, 2):
                raise wrong(path, "the direction is 0, 1 or 2, not {value}", line=line, value=fields[direction_field])
            times.setdefault(fields[direction_field], []).append(fields[0])
        steps = [
            after - before
            for direction_times in times.values()
            for before, after in pairwise(direction_times)
            if after > before
        ]
        return cls(
            "histogram" if histogram else name[1].lower() if name else "",
            tuple(sorted(times)),
            not histogram and rows[0][1][direction_field + 1] > 0,
            both,
            rows[0][1][0] >= SINCE_1970_MS,
            (median(steps) if steps else 1000) / 1e3,
            width - 3 if histogram else 0,
        )


def _fields(path: Path, line: int, text: str) -> list[int]:
    parts = [part.strip() for part in text.rstrip(", ").split(",")]
    if len(parts) < 4 or not all(map(_FIELD.fullmatch, parts)):
        raise wrong(path, "this is no line of fio's log (time, value, direction, block size)", line=line)
    return [int(part, 16) if part.startswith("0x") else int(part) for part in parts]


@dataclass(slots=True)
class _Lines(abc.ABC):
    """One pass through the file.

    Attributes:
        columns: number of columns of its rows.
        cumulative: columns that never decrease.
    """

    path: Path
    layout: _Layout
    columns: int = 0
    series: tuple[Series, ...] = ()
    cumulative: tuple[int, ...] = ()
    warnings: list[Sentence] = field(default_factory=list)
    unusable: Unusable = field(init=False)

    def __post_init__(self) -> None:
        """Lay out the columns, equally many for each direction."""
        self.unusable = Unusable(self.path)
        width = self.width
        self.columns = width * len(self.layout.directions)
        named = [(DIRECTIONS[direction], width * index) for index, direction in enumerate(self.layout.directions)]
        self.series = tuple(one for name, column in named for one in self.described(name, column))
        self.cumulative = tuple(column + one for _, column in named for one in self.rising)

    @property
    def width(self) -> int:
        """Number of columns per direction."""
        return 1

    @property
    def rising(self) -> tuple[int, ...]:
        """Columns of a direction that are cumulative."""
        return ()

    @abc.abstractmethod
    def described(self, name: str, column: int) -> Iterator[Series]:
        """Yield the counters of a direction that starts at this column."""

    @abc.abstractmethod
    def rows(self) -> Iterator[LogRow]:
        """Yield the rows."""

    def lines(self) -> Iterator[tuple[int, float, int, list[int]]]:
        """Yield, for each line, its number, its time in seconds, the index of its direction, and its fields."""
        self.warnings.clear()
        self.unusable.clear()
        layout = self.layout
        direction_field = 1 if layout.figure == "histogram" else 3 if layout.both else 2
        width, last_s, cut, count = 0, -math.inf, 0, -1
        for count, (line, text) in enumerate(lines_of(self.path)):
            if cut:
                raise wrong(self.path, "fields are missing in this line", line=cut)
            if count >= IMPORT_LINES:
                raise wrong(
                    self.path,
                    "more than {most:,} lines: fio's --log_avg_msec writes fewer",
                    line=line,
                    most=IMPORT_LINES,
                )
            fields = _fields(self.path, line, text)
            width = width or len(fields)
            if len(fields) < width:
                cut = line
                continue
            if len(fields) > width:
                raise wrong(self.path, "this line has more fields than those before it", line=line)
            at_s = fields[0] / 1e3
            if fields[direction_field] not in layout.directions:
                raise wrong(
                    self.path, "the direction is 0, 1 or 2, not {value}", line=line, value=fields[direction_field]
                )
            if at_s < last_s - BACK_S:
                raise wrong(
                    self.path,
                    "this line is older than the previous one: let fio write a log for each job (per_job_logs=1)",
                    line=line,
                )
            last_s = max(last_s, at_s)
            yield line, last_s, layout.directions.index(fields[direction_field]), fields
        if self.unusable.count and self.unusable.count == count + 1:
            raise self.unusable.nothing_left()
        self.warnings += self.unusable.notes()
        if cut:
            text_cut = phrase(
                "{name}: its last line ({line}) is cut off and was left out", name=self.path.name, line=cut
            )
            self.warnings.append(text_cut)

    def step_s(self, at_s: float, before_s: float) -> float:
        """Return the length of the interval that ends with a line.

        That is the time since the previous line or, if fio skipped intervals without I/Os, the usual length.
        """
        usual_s = self.layout.step_s
        since_s = at_s - before_s
        return since_s if since_s <= 1.5 * usual_s else usual_s

    def began_s(self, first_s: float) -> float:
        """Return when the log's first interval began."""
        return first_s - self.layout.step_s if self.layout.dated else 0.0


class _Amounts(_Lines):
    """Bandwidth or IOPS per interval, converted to cumulative bytes or I/Os."""

    __slots__ = ()

    @property
    def rising(self) -> tuple[int, ...]:
        return (0,)

    def described(self, name: str, column: int) -> Iterator[Series]:
        if self.layout.figure == "bw":
            yield Series(f"\\fio\\{name} Bytes/sec", "B/s", "rate", "application", column, better="more")
        else:
            yield Series(f"\\fio\\{name}s/sec", "/s", "rate", "application", column, better="more")

    def rows(self) -> Iterator[LogRow]:
        """Yield one row per interval."""
        factor = 1024.0 if self.layout.figure == "bw" else 1.0
        amounts: list[float] = []
        last_s: list[float] = []
        row: tuple[int, float] | None = None
        given: set[int] = set()
        number = resets = 0
        most = most_of("B/s") / factor if self.layout.figure == "bw" else MOST_IOPS
        for line, at_s, direction, fields in self.lines():
            if row is None:
                row = line, self.began_s(at_s)
                amounts, last_s = [0.0] * self.columns, [row[1]] * self.columns
                given = set(range(self.columns))
            if direction in given or at_s > row[1] + self.layout.step_s / 2:
                if at_s > row[1]:
                    yield LogRow(*row, tuple(amounts))
                    number += 1
                    if number > IMPORT_ROWS:
                        raise wrong(self.path, "more than {most_rows:,} lines", line=line, most_rows=IMPORT_ROWS)
                given = set()
            value = self.unusable.checked(line, self.layout.figure, float(fields[1]), most)
            if math.isnan(value):
                # A cumulative column that falls was reset and has no data there.
                resets += 1
                amounts[direction] = -float(resets)
            else:
                amounts[direction] += value * factor * self.step_s(at_s, last_s[direction])
            last_s[direction] = at_s
            row = line, max(at_s, row[1])
            given.add(direction)
        if row is not None:
            yield LogRow(*row, tuple(amounts))


class _Latencies(_Lines):
    """Latencies of single I/Os: number, sum and maximum per second."""

    __slots__ = ()

    @property
    def width(self) -> int:
        """Number, sum and maximum."""
        return 3

    @property
    def rising(self) -> tuple[int, ...]:
        """Number and sum."""
        return 0, 1

    def described(self, name: str, column: int) -> Iterator[Series]:
        """Yield mean, maximum and number per second."""
        thing = f"\\fio({self.layout.figure})"
        yield Series(f"{thing}\\Avg. sec/{name}", "s", "average", "application", column + 1, column, better="less")
        yield Series(f"{thing}\\Max. sec/{name}", "s", "gauge", "application", column + 2, better="less")
        yield Series(f"{thing}\\{name}s/sec", "/s", "rate", "application", column, better="more")

    def rows(self) -> Iterator[LogRow]:
        """Yield one row per second."""
        values = [0.0, 0.0, math.nan] * len(self.layout.directions)
        end_s = line = 0
        total_s = 0.0
        count = 0
        begun = False
        for line, at_s, direction, fields in self.lines():
            second = math.floor(at_s) + 1
            if not begun:
                begun = True
                end_s = second
                yield LogRow(line, float(second - 1) if self.layout.dated else 0.0, tuple(values))
            while second > end_s:
                yield LogRow(line, float(end_s), tuple(values))
                values[2::3] = [math.nan] * len(self.layout.directions)
                end_s = end_s + 1 if second - end_s <= MOST_STEPS else second - 1
            latency_s = self.unusable.checked(line, self.layout.figure, float(fields[1]), MOST_NS) * 1e-9
            if math.isnan(latency_s):
                continue
            column = 3 * direction
            values[column] += 1
            values[column + 1] += latency_s
            values[column + 2] = max(latency_s, values[column + 2]) if values[column + 2] >= 0 else latency_s
            total_s, count = total_s + latency_s, count + 1
        if begun:
            yield LogRow(line, float(end_s), tuple(values))
        if count and total_s / count < 1e-6 and self.layout.figure != "slat":
            self.warnings.append(_unit_note(self.path))


class _Means(_Lines):
    """Mean latencies per interval. fio does not write the number of I/Os in an interval."""

    __slots__ = ()

    @property
    def width(self) -> int:
        """Mean, and maximum if it is logged."""
        return 2 if self.layout.both else 1

    def described(self, name: str, column: int) -> Iterator[Series]:
        thing = f"\\fio({self.layout.figure})"
        yield Series(f"{thing}\\Avg. sec/{name}", "s", "gauge", "application", column, better="less")
        if self.layout.both:
            yield Series(f"{thing}\\Max. sec/{name}", "s", "gauge", "application", column + 1, better="less")

    def rows(self) -> Iterator[LogRow]:
        """Yield one row per interval."""
        yield from _grouped(self, self._latencies)
        self.warnings.append(
            phrase(
                "{name}: means of intervals without the number of their I/Os: the mean of a window counts every "
                "interval alike",
                name=self.path.name,
            )
        )

    def _latencies(self, line: int, fields: Sequence[int]) -> list[float]:
        name = self.layout.figure
        return [self.unusable.checked(line, name, float(one), MOST_NS) * 1e-9 for one in fields[1 : 1 + self.width]]


class _Histograms(_Lines):
    """Histograms per interval: number and sum, and percentiles."""

    __slots__ = ()

    @property
    def width(self) -> int:
        """Number, sum and percentiles."""
        return 2 + len(PERCENTILES)

    @property
    def rising(self) -> tuple[int, ...]:
        """Number and sum."""
        return 0, 1

    def described(self, name: str, column: int) -> Iterator[Series]:
        """Yield mean, percentiles and number per second."""
        thing = "\\fio(clat histogram)"
        yield Series(f"{thing}\\Avg. sec/{name}", "s", "average", "application", column + 1, column, better="less")
        yield Series(f"{thing}\\{name}s/sec", "/s", "rate", "application", column, better="more")
        for index, rank in enumerate(PERCENTILES, 2):
            path = f"{thing}\\sec/{name} p{rank:g}"
            yield Series(path, "s", "gauge", "application", column + index, better="less")

    def histograms(self) -> HistogramLog:
        """Return the histograms of the intervals, which can be added to those of other jobs."""
        directions = enumerate(self.layout.directions)
        percentiles = {direction: tuple(self.described(DIRECTIONS[direction], 0))[2:] for _, direction in directions}

        def rows() -> Iterator[tuple[float, int, Sequence[int]]]:
            most = MOST_IOPS * max(self.layout.step_s, 1e-3)
            for _, at_s, index, fields in self.lines():
                if sum(fields[3:]) <= most:
                    yield at_s, self.layout.directions[index], fields[3:]

        return HistogramLog(tuple(class_middles_s(self.path, self.layout.classes)), rows, percentiles, PERCENTILES)

    def rows(self) -> Iterator[LogRow]:
        """Yield one row per interval."""
        middles_s = class_middles_s(self.path, self.layout.classes)
        sums = [[0.0, 0.0] for _ in self.layout.directions]
        begun = False
        resets = 0
        most = MOST_IOPS * max(self.layout.step_s, 1e-3)

        def figures(line: int, fields: Sequence[int], direction: int) -> list[float]:
            nonlocal resets
            counts = fields[3:]
            if math.isnan(self.unusable.checked(line, "I/Os", float(sum(counts)), most)):
                # A cumulative column that falls was reset and has no data there.
                resets += 1
                sums[direction] = [-float(resets)] * 2
                return [*sums[direction], *[math.nan] * len(PERCENTILES)]
            sums[direction][0] += sum(counts)
            sums[direction][1] += sum(
                number * middle for number, middle in zip(counts, middles_s, strict=True) if number
            )
            return [*sums[direction], *(percentile_s(counts, middles_s, rank) for rank in PERCENTILES)]

        row: tuple[int, float] | None = None
        given: set[int] = set()
        values = [0.0, 0.0, *[math.nan] * len(PERCENTILES)] * len(self.layout.directions)
        for line, at_s, direction, fields in self.lines():
            if len(fields) != self.layout.classes + 3 or min(fields[3:]) < 0:
                raise wrong(self.path, "fields are missing in this line", line=line)
            if not begun:
                begun = True
                row = line, self.began_s(at_s)
                yield LogRow(*row, tuple(values))
                row = line, max(at_s, row[1] + 1e-3)
            assert row is not None
            if direction in given or at_s > row[1] + self.layout.step_s / 2:
                yield LogRow(*row, tuple(values))
                given = set()
                for index in range(len(self.layout.directions)):
                    begin = self.width * index
                    values[begin + 2 : begin + self.width] = [math.nan] * len(PERCENTILES)
                row = line, max(at_s, row[1] + 1e-3)
            column = self.width * direction
            values[column : column + self.width] = figures(line, fields, direction)
            given.add(direction)
        if row is not None:
            yield LogRow(*row, tuple(values))


def _grouped(reading: _Means, figures: Callable[[int, list[int]], list[float]]) -> Iterator[LogRow]:
    """Yield one row per interval from its lines, of which there is one per direction."""
    row: tuple[int, float] | None = None
    values = [math.nan] * reading.columns
    given: set[int] = set()
    for line, at_s, direction, fields in reading.lines():
        if row is not None and (direction in given or at_s > row[1] + reading.layout.step_s / 2):
            if at_s > row[1]:
                yield LogRow(*row, tuple(values))
            values, given = [math.nan] * reading.columns, set()
        values[reading.width * direction : reading.width * (direction + 1)] = figures(line, fields)
        given.add(direction)
        row = line, at_s
    if row is not None:
        yield LogRow(*row, tuple(values))


def _unit_note(path: Path) -> Sentence:
    return phrase(
        "{name}: latencies below a microsecond: they are read as nanoseconds, fio before 3.0 wrote microseconds",
        name=path.name,
    )


def class_middles_s(path: Path, classes: int) -> list[float]:
    """Return the latency in seconds that represents each class of a histogram with this number of classes.

    Raises:
        ImportedFileError: fio has no histograms with this number of classes.
    """
    for octaves, unit_s in CLASSES.items():
        for coarseness in range(COARSEST + 1):
            stride = 1 << coarseness
            if octaves * CLASSES_AN_OCTAVE // stride == classes:
                edges = [_begin(index * stride) for index in range(classes + 1)]
                fine = coarseness == 0
                return [
                    (_middle(index) if fine else (edges[index] + edges[index + 1]) / 2) * unit_s
                    for index in range(classes)
                ]
    raise wrong(path, "a histogram of {classes:,} classes: fio's have {known}", classes=classes, known="1,856 or 1,216")


def percentile_s(counts: Sequence[int], middles_s: Sequence[float], rank: float) -> float:
    """Return the percentile as fio computes it: the latency of the class that contains the rank; NaN without I/Os."""
    target = rank / 100 * sum(counts)
    if not target:
        return math.nan
    reached = 0
    for number, middle_s in zip(counts, middles_s, strict=True):
        reached += number
        if number and reached >= target:
            return middle_s
    return math.nan


def _begin(index: int) -> float:
    if index < 2 * CLASSES_AN_OCTAVE:
        return float(index)
    shift = index // CLASSES_AN_OCTAVE - 1
    return float((CLASSES_AN_OCTAVE << shift) + (index % CLASSES_AN_OCTAVE << shift))


def _middle(index: int) -> float:
    if index < 2 * CLASSES_AN_OCTAVE:
        return float(index)
    return _begin(index) + 0.5 * (1 << (index // CLASSES_AN_OCTAVE - 1))
