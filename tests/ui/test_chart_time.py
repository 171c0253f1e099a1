# SPDX-License-Identifier: Apache-2.0
"""Time chart: readout, wheel and keys, time labels, themes."""

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QColor, QMouseEvent, QPainter, QPixmap, QWheelEvent
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from tests.support.chart_hands import surface
from tests.support.painted_chart import TIMES, A, B, chart_of, has_color, pixels, plot_part
from widgets.charts.axes import moment_text, time_ticks
from widgets.charts.lane import lane_of
from widgets.charts.plot import MARKER
from widgets.charts.time_chart import align_axes
from widgets.theme import DARK, LIGHT


def test_readout_is_synchronized_across_charts(qtbot: QtBot) -> None:
    first, second = chart_of(qtbot), chart_of(qtbot)
    for chart, color in ((first, A), (second, B)):
        chart.add_curve("x", color)
        chart.set_samples("x", TIMES, np.full(300, 5000.0))
        for other in (first, second):
            chart.hovered.connect(other.set_hover)
    bare = [pixels(chart) for chart in (first, second)]
    plot = first.plot_rect()
    QApplication.sendEvent(surface(first), _moved(round(plot.center().x()), 100))
    for chart, before in zip((first, second), bare, strict=True):
        _, rows, columns = plot_part(chart, before)
        changed = (pixels(chart) != before).any(axis=2)[rows, columns]
        assert changed[:, changed.shape[1] // 2 - 2 : changed.shape[1] // 2 + 3].any(axis=1).mean() > 0.95, (
            "a vertical line"
        )
    first.hovered.emit(None)
    assert all((pixels(chart) == before).all() for chart, before in zip((first, second), bare, strict=True))


def test_readout_is_next_to_the_curve_and_only_where_data_exists(qtbot: QtBot) -> None:
    chart = chart_of(qtbot)
    value = np.where(TIMES > 150, 9500.0, 9000.0)
    value[100:140] = np.nan
    chart.add_curve("x", A)
    chart.set_samples("x", TIMES, value)
    bare = has_color(pixels(chart), A)
    chart.set_hover(200.0)
    seen = has_color(pixels(chart), A)
    assert (bare & ~seen).sum() < 40, "no more than the dot and the line lie on the curve"
    chart.set_hover(None)
    silent = pixels(chart)
    chart.set_hover(120.0)
    assert (pixels(chart) == silent).all(), "no data at that time"


def _moved(x: int, y: int) -> QMouseEvent:
    at = QPointF(x, y)
    none = Qt.MouseButton.NoButton
    return QMouseEvent(QEvent.Type.MouseMove, at, at, none, none, Qt.KeyboardModifier.NoModifier)


def test_readout_formats_no_value_in_a_gap(qtbot: QtBot) -> None:
    said: list[float] = []
    chart = chart_of(qtbot)
    chart.set_read_out(lambda value, unit: (said.append(value) or f"{value}", ""))
    chart.add_curve("a", A)
    values = np.full(300, 5000.0)
    values[99:200] = np.nan
    chart.set_samples("a", TIMES, values)
    chart.set_hover(150.0)
    pixels(chart)
    assert said == []
    chart.set_hover(50.2)
    pixels(chart)
    assert set(said) == {5000.0}


def test_wheel_and_keys_request_zoom_and_hover(qtbot: QtBot) -> None:
    chart = chart_of(qtbot)
    plot = chart.plot_rect()
    at = QPointF(plot.center().x(), 100)
    with qtbot.waitSignal(chart.wheel_zoomed) as zoomed:
        QApplication.sendEvent(
            surface(chart),
            QWheelEvent(
                at, at, QPoint(), QPoint(0, 120), Qt.MouseButton.NoButton, Qt.KeyboardModifier.NoModifier,
                Qt.ScrollPhase.NoScrollPhase, False,
            ),
        )  # fmt: skip
    assert zoomed.args[0] < 1
    assert zoomed.args[1] == pytest.approx(150, abs=1)
    with qtbot.waitSignal(chart.hovered) as hovered:
        qtbot.keyClick(chart, Qt.Key.Key_Left)
    assert hovered.args == [295.0]
    with qtbot.waitSignal(chart.wheel_zoomed) as zoomed:
        qtbot.keyClick(chart, Qt.Key.Key_Minus)
    assert zoomed.args[0] > 1


def test_charts_in_a_column_are_aligned(qtbot: QtBot) -> None:
    narrow, wide = chart_of(qtbot), chart_of(qtbot)
    wide.set_unit(" long units per second")
    assert narrow.plot_rect().left() != wide.plot_rect().left()
    align_axes([narrow, wide])
    assert narrow.plot_rect().left() == wide.plot_rect().left()


def test_relative_time_labels_stay_fixed_while_the_window_moves() -> None:
    def shown(now_s: float) -> list[tuple[float, str]]:
        return [(round(t - now_s, 6), label) for t, label in time_ticks(now_s - 300, now_s, now_s, 5)]

    assert [label for _, label in shown(4000.0)] == ["-300 s", "-240 s", "-180 s", "-120 s", "-60 s", "now"]
    assert shown(4000.0) == shown(4001.37)


@pytest.mark.parametrize(
    ("window", "now_s", "first", "last"),
    [
        ((0.0, 60.0), 60.0, "-60 s", "now"),
        ((0.0, 3600.0), 3600.0, "-60 min", "now"),
        ((0.0, 7200.0), 7200.0, "-2:00:00", "now"),
        ((0.0, 600.0), None, "0:00", "10:00"),
        ((0.0, 28_800.0), None, "0:00:00", "8:00:00"),
    ],
)
def test_time_labels_suit_the_length_of_the_range(
    window: tuple[float, float], now_s: float | None, first: str, last: str
) -> None:
    labels = [label for _, label in time_ticks(*window, now_s, 6)]
    assert (labels[0], labels[-1]) == (first, last)
    assert len(labels) <= 7


def test_moments_are_formatted_as_relative_or_absolute_times() -> None:
    moments = [(917.0, 1000.0), (1000.0, 1000.0), (-440.0, 1000.0), (725.0, None)]
    assert [moment_text(*moment) for moment in moments] == ["-83 s", "now", "-24:00", "12:05"]


def test_invalid_ranges_are_rejected(qtbot: QtBot) -> None:
    chart = chart_of(qtbot)
    with pytest.raises(ValueError, match="time range"):
        chart.set_x_range(10, 10, now_s=10)
    with pytest.raises(ValueError, match="logarithmic axis"):
        chart.set_y_range(0, 10, log=True)


def test_changing_the_palette_repaints_the_chart(qtbot: QtBot) -> None:
    chart = chart_of(qtbot)
    assert has_color(pixels(chart), DARK.chart.panel, 3).mean() > 0.5
    chart.set_palette(LIGHT.chart)
    assert has_color(pixels(chart), LIGHT.chart.panel, 3).mean() > 0.5


def test_chart_renders_at_an_offset_and_scale(qtbot: QtBot) -> None:
    """A report paints the chart into an image at an offset, with twice the resolution."""
    chart = chart_of(qtbot)
    chart.add_curve("a", A)
    chart.set_samples("a", TIMES, np.full(300, 5000.0))
    page = QPixmap(1600, 800)
    page.fill(QColor("white"))
    painter = QPainter(page)
    painter.scale(2, 2)
    QWidget.render(chart, painter, QPoint(100, 50))
    painter.end()
    image = page.toImage()
    assert image.pixelColor(10, 10) == QColor("white")
    plot = chart.plot_rect()
    line = QPoint(round(2 * (100 + plot.center().x())), round(2 * (50 + plot.center().y())))
    assert image.pixelColor(line).name() == A


def test_header_shows_the_value_under_the_pointer_and_nothing_covers_the_curve(qtbot: QtBot) -> None:
    chart = chart_of(qtbot)
    chart.set_owner("A", "15K SAS", A)
    chart.set_read_out(lambda value, unit: (f"{value:,.0f}", unit or "/s"))
    chart.add_curve("x", A)
    chart.set_samples("x", TIMES, TIMES * 10)
    chart.set_values([("3,000", "/s", A)], "mean")
    assert chart.accessibleName() == "A 15K SAS, Disk Transfers/sec: mean 3,000 /s"
    bare, plot = pixels(chart), chart.plot_rect()
    chart.set_hover(120.0)
    caption, values = chart._plot.head_values()
    assert (caption, [value[:2] for value in values]) == ("at -180 s", [("1,200", "/s")])
    changed = (pixels(chart) != bare).any(axis=2)
    inside = changed[round(plot.top()) : round(plot.bottom()), round(plot.left()) : round(plot.right())]
    assert changed[: round(plot.top())].any(), "the header"
    assert inside.any(axis=0).sum() <= 12, "a line and a dot"
    chart.set_hover(None)
    assert (pixels(chart) == bare).all()


def test_long_name_is_elided_and_leaves_the_title_and_the_value(qtbot: QtBot) -> None:
    chart = chart_of(qtbot)
    chart.set_owner("B", "A system with a name that goes on and on and on " * 2, B)
    chart.set_values([("281,741", "orders/min", B)])
    name, title = chart._plot.fitting_head()
    assert "…" in name
    assert len(title) > 4
    end, start = chart.head_room()
    assert end <= start
    assert chart.tip_at(QPointF(60, 10)).startswith("A system with a name that goes on")


def test_lane_words_do_not_overlap_and_lie_above_the_plot(qtbot: QtBot) -> None:
    chart = chart_of(qtbot)
    chart.add_curve("x", A)
    chart.set_samples("x", TIMES, TIMES * 10)
    chart.set_spans([(0.0, 60.0, "warm-up"), (60.0, np.inf, "measure")])
    chart.set_marks(
        [
            (60.0, "The measurement began", "info"),
            (150.0, "checkpoint", "info"),
            (155.0, "drive pulled by the presenter", MARKER),
            (290.0, "too late to have room for all these words", "info"),
        ]
    )
    lane = lane_of(chart._plot, 1.0)
    assert len(lane.ticks) == 4
    assert [text.text for text in lane.texts] == ["drive pulled by the presenter", "warm-up", "measure"]
    chart.set_lane_labels(False)
    assert lane_of(chart._plot, 1.0).texts == ()
    assert b"drive pulled" in chart.svg(), "an exported chart stands alone"


def test_ghost_is_thin_and_no_value_of_the_chart(qtbot: QtBot) -> None:
    chart = chart_of(qtbot)
    chart.add_curve("a", A)
    chart.add_curve("b", B, ghost=True)
    chart.set_samples("b", TIMES, np.full(300, 8000.0))
    assert chart._plot.empty
    chart.set_samples("a", TIMES, np.full(300, 2000.0))
    assert chart.y_extent(0, 300) == (2000.0, 2000.0)
    (ghost, thin), (own, thick) = chart._plot.strokes()
    assert (ghost.key, thin.width, thin.fill) == ("b", 1.0, 0.0)
    assert (own.key, thick.width) == ("a", 2.0)
    assert thick.fill > 0
    chart.set_hover(100.0)
    assert len(chart._plot.head_values()[1]) == 1
