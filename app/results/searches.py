# SPDX-License-Identifier: Apache-2.0
"""Searches for the most users within a limit: the steps tried, and where the searches ended."""

from collections.abc import Iterator, Sequence
from math import isfinite, nan

import msgspec

from app.analysis.format import at_least_text, count_text, label_text
from app.model.language import ENGLISH, Language
from app.model.steps import StepLimit
from app.results.session_result import Figure, figure_of
from app.results.study_records import LoadPoint, Study


class SearchStep(msgspec.Struct, frozen=True):
    """One step of a search.

    Attributes:
        number: Number of the step.
        users: Users per target.
        held: Whether the limit was met.
        figure_ms: Figure to which the limit applies.
        reason: Why the limit was or was not met, as text.
    """

    number: int
    users: Figure
    held: bool
    figure_ms: Figure
    reason: str


class SearchResult(msgspec.Struct, frozen=True):
    """Search of one system in one run.

    Attributes:
        run: Number of the run, as in `runs`.
        users: Most users that met the limit; null if no number did.
        at_least: Whether the search ended before it found a number that exceeds the limit, so that more could be
            possible.
        broke: Fewest users that exceeded the limit.
        text: All steps in one line.
    """

    run: int
    system: str
    limit_ms: float
    users: Figure
    at_least: bool
    broke: Figure
    text: str
    steps: list[SearchStep]


def search_results(study: Study, language: Language = ENGLISH) -> list[SearchResult]:
    """Return every search of a study, run by run; empty for other plans."""
    return [
        result
        for run in study.runs
        for letter in (system.letter for system in study.systems)
        if (result := _search(study, run.number, letter, language)) is not None
    ]


def open_ended(tried: Sequence[float], held: Sequence[bool], *, finished: bool) -> bool:
    """Return whether a search ended before it found a number of users that exceeds the limit.

    Args:
        tried: Users of each step.
        held: Whether each step met the limit.
        finished: Whether the search was completed; a stopped one is conclusive only if the next number exceeded the
            limit.
    """
    pairs = list(zip(tried, held, strict=True))
    broke = min((users for users, holds in pairs if not holds), default=None)
    most = max((users for users, holds in pairs if holds), default=0.0)
    return broke is None or (not finished and broke > most + 1)


def tried_text(tried: Sequence[float], held: Sequence[bool], language: Language = ENGLISH) -> str:
    """Return the steps of a search in one line: "tried 5, 20, 35, 50, 60 users: all held"."""
    say = language.say

    def number(users: float) -> str:
        return language.figure(count_text(users))

    numbers = ", ".join(map(number, tried))
    kept = [users for users, holds in zip(tried, held, strict=True) if holds]
    broke = [users for users, holds in zip(tried, held, strict=True) if not holds]
    if not broke:
        return say("tried {numbers} users: all held").format(numbers=numbers)
    if not kept:
        return say("tried {numbers} users: none held").format(numbers=numbers)
    form = say("tried {numbers} users: {most} held, {next} did not")
    return form.format(numbers=numbers, most=number(max(kept)), next=number(min(broke)))


def _search(study: Study, number: int, letter: str, language: Language) -> SearchResult | None:
    run = study.runs[number - 1]
    plan = study.sessions[run.session].plan
    limit = plan.limit if plan is not None else None
    if limit is None:
        return None
    points = [
        point
        for point in study.points
        if (point.session, point.repeat) == (run.session, run.repeat) and point.held.get(letter) is not None
    ]
    if not points:
        return None
    best = run.systems.get(letter)
    users = [point.systems[letter].users for point in points]
    held = [bool(point.held[letter]) for point in points]
    metric = study.headline.name
    return SearchResult(
        run=number,
        system=letter,
        limit_ms=1e3 * limit.limit_s,
        users=figure_of(best.figures.get(metric, nan)) if best is not None else None,
        at_least=best is not None and metric in best.at_least,
        broke=min((one for one, holds in zip(users, held, strict=True) if not holds), default=None),
        text=tried_text(users, held, language),
        steps=[*_steps(points, letter, limit)],
    )


def _steps(points: Sequence[LoadPoint], letter: str, limit: StepLimit) -> Iterator[SearchStep]:
    for point in points:
        own, held = point.systems[letter], bool(point.held[letter])
        value_s = own.figures.get(limit.metric, nan)
        reason = _reason(limit, value_s, held, point.broken.get(letter, ""), bound=limit.metric in own.at_least)
        yield SearchStep(point.step, figure_of(own.users), held, figure_of(1e3 * value_s), reason)


def _reason(limit: StepLimit, value_s: float, held: bool, broken: str, *, bound: bool) -> str:
    if broken == "too few orders":
        return f"fewer than {limit.least_orders} orders: too few to judge"
    if broken == "errors":
        return f"errors over {100 * limit.most_errors:g} % of the orders"
    if not isfinite(value_s):
        return ""
    figure = f"{limit.figure} of {limit.operation} {at_least_text(label_text(value_s, 's'), bound)}"
    most = label_text(limit.limit_s, "s")
    if broken == "open calls":
        return f"{figure}, and calls that were still open could raise it above the limit of {most}"
    if held or value_s <= limit.limit_s:
        return f"{figure}, limit {most}"
    return f"{figure}, above the limit of {most}"
