# SPDX-License-Identifier: Apache-2.0
"""Power meters' logs: a table with a time column and one or more columns of watts.

Software for meters with a serial port logs one reading per second; smart plugs and power strips export one every 10 s
or less often. The columns are detected from their names unless the user gives them.
"""

import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from app.imports.decimal_mark import DecimalMark, with_decimal_mark
from app.imports.field_values import Moment, RisingClock, moment_of
from app.imports.source import (
    LONGEST_FIELD,
    Clock,
    FieldError,
    ImportedFileError,
    Log,
    LogRow,
    TableLayout,
    column_named,
    layout_of,
    rows_of,
    wrong,
)
from app.imports.unusable import Unusable, most_of
from app.model.bounds import IMPORT_ROWS
from app.model.documents import OriginDetail
from app.model.errors import phrase
from app.model.messages import Sentence
from app.model.visible_text import shortened
from collectors.series import Series

Floats = NDArray[np.float64]

TOTAL = "\\Power Meter(_Total)\\Power"
_UNITS = (
    (re.compile(r"(?<![A-Za-z])[kK][wW](?![A-Za-z])|[kK]ilowatt"), 1e3),
    (re.compile(r"(?<![A-Za-z])m[wW](?![A-Za-z])|[mM]illiwatt"), 1e-3),
    (re.compile(r"(?<![A-Za-z])M[wW](?![A-Za-z])|[mM]egawatt"), 1e6),
)
"""Units in column names and fields, with their sizes in watts."""
_TIME = re.compile(r"^(date ?/? ?time|time ?stamp|time|zeit|datetime|seconds?|elapsed.*|t)\b", re.IGNORECASE)
_DATE = re.compile(r"^(date|datum)$", re.IGNORECASE)
_WATTS = re.compile(r"watt|(?<![a-z])[km]?w(?![a-z])|power|leistung", re.IGNORECASE)
_NO_WATTS = re.compile(r"watt.?hours?|(?<![a-z])k?wh(?![a-z])|power factor|leistungsfaktor|energy", re.IGNORECASE)
_APPARENT = re.compile(r"apparent|reactive|scheinleistung|blindleistung|(?<![a-z])k?va(r|rs)?(?![a-z])", re.IGNORECASE)
"""Pattern of names of apparent power. Volt-amperes are not watts: a power supply may draw twice as many."""
_NO_READING = ("", "n/a", "na", "-", "null", "none", "--", "---")
_FIELD = re.compile(r"(?P<unit>[kKmM]?[wW](?:atts?)?|[kK]?[vV][aA][rR]?)$")
_ZONE = re.compile(
    r"\d:\d{2}(?::\d{2}(?:[.,]\d+)?)?\s*(?:(?P<utc>Z|UTC|GMT)|(?P<sign>[+-])(?P<h>\d{2}):?(?P<m>\d{2}))$"
)
_NAMED_ZONE = re.compile(r"\b(?:GMT|UTC) ?(?P<sign>[+-])(?P<h>\d{1,2}):?(?P<m>\d{2})?\b")
_PTD_DATE = re.compile(r"^(\d{2})-(\d{2})-(?=\d{4}\b)")
"""Dates of SPEC's PTDaemon: month first."""
HOLD_STEPS = 1.5
"""Time for which a reading remains valid, as a multiple of the meter's step (at least 1 s)."""
MOST_HOLD_S = 3600.0
"""Maximum time, in seconds, for which a reading remains valid."""


@dataclass(frozen=True, slots=True)
class MeterColumns:
    """Names of columns; empty ones are detected.

    Attributes:
        time: one column, or a date and a time ("Date+Time").
        watts: one or more columns, which are added up ("One+Other").
    """

    time: str = ""
    watts: str = ""


@dataclass(frozen=True, slots=True)
class _Mapping:
    """Indexes of the columns.

    Attributes:
        scales: size of each column's unit in watts.
    """

    time: tuple[int, ...]
    watts: tuple[int, ...]
    scales: tuple[float, ...]


def is_meter_log(header: Sequence[str]) -> bool:
    """Return whether a table has a column of times and one of watts (or of volt-amperes, which are reported later)."""
    power = any(_is_watts(name) or _APPARENT.search(name) for name in header)
    return power and any(_TIME.match(name) or _DATE.match(name) for name in header)


def power_series(instance: str = "_Total") -> Series:
    """Return the counter of one meter, or of all of a system's meters together."""
    return Series(f"\\Power Meter({instance})\\Power", "W", "gauge", "machine", 0)


def has_columns(header: Sequence[str], columns: MeterColumns) -> bool:
    """Return whether a table has all columns that the user named, and at least one was named."""
    named = [name for text in (columns.time, columns.watts) if text for name in _parts(header, text)]
    return bool(named) and all(column_named(header, name) is not None for name in named)


def meter_layout(path: Path, columns: MeterColumns) -> TableLayout:
    """Find the table in a meter's file, below the meter's description.

    Raises:
        ImportedFileError: the file cannot be read.
    """
    if columns.time or columns.watts:
        return layout_of(path, lambda names: has_columns(names, columns))
    return layout_of(path, is_meter_log)


def meter_log(path: Path, columns: MeterColumns, decimal: DecimalMark | None = None) -> Log:
    """Open the log of one meter.

    Args:
        path: the file.
        columns: names of the columns.
        decimal: the decimal sign, if the user gave it.

    Raises:
        ImportedFileError: there is no such table, or its columns cannot be identified.
    """
    layout = meter_layout(path, columns)
    mapping = _mapping(path, layout, columns)
    layout = with_decimal_mark(path, layout, {*mapping.time, *mapping.watts}, decimal)
    first = next((row for row in rows_of(path, layout) if _is_whole(row[1], layout)), None)
    if first is None:
        any_row = next(rows_of(path, layout), None)
        if any_row is None:
            raise wrong(path, "there are no readings below the header")
        raise _other_width(path, any_row[0], len(any_row[1]), layout)
    form = _moment(path, *first, mapping, layout).form
    clock: Clock = "dated" if form == "unix" else form  # type: ignore[assignment]
    log = Log("power meter", clock, 1, (power_series(),), lambda: _rows(path, layout, mapping, log))
    zone_s = None
    if form == "dated":
        zone_s = _zone_s(_time_text(first[1], mapping, layout))
        zone_s = zone_s if zone_s is not None else _zone_of_name(layout.header[mapping.time[-1]])
    log.detail = OriginDetail(
        watts=" + ".join(layout.header[index] for index in mapping.watts),
        zone="UTC" if form == "unix" else "",
        bias_min=0 if form == "unix" else round(-zone_s / 60) if zone_s is not None else None,
    )
    return log


def _is_whole(fields: Sequence[str], layout: TableLayout) -> bool:
    return len(layout.fields(fields)) == len(layout.header)


def _other_width(path: Path, line: int, fields: int, layout: TableLayout) -> ImportedFileError:
    return wrong(
        path,
        "{fields} fields under a header of {columns}: the columns cannot be told apart. A decimal comma needs ; or "
        "quotes",
        line=line,
        fields=fields,
        columns=len(layout.header),
    )


def _rows(path: Path, layout: TableLayout, mapping: _Mapping, log: Log) -> Iterator[LogRow]:
    log.warnings.clear()
    clock = RisingClock(path)
    log.set_back_s = clock.set_back_s
    unusable = Unusable(path)
    needed = max(*mapping.time, *mapping.watts)
    short: int | None = None
    wide: list[int] = []
    repeated = number = 0
    last_s = -math.inf
    zeros = True
    bias_min = log.detail.bias_min
    for line, row in rows_of(path, layout):
        if short is not None:
            raise wrong(path, "fields are missing in this line", line=short)
        fields = layout.fields(row)
        if len(fields) > len(layout.header):
            wide.append(line)
            continue
        if len(fields) <= needed:
            short = line
            continue
        moment = _moment(path, line, fields, mapping, layout)
        if bias_min is not None and (zone_s := _zone_s(_time_text(fields, mapping, layout))) is not None:
            moment = replace(moment, seconds=moment.seconds - (zone_s + bias_min * 60))  # in the first row's time zone
        at_s = clock.seconds(line, moment)
        watts = sum(_watts(unusable, line, fields, mapping, layout))
        number += 1
        if number > IMPORT_ROWS:
            raise wrong(path, "more than {most_rows:,} readings", line=line, most_rows=IMPORT_ROWS)
        if at_s == last_s:
            repeated += 1
            continue
        last_s = at_s
        zeros = zeros and watts == 0
        yield LogRow(line, at_s, (watts,))
    if number == 0:
        raise wrong(path, "it contains no complete reading", line=short)
    name = path.name
    log.warnings += unusable.notes()
    if wide:
        log.warnings.append(
            phrase(
                "{name}: {count:,} rows with more fields than the header are left out, the first is line {line}",
                name=name,
                count=len(wide),
                line=wide[0],
            )
        )
    if short is not None:
        log.warnings.append(phrase("{name}: its last line ({line}) is cut off and was left out", name=name, line=short))
    if repeated:
        log.warnings.append(
            phrase(
                "{name}: {same:,} readings have the time of the one before and were left out", name=name, same=repeated
            )
        )
    if zeros:
        log.warnings.append(
            phrase("{name}: every reading is 0 W: was the meter connected? Nothing is told per watt", name=name)
        )
    log.warnings += [
        phrase("{name}, line {line}: the clock was set back by an hour here", name=name, line=line)
        for line in clock.set_back_lines
    ]


def summed(meters: Sequence[tuple[Floats, Floats]]) -> tuple[Floats, Floats]:
    """Return the sum of several meters of one system, on whole seconds: times and watts, each (n,).

    A meter's value for a second is the mean of its readings within it, otherwise its last reading unless that is stale.
    While a meter has no value, there is no sum, not even a partial one; only the first and last seconds of a gap are
    returned.

    Args:
        meters: times since the start (rising) and watts of each meter.
    """
    from_s = math.ceil(min(float(times[0]) for times, _ in meters))
    to_s = math.ceil(max(float(times[-1]) for times, _ in meters))
    # Most seconds within a long gap get no values, because one reading may be years before the others.
    known = min((_seconds_with_value(*meter) for meter in meters), key=len)
    ticks = np.unique(np.concatenate(([float(from_s)], known, known + 1.0, [float(to_s)])))
    ticks = ticks[(ticks >= from_s) & (ticks <= to_s)]
    total = np.zeros(len(ticks))
    for times, watts in meters:
        total += on_seconds(ticks, times, watts)
    return ticks, total


def on_seconds(ticks: Floats, times: Floats, watts: Floats) -> Floats:
    """Return a meter's value for each second that ends at a tick, as defined by `summed`.

    All arrays are (n,); NaN means no data.
    """
    valid = np.isfinite(watts)
    times, watts = times[valid], watts[valid]
    if not len(times):
        return np.full(len(ticks), np.nan)
    hold_s = _hold_s(times)
    sums = np.concatenate(((0.0,), np.cumsum(watts)))
    after = np.searchsorted(times, ticks, side="right")
    before = np.searchsorted(times, ticks - 1.0, side="right")
    count = after - before
    mean = (sums[after] - sums[before]) / np.maximum(count, 1)
    last = np.maximum(after - 1, 0)
    fresh = (after > 0) & (ticks - times[last] <= hold_s)
    return np.where(count > 0, mean, np.where(fresh, watts[last], np.nan))


def _seconds_with_value(times: Floats, watts: Floats) -> Floats:
    """Return the ticks at which `on_seconds` has a value, in ascending order."""
    times = times[np.isfinite(watts)]
    if not len(times):
        return np.empty(0)
    first = np.ceil(times)
    last = np.maximum(first, np.floor(times + _hold_s(times)))
    last = np.minimum(last, np.append(first[1:] - 1.0, np.inf))
    counts = np.maximum(last - first + 1.0, 0.0).astype(np.int64)
    begins = np.cumsum(counts) - counts
    return np.repeat(first - begins, counts) + np.arange(counts.sum())


def _hold_s(times: Floats) -> float:
    """Return the number of seconds for which a reading remains valid."""
    return min(max(HOLD_STEPS * usual_step_s(times), 1.0), MOST_HOLD_S)


def usual_step_s(times: Floats) -> float:
    """Return the median time between readings, in seconds."""
    return float(np.median(np.diff(times))) if len(times) > 1 else 1.0


def _mapping(path: Path, layout: TableLayout, columns: MeterColumns) -> _Mapping:
    times, watts = _column_numbers(path, layout, columns.time), _column_numbers(path, layout, columns.watts)
    header = layout.header
    if not times:
        times = [index for index, name in enumerate(header) if _DATE.match(name)][:1]
        times += [index for index, name in enumerate(header) if _TIME.match(name) and index not in times][:1]
    if not times:
        raise wrong(
            path,
            "which is the time column? {choices} (--time COLUMN)",
            line=layout.header_line,
            choices=_choices(header),
        )
    if not watts:
        watts = [index for index, name in enumerate(header) if _is_watts(name) and index not in times]
        if not watts and any(map(_APPARENT.search, header)):
            raise _apparent(path, layout.header_line)
        if len(watts) != 1:
            raise wrong(
                path,
                "which is the watts column? {choices} (--watts COLUMN)",
                line=layout.header_line,
                choices=_choices(header),
            )
    for index in watts:
        if _APPARENT.search(header[index]):
            raise _apparent(path, layout.header_line)
    scales = [_scale_of(header[index]) for index in watts]
    return _Mapping(tuple(times), tuple(watts), tuple(scales))


def _column_numbers(path: Path, layout: TableLayout, names: str) -> list[int]:
    """Return the columns named in "One" or "One+Other"; a column's name may itself contain a plus sign."""
    indexes = []
    for name in _parts(layout.header, names):
        index = column_named(layout.header, name)
        if index is None:
            raise wrong(
                path,
                'there is no column "{name}"; {choices}',
                line=layout.header_line,
                name=name.strip(),
                choices=_choices(layout.header),
            )
        indexes.append(index)
    return indexes


def _parts(header: Sequence[str], names: str) -> list[str]:
    """Return the names in "One+Other"; a column's name may itself contain a plus sign."""
    whole = column_named(header, names) if names else None
    return [names] if whole is not None else [name for name in names.split("+") if name.strip()]


def _choices(header: Sequence[str]) -> Sentence:
    return phrase("there are {names}", names=", ".join(f'"{shortened(name, LONGEST_FIELD)}"' for name in header[:12]))


def _apparent(path: Path, line: int) -> ImportedFileError:
    return wrong(
        path,
        "it has apparent power (VA), which is not what a system uses; figures per watt take a column of real power (W, "
        "kW)",
        line=line,
    )


def _is_watts(name: str) -> bool:
    return bool(_WATTS.search(name)) and not _NO_WATTS.search(name) and not _APPARENT.search(name)


def _scale_of(name: str) -> float:
    return next((scale for form, scale in _UNITS if form.search(name)), 1.0)


def _time_text(fields: Sequence[str], mapping: _Mapping, layout: TableLayout) -> str:
    text = " ".join(fields[index] for index in mapping.time if index < len(fields))
    return _PTD_DATE.sub(r"\1/\2/", text) if layout.pairs else text


def _zone_s(text: str) -> int | None:
    """Return a time's offset from UTC in seconds, or None if it has no time zone."""
    zone = _ZONE.search(text.strip())
    if zone is None:
        return None
    if zone["utc"]:
        return 0
    seconds = int(zone["h"]) * 3600 + int(zone["m"]) * 60
    return -seconds if zone["sign"] == "-" else seconds


def _zone_of_name(name: str) -> int | None:
    """Return the UTC offset in the name of a time column: "Date Time, GMT+01:00"."""
    zone = _NAMED_ZONE.search(name)
    if zone is None:
        return None
    seconds = int(zone["h"]) * 3600 + int(zone["m"] or 0) * 60
    return -seconds if zone["sign"] == "-" else seconds


def _moment(path: Path, line: int, fields: Sequence[str], mapping: _Mapping, layout: TableLayout) -> Moment:
    try:
        return moment_of(_time_text(fields, mapping, layout), decimal_comma=layout.decimal_comma)
    except FieldError as error:
        raise wrong(path, error.message, line=line) from None


def _watts(
    unusable: Unusable, line: int, fields: Sequence[str], mapping: _Mapping, layout: TableLayout
) -> Iterator[float]:
    for index, scale in zip(mapping.watts, mapping.scales, strict=True):
        text = fields[index]
        if text.casefold() in _NO_READING:
            yield math.nan
            continue
        unit = _FIELD.search(text)
        if unit is not None and "v" in unit["unit"].casefold():
            raise _apparent(unusable.path, line)
        if unit is not None:
            scale = _scale_of(unit["unit"])  # noqa: PLW2901 - the field's own unit takes precedence
        plain = text[: unit.start()].rstrip() if unit is not None else text
        comma = layout.decimal_comma
        value = unusable.figure(line, layout.header[index], plain, most_of("W") / scale, decimal_comma=comma)
        yield value * scale
