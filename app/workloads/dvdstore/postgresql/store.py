# SPDX-License-Identifier: Apache-2.0
"""DVD Store on PostgreSQL."""

import re
from collections.abc import Sequence

from app.workloads.cycle_language import ARRAY, CallForms
from app.workloads.database.engine_store import RowGeneration, SchemaStatement, StoreJob, generations
from app.workloads.database.postgresql.server_part import PostgreSqlPart, step
from app.workloads.database.postgresql.tablespaces import placed
from app.workloads.database.schema import with_numbers
from app.workloads.dvdstore.dataset import counts_of
from app.workloads.dvdstore.statements import SCHEMA

FOLDER = "postgresql"
CHUNK, CHUNK_OF_LINES = 20_000, 8_000
INDEX_WEIGHT = 0.15
"""Weight of an index on a table that grows with customers and orders, in rows per customer."""


class DvdStoreOnPostgreSql(PostgreSqlPart):
    """PostgreSQL's part of DVD Store. Stateless."""

    forms = CallForms(lambda _: ARRAY)

    def rows(self, job: StoreJob) -> Sequence[RowGeneration]:
        """Return the generation of all rows, in parallel because no table's rows are computed from another table's."""
        return generations(job.data, FOLDER, CHUNK, CHUNK_OF_LINES)

    def finishing(self, job: StoreJob) -> Sequence[SchemaStatement]:
        """Return the steps that create indexes in parallel, then keys, functions and statistics in sequence."""
        place, schema = job.target.placement, self.schema_of
        heavy = counts_of(job).customers * INDEX_WEIGHT
        steps = [
            step(name, placed(sql, place, schema), heavy if re.search("ON (CUST|ORDER)", sql) else 0.0, alone=False)
            for name, script in (("indexes", "indexes"), ("full text", "fulltext"))
            for sql in schema.statements(script, FOLDER)
        ]
        steps.sort(key=lambda one: -one.weight)
        steps += [step("keys", with_numbers(sql, job.data.next_numbers)) for sql in schema.statements("keys", FOLDER)]
        steps += [step("procedures", sql) for sql in schema.statements("procedures", FOLDER)]
        tables = (*schema.tables, *schema.empty)
        steps += [
            SchemaStatement(
                "statistics", f"VACUUM (FREEZE, ANALYZE) {table}", heavy if table[0] in "OC" else 0.0, alone=False
            )
            for table in tables
        ]
        return steps


STORE = DvdStoreOnPostgreSql(SCHEMA)
