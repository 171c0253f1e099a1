"""Shows what storage makes of a longer queue: a chart a figure, a point a depth, a curve a system and pass."""

import math
from collections.abc import Sequence

from PySide6.QtGui import QColor
from PySide6.QtWidgets import QComboBox, QFormLayout, QGridLayout, QVBoxLayout, QWidget

from app.report.storage import StorageStep
from app.session.reader import SessionReader
from app.ui.depths import (
    LATENCIES,
    Depths,
    Of,
    axis_words,
    by_pass,
    bytes_per_s,
    depth_told,
    depths_told,
    iops,
    kind_words,
    latency,
    outstanding,
    points,
    requested,
)
from app.ui.figures import AxisFigures
from app.ui.shown import system_color
from app.ui.texts import marked, tr
from widgets.load_chart import LoadChart, LoadCurve
from widgets.system_card import Card
from widgets.text import FlowText
from widgets.theme import Theme

IOPS, LATENCY, THROUGHPUT, OUTSTANDING = "IOPS", marked("Latency"), marked("Throughput"), marked("Mean outstanding")
UNITS = {IOPS: "", LATENCY: "s", THROUGHPUT: "B/s", OUTSTANDING: ""}
ALL_PASSES, TOTAL, EACH = marked("All passes"), marked("each system's total"), marked("each target")
TOGETHER = marked("mean, p50 and p99")
WAITING = marked("a point comes with each finished step")


class DepthPanel(QWidget):
    """The charts read out the same depth together."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._depths: tuple[SessionReader, Depths] | None = None
        self._shown: tuple[SessionReader, float] | None = None
        self._depth: int | None = None
        self.passes = self._choice(tr("The pass that is shown"), (ALL_PASSES,))
        self.latency = self._choice(tr("The latency that is shown"), (*LATENCIES, TOGETHER))
        self.targets = self._choice(tr("Totals, or each target"), (TOTAL, EACH))
        self._figures = {name: AxisFigures() for name in UNITS}
        self.charts = {name: LoadChart(theme.chart, self._figures[name]) for name in UNITS}
        self.results = FlowText(most_lines=22, factor=1.05)
        self._compose()

    def set_theme(self, theme: Theme) -> None:
        """Another theme."""
        self._theme = theme
        for chart in self.charts.values():
            chart.set_palette(theme.chart)
        self._show_again()

    def clear(self) -> None:
        """No session is shown."""
        self._depths = self._shown = self._depth = None

    def refresh(self, reader: SessionReader, at_s: float) -> None:
        """Shows the steps that were finished at a moment."""
        self._shown = reader, at_s
        if self._depths is None or self._depths[0] is not reader:
            self._depths = reader, Depths(reader)
        found = by_pass(self._depths[1].until(at_s))
        self._offer(tuple(found))
        chosen = self.passes.currentData()
        if chosen in found:
            found = {chosen: found[chosen]}
        steps = [step for own in found.values() for step in own]
        axis = axis_words(steps)
        for name, unit in UNITS.items():
            curves = self._curves(reader, found, name)
            values = [point.value for curve in curves for point in curve.points]
            self._figures[name].set_reach(max(values, default=0.0), unit)
            chart = self.charts[name]
            chart.set_titles(self._title(name), unit, tr(WAITING))
            chart.set_axis(axis, log_values=name in (LATENCY, OUTSTANDING), log_loads=True)
            chart.set_curves(curves)
        self._tell(reader, steps)

    def _curves(self, reader: SessionReader, found: dict[str, list[StorageStep]], name: str) -> list[LoadCurve]:
        curves = []
        for number, own in enumerate(found.values()):
            asked = points(own, reader.systems[0].letter, requested, 0 if self._each else None)
            if name == OUTSTANDING and number == 0 and asked:
                curves.append(LoadCurve(tr("asked"), QColor(self._theme.dim), 2, asked))
            for system in reader.systems:
                color = QColor(system_color(system, self._theme))
                tail = f" {kind_words(own[0])}" if len(found) > 1 else ""
                if len({step.block_kb for steps in found.values() for step in steps}) > 1:
                    tail += f" {own[0].block_kb} KiB"
                for target in range(len(system.targets)) if self._each and len(system.targets) > 1 else (None,):
                    whose = system.letter if target is None else f"{system.letter}{target + 1}"
                    shade = color if target is None else self._shade(color, target)
                    for dash, (label, of) in enumerate(self._figures_of(name)):
                        shown = points(own, system.letter, of, target)
                        if shown:
                            curves.append(LoadCurve(f"{whose}{label}{tail}", shade, number + dash, shown))
        return curves

    def _shade(self, color: QColor, target: int) -> QColor:
        """A target's shade of its system's colour, further from the background with each."""
        further = 100 + 10 * (target % 5)
        return color.lighter(further) if QColor(self._theme.window).lightness() < 128 else color.darker(further)

    @property
    def _each(self) -> bool:
        return bool(self.targets.currentData() == EACH)

    def _figures_of(self, name: str) -> list[tuple[str, Of]]:
        """What is drawn of a system, or of one of its targets: a label and a figure for each curve."""
        chosen = self.latency.currentData()
        if name == LATENCY and chosen == TOGETHER:
            return [(f" {tr(figure)}", latency(figure)) for figure in LATENCIES]
        found = {IOPS: iops, THROUGHPUT: bytes_per_s, OUTSTANDING: outstanding}
        return [("", found.get(name) or latency(chosen))]

    def _title(self, name: str) -> str:
        if name == LATENCY:
            return tr("Latency of an I/O, {figure} · logarithmic").format(figure=self.latency.currentText())
        if name == OUTSTANDING:
            return tr("Outstanding, mean and asked for · logarithmic")
        title = "MB/s" if name == THROUGHPUT else tr(name)
        words = tr("{title} of each target") if self._each else tr("{title} of each system")
        return words.format(title=title)

    def _tell(self, reader: SessionReader, steps: Sequence[StorageStep]) -> None:
        lines = depths_told(reader, steps)
        depth = self._depth if self._depth is not None else max((step.outstanding for step in steps), default=0)
        self.results.set_text("\n".join([*lines, *depth_told(steps, depth)]) or tr(WAITING))

    def _offer(self, passes: tuple[str, ...]) -> None:
        """The passes that there are so far, the one chosen still chosen."""
        wanted = [ALL_PASSES, *passes]
        known = [self.passes.itemText(number) for number in range(self.passes.count())]
        if wanted == known:
            return
        chosen = self.passes.currentData()
        blocked = self.passes.blockSignals(True)
        self.passes.clear()
        _offer(self.passes, wanted)
        self.passes.setCurrentIndex(wanted.index(chosen) if chosen in wanted else 0)
        self.passes.blockSignals(blocked)

    def _show_again(self) -> None:
        if self._shown is not None:
            self.refresh(*self._shown)

    def _hover(self, depth: object) -> None:
        known = isinstance(depth, float) and math.isfinite(depth)
        for chart in self.charts.values():
            chart.set_hover(depth if isinstance(depth, float) else None)
        self._depth = round(depth) if isinstance(depth, float) and known else None
        self._show_again()

    def _choice(self, name: str, texts: Sequence[str]) -> QComboBox:
        box = QComboBox()
        box.setAccessibleName(name)
        _offer(box, texts)
        box.setMinimumContentsLength(12)
        box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        box.currentTextChanged.connect(self._show_again)
        return box

    def _compose(self) -> None:
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setSpacing(8)
        for number, chart in enumerate(self.charts.values()):
            chart.hovered.connect(self._hover)
            grid.addWidget(chart, number // 2, number % 2)
        card = Card()
        form = QFormLayout()
        for words, box in ((tr("&Pass"), self.passes), (tr("&Latency"), self.latency), (tr("I/&Os of"), self.targets)):
            form.addRow(words, box)
        column = QVBoxLayout(card)
        column.setContentsMargins(14, 12, 14, 12)
        column.setSpacing(10)
        column.addLayout(form)
        column.addWidget(self.results)
        column.addStretch()
        card.setFixedWidth(290)
        grid.addWidget(card, 0, 2, 2, 1)
        for number in range(2):
            grid.setColumnStretch(number, 1)
            grid.setRowStretch(number, 1)


def _offer(box: QComboBox, texts: Sequence[str]) -> None:
    """Adds items: as they are called here, and as they are shown."""
    for text in texts:
        box.addItem(tr(text), text)
