# SPDX-License-Identifier: Apache-2.0
"""Building, finding, rejecting, and restoring DVD Store on the embedded engine."""

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import apsw
import pytest

from app.databases.failures import DatabaseError
from app.databases.sqlite.embedded_engine import SqliteSettings, connect, failure, pragma, quote_identifier
from app.model.workloads import DvdStore
from app.workloads.database.embedded_store import EmbeddedStore
from app.workloads.database.embedded_workload import EmbeddedWorkload
from app.workloads.database.mark import APPLICATION_ID, read_mark
from app.workloads.dvdstore.statements import SCHEMA, statement
from app.workloads.workload import BuildCancelledError
from tests.support.dvdstores import (
    ROLLBACK,
    SMALL,
    WAL,
    build,
    find,
    ignore,
    never,
    prepare,
    pristine_path,
    restore,
    working_path,
)

BUILT = {"dvdstore.pristine.db", "dvdstore.pristine.blake2", "dvdstore.lock"}


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build a database that no test changes; return its folder."""
    folder: Path = tmp_path_factory.mktemp("built")
    build(folder, SMALL, ignore, never)
    return folder


@pytest.fixture
def folder(built: Path, tmp_path: Path) -> Path:
    """Copy the built database for one test and return the copy's folder."""
    shutil.copy(pristine_path(built), pristine_path(tmp_path))
    return tmp_path


@pytest.fixture
def database(folder: Path) -> Iterator[apsw.Connection]:
    """Yield a connection to a working copy."""
    restore(folder, SMALL, WAL, ignore, never)
    with closing(connect(working_path(folder), WAL)) as connection:
        yield connection


def contents(path: Path) -> bytes:
    return path.read_bytes()


def test_build_reports_progress_and_leaves_one_marked_file(tmp_path: Path) -> None:
    told: list[tuple[str, float, float]] = []
    mark = build(tmp_path, SMALL, lambda *told_now: told.append(told_now), never)
    tasks = list(dict.fromkeys(task for task, _, _ in told))
    assert tasks[:3] == ["products", "inventory", "customers"]
    assert tasks[-1] == "finished"
    assert [done for _, done, _ in told] == sorted(done for _, done, _ in told)
    assert told[-1][1] == pytest.approx(told[-1][2])
    assert {path.name for path in tmp_path.iterdir()} == BUILT
    assert mark.size == "1MB"
    assert mark.rows["CUSTOMERS"] == 2_000
    assert mark.rows["ORDERLINES"] == mark.rows["CUST_HIST"]
    assert find(tmp_path, SMALL) == mark


def test_existing_database_is_found_and_not_rebuilt(folder: Path) -> None:
    before = contents(pristine_path(folder))
    told: list[str] = []
    mark = build(folder, SMALL, lambda task, done, total: told.append(task), never)
    assert told == []
    assert mark == find(folder, DvdStore(db_size="1 mb", searches=9))
    assert contents(pristine_path(folder)) == before


def test_builds_are_identical_only_with_the_same_seed(built: Path, tmp_path: Path) -> None:
    other = build(tmp_path / "other", DvdStore(db_size="1MB", data_seed=2), ignore, never)
    again = build(tmp_path / "again", SMALL, ignore, never)
    assert again.checksum == read_mark(pristine_path(built), SCHEMA).checksum
    assert all(other.checksums[t] != again.checksums[t] for t in other.checksums if t != "CATEGORIES")


def test_checksum_detects_a_single_changed_value(database: apsw.Connection) -> None:
    before = database.execute(statement("checksum")).fetchall()
    database.execute("UPDATE INVENTORY SET SALES = 1 WHERE PROD_ID = 77")
    after = database.execute(statement("checksum")).fetchall()
    assert [row[0] for row, other in zip(before, after, strict=True) if row != other] == ["INVENTORY"]


def test_canceled_build_stops_and_leaves_nothing(tmp_path: Path) -> None:
    began = time.perf_counter()
    asked: list[float] = []

    def cancelled() -> bool:
        now = time.perf_counter()
        if now - began > 0.2 and not asked:
            asked.append(now)
        return bool(asked)

    with pytest.raises(BuildCancelledError):
        build(tmp_path, DvdStore(db_size="200MB"), ignore, cancelled)
    assert asked
    assert {path.name for path in tmp_path.iterdir()} == {"dvdstore.lock"}
    assert find(tmp_path, DvdStore(db_size="200MB")) is None


@pytest.mark.parametrize("at", ["indexes", "full text", "statistics", "checksum"])
def test_build_can_be_canceled_in_every_step(tmp_path: Path, at: str) -> None:
    reached: list[str] = []
    with pytest.raises(BuildCancelledError):
        build(tmp_path, SMALL, lambda task, done, total: reached.append(task), lambda: at in reached)
    assert not pristine_path(tmp_path).exists()


def test_killed_build_is_not_accepted_and_its_leftovers_are_removed(tmp_path: Path) -> None:
    script = f"""
import os, signal
from pathlib import Path
from tests.support.dvdstores import build
from app.model.workloads import DvdStore
def progress(task, done, total):
    if task == "checksum":
        os.kill(os.getpid(), getattr(signal, "SIGKILL", signal.SIGTERM))
build(Path({str(tmp_path)!r}), DvdStore(db_size="1MB"), progress, lambda: False)
"""
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])}
    assert subprocess.run([sys.executable, "-P", "-c", script], env=environment, check=False).returncode
    assert list(tmp_path.glob("*.unfinished"))
    assert find(tmp_path, SMALL) is None
    build(tmp_path, SMALL, ignore, never)
    assert {path.name for path in tmp_path.iterdir()} == BUILT


def test_user_file_with_a_similar_name_is_kept(tmp_path: Path) -> None:
    mine = tmp_path / "holiday.unfinished"
    mine.write_text("mine")
    build(tmp_path, SMALL, ignore, never)
    assert mine.read_text() == "mine"


@pytest.mark.parametrize("other", [DvdStore(db_size="2MB"), DvdStore(db_size="1MB", data_seed=5)])
def test_database_with_another_size_or_seed_is_rejected_and_kept(folder: Path, other: DvdStore) -> None:
    before = contents(pristine_path(folder))
    for attempt in (lambda: build(folder, other, ignore, never), lambda: restore(folder, other, WAL, ignore, never)):
        with pytest.raises(DatabaseError, match=f"size 1MB with data seed 1, but {other.size}"):
            attempt()
    assert contents(pristine_path(folder)) == before


def foreign_database(path: Path) -> None:
    with closing(apsw.Connection(str(path))) as connection:
        connection.execute("CREATE TABLE NOTES (TEXT); INSERT INTO NOTES VALUES ('precious')")


def forged_database(path: Path) -> None:
    with closing(apsw.Connection(str(path))) as connection:
        connection.execute(f"PRAGMA application_id = {APPLICATION_ID}; CREATE TABLE OUTPACE_MARK (NAME, VALUE)")


def random_bytes(path: Path) -> None:
    path.write_bytes(os.urandom(8192))


def empty_file(path: Path) -> None:
    path.touch()


@pytest.mark.parametrize("make", [foreign_database, forged_database, random_bytes, empty_file])
def test_foreign_file_at_the_pristine_path_is_rejected_and_kept(tmp_path: Path, make: object) -> None:
    assert callable(make)
    make(pristine_path(tmp_path))
    before = contents(pristine_path(tmp_path))
    with pytest.raises(DatabaseError, match="is not a DVD Store built by Outpace"):
        build(tmp_path, SMALL, ignore, never)
    assert contents(pristine_path(tmp_path)) == before


@pytest.mark.parametrize("make", [foreign_database, random_bytes, empty_file])
def test_foreign_file_at_the_working_path_is_rejected_and_kept(folder: Path, make: object) -> None:
    assert callable(make)
    make(working_path(folder))
    before = contents(working_path(folder))
    with pytest.raises(DatabaseError, match="is not a DVD Store built by Outpace"):
        restore(folder, SMALL, WAL, ignore, never)
    assert contents(working_path(folder)) == before


def test_truncated_pristine_file_is_rejected(folder: Path) -> None:
    with pristine_path(folder).open("r+b") as file:
        file.truncate(50_000)
    with pytest.raises(DatabaseError):
        restore(folder, SMALL, WAL, ignore, never)
    assert not working_path(folder).exists()


def test_folder_path_that_is_a_file_is_reported(tmp_path: Path) -> None:
    taken = tmp_path / "taken"
    taken.touch()
    with pytest.raises(DatabaseError, match="taken"):
        build(taken, SMALL, ignore, never)
    with pytest.raises(DatabaseError, match="taken"):
        build(taken / "below", SMALL, ignore, never)


def test_build_without_enough_free_space_is_rejected_before_it_starts(tmp_path: Path) -> None:
    with pytest.raises(DatabaseError, match="MiB free, the database needs"):
        build(tmp_path, DvdStore(db_size="1000GB"), ignore, never)
    assert {path.name for path in tmp_path.iterdir()} == {"dvdstore.lock"}


def test_restore_needs_a_built_database(tmp_path: Path) -> None:
    with pytest.raises(DatabaseError, match="build it first"):
        restore(tmp_path, SMALL, WAL, ignore, never)


@pytest.mark.parametrize("settings", [ROLLBACK, WAL])
def test_restore_undoes_every_change_even_after_a_killed_run(folder: Path, settings: SqliteSettings) -> None:
    mark = restore(folder, SMALL, settings, ignore, never)
    connection = connect(working_path(folder), settings)
    connection.execute("DELETE FROM ORDERLINES WHERE ORDERID < 100; DELETE FROM CUST_HIST WHERE ORDERID < 100")
    left = [p.name for p in folder.iterdir() if p.name.startswith("dvdstore.db")]
    saved = {name: contents(folder / name) for name in left}  # as a killed process would leave them
    connection.close()
    for name, data in saved.items():
        (folder / name).write_bytes(data)
    restore(folder, SMALL, settings, ignore, never)
    with closing(connect(working_path(folder), settings)) as connection:
        assert dict(row[::2] for row in connection.execute(statement("checksum"))) == mark.checksums


def test_working_copy_can_be_switched_between_journal_modes(folder: Path) -> None:
    for settings, mode in ((WAL, "wal"), (ROLLBACK, "delete"), (WAL, "wal")):
        restore(folder, SMALL, settings, ignore, never)
        with closing(apsw.Connection(str(working_path(folder)))) as plain:
            assert pragma(plain, "journal_mode") == mode
    with closing(connect(working_path(folder), ROLLBACK)) as connection:
        assert pragma(connection, "journal_mode") == "delete"
        assert pragma(connection, "synchronous") == 0


def test_settings_apply_to_the_connection_and_invalid_ones_are_rejected(folder: Path) -> None:
    settings = SqliteSettings("rollback", "full", 2)
    restore(folder, SMALL, settings, ignore, never)
    with closing(connect(working_path(folder), settings)) as connection:
        assert pragma(connection, "synchronous") == 2
        assert pragma(connection, "cache_size") == -2048
        assert pragma(connection, "foreign_keys") == 1
    for wrong in ({"journal": "memory"}, {"synchronous": "extra"}, {"cache_mb": 0.0}):
        with pytest.raises(ValueError, match=next(iter(wrong))):
            SqliteSettings(**wrong)  # type: ignore[arg-type]


def test_folder_in_use_by_a_run_cannot_be_restored_or_claimed(folder: Path) -> None:
    workload = prepare(folder)
    second = EmbeddedWorkload(folder, SMALL, WAL)
    second.open()  # another worker of the same run
    try:
        with pytest.raises(DatabaseError, match="in use by another run"):
            restore(folder, SMALL, WAL, ignore, never)
        workload.close()
        with pytest.raises(DatabaseError, match="in use by another run"):
            restore(folder, SMALL, WAL, ignore, never)
    finally:
        workload.close()
        second.close()
    restore(folder, SMALL, WAL, ignore, never)
    store = EmbeddedStore(folder, SMALL)
    with store.exclusively(), pytest.raises(DatabaseError, match="in use by another run"):
        store.claim(exclusive=True)


def test_canceled_restore_keeps_the_previous_working_copy(folder: Path) -> None:
    restore(folder, SMALL, ROLLBACK, ignore, never)
    before = contents(working_path(folder))
    with pytest.raises(BuildCancelledError):
        restore(folder, SMALL, ROLLBACK, ignore, lambda: True)
    assert contents(working_path(folder)) == before
    assert not list(folder.glob("*.unfinished"))


def test_restock_handles_many_rows_in_one_statement(database: apsw.Connection) -> None:
    database.execute("UPDATE INVENTORY SET QUAN_IN_STOCK = 10")
    assert database.execute("SELECT COUNT(*) FROM REORDER").fetchall() == [(0,)]
    database.execute("UPDATE INVENTORY SET QUAN_IN_STOCK = PROD_ID % 5 WHERE PROD_ID <= 100")
    stocks = database.execute("SELECT PROD_ID, QUAN_IN_STOCK FROM INVENTORY WHERE PROD_ID <= 100").fetchall()
    assert stocks == [(i, i % 5 if i % 5 > 2 else 10) for i in range(1, 101)]
    reordered = database.execute("SELECT PROD_ID, QUAN_LOW FROM REORDER ORDER BY PROD_ID").fetchall()
    assert reordered == [(i, i % 5) for i in range(1, 101) if i % 5 < 3]


def test_restock_leaves_an_already_low_stock_unchanged(database: apsw.Connection) -> None:
    database.execute("DELETE FROM INVENTORY WHERE PROD_ID = 9; INSERT INTO INVENTORY VALUES (9, 2, 0)")
    database.execute("UPDATE INVENTORY SET QUAN_IN_STOCK = QUAN_IN_STOCK - 1 WHERE PROD_ID = 9")
    assert database.execute("SELECT QUAN_IN_STOCK FROM INVENTORY WHERE PROD_ID = 9").fetchall() == [(2,)]
    assert database.execute("SELECT PROD_ID, QUAN_LOW FROM REORDER").fetchall() == [(9, 1)]


def test_identifiers_are_quoted_and_invalid_ones_rejected(database: apsw.Connection) -> None:
    name = 'a"b; DROP TABLE ORDERS --'
    database.execute(f"CREATE TABLE {quote_identifier(name)} (X)")
    assert (name,) in database.execute("SELECT name FROM sqlite_schema").fetchall()
    for wrong in ("", "a\0b"):
        with pytest.raises(ValueError, match="identifier"):
            quote_identifier(wrong)


def test_errors_are_classified(folder: Path, database: apsw.Connection) -> None:
    with closing(apsw.Connection(str(working_path(folder)))) as other:
        other.execute("BEGIN IMMEDIATE")
        database.set_busy_timeout(0)
        with pytest.raises(apsw.BusyError) as busy:
            database.execute("BEGIN IMMEDIATE")
    assert failure(busy.value).kind == "busy"
    assert failure(busy.value).retryable
    with pytest.raises(apsw.ConstraintError) as constraint:
        database.execute("INSERT INTO CUST_HIST VALUES (99999999, 1, 1)")
    assert failure(constraint.value).kind == "constraint"
    database.execute("PRAGMA max_page_count = 1")
    with pytest.raises(apsw.FullError) as full:
        database.execute("CREATE TABLE BIG AS SELECT RANDOMBLOB(100000) FROM ORDERS")
    assert failure(full.value).kind == "disk full"
    database.close()
    with pytest.raises(apsw.ConnectionClosedError) as closed:
        database.execute("SELECT 1")
    assert failure(closed.value).reconnect
    assert failure(LookupError("x")).kind == "LookupError"
