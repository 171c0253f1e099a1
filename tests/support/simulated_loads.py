# SPDX-License-Identifier: Apache-2.0
"""Simulated users of one target, second by second, to test the rule for stopped targets.

The users behave like those in app/driver: think times are uniform from 0 to twice the mean, a failed call is followed
by a pause that doubles up to 5 s, and in the open loop arrivals wait for a free user.
"""

import heapq
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from app.model.target_stops import TargetSeconds

FIRST_PAUSE_S, LONGEST_PAUSE_S, STALLED_S = 0.01, 5.0, 10.0


@dataclass(frozen=True)
class SimulatedLoad:
    """Load on a target, with incidents. Times are in seconds since the start of the load.

    Attributes:
        service_s: median latency in seconds.
        spread: standard deviation of the logarithm of latency.
        errors: share of calls that fail temporarily.
        rate: arrivals per second of the open loop.
        steps: number of users from a given time on.
        stalls: periods without completions (checkpoints).
        dead: period in which every call fails after fail_s.
        hung: period in which no call returns.
    """

    users: int = 8
    seconds: int = 60
    think_s: float = 0.0
    rate: float = 0.0
    service_s: float = 0.02
    spread: float = 0.5
    errors: float = 0.0
    steps: Sequence[tuple[int, int]] = ()
    stalls: Sequence[tuple[float, float]] = ()
    dead: Sequence[tuple[float, float]] = ()
    hung: Sequence[tuple[float, float]] = ()
    fail_s: float = 0.005
    seed: int = 1

    def counted(self) -> TargetSeconds:
        """Return what the driver would count."""
        return _Simulation(self).run()


@dataclass
class _Simulation:
    load: SimulatedLoad
    open_since: dict[int, float] = field(default_factory=dict)

    def run(self) -> TargetSeconds:
        load, length = self.load, self.load.seconds
        rng = np.random.default_rng(load.seed)
        done, failed, longest = np.zeros(length), np.zeros(length), np.zeros(length)
        stalled, users = np.zeros(length), np.full(length, float(load.users))
        for begin, number in load.steps:
            users[begin:] = number
        most = int(users.max())
        arrivals = np.cumsum(rng.exponential(1 / load.rate, round(2 * load.rate * length) + 50)) if load.rate else None
        claimed = 0
        setbacks = [0] * most
        ready = [(0.001 * user, user) for user in range(most)]
        heapq.heapify(ready)
        while ready:
            free_s, user = heapq.heappop(ready)
            if free_s >= length:
                continue
            if user >= users[int(free_s)]:
                heapq.heappush(ready, (free_s + 0.2, user))
                continue
            began_s = free_s
            if arrivals is not None:
                began_s = max(free_s, float(arrivals[claimed]))
                claimed += 1
                if began_s >= length:
                    continue
            ended_s = began_s + load.service_s * float(rng.lognormal(0.0, load.spread))
            for from_s, to_s in load.stalls:
                if began_s < to_s and ended_s > from_s:
                    ended_s = max(ended_s, to_s + 0.01 * float(rng.random()))
            fails = bool(rng.random() < load.errors)
            for from_s, to_s in load.dead:
                if began_s < to_s and ended_s > from_s:
                    fails, ended_s = True, max(began_s, from_s) + load.fail_s
            for from_s, to_s in load.hung:
                if began_s < to_s and ended_s > from_s:
                    ended_s = to_s + load.service_s
            stalled[int(min(began_s + STALLED_S, length)) : int(min(ended_s, length))] += 1
            pause_s = 0.0
            if fails:
                setbacks[user] += 1
                pause_s = min(FIRST_PAUSE_S * 2 ** min(setbacks[user], 16), LONGEST_PAUSE_S)
            if ended_s < length:
                if fails:
                    failed[int(ended_s)] += 1
                else:
                    setbacks[user] = 0
                    done[int(ended_s)] += 1
                    longest[int(ended_s)] = max(longest[int(ended_s)], ended_s - began_s)
            think_s = float(rng.uniform(0, 2 * load.think_s)) if not load.rate else 0.0
            heapq.heappush(ready, (ended_s + pause_s + think_s, user))
        rate = np.full(length, load.rate)
        return TargetSeconds(done, failed, users, users.copy(), stalled, longest, rate, load.think_s)
