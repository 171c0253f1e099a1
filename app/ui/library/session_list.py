# SPDX-License-Identifier: Apache-2.0
"""One-line descriptions of sessions, and a list to choose sessions from."""

import logging
from collections.abc import Mapping, Sequence
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

from app.model.visible_text import shortened
from app.session.library import own_titles
from app.session.library_facts import facts_of
from app.session.paths import sessions_folder
from app.session.session_error import SessionError
from app.ui.window.welcome import Recent
from app.ui.workbench.localised_figures import duration_text, moment_text
from widgets.translation import tr

log = logging.getLogger(__name__)

LONGEST_TITLE = 60
MOST_RECENT = 4


def newest_sessions(folder: Path, most: int) -> list[Path]:
    """Return the most recently written sessions of a folder, newest first."""
    try:
        found = [(path.stat().st_mtime, path) for path in folder.glob("*.outpace")]
    except OSError as error:
        log.info("%s can't be listed: %s", folder, error)
        return []
    return [path for _, path in sorted(found, reverse=True)[:most]]


def recent_sessions(
    folder: Path | None = None, most: int = MOST_RECENT, titles: Mapping[str, str] | None = None
) -> list[Recent]:
    """Return the most recently written sessions; only the start of each file is read.

    Args:
        folder: Folder to list; None for the default folder.
        most: Maximum number of sessions.
        titles: See `session_facts`.
    """
    newest = newest_sessions(folder or sessions_folder(), most)
    titles = own_titles() if titles is None and newest else titles
    return [Recent(path, *session_facts(path, titles)) for path in newest]


def session_line(path: Path, titles: Mapping[str, str] | None = None) -> str:
    """Return the title, date and length of a session as one line; the file name if it cannot be read."""
    return " · ".join(filter(None, session_facts(path, titles)))


def session_facts(path: Path, titles: Mapping[str, str] | None = None) -> tuple[str, str]:
    """Return a session's title, and its date with length; only the file name if it cannot be read.

    Args:
        path: File of the session.
        titles: Titles set by the user, by UUID; None for those in the library's index.
    """
    try:
        facts = facts_of(path)
    except SessionError:  # temporarily locked
        return short_title(path.stem), ""
    if facts.problem or facts.started is None:
        return short_title(path.stem), ""
    titles = own_titles() if titles is None else titles
    length = duration_text(facts.length_s) if facts.began else tr("did not start")
    return short_title(titles.get(facts.uuid) or tr(facts.title)), f"{moment_text(facts.started)} · {length}"


def short_title(title: str) -> str:
    """Shorten a title to one line that fits the page."""
    return shortened(title, LONGEST_TITLE)


HEIGHT = 92


class SessionList(QWidget):
    """List of sessions.

    Attributes:
        changed: A session was added or removed.
    """

    changed = Signal()

    def __init__(self, sessions: Sequence[Path], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.list = QListWidget()
        self.list.setAccessibleName(tr("Sessions, in order"))
        self.list.setFixedHeight(HEIGHT)
        self.setFixedHeight(HEIGHT)
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
        """Sessions in list order."""
        rows = (self.list.item(row) for row in range(self.list.count()))
        return tuple(Path(item.data(Qt.ItemDataRole.UserRole)) for item in rows)

    def add(self, path: Path) -> None:
        """Add a session unless it is already in the list."""
        if path in self.paths:
            return
        item = QListWidgetItem(session_line(path))
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
