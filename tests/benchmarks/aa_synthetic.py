# SPDX-License-Identifier: Apache-2.0
"""Rate of wrong verdicts over repeats on equal systems, and power to detect a true difference of 5 %.

    nice python -m tests.benchmarks.aa_synthetic [SESSIONS] [SEED]

A session is 5 repeats of 10 minutes on two systems. The throughput of every second is autocorrelated (AR(1)); the mean
of a repeat varies by 2 % from one repeat to the next, half of that variance from the noise within a repeat and half
from its level. In the paired design, a disturbance of 5 % affects both systems of a repeat equally. Each second goes
through the same code as in a real run: window, mean, verdict. Targets: false alarms 3.5 to 6.5 %; power within 3
percentage points of theory (Welch 0.90, paired 0.81).
"""

import math
import sys
from statistics import NormalDist

import numpy as np
from numpy.random import Generator

from app.analysis.comparison import Design, Floats, Verdict, compare
from app.analysis.intervals import batch_means, t_quantile
from app.analysis.steady import mean_over, steady_window

REPEATS = 5
SECONDS = 600
MEAN_ORDERS = 1000.0
VARIATION = 0.02
SHARED = 0.05
DIFFERENCE = 1.05


def mean_variance(phi: float, seconds: int) -> float:
    """Return the variance of the mean of `seconds` values of AR(1) noise of variance 1."""
    return (seconds * (1 + phi) / (1 - phi) - 2 * phi * (1 - phi**seconds) / (1 - phi) ** 2) / seconds**2


def sessions(
    rng: Generator, number: int, phi: float, design: Design, *, ratio: float = 1.0, seconds: int = SECONDS
) -> Floats:
    """Return orders per second, shape (number, REPEATS, 2, seconds); the challenger's are `ratio` times as high."""
    noise = rng.standard_normal((seconds, number, REPEATS, 2))
    for second in range(1, seconds):
        noise[second] = phi * noise[second - 1] + math.sqrt(1 - phi**2) * noise[second]
    noise *= VARIATION * math.sqrt(0.5 / mean_variance(phi, seconds))
    level = 1 + VARIATION * math.sqrt(0.5) * rng.standard_normal((number, REPEATS, 2))
    if design == "paired":
        level *= np.exp(SHARED * rng.standard_normal((number, REPEATS, 1)))
    orders: Floats = MEAN_ORDERS * level[..., None] * (1 + noise.transpose(1, 2, 3, 0)) * [[1.0], [ratio]]
    return np.maximum(orders, 0.0)


def verdict_of(session: Floats, design: Design, *, settling: bool = False) -> Verdict:
    """Return the verdict on one session, shape (REPEATS, 2, seconds), or with `settling` on steady-state windows."""
    means = []
    for repeat in session:
        over = [mean_over(values) for values in repeat]
        window = (0, repeat.shape[1])
        if settling:
            found = steady_window({"A": over[0], "B": over[1]}, repeat.shape[1])
            window = (found.from_s, found.to_s)
        means.append([figure(*window) for figure in over])
    baseline, challenger = np.array(means).T
    return compare(baseline, challenger, design).verdict


def named_share(made: Floats, design: Design, *, settling: bool = False) -> tuple[float, float]:
    """Return the shares of sessions in which the challenger, and in which the baseline, is named."""
    verdicts = [verdict_of(session, design, settling=settling) for session in made]
    return (
        verdicts.count("challenger higher") / len(verdicts),
        verdicts.count("baseline higher") / len(verdicts),
    )


def power(design: Design, *, repeats: int = REPEATS, variation: float = VARIATION, ratio: float = DIFFERENCE) -> float:
    """Return the theoretical power: P(t > its bound) for the non-central t under a true ratio.

    The t distribution is integrated over the estimated deviation. Independent repeats: Student's t with equal variances
    and 2 n - 2 degrees of freedom, which Welch's test cannot quite reach because it estimates its degrees of freedom;
    paired repeats: t of the differences, with n - 1 degrees of freedom.
    """
    degrees = repeats - 1 if design == "paired" else 2 * repeats - 2
    shift = math.log(ratio) / (variation * math.sqrt(2 / repeats))
    bound = t_quantile(0.95, degrees)
    step = 1e-3
    total = 0.0
    for number in range(1, 5000):  # s = estimated / true deviation; v s² is chi-squared with v degrees of freedom
        s = number * step
        log_density = (
            math.log(2) + degrees / 2 * math.log(degrees / 2) - math.lgamma(degrees / 2)
            + (degrees - 1) * math.log(s) - degrees * s * s / 2
        )  # fmt: skip
        total += math.exp(log_density) * step * (1 - NormalDist().cdf(bound * s - shift))
    return total


def coverage(rng: Generator, number: int, phi: float, seconds: int = SECONDS) -> float:
    """Return the coverage of one run's confidence interval (batch means): how often it contains the true mean."""
    noise = rng.standard_normal((seconds, number))
    for second in range(1, seconds):
        noise[second] = phi * noise[second - 1] + math.sqrt(1 - phi**2) * noise[second]
    intervals = [batch_means(100 + 10 * series) for series in noise.T]
    return sum(found.low <= 100 <= found.high for found in intervals) / number


def main() -> None:
    number = int(sys.argv[1]) if len(sys.argv) > 1 else 2000
    rng = np.random.default_rng(int(sys.argv[2]) if len(sys.argv) > 2 else 20261122)
    print(f"{number} sessions of {REPEATS} repeats of {SECONDS} s, {VARIATION:.0%} from repeat to repeat")
    print(f"{'':46} {'A/A: false alarms':>18} {'power, true 1.05x':>18} {'theory':>7}")
    designs: tuple[Design, ...] = ("independent", "paired")
    for design in designs:
        for phi in (0.0, 0.5, 0.9, 0.98):
            settlings = (False, True) if phi == 0.9 else (False,)
            for settling in settlings:
                alarms = sum(named_share(sessions(rng, number, phi, design), design, settling=settling))
                true = sessions(rng, number, phi, design, ratio=DIFFERENCE)
                found = named_share(true, design, settling=settling)[0]
                name = f"{design}, AR(1) {phi}{', steady-state windows' if settling else ''}"
                print(f"{name:46} {alarms:>18.1%} {found:>18.1%} {power(design):>7.1%}", flush=True)
    print("\nBatch means within one run: how often the 95 % interval holds the true mean")
    for phi in (0.0, 0.5, 0.9, 0.98):
        print(f"AR(1) {phi:<5} {coverage(rng, number, phi):.1%}", flush=True)


if __name__ == "__main__":
    main()
