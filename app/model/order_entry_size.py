# SPDX-License-Identifier: Apache-2.0
"""Sizes of the order-entry workload (docs/order-entry.md)."""

import re

import msgspec

from app.model.dvdstore_size import size_name

VALID_SIZES = 'a number of warehouses such as "8W", or a whole number of MB or GB such as "10MB", "1GB" or "250GB"'
MB_A_WAREHOUSE = 100
TENTHS = 10
MOST_WAREHOUSES = 20_000
"""Largest number of warehouses for which the numbers of stock rows fit in 31 bits."""


class OrderEntryRows(msgspec.Struct, frozen=True):
    """Row counts of a size.

    Attributes:
        warehouses: Number of warehouses.
        tenths: Tenths of the usual rows that a warehouse has: ten, except in sizes below one warehouse.
    """

    warehouses: int
    tenths: int = TENTHS

    @property
    def items(self) -> int:
        """Number of items, each in stock in every warehouse."""
        return 10_000 * self.tenths

    @property
    def customers(self) -> int:
        """Number of customers in a district; a new build has as many orders per district."""
        return 300 * self.tenths

    @property
    def waiting(self) -> int:
        """Number of a district's newest orders, which are undelivered in a new build."""
        return 90 * self.tenths

    @property
    def names(self) -> int:
        """Number of last names in use; each is used by one of a district's first customers."""
        return min(1000, self.customers)


def canonical_size(size: str) -> str:
    """Return the canonical name of a size: "8 w" is "8W".

    Raises:
        ValueError: The size is invalid; the message lists the valid forms.
    """
    text = re.sub(r"\s+", "", size).upper()
    match = re.fullmatch(r"(\d{1,5})W", text, re.ASCII)
    if match is None:
        return size_name(text)
    if not 1 <= int(match[1]) <= MOST_WAREHOUSES:
        raise ValueError(f"database size {size!r} must lie between 1W and {MOST_WAREHOUSES}W; valid: {VALID_SIZES}")
    return f"{int(match[1])}W"


def order_entry_rows(size: str) -> OrderEntryRows:
    """Return the row counts: 100 MB are one warehouse; smaller sizes have one with a tenth or more of its rows."""
    name = canonical_size(size)
    if name.endswith("W"):
        return OrderEntryRows(int(name[:-1]))
    megabytes = int(name[:-2]) * (1000 if name.endswith("GB") else 1)
    if megabytes < MB_A_WAREHOUSE:
        return OrderEntryRows(1, max(1, round(megabytes / MB_A_WAREHOUSE * TENTHS)))
    return OrderEntryRows(min(MOST_WAREHOUSES, round(megabytes / MB_A_WAREHOUSE)))
