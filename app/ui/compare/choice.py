"""Sessions and their systems, to choose from: a tick makes a column."""

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QFileDialog,
    QHBoxLayout,
    QHeaderView,
    QPushButton,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from app.imports.comparing import MOST_COLUMNS
from app.imports.errors import ImportedFileError
from app.session.errors import SessionError
from app.ui.background import Task
from app.ui.compare.candidates import Candidate, candidate_of
from app.ui.compare.columns import Chosen, chosen_columns
from app.ui.figures import duration_text
from app.ui.texts import tr

PLACE = Qt.ItemDataRole.UserRole
"""Of a session its path, of a system (path, letter)."""
Mark = tuple[Path, str]


class Choice(QWidget):
    """changed: other columns are chosen, or a session was read. They stand in the order of time."""

    changed = Signal()

    def __init__(self, folder: Path, parent: QWidget | None = None) -> None:
        """folder: of sessions, to look for more in."""
        super().__init__(parent)
        self._folder = folder
        self._sessions: list[Candidate] = []
        self._marked: set[Mark] = set()
        self._wrong: dict[Path, str] = {}
        self._reading: set[Path] = set()
        self.tree = QTreeWidget()
        self.tree.setAccessibleName(tr("Sessions and their systems"))
        self.tree.setHeaderLabels([tr("Sessions and their systems"), tr("Column")])
        self.tree.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self.tree.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.tree.setIndentation(18)
        self.tree.header().setStretchLastSection(False)
        self.tree.header().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        self.tree.header().setSectionResizeMode(1, QHeaderView.ResizeMode.ResizeToContents)
        self.tree.itemChanged.connect(self._ticked)
        self.tree.currentItemChanged.connect(lambda *_items: self._enable())
        self.add_button, self.remove_button = QPushButton(tr("&Add Sessions…")), QPushButton(tr("&Remove"))
        beside = QHBoxLayout()
        for button, do in ((self.add_button, self._choose), (self.remove_button, self._remove)):
            button.setAutoDefault(False)
            button.clicked.connect(do)
            beside.addWidget(button)
        beside.addStretch()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.tree, 1)
        column.addLayout(beside)
        self._enable()

    @property
    def reading(self) -> bool:
        """Whether a session is still being read."""
        return bool(self._reading)

    @property
    def columns(self) -> list[Chosen]:
        """What is ticked."""
        places = {session.path: number for number, session in enumerate(self._sessions)}
        return chosen_columns(self._sessions, [(places[path], letter) for path, letter in self._marked])

    @property
    def wrong(self) -> list[str]:
        """Why sessions can't be compared."""
        return list(self._wrong.values())

    def add(self, paths: Sequence[Path]) -> None:
        """Reads sessions, off the window's thread."""
        for path in paths:
            if path not in self._reading and all(one.path != path for one in self._sessions):
                self._read(path)
        self.changed.emit()

    def _read(self, path: Path) -> None:
        self._reading.add(path)
        self._wrong.pop(path, None)
        task = Task(lambda: candidate_of(path), (SessionError, ImportedFileError, OSError), self)
        task.done.connect(self._take)
        task.failed.connect(lambda text: self._refuse(path, text))
        for signal in (task.done, task.failed):
            signal.connect(task.deleteLater)
        task.start()

    def tick(self, path: Path, letter: str, *, on: bool = True) -> None:
        """Takes a system of a session in, or leaves it out."""
        (self._marked.add if on else self._marked.discard)((path, letter))
        self._show()

    def _take(self, found: object) -> None:
        assert isinstance(found, Candidate)
        self._reading.discard(found.path)
        self._sessions.append(found)
        self._sessions.sort(key=lambda one: (one.started, one.view_s[1], str(one.path)))
        room = MOST_COLUMNS - len(self._marked)
        self._marked |= {(found.path, system.letter) for system in found.systems[: max(room, 0)]}
        self._show()

    def _refuse(self, path: Path, text: str) -> None:
        self._reading.discard(path)
        self._wrong[path] = text
        self._show()

    def _show(self) -> None:
        self.tree.blockSignals(True)
        self.tree.clear()
        letters = {(one.session.path, one.system.letter): one.letter for one in self.columns}
        for session in self._sessions:
            words = f"{session.title} · {session.when} · {duration_text(session.length_s)}"
            top = QTreeWidgetItem(self.tree, [words])
            top.setData(0, PLACE, session.path)
            top.setToolTip(0, f"{words}\n{session.path}")
            for system in session.systems:
                mark = session.path, system.letter
                item = QTreeWidgetItem(top, [system.name, letters.get(mark, "")])
                item.setFlags(
                    Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemIsUserCheckable
                )
                item.setCheckState(0, Qt.CheckState.Checked if mark in self._marked else Qt.CheckState.Unchecked)
                item.setData(0, PLACE, mark)
                item.setToolTip(0, system.name)
                item.setTextAlignment(1, Qt.AlignmentFlag.AlignCenter)
            top.setExpanded(True)
        for path, text in self._wrong.items():
            item = QTreeWidgetItem(self.tree, [tr("{file}: can't be compared").format(file=path.name)])
            item.setData(0, PLACE, path)
            item.setToolTip(0, text)
        self.tree.blockSignals(False)
        self._enable()
        self.changed.emit()

    def _ticked(self, item: QTreeWidgetItem, column: int) -> None:
        mark = item.data(0, PLACE)
        if column == 0 and isinstance(mark, tuple):
            self.tick(mark[0], mark[1], on=item.checkState(0) is Qt.CheckState.Checked)

    def _choose(self) -> None:
        folder = str(self._sessions[0].path.parent if self._sessions else self._folder)
        kinds = tr("Outpace sessions (*.outpace)")
        found, _ = QFileDialog.getOpenFileNames(self, tr("Choose sessions"), folder, kinds)
        self.add([Path(path) for path in found])

    def _remove(self) -> None:
        item = self.tree.currentItem()
        if item is None:
            return
        place = item.data(0, PLACE)
        path: Path = place[0] if isinstance(place, tuple) else place
        self._sessions = [one for one in self._sessions if one.path != path]
        self._marked = {mark for mark in self._marked if mark[0] != path}
        self._wrong.pop(path, None)
        self._show()

    def _enable(self) -> None:
        self.remove_button.setEnabled(self.tree.currentItem() is not None)
