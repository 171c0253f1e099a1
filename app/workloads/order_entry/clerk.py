# SPDX-License-Identifier: Apache-2.0
"""Cycle of an order-entry user on every engine: one of five transactions, from a deck or by weight.

Each user works at its own warehouse. The cycle draws all choices, so procedures draw nothing.
"""

from itertools import accumulate

from app.model.order_entry_mix import MIX
from app.model.order_entry_size import OrderEntryRows
from app.workloads.cycle_language import ROLLED_BACK, Cycle, ListForm, Many, Rows, Steps, procedure
from app.workloads.deck import Dealt, next_card, weighted_card
from app.workloads.order_entry.order_entry_tables import BUILT_AT, DISTRICTS, SYLLABLES
from app.workloads.workload import Operation

NO_ORDER = "the order returned no row"
MOST_LINES = 15
LINES = Many(most=MOST_LINES)
"""Lines of an order: item, supplying warehouse, quantity."""
LINES_IN_DIGITS = ListForm(widths=(6, 5, 2))
"""Form of the lines for procedures that unpack fixed-width digits."""

enter_order = procedure(
    "enter_order", int, int, int, int, LINES, gives=(int, int), no_row=NO_ORDER, operation="new_order"
)
"""The name differs from its operation's, because tables and procedures share one namespace on SQL Server."""
payment = procedure("payment", int, int, int, int, int, str, int, int)
order_status = procedure("order_status", int, int, int, str)
delivery = procedure("delivery", int, int, int)
stock_level = procedure("stock_level", int, int, int)

COUNTS = tuple(one.percent for one in MIX.values())
UNTIL = tuple(accumulate(COUNTS))
OPERATIONS = tuple(Operation(key) for key in MIX)
(NEW_ORDER, PAYMENT, STATUS, DELIVERY, STOCK) = range(5)
CUSTOMER_A, CUSTOMER_C = 1023, 259
ITEM_A, ITEM_C = 8191, 7911
NAME_A, NAME_C = 255, 223
"""Parameters of non-uniform draws, equal in all runs: bits that make some numbers more frequent, and a shift."""


def cycle(my: Dealt, rows: OrderEntryRows, by_weight: int, chosen_anew: int, hot_percent: float) -> Cycle:
    """Run one transaction.

    Args:
        my: State of the user.
        rows: Row counts.
        by_weight: 1 if transactions are drawn by weight, 0 if they are dealt from a deck.
        chosen_anew: 1 if each transaction draws its warehouse, 0 if all use the user's own.
        hot_percent: Percentage of transactions at the first warehouse.
    """
    card = weighted_card(my, UNTIL) if by_weight else next_card(my, COUNTS)
    home = my.draw(rows.warehouses) + 1 if chosen_anew else my.number % rows.warehouses + 1
    if hot_percent > 0 and my.chance(hot_percent):
        home = 1
    if card == NEW_ORDER:
        return (yield from ordered(my, rows, home))
    if card == PAYMENT:
        yield from paid(my, rows, home)
    elif card == STATUS:
        district = my.draw(DISTRICTS) + 1
        if my.draw(100) < 60:
            yield order_status(home, district, 0, last_name(my, rows))
        else:
            yield order_status(home, district, customer_of(my, rows), "")
    elif card == DELIVERY:
        yield delivery(home, my.draw(10) + 1, now(my))
    else:
        yield stock_level(home, my.number // rows.warehouses % DISTRICTS + 1, 10 + my.draw(11))
    return None


def ordered(my: Dealt, rows: OrderEntryRows, home: int) -> Cycle:
    """Order 5 to 15 items, in ascending order of their numbers to avoid deadlocks on stock rows.

    One line in a hundred comes from another warehouse. One order in a hundred is rolled back, because its last item
    does not exist.
    """
    lines = Rows(3)
    for _ in range(5 + my.draw(11)):
        supplier = home
        if rows.warehouses > 1 and my.draw(100) == 0:
            supplier = other_warehouse(my, rows, home)
        item = often(my, ITEM_A, 1, rows.items, ITEM_C)
        lines.insert(lines.bisect(item), (item, supplier, my.draw(10) + 1))
    if my.draw(100) == 0:
        lines.pop()
        lines.append((rows.items + 1, home, 1))
    order, _ = yield enter_order(home, my.draw(DISTRICTS) + 1, customer_of(my, rows), now(my), lines)
    if order == 0:
        return ROLLED_BACK
    return None


def paid(my: Dealt, rows: OrderEntryRows, home: int) -> Steps[None]:
    """Pay; 15 % of the customers belong to another warehouse."""
    district, at, at_district = my.draw(DISTRICTS) + 1, home, 0
    if rows.warehouses > 1 and my.draw(100) < 15:
        at = other_warehouse(my, rows, home)
        at_district = my.draw(DISTRICTS) + 1
    else:
        at_district = district
    if my.draw(100) < 60:
        yield payment(home, district, at, at_district, 0, last_name(my, rows), my.draw(499_901) + 100, now(my))
    else:
        customer = customer_of(my, rows)
        yield payment(home, district, at, at_district, customer, "", my.draw(499_901) + 100, now(my))


def other_warehouse(my: Dealt, rows: OrderEntryRows, home: int) -> int:
    """Draw a warehouse other than the user's."""
    return (home + my.draw(rows.warehouses - 1)) % rows.warehouses + 1


def customer_of(my: Dealt, rows: OrderEntryRows) -> int:
    """Draw a customer of a district, some more often than others."""
    return often(my, CUSTOMER_A, 1, rows.customers, CUSTOMER_C)


def last_name(my: Dealt, rows: OrderEntryRows) -> str:
    """Draw a last name, some more often than others."""
    number = often(my, NAME_A, 0, rows.names, NAME_C)
    return SYLLABLES[number // 100] + SYLLABLES[number // 10 % 10] + SYLLABLES[number % 10]


def often(my: Dealt, bits: int, first: int, count: int, shift: int) -> int:
    """Draw one of `count` numbers, starting with `first`; numbers with many of the bits in `bits` are more likely."""
    return ((my.draw(bits + 1) | (my.draw(count) + first)) + shift) % count + first


def now(my: Dealt) -> int:
    """Return seconds since 2000-01-01; a run begins one day after the build."""
    return BUILT_AT + 86_400 + my.elapsed()
