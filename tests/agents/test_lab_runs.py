# SPDX-License-Identifier: Apache-2.0
"""Complete runs in a laboratory of agents, by the command-line program.

The agents are connected over OpenSSH in namespaces with separate clocks if available, otherwise over pipes.
"""

import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from app.model.documents import AgentSheet
from app.model.events import AgentLost, DriverLimits, kind_of
from app.results.result import result_of
from app.session.reader import SessionReader
from tests.support.agent_lab import Lab, laboratory, pythons
from tests.support.engine_runs import phase_of, so_far, until
from tests.support.lab_runs import on_server, parts_of, postgresql_for, run_in, same_load, two_hosts

NAMES = ("host-a", "vm-a1", "host-b", "vm-b1")
PROCESSOR = r"\Processor(_Total)\% Processor Time"
pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="what stands in for ssh is a shell's")


@pytest.fixture(scope="module")
def lab() -> Iterator[Lab]:
    with laboratory(0, names=NAMES) as lab:
        yield lab


def require_whole(session: Path) -> None:
    """Check that the session is complete, ignoring the effects of a busy machine."""
    with SessionReader.open(session) as reader:
        assert reader.end is not None
        assert all(isinstance(reason, DriverLimits) for reason in reader.end.reasons), reader.end.reasons
        kinds = {kind_of(event.message) for event in reader.events}
        assert not {kind for kind in kinds if kind.startswith(("agent", "worker"))}


@pytest.mark.server
def test_server_gets_the_same_load_locally_and_from_agents(lab: Lab, tmp_path: Path) -> None:
    session = tmp_path / "servers.outpace"
    with postgresql_for(lab) as server:
        target = on_server(server, lab.address)
        text = same_load([["", ""], ["vm-a1", "vm-b1"]], target, users=3, think_s=0.2, warmup_s=1, run_s=2)
        run_in(lab, text, session, password=server.password)
        assert server.password.encode() not in session.read_bytes()
    require_whole(session)
    parts = parts_of(session)
    assert [len(one.workers) for one in parts] == [1] * 4
    assert all(one.rows == sum(one.workers) > 0 for one in parts)
    with SessionReader.open(session) as reader:
        # Users behave the same on every machine and mostly think: by Little's law their numbers are equal.
        assert [one.implied_users for one in result_of(reader).systems] == pytest.approx([6, 6], rel=0.2)
        sheets = {one.name: one.data for one in reader.documents if isinstance(one.data, AgentSheet)}
        assert set(sheets) == {"vm-a1", "vm-b1"}
        for name, sheet in sheets.items():
            assert abs(sheet.offset_s - lab[name].ahead_ns / 1e9) <= sheet.uncertainty_s
            assert bool(sheet.same_machine) == (not lab.real)


def test_hosts_are_monitored_during_a_queue_depth_sweep(lab: Lab, tmp_path: Path) -> None:
    session = tmp_path / "hosts.outpace"
    hosts = [("Host A", "host-a", ["vm-a1"]), ("Host B", "host-b", ["vm-b1"])]
    run_in(lab, two_hosts(tmp_path, hosts, depths=[1, 2], file_size="2MB", dwell_s=1), session)
    require_whole(session)
    with SessionReader.open(session) as reader:
        # Other programs on this machine do not affect the readings of the lab's machines.
        assert "other programs" not in {kind_of(event.message) for event in reader.events}
    parts = parts_of(session)
    assert len(parts) == 2
    assert all(one.rows == sum(one.workers) > 0 for one in parts)
    with SessionReader.open(session) as reader:
        for system in reader.systems:
            processor = next(one for one in reader.counters if (one.system, one.path) == (system.id, PROCESSOR))
            times, busy = reader.samples(processor)
            assert len(times) >= 3
            assert np.nanmin(busy) >= 0
            # Times are on the engine's clock, however far ahead the host's clock is.
            assert np.all(times <= reader.length_s)


def test_frozen_agent_is_reported_as_silent_then_lost(lab: Lab, tmp_path: Path) -> None:
    sshd = lab["vm-b1"].sshd
    if sshd is None:
        pytest.skip("no laboratory here; tests/agents/test_agents.py freezes an agent over a pipe")
    session = tmp_path / "frozen.outpace"
    text = two_hosts(tmp_path, [("Here", "", [""]), ("There", "", ["vm-b1"])], depths=[1], file_size="2MB", dwell_s=14)

    def freeze() -> None:
        until(lambda: session.exists() and phase_of(session) == "measure")
        family = pythons(sshd.pid)
        for one in family:
            one.suspend()
        try:
            until(lambda: "agent silent" in kinds_of(session))
            # The loss may be reported before those 3.5 s have passed, while the system could still recover.
            time.sleep(3)
        finally:
            for one in family:
                one.resume()

    beside = threading.Thread(target=freeze, daemon=True)
    beside.start()
    run_in(lab, text, session)
    beside.join()
    with SessionReader.open(session) as reader:
        assert reader.end is not None
        assert not reader.end.valid
        (lost,) = [one for one in reader.end.reasons if isinstance(one, AgentLost)]
        assert lost.agent == "vm-b1"
        assert lost.at_s is not None
        kinds = [kind_of(event.message) for event in reader.events]
        assert kinds.index("agent silent") < kinds.index("agent lost")
        # The other system runs to the end.
        assert reader.end.t_s > lost.at_s + 2


def kinds_of(session: Path) -> list[str]:
    with so_far(session) as reader:
        return [kind_of(event.message) for event in reader.events]
