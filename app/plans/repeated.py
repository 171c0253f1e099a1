"""Repeats: which systems are under load when, and with which seed."""

import random
from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Stint:
    """One stretch under load, on databases that were restored. repeat: from 1. systems: their places, from 0."""

    repeat: int
    systems: tuple[int, ...]


def stints(systems: Sequence[int], repeats: int, *, alternating: bool) -> list[Stint]:
    """All systems at once in each repeat; or one after the other, turned round in every other repeat (A B B A A B ...),
    so that what drifts with time touches both alike."""
    if not alternating:
        return [Stint(repeat, tuple(systems)) for repeat in range(1, repeats + 1)]
    return [
        Stint(repeat, (system,))
        for repeat in range(1, repeats + 1)
        for system in (systems if repeat % 2 else list(reversed(systems)))
    ]


def seed_of(seed: int, repeat: int) -> int:
    """The seed of a repeat, the same on every system: the run's own for the first, then one drawn from it (above 0)."""
    return seed if repeat == 1 else random.Random(f"{seed}/{repeat}").randrange(1, 2**31)
