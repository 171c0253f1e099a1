# SPDX-License-Identifier: Apache-2.0
"""Content of the booth window for one session: header, rows of charts, race tracks and footer.

A row is one counter, with a chart per system on a shared scale.
"""

from collections.abc import Collection, Mapping, Sequence

import numpy as np
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QWidget

from app.model.events import Marker
from app.results.measurings import main_operation
from app.results.race_progress import (
    IOS,
    RaceProgress,
    Racer,
    Spans,
    after_finish,
    ending,
    is_race,
    race_progress,
)
from app.results.session_headline import reads_all
from app.session.reader import SessionReader
from app.ui.levels.racing import share_form
from app.ui.presentation.closing_card import Results
from app.ui.presentation.visitor_headline import VisitorHeadline
from app.ui.presentation.visitor_texts import displayed_value, figure_of, race_time_text, workload_line
from app.ui.replay.follower import Follower
from app.ui.workbench.chart_grid import known, still_young
from app.ui.workbench.chart_row import value_at
from app.ui.workbench.counter_catalogue import (
    Catalogue,
    counts_work,
    layer_text,
    storage_paths,
    system_color,
    telling_paths,
    useful_paths,
)
from app.ui.workbench.localised_figures import NO_DATA, count_text, duration_text, number_text
from app.ui.workbench.run_progress import progress_of
from app.ui.workbench.run_status import away_message, session_badge
from app.ui.workbench.view import CHARTED, LISTED, TimeWindow, layout_from_json
from widgets.charts.presentation_chart import PresentationChart
from widgets.charts.scale import ScaleKeeper, extent_of
from widgets.presentation.head_and_foot import (
    PresentationFoot,
    PresentationHead,
    PresentationTitle,
    height_of_first_line,
)
from widgets.presentation.measure import Measure, PresentationColors, PresentationWidget
from widgets.presentation.race_tracks import Lane, PresentationTracks
from widgets.theme import Theme
from widgets.translation import tr

NO_SAMPLES = np.empty(0)


class PresentationRow:
    """A counter's charts, one per system in order; a system without the counter has an empty chart."""

    def __init__(self, path: str, count: int, colors: PresentationColors, parent: QWidget, *, named: str = "") -> None:
        self.path = path
        self.figure = figure_of(path, named)
        self.charts = [PresentationChart(colors, parent) for _ in range(count)]
        self._keeper = ScaleKeeper()
        for chart in self.charts:
            chart.show()

    def remove(self) -> None:
        """Remove the charts of the row."""
        for chart in self.charts:
            chart.hide()
            chart.deleteLater()

    def refresh(  # noqa: PLR0917
        self,
        reader: SessionReader,
        catalogue: Catalogue,
        window: TimeWindow,
        at_s: float,
        theme: Theme,
        finished: Mapping[str, Spans],
        runs: Mapping[str, TimeWindow],
        marks: Sequence[tuple[int | None, tuple[float, str]]],
        stopped: Collection[str] = (),
    ) -> None:
        """Show the part of `window` up to `at_s`.

        Args:
            reader: The session.
            catalogue: Its counters.
            window: Time window.
            at_s: Moment shown, in seconds since the start.
            theme: Theme of the window.
            finished: Periods after systems have finished a race, by letter.
            runs: Windows of finished runs, by letter; the values are averages over them.
            marks: Markers, each with the ID of its system, or None for all systems.
            stopped: Letters of stopped systems, which have no current values.
        """
        layers = {curve.counter.layer for curve in catalogue.curves(self.path)}
        extents = []
        for chart, system in zip(self.charts, reader.systems, strict=False):
            curve = catalogue.curve(system.letter, self.path)
            chart.set_color(system_color(system, theme))
            chart.set_marks([mark for system_id, mark in marks if system_id in (None, system.id)])
            label = self.figure.label
            if curve is None:
                chart.set_texts(label, NO_DATA, "", tr("no data"))
                chart.set_samples(NO_SAMPLES, NO_SAMPLES)
                continue
            time_s, value = reader.samples(curve.counter)
            end = int(np.searchsorted(time_s, at_s + 1e-9, side="right"))
            time_s, value = time_s[:end], ending(time_s[:end], value[:end], finished.get(system.letter, ()))
            chart.set_samples(time_s, value)
            text, unit = displayed_value(value_at(time_s, value, at_s), curve.counter.unit)
            if system.letter in stopped and counts_work(curve.counter):
                text, unit = NO_DATA, ""
            elif system.letter in runs:
                text, unit = self.figure.value(reader, catalogue, system, runs[system.letter])
            elif any(from_s < at_s <= to_s for from_s, to_s in finished.get(system.letter, ())):
                text = unit = ""  # the system has finished its race and has no current value
            layer = f" · {layer_text(curve.counter.layer)}" if len(layers) > 1 else ""
            chart.set_texts(label + layer, text, unit, tr("no data yet"))
            extents.append(chart.extent(window.from_s, window.to_s))
        scale = self._keeper.update(*extent_of(extents))
        for chart in self.charts:
            chart.set_range(window.from_s, window.to_s, scale.low, scale.high)


def stress(rows: Sequence[PresentationRow], highlighted: int | None) -> None:
    """Highlight one row and dim the others; None removes the highlight."""
    for number, row in enumerate(rows):
        for chart in row.charts:
            chart.set_stress(dimmed=highlighted not in (None, number), marked=highlighted == number)


MOST_ROWS = 3
USUAL_SYSTEMS = 2
SPAN_S, SHORTEST_S = 120.0, 5.0
"""Maximum and minimum visible time span of a live run, in seconds."""
SIDE, TOP, BOTTOM, GAP, HEAD = 44, 16, 10, 16, 270
"""Margins, gap between charts and header height, in pixels of a window that is 1080 pixels high."""
RACE_ROWS = 1
"""Number of chart rows shown below a race's tracks."""


class Board(PresentationWidget):
    """Everything that visitors see of a session, except for the sheets on top."""

    def __init__(self, theme: Theme, colors: PresentationColors, parent: QWidget | None = None) -> None:
        super().__init__(colors, parent)
        self._theme = theme
        self.title = PresentationTitle(colors, self)
        self.head = PresentationHead(colors, self)
        self.tracks = PresentationTracks(colors, self)
        self.foot = PresentationFoot(colors, self)
        self.results = Results(self)
        self.rows: list[PresentationRow] = []
        self.highlighted: int | None = None
        """Index of the highlighted row."""
        self._built: object = None
        self._follower: Follower | None = None
        self._catalogue: Catalogue | None = None
        self._charted: tuple[str, ...] = ()
        self._live = self._paced = self._sped = False
        self._recorded = self._note = self.mark = ""
        """Text of the RECORDED badge in the top right corner; "" while the session is live."""
        self.tracks.hide()

    def bind(self, follower: Follower | None, recorded: str, charted: Sequence[str]) -> None:
        """Show a session; None shows no session.

        Args:
            follower: The session.
            recorded: Text of the RECORDED badge.
            charted: Counters to show first; if empty, the most informative counters are shown.
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
        self._show_rows((), USUAL_SYSTEMS)

    def set_theme(self, theme: Theme, colors: PresentationColors) -> None:
        self._theme = theme
        self.set_colors(colors)
        for part in self._parts():
            part.set_colors(colors)

    def set_note(self, text: str) -> None:
        """Set the footer text, which is shown by the next refresh."""
        self._note = text

    def set_measure(self, measure: Measure) -> None:
        """Apply a new size of the window or its texts."""
        super().set_measure(measure)
        for part in self._parts():
            part.set_measure(measure)
        self.arrange()

    def refresh(self, at_s: float, *, held: bool) -> None:
        """Show the session at a moment; `held` marks the view as frozen."""
        follower, catalogue = self._follower, self._catalogue
        if follower is None or catalogue is None:
            self.mark = ""
            self.foot.set_texts(self._note, "")
            return
        reader = follower.reader
        catalogue.update()
        self._sped = self._sped or follower.playing
        self._build(reader, catalogue)
        window = self._window(follower, at_s)
        chosen = self.rows[self.highlighted].figure if self.highlighted is not None else None
        if chosen is None and self._paced:
            chosen = figure_of(f"\\Outpace Driver({main_operation(reader)})\\Latency p95")
        whole = at_s >= reader.length_s - 1 and self.highlighted is None and reads_all(reader, reader.length_s)
        result = self.results.of(follower.path) if whole else None
        headline = VisitorHeadline(
            reader, catalogue, at_s, self._theme, chosen, result, highlighted=self.highlighted is not None
        )
        runs = {system.letter: run for system in reader.systems if (run := headline.run_of(system)) is not None}
        finished = after_finish(reader, at_s)
        marks = [
            (event.system, (event.t_s, event.message.text))
            for event in reader.events
            if isinstance(event.message, Marker) and event.t_s <= at_s
        ]
        for row in self.rows:
            row.refresh(reader, catalogue, window, at_s, self._theme, finished, runs, marks, headline.stopped)
        stress(self.rows, self.highlighted)
        self.head.show_sides(headline.sides(), headline.middle())
        self._show_race(reader, at_s)
        work = " · ".join(filter(None, (headline.fairness, workload_line(reader))))
        note = self._note or away_message(reader, at_s) or work
        self.mark = self._mark(follower)
        self.foot.set_texts(note, tr("held") if held else self._time(follower, at_s))

    def set_mark_width(self, wide: float) -> None:
        """Reserve this width, in logical pixels, in the title line for the badge."""
        title = tr(self._follower.reader.info.title) if self._follower is not None else ""
        self.setAccessibleName(". ".join(filter(None, (title, self.mark))))
        self.title.set_title(title, wide + self.measure.px(GAP) if wide else 0.0)

    def arrange(self) -> None:
        """Lay out all parts for the window's size."""
        measure = self.measure
        side, gap = round(measure.px(SIDE)), round(measure.px(GAP))
        top, bottom = round(measure.px(TOP)), round(measure.px(BOTTOM))
        wide, high = self.width() - 2 * side, self.height()
        foot = round(self.foot.height_for(measure))
        title = round(height_of_first_line(measure, self.font()))
        tracks = round(self.tracks.height_for(measure)) if not self.tracks.isHidden() else 0
        head = min(round(measure.grown(HEAD)), high * 2 // 5)
        below = high - bottom - foot
        self.foot.setGeometry(side, below, wide, foot)
        self.title.setGeometry(side, top, wide, title)
        self.head.setGeometry(side, top + title, wide, head)
        first, last = top + title + head + round(gap * 0.75), below - round(gap * 0.5)
        if tracks:
            self.tracks.setGeometry(side, first, wide, min(tracks, last - first))
            first += tracks + round(gap * 1.5)
        rows = max(1, len(self.rows))
        tall = max(1.0, (last - first - gap * (rows - 1)) / rows)
        for number, row in enumerate(self.rows):
            y = first + number * (tall + gap)
            columns = max(1, len(row.charts))
            column = (wide - gap * (columns - 1)) / columns
            for place, chart in enumerate(row.charts):
                box = QRectF(side + place * (column + gap), y, column, tall)
                chart.setGeometry(box.toRect())

    def resizeEvent(self, event: QResizeEvent) -> None:
        self.arrange()
        super().resizeEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(event.rect(), QColor(self.colors.ground))
        painter.end()

    def _parts(self) -> list[PresentationWidget]:
        return [self.title, self.head, self.tracks, self.foot, *(chart for row in self.rows for chart in row.charts)]

    def _build(self, reader: SessionReader, catalogue: Catalogue) -> None:
        paths = charted_paths(reader, catalogue, self._charted)
        paths = paths[:RACE_ROWS] if is_race(reader) else paths
        count = len(reader.systems) or USUAL_SYSTEMS
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

    def _window(self, follower: Follower, at_s: float) -> TimeWindow:
        """Return the visible time: all of a race or finished recording, otherwise the last two minutes."""
        first_s = self._first_s(follower.reader)
        if not follower.live and not follower.playing and at_s >= follower.reader.length_s > 0:
            return TimeWindow(min(first_s, at_s - 1.0), at_s)
        from_s = first_s if is_race(follower.reader) else max(first_s, at_s - SPAN_S)
        return TimeWindow(from_s, max(at_s, from_s + SHORTEST_S))

    def _first_s(self, reader: SessionReader) -> float:
        """Return the time of the first sample in any chart, before which there is nothing to draw."""
        assert self._catalogue is not None
        found = [reader.samples(curve.counter) for row in self.rows for curve in self._catalogue.curves(row.path)]
        known_s = [time_s[np.isfinite(value)][:1] for time_s, value in found]
        return max(0.0, min((float(first[0]) for first in known_s if len(first)), default=0.0))

    def _show_race(self, reader: SessionReader, at_s: float) -> None:
        race = is_race(reader)
        progress = race_progress(reader, at_s) if race else None
        racers = {racer.letter: racer for racer in progress.racers} if progress is not None else {}
        lanes = []
        for system in reader.systems if race else ():
            color, racer = QColor(system_color(system, self._theme)), racers.get(system.letter)
            if racer is None or progress is None:
                lanes.append(Lane(system.name, color, 0.0, ""))
                continue
            result = _lane_result(progress, racer, at_s)
            text = _lane_text(progress, racer)
            lanes.append(Lane(system.name, color, racer.share, text, result, racer.finished))
        count = len(self.tracks.lanes)
        self.tracks.set_lanes(lanes)
        if race == self.tracks.isHidden() or count != len(lanes):
            self.tracks.setVisible(race)
            self.arrange()

    def _mark(self, follower: Follower) -> str:
        """Return the badge's text; "" for a live session, even after it has ended here."""
        if follower.live or (self._live and not follower.playing and not self._recorded):
            return ""
        mark = self._recorded or session_badge(follower.reader)
        if follower.speed == 1 or not (follower.playing or self._sped):
            return mark
        return tr("{mark} · {speed}× speed").format(mark=mark, speed=number_text(follower.speed))

    def _time(self, follower: Follower, at_s: float) -> str:
        """Return the remaining time of the run or the elapsed time of a race, as a text for visitors."""
        reader = follower.reader
        if not reader.started or at_s < 0:
            return ""
        if (race := race_progress(reader, at_s)) is not None:
            return duration_text(self._race_s(race, at_s))
        left_s = progress_of(reader, at_s, live=follower.live).left_s
        if not left_s > 0:
            return ""
        pace = 1.0 if follower.live else follower.speed
        return tr("{time} left").format(time=duration_text(left_s / pace + 0.999))

    @staticmethod
    def _race_s(race: RaceProgress, at_s: float) -> float:
        """Return the race's elapsed time; the clock stops when the last racer finishes."""
        began_s = min(race.began_s.values(), default=at_s)
        ends = [race.began_s[one.letter] + one.finished_s for one in race.racers if one.finished]
        return (min(at_s, max(ends)) if len(ends) == len(race.racers) else at_s) - began_s


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


def _lane_text(race: RaceProgress, racer: Racer) -> str:
    """Return a racer's progress ("521,400 of 1,000,000 orders") and how far it is behind the leader."""
    done = share_form(race.unit).format(done=count_text(racer.done), total=count_text(racer.total))
    if racer.finished or len(race.racers) < 2 or not race.together:
        return done
    to_go = max(one.done for one in race.racers) - racer.done
    if not to_go >= 1:
        return done
    forms = {IOS: tr("{count} I/Os behind"), "transactions": tr("{count} transactions behind")}
    behind = forms.get(race.unit, tr("{count} orders behind"))
    return f"{done} · {behind.format(count=count_text(to_go))}"


def _lane_result(race: RaceProgress, racer: Racer, at_s: float) -> str:
    """Return the finishing time of a racer; before it finishes, how far it is behind the winner."""
    if racer.finished:
        own = race_time_text(racer.finished_s)
        return f"{own} · +{race_time_text(racer.behind_s)}" if racer.behind_s > 0 else own
    first = race.first
    if first is None or not race.together:
        return ""
    later_s = at_s - race.began_s[first.letter] - first.finished_s
    return f"+{race_time_text(later_s)}" if later_s > 0 else ""
