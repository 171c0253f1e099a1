# SPDX-License-Identifier: Apache-2.0
"""DVD Store's rows on SQLite."""

from collections.abc import Sequence

from app.workloads.database.dataset import Dataset
from app.workloads.database.engine_store import RowGeneration, Step
from app.workloads.dvdstore.dataset import DvdStoreData
from app.workloads.dvdstore.statements import statement

CHUNK = 10_000


class DvdStoreOnSqlite:
    """SQLite's part of DVD Store. Stateless. Weights count in customers' rows."""

    def rows(self, data: Dataset) -> Sequence[RowGeneration]:
        """As servers make them."""
        assert isinstance(data, DvdStoreData)
        rows = data.counts
        tasks = (
            ("products", "products", "PRODUCTS", rows.products, 0.6),
            ("inventory", "inventory", "INVENTORY", rows.products, 0.2),
            ("customers", "customers", "CUSTOMERS", rows.customers, 1.0),
            ("orders", "orders", "ORDERS", rows.orders, 0.4),
            ("order lines", "orderlines", "ORDERS", rows.orders, 1.2),
            ("purchase history", "cust_hist", "ORDERS", rows.orders, 0.5),
        )
        return [
            RowGeneration(name, statement(script), table, count, weight, CHUNK)
            for name, script, table, count, weight in tasks
        ]

    def finishing(self, data: Dataset) -> Sequence[Step]:
        """The checksum last."""
        customers, statement = data.rows["CUSTOMERS"], data.schema.statement
        return [
            Step("indexes", statement("indexes"), 1.2 * customers),
            Step("full text", statement("fulltext"), 0.1 * customers),
            Step("procedures", statement("procedures")),
            Step("statistics", "ANALYZE", 0.2 * customers),
            Step("checksum", statement("checksum"), 0.6 * customers),
        ]


STORE = DvdStoreOnSqlite()
