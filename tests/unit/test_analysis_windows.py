# SPDX-License-Identifier: Apache-2.0
"""Little's law as a check, and the worst 10 s of a series."""

import math

import numpy as np
import pytest

from app.analysis.little import little_check
from app.analysis.throughput import keeps_up, worst_window


def test_littles_law_check_allows_5_percent_deviation() -> None:
    check = little_check(users=8, orders_per_s=100, response_s=0.078, think_s=0.0)
    assert check.implied_users == pytest.approx(7.8)
    assert check.deviation == pytest.approx(-0.025)
    assert check.holds


def test_lost_users_break_littles_law() -> None:
    check = little_check(users=8, orders_per_s=10, response_s=0.1, think_s=0.6)
    assert check.implied_users == pytest.approx(7.0)
    assert not check.holds


@pytest.mark.parametrize(("users", "rate"), [(0, 10), (math.nan, 10), (8, math.nan)])
def test_littles_law_check_fails_without_data(users: float, rate: float) -> None:
    check = little_check(users, rate, 0.1, 0)
    assert math.isnan(check.deviation)
    assert not check.holds


def test_worst_10_s_window_is_found_for_either_direction() -> None:
    values = np.full(100, 1000.0)
    values[42:47] = 0
    window = worst_window(values, "lowest")
    assert window is not None
    assert (window.mean, window.from_s, window.to_s) == (500.0, 37, 47)
    slow = worst_window(values, "highest")
    assert slow is not None
    assert (slow.mean, slow.from_s) == (1000.0, 0)


def test_worst_window_excludes_gaps() -> None:
    values = np.arange(30.0)
    values[5] = math.nan
    window = worst_window(values, "lowest")
    assert window is not None
    assert window.from_s == 6
    assert worst_window(np.full(20, math.nan), "lowest") is None
    assert worst_window(np.arange(9.0), "lowest") is None


def test_system_keeps_up_within_5_percent_or_random_variation() -> None:
    """Two standard deviations are 20 for 100 arrivals, so 80 suffice; for 10,000 they are 200, less than 5 percent."""
    assert keeps_up(8.0, 10.0, 10)
    assert not keeps_up(7.9, 10.0, 10)
    assert keeps_up(950.0, 1000.0, 10)
    assert not keeps_up(949.9, 1000.0, 10)
