# SPDX-License-Identifier: Apache-2.0
"""Users of a compiled workload in the Python driver: they convert their cycles to calls."""

import random
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import Any

from app.model.errors import phrase
from app.model.messages import Sentence
from app.workloads.compiler.operands import CycleError
from app.workloads.cycle_language import CallForms, Request, UserCycle, UserState
from app.workloads.workload import Call, Cycle, Fault, Outcome


def cycle_lack(compiled: Callable[[], object]) -> Sentence | None:
    """Return why a cycle cannot be compiled to a tape, or None if it can."""
    try:
        compiled()
    except CycleError as error:
        return phrase("its cycle cannot be compiled: {error}", error=str(error))
    return None


class UserStates:
    """States of one process's users, which outlive lost connections, and their common clock."""

    def __init__(self, cycle: UserCycle, opened_s: float) -> None:
        """Create the states of users; `opened_s` is the value of time.monotonic() when the workload was opened."""
        self.cycle = cycle
        self.numbers = {key: number for number, key in enumerate(cycle.operations)}
        self._opened_s = opened_s
        self._states: dict[int, UserState] = {}

    def of(self, draws: random.Random) -> UserState:
        """Return the state of a user, which is identified by its draws and persists when it reconnects."""
        if id(draws) not in self._states:
            elapsed = lambda: int(time.monotonic() - self._opened_s)  # noqa: E731
            self._states[id(draws)] = self.cycle.state(draws, elapsed=elapsed)
        return self._states[id(draws)]


class PythonUser(ABC):
    """One virtual user; subclasses for the engines execute its calls."""

    def __init__(self, states: UserStates, state: UserState, forms: CallForms) -> None:
        self._states, self.state, self._forms = states, state, forms

    @abstractmethod
    def rows(self, request: Request) -> Sequence[Sequence[Any]]:
        """Execute a call that is one statement or one procedure. Raises the engine's exceptions."""

    def answered(self, request: Request) -> Any:
        """Execute a call and return its result for the cycle. Raises the errors of `rows`, and NoRowError."""
        return self._forms.answer(request, self.rows(request))

    @abstractmethod
    def close(self) -> None:
        """Close the connection. Never raises; may be called twice."""

    @abstractmethod
    def fault(self, error: Exception) -> Fault:
        """Convert an error to a fault for the driver."""

    def cycle(self) -> Cycle:
        """Run a cycle, call by call."""
        steps, result = self._states.cycle.begin(self.state), None
        while True:
            try:
                request = steps.send(result)
            except StopIteration as ended:
                return Outcome(rolled_back=ended.value is not None)
            result = yield Call(self._states.numbers[request.procedure.key], self.answered, (request,), retry=True)
