# SPDX-License-Identifier: Apache-2.0
"""Amounts in a system's facts, as people write them: "24 x 15K SAS", "$8,478", "483.8 W", "1.2 TB", "2 x 8", "2U"."""

import math
import re
from typing import Literal

Basis = Literal["disk", "price", "watt under load", "gigabyte", "core", "rack unit"]

NAMES: dict[Basis, tuple[str, ...]] = {
    # Names of facts, in lower case and without a unit in brackets; the first name found is used.
    "disk": ("disks", "disk count", "number of disks", "drives"),
    "price": ("price", "cost", "total price"),
    "watt under load": ("power under load", "watts under load", "load power", "power", "watts"),
    "gigabyte": ("capacity", "usable capacity", "storage capacity", "gigabytes", "gb"),
    "core": ("cores", "cpu cores", "processor cores", "number of cores", "core count"),
    "rack unit": ("rack units", "rack unit", "height"),
}
_SIZES: dict[Basis, dict[str, float]] = {
    # Units, with their sizes in the basis's own unit; gigabytes are 10^9 bytes, as vendors count them.
    "watt under load": {"": 1, "w": 1, "watt": 1, "watts": 1, "kw": 1e3},
    "gigabyte": {
        "": 1, "mb": 1e-3, "gb": 1, "tb": 1e3, "pb": 1e6,
        "mib": 2**20 / 1e9, "gib": 2**30 / 1e9, "tib": 2**40 / 1e9, "pib": 2**50 / 1e9,
    },
    "rack unit": {"": 1, "u": 1, "ru": 1, "he": 1, "rack": 1},
}  # fmt: skip
_SOCKETS = re.compile(r"^(?P<sockets>\d+)(?P<gap>\s*)[x×](?P=gap)(?P<cores>\d+)\b", re.IGNORECASE)
_AMOUNT = re.compile(r"^(?P<before>[^\d+\-.,]*+)(?P<number>[-+]?[\d.,'\u2019\u00a0\u202f]*\d)\s*(?P<after>[^\d\s]*)")


def plain_name(name: str) -> str:
    """Return a fact's name as in `NAMES`: "Price (USD)" is "price"."""
    return re.split(r"[(\[]", name, maxsplit=1)[0].strip().casefold()


def _in_brackets(name: str) -> str:
    found = re.search(r"[(\[]([^()\[\]]*)[)\]]", name)
    return found[1].strip() if found else ""


def amount_of(fact: object, basis: Basis, name: str) -> tuple[float, str]:
    """Return the number at the start of a fact, in the basis's unit (NaN if absent), and a price's currency.

    Args:
        fact: Value of the fact.
        basis: Basis whose unit is used.
        name: Name of the fact, which may contain the unit in brackets.
    """
    unit_of_name = _in_brackets(name)
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
    """Return the number in the basis's unit, or NaN if the unit does not fit. Disks have no unit: "24 x SAS" are 24."""
    sizes = _SIZES.get(basis)
    return number if sizes is None else number * sizes.get(unit.casefold().strip(".,;:()"), math.nan)


def _number(text: str) -> float:
    """Parse a number as people write it: 8,478 and 8'478 and 8.478,00 and 1,5; a single point is decimal: 8.478."""
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
