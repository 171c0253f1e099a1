# SPDX-License-Identifier: Apache-2.0
"""Mix of order entry's transactions, and a terminal's times (docs/order-entry.md)."""

from collections.abc import Mapping
from typing import NamedTuple

from app.model.pause import Pause


class MixedTransaction(NamedTuple):
    """Transaction of the mix.

    Attributes:
        percent: Share of all transactions.
        keying_s: Keying time of a terminal.
        think_s: Mean think time of a terminal.
        p90_s: Bound of the response time's 90th percentile.
    """

    percent: int
    keying_s: float
    think_s: float
    p90_s: float


MIX: Mapping[str, MixedTransaction] = {
    "new_order": MixedTransaction(45, 18, 12, 5),
    "payment": MixedTransaction(43, 3, 12, 5),
    "order_status": MixedTransaction(4, 2, 10, 5),
    "delivery": MixedTransaction(4, 2, 5, 5),
    "stock_level": MixedTransaction(4, 2, 5, 20),
}
TERMINAL: Mapping[str, Pause] = {key: Pause(one.think_s, one.keying_s, "exponential") for key, one in MIX.items()}
"""Pauses of a terminal. The keying time follows its transaction instead of preceding it, which gives the same rate."""
TERMINAL_MEAN_S = sum(one.percent * (one.keying_s + one.think_s) for one in MIX.values()) / 100
