# SPDX-License-Identifier: Apache-2.0
"""DVD Store 3's additions to a user's cycle: memberships, and reading, writing and rating of reviews."""

from app.model.workloads import DvdStore
from app.workloads.cycle_language import Cycle, Steps, UserState, procedure
from app.workloads.dvdstore import shopper
from app.workloads.dvdstore.shopper import TITLE_WORDS, actor, bought, browsed, entered, title
from app.workloads.dvdstore3.dataset import REVIEWS_A_PRODUCT
from app.workloads.workload import Operation

new_member = procedure("new_member", int, int, str)
reviews_of_product = procedure("reviews_of_product", int, int)
reviews_by_stars = procedure("reviews_by_stars", int, int, int)
reviews_by_date = procedure("reviews_by_date", int, int)
reviews_by_actor = procedure("reviews_by_actor", str, int)
reviews_by_title = procedure("reviews_by_title", str, int)
new_review = procedure("new_review", int, str, int, int, str, str)
rate_review = procedure("rate_review", int, int, int)

OPERATIONS = (
    *shopper.OPERATIONS,
    Operation("new_member"),
    Operation("reviews_of_product"),
    Operation("reviews_by_stars"),
    Operation("reviews_by_date"),
    Operation("reviews_by_actor"),
    Operation("reviews_by_title"),
    Operation("new_review"),
    Operation("rate_review"),
)
MEMBERSHIPS = 3
STARS = 5
MOST_HELPFUL = 10


def cycle(my: UserState, shop: DvdStore) -> Cycle:
    """Run one order of version 2, with reviews between browsing and purchase."""
    customer = yield from entered(my, shop)
    if my.chance(shop.new_members_percent):
        until = my.date(years=1)
        yield new_member(customer, my.draw(MEMBERSHIPS) + 1, until)
    yield from browsed(my, shop)
    yield from reviews_read(my, shop)
    if my.chance(shop.new_reviews_percent):
        summary = TITLE_WORDS[my.draw(1000)] + " " + TITLE_WORDS[my.draw(1000)]
        sentence = summary + " " + TITLE_WORDS[my.draw(1000)] + " " + TITLE_WORDS[my.draw(1000)]
        text = f"{sentence}. {sentence}. {sentence}. {sentence}. {sentence}. {sentence}. {sentence}. {sentence}"
        product, stars = my.draw(shop.rows.products) + 1, my.draw(STARS) + 1
        yield new_review(product, my.date(), stars, customer, summary, text)
    if my.chance(shop.ratings_percent):
        review = my.draw(shop.rows.products * REVIEWS_A_PRODUCT) + 1
        yield rate_review(review, customer, my.draw(MOST_HELPFUL) + 1)
    return (yield from bought(my, shop, customer))


def reviews_read(my: UserState, shop: DvdStore) -> Steps[None]:
    """Search for reviews in one of five ways, with equal probability."""
    for _ in range(my.draw(2 * shop.reviews - 1) + 1):
        limit = my.draw(2 * shop.search_batch_size - 1) + 1
        kind = my.draw(5)
        if kind == 3:
            yield reviews_by_actor(actor(my), limit)
        elif kind == 4:
            yield reviews_by_title(title(my.draw(shop.rows.products)), limit)
        else:
            product = my.draw(shop.rows.products) + 1
            if kind == 0:
                yield reviews_of_product(product, limit)
            elif kind == 1:
                yield reviews_by_stars(product, my.draw(STARS) + 1, limit)
            else:
                yield reviews_by_date(product, limit)
