# SPDX-License-Identifier: Apache-2.0
"""Machines that drive load for the engine.

Each is a local process here, with another clock if time namespaces are available; everything beyond the transport is
the same.
"""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import psutil
import pytest

from app.agents import machine
from app.agents.far_side import FROZEN, SILENT
from app.agents.machine import Agent, AgentError
from app.driver.load import Load
from app.driver.series import column
from app.driver.target_load import TargetLoad
from app.driver.worker import worker_main
from app.model.events import kind_of
from tests.support.driver_run import Run, started
from tests.support.fake_workload import FakeWorkload

PATIENCE_S = 60.0
AHEAD_S = 1000
NAMESPACE = ["unshare", "--time", "--monotonic", str(AHEAD_S), "--fork"]
Open = Callable[..., Agent]


@pytest.fixture
def opened() -> Iterator[Open]:
    """Provide a function that connects to an agent by its execnet specification; close all agents at the end."""
    agents: list[Agent] = []

    def one(name: str, spec: str = "popen") -> Agent:
        agents.append(Agent(name, spec))
        return agents[-1]

    yield one
    for agent in agents:
        agent.close()


def children() -> set[int]:
    return {process.pid for process in psutil.Process().children(recursive=True)}


def wait_for(what: Callable[[], bool]) -> bool:
    until_s = time.monotonic() + PATIENCE_S
    while not what() and time.monotonic() < until_s:
        time.sleep(0.02)
    return what()


def test_load_on_agents_counts_every_order(opened: Open) -> None:
    before = children()
    agents = [opened("lg1"), opened("lg2")]
    load = Load(users=8, seed=1, workers=4)
    with TargetLoad(FakeWorkload(delay_s=0.01, rollbacks=0.1), load, places=agents) as pool:
        result = started(pool)
        assert result.follow(pool, PATIENCE_S, lambda: {f.worker for f in result.frames if f.tick >= 2} == {0, 1, 2, 3})
        assert result.alive == 8
        result.frames += pool.stop(PATIENCE_S)
        facts = result.facts + pool.facts()
    for worker in range(4):
        frames = [frame for frame in result.frames if frame.worker == worker]
        assert [frame.tick for frame in frames] == list(range(len(frames)))
        assert sum(frame.orders for frame in frames) == frames[-1].readings[column("orders")] > 0
    assert result.orders.count == result.total("orders")
    assert facts == []
    for agent in agents:
        agent.close()
    assert wait_for(lambda: children() <= before)


@pytest.fixture
def ahead() -> str:
    """Return the specification of a machine whose clock is ahead by exactly AHEAD_S."""
    try:
        probe = subprocess.run([*NAMESPACE, "true"], capture_output=True, check=False)
    except OSError:
        probe = None
    if probe is None or probe.returncode:
        pytest.skip("no namespaces of time here: another system, or not as root")
    return f"popen//python={' '.join(NAMESPACE)} {sys.executable}"


def test_remote_clock_offset_is_within_its_stated_uncertainty(opened: Open, ahead: str) -> None:
    agent = opened("lg1", ahead)
    for _ in range(20):
        clock = agent.clock
        assert abs(clock.ns - AHEAD_S * 1e9) <= clock.uncertainty_ns
        time.sleep(0.05)
    assert agent.uneven == 0
    load = Load(users=4, seed=1, workers=2)
    with TargetLoad(FakeWorkload(delay_s=0.01), load, places=[agent]) as pool:
        result = started(pool)
        assert result.follow(pool, PATIENCE_S, lambda: {f.worker for f in result.frames if f.tick >= 1} == {0, 1})
        # By the agent's clock, a start on this machine's clock would be 1000 s in the past.
        assert {frame.from_ns for frame in result.frames if frame.tick == 0} == {0}
        assert all(frame.to_ns == (frame.tick + 1) * 1_000_000_000 for frame in result.frames)


def test_lost_agent_is_reported_and_gets_no_replacement_workers(opened: Open) -> None:
    agents = [opened("lg1"), opened("lg2")]
    with TargetLoad(FakeWorkload(delay_s=0.01), Load(users=4, seed=1, workers=2), places=agents) as pool:
        result = started(pool)
        assert result.follow(pool, PATIENCE_S, lambda: {frame.worker for frame in result.frames} == {0, 1})
        end(agents[0])
        assert result.follow(pool, PATIENCE_S, lambda: any(frame.worker == 2 for frame in result.frames))
        assert [kind_of(fact.message) for fact in result.facts] == ["worker died", "worker replaced"]
        assert agents[0].lost
        assert not agents[1].lost
        end(agents[1])
        assert result.follow(pool, PATIENCE_S, lambda: len(result.facts) >= 4)
        assert pool.connections == []
    with pytest.raises(OSError, match="no machine is left"):
        TargetLoad(FakeWorkload(), Load(users=1, seed=1), places=agents).start()


def end(agent: Agent) -> None:
    """Kill a process as a power failure would."""
    process_of(agent).kill()
    assert wait_for(lambda: agent.lost)


def process_of(agent: Agent) -> psutil.Process:
    return psutil.Process(agent._gateway._io.popen.pid)


@pytest.mark.skipif(sys.platform == "win32", reason="processes are frozen by signals")
def test_frozen_agent_ends_with_all_its_processes_on_waking(opened: Open) -> None:
    agent = opened("lg1")
    with TargetLoad(FakeWorkload(delay_s=0.01), Load(users=2, seed=1), places=[agent]) as pool:
        result = started(pool)
        assert result.follow(pool, PATIENCE_S, lambda: bool(result.frames))
        process = process_of(agent)
        family = [process, *process.children(recursive=True)]
        for one in family:
            one.send_signal(signal.SIGSTOP)
        assert wait_for(lambda: agent.silent_s > 5)
        # It is silent, but may still come back.
        assert not agent.lost
        for one in family:
            one.send_signal(signal.SIGCONT)
        assert wait_for(lambda: agent.lost)
        assert agent._gateway._io.popen.wait(PATIENCE_S) == FROZEN
        assert not psutil.wait_procs(family, PATIENCE_S)[1]


def test_agent_without_contact_to_its_engine_ends(opened: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    """The engine may be suspended, or a network cut without closing connections."""
    monkeypatch.setattr(machine, "BEAT_S", 3600.0)
    agent = opened("lg1")
    process = process_of(agent)
    family = [process, *process.children(recursive=True)]
    assert wait_for(lambda: agent.lost)
    assert agent._gateway._io.popen.wait(PATIENCE_S) == SILENT
    assert not psutil.wait_procs(family, PATIENCE_S)[1]


HOSTILE = """
import os, sys
sys.path.insert(0, {root!r})
from app.agents import far_side
what, *arguments = channel.receive()
if what == "clock":
    class Liar:
        TimeoutError = channel.TimeoutError
        receive = channel.receive
        def send(self, item):
            import msgspec
            channel.send(item)
            answer = msgspec.msgpack.decode(item)
            if isinstance(answer, list):
                sent, came, left, idle = answer
                for wrong in (7, "x", {{}}, (1, 2), (sent, came, left, idle), (sent + 1, came, left, idle),
                              (sent, -1, left, idle), (sent, 2 ** 63, left, idle), (sent, came, left, float("nan"))):
                    channel.send(msgspec.msgpack.encode(wrong))
                channel.send(7)
                channel.send(b"")
                channel.send(bytes(1000))
    try:
        channel.gateway.remote_exec("open({mark!r}, 'w')")
    except Exception:
        pass
    far_side.keep_time(Liar())
else:
    def of_another():
        import msgspec
        from app.driver.worker_messages import Finished
        return msgspec.msgpack.encode(Finished(77, 0))
    for wrong in {said}:
        channel.send(wrong)
    channel.receive()
"""


@pytest.mark.parametrize(
    "said",
    [
        "[{'a': 1}]",
        "['text']",
        "[b'no message']",
        "[b'\\x95']",
        "[bytes(40 << 20)]",
        "[of_another()]",
        "[2 ** 80, b'', [], None]",
    ],
)
def test_hostile_agent_harms_only_its_own_workers(
    opened: Open, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, said: str
) -> None:
    mark = tmp_path / "executed"
    good = opened("lg1")
    root = str(Path(__file__).resolve().parents[2])
    hostile = HOSTILE.format(root=root, mark=str(mark), said=said)
    monkeypatch.setattr(machine, "FAR_SIDE", hostile)
    bad = opened("evil")
    assert abs(bad.clock.ns) <= bad.clock.uncertainty_ns
    with TargetLoad(FakeWorkload(), Load(users=2, seed=1), places=[bad]) as pool:
        pool.start()
        assert Run().follow(pool, PATIENCE_S, lambda: not pool.connections)
        assert {kind_of(fact.message) for fact in pool.facts()} <= {"worker died", "worker replaced"}
    assert not mark.exists()
    assert not good.lost


def test_child_with_an_invalid_early_message_is_ended(
    opened: Open, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = str(Path(__file__).resolve().parents[2])
    monkeypatch.setattr(machine, "FAR_SIDE", HOSTILE.format(root=root, mark=str(tmp_path / "mark"), said="['text']"))
    bad = opened("evil")
    at_once = machine._Inbox

    def late(*arguments: Any) -> object:
        time.sleep(1)
        return at_once(*arguments)

    monkeypatch.setattr(machine, "_Inbox", late)
    running = bad.start("worker", worker_main, b"", log_path=None)
    running.process.join(PATIENCE_S)
    assert not running.process.is_alive()
    with pytest.raises(EOFError):
        running.receive()


def test_unusable_agent_is_rejected_with_a_reason(
    opened: Open, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(AgentError, match=r"^lg1: there is no Python"):
        opened("lg1", f"popen//python={tmp_path / 'nothing'}")
    with monkeypatch.context() as patch:
        patch.setattr(machine, "FAR_SIDE", "import outpace_of_long_ago")
        with pytest.raises(AgentError, match=r"^lg1: Outpace can't be started there .*outpace_of_long_ago"):
            opened("lg1")
        patch.setattr(machine, "FAR_SIDE", "channel.send(b'hello')")
        with pytest.raises(AgentError, match="not Outpace"):
            opened("lg1")
    monkeypatch.setattr("app.__version__", "99.0", raising=False)
    with pytest.raises(AgentError, match=r"lg1: there is Outpace .*, here 99.0"):
        opened("lg1")


def test_unknown_function_is_not_started_on_an_agent(opened: Open) -> None:
    with pytest.raises(ValueError, match="can't be started on another machine"):
        opened("lg1").start("x", os.system, b"true", log_path=None)


def test_idle_cores_of_an_agent_are_within_its_core_count(opened: Open) -> None:
    agent = opened("lg1")
    idle = agent.idle_cores()
    time.sleep(1.5)
    assert 0 <= idle() <= agent.cores == (os.cpu_count() or 1)
