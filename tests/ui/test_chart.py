# SPDX-License-Identifier: Apache-2.0
"""Rendering of the time chart: curves, labels, marks."""

import html
import re

import numpy as np
import pytest
from PySide6.QtCore import QPointF
from PySide6.QtGui import QColor
from pytestqt.qtbot import QtBot

from tests.support.painted_chart import (
    SIZE,
    TIMES,
    A,
    B,
    chart_of,
    coverage,
    expected_rows,
    has_color,
    pixels,
    plot_part,
)
from widgets.charts.axes import beside_lines
from widgets.charts.plot import MARKER
from widgets.theme import DARK, LIGHT, Theme


@pytest.mark.parametrize("theme", [DARK, LIGHT])
@pytest.mark.parametrize("ratio", [1.0, 1.5, 2.0])
@pytest.mark.parametrize("count", [60, 300, 3000, 36_000])
@pytest.mark.parametrize("dash", [False, True])
def test_curve_is_drawn_at_its_data(qtbot: QtBot, theme: Theme, ratio: float, count: int, dash: bool) -> None:
    chart = chart_of(qtbot, theme)
    color = theme.system_color("B")
    chart.add_curve("b", color, dash)
    times = np.linspace(0, 300, count + 1)
    values = 5000 + 3000 * np.sin(times / 40)
    chart.set_samples("b", times, values)
    picture, _, _ = plot_part(chart, pixels(chart, ratio), ratio)
    found = has_color(picture, color)
    columns = np.flatnonzero(found.any(axis=0))
    assert len(columns) > (0.5 if dash else 0.98) * picture.shape[1]
    if dash:
        assert len(columns) < 0.9 * picture.shape[1], "a dashed curve has gaps"
    middle = np.array([np.flatnonzero(found[:, column]).mean() for column in columns]) / ratio
    at_s = (columns + 0.5) / picture.shape[1] * 300
    wanted = expected_rows(chart, 5000 + 3000 * np.sin(at_s / 40), 10_000)
    assert np.abs(middle - wanted).max() < 3


def test_nan_values_leave_a_gap_at_any_sample_count(qtbot: QtBot) -> None:
    for count in (100, 300, 6000):
        chart = chart_of(qtbot)
        chart.add_curve("a", A)
        times = np.linspace(0, 300, count + 1)
        values = np.full(count + 1, 5000.0)
        values[(times > 100) & (times < 150)] = np.nan
        chart.set_samples("a", times, values)
        picture, _, _ = plot_part(chart, pixels(chart))
        columns = np.flatnonzero(has_color(picture, A).any(axis=0)) / picture.shape[1] * 300
        assert not ((columns > 104) & (columns < 146)).any()
        assert (columns < 98).any()
        assert (columns > 152).any()


def test_missing_samples_leave_a_gap(qtbot: QtBot) -> None:
    chart = chart_of(qtbot)
    chart.add_curve("a", A)
    times = TIMES[(TIMES < 100) | (TIMES > 150)]
    chart.set_samples("a", times, np.full(len(times), 5000.0))
    picture, _, _ = plot_part(chart, pixels(chart))
    columns = np.flatnonzero(has_color(picture, A).any(axis=0)) / picture.shape[1] * 300
    assert not ((columns > 102) & (columns < 148)).any()


def test_single_sample_is_visible(qtbot: QtBot) -> None:
    chart = chart_of(qtbot)
    chart.add_curve("a", A)
    chart.set_samples("a", np.array([150.0]), np.array([5000.0]))
    picture, _, _ = plot_part(chart, pixels(chart))
    assert has_color(picture, A).sum() >= 4


def test_single_sample_spike_is_visible_in_a_long_window(qtbot: QtBot) -> None:
    chart = chart_of(qtbot)
    chart.add_curve("a", A)
    values = np.full(30_000, 1000.0)
    values[15_000] = 9000.0
    chart.set_samples("a", np.linspace(0, 300, 30_000), values)
    picture, _, _ = plot_part(chart, pixels(chart))
    band = picture[round(float(expected_rows(chart, np.array(8500.0), 10_000)))]
    background = picture[round(float(expected_rows(chart, np.array(9500.0), 10_000)))]
    changed = np.flatnonzero(np.abs(band - background).max(axis=1) > 25)
    assert len(changed) >= 1
    assert abs(changed.mean() - picture.shape[1] / 2) < 3


def test_curves_keep_their_shape_while_scrolling(qtbot: QtBot) -> None:
    chart = chart_of(qtbot)
    chart.add_curve("a", A)
    rng = np.random.default_rng(4)
    width = round(chart.plot_rect().width())
    times = np.arange(8 * width, dtype=np.float64)  # 4 samples per pixel
    chart.set_samples("a", times, rng.uniform(2000, 8000, len(times)))
    chart.set_x_range(400, 400 + 4 * width, now_s=None)
    before, _, _ = plot_part(chart, pixels(chart))
    chart.set_x_range(400 + 40, 440 + 4 * width, now_s=None)  # scrolled by ten pixels
    after, _, _ = plot_part(chart, pixels(chart))
    moved, still = has_color(after, A)[:, 2:-12], has_color(before, A)[:, 12:-2]
    assert (moved != still).mean() < 0.001


def test_log_axis_spreads_small_values_and_is_labeled(qtbot: QtBot) -> None:
    chart = chart_of(qtbot)
    chart.add_curve("a", A)
    chart.set_samples("a", TIMES, np.full(300, 10.0))
    linear = pixels(chart)
    chart.set_y_range(1, 10_000, log=True)
    log = pixels(chart)
    picture, _, _ = plot_part(chart, log)
    rows = np.flatnonzero(has_color(picture, A).any(axis=1))
    assert abs(rows.mean() - picture.shape[0] * 0.75) < 2
    head = slice(0, round(chart.plot_rect().top()) - 5)
    assert np.abs(log[head] - linear[head]).max() > 60
    assert chart._plot.fitting_head() == ("", "Disk Transfers/sec · log")
    chart.set_samples("a", np.append(TIMES, 301.0), np.append(np.zeros(300), 5.0))  # zeros are at the bottom
    assert not np.isnan(pixels(chart)).any()


def test_values_off_the_axis_are_clipped_to_the_plot(qtbot: QtBot) -> None:
    chart = chart_of(qtbot)
    chart.add_curve("a", A)
    chart.set_samples("a", TIMES, np.where(TIMES % 2 == 0, 1e9, -1e9))
    picture = pixels(chart)
    _, rows, columns = plot_part(chart, picture)
    found = has_color(picture, A)
    found[rows.start - 3 : rows.stop + 1, columns] = False
    assert not found.any()


def test_title_value_and_axis_labels_are_visible_and_unclipped(qtbot: QtBot) -> None:
    for size in ((220, 84), (490, 110), SIZE, (1900, 700)):
        chart = chart_of(qtbot, size=size)
        chart.add_curve("a", A)
        chart.set_samples("a", TIMES, np.full(300, 5000.0))
        chart.set_value("12,422", "IOPS", B)
        picture = pixels(chart)
        plot = chart.plot_rect()
        value = has_color(picture, B)
        assert value.any(), size
        assert not value[:2].any(), "the value is not clipped above"
        assert not value[:, -4:].any(), "nor on the right"
        ink = np.abs(picture - np.array(QColor(DARK.chart.panel).getRgb()[:3])).max(axis=2) > 50
        numbers = ink[round(plot.top()) - 6 :, 2 : round(plot.left()) - 1]
        assert numbers.any(), "numbers on the vertical axis"
        assert not numbers[:, :1].any(), "not clipped on the left"
        foot = ink[round(plot.bottom()) + 1 : size[1] - 1, round(plot.left()) : size[0] - 2]
        assert foot.any(), "numbers on the time axis"
        assert not foot[-1].any(), "not clipped below"
        title = ink[2 : round(plot.top()) - 4, round(plot.left()) : round(plot.left()) + 40]
        assert title.any()
        assert chart.accessibleName() == "Disk Transfers/sec: 12,422 IOPS"


def test_long_title_does_not_overlap_the_value(qtbot: QtBot) -> None:
    chart = chart_of(qtbot)
    chart.set_value("12,422", "IOPS", B)
    short = has_color(pixels(chart), B)
    chart.set_title("Disk Transfers/sec " * 20)
    assert (has_color(pixels(chart), B) == short).all()


def test_empty_chart_shows_waiting_or_no_data(qtbot: QtBot) -> None:
    chart = chart_of(qtbot)
    chart.set_empty_text("")
    silent = pixels(chart)
    chart.set_empty_text("waiting for the first sample")
    assert (pixels(chart) != silent).any()
    chart.add_curve("a", A)
    chart.set_samples("a", TIMES + 9000, np.full(300, 5000.0))
    chart.set_empty_text("")
    assert (pixels(chart) != silent).any(), "samples elsewhere: no data in this time range"


def test_curve_labels_are_shown_at_the_ends_without_overlap(qtbot: QtBot) -> None:
    chart = chart_of(qtbot)
    width = chart.plot_rect().width()
    chart.add_curve("a", A, label="A · 15K SAS, RAID 10")
    chart.add_curve("b", B, dash=True, label="B · SATA SSD, RAID 10")
    chart.set_samples("a", TIMES, np.full(300, 5000.0))
    chart.set_samples("b", TIMES, np.full(300, 5050.0))
    plot = chart.plot_rect()
    assert plot.width() < width
    picture = pixels(chart)[:, round(plot.right()) + 2 :]
    rows_a, rows_b = (np.flatnonzero(has_color(picture, color, 60).any(axis=1)) for color in (A, B))
    assert len(rows_a) > 4
    assert len(rows_b) > 4
    assert rows_b.max() < rows_a.min() + 2, "names of close curves are pushed apart"


def test_highlight_thickens_one_curve_and_dims_the_others(qtbot: QtBot) -> None:
    chart = chart_of(qtbot)
    for key, color, value in (("a", A, 3000.0), ("b", B, 7000.0)):
        chart.add_curve(key, color)
        chart.set_samples(key, TIMES, np.full(300, value))
    before = pixels(chart)
    chart.set_highlight("a")
    after = pixels(chart)
    assert coverage(after, A) > 1.5 * coverage(before, A)
    assert has_color(after, B).sum() == 0
    chart.set_highlight("a curve of another chart")
    assert (pixels(chart) == before).all()


def test_phases_and_events_are_drawn_at_their_times(qtbot: QtBot) -> None:
    chart = chart_of(qtbot)
    chart.set_spans([(-60.0, -50.0, "connect"), (-50.0, np.inf, "measure")])
    bare = pixels(chart)
    chart.set_spans([(-50.0, 100.0, "warm-up"), (100.0, np.inf, "measure")])
    spans, rows, columns = plot_part(chart, pixels(chart))
    changed = (spans != bare[rows, columns]).any(axis=2).any(axis=0)
    third = len(changed) // 3
    assert changed[1 : third - 2].all(), "from the axis on"
    assert not changed[-50:].any()
    head = slice(rows.start - 14, rows.start)
    named = np.abs(pixels(chart)[head, columns] - np.array(QColor(DARK.chart.panel).getRgb()[:3])).max(axis=2) > 60
    assert named[:, :third].any(), "the phases' names lie above the plot, where no curve is"
    assert named[:, third:].any()
    chart.set_marks([(200.0, "worker ended", "error"), (5000.0, "out of view", "error")])
    marked = pixels(chart)[head, columns]
    at = np.flatnonzero(has_color(marked, DARK.chart.error).any(axis=0)) / marked.shape[1] * 300
    assert len(at)
    assert 196 < at.min() < 200, "a triangle at its time, and words to its right"
    x = round(chart.plot_rect().left() + chart.plot_rect().width() * 2 / 3)
    assert chart.tip_at(QPointF(x, 150)) == "worker ended"
    assert chart.tip_at(QPointF(x - 60, 150)) == "waiting for the first sample"
    assert chart.tip_at(QPointF(x, 8)) == "", "the title is whole"
    chart.set_title("Disk Transfers/sec " * 20)
    assert chart.tip_at(QPointF(x, 8)) == "Disk Transfers/sec " * 20


def test_marker_label_is_above_the_plot_and_covers_no_curve(qtbot: QtBot) -> None:
    chart = chart_of(qtbot)
    chart.add_curve("a", A)
    chart.set_samples("a", TIMES, np.where(np.arange(len(TIMES)) % 2, 9900.0, 100.0))
    before, rows, columns = plot_part(chart, pixels(chart))
    chart.set_marks([(150.0, "cable pulled and plugged in again", MARKER)])
    after = pixels(chart)
    changed = (after[rows, columns] != before).any(axis=2)
    assert changed[3:].any(axis=0).sum() <= 4, "a dotted line"
    assert has_color(after[rows.start - 16 : rows.start], DARK.chart.label, 60).sum() > 100
    chart.set_marks([(290.0, "cable pulled and plugged in again, " * 4, MARKER)])
    assert re.search("cable pulled and [^<]*…<", html.unescape(chart.svg().decode("utf-8")))


def test_line_labels_do_not_overlap_and_the_last_one_fits() -> None:
    assert beside_lines([100.0, 110.0], [50.0, 30.0], 0.0, 200.0, 3.0) == [(47.0, 50.0), (113.0, 30.0)]
    (left, wide), (last, own) = beside_lines([50.0, 190.0], [400.0, 60.0], 0.0, 200.0, 3.0)
    assert left + wide <= last
    assert own == 60.0, "what was marked just now is read"
