# SPDX-License-Identifier: Apache-2.0
"""Storage results by queue depth: IOPS, latencies and outstanding I/Os.

Each figure has a chart with a point per depth and a curve per system and pass.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QComboBox, QFormLayout, QFrame, QGridLayout, QScrollArea, QVBoxLayout, QWidget

from app.model.documents import MeasuredStep
from app.results.measurings import measurings
from app.results.storage_results import BlockFigures, Known, StorageFigures, StorageStep, TargetFigures, storage_steps
from app.session.reader import SessionReader
from app.ui.workbench.counter_catalogue import baseline_of, system_color
from app.ui.workbench.localised_figures import AxisFigures, count_text, figure_text, fixed_text, number_text, ratio_text
from widgets.charts.load_chart import LoadChart
from widgets.charts.load_plot import LoadCurve, PlottedPoint
from widgets.charts.time_chart import align_axes
from widgets.presentation.cards import Card
from widgets.text import FlowText
from widgets.theme import Theme
from widgets.translation import marked, tr

LATENCIES = (marked("mean"), "p50", "p99")
Own = StorageFigures | TargetFigures
Of = Callable[[StorageStep, Own], float]
"""Function that returns a figure of a system, or of one of its targets, in a step."""


@dataclass(frozen=True, slots=True)
class FinishedDepth:
    """A completed step and its end time."""

    to_s: float
    step: StorageStep


class Depths:
    """Steps of a session's sweep; read again only when new steps are completed."""

    def __init__(self, reader: SessionReader) -> None:
        self._reader = reader
        self._documents = -1
        self._steps: list[FinishedDepth] = []
        self._known: Known = {}

    def until(self, at_s: float) -> list[StorageStep]:
        """Return the steps completed by a given time, in chronological order."""
        documents = len(self._reader.documents_of(MeasuredStep))
        if documents != self._documents:
            self._documents = documents
            steps = storage_steps(self._reader, self._known) if documents else []
            known = zip(measurings(self._reader), steps, strict=True) if documents else ()
            self._steps = [FinishedDepth(max(span.to_s for span in one.spans.values()), step) for one, step in known]
        return [one.step for one in self._steps if one.to_s <= at_s + 0.5]


def by_pass(steps: Sequence[StorageStep]) -> dict[str, list[StorageStep]]:
    """Group the steps by pass (label of its I/Os), in chronological order."""
    found: dict[str, list[StorageStep]] = {}
    for step in steps:
        found.setdefault(step.io_label, []).append(step)
    return found


def pass_name(step: StorageStep) -> str:
    """Return the label of a pass: "reads", "writes", or the percentage of reads."""
    return {100.0: tr("reads"), 0.0: tr("writes")}.get(
        step.read_percent, tr("{share} % reads").format(share=number_text(step.read_percent))
    )


def points(steps: Sequence[StorageStep], letter: str, of: Of, target: int | None = None) -> tuple[PlottedPoint, ...]:
    """Return a point per depth, ascending: the mean of the repeats. Empty if there is no data.

    Args:
        steps: Steps of one pass.
        letter: Letter of the system.
        of: Function that returns the figure.
        target: Zero-based index of a target of the system; None for the system as a whole.
    """
    found: dict[int, list[float]] = {}
    for step in steps:
        own: Own | None = step.systems.get(letter)
        if target is not None and isinstance(own, StorageFigures):
            own = own.targets[target] if target < len(own.targets) else None
        value = of(step, own) if own is not None else math.nan
        if math.isfinite(value):
            found.setdefault(step.outstanding, []).append(value)
    return tuple(PlottedPoint(float(depth), sum(own) / len(own)) for depth, own in sorted(found.items()))


def iops(step: StorageStep, own: Own) -> float:
    return _nan_if_none(own.iops)


def bytes_per_s(step: StorageStep, own: Own) -> float:
    return _nan_if_none(own.mb_per_s) * 1e6


def outstanding(step: StorageStep, own: Own) -> float:
    """Return the mean number of outstanding I/Os, over all threads and targets of a system."""
    return _nan_if_none(own.mean_outstanding)


def requested(step: StorageStep, own: Own) -> float:
    """Return the requested number of outstanding I/Os, over all threads and targets of a system."""
    return float(own.requested_outstanding)


def latency(figure: str) -> Of:
    """Return a function that returns a latency figure over all I/Os, in seconds."""

    def of(step: StorageStep, own: Own) -> float:
        found = own.latency.get("order")
        return _nan_if_none(getattr(found, f"{figure}_ms")) / 1e3 if found is not None else math.nan

    return of


def depth_axis_title(steps: Sequence[StorageStep]) -> str:
    """Return the title of the depth axis, including the number of threads and targets."""
    if not steps:
        return tr("outstanding per thread")
    threads = tr(" or ").join(str(one) for one in sorted({step.threads for step in steps}))
    numbers = sorted({len(own.targets) for step in steps for own in step.systems.values()})
    targets = tr(" or ").join(str(one) for one in numbers)
    each = tr("1 thread") if threads == "1" else tr("{threads} threads").format(threads=threads)
    all_targets = (
        tr("1 target per system") if targets == "1" else tr("{targets} targets per system").format(targets=targets)
    )
    return tr("outstanding per thread, × {threads} × {targets}").format(threads=each, targets=all_targets)


def best(steps: Sequence[StorageStep], letter: str) -> tuple[int, float] | None:
    """Return the depth with the highest IOPS, and that value."""
    own = points(steps, letter, iops)
    top = max(own, key=lambda point: point.value, default=None)
    return (round(top.load), top.value) if top is not None else None


def depth_results(reader: SessionReader, steps: Sequence[StorageStep]) -> list[str]:
    """Return a line per system and pass with the best depth and the ratio to the baseline."""
    lines: list[str] = []
    baseline = baseline_of(reader)
    for caption, own in by_pass(steps).items():
        lines.append(tr("Highest {kind}").format(kind=caption))
        found = {system.letter: top for system in reader.systems if (top := best(own, system.letter)) is not None}
        for letter, (depth, most) in found.items():
            ratio = ""
            if baseline is not None and letter != baseline.letter and baseline.letter in found:
                ratio = f", {ratio_text(found[baseline.letter][1], most)} {baseline.letter}"
            parts = tr("{letter}: {iops} IOPS at {depth}")
            lines.append(parts.format(letter=letter, iops=count_text(most), depth=depth) + ratio)
        lines.append("")
    return lines


def depth_details(steps: Sequence[StorageStep], depth: int) -> list[str]:
    """Return lines about one depth: the requested and the mean number of outstanding I/Os."""
    own = [step for step in steps if step.outstanding == depth]
    if not own:
        return []
    lines = [tr("At {depth} outstanding per thread").format(depth=depth)]
    for step in (passed[-1] for passed in by_pass(own).values()):
        requested = {figures.requested_outstanding for figures in step.systems.values()}
        targets = {len(figures.targets) for figures in step.systems.values()}
        product = f"{depth} × {step.threads} × {tr(' or ').join(map(str, sorted(targets)))}"
        reached = ", ".join(
            f"{letter}\u00a0{fixed_text(figures.mean_outstanding, 1)}"
            for letter, figures in step.systems.items()
            if figures.mean_outstanding is not None
        )
        total = tr(" or ").join(count_text(one) for one in sorted(requested))
        parts = tr("{kind}: {product} = {total} requested, {reached} on average")
        lines.append(parts.format(kind=pass_name(step), product=product, total=total, reached=reached))
    return lines


def block_details(steps: Sequence[StorageStep], depth: int) -> list[str]:
    """Return lines about one depth with counts by block size, if there are several, and of trims."""
    lines: list[str] = []
    for step in (passed[-1] for passed in by_pass([one for one in steps if one.outstanding == depth]).values()):
        parts = dict.fromkeys(
            (block.operation, block.block_kb) for figures in step.systems.values() for block in figures.blocks
        )
        for part in parts:
            found = {
                letter: next((block for block in figures.blocks if (block.operation, block.block_kb) == part), None)
                for letter, figures in step.systems.items()
            }
            texts = [_block_text(letter, block) for letter, block in found.items() if block is not None]
            size = tr("{size} KiB reads") if part[0] == "read" else tr("{size} KiB writes")
            lines.append(f"{size.format(size=number_text(part[1]))}: {', '.join(texts)}")
        trims = {letter: own.trims_per_s for letter, own in step.systems.items() if own.trims_per_s is not None}
        if trims:
            rates = ", ".join(f"{letter}\u00a0{count_text(rate)}" for letter, rate in trims.items())
            lines.append(tr("trims: {rates} /s").format(rates=rates))
    return lines


def _block_text(letter: str, block: BlockFigures) -> str:
    p99 = block.latency.p99_ms if block.latency is not None else None
    rate = f"{letter}\u00a0{count_text(_nan_if_none(block.iops))}\u00a0IOPS"
    if p99 is None:
        return rate
    latency = figure_text(p99 / 1e3, "s").replace(" ", "\u00a0")
    return f"{rate} (p99\u00a0{latency})"


def depth_bounds(steps: Sequence[StorageStep]) -> list[str]:
    """Return remarks on latencies that are lower bounds because I/Os were still in flight."""
    text = tr("{letter} at {depth}: latencies are at least those; I/Os still under way at the end: {calls}")
    return [
        text.format(letter=letter, depth=step.outstanding, calls=count_text(found.censored))
        for step in steps
        for letter, figures in step.systems.items()
        if (found := figures.latency.get("order")) is not None and found.at_least
    ]


def _nan_if_none(value: float | None) -> float:
    return math.nan if value is None else value


IOPS, LATENCY, THROUGHPUT, OUTSTANDING = "IOPS", marked("Latency"), marked("Throughput"), marked("Mean outstanding")
UNITS = {IOPS: "", LATENCY: "s", THROUGHPUT: "B/s", OUTSTANDING: ""}
ALL_PASSES, TOTAL, EACH = marked("All passes"), marked("each system's total"), marked("each target")
COLUMNS = 2
LEAST_WIDTH, WIDTH = 240, 290
"""Minimum and preferred width of the card next to the charts, in logical pixels."""
TOGETHER = marked("mean, p50 and p99")
WAITING = marked("one point per finished step")


class DepthPanel(QWidget):
    """Charts of queue depths; all cursors are at the same depth."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._depths: tuple[SessionReader, Depths] | None = None
        self._state: tuple[SessionReader, float] | None = None
        self._depth: int | None = None
        self.passes = self._choice(tr("Pass shown"), (ALL_PASSES,))
        self.latency = self._choice(tr("Latency percentile"), (*LATENCIES, TOGETHER))
        self.targets = self._choice(tr("Totals, or each target"), (TOTAL, EACH))
        self._figures = {name: AxisFigures() for name in UNITS}
        self.charts = {name: LoadChart(theme.chart, self._figures[name]) for name in UNITS}
        self.results = FlowText(most_lines=34, factor=1.05)
        self._compose()

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        for chart in self.charts.values():
            chart.set_palette(theme.chart)
        self._refresh_again()

    def clear(self) -> None:
        """Clear the panel."""
        self._depths = self._state = self._depth = None

    def refresh(self, reader: SessionReader, at_s: float) -> None:
        """Show the steps completed by a given time."""
        self._state = reader, at_s
        if self._depths is None or self._depths[0] is not reader:
            self._depths = reader, Depths(reader)
        found = by_pass(self._depths[1].until(at_s))
        self._offer(tuple(found))
        chosen = self.passes.currentData()
        if chosen in found:
            found = {chosen: found[chosen]}
        steps = [step for own in found.values() for step in own]
        axis = depth_axis_title(steps)
        for name, unit in UNITS.items():
            curves = self._curves(reader, found, name)
            values = [point.value for curve in curves for point in curve.points]
            self._figures[name].set_reach(max(values, default=0.0), unit)
            chart = self.charts[name]
            chart.set_titles(self._title(name), unit, tr(WAITING))
            chart.set_axis(axis, log_values=name in (LATENCY, OUTSTANDING), log_loads=True)
            chart.set_curves(curves)
        for column in range(COLUMNS):
            align_axes(list(self.charts.values())[column::COLUMNS])
        self._show_results(reader, steps)

    def _curves(self, reader: SessionReader, found: dict[str, list[StorageStep]], name: str) -> list[LoadCurve]:
        curves = []
        for number, own in enumerate(found.values()):
            requests = points(own, reader.systems[0].letter, requested, 0 if self._shows_each_target else None)
            if name == OUTSTANDING and number == 0 and requests:
                curves.append(LoadCurve(tr("requested"), QColor(self._theme.dim), 2, requests))
            for system in reader.systems:
                color = QColor(system_color(system, self._theme))
                tail = f" {pass_name(own[0])}" if len(found) > 1 else ""
                if len({step.block_kb for steps in found.values() for step in steps}) > 1:
                    tail += f" {own[0].block_kb} KiB"
                for target in (
                    range(len(system.targets)) if self._shows_each_target and len(system.targets) > 1 else (None,)
                ):
                    whose = system.letter if target is None else f"{system.letter}{target + 1}"
                    shade = color if target is None else self._shade(color, target)
                    for dash, (label, of) in enumerate(self._figures_of(name)):
                        drawn = points(own, system.letter, of, target)
                        if drawn:
                            curves.append(LoadCurve(f"{whose}{label}{tail}", shade, number + dash, drawn))
        return curves

    def _shade(self, color: QColor, target: int) -> QColor:
        """Return the shade of a system's color for a target; later targets contrast more with the background."""
        further = 100 + 10 * (target % 5)
        return color.lighter(further) if QColor(self._theme.window).lightness() < 128 else color.darker(further)

    @property
    def _shows_each_target(self) -> bool:
        return bool(self.targets.currentData() == EACH)

    def _figures_of(self, name: str) -> list[tuple[str, Of]]:
        """Return the label and function of each curve to draw per system or target."""
        chosen = self.latency.currentData()
        if name == LATENCY and chosen == TOGETHER:
            return [(f" {tr(figure)}", latency(figure)) for figure in LATENCIES]
        found = {IOPS: iops, THROUGHPUT: bytes_per_s, OUTSTANDING: outstanding}
        return [("", found.get(name) or latency(chosen))]

    def _title(self, name: str) -> str:
        if name == LATENCY:
            return tr("Latency of an I/O, {figure} · logarithmic").format(figure=self.latency.currentText())
        if name == OUTSTANDING:
            return tr("Outstanding I/Os, mean and requested · logarithmic")
        title = "MB/s" if name == THROUGHPUT else tr(name)
        caption = tr("{title} of each target") if self._shows_each_target else tr("{title} of each system")
        return caption.format(title=title)

    def _show_results(self, reader: SessionReader, steps: Sequence[StorageStep]) -> None:
        lines = depth_results(reader, steps)
        depth = self._depth if self._depth is not None else max((step.outstanding for step in steps), default=0)
        details = [*depth_details(steps, depth), *block_details(steps, depth), *depth_bounds(steps)]
        self.results.set_text("\n".join([*lines, *details]) or tr(WAITING))

    def _offer(self, passes: tuple[str, ...]) -> None:
        """List the passes completed so far, keeping the selection."""
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

    def _refresh_again(self) -> None:
        if self._state is not None:
            self.refresh(*self._state)

    def _hover(self, depth: object) -> None:
        known = isinstance(depth, float) and math.isfinite(depth)
        for chart in self.charts.values():
            chart.set_hover(depth if isinstance(depth, float) else None)
        self._depth = round(depth) if isinstance(depth, float) and known else None
        self._refresh_again()

    def _choice(self, name: str, texts: Sequence[str]) -> QComboBox:
        box = QComboBox()
        box.setAccessibleName(name)
        _offer(box, texts)
        box.setMinimumContentsLength(12)
        box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        box.currentTextChanged.connect(self._refresh_again)
        return box

    def _compose(self) -> None:
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setSpacing(8)
        for number, chart in enumerate(self.charts.values()):
            chart.hovered.connect(self._hover)
            grid.addWidget(chart, number // COLUMNS, number % COLUMNS)
        card = Card()
        form = QFormLayout()
        for caption, box in (
            (tr("&Pass"), self.passes),
            (tr("&Latency"), self.latency),
            (tr("I/&Os of"), self.targets),
        ):
            form.addRow(caption, box)
        column = QVBoxLayout(card)
        column.setContentsMargins(14, 12, 14, 12)
        column.setSpacing(10)
        column.addLayout(form)
        column.addWidget(scrolled(self.results), 1)
        card.setMinimumWidth(LEAST_WIDTH)
        card.setMaximumWidth(WIDTH)
        grid.addWidget(card, 0, 2, 2, 1)
        for number in range(2):
            grid.setColumnStretch(number, 1)
            grid.setRowStretch(number, 1)


def scrolled(text: FlowText) -> QScrollArea:
    """Wrap a text in a scroll area, for cards that may be too small for it."""
    area = QScrollArea()
    area.setWidgetResizable(True)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    area.setFrameShape(QFrame.Shape.NoFrame)
    inside = QWidget()
    column = QVBoxLayout(inside)
    column.setContentsMargins(0, 0, 0, 0)
    column.addWidget(text)
    column.addStretch()
    area.setWidget(inside)
    area.viewport().setAutoFillBackground(False)
    inside.setAutoFillBackground(False)
    return area


def _offer(box: QComboBox, texts: Sequence[str]) -> None:
    """Add items to a combo box, given their internal names, with translated labels."""
    for text in texts:
        box.addItem(tr(text), text)
