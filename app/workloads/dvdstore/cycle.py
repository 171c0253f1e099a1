# SPDX-License-Identifier: Apache-2.0
"""The order cycle, the same on every engine: its operations, and one user's choices in the order they are drawn."""

import random
from abc import ABC, abstractmethod
from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

import msgspec

from app.model.dvdstore_size import Rows
from app.model.workloads import DvdStore
from app.workloads.database.draws import COLUMN_PRIME
from app.workloads.dvdstore.generator import actor, customer, title
from app.workloads.dvdstore.tables import POPULAR_EVERY, POPULAR_WEIGHT
from app.workloads.workload import Call, Cycle, Operation, Outcome

OPERATIONS = (
    Operation("login"),
    Operation("new_customer"),
    Operation("browse_category"),
    Operation("browse_actor"),
    Operation("browse_title"),
    Operation("price", timed=False),
    Operation("purchase"),
)
LOGIN, NEW_CUSTOMER, BROWSE_CATEGORY, BROWSE_ACTOR, BROWSE_TITLE, PRICE, PURCHASE = range(7)
NEW_NAMES = 1_000_000_000

Items = Sequence[Sequence[int]]
"""A basket: [product, quantity] lists, in the order of the order's lines. A product may stand in it twice."""


class BasketForm(msgspec.Struct, frozen=True):
    """How an engine's procedures want a basket as one text: product, `between`, quantity for each item.

    digits: a product's number has zeros before it up to so many digits. Quantities have one digit in this workload.
    """

    begin: str = ""
    digits: int = 0
    between: str = ""
    separator: str = ""
    end: str = ""

    def text(self, items: Items) -> str:
        """A basket of at least one item."""
        between, digits = self.between, self.digits
        return (
            self.begin
            + self.separator.join([f"{product:0{digits}}{between}{quantity}" for product, quantity in items])
            + self.end
        )


PACKED = BasketForm(digits=10)
"""For each item ten digits of its product and one of its quantity."""


def utc_now() -> str:
    """The present as an order's date."""
    return datetime.now(UTC).strftime("%Y-%m-%d %H:%M:%S")


@dataclass(slots=True)
class Shop:
    """What the users of one process share.

    order_date: gives each purchase its date (text, YYYY-MM-DD HH:MM:SS).
    """

    parameters: DvdStore
    order_date: Callable[[], str] = utc_now

    @property
    def rows(self) -> Rows:
        """The row counts of the size."""
        return self.parameters.rows


class Shopper(ABC):
    """One virtual user's order cycles. An engine's user says how each call is made."""

    def __init__(self, shop: Shop, rng: random.Random) -> None:
        self._shop = shop
        self._rng = rng
        self._rows = shop.rows

    @abstractmethod
    def login(self, name: str, password: str) -> Sequence[Sequence[Any]]:
        """Rows of (customer's id, title bought, its actor, related title): the purchase history, or one row with three
        None. LookupError where there is no such customer."""

    @abstractmethod
    def new_customer(self, *columns: str | int | None) -> int:
        """Adds a customer (columns in the table's order, without the id): its id, or 0 where the name is taken."""

    @abstractmethod
    def browse(self, kind: int, wanted: int | str, limit: int) -> Sequence[Sequence[Any]]:
        """Up to `limit` rows of PRODUCTS in the order of their ids.

        kind: BROWSE_CATEGORY (wanted: a category's number; its specials), BROWSE_ACTOR or BROWSE_TITLE (wanted: two
        words, found as a phrase by full text).
        """

    @abstractmethod
    def basket(self, items: Items) -> str:
        """The basket as the one text that this engine's procedures unpack."""

    @abstractmethod
    def price(self, basket: str) -> int:
        """Net amount of a basket in cents."""

    @abstractmethod
    def purchase(self, customer_id: int, date: str, net_cents: int, basket: str) -> int:
        """Buys a basket: the order's id, or 0 where the stock of an item did not suffice and nothing was written."""

    def cycle(self) -> Cycle:
        """One order cycle of the original: who, browses, price, purchase."""
        customer_id = yield from self.entered()
        yield from self.browsed()
        return (yield from self.bought(customer_id))

    def entered(self) -> Generator[Call, Any, int]:
        """Who it is: the customer's id."""
        parameters, rows, chance = self._shop.parameters, self._rows, self._rng.random
        if chance() * 100 < parameters.new_customers_percent:
            customer_id = 0
            while not customer_id:  # the name is taken: one in 1,000 after a million new customers
                customer_id = yield Call(NEW_CUSTOMER, self.new_customer, self._new_row(), retry=True)
        else:
            name = f"user{int(chance() * rows.customers) + 1}"
            customer_id = (yield Call(LOGIN, self.login, (name, "password"), retry=True))[0][0]
        return customer_id

    def browsed(self) -> Generator[Call, Any, None]:
        """Looks for products."""
        parameters, rows, chance = self._shop.parameters, self._rows, self._rng.random
        for _ in range(int(chance() * (2 * parameters.searches - 1)) + 1):
            limit = int(chance() * (2 * parameters.search_batch_size - 1)) + 1
            kind = BROWSE_CATEGORY + int(chance() * 3)
            wanted: int | str
            if kind == BROWSE_CATEGORY:
                wanted = int(chance() * 16) + 1
            elif kind == BROWSE_ACTOR:
                wanted = actor(int(chance() * 200), int(chance() * 200))
            else:
                wanted = title(int(chance() * rows.products) + 1)
            yield Call(kind, self.browse, (kind, wanted, limit), retry=True)

    def bought(self, customer_id: int) -> Cycle:
        """Price and purchase."""
        basket = self.basket(self._items())
        net = yield Call(PRICE, self.price, (basket,), retry=True)
        date = self._shop.order_date()
        order = yield Call(PURCHASE, self.purchase, (customer_id, date, net, basket), retry=True)
        return Outcome(rolled_back=order == 0)

    def _items(self) -> list[list[int]]:
        """Products and quantities; every 10,000th product ten times as likely as another."""
        chance = self._rng.random
        products = self._rows.products
        popular = products // POPULAR_EVERY
        weight = products + popular * (POPULAR_WEIGHT - 1)
        items = []
        for _ in range(int(chance() * (2 * self._shop.parameters.line_items - 1)) + 1):
            product = int(chance() * weight)
            if product >= products:
                product = (product - products) % popular * POPULAR_EVERY + POPULAR_EVERY - 1
            items.append([product + 1, int(chance() * 3) + 1])
        return items

    def _new_row(self) -> tuple[Any, ...]:
        """A new customer's columns."""
        chance = self._rng.random
        number = int(chance() * NEW_NAMES)
        pair = int(chance() * COLUMN_PRIME), int(chance() * COLUMN_PRIME)
        return customer(pair, int(chance() * 2), f"newuser{number}")
