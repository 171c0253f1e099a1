# SPDX-License-Identifier: Apache-2.0
"""Texts in the person's language (tr() where they are shown, marked() in a table) and figures in the signs of the
person's country, as Qt's application has them."""

from PySide6.QtCore import QCoreApplication, QLocale

CONTEXT = "Outpace"


def tr(text: str) -> str:
    """The text in the language of the window; itself where there is no translation. Figures come in afterwards, as
    named fields: tr("{name} finished first").format(name=name)."""
    return QCoreApplication.translate(CONTEXT, text)


def marked(text: str) -> str:
    """The text as it is: one of a table, which is translated where it is shown, by tr(entry.text)."""
    return text


def local(figure: str) -> str:
    """A figure that was printed with '.' for decimals and ',' for thousands, in the signs of the window's locale. Only
    for a text that holds nothing but figures and units."""
    locale = QLocale()
    point, group = locale.decimalPoint(), locale.groupSeparator()
    if (point, group) == (".", ","):
        return figure
    return figure.translate({ord("."): point, ord(","): group})
