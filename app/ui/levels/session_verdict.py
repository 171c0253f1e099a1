"""What a finished session says as a whole: its verdict over the repeats, worked out beside the window's thread."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from app.analysis.comparison import REPEATS_FOR_A_VERDICT, Comparison, verdict_text
from app.analysis.headline import ratio_sentence
from app.model.documents import MeasuredStep
from app.model.plans import Results
from app.results.description import figure_text, label_of_metric
from app.results.study import study_of
from app.results.study_records import Study
from app.session.reader import SessionReader
from app.session.session_error import SessionError
from app.ui.levels.queue_depths import pass_results
from app.ui.window.background import Task
from app.ui.workbench.localised_figures import WINDOW_LANGUAGE, count_text, fixed_text, local, number_text, ratio_text
from app.ui.workbench.run_status import did_not_start, messages_text, simultaneity_labels
from widgets.translation import tr

FROM_ELSEWHERE = ("import", "join", "compare")


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
    steps = len(reader.documents_of(MeasuredStep))
    return steps > 1 or reader.scenario.results.page != "run"


def origin_label(reader: SessionReader) -> str:
    """Where a session comes from, if it is not simply a run: "imported", "not simultaneous"."""
    labels = [tr("imported")] if reader.info.kind == "import" else []
    return " · ".join([*labels, *simultaneity_labels(reader)])


def verdict_of(path: Path) -> Verdict:
    """Reads the session and says what it says. Raises SessionError."""
    with SessionReader.open(path) as reader:
        study, label, results = study_of([reader]), origin_label(reader), reader.scenario.results
        if results.page == "depths":
            label = _joined(label, pass_results(reader))
        compared = reader.end is not None and reader.info.kind == "compare"
        reasons = messages_text(reader, reader.end.reasons) if compared and reader.end else []
    numbers = {system.letter: _number(study, system.letter, results) for system in study.systems}
    if reasons:  # nothing counts, and it is known why
        return Verdict(numbers, tr("No verdict"), _joined(label, *reasons), "\n".join(reasons))
    verdicts = [
        (system.letter, *_verdict_texts(study, system.letter, found, results))
        for system in study.challengers
        if (found := study.comparisons.get((system.letter, study.headline.name))) is not None
    ]
    if not verdicts:
        return Verdict(numbers, study.title, _joined(label, tr("one system: nothing to compare it with")))
    if len(verdicts) == 1:
        _, main, sub = verdicts[0]
        return Verdict(numbers, main, _joined(label, sub))
    tooltip = "\n".join(f"{letter}: {main} ({sub})" for letter, main, sub in verdicts)
    short = " · ".join(
        _short(study, letter, study.comparisons[letter, study.headline.name]) for letter, _, _ in verdicts
    )
    return Verdict(
        numbers,
        short,
        _joined(label, tr("of {baseline}").format(baseline=study.baseline), _figure(study, results), _runs(study)),
        tooltip,
    )


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
            task.failed.connect(lambda text: self._take(path, Verdict({}, tr("No result"), text)))
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


def _number(study: Study, letter: str, results: Results) -> tuple[str, str]:
    """What a system's large number is, and the number."""
    metric, run = study.headline, study.median_run(letter)
    value = run.figures.get(metric.name, math.nan) if run else math.nan
    if results.figure == "time":
        after = local(figure_text(value, metric)) if math.isfinite(value) else tr("not finished")
        return tr("{letter} · finished after").format(letter=letter), after
    if results.figure == "users":
        most = count_text(value) if math.isfinite(value) else tr("none")
        return tr("{letter} · most users within the limit").format(letter=letter), most
    runs = sum(1 for one in study.runs if one.valid and letter in one.systems)
    base = tr("median of {runs} runs").format(runs=runs) if runs > 1 else ""
    if metric.name == "OPM":
        value_label = count_text(value)
        label = tr("orders per minute")
        if study.points and run is not None and math.isfinite(run.users):
            label = tr("most orders a minute, {users} users").format(users=number_text(run.users))
    else:
        value_label, label = local(figure_text(value, metric)), tr(label_of_metric(metric.name))
        if results.page == "depths":
            label = tr("most {label}").format(label=label)
    return " · ".join(part for part in (letter, label, base) if part), value_label


def _verdict_texts(study: Study, letter: str, found: Comparison, results: Results) -> tuple[str, str]:
    """The statement over the repeats; of a single one, what it says by itself."""
    figure = _figure(study, results)
    if found.verdict != "no verdict" or results.page == "run" or not math.isfinite(found.ratio):
        if results.figure != "throughput" and not math.isfinite(found.ratio):
            return _unfinished(study, letter, results)
        return verdict_text(found, study.baseline, letter, figure, language=WINDOW_LANGUAGE)
    repeats = min(found.baseline_repeats, found.challenger_repeats)
    base = tr("one run; a verdict takes {least}").format(least=REPEATS_FOR_A_VERDICT) if repeats == 1 else found.reason
    if results.figure == "time":
        return _race(study, letter, found, base)
    storage = study.headline.name == "IOPS"
    ratio = ratio_text(1.0, found.ratio)
    return ratio_sentence(ratio, study.baseline, letter, storage=storage, language=WINDOW_LANGUAGE), _joined(
        figure, base
    )


def _race(study: Study, letter: str, found: Comparison, base: str) -> tuple[str, str]:
    first, ratio = (letter, found.ratio) if found.ratio < 1 else (study.baseline, 1 / found.ratio)
    ahead_s = abs(found.challenger_mean - found.baseline_mean)
    took = tr("it took {ratio} the other's time").format(ratio=ratio_text(1.0, ratio))
    main = tr("{letter} finished first, by {seconds} s").format(letter=first, seconds=fixed_text(ahead_s, 1))
    return main, _joined(took, base)


def _unfinished(study: Study, letter: str, results: Results) -> tuple[str, str]:
    """Where a system reached nothing that could be compared."""
    reached = {
        one: any(math.isfinite(run.systems[one].figures.get(study.headline.name, math.nan)) for run in study.runs
                 if one in run.systems)
        for one in (study.baseline, letter)
    }  # fmt: skip
    race = results.figure == "time"
    only = [one for one, did in reached.items() if did]
    if len(only) == 1:
        template = tr("Only {letter} finished") if race else tr("Only {letter} kept the limit")
        return template.format(letter=only[0]), _figure(study, results)
    template = tr("Neither system finished") if race else tr("Neither system kept the limit")
    return template, _figure(study, results)


def _short(study: Study, letter: str, found: Comparison) -> str:
    if found.verdict == "no significant difference":
        return tr("{letter} no significant difference").format(letter=letter)
    return (
        f"{letter} {ratio_text(1.0, found.ratio)}"
        if math.isfinite(found.ratio)
        else tr("{letter} not known").format(letter=letter)
    )


def _figure(study: Study, results: Results) -> str:
    """What was compared."""
    if results.figure == "time":
        return tr("time to finish")
    if results.figure == "users":
        return tr("users within the limit")
    if study.headline.name == "OPM":
        return tr("most orders/min") if study.points else tr("orders/min")
    return tr(label_of_metric(study.headline.name))


def _runs(study: Study) -> str:
    valid = sum(run.valid for run in study.runs)
    return tr("{valid} runs").format(valid=valid) if valid != 1 else tr("one run")


def _joined(*parts: str) -> str:
    return " · ".join(part for part in parts if part)
