"""Shows how systems stand more and more load: a chart a figure, a point a finished step; of a race who came when."""

import math
from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QComboBox, QGridLayout, QHBoxLayout, QLabel, QStackedWidget, QVBoxLayout, QWidget

from app.session.reader import SessionReader
from app.session.records import SystemInfo
from app.ui.depth_panel import DepthPanel
from app.ui.depths import PLAN as DEPTHS
from app.ui.figures import AxisFigures, figure_text
from app.ui.levels import ORDERS_PER_MIN, PERCENTILES, Level, Levels, most_held, results_told
from app.ui.shown import system_color
from app.ui.texts import marked, tr
from widgets.load_chart import LoadChart, LoadCurve, LoadPoint
from widgets.race_track import Lane, RaceTrack
from widgets.system_card import Card
from widgets.text import FlowText
from widgets.theme import Theme

LATENCY = marked("Latency")
CHARTS: tuple[tuple[str, str], ...] = (
    (ORDERS_PER_MIN, ""),
    (LATENCY, "s"),
    ("IOPS", ""),
    (marked("CPU %"), "%"),
    (marked("Queue length"), ""),
)
"""The figures, in the order of the charts, with their units."""
COLUMNS = 3
LONGEST_NAME = 18
USUAL_PERCENTILE = "p95"
NO_STEPS = marked(
    "Load levels are shown of sweeps (users, rate, queue depth), latency searches and races.\nThis session is none."
)
WAITING = marked("a point comes with each finished step")


class LevelsPanel(QWidget):
    """The charts read out the same load together."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._levels: tuple[SessionReader, Levels] | None = None
        self._shown: tuple[SessionReader, float] | None = None
        self.percentile = QComboBox()
        self.percentile.setAccessibleName(tr("The latency that is shown"))
        self.percentile.addItems([*PERCENTILES, "mean"])
        self.percentile.setCurrentText(USUAL_PERCENTILE)
        self.percentile.currentTextChanged.connect(self._show_again)
        self._figures = {name: AxisFigures() for name, _ in CHARTS}
        self.charts = {name: LoadChart(theme.chart, self._figures[name]) for name, _ in CHARTS}
        self.results = FlowText(most_lines=12, factor=1.15)
        self.track = RaceTrack(theme.chart)
        self.depths = DepthPanel(theme)
        self._nothing = QLabel(tr(NO_STEPS))
        self._nothing.setObjectName("welcomeText")
        self._nothing.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._pages = QStackedWidget()
        self._compose()

    def set_theme(self, theme: Theme) -> None:
        """Another theme."""
        self._theme = theme
        for chart in self.charts.values():
            chart.set_palette(theme.chart)
        self.track.set_palette(theme.chart)
        self.depths.set_theme(theme)

    def clear(self) -> None:
        """No session is shown."""
        self._levels = self._shown = None
        self.depths.clear()

    def refresh(self, reader: SessionReader, at_s: float) -> None:
        """Shows the steps that were finished at a moment."""
        self._shown = reader, at_s
        if self._levels is None or self._levels[0] is not reader:
            self._levels = reader, Levels(reader)
            limit = self._levels[1].limit
            if limit is not None:
                self.percentile.setCurrentText(limit.figure)
        levels = self._levels[1]
        if levels.plan == DEPTHS:
            self._pages.setCurrentWidget(self.depths)
            self.depths.refresh(reader, at_s)
        elif not levels.worth_showing:
            self._pages.setCurrentWidget(self._nothing)
        elif levels.plan == "race":
            self._pages.setCurrentWidget(self.track)
            self._show_race(reader, levels, at_s)
        else:
            self._pages.setCurrentIndex(0)
            self._show_charts(reader, levels, at_s)

    def _show_charts(self, reader: SessionReader, levels: Levels, at_s: float) -> None:
        shown, chosen = levels.until(at_s), self.percentile.currentText()
        load = tr("orders/s asked of each target") if levels.by_rate else tr("users of each target")
        for name, unit in CHARTS:
            chart = self.charts[name]
            chart.set_titles(f"{self._title(levels, name, chosen)} · {load}", unit, tr(WAITING))
            curves = self._curves(reader, levels, shown, name, chosen)
            values = [point.value for curve in curves for point in curve.points if math.isfinite(point.value)]
            self._figures[name].set_reach(max(values, default=0.0), unit)
            limited = name == LATENCY and levels.limit is not None and levels.limit.figure == chosen
            chart.set_curves(curves, levels.limit.limit_s if limited and levels.limit else math.nan)
        names = {system.letter: short(system.name) for system in reader.systems}
        told = results_told(levels, at_s, reader)
        lines = [f"{letter} · {names[letter]}: {words}" if letter else words for letter, words in told]
        if levels.limit is not None:
            limit = levels.limit
            words = tr("{figure} of {operation} at most {time}")
            time = figure_text(limit.limit_s, "s")
            lines.insert(0, words.format(figure=limit.figure, operation=limit.operation, time=time))
        self.results.set_text("\n".join(lines) or tr(WAITING))

    def _curves(
        self, reader: SessionReader, levels: Levels, shown: Sequence[Level], name: str, chosen: str
    ) -> list[LoadCurve]:
        if name == "CPU %" and levels.driver_is_cpu():
            own = mean_points(shown, lambda one: one.figures[name])
            return [LoadCurve(tr("driver"), QColor(self._theme.dim), 0, own)] if own else []
        curves = []
        for system in reader.systems:
            own_levels = [one for one in shown if one.letter == system.letter]
            points = mean_points(
                own_levels, lambda one: one.latencies.get(chosen, math.nan) if name == LATENCY else one.figures[name]
            )
            if points:
                curves.append(self._curve(system, points, most_held(own_levels, system.letter)))
        return curves

    def _curve(self, system: SystemInfo, points: tuple[LoadPoint, ...], most: float) -> LoadCurve:
        color, dash = QColor(system_color(system, self._theme)), self._theme.system_dash(system.letter)
        return LoadCurve(system.letter, color, dash, points, most)

    def _title(self, levels: Levels, name: str, chosen: str) -> str:
        if name == LATENCY:
            return tr("Latency of {operation}, {figure}").format(operation=levels.operation, figure=chosen)
        if name not in ("IOPS", "Queue length"):
            return tr(name)
        layers = levels.layers(name)
        if len(set(layers.values())) == 1:
            return f"{tr(name)} · {next(iter(layers.values()))}"
        return " · ".join([tr(name), *(f"{letter} {layer}" for letter, layer in layers.items())])

    def _show_race(self, reader: SessionReader, levels: Levels, at_s: float) -> None:
        colors = {system.letter: QColor(system_color(system, self._theme)) for system in reader.systems}
        lanes = [
            Lane(f"{racer.letter} · {racer.name}", colors[racer.letter], racer.share, racer.words)
            for racer in levels.racers(at_s)
        ]
        self.track.set_lanes(lanes, tr("The race has not begun."))

    def _show_again(self) -> None:
        if self._shown is not None:
            self.refresh(*self._shown)

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
        grid.addWidget(self._summary(), 1, COLUMNS - 1)
        for number in range(COLUMNS):
            grid.setColumnStretch(number, 1)
        for number in range(2):
            grid.setRowStretch(number, 1)
        for page in (board, self.track, self.depths, self._nothing):
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


def mean_points(levels: Sequence[Level], value_of: Callable[[Level], float]) -> tuple[LoadPoint, ...]:
    """A point a load, ascending: the mean of the repeats. It is held where every repeat held."""
    found: dict[float, list[Level]] = {}
    for level in levels:
        if math.isfinite(level.load):
            found.setdefault(level.load, []).append(level)
    points = []
    for load, own in sorted(found.items()):
        values = [value for value in map(value_of, own) if math.isfinite(value)]
        told = [level.held for level in own if level.held is not None]
        points.append(LoadPoint(load, sum(values) / len(values) if values else math.nan, all(told) if told else None))
    return tuple(points) if any(math.isfinite(point.value) for point in points) else ()


def short(name: str) -> str:
    """A system's name beside a curve."""
    return name if len(name) <= LONGEST_NAME else f"{name[: LONGEST_NAME - 1].rstrip()}…"
