# SPDX-License-Identifier: Apache-2.0
"""Calls of a workload's user, one by one, for tests."""

import random
from collections.abc import Sequence
from typing import Any, NamedTuple

import apsw

from app.model.workloads import DvdStore
from app.workloads.cycle_language import Request, Rows
from app.workloads.database.python_users import PythonUser
from app.workloads.database.server_store import ServerStore
from app.workloads.dvdstore import shopper
from app.workloads.dvdstore.definition import rolled_back_percent
from app.workloads.dvdstore.statements import SCHEMA
from app.workloads.workload import Cycle, Fault, Workload

BROWSE_CATEGORY, BROWSE_ACTOR, BROWSE_TITLE = range(2, 5)
BROWSES = {
    BROWSE_CATEGORY: shopper.browse_category,
    BROWSE_ACTOR: shopper.browse_actor,
    BROWSE_TITLE: shopper.browse_title,
}


class OrderCounts(NamedTuple):
    """Numbers of rows in the tables to which purchases add rows."""

    orders: int
    orderlines: int
    cust_hist: int


def _row(place: ServerStore | apsw.Connection, script: str) -> Sequence[Any]:
    """Return the only row of a script's result in a working database."""
    if isinstance(place, ServerStore):
        return place.row(script)
    row: Sequence[Any] = place.execute(SCHEMA.statement(script, "common")).fetchall()[0]
    return row


def order_counts(place: ServerStore | apsw.Connection) -> OrderCounts:
    return OrderCounts(*map(int, _row(place, "ledger")))


def expected_rollback_percent(place: ServerStore | apsw.Connection, line_items: int) -> float:
    return rolled_back_percent(lambda script: _row(place, script), DvdStore(line_items=line_items))


class ShopperCalls:
    """DVD Store's procedures, called as a user calls them, with their results."""

    def __init__(self, user: PythonUser) -> None:
        self.user = user

    def cycle(self) -> Cycle:
        return self.user.cycle()

    def fault(self, error: Exception) -> Fault:
        return self.user.fault(error)

    def close(self) -> None:
        self.user.close()

    def login(self, name: str, password: str) -> Sequence[Sequence[Any]]:
        request = shopper.login(name, password)
        rows = self.user.rows(request)
        self.user._forms.answer(request, rows)  # raises LookupError if there is no row
        return rows

    def new_customer(self, *columns: Any) -> int:
        return self._number(shopper.new_customer(*columns))

    def browse(self, kind: int, wanted: int | str, limit: int) -> Sequence[Sequence[Any]]:
        return self.user.rows(BROWSES[kind](wanted, limit))

    @staticmethod
    def basket(items: Sequence[Sequence[int]]) -> Rows:
        return Rows(2, [(product, quantity) for product, quantity in items])

    def price(self, basket: Rows) -> int:
        return self._number(shopper.price(basket))

    def purchase(self, customer: int, date: str, net_cents: int, basket: Rows) -> int:
        return self._number(shopper.purchase(customer, date, net_cents, basket))

    def _number(self, request: Request) -> int:
        found: int = self.user.answered(request)
        return found


def shopper_of(workload: Workload, draws: random.Random) -> ShopperCalls:
    """Connect a user of DVD Store."""
    user = workload.user(draws)
    assert isinstance(user, PythonUser)
    return ShopperCalls(user)
