"""A report as an Excel workbook: figures as numbers, native charts, and the raw data, one sample a second."""

import io
from collections.abc import Callable, Sequence
from math import isfinite, nan

import numpy as np
from numpy.typing import NDArray

from app.analysis.comparing import verdict_words
from app.report.book import Book, Cell
from app.report.disclosure import without_secrets
from app.report.raw_rows import Rows, with_rows
from app.report.sheet_charts import chart_of_load, chart_of_runs, charts_over_time
from app.report.study_records import Study, SystemRun
from app.report.timelines import load_of
from app.report.words import LICENCES, label_of_metric, plan_words
from app.session.reader import SessionReader
from app.session.records import Counter

MOST_ROWS = 1_000_000
"""Of raw data on a sheet; Excel holds 1,048,576."""
HEAD_ROWS = 4


def workbook_of(study: Study, readers: Sequence[SessionReader], unnamed: Callable[[str], str] = str) -> bytes:
    """The whole workbook. unnamed: takes the names out of the sessions' own texts."""
    file = io.BytesIO()
    book = Book(file)
    _summary(book, study)
    runs = _runs(book, study)
    chart_of_runs(book, study, runs)
    _comparison(book, study)
    _targets(book, study)
    _latencies(book, study)
    if study.points:
        rows = _load_levels(book, study)
        chart_of_load(book, study, rows)
    _normalised(book, study)
    _disclosure(book, study)
    _counters(book, study)
    for index, reader in enumerate(readers):
        columns = _raw(book, study, reader, index, unnamed)
        charts_over_time(book, study, reader, index, columns)
    _sessions(book, study)
    book.book.close()
    return with_rows(file.getvalue(), book.raw)


def raw_name(index: int, part: int = 0) -> str:
    """The name of the sheet with a session's raw data."""
    return f"Raw {index + 1}" + (f" part {part + 1}" if part else "")


def _summary(book: Book, study: Study) -> None:
    sheet = book.sheet("Summary", (30, 90))
    book.row(sheet, 0, (study.title,), book.large)
    row = 2
    for system in study.challengers:
        found = study.comparisons.get((system.letter, study.headline.name))
        if found is not None:
            statement, detail = verdict_words(
                found, study.baseline, system.letter, label_of_metric(study.headline.name)
            )
            book.row(sheet, row, (f"{system.letter} against {study.baseline}", statement), book.head)
            book.row(sheet, row + 1, ("", detail))
            row += 3
    for system in study.systems:
        role = "baseline" if system.letter == study.baseline else "challenger"
        book.row(sheet, row, (f"{system.letter} ({role})", system.name))
        row += 1
    for label, text in plan_words(study):
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
    header = ["Run", "System", "Valid", "Repeat", "From, s", "To, s"]
    header += [_with_unit(metric.name, metric.unit) for metric in study.metrics]
    header += ["Cumulative OPM", "Worst 10 s OPM", "Orders", "Rolled back %", "Errors", "Users", "Implied users",
               "Busiest worker %"]  # fmt: skip
    rows = [
        (run.number, letter, "yes" if run.valid else "no", run.repeat, *_span(own),
         *(own.figures.get(metric.name, nan) for metric in study.metrics), *_recorded(own))
        for run in study.runs
        for letter, own in run.systems.items()
    ]  # fmt: skip
    return book.table("Runs", header, rows, (6, 8, 7, 8, 9, 9, *(14 for _ in range(len(study.metrics) + 8))))


def _recorded(own: SystemRun) -> tuple[Cell, ...]:
    result = own.result
    if result is None:
        return ()
    return (own.cumulative_opm, result.worst_10_s_opm, result.orders, result.rollback_percent, result.errors,
            result.users_alive, result.implied_users, result.busiest_worker_percent)  # fmt: skip


def _comparison(book: Book, study: Study) -> None:
    header = ("System", "Figure", "Ratio", "Low 95 %", "High 95 %", f"Geometric mean {study.baseline}",
              "Geometric mean", f"Median {study.baseline}", "Median", f"CV {study.baseline}", "CV", "Runs",
              "Verdict", "Why none")  # fmt: skip
    rows = []
    for (letter, name), found in study.comparisons.items():
        base, own = study.spreads[study.baseline, name], study.spreads[letter, name]
        rows.append((letter, name, found.ratio, found.low, found.high, found.baseline_mean, found.challenger_mean,
                     base.median, own.median, base.variation, own.variation, found.challenger_repeats,
                     found.verdict, found.reason))  # fmt: skip
    book.table("Comparison", header, rows, (8, 22, *(13 for _ in range(10)), 24, 40))


def _targets(book: Book, study: Study) -> None:
    rows = [
        (run.number, letter, name, metric, value)
        for run in study.runs
        for letter, own in run.systems.items()
        for name, figures in own.targets.items()
        for metric, value in figures.items()
    ]
    book.table("Targets", ("Run", "System", "Target", "Figure", "Value"), rows, (6, 8, 30, 16, 16))


def _latencies(book: Book, study: Study) -> None:
    header = ("Operation", "Run", "System", "Calls", "Mean, ms", "p50, ms", "p95, ms", "p99, ms", "Max, ms")
    rows = [
        (key, run.number, letter, o.count, o.mean_ms, o.p50_ms, o.p95_ms, o.p99_ms, o.max_ms)
        for run in study.runs
        for letter, own in run.systems.items()
        for key, o in (own.result.operations.items() if own.result else ())
    ]
    book.table("Latencies", header, rows, (22, 6, 8, *(12 for _ in range(6))))


def _load_levels(book: Book, study: Study) -> dict[str, tuple[int, int]]:
    """The sheet of all steps, system by system; the rows of each system."""
    by_rate = any(isfinite(point.rate) for point in study.points)
    header = ["System", "Asked rate" if by_rate else "Users", "Run", "Held"]
    header += [_with_unit(metric.name, metric.unit) for metric in study.metrics]
    rows: list[tuple[Cell, ...]] = []
    where: dict[str, tuple[int, int]] = {}
    for system in study.systems:
        own = [(point, point.systems[system.letter]) for point in study.points if system.letter in point.systems]
        own.sort(key=lambda pair: load_of(pair[0], pair[1], by_rate))
        first = len(rows) + 1
        for point, run in own:
            held = {True: "yes", False: "no", None: ""}[point.held.get(system.letter)]
            figures = [run.figures.get(metric.name, nan) for metric in study.metrics]
            rows.append((system.letter, load_of(point, run, by_rate), point.repeat, held, *figures))
        where[system.letter] = (first, len(rows))
    book.table("Load levels", header, rows, (8, 10, 6, 7, *(14 for _ in study.metrics)))
    return where


def _normalised(book: Book, study: Study) -> None:
    header = ("Basis", "Figure", "System", "Raw value", "Divided by", "Unit", "Source", "Normalised", "Why none")
    rows = [
        (row.divisors[letter].basis, row.metric, letter, row.raw[letter], row.divisors[letter].value,
         row.divisors[letter].unit, row.divisors[letter].source, quotient.value, quotient.reason)
        for row in study.normalised
        for letter, quotient in row.quotients.items()
    ]  # fmt: skip
    book.table("Normalised", header, rows, (18, 12, 8, 14, 14, 8, 34, 14, 40))


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


def _counters(book: Book, study: Study) -> None:
    header = ("Run", "System", "Counter", "Unit", "Layer", "Samples", "Average", "Minimum", "Maximum", "p95 of samples")
    rows = [
        (run.number, letter, path, c.unit, c.layer, c.samples, c.average, c.minimum, c.maximum, c.p95_of_samples)
        for run in study.runs
        for letter, own in run.systems.items()
        for path, c in (own.result.counters.items() if own.result else ())
    ]
    book.table("Counters", header, rows, (6, 8, 52, 8, 18, *(13 for _ in range(5))))


def _raw(
    book: Book, study: Study, reader: SessionReader, index: int, unnamed: Callable[[str], str]
) -> dict[tuple[int | None, str], int]:
    """Every counter, one row a second since the common start; the column of each."""
    counters = list(reader.counters)
    if not counters:
        return {}
    letters = {system.id: study.sessions[index].letters[system.letter] for system in reader.systems}
    values = _seconds(reader, counters)
    for part in range(0, max(len(values), 1), MOST_ROWS):
        sheet = book.sheet(raw_name(index, part // MOST_ROWS), (9, *(13 for _ in counters)))
        owners = [letters.get(counter.system or -1, "driver's machine") for counter in counters]
        book.row(sheet, 0, ("System", *owners), book.head)
        book.row(sheet, 1, ("Counter", *(unnamed(counter.path) for counter in counters)), book.head)
        book.row(sheet, 2, ("Layer", *(counter.layer for counter in counters)), book.head)
        book.row(sheet, 3, ("s", *(counter.unit for counter in counters)), book.head)
        sheet.freeze_panes(HEAD_ROWS, 1)
        book.raw[len(book.book.worksheets())] = Rows(HEAD_ROWS + 1, values[part : part + MOST_ROWS])
    return {(counter.system, counter.path): column for column, counter in enumerate(counters, 1)}


def _seconds(reader: SessionReader, counters: Sequence[Counter]) -> NDArray[np.float64]:
    """A row for each second: the second, then a column for each counter; NaN is no data."""
    samples = [reader.samples(counter) for counter in counters]
    ticks = [np.rint(time_s).astype(np.int64) for time_s, _ in samples]
    first = min((int(own[0]) for own in ticks if len(own)), default=0)
    last = max((int(own[-1]) for own in ticks if len(own)), default=-1)
    values = np.full((max(last - first + 1, 0), len(counters) + 1), np.nan)
    values[:, 0] = np.arange(first, first + len(values))
    for column, (own, (_, value)) in enumerate(zip(ticks, samples, strict=True), 1):
        values[own - first, column] = value
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


def _with_unit(name: str, unit: str) -> str:
    return name if unit in ("", "/s", "/min") or name.endswith(unit) else f"{name}, {unit}"
