# SPDX-License-Identifier: Apache-2.0
"""Brokerage on a server: one round trip to a stored procedure for each operation."""

import random
from collections.abc import Callable, Sequence
from contextlib import closing, suppress
from typing import Any, Protocol

import msgspec

from app.databases.address import Address, PackedAddress
from app.databases.dialect import dialect_of
from app.databases.server import connect, user_session
from app.model.messages import Sentence
from app.model.workloads import Brokerage
from app.native.native_library import NativeLibrary
from app.workloads.brokerage.dataset import SCHEMA
from app.workloads.brokerage.list_form import ProcedureForm
from app.workloads.brokerage.trader import OPERATIONS, Arguments, Market, Row, Trader, market_of
from app.workloads.brokerage.trading_tape import TradingTape, trading_tape
from app.workloads.database.engine_store import EngineStore
from app.workloads.database.native_calls import check_python, odbc_lack, server_fault
from app.workloads.database.server_store import check_working, engine_store_of
from app.workloads.workload import Fault, Operation, ServerCalls
from collectors.series import Reading, Series

Rows = Sequence[Row]


class BrokeragePart(EngineStore, Protocol):
    """An engine's part of brokerage."""

    def form(self) -> ProcedureForm:
        """How the engine's procedures take lists of numbers, and return what a feed triggers."""
        ...

    def unpacked(self, procedure: str, rows: Rows) -> Rows:
        """What a procedure returned, as every engine means it."""
        ...


def part_of(engine: str) -> BrokeragePart:
    """That of an engine on servers."""
    part: BrokeragePart = engine_store_of(engine, SCHEMA.workload)  # type: ignore[assignment]
    return part


class BrokerageOnAddress(msgspec.Struct, frozen=True):
    """What BrokerageOnServer is built from."""

    address: PackedAddress
    password: str
    parameters: Brokerage

    def __repr__(self) -> str:
        return f"BrokerageOnAddress({self.parameters!r})"

    def workload(self) -> "BrokerageOnServer":
        return BrokerageOnServer(self.address.address, self.password, self.parameters)


class BrokerageOnServer:
    """The workload on the working database of an address (`ServerStore.restore` makes it)."""

    def __init__(self, address: Address, password: str, parameters: Brokerage) -> None:
        self.address = address
        self.parameters = parameters
        self._password = password
        self._market: Market | None = None

    def __repr__(self) -> str:
        return f"BrokerageOnServer({self.address!r}, {self.parameters!r})"

    @property
    def description(self) -> BrokerageOnAddress:
        return BrokerageOnAddress(self.address.packed, self._password, self.parameters)

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
        self._market = market_of(self.parameters.rows)

    def read(self) -> Reading | None:
        """Nothing to read here."""
        return None

    def user(self, rng: random.Random, now: Callable[[], int] | None = None) -> "TraderOnServer":
        """Connects one user. now: another clock than the workload's own, as Market. Raises DatabaseError."""
        check_python(self.address)
        if self._market is None:
            raise RuntimeError("the workload is not open")
        market = self._market if now is None else Market(self._market.rows, now)
        return TraderOnServer(market, rng, self.address, self._password)

    def native_lack(self, library: NativeLibrary) -> Sentence | None:
        """As NativeWorkload."""
        return odbc_lack(self.address, library)

    def tape(self) -> bytes:
        """As TapedWorkload."""
        return self._tape().tape

    def calls(self) -> ServerCalls:
        """Each statement's procedure. Raises DatabaseError."""
        part, dialect = part_of(self.address.engine), dialect_of(self.address.engine)
        return ServerCalls(
            session=user_session(self.address, self._password, part.user_statements()),
            statements=[dialect.call(procedure, count) for procedure, count in self._tape().procedures],
            drains=part.drains(),
            fault=lambda error: server_fault(dialect.failure(error), error),
        )

    def _tape(self) -> TradingTape:
        return trading_tape(self.parameters.rows, part_of(self.address.engine).form())

    def close(self) -> None:
        """May be called twice."""
        self._market = None


class TraderOnServer(Trader):
    """One virtual user with its connection, and one cursor for each procedure, kept: so a driver prepares a call once.

    A transaction begins and ends inside its procedure; the connection is in autocommit.
    """

    def __init__(self, market: Market, rng: random.Random, address: Address, password: str) -> None:
        super().__init__(market, rng)
        self._part, self._dialect = part_of(address.engine), dialect_of(address.engine)
        self._form, self._drains = self._part.form(), self._part.drains()
        self._connection = connect(address, password)
        self._prepared: dict[str, tuple[Any, str]] = {}
        self._part.prepare_user(self._connection.cursor())

    def called(self, procedure: str, arguments: Arguments) -> Sequence[Row]:
        """Calls a procedure."""
        if procedure not in self._prepared:
            self._prepared[procedure] = self._connection.cursor(), self._dialect.call(procedure, len(arguments))
        cursor, text = self._prepared[procedure]
        values = [one if isinstance(one, int | str) else self._form.lists(procedure).text(one) for one in arguments]
        rows = cursor.execute(text, *values).fetchall()
        if self._drains:
            while cursor.nextset():
                pass
        return self._part.unpacked(procedure, rows)

    def fault(self, error: Exception) -> Fault:
        """What an error means to the driver, with the server's words."""
        return server_fault(self._dialect.failure(error), error)

    def close(self) -> None:
        """Ends the connection. Never raises, may be called twice."""
        with suppress(Exception):  # it is gone, which is what was wanted
            self._connection.close()
