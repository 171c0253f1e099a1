# SPDX-License-Identifier: Apache-2.0
"""Turns: which systems are under load when, with which kind of I/O, and with which seed."""

import random
from collections.abc import Sequence

import msgspec

from app.model.steps import IoPass


class Turn(msgspec.Struct, frozen=True):
    """One stretch under load, on databases that were restored. repeat: from 1. systems: their places, from 0.

    io_pass: of a plan that goes through several.
    """

    repeat: int
    systems: tuple[int, ...]
    io_pass: IoPass | None = None

    @property
    def begins(self) -> bool:
        """Whether it is not a further pass of what went before."""
        return self.io_pass is None or self.io_pass.number == 0


def turns(systems: Sequence[int], repeats: int, *, alternating: bool, passes: Sequence[IoPass] = ()) -> list[Turn]:
    """All systems at once in each repeat; or one after the other, turned round in every other repeat (A B B A A B ...),
    so that what drifts with time touches both alike."""
    present = [(repeat, tuple(systems)) for repeat in range(1, repeats + 1)]
    if alternating:
        present = [
            (repeat, (system,))
            for repeat in range(1, repeats + 1)
            for system in (systems if repeat % 2 else list(reversed(systems)))
        ]
    return [Turn(repeat, together, io_pass) for repeat, together in present for io_pass in passes or (None,)]


def seed_of(seed: int, repeat: int) -> int:
    """The seed of a repeat, the same on every system: the run's own for the first, then one drawn from it (above 0)."""
    return seed if repeat == 1 else random.Random(f"{seed}/{repeat}").randrange(1, 2**31)
