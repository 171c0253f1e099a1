# SPDX-License-Identifier: Apache-2.0
"""Sheets over the booth window's charts: countdown, neutral card, help, and the black screen."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPaintEvent, QPen, QPixmap, QRadialGradient
from PySide6.QtWidgets import QWidget

from widgets.painting import faint, mixed
from widgets.presentation.exhibitor_strip import ExhibitorStrip, link_text, paint_code, paint_logo
from widgets.presentation.head_and_foot import PILL, Pill, paint_pill, pill_width
from widgets.presentation.measure import (
    PresentationColors,
    PresentationWidget,
    PresentedText,
    TextRun,
    flow_runs,
    paint_chip,
    paint_runs,
    paint_text,
    plain_text,
)

_CENTER = Qt.AlignmentFlag.AlignHCenter
_VEIL = 0.86
COUNT, HEAD, KEY = 460, 40, 28
TITLE, LINE, NAME, ABOUT, SENTENCE, FOOT, LOGO, CHIP, CODE = 88, 40, 42, 30, 48, 30, 104, 56, 168
"""Lengths in pixels of the design."""


@dataclass(frozen=True, slots=True)
class NeutralSystem:
    """A system on the neutral card."""

    letter: str
    name: str
    about: str
    color: str


@dataclass(frozen=True, slots=True)
class Neutral:
    """Contents of the neutral card, which is shown while there is no run to show.

    Attributes:
        title: What comes next, such as "The next run starts soon".
        line: The comparison.
        systems: Its systems.
        pill: Date of the recorded run whose result follows.
        sentence: Result of that run.
        foot: Line at the bottom.
    """

    title: str = ""
    line: str = ""
    systems: tuple[NeutralSystem, ...] = ()
    pill: Pill = field(default_factory=lambda: Pill("recorded"))
    sentence: tuple[TextRun, ...] = ()
    foot: str = ""


class NeutralSheet(PresentationWidget):
    """Neutral card over the whole window; hidden while it has no title."""

    def __init__(self, colors: PresentationColors, parent: QWidget | None = None) -> None:
        super().__init__(colors, parent)
        self._card = Neutral()
        self._strip = ExhibitorStrip()
        self._ground: QPixmap | None = None
        self.hide()

    @property
    def card(self) -> Neutral:
        """Contents shown."""
        return self._card

    def show_card(self, card: Neutral) -> None:
        """Show a card; one without a title hides it."""
        if card != self._card:
            self._card = card
            systems = [", ".join(filter(None, (one.name, one.about))) for one in card.systems]
            said = (card.title, card.line, *systems, card.pill.text, plain_text(card.sentence), card.foot)
            self.setAccessibleName(". ".join(filter(None, said)))
            self.update()
        self.setVisible(bool(card.title))
        if card.title:
            self.raise_()

    def set_exhibitor(self, strip: ExhibitorStrip) -> None:
        """Set the exhibitor."""
        self._strip = strip
        self.setAccessibleDescription(". ".join(filter(None, (strip.title, strip.line, strip.link))))
        self.update()

    def set_colors(self, colors: PresentationColors) -> None:
        """Set the theme."""
        self._ground = None
        super().set_colors(colors)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
        painter.drawPixmap(0, 0, self._ground_picture())
        measure, card, wide = self.measure, self._card, float(self.width())
        foot = self._foot_height()
        blocks = self._blocks()
        tall = sum(high for high, _ in blocks)
        top = max(measure.px(40), (self.height() - foot - tall) * 0.5)
        for high, paint in blocks:
            paint(painter, QRectF(0, top, wide, high))
            top += high
        self._paint_foot(painter, QRectF(measure.px(56), self.height() - foot, wide - 2 * measure.px(56), foot), card)
        painter.end()

    def _ground_picture(self) -> QPixmap:
        """Return the ground with its gradient, painted once per size and theme."""
        ratio = self.devicePixelRatioF()
        size = self.size() * ratio
        if self._ground is None or self._ground.size() != size:
            self._ground = QPixmap(size)
            self._ground.setDevicePixelRatio(ratio)
            self._ground.fill(QColor(self.colors.ground))
            painter = QPainter(self._ground)
            center = QPointF(self.width() * 0.5, self.height() * 0.4)
            gradient = QRadialGradient(center, max(self.width() * 0.57, 1.0))
            gradient.setColorAt(0, mixed(self.colors.raised, self.colors.ground, 0.7))
            gradient.setColorAt(0.7, QColor(self.colors.ground))
            painter.fillRect(self.rect(), gradient)
            painter.end()
        return self._ground

    def _blocks(self) -> list[tuple[float, Callable[[QPainter, QRectF], None]]]:
        """Return what is stacked in the middle: heights, with the functions that paint it."""
        measure, card = self.measure, self._card
        blocks: list[tuple[float, Callable[[QPainter, QRectF], None]]] = []
        if self._strip.logo is not None:
            blocks.append((measure.px(LOGO + 90), self._paint_logo))
        elif self._strip.title:
            blocks.append((measure.grown(NAME * 1.4) + measure.px(60), self._paint_exhibitor))
        blocks.append((measure.grown(TITLE * 1.25), self._paint_title))
        if card.line:
            blocks.append((measure.grown(LINE * 1.3) + measure.px(60), self._paint_line))
        if card.systems:
            rows = (len(card.systems) + 1) // 2 if not measure.portrait else len(card.systems)
            blocks.append((rows * measure.grown(150) + measure.px(60), self._paint_systems))
        if card.sentence:
            blocks.append((measure.px(PILL + 20) + measure.grown(SENTENCE * 1.3), self._paint_last))
        return blocks

    def _paint_logo(self, painter: QPainter, box: QRectF) -> None:
        assert self._strip.logo is not None
        most = QSizeF(box.width() * 0.5, self.measure.px(LOGO))
        size = QSizeF(self._strip.logo.size()).scaled(most, Qt.AspectRatioMode.KeepAspectRatio)
        place = QRectF(box.center().x() - size.width() / 2, box.top(), size.width(), size.height())
        paint_logo(painter, place, self._strip.logo, self.colors.ground)

    def _paint_exhibitor(self, painter: QPainter, box: QRectF) -> None:
        font = self.measure.font(self.font(), NAME, bold=True)
        base = box.top() + QFontMetricsF(font).ascent()
        paint_text(painter, 0, base, box.width(), self._strip.title, font, self.colors.ink2, align=_CENTER)

    def _paint_title(self, painter: QPainter, box: QRectF) -> None:
        measure, room = self.measure, box.width() * 0.9
        font = measure.font(self.font(), TITLE, bold=True, tight=-0.025)
        sized = measure.fitting(font, self._card.title, room)
        base = box.top() + QFontMetricsF(font).ascent()
        paint_text(painter, box.width() * 0.05, base, room, self._card.title, sized, self.colors.ink, align=_CENTER)

    def _paint_line(self, painter: QPainter, box: QRectF) -> None:
        measure, room = self.measure, box.width() * 0.9
        font = measure.font(self.font(), LINE)
        sized = measure.fitting(font, self._card.line, room)
        base = box.top() + QFontMetricsF(font).ascent()
        paint_text(painter, box.width() * 0.05, base, room, self._card.line, sized, self.colors.ink2, align=_CENTER)

    def _paint_systems(self, painter: QPainter, box: QRectF) -> None:
        measure, systems = self.measure, self._card.systems
        columns = 1 if len(systems) == 1 or measure.portrait else 2
        side, gap = box.width() * 0.16, measure.px(28)
        wide = (box.width() - 2 * side - gap * (columns - 1)) / columns
        high = measure.grown(150) - gap / 2
        for number, system in enumerate(systems):
            row, column = divmod(number, columns)
            place = QRectF(side + column * (wide + gap), box.top() + row * (high + gap / 2), wide, high)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(self.colors.raised))
            painter.drawRoundedRect(place, measure.px(18), measure.px(18))
            self._paint_system(painter, place.adjusted(measure.px(34), 0, -measure.px(34), 0), system)

    def _paint_system(self, painter: QPainter, box: QRectF, system: NeutralSystem) -> None:
        measure, chip = self.measure, min(self.measure.chip(CHIP), box.height() * 0.7)
        font, small = measure.font(self.font(), NAME, bold=True), measure.font(self.font(), ABOUT)
        square = QRectF(box.left(), box.center().y() - chip / 2, chip, chip)
        paint_chip(painter, square, system.letter, system.color, self.colors.on_system, font)
        left = box.left() + chip + measure.px(22)
        room = box.right() - left
        name = measure.fitting(font, system.name, room, 0.7)
        _, lines = measure.flowing(small, system.about, room, 2) if system.about else (small, [])
        tall = QFontMetricsF(font).height() + QFontMetricsF(small).height() * len(lines)
        base = box.center().y() - tall / 2 + QFontMetricsF(font).ascent()
        paint_text(painter, left, base, room, system.name, name, self.colors.ink, mode=Qt.TextElideMode.ElideMiddle)
        base += QFontMetricsF(font).descent() + QFontMetricsF(small).ascent()
        for line in lines:
            paint_text(painter, left, base, room, line, measure.fitting(small, line, room), self.colors.ink2)
            base += QFontMetricsF(small).height()

    def _paint_last(self, painter: QPainter, box: QRectF) -> None:
        """Paint the pill with the date of the recorded run, and its result."""
        measure, card = self.measure, self._card
        top = box.top()
        wide = pill_width(measure, self, card.pill)
        high = max(measure.px(PILL), measure.least * 1.5)
        if wide:
            paint_pill(painter, QRectF(box.center().x() - wide / 2, top, wide, high), card.pill, self)
        font = measure.font(self.font(), SENTENCE, bold=True)
        fitted, lines = flow_runs(measure, font, card.sentence, box.width() * 0.9)
        base = top + high + measure.px(16) + QFontMetricsF(font).ascent()
        for line in lines:
            paint_runs(
                painter, box.width() * 0.05, base, box.width() * 0.9, line, fitted, self.colors.ink, align=_CENTER
            )
            base += fitted.pixelSize() * 1.16

    def _foot_height(self) -> float:
        code = self.measure.px(CODE) if self._strip.code else 0.0
        return max(code, QFontMetricsF(self.measure.font(self.font(), FOOT)).height()) + self.measure.px(40)

    def _paint_foot(self, painter: QPainter, box: QRectF, card: Neutral) -> None:
        measure = self.measure
        font = measure.font(self.font(), FOOT)
        base, right = box.bottom() - measure.px(36), box.right()
        if self._strip.code:
            side = measure.px(CODE)
            place = QRectF(right - side, box.bottom() - measure.px(40) - side, side, side)
            paint_code(painter, place, self._strip.code)
            right -= side + measure.px(24)
            shown = link_text(self._strip.link)
            wide = min(QFontMetricsF(font).horizontalAdvance(shown), box.width() * 0.3)
            sized = measure.fitting(font, shown, wide)
            paint_text(painter, right - wide, base, wide + 1, shown, sized, self.colors.ink)
            right -= wide + measure.px(40)
        text = card.foot or self._strip.line
        sized = measure.fitting(font, text, right - box.left())
        paint_text(painter, box.left(), base, right - box.left(), text, sized, self.colors.ink2)


class BlankSheet(PresentationWidget):
    """A black screen."""

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(event.rect(), QColor("#000000"))
        painter.end()


class Countdown(PresentedText):
    """A number or word of the countdown, over the whole window."""

    def set_text(self, text: str) -> None:
        super().set_text(text)
        self.raise_()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
        painter.fillRect(self.rect(), faint(self.colors.ground, _VEIL))
        font = QFont(self.measure.font(self.font(), COUNT, figure=True))
        font.setPixelSize(max(self.measure.least, round(self.measure.px(COUNT))))
        font = self.measure.fitting(font, self.text, self.width() * 0.8)
        metrics = QFontMetricsF(font)
        paint_text(
            painter,
            0,
            (self.height() + metrics.capHeight()) / 2,
            self.width(),
            self.text,
            font,
            self.colors.ink,
            align=_CENTER,
        )
        painter.end()


class KeySheet(PresentationWidget):
    """Help sheet: a heading, and keys with their functions, in two columns."""

    def __init__(self, colors: PresentationColors, parent: QWidget | None = None) -> None:
        super().__init__(colors, parent)
        self._title = self._foot = ""
        self._rows: tuple[tuple[str, str], ...] = ()
        self.hide()

    @property
    def rows(self) -> tuple[tuple[str, str], ...]:
        """Keys and their functions."""
        return self._rows

    def set_rows(self, title: str, rows: Sequence[tuple[str, str]], foot: str) -> None:
        """Set the contents. rows: keys ("Page Down, →") and their functions."""
        self._title, self._rows, self._foot = title, tuple(rows), foot
        self.setAccessibleName(title)
        self.setAccessibleDescription("\n".join(f"{keys}: {meaning}" for keys, meaning in rows))
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
        painter.fillRect(self.rect(), faint(self.colors.ground, _VEIL))
        measure, pad = self.measure, self.measure.px(48)
        head, plain = measure.font(self.font(), HEAD, bold=True), measure.font(self.font(), KEY)
        bold = measure.font(self.font(), KEY, bold=True)
        keys_wide = max((QFontMetricsF(bold).horizontalAdvance(keys) for keys, _ in self._rows), default=0.0)
        meanings_wide = max((QFontMetricsF(plain).horizontalAdvance(meaning) for _, meaning in self._rows), default=0.0)
        gap, line = measure.px(40), QFontMetricsF(plain).height() * 1.28
        foot_wide = QFontMetricsF(plain).horizontalAdvance(self._foot)
        wide = min(max(keys_wide + gap + meanings_wide, foot_wide + 1) + 2 * pad, self.width() * 0.94)
        most = self.height() * 0.94
        tall_head, tall_foot = QFontMetricsF(head).height() * 1.5, line * 1.4
        line = min(line, (most - 2 * pad - tall_head - tall_foot) / max(1, len(self._rows)))
        tall = tall_head + line * len(self._rows) + tall_foot + 2 * pad
        box = QRectF((self.width() - wide) / 2, (self.height() - tall) / 2, wide, tall)
        painter.setPen(QPen(QColor(self.colors.border), max(1.0, measure.px(1.6))))
        painter.setBrush(QColor(self.colors.raised))
        painter.drawRoundedRect(box, measure.px(22), measure.px(22))
        left, inner = box.left() + pad, wide - 2 * pad
        top = box.top() + pad
        paint_text(painter, left, top + QFontMetricsF(head).ascent(), inner, self._title, head, self.colors.ink)
        top += tall_head
        metrics = QFontMetricsF(plain)
        for keys, meaning in self._rows:
            base = top + metrics.ascent()
            paint_text(painter, left, base, keys_wide + 1, keys, bold, self.colors.ink)
            at = left + keys_wide + gap
            paint_text(painter, at, base, left + inner - at, meaning, plain, self.colors.dim)
            top += line
        paint_text(painter, left, top + tall_foot - metrics.descent(), inner, self._foot, plain, self.colors.dim)
        painter.end()
