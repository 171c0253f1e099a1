# SPDX-License-Identifier: Apache-2.0
"""Whether a session's runs changed while they were measured, whatever window their plan wanted: by the steady-state
rule (app/analysis/steady.py) on the window that the results are made of."""

from collections.abc import Iterable, Sequence

from app.analysis.steady import SteadyWindow, findings
from app.model.documents import MeasuredStep
from app.model.events import NoSteadyWindow, NotSteady, OfPart, RunNumber
from app.model.messages import Message, Sentence
from app.results.measurings import Measuring, measurings, windowed
from app.session.reader import SessionReader


def is_checked(reader: SessionReader) -> bool:
    """Return whether a session's runs are expected to be steady: each is one stretch under a load that stays."""
    changing = any(document.data.parts for document in reader.documents_of(MeasuredStep))
    return reader.scenario.results.page == "run" and not changing


def not_steady(reader: SessionReader, window: SteadyWindow | None, measuring: Measuring) -> tuple[Sentence, ...]:
    """Return why a run is not steady; nothing where it is, where that can't be told, or where its load changes."""
    if window is None or not is_checked(reader):
        return ()
    plan = reader.scenario.plan
    arrivals = reader.scenario.pacing.rate > 0 or (plan is not None and plan.arrivals)
    found = findings(window, arrivals=arrivals)
    if found or measuring.not_steady is None:
        return found
    return tuple(Sentence(text=reason) for reason in measuring.not_steady)


def steadiness_warnings(reader: SessionReader) -> list[Message]:
    """Return a warning for each run of a session that has ended and was not steady, but for what its engine said."""
    if reader.end is None or not is_checked(reader) or has_steadiness_warning(reader):
        return []
    found = measurings(reader) if reader.started and reader.phases else []
    return warnings_of((one.repeat, not_steady(reader, windowed(reader, one)[1], one)) for one in found)


def warnings_of(runs: Iterable[tuple[int, Sequence[Sentence]]]) -> list[Message]:
    """Return the warnings. runs: of each its repeat, and why it is not steady."""
    every = list(runs)
    repeats = len({repeat for repeat, _ in every})
    return [
        NotSteady(reasons=tuple(reasons), run=RunNumber(run=repeat, runs=repeats) if repeats > 1 else None)
        for repeat, reasons in every
        if reasons
    ]


def has_steadiness_warning(reader: SessionReader) -> bool:
    """Return whether the engine itself has warned that it found no steady window."""
    warnings = reader.end.warnings if reader.end is not None else ()
    return any(isinstance(one.message if isinstance(one, OfPart) else one, NoSteadyWindow) for one in warnings)
