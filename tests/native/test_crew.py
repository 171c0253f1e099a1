# SPDX-License-Identifier: Apache-2.0
"""DVD Store on a server with the native driver, compared with the Python driver.

Choices, calls, rows, and error messages are the same.
"""

import math
import os
import re
import sys
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from app.databases import odbc_session
from app.databases.address import own_library
from app.databases.failures import DatabaseError
from app.databases.postgresql import libpq
from app.databases.server import connect
from app.driver.load import Load, stream
from app.driver.series import column
from app.driver.target_load import TargetLoad
from app.engine.server_target import ServerTarget, inspected
from app.model.events import UsersStuck
from app.model.messages import sentence
from app.native.native_library import NativeLibrary
from app.workloads.database import native_calls
from app.workloads.database.server_workload import WorkloadOnServer
from app.workloads.dvdstore.shopper import OPERATIONS
from tests.support.driver_run import Run, own_children, started
from tests.support.dvdstores import SMALL, ignore, never, run_cycle
from tests.support.server_stores import Place, place_on
from tests.support.servers import address_of, address_on
from tests.support.user_calls import order_counts

if TYPE_CHECKING:
    from tests.support.private_server import PrivateServer

SECONDS = 2.5
CONTENTS = (
    "SELECT CUSTOMERID, FIRSTNAME, LASTNAME, ADDRESS1, ADDRESS2, CITY, STATE, ZIP, COUNTRY, REGION, EMAIL, PHONE, "
    "CREDITCARDTYPE, CREDITCARD, CREDITCARDEXPIRATION, USERNAME, PASSWORD, AGE, INCOME, GENDER FROM CUSTOMERS "
    "ORDER BY CUSTOMERID",
    "SELECT ORDERID, CUSTOMERID, NETAMOUNT, TAX, TOTALAMOUNT FROM ORDERS ORDER BY 1",
    "SELECT ORDERID, ORDERLINEID, PROD_ID, QUANTITY FROM ORDERLINES ORDER BY 1, 2",
    "SELECT ORDERID, CUSTOMERID, PROD_ID FROM CUST_HIST ORDER BY 1, 2, 3",
    "SELECT PROD_ID, QUAN_IN_STOCK, SALES FROM INVENTORY ORDER BY 1",
    "SELECT PROD_ID, QUAN_LOW FROM REORDER ORDER BY 1, 2",
)
"""Queries of everything that a cycle writes, except dates."""


@pytest.fixture(scope="module", params=["postgresql", "libpq", "mariadb"])
def built(request: pytest.FixtureRequest) -> Iterator[Place]:
    """Build the store; "libpq" is PostgreSQL accessed through its own client library."""
    own = request.param == "libpq"
    server: PrivateServer = request.getfixturevalue("postgresql" if own else request.param)
    place = place_on(server, "outpace_native")
    if request.param != "mariadb":
        place = replace(place, address=place.address.changed(transport="libpq" if own else "odbc"))
    place.store().build(ignore, never)
    yield place
    place.store().drop()


@pytest.fixture
def place(built: Place, monkeypatch: pytest.MonkeyPatch) -> Place:
    """Return the store with a new working database, driven natively."""
    monkeypatch.setenv("OUTPACE_DRIVER", "native")
    built.store().restore(ignore, never)
    return built


def in_python(place: Place) -> Place:
    """Return the same store for the Python driver."""
    own = place.address.transport == "libpq"
    return replace(place, address=place.address.changed(transport="odbc")) if own else place


def contents(place: Place) -> list[Sequence[Any]]:
    with closing(connect(place.address, place.password)) as connection:
        return [[tuple(row) for row in connection.cursor().execute(sql).fetchall()] for sql in CONTENTS]


def driven(place: Place, load: Load, seconds: float = SECONDS, orders: float = math.inf) -> Run:
    """Apply a load for some seconds, or until the given number of orders is complete."""
    with TargetLoad(WorkloadOnServer(place.address, place.password, SMALL), load) as pool:
        result = started(pool)
        result.follow(pool, seconds, lambda: result.total("orders") >= orders)
        result.frames += pool.stop(10)
        result.facts += pool.facts()
    return result


def test_native_and_python_users_leave_the_same_rows(place: Place) -> None:
    load = Load(users=1, seed=3)
    result = driven(place, load, 60, orders=200)
    assert result.troubles() == {}
    assert result.facts == []
    cycles = int(result.total("orders"))
    assert cycles >= 200
    native = contents(place)

    place.store().restore(ignore, never)
    workload = in_python(place).workload()
    user = workload.user(stream(load, 0, "user", 0))
    calls: dict[str, int] = {}
    rollbacks = 0
    for _ in range(cycles):
        made, rolled_back = run_cycle(user)
        rollbacks += rolled_back
        for key, _ in made:
            calls[key] = calls.get(key, 0) + 1
    user.close()
    workload.close()
    python = contents(place)
    for sql, ours, theirs in zip(CONTENTS, native, python, strict=True):
        assert ours == theirs, sql
    counted = {operation.key: result.histogram(index).count for index, operation in enumerate(OPERATIONS)}
    assert {key: count for key, count in counted.items() if count} == calls
    assert result.total("rollbacks") == rollbacks
    assert result.orders.count == cycles


def test_worker_reports_the_transport_of_its_calls(place: Place) -> None:
    with TargetLoad(WorkloadOnServer(place.address, place.password, SMALL), Load(users=1, seed=3)) as pool:
        started(pool)
        (driver,) = pool.drivers
    own = place.address.transport == "libpq"
    assert driver.name == ("native 2 (libpq)" if own else "native 2")
    assert driver.transport == ("libpq" if own else "ODBC")


@pytest.mark.parametrize(
    ("transport", "library", "used", "told"),
    [
        ("libpq", "libpq.so.5", "libpq", ("passed", "libpq.so.5")),
        ("libpq", "no-such-libpq.so", "libpq", ("failed", "Install it")),
        ("auto", "libpq.so.5", "libpq", ("passed", "libpq.so.5")),
        ("auto", "no-such-libpq.so", "odbc", ("warning", "goes through ODBC")),
        ("odbc", "libpq.so.5", "odbc", None),
    ],
)
def test_check_reports_the_transport_of_the_calls(
    postgresql: "PrivateServer",
    monkeypatch: pytest.MonkeyPatch,
    transport: str,
    library: str,
    used: str,
    told: tuple[str, str] | None,
) -> None:
    monkeypatch.setattr(libpq, "_places", lambda: [library])
    own_library.cache_clear()
    address = address_of(postgresql, "outpace_native_check").changed(transport=transport)
    found = inspected(0, ServerTarget(0, "A", address, postgresql.password, SMALL))
    own_library.cache_clear()
    assert found.load_transport == used
    findings = [(one.result, sentence(one.text)) for one in found.findings if one.check == "driver"]
    assert [result for result, _ in findings] == ([told[0]] if told else [])
    assert all(told and told[1] in text for _, text in findings)


def test_raw_odbc_string_uses_odbc_in_both_drivers() -> None:
    raw = address_on("postgresql", odbc="DSN=stage")
    assert raw.transport == "odbc"
    plain = address_on("postgresql", "x", user="u")
    assert plain.named_transport == ""
    assert plain.python_transport == "pyodbc"
    assert address_on("mysql", "x", user="u").transport == "odbc"


def test_python_driver_is_rejected_for_the_libpq_transport() -> None:
    workload = WorkloadOnServer(address_on("postgresql", "x", user="u", transport="libpq"), "", SMALL)
    with pytest.raises(DatabaseError, match="needs the native driver"):
        workload.user(stream(Load(users=1, seed=3), 0, "user", 0))


def test_missing_driver_manager_rules_out_the_native_driver(
    native_library: NativeLibrary, monkeypatch: pytest.MonkeyPatch
) -> None:
    workload = WorkloadOnServer(address_on("mysql", "x", user="u"), "", SMALL)
    assert workload.native_lack(native_library) is None
    monkeypatch.setattr(native_calls, "driver_manager_lack", lambda _: "no such file")
    assert "no such file" in sentence(workload.native_lack(native_library) or "")
    monkeypatch.setattr(odbc_session, "driver_manager", lambda: "no-such-manager.so")
    assert "no-such-manager.so" in odbc_session.driver_manager_lack(native_library)


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have no such policy")
@pytest.mark.parametrize("think_time_s", [0.0, 0.05])
def test_users_without_think_time_run_at_batch_priority(place: Place, think_time_s: float) -> None:
    load = Load(users=2, seed=3, think_time_s=think_time_s)
    with TargetLoad(WorkloadOnServer(place.address, place.password, SMALL), load) as pool:
        started(pool)
        tasks = [int(task.name) for one in own_children("worker") for task in Path(f"/proc/{one.pid}/task").iterdir()]
        policies = [os.sched_getscheduler(task) for task in tasks]
    threads = 0 if place.address.transport == "libpq" else 2
    assert policies.count(os.SCHED_BATCH) == (threads if think_time_s == 0 else 0)


def test_row_counts_of_concurrent_users_add_up(place: Place) -> None:
    before = order_counts(place.store())
    result = driven(place, Load(users=6, seed=4, workers=2, think_time_s=0.01))
    after = order_counts(place.store())
    assert result.total("errors") == 0, result.troubles()
    assert after.orders - before.orders == result.total("orders") - result.total("rollbacks") > 0
    assert after.orderlines - before.orderlines == after.cust_hist - before.cust_hist > 0
    assert {frame.readings[column("users_alive")] for frame in result.frames[1:-2]} == {3.0}
    for operation in range(len(OPERATIONS)):
        assert result.histogram(operation).count > 0
    timed_ns = sum(result.histogram(index).sum_ns for index, kind in enumerate(OPERATIONS) if kind.timed)
    assert result.orders.sum_ns == pytest.approx(timed_ns, rel=0.2), "an order's response is the sum of its timed calls"


@pytest.mark.parametrize(
    ("sql", "undo"),
    [
        ("ALTER TABLE PRODUCTS RENAME TO GONE", "ALTER TABLE GONE RENAME TO PRODUCTS"),
        ("UPDATE CUSTOMERS SET PASSWORD = 'another'", "UPDATE CUSTOMERS SET PASSWORD = 'password'"),
    ],
    ids=["no table", "no row"],
)
def test_errors_have_the_same_kinds_and_messages_in_both_drivers(
    place: Place, monkeypatch: pytest.MonkeyPatch, sql: str, undo: str
) -> None:
    told = []
    for driver in ("python", "native"):
        monkeypatch.setenv("OUTPACE_DRIVER", driver)
        place.store().restore(ignore, never)
        place.execute(sql)
        # One cycle per pause, which doubles each time: both drivers reach the same first call.
        result = driven(in_python(place) if driver == "python" else place, Load(users=1, seed=3), 1.5)
        place.execute(undo)
        told.append({trouble.kind: trouble.text for frame in result.frames for trouble in frame.troubles})
    assert told[0]
    assert told[0].keys() == told[1].keys()
    for kind, text in told[0].items():
        assert without_names(told[1][kind]) == without_names(text)


def without_names(text: str) -> str:
    """Remove customers' names, which may differ within an interval, and psqlODBC's prefix."""
    return re.sub(r"user\d+", "user", re.sub(r"; Error while [a-z ]+$", "", text))


def sessions_of(place: Place) -> str:
    """Return a query for the other sessions of the database."""
    if place.address.engine == "postgresql":
        return "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
    return "SELECT ID FROM information_schema.PROCESSLIST WHERE DB = DATABASE() AND ID <> CONNECTION_ID()"


def test_waiting_calls_are_reported_and_then_canceled(place: Place) -> None:
    """The users wait for a lock until the end: they count as stuck, and no call remains waiting on the server."""
    with closing(connect(place.address, place.password, autocommit=False)) as holder:
        with TargetLoad(WorkloadOnServer(place.address, place.password, SMALL), Load(users=2, seed=5)) as pool:
            result = started(pool)
            assert result.follow(pool, 60, lambda: result.total("orders") > 5)
            holder.execute(
                "LOCK TABLE ORDERS IN EXCLUSIVE MODE"
                if place.address.engine == "postgresql"
                else "LOCK TABLES ORDERS WRITE"
            )
            result.follow(pool, 3)
            result.frames += pool.stop(4)
            result.facts += pool.facts()
        assert [fact.message.users for fact in result.facts if isinstance(fact.message, UsersStuck)] == [2]
        assert len(result.frames[-1].under_way) == 4, "each call, and its order"
        assert result.troubles() == {}
        assert len(place.rows(sessions_of(place))) == 1, "that of who holds the lock"


def test_lost_connection_is_reestablished(place: Place) -> None:
    with TargetLoad(WorkloadOnServer(place.address, place.password, SMALL), Load(users=2, seed=5)) as pool:
        result = started(pool)
        assert result.follow(pool, 60, lambda: result.total("orders") > 5)
        kill = "SELECT pg_terminate_backend({0})" if place.address.engine == "postgresql" else "KILL {0}"
        for (session,) in place.rows(sessions_of(place)):
            place.execute(kill.format(session))
        orders = result.total("orders")
        assert result.follow(pool, 60, lambda: result.total("orders") > orders + 20 and pool.users_alive == 2)
        kinds = set(result.troubles())
        assert kinds & {"connection lost", "server shutting down"}, kinds
        result.frames += pool.stop(10)
