# SPDX-License-Identifier: Apache-2.0
"""What a plan is: how long, with how many users, how often. Each is one module of app/plans, or of a package from
elsewhere, and one class: its parameters, its steps, its words, its form, and what its results are."""

import abc
import math
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Annotated, ClassVar, Literal, Self

import msgspec
from msgspec import Meta

from app.model.form import FormField, marked
from app.model.messages import Sentence
from app.model.mistakes import Mistake
from app.model.steps import IoPass, Limit, PlanSteps, TurnLoad

if TYPE_CHECKING:
    from app.model.scenario import Scenario
    from app.model.workloads import StorageIo

Seconds = Annotated[float, Meta(ge=0, le=86_400)]
Users = Annotated[int, Meta(ge=1, le=1000)]
Seed = Annotated[int, Meta(ge=0, le=2**31 - 1)]
Order = Literal["auto", "together", "alternating", "one at a time"]


class Results(msgspec.Struct, frozen=True):
    """What the results of a plan are, for those who show, print and compare them.

    page: "run": one stretch under one load. "levels": charts over the load of each step, and a table of the steps.
    "depths": storage I/O over its queue depth. "patterns": a table of storage I/O, a row an access pattern. "race": who
    has done all orders first, with tracks.
    load: what a level's load is; "": there is only the workload's own. figure: what systems are compared by:
    throughput, the time until all was done, or the users that kept a limit.
    """

    page: Literal["run", "levels", "depths", "patterns", "race"] = "run"
    load: Literal["", "users", "rate", "depth"] = ""
    figure: Literal["throughput", "time", "users"] = "throughput"

    @property
    def by_steps(self) -> bool:
        """Whether there are steps that differ in load."""
        return self.page in ("levels", "depths", "patterns")


class IoSweep(msgspec.Struct, frozen=True):
    """What a plan sets of storage I/O instead of the workload. blocks_kb: none is the workload's own. threads: 0 is
    the workload's own. patterns: their names, where it sets the access too; depths are then of all threads together."""

    depths: tuple[int, ...]
    passes: tuple[str, ...]
    blocks_kb: tuple[int, ...]
    threads: int = 0
    patterns: tuple[str, ...] = ()


class PlanName:
    """As scenarios call a plan, asked of the class or of one with its parameters."""

    def __get__(self, plan: "Plan | None", kind: "type[Plan]") -> str:
        return str(kind.__struct_config__.tag)


class PlanMeta(msgspec.StructMeta, abc.ABCMeta):
    """Of structs that must have what is abstract here."""


class Plan(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="name", metaclass=PlanMeta):
    """What all plans share. A plan is a subclass with a tag, its name in scenarios.

    ramp_users_per_s: users begin one after the other at this rate. repeats: how often everything is run, each time on
    databases that were restored. rest_s: idle time between two repeats. idle_s: databases up, users idle, before the
    load. seed 0: a fresh one for every run, recorded in the session; each repeat has its own, equal on all systems.

    What each one says of itself: title, for people. choice: its line in the editor's list. form: its own fields.
    results: what they are. workloads: the only ones that it can run, by name; none: all. at_most: it may well end
    before load_s. seconds_field: what `--seconds` sets; settle_field is shortened to a quarter of it.
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

    # What it does

    @abc.abstractmethod
    def steps(self, turn: TurnLoad) -> PlanSteps:
        """The steps of one turn, in their order; each one's result is sent in, and what was found out is returned."""

    @abc.abstractmethod
    def load_s(self, users: int) -> float:
        """How long one repeat is under load (at most). users: of each target."""

    def io_passes(self, work: "StorageIo") -> Sequence[IoPass]:
        """The kinds of I/O that it goes through one after the other, each in turns of their own."""
        return ()

    def mistakes(self, scenario: "Scenario") -> Iterator[Mistake]:
        """What contradicts itself, or what else the scenario says."""
        return pacing_mistakes(scenario)

    # What the rooms ask of it

    @property
    def limit(self) -> Limit | None:
        """The latency that its steps are to keep."""
        return None

    @property
    def io_sweep(self) -> IoSweep | None:
        """What it sets of storage I/O."""
        return None

    @property
    def window(self) -> Literal["whole", "fixed", "steady"]:
        """The part of a measured stretch that results are made of."""
        return "whole"

    @property
    def orders(self) -> int:
        """How many each system has to do; 0: there is no end of them."""
        return 0

    @property
    def measured_s(self) -> float:
        """How long a turn is measured, where that is one stretch; 0 of steps."""
        return 0.0

    @property
    def arrivals(self) -> bool:
        """Whether it sets rates of arrivals, so that all systems are to do the same orders."""
        return False

    @property
    def changes_load(self) -> bool:
        """Whether the load changes within what is measured, so that its parts have figures by themselves."""
        return False

    @property
    def sets_users(self) -> bool:
        """Whether it says how many users there are, whatever the workload's own number."""
        return self.results.load == "users" and not self.arrivals

    @property
    def stays_connected(self) -> bool:
        """Whether all users that it needs are connected from the first second on, those that have nothing to do too."""
        return False

    @property
    def users_begin_per_s(self) -> float:
        """How many new users begin each second; 0: all at once."""
        return self.ramp_users_per_s

    def users_needed(self, users: int) -> int:
        """How many users of each target it needs for sure. users: of the workload."""
        return users

    def ramp_s(self, users: int) -> float:
        """How long until the last of so many new users has begun."""
        return max(users - 1, 0) / self.ramp_users_per_s

    @property
    def each_s(self) -> float:
        """What `--seconds` sets."""
        return float(getattr(self, self.seconds_field))

    def lasting(self, seconds: float) -> Self:
        """The same plan where `--seconds` is given."""
        changed = {self.seconds_field: seconds}
        if self.settle_field and getattr(self, self.settle_field) > seconds / 4:
            changed[self.settle_field] = round(seconds / 4, 1)
        return msgspec.structs.replace(self, **changed)

    # Its texts

    def description(self) -> Sentence:
        """What it is, with what is its own: the report's line."""
        return Sentence(text=self.title)

    def length_text(self, users: int, duration: Callable[[float], str]) -> Sentence:
        """How long it lasts: the start dialog's words. duration: seconds as they are written there."""
        return Sentence(text=marked("{plan}, at most {length}"), values={**self._values(users, duration)})

    def summary(self, users: int, duration: Callable[[float], str]) -> Sentence:
        """The plan in a line: the side bar's."""
        line = Sentence(text=marked("{plan} · at most {length}"), values={**self._values(users, duration)})
        if self.repeats == 1:
            return line
        values: dict[str, int | Sentence] = {"plan": line, "repeats": self.repeats}
        return Sentence(text=marked("{plan} · {repeats}\u00a0repeats"), values={**values})

    def _values(self, users: int, duration: Callable[[float], str]) -> dict[str, str | Sentence]:
        return {"plan": Sentence(text=self.title), "length": duration(self.load_s(users))}


def pacing_mistakes(scenario: "Scenario") -> Iterator[Mistake]:
    """Of a plan that takes the pacing of the scenario."""
    pacing = scenario.pacing
    if pacing.loop == "open" and pacing.rate == 0:
        yield Mistake(("pacing",), 'loop = "open" needs a rate (orders per second and target) above 0')
    elif pacing.loop == "closed" and pacing.rate > 0:
        yield Mistake(("pacing", "rate"), 'a rate needs loop = "open"')


def length_s(plan: Plan, users: int, *, turns: int = 1) -> float:
    """How long a whole run lasts at most, without building and restoring. turns: how often a load is on in a repeat
    (alternating systems are loaded one after the other)."""
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
