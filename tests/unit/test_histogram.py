# SPDX-License-Identifier: Apache-2.0
"""Latency histograms give the same results when they are recorded, merged or stored."""

import math
from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from app.model.histogram import BUCKETS, Histogram, bucket_middle_ns, bucket_of, grouped

LONGEST_NS = 8 * 3600 * 1_000_000_000
latencies = st.lists(st.integers(0, LONGEST_NS), max_size=200)
some_latencies = st.lists(st.integers(0, LONGEST_NS), min_size=1, max_size=200)


def array(values: Sequence[int]) -> NDArray[np.int64]:
    return np.array(values, dtype=np.int64)


def recorded(values: Sequence[int]) -> Histogram:
    histogram = Histogram()
    histogram.record(array(values))
    return histogram


def facts(histogram: Histogram) -> tuple[bytes, int, int, int, int]:
    return (
        histogram.counts.tobytes(),
        histogram.count,
        histogram.sum_ns,
        histogram.min_ns,
        histogram.max_ns,
    )


@given(st.lists(latencies, max_size=5))
def test_merging_equals_recording_into_one_histogram(parts: list[list[int]]) -> None:
    merged = Histogram()
    for part in parts:
        merged.add(recorded(part))
    assert facts(merged) == facts(recorded([value for part in parts for value in part]))


@given(some_latencies, st.floats(0, 100))
def test_percentile_is_within_0_8_percent_of_the_exact_latency(values: list[int], percent: float) -> None:
    rank = max(math.ceil(percent / 100 * len(values) - 1e-9), 1)
    exact = sorted(values)[rank - 1]
    assert recorded(values).percentile_ns(percent) == pytest.approx(exact, rel=0.008, abs=0)


@given(some_latencies)
def test_extremes_and_mean_are_exact(values: list[int]) -> None:
    histogram = recorded(values)
    assert (histogram.min_ns, histogram.max_ns) == (min(values), max(values))
    assert histogram.percentile_ns(100) <= max(values)
    assert histogram.mean_ns == sum(values) / len(values)


@given(latencies)
def test_histogram_survives_a_round_trip_through_bytes(values: list[int]) -> None:
    histogram = recorded(values)
    again = Histogram.from_bytes(
        histogram.to_bytes(),
        count=histogram.count,
        sum_ns=histogram.sum_ns,
        min_ns=histogram.min_ns,
        max_ns=histogram.max_ns,
    )
    assert facts(again) == facts(histogram)


@given(st.lists(st.tuples(st.integers(0, 5), st.integers(0, LONGEST_NS)), max_size=200))
def test_recording_groups_at_once_equals_recording_each_separately(events: list[tuple[int, int]]) -> None:
    together = grouped(array([group for group, _ in events]), array([value for _, value in events]), 6)
    apart = [recorded([value for group, value in events if group == index]) for index in range(6)]
    assert [facts(histogram) for histogram in together] == [facts(histogram) for histogram in apart]


@given(st.integers(0, (1 << 53) - 1))
def test_buckets_increase_with_latency_and_contain_it(value: int) -> None:
    bucket, following = bucket_of(array([value, value + 1]))
    assert 0 <= bucket <= following <= bucket + 1 < BUCKETS
    assert bucket_middle_ns(array([int(bucket)]))[0] == pytest.approx(value, rel=0.008, abs=0)


def test_empty_histogram_has_no_percentile_and_no_mean() -> None:
    assert math.isnan(Histogram().percentile_ns(50))
    assert math.isnan(Histogram().mean_ns)


@given(st.binary(max_size=60), st.integers(0, 10))
def test_untrusted_bytes_yield_a_histogram_or_a_value_error(data: bytes, count: int) -> None:
    try:
        histogram = Histogram.from_bytes(data, count=count, sum_ns=0, min_ns=0, max_ns=0)
    except ValueError:
        return
    assert int(histogram.counts.sum()) == count


def test_longest_latency_is_in_the_last_bucket() -> None:
    """2^63 - 1 ns is in the last of the 64 buckets of octave 57, counted after the 64 exact buckets."""
    assert bucket_of(array([2**63 - 1])).tolist() == [57 * 64 + 63] == [BUCKETS - 1]


def test_each_of_the_first_64_buckets_spans_one_nanosecond() -> None:
    assert bucket_of(np.arange(64)).tolist() == list(range(64))
    assert bucket_middle_ns(np.arange(64)).tolist() == list(range(64))
    # Buckets are 1 ns wide up to 127 and 2 ns wide from 128, where the middle lies between two values.
    assert bucket_of(array([64, 127, 128, 129, 130])).tolist() == [64, 127, 128, 128, 129]
    assert bucket_middle_ns(array([127, 128, 129])).tolist() == [127.0, 128.5, 130.5]
