# SPDX-License-Identifier: Apache-2.0
"""Sizes of the brokerage workload (docs/brokerage.md)."""

import math

import msgspec

from app.model.dvdstore_size import size_name

TRADES_A_MB = 2_000
POSITIONS_A_CUSTOMER = 50
DAYS = {"MB": 4, "GB": 40}
"""Default number of trading days, by the unit of the size."""
FEW_DAYS = 40
"""Number of days below which the daily market is a tenth as long."""


class BrokerageRows(msgspec.Struct, frozen=True):
    """Row counts and strides derived from the number of customers and trading days.

    Every position trades once a day; the k-th trade of day d is position (k * stride + d * shift) modulo positions.

    Attributes:
        customers: Multiple of ten.
        days: Multiple of four.
    """

    customers: int
    days: int

    @property
    def accounts(self) -> int:
        """Number of accounts; each group of five customers has 25: 2, 5, 5, 5 and 8."""
        return 5 * self.customers

    @property
    def positions(self) -> int:
        """Number of positions, in ten securities per account."""
        return POSITIONS_A_CUSTOMER * self.customers

    @property
    def trades(self) -> int:
        """Number of trades in a new build."""
        return self.positions * self.days

    @property
    def securities(self) -> int:
        """Number of securities, at least 70."""
        return max(70, self.customers * 7 // 10)

    @property
    def companies(self) -> int:
        """Number of companies; five for every seven securities."""
        return self.securities * 5 // 7

    @property
    def brokers(self) -> int:
        """Number of brokers, at least 50; more than in the public model, to measure storage instead of a hot row."""
        return max(50, self.customers // 20)

    @property
    def watched(self) -> int:
        """Number of securities on each customer's watch list."""
        return min(100, self.securities)

    @property
    def market_days(self) -> int:
        """Number of days in each security's daily market."""
        return 130 if self.days < FEW_DAYS else 1300

    @property
    def cycles(self) -> int:
        """Number of cycles of four days each."""
        return self.days // 4

    @property
    def keeps(self) -> int:
        """Number of a position's cycles that leave two lots."""
        return (self.cycles + 9) // 10

    @property
    def stride(self) -> int:
        """Stride between the trades of a day, coprime to the number of positions."""
        stride = int(self.positions * 0.6180339887) | 1
        while math.gcd(stride, self.positions) != 1:
            stride += 2
        return stride

    @property
    def shift(self) -> int:
        """Shift between two days."""
        return int(self.positions * 0.3819660113)

    @property
    def inverse(self) -> int:
        """Modular inverse of the stride."""
        return pow(self.stride, -1, self.positions)


def brokerage_rows(size: str, history_days: int = 0) -> BrokerageRows:
    """Return the row counts of a size.

    Args:
        size: Name of the size, such as "10MB".
        history_days: Days over which its trades are split; 0 for the size's default.
    """
    name = size_name(size)
    number, unit = int(name[:-2]), name[-2:]
    days = history_days or DAYS[unit]
    trades = TRADES_A_MB * number * (1_000 if unit == "GB" else 1)
    return BrokerageRows(max(10, trades // (POSITIONS_A_CUSTOMER * days) // 10 * 10), days)
