# SPDX-License-Identifier: Apache-2.0
"""DVD Store on the embedded engine, as the driver knows it."""

import random
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import apsw
import msgspec

from app.databases.sqlite.counting_vfs import SERIES, CountingVfs
from app.databases.sqlite.embedded_engine import SqliteSettings, connect, no_database
from app.databases.sqlite.native_sqlite import (
    INSERTS,
    READS,
    WRITES,
    NativeCall,
    NativeSqlite,
    native_error,
    table_lack,
)
from app.databases.sqlite.native_vfs import NativeCountingVfs, counting_vfs
from app.model.messages import Sentence
from app.model.workloads import DvdStore
from app.native.native_library import NativeLibrary
from app.workloads.database.embedded_store import EmbeddedStore
from app.workloads.database.mark import check_mark, mark_of
from app.workloads.database.native_calls import embedded_fault
from app.workloads.dvdstore.cycle import (
    BROWSE_ACTOR,
    BROWSE_CATEGORY,
    BROWSE_TITLE,
    NEW_CUSTOMER,
    OPERATIONS,
    PURCHASE,
    BasketForm,
    Items,
    Shop,
    Shopper,
)
from app.workloads.dvdstore.cycle_tape import NO_CUSTOMER, TAPED, NoRow, cycle_tape
from app.workloads.dvdstore.statements import statement
from app.workloads.tape_writer import Missing
from app.workloads.workload import CarriedCalls, Fault, Operation
from collectors.series import Reading, Series

BASKET = BasketForm("[[", between=", ", separator="], [", end="]]")
"""JSON, as Python writes a basket."""
NO_ROW = NoRow(Missing("LookupError", NO_CUSTOMER), None, Missing("IndexError", "list index out of range"))
NAMES = {PURCHASE: ("customer", "date", "net", "items")}
KINDS = {NEW_CUSTOMER: WRITES, PURCHASE: INSERTS}


class SqliteDescription(msgspec.Struct, frozen=True):
    """What DvdStoreOnSqlite is built from."""

    folder: str
    parameters: DvdStore
    settings: SqliteSettings

    def workload(self) -> "DvdStoreOnSqlite":
        return DvdStoreOnSqlite(Path(self.folder), self.parameters, self.settings)


class DvdStoreOnSqlite:
    """The workload on the working copy in a folder (`restore` makes it)."""

    def __init__(self, folder: Path, parameters: DvdStore, settings: SqliteSettings) -> None:
        self.folder = folder
        self.parameters = parameters
        self.settings = settings
        self._shared: Shared | None = None

    @property
    def description(self) -> SqliteDescription:
        return SqliteDescription(str(self.folder), self.parameters, self.settings)

    @property
    def operations(self) -> Sequence[Operation]:
        """The keys in every export."""
        return OPERATIONS

    @property
    def series(self) -> Sequence[Series]:
        """The engine's file calls, database and log apart."""
        return SERIES

    @property
    def transport(self) -> str:
        """As DisclosedWorkload."""
        return "APSW"

    @property
    def counting(self) -> str:
        """As DisclosedWorkload."""
        return "" if self._shared is None else self._shared.vfs.counted_by

    def open(self) -> None:
        """Checks the working copy and holds the folder against restores. Raises DatabaseError."""
        store = EmbeddedStore(self.folder, self.parameters)
        hold = store.claim(exclusive=False)
        try:
            shared = Shared(self, store.working, counting_vfs(NativeLibrary.load()), hold)
            connection = shared.connect()
            try:
                check_mark(shared.path, mark_of(connection, store.data.schema), store.data)
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
        return self._connected(self._shared, rng)

    def _connected(self, shared: "Shared", rng: random.Random) -> "DvdStoreUser":
        return DvdStoreUser(shared, rng)

    def native_lack(self, library: NativeLibrary) -> Sentence | None:
        """As NativeWorkload."""
        return table_lack(library)

    def tape(self) -> bytes:
        """As TapedWorkload."""
        return cycle_tape(self.parameters, BASKET, no_row=NO_ROW)

    def calls(self) -> CarriedCalls:
        """Each operation's SQL."""
        shared = self._shared
        if shared is None:
            raise RuntimeError("the workload is not open")
        calls = [
            NativeCall(statement(OPERATIONS[index].key), NAMES.get(index, ()), KINDS.get(index, READS))
            for index in TAPED
        ]
        sessions = NativeSqlite(shared.path, self.settings, shared.vfs.name, calls)
        return CarriedCalls("SQLite", sessions.carry, native_error, sessions.refusal, embedded_fault)

    def close(self) -> None:
        """Lets go of the folder. May be called twice."""
        if self._shared is not None:
            self._shared.hold.close()
            self._shared = None


class Shared:
    """What the users of one process share: the shop, and the writer lock.

    One writer lock a process, also around opening connections: without it users who wait in SQLite's own polling can
    starve for seconds.
    """

    def __init__(
        self, workload: DvdStoreOnSqlite, path: Path, vfs: CountingVfs | NativeCountingVfs, hold: apsw.Connection
    ) -> None:
        self.path = path
        self.shop = Shop(workload.parameters)
        self.settings = workload.settings
        self.vfs = vfs
        self.hold = hold
        self.writer = threading.Lock()

    def connect(self) -> apsw.Connection:
        """A connection of a user's."""
        if not self.path.exists():
            raise no_database(self.path)
        with self.writer:
            return connect(self.path, self.settings, vfs=self.vfs.name)


class DvdStoreUser(Shopper):
    """One virtual user with its connection."""

    def __init__(self, shared: Shared, rng: random.Random) -> None:
        super().__init__(shared.shop, rng)
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

    def basket(self, items: Items) -> str:
        """JSON: a list of [product, quantity]."""
        return str(items)

    def price(self, basket: str) -> int:
        """Net amount of a basket in cents."""
        found: list[tuple[Any, ...]] = self._execute(self._price, (basket,)).fetchall()
        cents: int = found[0][0]
        return cents

    def purchase(self, customer_id: int, date: str, net_cents: int, basket: str) -> int:
        """Buys a basket: the order's id, or 0 where the stock of an item did not suffice and nothing was written."""
        values = {"customer": customer_id, "date": date, "net": net_cents, "items": basket}
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
        return embedded_fault(error)

    def close(self) -> None:
        """Ends the connection. May be called twice."""
        self._connection.close()
