"""The list of sessions as Qt's views want it."""

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt, Signal

from app.session.library import Entry
from app.ui.library.words import explanation, told

ENTRY = int(Qt.ItemDataRole.UserRole)
AnyIndex = QModelIndex | QPersistentModelIndex
ROOT = QModelIndex()


class LibraryModel(QAbstractListModel):
    """One row an entry. renamed: a person typed another title for a file."""

    renamed = Signal(object, str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._entries: Sequence[Entry] = ()
        self._rows: dict[Path, int] = {}

    @property
    def entries(self) -> Sequence[Entry]:
        """Those shown, in their order."""
        return self._entries

    def show(self, entries: Sequence[Entry]) -> bool:
        """Shows these. True where rows came, went or moved, so that a selection has to be made again."""
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
        """The row of a file; None where it is not shown."""
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
            return told(entry)
        if role == Qt.ItemDataRole.ToolTipRole:
            return "\n".join(part for part in (entry.title, str(entry.path), explanation(entry)) if part)
        return None

    def setData(self, index: AnyIndex, value: object, role: int = int(Qt.ItemDataRole.EditRole)) -> bool:
        if not index.isValid() or role != Qt.ItemDataRole.EditRole:
            return False
        self.renamed.emit(self._entries[index.row()].path, str(value))
        return True

    def flags(self, index: AnyIndex) -> Qt.ItemFlag:
        return super().flags(index) | Qt.ItemFlag.ItemIsEditable | Qt.ItemFlag.ItemNeverHasChildren
