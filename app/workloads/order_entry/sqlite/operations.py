# SPDX-License-Identifier: Apache-2.0
"""Order entry on the embedded engine, where each procedure except `stock_level` is a transaction of statements.

The statements are in operations.sql, by name. `stock_level` is the single statement of that name.
"""

from app.workloads.cycle_language import CallForms, Rows, Steps, commit, rollback, statement
from app.workloads.order_entry.order_entry_tables import DISTRICTS

discount, warehouse_tax = (
    statement("discount", int, int, int, gives=(int,)),
    statement("warehouse_tax", int, gives=(int,)),
)
next_order, advance = statement("next_order", int, int, gives=(int, int)), statement("advance", int, int)
add_order = statement("add_order", int, int, int, int, int, int, int)
add_waiting = statement("add_waiting", int, int, int)
price = statement("price", int, gives=(int,), counted=True)
take_stock = statement("take_stock", int, int, int, int)
add_line = statement("add_line", int, int, int, int, int, int, int, int)
named = statement("named", int, int, str, gives=(int,))
pay, paid = statement("pay", int, int, int, int, int, int), statement("paid", int, int, int)
pay_district, pay_warehouse = statement("pay_district", int, int, int), statement("pay_warehouse", int, int)
add_payment = statement("add_payment", int, int, int, int, int, int, int)
balance, newest_order = (
    statement("balance", int, int, int),
    statement("newest_order", int, int, int, gives=(int,), counted=True),
)
lines_of = statement("lines_of", int, int, int)
oldest = statement("oldest", int, int, gives=(int,), counted=True)
remove_waiting, customer_of = (
    statement("remove_waiting", int, int, int),
    statement("customer_of", int, int, int, gives=(int,)),
)
carry, deliver_lines = statement("carry", int, int, int, int), statement("deliver_lines", int, int, int, int)
amount_of, deliver = statement("amount_of", int, int, int, gives=(int,)), statement("deliver", int, int, int, int)


def enter_order(warehouse: int, district: int, customer: int, now: int, lines: Rows) -> Steps[tuple[int, int]]:
    """Enter an order; return its number and total, or zeros if an item does not exist."""
    less = yield discount(warehouse, district, customer)
    tax = yield warehouse_tax(warehouse)
    district_tax, order = yield next_order(warehouse, district)
    yield advance(warehouse, district)
    is_local = 1
    for _, supplier, _ in lines:
        if supplier != warehouse:
            is_local = 0
    yield add_order(warehouse, district, order, customer, now, len(lines), is_local)
    yield add_waiting(warehouse, district, order)
    number, total = 0, 0
    for item, supplier, quantity in lines:
        found, cents = yield price(item)
        if found == 0:
            yield rollback()
            return 0, 0
        number += 1  # noqa: SIM113 - the language has no enumerate()
        total += quantity * cents
        yield take_stock(supplier, item, quantity, int(supplier != warehouse))
        yield add_line(warehouse, district, order, number, item, supplier, quantity, quantity * cents)
    yield commit()
    return order, total * (10_000 - less) // 10_000 * (10_000 + tax + district_tax) // 10_000


def payment(  # noqa: PLR0917 - a procedure's arguments
    warehouse: int, district: int, at: int, at_district: int, customer: int, name: str, amount: int, now: int
) -> Steps[None]:
    """Record a payment by a customer, who is identified by last name or, if `name` is empty, by number."""
    if name != "":
        customer = yield named(at, at_district, name)
    yield pay(at, at_district, customer, warehouse, district, amount)
    yield pay_district(amount, warehouse, district)
    yield pay_warehouse(amount, warehouse)
    yield add_payment(customer, at_district, at, district, warehouse, now, amount)
    yield paid(at, at_district, customer)
    yield commit()


def order_status(warehouse: int, district: int, customer: int, name: str) -> Steps[None]:
    """Read a customer's newest order."""
    if name != "":
        customer = yield named(warehouse, district, name)
    yield balance(warehouse, district, customer)
    found, order = yield newest_order(warehouse, district, customer)
    if found:
        yield lines_of(warehouse, district, order)
    yield commit()


def delivery(warehouse: int, carrier: int, now: int) -> Steps[None]:
    """Deliver the oldest undelivered order of each district."""
    for district in range(1, DISTRICTS + 1):
        found, order = yield oldest(warehouse, district)
        if found:
            yield remove_waiting(warehouse, district, order)
            customer = yield customer_of(warehouse, district, order)
            yield carry(warehouse, district, order, carrier)
            yield deliver_lines(warehouse, district, order, now)
            amount = yield amount_of(warehouse, district, order)
            yield deliver(warehouse, district, customer, amount)
    yield commit()


FORMS = CallForms(
    operations={operation.__name__: operation for operation in (enter_order, payment, order_status, delivery)},
    writes=frozenset({"enter_order", "payment", "delivery"}),
    no_row_kind="LookupError",
)
