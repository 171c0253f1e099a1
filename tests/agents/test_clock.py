# SPDX-License-Identifier: Apache-2.0
"""Clock of another machine: its stated uncertainty holds for any network delay and any drift within the limits."""

from dataclasses import dataclass
from itertools import pairwise

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from app.agents.remote_clock import DRIFT, KEPT, SLEW, Exchange, RemoteClock

NS = 1_000_000_000
ROUNDING_NS = 8
"""Rounding error in nanoseconds: floats of the size of these offsets, and times rounded to whole nanoseconds."""


@dataclass(frozen=True)
class TrueClock:
    """Exact clock of another machine.

    Attributes:
        pace: relative deviation of its rate from this machine's clock.
    """

    offset_ns: int
    pace: float

    def at(self, here_ns: int) -> int:
        return here_ns + self.offset_ns + round(self.pace * here_ns)

    def exchange(self, sent_ns: int, there_ns: int, within_ns: int, back_ns: int) -> Exchange:
        """Return an exchange of times.

        Args:
            sent_ns: time of sending, on this machine's clock.
            there_ns: network delay of the request.
            within_ns: time the other machine takes to answer.
            back_ns: network delay of the answer.
        """
        came = sent_ns + there_ns
        left = came + within_ns
        return Exchange(sent_ns, self.at(came), self.at(left), left + back_ns)


delays = st.integers(0, 200_000_000)
clocks = st.builds(TrueClock, st.integers(-(10**13), 10**13), st.floats(-0.99 * DRIFT, 0.99 * DRIFT, allow_nan=False))
exchanges = st.lists(st.tuples(st.integers(0, 3 * NS), delays, st.integers(0, 10_000_000), delays), min_size=1)


@given(clocks, exchanges, st.integers(0, 100 * NS))
@example(TrueClock(0, 7.955573649060314e-05), [(0, 0, 6285, 0)], 0)
def test_true_offset_is_within_the_stated_uncertainty(
    true: TrueClock, ways: list[tuple[int, int, int, int]], later_ns: int
) -> None:
    clock, now_ns = RemoteClock(), 0
    for pause_ns, there_ns, within_ns, back_ns in ways:
        exchange = true.exchange(now_ns + pause_ns, there_ns, within_ns, back_ns)
        assert clock.add(exchange)
        now_ns = exchange.back_ns
        for moment_ns in (now_ns, now_ns + later_ns):
            offset = clock.at(moment_ns)
            assert offset is not None
            truth_ns = true.at(moment_ns) - moment_ns
            assert abs(offset.ns - truth_ns) <= offset.uncertainty_ns + ROUNDING_NS
    assert clock.uneven == 0


@given(clocks, exchanges)
def test_more_exchanges_never_increase_the_uncertainty(true: TrueClock, ways: list[tuple[int, int, int, int]]) -> None:
    clock, now_ns = RemoteClock(), 0
    for pause_ns, there_ns, within_ns, back_ns in ways[:KEPT]:
        exchange = true.exchange(now_ns + pause_ns, there_ns, within_ns, back_ns)
        now_ns = exchange.back_ns
        before = clock.at(now_ns)
        clock.add(exchange)
        after = clock.at(now_ns)
        assert after is not None
        assert before is None or after.uncertainty_ns <= before.uncertainty_ns + ROUNDING_NS


@given(clocks, st.lists(st.tuples(st.integers(1_000_000, 3 * NS), delays, delays), min_size=2))
def test_converted_times_advance_within_the_slew_limit(true: TrueClock, ways: list[tuple[int, int, int]]) -> None:
    clock, now_ns = RemoteClock(), 0
    stamps = []
    for pause_ns, there_ns, back_ns in ways:
        exchange = true.exchange(now_ns + pause_ns, there_ns, 0, back_ns)
        clock.add(exchange)
        now_ns = exchange.back_ns
        stamps.append((now_ns, true.at(now_ns) - clock.moved_by(now_ns)))
    for (before_ns, before), (after_ns, after) in pairwise(stamps):
        passed = after_ns - before_ns
        assert abs((after - before) - passed) <= (SLEW + DRIFT) * passed + ROUNDING_NS


def test_change_of_clock_rate_is_detected_and_followed() -> None:
    clock = RemoteClock()
    for second in range(20):
        clock.add(TrueClock(7 * NS, 0).exchange(second * NS, 200_000, 0, 200_000))
    assert clock.uneven == 0
    for second in range(20, 40):
        slewed = TrueClock(7 * NS + (second - 19) * 2_000_000, 0)
        clock.add(slewed.exchange(second * NS, 200_000, 0, 200_000))
    assert clock.uneven > 0
    offset = clock.at(39 * NS + 400_000)
    assert offset is not None
    assert abs(offset.ns - (7 * NS + 40_000_000)) <= offset.uncertainty_ns


@pytest.mark.parametrize(
    "exchange",
    [
        pytest.param(Exchange(100, 5000, 4000, 200), id="left before it came"),
        pytest.param(Exchange(100, 5000, 9000, 200), id="longer there than in all"),
    ],
)
def test_impossible_exchange_is_discarded(exchange: Exchange) -> None:
    clock = RemoteClock()
    assert not clock.add(exchange)
    assert clock.at(1000) is None
    with pytest.raises(LookupError):
        clock.moved_by(1000)
