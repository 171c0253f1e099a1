# SPDX-License-Identifier: Apache-2.0
"""Values of counters between two readings."""

import math

from collectors.series import Reading, Series


def made(series: Series, before: Reading, after: Reading) -> float:
    """Return the counter's value between two readings, computed as collectors/series.py defines for each kind."""
    if series.kind == "gauge":
        return after.values[series.value]
    if series.kind == "share":
        return series.scale * after.values[series.value] / after.values[series.base]
    value = after.values[series.value] - before.values[series.value]
    if series.kind == "rate":
        return series.scale * value / (after.time_s - before.time_s)
    base = after.values[series.base] - before.values[series.base]
    return series.scale * value / base if base else math.nan
