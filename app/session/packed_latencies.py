# SPDX-License-Identifier: Apache-2.0
"""Packed latencies of a session: histograms of several operations in one value, and figures for each second.

Packed histograms are one zlib stream of unsigned LEB128 numbers: the number of histograms; for each, its operation,
count, sum, minimum, maximum (nanoseconds) and number of filled buckets; then, for all of them together, the distance of
each filled bucket from the previous one (the first from 0), and the count of each. Because similar numbers are
adjacent, the data compress to a sixth of the size of pairs of 16 and 32 bits.
"""

import struct
import zlib
from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from app.model.bounds import UNPACKED_BYTES
from app.model.histogram import BUCKETS, SPARSE, Histogram, bucket_middle_ns, bucket_of

Counts = tuple[int, int, int, int, bytes]
"""Stored histogram: count, sum_ns, min_ns, max_ns, sparse counts (Histogram.to_bytes)."""
Floats = NDArray[np.float64]

SECOND_FIELDS = ("count", "sum", "minimum", "maximum", "p50", "p95", "p99")
"""Figures of one operation in one second; times are in nanoseconds."""
PERCENTS = (50.0, 95.0, 99.0)
SECOND = np.dtype(
    [("count", "<u4"), ("sum", "<u8"), ("minimum", "<u8"), ("maximum", "<u8"), ("percentiles", "<u2", len(PERCENTS))]
)
"""Stored form of `SECOND_FIELDS`. A percentile is stored as a bucket: its value is the bucket's middle, clamped."""
_SECOND = struct.Struct("<IQQQ3H")
_EMPTY_SECOND = bytes(SECOND.itemsize)
_MIDDLES = bucket_middle_ns(np.arange(BUCKETS, dtype=np.int64))
"""Middle of each bucket, in nanoseconds."""
HEAD = 6
"""Number of values that precede the buckets of a histogram."""
LEVEL = 1
"""Compression level of zlib."""
LONGEST_NUMBER = 10
"""Maximum length of a 64-bit number in LEB128, in bytes."""


def pack_histograms(histograms: Sequence[tuple[int, Counts]]) -> bytes:
    """Pack histograms, each with its operation's ID."""
    heads = [len(histograms)]
    for operation, (count, sum_ns, min_ns, max_ns, sparse) in histograms:
        heads += (operation, count, sum_ns, min_ns, max_ns, len(sparse) // SPARSE.itemsize)
    filled = np.frombuffer(b"".join(counts[4] for _, counts in histograms), dtype=SPARSE)
    bucket = filled["bucket"].astype(np.int64)
    distance = np.diff(bucket, prepend=0)
    firsts = np.cumsum([0, *heads[HEAD:-1:HEAD]])
    firsts = firsts[firsts < len(bucket)]
    distance[firsts] = bucket[firsts]
    body = (distance, filled["count"].astype(np.int64))
    return zlib.compress(b"".join((_leb128_sequential(heads), *map(_leb128, body))), LEVEL)


def unpack_histograms(packed: bytes) -> list[tuple[int, Counts]]:
    """Return the histograms in a packed value, each with its operation's ID.

    Raises:
        ValueError: If the value is damaged.
    """
    numbers = _numbers(_inflate(packed))
    count = int(numbers[0]) if len(numbers) else 0
    if not 0 < count <= (len(numbers) - 1) // HEAD:
        raise ValueError("packed latencies without histograms")
    heads = numbers[1 : 1 + HEAD * count].reshape(count, HEAD)
    filled = heads[:, HEAD - 1]
    buckets, rest = divmod(len(numbers) - 1 - HEAD * count, 2)
    if rest or int(filled.max()) > BUCKETS or int(filled.sum()) != buckets:
        raise ValueError("packed latencies of another length")
    distances, counts = numbers[1 + HEAD * count :].reshape(2, buckets)
    ends = np.cumsum(filled)
    cumulated = np.cumsum(distances)
    bases = np.concatenate(([0], cumulated))[ends - filled]
    sparse = np.empty(buckets, dtype=SPARSE)
    bucket = cumulated - np.repeat(bases, filled)
    if buckets and (int(bucket.min()) < 0 or int(bucket.max()) >= BUCKETS or int(counts.max()) >= 1 << 32):
        raise ValueError("a histogram bucket beyond the last one")
    sparse["bucket"], sparse["count"] = bucket, counts
    return [
        (operation, (number, sum_ns, min_ns, max_ns, sparse[end - length : end].tobytes()))
        for (operation, number, sum_ns, min_ns, max_ns, length), end in zip(heads.tolist(), ends.tolist(), strict=True)
    ]


def pack_second(histograms: Iterable[Histogram]) -> bytes:
    """Pack the figures of a second for each operation, ordered by ID."""
    return b"".join(
        _SECOND.pack(one.count, one.sum_ns, one.min_ns, one.max_ns, *one.percentile_buckets(PERCENTS))
        if one.count
        else _EMPTY_SECOND
        for one in histograms
    )


def repacked_seconds(figures: Floats) -> bytes:
    """Pack figures of seconds, shape (n, 7), that were stored in format 1 or 2.

    Raises:
        ValueError: If a figure is impossible.
    """
    with np.errstate(invalid="ignore"):
        if not np.all((np.nan_to_num(figures) >= 0) & (np.nan_to_num(figures) < 2**63)):
            raise ValueError("impossible figures of a second")
    rows = np.zeros(len(figures), dtype=SECOND)
    whole = np.nan_to_num(figures).astype(np.int64)
    for column, name in enumerate(("count", "sum", "minimum", "maximum")):
        rows[name] = whole[:, column]
    rows["percentiles"] = bucket_of(whole[:, 4:])
    return rows.tobytes()


def unpack_seconds(packed: bytes) -> Floats:
    """Return the figures of packed seconds, shape (n, 7), with `SECOND_FIELDS` as columns.

    Without calls, all figures except for count and sum are NaN.

    Raises:
        ValueError: If the bytes are not such figures.
    """
    if len(packed) % SECOND.itemsize:
        raise ValueError(f"figures of seconds of {len(packed)} bytes")
    rows = np.frombuffer(packed, dtype=SECOND)
    figures = np.empty((len(rows), len(SECOND_FIELDS)))
    for column, name in enumerate(("count", "sum", "minimum", "maximum")):
        figures[:, column] = rows[name]
    buckets = rows["percentiles"]
    if buckets.size and int(buckets.max()) >= BUCKETS:
        raise ValueError("a percentile in a bucket beyond the last one")
    low, high = figures[:, 2:3], figures[:, 3:4]
    figures[:, 4:] = np.minimum(np.maximum(_MIDDLES[buckets], low), high)
    figures[rows["count"] == 0, 2:] = np.nan
    return figures


def _leb128_sequential(numbers: Iterable[int]) -> bytes:
    """Encode nonnegative numbers, 7 bits per byte, lowest bits first; the top bit marks that more bytes follow."""
    encoded = bytearray()
    for number in numbers:
        rest = number
        while rest > 0x7F:
            encoded.append(rest & 0x7F | 0x80)
            rest >>= 7
        encoded.append(rest)
    return bytes(encoded)


def _leb128(numbers: NDArray[np.int64]) -> bytes:
    """Encode many numbers as `_leb128_sequential` does, but vectorized."""
    if not numbers.size or int(numbers.max()) < 0x80:
        return numbers.astype(np.uint8).tobytes()
    lengths = np.ones(len(numbers), dtype=np.int64)
    rest = numbers >> 7
    while rest.any():
        lengths += rest > 0
        rest >>= 7
    starts = np.cumsum(lengths) - lengths
    encoded = np.empty(int(lengths.sum()), dtype=np.uint8)
    for place in range(int(lengths.max())):
        longer = np.flatnonzero(lengths > place)
        more = (lengths[longer] > place + 1).astype(np.uint8) << 7
        encoded[starts[longer] + place] = (numbers[longer] >> (7 * place) & 0x7F).astype(np.uint8) | more
    return encoded.tobytes()


def _numbers(encoded: bytes) -> NDArray[np.int64]:
    """Decode the output of `_leb128`.

    Raises:
        ValueError: If a number is truncated or does not fit in 63 bits.
    """
    data = np.frombuffer(encoded, dtype=np.uint8)
    ends = np.flatnonzero(data < 0x80)
    if not len(ends) or ends[-1] != len(data) - 1:
        raise ValueError("packed latencies are cut off")
    starts = np.concatenate(([0], ends[:-1] + 1))
    lengths = ends - starts + 1
    longest = int(lengths.max())
    if longest >= LONGEST_NUMBER:
        raise ValueError("a packed number is too large")
    numbers = (data[starts] & 0x7F).astype(np.int64)
    for place in range(1, longest):
        longer = np.flatnonzero(lengths > place)
        numbers[longer] |= (data[starts[longer] + place] & 0x7F).astype(np.int64) << (7 * place)
    return numbers


def _inflate(packed: bytes) -> bytes:
    inflating = zlib.decompressobj()
    try:
        data = inflating.decompress(packed, UNPACKED_BYTES)
    except zlib.error as error:
        raise ValueError("packed latencies are damaged") from error
    if inflating.unconsumed_tail or not inflating.eof:
        raise ValueError("packed latencies are cut off or too large")
    return data
