# SPDX-License-Identifier: Apache-2.0
"""Sizes of a DVD Store (docs/dvdstore.md)."""

import re
from types import MappingProxyType

import msgspec

VALID_SIZES = "small (10MB), medium (1GB), large (100GB), or a whole number of MB or GB such as 10MB, 500MB, 1GB, 250GB"
NAMED_SIZES = MappingProxyType({"SMALL": "10MB", "MEDIUM": "1GB", "LARGE": "100GB"})
MAX_MB = 1_000_000
MAX_GB = 1_000  # 2,000 million customers: the largest whole step whose row numbers fit in 31 bits


class DvdStoreRows(msgspec.Struct, frozen=True):
    """Row counts of a size; those of order lines (5 per order) and purchase history follow from the generator."""

    customers: int
    orders: int
    products: int


def size_name(size: str) -> str:
    """Return the canonical name of a size: "10 mb" and "small" are "10MB".

    Raises:
        ValueError: The size is invalid; the message lists the valid forms.
    """
    text = re.sub(r"\s+", "", size).upper()
    text = NAMED_SIZES.get(text, text)
    match = re.fullmatch(r"(\d{1,9})(MB|GB)", text, re.ASCII)
    if match is None:
        raise ValueError(f"database size {size!r} is not understood; valid: {VALID_SIZES}")
    number, unit = int(match[1]), match[2]
    limit = MAX_MB if unit == "MB" else MAX_GB
    if not 1 <= number <= limit:
        raise ValueError(f"database size {size!r} must lie between 1{unit} and {limit}{unit}; valid: {VALID_SIZES}")
    return f"{number}{unit}"


def rows_of(size: str) -> DvdStoreRows:
    """Return the row counts: n MB is n/10 of the 10 MB row, 1GB has a separate row, n GB is n/100 of the 100 GB row."""
    name = size_name(size)
    number, unit = int(name[:-2]), name[-2:]
    if unit == "MB":
        return DvdStoreRows(customers=2_000 * number, orders=1_200 * number, products=1_000 * number)
    if number == 1:
        return DvdStoreRows(customers=2_000_000, orders=1_200_000, products=100_000)
    return DvdStoreRows(customers=2_000_000 * number, orders=1_200_000 * number, products=10_000 * number)
