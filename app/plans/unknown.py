# SPDX-License-Identifier: Apache-2.0
"""Plan of a recorded session if it is not installed here; the results can still be shown."""

from collections.abc import Callable
from typing import ClassVar

from app.model.form import marked
from app.model.messages import Sentence
from app.model.plans import Plan, PlanName, Results
from app.model.steps import PlanSteps, TurnLoad


class _RecordedName(PlanName):
    def __get__(self, plan: Plan | None, kind: type[Plan]) -> str:
        return plan.called if isinstance(plan, UnknownPlan) else ""


class UnknownPlan(Plan, frozen=True, tag=""):
    """Plan from a package that is not installed here, or from another version.

    Attributes:
        called: Name of the plan.
    """

    name: ClassVar = _RecordedName()
    results: ClassVar[Results] = Results("levels", "users")

    called: str = ""

    def description(self) -> Sentence:
        return Sentence(text="{name} (a plan not known to this version of Outpace)", values={"name": self.called})

    def steps(self, turn: TurnLoad) -> PlanSteps:
        """Yield no steps, because the plan can be shown but not run."""
        yield from ()
        return ()

    def load_s(self, users: int) -> float:
        return 0.0

    @property
    def sets_users(self) -> bool:
        """False, because it is unknown whether the plan sets the users."""
        return False

    def summary(self, users: int, duration: Callable[[float], str]) -> Sentence:
        text = marked("The plan “{name}” of this session is not installed here; all figures are complete.")
        return Sentence(text=text, values={"name": self.called})
