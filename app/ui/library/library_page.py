# SPDX-License-Identifier: Apache-2.0
"""Library page of the window: search field, session list or placeholder, and details of the selection."""

from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

from PySide6.QtCore import QEvent, QItemSelection, QItemSelectionModel, QObject, QPoint, Qt, QTimer, Signal
from PySide6.QtGui import QAction, QContextMenuEvent, QKeyEvent, QKeySequence, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QComboBox,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QListView,
    QMenu,
    QPushButton,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from app.session.library import Entry
from app.ui.library.library_list import Finder, LibraryModel, Order
from app.ui.library.library_row import RowPainter
from app.ui.library.session_details import Details, allowed, command_names
from widgets.theme import Theme
from widgets.translation import tr

TEXT_WIDTH = 460


class EmptyList(QWidget):
    """Placeholder shown instead of an empty list.

    Attributes:
        wanted: The user chose "demo", "import" or "folder".
        show_all: The user wants to clear the search.
    """

    wanted = Signal(str)
    show_all = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("libraryNothing")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._head = QLabel()
        self._head.setObjectName("welcomeTitle")
        self._text = QLabel()
        self._text.setObjectName("welcomeText")
        self._text.setWordWrap(True)
        self._text.setFixedWidth(TEXT_WIDTH)
        for label in (self._head, self._text):
            label.setAlignment(Qt.AlignmentFlag.AlignHCenter)
            label.setTextFormat(Qt.TextFormat.PlainText)
        self.buttons = {
            "demo": QPushButton(tr("Run the Demo")),
            "import": QPushButton(tr("Import Results…")),
            "folder": QPushButton(tr("Add Folder…")),
            "all": QPushButton(tr("Show All Sessions")),
        }
        self.buttons["demo"].setObjectName("primary")
        row = QHBoxLayout()
        row.addStretch()
        for key, button in self.buttons.items():
            button.setAutoDefault(True)
            row.addWidget(button)
            if key == "all":
                button.clicked.connect(self.show_all)
            else:
                button.clicked.connect(lambda _checked=False, chosen=key: self.wanted.emit(chosen))
        row.addStretch()
        column = QVBoxLayout(self)
        column.setSpacing(12)
        column.addStretch(2)
        column.addWidget(self._head)
        column.addWidget(self._text, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addSpacing(6)
        column.addLayout(row)
        column.addStretch(3)
        self.show_for("")

    def show_for(self, typed: str) -> None:
        """Show that the search has no matches, or that there are no sessions."""
        if typed:
            self._head.setText(tr("No session matches"))
            self._text.setText(
                tr("No session has “{typed}” in its title, systems, tags, result or date.").format(typed=typed)
            )
        else:
            self._head.setText(tr("No sessions yet"))
            self._text.setText(
                tr(
                    "Every run is saved here automatically. Run the demo for a first one, import results "
                    "from other tools, or drop a session file on this window."
                )
            )
        # Otherwise, an aligned label with word wrap is only as high as a single line.
        self._text.setMinimumHeight(self._text.heightForWidth(TEXT_WIDTH))
        for key, button in self.buttons.items():
            button.setVisible((key == "all") == bool(typed))


TYPED_MS = 60
WIDE = 1000
"""Page width in logical pixels above which the details are shown next to the list."""
KEYS = {
    "open": ("Return", "Enter", "Ctrl+Return"),
    "rename": ("F2",),
    "tags": ("Shift+F2",),
    "delete": ("Del",),
    "compare": ("Ctrl+Shift+P",),
    "report": ("Ctrl+R",),
    "export": ("Ctrl+E",),
    "join": ("Ctrl+J",),
    "find": ("Ctrl+F",),
    "all": ("Ctrl+A",),
    "leave": ("Esc",),
}
"""Shortcuts that the library overrides while it is visible."""
IN_A_FIELD = ("open", "delete", "all")
"""Keys that are passed on to a focused input."""


class SessionsView(QListView):
    """List of sessions; typed characters go to the page's search field instead of the built-in one."""

    @property
    def typing(self) -> bool:
        """True while a title is being edited in place."""
        return self.state() == QAbstractItemView.State.EditingState

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.text().strip() and event.text().isprintable():
            event.ignore()
        else:
            super().keyPressEvent(event)


class LibraryPage(QWidget):
    """Page of the library.

    Attributes:
        wanted: The user executes a command on the selected files.
        renamed: The user entered a new title for a file.
        tagged: The user entered new tags for a file.
        seen: Scrolling made other rows visible.
        left: The user wants to return to the previous page.
    """

    wanted = Signal(str, list)
    renamed = Signal(object, str)
    tagged = Signal(object, list)
    seen = Signal()
    left = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._entries: Sequence[Entry] = ()
        self._finder = Finder()
        self._known = False
        self.search = QLineEdit()
        self.search.setObjectName("librarySearch")
        self.search.setAcceptDrops(False)  # a session dropped here is opened instead of inserted as text
        self.search.setClearButtonEnabled(True)
        self.search.setMaximumWidth(420)
        self.search.setPlaceholderText(tr("Search title, system, tag, result, date"))
        self.search.setAccessibleName(tr("Search the sessions"))
        self.sorting = QComboBox()
        self.sorting.setAccessibleName(tr("Order of the sessions"))
        for order, label in orders().items():
            self.sorting.addItem(label, order)
        self.count = QLabel()
        self.count.setObjectName("dim")
        self.count.setMinimumWidth(self.count.fontMetrics().horizontalAdvance("0000 of 0000 sessions"))
        self.model = LibraryModel(self)
        self.painter = RowPainter(theme)
        self.list = SessionsView()
        self.details = Details(theme)
        self.nothing = EmptyList()
        self.buttons = {
            "import": QPushButton(tr("Import Results…")),
            "folder": QPushButton(tr("Add Folder…")),
            "leave": QPushButton(tr("Back")),
        }
        self._middle = QStackedWidget()
        self._typing = QTimer(self)
        self._typing.setSingleShot(True)
        self._typing.setInterval(TYPED_MS)
        self._compose()
        self._connect()

    # Display

    def show_entries(self, entries: Sequence[Entry]) -> None:
        """Show the sessions that match the search."""
        self._known = True
        self._entries = entries
        self._filter()

    def set_theme(self, theme: Theme) -> None:
        self.painter.set_theme(theme)
        self.details.set_theme(theme)
        self.list.viewport().update()

    @property
    def order(self) -> Order:
        chosen: Order = self.sorting.currentData()
        return chosen

    @property
    def selected(self) -> list[Entry]:
        """Selected sessions in display order."""
        rows = sorted(index.row() for index in self.list.selectionModel().selectedRows())
        return [self.model.entries[row] for row in rows]

    def select(self, paths: Sequence[Path], *, current: Path | None = None) -> None:
        """Select the rows of these files, and scroll to the first one."""
        rows = [row for path in paths if (row := self.model.row(path)) is not None]
        chosen = QItemSelection()
        for row in rows:
            chosen.select(self.model.index(row), self.model.index(row))
        selection = self.list.selectionModel()
        selection.select(chosen, QItemSelectionModel.SelectionFlag.ClearAndSelect)
        at = self.model.row(current) if current is not None else None
        at = at if at is not None else rows[0] if rows else None
        if at is not None:
            selection.setCurrentIndex(self.model.index(at), QItemSelectionModel.SelectionFlag.NoUpdate)
            self.list.scrollTo(self.model.index(at))

    def in_sight(self) -> list[Path]:
        """Return the files of the visible rows."""
        viewport = self.list.viewport()
        first = self.list.indexAt(QPoint(8, 4)).row()
        last = self.list.indexAt(QPoint(8, viewport.height() - 4)).row()
        if first < 0:
            return []
        last = last if last >= 0 else len(self.model.entries) - 1
        return [entry.path for entry in self.model.entries[first : last + 1]]

    def edit_title(self) -> None:
        """Edit the current session's title in place."""
        index = self.list.currentIndex()
        if index.isValid():
            self.list.edit(index)

    def edit_tags(self) -> None:
        """Move the focus to the tags field."""
        self.details.setVisible(True)
        self.details.tags.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.details.tags.selectAll()

    def do(self, command: str) -> None:
        """Execute the command of a key or menu entry."""
        if command == "rename":
            self.edit_title()
        elif command == "tags":
            self.edit_tags()
        elif command == "find":
            self.search.setFocus(Qt.FocusReason.ShortcutFocusReason)
            self.search.selectAll()
        elif command == "all":
            self.list.selectAll()
        elif command == "leave":
            self._leave_or_clear()
        else:
            self.wanted.emit(command, [entry.path for entry in self.selected])

    # Keys

    def event(self, event: QEvent) -> bool:
        """Claim keys that are shortcuts of the window while the library has the focus."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and self._command(event):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        command = self._command(event)
        if command:
            self.do(command)
        elif event.text().isprintable() and event.text().strip() and not self._typing_field():
            self.search.setFocus(Qt.FocusReason.OtherFocusReason)
            self.search.setText(event.text())
        else:
            super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        self.details.setVisible(self.width() >= WIDE)
        super().resizeEvent(event)
        self.seen.emit()

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        if self.list.isVisible() and self.list.rect().contains(self.list.mapFrom(self, event.pos())):
            self.menu().popup(event.globalPos())

    def menu(self) -> QMenu:
        """Return the context menu for the selected sessions."""
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        entries = self.selected
        labels = {"open": "", **command_names(), "rename": tr("Rename"), "tags": tr("Tags…")}
        for key in (
            "open",
            "rename",
            "tags",
            "",
            "compare",
            "join",
            "meters",
            "report",
            "export",
            "",
            "show",
            "delete",
        ):
            if not key:
                menu.addSeparator()
                continue
            action = QAction(labels[key], menu)
            if key in KEYS:
                action.setShortcut(QKeySequence(KEYS[key][0]))
                action.setShortcutVisibleInContextMenu(True)
            one = len(entries) == 1
            action.setEnabled(one if key in ("rename", "tags") else allowed(key, entries))
            action.triggered.connect(lambda _on=False, chosen=key: self.do(chosen))
            menu.addAction(action)
        return menu

    def _command(self, event: QKeyEvent) -> str:
        pressed = QKeySequence(event.keyCombination())
        for command, keys in KEYS.items():
            if any(pressed == QKeySequence(key) for key in keys):
                return "" if self._typing_field() and command in IN_A_FIELD else command
        # Keys without modifiers are shortcuts of the charts; here they start a search.
        plain = event.modifiers() in (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ShiftModifier)
        if event.type() == QEvent.Type.ShortcutOverride and plain and event.text().isprintable() and event.text():
            return "type"
        return ""

    def _typing_field(self) -> bool:
        return isinstance(self.focusWidget(), QLineEdit) and self.focusWidget().hasFocus()

    def _leave_or_clear(self) -> None:
        """Handle Escape: cancel an edit, clear the search, or leave the library."""
        focus = self.focusWidget()
        if focus in (self.details.title, self.details.tags):
            self.details.show_entries(())
            self.details.show_entries(self.selected)
            self.list.setFocus()
        elif self.search.text():
            self.search.clear()
            self._filter()
            self.list.setFocus()
        else:
            self.left.emit()

    # Parts

    def _filter(self) -> None:
        """Show the matching sessions and keep the selection; do nothing while a title is being edited in place."""
        if self.list.typing:
            return
        selected, at = [entry.path for entry in self.selected], self.list.verticalScrollBar().value()
        current = self.list.currentIndex()
        current_path = self.model.entries[current.row()].path if current.isValid() else None
        found = self._finder.found(self._entries, self.search.text(), self.order)
        if self.model.show(found):
            still_listed = [path for path in selected if self.model.row(path) is not None]
            first = [entry.path for entry in found[:1]]
            self.select(still_listed or first, current=current_path)
            if still_listed:
                self.list.verticalScrollBar().setValue(at)
        self._show_selected()
        self._show_counts(len(found))
        self.seen.emit()

    def _show_counts(self, found: int) -> None:
        whole = len(self._entries)
        if not self._known or not whole:
            self.count.setText("")
        elif found == whole:
            self.count.setText(tr("1 session") if whole == 1 else tr("{number} sessions").format(number=whole))
        else:
            self.count.setText(tr("{found} of {number} sessions").format(found=found, number=whole))
        if self._known and not found:
            self.nothing.show_for(self.search.text().strip() if whole else "")
        empty = self._known and not found
        self._middle.setCurrentWidget(self.nothing if empty else self.list)
        self.details.setVisible(self.width() >= WIDE and not empty)

    def _typed_title(self) -> None:
        self.list.setFocus()
        self._filter()

    def _show_selected(self) -> None:
        self.details.show_entries(self.selected)

    def _connect(self) -> None:
        self.search.textChanged.connect(lambda _text: self._typing.start())
        self.search.returnPressed.connect(lambda: self.do("open"))
        self._typing.timeout.connect(self._filter)
        self.sorting.currentIndexChanged.connect(lambda _index: self._filter())
        self.list.selectionModel().selectionChanged.connect(lambda _new, _old: self._show_selected())
        self.list.doubleClicked.connect(lambda _index: self.do("open"))
        self.list.verticalScrollBar().valueChanged.connect(lambda _value: self.seen.emit())
        self.painter.closeEditor.connect(lambda _editor: QTimer.singleShot(0, self, self._typed_title))
        self.model.renamed.connect(self.renamed)
        self.details.renamed.connect(self.renamed)
        self.details.tagged.connect(self.tagged)
        self.details.wanted.connect(self.do)
        self.nothing.wanted.connect(lambda command: self.wanted.emit(command, []))
        self.nothing.show_all.connect(self.search.clear)
        self.buttons["import"].clicked.connect(lambda: self.wanted.emit("import", []))
        self.buttons["folder"].clicked.connect(lambda: self.wanted.emit("folder", []))
        self.buttons["leave"].clicked.connect(self.left)
        self.search.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Move the focus from the search field to the list on Down and Page Down."""
        down = (Qt.Key.Key_Down, Qt.Key.Key_PageDown)
        pressed = isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress and event.key() in down
        if watched is self.search and pressed:
            self.list.setFocus()
            if not self.list.currentIndex().isValid() and self.model.entries:
                self.list.setCurrentIndex(self.model.index(0))
            return True
        return super().eventFilter(watched, event)

    def _compose(self) -> None:
        self.list.setModel(self.model)
        self.list.setItemDelegate(self.painter)
        self.list.setUniformItemSizes(True)
        self.list.setMouseTracking(True)
        self.list.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.list.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.list.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setAccessibleName(tr("Recorded sessions"))
        self.list.setContextMenuPolicy(Qt.ContextMenuPolicy.NoContextMenu)
        self._middle.addWidget(self.list)
        self._middle.addWidget(self.nothing)
        heading = QLabel(tr("Sessions"))
        heading.setObjectName("jobState")
        top = QHBoxLayout()
        top.setSpacing(10)
        top.addWidget(heading)
        top.addWidget(self.count)
        top.addSpacing(8)
        top.addWidget(self.search, 1)
        top.addWidget(self.sorting)
        top.addStretch()
        self.buttons["leave"].setToolTip(tr("Back to the previous view (Esc)"))
        for button in self.buttons.values():
            button.setAutoDefault(False)
            top.addWidget(button)
        middle = QHBoxLayout()
        middle.setSpacing(10)
        middle.addWidget(self._middle, 1)
        middle.addWidget(self.details)
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 10, 12, 10)
        column.setSpacing(10)
        column.addLayout(top)
        column.addLayout(middle, 1)
        details = (self.details.title, self.details.tags, *self.details.buttons.values())
        chain = (self.search, self.sorting, self.list, *details, *self.buttons.values())
        for one, other in pairwise(chain):
            QWidget.setTabOrder(one, other)


def orders() -> dict[Order, str]:
    """Return the sort orders and their labels."""
    return {
        "newest": tr("Newest first"),
        "oldest": tr("Oldest first"),
        "title": tr("By title"),
        "result": tr("By result"),
        "longest": tr("Longest first"),
    }
