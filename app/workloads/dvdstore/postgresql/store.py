# SPDX-License-Identifier: Apache-2.0
"""DVD Store on PostgreSQL."""

import re
from collections.abc import Sequence

from app.workloads.database.engine_store import RowGeneration, Step, StoreJob
from app.workloads.database.postgresql.server_part import PostgreSqlPart, step
from app.workloads.database.postgresql.tablespaces import placed
from app.workloads.database.schema import with_numbers
from app.workloads.dvdstore.cycle import BasketForm
from app.workloads.dvdstore.dataset import counts_of
from app.workloads.dvdstore.statements import SCHEMA, statement

FOLDER = "postgresql"
CHUNK = 20_000
INDEX_WEIGHT = 0.15
"""Of an index of the tables that grow with customers and orders, in rows a customer."""


class DvdStoreOnPostgreSql(PostgreSqlPart):
    """PostgreSQL's part of DVD Store. Stateless."""

    def basket_form(self) -> BasketForm:
        """An array of integers: product, quantity, product, quantity, ..."""
        return BasketForm(begin="{", between=",", separator=",", end="}")

    def schema(self, job: StoreJob) -> Sequence[Step]:
        """Tables, each in its tablespace."""
        schema = self.schema_of
        return [
            step("tables", placed(sql, job.target.placement, schema)) for sql in schema.statements("schema", FOLDER)
        ]

    def rows(self, job: StoreJob) -> Sequence[RowGeneration]:
        """All at once: no table's rows are read for another's."""
        rows = counts_of(job)
        tasks = (
            ("products", "products", "PRODUCTS", rows.products, 1.0),
            ("inventory", "inventory", "INVENTORY", rows.products, 1.0),
            ("customers", "customers", "CUSTOMERS", rows.customers, 1.0),
            ("orders", "orders", "ORDERS", rows.orders, 1.0),
            ("order lines", "orderlines", "ORDERS", rows.orders, 5.0),
            ("purchase history", "cust_hist", "ORDERS", rows.orders, 5.0),
        )
        return [
            RowGeneration(
                name, statement(script, FOLDER), table, count, weight, chunk=round(CHUNK / max(1.0, weight / 2))
            )
            for name, script, table, count, weight in tasks
        ]

    def finishing(self, job: StoreJob) -> Sequence[Step]:
        """Indexes beside each other; keys, functions, statistics one after another."""
        rows, place, schema = counts_of(job), job.target.placement, self.schema_of
        next_ids = {
            "next_product": rows.products + 1,
            "next_customer": rows.customers + 1,
            "next_order": rows.orders + 1,
            **job.data.reload_numbers,
        }
        heavy = rows.customers * INDEX_WEIGHT
        steps = [
            step(name, placed(sql, place, schema), heavy if re.search("ON (CUST|ORDER)", sql) else 0.0, alone=False)
            for name, script in (("indexes", "indexes"), ("full text", "fulltext"))
            for sql in schema.statements(script, FOLDER)
        ]
        steps += [step("keys", with_numbers(sql, next_ids)) for sql in schema.statements("keys", FOLDER)]
        steps += [step("procedures", sql) for sql in schema.statements("procedures", FOLDER)]
        tables = (*schema.tables, *schema.empty)
        steps += [
            Step("statistics", f"VACUUM (FREEZE, ANALYZE) {table}", heavy if table[0] in "OC" else 0.0, alone=False)
            for table in tables
        ]
        return steps


STORE = DvdStoreOnPostgreSql(SCHEMA)
