# SPDX-License-Identifier: Apache-2.0
"""The order cycle as a tape, which makes the choices of cycle.py draw by draw; one for all engines."""

from collections.abc import Callable

import msgspec

from app.model.workloads import DvdStore
from app.workloads.database.draws import COLUMN_PRIME, first_name, last_name, word
from app.workloads.dvdstore.cycle import (
    BROWSE_ACTOR,
    BROWSE_CATEGORY,
    BROWSE_TITLE,
    LOGIN,
    NEW_CUSTOMER,
    NEW_NAMES,
    PRICE,
    PURCHASE,
    BasketForm,
)
from app.workloads.dvdstore.tables import COUNTRIES, POPULAR_EVERY, POPULAR_WEIGHT, STATES
from app.workloads.tape_writer import Missing, Number, Padded, Picked, Table, TapeWriter, Text


class NoRow(msgspec.Struct, frozen=True):
    """What it means that a call returned no row, as an engine's Python code has it. new_customer: None where that says
    that the name is taken."""

    login: Missing
    new_customer: Missing | None
    other: Missing


NO_CUSTOMER = "customer {} does not exist"
_NOTHING = Missing("error IndexError", "list index out of range")
ON_SERVERS = NoRow(Missing("error LookupError", NO_CUSTOMER), _NOTHING, _NOTHING)
TAPED = (NEW_CUSTOMER, LOGIN, BROWSE_CATEGORY, BROWSE_ACTOR, BROWSE_TITLE, PRICE, PURCHASE)
"""The operations of the tape's statements, in their order."""
LONGEST = 64
"""Bytes of every text but a basket; the longest, an address, has 17."""


def cycle_tape(parameters: DvdStore, form: BasketForm, date: str = "", no_row: NoRow = ON_SERVERS) -> bytes:
    """One order cycle. date: of every purchase; the present (UTC) if not given."""
    return _CycleTape(parameters, form, date, no_row).written()


class _CycleTape:
    """Each method writes what the one of its name in cycle.py or generator.py does, in the order of its draws."""

    def __init__(self, parameters: DvdStore, form: BasketForm, date: str, no_row: NoRow) -> None:
        self._parameters = parameters
        self._form = form
        self._date = date
        self._no_row = no_row
        self._tape = tape = TapeWriter()
        self._alphabet = tape.table([chr(65 + letter) for letter in range(26)])
        self._customer, self._net, self._order, self._rest, self._part = (tape.number() for _ in range(5))
        self._basket = tape.text(len(form.text([[10**10, 3]])) * 2 * parameters.line_items)

    def written(self) -> bytes:
        tape = self._tape
        login, browse = tape.label(), tape.label()
        tape.unless_chance(login, self._parameters.new_customers_percent)
        self._new_customer()
        tape.jump(browse)
        tape.place(login)
        self._login()
        tape.place(browse)
        self._browses()
        self._items()
        self._purchase()
        return tape.to_bytes()

    def _login(self) -> None:
        tape, number, name, password = (
            self._tape,
            self._tape.number(),
            self._tape.text(LONGEST),
            self._tape.text(LONGEST),
        )
        tape.draw(number, self._parameters.rows.customers)
        tape.add(number, number, 1)
        tape.write(name, "user", number)
        tape.write(password, "password")
        tape.call(tape.statement(LOGIN, (name, password), {1: self._customer}, missing=self._no_row.login))

    def _new_customer(self) -> None:
        tape = self._tape
        again = tape.here()
        columns = self._new_row()
        tape.call(tape.statement(NEW_CUSTOMER, columns, {1: self._customer}, missing=self._no_row.new_customer))
        tape.if_equal(again, self._customer, 0)

    def _new_row(self) -> tuple[Number | Text, ...]:
        tape = self._tape
        number, row = tape.number(), tape.number()
        pair = tape.number(), tape.number()
        tape.draw(number, NEW_NAMES)
        tape.draw(pair[0], COLUMN_PRIME)
        tape.draw(pair[1], COLUMN_PRIME)
        tape.draw(row, 2)
        username = tape.text(LONGEST)
        tape.write(username, "newuser", number)
        return self._columns(pair, row, username)

    def _columns(self, pair: tuple[Number, Number], row: Number, username: Text) -> tuple[Number | Text, ...]:
        """generator.customer, its columns in the table's order."""
        tape = self._tape
        texts = [tape.text(LONGEST) for _ in range(12)]
        first, last, address, none, city, state, country, email, phone, card, expires, password = texts
        zip_code, region, card_type, age, income = (tape.number() for _ in range(5))
        gender, a, b = tape.text(1), tape.number(), tape.number()
        tape.write(first)
        self._letters(first, pair, 630360016, 6)
        tape.write(last)
        self._letters(last, pair, 742938285, 6)
        tape.write(email, last, "@example.com")
        self._letters(last, pair, 950706376, 4)
        self._take(a, pair, 48271, 9999)
        tape.add(a, a, 1)
        tape.write(address, a, " ")
        self._letters(address, pair, 62089911, 5)
        tape.append(address, " STREET")
        tape.null(none)
        tape.write(city)
        self._letters(city, pair, 69621, 6)
        self._place(pair, row, (state, country), (zip_code, region))
        self._take(a, pair, 40692, 900)
        self._take(b, pair, 40014, 10_000_000)
        self._wide(a, b, 10_000_000, 1_000_000_000)
        tape.write(phone, a)
        self._take(card_type, pair, 52774, 5)
        tape.add(card_type, card_type, 1)
        self._take(a, pair, 45742, 90_000_000)
        self._take(b, pair, 53668, 100_000_000)
        self._wide(a, b, 100_000_000, 1_000_000_000_000_000)
        tape.write(card, a)
        self._take(a, pair, 12211, 60)
        tape.divide(b, a, 12)
        tape.add(b, b, 2027)
        tape.modulo(a, a, 12)
        tape.add(a, a, 1)
        tape.write(expires, b, "/", Padded(a, 2))
        tape.write(password, "password")
        self._take(age, pair, 3791, 73)
        tape.add(age, age, 18)
        self._take(income, pair, 37706, 5)
        tape.add(income, income, 1)
        tape.multiply(income, income, 20_000)
        self._take(a, pair, 33852, 2)
        tape.write(gender, Picked(tape.table("MF"), a))
        return (
            first, last, address, none, city, state, zip_code, country, region, email, phone, card_type, card, expires,
            username, password, age, income, gender,
        )  # fmt: skip

    def _place(
        self, pair: tuple[Number, Number], row: Number, names: tuple[Text, Text], numbers: tuple[Number, Number]
    ) -> None:
        """Where a customer lives: an odd row in the United States, an even one elsewhere."""
        tape, place = self._tape, self._tape.number()
        (state, country), (zip_code, region) = names, numbers
        elsewhere, done = tape.label(), tape.label()
        self._take(place, pair, 16807, 50)
        tape.if_equal(elsewhere, row, 0)
        states = tape.table([STATES[2 * index : 2 * index + 2] for index in range(50)])
        tape.write(state, Picked(states, place))
        self._take(zip_code, pair, 39373, 90_000)
        tape.add(zip_code, zip_code, 10_000)
        tape.write(country, "United States")
        tape.move(region, 1)
        tape.jump(done)
        tape.place(elsewhere)
        tape.null(state)
        tape.move(zip_code, 0)
        tape.modulo(place, place, 10)
        tape.write(country, Picked(tape.table(COUNTRIES), place))
        tape.move(region, 2)
        tape.place(done)

    def _take(self, to: Number, pair: tuple[Number, Number], multiplier: int, below: int) -> None:
        """generator.part, modulo another number."""
        self._tape.multiply(to, pair[0], multiplier)
        self._tape.add(to, to, pair[1])
        self._tape.modulo(to, to, COLUMN_PRIME)
        self._tape.modulo(to, to, below)

    def _wide(self, to: Number, low: Number, scale: int, least: int) -> None:
        """to * scale + low + least, in `to`."""
        self._tape.multiply(to, to, scale)
        self._tape.add(to, to, low)
        self._tape.add(to, to, least)

    def _letters(self, to: Text, pair: tuple[Number, Number], multiplier: int, count: int) -> None:
        """Letters of a part, its lowest digit in base 26 first."""
        tape = self._tape
        self._take(self._rest, pair, multiplier, COLUMN_PRIME)
        for _ in range(count):
            tape.modulo(self._part, self._rest, 26)
            tape.append(to, Picked(self._alphabet, self._part))
            tape.divide(self._rest, self._rest, 26)

    def _browses(self) -> None:
        tape, parameters = self._tape, self._parameters
        left, limit, kind, first, last = (tape.number() for _ in range(5))
        wanted = tape.text(LONGEST)
        done, next_one, actors, titles = (tape.label() for _ in range(4))
        words = tape.table([word(index) for index in range(1000)])
        tape.draw(left, 2 * parameters.searches - 1)
        tape.add(left, left, 1)
        loop = tape.here()
        tape.if_equal(done, left, 0)
        tape.draw(limit, 2 * parameters.search_batch_size - 1)
        tape.add(limit, limit, 1)
        tape.draw(kind, 3)
        tape.if_equal(actors, kind, BROWSE_ACTOR - BROWSE_CATEGORY)
        tape.if_equal(titles, kind, BROWSE_TITLE - BROWSE_CATEGORY)
        tape.draw(first, 16)
        tape.add(first, first, 1)
        tape.call(tape.statement(BROWSE_CATEGORY, (first, limit), {}))
        tape.jump(next_one)
        tape.place(actors)
        tape.draw(first, 200)
        tape.draw(last, 200)
        tape.write(wanted, Picked(self._names(first_name), first), " ", Picked(self._names(last_name), last))
        tape.call(tape.statement(BROWSE_ACTOR, (wanted, limit), {}))
        tape.jump(next_one)
        tape.place(titles)
        tape.draw(last, parameters.rows.products)
        tape.divide(first, last, 1000)
        tape.modulo(first, first, 1000)
        tape.modulo(last, last, 1000)
        tape.write(wanted, Picked(words, first), " ", Picked(words, last))
        tape.call(tape.statement(BROWSE_TITLE, (wanted, limit), {}))
        tape.place(next_one)
        tape.subtract(left, left, 1)
        tape.jump(loop)
        tape.place(done)

    def _names(self, name: Callable[[int], str]) -> Table:
        return self._tape.table([name(index) for index in range(200)])

    def _items(self) -> None:
        """Shopper._items, and the basket of it."""
        tape, form, products = self._tape, self._form, self._parameters.rows.products
        popular = products // POPULAR_EVERY
        left, product, quantity = (tape.number() for _ in range(3))
        tape.draw(left, 2 * self._parameters.line_items - 1)
        tape.write(self._basket, form.begin)
        loop, usual, done = tape.here(), tape.label(), tape.label()
        tape.draw(product, products + popular * (POPULAR_WEIGHT - 1))
        if popular:
            tape.if_less(usual, product, products)
            tape.subtract(product, product, products)
            tape.modulo(product, product, popular)
            tape.multiply(product, product, POPULAR_EVERY)
            tape.add(product, product, POPULAR_EVERY - 1)
        tape.place(usual)
        tape.add(product, product, 1)
        tape.draw(quantity, 3)
        tape.add(quantity, quantity, 1)
        tape.append(self._basket, Padded(product, form.digits), form.between, quantity)
        tape.if_equal(done, left, 0)
        tape.append(self._basket, form.separator)
        tape.subtract(left, left, 1)
        tape.jump(loop)
        tape.place(done)
        tape.append(self._basket, form.end)

    def _purchase(self) -> None:
        tape, date = self._tape, self._tape.text(LONGEST)
        tape.call(tape.statement(PRICE, (self._basket,), {1: self._net}, missing=self._no_row.other))
        tape.write(date, self._date)
        if not self._date:
            tape.append_now(date)
        arguments = (self._customer, date, self._net, self._basket)
        tape.call(tape.statement(PURCHASE, arguments, {1: self._order}, missing=self._no_row.other))
        short = tape.label()
        tape.if_equal(short, self._order, 0)
        tape.end()
        tape.place(short)
        tape.end(rolled_back=True)
