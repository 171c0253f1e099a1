# SPDX-License-Identifier: Apache-2.0
"""Merging of figures from several targets of a system, or from several logs of a run.

Counts, rates and amounts add up; maxima are maxima; averages are weighted by counts. Percentiles and standard
deviations cannot be merged and are shown for each target. The kind of a figure is inferred from its name and unit.
"""

import math
import re
from collections.abc import Mapping, Sequence
from typing import Literal

Rule = Literal["sum", "mean", "largest", "smallest", "apart"]

_LARGEST = re.compile(r"(?<![a-z])(max|maximum|peak|longest|highest)(?![a-z])|(?<![a-z])max(?=[A-Z])|MaxRT")
_SMALLEST = re.compile(r"(?<![a-z])(min|minimum|shortest|lowest)(?![a-z])")
_APART = re.compile(
    r"(?<![a-z0-9])p\d{1,2}(\.\d+)?(?![a-z0-9])|percentile|median|std\b|std\. dev|stddev|deviation|variance|"
    r"temperature|frequency|mhz|expectancy|version|uptime|up time|load average"
)
_MEAN = re.compile(r"(?<![a-z])(avg|average|mean|ratio|latency|response|share|percent|lag)(?![a-z])|avgrt|(sec|ms)/")
_MEAN_UNITS = ("%", "s", "ms", "µs", "us", "ns")
_PER_MINUTE = re.compile(r"/min$")
_WEIGHTS = ("IOPS", "TPS", "Transactions", "OPM", "NOPM", "Events/s", "Queries/s", "TPM")
"""Figures that weight an output's averages; the first one in the output is used."""


def rule_of(name: str, unit: str) -> Rule:
    """Return the merge rule of a figure or counter, whose name is without object and instance."""
    plain = name.lower()
    if _APART.search(plain):
        return "apart"
    if _LARGEST.search(plain) or "MaxRT" in name:
        return "largest"
    # "Transactions/min" is a rate, "latency ms min" a minimum.
    if _SMALLEST.search(_PER_MINUTE.sub("", plain)):
        return "smallest"
    if "queue length" in plain:
        return "sum"
    return "mean" if unit in _MEAN_UNITS or _MEAN.search(plain) else "sum"


def weight_of(name: str, names: Sequence[str]) -> str:
    """Return the name of the figure that weights an average.

    Returns:
        One of the names in the output, "" if none fits, or "1" if all targets have the same weight (a share of the
        time).
    """
    label, _, metric = name.rpartition(": ")
    prefix = f"{label}: " if label else ""
    if metric.startswith(("CPU %", "Idle %")):
        return "1"
    side = metric.partition(" latency")[0] if " latency" in metric else ""
    wanted = [f"{prefix}{side} {counted}" for counted in ("IOPS", "calls")] if side else []
    wanted += [] if side else [prefix + counted for counted in _WEIGHTS]
    return next((one for one in wanted if one in names), "")


def merged(name: str, unit: str, targets: Sequence[Mapping[str, float]]) -> float:
    """Return the merged figure of several targets; NaN if it cannot be merged.

    Args:
        name: Name of the figure.
        unit: Unit of the figure.
        targets: Figures of each target.
    """
    values = [held.get(name, math.nan) for held in targets]
    if not values or not all(map(math.isfinite, values)):
        return math.nan
    rule = rule_of(name.rpartition(": ")[2], unit)
    if rule == "sum":
        return math.fsum(values)
    if rule in ("largest", "smallest"):
        return max(values) if rule == "largest" else min(values)
    if rule == "apart":
        return math.nan
    weight = weight_of(name, sorted(set.intersection(*(set(held) for held in targets))))
    weights = [1.0 if weight == "1" else held.get(weight, math.nan) for held in targets]
    if not all(map(math.isfinite, weights)) or not sum(weights) > 0:
        return math.nan
    return math.fsum(value * own for value, own in zip(values, weights, strict=True)) / math.fsum(weights)
