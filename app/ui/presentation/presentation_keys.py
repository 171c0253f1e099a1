# SPDX-License-Identifier: Apache-2.0
"""Keys for the presenter, on a keyboard or a presentation remote, and the rows of their help sheet."""

from dataclasses import dataclass

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent

from widgets.translation import marked, tr

_CONTROL = Qt.KeyboardModifier.ControlModifier
_HELD = _CONTROL | Qt.KeyboardModifier.AltModifier | Qt.KeyboardModifier.MetaModifier
ROWS = ("row 1", "row 2", "row 3")


@dataclass(frozen=True, slots=True)
class PresentationKey:
    """Keys with the same action.

    Attributes:
        key_text: Label of the keys on the help sheet.
        control: Whether Ctrl must be held.
    """

    name: str
    keys: tuple[Qt.Key, ...]
    key_text: str
    text: str
    control: bool = False


KEYS = (
    PresentationKey("start", (Qt.Key.Key_F5,), "F5", marked("start the live run, or the replay")),
    PresentationKey("stop", (Qt.Key.Key_End,), "End", marked("stop the run and keep what is recorded")),
    PresentationKey("stop", (Qt.Key.Key_Period,), "Ctrl+.", "", control=True),
    PresentationKey(
        "next", (Qt.Key.Key_PageDown, Qt.Key.Key_Right), "Page Down, →", marked("next of the loop; in a replay 10 s on")
    ),
    PresentationKey(
        "previous",
        (Qt.Key.Key_PageUp, Qt.Key.Key_Left),
        "Page Up, ←",
        marked("previous of the loop; in a replay 10 s back"),
    ),
    PresentationKey(
        "recording", (Qt.Key.Key_R,), "R", marked("switch to the best recording, and back to the live run")
    ),
    PresentationKey("blank", (Qt.Key.Key_B, Qt.Key.Key_Period), "B, .", marked("blank the screen, and show it again")),
    PresentationKey(
        "freeze", (Qt.Key.Key_F, Qt.Key.Key_Space), "F, Space", marked("freeze, and go on; recording never stops")
    ),
    PresentationKey("bigger", (Qt.Key.Key_Plus, Qt.Key.Key_Equal), "+", marked("bigger")),
    PresentationKey("smaller", (Qt.Key.Key_Minus,), "−", marked("smaller")),
    PresentationKey("highlight", (Qt.Key.Key_H,), "H", marked("highlight the next row, or none")),
    PresentationKey(ROWS[0], (Qt.Key.Key_1,), "1, 2, 3", marked("highlight a row, and compare by it")),
    PresentationKey(ROWS[1], (Qt.Key.Key_2,), "", ""),
    PresentationKey(ROWS[2], (Qt.Key.Key_3,), "", ""),
    PresentationKey("snapshot", (Qt.Key.Key_S,), "S", marked("keep a snapshot")),
    PresentationKey("mark", (Qt.Key.Key_M,), "M", marked("mark this moment of the run: a drive pulled, any words")),
    PresentationKey("screen", (Qt.Key.Key_N,), "N", marked("move to the next screen")),
    PresentationKey("help", (Qt.Key.Key_F1,), "F1", marked("this sheet")),
    PresentationKey("leave", (Qt.Key.Key_Escape, Qt.Key.Key_F11), "Esc, F11", marked("leave the booth view")),
)
"""All keys, in the order of the help sheet. An entry without text shares the row of the one before it."""


def meaning_of(event: QKeyEvent) -> str:
    """Return the action of a key press; "" if none is assigned.

    Shift is ignored because remotes send Shift+F5 for F5, and "+" needs Shift on many keyboards.
    """
    key, held = Qt.Key(event.key()), event.modifiers() & _HELD
    control = held == _CONTROL
    if held and not control:
        return ""
    own = [entry for entry in KEYS if key in entry.keys]
    if control:
        zoom = ("bigger", "smaller")  # also accept Ctrl++ and Ctrl+-, which are common
        return next((entry.name for entry in own if entry.control or entry.name in zoom), "")
    return next((entry.name for entry in own if not entry.control), "")


TITLE = marked("Presenter's keys")
REMOTE = marked("A presenter's remote works too: Page Up, Page Down, B, F5, Esc.")


SHORT = {
    "freeze": marked("freeze the picture"),
    "mark": marked("mark this moment"),
    "highlight": marked("highlight the next row"),
    "snapshot": marked("keep a snapshot"),
    "next": marked("next in the loop"),
    "screen": marked("next screen"),
    "blank": marked("blank the screen"),
    "stop": marked("stop the run"),
    "recording": marked("switch to a recording"),
    "start": marked("start the live run"),
}
"""Keys listed in the presenter's window."""


def key_text(name: str) -> str:
    """Return the first key of an action, as it is printed on a cap."""
    entry = next(entry for entry in KEYS if entry.name == name)
    texts = tr(entry.key_text).split(", ")
    return texts[-1] if name == "freeze" else texts[0]


def short_rows() -> list[tuple[str, str]]:
    """Return the keys in the presenter's window, with their actions in short."""
    return [(key_text(name), tr(text)) for name, text in SHORT.items()]


def help_rows() -> list[tuple[str, str]]:
    """Return the keys and their translated actions; alternative keys share a row."""
    rows: list[tuple[str, str]] = []
    for entry in KEYS:
        if entry.text:
            rows.append((tr(entry.key_text), tr(entry.text)))
        elif entry.key_text:
            keys, text = rows[-1]
            rows[-1] = (f"{keys}, {tr(entry.key_text)}", text)
    return rows
