# SPDX-License-Identifier: Apache-2.0
"""Rows of cumulative columns, built from figures that a tool printed per interval.

The mean over a window then weights intervals by their length. An interval that is missing or has no figure is a gap,
over which no rate is spread.
"""

import math
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import median

from app.imports.source import LogRow
from app.model.errors import phrase
from app.model.messages import Sentence

GAP = 0.5
"""Length of a gap, relative to the row's interval, above which rows are missing before the row."""


@dataclass(frozen=True, slots=True)
class Interval:
    """Interval that one row covers.

    Attributes:
        began_s: start, on the log's clock.
        ended_s: end, on the log's clock.
        values: for cumulative columns, the count within the interval; NaN means no data.
    """

    line: int
    began_s: float
    ended_s: float
    values: Sequence[float]


def counted_rows(intervals: Iterable[Interval], cumulative: Collection[int]) -> Iterator[LogRow]:
    """Yield the rows, and an additional one at the start of the first interval and of each interval after a gap.

    A cumulative column that falls was reset and has no data there (app/session/rates.py). A gap is therefore written as
    a fall below every earlier value.
    """
    sums: dict[int, float] = {}
    floor = 0.0
    last_s: float | None = None
    for one in intervals:
        length_s = one.ended_s - one.began_s
        if last_s is None or one.began_s - last_s > GAP * length_s:
            floor -= last_s is not None
            sums = dict.fromkeys(cumulative, floor)
            yield LogRow(one.line, one.began_s, _row(sums, [math.nan] * len(one.values)))
        missing = [column for column in cumulative if not math.isfinite(one.values[column])]
        floor -= bool(missing)
        for column in cumulative:
            sums[column] = floor if column in missing else sums[column] + one.values[column]
        last_s = one.ended_s
        yield LogRow(one.line, one.ended_s, _row(sums, one.values))


def gap_notes(name: str, intervals: Sequence[Interval]) -> Iterator[Sentence]:
    """Yield a warning, shown with the session, if there are gaps between the intervals."""
    gaps = [
        after
        for before, after in pairwise(intervals)
        if after.began_s - before.ended_s > GAP * (after.ended_s - after.began_s)
    ]
    if gaps:
        yield phrase(
            "{name}: rows are missing in {count:,} places, the first before line {line}: no rates there",
            name=name,
            count=len(gaps),
            line=gaps[0].line,
        )


def _row(sums: dict[int, float], values: Sequence[float]) -> tuple[float, ...]:
    return tuple(sums.get(column, value) for column, value in enumerate(values))


def begins(ends_s: Sequence[float], first_began_s: float | None = None) -> list[float]:
    """Return when each row's interval began, for a tool that prints one row per regular step.

    A row several whole steps after the previous one covers only the last step: the rows between them are missing.

    Args:
        ends_s: when the rows' intervals ended.
        first_began_s: start of the first interval; None if it is one step before the first row.
    """
    if not ends_s:
        return []
    steps = [after - before for before, after in pairwise(ends_s)]
    usual_s = median(steps) if steps else ends_s[0] if first_began_s is not None else 1.0
    starts_s = [first_began_s if first_began_s is not None else ends_s[0] - usual_s]
    if first_began_s is not None and _rows_missing(ends_s[0] - first_began_s, usual_s):
        starts_s = [ends_s[0] - usual_s]
    for before, step_s in zip(ends_s, steps, strict=False):
        starts_s.append(before + step_s - usual_s if _rows_missing(step_s, usual_s) else before)
    return starts_s


def _rows_missing(step_s: float, usual_s: float) -> bool:
    steps = step_s / usual_s if usual_s > 0 else 0.0
    return steps > 1 + GAP and abs(steps - round(steps)) <= 0.1 + 0.02 * steps
