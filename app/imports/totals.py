# SPDX-License-Identifier: Apache-2.0
"""Run totals measured with other tools: a CSV or TOML of system, run, target, metric, value.

CSV: a header, then one figure per line. Columns, in any order: `system`, `run`, `metric`, `value`, and optionally
`target`, `unit`, `window` ("480-600": the seconds of the run that the figure covers). A row without a run is a fact of
the system: its metric is the fact's name ("Price", "Disks"), its value any text. The first system is the baseline. A
target with no figure except watts is a part of the system's power ("server", "storage"), not a target.

    system,run,target,metric,value
    Disks,,,Price,"$8,478"
    Disks,1,VM 1,OPM,18301

TOML: the same as tables, with a title, roles and the order in which the systems were run.

    title = "Eight virtual machines"
    order = "one at a time"        # or "together", "alternating"
    [[systems]]
    name = "Disks"
    role = "baseline"
    facts = { Price = "$8,478" }
    [[results]]
    system = "Disks"
    run = 1
    target = "VM 1"                # omitted for a figure of the whole system
    figures = { OPM = 18301, Watts = 483.8 }
    window = "0-1800"              # optional
"""

import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from app.imports.decimal_mark import DecimalMark, UnclearDecimalError, with_decimal_mark, with_decimal_point
from app.imports.field_values import decimals_of, figure_of
from app.imports.source import ImportedFileError, column_named, layout_of, lines_of, rows_of, wrong
from app.imports.unusable import MOST_IOPS, most_of
from app.model.bounds import IMPORT_FIGURES, IMPORT_TOML_BYTES
from app.model.errors import phrase
from app.model.visible_text import shortened
from app.scenario.toml_document import TomlError, toml_document

Order = Literal["together", "alternating", "one at a time"]
Better = Literal["more", "less", ""]

MOST_RUN = 1000
MOST_FACT = 1 << 53
"""Largest number stored as a fact; larger ones are stored as text."""
KNOWN: Mapping[str, tuple[str, str, Better]] = {
    # Metrics in lower case: their spelling, unit and better direction. Consumption (power, processor) has no direction:
    # less of it may mean less work.
    "opm": ("OPM", "orders/min", "more"),
    "iops": ("IOPS", "/s", "more"),
    "tps": ("TPS", "/s", "more"),
    "mb/s": ("MB/s", "MB/s", "more"),
    "watts": ("Watts", "W", ""),
    "idle watts": ("Idle watts", "W", ""),
    "cpu %": ("CPU %", "%", ""),
    "latency ms": ("Latency ms", "ms", "less"),
    "users": ("Users", "", "more"),
    "rollback %": ("Rollback %", "%", ""),
    "nopm": ("NOPM", "orders/min", "more"),
    "tpm": ("TPM", "/min", "more"),
    "goodput/s": ("Goodput/s", "/s", "more"),
    "queries/s": ("Queries/s", "/s", "more"),
    "events/s": ("Events/s", "/s", "more"),
    "errors/s": ("Errors/s", "/s", "less"),
    "reconnects/s": ("Reconnects/s", "/s", "less"),
    "syncs/s": ("Syncs/s", "/s", "more"),
    "read iops": ("Read IOPS", "/s", "more"),
    "write iops": ("Write IOPS", "/s", "more"),
    "mib/s": ("MiB/s", "MiB/s", "more"),
    "read mib/s": ("Read MiB/s", "MiB/s", "more"),
    "write mib/s": ("Write MiB/s", "MiB/s", "more"),
    "failed %": ("Failed %", "%", "less"),
    "skipped %": ("Skipped %", "%", "less"),
    "above the limit %": ("Above the limit %", "%", "less"),
    "lag ms": ("Lag ms", "ms", "less"),
}


@dataclass(frozen=True, slots=True)
class TotalsFigure:
    """One figure of one run.

    Attributes:
        target: target of the figure; "" for the system as a whole.
        value: value of the figure; NaN if absent.
        window: start and end of the covered part of the run, in seconds; None if unknown.
        derived: how it was computed, unless it was measured.
        decimals: printed decimals; None if unknown.
        users: load level; None if there are no levels.
        defined: whether a user defined it from counters.
        headline: whether the verdict is about this figure.
        part: part of the system's power, for example "storage".
    """

    system: str
    run: int
    target: str
    metric: str
    value: float
    unit: str
    better: Better
    window: tuple[float, float] | None
    derived: str = ""
    decimals: int | None = None
    users: float | None = None
    defined: bool = False
    headline: bool = False
    part: str = ""


def part_name(metric: str, part: str) -> str:
    """Return the metric's name for the power of a part of a system: "Watts (storage)"."""
    return f"{metric} ({part})"


@dataclass(frozen=True, slots=True)
class TotalsFile:
    """Contents of a file of totals.

    Attributes:
        systems: names in their order.
        baseline: one of the systems.
        facts: facts by system.
    """

    title: str
    order: Order
    systems: tuple[str, ...]
    baseline: str
    facts: Mapping[str, Mapping[str, object]]
    figures: tuple[TotalsFigure, ...]


@dataclass(slots=True)
class _Collector:
    """Collector of figures that rejects duplicates."""

    path: Path
    systems: list[str] = field(default_factory=list)
    facts: dict[str, dict[str, object]] = field(default_factory=dict)
    figures: list[TotalsFigure] = field(default_factory=list)
    places: dict[tuple[str, int, str, str], str] = field(default_factory=dict)
    units: dict[str, tuple[str, str]] = field(default_factory=dict)

    def system(self, name: str, line: int | None) -> str:
        if not name:
            raise wrong(self.path, "system: the name is missing", line=line)
        if len(name) > 80 or not name.isprintable():
            raise wrong(self.path, "system: a name has at most 80 printable characters", line=line)
        if name not in self.systems:
            self.systems.append(name)
            self.facts[name] = {}
        return name

    def add(self, figure: TotalsFigure, place: str) -> None:
        key = figure.system, figure.run, figure.target, figure.metric.casefold()
        if earlier := self.places.get(key):
            raise ImportedFileError(
                "{file}, {place}: {metric} of {name}, run {run}, is already in {before}",
                file=self.path.name,
                place=place,
                metric=figure.metric,
                name=figure.system,
                run=f"{figure.run}, {figure.target}" if figure.target else figure.run,
                before=earlier,
            )
        unit, first = self.units.setdefault(figure.metric.casefold(), (figure.unit, place))
        if unit != figure.unit:
            raise ImportedFileError(
                "{file}, {place}: {metric} is in {unit} here and in {other} in {before}: write all of it in one unit",
                file=self.path.name,
                place=place,
                metric=figure.metric,
                unit=figure.unit or "–",
                other=unit or "–",
                before=first,
            )
        if len(self.figures) >= IMPORT_FIGURES:
            raise wrong(
                self.path, "more than {most_figures:,} figures: too many for run totals", most_figures=IMPORT_FIGURES
            )
        self.places[key] = place
        self.figures.append(figure)


def is_totals_csv(header: Sequence[str]) -> bool:
    """Return whether a table's header has the columns of totals."""
    return all(column_named(header, name) is not None for name in ("system", "run", "metric", "value"))


def read_totals(path: Path, decimal: DecimalMark | None = None) -> TotalsFile:
    """Read a CSV file, or a TOML file if its name ends in .toml.

    Args:
        path: the file.
        decimal: the decimal sign, if the user gave it.

    Raises:
        ImportedFileError: the file cannot be read.
    """
    return _read_toml(path) if path.suffix.lower() == ".toml" else _read_csv(path, decimal)


def systems_of_totals(path: Path) -> tuple[str, ...]:
    """Return the systems in a file of totals, even if its numbers are ambiguous.

    Raises:
        ImportedFileError: the file cannot be read.
    """
    try:
        return read_totals(path).systems
    except UnclearDecimalError:
        return read_totals(path, "point").systems


def figure(  # noqa: PLR0917
    system: str,
    run: int,
    target: str,
    metric: str,
    value: float,
    unit: str = "",
    window: tuple[float, float] | None = None,
    decimals: int | None = None,
) -> TotalsFigure:
    """Return a figure with the conventional spelling, unit and direction of its metric."""
    name, known_unit, better = KNOWN.get(metric.casefold(), (metric, "", ""))
    if name == metric and not known_unit and "latency ms" in metric.casefold():
        known_unit, better = "ms", "less"
    elif name == metric and _DURATION.search(metric):
        better = "less"
    if known_unit and unit:
        unit = _same_unit(name, unit, known_unit)
    return TotalsFigure(system, run, target, name, value, unit or known_unit, better, window, decimals=decimals)


_DURATION = re.compile(r"latency|response time", re.IGNORECASE)
_NAMED_UNITS: Mapping[str, frozenset[str]] = {
    "ms": frozenset({"ms", "msec", "millisecond", "milliseconds"}), "W": frozenset({"w", "watt", "watts"}),
    "%": frozenset({"%", "percent"}), "MB/s": frozenset({"mb/s", "mbps"}), "MiB/s": frozenset({"mib/s"}),
}  # fmt: skip
"""Units that are part of a metric's name, with their spellings."""
_PER = {
    "min": re.compile(r"(?:/|per )\s*(?:s|sec|second)s?$", re.I),
    "s": re.compile(r"(?:/|per )\s*m(?:in|inute)?s?$", re.I),
}
"""Words that contradict a rate per minute, and those that contradict one per second."""


def _same_unit(metric: str, unit: str, known: str) -> str:
    """Return the unit of a metric whose name contains it.

    Raises:
        ImportedFileError: the user gave another unit.
    """
    named = _NAMED_UNITS.get(known)
    per = _PER["min" if known.endswith("/min") else "s"].search(unit.strip()) is not None
    if (named is not None and unit.strip().casefold() not in named) or (named is None and per):
        raise ImportedFileError(
            'the unit "{unit}" contradicts the name {metric}: write its values in {known}, or call it otherwise',
            unit=unit,
            metric=metric,
            known=known,
        )
    return known


def _read_csv(path: Path, decimal: DecimalMark | None) -> TotalsFile:
    layout = layout_of(path, is_totals_csv)
    column = {
        name: column_named(layout.header, name)
        for name in ("system", "run", "target", "metric", "value", "unit", "window")
    }
    if missing := [name for name in ("system", "run", "metric", "value") if column[name] is None]:
        raise wrong(path, "the header has no column {missing}", line=layout.header_line, missing=" and ".join(missing))
    assert column["value"] is not None
    layout = with_decimal_mark(path, layout, (column["value"],), decimal)
    collected = _Collector(path)
    for line, row in rows_of(path, layout):
        fields = layout.fields(row)
        if len(fields) != len(layout.header):
            raise wrong(
                path,
                "{fields} fields under a header of {columns}: the line is cut off, or a comma in a text lacks its "
                "quotes",
                line=line,
                fields=len(fields),
                columns=len(layout.header),
            )
        texts = {name: fields[index] if index is not None else "" for name, index in column.items()}
        system = collected.system(texts["system"], line)
        if not texts["metric"]:
            raise wrong(path, "metric: the name is missing", line=line)
        if not texts["run"]:
            fact = with_decimal_point(texts["value"]) if layout.decimal_comma else texts["value"]
            collected.facts[system][texts["metric"]] = fact_of(fact)
            continue
        value = figure_of(path, line, texts["metric"], texts["value"], decimal_comma=layout.decimal_comma)
        _check_possible(path, line, texts["metric"], value)
        run, window = _run(path, texts["run"], line), _window(path, texts["window"], line)
        decimals = decimals_of(texts["value"], decimal_comma=layout.decimal_comma)
        try:
            one = figure(system, run, texts["target"], texts["metric"], value, texts["unit"], window, decimals)
        except ImportedFileError as error:
            raise wrong(path, error.message, line=line) from None
        collected.add(one, f"line {line}")
    if not collected.figures:
        raise wrong(path, "it contains no figures")
    first = collected.systems[0]
    return TotalsFile("", "one at a time", tuple(collected.systems), first, collected.facts, tuple(collected.figures))


def _most_of(metric: str) -> float:
    """Return the largest possible value of a metric."""
    return MOST_IOPS if "iops" in metric.casefold() else most_of(KNOWN.get(metric.casefold(), ("", "", ""))[1])


def _check_possible(path: Path, line: int, metric: str, value: float) -> None:
    """Check that a figure is physically plausible.

    Raises:
        ImportedFileError: the figure is beyond the reach of any machine.
    """
    if value > _most_of(metric):
        raise wrong(path, "{metric}: {value:g} is more than any machine reaches", line=line, metric=metric, value=value)


def _read_toml(path: Path) -> TotalsFile:
    text = _toml_text(path)
    try:
        document = toml_document(text, IMPORT_TOML_BYTES, _WrittenFloat)
    except TomlError as error:
        raise wrong(path, "invalid TOML: {reason}", reason=error) from None
    if unknown := set(document) - {"title", "order", "systems", "results"}:
        raise wrong(
            path,
            "{unknown}: not known; there are title, order, systems and results",
            unknown=", ".join(sorted(unknown)),
        )
    order = document.get("order", "one at a time")
    if order not in ("together", "alternating", "one at a time"):
        raise wrong(path, 'order: "together", "alternating" or "one at a time", not "{order}"', order=order)
    collected = _Collector(path)
    baselines = [name for name, role in _systems(path, document, collected) if role == "baseline"]
    if len(baselines) > 1:
        raise wrong(path, "systems: {baselines} are both the baseline", baselines=" and ".join(baselines))
    for index, result in enumerate(_tables(path, document, "results"), 1):
        for one in _results(path, result, f"results {index}", collected):
            collected.add(one, f"results {index}")
    if not collected.figures:
        raise wrong(path, "it contains no [[results]] with figures")
    title = document.get("title", "")
    baseline = baselines[0] if baselines else collected.systems[0]
    return TotalsFile(
        shortened(str(title), 80, ""),
        order,
        tuple(collected.systems),
        baseline,
        collected.facts,
        tuple(collected.figures),
    )


class _WrittenFloat(float):
    """Number in a TOML text.

    Attributes:
        decimals: decimals with which it was written, including zeros.
    """

    decimals: int

    def __new__(cls, text: str) -> "_WrittenFloat":
        one = super().__new__(cls, text)
        one.decimals = decimals_of(text.replace("_", ""))
        return one


def _toml_text(path: Path) -> str:
    # The file's size is checked first: TOML cannot be streamed.
    first = next(lines_of(path), None)
    if first is None or path.stat().st_size > IMPORT_TOML_BYTES:
        raise wrong(path, "larger than 1 MiB: use CSV for this many results")
    return "\n".join(_with_gaps(lines_of(path)))


def _with_gaps(lines: Iterator[tuple[int, str]]) -> Iterator[str]:
    """Yield the lines with empty ones restored, so that errors have the correct line number."""
    last = 0
    for number, text in lines:
        yield from [""] * (number - last - 1)
        yield text
        last = number


def _systems(path: Path, document: Mapping[str, Any], collected: _Collector) -> Iterator[tuple[str, str]]:
    for index, system in enumerate(_tables(path, document, "systems"), 1):
        where = f"systems {index}"
        if unknown := set(system) - {"name", "role", "facts"}:
            raise wrong(
                path,
                "{where}: {unknown}: not known; there are name, role and facts",
                where=where,
                unknown=", ".join(sorted(unknown)),
            )
        name, role, facts = system.get("name", ""), system.get("role", "challenger"), system.get("facts", {})
        if role not in ("baseline", "challenger"):
            raise wrong(path, '{where}: role: "baseline" or "challenger", not "{role}"', where=where, role=role)
        if not isinstance(name, str) or not isinstance(facts, dict):
            raise wrong(path, "{where}: name is a text, facts a table", where=where)
        if name in collected.systems:
            raise wrong(path, '{where}: "{name}" is there already', where=where, name=name)
        collected.facts[collected.system(name, None)].update({key: fact_of(value) for key, value in facts.items()})
        yield name, role


def _results(path: Path, result: Mapping[str, Any], where: str, collected: _Collector) -> Iterator[TotalsFigure]:
    if unknown := set(result) - {"system", "run", "target", "figures", "window"}:
        raise wrong(
            path,
            "{where}: {unknown}: not known; there are system, run, target, figures and window",
            where=where,
            unknown=", ".join(sorted(unknown)),
        )
    name, target, figures = result.get("system", ""), result.get("target", ""), result.get("figures", {})
    if not isinstance(name, str) or not isinstance(target, str) or not isinstance(figures, dict):
        raise wrong(path, "{where}: system and target are texts, figures a table", where=where)
    run, window = result.get("run"), _window(path, result.get("window", ""), None, where)
    if not isinstance(run, int) or isinstance(run, bool) or not 1 <= run <= MOST_RUN:
        raise wrong(path, "{where}: run is a whole number from 1 to {most_run}", where=where, most_run=MOST_RUN)
    for metric, value in figures.items():
        if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= sys.float_info.max:
            raise wrong(
                path,
                "{where}: {metric} = {value}: a figure is a number of at least 0",
                where=where,
                metric=metric,
                value=value,
            )
        if value > _most_of(metric):
            raise wrong(
                path,
                "{where}: {metric}: {value:g} is more than any machine reaches",
                where=where,
                metric=metric,
                value=float(value),
            )
        given = value.decimals if isinstance(value, _WrittenFloat) else 0
        yield figure(collected.system(name, None), run, target, metric, float(value), window=window, decimals=given)


def _tables(path: Path, document: Mapping[str, Any], name: str) -> list[Mapping[str, Any]]:
    tables = document.get(name, [])
    if not isinstance(tables, list) or not all(isinstance(table, dict) for table in tables):
        raise wrong(path, "{name}: written as [[{name}]]", name=name)
    return tables


def _run(path: Path, text: str, line: int) -> int:
    if not re.fullmatch(r"\d{1,4}", text) or not 1 <= int(text) <= MOST_RUN:
        raise wrong(
            path, 'run: a whole number from 1 to {most_run}, not "{text}"', line=line, most_run=MOST_RUN, text=text
        )
    return int(text)


def _window(path: Path, text: object, line: int | None, where: str = "") -> tuple[float, float] | None:
    """Return the seconds of "480-600" or "480 - 600 s"."""
    if text == "":
        return None
    try:
        return window_of(str(text))
    except ImportedFileError as error:
        what = phrase("{where}: {what}", where=where, what=error) if where else error.message
        raise wrong(path, what, line=line) from None


def window_of(text: str) -> tuple[float, float]:
    """Return the seconds of a window written "480-600".

    Raises:
        ImportedFileError: the text has another form.
    """
    match = re.fullmatch(r"\s*(\d+(?:\.\d+)?)\s*(?:-|–|to)\s*(\d+(?:\.\d+)?)\s*s?\s*", text)
    if not match or float(match[1]) >= float(match[2]):
        raise ImportedFileError('window: seconds since the start such as "480-600", not "{text}"', text=text)
    return float(match[1]), float(match[2])


def fact_of(value: object) -> object:
    """Return a fact as a session stores it: a number, or a string if it is not a number or too large."""
    small = isinstance(value, int | float) and not isinstance(value, bool) and abs(value) < MOST_FACT
    if not small:
        return str(value)[:4000]
    return float(value) if isinstance(value, float) else value
