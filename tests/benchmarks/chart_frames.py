# SPDX-License-Identifier: Apache-2.0
"""CPU milliseconds per frame: 6 charts, 24 curves, 1920x1080, one new sample per curve and frame.

    python -m tests.benchmarks.chart_frames [--peer CHECKOUT] [--rounds 10]

Two kinds of frames, with 1 h and with 120 s in view. "live": the time advances by a second and the scale stays, as in
a window that follows a run. "all": everything is repainted (each curve's highlight differs from the previous frame).
pyqtgraph's plain recipe (PlotCurveItem, 1 px, not antialiased, no grid) is also measured, live.

--peer: folder of another checkout with a .venv, whose charts are also measured. Each process keeps its windows open and
measures on command, so that the rounds of both alternate. Figures are medians over rounds of process CPU time (painting
only, without the X server's share); a ratio is the median of the rounds' ratios. Offscreen without a DISPLAY. Targets:
at most 1.05 of the charts before pyqtgraph with 1 h, 1.2 with 120 s; 16 ms with 1 h.
"""

import argparse
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QGridLayout, QWidget

from widgets.charts.scale import ScaleKeeper, extent_of
from widgets.charts.time_chart import TimeChart, align_axes
from widgets.style_sheet import apply_theme
from widgets.theme import DARK

CHARTS, CURVES_A_CHART = 6, 4
FRAMES_A_ROUND = 10
COLORS = ("#56b4e9", "#e69f00", "#cc79a7", "#2bb673")
SPANS_S = {"1 h": 3600, "120 s": 120}
Frame = Callable[[int], None]
"""Function that draws the given number of samples."""


def samples(count: int) -> list[list[np.ndarray]]:
    """Return noise with a slow drift for each chart and curve."""
    rng = np.random.default_rng(1)
    return [
        [
            1000 * (curve + 1) + np.cumsum(rng.normal(0, 3, count)) + rng.normal(0, 60, count)
            for curve in range(CURVES_A_CHART)
        ]
        for _ in range(CHARTS)
    ]


def shown(widgets: list[QWidget]) -> QWidget:
    """Return a window of 1920x1080 with the charts in two columns of three."""
    window = QWidget()
    grid = QGridLayout(window)
    for number, widget in enumerate(widgets):
        grid.addWidget(widget, number // 2, number % 2)
    window.resize(1920, 1080)
    window.show()
    QApplication.processEvents()
    return window


def ours(values: list[list[np.ndarray]], span_s: int, *, everything: bool) -> tuple[QWidget, Frame]:
    """Return Outpace's charts, with shared scales, current values, phases, and events, as in the window."""
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
            begin_s = float(span_s * 0.55)
            chart.set_spans([(0.0, begin_s, "warm-up"), (begin_s, np.inf, "measure")])
            chart.set_marks([(begin_s + 10, "checkpoint", "warning")])
            if everything:
                chart.set_highlight(str(count % 2))
        for row, keeper in enumerate(keepers):
            pair = charts[2 * row : 2 * row + 2]
            scale = keeper.update(*extent_of([chart.y_extent(now_s - span_s, now_s) for chart in pair]))
            for chart in pair:
                chart.set_y_range(scale.low, scale.high)
        align_axes(charts)
        QApplication.processEvents()

    return window, frame


def plain(values: list[list[np.ndarray]], span_s: int) -> tuple[QWidget, Frame]:
    """Return the plain charts of pyqtgraph's examples."""
    import pyqtgraph as pg  # noqa: PLC0415 - not in a peer's time

    plots = [pg.PlotWidget() for _ in range(CHARTS)]
    curves = []
    for plot in plots:
        plot.setTitle("Disk Transfers/sec")
        curves.append([pg.PlotCurveItem(pen=pg.mkPen(color, width=1)) for color in COLORS])
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


def measure() -> None:
    """Answer each input line "NAME COUNT" with the milliseconds per frame over COUNT frames."""
    application = QApplication(sys.argv[:1])
    apply_theme(application, DARK)
    windows: dict[str, tuple[QWidget, Frame]] = {}
    done: dict[str, int] = {}
    for line in sys.stdin:
        kind, span, count = line.strip().split("|")
        name, span_s, frames = f"{kind} {span}", SPANS_S[span], int(count)
        if name not in windows:
            values = samples(span_s + 2000)
            if kind == "plain":
                windows[name] = plain(values, span_s)
            else:
                windows[name] = ours(values, span_s, everything=kind == "all")
            done[name] = span_s + 50
        window, frame = windows[name]
        window.raise_()
        QTest.qWait(60)  # raised windows are repainted immediately, which must not be measured
        for step in range(2):
            frame(done[name] + step)
        begin = time.process_time_ns()
        for step in range(2, frames + 2):
            frame(done[name] + step)
        taken = (time.process_time_ns() - begin) / frames / 1e6
        done[name] += frames + 2
        print(f"{taken:.4f}", flush=True)


def process(folder: Path) -> subprocess.Popen[str]:
    """Start this module as a process that measures the charts of a checkout."""
    python = folder / ".venv" / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
    environment = {**os.environ, "PYTHONPATH": str(folder)}
    if not environment.get("DISPLAY"):
        environment["QT_QPA_PLATFORM"] = "offscreen"
    command = [python, "-P", __file__, "--measure"]
    return subprocess.Popen(
        command, cwd=folder, env=environment, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=1
    )


def main() -> None:
    """Measure the variants in rotation."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--peer", type=Path)
    parser.add_argument("--rounds", type=int, default=10)
    parser.add_argument("--measure", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.measure:
        measure()
        return
    here = process(Path(__file__).resolve().parents[2])
    peer = process(options.peer.resolve()) if options.peer else None

    def frames_of(worker: subprocess.Popen[str], kind: str, span: str) -> float:
        assert worker.stdin is not None
        assert worker.stdout is not None
        print(kind, span, FRAMES_A_ROUND, sep="|", file=worker.stdin, flush=True)
        return float(worker.stdout.readline())

    for span in SPANS_S:
        for kind in ("live", "all"):
            candidates = {"here": (here, kind), "plain pyqtgraph": (here, "plain")}
            if peer is not None:
                candidates["peer"] = (peer, kind)
            rounds: dict[str, list[float]] = {name: [] for name in candidates}
            for number in range(-1, options.rounds):  # the first round warms up
                order = list(candidates) if number % 2 else list(reversed(candidates))
                for name in order:
                    taken = frames_of(*candidates[name], span)
                    if number >= 0:
                        rounds[name].append(taken)
            for name, taken in rounds.items():
                ratio = statistics.median(ours / this for ours, this in zip(rounds["here"], taken, strict=True))
                print(
                    f"{span} in view, {kind}, {name}: {statistics.median(taken):.1f} ms a frame, here/this {ratio:.3f}"
                )
    for worker in (here, peer):
        if worker is not None and worker.stdin is not None:
            worker.stdin.close()
            worker.wait()


if __name__ == "__main__":
    main()
