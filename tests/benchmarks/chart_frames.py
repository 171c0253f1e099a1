"""CPU milliseconds a frame: 6 charts, 24 curves, 1920x1080, one new sample a curve and frame, everything repainted.

    Xvfb :99 -screen 0 1920x1080x24 & DISPLAY=:99 python -m tests.benchmarks.chart_frames

Ours (2 px, antialiased, bands) against pyqtgraph's plain recipe (PlotCurveItem, 1 and 2 px, not antialiased, grid
off), interleaved round by round; the figures are medians over rounds of process CPU time (the paint itself; the X
server's share is not in it).
Aim: below 35 ms with 1 h in view.
"""

import statistics
import sys
import time
from collections.abc import Callable

import numpy as np
import pyqtgraph as pg
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QGridLayout, QWidget

from widgets.charts.scale import ScaleKeeper, extent_of
from widgets.charts.time_chart import TimeChart, align_axes
from widgets.theme import DARK, apply_theme

CHARTS, CURVES_A_CHART = 6, 4
ROUNDS, FRAMES_A_ROUND = 12, 5
COLORS = ("#56b4e9", "#e69f00", "#cc79a7", "#2bb673")
Frame = Callable[[int], None]


def samples(count: int) -> list[list[np.ndarray]]:
    """Noise with a slow drift, by chart and curve."""
    rng = np.random.default_rng(1)
    return [
        [
            1000 * (curve + 1) + np.cumsum(rng.normal(0, 3, count)) + rng.normal(0, 60, count)
            for curve in range(CURVES_A_CHART)
        ]
        for _ in range(CHARTS)
    ]


def shown(widgets: list[QWidget]) -> QWidget:
    """A window of 1920x1080 with two columns of three."""
    window = QWidget()
    grid = QGridLayout(window)
    for number, widget in enumerate(widgets):
        grid.addWidget(widget, number // 2, number % 2)
    window.resize(1920, 1080)
    window.show()
    QApplication.processEvents()
    return window


def ours(values: list[list[np.ndarray]], span_s: int) -> tuple[QWidget, Frame]:
    """Our charts, with shared scales, current values, phases and events, as the window uses them."""
    charts = [TimeChart(DARK.chart, lambda value, unit: f"{value:,.0f}") for _ in range(CHARTS)]
    for chart in charts:
        chart.set_title("Disk Transfers/sec")
        for curve, color in enumerate(COLORS):
            chart.add_curve(str(curve), color, dash=curve % 2 == 1)
    keepers = [ScaleKeeper() for _ in range(CHARTS // 2)]
    window = shown(list(charts))
    times = np.arange(len(values[0][0]), dtype=np.float64)

    def frame(count: int) -> None:
        now_s = float(times[count - 1])
        for chart, chart_values in zip(charts, values, strict=True):
            for curve, value in enumerate(chart_values):
                chart.set_samples(str(curve), times[:count], value[:count])
            chart.set_x_range(now_s - span_s, now_s, now_s=now_s)
            chart.set_value(f"{chart_values[0][count - 1]:,.0f}", "IOPS", COLORS[0])
            chart.set_spans([(0.0, now_s - span_s / 2, "warm-up"), (now_s - span_s / 2, np.inf, "measure")])
            chart.set_marks([(now_s - span_s / 3, "checkpoint", "warning")])
        for row, keeper in enumerate(keepers):
            pair = charts[2 * row : 2 * row + 2]
            scale = keeper.update(*extent_of([chart.y_extent(now_s - span_s, now_s) for chart in pair]))
            for chart in pair:
                chart.set_y_range(scale.low, scale.high)
        align_axes(charts)
        QApplication.processEvents()

    return window, frame


def plain(values: list[list[np.ndarray]], span_s: int, width: int) -> tuple[QWidget, Frame]:
    """pyqtgraph as its examples use it."""
    plots = [pg.PlotWidget() for _ in range(CHARTS)]
    curves = []
    for plot in plots:
        plot.setTitle("Disk Transfers/sec")
        curves.append([pg.PlotCurveItem(pen=pg.mkPen(color, width=width)) for color in COLORS])
        for curve in curves[-1]:
            plot.addItem(curve)
    window = shown(list(plots))
    times = np.arange(len(values[0][0]), dtype=np.float64)

    def frame(count: int) -> None:
        now_s = float(times[count - 1])
        for plot, plot_curves, plot_values in zip(plots, curves, values, strict=True):
            for curve, value in zip(plot_curves, plot_values, strict=True):
                curve.setData(times[:count], value[:count])
            plot.setXRange(now_s - span_s, now_s, padding=0)
        QApplication.processEvents()

    return window, frame


def main() -> None:
    """Measures both windows in turn."""
    application = QApplication(sys.argv)
    apply_theme(application, DARK)
    for span_s, name in ((3600, "1 h"), (120, "120 s")):
        values = samples(span_s + ROUNDS * FRAMES_A_ROUND + 100)
        candidates = {
            "ours": ours(values, span_s),
            "plain 1 px": plain(values, span_s, 1),
            "plain 2 px": plain(values, span_s, 2),
        }
        rounds: dict[str, list[float]] = {key: [] for key in candidates}
        for round_number in range(-1, ROUNDS):  # the first round warms up
            for key, (window, frame) in candidates.items():
                window.raise_()
                QTest.qWait(100)  # raised windows are painted again at once; that is no frame of ours
                begin = time.process_time_ns()
                frames = 1 if key == "plain 2 px" else FRAMES_A_ROUND  # it takes a second
                for step in range(frames):
                    frame(span_s + 50 + max(0, round_number) * FRAMES_A_ROUND + step)
                if round_number >= 0:
                    rounds[key].append((time.process_time_ns() - begin) / frames / 1e6)
        ms = {key: statistics.median(taken) for key, taken in rounds.items()}
        for key, taken in ms.items():
            print(f"{name} in view, {key}: {taken:.1f} ms a frame, ours/this {ms['ours'] / taken:.3f}")
        for window, _ in candidates.values():
            window.close()


if __name__ == "__main__":
    main()
