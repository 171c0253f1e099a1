# SPDX-License-Identifier: Apache-2.0
"""What a user of brokerage does, the same on every engine: ten operations and the maintenance of data, dealt from a
deck of cards, so that the mix is exact. Each cycle is one operation, one call."""

import random
import time
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from app.model.brokerage_size import BrokerageRows
from app.workloads.brokerage.dataset import DAY_S, FIRST_DAY
from app.workloads.database.draws import word
from app.workloads.workload import Call, Cycle, Operation, Outcome

CARDS = {
    "trade_status": 190,
    "market_watch": 180,
    "security_detail": 140,
    "customer_position": 130,
    "trade_order": 101,
    "trade_result": 100,
    "trade_lookup": 80,
    "broker_volume": 49,
    "trade_update": 20,
    "market_feed": 10,
    "data_maintenance": 1,
}
"""The public mix, in thousandths."""
SWAP = "swap"
"""A trade_order in place of a trade_result that found nothing submitted."""
OPERATIONS = (*(Operation(name) for name in CARDS), Operation(SWAP, part_of=list(CARDS).index("trade_order")))
NUMBERS = {operation.key: number for number, operation in enumerate(OPERATIONS)}
WRITING = frozenset((
    "trade_order", "trade_result", "market_feed", "trade_update_1", "trade_update_2", "trade_update_3",
    "data_maintenance",
))  # fmt: skip
"""Procedures that change something."""
OPENS_S = 32_400
OPEN_S = 28_800
"""The market opens at nine, for eight hours."""
FEED = 20
"""Securities of one feed, half of them at most for the user's own pending orders."""
PRICES = 1001
LEAST_PRICE = 2000
CUSTOMER_OF = "0011111222223333344444444"
"""Of 25 accounts in a row, whose of five customers each is."""
OWNED = (2, 5, 5, 5, 8)
FIRST_TAX_CODE = 100_000_001

Row = Sequence[Any]
Arguments = tuple[int | str | Sequence[int], ...]


def symbol(security: int) -> str:
    """Of a security, from 1: six letters."""
    number = security * 1_000_003 % 26**6
    return "".join(chr(65 + number // 26**place % 26) for place in range(6))


def company_of(security: int) -> int:
    """The company, from 1, that has issued a security."""
    return (security - 1) * 5 // 7 + 1


def company_name(company: int) -> str:
    """Of a company, from 1."""
    return f"{word((company - 1) // 1000 % 1000)} {word((company - 1) % 1000)} CORP"


def issue_of(security: int) -> str:
    """A company's first security is its common stock."""
    return "COMMON" if security == 1 or company_of(security - 1) < company_of(security) else "PREF A"


@dataclass(slots=True)
class OrderBook:
    """What a user has before it, whatever becomes of its connection. rng: its own, by which it is known."""

    rng: random.Random
    cards: list[str] = field(default_factory=list)
    owed: int = 0
    submitted: deque[tuple[int, int]] = field(default_factory=deque)
    pending: deque[tuple[int, int, int]] = field(default_factory=deque)


@dataclass(slots=True)
class Market:
    """What the users of one process share. now: the present in seconds since 2000-01-01, after all trades of a
    build."""

    rows: BrokerageRows
    now: Callable[[], int]
    books: dict[int, OrderBook] = field(default_factory=dict)

    def book(self, rng: random.Random) -> OrderBook:
        """A user's, the same after it has connected again."""
        return self.books.setdefault(id(rng), OrderBook(rng))


def market_of(rows: BrokerageRows) -> Market:
    """Its clock begins at nine on the second day after the last trading day."""
    began_s, first = time.monotonic(), first_moment(rows)
    return Market(rows, lambda: first + int(time.monotonic() - began_s))


def first_moment(rows: BrokerageRows) -> int:
    """Nine on the second day after the last trading day, in seconds since 2000-01-01."""
    return (FIRST_DAY + rows.days + 1) * DAY_S + OPENS_S


class Trader(ABC):
    """One virtual user. An engine's user says how a procedure is called.

    There is no market emulator: a market order's number joins its book's `submitted` with the price that it was told,
    and a later trade_result completes the oldest; a limit order waits in `pending` until a market_feed of any user
    reaches its price. A trade_result without anything submitted becomes an order instead, and owes: a later order
    becomes a result.
    """

    def __init__(self, market: Market, rng: random.Random) -> None:
        self._market = market
        self._rng = rng
        self._counts = market.rows
        self.book = market.book(rng)

    @abstractmethod
    def called(self, procedure: str, arguments: Arguments) -> Sequence[Row]:
        """The rows that a procedure returns, its transaction ended."""

    def cycle(self) -> Cycle:
        """One operation."""
        card = self._next()
        procedure, arguments = getattr(self, f"_{card}")()
        rows = yield Call(NUMBERS[card], self.called, (procedure, arguments), retry=True)
        if card in {"trade_order", SWAP}:
            return self._ordered(arguments, rows)
        if card == "trade_result":
            self.book.submitted.popleft()
        elif card == "market_feed":
            self._fed(rows)
        return Outcome()

    def _pick(self, below: int) -> int:
        return int(self._rng.random() * below)

    def _recent(self, below: int) -> int:
        """0 to below - 1, later ones more often."""
        chance = self._rng.random()
        return min(below - 1, int(below * (1.0 - chance * chance)))

    def _next(self) -> str:
        book = self.book
        if not book.cards:
            book.cards = [card for card, count in CARDS.items() for _ in range(count)]
            for last in range(len(book.cards) - 1, 0, -1):
                other = self._pick(last + 1)
                book.cards[last], book.cards[other] = book.cards[other], book.cards[last]
        card = book.cards.pop()
        if card == "trade_result" and not self.book.submitted:
            self.book.owed += 1
            return SWAP
        if card == "trade_order" and self.book.owed and self.book.submitted:
            self.book.owed -= 1
            return "trade_result"
        return card

    def _account(self) -> int:
        """From 0."""
        return self._pick(self._counts.accounts)

    def _customer(self, account: int) -> int:
        """An account's, both from 0."""
        return account // 25 * 5 + int(CUSTOMER_OF[account % 25])

    def _security(self) -> int:
        return self._pick(self._counts.securities) + 1

    def _moment(self) -> int:
        """Within the market's hours of a trading day."""
        return (FIRST_DAY + self._recent(self._counts.days)) * DAY_S + OPENS_S + self._pick(OPEN_S)

    def _price(self) -> int:
        return LEAST_PRICE + self._pick(PRICES)

    def _trades(self) -> list[int]:
        """Twenty trades of the build."""
        chosen: set[int] = set()
        while len(chosen) < FEED:
            chosen.add(self._recent(self._counts.trades) + 1)
        return sorted(chosen)

    def _end(self) -> int:
        return (FIRST_DAY + self._counts.days) * DAY_S

    def _trade_status(self) -> tuple[str, Arguments]:
        return "trade_status", (self._account() + 1,)

    def _market_watch(self) -> tuple[str, Arguments]:
        kind, day = self._pick(100), FIRST_DAY - 1 - self._pick(self._counts.market_days)
        if kind < 60:
            return "market_watch", (1, self._customer(self._account()) + 1, day)
        if kind < 95:
            return "market_watch", (2, self._account() + 1, day)
        return "market_watch", (3, self._pick(100) + 1, day)

    def _security_detail(self) -> tuple[str, Arguments]:
        days, market_days = 5 + self._pick(16), self._counts.market_days
        first = FIRST_DAY - market_days + self._pick(market_days - days)
        return "security_detail", (symbol(self._security()), days, first, int(self._pick(100) == 0))

    def _customer_position(self) -> tuple[str, Arguments]:
        customer = self._customer(self._account())
        by_code, history = self._pick(2), self._pick(2)
        account = self._pick(OWNED[customer % 5]) if history else -1
        if by_code:
            return "customer_position", (0, f"T{FIRST_TAX_CODE + customer}", account)
        return "customer_position", (customer + 1, "", account)

    def _trade_order(self) -> tuple[str, Arguments]:
        rows, account = self._counts, self._account()
        executor = customer = self._customer(account)
        if account % 5 < 2 and self._pick(4) == 0:
            executor = (customer + 1) % rows.customers
        if self._pick(100) < 90:
            security = (account * 7919 + self._pick(10) * (rows.securities // 10)) % rows.securities + 1
        else:
            security = self._security()
        by_symbol = self._pick(100) < 60
        name = (symbol(security), "", "") if by_symbol else ("", company_name(company_of(security)), issue_of(security))
        sell, limit = self._pick(2), self._pick(100) < 40
        kind = (4 + self._pick(2) if limit else 2) if sell else 3 if limit else 1
        on_margin = not sell and self._pick(100) < 16
        quantity, price = (self._pick(4) + 1) * 100, self._price()
        lifo, rolled_back = int(self._pick(100) < 35), int(self._pick(CARDS["trade_order"]) == 0)
        return "trade_order", (
            account + 1, f"T{FIRST_TAX_CODE + executor}", *name, kind, quantity, price, int(not on_margin), lifo,
            rolled_back, self._market.now(),
        )  # fmt: skip

    _swap = _trade_order

    def _ordered(self, arguments: Arguments, rows: Sequence[Row]) -> Outcome:
        trade, security, price = (int(value) for value in rows[0][:3])
        if not trade:
            return Outcome(rolled_back=True)
        if int(str(arguments[5])) > 2:
            self.book.pending.append((trade, security, price))
        else:
            self.book.submitted.append((trade, price))
        return Outcome()

    def _trade_result(self) -> tuple[str, Arguments]:
        trade, price = self.book.submitted[0]
        return "trade_result", (trade, price, self._market.now())

    def _trade_lookup(self) -> tuple[str, Arguments]:
        kind = self._pick(100)
        if kind < 30:
            return "trade_lookup_1", (self._trades(),)
        if kind < 60:
            return "trade_lookup_2", (self._account() + 1, self._moment(), self._end())
        if kind < 90:
            return "trade_lookup_3", (self._security(), self._moment(), self._end())
        return "trade_lookup_4", (self._account() + 1, self._moment())

    def _broker_volume(self) -> tuple[str, Arguments]:
        count, chosen = 20 + self._pick(21), set[int]()
        while len(chosen) < count:
            chosen.add(self._pick(self._counts.brokers) + 1)
        return "broker_volume", (sorted(chosen), self._pick(10) + 1)

    def _trade_update(self) -> tuple[str, Arguments]:
        kind = self._pick(3)
        if kind == 0:
            return "trade_update_1", (self._trades(),)
        if kind == 1:
            return "trade_update_2", (self._account() + 1, self._moment(), self._end())
        return "trade_update_3", (self._security(), self._moment(), self._end())

    def _market_feed(self) -> tuple[str, Arguments]:
        """An order whose price is told is triggered by it, or was by another user's feed: it waits no longer."""
        ticks: dict[int, tuple[int, int]] = {}
        for trade, security, price in list(self.book.pending)[: FEED // 2]:
            self.book.pending.popleft()
            if security in ticks:
                self.book.pending.append((trade, security, price))
            ticks.setdefault(security, (price, 100))
        while len(ticks) < FEED:
            ticks.setdefault(self._security(), (self._price(), 100 * (self._pick(4) + 1)))
        told = [number for security in sorted(ticks) for number in (security, *ticks[security])]
        return "market_feed", (told, self._market.now())

    def _fed(self, rows: Sequence[Row]) -> None:
        triggered = [(int(trade), int(price)) for trade, price, *_ in rows]
        numbers = {trade for trade, _ in triggered}
        self.book.pending = deque(order for order in self.book.pending if order[0] not in numbers)
        self.book.submitted.extend(triggered)

    def _data_maintenance(self) -> tuple[str, Arguments]:
        """A row of ADDRESS, CUSTOMER, a company's FINANCIAL, DAILY_MARKET, NEWS_ITEM or EXCHANGE."""
        rows, kind = self._counts, self._pick(6) + 1
        counts = (rows.companies + rows.customers, rows.customers, rows.companies, rows.securities, rows.companies, 4)
        return "data_maintenance", (
            kind,
            self._pick(counts[kind - 1]) + 1,
            FIRST_DAY - 1 - self._pick(rows.market_days),
        )
