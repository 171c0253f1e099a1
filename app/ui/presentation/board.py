# SPDX-License-Identifier: Apache-2.0
"""Content of the booth window for one session: first line, systems and statement, rows of charts or a race, last line.

A row is one counter, with a chart per system on a shared scale and in a shared unit.
"""

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

import numpy as np
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QImage, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QWidget

from app.model.events import Marker
from app.results.measurings import main_operation
from app.results.race_progress import IOS, RaceProgress, after_finish, ending, is_race
from app.results.session_headline import reads_all
from app.session.reader import SessionReader
from app.session.records import SystemInfo
from app.ui.levels.racing import time_taken_text
from app.ui.presentation.booth_states import BoothState, BoothStates
from app.ui.presentation.closing_card import ClosingResults, recorded_pill
from app.ui.presentation.visitor_headline import ANSWERED, VisitorHeadline, race_lead
from app.ui.presentation.visitor_sentence import filled
from app.ui.presentation.visitor_texts import figure_of, race_time_text, shared_texts, workload_line
from app.ui.replay.follower import Follower
from app.ui.workbench.chart_grid import known, still_young
from app.ui.workbench.chart_row import value_at
from app.ui.workbench.counter_catalogue import (
    Catalogue,
    CatalogueCounter,
    counts_work,
    layer_text,
    storage_paths,
    system_color,
    telling_paths,
    useful_paths,
)
from app.ui.workbench.localised_figures import NO_DATA, brief_ratio_text, count_text, duration_text
from app.ui.workbench.run_progress import load_text, phase_at, progress_of
from app.ui.workbench.run_status import away_message
from app.ui.workbench.view import CHARTED, LISTED, TimeWindow, layout_from_json
from widgets.charts.presentation_chart import OtherCurve, PresentationChart
from widgets.charts.scale import ScaleKeeper, extent_of
from widgets.presentation.blocks import Blocks
from widgets.presentation.head_and_foot import FootLine, HeadLine, Pill
from widgets.presentation.measure import Measure, PresentationColors, PresentationWidget, TextRun
from widgets.presentation.race_lanes import Arrival, RaceHead, RaceLane, RaceLanes, TimeLine
from widgets.theme import Theme
from widgets.translation import tr

NO_SAMPLES = np.empty(0)


class PresentationRow:
    """A counter's charts, one per system in order; the chart of a system without the counter is empty."""

    def __init__(self, path: str, count: int, colors: PresentationColors, parent: QWidget, *, named: str = "") -> None:
        self.path = path
        self.figure = figure_of(path, named)
        self.charts = [PresentationChart(colors, parent, header=count > TWO) for _ in range(count)]
        self._keeper = ScaleKeeper()
        for chart in self.charts:
            chart.show()

    def remove(self) -> None:
        """Remove the charts of the row."""
        for chart in self.charts:
            chart.hide()
            chart.deleteLater()

    def refresh(self, moment: "BoardMoment") -> None:
        """Show the charts at a moment."""
        reader, window = moment.reader, moment.window
        curves = {system.letter: moment.catalogue.curve(system.letter, self.path) for system in reader.systems}
        found = {letter: self._samples(moment, letter, curve) for letter, curve in curves.items() if curve is not None}
        layers = {curve.counter.layer for curve in curves.values() if curve is not None}
        texts = self._texts(moment, curves, found)
        extents = []
        for chart, system in zip(self.charts, reader.systems, strict=False):
            letter, curve = system.letter, curves[system.letter]
            chart.set_color(system_color(system, moment.theme))
            chart.set_marks([mark for system_id, mark in moment.marks if system_id in (None, system.id)])
            stop_s = moment.stops.get(letter)
            first = moment.first_path == self.path
            text = tr("at {time}").format(time=duration_text(stop_s)) if stop_s is not None and first else ""
            chart.set_stopped(stop_s, text)
            if curve is None:
                chart.set_texts(self.figure.label, NO_DATA, "", tr("no data"))
                chart.set_samples(NO_SAMPLES, NO_SAMPLES)
                chart.set_ghosts(())
                continue
            chart.set_samples(*found[letter])
            others = [other for other in reader.systems if other.letter != letter and other.letter in found]
            chart.set_ghosts(
                [
                    OtherCurve(other.letter, system_color(other, moment.theme), *found[other.letter])
                    for other in others
                    if curves[other.letter].counter.layer == curve.counter.layer  # type: ignore[union-attr]
                ]
                if not moment.stops
                else ()
            )
            layer = f" · {layer_text(curve.counter.layer)}" if len(layers) > 1 else ""
            chart.set_texts(self.figure.label + layer, *texts[letter], tr("no data yet"))
            extents.append(chart.extent(window.from_s, window.to_s))
        scale = self._keeper.update(*extent_of(extents))
        for chart in self.charts:
            chart.set_range(window.from_s, window.to_s, scale.low, scale.high)

    def _samples(self, moment: "BoardMoment", letter: str, curve: CatalogueCounter) -> tuple[np.ndarray, np.ndarray]:
        """Return a system's samples up to the moment, or until it stopped or finished its race."""
        time_s, value = moment.reader.samples(curve.counter)
        until_s = min(moment.at_s, moment.stops.get(letter, math.inf))
        end = int(np.searchsorted(time_s, until_s + 1e-9, side="right"))
        return time_s[:end], ending(time_s[:end], value[:end], moment.finished.get(letter, ()))

    def _texts(
        self,
        moment: "BoardMoment",
        curves: Mapping[str, CatalogueCounter | None],
        found: Mapping[str, tuple[np.ndarray, np.ndarray]],
    ) -> dict[str, tuple[str, str]]:
        """Return the value and unit of each system: now, or the average of a run that is over."""
        numbers: dict[str, float] = {}
        units: dict[str, str] = {}
        for system in moment.reader.systems:
            letter, curve = system.letter, curves[system.letter]
            if curve is None:
                continue
            units[letter] = curve.counter.unit
            numbers[letter] = self._number(moment, system, curve, found[letter])
        unit = next(iter(units.values()), "")
        same = {letter: number for letter, number in numbers.items() if units[letter] == unit}
        texts = dict(zip(same, shared_texts(list(same.values()), unit), strict=True))
        return {letter: texts.get(letter, (NO_DATA, "")) for letter in numbers}

    def _number(
        self, moment: "BoardMoment", system: SystemInfo, curve: CatalogueCounter, samples: tuple[np.ndarray, np.ndarray]
    ) -> float:
        letter, at_s = system.letter, moment.at_s
        if letter in moment.stops and (counts_work(curve.counter) or curve.counter.layer == "driver"):
            return math.nan
        if (run := moment.runs.get(letter)) is not None:
            return moment.reader.window(curve.counter, run.from_s, run.to_s).average
        if any(from_s < at_s <= to_s for from_s, to_s in moment.finished.get(letter, ())):
            return math.nan  # it has finished its race, so there is no current value
        return value_at(*samples, at_s)


class BoardMoment:
    """Content of all rows at one moment.

    Attributes:
        window: Visible time window.
        finished: Periods after systems have finished a race, by letter.
        runs: Windows of finished runs over which values are averaged, by letter.
        marks: Markers, each with the ID of its system, or None for all systems.
        stops: When systems that have stopped did so, by letter.
        first_path: Counter of the first row.
    """

    def __init__(  # noqa: PLR0917
        self,
        reader: SessionReader,
        catalogue: Catalogue,
        theme: Theme,
        at_s: float,
        window: TimeWindow,
        headline: VisitorHeadline,
        first_path: str,
    ) -> None:
        self.reader, self.catalogue, self.theme, self.at_s, self.window = reader, catalogue, theme, at_s, window
        self.first_path = first_path
        self.stops = headline.stops()
        self.finished = after_finish(reader, at_s)
        self.runs = {system.letter: run for system in reader.systems if (run := headline.run_of(system)) is not None}
        self.marks = [
            (event.system, (event.t_s, event.message.text))
            for event in reader.events
            if isinstance(event.message, Marker) and event.t_s <= at_s
        ]


def stress(rows: Sequence[PresentationRow], highlighted: int | None) -> None:
    """Highlight one row and dim the others; None removes the highlight."""
    for number, row in enumerate(rows):
        for chart in row.charts:
            chart.set_stress(dimmed=highlighted not in (None, number), marked=highlighted == number)


MOST_ROWS, ROWS_OF_THREE = 3, 2
TWO, THREE = 2, 3
SPAN_S, SHORTEST_S = 120.0, 30.0
"""Visible time span of a live run, and that of a short race, in seconds."""
SIDE, HEAD_TOP, BLOCKS_TOP, BLOCKS_TOP_OF_THREE, ROWS_TOP, ROW_GAP, COLUMN_GAP = 56, 34, 124, 106, 470, 14, 24
RACE_TOP, LANES_TOP, RACE_ROW = 132, 310, 164
"""Lengths in pixels of the design."""
RACE_ROWS = 1
"""Number of chart rows shown below a race's lanes."""


class VisitorBoard(PresentationWidget):
    """Everything that visitors see of a session, except overlaid sheets.

    Attributes:
        states: State machine of the booth.
    """

    def __init__(self, theme: Theme, colors: PresentationColors, parent: QWidget | None = None) -> None:
        super().__init__(colors, parent)
        self._theme = theme
        self.head = HeadLine(colors, self)
        self.blocks = Blocks(colors, self)
        self.race = RaceHead(colors, self)
        self.lanes = RaceLanes(colors, count_text, self)
        self.timeline = TimeLine(colors, self)
        self.foot = FootLine(colors, self)
        self.results = ClosingResults(self)
        self.states = BoothStates()
        self.rows: list[PresentationRow] = []
        self.highlighted: int | None = None
        """Index of the highlighted row."""
        self.causes = True
        """True if visitors see why a system stopped."""
        self._built: object = None
        self._follower: Follower | None = None
        self._catalogue: Catalogue | None = None
        self._charted: tuple[str, ...] = ()
        self._live = self._paced = self._sped = False
        self._recorded = self._note = ""
        self._new = True
        """True until data of the session is shown for the first time."""
        for part in (self.race, self.lanes, self.timeline):
            part.hide()

    @property
    def state(self) -> BoothState:
        """State shown."""
        return self.states.state

    @property
    def pill(self) -> Pill:
        """Pill shown."""
        return self.head.pill

    @property
    def recorded(self) -> bool:
        """True if the session is a recording, and was not live here until now."""
        follower = self._follower
        if follower is None or follower.live:
            return False
        return not self._live or follower.playing or self._sped or bool(self._recorded)

    def bind(self, follower: Follower | None, recorded: str, charted: Sequence[str]) -> None:
        """Show a session, or none.

        Args:
            follower: The session.
            recorded: Text of the RECORDED pill.
            charted: Counters to show first; if empty, the most informative ones.
        """
        self._follower = follower
        self._recorded = recorded
        self._charted = tuple(charted)
        self._live = follower is not None and follower.live
        self._catalogue = Catalogue(follower.reader) if follower is not None else None
        self._built = None
        self._paced = follower is not None and follower.reader.scenario.pacing.rate > 0
        self._sped = False
        self.highlighted = None
        self.states.leave()
        self._new = True
        self._show_rows((), TWO)

    def set_theme(self, theme: Theme, colors: PresentationColors) -> None:
        self._theme = theme
        self.set_colors(colors)
        for part in self._parts():
            part.set_colors(colors)

    def set_note(self, text: str) -> None:
        """Set the text of the last line, which the next refresh shows."""
        self._note = text

    def set_logo(self, logo: QImage | None) -> None:
        """Set the exhibitor's logo."""
        self.head.set_logo(logo)

    def set_measure(self, measure: Measure) -> None:
        """Apply a new size of the window or its text."""
        super().set_measure(measure)
        for part in self._parts():
            part.set_measure(measure)
        self.arrange()

    def refresh(self, at_s: float, *, held: bool) -> None:
        """Show a moment; `held` marks it as frozen."""
        follower, catalogue = self._follower, self._catalogue
        if follower is None or catalogue is None:
            self.foot.show_line(self._note, "", None)
            return
        reader = follower.reader
        catalogue.update()
        self._sped = self._sped or follower.playing
        self._build(reader, catalogue)
        chosen = self.rows[self.highlighted].figure if self.highlighted is not None else None
        if chosen is None and self._paced:
            chosen = figure_of(f"\\Outpace Driver({main_operation(reader)})\\Latency p95")
        whole = at_s >= reader.length_s - 1 and self.highlighted is None and reads_all(reader, reader.length_s)
        result = self.results.of(follower.path) if whole else None
        headline = VisitorHeadline(
            reader, catalogue, at_s, self._theme, chosen, result, highlighted=self.highlighted is not None,
            causes=self.causes,
        )  # fmt: skip
        jump = self._new or not (follower.live or (self._live and not self._sped))
        self._new = False
        state = self.states.show(headline.facts(), jump=jump)
        moment = BoardMoment(reader, catalogue, self._theme, at_s, self._window(follower, at_s), headline,
                        self.rows[0].path if self.rows else "")  # fmt: skip
        for row in self.rows:
            row.refresh(moment)
        stress(self.rows, self.highlighted)
        self._show_head(follower, headline)
        if is_race(reader):
            self._show_race(reader, headline, at_s, moving=follower.live or follower.playing)
        else:
            self.blocks.show_systems(headline.systems(), headline.statement(state))
        self._show_parts(race=is_race(reader), over=headline.race is not None and headline.race.over)
        self._show_foot(follower, headline, at_s, held=held)

    def arrange(self) -> None:
        """Lay out all parts for the window's size."""
        measure = self.measure
        side, column_gap = round(measure.px(SIDE)), measure.px(COLUMN_GAP)
        wide, high = self.width() - 2 * side, self.height()
        self.foot.margin = side
        foot = round(self.foot.height_for(measure))
        self.foot.setGeometry(0, high - foot, self.width(), foot)
        self.head.setGeometry(side, round(measure.px(HEAD_TOP)), wide, round(self.head.height_for(measure)))
        below = high - foot - round(measure.px(12))
        if not self.lanes.isHidden():
            first = self._arrange_race(side, wide, below)
        else:
            first = self._arrange_blocks(side, wide, below)
        gap = measure.px(ROW_GAP)
        if measure.portrait:
            self._arrange_column(first, below)
            return
        rows = max(1, len(self.rows))
        tall = max(1.0, (below - first - gap * (rows - 1)) / rows)
        for number, row in enumerate(self.rows):
            y = first + number * (tall + gap)
            columns = max(1, len(row.charts))
            column = (wide - column_gap * (columns - 1)) / columns
            for place, chart in enumerate(row.charts):
                chart.setGeometry(QRectF(side + place * (column + column_gap), y, column, tall).toRect())

    def _arrange_column(self, first: float, below: float) -> None:
        """Place the charts in one column, those of a row below each other."""
        charts = [chart for row in self.rows for chart in row.charts]
        side, gap = self.measure.px(SIDE), self.measure.px(ROW_GAP)
        tall = max(1.0, (below - first - gap * (len(charts) - 1)) / max(1, len(charts)))
        for number, chart in enumerate(charts):
            box = QRectF(side, first + number * (tall + gap), self.width() - 2 * side, tall)
            chart.setGeometry(box.toRect())

    def _arrange_blocks(self, side: int, wide: int, below: int) -> float:
        """Place systems and statement; return where the charts begin."""
        measure = self.measure
        count = len(self.blocks.systems)
        top = round(measure.px(BLOCKS_TOP if count <= TWO else BLOCKS_TOP_OF_THREE))
        top = max(top, self.head.geometry().bottom() + 1)
        wanted = round(self.blocks.height_for(measure))
        most = round((below - top) * (0.62 if count > TWO or measure.portrait else 0.5))
        blocks = min(wanted, most) if self.rows else below - top
        if count > THREE or not self.rows:
            blocks = below - top
        self.blocks.setGeometry(side, top, wide, blocks)
        return top + blocks + (measure.px(ROW_GAP) if count > TWO else 0)

    def _arrange_race(self, side: int, wide: int, below: int) -> float:
        """Place the race; return where the charts begin."""
        measure = self.measure
        top = max(round(measure.px(RACE_TOP)), self.head.geometry().bottom() + 1)
        head = round(self.race.height_for(measure))
        self.race.setGeometry(side, top, wide, head)
        line = round(self.timeline.height_for(measure))
        row = round(measure.px(RACE_ROW)) if self.rows and self.timeline.isHidden() else line
        row = row if self.rows or not self.timeline.isHidden() else 0
        first = top + head
        lanes = min(round(self.lanes.height_for(measure)), below - first - row - round(measure.px(2 * ROW_GAP)))
        lanes = max(lanes, 1)
        self.lanes.setGeometry(side, first, wide, lanes)
        last = first + lanes + round(measure.px(36))
        self.timeline.setGeometry(side, last, wide, max(below - last, 1))
        return float(last)

    def resizeEvent(self, event: QResizeEvent) -> None:
        self.arrange()
        super().resizeEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(event.rect(), QColor(self.colors.ground))
        painter.end()

    def _parts(self) -> list[PresentationWidget]:
        fixed = [self.head, self.blocks, self.race, self.lanes, self.timeline, self.foot]
        return [*fixed, *(chart for row in self.rows for chart in row.charts)]

    def _build(self, reader: SessionReader, catalogue: Catalogue) -> None:
        paths = charted_paths(reader, catalogue, self._charted)
        count = len(reader.systems) or TWO
        paths = paths[:RACE_ROWS] if is_race(reader) else () if count > THREE else paths
        paths = paths[:ROWS_OF_THREE] if count == THREE else paths
        wanted = (paths, count)
        if wanted != self._built:
            self._built = wanted
            self._show_rows(paths, count)

    def _show_rows(self, paths: Sequence[str], count: int) -> None:
        for row in self.rows:
            row.remove()
        named = self._catalogue.names if self._catalogue is not None else {}
        self.rows = [PresentationRow(path, count, self.colors, self, named=named.get(path, "")) for path in paths]
        if self.highlighted is not None and self.highlighted >= len(self.rows):
            self.highlighted = None
        for row in self.rows:
            for chart in row.charts:
                chart.set_measure(self.measure)
        self.arrange()

    def _show_parts(self, *, race: bool, over: bool) -> None:
        """Show the parts of a race or of any other session, and arrange them if that has changed."""
        before = (self.lanes.isHidden(), self.timeline.isHidden(), self.blocks.geometry(), self._visible_systems)
        line = race and over and bool(self.timeline.arrivals)
        self.blocks.setVisible(not race)
        for part in (self.race, self.lanes):
            part.setVisible(race)
        self.timeline.setVisible(line)
        for row in self.rows:
            for chart in row.charts:
                chart.setVisible(not line)
        self._visible_systems = max(len(self.blocks.systems), len(self.lanes.lanes))
        if before != (not race, not line, self.blocks.geometry(), self._visible_systems):
            self.arrange()

    _visible_systems = 0

    def _window(self, follower: Follower, at_s: float) -> TimeWindow:
        """Return the visible time: the whole of a race or of a finished recording, else the last two minutes."""
        first_s = self._first_s(follower.reader)
        if not follower.live and not follower.playing and at_s >= follower.reader.length_s > 0:
            return TimeWindow(min(first_s, at_s - 1.0), at_s)
        if is_race(follower.reader):
            span_s = SHORTEST_S
            while first_s + span_s < at_s:
                span_s *= 1.5
            return TimeWindow(first_s, first_s + span_s)
        from_s = max(first_s, at_s - SPAN_S)
        return TimeWindow(from_s, from_s + SPAN_S)

    def _first_s(self, reader: SessionReader) -> float:
        """Return the time of the first sample in any chart, as there is nothing to draw before it."""
        assert self._catalogue is not None
        found = [reader.samples(curve.counter) for row in self.rows for curve in self._catalogue.curves(row.path)]
        known_s = [time_s[np.isfinite(value)][:1] for time_s, value in found]
        return max(0.0, min((float(first[0]) for first in known_s if len(first)), default=0.0))

    # First and last line

    def _show_head(self, follower: Follower, headline: VisitorHeadline) -> None:
        title = tr(follower.reader.info.title)
        if headline.names.shared:
            title = f"{headline.names.shared}: {title}"
        if is_race(follower.reader) and headline.race is not None and headline.race.racers:
            total = count_text(headline.race.racers[0].total)
            title = f"{title} · {_first_to(headline.race.unit).format(count=total)}"
        self.head.show_line(self._pill(follower, headline), title)
        self.setAccessibleName(title)

    def _pill(self, follower: Follower, headline: VisitorHeadline) -> Pill:
        """Return where the picture comes from."""
        if follower.live:
            return Pill("live", tr("LIVE")) if follower.reader.started else Pill()
        if not self.recorded:  # it was live until it ended
            end = follower.reader.end
            cut = end.cut_short if end is not None else None
            if cut is not None and cut.steps is None:
                return Pill("done", tr("STOPPED after {time}").format(time=duration_text(cut.measured_s)))
            return Pill("done", tr("DONE") if headline.over else tr("STOPPED"))
        if self._recorded:
            return Pill("recorded", self._recorded)
        return recorded_pill(follower.reader, speed=follower.speed if follower.playing or self._sped else 1.0)

    def _show_foot(self, follower: Follower, headline: VisitorHeadline, at_s: float, *, held: bool) -> None:
        reader = follower.reader
        work = workload_line(reader, over=headline.over or self.recorded)
        phase = phase_at(reader.phases, at_s)
        if reader.scenario.results.by_steps and phase is not None and not headline.over:
            work = load_text(phase)
        fair = tr("Same work, same clock") if is_race(reader) else headline.fairness
        line = " · ".join(filter(None, (fair, work)))
        note = self._note or away_message(reader, at_s) or line
        progress = progress_of(reader, at_s, live=follower.live)
        share = progress.done if not is_race(reader) and not headline.over else None
        self.foot.show_line(note, tr("held") if held else self._time(follower, at_s), share)

    def _time(self, follower: Follower, at_s: float) -> str:
        """Return the remaining time of the run as text for visitors; a race has its own clock."""
        reader = follower.reader
        if not reader.started or at_s < 0 or is_race(reader):
            return ""
        left_s = progress_of(reader, at_s, live=follower.live).left_s
        if not left_s > 0:
            return ""
        pace = 1.0 if follower.live else follower.speed
        return tr("{time} left").format(time=duration_text(left_s / pace + 0.999))

    # Race

    def _show_race(self, reader: SessionReader, headline: VisitorHeadline, at_s: float, *, moving: bool) -> None:
        progress = headline.race
        systems = {system.letter: system for system in reader.systems}
        names = headline.names.own
        if progress is None:
            plan = reader.scenario.plan
            total = float(plan.orders) if plan is not None and plan.orders else 1.0
            self.lanes.show_lanes(
                [RaceLane(letter, names[letter], system_color(one, self._theme), 0.0, total)
                 for letter, one in systems.items()], moving=False,
            )  # fmt: skip
            statement = headline.statement(self.state)
            self.race.show_head((TextRun(statement.text),), " ".join(statement.small), "")
            return
        over = progress.over
        then = progress.done_when_first_finished if over else {}
        answered = {one.letter: (one.value, one.value_unit) for one in headline.systems()}
        lanes = []
        for racer in progress.racers:
            letter, done = racer.letter, then.get(racer.letter, racer.done)
            lanes.append(
                RaceLane(letter, names[letter], system_color(systems[letter], self._theme), done, racer.total,
                         _lane_note(progress, letter, names, answered.get(letter, ("", ""))),
                         finished=racer.finished and not (over and letter in then and done < racer.total),
                         stopped=letter in headline.stopped)
            )  # fmt: skip
        self.lanes.show_lanes(lanes, moving=moving and not over)
        clock = "" if over else duration_text(max(at_s - min(progress.began_s.values(), default=at_s), 0.0))
        if headline.stopped:
            statement = headline.statement(BoothState.SYSTEM_STOPPED)
            self.race.show_head((TextRun(statement.text),), " ".join(statement.small), clock)
        else:
            self.race.show_head(*_race_sentence(progress, names, self._color), clock)
        self._show_timeline(progress, names)

    def _color(self, letter: str) -> str:
        assert self._follower is not None
        return next(system_color(one, self._theme) for one in self._follower.reader.systems if one.letter == letter)

    def _show_timeline(self, progress: RaceProgress, names: Mapping[str, str]) -> None:
        arrivals = [
            Arrival(f"{names[one.letter]} {race_time_text(one.finished_s)}", self._color(one.letter), one.finished_s)
            for one in progress.racers
            if one.finished
        ]
        if not arrivals:
            self.timeline.show_arrivals("", "", (), "")
            return
        ends = sorted(one.seconds for one in arrivals)
        later = ""
        if len(ends) > 1 and ends[-1] > ends[0]:
            later = tr("{time} later").format(time=time_taken_text(ends[-1] - ends[0]))
        title = _time_to(progress.unit).format(count=count_text(progress.racers[0].total))
        self.timeline.show_arrivals(title, tr("start"), arrivals, later)


def _first_to(unit: str) -> str:
    forms = {IOS: tr("first to {count} I/Os"), "transactions": tr("first to {count} transactions")}
    return forms.get(unit, tr("first to {count} orders"))


def _time_to(unit: str) -> str:
    forms = {IOS: tr("Time to {count} I/Os"), "transactions": tr("Time to {count} transactions")}
    return forms.get(unit, tr("Time to {count} orders"))


def _lane_note(progress: RaceProgress, letter: str, names: Mapping[str, str], answered: tuple[str, str]) -> str:
    """Return the text above a lane: when the system finished, where it was when the winner finished, or its latency."""
    racer = next(one for one in progress.racers if one.letter == letter)
    first = progress.first
    if progress.over and first is not None and letter != first.letter and math.isfinite(racer.behind):
        return tr("when {name} finished").format(name=names[first.letter])
    if racer.finished:
        return tr("finished at {time}").format(time=race_time_text(racer.finished_s))
    if progress.over:
        return tr("not finished in time")
    value, unit = answered
    return f"{tr(ANSWERED)} {value} {unit}".rstrip() if value else ""


def _race_sentence(
    progress: RaceProgress, names: Mapping[str, str], color: Callable[[str], str]
) -> tuple[tuple[TextRun, ...], str]:
    """Return the sentence about a race, and the line below it."""
    unit, first = progress.unit, progress.first
    if first is not None:
        form = tr("{leader} won in {time}") if progress.over else tr("{leader} has won in {time}")
        runs = filled(form, {"leader": names[first.letter], "time": race_time_text(first.finished_s)})
        return tuple(_colored(runs, color(first.letter))), _others(progress, names)
    if progress.over:
        tie = all(one.finished for one in progress.racers)
        return (TextRun(tr("Both finished at the same moment") if tie else tr("Nobody finished in time")),), ""
    goal = _wins(unit).format(count=count_text(progress.racers[0].total))
    lead = race_lead(progress)
    if lead is None:
        return (TextRun(tr("Side by side") if progress.together else tr("One after the other")),), goal
    forms = {
        IOS: tr("{leader} leads by {count} I/Os"), "transactions": tr("{leader} leads by {count} transactions"),
    }  # fmt: skip
    form = forms.get(unit, tr("{leader} leads by {count} orders"))
    runs = filled(form, {"leader": names[lead[0]], "count": count_text(lead[1])})
    return tuple(_colored(runs, color(lead[0]))), goal


def _colored(runs: Iterable[TextRun], color: str) -> Iterator[TextRun]:
    for run in runs:
        yield TextRun(run.text, color if run.name else "", run.name)


def _wins(unit: str) -> str:
    forms = {
        IOS: tr("Both do the same I/Os; the first to {count} wins"),
        "transactions": tr("Both do the same transactions; the first to {count} wins"),
    }
    return forms.get(unit, tr("Both do the same orders; the first to {count} wins"))


def _others(progress: RaceProgress, names: Mapping[str, str]) -> str:
    """Return the times of the others, or that they are still at work."""
    first = progress.first
    assert first is not None
    said = []
    for one in progress.racers:
        if one is first:
            continue
        name = names[one.letter]
        if one.finished:
            ratio = brief_ratio_text(one.finished_s / first.finished_s)
            form = tr("{name} needed {time}, which is {ratio} the time")
            said.append(form.format(name=name, time=race_time_text(one.finished_s), ratio=ratio))
        elif progress.over:
            said.append(tr("{name} did not finish in time").format(name=name))
        else:
            said.append(tr("{name} is still at work").format(name=name))
    return " · ".join(said)


def charted_paths(reader: SessionReader, catalogue: Catalogue, charted: Sequence[str]) -> tuple[str, ...]:
    """Return the counters to show: the requested ones, those of a snapshot, or the most informative ones."""
    stored = layout_from_json(reader.view.layout) if reader.view is not None else None
    wanted = tuple(charted) or (stored.charted if stored is not None else CHARTED)
    if storage := storage_paths(reader):
        wanted = tuple(path for path in storage[1] if path in catalogue.names) if wanted == CHARTED else wanted
    elif wanted == CHARTED:
        wanted = useful_paths(catalogue, reader.systems, LISTED, wanted, young=still_young(reader))[1]
    if catalogue.paths and not still_young(reader):
        there = tuple(path for path in wanted if known(catalogue, path))
        wanted = there or telling_paths(catalogue, len(reader.systems))[1]
    return wanted[:MOST_ROWS]
