"""DVD Store on the embedded engine, as the driver knows it."""

import json
import random
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import apsw

from app.databases.counting_vfs import CountingVfs
from app.databases.sqlite import SqliteSettings, connect, failure
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


class DvdStoreOnSqlite:
    """The workload on the working copy in a folder (`restore` makes it). Picklable until `open`."""

    def __init__(self, folder: Path, parameters: Parameters, settings: SqliteSettings) -> None:
        self.folder = folder
        self.parameters = parameters
        self.settings = settings
        self._shared: _Shared | None = None

    @property
    def operations(self) -> Sequence[Operation]:
        """The keys in every export."""
        return OPERATIONS

    @property
    def series(self) -> Sequence[Series]:
        """The engine's file calls."""
        return ()

    def open(self) -> None:
        """Checks the working copy and holds the folder against restores. Raises DatabaseError."""
        hold = claim(self.folder, exclusive=False)
        try:
            path = working_path(self.folder)
            vfs = CountingVfs("counting")
            shared = _Shared(path, self.parameters, self.settings, vfs, hold)
            connection = shared.connect()
            try:
                check_mark(path, mark_of(connection), self.parameters)
            finally:
                connection.close()
        except BaseException:
            hold.close()
            raise
        self._shared = shared

    def read(self) -> Reading | None:
        """Raw values of `series` now."""
        return None

    def user(self, rng: random.Random) -> "DvdStoreUser":
        """Connects one user."""
        assert self._shared is not None, "open first"
        return DvdStoreUser(self._shared, rng)

    def close(self) -> None:
        """Lets go of the folder. May be called twice."""
        if self._shared is not None:
            self._shared.hold.close()
            self._shared = None


class _Shared:
    """What the users of one process share: the writer lock, and the names already given to new customers."""

    def __init__(
        self, path: Path, parameters: Parameters, settings: SqliteSettings, vfs: CountingVfs, hold: apsw.Connection
    ) -> None:
        self.path = path
        self.parameters = parameters
        self.rows = parameters.rows
        self.settings = settings
        self.vfs = vfs
        self.hold = hold
        self.writer = threading.Lock()
        self.new_names: set[int] = set()

    def connect(self) -> apsw.Connection:
        """A connection, opened under the writer lock: opening reads the schema and may recover a log."""
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
        shared, rng = self._shared, self._rng
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
        date = datetime.now(UTC).strftime("%Y-%m-%d %H:%M:%S")
        order = yield Call(PURCHASE, self.purchase, (customer_id, date, net, items), retry=True)
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
        return json.dumps(items)

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
        """The customer's id in the first column, and the purchase history. LookupError where there is no such customer."""
        found = self._execute(self._login, (name, password)).fetchall()
        if not found:
            raise LookupError(f"customer {name} does not exist")
        return found

    def new_customer(self, *columns: str | int | None) -> int:
        """Adds a customer: its id, or 0 where the name is taken."""
        with self._writing():
            found = self._execute(self._new_customer, columns).fetchall()
        return found[0][0] if found else 0

    def browse(self, kind: int, wanted: int | str, limit: int) -> list[tuple[Any, ...]]:
        """Up to `limit` products in the order of their ids."""
        return self._execute(self._browse[kind], (wanted, limit)).fetchall()

    def price(self, items: str) -> int:
        """Net amount of a basket in cents."""
        cents: int = self._execute(self._price, (items,)).fetchall()[0][0]
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
        with self._writing():
            try:
                self._execute(self._purchase, values)
            except apsw.ConstraintError as error:
                if error.extendedresult != apsw.SQLITE_CONSTRAINT_TRIGGER:
                    raise
                return 0
            return self._connection.last_insert_rowid()

    @contextmanager
    def _writing(self) -> Iterator[None]:
        """The process's writer lock; whatever fails leaves no transaction open."""
        with self._writer:
            try:
                yield
            except BaseException:
                if self._connection.in_transaction:
                    self._execute("ROLLBACK")
                raise

    def fault(self, error: Exception) -> Fault:
        """What an error means to the driver."""
        meaning = failure(error)
        return Fault(meaning.kind, str(error), retryable=meaning.retryable, reconnect=meaning.reconnect)

    def close(self) -> None:
        """Ends the connection. May be called twice."""
        self._connection.close()
