# SPDX-License-Identifier: Apache-2.0
"""Verdicts on runs, and the figure that DVD Store itself reports."""

import math
from pathlib import Path
from time import perf_counter_ns

import pytest

from app.engine.recording import RecordedSystem, Recording
from app.engine.soundness import Soundness
from app.model.events import Stopped
from app.scenario.reading import read_scenario
from app.session.reader import SessionReader
from app.session.writer import SessionWriter
from tests.support.engine_runs import ended_whole, outpace, scenario_file

DRIVER = "\\Outpace Driver(_Total)\\"


@pytest.fixture(scope="module")
def open_loop(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Run an open loop whose only user cannot start all the orders that arrive."""
    folder = tmp_path_factory.mktemp("open")
    scenario = scenario_file(folder, users=1, think_s=0, run_s=3)
    with scenario.open("a", encoding="utf-8") as file:
        file.write('\n[pacing]\nloop = "open"\nrate = 50000\nmax_lag_s = 0.1\n')
    session = folder / "open.outpace"
    answer = outpace("run", scenario, "--session", session)
    ended_whole(answer, session)
    assert "arrivals were missed" in answer.stdout
    return session


def test_missed_arrivals_are_a_warning_for_each_system(open_loop: Path) -> None:
    with SessionReader.open(open_loop) as reader:
        assert reader.end is not None
        texts = [reader.sentence(warning) for warning in reader.end.warnings]
        missed = [text for text in texts if "arrivals were missed" in text]
    assert [warning[0] for warning in missed] == ["A", "B"]


def test_cumulative_opm_uses_orders_and_time_of_the_same_seconds(open_loop: Path) -> None:
    with SessionReader.open(open_loop) as reader:
        measure = next(phase for phase in reader.phases if phase.name == "measure")
        for system in reader.systems:
            own = {counter.path: counter for counter in reader.counters if counter.system == system.id}
            time_s, opm = reader.samples(own["\\Test\\OPM"])
            assert len(time_s) >= 2
            for at_s, figure in zip(time_s.tolist(), opm.tolist(), strict=True):
                orders = reader.total(own[DRIVER + "Orders/sec"], measure.from_s, at_s)
                assert figure == math.floor(60 * orders / (at_s - measure.from_s))


@pytest.mark.parametrize(("missing_s", "complete"), [(0.0, True), (1.0, False)])
def test_run_is_incomplete_only_if_its_measurement_is(tmp_path: Path, missing_s: float, complete: bool) -> None:
    """Ctrl+C while the rows are counted does not shorten the measurement."""
    file = read_scenario("embedded-demo")
    origin_ns = perf_counter_ns()
    with SessionWriter.create(tmp_path / "x.outpace", title="x", scenario_toml="", clock_origin_ns=origin_ns) as writer:
        soundness = Soundness(file.scenario, Recording(writer, origin_ns))
        soundness.progress("warm-up", 0.0, 5.0)
        soundness.progress("measure", 5.0, 5.0 + file.scenario.plan.run_s - missing_s)
        assert soundness.verdict(None).whole
        assert soundness.verdict(Stopped()).whole is complete
        assert soundness.verdict(Stopped()).reasons == []


@pytest.mark.parametrize(
    ("late", "reason"),
    [(False, "no orders were completed in the measured window"), (True, "arrived too late to be counted")],
)
def test_empty_window_reports_whether_orders_were_late(tmp_path: Path, late: bool, reason: str) -> None:
    """The message does not blame the system if the driver's machine was too busy."""
    origin_ns = perf_counter_ns()
    path = tmp_path / "x.outpace"
    with SessionWriter.create(path, title="x", scenario_toml="", clock_origin_ns=origin_ns) as writer:
        system = RecordedSystem(writer.add_system("x", "baseline", "", {}), "A", "x")
        soundness = Soundness(read_scenario("embedded-demo").scenario, Recording(writer, origin_ns))
        soundness.nothing_measured(system, None, late=late)
        writer.commit()
        with SessionReader.open(path) as reader:
            assert reason in reader.sentence(reader.events[-1].message)
