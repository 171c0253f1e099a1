# SPDX-License-Identifier: Apache-2.0
"""Headline of a session: each system's throughput, and the comparison as of a moment."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from app.model.workloads import per_s_factor
from app.results.headline_text import HeadlineText, compared_label, headline_text, value_of, values_of
from app.results.measurings import last_measured, loads_of, work_unit
from app.results.race_progress import race_progress
from app.results.session_headline import SessionHeadline, reads_all, session_headline, stopped_systems
from app.session.reader import SessionReader
from app.session.records import Phase, SystemInfo
from app.ui.levels.racing import fair_window
from app.ui.levels.session_verdict import Verdicts
from app.ui.workbench.counter_catalogue import Catalogue, stop_marks, system_color
from app.ui.workbench.localised_figures import WINDOW_LANGUAGE, count_text, counted_text, duration_in_units, ratio_text
from app.ui.workbench.view import TimeWindow
from widgets.presentation.headline import HeadlineCard, HeadlineSide, Saying
from widgets.theme import Theme
from widgets.translation import marked, tr

PHASES = (
    marked("prepare"), marked("restore"), marked("connect"), marked("rest"), marked("idle"),
    marked("ramp"), marked("warm-up"), marked("settle"), marked("measure"), marked("stop"),
)  # fmt: skip
"""Phase names, marked for translation."""

ORDERS_PER_S = "\\Outpace Driver(_Total)\\Orders/sec"
ORDERS_PER_MIN = "\\Outpace Driver(_Total)\\Orders/min"


@dataclass(frozen=True, slots=True)
class HeadlineContents:
    """Contents of the headline."""

    sides: tuple[HeadlineSide, ...]
    text: HeadlineText


class HeadlinePanel:
    """Fills a `HeadlineCard` with a session's results."""

    def __init__(self, widget: HeadlineCard, theme: Theme) -> None:
        self.widget = widget
        self._theme = theme
        self._state: tuple[SessionReader, Catalogue, TimeWindow] | None = None
        self._verdicts = Verdicts(widget)
        self._verdicts.changed.connect(self._refresh_again)

    def clear(self) -> None:
        """Clear the headline."""
        self._state = None
        self._verdicts.forget()

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme

    def refresh(self, reader: SessionReader, catalogue: Catalogue, window: TimeWindow) -> None:
        """Show the headline, as of the right edge of the visible time, with each system's value.

        The value is the mean over the measured part or, before the measurement, over the visible part.
        """
        self._state = reader, catalogue, window
        content = self.content(reader, catalogue, window)
        self.widget.set_sides(content.sides)
        colors = {system.letter: system_color(system, self._theme) for system in reader.systems}
        sayings = [
            Saying(tuple((part.text, part.name) for part in one.parts), colors.get(one.leader))
            for one in content.text.statements
        ]
        self.widget.set_middle(sayings, content.text.basis, content.text.firmness, content.text.details)

    def content(self, reader: SessionReader, catalogue: Catalogue, window: TimeWindow) -> HeadlineContents:
        """Return the contents of the headline as of the right edge of `window`."""
        if reads_all(reader, window.to_s):
            verdict = self._verdicts.of(reader.path)
            if verdict is None:
                return HeadlineContents((), HeadlineText.plain(tr("Reading the results"), tr("all repeats together")))
            if verdict.headline is None:
                return HeadlineContents((), HeadlineText.plain(tr("No result"), verdict.failure))
            sides = tuple(
                HeadlineSide(
                    *verdict.numbers[system.letter],
                    system_color(system, self._theme),
                    letter=system.letter,
                    system=system.name,
                )
                for system in reader.systems
                if system.letter in verdict.numbers
            )
            return HeadlineContents(sides, headline_text(verdict.headline, WINDOW_LANGUAGE))
        headline = session_headline(reader, window.to_s)
        text = headline_text(headline, WINDOW_LANGUAGE)
        if tail := self._visible_ratio_text(reader, catalogue, headline, window):
            text = text.with_basis(f"{text.basis}{tail}")
        return HeadlineContents(self._build_sides(reader, catalogue, window, headline), text)

    def _build_sides(
        self, reader: SessionReader, catalogue: Catalogue, window: TimeWindow, headline: SessionHeadline
    ) -> tuple[HeadlineSide, ...]:
        race = race_progress(reader, window.to_s)
        fair = fair_window(race, window)
        finished = {one.letter: one.orders_per_s for one in (race.racers if race is not None else ()) if one.finished}
        unit = work_unit(reader)
        what = "IOPS" if unit == "I/O" else counted_text(marked("orders per minute"), unit)
        what = compared_label(headline, WINDOW_LANGUAGE) if headline.metric is not None else what
        values = values_of(headline) if headline.metric is not None else {}
        sides = []
        stopped = stop_marks(one for one in stopped_systems(reader, window.to_s) if one.whole)
        for system in reader.systems:
            if system.letter in stopped:
                sides.append(self._side(system, what, stopped[system.letter]))
                continue
            own = [phase for phase in reader.phases if system.letter in (loads_of(phase) or system.letter)]
            counted = last_measured(own, fair.to_s) or fair
            rate = self._rate(reader, catalogue, system.letter, TimeWindow(counted.from_s, counted.to_s))
            if system.letter in finished:
                rate = finished[system.letter] * per_s_factor(unit)
            figure = count_text(rate)
            if headline.metric is not None:
                figure = value_of(headline, values.get(system.letter, math.nan), WINDOW_LANGUAGE)
            sides.append(self._side(system, what, figure))
        return tuple(sides)

    def _side(self, system: SystemInfo, what: str, figure: str) -> HeadlineSide:
        color = system_color(system, self._theme)
        return HeadlineSide(f"{system.letter} · {what}", figure, color, letter=system.letter, system=system.name)

    def _refresh_again(self) -> None:
        if self._state is not None:
            self.refresh(*self._state)

    def _rate(self, reader: SessionReader, catalogue: Catalogue, letter: str, window: TimeWindow) -> float:
        curve = catalogue.curve(letter, ORDERS_PER_MIN if work_unit(reader) == "order" else ORDERS_PER_S)
        return reader.average(curve.counter, window.from_s, window.to_s) if curve else math.nan

    def _visible_ratio_text(
        self, reader: SessionReader, catalogue: Catalogue, headline: SessionHeadline, window: TimeWindow
    ) -> str:
        """Return the ratio over the visible time; "" unless that is shorter than the time measured so far."""
        if headline.stage not in ("measuring", "one run") or not headline.throughput:
            return ""
        if len(headline.lines) != 1 or window.from_s <= headline.from_s + 1:
            return ""
        line = headline.lines[0]
        leader = line.leader(headline.better)
        trailer = line.baseline if leader == line.challenger else line.challenger
        below, above = (self._rate(reader, catalogue, letter, window) for letter in (trailer, leader))
        return tr(" · last {time} {ratio}").format(
            time=duration_in_units(window.span_s), ratio=ratio_text(below, above)
        )


def measured(phases: Sequence[Phase], until_s: float, letter: str = "") -> TimeWindow | None:
    """Return the last measured part that began before `until_s`; None if absent.

    Args:
        phases: Phases of the session.
        until_s: The moment, in seconds since the start.
        letter: If set, only phases in which this system was under load.
    """
    own = [phase for phase in phases if not letter or letter in (loads_of(phase) or letter)]
    found = last_measured(own, until_s)
    return TimeWindow(found.from_s, found.to_s) if found is not None else None
