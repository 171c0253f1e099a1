"""One row of the booth window: one counter, a chart a system, on one shared scale."""

from collections.abc import Mapping, Sequence

import numpy as np
from PySide6.QtWidgets import QWidget

from app.session.reader import SessionReader
from app.ui.booth.figure import figure_of, shown_value
from app.ui.chart_row import value_at
from app.ui.figures import NO_DATA
from app.ui.layout import Window
from app.ui.racing import Spans, ending
from app.ui.shown import Catalogue, system_color
from app.ui.texts import tr
from widgets.booth_chart import BoothChart
from widgets.booth_measure import BoothColors
from widgets.scale import ScaleKeeper, extent_of
from widgets.theme import Theme

NOTHING = np.empty(0)


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
            text, unit = shown_value(value_at(time_s, value, at_s), curve.counter.unit)
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


def stress(rows: Sequence[BoothRow], highlighted: int | None) -> None:
    """Marks one row, and dims the others; None: all are alike."""
    for number, row in enumerate(rows):
        for chart in row.charts:
            chart.set_stress(dimmed=highlighted not in (None, number), marked=highlighted == number)
