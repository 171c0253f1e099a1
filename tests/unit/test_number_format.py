# SPDX-License-Identifier: Apache-2.0
"""Number formatting, checked with the published examples in docs/statistics.md and with random figures."""

import math
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.analysis.format import (
    axis_text,
    change_text,
    count_text,
    duration_in_units,
    duration_text,
    given_text,
    label_text,
    money_text,
    p_text,
    ratio_range_text,
    ratio_text,
    row_texts,
    significant_text,
    unit_scale,
    value_text,
    with_unit,
)

NAN = math.nan
figures = st.floats(min_value=1e-9, max_value=1e12)
close_ratios = st.floats(min_value=0.99, max_value=1.01)


def read(text: str) -> float:
    """Return the first number in a text."""
    found = re.search(r"[-+]?[\d,]*\.?\d+", text)
    assert found, text
    return float(found.group().replace(",", ""))


def test_published_example_with_eight_targets_is_formatted() -> None:
    assert change_text(146_931, 281_741) == "+91.8 %"
    assert ratio_text(146_931, 281_741) == "1.92×"
    assert change_text(483.8, 326.4) == "-32.5 %"
    assert change_text(146_931 / 483.8, 281_741 / 326.4) == "+184.2 %"
    assert value_text(146_931 / 483.8, "") == ("304", "")
    assert count_text(146_931) == "146,931"


def test_published_example_with_three_systems_is_formatted() -> None:
    first, second, third = 8_478 / 5_500, 13_073 / 20_450, 23_288 / 76_270
    assert change_text(first, second) == "-58.5 %"
    assert change_text(first, third) == "-80.2 %"
    assert change_text(second, first) == "+141.1 %"
    assert ratio_text(5_500, 76_270) == "13.9×"


def test_twelvefold_figure_is_12x_and_1100_percent_more() -> None:
    assert ratio_text(1, 12) == "12.0×"
    assert change_text(1, 12) == "+1,100 %"
    assert change_text(100, 42) == "-58.0 %"


@pytest.mark.parametrize(
    ("value", "unit", "expected"),
    [
        (0.0219, "s", ("21.9", "ms")),
        (850e-6, "s", ("850", "µs")),
        (2.1, "s", ("2.1", "s")),
        (999.6e-6, "s", ("1.0", "ms")),
        (0.9999, "s", ("1.0", "s")),
        (0.0, "s", ("0", "ms")),
        (-0.0034, "s", ("-3.4", "ms")),
        (48.26e6, "B/s", ("48.3", "MB/s")),
        (850.0, "B/s", ("850", "B/s")),
        (4.1e9, "B", ("4.1", "GB")),
        (6181.4, "/s", ("6,181", "/s")),
        (99.96, "%", ("100", "%")),
        (0.0312, "%", ("0.031", "%")),
        (37.0, "", ("37", "")),
        (36.84, "", ("36.8", "")),
        (-0.0001, "", ("-0.00010", "")),
        (146_931.0, "/min", ("146,931", "/min")),
        (NAN, "B/s", ("–", "MB/s")),
        (math.inf, "s", ("–", "ms")),
    ],
)
def test_values_are_scaled_to_their_display_unit(value: float, unit: str, expected: tuple[str, str]) -> None:
    assert value_text(value, unit) == expected


def test_label_consists_of_value_and_unit() -> None:
    assert label_text(0.0219, "s") == "21.9 ms"
    assert label_text(37.0, "") == "37"
    assert label_text(NAN, "s") == "–"


def test_axis_labels_share_unit_and_decimals() -> None:
    latency = unit_scale(0.04, "s", 0.01)
    assert latency.unit_text == "ms"
    assert [axis_text(tick / 100, latency) for tick in range(5)] == ["0", "10", "20", "30", "40"]
    fine = unit_scale(2.5e-3, "s", 0.5e-3)
    assert [axis_text(tick * 0.5e-3, fine) for tick in range(6)] == ["0.0", "0.5", "1.0", "1.5", "2.0", "2.5"]
    throughput = unit_scale(14_000, "/s", 3_500)
    assert (axis_text(3_500, throughput), throughput.unit_text) == ("3,500", "/s")
    assert axis_text(NAN, throughput) == "–"


@given(st.floats(min_value=1e-9, max_value=1e12), st.sampled_from(["s", "B", "B/s", "/s", "%", ""]))
def test_formatted_value_is_accurate_to_its_last_digit(value: float, unit: str) -> None:
    text, unit_text = value_text(value, unit)
    scale = {"ns": 1e-9, "µs": 1e-6, "ms": 1e-3, "kB": 1e3, "MB": 1e6, "GB": 1e9, "TB": 1e12}
    size = scale.get(unit_text.removesuffix("/s") if unit == "B/s" else unit_text, 1.0)
    shown = read(text) * size
    assert abs(shown - value) <= max(0.051 * value, 0.00051 * size)


@given(st.integers(1, 9), st.sampled_from([1.0, 2.0, 2.5, 5.0]), st.integers(-9, 11), st.sampled_from(["s", "B/s", ""]))
def test_tick_labels_are_distinct(ticks: int, nice: float, exponent: int, unit: str) -> None:
    step = nice * 10.0**exponent
    if (unit == "B/s" and step < 1e-3) or (unit == "" and step < 1e-5):
        return  # finer than the resolution of any counter
    scale = unit_scale(ticks * step, unit, step)
    labels = [axis_text(tick * step, scale) for tick in range(ticks + 1)]
    assert len(set(labels)) == len(labels)
    assert all(math.isclose(read(label) / scale.factor, tick * step, rel_tol=1e-9) for tick, label in enumerate(labels))


@pytest.mark.parametrize(("baseline", "challenger"), [(0, 5), (NAN, 1), (1, NAN), (1, math.inf), (-1, 2), (1, -2)])
def test_missing_or_zero_baseline_yields_no_ratio(baseline: float, challenger: float) -> None:
    assert ratio_text(baseline, challenger) == "–"
    assert change_text(baseline, challenger) == "–"


def test_extreme_ratios_are_shown_as_bounds() -> None:
    assert ratio_text(1, 0) == "0×"
    assert ratio_text(1e6, 1) == "< 0.001×"
    assert ratio_text(1, 1e9) == "> 1,000,000×"
    assert change_text(5, 0) == "-100.0 %"
    assert count_text(NAN) == "–"
    assert change_text(5, 5) == "0.0 %"


@given(figures, figures)
def test_change_never_has_the_wrong_sign(baseline: float, challenger: float) -> None:
    change = change_text(baseline, challenger)
    if change != "0.0 %":
        assert change.startswith("+" if challenger > baseline else "-")
    assert read(change) > -100, "something is left"
    ratio = read(ratio_text(baseline, challenger))
    assert ratio <= 1 if challenger < baseline else ratio >= 1
    exact = challenger / baseline
    assert abs(read(change) / 100 + 1 - exact) <= 0.0051 * max(exact, 0.1)


@given(figures, st.floats(min_value=0.01, max_value=1e5))
def test_ratio_has_three_significant_digits(baseline: float, ratio: float) -> None:
    assert math.isclose(read(ratio_text(baseline, baseline * ratio)), ratio, rel_tol=0.0051)


@given(close_ratios)
def test_distinct_ratio_is_never_shown_as_1_00(ratio: float) -> None:
    if abs(ratio - 1) > 1e-4:
        assert read(ratio_text(1, ratio, distinct_from_one=True)) != 1


@given(close_ratios, close_ratios)
def test_range_never_crosses_one_by_rounding(one: float, other: float) -> None:
    low, high = min(one, other), max(one, other)
    texts = ratio_range_text(low, high).split(" – ")
    assert read(texts[0]) <= read(texts[1])
    if low > 1.0001:
        assert read(texts[0]) > 1
    if high < 0.9999:
        assert read(texts[1]) < 1


def test_ratio_ranges_share_their_decimals() -> None:
    assert ratio_range_text(1.8941, 1.9419) == "1.89 – 1.94"
    assert ratio_range_text(1.002, 1.09) == "1.002 – 1.090"
    assert ratio_range_text(0.02, 120) == "0.0200 – 120"
    assert ratio_range_text(2, 20) == "2.0 – 20.0"
    assert ratio_range_text(2, 20.1) == "2.00 – 20.1"
    assert ratio_range_text(NAN, 1) == "–"


@pytest.mark.parametrize(
    ("seconds", "clock", "words"),
    [
        (1134.9, "18:54", "18 min 55 s"),
        (213, "3:33", "3 min 33 s"),
        (0, "0:00", "0 s"),
        (59.6, "0:59", "1 min"),
        (3723, "1:02:03", "1 h 2 min"),
        (7199, "1:59:59", "2 h"),
        (-4.2, "-0:05", "-4 s"),
        (NAN, "–", "–"),
    ],
)
def test_durations_are_formatted_as_clock_and_words(seconds: float, clock: str, words: str) -> None:
    assert duration_text(seconds) == clock
    assert duration_in_units(seconds) == words


@pytest.mark.parametrize(
    ("value", "unit", "decimals", "expected"),
    [
        (146_931.0, "", 0, "146,931"),
        (483.8, "W", 1, "483.8 W"),
        (2714.57, "", 2, "2,714.57"),
        (326.0, "W", 0, "326 W"),
        (0.0219, "s", 4, "21.9 ms"),
        (2.0, "s", 1, "2.0 s"),
        (-0.0, "W", 1, "0.0 W"),
        (NAN, "W", 1, "–"),
    ],
)
def test_given_figure_keeps_its_decimals(value: float, unit: str, decimals: int, expected: str) -> None:
    assert given_text(value, unit, decimals) == expected


@pytest.mark.parametrize(
    ("p", "expected"),
    [(0.0213780, "0.021"), (0.148, "0.15"), (0.5, "0.50"), (0.002833, "0.0028"), (0.00011, "0.0001"),
     (9.9e-5, "< 0.0001"), (0.0, "< 0.0001"), (1.0, "1.00"), (NAN, "–")],
)  # fmt: skip
def test_p_values_are_rounded_or_shown_as_bounds(p: float, expected: str) -> None:
    assert p_text(p) == expected


@pytest.mark.parametrize(
    ("amount", "currency", "expected"),
    [
        (8_478 / 5_500, "$", "$1.54"),
        (8_478, "$", "$8,478"),
        (1.5, "EUR", "1.50 EUR"),
        (0.0123, "€", "€0.0123"),
        (-5, "$", "-$5.00"),
        (0, "$", "$0"),
        (12.5, "", "12.50"),
        (NAN, "$", "–"),
    ],
)
def test_prices_are_formatted_with_their_currency(amount: float, currency: str, expected: str) -> None:
    assert money_text(amount, currency) == expected


@given(st.floats(min_value=1e-3, max_value=1e9), st.sampled_from(["$", "EUR", ""]))
def test_price_is_accurate_to_a_cent_or_its_last_digit(amount: float, currency: str) -> None:
    assert abs(read(money_text(amount, currency).lstrip("$")) - amount) <= max(
        0.0051 * amount, 0.0051 * (amount >= 0.1)
    )


@given(st.floats(min_value=1e-6, max_value=1e9), st.integers(2, 6))
def test_number_is_accurate_to_its_significant_digits(value: float, figures_shown: int) -> None:
    assert read(significant_text(value, figures_shown)) == pytest.approx(value, rel=0.51 * 10 ** (1 - figures_shown))


def test_zero_has_no_decimals() -> None:
    assert significant_text(0.0) == "0"


@given(st.floats(min_value=1e-9, max_value=1e5), st.sampled_from(["s", "", "%", "B/s", "/s"]))
def test_nonzero_value_is_never_shown_as_zero(value: float, unit: str) -> None:
    assert read(label_text(value, unit)) > 0


@given(st.lists(st.floats(min_value=1e-7, max_value=1e3), min_size=1, max_size=6))
def test_figures_in_a_row_share_a_unit_and_none_is_shown_as_zero(latencies_s: list[float]) -> None:
    texts = row_texts(latencies_s, "s")
    assert len({text.split(" ")[1] for text in texts}) == 1
    size = {"s": 1.0, "ms": 1e-3, "µs": 1e-6, "ns": 1e-9}[texts[0].split(" ")[1]]
    for value, text in zip(latencies_s, texts, strict=True):
        assert read(text) > 0
        assert read(text) * size == pytest.approx(value, rel=0.051)


def test_small_median_next_to_a_slow_percentile_is_not_shown_as_zero() -> None:
    assert row_texts([0.0004, 0.0021, 2.1], "s") == ["0.400 ms", "2.1 ms", "2,100 ms"]
    assert row_texts([0.0219, math.nan], "s") == ["21.9 ms", "–"]
    assert row_texts([48.26e6, 0.0], "B/s") == ["48.3 MB/s", "0 MB/s"]
    assert row_texts([0.001, 999.9996], "s") == ["1.0 ms", "1,000,000 ms"]
    assert row_texts([0.001, 1000.0], "s") == ["0.00100 s", "1,000 s"], "no million of a smaller unit"


@given(st.integers(0, 10**9), st.sampled_from(["$", "EUR"]))
def test_half_a_cent_is_rounded_up(tenths_of_cents: int, currency: str) -> None:
    text = money_text(tenths_of_cents / 1000, currency)
    if 100 <= tenths_of_cents < 100_000:
        assert round(read(text) * 100) == (tenths_of_cents + 5) // 10


@pytest.mark.parametrize(
    ("amount", "text"),
    [(65.365, "$65.37"), (1.005, "$1.01"), (0.125, "$0.13"), (2.675, "$2.68"), (100.5, "$101"), (-65.365, "-$65.37")],
)
def test_money_is_rounded_half_away_from_zero(amount: float, text: str) -> None:
    assert money_text(amount, "$") == text
    assert count_text(2.5) == "3"


@given(st.floats(min_value=0, max_value=1e4), st.integers(0, 12))
def test_imported_percentage_has_at_most_two_decimals(value: float, decimals: int) -> None:
    text = given_text(value, "%", decimals)
    assert text.endswith(" %")
    assert value < 0.1 or len(text.removesuffix(" %").partition(".")[2]) <= 2
    assert len(re.sub(r"\D", "", given_text(value, "W", decimals)).lstrip("0")) <= 6 or value >= 1e3


def test_excess_imported_digits_are_rounded() -> None:
    assert given_text(7.831456582, "%", 9) == "7.83 %"
    assert given_text(0.00123456789, "s", 11) == "1.23457 ms"
    assert given_text(20_450.55, "/s", 2) == "20,450.55 /s"


def test_unit_is_appended_to_a_label_only_once() -> None:
    assert with_unit("Latency of orders", "s") == "Latency of orders, s"
    assert with_unit("Rolled back, %", "%") == "Rolled back, %"
    assert with_unit("CPU %", "%") == "CPU %"
    assert with_unit("IOPS", "/s") == "IOPS"
    assert with_unit("Queue length", "") == "Queue length"
