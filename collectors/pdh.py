# SPDX-License-Identifier: Apache-2.0
"""Logs of Performance Monitor as text: PDH-CSV and its twin with tabs, as perfmon, relog and typeperf write them.

Only the forms that were seen are taken for granted: names may hold commas, lines may end in CR CR LF, values may be
blank, -1 or with decimal commas, dates may be in another order, and the clock is local: the header's bias is one number
for the whole log, so that a change to or from daylight saving shows as a gap or as an hour that comes twice.
"""

import csv
import datetime
import math
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

from collectors.series import Better, Layer, Series

DateOrder = Literal["mdy", "dmy", "ymd"]
ClockChange = Literal["back", "forward"]
ORDERS: tuple[DateOrder, ...] = ("mdy", "dmy", "ymd")

FIRST = re.compile(r"\(PDH-(CSV|TSV) 4\.0\)(?:\s*\(([^()]*(?:\([^()]*\)[^()]*)*)\)\s*\((-?\d+)\))?", re.IGNORECASE)
HOST = re.compile(r"^\\\\([^\\]+)(\\.*)$")
MOMENT = re.compile(
    r"^\s*(\d{1,4})[./-](\d{1,2})[./-](\d{1,4})[ T]+(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,6}))?)?(?: ?([AP])M)?\s*$",
    re.IGNORECASE,
)
"""A spreadsheet that saved the log again may have left the seconds out, or written the hour with AM or PM."""
HOUR_S = 3600.0


class PdhError(ValueError):
    """A text that is no such log, for a person: an English sentence with its values' names in braces."""

    def __init__(self, text: str, /, **values: str) -> None:
        super().__init__(text.format(**values))
        self.text, self.values = text, values


@dataclass(frozen=True, slots=True)
class PdhHeader:
    r"""The first line. paths: of the counters, without the host, ``\Object(instance)\Counter``; hosts: of each, ""
    where none is named. bias_min: to add to the local time for UTC, None where the log does not say (typeperf)."""

    paths: tuple[str, ...]
    hosts: tuple[str, ...]
    zone: str
    bias_min: int | None
    delimiter: str


@dataclass(frozen=True, slots=True)
class PdhLog:
    """A whole log. times_s: UTC in seconds since 1970 (local time where bias_min is None), rising. rows: as many values
    as paths, NaN for no data. notes: what was odd, for people."""

    header: PdhHeader
    times_s: tuple[float, ...]
    rows: tuple[tuple[float, ...], ...]
    notes: tuple[str, ...]


def decoded(data: bytes) -> str:
    """The text of a log file: UTF-8 or UTF-16 with or without a mark, else the Western European Windows code."""
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return data.decode("utf-16", "replace")
    if len(data) > 3 and data[1:2] == b"\0":
        return data.decode("utf-16-le", "replace")
    if len(data) > 3 and data[:1] == b"\0":
        return data.decode("utf-16-be", "replace")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("cp1252", "replace")


def lines_of(text: str) -> list[str]:
    """The lines that hold something, whatever ends them."""
    return [line for line in re.split(r"[\r\n]+", text) if line.strip()]


def header_of(line: str) -> PdhHeader:
    """The header. Raises PdhError where the line is none."""
    match = FIRST.search(line)
    if match is None or line[: match.start()].strip("\ufeff \"'"):
        raise PdhError("this is not a Performance Monitor log: its first line does not begin with (PDH-CSV 4.0).")
    behind = line[match.end() :].lstrip("\"' ")[:1]
    # A spreadsheet in a country of decimal commas saves it with semicolons.
    delimiter = behind if behind in (";", "\t") else "\t" if match[1].upper() == "TSV" else ","
    names = fields_of(line.lstrip("\ufeff"), delimiter)[1:]
    if not names:
        raise PdhError("this Performance Monitor log contains no counters.")
    parts = [HOST.match(name) for name in names]
    paths = tuple(part[2] if part else name for part, name in zip(parts, names, strict=True))
    hosts = tuple(part[1] if part else "" for part in parts)
    return PdhHeader(paths, hosts, match[2] or "", int(match[3]) if match[3] else None, delimiter)


def fields_of(line: str, delimiter: str) -> list[str]:
    """The fields of one line."""
    try:
        return next(csv.reader([line], delimiter=delimiter, strict=False), [])
    except csv.Error:  # a field of more than 131,072 characters
        return []


def moment_of(text: str, order: DateOrder) -> datetime.datetime | None:
    """A local time, None where the text is none in that order of day, month and year."""
    match = MOMENT.match(text)
    if match is None:
        return None
    first, second, third = int(match[1]), int(match[2]), int(match[3])
    year, month, day = {"mdy": (third, first, second), "dmy": (third, second, first), "ymd": (first, second, third)}[
        order
    ]
    if year < 1000:
        return None
    micros = int((match[7] or "0").ljust(6, "0"))
    hour = int(match[4])
    if match[8]:
        hour = hour % 12 + (12 if match[8].upper() == "P" else 0)
    try:
        return datetime.datetime(  # noqa: DTZ001 - local time of a machine that is not ours
            year, month, day, hour, int(match[5]), int(match[6] or 0), micros
        )
    except ValueError:
        return None


def value_of(text: str, path: str = "", *, decimal_comma: bool | None = None) -> float:
    """A value; NaN for blank, -1 (what PDH writes where a rate has no second sample yet) and what is no number.

    A latency of exactly 0 is what Performance Monitor writes where nothing was completed: no data. decimal_comma: the
    log's decimal sign, the other one parts thousands; None: a comma without a point is one.
    """
    plain = text.strip()
    if "," in plain:
        if decimal_comma or (decimal_comma is None and "." not in plain):
            plain = plain.replace(".", "").replace(",", ".")
        else:
            plain = plain.replace(",", "")
    elif decimal_comma and "." in plain:
        plain = plain.replace(".", "")
    try:
        value = float(plain)
    except ValueError:
        return math.nan
    if value == -1 or not math.isfinite(value) or (value == 0 and "sec/" in path):
        return math.nan
    return value


def values_of(fields: Sequence[str], header: PdhHeader) -> tuple[float, ...] | None:
    """The values of a row's fields; None where the line is no row of this log (an error's text, a line cut short)."""
    if len(fields) != len(header.paths) + 1:
        return None
    return tuple(value_of(text, path) for text, path in zip(fields[1:], header.paths, strict=True))


def read_log(text: str, order: DateOrder | None = None) -> PdhLog:
    """A whole log. order: of its dates, None finds out. Raises PdhError."""
    lines = lines_of(text)
    if not lines:
        raise PdhError("the file is empty.")
    header = header_of(lines[0])
    stamps, rows, passed_over = [], [], 0
    for line in lines[1:]:
        fields = fields_of(line, header.delimiter)
        values = values_of(fields, header)
        if values is None or MOMENT.match(fields[0]) is None:
            passed_over += 1
            continue
        stamps.append(fields[0])
        rows.append(values)
    if not rows:
        raise PdhError("this Performance Monitor log contains no samples.")
    chosen = order or date_order(stamps)
    notes = [] if order or chosen == "mdy" else [f"dates are read as {' '.join(_NAMES[letter] for letter in chosen)}"]
    if passed_over:
        notes.append(f"{passed_over} lines that are no samples were passed over")
    local = [moment_of(stamp, chosen) for stamp in stamps]
    dated = [(moment, row) for moment, row in zip(local, rows, strict=True) if moment is not None]
    if not dated:
        raise PdhError("the dates of this log are not in the order {chosen}.", chosen=chosen)
    bias_s = 60.0 * (header.bias_min or 0)
    seconds = [moment.replace(tzinfo=datetime.UTC).timestamp() + bias_s for moment, _ in dated]
    times, changes = without_clock_changes(seconds)
    notes += [f"the clock was set {change} by an hour during the log (daylight saving)" for change in changes]
    found = list(_rising(zip(times, (row for _, row in dated), strict=True)))
    if len(found) < len(dated):
        notes.append(f"{len(dated) - len(found)} samples whose time does not rise were left out")
    return PdhLog(header, tuple(at for at, _ in found), tuple(row for _, row in found), tuple(notes))


_NAMES = {"d": "day", "m": "month", "y": "year"}


def date_order(stamps: Sequence[str]) -> DateOrder:
    """The order in which every date is valid and the times go on evenly; month first where nothing speaks against it,
    as Performance Monitor writes them. Raises PdhError where none fits."""
    best: tuple[float, DateOrder] | None = None
    for order in ORDERS:
        moments = [moment_of(stamp, order) for stamp in stamps]
        known = [moment for moment in moments if moment is not None]
        if len(known) < len(moments):
            continue
        wandered_s = sum(abs((after - before).total_seconds()) for before, after in pairwise(known))
        if best is None or wandered_s < best[0]:
            best = (wandered_s, order)
    if best is None:
        raise PdhError("the dates of this log can't be read in any order of day, month and year.")
    return best[1]


def without_clock_changes(
    seconds: Sequence[float], latest_h: float | None = None
) -> tuple[list[float], list[ClockChange]]:
    """Local times on one scale: an hour that comes twice, or one that is left out at a whole hour, is a change from or
    to daylight saving. Any other gap is one. Also how the clock was set, in order.

    latest_h: hour of the day from which on an hour that is left out is a gap; None: no hour is."""
    if len(seconds) < 3:
        return list(seconds), []
    steps = sorted(after - before for before, after in pairwise(seconds))
    usual_s = max(steps[len(steps) // 2], 0.001)
    changes: list[ClockChange] = []
    shift_s, shifted = 0.0, [seconds[0]]
    for before, after in pairwise(seconds):
        step_s = after - before
        if abs(step_s - usual_s + HOUR_S) < usual_s / 2 + 2:
            shift_s += HOUR_S
            changes.append("back")
        elif abs(step_s - usual_s - HOUR_S) < usual_s / 2 + 2 and _passes_an_hour(before, usual_s, latest_h):
            shift_s -= HOUR_S
            changes.append("forward")
        shifted.append(after + shift_s)
    return shifted, changes


def _passes_an_hour(before_s: float, step_s: float, latest_h: float | None) -> bool:
    """Whether a whole hour lies within a step after this moment, early enough in the day."""
    if latest_h is not None and (before_s + step_s) % (24 * HOUR_S) >= latest_h * HOUR_S:
        return False
    return math.floor((before_s + step_s) / HOUR_S) > math.floor(before_s / HOUR_S)


def _rising(rows: Iterable[tuple[float, tuple[float, ...]]]) -> Iterator[tuple[float, tuple[float, ...]]]:
    last = -math.inf
    for at, row in rows:
        if at > last:
            last = at
            yield at, row


LAYERS: tuple[tuple[str, Layer], ...] = (
    ("physicaldisk", "device"), ("logicaldisk", "device"), ("sqlserver:", "engine"), ("mssql$", "engine"),
    ("test", "application"),
)  # fmt: skip


def series_of(paths: Sequence[str]) -> tuple[Series, ...]:
    """What the columns mean: values that Performance Monitor has made already, each a gauge. Names in other languages
    than English are kept, but their units are not known."""
    return tuple(
        Series(path, unit_of(path), "gauge", layer_of(path), column, better=_better(path))
        for column, path in enumerate(paths)
    )


def layer_of(path: str) -> Layer:
    """The layer of a counter, by its object."""
    name = path.lstrip("\\").lower()
    return next((layer for start, layer in LAYERS if name.startswith(start)), "machine")


def unit_of(path: str) -> str:
    """The unit of a counter, by its name; "" where the name tells none."""
    name = path.rsplit("\\", maxsplit=1)[-1].lower()
    if name.startswith("%") or "hit ratio" in name or name.endswith("%"):
        return "%"
    if "sec/" in name:
        return "s"
    if "/sec" in name:
        return "B/s" if "bytes" in name else "/s"
    return "MB" if "mbytes" in name else "KB" if "kbytes" in name else "B" if "bytes" in name else ""


def _better(path: str) -> Better:
    name = path.rsplit("\\", maxsplit=1)[-1].lower()
    return "less" if layer_of(path) == "device" and "sec/" in name else ""
