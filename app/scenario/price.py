# SPDX-License-Identifier: Apache-2.0
"""Price of a system: a list of items, whose sum becomes the fact "Price"; currencies are never mixed."""

from collections.abc import Iterator, Mapping
from math import isclose

from app.model.fact_amounts import NAMES, amount_of, plain_name
from app.model.hardware import currencies, price_fact, price_total
from app.model.mistakes import KeyPath, Mistake
from app.model.scenario import System


def recorded_facts(system: System) -> dict[str, str | int | float]:
    """Return a system's facts as recorded in a session.

    They include its notes, and the sum of its price list unless a fact states the price.
    """
    facts = dict(system.facts)
    if system.price and not stated_name(system.facts):
        facts["Price"] = price_fact(system.price)
    return {**facts, **({"Notes": system.notes} if system.notes else {})}


def stated_name(facts: Mapping[str, object]) -> str:
    """Return the name of the fact that states a price; "" if absent."""
    by_name = {plain_name(name): name for name in facts}
    return next((by_name[name] for name in NAMES["price"] if name in by_name), "")


def price_mistakes(system: System, key: KeyPath) -> Iterator[Mistake]:
    """Yield the mistakes in the price of a system at this key."""
    if not system.price:
        return
    first = system.price[0].currency
    for number, one in enumerate(system.price):
        if one.currency != first:
            yield Mistake(
                (*key, "price", number, "currency"),
                "the list is in {first}, and this item is in {other}: state all of them in one currency",
                first=first,
                other=one.currency,
            )
    name = stated_name(system.facts)
    if len(currencies(system.price)) > 1 or not name:
        return
    (stated, currency), total = amount_of(system.facts[name], "price", name), price_total(system.price)
    if not isclose(stated, total, rel_tol=0, abs_tol=0.005) or currency not in ("", first):
        yield Mistake(
            (*key, "facts", name),
            "the items of the price list come to {total}, and this fact says {stated}: correct one, or remove this",
            total=price_fact(system.price),
            stated=str(system.facts[name]),
        )
