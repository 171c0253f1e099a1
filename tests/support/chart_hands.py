# SPDX-License-Identifier: Apache-2.0
"""Mouse and key events on a chart, at positions in the plot or on the time axis, or at given times."""

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from widgets.charts.time_chart import TimeChart

LEFT, NO_KEY = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier


def surface(chart: TimeChart) -> QWidget:
    """Return the chart's widget that receives mouse events."""
    return chart.viewport()


def in_plot(chart: TimeChart, share: float) -> QPoint:
    """Return a point in the vertical middle of the plot, at a fraction of its width."""
    plot = chart.plot_rect()
    return QPoint(round(plot.left() + share * plot.width()), round(plot.center().y()))


def on_axis(chart: TimeChart, share: float) -> QPoint:
    """Return a point on the time axis, at a fraction of its width."""
    return QPoint(in_plot(chart, share).x(), chart.height() - 5)


def drag(
    chart: TimeChart, start: QPoint, end: QPoint, key: Qt.KeyboardModifier = NO_KEY, *, release: bool = True
) -> None:
    """Press the left button, move in small steps, and release it."""
    over = surface(chart)
    QTest.mouseMove(over, start)
    QApplication.processEvents()
    QTest.mousePress(over, LEFT, key, start)
    for step in range(1, 11):
        QTest.mouseMove(over, start + (end - start) * (step / 10))
    if release:
        QTest.mouseRelease(over, LEFT, key, end)
        QApplication.processEvents()
