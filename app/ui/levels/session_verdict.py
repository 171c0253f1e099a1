# SPDX-License-Identifier: Apache-2.0
"""Verdict of a finished session over its repeats, computed in the background."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from app.analysis.format import at_least_text
from app.model.plans import Results
from app.results.description import figure_text, label_of_metric, localized_metric
from app.results.session_headline import SessionHeadline, study_headline
from app.results.study import study_of
from app.results.study_records import Study
from app.session.reader import SessionReader
from app.session.session_error import SessionError
from app.ui.window.background import Task
from app.ui.workbench.localised_figures import WINDOW_LANGUAGE, count_text, counted_text, local, number_text
from widgets.translation import marked, tr


@dataclass(frozen=True, slots=True)
class SessionVerdict:
    """Verdict of a session.

    Attributes:
        numbers: Label and value to show for each system, by letter.
        headline: Headline over the repeats; None if it could not be computed; the reason is in `failure`.
    """

    numbers: Mapping[str, tuple[str, str]]
    headline: SessionHeadline | None
    failure: str = ""


def verdict_of(path: Path) -> SessionVerdict:
    """Read the session and return its verdict. Raises SessionError."""
    with SessionReader.open(path) as reader:
        study, results = study_of([reader]), reader.scenario.results
        headline = study_headline(study, [reader])
    return SessionVerdict({system.letter: _number(study, system.letter, results) for system in study.systems}, headline)


class Verdicts(QObject):
    """Computes the verdict of one session at a time.

    Attributes:
        changed: The verdict is available.
    """

    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._path: Path | None = None
        self._found: SessionVerdict | None = None
        self._failure = ""

    def of(self, path: Path) -> SessionVerdict | None:
        """Return the verdict of a finished session; None while it is being computed."""
        if path != self._path:
            self._path, self._found = path, None
            task = Task(lambda: verdict_of(path), (SessionError, OSError), self)
            task.done.connect(lambda found: self._set_found(path, found))
            task.failed.connect(lambda text: self._set_found(path, SessionVerdict({}, None, text)))
            task.start()
        return self._found

    def forget(self) -> None:
        """Discard the verdict, or cancel its computation, because another session is shown."""
        self._path = self._found = None

    def _set_found(self, path: Path, found: object) -> None:
        if path == self._path and isinstance(found, SessionVerdict):
            self._found = found
            self.changed.emit()


def _number(study: Study, letter: str, results: Results) -> tuple[str, str]:
    """Return the label and value of a system's main figure."""
    metric, median = study.headline, study.median(letter)
    run = median.own if median is not None else None
    value = run.figures.get(metric.name, math.nan) if run else math.nan
    bound = run is not None and metric.name in run.at_least
    if results.figure == "time":
        after = local(figure_text(value, metric)) if math.isfinite(value) else tr("not finished")
        return tr("{letter} · finished after").format(letter=letter), after
    if results.figure == "users":
        most = at_least_text(count_text(value), bound) if math.isfinite(value) else tr("none")
        return tr("{letter} · most users within the limit").format(letter=letter), most
    runs = sum(1 for one in study.runs if one.valid and letter in one.systems)
    base = ""
    if median is not None and runs > 1:
        even = tr("lower middle one of {runs} runs")
        base = (even if median.basis == "lower middle run" else tr("median of {runs} runs")).format(runs=runs)
    given = study.decimals(letter, metric.name, value)
    if metric.name == study.rate_name:
        value_label = count_text(value) if given is None else local(figure_text(value, metric, given))
        label = counted_text(marked("orders per minute"), study.unit)
        if study.points and run is not None and math.isfinite(run.users):
            label = counted_text(marked("most orders per minute, {users} users"), study.unit).format(
                users=number_text(run.users)
            )
    else:
        value_label = local(figure_text(value, metric, given))
        label = localized_metric(label_of_metric(metric.name), WINDOW_LANGUAGE)
        if results.page == "depths":
            label = tr("highest {label}").format(label=label)
    return " · ".join(part for part in (letter, label, base) if part), at_least_text(value_label, bound)
