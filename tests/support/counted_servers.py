# SPDX-License-Identifier: Apache-2.0
"""Counters of servers, read as the engine reads them."""

import math
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from app.databases.failures import DatabaseError
from app.databases.server import connect, load_pyodbc
from app.databases.server_statistics import DatabaseCounters
from collectors.series import Reading, Series
from tests.support.private_server import PrivateServer
from tests.support.servers import address_of

ERRORS = (DatabaseError, load_pyodbc().Error)

FILE = r"\Engine File({})\{}".format


def opener(server: PrivateServer, user: str = "", password: str = "") -> Callable[[], Any]:
    """Return a function that connects to a database other than the monitored one, as the engine does."""
    address = address_of(server)
    if user:
        address = address.changed(user=user)
    return lambda: connect(address, password or server.password, query_timeout_s=30)


@contextmanager
def session(server: PrivateServer, database: str = "") -> Iterator[Any]:
    connection = connect(address_of(server, database), server.password)
    cursor = connection.cursor()
    yield cursor
    cursor.close()
    connection.close()


def series_of(collector: DatabaseCounters, path: str) -> Series:
    (found,) = (series for series in collector.series if series.path == path)
    return found


def risen(collector: DatabaseCounters, path: str, before: Reading, after: Reading) -> float:
    """Return the increase of a counter's raw value between two readings."""
    column = series_of(collector, path).value
    return after.values[column] - before.values[column]


def average(collector: DatabaseCounters, path: str, before: Reading, after: Reading) -> float:
    series = series_of(collector, path)
    base = after.values[series.base] - before.values[series.base]
    return series.scale * risen(collector, path, before, after) / base if base else math.nan


def reasons(collector: DatabaseCounters) -> dict[str, str]:
    """Return the reasons of missing counters, as a session shows them."""
    return {
        one.path: f"{one.reason.format(**one.values)} {one.remedy.format(**one.values)}".strip()
        for one in collector.missing
    }


def check_form(collector: DatabaseCounters) -> None:
    """Check that every counter is present or missing with a reason, and that every column has a value."""
    reading = collector.read()
    paths = [series.path for series in collector.series]
    assert len(set(paths)) == len(paths)
    assert not set(paths) & set(reasons(collector))
    assert all(reason.strip() and reason.rstrip().endswith(".") for reason in reasons(collector).values())
    for series in collector.series:
        assert math.isfinite(reading.values[series.value]), series.path
        assert (series.base >= 0) == (series.kind in ("average", "share"))
        assert series.base < 0 or math.isfinite(reading.values[series.base]), series.path
    assert math.isfinite(reading.time_s)
