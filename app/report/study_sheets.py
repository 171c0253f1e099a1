# SPDX-License-Identifier: Apache-2.0
"""Sheets of a study for a workbook: figures as numbers, charts of the cells, and raw data, one sample per second."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from math import isfinite, nan

import numpy as np
from numpy.typing import NDArray

from app.analysis.comparison import Comparison
from app.analysis.format import with_unit
from app.model.work_wording import COUNTED
from app.model.workloads import WorkUnit
from app.report.author_text import NO_AUTHOR, AuthorText
from app.report.power_section import TOGETHER, metered_runs
from app.report.sheets import Cell, CellChart, CellSeries, ChartSheet, Style, WorkbookSheet
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

WORKBOOK_CELLS = 50_000_000
"""Maximum number of cells of a session's raw data."""
MOST_ROWS = 1_000_000
"""Maximum number of rows of raw data on a sheet; Excel allows 1,048,576."""
RAW_HEADS = 4
RUN_HEADER = ("Run", "System", "Valid", "Repeat", "Step", "From, s", "To, s")
RUN_FIGURES: Mapping[WorkUnit, Mapping[str, str]] = {
    "order": {
        "Cumulative OPM": "", "Worst 10 s OPM": "", "Orders": "orders", "Rolled back %": "rollback_percent",
        "Errors": "errors", "Retries": "retries", "Users": "users_alive", "Implied users": "implied_users",
        "Busiest worker %": "busiest_worker_percent",
    },
    "I/O": {
        "Worst 10 s IOPS": "", "I/Os": "orders", "Errors": "errors", "Outstanding": "users_alive",
        "Implied outstanding": "implied_users", "Busiest worker %": "busiest_worker_percent",
    },
    "transaction": {
        "Worst 10 s TPS": "", "Transactions": "orders", "Rolled back %": "rollback_percent", "Errors": "errors",
        "Retries": "retries", "Users": "users_alive", "Implied users": "implied_users",
        "Busiest worker %": "busiest_worker_percent",
    },
}  # fmt: skip
"""Columns of a recorded run, with the attributes of its result; the rates are computed."""
COMPARED = (
    "baseline_repeats", "challenger_repeats", "t", "degrees_of_freedom", "p", "method", "verdict", "reason",
)  # fmt: skip
LOAD_HEADER = 5
"""Columns before the figures of the load levels."""
HELD = {True: "yes", False: "no", None: ""}
SAME = {True: "=", False: "≠", None: ""}


def sheets_of(
    study: Study,
    readers: Sequence[SessionReader],
    headline: SessionHeadline,
    unnamed: Callable[[str], str] = str,
    author: AuthorText = NO_AUTHOR,
) -> Iterator[WorkbookSheet | ChartSheet]:
    """Yield the sheets of a report's workbook.

    Args:
        study: Study of the report.
        readers: Sessions of the study.
        headline: Headline of the study.
        unnamed: Replaces names in the sessions' text.
        author: Text of the author.
    """
    yield _summary(study, headline, author)
    runs = _runs(study)
    yield runs
    yield _chart_of_runs(study, len(runs.rows) - 1)
    yield _comparison(study)
    yield _targets(study)
    yield _latencies(study)
    if study.points:
        yield from _load_levels(study)
    yield _normalised(study)
    yield from _power(study)
    yield _disclosure(study)
    yield from _appendix(study)
    yield _counters(study)
    for index, reader in enumerate(readers):
        yield from _raw(study, reader, index, unnamed)
    yield _sessions(study)


def _table(name: str, header: Sequence[str], rows: Sequence[Sequence[Cell]]) -> WorkbookSheet:
    return WorkbookSheet(name, [header, *rows])


def _summary(study: Study, headline: SessionHeadline, author: AuthorText) -> WorkbookSheet:
    rows: list[Sequence[Cell]] = [(study.title,), ()]
    styles: dict[int, Style] = {0: "title"}
    texts = (
        ("Company", author.company), ("Author", author.author), ("Date of test", author.date),
        ("Executive summary", author.summary), ("Conclusion", author.conclusion),
    )  # fmt: skip
    given = [pair for pair in texts if pair[1]]
    rows += [*given, ()] if given else []
    text = headline_text(headline, names={system.letter: system.name for system in study.systems})
    for statement, small in zip(text.statements, text.smalls or (text.small,), strict=True):
        styles[len(rows)] = "head"
        rows += [("Headline", statement.text), ("", small), ()]
    for system in study.systems:
        role = "baseline" if system.letter == study.baseline else "challenger"
        rows.append((f"{system.letter} ({role})", system.name))
    rows += plan_description(study)
    notes = [("Left out", text) for text in study.left_out]
    for session in study.sessions:
        notes += [("Not valid", reason) for reason in session.reasons]
        notes += [("Warning", warning) for warning in session.warnings]
    styles |= dict.fromkeys(range(len(rows), len(rows) + len(notes)), "mark")
    rows += [*notes, (), ("Before publishing", LICENCES)]
    return WorkbookSheet("Summary", rows, heads=0, widths=(30, 90), styles=styles)


def _runs(study: Study) -> WorkbookSheet:
    units = [with_unit(metric.name, metric.unit) for metric in study.metrics]
    header = (*RUN_HEADER, *units, *RUN_FIGURES[study.unit], "Median run", "At least")
    rows = [
        (
            run.number, letter, "yes" if run.valid else "no", run.repeat, own.step,
            *((own.span.from_s, own.span.to_s) if own.span else (None, None)),
            *(own.figures.get(metric.name, nan) for metric in study.metrics), *_recorded_cells(own, study.unit),
            _median_mark(study, run, letter), ", ".join(one.name for one in study.metrics if one.name in own.at_least),
        )
        for run in study.runs
        for letter, own in run.systems.items()
    ]  # fmt: skip
    return _table("Runs", header, rows)


def _median_mark(study: Study, run: StudyRun, letter: str) -> str:
    median = study.median(letter)
    return median.basis if median is not None and median.number == run.number else ""


def _recorded_cells(own: SystemRun, unit: WorkUnit) -> list[Cell]:
    result, columns = own.result, RUN_FIGURES[unit]
    if result is None:
        return [None] * len(columns)
    worst = None if result.worst_10_s_opm is None else result.worst_10_s_opm
    rates = [own.cumulative_opm, worst] if unit == "order" else [None if worst is None else worst / 60]
    return [*rates, *(getattr(result, name) for name in columns.values() if name)]


def _chart_of_runs(study: Study, rows: int) -> ChartSheet:
    """Return a chart with every run's headline figure as a column."""
    colors = [color_of(letter) for run in study.runs for letter in run.systems]
    label = metric_label(study.headline)
    series = CellSeries(label, "Runs", (0, 1), len(RUN_HEADER), 1, rows, colors)
    return ChartSheet("Chart of runs", [CellChart(label, "run and system", [series], bars=True)])


def _comparison(study: Study) -> WorkbookSheet:
    """Return the comparisons of all figures, followed by those of all counters."""
    base = study.baseline
    header = (
        "System", "Figure", "Ratio", "Low 95 %", "High 95 %", f"Geometric mean {base}", "Geometric mean",
        f"Median run's {base}", "Median run's", f"CV {base}", "CV", f"Runs {base}", "Runs", "t", "Degrees of freedom",
        "p", "Test", "Verdict", "Reason if none", "t of raw values", "Degrees of raw values", "p of raw values",
    )  # fmt: skip
    rows: list[Sequence[Cell]] = []
    for (letter, name), comparison in study.comparisons.items():
        both = (base, letter)
        medians = [run.figures.get(name, nan) if (run := study.median_run(one)) else nan for one in both]
        variations = [study.spreads[one, name].variation for one in both]
        rows.append((letter, name, *_comparison_cells(comparison, (*medians, *variations))))
    for (letter, path), comparison in counter_comparisons(study).items():
        if name := counter_label(path, study.unit):
            results = [run.result if (run := study.median_run(one)) else None for one in (base, letter)]
            counters = [result.counters.get(path) if result else None for result in results]
            averages = [counter.average if counter else None for counter in counters]
            rows.append((letter, name, *_comparison_cells(comparison, (*averages, None, None))))
    return _table("Comparison", header, rows)


def _comparison_cells(one: Comparison, of_systems: Sequence[Cell]) -> tuple[Cell, ...]:
    means = (one.ratio, one.low, one.high, one.baseline_mean, one.challenger_mean)
    raw = (one.raw.t, one.raw.degrees_of_freedom, one.raw.p)
    return (*means, *of_systems, *(getattr(one, name) for name in COMPARED), *raw)


def _targets(study: Study) -> WorkbookSheet:
    rows = [
        (run.number, own.step, letter, name, metric, value)
        for run in study.runs
        for letter, own in run.systems.items()
        for name, figures in own.targets.items()
        for metric, value in figures.items()
    ]
    return _table("Targets", ("Run", "Step", "System", "Target", "Figure", "Value"), rows)


def _latencies(study: Study) -> WorkbookSheet:
    header = (
        "Operation", "Run", "Step", "System", "Calls", "Mean, ms", "p50, ms", "p95, ms", "p99, ms", "Max, ms",
        "Still under way", "At least",
    )  # fmt: skip
    rows = [
        (
            operation_label(key, study.unit), run.number, own.step, letter, o.count, o.mean_ms, o.p50_ms, o.p95_ms,
            o.p99_ms, o.max_ms, o.censored, ", ".join(o.at_least),
        )
        for run in study.runs
        for letter, own in run.systems.items()
        for key, o in (own.result.operations.items() if own.result else ())
    ]  # fmt: skip
    return _table("Latencies", header, rows)


def _load_levels(study: Study) -> Iterator[WorkbookSheet | ChartSheet]:
    """Yield the sheet of all steps, system by system, and charts of the figures over the load."""
    by_rate = any(isfinite(point.rate) for point in study.points)
    load = "Outstanding" if study.storage else "Target rate" if by_rate else "Users"
    names = [metric.name for metric in study.metrics]
    header = ("System", load, "Run", "Step", "Held", *(with_unit(metric.name, metric.unit) for metric in study.metrics))
    rows: list[Sequence[Cell]] = []
    rows_of: dict[str, tuple[int, int]] = {}
    for system in study.systems:
        letter, first = system.letter, len(rows) + 1
        steps = [(point, point.systems[letter]) for point in study.points if letter in point.systems]
        for point, run in sorted(steps, key=lambda pair: load_of(pair[0], pair[1], by_rate)):
            figures = [run.figures.get(name, nan) for name in names]
            head = (letter, load_of(point, run, by_rate), point.repeat, run.step, HELD[point.held.get(letter)])
            rows.append((*head, *figures))
        rows_of[letter] = (first, len(rows))
    yield _table("Load levels", header, rows)
    latency = study.latency.name if study.latency is not None else ""
    drawn = [name for name in (study.rate_name, *OVER_LOAD[1:2], latency, *OVER_LOAD[2:]) if name in names]
    charts = [
        CellChart(
            label_of_metric(name),
            "load",
            [
                CellSeries(
                    f"{one.letter} {one.name}", "Load levels", (1, 1), LOAD_HEADER + names.index(name),
                    *rows_of[one.letter], [color_of(one.letter)],
                )
                for one in study.systems
                if rows_of[one.letter][1] >= rows_of[one.letter][0]
            ],
            lines="straight_with_markers",
        )
        for name in drawn
    ]  # fmt: skip
    yield ChartSheet("Charts of load", charts)


def _normalised(study: Study) -> WorkbookSheet:
    header = (
        "Figure", "System", "Raw value", "Divided by", "Unit", "Source", "Normalised", "Unit", "Low 95 %", "High 95 %",
        f"Ratio to {study.baseline}", "Low 95 %", "High 95 %", "p", "Reason if none",
    )  # fmt: skip
    rows = []
    for row in study.normalised:
        for letter, quotient in row.quotients.items():
            divisor, compared = row.divisors[letter], row.comparisons.get(letter)
            ratio = (compared.ratio, compared.low, compared.high, compared.p) if compared else [None] * 4
            cells = (row.raw[letter], divisor.value, divisor.unit, divisor.source, quotient.value, row.unit(letter))
            reason = quotient.reason or row.reason
            rows.append((row.label, letter, *cells, quotient.low, quotient.high, *ratio, reason))
    return _table("Normalised", header, rows)


def _power(study: Study) -> Iterator[WorkbookSheet]:
    """Yield a row per meter, and one for each whole system, for each run or step; nothing without meters."""
    per_wh = f"{'I/Os' if study.storage else COUNTED[study.unit].capitalize()} per Wh"
    header = (
        "Run", "Step", "System", "Meter", "Idle, W", "Under load, W", "Energy, Wh", per_wh, "Covered", "Idle covered",
        "Reason if none",
    )  # fmt: skip
    rows: list[Sequence[Cell]] = []
    for number, own, power in metered_runs(study):
        place = (number, own.step, own.letter)
        rows += [
            (*place, one.name, one.idle_watts, one.watts, one.energy_wh, None, one.covered, one.idle_covered, "")
            for one in power.meters
        ]
        total = (power.idle_watts, power.watts, power.energy_wh, power.orders_per_wh, power.covered, power.idle_covered)
        rows.append((*place, TOGETHER, *total, "; ".join(filter(None, (power.reason, power.idle_reason)))))
    if rows:
        yield _table("Power", header, rows)


def _disclosure(study: Study) -> WorkbookSheet:
    letters = [system.letter for system in study.systems]
    header = ("", "Differs", *(f"{system.letter} {system.name}" for system in study.systems))
    rows: list[Sequence[Cell]] = [
        (row.label, SAME[False] if row.differs else "", *(row.texts[letter] for letter in letters))
        for row in study.disclosure.systems
    ]
    rows += [(f"Driver's machine: {label}", "", text) for label, text in study.disclosure.driver]
    rows += [(f"No data of {path} ({letter})", "", text) for letter, path, text in study.disclosure.missing]
    return _table("Disclosure", header, rows)


def _appendix(study: Study) -> Iterator[WorkbookSheet]:
    """Yield a sheet each for hardware, agents, files, prices, changed settings and procedure, if there are any."""
    appendix = study.appendix
    names = {system.letter: f"{system.letter} {system.name}" for system in study.systems}
    rows: list[Sequence[Cell]]
    if appendix.hardware:
        letters = list(appendix.hardware[0].texts)
        header = ("Group", "", "Differs", *(names.get(letter, letter) for letter in letters), "Stated by hand")
        rows = [
            (
                row.group, row.label, SAME[False] if row.differs else "", *(row.texts[letter] for letter in letters),
                ", ".join(row.stated),
            )
            for row in appendix.hardware
        ]  # fmt: skip
        yield _table("Hardware", header, rows)
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
        yield _table("Agents", header, rows)
    if appendix.files:
        header = (
            "System", "Target", "What", "Name", "Folder", "Files", "Bytes", "File system", "Mounted at",
            "Mount options", "Device", "Disks",
        )  # fmt: skip
        rows = [
            (
                row.system, row.target, row.what, row.name, row.place, row.files, row.size_bytes, row.file_system,
                row.mounted, row.options, row.device, ", ".join(row.disks),
            )
            for row in appendix.files
        ]  # fmt: skip
        yield _table("Files", header, rows)
    if appendix.prices:
        rows = []
        for sheet in appendix.prices:
            rows += [
                (sheet.system, one.item, one.quantity, one.unit_price, one.price, one.currency) for one in sheet.items
            ]
            rows.append((sheet.system, "Sum", None, None, sheet.total, sheet.currency))
        yield _table("Price list", ("System", "Item", "Quantity", "Unit price", "Price", "Currency"), rows)
    if appendix.changed:
        rows = [
            (row.group, row.name, row.default, SAME[row.same], *(row.texts.get(letter, "") for letter in names))
            for row in appendix.changed
        ]
        yield _table("Not the default", ("Of", "Setting", "Default", "Same", *names.values()), rows)
    if appendix.procedures:
        rows = [(one.file, number, step) for one in appendix.procedures for number, step in enumerate(one.steps, 1)]
        yield _table("Procedure", ("Session", "Step", "What was done"), rows)


def _counters(study: Study) -> WorkbookSheet:
    header = (
        "Run", "Step", "System", "Counter", "Unit", "Layer", "Samples", "Average", "Minimum", "Maximum",
        "p95 of samples",
    )  # fmt: skip
    rows = [
        (
            run.number, own.step, letter, label, c.unit, c.layer, c.samples, c.average, c.minimum, c.maximum,
            c.p95_of_samples,
        )
        for run in study.runs
        for letter, own in run.systems.items()
        for path, c in (own.result.counters.items() if own.result else ())
        if (label := counter_label(path, study.unit))
    ]  # fmt: skip
    return _table("Counters", header, rows)


def _raw(
    study: Study, reader: SessionReader, index: int, unnamed: Callable[[str], str]
) -> Iterator[WorkbookSheet | ChartSheet]:
    """Yield every counter with a row for each second that has a sample, and charts of them."""
    unit = work_unit(reader)
    counters = [counter for counter in reader.counters if counter_label(counter.path, unit)]
    if not counters:
        return
    letters = {system.id: study.sessions[index].letters[system.letter] for system in reader.systems}
    values = _seconds(reader, counters)
    head = [
        ("System", *(letters.get(counter.system or -1, "driver's machine") for counter in counters)),
        ("Counter", *(unnamed(counter_label(counter.path, unit)) for counter in counters)),
        ("Layer", *(counter.layer for counter in counters)),
        ("s", *(counter.unit for counter in counters)),
    ]
    for part in range(0, max(len(values), 1), MOST_ROWS):
        name = f"Raw {index + 1}" + (f" part {part // MOST_ROWS + 1}" if part else "")
        widths = (9, *(13 for _ in counters))
        yield WorkbookSheet(name, head, heads=RAW_HEADS, left=1, widths=widths, numbers=values[part : part + MOST_ROWS])
    columns = {(counter.system, counter.path): column for column, counter in enumerate(counters, 1)}
    last = RAW_HEADS + max(min(len(values), MOST_ROWS) - 1, 1)
    charts = []
    for title, paths in _charted(study, reader, letters):
        series = [
            CellSeries(
                f"{letter} {study.system(letter).name}", f"Raw {index + 1}", (0, 0), column, RAW_HEADS, last,
                [color_of(letter)],
            )
            for system, letter in letters.items()
            if (column := columns.get((system, paths[system]))) is not None
        ]  # fmt: skip
        if series:
            charts.append(CellChart(title, "seconds since the common start", series))
    yield ChartSheet(f"Charts {index + 1}", charts)


def _charted(
    study: Study, reader: SessionReader, letters: Mapping[int, str]
) -> Iterator[tuple[str, Mapping[int, str]]]:
    """Yield the title of each chart over time, and the counter of each system in it."""
    key, storage = main_operation(reader), is_storage(reader)
    rate = ("IOPS", "Orders/sec") if storage else ("Orders per minute (OPM)", "Orders/min")
    rate = ("Transactions per second", "Orders/sec") if work_unit(reader) == "transaction" else rate
    latency = "Latency of an I/O" if storage else f"Latency ({latency_name(reader)})"
    yield rate[0], dict.fromkeys(letters, f"{DRIVER}{rate[1]}")
    yield f"{latency}, p95 of each second, s", dict.fromkeys(letters, f"\\Outpace Driver({key})\\Latency p95")
    figures = {"IOPS": "IOPS", "I/O latency": "I/O latency, s", "Queue length": "Queue length"}
    reads = {"Read latency": "Read latency, s", "Read queue length": "Read queue length"}
    figures |= {name: label for name, label in reads.items() if study.metric(name) is not None}
    for name, label in figures.items():
        metric = study.metric(name)
        title = f"{label}, device" if storage else with_layer(label, metric) if metric else label
        yield title, {system: counter_path(reader, system, name) for system in letters}
    yield "Processor, %", {system: counter_path(reader, system, "CPU %") for system in letters}


def _seconds(reader: SessionReader, counters: Sequence[Counter]) -> NDArray[np.float64]:
    """Return a row for each second in which any counter has a sample: the second, then one column per counter.

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


def _sessions(study: Study) -> WorkbookSheet:
    rows: list[Sequence[Cell]] = []
    for session in study.sessions:
        rows += [
            ("File", session.file), ("Title", session.title), ("Identity", session.uuid),
            ("SHA-256 of its tables", session.hash), ("Recorded", f"{session.started:%Y-%m-%d %H:%M:%S %z}"),
            ("Valid", "yes" if session.valid else "no"),
            *(("From", origin) for origin in session.origins),
            *session.versions.items(),
        ]  # fmt: skip
        rows += [("Scenario", line) for line in without_secrets(session.scenario_toml).splitlines()]
        rows.append(())
    return WorkbookSheet("Sessions", rows, heads=0, widths=(26, 110))
