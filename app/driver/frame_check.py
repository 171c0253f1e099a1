# SPDX-License-Identifier: Apache-2.0
"""Validation of frames from a worker.

A frame may come from a compromised machine; it must not break the engine's counting, summing or recording.
"""

import math
from collections.abc import Sequence

import numpy as np

from app.driver.series import COLUMNS, column
from app.driver.worker_messages import Frame, Latencies, Trouble
from app.model.histogram import BUCKETS, SPARSE

SECOND_NS = 1_000_000_000
MOST = 1 << 40
"""Largest plausible count of any event in one second."""
MOST_NS = 1 << 56
"""Largest accepted sum of latencies, 800 days, in ns. A hundred such sums still fit into a session's integers."""
AHEAD_NS = 5 * SECOND_NS
"""Largest accepted lead of a frame's end over the clock, in ns; clock synchronization is better than that."""
MOST_READING = 1e21
"""Largest accepted reading: the bytes that the fastest storage moves in a year."""
MOST_LETTERS = 4096
"""Largest length of an error message; genuine messages are truncated to 500 characters."""
MOST_SORTS = 1000
"""Largest number of error kinds in one frame, and in all frames of a worker together."""
HEADS = tuple(column(name) for name in ("users_alive", "users_requested", "users_stalled", "missed"))
"""Readings that the engine treats as integers."""


def fault(frame: Frame, before: Frame | None, operations: int, engine_columns: int, now_ns: int) -> str:
    """Return what is invalid in a frame, for the log, or "" if it is valid.

    Args:
        frame: Frame to check.
        before: The worker's previous frame.
        operations: Number of operations that `Latencies.operation` can name.
        engine_columns: Number of columns of the workload's own series.
        now_ns: Time since the common start.
    """
    return (
        _fault_of_time(frame, before, now_ns)
        or _fault_of_figures(frame, operations, engine_columns)
        or _fault_of_latencies(frame.latencies, operations)
    )


def fault_of_troubles(troubles: Sequence[Trouble]) -> str:
    """Return what is invalid in a worker's error reports, or "" if they are valid."""
    if len(troubles) > MOST_SORTS or any(max(len(one.kind), len(one.text)) > MOST_LETTERS for one in troubles):
        return "its errors"
    return ""


def _fault_of_time(frame: Frame, before: Frame | None, now_ns: int) -> str:
    if before is not None and (frame.tick <= before.tick or frame.to_ns <= before.to_ns):
        return "seconds that do not rise"
    if not (0 <= frame.tick < MOST and 0 <= frame.from_ns < MOST_NS and frame.to_ns > -MOST_NS):
        return "its time"
    if max(frame.tick * SECOND_NS, frame.to_ns) > now_ns + AHEAD_NS:
        return "a second to come"
    if not all(-MOST_NS < from_ns <= to_ns < MOST_NS for from_ns, to_ns in frame.stood_still):
        return "when it stood still"
    return ""


def _fault_of_figures(frame: Frame, operations: int, engine_columns: int) -> str:
    if len(frame.readings) != len(COLUMNS) or not _are_possible(frame.readings):
        return "its readings"
    own = (frame.engine_time_s, *frame.engine)
    if len(frame.engine) not in {0, engine_columns} or math.isnan(frame.engine_time_s) or not _are_possible(own):
        return "its engine's readings"
    heads = (frame.readings[head] for head in HEADS)
    counts = (frame.orders, frame.rollbacks, *heads, *(trouble.count for trouble in frame.troubles))
    if not all(0 <= count < MOST for count in counts):
        return "its counts"
    if not all(0 <= operation < operations and 0 <= age_ns < MOST_NS for operation, age_ns in frame.under_way):
        return "what is under way"
    return ""


def _are_possible(readings: Sequence[float]) -> bool:
    return all(abs(reading) <= MOST_READING or math.isnan(reading) for reading in readings)


def _fault_of_latencies(rows: Sequence[Latencies], operations: int) -> str:
    for row in rows:
        if not 0 <= row.operation < operations:
            return "an operation that there is not"
        possible = 0 < row.count < MOST and 0 <= row.min_ns <= row.max_ns < MOST_NS and 0 <= row.sum_ns < MOST_NS
        if not possible or not row.counts or len(row.counts) % SPARSE.itemsize:
            return "its latencies"
    if rows:
        packed = np.frombuffer(b"".join(row.counts for row in rows), dtype=SPARSE)
        lengths = [len(row.counts) // SPARSE.itemsize for row in rows]
        sums = np.add.reduceat(packed["count"].astype(np.int64), np.cumsum([0, *lengths[:-1]]))
        if int(packed["bucket"].max()) >= BUCKETS or sums.tolist() != [row.count for row in rows]:
            return "its latencies"
    return ""
