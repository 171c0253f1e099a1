# SPDX-License-Identifier: Apache-2.0
"""Arrivals of the open loop, and tallies of logs."""

import random
import statistics
import threading
from itertools import pairwise
from time import perf_counter_ns

from hypothesis import given
from hypothesis import strategies as st

from app.driver.pacing import NS, Arrivals, CommonStart, wait_until
from app.driver.tally import Codes, Tally, Troubles

CODES = Codes(order=3)


def overdue(rate: float, number: int, seed: int = 1) -> list[int]:
    """Return the intended times of arrivals that are all already due."""
    arrivals = Arrivals(random.Random(seed), 1e6, CODES)
    arrivals.set_rate(rate, perf_counter_ns() - 1000 * NS)
    never = threading.Event()
    claimed = [arrivals.claim(never) for _ in range(number)]
    return [intended_ns for intended_ns in claimed if intended_ns is not None]


def test_arrivals_are_a_poisson_process_of_the_target_rate() -> None:
    intended_ns = overdue(50, 4000)
    gaps_s = [(b - a) / NS for a, b in pairwise(intended_ns)]
    # Five standard errors of the mean, and of the coefficient of variation, of exponential gaps.
    assert abs(statistics.fmean(gaps_s) * 50 - 1) < 5 / len(gaps_s) ** 0.5
    assert abs(statistics.stdev(gaps_s) * 50 - 1) < 8 / len(gaps_s) ** 0.5


def test_same_seed_gives_the_same_arrivals() -> None:
    first, second, other = (overdue(50, 20, seed) for seed in (1, 1, 2))
    assert [a - first[0] for a in first] == [b - second[0] for b in second]
    assert [a - first[0] for a in first] != [c - other[0] for c in other]


def test_arrival_not_started_in_time_is_counted_as_missed() -> None:
    arrivals = Arrivals(random.Random(1), 0.5, CODES)
    now_ns = perf_counter_ns()
    arrivals.set_rate(100, now_ns - 10 * NS)
    claimed_ns = arrivals.claim(threading.Event())
    assert claimed_ns is not None
    assert claimed_ns >= now_ns - NS // 2
    missed = len(arrivals.log) // 3
    assert arrivals.log[::3] == [CODES.missed] * missed
    assert 800 < missed < 1100


def test_concurrent_users_claim_each_arrival_exactly_once() -> None:
    arrivals = Arrivals(random.Random(1), 1e6, CODES)
    arrivals.set_rate(1000, perf_counter_ns() - NS)
    claimed: list[int] = []
    leave = threading.Event()

    def user() -> None:
        while len(claimed) < 800 and (intended_ns := arrivals.claim(leave)) is not None:
            claimed.append(intended_ns)

    users = [threading.Thread(target=user) for _ in range(8)]
    for thread in users:
        thread.start()
    for thread in users:
        thread.join(30)
    alone = overdue(1000, len(claimed))
    shift = min(claimed) - alone[0]
    assert sorted(claimed) == [intended_ns + shift for intended_ns in alone]


def test_leave_event_ends_all_waits() -> None:
    leave = threading.Event()
    start = CommonStart()
    answers: list[bool | int | None] = []
    arrivals = Arrivals(random.Random(1), 1, CODES)
    arrivals.set_rate(1e-6, perf_counter_ns())
    waits = [
        threading.Thread(target=lambda: answers.append(wait_until(leave, perf_counter_ns() + 3600 * NS))),
        threading.Thread(target=lambda: answers.append(start.wait(leave, 0))),
        threading.Thread(target=lambda: answers.append(arrivals.claim(leave))),
    ]
    for thread in waits:
        thread.start()
    leave.set()
    for thread in waits:
        thread.join(30)
    assert sorted(map(bool, answers)) == [False, False, False]


@given(
    st.lists(
        st.lists(st.tuples(st.integers(0, 9), st.integers(0, 100), st.integers(0, 10**9)), max_size=30), max_size=4
    ),
    st.lists(st.integers(0, 100), max_size=5).map(sorted),
)
def test_each_event_is_counted_once_in_its_interval(users: list[list[tuple[int, int, int]]], cuts: list[int]) -> None:
    tally = Tally(CODES)
    logs = [[number for event in events for number in event] for events in users]
    everything = [event for events in users for event in events]
    began = 0
    for cut in [*cuts, 101]:
        latencies = tally.cut(logs, cut)
        now = [event for event in everything if began <= event[1] < cut]
        assert {part.operation: part.count for part in latencies} == {
            code: sum(event[0] == code for event in now) for code in range(4) if any(event[0] == code for event in now)
        }
        began = max(began, cut)
    assert [tally.count(code) for code in range(CODES.number)] == [
        sum(event[0] == code for event in everything) for code in range(CODES.number)
    ]
    assert sum(tally.sums_ns) == sum(event[2] for event in everything)


def test_incomplete_event_is_counted_once_it_is_complete() -> None:
    tally = Tally(CODES)
    log = [0, 5, 1000, 1, 6]
    assert [part.operation for part in tally.cut([log], 10)] == [0]
    log.append(2000)
    assert [(part.operation, part.max_ns) for part in tally.cut([log], 10)] == [(1, 2000)]


def test_problems_are_counted_by_kind_with_the_first_text() -> None:
    troubles = Troubles()
    troubles.add("deadlock", "first", retried=True)
    troubles.add("deadlock", "second", retried=True)
    troubles.add("disk full", "no room")
    found = [(t.kind, t.count, t.text, t.retried) for t in troubles.take()]
    assert found == [("deadlock", 2, "first", True), ("disk full", 1, "no room", False)]
    assert troubles.take() == []
    assert (troubles.errors, troubles.retries) == (1, 2)
