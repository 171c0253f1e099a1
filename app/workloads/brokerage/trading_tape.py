# SPDX-License-Identifier: Apache-2.0
"""What a user of brokerage does, as a tape, which makes the choices of trader.py draw by draw; on a server each
operation is one call of a procedure."""

from collections.abc import Mapping, Sequence

import msgspec

from app.model.brokerage_size import BrokerageRows
from app.workloads.brokerage.dataset import DAY_S, FIRST_DAY
from app.workloads.brokerage.list_form import ListForm, ProcedureForm
from app.workloads.brokerage.trader import (
    CARDS,
    FEED,
    FIRST_TAX_CODE,
    LEAST_PRICE,
    NUMBERS,
    OPEN_S,
    OPENS_S,
    OWNED,
    PRICES,
    SWAP,
    first_moment,
)
from app.workloads.database.draws import word
from app.workloads.tape_writer import Label, List, Missing, Number, Padded, Picked, TapeWriter, Text

LONGEST = 64
"""Bytes of every text but a list; the longest, a company's name, has 21."""
LONGEST_NUMBER = 10**11
HITS = 16_384
"""Bytes of a text with the orders that a feed triggers."""
NO_ROW = Missing("error IndexError", "list index out of range")


class TradingTape(msgspec.Struct, frozen=True):
    """procedures: of its statements in their order, each with the number of its arguments."""

    tape: bytes
    procedures: Sequence[tuple[str, int]]


def trading_tape(rows: BrokerageRows, form: ProcedureForm, now: int | None = None) -> TradingTape:
    """One operation. now: the present in place of a clock, in seconds since 2000-01-01."""
    writer = TradingTapeWriter(rows, form, now)
    return TradingTape(writer.written(), writer.procedures)


def number_of(procedure: str) -> int:
    """The operation of that name, or that a procedure is one of."""
    return next(number for card, number in NUMBERS.items() if procedure.startswith(card))


class TradingTapeWriter:
    """Each method writes what the one of its name in trader.py does, in the order of its draws. How an operation is
    called may be written otherwise for another engine (`_call`, `_order`, `_feed`)."""

    def __init__(self, rows: BrokerageRows, form: ProcedureForm, now: int | None) -> None:
        self._rows = rows
        self._form = form
        self._constant = now
        self.procedures: list[tuple[str, int]] = []
        self._tape = tape = TapeWriter()
        self._cards, self._owed = tape.new_list(), tape.lasting()
        self._submitted = tape.new_list(), tape.new_list()
        self._pending = tape.new_list(), tape.new_list(), tape.new_list()
        self._ticks = tape.new_list(), tape.new_list(), tape.new_list()
        self._hits = tape.new_list()
        self._chosen = self._ticks[0]
        self._alphabet = tape.table([chr(65 + letter) for letter in range(26)])
        self._syllables = tape.table([word(index) for index in range(1000)])
        self._card, self._account_of, self._customer_of, self._security_of, self._now = (
            tape.number() for _ in range(5)
        )
        self._a, self._b, self._c, self._place, self._count = (tape.number() for _ in range(5))
        self._trade, self._price, self._security_answered = (tape.number() for _ in range(3))
        self._executor, self._by_symbol = tape.number(), tape.number()

    def written(self) -> bytes:
        """The tape."""
        tape = self._tape
        operations = {card: tape.label() for card in CARDS}
        self._next()
        for card, label in operations.items():
            tape.if_equal(label, self._card, NUMBERS[card])
        tape.if_equal(operations["trade_order"], self._card, NUMBERS[SWAP])
        tape.end()
        for card, label in operations.items():
            tape.place(label)
            getattr(self, f"_{card}")()
        return tape.to_bytes()

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
        """operation: the procedure's own if not given."""
        self.procedures.append((procedure, len(arguments)))
        number = number_of(operation or procedure)
        self._tape.call(self._tape.statement(number, arguments, results or {}, missing=missing, into=into))

    def _called(self, procedure: str, *arguments: Number | Text) -> None:
        """Calls a procedure with what it returns unread, and ends."""
        self._call(procedure, arguments)
        self._tape.end()

    def _next(self) -> None:
        tape, left, other, owed = self._tape, self._count, self._place, self._c
        dealt, result, order, done = (tape.label() for _ in range(4))
        tape.length(left, self._cards)
        tape.if_less(dealt, 0, left)
        for card, count in CARDS.items():
            tape.move(left, count)
            more = tape.here()
            tape.push(self._cards, NUMBERS[card])
            tape.subtract(left, left, 1)
            tape.if_less(more, 0, left)
        tape.move(left, sum(CARDS.values()) - 1)
        shuffled = tape.here()
        tape.add(other, left, 1)
        tape.draw(other, other)
        tape.at(self._a, self._cards, left)
        tape.at(self._b, self._cards, other)
        tape.put(self._cards, left, self._b)
        tape.put(self._cards, other, self._a)
        tape.subtract(left, left, 1)
        tape.if_less(shuffled, 0, left)
        tape.move(left, sum(CARDS.values()))
        tape.place(dealt)
        tape.subtract(left, left, 1)
        tape.remove(self._card, self._cards, left)
        tape.length(left, self._submitted[0])
        tape.recall(owed, self._owed)
        tape.if_equal(result, self._card, NUMBERS["trade_result"])
        tape.if_equal(order, self._card, NUMBERS["trade_order"])
        tape.jump(done)
        tape.place(result)
        tape.if_less(done, 0, left)
        tape.add(owed, owed, 1)
        tape.keep(self._owed, owed)
        tape.move(self._card, NUMBERS[SWAP])
        tape.jump(done)
        tape.place(order)
        tape.if_equal(done, left, 0)
        tape.if_equal(done, owed, 0)
        tape.subtract(owed, owed, 1)
        tape.keep(self._owed, owed)
        tape.move(self._card, NUMBERS["trade_result"])
        tape.place(done)

    # Draws

    def _one_in(self, to: Number, below: int, percent: int) -> None:
        """to = int(pick(below) < percent)"""
        self._tape.draw(to, below)
        self._less(to, to, percent)

    def _less(self, to: Number, a: Number, b: Number | int) -> None:
        """to = int(a < b)"""
        tape, yes, done = self._tape, self._tape.label(), self._tape.label()
        tape.if_less(yes, a, b)
        tape.move(to, 0)
        tape.jump(done)
        tape.place(yes)
        tape.move(to, 1)
        tape.place(done)

    def _from_one(self, below: int) -> Number:
        """A new register: pick(below) + 1."""
        to = self._tape.number()
        self._tape.draw(to, below)
        self._tape.add(to, to, 1)
        return to

    def _account(self) -> Number:
        """From 0."""
        self._tape.draw(self._account_of, self._rows.accounts)
        return self._account_of

    def _account_number(self) -> Number:
        self._account()
        self._tape.add(self._account_of, self._account_of, 1)
        return self._account_of

    def _customer(self) -> Number:
        """Of 25 accounts in a row 2, 5, 5, 5 and 8 are the five customers'."""
        tape, customer, done = self._tape, self._customer_of, self._tape.label()
        tape.modulo(customer, self._account_of, 25)
        tape.add(customer, customer, 3)
        tape.divide(customer, customer, 5)
        tape.if_less(done, customer, 5)
        tape.move(customer, 4)
        tape.place(done)
        tape.divide(self._a, self._account_of, 25)
        tape.multiply(self._a, self._a, 5)
        tape.add(customer, customer, self._a)
        return customer

    def _customer_number(self) -> Number:
        self._account()
        self._tape.add(self._customer_of, self._customer(), 1)
        return self._customer_of

    def _security(self) -> Number:
        self._tape.draw(self._security_of, self._rows.securities)
        self._tape.add(self._security_of, self._security_of, 1)
        return self._security_of

    def _moment(self) -> Number:
        tape, moment, second = self._tape, self._tape.number(), self._a
        tape.draw_late(moment, self._rows.days)
        tape.add(moment, moment, FIRST_DAY)
        tape.multiply(moment, moment, DAY_S)
        tape.add(moment, moment, OPENS_S)
        tape.draw(second, OPEN_S)
        tape.add(moment, moment, second)
        return moment

    def _end(self) -> Number:
        to = self._tape.number()
        self._tape.move(to, (FIRST_DAY + self._rows.days) * DAY_S)
        return to

    def _day_before(self) -> Number:
        """One of the daily market's."""
        to = self._tape.number()
        self._tape.draw(to, self._rows.market_days)
        self._tape.subtract(to, FIRST_DAY - 1, to)
        return to

    def _draw_price(self, to: Number) -> None:
        self._tape.draw(to, PRICES)
        self._tape.add(to, to, LEAST_PRICE)

    def _present(self) -> Number:
        if self._constant is not None:
            self._tape.move(self._now, self._constant)
            return self._now
        self._tape.elapsed(self._now)
        self._tape.add(self._now, self._now, first_moment(self._rows))
        return self._now

    # Texts

    def _symbol(self, to: Text) -> None:
        """symbol, of the security."""
        tape, number, letter = self._tape, self._a, self._b
        tape.multiply(number, self._security_of, 1_000_003)
        tape.modulo(number, number, 26**6)
        tape.write(to)
        for _ in range(6):
            tape.modulo(letter, number, 26)
            tape.append(to, Picked(self._alphabet, letter))
            tape.divide(number, number, 26)

    def _company(self, to: Number, security: Number) -> None:
        """company_of, less one."""
        self._tape.subtract(to, security, 1)
        self._tape.multiply(to, to, 5)
        self._tape.divide(to, to, 7)

    def _names(self, company: Text, issue: Text) -> None:
        """company_name and issue_of, of the security."""
        tape, own, before = self._tape, self._a, self._b
        common, done = tape.label(), tape.label()
        self._company(own, self._security_of)
        tape.subtract(before, self._security_of, 1)
        self._company(before, before)
        tape.if_less(common, before, own)
        tape.write(issue, "PREF A")
        tape.jump(done)
        tape.place(common)
        tape.write(issue, "COMMON")
        tape.place(done)
        tape.divide(before, own, 1000)
        tape.modulo(before, before, 1000)
        tape.modulo(own, own, 1000)
        tape.write(company, Picked(self._syllables, before), " ", Picked(self._syllables, own), " CORP")

    def _tax_code(self, to: Text, customer: Number) -> None:
        self._tape.add(self._a, customer, FIRST_TAX_CODE)
        self._tape.write(to, "T", self._a)

    # Lists

    def _add(self, known: Label, value: Number) -> None:
        """Adds a number to the chosen ones, which ascend, at the place; jumps where it is one of them already."""
        tape, new = self._tape, self._tape.label()
        tape.bisect(self._place, self._chosen, value)
        tape.length(self._count, self._chosen)
        tape.if_equal(new, self._place, self._count)
        tape.at(self._c, self._chosen, self._place)
        tape.if_equal(known, self._c, value)
        tape.place(new)
        tape.insert(self._chosen, self._place, value)
        tape.add(self._count, self._count, 1)

    def _list(self, lists: Sequence[List], form: ListForm, most: int) -> Text:
        """What stands in lists beside each other, as a procedure takes it. most: their length."""
        tape, at, number = self._tape, self._place, self._c
        text = tape.text(len(form.text([LONGEST_NUMBER] * (most * len(lists)))))
        tape.write(text, form.begin)
        tape.length(self._count, lists[0])
        tape.move(at, 0)
        more = tape.here()
        for index, one in enumerate(lists):
            tape.at(number, one, at)
            tape.append(text, Padded(number, form.widths[index % len(form.widths)]))
            if index < len(lists) - 1:
                tape.append(text, form.between)
        done = tape.label()
        tape.add(at, at, 1)
        tape.if_equal(done, at, self._count)
        tape.append(text, form.between)
        tape.jump(more)
        tape.place(done)
        tape.append(text, form.end)
        return text

    def _trades(self, procedure: str) -> Text:
        tape, trade = self._tape, self._tape.number()
        tape.clear(self._chosen)
        more = tape.here()
        tape.draw_late(trade, self._rows.trades)
        tape.add(trade, trade, 1)
        self._add(more, trade)
        tape.if_less(more, self._count, FEED)
        return self._list((self._chosen,), self._form.lists(procedure), FEED)

    # Operations

    def _trade_status(self) -> None:
        self._called("trade_status", self._account_number())

    def _market_watch(self) -> None:
        tape, share, kind = self._tape, self._tape.number(), self._tape.number()
        customer, account = tape.label(), tape.label()
        tape.draw(share, 100)
        day = self._day_before()
        tape.if_less(customer, share, 60)
        tape.if_less(account, share, 95)
        number, call = tape.number(), tape.label()
        tape.move(kind, 3)
        tape.move(number, self._from_one(100))
        tape.jump(call)
        tape.place(customer)
        tape.move(kind, 1)
        tape.move(number, self._customer_number())
        tape.jump(call)
        tape.place(account)
        tape.move(kind, 2)
        tape.move(number, self._account_number())
        tape.place(call)
        self._called("market_watch", kind, number, day)

    def _security_detail(self) -> None:
        tape, days, first, whole = self._tape, self._tape.number(), self._tape.number(), self._tape.number()
        symbol, market_days = tape.text(LONGEST), self._rows.market_days
        tape.draw(days, 16)
        tape.add(days, days, 5)
        tape.subtract(first, market_days, days)
        tape.draw(first, first)
        tape.add(first, first, FIRST_DAY - market_days)
        self._security()
        self._symbol(symbol)
        self._one_in(whole, 100, 1)
        self._called("security_detail", symbol, days, first, whole)

    def _customer_position(self) -> None:
        tape, by_code, account, number = self._tape, self._tape.number(), self._tape.number(), self._tape.number()
        code, none, drawn, by_number, call = tape.text(LONGEST), *(tape.label() for _ in range(4))
        self._account()
        customer = self._customer()
        tape.draw(by_code, 2)
        tape.draw(self._a, 2)
        tape.move(account, -1)
        tape.if_equal(none, self._a, 0)
        tape.modulo(self._a, customer, 5)
        for owner, owned in enumerate(OWNED):
            other = tape.label()
            tape.if_less(other, owner, self._a)
            tape.draw(account, owned)
            tape.jump(drawn)
            tape.place(other)
        tape.place(drawn)
        tape.place(none)
        tape.if_equal(by_number, by_code, 0)
        self._tax_code(code, customer)
        tape.jump(call)
        tape.place(by_number)
        tape.add(number, customer, 1)
        tape.place(call)
        self._called("customer_position", number, code, account)

    def _trade_order(self) -> None:
        tape, rows = self._tape, self._rows
        code, symbol, company, issue = (tape.text(LONGEST) for _ in range(4))
        account, kind, quantity, price, is_cash, lifo, rolled_back = (tape.number() for _ in range(7))
        executor = self._executor
        tape.add(account, self._account(), 1)
        tape.move(executor, self._customer())
        owner, any_security, chosen, by_symbol, named = (tape.label() for _ in range(5))
        tape.modulo(self._a, self._account_of, 5)
        tape.if_less(owner, 1, self._a)
        tape.draw(self._a, 4)
        tape.if_less(owner, 0, self._a)
        tape.add(executor, executor, 1)
        tape.modulo(executor, executor, rows.customers)
        tape.place(owner)
        self._tax_code(code, executor)
        tape.draw(self._a, 100)
        tape.if_less(any_security, 89, self._a)
        tape.multiply(self._security_of, self._account_of, 7919)
        tape.draw(self._a, 10)
        tape.multiply(self._a, self._a, rows.securities // 10)
        tape.add(self._security_of, self._security_of, self._a)
        tape.modulo(self._security_of, self._security_of, rows.securities)
        tape.add(self._security_of, self._security_of, 1)
        tape.jump(chosen)
        tape.place(any_security)
        self._security()
        tape.place(chosen)
        tape.draw(self._a, 100)
        tape.if_less(by_symbol, self._a, 60)
        self._names(company, issue)
        tape.jump(named)
        tape.place(by_symbol)
        tape.move(self._by_symbol, 1)
        self._symbol(symbol)
        tape.place(named)
        self._kind(kind, is_cash)
        tape.draw(quantity, 4)
        tape.add(quantity, quantity, 1)
        tape.multiply(quantity, quantity, 100)
        self._draw_price(price)
        self._one_in(lifo, 100, 35)
        self._one_in(rolled_back, CARDS["trade_order"], 1)
        arguments = (
            account, code, symbol, company, issue, kind, quantity, price, is_cash, lifo, rolled_back, self._present(),
        )  # fmt: skip
        self._order(arguments)
        self._ordered(kind)

    def _order(self, arguments: Sequence[Number | Text]) -> None:
        """Its number, 0 of one that is rolled back, its security and price go into their registers."""
        tape, swap, called = self._tape, self._tape.label(), self._tape.label()
        results = {1: self._trade, 2: self._security_answered, 3: self._price}
        tape.if_equal(swap, self._card, NUMBERS[SWAP])
        self._call("trade_order", arguments, results, missing=NO_ROW)
        tape.jump(called)
        tape.place(swap)
        self._call("trade_order", arguments, results, operation=SWAP, missing=NO_ROW)
        tape.place(called)

    def _kind(self, kind: Number, is_cash: Number) -> None:
        """Of an order: at the market (1, 2), with a limit (3, 4), or to sell at a price that has fallen (5)."""
        tape, limit = self._tape, self._a
        buys, limited, at_market, cash, margin, done = (tape.label() for _ in range(6))
        tape.draw(kind, 2)
        tape.draw(limit, 100)
        tape.if_equal(buys, kind, 0)
        tape.if_less(limited, limit, 40)
        tape.move(kind, 2)
        tape.jump(cash)
        tape.place(limited)
        tape.draw(kind, 2)
        tape.add(kind, kind, 4)
        tape.jump(cash)
        tape.place(buys)
        tape.move(kind, 1)
        tape.if_less(at_market, 39, limit)
        tape.move(kind, 3)
        tape.place(at_market)
        tape.draw(self._a, 100)
        tape.if_less(margin, self._a, 16)
        tape.place(cash)
        tape.move(is_cash, 1)
        tape.jump(done)
        tape.place(margin)
        tape.move(is_cash, 0)
        tape.place(done)

    def _ordered(self, kind: Number) -> None:
        tape, rolled_back, waits = self._tape, self._tape.label(), self._tape.label()
        tape.if_equal(rolled_back, self._trade, 0)
        tape.if_less(waits, 2, kind)
        self._push(self._submitted, self._trade, self._price)
        tape.end()
        tape.place(waits)
        self._push(self._pending, self._trade, self._security_answered, self._price)
        tape.end()
        tape.place(rolled_back)
        tape.end(rolled_back=True)

    def _push(self, lists: Sequence[List], *values: Number) -> None:
        for one, value in zip(lists, values, strict=True):
            self._tape.push(one, value)

    def _take(self, lists: Sequence[List], place: Number | int, *to: Number) -> None:
        for one, number in zip(lists, to, strict=True):
            self._tape.remove(number, one, place)

    def _trade_result(self) -> None:
        tape = self._tape
        for to, one in zip((self._trade, self._price), self._submitted, strict=True):
            tape.at(to, one, 0)
        self._call("trade_result", (self._trade, self._price, self._present()))
        self._take(self._submitted, 0, self._trade, self._price)
        tape.end()

    def _trade_lookup(self) -> None:
        tape, kind = self._tape, self._a
        labels = [tape.label() for _ in range(3)]
        tape.draw(kind, 100)
        for label, below in zip(labels, (30, 60, 90), strict=True):
            tape.if_less(label, kind, below)
        account = self._account_number()
        self._called("trade_lookup_4", account, self._moment())
        tape.place(labels[0])
        self._called("trade_lookup_1", self._trades("trade_lookup_1"))
        tape.place(labels[1])
        account = self._account_number()
        self._called("trade_lookup_2", account, self._moment(), self._end())
        tape.place(labels[2])
        security = self._security()
        self._called("trade_lookup_3", security, self._moment(), self._end())

    def _broker_volume(self) -> None:
        tape, wanted, broker = self._tape, self._tape.number(), self._tape.number()
        tape.draw(wanted, 21)
        tape.add(wanted, wanted, 20)
        tape.clear(self._chosen)
        more = tape.here()
        tape.draw(broker, self._rows.brokers)
        tape.add(broker, broker, 1)
        self._add(more, broker)
        tape.if_less(more, self._count, wanted)
        chosen = self._list((self._chosen,), self._form.lists("broker_volume"), 40)
        self._called("broker_volume", chosen, self._from_one(10))

    def _trade_update(self) -> None:
        tape, kind = self._tape, self._a
        account, trades = tape.label(), tape.label()
        tape.draw(kind, 3)
        tape.if_equal(trades, kind, 0)
        tape.if_equal(account, kind, 1)
        security = self._security()
        self._called("trade_update_3", security, self._moment(), self._end())
        tape.place(trades)
        self._called("trade_update_1", self._trades("trade_update_1"))
        tape.place(account)
        number = self._account_number()
        self._called("trade_update_2", number, self._moment(), self._end())

    def _market_feed(self) -> None:
        tape, left, volume = self._tape, self._tape.number(), self._tape.number()
        for one in self._ticks:
            tape.clear(one)
        told, waits, next_one, more = (tape.label() for _ in range(4))
        known = tape.label()
        tape.length(left, self._pending[0])
        few = tape.label()
        tape.if_less(few, left, FEED // 2)
        tape.move(left, FEED // 2)
        tape.place(few)
        tape.move(volume, 100)
        tape.place(next_one)
        tape.if_equal(told, left, 0)
        tape.subtract(left, left, 1)
        self._take(self._pending, 0, self._trade, self._security_of, self._price)
        self._tick(waits, volume)
        tape.jump(next_one)
        tape.place(waits)
        self._push(self._pending, self._trade, self._security_of, self._price)
        tape.jump(next_one)
        tape.place(told)
        tape.place(more)
        tape.length(self._count, self._ticks[0])
        tape.if_equal(known, self._count, FEED)
        self._security()
        self._draw_price(self._price)
        tape.draw(volume, 4)
        tape.add(volume, volume, 1)
        tape.multiply(volume, volume, 100)
        self._tick(more, volume)
        tape.jump(more)
        tape.place(known)
        self._feed()
        self._fed()

    def _tick(self, known: Label, volume: Number) -> None:
        """A security's price and volume, unless it has one already."""
        self._add(known, self._security_of)
        self._tape.insert(self._ticks[1], self._place, self._price)
        self._tape.insert(self._ticks[2], self._place, volume)

    def _feed(self) -> None:
        """Calls with the ticks; the orders that they trigger and their prices become the hits."""
        tape = self._tape
        ticks = self._list(self._ticks, self._form.lists("market_feed"), FEED)
        if self._form.hits_in_text:
            hits = tape.text(HITS)
            self._call("market_feed", (ticks, self._present()), {1: hits})
            tape.clear(self._hits)
            tape.push_text(self._hits, hits)
        else:
            self._call("market_feed", (ticks, self._present()), {1: self._trade, 2: self._price}, into=self._hits)

    def _fed(self) -> None:
        tape, at, count = self._tape, self._c, self._count
        more, done = tape.label(), tape.label()
        tape.length(count, self._hits)
        tape.move(at, 0)
        tape.place(more)
        tape.if_equal(done, at, count)
        tape.at(self._trade, self._hits, at)
        tape.add(at, at, 1)
        tape.at(self._price, self._hits, at)
        tape.add(at, at, 1)
        self._push(self._submitted, self._trade, self._price)
        tape.find(self._place, self._pending[0], self._trade)
        tape.if_less(more, self._place, 0)
        self._take(self._pending, self._place, self._a, self._a, self._a)
        tape.jump(more)
        tape.place(done)
        tape.end()

    def _data_maintenance(self) -> None:
        tape, rows = self._tape, self._rows
        counts = (rows.companies + rows.customers, rows.customers, rows.companies, rows.securities, rows.companies, 4)
        kind, number, drawn = self._from_one(6), tape.number(), tape.label()
        for which, count in enumerate(counts, 1):
            other = tape.label()
            tape.if_less(other, which, kind)
            tape.draw(number, count)
            tape.jump(drawn)
            tape.place(other)
        tape.place(drawn)
        tape.add(number, number, 1)
        self._called("data_maintenance", kind, number, self._day_before())
