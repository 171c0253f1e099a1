"""What a finished session says as a whole: its verdict over the repeats, worked out beside the window's thread."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from app.analysis.comparing import REPEATS_FOR_A_VERDICT, Comparison, verdict_words
from app.analysis.format import count_text, ratio_text
from app.analysis.headline import ratio_words
from app.report.measured import plan_of
from app.report.study import study_of
from app.report.study_records import Study
from app.report.words import figure_text, label_of_metric
from app.session.errors import SessionError
from app.session.reader import SessionReader
from app.ui.background import Task
from app.ui.depths import PLAN as DEPTHS
from app.ui.depths import passes_told
from app.ui.ending import did_not_start

FROM_ELSEWHERE = ("import", "join")
OF_REPEATS = "timed"


@dataclass(frozen=True, slots=True)
class Verdict:
    """numbers: of each system by letter, what its number is and the number. main, sub: the statement and its base.
    tooltip: all of it where there are several challengers."""

    numbers: Mapping[str, tuple[str, str]]
    main: str
    sub: str
    tooltip: str = ""


def asks_for_verdict(reader: SessionReader) -> bool:
    """Whether a session's result is more than that of one measuring: several repeats or steps, or results of others."""
    if reader.end is None or reader.view is not None:
        return False
    if reader.info.kind in FROM_ELSEWHERE:
        return True
    if did_not_start(reader):
        return False
    steps = sum(document.kind == "step" for document in reader.documents)
    return steps > 1 or plan_of(reader).get("name", OF_REPEATS) != OF_REPEATS


def label_of(reader: SessionReader) -> str:
    """Where a session comes from, if it is not simply a run: "imported", "not simultaneous"."""
    words = ["imported"] if reader.info.kind == "import" else []
    if reader.info.kind == "join" or any(event.kind == "not simultaneous" for event in reader.events):
        words.append("not simultaneous")
    return " · ".join(words)


def verdict_of(path: Path) -> Verdict:
    """Reads the session and says what it says. Raises SessionError."""
    with SessionReader.open(path) as reader:
        study, label, plan = study_of([reader]), label_of(reader), str(plan_of(reader).get("name", OF_REPEATS))
        if plan == DEPTHS:
            label = _joined(label, passes_told(reader))
    numbers = {system.letter: _number(study, system.letter, plan) for system in study.systems}
    said = [
        (system.letter, *_said(study, system.letter, found, plan))
        for system in study.challengers
        if (found := study.comparisons.get((system.letter, study.headline.name))) is not None
    ]
    if not said:
        return Verdict(numbers, study.title, _joined(label, "one system: nothing to compare it with"))
    if len(said) == 1:
        _, main, sub = said[0]
        return Verdict(numbers, main, _joined(label, sub))
    tooltip = "\n".join(f"{letter}: {main} ({sub})" for letter, main, sub in said)
    short = " · ".join(_short(study, letter, study.comparisons[letter, study.headline.name]) for letter, _, _ in said)
    return Verdict(numbers, short, _joined(label, f"of {study.baseline}", _figure(study, plan), _runs(study)), tooltip)


class Verdicts(QObject):
    """The verdict of one session at a time. changed: it is known now."""

    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._path: Path | None = None
        self._found: Verdict | None = None
        self._failure = ""

    def of(self, path: Path) -> Verdict | None:
        """The verdict of a finished session; None while it is being worked out."""
        if path != self._path:
            self._path, self._found = path, None
            task = Task(lambda: verdict_of(path), (SessionError, OSError), self)
            task.done.connect(lambda found: self._take(path, found))
            task.failed.connect(lambda text: self._take(path, Verdict({}, "No result", text)))
            task.done.connect(task.deleteLater)
            task.failed.connect(task.deleteLater)
            task.start()
        return self._found

    def forget(self) -> None:
        """Another session is shown: what is still being worked out is of no interest."""
        self._path = self._found = None

    def _take(self, path: Path, found: object) -> None:
        if path == self._path and isinstance(found, Verdict):
            self._found = found
            self.changed.emit()


def _number(study: Study, letter: str, plan: str) -> tuple[str, str]:
    """What a system's large number is, and the number."""
    metric, run = study.headline, study.median_run(letter)
    value = run.figures.get(metric.name, math.nan) if run else math.nan
    if plan == "race":
        return f"{letter} · finished after", figure_text(value, metric) if math.isfinite(value) else "not finished"
    if plan == "latency-limit":
        return f"{letter} · most users within the limit", count_text(value) if math.isfinite(value) else "none"
    runs = sum(1 for one in study.runs if one.valid and letter in one.systems)
    base = f"median of {runs} runs" if runs > 1 else ""
    if metric.name == "OPM":
        value_words = count_text(value)
        label = "orders per minute"
        if study.points and run is not None and math.isfinite(run.users):
            label = f"most orders a minute, {run.users:g} users"
    else:
        value_words, label = figure_text(value, metric), label_of_metric(metric.name)
        if plan == DEPTHS:
            label = f"most {label}"
    return " · ".join(part for part in (letter, label, base) if part), value_words


def _said(study: Study, letter: str, found: Comparison, plan: str) -> tuple[str, str]:
    """The statement over the repeats; of a single one, what it says by itself."""
    figure = _figure(study, plan)
    if found.verdict != "no verdict" or plan == OF_REPEATS or not math.isfinite(found.ratio):
        if plan in ("race", "latency-limit") and not math.isfinite(found.ratio):
            return _unfinished(study, letter, plan)
        return verdict_words(found, study.baseline, letter, figure)
    repeats = min(found.baseline_repeats, found.challenger_repeats)
    base = f"one run; a verdict takes {REPEATS_FOR_A_VERDICT}" if repeats == 1 else found.reason
    if plan == "race":
        return _race(study, letter, found, base)
    storage = study.headline.name == "IOPS"
    return ratio_words(ratio_text(1.0, found.ratio), study.baseline, letter, storage=storage), _joined(figure, base)


def _race(study: Study, letter: str, found: Comparison, base: str) -> tuple[str, str]:
    first, ratio = (letter, found.ratio) if found.ratio < 1 else (study.baseline, 1 / found.ratio)
    ahead_s = abs(found.challenger_mean - found.baseline_mean)
    took = f"it took {ratio_text(1.0, ratio)} the other's time"
    return f"{first} finished first, by {ahead_s:.1f} s", _joined(took, base)


def _unfinished(study: Study, letter: str, plan: str) -> tuple[str, str]:
    """Where a system reached nothing that could be compared."""
    reached = {
        one: any(math.isfinite(run.systems[one].figures.get(study.headline.name, math.nan)) for run in study.runs
                 if one in run.systems)
        for one in (study.baseline, letter)
    }  # fmt: skip
    what = "finished" if plan == "race" else "kept the limit"
    only = [one for one, did in reached.items() if did]
    if len(only) == 1:
        return f"Only {only[0]} {what}", _figure(study, plan)
    return f"Neither system {what}", _figure(study, plan)


def _short(study: Study, letter: str, found: Comparison) -> str:
    if found.verdict == "no significant difference":
        return f"{letter} no significant difference"
    return f"{letter} {ratio_text(1.0, found.ratio)}" if math.isfinite(found.ratio) else f"{letter} not known"


def _figure(study: Study, plan: str) -> str:
    """What was compared."""
    if plan == "race":
        return "time to finish"
    if plan == "latency-limit":
        return "users within the limit"
    if study.headline.name == "OPM":
        return "most orders/min" if study.points else "orders/min"
    return label_of_metric(study.headline.name)


def _runs(study: Study) -> str:
    valid = sum(run.valid for run in study.runs)
    return f"{valid} runs" if valid != 1 else "one run"


def _joined(*parts: str) -> str:
    return " · ".join(part for part in parts if part)
