# SPDX-License-Identifier: Apache-2.0
"""Closing card of a run: a sentence, the picture that proves it, and the facts it rests on.

Systems are given by their letters; their names and colors belong to the card as a whole.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QWidget

from widgets.painting import faint
from widgets.presentation.exhibitor_strip import ExhibitorStrip, link_text, paint_code
from widgets.presentation.head_and_foot import HeadLine, Pill
from widgets.presentation.measure import (
    NAME_SHRINKS_TO,
    Measure,
    PresentationColors,
    PresentationWidget,
    TextRun,
    flow_runs,
    paint_chip,
    paint_runs,
    paint_text,
    plain_text,
)

MARGIN, HEAD_TOP, SENTENCE_TOP, SENTENCE, BELOW, LABEL, CHIP, NAME, FIGURE, SMALL_FIGURE, CODE, FOOT = (
    56, 34, 128, 92, 38, 30, 40, 38, 88, 56, 168, 28,
)  # fmt: skip
BAR, SMALL_BAR = 98, 64
"""Lengths in pixels of the design."""
LEGIBLE_STEP = 1.25
"""Smallest distance between two bars, relative to the smallest text."""
_RIGHT, _CENTER = Qt.AlignmentFlag.AlignRight, Qt.AlignmentFlag.AlignHCenter


@dataclass(frozen=True, slots=True)
class CardBar:
    """Bar for the result of one system.

    Attributes:
        letter: Letter of the system.
        number: Its value, with the unit unless the group's label has it.
        share: Length relative to the longest bar, 0 to 1.
    """

    letter: str
    number: str
    share: float


@dataclass(frozen=True, slots=True)
class BarGroup:
    """Bars of one figure on a common scale that starts at zero.

    Attributes:
        label: The figure, and "shorter is better" if that is so.
        bars: A bar per system.
    """

    label: str
    bars: tuple[CardBar, ...]


@dataclass(frozen=True, slots=True)
class FactColumn:
    """A fact of each system, such as its price.

    Attributes:
        label: Name of the fact.
        values: Letters and values of the systems.
    """

    label: str
    values: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class SweepCurve:
    """Figure of a system at each level.

    Attributes:
        letter: Letter of the system.
        values: A value per level; NaN if missing.
        last: Text at its end.
    """

    letter: str
    values: tuple[float, ...]
    last: str


@dataclass(frozen=True, slots=True)
class SweepDrawing:
    """Curves over levels, and a table of another figure at some of them.

    Attributes:
        label: What the curves show.
        levels: Text of the levels.
        axis: What the levels are.
        curves: A curve per system.
        table_label: What the table shows.
        rows: Label of a level, and the letters, values and units of the systems.
    """

    label: str
    levels: tuple[str, ...]
    axis: str
    curves: tuple[SweepCurve, ...]
    table_label: str = ""
    rows: tuple[tuple[str, tuple[tuple[str, str, str], ...]], ...] = ()


@dataclass(frozen=True, slots=True)
class GridCell:
    """One test: the bars of two systems, and their ratio."""

    bars: tuple[CardBar, ...]
    ratio: str


@dataclass(frozen=True, slots=True)
class GridRow:
    """Tests of one access pattern, one per column; None if one was not made."""

    name: str
    about: str
    cells: tuple[GridCell | None, ...]


@dataclass(frozen=True, slots=True)
class Grid:
    """Tests by access pattern and pass."""

    columns: tuple[str, ...]
    rows: tuple[GridRow, ...]


@dataclass(frozen=True, slots=True)
class ClosingCard:
    """Contents of a closing card.

    Attributes:
        pill: Where the picture comes from.
        title: Title of the comparison.
        sentence: The result. A part's color is the letter of a system, or "".
        below: Second line of the sentence.
        names: Names of the systems, by letter, in order.
        groups: Bars, the compared figure first.
        facts: Columns of facts.
        sweep: Curves instead of bars.
        grid: Tests instead of bars.
        foot: What the result rests on, one entry a line.
        ahead: Letter of the system that is firmly ahead; "" if none is.
    """

    pill: Pill
    title: str
    sentence: tuple[TextRun, ...]
    below: str = ""
    names: tuple[tuple[str, str], ...] = ()
    groups: tuple[BarGroup, ...] = ()
    facts: tuple[FactColumn, ...] = ()
    sweep: SweepDrawing | None = None
    grid: Grid | None = None
    foot: tuple[str, ...] = ()
    ahead: str = ""

    @property
    def main(self) -> str:
        """The sentence as text."""
        return plain_text(self.sentence)

    @property
    def text(self) -> str:
        """Everything that the card says, for screen readers."""
        names = dict(self.names)
        bars = [
            f"{group.label}: {', '.join(f'{names.get(one.letter, one.letter)} {one.number}' for one in group.bars)}"
            for group in self.groups
        ]
        tests = [
            f"{row.name}, {row.about}, {column}: {cell.ratio}"
            for row in (self.grid.rows if self.grid is not None else ())
            for column, cell in zip(self.grid.columns if self.grid is not None else (), row.cells, strict=False)
            if cell is not None
        ]
        return ". ".join(filter(None, (self.title, self.main, self.below, *bars, *tests, *self.foot)))


class ClosingSheet(PresentationWidget):
    """A closing card over the whole window."""

    def __init__(self, colors: PresentationColors, parent: QWidget | None = None) -> None:
        super().__init__(colors, parent)
        self.head = HeadLine(colors, self)
        self._card: ClosingCard | None = None
        self._systems: dict[str, str] = {}
        self._strip = ExhibitorStrip()
        self.hide()

    @property
    def card(self) -> ClosingCard | None:
        """Card shown."""
        return self._card

    def show_card(self, card: ClosingCard | None, systems: Mapping[str, str]) -> None:
        """Show a card with the colors of the systems by letter; None hides it."""
        self._card, self._systems = card, dict(systems)
        if card is not None:
            self.head.show_line(card.pill, card.title)
            self.setAccessibleName(card.text)
            self.raise_()
        self.setVisible(card is not None)
        self.update()

    def set_exhibitor(self, strip: ExhibitorStrip) -> None:
        """Set the exhibitor: logo, title and link."""
        self._strip = strip
        self.head.set_logo(strip.logo)
        self.setAccessibleDescription(". ".join(filter(None, (strip.title, strip.line, strip.link))))
        self.update()

    def set_colors(self, colors: PresentationColors) -> None:
        """Set the theme."""
        super().set_colors(colors)
        self.head.set_colors(colors)

    def set_measure(self, measure: Measure) -> None:
        """Set the size of the window and of its text."""
        super().set_measure(measure)
        self.head.set_measure(measure)
        margin = round(measure.px(MARGIN))
        high = round(self.head.height_for(measure))
        self.head.setGeometry(margin, round(measure.px(HEAD_TOP)), self.width() - 2 * margin, high)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
        painter.fillRect(self.rect(), QColor(self.colors.ground))
        card, measure = self._card, self.measure
        if card is None:
            painter.end()
            return
        margin = measure.px(MARGIN)
        foot = self._foot_height()
        whole = QRectF(margin, measure.px(SENTENCE_TOP), self.width() - 2 * margin, 0)
        whole.setBottom(self.height() - foot - measure.px(24))
        top = self._paint_sentence(painter, whole, card)
        body = QRectF(whole.left(), top, whole.width(), max(whole.bottom() - top, 1.0))
        if card.grid is not None:
            self._paint_grid(painter, body, card, card.grid)
        elif card.sweep is not None:
            self._paint_sweep(painter, body, card, card.sweep)
        else:
            self._paint_bars(painter, body, card)
        self._paint_foot(painter, QRectF(margin, self.height() - foot, self.width() - 2 * margin, foot), card)
        painter.end()

    def _color(self, letter: str) -> str:
        return self._systems.get(letter, self.colors.ink)

    # Sentence and foot

    def _paint_sentence(self, painter: QPainter, box: QRectF, card: ClosingCard) -> float:
        """Paint the sentence at the top of a box; return where the picture begins."""
        measure = self.measure
        runs = [TextRun(run.text, self._color(run.color) if run.color else "", run.name) for run in card.sentence]
        room = box.width()
        if card.grid is not None:
            room -= self._legend_width(card) + measure.px(40)
        font = measure.font(self.font(), SENTENCE, bold=True, tight=-0.03)
        fitted, lines = flow_runs(measure, font, runs, room)
        metrics = QFontMetricsF(font if len(lines) == 1 else fitted)
        first = box.top() + metrics.ascent() * 0.94
        for number, line in enumerate(lines):
            base = first + number * fitted.pixelSize() * 1.16
            paint_runs(painter, box.left(), base, room, line, fitted, self.colors.ink)
        top = base + metrics.descent() * 0.6
        if card.below:
            below = measure.font(self.font(), BELOW)
            sized = measure.fitting(below, card.below, box.width())
            paint_text(painter, box.left(), top + QFontMetricsF(below).ascent(), box.width(), card.below, sized,
                       self.colors.ink2)  # fmt: skip
            top += QFontMetricsF(below).height()
        if card.grid is not None:
            self._paint_legend(painter, box.right() - self._legend_width(card), base - metrics.capHeight() / 2, card)
        return top + measure.px(44 if card.grid is None else 12)

    def _legend_width(self, card: ClosingCard) -> float:
        measure = self.measure
        font = measure.font(self.font(), NAME, bold=True)
        names = [min(QFontMetricsF(font).horizontalAdvance(name), self.width() * 0.16) for _, name in card.names]
        return sum(names) + len(names) * measure.grown(CHIP + 14) + (len(names) - 1) * measure.px(40)

    def _paint_legend(self, painter: QPainter, left: float, middle: float, card: ClosingCard) -> None:
        """Paint chip and name of each system in a line."""
        measure = self.measure
        font, chip = measure.font(self.font(), NAME, bold=True), measure.chip(CHIP)
        base = middle + QFontMetricsF(font).capHeight() / 2
        for letter, name in card.names:
            box = QRectF(left, middle - chip / 2, chip, chip)
            paint_chip(painter, box, letter, self._color(letter), self.colors.on_system, font)
            left += chip + measure.grown(14)
            left += paint_text(painter, left, base, self.width() * 0.16, name, font, self.colors.ink,
                               mode=Qt.TextElideMode.ElideMiddle) + measure.px(40)  # fmt: skip

    def _foot_height(self) -> float:
        measure = self.measure
        lines = QFontMetricsF(measure.font(self.font(), FOOT)).height() * 1.3 * (3 if self._card else 2)
        return max(measure.px(CODE) if self._strip.code else 0.0, lines) + measure.px(40)

    def _paint_foot(self, painter: QPainter, box: QRectF, card: ClosingCard) -> None:
        measure = self.measure
        font = measure.font(self.font(), FOOT)
        bottom, right = box.bottom() - measure.px(40), box.right()
        step = font.pixelSize() * 1.45
        if self._strip.code:
            side = measure.px(CODE)
            paint_code(painter, QRectF(right - side, bottom - side, side, side), self._strip.code)
            right -= side + measure.px(24)
            shown = link_text(self._strip.link)
            lines = [text for text in (self._strip.title, shown) if text]
            wide = min(max(QFontMetricsF(font).horizontalAdvance(text) for text in lines), box.width() * 0.3)
            top = bottom - side / 2 - step * len(lines) / 2
            for number, text in enumerate(lines):
                base = top + number * step + (step + QFontMetricsF(font).capHeight()) / 2
                ink = self.colors.ink if text == shown else self.colors.ink2
                sized = measure.fitting(font, text, wide)
                paint_text(painter, right - wide, base, wide, text, sized, ink, align=_RIGHT)
            right -= wide + measure.px(40)
        elif self._strip.title:
            wide = min(QFontMetricsF(font).horizontalAdvance(self._strip.title), box.width() * 0.3)
            paint_text(painter, right - wide, bottom - step * 0.3, wide, self._strip.title, font, self.colors.ink2)
            right -= wide + measure.px(40)
        lines = []
        for text in card.foot:
            _, found = measure.flowing(font, text, right - box.left(), 3)
            lines += found
        most = max(1, int((box.height() - measure.px(40)) / step))
        lines = lines[:most]
        base = bottom - (len(lines) - 1) * step - QFontMetricsF(font).descent()
        if self._strip.code:
            base -= max(0.0, measure.px(CODE) - len(lines) * step) / 2
        for number, text in enumerate(lines):
            paint_text(painter, box.left(), base + number * step, right - box.left(), text, font, self.colors.ink2)

    # Bars

    def _paint_bars(self, painter: QPainter, body: QRectF, card: ClosingCard) -> None:
        """Paint the first group over the whole width, the second one next to the facts.

        With so many systems that the second group would not be legible, the first one has all the room.
        """
        measure = self.measure
        if not card.groups:
            return
        label = QFontMetricsF(measure.font(self.font(), LABEL)).height() + measure.px(14)
        sizes = [measure.grown(BAR + 22), measure.grown(SMALL_BAR + 16)]
        groups = card.groups[:2]
        shrink = self._bar_shrink(groups, sizes, label, body.height())
        if sizes[1] * shrink < measure.least * LEGIBLE_STEP:
            groups = groups[:1]
            shrink = self._bar_shrink(groups, sizes, label, body.height())
        top = body.top()
        font = measure.font(self.font(), NAME, bold=True)
        widest = max((QFontMetricsF(font).horizontalAdvance(name) for _, name in card.names), default=0.0)
        names = min(widest + measure.grown(CHIP + 16) + measure.px(36), body.width() * 0.3)
        names = max(names, measure.px(310))
        for number, group in enumerate(groups):
            step, large = sizes[number] * shrink, number == 0
            right = body.right() if large or not card.facts else body.left() + body.width() * 0.6
            box = QRectF(body.left(), top, right - body.left(), label + step * len(group.bars))
            self._paint_group(painter, box, group, card, names, large=large)
            if not large:
                facts = QRectF(right + measure.px(24), top, body.right() - right - measure.px(24), box.height())
                self._paint_facts(painter, facts, card, step, label)
            top = box.bottom() + measure.px(40) * shrink

    def _bar_shrink(self, groups: Sequence[BarGroup], sizes: Sequence[float], label: float, high: float) -> float:
        """Return the share of their size that bars have so that the groups fit a height."""
        bars = sum(size * len(group.bars) for size, group in zip(sizes, groups, strict=False))
        fixed = label * len(groups) + self.measure.px(40)
        return min(1.0, max(high - fixed, 1.0) / max(bars, 1.0))

    def _paint_group(
        self, painter: QPainter, box: QRectF, group: BarGroup, card: ClosingCard, names: float, *, large: bool
    ) -> None:
        measure = self.measure
        label = measure.font(self.font(), LABEL)
        metrics = QFontMetricsF(label)
        fitted = measure.fitting(label, group.label, box.width())
        paint_text(painter, box.left(), box.top() + metrics.ascent(), box.width(), group.label, fitted,
                   self.colors.ink2)  # fmt: skip
        top = box.top() + metrics.height() + measure.px(14)
        step = (box.bottom() - top) / max(1, len(group.bars))
        high = step * (0.82 if large else 0.8)
        figure = measure.font(self.font(), FIGURE if large else SMALL_FIGURE, figure=True, tight=-0.02)
        figure.setPixelSize(min(figure.pixelSize(), max(measure.least, round(high * 0.92))))
        numbers = max(QFontMetricsF(figure).horizontalAdvance(bar.number) for bar in group.bars)
        figure = measure.fitting(figure, max((bar.number for bar in group.bars), key=len), box.width() * 0.4)
        numbers = min(numbers, box.width() * 0.4)
        most = box.width() - names - numbers - measure.px(40)
        shown = dict(card.names)
        for bar in group.bars:
            middle = top + high / 2
            self._paint_name(painter, QRectF(box.left(), top, names, high), bar.letter, shown.get(bar.letter, ""))
            wide = max(measure.px(4), most * min(max(bar.share, 0.0), 1.0))
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(self._color(bar.letter)))
            left = box.left() + names
            painter.drawRoundedRect(QRectF(left, top, wide, high), measure.px(8), measure.px(8))
            base = middle + QFontMetricsF(figure).capHeight() / 2
            paint_text(painter, left + wide + measure.px(24), base, numbers + 1, bar.number, figure,
                       self._color(bar.letter))  # fmt: skip
            top += step

    def _paint_name(self, painter: QPainter, box: QRectF, letter: str, name: str) -> None:
        measure = self.measure
        chip = min(measure.chip(44), box.height())
        font = measure.font(self.font(), NAME, bold=True)
        font.setPixelSize(min(font.pixelSize(), max(measure.least, round(box.height()))))
        square = QRectF(box.left(), box.center().y() - chip / 2, chip, chip)
        paint_chip(painter, square, letter, self._color(letter), self.colors.on_system, font)
        left = box.left() + chip + measure.px(16)
        room = box.right() - left - measure.px(16)
        fitted = measure.fitting(font, name, room, NAME_SHRINKS_TO)
        base = box.center().y() + QFontMetricsF(fitted).capHeight() / 2
        paint_text(painter, left, base, room, name, fitted, self.colors.ink, mode=Qt.TextElideMode.ElideMiddle)

    def _paint_facts(self, painter: QPainter, box: QRectF, card: ClosingCard, step: float, label_high: float) -> None:
        """Paint the facts, a column each, on the lines of the bars next to them."""
        if not card.facts:
            return
        measure = self.measure
        label = measure.font(self.font(), LABEL)
        font = measure.font(self.font(), SMALL_FIGURE, figure=True, tight=-0.02)
        font.setPixelSize(min(font.pixelSize(), max(measure.least, round(step * 0.74))))
        wide = box.width() / len(card.facts)
        for number, column in enumerate(card.facts):
            left, room = box.left() + number * wide, wide - measure.px(16)
            fitted = measure.fitting(label, column.label, room)
            base = box.top() + QFontMetricsF(label).ascent()
            paint_text(painter, left, base, room, column.label, fitted, self.colors.ink2)
            for row, (letter, value) in enumerate(column.values):
                middle = box.top() + label_high + (row + 0.4) * step
                sized = measure.fitting(font, value, room)
                base = middle + QFontMetricsF(sized).capHeight() / 2
                paint_text(painter, left, base, room, value, sized, self._color(letter))

    # Sweep

    def _paint_sweep(self, painter: QPainter, body: QRectF, card: ClosingCard, sweep: SweepDrawing) -> None:
        """Paint curves over the levels on the left, and the table on the right."""
        measure = self.measure
        label = measure.font(self.font(), LABEL)
        metrics = QFontMetricsF(label)
        share = 0.64 if sweep.rows else 1.0
        wide = body.width() * share
        paint_text(painter, body.left(), body.top() + metrics.ascent(), wide * 0.5, sweep.label, label,
                   self.colors.ink2)  # fmt: skip
        legend = self._legend_width(card)
        figures = measure.font(self.font(), 44, bold=True)
        ends = max((QFontMetricsF(figures).horizontalAdvance(curve.last) for curve in sweep.curves), default=0.0)
        plot = QRectF(body.left() + measure.px(12), body.top() + metrics.height() + measure.px(28),
                      wide - ends - measure.px(60), 0)  # fmt: skip
        axis = measure.font(self.font(), FOOT)
        plot.setBottom(body.bottom() - 2.3 * QFontMetricsF(axis).height())
        self._paint_legend(painter, max(plot.right() - legend, body.left() + wide * 0.4),
                           body.top() + metrics.height() / 2, card)  # fmt: skip
        self._paint_curves(painter, plot, sweep)
        count = max(1, len(sweep.levels) - 1)
        base = plot.bottom() + QFontMetricsF(axis).ascent() + measure.px(10)
        for number, text in enumerate(sweep.levels):
            at = plot.left() + plot.width() * number / count
            half = QFontMetricsF(axis).horizontalAdvance(text) / 2
            at = min(max(at - half, plot.left() - measure.px(6)), plot.right() - half)
            paint_text(painter, at, base, 2 * half + 1, text, axis, self.colors.dim)
        base += QFontMetricsF(axis).height() * 1.1
        paint_text(painter, plot.left(), base, plot.width(), sweep.axis, axis, self.colors.ink2, align=_CENTER)
        if sweep.rows:
            left = body.left() + wide + measure.px(48)
            self._paint_table(painter, QRectF(left, body.top(), body.right() - left, body.height()), sweep)

    def _paint_curves(self, painter: QPainter, plot: QRectF, sweep: SweepDrawing) -> None:
        measure = self.measure
        known = [value for curve in sweep.curves for value in curve.values if math.isfinite(value)]
        most = max(known, default=1.0) * 1.06 or 1.0
        count = max(1, len(sweep.levels) - 1)
        painter.setPen(QPen(QColor(self.colors.grid), 1.0))
        for number in range(6):
            y = plot.bottom() - plot.height() * number / 5.3
            painter.drawLine(QPointF(plot.left(), y), QPointF(plot.right(), y))
        for number in range(count + 1):
            x = plot.left() + plot.width() * number / count
            painter.drawLine(QPointF(x, plot.top()), QPointF(x, plot.bottom()))
        font = measure.font(self.font(), 44, bold=True)
        taken: list[float] = []
        for curve in sorted(sweep.curves, key=lambda one: -_last(one.values)):
            color = QColor(self._color(curve.letter))
            points = [
                QPointF(plot.left() + plot.width() * number / count, plot.bottom() - plot.height() * value / most)
                for number, value in enumerate(curve.values)
                if math.isfinite(value)
            ]
            if not points:
                continue
            area = QPolygonF([*points, QPointF(points[-1].x(), plot.bottom()), QPointF(points[0].x(), plot.bottom())])
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(faint(color, 0.13))
            painter.drawPolygon(area)
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(color, measure.px(5)))
            painter.drawPolyline(QPolygonF(points))
            painter.setPen(QPen(QColor(self.colors.ground), measure.px(3)))
            painter.setBrush(color)
            for point in points:
                painter.drawEllipse(point, measure.px(10), measure.px(10))
            y = points[-1].y()
            while any(abs(y - other) < font.pixelSize() for other in taken):
                y += font.pixelSize() * 0.25
            taken.append(y)
            base = min(y, plot.bottom()) + QFontMetricsF(font).capHeight() / 2
            paint_text(painter, points[-1].x() + measure.px(26), base, self.width(), curve.last, font, color)

    def _paint_table(self, painter: QPainter, box: QRectF, sweep: SweepDrawing) -> None:
        measure = self.measure
        label, small = measure.font(self.font(), LABEL), measure.font(self.font(), FOOT)
        paint_text(painter, box.left(), box.top() + QFontMetricsF(label).ascent(), box.width(), sweep.table_label,
                   label, self.colors.ink2)  # fmt: skip
        top = box.top() + QFontMetricsF(label).height() + measure.px(14)
        step = min((box.bottom() - top) / max(1, len(sweep.rows)), measure.grown(150))
        figure = measure.font(self.font(), 80, figure=True, tight=-0.02)
        figure.setPixelSize(min(figure.pixelSize(), max(measure.least, round(step * 0.52))))
        unit = measure.font(self.font(), 32, bold=True)
        for text, cells in sweep.rows:
            paint_text(painter, box.left(), top + QFontMetricsF(small).ascent(), box.width(), text, small,
                       self.colors.ink2)  # fmt: skip
            base = top + QFontMetricsF(small).height() + QFontMetricsF(figure).capHeight() * 1.12
            wide = box.width() / max(1, len(cells))
            for number, (letter, value, unit_text) in enumerate(cells):
                room = wide - QFontMetricsF(unit).horizontalAdvance(unit_text) - measure.px(16)
                sized = measure.fitting(figure, value, room)
                left = box.left() + number * wide
                left += paint_text(painter, left, base, room + 1, value, sized, self._color(letter)) + measure.px(6)
                paint_text(painter, left, base, wide, unit_text, unit, self._color(letter))
            top += step

    # Grid

    def _paint_grid(self, painter: QPainter, body: QRectF, card: ClosingCard, grid: Grid) -> None:
        """Paint a row per access pattern, with a panel per pass."""
        measure = self.measure
        head = measure.font(self.font(), 36, bold=True)
        names = min(measure.px(414), body.width() * 0.3)
        gap = measure.px(18)
        wide = (body.width() - names - gap * (len(grid.columns) - 1)) / max(1, len(grid.columns))
        for number, text in enumerate(grid.columns):
            left = body.left() + names + number * (wide + gap) + measure.px(24)
            paint_text(painter, left, body.top() + QFontMetricsF(head).ascent(), wide, text, head, self.colors.ink)
        top = body.top() + QFontMetricsF(head).height() + measure.px(10)
        step = min((body.bottom() - top) / max(1, len(grid.rows)), measure.px(170))
        bold, small = measure.font(self.font(), NAME, bold=True), measure.font(self.font(), FOOT)
        for row in grid.rows:
            tall = QFontMetricsF(bold).height() + QFontMetricsF(small).height()
            base = top + (step - measure.px(12) - tall) / 2 + QFontMetricsF(bold).ascent()
            paint_text(painter, body.left(), base, names - gap, row.name, bold, self.colors.ink)
            base += QFontMetricsF(bold).descent() + QFontMetricsF(small).ascent()
            fitted = measure.fitting(small, row.about, names - gap)
            paint_text(painter, body.left(), base, names - gap, row.about, fitted, self.colors.ink2)
            for number, cell in enumerate(row.cells):
                box = QRectF(body.left() + names + number * (wide + gap), top, wide, step - measure.px(12))
                painter.setPen(Qt.PenStyle.NoPen)
                painter.setBrush(QColor(self.colors.panel))
                painter.drawRoundedRect(box, measure.px(14), measure.px(14))
                if cell is not None:
                    self._paint_cell(painter, box, cell)
            top += step

    def _paint_cell(self, painter: QPainter, box: QRectF, cell: GridCell) -> None:
        measure, pad = self.measure, self.measure.px(24)
        ratio = measure.font(self.font(), 66, figure=True, tight=-0.02)
        ratio.setPixelSize(min(ratio.pixelSize(), max(measure.least, round(box.height() * 0.52))))
        ratio = measure.fitting(ratio, cell.ratio, box.width() * 0.26)
        right = box.right() - pad
        base = box.center().y() + QFontMetricsF(ratio).capHeight() / 2
        paint_text(painter, box.left(), base, box.width() - pad, cell.ratio, ratio, self.colors.ink, align=_RIGHT)
        right -= measure.px(150)
        font = measure.font(self.font(), 36, bold=True)
        numbers = max((QFontMetricsF(font).horizontalAdvance(bar.number) for bar in cell.bars), default=0.0)
        most = max(right - box.left() - pad - numbers - measure.px(28), measure.px(40))
        inner = box.height() - 2 * measure.px(14)
        step = inner / max(1, len(cell.bars))
        font.setPixelSize(min(font.pixelSize(), max(measure.least, round(step * 0.8))))
        for number, bar in enumerate(cell.bars):
            top = box.top() + measure.px(14) + number * step
            high = step * 0.86
            wide = max(measure.px(4), most * bar.share)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(self._color(bar.letter)))
            painter.drawRoundedRect(QRectF(box.left() + pad, top, wide, high), measure.px(6), measure.px(6))
            base = top + high / 2 + QFontMetricsF(font).capHeight() / 2
            left = box.left() + pad + wide + measure.px(14)
            paint_text(painter, left, base, numbers + 1, bar.number, font, self._color(bar.letter))


def _last(values: Sequence[float]) -> float:
    return next((value for value in reversed(values) if math.isfinite(value)), 0.0)
