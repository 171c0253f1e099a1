# SPDX-License-Identifier: Apache-2.0
"""Cycle of a DVD Store user on every engine: login, browsing, price, purchase."""

from app.model.workloads import DvdStore
from app.workloads.cycle_language import (
    ROLLED_BACK,
    Cycle,
    ListForm,
    Many,
    Rows,
    Steps,
    UserState,
    procedure,
)
from app.workloads.database.draws import COLUMN_PRIME, first_name, last_name, word
from app.workloads.dvdstore.dvdstore_tables import COUNTRIES, POPULAR_EVERY, POPULAR_WEIGHT, STATES
from app.workloads.workload import Operation

NO_CUSTOMER = "customer {} does not exist"
PACKED = ListForm(widths=(10, 0))
"""Form of items: ten digits for the product and one for the quantity."""
ITEMS = Many(most=199)
"""Rows of product and quantity, in the order of the lines. A product can occur more than once."""

login = procedure("login", str, str, gives=(int,), no_row=NO_CUSTOMER)
new_customer = procedure(
    "new_customer", str, str, str, str, str, str, int, str, int, str, str, int, str, str, str, str, int, int, str,
    gives=(int,),
)  # fmt: skip
browse_category = procedure("browse_category", int, int)
browse_actor = procedure("browse_actor", str, int)
browse_title = procedure("browse_title", str, int)
price = procedure("price", ITEMS, gives=(int,), no_row="the basket has no price")
purchase = procedure("purchase", int, str, int, ITEMS, gives=(int,), no_row="the purchase returned no order")

OPERATIONS = (
    Operation("login"),
    Operation("new_customer"),
    Operation("browse_category"),
    Operation("browse_actor"),
    Operation("browse_title"),
    Operation("price", timed=False),
    Operation("purchase"),
)
NEW_NAMES = 1_000_000_000
ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
TITLE_WORDS = [word(index) for index in range(1000)]
FIRST_NAMES = [first_name(index) for index in range(200)]
LAST_NAMES = [last_name(index) for index in range(200)]
STATE_NAMES = [STATES[2 * index : 2 * index + 2] for index in range(50)]


def cycle(my: UserState, shop: DvdStore) -> Cycle:
    """Run one order of the original benchmark."""
    customer = yield from entered(my, shop)
    yield from browsed(my, shop)
    return (yield from bought(my, shop, customer))


def entered(my: UserState, shop: DvdStore) -> Steps[int]:
    """Log in or register, and return the customer's ID."""
    customer = 0
    if my.chance(shop.new_customers_percent):
        while customer == 0:  # 0: the user name is taken, which happens once in 1,000 after a million new customers
            customer = yield new_customer(*new_row(my))
    else:
        customer = yield login(f"user{my.draw(shop.rows.customers) + 1}", "password")
    return customer


def browsed(my: UserState, shop: DvdStore) -> Steps[None]:
    """Search for products in one of three ways."""
    for _ in range(my.draw(2 * shop.searches - 1) + 1):
        limit = my.draw(2 * shop.search_batch_size - 1) + 1
        kind = my.draw(3)
        if kind == 0:
            yield browse_category(my.draw(16) + 1, limit)
        elif kind == 1:
            yield browse_actor(actor(my), limit)
        else:
            yield browse_title(title(my.draw(shop.rows.products)), limit)


def bought(my: UserState, shop: DvdStore, customer: int) -> Cycle:
    """Ask for a basket's price and buy it. Every 10,000th product is ten times as likely as the others."""
    products = shop.rows.products
    popular = products // POPULAR_EVERY
    items = Rows(2)
    for _ in range(my.draw(2 * shop.line_items - 1) + 1):
        product = my.draw(products + popular * (POPULAR_WEIGHT - 1))
        if popular > 0 and product >= products:
            product = (product - products) % popular * POPULAR_EVERY + POPULAR_EVERY - 1
        items.append((product + 1, my.draw(3) + 1))
    net = yield price(items)
    order = yield purchase(customer, my.date(), net, items)
    if order == 0:  # 0: an item is out of stock
        return ROLLED_BACK
    return None


def actor(my: UserState) -> str:
    """Draw an actor's name."""
    return FIRST_NAMES[my.draw(200)] + " " + LAST_NAMES[my.draw(200)]


def title(product: int) -> str:
    """Return the title of a product; products are numbered from 0."""
    return TITLE_WORDS[product // 1000 % 1000] + " " + TITLE_WORDS[product % 1000]


def new_row(my: UserState) -> tuple[str | int | None, ...]:
    """Draw a new customer's columns, as generator.customer does; odd rows are in the United States."""
    number, r, s, row = my.draw(NEW_NAMES), my.draw(COLUMN_PRIME), my.draw(COLUMN_PRIME), my.draw(2)
    last = letters(part(r, s, 742938285), 6)
    place, state, country, zip_code, region = part(r, s, 16807) % 50, None, "", 0, 2
    if row == 1:
        state, country, zip_code, region = STATE_NAMES[place], "United States", part(r, s, 39373) % 90_000 + 10_000, 1
    else:
        country = COUNTRIES[place % 10]
    phone = part(r, s, 40692) % 900 * 10_000_000 + part(r, s, 40014) % 10_000_000 + 1_000_000_000
    card = part(r, s, 45742) % 90_000_000 * 100_000_000 + part(r, s, 53668) % 100_000_000 + 1_000_000_000_000_000
    expiry = part(r, s, 12211) % 60
    return (
        letters(part(r, s, 630360016), 6),
        last + letters(part(r, s, 950706376), 4),
        f"{part(r, s, 48271) % 9999 + 1} {letters(part(r, s, 62089911), 5)} STREET",
        None,
        letters(part(r, s, 69621), 6),
        state,
        zip_code,
        country,
        region,
        f"{last}@example.com",
        f"{phone}",
        part(r, s, 52774) % 5 + 1,
        f"{card}",
        f"{2027 + expiry // 12}/{expiry % 12 + 1:02}",
        f"newuser{number}",
        "password",
        part(r, s, 3791) % 73 + 18,
        (part(r, s, 37706) % 5 + 1) * 20_000,
        "MF"[part(r, s, 33852) % 2],
    )


def part(r: int, s: int, multiplier: int) -> int:
    """Return the random number of a column from the two draws of its row."""
    return (r * multiplier + s) % COLUMN_PRIME


def letters(number: int, count: int) -> str:
    """Return the letters that encode a number, the lowest digit in base 26 first."""
    text = ""
    for _ in range(count):
        text += ALPHABET[number % 26]
        number //= 26
    return text
