# SPDX-License-Identifier: Apache-2.0
"""Detailed part of a report: all runs, comparisons, targets and percentiles, and the validity of each run."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from math import isfinite, nan

from app.analysis.comparison import Comparison
from app.analysis.format import (
    AT_MOST,
    NO_DATA,
    at_least_text,
    change_text,
    count_text,
    duration_text,
    money_text,
    p_text,
    ratio_range_text,
    ratio_text,
    significant_text,
)
from app.analysis.little import TOLERANCE, queue_check
from app.analysis.normalise import Divisor
from app.model.messages import sentence
from app.model.work_wording import COUNTED
from app.model.workloads import WorkloadParameters, WorkUnit
from app.report.content import Block, Heading, Items, Paragraph, ReportColumn, ReportTable, Row
from app.report.timelines import OVER_LOAD, load_charts, load_of
from app.results.description import figure_text, figure_texts, label_of_metric, median_text, metric_label, with_layer
from app.results.run_figures import MACHINE_CPU
from app.results.session_result import DRIVER
from app.results.storage_results import counter_label, operation_label
from app.results.study import counter_comparisons
from app.results.study_records import LoadPoint, MedianRun, Metric, NormalisedRow, Study, StudyRun, SystemRun

SOUND_COLUMNS = ("Rolled back", "Expected", "Errors", "Users", "Implied users", "Busiest worker", "Steady")
SOUND_STORAGE = ("Errors", "Outstanding", "Implied", "Busiest worker", "Steady")
SOUND_NOTE = (
    "Expected: the share of orders that are to be rolled back, by the database's stock or by rule. Implied users: "
    "what throughput and times imply (Little's law), within 5 % of the users. Busiest worker: of the driver, share of "
    "one core."
)
RETRIES_NOTE = (
    "Retries: calls and transactions that were tried again after a deadlock, a conflict or a busy database. They are "
    "no errors; what they took, waits included, belongs to the latencies."
)
SOUND_STORAGE_NOTE = (
    "Outstanding: I/Os that the driver kept under way at the window's end, of those requested. Implied: what "
    "throughput and latency imply (Little's law), within 5 %. Busiest worker: of the driver, share of one core."
)
DISK = "\\PhysicalDisk(_Total)\\"
DISK_QUEUE = ("Current Disk Queue Length", "Disk Transfers/sec", "Avg. Disk sec/Transfer")
LEAST_QUEUE = 0.5
"""Queue length below which samples are too coarse, because they are mostly 0 and sometimes 1."""


def soundness_part(study: Study) -> Iterator[Block]:
    """Yield the checks of each run: rollbacks, errors, users, the driver, Little's law, steady state."""
    yield Heading("Validity of each run", 3)
    texts: tuple[str, ...] = SOUND_STORAGE if study.storage else SOUND_COLUMNS
    retried = any(own.result and own.result.retries for run in study.runs for own in run.systems.values())
    column_of_retries = texts.index("Errors") + 1
    texts = (*texts[:column_of_retries], "Retries", *texts[column_of_retries:]) if retried else texts
    columns = [
        ReportColumn("Run", "left", 0.5),
        ReportColumn("System", "left", 0.7),
        *(ReportColumn(text) for text in texts),
    ]
    rows = []
    for run in study.runs:
        steady = NO_DATA if run.steady is None or not run.steady.checks else "yes" if run.steady.steady else "no"
        for letter, own in run.systems.items():
            cells = _sound_cells(own)[2 if study.storage else 0 :]
            if retried:
                cells.insert(column_of_retries, _count(own.result.retries if own.result else None))
            rows.append(Row((str(run.number), letter, *cells, steady), "" if run.valid else "bad"))
    yield ReportTable(tuple(columns), tuple(rows))
    note = SOUND_STORAGE_NOTE if study.storage else SOUND_NOTE.replace("orders", COUNTED[study.unit])
    yield Paragraph(f"{note} {RETRIES_NOTE}" if retried else note, "dim")
    users = "I/Os" if study.storage else "users"
    checks = [
        text
        for run in study.runs
        for letter, own in run.systems.items()
        for text in _little_deviations(run.number, own, users)
    ]
    if checks:
        yield Paragraph("Little's law between independently measured figures:", "dim")
        yield Items(checks, "dim")
    notes = [
        f"Run {run.number}: {'; '.join(map(sentence, (*run.steady.reasons, *run.steady.flags)))}."
        for run in study.runs
        if run.steady and (run.steady.reasons or run.steady.flags)
    ]
    if notes:
        yield Paragraph("Findings of the steady-state rule:", "dim")
        yield Items(notes, "dim")


def _little_deviations(number: int, own: SystemRun, users: str) -> Iterator[str]:
    """Yield where users (for storage, outstanding I/Os) or a sampled queue contradict throughput and latencies."""
    counters = own.result.counters if own.result else {}
    alive = counters.get(f"{DRIVER}Users Alive")
    implied = own.result.implied_users if own.result else None
    if alive is not None and alive.average and implied is not None:
        deviation = implied / alive.average - 1
        if abs(deviation) > TOLERANCE:
            yield f"Run {number} {own.letter}: {implied:.1f} {users} are implied, {alive.average:.1f} were active."
    queue, iops, latency = (counters.get(DISK + name) for name in DISK_QUEUE)
    known = [
        counter.average for counter in (queue, iops, latency) if counter is not None and counter.average is not None
    ]
    if len(known) == 3 and known[0] >= LEAST_QUEUE:
        check = queue_check(*known)
        if isfinite(check.deviation) and not check.holds:
            implied_text = f"{check.implied_queue:.2f}, {known[0]:.2f} was sampled (20 % are allowed)"
            yield f"Run {number} {own.letter}: IOPS and latency of its disks imply a queue of {implied_text}."


def _sound_cells(own: SystemRun) -> list[str]:
    result = own.result
    if result is None:
        return [NO_DATA] * 6
    users = NO_DATA if result.users_alive is None else f"{result.users_alive} of {result.users_requested}"
    implied = NO_DATA if result.implied_users is None else f"{result.implied_users:.1f}"
    shares = (result.rollback_percent, result.rollback_expected_percent, result.busiest_worker_percent)
    rolled, expected, worker = (NO_DATA if share is None else f"{share:.2f} %" for share in shares)
    return [rolled, expected, _count(result.errors), users, implied, worker]


def _count(value: float | None) -> str:
    return NO_DATA if value is None else count_text(value)


ROWS_A_PAGE = 40
"""Number of table rows in normal font that fit on a page next to headings and notes."""
LEAST_DENSITY = 0.6
"""Smallest font scale used to fit more rows on a page."""
FIGURES_A_TABLE = 7
"""Number of figures that fit in the width of a page."""
RUN_COLUMNS = ("95 % interval", "Cumulative", "Worst 10 s", "Orders")
RUN_NOTE = (
    "OPM: the window's own orders per minute. 95 % interval: of this run's mean, from batch means of its seconds; it "
    "says nothing of the next run. Cumulative: {as_printed}all orders since the load began over the time since then, "
    "at the window's end."
)
RUN_SQL_COLUMNS = ("95 % interval", "Worst 10 s", "Transactions")
RUN_SQL_NOTE = (
    "TPS: the window's own transactions a second. 95 % interval: of this run's mean, from batch means of its seconds; "
    "it says nothing of the next run. Worst 10 s: TPS."
)
RUN_STORAGE_COLUMNS = ("95 % interval", "Worst 10 s", "I/Os")
RUN_STORAGE_NOTE = (
    "95 % interval: of this run's mean IOPS, from batch means of its seconds; it says nothing of the next run. Worst "
    "10 s: IOPS."
)
LATENCY_COUNTER = re.compile(r"\\Latency (p\d+|max)$")
MIX_COLUMNS = ("Share", "Mix", "p90, ms", "Bound, ms")
LATENCY_COLUMNS = ("Calls", "Mean, ms", "p50, ms", "p95, ms", "p99, ms", "Max, ms")


def comparison_part(study: Study) -> Iterator[Block]:
    """Yield every figure over the repeats: geometric means, the ratio with its interval, and the spread."""
    yield Heading("Comparison over the runs")
    if not study.challengers:
        yield Paragraph("One system: its figures are in the runs below.", "dim")
    elif not any(run.valid for run in study.runs):
        yield Paragraph("No run is valid: nothing is compared.", "bad")
        return
    for system in study.challengers:
        letters = (study.baseline, system.letter)
        rows = []
        for metric in study.metrics:
            comparison = study.comparisons.get((system.letter, metric.name))
            spreads = [study.spreads[letter, metric.name] for letter in letters]
            if comparison is None:
                means = [NO_DATA, NO_DATA]
                cells = [*[NO_DATA] * 4, "one machine" if metric == MACHINE_CPU else "different layers"]
            else:
                winner = {"challenger": system.letter, "baseline": study.baseline}.get(
                    comparison.ahead(metric.better), ""
                )
                verdict = f"{winner} better" if winner else comparison.verdict
                verdict = verdict.replace("challenger", system.letter).replace("baseline", study.baseline)
                interval = ratio_range_text(comparison.low, comparison.high)
                both = comparison.baseline_mean, comparison.challenger_mean
                digits = [
                    study.decimals(letter, metric.name, value) for letter, value in zip(letters, both, strict=True)
                ]
                texts = figure_texts(both, metric, digits)
                means = [at_least_text(text, bound) for text, bound in zip(texts, comparison.at_least, strict=True)]
                change = change_text(1.0, comparison.ratio)
                cells = [ratio_text(1.0, comparison.ratio), interval, change, p_text(comparison.p), verdict]
            variation = [
                f"{spread.variation:.1%}".replace("%", " %") if isfinite(spread.variation) else NO_DATA
                for spread in spreads
            ]
            rows.append(Row((metric_label(metric), *means, *variation, *cells)))
        yield Heading(f"{system.letter} against {study.baseline} (baseline)", 3)
        columns = [ReportColumn("Figure", "left", 1.9)]
        columns += [ReportColumn(f"Geometric mean {letter}") for letter in letters]
        columns += [ReportColumn(f"CV {letter}", weight=0.7) for letter in letters]
        columns += [
            ReportColumn("Ratio", weight=0.8),
            ReportColumn("95 % interval", weight=1.4),
            ReportColumn("Change", weight=1.1),
        ]
        yield ReportTable((*columns, ReportColumn("p", weight=1.1), ReportColumn("Verdict", "left", 1.3)), tuple(rows))
    if study.challengers:
        yield Paragraph(
            "Geometric means are of the valid runs; ratio and change are between them, challenger / baseline. CV: "
            "coefficient of variation between the runs. p: two-sided, of the test in the method section; below 0.05 "
            "where the interval excludes 1. Only the first figure's verdict is the report's; the others are looked at "
            "beside it, and of many some differ by chance.",
            "dim",
        )


def median_part(study: Study) -> Iterator[Heading | Paragraph | ReportTable]:
    """Yield every figure of exactly the median runs, on one page, with the changes between them, as often published."""
    medians = {system.letter: median for system in study.systems if (median := study.median(system.letter)) is not None}
    if len(study.runs) < 2 or not medians:
        return
    columns = [ReportColumn("Figure", "left", 1.9)]
    columns += [ReportColumn(f"{letter}, run {median.number}") for letter, median in medians.items()]
    pairs = [(study.baseline, one.letter) for one in study.challengers if {study.baseline, one.letter} <= set(medians)]
    for base, other in pairs:
        columns += [ReportColumn(f"{other} / {base}", weight=0.8), ReportColumn(f"Change {other}", weight=0.9)]
    rows = []
    for metric in study.metrics:
        values = {letter: median.own.figures.get(metric.name, nan) for letter, median in medians.items()}
        cells = figures_of_runs([median.own for median in medians.values()], metric)
        for base, other in pairs:
            bound = any(metric.name in medians[letter].own.at_least for letter in (base, other))
            compared = (other, metric.name) in study.comparisons and not bound and study.compared(other)
            cells.append(ratio_text(values[base], values[other]) if compared else NO_DATA)
            cells.append(change_text(values[base], values[other]) if compared else NO_DATA)
        rows.append(Row((metric_label(metric), *cells)))
    yield Heading("Lower middle runs" if study.between_runs else "Median runs")
    latencies = _latency_rows(study, {letter: median.number for letter, median in medians.items()})
    counts = _counts_table(medians, study.unit)
    density = min(1.0, max(ROWS_A_PAGE / (len(rows) + len(latencies) + 2 * len(medians)), LEAST_DENSITY))
    yield ReportTable(tuple(columns), tuple(rows), density)
    which = "; ".join(
        f"{letter}: {median_text(median.basis, median.step_basis, median.number, median.own.users)}"
        for letter, median in medians.items()
    )
    even = " An even number of runs has no median run." if study.between_runs else ""
    yield Paragraph(
        f"Every figure of one and the same run of each system, chosen by {metric_label(study.headline)} "
        f"({which}). Ratio and change are between these runs, not the verdict's.{even}",
        "dim",
    )
    if latencies:
        yield ReportTable(_latency_columns(), tuple(latencies), density)
    if counts is not None:
        yield replace(counts, density=density)


RUN_COLUMNS_OF: Mapping[WorkUnit, tuple[str, ...]] = {
    "order": RUN_COLUMNS, "I/O": RUN_STORAGE_COLUMNS, "transaction": RUN_SQL_COLUMNS,
}  # fmt: skip


def _counts_table(medians: Mapping[str, MedianRun], unit: WorkUnit) -> ReportTable | None:
    """Return the counts of the median runs; None for imported totals."""
    rows = []
    for letter, median in medians.items():
        if median.own.result is not None:
            cells = _sound_cells(median.own)[2 if unit == "I/O" else 0 :]
            rows.append(Row((letter, _window(median.own), *_run_cells(median.own, unit)[1:], *cells)))
    texts = (
        *RUN_COLUMNS_OF[unit][1:],
        *(SOUND_STORAGE if unit == "I/O" else SOUND_COLUMNS)[:-1],
    )
    columns = (
        ReportColumn("System", "left", 0.7),
        ReportColumn("Window", "left", 1.2),
        *(ReportColumn(text) for text in texts),
    )
    return ReportTable(columns, tuple(rows)) if rows else None


def figures_of_runs(owns: Sequence[SystemRun | None], metric: Metric) -> list[str]:
    """Return a figure of each run, all in the same unit; a missing run has none.

    Imported figures keep their number of decimals. A figure that calls in flight could raise is marked.
    """
    values = [own.figures.get(metric.name, nan) if own is not None else nan for own in owns]
    decimals = [own.decimals.get(("", metric.name)) if own is not None else None for own in owns]
    texts = figure_texts(values, metric, decimals)
    bounds = [own is not None and metric.name in own.at_least for own in owns]
    return [at_least_text(text, bound) for text, bound in zip(texts, bounds, strict=True)]


def figure_of_run(own: SystemRun | None, metric: Metric) -> str:
    """Return a figure of one run, as in `figures_of_runs`."""
    return figures_of_runs([own], metric)[0]


def runs_part(study: Study) -> Iterator[Block]:
    """Yield every run of every system, and its validity."""
    yield Heading("Every run")
    recorded = any(study.recorded(run) for run in study.runs)
    first = [ReportColumn("Run", "left", 0.5), ReportColumn("System", "left", 0.7)]
    rows = [(run, letter, own) for run in study.runs for letter, own in run.systems.items()]
    state = [ReportColumn("", "left", 0.8), ReportColumn("Valid", "left", 0.6)]
    window = [ReportColumn("Window", "left", 1.3)]
    for metrics in _parts(study.metrics, FIGURES_A_TABLE):
        yield ReportTable(
            (*first, *window, *(ReportColumn(_short(metric)) for metric in metrics), *state),
            tuple(
                Row(
                    (
                        str(run.number), letter, _window(own),
                        *(figure_of_run(own, metric) for metric in metrics),
                        _median_mark(study, run, letter), "yes" if run.valid else "no",
                    ),
                    "" if run.valid else "bad",
                )
                for run, letter, own in rows
            ),
        )  # fmt: skip
    if recorded:
        yield ReportTable(
            (*first, *(ReportColumn(text) for text in RUN_COLUMNS_OF[study.unit])),
            tuple(
                Row((str(run.number), letter, *_run_cells(own, study.unit)), "" if run.valid else "bad")
                for run, letter, own in rows
            ),
        )
        notes = {"I/O": RUN_STORAGE_NOTE, "transaction": RUN_SQL_NOTE}
        yield Paragraph(notes.get(study.unit) or _run_note(study), "dim")
        yield from _published(study)
        yield from soundness_part(study)


def _run_note(study: Study) -> str:
    """Return the explanation of the columns in the table of runs, in the workload's terms."""
    works = [one.workload for one in study.sessions if isinstance(one.workload, WorkloadParameters)]
    printed = {work.cumulative_as for work in works} if len(works) == len(study.sessions) else {""}
    as_printed = f"as {printed.pop()} prints it, " if len(printed) == 1 and "" not in printed else ""
    notes = dict.fromkeys(work.rates_note for work in works if work.rates_note)
    return " ".join((RUN_NOTE.format(as_printed=as_printed), *notes))


def _parts(metrics: Sequence[Metric], most: int) -> Iterator[Sequence[Metric]]:
    """Split the metrics into as few parts as possible, of nearly equal size and with at most `most` metrics each."""
    number = -(-len(metrics) // most)
    size = -(-len(metrics) // max(number, 1))
    for begin in range(0, len(metrics), max(size, 1)):
        yield metrics[begin : begin + size]


def _median_mark(study: Study, run: StudyRun, letter: str) -> str:
    median = study.median(letter)
    if len(study.runs) < 2 or median is None or median.number != run.number or not run.valid:
        return ""
    return "lower middle" if median.basis == "lower middle run" else "median"


def _run_cells(own: SystemRun, unit: WorkUnit) -> list[str]:
    ends = (own.batches.low, own.batches.high) if own.batches else (nan, nan)
    interval = " – ".join(map(count_text, ends)) if isfinite(ends[0]) else NO_DATA
    worst = own.result.worst_10_s_opm if own.result else None
    orders = own.result.orders if own.result else None
    if unit != "order":
        return [interval, _count(None if worst is None else worst / 60), _count(orders)]
    return [interval, count_text(own.cumulative_opm), _count(worst), _count(orders)]


def _published(study: Study) -> Iterator[Block]:
    runs = [
        f"run {run.number} {letter} {count_text(own.published_opm)}"
        for run in study.runs
        for letter, own in run.systems.items()
        if isfinite(own.published_opm)
    ]
    if runs:
        yield Paragraph(
            "Mean of the cumulative counter in the fixed window, as such tests are published (their log begins 10 s "
            f"before the driver): {', '.join(runs)}."
        )


def targets_part(study: Study) -> Iterator[Block]:
    """Yield the figure of each target if a system has several targets: the first figure that is known per target."""
    figures_of_targets = [
        figures for run in study.runs for own in run.systems.values() for figures in own.targets.values()
    ]
    target_count = max((len(own.targets) for run in study.runs for own in run.systems.values()), default=0)
    metric = next(
        (one for one in study.metrics if any(isfinite(own.get(one.name, nan)) for own in figures_of_targets)), None
    )
    if target_count < 2 or metric is None:
        return
    yield Heading("Every target")
    names = list(dict.fromkeys(name for run in study.runs for own in run.systems.values() for name in own.targets))
    sides = [(run, letter, own) for run in study.runs for letter, own in run.systems.items()]
    rows = []
    for name in names:
        cells = [
            figure_text(own.targets.get(name, {}).get(metric.name, nan), metric, own.decimals.get((name, metric.name)))
            for _, _, own in sides
        ]
        if any(cell != NO_DATA for cell in cells):
            rows.append(Row((name, *cells)))
    totals = [
        figure_text(own.figures.get(metric.name, nan), metric, own.decimals.get(("", metric.name)))
        for _, _, own in sides
    ]
    whole = "Whole system" if metric.unit in ("s", "ms", "%") else "Total"
    rows.append(Row((whole, *totals)))
    columns = [ReportColumn(f"{_short(metric)} of target", "left", 1.4)]
    columns += [ReportColumn(f"Run {run.number} {letter}") for run, letter, _ in sides]
    yield from _split_table(columns, rows, 10)


def latency_part(study: Study) -> Iterator[Block]:
    """Yield the latency percentiles of every operation in every run, from merged histograms."""
    rows = _latency_rows(study)
    late = [
        f"Run {run.number} {letter}, {_operation_label(key, study)}: {count_text(operation.censored)}, the oldest for "
        f"{(operation.oldest_ms or 0.0) / 1e3:,.1f} s"
        for key in _operations(study)
        for run in study.runs
        for letter, own in run.systems.items()
        if (operation := own.result.operations.get(key) if own.result else None) is not None and operation.censored
    ]
    if rows:
        yield Heading("Latencies")
        yield ReportTable(_latency_columns(), tuple(rows))
        yield Paragraph(
            "Percentiles are of all calls in the window, from log-bucketed counts merged by addition (within 0.8 %); "
            "means and maxima are exact.",
            "dim",
        )
    yield from _mix_part(study)
    if late:
        yield Paragraph(
            "Calls that were still under way when the window ended, and had been for more than 1 s longer than its "
            f"99th percentile, are counted apart; figures that they could change read at least (≥): {'; '.join(late)}."
        )


def _mix_part(study: Study) -> Iterator[Block]:
    """Yield the transactions' shares next to their mix, and their 90th percentiles next to the bounds."""
    mixes = [one.workload.bounded_mix if isinstance(one.workload, WorkloadParameters) else {} for one in study.sessions]
    mix = mixes[0] if mixes and all(one == mixes[0] for one in mixes) else {}
    rows = []
    for key, wanted in mix.items():
        for run in study.runs:
            for letter, own in run.systems.items():
                operations = own.result.operations if own.result else {}
                total = sum(operations[one].count for one in mix if one in operations)
                if key not in operations or not total:
                    continue
                p90_ms = operations[key].p90_ms
                share = f"{100 * operations[key].count / total:.1f} %"
                cells = (_operation_label(key, study), str(run.number), letter, share, f"{wanted.percent} %")
                late = p90_ms is not None and p90_ms > 1000 * wanted.p90_s
                rows.append(Row((*cells, _ms(p90_ms), _ms(1000 * wanted.p90_s)), "bad" if late else ""))
    if rows:
        yield Heading("Mix and 90th percentiles", 3)
        first = (
            ReportColumn("Operation", "left", 1.5),
            ReportColumn("Run", "left", 0.6),
            ReportColumn("System", "left", 0.7),
        )
        yield ReportTable((*first, *(ReportColumn(text) for text in MIX_COLUMNS)), tuple(rows))


def _operations(study: Study) -> list[str]:
    operations_of_runs = (own.result.operations for run in study.runs for own in run.systems.values() if own.result)
    return list(dict.fromkeys(key for operations in operations_of_runs for key in operations))


def _operation_label(key: str, study: Study) -> str:
    return operation_label(key, study.unit)


def _latency_columns() -> tuple[ReportColumn, ...]:
    first = (
        ReportColumn("Operation", "left", 1.5),
        ReportColumn("Run", "left", 0.6),
        ReportColumn("System", "left", 0.7),
    )
    return (*first, *(ReportColumn(text) for text in LATENCY_COLUMNS))


def _latency_rows(study: Study, runs: Mapping[str, int] | None = None) -> list[Row]:
    """Return a row for each operation, run and system; `runs` restricts each system to one run, by letter."""
    rows = []
    keys = [_operation_label(key, study) for key in _operations(study)]
    for key in _operations(study):
        for run in study.runs:
            for letter, own in run.systems.items():
                operation = own.result.operations.get(key) if own.result else None
                if operation is None or (runs is not None and runs.get(letter) != run.number):
                    continue
                if study.storage and not operation.count:  # a pass of reads only or of writes only
                    continue
                figures = {name: getattr(operation, f"{name}_ms") for name in ("mean", "p50", "p95", "p99", "max")}
                texts = (at_least_text(_ms(value), name in operation.at_least) for name, value in figures.items())
                label, count = _operation_label(key, study), count_text(operation.count)
                rows.append(Row((label, str(run.number), letter, count, *texts)))
    return sorted(rows, key=lambda row: (keys.index(row.cells[0]), row.cells[2])) if runs is not None else rows


def load_part(study: Study) -> Iterator[Block]:
    """Yield the figures of sweeps and searches as charts over the load, and all steps."""
    if not study.points:
        return
    yield Heading("Load levels")
    yield from load_charts(study)
    by_rate = any(isfinite(point.rate) for point in study.points)
    latencies = [study.latency.name] if study.latency is not None else []
    latencies += [m.name for m in study.metrics if m.name.endswith((" p95", " p99"))]
    names = [name for name in dict.fromkeys((study.rate_name, *latencies, *OVER_LOAD)) if study.metric(name)]
    rows = [
        Row(tuple(_step_cells(study, point, letter, names, by_rate)))
        for point in study.points
        for letter in point.systems
    ]
    columns = [
        ReportColumn("Target rate" if by_rate else "Users", "left", 0.7),
        ReportColumn("Run", "left", 0.5),
        ReportColumn("System", "left", 0.7),
    ]
    has_limit = any(value is not None for point in study.points for value in point.held.values())
    columns += [ReportColumn(_label(study, name)) for name in names] + (
        [ReportColumn("Held", "left", 0.6)] if has_limit else []
    )
    yield Heading("Every step", 3)
    yield ReportTable(tuple(columns), tuple(Row(row.cells if has_limit else row.cells[:-1]) for row in rows))
    yield from _extremes(study, names)


NORMALISED_NOTE = (
    "Raw value, normalised figure and change: of each system's median run, nothing rounded in between. A price is "
    "divided by the figure, everything else divides it; of a price less is better, of everything else more; what a "
    "database's I/O counters say is neither. Intervals: 95 %, over the valid runs, each divided by what that run was "
    "got with (a fact is the same in every run), of the geometric mean and of the ratio of geometric means."
)
FILE_CALLS_NOTE = (
    "{figures}: calls on files, which the operating system's cache may serve. Nobody knows how many reached a disk, so "
    "they are not divided by disks, price or anything else."
)


def normalised_part(study: Study) -> Iterator[Block]:
    """Yield the figures per disk, price, watt, gigabyte, core and rack unit, next to the raw figures."""
    known = [row for row in study.normalised if any(isfinite(one.value) for one in row.quotients.values())]
    if not known:
        return
    yield Heading("Normalised figures")
    rows = [line for row in known for line in _normalised_rows(study, row)]
    columns = [
        ReportColumn("Figure", "left", 1.5),
        ReportColumn("System", "left", 0.75),
        ReportColumn("Raw value", weight=1.1),
    ]
    columns += [
        ReportColumn("Divided by", "left", 1.6),
        ReportColumn("Normalised"),
        ReportColumn("95 % interval", weight=1.8),
    ]
    columns += [ReportColumn(f"Change from {study.baseline}"), ReportColumn(f"Ratio to {study.baseline}", weight=0.8)]
    columns.append(ReportColumn("95 % interval", weight=1.3))
    yield ReportTable(tuple(columns), tuple(rows))
    yield Paragraph(NORMALISED_NOTE, "dim")
    all_system_runs = [own for run in study.runs for own in run.systems.values()]
    calls = [metric.name for metric in study.metrics if any(metric.name in own.file_calls for own in all_system_runs)]
    if rates := [name for name in calls if name in ("IOPS", "Bytes/s")]:
        yield Paragraph(FILE_CALLS_NOTE.format(figures=" and ".join(label_of_metric(name) for name in rates)), "dim")


def counters_part(study: Study) -> Iterator[Block]:
    """Yield every counter over the window of each system's median run; latencies have a separate part."""
    runs = {system.letter: study.median_run(system.letter) for system in study.systems}
    results = {letter: run.result for letter, run in runs.items() if run and run.result}
    compared = counter_comparisons(study) if len(results) > 1 else {}
    challengers = [letter for letter in results if letter != study.baseline]
    paths = list(dict.fromkeys(path for result in results.values() for path in result.counters))
    rows = []
    for path in paths:
        counter_of_system = {letter: result.counters.get(path) for letter, result in results.items()}
        known = [counter for counter in counter_of_system.values() if counter is not None and counter.samples]
        if not known or LATENCY_COUNTER.search(path):
            continue
        metric = Metric(path, known[0].unit, "")
        label = counter_label(path, study.unit)
        if not label:
            continue
        cells = [label, ", ".join(sorted({counter.layer for counter in known}))]
        for name in ("average", "maximum", "p95_of_samples"):
            for counter in counter_of_system.values():
                value = getattr(counter, name) if counter is not None else None
                cells.append(figure_text(nan if value is None else value, metric))
        for letter in challengers if compared else ():
            comparison = compared.get((letter, path))
            cells.append(_ratio_and_range(comparison) if comparison is not None else NO_DATA)
        rows.append(Row(tuple(cells)))
    if rows:
        yield Heading("Every counter")
        columns = [ReportColumn("Counter", "left", 3.4), ReportColumn("Layer", "left", 1.1)]
        columns += [ReportColumn(f"{name} {letter}") for name in ("Average", "Max", "p95") for letter in results]
        columns += [ReportColumn(f"{letter} / {study.baseline}", weight=1.6) for letter in challengers if compared]
        yield ReportTable(tuple(columns), tuple(rows))
        ratio = " Ratios: of the geometric means of the averages over all valid runs, with their 95 % interval."
        yield Paragraph(
            "Of each system's median run. Averages are delta over delta of the raw values; the others are of the "
            f"samples, one per second.{ratio if compared else ''}",
            "dim",
        )


def _ratio_and_range(comparison: Comparison) -> str:
    """Return a ratio as text, "1.92× (1.89 – 1.94)"; without an interval if there is only one run."""
    ratio = ratio_text(1.0, comparison.ratio)
    return f"{ratio} ({ratio_range_text(comparison.low, comparison.high)})" if isfinite(comparison.low) else ratio


def _step_cells(study: Study, point: LoadPoint, letter: str, names: list[str], by_rate: bool) -> list[str]:
    own = point.systems[letter]
    figures = [figure_of_run(own, metric) for name in names if (metric := study.metric(name))]
    held = {True: "yes", False: "no", None: NO_DATA}[point.held.get(letter)]
    return [f"{load_of(point, own, by_rate):,.10g}", str(point.repeat), letter, *figures, held]


def _extremes(study: Study, names: list[str]) -> Iterator[Block]:
    """Yield maximum and mean of each figure over the steps."""
    rows = []
    for name in names:
        metric = study.metric(name)
        assert metric is not None
        cells: list[str] = []
        for system in study.systems:
            values = [
                p.systems[system.letter].figures.get(name, nan) for p in study.points if system.letter in p.systems
            ]
            known = [value for value in values if isfinite(value)]
            both = max(known, default=nan), sum(known) / len(known) if known else nan
            cells += [figure_text(value, metric, study.decimals(system.letter, name, value)) for value in both]
        rows.append(Row((metric_label(metric), *cells)))
    columns = [ReportColumn("Over the steps", "left", 1.5)]
    for system in study.systems:
        columns += [ReportColumn(f"{system.letter} maximum"), ReportColumn(f"{system.letter} average")]
    yield ReportTable(tuple(columns), tuple(rows))


def _normalised_rows(study: Study, row: NormalisedRow) -> list[Row]:
    metric = Metric(row.metric, row.raw_unit, "more")
    base = row.quotients[study.baseline]
    rows = []
    for number, system in enumerate(study.systems):
        letter = system.letter
        quotient, divisor, raw = row.quotients[letter], row.divisors[letter], row.raw[letter]
        cells_against_baseline = ["", "", ""]
        if letter != study.baseline:
            comparison = row.comparisons.get(letter)
            change = row.reason or change_text(base.value, quotient.value)
            ratio, low, high = (
                (comparison.ratio, comparison.low, comparison.high) if comparison is not None else (nan, nan, nan)
            )
            cells_against_baseline = [change, ratio_text(1.0, ratio), ratio_range_text(low, high)]
        cells = [
            row.label if number == 0 else "",
            letter,
            figure_text(raw, metric, study.decimals(letter, row.metric, raw)),
            _divided_by(divisor),
            quotient.reason or quotient_text(row, letter, quotient.value),
            _quotient_interval(row, letter),
            *cells_against_baseline,
        ]
        rows.append(Row(tuple(cells)))
    return rows


def _divided_by(divisor: Divisor) -> str:
    """Return the divisor of a figure, followed by its value unless the divisor is a text from the scenario."""
    if divisor.source.startswith("measured") and isfinite(divisor.value):
        return f"{significant_text(divisor.value)} {divisor.unit}, {divisor.source}"
    return divisor.source or divisor.reason


def quotient_text(row: NormalisedRow, letter: str, value: float) -> str:
    """Return a quotient in the unit named in the row's label (a price with its currency); bounds are marked."""
    text = money_text(value, row.quotients[letter].unit) if row.basis == "price" else significant_text(value)
    if not row.bounds.get(letter) or text == NO_DATA:
        return text
    return f"{AT_MOST} {text}" if row.basis == "price" else at_least_text(text, True)


def _quotient_interval(row: NormalisedRow, letter: str) -> str:
    quotient = row.quotients[letter]
    if not isfinite(quotient.low):
        return NO_DATA
    if row.basis == "price":
        return f"{money_text(quotient.low, quotient.unit)} – {money_text(quotient.high, quotient.unit)}"
    return f"{significant_text(quotient.low)} – {significant_text(quotient.high)}"


def _label(study: Study, name: str) -> str:
    metric = study.metric(name)
    return metric_label(metric) if metric is not None else name


def _split_table(columns: list[ReportColumn], rows: list[Row], most: int) -> Iterator[ReportTable]:
    """Split a table that has too many columns."""
    for first in range(1, len(columns), most):
        part = slice(first, first + most)
        yield ReportTable((columns[0], *columns[part]), tuple(Row((row.cells[0], *row.cells[part])) for row in rows))


def _window(own: SystemRun) -> str:
    return f"{duration_text(own.span.from_s)} – {duration_text(own.span.to_s)}" if own.span else NO_DATA


def _short(metric: Metric) -> str:
    return with_layer(metric.name, metric)


def _ms(value: float | None) -> str:
    return significant_text(nan if value is None else value)
