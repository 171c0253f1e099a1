# SPDX-License-Identifier: Apache-2.0
"""Load on one target, and distribution of its users across worker processes."""

import random
from collections.abc import Mapping, Sequence
from typing import Literal

import msgspec

from app.model.pause import Pause

MOST_USERS = 1000
"""Largest number of users of a target, as in the DVD Store driver."""


class Load(msgspec.Struct, frozen=True, kw_only=True):
    """Load on one target, set by the engine.

    Attributes:
        users: Virtual users. In the open loop, the maximum number of concurrent cycles.
        seed: Seed of every random stream; the same on all systems, so that their users make the same choices.
        think_time_s: Mean pause; pauses are uniform from 0 to twice that. Unused in the open loop.
        pauses: Pause after each operation, by its key, whose mean over all is think_time_s; empty if it is uniform.
        rate: Cycles per second of the open loop, on this target, over all its workers.
        max_lag_s: Delay after which an arrival that has not begun is counted as missed.
        ramp_users_per_s: Rate at which users begin after the common start; 0 if all begin at once.
        workers: Initial number of processes.
        max_workers: Maximum number of processes; 0 for one per core.
        embedded: Whether the engine under test runs inside the worker process. The CPU time of its calls is then
            estimated and counted as the engine's, not as the driver's.
        connected: Number of users to connect at the start, of which `users` have work; 0: only `users`.
        connect_timeout_s: Time after which a worker reports ready with those users that are connected.
    """

    users: int
    seed: int
    loop: Literal["closed", "open"] = "closed"
    think_time_s: float = 0.0
    pauses: dict[str, Pause] = {}
    rate: float = 0.0
    max_lag_s: float = 10.0
    ramp_users_per_s: float = 0.0
    workers: int = 1
    max_workers: int = 0
    embedded: bool = False
    beside: bool = False
    """True if the system under test uses the cores of this machine, as an embedded engine does."""
    connected: int = 0
    connect_timeout_s: float = 30.0

    def __post_init__(self) -> None:
        """Raise ValueError if the load cannot be driven."""
        if not 0 <= self.users <= MOST_USERS:
            raise ValueError(f"{self.users} users: from 0 to {MOST_USERS} are possible on one target")
        if self.loop == "open" and not self.rate > 0:
            raise ValueError("an open loop needs a rate above 0 cycles a second")
        if self.workers < 1 or self.max_workers < 0:
            raise ValueError(f"{self.workers} workers, at most {self.max_workers}: at least 1 is needed")
        if min(self.think_time_s, self.max_lag_s, self.ramp_users_per_s, self.connect_timeout_s) < 0:
            raise ValueError("think time, lag, ramp and timeout can't be negative")


class Seat(msgspec.Struct, frozen=True, array_like=True):
    """Assignment of a user to a worker.

    Attributes:
        user: Number of the user on the target, from 0.
        generation: Number of moves between workers; a moved user continues with a fresh random stream instead of
            repeating its first orders.
        begin_ns: Start time, in nanoseconds after the target's users begin.
    """

    user: int
    generation: int
    begin_ns: int


class UserRandom(random.Random):
    """Random stream of a user.

    Attributes:
        user: Number of the user on the target.
    """

    user = 0


def stream(load: Load, target: int, name: str, number: int, generation: int = 0) -> UserRandom:
    """Return a random stream independent of the system, so that equal seeds lead to equal choices on all systems."""
    draws = UserRandom(f"{load.seed}/{target}/{name}/{number}/{generation}")
    draws.user = number
    return draws


def ramp_ns(load: Load, position: int) -> int:
    """Return the delay, in nanoseconds, from the start of the ramp to the start of the user at `position` (from 0)."""
    return int(position / load.ramp_users_per_s * 1e9) if load.ramp_users_per_s > 0 else 0


def split(owner: Mapping[int, int], users: int, workers: Sequence[int]) -> dict[int, int]:
    """Assign users 0 ... users - 1 to workers as evenly as possible, with as few moves as possible.

    Args:
        owner: Current worker by user.
        users: Number of users.
        workers: Workers that are alive, at least one.
    """
    fair, larger = divmod(users, len(workers))
    taken = dict.fromkeys(workers, 0)
    assigned: dict[int, int] = {}
    # The first pass fills every worker up to the smaller share; in the second, `larger` workers get one more user.
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
