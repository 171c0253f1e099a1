# SPDX-License-Identifier: Apache-2.0
"""Check that a session's runs were steady, independent of the window that the plan requested.

The steady-state rule (app/analysis/steady.py) is applied to the window that the results are based on.
"""

from collections.abc import Iterable, Sequence

from app.analysis.steady import SteadyWindow, findings
from app.model.documents import MeasuredStep
from app.model.events import NoSteadyWindow, NotSteady, OfPart, RunNumber
from app.model.messages import Message, Sentence
from app.results.measurings import Measuring, measurings, windowed
from app.session.reader import SessionReader


def is_checked(reader: SessionReader) -> bool:
    """Return whether a session's runs are expected to be steady, that is, under constant load without a break."""
    changing = any(document.data.parts for document in reader.documents_of(MeasuredStep))
    return reader.scenario.results.page == "run" and not changing


def not_steady(reader: SessionReader, window: SteadyWindow | None, measuring: Measuring) -> tuple[Sentence, ...]:
    """Return why a run is not steady; empty if it is steady, if that cannot be determined, or if its load changes."""
    if window is None or not is_checked(reader):
        return ()
    plan = reader.scenario.plan
    arrivals = reader.scenario.pacing.rate > 0 or (plan is not None and plan.arrivals)
    reasons = findings(window, arrivals=arrivals)
    if reasons or measuring.not_steady is None:
        return reasons
    return tuple(Sentence(text=reason) for reason in measuring.not_steady)


def steadiness_warnings(reader: SessionReader) -> list[Message]:
    """Return a warning for each unsteady run of a finished session, unless its engine has already warned."""
    if reader.end is None or not is_checked(reader) or has_steadiness_warning(reader):
        return []
    windows = measurings(reader) if reader.started and reader.phases else []
    return warnings_of((one.repeat, not_steady(reader, windowed(reader, one)[1], one)) for one in windows)


def warnings_of(runs: Iterable[tuple[int, Sequence[Sentence]]]) -> list[Message]:
    """Return the warnings for unsteady runs, given the repeat and the reasons of each run."""
    all_runs = list(runs)
    repeats = len({repeat for repeat, _ in all_runs})
    return [
        NotSteady(reasons=tuple(reasons), run=RunNumber(run=repeat, runs=repeats) if repeats > 1 else None)
        for repeat, reasons in all_runs
        if reasons
    ]


def has_steadiness_warning(reader: SessionReader) -> bool:
    """Return whether the engine has warned that it found no steady window."""
    warnings = reader.end.warnings if reader.end is not None else ()
    return any(isinstance(one.message if isinstance(one, OfPart) else one, NoSteadyWindow) for one in warnings)
