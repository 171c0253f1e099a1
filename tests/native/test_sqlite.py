# SPDX-License-Identifier: Apache-2.0
"""DVD Store on the embedded engine with the native driver, compared with the Python driver.

Choices, calls, rows, file calls, and error messages are the same.
"""

from collections import Counter
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from time import sleep
from typing import Any

import pytest

from app.databases.sqlite import embedded_engine, native_sqlite
from app.databases.sqlite.embedded_engine import SqliteSettings, connect
from app.driver.load import Load, stream
from app.native.native_library import NativeLibrary
from app.workloads.database.embedded_workload import EmbeddedWorkload
from app.workloads.dvdstore.shopper import OPERATIONS
from tests.support.crew_run import crew_on
from tests.support.dvdstores import ROLLBACK, SMALL, WAL, ignore, never, prepare, restore, run_cycle, working_path

CONTENTS = {
    "CUSTOMERS": "*", "ORDERS": "ORDERID, CUSTOMERID, NETAMOUNT, TAX, TOTALAMOUNT",
    "ORDERLINES": "ORDERID, ORDERLINEID, PROD_ID, QUANTITY", "CUST_HIST": "*", "INVENTORY": "*", "PRODUCTS": "*",
    "REORDER": "PROD_ID, QUAN_LOW, DATE_REORDERED",
}  # fmt: skip
"""Everything in a database except dates."""


def contents(folder: Path) -> dict[str, list[Sequence[Any]]]:
    with closing(connect(working_path(folder), WAL)) as connection:
        return {
            table: connection.execute(f"SELECT {columns} FROM {table} ORDER BY 1, 2, 3").fetchall()
            for table, columns in CONTENTS.items()
        }


def file_counts(workload: EmbeddedWorkload) -> dict[str, float]:
    """Return the numbers of calls and bytes, without their durations."""
    reading = workload.read()
    assert reading is not None
    return {
        each.path: reading.values[each.value]
        for each in workload.series
        if each.kind == "rate" and "Queue" not in each.path
    }


@pytest.mark.parametrize(
    ("settings", "least"),
    [(SqliteSettings("wal", "normal", 16), 10_000), (SqliteSettings("rollback", "full", 16), 500)],
    ids=["wal", "rollback"],
)
def test_native_and_python_users_make_the_same_calls_and_rows(
    tmp_path: Path, native_library: NativeLibrary, settings: SqliteSettings, least: int
) -> None:
    load = Load(users=1, seed=3)
    workload = prepare(tmp_path, SMALL, settings)
    with crew_on(workload, load, native_library) as driven:
        driven.follow(lambda: driven.orders >= least)
    assert driven.texts == {}
    native_files = file_counts(workload)
    workload.close()
    native = contents(tmp_path)
    cycles = driven.orders

    restore(tmp_path, SMALL, settings, ignore, never)
    workload.open()
    user = workload.user(stream(load, 0, "user", 0))
    calls: Counter[str] = Counter()
    rollbacks = 0
    for _ in range(cycles):
        made, rolled_back = run_cycle(user)
        rollbacks += rolled_back
        calls.update(key for key, _ in made)
    user.close()
    python_files = file_counts(workload)
    workload.close()
    assert {operation.key: driven.count(index) for index, operation in enumerate(OPERATIONS)} == calls
    assert driven.count(driven.around.codes.rollback) == rollbacks > 0
    for table, rows in contents(tmp_path).items():
        assert native[table] == rows, table
    assert native_files == python_files
    assert all(native_files.values())


def test_row_counts_of_concurrent_users_add_up(tmp_path: Path, native_library: NativeLibrary) -> None:
    workload = prepare(tmp_path)
    before = {table: len(rows) for table, rows in contents(tmp_path).items()}
    with crew_on(workload, Load(users=8, seed=4, embedded=True), native_library) as driven:
        codes = driven.around.codes
        driven.follow(lambda: driven.orders >= 2_000)
    workload.close()
    assert driven.texts == {}
    after = {table: len(rows) for table, rows in contents(tmp_path).items()}
    added = {table: after[table] - before[table] for table in after}
    assert added["ORDERS"] == driven.orders - driven.count(codes.rollback)
    assert added["ORDERLINES"] == added["CUST_HIST"] > added["ORDERS"]
    assert added["CUSTOMERS"] == driven.count(1)
    calls = sum(driven.count(index) for index in range(len(OPERATIONS)))
    assert calls // 16 - 8 <= driven.count(codes.call_cpu) <= calls // 16


def troubles_of(workload: EmbeddedWorkload, library: NativeLibrary) -> list[dict[str, str]]:
    """Return the errors of one user of each driver: kinds with their first messages."""
    told = []
    for driver in (None, library):
        with crew_on(workload, Load(users=1, seed=3), driver) as driven:
            driven.follow(lambda found=driven: bool(found.texts))  # type: ignore[misc]
        told.append(driven.texts)
    return told


@pytest.mark.parametrize(
    ("sql", "kind"),
    [
        ("DROP TABLE CUST_HIST", "SQLError"),
        ("UPDATE CUSTOMERS SET PASSWORD = 'another'", "LookupError"),
        ("DROP VIEW PURCHASE_LINE", "SQLError"),
        (
            "CREATE TRIGGER NONE BEFORE INSERT ON ORDERS BEGIN SELECT RAISE(FAIL, 'closed') WHERE NEW.NETAMOUNT < 0;"
            "INSERT INTO CUSTOMERS SELECT * FROM CUSTOMERS; END",
            "constraint",
        ),
    ],
    ids=["no table", "no row", "in a transaction", "constraint"],
)
def test_errors_have_the_same_kinds_and_messages_in_both_drivers(
    tmp_path: Path, native_library: NativeLibrary, sql: str, kind: str
) -> None:
    workload = prepare(tmp_path)
    with closing(connect(working_path(tmp_path), WAL)) as database:
        database.execute(sql)
    python, native = troubles_of(workload, native_library)
    workload.close()
    assert kind in python
    assert python == native


def test_connection_errors_have_the_same_message_in_both_drivers(
    tmp_path: Path, native_library: NativeLibrary, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in (embedded_engine, native_sqlite):
        monkeypatch.setattr(module, "BUSY_TRIES", 3)
    workload = prepare(tmp_path)
    path = working_path(tmp_path)
    with closing(connect(path, ROLLBACK)) as other:
        other.execute("BEGIN IMMEDIATE")
        python, native = troubles_of(workload, native_library)
        assert python == native
        assert any("can't be switched" in text for text in python.values()), python
    path.unlink()
    python, native = troubles_of(workload, native_library)
    assert python == native
    assert any("there is no database" in text for text in python.values()), python
    path.write_bytes(b"no database at all, but some words in a file" * 100)
    python, native = troubles_of(workload, native_library)
    assert python == native != {}
    workload.close()


def test_busy_database_is_retried(
    tmp_path: Path, native_library: NativeLibrary, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(native_sqlite, "BUSY_TRIES", 3)
    workload = prepare(tmp_path)
    with (
        closing(connect(working_path(tmp_path), WAL)) as other,
        crew_on(workload, Load(users=2, seed=3), native_library) as driven,
    ):
        other.execute("BEGIN IMMEDIATE")
        driven.follow(lambda: "busy" in driven.texts)
        other.execute("COMMIT")
        orders = driven.orders
        driven.follow(lambda: driven.orders > orders + 100)
    workload.close()
    assert driven.texts == {"busy": "database is locked"}


def test_users_waiting_for_the_database_are_released_at_the_end(tmp_path: Path, native_library: NativeLibrary) -> None:
    workload = prepare(tmp_path)
    with closing(connect(working_path(tmp_path), WAL)) as other:
        with crew_on(workload, Load(users=3, seed=3), native_library, grace_s=0.1) as driven:
            driven.follow(lambda: driven.orders > 10)
            other.execute("BEGIN IMMEDIATE")
            sleep(0.2)
        other.execute("ROLLBACK")
        assert other.execute("PRAGMA wal_checkpoint(truncate)").fetchall()[0][0] == 0, "nobody has it open"
    workload.close()
    assert driven.texts.keys() <= {"busy"}
