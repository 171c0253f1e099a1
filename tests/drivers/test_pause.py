# SPDX-License-Identifier: Apache-2.0
"""Pauses of users: distribution and mean."""

import random
from math import isclose
from statistics import fmean

from app.model.order_entry_mix import MIX, TERMINAL, TERMINAL_MEAN_S
from app.model.pause import Pause
from app.model.sql_workload import Sql, SqlTransaction
from app.model.workloads import OrderEntry


def test_uniform_pause_is_between_zero_and_twice_its_mean() -> None:
    pause = Pause(0.5)
    assert list(map(pause.drawn_s, (lambda: 0.0, lambda: 0.5, lambda: 1.0))) == [0.0, 0.5, 1.0]


def test_exponential_pause_follows_its_fixed_part_and_is_cut_at_ten_means() -> None:
    pause = Pause(12.0, 18.0, "exponential")
    assert pause.drawn_s(lambda: 0.0) == 18.0
    assert pause.drawn_s(lambda: 1 - 2**-53) == 138.0
    draws = random.Random(4)
    assert isclose(fmean(pause.drawn_s(draws.random) for _ in range(20_000)), 30.0, rel_tol=0.02)


def test_terminal_enters_at_most_12_86_new_orders_a_minute_per_warehouse() -> None:
    work = OrderEntry(times="terminal")
    assert work.pauses is TERMINAL
    assert work.mean_pause_s == TERMINAL_MEAN_S
    per_terminal = 60 / TERMINAL_MEAN_S * MIX["new_order"].percent / 100
    assert round(10 * per_terminal, 2) == 12.86
    assert OrderEntry(think_time_s=2).mean_pause_s == 2


def test_mean_pause_of_own_sql_is_weighted() -> None:
    parts = SqlTransaction("a", 3, "SELECT 1;", think_time_s=1.0), SqlTransaction("b", 1, "SELECT 1;")
    work = Sql(transactions=parts, think_time_s=5.0)
    assert work.pauses == {"a": Pause(1.0), "b": Pause(5.0)}
    assert work.mean_pause_s == 2.0
