# SPDX-License-Identifier: Apache-2.0
"""What the driver is asked to do to one target, and how its users are split over worker processes."""

import random
from collections.abc import Mapping, Sequence
from typing import Literal

import msgspec

MOST_USERS = 1000
"""A target has at most so many, as in the DVD Store driver."""


class Load(msgspec.Struct, frozen=True, kw_only=True):
    """The load on one target; the engine hands it in.

    users: virtual users. In the open loop they are the most cycles that can be under way at once.
    seed: of every random stream; equal on all systems, so that their users make the same choices.
    think_time_s: mean; each pause is uniform from 0 to twice that. The open loop has none: its arrivals pace it.
    rate: the open loop's cycles a second, on this target, over all its workers.
    max_lag_s: an arrival that nobody could begin within it is missed, and counted as such.
    ramp_users_per_s: users begin one after the other at this rate from the common start; 0 is all at once.
    workers, max_workers: processes at first and at most; max_workers 0 is one a core.
    embedded: the engine under test runs inside the worker process. The processor time of its calls is then estimated
        and counted as the engine's, not as the driver's.
    beside: the system under test works on the cores of this machine, as an embedded engine does.
    connected: so many users are connected from the start on, of which `users` have work; 0: those alone.
    connect_timeout_s: after it a worker reports itself ready with the users that are connected by then.
    """

    users: int
    seed: int
    loop: Literal["closed", "open"] = "closed"
    think_time_s: float = 0.0
    rate: float = 0.0
    max_lag_s: float = 10.0
    ramp_users_per_s: float = 0.0
    workers: int = 1
    max_workers: int = 0
    embedded: bool = False
    beside: bool = False
    connected: int = 0
    connect_timeout_s: float = 30.0

    def __post_init__(self) -> None:
        """Raise ValueError where the load can't be driven."""
        if not 0 <= self.users <= MOST_USERS:
            raise ValueError(f"{self.users} users: from 0 to {MOST_USERS} are possible on one target")
        if self.loop == "open" and not self.rate > 0:
            raise ValueError("an open loop needs a rate above 0 cycles a second")
        if self.workers < 1 or self.max_workers < 0:
            raise ValueError(f"{self.workers} workers, at most {self.max_workers}: at least 1 is needed")
        if min(self.think_time_s, self.max_lag_s, self.ramp_users_per_s, self.connect_timeout_s) < 0:
            raise ValueError("think time, lag, ramp and timeout can't be negative")


class Seat(msgspec.Struct, frozen=True, array_like=True):
    """One user's place in a worker.

    user: its number on the target, from 0. generation: how often it was moved between workers; a moved user goes on
    with a fresh random stream instead of repeating its first orders.
    begin_ns: when it begins, nanoseconds since the users of its target begin.
    """

    user: int
    generation: int
    begin_ns: int


class UserRandom(random.Random):
    """A user's draws. user: its number on the target."""

    user = 0


def stream(load: Load, target: int, name: str, number: int, generation: int = 0) -> UserRandom:
    """A random stream that depends on nothing of the system: equal seeds give both systems the same choices."""
    draws = UserRandom(f"{load.seed}/{target}/{name}/{number}/{generation}")
    draws.user = number
    return draws


def ramp_ns(load: Load, position: int) -> int:
    """How long after the ramp's beginning its user number `position` (from 0) begins, nanoseconds."""
    return int(position / load.ramp_users_per_s * 1e9) if load.ramp_users_per_s > 0 else 0


def split(owner: Mapping[int, int], users: int, workers: Sequence[int]) -> dict[int, int]:
    """The worker of each user 0 ... users - 1, as even as possible with as few moves as possible.

    owner: who has them now (user -> worker); workers: the living ones, at least one.
    """
    fair, larger = divmod(users, len(workers))
    taken = dict.fromkeys(workers, 0)
    assigned: dict[int, int] = {}
    # The first pass fills everybody up to the smaller share, the second lets `larger` of them keep one more.
    for room in (fair, fair + 1):
        for user in range(users):
            worker = owner.get(user, -1)
            if user in assigned or worker not in taken or taken[worker] >= room:
                continue
            if room > fair and larger == 0:
                continue
            larger -= room > fair
            assigned[user] = worker
            taken[worker] += 1
    for user in range(users):
        if user not in assigned:
            assigned[user] = min(workers, key=lambda worker: taken[worker])
            taken[assigned[user]] += 1
    return assigned
