# SPDX-License-Identifier: Apache-2.0
"""Translated texts and localized figures, by Qt's application locale.

Use tr() where a text is shown, marked() where it is in a table.
"""

from PySide6.QtCore import QCoreApplication, QLocale

CONTEXT = "Outpace"


def tr(text: str) -> str:
    """Translate a text to the window's language, or return it unchanged.

    Figures are inserted afterwards, as named fields: tr("{name} finished first").format(name=name).
    """
    return QCoreApplication.translate(CONTEXT, text)


def marked(text: str) -> str:
    """Return the text unchanged: marks an entry of a table that tr(entry.text) translates when it is shown."""
    return text


def local(figure: str) -> str:
    """Convert a figure with '.' for decimals and ',' for thousands to the window's locale.

    Only for texts that consist of figures and units.
    """
    locale = QLocale()
    point, group = locale.decimalPoint(), locale.groupSeparator()
    if (point, group) == (".", ","):
        return figure
    return figure.translate({ord("."): point, ord(","): group})
