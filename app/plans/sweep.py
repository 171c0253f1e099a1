# SPDX-License-Identifier: Apache-2.0
"""Base class of plans with several steps; in each step, the load settles before it is measured."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Annotated, ClassVar

from msgspec import Meta

from app.model.form import FormField
from app.model.messages import Sentence
from app.model.mistakes import Mistake
from app.model.plans import Plan, Seconds, pacing_mistakes
from app.model.steps import MEASURE, Outcome, PlanSteps, Step, StepSystemResult, SystemLoad

if TYPE_CHECKING:
    from app.model.scenario import Scenario

Dwell = Annotated[float, Meta(ge=1, le=86_400)]
MOST_STEPS = 1000
SETTLE = FormField("settle_s", "Settle", "Under load on each step before measuring.", "s")
DWELL = FormField("dwell_s", "Measure", "Per step.", "s")


class Sweep(Plan, frozen=True):
    """Plan that measures a sequence of loads.

    Attributes:
        settle_s: Seconds under load in each step before measuring.
        dwell_s: Seconds measured in each step.
    """

    seconds_field: ClassVar[str] = "dwell_s"
    settle_field: ClassVar[str] = "settle_s"

    settle_s: Seconds = 10.0
    dwell_s: Dwell = 60.0

    def steps_of(self, levels: Sequence[SystemLoad], systems: int) -> PlanSteps:
        """Run each level on all systems: new users start, all settle, then measure. Outcome: the peak throughput."""
        best: list[StepSystemResult | None] = [None] * systems
        users = 0
        for number, load in enumerate(levels):
            loads = (load,) * systems
            settling_s = self.ramp_s(load.users - users) + self.settle_s
            users = load.users
            if settling_s > 0:
                yield Step("settle", settling_s, loads, number)
            result = yield Step(MEASURE, self.dwell_s, loads, number)
            for index, one in enumerate(result.systems):
                before = best[index]
                if one is not None and (before is None or one.orders_per_s > before.orders_per_s):
                    best[index] = one
        return tuple(_peak(one) for one in best)


def _peak(best: StepSystemResult | None) -> Outcome:
    if best is None:
        return {"users": None, "orders_per_s": None}
    rate = {"rate": best.load.rate} if best.load.rate > 0 else {}
    return {"users": best.load.users, **rate, "orders_per_s": best.orders_per_s}


def rising_mistakes(begin: float, end: float, what: str) -> Iterator[Mistake]:
    """Report a sweep that does not rise.

    Args:
        begin: First value.
        end: Last value.
        what: "users" or "rate", as in the keys.
    """
    if begin > end:
        yield Mistake(
            ("plan", f"to_{what}"),
            "expected from_{what} to to_{what} to rise, found {begin:g} to {end:g}",
            what=what,
            begin=begin,
            end=end,
        )


def closed_loop_mistakes(scenario: "Scenario", swept: Sentence) -> Iterator[Mistake]:
    """Report a scenario with an open loop if its plan sweeps `swept`, which requires a closed loop."""
    if scenario.pacing.loop == "open":
        yield Mistake(
            ("pacing", "loop"),
            '{swept} are swept in the closed loop; for the open one there is "rate-sweep"',
            swept=swept,
        )
    else:
        yield from pacing_mistakes(scenario)
