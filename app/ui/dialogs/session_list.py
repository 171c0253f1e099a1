"""A list of sessions to choose: added, taken out, in their order."""

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QFileDialog,
    QHBoxLayout,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from app.session.paths import sessions_folder
from app.ui.recent import told
from app.ui.texts import tr

HEIGHT = 92


class SessionList(QWidget):
    """changed: a session came or went."""

    changed = Signal()

    def __init__(self, sessions: Sequence[Path], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.list = QListWidget()
        self.list.setAccessibleName(tr("Sessions, in their order"))
        self.list.setFixedHeight(HEIGHT)
        self.setMinimumHeight(HEIGHT)
        self.list.setSpacing(2)
        self.list.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.add_button, self.remove_button = QPushButton(tr("&Add…")), QPushButton(tr("&Remove"))
        beside = QVBoxLayout()
        for button, do in ((self.add_button, self._choose), (self.remove_button, self._remove)):
            button.setAutoDefault(False)
            button.clicked.connect(do)
            beside.addWidget(button)
        beside.addStretch()
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self.list, 1)
        row.addLayout(beside)
        self.remove_button.setEnabled(False)
        for path in sessions:
            self.add(path)

    @property
    def paths(self) -> tuple[Path, ...]:
        """The sessions, in their order."""
        rows = (self.list.item(row) for row in range(self.list.count()))
        return tuple(Path(item.data(Qt.ItemDataRole.UserRole)) for item in rows)

    def add(self, path: Path) -> None:
        """Takes in one more session; one that is there already stays where it is."""
        if path in self.paths:
            return
        item = QListWidgetItem(told(path))
        item.setData(Qt.ItemDataRole.UserRole, str(path))
        item.setToolTip(str(path))
        self.list.addItem(item)
        self.remove_button.setEnabled(True)
        self.changed.emit()

    def _choose(self) -> None:
        folder = str(self.paths[0].parent if self.paths else sessions_folder())
        found, _ = QFileDialog.getOpenFileNames(self, tr("Choose sessions"), folder, tr("Outpace sessions (*.outpace)"))
        for path in found:
            self.add(Path(path))

    def _remove(self) -> None:
        self.list.takeItem(max(self.list.currentRow(), 0))
        self.remove_button.setEnabled(self.list.count() > 0)
        self.changed.emit()
