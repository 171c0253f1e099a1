# SPDX-License-Identifier: Apache-2.0
"""Scenarios whose load comes from agents, through the real engine into a real session.

Each agent is a local process here; only the transport differs over ssh (tests/agents/test_ssh.py).
"""

import socket
import sys
from contextlib import closing
from pathlib import Path

import numpy as np
import pytest

from app.agents import machine
from app.cli.parser import command_parser
from app.control.listener import CommandListener
from app.engine import agent_group
from app.engine.consents import allow, consents_of
from app.engine.job import Job
from app.engine.passwords import Passwords
from app.engine.status import RunError
from app.model.documents import AgentSheet
from app.model.events import AgentLost, DriverLimits, WorkerDied, kind_of
from app.model.findings import Finding
from app.model.messages import sentence
from app.scenario.reading import read_scenario
from app.session.reader import SessionReader
from tests.support.agent_runs import agents_are_processes, run_with_agents
from tests.support.engine_runs import measured_s, until

EMBEDDED = """
title = "Embedded pairs on agents"

[workload]
name = "dvdstore"
db_size = "1MB"
users = 4
think_time_s = 0.05

[plan]
name = "timed"
ramp_users_per_s = 20
warmup_s = 1
run_s = {run_s}

[[agents]]
name = "lg1"
host = "loadgen1"
[[agents]]
name = "lg2"
host = "loadgen2"

[[systems]]
name = "Rollback journal"
role = "baseline"
from = ["lg1"]
[[systems.targets]]
engine = "sqlite"
journal = "rollback"
folder = "{folder}/one"

[[systems]]
name = "Write-ahead log"
role = "challenger"
from = ["lg2"]
[[systems.targets]]
engine = "sqlite"
journal = "wal"
folder = "{folder}/two"
[[systems.watch]]
source = "agent"
agent = "lg2"
"""


def embedded(folder: Path, run_s: int) -> Path:
    path = folder / "scenario.toml"
    path.write_text(EMBEDDED.format(folder=folder.as_posix(), run_s=run_s), encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Record a run of a few seconds with two agents."""
    folder = tmp_path_factory.mktemp("agents")
    with pytest.MonkeyPatch.context() as patch:
        agents_are_processes(patch)
        run_with_agents(embedded(folder, 4), folder / "run.outpace")
    return folder / "run.outpace"


def test_embedded_databases_are_stored_and_driven_on_their_agents(recorded: Path) -> None:
    with SessionReader.open(recorded) as reader:
        assert reader.end is not None
        assert all(isinstance(reason, DriverLimits) for reason in reader.end.reasons)
        kinds = [kind_of(event.message) for event in reader.events]
        # Every order is in the agent's database.
        assert kinds.count("rows") == 2
        assert not {kind for kind in kinds if kind.startswith(("agent", "collector died"))}
        # Other programs on the engine's machine do not affect systems on other machines.
        assert "other programs" not in kinds
        for number, name in enumerate(("one", "two")):
            assert [path for path in (recorded.parent / name).rglob("*") if path.is_file()]
            driven = {one.system for one in reader.counters_on(f"lg{number + 1}") if "(worker" in one.path}
            assert driven == {reader.systems[number].id}


def test_session_contains_agent_details_and_counters(recorded: Path) -> None:
    with SessionReader.open(recorded) as reader:
        sheets = {one.name: one.data for one in reader.documents if isinstance(one.data, AgentSheet)}
        assert set(sheets) == {"lg1", "lg2"}
        assert sheets["lg1"].host == "loadgen1"
        assert sheets["lg1"].drives == ["A"]
        assert sheets["lg2"].watches == ["B"]
        assert "" in sheets["lg1"].same_machine
        paths = {(one.system, one.path): one for one in reader.counters}
        offset = next(one for (_, path), one in paths.items() if path == r"\Outpace Agent(lg1)\Clock Offset")
        unsure = next(one for (_, path), one in paths.items() if path == r"\Outpace Agent(lg1)\Clock Uncertainty")
        (times, offsets), (_, bounds) = reader.samples(offset), reader.samples(unsure)
        assert len(times) >= 4
        # The same clock: its offset is 0, within the stated bounds.
        assert np.all(np.abs(offsets) <= bounds)
        processor = next(one for (_, path), one in paths.items() if path == r"\Processor(lg1)\% Processor Time")
        times, shares = reader.samples(processor)
        assert np.nanmax(shares) <= 100.0
        # Readings are at whole seconds of the engine's clock, whatever the agent's clock shows.
        assert np.all(np.abs(times[1:] - np.round(times[1:])) < 0.5)
        assert any(system is not None and path == r"\Processor(_Total)\% Processor Time" for system, path in paths)


def test_lost_agent_invalidates_the_run_with_its_cause(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    session = tmp_path / "run.outpace"
    opened = agents_are_processes(monkeypatch)

    def kill_one() -> None:
        until(lambda: session.exists() and measured_s(session) > 1)
        next(agent for agent in opened if agent.name == "lg2")._gateway._io.popen.kill()

    assert not run_with_agents(embedded(tmp_path, 5), session, kill_one)
    with SessionReader.open(session) as reader:
        assert reader.end is not None
        (lost,) = [one for one in reader.end.reasons if isinstance(one, AgentLost)]
        assert lost.agent == "lg2"
        assert (lost.users, lost.users_all) == (4, 8)
        assert "killed" in lost.cause.text
        died = [one for one in reader.end.reasons if isinstance(one, WorkerDied)]
        assert [one.lost_with for one in died] == ["lg2"]
        (event,) = [one for one in reader.events if kind_of(one.message) == "agent lost"]
        assert lost.at_s is not None
        assert 0 <= event.t_s - lost.at_s < 4
        # The other system runs to the end.
        assert reader.end.t_s > lost.at_s + 2


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such limit")
def test_users_that_an_agent_cannot_start_are_reported_with_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = tmp_path / "run.outpace"
    few = "import resource\nresource.setrlimit(resource.RLIMIT_NOFILE, (32, 32))\n"
    monkeypatch.setattr(machine, "FAR_SIDE", few + machine.FAR_SIDE)
    agents_are_processes(monkeypatch)
    text = embedded(tmp_path, 2).read_text(encoding="utf-8").replace("users = 4", "users = 24")
    path = tmp_path / "many.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(RunError, match=r"[AB]: worker 0 on lg[12] connected \d+ of 24 users; the first error: .*open"):
        run_with_agents(path, session)


def test_agents_are_listed_and_checked_from_the_command_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    agents_are_processes(monkeypatch)
    scenario = str(embedded(tmp_path, 5))
    assert command_line(["agents", "list", scenario]) == 0
    assert "lg2  loadgen2  ~/outpace-agent/.venv/bin/python  drives Write-ahead log" in capsys.readouterr().out
    assert command_line(["agents", "check", scenario]) == 2
    assert "--allow" in capsys.readouterr().err
    allowed = ["--allow", "agent loadgen1: ~/outpace-agent/.venv/bin/python"]
    assert command_line(["agents", "check", scenario, "lg1", *allowed]) == 0
    assert "lg1: Outpace" in capsys.readouterr().out
    assert command_line(["agents", "check", scenario, "lg3", *allowed]) == 2
    assert 'there is no agent "lg3"' in capsys.readouterr().err


def command_line(arguments: list[str]) -> int:
    options = command_parser().parse_args(arguments)
    return int(options.run_command(options))


def checked(scenario: Path, folder: Path) -> list[tuple[Finding, str]]:
    """Return the findings of the pre-run checks, each with its text."""
    file = read_scenario(str(scenario))
    allow(file.scenario, [one.text for one in consents_of(file.scenario, runs=True)])
    job = Job(
        file, folder / "check.outpace", passwords=Passwords(), listen=lambda uuid: CommandListener(uuid, None),
        observer=lambda _: None, log_path=folder / "log",
    )  # fmt: skip
    return [(one, sentence(job.preflight.sentence(one))) for one in job.check()]


def test_checks_report_a_fast_clock_and_a_low_open_file_limit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    few = "import resource\nresource.setrlimit(resource.RLIMIT_NOFILE, (70, 70))\n" if sys.platform != "win32" else ""
    fast = "import time\nreal = time.perf_counter_ns\ntime.perf_counter_ns = lambda: real() + real() // 50\n"
    monkeypatch.setattr(machine, "FAR_SIDE", few + fast + machine.FAR_SIDE)
    monkeypatch.setattr(agent_group, "DRIFT_S", 2.0)
    agents_are_processes(monkeypatch)
    found = [(one.result, text) for one, text in checked(embedded(tmp_path, 5), tmp_path) if one.check == "agent"]
    warned = [text for result, text in found if result == "warning"]
    assert sum("its clock jumps, or goes by more than 100 ppm faster" in text for text in warned) == 2, warned
    if few:
        limit = "lg1: a process may have 70 files open there, and 4 users of a target need 76. Raise the limit there"
        assert any(text.startswith(limit) for text in warned), warned
    if sys.platform == "linux":
        assert sum("its time of day" in text for _, text in found) == 2


@pytest.mark.parametrize(
    ("key", "reason"),
    [
        ("", "PostgreSQL at 127.0.0.1"),
        ('driver = "No Such Driver"\n', 'there is no ODBC driver "No Such Driver" on this machine. '),
    ],
)
def test_server_unreachable_from_an_agent_fails_the_check(
    key: str, reason: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = embedded(tmp_path, 5).read_text(encoding="utf-8")
    with closing(socket.create_server(("127.0.0.1", 0))) as listening:
        port = listening.getsockname()[1]
    server = f'engine = "postgresql"\nhost = "127.0.0.1"\nport = {port}\nuser = "nobody"\n{key}password = "env:NOBODY"'
    before = f'engine = "sqlite"\njournal = "rollback"\nfolder = "{tmp_path.as_posix()}/one"'
    assert before in text
    path = tmp_path / "server.toml"
    path.write_text(text.replace(before, server), encoding="utf-8")
    monkeypatch.setenv("NOBODY", "secret")
    monkeypatch.setattr(agent_group, "DRIFT_S", 0.0)
    agents_are_processes(monkeypatch)
    ((result, said),) = [(one.result, text) for one, text in checked(path, tmp_path) if one.check == "reach"]
    assert result == "failed"
    assert said.startswith(f"Rollback journal: lg1 does not reach it: {reason}")
    assert "See whether its host is known there, and whether a driver and a route are there" in said
    assert "secret" not in said
