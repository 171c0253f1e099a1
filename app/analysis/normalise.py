"""Figures per disk, price, watt, gigabyte, core and rack unit. The raw figure always stands beside.

Only what was got (orders, I/Os, bytes a second) is divided, by what it was got with: a load over the watts of an idle
system, or one resource over another, says nothing. What a figure is divided by comes from a system's facts, as people
write them ("24 x 15K SAS", "$8,478", "483.8 W", "1.2 TB", "2 x 8", "2U"), or from a measured counter. Whatever can't be
divided by has a reason instead of a figure: nothing here is ever infinite.
"""

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

Basis = Literal["disk", "price", "watt under load", "gigabyte", "core", "rack unit"]

NAMES: dict[Basis, tuple[str, ...]] = {
    # The names of facts, in lower case and without a unit in brackets, the first found counts.
    "disk": ("disks", "disk count", "number of disks", "drives"),
    "price": ("price", "cost", "total price"),
    "watt under load": ("power under load", "watts under load", "load power", "power", "watts"),
    "gigabyte": ("capacity", "usable capacity", "storage capacity", "gigabytes", "gb"),
    "core": ("cores", "cpu cores", "processor cores", "number of cores", "core count"),
    "rack unit": ("rack units", "rack unit", "height"),
}
_SIZES: dict[Basis, dict[str, float]] = {
    # Units with their size in the basis's own; gigabytes are 10^9 bytes as vendors count them.
    "watt under load": {"": 1, "w": 1, "watt": 1, "watts": 1, "kw": 1e3},
    "gigabyte": {
        "": 1, "mb": 1e-3, "gb": 1, "tb": 1e3, "pb": 1e6,
        "mib": 2**20 / 1e9, "gib": 2**30 / 1e9, "tib": 2**40 / 1e9, "pib": 2**50 / 1e9,
    },
    "rack unit": {"": 1, "u": 1, "ru": 1, "he": 1, "rack": 1},
}  # fmt: skip
_UNITS: dict[Basis, str] = {
    "disk": "disk", "watt under load": "W", "gigabyte": "GB", "core": "core", "rack unit": "U",
}  # fmt: skip
"""What a figure is said to be per; a price's is its currency."""
_SOCKETS = re.compile(r"^(?P<sockets>\d+)(?P<gap>\s*)[x×](?P=gap)(?P<cores>\d+)\b", re.IGNORECASE)
_AMOUNT = re.compile(r"^(?P<before>[^\d+\-.,]*)(?P<number>[-+]?[\d.,'\u2019\u00a0\u202f]*\d)\s*(?P<after>[^\d\s]*)")


@dataclass(frozen=True, slots=True)
class Divisor:
    """What figures are divided by. value: in the basis's unit (disks, currency, W, GB, cores, rack units); NaN: none.

    unit: "$", "W", "GB", "U", "disk", "core"; source: where it is from, in words. reason: why there is none, or empty.
    """

    basis: Basis
    value: float
    unit: str
    source: str
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Quotient:
    """A normalised figure; NaN with a reason, or a figure without. unit: "/W", "$". low, high: of several runs the 95 %
    interval of their geometric mean; NaN where there are fewer than 2."""

    value: float
    unit: str
    reason: str = ""
    low: float = math.nan
    high: float = math.nan


def divisor_of_facts(basis: Basis, facts: Mapping[str, object]) -> Divisor:
    """The first of a system's facts that tells the basis. facts: texts or numbers by name."""
    by_name = {_plain(name): (name, fact) for name, fact in facts.items()}
    for wanted in NAMES[basis]:
        if wanted in by_name:
            name, fact = by_name[wanted]
            value, unit = _amount(fact, basis, _in_brackets(name))
            return divisor_of_value(basis, value, unit, source=f"{name} = {fact}")
    return Divisor(basis, math.nan, "", "", f"no fact tells its {_MEANT[basis]}")


def divisor_of_value(basis: Basis, value: float, unit: str = "", *, source: str) -> Divisor:
    """A measured or given divisor: what is missing, zero or negative gets its reason. unit: a price's currency."""
    unit = _UNITS.get(basis, unit)
    if not math.isfinite(value):
        return Divisor(basis, math.nan, unit, source, f"{source}: no amount")
    if value <= 0:
        return Divisor(basis, math.nan, unit, source, f"{source}: nothing can be divided by {value:g}")
    return Divisor(basis, value, unit, source)


def per(figure: float, divisor: Divisor) -> Quotient:
    """A figure for each disk, watt, ...: 146,931 orders/min at 483.8 W are 303.7 a watt."""
    unit = f"/{divisor.unit}" if divisor.unit else ""
    if divisor.reason:
        return Quotient(math.nan, unit, divisor.reason)
    if not _held(figure):
        return Quotient(math.nan, unit, "the figure itself is missing")
    return _finite(figure / divisor.value, unit)


def price_of(figure: float, divisor: Divisor) -> Quotient:
    """What one of the figure costs: $8,478 at 5,500 IOPS are $1.54 for each."""
    if divisor.reason:
        return Quotient(math.nan, divisor.unit, divisor.reason)
    if not _held(figure):
        return Quotient(math.nan, divisor.unit, "the figure itself is missing")
    if figure == 0:
        return Quotient(math.nan, divisor.unit, "the figure is 0: nothing was got for it")
    return _finite(divisor.value / figure, divisor.unit)


def quotient_of(figure: float, divisor: Divisor) -> Quotient:
    """A figure for each disk, watt, ..., or what one of it costs."""
    return price_of(figure, divisor) if divisor.basis == "price" else per(figure, divisor)


def comparable(baseline: Divisor, challenger: Divisor) -> str:
    """Why two systems' normalised figures must not be compared; empty where they may."""
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


def _plain(name: str) -> str:
    return re.sub(r"\s*[(\[].*", "", name).strip().casefold()


def _in_brackets(name: str) -> str:
    found = re.search(r"[(\[]\s*([^)\]]*?)\s*[)\]]", name)
    return found[1] if found else ""


def _amount(fact: object, basis: Basis, unit_of_name: str) -> tuple[float, str]:
    """The number that a fact begins with, in the basis's unit, and a price's currency; NaN where there is none."""
    if isinstance(fact, int | float) and not isinstance(fact, bool):
        return _sized(float(fact), basis, unit_of_name), unit_of_name
    if basis == "core" and isinstance(fact, str) and (sockets := _SOCKETS.match(fact.strip())):
        return float(sockets["sockets"]) * float(sockets["cores"]), ""
    found = _AMOUNT.match(fact.strip()) if isinstance(fact, str) else None
    if found is None:
        return math.nan, ""
    number = _number(found["number"])
    if basis == "price":
        return number, (found["before"].split() or [found["after"] or unit_of_name])[-1]
    return _sized(number, basis, found["after"] or unit_of_name), ""


def _sized(number: float, basis: Basis, unit: str) -> float:
    """The number in the basis's unit; NaN for a unit that is none of it. Disks have none: "24 x SAS" are 24."""
    sizes = _SIZES.get(basis)
    return number if sizes is None else number * sizes.get(unit.casefold().strip(".,;:()"), math.nan)


def _number(text: str) -> float:
    """A number as people write it: 8,478 and 8'478 and 8.478,00 and 1,5. A single point is a decimal one: 8.478."""
    text = re.sub("['\u2019\u00a0\u202f]", "", text)
    comma, point = text.rfind(","), text.rfind(".")
    if comma > point >= 0 or text.count(".") > 1:
        text = text.replace(".", "").replace(",", ".")
    elif comma >= 0 and point < 0 and not re.fullmatch(r"[-+]?[1-9]\d{0,2}(,\d{3})+", text):
        text = text.replace(",", ".")
    else:
        text = text.replace(",", "")
    try:
        return float(text)
    except ValueError:
        return math.nan
