# SPDX-License-Identifier: Apache-2.0
"""Order entry on SQL Server 2016 or later and on Babelfish for PostgreSQL."""

from collections.abc import Mapping, Sequence

from app.workloads.cycle_language import CallForms
from app.workloads.database.dataset import Dataset
from app.workloads.database.engine_store import RowGeneration, SchemaStatement, StoreJob, generations
from app.workloads.database.schema import with_numbers
from app.workloads.database.sqlserver.server_part import CHUNK, SqlServerPart, step
from app.workloads.order_entry.clerk import LINES_IN_DIGITS
from app.workloads.order_entry.dataset import SCHEMA
from app.workloads.order_entry.order_entry_tables import MEAN_LINES

FOLDER = "sqlserver"
CHUNK_OF_LINES = 2_000
ROW_BYTES: Mapping[str, tuple[float, float]] = {
    "WAREHOUSE": (110.0, 0.0),
    "DISTRICT": (120.0, 0.0),
    "CUSTOMER": (570.0, 50.0),
    "HISTORY": (75.0, 0.0),
    "ORDERS": (45.0, 25.0),
    "NEW_ORDER": (21.0, 0.0),
    "ORDER_LINE": (MEAN_LINES * 85.0, 0.0),
    "ITEM": (85.0, 0.0),
    "STOCK": (345.0, 0.0),
}
"""Calculated bytes of each table's rows (per order for order lines), and of its entries in secondary indexes."""


def bytes_of(data: Dataset) -> Mapping[str, tuple[float, float]]:
    """Return the bytes of each table's rows, and of its entries in secondary indexes."""
    return {
        table: (row * data.generated[table], entries * data.generated[table])
        for table, (row, entries) in ROW_BYTES.items()
    }


class OrderEntryOnSqlServer(SqlServerPart):
    """SQL Server's and Babelfish's part of order entry. Stateless."""

    forms = CallForms(lambda _: LINES_IN_DIGITS)

    def rows(self, job: StoreJob) -> Sequence[RowGeneration]:
        """Return the generation of all rows; no table's rows are computed from another table's."""
        return generations(job.data, FOLDER, CHUNK, CHUNK_OF_LINES)

    def finishing(self, job: StoreJob) -> Sequence[SchemaStatement]:
        """Return the steps for indexes, procedures, the next payment's number and statistics."""
        weight = sum(job.data.rows.values()) * 0.2
        statistics = () if self.is_babelfish(job) else SCHEMA.statements("statistics", FOLDER)
        return [
            *(step("indexes", sql, weight) for sql in self.placed("indexes", job)),
            *(step("procedures", sql) for sql in SCHEMA.statements("procedures", FOLDER)),
            *(step("keys", with_numbers(sql, job.data.next_numbers)) for sql in SCHEMA.statements("keys", FOLDER)),
            *(step("statistics", sql) for sql in statistics),
        ]


STORE = OrderEntryOnSqlServer(SCHEMA, bytes_of)
