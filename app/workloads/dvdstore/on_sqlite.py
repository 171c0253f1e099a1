"""DVD Store on the embedded engine, as the driver knows it."""

import random
import threading
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import apsw

from app.databases.counting_vfs import SERIES, CountingVfs
from app.databases.sqlite import DatabaseError, SqliteSettings, connect, failure
from app.workloads.dvdstore.generator import (
    COLUMN_PRIME,
    actor,
    customer,
    tax_cents,
    title,
)
from app.workloads.dvdstore.mark import check_mark, mark_of
from app.workloads.dvdstore.parameters import POPULAR_EVERY, POPULAR_WEIGHT, Parameters
from app.workloads.dvdstore.place import claim, working_path
from app.workloads.dvdstore.statements import statement
from app.workloads.workload import Call, Cycle, Fault, Operation, Outcome
from collectors.series import Reading, Series

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


def utc_now() -> str:
    """The present as an order's date."""
    return datetime.now(UTC).strftime("%Y-%m-%d %H:%M:%S")


class DvdStoreOnSqlite:
    """The workload on the working copy in a folder (`restore` makes it). Picklable until `open`.

    order_date: gives each purchase its date (text, YYYY-MM-DD HH:MM:SS); a function of a module's, to be picklable.
    """

    def __init__(
        self,
        folder: Path,
        parameters: Parameters,
        settings: SqliteSettings,
        order_date: Callable[[], str] = utc_now,
    ) -> None:
        self.folder = folder
        self.parameters = parameters
        self.settings = settings
        self.order_date = order_date
        self._shared: _Shared | None = None

    @property
    def operations(self) -> Sequence[Operation]:
        """The keys in every export."""
        return OPERATIONS

    @property
    def series(self) -> Sequence[Series]:
        """The engine's file calls, database and log apart."""
        return SERIES

    def open(self) -> None:
        """Checks the working copy and holds the folder against restores. Raises DatabaseError."""
        hold = claim(self.folder, exclusive=False)
        try:
            shared = _Shared(self, CountingVfs(), hold)
            connection = shared.connect()
            try:
                check_mark(shared.path, mark_of(connection), self.parameters)
            finally:
                connection.close()
        except BaseException:
            hold.close()
            raise
        self._shared = shared

    def read(self) -> Reading | None:
        """Raw values of `series` now; None before `open`."""
        return None if self._shared is None else self._shared.vfs.read()

    def user(self, rng: random.Random) -> "DvdStoreUser":
        """Connects one user. Raises DatabaseError or apsw.Error."""
        if self._shared is None:
            raise RuntimeError("the workload is not open")
        return DvdStoreUser(self._shared, rng)

    def close(self) -> None:
        """Lets go of the folder. May be called twice."""
        if self._shared is not None:
            self._shared.hold.close()
            self._shared = None


class _Shared:
    """What the users of one process share: the writer lock, and the names already given to new customers.

    One writer lock a process, also around opening connections: without it users who wait in SQLite's own polling can
    starve for seconds.
    """

    def __init__(self, workload: DvdStoreOnSqlite, vfs: CountingVfs, hold: apsw.Connection) -> None:
        self.path = working_path(workload.folder)
        self.parameters = workload.parameters
        self.rows = workload.parameters.rows
        self.settings = workload.settings
        self.order_date = workload.order_date
        self.vfs = vfs
        self.hold = hold
        self.writer = threading.Lock()
        self.new_names: set[int] = set()

    def connect(self) -> apsw.Connection:
        """A connection of a user's."""
        if not self.path.exists():
            raise DatabaseError(f"there is no database {self.path}; restore it first")
        with self.writer:
            return connect(self.path, self.settings, vfs=self.vfs.name)


class DvdStoreUser:
    """One virtual user with its connection."""

    def __init__(self, shared: _Shared, rng: random.Random) -> None:
        self._shared = shared
        self._rng = rng
        self._writer = shared.writer
        self._connection = shared.connect()
        self._execute = self._connection.cursor().execute
        self._login = statement("login")
        self._browse = {
            BROWSE_CATEGORY: statement("browse_category"),
            BROWSE_ACTOR: statement("browse_actor"),
            BROWSE_TITLE: statement("browse_title"),
        }
        self._price = statement("price")
        self._new_customer = statement("new_customer")
        self._purchase = statement("purchase")

    def cycle(self) -> Cycle:
        """One order cycle of the original: who, browses, price, purchase."""
        shared = self._shared
        parameters, rows, chance = shared.parameters, shared.rows, self._rng.random

        if chance() * 100 < parameters.new_customers_percent:
            customer_id = 0
            while not customer_id:  # the name is taken by another process's user
                customer_id = yield Call(NEW_CUSTOMER, self.new_customer, self._new_row(), retry=True)
        else:
            name = f"user{int(chance() * rows.customers) + 1}"
            customer_id = (yield Call(LOGIN, self.login, (name, "password"), retry=True))[0][0]

        for _ in range(int(chance() * (2 * parameters.searches - 1)) + 1):
            limit = int(chance() * (2 * parameters.search_batch_size - 1)) + 1
            kind = BROWSE_CATEGORY + int(chance() * 3)
            wanted: int | str
            if kind == BROWSE_CATEGORY:
                wanted = int(chance() * 16) + 1
            elif kind == BROWSE_ACTOR:
                wanted = f'ACTOR : "{actor(int(chance() * 200), int(chance() * 200))}"'
            else:
                wanted = f'TITLE : "{title(int(chance() * rows.products) + 1)}"'
            yield Call(kind, self.browse, (kind, wanted, limit), retry=True)

        items = self._basket()
        net = yield Call(PRICE, self.price, (items,), retry=True)
        order = yield Call(PURCHASE, self.purchase, (customer_id, shared.order_date(), net, items), retry=True)
        return Outcome(rolled_back=order == 0)

    def _basket(self) -> str:
        """Products and quantities as JSON; every 10,000th product ten times as likely as another."""
        chance = self._rng.random
        products = self._shared.rows.products
        popular = products // POPULAR_EVERY
        weight = products + popular * (POPULAR_WEIGHT - 1)
        items = []
        for _ in range(int(chance() * (2 * self._shared.parameters.line_items - 1)) + 1):
            product = int(chance() * weight)
            if product >= products:
                product = (product - products) % popular * POPULAR_EVERY + POPULAR_EVERY - 1
            items.append([product + 1, int(chance() * 3) + 1])
        return str(items)

    def _new_row(self) -> tuple[Any, ...]:
        """A new customer's columns; never a name that this process has given already."""
        chance, taken = self._rng.random, self._shared.new_names
        number = int(chance() * NEW_NAMES)
        while number in taken:
            number = int(chance() * NEW_NAMES)
        taken.add(number)
        pair = int(chance() * COLUMN_PRIME), int(chance() * COLUMN_PRIME)
        return customer(pair, int(chance() * 2), f"newuser{number}")

    def login(self, name: str, password: str) -> list[tuple[Any, ...]]:
        """The customer's id in the first column, and the purchase history. LookupError where there is none."""
        found = self._execute(self._login, (name, password)).fetchall()
        if not found:
            raise LookupError(f"customer {name} does not exist")
        return found

    def new_customer(self, *columns: str | int | None) -> int:
        """Adds a customer: its id, or 0 where the name is taken."""
        with self._writer:
            found: list[tuple[Any, ...]] = self._execute(self._new_customer, columns).fetchall()
        return found[0][0] if found else 0

    def browse(self, kind: int, wanted: int | str, limit: int) -> list[tuple[Any, ...]]:
        """Up to `limit` products in the order of their ids."""
        return self._execute(self._browse[kind], (wanted, limit)).fetchall()

    def price(self, items: str) -> int:
        """Net amount of a basket in cents."""
        found: list[tuple[Any, ...]] = self._execute(self._price, (items,)).fetchall()
        cents: int = found[0][0]
        return cents

    def purchase(self, customer_id: int, date: str, net_cents: int, items: str) -> int:
        """Buys a basket: the order's id, or 0 where the stock of an item did not suffice and nothing was written."""
        tax = tax_cents(net_cents)
        values = {
            "date": date,
            "customer": customer_id,
            "net": net_cents / 100.0,
            "tax": tax / 100.0,
            "total": (net_cents + tax) / 100.0,
            "items": items,
        }
        with self._writer:
            try:
                self._execute(self._purchase, values)
            except BaseException as error:
                if self._connection.in_transaction:
                    self._execute("ROLLBACK")
                if getattr(error, "extendedresult", 0) == apsw.SQLITE_CONSTRAINT_TRIGGER:
                    return 0
                raise
            return self._connection.last_insert_rowid()

    def fault(self, error: Exception) -> Fault:
        """What an error means to the driver."""
        meaning = failure(error)
        return Fault(meaning.kind, str(error), retryable=meaning.retryable, reconnect=meaning.reconnect)

    def close(self) -> None:
        """Ends the connection. May be called twice."""
        self._connection.close()
