# SPDX-License-Identifier: Apache-2.0
"""Thresholds of counters, which are values that a counter should not exceed for some time.

An example is "Avg. Disk sec/Read above 25 ms for 10 s". PAL and Performance Monitor's alerts work in the same way.
"""

import re
from collections.abc import Mapping
from fnmatch import translate
from functools import lru_cache
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from app.model.targets import Text

Level = Literal["warning", "critical"]
SETS = ("disks", "processor", "databases")
"""Names of the built-in sets, each of which is a file in resources/thresholds."""
UNITS: Mapping[str, tuple[str, float]] = {
    "s": ("s", 1.0), "ms": ("s", 1e-3), "us": ("s", 1e-6), "µs": ("s", 1e-6),
    "%": ("%", 1.0), "/s": ("/s", 1.0), "/min": ("/min", 1.0), "W": ("W", 1.0),
    "B/s": ("B/s", 1.0), "KB/s": ("B/s", 1e3), "MB/s": ("B/s", 1e6), "GB/s": ("B/s", 1e9),
    "B": ("B", 1.0), "KB": ("B", 1e3), "MB": ("B", 1e6), "GB": ("B", 1e9),
    "KiB": ("B", 2.0**10), "MiB": ("B", 2.0**20), "GiB": ("B", 2.0**30),
}  # fmt: skip
"""Units of threshold values: the counter unit to which they are converted, and the factor."""
COUNTER_UNITS: Mapping[str, tuple[str, float]] = {"KB": ("B", 2.0**10), "MB": ("B", 2.0**20)}
"""Additional units of counters: Performance Monitor's KBytes and MBytes are powers of two."""
_VALUE = re.compile(r"(?P<number>-?\d+(?:\.\d+)?)(?:\s*(?P<unit>[A-Za-zµ%/]+))?")

Value = Annotated[
    str,
    Meta(
        max_length=40,
        pattern=r"^(-?\d+(\.\d+)?(\s*(s|ms|us|µs|%|/s|/min|W|B/s|KB/s|MB/s|GB/s|B|KB|MB|GB|KiB|MiB|GiB))?)?$",
        description='a value with its unit, such as "25 ms", "80 %", "200 MB/s", or a plain number, such as "2"',
    ),
]
CounterPattern = Annotated[
    str,
    Meta(
        max_length=400,
        pattern=r"^(\\[^\\\x00-\x1f]+\\)?[^\\\x00-\x1f]+$",
        description=r'a counter such as "Avg. Disk sec/Read" or "\\PhysicalDisk(*)\\Avg. Disk sec/Read"',
    ),
]


class Threshold(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    r"""Threshold of a counter.

    Attributes:
        counter: Name of a counter of any object, or a path in which * matches any text; \Object(*)\ matches every
            instance except the total (_Total).
        above: Value with its unit; either this or `below`.
        for_s: Number of uninterrupted seconds.
        systems: Names of the systems to which it applies; () for all.
        why: Explanation for readers of a result; `source` is the origin of the value.
    """

    counter: CounterPattern
    above: Value = ""
    below: Value = ""
    for_s: Annotated[float, Meta(ge=0, le=86_400)] = 10.0
    level: Level = "warning"
    systems: Annotated[tuple[str, ...], Meta(max_length=3)] = ()
    why: Text = ""
    source: Text = ""

    @property
    def is_above(self) -> bool:
        """True if values above the limit exceed it; otherwise values below do."""
        return bool(self.above)

    @property
    def value_text(self) -> str:
        """Value as written in the scenario."""
        return self.above or self.below

    def value_in(self, unit: str) -> float | None:
        """Return the value in a counter's unit, or None if the unit is of another kind (25 ms for a percentage).

        A plain number is in the counter's unit.
        """
        found = _VALUE.fullmatch(self.value_text)
        if found is None:
            return None
        number, own = float(found["number"]), found["unit"]
        if not own:
            return number
        kind, factor = UNITS[own]
        counter_kind, counter_factor = COUNTER_UNITS.get(unit, (unit, 1.0))
        return number * factor / counter_factor if kind == counter_kind else None

    def fits(self, path: str) -> bool:
        """Return whether a counter's path matches, including totals of several instances."""
        return _pattern(self.counter).fullmatch(path if self.counter.startswith("\\") else name_of(path)) is not None

    @property
    def of_instances(self) -> bool:
        """True if it matches every instance of an object, so that a total adds no information."""
        return "(*)" in self.counter


class ThresholdFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """File of thresholds that several scenarios share."""

    thresholds: Annotated[tuple[Threshold, ...], Meta(min_length=1, max_length=200)]
    title: Text = ""


def name_of(path: str) -> str:
    """Return a counter's name without its object and instance."""
    return path.rsplit("\\", maxsplit=1)[-1]


def object_of(path: str) -> str:
    r"""Return the object and the instance of a path: "\PhysicalDisk(0 C:)"."""
    return path.rsplit("\\", maxsplit=1)[0]


@lru_cache(maxsize=1024)
def _pattern(counter: str) -> "re.Pattern[str]":
    return re.compile(translate(counter.replace("[", "[[]").replace("?", "[?]")), re.IGNORECASE)
