# SPDX-License-Identifier: Apache-2.0
"""First and last line of the booth window: pill, title and logo; note, time and progress."""

from dataclasses import dataclass
from typing import Literal

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QImage, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from widgets.presentation.exhibitor_strip import paint_logo
from widgets.presentation.measure import Measure, PresentationColors, PresentationWidget, one_line, paint_text

HEAD, PILL, PILL_TEXT, TITLE, LOGO, FOOT, NOTE, TIME, LINE = 60, 44, 26, 34, 60, 48, 30, 42, 8
"""Lengths in pixels of the design: heights of the first line, the pill, the logo, the last line and the progress line;
sizes of the text."""
_GAP, _PAD, _DOT = 24, 20, 14

PillKind = Literal["live", "recorded", "done"]


@dataclass(frozen=True, slots=True)
class Pill:
    """Origin of the picture: a live run, a recording, or a finished run.

    Attributes:
        text: Such as "LIVE"; "" for none.
    """

    kind: PillKind = "live"
    text: str = ""


def pill_width(measure: Measure, font_of: QWidget, pill: Pill) -> float:
    """Return the width of a pill in logical pixels; 0 without a text."""
    if not pill.text:
        return 0.0
    font = measure.font(font_of.font(), PILL_TEXT, bold=True, tight=0.04 if pill.kind == "live" else 0.0)
    dot = measure.px(_DOT + 12) if pill.kind == "live" else 0.0
    return QFontMetricsF(font).horizontalAdvance(pill.text) + 2 * measure.px(_PAD) + dot


def paint_pill(painter: QPainter, box: QRectF, pill: Pill, part: PresentationWidget) -> None:
    """Paint a pill: filled for a live run, an outline for anything else."""
    measure, colors = part.measure, part.colors
    live = pill.kind == "live"
    line = {"live": colors.live, "recorded": colors.mark, "done": colors.outline}[pill.kind]
    ink = {"live": "#ffffff", "recorded": colors.mark, "done": colors.ink2}[pill.kind]
    radius = box.height() / 2
    if live:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(line))
        painter.drawRoundedRect(box, radius, radius)
    else:
        width = max(1.0, measure.px(2))
        painter.setPen(QPen(QColor(line), width))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        half = width / 2
        painter.drawRoundedRect(box.adjusted(half, half, -half, -half), radius - half, radius - half)
    left, pad = box.left() + measure.px(_PAD), measure.px(_PAD)
    if live:
        dot = measure.px(_DOT)
        painter.setBrush(QColor(ink))
        painter.drawEllipse(QPointF(left + dot / 2, box.center().y()), dot / 2, dot / 2)
        left += dot + measure.px(12)
    font = measure.font(part.font(), PILL_TEXT, bold=True, tight=0.04 if live else 0.0)
    font = measure.fitting(font, pill.text, box.right() - pad - left)
    base = box.center().y() + QFontMetricsF(font).capHeight() / 2
    paint_text(painter, left, base, box.right() - left, pill.text, font, ink)


class HeadLine(PresentationWidget):
    """Pill, title and the exhibitor's logo."""

    def __init__(self, colors: PresentationColors, parent: QWidget | None = None) -> None:
        super().__init__(colors, parent)
        self._pill = Pill()
        self._title = ""
        self._logo: QImage | None = None

    @property
    def pill(self) -> Pill:
        """Pill shown."""
        return self._pill

    def show_line(self, pill: Pill, title: str) -> None:
        """Set the pill and the title of the comparison."""
        if (pill, one_line(title)) != (self._pill, self._title):
            self._pill, self._title = pill, one_line(title)
            self.setAccessibleName(". ".join(filter(None, (self._title, pill.text))))
            self.update()

    def set_logo(self, logo: QImage | None) -> None:
        """Set the exhibitor's logo."""
        self._logo = logo
        self.update()

    def height_for(self, measure: Measure) -> float:
        """Return the required height in logical pixels."""
        font = measure.font(self.font(), TITLE)
        return max(measure.px(HEAD), QFontMetricsF(font).height())

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
        painter.fillRect(self.rect(), QColor(self.colors.ground))
        measure, middle = self.measure, self.height() / 2
        left, right, gap = 0.0, float(self.width()), measure.px(_GAP)
        if self._logo is not None:
            most = QSizeF(self.width() * 0.22, min(measure.px(LOGO), self.height()))
            size = QSizeF(self._logo.size()).scaled(most, Qt.AspectRatioMode.KeepAspectRatio)
            place = QRectF(right - size.width(), middle - size.height() / 2, size.width(), size.height())
            paint_logo(painter, place, self._logo, self.colors.ground)
            right -= size.width() + gap
        if self._pill.text:
            wide = min(pill_width(measure, self, self._pill), (right - left) * 0.7)
            high = max(measure.px(PILL), measure.least * 1.5)
            paint_pill(painter, QRectF(left, middle - high / 2, wide, high), self._pill, self)
            left += wide + gap
        font = measure.fitting(measure.font(self.font(), TITLE), self._title, right - left)
        base = middle + QFontMetricsF(font).capHeight() / 2
        paint_text(painter, left, base, right - left, self._title, font, self.colors.ink2)
        painter.end()


class FootLine(PresentationWidget):
    """A note on the left, the time on the right, and below them the progress of the run over the whole width."""

    def __init__(self, colors: PresentationColors, parent: QWidget | None = None) -> None:
        super().__init__(colors, parent)
        self._note = self._time = ""
        self._share: float | None = None
        self.margin = 0.0
        """Space at both sides of the text, in logical pixels."""

    def show_line(self, note: str, time: str, share: float | None) -> None:
        """Set the text and the progress.

        Args:
            note: Text on the left.
            time: Such as "0:42 left".
            share: Completed share of the run, 0 to 1; None without a progress line.
        """
        content = one_line(note), time
        if content != (self._note, self._time):
            self._note, self._time = content
            self.setAccessibleName(". ".join(part for part in content if part))
            self.update()
        if share != self._share:
            self._share = share
            line = max(1, round(self.measure.px(LINE)))
            self.update(0, self.height() - line, self.width(), line)

    def height_for(self, measure: Measure) -> float:
        """Return the required height in logical pixels, including the space below the texts."""
        texts = QFontMetricsF(measure.font(self.font(), TIME, bold=True)).height()
        return max(measure.px(FOOT), texts) + measure.px(30)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
        painter.fillRect(event.rect(), QColor(self.colors.ground))
        measure, line = self.measure, max(1, round(self.measure.px(LINE)))
        if self._share is not None:
            top = self.height() - line
            painter.fillRect(0, top, self.width(), line, QColor(self.colors.track))
            done = round(self.width() * min(max(self._share, 0.0), 1.0))
            painter.fillRect(0, top, done, line, QColor(self.colors.progress))
        if event.rect().top() < self.height() - line:
            self._paint_texts(painter, (self.height() - measure.px(30)) / 2)
        painter.end()

    def _paint_texts(self, painter: QPainter, middle: float) -> None:
        measure = self.measure
        left, right = self.margin, self.width() - self.margin
        bold = measure.font(self.font(), TIME, bold=True)
        if self._time:
            wide = QFontMetricsF(bold).horizontalAdvance(self._time)
            base = middle + QFontMetricsF(bold).capHeight() / 2
            paint_text(painter, right - wide, base, wide + 1, self._time, bold, self.colors.ink)
            right -= wide + measure.px(28)
        font = measure.fitting(measure.font(self.font(), NOTE), self._note, right - left)
        base = middle + QFontMetricsF(font).capHeight() / 2
        paint_text(painter, left, base, right - left, self._note, font, self.colors.ink2)
