# SPDX-License-Identifier: Apache-2.0
"""The result as a plain-text table, as headless runs print it; of storage I/O a row a depth."""

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
"""What a race and a search are about stands above everything else."""


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the table: a cell for each system, a ratio for each but the baseline."""

    label: str
    cells: Sequence[str]
    ratios: Sequence[str]


def result_table(reader: SessionReader) -> str:
    """The whole text, several lines: of a sweep or search each step, of several repeats each one's headline figure and
    what they come to; then every figure of each system's median run."""
    result = result_of(reader)
    lines = [result.title, _subtitle(result), "", *headline_lines(result), ""]
    header = header_row(result) if result.systems else Row("", [], [])
    if result.steps:
        lines += [*aligned_rows(header, _step_rows(result)), ""]
    if outcomes := _outcomes(result):
        lines += [*outcomes, ""]
    if len(result.runs) > 1:
        lines += [*aligned_rows(header, _repeat_rows(result)), *_methods(result), ""]
    if result.steps or len(result.runs) > 1:
        lines += [_of_which_run(result)]
    if result.systems:
        lines += [*aligned_rows(header, table_rows(result)), ""]
    lines += _power_lines(result)
    lines += load_part_lines(result)
    return "\n".join([*lines, *_closing(result, reader)])


def validity_text(reader: SessionReader) -> str:
    """Whether the run is valid, its warnings, and where it is: several lines."""
    return "\n".join(_closing(result_of(reader), reader))


def headline_lines(result: Result) -> list[str]:
    """The headline, and what it rests on; of several challengers one after the other."""
    return [line for said in result.headline.statements for line in (said.text, said.details) if line]


def _closing(result: Result, reader: SessionReader) -> list[str]:
    lines = [verdict_line(result), *(f"  - {reason}" for reason in result.reasons)]
    lines += [f"Warning: {warning}" for warning in result.warnings]
    work = reader.scenario.workload
    disclaimer = work.disclaimer if isinstance(work, Workload) else ""
    closing = [*threshold_lines(result.thresholds), *([disclaimer] if disclaimer else [])]
    return [*lines, *closing, f"Session: {reader.path}"]


def _subtitle(result: Result) -> str:
    heading = f"{result.started[:16].replace('T', ' ')}, "
    elsewhere = result.kind == "import" and not result.seconds
    heading += "totals from elsewhere" if elsewhere else f"{duration_in_units(result.seconds)} recorded"
    steps = [f"{len(result.steps)} steps"] if result.steps else []
    repeats = [f"{len(result.runs)} repeats"] if len(result.runs) > 1 else []
    spans = {(one.from_s, one.to_s) for one in result.systems if one.from_s is not None and one.to_s is not None}
    if steps or repeats or len(spans) != 1:
        return f"{heading}; {', '.join([*steps, *repeats, result.design])}" if result.design else heading
    from_s, to_s = next((_known(from_s), _known(to_s)) for from_s, to_s in spans)
    return (
        f"{heading}; figures of {duration_in_units(to_s - from_s)}, from {from_s:.0f} s to {to_s:.0f} s after the start"
    )


def _step_rows(result: Result) -> list[Row]:
    """Orders per minute, then the latency that stands beside them, at each step."""
    rate = TPS if result.unit == "transaction" else OPM.name
    wanted = [figure for name in (rate, result.latency) for figure in result.figures if figure.name == name]
    return [row for figure in wanted for row in _rows_of_steps(result, figure)]


def _rows_of_steps(result: Result, figure: FigureResult) -> Iterator[Row]:
    """A figure at each step. Where each system has its own users they stand with its figure."""
    scale = _scale(figure, (own for step in result.steps for own in step.systems.values()))
    for step in result.steps:
        together = all(own.held is None for own in step.systems.values())
        values: list[Figure] = []
        bounds: list[bool] = []
        cells = []
        for system in result.systems:
            own = step.systems.get(system.letter)
            values.append(own.figures.get(figure.name) if own else None)
            bounds.append(own is not None and (figure.name in own.at_least or own.stopped is not None))
            users = _known(own.users) if own and not together else None
            cells.append(_step_cell(_own_cell(figure, own, scale.factor), own.held, users) if own else NO_DATA)
        run = f"Run {step.run}, " if len(result.runs) > 1 else ""
        label = with_unit(f"{run}{_step_name(step, together, result.unit)}, {figure.name}", scale.unit_text)
        yield Row(label, cells, ratios_of(result, values, bounds) if together else [])


def _step_name(step: StepResult, together: bool, unit: WorkUnit) -> str:
    if step.rate is not None:
        return f"{count_text(step.rate)} {COUNTED[unit]}/s asked"
    users = next((_known(own.users) for own in step.systems.values()), 0.0)
    return _users_text(users) if together else f"Step {step.number + 1}"


def _users_text(users: float) -> str:
    return "1 user" if users == 1 else f"{count_text(users)} users"


def _step_cell(value: str, held: bool | None, users: float | None) -> str:
    notes = [_users_text(users)] if users is not None else []
    notes += ["held" if held else "not held"] if held is not None else []
    return f"{value} ({', '.join(notes)})" if notes else value


def _outcomes(result: Result) -> list[str]:
    """What a search or a race ended with, a line a repeat; then the steps of each search."""
    counted = COUNTED[result.unit]
    several = len(result.runs) > 1
    lines = []
    for own in result.outcomes:
        texts = [text for letter, one in own.systems.items() if (text := _outcome(letter, one, counted))]
        if texts:
            lines.append((f"Run {own.run}, " if several else "") + "; ".join(texts))
    return [*lines, *(f"{f'Run {one.run} ' if several else ''}{one.system}: {one.text}" for one in result.searches)]


def _outcome(letter: str, found: Mapping[str, object], counted: str) -> str:
    """Of a latency search the most users that held; of a race when its orders were done. "" of any other plan."""
    match found:
        case {"limit_s": float() | int() as limit_s, "users": int() as users, "figure": figure, "operation": operation}:
            limit = f"{figure} of {operation} within {1e3 * limit_s:,g} ms"
            if not users:
                return f"{letter}: {limit} with no load tried"
            if found.get("next_users", 0) is None:
                return f"{letter}: {limit} for at least {_users_text(users)} (search ended)"
            return f"{letter}: {limit} up to {_users_text(users)}"
        case {"finished_s": float() | int() as finished_s, "orders": int() as orders}:
            return f"{letter}: {count_text(orders)} {counted} in {finished_s:.1f} s"
        case {"finished_s": None, "orders": int() as orders}:
            return f"{letter}: not finished, {count_text(orders)} {counted}"
        case _:
            return ""


def _repeat_rows(result: Result) -> list[Row]:
    """The headline's figure in each run, and what the valid runs come to."""
    figure = result.figures[0]
    scale = _scale(figure, (own for run in result.runs for own in run.systems.values()))

    name = with_unit(figure.name, scale.unit_text)
    rows = []
    for run in result.runs:
        owns = [run.systems.get(system.letter) for system in result.systems]
        label = f"Repeat {run.run}, {name}"
        label += " (not valid)" if not run.valid else " (cut short)" if run.cut_short else ""
        values = [own.figures.get(figure.name) if own else None for own in owns]
        bounds = [own is not None and (figure.name in own.at_least or own.stopped is not None) for own in owns]
        cells = [_own_cell(figure, own, scale.factor) for own in owns]
        rows.append(Row(label, cells, ratios_of(result, values, bounds)))
    verdict = {one.challenger: one for one in result.verdict}
    base = next((one.baseline_geometric_mean for one in result.verdict), None)
    bounded = {letter for one in result.verdict for letter in one.at_least}
    given = {system.letter: _given(result, figure, system.letter) for system in result.systems}
    means = [
        at_least_text(
            _figure_cell(
                figure,
                verdict[system.letter].challenger_geometric_mean if system.letter in verdict else base,
                scale.factor,
                given[system.letter],
            ),
            system.letter in bounded,
        )
        for system in result.systems
    ]
    found = [verdict.get(letter) for letter in _challengers(result)]
    ratios = [ratio_text(1.0, _known(one.ratio)) if one else NO_DATA for one in found]
    ranges = [ratio_range_text(_known(one.low), _known(one.high)) if one else NO_DATA for one in found]
    spreads = {one.system: one for one in result.repeats if one.figure == figure.name}
    own_spreads = [spreads.get(system.letter) for system in result.systems]
    return [
        *rows,
        Row(f"Geometric mean, {name}", means, ratios),
        Row(
            "  95 % interval",
            [
                _interval(figure, spread, scale.factor, given[system.letter])
                for system, spread in zip(result.systems, own_spreads, strict=True)
            ],
            ranges,
        ),
    ]


def _given(result: Result, figure: FigureResult, letter: str) -> int | None:
    """The most decimals that a system's imported figure has in any run; None of what was recorded."""
    owns = [run.systems[letter] for run in result.runs if letter in run.systems]
    return max((own.decimals[figure.name] for own in owns if figure.name in own.decimals), default=None)


def _interval(figure: FigureResult, spread: SpreadResult | None, factor: float, given: int | None) -> str:
    if spread is None or spread.low is None or spread.high is None:
        return NO_DATA
    low, high = (_figure_cell(figure, value, factor, given) for value in (spread.low, spread.high))
    return f"{low} – {high}"


def _methods(result: Result) -> Iterator[str]:
    """What each challenger's verdict rests on."""
    for one in result.verdict:
        if one.low is not None:
            yield f"{one.challenger} / {one.baseline}: {method_text(one)}"


def method_text(found: ComparisonResult) -> str:
    """ "Welch's t on logarithms, 3 and 3 runs, 3.6 degrees of freedom, t 12.1, p 0.0004", and that on raw values."""
    runs = {found.baseline_repeats, found.challenger_repeats}
    parts = [found.method]
    parts += [
        f"{runs.pop()} runs" if len(runs) == 1 else f"{found.baseline_repeats} and {found.challenger_repeats} runs"
    ]
    if found.degrees_of_freedom is not None:
        parts.append(f"{found.degrees_of_freedom:.3g} degrees of freedom")
    parts += [f"t {significant_text(found.t, 3)}"] if found.t is not None else []
    parts += [f"p {p_text(found.p)}"] if found.p is not None else []
    text = ", ".join(parts)
    if found.raw_p is None or found.raw_t is None:
        return text
    return f"{text}; {found.raw_method}: t {significant_text(found.raw_t, 3)}, p {p_text(found.raw_p)}"


def _of_which_run(result: Result) -> str:
    """Which run of each system the figures below are of."""
    texts = [median_text(one.basis, one.step_basis, one.number, one.users) for one in result.systems]
    if len(set(texts)) == 1:
        return f"Of each system's {texts[0]}:"
    return "Of " + ", ".join(f"{one.letter}'s {text}" for one, text in zip(result.systems, texts, strict=True)) + ":"


def table_rows(result: Result) -> list[Row]:
    """Every figure of each system's median run."""
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
            rate_text(_known(one.opm)) if OPM.name not in one.decimals else _own_cell(known[OPM.name], one, 1.0)
            for one in systems
        ]
        rows.append(Row("Orders per minute (OPM)", cells, ratios_of(result, [one.opm for one in systems])))
    if recorded and not transactions:
        rows.append(_row(result, "  worst 10 s", [s.worst_10_s_opm for s in systems], count_text))
    rows += _target_rows(result)
    operations = list(dict.fromkeys(key for system in systems for key in system.operations))
    rows += [_latency_row(result, key) for key in operations]
    called = [*operations, "transaction"] if result.unit == "transaction" else operations
    above = {*FIRST_FIGURES, OPM.name, TPS, *(f"{key} {name}" for key in called for name in ("p50", "p95", "p99"))}
    above |= {WATTS.name, IDLE_WATTS.name} if any(system.power for system in systems) else set()
    others = [figure for figure in result.figures if figure.name not in above]
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
    """Which systems had stopped when the window ended, since when and why."""
    if any(system.stopped for system in result.systems):
        yield Row("Stopped", [stopped_text(system.stopped) for system in result.systems], [])


def stopped_text(stopped: StopResult | None) -> str:
    """ "since 0:20: disk full"; of several targets how many."""
    if stopped is None:
        return "no"
    share = f"{stopped.stopped} of {stopped.targets} targets, " if stopped.stopped < stopped.targets else ""
    return f"{share}since {duration_text(stopped.from_s)}: {stopped.cause}"


def _without_stopped(result: Result, row: Row) -> Row:
    """A row whose figures are compared with nothing where one of the two systems had stopped."""
    base = _baseline(result)
    others = [system for system in result.systems if system is not base]
    gone = [bool(base.stopped or system.stopped) for system in others]
    if not row.ratios or not any(gone):
        return row
    return replace(row, ratios=[NO_DATA if one else ratio for one, ratio in zip(gone, row.ratios, strict=True)])


def _power_lines(result: Result) -> list[str]:
    """What the meters of each system's median run told, and what was done for it; nothing where none was joined."""
    powers = [system.power for system in result.systems]
    metered = [(system.letter, system.power) for system in result.systems if system.power is not None]
    if not metered:
        return []
    known = {figure.name: figure for figure in result.figures}
    rows = [_figure_row(result, known[name]) for name in (IDLE_WATTS.name, WATTS.name) if name in known]
    for name in dict.fromkeys(meter.name for _, power in metered for meter in power.meters):
        own = [next((m for m in power.meters if m.name == name), None) if power else None for power in powers]
        rows.append(Row(f"  {name}, idle / under load, W", [_idle_and_load(meter) for meter in own], []))
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
    lacking = [
        f"Power of {letter}: {reason}"
        for letter, power in metered
        for reason in (power.reason, power.idle_reason, "" if power.idle_covered is not None else NO_IDLE)
        if reason
    ]
    return [*aligned_rows(header_row(result), rows), *notes, *lacking, ""]


def _idle_and_load(meter: MeterPower | None) -> str:
    if meter is None:
        return NO_DATA
    return " / ".join(significant_text(_known(watts)) for watts in (meter.idle_watts, meter.watts))


def _per_watt_rows(result: Result, one: NormalisedResult) -> Iterator[Row]:
    """A figure per watt of the median runs; of several runs the geometric means, their ratio and their intervals."""

    def text(value: Figure) -> str:
        return significant_text(_known(value))

    own = [one.systems[system.letter] for system in result.systems]
    typed = ["" if system.source.startswith("measured") or system.value is None else " (typed)" for system in own]
    cells = [f"{text(system.value)}{mark}" for system, mark in zip(own, typed, strict=True)]
    yield Row(one.label, cells, ratios_of(result, [system.value for system in own]) if not one.reason else [])
    found = {comparison.challenger: comparison for comparison in one.comparisons}
    if len(result.runs) < 2 or not found:
        return
    base = next(iter(found.values())).baseline_geometric_mean
    pairs = [(system, found.get(system.letter)) for system in result.systems]
    means = [text(comparison.challenger_geometric_mean if comparison else base) for _, comparison in pairs]
    compared = [comparison for _, comparison in pairs if comparison is not None]
    yield Row("  geometric mean", means, [ratio_text(1.0, _known(comparison.ratio)) for comparison in compared])
    intervals = [f"{text(s.low)} – {text(s.high)}" if s.low is not None else NO_DATA for s in own]
    ranges = [ratio_range_text(_known(comparison.low), _known(comparison.high)) for comparison in compared]
    yield Row("  95 % interval", intervals, ranges)


def _figure_row(result: Result, figure: FigureResult) -> Row:
    """A figure of the median runs, in one unit, with the layer that it was counted in; none of another layer has a
    ratio, nor the processor of the one machine that drives them all."""
    values = [system.figures.get(figure.name) for system in result.systems]
    scale = _scale(figure, result.systems)
    cells = [_own_cell(figure, system, scale.factor) for system in result.systems]
    layers = [LAYERS.get(layer := system.layers.get(figure.name, ""), layer) for system in result.systems]
    counted = {layer for layer, value in zip(layers, values, strict=True) if value is not None and layer}
    label = with_unit(label_of_metric(figure.name), scale.unit_text)
    if len(counted) > 1:
        # The same name from another layer is another thing: no ratio.
        marked = [f"{cell} ({layer})" if layer else cell for cell, layer in zip(cells, layers, strict=True)]
        return Row(label, marked, [])
    label = f"{label} ({counted.pop()})" if counted else label
    shared = figure.name == MACHINE_CPU.name and result.design == "simultaneous"
    bounds = [figure.name in system.at_least for system in result.systems]
    return Row(label, cells, [] if shared else ratios_of(result, values, bounds))


def _scale(figure: FigureResult, owns: Iterable[RunSystem]) -> Scale:
    """The unit that all of them are printed in; none of a rate."""
    known = (value for own in owns if (value := own.figures.get(figure.name)) is not None)
    return row_scale(known, "" if figure.unit in ("/min", "/s") else figure.unit)


def _own_cell(figure: FigureResult, own: RunSystem | None, factor: float) -> str:
    """A system's figure, marked where calls that were still under way could raise it."""
    value = own.figures.get(figure.name) if own is not None else None
    text = _figure_cell(figure, value, factor, own.decimals.get(figure.name) if own is not None else None)
    return at_least_text(text, own is not None and figure.name in own.at_least)


def _figure_cell(figure: FigureResult, value: Figure, factor: float, given: int | None = None) -> str:
    """A figure without its unit. given: the decimals that it was imported with."""
    number = _known(value)
    if given is not None:
        return given_number_text(number, factor, given, figure.unit)
    return rate_text(number) if figure.unit in ("", "/min", "/s") else scaled_text(number, factor)


def rate_text(value: float) -> str:
    """A rate or a count, whole from 100 on."""
    return count_text(value) if abs(value) >= 100 else scaled_text(value, 1.0)


def _target_rows(result: Result) -> list[Row]:
    """Each target's headline figure, and the imbalance, where a system has several."""
    most = max((len(system.targets) for system in result.systems), default=0)
    if most < 2:
        return []
    name = OPM.name if not result.figures or any(f.name == OPM.name for f in result.figures) else result.figures[0].name

    def of(system: RunSystem, number: int) -> Figure:
        if number >= len(system.targets):
            return None
        target = system.targets[number]
        return target.figures.get(name, target.opm if name == OPM.name else None)

    rows = [
        _row(result, f"  target {number + 1}, {name}", [of(s, number) for s in result.systems], rate_text)
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
    """The systems' names."""
    cells = []
    for system in result.systems:
        name = shortened(system.name, LONGEST_NAME)
        cells.append(f"{system.letter}: {name}")
    baseline = _baseline(result)
    return Row("", cells, [f"{s.letter} / {baseline.letter}" for s in result.systems if s is not baseline])


def _lower(label: str) -> str:
    """Within a line: "orders per minute"; "IOPS" stays."""
    return label if label.isupper() else label[0].lower() + label[1:]


PART_FIGURES: Sequence[tuple[str, Callable[[PartSystem], Figure]]] = (
    ("mean", lambda own: own.mean_ms),
    ("p95", lambda own: own.p95_ms),
    ("p99", lambda own: own.p99_ms),
    ("max", lambda own: own.max_ms),
)


def load_part_lines(result: Result) -> list[str]:
    """What each part of a changing load did, and how soon latency was back after a pulse; none of a load that stays."""
    rows = []
    repeats = len({part.run for part in result.load_parts}) > 1
    for part in result.load_parts:
        run = f"run {part.run}, " if repeats else ""
        rows.append(Row(f"{run}{part.name}: {part_load_text(part, result.unit)}", [""] * len(result.systems), []))
        owns = [part.systems.get(system.letter) for system in result.systems]
        rates = [throughput(own, result.unit) if own is not None else None for own in owns]
        rows.append(_row(result, f"  {_lower(RATE_LABELS[result.unit])}", rates, rate_text))
        for name, of in PART_FIGURES:
            values = [of(own) if own is not None else None for own in owns]
            rows.append(_metric_row(result, f"  latency {name}, ms", values, [False] * len(values), 1.0))
    for run_number, pulse in dict.fromkeys((one.run, one.pulse) for one in result.recoveries):
        own_back = {one.system: one for one in result.recoveries if (one.run, one.pulse) == (run_number, pulse)}
        name = f"run {run_number}, pulse {pulse}" if repeats else f"pulse {pulse}"
        cells = [recovery_text(own_back.get(system.letter)) for system in result.systems]
        rows.append(Row(f"{name}: latency back after", cells, []))
    return [*aligned_rows(header_row(result), rows), ""] if rows else []


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


def verdict_line(result: Result) -> str:
    """Whether the run is valid, and whether it is all of its plan."""
    if not result.valid:
        return "NOT a valid run:"
    return (
        f"A run that was cut short, no repeat of its plan ({result.cut_short})." if result.cut_short else "Valid run."
    )


def _baseline(result: Result) -> MedianSystem:
    return next((s for s in result.systems if s.letter == result.baseline), result.systems[0])


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
        operation = system.operations.get(key)
        percentiles = (operation.p50_ms, operation.p95_ms, operation.p99_ms) if operation else (None, None, None)
        figures.append([_known(ms) / 1e3 for ms in percentiles])
    scale = row_scale((f for own in figures for f in own), "s")
    known = [system.operations.get(key) for system in result.systems]
    bounds = [[own is not None and name in own.at_least for name in ("p50", "p95", "p99")] for own in known]
    cells = [
        " / ".join(at_least_text(scaled_text(f, scale.factor), bound) for f, bound in zip(own, least, strict=True))
        for own, least in zip(figures, bounds, strict=True)
    ]
    ratios = [
        ratios_of(result, values, least)
        for values, least in zip(zip(*figures, strict=True), zip(*bounds, strict=True), strict=True)
    ]
    called = "transaction" if key == "order" and result.unit == "transaction" else key
    return Row(
        f"{called} p50 / p95 / p99, {scale.unit_text}", cells, [" / ".join(own) for own in zip(*ratios, strict=True)]
    )


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
    lines = [result.title, heading, "", *headline_lines(result), ""]
    runs = len({step.run for step in steps})
    patterns = reader.scenario.results.page == "patterns"
    for (run, io_label), group in groupby(steps, key=lambda step: (step.run, _kind_label(step, patterns=patterns))):
        own = list(group)
        factors = "" if patterns else f", {own[0].depth_factors}"
        lines.append((f"Run {run} of {runs}: " if runs > 1 else "") + f"{io_label}{factors}")
        rows = _pattern_rows(result, own) if patterns else _rows(result, own)
        lines += [*aligned_rows(header_row(result), rows), ""]
    if runs > 1:
        lines += [*aligned_rows(header_row(result), _repeat_rows(result)), *_methods(result), ""]
    lines += [*load_part_lines(result), *_power_lines(result)]
    return "\n".join([*lines, *_closing(result, reader)])


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
    """Of a mix what each block size did."""
    asked = {(one.operation, one.block_kb): one.wanted_percent for own in step.systems.values() for one in own.blocks}
    for part, percent in asked.items():
        blocks = [_block(step, system.letter, part) for system in result.systems]
        name = part_key(*part)
        shares = [_cell(block.percent if block is not None else None, 1.0) for block in blocks]
        yield Row(_label(steps, step, f"{name}, % ({percent:g} wanted)"), shares, [])
        for figure, of in BLOCK_FIGURES:
            values = [of(block) if block is not None else None for block in blocks]
            yield _metric_row(result, _label(steps, step, f"{name} {figure}"), values, [False] * len(values), 1.0)


def _block(step: StorageStep, letter: str, part: tuple[str, int]) -> BlockFigures | None:
    figures = step.systems.get(letter)
    blocks = figures.blocks if figures is not None else []
    return next((block for block in blocks if (block.operation, block.block_kb) == part), None)


def _operation_keys(steps: Sequence[StorageStep]) -> list[str]:
    """All I/Os; of mixed ones reads and writes by themselves too."""
    mixed = any(0 < step.read_percent < 100 or step.trim_percent for step in steps)
    trims = ["trim"] if any(step.trim_percent for step in steps) else []
    return ["read", "write", *trims, "order"] if mixed else ["order"]


class _Latency(msgspec.Struct, frozen=True):
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
    """Return what was under way on the mean, next to what was requested; an open loop requests a rate instead."""
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
