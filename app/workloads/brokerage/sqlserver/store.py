# SPDX-License-Identifier: Apache-2.0
"""Brokerage on SQL Server 2016 or later and on Babelfish for PostgreSQL."""

from collections.abc import Mapping, Sequence

from app.workloads.brokerage.dataset import SCHEMA, BrokerageData
from app.workloads.brokerage.trader import TICKS
from app.workloads.cycle_language import CallForms, ListForm
from app.workloads.database.dataset import Dataset
from app.workloads.database.engine_store import RowGeneration, SchemaStatement, StoreJob, generations
from app.workloads.database.schema import with_numbers
from app.workloads.database.sqlserver.server_part import CHUNK, SqlServerPart, step

FOLDER = "sqlserver"
NUMBERS = ListForm(widths=(15,))
OTHER_BYTES = (200.0, 20.0)
ROW_BYTES: Mapping[str, tuple[float, float]] = {
    "TRADE": (90.0, 55.0),
    "TRADE_HISTORY": (2.4 * 26.0, 0.0),
    "SETTLEMENT": (48.0, 0.0),
    "CASH_TRANSACTION": (0.92 * 65.0, 0.0),
    "HOLDING_HISTORY": (1.18 * 36.0, 1.18 * 26.0),
    "HOLDING": (38.0, 32.0),
    "HOLDING_SUMMARY": (24.0, 0.0),
    "DAILY_MARKET": (36.0, 22.0),
    "WATCH_ITEM": (20.0, 0.0),
    "ACCOUNT_PERMISSION": (60.0, 0.0),
    "CUSTOMER": (220.0, 25.0),
    "NEWS_ITEM": (2_300.0, 0.0),
}
"""Calculated row size of each table in bytes, and the size of a row's entries in secondary indexes.

Sizes of tables derived from trades are per trade. `OTHER_BYTES` applies to all other tables.
"""


def bytes_of(data: Dataset) -> Mapping[str, tuple[float, float]]:
    """Return the bytes of each table's rows, and of its entries in secondary indexes."""
    assert isinstance(data, BrokerageData)
    counts = {**data.generated, "HOLDING": data.counts.positions * data.counts.keeps * 2}
    sizes = {table: ROW_BYTES.get(table, OTHER_BYTES) for table in SCHEMA.tables}
    filled = {table: (row * counts[table], entries * counts[table]) for table, (row, entries) in sizes.items()}
    return filled | dict.fromkeys(SCHEMA.empty, OTHER_BYTES)


class BrokerageOnSqlServer(SqlServerPart):
    """SQL Server's and Babelfish's part of brokerage. Stateless."""

    forms = CallForms(lambda procedure: TICKS if procedure == "market_feed" else NUMBERS)

    def rows(self, job: StoreJob) -> Sequence[RowGeneration]:
        """Return the generation of all rows; no table's rows are computed from another table's."""
        return generations(job.data, FOLDER, CHUNK)

    def finishing(self, job: StoreJob) -> Sequence[SchemaStatement]:
        """Return the steps for indexes, procedures, the next trade's number and statistics."""
        assert isinstance(job.data, BrokerageData)
        trades = job.data.counts.trades
        scripts = {name: SCHEMA.statements(name, FOLDER) for name in ("procedures", "keys", "statistics")}
        return [
            *(step("indexes", sql, trades * 0.2) for sql in self.placed("indexes", job)),
            *(step("procedures", sql) for sql in scripts["procedures"]),
            *(step("ids", with_numbers(sql, job.data.next_numbers)) for sql in scripts["keys"]),
            *(step("statistics", sql) for sql in (() if self.is_babelfish(job) else scripts["statistics"])),
        ]


STORE = BrokerageOnSqlServer(SCHEMA, bytes_of)
