# SPDX-License-Identifier: Apache-2.0
"""Cycle of a brokerage user on every engine.

Ten operations and data maintenance are dealt from a deck of cards, so that the mix is exact. Each cycle is one
operation, and one call.

There is no market emulator. A market order is added to `submitted` with its price, and a later trade_result completes
the oldest one; a limit order waits in `pending` until any user's market_feed reaches its price. A trade_result without
a submitted order becomes an order instead and increments `owed`; a later order then becomes a trade_result.
"""

from dataclasses import replace

from app.model.brokerage_size import BrokerageRows
from app.workloads.brokerage.dataset import DAY_S, FIRST_DAY
from app.workloads.cycle_language import (
    ROLLED_BACK,
    Cycle,
    ListForm,
    Many,
    Numbers,
    Rows,
    Steps,
    procedure,
)
from app.workloads.database.draws import word
from app.workloads.deck import Dealt, next_card
from app.workloads.workload import Operation

NO_ORDER = "the order returned no row"
OPENS_S, OPEN_S = 32_400, 28_800
FEED = 20
"""Number of securities in one feed, at most half of them for the user's own pending orders."""
TICKS = ListForm(widths=(10, 6, 6))
"""Form of a feed's rows (security, price, volume) for procedures that unpack fixed-width digits."""
TRADES = Many(most=FEED)
CUSTOMER_OF = [int(digit) for digit in "0011111222223333344444444"]
"""Owner, one of five customers, of each of 25 consecutive accounts."""
OWNED = (2, 5, 5, 5, 8)
FIRST_TAX_CODE = 100_000_001
ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
WORDS = [word(index) for index in range(1000)]

trade_status = procedure("trade_status", int)
market_watch = procedure("market_watch", int, int, int)
security_detail = procedure("security_detail", str, int, int, int)
customer_position = procedure("customer_position", int, str, int)
trade_order = procedure(
    "trade_order", int, str, str, str, str, int, int, int, int, int, int, int, gives=(int, int, int), no_row=NO_ORDER
)
swap = replace(trade_order, operation="swap")
trade_result = procedure("trade_result", int, int, int)
trade_lookup_1 = procedure("trade_lookup_1", TRADES, operation="trade_lookup")
trade_lookup_2 = procedure("trade_lookup_2", int, int, int, operation="trade_lookup")
trade_lookup_3 = procedure("trade_lookup_3", int, int, int, operation="trade_lookup")
trade_lookup_4 = procedure("trade_lookup_4", int, int, operation="trade_lookup")
broker_volume = procedure("broker_volume", Many(most=40), int)
trade_update_1 = procedure("trade_update_1", TRADES, operation="trade_update")
trade_update_2 = procedure("trade_update_2", int, int, int, operation="trade_update")
trade_update_3 = procedure("trade_update_3", int, int, int, operation="trade_update")
market_feed = procedure("market_feed", TRADES, int, every=(int, int))
data_maintenance = procedure("data_maintenance", int, int, int)

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
"""Published mix of operations, in thousandths."""
COUNTS = tuple(CARDS.values())
SWAP_KEY = "swap"
"""Card for a trade_order in place of a trade_result that has no submitted order."""
OPERATIONS = (*(Operation(key) for key in CARDS), Operation(SWAP_KEY, part_of=list(CARDS).index("trade_order")))
(STATUS, WATCH, DETAIL, POSITION, ORDER, RESULT, LOOKUP, VOLUME, UPDATE, FEEDING, MAINTENANCE, SWAP) = range(12)


class Trader(Dealt):
    """State of a user.

    Attributes:
        submitted: Rows of trade and price.
        pending: Rows of trade, security and price.
    """

    owed: int
    submitted = Rows(2)
    pending = Rows(3)


def cycle(my: Trader, rows: BrokerageRows) -> Cycle:
    """Run one operation."""
    card = next_operation(my)
    if card == STATUS:
        yield trade_status(my.draw(rows.accounts) + 1)
    elif card == WATCH:
        yield from watched(my, rows)
    elif card == DETAIL:
        yield from detailed(my, rows)
    elif card == POSITION:
        yield from positioned(my, rows)
    elif card in (ORDER, SWAP):
        return (yield from ordered(my, rows, card))
    elif card == RESULT:
        trade, price = my.submitted[0]
        yield trade_result(trade, price, now(my, rows))
        my.submitted.pop(0)
    elif card == LOOKUP:
        yield from looked_up(my, rows)
    elif card == VOLUME:
        yield from volumes(my, rows)
    elif card == UPDATE:
        yield from updated(my, rows)
    elif card == FEEDING:
        yield from fed(my, rows)
    elif card == MAINTENANCE:
        yield from maintained(my, rows)
    return None


def next_operation(my: Trader) -> int:
    """Deal a card, and swap trade results and orders where necessary."""
    card = next_card(my, COUNTS)
    if card == RESULT and not my.submitted:
        my.owed += 1
        return SWAP
    if card == ORDER and my.owed > 0 and my.submitted:
        my.owed -= 1
        return RESULT
    return card


def watched(my: Trader, rows: BrokerageRows) -> Steps[None]:
    """Read a customer's watch list, an account or an industry."""
    kind = my.draw(100)
    day = day_before(my, rows)
    if kind < 60:
        yield market_watch(1, customer_of(my.draw(rows.accounts)) + 1, day)
    elif kind < 95:
        yield market_watch(2, my.draw(rows.accounts) + 1, day)
    else:
        yield market_watch(3, my.draw(100) + 1, day)


def detailed(my: Trader, rows: BrokerageRows) -> Steps[None]:
    """Read a security with several days of market data."""
    days = 5 + my.draw(16)
    first = FIRST_DAY - rows.market_days + my.draw(rows.market_days - days)
    yield security_detail(symbol(a_security(my, rows)), days, first, int(my.draw(100) == 0))


def positioned(my: Trader, rows: BrokerageRows) -> Steps[None]:
    """Read a customer's accounts, by customer number or tax code."""
    customer = customer_of(my.draw(rows.accounts))
    by_code, history = my.draw(2), my.draw(2)
    account = my.draw(OWNED[customer % 5]) if history else -1
    if by_code:
        yield customer_position(0, f"T{FIRST_TAX_CODE + customer}", account)
    else:
        yield customer_position(customer + 1, "", account)


def ordered(my: Trader, rows: BrokerageRows, card: int) -> Cycle:
    """Place an order."""
    account = my.draw(rows.accounts)
    customer = customer_of(account)
    executor = customer
    if account % 5 < 2 and my.draw(4) == 0:
        executor = (customer + 1) % rows.customers
    if my.draw(100) < 90:
        security = (account * 7919 + my.draw(10) * (rows.securities // 10)) % rows.securities + 1
    else:
        security = a_security(my, rows)
    name, company, issue = "", "", ""
    if my.draw(100) < 60:
        name = symbol(security)
    else:
        company, issue = company_name(company_of(security)), issue_of(security)
    sell, limit = my.draw(2), my.draw(100) < 40
    kind = (4 + my.draw(2) if limit else 2) if sell else 3 if limit else 1
    on_margin = not sell and my.draw(100) < 16
    quantity, price = (my.draw(4) + 1) * 100, a_price(my)
    lifo, rolled_back = my.draw(100) < 35, my.draw(CARDS["trade_order"]) == 0
    order = (
        account + 1, f"T{FIRST_TAX_CODE + executor}", name, company, issue, kind, quantity, price, int(not on_margin),
        int(lifo), int(rolled_back), now(my, rows),
    )  # fmt: skip
    if card == SWAP:
        trade, traded, agreed = yield swap(*order)
    else:
        trade, traded, agreed = yield trade_order(*order)
    if trade == 0:
        return ROLLED_BACK
    if kind > 2:
        my.pending.append((trade, traded, agreed))
    else:
        my.submitted.append((trade, agreed))
    return None


def looked_up(my: Trader, rows: BrokerageRows) -> Steps[None]:
    """Look up trades in one of four ways."""
    kind = my.draw(100)
    if kind < 30:
        yield trade_lookup_1(some_trades(my, rows))
    elif kind < 60:
        yield trade_lookup_2(my.draw(rows.accounts) + 1, a_moment(my, rows), the_end(rows))
    elif kind < 90:
        yield trade_lookup_3(a_security(my, rows), a_moment(my, rows), the_end(rows))
    else:
        yield trade_lookup_4(my.draw(rows.accounts) + 1, a_moment(my, rows))


def volumes(my: Trader, rows: BrokerageRows) -> Steps[None]:
    """Request the trade volume of some brokers."""
    count, chosen = 20 + my.draw(21), Numbers()
    while len(chosen) < count:
        add(chosen, my.draw(rows.brokers) + 1)
    yield broker_volume(chosen, my.draw(10) + 1)


def updated(my: Trader, rows: BrokerageRows) -> Steps[None]:
    """Change trades in one of three ways."""
    kind = my.draw(3)
    if kind == 0:
        yield trade_update_1(some_trades(my, rows))
    elif kind == 1:
        yield trade_update_2(my.draw(rows.accounts) + 1, a_moment(my, rows), the_end(rows))
    else:
        yield trade_update_3(a_security(my, rows), a_moment(my, rows), the_end(rows))


def fed(my: Trader, rows: BrokerageRows) -> Steps[None]:
    """Send new prices. Pending orders whose price is sent are removed, because a feed has triggered them."""
    ticks = Rows(3)
    for _ in range(min(len(my.pending), FEED // 2)):
        trade, security, price = my.pending.pop(0)
        if not tick(ticks, security, price, 100):
            my.pending.append((trade, security, price))
    while len(ticks) < FEED:
        security, price = a_security(my, rows), a_price(my)
        tick(ticks, security, price, 100 * (my.draw(4) + 1))
    triggered = yield market_feed(ticks, now(my, rows))
    for trade, price in triggered:
        my.submitted.append((trade, price))
        place = my.pending.find(trade)
        if place >= 0:
            my.pending.pop(place)


def maintained(my: Trader, rows: BrokerageRows) -> Steps[None]:
    """Change a row of ADDRESS, CUSTOMER, a company's FINANCIAL, DAILY_MARKET, NEWS_ITEM or EXCHANGE."""
    kind = my.draw(6)
    counts = (rows.companies + rows.customers, rows.customers, rows.companies, rows.securities, rows.companies, 4)
    number = my.draw(counts[kind]) + 1
    yield data_maintenance(kind + 1, number, day_before(my, rows))


def tick(ticks: Rows, security: int, price: int, volume: int) -> bool:
    """Add a security's price and volume unless it is already in `ticks`; return whether it was added."""
    place = ticks.bisect(security)
    new = True
    if place < len(ticks):
        new = ticks[place][0] != security
    if new:
        ticks.insert(place, (security, price, volume))
    return new


def add(chosen: Numbers, number: int) -> None:
    """Insert a number into an ascending list unless it is already there."""
    place = chosen.bisect(number)
    if place == len(chosen) or chosen[place] != number:
        chosen.insert(place, number)


def some_trades(my: Trader, rows: BrokerageRows) -> Numbers:
    """Draw twenty of the generated trades."""
    chosen = Numbers()
    while len(chosen) < FEED:
        add(chosen, my.draw_late(rows.trades) + 1)
    return chosen


def a_security(my: Trader, rows: BrokerageRows) -> int:
    """Draw a security."""
    return my.draw(rows.securities) + 1


def a_price(my: Trader) -> int:
    """Draw a price in cents."""
    return 2000 + my.draw(1001)


def a_moment(my: Trader, rows: BrokerageRows) -> int:
    """Draw a second during market hours on a trading day."""
    return (FIRST_DAY + my.draw_late(rows.days)) * DAY_S + OPENS_S + my.draw(OPEN_S)


def day_before(my: Trader, rows: BrokerageRows) -> int:
    """Draw a trading day within the market's history."""
    return FIRST_DAY - 1 - my.draw(rows.market_days)


def the_end(rows: BrokerageRows) -> int:
    """Return the end of the last trading day."""
    return (FIRST_DAY + rows.days) * DAY_S


def now(my: Trader, rows: BrokerageRows) -> int:
    """Return seconds since 2000-01-01; a run begins at nine o'clock on the second day after the last trading day."""
    return (FIRST_DAY + rows.days + 1) * DAY_S + OPENS_S + my.elapsed()


def customer_of(account: int) -> int:
    """Return the customer that owns an account; both are numbered from 0."""
    return account // 25 * 5 + CUSTOMER_OF[account % 25]


def symbol(security: int) -> str:
    """Return the six-letter symbol of a security; securities are numbered from 1."""
    number, text = security * 1_000_003 % 26**6, ""
    for _ in range(6):
        text += ALPHABET[number % 26]
        number //= 26
    return text


def company_of(security: int) -> int:
    """Return the company that issued a security; both are numbered from 1."""
    return (security - 1) * 5 // 7 + 1


def company_name(company: int) -> str:
    """Return the name of a company; companies are numbered from 1."""
    return f"{WORDS[(company - 1) // 1000 % 1000]} {WORDS[(company - 1) % 1000]} CORP"


def issue_of(security: int) -> str:
    """Return the issue of a security: a company's first issue is its common stock."""
    return "COMMON" if security == 1 or company_of(security - 1) < company_of(security) else "PREF A"
