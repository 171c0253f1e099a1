# SPDX-License-Identifier: Apache-2.0
"""Brokerage on PostgreSQL."""

from collections.abc import Sequence

from app.workloads.brokerage.dataset import SCHEMA, BrokerageData
from app.workloads.cycle_language import ARRAY, CallForms
from app.workloads.database.engine_store import SchemaStatement, StoreJob
from app.workloads.database.postgresql.server_part import PostgreSqlPart, step
from app.workloads.database.postgresql.tablespaces import placed
from app.workloads.database.schema import with_numbers

FOLDER = "postgresql"
CHUNK = 10_000
INDEX_WEIGHT = 0.15
"""Weight of an index on a table that grows with trades, in rows per trade."""
GROWING = ("TRADE", "HOLDING", "SETTLEMENT", "CASH")


class BrokerageOnPostgreSql(PostgreSqlPart):
    """PostgreSQL's part of brokerage. Stateless."""

    forms = CallForms(lambda _: ARRAY)

    def finishing(self, job: StoreJob) -> Sequence[SchemaStatement]:
        """Return the steps that create indexes in parallel, then keys, functions and statistics in sequence."""
        assert isinstance(job.data, BrokerageData)
        trades, place = job.data.counts.trades, job.target.placement
        heavy = trades * INDEX_WEIGHT
        steps = [
            step(
                "indexes",
                placed(sql, place, SCHEMA),
                heavy if any(f" ON {table}" in sql for table in GROWING) else 0.0,
                alone=False,
            )
            for sql in SCHEMA.statements("indexes", FOLDER)
        ]
        steps.sort(key=lambda one: -one.weight)
        steps += [step("keys", with_numbers(sql, job.data.next_numbers)) for sql in SCHEMA.statements("keys", FOLDER)]
        steps += [step("procedures", sql) for sql in SCHEMA.statements("procedures", FOLDER)]
        steps += [
            SchemaStatement(
                "statistics",
                f"VACUUM (FREEZE, ANALYZE) {table}",
                heavy if table.startswith(GROWING) else 0.0,
                alone=False,
            )
            for table in (*SCHEMA.tables, *SCHEMA.empty)
        ]
        return steps


STORE = BrokerageOnPostgreSql(SCHEMA)
