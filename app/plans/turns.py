# SPDX-License-Identifier: Apache-2.0
"""Turns: when each system is under load, with which kind of I/O, and with which seed."""

import random
from collections.abc import Sequence

import msgspec

from app.model.steps import IoPass


class Turn(msgspec.Struct, frozen=True):
    """One period under load, on restored databases.

    Attributes:
        repeat: Number of the repeat, from 1.
        systems: Indexes of the systems under load, from 0.
        io_pass: Kind of I/O, if the plan has several passes.
    """

    repeat: int
    systems: tuple[int, ...]
    io_pass: IoPass | None = None

    @property
    def begins(self) -> bool:
        """True for the first pass of a repeat."""
        return self.io_pass is None or self.io_pass.number == 0


def turns(systems: Sequence[int], repeats: int, *, alternating: bool, passes: Sequence[IoPass] = ()) -> list[Turn]:
    """Return the turns of a run.

    In each repeat, all systems run at once, or they run one after another; the order is reversed in every other repeat
    (A B B A A B ...), so that drift affects both systems alike.
    """
    present = [(repeat, tuple(systems)) for repeat in range(1, repeats + 1)]
    if alternating:
        present = [
            (repeat, (system,))
            for repeat in range(1, repeats + 1)
            for system in (systems if repeat % 2 else list(reversed(systems)))
        ]
    return [Turn(repeat, together, io_pass) for repeat, together in present for io_pass in passes or (None,)]


def seed_of(seed: int, repeat: int) -> int:
    """Return the seed of a repeat, equal on all systems: first the run's own, later one derived from it (above 0)."""
    return seed if repeat == 1 else random.Random(f"{seed}/{repeat}").randrange(1, 2**31)
