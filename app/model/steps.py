# SPDX-License-Identifier: Apache-2.0
"""The steps of a plan: what the engine is asked to do, and what it answers with."""

from collections.abc import Generator, Mapping
from dataclasses import dataclass, field
from math import isnan, nan
from typing import Literal

import msgspec

from app.model.documents import StepIo

MEASURE = "measure"
Figure = Literal["mean", "p90", "p95", "p99"]
ORDER = "order"
"""The whole order, among the operations."""


class SystemLoad(msgspec.Struct, frozen=True):
    """users: virtual users of each target. rate: orders a second a target in the open loop, 0 in the closed one."""

    users: int
    rate: float = 0.0


class IoPass(msgspec.Struct, frozen=True):
    """I/Os of one kind, of a plan that goes through several kinds one after the other.

    number: in its repeat, from 0. name: "read" or "write". label: for people. block_kb, access, threads, outstanding
    (of each thread): 0 and "" are the workload's own.
    """

    number: int
    name: str
    block_kb: int
    read_percent: float
    label: str
    access: Literal["", "random", "sequential"] = ""
    threads: int = 0
    outstanding: int = 0


class TurnLoad(msgspec.Struct, frozen=True):
    """What a plan has to load in one turn. systems: how many at once. users, rate: of each target, as the workload and
    the pacing ask. threads: of each target, of storage I/O; 0: none. io_pass: which of the plan's, where it has any.
    more_turns: other systems have turns of their own, so that a window can't be chosen for all of them here.
    """

    systems: int
    users: int = 1
    rate: float = 0.0
    threads: int = 0
    io_pass: IoPass | None = None
    more_turns: bool = False


class Limit(msgspec.Struct, frozen=True):
    """A latency that is to hold. most_errors: for each order; least_orders: fewer tell nothing."""

    figure: Figure
    operation: str
    limit_s: float
    least_orders: int = 30
    most_errors: float = 0.01

    @property
    def metric(self) -> str:
        """The name of the latency among a run's figures: "order p95"."""
        return f"{self.operation} {self.figure}"


class MeasuredWindow(msgspec.Struct, frozen=True):
    """What a measuring step's results are made of, seconds since the step began. steady: found by the rule."""

    from_s: float
    to_s: float
    steady: bool = False


class LoadChange(msgspec.Struct, frozen=True):
    """From a whole second of a step on, counted from its begin, every system at work has this load."""

    at_s: int
    load: SystemLoad


class LoadPart(msgspec.Struct, frozen=True):
    """A part of a step whose load changes, seconds since the step began. name: "low", "high", "rise", "fall", or its
    level; parts of the same name are told together."""

    name: str
    from_s: int
    to_s: int


class Step(msgspec.Struct, frozen=True):
    """One stretch of a run, at the same time on every system.

    phase: its name on the time axis; "measure" is the one that results are made of. seconds: how long it lasts (of a
    race: at most). loads: of each system present, None: it is idle. number: of the plan's dwells, from 0.
    limit: what is judged of it. orders: of each system, after which it is idle; 0: it works all the time.
    window: None is the whole step. name: what a person calls it, "" for its load. io: of storage I/O, which.
    changes: of the load within it, the first at its begin; none: it stays. parts: of a step whose load changes.
    """

    phase: str
    seconds: float
    loads: tuple[SystemLoad | None, ...]
    number: int = 0
    limit: Limit | None = None
    orders: int = 0
    window: MeasuredWindow | None = None
    name: str = ""
    io: StepIo = StepIo()
    changes: tuple[LoadChange, ...] = ()
    parts: tuple[LoadPart, ...] = ()

    def mean_load(self, load: SystemLoad) -> tuple[float, float]:
        """Users and rate of each target, the mean over the step. load: that it begins with."""
        if not self.changes:
            return load.users, load.rate
        ends_s = [*(change.at_s for change in self.changes[1:]), self.seconds]
        spans = [(end_s - change.at_s, change.load) for change, end_s in zip(self.changes, ends_s, strict=True)]
        users = sum(seconds * one.users for seconds, one in spans) / self.seconds
        return users, sum(seconds * one.rate for seconds, one in spans) / self.seconds

    @property
    def measured(self) -> bool:
        """Whether results are made of it."""
        return self.phase == MEASURE


class Latency(msgspec.Struct, frozen=True):
    """Of one operation, in seconds; NaN where there was none.

    censored: calls that were still under way at the end, much longer than usual; oldest_s: the age of the oldest.
    at_least: the figures that these could change ("mean", "p95"): the true one is not below. could_reach_s: the
    largest value that a figure may have once they have ended, where that is not the figure itself
    (app/model/censoring.py).
    """

    count: int
    mean_s: float
    p50_s: float
    p90_s: float
    p95_s: float
    p99_s: float
    max_s: float
    censored: int = 0
    oldest_s: float = nan
    at_least: tuple[str, ...] = ()
    could_reach_s: Mapping[str, float] = {}

    def figure_s(self, figure: Figure) -> float:
        """Return one of them by name."""
        return {"mean": self.mean_s, "p90": self.p90_s, "p95": self.p95_s, "p99": self.p99_s}[figure]


@dataclass(frozen=True, slots=True)
class SystemResult:
    """What a step gave on one system, over `seconds`.

    finished_s: when the step's number of orders was done, since the step began; None where it was not, or none is set.
    held_up: users that did nothing but wait for one call during most of it.
    """

    load: SystemLoad
    seconds: float
    orders: int
    rollbacks: int = 0
    errors: int = 0
    operations: Mapping[str, Latency] = field(default_factory=dict)
    finished_s: float | None = None
    held_up: int = 0

    @property
    def orders_per_s(self) -> float:
        """Throughput."""
        return self.orders / self.seconds if self.seconds > 0 else 0.0


class StepResult(msgspec.Struct, frozen=True):
    """What a step gave. systems: of each one present; None of an idle one, and of a step that measures nothing."""

    seconds: float
    systems: tuple[SystemResult | None, ...]


Outcome = Mapping[str, int | float | str | bool | None]
"""What a plan found out about one system, for its "plan result" document."""

LimitBroken = Literal["", "too few orders", "errors", "latency", "open calls"]
"""Why a step did not keep its limit."""

PlanSteps = Generator[Step, StepResult, tuple[Outcome, ...]]


def limit_broken(limit: Limit, result: SystemResult) -> LimitBroken:
    """Return why a step did not keep the limit; "" where it did.

    It takes enough orders, hardly an error, and a figure within the limit that calls still open cannot carry above it.
    """
    latency = result.operations.get(limit.operation)
    if latency is None or latency.count == 0 or result.orders < limit.least_orders:
        return "too few orders"
    if result.errors > limit.most_errors * result.orders:
        return "errors"
    value_s = latency.figure_s(limit.figure)
    if isnan(value_s):
        return "too few orders"
    if value_s > limit.limit_s:
        return "latency"
    return "open calls" if latency.could_reach_s.get(limit.figure, value_s) > limit.limit_s else ""
