"""The head of the booth window, each system's name and big value and between them what they mean together; and its
last line: whether this is recorded, one quiet note, and the time that is left."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from widgets.presentation.measure import Measure, PresentationColors, PresentationWidget, one_line, paint_text

NAME, NUMBER, UNIT, MAIN, SENTENCE, LINES, STATEMENT = 34, 112, 40, 120, 52, 26, 44
"""Sizes of the design in pixels of a window 1080 high: names, numbers, units, the ratio, a statement in words instead
of it, the lines below it, and a ratio below a number where there are three systems."""
_MIDDLE = 0.35
"""The statement's part of the width."""
_CENTER = Qt.AlignmentFlag.AlignHCenter


@dataclass(frozen=True, slots=True)
class Statement:
    """main: "1.92×", or words. quiet: it is not to be taken for a result."""

    main: str = ""
    lines: tuple[str, ...] = ()
    quiet: bool = False

    @property
    def is_text(self) -> bool:
        """Whether it is a sentence instead of a ratio."""
        return any(part.isalpha() and len(part) > 1 for part in self.main.split())


@dataclass(frozen=True, slots=True)
class HeadSide:
    """One system. unit: beside the number, where it needs one. statement: its own one, where there are several
    challengers."""

    name: str
    number: str
    color: QColor
    unit: str = ""
    statement: Statement | None = None


class PresentationHead(PresentationWidget):
    """Two systems have the statement between them; one or three have columns of their own, and what is common to all
    of them in a line below."""

    def __init__(self, colors: PresentationColors, parent: QWidget | None = None) -> None:
        super().__init__(colors, parent)
        self._sides: tuple[HeadSide, ...] = ()
        self._middle = Statement()

    def show_sides(self, sides: Sequence[HeadSide], middle: Statement) -> None:
        """One to three systems in their order, and what they mean together."""
        if (tuple(sides), middle) == (self._sides, self._middle):
            return
        self._sides, self._middle = tuple(sides), middle
        numbers = ", ".join(f"{side.name} {side.number}" for side in sides)
        own = [f"{side.name} {side.statement.main}" for side in sides if side.statement is not None]
        self.setAccessibleName(". ".join(part for part in (middle.main, *own, numbers) if part))
        self.setAccessibleDescription("\n".join(middle.lines))
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
        painter.fillRect(self.rect(), QColor(self.colors.ground))
        wide, high = float(self.width()), float(self.height())
        if len(self._sides) == 2:
            middle = wide * _MIDDLE
            side = (wide - middle) / 2
            self._paint_sides(painter, [QRectF(0, 0, side, high), QRectF(side + middle, 0, side, high)])
            self._paint_middle(painter, QRectF(side, 0, middle, high))
        elif self._sides:
            line = self._line_height(LINES)
            foot = line * len(self._middle.lines) + (self._line_height(NAME) if self._middle.main else 0)
            gap = self.measure.px(16)
            column = (wide - gap * (len(self._sides) - 1)) / len(self._sides)
            boxes = [QRectF(number * (column + gap), 0, column, high - foot) for number in range(len(self._sides))]
            self._paint_sides(painter, boxes)
            self._paint_foot(painter, QRectF(0, high - foot, wide, foot))
        painter.end()

    def _line_height(self, size: float) -> float:
        return QFontMetricsF(self.measure.font(self.font(), size)).height()

    def _paint_sides(self, painter: QPainter, boxes: Sequence[QRectF]) -> None:
        """Numbers on one base line in one size, whatever the names' lengths."""
        inner = boxes[0].width() * 0.96
        names = [
            self.measure.flowing(self.measure.font(self.font(), NAME), side.name, inner, 2) for side in self._sides
        ]
        number = self._number_font(inner)
        metrics = QFontMetricsF(number)
        own = [side.statement for side in self._sides if side.statement is not None]
        below = QFontMetricsF(self.measure.font(self.font(), STATEMENT)).height() * 1.3 if own else 0.0
        tall = max(QFontMetricsF(font).height() * len(lines) for font, lines in names)
        gap = self.measure.grown(14)
        free = boxes[0].height() - tall - gap - metrics.capHeight() - below
        top = max(0.0, free / 2)
        for box, side, (font, lines) in zip(boxes, self._sides, names, strict=True):
            line = QFontMetricsF(font)
            first = top + tall - line.height() * len(lines) + line.ascent()
            left = box.left() + (box.width() - inner) / 2
            for count, text in enumerate(lines):
                paint_text(
                    painter, left, first + count * line.height(), inner, text, font, self.colors.dim, align=_CENTER
                )
            base = top + tall + gap + metrics.capHeight()
            self._paint_number(painter, QRectF(left, base, inner, 0), side, number)
            if side.statement is not None:
                self._paint_own(painter, QRectF(left, base, inner, below), side.statement)

    def _number_font(self, width: float) -> QFont:
        size = NUMBER if len(self._sides) == 2 else NUMBER * 0.8
        font = self.measure.font(self.font(), size, bold=True)
        room = self.height() * 0.5
        if QFontMetricsF(font).capHeight() > room:
            font.setPixelSize(max(self.measure.least, int(font.pixelSize() * room / QFontMetricsF(font).capHeight())))
        unit = self.measure.font(self.font(), UNIT)
        units = max(QFontMetricsF(unit).horizontalAdvance(f" {side.unit}") if side.unit else 0 for side in self._sides)
        longest = max((side.number for side in self._sides), key=QFontMetricsF(font).horizontalAdvance)
        return self.measure.fitting(font, longest, width - units)

    def _paint_number(self, painter: QPainter, box: QRectF, side: HeadSide, font: QFont) -> None:
        """On the base line at the box's top, in its middle."""
        unit = self.measure.font(self.font(), UNIT)
        after = QFontMetricsF(unit).horizontalAdvance(f" {side.unit}") if side.unit else 0.0
        wide = QFontMetricsF(font).horizontalAdvance(side.number)
        left = box.left() + (box.width() - wide - after) / 2
        paint_text(painter, left, box.top(), wide + 1, side.number, font, side.color)
        if side.unit:
            paint_text(painter, left + wide, box.top(), after + 1, f" {side.unit}", unit, self.colors.dim)

    def _paint_own(self, painter: QPainter, box: QRectF, statement: Statement) -> None:
        """A challenger's ratio and its range, on one line below its number."""
        main = self.measure.font(self.font(), SENTENCE * 0.6 if statement.is_text else STATEMENT, bold=True)
        rest = self.measure.font(self.font(), LINES)
        text, joined = statement.main, " · ".join(statement.lines)
        gap = self.measure.grown(14) if joined else 0.0
        wide = QFontMetricsF(rest).horizontalAdvance(joined)
        main = self.measure.fitting(main, text, box.width())
        first = QFontMetricsF(main).horizontalAdvance(text)
        if first + gap + wide > box.width():
            joined, gap, wide = "", 0.0, 0.0
        left = box.left() + (box.width() - first - gap - wide) / 2
        base = box.bottom() - QFontMetricsF(main).descent()
        color = self.colors.dim if statement.quiet else self.colors.ink
        paint_text(painter, left, base, first + 1, text, main, color)
        if joined:
            paint_text(painter, left + first + gap, base, wide + 1, joined, rest, self.colors.dim)

    def _paint_middle(self, painter: QPainter, box: QRectF) -> None:
        statement = self._middle
        small = self.measure.font(self.font(), LINES)
        flowed = [self.measure.flowing(small, line, box.width(), 2) for line in statement.lines]
        lines = [text for _, texts in flowed for text in texts]
        small.setPixelSize(min((font.pixelSize() for font, _ in flowed), default=small.pixelSize()))
        line = QFontMetricsF(small)
        if statement.is_text:
            main, texts = self.measure.flowing(
                self.measure.font(self.font(), SENTENCE, bold=True), statement.main, box.width() * 0.96, 2
            )
        else:
            big = self.measure.font(self.font(), MAIN, bold=True)
            main, texts = self.measure.fitting(big, statement.main, box.width() * 0.96), [statement.main]
        metrics = QFontMetricsF(main)
        gap = self.measure.grown(24)
        room = box.height() - line.height() * len(lines) - gap
        if metrics.capHeight() > room:
            main.setPixelSize(max(self.measure.least, int(main.pixelSize() * room / metrics.capHeight())))
            metrics = QFontMetricsF(main)
        tall = metrics.capHeight() + metrics.height() * (len(texts) - 1)
        top = max(0.0, (box.height() - tall - gap - line.height() * len(lines)) / 2)
        color = self.colors.dim if statement.quiet else self.colors.ink
        for number, text in enumerate(texts):
            base = top + metrics.capHeight() + number * metrics.height()
            paint_text(painter, box.left(), base, box.width(), text, main, color, align=_CENTER)
        at = top + tall + gap
        for text in lines:
            base = at + line.ascent()
            paint_text(painter, box.left(), base, box.width(), text, small, self.colors.dim, align=_CENTER)
            at += line.height()

    def _paint_foot(self, painter: QPainter, box: QRectF) -> None:
        at = box.top()
        for size, text, color in (
            (NAME, self._middle.main, self.colors.ink),
            *((LINES, line, self.colors.dim) for line in self._middle.lines),
        ):
            if not text:
                continue
            font = self.measure.fitting(self.measure.font(self.font(), size), text, box.width())
            metrics = QFontMetricsF(self.measure.font(self.font(), size))
            paint_text(painter, 0, at + metrics.ascent(), box.width(), text, font, color, align=_CENTER)
            at += metrics.height()


TEXT, PAD = 26, 12
"""Of the design, in pixels of a window 1080 high."""


class PresentationFoot(PresentationWidget):
    """Left the mark, in the middle the note, right the time."""

    def __init__(self, colors: PresentationColors, parent: QWidget | None = None) -> None:
        super().__init__(colors, parent)
        self._mark = self._note = self._time = ""

    def set_texts(self, mark: str, note: str, time: str) -> None:
        """mark: "RECORDED 2026-11-20", "" while it is live. time: e.g. "0:42 left"."""
        content = one_line(mark), one_line(note), time
        if content != (self._mark, self._note, self._time):
            self._mark, self._note, self._time = content
            self.setAccessibleName(". ".join(part for part in content if part))
            self.update()

    def height_for(self, measure: Measure) -> float:
        """The height that it needs, logical pixels."""
        return QFontMetricsF(measure.font(self.font(), TEXT)).height() + measure.px(10)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
        painter.fillRect(self.rect(), QColor(self.colors.ground))
        font = self.measure.font(self.font(), TEXT)
        bold = self.measure.font(self.font(), TEXT, bold=True)
        metrics = QFontMetricsF(font)
        base = (self.height() + metrics.capHeight()) / 2
        left = self._paint_mark(painter, base) if self._mark else 0.0
        time_wide = QFontMetricsF(bold).horizontalAdvance(self._time)
        right = self.width() - time_wide
        if self._time:
            paint_text(painter, right, base, time_wide + 1, self._time, bold, self.colors.ink)
        gap = self.measure.px(28)
        room = right - left - 2 * gap
        if self._note and room > 0:
            paint_text(
                painter,
                left + gap if self._mark else 0.0,
                base,
                room if self._mark else right - gap,
                self._note,
                font,
                self.colors.dim,
                align=Qt.AlignmentFlag.AlignHCenter if self._mark and self._time else Qt.AlignmentFlag.AlignLeft,
            )
        painter.end()

    def _paint_mark(self, painter: QPainter, base: float) -> float:
        """Returns where it ends."""
        font = self.measure.font(self.font(), TEXT, bold=True)
        metrics, pad = QFontMetricsF(font), self.measure.px(PAD)
        wide = metrics.horizontalAdvance(self._mark) + 2 * pad
        box = QRectF(0.75, 0.75, wide, self.height() - 1.5)
        painter.setPen(QPen(QColor(self.colors.mark), max(1.0, self.measure.px(1.6))))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(box, self.measure.px(8), self.measure.px(8))
        paint_text(painter, pad, base, wide, self._mark, font, self.colors.mark)
        return wide
