# SPDX-License-Identifier: Apache-2.0
"""Pauses of a user between two transactions."""

import math
from collections.abc import Callable
from typing import Literal

import msgspec

LONGEST_PAUSE = 10.0
"""Longest exponential pause, in multiples of its mean."""


class Pause(msgspec.Struct, frozen=True):
    """Pause after a transaction, outside its latency.

    Attributes:
        fixed_s: Constant part.
        mean_s: Mean of the random part.
        spread: Distribution of the random part: uniform from 0 to twice the mean, or negative exponential, at most ten
            times the mean.
    """

    mean_s: float
    fixed_s: float = 0.0
    spread: Literal["uniform", "exponential"] = "uniform"

    def drawn_s(self, random: Callable[[], float]) -> float:
        """Draw a pause in seconds; `random` returns numbers in [0, 1). Same as crew_think_ns in native/crew.c."""
        drawn = random()
        factor = 2 * drawn if self.spread == "uniform" else min(-math.log(1 - drawn), LONGEST_PAUSE)
        return self.fixed_s + self.mean_s * factor
