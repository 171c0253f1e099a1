"""The sessions recorded last, for the page of an empty window: each in a line, then with its result and its picture."""

import logging
from collections.abc import Iterable
from pathlib import Path

from PySide6.QtCore import QObject, QThread, QThreadPool, Signal

from app.session.library import own_titles
from app.session.paths import sessions_folder
from app.session.reader import SessionReader
from app.session.session_error import SessionError
from app.ui.library.library_results import came_of
from app.ui.library.session_list import session_facts
from app.ui.library.thumbnail import thumbnail
from app.ui.window.background import Task
from app.ui.window.welcome import Recent
from widgets.theme import Theme

log = logging.getLogger(__name__)

MOST = 4
LONGEST_WAIT_MS = 60_000


def recent_sessions(folder: Path | None = None, most: int = MOST) -> list[Recent]:
    """The sessions in a folder (None: the usual one), the newest first. Only their first rows are read,
    however long they are."""
    try:
        found = [(path.stat().st_mtime, path) for path in (folder or sessions_folder()).glob("*.outpace")]
    except OSError:
        return []
    titles = own_titles()
    return [Recent(path, *session_facts(path, titles)) for _, path in sorted(found, reverse=True)[:most]]


class RecentResults(QObject):
    """Reads sessions beside the window's thread, one at a time. found: a session's file, what came of it, and its
    picture as PNG."""

    found = Signal(object, str, bytes)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._known: dict[tuple[Path, float, str], tuple[str, bytes]] = {}
        self._pool = QThreadPool(self)
        self._pool.setMaxThreadCount(1)
        self._pool.setThreadPriority(QThread.Priority.LowPriority)

    def describe(self, sessions: Iterable[Recent], theme: Theme) -> None:
        """Reads these; of one that did not change since, what is known is said at once."""
        for recent in sessions:
            try:
                key = recent.path, recent.path.stat().st_mtime, theme.name
            except OSError:
                continue
            if key in self._known:
                self.found.emit(recent.path, *self._known[key])
            else:
                self._read(key, theme)

    def finish(self) -> None:
        """The window closes: what has not begun is left, what is under way is waited for."""
        self._pool.clear()
        self._pool.waitForDone(LONGEST_WAIT_MS)

    def _read(self, key: tuple[Path, float, str], theme: Theme) -> None:
        task = Task(lambda: described(key[0], theme), (SessionError, OSError), self)

        def done(result: object) -> None:
            assert isinstance(result, tuple)
            self._known[key] = result
            self.found.emit(key[0], *result)

        task.done.connect(done)
        task.failed.connect(lambda text: log.info("no result of %s: %s", key[0], text))
        for signal in (task.done, task.failed):
            signal.connect(lambda _result: task.deleteLater())
        task.start(self._pool)


def described(path: Path, theme: Theme) -> tuple[str, bytes]:
    """What came of a session, and its picture. Raises SessionError."""
    with SessionReader.open(path) as reader:
        return came_of(reader).statement, thumbnail(reader, theme)
