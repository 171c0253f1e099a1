# SPDX-License-Identifier: Apache-2.0
"""The sum of several power meters, second by second."""

import numpy as np
import pytest

from app.imports.meter import on_seconds, summed


def test_gap_of_days_adds_only_a_few_rows() -> None:
    """One reading is 50 days before the others, as if a log contained a wrong date."""
    late = 50 * 86_400.0
    times = np.array([0.0, late, late + 1, late + 2])
    ticks, watts = summed([(times, np.full(4, 100.0)), (times, np.full(4, 20.0))])
    assert len(ticks) < 20
    assert watts[np.isin(ticks, times)].tolist() == [120.0] * 4
    assert np.isnan(watts).any()


@pytest.mark.parametrize("seed", range(20))
def test_every_second_with_all_meters_has_their_sum(seed: int) -> None:
    draws = np.random.default_rng(seed)
    meters = []
    for _ in range(draws.integers(1, 4)):
        times = np.cumsum(draws.choice([0.3, 1.0, 2.0, 7.5, 100.0], 12) * draws.random(12))
        watts = draws.random(12)
        watts[draws.random(12) < 0.15] = np.nan
        meters.append((times, watts))
    every = np.arange(min(times[0] for times, _ in meters) // 1, max(times[-1] for times, _ in meters) + 2)
    expected = np.sum([on_seconds(every, *meter) for meter in meters], axis=0)
    ticks, sums = summed(meters)
    found = dict(zip(ticks.tolist(), sums.tolist(), strict=True))
    inside = every <= ticks[-1]
    assert {tick: found[tick] for tick in found if np.isfinite(found[tick])} == {
        tick: value for tick, value in zip(every[inside], expected[inside], strict=True) if np.isfinite(value)
    }
