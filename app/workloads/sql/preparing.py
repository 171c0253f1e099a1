# SPDX-License-Identifier: Apache-2.0
"""Check before a run that an engine can prepare the statements of transactions, without executing them."""

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING

import apsw
import msgspec

from app.databases.failures import diagnosis, server_message
from app.databases.odbc_session import numbered
from app.databases.server import load_pyodbc
from app.model.messages import Sentence
from app.model.scripts import ScriptStatement, script, statements_of
from app.model.sql_workload import Sql
from app.workloads.sql.transactions import transactions_of

if TYPE_CHECKING:
    import pyodbc

MADE = frozenset(("CREATE", "ALTER", "DROP", "RENAME", "SET", "USE", "CALL", "EXEC", "EXECUTE", "DO", "ATTACH"))
"""First words of statements that may create objects for later statements, as may INTO anywhere in a statement."""
PLANNED = frozenset(("SELECT", "INSERT", "UPDATE", "DELETE", "MERGE", "VALUES", "WITH", "TABLE"))
"""First words of statements accepted by PostgreSQL's PREPARE."""
AT_ONCE = frozenset(("PRAGMA", "ATTACH", "DETACH", "VACUUM"))
"""First words of statements that SQLite partly executes when preparing them (SQLite, "PRAGMA Statements")."""


class Refusal(msgspec.Struct, frozen=True):
    """Reason why a statement cannot be prepared, in the engine's words.

    Attributes:
        missing: Whether the statement uses an object that does not exist.
    """

    reason: str
    missing: bool = False


Prepare = Callable[[ScriptStatement], Refusal | None]
"""Function that prepares a statement; returns None if that succeeds or the result is inconclusive."""


class RefusedStatement(msgspec.Struct, frozen=True):
    """Statement that cannot be prepared.

    Attributes:
        where: Transaction and line of the statement.
        sure: Whether the failure is certain, because no other statement could create what is missing.
    """

    where: Sentence
    reason: str
    sure: bool


def refused(work: Sql, engine: str, prepare: Prepare, *, whole: bool) -> Iterator[RefusedStatement]:
    """Yield the statements in an engine's transactions that cannot be prepared.

    A lost connection raises the driver's errors.

    Args:
        work: Workload.
        engine: Name of the engine in scenarios.
        prepare: Prepares a statement.
        whole: Whether all objects of the set-up exist.
    """
    parts = [(one, script(one.script, work.known)) for one in transactions_of(work, engine)]
    statements = [(one, statement) for one, commands in parts for statement in statements_of(commands)]
    complete = whole and not any(_creates_objects(statement) for _, statement in statements)
    for one, statement in statements:
        if not statement.control and (refusal := prepare(statement)) is not None:
            yield RefusedStatement(one.place_of(statement.line), refusal.reason, complete or not refusal.missing)


def first_word(statement: ScriptStatement) -> str:
    """Return the first word of a statement in upper case, or "" if it begins with something else."""
    return statement.text.replace("(", " ( ").split(None, 1)[0].upper()


def _creates_objects(statement: ScriptStatement) -> bool:
    return first_word(statement) in MADE or (
        first_word(statement) == "SELECT" and "INTO" in statement.text.upper().split()
    )


def sqlite(connection: apsw.Connection) -> Prepare:
    """Return the check for SQLite, which compiles statements as EXPLAIN does, so that nothing is executed."""

    def prepare(statement: ScriptStatement) -> Refusal | None:
        if first_word(statement) in AT_ONCE:
            return None
        try:
            connection.execute(statement.text, (None,) * len(statement.names), explain=1).close()
        except apsw.SQLError as error:
            return Refusal(str(error), "no such " in str(error) or "has no column named" in str(error))
        except apsw.Error:  # inconclusive, for example because the database is busy
            return None
        return None

    return prepare


def postgresql(cursor: "pyodbc.Cursor") -> Prepare:
    """Return the check for PostgreSQL, on a cursor in a read-only transaction.

    Statements that PREPARE does not accept are only parsed: a string of several statements is parsed completely before
    the first one is executed, and here the first one always fails.
    """
    pyodbc = load_pyodbc()

    def prepare(statement: ScriptStatement) -> Refusal | None:
        planned, text = first_word(statement) in {*PLANNED, "("}, numbered(statement.text)
        cursor.execute("SAVEPOINT outpace_check")
        try:
            if planned:
                cursor.execute(f"PREPARE outpace_check AS {text}")
                cursor.execute("DEALLOCATE outpace_check")
            else:
                cursor.execute(f"SELECT 1 / 0; {text}")
        except pyodbc.Error as error:
            state = diagnosis(error).state
            if state[:2] in {"08", "57"}:
                raise
            cursor.execute("ROLLBACK TO SAVEPOINT outpace_check")
            undecided = state[:2] not in {"42", "22"} or state in UNTYPED
            if undecided or (not planned and state != SYNTAX_ERROR):
                return None
            return Refusal(server_message(error), state in ABSENT)
        return None

    return prepare


SYNTAX_ERROR = "42601"
UNTYPED = ("42P18", "42P08", "42725")
"""PostgreSQL's SQLSTATEs for parameters whose types are known only when the statement is called."""
ABSENT = ("42P01", "42703", "42704", "42883", "3F000")
"""PostgreSQL's SQLSTATEs for missing tables, columns, types, functions and schemas."""


def mysql(cursor: "pyodbc.Cursor") -> Prepare:
    """Return the check for MySQL: PREPARE from a session variable, which accepts a single statement only."""
    pyodbc = load_pyodbc()
    cursor.execute("ROLLBACK")  # in a read-only transaction, writing statements cannot be prepared

    def prepare(statement: ScriptStatement) -> Refusal | None:
        try:
            cursor.execute("SET @outpace_check = ?", statement.text)
            cursor.execute("PREPARE outpace_check FROM @outpace_check")
            cursor.execute("DEALLOCATE PREPARE outpace_check")
        except pyodbc.Error as error:
            details = diagnosis(error)
            if details.state[:2] == "08":
                raise
            if details.state[:2] not in {"42", "21"}:  # for example "not supported in the prepared statement protocol"
                return None
            return Refusal(server_message(error), not UNKNOWN.isdisjoint(details.natives))
        return None

    return prepare


UNKNOWN = frozenset((1146, 1054, 1305, 1049))
"""MySQL's error numbers for missing tables, columns, functions and databases."""
ON_SERVERS: Mapping[str, Callable[["pyodbc.Cursor"], Prepare]] = {"postgresql": postgresql, "mysql": mysql}
"""Checks by engine name in scenarios. There is none for SQL Server, because no server was available for testing."""
