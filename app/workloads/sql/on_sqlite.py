# SPDX-License-Identifier: Apache-2.0
"""Custom SQL on the embedded engine, as a workload."""

import random
import threading
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import apsw
import msgspec

from app.databases.failures import DatabaseError
from app.databases.sqlite.counting_vfs import SERIES, CountingVfs
from app.databases.sqlite.embedded_engine import SqliteSettings
from app.databases.sqlite.native_sqlite import (
    BEGINS,
    ENDS,
    READS,
    UNDOES,
    WRITES,
    NativeCall,
    NativeSqlite,
    native_error,
    table_address,
)
from app.databases.sqlite.native_vfs import NativeCountingVfs, counting_vfs
from app.model.messages import Sentence
from app.model.sql_workload import Sql
from app.native.native_library import NativeLibrary
from app.workloads.database.native_calls import embedded_fault
from app.workloads.sql.script_tape import NotTapedError, ScriptTape, TapedCall, script_tape
from app.workloads.sql.sqlite_file import ENGINE, SqliteFile
from app.workloads.sql.transactions import Rows, SqlUser, Transactions, place_in
from app.workloads.workload import CarriedCalls, Fault, Operation
from collectors.series import Reading, Series

READ_ONLY = "PRAGMA query_only = on"


class SqlInFile(msgspec.Struct, frozen=True):
    """Serializable arguments of SqlOnSqlite."""

    folder: str
    work: Sql
    settings: SqliteSettings

    def workload(self) -> "SqlOnSqlite":
        return SqlOnSqlite(SqliteFile(Path(self.folder), self.work, self.settings))


class SqlOnSqlite:
    """Custom SQL on the SQLite file in a folder."""

    def __init__(self, file: SqliteFile) -> None:
        self.file = file
        self._shared: _Shared | None = None

    @property
    def description(self) -> SqlInFile:
        return SqlInFile(str(self.file.folder), self.file.work, self.file.settings)

    @property
    def operations(self) -> Sequence[Operation]:
        """One operation per transaction."""
        return tuple(Operation(name) for name in self.file.work.names)

    @property
    def series(self) -> Sequence[Series]:
        """Counters of the engine's file calls, separately for database and log."""
        return SERIES

    @property
    def transport(self) -> str:
        """Library that executes the calls."""
        return "APSW"

    @property
    def counting(self) -> str:
        """Implementation that counts file calls, known once the workload is open."""
        return "" if self._shared is None else self._shared.vfs.counted_by

    def open(self) -> None:
        """Check the file, and lock the folder against restores.

        Raises:
            DatabaseError: The file cannot be used.
        """
        hold = self.file.held()
        try:
            self.file.check_ready()
            self._shared = _Shared(self.file, counting_vfs(NativeLibrary.load()), hold)
        except BaseException:
            hold.close()
            raise

    def read(self) -> Reading | None:
        """Return the current raw values of `series`; None before `open`."""
        return None if self._shared is None else self._shared.vfs.read()

    def user(self, rng: random.Random) -> "SqliteUser":
        """Connect one user.

        Raises:
            DatabaseError: The file cannot be opened.
            apsw.Error: The file cannot be opened, as reported by SQLite.
        """
        if self._shared is None:
            raise RuntimeError("the workload is not open")
        return SqliteUser(self._shared, rng)

    def place_of(self, operation: int, line: int) -> str:
        return place_in(self.file.work, ENGINE, operation, line)

    def native_lack(self, library: NativeLibrary) -> Sentence | None:
        try:
            self._script_tape()
            table_address(library)
        except (NotTapedError, DatabaseError) as error:
            return error.message
        return None

    def _script_tape(self) -> ScriptTape:
        """Write the tape.

        Raises:
            NotTapedError: The scripts cannot be expressed as a tape.
        """
        return script_tape(self.file.work, ENGINE, plain_direct=False)

    def tape(self) -> bytes:
        return self._script_tape().tape

    def calls(self) -> CarriedCalls:
        """Return how each statement is carried out.

        Raises:
            DatabaseError: The file cannot be used.
        """
        if self._shared is None:
            raise RuntimeError("the workload is not open")
        tape = self._script_tape()
        sessions = NativeSqlite(
            self.file.path,
            self.file.used_settings,
            self._shared.vfs.name,
            [_native_call(one) for one in tape.calls],
            [READ_ONLY] if self.file.work.read_only else [],
        )
        return CarriedCalls("SQLite", sessions.carry, native_error, sessions.refusal, embedded_fault, tape.lines)

    def close(self) -> None:
        """Unlock the folder; can be called twice."""
        if self._shared is not None:
            self._shared.hold.close()
            self._shared = None


class _Shared:
    """State shared by the users of a process; the lock `writer` serializes writers, which avoids SQLite's polling."""

    def __init__(self, file: SqliteFile, vfs: CountingVfs | NativeCountingVfs, hold: ExitStack) -> None:
        self.file = file
        self.vfs = vfs
        self.hold = hold
        self.writer = threading.Lock()
        self.transactions = Transactions(file.work, ENGINE)


class SqliteUser(SqlUser):
    """Virtual user with its connection."""

    def __init__(self, shared: _Shared, rng: random.Random) -> None:
        self._shared = shared
        super().__init__(shared.transactions, rng)

    def connected(self) -> "_SqliteSession":
        return _SqliteSession(self._shared)

    def columns(self, statement: int) -> Sequence[str]:
        assert isinstance(self.session, _SqliteSession)
        return self.session.columns

    def driver_fault(self, error: Exception) -> Fault:
        return embedded_fault(error)


class _SqliteSession:
    def __init__(self, shared: _Shared) -> None:
        self._writer = shared.writer
        self._writing = False
        self._statements = [(one.text, not one.reads and not one.control) for one in shared.transactions.statements]
        self.columns: Sequence[str] = ()
        self._names = {number for number, one in enumerate(shared.transactions.statements) if one.gset is not None}
        with self._writer:
            self._connection = shared.file.connect(shared.vfs.name)
        if shared.file.work.read_only:
            self._connection.execute(READ_ONLY)
        self._cursor = self._connection.cursor()

    def execute(self, statement: int, values: Sequence[Any]) -> Rows:
        text, writes = self._statements[statement]
        if writes and not self._writing:
            with self._writer:
                return self._rows(statement, text, values)
        return self._rows(statement, text, values)

    def _rows(self, statement: int, text: str, values: Sequence[Any]) -> Rows:
        rows = self._cursor.execute(text, values)
        if statement in self._names:
            try:
                self.columns = [name for name, _ in rows.get_description()]
            except apsw.ExecutionCompleteError:  # the statement returns no columns
                return ()
        all_rows: Rows = rows.fetchall()
        return all_rows

    def begin(self, *, writes: bool) -> None:
        if writes:
            self._writer.acquire()
            self._writing = True
        try:
            self._cursor.execute("BEGIN IMMEDIATE" if writes else "BEGIN")
        except BaseException:
            self._release()
            raise

    def commit(self) -> None:
        self._cursor.execute("COMMIT")
        self._release()

    def rollback(self) -> None:
        try:
            if self._connection.in_transaction:
                self._cursor.execute("ROLLBACK")
        except apsw.Error:  # the connection is closed, which ended its transaction
            pass
        finally:
            self._release()

    def close(self) -> None:
        self._connection.close()
        self._release()

    def _release(self) -> None:
        if self._writing:
            self._writing = False
            self._writer.release()


def _native_call(one: TapedCall) -> NativeCall:
    """Return the native form of a call in _SqliteSession."""
    match one.statement.control:
        case "begin":
            return NativeCall("BEGIN IMMEDIATE", kind=BEGINS) if one.writes else NativeCall("BEGIN")
        case "commit":
            return NativeCall("COMMIT", kind=ENDS)
        case "rollback":
            return NativeCall("ROLLBACK", kind=UNDOES)
    return NativeCall(one.statement.text, kind=READS if one.statement.reads else WRITES)
