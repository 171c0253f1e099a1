# SPDX-License-Identifier: Apache-2.0
"""Verdict over repeats: t quantiles compared with published tables, both designs, and cases without a verdict."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.analysis.comparison import Design, compare
from app.analysis.intervals import t_quantile, t_share

NAN = math.nan

# Two-sided 95 % and 99 %, as in printed tables of Student's t.
TABLE = {
    1: (12.706, 63.657), 2: (4.303, 9.925), 3: (3.182, 5.841), 4: (2.776, 4.604), 5: (2.571, 4.032),
    8: (2.306, 3.355), 10: (2.228, 3.169), 20: (2.086, 2.845), 30: (2.042, 2.750), 60: (2.000, 2.660),
    120: (1.980, 2.617), 1e9: (1.960, 2.576),
}  # fmt: skip
figures = st.lists(st.floats(min_value=1e-3, max_value=1e9), min_size=3, max_size=8)


@pytest.mark.parametrize("degrees", TABLE)
def test_quantiles_match_published_tables(degrees: float) -> None:
    for confidence, printed in zip((0.95, 0.99), TABLE[degrees], strict=True):
        assert round(t_quantile(confidence, degrees), 3) == printed


def test_one_and_two_degrees_of_freedom_match_closed_forms() -> None:
    for t in (0.0, 0.1, 1.0, 4.303, 63.0):
        assert t_share(t, 1) == pytest.approx(2 / math.pi * math.atan(t), abs=1e-13)
        assert t_share(t, 2) == pytest.approx(t / math.sqrt(2 + t * t), abs=1e-13)


@given(st.floats(min_value=1, max_value=1e5), st.floats(min_value=0.01, max_value=0.999))
def test_quantile_is_the_inverse_of_the_share(degrees: float, confidence: float) -> None:
    assert t_share(t_quantile(confidence, degrees), degrees) == pytest.approx(confidence, abs=1e-9)


@pytest.mark.parametrize(("t", "degrees"), [(-1, 3), (1, 0.5), (NAN, 3)])
def test_invalid_t_distribution_is_rejected(t: float, degrees: float) -> None:
    with pytest.raises(ValueError, match="no t distribution"):
        t_share(t, degrees)


def test_paired_comparison_matches_a_manual_calculation() -> None:
    # Log ratios ln 1.1, ln 1.2 and ln 1.3, with the textbook formula for the interval.
    found = compare([100, 200, 300], [110, 240, 390], "paired")
    logs = [math.log(1.1), math.log(1.2), math.log(1.3)]
    mean = sum(logs) / 3
    deviation = math.sqrt(sum((x - mean) ** 2 for x in logs) / 2)
    half = 4.302653 * deviation / math.sqrt(3)
    assert found.ratio == pytest.approx((1.1 * 1.2 * 1.3) ** (1 / 3))
    assert (found.low, found.high) == pytest.approx((math.exp(mean - half), math.exp(mean + half)), rel=1e-6)
    assert (found.degrees_of_freedom, found.verdict) == (2, "no significant difference")
    # t with two degrees of freedom has a closed form: 1 - t / sqrt(2 + t²).
    t = mean / (deviation / math.sqrt(3))
    assert found.t == pytest.approx(t)
    assert found.p == pytest.approx(1 - t / math.sqrt(2 + t * t))
    assert found.method == "paired t on log ratios"


def test_independent_comparison_matches_a_manual_calculation() -> None:
    # Welch's test on the logarithms 0, 0.1, 0.2 and 1, 1.2, 1.4, 1.6, with variances 0.01 and 0.0666..., calculated by
    # hand.
    found = compare(np.exp([0, 0.1, 0.2]), np.exp([1, 1.2, 1.4, 1.6]), "independent")
    one, other = 0.01 / 3, (0.2 / 3) / 4
    degrees = (one + other) ** 2 / (one**2 / 2 + other**2 / 3)
    assert math.log(found.ratio) == pytest.approx(1.2)
    assert found.degrees_of_freedom == pytest.approx(degrees)
    assert found.t == pytest.approx(1.2 / math.sqrt(one + other))
    assert math.log(found.high) - 1.2 == pytest.approx(t_quantile(0.95, degrees) * math.sqrt(one + other))
    assert found.verdict == "challenger higher"
    assert (found.baseline_repeats, found.challenger_repeats) == (3, 4)


WELCH = [
    # The three examples in Wikipedia's article on Welch's t-test: t and the degrees of freedom as printed there; p with
    # all digits as R's t.test(x, y) prints it (Rosetta Code; 0.021, 0.149 and 0.036 in the article).
    (
        [27.5, 21.0, 19.0, 23.6, 17.0, 17.9, 16.9, 20.1, 21.9, 22.6, 23.1, 19.6, 19.0, 21.7, 21.4],
        [27.1, 22.0, 20.8, 23.4, 23.4, 23.5, 25.8, 22.0, 24.8, 20.2, 21.9, 22.1, 22.9, 20.5, 24.4],
        -2.46, 25.0, 0.021378001462867,
    ),
    (
        [17.2, 20.9, 22.6, 18.1, 21.7, 21.4, 23.5, 24.2, 14.7, 21.8],
        [21.5, 22.8, 21.0, 23.0, 21.6, 23.6, 22.5, 20.7, 23.4, 21.8,
         20.7, 21.7, 21.5, 22.5, 23.6, 21.5, 22.5, 23.5, 21.5, 21.8],
        -1.57, 9.9, 0.148841696605327,
    ),
    (
        [19.8, 20.4, 19.6, 17.8, 18.5, 18.9, 18.3, 18.9, 19.5, 22.0],
        [28.2, 26.6, 20.1, 23.3, 25.2, 22.1, 17.7, 27.6, 20.6, 13.7,
         23.2, 17.5, 20.6, 18.0, 23.9, 21.6, 24.3, 20.4, 24.0, 13.2],
        -2.22, 24.5, 0.0359722710297968,
    ),
]  # fmt: skip


@pytest.mark.parametrize(("one", "other", "t", "degrees", "p"), WELCH)
def test_welch_t_degrees_of_freedom_and_p_match_published_values(
    one: list[float], other: list[float], t: float, degrees: float, p: float
) -> None:
    """The published samples serve as logarithms; t is the statistic of challenger minus baseline."""
    found = compare(np.exp(other), np.exp(one), "independent")
    assert found.t == pytest.approx(t, abs=0.005)
    assert found.degrees_of_freedom == pytest.approx(degrees, abs=0.05)
    assert found.p == pytest.approx(p, rel=1e-8)
    assert found.method == "Welch's t on logarithms"
    assert compare(np.exp(one), np.exp(other), "independent").t == pytest.approx(-found.t)


def test_paired_t_matches_students_sleep_data() -> None:
    """Data from Student 1908; R's t.test(sleep, paired) prints t = 4.0621, df = 9, p-value = 0.002833."""
    first = [0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0]
    second = [1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4]
    found = compare(np.exp(first), np.exp(second), "paired")
    assert (round(found.t, 4), found.degrees_of_freedom, round(found.p, 6)) == (4.0621, 9, 0.002833)


@given(
    st.lists(st.floats(min_value=0.1, max_value=1e6), min_size=3, max_size=8),
    st.lists(st.floats(min_value=0.1, max_value=1e6), min_size=3, max_size=8),
    st.sampled_from(["paired", "independent"]),
)
def test_p_is_below_5_percent_exactly_when_the_interval_excludes_1(
    one: list[float], other: list[float], design: Design
) -> None:
    found = compare(one, other, design)
    assert 0 <= found.p <= 1
    if abs(found.p - 0.05) > 1e-6:
        assert (found.p < 0.05) == (found.verdict in ("challenger higher", "baseline higher"))


def test_repeats_without_variance_get_the_expected_t_and_p() -> None:
    same = compare([100, 100, 100], [100, 100, 100], "independent")
    assert (same.t, same.p, same.verdict) == (0.0, 1.0, "no significant difference")
    apart = compare([100, 100, 100], [200, 200, 200], "paired")
    assert (apart.t, apart.p, apart.verdict) == (math.inf, 0.0, "challenger higher")
    alone = compare([100], [200], "paired")
    assert math.isnan(alone.t)
    assert math.isnan(alone.p)


def test_published_example_is_reproduced() -> None:
    found = compare([146_413, 149_141, 146_931], [283_211, 281_741, 280_464], "independent")
    assert found.ratio == pytest.approx((283_211 * 281_741 * 280_464 / (146_413 * 149_141 * 146_931)) ** (1 / 3))
    assert found.verdict == "challenger higher"
    assert found.low > 1.87
    assert found.high < 1.95
    assert found.ahead("more") == "challenger"
    assert found.ahead("less") == "baseline"
    assert found.ahead("") == ""


def test_fewer_than_three_repeats_have_no_verdict_and_no_interval() -> None:
    found = compare([100, 101], [200, 202], "independent")
    assert found.verdict == "no verdict"
    assert found.reason == "2 of 3 repeats needed for a verdict"
    assert found.ratio == pytest.approx(2, rel=1e-2)
    assert all(map(math.isnan, (found.low, found.high, found.t, found.p)))
    one_misses = compare([100, 101, math.nan], [200, 202, 204], "independent")
    assert (one_misses.left_out, one_misses.verdict) == ((3,), "no verdict")
    assert math.isnan(one_misses.low)
    alone = compare([100], [200], "paired")
    assert alone.ratio == pytest.approx(2)
    assert math.isnan(alone.low)
    assert alone.reason == "1 of 3 repeats needed for a verdict"


def test_no_difference_is_a_verdict() -> None:
    found = compare([100, 104, 97], [101, 98, 103], "independent")
    assert (found.verdict, found.reason, found.ahead("more")) == ("no significant difference", "", "")


def test_missing_repeat_is_excluded_on_both_sides_only_if_paired() -> None:
    found = compare([100, NAN, 300, 400, 5], [110, 220, 330, 440], "paired")
    assert found.left_out == (2, 5)
    assert found.baseline_repeats == 3
    assert found.ratio == pytest.approx(1.1)
    loose = compare([100, NAN, 101, 102], [110, 111, 112], "independent")
    assert (loose.left_out, loose.baseline_repeats, loose.challenger_repeats) == ((2,), 3, 3)


@pytest.mark.parametrize("design", ["paired", "independent"])
@pytest.mark.parametrize(
    ("baseline", "challenger", "reason"),
    [
        ([], [], "no repeat"),
        ([NAN, NAN, NAN], [1, 2, 3], "no repeat"),
        ([math.inf] * 3, [1, 2, 3], "no repeat"),
        ([0, 1, 2], [1, 2, 3], "0 or less"),
        ([1, 2, 3], [1, -2, 3], "0 or less"),
    ],
)
def test_missing_ratio_has_a_reason(design: str, baseline: list[float], challenger: list[float], reason: str) -> None:
    found = compare(baseline, challenger, "paired" if design == "paired" else "independent")
    assert found.verdict == "no verdict"
    assert reason in found.reason
    assert math.isnan(found.ratio)


def test_interval_of_repeats_without_spread_is_the_ratio() -> None:
    found = compare([5, 5, 5], [10, 10, 10], "independent")
    assert (found.low, found.ratio, found.high) == pytest.approx((2, 2, 2))
    assert compare([5, 5, 5], [5, 5, 5], "paired").verdict == "no significant difference"


@given(figures, figures)
def test_swapping_the_systems_inverts_the_comparison(one: list[float], other: list[float]) -> None:
    there, back = compare(one, other, "independent"), compare(other, one, "independent")
    assert there.low <= there.ratio * (1 + 1e-9)
    assert there.ratio <= there.high * (1 + 1e-9)
    assert math.log(back.ratio) == pytest.approx(-math.log(there.ratio), abs=1e-9)
    mirrored = {"challenger higher": "baseline higher", "baseline higher": "challenger higher"}
    if abs(math.log(there.low)) > 1e-9 and abs(math.log(there.high)) > 1e-9:
        assert back.verdict == mirrored.get(there.verdict, there.verdict)


@given(figures, st.floats(min_value=1e-3, max_value=1e3))
def test_ratio_is_independent_of_the_unit(values: list[float], factor: float) -> None:
    other = [value * 1.5 for value in reversed(values)]
    plain = compare(values, other, "paired")
    scaled = compare([value * factor for value in values], [value * factor for value in other], "paired")
    assert scaled.ratio == pytest.approx(plain.ratio)
    assert math.log(scaled.high / scaled.low) == pytest.approx(math.log(plain.high / plain.low), abs=1e-6)


def test_raw_values_are_tested_in_addition_to_logarithms() -> None:
    """Check against the formulas of Welch and Satterthwaite."""
    one, other = [18_286.52, 17_773.64, 18_667.97], [25_147.44, 25_425.85, 25_741.63]
    raw = compare(one, other, "independent").raw
    assert (raw.t, raw.degrees_of_freedom) == (pytest.approx(23.1523, abs=1e-3), pytest.approx(3.4719, abs=1e-3))
    assert raw.low < raw.difference < raw.high
    paired = compare(one, other, "paired").raw
    assert paired.degrees_of_freedom == 2
    assert paired.t > 0
    assert math.isnan(compare([100, 101], [200, 201], "independent").raw.p)
