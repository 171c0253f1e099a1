# SPDX-License-Identifier: Apache-2.0
"""Shared vertical scale: round tick values, all data in range, and no unnecessary changes."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from widgets.charts.scale import ScaleKeeper, extent_of, linear_scale, log_scale, nice_ticks

values = st.floats(1e-9, 1e12)
signed = st.floats(-1e12, 1e12).filter(lambda value: value == 0 or abs(value) > 1e-9)


@given(signed, signed)
def test_linear_scale_contains_data_and_zero_and_wastes_at_most_half(a: float, b: float) -> None:
    low, high = min(a, b), max(a, b)
    scale = linear_scale(low, high)
    assert scale.low <= min(low, 0)
    assert max(high, 0) <= scale.high
    reach = max(high, 0) - min(low, 0)
    if reach > 0:
        assert scale.high - scale.low <= 2 * reach
    assert list(scale.ticks) == sorted(scale.ticks)
    assert 2 <= len(scale.ticks) <= 6
    assert scale.low <= scale.ticks[0]
    assert scale.ticks[-1] <= scale.high


@given(values, values)
def test_log_scale_contains_the_data_and_spans_at_least_a_decade(a: float, b: float) -> None:
    low, high = min(a, b), max(a, b)
    scale = log_scale(low, high)
    assert scale.low <= max(low, high * 1e-9) * (1 + 1e-9)
    assert high <= scale.high * (1 + 1e-9)
    assert scale.high / scale.low >= 9.9
    assert all(scale.low * (1 - 1e-6) <= tick <= scale.high * (1 + 1e-6) for tick in scale.ticks)


@given(values, st.integers(2, 8), st.booleans())
def test_ticks_are_limited_in_number_and_within_the_axis(high: float, most: int, log: bool) -> None:
    low = high / 500 if log else 0.0
    ticks = nice_ticks(low, high, log=log, most=most)
    assert (1 if log else 2) <= len(ticks) <= most
    assert all(low * (1 - 1e-6) <= tick <= high * (1 + 1e-6) for tick in ticks)
    assert len(set(ticks)) == len(ticks)


@given(st.lists(st.tuples(values, values), min_size=1, max_size=30), st.booleans())
def test_scale_keeper_contains_the_data_without_excess_range(pairs: list[tuple[float, float]], log: bool) -> None:
    keeper = ScaleKeeper()
    for a, b in pairs:
        low, high = min(a, b), max(a, b)
        scale = keeper.update(low, high, log)
        assert high <= scale.high * (1 + 1e-9)
        assert keeper.update(low, high, log) == scale, "the same data never moves the axis"
        if log:
            assert scale.low <= max(low, high * 1e-9) * (1 + 1e-9)
        else:
            assert scale.low == 0
            assert high >= 0.44 * scale.high


@given(values, st.lists(st.floats(0.75, 1.0), max_size=30))
def test_jitter_below_the_maximum_never_moves_the_axis(high: float, factors: list[float]) -> None:
    keeper = ScaleKeeper()
    first = keeper.update(0.0, high)
    assert [keeper.update(0.0, high * factor) for factor in factors] == [first] * len(factors)


def test_scale_keeper_grows_immediately_and_shrinks_late() -> None:
    keeper = ScaleKeeper()
    assert keeper.update(0, 13_000).high == 15_000
    assert keeper.update(0, 15_001).high > 15_001
    assert keeper.update(0, 9_500).high == 20_000
    assert keeper.update(0, 6_000).high < 10_000


def test_scale_is_kept_without_data() -> None:
    keeper = ScaleKeeper()
    assert keeper.update(math.nan, math.nan).low == 0
    before = keeper.update(3, 70)
    assert keeper.update(math.nan, math.nan) == before


def test_zero_data_has_an_axis_and_log_scale_excludes_zero() -> None:
    assert linear_scale(0, 0)[:2] == (0, 1)
    assert log_scale(0, 0).low > 0
    keeper = ScaleKeeper()
    scale = keeper.update(0.0, 500.0, log=True)
    assert 0 < scale.low < 500 <= scale.high
    assert keeper.update(0.0, 480.0, log=True) == scale


@pytest.mark.parametrize(
    ("high", "ticks"),
    [
        (13_300, (0, 5_000, 10_000, 15_000)),
        (36, (0, 10, 20, 30, 40)),
        (180, (0, 50, 100, 150, 200)),
        (0.95, (0, 0.2, 0.4, 0.6, 0.8, 1.0)),
    ],
)
def test_linear_ticks_are_round_numbers(high: float, ticks: tuple[float, ...]) -> None:
    assert linear_scale(0, high).ticks == pytest.approx(ticks)


def test_extent_spans_all_curves_and_ignores_missing_ones() -> None:
    assert extent_of([(1.0, 5.0), None, (3.0, 9.0)]) == (1.0, 9.0)
    assert all(math.isnan(end) for end in extent_of([None, None]))
