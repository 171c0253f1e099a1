# SPDX-License-Identifier: Apache-2.0
"""Upper half of the booth window at one moment: each system's figures, and the sentence that compares them.

It shows only this run, never a verdict, and never says "faster".
"""

import math
from collections.abc import Mapping

from app.model.events import NotSimultaneous, kind_of
from app.model.workloads import per_s_factor
from app.results.headline_text import compared_label, value_of
from app.results.measurings import main_operation, taking_turns, work_unit
from app.results.race_progress import RaceProgress, race_progress
from app.results.session_headline import SessionHeadline, reads_all, session_headline, stopped_systems
from app.session.reader import SessionReader
from app.session.records import SystemInfo
from app.ui.levels.racing import fair_window
from app.ui.presentation.booth_states import BoothState, RunFacts
from app.ui.presentation.closing_card import ClosingResult
from app.ui.presentation.visitor_sentence import (
    VisitorSentence,
    alike,
    alike_sentence,
    best_line,
    cause_text,
    names_of,
    of_text,
    sentence_of,
)
from app.ui.presentation.visitor_texts import VisitorFigure, figure_of, shared_texts
from app.ui.workbench.counter_catalogue import Catalogue, baseline_of, stop_marks, system_color
from app.ui.workbench.headline_panel import ORDERS_PER_MIN, ORDERS_PER_S, measured
from app.ui.workbench.localised_figures import (
    NO_DATA,
    WINDOW_LANGUAGE,
    brief_ratio_text,
    count_text,
    counted_text,
    duration_text,
)
from app.ui.workbench.run_progress import phase_at
from app.ui.workbench.view import TimeWindow
from widgets.presentation.blocks import Statement, SystemFigures
from widgets.presentation.measure import TextRun
from widgets.theme import Theme
from widgets.translation import marked, tr

NOW_S = 5.0
"""Averaging window in seconds before anything is measured: steady enough to read, and still current."""
ANSWERED = marked("95 % answered within")
UNDER_LOAD = ("ramp", "warm-up", "settle", "measure")
ALIKE = ("about equal so far", "no clear difference so far", "no significant difference")


class VisitorHeadline:
    """Text for one point in time, derived from app.results.session_headline.

    Attributes:
        stopped: Letters of stopped systems.
        names: Names of the systems as shown.
    """

    def __init__(  # noqa: PLR0917
        self,
        reader: SessionReader,
        catalogue: Catalogue,
        at_s: float,
        theme: Theme,
        figure: VisitorFigure | None,
        result: ClosingResult | None = None,
        *,
        highlighted: bool = False,
        causes: bool = True,
    ) -> None:
        """Read the facts of a session at a point in time.

        Args:
            reader: The session.
            catalogue: Its counters.
            at_s: The time, in seconds since the start.
            theme: Theme of the window.
            figure: Replaces the throughput as the systems' figure: that of a highlighted row, or the latency if
                arrivals set the rate and all systems process the same orders.
            result: Result of the whole session, if it has ended and has more than one run.
            highlighted: Whether the ratio is that of `figure`, too.
            causes: Whether visitors see why a system stopped.
        """
        self._reader = reader
        self._catalogue = catalogue
        self._at_s = at_s
        self._theme = theme
        self._figure = figure
        self._highlighted = highlighted
        self._result = result
        self._causes = causes
        self._found = None if reads_all(reader, at_s) else session_headline(reader, at_s)
        self._over = self._found is None or self._found.over
        self._stops = {one.letter: one for one in stopped_systems(reader, at_s) if one.whole}
        self.stopped = stop_marks(self._stops.values())
        self.race = race_progress(reader, at_s)
        self.names = names_of({system.letter: system.name for system in reader.systems})
        counted = measured(reader.phases, at_s)
        self._counted = fair_window(self.race, counted) if counted is not None else None
        racers = self.race.racers if self.race is not None else ()
        self._finished = {
            racer.letter: self.race.began_s[racer.letter] + racer.finished_s
            for racer in racers
            if self.race is not None and racer.finished
        }

    # State

    def facts(self) -> RunFacts:
        """Return the facts of the run that determine the state of the booth."""
        reader, found = self._reader, self._found
        phase = phase_at(reader.phases, self._at_s)
        lines = found.lines if found is not None else ()
        return RunFacts(
            under_load=(reader.started and self._at_s >= 0 and phase is not None and phase.name in UNDER_LOAD)
            or self._counted is not None,
            over=self._over and reader.end is not None,
            valid=reader.end is None or reader.end.valid,
            cut_short=reader.end is not None and reader.end.cut_short is not None,
            systems=len(reader.systems),
            measured_s=self._counted.span_s if self._counted is not None else 0.0,
            ratio_after_s=found.ratio_after_s if found is not None else 0.0,
            firm=any(one.firm for one in lines),
            alike=found is not None and (alike(found) or (bool(lines) and all(one.firmness in ALIKE for one in lines))),
            turns=found is not None and found.stage == "taking turns",
            race=self.race is not None,
            stopped=found.stage == "stopped" if found is not None else bool(self._stops),
        )  # fmt: skip

    # The systems

    def systems(self) -> list[SystemFigures]:
        """Return each system with its figures."""
        systems, baseline = self._reader.systems, baseline_of(self._reader)
        values = [self._value(system) for system in systems]
        answered = self._answered()
        largest = max((number for _, _, number in values if math.isfinite(number)), default=math.nan)
        blocks = []
        for system, (text, unit, number) in zip(systems, values, strict=True):
            own, own_text, firm = self._own_ratio(baseline, system)
            value, value_unit = answered.get(system.letter, ("", ""))
            blocks.append(
                SystemFigures(
                    letter=system.letter,
                    name=self.names.own[system.letter],
                    figure=text,
                    unit=unit,
                    color=system_color(system, self._theme),
                    label=tr(ANSWERED) if value else "",
                    value=value,
                    value_unit=value_unit,
                    stopped=system.letter in self.stopped,
                    ratio=own,
                    ratio_text=own_text,
                    firm=firm,
                    share=number / largest if largest > 0 and math.isfinite(number) else 0.0,
                )
            )
        return blocks

    def _value(self, system: SystemInfo) -> tuple[str, str, float]:
        """Return a system's current figure, or its mean at the end of a run; its unit; and the number."""
        if system.letter in self.stopped:
            return self.stopped[system.letter], self._until_then(system), math.nan
        if self.race is None and self._result is not None and system.letter in self._result.numbers:
            return self._result.numbers[system.letter], self._unit(), self._result.values.get(system.letter, math.nan)
        found, finished = self._found, self._finished_per_s(system.letter)
        value = (
            finished * per_s_factor(work_unit(self._reader)) if finished > 0 else self._compared_value(system.letter)
        )
        if self._figure is None and math.isfinite(value):
            text = count_text(value) if found is None or finished > 0 else value_of(found, value, WINDOW_LANGUAGE)
            return text, self._unit(), value
        window = self._value_window(system)
        if self._figure is not None:
            text, unit = self._figure.value(self._reader, self._catalogue, system, window)
            return f"{text} {unit}".rstrip(), self._figure.label, math.nan
        by_minute = work_unit(self._reader) == "order"
        curve = self._catalogue.curve(system.letter, ORDERS_PER_MIN if by_minute else ORDERS_PER_S)
        if curve is None or not len(self._reader.samples(curve.counter, window.from_s, window.to_s + 0.1)[0]):
            return NO_DATA, self._unit(), math.nan
        average = self._reader.window(curve.counter, window.from_s, window.to_s).average
        return count_text(average), self._unit(), average

    def _unit(self) -> str:
        """Return the unit of the systems' figures, in words."""
        found = self._found
        if found is not None and not found.throughput and found.compared != "time" and self._figure is None:
            return (
                tr("95 % answered within this time")
                if found.compared == "response"
                else compared_label(found, WINDOW_LANGUAGE)
            )
        unit = work_unit(self._reader)
        return tr("I/Os per second") if unit == "I/O" else counted_text(marked("orders per minute"), unit)

    def _until_then(self, system: SystemInfo) -> str:
        """Return what a stopped system handled until it stopped; "" if nothing was measured."""
        one = self._stops[system.letter]
        by_minute = work_unit(self._reader) == "order"
        curve = self._catalogue.curve(system.letter, ORDERS_PER_MIN if by_minute else ORDERS_PER_S)
        window = self._counted
        if curve is None or window is None or one.from_s - window.from_s < 1:
            return ""
        average = self._reader.window(curve.counter, window.from_s, min(one.from_s, window.to_s)).average
        if not math.isfinite(average):
            return ""
        form = tr("{count} per minute until then") if by_minute else tr("{count} per second until then")
        return form.format(count=count_text(average))

    def _answered(self) -> dict[str, tuple[str, str]]:
        """Return the 95th percentiles of the systems that have one, in the same unit, by letter."""
        operation = main_operation(self._reader)
        if self._figure is not None or not operation:
            return {}
        figure = figure_of(f"\\Outpace Driver({operation})\\Latency p95")
        numbers = {}
        for system in self._reader.systems:
            curve = self._catalogue.curve(system.letter, figure.path)
            if curve is None or system.letter in self.stopped:
                continue
            window = self._value_window(system)
            found = self._reader.window(curve.counter, window.from_s, window.to_s)
            if math.isfinite(found.average):
                numbers[system.letter] = found.average
        return dict(zip(numbers, shared_texts(list(numbers.values()), "s"), strict=True))

    def _own_ratio(self, baseline: SystemInfo | None, system: SystemInfo) -> tuple[str, str, bool]:
        """Return the ratio of one of several systems, the text next to it, and whether it is firm."""
        found = self._found
        if len(self._reader.systems) < 3 or baseline is None or system.letter in self.stopped:
            return "", "", False
        if system.id == baseline.id:
            return "", tr("the others are compared with this one"), False
        if found is None or self._counted is None or found.stage not in ("measuring", "one run"):
            return "", "", False
        name = self.names.own[baseline.letter]
        if self._highlighted and self._figure is not None:
            ratio = self._figure.ratio(self._reader, self._catalogue, system, self._counted)
            return ratio, tr("{what} of {name}").format(what=self._figure.phrase, name=name), False
        line = next((line for line in found.lines if line.challenger == system.letter), None)
        if line is None or not self._has_ratio(found) or not math.isfinite(line.ratio):
            return "", "", False
        ratio = brief_ratio_text(line.ratio, distinct_from_one=line.firm)
        return ratio, of_text(found, name, so_far=not self._over and not line.firm), line.firm

    # The statement

    def statement(self, state: BoothState) -> Statement:
        """Return the comparison of the systems in a state of the booth."""
        baseline = baseline_of(self._reader)
        if len(self._reader.systems) < 2 or baseline is None:
            return Statement(sentence=(tr(self._reader.info.title),), quiet=True)
        if state == BoothState.SYSTEM_STOPPED or (self._found is not None and self._found.stage == "stopped"):
            return self._stop_statement()
        if state in (BoothState.NEUTRAL, BoothState.WARM_UP, BoothState.MEASURING, BoothState.TURNS):
            return self._before(state)
        if self._result is not None:
            return self._result.statement(self._color)
        if self._found is None:
            return Statement(sentence=(tr("Reading the results"),), quiet=True)
        return self._comparison(self._found, baseline)

    def _before(self, state: BoothState) -> Statement:
        """Return the statement while there is no comparison."""
        if state == BoothState.TURNS:
            return self._turns()
        if state == BoothState.WARM_UP:
            return Statement(sentence=(tr("Warming up"),), small=self._counting_starts(), quiet=True)
        if state == BoothState.MEASURING and self._counted is not None:
            since = tr("Counting since {time}").format(time=duration_text(self._counted.span_s))
            return Statement(sentence=(tr("Measuring"),), small=(since,), quiet=True)
        return Statement(sentence=(tr("Starts in a moment"),), quiet=True)

    def _comparison(self, found: SessionHeadline, baseline: SystemInfo) -> Statement:
        """Return the sentence about a run, so far or as a whole."""
        others = [system for system in self._reader.systems if system.id != baseline.id]
        if self._highlighted and self._figure is not None and self._counted is not None:
            ratio = self._figure.ratio(self._reader, self._catalogue, others[0], self._counted)
            name = self.names.own
            what = tr("{what} of {name}").format(what=self._figure.phrase, name=name[baseline.letter])
            return Statement((TextRun(name[others[0].letter], name=True),), ratio, (TextRun(what),))
        line = best_line(found)
        if line is None or not self._has_ratio(found):
            return Statement(sentence=(tr("No clear difference"),), quiet=True)
        if line.firmness in ALIKE or alike(found):
            return self._alike(found)
        said = sentence_of(found, line, self.names.own, over=self._over, so_far=not self._over and not line.firm)
        if said is None:
            return Statement(sentence=(tr("Not to be compared"),), quiet=True)
        return statement_of(said, self._color(said.leader) if said.firm else "", self._stopped_small(found))

    def _alike(self, found: SessionHeadline) -> Statement:
        if alike(found):
            within = tr("within 5 % of each other") if self._over else tr("within 5 % of each other, so far")
            return Statement(sentence=alike_sentence(len(self._reader.systems), over=self._over), small=(within,))
        return Statement(sentence=(tr("No clear difference"),), small=() if self._over else (tr("so far"),))

    def _has_ratio(self, found: SessionHeadline) -> bool:
        return found.over or not (found.to_s - found.from_s < found.ratio_after_s)

    def _stopped_small(self, found: SessionHeadline) -> tuple[str, ...]:
        """Return which of several systems have stopped, below the sentence about the others."""
        return tuple(
            tr("{name} has stopped").format(name=self.names.own[one.letter]) for one in found.stopped if one.whole
        )

    def _stop_statement(self) -> Statement:
        """Return which system has stopped, why, and that the run is no longer a comparison."""
        found = self._found
        stops = found.stopped if found is not None else ()
        words, names = [], self.names.own
        for one in stops:
            name = names[one.letter]
            cause = cause_text(found, one.letter) if found is not None and self._causes else ""
            if one.hanging:
                words.append(tr("{name} does not answer").format(name=name))
            elif not one.whole:
                words.append(tr("Part of {name} has stopped").format(name=name))
            elif cause and len(stops) == 1:
                words += [tr("{name} has stopped:").format(name=name), cause]
            else:
                words.append(tr("{name} has stopped").format(name=name))
        gone = {one.letter for one in stops}
        others = [names[system.letter] for system in self._reader.systems if system.letter not in gone]
        small = [tr("{name} carries on.").format(name=name) for name in others[:1] if not self._over]
        if not any(one.hanging for one in stops):
            small.append(tr("This run makes no comparison."))
        return Statement(sentence=tuple(words), small=tuple(small))

    def _counting_starts(self) -> tuple[str, ...]:
        """Return when counting starts; empty if it is not known."""
        phase = phase_at(self._reader.phases, self._at_s)
        if phase is None or phase.name != "warm-up" or not (phase.detail.seconds or 0) > 0:
            return ()
        left_s = phase.from_s + (phase.detail.seconds or 0.0) - self._at_s
        return (tr("counting starts in {time}").format(time=duration_text(math.ceil(left_s))),) if left_s > 0 else ()

    def _turns(self) -> Statement:
        at_work = self._found.at_work if self._found is not None else ()
        names = [self.names.own[letter] for letter in at_work if letter in self.names.own]
        word = tr("{name} is at work").format(name=tr(" and ").join(names)) if names else tr("A short rest")
        return Statement(sentence=(word,), small=(tr("They take turns, compared at the end"),), quiet=True)

    def _color(self, letter: str) -> str:
        return next(
            (system_color(system, self._theme) for system in self._reader.systems if system.letter == letter), ""
        )

    # Windows of the figures

    def _finished_per_s(self, letter: str) -> float:
        """Return the orders per second of a finished racer, from its session; NaN for any other."""
        racers = self.race.racers if self.race is not None else ()
        return next((one.orders_per_s for one in racers if one.letter == letter and one.finished), math.nan)

    def _compared_value(self, letter: str) -> float:
        """Return the value of the compared figure; NaN if not available yet."""
        found = self._found
        known = found is not None and found.stage in ("measuring", "one run", "race")
        if found is None or not known or (not found.throughput and found.metric is None):
            return math.nan
        if letter == found.baseline and found.lines:
            return found.lines[0].baseline_value
        return next((line.challenger_value for line in found.lines if line.challenger == letter), math.nan)

    def _value_window(self, system: SystemInfo) -> TimeWindow:
        """Return the window of a system's value: that of the ratio, so that they agree; before it, the last seconds.

        For a system waiting for its turn, it is its run.
        """
        if taking_turns(self._reader, self._at_s):
            return self.run_of(system, own=True) or TimeWindow(self._at_s - NOW_S, self._at_s)
        return self._counted or TimeWindow(self._at_s - NOW_S, self._at_s)

    def run_of(self, system: SystemInfo, *, own: bool = False) -> TimeWindow | None:
        """Return the averaging window of a finished run; None while it continues. `own`: the system's part is over."""
        found = measured(self._reader.phases, self._at_s, system.letter) if self._over or own else None
        if found is None:
            return None
        return TimeWindow(found.from_s, min(found.to_s, self._finished.get(system.letter, math.inf)))

    def stops(self) -> Mapping[str, float]:
        """Return when each stopped system stopped, by letter."""
        return {letter: one.from_s for letter, one in self._stops.items()}

    @property
    def fairness(self) -> str:
        """Statement of what makes it a comparison, weaker for systems run one after the other; "" for one system."""
        if len(self._reader.systems) < 2:
            return ""
        separate = self._reader.info.kind in ("join", "import", "compare") or any(
            event.kind == kind_of(NotSimultaneous) for event in self._reader.events
        )
        return tr("Same work, one after the other") if separate else tr("Same work, same clock, same scales")

    @property
    def over(self) -> bool:
        """True if nothing more is measured."""
        return self._over


def race_lead(progress: RaceProgress) -> tuple[str, float] | None:
    """Return the letter of the leader of a race and its lead; None without a lead, or if they race in turn."""
    if not progress.together or len(progress.racers) < 2:
        return None
    first, second, *_ = sorted(progress.racers, key=lambda one: one.done, reverse=True)
    lead = first.done - second.done
    return (first.letter, lead) if lead >= 1 else None


def statement_of(said: VisitorSentence, color: str, small: tuple[str, ...] = ()) -> Statement:
    """Return a sentence as the statement in the middle of the window."""
    return Statement(said.before, said.ratio, said.after, color, small=small)
