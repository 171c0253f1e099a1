# SPDX-License-Identifier: Apache-2.0
"""Image for a slide, 16:9 and legible from a distance: title, date, systems, headline, six charts, and source.

It carries the warnings that the window carries. Qt is imported inside the functions, which require a QGuiApplication in
the process and can run in any thread.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Literal

import msgspec

from app.analysis.format import duration_in_units
from app.model.language import ENGLISH, Language
from app.model.workloads import Workload
from app.report.charts import AXIS, DIM, GRID, INK, SHADE, over_time
from app.report.content import Chart
from app.report.timelines import color_of, time_curves, window_shades
from app.results.headline_text import Statement, headline_text
from app.results.session_headline import study_headline
from app.results.steadiness import steadiness_warnings
from app.results.study_records import Study, StudySystem
from app.session.reader import SessionReader

if TYPE_CHECKING:
    from PySide6.QtGui import QPainter

WIDTH, HEIGHT = 1920, 1080
MARGIN = 72
GAP = 36
MOST_CHARTS, COLUMNS = 6, 3
CHART_WIDTH = 330.0
"""Width of a chart in its own units, in which text is 10 to 12.5 high."""
MOST_FACTS = 3
FOOT = 1046
PAPER = "#ffffff"
WARNING = "#7d5300"
DARK_COLORS = {
    WARNING: "#f0d060",
    INK: "#e8edf3",
    DIM: "#93a0b0",
    GRID: "#1d242d",
    AXIS: "#4a5563",
    PAPER: "#11151b",
    SHADE: "#1b222b",
}
DARK_SYSTEMS = {"A": "#56b4e9", "B": "#e69f00", "C": "#cc79a7", "D": "#3ecf8e", "E": "#b39df7", "F": "#e4d96f"}
"""Colors on a dark background; on a light background, the report's colors are used."""

Ground = Literal["light", "dark"]


class SlideSystem(msgspec.Struct, frozen=True):
    """System on the slide; `facts` is a one-line description."""

    letter: str
    name: str
    facts: str


class Slide(msgspec.Struct, frozen=True):
    """Contents of a slide.

    Attributes:
        basis: Basis and firmness of the headline, as text.
        source: Origin of the data.
        warnings: What to know before the result is quoted, as one line; "" if nothing.
    """

    title: str
    date: str
    systems: tuple[SlideSystem, ...]
    statements: tuple[Statement, ...]
    basis: str
    charts: tuple[Chart, ...]
    source: str
    warnings: str = ""


def slide_of(study: Study, readers: Sequence[SessionReader], language: Language = ENGLISH) -> Slide:
    """Return the slide of a study; `readers` are its sessions in order, the first of which provides the charts."""
    texts = headline_text(study_headline(study, readers), language, {one.letter: one.name for one in study.systems})
    shades = [replace(shade, label="") for shade in window_shades(readers[0], study, 0) if not shade.measured]
    rows = time_curves(readers[0], study, 0)[:MOST_CHARTS]
    lines = -(-len(rows) // COLUMNS)
    height = 168.0 if lines > 1 else 350.0
    charts = tuple(
        over_time(
            title,
            unit,
            [replace(curve, label=curve.label.split()[0]) for curve in curves],
            shades,
            width=CHART_WIDTH,
            height=height,
        )
        for title, unit, curves in rows
    )
    return Slide(
        study.title,
        f"{study.sessions[0].started:%Y-%m-%d}",
        tuple(SlideSystem(one.letter, one.name, _facts(one)) for one in study.systems),
        texts.statements,
        texts.small,
        charts,
        _source(study, readers[0], language),
        _warnings(readers, language),
    )


def slide_png(slide: Slide, ground: Ground = "light", factor: float = 1.0) -> bytes:
    """Return the image as a PNG of 1920 x 1080 pixels, multiplied by the factor."""
    from PySide6.QtCore import QBuffer, QIODevice  # noqa: PLC0415
    from PySide6.QtGui import QColor, QImage, QPainter  # noqa: PLC0415

    image = QImage(round(WIDTH * factor), round(HEIGHT * factor), QImage.Format.Format_RGB32)
    image.fill(QColor(DARK_COLORS[PAPER] if ground == "dark" else PAPER))
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.scale(factor, factor)
    try:
        _Canvas(painter, ground).paint(slide)
    finally:
        painter.end()
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG")  # type: ignore[call-overload]
    return bytes(buffer.data().data())


class _Canvas:
    """Painter of a slide, from top to bottom."""

    def __init__(self, painter: "QPainter", ground: Ground) -> None:
        self._painter = painter
        self._colors: Mapping[str, str] = DARK_COLORS if ground == "dark" else {}
        self._dark = ground == "dark"

    def paint(self, slide: Slide) -> None:
        """Paint the whole slide."""
        inside = WIDTH - 2 * MARGIN
        date = self._text(slide.date, MARGIN, 100, inside, 28, DIM, right=True)
        self._text(slide.title, MARGIN, 100, inside - date - GAP, 42, INK, bold=True)
        self._systems(slide.systems, 168)
        top = self._headline(slide, 330)
        bottom = FOOT - 36
        if slide.warnings:
            bottom -= 34
            self._text(slide.warnings, MARGIN, FOOT - 32, inside, 22, WARNING, bold=True)
        self._charts(slide.charts, top + 28, bottom)
        self._text(slide.source, MARGIN, FOOT, inside, 20, DIM)

    def _systems(self, systems: Sequence[SlideSystem], top: float) -> None:
        from PySide6.QtCore import QRectF  # noqa: PLC0415
        from PySide6.QtGui import QColor  # noqa: PLC0415

        width = (WIDTH - 2 * MARGIN - GAP * (len(systems) - 1)) / max(len(systems), 1)
        for number, system in enumerate(systems):
            left = MARGIN + number * (width + GAP)
            self._painter.fillRect(QRectF(left, top - 26, 8, 72), QColor(self._system(system.letter)))
            name = f"{system.letter}  {system.name}"
            self._text(name, left + 24, top + 6, width - 24, 32, self._system(system.letter), bold=True)
            self._text(system.facts, left + 24, top + 42, width - 24, 22, DIM)

    def _headline(self, slide: Slide, base: float) -> float:
        """Paint the headline and return its lower edge; `base` is the first baseline."""
        size = 76 if len(slide.statements) == 1 else 54
        for statement in slide.statements:
            color = self._system(statement.leader) if statement.leader else INK
            self._text(statement.text, MARGIN, base, WIDTH - 2 * MARGIN, size, color, bold=True, shrinks=True)
            base += size * 1.2
        base += 46 - size * 1.2
        self._text(slide.basis, MARGIN, base, WIDTH - 2 * MARGIN, 28, DIM)
        return base

    def _charts(self, charts: Sequence[Chart], top: float, bottom: float) -> None:
        from PySide6.QtCore import QByteArray, QRectF  # noqa: PLC0415
        from PySide6.QtSvg import QSvgRenderer  # noqa: PLC0415

        if not charts:
            return
        columns = min(COLUMNS, len(charts))
        lines = -(-len(charts) // COLUMNS)
        room = QRectF(MARGIN, top, WIDTH - 2 * MARGIN, bottom - top)
        width = (room.width() - GAP * (COLUMNS - 1)) / COLUMNS
        height = (room.height() - 24 * (lines - 1)) / lines
        for number, chart in enumerate(charts):
            scale = min(width / chart.width, height / chart.height)
            place = QRectF(
                room.left() + (number % columns) * (width + GAP),
                room.top() + (number // columns) * (height + 24),
                chart.width * scale,
                chart.height * scale,
            )
            QSvgRenderer(QByteArray(self._recolored(chart.svg).encode())).render(self._painter, place)

    def _recolored(self, svg: str) -> str:
        for light, dark in self._colors.items():
            svg = svg.replace(light, dark)
        for letter, dark in DARK_SYSTEMS.items() if self._dark else ():
            svg = svg.replace(color_of(letter), dark)
        return svg

    def _system(self, letter: str) -> str:
        return DARK_SYSTEMS.get(letter, color_of(letter)) if self._dark else color_of(letter)

    def _text(  # noqa: PLR0917 - a text and its place
        self,
        text: str,
        left: float,
        base: float,
        width: float,
        size: float,
        color: str,
        *,
        bold: bool = False,
        right: bool = False,
        shrinks: bool = False,
    ) -> float:
        """Paint one line, shortened with an ellipsis if it is too long, and return its width.

        If `shrinks` is true, the font is first reduced, down to half its size. If `right` is true, the text is
        right-aligned.
        """
        from PySide6.QtCore import QPointF, Qt  # noqa: PLC0415
        from PySide6.QtGui import QColor, QFont, QFontMetricsF  # noqa: PLC0415

        from widgets.pages import FAMILIES  # noqa: PLC0415

        font = QFont()
        font.setFamilies(list(FAMILIES))
        font.setBold(bold)
        font.setPixelSize(round(size))
        wide = QFontMetricsF(font).horizontalAdvance(text)
        if shrinks and wide > width:
            font.setPixelSize(max(round(size / 2), int(size * width / wide)))
        metrics = QFontMetricsF(font)
        shown = metrics.elidedText(text, Qt.TextElideMode.ElideRight, width)
        wide = float(metrics.horizontalAdvance(shown))
        self._painter.setFont(font)
        self._painter.setPen(QColor(self._colors.get(color, color)))
        self._painter.drawText(QPointF(left + width - wide if right else left, base), shown)
        return wide


def _facts(system: StudySystem) -> str:
    facts = [f"{name}: {value}" for name, value in list(system.facts.items())[:MOST_FACTS]]
    return " · ".join(facts or list(dict.fromkeys(system.targets))[:MOST_FACTS])


def _warnings(readers: Sequence[SessionReader], language: Language) -> str:
    """Return the warnings of the sessions, and why they are invalid, in one line.

    That a run was cut short is part of the headline.
    """
    texts = []
    for reader in readers:
        end = reader.end
        if end is None:
            continue
        found = [*(() if end.valid else end.reasons), *end.warnings, *steadiness_warnings(reader)]
        texts += [reader.sentence(one, language) for one in found if one != end.cut_short]
    shown = list(dict.fromkeys(" ".join(text.split()) for text in texts))
    if not shown:
        return ""
    if len(shown) == 1:
        return language.say("Read before you quote it: {warning}").format(warning=shown[0])
    form = language.say("Read before you quote it: {warning}, and {count} more")
    return form.format(warning=shown[0], count=len(shown) - 1)


def _source(study: Study, reader: SessionReader, language: Language) -> str:
    """Return the source: "Recorded with Outpace 0.2 on Xeon E5, 2026-11-22 14:03 · 3 runs"."""
    machine = next((text for label, text in study.disclosure.driver if label == "Processor"), "")
    started = f"{study.sessions[0].started:%Y-%m-%d %H:%M}"
    template = (
        language.say("Recorded with Outpace {version} on {machine}, {begun}")
        if machine
        else language.say("Recorded with Outpace {version}, {begun}")
    )
    parts = [template.format(version=reader.info.outpace_version, machine=machine, begun=started)]
    runs = sum(run.valid for run in study.runs)
    if runs:  # a session being recorded has no runs yet
        parts.append(language.say("1 run") if runs == 1 else language.say("{runs} runs").format(runs=runs))
    if seconds := study.sessions[0].seconds:
        parts.append(duration_in_units(round(seconds)))
    work = reader.scenario.workload
    if isinstance(work, Workload) and work.caveat:
        parts.append(language.say(work.caveat))
    return " · ".join(parts)
