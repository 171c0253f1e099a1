# SPDX-License-Identifier: Apache-2.0
"""Detection of the decimal sign of a table.

A file has one convention: fields that can be read in only one way determine it for the whole file; if every field is
ambiguous, the user must choose.

    12.5  1,234.5  1,234,567  0.125      the point is the decimal sign
    12,5  1.234,5  1.234.567  0,125      the comma is
    5,500  5.500                         ambiguous
"""

import re
from collections.abc import Collection
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Literal

from app.imports.source import ImportedFileError, TableLayout, rows_of, wrong

DecimalMark = Literal["comma", "point"]
Reading = Literal["comma", "point", "comma or thousands", "point or thousands"]

_COMMA: DecimalMark = "comma"
_POINT: DecimalMark = "point"
_CURRENCY = r"[$€£¥]|USD|EUR|GBP|CHF"
_FIELD = re.compile(
    rf"(?P<money>(?:{_CURRENCY}) ?)?[-+]?(?P<number>\d[\d.,]*|[.,]\d+)(?P<exponent>[eE][-+]?\d+)?"
    rf" ?(?:[kmM]?W|[kM]?VA|%|ms|s)?(?P<money_behind> ?(?:{_CURRENCY}))?"
)
_SWAPPED = str.maketrans(".,", ",.")
_GROUPED = {sign: re.compile(rf"\d{{1,3}}(?:\{sign}\d{{3}})+") for sign in ".,"}


def reading_of(text: str) -> Reading | None:  # noqa: PLR0911 - a case each
    """Return how a field can be read, or None if it is not a number or has neither sign."""
    plain = re.sub("(?<=\\d)[\u00a0\u202f' ](?=\\d{3})", "", text.strip())
    match = _FIELD.fullmatch(plain)
    if match is None:
        return None
    number = match["number"]
    commas, points = number.count(","), number.count(".")
    if commas and points:
        return _POINT if number.rindex(".") > number.rindex(",") else _COMMA
    if not commas and not points:
        return None
    sign, this, other = (",", _COMMA, _POINT) if commas else (".", _POINT, _COMMA)
    if commas + points > 1:
        return other if _GROUPED[sign].fullmatch(number) else None
    if not _GROUPED[sign].fullmatch(number) or number[0] == "0" or match["exponent"]:
        return this
    if match["money"] or match["money_behind"]:  # a price has two decimals
        return other
    return "comma or thousands" if commas else "point or thousands"


class UnclearDecimalError(ImportedFileError):
    """Numbers are ambiguous, and the user must specify the decimal sign."""


@dataclass(slots=True)
class Evidence:
    """First line and field at which each reading occurs in a file."""

    found: dict[Reading, tuple[int, str]] = field(default_factory=dict)

    def may_tell(self, text: str) -> bool:
        """Return whether a field, or several in one string, may change the result; a fast pre-check."""
        return ("," in text and _COMMA not in self.found) or ("." in text and _POINT not in self.found)

    def add(self, line: int, text: str) -> None:
        """Record the evidence of one more field."""
        if self.may_tell(text):
            reading = reading_of(text)
            if reading is not None:
                self.found.setdefault(reading, (line, text.strip()))

    def mark(self, path: Path, chosen: DecimalMark | None, either: DecimalMark | None) -> DecimalMark:
        """Return the decimal sign.

        Args:
            path: the file, for messages.
            chosen: the user's choice, which takes precedence.
            either: the sign if all numbers are ambiguous; None if there is no default.

        Raises:
            ImportedFileError: the numbers are ambiguous or mixed; the message names the lines.
        """
        if chosen is not None:
            return chosen
        comma, point = self.found.get(_COMMA), self.found.get(_POINT)
        if comma and point:
            raise _mixed(path, comma, point)
        if comma or point:
            return _COMMA if comma else _POINT
        unsure = [one for name in ("comma or thousands", "point or thousands") if (one := self.found.get(name))]
        if not unsure or either is not None:
            return either or _POINT
        if len(unsure) > 1:
            raise _mixed(path, *unsure)
        unclear = wrong(
            path,
            '"{text}" can be read in two ways: as thousands or with three decimals (add --decimal comma or '
            "--decimal point)",
            line=unsure[0][0],
            text=unsure[0][1][:40],
        )
        raise UnclearDecimalError(unclear.message)


def with_decimal_mark(
    path: Path, layout: TableLayout, columns: Collection[int], chosen: DecimalMark | None
) -> TableLayout:
    """Return the table with its decimal sign, which is detected from the fields in these columns.

    If commas separate the columns, ambiguous numbers have a decimal point.

    Raises:
        ImportedFileError: the numbers are ambiguous or mixed.
    """
    evidence = Evidence()
    for line, row in rows_of(path, layout) if chosen is None else ():
        for column in columns:
            if column < len(row):
                evidence.add(line, row[column])
    mark = evidence.mark(path, chosen, _POINT if layout.delimiter == "," else None)
    return replace(layout, decimal_comma=mark == "comma")


def with_decimal_point(text: str) -> str:
    """Convert a number with a decimal comma to one with a decimal point, also if it has a currency or unit.

    "8.478,50 €" becomes "8,478.50 €". Any other text is returned unchanged.
    """
    return text.translate(_SWAPPED) if reading_of(text) is not None else text


def _mixed(path: Path, one: tuple[int, str], other: tuple[int, str]) -> ImportedFileError:
    first, second = sorted((one, other))
    unclear = wrong(
        path,
        '"{text}" here and "{other}" in line {other_line} use different decimal signs. Write all numbers alike '
        "(or add --decimal comma or --decimal point)",
        line=first[0],
        text=first[1][:40],
        other=second[1][:40],
        other_line=second[0],
    )
    return UnclearDecimalError(unclear.message)


def mark_of(text: str) -> DecimalMark:
    """Return the decimal sign given with --decimal.

    Raises:
        ImportedFileError: the text is neither comma nor point.
    """
    if text not in (_COMMA, _POINT):
        raise ImportedFileError('--decimal "{text}": comma or point', text=text)
    return _COMMA if text == _COMMA else _POINT
