# SPDX-License-Identifier: Apache-2.0
"""Counting in C: the same figures, cut at the same times, as in the Python implementation."""

import ctypes
import random
from itertools import pairwise

import numpy as np
import pytest

from app.driver.native_arrivals import NativeArrivals
from app.driver.native_tally import COUNTED, NativeTally
from app.driver.pacing import NS, Arrivals
from app.driver.tally import Codes, Tally
from app.model.histogram import Histogram
from app.native.native_library import NativeLibrary

CODES = Codes(4)
ZERO_NS = 123_456_789_012_345


def test_every_latency_falls_into_the_same_bucket_as_in_python(native_library: NativeLibrary) -> None:
    edges = np.array([edge for octave in range(53) for edge in (2**octave - 1, 2**octave, 2**octave + 1)])
    drawn = np.random.default_rng(1).lognormal(14, 5, 200_000).astype(np.int64)
    latencies_ns = np.concatenate([edges, drawn]).astype(np.int64)
    found = np.zeros(1, dtype=COUNTED)
    record = native_library.function("outpace_histogram_record", None, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int64)
    record(found.ctypes.data, latencies_ns.ctypes.data, len(latencies_ns))
    wanted = Histogram()
    wanted.record(latencies_ns)
    assert found[0]["counts"].tolist() == wanted.counts.tolist()
    assert [int(found[0][name]) for name in ("count", "sum_ns", "min_ns", "max_ns")] == [
        wanted.count, wanted.sum_ns, wanted.min_ns, wanted.max_ns,
    ]  # fmt: skip


@pytest.mark.parametrize(("wholes", "ios"), [((), False), ((None, None, 0, 1), True)])
def test_frames_match_those_computed_from_logs(
    native_library: NativeLibrary, wholes: tuple[int | None, ...], ios: bool
) -> None:
    """Record events over several seconds, some of them late, as from delayed users."""
    rng = random.Random(7)
    own, oracle = NativeTally(native_library, CODES, wholes, ios=ios), Tally(CODES, wholes, ios=ios)
    record = native_library.function(
        "outpace_tally_record", None, ctypes.c_void_p, ctypes.c_int32, ctypes.c_int64, ctypes.c_int64
    )
    own.begin(ZERO_NS)
    try:
        for second in range(1, 8):
            log: list[int] = []
            for _ in range(3000):
                code = rng.choice([0, 1, 2, 3, CODES.order, CODES.think, CODES.lag, CODES.untimed])
                if ios and code == CODES.order:
                    continue
                # From 0.4 s early, in the previous second, which has been cut, to 0.4 s late.
                at_ns = ZERO_NS + int((second - 1 + rng.uniform(-0.4, 1.4)) * NS)
                at_ns = max(at_ns, ZERO_NS)
                value_ns = int(rng.expovariate(1e-6))
                log += [code, at_ns, value_ns]
                record(own.address, code, at_ns, value_ns)
            until_ns = ZERO_NS + second * NS
            assert own.cut([], until_ns) == oracle.cut([log], until_ns)
            assert own.counts.tolist() == oracle.counts.tolist()
            assert own.sums_ns.tolist() == pytest.approx(oracle.sums_ns.tolist(), rel=1e-12)
        rest_ns = ZERO_NS + 7 * NS + NS // 2
        assert own.cut([], rest_ns) == oracle.cut([], rest_ns)
        assert own.cut([], rest_ns + NS) == []
    finally:
        own.close()


def test_frames_match_those_computed_from_logs_while_the_clock_drifts(native_library: NativeLibrary) -> None:
    """The clock drifts relative to the engine's by half a millisecond per second, in both directions."""
    rng = random.Random(11)
    own, oracle = NativeTally(native_library, CODES), Tally(CODES)
    record = native_library.function(
        "outpace_tally_record", None, ctypes.c_void_p, ctypes.c_int32, ctypes.c_int64, ctypes.c_int64
    )
    own.begin(ZERO_NS)
    zero_ns, before_ns = ZERO_NS, ZERO_NS
    try:
        for second in range(1, 12):
            until_ns = zero_ns + second * NS
            # Around both ends of the second, including events within the 20 ms that a frame waits.
            moments = [before_ns + rng.randrange(1_000_000) for _ in range(50)]
            moments += [until_ns + rng.randrange(-1_000_000, 20_000_000) for _ in range(50)]
            log = [part for at_ns in moments for part in (rng.choice([0, CODES.order]), at_ns, 1000)]
            for code, at_ns, value_ns in zip(log[::3], log[1::3], log[2::3], strict=True):
                record(own.address, code, at_ns, value_ns)
            assert own.cut([], until_ns) == oracle.cut([log], until_ns)
            assert own.counts.tolist() == oracle.counts.tolist()
            before_ns = until_ns + 20_000_000
            zero_ns += rng.choice([-500_000, 500_000])
            own.steer(zero_ns)
            oracle.steer(zero_ns)
    finally:
        own.close()


def test_arrivals_are_generated_and_missed_as_in_python(native_library: NativeLibrary) -> None:
    tally = NativeTally(native_library, CODES)
    tally.begin(0)
    arrivals = NativeArrivals(native_library, random.Random(11), 0.5, tally)
    oracle = Arrivals(random.Random(11), 0.5, CODES)
    moments = sorted(random.Random(3).uniform(0, 20) for _ in range(4000))
    try:
        for one in (arrivals, oracle):
            one.set_rate(300.0, NS)
        for before, moment in pairwise(moments):
            now_ns = int(moment * NS)
            if before < 10 <= moment:
                for one in (arrivals, oracle):
                    one.set_rate(50.0, now_ns)
            if before < 15 <= moment:  # no frame was taken for two seconds
                now_ns += 2 * NS
                arrivals.expire(now_ns)
                oracle.expire(now_ns)
            assert arrivals.due(now_ns) == oracle.due(now_ns)
        missed = len(oracle.log) // 3
        assert missed > 0
        tally.cut([], 30 * NS)
        assert tally.count(CODES.missed) == missed
    finally:
        arrivals.close()
        tally.close()
