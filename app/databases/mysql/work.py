# SPDX-License-Identifier: Apache-2.0
"""Statements and waits of MySQL and MariaDB, from performance_schema."""

from app.databases.mysql.dialect import is_mariadb
from app.databases.mysql.statistics import GRANT, NO_SCHEMA, account_of, has_schema, variables_of
from app.databases.server_statistics import Connection, Errors, number, rows, sql
from app.databases.server_work import EngineWork, StatementCount, WaitCount, WorkSnapshot, refusal
from app.model.errors import phrase
from app.model.form import marked

PREPARED = marked(
    "MariaDB does not tell apart the statements that were prepared, as those of Outpace's users are: "
    "statement/com/Execute is all of them, statement/sp/stmt what their procedures do within."
)


def snapshot(connection: Connection, database: str, errors: Errors) -> WorkSnapshot:
    """Return the counts of a database's statements and the whole server's waits."""
    variables = variables_of(connection)
    if not has_schema(variables):
        off = NO_SCHEMA.sentence("")
        return WorkSnapshot(no_statements=off, no_waits=off)
    try:
        statements = rows(connection, sql("mysql", "statements"), (database,))
        if mariadb := is_mariadb(variables["version"]):
            statements += rows(connection, sql("mysql", "executions"), (database,))
        waits = rows(connection, sql("mysql", "waits"), ())
    except errors as error:
        rows(connection, "SELECT 1", ())  # raises if the connection is lost
        refused = refusal(error, GRANT, account_of(connection))
        return WorkSnapshot(no_statements=refused, no_waits=refused)
    return WorkSnapshot(
        {
            str(row["digest_key"]): StatementCount(
                str(row["query"] or ""), number(row["calls"]), number(row["total_s"]), number(row["row_count"])
            )
            for row in statements
        },
        no_statements=phrase(PREPARED) if mariadb else None,
        waits={str(row["name"]): WaitCount(number(row["wait_count"]), number(row["total_s"])) for row in waits},
    )


WORK = EngineWork(snapshot, nested=True)
