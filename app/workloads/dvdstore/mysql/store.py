# SPDX-License-Identifier: Apache-2.0
"""DVD Store on MySQL 8 and MariaDB."""

from collections.abc import Sequence
from dataclasses import replace

from app.workloads.database.engine_store import RowGeneration, Step, StoreJob
from app.workloads.database.mysql.server_part import CHUNK, MySqlPart, step
from app.workloads.dvdstore.cycle import PACKED, BasketForm
from app.workloads.dvdstore.dataset import counts_of
from app.workloads.dvdstore.statements import SCHEMA, statement

FOLDER = "mysql"


class DvdStoreOnMySql(MySqlPart):
    """MySQL's and MariaDB's part of DVD Store. Stateless."""

    def basket_form(self) -> BasketForm:
        """One text without a separator."""
        return PACKED

    def rows(self, job: StoreJob) -> Sequence[RowGeneration]:
        """The generation of all rows."""
        count = counts_of(job)
        return (
            _rows("products", "PRODUCTS", count.products),
            _rows("inventory", "INVENTORY", count.products),
            _rows("customers", "CUSTOMERS", count.customers),
            _rows("orders", "ORDERS", count.orders),
            replace(_rows("orderlines", "ORDERS", count.orders), name="order lines", weight=5.0, after=("orders",)),
            replace(
                _rows("cust_hist", "ORDERS", count.orders),
                name="purchase history",
                weight=5.0,
                after=("orders", "order lines"),
            ),
        )

    def finishing(self, job: StoreJob) -> Sequence[Step]:
        """Indexes, foreign keys, full text, trigger, procedures, statistics."""
        rows = counts_of(job)
        steps = [step("indexes", sql, rows.customers * 0.5) for sql in self.schema_of.statements("indexes", FOLDER)]
        steps += [step("full text", sql, rows.products * 0.5) for sql in self.schema_of.statements("fulltext", FOLDER)]
        steps += [step("procedures", sql) for sql in self.schema_of.statements("procedures", FOLDER)]
        statistics = self.schema_of.statements("statistics", FOLDER)
        steps += [step("statistics", sql, rows.customers * 0.1) for sql in statistics]
        return steps


def _rows(script: str, table: str, count: int) -> RowGeneration:
    return RowGeneration(script, statement(script, FOLDER), table, count, chunk=CHUNK)


STORE = DvdStoreOnMySql(SCHEMA)
