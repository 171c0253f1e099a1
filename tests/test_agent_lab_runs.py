# SPDX-License-Identifier: Apache-2.0
"""Whole runs in a laboratory of agents, by the program without a window: over OpenSSH in namespaces with clocks of
their own where these can be made, over pipes elsewhere."""

import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from app.model.documents import AgentSheet
from app.model.events import DriverLimits, kind_of
from app.session.reader import SessionReader
from tests.agent_lab import Lab, laboratory
from tests.lab_runs import parts_of, postgresql_for, run_in, same_load, two_hosts

NAMES = ("host-a", "vm-a1", "host-b", "vm-b1")
PROCESSOR = r"\Processor(_Total)\% Processor Time"
pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="what stands in for ssh is a shell's")


@pytest.fixture(scope="module")
def lab() -> Iterator[Lab]:
    with laboratory(0, names=NAMES) as lab:
        yield lab


def require_whole(session: Path) -> None:
    """What a busy machine may have done to it apart."""
    with SessionReader.open(session) as reader:
        assert reader.end is not None
        assert all(isinstance(reason, DriverLimits) for reason in reader.end.reasons), reader.end.reasons
        kinds = {kind_of(event.message) for event in reader.events}
        assert not {kind for kind in kinds if kind.startswith(("agent", "worker"))}


@pytest.mark.server
def test_a_server_is_under_the_same_load_from_here_and_from_agents(lab: Lab, tmp_path: Path) -> None:
    session = tmp_path / "servers.outpace"
    with postgresql_for(lab) as server:
        text = same_load(server, lab.address, [[], ["vm-a1", "vm-b1"]], users=6, think_s=0.2, warmup_s=1, run_s=2)
        run_in(lab, text, session, password=server.password)
        assert server.password.encode() not in session.read_bytes()
    require_whole(session)
    here, there = parts_of(session)
    assert (len(here.workers), len(there.workers)) == (1, 2)
    for parts in (here, there):
        assert parts.rows == sum(parts.workers) > 0
    # A user does the same wherever it runs: mostly it thinks.
    assert there.rows == pytest.approx(here.rows, rel=0.35)
    with SessionReader.open(session) as reader:
        sheets = {one.name: one.data for one in reader.documents if isinstance(one.data, AgentSheet)}
        assert set(sheets) == {"vm-a1", "vm-b1"}
        for name, sheet in sheets.items():
            assert abs(sheet.offset_s - lab[name].ahead_ns / 1e9) <= sheet.uncertainty_s
            assert bool(sheet.same_machine) == (not lab.real)


def test_hosts_are_watched_while_files_on_them_are_read_at_rising_depths(lab: Lab, tmp_path: Path) -> None:
    session = tmp_path / "hosts.outpace"
    hosts = [("Host A", "host-a", ["vm-a1"]), ("Host B", "host-b", ["vm-b1"])]
    run_in(lab, two_hosts(tmp_path, hosts, depths=[1, 2], file_size="2MB", dwell_s=1), session)
    require_whole(session)
    with SessionReader.open(session) as reader:
        # What else runs here has nothing to do with what is read there.
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
            # On the engine's clock, however far ahead the host's own is.
            assert np.all(times <= reader.length_s)
