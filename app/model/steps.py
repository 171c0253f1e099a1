# SPDX-License-Identifier: Apache-2.0
"""Steps of a plan, which are instructions to the engine, and their results."""

from collections.abc import Generator, Mapping
from dataclasses import dataclass, field
from math import isnan, nan
from typing import Literal

import msgspec

from app.model.documents import StepIo

MEASURE = "measure"
Figure = Literal["mean", "p90", "p95", "p99"]
ORDER = "order"
"""Key of the whole order among the operations."""


class SystemLoad(msgspec.Struct, frozen=True):
    """Load of a system.

    Attributes:
        users: Virtual users of each target.
        rate: Orders per second and target in the open loop; 0 in the closed loop.
    """

    users: int
    rate: float = 0.0


class IoPass(msgspec.Struct, frozen=True):
    """I/Os of one kind, in a plan that runs several kinds one after another.

    The values 0 and "" stand for those of the workload.

    Attributes:
        number: Index of the pass in its repeat, from 0.
        name: "read" or "write".
        label: Display name.
        outstanding: I/Os in flight per thread.
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
    """Load of one turn as given to a plan.

    Attributes:
        systems: Number of systems under load at the same time.
        users: Number of users of each target that the workload requests.
        rate: Rate of each target that the pacing requests.
        threads: Storage I/O threads of each target; 0 if there are none.
        io_pass: Current one of the plan's passes, if it has any.
        more_turns: Whether other systems have separate turns, so that a common window cannot be chosen here.
    """

    systems: int
    users: int = 1
    rate: float = 0.0
    threads: int = 0
    io_pass: IoPass | None = None
    more_turns: bool = False


class StepLimit(msgspec.Struct, frozen=True):
    """Latency limit.

    Attributes:
        most_errors: Maximum number of errors per order.
        least_orders: Number of orders below which a step is inconclusive.
    """

    figure: Figure
    operation: str
    limit_s: float
    least_orders: int = 30
    most_errors: float = 0.01

    @property
    def metric(self) -> str:
        """Name of the latency among a run's figures: "order p95"."""
        return f"{self.operation} {self.figure}"


class MeasuredWindow(msgspec.Struct, frozen=True):
    """Window of a measured step from which its results are computed, in seconds since the step began.

    Attributes:
        steady: Whether the window was found by the steady-state rule.
    """

    from_s: float
    to_s: float
    steady: bool = False


class LoadChange(msgspec.Struct, frozen=True):
    """New load on every active system, from a whole second in a step."""

    at_s: int
    load: SystemLoad


class LoadPart(msgspec.Struct, frozen=True):
    """Part of a step whose load changes, in seconds since the step began.

    Attributes:
        name: "low", "high", "rise", "fall", or its level; parts of the same name are reported together.
    """

    name: str
    from_s: int
    to_s: int


class Step(msgspec.Struct, frozen=True):
    """Part of a run, simultaneous on all systems.

    Attributes:
        phase: Name on the time axis; results are computed from "measure".
        seconds: Duration, or maximum duration of a race.
        loads: Load of each system present; None for an idle system.
        number: Index among the plan's dwells, from 0.
        limit: Limit applied to its results.
        orders: Number of orders after which each system is idle; 0 for no limit.
        window: Part from which results are computed; None for the whole step.
        name: Display name; if "", its load is shown.
        io: Storage I/O parameters.
        changes: Changes of the load within the step, the first at its start; empty for a constant load.
        parts: Parts of a step whose load changes.
    """

    phase: str
    seconds: float
    loads: tuple[SystemLoad | None, ...]
    number: int = 0
    limit: StepLimit | None = None
    orders: int = 0
    window: MeasuredWindow | None = None
    name: str = ""
    io: StepIo = StepIo()
    changes: tuple[LoadChange, ...] = ()
    parts: tuple[LoadPart, ...] = ()

    def mean_load(self, load: SystemLoad) -> tuple[float, float]:
        """Return the users and rate of each target, averaged over the step, given its initial load."""
        if not self.changes:
            return load.users, load.rate
        ends_s = [*(change.at_s for change in self.changes[1:]), self.seconds]
        spans = [(end_s - change.at_s, change.load) for change, end_s in zip(self.changes, ends_s, strict=True)]
        users = sum(seconds * one.users for seconds, one in spans) / self.seconds
        return users, sum(seconds * one.rate for seconds, one in spans) / self.seconds

    @property
    def measured(self) -> bool:
        """True if results are computed from the step."""
        return self.phase == MEASURE


class Latency(msgspec.Struct, frozen=True):
    """Latency of one operation, in seconds; NaN if there was no call.

    Attributes:
        censored: Number of calls still in flight at the end for much longer than usual.
        oldest_s: Age of the oldest of these calls.
        at_least: Figures that these could raise ("mean", "p95"), and that are therefore lower bounds.
        could_reach_s: Largest possible value of each figure once they have ended, if it differs from the figure
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
        """Return a figure by name."""
        return {"mean": self.mean_s, "p90": self.p90_s, "p95": self.p95_s, "p99": self.p99_s}[figure]


@dataclass(frozen=True, slots=True)
class StepSystemResult:
    """Results of one system in a step, over `seconds`.

    Attributes:
        finished_s: Seconds from the start of the step until its number of orders was completed; None if it was not, or
            if no number is set.
        held_up: Number of users that waited for a single call during most of the step.
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
        return self.orders / self.seconds if self.seconds > 0 else 0.0


class StepOutcome(msgspec.Struct, frozen=True):
    """Results of a step.

    Attributes:
        systems: Results of each system present; None for an idle system, or if the step is not measured.
    """

    seconds: float
    systems: tuple[StepSystemResult | None, ...]


Outcome = Mapping[str, int | float | str | bool | None]
"""Result of a plan for one system, for its "plan result" document."""

LimitBroken = Literal["", "too few orders", "errors", "latency", "open calls"]
"""Reason why a step did not meet its limit."""

PlanSteps = Generator[Step, StepOutcome, tuple[Outcome, ...]]


def limit_broken(limit: StepLimit, result: StepSystemResult) -> LimitBroken:
    """Return why a step did not meet the limit, or "" if it did.

    To meet it, a step needs enough orders, few errors, and a figure within the limit that open calls cannot raise above
    it.
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
