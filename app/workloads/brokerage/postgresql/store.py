# SPDX-License-Identifier: Apache-2.0
"""Brokerage on PostgreSQL."""

from collections.abc import Sequence

from app.workloads.brokerage.dataset import SCHEMA, BrokerageData
from app.workloads.brokerage.list_form import ARRAY, ProcedureForm
from app.workloads.brokerage.server_trading import Rows
from app.workloads.database.engine_store import RowGeneration, Step, StoreJob
from app.workloads.database.postgresql.server_part import PostgreSqlPart, step
from app.workloads.database.postgresql.tablespaces import placed
from app.workloads.database.schema import with_numbers

FOLDER = "postgresql"
CHUNK = 10_000
INDEX_WEIGHT = 0.15
"""Of an index of a table that grows with trades, in rows a trade."""
OF_SAME_TRADES = {
    "trade": "trade",
    "trade history": "trade_history",
    "settlement": "settlement",
    "cash transaction": "cash_transaction",
    "holding history": "holding_history",
}
"""Names of rows that follow from the same trades, and their scripts, which begin alike."""
GROWING = ("TRADE", "HOLDING", "SETTLEMENT", "CASH")


class BrokerageOnPostgreSql(PostgreSqlPart):
    """PostgreSQL's part of brokerage. Stateless."""

    def form(self) -> ProcedureForm:
        """Arrays of integers, and rows."""
        return ProcedureForm(lambda procedure: ARRAY, hits_in_text=False)

    def unpacked(self, procedure: str, rows: Rows) -> Rows:
        """As they are."""
        return rows

    def schema(self, job: StoreJob) -> Sequence[Step]:
        """Tables, each in its tablespace."""
        return [
            step("tables", placed(sql, job.target.placement, SCHEMA)) for sql in SCHEMA.statements("schema", FOLDER)
        ]

    def rows(self, job: StoreJob) -> Sequence[RowGeneration]:
        """All at once: no table's rows are read for another's. What follows from the same trades is made together."""
        assert isinstance(job.data, BrokerageData)
        single = [rows for rows in job.data.generations(FOLDER, CHUNK) if rows.name not in OF_SAME_TRADES]
        scripts = [SCHEMA.statement(table, FOLDER) for table in OF_SAME_TRADES.values()]
        trades = job.data.counts.trades
        return [*single, RowGeneration("trade", together(scripts), "TRADE", trades, float(len(scripts)), CHUNK)]

    def finishing(self, job: StoreJob) -> Sequence[Step]:
        """Indexes beside each other; keys, functions, statistics one after another."""
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
        numbers = {"next_trade": trades + 1}
        steps += [step("keys", with_numbers(sql, numbers)) for sql in SCHEMA.statements("keys", FOLDER)]
        steps += [step("procedures", sql) for sql in SCHEMA.statements("procedures", FOLDER)]
        steps += [
            Step(
                "statistics",
                f"VACUUM (FREEZE, ANALYZE) {table}",
                heavy if table.startswith(GROWING) else 0.0,
                alone=False,
            )
            for table in (*SCHEMA.tables, *SCHEMA.empty)
        ]
        return steps


def together(scripts: Sequence[str]) -> str:
    """INSERT ... WITH ... SELECT of several tables as one statement, which computes once what all of them begin with:
    what stands before the first one's last SELECT."""
    heads, bodies = zip(*(script[script.index("INSERT INTO") :].split("\nWITH ", 1) for script in scripts), strict=True)
    common = bodies[0][: bodies[0].index("\n)\nSELECT") + len("\n)")]
    made = []
    for head, body in zip(heads, bodies, strict=True):
        if not body.startswith(common):
            raise ValueError(f"it begins otherwise: {head}")
        rest = body[len(common) :].strip().rstrip(";")
        made.append(f"{head}\n" + (f"WITH {rest[1:].lstrip()}" if rest.startswith(",") else rest))
    *others, last = made
    written = "".join(f",\nMADE_{number} AS (\n{one}\n)" for number, one in enumerate(others))
    return f"WITH {common}{written}\n{last}"


STORE = BrokerageOnPostgreSql(SCHEMA)
