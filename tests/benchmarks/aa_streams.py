# SPDX-License-Identifier: Apache-2.0
"""Rate of winners in the live headline: on two equal systems (at most 5 %), and on two different ones.

    nice python -m tests.benchmarks.aa_streams [STREAMS] [SEED]

Every stream is a run of 30 minutes; the headline changes only at whole batches and is evaluated at each of them. The
seed differs from those of the tests and from those used to choose the rule. Prints, for each kind of noise: the share
of streams in which a winner was ever named (for different systems, a wrong one is the baseline), the median and 95th
percentile of the second at which one was first named, and the share of streams in which a verdict was ever withdrawn.
Then the time of one evaluation.
"""

import statistics
import sys
import time
from collections.abc import Callable, Iterator

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from app.analysis.confidence import BATCH_S, ratio_intervals
from app.analysis.headline import firm_sides, headline

Floats = NDArray[np.float64]
SECONDS = 1800
MEAN_ORDERS = 1000.0


def autoregressive(rng: Generator, phi: float, streams: int, seconds: int = SECONDS) -> Floats:
    """Return AR(1) noise of variance 1, shape (streams, 2, seconds); phi 0 is independent noise."""
    noise = rng.standard_normal((seconds, streams, 2))
    for second in range(1, seconds):
        noise[second] = phi * noise[second - 1] + np.sqrt(1 - phi**2) * noise[second]
    return noise.transpose(1, 2, 0)


def dips(rng: Generator, streams: int, *, depth: float, length: int, period: int, seconds: int = SECONDS) -> Floats:
    """Return factors, shape (streams, 2, seconds): 1, but 1 - depth for `length` s of each period; phase per system."""
    phase = rng.integers(0, period, size=(streams, 2, 1))
    return np.where((np.arange(seconds) + phase) % period < length, 1.0 - depth, 1.0)


def throughput(noise: Floats, variation: float, factor: Floats | float = 1.0) -> Floats:
    """Return orders per second around MEAN_ORDERS with a coefficient of variation, never negative."""
    return MEAN_ORDERS * np.maximum((1 + variation * noise) * factor, 0.0)


def swings(rng: Generator, streams: int, *, depth: float, period: float = 50, wander: float = 0.0) -> Floats:
    """Return factors, shape (streams, 2, SECONDS): a sine of `period` s around 1, with a phase per system.

    Args:
        rng: random generator.
        streams: number of streams.
        depth: amplitude.
        period: period in seconds.
        wander: standard deviation of the phase's steps, in radians per second.
    """
    phase = rng.uniform(0, 2 * np.pi, (streams, 2, 1))
    if wander:
        phase = phase + np.cumsum(wander * rng.standard_normal((streams, 2, SECONDS)), axis=2)
    factor: Floats = 1 + depth * np.sin(2 * np.pi * np.arange(SECONDS) / period + phase)
    return factor


def sides_named(pairs: Floats) -> NDArray[np.int8]:
    """Return the system that is significantly ahead after each batch: 1 for the challenger, -1 for the baseline.

    Args:
        pairs: shape (streams, 2, seconds).

    Returns:
        Shape (streams, batches).
    """
    return firm_sides(ratio_intervals(pairs[:, 0], pairs[:, 1]))


def first_named_s(sides: NDArray[np.int8]) -> Floats:
    """Return the second at which a winner is first named in each stream, or infinity if none is."""
    named = sides != 0
    return np.where(named.any(axis=1), (named.argmax(axis=1) + 1.0) * BATCH_S, np.inf)


def ever_lost(sides: NDArray[np.int8]) -> NDArray[np.bool_]:
    """Return for each stream whether a verdict was ever withdrawn."""
    return np.asarray(((sides[:, :-1] != 0) & (sides[:, 1:] != sides[:, :-1])).any(axis=1))


def equal_systems(rng: Generator, streams: int) -> Iterator[tuple[str, Floats]]:
    """Yield A/A streams of many kinds, by name."""

    def white() -> Floats:
        return autoregressive(rng, 0, streams)

    for variation in (0.02, 0.10, 0.30):
        for phi in (0.0, 0.5, 0.8, 0.9, 0.95, 0.98):
            noise = autoregressive(rng, phi, streams)
            yield f"AR(1) {phi}, variation {variation:.0%}", throughput(noise, variation)
        for depth, length, period in ((0.5, 5, 60), (0.9, 5, 60), (0.5, 20, 60), (0.5, 10, 45), (0.8, 10, 300)):
            factor = dips(rng, streams, depth=depth, length=length, period=period)
            yield (
                f"dip {depth:.0%} {length} s every {period} s, {variation:.0%}",
                throughput(white(), variation, factor),
            )
        both = autoregressive(rng, 0.9, streams)
        factor = dips(rng, streams, depth=0.5, length=8, period=60)
        yield f"AR(1) 0.9 and dips, {variation:.0%}", throughput(both, variation, factor)
    heavy = rng.standard_t(2.5, size=(streams, 2, SECONDS))
    yield "heavy tails (t, 2.5 degrees), 10%", throughput(heavy, 0.1)
    yield "log-normal, sigma 1", MEAN_ORDERS * np.exp(rng.standard_normal((streams, 2, SECONDS)))
    slow = 0.95 * white() + 0.31 * autoregressive(rng, 0.98, streams)
    yield "white with a slow tenth (AR 0.98), 10%", throughput(slow, 0.1)
    stalls = rng.random((streams, 2, SECONDS // 5)).repeat(5, axis=2) < 0.02
    yield "stalls to zero, 5 s, 2 % of the time", throughput(white(), 0.05, np.where(stalls, 0.0, 1.0))
    yield "few orders (Poisson, 0.5 a second)", rng.poisson(0.5, (streams, 2, SECONDS)).astype(np.float64)
    yield "few orders (Poisson, 5 a second)", rng.poisson(5.0, (streams, 2, SECONDS)).astype(np.float64)
    uneven = throughput(white(), 0.3)
    uneven[:, 0] = MEAN_ORDERS
    yield "noise on one system only, 30%", uneven
    one_sided = throughput(white(), 0.02, dips(rng, streams, depth=0.9, length=6, period=60) / 0.91)
    one_sided[:, 0] = throughput(white(), 0.02)[:, 0]
    yield "deep dips on one system only, same mean, 2%", one_sided
    shared = white()
    shared[:, 1] = 0.8 * shared[:, 0] + 0.6 * shared[:, 1]
    yield "shared noise (correlation 0.8), 10%", throughput(shared, 0.1)
    for depth in (0.1, 0.3, 0.6):
        both = swings(rng, streams, depth=depth)
        yield f"50-s swing of {depth:.0%} in both, 5%", throughput(white(), 0.05, both)
        one = both.copy()
        one[:, 0] = 1
        yield f"50-s swing of {depth:.0%} in one, 5%", throughput(white(), 0.05, one)
        wandering = swings(rng, streams, depth=depth, wander=0.05)
        yield f"50-s swing of {depth:.0%}, its phase wanders, 5%", throughput(white(), 0.05, wandering)
    both = swings(rng, streams, depth=0.3)
    yield "50-s swing of 30% and AR(1) 0.9, 10%", throughput(autoregressive(rng, 0.9, streams), 0.1, both)


def different_systems(rng: Generator, streams: int) -> Iterator[tuple[str, Floats]]:
    """Yield streams in which the challenger really is faster, by name."""

    def challenger(ratio: float, phi: float, variation: float, factor: Floats | float = 1.0) -> Floats:
        return throughput(autoregressive(rng, phi, streams), variation, factor) * [[1.0], [ratio]]

    for ratio in (1.05, 1.5, 1.92, 3.0):
        for phi, variation in ((0.0, 0.02), (0.0, 0.1), (0.5, 0.1), (0.8, 0.1), (0.9, 0.02), (0.9, 0.1), (0.95, 0.1)):
            name = f"AR(1) {phi}" if phi else "independent"
            yield f"{ratio:g}x, {name}, {variation:.0%}", challenger(ratio, phi, variation)
        factor = dips(rng, streams, depth=0.5, length=5, period=60)
        yield f"{ratio:g}x, dips 50% 5 s every 60 s, 2%", challenger(ratio, 0.0, 0.02, factor)
        factor = swings(rng, streams, depth=0.3)
        yield f"{ratio:g}x, 50-s swing of 30% in both, 5%", challenger(ratio, 0.0, 0.05, factor)
    yield "1.02x, independent, 2%", challenger(1.02, 0.0, 0.02)


def report(kinds: Iterator[tuple[str, Floats]]) -> None:
    print(f"{'streams':48} {'ever named':>10} {'wrongly':>8} {'named from':>11} {'95 % by':>9} {'taken back':>11}")
    for name, pairs in kinds:
        sides = sides_named(pairs)
        firsts = first_named_s(sides)
        last_s = np.quantile(firsts, 0.95, method="higher")
        print(
            f"{name:48} {np.isfinite(firsts).mean():>10.2%} {(sides < 0).any(axis=1).mean():>8.2%}"
            f" {_seconds(float(np.quantile(firsts, 0.5, method='higher'))):>11} {_seconds(float(last_s)):>9}"
            f" {ever_lost(sides).mean():>11.2%}",
            flush=True,
        )


def _seconds(value: float) -> str:
    return f"{value:.0f} s" if np.isfinite(value) else "-"


def evaluation_ms(seconds: int, rounds: int = 50) -> float:
    """Return the median time of one `headline` over a run of `seconds`."""
    pair = throughput(autoregressive(np.random.default_rng(1), 0.5, 1, seconds), 0.1)[0]

    def one(evaluate: Callable[[Floats, Floats], object]) -> float:
        begin = time.perf_counter()
        evaluate(pair[0], pair[1])
        return (time.perf_counter() - begin) * 1e3

    return statistics.median(one(headline) for _ in range(rounds))


def main() -> None:
    streams = int(sys.argv[1]) if len(sys.argv) > 1 else 2000
    rng = np.random.default_rng(int(sys.argv[2]) if len(sys.argv) > 2 else 20261121)
    print(f"Equal systems, {streams} streams each (aim: ever named in at most 5 %; 'wrongly' = the baseline named)")
    report(equal_systems(rng, streams))
    print("\nDifferent systems (the challenger does more)")
    report(different_systems(rng, streams))
    print("\nOne evaluation, milliseconds")
    for seconds in (60, 300, SECONDS, 28_800):
        print(f"{seconds:>7} s  {evaluation_ms(seconds):.2f}")


if __name__ == "__main__":
    main()
