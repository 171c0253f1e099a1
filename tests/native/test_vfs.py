# SPDX-License-Identifier: Apache-2.0
"""Counting VFS: counts equal the operating system's own, and SQLite behaves the same."""

import json
import os
import subprocess
import sys
import threading
import time
from contextlib import closing
from itertools import pairwise
from pathlib import Path

import apsw
import psutil
import pytest

from app.databases.sqlite.counting_vfs import SERIES, CountingVfs
from app.databases.sqlite.embedded_engine import SqliteSettings, connect
from app.databases.sqlite.native_vfs import NativeCountingVfs, counting_vfs
from app.native.native_library import NativeLibrary
from collectors.series import Reading

ROOT = Path(__file__).parents[2]
Vfs = CountingVfs | NativeCountingVfs


def value(reading: Reading, path: str) -> float:
    """Return the raw value of a counter."""
    return reading.values[next(series.value for series in SERIES if series.path == path)]


def counts(reading: Reading, role: str) -> dict[str, float]:
    """Return the calls and bytes of files in a role."""
    names = ("Reads/sec", "Read Bytes/sec", "Writes/sec", "Write Bytes/sec", "Syncs/sec")
    return {name.removesuffix("/sec"): value(reading, rf"\Engine File({role})\{name}") for name in names}


@pytest.fixture
def vfs(each_driver: str) -> Vfs:
    """Create a counted file layer; each test runs with both implementations."""
    return counting_vfs(NativeLibrary.load({"OUTPACE_DRIVER": each_driver}))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Create a database with one table."""
    path = tmp_path / "some.db"
    with closing(apsw.Connection(str(path))) as connection:
        connection.execute("CREATE TABLE T (A INTEGER PRIMARY KEY, B)")
    return path


COUNTED = """
import json, os, random, sys, threading
import psutil
from pathlib import Path
from app.databases.sqlite.embedded_engine import SqliteSettings
from app.workloads.database.embedded_workload import EmbeddedWorkload
from tests.support.dvdstores import SMALL, run_cycle
workload = EmbeddedWorkload(Path(sys.argv[1]), SMALL, SqliteSettings(sys.argv[2], "full", 16))
workload.open()
users = [workload.user(random.Random(seed)) for seed in range(4)]
for user in users:
    run_cycle(user)  # statements are compiled, files are open, shared memory has its size
process = psutil.Process()
def work(user):
    for _ in range(50):
        run_cycle(user)
threads = [threading.Thread(target=work, args=(user,)) for user in users]
before, operating_system = workload.read(), process.io_counters()
for thread in threads: thread.start()
for thread in threads: thread.join()
after, then = workload.read(), process.io_counters()
for user in users: user.close()
print(json.dumps({
    "counted": [b - a for a, b in zip(before.values, after.values)],
    "writes": then.write_count - operating_system.write_count,
    "write bytes": then.write_chars - operating_system.write_chars,
    "reads": then.read_count - operating_system.read_count,
    "read bytes": then.read_chars - operating_system.read_chars,
}))
"""


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux counts the calls of a process (/proc/self/io)")
@pytest.mark.parametrize("journal", ["rollback", "wal"])
def test_calls_and_bytes_equal_the_operating_systems_counters(tmp_path: Path, journal: str, each_driver: str) -> None:
    from tests.support.dvdstores import prepare  # noqa: PLC0415 - only here

    prepare(tmp_path, settings=SqliteSettings(journal, "off", 16)).close()  # type: ignore[arg-type]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    output = subprocess.run(
        [sys.executable, "-P", "-c", COUNTED, str(tmp_path), journal],
        env=environment,
        stdout=subprocess.PIPE,
        check=True,
    ).stdout
    found = json.loads(output)
    total = counts(Reading(0.0, tuple(found["counted"])), "_Total")
    assert total["Writes"] > 1_000
    assert total["Writes"] == pytest.approx(found["writes"], rel=0.01)
    assert total["Write Bytes"] == pytest.approx(found["write bytes"], rel=0.01)
    # Starting threads and reading the counters cause a few reads of /proc.
    assert total["Reads"] == pytest.approx(found["reads"], rel=0.01, abs=20)
    assert total["Read Bytes"] == pytest.approx(found["read bytes"], rel=0.01, abs=20_000)
    roles = [counts(Reading(0.0, tuple(found["counted"])), role) for role in ("database", "log")]
    assert all(
        role["Writes"] > 100 and role["Syncs"] > 0 for role in roles if journal == "rollback" or role is roles[1]
    )
    assert {key: roles[0][key] + roles[1][key] for key in total} == total


def test_commit_is_counted_for_the_right_file_in_each_journal_mode(vfs: Vfs, path: Path) -> None:
    with closing(connect(path, SqliteSettings("rollback", "full"), vfs=vfs.name)) as connection:
        before = vfs.read()
        connection.execute("BEGIN IMMEDIATE; INSERT INTO T (B) VALUES (1); COMMIT")
        after = vfs.read()
        database = {k: v - counts(before, "database")[k] for k, v in counts(after, "database").items()}
        log = {k: v - counts(before, "log")[k] for k, v in counts(after, "log").items()}
        assert (database["Writes"], database["Write Bytes"], database["Syncs"]) == (
            2,
            8192,
            1,
        )  # page 1 and the table's page
        assert log["Syncs"] == 2
        assert log["Write Bytes"] == 512 + 2 * (4 + 4096 + 4) + 12  # header, two pages, count in the header
    with closing(connect(path, SqliteSettings("wal", "full"), vfs=vfs.name)) as connection:
        connection.execute("INSERT INTO T (B) VALUES (2)")
        before = vfs.read()
        connection.execute("INSERT INTO T (B) VALUES (3)")
        after = vfs.read()
        assert counts(after, "database") == counts(before, "database")
        log = {k: v - counts(before, "log")[k] for k, v in counts(after, "log").items()}
        assert (log["Write Bytes"], log["Syncs"]) == (4096 + 24, 1)


def test_concurrent_calls_and_closed_files_are_all_counted(vfs: Vfs, path: Path) -> None:
    settings = SqliteSettings("wal", "off")
    connect(path, settings, vfs=vfs.name).close()
    before = vfs.read()
    rounds, users = 150, 6
    lock = threading.Lock()

    def work() -> None:
        with lock:
            connection = connect(path, settings, vfs=vfs.name)
        for _ in range(rounds):
            with lock:
                connection.execute("INSERT INTO T (B) VALUES (zeroblob(100))")
            connection.execute("SELECT COUNT(*) FROM T").fetchall()
        with lock:
            connection.close()

    threads = [threading.Thread(target=work) for _ in range(users)]
    for thread in threads:
        thread.start()
    seen = [vfs.read() for _ in range(200)]
    for thread in threads:
        thread.join()
    after = vfs.read()
    for earlier, later in pairwise(seen):
        assert all(counts(earlier, "_Total")[k] <= counts(later, "_Total")[k] for k in counts(earlier, "_Total"))
        assert value(earlier, r"\Engine File(_Total)\Avg. Queue Length") <= value(
            later, r"\Engine File(_Total)\Avg. Queue Length"
        )
    frames = [counts(reading, "log")["Writes"] for reading in (before, after)]
    assert frames[1] - frames[0] >= 2 * rounds * users  # each commit is at least one frame: a header and a page
    assert value(after, r"\Engine File(_Total)\Current Queue Length") == 0
    with closing(apsw.Connection(str(path))) as plain:
        assert plain.execute("SELECT COUNT(*) FROM T").fetchall() == [(rounds * users,)]


def test_call_in_flight_counts_in_the_queue_of_the_python_layer(path: Path) -> None:
    vfs = CountingVfs()
    connection = connect(path, SqliteSettings("rollback", "off"), vfs=vfs.name)
    file = next(iter(vfs._live.values()))
    before = vfs.read()
    file[0][8] = before.time_s  # a call that began now and has not returned
    first, second = vfs.read(), vfs.read()
    queue = r"\Engine File(database)\Avg. Queue Length"
    assert value(first, r"\Engine File(database)\Current Queue Length") == 1
    assert value(second, queue) - value(first, queue) == pytest.approx(second.time_s - first.time_s)
    assert value(first, queue) - value(before, queue) == pytest.approx(first.time_s - before.time_s)
    assert counts(first, "database") == counts(before, "database")
    file[0][8] = 0.0
    connection.close()


class SlowSyncs(apsw.VFS):
    """Fake disk whose syncs return when the test allows it."""

    def __init__(self) -> None:
        self.name = "slow-syncs"
        self.begun, self.over = threading.Event(), threading.Event()
        super().__init__(self.name, "")

    def xOpen(self, name: str | apsw.URIFilename | None, flags: list[int]) -> apsw.VFSFile:
        disk = self

        class File(apsw.VFSFile):
            def xSync(self, flags: int) -> None:
                disk.begun.set()
                assert disk.over.wait(60)
                super().xSync(flags)

        return File("", name, flags)


def test_call_in_flight_counts_in_the_queue_of_the_native_layer(path: Path, native_library: NativeLibrary) -> None:
    disk = SlowSyncs()
    vfs = NativeCountingVfs(native_library, disk.name)
    with closing(apsw.Connection(str(path), vfs=vfs.name)) as connection:
        before = vfs.read()
        commit = threading.Thread(target=lambda: connection.execute("INSERT INTO T (B) VALUES (1)"))
        commit.start()
        assert disk.begun.wait(60)
        first = vfs.read()
        time.sleep(0.05)
        second = vfs.read()
        disk.over.set()
        commit.join()
        after = vfs.read()
    queue, current = (rf"\Engine File(log)\{name}" for name in ("Avg. Queue Length", "Current Queue Length"))
    assert [value(one, current) for one in (before, first, second, after)] == [0, 1, 1, 0]
    grown = value(second, queue) - value(first, queue)
    assert grown == pytest.approx(second.time_s - first.time_s, rel=0.05)
    assert counts(first, "log") == counts(second, "log")
    assert counts(after, "log")["Syncs"] > counts(second, "log")["Syncs"]
    assert value(after, queue) == pytest.approx(
        sum(value(after, rf"\Engine File(log)\Avg. sec/{kind}") for kind in ("Read", "Write", "Sync"))
    )


ORDERS = """
import json, random, sys
from pathlib import Path
from app.databases.sqlite.counting_vfs import CountingVfs
from app.databases.sqlite.embedded_engine import SqliteSettings
from app.databases.sqlite.native_vfs import NativeCountingVfs
from app.native.native_library import NativeLibrary
from app.workloads.database.embedded_workload import EmbeddedWorkload
from tests.support.dvdstores import SMALL, run_cycle
workload = EmbeddedWorkload(Path(sys.argv[1]), SMALL, SqliteSettings(sys.argv[2], "full", 1))
workload.open()
python = CountingVfs()
native = NativeCountingVfs(NativeLibrary.load({}), python.name)
workload._shared.vfs = native
users = [workload.user(random.Random(seed)) for seed in range(3)]
for _ in range(40):
    for user in users:
        run_cycle(user)
readings = [one.read().values for one in (native, python)]
for user in users: user.close()
closed = [one.read().values for one in (native, python)]
print(json.dumps([readings, closed, native.open_files(), len(python._live)]))
"""


@pytest.mark.parametrize("journal", ["rollback", "wal"])
@pytest.mark.usefixtures("native_library")
def test_native_layer_counts_the_same_as_the_python_layer_below_it(tmp_path: Path, journal: str) -> None:
    """Run seeded orders through both layers: every call passes each of them."""
    from tests.support.dvdstores import prepare  # noqa: PLC0415 - only here

    prepare(tmp_path, settings=SqliteSettings(journal, "full", 1)).close()  # type: ignore[arg-type]
    done = subprocess.run(
        [sys.executable, "-P", "-c", ORDERS, str(tmp_path), journal],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        check=True,
    )
    *all_readings, native_open, python_open = json.loads(done.stdout)
    for readings in all_readings:
        native, python = (Reading(0.0, tuple(values)) for values in readings)
        for role in ("database", "log", "_Total"):
            assert counts(native, role) == counts(python, role)
            assert counts(native, role)["Writes"] > 100 or (role, journal) == ("database", "wal")
        assert counts(native, "_Total")["Reads"] > 100
        for kind in ("Read", "Write", "Sync"):  # the upper layer takes slightly longer
            path = rf"\Engine File(_Total)\Avg. sec/{kind}"
            assert value(native, path) >= value(python, path) > 0
    assert (native_open, python_open) == (0, 0)


def test_short_read_counts_only_the_bytes_read(vfs: Vfs, tmp_path: Path) -> None:
    path = tmp_path / "new.db"
    with closing(apsw.Connection(str(path), vfs=vfs.name)) as connection:
        connection.execute("CREATE TABLE T (A)").fetchall()
    reading = counts(vfs.read(), "database")
    assert reading["Reads"] > 0  # the header of an empty file was read
    assert reading["Read Bytes"] == 0
    assert reading["Write Bytes"] == path.stat().st_size


def test_write_ahead_log_is_shared_with_an_uncounted_process(vfs: Vfs, path: Path) -> None:
    with closing(connect(path, SqliteSettings("wal", "full"), vfs=vfs.name)) as connection:
        connection.execute("INSERT INTO T (B) VALUES ('ours')")
        script = (
            "import apsw, sys; c = apsw.Connection(sys.argv[1]); "
            "print(c.execute('SELECT B FROM T').fetchall()); "
            "c.execute(\"INSERT INTO T (B) VALUES ('theirs')\"); c.close()"
        )
        output = subprocess.run(
            [sys.executable, "-P", "-c", script, str(path)], stdout=subprocess.PIPE, text=True, check=True
        )
        assert output.stdout.strip() == "[('ours',)]"
        assert connection.execute("SELECT B FROM T").fetchall() == [("ours",), ("theirs",)]
        assert path.with_name("some.db-shm").exists()


def test_file_layer_errors_are_raised_as_sqlite_errors(vfs: Vfs, path: Path, tmp_path: Path) -> None:
    with pytest.raises(apsw.CantOpenError):
        apsw.Connection(str(tmp_path / "missing" / "x.db"), vfs=vfs.name)
    garbage = tmp_path / "garbage.db"
    garbage.write_bytes(b"no database" * 1000)
    with closing(apsw.Connection(str(garbage), vfs=vfs.name)) as connection, pytest.raises(apsw.NotADBError):
        connection.execute("SELECT * FROM sqlite_schema").fetchall()
    with closing(apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READONLY, vfs=vfs.name)) as connection:
        assert connection.execute("SELECT * FROM T").fetchall() == []
        with pytest.raises(apsw.ReadOnlyError):
            connection.execute("INSERT INTO T (B) VALUES (1)")


@pytest.mark.skipif(sys.platform == "win32", reason="needs a file size limit of the operating system")
def test_failed_write_raises_an_error_and_counts_no_bytes(path: Path, each_driver: str) -> None:
    script = f"""
import resource, signal, apsw, sys
from pathlib import Path
from app.databases.sqlite.native_vfs import counting_vfs
from app.databases.sqlite.embedded_engine import SqliteSettings, connect, failure
from app.native.native_library import NativeLibrary
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000))
vfs = counting_vfs(NativeLibrary.load())
connection = connect(Path({str(path)!r}), SqliteSettings("rollback", "full"), vfs=vfs.name)
try:
    connection.execute("INSERT INTO T (B) VALUES (zeroblob(1000000))")
except apsw.Error as error:
    print(failure(error).kind)
print(connection.execute("SELECT COUNT(*) FROM T").fetchall(), vfs.read().values[4])
"""
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    output = subprocess.run(
        [sys.executable, "-P", "-c", script], env=environment, stdout=subprocess.PIPE, text=True, check=True
    ).stdout.split("\n")
    assert output[0] in ("disk full", "I/O error")
    rows, written = output[1].rsplit(" ", 1)
    assert rows == "[(0,)]"
    assert float(written) <= 200_000


def test_other_threads_continue_while_a_call_is_in_flight(vfs: Vfs, path: Path) -> None:
    """Waiting for a lock must release the GIL, so that a busy connection does not block the other threads."""
    settings = SqliteSettings("rollback", "off")
    with (
        closing(connect(path, settings, vfs=vfs.name)) as first,
        closing(connect(path, settings, vfs=vfs.name)) as second,
    ):
        second.set_busy_timeout(60_000)  # SQLite's own busy handler: xSleep of the default VFS
        first.execute("BEGIN EXCLUSIVE")
        waiting = threading.Thread(target=lambda: second.execute("INSERT INTO T (B) VALUES (2)"))
        waiting.start()
        for number in range(2_000):
            first.execute("INSERT INTO T (B) VALUES (?)", (number,))
        first.execute("COMMIT")
        waiting.join()
        assert first.execute("SELECT COUNT(*) FROM T").fetchall() == [(2_001,)]


def test_series_cover_the_engine_file_counters(vfs: Vfs) -> None:
    paths = [series.path for series in SERIES]
    assert len(set(paths)) == len(paths) == 39
    assert {series.layer for series in SERIES} == {"engine file"}
    width = len(vfs.read().values)
    assert all(0 <= series.value < width and series.base < width for series in SERIES)
    assert all((series.base >= 0) == (series.kind == "average") for series in SERIES)


def test_closed_files_leave_no_handle_open(vfs: Vfs, path: Path) -> None:
    for _ in range(50):
        connect(path, SqliteSettings("rollback", "off"), vfs=vfs.name).close()
    assert (len(vfs._live) if isinstance(vfs, CountingVfs) else vfs.open_files()) == 0
    if hasattr(psutil.Process(), "open_files"):
        assert not [file for file in psutil.Process().open_files() if file.path.startswith(str(path))]
