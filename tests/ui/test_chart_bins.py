# SPDX-License-Identifier: Apache-2.0
"""Groups of samples: aligned to absolute indexes, correct, and stable while samples are appended."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from widgets.charts.bins import BinLevel, Bins, group_size

samples = arrays(np.float64, st.integers(0, 90), elements=st.one_of(st.just(np.nan), st.floats(-1e9, 1e9)))
sizes = st.sampled_from([1, 2, 4, 8, 16, 32])


def bins_of(value: np.ndarray) -> Bins:
    made = Bins()
    made.set_samples(np.arange(len(value), dtype=np.float64), value)
    return made


@given(samples, sizes)
def test_each_group_has_the_minimum_maximum_and_mean_of_its_samples(value: np.ndarray, size: int) -> None:
    level = bins_of(value).level(size)
    assert len(level.mean) == -(-len(value) // size)
    for number in range(len(level.mean)):
        part = value[number * size : (number + 1) * size]
        part = part[~np.isnan(part)]
        if not len(part):
            assert np.isnan([level.minimum[number], level.maximum[number], level.mean[number]]).all()
            continue
        assert level.minimum[number] == part.min()
        assert level.maximum[number] == part.max()
        assert level.mean[number] == pytest.approx(part.mean(), rel=1e-9, abs=1e-6)
        assert part.min() <= level.mean[number] <= part.max()
        assert level.end_s[number] == min((number + 1) * size, len(value)) - 1


@given(samples, sizes, st.lists(st.integers(0, 90), max_size=6))
def test_full_groups_do_not_change_when_samples_are_appended(value: np.ndarray, size: int, steps: list[int]) -> None:
    growing, time_s = Bins(), np.arange(len(value), dtype=np.float64)
    seen, before = None, 0
    for count in [*sorted(min(step, len(value)) for step in steps), len(value)]:
        growing.set_samples(time_s[:count], value[:count])
        level = growing.level(size)
        if seen is not None:
            for old, new in zip(arrays_of(seen), arrays_of(level), strict=True):
                full = min(len(old), before // size)
                np.testing.assert_array_equal(old[:full], new[:full])
        seen, before = level, count
    assert seen is not None
    for grown, whole in zip(arrays_of(seen), arrays_of(bins_of(value).level(size)), strict=True):
        np.testing.assert_array_equal(grown, whole)


def arrays_of(level: BinLevel) -> list[np.ndarray]:
    return [level.end_s, level.minimum, level.maximum, level.mean]


@given(samples, samples, sizes)
def test_set_samples_replaces_the_previous_samples(first: np.ndarray, second: np.ndarray, size: int) -> None:
    bins = bins_of(first)
    bins.level(size)
    bins.set_samples(np.arange(len(second)) + 1000.0, second)
    np.testing.assert_array_equal(bins.level(size).minimum, bins_of(second).level(size).minimum)


@given(samples, st.floats(-5, 95), st.floats(0, 95))
def test_extent_covers_only_samples_in_the_window(value: np.ndarray, from_s: float, length_s: float) -> None:
    time_s = np.arange(len(value), dtype=np.float64)
    part = value[(time_s >= from_s) & (time_s <= from_s + length_s) & ~np.isnan(value)]
    for positive in (False, True):
        wanted = part[part > 0] if positive else part
        extent = bins_of(value).extent(from_s, from_s + length_s, positive=positive)
        assert extent == ((wanted.min(), wanted.max()) if len(wanted) else None)


@given(samples, sizes, st.floats(-5, 95), st.floats(0, 95))
def test_window_selects_its_groups_and_at_most_two_neighbors(
    value: np.ndarray, size: int, from_s: float, length_s: float
) -> None:
    level = bins_of(value).level(size)
    part = level.within(from_s, from_s + length_s)
    inside = np.flatnonzero((level.end_s >= from_s) & (level.end_s <= from_s + length_s))
    assert set(inside) <= set(range(part.start, part.stop))
    assert part.stop - part.start <= len(inside) + 2


def test_set_samples_returns_whether_samples_changed() -> None:
    bins, time_s, value = Bins(), np.arange(5.0), np.array([1.0, np.nan, 3.0, 4.0, 5.0])
    assert bins.set_samples(time_s[:4], value[:4])
    assert not bins.set_samples(time_s[:4].copy(), value[:4].copy())
    assert bins.set_samples(time_s, value)
    assert bins.interval_s == 1.0


def test_mismatched_times_and_values_are_rejected() -> None:
    with pytest.raises(ValueError, match="3 times but 2 values"):
        Bins().set_samples(np.zeros(3), np.zeros(2))


def test_group_size_is_the_smallest_power_of_two_that_fills_a_mark() -> None:
    assert [group_size(1.0, seconds) for seconds in (0.5, 1.0, 1.1, 4.0, 4.1)] == [1, 1, 2, 4, 8]
    assert group_size(0.0, 10.0) == 1
