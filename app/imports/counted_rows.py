# SPDX-License-Identifier: Apache-2.0
"""Rows of cumulative columns, made of what a tool printed of each interval: so the mean of a window weighs intervals by
their length. An interval that is missing, or has no figure, is a gap: no rate is spread over it."""

import math
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import median

from app.imports.source import LogRow
from app.model.errors import phrase
from app.model.messages import Sentence

GAP = 0.5
"""A row's interval that begins so many of its lengths after the row before leaves a gap."""


@dataclass(frozen=True, slots=True)
class Interval:
    """What a row is of. began_s, ended_s: of the log's clock. values: of cumulative columns what was counted in it; NaN
    is no data."""

    line: int
    began_s: float
    ended_s: float
    values: Sequence[float]


def counted_rows(intervals: Iterable[Interval], cumulative: Collection[int]) -> Iterator[LogRow]:
    """The rows, and one more where the first interval begins and where one begins after a gap.

    A cumulative column that falls was reset and has no data there (app/session/rates.py): so a gap is a fall, below
    every value that was there before.
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
    """What the reader of the session must know of gaps between these intervals."""
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
    """Where the intervals of rows that end then begin, of a tool that prints one at a regular step.

    A row several whole steps after the one before is of the last step only: the rows between are missing.
    first_began_s: None: one step before the first row.
    """
    if not ends_s:
        return []
    steps = [after - before for before, after in pairwise(ends_s)]
    usual_s = median(steps) if steps else ends_s[0] if first_began_s is not None else 1.0
    found = [first_began_s if first_began_s is not None else ends_s[0] - usual_s]
    if first_began_s is not None and _rows_missing(ends_s[0] - first_began_s, usual_s):
        found = [ends_s[0] - usual_s]
    for before, step_s in zip(ends_s, steps, strict=False):
        found.append(before + step_s - usual_s if _rows_missing(step_s, usual_s) else before)
    return found


def _rows_missing(step_s: float, usual_s: float) -> bool:
    times = step_s / usual_s if usual_s > 0 else 0.0
    return times > 1 + GAP and abs(times - round(times)) <= 0.1 + 0.02 * times
