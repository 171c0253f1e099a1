# SPDX-License-Identifier: Apache-2.0
"""Race: a fixed number of orders on each system; which one finishes first?"""

import math
from typing import Annotated, ClassVar

from msgspec import Meta

from app.model.form import FormField, marked
from app.model.messages import Sentence
from app.model.plans import Plan, Results
from app.model.steps import MEASURE, PlanSteps, Step, SystemLoad, TurnLoad
from app.plans.sweep import Dwell


class Race(Plan, frozen=True, tag="race"):
    """Fixed number of orders on each system: which one finishes first? There is no warm-up; time counts from the start.

    Attributes:
        orders: Number of orders per system.
        timeout_s: Time after which the race ends, even if some systems have not finished.
    """

    title: ClassVar[str] = marked("race")
    choice: ClassVar[str] = marked("A race: a fixed number of orders")
    results: ClassVar[Results] = Results("race", figure="time")
    at_most: ClassVar[bool] = True
    seconds_field: ClassVar[str] = "timeout_s"
    form: ClassVar[tuple[FormField, ...]] = (
        FormField("orders", "Orders", "Which system finishes first?"),
        FormField("timeout_s", "Time limit", "The race ends then at the latest.", "s"),
    )

    orders: Annotated[int, Meta(ge=1, le=1_000_000_000)] = 10_000
    timeout_s: Dwell = 3600.0

    def steps(self, turn: TurnLoad) -> PlanSteps:
        """Run one step; finished systems are idle. The outcome is the time in seconds, or None after a timeout."""
        loads = (SystemLoad(turn.users, turn.rate),) * turn.systems
        result = yield Step(MEASURE, self.timeout_s, loads, orders=self.orders)
        return tuple(
            {"orders": min(one.orders, self.orders) if one else None, "finished_s": one.finished_s if one else None}
            for one in result.systems
        )

    def load_s(self, users: int) -> float:
        return math.ceil(self.timeout_s)

    def description(self) -> Sentence:
        return Sentence(text="race of {orders} orders per system", values={"orders": str(self.orders)})
