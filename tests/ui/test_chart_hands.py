# SPDX-License-Identifier: Apache-2.0
"""Mouse input on the time chart: drag to pan, drag along the axis to select a span, double-click, menu."""

from collections.abc import Callable

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QColor, QContextMenuEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from tests.support.chart_hands import LEFT, drag, in_plot, on_axis, surface
from tests.support.painted_chart import TIMES, A, chart_of, pixels, plot_part
from widgets.charts.time_chart import TimeChart


@pytest.fixture
def chart(qtbot: QtBot) -> TimeChart:
    made = chart_of(qtbot)
    made.add_curve("a", A, label="A · SSD")
    made.set_samples("a", TIMES, np.full(300, 5000.0))
    made.show()
    qtbot.waitExposed(made)
    return made


def heard(chart: TimeChart) -> dict[str, list[object]]:
    """Record the arguments of the chart's signals, by signal name."""
    said: dict[str, list[object]] = {}
    for name in ("panned", "selecting", "span_selected", "reset_requested", "menu_requested"):
        getattr(chart, name).connect(lambda *what, name=name: said.setdefault(name, []).append(what))
    return said


def test_dragging_in_the_plot_pans_the_time_range(chart: TimeChart) -> None:
    said = heard(chart)
    drag(chart, in_plot(chart, 0.6), in_plot(chart, 0.4), release=False)
    assert surface(chart).cursor().shape() is Qt.CursorShape.ClosedHandCursor
    QTest.mouseRelease(surface(chart), LEFT, pos=in_plot(chart, 0.4))
    assert surface(chart).cursor().shape() is not Qt.CursorShape.ClosedHandCursor
    assert set(said) == {"panned"}
    assert sum(seconds for (seconds,) in said["panned"]) == pytest.approx(60, abs=1.5), "to the left is later"
    drag(chart, in_plot(chart, 0.4), in_plot(chart, 0.6))
    assert sum(seconds for (seconds,) in said["panned"]) == pytest.approx(0, abs=1.5)


@pytest.mark.parametrize("place", [in_plot, on_axis])
def test_readout_stays_at_the_pointer_during_a_drag(chart: TimeChart, place: Callable[..., QPoint]) -> None:
    moments: list[float | None] = []
    chart.hovered.connect(moments.append)
    drag(chart, place(chart, 0.6), place(chart, 0.4), release=False)
    assert moments[-1] == pytest.approx(120, abs=1.5), "nobody moved the view"
    QTest.mouseRelease(surface(chart), LEFT, pos=place(chart, 0.4))


def test_dragging_along_the_time_axis_selects_a_span(chart: TimeChart) -> None:
    said = heard(chart)
    drag(chart, on_axis(chart, 0.75), on_axis(chart, 0.25))
    assert set(said) == {"selecting", "span_selected"}
    assert said["selecting"][-2][0] == pytest.approx((75, 225), abs=1)
    assert said["selecting"][-1] == (None,)
    assert said["span_selected"] == [pytest.approx((75, 225), abs=1)]


def test_shift_drag_in_the_plot_selects_a_span(chart: TimeChart) -> None:
    said = heard(chart)
    drag(chart, in_plot(chart, 0.5), in_plot(chart, 0.9), Qt.KeyboardModifier.ShiftModifier)
    assert said["span_selected"] == [pytest.approx((150, 270), abs=1)]
    assert "panned" not in said


def test_selected_span_ends_at_the_edge_of_the_view(chart: TimeChart) -> None:
    said = heard(chart)
    drag(chart, on_axis(chart, 0.5), QPoint(chart.width() + 300, chart.height() - 5))
    assert said["span_selected"] == [pytest.approx((150, 300), abs=1)]


def test_plain_click_emits_no_request(chart: TimeChart) -> None:
    said = heard(chart)
    for place in (in_plot(chart, 0.5), on_axis(chart, 0.5)):
        QTest.mouseClick(surface(chart), LEFT, pos=place)
    assert set(said) <= {"selecting"}
    assert all(span == (None,) for span in said.get("selecting", []))


def test_escape_cancels_the_selection(chart: TimeChart) -> None:
    said = heard(chart)
    drag(chart, on_axis(chart, 0.2), on_axis(chart, 0.5), release=False)
    QTest.keyClick(chart, Qt.Key.Key_Escape)
    assert said["selecting"][-1] == (None,)
    QTest.mouseRelease(surface(chart), LEFT, pos=on_axis(chart, 0.5))
    assert "span_selected" not in said


def test_double_click_requests_a_reset(chart: TimeChart) -> None:
    said = heard(chart)
    QTest.mouseDClick(surface(chart), LEFT, pos=in_plot(chart, 0.5))
    assert said["reset_requested"] == [()]


def test_menu_is_requested_by_mouse_and_keyboard(chart: TimeChart) -> None:
    said = heard(chart)
    place = in_plot(chart, 0.5)
    over = surface(chart)
    QApplication.sendEvent(over, QContextMenuEvent(QContextMenuEvent.Reason.Mouse, place, over.mapToGlobal(place)))
    ((at, t_s),) = said["menu_requested"]
    assert at == over.mapToGlobal(place)
    assert t_s == pytest.approx(150, abs=1)
    chart.set_hover(40.0)
    QTest.keyClick(chart, Qt.Key.Key_F10, Qt.KeyboardModifier.ShiftModifier)
    assert said["menu_requested"][-1][1] == 40.0
    chart.set_hover(None)
    QApplication.sendEvent(chart, QContextMenuEvent(QContextMenuEvent.Reason.Keyboard, place, at))
    assert said["menu_requested"][-1][1] is None


def test_selected_span_is_shaded(chart: TimeChart) -> None:
    bare = pixels(chart)
    chart.set_selection((100.0, 200.0))
    shaded, rows, columns = plot_part(chart, pixels(chart))
    changed = (shaded != bare[rows, columns]).any(axis=2).mean(axis=0)
    third = len(changed) // 3
    assert not changed[: third - 2].any()
    assert changed[third + 2 : 2 * third - 2].min() > 0.9
    assert not changed[2 * third + 4 :].any()
    chart.set_selection(None)
    assert (pixels(chart) == bare).all()


def test_exported_image_and_svg_show_the_chart(chart: TimeChart) -> None:
    picture = chart.image(2.0)
    assert (picture.width(), picture.height()) == (1280, 400)
    line = chart.plot_rect().center() * 2
    assert picture.pixelColor(line.toPoint()) == QColor(A)
    drawing = chart.svg().decode()
    assert drawing.startswith("<?xml")
    assert "A · SSD" in drawing
    assert "Disk Transfers/sec" in drawing


def test_samples_in_view_are_returned(chart: TimeChart) -> None:
    chart.set_x_range(100, 200, now_s=None)
    ((key, label, time_s, value),) = chart.samples_in_view()
    assert (key, label) == ("a", "A · SSD")
    assert time_s.tolist() == list(range(100, 201))
    assert set(value) == {5000.0}
