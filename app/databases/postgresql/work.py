# SPDX-License-Identifier: Apache-2.0
"""PostgreSQL's statements, from pg_stat_statements, and the waits of its sessions, which only sampling reveals."""

from app.databases.postgresql.statistics import ROLE, facts
from app.databases.server_statistics import Connection, Errors, number, rows, sql
from app.databases.server_work import EngineWork, StatementCount, WorkSnapshot, refusal
from app.model.errors import phrase
from app.model.form import marked

NOT_LOADED = marked(
    "pg_stat_statements is not loaded. Set shared_preload_libraries = 'pg_stat_statements' for the server and restart"
    " it, then CREATE EXTENSION pg_stat_statements in the database postgres."
)
NOT_THERE = marked(
    "the database postgres has no pg_stat_statements. As an administrator: CREATE EXTENSION pg_stat_statements in it."
)


def snapshot(connection: Connection, database: str, errors: Errors) -> WorkSnapshot:
    """Return the counts of a database's statements.

    `connection` must be to the database postgres, where the extension survives restores.
    """
    try:
        loaded = rows(connection, "SELECT 1 FROM pg_settings WHERE name = 'pg_stat_statements.max'", ())
        place = rows(connection, sql("postgresql", "statements_place"), ())
        if not place:
            return WorkSnapshot(no_statements=phrase(NOT_THERE if loaded else NOT_LOADED))
        schema, version = str(place[0]["schema_name"]), int(place[0]["version"])
        text = sql("postgresql", "statements").format(
            schema='"' + schema.replace('"', '""') + '"',
            time="total_exec_time" if version >= 130000 else "total_time",
            top_level=" AND s.toplevel" if version >= 140000 else "",
        )
        found = rows(connection, text, (database,))
    except errors as error:
        rows(connection, "SELECT 1", ())  # raises if the connection is lost
        if "shared_preload_libraries" in str(error):
            return WorkSnapshot(no_statements=phrase(NOT_LOADED))
        return WorkSnapshot(no_statements=refusal(error, ROLE, facts(connection).user))
    return WorkSnapshot(
        {
            str(row["key"]): StatementCount(
                str(row["query"] or ""), number(row["calls"]), number(row["total_s"]), number(row["rows"])
            )
            for row in found
        }
    )


WORK = EngineWork(snapshot, sample=sql("postgresql", "waits"))
