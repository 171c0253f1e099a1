# SPDX-License-Identifier: Apache-2.0
"""DVD Store on a server, as the driver knows it: one round trip to a stored procedure for each operation."""

import random
from collections.abc import Sequence
from contextlib import closing, suppress
from typing import Any, Protocol

import msgspec

from app.databases.address import Address, PackedAddress
from app.databases.dialect import dialect_of
from app.databases.server import connect, user_session
from app.model.messages import Sentence
from app.model.workloads import DvdStore
from app.native.native_library import NativeLibrary
from app.workloads.database.engine_store import EngineStore
from app.workloads.database.native_calls import check_python, odbc_lack, server_fault
from app.workloads.database.server_store import ServerStore, check_working, engine_store_of
from app.workloads.dvdstore.cycle import (
    LOGIN,
    NEW_CUSTOMER,
    OPERATIONS,
    PRICE,
    PURCHASE,
    BasketForm,
    Items,
    Shop,
    Shopper,
)
from app.workloads.dvdstore.cycle_tape import TAPED, cycle_tape
from app.workloads.dvdstore.order_counts import OrderCounts, rollback_percent
from app.workloads.dvdstore.statements import SCHEMA
from app.workloads.workload import Fault, Operation, ServerCalls
from collectors.series import Reading, Series

ARGUMENTS = (2, 19, 2, 2, 2, 1, 4)
"""DvdStore of each operation's procedure, in the order of OPERATIONS."""


class ServerDescription(msgspec.Struct, frozen=True):
    """What DvdStoreOnServer is built from."""

    address: PackedAddress
    password: str
    parameters: DvdStore

    def __repr__(self) -> str:
        return f"ServerDescription({self.parameters!r})"

    def workload(self) -> "DvdStoreOnServer":
        return DvdStoreOnServer(self.address.address, self.password, self.parameters)


class DvdStorePart(EngineStore, Protocol):
    """An engine's part of DVD Store."""

    def basket_form(self) -> BasketForm:
        """How this engine's procedures want a basket."""
        ...


def part_of(engine: str) -> DvdStorePart:
    """That of an engine on servers."""
    part: DvdStorePart = engine_store_of(engine, SCHEMA.workload)  # type: ignore[assignment]
    return part


class DvdStoreDatabase(ServerStore):
    """A DVD Store's databases on a server."""

    def order_counts(self) -> OrderCounts:
        """Rows of ORDERS, ORDERLINES and CUST_HIST in the working database now."""
        orders, lines, history = self.row("order_counts")
        return OrderCounts(int(orders), int(lines), int(history))

    def expected_rollback_percent(self, line_items: int) -> float:
        """Share of purchases that the working database's stock makes roll back, in percent."""
        short, drawn = self.row("rollback")
        return rollback_percent(int(short), int(drawn), line_items)


class DvdStoreOnServer:
    """The workload on the working database of an address (`ServerStore.restore` makes it)."""

    def __init__(self, address: Address, password: str, parameters: DvdStore) -> None:
        self.address = address
        self.parameters = parameters
        self._password = password
        self._shop: Shop | None = None

    def __repr__(self) -> str:
        return f"DvdStoreOnServer({self.address!r}, {self.parameters!r})"

    @property
    def description(self) -> ServerDescription:
        """With its password."""
        return ServerDescription(self.address.packed, self._password, self.parameters)

    @property
    def operations(self) -> Sequence[Operation]:
        """The keys in every export."""
        return OPERATIONS

    @property
    def series(self) -> Sequence[Series]:
        """None: what a server does is read from the server, by its own collector."""
        return ()

    @property
    def transport(self) -> str:
        """As DisclosedWorkload."""
        return self.address.python_transport

    @property
    def counting(self) -> str:
        """As DisclosedWorkload: a server counts its files itself."""
        return ""

    def open(self) -> None:
        """Checks the working database. Raises DatabaseError."""
        with closing(connect(self.address, self._password)) as connection:
            check_working(connection.cursor(), self.address, self.parameters)
        self._shop = Shop(self.parameters)

    def read(self) -> Reading | None:
        """Nothing to read here."""
        return None

    def user(self, rng: random.Random) -> "DvdStoreServerUser":
        """Connects one user. Raises DatabaseError."""
        check_python(self.address)
        if self._shop is None:
            raise RuntimeError("the workload is not open")
        return self._connected(self._shop, rng)

    def _connected(self, shop: Shop, rng: random.Random) -> "DvdStoreServerUser":
        return DvdStoreServerUser(shop, rng, self.address, self._password)

    def native_lack(self, library: NativeLibrary) -> Sentence | None:
        """As NativeWorkload."""
        return odbc_lack(self.address, library)

    def tape(self) -> bytes:
        """As TapedWorkload."""
        return cycle_tape(self.parameters, part_of(self.address.engine).basket_form())

    def calls(self) -> ServerCalls:
        """Each operation's procedure. Raises DatabaseError."""
        part, dialect = part_of(self.address.engine), dialect_of(self.address.engine)
        return ServerCalls(
            session=user_session(self.address, self._password, part.user_statements()),
            statements=[dialect.call(OPERATIONS[index].key, ARGUMENTS[index]) for index in TAPED],
            drains=part.drains(),
            fault=lambda error: server_fault(dialect.failure(error), error),
        )

    def close(self) -> None:
        """May be called twice."""
        self._shop = None


class DvdStoreServerUser(Shopper):
    """One virtual user with its connection, and one cursor for each procedure, kept: so a driver prepares a call once.

    A transaction begins and ends inside its procedure; the connection is in autocommit.
    """

    def __init__(self, shop: Shop, rng: random.Random, address: Address, password: str) -> None:
        super().__init__(shop, rng)
        part, dialect = part_of(address.engine), dialect_of(address.engine)
        self._basket = part.basket_form().text
        self._drains = part.drains()
        self._failure = dialect.failure
        self._connection = connect(address, password)
        self._texts = [
            dialect.call(operation.key, count) for operation, count in zip(OPERATIONS, ARGUMENTS, strict=True)
        ]
        self._cursors = [self._connection.cursor() for _ in OPERATIONS]
        part.prepare_user(self._cursors[0])

    def _called(self, operation: int, *arguments: Any) -> list[Any]:
        """The rows that the operation's procedure returns."""
        cursor = self._cursors[operation]
        rows: list[Any] = cursor.execute(self._texts[operation], *arguments).fetchall()
        if self._drains:
            while cursor.nextset():
                pass
        return rows

    def login(self, name: str, password: str) -> Sequence[Sequence[Any]]:
        """The customer's id in the first column, and the purchase history. LookupError where there is none."""
        found = self._called(LOGIN, name, password)
        if not found:
            raise LookupError(f"customer {name} does not exist")
        return found

    def new_customer(self, *columns: str | int | None) -> int:
        """Adds a customer: its id, or 0 where the name is taken."""
        added: int = self._called(NEW_CUSTOMER, *columns)[0][0]
        return added

    def browse(self, kind: int, wanted: int | str, limit: int) -> Sequence[Sequence[Any]]:
        """Up to `limit` products in the order of their ids."""
        return self._called(kind, wanted, limit)

    def basket(self, items: Items) -> str:
        """As the engine's procedures unpack it."""
        return self._basket(items)

    def price(self, basket: str) -> int:
        """Net amount of a basket in cents."""
        cents: int = self._called(PRICE, basket)[0][0]
        return cents

    def purchase(self, customer_id: int, date: str, net_cents: int, basket: str) -> int:
        """Buys a basket: the order's id, or 0 where the stock of an item did not suffice and nothing was written."""
        order: int = self._called(PURCHASE, customer_id, date, net_cents, basket)[0][0]
        return order

    def fault(self, error: Exception) -> Fault:
        """What an error means to the driver."""
        return server_fault(self._failure(error), error)

    def close(self) -> None:
        """Ends the connection. Never raises, may be called twice."""
        with suppress(Exception):  # it is gone, which is what was wanted
            self._connection.close()
