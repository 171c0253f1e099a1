# SPDX-License-Identifier: Apache-2.0
"""Latency histograms of a session in blocks of equal length, from which the page merges percentiles of any span."""

import zlib
from collections.abc import Mapping
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from app.report.page.columns import Columns, leb128
from app.session.reader import SessionReader

Integers = NDArray[np.int64]
BUDGET_BYTES = 1_500_000
"""Maximum number of compressed bytes of all histograms of a page."""
FIRST_BLOCKS = ((1200, 1), (3600, 10))
"""Length of the shortest blocks, seconds, of sessions up to each length; longer ones have blocks of a minute."""
MERGED = (1, 2, 10, 60, 300, 600, 3600, 86400)
"""Lengths of blocks, each a multiple of the one before."""


class HistogramBlocks(NamedTuple):
    """Histograms of one operation and system; the first four arrays have the shape (blocks,).

    Attributes:
        start_s: Start of each block.
        low_ns: Its shortest latency; `high_ns` is the longest one.
        filled: Number of its filled buckets.
        bucket: Filled buckets of all blocks, and their `counts`.
    """

    start_s: Integers
    low_ns: Integers
    high_ns: Integers
    filled: Integers
    bucket: Integers
    counts: Integers

    def parts(self) -> tuple[bytes, bytes, bytes]:
        """Return the encoded buckets: filled ones of each block, distances between them, counts."""
        distance = np.diff(self.bucket, prepend=0)
        first = (np.cumsum(self.filled) - self.filled)[self.filled > 0]
        distance[first] = self.bucket[first]
        return leb128(self.filled), leb128(distance), leb128(self.counts)

    def merged(self, block_s: int) -> "HistogramBlocks":
        """Return the sums over blocks of another length, a multiple of the current one."""
        start_s, place = np.unique(self.start_s // block_s * block_s, return_inverse=True)
        first = np.flatnonzero(np.diff(place, prepend=-1))
        buckets = int(self.bucket.max()) + 1
        key, where = np.unique(np.repeat(place, self.filled) * buckets + self.bucket, return_inverse=True)
        count = np.bincount(where, weights=self.counts).astype(np.int64)
        return HistogramBlocks(
            start_s,
            np.minimum.reduceat(self.low_ns, first),
            np.maximum.reduceat(self.high_ns, first),
            np.bincount(key // buckets, minlength=len(start_s)).astype(np.int64),
            key % buckets,
            count,
        )


def first_block_s(length_s: float) -> int:
    """Return the length of the shortest blocks for a session."""
    return next((block_s for most_s, block_s in FIRST_BLOCKS if length_s <= most_s), 60)


def histogram_blocks(reader: SessionReader, block_s: int) -> dict[tuple[int, int], HistogramBlocks]:
    """Return the histograms of each system and operation, by their indexes."""
    found: dict[tuple[int, int], list[tuple[int, int, int, int]]] = {}
    buckets: dict[tuple[int, int], list[tuple[Integers, Integers]]] = {}
    ticks: set[int] = set()
    for system in reader.systems:
        for operation in reader.operations[:1]:
            ends = reader.latency_seconds(system.id, operation.key)[:, 0]
            ticks |= set(((ends - 1) // block_s * block_s).astype(np.int64).tolist())
    for start_s in sorted(ticks):
        for system_index, system in enumerate(reader.systems):
            for operation_index, operation in enumerate(reader.operations):
                one = reader.histogram(system.id, operation.key, start_s, start_s + block_s)
                if one.count:
                    key = (system_index, operation_index)
                    filled = np.flatnonzero(one.counts)
                    found.setdefault(key, []).append((start_s, one.min_ns, one.max_ns, len(filled)))
                    buckets.setdefault(key, []).append((filled, one.counts[filled]))
    blocks = {}
    for key, rows in found.items():
        start_s, low_ns, high_ns, filled_counts = np.array(rows, dtype=np.int64).T
        bucket = np.concatenate([one for one, _ in buckets[key]])
        counts = np.concatenate([one for _, one in buckets[key]])
        blocks[key] = HistogramBlocks(start_s, low_ns, high_ns, filled_counts, bucket, counts)
    return blocks


def packed_histograms(reader: SessionReader, columns: Columns, budget: int = BUDGET_BYTES) -> Mapping[str, object]:
    """Add the histograms in the shortest blocks within the budget; return their description for the page.

    Args:
        reader: Session with latencies.
        columns: Columns of the page.
        budget: Maximum number of compressed bytes.
    """
    block_s = first_block_s(reader.length_s)
    found = histogram_blocks(reader, block_s)
    for longer_s in MERGED[MERGED.index(block_s) + 1 :]:
        if sum(len(zlib.compress(part, 1)) for one in found.values() for part in one.parts()) <= budget:
            break
        block_s, found = longer_s, {key: one.merged(longer_s) for key, one in found.items()}
    return {
        "block_s": block_s,
        "of": {
            f"{system}|{operation}": [
                *(columns.add(values.astype(np.float64)) for values in one[:3]),
                *(columns.add_bytes(part) for part in one.parts()),
            ]
            for (system, operation), one in found.items()
        },
    }
