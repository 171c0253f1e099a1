# SPDX-License-Identifier: Apache-2.0
"""Rate sweep: an open loop with an increasing number of orders per second."""

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, ClassVar

from msgspec import Meta

from app.model.form import FormField, marked
from app.model.messages import Sentence
from app.model.mistakes import Mistake
from app.model.plans import Results
from app.model.steps import PlanSteps, SystemLoad, TurnLoad
from app.plans.sweep import DWELL, MOST_STEPS, SETTLE, Sweep, rising_mistakes

if TYPE_CHECKING:
    from app.model.scenario import Scenario

Rate = Annotated[float, Meta(gt=0, le=1_000_000)]


class RateSweep(Sweep, frozen=True, tag="rate-sweep"):
    """Open loop with increasing orders per second per target; the workload's users limit the number in flight."""

    title: ClassVar[str] = marked("rate sweep")
    choice: ClassVar[str] = marked("Rising rate of orders")
    results: ClassVar[Results] = Results("levels", "rate")
    form: ClassVar[tuple[FormField, ...]] = (
        FormField("from_rate", "From", "Per target.", "orders/s"),
        FormField("to_rate", "To", "", "orders/s"),
        FormField("step_rate", "In steps of", "", "orders/s"),
        SETTLE,
        DWELL,
    )

    from_rate: Rate = 10.0
    to_rate: Rate = 100.0
    step_rate: Rate = 10.0

    @property
    def levels(self) -> tuple[float, ...]:
        """Rates in orders per second per target."""
        # The small addend absorbs rounding errors; for example, 0.1 + 2 x 0.1 is slightly above 0.3.
        count = math.floor((self.to_rate - self.from_rate) / self.step_rate + 1e-9) + 1
        return tuple(round(self.from_rate + index * self.step_rate, 9) for index in range(min(count, MOST_STEPS + 1)))

    def steps(self, turn: TurnLoad) -> PlanSteps:
        return self.steps_of([SystemLoad(turn.users, rate) for rate in self.levels], turn.systems)

    def load_s(self, users: int) -> float:
        each = math.ceil(self.settle_s) + math.ceil(self.dwell_s)
        return math.ceil(self.ramp_s(users)) + len(self.levels) * each

    def mistakes(self, scenario: "Scenario") -> Iterator[Mistake]:
        if scenario.pacing.rate > 0:
            yield Mistake(("pacing", "rate"), "the plan sets the rates of a rate sweep")
        yield from rising_mistakes(self.from_rate, self.to_rate, "rate")
        if len(self.levels) > MOST_STEPS:
            yield Mistake(("plan", "step_rate"), "expected at most {most:,} steps", most=MOST_STEPS)

    def description(self) -> Sentence:
        values: dict[str, str] = {"from_rate": f"{self.from_rate:.10g}", "to_rate": f"{self.to_rate:.10g}"}
        return Sentence(text="rate sweep, {from_rate} to {to_rate} orders/s per target", values={**values})
