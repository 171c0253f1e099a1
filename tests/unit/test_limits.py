# SPDX-License-Identifier: Apache-2.0
"""Limits as typed: parsing, error messages, and outcomes for repeats."""

import pytest

from app.analysis.comparison import compare
from app.analysis.limit import Limit, LimitError, Side, figure_key, limit_of, repeats_missing
from app.model.bounds import LIMIT_LETTERS


@pytest.mark.parametrize(
    ("text", "operator", "factor", "left", "right"),
    [
        ("B.opm >= 0.95 A.opm", ">=", 0.95, "B", "A"),
        ("b.OPM>=0.95*a.Opm", ">=", 0.95, "B", "A"),
        ("B.opm ≥ 95 % of A", ">=", 0.95, "B", "A"),
        ("B.opm >= 95% A.opm", ">=", 0.95, "B", "A"),
        ("B2.opm <= 1.1 x A2.opm", "<=", 1.1, "B2", "A2"),
        ("  B . opm  <=  A . opm ", "<=", 1.0, "B", "A"),
        ('"15K SAS".opm <= "NVMe"', "<=", 1.0, "15K SAS", "NVMe"),
        ("'固态'.opm <= 3 × A.opm", "<=", 3.0, "固态", "A"),
        ("X.opm >= 2 X.opm", ">=", 2.0, "X", "X"),
    ],
)
def test_limit_is_parsed_in_every_notation(text: str, operator: str, factor: float, left: str, right: str) -> None:
    limit = limit_of(text)
    assert (limit.operator, limit.factor) == (operator, pytest.approx(factor))
    assert (limit.left.system, limit.right.system) == (left, right)
    assert limit.left.figure == limit.right.figure == "opm"


@pytest.mark.parametrize(
    ("text", "figure"),
    [
        ("B.purchase.p95 <= A", "purchase p95"),
        ("B.purchase_p95 <= A.Purchase.P95", "purchase p95"),
        ('B."I/O latency" <= A', "i/o latency"),
        (r'B."\PhysicalDisk(_Total)\Disk Transfers/sec" >= A', figure_key(r"\PhysicalDisk(_Total)\Disk Transfers/sec")),
    ],
)
def test_figures_are_parsed_from_words_or_quotes(text: str, figure: str) -> None:
    assert limit_of(text).left.figure == figure


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "a system's letter"),
        ("opm >= 0.95", 'expected "." and a figure'),
        ("B.opm", "expected >= or <= at its end"),
        ("B.opm > A.opm", 'expected >= or <=, found ">"'),
        ("B.opm == A.opm", 'found "=="'),
        ("B.opm => A.opm", 'found "=>"'),
        ("B.opm >=", "expected a system's letter, or its name in quotes at its end"),
        ("B.opm >= 0.95", "expected a system's letter, or its name in quotes at its end"),
        ("B.opm >= 0 A.opm", "above 0"),
        ("B.opm >= -1 A.opm", '"-" can\'t stand there'),
        ("B.opm >= 99999999 A.opm", "at most 1,000,000"),
        ("B.opm >= 1.2.3 A.opm", '"1" can\'t stand there'),
        ("B.opm >= 2e3 A.opm", "expected the end"),
        ("B.opm >= 0.9 A.opm A.opm", "expected the end"),
        ("B.opm >= 0.9 A.p95", 'both sides must be the same figure, found "opm" and "p95"'),
        ("B.opm >= (0.9) A.opm", '"(" can\'t stand there'),
        ('B.opm >= 0.9 "A.opm', "can't stand there"),
        ("__import__('os').system('ls') >= A", "can't stand there"),
        ("B.opm >= 0.9 A.opm; rm -rf /", '";" can\'t stand there'),
        ("B.opm\x00 >= A.opm", "U+0000"),
        ("B.opm\u202e >= A.opm", "U+202E"),
    ],
)
def test_invalid_limit_is_rejected_with_the_expected_syntax(text: str, said: str) -> None:
    with pytest.raises(LimitError) as refused:
        limit_of(text)
    assert said in str(refused.value)
    assert "\x00" not in str(refused.value)


@pytest.mark.parametrize(
    "text",
    [
        "(" * 100_000,
        "B.opm >= " + "9" * 100_000 + " A.opm",
        "B" + ".opm" * 100_000,
        '"' * 99_999,
        "B.opm >= 0.9 A." + "x" * 1_000_000,
        " " * 1_000_000,
        "B.opm >= " + "9" * (LIMIT_LETTERS - 20) + " A",
        "B" + ".x" * (LIMIT_LETTERS // 2 - 5) + " >=",
        ">" * LIMIT_LETTERS,
    ],
)
def test_hostile_limit_is_rejected_with_a_short_message(text: str) -> None:
    with pytest.raises(LimitError) as refused:
        limit_of(text)
    assert len(str(refused.value)) < 400


def limit(operator: str, factor: float) -> Limit:
    return limit_of(f"B.opm {operator} {factor} A.opm")


def test_interval_decides_the_outcome_instead_of_the_ratio() -> None:
    found = compare([100, 101, 99, 100], [96, 94, 97, 95], "paired")
    assert found.low < 0.955 < found.high
    assert limit(">=", 0.9).outcome(found) == "met"
    assert limit(">=", 0.99).outcome(found) == "not met"
    assert limit(">=", 0.955).outcome(found) == "undecided"
    assert limit("<=", 0.99).outcome(found) == "met"
    assert limit("<=", 0.9).outcome(found) == "not met"
    assert limit("<=", 0.955).outcome(found) == "undecided"


def test_interval_that_touches_the_limit_meets_it() -> None:
    found = compare([100, 100, 100], [100, 100, 100], "paired")
    assert (found.low, found.high) == (1.0, 1.0)
    assert limit(">=", 1).outcome(found) == limit("<=", 1).outcome(found) == "met"


@pytest.mark.parametrize(("repeats", "missing"), [(0, 3), (1, 2), (2, 1), (3, 0)])
def test_fewer_than_three_repeats_are_undecided(repeats: int, missing: int) -> None:
    found = compare([100.0, 101, 99][:repeats], [500.0, 501, 499, 500], "independent")
    assert repeats_missing(found) == missing
    assert limit(">=", 0.5).outcome(found) == ("undecided" if missing else "met")


def test_zero_baseline_is_undecided() -> None:
    found = compare([0.0, 0, 0], [1.0, 1, 1], "independent")
    assert limit("<=", 1).outcome(found) == "undecided"


def test_parsed_sides_compare_equal() -> None:
    assert limit_of("B.opm >= A.opm").left == Side("B", quoted=False, figure="opm")
