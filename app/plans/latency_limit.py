# SPDX-License-Identifier: Apache-2.0
"""Latency limit: the most users at which a latency stays within its limit, searched separately on each system.

The number of users rises in equal steps until the limit is exceeded; then it is bisected.
"""

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, ClassVar

from msgspec import Meta

from app.model.errors import phrase
from app.model.form import FormField, marked
from app.model.messages import Sentence
from app.model.mistakes import Mistake
from app.model.plans import Results, Users
from app.model.steps import (
    MEASURE,
    Figure,
    Outcome,
    PlanSteps,
    Step,
    StepLimit,
    StepSystemResult,
    SystemLoad,
    TurnLoad,
    limit_broken,
)
from app.plans.sweep import DWELL, SETTLE, Sweep, closed_loop_mistakes, rising_mistakes

if TYPE_CHECKING:
    from app.model.scenario import Scenario


class LatencyLimit(Sweep, frozen=True, tag="latency-limit"):
    """The most users per target at which a latency stays within its limit; each system is searched separately.

    Attributes:
        figure: Latency figure of the operation.
        operation: Key of the operation; "order" is the whole order.
        step_users: Step of the search until the limit is exceeded; then it bisects.
    """

    title: ClassVar[str] = marked("most users within a latency")
    choice: ClassVar[str] = marked("The most users within a latency")
    results: ClassVar[Results] = Results("levels", "users", figure="users")
    at_most: ClassVar[bool] = True
    form: ClassVar[tuple[FormField, ...]] = (
        FormField("limit_ms", "Limit", "Outpace finds the most users that stay within it.", "ms"),
        FormField(
            "figure",
            "Of",
            "The latency to keep within the limit.",
            choices=(
                ("mean", "Mean"),
                ("p90", "90th percentile"),
                ("p95", "95th percentile"),
                ("p99", "99th percentile"),
            ),
        ),
        FormField("from_users", "From", "Per target.", marked("users")),
        FormField("to_users", "At most", "", marked("users")),
        FormField("step_users", "In steps of", "Then halved until exact.", marked("users")),
        SETTLE,
        DWELL,
        FormField("operation", "Operation", "“order” means the whole order.", more=True),
    )

    figure: Figure = "p95"
    operation: Annotated[str, Meta(min_length=1, max_length=80)] = "order"
    limit_ms: Annotated[float, Meta(gt=0, le=3_600_000)] = 100.0
    from_users: Users = 25
    to_users: Users = 1000
    step_users: Users = 25

    @property
    def limit(self) -> StepLimit:
        return StepLimit(self.figure, self.operation, self.limit_ms / 1000)

    def steps(self, turn: TurnLoad) -> PlanSteps:
        """Run all systems at the same time, each with the users from its own search; a finished system is idle.

        The outcome is the most users within the limit, with their results.
        """
        limit, systems = self.limit, turn.systems
        searches = [Search(self.from_users, self.to_users, self.step_users) for _ in range(systems)]
        best: list[StepSystemResult | None] = [None] * systems
        steps: list[int | None] = [None] * systems
        at_work = [0] * systems
        number = 0
        while any(search.next is not None for search in searches):
            loads = tuple(SystemLoad(s.next) if s.next is not None else None for s in searches)
            users = [load.users if load else 0 for load in loads]
            added = max(now - before for now, before in zip(users, at_work, strict=True))
            settling_s = self.ramp_s(added) + self.settle_s
            at_work = users
            if settling_s > 0:
                yield Step("settle", settling_s, loads, number)
            result = yield Step(MEASURE, self.dwell_s, loads, number, limit=limit)
            for index, one in enumerate(result.systems):
                if one is None:
                    continue
                held = not limit_broken(limit, one)
                searches[index].judge(held)
                if held:
                    best[index], steps[index] = one, number
            number += 1
        return tuple(
            _outcome(limit, search, one, step) for search, one, step in zip(searches, best, steps, strict=True)
        )

    def load_s(self, users: int) -> float:
        steps = math.ceil((self.to_users - self.from_users) / self.step_users) + 1
        steps += math.ceil(math.log2(max(self.step_users, self.from_users)))
        return steps * (math.ceil(self.ramp_s(self.step_users) + self.settle_s) + math.ceil(self.dwell_s))

    def users_needed(self, users: int) -> int:
        return self.from_users

    def mistakes(self, scenario: "Scenario") -> Iterator[Mistake]:
        yield from closed_loop_mistakes(scenario, phrase("users"))
        yield from rising_mistakes(self.from_users, self.to_users, "users")

    def description(self) -> Sentence:
        values: dict[str, str] = {
            "figure": self.figure,
            "operation": self.operation,
            "limit": f"{self.limit_ms:.10g}",
        }
        return Sentence(text="most users with a {figure} of {operation} of at most {limit} ms", values={**values})


class Search:
    """Search for the highest number in 1 ... highest that holds, assuming that all numbers above a failing one fail.

    It starts at `lowest`; if that fails, it searches below. Read `next`, try it, and call `judge`, until `next` is
    None.
    """

    def __init__(self, lowest: int, highest: int, step: int) -> None:
        """Start a search.

        Raises:
            ValueError: Unless 1 <= lowest <= highest and step >= 1.
        """
        if not 1 <= lowest <= highest or step < 1:
            raise ValueError(f"a search from {lowest} to {highest} by {step}")
        self._highest = highest
        self._step = step
        self._held = 0
        self._broke: int | None = None
        self._next: int | None = lowest

    @property
    def next(self) -> int | None:
        """Next number to try; None when the search is finished."""
        return self._next

    @property
    def held(self) -> int:
        """Highest number that has held so far; 0 if absent."""
        return self._held

    @property
    def broke(self) -> int | None:
        """Lowest number that has failed so far; None if absent and the result may be above the range."""
        return self._broke

    def judge(self, held: bool) -> None:
        """Record whether `next` held."""
        if self._next is None:
            raise ValueError("nothing is being tried")
        if held:
            self._held = self._next
        else:
            self._broke = self._next
        if self._broke is None:
            self._next = min(self._held + self._step, self._highest) if self._held < self._highest else None
        else:
            self._next = (self._held + self._broke) // 2 if self._broke - self._held > 1 else None


def _outcome(limit: StepLimit, search: Search, best: StepSystemResult | None, step: int | None) -> Outcome:
    """Return the outcome for one system.

    Args:
        limit: Limit of the plan.
        search: Finished search.
        best: Result at the highest number of users that held.
        step: Number of the step that measured it.
    """
    latency = best.operations[limit.operation] if best else None
    return {
        "users": search.held,
        "next_users": search.broke,
        "at_least": search.broke is None,
        "step": step,
        "orders_per_s": best.orders_per_s if best else None,
        "figure": limit.figure,
        "operation": limit.operation,
        "limit_s": limit.limit_s,
        "latency_s": latency.figure_s(limit.figure) if latency else None,
    }
