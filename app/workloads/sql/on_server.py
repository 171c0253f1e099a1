# SPDX-License-Identifier: Apache-2.0
"""Custom SQL on a server, as a workload: each statement is a prepared call with bound variables."""

import random
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

import msgspec

from app.databases.address import PackedAddress
from app.databases.dialect import dialect_of
from app.databases.odbc_session import driver_manager_lack
from app.databases.server import connect, user_session
from app.model.errors import phrase
from app.model.messages import Sentence
from app.model.scripts import ScriptStatement
from app.model.sql_workload import Sql
from app.native.native_library import NativeLibrary
from app.workloads.database.native_calls import NATIVE_STATEMENTS, check_python, server_fault
from app.workloads.sql.script_tape import NotTapedError, ScriptTape, script_tape
from app.workloads.sql.server_database import ServerDatabase
from app.workloads.sql.transactions import Rows, SqlUser, Transactions, place_in
from app.workloads.workload import Fault, Operation, ServerCalls
from collectors.series import Reading, Series

CALLS = ("CALL", "EXEC", "EXECUTE")
"""First words of statements that leave more results to fetch."""


class SqlOnAddress(msgspec.Struct, frozen=True):
    """Serializable arguments of SqlOnServer."""

    address: PackedAddress
    password: str
    work: Sql

    def __repr__(self) -> str:
        return f"SqlOnAddress({self.work!r})"

    def workload(self) -> "SqlOnServer":
        return SqlOnServer(ServerDatabase(self.address.address, self.password, self.work))


class SqlOnServer:
    """Custom SQL on a server's database."""

    def __init__(self, database: ServerDatabase) -> None:
        self.database = database
        self._shared: Transactions | None = None

    def __repr__(self) -> str:
        return f"SqlOnServer({self.database!r})"

    @property
    def description(self) -> SqlOnAddress:
        """Description of the workload, including the password."""
        return SqlOnAddress(self.database.address.packed, self.database.password, self.database.work)

    @property
    def operations(self) -> Sequence[Operation]:
        """Operations, one per transaction."""
        return tuple(Operation(name) for name in self.database.work.names)

    @property
    def series(self) -> Sequence[Series]:
        """Always empty, because the server's own collector reads its counters."""
        return ()

    @property
    def transport(self) -> str:
        return self.database.address.python_transport

    @property
    def counting(self) -> str:
        return ""

    def open(self) -> None:
        """Check the database. Raises DatabaseError."""
        self.database.check_ready()
        self._shared = Transactions(self.database.work, self.database.engine)

    def read(self) -> Reading | None:
        return None

    def user(self, rng: random.Random) -> "SqlServerUser":
        """Connect one user. Raises DatabaseError."""
        check_python(self.database.address)
        if self._shared is None:
            raise RuntimeError("the workload is not open")
        return SqlServerUser(self.database, self._shared, rng)

    def place_of(self, operation: int, line: int) -> str:
        return place_in(self.database.work, self.database.engine, operation, line)

    def native_lack(self, library: NativeLibrary) -> Sentence | None:
        address = self.database.address
        if address.engine not in NATIVE_STATEMENTS:
            return phrase("own SQL on this engine is in Python alone")
        try:
            self._script_tape()
        except NotTapedError as error:
            return error.message
        lack = driver_manager_lack(library) if address.transport == "odbc" else ""
        return phrase("it can't call the ODBC driver manager: {error}", error=lack) if lack else None

    def _script_tape(self) -> ScriptTape:
        """Return the tape. Raises NotTapedError.

        Over ODBC, statements without parameters are executed directly, as pyodbc does.
        """
        address = self.database.address
        return script_tape(self.database.work, address.engine, plain_direct=address.transport == "odbc")

    def tape(self) -> bytes:
        return self._script_tape().tape

    def calls(self) -> ServerCalls:
        """Return the SQL of each statement. Raises DatabaseError."""
        work, dialect = self.database.work, dialect_of(self.database.engine)
        words = {"begin": dialect.begin, "commit": "COMMIT", "rollback": "ROLLBACK"}
        tape = self._script_tape()
        statements = [one.statement for one in tape.calls]
        begins = [dialect.read_only] if work.read_only and dialect.read_only else []
        return ServerCalls(
            session=user_session(self.database.address, self.database.password, begins),
            statements=[words[one.control] if one.control else one.text for one in statements],
            drains=any(map(_drains, statements)),
            fault=lambda error: server_fault(dialect.failure(error), error),
            lines=tape.lines,
        )

    def close(self) -> None:
        """Discard the shared transactions. May be called twice."""
        self._shared = None


class SqlServerUser(SqlUser):
    """One virtual user with its connection."""

    def __init__(self, database: ServerDatabase, shared: Transactions, rng: random.Random) -> None:
        self._database = database
        self._failure = dialect_of(database.engine).failure
        super().__init__(shared, rng)

    def connected(self) -> "_ServerSession":
        return _ServerSession(self._database, self.shared)

    def columns(self, statement: int) -> Sequence[str]:
        assert isinstance(self.session, _ServerSession)
        return self.session.columns(statement)

    def driver_fault(self, error: Exception) -> Fault:
        return server_fault(self._failure(error), error)


class _ServerSession:
    """Session in autocommit that keeps one cursor per statement, so that the driver prepares each statement once."""

    def __init__(self, database: ServerDatabase, shared: Transactions) -> None:
        dialect = dialect_of(database.engine)
        self._connection = connect(database.address, database.password)
        self._texts = [one.text for one in shared.statements]
        self._drains = [_drains(one) for one in shared.statements]
        self._cursors = [self._connection.cursor() for _ in shared.statements]
        self._begin = dialect.begin
        self._control = self._connection.cursor()
        if database.work.read_only and dialect.read_only:
            self._control.execute(dialect.read_only)

    def execute(self, statement: int, values: Sequence[Any]) -> Rows:
        cursor = self._cursors[statement]
        cursor.execute(self._texts[statement], *values)
        rows: Rows = cursor.fetchall() if cursor.description is not None else ()
        if self._drains[statement]:
            while cursor.nextset():
                pass
        return rows

    def columns(self, statement: int) -> Sequence[str]:
        """Return the column names of a statement's latest result."""
        return [str(column[0]) for column in self._cursors[statement].description or ()]

    def begin(self, *, writes: bool) -> None:
        self._control.execute(self._begin)

    def commit(self) -> None:
        self._control.execute("COMMIT")

    def rollback(self) -> None:
        with suppress(Exception):  # no transaction is open, or it is lost with its connection
            self._control.execute("ROLLBACK")

    def close(self) -> None:
        with suppress(Exception):  # the connection is already lost
            self._connection.close()


def _drains(statement: ScriptStatement) -> bool:
    return statement.text.split(None, 1)[0].upper() in CALLS
