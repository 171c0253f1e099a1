# SPDX-License-Identifier: Apache-2.0
"""Load that pulses and ramps: the same on all systems in the same second, with separate figures for its parts."""

import json
import math
import signal
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import numpy as np
import pytest

from app.model.documents import MeasuredStep
from app.model.steps import Step, SystemLoad, TurnLoad
from app.model.workloads import DvdStore
from app.plans.load_profile import LoadProfile
from app.report.content import Heading, ReportTable
from app.report.load_profile_section import load_profile_part
from app.report.session_blocks import session_text
from app.report.session_export import export_json
from app.results.load_parts import back_after_s, load_parts, recoveries
from app.results.session_headline import session_headline
from app.results.study import study_of
from app.scenario.estimate import run_time
from app.scenario.reading import ScenarioError, read_scenario
from app.scenario.recorded import recorded_scenario
from app.session.reader import SessionReader
from app.ui.workbench.sidebar import plan_text, workload_text
from tests.support.engine_runs import ended_whole, outpace, phase_of, plan_file, recorded_s, running, until
from tests.support.storage_runs import disk, scenario_file

__all__ = ["disk"]
PULSES = 'name = "load-profile"\nlow = 1\nhigh = 6\nlow_s = 5\nrise_s = 2\nhigh_s = 3\npulses = 1\nwarmup_s = 1'


def measured_step(plan: LoadProfile, users: int = 8) -> Step:
    """Return the measured step."""
    return next(step for step in plan.steps(TurnLoad(2, users)) if step.measured)


def measured(plan: LoadProfile) -> list[tuple[int, SystemLoad]]:
    """Return the loads of the measured step, each with the second at which it starts."""
    return [(change.at_s, change.load) for change in measured_step(plan).changes]


def test_pulses_are_square_unless_rise_and_fall_are_set() -> None:
    square = LoadProfile(low=2, high=9, low_s=5, high_s=3, pulses=2)
    assert [(at_s, load.users) for at_s, load in measured(square)] == [(0, 2), (5, 9), (8, 2), (13, 9), (16, 2)]
    assert square.length_s == 21
    sloped = LoadProfile(low=2, high=10, low_s=2, high_s=2, rise_s=4, fall_s=2, pulses=1)
    expected = [(0, 2), (2, 3), (3, 5), (4, 7), (5, 9), (6, 10), (8, 8), (9, 4), (10, 2)]
    assert [(at_s, load.users) for at_s, load in measured(sloped)] == expected
    step = measured_step(sloped)
    parts = [(part.name, part.from_s, part.to_s) for part in step.parts]
    assert parts == [("low", 0, 2), ("rise", 2, 6), ("high", 6, 8), ("fall", 8, 10), ("low", 10, 12)]
    assert step.mean_load(step.loads[0] or SystemLoad(0))[0] == pytest.approx((4 * 2 + 24 + 20 + 12) / 12)


def test_points_define_any_load_curve_of_users_or_rates() -> None:
    plan = LoadProfile(load="rate", points=("0:10", "2:30", "2:5", "4:5", "6:5", "8:20"))
    loads = [(at_s, load.users, load.rate) for at_s, load in measured(plan)]
    assert loads == [(0, 8, 15), (1, 8, 25), (2, 8, 5), (6, 8, 8.75), (7, 8, 16.25)]
    parts = [(part.name, part.from_s, part.to_s) for part in measured_step(plan).parts]
    assert parts == [("rise", 0, 2), ("low", 2, 6), ("rise", 6, 8)]
    assert plan.arrivals
    assert plan.users_needed(8) == 8
    assert LoadProfile(low=2, high=40).users_needed(8) == 40


@pytest.mark.parametrize(
    ("plan", "said"),
    [
        ("low = 8\nhigh = 8", "low below high"),
        ("low = 1.5", "whole numbers of users"),
        ("high = 1001", "from 1 to 1,000, found 1001"),
        ('points = ["0:4", "9:0"]', "users from 1"),
        ('load = "rate"\npoints = ["0:4", "9:0"]', "loads above 0"),
        ('points = ["1:4", "9:5"]', "begin with 0 and to rise"),
        ('points = ["0:4", "9:5", "8:5"]', "begin with 0 and to rise"),
        ('points = ["0 4"]', "a second and the load there"),
        ('points = ["0:4"]', "a load profile of 1 s"),
        ('load = "rate"\n[pacing]\nloop = "open"\nrate = 5', "the plan sets the load"),
    ],
)
def test_invalid_profile_is_rejected_with_the_reason(tmp_path: Path, plan: str, said: str) -> None:
    path = plan_file(tmp_path, "wrong", f'name = "load-profile"\n{plan}')
    with pytest.raises(ScenarioError, match=said):
        read_scenario(str(path))


def test_built_in_profiles_have_the_expected_duration() -> None:
    for name, seconds in (("embedded-pulse", 10 + 5 * 25 + 15), ("drives-pulse", 5 + 5 * 20 + 10)):
        assert run_time(read_scenario(name).scenario).total_s == seconds


@pytest.fixture(scope="module")
def pulsed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SessionReader]:
    folder = tmp_path_factory.mktemp("pulses")
    session = folder / "pulses.outpace"
    answer = outpace("run", plan_file(folder, "pulses", PULSES), "--session", session)
    ended_whole(answer, session)
    assert "pulse 1: latency back after" in answer.stdout
    with closing(SessionReader.open(session)) as reader:
        yield reader


def test_sidebar_and_report_show_the_load_of_the_profile() -> None:
    scenario = recorded_scenario(read_scenario("embedded-pulse").text)
    assert scenario.plan is not None
    assert isinstance(scenario.workload, DvdStore)
    assert "users per target" not in workload_text(scenario, scenario.workload)
    pulses = "load profile, 5 pulses of 10 s from 8 to 64 users per target"
    assert plan_text(scenario.plan, scenario.workload.users).startswith(f"{pulses} · ")
    by_rate = recorded_scenario(read_scenario("embedded-pulse").text.replace("[plan]", '[plan]\nload = "rate"'))
    assert isinstance(by_rate.workload, DvdStore)
    assert "8\u00a0users per target · open loop ·" in workload_text(by_rate, by_rate.workload)


def test_all_systems_have_the_same_users_in_the_same_second(pulsed: SessionReader) -> None:
    (step,) = (document.data for document in pulsed.documents_of(MeasuredStep))
    assert step.users == pytest.approx((10 * 1 + 2 + 5 + 3 * 6) / 15)
    requested = {}
    for counter in pulsed.counters:
        if counter.path.endswith("\\Users Requested"):
            time_s, users = pulsed.samples(counter, step.from_s, step.to_s)
            assert np.allclose(time_s, np.round(time_s), atol=0.5)
            requested[counter.system] = dict(zip((np.round(time_s) - step.from_s).tolist(), users, strict=True))
    assert len(requested) == 2
    loads = [1] * 5 + [2, 5] + [6] * 3 + [1] * 5
    for users in requested.values():
        assert {8, 9} <= set(users)
        for second, found in users.items():
            # A second's reading is taken at its end, when the next load may already have begun.
            assert found in loads[max(0, int(second) - 1) : int(second) + 1]


def test_idle_users_stay_connected(pulsed: SessionReader) -> None:
    assert not [event for event in pulsed.events if event.severity == "error"]
    alive = next(counter for counter in pulsed.counters if counter.path.endswith("\\Users Alive"))
    _, users = pulsed.samples(alive, 1.5, pulsed.length_s)
    assert max(users) == 6


def test_parts_have_separate_figures_that_add_up(pulsed: SessionReader) -> None:
    (step,) = (document.data for document in pulsed.documents_of(MeasuredStep))
    parts = {part.name: part for part in load_parts(pulsed)}
    assert {name: (part.parts, part.seconds, part.users) for name, part in parts.items()} == {
        "low": (2, 10.0, (1, 1)), "rise": (1, 2.0, (2, 5)), "high": (1, 3.0, (6, 6)),
    }  # fmt: skip
    for system in pulsed.systems:
        whole = pulsed.histogram(system.id, "order", step.from_s, step.to_s)
        assert sum(part.systems[system.letter].orders for part in parts.values()) == whole.count
        high, low = parts["high"].systems[system.letter], parts["low"].systems[system.letter]
        assert (high.orders_per_s or 0) == pytest.approx(high.orders / 3)
        assert (high.orders_per_s or 0) > (low.orders_per_s or 0)
        own = pulsed.histogram(system.id, "order", step.from_s + 7, step.from_s + 10)
        assert high.p99_ms == pytest.approx(own.percentile_ns(99) / 1e6)
    found = recoveries(pulsed)
    assert [(one.pulse, one.system, one.end_s) for one in found] == [
        (1, "A", step.from_s + 10),
        (1, "B", step.from_s + 10),
    ]
    assert all(one.limit_ms for one in found)


def test_table_export_and_report_show_the_parts(pulsed: SessionReader) -> None:
    table = session_text(pulsed)
    assert "high: 6 users, 3 s" in table
    assert "rise: 2 to 5 users, 2 s" in table
    exported = json.loads(export_json(pulsed))
    assert [part["name"] for part in exported["load_parts"]] == ["low", "rise", "high"]
    assert len(exported["recoveries"]) == 2
    assert exported["steps"] == []
    headline = session_headline(pulsed)
    assert (headline.stage, headline.compared) == ("one run", "orders")
    blocks = list(load_profile_part(study_of([pulsed]), [pulsed]))
    assert [block.text for block in blocks if isinstance(block, Heading)] == [
        "Load profile",
        "Latency after each pulse",
    ]
    rows = [row.cells for block in blocks if isinstance(block, ReportTable) for row in block.rows]
    assert [row[:2] for row in rows[:2]] == [("low", "1 user, 2 x 5 s")] * 2


def test_storage_profile_varies_queue_depth_or_arrival_rate(disk: Path) -> None:
    pulses = 'name = "load-profile"\nlow_s = 2\nhigh_s = 2\npulses = 1\nwarmup_s = 0\n'
    answers = {}
    loads = {"depth": "low = 1\nhigh = 8", "rate": 'load = "rate"\nlow = 50\nhigh = 400'}
    for name, keys in loads.items():
        work = 'threads = 2\noutstanding = 8\nfile_size = "4MB"'
        answer = outpace("run", scenario_file(disk, work, pulses + keys), "--session", disk / f"{name}-pulse.outpace")
        assert answer.returncode in {0, 1}, answer.stdout + answer.stderr
        with closing(SessionReader.open(disk / f"{name}-pulse.outpace")) as reader:
            answers[name] = {part.name: part for part in load_parts(reader)}
            assert "high: " in session_text(reader)
            expected = "response" if name == "rate" else "IOPS"
            assert session_headline(reader).compared == expected
    assert list(answers["depth"]["high"].users or ()) == [8, 8]
    low, high = (answers["rate"][name].systems["A"].orders_per_s or 0 for name in ("low", "high"))
    assert list(answers["rate"]["high"].rate or ()) == [400, 400]
    assert low == pytest.approx(50, rel=0.5)
    assert high == pytest.approx(400, rel=0.3)


def test_run_stopped_in_a_pulse_keeps_the_parts_so_far(tmp_path: Path) -> None:
    plan = 'name = "load-profile"\nlow = 1\nhigh = 4\nlow_s = 2\nhigh_s = 60\npulses = 1\nwarmup_s = 0'
    session = tmp_path / "stopped.outpace"
    with running("run", plan_file(tmp_path, "stopped", plan), "--session", session) as process:
        until(lambda: phase_of(session) == "measure")
        until(lambda: recorded_s(session) > 5)
        process.send_signal(signal.SIGINT)
        process.wait(60)
    with SessionReader.open(session) as reader:
        parts = {part.name: part for part in load_parts(reader)}
        assert parts["low"].seconds == 2
        assert 0 < parts["high"].seconds < 60
        assert parts["high"].systems["A"].orders > 0


def test_latency_has_recovered_once_it_stays_within_the_limit() -> None:
    assert back_after_s([9, 9, 1, 1, 1, 9], 2) == 2
    assert back_after_s([1, 1, 1], 2) == 0
    assert math.isnan(back_after_s([9, 1, 1, 9, 1, 1], 2))
    assert back_after_s([1, math.nan, 1, 1, 1], 2) == 2
    assert math.isnan(back_after_s([1, 1, 1], math.nan))


def test_run_seconds_set_every_part_of_a_pulse() -> None:
    plan = read_scenario("embedded-pulse").scenario.plan.lasting(4)
    assert plan == LoadProfile(low=8, high=64, low_s=4, high_s=4, warmup_s=1.0)
