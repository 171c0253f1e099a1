# SPDX-License-Identifier: Apache-2.0
"""Charts of systems under increasing load (users or rate), each with one figure and a point per completed step.

For a race, the panel shows the order of finish.
"""

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QComboBox, QGridLayout, QHBoxLayout, QLabel, QStackedWidget, QVBoxLayout, QWidget

from app.analysis.format import at_least_text
from app.analysis.throughput import keeps_up
from app.model.censoring import Censored
from app.model.documents import MeasuredStep, PlanResult
from app.model.steps import StepLimit
from app.model.workloads import per_s_factor
from app.results.disclosure import missing_reasons
from app.results.measurings import Measuring, known, main_operation, measurings, work_unit
from app.results.race_progress import RaceProgress, race_progress
from app.results.run_figures import OF_READS, counter_path, paths_of
from app.results.searches import open_ended, tried_text
from app.results.session_result import orders_per_minute
from app.session.reader import SessionReader
from app.session.records import SystemInfo
from app.ui.levels.access_patterns import PatternPanel
from app.ui.levels.load_parts_panel import LoadPartsPanel
from app.ui.levels.queue_depths import DepthPanel
from app.ui.levels.racing import lane_text
from app.ui.workbench.counter_catalogue import baseline_of, layer_text, reason_text, system_color
from app.ui.workbench.localised_figures import (
    WINDOW_LANGUAGE,
    AxisFigures,
    count_text,
    counted_text,
    figure_text,
    number_text,
    ratio_text,
)
from widgets.charts.load_chart import LoadChart
from widgets.charts.load_plot import LoadCurve, PlottedPoint
from widgets.charts.time_chart import align_axes
from widgets.presentation.cards import Card
from widgets.presentation.race_tracks import RaceTrack, TrackLane
from widgets.text import FlowText
from widgets.theme import Theme
from widgets.translation import marked, tr

DRIVER_CPU = "\\Processor(_Total)\\% Processor Time"
ORDERS_PER_MIN = "Orders/min"
COUNTERS = ("IOPS", "I/O latency", "CPU %", "Queue length", *OF_READS.values())
PERCENTILES: Mapping[str, float] = {"p50": 50.0, "p90": 90.0, "p95": 95.0, "p99": 99.0}


@dataclass(frozen=True, slots=True)
class LevelResult:
    """Results of one system in one step.

    Attributes:
        load: Users per target, or orders per second per target.
        held: Whether the limit was met.
        completed_all: Whether all arrivals were completed.
        figures: Figures by name.
        latencies: Latencies in seconds by name.
        late: Calls still in flight at the end of the step.
    """

    letter: str
    repeat: int
    load: float
    held: bool | None
    completed_all: bool
    figures: Mapping[str, float]
    latencies: Mapping[str, float]
    late: Censored


class Levels:
    """Steps of one session, each read only once."""

    def __init__(self, reader: SessionReader) -> None:
        self._reader = reader
        self._known: dict[tuple[int, int], list[LevelResult]] = {}
        plan = reader.scenario.plan
        self.results = reader.scenario.results
        self.limit: StepLimit | None = plan.limit if plan is not None else None

    @property
    def operation(self) -> str:
        """Operation whose latency is shown."""
        keys = [operation.key for operation in self._reader.operations]
        return self.limit.operation if self.limit and self.limit.operation in keys else main_operation(self._reader)

    @property
    def by_rate(self) -> bool:
        """True if the load is a rate."""
        return self.results.load == "rate"

    def until(self, at_s: float) -> list[LevelResult]:
        """Return the steps completed by a given time, one level per system."""
        return [level for one in self._steps(at_s) for level in self._levels(one)]

    def race(self, at_s: float) -> RaceProgress | None:
        """Return the progress of the latest race as of a given time; None before the first race."""
        return race_progress(self._reader, at_s)

    def driver_is_cpu(self) -> bool:
        """Return whether no system reports its CPU utilization, so that the driver machine's is shown."""
        return not any(counter_path(self._reader, system.id, "CPU %") for system in self._reader.systems)

    def charted(self, metric: str) -> str:
        """Return the counter to chart: the read counter if some system lacks the total but all systems have reads."""
        reads, systems = OF_READS.get(metric, ""), self._reader.systems

        def everywhere(name: str) -> bool:
            return all(counter_path(self._reader, system.id, name) for system in systems)

        return reads if reads and not everywhere(metric) and everywhere(reads) else metric

    def reasons(self, metric: str) -> dict[str, str]:
        """Return why systems lack a figure, by letter, as far as the source reports a reason."""
        found = {}
        for system in self._reader.systems:
            known = missing_reasons(self._reader).get(system.id, {})
            if not counter_path(self._reader, system.id, metric):
                found[system.letter] = next(
                    (reason_text(known[path]) for path in paths_of(metric) if path in known), ""
                )
        return {letter: reason for letter, reason in found.items() if reason}

    def layers(self, metric: str) -> dict[str, str]:
        """Return the layer in which a figure is measured, by system letter."""
        found = {}
        for system in self._reader.systems:
            path = counter_path(self._reader, system.id, metric)
            counter = next((c for c in self._reader.counters if c.system == system.id and c.path == path), None)
            if counter is not None:
                found[system.letter] = counter.layer
        return found

    def _steps(self, at_s: float) -> list[Measuring]:
        if not self._reader.documents_of(MeasuredStep):
            return []
        return [one for one in measurings(self._reader) if max(s.to_s for s in one.spans.values()) <= at_s + 0.5]

    def _levels(self, one: Measuring) -> list[LevelResult]:
        key = one.repeat, one.number
        known = self._known.get(key)
        if known is None or len(known) < len(one.spans):
            known = self._known[key] = [
                self._level(one, system) for system in self._reader.systems if system.letter in one.spans
            ]
        return known

    def _level(self, one: Measuring, system: SystemInfo) -> LevelResult:
        reader, span, recorded = self._reader, one.spans[system.letter], one.systems[system.letter]
        figures = {ORDERS_PER_MIN: known(orders_per_minute(reader, system, span))}
        for metric in COUNTERS:
            figures[metric] = self._average(system.id, counter_path(reader, system.id, metric), span.from_s, span.to_s)
        if self.driver_is_cpu():
            figures["CPU %"] = self._average(None, DRIVER_CPU, span.from_s, span.to_s)
        histogram = reader.histogram(system.id, self.operation, span.from_s, span.to_s)
        latencies = {
            name: histogram.percentile_ns(percent) / 1e9 if histogram.count else math.nan
            for name, percent in PERCENTILES.items()
        }
        if self.operation == main_operation(reader):
            latencies["mean"] = known(recorded.mean_s)
        load = known(recorded.rate) if self.by_rate else one.users(system.letter)
        late = reader.censored(system.id, self.operation, span.from_s, span.to_s)
        per_s, targets = figures[ORDERS_PER_MIN] / 60, len(system.targets)
        completed_all = self.by_rate and keeps_up(per_s, load * targets, span.seconds)
        return LevelResult(
            system.letter, one.repeat, load, one.held(system.letter), completed_all, figures, latencies, late
        )

    def open_ended(self, reached: Sequence[LevelResult], letter: str) -> bool:
        """Return whether a search or rate sweep has not (yet) found the system's limit in at least one repeat."""
        own = [level for level in reached if level.letter == letter]
        if self.by_rate:
            most = max((level.load for level in own), default=math.nan)
            return any(level.completed_all for level in own if level.load == most)
        finished = {document.run for document in self._reader.documents_of(PlanResult)}
        judged = [level for level in own if level.held is not None]
        return self.limit is not None and any(
            open_ended(
                [level.load for level in judged if level.repeat == repeat],
                [bool(level.held) for level in judged if level.repeat == repeat],
                finished=repeat in finished,
            )
            for repeat in {level.repeat for level in judged}
        )

    def _average(self, system: int | None, path: str, from_s: float, to_s: float) -> float:
        counter = next((c for c in self._reader.counters if c.system == system and c.path == path), None)
        return self._reader.window(counter, from_s, to_s).average if counter is not None else math.nan


def _lower_bound_note(level: LevelResult) -> str:
    """Return the remark that a latency is a lower bound because calls were still in flight."""
    text = tr("{letter} at {load}: the latency is at least that; calls still under way at the end: {calls}")
    return text.format(letter=level.letter, load=count_text(level.load), calls=count_text(level.late.count))


def most_held(levels: list[LevelResult], letter: str) -> float:
    """Return the highest load that met the limit in every repeat with that load; NaN if absent."""
    held = [level for level in levels if level.letter == letter and level.held]
    return min((max(own) for own in _loads_by_repeat(held)), default=math.nan)


def _loads_by_repeat(levels: list[LevelResult]) -> list[list[float]]:
    found: dict[int, list[float]] = {}
    for level in levels:
        found.setdefault(level.repeat, []).append(level.load)
    return list(found.values())


def best_levels(levels: list[LevelResult], letter: str, *, limited: bool) -> dict[int, LevelResult]:
    """Return the step that represents each repeat, chosen as in a report.

    For a search, this is the highest load that met the limit; otherwise, the step with the highest throughput.
    """
    best: dict[int, LevelResult] = {}
    for level in levels:
        if level.letter != letter or (not level.held if limited else not math.isfinite(level.figures[ORDERS_PER_MIN])):
            continue
        before = best.get(level.repeat)
        if before is None or _sort_value(level, limited=limited) > _sort_value(before, limited=limited):
            best[level.repeat] = level
    return best


def _sort_value(level: LevelResult, *, limited: bool) -> float:
    return level.load if limited else level.figures[ORDERS_PER_MIN]


def level_results(levels: Levels, at_s: float, reader: SessionReader) -> list[tuple[str, str]]:
    """Return a line per system: its letter, and its result over the steps completed by a given time.

    With several repeats, the median repeat is shown, with ratios of geometric means, as in reports.
    """
    if levels.results.page == "race":
        return _race_texts(levels.race(at_s))
    reached, results = levels.until(at_s), []
    limited = levels.limit is not None
    best: dict[str, dict[int, float]] = {}
    counted = work_unit(reader)
    unit = counted_text(marked("orders/s per target"), counted) if levels.by_rate else tr("users per target")
    bounded = {system.letter for system in reader.systems if levels.open_ended(reached, system.letter)}
    for system in reader.systems:
        own = best_levels(reached, system.letter, limited=limited)
        best[system.letter] = {repeat: _sort_value(level, limited=limited) for repeat, level in own.items()}
        ranked = sorted(own.values(), key=lambda level: (_sort_value(level, limited=limited), level.repeat))
        middle = ranked[(len(ranked) - 1) // 2] if ranked else None
        if limited:
            held = tr("{most} {unit} within the limit")
            most = at_least_text(count_text(middle.load), system.letter in bounded) if middle is not None else ""
            results.append((system.letter, held.format(most=most, unit=unit) if middle is not None else tr("none yet")))
            results += [("", text) for text in _tried_texts(reached, system.letter)]
        elif middle is not None:
            text = counted_text(marked("{orders} orders per minute at {load} {unit}"), counted)
            orders = count_text(middle.figures[ORDERS_PER_MIN] / 60 * per_s_factor(counted))
            orders = at_least_text(orders, system.letter in bounded)
            results.append((system.letter, text.format(orders=orders, load=number_text(middle.load), unit=unit)))
    baseline, names = baseline_of(reader), {system.letter: system.name for system in reader.systems}
    if baseline is not None:
        for letter, values in best.items():
            ratio = _ratio(best.get(baseline.letter, {}), values)
            if letter != baseline.letter and ratio > 0 and not bounded & {letter, baseline.letter}:
                ahead, behind = (letter, baseline.letter) if ratio >= 1 else (baseline.letter, letter)
                sentence = tr("{leader} {ratio} {trailer}")
                text = ratio_text(1.0, max(ratio, 1 / ratio))
                results.append(("", sentence.format(leader=names[ahead], ratio=text, trailer=names[behind])))
    return results


def _tried_texts(reached: Sequence[LevelResult], letter: str) -> Iterator[str]:
    """Yield a line per repeat that lists the loads tried by the search on a system."""
    judged = [level for level in reached if level.letter == letter and level.held is not None]
    for repeat in dict.fromkeys(level.repeat for level in judged):
        own = [level for level in judged if level.repeat == repeat]
        yield tried_text([level.load for level in own], [bool(level.held) for level in own], WINDOW_LANGUAGE)


def _ratio(baseline: Mapping[int, float], challenger: Mapping[int, float]) -> float:
    """Return the ratio of geometric means over the repeats that both systems have; NaN if there aren't any."""
    logs = [
        math.log(challenger[repeat] / own)
        for repeat, own in baseline.items()
        if own > 0 and challenger.get(repeat, 0.0) > 0
    ]
    return math.exp(sum(logs) / len(logs)) if logs else math.nan


def _race_texts(race: RaceProgress | None) -> list[tuple[str, str]]:
    if race is None:
        return []
    ranked = sorted(race.racers, key=lambda one: (not one.finished, one.finished_s, -one.done))
    return [(one.letter, lane_text(one, race.unit)) for one in ranked]


LATENCY = marked("Latency")
CHARTS: tuple[tuple[str, str], ...] = (
    (ORDERS_PER_MIN, ""),
    (LATENCY, "s"),
    ("IOPS", ""),
    (marked("CPU %"), "%"),
    (marked("I/O latency"), "s"),
    (marked("Queue length"), ""),
)
"""Charted figures in display order, with their units."""
OF_FILES = ("IOPS", "I/O latency", "Queue length")
"""Figures that are measured in a layer."""
READ_TITLES = (marked("Read latency"), marked("Read queue length"))
COLUMNS = 3
LONGEST_NAME = 18
USUAL_PERCENTILE = "p95"
NO_STEPS = marked(
    "Load levels exist only for sweeps (users, rate, queue depth, access patterns), load profiles, latency searches "
    "and races."
)
WAITING = marked("one point per finished step")


class LevelsPanel(QWidget):
    """Charts of load levels; all cursors are at the same load."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._levels: tuple[SessionReader, Levels] | None = None
        self._state: tuple[SessionReader, float] | None = None
        self.percentile = QComboBox()
        self.percentile.setAccessibleName(tr("Latency percentile"))
        self.percentile.addItems([*PERCENTILES, "mean"])
        self.percentile.setCurrentText(USUAL_PERCENTILE)
        self.percentile.currentTextChanged.connect(self._refresh_again)
        self._figures = {name: AxisFigures() for name, _ in CHARTS}
        self.charts = {name: LoadChart(theme.chart, self._figures[name]) for name, _ in CHARTS}
        self.results = FlowText(most_lines=26, factor=1.15)
        self.track = RaceTrack(theme.chart)
        self.depths = DepthPanel(theme)
        self.patterns = PatternPanel(theme)
        self.parts = LoadPartsPanel(theme)
        self._nothing = QLabel(tr(NO_STEPS))
        self._nothing.setObjectName("welcomeText")
        self._nothing.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._pages = QStackedWidget()
        self._compose()

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        for chart in self.charts.values():
            chart.set_palette(theme.chart)
        self.track.set_palette(theme.chart)
        self.depths.set_theme(theme)
        self.patterns.set_theme(theme)
        self.parts.set_theme(theme)

    def clear(self) -> None:
        """Clear the panel."""
        self._levels = self._state = None
        self.depths.clear()
        self.patterns.clear()
        self.parts.clear()

    def refresh(self, reader: SessionReader, at_s: float) -> None:
        """Show the steps completed by a given time."""
        self._state = reader, at_s
        if self._levels is None or self._levels[0] is not reader:
            self._levels = reader, Levels(reader)
            limit = self._levels[1].limit
            if limit is not None:
                self.percentile.setCurrentText(limit.figure)
        levels = self._levels[1]
        match levels.results.page:
            case "depths":
                self._pages.setCurrentWidget(self.depths)
                self.depths.refresh(reader, at_s)
            case "patterns":
                self._pages.setCurrentWidget(self.patterns)
                self.patterns.refresh(reader, at_s)
            case "race":
                self._pages.setCurrentWidget(self.track)
                self._show_race(reader, levels, at_s)
            case "levels":
                self._pages.setCurrentIndex(0)
                self._show_charts(reader, levels, at_s)
            case "run":
                plan = reader.scenario.plan
                changing = plan is not None and plan.changes_load
                self._pages.setCurrentWidget(self.parts if changing else self._nothing)
                if changing:
                    self.parts.refresh(reader)

    def _show_charts(self, reader: SessionReader, levels: Levels, at_s: float) -> None:
        reached, chosen = levels.until(at_s), self.percentile.currentText()
        by_rate = counted_text(marked("target orders/s"), work_unit(reader))
        load = by_rate if levels.by_rate else tr("users of each target")
        for name, unit in CHARTS:
            chart = self.charts[name]
            reasons = levels.reasons(levels.charted(name)) if reached else {}
            why = tr("No data: {reason}").format(reason=next(iter(reasons.values()))) if reasons else tr(WAITING)
            chart.set_titles(self._title(levels, name, chosen), unit, why)
            chart.set_axis(load)
            curves = self._curves(reader, levels, reached, name, chosen)
            values = [point.value for curve in curves for point in curve.points if math.isfinite(point.value)]
            self._figures[name].set_reach(max(values, default=0.0), unit)
            limited = name == LATENCY and levels.limit is not None and levels.limit.figure == chosen
            chart.set_curves(curves, levels.limit.limit_s if limited and levels.limit else math.nan)
        for column in range(COLUMNS):
            align_axes(list(self.charts.values())[column::COLUMNS])
        names = {system.letter: short_name(system.name) for system in reader.systems}
        results = level_results(levels, at_s, reader)
        lines = [f"{letter} · {names[letter]}: {text}" if letter else text for letter, text in results]
        if levels.limit is not None:
            limit = levels.limit
            text = tr("{figure} of {operation} at most {time}")
            time = figure_text(limit.limit_s, "s")
            lines.insert(0, text.format(figure=limit.figure, operation=limit.operation, time=time))
        lines += [_lower_bound_note(level) for level in reached if chosen in level.late.at_least]
        lines += self._missing_notes(levels) if reached else []
        self.results.set_text("\n".join(lines) or tr(WAITING))

    @staticmethod
    def _missing_notes(levels: Levels) -> list[str]:
        """Return why systems lack a file figure that another chart replaces or that is shown for other systems.

        A chart without any data shows the reason itself.
        """
        found: dict[tuple[str, str], list[str]] = {}
        for name in OF_FILES:
            metric = levels.charted(name)
            if levels.layers(metric):
                for letter, reason in levels.reasons(name).items():
                    found.setdefault((letter, reason), []).append(tr(name))
        return [
            tr("{letter}: no data of {figures}: {reason}").format(
                letter=letter, figures=", ".join(names), reason=reason
            )
            for (letter, reason), names in found.items()
        ]

    def _curves(
        self, reader: SessionReader, levels: Levels, reached: Sequence[LevelResult], name: str, chosen: str
    ) -> list[LoadCurve]:
        if name == "CPU %" and levels.driver_is_cpu():
            own = mean_points(reached, lambda one: one.figures[name])
            return [LoadCurve(tr("driver"), QColor(self._theme.dim), 0, own)] if own else []
        curves, metric = [], levels.charted(name)
        for system in reader.systems:
            own_levels = [one for one in reached if one.letter == system.letter]
            points = mean_points(
                own_levels, lambda one: one.latencies.get(chosen, math.nan) if name == LATENCY else one.figures[metric]
            )
            if points:
                curves.append(self._curve(system, points, most_held(own_levels, system.letter)))
        return curves

    def _curve(self, system: SystemInfo, points: tuple[PlottedPoint, ...], most: float) -> LoadCurve:
        color, dash = QColor(system_color(system, self._theme)), self._theme.system_dash(system.letter)
        return LoadCurve(system.letter, color, dash, points, most)

    def _title(self, levels: Levels, name: str, chosen: str) -> str:
        if name == LATENCY:
            return tr("Latency ({operation}), {figure}").format(operation=levels.operation, figure=chosen)
        if name not in (*OF_FILES, "CPU %"):
            return tr(name)
        metric = levels.charted(name)
        layers = levels.layers(metric)
        if len(set(layers.values())) == 1:
            return f"{tr(metric)} · {layer_text(next(iter(layers.values())))}"
        return " · ".join([tr(metric), *(f"{letter} {layer_text(layer)}" for letter, layer in layers.items())])

    def _show_race(self, reader: SessionReader, levels: Levels, at_s: float) -> None:
        colors = {system.letter: QColor(system_color(system, self._theme)) for system in reader.systems}
        race = levels.race(at_s)
        racers, unit = (race.racers, race.unit) if race is not None else ((), "")
        lanes = [
            TrackLane(f"{racer.letter} · {racer.name}", colors[racer.letter], racer.share, lane_text(racer, unit))
            for racer in racers
        ]
        self.track.set_lanes(lanes, tr("The race has not begun."))

    def _refresh_again(self) -> None:
        if self._state is not None:
            self.refresh(*self._state)

    def _hover(self, load: object) -> None:
        for chart in self.charts.values():
            chart.set_hover(load if isinstance(load, float) else None)

    def _compose(self) -> None:
        board = QWidget()
        grid = QGridLayout(board)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setSpacing(8)
        for number, chart in enumerate(self.charts.values()):
            chart.hovered.connect(self._hover)
            grid.addWidget(chart, number // COLUMNS, number % COLUMNS)
        grid.addWidget(self._summary(), 0, COLUMNS, 2, 1)
        for number in range(COLUMNS + 1):
            grid.setColumnStretch(number, 1)
        for number in range(2):
            grid.setRowStretch(number, 1)
        for page in (board, self.track, self.depths, self.patterns, self.parts, self._nothing):
            self._pages.addWidget(page)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self._pages)

    def _summary(self) -> QWidget:
        card = Card()
        choice = QHBoxLayout()
        label = QLabel(tr("&Latency"))
        label.setBuddy(self.percentile)
        choice.addWidget(label)
        choice.addWidget(self.percentile)
        choice.addStretch()
        column = QVBoxLayout(card)
        column.setContentsMargins(14, 12, 14, 12)
        column.setSpacing(10)
        column.addLayout(choice)
        column.addWidget(self.results)
        column.addStretch()
        return card


def mean_points(levels: Sequence[LevelResult], value_of: Callable[[LevelResult], float]) -> tuple[PlottedPoint, ...]:
    """Return a point per load, ascending: the mean of the repeats. The limit is met if it was met in every repeat."""
    found: dict[float, list[LevelResult]] = {}
    for level in levels:
        if math.isfinite(level.load):
            found.setdefault(level.load, []).append(level)
    points = []
    for load, own in sorted(found.items()):
        values = [value for value in map(value_of, own) if math.isfinite(value)]
        held = [level.held for level in own if level.held is not None]
        points.append(
            PlottedPoint(load, sum(values) / len(values) if values else math.nan, all(held) if held else None)
        )
    return tuple(points) if any(math.isfinite(point.value) for point in points) else ()


def short_name(name: str) -> str:
    """Shorten a system's name for the label of a curve."""
    return name if len(name) <= LONGEST_NAME else f"{name[: LONGEST_NAME - 1].rstrip()}…"
