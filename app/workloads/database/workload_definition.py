# SPDX-License-Identifier: Apache-2.0
"""A workload on databases that Outpace builds, described once; servers and the embedded engine run any
(docs/add-a-workload.md)."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from app.model.messages import Sentence
from app.model.workloads import DatabaseWorkload
from app.workloads.compiler.cycle_compiler import compile_cycle
from app.workloads.cycle_language import CONTROL, CallForms, Cycle, UserCycle, UserState, row_number
from app.workloads.database.dataset import dataset_of
from app.workloads.database.schema import member
from app.workloads.workload import Ledger, Operation

Value = Callable[[str], int]
"""Returns the one number that a query returns."""
QueryRow = Callable[[str], Sequence[Any]]
"""Returns the one row of a script in the folder "common"."""


@dataclass(frozen=True)
class WorkloadDefinition:
    """A workload.

    Attributes:
        operations: In their order; the keys are in every export.
        function: What one user does in a cycle: a generator function of its state and of `known`.
        state: What a user keeps.
        known: What the function gets of a scenario's parameters; it is known when the workload is loaded.
        rolled_back_percent: The percentage of orders that will be rolled back by rule, of the working database as it
            was built and the parameters.
        ledger: Names of what the script `ledger` counts, in its order; the first one grows by a row with each order
            that is not rolled back.
        broken: Each invariant that does not hold after a run, in a sentence; of the working and the pristine database.
    """

    operations: Sequence[Operation]
    function: Callable[..., Cycle]
    state: type[UserState] = UserState
    known: Callable[[Any], tuple[Any, ...]] = lambda parameters: (parameters,)
    rolled_back_percent: Callable[[QueryRow, Any], float] = lambda _row, _parameters: 0.0
    ledger: Sequence[str] = ()
    broken: Callable[[Value, Value, Any], Iterable[Sentence]] = lambda _working, _pristine, _data: ()

    def cycle(self, parameters: DatabaseWorkload) -> UserCycle:
        """Return the cycle of a scenario's parameters."""
        keys = [operation.key for operation in self.operations]
        return UserCycle(self.function, self.state, keys, self.known(parameters))

    def counted(self, row: QueryRow) -> Ledger | None:
        """Return the ledger of the working database; None if the workload has none."""
        if not self.ledger:
            return None
        return Ledger(dict(zip(self.ledger, map(int, row("ledger")), strict=True)), self.ledger[0])


class CallsOfEngine(Protocol):
    """How an engine takes a workload's calls: a part of the workload's `store` for the engine."""

    @property
    def forms(self) -> CallForms:
        """Forms of the calls."""
        ...

    def sql(self, statement: str) -> str:
        """Return the SQL of a statement, or of a procedure that is one statement here."""
        ...


def definition_of(parameters: DatabaseWorkload) -> WorkloadDefinition:
    """Return the definition that a scenario's parameters name."""
    definition: WorkloadDefinition = member(parameters.package, "definition", "definition")(parameters)
    return definition


def forms_of(parameters: DatabaseWorkload, folder: str) -> CallForms:
    """Return how an engine takes the calls. folder: of its scripts."""
    return _calls_of(parameters, folder).forms


def check_statements(parameters: DatabaseWorkload, folder: str) -> None:
    """Check that each statement of an engine's transactions has SQL. Raises LookupError, CycleError."""
    engine = _calls_of(parameters, folder)
    if engine.forms.operations is not None:
        for call in compile_cycle(definition_of(parameters).cycle(parameters), engine.forms).calls:
            if call.procedure not in (*CONTROL, row_number):
                engine.sql(call.procedure.name)


def _calls_of(parameters: DatabaseWorkload, folder: str) -> CallsOfEngine:
    engine: CallsOfEngine = member(dataset_of(parameters).schema.place, f"{folder}.store", "STORE")
    return engine
