# SPDX-License-Identifier: Apache-2.0
"""Latencies of a session: figures per second for charts, and merged histograms for windows.

Second rows, minute rows and windows are all created by the same function, which merges stored counts.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import apsw
import msgspec
import numpy as np
from numpy.typing import NDArray

from app.model.bounds import EMPTY_FIGURES, MINUTE_HISTOGRAMS, MINUTE_ROWS
from app.model.histogram import BUCKETS, SPARSE, Histogram
from app.session.packed_latencies import SECOND, SECOND_FIELDS, Counts, unpack_histograms, unpack_seconds
from app.session.rates import Floats
from app.session.readings import GrowingArray
from app.session.tables import batches

TICKS_A_MINUTE = 60
LONGEST_NS = 2.0**63
"""Upper limit for any number of calls, and for any sum of their durations in nanoseconds."""
PACKED_FORMAT = 3
"""First session format with packed histograms."""


def merged(rows: Sequence[Counts]) -> Histogram:
    """Return the sum of stored histograms, which is empty if there are none.

    Raises:
        ValueError: If the bytes are not histograms.
    """
    histogram = Histogram()
    filled = [row for row in rows if row[0]]
    if not filled:
        return histogram
    packed = np.frombuffer(b"".join(row[4] for row in filled), dtype=SPARSE)
    if packed.size and int(packed["bucket"].max()) >= BUCKETS:
        raise ValueError("a histogram bucket beyond the last one")
    counts = np.bincount(packed["bucket"], weights=packed["count"], minlength=BUCKETS)  # float64 is exact up to 2**53
    histogram.counts = counts.astype(np.int64)
    histogram.count = sum(row[0] for row in filled)
    if int(histogram.counts.sum()) != histogram.count:
        raise ValueError("a histogram's counts do not add up to its number")
    histogram.sum_ns = sum(row[1] for row in filled)
    histogram.min_ns = min(row[2] for row in filled)
    histogram.max_ns = max(row[3] for row in filled)
    if not 0 <= histogram.min_ns <= histogram.max_ns or min(row[0] for row in filled) < 0:
        raise ValueError("a histogram's extremes contradict each other")
    return histogram


def stored(histogram: Histogram) -> Counts:
    """Return a histogram as the columns stored in the file."""
    return (histogram.count, histogram.sum_ns, histogram.min_ns, histogram.max_ns, histogram.to_bytes())


def second_figures(packed: Sequence[bytes], operations: int, file_format: int) -> Floats:
    """Return the figures of second rows, shape (rows, operations x SECOND_FIELDS); NaN for operations missing in a row.

    Raises:
        ValueError: If the bytes are not such figures.
    """
    width = len(SECOND_FIELDS)
    size = SECOND.itemsize if file_format >= PACKED_FORMAT else 8 * width
    known, rest = np.divmod(np.array(list(map(len, packed))), size)
    if rest.any() or known.max() > operations:
        raise ValueError(f"a second row of {int(known.max())} operations where there are {operations}")
    stored_count, expected_count = int(known.sum()), len(packed) * operations
    if width * expected_count > EMPTY_FIGURES + 2 * width * stored_count:
        raise ValueError(f"{stored_count:,} latencies of seconds where {expected_count:,} should be")
    joined = b"".join(packed)
    if file_format >= PACKED_FORMAT:
        figures = unpack_seconds(joined)
    else:
        figures = np.frombuffer(joined, dtype="<f8").astype(np.float64).reshape(stored_count, width)
        figures[~((figures == 0) | ((figures >= 1) & (figures <= LONGEST_NS)))] = np.nan
    if stored_count != expected_count:
        all_figures = np.full((len(packed), operations, width), np.nan)
        place = np.arange(stored_count) - np.repeat(np.cumsum(known) - known, known)
        all_figures[np.repeat(np.arange(len(packed)), known), place] = figures
        figures = all_figures
    return figures.reshape(len(packed), operations * width)


HistogramKey = tuple[int, int, int, int, int | None]
"""Key of a histogram: system, operation, first tick, last tick, and target (None for the whole system)."""
MOST_RAW_MINUTES = 8
MOST_HISTOGRAMS = 512
EDGE_S = 0.5
"""Maximum part of a tick outside a window that contains the tick, in seconds (as for readings, see rates.slack_s)."""


class SecondRows:
    """Per-second rows of one system: increasing ticks (n,), figures (n, operations x SECOND_FIELDS)."""

    def __init__(self, file_format: int) -> None:
        self.ticks = GrowingArray(np.int64)
        self._format = file_format
        self._operations = 0
        self._figures = GrowingArray(np.float64, 0)

    def extend(self, ticks: Sequence[int], packed: Sequence[bytes], operations: int) -> None:
        """Add rows; a row for a known tick replaces the earlier row."""
        if operations != self._operations:
            self._widen(operations)
        new = np.array(ticks, dtype=np.int64)
        figures = second_figures(packed, operations, self._format)
        old = self.ticks.array
        known = old[-1] if len(old) else np.iinfo(np.int64).min
        later = new > known
        place = np.searchsorted(old, new[~later])
        if np.all(np.diff(new[later]) > 0) and np.array_equal(old[place], new[~later]):
            self._figures.put(place, figures[~later])
            self.ticks.extend(new[later])
            self._figures.extend(figures[later])
        else:
            self._rebuild(np.concatenate((old, new)), np.concatenate((self._figures.array, figures)))

    def _widen(self, operations: int) -> None:
        figures = np.full((len(self.ticks), operations * len(SECOND_FIELDS)), np.nan)
        columns = min(figures.shape[1], self._figures.array.shape[1])
        figures[:, :columns] = self._figures.array[:, :columns]
        self._operations = operations
        self._figures = GrowingArray(np.float64, figures.shape[1])
        self._figures.extend(figures)

    def _rebuild(self, ticks: NDArray[np.int64], figures: Floats) -> None:
        unique, from_the_end = np.unique(ticks[::-1], return_index=True)
        self.ticks = GrowingArray(np.int64)
        self.ticks.extend(unique)
        self._figures = GrowingArray(np.float64, figures.shape[1])
        self._figures.extend(figures[len(ticks) - 1 - from_the_end])

    def figure(self, operation: int, field: str, rows: slice) -> Floats:
        """Return one of `SECOND_FIELDS` of an operation, given its index, for a range of rows; times are in seconds."""
        column = self._figures.array[rows, operation * len(SECOND_FIELDS) + SECOND_FIELDS.index(field)]
        figures: Floats = column.copy() if field == "count" else column / 1e9
        return figures

    def window(self, from_s: float, to_s: float) -> slice:
        """Return the rows whose ticks are in a window."""
        ticks = self.ticks.array
        first = int(np.searchsorted(ticks, from_s - EDGE_S, "left"))
        last = int(np.searchsorted(ticks, to_s + EDGE_S - 1, "right"))
        return slice(first, max(first, last))


class WindowHistograms:
    """Histograms of any window, made of minute rows for whole minutes and of second rows at the edges.

    They are cached until `changed` invalidates them.
    """

    def __init__(self, file_format: int) -> None:
        self.minutes: dict[int, set[int]] = {}
        self._format = file_format
        self._raw: dict[int, _RawMinute] = {}
        self._whole: dict[int, tuple[tuple[int, ...], dict[int, Histogram]]] = {}
        self._histograms: dict[HistogramKey, Histogram] = {}

    def changed(self, ticks: Iterable[int], minutes: Iterable[tuple[int, int]]) -> None:
        """Invalidate ticks with new latencies, and (system, minute) pairs with new minute rows."""
        for minute in {tick // TICKS_A_MINUTE for tick in ticks} & self._raw.keys():
            self._raw[minute].grown = True
        for system, minute in minutes:
            self.minutes.setdefault(system, set()).add(minute)
            self._whole.pop(system, None)
        self._histograms.clear()

    def known(self, key: HistogramKey) -> Histogram | None:
        """Return a cached histogram; None if it is not cached."""
        return self._histograms.get(key)

    def make(
        self,
        connection: apsw.Connection,
        system_of: Mapping[int, int],
        key: HistogramKey,
        ticks: NDArray[np.int64],
    ) -> Histogram:
        """Compute a histogram from stored rows.

        Minute rows exist only for whole systems, not for single targets.

        Args:
            connection: Open session.
            system_of: System of each target.
            key: Key of the histogram.
            ticks: Ticks in the window that have second rows.
        """
        system, operation, first, last, target = key
        targets = [one for one, owner in system_of.items() if owner == system] if target is None else [target]
        whole = []
        edges: list[Counts] = []
        for minute in np.unique(ticks // TICKS_A_MINUTE).tolist():
            begin = minute * TICKS_A_MINUTE
            covered = first <= begin and begin + TICKS_A_MINUTE - 1 <= last
            if covered and target is None and minute in self.minutes.get(system, ()):
                whole.append(minute)
                continue
            rows_of_minute = self._raw_minute(connection, minute)
            for one in targets:
                edges += [row for tick, row in rows_of_minute.get((one, operation), []) if first <= tick <= last]
        histogram = merged(edges)
        if whole:
            minute_histograms = self._whole_minutes(connection, system, tuple(whole))
            histogram.add(minute_histograms.get(operation, Histogram()))
        if len(self._histograms) >= MOST_HISTOGRAMS:
            self._histograms.clear()
        self._histograms[key] = histogram
        return histogram

    def _whole_minutes(
        self, connection: apsw.Connection, system: int, minutes: tuple[int, ...]
    ) -> dict[int, Histogram]:
        """Return the merged minute rows of a system by operation; those requested last are cached."""
        cached = self._whole.get(system)
        if cached is not None and cached[0] == minutes:
            return cached[1]
        wanted_minutes = set(minutes)
        rows: dict[int, list[Counts]] = {}
        for minute, operation, counts in minute_rows(connection, self._format, system, minutes[0], minutes[-1]):
            if minute in wanted_minutes:
                rows.setdefault(operation, []).append(counts)
        histograms = {operation: merged(counts_of_operation) for operation, counts_of_operation in rows.items()}
        self._whole[system] = (minutes, histograms)
        return histograms

    def _raw_minute(self, connection: apsw.Connection, minute: int) -> dict[tuple[int, int], list[tuple[int, Counts]]]:
        """Return the stored rows of a minute by target and operation, each with its tick."""
        known = self._raw.get(minute)
        if known is None:
            while len(self._raw) >= MOST_RAW_MINUTES:
                del self._raw[next(iter(self._raw))]
            known = self._raw[minute] = _RawMinute()
        if known.grown:
            first = minute * TICKS_A_MINUTE
            last = first + TICKS_A_MINUTE - 1
            for tick, number, target, operation, counts in tick_rows(
                connection, self._format, first, last, known.last_id
            ):
                known.rows.setdefault((target, operation), []).append((tick, counts))
                known.last_id = max(known.last_id, number)
            known.grown = False
        return known.rows


@dataclass(slots=True)
class _RawMinute:
    """Stored rows of a minute by target and operation, each with its tick, up to a row ID.

    Attributes:
        grown: Whether there are more rows.
    """

    rows: dict[tuple[int, int], list[tuple[int, Counts]]] = field(default_factory=dict)
    last_id: int = 0
    grown: bool = True


class StoredHistograms(msgspec.Struct, frozen=True):
    """Histograms of a session as stored; each array has the shape (n,).

    Attributes:
        target: IDs of the targets; `operation` contains the IDs of the operations.
    """

    target: NDArray[np.int64]
    operation: NDArray[np.int64]
    tick: NDArray[np.int64]
    count: NDArray[np.int64]
    sum_ns: NDArray[np.int64]
    min_ns: NDArray[np.int64]
    max_ns: NDArray[np.int64]
    counts: NDArray[np.object_]
    """Sparse counts as bytes (Histogram.to_bytes)."""

    @classmethod
    def read(cls, connection: apsw.Connection, file_format: int) -> "StoredHistograms":
        """Read all histograms, ordered by ID.

        Raises:
            ValueError: If a value has the wrong type.
        """
        numbers: list[tuple[int, ...]] = []
        counts: list[bytes] = []
        for _, target_id, tick_number, _, _, histograms in all_rows(connection, file_format):
            for operation_id, (*figures, sparse) in histograms:
                numbers.append((target_id, operation_id, tick_number, *figures))
                counts.append(sparse)
        packed = np.empty(len(counts), dtype=np.object_)
        packed[:] = counts
        columns: NDArray[np.int64] = np.array(numbers, dtype=np.int64).reshape(-1, 7).T
        target, operation, tick, count, sum_ns, min_ns, max_ns = tuple(columns)
        return cls(target, operation, tick, count, sum_ns, min_ns, max_ns, packed)


def tick_rows(
    connection: apsw.Connection, file_format: int, first_tick: int, last_tick: int, after_id: int = 0
) -> Iterator[tuple[int, int, int, int, Counts]]:
    """Yield tick, row ID, target, operation and histogram for each operation in a range of ticks."""
    packed = file_format >= PACKED_FORMAT
    rows = connection.execute(
        f"SELECT tick, id, target, {_HISTOGRAM[packed]} FROM latency"  # noqa: S608 - constant column names
        " WHERE tick BETWEEN ? AND ? AND id > ? ORDER BY tick, id",
        (first_tick, last_tick, after_id),
    )
    remaining = MINUTE_HISTOGRAMS
    for tick, number, target, *row in _ordered(rows, 2, MINUTE_ROWS if packed else MINUTE_HISTOGRAMS):
        histograms = _histograms(row)
        remaining -= len(histograms)
        if remaining < 0:
            raise ValueError(f"more than {MINUTE_HISTOGRAMS:,} histograms in a minute")
        for operation, counts in histograms:
            yield tick, number, target, operation, counts


def minute_rows(
    connection: apsw.Connection, file_format: int, system: int, first: int, last: int
) -> Iterator[tuple[int, int, Counts]]:
    """Yield minute, operation and histogram for each operation in a system's minutes."""
    packed = file_format >= PACKED_FORMAT
    rows = connection.execute(
        f"SELECT {'minute' if packed else 'operation, minute'}, {_HISTOGRAM[packed]} FROM latency_minute"  # noqa: S608
        f" WHERE system = ? AND minute BETWEEN ? AND ? ORDER BY {'minute' if packed else 'operation, minute'}",
        (system, first, last),
    )
    keys = 1 if packed else 2
    for row in _ordered(rows, keys, MINUTE_HISTOGRAMS):
        for operation, counts in _histograms(row[keys:]):
            yield row[keys - 1], operation, counts


def all_rows(
    connection: apsw.Connection, file_format: int
) -> Iterator[tuple[int, int, int, int, int, list[tuple[int, Counts]]]]:
    """Yield ID, target, tick, from_ns, to_ns and the histograms of each row of latencies, ordered by ID."""
    packed = file_format >= PACKED_FORMAT
    cursor = connection.execute(
        f"SELECT id, target, tick, from_ns, to_ns, {_HISTOGRAM[packed]} FROM latency ORDER BY id"  # noqa: S608
    )
    for rows in batches(cursor):
        for number, target, tick, from_ns, to_ns, *row in rows:
            if not all(isinstance(one, int) for one in (target, tick, from_ns, to_ns)):
                raise ValueError("a histogram of wrong types")
            yield number, target, tick, from_ns, to_ns, _histograms(row)


_HISTOGRAM = {True: "packed", False: "operation, count, sum_ns, min_ns, max_ns, counts"}
"""Columns of a row's histograms: packed or, before format 3, of a single operation."""


def _histograms(row: Sequence[object]) -> list[tuple[int, Counts]]:
    if len(row) == 1:
        if not isinstance(row[0], bytes):
            raise ValueError("a histogram of wrong types")
        return unpack_histograms(row[0])
    operation, *counts = row
    if not isinstance(operation, int):
        raise ValueError("a histogram of wrong types")
    return [(operation, _counts(counts))]


def _ordered(rows: Iterable[tuple[Any, ...]], keys: int, most: int) -> Iterator[tuple[Any, ...]]:
    """Yield rows selected with an index, checking that their first columns increase.

    In a damaged file, a page can occur in the tree many times.

    Raises:
        ValueError: If the rows do not increase, or if there are too many.
    """
    last: tuple[Any, ...] = ()
    for number, row in enumerate(rows):
        if row[:keys] <= last or number >= most:
            raise ValueError("latencies are out of order, or too many of them in a minute")
        last = row[:keys]
        yield row


def _counts(row: Sequence[object]) -> Counts:
    count, sum_ns, min_ns, max_ns, counts = row
    if (
        isinstance(count, int)
        and isinstance(sum_ns, int)
        and isinstance(min_ns, int)
        and isinstance(max_ns, int)
        and isinstance(counts, bytes)
    ):
        return count, sum_ns, min_ns, max_ns, counts
    raise ValueError("a histogram of wrong types")
