"""The texts of the window in the person's language."""

from PySide6.QtCore import QCoreApplication

CONTEXT = "Outpace"


def tr(text: str) -> str:
    """The text in the language of the window; itself where there is no translation. Figures come in afterwards, as
    named fields: tr("{name} finished first").format(name=name)."""
    return QCoreApplication.translate(CONTEXT, text)


def marked(text: str) -> str:
    """The text as it is: one of a table, which is translated where it is shown, by tr(entry.text)."""
    return text
