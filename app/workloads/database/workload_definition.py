# SPDX-License-Identifier: Apache-2.0
"""Definition of a workload on databases that Outpace builds, for servers and the embedded engine.

docs/add-a-workload.md shows how to add one.
"""

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
"""Function that returns the single number of a query."""
QueryRow = Callable[[str], Sequence[Any]]
"""Function that returns the single row of a script in the folder "common"."""


@dataclass(frozen=True)
class WorkloadDefinition:
    """Definition of a workload.

    Attributes:
        operations: Operations in order; their keys appear in every export.
        function: Cycle of a user: a generator function whose arguments are the user's state and `known`.
        state: Class of a user's state.
        known: Function that derives the other arguments from a scenario's parameters when the workload is loaded.
        rolled_back_percent: Percentage of orders that the workload's rules will roll back, computed from the working
            database as built and the parameters.
        ledger: Names of the counts of the script `ledger`, in its order. The first one grows by one per order that
            is not rolled back.
        ledger_operation: Key of the operation whose calls are these orders; "": every cycle is one.
        broken: Function that returns a sentence for each invariant violated after a run.
    """

    operations: Sequence[Operation]
    function: Callable[..., Cycle]
    state: type[UserState] = UserState
    known: Callable[[Any], tuple[Any, ...]] = lambda parameters: (parameters,)
    rolled_back_percent: Callable[[QueryRow, Any], float] = lambda _row, _parameters: 0.0
    ledger: Sequence[str] = ()
    ledger_operation: str = ""
    broken: Callable[[Value, Value, Any], Iterable[Sentence]] = lambda _working, _pristine, _data: ()

    def cycle(self, parameters: DatabaseWorkload) -> UserCycle:
        """Return the cycle for a scenario's parameters."""
        keys = [operation.key for operation in self.operations]
        return UserCycle(self.function, self.state, keys, self.known(parameters))

    def counted(self, row: QueryRow) -> Ledger | None:
        """Return the ledger of the working database, or None if the workload has none."""
        if not self.ledger:
            return None
        counts = dict(zip(self.ledger, map(int, row("ledger")), strict=True))
        return Ledger(counts, self.ledger[0], self.ledger_operation)


class CallsOfEngine(Protocol):
    """Part of a workload's `store` that describes the engine's calls."""

    @property
    def forms(self) -> CallForms:
        """Forms of the calls."""
        ...

    def sql(self, statement: str) -> str:
        """Return the SQL of a statement, or of a procedure that is one statement on this engine."""
        ...


def definition_of(parameters: DatabaseWorkload) -> WorkloadDefinition:
    """Return the definition for a scenario's parameters."""
    definition: WorkloadDefinition = member(parameters.package, "definition", "definition")(parameters)
    return definition


def forms_of(parameters: DatabaseWorkload, folder: str) -> CallForms:
    """Return the forms of a scenario's calls on the engine whose scripts are in this folder."""
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
