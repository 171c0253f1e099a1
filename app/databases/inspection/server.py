"""The questions of all engines, put to one server."""

import time
from collections.abc import Callable, Sequence

from app.databases.address import Address, ServerEngine
from app.databases.inspection import mysql, postgresql, sqlserver
from app.databases.inspection.findings import Cursor, Found, Inspection, rows_of, sql
from app.databases.server import ServerVersion

OLDEST = {"PostgreSQL": (12,), "MySQL": (8,), "MariaDB": (10, 6), "SQL Server": (13,), "Babelfish": (2,)}
"""The oldest versions that Outpace knows; 13 is SQL Server 2016."""
NAMES = {"SQL Server": "2016"}
ROUND_TRIPS = 15
CLOCK_LOOKS = 4

_ENGINES: dict[ServerEngine, Callable[[Cursor, Sequence[str]], Inspection]] = {
    "postgresql": postgresql.inspect,
    "mysql": mysql.inspect,
    "sqlserver": sqlserver.inspect,
}


def inspect(cursor: Cursor, address: Address, databases: Sequence[str]) -> Inspection:
    """What the server says of itself. databases: the working and the pristine one. Raises the driver's error."""
    return _ENGINES[address.engine](cursor, databases)


def clock_offset_s(cursor: Cursor, address: Address) -> tuple[float, float]:
    """How far the server's clock is ahead of ours, and the uncertainty of that: half of the quickest round trip."""
    best = (0.0, float("inf"))
    for _ in range(CLOCK_LOOKS):
        before = time.time()
        server_s = float(rows_of(cursor, sql(address.engine, "clock"))[0]["clock_s"])
        after = time.time()
        if (after - before) / 2 < best[1]:
            best = (server_s - (before + after) / 2, (after - before) / 2)
    return best


def round_trip_s(cursor: Cursor) -> float:
    """Median of the shortest question's round trips, seconds."""
    taken = []
    for _ in range(ROUND_TRIPS):
        before = time.perf_counter()
        cursor.execute("SELECT 1").fetchall()
        taken.append(time.perf_counter() - before)
    return sorted(taken)[len(taken) // 2]


def version_found(version: ServerVersion) -> Found:
    """Whether Outpace knows this version."""
    oldest = OLDEST.get(version.product, (0,))
    if version.numbers[: len(oldest)] >= oldest:
        return Found("version", "passed", str(version))
    wanted = NAMES.get(version.product, ".".join(map(str, oldest)))
    text = f"{version} is older than {wanted}, the oldest that is supported"
    return Found("version", "failed", text, f"Upgrade it to {version.product} {wanted} or later")
