# SPDX-License-Identifier: Apache-2.0
"""Numbers and dates in the window's locale, based on app.analysis.format.

Files use app.analysis.format directly, independent of the locale.
"""

import functools
from collections.abc import Callable
from datetime import datetime
from typing import ParamSpec

from PySide6.QtCore import QDate, QLocale, QTime

from app.analysis import format as plain
from app.analysis.format import NO_DATA, Scale, unit_scale
from app.model.errors import message_of
from app.model.language import Language
from app.model.messages import Message, sentence
from app.model.work_wording import wording_of
from app.model.workloads import WorkUnit
from widgets.translation import local, tr

_P = ParamSpec("_P")
_PLAIN = ("", "/s", "/min")
"""Units not shown in tables or on axes because the counter's name implies them."""


def _localized(function: Callable[_P, str]) -> Callable[_P, str]:
    @functools.wraps(function)
    def printed(*args: _P.args, **kwargs: _P.kwargs) -> str:
        return local(function(*args, **kwargs))

    return printed


count_text = _localized(plain.count_text)
significant_text = _localized(plain.significant_text)
money_text = _localized(plain.money_text)
label_text = _localized(plain.label_text)
axis_text = _localized(plain.axis_text)
ratio_text = _localized(plain.ratio_text)
brief_ratio_text = _localized(plain.brief_ratio_text)
ratio_range_text = _localized(plain.ratio_range_text)
change_text = _localized(plain.change_text)
duration_text = plain.duration_text
duration_in_units = plain.duration_in_units


def value_text(value: float, unit: str) -> tuple[str, str]:
    """Format a counter's value; return the number and its display unit: ("21.9", "ms")."""
    text, unit_text = plain.value_text(value, unit)
    return local(text), unit_text


def number_text(value: float) -> str:
    """Format a number without trailing zeros: "0.5", "12"."""
    return local(f"{value:g}")


def fixed_text(value: float, decimals: int) -> str:
    """Format a number with a fixed number of decimals: "1,234.5"."""
    return local(f"{value:,.{decimals}f}")


def date_text(when: datetime) -> str:
    """Format a date in the locale's short format with a four-digit year; ISO 8601 in the C locale."""
    locale = QLocale()
    if locale.language() == QLocale.Language.C:
        return f"{when:%Y-%m-%d}"
    return locale.toString(QDate(when.year, when.month, when.day), _with_full_year(locale.dateFormat(_SHORT)))


def moment_text(when: datetime, *, seconds: bool = False) -> str:
    """Format a date and time, to the minute or to the second."""
    locale = QLocale()
    if locale.language() == QLocale.Language.C:
        return f"{when:%Y-%m-%d %H:%M:%S}" if seconds else f"{when:%Y-%m-%d %H:%M}"
    pattern = locale.timeFormat(_SHORT)
    pattern = pattern.replace("mm", "mm:ss") if seconds else pattern
    return f"{date_text(when)} {locale.toString(QTime(when.hour, when.minute, when.second), pattern)}"


_SHORT = QLocale.FormatType.ShortFormat


def _with_full_year(pattern: str) -> str:
    return pattern if "yyyy" in pattern else pattern.replace("yy", "yyyy")


WINDOW_LANGUAGE = Language(tr, local)
"""The window's language, in the form that app.analysis needs."""


def message_text(message: Message | str) -> str:
    """Return a message translated to the window's language."""
    return sentence(message, WINDOW_LANGUAGE)


def error_text(error: BaseException) -> str:
    """Return an error's message, translated; text of the operating system or of a driver is unchanged."""
    return message_text(message_of(error))


def counted_text(of_orders: str, unit: WorkUnit) -> str:
    """Translate a text about orders, reworded for the unit of work (such as transactions, for custom SQL)."""
    return tr(wording_of(unit).get(of_orders, of_orders))


def figure_text(value: float, unit: str) -> str:
    """Format a value for the table, with its unit if the unit can have a prefix ("21.9 ms")."""
    text, unit_text = value_text(value, unit)
    return text if text == NO_DATA or unit_text in _PLAIN else f"{text} {unit_text}"


def ratio_figure(ratio: float) -> str:
    """Format a ratio to the baseline as in the headline."""
    return ratio_text(1.0, ratio)


class AxisFigures:
    """Formats values for a row of charts, on axes and read-outs, in a unit that suits the axis's upper end."""

    def __init__(self) -> None:
        self._factor = 1.0
        self._unit_text = ""

    def set_reach(self, largest: float, unit: str) -> None:
        """Choose the display unit suited to an axis that ends at `largest`."""
        scale = unit_scale(largest, unit)
        self._factor, self._unit_text = scale.factor, scale.unit_text

    @property
    def unit_text(self) -> str:
        """Display unit, such as "µs"."""
        return self._unit_text

    def __call__(self, value: float, unit: str) -> str:
        # Round to ten digits, so that 25.000000000000004 µs is shown as a whole number.
        text, _ = value_text(float(f"{value * self._factor:.10g}"), "")
        return text if self._unit_text in _PLAIN or text in (NO_DATA, "0") else f"{text} {self._unit_text}"


__all__ = [
    "NO_DATA",
    "WINDOW_LANGUAGE",
    "AxisFigures",
    "Scale",
    "axis_text",
    "brief_ratio_text",
    "change_text",
    "count_text",
    "date_text",
    "duration_in_units",
    "duration_text",
    "figure_text",
    "fixed_text",
    "label_text",
    "local",
    "moment_text",
    "money_text",
    "number_text",
    "ratio_figure",
    "ratio_range_text",
    "ratio_text",
    "significant_text",
    "unit_scale",
    "value_text",
]
