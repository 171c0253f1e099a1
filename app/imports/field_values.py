# SPDX-License-Identifier: Apache-2.0
"""Parsing of numbers and times in the formats of common tools."""

import datetime
import math
import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from app.imports.source import FieldError, ImportedFileError, wrong

DAY_S = 86_400.0
HOUR_S = 3_600.0
MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
_CLOCK = re.compile(r"(?P<h>\d{1,2}):(?P<m>\d{2})(:(?P<s>\d{2}([.,]\d+)?))?\s*(?P<half>[AaPp][Mm])?")
_DATE_FORMS = (
    # With slashes, the month comes first unless it is greater than 12, as in files of Performance Monitor and most
    # meters. With points, the day comes first.
    (re.compile(r"(?P<y>\d{4})[-/.](?P<mo>\d{1,2})[-/.](?P<d>\d{1,2})"), ""),
    (re.compile(r"(?P<mo>\d{1,2})/(?P<d>\d{1,2})/(?P<y>\d{4}|\d{2})(?!\d)"), ""),
    (re.compile(r"(?P<d>\d{1,2})\.(?P<mo>\d{1,2})\.(?P<y>\d{4}|\d{2})(?!\d)"), ""),
)
CENTURY = 2000
"""Century of two-digit years."""
MOST_DECIMALS = 17
"""Number of decimals that a float64 below 1 can distinguish."""
_NUMBER = re.compile(r"[-+]?(\d+(\.\d*)?|\.\d+)([eE][-+]?\d+)?")


_COMMA_AS_POINT = str.maketrans({",": ".", ".": ","})
"""Swaps comma and point, so that a misplaced point is rejected like a misplaced comma."""


def number_of(text: str, *, decimal_comma: bool = False) -> float:
    """Return the number in a field; NaN for an empty field.

    Args:
        text: the field.
        decimal_comma: whether points (and spaces) separate thousands; otherwise commas do.

    Raises:
        ValueError: the text is not a number ("nan" is not one either).
    """
    plain = _without_spaces(text)
    if not plain:
        return math.nan
    plain = _without_thousands(plain, "." if decimal_comma else ",")
    if decimal_comma:
        plain = plain.translate(_COMMA_AS_POINT)
    if not _NUMBER.fullmatch(plain):
        raise FieldError('"{text}" is not a number', text=text.strip())
    value = float(plain)
    if not math.isfinite(value):
        raise FieldError('"{text}" is out of range', text=text.strip())
    return value


def decimals_of(text: str, *, decimal_comma: bool = False) -> int:
    """Return the number of decimals in a field: 1 for "483.8", 0 for "1,234", 2 for "1.5e-1"; at most MOST_DECIMALS."""
    number, _, exponent = re.sub("[\u00a0\u202f' ]", "", text.strip()).lower().partition("e")
    given = number.rpartition("," if decimal_comma else ".")
    decimals = sum(letter.isdigit() for letter in given[2]) if given[1] else 0
    # As a float, because the exponent may have any number of digits.
    return int(min(max(decimals - float(exponent or 0), 0), MOST_DECIMALS))


MOST_PRINTED = 3
"""Maximum number of decimals in output for people; output with more decimals is meant for programs.

Values in seconds may have three more, because they are printed in ms.
"""
COMPARED_VALUES = 1000


def decimals_of_mean(mean: float, values: Iterable[float], unit: str) -> int | None:
    """Return the decimals with which to print a mean of a log's values: those of the values, and at least three digits.

    Args:
        mean: the mean to print.
        values: values as read; NaN means no data.
        unit: unit of the values.

    Returns:
        The decimals; None if the values were written for programs.
    """
    decimals = max((decimals_of(f"{one:.10g}") for one in values if math.isfinite(one)), default=None)
    if decimals is None or decimals > MOST_PRINTED + (3 if unit == "s" else 0) or unit in ("B", "B/s"):
        return None
    needed = 2 - math.floor(math.log10(abs(mean))) if mean and math.isfinite(mean) else 0
    return max(decimals, min(needed, MOST_DECIMALS))


def _without_spaces(text: str) -> str:
    """Remove spaces and apostrophes that separate thousands."""
    return re.sub("(?<=\\d)[\u00a0\u202f' ](?=\\d{3}(?!\\d))", "", text.strip())


def figure_of(path: Path, line: int, name: str, text: str, *, decimal_comma: bool = False) -> float:
    """Return a required figure that must not be negative.

    Raises:
        ImportedFileError: there is no such figure; the message names file, line and column.
    """
    try:
        value = number_of(text, decimal_comma=decimal_comma)
    except ValueError as error:
        raise wrong(path, "{name}: {reason}", line=line, name=name, reason=error) from None
    if math.isnan(value):
        raise wrong(
            path, "{name}: the field is empty; leave the row out where there is no figure", line=line, name=name
        )
    if value < 0:
        raise wrong(path, "{name}: {value:g} is negative", line=line, name=name, value=value)
    return value


@dataclass(frozen=True, slots=True)
class Moment:
    """Time that was read from a field.

    Attributes:
        seconds: since 1970 in local time (dated), since midnight (clock), since 1970 in UTC (unix), or as printed
            (number).
        form: dated, clock, unix or number.
    """

    seconds: float
    form: str


UNIX_UNITS = ((1e8, 1e11, 1.0), (1e11, 1e14, 1e3), (1e14, 1e17, 1e6))
"""Numbers from the first up to the second are times since 1970; the third is the number of units per second."""


def moment_of(text: str, *, decimal_comma: bool = False) -> Moment:
    """Return the time in a field.

    Formats: "2026-11-22 10:15:00.5", "11/22/2026 10:15:00", "22.11.2026 10:15", "10:15:00", "12.5".

    A time zone after it ("Z", "+01:00") is ignored: times are on the log's clock.

    Raises:
        ValueError: the text is not a time.
    """
    plain = text.strip()
    clock = _CLOCK.search(plain)
    for form, _ in _DATE_FORMS:
        if date := form.match(plain):
            if clock is None or clock.start() < date.end():
                rest = plain[date.end() :].strip()
                if rest:
                    break
            try:
                year = int(date["y"]) + (CENTURY if len(date["y"]) == 2 else 0)
                month, number = int(date["mo"]), int(date["d"])
                if month > 12 >= number and "/" in date[0]:  # day first, as in most of Europe
                    month, number = number, month
                day = datetime.datetime(year, month, number, tzinfo=datetime.UTC)
            except ValueError:  # the 31st of February
                raise FieldError('"{text}" is not a time', text=plain) from None
            return Moment(day.timestamp() + (_clock_s(clock) if clock else 0.0), "dated")
    if clock is not None and clock.start() == 0:
        return Moment(_clock_s(clock), "clock")
    try:
        value = number_of(plain, decimal_comma=decimal_comma)
    except ValueError:
        value = math.nan
    if math.isnan(value):
        raise FieldError('"{text}" is not a time', text=plain)
    for least, beyond, units in UNIX_UNITS:
        if least <= value < beyond:
            return Moment(value / units, "unix")
    return Moment(value, "number")


class RisingClock:
    """Monotonic clock from the times of a log's rows, across midnight and the end of summer time.

    Times without a date start again at midnight. Dated times that jump back by an hour at the end of summer time are
    continued. Any other step back is an error, because the rows are not in order.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._form = ""
        self._last_s = -math.inf
        self._added_s = 0.0
        self.set_back_lines: list[int] = []
        """Lines at which summer time ended."""
        self.set_back_s: list[float] = []
        """Times of these lines."""

    def seconds(self, line: int, moment: Moment) -> float:
        """Return the time of a row.

        Raises:
            ImportedFileError: the rows are not in order, or their times have different formats.
        """
        if self._form and moment.form != self._form:
            raise wrong(self._path, "this time has a different format from those before", line=line)
        self._form = moment.form
        at_s = moment.seconds + self._added_s
        back_s = self._last_s - at_s
        if moment.form == "clock" and back_s > DAY_S / 2:
            self._added_s += DAY_S
        elif moment.form in ("dated", "clock") and HOUR_S - 600 <= back_s <= HOUR_S + 1:
            self._added_s += HOUR_S
            self.set_back_lines.append(line)
            self.set_back_s.append(moment.seconds + self._added_s)
        elif back_s > 0:
            raise wrong(self._path, "this row is older than the previous one: sort the rows by time", line=line)
        at_s = moment.seconds + self._added_s
        self._last_s = at_s
        return at_s


def start_of(text: str) -> Moment:
    """Parse the time at which the load began, as given on the command line.

    Raises:
        ImportedFileError: the text is not a time.
    """
    try:
        moment = moment_of(text)
        return moment if moment.form != "unix" else Moment(number_of(text), "number")
    except ValueError:
        raise ImportedFileError(
            'start "{text}": give it as "2026-11-22 10:15:00", "10:15:00" or seconds after the first row', text=text
        ) from None


def _clock_s(clock: re.Match[str]) -> float:
    hour, minute = int(clock["h"]), int(clock["m"])
    second = float((clock["s"] or "0").replace(",", "."))
    if clock["half"]:
        hour = hour % 12 + (12 if clock["half"].lower() == "pm" else 0)
    if hour > 23 or minute > 59 or second >= 61:
        raise FieldError('"{text}" is not a time of day', text=clock[0])
    return hour * HOUR_S + minute * 60 + second


def _without_thousands(text: str, sign: str) -> str:
    """Remove the sign if it separates thousands: the comma of "1,234" but not that of "1,5"."""
    decimal = "." if sign == "," else ","
    grouped = re.fullmatch(rf"[-+]?\d{{1,3}}(\{sign}\d{{3}})+(\{decimal}\d*)?([eE][-+]?\d+)?", text)
    return text.replace(sign, "") if grouped else text
