"""Repeats: which systems are under load when, doing which part of the plan, and with which seed."""

import random
from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class PlanPart:
    """What is done in one part of a plan, where that is not the same all the time: I/Os of one size.

    number: in its repeat, from 0. name: "read" or "write". words: for people.
    """

    number: int
    name: str
    block_kb: int
    read_percent: float
    words: str


@dataclass(frozen=True, slots=True)
class Stint:
    """One stretch under load, on databases that were restored. repeat: from 1. systems: their places, from 0.

    part: of a plan that has several, one after the other.
    """

    repeat: int
    systems: tuple[int, ...]
    part: PlanPart | None = None

    @property
    def begins(self) -> bool:
        """Whether it is not a further part of what went before."""
        return self.part is None or self.part.number == 0


def stints(
    systems: Sequence[int], repeats: int, *, alternating: bool, parts: Sequence[PlanPart | None] = (None,)
) -> list[Stint]:
    """All systems at once in each repeat; or one after the other, turned round in every other repeat (A B B A A B ...),
    so that what drifts with time touches both alike."""
    turns = [(repeat, tuple(systems)) for repeat in range(1, repeats + 1)]
    if alternating:
        turns = [
            (repeat, (system,))
            for repeat in range(1, repeats + 1)
            for system in (systems if repeat % 2 else list(reversed(systems)))
        ]
    return [Stint(repeat, present, part) for repeat, present in turns for part in parts]


def seed_of(seed: int, repeat: int) -> int:
    """The seed of a repeat, the same on every system: the run's own for the first, then one drawn from it (above 0)."""
    return seed if repeat == 1 else random.Random(f"{seed}/{repeat}").randrange(1, 2**31)
