# SPDX-License-Identifier: Apache-2.0
"""Calls in flight at the end of a window: the figures that they could change, and how that is reported."""

import json
import math
import random
from pathlib import Path

import pytest

from app.model.censoring import BEYOND_S, MOVED, NONE, censored, could_reach_s, could_rise, held_up
from app.model.documents import UnderWay
from app.model.histogram import Histogram, bucket_of
from app.report.content import Paragraph, ReportTable
from app.report.review import latency_part
from app.report.session_blocks import session_text
from app.report.session_export import export_json
from app.results.frames import open_session
from app.results.headline_text import headline_result, headline_text
from app.results.result import result_of
from app.results.session_headline import session_headline
from app.results.study import study_of
from app.session.reader import SessionReader
from app.session.seal import verify
from tests.support.recorded import PAIR, SyntheticRun, SyntheticSystem, recorded
from tests.support.repeated import scenario_text

S = 1_000_000_000
BUCKET = 0.012
NAMES = {"p50": 50.0, "p90": 90.0, "p95": 95.0, "p99": 99.0}


def histogram(latencies_s: list[float]) -> Histogram:
    """Return a histogram of the given latencies."""
    found = Histogram()
    for latency_s in latencies_s:
        single = Histogram()
        latency_ns = round(latency_s * S)
        single.counts[int(bucket_of(latency_ns))] += 1
        single.count, single.sum_ns, single.min_ns, single.max_ns = 1, latency_ns, latency_ns, latency_ns
        found.add(single)
    return found


def test_one_open_call_cannot_break_a_limit_kept_by_a_wide_margin() -> None:
    """Check the example in docs/statistics.md."""
    many, few = histogram([0.0377] * 5025), histogram([0.0377] * 30)
    assert "mean" in censored(many, [4.0]).at_least, "it is a lower bound all the same"
    assert could_reach_s(many, [4.0], "mean") == pytest.approx((5025 * 0.0377 + 8) / 5026)
    assert could_reach_s(few, [4.0], "mean") == pytest.approx((30 * 0.0377 + 8) / 31)
    assert could_reach_s(many, [0.9], "mean") == pytest.approx(0.0377), "no older than usual"


@pytest.mark.parametrize("seed", range(20))
def test_percentile_bound_holds_however_open_calls_end(seed: int) -> None:
    rng = random.Random(seed)
    ended_s = [rng.lognormvariate(-3, 1) for _ in range(rng.choice((5, 40, 300)))]
    ended = histogram(ended_s)
    ages_s = [ended.percentile_ns(99) / 1e9 + BEYOND_S + rng.expovariate(1) for _ in range(rng.choice((1, 3, 12)))]
    in_the_end = histogram([*ended_s, *(age_s * (1 + 100 * rng.random()) for age_s in ages_s)])
    for name, percent in NAMES.items():
        most_s = could_reach_s(ended, ages_s, name)
        after_s = in_the_end.percentile_ns(percent) / 1e9
        assert most_s == math.inf if after_s > max(ended_s) * (1 + BUCKET) else after_s <= most_s * (1 + BUCKET), name


@pytest.mark.parametrize("seed", range(30))
def test_unmarked_figures_hold_however_open_calls_end(seed: int) -> None:
    rng = random.Random(seed)
    ended_s = [rng.lognormvariate(-3, 1) for _ in range(rng.choice((5, 20, 150, 1000)))]
    ended = histogram(ended_s)
    limit_s = ended.percentile_ns(99) / 1e9 + BEYOND_S
    ages_s = [limit_s + rng.expovariate(1) for _ in range(rng.choice((1, 2, 8, 30)))]
    found = censored(ended, [*ages_s, limit_s * 0.9])
    assert found.count == len(ages_s), "one that is no older than usual is none"
    assert found.oldest_s == max(ages_s)
    in_the_end = histogram([*ended_s, *(age_s * (1 + rng.random() * 100) for age_s in ages_s)])
    for name, percent in NAMES.items():
        before_ns, after_ns = ended.percentile_ns(percent), in_the_end.percentile_ns(percent)
        # The largest finished latency is known exactly, unless there are larger ones.
        assert after_ns > before_ns if name in found.at_least else after_ns <= (1 + MOVED + BUCKET) * before_ns, name
    assert "max" in found.at_least
    if "mean" not in found.at_least:
        # Assume that each call ends right after the time that it has waited so far.
        assert histogram([*ended_s, *ages_s]).mean_ns <= (1 + MOVED) * ended.mean_ns


def test_every_figure_is_a_lower_bound_without_finished_calls() -> None:
    assert censored(histogram([0.1, 0.2]), []) == NONE
    assert censored(histogram([0.1, 0.2]), [1.15]) == NONE
    assert not NONE.at_least
    assert math.isnan(NONE.oldest_s)
    none_ended = censored(Histogram(), [0.5, 3.0])
    assert (none_ended.count, none_ended.oldest_s) == (1, 3.0)
    assert set(NAMES) | {"mean", "max"} == set(none_ended.at_least)
    assert could_rise(Histogram(), 50, 1)
    assert not could_rise(histogram([0.1]), 50, 0)


def test_call_open_for_half_the_window_holds_up_its_user() -> None:
    assert held_up([31.0, 29.0, 61.0], 60) == 2
    assert held_up([9.0, 11.0], 4) == 1, "in a short window only a call of ten seconds"


SLOW = (
    SyntheticSystem("As always", "baseline", 50.0),
    SyntheticSystem("With users that wait", "challenger", 4.0),
)


@pytest.fixture(scope="module")
def stuck(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Write a 40 s run with about 140 orders of B in its window and two long calls in flight at its end."""
    run = SyntheticRun(tmp_path_factory.mktemp("stuck") / "stuck.outpace", SLOW)
    run.seconds(40)
    ages_s = {"order": [30.0, 12.0, 0.5], "purchase": [29.0, 11.0, 0.5]}
    run.writer.document(run.start_ns + 40 * S, UnderWay(ages_s=ages_s), system=2, target=2, run=1)
    return run.finish()


def test_window_figures_with_open_calls_are_lower_bounds(stuck: Path) -> None:
    assert verify(stuck)
    with SessionReader.open(stuck) as reader:
        result = result_of(reader)
        baseline, challenger = result.systems
        assert all(one.censored == 0 and one.at_least == [] for one in baseline.operations.values())
        order = challenger.operations["order"]
        assert (order.censored, order.oldest_ms) == (2, 30_000.0)
        assert order.at_least == ["mean", "p95", "p99", "max"]
        assert challenger.operations["purchase"].oldest_ms == 29_000.0
        assert challenger.operations["login"].censored == 0
        counter = next(c for c in reader.counters if c.system == 2 and c.path == "\\Outpace Driver(order)\\Latency p99")
        window = reader.window(counter, challenger.from_s or 0, challenger.to_s or 0)
        assert window.at_least
        median = next(c for c in reader.counters if c.system == 2 and c.path == "\\Outpace Driver(order)\\Latency p50")
        assert not reader.window(median, challenger.from_s or 0, challenger.to_s or 0).at_least
        (line,) = [line for line in session_text(reader).splitlines() if line.startswith("order p50")]
        assert line.count("≥") == 2
        assert "/ ≥ " in line
        assert line.endswith("× / – / –"), "what is at least something has no ratio"
        exported = json.loads(export_json(reader))
    assert exported["systems"][1]["operations"]["order"]["at_least"] == ["mean", "p95", "p99", "max"]
    assert "at_least" not in exported["systems"][0]["operations"]["order"], "nothing is said where there is nothing"


def test_call_that_never_returned_is_also_open_in_earlier_windows(stuck: Path) -> None:
    with SessionReader.open(stuck) as reader:
        assert reader.censored(2, "order", 10, 30).count == 2
        assert reader.censored(2, "order", 10, 30).oldest_s == 20.0
        assert reader.censored(2, "order", 10, 29).count == 1, "the other one was a second old"
        assert reader.censored(2, "order", 5, 9).count == 0
        assert reader.censored(1, "order", 10, 30) == NONE
        assert reader.censored(2, "order", 10, 30, target=2).count == 2
        assert reader.censored(2, "order", 10, 30, target=1) == NONE


@pytest.mark.parametrize("choice", ["", "order p95", "order p50"])
@pytest.mark.parametrize("over", [False, True], ids=["live", "ended"])
def test_headline_has_no_ratio_for_lower_bounds(tmp_path: Path, choice: str, *, over: bool) -> None:
    """Test an open loop, and a scenario's chosen headline; a median that the calls cannot change keeps its ratio."""
    text = f'headline = "{choice}"\n' if choice else ""
    text += scenario_text("Paced", 'name = "timed"', PAIR) + ("" if choice else "\n[pacing]\nrate = 100\n")
    run = SyntheticRun(tmp_path / "paced.outpace", SLOW, scenario_toml=text)
    run.seconds(40)
    run.writer.document(run.start_ns + 40 * S, UnderWay(ages_s={"order": [30.0, 12.0]}), system=2, target=2, run=1)
    run.writer.commit()
    with SessionReader.open(run.finish() if over else run.path) as reader:
        found = session_headline(reader)
        said = headline_text(found)
        (line,) = found.lines
        (as_json,) = headline_result(found).lines
    if choice == "order p50":
        assert (line.at_least, line.firmness) == ((False, False), "so far")
        assert line.ratio > 0
        return
    assert (line.at_least, line.firmness) == ((False, True), "at least")
    assert math.isnan(line.ratio)
    assert (as_json.ratio, as_json.challenger_at_least) == (None, True)
    assert said.main.startswith("With users that wait at least ")
    assert "(calls still open), As always " in said.main
    assert "×" not in f"{said.main} {said.small} {said.details}"


def test_frames_report_the_same_censored_figures(stuck: Path) -> None:
    with open_session(stuck) as session:
        table = session.percentiles(by=["system"], from_s=6)
        apart = session.percentiles(by=["system", "operation"], from_s=6)
    assert table.attrs["censored"] == {"With users that wait": 2}
    assert table.attrs["at_least"] == {"With users that wait": ["mean_s", "p95_s", "p99_s", "max_s"]}
    assert set(apart.attrs["censored"]) == {("With users that wait", "order"), ("With users that wait", "purchase")}


def test_report_lists_open_calls(stuck: Path) -> None:
    with SessionReader.open(stuck) as reader:
        blocks = list(latency_part(study_of([reader])))
    (said,) = [block.text for block in blocks if isinstance(block, Paragraph) and "still under way" in block.text]
    assert "Run 1 B, order: 2, the oldest for 30.0 s" in said
    (table,) = [block for block in blocks if isinstance(block, ReportTable)]
    rows = {(row.cells[0], row.cells[2]): row.cells for row in table.rows}
    assert rows["order", "B"][7].startswith("≥ ")
    assert rows["order", "B"][5][0] != "≥"
    assert not any(cell.startswith("≥") for (_, letter), cells in rows.items() if letter == "A" for cell in cells)


def test_older_sessions_have_no_censored_figures(tmp_path: Path) -> None:
    path = recorded(tmp_path / "before.outpace", SLOW, seconds=40)
    with SessionReader.open(path) as reader:
        assert "censored" not in export_json(reader)
        assert "≥" not in session_text(reader)
