# SPDX-License-Identifier: Apache-2.0
"""Steady-state rule: selects the window of a run from which results are computed, the same for all systems.

A window is cut into 5 equal rounds. It is steady if, for every figure of every system, the round values' range is at
most 20 % of their mean, and the straight line through them (least squares) rises or falls over the window by at most 10
% of their mean. These are the limits of SNIA's Solid State Storage Performance Test Specification (section on steady
state: data excursion 20 %, slope excursion 10 %, five rounds), there for IOPS alone; here for throughput and p95.

The rounds are cut from the end of the measuring: the longest steady window that ends there is used, so that only an
unsettled beginning is left out and no favorable window can be picked. A window with fewer than two checkpoints of a
system is not representative of a database, which defers work to them: it is flagged.
"""

import math
from collections.abc import Callable, Mapping, Sequence

import msgspec
import numpy as np
from numpy.typing import NDArray

from app.model.errors import phrase
from app.model.messages import Sentence

Floats = NDArray[np.float64]
OverSeconds = Callable[[int, int], float]
"""A figure over from_s <= second < to_s, in seconds since the measurement began; NaN if there is no data."""

ROUNDS = 5
MAXIMUM_RANGE = 0.20
MAXIMUM_SLOPE = 0.10
MINIMUM_ROUND_S = 10
LEAST_ROUND_S = 3
THROUGHPUT = "throughput"
"""Name of a system's throughput among the figures: "A throughput"."""
CHECKPOINTS = 2


class RoundCheck(msgspec.Struct, frozen=True):
    """Check of one figure ("A throughput") in the rounds of a window.

    Attributes:
        range_share: (largest - smallest) / mean; NaN if a round has no data or the mean is 0.
        slope_share: |rise of the fitted line over the rounds' middles| / mean; NaN as `range_share`.
        reason: Why it is not steady; None if it is.
    """

    figure: str
    rounds: tuple[float, ...]
    mean: float
    range_share: float
    slope_share: float
    reason: Sentence | None

    @property
    def holds(self) -> bool:
        """True if this figure is steady."""
        return self.reason is None


class SteadyWindow(msgspec.Struct, frozen=True):
    """Window from which results are computed.

    Attributes:
        from_s: Start in seconds since the measurement began; `to_s` is the end.
        steady: False if no window is steady; then it is the shortest window tried (the last rounds) with the reasons,
            or, in a run too short for any, the whole of it without checks.
        checks: Checks of all figures in the window.
        flags: Notes for the reader, for example about missing checkpoints.
    """

    from_s: int
    to_s: int
    steady: bool
    checks: tuple[RoundCheck, ...]
    flags: tuple[Sentence, ...]

    @property
    def round_s(self) -> int:
        """Length of a round in seconds."""
        return (self.to_s - self.from_s) // ROUNDS

    @property
    def reasons(self) -> tuple[Sentence, ...]:
        """Reasons why the window is not steady."""
        if not self.steady and not self.checks:
            return (
                phrase("{seconds} s are too short for {rounds} rounds", seconds=self.to_s - self.from_s, rounds=ROUNDS),
            )
        return tuple(check.reason for check in self.checks if check.reason is not None)


def check_rounds(figure: str, rounds: Sequence[float] | Floats) -> RoundCheck:
    """Apply the rule to one figure; `rounds` are its values in the rounds, at least 2, in chronological order."""
    values = np.asarray(rounds, dtype=np.float64)
    per_round = tuple(values.tolist())
    if not np.isfinite(values).all():
        return RoundCheck(
            figure,
            per_round,
            math.nan,
            math.nan,
            math.nan,
            phrase("{figure} has no data in a round", figure=_named(figure)),
        )
    mean = float(values.mean())
    if mean <= 0:
        return RoundCheck(figure, per_round, mean, math.nan, math.nan, phrase("{figure} is 0", figure=_named(figure)))
    place = np.arange(len(values)) - (len(values) - 1) / 2
    slope = float(place @ (values - mean)) / float(place @ place)
    spread = float(values.max() - values.min()) / mean
    rise = slope * (len(values) - 1) / mean
    return RoundCheck(figure, per_round, mean, spread, abs(rise), _reason(figure, spread, rise))


def steady_window(
    figures: Mapping[str, OverSeconds],
    seconds: int,
    *,
    checkpoints: Mapping[str, Sequence[float] | None] | None = None,
    minimum_round_s: int = MINIMUM_ROUND_S,
) -> SteadyWindow:
    """Return the longest window of whole-second rounds that ends with the measurement and is steady in all figures.

    Args:
        figures: Figures of all systems, by display name, cheap ones first: the next is only evaluated if those before
            are steady.
        seconds: Length of the measurement.
        checkpoints: When each system's checkpoints ended, in seconds since the measurement began; None if unknown.
        minimum_round_s: Shortest round.
    """
    known = checkpoints or {}
    longest = seconds // ROUNDS
    shortest = max(minimum_round_s, 1)
    for round_s in range(longest, shortest - 1, -1):
        from_s = seconds - ROUNDS * round_s
        if all(_check(name, over, from_s, round_s).holds for name, over in figures.items()):
            return _window(figures, from_s, round_s, known, steady=True)
    if longest < shortest:
        return SteadyWindow(0, seconds, False, (), _flags(known, 0, seconds))
    return _window(figures, seconds - ROUNDS * shortest, shortest, known, steady=False)


def fixed_window(
    figures: Mapping[str, OverSeconds],
    from_s: int,
    to_s: int,
    *,
    checkpoints: Mapping[str, Sequence[float] | None] | None = None,
) -> SteadyWindow:
    """Check a window chosen beforehand, except for up to 4 s at its beginning that do not fill a round.

    Args:
        figures: Figures of all systems, by display name.
        from_s: Start of the window, in seconds since measuring began.
        to_s: End of the window.
        checkpoints: When each system's checkpoints ended; None if unknown.
    """
    known = checkpoints or {}
    round_s = (to_s - from_s) // ROUNDS
    if round_s < 1:
        return SteadyWindow(from_s, to_s, False, (), _flags(known, from_s, to_s))
    checks = tuple(_check(name, over, to_s - ROUNDS * round_s, round_s) for name, over in figures.items())
    return SteadyWindow(from_s, to_s, all(c.holds for c in checks), checks, _flags(known, from_s, to_s))


def findings(window: SteadyWindow, *, arrivals: bool = False) -> tuple[Sentence, ...]:
    """Return the findings that a reader of an unsteady window needs: by how much throughput changed in it.

    SNIA's rule is on throughput. One checkpoint more in a round can move a p95 of a few rounds beyond its limits, so
    that it only helps to choose a window; but if arrivals set the throughput it alone shows a change, given rounds of
    MINIMUM_ROUND_S. The standard error of a round's mean falls with the root of its length: shorter rounds have limits
    that are wider by as much. Rounds shorter than LEAST_ROUND_S, or without data, are inconclusive.

    Args:
        window: Window of the run.
        arrivals: Whether the loop is open.
    """
    if window.steady or window.round_s < LEAST_ROUND_S:
        return ()
    wider = math.sqrt(max(MINIMUM_ROUND_S / window.round_s, 1.0))
    with_p95 = arrivals and wider == 1.0
    return tuple(
        check.reason
        for check in window.checks
        if check.reason is not None
        and (check.range_share > wider * MAXIMUM_RANGE or check.slope_share > wider * MAXIMUM_SLOPE)
        and (with_p95 or check.figure.endswith(THROUGHPUT))
    )


def mean_over(values: Floats) -> OverSeconds:
    """Return a figure with one value per second (orders), shape (n,), as a mean over seconds; NaN is excluded.

    If fewer than 95 % of an interval's seconds have data, the figure is NaN.
    """
    held = np.isfinite(values)
    totals = np.concatenate(((0.0,), np.cumsum(np.where(held, values, 0.0))))
    counts = np.concatenate(((0,), np.cumsum(held)))

    def over(from_s: int, to_s: int) -> float:
        begin, end = max(from_s, 0), min(to_s, len(values))
        count = int(counts[end] - counts[begin]) if end > begin else 0
        if count == 0 or count < 0.95 * (to_s - from_s):
            return math.nan
        return float(totals[end] - totals[begin]) / count

    return over


def _check(name: str, over: OverSeconds, from_s: int, round_s: int) -> RoundCheck:
    return check_rounds(
        name, [over(from_s + round_s * number, from_s + round_s * (number + 1)) for number in range(ROUNDS)]
    )


def _window(
    figures: Mapping[str, OverSeconds],
    from_s: int,
    round_s: int,
    checkpoints: Mapping[str, Sequence[float] | None],
    *,
    steady: bool,
) -> SteadyWindow:
    to_s = from_s + ROUNDS * round_s
    checks = tuple(_check(name, over, from_s, round_s) for name, over in figures.items())
    return SteadyWindow(from_s, to_s, steady, checks, _flags(checkpoints, from_s, to_s))


def _flags(checkpoints: Mapping[str, Sequence[float] | None], from_s: float, to_s: float) -> tuple[Sentence, ...]:
    flags = []
    for system, times in checkpoints.items():
        if times is None:
            flags.append(phrase("{system}: its checkpoints are not known", system=system))
            continue
        inside = sum(from_s <= time < to_s for time in times)
        if inside < CHECKPOINTS:
            flags.append(
                phrase("{system}: only one checkpoint in the window", system=system)
                if inside
                else phrase("{system}: no checkpoint in the window", system=system)
            )
    return tuple(flags)


def _reason(figure: str, spread: float, rise: float) -> Sentence | None:
    """Return the reason; None if both limits are met. A share that exceeds its limit only by rounding meets it."""
    ranges = phrase(
        "{figure} ranges over {share:.1f} % of its mean, {most:.0f} % are allowed",
        figure=_named(figure),
        share=_percent(spread),
        most=100 * MAXIMUM_RANGE,
    )
    moves = phrase(
        "{figure} rises by {share:.1f} % of its mean, {most:.0f} % are allowed"
        if rise > 0
        else "{figure} falls by {share:.1f} % of its mean, {most:.0f} % are allowed",
        figure=_named(figure),
        share=_percent(abs(rise)),
        most=100 * MAXIMUM_SLOPE,
    )
    wide, steep = spread > MAXIMUM_RANGE + 1e-12, abs(rise) > MAXIMUM_SLOPE + 1e-12
    if wide and steep:
        return phrase("{first} and {last}", first=ranges, last=moves)
    return ranges if wide else moves if steep else None


def _named(figure: str) -> Sentence:
    """Return a figure's name for sentences: "A throughput"; a percentile's name needs no translation."""
    system, _, kind = figure.partition(" ")
    if kind == THROUGHPUT:
        return phrase("{letter} throughput", letter=system)
    return phrase("{figure}", figure=figure)


def _percent(share: float) -> float:
    """Return the percentage with one decimal, rounded up, so that a value above a limit is not printed as the limit."""
    return math.ceil(share * 1000) / 10
