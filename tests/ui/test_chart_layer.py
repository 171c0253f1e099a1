# SPDX-License-Identifier: Apache-2.0
"""Scrolled picture of the curves: identical to a complete repaint, although only new parts are painted."""

from collections.abc import Callable

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from tests.support.painted_chart import A, B, chart_of, pixels
from widgets.charts.time_chart import TimeChart

COUNT = 9000
TIME_S = np.arange(COUNT, dtype=np.float64) + np.random.default_rng(3).uniform(-0.02, 0.02, COUNT)


def noise(seed: int) -> np.ndarray:
    rng = np.random.default_rng(seed)
    return 4000 + 1500 * np.sin(np.arange(COUNT) / 70) + rng.normal(0, 700, COUNT)


def with_gaps(seed: int) -> np.ndarray:
    value = noise(seed)
    for first in range(40, COUNT, 97):
        value[first : first + first % 13] = np.nan
    value[5::31] = np.nan  # single samples between two gaps
    value[7::31] = np.nan
    return value


def shown(chart: TimeChart, count: int, span_s: float, value: np.ndarray, later_s: float = 0.0) -> None:
    """Show the first `count` samples, and occasional events, in a window that follows the latest sample."""
    now_s = float(count - 1) + later_s
    for number, key in enumerate(chart.curve_keys):
        chart.set_samples(key, TIME_S[:count], np.roll(value, 11 * number)[:count] - 900 * number)
    severities = ("info", "warning", "error")
    chart.set_marks([(float(t_s), "event", severities[t_s % 3]) for t_s in range(5, int(now_s) + 1, 19)])
    chart.set_x_range(now_s - span_s, now_s, now_s=now_s)


def made(qtbot: QtBot, curves: int, *, log: bool) -> TimeChart:
    chart = chart_of(qtbot)
    chart.set_y_range(*((300, 10_000, True) if log else (0, 10_000, False)))
    for number in range(curves):
        chart.add_curve(str(number), (A, B)[number], dash=number)
    return chart


@pytest.mark.parametrize("ratio", [1.0, 1.25, 2.0])
@pytest.mark.parametrize("span_s", [60, 300, 3600])
@pytest.mark.parametrize("curves", [1, 2])
@pytest.mark.parametrize(("samples", "log"), [(noise, False), (with_gaps, False), (with_gaps, True)])
def test_scrolled_picture_equals_a_fresh_painting(
    qtbot: QtBot, ratio: float, span_s: float, log: bool, curves: int, samples: Callable[[int], np.ndarray]
) -> None:
    moving, value = made(qtbot, curves, log=log), samples(5)
    begin = span_s + 300
    for count in (*range(begin, begin + 12), begin + 31, begin + 32):
        shown(moving, count, span_s, value, 0.4)
        seen = pixels(moving, ratio)
    fresh = made(qtbot, curves, log=log)
    shown(fresh, begin + 32, span_s, value, 0.4)
    differs = np.abs(seen - pixels(fresh, ratio)).max(axis=2)
    assert differs.max() <= 2, "Qt rounds the edge of a line by where it is"
    assert (differs > 0).sum() <= 2


def test_picture_panned_back_and_forth_equals_a_fresh_painting(qtbot: QtBot) -> None:
    value = with_gaps(8)
    moving = made(qtbot, 1, log=False)
    for end_s in (2000, 1990, 1700, 1710, 1999, 1200, 1230):
        moving.set_samples("0", TIME_S[:3000], value[:3000])
        moving.set_x_range(end_s - 300, end_s, now_s=None)
        fresh = made(qtbot, 1, log=False)
        fresh.set_samples("0", TIME_S[:3000], value[:3000])
        fresh.set_x_range(end_s - 300, end_s, now_s=None)
        differs = np.abs(pixels(moving) - pixels(fresh)).max(axis=2)
        assert differs.max() <= 2
        assert (differs > 0).sum() <= 2


def test_picture_equals_a_fresh_painting_after_an_event_leaves_the_view(qtbot: QtBot) -> None:
    value = noise(8)
    moving, fresh = (made(qtbot, 1, log=False) for _ in range(2))
    for chart, ends_s in ((moving, (300, 310)), (fresh, (310,))):
        for end_s in ends_s:
            chart.set_marks([(310.0 - end_s, "event", "warning"), (200.0, "event", "error")])
            chart.set_samples("0", TIME_S[:end_s], value[:end_s])
            chart.set_x_range(end_s - 300, end_s, now_s=None)
            seen = pixels(chart)
    differs = np.abs(pixels(moving) - seen).max(axis=2)
    assert differs.max() <= 2
    assert (differs > 0).sum() <= 2


def test_only_new_columns_are_painted(qtbot: QtBot) -> None:
    chart, value = made(qtbot, 1, log=False), noise(1)
    width = round(chart.plot_rect().width())
    shown(chart, 600, 300, value)
    pixels(chart)
    assert chart.painted_columns == width
    for count in range(601, 621):
        shown(chart, count, 300, value)
        pixels(chart)
    assert chart.painted_columns < width + 20 * 50


class Paints(QObject):
    """Counter of a widget's paint events."""

    def __init__(self) -> None:
        super().__init__()
        self.areas: list[int] = []

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QPaintEvent):
            self.areas.append(sum(rect.width() * rect.height() for rect in event.region()))
        return False


def test_unchanged_parts_are_not_repainted(qtbot: QtBot) -> None:
    chart, value = made(qtbot, 1, log=False), noise(1)
    chart.show()
    qtbot.waitExposed(chart)

    def settle() -> None:
        for _ in range(4):
            QApplication.processEvents()

    def refresh(count: int) -> None:
        shown(chart, count, 300, value)
        chart.set_spans([(0.0, 700.0, "measure")])
        chart.set_value("12", "IOPS", A)
        chart.set_y_range(0, 10_000)
        chart.set_axis_width(60)
        settle()

    for count in (598, 599, 600):
        refresh(count)
    paints = Paints()
    chart.viewport().installEventFilter(paints)
    for _ in range(3):
        refresh(600)
    assert paints.areas == []
    refresh(601)
    assert len(paints.areas) == 1
    assert paints.areas[0] < 0.85 * chart.width() * chart.height(), "title and axes stand still"
    chart.set_x_range(100, 400, now_s=None)
    settle()
    paints.areas.clear()
    chart.set_samples("0", TIME_S[:700], value[:700])
    settle()
    assert paints.areas == [], "what came after the time in view changes nothing"
