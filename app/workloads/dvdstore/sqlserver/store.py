# SPDX-License-Identifier: Apache-2.0
"""DVD Store on SQL Server 2016 or later and on Babelfish for PostgreSQL."""

from collections.abc import Mapping, Sequence

from app.databases.failures import DatabaseError
from app.model.dvdstore_size import DvdStoreRows
from app.workloads.cycle_language import CallForms
from app.workloads.database.dataset import Dataset
from app.workloads.database.engine_store import Cursor, RowGeneration, SchemaStatement, StoreJob, generations
from app.workloads.database.schema import with_numbers
from app.workloads.database.sqlserver.server_part import CHUNK, SqlServerPart, row_of, step
from app.workloads.dvdstore.dataset import DvdStoreData, counts_of
from app.workloads.dvdstore.dvdstore_tables import LINES
from app.workloads.dvdstore.generator import title
from app.workloads.dvdstore.shopper import PACKED
from app.workloads.dvdstore.statements import SCHEMA

FOLDER = "sqlserver"
BABELFISH_FULL_TEXT = "IF @@VERSION LIKE 'Babelfish%' EXECUTE sp_babelfish_configure 'escape_hatch_fulltext', 'ignore'"
"""Statement that enables full text in a Babelfish session."""
ROW_BYTES: Mapping[str, tuple[float, float]] = {
    "CUSTOMERS": (320.0, 60.0),
    "ORDERS": (60.0, 20.0),
    "ORDERLINES": (LINES * 35.0, 0.0),
    "CUST_HIST": (LINES * 25.0, LINES * 45.0),
    "PRODUCTS": (160.0, 320.0),
    "INVENTORY": (25.0, 0.0),
    "REORDER": (2.0, 0.0),
    "CATEGORIES": (1.0, 0.0),
}
"""Bytes of each table's rows, and of its entries in secondary indexes, per unit of `count_of`."""


def count_of(table: str, rows: DvdStoreRows) -> int:
    """Return the row count that determines a table's size; for order lines and history, the number of orders."""
    if table == "CUSTOMERS":
        return rows.customers
    return rows.orders if table in ("ORDERS", "ORDERLINES", "CUST_HIST") else rows.products


def bytes_of(data: Dataset) -> Mapping[str, tuple[float, float]]:
    """Return the bytes of each table's rows, and of its entries in secondary indexes."""
    assert isinstance(data, DvdStoreData)
    return {
        table: (row * count_of(table, data.counts), entries * count_of(table, data.counts))
        for table, (row, entries) in ROW_BYTES.items()
    }


class DvdStoreOnSqlServer(SqlServerPart):
    """SQL Server's and Babelfish's part of DVD Store. Stateless."""

    forms = CallForms(lambda _: PACKED)

    def rows(self, job: StoreJob) -> Sequence[RowGeneration]:
        """Return the generation of all rows."""
        return generations(job.data, FOLDER, CHUNK)

    def finishing(self, job: StoreJob) -> Sequence[SchemaStatement]:
        """Return the steps for indexes, keys, full text, trigger, procedures, next IDs and statistics."""
        rows, babelfish = counts_of(job), self.is_babelfish(job)
        statements = self.schema_of.statements
        full_text = statements("fulltext_babelfish" if babelfish else "fulltext", FOLDER)
        return [
            *(step("indexes", sql, rows.customers * 0.2) for sql in self.placed("indexes", job)),
            *(step("full text", sql.replace(":title", title(1)), rows.products * 0.5) for sql in full_text),
            *(step("procedures", sql) for sql in statements("procedures", FOLDER)),
            *(step("ids", with_numbers(sql, job.data.next_numbers)) for sql in statements("keys", FOLDER)),
            *(step("statistics", sql) for sql in (() if babelfish else statements("statistics", FOLDER))),
        ]

    def user_statements(self) -> Sequence[str]:
        """Return the initial statements of user sessions; only Babelfish needs one."""
        return (BABELFISH_FULL_TEXT,)

    def check_server(self, cursor: Cursor) -> None:
        """Check that full-text search is installed."""
        if row_of(cursor, "SELECT CAST(SERVERPROPERTY('IsFullTextInstalled') AS INT)")[0] != 1:
            raise DatabaseError(
                "this SQL Server has no full-text search, which DVD Store's title and actor searches need: add the "
                'feature "Full-Text and Semantic Extractions for Search" with its setup, on Linux the package '
                "mssql-server-fts"
            )


STORE = DvdStoreOnSqlServer(SCHEMA, bytes_of)
