# SPDX-License-Identifier: Apache-2.0
"""Performance Monitor logs as text: PDH-CSV and PDH-TSV, as written by perfmon, relog and typeperf.

The reader makes few assumptions: names may contain commas, lines may end in CR CR LF, values may be blank, -1 or have
decimal commas, and dates may be in another order. The clock is local, with one bias in the header for the whole log, so
that a change to or from daylight saving time appears as a gap or as an hour that occurs twice.
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
"""Timestamp. A spreadsheet that saved the log may have dropped the seconds, or used a 12-hour clock."""
HOUR_S = 3600.0


class PdhError(ValueError):
    """Text that is not such a log; the message is an English sentence for users, with placeholders in braces."""

    def __init__(self, text: str, /, **values: str) -> None:
        super().__init__(text.format(**values))
        self.text, self.values = text, values


@dataclass(frozen=True, slots=True)
class PdhHeader:
    r"""First line of a log.

    Attributes:
        paths: counter paths without the host: ``\Object(instance)\Counter``.
        hosts: host of each counter; "" if not named.
        zone: name of the time zone.
        bias_min: minutes to add to local time to get UTC; None if the log does not state it (typeperf).
        delimiter: separator of the fields.
    """

    paths: tuple[str, ...]
    hosts: tuple[str, ...]
    zone: str
    bias_min: int | None
    delimiter: str


@dataclass(frozen=True, slots=True)
class PdhLog:
    """Complete log.

    Attributes:
        header: parsed first line.
        times_s: ascending times, UTC in seconds since 1970 (local time if bias_min is None).
        rows: one value per path; NaN means no data.
        notes: anomalies, as text for users.
    """

    header: PdhHeader
    times_s: tuple[float, ...]
    rows: tuple[tuple[float, ...], ...]
    notes: tuple[str, ...]


def decoded(data: bytes) -> str:
    """Decode a log file: UTF-8 or UTF-16 with or without a byte-order mark, or else Windows code page 1252."""
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
    """Split a text at line endings of any kind, skipping blank lines."""
    return [line for line in re.split(r"[\r\n]+", text) if line.strip()]


def header_of(line: str) -> PdhHeader:
    """Parse the header.

    Raises:
        PdhError: the line is not a header.
    """
    match = FIRST.search(line)
    if match is None or line[: match.start()].strip("\ufeff \"'"):
        raise PdhError("this is not a Performance Monitor log: its first line does not begin with (PDH-CSV 4.0).")
    behind = line[match.end() :].lstrip("\"' ")[:1]
    # Spreadsheets save semicolons in locales with decimal commas.
    delimiter = behind if behind in (";", "\t") else "\t" if match[1].upper() == "TSV" else ","
    names = fields_of(line.lstrip("\ufeff"), delimiter)[1:]
    if not names:
        raise PdhError("this Performance Monitor log contains no counters.")
    parts = [HOST.match(name) for name in names]
    paths = tuple(part[2] if part else name for part, name in zip(parts, names, strict=True))
    hosts = tuple(part[1] if part else "" for part in parts)
    return PdhHeader(paths, hosts, match[2] or "", int(match[3]) if match[3] else None, delimiter)


def fields_of(line: str, delimiter: str) -> list[str]:
    """Split one line into its fields."""
    try:
        return next(csv.reader([line], delimiter=delimiter, strict=False), [])
    except csv.Error:  # a field of more than 131,072 characters
        return []


def moment_of(text: str, order: DateOrder) -> datetime.datetime | None:
    """Parse a local time; return None if the text is not a time with this order of day, month and year."""
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
        return datetime.datetime(  # noqa: DTZ001 - local time of another machine
            year, month, day, hour, int(match[5]), int(match[6] or 0), micros
        )
    except ValueError:
        return None


def value_of(text: str, path: str = "", *, decimal_comma: bool | None = None) -> float:
    """Parse a value; NaN if it is blank, -1 (PDH's value for a rate without a second sample), or not a number.

    A latency of exactly 0 is also NaN, because Performance Monitor writes 0 if no operation completed.

    Args:
        text: text of the field.
        path: path of the counter.
        decimal_comma: whether the log has decimal commas, with points as thousands separators; None treats a comma
            as decimal unless there is also a point.
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
    """Parse the fields of a row; return None if the line is not a row of this log, for example an error message."""
    if len(fields) != len(header.paths) + 1:
        return None
    return tuple(value_of(text, path) for text, path in zip(fields[1:], header.paths, strict=True))


def read_log(text: str, order: DateOrder | None = None) -> PdhLog:
    """Parse a complete log.

    Args:
        text: text of the log.
        order: order of day, month and year in its dates; None detects it.

    Raises:
        PdhError: the text is not a log, or its dates cannot be read.
    """
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
    found = list(_keep_rising(zip(times, (row for _, row in dated), strict=True)))
    if len(found) < len(dated):
        notes.append(f"{len(dated) - len(found)} samples whose time does not rise were left out")
    return PdhLog(header, tuple(at for at, _ in found), tuple(row for _, row in found), tuple(notes))


_NAMES = {"d": "day", "m": "month", "y": "year"}


def date_order(stamps: Sequence[str]) -> DateOrder:
    """Return the date order in which all dates are valid and times advance most evenly.

    In case of a tie, month first is preferred, which is Performance Monitor's order.

    Raises:
        PdhError: there is no valid order.
    """
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
    """Remove clock changes from local times; return continuous times, and the clock changes in order.

    An hour that occurs twice, or is skipped at a full hour, is taken as a change from or to daylight saving time. Any
    other gap is a real gap.

    Args:
        seconds: local times.
        latest_h: hour of the day from which a skipped hour is a real gap; None for never.
    """
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
        elif abs(step_s - usual_s - HOUR_S) < usual_s / 2 + 2 and _crosses_an_hour(before, usual_s, latest_h):
            shift_s -= HOUR_S
            changes.append("forward")
        shifted.append(after + shift_s)
    return shifted, changes


def _crosses_an_hour(before_s: float, step_s: float, latest_h: float | None) -> bool:
    """Return whether a step from this time crosses a full hour, early enough in the day."""
    if latest_h is not None and (before_s + step_s) % (24 * HOUR_S) >= latest_h * HOUR_S:
        return False
    return math.floor((before_s + step_s) / HOUR_S) > math.floor(before_s / HOUR_S)


def _keep_rising(rows: Iterable[tuple[float, tuple[float, ...]]]) -> Iterator[tuple[float, tuple[float, ...]]]:
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
    """Return the description of each column: values computed by Performance Monitor, so each is a gauge.

    Names in languages other than English are unchanged, but their units are unknown.
    """
    return tuple(
        Series(path, unit_of(path), "gauge", layer_of(path), column, better=_better(path))
        for column, path in enumerate(paths)
    )


def layer_of(path: str) -> Layer:
    """Return the layer of a counter, derived from its object."""
    name = path.lstrip("\\").lower()
    return next((layer for start, layer in LAYERS if name.startswith(start)), "machine")


def unit_of(path: str) -> str:
    """Return the unit of a counter, derived from its name; "" if unknown."""
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
