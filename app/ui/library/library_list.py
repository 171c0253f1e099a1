# SPDX-License-Identifier: Apache-2.0
"""List of sessions: texts, search, sorting, and Qt model."""

import re
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Literal

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt, Signal

from app.session.library import Entry
from app.ui.workbench.localised_figures import duration_text, message_text, moment_text
from widgets.translation import tr


def kind_text(entry: Entry) -> str:
    """Return the label of a session's kind; "" for a regular run."""
    return {
        "snapshot": tr("snapshot"),
        "import": tr("imported"),
        "join": tr("joined"),
        "compare": tr("comparison"),
        "job": tr("build or check"),
    }.get(entry.kind, tr("with power meters") if entry.metered else "")


def state_text(entry: Entry) -> str:
    """Return the label of a session's state if it is incomplete or invalid; "" otherwise."""
    labels = {
        "growing": tr("being recorded"),
        "cut off": tr("cut off"),
        "changed": tr("changed"),
        "damaged": tr("damaged"),
    }.get(entry.state, "")
    return labels or (tr("not valid") if entry.valid is False else "")


def explanation(entry: Entry) -> str:
    """Return an explanation of the state, with a remedy."""
    if entry.state == "growing":
        return tr("This session is being recorded. Open it to watch; it can't be deleted now.")
    if entry.state == "cut off":
        return tr(
            "The recording broke off, so nobody can tell whether the run was valid. What was "
            "recorded can be opened. Repeat the run before you rely on it."
        )
    if entry.state == "changed":
        return tr(
            "This file was changed after its recording: its figures are no longer those that were sealed at the end. "
            "Don't rely on it. Take another copy of the file, or repeat the run."
        )
    if entry.state == "damaged":
        return message_text(entry.problem) if entry.problem is not None else ""
    if entry.valid is False:
        return tr("The run ended, but its figures are not valid. Open it to see why.")
    return ""


def date_text(entry: Entry) -> str:
    """Format the start time, in the time zone of the recording."""
    return moment_text(entry.started)


def length_text(entry: Entry) -> str:
    """Format the length; "" if it is 0."""
    return duration_text(entry.length_s) if entry.length_s > 0 else ""


def systems_text(entry: Entry) -> str:
    """Return the systems as one line."""
    return " · ".join(f"{letter} {name}" for letter, name, _ in entry.systems)


def accessible_text(entry: Entry) -> str:
    """Return the full text of a row, for screen readers."""
    parts = [
        tr(entry.title),
        kind_text(entry),
        state_text(entry),
        systems_text(entry),
        ". ".join(entry.result.split("\n")[:2]),
        date_text(entry),
        length_text(entry),
        ", ".join(entry.tags),
    ]
    return ". ".join(part for part in parts if part)


Order = Literal["newest", "oldest", "title", "result", "longest"]
_RATIO = re.compile(r"(\d[\d.,]*)\s?×")
_DIGITS = re.compile(r"(\d+)")
_THOUSANDS = 3


class Finder:
    """Search that caches each entry's text to stay fast with thousands of entries."""

    def __init__(self) -> None:
        self._texts: dict[object, tuple[Entry, str]] = {}

    def found(self, entries: Iterable[Entry], typed: str, order: Order) -> list[Entry]:
        """Return the entries whose texts contain every typed word, sorted."""
        wanted = typed.casefold().split()
        found = [entry for entry in entries if all(word in self._text(entry) for word in wanted)]
        return ordered(found, order)

    def _text(self, entry: Entry) -> str:
        known = self._texts.get(entry.path)
        if known is None or known[0] is not entry:
            known = self._texts[entry.path] = (entry, searched_text(entry))
        return known[1]


def searched_text(entry: Entry) -> str:
    """Return all searchable text of an entry, case-folded."""
    systems = [name for _, name, _ in entry.systems]
    own = [entry.title, tr(entry.title), entry.recorded_title, *systems, *entry.tags, entry.result]
    facts = [kind_text(entry), state_text(entry), date_text(entry), f"{entry.started:%Y-%m-%d %H:%M}"]
    return "\n".join([*own, *facts, entry.path.stem]).casefold()


def ordered(entries: Sequence[Entry], order: Order) -> list[Entry]:
    """Return the entries sorted; equal entries keep their order, newest first."""
    keys: dict[Order, Callable[[Entry], tuple[object, ...]]] = {
        "oldest": lambda entry: (entry.started,),
        "title": lambda entry: _natural(entry.title),
        "result": lambda entry: (-_ratio(entry.result), not entry.result, entry.result),
        "longest": lambda entry: (-entry.length_s,),
    }
    key = keys.get(order)
    return list(entries) if key is None else sorted(entries, key=key)


def _natural(text: str) -> tuple[object, ...]:
    """Return a key for natural sorting: "run 9" before "run 10"."""
    parts = _DIGITS.split(text.casefold())
    return tuple((int(part), "") if part.isdecimal() and len(part) < 18 else (0, part) for part in parts)


def _ratio(result: str) -> float:
    """Return the first ratio in a result as a sort key; -1 if absent."""
    match = _RATIO.search(result)
    if match is None:
        return -1.0
    whole, mark, rest = match[1].replace(".", ",").rpartition(",")
    if not mark:
        return float(rest)
    if len(rest) == _THOUSANDS and whole.strip("0"):  # 1,234: ratios have three significant digits
        return float(whole.replace(",", "") + rest)
    return float(f"{whole.replace(',', '')}.{rest or 0}")


ENTRY = int(Qt.ItemDataRole.UserRole)
AnyIndex = QModelIndex | QPersistentModelIndex
ROOT = QModelIndex()


class LibraryModel(QAbstractListModel):
    """List model of sessions.

    Attributes:
        renamed: The user entered a new title for a file.
    """

    renamed = Signal(object, str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._entries: Sequence[Entry] = ()
        self._rows: dict[Path, int] = {}

    @property
    def entries(self) -> Sequence[Entry]:
        """Entries shown, in display order."""
        return self._entries

    def show(self, entries: Sequence[Entry]) -> bool:
        """Show these entries; return whether rows were added, removed or moved, which clears the selection."""
        before, self_rows = self._entries, {entry.path: row for row, entry in enumerate(entries)}
        if list(self_rows) != list(self._rows):
            self.beginResetModel()
            self._entries, self._rows = entries, self_rows
            self.endResetModel()
            return True
        self._entries = entries
        for row, (old, new) in enumerate(zip(before, entries, strict=True)):
            if old is not new:
                index = self.index(row)
                self.dataChanged.emit(index, index)
        return False

    def row(self, path: Path) -> int | None:
        """Return the row of a file; None if it is not shown."""
        return self._rows.get(path)

    def rowCount(self, parent: AnyIndex = ROOT) -> int:
        return 0 if parent.isValid() else len(self._entries)

    def data(self, index: AnyIndex, role: int = int(Qt.ItemDataRole.DisplayRole)) -> object:
        if not index.isValid():
            return None
        entry = self._entries[index.row()]
        if role == ENTRY:
            return entry
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.EditRole):
            return entry.title
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return accessible_text(entry)
        if role == Qt.ItemDataRole.ToolTipRole:
            return "\n".join(part for part in (tr(entry.title), str(entry.path), explanation(entry)) if part)
        return None

    def setData(self, index: AnyIndex, value: object, role: int = int(Qt.ItemDataRole.EditRole)) -> bool:
        if not index.isValid() or role != Qt.ItemDataRole.EditRole:
            return False
        self.renamed.emit(self._entries[index.row()].path, str(value))
        return True

    def flags(self, index: AnyIndex) -> Qt.ItemFlag:
        return super().flags(index) | Qt.ItemFlag.ItemIsEditable | Qt.ItemFlag.ItemNeverHasChildren
