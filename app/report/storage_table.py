"""The result of storage I/O as a plain-text table: a row a depth, a column a system."""

from collections.abc import Callable, Sequence
from itertools import groupby
from math import nan

from app.analysis.format import NO_DATA, count_text, duration_words, unit_scale, value_text
from app.report.result import Figure, Result, result_of
from app.report.storage import IoLatency, StorageFigures, StorageStep, TargetFigures
from app.report.table import Row, aligned_rows, header_row, ratios_of, scaled_text, verdict_line
from app.session.reader import SessionReader

Of = Callable[[StorageFigures], Figure]


def storage_table(reader: SessionReader) -> str:
    """The whole text, several lines: for each kind of I/O every figure at every depth, in the order of depths."""
    result = result_of(reader)
    steps = result.storage
    words = f"{result.started[:16].replace('T', ' ')}, {duration_words(result.seconds)} recorded"
    if steps:
        measured_s = sorted({round(own.seconds) for step in steps for own in step.systems.values()})
        words += f"; {len(steps)} step{'s' * (len(steps) > 1)} of {' to '.join(f'{one:,}' for one in measured_s)} s"
    lines = [result.title, words, ""]
    runs = len({step.run for step in steps})
    for (run, io_words), group in groupby(steps, key=lambda step: (step.run, step.io_words)):
        own = list(group)
        lines.append((f"Run {run} of {runs}: " if runs > 1 else "") + f"{io_words}, {own[0].at_once_words}")
        lines += [*aligned_rows(header_row(result), _rows(result, own)), ""]
    lines += [verdict_line(result)]
    lines += [f"  - {reason}" for reason in result.reasons]
    lines += [f"Warning: {warning}" for warning in result.warnings]
    lines += [f"Session: {reader.path}"]
    return "\n".join(lines)


def _rows(result: Result, steps: Sequence[StorageStep]) -> list[Row]:
    rows = [
        *_metric(result, steps, "IOPS", lambda one: one.iops),
        *_metric(result, steps, "MB/s", lambda one: one.mb_per_s),
        # Binary units stand in old reports: beside a single step there is room for them.
        *(_metric(result, steps, "MiB/s", lambda one: one.mib_per_s) if len(steps) == 1 else ()),
    ]
    for key in _kinds(steps):
        kind = "" if key == "order" else f"{key} "
        for name in ("min", "mean", "p50", "p95", "p99", "max") if len(steps) == 1 else ("mean", "p50", "p99"):
            rows += _metric(result, steps, f"{kind}latency {name}", _latency(key, name), "s")
    rows += _outstanding(result, steps)
    rows += _metric(result, steps, "CPU a 1,000 I/Os", lambda one: one.cpu_s_per_1000, "s")
    rows += _targets(result, steps)
    if len(steps) == 1:
        rows += _histogram(result, steps[0])
    return rows


def _kinds(steps: Sequence[StorageStep]) -> list[str]:
    """All I/Os; of mixed ones reads and writes by themselves too."""
    mixed = any(0 < step.read_percent < 100 for step in steps)
    return ["read", "write", "order"] if mixed else ["order"]


def _latency(key: str, name: str) -> Callable[[StorageFigures | TargetFigures], Figure]:
    def of(figures: StorageFigures | TargetFigures) -> Figure:
        found: IoLatency | None = figures.latency.get(key)
        value: Figure = getattr(found, f"{name}_ms") if found is not None else None
        return value / 1e3 if value is not None else None

    return of


def _metric(result: Result, steps: Sequence[StorageStep], name: str, of: Of, unit: str = "") -> list[Row]:
    """A figure at each depth, all in one unit."""
    values = [[_of(step, system.letter, of) for system in result.systems] for step in steps]
    scale = unit_scale(max((v for own in values for v in own if v is not None), default=0.0), unit)
    label = f"{name}, {scale.unit_text}" if unit else name
    return [
        Row(_label(steps, step, label), [_cell(value, scale.factor) for value in own], ratios_of(result, own))
        for step, own in zip(steps, values, strict=True)
    ]


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
            of = _of_target(number, _latency("order", figure))
            rows += _metric(result, steps, f"{name}, latency {figure}", of, "s")
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
