# SPDX-License-Identifier: Apache-2.0
"""Figures per disk, price, watt, gigabyte, core and rack unit, always shown next to the raw figure.

Only throughput (orders, I/Os, bytes per second) is divided, by the resources that produced it: a load over the watts of
an idle system, or one resource over another, is meaningless. Divisors come from a system's facts, as people write them
("24 x 15K SAS", "$8,478", "483.8 W", "1.2 TB", "2 x 8", "2U"), or from a measured counter. An unusable divisor has a
reason instead of a figure: no result is ever infinite.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass

import msgspec

from app.model.fact_amounts import NAMES, Basis, amount_of, plain_name

_UNITS: dict[Basis, str] = {
    "disk": "disk", "watt under load": "W", "gigabyte": "GB", "core": "core", "rack unit": "U",
}  # fmt: skip
"""Unit by which a figure is divided; for a price, it is the price's currency."""


class Divisor(msgspec.Struct, frozen=True):
    """A divisor of figures.

    Attributes:
        value: Value in the basis's unit (disks, currency, W, GB, cores, rack units); NaN if unknown.
        unit: Unit: "$", "W", "GB", "U", "disk", "core".
        source: Origin of the value, as text.
        reason: Why the divisor is unusable; empty if it is usable.
    """

    basis: Basis
    value: float
    unit: str
    source: str
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Quotient:
    """A normalized figure, or NaN with a reason.

    Attributes:
        unit: Unit, such as "/W" or "$".
        low: Lower end of the 95 % interval of the geometric mean of several runs, NaN with fewer than 2; same for
            `high`.
    """

    value: float
    unit: str
    reason: str = ""
    low: float = math.nan
    high: float = math.nan


def divisor_of_facts(basis: Basis, facts: Mapping[str, object]) -> Divisor:
    """Return the divisor from the first of a system's facts that states the basis."""
    by_name = {plain_name(name): (name, fact) for name, fact in facts.items()}
    for wanted in NAMES[basis]:
        if wanted in by_name:
            name, fact = by_name[wanted]
            value, unit = amount_of(fact, basis, name)
            return divisor_of_value(basis, value, unit, source=f"{name} = {fact}")
    return Divisor(basis, math.nan, "", "", f"no fact tells its {_MEANT[basis]}")


def divisor_of_value(basis: Basis, value: float, unit: str = "", *, source: str) -> Divisor:
    """Return a measured or given divisor; if it is missing, zero or negative, it has a reason.

    For a price, `unit` is the currency.
    """
    unit = _UNITS.get(basis, unit)
    if not math.isfinite(value):
        return Divisor(basis, math.nan, unit, source, f"{source}: no amount")
    if value <= 0:
        return Divisor(basis, math.nan, unit, source, f"{source}: nothing can be divided by {value:g}")
    return Divisor(basis, value, unit, source)


def per(figure: float, divisor: Divisor) -> Quotient:
    """Return a figure per disk, watt, ...: 146,931 orders/min at 483.8 W are 303.7 per watt."""
    unit = f"/{divisor.unit}" if divisor.unit else ""
    if divisor.reason:
        return Quotient(math.nan, unit, divisor.reason)
    if not _held(figure):
        return Quotient(math.nan, unit, "the figure itself is missing")
    return _finite(figure / divisor.value, unit)


def price_of(figure: float, divisor: Divisor) -> Quotient:
    """Return the price of one unit of the figure: $8,478 at 5,500 IOPS are $1.54 each."""
    if divisor.reason:
        return Quotient(math.nan, divisor.unit, divisor.reason)
    if not _held(figure):
        return Quotient(math.nan, divisor.unit, "the figure itself is missing")
    if figure == 0:
        return Quotient(math.nan, divisor.unit, "the figure is 0: nothing was got for it")
    return _finite(divisor.value / figure, divisor.unit)


def quotient_of(figure: float, divisor: Divisor) -> Quotient:
    """Return a figure per disk, watt, ..., or the price of one unit of the figure."""
    return price_of(figure, divisor) if divisor.basis == "price" else per(figure, divisor)


def comparable(baseline: Divisor, challenger: Divisor) -> str:
    """Return why the normalized figures of two systems must not be compared; "" if they can be compared."""
    if baseline.reason or challenger.reason:
        return baseline.reason or challenger.reason
    if baseline.unit != challenger.unit:
        units = f"{baseline.unit or 'no unit'}, the other in {challenger.unit or 'none'}"
        return f"one {_MEANT[baseline.basis]} is in {units}"
    return ""


_MEANT: dict[Basis, str] = {
    "disk": "number of disks",
    "price": "price",
    "watt under load": "power under load",
    "gigabyte": "capacity",
    "core": "number of cores",
    "rack unit": "rack units",
}


def _held(figure: float) -> bool:
    return math.isfinite(figure) and figure >= 0


def _finite(value: float, unit: str) -> Quotient:
    return Quotient(value, unit) if math.isfinite(value) else Quotient(math.nan, unit, "the figure is out of range")
