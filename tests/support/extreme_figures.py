# SPDX-License-Identifier: Apache-2.0
"""Sessions whose numeric fields have extreme values."""

import json
import math
import shutil
import struct
from collections.abc import Callable, Iterator
from pathlib import Path

import apsw
import numpy as np

from app.model.histogram import BUCKETS
from app.session.packed_latencies import PERCENTS, SECOND

EXTREMES = (5e-324, -1e-320, 1e-300, 1e300, -1.7e308, math.inf, -math.inf, math.nan, -1.0, 2.0**63, 0.0)
JSON_FIELDS = (
    ("document", "data"), ("phase", "detail"), ("source", "detail"), ("target", "detail"), ("system", "facts"),
    ("event", "message"),
)  # fmt: skip
PACKED_FIELDS = (("sample", "raw"), ("latency_second", "packed"))
NUMBERS = (
    ("series", "scale"), ("sample", "source_s"), ("sample", "t_ns"), ("latency", "tick"), ("start", "t_ns"),
    ("finish", "t_ns"), ("phase", "t_ns"), ("phase", "run"), ("phase", "step"), ("event", "t_ns"),
)  # fmt: skip
FIELDS = (*JSON_FIELDS, *PACKED_FIELDS, *NUMBERS)


def with_extremes(session: Path, changed: Path, field: tuple[str, str], figures: Callable[[], float]) -> Path:
    """Write a copy of a session in which every number of a field comes from `figures`."""
    shutil.copyfile(session, changed)
    table, column = field
    connection = apsw.Connection(str(changed))
    connection.execute("PRAGMA ignore_check_constraints = ON; BEGIN")
    rows = connection.execute(f"SELECT id, {column} FROM {table}").fetchall()
    for row_id, value in rows:
        new = _changed(field, value, figures)
        try:
            connection.execute(f"UPDATE {table} SET {column} = ? WHERE id = ?", (new, row_id))
        except apsw.ConstraintError:  # a NaN is NULL to SQLite
            continue
    connection.execute("COMMIT")
    connection.close()
    return changed


def _changed(field: tuple[str, str], value: object, figures: Callable[[], float]) -> object:
    if field in JSON_FIELDS:
        return json.dumps(_in_json(json.loads(str(value)), figures))
    if field == ("latency_second", "packed"):
        assert isinstance(value, bytes)
        return b"".join(_second(figures) for _ in range(len(value) // SECOND.itemsize))
    if field in PACKED_FIELDS:
        assert isinstance(value, bytes)
        count = len(value) // 8
        return struct.pack(f"<{count}d", *(figures() for _ in range(count)))
    figure = figures()
    if isinstance(value, int):
        return int(min(max(figure, -(2.0**62)), 2.0**62)) if math.isfinite(figure) else -1
    return figure


def _second(figures: Callable[[], float]) -> bytes:
    """Return the packed figures of one operation in one second, each as close to an extreme as its field allows."""
    most = (2**32 - 1, *3 * (2**64 - 1,), *len(PERCENTS) * (BUCKETS - 1,))
    count, total, low, high, *percentiles = (_nearest(figures(), one) for one in most)
    return np.array((count, total, low, high, percentiles), dtype=SECOND).tobytes()


def _nearest(figure: float, most: int) -> int:
    return 0 if math.isnan(figure) else int(min(max(figure, 0), most))


def _in_json(value: object, figures: Callable[[], float]) -> object:
    if isinstance(value, dict):
        return {key: _in_json(part, figures) for key, part in value.items()}
    if isinstance(value, list):
        return [_in_json(part, figures) for part in value]
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        figure = figures()
        return figure if math.isfinite(figure) else 1e308
    return value


def each(figures: tuple[float, ...]) -> Callable[[], float]:
    """Return a function that returns these figures cyclically."""

    def endless() -> Iterator[float]:
        while True:
            yield from figures

    return endless().__next__
