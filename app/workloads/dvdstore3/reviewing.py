# SPDX-License-Identifier: Apache-2.0
"""What a user of DVD Store 3 does more, the same on every engine: becomes a member; reads, writes and rates reviews."""

import random
from abc import abstractmethod
from collections.abc import Generator, Sequence
from typing import Any

from app.workloads.database.draws import word
from app.workloads.dvdstore.cycle import OPERATIONS as OF_VERSION_2
from app.workloads.dvdstore.cycle import Shop, Shopper
from app.workloads.dvdstore.generator import actor, title
from app.workloads.dvdstore3.dataset import REVIEWS_A_PRODUCT
from app.workloads.workload import Call, Cycle, Operation

OPERATIONS = (
    *OF_VERSION_2,
    Operation("new_member"),
    Operation("reviews_of_product"),
    Operation("reviews_by_stars"),
    Operation("reviews_by_date"),
    Operation("reviews_by_actor"),
    Operation("reviews_by_title"),
    Operation("new_review"),
    Operation("rate_review"),
)
(
    NEW_MEMBER, REVIEWS_OF_PRODUCT, REVIEWS_BY_STARS, REVIEWS_BY_DATE, REVIEWS_BY_ACTOR, REVIEWS_BY_TITLE, NEW_REVIEW,
    RATE_REVIEW,
) = range(len(OF_VERSION_2), len(OPERATIONS))  # fmt: skip
ARGUMENTS = (3, 2, 3, 2, 2, 2, 6, 3)
"""Of each operation's procedure, from NEW_MEMBER on."""
MEMBERSHIPS = 3
STARS = 5
MOST_HELPFUL = 10
SENTENCES = 8
"""Of a review, all alike."""
WORDS = 4

Row = Sequence[Any]
Choice = str | int


class Reviewer(Shopper):
    """One virtual user. An engine's user says how an operation is called."""

    def __init__(self, shop: Shop, rng: random.Random) -> None:
        super().__init__(shop, rng)
        self._reviews = self._rows.products * REVIEWS_A_PRODUCT

    @abstractmethod
    def reviewed(self, operation: int, *arguments: Choice) -> Sequence[Row]:
        """The rows that an operation from NEW_MEMBER on returns: reviews (id, product, date, stars, customer, summary,
        text, how helpful in all), or one row of one number: an id, 1 for a new member; none or 0 for one that is."""

    def cycle(self) -> Cycle:
        """Version 2's, with reviews between browses and purchase."""
        parameters, chance = self._shop.parameters, self._rng.random
        customer_id = yield from self.entered()
        if chance() * 100 < parameters.new_members_percent:
            until = self._shop.order_date()
            until = str(int(until[:4]) + 1) + (until[4:] if until[5:10] != "02-29" else "-02-28" + until[10:])
            yield self._call(NEW_MEMBER, customer_id, self._pick(MEMBERSHIPS) + 1, until)
        yield from self.browsed()
        yield from self._read()
        if chance() * 100 < parameters.new_reviews_percent:
            words = [word(self._pick(1000)) for _ in range(WORDS)]
            text = ". ".join([" ".join(words)] * SENTENCES)
            product, stars = self._pick(self._rows.products) + 1, self._pick(STARS) + 1
            told = (product, self._shop.order_date(), stars, customer_id, " ".join(words[:2]), text)
            yield self._call(NEW_REVIEW, *told)
        if chance() * 100 < parameters.ratings_percent:
            yield self._call(RATE_REVIEW, self._pick(self._reviews) + 1, customer_id, self._pick(MOST_HELPFUL) + 1)
        return (yield from self.bought(customer_id))

    def _read(self) -> Generator[Call, Any, None]:
        """Looks for reviews, in five ways with equal chance."""
        parameters, products = self._shop.parameters, self._rows.products
        for _ in range(self._pick(2 * parameters.reviews - 1) + 1):
            limit = self._pick(2 * parameters.search_batch_size - 1) + 1
            kind = REVIEWS_OF_PRODUCT + self._pick(REVIEWS_BY_TITLE - REVIEWS_OF_PRODUCT + 1)
            wanted: tuple[Choice, ...]
            if kind == REVIEWS_BY_ACTOR:
                wanted = (actor(self._pick(200), self._pick(200)),)
            elif kind == REVIEWS_BY_TITLE:
                wanted = (title(self._pick(products) + 1),)
            elif kind == REVIEWS_BY_STARS:
                wanted = (self._pick(products) + 1, self._pick(STARS) + 1)
            else:
                wanted = (self._pick(products) + 1,)
            yield self._call(kind, *wanted, limit)

    def _call(self, operation: int, *arguments: Choice) -> Call:
        return Call(operation, self.reviewed, (operation, *arguments), retry=True)

    def _pick(self, below: int) -> int:
        return int(self._rng.random() * below)
