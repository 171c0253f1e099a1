# SPDX-License-Identifier: Apache-2.0
"""Workload on a database that Outpace builds for the embedded engine.

Each operation is one statement, or one transaction of statements.
"""

import random
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

import apsw
import msgspec

from app.databases.sqlite.counting_vfs import SERIES, CountingVfs
from app.databases.sqlite.embedded_engine import SqliteSettings, connect, no_database
from app.databases.sqlite.native_sqlite import (
    BEGINS,
    ENDS,
    INSERTS,
    READS,
    UNDOES,
    WRITES,
    NativeCall,
    NativeSqlite,
    native_error,
    table_lack,
)
from app.databases.sqlite.native_vfs import NativeCountingVfs, counting_vfs
from app.model.messages import Sentence
from app.model.workloads import DatabaseWorkload
from app.native.native_library import NativeLibrary
from app.workloads.compiler.cycle_compiler import CompiledCycle, compile_cycle
from app.workloads.compiler.round_trips import CompiledCall
from app.workloads.cycle_language import CONTROL, NoRowError, Request, UserState, begin, begin_writing, performed
from app.workloads.database.dataset import dataset_of
from app.workloads.database.embedded_store import EmbeddedStore
from app.workloads.database.mark import check_mark, mark_of
from app.workloads.database.native_calls import embedded_fault
from app.workloads.database.python_users import PythonUser, UserStates, cycle_lack
from app.workloads.database.schema import member
from app.workloads.database.workload_definition import CallsOfEngine, WorkloadDefinition, definition_of
from app.workloads.described import EncodedDescription
from app.workloads.workload import CarriedCalls, Fault, Operation
from collectors.series import Reading, Series


class EmbeddedDescription(msgspec.Struct, frozen=True):
    """Arguments of EmbeddedWorkload; `parameters` are those of the scenario."""

    folder: str
    parameters: EncodedDescription
    settings: SqliteSettings

    def workload(self) -> "EmbeddedWorkload":
        return EmbeddedWorkload(Path(self.folder), self.parameters.content(), self.settings)


class EmbeddedWorkload:
    """Workload on the working copy in a folder, created by `EmbeddedStore.restore`."""

    def __init__(self, folder: Path, parameters: DatabaseWorkload, settings: SqliteSettings) -> None:
        self.folder = folder
        self.parameters = parameters
        self.settings = settings
        self._shared: _Shared | None = None

    @property
    def description(self) -> EmbeddedDescription:
        return EmbeddedDescription(str(self.folder), EncodedDescription.holding(self.parameters), self.settings)

    @property
    def _definition(self) -> WorkloadDefinition:
        return definition_of(self.parameters)

    @property
    def operations(self) -> Sequence[Operation]:
        """Operations; their keys appear in every export."""
        return self._definition.operations

    @property
    def series(self) -> Sequence[Series]:
        """Counters of the engine's file calls, separately for the database and the log."""
        return SERIES

    @property
    def transport(self) -> str:
        return "APSW"

    @property
    def counting(self) -> str:
        return "" if self._shared is None else self._shared.vfs.counted_by

    @cached_property
    def engine(self) -> CallsOfEngine:
        """SQL of the calls, and their forms, for the engine."""
        engine: CallsOfEngine = member(dataset_of(self.parameters).schema.place, "sqlite.store", "STORE")
        return engine

    @cached_property
    def compiled(self) -> CompiledCycle:
        """The cycle as a tape."""
        return compile_cycle(self._definition.cycle(self.parameters), self.engine.forms)

    def open(self) -> None:
        """Check the working copy, and lock the folder against restores. Raises DatabaseError."""
        store = EmbeddedStore(self.folder, self.parameters)
        hold = store.claim(exclusive=False)
        try:
            states = UserStates(self._definition.cycle(self.parameters), time.monotonic())
            shared = _Shared(store.working, self.settings, counting_vfs(NativeLibrary.load()), hold, states)
            connection = shared.connect()
            try:
                check_mark(shared.path, mark_of(connection, store.data.schema), store.data)
            finally:
                connection.close()
        except BaseException:
            hold.close()
            raise
        self._shared = shared

    def read(self) -> Reading | None:
        """Return the current raw values of `series`; None before `open`."""
        return None if self._shared is None else self._shared.vfs.read()

    def user(self, rng: random.Random) -> "EmbeddedUser":
        """Connect one user. Raises DatabaseError or apsw.Error."""
        shared = self._open
        return EmbeddedUser(shared, shared.states.of(rng), self.engine)

    @property
    def _open(self) -> "_Shared":
        if self._shared is None:
            raise RuntimeError("the workload is not open")
        return self._shared

    def native_lack(self, library: NativeLibrary) -> Sentence | None:
        return table_lack(library) or cycle_lack(lambda: self.compiled)

    def tape(self) -> bytes:
        return self.compiled.tape

    def calls(self) -> CarriedCalls:
        """Return the SQL of each statement."""
        calls = [native_call(call, self.engine) for call in self.compiled.calls]
        sessions = NativeSqlite(self._open.path, self.settings, self._open.vfs.name, calls)
        return CarriedCalls("SQLite", sessions.carry, native_error, sessions.refusal, embedded_fault)

    def close(self) -> None:
        """Release the folder. May be called twice."""
        if self._shared is not None:
            self._shared.hold.close()
            self._shared = None


def native_call(call: CompiledCall, engine: CallsOfEngine) -> NativeCall:
    """Return the SQL of a tape's call, in native form."""
    procedure, forms = call.procedure, engine.forms
    if procedure in CONTROL:
        beginning = BEGINS if procedure is begin_writing else READS
        ending = UNDOES if call.undoes else ENDS
        return NativeCall(procedure.name, kind=beginning if procedure in (begin, begin_writing) else ending)
    kind = INSERTS if procedure.name in forms.inserts else WRITES if call.writes else READS
    return NativeCall(engine.sql(procedure.name), forms.names.get(procedure.name, ()), kind)


@dataclass(slots=True)
class _Shared:
    """State that all users of a process share.

    Each process has one writer lock, which also guards opening connections. Otherwise users could starve for seconds
    while SQLite polls for its lock.
    """

    path: Path
    settings: SqliteSettings
    vfs: CountingVfs | NativeCountingVfs
    hold: apsw.Connection
    states: UserStates
    writer: threading.Lock = field(default_factory=threading.Lock)

    def connect(self) -> apsw.Connection:
        """Open the connection of a user."""
        if not self.path.exists():
            raise no_database(self.path)
        with self.writer:
            return connect(self.path, self.settings, vfs=self.vfs.name)


class EmbeddedUser(PythonUser):
    """One virtual user with its connection."""

    def __init__(self, shared: _Shared, state: UserState, engine: CallsOfEngine) -> None:
        super().__init__(shared.states, state, engine.forms)
        self._writer = shared.writer
        self._connection = shared.connect()
        self._execute = self._connection.cursor().execute
        self._engine = engine

    def answered(self, request: Request) -> Any:
        """Execute a statement, or a whole transaction, and return the result for the cycle."""
        if request.procedure.name not in (self._forms.operations or ()):
            return super().answered(request)
        with self._one_writer(request), self._undone():
            return performed(request, self.statement, self._forms)

    def rows(self, request: Request) -> Sequence[Sequence[Any]]:
        """Execute a request that is one statement."""
        try:
            with self._one_writer(request), self._undone():
                return self.statement(request)
        except apsw.ConstraintError as error:
            if request.procedure.name in self._forms.inserts and _refused_by_trigger(error):
                return [(0,)]
            raise

    def _one_writer(self, request: Request) -> AbstractContextManager[object]:
        return self._writer if request.procedure.name in self._forms.writes else nullcontext()

    @contextmanager
    def _undone(self) -> Iterator[None]:
        """Roll back the transaction if the block fails."""
        try:
            yield
        except BaseException:
            if self._connection.in_transaction:
                self._execute("ROLLBACK")
            raise

    def statement(self, request: Request) -> Sequence[Sequence[Any]]:
        """Execute a statement, including one that begins or ends a transaction."""
        procedure = request.procedure
        if procedure in CONTROL:
            self._execute(procedure.name)
            return ()
        values, names = self._forms.bound(request), self._forms.names.get(procedure.name)
        bound = values if names is None else dict(zip(names, values, strict=True))
        rows = self._execute(self._engine.sql(procedure.name), bound).fetchall()
        return [(self._connection.last_insert_rowid(),)] if procedure.name in self._forms.inserts else rows

    def fault(self, error: Exception) -> Fault:
        """Convert an error to a fault for the driver."""
        if isinstance(error, NoRowError):
            return Fault(self._forms.no_row_kind, str(error))
        return embedded_fault(error)

    def close(self) -> None:
        """Close the connection. May be called twice."""
        self._connection.close()


def _refused_by_trigger(error: BaseException) -> bool:
    return getattr(error, "extendedresult", 0) == apsw.SQLITE_CONSTRAINT_TRIGGER
