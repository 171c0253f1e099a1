# SPDX-License-Identifier: Apache-2.0
"""Latency histogram with logarithmic buckets, merged by adding counts.

It has 64 buckets per octave of nanoseconds, so that a reported value lies within 0.8 % of the recorded one. Below 64
ns, buckets are exact. Percentiles are computed from counts, never from other percentiles (docs/statistics.md).
"""

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

SUB_BITS = 6
SUB_BUCKETS = 1 << SUB_BITS
BUCKETS = (63 - SUB_BITS + 1) * SUB_BUCKETS
SPARSE = np.dtype([("bucket", "<u2"), ("count", "<u4")])


def bucket_of(latency_ns: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the bucket index of each latency (shape (n,), nanoseconds; negative counts as 0)."""
    value = np.maximum(latency_ns, 0)
    # The exponent of a float64 may round 2**k - 1 up for k > 53 (104 days), which no latency reaches.
    octave = np.maximum(np.frexp(value.astype(np.float64))[1] - 1 - SUB_BITS, 0).astype(np.int64)
    index: NDArray[np.int64] = octave * SUB_BUCKETS + (value >> octave)
    return index


def bucket_middle_ns(bucket: NDArray[np.int64]) -> NDArray[np.float64]:
    """Return the middle of each bucket in nanoseconds (shape as given)."""
    octave = np.maximum(bucket // SUB_BUCKETS - 1, 0)
    low = (bucket - octave * SUB_BUCKETS) << octave
    middle: NDArray[np.float64] = low + ((np.int64(1) << octave) - 1) / 2
    return middle


class Histogram:
    """Counts by bucket, with the exact number, sum, minimum and maximum (all in nanoseconds)."""

    __slots__ = ("count", "counts", "max_ns", "min_ns", "sum_ns")

    def __init__(self) -> None:
        self.counts: NDArray[np.int64] = np.zeros(BUCKETS, dtype=np.int64)
        self.count = 0
        self.sum_ns = 0
        self.min_ns = 0
        self.max_ns = 0

    def record(self, latency_ns: NDArray[np.int64]) -> None:
        """Add latencies (shape (n,), nanoseconds)."""
        if latency_ns.size == 0:
            return
        self.counts += np.bincount(bucket_of(latency_ns), minlength=BUCKETS)
        low = int(latency_ns.min())
        self.min_ns = min(self.min_ns, low) if self.count else low
        self.max_ns = max(self.max_ns, int(latency_ns.max()))
        self.count += int(latency_ns.size)
        self.sum_ns += int(latency_ns.sum())

    def add(self, other: "Histogram") -> None:
        """Merge another histogram into this one."""
        if other.count == 0:
            return
        self.counts += other.counts
        self.min_ns = min(self.min_ns, other.min_ns) if self.count else other.min_ns
        self.max_ns = max(self.max_ns, other.max_ns)
        self.count += other.count
        self.sum_ns += other.sum_ns

    @property
    def mean_ns(self) -> float:
        """Exact mean; NaN if empty."""
        return self.sum_ns / self.count if self.count else float("nan")

    def percentile_ns(self, percent: float) -> float:
        """Return the smallest recorded latency not exceeded by `percent` of all (nearest rank); NaN if empty."""
        return self.percentiles_ns((percent,))[0]

    def percentiles_ns(self, percents: Iterable[float]) -> list[float]:
        """Return several percentiles from one pass over the counts, each within 0.8 % and clipped to the extremes."""
        wanted = tuple(percents)
        if self.count == 0:
            return [float("nan")] * len(wanted)
        bucket = np.array(self.percentile_buckets(wanted))
        return [float(v) for v in np.clip(bucket_middle_ns(bucket), self.min_ns, self.max_ns)]

    def percentile_buckets(self, percents: Iterable[float]) -> tuple[int, ...]:
        """Return the bucket of each percentile (nearest rank). The histogram must not be empty."""
        # The 1e-9 keeps 99.9 % of 1000 at rank 999 despite binary fractions.
        rank = np.maximum(np.ceil(np.fromiter(percents, dtype=np.float64) / 100 * self.count - 1e-9), 1)
        return tuple(np.searchsorted(np.cumsum(self.counts), rank).tolist())

    def to_bytes(self) -> bytes:
        """Return the non-empty buckets as packed little-endian (uint16 bucket, uint32 count) pairs."""
        filled = np.flatnonzero(self.counts)
        packed = np.empty(filled.size, dtype=SPARSE)
        packed["bucket"] = filled
        packed["count"] = self.counts[filled]
        return packed.tobytes()

    @classmethod
    def from_bytes(cls, data: bytes, *, count: int, sum_ns: int, min_ns: int, max_ns: int) -> "Histogram":
        """Return the histogram that `to_bytes` packed.

        Raises:
            ValueError: The bytes are not a histogram.
        """
        if len(data) % SPARSE.itemsize:
            raise ValueError(f"a histogram of {len(data)} bytes: not a multiple of {SPARSE.itemsize}")
        packed = np.frombuffer(data, dtype=SPARSE)
        histogram = cls()
        if packed.size and int(packed["bucket"].max()) >= BUCKETS:
            raise ValueError("a histogram bucket beyond the last one")
        np.add.at(histogram.counts, packed["bucket"], packed["count"].astype(np.int64))
        if int(histogram.counts.sum()) != count:
            raise ValueError("a histogram's counts do not add up to its number")
        histogram.count, histogram.sum_ns, histogram.min_ns, histogram.max_ns = count, sum_ns, min_ns, max_ns
        return histogram


def grouped(group: NDArray[np.int64], latency_ns: NDArray[np.int64], groups: int) -> list[Histogram]:
    """Return a histogram for each group 0 ... groups - 1 of latencies (both shape (n,)), as if recorded separately.

    A single pass over the data suffices; among many busy threads, each long numpy call waits for the GIL.
    """
    counts = np.bincount(group * BUCKETS + bucket_of(latency_ns), minlength=groups * BUCKETS).reshape(groups, BUCKETS)
    # Sums are exact below 2**53 ns, which is 104 days.
    sums_ns = np.bincount(group, weights=latency_ns, minlength=groups)
    low_ns = np.full(groups, np.iinfo(np.int64).max)
    high_ns = np.zeros(groups, dtype=np.int64)
    np.minimum.at(low_ns, group, latency_ns)
    np.maximum.at(high_ns, group, latency_ns)
    histograms = []
    for index in range(groups):
        histogram = Histogram()
        histogram.counts = counts[index]
        histogram.count = int(counts[index].sum())
        if histogram.count:
            histogram.sum_ns, histogram.min_ns, histogram.max_ns = (
                int(sums_ns[index]),
                int(low_ns[index]),
                int(high_ns[index]),
            )
        histograms.append(histogram)
    return histograms
