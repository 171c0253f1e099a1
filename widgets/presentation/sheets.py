# SPDX-License-Identifier: Apache-2.0
"""Sheets shown over or instead of the booth window's charts: countdown, card, waiting page, help."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QImage, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from widgets.painting import faint
from widgets.presentation.measure import PresentationColors, PresentationWidget, PresentedText, paint_text

_CENTER = Qt.AlignmentFlag.AlignHCenter
_VEIL = 0.86
COUNT, TITLE, SYSTEM, LINE, MAIN, FOOT, HEAD, KEY = 460, 64, 46, 34, 104, 26, 40, 26
BAR, STRIP, CODE = 56, 190, 164
"""Sizes in pixels of a window that is 1080 pixels high: bar, exhibitor's strip, and the QR code in the strip."""
_QUIET = 4
"""Width of a QR code's white border, in modules (ISO/IEC 18004)."""


@dataclass(frozen=True, slots=True)
class Spoken:
    """A line of text on a sheet.

    Attributes:
        text: text of the line.
        size: font size.
        bold: whether it is bold.
        dim: whether it is dimmed.
        color: color of the text; "" for the default color.
        space: space above it, in pixels of the design.
        most_lines: maximum number of lines when wrapped.
    """

    text: str
    size: float
    bold: bool = False
    dim: bool = False
    color: str = ""
    space: float = 0.0
    most_lines: int = 1


@dataclass(frozen=True, slots=True)
class Bar:
    """Bar of one system.

    Attributes:
        name: name of the system.
        number: value with its unit.
        share: length relative to the longest bar, 0 to 1.
        color: color of the system.
        about: description in plain words, shown below.
    """

    name: str
    number: str
    share: float
    color: str
    about: str = ""


@dataclass(frozen=True, slots=True)
class ExhibitorStrip:
    """The exhibitor at whose stand the window is shown.

    Attributes:
        title: name of the exhibitor.
        line: text below the name.
        link: link encoded in the QR code, also shown as text.
        logo: logo, if any.
        code: rows of the QR code; True is dark.
    """

    title: str = ""
    line: str = ""
    link: str = ""
    logo: QImage | None = None
    code: tuple[tuple[bool, ...], ...] = ()

    @property
    def empty(self) -> bool:
        """True if there is nothing to show."""
        return not (self.title or self.line or self.code) and self.logo is None


class PresentationSheet(PresentationWidget):
    """Lines and bars in the middle of the window, with the exhibitor's strip below.

    It is shown on the plain background, or on a panel over a veil through which the background is faintly visible.
    """

    def __init__(self, colors: PresentationColors, parent: QWidget | None = None, *, panel: bool = False) -> None:
        super().__init__(colors, parent)
        self._panel = panel
        self._lines: tuple[Spoken, ...] = ()
        self._bars: tuple[Bar, ...] = ()
        self._after: tuple[Spoken, ...] = ()
        self._strip = ExhibitorStrip()
        self.hide()

    @property
    def lines(self) -> tuple[Spoken, ...]:
        """Lines shown."""
        return (*self._lines, *self._after)

    @property
    def bars(self) -> tuple[Bar, ...]:
        """Bars shown."""
        return self._bars

    def say(self, lines: Sequence[Spoken], bars: Sequence[Bar] = (), after: Sequence[Spoken] = ()) -> None:
        """Show lines, then bars, then more lines; without any lines, the sheet is hidden."""
        content = tuple(lines), tuple(bars), tuple(after)
        if content != (self._lines, self._bars, self._after):
            self._lines, self._bars, self._after = content
            numbers = [", ".join(filter(None, (f"{bar.name} {bar.number}", bar.about))) for bar in bars]
            said = [*(line.text for line in lines), *numbers, *(line.text for line in after)]
            self.setAccessibleName(". ".join(said))
            self.update()
        self.setVisible(bool(self.lines))
        if self.lines:
            self.raise_()

    def set_exhibitor(self, strip: ExhibitorStrip) -> None:
        """Set the exhibitor."""
        self._strip = strip
        self.setAccessibleDescription(". ".join(filter(None, (strip.title, strip.line, strip.link))))
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
        ground = QColor(self.colors.ground)
        painter.fillRect(self.rect(), faint(ground, _VEIL) if self._panel else ground)
        foot = 0.0 if self._strip.empty else self.measure.px(STRIP)
        area = QRectF(0, 0, self.width(), self.height() - foot)
        room = self.width() * (0.76 if self._panel else 0.86)
        laid = [(line, *self._flow(line, room)) for line in self._lines]
        after = [(line, *self._flow(line, room)) for line in self._after]
        bars = len(self._bars) * self._bar_step() + (self.measure.px(24) if self._bars else 0)
        tall = self._height_of(laid) + bars + self._height_of(after)
        top = max(0.0, (area.height() - tall) / 2)
        if self._panel:
            widest = max((self._width(font, texts) for _, font, texts in (*laid, *after)), default=0.0)
            self._paint_panel(painter, area, tall, max(widest, room if self._bars else 0.0))
        top = self._paint_lines(painter, laid, top)
        if self._bars:
            top += self.measure.px(24)
            self._paint_bars(painter, QRectF((self.width() - room) / 2, top, room, bars))
            top += len(self._bars) * self._bar_step()
        self._paint_lines(painter, after, top)
        if foot:
            side = self.measure.px(44)
            self._paint_strip(painter, QRectF(side, self.height() - foot, self.width() - 2 * side, foot))
        painter.end()

    def _height_of(self, laid: "Sequence[tuple[Spoken, QFont, list[str]]]") -> float:
        return sum(
            self.measure.grown(line.space) + QFontMetricsF(font).height() * len(texts) for line, font, texts in laid
        )

    def _paint_lines(self, painter: QPainter, laid: "Sequence[tuple[Spoken, QFont, list[str]]]", top: float) -> float:
        for line, font, texts in laid:
            metrics = QFontMetricsF(font)
            top += self.measure.grown(line.space)
            for text in texts:
                color = line.color or (self.colors.dim if line.dim else self.colors.ink)
                paint_text(painter, 0, top + metrics.ascent(), self.width(), text, font, color, align=_CENTER)
                top += metrics.height()
        return top

    def _bar_step(self) -> float:
        about = QFontMetricsF(self.measure.font(self.font(), FOOT)).height() + self.measure.px(4)
        return self.measure.grown(BAR) + self.measure.px(14) + (about if any(bar.about for bar in self._bars) else 0.0)

    def _paint_bars(self, painter: QPainter, box: QRectF) -> None:
        """Paint each bar with its name, number and description; all bars share a scale that starts at 0."""
        about = self.measure.font(self.font(), FOOT)
        font = self.measure.font(self.font(), LINE)
        bold = self.measure.font(self.font(), LINE, bold=True)
        gap = self.measure.px(20)
        names = min(max(QFontMetricsF(font).horizontalAdvance(bar.name) for bar in self._bars), box.width() * 0.34)
        numbers = max(QFontMetricsF(bold).horizontalAdvance(bar.number) for bar in self._bars)
        most = max(self.measure.px(40), box.width() - names - numbers - 2 * gap)
        high = self.measure.grown(BAR)
        for count, bar in enumerate(self._bars):
            top = box.top() + count * self._bar_step()
            name = self.measure.fitting(font, bar.name, names)
            base = top + (high + QFontMetricsF(font).capHeight()) / 2
            right = Qt.AlignmentFlag.AlignRight
            paint_text(painter, box.left(), base, names, bar.name, name, self.colors.ink, align=right)
            left = box.left() + names + gap
            wide = max(2.0, most * min(max(bar.share, 0.0), 1.0))
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(bar.color))
            painter.drawRoundedRect(QRectF(left, top, wide, high), high / 8, high / 8)
            paint_text(painter, left + wide + gap, base, numbers + 1, bar.number, bold, bar.color)
            room = box.right() - left
            fitted = self.measure.fitting(about, bar.about, room)
            below = top + high + self.measure.px(4) + QFontMetricsF(fitted).ascent()
            paint_text(painter, left, below, room, bar.about, fitted, self.colors.dim)

    def _paint_strip(self, painter: QPainter, box: QRectF) -> None:
        """Paint logo, title and line on the left, and the QR code with its link on the right."""
        strip, high = self._strip, self.measure.px(CODE)
        painter.fillRect(QRectF(0, box.top(), self.width(), box.height()), QColor(self.colors.ground))
        top, gap = box.top() + (box.height() - high) / 2, self.measure.px(28)
        left, right = box.left(), box.right()
        link = self.measure.font(self.font(), FOOT)
        if strip.code:
            self._paint_code(painter, QRectF(right - high, top, high, high))
            right -= high + gap
        if strip.logo is not None:
            most = QSizeF(box.width() * 0.25, high)
            size = QSizeF(strip.logo.size()).scaled(most, Qt.AspectRatioMode.KeepAspectRatio)
            painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, True)
            painter.drawImage(QRectF(left, top + (high - size.height()) / 2, size.width(), size.height()), strip.logo)
            left += size.width() + gap
        shown = link_text(strip.link) if strip.code else ""
        link_wide = min(QFontMetricsF(link).horizontalAdvance(shown), (right - left) * 0.5)
        middle = top + high / 2
        if shown:
            fitted = self.measure.fitting(link, shown, link_wide)
            base = middle + QFontMetricsF(link).capHeight() / 2
            align = Qt.AlignmentFlag.AlignRight
            paint_text(painter, right - link_wide, base, link_wide, shown, fitted, self.colors.ink, align=align)
            right -= link_wide + gap
        rows = [(strip.title, self.measure.font(self.font(), LINE, bold=True), self.colors.ink),
                (strip.line, self.measure.font(self.font(), FOOT), self.colors.dim)]  # fmt: skip
        rows = [row for row in rows if row[0]]
        at = middle - sum(QFontMetricsF(font).height() for _, font, _ in rows) / 2
        for text, font, color in rows:
            fitted = self.measure.fitting(font, text, right - left)
            paint_text(painter, left, at + QFontMetricsF(font).ascent(), right - left, text, fitted, color)
            at += QFontMetricsF(font).height()

    def _paint_code(self, painter: QPainter, box: QRectF) -> None:
        """Paint the QR code in black on white in any theme, with its quiet zone, aligned to whole pixels."""
        modules = len(self._strip.code) + 2 * _QUIET
        ratio = max(1.0, painter.deviceTransform().m11())
        cell = max(1, int(box.width() * ratio / modules)) / ratio
        wide = cell * modules
        left = round((box.right() - wide) * ratio) / ratio
        top = round((box.center().y() - wide / 2) * ratio) / ratio
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        painter.fillRect(QRectF(left, top, wide, wide), QColor("#ffffff"))
        for row, line in enumerate(self._strip.code):
            for column, dark in enumerate(line):
                if dark:
                    x, y = left + (column + _QUIET) * cell, top + (row + _QUIET) * cell
                    painter.fillRect(QRectF(x, y, cell, cell), QColor("#000000"))
        painter.restore()

    def _flow(self, line: Spoken, room: float) -> tuple[QFont, list[str]]:
        return self.measure.flowing(
            self.measure.font(self.font(), line.size, bold=line.bold), line.text, room, line.most_lines
        )

    @staticmethod
    def _width(font: QFont, texts: Sequence[str]) -> float:
        return max(QFontMetricsF(font).horizontalAdvance(text) for text in texts) if texts else 0.0

    def _paint_panel(self, painter: QPainter, area: QRectF, tall: float, wide: float) -> None:
        pad, radius = self.measure.px(64), self.measure.px(22)
        wide = min(max(wide + 2 * pad, self.width() * 0.42), self.width() * 0.9)
        tall = min(tall + 2 * self.measure.px(44), area.height())
        box = QRectF((self.width() - wide) / 2, (area.height() - tall) / 2, wide, tall)
        painter.setPen(QPen(QColor(self.colors.border), max(1.0, self.measure.px(1.6))))
        painter.setBrush(QColor(self.colors.panel))
        painter.drawRoundedRect(box, radius, radius)


def link_text(link: str) -> str:
    """Return a link without its scheme and trailing slash."""
    return link.removeprefix("https://").rstrip("/")


class Countdown(PresentedText):
    """A number or word of the countdown, shown over the whole window."""

    def set_text(self, text: str) -> None:
        super().set_text(text)
        self.raise_()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
        painter.fillRect(self.rect(), faint(self.colors.ground, _VEIL))
        font = QFont(self.font())
        font.setPixelSize(max(self.measure.least, round(self.measure.px(COUNT))))
        font.setWeight(QFont.Weight.Bold)
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
        """Set the contents; `rows` are keys ("Page Down, →") and their functions."""
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
