"""The headline of a live run: how many times the baseline the challenger does, this run, so far. Never a verdict.

The words name a system as ahead only when an interval that stays valid under continuous looking (confidence.py) lies
on one side of 1; on two equal systems they ever do so in at most 5 % of the runs, however often one looks.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

import numpy as np

from app.analysis.confidence import LENGTHS_S, MINIMUM_BATCHES, Floats, ratio_intervals
from app.analysis.format import duration_in_units, ratio_range_text, ratio_text
from app.model.language import ENGLISH, Language

State = Literal["too early", "no clear difference so far", "challenger ahead", "baseline ahead"]

MINIMUM_S = LENGTHS_S[0] * MINIMUM_BATCHES
"""The shortest time of measuring after which the headline can say anything but "too early", seconds."""

TEN_SECONDS = 10


@dataclass(frozen=True, slots=True)
class Headline:
    """What the measured seconds so far say about challenger / baseline.

    baseline_mean, challenger_mean: orders per second over the same seconds; NaN before the first.
    ratio: of the two means; NaN while the baseline has done nothing. low, high: the interval, NaN while "too early".
    batches of batch_s seconds: what the interval is made of; 0 while "too early".
    ten_second_low, ten_second_high: the extreme ratios over whole 10 s; NaN before the first.
    seconds: measured on both systems. minimum_s: while "too early", the earliest second for a statement, else 0.
    """

    baseline_mean: float
    challenger_mean: float
    ratio: float
    low: float
    high: float
    state: State
    batches: int
    batch_s: int
    ten_second_low: float
    ten_second_high: float
    seconds: int
    minimum_s: int


def headline(baseline: Floats, challenger: Floats) -> Headline:
    """The headline after all the given seconds.

    baseline, challenger: shape (n,), orders per second of each second of the measuring phase, aligned on one clock. A
    second that is NaN, infinite or negative on either system is left out on both.
    """
    baseline, challenger = _paired(baseline, challenger)
    seconds = len(baseline)
    if seconds == 0:
        nan = math.nan
        return Headline(nan, nan, nan, nan, nan, "too early", 0, 0, nan, nan, 0, MINIMUM_S)
    interval = ratio_intervals(baseline, challenger, np.array([seconds]))
    means = float(baseline.mean()), float(challenger.mean())
    ratio = means[1] / means[0] if means[0] > 0 else math.nan
    tens = ten_second_ratios(baseline, challenger)
    tens = tens[np.isfinite(tens)]
    return Headline(
        baseline_mean=means[0],
        challenger_mean=means[1],
        ratio=ratio,
        # The interval spans the ratio of totals by construction; fmin and fmax take the last digit's rounding out.
        low=float(np.fmin(interval.low[0], ratio)) if interval.batches[0] else math.nan,
        high=float(np.fmax(interval.high[0], ratio)) if interval.batches[0] else math.nan,
        state=_state(float(interval.low[0]), float(interval.high[0])),
        batches=int(interval.batches[0]),
        batch_s=int(interval.batch_s[0]),
        ten_second_low=float(tens.min()) if tens.size else math.nan,
        ten_second_high=float(tens.max()) if tens.size else math.nan,
        seconds=seconds,
        minimum_s=int(interval.minimum_s[0]),
    )


def headline_states(baseline: Floats, challenger: Floats) -> list[State]:
    """The state that `headline` gives after each of the measured seconds, from the seconds up to it alone."""
    baseline, challenger = _paired(baseline, challenger)
    if len(baseline) == 0:
        return []
    intervals = ratio_intervals(baseline, challenger, np.arange(1, len(baseline) + 1))
    return [_state(low, high) for low, high in zip(intervals.low.tolist(), intervals.high.tolist(), strict=True)]


def ten_second_ratios(baseline: Floats, challenger: Floats) -> Floats:
    """Challenger / baseline over each whole 10 s since the start, shape (n // 10,).

    baseline, challenger: shape (n,), orders per second. NaN where the baseline did nothing.
    """
    number = len(baseline) // TEN_SECONDS
    orders = np.stack((baseline, challenger))[:, : number * TEN_SECONDS].reshape(2, number, TEN_SECONDS).sum(axis=2)
    ratios: Floats = np.divide(orders[1], orders[0], out=np.full(number, np.nan), where=orders[0] > 0)
    return ratios


def headline_text(
    headline: Headline,
    baseline_letter: str,
    challenger_letter: str,
    *,
    over: bool = False,
    storage: bool = False,
    language: Language = ENGLISH,
) -> tuple[str, str]:
    """The big line and the small one: ("B is 1.92× A", "orders/min · this run, so far · 1.89 – 1.94").

    over: the run has ended; nothing can come any more. storage: I/Os were counted, in the step under way.

    The base is stated (B in multiples of A), whoever is ahead; no word says "faster", "wins" or "better".
    """
    unit = language.say("IOPS · this step") if storage else language.say("orders/min · this run")
    base = unit if over else language.say("{unit}, so far").format(unit=unit)
    early = language.say("too short to say") if over else language.say("too early to say")
    if headline.seconds == 0:
        return early, language.say("nothing was measured") if over else language.say("nothing measured yet")
    if headline.baseline_mean == headline.challenger_mean == 0:
        ever = language.say("no I/Os") if storage else language.say("no orders")
        yet = language.say("no I/Os yet") if storage else language.say("no orders yet")
        return ever if over else yet, base
    for mean, letter in ((headline.baseline_mean, baseline_letter), (headline.challenger_mean, challenger_letter)):
        if mean == 0:
            none = language.say("{letter} has completed no orders")
            return (language.say("{letter} has completed no I/Os") if storage else none).format(letter=letter), base

    def statement(*, distinct_from_one: bool) -> str:
        ratio = language.figure(ratio_text(1.0, headline.ratio, distinct_from_one=distinct_from_one))
        return ratio_sentence(ratio, baseline_letter, challenger_letter, storage=storage, language=language)

    if headline.state == "too early":
        return early, " · ".join((base, statement(distinct_from_one=False), *_early_parts(headline, language)))
    interval = language.figure(ratio_range_text(headline.low, headline.high))
    if headline.state == "no clear difference so far":
        main = language.say("no clear difference") if over else language.say("no clear difference so far")
        return main, f"{base} · {statement(distinct_from_one=False)} · {interval}"
    return statement(distinct_from_one=True), f"{base} · {interval}"


def ratio_sentence(
    ratio: str, baseline_letter: str, challenger_letter: str, *, storage: bool = False, language: Language = ENGLISH
) -> str:
    """ "B is 1.92× A"; of storage "B: 1.92× the IOPS of A"."""
    of_storage = language.say("{challenger}: {ratio} the IOPS of {baseline}")
    template = of_storage if storage else language.say("{challenger} is {ratio} {baseline}")
    return template.format(challenger=challenger_letter, ratio=ratio, baseline=baseline_letter)


def _early_parts(headline: Headline, language: Language) -> Iterator[str]:
    if math.isfinite(headline.ten_second_low):
        values = language.figure(ratio_range_text(headline.ten_second_low, headline.ten_second_high))
        yield language.say("10 s values {values}").format(values=values)
    if headline.minimum_s:
        yield language.say("needs at least {time}").format(time=language.figure(duration_in_units(headline.minimum_s)))


def _paired(baseline: Floats, challenger: Floats) -> tuple[Floats, Floats]:
    """The seconds that were measured on both systems. Raises ValueError where the two are not aligned."""
    if baseline.shape != challenger.shape or baseline.ndim != 1:
        raise ValueError(f"throughputs of shapes {baseline.shape} and {challenger.shape} are not aligned")
    measured = np.isfinite(baseline) & np.isfinite(challenger) & (baseline >= 0) & (challenger >= 0)
    return baseline[measured], challenger[measured]


def _state(low: float, high: float) -> State:
    if math.isnan(low):
        return "too early"
    if low > 1:
        return "challenger ahead"
    if high < 1:
        return "baseline ahead"
    return "no clear difference so far"
