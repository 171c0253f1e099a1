# SPDX-License-Identifier: Apache-2.0
"""Small DVD Store for tests, and cycles without a driver."""

import random
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from decimal import Decimal
from pathlib import Path
from typing import Any

from app.databases.sqlite.embedded_engine import SqliteSettings
from app.model.workloads import DvdStore
from app.workloads.database.embedded_store import EmbeddedStore
from app.workloads.database.embedded_workload import EmbeddedWorkload
from app.workloads.database.mark import BuildMark
from app.workloads.database.python_users import PythonUser
from app.workloads.workload import Cancelled, Progress
from tests.support.user_calls import ShopperCalls

SMALL = DvdStore(db_size="1MB")
ROLLBACK = SqliteSettings("rollback", "off", 16)
WAL = SqliteSettings("wal", "off", 16)


def ignore(task: str, done: float, total: float) -> None:
    """Ignore progress."""


def never() -> bool:
    """Never cancel."""
    return False


def build(
    folder: Path, parameters: DvdStore = SMALL, progress: Progress = ignore, cancelled: Cancelled = never
) -> BuildMark:
    """Build the pristine database in the folder."""
    return EmbeddedStore(folder, parameters).build(progress, cancelled)


def restore(
    folder: Path, parameters: DvdStore, settings: SqliteSettings, progress: Progress, cancelled: Cancelled
) -> BuildMark:
    """Restore the working copy in the folder."""
    return EmbeddedStore(folder, parameters).restore(settings, progress, cancelled)


def pristine_path(folder: Path) -> Path:
    return EmbeddedStore(folder, SMALL).pristine


def digest_path(folder: Path) -> Path:
    return EmbeddedStore(folder, SMALL).digest


def working_path(folder: Path) -> Path:
    return EmbeddedStore(folder, SMALL).working


def find(folder: Path, parameters: DvdStore) -> BuildMark | None:
    """Return the mark of the pristine database."""
    return EmbeddedStore(folder, parameters).find()


def prepare(folder: Path, parameters: DvdStore = SMALL, settings: SqliteSettings = WAL) -> EmbeddedWorkload:
    """Open a workload on a new working copy."""
    build(folder, parameters, ignore, never)
    restore(folder, parameters, settings, ignore, never)
    workload = EmbeddedWorkload(folder, parameters, settings)
    workload.open()
    return workload


def run_cycle(one: PythonUser | ShopperCalls) -> tuple[list[tuple[str, object]], bool]:
    """Run one order cycle; return each call's operation key and rows, and whether the purchase was rolled back.

    For calls that return one number, the number replaces the rows.
    """
    user = one.user if isinstance(one, ShopperCalls) else one
    cycle = user.cycle()
    calls: list[tuple[str, object]] = []
    result: object = None
    while True:
        try:
            call = cycle.send(result)
        except StopIteration as ended:
            return calls, ended.value.rolled_back
        (request,) = call.arguments
        rows = user.rows(request)
        result = user._forms.answer(request, rows)
        key = request.procedure.key
        calls.append((key, result if key in ("new_customer", "price", "purchase") else rows))


def run_cycles(
    workload: EmbeddedWorkload, count: int, seed: int = 1
) -> Iterator[tuple[list[tuple[str, object]], bool]]:
    """Run cycles of one user."""
    user = workload.user(random.Random(seed))
    try:
        for _ in range(count):
            yield run_cycle(user)
    finally:
        user.close()


MONEY = {"PRODUCTS": (4,), "ORDERS": (3, 4, 5)}

Row = tuple[Any, ...]


class Dates:
    """Order dates that are one minute apart."""

    def __init__(self) -> None:
        self._next = datetime(2026, 11, 22, 10, 0)  # noqa: DTZ001 - same as in the database

    def __call__(self) -> str:
        self._next += timedelta(minutes=1)
        return self._next.strftime("%Y-%m-%d %H:%M:%S")


def plain(value: object) -> object:
    """Normalize a value that engines return in different types."""
    return value.strftime("%Y-%m-%d %H:%M:%S") if isinstance(value, datetime) else value


def plain_rows(rows: Sequence[Sequence[Any]], table: str = "") -> list[Row]:
    """Return the rows of a table with money in cents, because engines return 9.90 in different types."""
    money = MONEY.get(table, ())
    return [tuple(round(Decimal(str(v)) * 100) if i in money else plain(v) for i, v in enumerate(row)) for row in rows]
