"""The headline names a system only when the data say so, however often one looks."""

import math
from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.random import Generator

from app.analysis.confidence import LENGTHS_S, LEVEL, anytime_t, ratio_intervals
from app.analysis.headline import Floats, Headline, headline, headline_states, headline_text
from tests.benchmarks.aa_streams import autoregressive, dips, named, throughput

STREAMS = 200
EQUAL: dict[str, Callable[[Generator], Floats]] = {
    "independent noise": lambda rng: throughput(autoregressive(rng, 0.0, STREAMS), 0.1),
    "AR(1) 0.8": lambda rng: throughput(autoregressive(rng, 0.8, STREAMS), 0.1),
    "AR(1) 0.9": lambda rng: throughput(autoregressive(rng, 0.9, STREAMS), 0.1),
    "a dip every 60 s": lambda rng: throughput(
        autoregressive(rng, 0.0, STREAMS), 0.02, dips(rng, STREAMS, depth=0.5, length=5, period=60)
    ),
}


def pair(ratio: float, seconds: int, *, variation: float = 0.05, phi: float = 0.0, seed: int = 1) -> Floats:
    """One run of two systems, shape (2, seconds), the challenger doing `ratio` times the baseline."""
    noise = autoregressive(np.random.default_rng(seed), phi, 1, seconds)
    return throughput(noise, variation)[0] * [[1.0], [ratio]]


@pytest.mark.parametrize("kind", EQUAL)
def test_two_equal_systems_are_told_apart_in_at_most_5_percent_of_runs(kind: str) -> None:
    streams = EQUAL[kind](np.random.default_rng(60))
    every = [headline_states(baseline, challenger) for baseline, challenger in streams]
    assert sum(named(states) is not None for states in every) <= 0.05 * STREAMS
    assert all(len(states) == 1800 for states in every)
    assert all(states[-1] != "so far" for states in every if kind in ("independent noise", "a dip every 60 s"))


@pytest.mark.parametrize("variation", [0.05, 0.1, 0.2])
def test_a_true_1_92_is_named_soon_after_20_batches(variation: float) -> None:
    streams = throughput(autoregressive(np.random.default_rng(61), 0.0, 50), variation) * [[1.0], [1.92]]
    every = [headline_states(baseline, challenger) for baseline, challenger in streams]
    firsts = [named(states) or math.inf for states in every]
    assert np.median(firsts) <= 120
    assert np.quantile(firsts, 0.9, method="higher") <= 240  # by chance a few look autocorrelated for longer
    assert not any("baseline ahead" in states for states in every)


def test_a_true_5_percent_at_2_percent_noise_is_named_within_minutes() -> None:
    streams = throughput(autoregressive(np.random.default_rng(62), 0.0, 50), 0.02) * [[1.0], [1.05]]
    assert max(named(headline_states(*stream)) or math.inf for stream in streams) <= 300


def test_each_state_is_the_headline_of_the_seconds_up_to_it() -> None:
    baseline, challenger = pair(1.03, 900, variation=0.1, phi=0.7)
    baseline[100:104] = math.nan
    states = headline_states(baseline, challenger)
    assert len(states) == 896
    assert {"so far", "no clear difference so far"} <= set(states)
    for seconds in (*range(1, 90), *range(105, 900, 13)):
        shown = headline(baseline[:seconds], challenger[:seconds])
        assert shown.state == states[shown.seconds - 1]


def batch_log_ratios(streams: Floats, length: int) -> Floats:
    whole = streams.shape[1] // length * length
    orders = streams[:, :whole].reshape(2, -1, length).sum(axis=2)
    return np.log((orders[1] + 0.5) / (orders[0] + 0.5))


def autocorrelation(ratios: Floats) -> float:
    distance = ratios - ratios.mean()
    return float((distance[1:] * distance[:-1]).sum() / (distance**2).sum())


@pytest.mark.parametrize(("phi", "seconds"), [(0.0, 60), (0.0, 1000), (0.6, 700), (0.9, 1800)])
def test_the_interval_is_what_its_definition_says(phi: float, seconds: int) -> None:
    streams = pair(1.3, seconds, phi=phi, seed=3)
    shown = headline(*streams)
    assert shown.batches >= 20
    assert shown.batches == seconds // shown.batch_s

    def mean_variance_s(length: int) -> float:
        ratios = batch_log_ratios(streams, length)
        upper = min(max(autocorrelation(ratios) + 1 / math.sqrt(len(ratios)), 0), 0.95)
        return float(ratios.var(ddof=1)) * length * (1 + upper) / (1 - upper)

    longer = [length for length in LENGTHS_S if length >= shown.batch_s and seconds // length >= 6]
    bound = float(anytime_t(np.array([float(shown.batches)]), LEVEL / len(LENGTHS_S))[0])
    half = bound * math.sqrt(max(map(mean_variance_s, longer)) / (shown.batches * shown.batch_s))
    centres = batch_log_ratios(streams, shown.batch_s).mean(), math.log(streams[1].sum() / streams[0].sum())
    assert math.log(shown.low) == pytest.approx(min(centres) - half, rel=1e-9)
    assert math.log(shown.high) == pytest.approx(max(centres) + half, rel=1e-9)


def test_the_batch_is_long_enough_for_the_noise() -> None:
    independent = headline(*pair(1.0, 1800))
    correlated = headline(*pair(1.0, 1800, phi=0.9, seed=3))
    assert independent.batch_s == 3
    assert correlated.batch_s >= 15
    for phi, seed, shown in ((0.0, 1, independent), (0.9, 3, correlated)):
        ratios = batch_log_ratios(pair(1.0, 1800, phi=phi, seed=seed), shown.batch_s)
        assert autocorrelation(ratios) < 0.1 + 1 / math.sqrt(len(ratios))


def test_the_bound_is_the_edge_of_the_test_martingale() -> None:
    k = np.array([20.0, 60.0, 600.0])
    t, v = anytime_t(k, 0.01), 1 + k * 0.5
    martingale = v**-0.5 * ((1 + t**2 / (k - 1)) / (1 + t**2 / ((k - 1) * v))) ** (k / 2)
    assert martingale == pytest.approx(np.full(3, 100.0))
    assert np.isinf(anytime_t(np.array([1.0, 2.0]), 0.001)).all()


def test_the_bound_holds_at_all_times_together() -> None:
    values = np.random.default_rng(63).standard_normal((2000, 600))
    k = np.arange(1.0, 601.0)
    mean = values.cumsum(axis=1) / k
    squares = (values**2).cumsum(axis=1) - k * mean**2
    t = mean[:, 4:] / np.sqrt(squares[:, 4:] / (k[4:] - 1) / k[4:])
    crossed = (np.abs(t) > anytime_t(k[4:], 0.05)).any(axis=1).mean()
    ordinary = (np.abs(t) > 1.96).any(axis=1).mean()
    assert 0.005 <= crossed <= 0.05
    assert ordinary > 0.3, "what an ordinary 95 % interval does under continuous looking"


def test_a_short_run_gives_the_range_of_its_10_s_values() -> None:
    shown = headline(np.repeat([100.0, 110.0], 10), np.repeat([190.0, 220.0], 10))
    assert shown.state == "so far"
    assert (shown.ten_second_low, shown.ten_second_high) == pytest.approx((1.9, 2.0))
    assert (shown.baseline_mean, shown.challenger_mean, shown.seconds) == (105.0, 205.0, 20)
    assert shown.told
    assert not shown.firm
    assert math.isnan(shown.low)
    assert headline_text(shown, "A", "B") == ("B is 1.95× A, so far", "orders/min · this run · over 10 s: 1.90 – 2.00")


def test_before_10_measured_seconds_no_ratio_is_told() -> None:
    nine, ten = np.full(9, 100.0), np.full(10, 100.0)
    assert not headline(nine, nine).told
    assert headline_text(headline(nine, nine), "A", "B") == ("measuring", "orders/min · this run, so far")
    assert headline(ten, 2 * ten).told
    assert headline(ten, 2 * ten).ratio == 2


def test_nothing_measured_is_no_error() -> None:
    for nothing in (np.empty(0), np.full(100, math.nan)):
        shown = headline(nothing, nothing)
        assert (shown.state, shown.seconds) == ("so far", 0)
        assert headline_text(shown, "A", "B") == ("nothing measured yet", "orders/min · this run, so far")
        assert headline_states(nothing, nothing) == []


def test_seconds_without_data_on_one_system_are_left_out_on_both() -> None:
    baseline, challenger = pair(1.5, 300)
    measured = np.ones(300, dtype=bool)
    measured[[5, 6, 7, 200, 250]] = False
    holes = baseline.copy(), challenger.copy()
    holes[0][[5, 6, 7]] = math.nan
    holes[1][[200, 250]] = math.inf, -1.0
    assert headline(*holes) == headline(baseline[measured], challenger[measured])


def test_series_that_are_not_aligned_are_refused() -> None:
    with pytest.raises(ValueError, match="not aligned"):
        headline(np.ones(5), np.ones(6))


def test_stalls_to_zero_and_dead_systems() -> None:
    baseline, challenger = pair(1.0, 600)
    stalled = baseline.copy()
    stalled[100:130] = 0
    shown = headline(stalled, challenger)
    assert shown.state != "baseline ahead"
    assert 0 < shown.low < shown.ratio < shown.high < math.inf
    nothing = np.zeros(600)
    assert headline_text(headline(nothing, challenger), "A", "B")[0] == "A has completed no orders"
    assert headline_text(headline(baseline, nothing), "A", "B")[0] == "B has completed no orders"
    assert headline_text(headline(nothing, nothing), "A", "B")[0] == "no orders yet"
    assert not headline(nothing, nothing).told


def test_two_systems_without_any_noise() -> None:
    steady = np.full(100, 50.0)
    assert headline(steady, steady).state == "about equal so far"
    assert headline(steady, steady * 2).state == "challenger ahead"
    assert headline(steady * 2, steady).state == "baseline ahead"


def test_swapping_the_systems_swaps_the_headline() -> None:
    baseline, challenger = pair(1.2, 400, phi=0.4)
    one, other = headline(baseline, challenger), headline(challenger, baseline)
    assert (one.state, other.state) == ("challenger ahead", "baseline ahead")
    assert other.ratio == pytest.approx(1 / one.ratio)
    assert (other.low, other.high) == pytest.approx((1 / one.high, 1 / one.low))


def test_a_trend_names_nobody() -> None:
    assert not headline(1000 + 10 * np.arange(100.0), np.full(100, 1000.0)).firm


@settings(max_examples=50, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 50), st.integers(0, 50)), min_size=1, max_size=400))
def test_any_counts_give_a_coherent_headline(counts: list[tuple[int, int]]) -> None:
    orders = np.array(counts, dtype=np.float64)
    shown = headline(orders[:, 0], orders[:, 1])
    main, sub = headline_text(shown, "A", "B")
    assert "nan" not in main + sub
    assert "inf" not in main + sub
    if shown.state == "so far":
        assert math.isnan(shown.low)
        assert shown.batches == 0
    else:
        assert shown.batches >= 20
        assert shown.low <= shown.high
        if not math.isnan(shown.ratio):
            assert shown.low <= shown.ratio <= shown.high
            assert shown.state != "challenger ahead" or shown.ratio > 1
            assert shown.state != "baseline ahead" or shown.ratio < 1


def words_of(ratio: float, low: float, high: float, state: str) -> tuple[str, str]:
    return headline_text(Headline(100.0, 100.0 * ratio, ratio, low, high, state, 40, 3, 0.9, 1.1, 120), "A", "B")  # type: ignore[arg-type]


def test_the_words_state_the_base_and_are_no_verdict() -> None:
    assert words_of(1.9175, 1.891, 1.944, "challenger ahead") == (
        "B is 1.92× A",
        "orders/min · this run, so far · 1.89 – 1.94",
    )
    assert words_of(0.52, 0.49, 0.55, "baseline ahead")[0] == "B is 0.520× A"
    assert words_of(1.002, 1.001, 1.003, "challenger ahead") == (
        "B is 1.002× A",
        "orders/min · this run, so far · 1.001 – 1.003",
    )
    assert words_of(1.01, 0.97, 1.04, "about equal so far")[0] == "about equal so far"
    assert words_of(1.01, 0.97, 1.05, "no clear difference so far") == (
        "no clear difference so far",
        "orders/min · this run, so far · B is 1.01× A · 0.97 – 1.05",
    )


def test_an_interval_needs_no_more_than_the_seconds_asked() -> None:
    baseline, challenger = pair(1.4, 500)
    seconds = np.array([60, 250, 500])
    together = ratio_intervals(baseline, challenger, seconds)
    for index, second in enumerate(seconds):
        alone = ratio_intervals(baseline[:second], challenger[:second], np.array([second]))
        assert (together.low[index], together.high[index]) == pytest.approx((alone.low[0], alone.high[0]))


def test_the_words_of_a_run_that_has_ended_promise_nothing_more() -> None:
    seconds = np.full(20, 10.0)
    assert headline_text(headline(seconds, seconds * 2), "A", "B", over=True)[0] == "B is 2.00× A"
    shown = Headline(100.0, 101.0, 1.01, 0.9, 1.1, "no clear difference so far", 40, 3, 0.9, 1.1, 120)
    main, sub = headline_text(shown, "A", "B", over=True)
    assert main == "no clear difference"
    assert "so far" not in sub
