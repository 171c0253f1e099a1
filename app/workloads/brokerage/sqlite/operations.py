# SPDX-License-Identifier: Apache-2.0
"""Brokerage on the embedded engine, where each procedure with several statements is a transaction.

The statements are in operations.sql, by name. A procedure without a transaction here is the single statement of the
same name.
"""

from app.workloads.brokerage.dataset import DAY_S
from app.workloads.brokerage.trader import TRADES, add
from app.workloads.cycle_language import (
    JSON,
    CallForms,
    Numbers,
    Rows,
    Steps,
    commit,
    rollback,
    statement,
)

LOTS = ("lifo", "account", "security", "quantity")

watch_list, watch_account, watch_industry = (
    statement(name, int, int) for name in ("watch_list", "watch_account", "watch_industry")
)
security_of_symbol = statement("security_of_symbol", str, gives=(int, int))
detail_security, detail_competitors, detail_quarters = (
    statement(f"detail_{name}", int) for name in ("security", "competitors", "quarters")
)
detail_days, detail_news = statement("detail_days", int, int, int), statement("detail_news", int, int)
customer_of_code = statement("customer_of_code", str, gives=(int,))
position_customer, position_accounts = statement("position_customer", int), statement("position_accounts", int)
position_history = statement("position_history", int, int)
owner = statement("owner", int, gives=(int, int, int, int, int, str, str))
permission = statement("permission", int, str, gives=(int,))
security_by_symbol = statement("security_by_symbol", str, gives=(int, int))
security_by_company = statement("security_by_company", str, str, gives=(int, int))
trade_type = statement("trade_type", int, gives=(int, int))
last_price = statement("last_price", int, gives=(int,))
held = statement("held", int, int, gives=(int,), counted=True)
gain_of = statement("gain", int, int, int, int, int, gives=(int,))
tax_of = statement("tax", int, int, gives=(int,))
charge_of = statement("charge", int, int, gives=(int,))
rate_of = statement("rate", int, int, int, int, gives=(int,))
assets = statement("assets", int, gives=(int,))
add_trade = statement("add_trade", int, int, int, int, int, int, int, int, str, int, int, int, int, gives=(int,))
add_history, add_request = (
    statement("add_history", int, int, int),
    statement("add_request", int, int, int, int, int, int, int),
)
submitted = statement("submitted", int, gives=(int, int, int, int, int, int, int, int, str), counted=True)
security_named = statement("security", int, gives=(str, int))
closed_by = statement("closed", int, int, int, int, int, gives=(int, int))
close_lots = statement("close_lots", int, int, int, int, int)
remove_lots, reduce_lots = statement("remove_lots", int), statement("reduce_lots", int)
add_lot, add_lot_history = statement("add_lot", int, int, int, int, int, int), statement("add_lot_history", int, int)
add_position, change_position = statement("add_position", int, int, int), statement("change_position", int, int, int)
remove_position = statement("remove_position", int, int)
complete, add_settlement = (
    statement("complete", int, int, int, int, int),
    statement("add_settlement", int, str, int, int),
)
add_cash, change_balance = (
    statement("add_cash", int, int, int, str),
    statement("change_balance", int, int, gives=(int,)),
)
pay_broker, tick = statement("pay_broker", int, int), statement("tick", int, int, int, int)
trigger, submit = statement("trigger", int, int, every=(int,)), statement("submit", int, int)
amend_trades, change_executor = statement("amend_trades", TRADES), statement("change_executor", int)
of_trades = statement("trade_lookup_1", TRADES)
amend_account, amend_security = statement("amend_account", int, int, int), statement("amend_security", int, int, int)
trades_of_account = statement("trades_of_account", int, int, int, every=(int,))
trades_of_security = statement("trades_of_security", int, int, int, every=(int,))
change_settlement, change_cash = statement("change_settlement", int), statement("change_cash", int)
amend_row = statement("amend_row", int, int, int)
of_a_day = statement("maintain_4", int, int)
maintain = {kind: statement(f"maintain_{kind}", int) for kind in (1, 2, 3, 5, 6)}


def market_watch(kind: int, number: int, day: int) -> Steps[None]:
    """Compute the value of a watch list, an account or an industry, on a past day and now."""
    if kind == 1:
        yield watch_list(number, day)
    elif kind == 2:
        yield watch_account(number, day)
    else:
        yield watch_industry(number, day)
    yield commit()


def security_detail(symbol: str, days: int, first_day: int, whole_news: int) -> Steps[None]:
    """Read a security, its company's competitors and quarterly reports, daily market data and news."""
    security, company = yield security_of_symbol(symbol)
    yield detail_security(security)
    yield detail_competitors(company)
    yield detail_quarters(company)
    yield detail_days(security, first_day, days)
    yield detail_news(whole_news, company)
    yield commit()


def customer_position(customer: int, tax_code: str, account: int) -> Steps[None]:
    """Read a customer by number or tax code, its accounts, and the newest trades of one account (-1: none)."""
    if customer == 0:
        customer = yield customer_of_code(tax_code)
    if account >= 0:
        yield position_history(customer, account)
    yield position_customer(customer)
    yield position_accounts(customer)
    yield commit()


def trade_order(  # noqa: PLR0917 - a procedure's arguments
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
) -> Steps[tuple[int, int, int]]:
    """Submit a market order, or record a pending limit order; return (trade, security, price)."""
    customer, broker, tax_status, _, tier, owner_code, name = yield owner(account)
    if owner_code != tax_code:
        yield permission(account, tax_code)
    if symbol != "":
        security, exchange = yield security_by_symbol(symbol)
    else:
        security, exchange = yield security_by_company(company, issue)
    sells, at_market = yield trade_type(kind)
    price, tax, status = limit, 0, 2 if at_market else 3
    if at_market:
        price = yield last_price(security)
    has, holds = yield held(account, security)
    if tax_status > 0 and has and closes(sells, holds):
        gain = yield gain_of(lifo, account, security, quantity, price)
        if gain > 0:
            tax = yield tax_of(gain, customer)
    charge = yield charge_of(kind, tier)
    commission = commission_of(quantity, price, (yield rate_of(tier, kind, exchange, quantity)))
    yield assets(account)
    trade = yield add_trade(
        now, status, kind, is_cash, security, quantity, price, account, name, charge, commission, tax, lifo
    )
    yield add_history(trade, status, now)
    if not at_market:
        yield add_request(trade, kind, security, quantity, limit, account, broker)
    if rolled_back:
        yield rollback()
        return 0, security, price
    yield commit()
    return trade, security, price


def trade_result(trade: int, price: int, now: int) -> Steps[None]:
    """Complete a submitted trade; no-op if it is already completed."""
    waits, account, security, kind, quantity, is_cash, lifo, charge, sells, type_name = yield submitted(trade)
    if waits:
        customer, broker, tax_status, _, tier, _, _ = yield owner(account)
        has, holds = yield held(account, security)
        symbol, exchange = yield security_named(security)
        change = -quantity if sells else quantity
        closed, gain, tax = 0, 0, 0
        if has and closes(sells, holds):
            closed, gain = yield closed_by(lifo, account, security, quantity, price)
            yield close_lots(lifo, account, security, quantity, trade)
            yield remove_lots(trade)
            yield reduce_lots(trade)
        if quantity > closed:
            rest = closed - quantity if sells else quantity - closed
            yield add_lot(trade, account, security, now, price, rest)
            yield add_lot_history(trade, rest)
        if not has:
            yield add_position(account, security, change)
        elif holds + change == 0:
            yield remove_position(account, security)
        else:
            yield change_position(account, security, holds + change)
        if tax_status > 0 and gain > 0:
            tax = yield tax_of(gain, customer)
        commission = commission_of(quantity, price, (yield rate_of(tier, kind, exchange, quantity)))
        yield complete(now, price, commission, tax, trade)
        yield add_history(trade, 1, now)
        amount = -change * price - charge - commission - (tax if tax_status == 1 else 0)
        yield add_settlement(trade, "Cash account" if is_cash else "Margin", now // DAY_S + 2, amount)
        if is_cash:
            yield add_cash(trade, now, amount, f"{type_name} {quantity} shares of {symbol}")
        yield change_balance(amount if is_cash else 0, account)
        yield pay_broker(commission, broker)
    yield commit()


def market_feed(ticks: Rows, now: int) -> Steps[Rows]:
    """Update prices; return the orders that they trigger as (trade, price)."""
    triggered = Rows(2)
    for security, price, volume in ticks:
        yield tick(price, volume, now, security)
        for trade in ascending((yield trigger(security, price))):
            yield submit(now, trade)
            yield add_history(trade, 2, now)
            triggered.append((trade, price))
    yield commit()
    return triggered


def trade_update_1(trades: Numbers) -> Steps[None]:
    """Change the executor of twenty trades."""
    yield amend_trades(trades)
    for trade in trades:
        yield change_executor(trade)
    yield of_trades(trades)
    yield commit()


def trade_update_2(account: int, from_s: int, to_s: int) -> Steps[None]:
    """Change the settlement of up to twenty trades of an account."""
    yield amend_account(account, from_s, to_s)
    trades = ascending((yield trades_of_account(account, from_s, to_s)))
    for trade in trades:
        yield change_settlement(trade)
    yield of_trades(trades)
    yield commit()


def trade_update_3(security: int, from_s: int, to_s: int) -> Steps[None]:
    """Change the cash transaction of up to twenty trades of a security."""
    yield amend_security(security, from_s, to_s)
    trades = ascending((yield trades_of_security(security, from_s, to_s)))
    for trade in trades:
        yield change_cash(trade)
    yield of_trades(trades)
    yield commit()


def data_maintenance(kind: int, number: int, day: int) -> Steps[None]:
    """Change one row of one of six tables."""
    yield amend_row(kind, number, day)
    if kind == 4:
        yield of_a_day(number, day)
    for which, change in maintain.items():
        if kind == which:
            yield change(number)
    yield commit()


def closes(sells: int, holds: int) -> bool:
    """Return whether a trade of this side closes part of a holding."""
    return holds > 0 if sells else holds < 0


def commission_of(quantity: int, price: int, rate: int) -> int:
    """Return the commission in cents."""
    return (quantity * price * rate + 5000) // 10000


def ascending(found: Rows) -> Numbers:
    """Return trade numbers in ascending order."""
    numbers = Numbers()
    for (trade,) in found:
        add(numbers, trade)
    return numbers


OPERATIONS = (
    market_watch,
    security_detail,
    customer_position,
    trade_order,
    trade_result,
    market_feed,
    trade_update_1,
    trade_update_2,
    trade_update_3,
    data_maintenance,
)
WRITES = frozenset({
    "trade_order", "trade_result", "market_feed", "trade_update_1", "trade_update_2", "trade_update_3",
    "data_maintenance",
})  # fmt: skip
FORMS = CallForms(
    lambda _: JSON,
    operations={operation.__name__: operation for operation in OPERATIONS},
    writes=WRITES,
    inserts=frozenset({"add_trade"}),
    names={"gain": (*LOTS, "price"), "closed": (*LOTS, "price"), "close_lots": (*LOTS, "trade")},
    no_row_kind="LookupError",
)
