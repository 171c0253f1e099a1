# SPDX-License-Identifier: Apache-2.0
"""What a run must have done to the database, computed from the database itself."""

from typing import Any

import apsw
import msgspec

from app.workloads.dvdstore.statements import statement


class OrderCounts(msgspec.Struct, frozen=True):
    """Rows that purchases add to."""

    orders: int
    orderlines: int
    cust_hist: int


def order_counts(connection: apsw.Connection) -> OrderCounts:
    """Rows now; orders grow by purchases minus rollbacks, the other two by their items."""
    counts: tuple[Any, ...] = connection.execute(statement("order_counts", "common")).fetchall()[0]
    return OrderCounts(*counts)


def expected_rollback_percent(connection: apsw.Connection, line_items: int) -> float:
    """Share of purchases, in percent, that this database's stock makes roll back (the trigger keeps it constant)."""
    stock: tuple[Any, ...] = connection.execute(statement("rollback", "common")).fetchall()[0]
    short, drawn = stock
    return rollback_percent(short, drawn, line_items)


def rollback_percent(short: int, drawn: int, line_items: int) -> float:
    """Share of purchases, in percent, that find too little stock.

    p = short / drawn = mean over products, as often as each is drawn, of P(quantity > stock); then 1 - mean over the
    1 to 2 x line_items - 1 items of an order of (1 - p)^n.
    """
    p = short / drawn
    most = 2 * line_items - 1
    return 100.0 * (1.0 - sum((1.0 - p) ** n for n in range(1, most + 1)) / most)
