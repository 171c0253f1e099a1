# SPDX-License-Identifier: Apache-2.0
"""Load profile: pulses, or any load over time, applied to all systems simultaneously."""

import math
import re
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Annotated, ClassVar, Literal, Self

import msgspec
from msgspec import Meta

from app.model.form import FormField, marked
from app.model.messages import Sentence, Value
from app.model.mistakes import Mistake
from app.model.plans import Plan, Results, Seconds
from app.model.steps import MEASURE, LoadChange, LoadPart, PlanSteps, Step, SystemLoad, TurnLoad

if TYPE_CHECKING:
    from app.model.scenario import Scenario

_POINT = r"^([0-9]{1,6}):([0-9]{1,7}(\.[0-9]{1,6})?)$"
Point = Annotated[str, Meta(pattern=_POINT, description='a second and the load there such as "0:4" or "60:32"')]
Level = Annotated[float, Meta(gt=0, le=1_000_000)]
PulseSeconds = Annotated[int, Meta(ge=0, le=86_400)]
MOST_USERS = 1000
MOST_SECONDS = 604_800


class Corner(msgspec.Struct, frozen=True):
    """Point of the profile: the load at a whole second after the start."""

    at_s: int
    level: float


class LoadProfile(Plan, frozen=True, tag="load-profile"):
    """A load that changes over time in the same way on all systems; measured as a whole and by part.

    With pulses, the load is `low` for low_s, rises to `high` within rise_s (0: at once), stays there for high_s, and
    falls within fall_s; this is repeated, and finally the load is `low` again.

    Attributes:
        load: Load that changes: users per target (for storage I/O, I/Os in flight), or orders per second per target in
            the open loop.
        points: Any other load over time instead of pulses, "SECONDS:LOAD", linearly interpolated; two points at the
            same second make a jump.
    """

    title: ClassVar[str] = marked("load profile")
    choice: ClassVar[str] = marked("Load that pulses or ramps")
    results: ClassVar[Results] = Results("run", "users")
    seconds_field: ClassVar[str] = "high_s"
    settle_field: ClassVar[str] = "warmup_s"
    form: ClassVar[tuple[FormField, ...]] = (
        FormField(
            "load",
            "Load",
            "Per target.",
            choices=(("users", marked("Users, or I/Os under way")), ("rate", marked("Orders per second"))),
        ),
        FormField("low", "Low", "Between the pulses."),
        FormField("high", "High", "In a pulse."),
        FormField("low_s", "Low for", "Before each pulse, and after the last.", "s"),
        FormField("high_s", "High for", "In each pulse.", "s"),
        FormField("pulses", "Pulses", "How many.", marked("times")),
        FormField("rise_s", "Rise", "0 = at once.", "s"),
        FormField("fall_s", "Fall", "0 = at once.", "s"),
        FormField("warmup_s", "Warm-up", "Under the first load, not counted yet.", "s"),
        FormField(
            "points",
            "Points",
            "Any other load over time in place of pulses: “0:4, 60:32” is 4 at first and 32 after 60 s.",
            empty="pulses",
            more=True,
            wide=True,
        ),
    )

    load: Literal["users", "rate"] = "users"
    low: Level = 4.0
    high: Level = 32.0
    low_s: PulseSeconds = 30
    high_s: PulseSeconds = 30
    rise_s: PulseSeconds = 0
    fall_s: PulseSeconds = 0
    pulses: Annotated[int, Meta(ge=1, le=1000)] = 5
    warmup_s: Seconds = 30.0
    points: Annotated[tuple[Point, ...], Meta(max_length=1000)] = ()

    @property
    def corners(self) -> list[Corner]:
        """Points in chronological order, between which the profile consists of straight lines."""
        if self.points:
            found = [re.fullmatch(_POINT, point) for point in self.points]
            return [Corner(int(one[1]), float(one[2])) for one in found if one is not None]
        at_s, corners = 0, [Corner(0, self.low)]
        for _ in range(self.pulses):
            for seconds, level in (
                (self.low_s, self.low), (self.rise_s, self.high), (self.high_s, self.high), (self.fall_s, self.low),
            ):  # fmt: skip
                at_s += seconds
                corners.append(Corner(at_s, level))
        return [*corners, Corner(at_s + self.low_s, self.low)]

    @property
    def length_s(self) -> int:
        """Duration of the profile in seconds."""
        return max((corner.at_s for corner in self.corners), default=0)

    @property
    def measured_s(self) -> float:
        return self.length_s

    @property
    def arrivals(self) -> bool:
        return self.load == "rate"

    @property
    def changes_load(self) -> bool:
        return True

    @property
    def stays_connected(self) -> bool:
        return self.load == "users"

    @property
    def users_begin_per_s(self) -> float:
        """Zero: the profile defines when users start."""
        return 0.0

    def users_needed(self, users: int) -> int:
        if self.load == "rate":
            return users
        return max(1, *(round(corner.level) for corner in self.corners))

    def steps(self, turn: TurnLoad) -> PlanSteps:
        """Run one step whose load changes at whole seconds. The outcome is orders per second."""
        changes = self._changes(turn.users)
        first = (changes[0].load,) * turn.systems
        if self.warmup_s > 0:
            yield Step("warm-up", self.warmup_s, first)
        result = yield Step(MEASURE, self.length_s, first, changes=tuple(changes), parts=tuple(self._parts()))
        return tuple({"orders_per_s": one.orders_per_s if one else None} for one in result.systems)

    def _changes(self, users: int) -> list[LoadChange]:
        """Return the changes of load since the start; on a slope, each second has the load at its middle."""
        changes: list[LoadChange] = []
        for second in range(self.length_s):
            level = self._level(second + 0.5)
            load = SystemLoad(users, level) if self.load == "rate" else SystemLoad(round(level))
            if not changes or changes[-1].load != load:
                changes.append(LoadChange(second, load))
        return changes

    def _level(self, at_s: float) -> float:
        for begin, end in pairwise(self.corners):
            if begin.at_s < at_s < end.at_s:
                return begin.level + (end.level - begin.level) * (at_s - begin.at_s) / (end.at_s - begin.at_s)
        return self.corners[-1].level

    def _parts(self) -> Iterator[LoadPart]:
        """Yield a part for each straight line of the profile, named after its kind."""
        levels = [corner.level for corner in self.corners]
        for begin, end in _lines(self.corners):
            if begin.level != end.level:
                name = "rise" if end.level > begin.level else "fall"
            elif begin.level in (min(levels), max(levels)):
                name = "low" if begin.level == min(levels) else "high"
            else:
                name = f"{begin.level:g}"
            yield LoadPart(name, begin.at_s, end.at_s)

    def load_s(self, users: int) -> float:
        return math.ceil(self.warmup_s) + self.length_s

    def lasting(self, seconds: float) -> Self:
        """Return a copy in which each pulse, and the load between pulses, lasts this long."""
        whole = max(round(seconds), 1)
        return msgspec.structs.replace(Plan.lasting(self, whole), high_s=whole, low_s=whole)

    def mistakes(self, scenario: "Scenario") -> Iterator[Mistake]:
        if scenario.pacing.loop == "open" or scenario.pacing.rate > 0:
            yield Mistake(("pacing",), 'the plan sets the load of a load profile: load = "rate" is the open loop')
        corners, place = self.corners, ("plan", "points" if self.points else "high")
        if self.load == "users":
            for corner in corners:
                if corner.level != round(corner.level) or not 1 <= corner.level <= MOST_USERS:
                    yield Mistake(
                        place, "expected whole numbers of users from 1 to {most:,}, found {level:g}",
                        most=MOST_USERS, level=corner.level,
                    )  # fmt: skip
                    break
        if any(corner.level <= 0 for corner in corners):
            yield Mistake(place, "expected loads above 0")
        if self.points and (corners[0].at_s != 0 or any(a.at_s > b.at_s for a, b in pairwise(corners))):
            yield Mistake(place, "expected the seconds of the points to begin with 0 and to rise")
        if not self.points and self.low >= self.high:
            yield Mistake(place, "expected low below high, found {low:g} and {high:g}", low=self.low, high=self.high)
        if not 1 <= self.length_s <= MOST_SECONDS:
            yield Mistake(
                ("plan", "points" if self.points else "high_s"),
                "expected a load profile of 1 s to {most:,} s, found {length:,} s", most=MOST_SECONDS,
                length=self.length_s,
            )  # fmt: skip

    def description(self) -> Sentence:
        levels = [corner.level for corner in self.corners]
        values: dict[str, Value | Sentence | list[Sentence]] = {
            "low": f"{min(levels):g}", "high": f"{max(levels):g}", "pulses": self.pulses, "seconds": self.high_s,
            "points": len(self.points),
            "load": Sentence(text=marked("orders/s") if self.load == "rate" else marked("users")),
        }  # fmt: skip
        if self.points:
            text = marked("load profile of {points} points, {low} to {high} {load} per target")
        elif self.pulses == 1:
            text = marked("load profile, from {low} to {high} {load} per target for {seconds} s and back")
        else:
            text = marked("load profile, {pulses} pulses of {seconds} s from {low} to {high} {load} per target")
        return Sentence(text=text, values=values)

    def _values(self, users: int, duration: Callable[[float], str]) -> dict[str, str | Sentence]:
        return {**Plan._values(self, users, duration), "plan": self.description()}


def _lines(corners: Sequence[Corner]) -> Iterator[tuple[Corner, Corner]]:
    """Yield the straight lines of nonzero length; consecutive lines with the same load are merged."""
    begin: Corner | None = None
    end: Corner | None = None
    for one, other in pairwise(corners):
        if one.at_s == other.at_s:
            continue
        if begin is not None and end is not None:
            if begin.level == end.level == one.level == other.level:
                end = other
                continue
            yield begin, end
        begin, end = one, other
    if begin is not None and end is not None:
        yield begin, end
