# SPDX-License-Identifier: Apache-2.0
"""Choice of a user's next operation: dealt from a shuffled deck, so that the mix is exact, or drawn by weight."""

from collections.abc import Sequence

from app.workloads.cycle_language import Numbers, UserState


class Dealt(UserState):
    """State of a user that holds a deck.

    Attributes:
        cards: Remaining cards of the deck; a card is the number of an operation.
    """

    cards: Numbers


def next_card(my: Dealt, counts: Sequence[int]) -> int:
    """Deal a card; reshuffle the deck when it is empty. `counts` is the number of cards of each operation."""
    if not my.cards:
        for number, count in enumerate(counts):
            for _ in range(count):
                my.cards.append(number)
        for last in range(len(my.cards) - 1, 0, -1):
            other = my.draw(last + 1)
            card = my.cards[last]
            my.cards[last] = my.cards[other]
            my.cards[other] = card
    return my.cards.pop()


def weighted_card(my: Dealt, until: Sequence[int]) -> int:
    """Draw an operation. `until` is, for each operation, the sum of its weight and those of all operations before."""
    drawn, card = my.draw(until[-1]), 0
    for number, end in enumerate(until[:-1]):
        if drawn >= end:
            card = number + 1
    return card
