"""What the sheet of the presenter's keys says."""

from app.ui.booth.keys import KEYS
from app.ui.texts import marked, tr

TITLE = marked("Presenter's keys")
REMOTE = marked("A presenter's remote works too: Page Up, Page Down, B, F5, Esc.")


def help_rows() -> list[tuple[str, str]]:
    """Keys and what they do, in the language of the window. Other keys for the same stand in one row."""
    rows: list[tuple[str, str]] = []
    for entry in KEYS:
        if entry.words:
            rows.append((entry.shown, tr(entry.words)))
        elif entry.shown:
            keys, words = rows[-1]
            rows[-1] = (f"{keys}, {entry.shown}", words)
    return rows
