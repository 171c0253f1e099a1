# SPDX-License-Identifier: Apache-2.0
"""Header of the booth window: each system's value and, below it, the ratio with its basis.

It covers only the current run, shows no verdict, and never says "faster".
"""

import math

from PySide6.QtGui import QColor

from app.model.events import NotSimultaneous, kind_of
from app.model.workloads import per_s_factor
from app.results.headline_text import compared_label, headline_text, limited_label, measured_label, value_of
from app.results.measurings import taking_turns, work_unit
from app.results.race_progress import RaceProgress, race_progress
from app.results.session_headline import SessionHeadline, reads_all, session_headline, stopped_systems
from app.session.reader import SessionReader
from app.session.records import SystemInfo
from app.ui.levels.racing import fair_window
from app.ui.presentation.closing_card import Result
from app.ui.presentation.visitor_texts import Figure, about_of, lead_ratio, race_time_text
from app.ui.workbench.counter_catalogue import Catalogue, baseline_of, stop_marks, system_color
from app.ui.workbench.headline_panel import ORDERS_PER_MIN, ORDERS_PER_S, measured
from app.ui.workbench.localised_figures import (
    NO_DATA,
    WINDOW_LANGUAGE,
    count_text,
    counted_text,
    ratio_range_text,
    ratio_text,
)
from app.ui.workbench.view import TimeWindow
from widgets.presentation.head_and_foot import HeadSide, Statement
from widgets.presentation.measure import one_line
from widgets.theme import Theme
from widgets.translation import marked, tr

NOW_S = 5.0
"""Averaging window in seconds before the measurement: long enough to be readable, short enough to be current."""

MOST_LETTERS = 24


class VisitorHeadline:
    """Texts for one moment, derived from app.results.session_headline.

    `figure` replaces the throughput as the systems' values: it is the counter of a highlighted row, or the latency if
    arrivals set the rate and all systems process the same orders. `highlighted` is true if the ratio uses it too.
    `result` is the result of the whole session if it has ended and has more than one run.

    Attributes:
        stopped: Letters of stopped systems.
    """

    def __init__(  # noqa: PLR0917
        self,
        reader: SessionReader,
        catalogue: Catalogue,
        at_s: float,
        theme: Theme,
        figure: Figure | None,
        result: Result | None = None,
        *,
        highlighted: bool = False,
    ) -> None:
        self._reader = reader
        self._catalogue = catalogue
        self._at_s = at_s
        self._theme = theme
        self._figure = figure
        self._highlighted = highlighted
        self._result = result
        self._found = None if reads_all(reader, at_s) else session_headline(reader, at_s)
        self._over = self._found is None or self._found.over
        self.stopped = stop_marks(one for one in stopped_systems(reader, at_s) if one.whole)
        self._race = race_progress(reader, at_s)
        counted = measured(reader.phases, at_s)
        self._counted = fair_window(self._race, counted) if counted is not None else None
        racers = self._race.racers if self._race is not None else ()
        self._finished = {
            racer.letter: self._race.began_s[racer.letter] + racer.finished_s
            for racer in racers
            if self._race is not None and racer.finished
        }

    def sides(self) -> list[HeadSide]:
        """Return each system with its value; if there are several challengers, each also has a statement."""
        systems = self._reader.systems
        baseline = baseline_of(self._reader)
        several = len(systems) > 2
        return [
            HeadSide(
                one_line(system.name),
                *self._value(system),
                self._challenger_statement(baseline, system) if several and baseline is not None else None,
                about_of(system),
            )
            for system in systems
        ]

    def middle(self) -> Statement:
        """Return the comparison of the systems."""
        systems, baseline = self._reader.systems, baseline_of(self._reader)
        if len(systems) < 2 or baseline is None:
            return Statement("", (self._figure_text(),))
        if self._race is not None and (finish := self._finish(self._race)) is not None:
            return finish
        if self._result is not None:
            ahead = self._result.card.ahead
            return self._result.statement(len(systems) - 1, self._color(ahead) if ahead else "")
        if self._found is None:
            return Statement(tr("Reading the results"), quiet=True)
        if self._found.stopped:
            main = headline_text(self._found, WINDOW_LANGUAGE).main
            return Statement(main, self._stopped_statement(self._found), quiet=True)
        return self._run_statement(self._found, baseline)

    def _run_statement(self, found: SessionHeadline, baseline: SystemInfo) -> Statement:
        """Return the statement of a run, during or after it."""
        others = [system for system in self._reader.systems if system.id != baseline.id]
        text = headline_text(found, WINDOW_LANGUAGE)
        if found.stage == "not valid":
            return Statement(tr("This run is not valid"), quiet=True)
        if found.stage not in ("measuring", "one run"):
            return Statement(text.main, (text.basis,) if found.stage != "did not start" else (), quiet=True)
        if len(others) > 1:
            of = tr("relative to {name}").format(name=_short(baseline.name))
            return Statement(
                "", (" · ".join(filter(None, (f"{self._figure_text()}, {of}", text.firmness))),), sentence=text.main
            )
        if self._highlighted and self._figure is not None and self._counted is not None:
            ratio = self._figure.ratio(self._reader, self._catalogue, others[0], self._counted)
            lines = (
                self._ratio_subject(self._figure_text(), baseline.letter),
                tr("averages of {run}").format(run=self._run()),
            )
            return Statement(ratio, lines, subject=one_line(others[0].name))
        lead = lead_ratio(found, found.lines[0])
        if lead is None:
            return Statement(text.main, (text.basis,), quiet=True)
        color = self._color(lead.leader) if lead.firm else ""
        measured, limited = measured_label(found, WINDOW_LANGUAGE), limited_label(found, WINDOW_LANGUAGE)
        rests_on = (
            limited,
            self._ratio_subject(self._figure_text(), lead.trailer),
            measured,
            lead.spread,
            text.firmness,
        )
        return Statement(
            lead.ratio,
            tuple(filter(None, rests_on)),
            quiet=not lead.firm,
            subject=one_line(found.names[lead.leader]),
            color=color,
            sentence=text.main,
        )

    def _stopped_statement(self, found: SessionHeadline) -> tuple[str, ...]:
        """Return which system continues, and that a run with a stopped system is not a comparison."""
        gone = {one.letter for one in found.stopped}
        others = [_short(system.name) for system in self._reader.systems if system.letter not in gone]
        goes_on = tr("{name} carries on.").format(name=others[0]) if len(others) == 1 and not found.over else ""
        alone = tr("This run makes no comparison.") if found.stage in ("stopped", "not valid") else ""
        return tuple(filter(None, (goes_on, alone)))

    def _challenger_statement(self, baseline: SystemInfo, system: SystemInfo) -> Statement:
        """Return the statement of one of several challengers, in multiples of the baseline."""
        found = self._found
        if system.id == baseline.id or self._result is not None or found is None or self._counted is None:
            return Statement()
        if found.stage not in ("measuring", "one run"):
            return Statement()
        if self._highlighted and self._figure is not None:
            return Statement(self._figure.ratio(self._reader, self._catalogue, system, self._counted))
        line = next((line for line in found.lines if line.challenger == system.letter), None)
        if line is None or lead_ratio(found, line) is None:
            return Statement()
        spread = ""
        if line.ten_second_low < line.ten_second_high < math.inf:
            spread = ratio_range_text(line.ten_second_low, line.ten_second_high)
        ratio = ratio_text(1.0, line.ratio, distinct_from_one=line.firm)
        return Statement(ratio, (spread,) if spread else (), quiet=not line.firm)

    def _color(self, letter: str) -> str:
        return next(system_color(system, self._theme) for system in self._reader.systems if system.letter == letter)

    def _ratio_subject(self, what: str, letter: str) -> str:
        """Return what a ratio is about."""
        name = next(system.name for system in self._reader.systems if system.letter == letter)
        return tr("{what} of {name}").format(what=what, name=_short(name))

    def _finish(self, race: RaceProgress) -> Statement | None:
        """Return the winner of a race and its time, in its color; None while no system has finished."""
        first = race.first
        if first is None:
            return None
        rest = []
        for one in race.racers:
            if one is first:
                continue
            if one.finished:
                form = tr("{name}: {time}, {ratio} the time")
                ratio = ratio_text(first.finished_s, one.finished_s)
                time = race_time_text(one.finished_s)
                rest.append(form.format(name=_short(one.name), time=time, ratio=ratio))
            elif race.over:
                rest.append(tr("{name}: not finished in time").format(name=_short(one.name)))
        return Statement(
            race_time_text(first.finished_s),
            (tr("finished first"), *rest),
            subject=one_line(first.name),
            color=self._color(first.letter),
        )

    def _value(self, system: SystemInfo) -> tuple[str, QColor, str]:
        """Return a system's current value, or its mean at the end of a run; its color; and the unit if needed."""
        color = QColor(system_color(system, self._theme))
        if system.letter in self.stopped:
            return self.stopped[system.letter], color, ""
        if self._race is None and self._result is not None and system.letter in self._result.numbers:
            return self._result.numbers[system.letter], color, ""
        found, finished = self._found, self._finished_per_s(system.letter)
        value = (
            finished * per_s_factor(work_unit(self._reader)) if finished > 0 else self._compared_value(system.letter)
        )
        if self._figure is None and math.isfinite(value):
            units = {"I/O": "IOPS", "transaction": "TPS"}
            unit = units.get(work_unit(self._reader), tr("/min")) if self._race is not None else ""
            text = count_text(value) if found is None or finished > 0 else value_of(found, value, WINDOW_LANGUAGE)
            return text, color, unit  # next to a race's times the number is not labeled
        window = self._value_window(system)
        if self._figure is not None:
            text, unit = self._figure.value(self._reader, self._catalogue, system, window)
            return text, color, unit
        by_minute = work_unit(self._reader) == "order"
        curve = self._catalogue.curve(system.letter, ORDERS_PER_MIN if by_minute else ORDERS_PER_S)
        if curve is None or not len(self._reader.samples(curve.counter, window.from_s, window.to_s + 0.1)[0]):
            return NO_DATA, color, ""
        return count_text(self._reader.window(curve.counter, window.from_s, window.to_s).average), color, ""

    def _finished_per_s(self, letter: str) -> float:
        """Return the orders per second of a finished racer, from its session; NaN for any other."""
        racers = self._race.racers if self._race is not None else ()
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
        """Return the window of a system's value: the ratio's window, so that they agree; earlier, the last seconds.

        For a system that waits for its next turn, the window is its last run.
        """
        if taking_turns(self._reader, self._at_s):
            return self.run_of(system, own=True) or TimeWindow(self._at_s - NOW_S, self._at_s)
        return self._counted or TimeWindow(self._at_s - NOW_S, self._at_s)

    def run_of(self, system: SystemInfo, *, own: bool = False) -> TimeWindow | None:
        """Return the window of a system's finished run; None before its end. `own`: its part is over."""
        found = measured(self._reader.phases, self._at_s, system.letter) if self._over or own else None
        if found is None:
            return None
        return TimeWindow(found.from_s, min(found.to_s, self._finished.get(system.letter, math.inf)))

    def _figure_text(self) -> str:
        if self._figure is not None:
            return self._figure.phrase
        if self._found is not None and self._found.metric is not None:
            return compared_label(self._found, WINDOW_LANGUAGE)
        unit = work_unit(self._reader)
        return tr("the I/Os per second") if unit == "I/O" else counted_text(marked("the orders per minute"), unit)

    @property
    def fairness(self) -> str:
        """Text on what makes the comparison fair, weaker for systems run one after the other; "" for one system."""
        if len(self._reader.systems) < 2:
            return ""
        separate = self._reader.info.kind in ("join", "import", "compare") or any(
            event.kind == kind_of(NotSimultaneous) for event in self._reader.events
        )
        return tr("same work, one after the other") if separate else tr("same work, same clock")

    def _run(self) -> str:
        if self._reader.scenario.results.by_steps:
            return tr("this step") if self._over else tr("this step, so far")
        return tr("this run") if self._over else tr("this run, so far")


def _short(name: str) -> str:
    """Return a shortened name, for a line with more important content."""
    plain = one_line(name)
    return plain if len(plain) <= MOST_LETTERS else f"{plain[: MOST_LETTERS - 1].rstrip(' ,')}…"
