# SPDX-License-Identifier: Apache-2.0
"""Timed run: ramp, warm-up, run time."""

import math
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Annotated, ClassVar, Literal

from msgspec import Meta

from app.model.form import FormField, marked
from app.model.messages import Sentence
from app.model.mistakes import Mistake
from app.model.plans import Plan, Seconds
from app.model.steps import MEASURE, MeasuredWindow, PlanSteps, Step, SystemLoad, TurnLoad

if TYPE_CHECKING:
    from app.model.scenario import Scenario

DESCRIPTIONS = {
    "whole": marked("timed run"),
    "fixed": marked("timed run, fixed window"),
    "steady": marked("timed run, steady part wanted"),
}


class TimedRun(Plan, frozen=True, tag="timed"):
    """Ramp, warm-up, then the run time.

    Attributes:
        window: Part from which results are computed. whole: the run time. fixed: from window_from_s to window_to_s
            after the load started. steady: the part of the run time found by the steady-state rule
            (app/analysis/steady.py).
    """

    title: ClassVar[str] = marked("timed run")
    choice: ClassVar[str] = marked("For a fixed time")
    seconds_field: ClassVar[str] = "run_s"
    settle_field: ClassVar[str] = "warmup_s"
    form: ClassVar[tuple[FormField, ...]] = (
        FormField("warmup_s", "Warm-up", "Under load, not counted yet.", "s"),
        FormField("run_s", "Run time", "The part of the run that counts.", "s"),
        FormField(
            "window",
            "Counted",
            "",
            more=True,
            choices=(("whole", "The whole run time"), ("steady", "Steady state"), ("fixed", "From … to …")),
        ),
        FormField(
            "window_from_s", "Counted from", "Since the load began.", "s", more=True, when=("window", ("fixed",))
        ),
        FormField("window_to_s", "Counted to", "Since the load began.", "s", more=True, when=("window", ("fixed",))),
    )

    warmup_s: Seconds = 60.0
    run_s: Annotated[float, Meta(ge=1, le=604_800)] = 300.0
    window: Literal["whole", "fixed", "steady"] = "whole"
    window_from_s: Annotated[float, Meta(ge=0, le=604_800)] = 0.0
    window_to_s: Annotated[float, Meta(ge=0, le=604_800)] = 0.0

    def steps(self, turn: TurnLoad) -> PlanSteps:
        """Run ramp, warm-up and run time; a step of zero length is skipped. The outcome is orders per second.

        A steady window must be the same on all systems; if other turns follow, the whole run time is recorded, and
        readers of the session find the window.
        """
        loads = (SystemLoad(turn.users, turn.rate),) * turn.systems
        position_s = 0
        for phase, seconds in (("ramp", self.ramp_s(turn.users)), ("warm-up", self.warmup_s)):
            if seconds > 0:
                yield Step(phase, seconds, loads)
                position_s += math.ceil(seconds)
        window = None
        if self.window == "steady" and not turn.more_turns:
            window = MeasuredWindow(0.0, math.ceil(self.run_s), steady=True)
        elif self.window == "fixed":
            window = MeasuredWindow(self.window_from_s - position_s, self.window_to_s - position_s)
        result = yield Step(MEASURE, self.run_s, loads, window=window)
        return tuple({"orders_per_s": one.orders_per_s if one else None} for one in result.systems)

    def load_s(self, users: int) -> float:
        """Return how many seconds one repeat is under load, in whole steps."""
        return math.ceil(self.ramp_s(users)) + math.ceil(self.warmup_s) + math.ceil(self.run_s)

    @property
    def measured_s(self) -> float:
        return math.ceil(self.run_s)

    def mistakes(self, scenario: "Scenario") -> Iterator[Mistake]:
        yield from Plan.mistakes(self, scenario)
        users = scenario.workload.users
        begin_s = math.ceil(self.ramp_s(users)) + math.ceil(self.warmup_s)
        if self.window != "fixed":
            if self.window_from_s or self.window_to_s:
                yield Mistake(("plan", "window"), 'window_from_s and window_to_s need window = "fixed"')
        elif not begin_s <= self.window_from_s < self.window_to_s <= self.load_s(users):
            yield Mistake(
                ("plan", "window"),
                "a fixed window lies in the run time, {begin:g} to {end:g} s after the load began, found {from_s:g} to "
                "{to_s:g} s",
                begin=begin_s,
                end=self.load_s(users),
                from_s=self.window_from_s,
                to_s=self.window_to_s,
            )

    def description(self) -> Sentence:
        return Sentence(text=DESCRIPTIONS[self.window])

    def length_text(self, users: int, duration: Callable[[float], str]) -> Sentence:
        values = {"warmup": duration(self.warmup_s), "run": duration(self.run_s)}
        return Sentence(text=marked("warm-up {warmup}, then {run}"), values={**values})

    def summary(self, users: int, duration: Callable[[float], str]) -> Sentence:
        values: dict[str, str | float] = {
            "run": duration(self.run_s).replace(" ", "\u00a0"),
            "warm_up": duration(self.warmup_s).replace(" ", "\u00a0"),
            "ramp": self.ramp_users_per_s,
            "repeats": self.repeats,
        }
        text = marked("{run} · ramp {ramp:g}\u00a0users/s · warm-up\u00a0{warm_up}")
        if self.repeats > 1:
            text = marked("{repeats}\u00a0repeats of {run} · ramp {ramp:g}\u00a0users/s · warm-up\u00a0{warm_up}")
        return Sentence(text=text, values={**values})
