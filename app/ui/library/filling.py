"""Fills in what takes reading whole sessions: results, pictures, and whether a file is what was sealed.

One session at a time, beside the window's thread; what is in sight comes first."""

import contextlib
import logging
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from PySide6.QtCore import QLocale, QObject, QThread, QThreadPool, QTimer, Signal

from app.session.errors import SessionError
from app.session.library import Entry, Library
from app.session.reader import SessionReader
from app.ui.library.results import result_words
from app.ui.library.thumbnail import thumbnail
from app.ui.texts import tr
from widgets.theme import Theme

log = logging.getLogger(__name__)

VERSION = 2
"""Of the words and pictures: another one makes them anew."""
SHOWN_EVERY_MS = 250
LONGEST_WAIT_MS = 5000
REPAINTED_EVERY_S = 20.0
"""The picture of a session under way."""


class Filling(QObject):
    """changed: the library knows more of some sessions than before."""

    changed = Signal()
    _done = Signal()

    def __init__(self, library: Library, theme: Theme, parent: QObject) -> None:
        super().__init__(parent)
        self._library = library
        self._theme = theme
        self._sight: Sequence[Path] = ()
        self._busy = False
        self._going = False
        self._quiet = False
        self._pool = QThreadPool(self)
        self._pool.setMaxThreadCount(1)
        self._pool.setThreadPriority(QThread.Priority.LowPriority)
        self._done.connect(self._after)
        self._telling = QTimer(self)
        self._telling.setSingleShot(True)
        self._telling.setInterval(SHOWN_EVERY_MS)
        self._telling.timeout.connect(self.changed)

    def look_at(self, sight: Iterable[Path]) -> None:
        """These are in sight: they come first."""
        self._sight = tuple(sight)
        self.go()

    def set_theme(self, theme: Theme) -> None:
        """Pictures are painted anew in another theme's colours."""
        self._theme = theme
        self.go()

    def be_quiet(self, quiet: bool) -> None:
        """While something is measured on this machine only what is in sight is filled in, and nothing is checked."""
        self._quiet = quiet
        self.go()

    def go(self) -> None:
        """Begins, or goes on."""
        self._going = True
        if not self._busy:
            self._next()

    def rest(self) -> None:
        """Nobody looks: stops after the session under way."""
        self._going = False
        self._library.save()

    def finish(self) -> None:
        """The program ends: waits for the session under way."""
        self._going = False
        self._pool.waitForDone(LONGEST_WAIT_MS)
        self._library.close()

    def _next(self) -> None:
        work = next(self._work(), None) if self._going else None
        self._busy = work is not None
        if work is None:
            self._library.save()
            return
        entry, checks = work
        self._pool.start(lambda: self._do(entry, checks))

    def _do(self, entry: Entry, checks: bool) -> None:
        """In the pool."""
        try:
            if checks:
                self._library.check(entry.path)
            else:
                self._describe(entry)
        except Exception:
            log.exception("nothing can be told of %s", entry.path)
        with contextlib.suppress(RuntimeError):  # the window was closed meanwhile
            self._done.emit()

    def _after(self) -> None:
        if not self._telling.isActive():
            self._telling.start()
        self._next()

    def _work(self) -> Iterator[tuple[Entry, bool]]:
        """What is to be done: the session, and whether it is to be checked (else described)."""
        entries = {entry.path: entry for entry in self._library.entries}
        sight = [entries[path] for path in self._sight if path in entries]
        for part in (sight,) if self._quiet else (sight, tuple(entries.values())):
            yield from ((entry, False) for entry in part if self._lacks(entry))
            if not self._quiet:
                yield from ((entry, True) for entry in part if entry.state == "whole" and not entry.checked)

    def _lacks(self, entry: Entry) -> bool:
        if entry.state == "damaged":
            return False
        return entry.picture_made != self._picture_made(entry) or entry.result_made != result_made(entry)

    def _picture_made(self, entry: Entry) -> str:
        grown = f" {int(entry.length_s / REPAINTED_EVERY_S)}" if entry.state == "growing" else ""
        return f"{VERSION} {self._theme.name}{grown}"

    def _describe(self, entry: Entry) -> None:
        """Reads a session once for its words and its picture."""
        words, picture = "", b""
        try:
            with SessionReader.open(entry.path) as reader:
                words = result_words(reader) if entry.state != "growing" else ""
                picture = thumbnail(reader, self._theme)
        except SessionError as error:
            log.info("no result of %s: %s", entry.path, error)
        except Exception:  # a stranger's file may hold anything: it costs its words and picture, nothing more
            log.exception("no result of %s", entry.path)
        self._library.keep_picture(entry.path, picture or entry.picture, self._picture_made(entry))
        self._library.keep_result(entry.path, words, result_made(entry))


def result_made(entry: Entry) -> str:
    """By what the words of a result are made: the language shows in a word of them."""
    words = entry.state if entry.state == "growing" else tr("one run")
    return f"{VERSION} {words} {QLocale().name()}"
