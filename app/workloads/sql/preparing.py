# SPDX-License-Identifier: Apache-2.0
"""Statements of transactions that an engine can't prepare, found before a run: none is executed for that."""

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING

import apsw
import msgspec

from app.databases.failures import diagnosis, server_message
from app.databases.odbc_session import numbered
from app.databases.server import load_pyodbc
from app.model.messages import Sentence
from app.model.scripts import Statement, script, statements_of
from app.model.sql_workload import Sql
from app.workloads.sql.transactions import transactions_of

if TYPE_CHECKING:
    import pyodbc

MADE = frozenset(("CREATE", "ALTER", "DROP", "RENAME", "SET", "USE", "CALL", "EXEC", "EXECUTE", "DO", "ATTACH"))
"""First words of statements that may make what another one names; INTO anywhere may too."""
PLANNED = frozenset(("SELECT", "INSERT", "UPDATE", "DELETE", "MERGE", "VALUES", "WITH", "TABLE"))
"""First words of what PostgreSQL's PREPARE takes."""
AT_ONCE = frozenset(("PRAGMA", "ATTACH", "DETACH", "VACUUM"))
"""First words of what SQLite does in part while it prepares (SQLite, "PRAGMA Statements")."""


class Refusal(msgspec.Struct, frozen=True):
    """Why a statement can't be prepared, in the engine's words. missing: it names something that is not there."""

    reason: str
    missing: bool = False


Prepare = Callable[[Statement], Refusal | None]
"""Prepares a statement; None where it can be, or where that can't be said."""


class Refused(msgspec.Struct, frozen=True):
    """A statement that can't be prepared. where: transaction and line. sure: no other statement may mend that."""

    where: Sentence
    reason: str
    sure: bool


def refused(work: Sql, engine: str, prepare: Prepare, *, whole: bool) -> Iterator[Refused]:
    """What can't be prepared of an engine's transactions, by its name in scenarios. whole: everything that the set-up
    makes is there. Raises the driver's errors where the connection is lost."""
    parts = [(one, script(one.script, work.known)) for one in transactions_of(work, engine)]
    statements = [(one, statement) for one, commands in parts for statement in statements_of(commands)]
    complete = whole and not any(_makes(statement) for _, statement in statements)
    for one, statement in statements:
        if not statement.control and (found := prepare(statement)) is not None:
            yield Refused(one.place_of(statement.line), found.reason, complete or not found.missing)


def first_word(statement: Statement) -> str:
    """In capitals; "" of a statement that begins with something else."""
    return statement.text.replace("(", " ( ").split(None, 1)[0].upper()


def _makes(statement: Statement) -> bool:
    return first_word(statement) in MADE or (
        first_word(statement) == "SELECT" and "INTO" in statement.text.upper().split()
    )


def sqlite(connection: apsw.Connection) -> Prepare:
    """Compiled to list what it would do, as EXPLAIN does: whatever the text holds, nothing of it is executed."""

    def prepare(statement: Statement) -> Refusal | None:
        if first_word(statement) in AT_ONCE:
            return None
        try:
            connection.execute(statement.text, (None,) * len(statement.names), explain=1).close()
        except apsw.SQLError as error:
            return Refusal(str(error), "no such " in str(error) or "has no column named" in str(error))
        except apsw.Error:  # busy, for instance: nothing is said of the statement
            return None
        return None

    return prepare


def postgresql(cursor: "pyodbc.Cursor") -> Prepare:
    """By PREPARE where it takes the statement. Of others the grammar alone is looked at: a text of several statements
    is read whole before its first one is executed, and the first one here always fails. cursor: in a transaction that
    can't write."""
    pyodbc = load_pyodbc()

    def prepare(statement: Statement) -> Refusal | None:
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
"""PostgreSQL's states of parameters whose types only a call tells."""
ABSENT = ("42P01", "42703", "42704", "42883", "3F000")
"""PostgreSQL's states of tables, columns, types, functions and schemas that are not there."""


def mysql(cursor: "pyodbc.Cursor") -> Prepare:
    """By PREPARE, whose text lies in a variable of the session, and is one statement or an error."""
    pyodbc = load_pyodbc()
    cursor.execute("ROLLBACK")  # a transaction that can't write refuses to prepare what writes

    def prepare(statement: Statement) -> Refusal | None:
        try:
            cursor.execute("SET @outpace_check = ?", statement.text)
            cursor.execute("PREPARE outpace_check FROM @outpace_check")
            cursor.execute("DEALLOCATE PREPARE outpace_check")
        except pyodbc.Error as error:
            found = diagnosis(error)
            if found.state[:2] == "08":
                raise
            if found.state[:2] not in {"42", "21"}:  # "not supported in the prepared statement protocol", for instance
                return None
            return Refusal(server_message(error), not UNKNOWN.isdisjoint(found.natives))
        return None

    return prepare


UNKNOWN = frozenset((1146, 1054, 1305, 1049))
"""MySQL's numbers of tables, columns, functions and databases that are not there."""
ON_SERVERS: Mapping[str, Callable[["pyodbc.Cursor"], Prepare]] = {"postgresql": postgresql, "mysql": mysql}
"""By the engines' names in scenarios. SQL Server's own way was not at hand to be tried."""
