# SPDX-License-Identifier: Apache-2.0
"""Order entry on PostgreSQL."""

from collections.abc import Sequence

from app.workloads.cycle_language import ARRAY, CallForms
from app.workloads.database.engine_store import RowGeneration, SchemaStatement, StoreJob, generations
from app.workloads.database.postgresql.server_part import PostgreSqlPart, step
from app.workloads.database.postgresql.tablespaces import placed
from app.workloads.database.schema import with_numbers
from app.workloads.order_entry.dataset import SCHEMA

FOLDER = "postgresql"
CHUNK, CHUNK_OF_LINES = 10_000, 2_000
INDEX_WEIGHT = 0.15
"""Weight of an index, in rows of its table."""


class OrderEntryOnPostgreSql(PostgreSqlPart):
    """PostgreSQL's part of order entry. Stateless."""

    forms = CallForms(lambda _: ARRAY)

    def schema(self, job: StoreJob) -> Sequence[SchemaStatement]:
        """Return the steps that create tables, each in its tablespace, with a fill factor for updates of hot rows."""
        place = job.target.placement
        return [
            *(step("tables", placed(sql, place, SCHEMA)) for sql in SCHEMA.statements("schema", FOLDER)),
            *(step("tables", sql) for sql in SCHEMA.statements("settings", FOLDER)),
        ]

    def rows(self, job: StoreJob) -> Sequence[RowGeneration]:
        """Return the generation of all rows; no table's rows are computed from another table's."""
        return generations(job.data, FOLDER, CHUNK, CHUNK_OF_LINES)

    def finishing(self, job: StoreJob) -> Sequence[SchemaStatement]:
        """Return the steps that create indexes in parallel, then keys, functions and statistics in sequence."""
        heavy = sum(job.data.rows.values()) * INDEX_WEIGHT
        steps = [
            step("indexes", placed(sql, job.target.placement, SCHEMA), heavy, alone=False)
            for sql in SCHEMA.statements("indexes", FOLDER)
        ]
        steps += [step("keys", with_numbers(sql, job.data.next_numbers)) for sql in SCHEMA.statements("keys", FOLDER)]
        steps += [step("procedures", sql) for sql in SCHEMA.statements("procedures", FOLDER)]
        return steps + [
            SchemaStatement("statistics", f"VACUUM (FREEZE, ANALYZE) {table}", heavy, alone=False)
            for table in SCHEMA.tables
        ]


STORE = OrderEntryOnPostgreSql(SCHEMA)
