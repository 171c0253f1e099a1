# SPDX-License-Identifier: Apache-2.0
"""Runs on real servers, PostgreSQL and MariaDB: from an empty server to a result table, and rejected runs."""

import json
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING, Any

import psutil
import pytest

from app.control.engine_commands import PasswordsCommand, StopCommand
from app.control.link import own_program, start_engine
from app.engine.consents import Consent, confirm
from app.engine.watchers import RANKING_S
from app.model.documents import DriverFacts, TargetFacts
from app.session.reader import SessionReader
from tests.support.engine_runs import ended_whole, outpace, phase_of, until
from tests.support.server_runs import Server, copied, dropped_after, execute, passwords, written

if TYPE_CHECKING:
    from tests.support.private_server import PrivateServer

Pair = tuple[Server, Server]


@pytest.fixture
def pair(postgresql: "PrivateServer", mariadb: "PrivateServer") -> Pair:
    """Return both servers with the database that these tests share."""
    return Server("PostgreSQL", postgresql), Server("MariaDB", mariadb)


def exported(session: Path) -> dict[str, Any]:
    """Return the session's result object."""
    result: dict[str, Any] = json.loads(outpace("export", session, "--json", "-").stdout)
    return result


def test_postgresql_and_mariadb_are_compared(pair: Pair, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    passwords(monkeypatch, pair)
    session = tmp_path / "pair.outpace"
    answer = outpace("run", written(tmp_path, pair), "--session", session)
    ended_whole(answer, session)
    assert "A: PostgreSQL" in answer.stdout
    assert "B: MariaDB" in answer.stdout
    result = exported(session)
    for system in result["systems"]:
        assert system["orders"] > 0
        assert system["errors"] == 0
        assert system["users_alive"] == 2
        assert system["operations"]["purchase"]["count"] == system["operations"]["order"]["count"]
    with SessionReader.open(session) as reader:
        checksums = {target.detail.checksum for system in reader.systems for target in system.targets}
        assert len(checksums) == 1
        kinds = [event.kind for event in reader.events]
        assert kinds.count("restored") == 2
        assert kinds.count("rows") == 2
        assert not [event for event in reader.events if event.kind == "rows" and event.severity == "error"]
        facts = [document.data for document in reader.documents_of(TargetFacts)]
        assert {fact.lines["Product"] for fact in facts} == {"PostgreSQL", "MariaDB"}
        assert all(fact.lines["Data checksum"] in checksums for fact in facts)
        assert reader.documents_of(DriverFacts)


def test_system_with_four_targets_has_results_for_each(
    pair: Pair, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = ("outpace_shared", "outpace_four_2", "outpace_four_3", "outpace_four_4")
    four = (Server("Four databases", pair[0].server, names),)
    passwords(monkeypatch, four)
    session = tmp_path / "four.outpace"
    with dropped_after(pair[0].server, *names[1:]):
        copied(pair[0].server, *names[1:])
        answer = outpace("run", written(tmp_path, four, users=1, run_s=2), "--session", session)
    ended_whole(answer, session)
    assert "target 4, OPM" in answer.stdout
    assert "imbalance of targets" in answer.stdout
    (system,) = exported(session)["systems"]
    assert len(system["targets"]) == 4
    assert all(target["orders"] > 0 for target in system["targets"])
    assert sum(target["orders"] for target in system["targets"]) == system["orders"]
    assert system["users_alive"] == 4
    with SessionReader.open(session) as reader:
        (stop,) = (phase for phase in reader.phases if phase.name == "stop")
        assert reader.length_s - stop.from_s < RANKING_S, "the server's own source, which ranks nothing, was waited for"


def test_two_settings_of_one_postgresql_are_compared_in_turns(
    postgresql: "PrivateServer", tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = ("outpace_shared", "outpace_sync_off")
    systems = [
        Server(f"commit {value}", postgresql, (name,), f'settings = {{ synchronous_commit = "{value}" }}')
        for value, name in zip(("on", "off"), names, strict=True)
    ]
    passwords(monkeypatch, systems)
    path = written(tmp_path, systems, run_s=1, warmup_s=0, more='order = "alternating"')
    path.write_text(path.read_text().replace("ramp_users", "repeats = 2\nramp_users"))
    session = tmp_path / "turns.outpace"
    with dropped_after(postgresql, names[1]):
        copied(postgresql, names[1])
        answer = outpace("run", path, "--session", session)
    ended_whole(answer, session)
    assert "Repeat 2, OPM" in answer.stdout
    assert "95 % interval" in answer.stdout
    with SessionReader.open(session) as reader:
        details = [system.targets[0].detail for system in reader.systems]
        facts = [document.data for document in reader.documents_of(TargetFacts)]
        assert [detail.settings["synchronous_commit"] for detail in details] == ["on", "off"]
        assert [fact.lines["synchronous_commit"] for fact in facts] == ["on", "off"], "as the server itself says"
        assert details[0].checksum == details[1].checksum


@pytest.mark.parametrize("position", [0, 1])
def test_foreign_database_is_rejected_and_kept(
    pair: Pair, position: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    server = pair[position].server
    foreign = (Server("Foreign", server, ("outpace_foreign",)),)
    passwords(monkeypatch, foreign)
    with dropped_after(server, "outpace_foreign"):
        execute(server, "CREATE DATABASE outpace_foreign")
        execute(server, "CREATE TABLE letters (n int)", database="outpace_foreign")
        answer = outpace("run", written(tmp_path, foreign), "--session", tmp_path / "foreign.outpace")
        assert answer.returncode == 2
        assert "Foreign: " in answer.stderr
        assert "outpace_foreign" in answer.stderr
        assert "Traceback" not in answer.stderr
        assert execute(server, "SELECT COUNT(*) FROM letters", database="outpace_foreign") == [(0,)]


@pytest.mark.parametrize("position", [0, 1])
def test_database_of_another_size_is_rejected(
    pair: Pair, position: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    system = (pair[position],)
    passwords(monkeypatch, system)
    built = outpace("build", written(tmp_path, system))
    assert built.returncode == 0, built.stderr
    answer = outpace("run", written(tmp_path, system, size="2MB"), "--session", tmp_path / "size.outpace")
    assert answer.returncode == 2
    assert "1MB" in answer.stderr
    assert "2MB" in answer.stderr


@pytest.mark.parametrize("position", [0, 1])
def test_wrong_password_is_reported_but_never_shown(
    pair: Pair, position: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    system = (pair[position],)
    passwords(monkeypatch, system, {0: "wrong-secret-4711"})
    session = tmp_path / "wrong.outpace"
    answer = outpace("run", written(tmp_path, system), "--session", session)
    assert answer.returncode == 2
    assert "check user name and password" in answer.stderr
    assert "wrong-secret-4711" not in answer.stdout + answer.stderr
    assert b"wrong-secret-4711" not in session.read_bytes()


def test_every_unreachable_system_is_reported(pair: Pair, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    passwords(monkeypatch, pair)
    path = written(tmp_path, pair)
    text = path.read_text().replace('host = "127.0.0.1"', 'host = "no-such-host.invalid"', 1)
    port = f"port = {pair[1].server.port}"
    path.write_text(text.replace(port, "port = 1"))
    for number, place in enumerate((f"no-such-host.invalid:{pair[0].server.port}", "127.0.0.1:1")):
        confirm(Consent("env", f"OUTPACE_TEST_PASSWORD_{number} for {pair[number].server.user}@{place}"))
    answer = outpace("run", path, "--session", tmp_path / "x.outpace")
    assert answer.returncode == 2
    assert "PostgreSQL: the host of PostgreSQL at no-such-host.invalid" in answer.stderr
    assert "MariaDB: " in answer.stderr
    assert "refuses connections" in answer.stderr


def test_missing_privileges_are_reported_before_anything_changes(
    pair: Pair, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    server = pair[0].server
    poor = (Server("Poor", server, ("outpace_poor",), user="outpace_poor_user"),)
    passwords(monkeypatch, poor, {0: "poor-secret"})
    execute(server, "CREATE ROLE outpace_poor_user LOGIN PASSWORD 'poor-secret'")
    try:
        answer = outpace("run", written(tmp_path, poor), "--session", tmp_path / "poor.outpace")
    finally:
        execute(server, "DROP ROLE outpace_poor_user")
    assert answer.returncode == 2
    assert "Poor: outpace_poor_user may not create databases on this PostgreSQL" in answer.stderr
    assert "As an administrator: ALTER ROLE outpace_poor_user CREATEDB" in answer.stderr
    assert execute(server, "SELECT COUNT(*) FROM pg_database WHERE datname LIKE 'outpace_poor%'") == [(0,)]


def test_passwords_appear_in_no_session_log_or_process_list(
    pair: Pair, own_home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for variable in ("OUTPACE_TEST_PASSWORD_0", "OUTPACE_TEST_PASSWORD_1"):
        monkeypatch.delenv(variable, raising=False)
    path = written(tmp_path, pair, run_s=60)
    path.write_text(path.read_text().replace("env:OUTPACE_TEST_PASSWORD_0", "prompt").replace(
        "env:OUTPACE_TEST_PASSWORD_1", "prompt"
    ))  # fmt: skip
    secrets = [system.server.password for system in pair]
    session = tmp_path / "secret.outpace"
    link = start_engine(["run", str(path), "--session", str(session)])
    try:
        accounts = [json.loads(line) for line in outpace("password", path, "--list").stdout.splitlines()]
        assert [account["known"] for account in accounts] == [False, False]
        names = [account["account"] for account in accounts]
        assert link.send(PasswordsCommand(dict(zip(names, secrets, strict=True))))
        until(lambda: _measures(session))
        family = [psutil.Process(link.pid), *psutil.Process(link.pid).children(recursive=True)]
        shown = " ".join(" ".join(process.cmdline()) for process in family)
        assert not [secret for secret in secrets if secret in shown]
        link.send(StopCommand())
        assert link.wait(60)
    finally:
        _killed(link.pid)
        link.release()
    written_files = [session, *(file for file in own_home.rglob("*") if file.is_file())]
    for file in written_files:
        data = file.read_bytes()
        assert not [secret for secret in secrets if secret.encode() in data], file
    assert repr(PasswordsCommand({"a": "x", "b": "y"})) == "Passwords(2 accounts)"


def _measures(session: Path) -> bool:
    return phase_of(session) == "measure"


def _killed(pid: int) -> None:
    if psutil.pid_exists(pid):
        for process in [*psutil.Process(pid).children(recursive=True), psutil.Process(pid)]:
            process.kill()


def test_missing_password_is_reported(pair: Pair, tmp_path: Path) -> None:
    path = written(tmp_path, pair[:1])
    path.write_text(path.read_text().replace("env:OUTPACE_TEST_PASSWORD_0", "prompt"))
    answer = subprocess.run(
        [*own_program(), "run", str(path), "--session", str(tmp_path / "x.outpace")],
        stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    assert answer.returncode == 2
    assert "its password is needed" in answer.stderr
    path.write_text(path.read_text().replace('"prompt"', '"env:OUTPACE_NO_SUCH_VARIABLE"'))
    server = pair[0].server
    confirm(Consent("env", f"OUTPACE_NO_SUCH_VARIABLE for {server.user}@{server.host}:{server.port}"))
    answer = outpace("run", path, "--session", tmp_path / "x.outpace")
    assert "the environment variable OUTPACE_NO_SUCH_VARIABLE is not set" in answer.stderr


def test_concurrent_runs_on_one_database_are_rejected(
    pair: Pair, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    passwords(monkeypatch, pair)
    session = tmp_path / "first.outpace"
    scenario = written(tmp_path, pair, run_s=60)
    link = start_engine(["run", str(scenario), "--session", str(session)])
    try:
        until(lambda: phase_of(session) == "measure")
        for command in ("run", "build"):
            answer = outpace(command, scenario, "--session", tmp_path / f"{command}.outpace")
            assert answer.returncode == 2
            assert answer.stderr.count("in use by another run or build") == 2, answer.stderr
        link.send(StopCommand())
        assert link.wait(60)
    finally:
        _killed(link.pid)
        link.release()
    with SessionReader.open(session) as reader:
        assert [event.severity for event in reader.events if event.kind == "rows"] == ["info", "info"]
    assert outpace("build", scenario).returncode == 0
