# SPDX-License-Identifier: Apache-2.0
"""Base of plans, which define the duration, number of users and repeats of a load."""

import abc
import math
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Annotated, ClassVar, Literal, Self

import msgspec
from msgspec import Meta

from app.model.form import FormField, marked
from app.model.messages import Sentence
from app.model.mistakes import Mistake
from app.model.steps import IoPass, PlanSteps, StepLimit, TurnLoad

if TYPE_CHECKING:
    from app.model.scenario import Scenario
    from app.model.workloads import StorageIo

Seconds = Annotated[float, Meta(ge=0, le=86_400)]
Users = Annotated[int, Meta(ge=1, le=1000)]
Seed = Annotated[int, Meta(ge=0, le=2**31 - 1)]
Order = Literal["auto", "together", "alternating", "one at a time"]


class Results(msgspec.Struct, frozen=True):
    """Kind of a plan's results, for displays, reports and comparisons.

    Pages:

    - "run": one stretch under one load.
    - "levels": charts over the load of each step, and a table of the steps.
    - "depths": storage I/O over its queue depth.
    - "patterns": a table of storage I/O, a row per access pattern.
    - "race": time at which each system completed all orders, with tracks.

    Attributes:
        load: Meaning of a level's load; "" if the plan uses only the workload's load.
        figure: Figure by which systems are compared: throughput, time until completion, or users within the limit.
    """

    page: Literal["run", "levels", "depths", "patterns", "race"] = "run"
    load: Literal["", "users", "rate", "depth"] = ""
    figure: Literal["throughput", "time", "users"] = "throughput"

    @property
    def by_steps(self) -> bool:
        """True if there are steps that differ in load."""
        return self.page in ("levels", "depths", "patterns")


class IoSweep(msgspec.Struct, frozen=True):
    """Storage I/O parameters that a plan sets instead of the workload.

    Attributes:
        blocks_kb: Block sizes in KiB; empty for the workload's own.
        threads: Number of threads; 0 for the workload's own.
        patterns: Names of access patterns, if it also sets the access; depths then apply to all threads together.
    """

    depths: tuple[int, ...]
    passes: tuple[str, ...]
    blocks_kb: tuple[int, ...]
    threads: int = 0
    patterns: tuple[str, ...] = ()


class PlanName:
    """Name of a plan in scenarios, available on the class and on instances."""

    def __get__(self, plan: "Plan | None", kind: "type[Plan]") -> str:
        return str(kind.__struct_config__.tag)


class PlanMeta(msgspec.StructMeta, abc.ABCMeta):
    """Metaclass of structs with abstract methods."""


class Plan(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="name", metaclass=PlanMeta):
    """Base of all plans. A plan is a subclass whose tag is its name in scenarios.

    Attributes:
        title: Display title.
        choice: Text in the editor's list of plans.
        form: Form of its parameters.
        results: Kind of its results.
        workloads: Names of the workloads that it can run; empty for all.
        at_most: Whether the load may end well before load_s.
        seconds_field: Field that `--seconds` sets.
        settle_field: Field that `--seconds` limits to a quarter of the duration.
        ramp_users_per_s: Rate at which users start, one after the other.
        repeats: Number of repeats, each on restored databases.
        rest_s: Idle time between two repeats.
        idle_s: Seconds with databases up and users idle, before the load.
        seed: Seed; 0 draws a new one for every run, which the session records. Each repeat has its own seed, which is
            the same on all systems.
    """

    name: ClassVar = PlanName()
    title: ClassVar[str] = ""
    choice: ClassVar[str] = ""
    form: ClassVar[tuple[FormField, ...]] = ()
    results: ClassVar[Results] = Results()
    workloads: ClassVar[tuple[str, ...]] = ()
    at_most: ClassVar[bool] = False
    seconds_field: ClassVar[str] = "run_s"
    settle_field: ClassVar[str] = ""

    ramp_users_per_s: Annotated[float, Meta(gt=0, le=10_000)] = 10.0
    repeats: Annotated[int, Meta(ge=1, le=100)] = 1
    rest_s: Seconds = 0.0
    idle_s: Seconds = 0.0
    seed: Seed = 0

    # Behavior

    @abc.abstractmethod
    def steps(self, turn: TurnLoad) -> PlanSteps:
        """Yield the steps of one turn in order, receive the result of each, and return the outcome of each system."""

    @abc.abstractmethod
    def load_s(self, users: int) -> float:
        """Return the (maximum) duration of the load in one repeat, for this many users of each target."""

    def io_passes(self, work: "StorageIo") -> Sequence[IoPass]:
        """Return the kinds of I/O that it runs one after the other, each in separate turns."""
        return ()

    def mistakes(self, scenario: "Scenario") -> Iterator[Mistake]:
        """Yield contradictions within the plan and between it and the rest of the scenario."""
        return pacing_mistakes(scenario)

    # Properties used by other packages

    @property
    def limit(self) -> StepLimit | None:
        """Latency limit for its steps."""
        return None

    @property
    def io_sweep(self) -> IoSweep | None:
        """Storage I/O parameters that it sets."""
        return None

    @property
    def window(self) -> Literal["whole", "fixed", "steady"]:
        """Part of the measured time from which results are computed."""
        return "whole"

    @property
    def orders(self) -> int:
        """Number of orders that each system must complete; 0 for no limit."""
        return 0

    @property
    def measured_s(self) -> float:
        """Measured seconds of a turn without steps; 0 for a plan with steps."""
        return 0.0

    @property
    def arrivals(self) -> bool:
        """True if it sets arrival rates, so that all systems process the same orders."""
        return False

    @property
    def changes_load(self) -> bool:
        """True if the load changes while it is measured, so that each part has separate figures."""
        return False

    @property
    def sets_users(self) -> bool:
        """True if it sets the number of users, regardless of the workload's."""
        return self.results.load == "users" and not self.arrivals

    @property
    def stays_connected(self) -> bool:
        """True if all users that it needs, including idle ones, stay connected from the first second on."""
        return False

    @property
    def users_begin_per_s(self) -> float:
        """New users per second; 0 if all begin at once."""
        return self.ramp_users_per_s

    def users_needed(self, users: int) -> int:
        """Return the number of users of each target that it certainly needs, given the workload's number."""
        return users

    def ramp_s(self, users: int) -> float:
        """Return the seconds until the last of this many new users has begun."""
        return max(users - 1, 0) / self.ramp_users_per_s

    @property
    def each_s(self) -> float:
        """Duration that `--seconds` sets."""
        return float(getattr(self, self.seconds_field))

    def lasting(self, seconds: float) -> Self:
        """Return the plan with the duration of `--seconds`."""
        changed = {self.seconds_field: seconds}
        if self.settle_field and getattr(self, self.settle_field) > seconds / 4:
            changed[self.settle_field] = round(seconds / 4, 1)
        return msgspec.structs.replace(self, **changed)

    # Text

    def description(self) -> Sentence:
        """Return a description of the plan with its parameters, for the report."""
        return Sentence(text=self.title)

    def length_text(self, users: int, duration: Callable[[float], str]) -> Sentence:
        """Return the duration of the plan for the start dialog.

        Args:
            users: Number of users of each target.
            duration: Function that formats seconds.
        """
        return Sentence(text=marked("{plan}, at most {length}"), values={**self._values(users, duration)})

    def summary(self, users: int, duration: Callable[[float], str]) -> Sentence:
        """Return the plan in one line, for the side bar.

        Args:
            users: Number of users of each target.
            duration: Function that formats seconds.
        """
        line = Sentence(text=marked("{plan} · at most {length}"), values={**self._values(users, duration)})
        if self.repeats == 1:
            return line
        values: dict[str, int | Sentence] = {"plan": line, "repeats": self.repeats}
        return Sentence(text=marked("{plan} · {repeats}\u00a0repeats"), values={**values})

    def _values(self, users: int, duration: Callable[[float], str]) -> dict[str, str | Sentence]:
        return {"plan": Sentence(text=self.title), "length": duration(self.load_s(users))}


def pacing_mistakes(scenario: "Scenario") -> Iterator[Mistake]:
    """Yield the errors in the pacing of a scenario whose plan uses it."""
    pacing = scenario.pacing
    if pacing.loop == "open" and pacing.rate == 0:
        yield Mistake(("pacing",), 'loop = "open" needs a rate (orders per second and target) above 0')
    elif pacing.loop == "closed" and pacing.rate > 0:
        yield Mistake(("pacing", "rate"), 'a rate needs loop = "open"')


def length_s(plan: Plan, users: int, *, turns: int = 1) -> float:
    """Return the maximum duration of a whole run, without building and restoring.

    Args:
        plan: Plan of the run.
        users: Number of users of each target.
        turns: Loads per repeat (alternating systems are loaded one after the other).
    """
    number = plan.repeats * turns
    load_s = plan.load_s(users) + math.ceil(plan.idle_s)
    return number * load_s + (number - 1) * math.ceil(plan.rest_s)


OF_EVERY_PLAN = (
    FormField("repeats", "Repeats", "A verdict needs three or more.", marked("times")),
    FormField("rest_s", "Rest", "Idle time between repeats.", "s"),
    FormField("ramp_users_per_s", "Users begin", "Users started per second, one after the other.", "/s", more=True),
    FormField("idle_s", "Idle before", "Databases up, users idle, before the load starts.", "s", more=True),
    FormField(
        "seed", "Seed of the users", "The same number gives the same orders.", empty="a new one each run", more=True
    ),
)
