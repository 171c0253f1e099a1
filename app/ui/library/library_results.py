# SPDX-License-Identifier: Apache-2.0
"""Short results of sessions, read in the background, one whole session at a time.

The same pass creates thumbnails and verifies that files match their seals.
"""

import logging
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QLocale, QObject, QTimer, Signal

from app.results.headline_text import headline_text
from app.results.session_headline import session_headline
from app.session.library import Entry, Library
from app.session.reader import SessionReader
from app.session.session_error import SessionError
from app.ui.library.thumbnail import thumbnail
from app.ui.window.background import BackgroundThread, Task
from app.ui.workbench.localised_figures import WINDOW_LANGUAGE
from widgets.theme import Theme
from widgets.translation import tr


@dataclass(frozen=True, slots=True)
class Came:
    """Result of a session in a few words.

    Attributes:
        statement: "Write-ahead log 2.60× Rollback journal".
        basis: What the statement is based on.
        leader: Letter of the system with a conclusive lead; "" if none.
    """

    statement: str
    basis: str = ""
    leader: str = ""

    @classmethod
    def of(cls, result: str) -> "Came":
        """Parse a result as stored in the library, one field per line."""
        return cls(*[*result.split("\n"), "", "", ""][:3])

    @property
    def result(self) -> str:
        """Result as stored in the library."""
        return "\n".join((self.statement, self.basis, self.leader)).rstrip("\n")


def came_of(reader: SessionReader) -> Came:
    """Return the result of a session from its headline; the session must not be being recorded."""
    if reader.info.kind == "job":
        return Came(tr("a build or a check"))
    if not reader.over:
        return Came(tr("incomplete"))
    try:
        headline = session_headline(reader)
    except SessionError:
        return Came(tr("nothing was measured"))
    if headline.stage == "one system":
        return Came(tr("one system"))
    text = headline_text(headline, WINDOW_LANGUAGE)
    return Came(text.main, text.small, headline.leader)


log = logging.getLogger(__name__)

VERSION = 4
"""Format version of stored texts and pictures; incrementing it invalidates them."""
UPDATE_EVERY_MS = 250
REPAINTED_EVERY_S = 20.0
"""Seconds between updates of the picture of a session being recorded."""


class Filling(QObject):
    """Background processing of sessions.

    Attributes:
        changed: The library has new results or pictures.
    """

    changed = Signal()

    def __init__(self, library: Library, theme: Theme, parent: QObject) -> None:
        super().__init__(parent)
        self._library = library
        self._theme = theme
        self._sight: Sequence[Path] = ()
        self._only = False
        self._busy = False
        self._going = False
        self._worker = BackgroundThread(self, low=True)
        self._telling = QTimer(self)
        self._telling.setSingleShot(True)
        self._telling.setInterval(UPDATE_EVERY_MS)
        self._telling.timeout.connect(self.changed)

    def look_at(self, sight: Iterable[Path], *, only: bool = False) -> None:
        """Process the visible sessions first.

        Args:
            sight: Files of the visible sessions.
            only: Process only these and verify nothing, for example during a measurement on this machine.
        """
        self._sight = tuple(sight)
        self._only = only
        self.go()

    def set_theme(self, theme: Theme) -> None:
        """Use another theme's colors for new pictures."""
        self._theme = theme

    def go(self) -> None:
        """Start or resume processing."""
        self._going = True
        if not self._busy:
            self._start_next()

    def rest(self) -> None:
        """Pause after the current session because no sessions are visible."""
        self._going = False
        self._library.save()

    def finish(self) -> None:
        """Stop, and wait for the current session, at program exit."""
        self._going = False
        self._worker.finish()
        self._library.close()

    def _start_next(self) -> None:
        work = next(self._pending_work(), None) if self._going else None
        self._busy = work is not None
        if work is None:
            self._library.save()
            return
        entry, checks = work
        task = Task(lambda: self._process(entry, checks), (), self)
        task.done.connect(self._continue)
        task.start(self._worker)

    def _process(self, entry: Entry, checks: bool) -> None:
        """Process a session in the worker thread."""
        try:
            if checks:
                self._library.check(entry.path)
            else:
                self._describe(entry)
        except Exception:
            log.exception("nothing can be told of %s", entry.path)

    def _continue(self, _nothing: object) -> None:
        if not self._telling.isActive():
            self._telling.start()
        self._start_next()

    def _pending_work(self) -> Iterator[tuple[Entry, bool]]:
        """Yield pending sessions with a flag: verify the session if true, otherwise describe it."""
        entries = {entry.path: entry for entry in self._library.entries}
        sight = [entries[path] for path in self._sight if path in entries]
        for part in (sight,) if self._only else (sight, tuple(entries.values())):
            yield from ((entry, False) for entry in part if self._is_outdated(entry))
            if not self._only:
                yield from ((entry, True) for entry in part if entry.state == "whole" and not entry.checked)

    def _is_outdated(self, entry: Entry) -> bool:
        if entry.state == "damaged":
            return False
        return entry.picture_version != self._picture_version(entry) or entry.result_version != result_version(entry)

    def _picture_version(self, entry: Entry) -> str:
        grown = f" {int(entry.length_s / REPAINTED_EVERY_S)}" if entry.state == "growing" else ""
        return f"{VERSION} {self._theme.name}{grown}"

    def _describe(self, entry: Entry) -> None:
        """Read a session once for its result text and its picture."""
        text, picture = "", b""
        try:
            with SessionReader.open(entry.path) as reader:
                text = came_of(reader).result if entry.state != "growing" else ""
                picture = thumbnail(reader, self._theme)
        except SessionError as error:
            log.info("no result of %s: %s", entry.path, error)
        except Exception:  # an untrusted file may contain anything; it just gets no text and picture
            log.exception("no result of %s", entry.path)
        self._library.keep_picture(entry.path, picture or entry.picture, self._picture_version(entry))
        self._library.keep_result(entry.path, text, result_version(entry))


def result_version(entry: Entry) -> str:
    """Return the version that a result's text depends on, which includes the language."""
    text = entry.state if entry.state == "growing" else tr("one system")
    return f"{VERSION} {text} {QLocale().name()}"
