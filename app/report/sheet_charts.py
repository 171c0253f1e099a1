"""The workbook's native charts: they draw the cells of its sheets, so that a reader can change them."""

from collections.abc import Mapping
from typing import Any

from app.report.book import Book
from app.report.live_run import counter_path
from app.report.measured import main_operation
from app.report.result import DRIVER
from app.report.study_records import Study
from app.report.timelines import OVER_LOAD, color_of
from app.report.words import label_of_metric
from app.session.reader import SessionReader

WIDTH, HEIGHT = 900, 300
DASHES = ("solid", "dash", "round_dot")
FIRST_METRIC = 6
FIRST_LOAD_METRIC = 4
RAW_HEAD_ROWS = 4


def chart_of_runs(book: Book, study: Study, rows: int) -> None:
    """Every run's headline figure as a column."""
    chart = book.book.add_chart({"type": "column"})
    fills = [{"fill": {"color": color_of(letter)}} for run in study.runs for letter in run.systems]
    chart.add_series(
        {
            "name": label_of_metric(study.headline.name),
            "categories": ["Runs", 1, 0, rows, 1],
            "values": ["Runs", 1, FIRST_METRIC, rows, FIRST_METRIC],
            "points": fills,
        }
    )
    chart.set_title({"name": label_of_metric(study.headline.name), "overlay": False})
    chart.set_legend({"none": True})
    chart.set_x_axis({"name": "run and system"})
    chart.set_y_axis({"min": 0, "major_gridlines": {"visible": True, "line": {"color": "#e3e8ee"}}})
    chart.set_size({"width": WIDTH, "height": HEIGHT})
    book.sheet("Chart of runs", ()).insert_chart("A1", chart)


def chart_of_load(book: Book, study: Study, rows: Mapping[str, tuple[int, int]]) -> None:
    """Figures against the users, or the asked rate."""
    sheet = book.sheet("Charts of load", ())
    latency = next((metric.name for metric in study.metrics if metric.name.endswith(" p95")), "")
    wanted = (*OVER_LOAD[:2], latency, *OVER_LOAD[2:])
    names = [metric.name for metric in study.metrics]
    place = 0
    for name in wanted:
        if name not in names:
            continue
        column = FIRST_LOAD_METRIC + names.index(name)
        chart = book.book.add_chart({"type": "scatter", "subtype": "straight_with_markers"})
        for number, system in enumerate(study.systems):
            first, last = rows[system.letter]
            if last >= first:
                chart.add_series(
                    {
                        "name": f"{system.letter} {system.name}",
                        "categories": ["Load levels", first, 1, last, 1],
                        "values": ["Load levels", first, column, last, column],
                        "line": _line(system.letter, number),
                        "marker": {"type": "circle", "size": 5, "fill": {"color": color_of(system.letter)}},
                    }
                )
        _finished(chart, label_of_metric(name), "load")
        sheet.insert_chart(place * 16, 0, chart)
        place += 1


def charts_over_time(
    book: Book, study: Study, reader: SessionReader, index: int, columns: Mapping[tuple[int | None, str], int]
) -> None:
    """A session's counters over the time since the common start."""
    last = RAW_HEAD_ROWS + max(round(reader.length_s), 1)
    letters = {system.id: study.sessions[index].letters[system.letter] for system in reader.systems}
    key = main_operation(reader)
    charts = []
    for title, paths in (
        ("Orders a minute (OPM)", dict.fromkeys(letters, f"{DRIVER}Orders/min")),
        (f"Latency of {key}, p95 of each second, s", dict.fromkeys(letters, f"\\Outpace Driver({key})\\Latency p95")),
        ("IOPS", {system: counter_path(reader, system, "IOPS") for system in letters}),
        ("I/O latency, s", {system: counter_path(reader, system, "I/O latency") for system in letters}),
        ("Queue length", {system: counter_path(reader, system, "Queue length") for system in letters}),
        ("Processor, %", {system: counter_path(reader, system, "CPU %") for system in letters}),
    ):
        chart = book.book.add_chart({"type": "scatter", "subtype": "straight"})
        held = False
        for number, (system, letter) in enumerate(letters.items()):
            column = columns.get((system, paths[system]))
            if column is not None:
                held = True
                raw = f"Raw {index + 1}"
                chart.add_series(
                    {
                        "name": f"{letter} {study.system(letter).name}",
                        "categories": [raw, RAW_HEAD_ROWS, 0, last, 0],
                        "values": [raw, RAW_HEAD_ROWS, column, last, column],
                        "line": _line(letter, number),
                    }
                )
        if held:
            _finished(chart, title, "seconds since the common start")
            charts.append(chart)
    if charts:
        sheet = book.sheet(f"Charts {index + 1}", ())
        for place, chart in enumerate(charts):
            sheet.insert_chart(place * 16, 0, chart)


def _line(letter: str, number: int) -> dict[str, object]:
    return {"color": color_of(letter), "width": 1.5, "dash_type": DASHES[number % 3]}


def _finished(chart: Any, title: str, x: str) -> None:
    chart.set_title({"name": title, "overlay": False, "name_font": {"size": 12}})
    chart.set_x_axis({"name": x, "min": 0, "major_gridlines": {"visible": False}})
    chart.set_y_axis({"min": 0, "major_gridlines": {"visible": True, "line": {"color": "#e3e8ee"}}})
    chart.set_legend({"position": "right"})
    chart.set_size({"width": WIDTH, "height": HEIGHT})
