# SPDX-License-Identifier: Apache-2.0
"""Order entry data of one size, and its invariants."""

from collections.abc import Iterator, Mapping

from app.model.errors import phrase
from app.model.messages import Sentence
from app.model.workloads import OrderEntry
from app.workloads.database.dataset import Dataset
from app.workloads.database.draws import key
from app.workloads.database.schema import Schema, with_numbers
from app.workloads.database.workload_definition import Value
from app.workloads.order_entry.order_entry_tables import DISTRICTS, TABLES

SCHEMA = Schema("order-entry", "Order entry", 1, TABLES, folder="order_entry")
ROLLED_BACK_PERCENT = 0.45
"""Percentage of all transactions that are rolled back: one new order in a hundred."""
BYTES_A_WAREHOUSE = {"sqlite": 72_000_000, "postgresql": 116_000_000, "mysql": 118_000_000, "sqlserver": 116_000_000}
"""Size of all tables and indexes per warehouse, in bytes; MySQL's was measured on MariaDB, SQL Server's is assumed."""
ITEM_BYTES = 13_000_000


class OrderEntryData(Dataset):
    """Data for the parameters of a scenario."""

    schema = SCHEMA
    small = ("WAREHOUSE", "DISTRICT", "NEW_ORDER", "ORDERS")
    grown_name, reloaded = "orders", "customers, stock and totals"

    def __init__(self, parameters: OrderEntry) -> None:
        super().__init__(parameters)
        self.counts = parameters.rows

    @property
    def generated(self) -> Mapping[str, int]:
        """Range of each table's script: the table's row count, or that of the rows from which it is derived."""
        rows, districts = self.counts, self.counts.warehouses * DISTRICTS
        return {
            "WAREHOUSE": rows.warehouses,
            "DISTRICT": districts,
            "CUSTOMER": districts * rows.customers,
            "HISTORY": districts * rows.customers,
            "ORDERS": districts * rows.customers,
            "NEW_ORDER": districts * rows.waiting,
            "ORDER_LINE": districts * rows.customers,
            "ITEM": rows.items,
            "STOCK": rows.warehouses * rows.items,
        }

    @property
    def rows(self) -> Mapping[str, int]:
        """Row counts, except that of order lines, which depends on the draws."""
        return {table: count for table, count in self.generated.items() if table != "ORDER_LINE"}

    def expected_bytes(self, dialect: str) -> int:
        """Return the free space that a build needs, including space for sorting indexes."""
        rows = self.counts
        return round(1.3 * (BYTES_A_WAREHOUSE[dialect] * rows.warehouses + ITEM_BYTES) * rows.tenths / 10)

    def numbers(self, table: str) -> Mapping[str, int]:
        """Return the keys of the table's draws, and numbers that depend on the size."""
        rows = self.counts
        return {
            **key(SCHEMA, self.seed, table),
            "items": rows.items,
            "customers": rows.customers,
            "waiting": rows.waiting,
            "names": rows.names,
        }


def broken(working: Value, pristine: Value, data: OrderEntryData) -> Iterator[Sentence]:
    """Yield each invariant (common/checks.sql) violated after a run, with its number of violating rows."""
    numbers = {"built": data.counts.customers, "delivered": data.counts.customers - data.counts.waiting}
    for name, sql in SCHEMA.named("checks", "common").items():
        if count := working(with_numbers(sql, numbers)):
            yield phrase(_text(name), count=count)


def _text(name: str) -> str:
    texts: Mapping[str, str] = {
        "districts_paid": phrase("the payments of {count:,} warehouses are not those of their districts").text,
        "next_orders": phrase("the next order number of {count:,} districts does not follow their newest order").text,
        "gaps": phrase("orders that wait are missing in {count:,} districts").text,
        "lines": phrase("{count:,} orders have another number of lines than they say").text,
        "stray_lines": phrase("the number of lines differs from that of all orders by {count:,}").text,
        "carriers": phrase("{count:,} orders wait with a carrier, or have none without waiting").text,
        "deliveries": phrase("{count:,} lines are delivered without their order, or the other way round").text,
        "warehouse_history": phrase("the payments of {count:,} warehouses are not those of the history").text,
        "district_history": phrase("the payments of {count:,} districts are not those of the history").text,
        "balances": phrase("{count:,} customers have another balance than deliveries minus payments").text,
        "delivered": phrase("the deliveries of {count:,} districts are not those of their customers").text,
        "bought": phrase("{count:,} customers have another sum of balance and payments than their deliveries").text,
        "stock": phrase("the stock's counters differ from the lines of new orders by {count:,}").text,
        "empty_lines": phrase("{count:,} lines lack their amount or their district's text").text,
    }
    return texts[name]


DATASET = OrderEntryData
