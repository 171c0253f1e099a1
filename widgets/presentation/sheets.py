"""What lies over the booth window's charts, or in their place: the countdown, a card, a page that waits, the keys."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from widgets.painting import faint
from widgets.presentation.measure import PresentationColors, PresentationWidget, paint_text

_CENTER = Qt.AlignmentFlag.AlignHCenter
_VEIL = 0.86
COUNT, TITLE, SYSTEM, LINE, MAIN, FOOT, HEAD, KEY = 460, 64, 46, 34, 104, 26, 40, 26
"""Sizes of the design, in pixels of a window 1080 high."""


@dataclass(frozen=True, slots=True)
class Spoken:
    """One line of a sheet. space: above it, in the design's pixels. color: "" is the ink of plain text."""

    text: str
    size: float
    bold: bool = False
    dim: bool = False
    color: str = ""
    space: float = 0.0
    most_lines: int = 1


class PresentationSheet(PresentationWidget):
    """Lines in the middle: on the bare window, or on a panel over a veil that lets what is behind show faintly."""

    def __init__(self, colors: PresentationColors, parent: QWidget | None = None, *, panel: bool = False) -> None:
        super().__init__(colors, parent)
        self._panel = panel
        self._lines: tuple[Spoken, ...] = ()
        self.hide()

    @property
    def lines(self) -> tuple[Spoken, ...]:
        """What it says."""
        return self._lines

    def say(self, lines: Sequence[Spoken]) -> None:
        """Shows these lines; none hides it."""
        if tuple(lines) != self._lines:
            self._lines = tuple(lines)
            self.setAccessibleName(". ".join(line.text for line in lines))
            self.update()
        self.setVisible(bool(lines))
        if lines:
            self.raise_()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
        ground = QColor(self.colors.ground)
        painter.fillRect(self.rect(), faint(ground, _VEIL) if self._panel else ground)
        room = self.width() * (0.72 if self._panel else 0.86)
        laid = [(line, *self._set(line, room)) for line in self._lines]
        tall = sum(
            self.measure.grown(line.space) + QFontMetricsF(font).height() * len(texts) for line, font, texts in laid
        )
        top = (self.height() - tall) / 2
        if self._panel:
            self._paint_panel(painter, tall, max((self._width(font, texts) for _, font, texts in laid), default=0.0))
        for line, font, texts in laid:
            metrics = QFontMetricsF(font)
            top += self.measure.grown(line.space)
            for text in texts:
                color = line.color or (self.colors.dim if line.dim else self.colors.ink)
                paint_text(painter, 0, top + metrics.ascent(), self.width(), text, font, color, align=_CENTER)
                top += metrics.height()
        painter.end()

    def _set(self, line: Spoken, room: float) -> tuple[QFont, list[str]]:
        return self.measure.flowing(
            self.measure.font(self.font(), line.size, bold=line.bold), line.text, room, line.most_lines
        )

    @staticmethod
    def _width(font: QFont, texts: Sequence[str]) -> float:
        return max(QFontMetricsF(font).horizontalAdvance(text) for text in texts) if texts else 0.0

    def _paint_panel(self, painter: QPainter, tall: float, wide: float) -> None:
        pad, radius = self.measure.px(64), self.measure.px(22)
        wide = min(max(wide + 2 * pad, self.width() * 0.42), self.width() * 0.9)
        tall = min(tall + 2 * self.measure.px(52), float(self.height()))
        box = QRectF((self.width() - wide) / 2, (self.height() - tall) / 2, wide, tall)
        painter.setPen(QPen(QColor(self.colors.border), max(1.0, self.measure.px(1.6))))
        painter.setBrush(QColor(self.colors.panel))
        painter.drawRoundedRect(box, radius, radius)


class Countdown(PresentationWidget):
    """The countdown: one figure or word over the whole window."""

    def __init__(self, colors: PresentationColors, parent: QWidget | None = None) -> None:
        super().__init__(colors, parent)
        self._text = ""
        self.hide()

    @property
    def text(self) -> str:
        """The figure or word shown; "" where none is."""
        return self._text

    def say(self, text: str) -> None:
        """Shows a figure; "" hides it."""
        if text != self._text:
            self._text = text
            self.setAccessibleName(text)
            self.update()
        self.setVisible(bool(text))
        if text:
            self.raise_()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
        painter.fillRect(self.rect(), faint(self.colors.ground, _VEIL))
        font = QFont(self.font())
        font.setPixelSize(max(self.measure.least, round(self.measure.px(COUNT))))
        font.setWeight(QFont.Weight.Bold)
        font = self.measure.fitting(font, self._text, self.width() * 0.8)
        metrics = QFontMetricsF(font)
        paint_text(
            painter,
            0,
            (self.height() + metrics.capHeight()) / 2,
            self.width(),
            self._text,
            font,
            self.colors.ink,
            align=_CENTER,
        )
        painter.end()


class KeySheet(PresentationWidget):
    """The help sheet: a heading, and keys with what they do in two columns."""

    def __init__(self, colors: PresentationColors, parent: QWidget | None = None) -> None:
        super().__init__(colors, parent)
        self._title = self._foot = ""
        self._rows: tuple[tuple[str, str], ...] = ()
        self.hide()

    @property
    def rows(self) -> tuple[tuple[str, str], ...]:
        """Keys, and what they do."""
        return self._rows

    def set_rows(self, title: str, rows: Sequence[tuple[str, str]], foot: str) -> None:
        """rows: keys ("Page Down, →"), and what they do."""
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
        painter.setBrush(QColor(self.colors.panel))
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
