# SPDX-License-Identifier: Apache-2.0
"""Tables of a result: steps, repeats, figures of the median runs, power, parts of a changing load.

A table has a column per system, then one per challenger with its ratio to the baseline.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from math import nan

from app.analysis.format import (
    NO_DATA,
    Scale,
    at_least_text,
    count_text,
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
from app.report.content import Block, Heading, Paragraph, ReportColumn, ReportTable, Row
from app.results.description import LAYERS, label_of_metric, median_text
from app.results.load_parts import RATE_LABELS, PartSystem, part_load_text, recovery_text, throughput
from app.results.power import NO_IDLE, MeterPower
from app.results.result import (
    ComparisonResult,
    FigureResult,
    NormalisedResult,
    Result,
    RunSystem,
    StepResult,
)
from app.results.run_figures import FINISHED, IDLE_WATTS, MACHINE_CPU, OPM, TPS, USERS, WATTS
from app.results.session_result import Figure, StopResult, SystemResult

LONGEST_NAME = 26
IO_FIGURES = ("IOPS", "I/O latency", "Queue length", "Read latency", "Read queue length", "Bytes/s")
FIRST_FIGURES = (FINISHED.name, USERS.name)
"""Figures of races and searches, which are listed first."""
PERCENTILES = ("p50", "p95", "p99")
PART_FIGURES: Sequence[tuple[str, Callable[[PartSystem], Figure]]] = (
    ("mean", lambda own: own.mean_ms),
    ("p95", lambda own: own.p95_ms),
    ("p99", lambda own: own.p99_ms),
    ("max", lambda own: own.max_ms),
)


class ResultTables:
    """Writer of the tables of a result."""

    def __init__(self, result: Result) -> None:
        self.result = result
        self.systems = result.systems
        self._known = {figure.name: figure for figure in result.figures}
        self._baseline = next((one for one in self.systems if one.letter == result.baseline), None) or next(
            iter(self.systems), None
        )
        self._challengers = [one for one in self.systems if one is not self._baseline]

    def all(self) -> Iterator[Block]:
        """Yield every table: steps, repeats with their summary, every figure of the median runs, power, load parts."""
        result = self.result
        if result.steps:
            yield self.table(self._step_rows())
        if outcomes := list(self._outcomes()):
            yield Paragraph("\n".join(outcomes))
        if len(result.runs) > 1:
            yield from self.repeats()
        if self.systems and (result.steps or len(result.runs) > 1):
            yield Heading(self._basis(), 3)
        yield self.table(self.figure_rows())
        yield from self.power()
        yield from self.load_parts()

    def table(self, rows: Iterable[Row]) -> ReportTable:
        """Return a table of the systems."""
        names = [f"{one.letter}: {shortened(one.name, LONGEST_NAME)}" for one in self.systems]
        columns = [ReportColumn("", "left", 2.6)]
        columns += [ReportColumn(name, system=one.letter) for name, one in zip(names, self.systems, strict=True)]
        if self._baseline is not None:
            columns += [ReportColumn(f"{one.letter} / {self._baseline.letter}") for one in self._challengers]
        return ReportTable(tuple(columns), tuple(rows) if self.systems else ())

    def row(self, label: str, cells: Sequence[str], ratios: Sequence[str] = (), level: int = 0) -> Row:
        """Return a row of a table; without ratios, their columns are empty."""
        return Row((label, *cells, *(ratios or [""] * len(self._challengers))), level=level)

    def values(
        self,
        label: str,
        values: Sequence[Figure],
        text: Callable[[float], str],
        *,
        bounds: Sequence[bool] = (),
        ratio: bool = True,
        level: int = 0,
    ) -> Row:
        """Return a row with a value per system; `bounds` marks the values that are lower bounds."""
        known = bounds or [False] * len(values)
        cells = [at_least_text(text(number_of(value)), bound) for value, bound in zip(values, known, strict=True)]
        return self.row(label, cells, self.ratios(values, bounds) if ratio else [], level)

    def ratios(self, values: Sequence[Figure], bounds: Sequence[bool] = ()) -> list[str]:
        """Return each challenger's value divided by the baseline's; a lower bound has no ratio."""
        exact = {
            system.letter: nan if bound else number_of(value)
            for system, value, bound in zip(self.systems, values, bounds or [False] * len(values), strict=True)
        }
        assert self._baseline is not None
        return [ratio_text(exact[self._baseline.letter], exact[one.letter]) for one in self._challengers]

    def _step_rows(self) -> Iterator[Row]:
        """Yield the rate, then the main latency, at each step."""
        rate = TPS if self.result.unit == "transaction" else OPM.name
        for name in (rate, self.result.latency):
            if name in self._known:
                yield from self._rows_of_steps(self._known[name])

    def _rows_of_steps(self, figure: FigureResult) -> Iterator[Row]:
        """Yield a figure at each step; users are shown next to the figure if systems differ in their number."""
        result = self.result
        scale = _scale(figure, (own for step in result.steps for own in step.systems.values()))
        for step in result.steps:
            same_load = all(own.held is None for own in step.systems.values())
            owns = [step.systems.get(system.letter) for system in self.systems]
            cells = []
            for own in owns:
                users = number_of(own.users) if own and not same_load else None
                cells.append(_step_cell(_marked(figure, own, scale.factor), own.held, users) if own else NO_DATA)
            run = f"Run {step.run}, " if len(result.runs) > 1 else ""
            label = with_unit(f"{run}{self._step_name(step, same_load)}, {figure.name}", scale.unit_text)
            yield self.row(label, cells, self._ratios_of(figure, owns) if same_load else [])

    def _ratios_of(self, figure: FigureResult, owns: Sequence[RunSystem | None]) -> list[str]:
        """Return the ratios of a figure; lower bounds and stopped systems have none."""
        bounds = [own is not None and (figure.name in own.at_least or own.stopped is not None) for own in owns]
        return self.ratios([own.figures.get(figure.name) if own else None for own in owns], bounds)

    def _step_name(self, step: StepResult, together: bool) -> str:
        if step.rate is not None:
            return f"{count_text(step.rate)} {COUNTED[self.result.unit]}/s asked"
        users = next((number_of(own.users) for own in step.systems.values()), 0.0)
        return _users_text(users) if together else f"Step {step.number + 1}"

    def _outcomes(self) -> Iterator[str]:
        """Yield the outcomes of searches and races, one line per repeat, then the steps of each search."""
        several = len(self.result.runs) > 1
        for own in self.result.outcomes:
            texts = [self._outcome(letter, one) for letter, one in own.systems.items()]
            if any(texts):
                yield (f"Run {own.run}, " if several else "") + "; ".join(filter(None, texts))
        for one in self.result.searches:
            yield f"{f'Run {one.run} ' if several else ''}{one.system}: {one.text}"

    def _outcome(self, letter: str, outcome: Mapping[str, object]) -> str:
        """Return the most users within the limit of a search, or the finish of a race; "" for other plans."""
        counted = COUNTED[self.result.unit]
        match outcome:
            case {"limit_s": float() | int() as limit_s, "users": int() as users, "figure": figure, "operation": key}:
                limit = f"{letter}: {figure} of {key} within {1e3 * limit_s:,g} ms"
                if not users:
                    return f"{limit} with no load tried"
                if outcome.get("next_users", 0) is None:
                    return f"{limit} for at least {_users_text(users)} (search ended)"
                return f"{limit} up to {_users_text(users)}"
            case {"finished_s": float() | int() as finished_s, "orders": int() as orders}:
                return f"{letter}: {count_text(orders)} {counted} in {finished_s:.1f} s"
            case {"finished_s": None, "orders": int() as orders}:
                return f"{letter}: not finished, {count_text(orders)} {counted}"
            case _:
                return ""

    def repeats(self) -> Iterator[Block]:
        """Yield the headline figure of each run with the summary of the valid runs, and the test of each verdict."""
        result, figure = self.result, self.result.figures[0]
        scale = _scale(figure, (own for run in result.runs for own in run.systems.values()))
        name = with_unit(figure.name, scale.unit_text)
        rows = []
        for run in result.runs:
            owns = [run.systems.get(system.letter) for system in self.systems]
            label = f"Repeat {run.run}, {name}"
            label += " (not valid)" if not run.valid else " (cut short)" if run.cut_short else ""
            rows.append(
                self.row(label, [_marked(figure, own, scale.factor) for own in owns], self._ratios_of(figure, owns))
            )
        verdict = {one.challenger: one for one in result.verdict}
        base = next((one.baseline_geometric_mean for one in result.verdict), None)
        bounded = {letter for one in result.verdict for letter in one.at_least}
        spreads = {one.system: one for one in result.repeats if one.figure == figure.name}
        means, intervals = [], []
        for system in self.systems:
            letter = system.letter
            digits = self._given_decimals(figure, letter)
            mean = verdict[letter].challenger_geometric_mean if letter in verdict else base
            means.append(at_least_text(_figure_text(figure, mean, scale.factor, digits), letter in bounded))
            spread = spreads.get(letter)
            ends = [] if spread is None or None in (spread.low, spread.high) else [spread.low, spread.high]
            intervals.append(" – ".join(_figure_text(figure, end, scale.factor, digits) for end in ends) or NO_DATA)
        compared = [verdict.get(one.letter) for one in self._challengers]
        ratios = [ratio_text(1.0, number_of(one.ratio)) if one else NO_DATA for one in compared]
        ranges = [ratio_range_text(number_of(one.low), number_of(one.high)) if one else NO_DATA for one in compared]
        rows += [self.row(f"Geometric mean, {name}", means, ratios), self.row("95 % interval", intervals, ranges, 1)]
        yield self.table(rows)
        for one in result.verdict:
            if one.low is not None:
                yield Paragraph(f"{one.challenger} / {one.baseline}: {method_text(one)}", "dim")

    def _given_decimals(self, figure: FigureResult, letter: str) -> int | None:
        """Return the largest number of decimals of a system's imported figure in any run; None for recorded figures."""
        owns = [run.systems[letter] for run in self.result.runs if letter in run.systems]
        return max((own.decimals[figure.name] for own in owns if figure.name in own.decimals), default=None)

    def _basis(self) -> str:
        """Return the run of each system from which the following figures are taken."""
        texts = [median_text(one.basis, one.step_basis, one.number, one.users) for one in self.systems]
        if len(set(texts)) == 1:
            return f"Of each system's {texts[0]}:"
        return "Of " + ", ".join(f"{one.letter}'s {text}" for one, text in zip(self.systems, texts, strict=True)) + ":"

    def figure_rows(self) -> Iterator[Row]:
        """Yield every figure of each system's median run."""
        systems, figures = self.systems, self.result.figures
        recorded = not figures or any(system.orders is not None for system in systems)
        if any(system.stopped for system in systems):
            yield self.row("Stopped", [stopped_text(system.stopped) for system in systems])
        yield from map(self._without_stopped, self._compared_rows(recorded=recorded))
        if not recorded:
            return
        yield self.values("Rolled back, %", [s.rollback_percent for s in systems], percent_text, ratio=False)
        expected = [s.rollback_expected_percent for s in systems]
        yield self.values("expected, %", expected, percent_text, ratio=False, level=1)
        yield self.values("Errors", [s.errors for s in systems], count_text, ratio=False)
        if any(retries := [s.retries for s in systems]):
            yield self.values("Retries", retries, count_text, ratio=False)
        yield self.row("Users alive of requested", [_users(s) for s in systems])
        busiest = [s.busiest_worker_percent for s in systems]
        yield self.values("Driver's busiest worker, % of a core", busiest, percent_text, ratio=False)

    def _compared_rows(self, *, recorded: bool) -> Iterator[Row]:
        """Yield the figures that have a ratio: of races and searches first, then throughput, latencies, all others."""
        result, systems, known = self.result, self.systems, self._known
        transactions = result.unit == "transaction"
        yield from (self.figure_row(known[name]) for name in FIRST_FIGURES if name in known)
        if recorded:
            yield self.values(COUNTED[result.unit].capitalize(), [s.orders for s in systems], count_text)
        if TPS in known:
            yield self.figure_row(known[TPS])
        if transactions and recorded:
            yield self.values("worst 10 s", [s.worst_10_s_tps for s in systems], rate_text, level=1)
        if not transactions and (recorded or OPM.name in known):
            cells = [
                rate_text(number_of(one.opm)) if OPM.name not in one.decimals else _marked(known[OPM.name], one, 1.0)
                for one in systems
            ]
            yield self.row("Orders per minute (OPM)", cells, self.ratios([one.opm for one in systems]))
        if recorded and not transactions:
            yield self.values("worst 10 s", [s.worst_10_s_opm for s in systems], count_text, level=1)
        yield from self._target_rows()
        operations = list(dict.fromkeys(key for system in systems for key in system.operations))
        yield from map(self._latency_row, operations)
        names = [*operations, "transaction"] if transactions else operations
        shown = {*FIRST_FIGURES, OPM.name, TPS, *(f"{key} {name}" for key in names for name in PERCENTILES)}
        shown |= {WATTS.name, IDLE_WATTS.name} if any(system.power for system in systems) else set()
        others = [figure for figure in result.figures if figure.name not in shown]
        yield from map(self.figure_row, sorted(others, key=lambda figure: figure.name not in IO_FIGURES))

    def _without_stopped(self, row: Row) -> Row:
        """Remove a row's ratios in which one of the two systems had stopped."""
        base, first = self._baseline, 1 + len(self.systems)
        if base is None or not any(row.cells[first:]):
            return row
        stopped = [bool(base.stopped or one.stopped) for one in self._challengers]
        ratios = [NO_DATA if one else ratio for one, ratio in zip(stopped, row.cells[first:], strict=True)]
        return Row((*row.cells[:first], *ratios), row.tone, row.level)

    def figure_row(self, figure: FigureResult) -> Row:
        """Return a figure of the median runs, in one unit, with the layer in which it was counted.

        The row has no ratio if layers differ, or if the figure describes the machine that drives all systems.
        """
        systems = self.systems
        values = [system.figures.get(figure.name) for system in systems]
        scale = _scale(figure, systems)
        cells = [_marked(figure, system, scale.factor) for system in systems]
        layers = [LAYERS.get(layer := system.layers.get(figure.name, ""), layer) for system in systems]
        known_layers = {layer for layer, value in zip(layers, values, strict=True) if value is not None and layer}
        label = with_unit(label_of_metric(figure.name), scale.unit_text)
        if len(known_layers) > 1:
            # Figures with the same name but from different layers are not comparable.
            return self.row(
                label, [f"{cell} ({layer})" if layer else cell for cell, layer in zip(cells, layers, strict=True)]
            )
        label = f"{label} ({known_layers.pop()})" if known_layers else label
        shared = figure.name == MACHINE_CPU.name and self.result.design == "simultaneous"
        bounds = [figure.name in system.at_least for system in systems]
        return self.row(label, cells, [] if shared else self.ratios(values, bounds))

    def _target_rows(self) -> Iterator[Row]:
        """Yield each target's headline figure, and the imbalance, if a system has several targets."""
        figures, systems = self.result.figures, self.systems
        most = max((len(system.targets) for system in systems), default=0)
        if most < 2:
            return
        name = OPM.name if not figures or OPM.name in self._known else figures[0].name
        for number in range(most):
            targets = [one.targets[number] if number < len(one.targets) else None for one in systems]
            values = [
                one.figures.get(name, one.opm if name == OPM.name else None) if one is not None else None
                for one in targets
            ]
            yield self.values(f"target {number + 1}, {name}", values, rate_text, level=1)
        imbalance = [system.imbalance_percent for system in systems]
        if any(value is not None for value in imbalance):
            yield self.values("imbalance of targets, %", imbalance, percent_text, ratio=False, level=1)

    def _latency_row(self, key: str) -> Row:
        """Return p50, p95 and p99 of an operation, all in the same unit."""
        operations = [system.operations.get(key) for system in self.systems]
        figures = [
            [number_of(getattr(one, f"{name}_ms") if one else None) / 1e3 for name in PERCENTILES] for one in operations
        ]
        bounds = [[one is not None and name in one.at_least for name in PERCENTILES] for one in operations]
        scale = row_scale((value for own in figures for value in own), "s")
        cells = [
            " / ".join(
                at_least_text(scaled_text(*pair), bound)
                for *pair, bound in zip(own, [scale.factor] * 3, bounded, strict=True)
            )
            for own, bounded in zip(figures, bounds, strict=True)
        ]
        ratios = [
            self.ratios(values, bounded)
            for values, bounded in zip(zip(*figures, strict=True), zip(*bounds, strict=True), strict=True)
        ]
        label = "transaction" if key == "order" and self.result.unit == "transaction" else key
        texts = [" / ".join(own) for own in zip(*ratios, strict=True)]
        return self.row(f"{label} p50 / p95 / p99, {scale.unit_text}", cells, texts)

    def power(self) -> Iterator[Block]:
        """Yield the power of each system's median run, and the work per energy; nothing without meters."""
        result, powers = self.result, [system.power for system in self.systems]
        metered = [(system.letter, system.power) for system in self.systems if system.power is not None]
        if not metered:
            return
        rows = [self.figure_row(self._known[name]) for name in (IDLE_WATTS.name, WATTS.name) if name in self._known]
        for name in dict.fromkeys(meter.name for _, power in metered for meter in power.meters):
            meters = [next((m for m in power.meters if m.name == name), None) if power else None for power in powers]
            rows.append(self.row(f"{name}, idle / under load, W", [_idle_and_load(one) for one in meters], level=1))
        work = COUNTED[result.unit] if result.storage else COUNTED[result.unit].capitalize()
        rows.append(self.values("Energy, Wh", [one.energy_wh if one else None for one in powers], significant_text))
        per_wh = [one.orders_per_wh if one else None for one in powers]
        rows.append(self.values(f"{work} per Wh", per_wh, significant_text))
        for one in result.normalised:
            if one.basis == "watt under load":
                rows += self._per_watt_rows(one)
        yield self.table(rows)
        for letter, power in metered:
            yield Paragraph(
                f"Power of {letter}: {' + '.join(power.files)}, joined after the run, within {power.uncertainty_s:g} s "
                "of it plus what the clocks differ by",
                "dim",
            )
        for letter, power in metered:
            for reason in (power.reason, power.idle_reason, "" if power.idle_covered is not None else NO_IDLE):
                if reason:
                    yield Paragraph(f"Power of {letter}: {reason}", "dim")

    def _per_watt_rows(self, one: NormalisedResult) -> Iterator[Row]:
        """Yield a figure per watt of the median runs; with several runs, also geometric means, ratio and intervals."""

        def text(value: Figure) -> str:
            return significant_text(number_of(value))

        owns = [one.systems[system.letter] for system in self.systems]
        typed = ["" if own.source.startswith("measured") or own.value is None else " (typed)" for own in owns]
        cells = [f"{text(own.value)}{mark}" for own, mark in zip(owns, typed, strict=True)]
        yield self.row(one.label, cells, self.ratios([own.value for own in owns]) if not one.reason else [])
        comparisons = {comparison.challenger: comparison for comparison in one.comparisons}
        if len(self.result.runs) < 2 or not comparisons:
            return
        base = next(iter(comparisons.values())).baseline_geometric_mean
        pairs = [comparisons.get(system.letter) for system in self.systems]
        means = [text(pair.challenger_geometric_mean if pair else base) for pair in pairs]
        compared = [pair for pair in pairs if pair is not None]
        yield self.row("geometric mean", means, [ratio_text(1.0, number_of(pair.ratio)) for pair in compared], 1)
        intervals = [f"{text(own.low)} – {text(own.high)}" if own.low is not None else NO_DATA for own in owns]
        ranges = [ratio_range_text(number_of(pair.low), number_of(pair.high)) for pair in compared]
        yield self.row("95 % interval", intervals, ranges, 1)

    def load_parts(self) -> Iterator[Block]:
        """Yield the results of each part of a changing load, and the recovery after each pulse, if there are any."""
        result, rows = self.result, []
        repeats = len({part.run for part in result.load_parts}) > 1
        for part in result.load_parts:
            run = f"run {part.run}, " if repeats else ""
            rows.append(self.row(f"{run}{part.name}: {part_load_text(part, result.unit)}", [""] * len(self.systems)))
            owns = [part.systems.get(system.letter) for system in self.systems]
            rates = [throughput(own, result.unit) if own is not None else None for own in owns]
            rows.append(self.values(_lower_first(RATE_LABELS[result.unit]), rates, rate_text, level=1))
            for name, figure_of_part in PART_FIGURES:
                values = [figure_of_part(own) if own is not None else None for own in owns]
                rows.append(self.values(f"latency {name}, ms", values, plain_text, level=1))
        for number, pulse in dict.fromkeys((one.run, one.pulse) for one in result.recoveries):
            by_letter = {one.system: one for one in result.recoveries if (one.run, one.pulse) == (number, pulse)}
            name = f"run {number}, pulse {pulse}" if repeats else f"pulse {pulse}"
            cells = [recovery_text(by_letter.get(system.letter)) for system in self.systems]
            rows.append(self.row(f"{name}: latency back after", cells))
        if rows:
            yield self.table(rows)


def method_text(comparison: ComparisonResult) -> str:
    """Return a test as text, followed by the test on raw values.

    For example: "Welch's t on logarithms, 3 and 3 runs, 3.6 degrees of freedom, t 12.1, p 0.0004".
    """
    repeats = comparison.baseline_repeats, comparison.challenger_repeats
    runs = str(repeats[0]) if repeats[0] == repeats[1] else f"{repeats[0]} and {repeats[1]}"
    parts = [comparison.method, f"{runs} runs"]
    if comparison.degrees_of_freedom is not None:
        parts.append(f"{comparison.degrees_of_freedom:.3g} degrees of freedom")
    parts += [f"t {significant_text(comparison.t, 3)}"] if comparison.t is not None else []
    parts += [f"p {p_text(comparison.p)}"] if comparison.p is not None else []
    text = ", ".join(parts)
    if comparison.raw_p is None or comparison.raw_t is None:
        return text
    return f"{text}; {comparison.raw_method}: t {significant_text(comparison.raw_t, 3)}, p {p_text(comparison.raw_p)}"


def stopped_text(stopped: StopResult | None) -> str:
    """Return a stop as text, "since 0:20: disk full"; with several targets, also how many stopped."""
    if stopped is None:
        return "no"
    share = f"{stopped.stopped} of {stopped.targets} targets, " if stopped.stopped < stopped.targets else ""
    return f"{share}since {duration_text(stopped.from_s)}: {stopped.cause}"


def rate_text(value: float) -> str:
    """Format a rate or count, rounded to an integer if it is 100 or more."""
    return count_text(value) if abs(value) >= 100 else scaled_text(value, 1.0)


def plain_text(value: float, factor: float = 1.0) -> str:
    """Return a value converted by a factor, rounded to an integer from 1,000 on."""
    return count_text(value * factor) if value * factor >= 1000 else scaled_text(value, factor)


def scaled_text(value: float, factor: float) -> str:
    """Format a value after multiplying it by a factor, without a unit."""
    return value_text(value * factor, "")[0]


def _users_text(users: float) -> str:
    return "1 user" if users == 1 else f"{count_text(users)} users"


def _step_cell(value: str, held: bool | None, users: float | None) -> str:
    notes = [_users_text(users)] if users is not None else []
    notes += ["held" if held else "not held"] if held is not None else []
    return f"{value} ({', '.join(notes)})" if notes else value


def _idle_and_load(meter: MeterPower | None) -> str:
    if meter is None:
        return NO_DATA
    return " / ".join(significant_text(number_of(watts)) for watts in (meter.idle_watts, meter.watts))


def _scale(figure: FigureResult, owns: Iterable[RunSystem]) -> Scale:
    """Return the common unit of all values; rates have none."""
    known = (value for own in owns if (value := own.figures.get(figure.name)) is not None)
    return row_scale(known, "" if figure.unit in ("/min", "/s") else figure.unit)


def _marked(figure: FigureResult, own: RunSystem | None, factor: float) -> str:
    """Return a system's figure, marked if calls in flight could raise it."""
    if own is None:
        return _figure_text(figure, None, factor)
    text = _figure_text(figure, own.figures.get(figure.name), factor, own.decimals.get(figure.name))
    return at_least_text(text, figure.name in own.at_least)


def _figure_text(figure: FigureResult, value: Figure, factor: float, given: int | None = None) -> str:
    """Return a figure without its unit; `given` is the number of decimals of an imported figure."""
    number = number_of(value)
    if given is not None:
        return given_number_text(number, factor, given, figure.unit)
    return rate_text(number) if figure.unit in ("", "/min", "/s") else scaled_text(number, factor)


def percent_text(value: float) -> str:
    """Return a percentage without its sign."""
    return value_text(value, "%")[0]


def _users(system: SystemResult) -> str:
    if system.users_alive is None or system.users_requested is None:
        return NO_DATA
    return f"{count_text(system.users_alive)} of {count_text(system.users_requested)}"


def _lower_first(label: str) -> str:
    """Return a label as written within a sentence: "orders per minute"; "IOPS" is unchanged."""
    return label if label.isupper() else label[0].lower() + label[1:]


def number_of(value: Figure) -> float:
    """Return a figure as a number; NaN if it is missing."""
    return nan if value is None else float(value)
