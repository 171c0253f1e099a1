# SPDX-License-Identifier: Apache-2.0
"""Complete runs with a compromised agent: it invalidates only its own run, which is reported."""

import contextlib
from pathlib import Path

import msgspec
import pytest

from app.agents import machine
from app.engine.preparation import Counted, Message, PreparationFailed, Progressed
from app.engine.status import RunError
from app.model.events import WorkerDied, kind_of
from app.model.messages import Sentence
from app.session.reader import SessionReader
from app.workloads.workload import Ledger
from tests.support.agent_runs import agents_are_processes, run_with_agents
from tests.support.hostile_agent import FAR_SIDE, nested, places

ROOT = Path(__file__).resolve().parents[2]
SCENARIO = """
title = "Somebody else's machine"

[workload]
name = "dvdstore"
db_size = "1MB"
users = 2
think_time_s = 0.05

[plan]
name = "timed"
ramp_users_per_s = 20
warmup_s = 1
run_s = 5

[[agents]]
name = "evil"
host = "evil"

[[systems]]
name = "Here"
role = "baseline"
[[systems.targets]]
engine = "sqlite"
folder = "{folder}/here"

[[systems]]
name = "There"
role = "challenger"
from = ["evil"]
[[systems.targets]]
engine = "sqlite"
folder = "{folder}/there"
[[systems.watch]]
source = "agent"
agent = "evil"
"""


def hostile_run(folder: Path, monkeypatch: pytest.MonkeyPatch, *wrong: str) -> Path:
    """Return the session of a run in which the given parts of the agent send invalid messages."""
    scenario, session, mark = folder / "scenario.toml", folder / "run.outpace", folder / "executed"
    scenario.write_text(SCENARIO.format(folder=folder.as_posix()), encoding="utf-8")
    text = FAR_SIDE.format(root=str(ROOT), wrong=list(wrong), mark=str(mark))
    monkeypatch.setattr(machine, "FAR_SIDE", text)
    agents_are_processes(monkeypatch)
    with contextlib.suppress(RunError):
        assert not run_with_agents(scenario, session)
    assert not mark.exists()
    return session


def test_hostile_agent_is_dropped_and_the_other_system_measured(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = hostile_run(tmp_path, monkeypatch, "worker", "collectors")
    with SessionReader.open(session) as reader:
        assert reader.end is not None
        assert not reader.end.valid
        assert any(isinstance(reason, WorkerDied) for reason in reader.end.reasons)
        kinds = [kind_of(event.message) for event in reader.events]
        assert "worker died" in kinds
        orders = reader.latency_seconds(reader.systems[0].id, "order")
        assert len(orders) >= 6
        assert orders[-2, 1] > 0


@pytest.mark.parametrize("wrong", ["targets", "machine"])
def test_invalid_answers_before_the_load_end_the_run_with_a_reason(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, wrong: str
) -> None:
    session = hostile_run(tmp_path, monkeypatch, wrong)
    with SessionReader.open(session) as reader:
        assert reader.end is not None
        assert not reader.end.valid
        (reason,) = reader.end.reasons
        assert "an error of Outpace's own" not in reader.sentence(reason)


@pytest.mark.parametrize("counters", ["collectors: time", "collectors: series"])
def test_impossible_figures_end_the_agent_but_not_the_session(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, counters: str
) -> None:
    with SessionReader.open(hostile_run(tmp_path, monkeypatch, "worker: figures", counters)) as reader:
        assert reader.end is not None
        assert not reader.end.valid
        assert len(reader.latency_seconds(reader.systems[0].id, "order")) >= 6
        assert {"collector died", "worker died"} <= {kind_of(event.message) for event in reader.events}


@pytest.mark.parametrize("wrong", ["targets: places", "targets: depth"])
def test_oversized_reason_ends_the_run_with_a_readable_session(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, wrong: str
) -> None:
    with SessionReader.open(hostile_run(tmp_path, monkeypatch, wrong)) as reader:
        assert reader.end is not None
        (reason,) = reader.end.reasons
        assert "ended unexpectedly there" in reader.sentence(reason)


def test_remote_values_that_no_session_can_hold_are_rejected() -> None:
    for value in (
        Progressed(0, "t", 1e200, 1.0),
        Progressed(0, "t", 1.0, 1e-200),
        Progressed(0, "t", 1.0, float("nan")),
        Progressed(0, "t" * 20_000, 1.0, 2.0),
        PreparationFailed(places(101)),
        PreparationFailed(places(2000)),
        PreparationFailed(nested(13)),
        PreparationFailed(nested(470)),
        PreparationFailed(Sentence(text="t" * 20_000)),
        PreparationFailed(Sentence(text="{a}", values={"a": 1e200})),
        PreparationFailed(Sentence(text="{a}", values={"a": [Sentence(text="{b}" * 99, values={"b": 1})] * 3})),
        Counted(0, None, 1 << 63),
        Counted(0, None, wrong=[places(200)]),
    ):
        with pytest.raises(msgspec.DecodeError):
            machine.decoded(msgspec.msgpack.encode(value), Message)
    lacking = msgspec.msgpack.encode(["Counted", 0, {"rows": {}, "growing": "orders"}])
    with pytest.raises(msgspec.DecodeError, match="a ledger without orders"):
        machine.decoded(lacking, Message)
    good = (
        Counted(0, Ledger({"orders": 7}, "orders"), 5, [places(3)]),
        PreparationFailed(nested(5)),
        Progressed(0, "t", 0.0, 1e12),
    )
    assert tuple(machine.decoded(msgspec.msgpack.encode(one), Message) for one in good) == good
