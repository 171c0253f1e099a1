# SPDX-License-Identifier: Apache-2.0
"""Steady-state rule: five rounds, 20 % range, 10 % slope, one window for all systems, checkpoints."""

import math
from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.analysis.steady import Floats, check_rounds, findings, fixed_window, mean_over, steady_window
from app.model.messages import sentence

NAN = math.nan


def test_range_is_steady_up_to_20_percent() -> None:
    assert check_rounds("A", [100, 110, 90, 110, 90]).holds
    wider = check_rounds("A", [100, 110.1, 89.9, 110, 90])
    assert wider.range_share == pytest.approx(0.202)
    assert wider.reason is not None
    assert sentence(wider.reason) == "A ranges over 20.2 % of its mean, 20 % are allowed"


def test_slope_is_steady_up_to_10_percent() -> None:
    level = check_rounds("A", [95, 97.5, 100, 102.5, 105])
    assert level.slope_share == pytest.approx(0.1)
    assert level.holds
    falling = check_rounds("A", [106, 103, 100, 97, 94])
    assert falling.slope_share == pytest.approx(0.12)
    assert falling.reason is not None
    assert sentence(falling.reason) == "A falls by 12.0 % of its mean, 10 % are allowed"


@pytest.mark.parametrize(
    ("rounds", "reason"),
    [([1, NAN, 1, 1, 1], "has no data in a round"), ([0, 0, 0, 0, 0], "is 0"), ([1, 1, math.inf, 1, 1], "no data")],
)
def test_uninformative_rounds_are_not_steady(rounds: list[float], reason: str) -> None:
    found = check_rounds("A", rounds)
    assert found.reason is not None
    assert reason in sentence(found.reason)
    assert math.isnan(found.range_share)


@given(st.lists(st.floats(min_value=1e-6, max_value=1e6), min_size=5, max_size=5), st.floats(1e-3, 1e3))
def test_shares_are_independent_of_the_unit(rounds: list[float], factor: float) -> None:
    plain, scaled = check_rounds("A", rounds), check_rounds("A", [value * factor for value in rounds])
    assert scaled.range_share == pytest.approx(plain.range_share)
    assert scaled.slope_share == pytest.approx(plain.slope_share, abs=1e-9)
    assert (
        plain.slope_share <= plain.range_share * 1.2 + 1e-9
    )  # with five points, the fitted line rises by at most 1.2 times the range


def ramped(seconds: int, settled_s: int, level: float = 1000.0) -> Floats:
    """Return throughput that rises from zero for `settled_s` seconds."""
    return level * np.minimum(np.arange(1, seconds + 1) / settled_s, 1.0)


def test_longest_steady_window_at_the_end_is_chosen() -> None:
    values = ramped(600, 200)
    found = steady_window({"A throughput": mean_over(values)}, 600)
    assert found.steady
    assert found.to_s == 600
    assert 0 < found.from_s < 200, "as much of the climb as the limits allow"
    longer = found.round_s + 1
    rounds = [values[600 - longer * (5 - n) :][:longer].mean() for n in range(5)]
    assert not check_rounds("A", rounds).holds, "one second more a round would not be steady"
    assert found.reasons == ()


def test_all_systems_share_one_window() -> None:
    early, late = mean_over(ramped(600, 10)), mean_over(ramped(600, 300))
    both = steady_window({"A throughput": early, "B throughput": late}, 600)
    alone = steady_window({"B throughput": late}, 600)
    assert (both.from_s, both.to_s) == (alone.from_s, alone.to_s)
    assert [check.figure for check in both.checks] == ["A throughput", "B throughput"]


def test_rising_latency_makes_constant_throughput_not_steady() -> None:
    level = mean_over(np.full(600, 1000.0))
    climbing = mean_over(np.linspace(1, 10, 600))
    found = steady_window({"A throughput": level, "A p95": climbing}, 600, minimum_round_s=60)
    assert not found.steady
    assert (found.from_s, found.to_s) == (300, 600)
    # Round means are 60 s apart on a rise of 9 per 599 s; their mean is that of the last 300 s.
    share = 9 * 240 / 599 / float(np.linspace(1, 10, 600)[300:].mean())
    assert found.checks[1].range_share == pytest.approx(share)
    assert found.checks[1].slope_share == pytest.approx(share)
    told = f"{math.ceil(share * 1000) / 10:.1f} %"
    assert tuple(map(sentence, found.reasons)) == (
        f"A p95 ranges over {told} of its mean, 20 % are allowed and "
        f"A p95 rises by {told} of its mean, 10 % are allowed",
    )


def test_expensive_figure_is_computed_only_where_the_cheap_one_holds() -> None:
    asked: list[int] = []

    def p95(from_s: int, to_s: int) -> float:
        asked.append(to_s - from_s)
        return 0.01

    found = steady_window({"A throughput": mean_over(ramped(600, 200)), "A p95": p95}, 600)
    assert set(asked) == {found.round_s}


def test_run_too_short_for_rounds_is_reported() -> None:
    found = steady_window({"A throughput": mean_over(np.full(30, 5.0))}, 30)
    assert (found.from_s, found.to_s, found.steady) == (0, 30, False)
    assert tuple(map(sentence, found.reasons)) == ("30 s are too short for 5 rounds",)
    assert steady_window({"A throughput": mean_over(np.full(30, 5.0))}, 30, minimum_round_s=6).steady


def test_missing_seconds_are_not_counted_as_zero() -> None:
    values = np.full(100, 50.0)
    values[3] = NAN
    assert mean_over(values)(0, 20) == 50.0
    assert math.isnan(mean_over(values)(3, 4))
    assert math.isnan(mean_over(values)(90, 110)), "beyond the end there is no data"


def test_windows_with_too_few_checkpoints_are_flagged() -> None:
    level = {"A throughput": mean_over(np.full(300, 1000.0))}
    found = steady_window(level, 300, checkpoints={"A": [10, 150], "B": [150], "C": [], "D": None})
    assert tuple(map(sentence, found.flags)) == (
        "B: only one checkpoint in the window",
        "C: no checkpoint in the window",
        "D: its checkpoints are not known",
    )


def test_fixed_window_is_also_checked() -> None:
    values = mean_over(ramped(600, 600))
    found = fixed_window({"A throughput": values}, 480, 600, checkpoints={"A": [500]})
    assert (found.from_s, found.to_s) == (480, 600)
    assert not found.steady
    assert "A throughput rises by" in sentence(found.reasons[0])
    assert tuple(map(sentence, found.flags)) == ("A: only one checkpoint in the window",)
    short = fixed_window({"A throughput": values}, 5, 8)
    assert tuple(map(sentence, short.reasons)) == ("3 s are too short for 5 rounds",)


def test_mean_requires_95_percent_of_its_seconds() -> None:
    values = np.arange(1.0, 41.0)
    assert mean_over(values)(0, 4) == 2.5
    assert mean_over(values)(36, 40) == 38.5
    values[:2] = NAN
    assert mean_over(values)(0, 40) == pytest.approx(sum(range(3, 41)) / 38), "38 of 40 are 95 %"
    values[2] = NAN
    assert math.isnan(mean_over(values)(0, 40))


def falling(share: float, round_s: int) -> Floats:
    """Return five rounds around 100, of which one is higher and one is lower by half of `share`."""
    return np.repeat([100.0, 100 * (1 + share / 2), 100.0, 100 * (1 - share / 2), 100.0], round_s)


@pytest.mark.parametrize(
    ("share", "round_s", "told"),
    [(0.19, 10, False), (0.21, 10, True), (0.21, 20, True), (0.27, 5, False), (0.29, 5, True), (0.9, 2, False)],
)
def test_limits_of_short_rounds_widen_with_the_square_root(share: float, round_s: int, told: bool) -> None:
    """20 % for rounds of 10 s or more, 28.3 % for rounds of 5 s, and no result for rounds of 2 s."""
    window = fixed_window({"A throughput": mean_over(falling(share, round_s))}, 0, 5 * round_s)
    assert window.steady is (share < 0.2)
    assert bool(findings(window)) is told


def test_rounds_consist_of_whole_seconds() -> None:
    """The last 45 of 49 s form rounds of 9 s, whose limit is 21.1 %."""
    values = np.concatenate((np.full(4, 1e6), falling(0.205, 9)))
    window = fixed_window({"A throughput": mean_over(values)}, 0, 49)
    assert (window.steady, window.round_s, findings(window)) == (False, 9, ())


def test_latency_findings_require_set_arrivals_and_long_rounds() -> None:
    def figures(round_s: int) -> dict[str, Callable[[int, int], float]]:
        return {"A throughput": mean_over(np.full(50, 10.0)), "A p95": mean_over(falling(0.9, round_s))}

    long, short = fixed_window(figures(10), 0, 50), fixed_window(figures(9), 0, 45)
    assert findings(long) == findings(short) == findings(short, arrivals=True) == ()
    assert [sentence(one)[:5] for one in findings(long, arrivals=True)] == ["A p95"]
