# SPDX-License-Identifier: Apache-2.0
"""Pictures of all charts with made-up data, for visual inspection: python -m tests.benchmarks.gallery FOLDER.

Every scene is written as a PNG in the dark and in the light theme, and all scenes of a theme as one contact sheet.
Pictures of 3840x2160 look as on a screen with scale 2. No display is needed. To paint the charts of an older checkout,
set PYTHONPATH=CHECKOUT and run this file by its path.
"""

import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtWidgets import QApplication, QGridLayout, QWidget

from app.analysis.format import axis_text, label_text, unit_scale, value_text
from widgets.charts.load_chart import LoadChart, LoadCurve, LoadPoint
from widgets.charts.presentation_chart import PresentationChart
from widgets.charts.scale import AxisScale, ScaleKeeper, extent_of
from widgets.charts.time_chart import TimeChart, align_axes
from widgets.presentation.measure import DARK_PRESENTATION, LIGHT_PRESENTATION, Measure
from widgets.style_sheet import apply_theme
from widgets.theme import THEMES, Theme

Samples = tuple[np.ndarray, np.ndarray]
SMALL, LAPTOP, DESK, HALL = (960, 600), (1280, 720), (1920, 1080), (3840, 2160)
SHEET_WIDTH, SHEET_COLUMNS, SHEET_GAP = 640, 3, 12


@dataclass(frozen=True)
class Scene:
    """One picture.

    Attributes:
        charts: kind of charts: "time", "load", or "booth".
        window: size of the whole window in pixels; the charts get their usual share of it.
        seconds: visible time span.
        systems: letters of the systems.
    """

    name: str
    window: tuple[int, int]
    seconds: int = 300
    systems: str = "AB"
    charts: str = "time"
    log: bool = False
    overlay: bool = False
    gaps: bool = False
    empty: bool = False
    long_names: bool = False
    pointed_at: bool = False

    @property
    def ratio(self) -> int:
        """Device pixels per logical pixel."""
        return 2 if self.window == HALL else 1

    @property
    def size(self) -> tuple[int, int]:
        """Size in logical pixels of the charts' area: next to the side bar, below the headline, above the table."""
        width, height = (side // self.ratio for side in self.window)
        return (width, height * 2 // 3) if self.charts == "booth" else (width - 280, (height - 110) * 2 // 3)


SCENES = (
    Scene("live-small", SMALL),
    Scene("live-laptop", LAPTOP),
    Scene("live-desk", DESK),
    Scene("live-hall", HALL),
    Scene("minute", LAPTOP, seconds=60),
    Scene("hour", DESK, seconds=3600),
    Scene("eight-hours", DESK, seconds=28_800),
    Scene("eight-hours-hall", HALL, seconds=28_800, overlay=True),
    Scene("one-system", LAPTOP, systems="A"),
    Scene("three-systems", DESK, systems="ABC"),
    Scene("three-systems-small", SMALL, systems="ABC"),
    Scene("overlay", LAPTOP, overlay=True),
    Scene("overlay-three", DESK, systems="ABC", overlay=True, seconds=900),
    Scene("log", LAPTOP, log=True),
    Scene("log-overlay", LAPTOP, log=True, overlay=True),
    Scene("gaps", LAPTOP, gaps=True),
    Scene("gaps-overlay-hour", DESK, gaps=True, overlay=True, seconds=3600),
    Scene("empty", LAPTOP, empty=True),
    Scene("long-names", SMALL, long_names=True, overlay=True),
    Scene("pointed-at", LAPTOP, pointed_at=True),
    Scene("pointed-at-overlay", LAPTOP, systems="ABC", pointed_at=True, overlay=True),
    Scene("load", LAPTOP, charts="load"),
    Scene("load-small", SMALL, charts="load", systems="ABC", pointed_at=True),
    Scene("load-log", DESK, charts="load", systems="ABC", log=True),
    Scene("load-hall", HALL, charts="load", log=True, pointed_at=True),
    Scene("load-empty", LAPTOP, charts="load", empty=True),
    Scene("booth-laptop", LAPTOP, charts="booth"),
    Scene("booth", DESK, charts="booth", gaps=True),
    Scene("booth-hall", HALL, charts="booth", systems="ABC"),
)
FIGURES = (
    ("Disk Transfers/sec", "/s", "IOPS", ((5814, 400, 0.82), (12_422, 520, 0.95), (8950, 700, 0.9))),
    ("Avg. Disk sec/Transfer", "s", "", ((0.0214, 0.007, 1.5), (0.0029, 0.0007, 1.3), (0.0075, 0.002, 1.2))),
    ("Avg. Disk Queue Length", "", "", ((125, 14, 1.2), (37, 5, 1.1), (64, 9, 1.3))),
)
NAMES = {"A": "15K SAS", "B": "SATA SSD", "C": "NVMe"}
NOW_S = 30_000


def samples_of(figure: int, letter: str, *, gaps: bool) -> Samples:
    """Return a counter's samples, one per second, that revert to a mean and dip (or peak) once per minute."""
    middle, spread, dip = FIGURES[figure][3]["ABC".index(letter)]
    rng = np.random.default_rng(figure)
    value, values = float(middle), np.empty(NOW_S)
    for n in range(NOW_S):
        value += (middle - value) * 0.15 + (rng.random() - 0.5) * spread
        values[n] = max(0.0, value * (dip if n % 57 > 52 else 1.0))
    time_s = np.arange(NOW_S) + 1.0
    if gaps:
        values[-120:-100] = np.nan
        kept = (time_s < NOW_S - 60) | (time_s > NOW_S - 45)
        kept[-1500:-1000] = False
        return time_s[kept], values[kept]
    return time_s, values


def label_of(scene: Scene, letter: str) -> str:
    """Return the label of a system's curve."""
    more = " of the logical disk with a long name on a storage area network" if scene.long_names else ""
    return f"{letter} · {NAMES[letter]}{more}"


def over_time(theme: Theme, scene: Scene) -> Iterator[list[QWidget]]:
    """Yield rows of charts, as in the workbench."""
    begin = NOW_S - scene.seconds
    columns: list[list[TimeChart]] = []
    for figure, (title, unit, unit_text, _) in enumerate(FIGURES):
        row = []
        for letters in [scene.systems] if scene.overlay else list(scene.systems):
            chart = TimeChart(theme.chart, label_text)
            chart.set_title(f"{title} of a logical disk on a storage area network" if scene.long_names else title)
            chart.set_unit(unit)
            values = []
            for letter in letters:
                color = theme.system_color(letter)
                dash, label = (theme.system_dash(letter), label_of(scene, letter)) if scene.overlay else (0, "")
                chart.add_curve(letter, color, dash, label)
                if not scene.empty:
                    time_s, samples = samples_of(figure, letter, gaps=scene.gaps)
                    chart.set_samples(letter, time_s, samples)
                    text, shown_unit = value_text(samples[-1], unit)
                    values.append((text, unit_text or shown_unit, color))
            chart.set_values(values)
            chart.set_x_range(begin, NOW_S, now_s=NOW_S)
            measured = begin + scene.seconds * 0.2
            chart.set_spans([(0.0, measured, "warm-up"), (measured, np.inf, "measure")])
            marks = [(0.5, "checkpoint", "info"), (0.7, "late", "warning")]
            chart.set_marks([(begin + share * scene.seconds, text, severity) for share, text, severity in marks])
            if scene.pointed_at:
                chart.set_hover(NOW_S - scene.seconds * 0.4)
            row.append(chart)
        low, high = extent_of([chart.y_extent(begin, NOW_S, positive=scene.log) for chart in row])
        scale = ScaleKeeper().update(low, high, scene.log)
        for chart in row:
            chart.set_y_range(scale.low, scale.high, scene.log)
            if not scene.log:
                chart.set_format(axis_format(scale, unit))
                chart.set_read_out(label_text)
        columns.append(row)
        yield list(row)
    for charts in zip(*columns, strict=True):
        align_axes(charts)


def axis_format(scale: AxisScale, unit: str):
    """Return the tick labels of an axis whose numbers share a unit."""
    shown = unit_scale(scale.high, unit, scale.ticks[1] - scale.ticks[0])
    return lambda value, _: f"{axis_text(value, shown)} {shown.unit_text}".rstrip() if value else "0"


def over_load(theme: Theme, scene: Scene) -> Iterator[list[QWidget]]:
    """Yield the charts plotted against load levels."""
    loads = 2.0 ** np.arange(9) if scene.log else np.array([1.0, 2, 4, 8, 12, 16, 24, 32, 48, 64])
    most = {"A": 5_000.0, "B": 14_000.0, "C": 13_500.0}
    for number, (title, unit) in enumerate((("IOPS", "/s"), ("Latency of order, p95", "s"), ("Queue length", ""))):
        chart = LoadChart(theme.chart, label_text)
        chart.set_titles(title, unit, "The first step is not through yet.")
        chart.set_axis("users of each target", log_values=scene.log and number == 1, log_loads=scene.log)
        curves = []
        for letter in "" if scene.empty else scene.systems:
            known = loads[: -2 if letter == "A" else None]
            rate = most[letter] * known / (known + 6)
            values = (rate, known / rate, known * 0.92)[number]
            held = [None if number != 1 else bool(value < 0.003) for value in values]
            points = tuple(map(LoadPoint, known.tolist(), values.tolist(), held))
            held_most = max((p.load for p in points if p.held), default=float("nan")) if number == 1 else float("nan")
            color = QColor(theme.system_color(letter))
            curves.append(LoadCurve(label_of(scene, letter), color, theme.system_dash(letter), points, held_most))
        chart.set_curves(curves, 0.003 if number == 1 else float("nan"))
        if scene.pointed_at:
            chart.set_hover(8.0)
        yield [chart]


def of_the_booth(theme: Theme, scene: Scene) -> Iterator[list[QWidget]]:
    """Yield the charts for a viewing distance of three meters."""
    colors = DARK_PRESENTATION if theme.name == "dark" else LIGHT_PRESENTATION
    width, height = scene.window
    for figure, (title, unit, unit_text, _) in enumerate(FIGURES[:2]):
        row = []
        for letter in scene.systems:
            chart = PresentationChart(colors)
            chart.set_measure(Measure(width / scene.ratio, height / scene.ratio))
            color = theme.system_color(letter)
            chart.set_color(color) if hasattr(chart, "set_color") else chart.set_style(color, theme.system_dash(letter))
            time_s, samples = samples_of(figure, letter, gaps=scene.gaps)
            text, shown_unit = value_text(samples[-1], unit)
            chart.set_texts(title, text, unit_text or shown_unit, "no data")
            chart.set_samples(time_s, samples)
            chart.set_stress(dimmed=False, marked=scene.gaps and figure == 0)
            row.append(chart)
        scale = ScaleKeeper().update(*extent_of([chart.extent(NOW_S - scene.seconds, NOW_S) for chart in row]))
        for chart in row:
            chart.set_range(NOW_S - scene.seconds, NOW_S, scale.low, scale.high)
        yield list(row)


def painted(theme: Theme, scene: Scene) -> QImage:
    """Return the scene's charts in a grid."""
    rows = {"time": over_time, "load": over_load, "booth": of_the_booth}[scene.charts](theme, scene)
    widget = QWidget()
    grid = QGridLayout(widget)
    grid.setContentsMargins(8, 8, 8, 8)
    grid.setSpacing(8)
    across = scene.charts == "load"
    for number, charts in enumerate(rows):
        for column, chart in enumerate(charts):
            grid.addWidget(chart, *((column, number) if across else (number, column)))
    widget.resize(*scene.size)
    widget.setAttribute(Qt.WidgetAttribute.WA_DontShowOnScreen)
    widget.show()
    QApplication.processEvents()
    image = widget.grab().toImage()
    widget.close()
    widget.deleteLater()
    return image


def sheet(folder: Path, theme: Theme) -> QImage:
    """Return a contact sheet of all pictures of a theme, scaled down, with their names."""
    cells = [(scene.name, QImage(str(folder / f"{theme.name}-{scene.name}.png"))) for scene in SCENES]
    small = [
        (name, image.scaledToWidth(SHEET_WIDTH, Qt.TransformationMode.SmoothTransformation)) for name, image in cells
    ]
    rows: list[Sequence[tuple[str, QImage]]] = [
        small[at : at + SHEET_COLUMNS] for at in range(0, len(small), SHEET_COLUMNS)
    ]
    heights = [max(image.height() for _, image in row) + 20 + SHEET_GAP for row in rows]
    whole = QImage((SHEET_WIDTH + SHEET_GAP) * SHEET_COLUMNS, sum(heights), QImage.Format.Format_RGB32)
    whole.fill(QColor(theme.chart.surround))
    painter = QPainter(whole)
    painter.setPen(QColor(theme.chart.ink))
    top = 0
    for row, height in zip(rows, heights, strict=True):
        for column, (name, image) in enumerate(row):
            left = column * (SHEET_WIDTH + SHEET_GAP)
            painter.drawText(QRect(left + 8, top, SHEET_WIDTH, 20), Qt.AlignmentFlag.AlignVCenter, name)
            painter.drawImage(left, top + 20, image)
        top += height
    painter.end()
    return whole


def main() -> None:
    """Write the pictures; those with scale 2 are drawn in a separate process with that scale."""
    folder, ratio = Path(sys.argv[1]), int(os.environ.get("QT_SCALE_FACTOR", "1"))
    folder.mkdir(parents=True, exist_ok=True)
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    if ratio == 1:
        again = [sys.executable, *sys.orig_argv[1:]]
        subprocess.run(again, env={**os.environ, "QT_SCALE_FACTOR": "2"}, check=True)
    application = QApplication(sys.argv[:1])
    font = application.font()
    font.setPixelSize(13)
    application.setFont(font)
    for theme in THEMES.values():
        apply_theme(application, theme)
        for scene in SCENES:
            if scene.ratio == ratio:
                painted(theme, scene).save(str(folder / f"{theme.name}-{scene.name}.png"))
        if ratio == 1:
            sheet(folder, theme).save(str(folder / f"sheet-{theme.name}.png"))


if __name__ == "__main__":
    main()
