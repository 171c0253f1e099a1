# SPDX-License-Identifier: Apache-2.0
"""Reports of a run about its agents, and results of the checks on their machines.

The agents are fakes, because one computer cannot have several clocks, core counts and load levels.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from time import perf_counter_ns
from typing import TYPE_CHECKING, cast

import numpy as np
import pytest

from app.agents.far_side import FROZEN, SILENT, Introduction, machine_number
from app.agents.machine import why
from app.agents.remote_clock import Offset
from app.driver.place import Here
from app.engine import agent_group
from app.engine.agent_group import AgentGroup
from app.engine.far_work import MachineDescription
from app.engine.recording import Recording
from app.model.agent_machine import AgentMachine
from app.model.documents import TargetDetail
from app.model.errors import phrase
from app.model.events import AgentBack, AgentClockUnsure, AgentLost, AgentSilent, AgentUneven, LateSample
from app.model.findings import Finding
from app.model.hardware import Hardware
from app.model.messages import Sentence, sentence
from app.scenario.reading import parse_scenario
from app.session.reader import SessionReader
from app.session.writer import SessionWriter
from tests.support.frames_of_workers import NS, CountedLoad, frame

if TYPE_CHECKING:
    from app.driver.target_load import TargetLoad

MS = 1_000_000
SCENARIO = """
title = "Two servers"
[workload]
name = "dvdstore"
[plan]
name = "timed"
[[agents]]
name = "lg1"
host = "loadgen1"
[[agents]]
name = "lg2"
host = "loadgen2"
[[systems]]
name = "One"
role = "baseline"
from = ["lg1"]
[[systems.targets]]
engine = "postgresql"
host = "localhost"
user = "one"
[[systems]]
name = "Two"
role = "challenger"
from = ["lg2"]
[[systems.targets]]
engine = "postgresql"
host = "db2"
user = "two"
"""


@dataclass
class FakeAgent:
    """Fake agent with the attributes that a group uses."""

    name: str
    cores: int = 4
    machine: str = ""
    unsure_ns: int = MS // 2
    silent_s: float = 0.0
    uneven: int = 0
    lost_ns: int | None = None
    round_trip_s: float = 0.001
    bytes_received: int = 0
    introduction: Introduction = field(init=False)

    def __post_init__(self) -> None:
        self.introduction = Introduction("0.1", "3.11", "Debian", self.name, self.machine or self.name, self.cores)

    @property
    def lost(self) -> bool:
        return self.lost_ns is not None

    @property
    def clock(self) -> Offset:
        return Offset(7 * MS, self.unsure_ns)

    def idle_cores(self) -> Callable[[], float]:
        return lambda: float(self.cores)

    def why_lost(self) -> Sentence:
        return phrase("its process ended")

    def close(self) -> None:
        pass


@contextmanager
def group_of(
    folder: Path, monkeypatch: pytest.MonkeyPatch, *agents: FakeAgent, idle: float = 4.0, since_s: int = 0
) -> Iterator[AgentGroup]:
    """Return an open group of a run that started some seconds ago."""
    fakes = {agent.name: agent for agent in agents}
    described = MachineDescription(Hardware(), idle, 8 << 30)

    def opened(machine: AgentMachine, _go_on: object) -> tuple[FakeAgent, MachineDescription]:
        return fakes[machine.name], described

    monkeypatch.setattr(agent_group, "_connect", opened)
    origin_ns = perf_counter_ns()
    path = folder / "run.outpace"
    with SessionWriter.create(path, title="t", scenario_toml="", clock_origin_ns=origin_ns) as writer:
        recording = Recording(writer, origin_ns)
        group = AgentGroup(parse_scenario(SCENARIO), SCENARIO, recording, Here())
        group.open(lambda: True)
        recording.begin(perf_counter_ns() - since_s * NS)
        yield group
        recording.commit()
        writer.finish(recording.now_ns(), valid=True, reasons=[], warnings=[])


def events(folder: Path) -> list[object]:
    with SessionReader.open(folder / "run.outpace") as reader:
        return [event.message for event in reader.events if event.kind.startswith("agent")]


def test_silent_agent_is_reported_once_and_again_when_back_or_lost(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = FakeAgent("lg1"), FakeAgent("lg2")
    with group_of(tmp_path, monkeypatch, first, second) as group:
        group.second()
        first.silent_s = second.silent_s = 3.2
        for _ in range(3):
            group.look()
        first.silent_s, second.lost_ns = 0.1, perf_counter_ns()
        for _ in range(3):
            group.look()
        troubles = group.finish(together=True)
    told = events(tmp_path)
    assert [type(one) for one in told] == [AgentSilent, AgentSilent, AgentBack, AgentLost]
    (back,) = troubles.silences
    assert (back.agent, round(back.seconds, 1)) == ("lg1", 3.2)
    assert [one.agent for one in troubles.lost] == ["lg2"]


def test_silence_lasting_to_the_end_is_recorded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = FakeAgent("lg1")
    with group_of(tmp_path, monkeypatch, first, FakeAgent("lg2")) as group:
        first.silent_s = 3.2
        group.look()
        troubles = group.finish(together=True)
    assert [one.agent for one in troubles.silences] == ["lg1"]


def test_each_change_of_clock_rate_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = FakeAgent("lg1")
    with group_of(tmp_path, monkeypatch, first, FakeAgent("lg2")) as group:
        group.look()
        for count in (1, 1, 2):
            first.uneven = count
            group.look()
        assert [type(one) for one in group.finish(together=True).others] == [AgentUneven, AgentUneven]
    assert [type(one) for one in events(tmp_path)] == [AgentUneven, AgentUneven]


@pytest.mark.parametrize(
    ("unsure_ms", "together", "limit_ms", "invalid"),
    [(9, True, None, False), (12, True, 10, False), (120, True, 100, True), (120, False, 10, False)],
)
def test_clock_uncertainty_is_a_warning_or_invalidates_the_run(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    unsure_ms: int,
    together: bool,
    limit_ms: int | None,
    invalid: bool,
) -> None:
    first = FakeAgent("lg1", unsure_ns=unsure_ms * MS)
    with group_of(tmp_path, monkeypatch, first, FakeAgent("lg2")) as group:
        for _ in range(3):
            group.second()
        first.unsure_ns = MS
        group.second()
        others = group.finish(together=together).others
    # The largest uncertainty counts, even if it decreases later.
    found = [(one.uncertainty_ms, one.limit_ms, one.invalid) for one in others if isinstance(one, AgentClockUnsure)]
    assert found == ([] if limit_ms is None else [(unsure_ms, limit_ms, invalid)])
    assert len(events(tmp_path)) == (limit_ms is not None)


def test_checks_report_problems_of_agent_machines(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    here = machine_number() or "here"
    monkeypatch.setattr(agent_group, "machine_number", lambda: here)
    first, second = FakeAgent("lg1", machine=here), FakeAgent("lg2", cores=8, unsure_ns=15 * MS)
    with group_of(tmp_path, monkeypatch, first, second, idle=2.0) as group:
        warned = [told(one) for one in group.findings() if one.result == "warning"]
        (second.machine, second.introduction) = here, first.introduction
        same = [told(one) for one in group.findings() if one.result == "warning"]
    for expected in (
        "lg1: other programs use 50% of its processors. End them",
        "lg1 is the machine that Outpace itself runs on. Name another machine",
        "localhost is lg1 itself, seen from there. Name the server's host as all machines call it",
        "lg2: its clock is known to ± 15 ms, an answer takes 1 ms. Look for a slow or busy network",
        "the systems are driven by unequal numbers of cores: A 4, B 8. Give each system the same machines",
    ):
        assert any(text.startswith(expected) for text in warned), (expected, warned)
    assert any(text.startswith("lg2 and lg1 are one machine.") for text in same), same


def told(finding: Finding) -> str:
    """Return the text and the remedy of a finding."""
    return ". ".join(sentence(part) for part in (finding.text, finding.remedy) if part)


@pytest.mark.parametrize(
    ("exit_code", "silent_s", "said"),
    [
        (FROZEN, 8.0, "it stood still"),
        (SILENT, 4.0, "it heard nothing from here for 3.5 s"),
        (255, 3.8, "no sign of life for 4 s: the network is cut, or the machine is off"),
        (-9, 0.4, "its process was killed (signal 9)"),
        (3, 0.4, "its process ended (exit code 3)"),
        (255, 0.4, "its process there ended, or its connection did"),
        (None, 0.4, "its process there ended, or its connection did"),
    ],
)
def test_cause_of_a_lost_agent_is_reported_if_known(exit_code: int | None, silent_s: float, said: str) -> None:
    assert sentence(why(exit_code, silent_s)).startswith(said)


class LoadOfTwo(CountedLoad):
    """Load with a worker on lg1 and one on lg2."""

    def place_of(self, worker: int) -> str:
        return ("lg1", "lg2")[worker]

    def users_on(self, place: str) -> int:
        return 4 if place else 0

    users_requested = 8


def test_late_frame_is_reported_and_counted_for_its_agent(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with group_of(tmp_path, monkeypatch, FakeAgent("lg1"), FakeAgent("lg2"), since_s=5) as group:
        recording, rng = group._recording, np.random.default_rng(1)
        recording.add_system("One", "baseline", "", {})
        (system,) = recording.systems
        recording.add_target(system, TargetDetail())
        target = recording.put_under_load(system, 0, cast("TargetLoad", LoadOfTwo()), [])
        for worker, tick in ((0, 4), (1, 0), (1, 1), (1, 4)):
            recording.frame(system, target, frame(rng, worker, tick))
        group.second()
    with SessionReader.open(tmp_path / "run.outpace") as reader:
        late = [event.message for event in reader.events if isinstance(event.message, LateSample)]
        assert [(one.worker, round(one.seconds)) for one in late] == [(1, 4), (1, 3)]
        counts = {one.path: reader.samples(one)[1] for one in reader.counters if "Late Frames" in one.path}
    assert [list(counts[rf"\Outpace Agent({name})\Late Frames"]) for name in ("lg1", "lg2")] == [[0], [2]]
