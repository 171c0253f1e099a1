# SPDX-License-Identifier: Apache-2.0
"""A plan that a session was recorded with, and that is not known here: its figures are shown all the same."""

from collections.abc import Callable
from typing import ClassVar

from app.model.form import marked
from app.model.messages import Sentence
from app.model.plans import Plan, PlanName, Results
from app.model.steps import PlanSteps, TurnLoad


class _CalledName(PlanName):
    def __get__(self, plan: Plan | None, kind: type[Plan]) -> str:
        return plan.called if isinstance(plan, UnknownPlan) else ""


class UnknownPlan(Plan, frozen=True, tag=""):
    """Of a package that is not installed here, or of another version. called: its name."""

    name: ClassVar = _CalledName()
    results: ClassVar[Results] = Results("levels", "users")

    called: str = ""

    def description(self) -> Sentence:
        return Sentence(text="{name} (a plan not known to this version of Outpace)", values={"name": self.called})

    def steps(self, turn: TurnLoad) -> PlanSteps:
        """None: it is shown, and never run."""
        yield from ()
        return ()

    def load_s(self, users: int) -> float:
        return 0.0

    @property
    def sets_users(self) -> bool:
        """Nobody knows here."""
        return False

    def summary(self, users: int, duration: Callable[[float], str]) -> Sentence:
        text = marked("The plan “{name}” of this session is not installed here; all figures are complete.")
        return Sentence(text=text, values={"name": self.called})
