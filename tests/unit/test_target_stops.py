# SPDX-License-Identifier: Apache-2.0
"""Detection of stopped targets: its delay, and no false positives for slow or pausing targets."""

from collections.abc import Callable
from math import inf

import numpy as np
import pytest

from app.model.failure_causes import plain_cause
from app.model.target_stops import TargetSeconds, TargetStopSpan, target_stops
from tests.support.simulated_loads import SimulatedLoad

SECONDS = 60
Made = Callable[[np.random.Generator, int], SimulatedLoad]


def stalls(rng: np.random.Generator) -> list[tuple[float, float]]:
    """Return simulated checkpoints: repeated periods of up to eight seconds without completions."""
    found, at_s = [], float(rng.uniform(4, 20))
    while at_s < SECONDS:
        found.append((at_s, at_s + float(rng.uniform(0.3, 8))))
        at_s = found[-1][1] + float(rng.uniform(5, 20))
    return found


LIVING: dict[str, Made] = {
    "checkpoints": lambda rng, seed: SimulatedLoad(users=8, service_s=0.2, stalls=stalls(rng), seed=seed),
    "checkpoints and errors": lambda rng, seed: SimulatedLoad(
        users=16, service_s=0.5, stalls=stalls(rng), errors=0.1, seed=seed
    ),
    "a user who thinks": lambda rng, seed: SimulatedLoad(
        users=1, think_s=float(rng.uniform(1, 10)), errors=0.1, seed=seed
    ),
    "many who think for 10 s": lambda rng, seed: SimulatedLoad(
        users=60, think_s=10, stalls=stalls(rng), errors=0.1, seed=seed
    ),
    "slow": lambda rng, seed: SimulatedLoad(users=4, service_s=float(rng.uniform(1, 6)), errors=0.1, seed=seed),
    "slower than a pause": lambda _rng, seed: SimulatedLoad(users=2, service_s=8, errors=0.1, seed=seed),
    "few arrivals": lambda rng, seed: SimulatedLoad(users=20, rate=float(rng.uniform(0.1, 2)), errors=0.1, seed=seed),
    "a sweep with turns": lambda rng, seed: SimulatedLoad(
        users=16, service_s=0.2, steps=((10, 2), (20, 8), (30, 0), (45, 16)), stalls=stalls(rng), seed=seed
    ),
    "a race": lambda rng, seed: SimulatedLoad(
        users=8, service_s=0.2, steps=((int(rng.integers(8, 50)), 0),), seed=seed
    ),
    "one after the other": lambda _rng, seed: SimulatedLoad(users=1, service_s=2, errors=0.05, seed=seed),
}


@pytest.mark.parametrize("kind", LIVING)
def test_running_target_is_never_reported_as_stopped(kind: str) -> None:
    """Check twenty runs of each kind."""
    for seed in range(20):
        load = LIVING[kind](np.random.default_rng(seed), seed)
        assert target_stops(load.counted()) == [], seed


@pytest.mark.parametrize(
    ("load", "stop"),
    [
        (SimulatedLoad(users=4, think_s=0.005, dead=((30, 60),)), TargetStopSpan(30, 33)),
        (SimulatedLoad(users=1, dead=((30, 45),)), TargetStopSpan(30, 33, 46)),
        (SimulatedLoad(users=60, think_s=10, dead=((30, 60),)), TargetStopSpan(30, 34)),
        (SimulatedLoad(users=4, think_s=10, seconds=90, dead=((40, 90),)), TargetStopSpan(40, 60)),
        (SimulatedLoad(users=20, rate=5, dead=((30, 50),)), TargetStopSpan(30, 34, 50)),
        (SimulatedLoad(users=8, dead=((0, 40),)), TargetStopSpan(0, 3, 42)),
        (SimulatedLoad(users=8, hung=((30, 50),)), TargetStopSpan(30, 40, 50)),
        (SimulatedLoad(users=8, dead=((30, 60),), fail_s=20), TargetStopSpan(30, 40)),
    ],
    ids=["failing", "back again", "thinking", "thinking, few", "arrivals", "from the start", "hanging", "failing late"],
)
def test_inactive_target_is_detected_as_stopped(load: SimulatedLoad, stop: TargetStopSpan) -> None:
    (found,) = target_stops(load.counted())
    assert found.from_s == pytest.approx(stop.from_s, abs=1)
    assert found.noticed_s == pytest.approx(stop.noticed_s, abs=2)
    assert found.to_s == pytest.approx(stop.to_s, abs=2) if stop.to_s < inf else found.to_s == inf


@pytest.mark.parametrize(
    ("load", "stall"),
    [
        (SimulatedLoad(users=8, hung=((30, 45),)), True),
        (SimulatedLoad(users=8, seconds=150, hung=((30, 85),)), True),
        (SimulatedLoad(users=8, seconds=150, hung=((30, 100),)), False),
        (SimulatedLoad(users=8, hung=((30, 60),)), False),
        (SimulatedLoad(users=8, steps=((50, 0),), hung=((30, 60),)), False),
        (SimulatedLoad(users=8, dead=((30, 45),)), False),
    ],
    ids=["a first checkpoint", "nearly a minute", "longer", "to the end", "until the load ends", "calls fail"],
)
def test_target_that_resumes_without_failures_was_stalled(load: SimulatedLoad, stall: bool) -> None:
    """Late calls alone mean a slow target, however many users wait; failures and silence until the end do not."""
    (found,) = target_stops(load.counted())
    assert found.is_stall == stall


def test_earlier_stall_extends_the_detection_delay() -> None:
    load = SimulatedLoad(users=8, seconds=90, stalls=((10, 18),), hung=((40, 80),))
    (found,) = target_stops(load.counted())
    assert found.noticed_s - found.from_s >= 3 * 7


@pytest.mark.parametrize(("longest_pause_s", "noticed_after_s"), [(1, 3), (2, 3), (4, 6), (6, 9)])
def test_failing_calls_must_exceed_the_longest_pause_by_half(longest_pause_s: int, noticed_after_s: int) -> None:
    """At least three seconds are required; a one-second pause in between makes no difference."""
    done, failed = np.full(SECONDS, 50.0), np.zeros(SECONDS)
    for begin, end in ((10, 10 + longest_pause_s), (20, 21), (30, SECONDS)):
        done[begin:end] = 0
    failed[30:] = 50
    users, longest_s = np.full(SECONDS, 8.0), np.full(SECONDS, 0.1)
    seconds = TargetSeconds(done, failed, users, users, np.zeros(SECONDS), longest_s, np.zeros(SECONDS))
    assert target_stops(seconds) == [TargetStopSpan(30, 30 + noticed_after_s)]


def test_seconds_without_data_neither_start_nor_end_a_stop() -> None:
    counted = SimulatedLoad(users=4, think_s=0.005, dead=((20, 60),)).counted()
    away = counted.done.copy()
    away[18:23] = np.nan  # the driver was suspended
    away[40:45] = np.nan
    silent = TargetSeconds(
        away, counted.failed, counted.users, counted.connected, counted.stalled, counted.longest_s, counted.rate
    )
    (found,) = target_stops(silent)
    assert (found.from_s, found.to_s) == (23, inf)


def test_users_leaving_at_the_end_do_not_end_a_stop() -> None:
    counted = SimulatedLoad(users=4, think_s=0.005, steps=((58, 0),), dead=((20, 60),)).counted()
    (found,) = target_stops(counted)
    assert found.to_s == inf


@pytest.mark.parametrize(
    ("sort", "text", "cause"),
    [
        ("disk full", "database or disk is full", "disk full"),
        ("disk full", "could not extend file: Disk quota exceeded", "disk quota used up"),
        ("I/O error", "could not write: No space left on device", "disk full"),
        ("I/O error", "disk I/O error", "I/O error"),
        ("log full", "The transaction log for database 'tempdb' is full", "transaction log full"),
        ("read only", "writing 8192 bytes: Read-only file system", "read-only"),
        ("read-only", "cannot execute INSERT in a read-only transaction", "read-only"),
        ("connect", "nothing listens at localhost:5432: Connection refused", "connection refused"),
        ("connect", "db1:3306 does not answer within 5 s; check host, port and firewall", "no answer"),
        ("connect", "the database system is starting up", "its server is starting"),
        ("connect", "Too many connections", "too many connections"),
        ("connection lost", "server closed the connection unexpectedly", "connection lost"),
        ("server shutting down", "terminating connection due to administrator command", "its server is shutting down"),
        ("internal error", "could not fsync file: Input/output error", "I/O error"),
        ("query timeout", "canceling statement due to statement timeout", "timeout"),
        ("lock timeout", "Lock wait timeout exceeded", "waiting for locks"),
        ("EDQUOT", "writing: Disk quota exceeded", "disk quota used up"),
        ("constraint", "UNIQUE constraint failed", "its calls fail"),
        ("ZeroDivisionError", "division by zero", "its calls fail"),
    ],
)
def test_cause_of_a_failure_is_described_in_plain_words(sort: str, text: str, cause: str) -> None:
    assert plain_cause(sort, text).text == cause
