"""The result as a plain-text table, as headless runs print it; of storage I/O a row a depth."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from math import isfinite, nan

import msgspec

from app.analysis.format import (
    NO_DATA,
    at_least_text,
    count_text,
    duration_in_units,
    ratio_text,
    unit_scale,
    value_text,
)
from app.model.documents import PlanResult
from app.model.workloads import pass_label
from app.results.headline_text import headline_text
from app.results.measurings import MEASURE, alternated, measurings
from app.results.run_figures import OPM
from app.results.session_headline import session_headline
from app.results.session_result import CounterResult, Figure, Result, SystemResult, result_of
from app.results.storage_results import IoLatency, StorageFigures, StorageStep, TargetFigures
from app.results.study import study_of
from app.results.study_records import LoadPoint, Study, SystemRun
from app.session.reader import SessionReader

GAP = "   "
LONGEST_NAME = 26

IO_ROWS = (
    ("IOPS", ("\\Engine File(_Total)\\Transfers/sec", "\\PhysicalDisk(_Total)\\Disk Transfers/sec")),
    ("I/O latency", ("\\Engine File(_Total)\\Avg. sec/Transfer", "\\PhysicalDisk(_Total)\\Avg. Disk sec/Transfer")),
    ("Queue length", ("\\Engine File(_Total)\\Avg. Queue Length", "\\PhysicalDisk(_Total)\\Avg. Disk Queue Length")),
)
"""Each row's counter: the first of these that a system has."""


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the table: a cell for each system, a ratio for each but the baseline."""

    label: str
    cells: Sequence[str]
    ratios: Sequence[str]


def result_table(reader: SessionReader) -> str:
    """The whole text, several lines. Of several repeats: each repeat's orders per minute, then
    each system's median run. Of a sweep or search: each step, then each system's best one."""
    result = result_of(reader)
    study = _of_several(reader)
    lines = [result.title, _subtitle(result) if study is None else _several_subtitle(result, study), ""]
    lines += [*headline_lines(reader), ""]
    if study is not None:
        result = _of_median_runs(result, study)
        header = header_row(result)
        if study.points:
            lines += [*aligned_rows(header, _step_rows(result, study)), ""]
        if outcomes := _outcomes(study):
            lines += [*outcomes, ""]
        if len(study.runs) > 1:
            lines += [*aligned_rows(header, _repeat_rows(result, study)), ""]
        if study.points or len(study.runs) > 1:
            lines += ["Of each system's best step:" if study.points else "Of each system's median run:"]
    if result.systems:
        lines += [*aligned_rows(header_row(result), table_rows(result)), ""]
    lines += [verdict_line(result)]
    lines += [f"  - {reason}" for reason in result.reasons]
    lines += [f"Warning: {warning}" for warning in result.warnings]
    lines += [f"Session: {reader.path}"]
    return "\n".join(lines)


def validity_text(reader: SessionReader) -> str:
    """Whether the run is valid, its warnings, and where it is: several lines."""
    result = result_of(reader)
    lines = [verdict_line(result)]
    lines += [f"  - {reason}" for reason in result.reasons]
    lines += [f"Warning: {warning}" for warning in result.warnings]
    return "\n".join([*lines, f"Session: {reader.path}"])


def headline_lines(reader: SessionReader) -> list[str]:
    """The headline, and what it rests on; of several challengers one after the other."""
    said = headline_text(session_headline(reader))
    smalls = said.smalls or (said.small,)
    return [line for one, small in zip(said.statements, smalls, strict=True) for line in (one.text, small) if line]


def _of_several(reader: SessionReader) -> Study | None:
    """The study of a session with several repeats or steps, whose systems took turns or raced; None of any other."""
    if not reader.systems:
        return None
    found = measurings(reader) if sum(phase.name == MEASURE for phase in reader.phases) > 1 else []
    raced = reader.scenario.results.page == "race" and bool(reader.documents_of(PlanResult))
    return study_of([reader]) if raced or len(found) > 1 or alternated(found) else None


def _several_subtitle(result: Result, study: Study) -> str:
    heading = f"{result.started[:16].replace('T', ' ')}, {duration_in_units(result.seconds)} recorded"
    steps = [f"{len(study.points)} steps"] if study.points else []
    repeats = [f"{len(study.runs)} repeats"] if len(study.runs) > 1 else []
    return f"{heading}; {', '.join([*steps, *repeats, study.design])}"


def _step_rows(result: Result, study: Study) -> list[Row]:
    """Orders per minute, then a latency, at each step."""
    latency = next((metric.name for metric in study.metrics if metric.name.endswith(" p95")), "")
    return [*_rows_of_steps(result, study, OPM.name, ""), *_rows_of_steps(result, study, latency, "s")]


def _rows_of_steps(result: Result, study: Study, metric: str, unit: str) -> list[Row]:
    """A metric at each step. Where each system has its own users they stand with its figure."""
    if not metric:
        return []
    every = [run.figures.get(metric, nan) for point in study.points for run in point.systems.values()]
    scale = unit_scale(max((value for value in every if isfinite(value)), default=0.0), unit)
    rows = []
    for point in study.points:
        together = all(held is None for held in point.held.values())
        values: list[Figure] = []
        bounds: list[bool] = []
        cells = []
        for system in result.systems:
            run = point.systems.get(system.letter)
            value = run.figures.get(metric, nan) if run else nan
            values.append(_figure(value))
            bounds.append(run is not None and metric in run.at_least)
            users = run.users if run and not together else None
            held = point.held.get(system.letter)
            text = at_least_text(scaled_text(value, scale.factor), bounds[-1])
            cells.append(_step_cell(text, held, users) if run else NO_DATA)
        label = _with_unit(f"{_step_name(point, together)}, {metric}", scale.unit_text)
        rows.append(Row(label, cells, ratios_of(result, values, bounds) if together else []))
    return rows


def _step_name(point: LoadPoint, together: bool) -> str:
    if isfinite(point.rate):
        return f"{count_text(point.rate)} orders/s asked"
    users = next((run.users for run in point.systems.values()), 0)
    return _users_text(users) if together else f"Step {point.step + 1}"


def _users_text(users: float) -> str:
    return "1 user" if users == 1 else f"{count_text(users)} users"


def _step_cell(value: str, held: bool | None, users: float | None) -> str:
    notes = [_users_text(users)] if users is not None else []
    notes += ["held" if held else "not held"] if held is not None else []
    return f"{value} ({', '.join(notes)})" if notes else value


def _outcomes(study: Study) -> list[str]:
    """What a search or a race ended with, a line a repeat."""
    lines = []
    for session in study.sessions:
        for found in session.plan_results:
            outcomes = [_outcome(letter, one) for letter, one in found.systems.items()]
            if any(outcomes):
                lines.append("; ".join(text for text in outcomes if text))
    return lines


def _outcome(letter: str, found: Mapping[str, object]) -> str:
    """Of a latency search the most users that held; of a race when its orders were done. "" of any other plan."""
    match found:
        case {"limit_s": float() | int() as limit_s, "users": int() as users, "figure": figure, "operation": operation}:
            limit = f"{figure} of {operation} within {1e3 * limit_s:,g} ms"
            return f"{letter}: {limit} up to {_users_text(users)}" if users else f"{letter}: {limit} with no load tried"
        case {"finished_s": float() | int() as finished_s, "orders": int() as orders}:
            return f"{letter}: {count_text(orders)} orders in {finished_s:.1f} s"
        case {"finished_s": None, "orders": int() as orders}:
            return f"{letter}: not finished, {count_text(orders)} orders"
        case _:
            return ""


def _of_median_runs(result: Result, study: Study) -> Result:
    systems = []
    for system in result.systems:
        run = study.median_run(system.letter)
        systems.append(run.result if run is not None and run.result is not None else system)
    return msgspec.structs.replace(result, systems=systems)


def _repeat_rows(result: Result, study: Study) -> list[Row]:
    """Orders per minute of each repeat, and their mean with its 95 % interval."""
    rows = []
    for run in study.runs:
        values = [_run_figure(study, run.systems.get(system.letter)) for system in result.systems]
        label = f"Repeat {run.repeat}, {study.headline.name}" + ("" if run.valid else " (not valid)")
        rows.append(_row(result, label, values, count_text))
    spreads = [study.spreads.get((system.letter, study.headline.name)) for system in result.systems]
    rows.append(_row(result, "Mean", [_figure(spread.mean) if spread else None for spread in spreads], count_text))
    cells = [
        f"{count_text(spread.low)} – {count_text(spread.high)}" if spread and isfinite(spread.low) else NO_DATA
        for spread in spreads
    ]
    return [*rows, Row("  95 % interval", cells, [])]


def _run_figure(study: Study, run: SystemRun | None) -> Figure:
    return None if run is None else _figure(run.figures.get(study.headline.name, nan))


def _figure(value: float) -> Figure:
    return value if isfinite(value) else None


def table_rows(result: Result) -> list[Row]:
    """The figures of the result window."""
    systems = result.systems
    rows = [
        _row(result, "Orders", [s.orders for s in systems], count_text),
        _row(result, "Orders per minute (OPM)", [s.opm for s in systems], count_text),
        _row(result, "  worst 10 s", [s.worst_10_s_opm for s in systems], count_text),
    ]
    rows += _target_rows(result)
    for key in systems[0].operations if systems else ():
        rows.append(_latency_row(result, key))
    for label, paths in IO_ROWS:
        rows += _io_row(result, label, paths)
    rows += [
        _row(result, "Rolled back, %", [s.rollback_percent for s in systems], _percent, ratio=False),
        _row(result, "  expected, %", [s.rollback_expected_percent for s in systems], _percent, ratio=False),
        _row(result, "Errors", [s.errors for s in systems], count_text, ratio=False),
        Row("Users alive of requested", [_users(s) for s in systems], []),
        _row(
            result,
            "Driver's busiest worker, % of a core",
            [s.busiest_worker_percent for s in systems],
            _percent,
            ratio=False,
        ),
    ]
    return rows


def _target_rows(result: Result) -> list[Row]:
    """Each target's orders per minute, and the imbalance, where a system has several."""
    most = max((len(system.targets) for system in result.systems), default=0)
    if most < 2:
        return []

    def opm(system: SystemResult, number: int) -> Figure:
        return system.targets[number].opm if number < len(system.targets) else None

    rows = [
        _row(result, f"  target {number + 1}, OPM", [opm(s, number) for s in result.systems], count_text)
        for number in range(most)
    ]
    imbalance = [system.imbalance_percent for system in result.systems]
    return [*rows, _row(result, "  imbalance of targets, %", imbalance, _percent, ratio=False)]


def header_row(result: Result) -> Row:
    """The systems' names."""
    cells = []
    for system in result.systems:
        name = system.name if len(system.name) <= LONGEST_NAME else system.name[: LONGEST_NAME - 1] + "…"
        cells.append(f"{system.letter}: {name}")
    baseline = _baseline(result)
    return Row("", cells, [f"{s.letter} / {baseline.letter}" for s in result.systems if s is not baseline])


def aligned_rows(header: Row, rows: Sequence[Row]) -> list[str]:
    """A line for the header and each row, in columns."""
    every = [header, *rows]
    ratios = max(len(row.ratios) for row in every)
    grid = [[row.label, *row.cells, *row.ratios, *[""] * (ratios - len(row.ratios))] for row in every]
    widths = [max(len(line[column]) for line in grid) for column in range(len(grid[0]))]
    return [
        GAP.join(
            [line[0].ljust(widths[0]), *(cell.rjust(w) for cell, w in zip(line[1:], widths[1:], strict=True))]
        ).rstrip()
        for line in grid
    ]


def _subtitle(result: Result) -> str:
    from_s, to_s = result.window.from_s, result.window.to_s
    return (
        f"{result.started[:16].replace('T', ' ')}, {duration_in_units(result.seconds)} recorded; figures of "
        f"{duration_in_units(to_s - from_s)}, from {from_s:.0f} s to {to_s:.0f} s after the start"
    )


def verdict_line(result: Result) -> str:
    """Whether the run is valid."""
    return "Valid run." if result.valid else "NOT a valid run:"


def _baseline(result: Result) -> SystemResult:
    return next((s for s in result.systems if s.role == "baseline"), result.systems[0])


def ratios_of(result: Result, values: Sequence[Figure], bounds: Sequence[bool] = ()) -> list[str]:
    """Each system's figure over the baseline's; the baseline itself has none. bounds: of each system, whether its
    figure is only known to be no less: of such there is no ratio."""
    baseline = _baseline(result)
    exact = [
        nan if bound else _known(value) for value, bound in zip(values, bounds or [False] * len(values), strict=True)
    ]
    pairs = list(zip(result.systems, exact, strict=True))
    base = next(value for system, value in pairs if system is baseline)
    return [ratio_text(base, value) for system, value in pairs if system is not baseline]


def _row(
    result: Result, label: str, values: Sequence[Figure], text: Callable[[float], str], *, ratio: bool = True
) -> Row:
    return Row(label, [text(_known(value)) for value in values], ratios_of(result, values) if ratio else [])


def _latency_row(result: Result, key: str) -> Row:
    """p50, p95 and p99 of an operation, all in one unit."""
    figures = []
    for system in result.systems:
        operation = system.operations[key]
        figures.append([_known(ms) / 1e3 for ms in (operation.p50_ms, operation.p95_ms, operation.p99_ms)])
    scale = unit_scale(max((f for own in figures for f in own if isfinite(f)), default=0.0), "s")
    bounds = [[name in system.operations[key].at_least for name in ("p50", "p95", "p99")] for system in result.systems]
    cells = [
        " / ".join(at_least_text(scaled_text(f, scale.factor), bound) for f, bound in zip(own, least, strict=True))
        for own, least in zip(figures, bounds, strict=True)
    ]
    ratios = [
        ratios_of(result, values, least)
        for values, least in zip(zip(*figures, strict=True), zip(*bounds, strict=True), strict=True)
    ]
    return Row(
        f"{key} p50 / p95 / p99, {scale.unit_text}", cells, [" / ".join(own) for own in zip(*ratios, strict=True)]
    )


def _io_row(result: Result, label: str, paths: Sequence[str]) -> list[Row]:
    found: list[CounterResult | None] = [
        next((system.counters[path] for path in paths if path in system.counters), None) for system in result.systems
    ]
    known = [counter for counter in found if counter is not None]
    if not known:
        return []
    values = [counter.average if counter else None for counter in found]
    unit = known[0].unit
    scale = unit_scale(max((_known(v) for v in values if v is not None), default=0.0), unit)
    layers = sorted({counter.layer for counter in known})
    cells = [scaled_text(_known(value), scale.factor) for value in values]
    if len(layers) > 1:
        # The same name from another layer is another thing: no ratio.
        cells = [f"{cell} ({c.layer})" if c else cell for cell, c in zip(cells, found, strict=True)]
        return [Row(_with_unit(label, scale.unit_text), cells, [])]
    return [Row(f"{_with_unit(label, scale.unit_text)} ({layers[0]})", cells, ratios_of(result, values))]


def _with_unit(label: str, unit: str) -> str:
    return f"{label}, {unit}" if unit not in {"", "/s"} else label


def scaled_text(value: float, factor: float) -> str:
    """A value in another unit, without it."""
    return value_text(value * factor, "")[0]


def _percent(value: float) -> str:
    return value_text(value, "%")[0]


def _users(system: SystemResult) -> str:
    if system.users_alive is None or system.users_requested is None:
        return NO_DATA
    return f"{count_text(system.users_alive)} of {count_text(system.users_requested)}"


def _known(value: Figure) -> float:
    return nan if value is None else float(value)


Of = Callable[[StorageFigures], Figure]


def storage_table(reader: SessionReader) -> str:
    """The whole text, several lines: for each kind of I/O every figure at every depth, in the order of depths."""
    result = result_of(reader)
    steps = result.storage
    heading = f"{result.started[:16].replace('T', ' ')}, {duration_in_units(result.seconds)} recorded"
    if steps:
        measured_s = sorted({round(own.seconds) for step in steps for own in step.systems.values()})
        heading += f"; {len(steps)} step{'s' * (len(steps) > 1)} of {' to '.join(f'{one:,}' for one in measured_s)} s"
    lines = [result.title, heading, "", *headline_lines(reader), ""]
    runs = len({step.run for step in steps})
    patterns = reader.scenario.results.page == "patterns"
    for (run, io_label), group in groupby(steps, key=lambda step: (step.run, _kind_label(step, patterns=patterns))):
        own = list(group)
        factors = "" if patterns else f", {own[0].depth_factors}"
        lines.append((f"Run {run} of {runs}: " if runs > 1 else "") + f"{io_label}{factors}")
        rows = _pattern_rows(result, own) if patterns else _rows(result, own)
        lines += [*aligned_rows(header_row(result), rows), ""]
    lines += [verdict_line(result)]
    lines += [f"  - {reason}" for reason in result.reasons]
    lines += [f"Warning: {warning}" for warning in result.warnings]
    lines += [f"Session: {reader.path}"]
    return "\n".join(lines)


def _kind_label(step: StorageStep, *, patterns: bool) -> str:
    """What one table is of: the kind of I/O, or all patterns of a pass."""
    if not patterns:
        return step.io_label
    return f"{pass_label(step.read_percent).capitalize()}, {step.conditions}"


def _pattern_rows(result: Result, steps: Sequence[StorageStep]) -> list[Row]:
    """Two lines a pattern, then its latency: the figures that drive benchmarks give."""
    rows: list[Row] = []
    for step in steps:
        figures: tuple[tuple[str, Of, str], ...] = (
            ("MB/s", lambda one: one.mb_per_s, ""),
            ("IOPS", lambda one: one.iops, ""),
            ("latency mean", _Latency("order", "mean"), "s"),
        )
        for name, of, unit in figures:
            rows += [
                replace(row, label=f"{step.pattern}, {row.label}") for row in _metric(result, [step], name, of, unit)
            ]
    return rows


def _rows(result: Result, steps: Sequence[StorageStep]) -> list[Row]:
    rows = [
        *_metric(result, steps, "IOPS", lambda one: one.iops),
        *_metric(result, steps, "MB/s", lambda one: one.mb_per_s),
        # Binary units stand in old reports: beside a single step there is room for them.
        *(_metric(result, steps, "MiB/s", lambda one: one.mib_per_s) if len(steps) == 1 else ()),
    ]
    for key in _operation_keys(steps):
        kind = "" if key == "order" else f"{key} "
        for name in ("min", "mean", "p50", "p95", "p99", "max") if len(steps) == 1 else ("mean", "p50", "p99"):
            rows += _metric(result, steps, f"{kind}latency {name}", _Latency(key, name), "s")
    rows += _outstanding(result, steps)
    rows += _metric(result, steps, "CPU a 1,000 I/Os", lambda one: one.cpu_s_per_1000, "s")
    rows += _targets(result, steps)
    if len(steps) == 1:
        rows += _histogram(result, steps[0])
    return rows


def _operation_keys(steps: Sequence[StorageStep]) -> list[str]:
    """All I/Os; of mixed ones reads and writes by themselves too."""
    mixed = any(0 < step.read_percent < 100 for step in steps)
    return ["read", "write", "order"] if mixed else ["order"]


@dataclass(frozen=True, slots=True)
class _Latency:
    """A latency of an operation in a step, seconds. target: of this one alone, from 0."""

    key: str
    name: str
    target: int | None = None

    def __call__(self, figures: StorageFigures) -> Figure:
        found = self._found(figures)
        value: Figure = getattr(found, f"{self.name}_ms") if found is not None else None
        return value / 1e3 if value is not None else None

    def at_least(self, figures: StorageFigures | None) -> bool:
        """Whether I/Os that were still under way could raise it."""
        found = self._found(figures) if figures is not None else None
        return found is not None and self.name in found.at_least

    def _found(self, figures: StorageFigures) -> IoLatency | None:
        own: StorageFigures | TargetFigures = figures
        if self.target is not None:
            if self.target >= len(figures.targets):
                return None
            own = figures.targets[self.target]
        return own.latency.get(self.key)


def _metric(result: Result, steps: Sequence[StorageStep], name: str, of: Of, unit: str = "") -> list[Row]:
    """A figure at each depth, all in one unit."""
    values = [[_of(step, system.letter, of) for system in result.systems] for step in steps]
    scale = unit_scale(max((v for own in values for v in own if v is not None), default=0.0), unit)
    label = f"{name}, {scale.unit_text}" if unit else name
    return [
        _metric_row(result, _label(steps, step, label), own, _bounds(result, step, of), scale.factor)
        for step, own in zip(steps, values, strict=True)
    ]


def _bounds(result: Result, step: StorageStep, of: Of) -> list[bool]:
    return [isinstance(of, _Latency) and of.at_least(step.systems.get(system.letter)) for system in result.systems]


def _metric_row(result: Result, label: str, values: Sequence[Figure], bounds: Sequence[bool], factor: float) -> Row:
    cells = [at_least_text(_cell(value, factor), bound) for value, bound in zip(values, bounds, strict=True)]
    return Row(label, cells, ratios_of(result, values, bounds))


def _cell(value: Figure, factor: float) -> str:
    number = nan if value is None else value * factor
    return count_text(number) if number >= 1000 else scaled_text(number, 1.0)


def _label(steps: Sequence[StorageStep], step: StorageStep, name: str) -> str:
    return name if len(steps) == 1 else f"{step.outstanding} outstanding, {name}"


def _of(step: StorageStep, letter: str, of: Of) -> Figure:
    figures = step.systems.get(letter)
    return of(figures) if figures is not None else None


def _outstanding(result: Result, steps: Sequence[StorageStep]) -> list[Row]:
    """What was under way on the mean, beside what was asked for."""
    rows = []
    for step in steps:
        cells = []
        for system in result.systems:
            figures = step.systems.get(system.letter)
            known = figures is not None and figures.mean_outstanding is not None
            text = value_text(figures.mean_outstanding or 0.0, "")[0] if figures is not None and known else NO_DATA
            cells.append(f"{text} of {figures.requested_outstanding:,}" if figures is not None else NO_DATA)
        rows.append(Row(_label(steps, step, "mean outstanding of requested"), cells, []))
    return rows


def _targets(result: Result, steps: Sequence[StorageStep]) -> list[Row]:
    """Each target by itself, where a system has several."""
    most = max((len(own.targets) for step in steps for own in step.systems.values()), default=0)
    rows: list[Row] = []
    for number in range(most) if most > 1 else ():
        name = f"target {number + 1}"
        rows += _metric(result, steps, f"{name}, IOPS", _of_target(number, lambda one: one.iops))
        for figure in ("mean", "p50", "p99") if len(steps) == 1 else ("mean", "p99"):
            rows += _metric(result, steps, f"{name}, latency {figure}", _Latency("order", figure, number), "s")
    return rows


def _of_target(number: int, of: Callable[[TargetFigures], Figure]) -> Of:
    return lambda one: of(one.targets[number]) if number < len(one.targets) else None


def _histogram(result: Result, step: StorageStep) -> list[Row]:
    """SQLIO's histogram: the classes that any system has I/Os in."""
    shares = [
        step.systems[system.letter].latency["order"].histogram_percent
        if system.letter in step.systems and "order" in step.systems[system.letter].latency
        else None
        for system in result.systems
    ]
    rows = []
    last = max((len(own) for own in shares if own), default=0) - 1
    for place in range(last + 1):
        if any(own and own[place] > 0 for own in shares):
            label = f"  {place}{'+' if place == last else ''} ms, % of I/Os"
            cells = [value_text(own[place], "%")[0] if own else NO_DATA for own in shares]
            rows.append(Row(label, cells, []))
    return rows
