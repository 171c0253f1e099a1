# SPDX-License-Identifier: Apache-2.0
"""Upper half of the booth window: each system's name and figures, and the statement that compares them.

Two systems stand at the sides of the statement. Three are columns below it, four to eight are bars.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from widgets.painting import mixed
from widgets.presentation.measure import (
    Measure,
    PresentationColors,
    PresentationWidget,
    TextRun,
    fit_runs,
    one_line,
    paint_chip,
    paint_runs,
    paint_text,
    plain_text,
)

NAME, CHIP, FIGURE, FIGURE_OF_THREE, UNIT, LATENCY, LATENCY_UNIT = 44, 44, 136, 108, 32, 60, 36
SENTENCE, RATIO, WORDS, SMALL, HEADLINE, OWN_RATIO, OWN_TEXT = 42, 204, 72, 34, 66, 72, 30
"""Sizes in pixels of the design.

Of a system: name, chip, figure (of two systems, of three), unit, latency and its unit. Of the statement: the sentence
around the ratio, the ratio, words instead of a ratio, the text below them. Of three or more systems: the sentence
above them, a system's ratio and the text next to it.
"""
SIDE_WIDTH, MIDDLE_WIDTH = 560, 720
_TWO, _THREE = 2, 3
_LEFT, _RIGHT, _CENTER = Qt.AlignmentFlag.AlignLeft, Qt.AlignmentFlag.AlignRight, Qt.AlignmentFlag.AlignHCenter


@dataclass(frozen=True, slots=True)
class SystemFigures:
    """A system in the upper half.

    Attributes:
        letter: Letter in its chip.
        name: Its name, without what all names share.
        figure: Its main figure, or a word such as "stopped".
        unit: Unit of the figure, or the text below the word.
        color: Color of the system.
        label: Text before the second figure, such as "95 % answered within".
        value: The second figure; "" for none.
        value_unit: Its unit.
        stopped: Whether it has stopped, so that it is dimmed.
        ratio: Of three systems: its ratio.
        ratio_text: Text next to the ratio, or instead of it.
        firm: Whether its ratio has its color.
        share: Of more than three systems: its figure relative to the largest.
    """

    letter: str
    name: str
    figure: str
    unit: str
    color: str
    label: str = ""
    value: str = ""
    value_unit: str = ""
    stopped: bool = False
    ratio: str = ""
    ratio_text: str = ""
    firm: bool = False
    share: float = 0.0

    @property
    def spoken(self) -> str:
        """Text for screen readers."""
        first = " ".join(filter(None, (self.name, self.figure, self.unit)))
        second = " ".join(filter(None, (self.label, self.value, self.value_unit))) if self.value else ""
        return ", ".join(filter(None, (first, second)))


@dataclass(frozen=True, slots=True)
class Statement:
    """Comparison of the systems: a sentence around a ratio, or words.

    Attributes:
        before: Sentence before the ratio, "SATA SSD handles".
        ratio: "1.9×"; "" if there are words instead of it.
        after: Sentence after the ratio.
        color: Color of the ratio, and of the leader's name if it stands alone; "" while it is not firm.
        sentence: Sentence instead of a ratio, one entry per line.
        small: Text below, one entry a line.
        quiet: Whether the words are gray, because they are no result.
    """

    before: tuple[TextRun, ...] = ()
    ratio: str = ""
    after: tuple[TextRun, ...] = ()
    color: str = ""
    sentence: tuple[str, ...] = ()
    small: tuple[str, ...] = ()
    quiet: bool = False

    @property
    def text(self) -> str:
        """The whole statement as one text."""
        if self.sentence:
            return " ".join(self.sentence)
        return " ".join(filter(None, (plain_text(self.before), self.ratio, plain_text(self.after))))


class Blocks(PresentationWidget):
    """Upper half of the booth window."""

    def __init__(self, colors: PresentationColors, parent: QWidget | None = None) -> None:
        super().__init__(colors, parent)
        self._systems: tuple[SystemFigures, ...] = ()
        self._statement = Statement()

    @property
    def systems(self) -> tuple[SystemFigures, ...]:
        """Systems shown."""
        return self._systems

    @property
    def statement(self) -> Statement:
        """Statement shown."""
        return self._statement

    def show_systems(self, systems: Sequence[SystemFigures], statement: Statement) -> None:
        """Set the systems in order, and the statement about them."""
        before, self._systems = self._systems, tuple(systems)
        said, self._statement = self._statement, statement
        if (before, said) == (self._systems, statement):
            return
        self.setAccessibleName(". ".join(filter(None, (statement.text, *(one.spoken for one in systems)))))
        self.setAccessibleDescription("\n".join(statement.small))
        if len(before) != len(self._systems) or len(self._systems) != _TWO or self.measure.portrait:
            self.update()
            return
        left, middle, right = (box.toAlignedRect() for box in self._boxes())
        for box, was, now in zip((left, right), before, self._systems, strict=True):
            if was != now:
                self.update(box)
        if said != statement:
            self.update(middle)

    def height_for(self, measure: Measure) -> float:
        """Return the preferred height in logical pixels."""
        if len(self._systems) > _THREE:
            return measure.grown(120 + 92 * len(self._systems))
        if len(self._systems) == _THREE:
            return measure.grown(418)
        return measure.grown(346 if not measure.portrait else 1010)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
        painter.fillRect(event.rect(), QColor(self.colors.ground))
        count = len(self._systems)
        if count > _THREE:
            self._paint_headline(painter)
            self._paint_bars(painter)
        elif count == _TWO:
            left, middle, right = self._boxes()
            aligned = _LEFT if self.measure.portrait else _RIGHT
            for box, system, align in zip((left, right), self._systems, (_LEFT, aligned), strict=True):
                if box.intersects(QRectF(event.rect())):
                    self._paint_system(painter, box, system, align, FIGURE)
            if middle.intersects(QRectF(event.rect())):
                self._paint_statement(painter, middle)
        else:
            self._paint_columns(painter)
        painter.end()

    def _boxes(self) -> tuple[QRectF, QRectF, QRectF]:
        """Return the places of the first system, the statement and the second system."""
        wide, high = float(self.width()), float(self.height())
        if self.measure.portrait:
            third = high / 3
            return QRectF(0, 0, wide, third), QRectF(0, third, wide, third), QRectF(0, 2 * third, wide, third)
        side = wide * SIDE_WIDTH / (2 * SIDE_WIDTH + MIDDLE_WIDTH - 32)
        inset = self.measure.px(8)
        return (
            QRectF(0, 0, side - inset, high),
            QRectF(side, 0, wide - 2 * side, high),
            QRectF(wide - side + inset, 0, side - inset, high),
        )

    # One system

    def _color(self, system: SystemFigures) -> str:
        return self.colors.stopped if system.stopped else system.color

    def _paint_name(self, painter: QPainter, box: QRectF, system: SystemFigures, align: Qt.AlignmentFlag) -> float:
        """Paint chip and name at the top of a box; return the height."""
        measure = self.measure
        chip, gap = measure.chip(CHIP), measure.grown(16)
        font = measure.font(self.font(), NAME, bold=True)
        room = box.width() - chip - gap
        laid = [measure.name_lines(font, one.name, room) for one in self._systems]
        tall = (QFontMetricsF(sized).height() * len(lines) for sized, lines in laid)
        high = max(measure.grown(52), *tall)  # the highest of all systems, so that their figures share a baseline
        sized, lines = measure.name_lines(font, system.name, room)
        metrics = QFontMetricsF(sized)
        widest = max(metrics.horizontalAdvance(line) for line in lines)
        left = box.left() if align == _LEFT else box.right() - widest - gap - chip
        top = box.top() + (high - metrics.height() * len(lines)) / 2
        color = QColor(system.color)
        if system.stopped:
            color = mixed(mixed(color, self.colors.dim, 0.5), self.colors.ground, 0.6)
        box_of_chip = QRectF(left, box.top() + (high - chip) / 2, chip, chip)
        paint_chip(painter, box_of_chip, system.letter, color, self.colors.on_system, font)
        ink = self.colors.ink2 if system.stopped else self.colors.ink
        for number, line in enumerate(lines):
            base = top + metrics.ascent() + number * metrics.height()
            paint_text(painter, left + chip + gap, base, widest + 1, line, sized, ink)
        return high

    def figure_font(self, width: float, size: float) -> QFont:
        """Return the font of the systems' figures: the same for all, so that they can be compared."""
        font = self.measure.font(self.font(), size, figure=True, tight=-0.025)
        numbers = [one.figure for one in self._systems]
        longest = max(numbers, key=QFontMetricsF(font).horizontalAdvance, default="")
        return self.measure.fitting(font, longest, width)

    def _paint_system(
        self, painter: QPainter, box: QRectF, system: SystemFigures, align: Qt.AlignmentFlag, size: float
    ) -> float:
        """Paint a system's name, figure, unit and second figure; return the height."""
        measure, color = self.measure, self._color(system)
        number = self.figure_font(box.width(), size)
        unit = measure.font(self.font(), UNIT)
        top = box.top() + self._paint_name(painter, box, system, align)
        base = top + measure.grown(14) + number.pixelSize() * 0.86
        paint_text(painter, box.left(), base, box.width(), system.figure, number, color, align=align)
        top = base + number.pixelSize() * 0.14 + measure.grown(6)
        metrics = QFontMetricsF(unit)
        fitted = measure.fitting(unit, system.unit, box.width())
        base = top + metrics.ascent()
        paint_text(painter, box.left(), base, box.width(), system.unit, fitted, self.colors.ink2, align=align)
        top += metrics.height()
        if system.value and len(self._systems) < _THREE:
            self._paint_value(painter, QRectF(box.left(), top, box.width(), box.bottom() - top), system, align)
        return top - box.top()

    def _paint_value(self, painter: QPainter, box: QRectF, system: SystemFigures, align: Qt.AlignmentFlag) -> None:
        """Paint the second figure with its label on one baseline, at the bottom of a box."""
        measure = self.measure
        figure = measure.font(self.font(), LATENCY, figure=True, tight=-0.025)
        unit = measure.font(self.font(), LATENCY_UNIT, figure=True)
        if box.height() < QFontMetricsF(figure).capHeight() * 1.2:
            return
        gap, small = measure.grown(14), measure.grown(6) if system.value_unit else 0.0
        unit_wide = QFontMetricsF(unit).horizontalAdvance(system.value_unit)
        wide = QFontMetricsF(figure).horizontalAdvance(system.value) + small + unit_wide
        label = measure.fitting(measure.font(self.font(), UNIT), system.label, box.width() - wide - gap)
        label_wide = min(QFontMetricsF(label).horizontalAdvance(system.label), max(box.width() - wide - gap, 0.0))
        left = box.left() if align == _LEFT else box.right() - label_wide - gap - wide
        base = min(box.bottom() - measure.px(8), box.top() + measure.grown(18) + figure.pixelSize() * 0.86)
        color = self._color(system)
        paint_text(painter, left, base, label_wide + 1, system.label, label, self.colors.ink2)
        left += label_wide + gap
        paint_text(painter, left, base, wide, system.value, figure, color)
        if system.value_unit:
            paint_text(painter, left + wide - unit_wide, base, unit_wide + 1, system.value_unit, unit, color)

    # The statement

    def _paint_statement(self, painter: QPainter, box: QRectF) -> None:
        """Paint the statement between the two systems."""
        if self._statement.sentence or not self._statement.ratio:
            self._paint_sentence(painter, box)
            return
        measure, said = self.measure, self._statement
        font = measure.font(self.font(), SENTENCE, bold=True)
        height = QFontMetricsF(font).height()
        ratio = measure.font(self.font(), RATIO, figure=True, tight=-0.04)
        ratio = measure.fitting(ratio, said.ratio, box.width())
        before, runs = fit_runs(measure, font, said.before, box.width())
        top = box.top() + measure.px(2)
        paint_runs(painter, box.left(), top + QFontMetricsF(before).ascent(), box.width(), runs, before,
                   self.colors.ink, align=_CENTER)  # fmt: skip
        base = top + height + measure.px(4) + QFontMetricsF(ratio).capHeight() + ratio.pixelSize() * 0.1
        color = said.color or self.colors.so_far
        paint_text(painter, box.left(), base, box.width(), said.ratio, ratio, color, align=_CENTER)
        after, runs = fit_runs(measure, font, said.after, box.width())
        base += ratio.pixelSize() * 0.12 + measure.grown(8) + QFontMetricsF(after).ascent()
        paint_runs(painter, box.left(), base, box.width(), runs, after, self.colors.ink, align=_CENTER)
        small = measure.font(self.font(), UNIT)
        base += QFontMetricsF(after).descent() + QFontMetricsF(small).ascent()
        for line in said.small:
            fitted = measure.fitting(small, line, box.width())
            if base + QFontMetricsF(small).descent() <= box.bottom() + 1:
                paint_text(painter, box.left(), base, box.width(), line, fitted, self.colors.ink2, align=_CENTER)
            base += QFontMetricsF(small).height()

    def _paint_sentence(self, painter: QPainter, box: QRectF) -> None:
        """Paint words instead of a ratio, in the middle of a box."""
        measure, said = self.measure, self._statement
        size = WORDS if all(len(line) < 18 for line in said.sentence) else 54
        font = measure.font(self.font(), size, bold=True, tight=-0.02)
        lines: list[str] = []
        for most in (1, 2):
            fitted, lines = font, []
            for words in said.sentence:
                fitted, found = measure.flowing(
                    fitted, words, box.width(), max(most, 1 if len(said.sentence) > 1 else 2)
                )
                lines += found
            font = fitted
            if len(lines) <= _THREE:
                break
        metrics = QFontMetricsF(font)
        small = measure.font(self.font(), SMALL)
        below: list[tuple[QFont, str]] = []
        for text in said.small:
            fitted, found = measure.flowing(small, text, box.width(), 2)
            below += [(fitted, line) for line in found]
        step, gap = font.pixelSize() * 1.16, measure.grown(20) if below else 0.0
        tall = step * len(lines) + gap + sum(font.pixelSize() * 1.22 for font, _ in below)
        top = box.top() + max(0.0, (box.height() - tall) * 0.42)
        for number, line in enumerate(lines):
            base = top + number * step + (step + metrics.capHeight()) / 2
            ink = self.colors.so_far if said.quiet else self.colors.ink
            paint_text(painter, box.left(), base, box.width(), line, font, ink, align=_CENTER)
        top += step * len(lines) + gap
        for fitted, line in below:
            high = fitted.pixelSize() * 1.22
            base = top + (high + QFontMetricsF(fitted).capHeight()) / 2
            paint_text(painter, box.left(), base, box.width(), line, fitted, self.colors.ink2, align=_CENTER)
            top += high

    # One system, three systems, and more

    def headline_runs(self) -> tuple[TextRun, ...]:
        """Return the statement as one line, the leader's name and the ratio in color."""
        said = self._statement
        if said.sentence or not said.ratio:
            return (TextRun(" ".join(said.sentence)),)
        before = tuple(TextRun(run.text, said.color if run.name else "", run.name) for run in said.before)
        return (*before, TextRun(" "), TextRun(said.ratio, said.color or self.colors.so_far), TextRun(" "), *said.after)

    def _headline_height(self) -> float:
        return self.measure.grown(104) if self.headline_runs()[0].text or self._statement.ratio else 0.0

    def _paint_headline(self, painter: QPainter) -> None:
        font = self.measure.font(self.font(), HEADLINE, bold=True, tight=-0.025)
        fitted, runs = fit_runs(self.measure, font, self.headline_runs(), float(self.width()))
        base = QFontMetricsF(font).ascent()
        paint_runs(painter, 0, base, self.width(), runs, fitted, self.colors.ink)

    def _paint_columns(self, painter: QPainter) -> None:
        """Paint one or three systems in columns of the same width, below the sentence."""
        if not self._systems:
            return
        measure = self.measure
        top = self._headline_height()
        self._paint_headline(painter)
        gap, count = measure.px(24), len(self._systems)
        wide = (self.width() - gap * (count - 1)) / count
        for number, system in enumerate(self._systems):
            box = QRectF(number * (wide + gap), top, wide, self.height() - top)
            used = self._paint_system(painter, box, system, _LEFT, FIGURE_OF_THREE)
            self._paint_own_ratio(painter, box.adjusted(0, used, 0, 0), system)

    def _paint_own_ratio(self, painter: QPainter, box: QRectF, system: SystemFigures) -> None:
        """Paint a system's ratio and the text next to it, in two lines."""
        measure, left = self.measure, box.left()
        high = measure.grown(OWN_RATIO)
        middle = box.top() + measure.grown(6) + high / 2
        if system.ratio:
            font = measure.font(self.font(), OWN_RATIO, figure=True, tight=-0.025)
            color = system.color if system.firm else self.colors.so_far
            base = middle + QFontMetricsF(font).capHeight() / 2
            left += paint_text(painter, left, base, box.width(), system.ratio, font, color) + measure.grown(18)
        if not system.ratio_text:
            return
        font = measure.font(self.font(), OWN_TEXT if system.ratio else UNIT)
        room = box.right() - left
        if system.ratio:  # two lines next to the large ratio
            whole = QFontMetricsF(font).horizontalAdvance(system.ratio_text)
            words = max(QFontMetricsF(font).horizontalAdvance(word) for word in system.ratio_text.split())
            room = min(room, max(whole * 0.66, words + 1))
        sized, lines = measure.flowing(font, system.ratio_text, room, 2)
        step = sized.pixelSize() * 1.25
        for number, line in enumerate(lines):
            center = middle + (number - (len(lines) - 1) / 2) * step
            base = center + QFontMetricsF(sized).capHeight() / 2
            paint_text(painter, left, base, box.right() - left, line, sized, self.colors.ink2)

    def _paint_bars(self, painter: QPainter) -> None:
        """Paint four to eight systems as bars on a common scale that starts at zero."""
        measure, count = self.measure, len(self._systems)
        top = self._headline_height() + measure.grown(8)
        unit = measure.font(self.font(), UNIT)
        paint_text(painter, 0, top + QFontMetricsF(unit).ascent(), self.width(), self._systems[0].unit, unit,
                   self.colors.ink2)  # fmt: skip
        top += QFontMetricsF(unit).height() + measure.grown(10)
        step = (self.height() - top) / count
        names, numbers = self.width() * 0.26, self.width() * 0.24
        for system in self._systems:
            high = min(step * 0.78, measure.grown(72))
            box = QRectF(0, top + (step - high) / 2, names, high)
            self._paint_bar_name(painter, box, system)
            most = self.width() - names - numbers - measure.px(24)
            left = names + measure.px(12)
            wide = max(2.0, most * min(max(system.share, 0.0), 1.0))
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(self._color(system)))
            painter.drawRoundedRect(QRectF(left, box.top(), wide, high), measure.px(8), measure.px(8))
            font = measure.font(self.font(), 52, figure=True, tight=-0.025)
            font.setPixelSize(min(font.pixelSize(), max(measure.least, round(high * 0.86))))
            base = box.center().y() + QFontMetricsF(font).capHeight() / 2
            at = left + wide + measure.px(20)
            at += paint_text(painter, at, base, numbers * 0.62, system.figure, font, self._color(system))
            small = measure.font(self.font(), OWN_TEXT, bold=True)
            color = system.color if system.firm else self.colors.so_far
            paint_text(painter, at + measure.px(18), base, numbers * 0.4, system.ratio, small, color)
            top += step

    def _paint_bar_name(self, painter: QPainter, box: QRectF, system: SystemFigures) -> None:
        measure = self.measure
        chip = min(measure.chip(CHIP), box.height())
        font = measure.font(self.font(), 36, bold=True)
        square = QRectF(box.left(), box.center().y() - chip / 2, chip, chip)
        paint_chip(painter, square, system.letter, system.color, self.colors.on_system, font)
        left = box.left() + chip + measure.px(16)
        name = one_line(system.name)
        fitted = measure.fitting(font, name, box.right() - left, 0.7)
        base = box.center().y() + QFontMetricsF(fitted).capHeight() / 2
        paint_text(painter, left, base, box.right() - left, name, fitted, self.colors.ink,
                   mode=Qt.TextElideMode.ElideMiddle)  # fmt: skip
