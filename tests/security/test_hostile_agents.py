# SPDX-License-Identifier: Apache-2.0
"""An agent that somebody else has in hand, in whole runs: it spoils its own run, which is told, and nothing else."""

import contextlib
from pathlib import Path

import pytest

from app.agents import machine
from app.engine.status import RunError
from app.model.events import WorkerDied, kind_of
from app.session.reader import SessionReader
from tests.support.agent_runs import agents_are_processes, run_with_agents
from tests.support.hostile_agent import FAR_SIDE

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
    """The session of a run in which these kinds of work say what they should not."""
    scenario, session, mark = folder / "scenario.toml", folder / "run.outpace", folder / "executed"
    scenario.write_text(SCENARIO.format(folder=folder.as_posix()), encoding="utf-8")
    text = FAR_SIDE.format(root=str(ROOT), wrong=list(wrong), mark=str(mark))
    monkeypatch.setattr(machine, "FAR_SIDE", text)
    agents_are_processes(monkeypatch)
    with contextlib.suppress(RunError):
        assert not run_with_agents(scenario, session)
    assert not mark.exists()
    return session


def test_a_hostile_agent_s_workers_and_counters_are_let_go_and_the_other_system_is_measured(
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
def test_a_hostile_agent_s_answers_before_the_load_end_the_run_with_a_reason(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, wrong: str
) -> None:
    session = hostile_run(tmp_path, monkeypatch, wrong)
    with SessionReader.open(session) as reader:
        assert reader.end is not None
        assert not reader.end.valid
        (reason,) = reader.end.reasons
        assert "an error of Outpace's own" not in reader.sentence(reason)
