# SPDX-License-Identifier: Apache-2.0
"""`outpace check`: findings on real servers and in the embedded engine, and unfair comparisons."""

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
import pytest

from app.databases.sqlite.description import SqliteTarget
from app.engine.devices import device_of, is_this_machine
from app.engine.embedded_target import EmbeddedTarget, FileTarget
from app.engine.preflight import compared
from app.engine.sql_target import SqlTarget
from app.engine.storage_target import StorageTarget
from app.model.documents import CheckFinding, DriverFacts
from app.model.findings import Finding, Inspected
from app.model.messages import sentence
from app.model.sql_workload import Sql, SqlTransaction
from app.model.targets import Storage
from app.model.workloads import DvdStore, StorageIo
from app.session.reader import SessionReader
from tests.support.engine_runs import outpace, scenario_file
from tests.support.server_runs import Server, dropped_after, execute, passwords, written
from tests.support.servers import OwnServer

if TYPE_CHECKING:
    from tests.support.private_server import PrivateServer


def lines_of(printed: str, check: str, result: str) -> list[str]:
    """Return the table rows of a check that have this result."""
    return [line for line in printed.splitlines() if line.startswith(result) and f"  {check} " in f"{line} "]


def test_check_runs_all_checks_on_both_servers_and_changes_nothing(
    postgresql: "PrivateServer", mariadb: "PrivateServer", tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    systems = (Server("PostgreSQL", postgresql, ("outpace_check",)), Server("MariaDB", mariadb, ("outpace_check",)))
    passwords(monkeypatch, systems)
    answer = outpace("check", written(tmp_path, systems), "--session", tmp_path / "check.outpace")
    assert answer.returncode == 0, answer.stdout + answer.stderr
    for check in ("connection", "version", "rights", "statistics", "full text", "clock", "data", "device"):
        for system in ("PostgreSQL", "MariaDB"):
            assert [line for line in lines_of(answer.stdout, check, "passed") if system in line], (check, system)
    # The private servers have unsafe settings and no I/O timing, and the small data set fits into memory: each finding
    # has a remedy.
    for check in ("durability", "timing", "memory"):
        for system in ("PostgreSQL", "MariaDB"):
            assert [line for line in lines_of(answer.stdout, check, "warning") if system in line], (check, system)
    assert "-> As an administrator: ALTER SYSTEM SET track_io_timing = on; SELECT pg_reload_conf()" in answer.stdout
    assert "-> Put performance_schema = ON under [mysqld] in my.cnf" in answer.stdout
    assert "0 failed" in answer.stdout
    assert execute(postgresql, "SELECT COUNT(*) FROM pg_database WHERE datname LIKE 'outpace_check%'") == [(0,)]
    with SessionReader.open(tmp_path / "check.outpace") as reader:
        assert reader.info.kind == "job"
        found = [document.data for document in reader.documents_of(CheckFinding)]
        assert {finding.result for finding in found} == {"passed", "warning"}
        assert all(finding.remedy for finding in found if finding.result == "warning")
        assert len(reader.documents_of(DriverFacts)) == 1


def test_durable_server_passes_where_an_unsafe_one_gets_warnings(
    own_server: OwnServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    server = own_server("postgresql", {"track_io_timing": "on", "track_wal_io_timing": "on"}, durable=True)
    extra = 'settings = { synchronous_commit = "off" }'
    systems = (Server("Waits", server, ("outpace_on",)), Server("Goes on", server, ("outpace_off",), extra))
    passwords(monkeypatch, systems)
    answer = outpace("check", written(tmp_path, systems, more='order = "alternating"'))
    assert answer.returncode == 0, answer.stdout + answer.stderr
    (passed,) = lines_of(answer.stdout, "durability", "passed")
    assert "Waits" in passed
    assert "synchronous_commit = on" in passed
    warned = "\n".join(lines_of(answer.stdout, "durability", "warning"))
    assert "fsync = on, synchronous_commit = off" in warned
    assert "Waits yes, Goes on no" in warned
    assert len(lines_of(answer.stdout, "timing", "passed")) == 2
    assert any("they take turns" in line for line in lines_of(answer.stdout, "server", "passed"))


def test_failed_check_exits_with_status_1_and_its_reason(
    postgresql: "PrivateServer", tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    systems = (Server("Right", postgresql), Server("Wrong", postgresql, ("outpace_other",), user="stranger"))
    passwords(monkeypatch, systems, {1: "not-the-password"})
    answer = outpace("check", written(tmp_path, systems))
    assert answer.returncode == 1
    (failed,) = lines_of(answer.stdout, "connection", "failed")
    assert "Wrong" in failed
    assert "check user name and password" in failed
    assert "not-the-password" not in answer.stdout + answer.stderr
    assert [line for line in lines_of(answer.stdout, "connection", "passed") if "Right" in line]


def test_more_users_than_connections_fails_the_check(
    postgresql: "PrivateServer", tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    system = (Server("Crowded", postgresql),)
    passwords(monkeypatch, system)
    answer = outpace("check", written(tmp_path, system, users=900))
    assert answer.returncode == 1
    (failed,) = lines_of(answer.stdout, "connections", "failed")
    assert "903 are needed" in failed


def test_foreign_database_is_unchanged_and_reported_with_a_remedy(
    postgresql: "PrivateServer", tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    system = (Server("Letters", postgresql, ("outpace_letters",)),)
    passwords(monkeypatch, system)
    with dropped_after(postgresql, "outpace_letters"):
        execute(postgresql, "CREATE DATABASE outpace_letters")
        answer = outpace("check", written(tmp_path, system))
    assert answer.returncode == 1
    (failed,) = lines_of(answer.stdout, "data", "failed")
    assert failed.endswith("is not a DVD Store built by Outpace (it lacks Outpace's mark) and is left unchanged")
    assert "-> Choose another database name, or drop that database yourself" in answer.stdout


def test_check_covers_the_embedded_pair(tmp_path: Path) -> None:
    path = scenario_file(tmp_path)
    before = outpace("check", path)
    assert before.returncode == 0, before.stderr
    assert "DVD Store 1MB will be built before the load" in before.stdout
    assert not (tmp_path / "databases").exists(), "nothing is made by a check"
    pristine = tmp_path / "databases" / "rollback-journal" / "dvdstore.pristine.db"
    pristine.parent.mkdir(parents=True)
    pristine.write_text("somebody's letters")
    after = outpace("check", path)
    assert after.returncode == 1
    assert "is not a DVD Store built by Outpace" in after.stdout
    for printed, failed in ((before.stdout, 0), (after.stdout, 1)):
        *_, summary = printed.splitlines()
        counts = Counter(line.split()[0] for line in printed.splitlines())
        assert counts["failed"] == failed
        warnings = f"{counts['warning']} warning{'s' * (counts['warning'] != 1)}"
        assert summary.endswith(f"{counts['passed']} passed, {warnings}, {failed} failed")


def target(system: int) -> EmbeddedTarget:
    return EmbeddedTarget(system, f"System {system + 1}", "", SqliteTarget(), DvdStore())


def unlike(found: list[Finding]) -> set[tuple[str, str]]:
    return {(finding.check, finding.result) for finding in found if finding.result != "passed"}


def test_unfair_differences_between_systems_are_found() -> None:
    targets = [target(0), target(1)]
    same = Inspected(
        0, [], product="P", version="1", transport="TLS on", checksum="c", data_bytes=2000, memory_bytes=1000,
        durable=True, server="e://u@h:1", free_connections=100, devices=("d1",),
    )  # fmt: skip
    other = Inspected(
        1, [], product="P", version="1", transport="TLS on", checksum="c", data_bytes=2000, memory_bytes=1000,
        durable=True, server="e://u@h:2", free_connections=100, devices=("d2",),
    )  # fmt: skip
    assert unlike(compared(targets, [same, other], 8, together=True)) == set()
    unfair = Inspected(
        1, [], product="P", version="2", transport="TLS off", checksum="x", data_bytes=2000, memory_bytes=4000,
        durable=False, server="e://other@h:1", free_connections=10, devices=("d1",),
    )  # fmt: skip
    assert unlike(compared(targets, [same, unfair], 8, together=True)) == {
        ("same data", "failed"), ("durability", "warning"), ("memory", "warning"), ("TLS", "warning"),
        ("version", "warning"), ("device", "warning"), ("server", "warning"), ("connections", "failed"),
    }  # fmt: skip
    servers = [msgspec.structs.replace(one, load_transport=name) for one, name in ((same, "odbc"), (other, "libpq"))]
    assert unlike(compared(targets, servers, 8, together=True)) == {("driver", "warning")}
    turns = unlike(compared(targets, [same, unfair], 8, together=False))
    assert {check for check, _ in turns} & {"device", "server"} == set()
    unknown = Inspected(1, [])
    assert unlike(compared(targets, [same, unknown], 8, together=True)) == set(), "what is unknown is no difference"


def test_space_for_targets_on_one_disk_is_added_up(tmp_path: Path) -> None:
    device = device_of(tmp_path)
    assert device is not None
    work = StorageIo(file_size=f"{6 * device.free_bytes // 10 // 2**20}MB")
    targets = [StorageTarget(n, "AB"[n], str(tmp_path / f"{n}.dat"), Storage(), work) for n in range(2)]
    found = [one.inspect(number) for number, one in enumerate(targets)]
    assert not [finding for one in found for finding in one.findings if finding.result == "failed"]
    assert ("free space", "failed") in unlike(compared(targets, found, 1, together=False))
    assert unlike(compared(targets[:1], found[:1], 1, together=False)) == set()
    elsewhere = msgspec.structs.replace(found[1], space={"another disk": (2**30, 2**31)})
    assert ("free space", "failed") not in unlike(compared(targets, [found[0], elsewhere], 1, together=False))


def test_file_as_database_folder_fails_the_check(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("somebody's")
    for place in (tmp_path / "file", tmp_path / "file" / "below", *filter(Path.exists, [Path("/dev/full")])):
        for kind in ("shop", "own SQL"):
            one: FileTarget = msgspec.structs.replace(target(0), folder=str(place))
            if kind == "own SQL":
                one = SqlTarget(
                    0, "A", str(place), SqliteTarget(), Sql(transactions=(SqlTransaction("a", "SELECT 1"),))
                )
            (finding,) = one.inspect(0).findings
            assert finding.result == "failed"
            assert "is no folder" in sentence(finding.text)
    assert not unlike(
        list(msgspec.structs.replace(target(0), folder=str(tmp_path / "new" / "one")).inspect(0).findings)
    )


def test_device_of_a_path_and_hosts_of_this_machine_are_detected(tmp_path: Path) -> None:
    device = device_of(tmp_path / "not" / "yet" / "there")
    assert device is not None
    assert device.free_bytes > 0
    assert is_this_machine("127.0.0.1")
    assert is_this_machine("localhost")
    assert not is_this_machine("no-such-host.invalid")
    assert not is_this_machine("192.0.2.1")


def test_missing_statistics_privileges_are_only_a_warning(
    postgresql: "PrivateServer", mariadb: "PrivateServer", tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    systems = (
        Server("PostgreSQL", postgresql, ("outpace_blind",), user="outpace_blind_user"),
        Server("MariaDB", mariadb, ("outpace_blind",), user="outpace_blind_user"),
    )
    passwords(monkeypatch, systems, dict.fromkeys((0, 1), "blind-secret"))
    execute(postgresql, "CREATE ROLE outpace_blind_user LOGIN CREATEDB PASSWORD 'blind-secret'")
    execute(
        mariadb,
        "CREATE USER outpace_blind_user IDENTIFIED BY 'blind-secret'",
        r"GRANT ALL ON `outpace\_%`.* TO outpace_blind_user",
    )
    try:
        answer = outpace("check", written(tmp_path, systems))
    finally:
        execute(postgresql, "DROP ROLE outpace_blind_user")
        execute(mariadb, "DROP USER outpace_blind_user")
    assert answer.returncode == 0, answer.stdout + answer.stderr
    assert len(lines_of(answer.stdout, "rights", "passed")) == 2
    assert len(lines_of(answer.stdout, "statistics", "warning")) == 2
    assert "-> As an administrator: GRANT pg_monitor TO outpace_blind_user" in answer.stdout
    assert "-> As an administrator: GRANT PROCESS, RELOAD ON *.* TO 'outpace_blind_user'@'%'" in answer.stdout


def test_unreadable_mark_is_not_reported_as_missing(
    postgresql: "PrivateServer", mariadb: "PrivateServer", tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    systems = (
        Server("PostgreSQL", postgresql, ("outpace_theirs",), user="outpace_other_user"),
        Server("MariaDB", mariadb, ("outpace_theirs",), user="outpace_other_user"),
    )
    passwords(monkeypatch, systems, dict.fromkeys((0, 1), "other-secret"))
    mark = "CREATE TABLE OUTPACE_MARK (NAME VARCHAR(50) NOT NULL PRIMARY KEY, VALUE VARCHAR(200) NOT NULL)"
    with dropped_after(postgresql, "outpace_theirs"), dropped_after(mariadb, "outpace_theirs"):
        for server in (postgresql, mariadb):
            execute(server, "CREATE DATABASE outpace_theirs")
            execute(server, mark, database="outpace_theirs")
        execute(postgresql, "CREATE ROLE outpace_other_user LOGIN CREATEDB PASSWORD 'other-secret'")
        execute(
            mariadb,
            "CREATE USER outpace_other_user IDENTIFIED BY 'other-secret'",
            r"GRANT CREATE ON `outpace\_%`.* TO outpace_other_user",
        )
        try:
            answer = outpace("check", written(tmp_path, systems))
        finally:
            execute(postgresql, "DROP ROLE outpace_other_user")
            execute(mariadb, "DROP USER outpace_other_user")
    assert answer.returncode == 1
    failed = lines_of(answer.stdout, "data", "failed")
    assert len(failed) == 2, answer.stdout
    assert all('"outpace_other_user" may not read whether Outpace built it' in line for line in failed), failed
    assert "-> Log in as the user who built it, or choose another database name" in answer.stdout
    assert "lacks Outpace's mark" not in answer.stdout
