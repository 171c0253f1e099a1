# SPDX-License-Identifier: Apache-2.0
"""Command search: an input field and a list of matching actions, sessions, scenarios and help pages."""

import unicodedata
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QAbstractListModel, QEvent, QModelIndex, QObject, QPersistentModelIndex, QRect, QSize, Qt
from PySide6.QtGui import QKeyEvent, QPainter, QPalette
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDialog,
    QLabel,
    QLineEdit,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from widgets.translation import tr


@dataclass(frozen=True, slots=True)
class Found:
    """A search result.

    Attributes:
        text: Name of the result.
        about: Where it is found, and what it does.
        keys: Shortcut.
        missing: Why it is unavailable; "" if it is available.
        search_only: Whether it is listed only if it matches search text.
    """

    text: str
    about: str
    do: Callable[[], object]
    keys: str = ""
    missing: str = ""
    search_only: bool = False


def ranked(wanted: str, things: Iterable[Found]) -> list[Found]:
    """Return the results that match every word, sorted by relevance; available results come first.

    Without search text, return all results except those listed only in searches.
    """
    parts = _plain(wanted).split()
    if not parts:
        return sorted((thing for thing in things if not thing.search_only), key=lambda thing: bool(thing.missing))
    scored = [(_score(parts, thing), thing) for thing in things]
    matching = [(score, thing) for score, thing in scored if score > 0]
    matching.sort(key=lambda pair: (bool(pair[1].missing), -pair[0]))
    return [thing for _, thing in matching]


def _score(parts: list[str], thing: Found) -> float:
    """Return a relevance score; 0 if a word does not match. The name counts more than the description."""
    name, about = _plain(thing.text), _plain(f"{thing.about} {thing.keys}")
    total = 0.0
    for word in parts:
        best = max(3 * _match(word, name), _match(word, about) if word in about else 0.0)
        if best == 0:
            return 0.0
        total += best
    return total


def _match(word: str, text: str) -> float:
    """Return a word's score by kind of match: at the start of the text or of a word, inside, or letters in order."""
    at = text.find(word)
    if at == 0:
        return 4.0
    if f" {word}" in text:
        return 3.0
    if at > 0:
        return 2.0
    initials = "".join(part[0] for part in text.split())
    if len(word) > 1 and word in initials:
        return 1.5
    letters = iter(text)
    return 1.0 if len(word) > 2 and all(letter in letters for letter in word) else 0.0


def _plain(text: str) -> str:
    """Fold case and remove accents, so that "groesse" can be typed on any keyboard."""
    folded = unicodedata.normalize("NFKD", text.casefold())
    return "".join(letter for letter in folded if not unicodedata.combining(letter))


WIDTH, HEIGHT = 620, 460
MOVES = (Qt.Key.Key_Down, Qt.Key.Key_Up, Qt.Key.Key_PageDown, Qt.Key.Key_PageUp)

Index = QModelIndex | QPersistentModelIndex


class SearchDialog(QDialog):
    """Dialog whose result, once accepted, is the property `chosen`."""

    def __init__(self, things: Sequence[Found], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Search Commands"))
        self._things = things
        self.chosen: Found | None = None
        self.line = QLineEdit()
        self.line.setPlaceholderText(tr("Command, session, scenario or help page"))
        self.line.setAccessibleName(tr("Search"))
        self.line.setClearButtonEnabled(True)
        self.line.textChanged.connect(self._search)
        self.line.returnPressed.connect(self._choose)
        self.line.installEventFilter(self)
        self._model = _FoundModel(self)
        self.list = QListView()
        self.list.setModel(self._model)
        self.list.setAccessibleName(tr("Finding"))
        self.list.setItemDelegate(_FoundDelegate(self.list))
        self.list.setUniformItemSizes(True)
        self.list.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.list.activated.connect(lambda _index: self._choose())
        self.list.clicked.connect(lambda _index: self._choose())
        self._message = QLabel()
        self._message.setObjectName("dim")
        column = QVBoxLayout(self)
        column.addWidget(self.line)
        column.addWidget(self.list, 1)
        column.addWidget(self._message)
        self.resize(WIDTH, HEIGHT)
        self._search("")

    @property
    def found(self) -> Sequence[Found]:
        """Results in display order."""
        return self._model.found

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Forward keys that move the selection to the list while the user is typing."""
        pressed = isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress and event.key() in MOVES
        if watched is self.line and pressed:
            self.list.event(event)
            return True
        return super().eventFilter(watched, event)

    def _search(self, wanted: str) -> None:
        self._model.show(ranked(wanted, self._things))
        if self._model.found:
            self.list.setCurrentIndex(self._model.index(0))
        self._message.setText("" if self._model.found else tr("No matches."))
        self._message.setVisible(not self._model.found)

    def _choose(self) -> None:
        row = self.list.currentIndex().row()
        if not 0 <= row < len(self._model.found):
            return
        found = self._model.found[row]
        if found.missing:
            self._message.setText(f"{found.text}: {found.missing}")
            self._message.show()
            return
        self.chosen = found
        self.accept()


class _FoundModel(QAbstractListModel):
    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.found: Sequence[Found] = ()

    def show(self, found: Sequence[Found]) -> None:
        self.beginResetModel()
        self.found = found
        self.endResetModel()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - as Qt declares it
        return 0 if parent.isValid() else len(self.found)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        found = self.found[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return found.text
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return ", ".join(part for part in (found.text, found.keys, found.missing or found.about) if part)
        return found if role == Qt.ItemDataRole.UserRole else None


class _FoundDelegate(QStyledItemDelegate):
    """Painter of a result: name and shortcut in one line, and the description below in a smaller font."""

    MARGIN = 8

    def sizeHint(self, option: QStyleOptionViewItem, _index: Index) -> QSize:
        return QSize(200, 2 * option.fontMetrics.height() + 12)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        found = index.data(Qt.ItemDataRole.UserRole)
        whole: QRect = option.rect
        palette: QPalette = option.palette
        painter.save()
        if option.state & QStyle.StateFlag.State_Selected:
            painter.fillRect(whole, palette.color(QPalette.ColorRole.Highlight))
        inner = whole.adjusted(self.MARGIN, 5, -self.MARGIN, -5)
        upper, lower = QRect(inner), QRect(inner)
        upper.setHeight(inner.height() // 2)
        lower.setTop(upper.bottom() + 1)
        group = QPalette.ColorGroup.Disabled if found.missing else QPalette.ColorGroup.Active
        painter.setPen(palette.color(group, QPalette.ColorRole.Text))
        metrics = painter.fontMetrics()
        keys = metrics.horizontalAdvance(found.keys) + self.MARGIN if found.keys else 0
        name = metrics.elidedText(found.text, Qt.TextElideMode.ElideRight, upper.width() - keys)
        painter.drawText(upper, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, name)
        painter.setPen(palette.color(QPalette.ColorRole.PlaceholderText))
        painter.drawText(upper, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, found.keys)
        about = metrics.elidedText(found.missing or found.about, Qt.TextElideMode.ElideRight, lower.width())
        painter.drawText(lower, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, about)
        painter.restore()
