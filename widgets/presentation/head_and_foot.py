# SPDX-License-Identifier: Apache-2.0
"""Parts of the booth window around its charts.

The head contains each system's name and large value, with the statement that compares them. In addition, there are the
title above it, the foot with a note and the time, and the badge of a recorded session.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from widgets.presentation.measure import (
    Measure,
    PresentationColors,
    PresentationWidget,
    PresentedText,
    one_line,
    paint_text,
)

NAME, NUMBER, UNIT, MAIN, SENTENCE, LINES, STATEMENT = 38, 112, 40, 120, 52, 26, 44
"""Sizes in pixels of a window that is 1080 pixels high.

They are those of names, numbers, units, the ratio, a statement in words shown instead of the ratio, the lines below it,
and a ratio below a number if there are three systems.
"""
_MIDDLE = 0.37
"""Share of the width used by the statement."""
_CENTER = Qt.AlignmentFlag.AlignHCenter


@dataclass(frozen=True, slots=True)
class Statement:
    """Comparison of the systems.

    Attributes:
        main: ratio, such as "1.92×", or a sentence.
        lines: text below it.
        quiet: whether it is dimmed because it is not a result.
        subject: system that the statement is about.
        color: color of subject and main, as "#rrggbb"; "" for the text color.
        sentence: text for screen readers; "" to use subject and main.
    """

    main: str = ""
    lines: tuple[str, ...] = ()
    quiet: bool = False
    subject: str = ""
    color: str = ""
    sentence: str = ""

    @property
    def is_text(self) -> bool:
        """True if it is a sentence rather than a ratio."""
        return any(part.isalpha() and len(part) > 1 for part in self.main.split())


@dataclass(frozen=True, slots=True)
class HeadSide:
    """A system in the header.

    Attributes:
        name: name of the system.
        number: large value.
        color: color of the system.
        unit: unit shown next to the number; "" for none.
        statement: the system's individual comparison, if there are several challengers.
        about: description of the system in plain words.
    """

    name: str
    number: str
    color: QColor
    unit: str = ""
    statement: Statement | None = None
    about: str = ""


class PresentationHead(PresentationWidget):
    """Header of the booth window.

    The statement is between two systems; one or three systems are in columns, with a common line below.
    """

    def __init__(self, colors: PresentationColors, parent: QWidget | None = None) -> None:
        super().__init__(colors, parent)
        self._sides: tuple[HeadSide, ...] = ()
        self._middle = Statement()

    def show_sides(self, sides: Sequence[HeadSide], middle: Statement) -> None:
        """Set one to three systems in order, and the statement about them."""
        if (tuple(sides), middle) == (self._sides, self._middle):
            return
        self._sides, self._middle = tuple(sides), middle
        numbers = ", ".join(f"{side.name} {side.number}" for side in sides)
        own = [f"{side.name} {side.statement.main}" for side in sides if side.statement is not None]
        said = middle.sentence or " ".join(part for part in (middle.subject, middle.main) if part)
        self.setAccessibleName(". ".join(part for part in (said, *own, numbers) if part))
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
        """Paint the numbers in the same size on one baseline, regardless of the length of the names."""
        inner = boxes[0].width() * 0.96
        names = [
            self.measure.flowing(self.measure.font(self.font(), NAME, bold=True), side.name, inner, 2)
            for side in self._sides
        ]
        small = self.measure.font(self.font(), LINES)
        abouts = [
            self.measure.flowing(small, side.about, inner, 2) if side.about else (small, []) for side in self._sides
        ]
        number = self._number_font(inner)
        metrics = QFontMetricsF(number)
        own = [side.statement for side in self._sides if side.statement is not None]
        below = QFontMetricsF(self.measure.font(self.font(), STATEMENT)).height() * 1.3 if own else 0.0
        tall = max(QFontMetricsF(font).height() * len(lines) for font, lines in names)
        gap = self.measure.grown(14)
        free = boxes[0].height() - tall - gap - metrics.capHeight() - below
        told = max(QFontMetricsF(font).height() * len(lines) for font, lines in abouts)
        if told > free:  # the window is too low for the text
            abouts, told = [(small, [])] * len(self._sides), 0.0
        top = max(0.0, (free - told) / 2)
        for box, side, name, about in zip(boxes, self._sides, names, abouts, strict=True):
            left = box.left() + (box.width() - inner) / 2
            high = QFontMetricsF(name[0]).height() * len(name[1])
            self._paint_lines(painter, QRectF(left, top + tall - high, inner, 0), *name, self.colors.ink)
            self._paint_lines(painter, QRectF(left, top + tall, inner, 0), *about, self.colors.dim)
            base = top + tall + told + gap + metrics.capHeight()
            self._paint_number(painter, QRectF(left, base, inner, 0), side, number)
            if side.statement is not None:
                self._paint_own(painter, QRectF(left, base, inner, below), side.statement)

    @staticmethod
    def _paint_lines(painter: QPainter, box: QRectF, font: QFont, lines: Sequence[str], color: str) -> None:
        """Paint lines centered in the box, starting at its top."""
        metrics = QFontMetricsF(font)
        for count, text in enumerate(lines):
            base = box.top() + metrics.ascent() + count * metrics.height()
            paint_text(painter, box.left(), base, box.width(), text, font, color, align=_CENTER)

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
        """Paint a number centered in the box, with its baseline at the box's top."""
        unit = self.measure.font(self.font(), UNIT)
        after = QFontMetricsF(unit).horizontalAdvance(f" {side.unit}") if side.unit else 0.0
        wide = QFontMetricsF(font).horizontalAdvance(side.number)
        left = box.left() + (box.width() - wide - after) / 2
        paint_text(painter, left, box.top(), wide + 1, side.number, font, side.color)
        if side.unit:
            paint_text(painter, left + wide, box.top(), after + 1, f" {side.unit}", unit, self.colors.dim)

    def _paint_own(self, painter: QPainter, box: QRectF, statement: Statement) -> None:
        """Paint a challenger's ratio and its range in one line below the challenger's number."""
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
        color = statement.color or (self.colors.dim if statement.quiet else self.colors.ink)
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
        who = self.measure.font(self.font(), NAME, bold=True)
        who = self.measure.fitting(who, statement.subject, box.width() * 0.98)
        above = QFontMetricsF(who).height() * 1.15 if statement.subject else 0.0
        room = box.height() - above - line.height() * len(lines) - gap
        if metrics.capHeight() > room:
            main.setPixelSize(max(self.measure.least, int(main.pixelSize() * room / metrics.capHeight())))
            metrics = QFontMetricsF(main)
        tall = metrics.capHeight() + metrics.height() * (len(texts) - 1)
        top = max(0.0, (box.height() - above - tall - gap - line.height() * len(lines)) / 2)
        color = statement.color or (self.colors.dim if statement.quiet else self.colors.ink)
        if statement.subject:
            base = top + QFontMetricsF(who).ascent()
            paint_text(painter, box.left(), base, box.width(), statement.subject, who, color, align=_CENTER)
            top += above
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


TEXT, TIME, PAD = 26, 34, 18
"""Lengths in pixels of a window that is 1080 pixels high."""


class PresentationFoot(PresentationWidget):
    """Footer of the booth window: a note on the left, the time on the right."""

    def __init__(self, colors: PresentationColors, parent: QWidget | None = None) -> None:
        super().__init__(colors, parent)
        self._note = self._time = ""

    def set_texts(self, note: str, time: str) -> None:
        """Set the texts; `time` is, for example, "0:42 left"."""
        content = one_line(note), time
        if content != (self._note, self._time):
            self._note, self._time = content
            self.setAccessibleName(". ".join(part for part in content if part))
            self.update()

    def height_for(self, measure: Measure) -> float:
        """Return the required height in logical pixels."""
        return QFontMetricsF(measure.font(self.font(), TIME)).height() + measure.px(4)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
        painter.fillRect(self.rect(), QColor(self.colors.ground))
        font = self.measure.font(self.font(), TEXT)
        bold = self.measure.font(self.font(), TIME, bold=True)
        base = (self.height() + QFontMetricsF(bold).capHeight()) / 2
        time_wide = QFontMetricsF(bold).horizontalAdvance(self._time)
        right = self.width() - time_wide
        if self._time:
            paint_text(painter, right, base, time_wide + 1, self._time, bold, self.colors.ink)
        room = right - self.measure.px(28)
        if self._note and room > 0:
            fitted = self.measure.fitting(font, self._note, room)
            paint_text(painter, 0, base, room, self._note, fitted, self.colors.dim)
        painter.end()


class PresentationTitle(PresentationWidget):
    """Title of the comparison, in one line."""

    def __init__(self, colors: PresentationColors, parent: QWidget | None = None) -> None:
        super().__init__(colors, parent)
        self._text = ""
        self._reserved = 0.0

    def set_title(self, text: str, reserved: float) -> None:
        """Set the title; `reserved` is the width on its right, in logical pixels, that another widget occupies."""
        if (one_line(text), reserved) != (self._text, self._reserved):
            self._text, self._reserved = one_line(text), reserved
            self.setAccessibleName(self._text)
            self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), QColor(self.colors.ground))
        room = self.width() - self._reserved
        font = self.measure.fitting(self.measure.font(self.font(), TIME), self._text, room)
        base = (self.height() + QFontMetricsF(font).capHeight()) / 2
        paint_text(painter, 0, base, room, self._text, font, self.colors.dim)
        painter.end()


class RecordedMark(PresentedText):
    """Badge of a recorded session ("RECORDED 2026-11-20 · 4× speed"), in large type, on top of everything."""

    def place(self, right: float, top: float, most: float) -> float:
        """Place it in its corner, at most `most` wide; return its width, which is 0 while it is hidden."""
        if not self.text:
            return 0.0
        font = self._font(most)
        wide = min(QFontMetricsF(font).horizontalAdvance(self.text) + 2 * self.measure.px(PAD), most)
        high = height_of_first_line(self.measure, self.font())
        self.setGeometry(QRectF(right - wide, top, wide, high).toRect())
        return wide

    def _font(self, most: float) -> QFont:
        font = self.measure.font(self.font(), TIME, bold=True)
        return self.measure.fitting(font, self.text, most - 2 * self.measure.px(PAD))

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(self.colors.mark))
        radius = self.measure.px(8)
        painter.drawRoundedRect(QRectF(self.rect()), radius, radius)
        pad = self.measure.px(PAD)
        font = self._font(float(self.width()) + 1)
        base = (self.height() + QFontMetricsF(font).capHeight()) / 2
        paint_text(painter, pad, base, self.width() - pad, self.text, font, self.colors.ground)
        painter.end()


def height_of_first_line(measure: Measure, base: QFont) -> float:
    """Return the height of the line with title and badge, in logical pixels."""
    return QFontMetricsF(measure.font(base, TIME, bold=True)).height() + measure.px(10)
