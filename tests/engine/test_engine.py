# SPDX-License-Identifier: Apache-2.0
"""The engine from a user's point of view: real runs of the embedded pair, and the consequences of faults."""

import json
import os
import signal
import subprocess
import sys
import sysconfig
import time
from pathlib import Path

import platformdirs
import psutil
import pytest

from app.control.engine_commands import SetUsers, StopCommand
from app.control.link import attach, start_engine
from app.model.events import DriverLimits, WorkerDied
from app.model.messages import sentence
from app.scenario.reading import parse_scenario
from app.session.new_file import snapshot
from app.session.reader import SessionReader
from tests.support.engine_runs import (
    PATIENCE_S,
    children_of,
    cpu_s,
    ended_whole,
    measured_s,
    outpace,
    phase_of,
    running,
    scenario_file,
    until,
)


def test_ctrl_c_stops_the_run_cleanly_and_keeps_the_session(tmp_path: Path) -> None:
    session = tmp_path / "stopped.outpace"
    with running("run", scenario_file(tmp_path), "--session", session) as engine:
        until(lambda: phase_of(session) == "measure" and measured_s(session) > 2)
        engine.send_signal(signal.SIGINT)
        out, err = engine.communicate(timeout=PATIENCE_S)
    assert engine.returncode == 1, err
    assert "incomplete: stopped by the user" in out
    with SessionReader.open(session) as reader:
        assert reader.end is not None
        assert [one for one in reader.end.reasons if not isinstance(one, DriverLimits)] == []
        assert reader.end.cut_short is not None
        assert reader.sentence(reader.end.warnings[0]).startswith("incomplete: stopped by the user after ")
        assert reader.phases[-1].name == "stop"


@pytest.mark.skipif(sys.platform == "win32", reason="has no process groups' signals")
@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM", "SIGHUP"])
def test_signal_to_all_processes_of_a_run_stops_it_cleanly(tmp_path: Path, name: str) -> None:
    """Terminals, `timeout` and systemd send the signal in this way."""
    if signal.getsignal(getattr(signal, name)) is signal.SIG_IGN:
        pytest.skip(f"{name} is ignored here, as under nohup")
    session = tmp_path / "stopped.outpace"
    with running("run", scenario_file(tmp_path), "--session", session) as engine:
        until(lambda: phase_of(session) == "measure" and measured_s(session) > 1)
        for process in (*children_of(engine), psutil.Process(engine.pid)):
            process.send_signal(getattr(signal, name))
        _, err = engine.communicate(timeout=PATIENCE_S)
    assert engine.returncode == 1, err
    with SessionReader.open(session) as reader:
        assert reader.end is not None
        assert [one for one in reader.end.reasons if not isinstance(one, DriverLimits)] == []
        assert reader.end.cut_short is not None


def run_delay_s(process: "subprocess.Popen[str]") -> float:
    """Return the seconds that the first thread of a process has waited for a processor; 0 if unknown."""
    schedstat = Path(f"/proc/{process.pid}/schedstat")
    return int(schedstat.read_text("utf-8").split()[1]) / 1e9 if schedstat.exists() else 0.0


def test_sigkill_loses_at_most_two_seconds_and_leaves_no_process(tmp_path: Path) -> None:
    session = tmp_path / "killed.outpace"
    with running("run", scenario_file(tmp_path), "--session", session) as engine:
        until(lambda: phase_of(session) == "measure" and measured_s(session) > 2)
        children = children_of(engine)
        assert len(children) >= 3  # two workers and the collectors
        started, waited_s = until(lambda: measured_s(session)), run_delay_s(engine)
        time.sleep(2.5)
        engine.kill()
        waited_s = run_delay_s(engine) - waited_s
        engine.wait()
        killed_after_s = started + 2.5
        _, alive = psutil.wait_procs(children, timeout=PATIENCE_S)
        assert alive == []
    with SessionReader.open(session) as reader:
        measure = next(phase for phase in reader.phases if phase.name == "measure")
        # The engine cannot record while it waits for a processor on a busy machine.
        assert reader.length_s - measure.from_s > killed_after_s - 2.0 - waited_s
        assert reader.end is None


def test_worker_death_is_reported_and_invalidates_the_run(tmp_path: Path) -> None:
    session = tmp_path / "worker.outpace"
    with running("run", scenario_file(tmp_path, run_s=8), "--session", session) as engine:
        until(lambda: phase_of(session) == "measure")
        # By name if the system names processes; otherwise the one that uses the most processor time.
        busiest = max(children_of(engine), key=lambda child: (child.name().startswith("worker"), cpu_s(child)))
        if sys.platform == "win32":
            busiest.kill()
        else:
            busiest.send_signal(signal.SIGSEGV)  # like a crash in native code
        out, _ = engine.communicate(timeout=PATIENCE_S)
    with SessionReader.open(session) as reader:
        kinds = {event.kind for event in reader.events}
        assert reader.end is not None
        assert {"worker died", "worker replaced"} <= kinds
        assert not reader.end.valid
        assert engine.returncode == 1
        assert "died" in out
        if sys.platform != "win32":
            died = next(event.message for event in reader.events if event.kind == "worker died")
            assert isinstance(died, WorkerDied)
            assert died.exit_code == -signal.SIGSEGV


def test_second_engine_on_the_same_session_or_databases_is_rejected(tmp_path: Path) -> None:
    session = tmp_path / "one.outpace"
    scenario = scenario_file(tmp_path)
    with running("run", scenario, "--session", session):
        until(lambda: phase_of(session) == "measure")
        second = outpace("run", scenario, "--session", session)
        assert second.returncode == 2
        assert "one.outpace" in second.stderr
        assert "exists" in second.stderr
        other = outpace("run", scenario, "--session", tmp_path / "two.outpace")
        assert other.returncode == 2
        assert "in use by another run" in other.stderr
        assert phase_of(session) == "measure"


def test_users_can_be_added_and_removed_during_a_run(tmp_path: Path) -> None:
    session = tmp_path / "users.outpace"
    arguments = ["run", str(scenario_file(tmp_path, users=2)), "--session", str(session)]
    link = start_engine(arguments)
    try:
        until(lambda: phase_of(session) == "measure")
        assert link.send(SetUsers(6, "B"))
        with SessionReader.open(session) as reader:
            alive = until(lambda: reader.poll() and _last_alive(reader) == {"A": 2, "B": 6})
            assert alive
        assert link.send(SetUsers(1))
        with SessionReader.open(session) as reader:
            assert until(lambda: reader.poll() and _last_alive(reader) == {"A": 1, "B": 1})
        link.send(StopCommand())
        assert link.wait(PATIENCE_S)
    finally:
        _killed(link.pid)
        link.release()


def _last_alive(reader: SessionReader) -> dict[str, float]:
    found = {}
    for system in reader.systems:
        for counter in reader.counters:
            if counter.system == system.id and counter.path == "\\Outpace Driver(_Total)\\Users Alive":
                _, values = reader.samples(counter)
                if len(values):
                    found[system.letter] = float(values[-1])
    return found


def _killed(pid: int) -> None:
    if psutil.pid_exists(pid):
        for process in [*psutil.Process(pid).children(recursive=True), psutil.Process(pid)]:
            process.kill()


def test_engine_keeps_running_after_its_window_dies(tmp_path: Path) -> None:
    session = tmp_path / "left.outpace"
    link = start_engine(["run", str(scenario_file(tmp_path)), "--session", str(session)])
    try:
        until(lambda: phase_of(session) == "measure")
        link.release()  # as if the window had died: its end of the pipe is closed
        time.sleep(1)
        with SessionReader.open(session) as reader:
            second = attach(reader.info.uuid)
        assert second.alive()
        assert link.alive()
        second.send(StopCommand())
        assert link.wait(PATIENCE_S)
        second.release()
    finally:
        _killed(link.pid)
    with SessionReader.open(session) as reader:
        assert reader.end is not None
        assert any("stopped by the user" in reader.sentence(one) for one in (*reader.end.reasons, *reader.end.warnings))


def test_abandoned_engine_stops_after_30_seconds(tmp_path: Path) -> None:
    session = tmp_path / "abandoned.outpace"
    link = start_engine(["run", str(scenario_file(tmp_path, users=1, think_s=0.2)), "--session", str(session)])
    try:
        until(lambda: phase_of(session) == "measure")
        link.release()
        assert link.wait(PATIENCE_S)
    finally:
        _killed(link.pid)
    with SessionReader.open(session) as reader:
        assert reader.end is not None
        assert reader.end.cut_short is not None
        assert "its window was gone for 30 s" in reader.sentence(reader.end.cut_short)


def test_canceled_build_leaves_no_database_and_an_invalid_session(tmp_path: Path) -> None:
    session = tmp_path / "cancelled.outpace"
    scenario = scenario_file(tmp_path, size="200MB", run_s=2)
    link = start_engine(["run", str(scenario), "--session", str(session)])
    try:
        with SessionReader.open(until(lambda: session if session.exists() and phase_of(session) else None)) as reader:
            until(lambda: reader.poll() and reader.progress is not None and reader.progress.done > 0)
        link.send(StopCommand())
        assert link.wait(PATIENCE_S)
        assert "Cancelled while the databases were being prepared" in sentence(link.failure())
    finally:
        _killed(link.pid)
        link.release()
    assert list((tmp_path / "databases").rglob("*pristine*")) == []
    assert list((tmp_path / "databases").rglob("*unfinished*")) == []
    with SessionReader.open(session) as reader:
        assert reader.end is not None
        assert not reader.end.valid


def test_database_of_another_size_or_program_is_rejected_and_kept(tmp_path: Path) -> None:
    first = outpace("run", scenario_file(tmp_path, size="1MB", run_s=1), "--session", tmp_path / "1.outpace")
    ended_whole(first, tmp_path / "1.outpace")
    second = outpace("run", scenario_file(tmp_path, size="2MB", run_s=1), "--session", tmp_path / "2.outpace")
    assert second.returncode == 2
    assert "Rollback journal: " in second.stderr
    assert "in size 1MB" in second.stderr
    pristine = next((tmp_path / "databases").rglob("dvdstore.pristine.db"))
    pristine.write_bytes(b"somebody's letters")
    third = outpace("run", scenario_file(tmp_path, size="1MB", run_s=1), "--session", tmp_path / "3.outpace")
    assert third.returncode == 2
    assert "is not a DVD Store built by Outpace" in third.stderr
    assert pristine.read_bytes() == b"somebody's letters"


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["run", "nowhere.toml"], "there is no such file"),
        (["run", "embeded-demo"], 'did you mean "embedded-demo"?'),
        (["run", "embedded-demo", "--seconds", "0"], "--seconds"),
        (["run", "embedded-demo", "--folder", "x"], "expected SYSTEM=FOLDER"),
        (["run", "embedded-demo", "--folder", "Lgo=/tmp"], 'no system is named "Lgo"'),
        (["run", "embedded-demo", "--session", "/proc/no/such/x.outpace"], "/proc/no"),
        (["export", "nowhere.outpace", "--json", "-"], "nowhere.outpace"),
    ],
)
def test_invalid_command_line_is_reported_without_a_traceback(arguments: list[str], words: str, tmp_path: Path) -> None:
    answer = outpace(*arguments, cwd=tmp_path)
    assert answer.returncode == 2
    assert words in answer.stderr
    assert "Traceback" not in answer.stderr


def test_file_as_database_folder_is_rejected(tmp_path: Path) -> None:
    (tmp_path / "databases").write_text("not a folder")
    answer = outpace("run", scenario_file(tmp_path), "--session", tmp_path / "x.outpace")
    assert answer.returncode == 2
    assert "databases" in answer.stderr
    assert "Traceback" not in answer.stderr


@pytest.mark.program
def test_modules_in_the_current_folder_are_not_imported(tmp_path: Path) -> None:
    marker = tmp_path / "ran"
    trap = f"open({str(marker)!r}, 'w').close()\n"
    for name in ("app/__init__.py", "app/__main__.py", "json.py", "multiprocessing/__init__.py", "msgspec.py"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(trap)
    script = Path(sysconfig.get_path("scripts")) / "outpace"
    answer = subprocess.run(
        [str(script), "demo", "--headless", "--seconds", "2"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert "Orders per minute (OPM)" in answer.stdout, answer.stderr
    assert not marker.exists()


def test_scenarios_are_listed_with_the_demo_first() -> None:
    names = [line.split()[0] for line in outpace("scenarios").stdout.splitlines()]
    assert names[:3] == ["embedded-demo", "stand", "race"]
    assert names[4:8] == ["embedded-sweep", "embedded-latency-limit", "embedded-pulse", "embedded-brokerage"]
    assert names[8:19] == [
        "embedded-brokerage-tiering",
        "embedded-order-entry",
        "order-entry-race",
        "own-sql",
        "postgresql-mariadb",
        "synchronous-commit",
        "brokerage-limit",
        "brokerage-tiering",
        "order-entry",
        "order-entry-limit",
        "order-entry-hot",
    ]
    assert names[19:23] == ["sql-tpcb-like", "sql-oltp-read-write", "sql-oltp-point-select", "sql-oltp-update-index"]
    assert names[23:] == ["drives-sweep", "drives-patterns", "drives-pulse", "eight-clients", "two-hosts"]
    copy = outpace("scenarios", "synchronous-commit")
    assert copy.returncode == 0
    assert parse_scenario(copy.stdout).order == "alternating"
    assert outpace("scenarios", "embeded-demo").returncode == 2


def test_version_and_help_are_printed() -> None:
    assert outpace("--version").stdout.startswith("Outpace ")
    for command in ("demo", "run", "open", "export", "scenarios", "shortcut"):
        assert command in outpace("--help").stdout


def test_json_export_has_the_validity_and_roles(tmp_path: Path) -> None:
    session = tmp_path / "short.outpace"
    answer = outpace("run", scenario_file(tmp_path, run_s=3), "--session", session)
    assert answer.returncode == 0, answer.stdout + answer.stderr
    result = json.loads(outpace("export", session, "--json", "-").stdout)
    assert result["valid"]
    assert [system["role"] for system in result["systems"]] == ["baseline", "challenger"]


def builds(child: psutil.Process) -> bool:
    return child.name().startswith("preparing") if sys.platform == "linux" else cpu_s(child) > 1.0


def test_death_of_the_preparation_process_is_reported(tmp_path: Path) -> None:
    session = tmp_path / "died.outpace"
    with running("run", scenario_file(tmp_path, size="200MB"), "--session", session) as engine:
        until(lambda: phase_of(session) == "prepare")
        # By name if the system names processes; otherwise by processor time.
        builder = until(lambda: [one for one in children_of(engine) if builds(one)])[0]
        builder.kill()
        _, err = engine.communicate(timeout=PATIENCE_S)
    assert engine.returncode == 2
    assert "Preparing the databases ended unexpectedly" in err


@pytest.mark.skipif(sys.platform == "win32", reason="TMPDIR is of POSIX")
def test_next_check_removes_the_folder_of_a_killed_check(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    temporary = tmp_path / "temporary"
    mine = temporary / f"outpace-job-{os.getpid()}-alive"
    mine.mkdir(parents=True)
    monkeypatch.setenv("TMPDIR", str(temporary))
    scenario = scenario_file(tmp_path)
    with running("check", scenario) as job:
        until(lambda: len(list(temporary.glob("outpace-job-*"))) == 2)
        job.kill()
        job.wait()
    assert len(list(temporary.iterdir())) == 2
    answer = outpace("check", scenario)
    assert answer.returncode in (0, 1), answer.stderr
    assert list(temporary.iterdir()) == [mine]


def test_engine_started_by_a_window_exits_with_status_0(tmp_path: Path) -> None:
    link = start_engine(["run", str(scenario_file(tmp_path, run_s=1)), "--session", str(tmp_path / "short.outpace")])
    try:
        assert link.wait(PATIENCE_S)
        assert link.failure() is None
    finally:
        _killed(link.pid)
        link.release()


@pytest.mark.skipif(sys.platform == "win32", reason="rights of POSIX")
def test_session_and_log_are_readable_only_by_their_owner(own_home: Path, tmp_path: Path) -> None:
    """Both contain host names, users and settings; an older log's permissions are restricted too."""
    log = platformdirs.user_log_path("Outpace", appauthor=False) / "engine.log"
    log.parent.mkdir(parents=True)
    log.touch(mode=0o644)
    before = os.umask(0o022)
    try:
        with running("run", scenario_file(tmp_path, run_s=2), "--session", tmp_path / "x.outpace") as process:
            until((tmp_path / "x.outpace-wal").exists)
            modes = {path.name: path.stat().st_mode & 0o777 for path in tmp_path.glob("x.outpace*")}
            assert process.wait(PATIENCE_S) in {0, 1}
    finally:
        os.umask(before)
    assert set(modes.values()) == {0o600}
    assert log.stat().st_mode & 0o777 == 0o600
    snapshot(tmp_path / "x.outpace", tmp_path / "y.outpace", name="", note="", layout_json="{}", png=b"")
    assert (tmp_path / "y.outpace").stat().st_mode & 0o777 == 0o600
