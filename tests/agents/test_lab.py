# SPDX-License-Identifier: Apache-2.0
"""Agents in a laboratory of machines.

They are connected over OpenSSH in namespaces with separate clocks if available, otherwise over pipes.
"""

import itertools
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from app.agents import installation
from app.agents.machine import Agent
from app.cli.parser import command_parser
from app.driver.load import Load
from app.driver.series import column
from app.driver.target_load import TargetLoad
from app.model.agent_machine import DEFAULT_PYTHON
from app.model.events import kind_of
from tests.support.agent_lab import Lab, all_ended, laboratory, program, pythons
from tests.support.driver_run import started
from tests.support.fake_workload import FakeWorkload

PATIENCE_S = 60.0
pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="what stands in for ssh is a shell's")


@pytest.fixture(scope="module")
def lab() -> Iterator[Lab]:
    with laboratory(3) as lab:
        yield lab


@pytest.fixture
def agents(lab: Lab) -> Iterator[list[Agent]]:
    with lab.on_path():
        agents = lab.agents()
        yield agents
        for agent in agents:
            agent.close()


def wait_for(what: Callable[[], bool]) -> bool:
    until_s = time.monotonic() + PATIENCE_S
    while not what() and time.monotonic() < until_s:
        time.sleep(0.02)
    return what()


def test_load_runs_on_all_agents_and_every_order_is_counted(lab: Lab, agents: list[Agent]) -> None:
    load = Load(users=12, seed=1, workers=6)
    with TargetLoad(FakeWorkload(delay_s=0.01, rollbacks=0.1), load, places=agents) as pool:
        result = started(pool)
        assert result.follow(pool, PATIENCE_S, lambda: {f.worker for f in result.frames if f.tick >= 2} == {*range(6)})
        result.frames += pool.stop(PATIENCE_S)
        assert result.facts + pool.facts() == []
    for worker in range(6):
        frames = [frame for frame in result.frames if frame.worker == worker]
        assert [frame.tick for frame in frames] == list(range(len(frames)))
        assert all(before.to_ns == after.from_ns for before, after in itertools.pairwise(frames))
        assert sum(frame.orders for frame in frames) == frames[-1].readings[column("orders")]
    assert result.orders.count == result.total("orders") > 0
    for agent in agents:
        clock = agent.clock
        assert abs(clock.ns - lab[agent.name].ahead_ns) <= clock.uncertainty_ns
        assert agent.uneven == 0
    if lab.real:
        assert len({agent.introduction.machine for agent in agents}) == len(agents)


@pytest.mark.parametrize("fault", ["killed", "cut off"])
def test_lost_machine_is_reported_and_its_users_move_to_others(lab: Lab, agents: list[Agent], fault: str) -> None:
    with TargetLoad(FakeWorkload(delay_s=0.01), Load(users=6, seed=1, workers=3), places=agents) as pool:
        result = started(pool)
        assert result.follow(pool, PATIENCE_S, lambda: {frame.worker for frame in result.frames} == {0, 1, 2})
        there = lab.processes(agents[0].name)
        assert len(there) >= 2
        machine = lab[agents[0].name]
        if fault == "killed" or not lab.real:
            there[0].kill()
        else:
            machine.cut()
        try:
            assert result.follow(pool, PATIENCE_S, lambda: any(frame.worker == 3 for frame in result.frames))
            assert [kind_of(fact.message) for fact in result.facts] == ["worker died", "worker replaced"]
            assert [agent.lost for agent in agents] == [True, False, False]
            assert all_ended(there, PATIENCE_S)
        finally:
            if machine.wire:
                machine.mend()
        assert wait_for(lambda: bool(pool.frames()) or pool.users_alive == 6)


@pytest.mark.parametrize("how", ["SIGKILL", "SIGSTOP"])
def test_agents_end_all_processes_if_the_engine_is_gone_or_frozen(lab: Lab, how: str) -> None:
    names = [machine.name for machine in lab.machines]
    command = [sys.executable, "-P", "-m", "tests.support.abandoned_engine", "3", *names]
    with lab.on_path(), subprocess.Popen(command, stdout=subprocess.PIPE) as engine:
        assert engine.stdout is not None
        assert engine.stdout.readline() == b"ready\n"
        roots = [machine.sshd.pid for machine in lab.machines if machine.sshd is not None] or [engine.pid]
        there = [one for root in roots for one in pythons(root) if one.pid != engine.pid]
        assert len(there) >= 6
        engine.send_signal(signal.Signals[how])
        try:
            assert all_ended(there, PATIENCE_S)
        finally:
            engine.kill()


SCENARIO = """
title = "One agent"
[workload]
name = "dvdstore"
db_size = "1MB"
[plan]
name = "timed"
[[agents]]
name = "lg1"
host = "lg1"
[[systems]]
name = "Here"
role = "baseline"
[[systems.targets]]
engine = "sqlite"
[[systems.watch]]
source = "agent"
agent = "lg1"
"""


def command_line(*arguments: object) -> int:
    options = command_parser().parse_args([str(argument) for argument in arguments])
    return int(options.run_command(options))


def test_outpace_is_installed_checked_and_removed_on_a_machine(
    lab: Lab, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    # The test has no network, which pip would need, so the machine uses the local Python.
    place = installation.FOLDER
    shim = tmp_path / "python"
    program(shim, f'exec {sys.executable} "$@"')
    put = f"cd {place} && test -f packaging/agent.py && mkdir -p .venv/bin && cp {shim} .venv/bin/python"
    monkeypatch.setattr(installation, "INSTALL", put)
    home = lab["lg1"].home
    before = sorted(home.iterdir())
    scenario = tmp_path / "scenario.toml"
    scenario.write_text(SCENARIO, encoding="utf-8")
    allowed = ("--allow", f"agent lg1: {DEFAULT_PYTHON}")
    with lab.on_path():
        assert command_line("agents", "check", scenario, *allowed) == 1
        assert f"there is no {DEFAULT_PYTHON} on lg1" in capsys.readouterr().out
        assert command_line("agents", "install", scenario, *allowed) == 0
        assert capsys.readouterr().out.count("lg1: ") == 4
        assert [one.name for one in home.iterdir() if one not in before] == ["outpace-agent"]
        assert (home / "outpace-agent" / "app" / "agents" / "far_side.py").is_file()
        assert not list((home / "outpace-agent").rglob("__pycache__"))
        assert command_line("agents", "check", scenario) == 0
        assert "lg1: Outpace" in capsys.readouterr().out
        assert command_line("agents", "remove", scenario) == 0
        assert not (home / "outpace-agent").exists()
        # A file created by another user is left in place.
        (home / "outpace-agent").mkdir()
        assert command_line("agents", "install", scenario) == 1
        assert "not of Outpace's making" in capsys.readouterr().out
        assert command_line("agents", "remove", scenario) == 0
        assert (home / "outpace-agent").is_dir()
