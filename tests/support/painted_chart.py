# SPDX-License-Identifier: Apache-2.0
"""A chart and its pixels, for tests of painting."""

import numpy as np
from PySide6.QtCore import QPoint
from PySide6.QtGui import QColor, QPixmap
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from widgets.charts.time_chart import TimeChart
from widgets.theme import DARK, Theme

A, B = "#56b4e9", "#e69f00"
SIZE = (640, 200)
TIMES = np.arange(1, 301, dtype=np.float64)


def chart_of(qtbot: QtBot, theme: Theme = DARK, size: tuple[int, int] = SIZE) -> TimeChart:
    chart = TimeChart(theme.chart, lambda value, unit: f"{value:,.6g}{unit}")
    qtbot.addWidget(chart)
    chart.resize(*size)
    chart.set_title("Disk Transfers/sec")
    chart.set_x_range(0, 300, now_s=300)
    chart.set_y_range(0, 10_000)
    return chart


def pixels(chart: TimeChart, ratio: float = 1.0) -> np.ndarray:
    """Return the pixels, shape (height, width, 3), painted for a screen with this device pixel ratio."""
    picture = QPixmap(round(chart.width() * ratio), round(chart.height() * ratio))
    picture.setDevicePixelRatio(ratio)
    QWidget.render(chart, picture, QPoint())
    image = picture.toImage().convertToFormat(picture.toImage().Format.Format_RGB888)
    rows = np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), image.bytesPerLine())
    return rows[:, : image.width() * 3].reshape(image.height(), image.width(), 3).astype(int)


def has_color(picture: np.ndarray, color: str, tolerance: int = 30) -> np.ndarray:
    """Return a mask of the pixels with a color, shape (height, width)."""
    wanted = QColor(color)
    distance = np.abs(picture - np.array([wanted.red(), wanted.green(), wanted.blue()]))
    return distance.max(axis=2) <= tolerance


def coverage(picture: np.ndarray, color: str) -> float:
    """Return the total coverage of a color on the dark panel, in pixels, within the rows that contain it."""
    ground = np.array(QColor(DARK.chart.panel).getRgb()[:3])
    change = np.array(QColor(color).getRgb()[:3]) - ground
    share = ((picture - ground) @ change) / (change @ change)
    rows = np.flatnonzero(has_color(picture, color).mean(axis=1) > 0.5)
    return float(share[rows[0] - 2 : rows[-1] + 3].clip(0, 1).sum())


def plot_part(chart: TimeChart, picture: np.ndarray, ratio: float = 1.0) -> tuple[np.ndarray, slice, slice]:
    plot = chart.plot_rect()
    rows = slice(round(plot.top() * ratio), round(plot.bottom() * ratio))
    columns = slice(round(plot.left() * ratio), round(plot.right() * ratio))
    return picture[rows, columns], rows, columns


def expected_rows(chart: TimeChart, value: np.ndarray, high: float) -> np.ndarray:
    return chart.plot_rect().height() * (1 - value / high)


TIMES = np.arange(1, 301, dtype=np.float64)
