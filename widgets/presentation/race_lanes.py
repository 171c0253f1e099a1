# SPDX-License-Identifier: Apache-2.0
"""Race in the booth window: the sentence with the clock, a lane per system, and the time line once it is over."""

import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from PySide6.QtCore import QPointF, QRectF, Qt, QTimer
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPainterPath, QPaintEvent, QPen
from PySide6.QtWidgets import QStyle, QWidget

from widgets.presentation.measure import (
    NAME_SHRINKS_TO,
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

SENTENCE, SENTENCE_OVER, BELOW, CLOCK, NAME, CHIP, NOTE, COUNT, TRACK, TITLE_HIGH, BETWEEN, GOAL = (
    64, 84, 32, 132, 44, 44, 36, 96, 150, 66, 26, 30,
)  # fmt: skip
LABEL, PLACE, TIMELINE_LINE, TIMELINE_DOT, TIMELINE_HIGH = 30, 32, 6, 15, 170
"""Lengths in pixels of the design."""
FRAME_MS = 100
"""Milliseconds between two steps of a growing lane."""
LONGEST_S = 1.2
"""Seconds within which a lane reaches the last measured value at the latest."""
_OUTSIDE = 0.28
"""Share of a lane below which its count stands to the right of the filled part."""
_RIGHT = Qt.AlignmentFlag.AlignRight


class RaceHead(PresentationWidget):
    """Sentence about the race, the text below it, and the clock on the right."""

    def __init__(self, colors: PresentationColors, parent: QWidget | None = None) -> None:
        super().__init__(colors, parent)
        self._runs: tuple[TextRun, ...] = ()
        self._below = self._clock = ""

    def show_head(self, runs: Sequence[TextRun], below: str, clock: str) -> None:
        """Set the sentence, the text below it, and the clock; "" for none, once the race is over."""
        if (tuple(runs), below, clock) != (self._runs, self._below, self._clock):
            self._runs, self._below, self._clock = tuple(runs), below, clock
            self.setAccessibleName(". ".join(filter(None, (plain_text(runs), below))))
            self.setAccessibleDescription(clock)
            self.update()

    def height_for(self, measure: Measure) -> float:
        """Return the required height in logical pixels."""
        return measure.grown(166)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
        painter.fillRect(self.rect(), QColor(self.colors.ground))
        measure, room = self.measure, float(self.width())
        if self._clock:
            clock = measure.font(self.font(), CLOCK, figure=True, tight=-0.025)
            wide = QFontMetricsF(clock).horizontalAdvance(self._clock)
            base = (self.height() + QFontMetricsF(clock).capHeight()) / 2
            paint_text(painter, room - wide, base, wide + 1, self._clock, clock, self.colors.ink)
            room -= wide + measure.px(40)
        size = SENTENCE if self._clock else SENTENCE_OVER
        font = measure.font(self.font(), size, bold=True, tight=-0.02)
        fitted, runs = fit_runs(measure, font, self._runs, room)
        below = measure.font(self.font(), BELOW)
        metrics, small = QFontMetricsF(font), QFontMetricsF(below)
        gap = measure.grown(18) if self._below else 0.0
        tall = metrics.capHeight() + ((gap + small.height()) if self._below else 0.0)
        base = (self.height() - tall) / 2 + metrics.capHeight()
        paint_runs(painter, 0, base, room, runs, fitted, self.colors.ink)
        fitted = measure.fitting(below, self._below, room)
        paint_text(painter, 0, base + gap + small.ascent(), room, self._below, fitted, self.colors.ink2)
        painter.end()


@dataclass(frozen=True, slots=True)
class RaceLane:
    """Lane of one system.

    Attributes:
        letter: Letter in its chip.
        name: Name of the system.
        color: Color of the system.
        done: Completed work.
        total: Work of the whole race.
        note: Text above the lane on the right.
        finished: Whether it has completed all its work.
        stopped: Whether it has stopped, so that the lane is dimmed.
    """

    letter: str
    name: str
    color: str
    done: float
    total: float
    note: str = ""
    finished: bool = False
    stopped: bool = False

    @property
    def share(self) -> float:
        """Completed share, 0 to 1."""
        return 1.0 if self.finished else min(max(self.done / max(self.total, 1.0), 0.0), 1.0)


class RaceLanes(PresentationWidget):
    """One lane per system, stacked.

    A lane grows ten times a second from one measured count to the next, so it never shows more than was measured. If
    the desktop disables animations, it jumps.
    """

    def __init__(
        self, colors: PresentationColors, count_text: Callable[[float], str], parent: QWidget | None = None
    ) -> None:
        """Create the lanes; `count_text` formats a count."""
        super().__init__(colors, parent)
        self._count_text = count_text
        self._lanes: tuple[RaceLane, ...] = ()
        self._from: tuple[float, ...] = ()
        self._counts: tuple[float, ...] = ()
        self._since_s = 0.0
        self._span_s = 1.0
        self._frames = QTimer(self)
        self._frames.setInterval(FRAME_MS)
        self._frames.timeout.connect(self._step)

    @property
    def lanes(self) -> tuple[RaceLane, ...]:
        """Lanes as measured."""
        return self._lanes

    @property
    def counts(self) -> tuple[float, ...]:
        """Counts as shown at this moment."""
        return self._counts

    def show_lanes(self, lanes: Sequence[RaceLane], *, moving: bool) -> None:
        """Set the lanes in order; with `moving`, they grow to the new counts."""
        before, self._lanes = self._lanes, tuple(lanes)
        if before == self._lanes:
            return
        said = (f"{one.name}: {self._count_text(one.done)}, {one.note}".rstrip(", ") for one in lanes)
        self.setAccessibleName("; ".join(said))
        targets = tuple(lane.done for lane in self._lanes)
        same = [one.letter for one in before] == [one.letter for one in self._lanes]
        grows = same and all(now >= was for was, now in zip(self._counts, targets, strict=True))
        if not (moving and grows and self.animated() and self.isVisible()):
            self._frames.stop()
            self._from = self._counts = targets
            self.update()
            return
        now_s = time.monotonic()
        self._span_s = min(max(now_s - self._since_s, FRAME_MS / 1000), LONGEST_S)
        self._since_s, self._from = now_s, self._counts
        self._frames.start()
        if [replace(one, done=0.0) for one in before] != [replace(one, done=0.0) for one in self._lanes]:
            self.update()

    def animated(self) -> bool:
        """Return whether the desktop allows animations."""
        return self.style().styleHint(QStyle.StyleHint.SH_Widget_Animation_Duration, None, self) > 0

    def height_for(self, measure: Measure) -> float:
        """Return the preferred height in logical pixels."""
        count = max(1, len(self._lanes))
        return count * (measure.grown(TITLE_HIGH) + measure.grown(self._track())) + (count - 1) * measure.px(BETWEEN)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
        painter.fillRect(event.rect(), QColor(self.colors.ground))
        for number, lane in enumerate(self._lanes):
            title, track = self._boxes(number)
            if QRectF(event.rect()).intersects(title):
                self._paint_title(painter, title, lane)
            if QRectF(event.rect()).intersects(track):
                done = self._counts[number] if number < len(self._counts) else lane.done
                self._paint_track(painter, track, lane, done)
        painter.end()

    def _track(self) -> float:
        return {1: TRACK, 2: TRACK, 3: 92}.get(len(self._lanes), 64)

    def _boxes(self, number: int) -> tuple[QRectF, QRectF]:
        """Return the places of a lane's title and track."""
        measure = self.measure
        step = (self.height() + measure.px(BETWEEN)) / max(1, len(self._lanes))
        title = min(measure.grown(TITLE_HIGH), step * 0.5)
        top = number * step
        high = step - measure.px(BETWEEN) - title
        return QRectF(0, top, self.width(), title), QRectF(0, top + title, self.width(), max(high, 1.0))

    def _step(self) -> None:
        """Let the lanes grow, and repaint only what changed."""
        share = min((time.monotonic() - self._since_s) / self._span_s, 1.0)
        before, targets = self._counts, [lane.done for lane in self._lanes]
        self._counts = tuple(was + (now - was) * share for was, now in zip(self._from, targets, strict=True))
        font = self._count_font(self._boxes(0)[1].height())
        for number, (was, now) in enumerate(zip(before, self._counts, strict=True)):
            if was == now:
                continue
            _, track = self._boxes(number)
            lane = self._lanes[number]
            edges = [track.width() * min(one / max(lane.total, 1.0), 1.0) for one in (was, now)]
            text = QFontMetricsF(font).horizontalAdvance(self._count_text(lane.total)) + self.measure.px(80)
            left, right = min(edges) - text, max(edges) + self.measure.px(4)
            if edges[0] < track.width() * _OUTSIDE:
                left, right = 0.0, max(edges) + text
            self.update(QRectF(left, track.top(), right - left, track.height()).toAlignedRect())
        if share >= 1.0:
            self._frames.stop()

    def _count_font(self, high: float) -> QFont:
        font = self.measure.font(self.font(), COUNT, figure=True, tight=-0.025)
        font.setPixelSize(min(font.pixelSize(), max(self.measure.least, round(high * 0.66))))
        return font

    def _paint_title(self, painter: QPainter, box: QRectF, lane: RaceLane) -> None:
        measure = self.measure
        chip, gap = min(measure.chip(CHIP), box.height() * 0.95), measure.px(16)
        font = measure.font(self.font(), NAME, bold=True)
        middle = box.top() + (box.height() - measure.px(10)) / 2
        color = self.colors.stopped if lane.stopped else lane.color
        square = QRectF(box.left(), middle - chip / 2, chip, chip)
        paint_chip(painter, square, lane.letter, color, self.colors.on_system, font)
        left = box.left() + chip + gap
        note = measure.fitting(measure.font(self.font(), NOTE), lane.note, box.width() * 0.5)
        wide = min(QFontMetricsF(note).horizontalAdvance(lane.note), box.width() * 0.5)
        base = middle + QFontMetricsF(note).capHeight() / 2
        paint_text(painter, box.right() - wide, base, wide + 1, lane.note, note, self.colors.ink2)
        room = box.right() - left - wide - measure.px(40)
        name = one_line(lane.name)
        fitted = measure.fitting(font, name, room, NAME_SHRINKS_TO)
        base = middle + QFontMetricsF(fitted).capHeight() / 2
        ink = self.colors.ink2 if lane.stopped else self.colors.ink
        paint_text(painter, left, base, room, name, fitted, ink, mode=Qt.TextElideMode.ElideMiddle)

    def _paint_track(self, painter: QPainter, box: QRectF, lane: RaceLane, done: float) -> None:
        measure = self.measure
        radius = min(measure.px(14), box.height() / 4)
        track = QPainterPath()
        track.addRoundedRect(box, radius, radius)
        painter.save()
        painter.setClipPath(track, Qt.ClipOperation.IntersectClip)
        painter.fillRect(box, QColor(self.colors.track))
        share = 1.0 if lane.finished and done >= lane.total else min(max(done / max(lane.total, 1.0), 0.0), 1.0)
        edge = box.left() + box.width() * share
        color = QColor(self.colors.stopped) if lane.stopped else QColor(lane.color)
        painter.fillRect(QRectF(box.left(), box.top(), edge - box.left(), box.height()), color)
        goal = min(measure.px(GOAL), box.height() / 4)
        self._paint_goal(painter, QRectF(box.right() - goal, box.top(), goal, box.height()))
        painter.restore()
        font = self._count_font(box.height())
        text = self._count_text(done)
        wide = QFontMetricsF(font).horizontalAdvance(text)
        base = box.center().y() + QFontMetricsF(font).capHeight() / 2
        pad = measure.px(32)
        inside = share >= _OUTSIDE and edge - box.left() > wide + 2 * pad
        end = min(edge - pad, box.right() - goal - measure.px(28))
        left = end - wide if inside else edge + pad
        ink = self.colors.on_system if inside else self.colors.ink
        paint_text(painter, left, base, wide + 1, text, font, ink)

    def _paint_goal(self, painter: QPainter, box: QRectF) -> None:
        """Paint the checkered line at the end of a lane."""
        cell = box.width() / 2
        painter.setOpacity(0.8)
        for row in range(math.ceil(box.height() / cell)):
            for column in range(2):
                color = "#e8edf3" if (row + column) % 2 else "#0b0f14"
                painter.fillRect(QRectF(box.left() + column * cell, box.top() + row * cell, cell, cell), QColor(color))
        painter.setOpacity(1.0)


@dataclass(frozen=True, slots=True)
class Arrival:
    """A system on the time line.

    Attributes:
        text: Its name and time.
        color: Its color.
        seconds: When it finished, since the start.
    """

    text: str
    color: str
    seconds: float


class TimeLine(PresentationWidget):
    """Finish of each system, on one scale."""

    def __init__(self, colors: PresentationColors, parent: QWidget | None = None) -> None:
        super().__init__(colors, parent)
        self._title = self._start = self._later = ""
        self._arrivals: tuple[Arrival, ...] = ()

    @property
    def arrivals(self) -> tuple[Arrival, ...]:
        """Systems shown, in order of their finish."""
        return self._arrivals

    def show_arrivals(self, title: str, start: str, arrivals: Sequence[Arrival], later: str) -> None:
        """Set the time line.

        Args:
            title: Heading, such as "Time to 1,000,000 orders".
            start: Text at its left end.
            arrivals: Systems that finished.
            later: Text below the part between the first and the last.
        """
        ordered = tuple(sorted(arrivals, key=lambda one: one.seconds))
        content = title, start, later, ordered
        if content != (self._title, self._start, self._later, self._arrivals):
            self._title, self._start, self._later, self._arrivals = content
            self.setAccessibleName(". ".join((title, *(one.text for one in ordered), later)))
            self.update()

    def height_for(self, measure: Measure) -> float:
        """Return the required height in logical pixels."""
        return measure.grown(TIMELINE_HIGH)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
        painter.fillRect(self.rect(), QColor(self.colors.ground))
        if self._arrivals:
            self._paint_line(painter)
        painter.end()

    def _paint_line(self, painter: QPainter) -> None:
        measure = self.measure
        label = measure.font(self.font(), LABEL)
        paint_text(painter, 0, QFontMetricsF(label).ascent(), self.width(), self._title, label, self.colors.ink2)
        bold, small = measure.font(self.font(), PLACE, bold=True), measure.font(self.font(), PLACE)
        dot, thick = measure.px(TIMELINE_DOT), measure.px(TIMELINE_LINE)
        y = QFontMetricsF(label).height() + QFontMetricsF(bold).height() + measure.px(22)
        right = self.width() - measure.px(28)
        longest = max(one.seconds for one in self._arrivals)
        places = [right * one.seconds / longest for one in self._arrivals]
        cap = Qt.PenCapStyle.RoundCap
        painter.setPen(QPen(QColor(self.colors.border), thick, Qt.PenStyle.SolidLine, cap))
        painter.drawLine(QPointF(thick / 2, y), QPointF(right, y))
        painter.setPen(QPen(QColor(self._arrivals[0].color), thick, Qt.PenStyle.SolidLine, cap))
        painter.drawLine(QPointF(thick / 2, y), QPointF(places[0], y))
        base = y - measure.px(28)
        crowded = False
        free = paint_text(painter, 0, base, right, self._start, small, self.colors.ink2) + measure.px(20)
        for number, (one, x) in enumerate(zip(self._arrivals, places, strict=True)):
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(one.color))
            painter.drawEllipse(QPointF(x, y), dot, dot)
            wide = QFontMetricsF(bold).horizontalAdvance(one.text)
            left = min(max(x - wide / 2, free), self.width() - wide)
            under = bool(number) and left < free  # no room next to the one before: below the line
            crowded = crowded or under
            at = base if not under else y + measure.px(28) + QFontMetricsF(bold).ascent()
            paint_text(painter, left if not under else min(x - wide / 2, self.width() - wide), at, wide + 1, one.text,
                       bold, one.color)  # fmt: skip
            free = left + wide + measure.px(20)
        if self._later and not crowded:
            wide = QFontMetricsF(small).horizontalAdvance(self._later)
            left = min((places[0] + places[-1] - wide) / 2, self.width() - wide)
            paint_text(painter, left, y + measure.px(16) + QFontMetricsF(small).ascent(), wide + 1, self._later, small,
                       self.colors.ink2)  # fmt: skip
