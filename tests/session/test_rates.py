# SPDX-License-Identifier: Apache-2.0
"""Conversion of raw values to rates, means and shares: resets, wraps, missing readings, several sources, windows."""

import math
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from app.session.rates import Carry, Intervals, added_up, in_window, intervals, joined, p95, slack_s
from app.session.reader import SessionReader
from app.session.records import Counter
from app.session.writer import SessionWriter
from collectors.series import Kind, Reading, Series

SECOND = 1_000_000_000
NAN = math.nan
PATH = "\\Thing(_Total)\\Figure"

RAW = st.lists(st.floats(0, 1e6) | st.just(NAN) | st.integers(0, 2000).map(float), min_size=1, max_size=30)


def made(kind: Kind, value: list[float], base: list[float] | None = None, *, from_zero: bool = False) -> Intervals:
    """Return the intervals between readings at 1, 2, 3, ... s."""
    time_s = np.arange(1.0, len(value) + 1)
    b = np.array(base) if base is not None else np.zeros(len(value))
    return intervals(kind, time_s, time_s + 1000, np.array(value), b, None, from_zero)[0]


def values(one: Intervals) -> list[float]:
    with np.errstate(all="ignore"):
        return list(one.numerator / one.denominator)


def session(path: Path, series: Series, columns: int, rows: list[list[tuple[int, Reading]]], *, zero: bool) -> Path:
    """Record a finished session of one counter, with a source for each list of (time in ns, reading)."""
    with SessionWriter.create(path, title="t", scenario_toml="", clock_origin_ns=7) as writer:
        system = writer.add_system("A", "baseline", "", {})
        writer.start(0)
        for number, readings in enumerate(rows):
            source = writer.add_source(f"s{number}", [series], columns, system=system, from_zero=zero)
            for t_ns, reading in readings:
                writer.sample(source, t_ns, reading)
        writer.finish(100 * SECOND, valid=True, reasons=[], warnings=[])
    return path


def only_counter(reader: SessionReader) -> Counter:
    return reader.counters[0]


def test_rate_is_the_delta_over_the_clock_of_its_source() -> None:
    time_s = np.array([1.0, 2.0, 3.1])
    own_s = np.array([50.0, 51.5, 52.5])
    one, _ = intervals("rate", time_s, own_s, np.array([10.0, 40.0, 44.0]), time_s, None, False)
    np.testing.assert_allclose(values(one), [NAN, 20.0, 4.0])


def test_average_without_counts_is_no_data_instead_of_zero() -> None:
    assert np.isnan(values(made("average", [5.0, 5.0], [3.0, 3.0]))).all()
    np.testing.assert_allclose(values(made("average", [5.0, 8.0], [3.0, 4.0])), [NAN, 3.0])


def test_share_is_computed_from_each_reading_alone() -> None:
    np.testing.assert_allclose(values(made("share", [90.0, 1.0], [100.0, 4.0])), [0.9, 0.25])


def test_missing_reading_is_bridged_by_the_next_valid_one() -> None:
    one = made("rate", [10.0, 20.0, NAN, NAN, 80.0, 90.0])
    np.testing.assert_allclose(values(one), [NAN, 10.0, NAN, NAN, 20.0, 10.0])
    assert list(one.begin_s[1:]) == [1.0, 2.0, 2.0, 2.0, 5.0]


def test_counter_reset_is_no_data_instead_of_a_negative_rate() -> None:
    np.testing.assert_allclose(values(made("rate", [100.0, 200.0, 3.0, 13.0])), [NAN, 100.0, NAN, 10.0])
    # Wrapping at 32 bits would have required a much faster rise than before, so this is a reset.
    np.testing.assert_allclose(values(made("rate", [3e9, 3e9 + 10, 5.0, 15.0])), [NAN, 10.0, NAN, 10.0])


@pytest.mark.parametrize("modulus", [2.0**32, 2.0**64])
def test_rate_continues_across_a_plausible_wrap(modulus: float) -> None:
    step = 2.0**14
    raw = [modulus - 2 * step, modulus - step, 0.0, step]
    np.testing.assert_allclose(values(made("rate", raw)), [NAN, step, step, step])


def test_wrap_is_accepted_up_to_16_times_the_previous_rise() -> None:
    top = 2.0**32
    np.testing.assert_allclose(values(made("rate", [top - 9, top - 8, 8.0])), [NAN, 1.0, 16.0])
    np.testing.assert_allclose(values(made("rate", [top - 9, top - 8, 9.0])), [NAN, 1.0, NAN])


def test_gauge_covers_the_second_before_its_reading() -> None:
    time_s = np.array([10.0, 10.5, 15.0])
    one, carry = intervals("gauge", time_s, time_s, np.ones(3), time_s, None, False)
    assert list(one.begin_s) == [9.0, 10.0, 14.0]
    next_one, _ = intervals("gauge", np.array([20.0]), np.array([20.0]), np.ones(1), np.ones(1), carry, False)
    assert list(next_one.begin_s) == [19.0]


def test_source_clock_that_goes_backward_yields_no_data() -> None:
    time_s = np.array([1.0, 2.0, 3.0])
    one, _ = intervals("rate", time_s, np.array([5.0, 1.0, 2.0]), np.array([1.0, 2.0, 3.0]), time_s, None, False)
    np.testing.assert_allclose(values(one), [NAN, NAN, 1.0])
    np.testing.assert_array_equal(one.numerator, [NAN, NAN, 1.0], err_msg="nor is it counted in a window")


def test_source_starting_at_zero_counts_its_first_reading() -> None:
    np.testing.assert_allclose(values(made("rate", [7.0, 9.0], from_zero=True)), [7.0, 2.0])
    np.testing.assert_allclose(values(made("average", [6.0, 8.0], [3.0, 7.0], from_zero=True)), [2.0, 0.5])


@given(RAW, st.sampled_from(["gauge", "rate", "average", "share"]), st.booleans(), st.integers(0, 30))
@example([1.0, 3.0, 7.0, 9.0, 20.0], "rate", False, 2)
@example([1.0, 3.0, 7.0, 9.0, 20.0], "average", True, 3)
def test_incremental_conversion_equals_conversion_at_once(
    raw: list[float], kind: Kind, from_zero: bool, cut: int
) -> None:
    """A live reader, which receives the readings in parts, matches a reader of the finished file."""
    value = np.array(raw)
    base = np.flip(value)
    time_s = np.arange(1.0, len(raw) + 1)
    whole, _ = intervals(kind, time_s, time_s, value, base, None, from_zero)
    parts = []
    carry: Carry | None = None
    for rows in (slice(0, cut), slice(cut, cut + 3), slice(cut + 3, None)):
        part, carry = intervals(kind, time_s[rows], time_s[rows], value[rows], base[rows], carry, from_zero)
        parts.append(part)
    pieces = joined(parts)
    for name in ("begin_s", "end_s", "numerator", "denominator"):
        np.testing.assert_array_equal(getattr(pieces, name), getattr(whole, name), err_msg=name)


@given(RAW)
def test_rates_are_never_negative_and_begin_times_never_fall(raw: list[float]) -> None:
    one = made("rate", raw)
    assert not np.any(one.numerator < 0)
    assert np.all(np.diff(one.begin_s) >= 0)
    assert np.all(one.begin_s <= one.end_s)


@given(st.lists(st.integers(0, 1000), min_size=3, max_size=40), st.integers(0, 40), st.integers(1, 40))
def test_window_total_is_the_delta_of_the_raw_values(steps: list[int], begin: int, length: int) -> None:
    """Readings arrive a few milliseconds after the second they describe."""
    raw = np.cumsum(np.array(steps, dtype=float))
    time_s = np.arange(1.0, len(steps) + 1) + 0.004
    one, _ = intervals("rate", time_s, time_s, raw, raw, None, False)
    rows = in_window(one.begin_s, one.end_s, begin, begin + length, slack_s(one.end_s))
    counted = one.numerator[rows]
    first, last = max(begin, 1), min(begin + length, len(steps))
    expected = raw[last - 1] - raw[first - 1] if last > first else 0.0
    assert np.nansum(counted) == expected


def test_sources_are_summed_before_the_division() -> None:
    one, two = made("average", [0.0, 10.0], [0.0, 1.0]), made("average", [0.0, 10.0], [0.0, 9.0])
    assert values(added_up("average", [one, two])) == [2.0]
    one, two = made("rate", [0.0, 10.0]), made("rate", [0.0, 30.0])
    assert values(added_up("rate", [one, two])) == [40.0]


def test_missing_data_of_one_source_makes_the_sum_no_data() -> None:
    one, two = made("rate", [0.0, 10.0, 20.0, 30.0]), made("rate", [0.0, NAN, 30.0, 40.0])
    both = values(added_up("rate", [one, two]))
    assert math.isnan(both[0])
    assert both[2] == 20.0


def test_p95_uses_the_nearest_rank() -> None:
    assert p95(np.arange(1.0, 101.0)) == 95.0
    assert p95(np.array([3.0])) == 3.0
    assert math.isnan(p95(np.empty(0)))


def test_worker_that_starts_late_counts_from_zero(tmp_path: Path) -> None:
    series = Series(PATH, "/s", "rate", "driver", 0)
    early = [(k * SECOND + 2_000_000, Reading(float(k), (k * 100.0,))) for k in range(1, 11)]
    late = [(k * SECOND + 5_000_000, Reading(k + 0.5, ((k - 4) * 50.0,))) for k in range(5, 11)]
    with SessionReader.open(session(tmp_path / "s.outpace", series, 1, [early, late], zero=True)) as reader:
        time_s, value = reader.samples(only_counter(reader))
        np.testing.assert_allclose(time_s, np.arange(1, 11))
        np.testing.assert_allclose(value, [100] * 4 + [150] * 6, rtol=0.005)
        assert reader.total(only_counter(reader), 0, 10) == 1300
        assert reader.window(only_counter(reader), 4, 10).average == pytest.approx(150, rel=0.005)


def test_dead_worker_no_longer_contributes(tmp_path: Path) -> None:
    series = Series(PATH, "", "gauge", "driver", 0)
    lives = [(k * SECOND, Reading(float(k), (8.0,))) for k in range(1, 11)]
    dies = [(k * SECOND, Reading(float(k), (3.0,))) for k in range(1, 6)]
    with SessionReader.open(session(tmp_path / "s.outpace", series, 1, [lives, dies], zero=True)) as reader:
        assert list(reader.samples(only_counter(reader))[1]) == [11.0] * 5 + [8.0] * 5


def test_partial_last_interval_is_excluded_from_the_previous_window(tmp_path: Path) -> None:
    series = Series(PATH, "/s", "rate", "driver", 0)
    for name, rows in (("one", 1), ("two", 2)):
        own = [(k * SECOND + 1_000_000, Reading(k + 0.001, (k * 10.0,))) for k in range(1, 6)]
        own.append((5 * SECOND + 300_000_000, Reading(5.3, (53.0,))))
        path = session(tmp_path / f"{name}.outpace", series, 1, [own] * rows, zero=True)
        with SessionReader.open(path) as reader:
            assert reader.total(only_counter(reader), 0, 5) == 50 * rows
            assert reader.total(only_counter(reader), 0, 6) == 53 * rows


KINDS: tuple[Kind, ...] = ("gauge", "rate", "average", "share")


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.sampled_from(KINDS),
    st.lists(st.lists(st.floats(0, 1e9) | st.just(NAN), min_size=2, max_size=8), min_size=1, max_size=3),
    st.integers(-1, 6),
    st.integers(1, 9),
)
def test_window_statistics_match_the_samples(
    tmp_path_factory: pytest.TempPathFactory, kind: Kind, raw: list[list[float]], begin: int, length: int
) -> None:
    series = Series(PATH, "", kind, "driver", 0, 1, scale=3.0)
    rows = [
        [((k + 1) * SECOND, Reading(k + 1.0, (v, k * 2.0))) for k, v in enumerate(one)]
        for one in raw
    ]  # fmt: skip
    path = session(tmp_path_factory.mktemp("s") / "s.outpace", series, 2, rows, zero=False)
    with SessionReader.open(path) as reader:
        counter = only_counter(reader)
        found = reader.window(counter, begin, begin + length)
        time_s, value = reader.samples(counter)
        inside = value[(time_s > begin) & (time_s <= begin + length)]
        known = inside[~np.isnan(inside)]
        if kind in {"gauge", "share"}:
            assert found.samples == len(known)
        if found.samples:
            assert found.minimum >= known.min()
            assert found.maximum <= known.max()
            assert found.minimum <= found.p95 <= found.maximum
        if kind == "gauge" and len(known):
            assert found.average == pytest.approx(known.mean())


def test_missing_data_is_not_reported_as_zero(tmp_path: Path) -> None:
    series = Series(PATH, "/s", "rate", "driver", 0)
    with SessionReader.open(
        session(tmp_path / "s.outpace", series, 1, [[(1, Reading(1.0, (5.0,)))]], zero=False)
    ) as reader:
        counter = only_counter(reader)
        assert reader.window(counter, 0, 10).samples == 0
        assert math.isnan(reader.window(counter, 0, 10).average)
        assert math.isnan(reader.total(counter, 0, 10))
        unknown = Counter(1, "\\No\\Such", "", "rate", "driver", "")
        assert len(reader.samples(unknown)[0]) == 0
        assert reader.window(unknown, 0, 10).samples == 0
