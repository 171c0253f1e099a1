# SPDX-License-Identifier: Apache-2.0
"""What a user of brokerage does on the embedded engine, as a tape: an operation is one transaction of statements."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, fields

import msgspec

from app.databases.sqlite.native_sqlite import BEGINS, ENDS, INSERTS, READS, UNDOES, WRITES, NativeCall
from app.model.brokerage_size import BrokerageRows
from app.workloads.brokerage.dataset import DAY_S, SCHEMA
from app.workloads.brokerage.list_form import JSON, ProcedureForm
from app.workloads.brokerage.trader import FEED, NUMBERS, SWAP, WRITING
from app.workloads.brokerage.trading_tape import LONGEST, TradingTapeWriter, number_of
from app.workloads.tape_writer import Label, List, Missing, Number, Part, Statement, Text

WATCHED = ("watch_list", "watch_account", "watch_industry")
"""The statements of market_watch, by its kind from 1."""
MAINTAINED = tuple(f"maintain_{kind}" for kind in range(1, 7))
"""Those of data_maintenance."""
FORM = ProcedureForm(lists=lambda _: JSON, hits_in_text=False)
LOTS = ("lifo", "account", "security", "quantity")
"""The arguments by name of statements about an account's holdings of a security."""


class StatementTape(msgspec.Struct, frozen=True):
    """calls: of its statements, in their order."""

    tape: bytes
    calls: Sequence[NativeCall]


def statement_tape(rows: BrokerageRows, now: int | None = None) -> StatementTape:
    """One operation. now: as trading_tape."""
    writer = _StatementTape(rows, now)
    return StatementTape(writer.written(), writer.calls)


@dataclass(frozen=True, slots=True)
class _Completed:
    """The registers of a trade that is completed. change: of the position; amount: of the account's balance."""

    account: Number
    security: Number
    kind: Number
    quantity: Number
    is_cash: Number
    lifo: Number
    charge: Number
    sells: Number
    customer: Number
    broker: Number
    tax_status: Number
    tier: Number
    exchange: Number
    held: Number
    was_held: Number
    closed: Number
    gain: Number
    tax: Number
    change: Number
    commission: Number
    amount: Number


class _StatementTape(TradingTapeWriter):
    """Each method without an underscore makes the statements of the one of its name in trading.py. A transaction may
    begin once more, so that what is set in it is set in it before it is looked at."""

    def __init__(self, rows: BrokerageRows, now: int | None) -> None:
        super().__init__(rows, FORM, now)
        self.calls: list[NativeCall] = []
        self._sql = SCHEMA.named("operations", "sqlite")
        self._writes = False
        self._present_rows = self._tape.number()
        self._listed, self._sorted = self._tape.new_list(), self._tape.new_list()
        self._reading = self._control("BEGIN", READS)
        self._writing = self._control("BEGIN IMMEDIATE", BEGINS)
        self._committing = self._control("COMMIT", ENDS)
        self._rolling_back = self._control("ROLLBACK", ENDS)
        self._undoing = self._control("ROLLBACK", UNDOES)

    def _control(self, sql: str, kind: int) -> Statement:
        self.calls.append(NativeCall(sql, kind=kind))
        return self._tape.statement(0, (), {})

    def _call(
        self,
        procedure: str,
        arguments: Sequence[Number | Text],
        results: Mapping[int, Number | Text] | None = None,
        *,
        operation: str = "",
        missing: Missing | None = None,
        into: List | None = None,
    ) -> None:
        """An operation's statements leave what is told of it in the registers themselves."""
        self._tape.transaction(number_of(operation or procedure), self._undoing)
        self._transacted(procedure, arguments)

    def _order(self, arguments: Sequence[Number | Text]) -> None:
        tape, swap, begun = self._tape, self._tape.label(), self._tape.label()
        tape.if_equal(swap, self._card, NUMBERS[SWAP])
        tape.transaction(NUMBERS["trade_order"], self._undoing)
        tape.jump(begun)
        tape.place(swap)
        tape.transaction(NUMBERS[SWAP], self._undoing)
        tape.place(begun)
        self._transacted("trade_order", arguments)

    def _transacted(self, procedure: str, arguments: Sequence[Number | Text]) -> None:
        """What stands between a transaction's beginning and its end, and that."""
        tape = self._tape
        self._writes = procedure in WRITING
        tape.call(self._writing if self._writes else self._reading)
        work = getattr(self, procedure, None)
        if work is None:
            self._run(procedure, *arguments)
        else:
            work(*arguments)
        if procedure != "trade_order":
            tape.call(self._committing)
        tape.end_transaction()

    def _run(
        self,
        name: str,
        *arguments: Number | Text,
        to: Mapping[int, Number | Text] | None = None,
        kind: int | None = None,
        names: Sequence[str] = (),
        into: List | None = None,
    ) -> None:
        """A statement. to: registers for the columns of its first row, from 1. How many rows it has is known until
        the next one."""
        usual = WRITES if self._writes else READS
        self.calls.append(NativeCall(self._sql[name], names, usual if kind is None else kind))
        self._tape.call(self._tape.statement(0, arguments, to or {}, rows=self._present_rows, into=into))

    def _find(self, name: str, *arguments: Number | Text, to: Mapping[int, Number | Text] | None = None) -> None:
        """As _run; no row is a fault."""
        self.calls.append(NativeCall(self._sql[name], kind=WRITES if self._writes else READS))
        missing = Missing("LookupError", f"{name}: nothing found for {{}}")
        self._tape.call(self._tape.statement(0, arguments, to or {}, missing=missing))

    def _fixed(self, number: int) -> Number:
        to = self._tape.number()
        self._tape.move(to, number)
        return to

    def _one_of(self, names: Sequence[str], kind: Number, *arguments: Number) -> None:
        """The statement of a kind, from 1."""
        tape, done, labels = self._tape, self._tape.label(), [self._tape.label() for _ in names]
        for number, label in enumerate(labels, start=1):
            tape.if_equal(label, kind, number)
        for name, label in zip(names, labels, strict=True):
            tape.place(label)
            self._run(name, *arguments)
            tape.jump(done)
        tape.place(done)

    # Operations

    def market_watch(self, kind: Number, number: Number, day: Number) -> None:
        self._one_of(WATCHED, kind, number, day)

    def security_detail(self, symbol: Text, days: Number, first_day: Number, whole_news: Number) -> None:
        security, company = self._tape.number(), self._tape.number()
        self._find("security_of_symbol", symbol, to={1: security, 2: company})
        self._run("detail_security", security)
        self._run("detail_competitors", company)
        self._run("detail_quarters", company)
        self._run("detail_days", security, first_day, days)
        self._run("detail_news", whole_news, company)

    def customer_position(self, customer: Number, tax_code: Text, account: Number) -> None:
        tape, whose = self._tape, self._tape.number()
        known, no_history = tape.label(), tape.label()
        tape.move(whose, customer)
        tape.if_less(known, 0, customer)
        self._find("customer_of_code", tax_code, to={1: whose})
        tape.place(known)
        tape.if_less(no_history, account, 0)
        self._run("position_history", whose, account)
        tape.place(no_history)
        self._run("position_customer", whose)
        self._run("position_accounts", whose)

    def trade_order(  # noqa: PLR0917 - a procedure's arguments
        self,
        account: Number,
        tax_code: Text,
        symbol: Text,
        company: Text,
        issue: Text,
        kind: Number,
        quantity: Number,
        limit: Number,
        is_cash: Number,
        lifo: Number,
        rolled_back: Number,
        now: Number,
    ) -> None:
        """Whose tax code it is, is known by the executor's number."""
        tape, price, security, trade = self._tape, self._price, self._security_answered, self._trade
        customer, broker, tax_status, tier, exchange, sells, at_market, held = (tape.number() for _ in range(8))
        tax, gain, charge, commission, status = (tape.number() for _ in range(5))
        name = tape.text(LONGEST)
        self._find("owner", account, to={1: customer, 2: broker, 3: tax_status, 5: tier, 7: name})
        own, by_company, known, priced, untaxed, submitted, no_limit = (tape.label() for _ in range(7))
        tape.if_equal(own, self._executor, self._customer_of)
        self._find("permission", account, tax_code)
        tape.place(own)
        tape.if_equal(by_company, self._by_symbol, 0)
        self._find("security_by_symbol", symbol, to={1: security, 2: exchange})
        tape.jump(known)
        tape.place(by_company)
        self._find("security_by_company", company, issue, to={1: security, 2: exchange})
        tape.place(known)
        self._find("trade_type", kind, to={1: sells, 2: at_market})
        tape.move(price, limit)
        tape.if_equal(priced, at_market, 0)
        self._find("last_price", security, to={1: price})
        tape.place(priced)
        tape.move(tax, 0)
        self._run("held", account, security, to={1: held})
        tape.if_less(untaxed, tax_status, 1)
        self._unless_closes(untaxed, self._present_rows, held, sells)
        self._run("gain", lifo, account, security, quantity, price, to={1: gain}, names=(*LOTS, "price"))
        tape.if_less(untaxed, gain, 1)
        self._find("tax", gain, customer, to={1: tax})
        tape.place(untaxed)
        self._find("charge", kind, tier, to={1: charge})
        self._find("rate", tier, kind, exchange, quantity, to={1: commission})
        self._commission(commission, quantity, price)
        self._find("assets", account)
        tape.move(status, 2)
        tape.if_equal(submitted, at_market, 1)
        tape.move(status, 3)
        tape.place(submitted)
        self._run(
            "add_trade", now, status, kind, is_cash, security, quantity, price, account, name, charge, commission, tax,
            lifo, to={1: trade}, kind=INSERTS,
        )  # fmt: skip
        self._run("add_history", trade, status, now)
        tape.if_equal(no_limit, at_market, 1)
        self._run("add_request", trade, kind, security, quantity, limit, account, broker)
        tape.place(no_limit)
        kept, ended = tape.label(), tape.label()
        tape.if_equal(kept, rolled_back, 0)
        tape.move(trade, 0)
        tape.call(self._rolling_back)
        tape.jump(ended)
        tape.place(kept)
        tape.call(self._committing)
        tape.place(ended)

    def _unless_closes(self, label: Label, was_held: Number, held: Number, sells: Number) -> None:
        """Jumps unless there is a holding that a trade of this side closes, at least a part of it."""
        tape, buys, closes = self._tape, self._tape.label(), self._tape.label()
        tape.if_equal(label, was_held, 0)
        tape.if_equal(buys, sells, 0)
        tape.if_less(closes, 0, held)
        tape.jump(label)
        tape.place(buys)
        tape.if_less(closes, held, 0)
        tape.jump(label)
        tape.place(closes)

    def _commission(self, to: Number, quantity: Number, price: Number) -> None:
        """to, which is the rate, becomes (quantity * price * to + 5000) // 10000"""
        tape, traded = self._tape, self._tape.number()
        tape.multiply(traded, quantity, price)
        tape.multiply(to, to, traded)
        tape.add(to, to, 5000)
        tape.divide(to, to, 10000)

    def _signed(self, to: Number, quantity: Number, sells: Number) -> None:
        """to = -quantity if sells else quantity"""
        tape, buys = self._tape, self._tape.label()
        tape.move(to, quantity)
        tape.if_equal(buys, sells, 0)
        tape.subtract(to, 0, to)
        tape.place(buys)

    def trade_result(self, trade: Number, price: Number, now: Number) -> None:
        tape, of = self._tape, _Completed(*(self._tape.number() for _ in fields(_Completed)))
        type_name, symbol, completed = tape.text(LONGEST), tape.text(LONGEST), tape.label()
        columns = (of.account, of.security, of.kind, of.quantity, of.is_cash, of.lifo, of.charge, of.sells, type_name)
        self._run("submitted", trade, to=dict(enumerate(columns, start=1)))
        tape.if_equal(completed, self._present_rows, 0)
        self._signed(of.change, of.quantity, of.sells)
        self._find("owner", of.account, to={1: of.customer, 2: of.broker, 3: of.tax_status, 5: of.tier})
        self._run("held", of.account, of.security, to={1: of.held})
        tape.move(of.was_held, self._present_rows)
        self._find("security", of.security, to={1: symbol, 2: of.exchange})
        self._close_lots(of, trade, price)
        self._open_lot(of, trade, price, now)
        self._position(of)
        untaxed, withheld, paid = (tape.label() for _ in range(3))
        tape.move(of.tax, 0)
        tape.if_less(untaxed, of.tax_status, 1)
        tape.if_less(untaxed, of.gain, 1)
        self._find("tax", of.gain, of.customer, to={1: of.tax})
        tape.place(untaxed)
        self._find("rate", of.tier, of.kind, of.exchange, of.quantity, to={1: of.commission})
        self._commission(of.commission, of.quantity, price)
        self._run("complete", now, price, of.commission, of.tax, trade)
        self._run("add_history", trade, self._fixed(1), now)
        tape.multiply(of.amount, of.change, price)
        tape.subtract(of.amount, 0, of.amount)
        tape.subtract(of.amount, of.amount, of.charge)
        tape.subtract(of.amount, of.amount, of.commission)
        tape.if_less(withheld, of.tax_status, 1)
        tape.if_less(withheld, 1, of.tax_status)
        tape.subtract(of.amount, of.amount, of.tax)
        tape.place(withheld)
        self._settle(of, trade, now, (type_name, " ", of.quantity, " shares of ", symbol))
        tape.if_equal(paid, of.is_cash, 1)
        tape.move(of.amount, 0)
        tape.place(paid)
        self._find("change_balance", of.amount, of.account)
        self._run("pay_broker", of.commission, of.broker)
        tape.place(completed)

    def _close_lots(self, of: "_Completed", trade: Number, price: Number) -> None:
        """As far as there are lots of the other side; else nothing is closed and nothing gained."""
        tape, none = self._tape, self._tape.label()
        lots = of.lifo, of.account, of.security, of.quantity
        tape.move(of.closed, 0)
        tape.move(of.gain, 0)
        self._unless_closes(none, of.was_held, of.held, of.sells)
        self._run("closed", *lots, price, to={1: of.closed, 2: of.gain}, names=(*LOTS, "price"))
        self._run("close_lots", *lots, trade, names=(*LOTS, "trade"))
        self._run("remove_lots", trade)
        self._run("reduce_lots", trade)
        tape.place(none)

    def _open_lot(self, of: "_Completed", trade: Number, price: Number, now: Number) -> None:
        """Of what was not closed."""
        tape, rest, none, some = self._tape, self._tape.number(), self._tape.label(), self._tape.label()
        tape.if_less(some, of.closed, of.quantity)
        tape.jump(none)
        tape.place(some)
        tape.subtract(rest, of.quantity, of.closed)
        self._signed(rest, rest, of.sells)
        self._run("add_lot", trade, of.account, of.security, now, price, rest)
        self._run("add_lot_history", trade, rest)
        tape.place(none)

    def _position(self, of: "_Completed") -> None:
        tape, position = self._tape, self._tape.number()
        new, gone, done = (tape.label() for _ in range(3))
        tape.if_equal(new, of.was_held, 0)
        tape.add(position, of.held, of.change)
        tape.if_equal(gone, position, 0)
        self._run("change_position", of.account, of.security, position)
        tape.jump(done)
        tape.place(gone)
        self._run("remove_position", of.account, of.security)
        tape.jump(done)
        tape.place(new)
        self._run("add_position", of.account, of.security, of.change)
        tape.place(done)

    def _settle(self, of: "_Completed", trade: Number, now: Number, what: Sequence[Part]) -> None:
        tape, due, name = self._tape, self._tape.number(), self._tape.text(4 * LONGEST)
        margin, settled, no_cash = (tape.label() for _ in range(3))
        tape.divide(due, now, DAY_S)
        tape.add(due, due, 2)
        tape.if_equal(margin, of.is_cash, 0)
        tape.write(name, "Cash account")
        tape.jump(settled)
        tape.place(margin)
        tape.write(name, "Margin")
        tape.place(settled)
        self._run("add_settlement", trade, name, due, of.amount)
        tape.if_equal(no_cash, of.is_cash, 0)
        tape.write(name, *what)
        self._run("add_cash", trade, now, of.amount, name)
        tape.place(no_cash)

    def _feed(self) -> None:
        self._call("market_feed", (self._present(),))

    def market_feed(self, now: Number) -> None:
        tape, at, security, price, volume = self._tape, *(self._tape.number() for _ in range(4))
        submitted = self._fixed(2)
        tape.clear(self._hits)
        tape.move(at, 0)
        following = tape.here()
        for to, one in zip((security, price, volume), self._ticks, strict=True):
            tape.at(to, one, at)
        self._run("tick", price, volume, now, security)
        trade = tape.number()
        self._run("trigger", security, price, to={1: trade}, into=self._listed)
        with self._each_sorted(trade):
            self._run("submit", now, trade)
            self._run("add_history", trade, submitted, now)
            tape.push(self._hits, trade)
            tape.push(self._hits, price)
        tape.add(at, at, 1)
        tape.if_less(following, at, FEED)

    @contextmanager
    def _each_sorted(self, trade: Number) -> Iterator[None]:
        """The listed trades, one after the other, ascending."""
        tape, at, place = self._tape, self._tape.number(), self._tape.number()
        sorting, all_sorted, done = (tape.label() for _ in range(3))
        tape.clear(self._sorted)
        tape.length(self._count, self._listed)
        tape.move(at, 0)
        tape.place(sorting)
        tape.if_equal(all_sorted, at, self._count)
        tape.at(trade, self._listed, at)
        tape.bisect(place, self._sorted, trade)
        tape.insert(self._sorted, place, trade)
        tape.add(at, at, 1)
        tape.jump(sorting)
        tape.place(all_sorted)
        tape.move(at, 0)
        following = tape.here()
        tape.if_equal(done, at, self._count)
        tape.at(trade, self._sorted, at)
        tape.add(at, at, 1)
        yield
        tape.jump(following)
        tape.place(done)

    def trade_update_1(self, trades: Text) -> None:
        tape, at, trade = self._tape, self._tape.number(), self._tape.number()
        self._run("amend_trades", trades)
        tape.move(at, 0)
        following = tape.here()
        tape.at(trade, self._chosen, at)
        self._run("change_executor", trade)
        tape.add(at, at, 1)
        tape.if_less(following, at, FEED)
        self._run("trade_lookup_1", trades)

    def trade_update_2(self, account: Number, from_s: Number, to_s: Number) -> None:
        self._run("amend_account", account, from_s, to_s)
        self._change("change_settlement", "trades_of_account", account, from_s, to_s)

    def trade_update_3(self, security: Number, from_s: Number, to_s: Number) -> None:
        self._run("amend_security", security, from_s, to_s)
        self._change("change_cash", "trades_of_security", security, from_s, to_s)

    def _change(self, statement: str, found: str, *arguments: Number) -> None:
        tape, trade = self._tape, self._tape.number()
        none, told = tape.label(), tape.label()
        self._run(found, *arguments, to={1: trade}, into=self._listed)
        with self._each_sorted(trade):
            self._run(statement, trade)
        tape.if_equal(none, self._count, 0)
        trades = self._list((self._sorted,), JSON, FEED)
        tape.jump(told)
        tape.place(none)
        tape.write(trades, JSON.begin, JSON.end)
        tape.place(told)
        self._run("trade_lookup_1", trades)

    def data_maintenance(self, kind: Number, number: Number, day: Number) -> None:
        self._run("amend_row", kind, number, day)
        self._one_of(MAINTAINED, kind, number, day)
