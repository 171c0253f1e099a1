"""The closing card: what a run came to, in a few words that a visitor can take home, and how much stands behind them;
worked out beside the window's thread where that takes several sessions or steps.

It tells ratios, never "faster". A run that was interrupted gets no figure at all."""

import math
import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

import numpy as np
from PySide6.QtCore import QObject, Signal

from app.analysis.comparison import Comparison
from app.analysis.headline import TEN_SECONDS, Headline, headline
from app.model.documents import PlanResult
from app.model.events import ServerLost, Stopped, kind_of
from app.results.measurings import main_operation
from app.results.race_progress import IOS, RaceProgress, race_progress
from app.results.run_figures import FINISHED, OPM, USERS
from app.results.storage_results import is_storage
from app.results.study import study_of
from app.results.study_records import Study
from app.session.reader import SessionReader
from app.session.records import SystemInfo
from app.session.session_error import SessionError
from app.ui.levels.racing import time_taken_text
from app.ui.levels.session_verdict import verdict_of
from app.ui.presentation.visitor_texts import name_of, tested_lines
from app.ui.window.background import Task
from app.ui.workbench.counter_catalogue import baseline_of
from app.ui.workbench.headline_panel import ORDERS_PER_S, by_second, measured, taking_turns
from app.ui.workbench.localised_figures import count_text, date_text, duration_in_units, ratio_range_text, ratio_text
from app.ui.workbench.run_status import did_not_start
from app.ui.workbench.view import TimeWindow
from widgets.presentation.head_and_foot import Statement
from widgets.translation import tr

P95 = 95


@dataclass(frozen=True, slots=True)
class Card:
    """main: "1.92× the orders". lines: e.g. the range of the 10-second values, and what was tested. footnote: "one run,
    60 s", or how many repeats a verdict rests on, and when the last was."""

    main: str
    lines: tuple[str, ...]
    footnote: str


def closing_card(path: Path, repeats: Sequence[Path] = ()) -> Card | None:
    """The card of a run that has ended; None of one that did not start. repeats: other recorded runs of the same
    comparison; where there are enough for a verdict, it is the verdict over all of them. Raises SessionError."""
    with ExitStack() as stack:
        reader = stack.enter_context(SessionReader.open(path))
        if did_not_start(reader) or not reader.systems:
            return None
        if reader.end is None or not reader.end.valid:
            return _without_figures(reader)
        others = [stack.enter_context(SessionReader.open(other)) for other in repeats if other != path]
        others = [other for other in others if other.info.uuid != reader.info.uuid]
        alone = len(reader.documents_of(PlanResult)) < 2
        own = card_of(reader)
        return (_verdict(reader, others, own.main if alone else "") if others or not alone else None) or own


def card_of(reader: SessionReader) -> Card:
    """What one valid run came to."""
    run_s = measured_s(reader)
    footnote = tr("one run, {time}").format(time=duration_in_units(run_s)) if run_s >= 1 else tr("one run")
    progress = race_progress(reader, reader.length_s)
    if progress is not None:
        main, lines = _race(reader, progress)
        return Card(main, (*lines, *tested_lines(reader)), tr("one run"))
    if reader.scenario.results.page != "run" or taking_turns(reader, reader.length_s):
        return _of_study(reader, footnote)
    figure = _latency if reader.scenario.pacing.rate > 0 else _orders
    lines = []
    challenger_figures = [(other, *figure(reader, other)) for other in challengers(reader)]
    if len(challenger_figures) != 1:
        lines = [f"{name_of(other)}: {main}" for other, main, _ in challenger_figures]
        what = tr("In multiples of {name}").format(name=name_of(baseline)) if (baseline := baseline_of(reader)) else ""
        return Card(what or reader.info.title, (*lines, *tested_lines(reader)), footnote)
    _, main, lines = challenger_figures[0]
    return Card(main, (*lines, *tested_lines(reader)), footnote)


def measured_s(reader: SessionReader) -> float:
    """How long was measured at the end; 0 where nothing was."""
    window = measured(reader.phases, reader.length_s)
    return window.span_s if window is not None else 0.0


def challengers(reader: SessionReader) -> list[SystemInfo]:
    """Who is compared with the baseline."""
    return [system for system in reader.systems if system.role != "baseline"]


def _orders(reader: SessionReader, other: SystemInfo) -> tuple[str, list[str]]:
    """Orders, or I/Os: the ratio, and the range of those of ten seconds each."""
    window, baseline = measured(reader.phases, reader.length_s), baseline_of(reader)
    if window is None or baseline is None:
        return tr("Nothing was measured"), []
    found = headline(*(_by_second(reader, system, window) for system in (baseline, other)))
    storage = is_storage(reader)
    if not found.ratio > 0:
        return (tr("No I/Os were completed") if storage else tr("No orders were completed")), []
    sentence = (tr("{ratio} the I/Os") if storage else tr("{ratio} the orders")).format(
        ratio=ratio_text(1.0, found.ratio, distinct_from_one=found.state != "no clear difference so far")
    )
    spread = _ten_seconds(found.ten_second_low, found.ten_second_high)
    return _clear(found, sentence, spread)


def _clear(found: Headline, sentence: str, spread: list[str]) -> tuple[str, list[str]]:
    """No difference that is clear is said as large as one that is."""
    if found.state == "no clear difference so far":
        return tr("No clear difference"), [sentence, *spread]
    return sentence, spread


def _latency(reader: SessionReader, other: SystemInfo) -> tuple[str, list[str]]:
    """Where arrivals set the pace, both sides do the same orders: what differs is how long they take."""
    window, baseline, key = measured(reader.phases, reader.length_s), baseline_of(reader), main_operation(reader)
    if window is None or baseline is None or not key:
        return tr("Nothing was measured"), []

    def p95_s(system: SystemInfo, from_s: float, to_s: float) -> float:
        histogram = reader.histogram(system.id, key, from_s, to_s)
        return histogram.percentile_ns(P95) / 1e9 if histogram.count else math.nan

    def ratio(from_s: float, to_s: float) -> float:
        below, above = p95_s(baseline, from_s, to_s), p95_s(other, from_s, to_s)
        return above / below if below > 0 else math.nan

    tens = [
        ratio(window.from_s + second, window.from_s + second + TEN_SECONDS)
        for second in range(0, int(window.span_s) - TEN_SECONDS + 1, TEN_SECONDS)
    ]
    known = [value for value in tens if math.isfinite(value)]
    main = tr("{ratio} the latency").format(ratio=ratio_text(1.0, ratio(window.from_s, window.to_s)))
    spread = _ten_seconds(min(known, default=math.nan), max(known, default=math.nan))
    return main, [tr("95 of 100 orders took no longer"), *spread]


def _by_second(
    reader: SessionReader, system: SystemInfo, window: TimeWindow
) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    counter = next((c for c in reader.counters if c.system == system.id and c.path == ORDERS_PER_S), None)
    return by_second(*reader.samples(counter), window) if counter is not None else np.empty(0)


def _ten_seconds(low: float, high: float) -> list[str]:
    if not (math.isfinite(low) and math.isfinite(high)):
        return []
    return [tr("10-second values {range}").format(range=ratio_range_text(low, high))]


def _race(reader: SessionReader, progress: RaceProgress) -> tuple[str, list[str]]:
    """Who was first, and the others' distance: what they had still to do then, and how much later they finished."""
    first, storage = progress.first, progress.unit == IOS
    names = {system.letter: name_of(system) for system in reader.systems}
    if first is None:
        tie = all(one.finished for one in progress.racers)
        return (tr("Both finished at the same moment") if tie else tr("Nobody finished in time")), []
    work = tr("{count} I/Os in {time}") if storage else tr("{count} orders in {time}")
    to_go = tr("{name}: {count} I/Os to go then") if storage else tr("{name}: {count} orders to go then")
    lines = [work.format(count=count_text(first.total), time=time_taken_text(first.finished_s))]
    for one in progress.racers:
        if one is first:
            continue
        parts = [to_go.format(name=names[one.letter], count=count_text(one.behind))] if one.behind > 0 else []
        if one.behind_s > 0:
            parts.append(tr("{time} later").format(time=time_taken_text(one.behind_s)))
        elif not one.finished:
            parts.append(tr("not finished in time"))
        lines.append(", ".join(parts))
    return tr("{name} finished first").format(name=names[first.letter]), [line for line in lines if line]


def _of_study(reader: SessionReader, footnote: str) -> Card:
    """Of a sweep or a search what its report says, without a verdict."""
    study = study_of([reader])
    lines = []
    for system in study.challengers:
        found = study.comparisons.get((system.letter, study.headline.name))
        if found is not None and found.ratio > 0:
            lines.append((name_of(system), _ratio_text(found.ratio, study.headline.name, reader)))
    if not lines:
        return Card(reader.info.title, tested_lines(reader), footnote)
    if len(lines) == 1:
        return Card(lines[0][1], tested_lines(reader), tr("one run"))
    return Card(
        reader.info.title, (*(f"{name}: {sentence}" for name, sentence in lines), *tested_lines(reader)), tr("one run")
    )


def _verdict(reader: SessionReader, others: Sequence[SessionReader], own: str) -> Card | None:
    """The verdict over all the runs; None where they are too few for one, or where there is more than one to say. own:
    what this run alone came to, "" where it is several."""
    readers = sorted([reader, *others], key=lambda one: one.info.started)
    study = study_of(readers)
    figure = study.headline.name
    if reader.scenario.pacing.rate > 0:
        latency = f"{main_operation(reader)} p95"
        figure = latency if study.metric(latency) is not None else figure
    if len(study.challengers) != 1:
        return None
    found = study.comparisons.get((study.challengers[0].letter, figure))
    if found is None or found.verdict == "no verdict" or not found.ratio > 0:
        return None
    last = max(one.info.started for one in readers)
    return Card(*_verdict_text(found, figure, reader, own), _runs(found, study, last))


def _verdict_text(found: Comparison, figure: str, reader: SessionReader, own: str) -> tuple[str, tuple[str, ...]]:
    interval = tr("95 % interval {range}").format(range=ratio_range_text(found.low, found.high))
    this = (tr("this run: {statement}").format(statement=own),) if own else ()
    tested = tested_lines(reader)
    if found.verdict == "no significant difference":
        sentence = _ratio_text(found.ratio, figure, reader)
        return tr("No significant difference"), (f"{sentence} · {interval}", *this, *tested)
    return _ratio_text(found.ratio, figure, reader, distinct=True), (interval, *this, *tested)


def _runs(found: Comparison, study: Study, last: datetime) -> str:
    count = min(found.baseline_repeats, found.challenger_repeats)
    separate = study.design == "not simultaneous"
    form = tr("{count} runs, one system after the other, last {date}") if separate else tr("{count} runs, last {date}")
    return form.format(count=count, date=date_text(last))


def _ratio_text(ratio: float, figure: str, reader: SessionReader, *, distinct: bool = False) -> str:
    forms: dict[str, Callable[[], str]] = {
        OPM.name: lambda: tr("{ratio} the I/Os") if is_storage(reader) else tr("{ratio} the orders"),
        "IOPS": lambda: tr("{ratio} the I/Os"),
        FINISHED.name: lambda: tr("{ratio} the time"),
        USERS.name: lambda: tr("{ratio} the users within the limit"),
    }
    form = forms.get(figure, lambda: tr("{ratio} the latency"))()
    return form.format(ratio=ratio_text(1.0, ratio, distinct_from_one=distinct))


def _without_figures(reader: SessionReader) -> Card:
    """A run that does not count: calm, and without a figure."""
    lost = {event.system for event in reader.events if event.kind == kind_of(ServerLost)}
    away = [name_of(system) for system in reader.systems if system.id in lost]
    if away:
        main = tr("This run was interrupted")
        lines = [tr("{name} could not be reached for a while.").format(name=", ".join(away))]
    elif any(event.kind == kind_of(Stopped) for event in reader.events):
        main, lines = tr("This run was ended early"), []
    else:
        main, lines = tr("This run does not count"), [tr("Something disturbed it.")]
    return Card(main, (*lines, tr("So there is no result of it.")), "")


_RATIO = re.compile(r"(?P<ratio>\S+×) (?P<of>.+)")


@dataclass(frozen=True, slots=True)
class Result:
    """numbers: of each system, by letter. card: what they mean together."""

    numbers: Mapping[str, str]
    card: Card

    def statement(self, challengers: int) -> Statement:
        """For the head: the ratio, or the words, and what it rests on."""
        card = self.card
        if challengers > 1:
            return Statement("", (" · ".join(card.lines[:challengers]), _joined(card.main, card.footnote)))
        first = card.lines[0] if card.lines else ""
        if (found := _RATIO.fullmatch(card.main)) is not None:
            return Statement(found["ratio"], (_joined(found["of"], first), card.footnote))
        return Statement(card.main, (first, card.footnote))


class Results(QObject):
    """changed: a result is known now."""

    changed = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._path: Path | None = None
        self._found: Result | None = None

    def of(self, path: Path) -> Result | None:
        """The result of a finished session; None while it is worked out, and where it has none."""
        if path != self._path:
            self._path, self._found = path, None
            task = Task(lambda: _result_of(path), (SessionError, OSError), self)
            task.done.connect(lambda found: self._take(path, found))
            task.done.connect(task.deleteLater)
            task.failed.connect(task.deleteLater)
            task.start()
        return self._found

    def _take(self, path: Path, found: object) -> None:
        if path == self._path and isinstance(found, Result):
            self._found = found
            self.changed.emit()


def _result_of(path: Path) -> Result | None:
    card = closing_card(path)
    if card is None:
        return None
    return Result({letter: number for letter, (_, number) in verdict_of(path).numbers.items()}, card)


def _joined(*parts: str) -> str:
    return " · ".join(part for part in parts if part)
