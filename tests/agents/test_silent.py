# SPDX-License-Identifier: Apache-2.0
"""Unresponsive agents block nothing: after a timeout, an error names them, and no process remains.

Each is a real process, reached through a program in place of ssh, directly, or through ssh.
"""

import contextlib
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import psutil
import pytest

from app.agents import child_program, installation, machine, ssh
from app.agents.child_program import ProgramCanceledError, finished
from app.agents.machine import Agent, AgentError, ConnectingStoppedError
from app.engine import agent_group, databases, loads
from app.engine.status import RunError
from app.model.bounds import AGENT_OUTPUT_BYTES
from app.model.events import AgentLost, kind_of
from app.model.messages import sentence
from app.session.reader import SessionReader
from tests.support.agent_lab import all_ended, carrier, laboratory
from tests.support.agent_runs import agents_are_processes, run_with_agents
from tests.support.program import Program
from tests.support.silent_agent import silent, ssh_that

PATIENCE_S = 60.0
SOON_S = 15.0
"""Time limit in seconds that also suffices on a busy machine; the measured operation takes about 1 s."""
SCENARIO = """
title = "An agent that falls silent"
[workload]
name = "dvdstore"
db_size = "1MB"
users = 2
think_time_s = 0.05
[plan]
name = "timed"
ramp_users_per_s = 20
warmup_s = 1
run_s = 4
[[agents]]
name = "lg1"
host = "loadgen1"
[[systems]]
name = "Here"
role = "baseline"
[[systems.targets]]
engine = "sqlite"
folder = "{folder}/here"
[[systems]]
name = "There"
role = "challenger"
from = ["lg1"]
[[systems.targets]]
engine = "sqlite"
folder = "{folder}/there"
"""
NEVER = "sleep 7654 & sleep 7654"
"""Shell command that never ends. It starts two processes because ssh may have children too, for example a ProxyCommand.
"""


@pytest.fixture
def scenario(tmp_path: Path) -> Path:
    path = tmp_path / "scenario.toml"
    path.write_text(SCENARIO.format(folder=tmp_path.as_posix()), "utf-8")
    return path


@pytest.fixture
def nothing_left() -> Iterator[None]:
    """Check at the end that no process started by the test is still running."""
    before = set(psutil.Process().children(recursive=True))
    yield
    after = [one for one in psutil.Process().children(recursive=True) if one not in before]
    assert all_ended(after, PATIENCE_S)


def wait_for(what: Callable[[], bool]) -> None:
    until_s = time.monotonic() + PATIENCE_S
    while not what() and time.monotonic() < until_s:
        time.sleep(0.02)
    assert what()


# Connecting


@pytest.mark.skipif(sys.platform != "linux", reason="the program in place of ssh is a script; SIGKILL is seen on Linux")
@pytest.mark.parametrize(
    ("command", "number"),
    [
        (("run",), signal.SIGINT),
        (("run",), signal.SIGTERM),
        (("run",), signal.SIGKILL),
        (("agents", "check"), signal.SIGINT),
        (("agents", "install"), signal.SIGTERM),
        (("agents", "remove"), signal.SIGKILL),
    ],
)
def test_signal_ends_a_command_waiting_for_a_silent_agent_and_its_ssh(
    tmp_path: Path, scenario: Path, monkeypatch: pytest.MonkeyPatch, command: tuple[str, ...], number: signal.Signals
) -> None:
    # A killed engine can end only ssh; ssh's children, such as a ProxyCommand, lose their pipes.
    line, count = ("exec sleep 7654", 1) if number == signal.SIGKILL else (NEVER, 2)
    monkeypatch.setenv("PATH", f"{ssh_that(tmp_path / 'bin', line)}{os.pathsep}{os.environ['PATH']}")
    allowed = ["--allow", "agent loadgen1: ~/outpace-agent/.venv/bin/python"]
    arguments = [*command, str(scenario), *allowed]
    arguments += ["--session", str(tmp_path / "run.outpace")] if command == ("run",) else []
    with Program(*arguments, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT) as process:
        program = psutil.Process(process.pid)

        def waiting() -> list[psutil.Process]:
            found = []
            for one in program.children(recursive=True):
                with contextlib.suppress(psutil.Error):
                    found += [one] if "7654" in one.cmdline() else []
            return found

        try:
            wait_for(lambda: process.poll() is not None or len(waiting()) == count)
            assert process.poll() is None, process.communicate()[0]
            left = waiting()
            process.send_signal(number)
            said = process.communicate(timeout=PATIENCE_S)[0]
        finally:
            process.kill()
    assert process.returncode == (-number if number == signal.SIGKILL else {"run": 1}.get(command[0], 2))
    assert number == signal.SIGKILL or "Stopped" in said
    assert all_ended(left, PATIENCE_S)


@pytest.mark.skipif(sys.platform == "win32", reason="the program in place of Python is a script")
@pytest.mark.parametrize("line", [NEVER, "cat >/dev/null", "printf 1; sleep 7654", "printf 12345678901; sleep 7654"])
def test_connecting_times_out_and_can_be_stopped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, nothing_left: None, line: str
) -> None:
    program = ssh_that(tmp_path / "bin", line) / "ssh"
    monkeypatch.setattr(machine, "CONNECT_S", 1.0)
    if not line.startswith("printf 12"):
        with pytest.raises(AgentError, match=r"^lg1: the machine has not answered for 1 s\. See whether it is on"):
            Agent("lg1", f"popen//python={program}")
    with pytest.raises((ConnectingStoppedError, AgentError)):
        Agent("lg1", f"popen//python={program}", lambda: False)


def test_agent_without_clock_responses_times_out(monkeypatch: pytest.MonkeyPatch, nothing_left: None) -> None:
    monkeypatch.setattr(machine, "CONNECT_S", 3.0)
    monkeypatch.setattr(machine, "END_S", 0.3)
    for said in (0, 1, 10):
        monkeypatch.setattr(machine, "FAR_SIDE", silent("clock", said))
        with pytest.raises(AgentError, match=r"^lg1: the machine has not answered for 3 s"):
            Agent("lg1", "popen")


# While it drives load


def test_silent_agent_is_lost_and_closing_it_does_not_hang(monkeypatch: pytest.MonkeyPatch, nothing_left: None) -> None:
    monkeypatch.setattr(machine, "BEAT_S", 0.3)
    monkeypatch.setattr(machine, "FAR_SIDE", silent("clock", 40))
    agent = Agent("lg1", "popen")
    wait_for(lambda: agent.lost)
    assert "no sign of life for" in sentence(agent.why_lost())
    began_s = time.monotonic()
    agent.close()
    assert time.monotonic() - began_s < SOON_S
    # The engine waits for a slow shutdown, which then completes.
    monkeypatch.setattr(machine, "END_S", 0.5)
    monkeypatch.setattr(machine, "FAR_SIDE", silent("nothing"))
    agent = Agent("lg1", "popen")
    process = psutil.Process(carrier(agent).pid)
    if sys.platform != "win32":
        process.send_signal(signal.SIGSTOP)
    agent.close()
    assert all_ended([process], PATIENCE_S)
    assert not agent.lost


def test_agent_that_receives_nothing_is_lost_and_sending_fails(
    monkeypatch: pytest.MonkeyPatch, nothing_left: None
) -> None:
    agent = Agent("lg1", "popen")
    running = agent.start("machine", agent_group.machine_there, log_path=None)
    psutil.Process(carrier(agent).pid).suspend()

    def send_much() -> None:
        for _ in range(100):
            running.send(bytes(1 << 20))

    with pytest.raises(OSError, match="cannot send"):
        send_much()
    wait_for(lambda: agent.lost)
    assert "(it takes nothing of what it is sent)" in sentence(agent.why_lost())
    agent.close()


@pytest.mark.parametrize(
    ("kind", "reason"),
    [
        ("machine", "lg1: Outpace there does not describe its machine within 1 s"),
        ("targets", "lg1: the machine has said nothing of its work on the databases for 1 s"),
        ("restore", "lg1: the machine has said nothing of its work on the databases for 1 s"),
        ("worker", "no worker has answered on lg1 for 3 s"),
    ],
)
def test_unanswered_request_ends_the_run_and_names_the_agent(
    scenario: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str, reason: str
) -> None:
    if kind == "restore":
        # Between two repeats, after the agent's workers have driven load.
        scenario.write_text(scenario.read_text("utf-8").replace("run_s = 4", "run_s = 1\nrepeats = 2"), "utf-8")
        monkeypatch.setattr(machine, "FAR_SIDE", silent("targets", 1, counted="worker"))
    else:
        monkeypatch.setattr(machine, "FAR_SIDE", silent(kind))
    monkeypatch.setattr(machine, "END_S", 0.5)
    monkeypatch.setattr(agent_group, "ANSWER_S", 1.0 if kind == "machine" else 30.0)
    monkeypatch.setattr(databases, "ANSWER_S", 1.0 if kind in ("targets", "restore") else 30.0)
    monkeypatch.setattr(loads, "READY_S", 3.0)
    agents_are_processes(monkeypatch)
    with pytest.raises(RunError) as told:
        run_with_agents(scenario, tmp_path / "run.outpace")
    assert reason in sentence(told.value.message)


@pytest.mark.parametrize("kind", ["clock", "worker"])
def test_agent_silent_under_load_affects_only_its_own_system(
    scenario: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    # After the agent has answered the connection, and the first second has passed.
    monkeypatch.setattr(machine, "FAR_SIDE", silent(kind, 2, counted="worker"))
    monkeypatch.setattr(machine, "BEAT_S", 0.5)
    monkeypatch.setattr(machine, "UNANSWERED", 2)
    monkeypatch.setattr(machine, "END_S", 0.5)
    agents_are_processes(monkeypatch)
    session = tmp_path / "run.outpace"
    assert not run_with_agents(scenario, session)
    with SessionReader.open(session) as reader:
        assert reader.end is not None
        kinds = {kind_of(reason) for reason in reader.end.reasons}
        assert any(isinstance(reason, AgentLost) for reason in reader.end.reasons) == (kind == "clock"), kinds
        assert kinds
        # The other system was measured to the end.
        assert len(reader.latency_seconds(reader.systems[0].id, "order")) >= 4


@pytest.mark.skipif(sys.platform == "win32", reason="processes are stopped by signals")
def test_frozen_machine_behind_ssh_is_lost_and_its_ssh_ends(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(machine, "BEAT_S", 0.3)
    with laboratory(1) as lab, lab.on_path():
        agent = lab.agent("lg1")
        client = psutil.Process(carrier(agent).pid)
        there = lab.processes("lg1")
        for one in there:
            one.suspend()
        wait_for(lambda: agent.lost)
        agent.close()
        assert all_ended([client], PATIENCE_S)
        for one in there:
            one.resume()
        assert all_ended(there, PATIENCE_S)


# Commands that use only ssh: probe, install, remove


def always() -> bool:
    return True


@pytest.mark.skipif(sys.platform == "win32", reason="a shell of POSIX")
def test_remote_command_times_out_and_ends_with_all_its_processes(nothing_left: None) -> None:
    def run(line: str, sent: bytes = b"", *, within_s: float = PATIENCE_S, silent_s: float = PATIENCE_S) -> object:
        return finished(["sh", "-c", line], sent, within_s=within_s, silent_s=silent_s, go_on=always)

    for line in (NEVER, "exec sleep 7654", "trap '' TERM INT HUP; sleep 7654; sleep 7654"):
        with pytest.raises(TimeoutError):
            run(line, within_s=0.5)
        with pytest.raises(TimeoutError):
            run(line, silent_s=0.5)
    # A program that produces output is not silent, but must still end in time.
    with pytest.raises(TimeoutError):
        run("while :; do echo x; sleep 0.1; done", within_s=2, silent_s=1)
    # The program does not read a large input, or closes its output and keeps running.
    with pytest.raises(TimeoutError):
        run("sleep 7654", bytes(1 << 22), silent_s=0.5)
    with pytest.raises(TimeoutError):
        run("exec >&- 2>&-; sleep 7654", silent_s=0.5)
    stopped = threading.Event()
    threading.Timer(0.3, stopped.set).start()
    with pytest.raises(ProgramCanceledError):
        finished(["sh", "-c", NEVER], within_s=60, silent_s=60, go_on=lambda: not stopped.is_set())


@pytest.mark.skipif(sys.platform == "win32", reason="a shell of POSIX")
def test_only_the_end_of_command_output_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(child_program, "END_S", 0.2)
    line = "yes out | head -c 3000000; yes err | head -c 3000000 >&2; echo last; echo last >&2; sleep 7654 & exit 3"
    done = finished(["sh", "-c", line], within_s=PATIENCE_S, silent_s=PATIENCE_S, go_on=always)
    assert done.code == 3
    assert len(done.output) < AGENT_OUTPUT_BYTES
    assert done.output.endswith("out\nlast")
    assert done.errors.endswith("err\nlast")


@pytest.mark.skipif(sys.platform == "win32", reason="the program in place of ssh is a script")
def test_install_and_remove_name_the_unresponsive_agent(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, nothing_left: None
) -> None:
    folder = ssh_that(tmp_path / "bin", NEVER)
    monkeypatch.setenv("PATH", f"{folder}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setattr(ssh, "finished", lambda *command, **limits: finished(*command, **{**limits, "within_s": 0.5}))
    seen = r"^lg1: loadgen1 has not answered for \d+ s\. Try it by hand"
    with pytest.raises(AgentError, match=seen):
        installation.install("lg1", "loadgen1", installation.DEFAULT_PYTHON, lambda _: None)
    with pytest.raises(AgentError, match=seen):
        installation.remove("lg1", "loadgen1", lambda _: None)
