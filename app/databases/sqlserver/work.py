# SPDX-License-Identifier: Apache-2.0
"""SQL Server's statements and waits, from its dynamic management views; Babelfish for PostgreSQL has none of them.

The queries were written from the views' documentation and tested with recorded rows, because no SQL Server was
available.
"""

from app.databases.server_statistics import Connection, Errors, number, rows, sql
from app.databases.server_work import EngineWork, StatementCount, WaitCount, WorkSnapshot, refusal
from app.databases.sqlserver.statistics import GRANT, GRANT_2022, facts
from app.model.errors import phrase
from app.model.form import marked

NO_VIEW = marked("Babelfish for PostgreSQL has no {view}: its PostgreSQL tells statements and waits.")


def snapshot(connection: Connection, database: str, errors: Errors) -> WorkSnapshot:
    """Return the counts of a database's statements and of the whole server's waits."""
    server = facts(connection)
    if server.babelfish:
        return WorkSnapshot(
            no_statements=phrase(NO_VIEW, view="sys.dm_exec_query_stats"),
            no_waits=phrase(NO_VIEW, view="sys.dm_os_wait_stats"),
        )
    try:
        statements = rows(connection, sql("sqlserver", "statements"), (database,))
        waits = rows(connection, sql("sqlserver", "waits"), ())
    except errors as error:
        rows(connection, "SELECT 1", ())  # raises if the connection is lost
        refused = refusal(error, GRANT_2022 if server.major >= 16 else GRANT)
        return WorkSnapshot(no_statements=refused, no_waits=refused)
    return WorkSnapshot(
        {
            str(row["digest_key"]): StatementCount(
                str(row["query"] or ""), number(row["calls"]), number(row["total_s"]), number(row["row_count"])
            )
            for row in statements
        },
        waits={str(row["name"]): WaitCount(number(row["wait_count"]), number(row["total_s"])) for row in waits},
    )


WORK = EngineWork(snapshot)
