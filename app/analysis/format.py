# SPDX-License-Identifier: Apache-2.0
"""Number formatting for the window, tables, axes, reports and the command line.

A comparison always states its base: the first argument is the baseline, the second the challenger. The figure is a
ratio ("1.92×"), a change ("+91.8 %") or the same change in words ("58.5 % lower"); "11x more", which is ambiguous, is
never printed. Texts use '.' for decimals and ',' for thousands; a missing figure is an en dash.
"""

import math
from collections.abc import Iterable, Sequence
from decimal import ROUND_HALF_UP, Context, Decimal
from functools import lru_cache

import msgspec

NO_DATA = "–"
TIMES = "×"
AT_LEAST = "≥"
AT_MOST = "≤"

_STEPS: dict[str, tuple[tuple[float, str], ...]] = {
    # Size of each display unit in the counter's own unit, largest first.
    "s": ((1.0, "s"), (1e-3, "ms"), (1e-6, "µs"), (1e-9, "ns")),
    "B": ((1e12, "TB"), (1e9, "GB"), (1e6, "MB"), (1e3, "kB"), (1.0, "B")),
    "B/s": ((1e9, "GB/s"), (1e6, "MB/s"), (1e3, "kB/s"), (1.0, "B/s")),
}
_EXACT = Context(prec=400, rounding=ROUND_HALF_UP)
"""Decimal context that is precise enough for any float with 12 decimals."""
_OF_ZERO = {"s": (1e-3, "ms"), "B": (1e6, "MB"), "B/s": (1e6, "MB/s")}


class Scale(msgspec.Struct, frozen=True):
    """Format of all figures of an axis or of a row.

    Attributes:
        factor: Display units in one unit of the counter.
    """

    factor: float
    unit_text: str
    decimals: int


def count_text(count: float) -> str:
    """Format a whole number with thousands: 146931 -> "146,931"."""
    if not math.isfinite(count):
        return NO_DATA
    return _fixed(count, 0)


@lru_cache(maxsize=1024)  # the largest and smallest figures of a table are requested repeatedly
def value_text(value: float, unit: str) -> tuple[str, str]:
    """Return a counter's value and its display unit: (0.0219, "s") -> ("21.9", "ms"). Bytes are base 10.

    A nonzero value is never shown as 0: below 0.1, it has two significant figures. `unit` is that of
    `collectors.series.Series`; an unknown unit is returned unchanged. Missing data: ("–", the usual unit).
    """
    if not math.isfinite(value):
        return NO_DATA, _OF_ZERO.get(unit, (1.0, unit))[1]
    size, unit_text = _step(value, unit)
    return _number(value / size, whole=unit == "" and value == round(value)), unit_text


def given_text(value: float, unit: str, decimals: int) -> str:
    """Return an imported figure with the number of decimals in its source, and its unit.

    (483.8, "W", 1) -> "483.8 W", (0.0219, "s", 4) -> "21.9 ms". Excessive digits are cut to meaningful ones: two
    decimals; for a figure below 1,000, enough for six digits; for a percentage, two.
    """
    if not math.isfinite(value):
        return NO_DATA
    size, unit_text = _step(value, unit)
    return f"{given_number_text(value, 1 / size, decimals, unit)} {unit_text}".rstrip()


def given_number_text(value: float, factor: float, decimals: int, unit: str = "") -> str:
    """Format as `given_text`, in a chosen unit: (0.0219, 1000, 4) -> "21.9".

    Args:
        value: Figure to format.
        factor: Number of display units in one of the figure's units.
        decimals: Number of decimals in its source.
        unit: Unit of the figure.
    """
    if not math.isfinite(value):
        return NO_DATA
    shown = value * factor
    most = max(2, _significant_decimals(shown, 6) if shown else decimals)
    if unit == "%" and shown:
        most = max(2, _significant_decimals(shown, 2))
    return _fixed(shown, min(max(decimals - round(math.log10(factor)), 0), most, 12))


def p_text(p: float) -> str:
    """Format a probability as statistical tests do: "0.021", "0.34"; "< 0.0001" below that; "–" if missing."""
    if not math.isfinite(p):
        return NO_DATA
    return "< 0.0001" if p < 1e-4 else f"{p:.{min(max(_significant_decimals(p, 2), 2), 4)}f}"


def significant_text(value: float, figures: int = 4) -> str:
    """Format a figure without a display unit: 4 significant figures, integers in full: "303.7", "146,931", "0.6393"."""
    if not math.isfinite(value):
        return NO_DATA
    return _fixed(value, _significant_decimals(value, figures))


def money_text(amount: float, currency: str) -> str:
    """Format a price: "$1.54", "$8,478", "1.54 EUR"; below 0.1, with three significant figures.

    Half a cent is rounded up, as in commerce: 65.365 is "$65.37". `currency` is a sign or a name.
    """
    if not math.isfinite(amount):
        return NO_DATA
    size = abs(amount)
    decimals = 0 if size >= 100 else 2 if size >= 0.1 or size == 0 else _significant_decimals(size, 3)
    text = _fixed(size, decimals if size else 0)
    sign = "-" if amount < 0 else ""
    if currency and not currency[-1].isalpha():
        return f"{sign}{currency}{text}"
    return f"{sign}{text} {currency}".rstrip()


def at_least_text(text: str, at_least: bool) -> str:
    """Format a figure that may be larger than shown: "≥ 21.9 ms"."""
    return f"{AT_LEAST} {text}" if at_least and text != NO_DATA else text


def label_text(value: float, unit: str) -> str:
    """Format a value and its unit as in a hover read-out: "21.9 ms", "6,181 /s", "37"; "–" if there is no data."""
    text, unit_text = value_text(value, unit)
    return text if text == NO_DATA else f"{text} {unit_text}".rstrip()


def unit_scale(largest: float, unit: str, step: float = math.nan) -> Scale:
    """Return the scale of all labels of an axis (or a row of charts) up to `largest`.

    Args:
        largest: Largest value, in the counter's unit.
        unit: The counter's unit.
        step: Distance of two ticks, in the counter's unit: the labels get enough decimals to distinguish its multiples.
            Without it, about five ticks are assumed.
    """
    if not math.isfinite(largest):
        largest = 0.0
    size, unit_text = _step(largest, unit)
    if not math.isfinite(step) or step <= 0:
        step = abs(largest) / 5
        magnitude = 10.0 ** math.floor(math.log10(step / size)) if step > 0 else 1.0
        return Scale(1 / size, unit_text, _decimals_of(magnitude))
    return Scale(1 / size, unit_text, _decimals_of(step / size))


def row_scale(values: Iterable[float], unit: str) -> Scale:
    """Return the scale shared by the figures of one row: the unit of the largest, or a smaller one for the smallest.

    A median of 0.4 ms next to a 99th percentile of 2.1 s would be 0.00040 s, so both are printed in milliseconds.
    """
    sizes = [abs(value) for value in values if math.isfinite(value) and value]
    scale = unit_scale(max(sizes, default=0.0), unit)
    for size, unit_text in _STEPS.get(unit, ()):
        finer = 1 / size > scale.factor and max(sizes, default=0.0) / size < _MOST_IN_A_ROW
        if finer and min(sizes, default=math.inf) * scale.factor < _LEAST_IN_A_ROW:
            scale = Scale(1 / size, unit_text, 0)
    return scale


def row_texts(values: Sequence[float], unit: str) -> list[str]:
    """Format the figures of one row, each with the shared unit: [0.0004, 2.1] -> ["0.400 ms", "2,100 ms"]."""
    scale = row_scale(values, unit)
    texts = []
    for value in values:
        shown = value * scale.factor
        if not math.isfinite(shown):
            texts.append(NO_DATA)
            continue
        text = _fixed(shown, _significant_decimals(shown, 3)) if 0 < abs(shown) < 1 else _number(shown, whole=False)
        texts.append(f"{text} {scale.unit_text}".rstrip())
    return texts


_LEAST_IN_A_ROW, _MOST_IN_A_ROW = 0.01, 1e6
"""Display units: a row whose smallest figure is below the first gets a smaller unit, unless its largest exceeds the
second."""


SAID_BY_NAME = ("", "/s", "/min")
"""Units implied by a figure's own name: orders per minute, IOPS."""


def with_unit(label: str, unit: str) -> str:
    """Return a label with its unit, "I/O latency, ms"; only the label if the unit is one of its words or implied."""
    return label if unit in SAID_BY_NAME or unit in label.replace(",", " ").split() else f"{label}, {unit}"


def axis_text(value: float, scale: Scale) -> str:
    """Format a tick label, or a figure of a row, without its unit; all figures of a scale share unit and decimals."""
    if not math.isfinite(value):
        return NO_DATA
    return _fixed(value * scale.factor, scale.decimals)


def ratio_text(baseline: float, challenger: float, *, distinct_from_one: bool = False) -> str:
    """Format the ratio of challenger to baseline, 3 significant figures: "1.92×", "0.145×", "13.9×".

    Return "–" if either figure is missing or negative, or the baseline is 0.

    Args:
        baseline: Figure of the baseline.
        challenger: Figure of the challenger.
        distinct_from_one: Use up to 4 decimals if a ratio other than 1 (a system is ahead) would be printed as "1.00×".
    """
    if not _comparable(baseline, challenger):
        return NO_DATA
    ratio = challenger / baseline
    if extreme := _extreme_ratio_text(ratio):
        return extreme
    decimals = _ratio_decimals(ratio)
    return _fixed(ratio, _decimals_distinct_from_one(decimals, ratio) if distinct_from_one else decimals) + TIMES


def _extreme_ratio_text(ratio: float) -> str:
    """Return the text of a ratio that digits do not show: 0, below 0.001 or above 1,000,000; "" for others."""
    if ratio == 0:
        return "0" + TIMES
    if ratio < 0.001:
        return "< 0.001" + TIMES
    return "> 1,000,000" + TIMES if ratio > 1e6 else ""


def brief_ratio_text(ratio: float, *, distinct_from_one: bool = False) -> str:
    """Format a ratio for people who read it from afar, with 2 significant figures: "1.9×", "0.42×", "13×", "510×".

    Args:
        ratio: Challenger / baseline.
        distinct_from_one: Use up to 4 decimals if fewer print a ratio as "1.0×" that is not 1 (a system is ahead).
    """
    if not _comparable(1.0, ratio):
        return NO_DATA
    if extreme := _extreme_ratio_text(ratio):
        return extreme
    decimals = _significant_decimals(ratio, 2, most=4)
    if distinct_from_one:
        decimals = _decimals_distinct_from_one(decimals, ratio)
    return _fixed(float(f"{ratio:.2g}") if ratio >= 100 else ratio, decimals) + TIMES


def ratio_range_text(low: float, high: float) -> str:
    """Format an interval of ratios, "1.89 – 1.94": both ends with the same decimals unless they are tenfold different.

    An end other than 1 that would print as "1.00" gets up to 4 decimals, so that the range shows its side of 1.
    """
    if not (math.isfinite(low) and math.isfinite(high)):
        return NO_DATA
    if high > 10 * low:
        return f"{_fixed(low, _ratio_decimals(low))} – {_fixed(high, _ratio_decimals(high))}"
    decimals = _decimals_distinct_from_one(min(_ratio_decimals(low), _ratio_decimals(high)), low, high)
    return f"{_fixed(low, decimals)} – {_fixed(high, decimals)}"


def change_text(baseline: float, challenger: float) -> str:
    """Format the challenger's change from the baseline with its sign, one decimal: "+91.8 %", "-32.5 %", "0.0 %".

    A nonzero change keeps its sign and gets more decimals rather than being printed as 0; likewise for -100 %.
    """
    if not _comparable(baseline, challenger):
        return NO_DATA
    change = _percent(baseline, challenger)
    decimals = 0 if abs(change) >= 999.95 else _change_decimals(change)
    text = _fixed(change, decimals)
    return ("0.0" if float(text.replace(",", "")) == 0 else f"{'+' if change > 0 else ''}{text}") + " %"


def duration_text(seconds: float) -> str:
    """Format elapsed whole seconds: 1134.9 -> "18:54"; from one hour on, "1:02:03"; before the start, "-0:05"."""
    if not math.isfinite(seconds):
        return NO_DATA
    sign, whole = ("-", math.ceil(-seconds)) if seconds < 0 else ("", math.floor(seconds))
    minutes, second = divmod(whole, 60)
    hours, minute = divmod(minutes, 60)
    return f"{sign}{hours}:{minute:02d}:{second:02d}" if hours else f"{sign}{minute}:{second:02d}"


def duration_in_units(seconds: float) -> str:
    """Format a duration in its two largest units: "45 s", "3 min 33 s", "1 h 2 min"; zero parts are omitted."""
    if not math.isfinite(seconds):
        return NO_DATA
    whole = round(abs(seconds))
    if whole >= 3600:
        whole = round(whole / 60) * 60
    minutes, second = divmod(whole, 60)
    hours, minute = divmod(minutes, 60)
    parts = [f"{n} {name}" for n, name in ((hours, "h"), (minute, "min"), (second, "s")) if n]
    return ("-" if seconds < 0 and parts else "") + (" ".join(parts) or "0 s")


def _ratio_decimals(ratio: float) -> int:
    """Return the decimals for 3 significant figures of a ratio: 2 for 1.92, 0 for 138, at most 5."""
    return _significant_decimals(ratio, 3, most=5)


def _decimals_distinct_from_one(least: int, *ratios: float) -> int:
    """Return at least `least` decimals, and up to 4 if a ratio other than 1 would be printed as 1 with fewer."""
    decimals = least
    while decimals < 4 and any(ratio != 1 and round(ratio, decimals) == 1 for ratio in ratios):
        decimals += 1
    return decimals


def _comparable(baseline: float, challenger: float) -> bool:
    return math.isfinite(baseline) and math.isfinite(challenger) and baseline > 0 and challenger >= 0


def _percent(baseline: float, challenger: float) -> float:
    """Return the change in percent; above -100 unless the challenger is 0."""
    change = (challenger - baseline) / baseline * 100
    return max(change, -99.999) if challenger > 0 else change


def _change_decimals(change: float) -> int:
    """Return 1 decimal, or up to 3 if a change other than 0 % or -100 % would be printed as such with fewer."""
    decimals = 1
    while decimals < 3 and change not in (0, -100) and round(change, decimals) in (0, -100):
        decimals += 1
    return decimals


def _step(value: float, unit: str) -> tuple[float, str]:
    """Return the display unit in which a value, rounded to 3 figures, is at least 1, or else the smallest unit."""
    steps = _STEPS.get(unit)
    if steps is None:
        return 1.0, unit
    if value == 0:
        return _OF_ZERO[unit]
    rounded = float(f"{abs(value):.3g}")
    return next((step for step in steps if rounded >= step[0]), steps[-1])


def _number(value: float, *, whole: bool) -> str:
    """Format a number: an integer from 100 on, one decimal from 1 on, and below that two significant figures."""
    size = float(f"{abs(value):.3g}")
    if whole or size == 0 or size >= 100:
        decimals = 0
    elif size >= 1:
        decimals = 1
    else:
        decimals = _significant_decimals(size, 2)
    return _fixed(value, decimals)


def _fixed(value: float, decimals: int) -> str:
    """Format a number with thousands, rounded half up in decimal: 65.365 -> "65.37", which is 65.3649... in binary."""
    scaled = abs(value) * 10.0**decimals
    if scaled < 1e9 and abs(scaled % 1.0 - 0.5) > 1e-6:  # not near a half: both ways agree, this one is faster
        return _signed(f"{value:,.{decimals}f}")
    digits = f"{value:.15g}" if abs(value) < 1e15 else repr(float(value))  # 15 digits: without binary rounding noise
    return _signed(f"{Decimal(digits).quantize(Decimal(1).scaleb(-decimals), context=_EXACT):,f}")


def _significant_decimals(value: float, figures: int, most: int = 12) -> int:
    if value == 0 or not math.isfinite(value):
        return 0
    rounded = float(f"{abs(value):.{figures}g}")
    return min(max(figures - 1 - math.floor(math.log10(rounded)), 0), most)


def _decimals_of(step: float) -> int:
    """Return the fewest decimals, at most 6, with which a tick step is printed exactly."""
    return next((d for d in range(6) if abs(step * 10**d - round(step * 10**d)) < 1e-6 * step * 10**d), 6)


def _signed(text: str) -> str:
    """Return the text without the sign of a negative zero."""
    return text[1:] if text.startswith("-") and not text.strip("-0.,") else text
