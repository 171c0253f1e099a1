"""The plans: how long, with how many users, how often. Each is a protocol that the engine runs by itself."""

import math
from collections.abc import Iterator
from typing import Annotated, ClassVar, Literal

import msgspec
from msgspec import Meta

from app.model.mistakes import Mistake

Seconds = Annotated[float, Meta(ge=0, le=86_400)]
Dwell = Annotated[float, Meta(ge=1, le=86_400)]
Users = Annotated[int, Meta(ge=1, le=1000)]
Rate = Annotated[float, Meta(gt=0, le=1_000_000)]
Seed = Annotated[int, Meta(ge=0, le=2**31 - 1)]
MOST_STEPS = 1000
Depth = Annotated[int, Meta(ge=1, le=1000)]
BlockKb = Annotated[int, Meta(ge=1, le=16_384)]
Passes = Literal["read", "write"]


class Protocol(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="name"):
    """What all plans share.

    ramp_users_per_s: users begin one after the other at this rate. repeats: how often everything is run, each time on
    databases that were restored. rest_s: idle time between two repeats. idle_s: databases up, users idle, before the
    load. seed 0: a fresh one for every run, recorded in the session; each repeat has its own, equal on all systems.
    """

    ramp_users_per_s: Annotated[float, Meta(gt=0, le=10_000)] = 10.0
    repeats: Annotated[int, Meta(ge=1, le=100)] = 1
    rest_s: Seconds = 0.0
    idle_s: Seconds = 0.0
    seed: Seed = 0

    def ramp_s(self, users: int) -> float:
        """How long until the last of so many new users has begun."""
        return max(users - 1, 0) / self.ramp_users_per_s


class TimedRun(Protocol, frozen=True, forbid_unknown_fields=True, tag_field="name", tag="timed"):
    """Ramp, warm-up, then the run time.

    window: what results are made of. whole: the run time. fixed: from window_from_s to window_to_s after the load
    began. steady: what the steady-state rule (app/analysis/steady.py) finds in the run time.
    """

    title: ClassVar[str] = "timed run"

    warmup_s: Seconds = 60.0
    run_s: Annotated[float, Meta(ge=1, le=604_800)] = 300.0
    window: Literal["whole", "fixed", "steady"] = "whole"
    window_from_s: Annotated[float, Meta(ge=0, le=604_800)] = 0.0
    window_to_s: Annotated[float, Meta(ge=0, le=604_800)] = 0.0

    @property
    def each_s(self) -> float:
        """What `--seconds` sets."""
        return self.run_s

    def load_s(self, users: int) -> float:
        """How long one repeat is under load, in whole steps."""
        return math.ceil(self.ramp_s(users)) + math.ceil(self.warmup_s) + math.ceil(self.run_s)

    def mistakes(self, users: int) -> Iterator[Mistake]:
        """What contradicts itself. users: of each target."""
        begin_s = math.ceil(self.ramp_s(users)) + math.ceil(self.warmup_s)
        if self.window != "fixed":
            if self.window_from_s or self.window_to_s:
                yield Mistake(("plan", "window"), 'window_from_s and window_to_s need window = "fixed"')
        elif not begin_s <= self.window_from_s < self.window_to_s <= self.load_s(users):
            yield Mistake(
                ("plan", "window"),
                "a fixed window lies in the run time, {begin_s:g} to {load_s:g} s after the load began, "
                "found {from_s:g} to {to_s:g} s",
                begin_s=begin_s,
                load_s=self.load_s(users),
                from_s=self.window_from_s,
                to_s=self.window_to_s,
            )


class UserSweep(Protocol, frozen=True, forbid_unknown_fields=True, tag_field="name", tag="user-sweep"):
    """So many users, then more, each number for the dwell time. settle_s: how long users work before it is measured."""

    title: ClassVar[str] = "user sweep"

    from_users: Users = 25
    to_users: Users = 200
    step_users: Users = 25
    settle_s: Seconds = 10.0
    dwell_s: Dwell = 60.0

    @property
    def each_s(self) -> float:
        """What `--seconds` sets."""
        return self.dwell_s

    @property
    def levels(self) -> tuple[int, ...]:
        """The numbers of users of each target."""
        return tuple(range(self.from_users, self.to_users + 1, self.step_users))

    def load_s(self, users: int) -> float:
        """How long one repeat is under load."""
        return sum(
            math.ceil(self.ramp_s(level - before) + self.settle_s) + math.ceil(self.dwell_s)
            for before, level in zip((0, *self.levels), self.levels, strict=False)
        )

    def mistakes(self, users: int) -> Iterator[Mistake]:
        """What contradicts itself."""
        if self.from_users > self.to_users:
            yield Mistake(
                ("plan", "to_users"),
                "expected from_users to to_users to rise, found {from_users} to {to_users}",
                from_users=self.from_users,
                to_users=self.to_users,
            )


class LatencyLimit(Protocol, frozen=True, forbid_unknown_fields=True, tag_field="name", tag="latency-limit"):
    """The highest number of users of a target at which a latency keeps its limit; each system has its own search.

    figure: of the operation ("order": the whole order). Up by step_users until the limit breaks, then bisected.
    """

    title: ClassVar[str] = "most users within a latency"

    figure: Literal["mean", "p90", "p95", "p99"] = "p95"
    operation: Annotated[str, Meta(min_length=1, max_length=80)] = "order"
    limit_ms: Annotated[float, Meta(gt=0, le=3_600_000)] = 100.0
    from_users: Users = 25
    to_users: Users = 1000
    step_users: Users = 25
    settle_s: Seconds = 10.0
    dwell_s: Dwell = 60.0

    @property
    def each_s(self) -> float:
        """What `--seconds` sets."""
        return self.dwell_s

    def load_s(self, users: int) -> float:
        """How long one repeat is under load at most."""
        steps = math.ceil((self.to_users - self.from_users) / self.step_users) + 1
        steps += math.ceil(math.log2(max(self.step_users, self.from_users)))
        return steps * (math.ceil(self.ramp_s(self.step_users) + self.settle_s) + math.ceil(self.dwell_s))

    def mistakes(self, users: int) -> Iterator[Mistake]:
        """What contradicts itself."""
        if self.from_users > self.to_users:
            yield Mistake(
                ("plan", "to_users"),
                "expected from_users to to_users to rise, found {from_users} to {to_users}",
                from_users=self.from_users,
                to_users=self.to_users,
            )


class RateSweep(Protocol, frozen=True, forbid_unknown_fields=True, tag_field="name", tag="rate-sweep"):
    """The open loop at so many orders a second a target, then more. The workload's users bound what is under way."""

    title: ClassVar[str] = "rate sweep"

    from_rate: Rate = 10.0
    to_rate: Rate = 100.0
    step_rate: Rate = 10.0
    settle_s: Seconds = 10.0
    dwell_s: Dwell = 60.0

    @property
    def each_s(self) -> float:
        """What `--seconds` sets."""
        return self.dwell_s

    @property
    def levels(self) -> tuple[float, ...]:
        """The rates, orders a second on each target."""
        # A billionth more: 0.1 + 2 x 0.1 is a little above 0.3.
        count = math.floor((self.to_rate - self.from_rate) / self.step_rate + 1e-9) + 1
        return tuple(round(self.from_rate + index * self.step_rate, 9) for index in range(min(count, MOST_STEPS + 1)))

    def load_s(self, users: int) -> float:
        """How long one repeat is under load."""
        each = math.ceil(self.settle_s) + math.ceil(self.dwell_s)
        return math.ceil(self.ramp_s(users)) + len(self.levels) * each

    def mistakes(self, users: int) -> Iterator[Mistake]:
        """What contradicts itself."""
        if self.from_rate > self.to_rate:
            yield Mistake(
                ("plan", "to_rate"),
                "expected from_rate to to_rate to rise, found {from_rate:g} to {to_rate:g}",
                from_rate=self.from_rate,
                to_rate=self.to_rate,
            )
        elif len(self.levels) > MOST_STEPS:
            yield Mistake(("plan", "step_rate"), "expected at most {most_steps:,} steps", most_steps=MOST_STEPS)


class Race(Protocol, frozen=True, forbid_unknown_fields=True, tag_field="name", tag="race"):
    """So many orders on each system: who is first? No warm-up: the clock runs from the start.

    timeout_s: the race ends then, whoever is still under way.
    """

    title: ClassVar[str] = "race"

    orders: Annotated[int, Meta(ge=1, le=1_000_000_000)] = 10_000
    timeout_s: Dwell = 3600.0

    @property
    def each_s(self) -> float:
        """What `--seconds` sets."""
        return self.timeout_s

    def load_s(self, users: int) -> float:
        """How long one repeat is under load at most."""
        return math.ceil(self.timeout_s)

    def mistakes(self, users: int) -> Iterator[Mistake]:
        """Nothing contradicts itself."""
        yield from ()


class DepthSweep(Protocol, frozen=True, forbid_unknown_fields=True, tag_field="name", tag="queue-depth-sweep"):
    """Storage I/O with so many I/Os outstanding a thread, then more, each for the dwell time.

    All depths are gone through in each pass, the passes for each block size. depths: outstanding per thread.
    blocks_kb: KiB of one I/O; none is the workload's own.
    """

    title: ClassVar[str] = "queue-depth sweep"

    depths: Annotated[tuple[Depth, ...], Meta(min_length=1, max_length=100)] = (1, 2, 4, 8, 16, 32)
    passes: Annotated[tuple[Passes, ...], Meta(min_length=1, max_length=10)] = ("read", "write")
    blocks_kb: Annotated[tuple[BlockKb, ...], Meta(max_length=20)] = ()
    settle_s: Seconds = 2.0
    dwell_s: Dwell = 60.0

    @property
    def each_s(self) -> float:
        """What `--seconds` sets."""
        return self.dwell_s

    @property
    def parts(self) -> int:
        """How often all depths are gone through: each block size, each pass."""
        return len(self.passes) * max(len(self.blocks_kb), 1)

    def load_s(self, users: int) -> float:
        """How long one repeat is under load."""
        return self.parts * len(self.depths) * (math.ceil(self.settle_s) + math.ceil(self.dwell_s))

    def mistakes(self, users: int) -> Iterator[Mistake]:
        """What contradicts itself."""
        if self.parts * len(self.depths) > MOST_STEPS:
            yield Mistake(("plan", "depths"), "expected at most {most_steps:,} steps", most_steps=MOST_STEPS)
        if len(set(self.depths)) < len(self.depths):
            yield Mistake(("plan", "depths"), "a depth is named twice; use repeats to run it again")


Plan = TimedRun | UserSweep | LatencyLimit | RateSweep | Race | DepthSweep
Order = Literal["auto", "together", "alternating", "one at a time"]


def length_s(plan: Plan, users: int, *, stints: int = 1) -> float:
    """How long a whole run lasts at most, without building and restoring. stints: how often a load is on in a repeat
    (alternating systems are loaded one after the other)."""
    number = plan.repeats * stints
    load_s = plan.load_s(users) + math.ceil(plan.idle_s)
    return number * load_s + (number - 1) * math.ceil(plan.rest_s)
