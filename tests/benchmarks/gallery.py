"""Pictures of all widgets with made-up data, to look at: python -m tests.benchmarks.gallery FOLDER [dark|light].

Every scene becomes a PNG of a workbench of 1280x720, 1600x1000 and 3840x2160. With QT_QPA_PLATFORM=offscreen it needs
no display; QT_SCALE_FACTOR=2 shows it as on a hi-DPI screen.
"""

import sys
from pathlib import Path

import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QGridLayout, QHBoxLayout, QVBoxLayout, QWidget

from app.analysis.format import axis_text, label_text, unit_scale, value_text
from app.ui.workbench.localised_figures import ratio_figure
from widgets.charts.scale import ScaleKeeper, extent_of
from widgets.charts.time_chart import TimeChart, align_axes
from widgets.presentation.cards import InfoCard, SystemCard
from widgets.presentation.headline import Headline, Side
from widgets.tables.counter_table import CounterRow, CounterTable
from widgets.tables.event_list import EventList
from widgets.theme import THEMES, Theme, apply_theme

SCENES = {  # seconds in view, logarithmic, overlay, long names
    "live": (300, False, False, False),
    "minute": (60, False, False, False),
    "hour": (3600, False, False, False),
    "log": (300, True, False, False),
    "overlay": (300, False, True, False),
    "empty": (300, False, False, False),
    "long-names": (300, False, False, True),
}
SIZES = ((1280, 720), (1600, 1000), (3840, 2160))
NOW_S = 4000
ROWS = (
    ("Disk Transfers/sec", "/s", "IOPS", (5814, 400, 0.82), (12422, 520, 0.95)),
    ("Avg. Disk sec/Transfer", "s", "", (0.0214, 0.007, 1.5), (0.0029, 0.0007, 1.3)),
    ("Avg. Disk Queue Length", "", "", (125, 14, 1.2), (37, 5, 1.1)),
)


def random_walk(seed: int, middle: float, spread: float, dip: float) -> np.ndarray:
    """A counter's samples, one a second, that returns to its middle and dips (or peaks) once a minute."""
    rng = np.random.default_rng(seed)
    value, values = middle, np.empty(NOW_S)
    for n in range(NOW_S):
        value += (middle - value) * 0.15 + (rng.random() - 0.5) * spread
        values[n] = max(0.0, value * (dip if n % 57 > 52 else 1.0))
    values[-120:-100] = np.nan
    return values


def charts_of(theme: Theme, scene: str) -> QWidget:
    """The grid of charts."""
    span, log, overlay, long_names = SCENES[scene]
    grid_widget = QWidget()
    grid = QGridLayout(grid_widget)
    grid.setContentsMargins(0, 0, 0, 0)
    grid.setSpacing(8)
    time_s = np.arange(NOW_S) + 1.0
    columns: list[list[TimeChart]] = [[], []]
    for number, (title, unit, unit_text, *systems) in enumerate(ROWS):
        cells = [("A", "B")] if overlay else [("A",), ("B",)]
        row = []
        for column, letters in enumerate(cells):
            chart = TimeChart(theme.chart, label_text)
            name = f"{title} of the logical disk with a long name on a storage area network" if long_names else title
            chart.set_title(name)
            chart.set_unit(unit)
            values = []
            for letter in letters:
                samples = random_walk(number, *systems["AB".index(letter)])
                label = {"A": "A · 15K SAS", "B": "B · SATA SSD"}[letter] if overlay else ""
                color = theme.system_color(letter)
                chart.add_curve(letter, color, theme.system_dash(letter) if overlay else 0, label)
                if scene != "empty":
                    chart.set_samples(letter, time_s, samples)
                    text, shown_unit = value_text(samples[-1], unit)
                    values.append((text, unit_text or shown_unit, color))
            chart.set_values(values)
            chart.set_x_range(NOW_S - span, NOW_S, now_s=NOW_S)
            begin = NOW_S - span * 0.8
            chart.set_spans([(0.0, begin, "warm-up"), (begin, np.inf, "measure")])
            chart.set_marks([(NOW_S - span * 0.5, "checkpoint", "info"), (NOW_S - span * 0.3, "late", "warning")])
            if number == 1:
                chart.set_hover(NOW_S - span * 0.4)
            grid.addWidget(chart, number, column)
            row.append(chart)
            columns[column].append(chart)
        low, high = extent_of([chart.y_extent(NOW_S - span, NOW_S, positive=log) for chart in row])
        scale = ScaleKeeper().update(low, high, log)
        shown = unit_scale(scale.high, unit, scale.ticks[1] - scale.ticks[0])
        for chart in row:
            chart.set_y_range(scale.low, scale.high, log)
            if not log:
                chart.set_format(lambda value, _, shown=shown: axis_text(value, shown))
    for charts in columns:
        align_axes(charts)
    return grid_widget


def table_of(theme: Theme, long_names: bool) -> CounterTable:
    """The counter table."""
    table = CounterTable(label_text, theme.better, theme.worse, ratio_format=ratio_figure)
    table.set_ratio_title("B / A")
    rows = []
    for title, unit, _, *systems in ROWS:
        for letter, (middle, *_) in zip("AB", systems, strict=True):
            rows.append(
                CounterRow(
                    key=letter + title,
                    visible=title != "Avg. Disk Queue Length",
                    color=theme.system_color(letter),
                    dash=letter == "B",
                    scale=1.0,
                    counter=title + (" of the logical disk with a long name" if long_names else ""),
                    instance="E: (database)" + (" on a storage area network" if long_names else ""),
                    system=letter,
                    system_color=theme.system_color(letter),
                    unit=unit,
                    last=middle,
                    average=middle * 0.98,
                    minimum=middle * 0.7,
                    maximum=middle * 1.5,
                    p95=middle * 1.2,
                    ratio=systems[1][0] / systems[0][0] if letter == "B" else float("nan"),
                    ratio_is="better" if letter == "B" and unit else "",
                )
            )
    table.set_rows(rows)
    table.select("BDisk Transfers/sec")
    return table


def sidebar_of(theme: Theme, long_names: bool) -> QWidget:
    """The side bar."""
    bar = QWidget()
    bar.setProperty("bar", True)
    bar.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
    bar.setFixedWidth(264)
    column = QVBoxLayout(bar)
    column.setContentsMargins(12, 12, 12, 12)
    column.setSpacing(12)
    more = ", an_unbreakable_name_of_a_volume_that_is_far_too_long_for_a_card" if long_names else ""
    for letter, name, price in (("A", "15K SAS, RAID 10", "24 · $8,478"), ("B", "SATA SSD, RAID 10", "6 · $5,130")):
        card = SystemCard()
        rows = [("Users", "32 × 4"), ("Database", "DS2 10 GB ✓ identical" + more), ("Disks / price", price)]
        card.set_system(
            f"{letter} · {name}{more}", theme.system_color(letter), "SQL Server · sql-hdd:1433 · 4 targets", rows
        )
        column.addWidget(card)
    workload, plan = InfoCard(), InfoCard()
    workload.set_info("Workload", "DVD Store · no think time · 20 % new customers")
    plan.set_info(
        "Plan", "3 runs × 30 min · ramp 10/s · warm-up 1 min", 0.63, "Run 2 of 3 · measuring · 18:54 of 30:00"
    )
    column.addWidget(workload)
    column.addWidget(plan)
    column.addStretch()
    events = EventList(theme.chart)
    events.set_events(
        [
            ("14:02:11", "run 2 started on both systems", "info"),
            ("14:03:11", "warm-up ended", "info"),
            ("14:09:40", "A: checkpoint (1,792 writes/s)", "warning"),
            ("14:10:02", "B: worker 2 ended unexpectedly, its users are gone", "error"),
        ]
    )
    column.addWidget(events)
    return bar


def workbench(theme: Theme, scene: str) -> QWidget:
    """Everything together, as the window has it."""
    long_names = SCENES[scene][3]
    window = QWidget()
    row = QHBoxLayout(window)
    row.setContentsMargins(0, 0, 0, 0)
    row.setSpacing(0)
    row.addWidget(sidebar_of(theme, long_names))
    main = QVBoxLayout()
    main.setContentsMargins(12, 12, 12, 12)
    main.setSpacing(10)
    headline = Headline()
    first, second = ("–", "–") if scene == "empty" else ("146,931", "281,741")
    headline.set_sides(
        [
            Side("A · orders per minute", first, theme.system_color("A")),
            Side("B · orders per minute", second, theme.system_color("B")),
        ]
    )
    headline.set_middle(
        "nothing measured yet" if scene == "empty" else "B is 1.92× A",
        "orders/min · this run, so far · 1.89 – 1.94 · last 120 s",
    )
    main.addWidget(headline)
    main.addWidget(charts_of(theme, scene), 3)
    main.addWidget(table_of(theme, long_names), 1)
    row.addLayout(main, 1)
    return window


def main() -> None:
    """Writes the pictures."""
    folder = Path(sys.argv[1])
    themes = [THEMES[name] for name in sys.argv[2:]] or list(THEMES.values())
    folder.mkdir(parents=True, exist_ok=True)
    application = QApplication(sys.argv[:1])
    font = application.font()
    font.setPixelSize(13)
    application.setFont(font)
    for theme in themes:
        apply_theme(application, theme)
        for scene in SCENES:
            window = workbench(theme, scene)
            for width, height in SIZES:
                if height > 1000 and scene not in {"live", "hour"}:
                    continue
                window.resize(width, height)
                window.show()
                application.processEvents()
                path = folder / f"{theme.name}-{scene}-{width}.png"
                window.grab().save(str(path))
                print(path)
            window.close()


if __name__ == "__main__":
    main()
