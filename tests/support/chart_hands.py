# SPDX-License-Identifier: Apache-2.0
"""A person's hands on a chart: real mouse and key events, where its plot, its time axis and its times are."""

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from widgets.charts.time_chart import TimeChart

LEFT, NO_KEY = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier


def surface(chart: TimeChart) -> QWidget:
    """The widget of a chart that the mouse is over."""
    return chart.viewport()


def in_plot(chart: TimeChart, share: float) -> QPoint:
    """A place in the middle of the plot's height, at a share of its width."""
    plot = chart.plot_rect()
    return QPoint(round(plot.left() + share * plot.width()), round(plot.center().y()))


def on_axis(chart: TimeChart, share: float) -> QPoint:
    """A place on the time axis, at a share of its width."""
    return QPoint(in_plot(chart, share).x(), chart.height() - 5)


def drag(
    chart: TimeChart, start: QPoint, end: QPoint, key: Qt.KeyboardModifier = NO_KEY, *, release: bool = True
) -> None:
    """Presses the left button, moves in small steps, and lets go."""
    over = surface(chart)
    QTest.mouseMove(over, start)
    QApplication.processEvents()
    QTest.mousePress(over, LEFT, key, start)
    for step in range(1, 11):
        QTest.mouseMove(over, start + (end - start) * (step / 10))
    if release:
        QTest.mouseRelease(over, LEFT, key, end)
        QApplication.processEvents()
