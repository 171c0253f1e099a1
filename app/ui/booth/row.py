"""One row of the booth window: one counter, a chart a system, on one shared scale."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from PySide6.QtWidgets import QWidget

from app.analysis.format import NO_DATA, ratio_text, value_text
from app.session.reader import SessionReader
from app.session.records import SystemInfo
from app.ui.chart_row import value_at
from app.ui.layout import Window
from app.ui.naming import chart_title, counter_name
from app.ui.racing import Spans, ending
from app.ui.shown import Catalogue, baseline_of, system_color
from app.ui.texts import tr
from widgets.booth_chart import BoothChart
from widgets.booth_measure import BoothColors
from widgets.scale import ScaleKeeper, extent_of
from widgets.theme import Theme

NOTHING = np.empty(0)


@dataclass(frozen=True, slots=True)
class Figure:
    """A counter that is compared. label: on the charts ("Latency"). words: what a ratio is of ("the latency")."""

    path: str
    label: str
    words: str

    def value(self, reader: SessionReader, catalogue: Catalogue, system: SystemInfo, window: Window) -> tuple[str, str]:
        """A system's average over a window and its unit, as they are shown; of a percentile that of all calls."""
        curve = catalogue.curve(system.letter, self.path)
        if curve is None:
            return NO_DATA, ""
        average = reader.window(curve.counter, window.from_s, window.to_s).average
        return _shown_value(average, curve.counter.unit)

    def ratio(self, reader: SessionReader, catalogue: Catalogue, other: SystemInfo, window: Window) -> str:
        """How many times the baseline's average a system's is; "–" where that is no comparison."""
        baseline = baseline_of(reader)
        below = catalogue.curve(baseline.letter, self.path) if baseline is not None else None
        above = catalogue.curve(other.letter, self.path)
        if below is None or above is None or below.counter.layer != above.counter.layer:
            return ratio_text(math.nan, math.nan)
        averages = [reader.window(curve.counter, window.from_s, window.to_s).average for curve in (below, above)]
        return ratio_text(averages[0], averages[1])


def figure_of(path: str, named: str = "") -> Figure:
    """What visitors read of a counter. named: what it is called in this session, where its path does not say it."""
    if named:
        short = named.split(" (", maxsplit=1)[0]
        return Figure(path, short, tr("the {counter}").format(counter=_lower(short)))
    name = counter_name(path)
    known = {
        "Transfers/sec": "IOPS", "Disk Transfers/sec": "IOPS", "Reads/sec": "Read IOPS", "Disk Reads/sec": "Read IOPS",
        "Writes/sec": "Write IOPS", "Disk Writes/sec": "Write IOPS",
        "Avg. sec/Transfer": "Latency", "Avg. Disk sec/Transfer": "Latency",
        "Avg. sec/Read": "Read latency", "Avg. Disk sec/Read": "Read latency",
        "Avg. sec/Write": "Write latency", "Avg. Disk sec/Write": "Write latency",
        "Avg. Queue Length": "Queue length", "Avg. Disk Queue Length": "Queue length",
        "Latency p50": "Latency, median", "Latency p95": "Latency p95", "Latency p99": "Latency p99",
        "Transactions/sec": "Transactions a second", "Orders/sec": "Orders a second", "Orders/min": "Orders a minute",
    }.get(name.counter)  # fmt: skip
    if known is None:
        known = chart_title(path, "")
        return Figure(path, known, tr("the {counter}").format(counter=_lower(known)))
    label = tr(known)
    return Figure(path, label, tr("the {counter}").format(counter=_lower(label)))


def _lower(text: str) -> str:
    """A name within a sentence: abbreviations stay as they are."""
    first = text.split(maxsplit=1)[0] if text else ""
    return text if first.isupper() else text[:1].lower() + text[1:]


class BoothRow:
    """A counter's charts, one a system in their order; a system without the counter has an empty one."""

    def __init__(self, path: str, count: int, colors: BoothColors, parent: QWidget, *, named: str = "") -> None:
        self.path = path
        self.figure = figure_of(path, named)
        self.charts = [BoothChart(colors, parent) for _ in range(count)]
        self._keeper = ScaleKeeper()
        for chart in self.charts:
            chart.show()

    def remove(self) -> None:
        """Takes its charts away."""
        for chart in self.charts:
            chart.hide()
            chart.deleteLater()

    def refresh(  # noqa: PLR0917
        self,
        reader: SessionReader,
        catalogue: Catalogue,
        window: Window,
        at_s: float,
        theme: Theme,
        finished: Mapping[str, Spans],
        runs: Mapping[str, Window],
    ) -> None:
        """Shows what `window` holds up to `at_s`. finished: when a system of a race had nothing more to do. runs: of a
        run that is over, what its values are the mean of."""
        layers = {curve.counter.layer for curve in catalogue.curves(self.path)}
        extents = []
        for chart, system in zip(self.charts, reader.systems, strict=False):
            curve = catalogue.curve(system.letter, self.path)
            chart.set_looks(system_color(system, theme), theme.system_dash(system.letter))
            label = self.figure.label
            if curve is None:
                chart.set_texts(label, NO_DATA, "", tr("no data"))
                chart.set_samples(NOTHING, NOTHING)
                continue
            time_s, value = reader.samples(curve.counter)
            end = int(np.searchsorted(time_s, at_s + 1e-9, side="right"))
            time_s, value = time_s[:end], ending(time_s[:end], value[:end], finished.get(system.letter, ()))
            chart.set_samples(time_s, value)
            text, unit = _shown_value(value_at(time_s, value, at_s), curve.counter.unit)
            if system.letter in runs:
                text, unit = self.figure.value(reader, catalogue, system, runs[system.letter])
            elif any(from_s < at_s for from_s, _ in finished.get(system.letter, ())):
                text = unit = ""  # it has done all of its race: nothing is current any more
            layer = f" · {curve.counter.layer}" if len(layers) > 1 else ""
            chart.set_texts(label + layer, text, unit, tr("no data yet"))
            extents.append(chart.extent(window.from_s, window.to_s))
        scale = self._keeper.update(*extent_of(extents))
        for chart in self.charts:
            chart.set_range(window.from_s, window.to_s, scale.low, scale.high)


def _shown_value(value: float, unit: str) -> tuple[str, str]:
    """The label says what is counted: only a unit with prefixes stands beside the value."""
    text, unit_text = value_text(value, unit)
    return text, "" if unit_text in ("/s", "/min") or text == NO_DATA else unit_text


def stress(rows: Sequence[BoothRow], highlighted: int | None) -> None:
    """Marks one row, and dims the others; None: all are alike."""
    for number, row in enumerate(rows):
        for chart in row.charts:
            chart.set_stress(dimmed=highlighted not in (None, number), marked=highlighted == number)
