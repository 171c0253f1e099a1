# SPDX-License-Identifier: Apache-2.0
"""Rendering of counter table, headline, cards and event list."""

import itertools
import math
from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QItemSelectionModel, QModelIndex, QPoint, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QImage, QPainter, QPixmap
from PySide6.QtWidgets import QApplication, QScrollArea, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from tests.support.painted_chart import has_color
from widgets.charts.presentation_chart import PresentationChart
from widgets.painting import draw_lines, draw_mask, draw_pixel_rects, draw_rects, mixed
from widgets.presentation.cards import Chip, InfoCard, SystemCard
from widgets.presentation.headline import HeadlineCard, HeadlineSide, Saying
from widgets.presentation.measure import DARK_PRESENTATION
from widgets.style_sheet import qt_palette, style_sheet
from widgets.tables.counter_table import AVERAGE, COLOR, COUNTER, LAST, RATIO, SHOW, CounterRow, CounterTable
from widgets.tables.event_list import EventList
from widgets.text import FlowText, shortened, wrapped
from widgets.theme import DARK, LIGHT, THEMES, Theme

A, B = "#56b4e9", "#e69f00"
NAN = math.nan


def row_of(key: str, last: float = 1.0, **changes: object) -> CounterRow:
    row = CounterRow(
        key=key, visible=True, color=A, dash=False, scale=1.0, counter=f"Counter {key}", instance="database",
        system="A", system_color=A, unit="/s", last=last, average=last, minimum=last, maximum=last, p95=last, ratio=NAN,
    )  # fmt: skip
    return replace(row, **changes)  # type: ignore[arg-type]


def table_of(qtbot: QtBot, rows: list[CounterRow]) -> CounterTable:
    table = CounterTable(lambda value, unit: f"{value:,.1f}", DARK.better, DARK.worse, ratio_format="{:.2f}×".format)
    qtbot.addWidget(table)
    table.setPalette(qt_palette(DARK))
    table.resize(990, 200)
    table.set_rows(rows)
    return table


def shown_text(table: CounterTable, row: int, column: int) -> str:
    return str(table.model().index(row, column).data())


def image_of(widget: QWidget, ratio: float = 1.0) -> np.ndarray:
    picture = QPixmap(round(widget.width() * ratio), round(widget.height() * ratio))
    picture.setDevicePixelRatio(ratio)
    widget.render(picture)
    return array_of(picture.toImage())


def array_of(image: QImage) -> np.ndarray:
    """Return the pixels, shape (height, width, 3)."""
    plain = image.convertToFormat(QImage.Format.Format_RGB888)
    rows = np.frombuffer(plain.constBits(), np.uint8).reshape(plain.height(), plain.bytesPerLine())
    return rows[:, : plain.width() * 3].reshape(plain.height(), plain.width(), 3).astype(int)


def where(picture: np.ndarray, color: str, tolerance: int = 40) -> np.ndarray:
    return np.abs(picture - np.array(QColor(color).getRgb()[:3])).max(axis=2) <= tolerance


# Counter table


def test_updating_figures_keeps_selection_sorting_and_scroll_position(qtbot: QtBot) -> None:
    rows = [row_of(str(n), n) for n in range(60)]
    table = table_of(qtbot, rows)
    resets: list[None] = []
    table.model().modelReset.connect(lambda: resets.append(None))
    table.sortByColumn(LAST, Qt.SortOrder.DescendingOrder)
    assert shown_text(table, 0, LAST) == "59.0"
    table.select("40")
    table.verticalScrollBar().setValue(7)
    table.set_rows([replace(row, last=100 - row.last, average=7.5) for row in rows])
    assert table.current_key() == "40"
    assert table.selected_keys() == ["40"]
    assert table.verticalScrollBar().value() == 7
    assert shown_text(table, 0, COUNTER) == "Counter 59", "rows don't jump while figures change"
    assert shown_text(table, 0, LAST) == "41.0"
    assert shown_text(table, 0, AVERAGE) == "7.5"
    assert not resets


def test_selection_survives_adding_removing_and_moving_rows(qtbot: QtBot) -> None:
    table = table_of(qtbot, [row_of(key) for key in "abcdef"])
    table.select("d")
    for keys in ("abdf", "fdba", "xfdyba", "d", "abcdef"):
        table.set_rows([row_of(key) for key in keys])
        assert [shown_text(table, n, COUNTER)[-1] for n in range(table.model().rowCount())] == list(keys)
        assert table.current_key() == "d"
    table.set_rows([])
    assert table.current_key() is None


def test_unchanged_rows_are_not_repainted(qtbot: QtBot) -> None:
    rows = [row_of("a", NAN), row_of("b", 2.0)]
    table = table_of(qtbot, rows)
    changed: list[int] = []
    table.model().dataChanged.connect(lambda first, last: changed.append(first.row()))
    table.set_rows([replace(row) for row in rows])
    assert changed == []
    table.set_rows([rows[0], replace(rows[1], last=3.0)])
    assert changed == [1]


def test_booth_curve_has_gaps_only_where_data_is_missing(qtbot: QtBot) -> None:
    chart = PresentationChart(DARK_PRESENTATION)
    qtbot.addWidget(chart)
    chart.resize(400, 200)
    chart.set_color(B)
    time_s, value = np.arange(61.0), np.full(61, 5.0)
    value[30:40] = np.nan
    chart.set_samples(time_s, value)
    chart.set_range(0.0, 60.0, 0.0, 10.0)
    image = chart.grab().toImage().convertToFormat(QImage.Format.Format_RGB888)
    rows = np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), image.bytesPerLine())
    picture = rows[:, : image.width() * 3].reshape(image.height(), image.width(), 3).astype(int)
    drawn = np.flatnonzero(has_color(picture, B).any(axis=0))
    holes = drawn[np.flatnonzero(np.diff(drawn) > 1)]
    assert len(holes) == 1
    plot = chart.plot()
    assert holes[0] == pytest.approx(plot.left() + plot.width() * 29 / 60, abs=4)


def test_missing_figures_show_a_dash_and_sort_lowest(qtbot: QtBot) -> None:
    table = table_of(qtbot, [row_of("a", 5.0), row_of("b", NAN), row_of("c", -3.0)])
    assert shown_text(table, 1, LAST) == "–"
    table.sortByColumn(LAST, Qt.SortOrder.AscendingOrder)
    assert [shown_text(table, n, LAST) for n in range(3)] == ["–", "-3.0", "5.0"]
    table.horizontalHeader().setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
    assert [shown_text(table, n, LAST) for n in range(3)] == ["5.0", "–", "-3.0"], "the natural order again"


def test_ratio_column_has_title_color_and_accessible_text(qtbot: QtBot) -> None:
    rows = [row_of("a"), row_of("b", ratio=2.137, ratio_is="better"), row_of("c", ratio=0.5, ratio_is="worse")]
    table = table_of(qtbot, rows)
    table.set_ratio_title("B / A")
    model = table.model()
    assert model.headerData(RATIO, Qt.Orientation.Horizontal) == "B / A"
    assert [shown_text(table, n, RATIO) for n in range(3)] == ["", "2.14×", "0.50×"]
    colors = [model.index(n, RATIO).data(Qt.ItemDataRole.ForegroundRole) for n in range(3)]
    assert colors == [None, QColor(DARK.better), QColor(DARK.worse)]
    assert model.index(1, RATIO).data(Qt.ItemDataRole.AccessibleTextRole) == "2.14×, better"
    table.set_ratio_colors(LIGHT.better, LIGHT.worse)
    assert model.index(1, RATIO).data(Qt.ItemDataRole.ForegroundRole) == QColor(LIGHT.better)


def test_check_box_click_emits_a_request_without_changing_the_row(qtbot: QtBot) -> None:
    rows = [row_of("a"), row_of("b")]
    table = table_of(qtbot, rows)
    image_of(table)
    box = table.visualRect(table.model().index(1, SHOW))
    with qtbot.waitSignal(table.visibility_changed) as asked:
        qtbot.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=box.topLeft() + QPoint(14, box.height() // 2))
    assert asked.args == ["b", False]
    checked = Qt.ItemDataRole.CheckStateRole
    assert table.model().index(1, SHOW).data(checked) == Qt.CheckState.Checked
    table.set_rows([rows[0], replace(rows[1], visible=False)])
    assert table.model().index(1, SHOW).data(checked) == Qt.CheckState.Unchecked


def test_rows_are_selected_toggled_and_removed_by_keyboard(qtbot: QtBot) -> None:
    table = table_of(qtbot, [row_of(key) for key in "abc"])
    current: list[object] = []
    asked: list[tuple[str, bool]] = []
    table.highlighted.connect(current.append)
    table.visibility_changed.connect(lambda key, visible: asked.append((key, visible)))
    table.select("a")
    qtbot.keyClick(table, Qt.Key.Key_Down)
    assert current == ["a", "b"]
    qtbot.keyClick(table, Qt.Key.Key_Down, Qt.KeyboardModifier.ShiftModifier)
    qtbot.keyClick(table, Qt.Key.Key_Space)
    assert asked == [("b", False), ("c", False)]
    with qtbot.waitSignal(table.remove_requested) as removed:
        qtbot.keyClick(table, Qt.Key.Key_Delete)
    assert removed.args == [["b", "c"]]


def test_full_row_fits_a_1280_pixel_window(qtbot: QtBot) -> None:
    row = row_of("a", 123_456.7, counter="Avg. Disk sec/Transfer", instance="C: (database)", ratio=13.92)
    table = table_of(qtbot, [row])
    table.setStyleSheet(style_sheet(DARK))
    image_of(table)
    metrics = QFontMetricsF(table.font())
    header = table.horizontalHeader()
    assert header.length() <= table.viewport().width(), "no horizontal scrolling"
    for column in range(table.model().columnCount()):
        title = str(table.model().headerData(column, Qt.Orientation.Horizontal))
        for text in ([] if column in {SHOW, COLOR} else [shown_text(table, 0, column)]) + [title]:
            assert metrics.horizontalAdvance(text) <= header.sectionSize(column) - 16, f"{text} is cut"


def test_tooltip_shows_a_long_name_in_full(qtbot: QtBot) -> None:
    name = "Transfers/sec of a disk with a long name " * 5
    table = table_of(qtbot, [row_of("a", counter=name)])
    assert name in table.model().index(0, COUNTER).data(Qt.ItemDataRole.ToolTipRole)


def test_swatch_has_the_color_and_dash_of_the_curve(qtbot: QtBot) -> None:
    table = table_of(
        qtbot, [row_of("a", color=B), row_of("b", color=B, dash=True), row_of("c", color=B, visible=False)]
    )
    picture = image_of(table.viewport())
    widths = []
    for row in range(3):
        cell = table.visualRect(table.model().index(row, COLOR))
        part = picture[cell.top() : cell.bottom() + 1, cell.left() : cell.right() + 1]
        widths.append(int(where(part, B).any(axis=0).sum()))
    assert widths[0] >= 24
    assert 12 <= widths[1] < widths[0], "dashes"
    assert widths[2] == 0, "pale while not shown"


def test_multiple_selected_rows_stay_selected(qtbot: QtBot) -> None:
    table = table_of(qtbot, [row_of(key) for key in "abcd"])
    rows = QItemSelectionModel.SelectionFlag.Select | QItemSelectionModel.SelectionFlag.Rows
    for position in (1, 3):
        table.selectionModel().select(table.model().index(position, 0), rows)
    table.set_rows([row_of(key, 9.0) for key in "xabcd"])
    assert table.selected_keys() == ["b", "d"]
    assert table.model().index(0, COUNTER).parent() == QModelIndex()


# Headline


@pytest.mark.parametrize("theme", list(THEMES.values()), ids=lambda theme: theme.name)
@pytest.mark.parametrize("size", [(480, 84), (990, 104), (3500, 104)])
@pytest.mark.parametrize("letters", ["A", "AB", "ABC"])
def test_headline_keeps_systems_apart_without_clipping(
    qtbot: QtBot, theme: Theme, size: tuple[int, int], letters: str
) -> None:
    headline = HeadlineCard()
    qtbot.addWidget(headline)
    headline.setPalette(qt_palette(theme))
    headline.resize(*size)
    headline.set_sides(
        [HeadlineSide(f"{x} · orders per minute on a long name", "281,741,000", theme.system_color(x)) for x in letters]
    )
    parts = (("A name of a system that goes on and on", True), (" 1.92× ", False), ("another one", True))
    said = [Saying(parts)] * max(1, len(letters) - 1)
    headline.set_middle(
        said, "orders per minute · over 10 s: 1.89 – 1.94 · last 120 s " * 3, "no clear difference so far"
    )
    picture = image_of(headline)
    columns = [np.flatnonzero(where(picture, theme.system_color(x)).any(axis=0)) for x in letters]
    for left, right in itertools.pairwise(columns):
        assert left.max() < right.min(), "systems stay apart, in their order"
    ink = np.abs(picture - np.array(QColor(theme.panel).getRgb()[:3])).max(axis=2) > 60
    assert ink.any()
    edge = np.concatenate(
        (ink[1:3, 20:-20].ravel(), ink[-3:-1, 20:-20].ravel(), ink[20:-20, 2:8].ravel(), ink[20:-20, -8:-2].ravel())
    )
    assert not edge.any()
    assert "281,741,000" in headline.accessibleName()


# Cards


@pytest.mark.parametrize("width", [150, 240, 400])
def test_cards_grow_with_their_text_without_clipping(qtbot: QtBot, width: int) -> None:
    host = QWidget()
    qtbot.addWidget(host)
    host.setPalette(qt_palette(DARK))
    column = QVBoxLayout(host)
    card, plan = SystemCard(), InfoCard()
    column.addWidget(card)
    column.addWidget(plan)
    column.addStretch()
    long = "an_unbreakable_name_of_a_volume_that_is_far_too_long_for_any_card"
    card.set_system(f"A · {long}", A, "SQL Server · sql-hdd:1433 · 4 targets", [("Users", "32"), ("Database", long)])
    plan.set_info("Plan", "3 runs × 30 min · ramp 10/s · warm-up 1 min · median", 0.63, "Run 2 of 3 · 18:54 of 30:00")
    host.resize(width, 700)
    picture = image_of(host)
    accent = where(picture, A)
    chip = card.findChild(Chip)
    assert chip is not None
    corner = chip.mapTo(host, QPoint(chip.width() // 2, 2))
    assert accent[corner.y(), corner.x()], "the system's color"
    texts = [*card.findChildren(FlowText), *plan.findChildren(FlowText)]
    assert len(texts) == 9
    for text in texts:
        assert text.height() >= text.heightForWidth(text.width()), f"{text.text} is cut"
        metrics = QFontMetricsF(text.font())
        assert all(metrics.horizontalAdvance(line) * 0.9 <= text.width() + 1 for line in text.lines())
    assert "32" in card.accessibleDescription()


def test_card_replaces_its_rows(qtbot: QtBot) -> None:
    card = SystemCard()
    qtbot.addWidget(card)
    card.set_system("A", A, "", [("Users", "8"), ("Journal", "WAL"), ("Disks", "2")])
    card.set_system("B", B, "", [("Users", "16")])
    image_of(card)
    assert [text.text for text in card.findChildren(FlowText) if text.text] == ["B", "Users", "16"]


def test_text_wraps_anywhere_and_elides_the_last_line(qtbot: QtBot) -> None:
    font = QFont(QApplication.font())
    metrics = QFontMetricsF(font)
    assert wrapped("short", font, 500, 3) == ["short"]
    lines = wrapped("word " * 40, font, 120, 3)
    assert len(lines) == 3
    assert lines[-1].endswith("…")
    assert all(metrics.horizontalAdvance(line) <= 121 for line in lines)
    assert all(metrics.horizontalAdvance(line) <= 121 for line in wrapped("x" * 300, font, 120, 50))
    assert "".join(wrapped("x" * 300, font, 120, 50)) == "x" * 300
    text = FlowText("word " * 40, most_lines=2)
    qtbot.addWidget(text)
    text.resize(120, 50)
    image_of(text)
    assert text.toolTip() == "word " * 40


# Events


def test_events_are_appended_in_color_and_the_latest_stays_visible(qtbot: QtBot) -> None:
    events = EventList(DARK.chart)
    qtbot.addWidget(events)
    events.resize(240, 100)
    made = [(f"14:02:{n:02}", f"event {n}", "info") for n in range(40)]
    events.set_events(made[:20])
    events.set_events([*made, ("14:03:00", "worker ended\nunexpectedly", "error")])
    assert events.plain_text().splitlines() == [
        *(f"14:02:{n:02} event {n}" for n in range(40)),
        "14:03:00 worker ended unexpectedly",
    ]
    assert where(image_of(events), DARK.chart.error, 60).any(), "stays at the foot"
    events.set_events(made[5:8])
    assert events.plain_text() == "14:02:05 event 5\n14:02:06 event 6\n14:02:07 event 7"


# Theme and painting


@pytest.mark.parametrize("theme", list(THEMES.values()), ids=lambda theme: theme.name)
def test_theme_colors_meet_wcag_contrast(theme: Theme) -> None:
    """WCAG requires a contrast of 4.5 for text, and 3 for large figures and graphics."""
    for ink in (theme.ink, theme.dim, theme.better, theme.worse):
        for ground in (theme.window, theme.panel, theme.card, theme.selection):
            assert contrast(ink, ground) >= (3.0 if ground == theme.selection else 4.5), (ink, ground)
    for color in (*theme.systems, theme.chart.warning, theme.chart.error):
        assert contrast(color, theme.chart.panel) >= 3
    assert contrast(theme.go_ink, theme.go) >= 4


def test_systems_differ_in_lightness_and_dash() -> None:
    for theme in THEMES.values():
        lightness = [luminance(color) for color in theme.systems]
        assert len({round(value, 3) for value in lightness}) == 6
        assert [theme.system_dash(letter) for letter in "ABCDEF"] == [0, 1, 2, 3, 4, 5]


def luminance(color: str) -> float:
    parts = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in QColor(color).getRgbF()[:3]
    ]
    return float(0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2])


def contrast(first: str, second: str) -> float:
    dark, light = sorted((luminance(first), luminance(second)))
    return (light + 0.05) / (dark + 0.05)


def test_themes_set_the_window_color(qtbot: QtBot) -> None:
    for theme in THEMES.values():
        area = QScrollArea()
        qtbot.addWidget(area)
        area.setPalette(qt_palette(theme))
        area.setStyleSheet(style_sheet(theme))
        assert area.palette().window().color() == QColor(theme.window)


def painted(draw: object) -> np.ndarray:
    """Paint in black on a white image of 20 x 20; return True where something was drawn."""
    image = QImage(20, 20, QImage.Format.Format_RGB32)
    image.fill(QColor("white"))
    painter = QPainter(image)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor("black"))
    draw(painter)  # type: ignore[operator]
    painter.end()
    return array_of(image)[:, :, 0] < 128


def test_array_drawing_matches_qt_drawing() -> None:
    rects = np.array([[1, 2, 3, 4], [10, 10, 5, 1], [0, 19, 20, 1]], dtype=np.float64)

    def one_by_one(painter: QPainter) -> None:
        for rect in rects:
            painter.fillRect(QRectF(*rect), QColor("black"))

    wanted = painted(one_by_one)
    assert wanted.sum() == 37
    np.testing.assert_array_equal(painted(lambda painter: draw_rects(painter, rects)), wanted)
    np.testing.assert_array_equal(painted(lambda painter: draw_pixel_rects(painter, rects + 0.2)), wanted)
    np.testing.assert_array_equal(painted(lambda painter: draw_rects(painter, rects[::-1])), wanted)
    stairs = np.arange(10)[:, np.newaxis] >= np.arange(7)
    filled = painted(lambda painter: draw_mask(painter, 3, 2, stairs, QColor("black")))
    assert filled.sum() == stairs.sum()
    np.testing.assert_array_equal(filled[2:12, 3:10], stairs)

    def crossed(painter: QPainter) -> None:
        painter.setPen(QColor("black"))
        draw_lines(painter, np.array([[0, 5, 19, 5], [7, 0, 7, 19]], dtype=np.float64))

    lines = painted(crossed)
    assert lines[5].all()
    assert lines[:, 7].all()
    assert lines.sum() == 39


def test_empty_arrays_draw_nothing() -> None:
    empty = np.empty((0, 4))
    for draw in (draw_rects, draw_pixel_rects, draw_lines):
        assert not painted(lambda painter, draw=draw: draw(painter, empty)).any()
    assert not painted(lambda painter: draw_mask(painter, 0, 0, np.empty((0, 4), np.bool_), QColor("black"))).any()


def test_mixed_colors_are_opaque_and_interpolated() -> None:
    assert mixed("#000000", "#ffffff", 1.0) == QColor("#000000")
    assert mixed("#000000", "#ffffff", 0.0) == QColor("#ffffff")
    assert mixed("#000000", "#ffffff", 0.5).alpha() == 255


@pytest.mark.usefixtures("qapp")
def test_shortened_names_with_a_common_prefix_stay_distinct() -> None:
    first, second = "HPE ProLiant DL380 Gen10 with SAS", "HPE ProLiant DL380 Gen11 with NVMe"
    parts = ((first, True), (" 1.95x ", False), (second, True))
    line = shortened(parts, QFont(), 260)
    one, other = line.split(" 1.95x ")
    assert one != other
    assert one.endswith("SAS")
    assert other.endswith("NVMe")
