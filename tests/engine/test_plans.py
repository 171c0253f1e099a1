# SPDX-License-Identifier: Apache-2.0
"""Every plan, run by the engine on the embedded pair and checked in its session."""

import math
import signal
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from app.analysis.format import count_text
from app.model.documents import MeasuredStep, PhaseLoad, PlanResult, SteadyState, SystemOrder
from app.model.messages import sentence
from app.report.session_blocks import session_text
from app.session.reader import SessionReader
from app.session.records import Phase, RecordedDocument
from tests.support.engine_runs import ended_whole, outpace, phase_of, plan_file, recorded_s, running, until

SHORT = "2 s are too short for 5 rounds"
LOAD = {"idle", "ramp", "warm-up", "settle", "measure"}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of the runs' databases, which are built once."""
    return tmp_path_factory.mktemp("plans")


def ran(folder: Path, name: str, plan: str, *, top: str = "", users: int = 2) -> Path:
    """Run a plan to its end and return the session of a valid run."""
    session = folder / f"{name}.outpace"
    answer = outpace("run", plan_file(folder, name, plan, top=top, users=users), "--session", session)
    ended_whole(answer, session)
    return session


def measured_steps(reader: SessionReader) -> Sequence[RecordedDocument[MeasuredStep]]:
    return reader.documents_of(MeasuredStep)


def outcomes(reader: SessionReader) -> Mapping[str, Mapping[str, Any]]:
    """Return the first plan's outcome, by letter."""
    return reader.documents_of(PlanResult)[0].data.systems


def line_of(table: str, label: str) -> list[str]:
    """Return the cells of the table row with this label."""
    line = next(line for line in table.splitlines() if line.startswith(f"{label} "))
    return line.removeprefix(label).split()


def load_of(phase: Phase) -> Mapping[str, PhaseLoad]:
    assert phase.detail.systems is not None
    return phase.detail.systems


def orders_in(reader: SessionReader, letter: str, from_s: float, to_s: float) -> int:
    system = next(system for system in reader.systems if system.letter == letter)
    return reader.histogram(system.id, "order", from_s, to_s).count


# Repeats


@pytest.fixture(scope="module")
def alternating(folder: Path) -> Iterator[SessionReader]:
    plan = 'name = "timed"\nramp_users_per_s = 1000\nwarmup_s = 0\nrun_s = 2'
    with SessionReader.open(ran(folder, "alternating", f"{plan}\nrepeats = 2\nrest_s = 0.5\nidle_s = 1")) as reader:
        yield reader


def test_repeats_on_one_machine_alternate_and_the_reason_is_recorded(alternating: SessionReader) -> None:
    order = alternating.documents_of(SystemOrder)[0].data
    assert order.order == "alternating"
    assert order.stints == [["A"], ["B"], ["B"], ["A"]]
    assert "A and B run on one host, this machine" in order.reason
    assert any(event.kind == "order" and sentence(event.message) == order.reason for event in alternating.events)
    measured = [phase for phase in alternating.phases if phase.name == "measure"]
    assert [(phase.run, list(load_of(phase))) for phase in measured] == [(1, ["A"]), (1, ["B"]), (2, ["B"]), (2, ["A"])]


def test_only_the_system_whose_turn_it_is_has_orders(alternating: SessionReader) -> None:
    for phase in alternating.phases:
        if phase.name == "measure":
            working = next(iter(load_of(phase)))
            for letter in "AB":
                assert (orders_in(alternating, letter, phase.from_s, phase.to_s) > 0) is (letter == working)


def test_phases_of_each_turn_start_on_whole_seconds(alternating: SessionReader) -> None:
    names = [phase.name for phase in alternating.phases]
    stretch = ["connect", "idle", "ramp", "measure", "stop"]
    assert names == ["prepare", *stretch, *(["rest", "restore", *stretch] * 3)]
    for phase in alternating.phases:
        if phase.name in LOAD:
            assert phase.from_s == round(phase.from_s)
        if phase.name in {"idle", "measure"}:
            assert phase.to_s - phase.from_s == {"idle": 1, "measure": 2}[phase.name]
        if phase.name == "idle":
            assert sum(orders_in(alternating, letter, phase.from_s, phase.to_s) for letter in "AB") == 0


def test_each_repeat_starts_on_a_restored_database_with_a_new_seed(alternating: SessionReader) -> None:
    restored = [alternating.sentence(event.message)[0] for event in alternating.events if event.kind == "restored"]
    assert restored == ["A", "B", "B", "B", "A"]  # both before the first run, then the one whose turn it is
    assert (
        sum(
            event.kind == "rows" and "orders added" in alternating.sentence(event.message)
            for event in alternating.events
        )
        == 4
    )
    seeds: dict[int, set[object]] = {}
    for phase in alternating.phases:
        if phase.name == "measure":
            seeds.setdefault(phase.run, set()).add(phase.detail.seed)
    assert [len(of_run) for of_run in seeds.values()] == [1, 1]
    assert seeds[1] != seeds[2]


def test_result_of_each_repeat_agrees_with_the_recorded_samples(alternating: SessionReader) -> None:
    steps = measured_steps(alternating)
    assert [(step.run, list(step.data.systems)) for step in steps] == [(1, ["A"]), (1, ["B"]), (2, ["B"]), (2, ["A"])]
    for step in steps:
        from_s, to_s = step.data.from_s, step.data.to_s
        for letter, told in step.data.systems.items():
            system = next(system for system in alternating.systems if system.letter == letter)
            histogram = alternating.histogram(system.id, "order", from_s, to_s)
            assert told.orders == histogram.count > 0
            assert told.orders_per_s == histogram.count / 2
            assert told.p95_s == histogram.percentile_ns(95) / 1e9
            assert told.mean_s == histogram.mean_ns / 1e9
            assert told.errors == 0
    assert [result.data.plan for result in alternating.documents_of(PlanResult)] == ["timed"] * 4


def test_progress_reports_the_last_step_and_the_total(alternating: SessionReader) -> None:
    assert alternating.progress is not None
    assert alternating.progress.text == "run 2 of 2 · A · measure"
    assert 0 < alternating.progress.done <= alternating.progress.total == 4 * (1 + 1 + 2) + 3 * 1


def test_run_of_one_system_excludes_the_other_and_keeps_the_window(folder: Path) -> None:
    plan = 'name = "timed"\nwarmup_s = 1\nrun_s = 3\nramp_users_per_s = 1000'
    window = 'window = "fixed"\nwindow_from_s = 3\nwindow_to_s = 5'
    session = folder / "one.outpace"
    answer = outpace("run", plan_file(folder, "one", f"{plan}\n{window}"), "--only", "B", "--session", session)
    ended_whole(answer, session)
    with SessionReader.open(session) as reader:
        assert [system.letter for system in reader.systems if system.targets] == ["B"]
        assert reader.documents_of(SystemOrder)[0].data.present == ["B"]
        step = measured_steps(reader)[0]
        measured = next(phase for phase in reader.phases if phase.name == "measure")
        assert (measured.from_s, measured.to_s) == (2, 5)
        assert (step.data.from_s, step.data.to_s) == (3, 5)
        assert list(step.data.systems) == ["B"]
        assert step.data.systems["B"].orders == orders_in(reader, "B", 3, 5) > 0


# The other plans


def test_user_sweep_measures_each_number_of_users(folder: Path) -> None:
    plan = 'name = "user-sweep"\nfrom_users = 1\nto_users = 3\nstep_users = 2\nsettle_s = 1\ndwell_s = 2'
    with SessionReader.open(ran(folder, "sweep", f"{plan}\nramp_users_per_s = 1000")) as reader:
        steps = measured_steps(reader)
        assert [step.name for step in steps] == ["1 user", "3 users"]
        table = session_text(reader)
        for step in steps:
            opm = [count_text(60 * told.orders_per_s) for told in step.data.systems.values()]
            assert line_of(table, f"{step.name}, OPM")[:2] == opm
        assert [step.data.users for step in steps] == [1, 3]
        for step in steps:
            phase = next(p for p in reader.phases if (p.name, p.step) == ("measure", step.step))
            assert (step.data.from_s, step.data.to_s) == (phase.from_s, phase.to_s)
            for letter, told in step.data.systems.items():
                assert told.orders == orders_in(reader, letter, phase.from_s, phase.to_s) > 0
                alive = next(
                    counter
                    for counter in reader.counters
                    if counter.path == "\\Outpace Driver(_Total)\\Users Alive"
                    and counter.system == next(s.id for s in reader.systems if s.letter == letter)
                )
                assert reader.window(alive, phase.from_s, phase.to_s).minimum == told.users
        peak = outcomes(reader)
        for letter, found in peak.items():
            best = max(steps, key=lambda step: step.data.systems[letter].orders_per_s)
            assert found == {"users": best.data.users, "orders_per_s": best.data.systems[letter].orders_per_s}


def test_latency_limit_is_searched_on_each_system(folder: Path) -> None:
    """A limit of an hour always holds, so both systems reach the highest number of users."""
    plan = 'name = "latency-limit"\nfigure = "p99"\noperation = "login"\nlimit_ms = 3600000\nramp_users_per_s = 1000'
    levels = "from_users = 2\nto_users = 4\nstep_users = 5\nsettle_s = 0\ndwell_s = 2"
    with SessionReader.open(ran(folder, "limit", f"{plan}\n{levels}")) as reader:
        steps = measured_steps(reader)
        assert [step.data.users for step in steps] == [2, 4]
        found = outcomes(reader)
        for letter in "AB":
            told = steps[-1].data.systems[letter]
            assert told.held is True
            system = next(system for system in reader.systems if system.letter == letter)
            logins = reader.histogram(system.id, "login", steps[-1].data.from_s, 1e9)
            assert logins.count > 0
            assert found[letter]["users"] == 4
            assert found[letter]["next_users"] is None
            assert found[letter]["at_least"] is True
            assert found[letter]["step"] == steps[-1].step
            assert found[letter]["latency_s"] == told.limited_s > 0
            assert f"{letter}: p99 of login within 3.6e+06 ms for at least 4 users (search ended)" in session_text(
                reader
            )


def test_limit_on_an_unknown_operation_is_rejected(folder: Path) -> None:
    scenario = plan_file(folder, "unknown", 'name = "latency-limit"\noperation = "logon"')
    answer = outpace("run", scenario, "--session", folder / "unknown.outpace")
    assert answer.returncode == 2
    assert 'limits the latency of "logon"; the workload has login, ' in answer.stderr


def test_rate_sweep_completes_the_requested_orders(folder: Path) -> None:
    plan = 'name = "rate-sweep"\nfrom_rate = 5\nto_rate = 15\nstep_rate = 10\nsettle_s = 0\ndwell_s = 3'
    with SessionReader.open(ran(folder, "rates", plan, users=4)) as reader:
        steps = measured_steps(reader)
        assert [(step.name, step.data.rate) for step in steps] == [("5 orders/s", 5), ("15 orders/s", 15)]
        for step in steps:
            expected = 3 * (step.data.rate or 0)
            for told in step.data.systems.values():
                # Poisson arrivals: five standard deviations, plus what a slow machine has in flight.
                assert abs(told.orders - expected) < 5 * math.sqrt(expected) + 4


def test_race_ends_when_both_systems_complete_their_orders(folder: Path) -> None:
    session = ran(folder, "race", 'name = "race"\norders = 60\ntimeout_s = 60\nramp_users_per_s = 1000')
    with SessionReader.open(session) as reader:
        found = outcomes(reader)
        measured = next(phase for phase in reader.phases if phase.name == "measure")
        assert measured.to_s < 60
        for letter in "AB":
            finished_s = found[letter]["finished_s"]
            assert found[letter]["orders"] == 60
            assert 0 < finished_s <= measured.to_s
            assert orders_in(reader, letter, 0, math.ceil(finished_s)) >= 60
            assert orders_in(reader, letter, 0, math.ceil(finished_s) - 1) < 60
            assert f"{letter}: 60 orders in {finished_s:.1f} s" in session_text(reader)


# Stopping


def test_stop_between_repeats_keeps_completed_repeats(folder: Path) -> None:
    plan = (
        'name = "timed"\nramp_users_per_s = 1000\nwarmup_s = 0\nrun_s = 2\nrepeats = 3\nrest_s = 600\nwindow = "steady"'
    )
    session = folder / "rest.outpace"
    scenario = plan_file(folder, "rest", plan, top='order = "together"')
    with running("run", scenario, "--session", session) as engine:
        until(lambda: phase_of(session) == "rest")
        engine.send_signal(signal.SIGINT)
        out, err = engine.communicate(timeout=60)
    assert engine.returncode == 1, err
    assert "incomplete: stopped by the user after 2 of 6 s of measuring" in out
    with SessionReader.open(session) as reader:
        assert reader.end is not None
        assert reader.end.cut_short is not None
        assert reader.sentence(reader.end.cut_short) == "incomplete: stopped by the user after 2 of 6 s of measuring"
        measured = next(phase for phase in reader.phases if phase.name == "measure")
        assert sorted(load_of(measured)) == ["A", "B"]
        steps = measured_steps(reader)
        assert [(step.run, step.data.complete) for step in steps] == [(1, True)]
        assert steps[0].data.steady == SteadyState(holds=False, reasons=[SHORT], flags=[])
        warnings = [reader.sentence(warning) for warning in reader.end.warnings]
        assert f"run 1 of 3: no steady state found, the whole run time counts: {SHORT}" in warnings
        assert reader.phases[-1].name == "rest"


def test_stop_during_a_restore_keeps_completed_repeats(folder: Path) -> None:
    """The scenario's command runs after each restore and prolongs it."""
    plan = 'name = "timed"\nramp_users_per_s = 1000\nwarmup_s = 0\nrun_s = 2\nrepeats = 2'
    start = f'[start]\ncommand = \'"{sys.executable}" -c "import time; time.sleep(5)"\''
    session = folder / "restore.outpace"
    scenario = plan_file(folder, "restore", f"{plan}\n{start}", top='order = "together"')
    with running("run", scenario, "--session", session, "--allow-command") as engine:
        until(lambda: phase_of(session) == "restore")
        engine.send_signal(signal.SIGINT)
        out, err = engine.communicate(timeout=60)
    assert engine.returncode == 1, err
    assert "incomplete: stopped by the user after 2 of 4 s of measuring" in out
    with SessionReader.open(session) as reader:
        assert [(step.run, step.data.complete) for step in measured_steps(reader)] == [(1, True)]
        assert reader.phases[-1].name == "restore"
        assert reader.end is not None


def test_stop_within_a_step_keeps_its_whole_seconds(folder: Path) -> None:
    plan = 'name = "user-sweep"\nfrom_users = 1\nto_users = 9\nstep_users = 1\nsettle_s = 0\ndwell_s = 600'
    session = folder / "early.outpace"
    with running("run", plan_file(folder, "early", plan), "--session", session) as engine:
        until(lambda: phase_of(session) == "measure" and recorded_s(session) > 2)
        engine.send_signal(signal.SIGINT)
        out, err = engine.communicate(timeout=60)
    assert engine.returncode == 1, err
    assert "incomplete: stopped by the user after 1 measured steps of the user sweep" in out
    with SessionReader.open(session) as reader:
        step = measured_steps(reader)[0]
        assert step.data.complete is False
        assert reader.phases[-1].name == "stop"
        assert step.data.to_s == reader.phases[-1].from_s >= 2
        for letter, told in step.data.systems.items():
            assert told.orders == orders_in(reader, letter, 0, reader.phases[-1].from_s) > 0
        assert not reader.documents_of(PlanResult)
