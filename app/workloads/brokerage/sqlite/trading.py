# SPDX-License-Identifier: Apache-2.0
"""Brokerage on the embedded engine: an operation is one transaction of statements."""

import json
import random
import threading
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import apsw
import msgspec

from app.databases.sqlite.counting_vfs import SERIES, CountingVfs
from app.databases.sqlite.embedded_engine import SqliteSettings, connect, no_database
from app.databases.sqlite.native_sqlite import NativeSqlite, native_error, table_lack
from app.databases.sqlite.native_vfs import NativeCountingVfs, counting_vfs
from app.model.messages import Sentence
from app.model.workloads import Brokerage
from app.native.native_library import NativeLibrary
from app.workloads.brokerage.dataset import DAY_S, SCHEMA
from app.workloads.brokerage.sqlite.statement_tape import WATCHED, statement_tape
from app.workloads.brokerage.trader import OPERATIONS, WRITING, Arguments, Market, Row, Trader, market_of
from app.workloads.database.embedded_store import EmbeddedStore
from app.workloads.database.mark import check_mark, mark_of
from app.workloads.database.native_calls import embedded_fault
from app.workloads.workload import CarriedCalls, Fault, Operation
from collectors.series import Reading, Series


class BrokerageInFile(msgspec.Struct, frozen=True):
    """What BrokerageOnSqlite is built from."""

    folder: str
    parameters: Brokerage
    settings: SqliteSettings

    def workload(self) -> "BrokerageOnSqlite":
        return BrokerageOnSqlite(Path(self.folder), self.parameters, self.settings)


class BrokerageOnSqlite:
    """The workload on the working copy in a folder (`EmbeddedStore.restore` makes it)."""

    def __init__(self, folder: Path, parameters: Brokerage, settings: SqliteSettings) -> None:
        self.folder = folder
        self.parameters = parameters
        self.settings = settings
        self._shared: _Shared | None = None

    @property
    def description(self) -> BrokerageInFile:
        return BrokerageInFile(str(self.folder), self.parameters, self.settings)

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
            shared = _Shared(self, store.working, counting_vfs(NativeLibrary.load()), hold)
            connection = shared.connect()
            try:
                check_mark(shared.path, mark_of(connection, SCHEMA), store.data)
            finally:
                connection.close()
        except BaseException:
            hold.close()
            raise
        self._shared = shared

    def read(self) -> Reading | None:
        """Raw values of `series` now; None before `open`."""
        return None if self._shared is None else self._shared.vfs.read()

    def user(self, rng: random.Random, now: Callable[[], int] | None = None) -> "TraderOnSqlite":
        """Connects one user. now: another clock than the workload's own, as Market. Raises DatabaseError or
        apsw.Error."""
        if self._shared is None:
            raise RuntimeError("the workload is not open")
        market = self._shared.market
        return TraderOnSqlite(self._shared, market if now is None else Market(market.rows, now), rng)

    def native_lack(self, library: NativeLibrary) -> Sentence | None:
        """As NativeWorkload."""
        return table_lack(library)

    def tape(self) -> bytes:
        """As TapedWorkload."""
        return statement_tape(self.parameters.rows).tape

    def calls(self) -> CarriedCalls:
        """Each statement of a transaction."""
        shared = self._shared
        if shared is None:
            raise RuntimeError("the workload is not open")
        calls = statement_tape(self.parameters.rows).calls
        sessions = NativeSqlite(shared.path, self.settings, shared.vfs.name, calls)
        return CarriedCalls("SQLite", sessions.carry, native_error, sessions.refusal, embedded_fault)

    def close(self) -> None:
        """Lets go of the folder. May be called twice."""
        if self._shared is not None:
            self._shared.hold.close()
            self._shared = None


class _Shared:
    """What the users of one process share: the market's clock, and the writer lock, as DVD Store's users do."""

    def __init__(
        self, workload: BrokerageOnSqlite, path: Path, vfs: CountingVfs | NativeCountingVfs, hold: apsw.Connection
    ) -> None:
        self.path = path
        self.market = market_of(workload.parameters.rows)
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


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)


class TraderOnSqlite(Trader):
    """One virtual user with its connection."""

    def __init__(self, shared: _Shared, market: Market, rng: random.Random) -> None:
        super().__init__(market, rng)
        self._writer = shared.writer
        self._connection = shared.connect()
        self._execute = self._connection.cursor().execute
        self._sql = SCHEMA.named("operations", "sqlite")

    def called(self, procedure: str, arguments: Arguments) -> Sequence[Row]:
        """Runs an operation as one transaction; one that is rolled back by rule returns zeros."""
        plain = [json.dumps(value) if isinstance(value, list) else value for value in arguments]
        work: Callable[..., Sequence[Row]] = getattr(self, procedure, None) or self._single(procedure)
        if procedure not in WRITING:
            return self._transaction("BEGIN", work, plain)
        with self._writer:
            return self._transaction("BEGIN IMMEDIATE", work, arguments if procedure == "market_feed" else plain)

    def _transaction(self, begin: str, work: Callable[..., Sequence[Row]], arguments: Sequence[Any]) -> Sequence[Row]:
        self._execute(begin)
        try:
            rows = work(*arguments)
            self._execute("ROLLBACK" if rows and rows[0] == ROLLED_BACK else "COMMIT")
        except BaseException:
            if self._connection.in_transaction:
                self._execute("ROLLBACK")
            raise
        return rows

    def _single(self, name: str) -> Callable[..., Sequence[Row]]:
        """An operation of one statement, of the same name."""
        return lambda *arguments: self._rows(name, *arguments)

    def _rows(self, name: str, *arguments: Any) -> list[tuple[Any, ...]]:
        return self._execute(self._sql[name], arguments).fetchall()

    def _one(self, name: str, *arguments: Any) -> tuple[Any, ...] | None:
        rows = self._rows(name, *arguments)
        return rows[0] if rows else None

    def _found(self, name: str, *arguments: Any) -> tuple[Any, ...]:
        """As `_one`. LookupError where there is none."""
        row = self._one(name, *arguments)
        if row is None:
            raise LookupError(f"{name}: nothing found for {arguments}")
        return row

    def _with(self, name: str, values: Mapping[str, Any]) -> list[tuple[Any, ...]]:
        return self._execute(self._sql[name], values).fetchall()

    def market_watch(self, kind: int, number: int, day: int) -> Sequence[Row]:
        """What a watch list, an account or an industry was worth on a day, and is now."""
        return self._rows(WATCHED[kind - 1], number, day)

    def security_detail(self, symbol: str, days: int, first_day: int, whole_news: int) -> Sequence[Row]:
        """A security, its company's competitors and quarters, days of its market, news; kinds in the first column."""
        security, company = self._found("security_of_symbol", symbol)
        return [
            *self._rows("detail_security", security),
            *self._rows("detail_competitors", company),
            *self._rows("detail_quarters", company),
            *self._rows("detail_days", security, first_day, days),
            *self._rows("detail_news", whole_news, company),
        ]

    def customer_position(self, customer: int, tax_code: str, account: int) -> Sequence[Row]:
        """A customer by its number or tax code, its accounts, and the newest trades of one of them (-1: of none)."""
        if not customer:
            (customer,) = self._found("customer_of_code", tax_code)
        history = self._rows("position_history", customer, account) if account >= 0 else []
        return [*self._rows("position_customer", customer), *self._rows("position_accounts", customer), *history]

    def trade_order(  # noqa: PLR0917 - a procedure's arguments
        self,
        account: int,
        tax_code: str,
        symbol: str,
        company: str,
        issue: str,
        kind: int,
        quantity: int,
        limit: int,
        is_cash: int,
        lifo: int,
        rolled_back: int,
        now: int,
    ) -> Sequence[Row]:
        """Submits an order, or has it wait for its price: (trade, security, price, charge, commission, tax, assets)."""
        customer, broker, tax_status, balance, tier, owner_code, name = self._found("owner", account)
        if owner_code != tax_code:
            self._found("permission", account, tax_code)
        if symbol:
            security, exchange = self._found("security_by_symbol", symbol)
        else:
            security, exchange = self._found("security_by_company", company, issue)
        sells, at_market = self._found("trade_type", kind)
        price = self._found("last_price", security)[0] if at_market else limit
        held = self._one("held", account, security)
        tax = 0
        if tax_status > 0 and held is not None and _sign(held[0]) == (1 if sells else -1):
            values = {"lifo": lifo, "account": account, "security": security, "quantity": quantity, "price": price}
            gain = self._with("gain", values)[0][0]
            tax = self._found("tax", gain, customer)[0] if gain > 0 else 0
        (charge,) = self._found("charge", kind, tier)
        (rate,) = self._found("rate", tier, kind, exchange, quantity)
        commission = (quantity * price * rate + 5000) // 10000
        assets = balance + self._found("assets", account)[0]
        status = 2 if at_market else 3
        self._rows(
            "add_trade", now, status, kind, is_cash, security, quantity, price, account, name, charge, commission, tax,
            lifo,
        )  # fmt: skip
        trade = self._connection.last_insert_rowid()
        self._rows("add_history", trade, status, now)
        if not at_market:
            self._rows("add_request", trade, kind, security, quantity, limit, account, broker)
        return [ROLLED_BACK if rolled_back else (trade, security, price, charge, commission, tax, assets)]

    def trade_result(self, trade: int, price: int, now: int) -> Sequence[Row]:
        """Completes a submitted trade: (amount, balance); no row of one that is completed already."""
        row = self._one("submitted", trade)
        if row is None:
            return []
        account, security, kind, quantity, is_cash, lifo, charge, sells, type_name = row
        change = -quantity if sells else quantity
        customer, broker, tax_status, _, tier, *_ = self._found("owner", account)
        held = self._one("held", account, security)
        symbol, exchange = self._found("security", security)
        closed = gain = tax = 0
        if held is not None and _sign(held[0]) * _sign(change) < 0:
            lots = {"lifo": lifo, "account": account, "security": security, "quantity": quantity}
            closed, gain = self._with("closed", {**lots, "price": price})[0]
            self._with("close_lots", {**lots, "trade": trade})
            self._rows("remove_lots", trade)
            self._rows("reduce_lots", trade)
        if quantity > closed:
            rest = _sign(change) * (quantity - closed)
            self._rows("add_lot", trade, account, security, now, price, rest)
            self._rows("add_lot_history", trade, rest)
        if held is None:
            self._rows("add_position", account, security, change)
        elif held[0] + change == 0:
            self._rows("remove_position", account, security)
        else:
            self._rows("change_position", account, security, held[0] + change)
        if tax_status > 0 and gain > 0:
            (tax,) = self._found("tax", gain, customer)
        (rate,) = self._found("rate", tier, kind, exchange, quantity)
        commission = (quantity * price * rate + 5000) // 10000
        self._rows("complete", now, price, commission, tax, trade)
        self._rows("add_history", trade, 1, now)
        amount = -change * price - charge - commission - (tax if tax_status == 1 else 0)
        self._rows("add_settlement", trade, "Cash account" if is_cash else "Margin", now // DAY_S + 2, amount)
        if is_cash:
            self._rows("add_cash", trade, now, amount, f"{type_name} {quantity} shares of {symbol}")
        (balance,) = self._found("change_balance", amount if is_cash else 0, account)
        self._rows("pay_broker", commission, broker)
        return [(amount, balance)]

    def market_feed(self, ticks: Sequence[int], now: int) -> Sequence[Row]:
        """New prices (security, price, volume, ...), and the orders that they trigger: (trade, price)."""
        triggered = []
        for security, price, volume in zip(ticks[::3], ticks[1::3], ticks[2::3], strict=True):
            self._rows("tick", price, volume, now, security)
            for (trade,) in sorted(self._rows("trigger", security, price)):
                self._rows("submit", now, trade)
                self._rows("add_history", trade, 2, now)
                triggered.append((trade, price))
        return triggered

    def trade_update_1(self, trades: str) -> Sequence[Row]:
        """Another executor in twenty trades."""
        self._rows("amend_trades", trades)
        for trade in json.loads(trades):
            self._rows("change_executor", trade)
        return self._rows("trade_lookup_1", trades)

    def trade_update_2(self, account: int, from_s: int, to_s: int) -> Sequence[Row]:
        """Another settlement of up to twenty trades of an account."""
        self._rows("amend_account", account, from_s, to_s)
        return self._changed("change_settlement", self._rows("trades_of_account", account, from_s, to_s))

    def trade_update_3(self, security: int, from_s: int, to_s: int) -> Sequence[Row]:
        """Another cash transaction of up to twenty trades of a security."""
        self._rows("amend_security", security, from_s, to_s)
        return self._changed("change_cash", self._rows("trades_of_security", security, from_s, to_s))

    def _changed(self, statement: str, found: Sequence[Row]) -> Sequence[Row]:
        trades = sorted(row[0] for row in found)
        for trade in trades:
            self._rows(statement, trade)
        return self._rows("trade_lookup_1", json.dumps(trades))

    def data_maintenance(self, kind: int, number: int, day: int) -> Sequence[Row]:
        """Changes one row of one of six tables."""
        self._rows("amend_row", kind, number, day)
        sql = self._sql[f"maintain_{kind}"]
        self._execute(sql, (number, day) if "?2" in sql else (number,))
        return []

    def fault(self, error: Exception) -> Fault:
        """What an error means to the driver."""
        return embedded_fault(error)

    def close(self) -> None:
        """Ends the connection. May be called twice."""
        self._connection.close()


ROLLED_BACK = (0,) * 7
"""What an order that is rolled back by rule returns."""
