"""The texts of the window in the person's language: tr() where they are shown, marked() in a table."""

from widgets.texts import CONTEXT, marked, tr

__all__ = ["CONTEXT", "marked", "tr"]
