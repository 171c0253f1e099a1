# SPDX-License-Identifier: Apache-2.0
"""Repeats, batch means within a run, the driver's cumulative counter, and two published worked examples."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.analysis.comparison import compare
from app.analysis.format import change_text, money_text, ratio_text, significant_text
from app.analysis.intervals import batch_means
from app.analysis.little import queue_check
from app.analysis.normalise import Divisor, comparable, divisor_of_facts, divisor_of_value, per, price_of
from app.analysis.repeats import spread_of, totals_of
from app.analysis.throughput import cumulative_per_minute, interval_per_minute, published_window
from app.model.fact_amounts import NAMES

NAN = math.nan


def test_worked_example_with_eight_targets_is_reproduced() -> None:
    baseline, challenger = spread_of([146_413, 149_141, 146_931]), spread_of([283_211, 281_741, 280_464])
    assert (baseline.median, baseline.median_repeat, baseline.exact) == (146_931, 3, True)
    assert (challenger.median, challenger.median_repeat) == (281_741, 2)
    assert change_text(baseline.median, challenger.median) == "+91.8 %"
    watts = [divisor_of_value("watt under load", value, source="meter") for value in (483.8, 326.4)]
    assert change_text(watts[0].value, watts[1].value) == "-32.5 %"
    each = [per(spread.median, watt) for spread, watt in zip((baseline, challenger), watts, strict=True)]
    assert [(significant_text(figure.value), figure.unit) for figure in each] == [("303.7", "/W"), ("863.2", "/W")]
    assert change_text(each[0].value, each[1].value) == "+184.2 %"
    assert baseline.variation == pytest.approx(1448.8 / 147_495, rel=1e-4)


def test_worked_example_with_three_systems_is_reproduced() -> None:
    systems = [("$8,478", 5_500), ("$13,073", 20_450), ("$23,288", 76_270)]
    prices = [price_of(iops, divisor_of_facts("price", {"Price": price})) for price, iops in systems]
    assert [money_text(price.value, price.unit) for price in prices] == ["$1.54", "$0.64", "$0.31"]
    assert change_text(prices[0].value, prices[1].value) == "-58.5 %"
    assert change_text(prices[0].value, prices[2].value) == "-80.2 %"
    assert change_text(prices[1].value, prices[0].value) == "+141.1 %"
    assert ratio_text(5_500, 76_270) == "13.9×"
    tps, users = [40, 200, 600], [30, 100, 350]
    assert [ratio_text(tps[0], other) for other in tps[1:]] == ["5.00×", "15.0×"]
    assert [ratio_text(users[0], other) for other in users[1:]] == ["3.33×", "11.7×"]
    # One run of each system gives figures and ratios, but no verdict.
    assert compare(tps[:1], tps[1:2], "independent").verdict == "no verdict"


def test_total_requires_every_target() -> None:
    totals = totals_of([{"ds1": 10, "ds2": 20}, {"ds1": 11}, {"ds1": 12, "ds2": NAN}, {"ds2": 21, "ds1": 0}])
    assert totals.values[0] == 30
    assert totals.values[3] == 21
    assert all(math.isnan(value) for value in totals.values[1:3])
    assert totals.reasons == ("repeat 2 has no figure of ds2", "repeat 3 has no figure of ds2")
    assert totals_of([{"ds1": 10}], ["ds1", "ds2"]).reasons == ("repeat 1 has no figure of ds2",)
    assert totals_of([{}]).reasons == ("repeat 1 has no figure of any target",)


def test_spread_of_repeats_matches_a_manual_calculation() -> None:
    spread = spread_of([9.0, 10.0, 11.0])
    assert (spread.mean, spread.minimum, spread.maximum) == (10, 9, 11)
    assert spread.variation == pytest.approx(0.1)
    # Student's t with two degrees of freedom on the logarithms ln 9, ln 10 and ln 11.
    logs = [math.log(value) for value in (9, 10, 11)]
    middle = sum(logs) / 3
    half = 4.302653 * math.sqrt(sum((one - middle) ** 2 for one in logs) / 2) / math.sqrt(3)
    assert spread.geometric_mean == pytest.approx(990 ** (1 / 3))
    assert (spread.low, spread.high) == pytest.approx((math.exp(middle - half), math.exp(middle + half)), rel=1e-6)


def test_interval_of_a_rate_is_never_negative() -> None:
    # The arithmetic interval of these three is the impossible -38,000 to 131,000 orders per minute.
    wild = spread_of([50_118.0, 85_294.0, 4_027.0])
    assert 0 < wild.low < wild.geometric_mean < wild.high
    stalled = np.zeros(200)
    stalled[100:110] = 5_000.0
    found = batch_means(stalled)
    assert 0 < found.low < found.mean < found.high
    nothing = spread_of([0.0, 10.0, 20.0])
    assert (nothing.mean, math.isnan(nothing.low), math.isnan(nothing.geometric_mean)) == (10, True, True)


@given(st.lists(st.floats(min_value=1e-3, max_value=1e9), min_size=3, max_size=8))
def test_interval_contains_its_mean_and_is_positive(values: list[float]) -> None:
    found = spread_of(values)
    assert 0 <= found.low <= found.geometric_mean * (1 + 1e-12)
    assert found.geometric_mean <= found.high * (1 + 1e-12)


def test_even_number_of_repeats_has_no_median_run() -> None:
    spread = spread_of([40.0, 10.0, 30.0, 20.0])
    assert (spread.median, spread.median_repeat, spread.exact) == (25.0, 4, False)


def test_two_repeats_have_no_interval() -> None:
    for two in ([100.0, 104.0], [100.0, NAN, 104.0]):
        spread = spread_of(two)
        assert (spread.repeats, spread.mean) == (2, 102)
        assert spread.variation == pytest.approx(4 / math.sqrt(2) / 102)
        assert math.isnan(spread.low)
        assert math.isnan(spread.high)


def test_single_or_zero_values_have_no_interval() -> None:
    alone = spread_of([NAN, 7.0, -1.0, math.inf])
    assert (alone.repeats, alone.mean, alone.median_repeat, alone.exact) == (1, 7.0, 2, True)
    assert math.isnan(alone.low)
    assert math.isnan(alone.variation)
    assert spread_of([]).repeats == 0
    assert math.isnan(spread_of([0.0, 0.0, 0.0]).variation)


def test_batch_means_of_independent_seconds_match_the_textbook() -> None:
    values = np.random.default_rng(1).normal(100, 10, 600)
    found = batch_means(values)
    assert found.independent
    assert found.low < 100 < found.high
    means = values.reshape(found.batches, found.batch_s).mean(axis=1)
    assert found.mean == pytest.approx(float(means.mean()))
    assert found.high - found.mean >= 1.95 * float(means.std(ddof=1)) / math.sqrt(found.batches)


def test_slow_swing_widens_the_interval_or_is_reported() -> None:
    rng = np.random.default_rng(2)
    noise = rng.normal(size=1800)
    for second in range(1, 1800):
        noise[second] += 0.95 * noise[second - 1]
    found = batch_means(100 + noise)
    naive = 1.96 * float(noise.std(ddof=1)) / math.sqrt(1800)
    assert found.high - found.mean > 3 * naive
    climbing = batch_means(np.linspace(1, 2, 600))
    assert not climbing.independent
    assert climbing.autocorrelation > 0.5


def test_batch_means_handle_missing_short_and_constant_data() -> None:
    assert math.isnan(batch_means(np.full(5, NAN)).mean)
    few = batch_means(np.full(9, 3.0))
    assert (few.mean, few.batches) == (3.0, 0)
    assert math.isnan(few.low)
    level = batch_means(np.full(60, 3.0))
    assert (level.low, level.high, level.independent) == (3.0, 3.0, True)
    holes = np.full(600, 3.0)
    holes[::7] = NAN
    assert (batch_means(holes).mean, batch_means(holes).low) == (3.0, 3.0)


def test_cumulative_counter_hides_a_dip() -> None:
    orders = np.full(600, 100.0)
    orders[470:590] = 50.0
    assert interval_per_minute(orders, 470, 590) == 3000
    counter = cumulative_per_minute(orders)
    assert counter[0] == 6000
    assert counter[469] == 6000
    assert counter[-1] == pytest.approx((600 * 100 - 120 * 50) / 600 * 60)
    # The log began 10 s before the driver, so the published window from 480 to 600 s is 470 to 590 s on the driver's
    # clock.
    assert published_window(orders, 480, 600) == pytest.approx(float(counter[470:590].mean()))
    assert math.isnan(published_window(orders, 0, 100)), "the driver had not begun"
    assert math.isnan(published_window(orders, 580, 700))
    assert math.isnan(interval_per_minute(orders, 590, 610))


def test_queue_check_allows_20_percent_deviation_from_littles_law() -> None:
    check = queue_check(queue=10.0, iops=1000.0, latency_s=0.0115)
    assert (check.implied_queue, check.deviation) == (pytest.approx(11.5), pytest.approx(0.15))
    assert check.holds
    assert not queue_check(10.0, 1000.0, 0.0125).holds
    assert not queue_check(0.0, 1000.0, 0.01).holds
    assert not queue_check(NAN, 1000.0, 0.01).holds


@pytest.mark.parametrize(
    ("fact", "value", "unit"),
    [
        ("$8,478", 8478, "$"),
        ("€ 8.478,00", 8478, "€"),
        ("8478 EUR", 8478, "EUR"),
        ("8'478 CHF", 8478, "CHF"),
        ("1,234,567", 1234567, ""),
        ("1,5 $", 1.5, "$"),
        ("8.478", 8.478, ""),
        (8478, 8478, ""),
    ],
)
def test_price_formats_are_parsed(fact: object, value: float, unit: str) -> None:
    found = divisor_of_facts("price", {"price": fact})
    assert (found.value, found.unit, found.reason) == (value, unit, "")


def test_divisors_are_parsed_from_facts() -> None:
    facts = {
        "Disks": "24 x 15K SAS", "Power under load (kW)": 0.4838, "Idle power": "210 W", "Capacity": "1,5 TB",
        "Rack units": "2U", "Height": "9 U", "CPU": "2 x 8 cores", "Cores": "2 x 8 (E5-2690)",
    }  # fmt: skip
    assert divisor_of_facts("disk", facts) == Divisor("disk", 24, "disk", "Disks = 24 x 15K SAS")
    assert divisor_of_facts("watt under load", facts).value == 483.8
    assert divisor_of_facts("core", facts) == Divisor("core", 16, "core", "Cores = 2 x 8 (E5-2690)")
    assert divisor_of_facts("core", {"CPU cores": 24}).value == 24
    assert divisor_of_facts("core", {"Cores": "16 x86"}).value == 16
    assert divisor_of_facts("gigabyte", facts).value == 1500
    assert divisor_of_facts("rack unit", facts).value == 2
    assert divisor_of_facts("price", facts).reason == "no fact tells its price"


@pytest.mark.parametrize("fact", [0, "0 W", "$0", -5, "-5 W", NAN, math.inf, "none", "", True, None, "7 parsecs"])
def test_invalid_divisor_yields_a_reason_instead_of_a_quotient(fact: object) -> None:
    found = divisor_of_facts("watt under load", {"Watts": fact})
    assert found.reason
    for quotient in (per(100.0, found), price_of(100.0, found)):
        assert math.isnan(quotient.value)
        assert quotient.reason == found.reason


@given(st.text(max_size=20) | st.floats() | st.integers() | st.booleans(), st.floats())
def test_any_fact_and_figure_yield_a_finite_quotient_or_a_reason(fact: object, figure: float) -> None:
    for basis in NAMES:
        names = {"Disks": fact, "Price": fact, "Power": fact, "Cores": fact, "Capacity": fact, "Height": fact}
        found = divisor_of_facts(basis, names)
        for quotient in (per(figure, found), price_of(figure, found)):
            assert math.isfinite(quotient.value) == (quotient.reason == "")


def test_figures_per_unit_are_comparable_only_in_the_same_unit() -> None:
    dollars, euros = (divisor_of_facts("price", {"Price": price}) for price in ("$8,478", "€8,478"))
    plain, none = divisor_of_facts("price", {"Price": 8478}), divisor_of_facts("price", {})
    assert comparable(dollars, dollars) == comparable(plain, plain) == ""
    assert comparable(dollars, none) == comparable(none, dollars) == "no fact tells its price"
    assert comparable(dollars, euros) == "one price is in $, the other in €"
    assert comparable(plain, euros) == "one price is in no unit, the other in €"


def test_missing_figures_have_a_reason() -> None:
    disks = divisor_of_value("disk", 24, source="counted")
    assert per(0.0, disks).value == 0
    assert per(NAN, disks).reason == "the figure itself is missing"
    assert price_of(0.0, divisor_of_value("price", 100, "$", source="offer")).reason.startswith("the figure is 0")


def test_batch_means_match_a_manual_calculation() -> None:
    """Ten seconds form ten batches: alternating 9 and 11 have a deviation of √(10/9); t for 9 degrees is 2.262157."""
    half = 2.262157 * math.sqrt(10 / 9) / math.sqrt(10)
    found = batch_means(np.tile([9.0, 11.0], 5))
    assert (found.mean, found.batches, found.batch_s, found.independent) == (10, 10, 1, True)
    # The interval is on the logarithm of the mean: a factor of exp(half / mean) in either direction.
    ends = 10 * math.exp(-half / 10), 10 * math.exp(half / 10)
    assert (found.low, found.high) == pytest.approx(ends, rel=1e-6)
    # Negative values have no logarithm: the interval is mean ± half, with twice the deviation.
    signed = batch_means(np.tile([-1.0, 3.0], 5))
    assert (signed.low, signed.high) == pytest.approx((1 - 2 * half, 1 + 2 * half), rel=1e-6)


def test_correlated_batches_widen_the_interval_as_calculated() -> None:
    """Two levels of five seconds each: the lag-1 autocorrelation of the ten batches is (8 - 1) / 10."""
    found = batch_means(np.repeat([9.0, 11.0], 5))
    half = 2.262157 * math.sqrt(10 / 9) / math.sqrt(10) * math.sqrt(1.7 / 0.3)
    assert found.autocorrelation == pytest.approx(0.7)
    assert not found.independent
    assert found.high == pytest.approx(10 * math.exp(half / 10), rel=1e-6)


@pytest.mark.parametrize("level", [0.1, 1.1, 123_456.7, 1e9 / 3, 7e14 / 9])
def test_rounding_errors_are_not_autocorrelation(level: float) -> None:
    """The mean of equal values may differ from all of them in the last digit, in the same direction."""
    for seconds in range(10, 100):
        found = batch_means(np.full(seconds, level))
        assert (found.autocorrelation, found.independent) == (0, True)
