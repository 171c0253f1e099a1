# SPDX-License-Identifier: Apache-2.0
"""Translated text and localized numbers, according to Qt's application locale.

Use tr() where a text is displayed, and marked() where it is defined in a table.
"""

from PySide6.QtCore import QCoreApplication, QLocale

CONTEXT = "Outpace"


def tr(text: str) -> str:
    """Translate a text to the window's language; it is returned unchanged if there is no translation.

    Insert values afterwards, as named fields: tr("{name} finished first").format(name=name).
    """
    return QCoreApplication.translate(CONTEXT, text)


def marked(text: str) -> str:
    """Return the text unchanged, marking it for translation by tr() when it is displayed."""
    return text


def local(figure: str) -> str:
    """Convert a number from "." and "," as decimal and thousands separators to the window's locale.

    Apply this only to texts that consist of numbers and units.
    """
    locale = QLocale()
    point, group = locale.decimalPoint(), locale.groupSeparator()
    if (point, group) == (".", ","):
        return figure
    return figure.translate({ord("."): point, ord(","): group})
