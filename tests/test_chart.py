"""The time chart as a person sees it: pixels, labels, read-out."""

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QColor, QMouseEvent, QPainter, QPixmap, QWheelEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from widgets.axes import moment_text, time_ticks
from widgets.chart import TimeChart, align_axes
from widgets.theme import DARK, LIGHT, Theme

A, B = "#56b4e9", "#e69f00"
SIZE = (640, 200)


def chart_of(qtbot: QtBot, theme: Theme = DARK, size: tuple[int, int] = SIZE) -> TimeChart:
    chart = TimeChart(theme.chart, lambda value, unit: f"{value:,.6g}{unit}")
    qtbot.addWidget(chart)
    chart.resize(*size)
    chart.set_title("Disk Transfers/sec")
    chart.set_x_range(0, 300, now_s=300)
    chart.set_y_range(0, 10_000)
    return chart


def pixels(chart: TimeChart, ratio: float = 1.0) -> np.ndarray:
    """Shape (height, width, 3), as painted for a screen of this device pixel ratio."""
    picture = QPixmap(round(chart.width() * ratio), round(chart.height() * ratio))
    picture.setDevicePixelRatio(ratio)
    chart.render(picture)
    image = picture.toImage().convertToFormat(picture.toImage().Format.Format_RGB888)
    rows = np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), image.bytesPerLine())
    return rows[:, : image.width() * 3].reshape(image.height(), image.width(), 3).astype(int)


def has_color(picture: np.ndarray, color: str, tolerance: int = 30) -> np.ndarray:
    """Where a colour is: shape (height, width)."""
    wanted = QColor(color)
    distance = np.abs(picture - np.array([wanted.red(), wanted.green(), wanted.blue()]))
    return distance.max(axis=2) <= tolerance


def coverage(picture: np.ndarray, color: str) -> float:
    """How many pixels' worth of a colour lie on the dark panel in the rows of that colour."""
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


@pytest.mark.parametrize("theme", [DARK, LIGHT])
@pytest.mark.parametrize("ratio", [1.0, 1.5, 2.0])
@pytest.mark.parametrize("count", [60, 300, 3000, 36_000])
@pytest.mark.parametrize("dash", [False, True])
def test_the_curve_is_where_its_data_is(qtbot: QtBot, theme: Theme, ratio: float, count: int, dash: bool) -> None:
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


def test_no_data_is_a_gap_also_in_long_windows(qtbot: QtBot) -> None:
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


def test_missing_rows_are_a_gap_too(qtbot: QtBot) -> None:
    chart = chart_of(qtbot)
    chart.add_curve("a", A)
    times = TIMES[(TIMES < 100) | (TIMES > 150)]
    chart.set_samples("a", times, np.full(len(times), 5000.0))
    picture, _, _ = plot_part(chart, pixels(chart))
    columns = np.flatnonzero(has_color(picture, A).any(axis=0)) / picture.shape[1] * 300
    assert not ((columns > 102) & (columns < 148)).any()


def test_a_single_sample_is_seen(qtbot: QtBot) -> None:
    chart = chart_of(qtbot)
    chart.add_curve("a", A)
    chart.set_samples("a", np.array([150.0]), np.array([5000.0]))
    picture, _, _ = plot_part(chart, pixels(chart))
    assert has_color(picture, A).sum() >= 4


def test_a_spike_of_one_sample_is_seen_in_a_long_window(qtbot: QtBot) -> None:
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


def test_curves_keep_their_shape_while_they_scroll(qtbot: QtBot) -> None:
    chart = chart_of(qtbot)
    chart.add_curve("a", A)
    rng = np.random.default_rng(4)
    width = round(chart.plot_rect().width())
    times = np.arange(8 * width, dtype=np.float64)  # 4 samples a pixel
    chart.set_samples("a", times, rng.uniform(2000, 8000, len(times)))
    chart.set_x_range(400, 400 + 4 * width, now_s=None)
    before, _, _ = plot_part(chart, pixels(chart))
    chart.set_x_range(400 + 40, 440 + 4 * width, now_s=None)  # ten pixels on
    after, _, _ = plot_part(chart, pixels(chart))
    moved, still = has_color(after, A)[:, 2:-12], has_color(before, A)[:, 12:-2]
    assert (moved != still).mean() < 0.001


def test_log_axis_spreads_small_values_and_says_so(qtbot: QtBot) -> None:
    chart = chart_of(qtbot)
    chart.add_curve("a", A)
    chart.set_samples("a", TIMES, np.full(300, 10.0))
    linear = pixels(chart)
    chart.set_y_range(1, 10_000, log=True)
    log = pixels(chart)
    picture, _, _ = plot_part(chart, log)
    rows = np.flatnonzero(has_color(picture, A).any(axis=1))
    assert abs(rows.mean() - picture.shape[0] * 0.75) < 2
    plot = chart.plot_rect()
    head = (slice(0, round(plot.top()) - 5), slice(0, round(plot.left()) - 2))
    assert np.abs(log[head] - linear[head]).max() > 60, "the word log above the axis"
    chart.set_samples("a", np.append(TIMES, 301.0), np.append(np.zeros(300), 5.0))  # zeros lie at the foot
    assert not np.isnan(pixels(chart)).any()


def test_nothing_is_painted_outside_of_the_plot_by_values_off_the_axis(qtbot: QtBot) -> None:
    chart = chart_of(qtbot)
    chart.add_curve("a", A)
    chart.set_samples("a", TIMES, np.where(TIMES % 2 == 0, 1e9, -1e9))
    picture = pixels(chart)
    _, rows, columns = plot_part(chart, picture)
    found = has_color(picture, A)
    found[rows.start - 3 : rows.stop + 1, columns] = False
    assert not found.any()


def test_title_value_and_axis_numbers_are_there_and_whole(qtbot: QtBot) -> None:
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


def test_a_long_title_stays_clear_of_the_value(qtbot: QtBot) -> None:
    chart = chart_of(qtbot)
    chart.set_value("12,422", "IOPS", B)
    short = has_color(pixels(chart), B)
    chart.set_title("Disk Transfers/sec " * 20)
    assert (has_color(pixels(chart), B) == short).all()


def test_waiting_and_no_data_are_told(qtbot: QtBot) -> None:
    chart = chart_of(qtbot)
    chart.set_empty_text("")
    silent = pixels(chart)
    chart.set_empty_text("waiting for the first sample")
    assert (pixels(chart) != silent).any()
    chart.add_curve("a", A)
    chart.set_samples("a", TIMES + 9000, np.full(300, 5000.0))
    chart.set_empty_text("")
    assert (pixels(chart) != silent).any(), "samples elsewhere: no data in this time range"


def test_several_curves_have_their_names_at_their_ends(qtbot: QtBot) -> None:
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


def test_highlight_thickens_one_and_dims_the_others(qtbot: QtBot) -> None:
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


def test_phases_and_events_are_on_the_time_axis(qtbot: QtBot) -> None:
    chart = chart_of(qtbot)
    bare = pixels(chart)
    chart.set_spans([(-50.0, 100.0, "warm-up"), (100.0, np.inf, "measure")])
    spans, rows, columns = plot_part(chart, pixels(chart))
    changed = (spans != bare[rows, columns]).any(axis=2).any(axis=0)
    third = len(changed) // 3
    assert changed[: third - 2].all()
    assert not changed[-50:].any()
    chart.set_marks([(200.0, "worker ended", "error"), (5000.0, "out of view", "error")])
    marked, _, _ = plot_part(chart, pixels(chart))
    at = np.flatnonzero(has_color(marked, DARK.chart.error).any(axis=0)) / marked.shape[1] * 300
    assert len(at)
    assert abs(at.mean() - 200) < 2
    x = round(chart.plot_rect().left() + chart.plot_rect().width() * 2 / 3)
    assert chart.tip_at(QPointF(x, 150)) == "worker ended"
    assert chart.tip_at(QPointF(x - 60, 150)) == "waiting for the first sample"
    assert chart.tip_at(QPointF(x, 8)) == "", "the title is whole"
    chart.set_title("Disk Transfers/sec " * 20)
    assert chart.tip_at(QPointF(x, 8)) == "Disk Transfers/sec " * 20


def test_the_read_out_is_shared(qtbot: QtBot) -> None:
    first, second = chart_of(qtbot), chart_of(qtbot)
    for chart, color in ((first, A), (second, B)):
        chart.add_curve("x", color)
        chart.set_samples("x", TIMES, np.full(300, 5000.0))
        for other in (first, second):
            chart.hovered.connect(other.set_hover)
    bare = [pixels(chart) for chart in (first, second)]
    plot = first.plot_rect()
    QApplication.sendEvent(first, _moved(round(plot.center().x()), 100))
    for chart, before in zip((first, second), bare, strict=True):
        _, rows, columns = plot_part(chart, before)
        changed = (pixels(chart) != before).any(axis=2)[rows, columns]
        assert changed[:, changed.shape[1] // 2 - 2 : changed.shape[1] // 2 + 3].any(axis=1).mean() > 0.95, (
            "a vertical line"
        )
    first.hovered.emit(None)
    assert all((pixels(chart) == before).all() for chart, before in zip((first, second), bare, strict=True))


def test_the_read_out_lies_beside_the_curve_and_only_where_there_is_data(qtbot: QtBot) -> None:
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


def test_the_read_out_says_no_data_in_a_gap(qtbot: QtBot) -> None:
    said: list[float] = []
    chart = chart_of(qtbot)
    chart.set_read_out(lambda value, unit: said.append(value) or f"{value}")
    chart.add_curve("a", A)
    values = np.full(300, 5000.0)
    values[99:200] = np.nan
    chart.set_samples("a", TIMES, values)
    chart.set_hover(150.0)
    pixels(chart)
    assert said == []
    chart.set_hover(50.2)
    pixels(chart)
    assert said == [5000.0]


def test_wheel_and_keys_ask_for_another_range(qtbot: QtBot) -> None:
    chart = chart_of(qtbot)
    plot = chart.plot_rect()
    at = QPointF(plot.center().x(), 100)
    with qtbot.waitSignal(chart.wheel_zoomed) as zoomed:
        QApplication.sendEvent(
            chart,
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


def test_charts_of_a_column_align(qtbot: QtBot) -> None:
    narrow, wide = chart_of(qtbot), chart_of(qtbot)
    wide.set_unit(" long units per second")
    assert narrow.plot_rect().left() != wide.plot_rect().left()
    align_axes([narrow, wide])
    assert narrow.plot_rect().left() == wide.plot_rect().left()


def test_time_labels_stand_still_while_the_window_moves() -> None:
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
def test_time_labels(window: tuple[float, float], now_s: float | None, first: str, last: str) -> None:
    labels = [label for _, label in time_ticks(*window, now_s, 6)]
    assert (labels[0], labels[-1]) == (first, last)
    assert len(labels) <= 7


def test_moments() -> None:
    moments = [(917.0, 1000.0), (1000.0, 1000.0), (-440.0, 1000.0), (725.0, None)]
    assert [moment_text(*moment) for moment in moments] == ["-83 s", "now", "-24:00", "12:05"]


def test_wrong_ranges_are_refused(qtbot: QtBot) -> None:
    chart = chart_of(qtbot)
    with pytest.raises(ValueError, match="time range"):
        chart.set_x_range(10, 10, now_s=10)
    with pytest.raises(ValueError, match="logarithmic axis"):
        chart.set_y_range(0, 10, log=True)


def test_another_theme_repaints_everything(qtbot: QtBot) -> None:
    chart = chart_of(qtbot)
    assert has_color(pixels(chart), DARK.chart.panel, 3).mean() > 0.5
    chart.set_palette(LIGHT.chart)
    assert has_color(pixels(chart), LIGHT.chart.panel, 3).mean() > 0.5


def test_a_chart_can_be_painted_anywhere(qtbot: QtBot) -> None:
    """As a report does: into a picture at an offset, twice as fine."""
    chart = chart_of(qtbot)
    chart.add_curve("a", A)
    chart.set_samples("a", TIMES, np.full(300, 5000.0))
    page = QPixmap(1600, 800)
    page.fill(QColor("white"))
    painter = QPainter(page)
    painter.scale(2, 2)
    chart.render(painter, QPoint(100, 50))
    painter.end()
    image = page.toImage()
    assert image.pixelColor(10, 10) == QColor("white")
    plot = chart.plot_rect()
    line = QPoint(round(2 * (100 + plot.center().x())), round(2 * (50 + plot.center().y())))
    assert image.pixelColor(line).name() == A
