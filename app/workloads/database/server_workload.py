# SPDX-License-Identifier: Apache-2.0
"""Any workload on a database that Outpace builds on a server: an operation is one call of a stored procedure."""

import random
import time
from collections.abc import Sequence
from contextlib import closing, suppress
from functools import cached_property
from typing import Any

import msgspec

from app.databases.address import Address, PackedAddress
from app.databases.dialect import dialect_of
from app.databases.registry import ENGINES
from app.databases.server import connect, user_session
from app.model.messages import Sentence
from app.model.workloads import DatabaseWorkload
from app.native.native_library import NativeLibrary
from app.workloads.compiler.cycle_compiler import CompiledCycle, compile_cycle
from app.workloads.cycle_language import CallForms, NoRowError, Request, UserState
from app.workloads.database.dataset import dataset_of
from app.workloads.database.engine_store import EngineStore
from app.workloads.database.native_calls import check_python, odbc_lack, server_fault
from app.workloads.database.python_users import PythonUser, UserStates, cycle_lack
from app.workloads.database.server_store import check_working, engine_store_of
from app.workloads.database.workload_definition import WorkloadDefinition, definition_of, forms_of
from app.workloads.described import Described
from app.workloads.workload import Fault, Operation, ServerCalls
from collectors.series import Reading, Series


class ServerDescription(msgspec.Struct, frozen=True):
    """Arguments of WorkloadOnServer; `parameters` are the scenario's."""

    address: PackedAddress
    password: str
    parameters: Described

    def __repr__(self) -> str:
        return f"ServerDescription({self.parameters!r})"

    def workload(self) -> "WorkloadOnServer":
        return WorkloadOnServer(self.address.address, self.password, self.parameters.content())


class WorkloadOnServer:
    """The workload on the working database of an address (`ServerStore.restore` makes it)."""

    def __init__(self, address: Address, password: str, parameters: DatabaseWorkload) -> None:
        self.address = address
        self.parameters = parameters
        self._password = password
        self._states: UserStates | None = None

    def __repr__(self) -> str:
        return f"WorkloadOnServer({self.address!r}, {self.parameters!r})"

    @property
    def description(self) -> ServerDescription:
        """With its password."""
        return ServerDescription(self.address.packed, self._password, Described.holding(self.parameters))

    @property
    def _definition(self) -> WorkloadDefinition:
        return definition_of(self.parameters)

    @property
    def operations(self) -> Sequence[Operation]:
        """The keys in every export."""
        return self._definition.operations

    @property
    def series(self) -> Sequence[Series]:
        """None: what a server does is read from the server, by its own collector."""
        return ()

    @property
    def transport(self) -> str:
        """As DisclosedWorkload."""
        return self.address.python_transport

    @property
    def counting(self) -> str:
        """As DisclosedWorkload: a server counts its files itself."""
        return ""

    @cached_property
    def _part(self) -> EngineStore:
        return engine_store_of(self.address.engine, dataset_of(self.parameters).schema.place)

    @cached_property
    def forms(self) -> CallForms:
        """How the engine takes the calls."""
        return forms_of(self.parameters, ENGINES[self.address.engine].sql)

    @cached_property
    def compiled(self) -> CompiledCycle:
        """The cycle as a tape."""
        return compile_cycle(self._definition.cycle(self.parameters), self.forms)

    def open(self) -> None:
        """Check the working database. Raises DatabaseError."""
        with closing(connect(self.address, self._password)) as connection:
            check_working(connection.cursor(), self.address, self.parameters)
        self._states = UserStates(self._definition.cycle(self.parameters), time.monotonic())

    def read(self) -> Reading | None:
        """Nothing to read here."""
        return None

    def user(self, rng: random.Random) -> "ServerUser":
        """Connect one user. Raises DatabaseError."""
        check_python(self.address)
        if self._states is None:
            raise RuntimeError("the workload is not open")
        return ServerUser(self, self._states, self._states.of(rng), self._part, self._password)

    def native_lack(self, library: NativeLibrary) -> Sentence | None:
        """As NativeWorkload."""
        return odbc_lack(self.address, library) or cycle_lack(lambda: self.compiled)

    def tape(self) -> bytes:
        """As TapedWorkload."""
        return self.compiled.tape

    def calls(self) -> ServerCalls:
        """Return each statement's procedure. Raises DatabaseError."""
        dialect = dialect_of(self.address.engine)
        called = [call.procedure for call in self.compiled.calls]
        return ServerCalls(
            session=user_session(self.address, self._password, self._part.user_statements()),
            statements=[dialect.call(procedure.name, len(procedure.parameters)) for procedure in called],
            drains=self._part.drains(),
            fault=lambda error: server_fault(dialect.failure(error), error),
        )

    def close(self) -> None:
        """May be called twice."""
        self._states = None


class ServerUser(PythonUser):
    """One virtual user with its connection, and one cursor for each procedure, kept: so a driver prepares a call once.

    A transaction begins and ends inside its procedure; the connection is in autocommit.
    """

    def __init__(
        self, workload: WorkloadOnServer, states: UserStates, state: UserState, part: EngineStore, password: str
    ) -> None:
        super().__init__(states, state, workload.forms)
        self._drains = part.drains()
        self._dialect = dialect_of(workload.address.engine)
        self._connection = connect(workload.address, password)
        self._prepared: dict[str, tuple[Any, str]] = {}
        part.prepare_user(self._connection.cursor())

    def rows(self, request: Request) -> Sequence[Sequence[Any]]:
        """Call the procedure."""
        name, count = request.procedure.name, len(request.arguments)
        if name not in self._prepared:
            self._prepared[name] = self._connection.cursor(), self._dialect.call(name, count)
        cursor, text = self._prepared[name]
        rows: list[Any] = cursor.execute(text, *self._forms.bound(request)).fetchall()
        if self._drains:
            while cursor.nextset():
                pass
        return rows

    def fault(self, error: Exception) -> Fault:
        """Return what an error means to the driver, with the server's words."""
        if isinstance(error, NoRowError):
            return Fault(self._forms.no_row_kind, str(error))
        return server_fault(self._dialect.failure(error), error)

    def close(self) -> None:
        """End the connection. Never raises, may be called twice."""
        with suppress(Exception):  # it is gone, which is what was wanted
            self._connection.close()
