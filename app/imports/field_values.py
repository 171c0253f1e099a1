# SPDX-License-Identifier: Apache-2.0
"""Numbers and times as the world's tools write them."""

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
    # A stroke is month first, as Performance Monitor and most meters' software write, unless that is no month; a point
    # is day first.
    (re.compile(r"(?P<y>\d{4})[-/.](?P<mo>\d{1,2})[-/.](?P<d>\d{1,2})"), ""),
    (re.compile(r"(?P<mo>\d{1,2})/(?P<d>\d{1,2})/(?P<y>\d{4}|\d{2})(?!\d)"), ""),
    (re.compile(r"(?P<d>\d{1,2})\.(?P<mo>\d{1,2})\.(?P<y>\d{4}|\d{2})(?!\d)"), ""),
)
CENTURY = 2000
"""Of years with two digits."""
MOST_DECIMALS = 17
"""As many as a float64 below 1 can tell apart."""
_NUMBER = re.compile(r"[-+]?(\d+(\.\d*)?|\.\d+)([eE][-+]?\d+)?")


_COMMA_AS_POINT = str.maketrans({",": ".", ".": ","})
"""Behind which a point that parts no thousands is as wrong as such a comma elsewhere."""


def number_of(text: str, *, decimal_comma: bool = False) -> float:
    """The number that a field holds. NaN for an empty field. Raises ValueError for what is none ("nan" too).

    decimal_comma: points (and spaces) part thousands then; otherwise commas do.
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
    """How many decimals a field that holds a number gives it: 1 of "483.8", 0 of "1,234", 2 of "1.5e-1".

    At most MOST_DECIMALS.
    """
    number, _, exponent = re.sub("[\u00a0\u202f' ]", "", text.strip()).lower().partition("e")
    given = number.rpartition("," if decimal_comma else ".")
    decimals = sum(letter.isdigit() for letter in given[2]) if given[1] else 0
    # As a float: an exponent may have any number of digits.
    return int(min(max(decimals - float(exponent or 0), 0), MOST_DECIMALS))


MOST_PRINTED = 3
"""Decimals that a tool prints for people; more are a program's. Of seconds three more: they are printed as ms."""
COMPARED_VALUES = 1000


def decimals_of_mean(mean: float, values: Iterable[float], unit: str) -> int | None:
    """Return the decimals to print the mean of a log's values with: theirs, and as many as three digits take. None
    where the values were written for programs.

    values: as they were read; NaN is no data.
    """
    found = max((decimals_of(f"{one:.10g}") for one in values if math.isfinite(one)), default=None)
    if found is None or found > MOST_PRINTED + (3 if unit == "s" else 0) or unit in ("B", "B/s"):
        return None
    needed = 2 - math.floor(math.log10(abs(mean))) if mean and math.isfinite(mean) else 0
    return max(found, min(needed, MOST_DECIMALS))


def _without_spaces(text: str) -> str:
    """Spaces and apostrophes are taken out only where they part thousands."""
    return re.sub("(?<=\\d)[\u00a0\u202f' ](?=\\d{3}(?!\\d))", "", text.strip())


def figure_of(path: Path, line: int, name: str, text: str, *, decimal_comma: bool = False) -> float:
    """A figure that must be there and not below 0. Raises ImportedFileError that names file, line and column."""
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
    """A time that a field tells. seconds: since 1970 as the clock on the wall showed (dated), since midnight (a clock
    time alone), since 1970 in UTC (unix), or as they stand (a number of seconds)."""

    seconds: float
    form: str
    """dated, clock, unix or number."""


UNIX_UNITS = ((1e8, 1e11, 1.0), (1e11, 1e14, 1e3), (1e14, 1e17, 1e6))
"""Numbers from the first to the second one are times since 1970; so many of their unit make a second."""


def moment_of(text: str, *, decimal_comma: bool = False) -> Moment:
    """The time in a field: "2026-11-22 10:15:00.5", "11/22/2026 10:15:00", "22.11.2026 10:15", "10:15:00", "12.5".

    A zone behind it ("Z", "+01:00") is ignored: a log's own clock counts. Raises ValueError for what is no time.
    """
    plain = text.strip()
    clock = _CLOCK.search(plain)
    for form, _ in _DATE_FORMS:
        if found := form.match(plain):
            if clock is None or clock.start() < found.end():
                rest = plain[found.end() :].strip()
                if rest:
                    break
            try:
                year = int(found["y"]) + (CENTURY if len(found["y"]) == 2 else 0)
                month, number = int(found["mo"]), int(found["d"])
                if month > 12 >= number and "/" in found[0]:  # as most of Europe writes it with strokes
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
    """The times of a log's rows as one clock that rises: past midnight, and through the hour that a clock is set back.

    Times without a date begin again at midnight. Where dated times jump back by an hour at the end of summer time they
    are counted on. Any other step back is an error: the rows are not in order.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._form = ""
        self._last_s = -math.inf
        self._added_s = 0.0
        self.set_back_lines: list[int] = []
        """Lines at which the hour of the end of summer time was found."""
        self.set_back_s: list[float] = []
        """Their times."""

    def seconds(self, line: int, moment: Moment) -> float:
        """The row's time. Raises ImportedFileError where the rows are not in order, or their times of another form."""
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
    """A marker for when the load began, as typed on the command line. Raises ImportedFileError."""
    try:
        found = moment_of(text)
        return found if found.form != "unix" else Moment(number_of(text), "number")
    except ValueError:
        raise ImportedFileError(
            'start "{text}": give it as "2026-11-22 10:15:00", "10:15:00" or seconds after the first row', text=text
        ) from None


def _clock_s(found: re.Match[str]) -> float:
    hour, minute = int(found["h"]), int(found["m"])
    second = float((found["s"] or "0").replace(",", "."))
    if found["half"]:
        hour = hour % 12 + (12 if found["half"].lower() == "pm" else 0)
    if hour > 23 or minute > 59 or second >= 61:
        raise FieldError('"{text}" is not a time of day', text=found[0])
    return hour * HOUR_S + minute * 60 + second


def _without_thousands(text: str, sign: str) -> str:
    """The sign is taken out only where it parts thousands: the commas of "1,234" but not the one of "1,5"."""
    decimal = "." if sign == "," else ","
    grouped = re.fullmatch(rf"[-+]?\d{{1,3}}(\{sign}\d{{3}})+(\{decimal}\d*)?([eE][-+]?\d+)?", text)
    return text.replace(sign, "") if grouped else text
