# SPDX-License-Identifier: Apache-2.0
"""Workload on a database that Outpace builds on a server.

Each operation is one call of a stored procedure, or a transaction of statements.
"""

import random
import time
from collections.abc import Sequence
from contextlib import closing, suppress
from functools import cached_property
from typing import Any

import msgspec

from app.databases.address import Address, PackedAddress
from app.databases.dialect import Dialect, dialect_of
from app.databases.server import connect, user_session
from app.model.errors import phrase
from app.model.messages import Sentence
from app.model.workloads import DatabaseWorkload
from app.native.native_library import NativeLibrary
from app.workloads.compiler.cycle_compiler import CompiledCycle, compile_cycle
from app.workloads.cycle_language import (
    CONTROL,
    NoRowError,
    Procedure,
    Request,
    UserState,
    begin,
    begin_writing,
    performed,
    rollback,
    row_number,
)
from app.workloads.database.dataset import dataset_of
from app.workloads.database.engine_store import EngineStore
from app.workloads.database.native_calls import NATIVE_STATEMENTS, check_python, odbc_lack, server_fault
from app.workloads.database.python_users import PythonUser, UserStates, cycle_lack
from app.workloads.database.server_store import check_working, engine_store_of
from app.workloads.database.workload_definition import WorkloadDefinition, definition_of
from app.workloads.described import EncodedDescription
from app.workloads.workload import Fault, Operation, ServerCalls
from collectors.series import Reading, Series


class ServerDescription(msgspec.Struct, frozen=True):
    """Arguments of WorkloadOnServer; `parameters` are those of the scenario."""

    address: PackedAddress
    password: str
    parameters: EncodedDescription

    def __repr__(self) -> str:
        return f"ServerDescription({self.parameters!r})"

    def workload(self) -> "WorkloadOnServer":
        return WorkloadOnServer(self.address.address, self.password, self.parameters.content())


class WorkloadOnServer:
    """Workload on the working database at an address, created by `ServerStore.restore`."""

    def __init__(self, address: Address, password: str, parameters: DatabaseWorkload) -> None:
        self.address = address
        self.parameters = parameters
        self._password = password
        self._states: UserStates | None = None

    def __repr__(self) -> str:
        return f"WorkloadOnServer({self.address!r}, {self.parameters!r})"

    @property
    def description(self) -> ServerDescription:
        """Description of the workload, including the password."""
        return ServerDescription(self.address.packed, self._password, EncodedDescription.holding(self.parameters))

    @property
    def _definition(self) -> WorkloadDefinition:
        return definition_of(self.parameters)

    @property
    def operations(self) -> Sequence[Operation]:
        """Operations; their keys appear in every export."""
        return self._definition.operations

    @property
    def series(self) -> Sequence[Series]:
        """Always empty, because the server's own collector reads its counters."""
        return ()

    @property
    def transport(self) -> str:
        return self.address.python_transport

    @property
    def counting(self) -> str:
        return ""

    @cached_property
    def _part(self) -> EngineStore:
        return engine_store_of(self.address.engine, dataset_of(self.parameters).schema.place)

    @cached_property
    def compiled(self) -> CompiledCycle:
        """The cycle as a tape."""
        return compile_cycle(self._definition.cycle(self.parameters), self._part.forms)

    def open(self) -> None:
        """Check the working database. Raises DatabaseError."""
        with closing(connect(self.address, self._password)) as connection:
            check_working(connection.cursor(), self.address, self.parameters)
        self._states = UserStates(self._definition.cycle(self.parameters), time.monotonic())

    def read(self) -> Reading | None:
        return None

    def user(self, rng: random.Random) -> "ServerUser":
        """Connect one user. Raises DatabaseError."""
        check_python(self.address)
        if self._states is None:
            raise RuntimeError("the workload is not open")
        return ServerUser(self, self._states, self._states.of(rng), self._part, self._password)

    def native_lack(self, library: NativeLibrary) -> Sentence | None:
        if self._part.forms.operations is not None and self.address.engine not in NATIVE_STATEMENTS:
            return phrase("transactions of statements on this engine are in Python alone")
        return odbc_lack(self.address, library) or cycle_lack(lambda: self.compiled)

    def tape(self) -> bytes:
        return self.compiled.tape

    def calls(self) -> ServerCalls:
        """Return the SQL of each statement of the tape. Raises DatabaseError."""
        dialect, part = dialect_of(self.address.engine), self._part
        return ServerCalls(
            session=user_session(self.address, self._password, part.user_statements()),
            statements=[sql_of(call.procedure, dialect, part) for call in self.compiled.calls],
            drains=drains(part),
            fault=lambda error: server_fault(dialect.failure(error), error),
        )

    def close(self) -> None:
        """Discard the users' states. May be called twice."""
        self._states = None


def sql_of(procedure: Procedure, dialect: Dialect, part: EngineStore) -> str:
    """Return the SQL of a call on a server."""
    if procedure in CONTROL:
        return dialect.begin if procedure in (begin, begin_writing) else procedure.name
    if procedure is row_number:
        return dialect.row_number
    if part.forms.operations is None:
        return dialect.call(procedure.name, len(procedure.parameters))
    return part.sql(procedure.name)


def drains(part: EngineStore) -> bool:
    """Return whether a call leaves more results to fetch. Statements do not."""
    return part.forms.operations is None and part.drains()


class ServerUser(PythonUser):
    """Virtual user with its connection in autocommit.

    It has one cursor per statement, so that the driver prepares each statement only once.
    """

    def __init__(
        self, workload: WorkloadOnServer, states: UserStates, state: UserState, part: EngineStore, password: str
    ) -> None:
        super().__init__(states, state, part.forms)
        self._part = part
        self._drains = drains(part)
        self._dialect = dialect_of(workload.address.engine)
        self._connection = connect(workload.address, password)
        self._prepared: dict[str, tuple[Any, str]] = {}
        part.prepare_user(self._connection.cursor())

    def answered(self, request: Request) -> Any:
        """Execute a call, or a whole transaction, and return the result for the cycle."""
        if request.procedure.name not in (self._forms.operations or ()):
            return super().answered(request)
        try:
            return performed(request, self.rows, self._forms)
        except BaseException:
            with suppress(Exception):  # the connection is lost, and with it the transaction
                self.rows(rollback())
            raise

    def rows(self, request: Request) -> Sequence[Sequence[Any]]:
        """Call the procedure or execute the statement."""
        name = request.procedure.name
        if name not in self._prepared:
            text = sql_of(request.procedure, self._dialect, self._part)
            self._prepared[name] = self._connection.cursor(), text
        cursor, text = self._prepared[name]
        cursor.execute(text, *self._forms.bound(request))
        rows: list[Any] = cursor.fetchall() if cursor.description is not None else []
        if self._drains:
            while cursor.nextset():
                pass
        return rows

    def fault(self, error: Exception) -> Fault:
        """Convert an error to a fault for the driver, with the server's message."""
        if isinstance(error, NoRowError):
            return Fault(self._forms.no_row_kind, str(error))
        return server_fault(self._dialect.failure(error), error)

    def close(self) -> None:
        """Close the connection. Never raises; may be called twice."""
        with suppress(Exception):  # already closed or lost
            self._connection.close()
