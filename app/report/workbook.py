# SPDX-License-Identifier: Apache-2.0
"""Report as an Excel workbook: figures as numbers, native charts, and raw data with a row per second.

Raw rows are inserted into the finished file, a zip of XML parts (ECMA-376), because writing millions of cells
individually would take half a minute.
"""

import io
import re
import zipfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from math import isfinite, nan
from typing import Any

import msgspec
import numpy as np
import xlsxwriter
from numpy.typing import NDArray
from xlsxwriter.worksheet import Worksheet

from app.analysis.comparison import Comparison
from app.analysis.format import with_unit
from app.model.visible_text import visible
from app.model.work_wording import COUNTED
from app.model.workloads import WorkUnit
from app.report.author_text import NO_AUTHOR, AuthorText
from app.report.power_section import TOGETHER, metered_runs
from app.report.timelines import OVER_LOAD, color_of, load_of
from app.results.description import LICENCES, label_of_metric, metric_label, plan_description, with_layer
from app.results.disclosure import without_secrets
from app.results.headline_text import headline_text
from app.results.measurings import main_operation, work_unit
from app.results.run_figures import counter_path, latency_name
from app.results.session_headline import SessionHeadline
from app.results.session_result import DRIVER
from app.results.storage_results import counter_label, is_storage, operation_label
from app.results.study import counter_comparisons
from app.results.study_records import Study, StudyRun, SystemRun
from app.session.reader import SessionReader
from app.session.records import Counter
from app.session.session_error import SessionError

END = b"</sheetData>"
LAST_ROW = re.compile(rb'(<dimension ref="[A-Z]+\d+(?::[A-Z]+)?)\d+"')
ROWS_AT_ONCE = 256
LEVEL = 3
"""Compression level; on numbers, 3 compresses a few percent less than 6 but takes half the time."""


class Rows(msgspec.Struct, frozen=True):
    """Rows of numbers, shape (n, columns), in which NaN is an empty cell; `first` is the number of the first row."""

    first: int
    values: NDArray[np.float64]


def with_rows(book: bytes, rows: Mapping[int, Rows]) -> bytes:
    """Append rows to the sheets of a workbook, by sheet number (from 1)."""
    output = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(book)) as old, zipfile.ZipFile(output, "w", zipfile.ZIP_DEFLATED) as new:
        new.compresslevel = LEVEL
        for part in old.infolist():
            added = rows.get(_place(part.filename))
            if added is None:
                new.writestr(part, old.read(part))
                continue
            head, _, tail = old.read(part).partition(END)
            last = str(added.first + len(added.values) - 1).encode()
            with new.open(part, "w", force_zip64=True) as sheet:
                sheet.write(LAST_ROW.sub(rb"\g<1>" + last + b'"', head, count=1))
                for piece in _xml(added):
                    sheet.write(piece)
                sheet.write(END + tail)
    return output.getvalue()


def _place(name: str) -> int:
    match = re.fullmatch(r"xl/worksheets/sheet(\d+)\.xml", name)
    return int(match[1]) if match else 0


def _xml(rows: Rows) -> Iterator[bytes]:
    for begin in range(0, len(rows.values), ROWS_AT_ONCE):
        lines = []
        for number, row in enumerate(rows.values[begin : begin + ROWS_AT_ONCE].tolist(), rows.first + begin):
            cells = "</v></c><c><v>".join(map(repr, row))
            line = f'<row r="{number}"><c><v>{cells}</v></c></row>'
            lines.append(line.replace("<c><v>nan</v></c>", "<c/>") if "nan" in cells else line)
        yield "".join(lines).encode()


Cell = str | float | int | None

CELL_UNITS, NAME_UNITS = 32_767, 255
"""Maximum number of UTF-16 code units in a cell, and in a name in a chart ("Excel specifications and limits")."""
ESCAPE = re.compile("_(?=x[0-9A-Fa-f]{4}_)")
"""Start of a sequence that ECMA-376 (22.9.2.19, ST_Xstring) interprets as a character code."""


def fitting(text: str, units: int) -> str:
    """Return a sanitized text, truncated to a number of UTF-16 code units."""
    encoded = visible(text).encode("utf-16-le")
    if len(encoded) <= 2 * units:
        return visible(text)
    return encoded[: 2 * (units - 1)].decode("utf-16-le", "ignore") + "…"


def escaped(text: str) -> str:
    """Escape sequences in a text that an ST_Xstring would interpret as character codes.

    It replaces xlsxwriter's function, which misses a code that starts with the last letter of another: "_x005F_x0041_".
    """
    return ESCAPE.sub("_x005F_", text)


class Book:
    """Workbook being written. Texts are never interpreted as formulas, links or markup."""

    def __init__(self, file: io.BytesIO) -> None:
        options = {"constant_memory": True, "strings_to_formulas": False, "strings_to_urls": False}
        self.book = xlsxwriter.Workbook(file, options)
        self.head = self.book.add_format({"bold": True, "bottom": 1, "text_wrap": True, "valign": "top"})
        self.large = self.book.add_format({"bold": True, "font_size": 16})
        self.raw: dict[int, Rows] = {}
        """Rows of numbers to insert at the end, by sheet number."""
        self.mark = self.book.add_format({"bg_color": "#fdf3d8"})

    def sheet(self, name: str, widths: Sequence[float]) -> Worksheet:
        """Create a sheet with the given column widths."""
        sheet = self.book.add_worksheet(name)
        sheet._escape_control_characters = escaped
        for index, width in enumerate(widths):
            sheet.set_column(index, index, width)
        return sheet

    def chart(self, kind: Mapping[str, str]) -> Any:
        chart = self.book.add_chart(kind)
        chart._escape_control_characters = escaped
        return chart

    def row(self, sheet: Worksheet, row: int, cells: Iterable[Cell], style: object = None) -> None:
        """Write a row of texts and numbers; a missing number leaves its cell empty."""
        for column, cell in enumerate(cells):
            if isinstance(cell, str):
                text = fitting(cell, CELL_UNITS)
                if text.startswith("<r>") and text.endswith("</r>"):
                    # write_string would pass it on unchanged, as finished markup of a cell.
                    sheet.write_rich_string(row, column, *text[:2], text[2:], *([style] if style else ()))
                else:
                    sheet.write_string(row, column, text, style)
            elif cell is not None and isfinite(cell):
                sheet.write_number(row, column, cell, style)

    def table(self, name: str, header: Sequence[str], rows: Iterable[Sequence[Cell]], widths: Sequence[float]) -> int:
        """Write a sheet with a frozen header; return the number of rows."""
        sheet = self.sheet(name, widths)
        self.row(sheet, 0, header, self.head)
        sheet.freeze_panes(1, 0)
        number = 0
        for number, cells in enumerate(rows, 1):
            self.row(sheet, number, cells)
        return number


def add_series(chart: Any, name: str, options: Mapping[str, Any]) -> None:
    """Add a series with a literal name; xlsxwriter would interpret a name such as "x=S!A1" as a reference."""
    chart.add_series(options)
    chart.series[-1]["name"] = fitting(name, NAME_UNITS)


def set_title(chart: Any, title: str, options: Mapping[str, Any]) -> None:
    """Set a literal title; xlsxwriter would interpret a title such as "x=S!A1" as a reference."""
    chart.set_title(options)
    chart.title.name = fitting(title, NAME_UNITS)


WIDTH, HEIGHT = 900, 300
DASHES = ("solid", "dash", "round_dot")
FIRST_METRIC = 7
FIRST_LOAD_METRIC = 5
RAW_HEAD_ROWS = 4


def chart_of_runs(book: Book, study: Study, rows: int) -> None:
    """Add a chart with every run's headline figure as a column."""
    chart = book.chart({"type": "column"})
    fills = [{"fill": {"color": color_of(letter)}} for run in study.runs for letter in run.systems]
    add_series(
        chart,
        metric_label(study.headline),
        {
            "categories": ["Runs", 1, 0, rows, 1],
            "values": ["Runs", 1, FIRST_METRIC, rows, FIRST_METRIC],
            "points": fills,
        },
    )
    set_title(chart, metric_label(study.headline), {"overlay": False})
    chart.set_legend({"none": True})
    chart.set_x_axis({"name": "run and system"})
    chart.set_y_axis({"min": 0, "major_gridlines": {"visible": True, "line": {"color": "#e3e8ee"}}})
    chart.set_size({"width": WIDTH, "height": HEIGHT})
    book.sheet("Chart of runs", ()).insert_chart("A1", chart)


def chart_of_load(book: Book, study: Study, rows: Mapping[str, tuple[int, int]]) -> None:
    """Add charts of the figures over the number of users, or over the requested rate."""
    sheet = book.sheet("Charts of load", ())
    latency = study.latency.name if study.latency is not None else ""
    chart_names = (study.rate_name, *OVER_LOAD[1:2], latency, *OVER_LOAD[2:])
    names = [metric.name for metric in study.metrics]
    place = 0
    for name in chart_names:
        if name not in names:
            continue
        column = FIRST_LOAD_METRIC + names.index(name)
        chart = book.chart({"type": "scatter", "subtype": "straight_with_markers"})
        for number, system in enumerate(study.systems):
            first, last = rows[system.letter]
            if last >= first:
                add_series(
                    chart,
                    f"{system.letter} {system.name}",
                    {
                        "categories": ["Load levels", first, 1, last, 1],
                        "values": ["Load levels", first, column, last, column],
                        "line": _line(system.letter, number),
                        "marker": {"type": "circle", "size": 5, "fill": {"color": color_of(system.letter)}},
                    },
                )
        _finished(chart, label_of_metric(name), "load")
        sheet.insert_chart(place * 16, 0, chart)
        place += 1


def charts_over_time(
    book: Book,
    study: Study,
    reader: SessionReader,
    index: int,
    columns: Mapping[tuple[int | None, str], int],
    *,
    rows: int,
) -> None:
    """Add charts of a session's counters over the time since the common start; `rows` is the number of raw rows."""
    last = RAW_HEAD_ROWS + max(rows - 1, 1)
    letters = {system.id: study.sessions[index].letters[system.letter] for system in reader.systems}
    key, storage = main_operation(reader), is_storage(reader)

    def title_of(name: str, label: str) -> str:
        metric = study.metric(name)
        return f"{label}, device" if storage else with_layer(label, metric) if metric else label

    throughput = ("IOPS", "Orders/sec") if storage else ("Orders per minute (OPM)", "Orders/min")
    throughput = ("Transactions per second", "Orders/sec") if work_unit(reader) == "transaction" else throughput
    latency = "Latency of an I/O" if storage else f"Latency ({latency_name(reader)})"
    charts = []
    for title, paths in (
        (throughput[0], dict.fromkeys(letters, f"{DRIVER}{throughput[1]}")),
        (f"{latency}, p95 of each second, s", dict.fromkeys(letters, f"\\Outpace Driver({key})\\Latency p95")),
        (title_of("IOPS", "IOPS"), {system: counter_path(reader, system, "IOPS") for system in letters}),
        (
            title_of("I/O latency", "I/O latency, s"),
            {system: counter_path(reader, system, "I/O latency") for system in letters},
        ),
        (
            title_of("Queue length", "Queue length"),
            {system: counter_path(reader, system, "Queue length") for system in letters},
        ),
        *(
            (title_of(name, label), {system: counter_path(reader, system, name) for system in letters})
            for name, label in (("Read latency", "Read latency, s"), ("Read queue length", "Read queue length"))
            if study.metric(name) is not None
        ),
        ("Processor, %", {system: counter_path(reader, system, "CPU %") for system in letters}),
    ):
        chart = book.chart({"type": "scatter", "subtype": "straight"})
        has_data = False
        for number, (system, letter) in enumerate(letters.items()):
            column = columns.get((system, paths[system]))
            if column is not None:
                has_data = True
                raw = f"Raw {index + 1}"
                add_series(
                    chart,
                    f"{letter} {study.system(letter).name}",
                    {
                        "categories": [raw, RAW_HEAD_ROWS, 0, last, 0],
                        "values": [raw, RAW_HEAD_ROWS, column, last, column],
                        "line": _line(letter, number),
                    },
                )
        if has_data:
            _finished(chart, title, "seconds since the common start")
            charts.append(chart)
    if charts:
        sheet = book.sheet(f"Charts {index + 1}", ())
        for place, chart in enumerate(charts):
            sheet.insert_chart(place * 16, 0, chart)


def _line(letter: str, number: int) -> dict[str, object]:
    return {"color": color_of(letter), "width": 1.5, "dash_type": DASHES[number % 3]}


def _finished(chart: Any, title: str, x: str) -> None:
    set_title(chart, title, {"overlay": False, "name_font": {"size": 12}})
    chart.set_x_axis({"name": x, "min": 0, "major_gridlines": {"visible": False}})
    chart.set_y_axis({"min": 0, "major_gridlines": {"visible": True, "line": {"color": "#e3e8ee"}}})
    chart.set_legend({"position": "right"})
    chart.set_size({"width": WIDTH, "height": HEIGHT})


WORKBOOK_CELLS = 50_000_000
"""Maximum number of cells in a session's raw data."""
MOST_ROWS = 1_000_000
"""Maximum number of raw data rows on a sheet; Excel allows 1,048,576."""
HEAD_ROWS = 4


def workbook_of(
    study: Study,
    readers: Sequence[SessionReader],
    headline: SessionHeadline,
    unnamed: Callable[[str], str] = str,
    author: AuthorText = NO_AUTHOR,
) -> bytes:
    """Return the workbook as an .xlsx file.

    Args:
        study: Study of the report.
        readers: Sessions of the study.
        headline: Headline of the study.
        unnamed: Replaces names in the sessions' texts.
        author: Texts of the author.
    """
    file = io.BytesIO()
    book = Book(file)
    _summary(book, study, headline, author)
    runs = _runs(book, study)
    chart_of_runs(book, study, runs)
    _comparison(book, study)
    _targets(book, study)
    _latencies(book, study)
    if study.points:
        rows = _load_levels(book, study)
        chart_of_load(book, study, rows)
    _normalised(book, study)
    _power(book, study)
    _disclosure(book, study)
    _appendix(book, study)
    _counters(book, study)
    for index, reader in enumerate(readers):
        columns, raw_rows = _raw(book, study, reader, index, unnamed)
        charts_over_time(book, study, reader, index, columns, rows=min(raw_rows, MOST_ROWS))
    _sessions(book, study)
    book.book.close()
    return with_rows(file.getvalue(), book.raw)


def raw_name(index: int, part: int = 0) -> str:
    """Return the name of the sheet with a session's raw data."""
    return f"Raw {index + 1}" + (f" part {part + 1}" if part else "")


def _summary(book: Book, study: Study, headline: SessionHeadline, author: AuthorText) -> None:
    sheet = book.sheet("Summary", (30, 90))
    book.row(sheet, 0, (study.title,), book.large)
    row = 2
    author_rows = (
        ("Company", author.company), ("Author", author.author), ("Date of test", author.date),
        ("Executive summary", author.summary), ("Conclusion", author.conclusion),
    )  # fmt: skip
    for label, text in author_rows:
        if text:
            book.row(sheet, row, (label, text))
            row += 1
    row += any(text for _, text in author_rows)
    headline_texts = headline_text(headline, names={system.letter: system.name for system in study.systems})
    for statement, small in zip(
        headline_texts.statements, headline_texts.smalls or (headline_texts.small,), strict=True
    ):
        book.row(sheet, row, ("Headline", statement.text), book.head)
        book.row(sheet, row + 1, ("", small))
        row += 3
    for system in study.systems:
        role = "baseline" if system.letter == study.baseline else "challenger"
        book.row(sheet, row, (f"{system.letter} ({role})", system.name))
        row += 1
    for label, text in plan_description(study):
        book.row(sheet, row, (label, text))
        row += 1
    for text in study.left_out:
        book.row(sheet, row, ("Left out", text), book.mark)
        row += 1
    for session in study.sessions:
        for reason in session.reasons:
            book.row(sheet, row, ("Not valid", reason), book.mark)
            row += 1
        for warning in session.warnings:
            book.row(sheet, row, ("Warning", warning), book.mark)
            row += 1
    book.row(sheet, row + 1, ("Before publishing", LICENCES))


def _runs(book: Book, study: Study) -> int:
    header = ["Run", "System", "Valid", "Repeat", "Step", "From, s", "To, s"]
    header += [with_unit(metric.name, metric.unit) for metric in study.metrics]
    header += [*RUNS[study.unit], "Median run", "At least"]
    rows = [
        (run.number, letter, "yes" if run.valid else "no", run.repeat, own.step, *_span(own),
         *(own.figures.get(metric.name, nan) for metric in study.metrics), *_recorded_cells(own, study.unit),
         _median_mark(study, run, letter), ", ".join(one.name for one in study.metrics if one.name in own.at_least))
        for run in study.runs
        for letter, own in run.systems.items()
    ]  # fmt: skip
    return book.table("Runs", header, rows, (6, 8, 7, 8, 6, 9, 9, *(14 for _ in range(len(study.metrics) + 10)), 30))


def _median_mark(study: Study, run: StudyRun, letter: str) -> str:
    median = study.median(letter)
    return median.basis if median is not None and median.number == run.number else ""


SQL_RUN = ["Worst 10 s TPS", "Transactions", "Rolled back %", "Errors", "Retries", "Users",
           "Implied users", "Busiest worker %"]  # fmt: skip
RUN = ["Cumulative OPM", "Worst 10 s OPM", "Orders", "Rolled back %", "Errors", "Retries", "Users",
       "Implied users", "Busiest worker %"]  # fmt: skip
STORAGE_RUN = ["Worst 10 s IOPS", "I/Os", "Errors", "Outstanding", "Implied outstanding", "Busiest worker %"]


RUNS: Mapping[WorkUnit, list[str]] = {"order": RUN, "I/O": STORAGE_RUN, "transaction": SQL_RUN}


def _recorded_cells(own: SystemRun, unit: WorkUnit) -> tuple[Cell, ...]:
    result = own.result
    if result is None:
        return (None,) * len(RUNS[unit])
    worst = None if result.worst_10_s_opm is None else result.worst_10_s_opm / 60
    if unit == "transaction":
        return (worst, result.orders, result.rollback_percent, result.errors, result.retries, result.users_alive,
                result.implied_users, result.busiest_worker_percent)  # fmt: skip
    if unit == "I/O":
        return (worst, result.orders, result.errors, result.users_alive, result.implied_users,
                result.busiest_worker_percent)  # fmt: skip
    return (own.cumulative_opm, result.worst_10_s_opm, result.orders, result.rollback_percent, result.errors,
            result.retries, result.users_alive, result.implied_users, result.busiest_worker_percent)  # fmt: skip


def _comparison(book: Book, study: Study) -> None:
    """Write the comparisons of all figures, followed by those of all counters."""
    header = ("System", "Figure", "Ratio", "Low 95 %", "High 95 %", f"Geometric mean {study.baseline}",
              "Geometric mean", f"Median run's {study.baseline}", "Median run's", f"CV {study.baseline}", "CV",
              f"Runs {study.baseline}", "Runs", "t", "Degrees of freedom", "p", "Test", "Verdict",
              "Reason if none", "t of raw values", "Degrees of raw values", "p of raw values")  # fmt: skip
    rows: list[tuple[Cell, ...]] = []
    for (letter, name), comparison in study.comparisons.items():
        variations = [study.spreads[one, name].variation for one in (study.baseline, letter)]
        medians = [run.figures.get(name, nan) if (run := study.median_run(one)) else nan
                   for one in (study.baseline, letter)]  # fmt: skip
        rows.append((letter, name, *_comparison_cells(comparison, medians, variations)))
    for (letter, path), comparison in counter_comparisons(study).items():
        name = counter_label(path, study.unit)
        if name:
            rows.append(
                (letter, name, *_comparison_cells(comparison, _counter_medians(study, letter, path), (nan, nan)))
            )
    book.table("Comparison", header, rows, (8, 34, *(13 for _ in range(14)), 26, 24, 40, 13, 13, 13))


def _comparison_cells(comparison: Comparison, medians: Sequence[Cell], variations: Sequence[float]) -> tuple[Cell, ...]:
    return (
        comparison.ratio,
        comparison.low,
        comparison.high,
        comparison.baseline_mean,
        comparison.challenger_mean,
        *medians,
        *variations,
        comparison.baseline_repeats,
        comparison.challenger_repeats,
        comparison.t,
        comparison.degrees_of_freedom,
        comparison.p,
        comparison.method,
        comparison.verdict,
        comparison.reason,
        comparison.raw.t,
        comparison.raw.degrees_of_freedom,
        comparison.raw.p,
    )


def _counter_medians(study: Study, letter: str, path: str) -> list[Cell]:
    """Return a counter's average in the median runs of the baseline and of a challenger."""
    runs = [study.median_run(one) for one in (study.baseline, letter)]
    counters = [run.result.counters.get(path) if run is not None and run.result is not None else None for run in runs]
    return [counter.average if counter is not None else None for counter in counters]


def _targets(book: Book, study: Study) -> None:
    rows = [
        (run.number, own.step, letter, name, metric, value)
        for run in study.runs
        for letter, own in run.systems.items()
        for name, figures in own.targets.items()
        for metric, value in figures.items()
    ]
    book.table("Targets", ("Run", "Step", "System", "Target", "Figure", "Value"), rows, (6, 6, 8, 30, 16, 16))


def _latencies(book: Book, study: Study) -> None:
    header = (
        "Operation", "Run", "Step", "System", "Calls", "Mean, ms", "p50, ms", "p95, ms", "p99, ms", "Max, ms",
        "Still under way", "At least",
    )  # fmt: skip
    rows = [
        (operation_label(key, study.unit), run.number, own.step, letter,
         o.count, o.mean_ms, o.p50_ms, o.p95_ms, o.p99_ms, o.max_ms, o.censored, ", ".join(o.at_least))
        for run in study.runs
        for letter, own in run.systems.items()
        for key, o in (own.result.operations.items() if own.result else ())
    ]  # fmt: skip
    book.table("Latencies", header, rows, (22, 6, 6, 8, *(12 for _ in range(6)), 16, 24))


def _load_levels(book: Book, study: Study) -> dict[str, tuple[int, int]]:
    """Write the sheet of all steps, system by system; return the rows of each system."""
    by_rate = any(isfinite(point.rate) for point in study.points)
    load = "Outstanding" if study.storage else "Target rate" if by_rate else "Users"
    header = ["System", load, "Run", "Step", "Held"]
    header += [with_unit(metric.name, metric.unit) for metric in study.metrics]
    rows: list[tuple[Cell, ...]] = []
    rows_of_system: dict[str, tuple[int, int]] = {}
    for system in study.systems:
        steps = [(point, point.systems[system.letter]) for point in study.points if system.letter in point.systems]
        steps.sort(key=lambda pair: load_of(pair[0], pair[1], by_rate))
        first = len(rows) + 1
        for point, run in steps:
            held_text = {True: "yes", False: "no", None: ""}[point.held.get(system.letter)]
            figures = [run.figures.get(metric.name, nan) for metric in study.metrics]
            rows.append((system.letter, load_of(point, run, by_rate), point.repeat, run.step, held_text, *figures))
        rows_of_system[system.letter] = (first, len(rows))
    book.table("Load levels", header, rows, (8, 10, 6, 6, 7, *(14 for _ in study.metrics)))
    return rows_of_system


def _normalised(book: Book, study: Study) -> None:
    header = ("Figure", "System", "Raw value", "Divided by", "Unit", "Source", "Normalised", "Unit", "Low 95 %",
              "High 95 %", f"Ratio to {study.baseline}", "Low 95 %", "High 95 %", "p", "Reason if none")  # fmt: skip
    rows = [
        (row.label, letter, row.raw[letter], row.divisors[letter].value, row.divisors[letter].unit,
         row.divisors[letter].source, quotient.value, row.unit(letter), quotient.low, quotient.high,
         *_ratio(row.comparisons.get(letter)), quotient.reason or row.reason)
        for row in study.normalised
        for letter, quotient in row.quotients.items()
    ]  # fmt: skip
    book.table("Normalised", header, rows, (30, 8, 14, 14, 8, 34, 14, 14, *(13 for _ in range(6)), 40))


def _power(book: Book, study: Study) -> None:
    """Write a row per meter and per system, for each run or step."""
    per_wh = f"{'I/Os' if study.storage else COUNTED[study.unit].capitalize()} per Wh"
    header = ("Run", "Step", "System", "Meter", "Idle, W", "Under load, W", "Energy, Wh", per_wh, "Covered",
              "Idle covered", "Reason if none")  # fmt: skip
    rows: list[tuple[Cell, ...]] = []
    for number, own, power in metered_runs(study):
        place = (number, own.step, own.letter)
        rows += [
            (*place, one.name, one.idle_watts, one.watts, one.energy_wh, None, one.covered, one.idle_covered, "")
            for one in power.meters
        ]
        reason = "; ".join(filter(None, (power.reason, power.idle_reason)))
        totals = (
            power.idle_watts,
            power.watts,
            power.energy_wh,
            power.orders_per_wh,
            power.covered,
            power.idle_covered,
        )
        rows.append((*place, TOGETHER, *totals, reason))
    if rows:
        book.table("Power", header, rows, (6, 6, 8, 24, *(14 for _ in range(6)), 60))


def _ratio(comparison: Comparison | None) -> tuple[Cell, ...]:
    return (
        (comparison.ratio, comparison.low, comparison.high, comparison.p)
        if comparison is not None
        else (None, None, None, None)
    )


def _disclosure(book: Book, study: Study) -> None:
    letters = [system.letter for system in study.systems]
    header = ("", "Differs", *(f"{system.letter} {system.name}" for system in study.systems))
    rows: list[tuple[Cell, ...]] = [
        (row.label, "≠" if row.differs else "", *(row.texts[letter] for letter in letters))
        for row in study.disclosure.systems
    ]
    rows += [(f"Driver's machine: {label}", "", text) for label, text in study.disclosure.driver]
    rows += [(f"No data of {path} ({letter})", "", text) for letter, path, text in study.disclosure.missing]
    book.table("Disclosure", header, rows, (34, 8, *(44 for _ in letters)))


def _appendix(book: Book, study: Study) -> None:
    """Write a sheet each for hardware, agents, files, prices, changed settings and procedure, unless empty."""
    appendix = study.appendix
    names = {system.letter: f"{system.letter} {system.name}" for system in study.systems}
    if appendix.hardware:
        letters = list(appendix.hardware[0].texts)
        header = ("Group", "", "Differs", *(names.get(letter, letter) for letter in letters), "Stated by hand")
        rows: list[tuple[Cell, ...]] = [
            (
                row.group, row.label, "≠" if row.differs else "", *(row.texts[letter] for letter in letters),
                ", ".join(row.stated),
            )
            for row in appendix.hardware
        ]  # fmt: skip
        book.table("Hardware", header, rows, (24, 24, 8, *(44 for _ in letters), 14))
    if appendix.agents:
        header = (
            "Session", "Agent", "Host", "Drives", "Watched for", "Processor", "Cores", "Memory GiB", "System",
            "Outpace", "Clock ± s", "Drift ppm", "Round trip s", "Late frames", "Away s",
        )  # fmt: skip
        rows = [
            (
                line.file, one.name, one.host, ", ".join(one.drives), ", ".join(one.watches), one.processor,
                one.cores or None, one.memory_gib or None, one.system, one.outpace, one.uncertainty_s, one.drift_ppm,
                one.round_trip_s, one.late, one.away_s,
            )
            for line in appendix.agents
            for one in (line.agent,)
        ]  # fmt: skip
        book.table("Agents", header, rows, (30, 16, 24, 8, 10, 34, 8, 10, 30, 10, 12, 10, 12, 10, 8))
    if appendix.files:
        header = ("System", "Target", "What", "Name", "Folder", "Files", "Bytes", "File system", "Mounted at")
        rows = [
            (
                row.system, row.target, row.what, row.name, row.place, row.files,
                row.size_bytes, row.file_system, row.mounted, row.options, row.device,
                ", ".join(row.disks),
            )
            for row in appendix.files
        ]  # fmt: skip
        widths = (8, 10, 20, 22, 44, 8, 16, 12, 16, 34, 12, 20)
        book.table("Files", (*header, "Mount options", "Device", "Disks"), rows, widths)
    if appendix.prices:
        rows = []
        for sheet in appendix.prices:
            rows += [
                (sheet.system, one.item, one.quantity, one.unit_price, one.price, one.currency) for one in sheet.items
            ]
            rows.append((sheet.system, "Sum", None, None, sheet.total, sheet.currency))
        header = ("System", "Item", "Quantity", "Unit price", "Price", "Currency")
        book.table("Price list", header, rows, (8, 50, 10, 14, 14, 10))
    if appendix.changed:
        letters = list(names)
        header = ("Of", "Setting", "Default", "Same", *(names[letter] for letter in letters))
        marks = {True: "=", False: "≠", None: ""}
        rows = [
            (row.group, row.name, row.default, marks[row.same], *(row.texts.get(letter, "") for letter in letters))
            for row in appendix.changed
        ]
        book.table("Not the default", header, rows, (16, 36, 24, 6, *(34 for _ in letters)))
    if appendix.procedures:
        rows = [(one.file, number, step) for one in appendix.procedures for number, step in enumerate(one.steps, 1)]
        book.table("Procedure", ("Session", "Step", "What was done"), rows, (30, 6, 120))


def _counters(book: Book, study: Study) -> None:
    header = (
        "Run",
        "Step",
        "System",
        "Counter",
        "Unit",
        "Layer",
        "Samples",
        "Average",
        "Minimum",
        "Maximum",
        "p95 of samples",
    )
    rows = [
        (
            run.number,
            own.step,
            letter,
            counter_label(path, study.unit),
            c.unit,
            c.layer,
            c.samples,
            c.average,
            c.minimum,
            c.maximum,
            c.p95_of_samples,
        )
        for run in study.runs
        for letter, own in run.systems.items()
        for path, c in (own.result.counters.items() if own.result else ())
        if counter_label(path, study.unit)
    ]
    book.table("Counters", header, rows, (6, 6, 8, 52, 8, 18, *(13 for _ in range(5))))


def _raw(
    book: Book, study: Study, reader: SessionReader, index: int, unnamed: Callable[[str], str]
) -> tuple[dict[tuple[int | None, str], int], int]:
    """Write all counters, with a row for each second that has a sample.

    Returns:
        The column of each counter, and the number of rows.
    """
    unit = work_unit(reader)
    counters = [counter for counter in reader.counters if counter_label(counter.path, unit)]
    if not counters:
        return {}, 0
    letters = {system.id: study.sessions[index].letters[system.letter] for system in reader.systems}
    values = _seconds(reader, counters)
    for part in range(0, max(len(values), 1), MOST_ROWS):
        sheet = book.sheet(raw_name(index, part // MOST_ROWS), (9, *(13 for _ in counters)))
        owners = [letters.get(counter.system or -1, "driver's machine") for counter in counters]
        book.row(sheet, 0, ("System", *owners), book.head)
        names = (counter_label(counter.path, unit) for counter in counters)
        book.row(sheet, 1, ("Counter", *map(unnamed, names)), book.head)
        book.row(sheet, 2, ("Layer", *(counter.layer for counter in counters)), book.head)
        book.row(sheet, 3, ("s", *(counter.unit for counter in counters)), book.head)
        sheet.freeze_panes(HEAD_ROWS, 1)
        book.raw[len(book.book.worksheets())] = Rows(HEAD_ROWS + 1, values[part : part + MOST_ROWS])
    return {(counter.system, counter.path): column for column, counter in enumerate(counters, 1)}, len(values)


def _seconds(reader: SessionReader, counters: Sequence[Counter]) -> NDArray[np.float64]:
    """Return a row for each second in which any counter has a sample: the second, followed by a column per counter.

    NaN means no data.
    """
    samples = [reader.samples(counter) for counter in counters]
    ticks = [np.rint(time_s).astype(np.int64) for time_s, _ in samples]
    seconds = np.unique(np.concatenate([*ticks, np.empty(0, dtype=np.int64)]))
    columns = len(counters) + 1
    if len(seconds) * columns > WORKBOOK_CELLS:
        raise SessionError(
            "{path} has {cells:,} figures, too many for a workbook. Export them as CSV or Parquet.",
            path=reader.path,
            cells=len(seconds) * columns,
        )
    values = np.full((len(seconds), columns), np.nan)
    values[:, 0] = seconds
    for column, (own, (_, value)) in enumerate(zip(ticks, samples, strict=True), 1):
        values[np.searchsorted(seconds, own), column] = value
    return values


def _sessions(book: Book, study: Study) -> None:
    sheet = book.sheet("Sessions", (26, 110))
    row = 0
    for session in study.sessions:
        for label, text in (
            ("File", session.file), ("Title", session.title), ("Identity", session.uuid),
            ("SHA-256 of its tables", session.hash), ("Recorded", f"{session.started:%Y-%m-%d %H:%M:%S %z}"),
            ("Valid", "yes" if session.valid else "no"),
            *(("From", origin) for origin in session.origins),
            *session.versions.items(),
        ):  # fmt: skip
            book.row(sheet, row, (label, text))
            row += 1
        for line in without_secrets(session.scenario_toml).splitlines():
            book.row(sheet, row, ("Scenario", line))
            row += 1
        row += 1


def _span(own: SystemRun) -> tuple[Cell, Cell]:
    return (own.span.from_s, own.span.to_s) if own.span else (None, None)
