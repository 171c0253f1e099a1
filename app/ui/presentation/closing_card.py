# SPDX-License-Identifier: Apache-2.0
"""Closing card: the result of a run as a sentence for visitors, the picture that proves it, and its basis.

Results that need several sessions or steps are computed in the background. A card never says "faster", and a run
without a result has none: visitors see the neutral card.
"""

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from app.analysis.format import at_least_text
from app.analysis.headline import ABOUT_EQUAL
from app.analysis.normalise import divisor_of_facts
from app.model.documents import PlanResult
from app.model.fact_amounts import Basis
from app.model.workloads import WorkloadParameters
from app.results.headline_text import compared_label, headline_text, limited_label, unsteady_label, value_of, values_of
from app.results.run_figures import latency_name
from app.results.session_headline import ChallengerLine, SessionHeadline, session_headline, study_headline
from app.results.storage_results import StorageStep, storage_steps, storage_work
from app.results.study import study_of
from app.results.study_records import Study
from app.session.reader import SessionReader
from app.session.session_error import SessionError
from app.ui.levels.access_patterns import PatternRow, pattern_rows
from app.ui.levels.queue_depths import iops, pass_name, points
from app.ui.presentation.visitor_sentence import Names, alike, best_line, filled, kind_of_figure, names_of, sentence_of
from app.ui.presentation.visitor_texts import day_text, shared_texts, short_day_text, where_measured
from app.ui.window.background import Task
from app.ui.workbench.counter_catalogue import baseline_of
from app.ui.workbench.headline_panel import measured
from app.ui.workbench.localised_figures import (
    WINDOW_LANGUAGE,
    brief_ratio_text,
    count_text,
    counted_text,
    duration_in_units,
    duration_text,
    money_text,
    number_text,
    ratio_text,
)
from app.ui.workbench.run_status import did_not_start
from widgets.presentation.blocks import Statement
from widgets.presentation.closing import (
    BarGroup,
    CardBar,
    ClosingCard,
    FactColumn,
    Grid,
    GridCell,
    GridRow,
    SweepCurve,
    SweepDrawing,
)
from widgets.presentation.head_and_foot import Pill
from widgets.presentation.measure import TextRun
from widgets.translation import marked, tr

LEAST_S = 10.0
"""Measured seconds from which a run that was stopped has a card: its interval is valid at any time."""
_FACTS: tuple[tuple[Basis, str], ...] = (
    ("disk", marked("Disks")),
    ("watt under load", marked("Power")),
    ("price", marked("Price")),
)
_MOST_ROWS, _MOST_LEVELS = 6, 3


def closing_card(path: Path, repeats: Sequence[Path] = ()) -> ClosingCard | None:
    """Return the card of a finished run; None if it has no result.

    Args:
        path: Session of the run.
        repeats: Other recorded runs of the same comparison; with enough for a verdict, the card shows the verdict over
            all of them.

    Raises:
        SessionError: If a session cannot be read.
    """
    with ExitStack() as stack:
        reader = stack.enter_context(SessionReader.open(path))
        if did_not_start(reader) or len(reader.systems) < 2 or reader.end is None or not reader.end.valid:
            return None
        others = [stack.enter_context(SessionReader.open(other)) for other in repeats if other != path]
        others = [other for other in others if other.info.uuid != reader.info.uuid]
        return (_card_over_runs(reader, others) if others else None) or card_of(reader)


def card_of(reader: SessionReader) -> ClosingCard | None:
    """Return the card of one valid session; None if too little was measured."""
    found = session_headline(reader)
    cut = reader.end.cut_short if reader.end is not None else None
    if found.stage in ("stopped", "not valid", "did not start", "ended before measuring", "nothing compared"):
        return None
    if cut is not None and cut.steps is None and cut.measured_s < LEAST_S:
        return None
    return _Writer(reader, found, study_of([reader]), [reader]).card()


def _card_over_runs(reader: SessionReader, others: Sequence[SessionReader]) -> ClosingCard | None:
    """Return a card with the verdict over all runs; None if there are too few runs for one."""
    readers = sorted([reader, *others], key=lambda one: one.info.started)
    study = study_of(readers)
    found = study_headline(study, readers)
    if len(found.lines) != 1 or found.lines[0].firmness not in ("verdict", "no significant difference"):
        return None
    return _Writer(reader, found, study, readers).card()


@dataclass(frozen=True, slots=True)
class _Writer:
    """Writer of one card.

    Attributes:
        reader: Session of the run.
        found: Headline of the run, or over all runs.
        study: Study of the same sessions.
        readers: The sessions.
    """

    reader: SessionReader
    found: SessionHeadline
    study: Study
    readers: Sequence[SessionReader]

    def card(self) -> ClosingCard:
        """Return the card."""
        reader = self.reader
        names = names_of({system.letter: system.name for system in reader.systems})
        title = tr(reader.info.title)
        title = f"{names.shared}: {title}" if names.shared else title
        shown = tuple((system.letter, names.own[system.letter]) for system in reader.systems)
        page = reader.scenario.results.page
        sentence, ahead = self._sentence()
        base = ClosingCard(
            pill=self._pill(), title=title, sentence=sentence, names=shown, ahead=ahead, foot=self._foot(),
            below=self._below(),
        )  # fmt: skip
        if page == "patterns" and (grid := self._grid()) is not None:
            won, leader = self._grid_sentence(names)
            return replace(base, sentence=won, ahead=leader, grid=grid)
        if page == "depths" and (sweep := self._sweep()) is not None:
            return replace(base, sweep=sweep, below=self._sweep_below() or base.below)
        return replace(base, groups=self._groups(), facts=self._facts())

    def _pill(self) -> Pill:
        """Return how the run ended, and how long it was."""
        end = self.reader.end
        cut = end.cut_short if end is not None else None
        if cut is not None and cut.steps is None:
            return Pill("done", tr("STOPPED after {time}").format(time=duration_text(cut.measured_s)))
        seconds = measured_s(self.reader)
        if not seconds >= 1:
            return Pill("done", tr("DONE"))
        return Pill("done", tr("DONE · {time}").format(time=duration_in_units(seconds)))

    # The sentence

    def _line(self) -> ChallengerLine | None:
        return best_line(self.found)

    def _sentence(self) -> tuple[tuple[TextRun, ...], str]:
        """Return the sentence, and the letter of the system that is firmly ahead."""
        found, line, names = self.found, self._line(), names_of(self.found.names).own
        said = sentence_of(found, line, names, over=True) if line is not None else None
        if line is None or said is None:
            return (TextRun(headline_text(found, WINDOW_LANGUAGE, names).main),), ""
        if found.stage != "race" and alike(found):
            both = tr("Both handled about the same") if len(names) == 2 else tr("All handled about the same")
            return (TextRun(both),), ""
        if line.firmness in ("no clear difference so far", "no significant difference"):
            return (TextRun(tr("No clear difference")),), ""
        ahead = self._own_letter(said.leader) if line.firm or found.stage == "race" else ""
        return said.colored(ahead), ahead

    def _own_letter(self, letter: str) -> str:
        """Return the letter that a system of the headline has in the run's session."""
        name = self.found.names[letter]
        return next((system.letter for system in self.reader.systems if system.name == name), letter)

    def _below(self) -> str:
        """Return what limits the sentence: a search's limit."""
        plan = self.reader.scenario.plan
        limit = plan.limit if plan is not None else None
        if self.found.compared != "users" or limit is None:
            return ""
        ((value, unit),) = shared_texts([limit.limit_s], "s")
        share = {"p50": "50", "p95": "95", "p99": "99"}.get(limit.figure, "")
        if limit.figure == "mean":
            return tr("with answers within {time} on average").format(time=f"{value} {unit}")
        if not share:
            return ""
        return tr("with {share} % answered within {time}").format(share=share, time=f"{value} {unit}")

    # Bars and facts

    def _groups(self) -> tuple[BarGroup, ...]:
        """Return the bars of the compared figure, and those of the 95th percentiles."""
        found, groups = self.found, []
        values = values_of(found)
        bounds = {line.challenger: line.at_least[1] for line in found.lines}
        bounds |= {found.baseline: found.lines[0].at_least[0]} if found.lines else {}
        bounds = {self._own_letter(letter): bound for letter, bound in bounds.items()}
        found_values = {self._own_letter(letter): value for letter, value in values.items()}
        by_letter = {one.letter: found_values[one.letter] for one in self.reader.systems if one.letter in found_values}
        if by_letter and all(math.isfinite(value) for value in by_letter.values()):
            bars = _bars(
                by_letter,
                lambda letter, value: at_least_text(value_of(found, value, WINDOW_LANGUAGE), bounds.get(letter, False)),
            )
            groups.append(BarGroup(_better_label(self._label(), found.better), bars))
        latencies = {} if found.compared == "response" else self._latencies()
        if latencies:
            texts = dict(zip(latencies, shared_texts(list(latencies.values()), "s"), strict=True))
            label = counted_text(marked("95 % of orders answered within"), found.unit)
            bars = _bars(latencies, lambda letter, _: " ".join(filter(None, texts[letter])))
            groups.append(BarGroup(_better_label(label, "less"), bars))
        return tuple(groups)

    def _label(self) -> str:
        """Return the compared figure as the label of its bars."""
        found = self.found
        kind = kind_of_figure(found)
        if kind == "response":
            return counted_text(marked("95 % of orders answered within"), found.unit)
        if kind == "users":
            return tr("Customers within the limit")
        if kind == "time":
            return tr("Time to finish")
        if found.throughput:
            return (
                tr("I/Os per second") if found.unit == "I/O" else counted_text(marked("Orders per minute"), found.unit)
            )
        return compared_label(found, WINDOW_LANGUAGE)

    def _latencies(self) -> dict[str, float]:
        """Return the 95th percentile of each system, if all have one."""
        name = f"{latency_name(self.reader)} p95"
        found = {}
        for system in self.reader.systems:
            run = self.study.median_run(system.letter)
            value = run.figures.get(name, math.nan) if run is not None else math.nan
            if not math.isfinite(value):
                return {}
            found[system.letter] = value
        return found

    def _facts(self) -> tuple[FactColumn, ...]:
        """Return the facts known for every system: disks, power, price."""
        columns = []
        for basis, label in _FACTS:
            found = {system.letter: divisor_of_facts(basis, system.facts) for system in self.reader.systems}
            if all(one.value > 0 and not one.reason for one in found.values()):
                texts = {
                    letter: money_text(one.value, one.unit)
                    if basis == "price"
                    else f"{number_text(round(one.value))} W"
                    if basis == "watt under load"
                    else number_text(one.value)
                    for letter, one in found.items()
                }
                columns.append(FactColumn(tr(label), tuple(texts.items())))
        return tuple(columns)

    # Sweep over queue depths

    def _steps(self) -> list[StorageStep]:
        steps = storage_steps(self.reader)
        return [step for step in steps if step.io_label == steps[0].io_label] if steps else []

    def _sweep(self) -> SweepDrawing | None:
        """Return the I/Os per second over the queue depths, and the time of one I/O at some of them."""
        steps = self._steps()
        depths = sorted({step.outstanding for step in steps})
        if len(depths) < 2:
            return None
        curves = []
        for system in self.reader.systems:
            own = {round(point.load): point.value for point in points(steps, system.letter, iops)}
            values = tuple(own.get(depth, math.nan) for depth in depths)
            known = [value for value in values if math.isfinite(value)]
            if known:
                curves.append(SweepCurve(system.letter, values, count_text(known[-1])))
        reads = steps[0].read_percent == 100
        writes = steps[0].read_percent == 0
        label = tr("Reads per second") if reads else tr("Writes per second") if writes else tr("I/Os per second")
        axis = tr("reads at a time") if reads else tr("writes at a time") if writes else tr("I/Os at a time")
        shown = [depths[0], depths[len(depths) // 2], depths[-1]] if len(depths) > _MOST_LEVELS else depths
        rows = []
        for depth in dict.fromkeys(shown):
            found = {}
            for step in (step for step in steps if step.outstanding == depth):
                for letter, figures in step.systems.items():
                    latency = figures.latency.get("order")
                    if latency is not None and latency.mean_ms is not None:
                        found[letter] = latency.mean_ms / 1e3
            texts = shared_texts(list(found.values()), "s")
            cells = tuple((letter, *text) for letter, text in zip(found, texts, strict=True))
            rows.append((tr("{count} at a time").format(count=number_text(depth)), cells))
        takes = tr("One read takes") if reads else tr("One write takes") if writes else tr("One I/O takes")
        levels = tuple(number_text(depth) for depth in depths)
        return SweepDrawing(label, levels, axis, tuple(curves), takes, tuple(rows))

    def _sweep_below(self) -> str:
        """Return the depth of the ratio, and the ratio with one I/O at a time."""
        steps, line = self._steps(), self._line()
        depths = sorted({step.outstanding for step in steps})
        if line is None or not depths:
            return ""
        leader = line.leader(self.found.better)
        trailer = line.baseline if leader == line.challenger else line.challenger
        first = [step for step in steps if step.outstanding == depths[0]]
        rates = {letter: _mean(step.systems[letter].iops for step in first if letter in step.systems)
                 for letter in (leader, trailer)}  # fmt: skip
        if not (rates[leader] > 0 and rates[trailer] > 0):
            return ""
        ratio = brief_ratio_text(rates[leader] / rates[trailer])
        return tr("at the best depth of each; {ratio} with {count} at a time").format(
            ratio=ratio, count=number_text(depths[0])
        )

    # Grid of access patterns

    def _grid_rows(self) -> list[PatternRow]:
        return pattern_rows(storage_steps(self.reader))

    def _grid(self) -> Grid | None:
        """Return a row per access pattern, a column per pass."""
        rows = self._grid_rows()
        kinds = list(dict.fromkeys(row.kind for row in rows))
        patterns = list(dict.fromkeys(row.pattern for row in rows))[:_MOST_ROWS]
        steps = {step.pattern: step for step in storage_steps(self.reader)}
        if not rows or len(self.reader.systems) < 2:
            return None
        found = []
        for pattern in patterns:
            step = steps[pattern]
            sequential = step.access == "sequential"
            cells = []
            for kind in kinds:
                row = next((row for row in rows if (row.pattern, row.kind) == (pattern, kind)), None)
                cells.append(self._cell(row, 0 if sequential else 1) if row is not None else None)
            size = f"{step.block_kb // 1024} MiB" if step.block_kb % 1024 == 0 else f"{step.block_kb} KiB"
            depth = step.outstanding * step.threads
            at = tr("one at a time") if depth == 1 else tr("{count} at a time").format(count=number_text(depth))
            about = f"{size}, {at} · {'MB/s' if sequential else 'IOPS'}"
            found.append(GridRow(tr("Sequential") if sequential else tr("Random"), about, tuple(cells)))
        captions = {pass_name(step): step.read_percent for step in storage_steps(self.reader)}
        words = {100.0: tr("Reads"), 0.0: tr("Writes")}
        return Grid(tuple(words.get(captions.get(kind, 50.0), kind) for kind in kinds), tuple(found))

    def _cell(self, row: PatternRow, figure: int) -> GridCell | None:
        values = {letter: own[figure] for letter, own in row.figures.items() if math.isfinite(own[figure])}
        baseline = baseline_of(self.reader)
        if len(values) < 2 or baseline is None or baseline.letter not in values:
            return None
        letters = [system.letter for system in self.reader.systems if system.letter in values]
        bars = _bars({letter: values[letter] for letter in letters}, lambda _, value: count_text(value))
        other = next(letter for letter in letters if letter != baseline.letter)
        base = values[baseline.letter]
        ratio = max(values[other] / base, base / values[other]) if base > 0 and values[other] > 0 else math.nan
        return GridCell(bars, brief_ratio_text(ratio))

    def _grid_sentence(self, names: Names) -> tuple[tuple[TextRun, ...], str]:
        """Return the system that was ahead and in how many tests, and its letter if it was ahead in all of them."""
        wins: dict[str, int] = {}
        tests = 0
        for row in self._grid_rows():
            values = {letter: own[1] for letter, own in row.figures.items() if own[1] > 0}
            if len(values) < 2:
                continue
            tests += 1
            best, second, *_ = sorted(values, key=lambda letter: values[letter], reverse=True)
            if values[best] / values[second] > ABOUT_EQUAL[1]:
                wins[best] = wins.get(best, 0) + 1
        if not wins:
            form = tr("Both did about the same in all {count} tests") if tests > 2 else tr("Both did about the same")
            return (TextRun(form.format(count=tests)),), ""
        leader = max(wins, key=lambda letter: wins[letter])
        others = [letter for letter in names.own if letter != leader]
        trailer = names.own[others[0]] if len(others) == 1 else tr("the others")
        form = tr("{leader} beat {trailer} in all {count} tests")
        if tests == 2:
            form = tr("{leader} beat {trailer} in both tests")
        elif tests < 2:
            form = tr("{leader} beat {trailer}")
        if wins[leader] < tests:
            form = tr("{leader} beat {trailer} in {won} of {count} tests")
        texts = {"leader": names.own[leader], "trailer": trailer, "count": str(tests), "won": str(wins[leader])}
        runs = tuple(filled(form, texts))
        place = next(number for number, run in enumerate(runs) if run.name and run.text == names.own[leader])
        ahead = leader if wins[leader] == tests else ""
        colored = [TextRun(run.text, leader if number == place else "", run.name) for number, run in enumerate(runs)]
        return tuple(colored), ahead

    # Basis of the result

    def _foot(self) -> tuple[str, ...]:
        """Return the basis of the result: the workload, the runs and their range, the date, and every caveat."""
        reader, found = self.reader, self.found
        last = max(one.info.started for one in self.readers)
        caveats = [limited_label(found, WINDOW_LANGUAGE), unsteady_label(found, WINDOW_LANGUAGE)]
        work = reader.scenario.workload
        caveats.append(tr(work.caveat) if isinstance(work, WorkloadParameters) and work.caveat else "")
        if found.io is not None and found.io.cached:
            caveats.append(tr("cached by the operating system, not a measure of the drives"))
        if "imported" in found.labels:
            caveats.append(tr("imported"))
        if "not simultaneous" in found.labels:
            caveats.append(tr("one system after the other"))
        basis = "; ".join(filter(None, (self._runs(), self._range())))
        where = where_measured(reader) if storage_work(reader) is None else self._storage()
        lines = [where, f"{basis}. {day_text(last)}"]
        if said := "; ".join(filter(None, caveats)):
            lines.append(f"{said[:1].upper()}{said[1:]}.")
        return tuple(line for line in lines if line)

    def _storage(self) -> str:
        work = storage_work(self.reader)
        assert work is not None
        how = tr("Cached I/O") if work.cached else tr("Direct I/O")
        return tr("{how}, both drives at the same time.").format(how=how)

    def _runs(self) -> str:
        """Return the number of runs and their length."""
        cut = self.reader.end.cut_short if self.reader.end is not None else None
        if cut is not None and cut.steps is None:
            form = tr("Stopped by us after {time} of {planned}")
            return form.format(time=duration_text(cut.measured_s), planned=duration_in_units(cut.planned_s))
        if cut is not None:
            return tr("Stopped by us after {count} of its steps").format(count=cut.steps)
        count = max(sum(run.counts for run in self.study.runs), 1)
        results = len(self.reader.documents_of(PlanResult))
        seconds = measured_s(self.reader)
        if count > 1:
            if self.reader.scenario.results.by_steps or not seconds >= 1:
                return tr("{count} runs").format(count=count)
            return tr("{count} runs of {time}").format(count=count, time=duration_in_units(seconds))
        if seconds >= 1 and results < 2 and not self.reader.scenario.results.by_steps:
            return tr("One run of {time}").format(time=duration_in_units(seconds))
        return tr("One run")

    def _range(self) -> str:
        """Return the extremes over ten seconds, or the interval over the runs, as the leader's ratios."""
        line = self._line()
        if line is None or self.found.stage == "race":
            return ""
        low, high, form = line.ten_second_low, line.ten_second_high, tr("between {low} and {high} in any 10 seconds")
        if line.comparison is not None and line.repeats > 1:
            low, high, form = line.low, line.high, tr("95 % interval {low} to {high}")
        if line.leader(self.found.better) != line.challenger:
            low, high = (1 / high if high > 0 else math.nan), (1 / low if low > 0 else math.nan)
        if not 0 < low < high < math.inf:
            return ""
        ends = [brief_ratio_text(end, distinct_from_one=True) for end in (low, high)]
        if ends[0] == ends[1]:
            ends = [ratio_text(1.0, end, distinct_from_one=True) for end in (low, high)]
        return form.format(low=ends[0], high=ends[1])


def _mean(values: Iterable[float | None]) -> float:
    known = [value for value in values if value is not None]
    return sum(known) / len(known) if known else math.nan


def _better_label(label: str, better: str) -> str:
    return tr("{label} (shorter is better)").format(label=label) if better == "less" else label


def _bars(values: Mapping[str, float], text: Callable[[str, float], str]) -> tuple[CardBar, ...]:
    """Return bars on a common scale that starts at 0; empty if there is nothing to compare."""
    most = max((value for value in values.values() if math.isfinite(value)), default=0.0)
    if not most > 0:
        return ()
    return tuple(CardBar(letter, text(letter, value), max(value, 0.0) / most) for letter, value in values.items())


def measured_s(reader: SessionReader) -> float:
    """Return the length of the measured window in seconds; 0 if nothing was measured."""
    window = measured(reader.phases, reader.length_s)
    return window.span_s if window is not None else 0.0


def recorded_pill(reader: SessionReader, *, time: bool = False, speed: float = 1.0) -> Pill:
    """Return the pill of a session that is not live: its origin, date, and the replay's speed."""
    word = {"import": tr("IMPORTED"), "join": tr("JOINED"), "compare": tr("COMPARED")}.get(
        reader.info.kind, tr("RECORDED")
    )
    text = f"{word} {short_day_text(reader.info.started, time=time)}"
    if speed != 1:
        text = tr("{mark} · {speed}× speed").format(mark=text, speed=number_text(speed))
    return Pill("recorded", text)


@dataclass(frozen=True, slots=True)
class LastResult:
    """Result of a recorded run, for the neutral card.

    Attributes:
        pill: When it was recorded.
        sentence: Its sentence, with letters of systems as colors.
    """

    pill: Pill
    sentence: tuple[TextRun, ...]


def last_result(path: Path) -> LastResult | None:
    """Return the result of a recorded session; None if it has none. Raises SessionError."""
    card = closing_card(path)
    if card is None:
        return None
    with SessionReader.open(path) as reader:
        return LastResult(recorded_pill(reader, time=True), card.sentence)


@dataclass(frozen=True, slots=True)
class ClosingResult:
    """Result of a finished session.

    Attributes:
        numbers: Text of each system's figure, by letter.
        values: The figures.
        card: Card that compares the systems.
    """

    numbers: Mapping[str, str]
    values: Mapping[str, float]
    card: ClosingCard

    def statement(self, color: Callable[[str], str]) -> Statement:
        """Return the card's sentence as the statement between the systems."""
        runs = self.card.sentence
        place = next((number for number, run in enumerate(runs) if run.text.endswith("×")), None)
        if place is None:
            return Statement(sentence=(self.card.main,), small=tuple(filter(None, (self.card.below,))))
        before, after = _plain(runs[:place]), _plain(runs[place + 1 :])
        ahead = self.card.ahead
        small = tuple(filter(None, (self.card.below,)))
        return Statement(before, runs[place].text, after, color(ahead) if ahead else "", small=small)


def _plain(runs: Sequence[TextRun]) -> tuple[TextRun, ...]:
    """Return the runs without colors and without leading or trailing blanks."""
    kept = [TextRun(run.text, "", run.name) for run in runs if run.text.strip() or len(runs) > 1]
    if kept:
        kept[0] = TextRun(kept[0].text.lstrip(), "", kept[0].name)
        kept[-1] = TextRun(kept[-1].text.rstrip(), "", kept[-1].name)
    return tuple(run for run in kept if run.text)


class ClosingResults(QObject):
    """Computes the result of one session at a time.

    Attributes:
        changed: The result is available.
    """

    changed = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._path: Path | None = None
        self._found: ClosingResult | None = None

    def of(self, path: Path) -> ClosingResult | None:
        """Return the result of a finished session; None while it is being computed, or if none."""
        if path != self._path:
            self._path, self._found = path, None
            task = Task(lambda: _result_of(path), (SessionError, OSError), self)
            task.done.connect(lambda found: self._set_found(path, found))
            task.start()
        return self._found

    def _set_found(self, path: Path, found: object) -> None:
        if path == self._path and isinstance(found, ClosingResult):
            self._found = found
            self.changed.emit()


def _result_of(path: Path) -> ClosingResult | None:
    card = closing_card(path)
    if card is None:
        return None
    group = card.groups[0] if card.groups else BarGroup("", ())
    numbers = {bar.letter: bar.number for bar in group.bars}
    return ClosingResult(numbers, {bar.letter: bar.share for bar in group.bars}, card)
