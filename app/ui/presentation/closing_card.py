# SPDX-License-Identifier: Apache-2.0
"""Closing card: the result of a run in a few words for visitors, and its basis.

Results that need several sessions or steps are computed in the background. The card shows ratios and never says
"faster". An interrupted run gets no figures.
"""

import math
import re
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from app.analysis.format import at_least_text
from app.model.documents import PlanResult
from app.model.events import ServerLost, Stopped, kind_of
from app.model.workloads import Workload, WorkUnit
from app.results.headline_text import headline_text, limited_label, remaining_label, unsteady_label, value_of
from app.results.race_progress import IOS, RaceProgress, Racer, race_progress
from app.results.session_headline import (
    Line,
    SessionHeadline,
    session_headline,
    stopped_systems,
    study_headline,
)
from app.results.study import study_of
from app.session.reader import SessionReader
from app.session.records import SystemInfo
from app.session.session_error import SessionError
from app.ui.levels.racing import share_form, time_taken_text
from app.ui.levels.session_verdict import verdict_of
from app.ui.presentation.visitor_texts import about_of, lead_ratio, measured_lines, name_of
from app.ui.window.background import Task
from app.ui.workbench.headline_panel import measured
from app.ui.workbench.localised_figures import (
    WINDOW_LANGUAGE,
    count_text,
    counted_text,
    date_text,
    duration_in_units,
    ratio_text,
)
from app.ui.workbench.run_status import did_not_start
from widgets.presentation.head_and_foot import Statement
from widgets.presentation.measure import one_line
from widgets.translation import marked, tr


@dataclass(frozen=True, slots=True)
class CardBar:
    """Bar for the result of one system.

    Attributes:
        share: Length relative to the longest bar, 0 to 1.
        letter: Letter of the system.
        about: Description of the system in plain words.
    """

    name: str
    number: str
    share: float
    letter: str
    about: str = ""


@dataclass(frozen=True, slots=True)
class Card:
    """Contents of the closing card.

    Attributes:
        main: Main statement, such as "1.92× the orders".
        lines: Further lines, such as the range of the 10-second values.
        footnote: Basis of the statement: "one run, 60 s", or for a verdict the number of repeats and the last one's
            date.
        subject: System that the main statement is about.
        ahead: Letter of the system with a conclusive lead.
        bars: Bar of each system.
        measured: The workload in plain words, and when and on what it was measured.
    """

    main: str
    lines: tuple[str, ...]
    footnote: str
    subject: str = ""
    ahead: str = ""
    bars: tuple[CardBar, ...] = ()
    measured: tuple[str, ...] = ()


def closing_card(path: Path, repeats: Sequence[Path] = ()) -> Card | None:
    """Return the closing card of a finished run; None if the run never started.

    Args:
        path: Session of the run.
        repeats: Other recorded runs of the same comparison; if they are enough for a verdict, the card shows the
            verdict over all runs.

    Raises:
        SessionError: If a session cannot be read.
    """
    with ExitStack() as stack:
        reader = stack.enter_context(SessionReader.open(path))
        if did_not_start(reader) or not reader.systems:
            return None
        if reader.end is None or not reader.end.valid:
            return _without_figures(reader)
        others = [stack.enter_context(SessionReader.open(other)) for other in repeats if other != path]
        others = [other for other in others if other.info.uuid != reader.info.uuid]
        return (_card_over_runs(reader, others) if others else None) or card_of(reader)


def card_of(reader: SessionReader) -> Card:
    """Return the card of one valid session."""
    found = session_headline(reader)
    lines = measured_lines(reader)
    progress = race_progress(reader, reader.length_s)
    if progress is not None and not _is_single_verdict(found):
        return replace(_race(reader, progress), footnote=_footnote(tr("one run"), reader), measured=lines)
    card = _headline_card(found, reader)
    footnote = _footnote(_basis_text(found, [reader]), reader)
    return replace(card, lines=(*_limited(found), *card.lines), footnote=footnote, measured=lines)


def _limited(found: SessionHeadline) -> tuple[str, ...]:
    """Return which systems were limited by the driver's machine, unless the figure's line already reports it."""
    text = limited_label(found, WINDOW_LANGUAGE)
    return (text,) if text and found.lines and lead_ratio(found, found.lines[0]) is not None else ()


def _card_over_runs(reader: SessionReader, others: Sequence[SessionReader]) -> Card | None:
    """Return a card with the verdict over all runs and, below it, the result of this run.

    Return None if there are too few runs for a verdict, or several statements.
    """
    readers = sorted([reader, *others], key=lambda one: one.info.started)
    found = study_headline(study_of(readers), readers)
    if not _is_single_verdict(found):
        return None
    card = _headline_card(found, reader)
    card = replace(card, lines=(*_limited(found), *card.lines))
    own: tuple[str, ...] = ()
    if len(reader.documents_of(PlanResult)) < 2:
        alone = card_of(reader)
        own = (tr("this run: {statement}").format(statement=" ".join(filter(None, (alone.subject, alone.main)))),)
    return replace(
        card,
        lines=(*card.lines, *own),
        footnote=_footnote(_basis_text(found, readers), reader),
        measured=measured_lines(reader),
    )


def _is_single_verdict(found: SessionHeadline) -> bool:
    """Return whether the headline is a single verdict, including "no significant difference"."""
    return len(found.lines) == 1 and found.lines[0].firmness in ("verdict", "no significant difference")


def _basis_text(found: SessionHeadline, readers: Sequence[SessionReader]) -> str:
    """Return the basis: number of runs and date, or the length of a single run, and whether runs were steady."""
    if any(line.firmness == "too few repeats" for line in found.lines) and not _is_single_verdict(found):
        return headline_text(found, WINDOW_LANGUAGE).firmness
    return _join_parts(_number_of_runs(found, readers), unsteady_label(found, WINDOW_LANGUAGE))


def _number_of_runs(found: SessionHeadline, readers: Sequence[SessionReader]) -> str:
    if _is_single_verdict(found):
        count, last = found.lines[0].repeats, max(one.info.started for one in readers)
        separate = "not simultaneous" in found.labels
        several = tr("{count} runs, one system after the other, last {date}")
        form = several if separate else tr("{count} runs, last {date}")
        return form.format(count=count, date=date_text(last))
    if (cut := found.cut_short) is not None and cut.steps is None:
        form = tr("one run, stopped after {time} of {planned}")
        return form.format(time=duration_in_units(cut.measured_s), planned=duration_in_units(cut.planned_s))
    run_s = measured_s(readers[0])
    single = found.stage == "one run" and run_s >= 1
    return tr("one run, {time}").format(time=duration_in_units(run_s)) if single else tr("one run")


def _footnote(text: str, reader: SessionReader) -> str:
    """Return the basis of the figures followed by the workload's caveat, if any."""
    work = reader.scenario.workload
    caveat = tr(work.caveat) if isinstance(work, Workload) and work.caveat else ""
    return " · ".join(filter(None, (text, caveat)))


def _headline_card(found: SessionHeadline, reader: SessionReader) -> Card:
    """Return the headline in words for visitors; system letters are those in `reader`."""
    bars = _bars_of_headline(found, reader)
    cards = [_line_card(found, line) for line in found.lines]
    if not cards:
        return Card(tr(reader.info.title), (), "", bars=bars)
    if len(cards) > 1:
        lines = tuple(
            f"{one_line(found.names[line.challenger])}: {_baseline_card(found, line)}" for line in found.lines
        )
        name = one_line(found.names[found.baseline])
        return Card(tr("Relative to {name}").format(name=name), lines, "", bars=bars)
    own = {system.name: system.letter for system in reader.systems}
    return replace(cards[0], ahead=own.get(found.names.get(cards[0].ahead, ""), ""), bars=bars)


def _baseline_card(found: SessionHeadline, line: Line) -> str:
    form = _form(found)
    if lead_ratio(found, line) is None or not form:
        return headline_text(replace(found, lines=(line,)), WINDOW_LANGUAGE).main
    return form.format(ratio=ratio_text(1.0, line.ratio, distinct_from_one=line.firm))


def _form(found: SessionHeadline) -> str:
    """Return the template for a ratio; "" if there is no plain wording for the figure."""
    if found.throughput:
        return tr("{ratio} the I/Os") if found.storage else counted_text(marked("{ratio} the orders"), found.unit)
    forms = {
        "response": tr("{ratio} the latency"),
        "time": tr("{ratio} the time"),
        "users": tr("{ratio} the users within the limit"),
    }
    return forms.get(found.compared, "")


def _line_card(found: SessionHeadline, line: Line) -> Card:
    """Return the card of one comparison; "no clear difference" is displayed as prominently as a difference.

    `ahead` refers to the headline's letters.
    """
    lead, form = lead_ratio(found, line), _form(found)
    text = headline_text(found, WINDOW_LANGUAGE)
    if lead is None or not form:
        return Card(text.main, (text.basis,) if lead is not None else (), "", ahead=found.leader)
    sentence = form.format(ratio=lead.ratio)
    slowest = counted_text(marked("95 of 100 orders took no longer"), found.unit)
    slow = (slowest,) if found.compared == "response" else ()
    unclear = {
        "no clear difference so far": tr("No clear difference"),
        "about equal so far": tr("About equal"),
        "no significant difference": text.main,
    }.get(line.firmness, "")
    if unclear:
        return Card(unclear, (_join_parts(sentence, lead.spread), *slow), "")
    of = tr("of {name}").format(name=one_line(found.names[lead.trailer]))
    subject, ahead = one_line(found.names[lead.leader]), lead.leader if lead.firm else ""
    return Card(sentence, (_join_parts(of, lead.spread), *slow), "", subject=subject, ahead=ahead)


def _bars_of_headline(found: SessionHeadline, reader: SessionReader) -> tuple[CardBar, ...]:
    """Return the bars of the compared figure: orders per minute, or IOPS."""
    if (not found.throughput and found.metric is None) or not found.lines:
        return ()
    form = counted_text(marked("{count} orders per minute"), found.unit)
    form = tr("{count} I/Os per second") if found.storage else form
    values = {found.names[line.challenger]: line.challenger_value for line in found.lines}
    values[found.names[found.baseline]] = found.lines[0].baseline_value
    bounds = {found.names[line.challenger]: line.at_least[1] for line in found.lines}
    bounds[found.names[found.baseline]] = found.lines[0].at_least[0]
    rates = [(system, values.get(system.name, math.nan)) for system in reader.systems]
    if not all(math.isfinite(rate) for _, rate in rates):
        return ()
    texts = [
        at_least_text(form.format(count=count_text(rate)), bounds.get(system.name, False))
        if found.throughput
        else value_of(found, rate, WINDOW_LANGUAGE)
        for system, rate in rates
    ]
    return _bars([(system, rate, text) for (system, rate), text in zip(rates, texts, strict=True)])


def _bars(values: Sequence[tuple[SystemInfo, float, str]]) -> tuple[CardBar, ...]:
    """Return bars on a common scale starting at 0; empty if there is nothing to compare."""
    most = max((value for _, value, _ in values if math.isfinite(value)), default=0.0)
    if not most > 0:
        return ()
    return tuple(
        CardBar(name_of(system), text, max(value, 0.0) / most, system.letter, about_of(system))
        for system, value, text in values
    )


def measured_s(reader: SessionReader) -> float:
    """Return the length of the measured window in seconds; 0 if nothing was measured."""
    window = measured(reader.phases, reader.length_s)
    return window.span_s if window is not None else 0.0


def _race(reader: SessionReader, progress: RaceProgress) -> Card:
    """Return the card of a race: the winner, how much the others had left then, and their delays."""
    first, storage = progress.first, progress.unit == IOS
    systems = {system.letter: system for system in reader.systems}
    bars = _bars([(systems[one.letter], one.share, _share_text(one, progress.unit)) for one in progress.racers])
    if first is None:
        tie = all(one.finished for one in progress.racers)
        main = tr("Both finished at the same moment") if tie else tr("Nobody finished in time")
        return Card(main, (), "", bars=bars)
    unit: WorkUnit = "I/O" if storage else "transaction" if progress.unit == "transactions" else "order"
    work = tr("{count} I/Os in {time}") if storage else counted_text(marked("{count} orders in {time}"), unit)
    lines = [work.format(count=count_text(first.total), time=time_taken_text(first.finished_s))]
    for one in progress.racers:
        if one is first:
            continue
        other = name_of(systems[one.letter])
        if one.behind > 0:
            lines.append(remaining_label(other, one.behind, unit, WINDOW_LANGUAGE))
        if one.finished:
            late = tr("{name} finished {time} later")
            lines.append(late.format(name=other, time=time_taken_text(one.behind_s)))
        else:
            lines.append(tr("{name} did not finish in time").format(name=other))
    if all(one.finished for one in progress.racers):
        # The shortest time is the best; the bars show the times as measured, not inverted.
        times = [(systems[one.letter], one.finished_s, time_taken_text(one.finished_s)) for one in progress.racers]
        bars = _bars(times)
    elif len(then := progress.done_when_first_finished) == len(progress.racers):
        form = share_form(progress.unit)
        done = [(one, then[one.letter]) for one in progress.racers]
        texts = [form.format(done=count_text(count), total=count_text(one.total)) for one, count in done]
        bars = _bars([(systems[one.letter], count, text) for (one, count), text in zip(done, texts, strict=True)])
    return Card(
        tr("finished first"), tuple(lines), "", subject=name_of(systems[first.letter]), ahead=first.letter, bars=bars
    )


def _share_text(racer: Racer, unit: str) -> str:
    return share_form(unit).format(done=count_text(racer.done), total=count_text(racer.total))


def _without_figures(reader: SessionReader) -> Card:
    """Return the card of an invalid run, without any figures."""
    if stopped := stopped_systems(reader):
        names = {system.letter: name_of(system) for system in reader.systems}
        found = SessionHeadline("stopped", reader.info.title, names, "", "", stopped=tuple(stopped))
        return Card(headline_text(found, WINDOW_LANGUAGE).main, (tr("This run makes no comparison."),), "")
    lost = {event.system for event in reader.events if event.kind == kind_of(ServerLost)}
    away = [name_of(system) for system in reader.systems if system.id in lost]
    if away:
        main = tr("This run was interrupted")
        lines = [tr("{name} could not be reached for a while.").format(name=", ".join(away))]
    elif any(event.kind == kind_of(Stopped) for event in reader.events):
        main, lines = tr("This run was ended early"), []
    else:
        main, lines = tr("This run is not valid"), [tr("The run was disturbed.")]
    return Card(main, (*lines, tr("It has no result.")), "")


_RATIO = re.compile(r"(?P<ratio>\S+×) (?P<of>.+)")


@dataclass(frozen=True, slots=True)
class Result:
    """Result of a finished session.

    Attributes:
        numbers: Value of each system, by letter.
        card: Card that compares the systems.
    """

    numbers: Mapping[str, str]
    card: Card

    def statement(self, challengers: int, color: str = "") -> Statement:
        """Return the statement for the header: the ratio or the text, with its basis, in the leader's color."""
        card = self.card
        if challengers > 1 and card.footnote:  # without figures, the card has no basis
            return Statement("", (" · ".join(card.lines[:challengers]), _join_parts(card.main, card.footnote)))
        first = card.lines[0] if card.lines else ""
        if (found := _RATIO.fullmatch(card.main)) is not None:
            lines = (" ".join(filter(None, (found["of"], first))), card.footnote)
            return Statement(found["ratio"], lines, subject=card.subject, color=color)
        return Statement(card.main, (first, card.footnote), subject=card.subject, color=color)


class Results(QObject):
    """Computes the result of one session at a time.

    Attributes:
        changed: The result is available.
    """

    changed = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._path: Path | None = None
        self._found: Result | None = None

    def of(self, path: Path) -> Result | None:
        """Return the result of a finished session; None if there is none or it is still being computed."""
        if path != self._path:
            self._path, self._found = path, None
            task = Task(lambda: _result_of(path), (SessionError, OSError), self)
            task.done.connect(lambda found: self._set_found(path, found))
            task.start()
        return self._found

    def _set_found(self, path: Path, found: object) -> None:
        if path == self._path and isinstance(found, Result):
            self._found = found
            self.changed.emit()


def _result_of(path: Path) -> Result | None:
    card = closing_card(path)
    if card is None:
        return None
    return Result({letter: number for letter, (_, number) in verdict_of(path).numbers.items()}, card)


def _join_parts(*parts: str) -> str:
    return " · ".join(part for part in parts if part)
