# SPDX-License-Identifier: Apache-2.0
"""Detection of stopped targets: a pure function of the driver's counts per second.

A target has stopped if work is expected of it, nothing has completed for at least three seconds, and its calls fail or
are overdue. It works again as soon as work completes. Slow systems and checkpoints must not appear to be stopped, so
the pause must be longer than the load, the think time and the calls themselves can explain.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from math import inf

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

QUIET_S = 3
"""Minimum seconds without completions."""
ENOUGH_FAILURES, FEWEST_FAILURES = 20, 4
"""Number of failures that cannot be a coincidence, however many users there are, and the minimum number if every user
has failed."""
OVERDUE_S = 10.0
"""Age of an overdue call, seconds (the driver's count of stalled users); it must also exceed `LONGER` times the
longest call completed before."""
LONGER = 3.0
USUAL = 1.5
"""Factor by which the pause must exceed the longest call or pause of the last minutes if calls fail."""
RECENT_S = 120
FAILED_IN_TURN = 3
FAILING_S = 15.0
"""Length of a pause, in seconds, that is sufficient if every user has failed several times in a row, however slow calls
were.
"""
STALL_S = 60.0
"""Maximum seconds of a stall: a target that completes nothing for this long without failed calls, and then resumes, did
not stop. It was slow, as in a checkpoint, and its latencies show how slow."""
FIRST_OVERDUE_S, KNOWN_AFTER = 60.0, 20
"""Limit, in seconds, for overdue calls until this many cycles have completed, because the usual duration is unknown
before.
"""
EXPECTED_ARRIVALS = 20.0
"""Number of open-loop arrivals that must fit into the pause."""


@dataclass(frozen=True, slots=True)
class TargetSeconds:
    """The driver's counts of a target in each second under one load.

    Each array has shape (n,); entry k is the interval that ends k + 1 s after the load began; NaN means no data.

    Attributes:
        done: Completed cycles, except those rolled back on purpose.
        failed: Failed calls, including retried ones.
        users: Requested users.
        connected: Users connected and at work.
        stalled: Users with a cycle in flight for more than ten seconds.
        longest_s: Longest latency of a completed cycle.
        rate: Arrivals per second of the open loop; 0 in a closed loop.
        think_s: Mean think time of the closed loop.
    """

    done: Floats
    failed: Floats
    users: Floats
    connected: Floats
    stalled: Floats
    longest_s: Floats
    rate: Floats
    think_s: float = 0.0


@dataclass(frozen=True, slots=True)
class TargetStopSpan:
    """Stop of a target, in seconds since the load began.

    Attributes:
        from_s: End of the last second in which something completed.
        noticed_s: Time at which the rule was first met.
        to_s: Start of the second in which work completed again; infinite if none has.
        overdue: Whether no call failed, but all were overdue.
        back: Whether work completed again; False if the load ended first.
    """

    from_s: int
    noticed_s: int
    to_s: float = inf
    overdue: bool = False
    back: bool = False

    @property
    def is_stall(self) -> bool:
        """True if the target was only slow: it eventually completed the calls and continued."""
        return self.overdue and self.back and self.to_s - self.from_s <= STALL_S


def target_stops(seconds: TargetSeconds) -> list[TargetStopSpan]:
    """Return the stops of a target, in order.

    A pause in which nothing completes is a stop once it lasts QUIET_S and either of these is true:

    - Calls fail: ENOUGH_FAILURES of them, or one for each user (FEWEST_FAILURES at least) in a pause that is longer
      than any think time and than EXPECTED_ARRIVALS arrivals take. The pause is also longer than USUAL times the
      longest call and the longest pause of the last RECENT_S; if every user has failed FAILED_IN_TURN times, FAILING_S
      is enough.
    - Calls are overdue: all users (or ENOUGH_FAILURES of them) are stalled or not connected, and the pause is longer
      than OVERDUE_S and than LONGER times any call or pause before it under this load, plus the think time.

    A stop of overdue calls that ends within STALL_S is a stall (`TargetStopSpan.is_stall`), which is known at its end.

    Seconds without data (a driver that was suspended) end a pause before it is a stop, and do not change a stop.
    """
    expected = (seconds.users > 0) & np.isfinite(seconds.done)
    idle = expected & (seconds.done <= 0)
    found: list[TargetStopSpan] = []
    pauses: list[tuple[int, int]] = []
    longest = np.fmax.accumulate(np.where(np.isfinite(seconds.longest_s), seconds.longest_s, 0.0))
    resumed = 0
    for begin, end in _runs(idle):
        if begin < resumed or end - begin < QUIET_S:
            if begin >= resumed:
                pauses.append((begin, end))
            continue
        noticed = _noticed(seconds, begin, end, float(longest[begin - 1]) if begin else 0.0, pauses)
        if noticed is None:
            pauses.append((begin, end))
            continue
        back = np.flatnonzero(expected[noticed:] & (seconds.done[noticed:] >= np.fmax(seconds.failed[noticed:], 1.0)))
        at_work = np.flatnonzero(seconds.users[noticed:] > 0)
        away = np.flatnonzero(seconds.users[noticed:] <= 0)
        # When the load ends, as after a plan's last step, its users disconnect for good: that does not mean that the
        # target is back.
        gone = away[away < at_work[-1]] if len(at_work) else away[:0]
        resumed = noticed + min((int(places[0]) for places in (back, gone) if len(places)), default=len(idle))
        again = bool(len(back)) and resumed == noticed + int(back[0])
        overdue = not np.nansum(seconds.failed[begin:resumed])
        found.append(TargetStopSpan(begin, noticed, resumed if resumed < len(idle) else inf, overdue, again))
    return found


def _runs(flags: NDArray[np.bool_]) -> Iterator[tuple[int, int]]:
    """Yield the start and end of each run of true entries."""
    edges = np.flatnonzero(np.diff(np.concatenate(([False], flags, [False])).astype(np.int8)))
    yield from zip(edges[::2].tolist(), edges[1::2].tolist(), strict=True)


def _noticed(
    seconds: TargetSeconds, begin: int, end: int, longest_s: float, pauses: list[tuple[int, int]]
) -> int | None:
    """Return the second at whose end the pause from `begin` to `end` becomes a stop, or None if it is only a pause.

    Args:
        seconds: The driver's counts.
        begin: First second of the pause.
        end: Second after its last one.
        longest_s: Longest call that had completed before.
        pauses: Earlier pauses that were not stops.
    """
    failed = np.cumsum(np.nan_to_num(seconds.failed[begin:end]))
    if not failed[-1] and not np.any(_waiting(seconds, slice(begin, end)) > 0):
        return None
    recent = slice(max(begin - RECENT_S, 0), begin)
    usual_s = float(np.max(np.nan_to_num(seconds.longest_s[recent]), initial=0.0))
    usual_s = max(usual_s, *(last - first for first, last in pauses if last > begin - RECENT_S), 0)
    longest_s = max(longest_s, *(last - first for first, last in pauses), 0)
    least_s = OVERDUE_S if np.nansum(seconds.done[:begin]) >= KNOWN_AFTER else FIRST_OVERDUE_S
    overdue_s = max(least_s, LONGER * longest_s)
    for place in range(begin + QUIET_S - 1, end):
        quiet_s = place + 1 - begin
        users = float(seconds.users[place])
        between_s = EXPECTED_ARRIVALS / seconds.rate[place] if seconds.rate[place] > 0 else 2 * seconds.think_s
        failures = float(failed[place - begin])
        enough = failures >= ENOUGH_FAILURES or (failures >= max(users, FEWEST_FAILURES) and quiet_s >= between_s)
        unusual = quiet_s >= USUAL * usual_s or (failures >= FAILED_IN_TURN * users and quiet_s >= FAILING_S)
        if enough and unusual:
            return place + 1
        waiting = float(_waiting(seconds, slice(place, place + 1))[0])
        if waiting >= min(users, ENOUGH_FAILURES) and quiet_s >= overdue_s + between_s:
            return place + 1
    return None


def _waiting(seconds: TargetSeconds, part: slice) -> Floats:
    """Return the number of users that are waiting for an overdue call or for a connection."""
    missing = np.clip(seconds.users[part] - np.nan_to_num(seconds.connected[part]), 0.0, None)
    return np.nan_to_num(seconds.stalled[part]) + missing
