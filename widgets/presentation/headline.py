# SPDX-License-Identifier: Apache-2.0
"""Headline: a large number for each system, and the comparison between them."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontInfo, QFontMetricsF, QPainter, QPaintEvent, QPalette, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from widgets.fonts import display
from widgets.painting import paint_chip
from widgets.text import fitting, shortened, sized, wrapped
from widgets.theme import BODY, CHIP, DARK, FIGURE, FIGURE_NARROW, LIGHT, NARROW, RADIUS

FIGURE_FROM = 100
"""Height of the card in logical pixels from which its figures have their usual size."""

_RADIUS = float(RADIUS)
_RATIO = re.compile(r"[\d.,\u202f\u00a0]*\d×")
_CHIP_GAP = 7.0
_MIDDLE_SHARE = 2.2  # width of the statement's column, relative to a system's
_MOST_AROUND = 3  # with more systems, the statement is above them instead of between them
_LINE_SHARE = 0.34  # share of the height for a statement above the systems


@dataclass(frozen=True, slots=True)
class HeadlineSide:
    """A system: name such as "A · orders per minute", number "146,931", and color.

    Attributes:
        letter: Letter for the chip; "" if absent.
        system: Name of the system, next to the chip.
    """

    name: str
    number: str
    color: QColor | str
    letter: str = ""
    system: str = ""

    @property
    def unit(self) -> str:
        """Text of what the number counts, without the letter that the chip shows."""
        return self.name.removeprefix(f"{self.letter} · ") if self.letter else self.name


@dataclass(frozen=True, slots=True)
class Saying:
    """A statement: its pieces, of which names may be shortened, and its color (None for the text color)."""

    parts: tuple[tuple[str, bool], ...]
    color: QColor | str | None = None

    @property
    def text(self) -> str:
        """Full text."""
        return "".join(text for text, _ in self.parts)


class HeadlineCard(QWidget):
    """Card with the first system on the left, the others on the right, and the statement in between.

    With more than three systems, the statement is above them. Below the statement are its certainty, as a subtle mark,
    and its basis. Before its names are elided, a statement shrinks to the size of the text below it; nothing is
    clipped.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._sides: tuple[HeadlineSide, ...] = ()
        self._sayings: tuple[Saying, ...] = ()
        self._mark = self._sub = ""
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def set_sides(self, sides: Sequence[HeadlineSide]) -> None:
        """Set the systems in order."""
        before, self._sides = self._sides, tuple(sides)
        if before == self._sides:
            return
        self._describe()
        if len(before) != len(self._sides):
            self.update()
            return
        boxes = self._boxes()
        for number, (old, new) in enumerate(zip(before, self._sides, strict=True)):
            if old != new:
                self.update(_within_border(boxes[number]))

    def set_middle(self, sayings: Sequence[Saying], sub: str, mark: str = "", tooltip: str = "") -> None:
        """Set the statements, one per challenger, with their basis and certainty.

        Args:
            sayings: the statements.
            sub: basis, such as "orders per minute · over 10 s: 2.46 – 3.41".
            mark: certainty, such as "so far".
            tooltip: tooltip of the card.
        """
        self.setToolTip(tooltip)
        if (tuple(sayings), sub, mark) != (self._sayings, self._sub, self._mark):
            self._sayings, self._sub, self._mark = tuple(sayings), sub, mark
            self._describe()
            self.update(_within_border(self._boxes()[-1]))

    def sizeHint(self) -> QSize:
        return QSize(900, 104)

    def minimumSizeHint(self) -> QSize:
        return QSize(480, 84)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
        painter.setPen(QPen(self.palette().color(QPalette.ColorRole.Mid), 1.0))
        painter.setBrush(self.palette().color(QPalette.ColorRole.Base))
        inside = self.rect().adjusted(round(_RADIUS), 1, -round(_RADIUS), -1)
        if inside.contains(event.rect()):
            painter.fillRect(event.rect(), painter.brush())  # straight edges take a tenth of the time of rounded ones
        else:
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), _RADIUS, _RADIUS)
        *boxes, middle = self._boxes()
        changed = event.region()  # text layout takes longer than painting, so only what changed is repainted
        for box, side in zip(boxes, self._sides, strict=True):
            if not changed.intersects(box.toAlignedRect()):
                continue
            if side.letter and len(self._sides) <= _MOST_AROUND:
                self._paint_system(painter, box, side, right=side is self._sides[-1] and len(self._sides) > 1)
            else:
                self._paint_side(painter, box, side)
        if changed.intersects(middle.toAlignedRect()):
            self._paint_middle(painter, middle)
        painter.end()

    def _boxes(self) -> list[QRectF]:
        """Return the rectangle of each system, followed by that of the statement."""
        if not self._sides:
            return [QRectF(self.rect()).adjusted(12, 0, -12, 0)]
        if len(self._sides) > _MOST_AROUND:
            return self._boxes_below()
        others = len(self._sides) - 1
        first = max(1, others)  # as wide as all others together, so that the statement is in the middle
        unit = (self.width() - 24) / (first + _MIDDLE_SHARE + others)
        height = float(self.height())
        middle = QRectF(12.0 + unit * first, 0, unit * _MIDDLE_SHARE, height)
        sides = [QRectF(20.0, 0, unit * first - 16, height)]
        sides += [QRectF(middle.right() + unit * number + 8, 0, unit - 16, height) for number in range(others)]
        return [*sides, middle]

    def _boxes_below(self) -> list[QRectF]:
        """Return the rectangles for many systems: next to each other, with the statement in a line above them."""
        line = self.height() * _LINE_SHARE
        wide = self.width() / len(self._sides)
        boxes = [
            QRectF(wide * number + 6, line - 2, wide - 12, self.height() - line - 2)
            for number in range(len(self._sides))
        ]
        return [*boxes, QRectF(12, 2, self.width() - 24, line)]

    def _paint_system(self, painter: QPainter, box: QRectF, side: HeadlineSide, *, right: bool) -> None:
        """Paint a system: its chip and name, and below them the number with its unit, left- or right-aligned."""
        name_font, small = sized(self.font(), 1.0, bold=True), sized(self.font(), 1.0)
        wanted = FIGURE if self.width() >= NARROW and self.height() >= FIGURE_FROM else FIGURE_NARROW
        factor = QFontInfo(self.font()).pixelSize() / BODY
        big = display(
            sized(self.font(), min(wanted * factor, self.height() * 0.42) / QFontInfo(self.font()).pixelSize())
        )
        big = fitting(big, side.number, box.width(), 0.35)
        name, number, unit = QFontMetricsF(name_font), QFontMetricsF(big), QFontMetricsF(small)
        chip = round(CHIP * factor)
        gap = max(4.0, self.height() * 0.07)
        top = box.top() + (box.height() - chip - gap - number.capHeight()) / 2
        text = name.elidedText(side.system, Qt.TextElideMode.ElideMiddle, box.width() - chip - _CHIP_GAP)
        wide = chip + _CHIP_GAP + name.horizontalAdvance(text)
        left = box.right() - wide if right else box.left()
        palette = self.palette()
        ink = palette.color(QPalette.ColorRole.WindowText)
        on_system = DARK.on_system if palette.color(QPalette.ColorRole.Base).lightness() < 128 else LIGHT.on_system
        place = QRectF(round(left), round(top), chip, chip)
        paint_chip(painter, place, side.letter, name_font, color=side.color, ink=on_system)
        painter.setFont(name_font)
        painter.setPen(ink)
        painter.drawText(QPointF(left + chip + _CHIP_GAP, top + chip / 2 + name.capHeight() / 2), text)
        base = top + chip + gap + number.capHeight()
        room = max(box.width() - number.horizontalAdvance(side.number) - 8, 0.0)
        caption = unit.elidedText(side.unit, Qt.TextElideMode.ElideRight, room)
        caption = caption if len(caption) > 4 or caption == side.unit else ""
        wide = number.horizontalAdvance(side.number) + (8 + unit.horizontalAdvance(caption) if caption else 0)
        left = box.right() - wide if right else box.left()
        painter.setFont(big)
        painter.setPen(QColor(side.color))
        painter.drawText(QPointF(left, base), side.number)
        painter.setFont(small)
        painter.setPen(palette.color(QPalette.ColorRole.PlaceholderText))
        painter.drawText(QPointF(left + number.horizontalAdvance(side.number) + 8, base), caption)

    def _paint_side(self, painter: QPainter, box: QRectF, side: HeadlineSide) -> None:
        small = sized(self.font(), 1.0)
        big = fitting(sized(self.font(), min(3.4, box.height() / 31), bold=True), side.number, box.width(), 0.35)
        name, number = QFontMetricsF(small), QFontMetricsF(big)
        gap = name.height() * 0.35
        top = box.top() + (box.height() - name.height() - gap - number.capHeight()) / 2
        self._paint_line(painter, QRectF(box.left(), top, box.width(), name.height()), side.name, dim=True)
        painter.setFont(big)
        painter.setPen(QColor(side.color))
        base = top + name.height() + gap + number.capHeight()
        line = QRectF(box.left(), base - number.ascent(), box.width(), number.height())
        painter.drawText(line, Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop, side.number)

    def _paint_line_above(self, painter: QPainter, box: QRectF) -> None:
        """Paint the statements next to each other in one line, with their basis."""
        joined: list[tuple[str, bool]] = []
        for saying in self._sayings:
            joined += [(" · ", False), *saying.parts] if joined else saying.parts
        main = "".join(text for text, _ in joined)
        sub = " · ".join(part for part in (self._sub, self._mark) if part)
        font = fitting(sized(self.font(), 1.5, bold=True), main, box.width() * 0.6, 0.6)
        small = sized(self.font(), 1.0)
        gap = QFontMetricsF(small).horizontalAdvance("   ")
        wide = min(QFontMetricsF(font).horizontalAdvance(main) + 2, box.width())
        rest = min(QFontMetricsF(small).horizontalAdvance(sub) + 2, max(box.width() - wide - gap, 0.0))
        left = box.left() + (box.width() - wide - gap - rest) / 2
        painter.setFont(font)
        painter.setPen(self._color(self._sayings[0] if len(self._sayings) == 1 else None))
        line = shortened(joined, font, wide)
        painter.drawText(QRectF(left, box.top(), wide, box.height()), Qt.AlignmentFlag.AlignCenter, line)
        self._paint_line(painter, QRectF(left + wide + gap, box.top(), rest, box.height()), sub, dim=True)

    def _paint_middle(self, painter: QPainter, box: QRectF) -> None:
        if len(self._sides) > _MOST_AROUND:
            self._paint_line_above(painter, box)
            return
        factor = min(2.3, self.height() / 45) / (1.0 if len(self._sayings) < 2 else 1.35)
        big = sized(self.font(), factor, bold=True)
        fonts = [fitting(big, saying.text, box.width(), 1 / factor) for saying in self._sayings]
        font = min(fonts, key=lambda one: one.pixelSize(), default=self.font())
        said = [(shortened(saying.parts, font, box.width()), saying) for saying in self._sayings]
        if len(said) == 1 and font != big and not any(name for _, name in self._sayings[0].parts):
            font, lines = self._in_two_lines(self._sayings[0].text, box.width())
            said = [(line, self._sayings[0]) for line in lines]
        small = sized(self.font(), 1.0)
        main, sub = QFontMetricsF(font), QFontMetricsF(small)
        mark_height = sub.height() + 4 if self._mark else 0.0
        room = box.height() - main.height() * len(said) - mark_height - 6
        most = max(1, min(2, int(room / sub.height())))
        lines = wrapped(self._sub, small, box.width(), most) if self._sub else []
        top = (box.height() - main.height() * len(said) - mark_height - len(lines) * sub.height()) / 2
        for line, saying in said:
            self._paint_saying(painter, QPointF(box.center().x(), top + main.ascent()), line, saying, font)
            top += main.height()
        for text in lines:
            self._paint_line(painter, QRectF(box.left(), top, box.width(), sub.height()), text, dim=True)
            top += sub.height()
        if self._mark:
            self._paint_mark(painter, QRectF(box.left(), top + 2, box.width(), mark_height - 2))

    def _paint_saying(self, painter: QPainter, at: QPointF, line: str, saying: Saying, font: QFont) -> None:
        """Paint a line around a point: up to the ratio in the statement's color, the rest in that of text."""
        ratio = _RATIO.search(line)
        end = ratio.end() if ratio is not None else len(line)
        metrics = QFontMetricsF(font)
        left = at.x() - metrics.horizontalAdvance(line) / 2
        painter.setFont(font)
        painter.setPen(self._color(saying))
        painter.drawText(QPointF(left, at.y()), line[:end])
        painter.setPen(self._color(None))
        painter.drawText(QPointF(left + metrics.horizontalAdvance(line[:end]), at.y()), line[end:])

    def _in_two_lines(self, text: str, width: float) -> tuple[QFont, list[str]]:
        """Wrap a long text without shortenable names into at most two lines, in the largest font that fits."""
        for factor in (1.8, 1.5, 1.25, 1.0):
            font = sized(self.font(), factor, bold=True)
            lines = wrapped(text, font, width, 2)
            if " ".join(lines) == text:
                break
        return font, lines

    def _paint_mark(self, painter: QPainter, box: QRectF) -> None:
        """Paint the certainty of the statement in a subtle rounded outline."""
        font = fitting(sized(self.font(), 0.92), self._mark, box.width() - 20, 0.8)
        metrics = QFontMetricsF(font)
        text = metrics.elidedText(self._mark, Qt.TextElideMode.ElideRight, box.width() - 20)
        wide = metrics.horizontalAdvance(text) + 18
        pill = QRectF(box.center().x() - wide / 2, box.top(), wide, box.height())
        painter.setPen(QPen(self.palette().color(QPalette.ColorRole.Mid), 1.0))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(pill.adjusted(0.5, 0.5, -0.5, -0.5), pill.height() / 2, pill.height() / 2)
        painter.setFont(font)
        painter.setPen(self.palette().color(QPalette.ColorRole.WindowText))
        painter.drawText(pill, Qt.AlignmentFlag.AlignCenter, text)

    def _color(self, saying: Saying | None) -> QColor:
        """Return a statement's color; the text color if it has none."""
        if saying is None or saying.color is None:
            return self.palette().color(QPalette.ColorRole.WindowText)
        return QColor(saying.color)

    def _paint_line(self, painter: QPainter, box: QRectF, text: str, *, dim: bool) -> None:
        role = QPalette.ColorRole.PlaceholderText if dim else QPalette.ColorRole.WindowText
        painter.setFont(fitting(sized(self.font(), 1.0), text, box.width(), 0.8))
        painter.setPen(self.palette().color(role))
        elided = QFontMetricsF(painter.font()).elidedText(text, Qt.TextElideMode.ElideRight, box.width())
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, elided)

    def _describe(self) -> None:
        sides = ", ".join(f"{side.name} {side.number}" for side in self._sides)
        main = " · ".join(saying.text for saying in self._sayings)
        self.setAccessibleName(f"{main}. {sides}".strip(". "))
        self.setAccessibleDescription(" · ".join(part for part in (self._sub, self._mark) if part))


def _within_border(box: QRectF) -> QRect:
    """Return the part of a box that does not touch the card's border."""
    return box.adjusted(0, 1, 0, -1).toAlignedRect()
