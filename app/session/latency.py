"""Merging stored latency counts: the one function from which second rows, minute rows and windows are made."""

from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from app.histogram import BUCKETS, SPARSE, Histogram

SECOND_FIELDS = ("count", "sum", "minimum", "maximum", "p50", "p95", "p99")
"""What a second row holds of each operation, as 64-bit floats; the times in nanoseconds."""
PERCENTS = (50.0, 95.0, 99.0)
TICKS_A_MINUTE = 60

Counts = tuple[int, int, int, int, bytes]
"""A stored histogram: count, sum_ns, min_ns, max_ns, sparse counts (Histogram.to_bytes)."""


def merged(rows: Sequence[Counts]) -> Histogram:
    """The sum of stored histograms; an empty one of none. Raises ValueError where the bytes are not histograms."""
    histogram = Histogram()
    filled = [row for row in rows if row[0]]
    if not filled:
        return histogram
    packed = np.frombuffer(b"".join(row[4] for row in filled), dtype=SPARSE)
    if packed.size and int(packed["bucket"].max()) >= BUCKETS:
        raise ValueError("a histogram bucket beyond the last one")
    counts = np.bincount(packed["bucket"], weights=packed["count"], minlength=BUCKETS)  # float64: exact up to 2**53
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
    """A histogram as its columns."""
    return (histogram.count, histogram.sum_ns, histogram.min_ns, histogram.max_ns, histogram.to_bytes())


def second_figures(histogram: Histogram) -> list[float]:
    """SECOND_FIELDS of a histogram; NaN but for count and sum where nothing was counted."""
    none = float("nan")
    low, high = (histogram.min_ns, histogram.max_ns) if histogram.count else (none, none)
    return [histogram.count, histogram.sum_ns, low, high, *histogram.percentiles_ns(PERCENTS)]


def pack_second(histograms: Iterable[Histogram]) -> bytes:
    """The second row of a system: the figures of each operation in the order of id."""
    return np.array([second_figures(h) for h in histograms], dtype="<f8").tobytes()


def unpack_seconds(packed: Sequence[bytes], operations: int) -> NDArray[np.float64]:
    """Second rows as an array (rows, operations, fields); an operation that a row does not know yet is NaN."""
    width = len(SECOND_FIELDS)
    if len({len(blob) for blob in packed}) == 1 and len(packed[0]) == 8 * width * operations:
        flat = np.frombuffer(b"".join(packed), dtype="<f8")
        return flat.reshape(len(packed), operations, width).astype(np.float64)
    array = np.full((len(packed), operations, width), np.nan)
    for index, blob in enumerate(packed):
        row = np.frombuffer(blob, dtype="<f8")
        if row.size % width or row.size > operations * width:
            raise ValueError(f"a second row of {row.size} figures for {operations} operations")
        array[index, : row.size // width] = row.reshape(-1, width)
    return array
