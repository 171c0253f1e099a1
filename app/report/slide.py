# SPDX-License-Identifier: Apache-2.0
"""Image for a slide, 16:9 and legible from a distance: title, headline, bars, a chart, facts, warnings, and source.

It carries the warnings that the window carries. Qt is imported inside the functions, which require a QGuiApplication in
the process and can run in any thread.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from html import escape
from typing import TYPE_CHECKING, Literal

import msgspec

from app.analysis.format import at_least_text, duration_in_units
from app.model.form import marked
from app.model.language import ENGLISH, Language
from app.model.work_wording import wording_of
from app.model.workloads import WorkloadParameters
from app.report.charts import AXIS, DIM, FONT, GRID, INK, SHADE, over_load, over_time
from app.report.content import Chart
from app.report.first_page import median_text, median_value
from app.report.timelines import color_of, load_curves, time_curves, window_shades
from app.results.description import localized_metric, metric_label
from app.results.headline_text import StatementText, compared_label, headline_text, value_of, values_of
from app.results.measurings import work_unit
from app.results.run_figures import latency_name
from app.results.session_headline import SessionHeadline, study_headline
from app.results.steadiness import steadiness_warnings
from app.results.study_records import Study, StudySystem
from app.session.reader import SessionReader
from widgets.theme import DARK, LETTERS, LIGHT, Theme

if TYPE_CHECKING:
    from PySide6.QtGui import QFont, QPainter

WIDTH, HEIGHT = 1920, 1080
MARGIN = 88
COLUMN, RIGHT = 880, 1000
"""Width of the bars, and left edge of the chart next to them."""
BAR, SMALL_BAR, LONGEST = 88.0, 58.0, 600.0
"""Height of the bars of the compared figure and of the next one, and length of the longest bar."""
CHART_SCALE = 2.0
"""Pixels per unit of a chart, in which text is 10 to 12.5 high."""
SMALLEST_SHARE = 0.6
"""Share of their size to which bars shrink before something is left out."""
FILL, MOST_FILLED = 0.14, 3
"""Opacity of the areas under curves, and most curves that have one."""
MOST_FACTS = 3
FOOT = 1022
DARK_SYSTEMS = dict(zip(LETTERS, DARK.systems, strict=True))
"""Colors on a dark background; on a light background, the report's colors are used."""

Ground = Literal["light", "dark"]


class SlideSystem(msgspec.Struct, frozen=True):
    """System on the slide; `facts` is a one-line description."""

    letter: str
    name: str
    facts: str


class SlideBar(msgspec.Struct, frozen=True):
    """Bar of a system; `share` is its length relative to the longest bar, 0 to 1."""

    letter: str
    text: str
    share: float


class SlideBars(msgspec.Struct, frozen=True):
    """Bars of one figure on a common scale that starts at zero, one per system."""

    label: str
    bars: tuple[SlideBar, ...]


class Slide(msgspec.Struct, frozen=True):
    """Contents of a slide.

    Attributes:
        basis: Basis and firmness of the headline, as text.
        groups: Bars, the compared figure first.
        charts: The compared figure over the load or over time; empty if nothing was recorded.
        source: Origin of the data.
        warnings: What to know before the result is quoted, as one line; "" if nothing.
        logo: Picture of the author's logo; empty if absent.
    """

    title: str
    date: str
    systems: tuple[SlideSystem, ...]
    statements: tuple[StatementText, ...]
    basis: str
    groups: tuple[SlideBars, ...]
    charts: tuple[Chart, ...]
    source: str
    warnings: str = ""
    logo: bytes = b""


def slide_of(study: Study, readers: Sequence[SessionReader], language: Language = ENGLISH, logo: bytes = b"") -> Slide:
    """Return the slide of a study; `readers` are its sessions in order, the first of which provides the chart."""
    found = study_headline(study, readers)
    texts = headline_text(found, language, {one.letter: one.name for one in study.systems})
    groups = _groups(study, readers[0], found, language)
    return Slide(
        study.title,
        f"{study.sessions[0].started:%Y-%m-%d}",
        tuple(SlideSystem(one.letter, one.name, _facts(one)) for one in study.systems),
        texts.statements,
        texts.small,
        groups,
        _charts(study, readers[0], WIDTH - MARGIN - (RIGHT if groups else MARGIN)),
        _source(study, readers[0], language),
        _warnings(readers, language),
        logo,
    )


def slide_png(slide: Slide, ground: Ground = "light", factor: float = 1.0) -> bytes:
    """Return the image as a PNG of 1920 x 1080 pixels, multiplied by the factor."""
    from PySide6.QtCore import QBuffer, QIODevice  # noqa: PLC0415
    from PySide6.QtGui import QColor, QImage, QPainter  # noqa: PLC0415

    from widgets.fonts import load_fonts  # noqa: PLC0415

    load_fonts()
    canvas_theme = DARK if ground == "dark" else LIGHT
    image = QImage(round(WIDTH * factor), round(HEIGHT * factor), QImage.Format.Format_RGB32)
    image.fill(QColor(_paper(canvas_theme)))
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.scale(factor, factor)
    try:
        _Canvas(painter, canvas_theme).paint(slide)
    finally:
        painter.end()
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG")  # type: ignore[call-overload]
    return bytes(buffer.data().data())


def _paper(theme: Theme) -> str:
    """Return the background: the window's in the dark, white paper otherwise."""
    return theme.window if theme is DARK else theme.panel


class _Canvas:
    """Painter of a slide, from top to bottom."""

    def __init__(self, painter: "QPainter", theme: Theme) -> None:
        self._painter, self._theme = painter, theme
        self._names: Mapping[str, str] = {}

    def paint(self, slide: Slide) -> None:
        """Paint the whole slide."""
        theme, inside = self._theme, WIDTH - 2 * MARGIN
        self._names = {system.letter: system.name for system in slide.systems}
        taken = (
            self._logo(slide.logo)
            if slide.logo
            else self._text(slide.date, MARGIN, 102, inside, 28, theme.dim, right=True)
        )
        self._text(slide.title, MARGIN, 102, inside - taken - 40, 28, theme.label)
        top = max(self._headline(slide), 380.0)
        bottom = FOOT - 72.0
        if slide.warnings:
            bottom -= 30
            self._text(slide.warnings, MARGIN, FOOT - 40, inside, 24, theme.chart.warning, bold=True)
        self._bars(slide, top, bottom)
        self._chart(slide, top, bottom)
        self._text(slide.source, MARGIN, FOOT, inside, 22, theme.dim)

    def _logo(self, data: bytes) -> float:
        """Paint the logo at the top right; return its width."""
        from PySide6.QtCore import QRectF  # noqa: PLC0415
        from PySide6.QtGui import QImage  # noqa: PLC0415

        image = QImage.fromData(data)
        if image.isNull():
            return 0.0
        scale = min(260 / image.width(), 64 / image.height())
        width, height = image.width() * scale, image.height() * scale
        self._painter.setRenderHint(self._painter.RenderHint.SmoothPixmapTransform)
        self._painter.drawImage(QRectF(WIDTH - MARGIN - width, 92 - height / 2, width, height), image)
        return float(width)

    def _headline(self, slide: Slide) -> float:
        """Paint the statements and their basis; return the lower edge."""
        from widgets.presentation.measure import Measure, TextRun, flow_runs, paint_runs  # noqa: PLC0415

        inside = float(WIDTH - 2 * MARGIN)
        size = {1: 84, 2: 56}.get(len(slide.statements), 40)
        font = self._font(size, bold=True, tight=-0.03)
        base = 148.0
        for statement in slide.statements:
            color = self._system(statement.leader) if statement.leader else ""
            leader = self._names.get(statement.leader, "")
            runs = [
                TextRun(part.text, color if "×" in part.text or (part.name and part.text == leader) else "", part.name)
                for part in statement.parts
            ]
            fitted, lines = flow_runs(Measure(), font, runs, inside)
            for line in lines:
                base += fitted.pixelSize() * 1.1
                paint_runs(
                    self._painter, MARGIN, base - fitted.pixelSize() * 0.1, inside, line, fitted, self._theme.ink
                )
        self._text(slide.basis, MARGIN, base + 44, inside, 26, self._theme.dim)
        return base + 84

    def _bars(self, slide: Slide, top: float, bottom: float) -> None:
        """Paint the groups and the facts; facts, then the second group, are left out if there is too little room."""
        facts = [one for one in slide.systems if one.facts]
        groups = list(slide.groups)
        room = bottom - top

        def wanted() -> float:
            bars = [len(group.bars) * _step(number) for number, group in enumerate(groups)]
            return sum(bars) + 44 * len(groups) + 40 * (len(groups) - 1)

        if facts and wanted() * SMALLEST_SHARE + 24 + 32 * len(facts) > room:
            facts = []
        room -= 24 + 32 * len(facts) if facts else 0
        while len(groups) > 1 and wanted() * SMALLEST_SHARE > room:
            groups.pop()
        if not groups:
            return
        shrink = min(1.0, room / wanted())
        base = top + 22
        for number, group in enumerate(groups):
            self._text(group.label, MARGIN, base, COLUMN, 24, self._theme.label)
            at = base + 22 * shrink
            for bar in group.bars:
                self._bar(bar, at, (SMALL_BAR if number else BAR) * shrink)
                at += _step(number) * shrink
            base = at + 62 * shrink
        for number, system in enumerate(facts):
            base = bottom - 32 * (len(facts) - 1 - number)
            name = self._text(system.name, MARGIN, base, COLUMN / 3, 22, self._theme.label) + 16
            self._text(system.facts, MARGIN + name, base, COLUMN - name, 22, self._theme.dim)

    def _bar(self, bar: SlideBar, top: float, height: float) -> None:
        """Paint a bar with the system's name, which goes behind the figure if the bar is too short for it."""
        from PySide6.QtCore import QRectF, Qt  # noqa: PLC0415
        from PySide6.QtGui import QColor, QFontMetricsF  # noqa: PLC0415

        color, name = self._system(bar.letter), self._names.get(bar.letter, bar.letter)
        width = max(LONGEST * bar.share, 4.0)
        self._painter.setPen(Qt.PenStyle.NoPen)
        self._painter.setBrush(QColor(color))
        self._painter.drawRoundedRect(QRectF(MARGIN, top, width, height), 8, 8)
        small, large = max(height * 0.4, 20.0), max(height * 0.62, 24.0)
        inside = QFontMetricsF(self._font(small, bold=True)).horizontalAdvance(name) <= width - 44
        middle = top + height / 2
        if inside or width > COLUMN / 3:
            self._text(name, MARGIN + 22, middle + small * 0.36, width - 44, small, self._theme.on_system, bold=True)
            inside = True
        left = MARGIN + width + 20
        left += (
            self._text(bar.text, left, middle + large * 0.36, MARGIN + COLUMN - left, large, color, figure=True) + 24
        )
        if not inside:
            self._text(name, left, middle + small * 0.36, MARGIN + COLUMN - left, small, self._theme.ink, bold=True)

    def _chart(self, slide: Slide, top: float, bottom: float) -> None:
        from PySide6.QtCore import QByteArray, QRectF  # noqa: PLC0415
        from PySide6.QtSvg import QSvgRenderer  # noqa: PLC0415

        if not slide.charts:
            return
        chart = slide.charts[0]
        left = RIGHT if slide.groups else MARGIN
        scale = min((WIDTH - MARGIN - left) / chart.width, (bottom - top) / chart.height)
        place = QRectF(left, top, chart.width * scale, chart.height * scale)
        QSvgRenderer(QByteArray(self._recolored(chart.svg).encode())).render(self._painter, place)

    def _recolored(self, svg: str) -> str:
        """Return a chart of a report in the theme's colors and in its font."""
        from widgets.fonts import TEXT  # noqa: PLC0415

        theme = self._theme
        colors = {INK: theme.label, DIM: theme.dim, GRID: theme.chart.grid, AXIS: theme.line, SHADE: theme.row_line}
        colors |= {color_of(letter): self._system(letter) for letter in LETTERS}
        for paper, shown in colors.items():
            svg = svg.replace(f'"{paper}"', f'"{shown}"')
        return svg.replace(escape(FONT), TEXT)

    def _system(self, letter: str) -> str:
        paper = color_of(letter)
        if self._theme is not DARK:
            return paper
        return DARK_SYSTEMS.get(letter) or next(DARK_SYSTEMS[one] for one in LETTERS if color_of(one) == paper)

    @staticmethod
    def _font(size: float, *, bold: bool = False, figure: bool = False, tight: float = 0.0) -> "QFont":
        from PySide6.QtGui import QFont  # noqa: PLC0415

        from widgets.presentation.measure import Measure  # noqa: PLC0415

        font = Measure().font(QFont(), size, bold=bold, figure=figure, tight=tight)
        font.setPixelSize(round(size))
        return font

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
        figure: bool = False,
        right: bool = False,
    ) -> float:
        """Paint one line, shortened with an ellipsis if it is too long, and return its width."""
        from PySide6.QtCore import Qt  # noqa: PLC0415

        from widgets.presentation.measure import paint_text  # noqa: PLC0415

        font = self._font(size, bold=bold, figure=figure, tight=-0.02 if figure else 0.0)
        align = Qt.AlignmentFlag.AlignRight if right else Qt.AlignmentFlag.AlignLeft
        return paint_text(self._painter, left, base, width, text, font, color, align=align)


def _step(number: int) -> float:
    """Return the distance between two bars of a group."""
    return SMALL_BAR + 14 if number else BAR + 16


def _groups(study: Study, reader: SessionReader, found: SessionHeadline, language: Language) -> tuple[SlideBars, ...]:
    """Return the bars of the compared figure, and those of the 95th percentiles."""
    letters = [one.letter for one in study.systems]
    values = values_of(found)
    bounds = {line.challenger: line.at_least[1] for line in found.lines}
    bounds |= {found.baseline: found.lines[0].at_least[0]} if found.lines else {}
    groups = []
    if values:
        label = compared_label(found, language)
        groups.append(
            _group(
                f"{label[:1].upper()}{label[1:]}",
                found.better,
                {letter: values.get(letter, math.nan) for letter in letters},
                lambda letter: at_least_text(value_of(found, values[letter], language), bounds.get(letter, False)),
                language,
            )
        )
    else:
        label = localized_metric(metric_label(study.headline), language)
        medians = {letter: median_value(study, letter, study.headline) for letter in letters}
        figures = {letter: language.figure(median_text(study, letter, study.headline)) for letter in letters}
        groups.append(_group(label, study.headline.better, medians, figures.__getitem__, language))
    latency = study.metric(f"{latency_name(reader)} p95")
    if latency is not None and found.compared != "response":
        text = marked("95 % of orders answered within")
        label = language.say(wording_of(work_unit(reader)).get(text, text))
        medians = {letter: median_value(study, letter, latency) for letter in letters}
        figures = {letter: language.figure(median_text(study, letter, latency)) for letter in letters}
        groups.append(_group(label, "less", medians, figures.__getitem__, language))
    return tuple(group for group in groups if group.bars)


def _group(
    label: str, better: str, values: Mapping[str, float], text: Callable[[str], str], language: Language
) -> SlideBars:
    """Return the bars of a figure; without bars if a system has no value."""
    if better == "less":
        label = language.say("{label} (shorter is better)").format(label=label)
    most = max(values.values(), default=0.0)
    if not all(math.isfinite(value) and value >= 0 for value in values.values()) or not most > 0:
        return SlideBars(label, ())
    return SlideBars(label, tuple(SlideBar(letter, text(letter), value / most) for letter, value in values.items()))


def _charts(study: Study, reader: SessionReader, width: float) -> tuple[Chart, ...]:
    """Return the first figure over the load if the run had several levels, otherwise over time."""
    wide, high = width / CHART_SCALE, 500 / CHART_SCALE
    patterns = reader.scenario.results.page == "patterns"
    if study.points and not patterns:
        for title, unit, axis, curves in load_curves(study):
            if max(len(curve.x) for curve in curves) < 2:
                continue
            own = [replace(curve, label=_name(curve.label)) for curve in curves]
            return (over_load(title, unit, axis, own, width=wide, height=high),)
    shades = [replace(shade, label="") for shade in window_shades(reader, study, 0) if not shade.measured]
    for title, unit, curves in time_curves(reader, study, 0):
        own = [replace(curve, label=_name(curve.label)) for curve in curves]
        fill = FILL if len(own) <= MOST_FILLED else 0.0
        return (over_time(title, unit, own, shades, width=wide, height=high, fill=fill),)
    return ()


def _name(label: str) -> str:
    """Return the name of a curve's system, without its letter."""
    return label.split(maxsplit=1)[-1]


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
    if isinstance(work, WorkloadParameters) and work.caveat:
        parts.append(language.say(work.caveat))
    return " · ".join(parts)
