# SPDX-License-Identifier: Apache-2.0
"""The headline names a system only if the data support it, and early if the difference is large."""

import math
from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.lib.stride_tricks import sliding_window_view
from numpy.random import Generator

from app.analysis.confidence import (
    BATCH_S,
    LEAST_BATCHES,
    LEVEL,
    LONGER_S,
    MOST_DEVIATIONS,
    SELF_NORMALISED,
    SLOW_SWINGS,
    UNSEEN,
    RatioIntervals,
    anytime_t,
    ratio_intervals,
)
from app.analysis.headline import KEPT, PAIRS_KEPT, Floats, firm_sides, headline, ten_second_ratios
from tests.benchmarks.aa_streams import autoregressive, dips, ever_lost, first_named_s, sides_named, swings, throughput

STREAMS = 200
EQUAL: dict[str, Callable[[Generator], Floats]] = {
    "independent noise": lambda rng: throughput(autoregressive(rng, 0.0, STREAMS), 0.1),
    "AR(1) 0.8": lambda rng: throughput(autoregressive(rng, 0.8, STREAMS), 0.1),
    "AR(1) 0.9": lambda rng: throughput(autoregressive(rng, 0.9, STREAMS), 0.1),
    "a dip every 60 s": lambda rng: throughput(
        autoregressive(rng, 0.0, STREAMS), 0.02, dips(rng, STREAMS, depth=0.5, length=5, period=60)
    ),
    "a swing of 50 s": lambda rng: throughput(autoregressive(rng, 0.0, STREAMS), 0.05, swings(rng, STREAMS, depth=0.3)),
    "a slow tenth": lambda rng: throughput(
        0.95 * autoregressive(rng, 0.0, STREAMS) + 0.31 * autoregressive(rng, 0.98, STREAMS), 0.1
    ),
}


def pair(ratio: float, seconds: int, *, variation: float = 0.05, phi: float = 0.0, seed: int = 1) -> Floats:
    """Return a run of two systems, shape (2, seconds); the challenger's throughput is `ratio` times the baseline's."""
    noise = autoregressive(np.random.default_rng(seed), phi, 1, seconds)
    return throughput(noise, variation)[0] * [[1.0], [ratio]]


@pytest.mark.parametrize("kind", EQUAL)
def test_equal_systems_are_distinguished_in_at_most_5_percent_of_runs(kind: str) -> None:
    sides = sides_named(EQUAL[kind](np.random.default_rng(60)))
    assert sides.shape == (STREAMS, 1800 // BATCH_S)
    assert np.isfinite(first_named_s(sides)).mean() <= 0.05


@pytest.mark.parametrize(
    ("ratio", "phi", "variation", "within_s"),
    [
        (3.0, 0.0, 0.1, 60),
        (3.0, 0.95, 0.05, 60),
        (4.0, 0.9, 0.1, 60),
        (4.0, 0.95, 0.1, 60),
        (1.92, 0.0, 0.1, 70),
        (1.05, 0.0, 0.02, 180),
    ],
)
def test_large_difference_is_named_within_a_minute_a_small_one_later(
    ratio: float, phi: float, variation: float, within_s: float
) -> None:
    noise = autoregressive(np.random.default_rng(61), phi, STREAMS)
    sides = sides_named(throughput(noise, variation) * [[1.0], [ratio]])
    assert np.quantile(first_named_s(sides), 0.95, method="higher") <= within_s
    assert not (sides < 0).any()
    assert ever_lost(sides).mean() <= 0.01


def test_slow_swings_delay_a_large_difference_by_minutes_at_most() -> None:
    rng = np.random.default_rng(62)
    pairs = throughput(autoregressive(rng, 0.0, STREAMS), 0.05, swings(rng, STREAMS, depth=0.3)) * [[1.0], [3.0]]
    assert np.quantile(first_named_s(sides_named(pairs)), 0.95, method="higher") <= 240


def test_side_at_each_batch_matches_the_headline_up_to_it() -> None:
    baseline, challenger = pair(1.1, 900, variation=0.1, phi=0.7, seed=5)
    sides = firm_sides(ratio_intervals(baseline, challenger))
    assert {0, 1} == set(sides.tolist())
    for number, side in enumerate(sides.tolist(), 1):
        shown = headline(baseline[: number * BATCH_S], challenger[: number * BATCH_S])
        assert shown.firm == (side != 0)
        assert shown.state != "challenger ahead" or side == 1


def batch_log_ratios(streams: Floats, length: int) -> Floats:
    whole = streams.shape[1] // length * length
    orders = streams[:, :whole].reshape(2, -1, length).sum(axis=2)
    return np.log((orders[1] + 0.5) / (orders[0] + 0.5))


def autocorrelation(ratios: Floats) -> float:
    distance = ratios - ratios.mean()
    return float((distance[1:] * distance[:-1]).sum() / (distance**2).sum())


@pytest.mark.parametrize(
    ("ratio", "phi", "seconds"), [(1.3, 0.0, 60), (1.02, 0.0, 1000), (1.3, 0.6, 700), (1.1, 0.9, 1800), (3.0, 0.9, 40)]
)
def test_interval_matches_its_definition(ratio: float, phi: float, seconds: int) -> None:
    streams = pair(ratio, seconds, phi=phi, seed=3)
    intervals = ratio_intervals(*streams)

    def mean_variance_s(length: int, unit_root: float, most: float) -> float:
        ratios = batch_log_ratios(streams, length)
        r, number = autocorrelation(ratios), len(ratios)
        upper = min(max(r + unit_root / number + 1.5 * math.sqrt((1 - r * r) / number), 0), 1 - 1e-9)
        return float(ratios.var(ddof=1)) * length * min((1 + upper) / (1 - upper), most)

    number = seconds // BATCH_S
    bound = float(anytime_t(np.array([float(number)]), LEVEL)[0])
    longer = [
        mean_variance_s(length, 0, MOST_DEVIATIONS**2 * (seconds // length))
        for length in LONGER_S
        if seconds // length >= 6
    ]

    def half_of(most: float) -> float:
        return bound * math.sqrt(max(mean_variance_s(BATCH_S, 14, most), *longer, 0) / seconds)

    seen = min(half_of(MOST_DEVIATIONS**2 * number), *(max(half_of(most), least) for most, least in SLOW_SWINGS))
    ratios = batch_log_ratios(streams, BATCH_S)
    k = np.arange(1, number + 1)
    norm = math.sqrt(float(((ratios.cumsum() - k * ratios.mean()) ** 2).sum()) / number**3)
    half = min(seen, (SELF_NORMALISED[0] + SELF_NORMALISED[1] / number) * norm)
    assert intervals.half[-1] == pytest.approx(max(half, UNSEEN) if seconds < 60 else half, rel=1e-6)
    centres = ratios.mean(), math.log(streams[1].sum() / streams[0].sum())
    assert (intervals.lower[-1], intervals.upper[-1]) == pytest.approx((min(centres), max(centres)), rel=1e-9)


def test_statement_is_kept_with_hysteresis_and_then_withdrawn() -> None:
    baseline, challenger = pair(1.5, 1200, variation=0.1, seed=4)
    challenger[300:] /= 2.2
    shown = [headline(baseline[:seconds], challenger[:seconds]) for seconds in range(5, 1201, 5)]
    named = next(number for number, one in enumerate(shown) if one.state == "challenger ahead")
    lost = next(number for number, one in enumerate(shown) if number > named and not one.firm)
    assert all(one.state == "challenger ahead" and one.low > 1 for one in shown[named:lost])
    assert not any(one.no_longer_firm for one in shown[:lost])
    assert shown[lost].no_longer_firm
    assert shown[lost].ratio > 1
    intervals = ratio_intervals(baseline, challenger)
    assert intervals.lower[lost] <= KEPT * intervals.half[lost]
    assert intervals.lower[lost - 1] > KEPT * intervals.half[lost - 1]


def test_firm_side_follows_the_interval_with_hysteresis() -> None:
    centre = np.array([0.5, 1.1, 0.9, 0.3, 0.2, 0.9, 1.1, -1.1, -0.3, -0.2, 2.0])
    half = np.array([math.inf, *np.ones(10)])
    assert firm_sides(RatioIntervals(centre, centre, half)).tolist() == [0, 1, 1, 1, 0, 0, 1, -1, -1, 0, 1]
    assert firm_sides(RatioIntervals(-centre, -centre, half)).tolist() == [0, -1, -1, -1, 0, 0, -1, 1, 1, 0, -1]
    both = np.stack((centre, -centre, np.zeros(11)))
    alone = [firm_sides(RatioIntervals(one, one, half)).tolist() for one in both]
    assert firm_sides(RatioIntervals(both, both, half)).tolist() == alone, "several runs at once are each as alone"


def test_no_side_is_firm_before_the_full_interval_excludes_equality() -> None:
    """A quarter of the interval lies on one side from the first batch on, but never all of it."""
    centre, half = np.full(4, 0.3), np.ones(4)
    assert firm_sides(RatioIntervals(centre, centre, half)).tolist() == [0, 0, 0, 0]
    assert firm_sides(RatioIntervals(-centre, -centre, half)).tolist() == [0, 0, 0, 0]


def test_bound_is_where_the_test_martingale_reaches_its_limit() -> None:
    k = np.array([20.0, 60.0, 600.0])
    t, v = anytime_t(k, 0.01), 1 + k * 0.5
    martingale = v**-0.5 * ((1 + t**2 / (k - 1)) / (1 + t**2 / ((k - 1) * v))) ** (k / 2)
    assert martingale == pytest.approx(np.full(3, 100.0))
    assert np.isinf(anytime_t(np.array([1.0, 2.0]), 0.001)).all()


def test_bound_holds_simultaneously_at_all_times() -> None:
    values = np.random.default_rng(63).standard_normal((2000, 600))
    k = np.arange(1.0, 601.0)
    mean = values.cumsum(axis=1) / k
    squares = (values**2).cumsum(axis=1) - k * mean**2
    t = mean[:, 4:] / np.sqrt(squares[:, 4:] / (k[4:] - 1) / k[4:])
    crossed = (np.abs(t) > anytime_t(k[4:], 0.05)).any(axis=1).mean()
    ordinary = (np.abs(t) > 1.96).any(axis=1).mean()
    assert 0.005 <= crossed <= 0.05
    assert ordinary > 0.3, "what an ordinary 95 % interval does under continuous looking"


def test_short_run_reports_the_range_of_its_10_s_ratios() -> None:
    shown = headline(np.repeat([100.0, 110.0], 10), np.repeat([190.0, 220.0], 10))
    assert shown.state == "so far"
    assert (shown.ten_second_low, shown.ten_second_high) == pytest.approx((1.9, 2.0))
    assert (shown.baseline_mean, shown.challenger_mean, shown.seconds) == (105.0, 205.0, 20)
    assert shown.has_ratio
    assert not shown.firm
    assert math.isnan(shown.low)


def test_range_covers_all_sliding_10_s_windows_and_the_ratio() -> None:
    baseline, challenger = np.full(25, 100.0), np.full(25, 200.0)
    challenger[5:15] = 300.0
    shown = headline(baseline, challenger)
    assert (shown.ten_second_low, shown.ten_second_high) == pytest.approx((2.0, 3.0)), "not of whole tens: 2.5 and 2.5"
    challenger = np.full(12, 200.0)
    challenger[[0, 1, 10, 11]] = 100.0
    shown = headline(np.full(12, 100.0), challenger)
    assert shown.ratio == pytest.approx(5 / 3)
    assert (shown.ten_second_low, shown.ten_second_high) == pytest.approx((5 / 3, 1.8)), "few windows hold the ends"


@given(st.lists(st.tuples(st.floats(1, 1e4), st.floats(1, 1e4)), min_size=10, max_size=60))
def test_ratio_is_always_within_its_range(orders: list[tuple[float, float]]) -> None:
    shown = headline(*np.array(orders).T)
    assert shown.ten_second_low <= shown.ratio <= shown.ten_second_high


def test_sliding_10_s_ratios_equal_separately_computed_ones() -> None:
    baseline, challenger = pair(1.3, 200) / 1.0007
    ratios = ten_second_ratios(baseline, challenger)
    alone = [challenger[n : n + 10].sum() / baseline[n : n + 10].sum() for n in range(191)]
    assert ratios.tolist() == alone == (
        sliding_window_view(challenger, 10).sum(axis=1) / sliding_window_view(baseline, 10).sum(axis=1)
    ).tolist()  # fmt: skip


def test_no_ratio_is_given_before_10_measured_seconds() -> None:
    nine, ten = np.full(9, 100.0), np.full(10, 100.0)
    assert not headline(nine, nine).has_ratio
    assert headline(ten, 2 * ten).has_ratio
    assert headline(ten, 2 * ten).ratio == 2


def test_missing_measurements_yield_a_headline_without_a_ratio() -> None:
    for nothing in (np.empty(0), np.full(100, math.nan)):
        shown = headline(nothing, nothing)
        assert (shown.state, shown.seconds) == ("so far", 0)
        assert not shown.has_ratio


def test_seconds_missing_on_one_system_are_excluded_on_both() -> None:
    baseline, challenger = pair(1.5, 300)
    measured = np.ones(300, dtype=bool)
    measured[[5, 6, 7, 200, 250]] = False
    holes = baseline.copy(), challenger.copy()
    holes[0][[5, 6, 7]] = math.nan
    holes[1][[200, 250]] = math.inf, -1.0
    assert headline(*holes) == headline(baseline[measured], challenger[measured])


def test_misaligned_series_are_rejected() -> None:
    with pytest.raises(ValueError, match="not aligned"):
        headline(np.ones(5), np.ones(6))


def test_stalls_keep_the_interval_finite_and_dead_systems_have_no_ratio() -> None:
    baseline, challenger = pair(1.0, 600)
    stalled = baseline.copy()
    stalled[100:130] = 0
    shown = headline(stalled, challenger)
    assert shown.state != "baseline ahead"
    assert 0 < shown.low < shown.ratio < shown.high < math.inf
    nothing = np.zeros(600)
    assert not headline(nothing, challenger).has_ratio
    assert not headline(baseline, nothing).has_ratio
    assert not headline(nothing, nothing).has_ratio


def test_systems_without_noise_get_the_expected_verdict() -> None:
    steady = np.full(100, 50.0)
    assert headline(steady, steady).state == "about equal so far"
    assert headline(steady, steady * 2).state == "challenger ahead"
    assert headline(steady * 2, steady).state == "baseline ahead"


@pytest.mark.parametrize(
    ("last", "state"),
    [(100.0, "about equal so far"), (80.0, "about equal so far"), (0.0, "no clear difference so far")],
)
def test_incomplete_batch_counts_for_the_headline(last: float, state: str) -> None:
    """Equal for 60 s, then the challenger does less for 4 s; if it does nothing, the ratio is 60/64 = 0.94."""
    challenger = np.concatenate((np.full(60, 100.0), np.full(4, last)))
    shown = headline(np.full(64, 100.0), challenger)
    assert shown.state == state
    assert shown.low == pytest.approx((60 + 4 * last / 100) / 64)


def test_no_side_is_firm_if_the_last_seconds_reverse_the_ratio() -> None:
    """105 orders/s against 100 for 60 s are 300 more; then the baseline does 76 more per second for 4 s."""
    baseline, challenger = np.full(64, 100.0), np.full(64, 105.0)
    baseline[60:] += 81
    assert headline(baseline[:60], challenger[:60]).state == "challenger ahead"
    shown = headline(baseline, challenger)
    assert shown.challenger_mean - shown.baseline_mean == pytest.approx(-4 / 64)
    assert (shown.firm, shown.no_longer_firm) == (False, True)


def test_swapping_the_systems_swaps_the_headline() -> None:
    baseline, challenger = pair(1.2, 400, phi=0.4)
    one, other = headline(baseline, challenger), headline(challenger, baseline)
    assert (one.state, other.state) == ("challenger ahead", "baseline ahead")
    assert other.ratio == pytest.approx(1 / one.ratio)
    assert (other.low, other.high) == pytest.approx((1 / one.high, 1 / one.low))


def test_trend_yields_no_firm_side() -> None:
    assert not headline(1000 + 10 * np.arange(100.0), np.full(100, 1000.0)).firm


@settings(max_examples=50, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 50), st.integers(0, 50)), min_size=1, max_size=400))
def test_any_counts_yield_a_consistent_headline(counts: list[tuple[int, int]]) -> None:
    orders = np.array(counts, dtype=np.float64)
    shown = headline(orders[:, 0], orders[:, 1])
    assert math.isnan(shown.low) == math.isnan(shown.high)
    assert math.isnan(shown.low) == (shown.seconds < LEAST_BATCHES * BATCH_S)
    assert not shown.no_longer_firm or shown.state not in ("challenger ahead", "baseline ahead")
    if not math.isnan(shown.low) and not math.isnan(shown.ratio):
        assert shown.low <= shown.ratio <= shown.high
    assert shown.state != "challenger ahead" or min(shown.low, shown.ratio) > 1
    assert shown.state != "baseline ahead" or max(shown.high, shown.ratio) < 1
    assert shown.state != "about equal so far" or (shown.low >= 0.95 and shown.high <= 1.05)
    assert shown.state != "no clear difference so far" or shown.low <= 1 <= shown.high or shown.no_longer_firm
    other = headline(orders[:, 1], orders[:, 0])
    assert (other.firm, other.no_longer_firm) == (shown.firm, shown.no_longer_firm)


@settings(max_examples=30, deadline=None)
@given(seed=st.integers(0, 10_000), seconds=st.integers(30, 400), later=st.integers(1, 300), phi=st.floats(0, 0.99))
def test_earlier_batches_are_unaffected_by_later_data(seed: int, seconds: int, later: int, phi: float) -> None:
    streams = pair(1.2, seconds + later, phi=phi, seed=seed)
    whole, part = ratio_intervals(*streams), ratio_intervals(*streams[:, :seconds])
    number = part.half.shape[-1]
    assert whole.half[:number] == pytest.approx(part.half, rel=1e-9)
    assert (firm_sides(whole)[:number] == firm_sides(part)).all()


def test_cached_headline_equals_one_computed_from_scratch() -> None:
    """Covers more pairs than are cached, and a second whose orders arrive late."""
    runs = [pair(1 + number / 50, 120, phi=0.7, seed=number) for number in range(PAIRS_KEPT + 1)]

    def said(seconds: int, number: int) -> str:
        orders = runs[number][:, :seconds].copy()
        if seconds % 7 == 0:
            orders[1, -2:-1] = np.nan
        return repr(headline(orders[0], orders[1]))

    asked = [(seconds, number) for seconds in range(1, 121) for number in range(len(runs))]
    live = {one: said(*one) for one in asked}
    assert live == {one: said(*one) for one in sorted(asked, key=lambda one: (one[1], -one[0]))}


def test_large_effect_is_named_despite_swings_but_not_before_30_s() -> None:
    quiet = throughput(autoregressive(np.random.default_rng(7), 0.0, 50), 0.02) * [[1.0], [3.0]]
    firsts = first_named_s(sides_named(quiet))
    assert firsts.min() >= LEAST_BATCHES * BATCH_S
    slight = throughput(autoregressive(np.random.default_rng(7), 0.0, 50), 0.001) * [[1.0], [1.4]]
    assert first_named_s(sides_named(slight)).min() >= 60, "a stall of a few seconds in a minute may explain so much"
