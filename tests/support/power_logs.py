# SPDX-License-Identifier: Apache-2.0
"""Power meter logs, written for tests of a recorded run."""

import math
import sqlite3
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

Watts = Callable[[int], float]
"""Function that returns the watts at a second since 1970."""

SERVER: Watts = lambda t: 200.0 + t % 7  # noqa: E731

STORAGE: Watts = lambda t: 90.0 + t % 5  # noqa: E731

OTHER: Watts = lambda t: 150.0 + 2 * (t % 4)  # noqa: E731


@dataclass(frozen=True)
class Wall:
    """Times of a session, read from its file using only SQLite.

    Attributes:
        spans: seconds since 1970, by phase and repeat.
    """

    created: datetime
    utc_offset_s: int
    start: float
    end: float
    spans: dict[tuple[str, int], tuple[float, float]]

    @classmethod
    def of(cls, path: Path) -> "Wall":
        file = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
        created, offset = file.execute("SELECT created_utc, utc_offset_s FROM session").fetchone()
        (start_ns,), (end_ns,) = (file.execute(f"SELECT t_ns FROM {t}").fetchone() for t in ("start", "finish"))
        rows = file.execute("SELECT name, run, t_ns FROM phase ORDER BY id").fetchall()
        file.close()
        began = datetime.fromisoformat(created)
        ends = [t_ns for _, _, t_ns in rows[1:]] + [end_ns]
        spans = {
            (name, run): (began.timestamp() + from_ns / 1e9, began.timestamp() + to_ns / 1e9)
            for (name, run, from_ns), to_ns in zip(rows, ends, strict=True)
        }
        return cls(began, offset, began.timestamp() + start_ns / 1e9, began.timestamp() + end_ns / 1e9, spans)

    def mean(self, watts: Watts, name: str, run: int) -> float:
        """Return the mean of the readings at the whole seconds of a phase."""
        from_s, to_s = self.spans[name, run]
        values = [watts(t) for t in range(math.floor(from_s) + 1, math.floor(to_s) + 1)]
        return sum(values) / len(values)


def log(
    path: Path,
    wall: Wall,
    watts: Watts,
    *,
    unit: str = "W",
    scale: float = 1.0,
    step_s: int = 1,
    clock: Callable[[int], str] | None = None,
    without: Sequence[tuple[float, float]] = (),
    around_s: int = 20,
) -> Path:
    """Write a meter's table with a reading per second, in the run's local time, except in the spans in `without`."""

    def local(t: int) -> str:
        return f"{datetime.fromtimestamp(t, UTC) + timedelta(seconds=wall.utc_offset_s):%Y-%m-%d %H:%M:%S}"

    shown = clock or local
    lines = [f"Time;Power ({unit})"]
    for t in range(math.floor(wall.created.timestamp()) - around_s, math.ceil(wall.end) + around_s, step_s):
        if not any(from_s < t <= to_s for from_s, to_s in without):
            lines.append(f"{shown(t)};{watts(t) * scale:.4f}".replace(".", ","))
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path
