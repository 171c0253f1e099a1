# SPDX-License-Identifier: Apache-2.0
"""Cases of the number format, printed in Python and in the page's script."""

import itertools
import math
import random
from collections.abc import Sequence

Case = tuple[str, Sequence[float | str]]

EDGES = (
    0.0, -0.0, 1e-12, 9.995e-10, 1e-9, 0.00040, 0.0009995, 0.001, 0.0219, 0.0995, 0.099949, 0.09995, 0.5, 0.65, 0.949,
    0.9994, 0.9995, 0.99951, 1.0, 1.25, 2.5, 9.95, 9.995, 10, 65.365, 99.9, 99.94, 99.95, 99.96, 100, 100.5, 101.5, 999,
    999.5, 1000, 1234.5, 12345.678, 146931, 281741.49, 999999.5, 1e6, 1234567.5, 4.5e9, 123456789012.5, 1e15, 1e18,
    -0.04, -0.5, -1.25, -12.5, -1234.5, math.nan, math.inf,
)  # fmt: skip
UNITS = ("", "s", "B", "B/s", "%", "/s", "/min", "W", "constructor", "__proto__")
RATIOS = (
    (1, 1.92), (100, 14.5), (1, 13.94), (1, 138.2), (3, 3), (3, 2.999), (1, 0.0005), (1, 2e6), (0, 1), (1, 0), (-1, 2),
    (math.nan, 1), (1, math.nan), (1, 0.9995), (1, 9.995), (1, 99.95), (7, 0.0071), (1, 0.12345),
)  # fmt: skip
DURATIONS = (0, 0.99, 59.999, 60, 61, 599, 3599.9, 3600, 3723, 86400, 360000, -0.2, -1, -5, -65, math.nan)


def _random(count: int) -> list[float]:
    source = random.Random(7)
    return [source.choice((1, -1)) * 10 ** source.uniform(-10, 14) for _ in range(count)] + [
        round(source.uniform(0, 2000), source.randint(0, 4)) for _ in range(count)
    ]


CASES: tuple[Case, ...] = (
    *(("valueText", pair) for pair in itertools.product(EDGES, UNITS)),
    *(("labelText", pair) for pair in itertools.product(EDGES, UNITS[:5])),
    *(("valueText", (value, unit)) for value in _random(200) for unit in ("", "s", "B/s")),
    *(("countText", (value,)) for value in (*EDGES, *_random(100))),
    *(("ratioText", pair) for pair in RATIOS),
    *(("ratioText", (1, abs(value))) for value in _random(100)),
    *(("durationText", (value,)) for value in DURATIONS),
)
