# SPDX-License-Identifier: Apache-2.0
"""Load chart: positions of points, values at the pointer, context menu, and export."""

import math

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QColor, QContextMenuEvent, QMouseEvent
from PySide6.QtTest import QSignalSpy
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from tests.support.painted_chart import A, B, has_color, pixels
from widgets.charts.load_chart import LoadChart
from widgets.charts.load_plot import LoadCurve, PlottedPoint
from widgets.charts.time_chart import align_axes
from widgets.theme import DARK

LOADS = (1.0, 2.0, 4.0, 8.0, 16.0)


def curve(letter: str, color: str, values: tuple[float, ...], dash: int = 0, most: float = math.nan) -> LoadCurve:
    points = tuple(PlottedPoint(load, value, value < 40) for load, value in zip(LOADS, values, strict=False))
    return LoadCurve(letter, QColor(color), dash, points, most)


def chart_of(qtbot: QtBot, size: tuple[int, int] = (480, 260), **axis: bool) -> LoadChart:
    chart = LoadChart(DARK.chart, lambda value, unit: f"{value:g}{unit}")
    qtbot.addWidget(chart)
    chart.resize(*size)
    chart.set_titles("Latency of order, p95", " ms", "no step yet")
    chart.set_axis("users of each target", **axis)
    chart.set_curves([curve("A", A, (5, 12, 25, 60)), curve("B", B, (2, 4, 8, 16, 32), 1, 8.0)], 40.0)
    return chart


@pytest.mark.parametrize("ratio", [1.0, 2.0])
@pytest.mark.parametrize("log", [False, True])
def test_each_point_is_drawn_at_its_load_and_value(qtbot: QtBot, ratio: float, log: bool) -> None:
    chart = chart_of(qtbot, log_values=log, log_loads=log)
    drawn = has_color(pixels(chart, ratio), A)
    for point in chart.curves[0].points:
        x, y = (round(place * ratio) for place in chart.place_of(point.load, point.value))
        reach = round(3 * ratio)
        around = drawn[y - reach : y + reach + 1, x - reach : x + reach + 1]
        assert around.mean() > (0.65 if point.held else 0.2), point
        assert bool(drawn[y, x]) is point.held  # a point that exceeds the limit is hollow


def test_hovering_reads_out_the_nearest_load_in_every_chart(qtbot: QtBot) -> None:
    chart, other = chart_of(qtbot), chart_of(qtbot)
    chart.hovered.connect(other.set_hover)
    before = pixels(other)
    at = QPointF(chart.place_of(4.0, 10.0)[0] + 3, 100)
    hover = QSignalSpy(chart.hovered)
    no = Qt.MouseButton.NoButton
    move = QMouseEvent(QMouseEvent.Type.MouseMove, at, at, no, no, Qt.KeyboardModifier.NoModifier)
    QApplication.sendEvent(chart.viewport(), move)
    assert hover.at(hover.count() - 1) == [4.0]
    assert (pixels(other) != before).any()


def test_context_menu_is_requested_with_the_load(qtbot: QtBot) -> None:
    chart = chart_of(qtbot)
    asked = QSignalSpy(chart.menu_requested)
    at = QPoint(round(chart.place_of(2.0, 10.0)[0]), 100)
    event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, at, QPoint(7, 9))
    QApplication.sendEvent(chart.viewport(), event)
    assert asked.at(0) == [QPoint(7, 9), 2.0]


def test_chart_exports_image_svg_and_values(qtbot: QtBot) -> None:
    chart = chart_of(qtbot)
    assert chart.image(2.0).size() == chart.size() * 2
    assert b"Latency of order" in chart.svg()
    (key, label, loads, values), _ = chart.samples_in_view()
    assert (key, label) == ("A", "A")
    np.testing.assert_array_equal(loads, LOADS[:4])
    np.testing.assert_array_equal(values, (5, 12, 25, 60))


def test_load_axes_in_a_column_are_aligned(qtbot: QtBot) -> None:
    charts = [chart_of(qtbot), chart_of(qtbot)]
    charts[1].set_titles("IOPS", " I/Os per second", "")
    assert charts[0].place_of(4.0, 0.0)[0] != charts[1].place_of(4.0, 0.0)[0]
    align_axes(charts)
    assert charts[0].place_of(4.0, 0.0)[0] == charts[1].place_of(4.0, 0.0)[0]


def test_empty_chart_shows_its_placeholder_text(qtbot: QtBot) -> None:
    chart = chart_of(qtbot)
    chart.set_curves([])
    assert chart.accessibleDescription() == "no step yet"
    assert not has_color(pixels(chart), A).any()
    assert chart.samples_in_view() == []
    chart.set_hover(4.0)
    assert not chart.grab().isNull()
