# SPDX-License-Identifier: Apache-2.0
"""Result as a plain-text table, for headless runs; for storage I/O, with one row per depth."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from math import nan

import msgspec

from app.analysis.format import (
    NO_DATA,
    Scale,
    at_least_text,
    count_text,
    duration_in_units,
    duration_text,
    given_number_text,
    p_text,
    ratio_range_text,
    ratio_text,
    row_scale,
    significant_text,
    value_text,
    with_unit,
)
from app.model.visible_text import shortened
from app.model.work_wording import COUNTED
from app.model.workloads import Workload, WorkUnit, part_key, pass_label
from app.results.crossings import threshold_lines
from app.results.description import LAYERS, label_of_metric, median_text
from app.results.load_parts import RATE_LABELS, PartSystem, part_load_text, recovery_text, throughput
from app.results.power import NO_IDLE, MeterPower
from app.results.result import (
    ComparisonResult,
    FigureResult,
    MedianSystem,
    NormalisedResult,
    Result,
    RunSystem,
    SpreadResult,
    StepResult,
    result_of,
)
from app.results.run_figures import FINISHED, IDLE_WATTS, MACHINE_CPU, OPM, TPS, USERS, WATTS
from app.results.session_result import Figure, StopResult, SystemResult
from app.results.storage_results import BlockFigures, IoLatency, StorageFigures, StorageStep, TargetFigures
from app.session.reader import SessionReader

GAP = "   "
LONGEST_NAME = 26
IO_FIGURES = ("IOPS", "I/O latency", "Queue length", "Read latency", "Read queue length", "Bytes/s")
FIRST_FIGURES = (FINISHED.name, USERS.name)
"""Figures of races and searches, which are listed first."""


@dataclass(frozen=True, slots=True)
class Row:
    """Row of the table: a cell per system, and a ratio per system except for the baseline."""

    label: str
    cells: Sequence[str]
    ratios: Sequence[str]


def result_table(reader: SessionReader) -> str:
    """Return the whole text: steps, repeats with their summary, and every figure of each system's median run."""
    result = result_of(reader)
    lines = [result.title, _subtitle(result), "", *headline_lines(result), ""]
    header = header_row(result) if result.systems else Row("", [], [])
    if result.steps:
        lines += [*aligned_rows(header, _step_rows(result)), ""]
    if outcomes := _outcome_lines(result):
        lines += [*outcomes, ""]
    if len(result.runs) > 1:
        lines += [*aligned_rows(header, _repeat_rows(result)), *_methods(result), ""]
    if result.steps or len(result.runs) > 1:
        lines += [_basis_text(result)]
    if result.systems:
        lines += [*aligned_rows(header, table_rows(result)), ""]
    lines += _power_lines(result)
    lines += load_part_lines(result)
    return "\n".join([*lines, *_closing_lines(result, reader)])


def validity_text(reader: SessionReader) -> str:
    """Return several lines: whether the run is valid, its warnings, and its path."""
    return "\n".join(_closing_lines(result_of(reader), reader))


def headline_lines(result: Result) -> list[str]:
    """Return the statements of the headline, each with its basis."""
    return [line for statement in result.headline.statements for line in (statement.text, statement.details) if line]


def _closing_lines(result: Result, reader: SessionReader) -> list[str]:
    lines = [verdict_line(result), *(f"  - {reason}" for reason in result.reasons)]
    lines += [f"Warning: {warning}" for warning in result.warnings]
    work = reader.scenario.workload
    disclaimer = work.disclaimer if isinstance(work, Workload) else ""
    closing = [*threshold_lines(result.thresholds), *([disclaimer] if disclaimer else [])]
    return [*lines, *closing, f"Session: {reader.path}"]


def _subtitle(result: Result) -> str:
    heading = f"{result.started[:16].replace('T', ' ')}, "
    is_imported = result.kind == "import" and not result.seconds
    heading += "totals from elsewhere" if is_imported else f"{duration_in_units(result.seconds)} recorded"
    steps = [f"{len(result.steps)} steps"] if result.steps else []
    repeats = [f"{len(result.runs)} repeats"] if len(result.runs) > 1 else []
    spans = {(one.from_s, one.to_s) for one in result.systems if one.from_s is not None and one.to_s is not None}
    if steps or repeats or len(spans) != 1:
        return f"{heading}; {', '.join([*steps, *repeats, result.design])}" if result.design else heading
    from_s, to_s = next((_as_float(from_s), _as_float(to_s)) for from_s, to_s in spans)
    return (
        f"{heading}; figures of {duration_in_units(to_s - from_s)}, from {from_s:.0f} s to {to_s:.0f} s after the start"
    )


def _step_rows(result: Result) -> list[Row]:
    """Return the rate and then the main latency at each step."""
    rate = TPS if result.unit == "transaction" else OPM.name
    figures = [figure for name in (rate, result.latency) for figure in result.figures if figure.name == name]
    return [row for figure in figures for row in _rows_of_steps(result, figure)]


def _rows_of_steps(result: Result, figure: FigureResult) -> Iterator[Row]:
    """Yield a figure at each step; users are shown next to the figure if systems differ in their number."""
    scale = _scale(figure, (own for step in result.steps for own in step.systems.values()))
    for step in result.steps:
        same_load = all(own.held is None for own in step.systems.values())
        values: list[Figure] = []
        bounds: list[bool] = []
        cells = []
        for system in result.systems:
            own = step.systems.get(system.letter)
            values.append(own.figures.get(figure.name) if own else None)
            bounds.append(own is not None and (figure.name in own.at_least or own.stopped is not None))
            users = _as_float(own.users) if own and not same_load else None
            cells.append(_step_cell(_marked_cell(figure, own, scale.factor), own.held, users) if own else NO_DATA)
        run = f"Run {step.run}, " if len(result.runs) > 1 else ""
        label = with_unit(f"{run}{_step_name(step, same_load, result.unit)}, {figure.name}", scale.unit_text)
        yield Row(label, cells, ratios_of(result, values, bounds) if same_load else [])


def _step_name(step: StepResult, together: bool, unit: WorkUnit) -> str:
    if step.rate is not None:
        return f"{count_text(step.rate)} {COUNTED[unit]}/s asked"
    users = next((_as_float(own.users) for own in step.systems.values()), 0.0)
    return _users_text(users) if together else f"Step {step.number + 1}"


def _users_text(users: float) -> str:
    return "1 user" if users == 1 else f"{count_text(users)} users"


def _step_cell(value: str, held: bool | None, users: float | None) -> str:
    notes = [_users_text(users)] if users is not None else []
    notes += ["held" if held else "not held"] if held is not None else []
    return f"{value} ({', '.join(notes)})" if notes else value


def _outcome_lines(result: Result) -> list[str]:
    """Return the outcomes of searches and races, one line per repeat, followed by the steps of each search."""
    counted = COUNTED[result.unit]
    several = len(result.runs) > 1
    lines = []
    for own in result.outcomes:
        texts = [text for letter, one in own.systems.items() if (text := _outcome_text(letter, one, counted))]
        if texts:
            lines.append((f"Run {own.run}, " if several else "") + "; ".join(texts))
    return [*lines, *(f"{f'Run {one.run} ' if several else ''}{one.system}: {one.text}" for one in result.searches)]


def _outcome_text(letter: str, outcome: Mapping[str, object], counted: str) -> str:
    """Return the most users within the limit for a latency search, the finish for a race, and "" for other plans."""
    match outcome:
        case {"limit_s": float() | int() as limit_s, "users": int() as users, "figure": figure, "operation": operation}:
            limit = f"{figure} of {operation} within {1e3 * limit_s:,g} ms"
            if not users:
                return f"{letter}: {limit} with no load tried"
            if outcome.get("next_users", 0) is None:
                return f"{letter}: {limit} for at least {_users_text(users)} (search ended)"
            return f"{letter}: {limit} up to {_users_text(users)}"
        case {"finished_s": float() | int() as finished_s, "orders": int() as orders}:
            return f"{letter}: {count_text(orders)} {counted} in {finished_s:.1f} s"
        case {"finished_s": None, "orders": int() as orders}:
            return f"{letter}: not finished, {count_text(orders)} {counted}"
        case _:
            return ""


def _repeat_rows(result: Result) -> list[Row]:
    """Return the headline figure of each run, and the summary of the valid runs."""
    figure = result.figures[0]
    scale = _scale(figure, (own for run in result.runs for own in run.systems.values()))

    name = with_unit(figure.name, scale.unit_text)
    rows = []
    for run in result.runs:
        system_runs = [run.systems.get(system.letter) for system in result.systems]
        label = f"Repeat {run.run}, {name}"
        label += " (not valid)" if not run.valid else " (cut short)" if run.cut_short else ""
        values = [own.figures.get(figure.name) if own else None for own in system_runs]
        bounds = [own is not None and (figure.name in own.at_least or own.stopped is not None) for own in system_runs]
        cells = [_marked_cell(figure, own, scale.factor) for own in system_runs]
        rows.append(Row(label, cells, ratios_of(result, values, bounds)))
    verdict = {one.challenger: one for one in result.verdict}
    base = next((one.baseline_geometric_mean for one in result.verdict), None)
    bounded = {letter for one in result.verdict for letter in one.at_least}
    digits = {system.letter: _given(result, figure, system.letter) for system in result.systems}
    means = [
        at_least_text(
            _figure_cell(
                figure,
                verdict[system.letter].challenger_geometric_mean if system.letter in verdict else base,
                scale.factor,
                digits[system.letter],
            ),
            system.letter in bounded,
        )
        for system in result.systems
    ]
    comparisons = [verdict.get(letter) for letter in _challengers(result)]
    ratios = [ratio_text(1.0, _as_float(one.ratio)) if one else NO_DATA for one in comparisons]
    ranges = [ratio_range_text(_as_float(one.low), _as_float(one.high)) if one else NO_DATA for one in comparisons]
    spreads = {one.system: one for one in result.repeats if one.figure == figure.name}
    own_spreads = [spreads.get(system.letter) for system in result.systems]
    return [
        *rows,
        Row(f"Geometric mean, {name}", means, ratios),
        Row(
            "  95 % interval",
            [
                _interval(figure, spread, scale.factor, digits[system.letter])
                for system, spread in zip(result.systems, own_spreads, strict=True)
            ],
            ranges,
        ),
    ]


def _given(result: Result, figure: FigureResult, letter: str) -> int | None:
    """Return the largest number of decimals of a system's imported figure in any run; None for recorded figures."""
    system_runs = [run.systems[letter] for run in result.runs if letter in run.systems]
    return max((own.decimals[figure.name] for own in system_runs if figure.name in own.decimals), default=None)


def _interval(figure: FigureResult, spread: SpreadResult | None, factor: float, given: int | None) -> str:
    if spread is None or spread.low is None or spread.high is None:
        return NO_DATA
    low, high = (_figure_cell(figure, value, factor, given) for value in (spread.low, spread.high))
    return f"{low} – {high}"


def _methods(result: Result) -> Iterator[str]:
    """Yield the statistical test of each challenger's verdict."""
    for one in result.verdict:
        if one.low is not None:
            yield f"{one.challenger} / {one.baseline}: {method_text(one)}"


def method_text(comparison: ComparisonResult) -> str:
    """Return a test as text, followed by the test on raw values.

    For example: "Welch's t on logarithms, 3 and 3 runs, 3.6 degrees of freedom, t 12.1, p 0.0004".
    """
    runs = {comparison.baseline_repeats, comparison.challenger_repeats}
    parts = [comparison.method]
    parts += [
        f"{runs.pop()} runs"
        if len(runs) == 1
        else f"{comparison.baseline_repeats} and {comparison.challenger_repeats} runs"
    ]
    if comparison.degrees_of_freedom is not None:
        parts.append(f"{comparison.degrees_of_freedom:.3g} degrees of freedom")
    parts += [f"t {significant_text(comparison.t, 3)}"] if comparison.t is not None else []
    parts += [f"p {p_text(comparison.p)}"] if comparison.p is not None else []
    text = ", ".join(parts)
    if comparison.raw_p is None or comparison.raw_t is None:
        return text
    return f"{text}; {comparison.raw_method}: t {significant_text(comparison.raw_t, 3)}, p {p_text(comparison.raw_p)}"


def _basis_text(result: Result) -> str:
    """Return the run of each system from which the following figures are taken."""
    texts = [median_text(one.basis, one.step_basis, one.number, one.users) for one in result.systems]
    if len(set(texts)) == 1:
        return f"Of each system's {texts[0]}:"
    return "Of " + ", ".join(f"{one.letter}'s {text}" for one, text in zip(result.systems, texts, strict=True)) + ":"


def table_rows(result: Result) -> list[Row]:
    """Return every figure of each system's median run."""
    systems = result.systems
    known = {figure.name: figure for figure in result.figures}
    rows = [_figure_row(result, known[name]) for name in FIRST_FIGURES if name in known]
    recorded = not result.figures or any(system.orders is not None for system in systems)
    if recorded:
        rows.append(_row(result, COUNTED[result.unit].capitalize(), [s.orders for s in systems], count_text))
    rows += [_figure_row(result, known[TPS])] if TPS in known else []
    transactions = result.unit == "transaction"
    if transactions and recorded:
        rows.append(_row(result, "  worst 10 s", [s.worst_10_s_tps for s in systems], rate_text))
    if not transactions and (recorded or OPM.name in known):
        cells = [
            rate_text(_as_float(one.opm)) if OPM.name not in one.decimals else _marked_cell(known[OPM.name], one, 1.0)
            for one in systems
        ]
        rows.append(Row("Orders per minute (OPM)", cells, ratios_of(result, [one.opm for one in systems])))
    if recorded and not transactions:
        rows.append(_row(result, "  worst 10 s", [s.worst_10_s_opm for s in systems], count_text))
    rows += _target_rows(result)
    operations = list(dict.fromkeys(key for system in systems for key in system.operations))
    rows += [_latency_row(result, key) for key in operations]
    names = [*operations, "transaction"] if result.unit == "transaction" else operations
    shown_before = {
        *FIRST_FIGURES,
        OPM.name,
        TPS,
        *(f"{key} {name}" for key in names for name in ("p50", "p95", "p99")),
    }
    shown_before |= {WATTS.name, IDLE_WATTS.name} if any(system.power for system in systems) else set()
    others = [figure for figure in result.figures if figure.name not in shown_before]
    others.sort(key=lambda figure: figure.name not in IO_FIGURES)
    rows += [_figure_row(result, figure) for figure in others]
    rows = [*_stopped_rows(result), *(_without_stopped(result, row) for row in rows)]
    if not recorded:
        return rows
    retries = [s.retries for s in systems]
    rows += [
        _row(result, "Rolled back, %", [s.rollback_percent for s in systems], _percent, ratio=False),
        _row(result, "  expected, %", [s.rollback_expected_percent for s in systems], _percent, ratio=False),
        _row(result, "Errors", [s.errors for s in systems], count_text, ratio=False),
        *([_row(result, "Retries", retries, count_text, ratio=False)] if any(retries) else []),
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


def _stopped_rows(result: Result) -> Iterator[Row]:
    """Yield which systems had stopped when the window ended, when, and why."""
    if any(system.stopped for system in result.systems):
        yield Row("Stopped", [stopped_text(system.stopped) for system in result.systems], [])


def stopped_text(stopped: StopResult | None) -> str:
    """Return a stop as text, "since 0:20: disk full"; with several targets, also how many stopped."""
    if stopped is None:
        return "no"
    share = f"{stopped.stopped} of {stopped.targets} targets, " if stopped.stopped < stopped.targets else ""
    return f"{share}since {duration_text(stopped.from_s)}: {stopped.cause}"


def _without_stopped(result: Result, row: Row) -> Row:
    """Remove a row's ratios in which one of the two systems had stopped."""
    base = _baseline(result)
    others = [system for system in result.systems if system is not base]
    is_stopped = [bool(base.stopped or system.stopped) for system in others]
    if not row.ratios or not any(is_stopped):
        return row
    return replace(row, ratios=[NO_DATA if one else ratio for one, ratio in zip(is_stopped, row.ratios, strict=True)])


def _power_lines(result: Result) -> list[str]:
    """Return the power of each system's median run, and the work per unit of energy; empty without meters."""
    powers = [system.power for system in result.systems]
    metered = [(system.letter, system.power) for system in result.systems if system.power is not None]
    if not metered:
        return []
    known = {figure.name: figure for figure in result.figures}
    rows = [_figure_row(result, known[name]) for name in (IDLE_WATTS.name, WATTS.name) if name in known]
    for name in dict.fromkeys(meter.name for _, power in metered for meter in power.meters):
        meters = [next((m for m in power.meters if m.name == name), None) if power else None for power in powers]
        rows.append(Row(f"  {name}, idle / under load, W", [_idle_and_load(meter) for meter in meters], []))
    work = COUNTED[result.unit]
    work = work if result.storage else work.capitalize()
    rows.append(_row(result, "Energy, Wh", [power.energy_wh if power else None for power in powers], significant_text))
    per_wh = [power.orders_per_wh if power else None for power in powers]
    rows.append(_row(result, f"{work} per Wh", per_wh, significant_text))
    for one in result.normalised:
        if one.basis == "watt under load":
            rows += _per_watt_rows(result, one)
    notes = [
        f"Power of {letter}: {' + '.join(power.files)}, joined after the run, within {power.uncertainty_s:g} s of it "
        "plus what the clocks differ by"
        for letter, power in metered
    ]
    missing = [
        f"Power of {letter}: {reason}"
        for letter, power in metered
        for reason in (power.reason, power.idle_reason, "" if power.idle_covered is not None else NO_IDLE)
        if reason
    ]
    return [*aligned_rows(header_row(result), rows), *notes, *missing, ""]


def _idle_and_load(meter: MeterPower | None) -> str:
    if meter is None:
        return NO_DATA
    return " / ".join(significant_text(_as_float(watts)) for watts in (meter.idle_watts, meter.watts))


def _per_watt_rows(result: Result, one: NormalisedResult) -> Iterator[Row]:
    """Yield a figure per watt of the median runs; with several runs, also geometric means, ratio and intervals."""

    def text(value: Figure) -> str:
        return significant_text(_as_float(value))

    systems = [one.systems[system.letter] for system in result.systems]
    marks = ["" if system.source.startswith("measured") or system.value is None else " (typed)" for system in systems]
    cells = [f"{text(system.value)}{mark}" for system, mark in zip(systems, marks, strict=True)]
    yield Row(one.label, cells, ratios_of(result, [system.value for system in systems]) if not one.reason else [])
    comparisons_by_letter = {comparison.challenger: comparison for comparison in one.comparisons}
    if len(result.runs) < 2 or not comparisons_by_letter:
        return
    base = next(iter(comparisons_by_letter.values())).baseline_geometric_mean
    pairs = [(system, comparisons_by_letter.get(system.letter)) for system in result.systems]
    means = [text(comparison.challenger_geometric_mean if comparison else base) for _, comparison in pairs]
    compared = [comparison for _, comparison in pairs if comparison is not None]
    yield Row("  geometric mean", means, [ratio_text(1.0, _as_float(comparison.ratio)) for comparison in compared])
    intervals = [f"{text(s.low)} – {text(s.high)}" if s.low is not None else NO_DATA for s in systems]
    ranges = [ratio_range_text(_as_float(comparison.low), _as_float(comparison.high)) for comparison in compared]
    yield Row("  95 % interval", intervals, ranges)


def _figure_row(result: Result, figure: FigureResult) -> Row:
    """Return a figure of the median runs, in one unit, with the layer in which it was counted.

    The row has no ratio if layers differ, or if the figure describes the machine that drives all systems.
    """
    values = [system.figures.get(figure.name) for system in result.systems]
    scale = _scale(figure, result.systems)
    cells = [_marked_cell(figure, system, scale.factor) for system in result.systems]
    layers = [LAYERS.get(layer := system.layers.get(figure.name, ""), layer) for system in result.systems]
    known_layers = {layer for layer, value in zip(layers, values, strict=True) if value is not None and layer}
    label = with_unit(label_of_metric(figure.name), scale.unit_text)
    if len(known_layers) > 1:
        # Figures with the same name but from different layers are not comparable.
        marked = [f"{cell} ({layer})" if layer else cell for cell, layer in zip(cells, layers, strict=True)]
        return Row(label, marked, [])
    label = f"{label} ({known_layers.pop()})" if known_layers else label
    shared = figure.name == MACHINE_CPU.name and result.design == "simultaneous"
    bounds = [figure.name in system.at_least for system in result.systems]
    return Row(label, cells, [] if shared else ratios_of(result, values, bounds))


def _scale(figure: FigureResult, owns: Iterable[RunSystem]) -> Scale:
    """Return the common unit of all values; rates have none."""
    known = (value for own in owns if (value := own.figures.get(figure.name)) is not None)
    return row_scale(known, "" if figure.unit in ("/min", "/s") else figure.unit)


def _marked_cell(figure: FigureResult, own: RunSystem | None, factor: float) -> str:
    """Return a system's figure, marked if calls in flight could raise it."""
    value = own.figures.get(figure.name) if own is not None else None
    text = _figure_cell(figure, value, factor, own.decimals.get(figure.name) if own is not None else None)
    return at_least_text(text, own is not None and figure.name in own.at_least)


def _figure_cell(figure: FigureResult, value: Figure, factor: float, given: int | None = None) -> str:
    """Return a figure without its unit; `given` is the number of decimals of an imported figure."""
    number = _as_float(value)
    if given is not None:
        return given_number_text(number, factor, given, figure.unit)
    return rate_text(number) if figure.unit in ("", "/min", "/s") else scaled_text(number, factor)


def rate_text(value: float) -> str:
    """Format a rate or count, rounded to an integer if it is 100 or more."""
    return count_text(value) if abs(value) >= 100 else scaled_text(value, 1.0)


def _target_rows(result: Result) -> list[Row]:
    """Return each target's headline figure, and the imbalance, if a system has several targets."""
    most = max((len(system.targets) for system in result.systems), default=0)
    if most < 2:
        return []
    name = OPM.name if not result.figures or any(f.name == OPM.name for f in result.figures) else result.figures[0].name

    def value_of(system: RunSystem, number: int) -> Figure:
        if number >= len(system.targets):
            return None
        target = system.targets[number]
        return target.figures.get(name, target.opm if name == OPM.name else None)

    rows = [
        _row(result, f"  target {number + 1}, {name}", [value_of(s, number) for s in result.systems], rate_text)
        for number in range(most)
    ]
    imbalance = [system.imbalance_percent for system in result.systems]
    if all(value is None for value in imbalance):
        return rows
    return [*rows, _row(result, "  imbalance of targets, %", imbalance, _percent, ratio=False)]


def _challengers(result: Result) -> list[str]:
    baseline = _baseline(result)
    return [system.letter for system in result.systems if system is not baseline]


def header_row(result: Result) -> Row:
    """Return the row with the systems' names."""
    cells = []
    for system in result.systems:
        name = shortened(system.name, LONGEST_NAME)
        cells.append(f"{system.letter}: {name}")
    baseline = _baseline(result)
    return Row("", cells, [f"{s.letter} / {baseline.letter}" for s in result.systems if s is not baseline])


def _lower_first(label: str) -> str:
    """Return a label as written within a sentence: "orders per minute"; "IOPS" is unchanged."""
    return label if label.isupper() else label[0].lower() + label[1:]


PART_FIGURES: Sequence[tuple[str, Callable[[PartSystem], Figure]]] = (
    ("mean", lambda own: own.mean_ms),
    ("p95", lambda own: own.p95_ms),
    ("p99", lambda own: own.p99_ms),
    ("max", lambda own: own.max_ms),
)


def load_part_lines(result: Result) -> list[str]:
    """Return the results for each part of a changing load, and the recovery after each pulse; may be empty."""
    rows = []
    repeats = len({part.run for part in result.load_parts}) > 1
    for part in result.load_parts:
        run = f"run {part.run}, " if repeats else ""
        rows.append(Row(f"{run}{part.name}: {part_load_text(part, result.unit)}", [""] * len(result.systems), []))
        parts_of_systems = [part.systems.get(system.letter) for system in result.systems]
        rates = [throughput(own, result.unit) if own is not None else None for own in parts_of_systems]
        rows.append(_row(result, f"  {_lower_first(RATE_LABELS[result.unit])}", rates, rate_text))
        for name, figure_of_part in PART_FIGURES:
            values = [figure_of_part(own) if own is not None else None for own in parts_of_systems]
            rows.append(_metric_row(result, f"  latency {name}, ms", values, [False] * len(values), 1.0))
    for run_number, pulse in dict.fromkeys((one.run, one.pulse) for one in result.recoveries):
        recovery_by_letter = {
            one.system: one for one in result.recoveries if (one.run, one.pulse) == (run_number, pulse)
        }
        name = f"run {run_number}, pulse {pulse}" if repeats else f"pulse {pulse}"
        cells = [recovery_text(recovery_by_letter.get(system.letter)) for system in result.systems]
        rows.append(Row(f"{name}: latency back after", cells, []))
    return [*aligned_rows(header_row(result), rows), ""] if rows else []


def aligned_rows(header: Row, rows: Sequence[Row]) -> list[str]:
    """Return the header and the rows as aligned lines."""
    all_rows = [header, *rows]
    ratios = max(len(row.ratios) for row in all_rows)
    grid = [[row.label, *row.cells, *row.ratios, *[""] * (ratios - len(row.ratios))] for row in all_rows]
    widths = [max(len(line[column]) for line in grid) for column in range(len(grid[0]))]
    return [
        GAP.join(
            [line[0].ljust(widths[0]), *(cell.rjust(w) for cell, w in zip(line[1:], widths[1:], strict=True))]
        ).rstrip()
        for line in grid
    ]


def verdict_line(result: Result) -> str:
    """Return whether the run is valid, and whether its plan was completed."""
    if not result.valid:
        return "NOT a valid run:"
    return (
        f"A run that was cut short, no repeat of its plan ({result.cut_short})." if result.cut_short else "Valid run."
    )


def _baseline(result: Result) -> MedianSystem:
    return next((s for s in result.systems if s.letter == result.baseline), result.systems[0])


def ratios_of(result: Result, values: Sequence[Figure], bounds: Sequence[bool] = ()) -> list[str]:
    """Return each system's figure divided by the baseline's, except for the baseline.

    A system whose figure is a lower bound (`bounds`) has no ratio.
    """
    baseline = _baseline(result)
    exact = [
        nan if bound else _as_float(value) for value, bound in zip(values, bounds or [False] * len(values), strict=True)
    ]
    pairs = list(zip(result.systems, exact, strict=True))
    base = next(value for system, value in pairs if system is baseline)
    return [ratio_text(base, value) for system, value in pairs if system is not baseline]


def _row(
    result: Result, label: str, values: Sequence[Figure], text: Callable[[float], str], *, ratio: bool = True
) -> Row:
    return Row(label, [text(_as_float(value)) for value in values], ratios_of(result, values) if ratio else [])


def _latency_row(result: Result, key: str) -> Row:
    """Return p50, p95 and p99 of an operation, all in the same unit."""
    figures = []
    for system in result.systems:
        operation = system.operations.get(key)
        percentiles = (operation.p50_ms, operation.p95_ms, operation.p99_ms) if operation else (None, None, None)
        figures.append([_as_float(ms) / 1e3 for ms in percentiles])
    scale = row_scale((f for own in figures for f in own), "s")
    known = [system.operations.get(key) for system in result.systems]
    bounds = [[own is not None and name in own.at_least for name in ("p50", "p95", "p99")] for own in known]
    cells = [
        " / ".join(
            at_least_text(scaled_text(f, scale.factor), bound) for f, bound in zip(own, bounds_of_system, strict=True)
        )
        for own, bounds_of_system in zip(figures, bounds, strict=True)
    ]
    ratios = [
        ratios_of(result, values, bounds_of_system)
        for values, bounds_of_system in zip(zip(*figures, strict=True), zip(*bounds, strict=True), strict=True)
    ]
    label = "transaction" if key == "order" and result.unit == "transaction" else key
    return Row(
        f"{label} p50 / p95 / p99, {scale.unit_text}", cells, [" / ".join(own) for own in zip(*ratios, strict=True)]
    )


def scaled_text(value: float, factor: float) -> str:
    """Format a value after multiplying it by a factor, without a unit."""
    return value_text(value * factor, "")[0]


def _percent(value: float) -> str:
    return value_text(value, "%")[0]


def _users(system: SystemResult) -> str:
    if system.users_alive is None or system.users_requested is None:
        return NO_DATA
    return f"{count_text(system.users_alive)} of {count_text(system.users_requested)}"


def _as_float(value: Figure) -> float:
    return nan if value is None else float(value)


Of = Callable[[StorageFigures], Figure]


def storage_table(reader: SessionReader) -> str:
    """Return the whole text: for each kind of I/O, every figure at every depth, in order of depth."""
    result = result_of(reader)
    steps = result.storage
    heading = f"{result.started[:16].replace('T', ' ')}, {duration_in_units(result.seconds)} recorded"
    if steps:
        measured_s = sorted({round(steps_of_kind.seconds) for step in steps for steps_of_kind in step.systems.values()})
        heading += f"; {len(steps)} step{'s' * (len(steps) > 1)} of {' to '.join(f'{one:,}' for one in measured_s)} s"
    lines = [result.title, heading, "", *headline_lines(result), ""]
    runs = len({step.run for step in steps})
    patterns = reader.scenario.results.page == "patterns"
    for (run, io_label), group in groupby(steps, key=lambda step: (step.run, _kind_label(step, patterns=patterns))):
        steps_of_kind = list(group)
        factors = "" if patterns else f", {steps_of_kind[0].depth_factors}"
        lines.append((f"Run {run} of {runs}: " if runs > 1 else "") + f"{io_label}{factors}")
        rows = _pattern_rows(result, steps_of_kind) if patterns else _rows(result, steps_of_kind)
        lines += [*aligned_rows(header_row(result), rows), ""]
    if runs > 1:
        lines += [*aligned_rows(header_row(result), _repeat_rows(result)), *_methods(result), ""]
    lines += [*load_part_lines(result), *_power_lines(result)]
    return "\n".join([*lines, *_closing_lines(result, reader)])


def _kind_label(step: StorageStep, *, patterns: bool) -> str:
    """Return the title of a table: the kind of I/O, or all patterns of a pass."""
    if not patterns:
        return step.io_label
    return f"{pass_label(step.read_percent).capitalize()}, {step.conditions}"


def _pattern_rows(result: Result, steps: Sequence[StorageStep]) -> list[Row]:
    """Return MB/s, IOPS and latency of each pattern, as is usual in drive benchmarks."""
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
        # Older reports use binary units; only a table with a single step has space for them.
        *(_metric(result, steps, "MiB/s", lambda one: one.mib_per_s) if len(steps) == 1 else ()),
    ]
    for key in _operation_keys(steps):
        kind = "" if key == "order" else f"{key} "
        for name in ("min", "mean", "p50", "p95", "p99", "max") if len(steps) == 1 else ("mean", "p50", "p99"):
            rows += _metric(result, steps, f"{kind}latency {name}", _Latency(key, name), "s")
    for step in steps:
        rows += _block_rows(result, steps, step)
    rows += _outstanding(result, steps)
    rows += _metric(result, steps, "CPU a 1,000 I/Os", lambda one: one.cpu_s_per_1000, "s")
    rows += _targets(result, steps)
    if len(steps) == 1:
        rows += _histogram(result, steps[0])
    return rows


BLOCK_FIGURES: Sequence[tuple[str, Callable[[BlockFigures], Figure]]] = (
    ("IOPS", lambda block: block.iops),
    ("MB/s", lambda block: block.mb_per_s),
    ("latency mean, ms", lambda block: block.latency.mean_ms if block.latency is not None else None),
    ("latency p99, ms", lambda block: block.latency.p99_ms if block.latency is not None else None),
)


def _block_rows(result: Result, steps: Sequence[StorageStep], step: StorageStep) -> Iterator[Row]:
    """Yield the results for each block size of a mix."""
    wanted_percents = {
        (one.operation, one.block_kb): one.wanted_percent for own in step.systems.values() for one in own.blocks
    }
    for part, percent in wanted_percents.items():
        blocks = [_block(step, system.letter, part) for system in result.systems]
        name = part_key(*part)
        shares = [_cell(block.percent if block is not None else None, 1.0) for block in blocks]
        yield Row(_label(steps, step, f"{name}, % ({percent:g} wanted)"), shares, [])
        for figure, figure_of_block in BLOCK_FIGURES:
            values = [figure_of_block(block) if block is not None else None for block in blocks]
            yield _metric_row(result, _label(steps, step, f"{name} {figure}"), values, [False] * len(values), 1.0)


def _block(step: StorageStep, letter: str, part: tuple[str, int]) -> BlockFigures | None:
    figures = step.systems.get(letter)
    blocks = figures.blocks if figures is not None else []
    return next((block for block in blocks if (block.operation, block.block_kb) == part), None)


def _operation_keys(steps: Sequence[StorageStep]) -> list[str]:
    """Return the key of all I/Os; for mixed I/Os, also the keys of reads and writes."""
    mixed = any(0 < step.read_percent < 100 or step.trim_percent for step in steps)
    trims = ["trim"] if any(step.trim_percent for step in steps) else []
    return ["read", "write", *trims, "order"] if mixed else ["order"]


class _Latency(msgspec.Struct, frozen=True):
    """Latency of an operation in a step, in seconds; `target`, counted from 0, restricts it to one target."""

    key: str
    name: str
    target: int | None = None

    def __call__(self, figures: StorageFigures) -> Figure:
        latency = self._latency(figures)
        value: Figure = getattr(latency, f"{self.name}_ms") if latency is not None else None
        return value / 1e3 if value is not None else None

    def at_least(self, figures: StorageFigures | None) -> bool:
        """Return whether I/Os in flight could raise the latency."""
        latency = self._latency(figures) if figures is not None else None
        return latency is not None and self.name in latency.at_least

    def _latency(self, figures: StorageFigures) -> IoLatency | None:
        target_or_system: StorageFigures | TargetFigures = figures
        if self.target is not None:
            if self.target >= len(figures.targets):
                return None
            target_or_system = figures.targets[self.target]
        return target_or_system.latency.get(self.key)


def _metric(result: Result, steps: Sequence[StorageStep], name: str, of: Of, unit: str = "") -> list[Row]:
    """Return a figure at each depth, all in the same unit."""
    values = [[_of(step, system.letter, of) for system in result.systems] for step in steps]
    scale = row_scale((v for own in values for v in own if v is not None), unit)
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
    if len(steps) == 1:
        return name
    load = f"{step.outstanding} outstanding" if step.rate is None else f"{count_text(step.rate)} I/Os/s asked"
    return f"{load}, {name}"


def _of(step: StorageStep, letter: str, of: Of) -> Figure:
    figures = step.systems.get(letter)
    return of(figures) if figures is not None else None


def _outstanding(result: Result, steps: Sequence[StorageStep]) -> list[Row]:
    """Return the mean and the requested number of outstanding I/Os; an open loop requests a rate instead."""
    rows = []
    for step in steps:
        cells = []
        for system in result.systems:
            figures = step.systems.get(system.letter)
            known = figures is not None and figures.mean_outstanding is not None
            text = value_text(figures.mean_outstanding or 0.0, "")[0] if figures is not None and known else NO_DATA
            of = "" if step.rate is not None or figures is None else f" of {figures.requested_outstanding:,}"
            cells.append(f"{text}{of}" if figures is not None else NO_DATA)
        name = "mean outstanding of requested" if step.rate is None else "mean outstanding"
        rows.append(Row(_label(steps, step, name), cells, []))
    return rows


def _targets(result: Result, steps: Sequence[StorageStep]) -> list[Row]:
    """Return the figures of each target, if a system has several."""
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
    """Return SQLIO's histogram, limited to the classes in which any system has I/Os."""
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
