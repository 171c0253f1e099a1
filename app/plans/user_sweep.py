# SPDX-License-Identifier: Apache-2.0
"""User sweep: an increasing number of users, each measured for the dwell time."""

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar

from app.model.errors import phrase
from app.model.form import FormField, marked
from app.model.messages import Sentence
from app.model.mistakes import Mistake
from app.model.plans import Results, Users
from app.model.steps import PlanSteps, SystemLoad, TurnLoad
from app.plans.sweep import DWELL, SETTLE, Sweep, closed_loop_mistakes, rising_mistakes

if TYPE_CHECKING:
    from app.model.scenario import Scenario


class UserSweep(Sweep, frozen=True, tag="user-sweep"):
    """Increasing number of users, each for the dwell time."""

    title: ClassVar[str] = marked("user sweep")
    choice: ClassVar[str] = marked("Rising number of users")
    results: ClassVar[Results] = Results("levels", "users")
    form: ClassVar[tuple[FormField, ...]] = (
        FormField("from_users", "From", "Per target.", marked("users")),
        FormField("to_users", "To", "", marked("users")),
        FormField("step_users", "In steps of", "", marked("users")),
        SETTLE,
        DWELL,
    )

    from_users: Users = 25
    to_users: Users = 200
    step_users: Users = 25

    @property
    def levels(self) -> tuple[int, ...]:
        """Numbers of users per target, one for each step."""
        return tuple(range(self.from_users, self.to_users + 1, self.step_users))

    def steps(self, turn: TurnLoad) -> PlanSteps:
        return self.steps_of([SystemLoad(level) for level in self.levels], turn.systems)

    def load_s(self, users: int) -> float:
        return sum(
            math.ceil(self.ramp_s(level - before) + self.settle_s) + math.ceil(self.dwell_s)
            for before, level in zip((0, *self.levels), self.levels, strict=False)
        )

    def users_needed(self, users: int) -> int:
        return self.to_users

    def mistakes(self, scenario: "Scenario") -> Iterator[Mistake]:
        yield from closed_loop_mistakes(scenario, phrase("users"))
        yield from rising_mistakes(self.from_users, self.to_users, "users")

    def description(self) -> Sentence:
        values: dict[str, int] = {"from_users": self.from_users, "to_users": self.to_users}
        return Sentence(text="user sweep, {from_users} to {to_users} users per target", values={**values})
