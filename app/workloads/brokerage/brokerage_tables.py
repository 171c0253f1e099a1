# SPDX-License-Identifier: Apache-2.0
"""Tables of the brokerage workload, with the value of each column in a generated row.

Money is in whole cents, times are seconds and dates days since 2000-01-01, rates are basis points: no type that engines
store differently. A trade's number determines its day and position, a random draw the rest. Which lots a trade changes
follows from the day in the four-day cycle of its position (docs/brokerage.md).
"""

from string import ascii_uppercase

from app.workloads.tables import word_lists
from app.workloads.tables.row_expressions import (
    ID,
    Expression,
    absolute,
    digit,
    expression,
    is_equal,
    is_less,
    let,
    letters,
    part,
    pick,
    repeated,
    size,
    text,
    when,
)
from app.workloads.tables.table import Index, RowLoop, Table
from app.workloads.tables.table import column as plain_column
from app.workloads.tables.table import exact_column as column
from app.workloads.tables.table import weighted_table as table

FIRST_DAY = 9133
"""First trading day, 2025-01-02, in days since 2000-01-01."""
DAY_S = 86_400
OPENS_S = 32_400
OPEN_S = 28_800
"""Opening time, nine o'clock, and length of a trading day, in seconds."""
ACCOUNTS = 25
CUSTOMER_OF = "0011111222223333344444444"
"""Owner, one of five customers, of each of 25 consecutive accounts."""
TIER_OF = "12223"
STATES = "ALAKAZARCACOCTDEFLGAHIIDILINIAKSKYLAMEMDMAMIMNMSMOMT"
LEAST_PRICE, PRICES = 2000, 1001
COMPLETED, ACTIVE = 1, 5
MOST_DAYS = 1_000
customers, companies, securities, brokers = size("customers"), size("companies"), size("securities"), size("brokers")
positions, watched, keeps = size("positions"), size("watched", 100), size("keeps", MOST_DAYS // 40)
cycles, market_days, days = size("cycles", MOST_DAYS // 4), size("market_days", 1300), size("days", MOST_DAYS)


def customer_of(account: Expression) -> Expression:
    """Return the customer that owns an account; both are numbered from 0."""
    return account // ACCOUNTS * 5 + digit(CUSTOMER_OF, account % ACCOUNTS)


def first_name(customer: Expression) -> Expression:
    """Return a customer's first name; customers are numbered from 0."""
    return word_lists.first_name(let("FIRST_NAME", customer * 37 % 200))


def last_name(customer: Expression) -> Expression:
    """Return a customer's last name."""
    return word_lists.last_name(let("LAST_NAME", (customer * 91 + customer // 200) % 200))


def a_word(name: str, index: Expression) -> Expression:
    """Return a title word. `name` is the SQL name of `index`."""
    return word_lists.word(let(name, index))


def company_name(company: Expression) -> Expression:
    """Return a company's name; companies are numbered from 0."""
    return text(a_word("WORD1", company // 1000 % 1000), " ", a_word("WORD2", company % 1000), " CORP")


def symbol(security: Expression) -> Expression:
    """Return a security's six-letter symbol; securities are numbered from 1."""
    return letters(let("SYMBOL", security * 1_000_003 % 26**6), 6)


def tax_code(customer: Expression) -> Expression:
    """Return a customer's tax code; customers are numbered from 1."""
    return text("T", customer + 100_000_000)


def a_phone(area: int, number: int) -> Expression:
    """Return a phone number. `area` and `number` are multipliers for the random numbers of its parts."""
    return text("1-", part(area) % 900 + 100, "-", part(number) % 9_000_000 + 1_000_000)


def a_price(multiplier: int) -> Expression:
    """Return a random price in cents."""
    return part(multiplier) % PRICES + LEAST_PRICE


def security_at(account: Expression, place: Expression) -> Expression:
    """Return the security in one of an account's ten positions; both are numbered from 0."""
    return (account * 7919 + place * (securities // 10)) % securities + 1


def unit(position: Expression, cycle: Expression) -> Expression:
    """Return the number of shares of which all lots of a position in one cycle are multiples."""
    return ((position * 3 + cycle) % 4 + 1) * 100


def is_newest_first(position: Expression, cycle: Expression) -> Expression:
    """Return the condition that, in a cycle, a position closes its newest lots first (LIFO)."""
    return is_less((position * 7 + cycle * 11) % 20, 7)


def trade_of(position: Expression, day: Expression) -> Expression:
    """Return the number of a position's trade on a day."""
    place = (position + positions - day * size("shift") % positions) % positions
    return day * positions + place * size("inverse") % positions + 1


# Trades by numeric ID

day, place = let("DAY", (ID - 1) // positions), let("PLACE", (ID - 1) % positions)
position = let("POSITION", (place * size("stride") + day * size("shift")) % positions)
account = let("ACCOUNT", position // 10)
owner = let("OWNER", customer_of(account))
tier = let("TIER", digit(TIER_OF, owner % 5))
cycle, step = let("CYCLE", day // 4), let("STEP", day % 4)
kind = let("KIND", when(is_equal((cycles - 1 - cycle) % 10, 0), 3, (position + cycle) % 3))
newest_first = let("NEWEST_FIRST", when(is_newest_first(position, cycle), 1, 0))
security = let("SECURITY", security_at(account, position % 10))
change = let("CHANGE", digit("7634666284446646", kind * 4 + step) - 5)
sells = let("SELLS", when(is_less(change, 0), 1, 0))
price, limit = let("PRICE", a_price(630360016)), let("LIMITED", when(is_less(part(742938285) % 100, 40), 1, 0))
quantity = let("QUANTITY", absolute(change) * unit(position, cycle))
selling, buying = when(is_equal(limit, 0), 2, part(950706376) % 2 + 4), limit * 2 + 1
type_ = let("TYPE", when(is_equal(sells, 1), selling, buying))
is_cash = let("IS_CASH", when(is_equal(sells, 1), 1, when(is_less(part(62089911) % 100, 16), 0, 1)))
pending_at = let("PENDING_AT", (day + FIRST_DAY) * DAY_S + OPENS_S + place * OPEN_S // positions)
submitted_at = let("SUBMITTED_AT", pending_at + limit * (part(69621) % 3600))
made_at = let("MADE_AT", submitted_at + (part(48271) % 5 + 1))
value = let("VALUE", quantity * price)
taxed = when(is_equal(account % 3, 0), 0, value * (part(16807) % 40) // 10_000)
tax = let("TAX", when(is_equal(sells, 1), taxed, 0))
charge = let("CHARGE", (3 - tier) * 50 + type_ * 25 + 100)
discount = when(is_less(quantity, 901), (quantity - 1) // 300, 3) * 3
rate = 40 - tier * 5 + (security - 1) % 4 + type_ * 2 - discount
commission = let("COMMISSION", (value * rate + 5000) // 10_000)
received = when(is_equal(sells, 1), value - when(is_equal(account % 3, 1), tax, 0), -value)
amount = received - charge - commission
TYPES = ("Market buy", "Market sell", "Limit buy", "Limit sell", "Stop loss")

states = RowLoop("STATUS", limit + 2, 3)
"""States of a trade: completed, submitted and, for a limit order, pending."""

CHANGES: tuple[tuple[tuple[int, int, int], ...], ...] = (
    ((0, 0, 2),), ((1, 0, 1),), ((0, 2, 0),), ((1, 1, 0),),
    ((0, 0, 2),), ((1, 0, 1),), ((1, 1, 0), (0, 2, 1)), ((0, 1, 0),),
    ((0, 0, 1),), ((1, 0, 1),), ((2, 0, 1),), ((0, 1, 0), (1, 1, 0), (2, 1, 0)),
    ((0, 0, 1),), ((1, 0, 1),), ((2, 0, 1),), ((2, 1, 0), (1, 1, 0), (0, 1, 0)),
    ((0, 0, 3),), ((0, 3, 2),), ((0, 2, 1),), ((0, 1, 0),),
    ((0, 0, 3),), ((0, 3, 2),), ((0, 2, 1),), ((0, 1, 0),),
    ((0, 0, 1),), ((1, 0, 1),), ((0, 1, 0),), ((3, 0, 1),),
    ((0, 0, 1),), ((1, 0, 1),), ((1, 1, 0),), ((3, 0, 1),),
)  # fmt: skip
"""Changes of lots by a trade, by kind, order (oldest or newest first) and day of the cycle.

Each change is a tuple: day that opened the lot, units before, units after.
"""
MOST_CHANGES = 3
case = let("CASE_NO", (kind * 2 + newest_first) * 4 + step)
changes = RowLoop("CHANGE_NO", pick([len(one) for one in CHANGES], case), MOST_CHANGES)


def of_change(item: int) -> Expression:
    """Return one element of the change in CHANGES that a row of HOLDING_HISTORY records."""
    filled = [(*one, *[(0, 0, 0)] * (MOST_CHANGES - len(one))) for one in CHANGES]
    return pick([change[item] for one in filled for change in one], case * MOST_CHANGES + changes.number - 1)


opened_on = let("OPENED_ON", cycle * 4 + of_change(0))
"""Day of the trade that opened the changed lot."""

# Other tables

keeping, lots = RowLoop("KEPT", keeps, MOST_DAYS // 40, first=0), RowLoop("LOT", expression(2), 2, 0)
kept_cycle = let("KEPT_CYCLE", cycles - 1 - keeping.number * 10)
opened = when(is_equal(lots.number, 1), 3, when(is_newest_first(ID - 1, kept_cycle), 0, 1))
open_lot = trade_of(ID - 1, let("KEPT_DAY", kept_cycle * 4 + opened))
"""Number of the trade that opened one of a cycle's two newest lots, if the cycle keeps lots; ID numbers positions."""
held = (unit(ID - 1, cycles - 1) * ((keeps + 1) // 2) + unit(ID - 1, cycles + 1) * (keeps // 2)) * 2
"""Total shares in a position's open lots: cycles that keep lots are ten apart, so two unit sizes alternate."""
issuer = let("ISSUER", (ID - 1) * 5 // 7)
"""Company that issued a security, numbered from 0."""
closing = a_price(630360016)
permitted = let("PERMITTED", (ID - 1) // 7 * 5 + digit("0011234", (ID - 1) % 7))
is_other = let("IS_OTHER", digit("0101000", (ID - 1) % 7))
"""Condition that a permission belongs to a customer other than the account's owner."""

TABLES = (
    table(
        "STATUS_TYPE",
        column("STATUSID", "small"),
        column("NAME", "VARCHAR(10)"),
        key="STATUSID",
        given=tuple(enumerate(("Completed", "Submitted", "Pending", "Cancelled", "Active"), 1)),
    ),
    table(
        "TRADE_TYPE",
        column("TYPEID", "small"),
        column("NAME", "VARCHAR(12)"),
        column("IS_SELL", "small"),
        column("IS_MARKET", "small"),
        key="TYPEID",
        given=tuple(
            (number, name, int("buy" not in name), int("Market" in name)) for number, name in enumerate(TYPES, 1)
        ),
    ),
    table(
        "ZIP_CODE",
        column("ZIPID", "int", ID),
        column("TOWN", "VARCHAR(80)", text(a_word("WORD", ID - 1), " TOWN")),
        column("DIVISION", "VARCHAR(80)", pick(word_lists.pieces(STATES, 2), (ID - 1) % (len(STATES) // 2))),
        key="ZIPID",
    ),
    table(
        "TAXRATE",
        column("TAXRATEID", "int", ID),
        column("NAME", "VARCHAR(50)", text("Tax rate ", ID)),
        column("RATE_BP", "int", when(is_less(ID, 21), ID * 100 + 500, ID * 2 + 100)),
        key="TAXRATEID",
    ),
    table(
        "SECTOR",
        column("SECTORID", "small", ID),
        column("NAME", "VARCHAR(30)", text("Sector ", a_word("WORD", ID * 37 % 1000))),
        key="SECTORID",
    ),
    table(
        "INDUSTRY",
        column("INDUSTRYID", "small", ID),
        column("NAME", "VARCHAR(50)", text("Industry ", a_word("WORD", ID * 53 % 1000))),
        column("SECTORID", "small", (ID - 1) % 10 + 1),
        key="INDUSTRYID",
        indexes=(Index("IX_INDUSTRY_SECTOR", ("SECTORID",)),),
    ),
    table(
        "EXCHANGE",
        column("EXCHANGEID", "small", ID),
        column("NAME", "VARCHAR(100)", text("Exchange ", ID)),
        column("SECURITIES", "int", securities // 4),
        column("OPENS", "int", 930),
        column("CLOSES", "int", 1600),
        column("DESCRIPTION", "VARCHAR(150)", "An exchange"),
        column("ADDRESSID", "int", ID),
        key="EXCHANGEID",
    ),
    table(
        "CHARGE",
        column("TYPEID", "small", (ID - 1) // 3 + 1),
        column("TIER", "small", (ID - 1) % 3 + 1),
        column("CENTS", "int", (2 - (ID - 1) % 3) * 50 + ((ID - 1) // 3 + 1) * 25 + 100),
        key="TYPEID TIER",
    ),
    table(
        "COMMISSION_RATE",
        column("TIER", "small", (ID - 1) // 80 + 1),
        column("TYPEID", "small", (ID - 1) // 16 % 5 + 1),
        column("EXCHANGEID", "small", (ID - 1) // 4 % 4 + 1),
        column("FROM_QUANTITY", "int", (ID - 1) % 4 * 300 + 1),
        column("TO_QUANTITY", "int", when(is_equal((ID - 1) % 4, 3), 10_000_000, (ID - 1) % 4 * 300 + 300)),
        column(
            "RATE_BP",
            "int",
            40 - ((ID - 1) // 80 + 1) * 5 + (ID - 1) // 4 % 4 + ((ID - 1) // 16 % 5 + 1) * 2 - (ID - 1) % 4 * 3,
        ),
        key="TIER TYPEID EXCHANGEID FROM_QUANTITY",
    ),
    table(
        "ADDRESS",
        column("ADDRESSID", "int", ID),
        column(
            "LINE1",
            "VARCHAR(80)",
            text(part(630360016) % 9999 + 1, " ", letters(let("STREET", part(742938285)), 6), " STREET"),
        ),
        column("LINE2", "VARCHAR(80)", text("Floor ", part(950706376) % 90 + 1)),
        column("ZIPID", "int", part(62089911) % 1000 + 1),
        column("COUNTRY", "VARCHAR(80)", "United States"),
        key="ADDRESSID",
    ),
    table(
        "COMPANY",
        column("COMPANYID", "int", ID),
        column("STATUSID", "small", ACTIVE),
        column("NAME", "VARCHAR(60)", company_name(ID - 1)),
        column("INDUSTRYID", "small", part(630360016) % 100 + 1),
        column("RATING", "VARCHAR(4)", text(pick("ABC", part(742938285) % 3), pick("ABC+", part(950706376) % 4))),
        column(
            "CEO",
            "VARCHAR(100)",
            text(
                word_lists.first_name(let("FIRST_NAME", part(62089911) % 200)),
                " ",
                word_lists.last_name(let("LAST_NAME", part(69621) % 200)),
            ),
        ),
        column("ADDRESSID", "int", ID + 4),
        column(
            "DESCRIPTION",
            "VARCHAR(150)",
            text(company_name(ID - 1), " makes and sells ", repeated(a_word("GOODS", part(48271) % 1000), 8)),
        ),
        column("OPENED_DAY", "int", part(16807) % 9000),
        key="COMPANYID",
        indexes=(
            Index("IX_COMPANY_NAME", ("NAME",), unique=True),
            Index("IX_COMPANY_INDUSTRY", ("INDUSTRYID",)),
        ),
    ),
    table(
        "COMPANY_COMPETITOR",
        column("COMPANYID", "int", (ID - 1) // 3 + 1),
        column("COMPETITORID", "int", ((ID - 1) // 3 + ((ID - 1) % 3 + 1) * 7) % companies + 1),
        column("INDUSTRYID", "small", ID * 7 % 100 + 1),
        key="COMPANYID COMPETITORID",
    ),
    table(
        "SECURITY",
        column("SECURITYID", "int", ID),
        column("SYMBOL", "VARCHAR(15)", symbol(ID)),
        column("ISSUE", "VARCHAR(6)", when(is_less((ID - 1) * 5 % 7, 5), "COMMON", "PREF A")),
        column("STATUSID", "small", ACTIVE),
        column("NAME", "VARCHAR(70)", text(company_name(issuer), " SHARES")),
        column("EXCHANGEID", "small", (ID - 1) % 4 + 1),
        column("COMPANYID", "int", issuer + 1),
        column("OUTSTANDING", "big", part(630360016) % 9_000_000 + 1_000_000),
        column("START_DAY", "int", part(742938285) % 9000),
        column("EXCHANGE_DAY", "int", part(950706376) % 9000),
        column("PE", "int", part(62089911) % 9900 + 100),
        column("HIGH52", "int", 3000),
        column("HIGH52_DAY", "int", part(69621) % 365 + 8768),
        column("LOW52", "int", 2000),
        column("LOW52_DAY", "int", part(48271) % 365 + 8768),
        column("DIVIDEND", "int", part(16807) % 200),
        column("YIELD_BP", "int", part(39373) % 1000),
        key="SECURITYID",
        indexes=(
            Index("IX_SECURITY_SYMBOL", ("SYMBOL",), unique=True),
            Index("IX_SECURITY_COMPANY", ("COMPANYID", "ISSUE"), unique=True),
        ),
        comment="Securities: seven for five companies, two of them preferred shares.",
    ),
    table(
        "DAILY_MARKET",
        column("SECURITYID", "int", (ID - 1) % securities + 1),
        column("ON_DAY", "int", FIRST_DAY - market_days + (ID - 1) // securities),
        column("PRICE_CLOSE", "int", closing),
        column("PRICE_HIGH", "int", closing + part(742938285) % 100),
        column("PRICE_LOW", "int", closing - part(950706376) % 100),
        column("VOLUME", "big", part(62089911) % 9000 + 1000),
        key="ON_DAY SECURITYID",
        indexes=(Index("IX_MARKET_SECURITY", ("SECURITYID", "ON_DAY")),),
    ),
    table(
        "FINANCIAL",
        column("COMPANYID", "int", (ID - 1) // 20 + 1),
        column("FISCAL_YEAR", "int", (ID - 1) % 20 // 4 + 2020),
        column("FISCAL_QUARTER", "small", (ID - 1) % 4 + 1),
        column("START_DAY", "int", (ID - 1) % 20 * 91 + 7305),
        column("REVENUE", "big", part(630360016) * 10),
        column("NET_EARNINGS", "big", part(742938285)),
        column("BASIC_EPS", "int", part(950706376) % 900),
        column("DILUTED_EPS", "int", part(62089911) % 900),
        column("MARGIN_BP", "int", part(69621) % 10_000),
        column("INVENTORY", "big", part(48271) * 3),
        column("ASSETS", "big", part(16807) * 8),
        column("LIABILITIES", "big", part(39373) * 4),
        column("SHARES_BASIC", "big", part(40692) % 90_000_000),
        column("SHARES_DILUTED", "big", part(40014) % 90_000_000),
        key="COMPANYID FISCAL_YEAR FISCAL_QUARTER",
    ),
    table(
        "LAST_TRADE",
        column("SECURITYID", "int", ID),
        column("MADE_AT", "int", (days + FIRST_DAY) * DAY_S),
        column("PRICE", "int", a_price(630360016)),
        column("PRICE_OPEN", "int", a_price(742938285)),
        column("VOLUME", "big", 0),
        key="SECURITYID",
    ),
    table(
        "NEWS_ITEM",
        column("NEWSID", "int", ID),
        column("HEADLINE", "VARCHAR(80)", text("News of ", repeated(a_word("WORD1", part(630360016) % 1000), 5))),
        column("SUMMARY", "VARCHAR(255)", repeated(a_word("WORD2", part(742938285) % 1000), 30)),
        column(
            "ITEM",
            "VARCHAR(4000)",
            repeated(
                text(
                    a_word("WORD3", part(950706376) % 1000),
                    a_word("WORD4", part(62089911) % 1000),
                    letters(let("LETTERS1", part(69621)), 6),
                    letters(let("LETTERS2", part(48271)), 6),
                ),
                80,
            ),
        ),
        column("MADE_AT", "int", (FIRST_DAY - part(16807) % 365) * DAY_S),
        column("SOURCE", "VARCHAR(30)", "Wire"),
        column("AUTHOR", "VARCHAR(30)", word_lists.last_name(let("LAST_NAME", part(39373) % 200))),
        key="NEWSID",
    ),
    table(
        "NEWS_XREF",
        column("COMPANYID", "int", (ID - 1) // 2 + 1),
        column("NEWSID", "int", ID),
        key="COMPANYID NEWSID",
    ),
    table(
        "BROKER",
        column("BROKERID", "int", ID),
        column("STATUSID", "small", ACTIVE),
        column(
            "NAME",
            "VARCHAR(100)",
            text(
                word_lists.first_name(let("FIRST_NAME", ID * 17 % 200)),
                " ",
                word_lists.last_name(let("LAST_NAME", ID * 29 % 200)),
                " ",
                ID,
            ),
        ),
        column("TRADES", "big", 0),
        column("COMMISSION", "big", 0),
        key="BROKERID",
    ),
    table(
        "CUSTOMER",
        column("CUSTOMERID", "int", ID),
        column("TAXCODE", "VARCHAR(20)", tax_code(ID)),
        column("STATUSID", "small", ACTIVE),
        column("LASTNAME", "VARCHAR(30)", last_name(ID - 1)),
        column("FIRSTNAME", "VARCHAR(30)", first_name(ID - 1)),
        column("INITIAL", "VARCHAR(1)", pick(ascii_uppercase, part(630360016) % 26)),
        column("GENDER", "VARCHAR(1)", pick("FM", part(742938285) % 2)),
        column("TIER", "small", digit(TIER_OF, (ID - 1) % 5)),
        column("BORN_DAY", "int", part(950706376) % 18_000 - 14_000),
        column("ADDRESSID", "int", companies + 4 + ID),
        column("PHONE1", "VARCHAR(30)", a_phone(62089911, 69621)),
        column("PHONE2", "VARCHAR(30)", a_phone(48271, 16807)),
        column("PHONE3", "VARCHAR(30)", a_phone(39373, 40692)),
        column("EMAIL1", "VARCHAR(50)", text(first_name(ID - 1), ".", last_name(ID - 1), ID, "@example.com")),
        column("EMAIL2", "VARCHAR(50)", text(last_name(ID - 1), ID, "@example.org")),
        key="CUSTOMERID",
        indexes=(Index("IX_CUSTOMER_TAXCODE", ("TAXCODE",), unique=True),),
    ),
    table(
        "CUSTOMER_ACCOUNT",
        column("ACCOUNTID", "int", ID),
        column("BROKERID", "int", (ID - 1) % brokers + 1),
        column("CUSTOMERID", "int", customer_of(ID - 1) + 1),
        column("NAME", "VARCHAR(50)", text(a_word("WORD", part(630360016) % 1000), " account ", ID)),
        column("TAX_STATUS", "small", (ID - 1) % 3),
        column("BALANCE", "big", part(742938285) % 10_000_000),
        key="ACCOUNTID",
        indexes=(Index("IX_ACCOUNT_CUSTOMER", ("CUSTOMERID",)),),
    ),
    table(
        "ACCOUNT_PERMISSION",
        column("ACCOUNTID", "int", permitted + 1),
        column("ACL", "VARCHAR(4)", when(is_equal(is_other, 1), "0001", "0000")),
        column("TAXCODE", "VARCHAR(20)", tax_code((customer_of(permitted) + is_other) % customers + 1)),
        column("LASTNAME", "VARCHAR(30)", word_lists.last_name(let("NAME", ID % 200))),
        column("FIRSTNAME", "VARCHAR(30)", word_lists.first_name(let("NAME", ID % 200))),
        key="ACCOUNTID TAXCODE",
        comment="Who may trade: the owner, and another customer for two of five accounts.",
    ),
    table(
        "CUSTOMER_TAXRATE",
        column("CUSTOMERID", "int", (ID - 1) // 2 + 1),
        column("TAXRATEID", "int", when(is_equal(ID % 2, 1), ID * 3 % 20 + 1, ID * 7 % 300 + 21)),
        key="CUSTOMERID TAXRATEID",
    ),
    table(
        "WATCH_LIST",
        column("LISTID", "int", ID),
        column("CUSTOMERID", "int", ID),
        key="LISTID",
        indexes=(Index("IX_WATCH_CUSTOMER", ("CUSTOMERID",), unique=True),),
    ),
    table(
        "WATCH_ITEM",
        column("LISTID", "int", (ID - 1) // watched + 1),
        column(
            "SECURITYID",
            "int",
            ((ID - 1) // watched * 613 + (ID - 1) % watched * (securities // watched)) % securities + 1,
        ),
        key="LISTID SECURITYID",
    ),
    table(
        "HOLDING_SUMMARY",
        column("ACCOUNTID", "int", (ID - 1) // 10 + 1),
        column("SECURITYID", "int", security_at((ID - 1) // 10, (ID - 1) % 10)),
        column("QUANTITY", "int", held),
        key="ACCOUNTID SECURITYID",
        comment="The sum of the open lots of every position.",
    ),
    table(
        "HOLDING",
        column("TRADEID", "big", ID),
        column("ACCOUNTID", "int", account + 1),
        column("SECURITYID", "int", security),
        column("MADE_AT", "int", made_at),
        column("PRICE", "int", price),
        column("QUANTITY", "int", quantity),
        key="TRADEID",
        indexes=(Index("IX_HOLDING_POSITION", ("ACCOUNTID", "SECURITYID", "MADE_AT", "TRADEID")),),
        drawn_as="TRADE",
        loops=(keeping, lots),
        drawn=open_lot,
        comment="Open lots: the two newest of every cycle that keeps them.",
    ),
    table(
        "TRADE",
        column("TRADEID", "big", ID),
        column("MADE_AT", "int", made_at),
        column("STATUSID", "small", COMPLETED),
        column("TYPEID", "small", type_),
        column("IS_CASH", "small", is_cash),
        column("SECURITYID", "int", security),
        column("QUANTITY", "int", quantity),
        column("BID_PRICE", "int", price),
        column("ACCOUNTID", "int", account + 1),
        column("EXEC_NAME", "VARCHAR(64)", text(first_name(owner), " ", last_name(owner))),
        column("TRADE_PRICE", "int", price, nullable=True),
        column("CHARGE", "int", charge),
        column("COMMISSION", "int", commission),
        column("TAX", "big", tax),
        column("LIFO", "small", newest_first),
        key="TRADEID",
        identity=True,
        indexes=(
            Index("IX_TRADE_ACCOUNT", ("ACCOUNTID", "MADE_AT")),
            Index("IX_TRADE_SECURITY", ("SECURITYID", "MADE_AT")),
        ),
        comment="Trades: what each is follows from its number (day, position), the rest from its draw.",
    ),
    table(
        "TRADE_HISTORY",
        column("TRADEID", "big", ID),
        column("STATUSID", "small", states.number),
        column(
            "MADE_AT",
            "int",
            when(is_equal(states.number, 1), made_at, when(is_equal(states.number, 2), submitted_at, pending_at)),
        ),
        key="TRADEID STATUSID",
        drawn_as="TRADE",
        lines=states,
        comment="When each trade was pending (with a limit), submitted, completed.",
    ),
    table(
        "SETTLEMENT",
        column("TRADEID", "big", ID),
        column("CASH_TYPE", "VARCHAR(40)", when(is_equal(is_cash, 1), "Cash account", "Margin")),
        column("DUE_DAY", "int", made_at // DAY_S + 2),
        column("AMOUNT", "big", amount),
        key="TRADEID",
        drawn_as="TRADE",
    ),
    table(
        "CASH_TRANSACTION",
        column("TRADEID", "big", ID),
        column("MADE_AT", "int", made_at),
        column("AMOUNT", "big", amount),
        column("NAME", "VARCHAR(100)", text(pick(TYPES, type_ - 1), " ", quantity, " shares of ", symbol(security))),
        key="TRADEID",
        drawn_as="TRADE",
        where=is_equal(is_cash, 1),
    ),
    table(
        "HOLDING_HISTORY",
        column("HOLDINGID", "big", trade_of(position, opened_on)),
        column("TRADEID", "big", ID),
        column("QUANTITY_BEFORE", "int", of_change(1) * unit(position, cycle)),
        column("QUANTITY_AFTER", "int", of_change(2) * unit(position, cycle)),
        key="HOLDINGID TRADEID",
        indexes=(Index("IX_HOLDING_HISTORY_TRADE", ("TRADEID",)),),
        drawn_as="TRADE",
        lines=changes,
        comment="What each trade does to which lot.",
    ),
    table(
        "TRADE_REQUEST",
        column("TRADEID", "big"),
        column("TYPEID", "small"),
        column("SECURITYID", "int"),
        column("QUANTITY", "int"),
        column("BID_PRICE", "int"),
        column("ACCOUNTID", "int"),
        column("BROKERID", "int"),
        key="TRADEID",
        indexes=(
            Index("IX_REQUEST_SECURITY", ("SECURITYID",)),
            Index("IX_REQUEST_BROKER", ("BROKERID",)),
        ),
        is_filled=False,
    ),
    Table(
        "OUTPACE_AMENDED",
        (plain_column("KIND", "small"), plain_column("IDS", "VARCHAR(400)")),
        is_filled=False,
        is_internal=True,
        comment="What runs have changed in rows of the build: KIND is the procedure's number, and 10 more for the "
        "kinds of data maintenance; IDS are JSON, on SQL Server fifteen digits each.",
    ),
)
