# SPDX-License-Identifier: Apache-2.0
"""Changes in the library: titles, tags, deletions.

Each change can be undone: deleted files are moved to the system's trash, or to Outpace's own trash folder if there is
none.
"""

import contextlib
import logging
import os
import shutil
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QFile

from app.model.data_folder import data_folder
from app.session.connection import wal_path
from app.session.library import Entry, Library
from app.session.session_error import SessionError
from app.ui.library.library_page import LibraryPage
from app.ui.reports.snapshot_dialog import picture_path
from app.ui.window.main_window import MainWindow
from app.ui.window.notice import Severity
from app.ui.window.undo import Undo
from app.ui.workbench.localised_figures import error_text
from widgets.translation import tr

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Trashed:
    """A file that was moved to the trash.

    Attributes:
        place: Its current path; None if the operating system does not report it.
    """

    original: Path
    place: Path | None


def own_trash() -> Path:
    """Return the folder for files that the system's trash did not accept."""
    return data_folder() / "trash"


def files_of(entry: Entry) -> list[Path]:
    """Return a session's file with its companions: a cut-off recording's write-ahead log, a snapshot's picture."""
    beside = [wal_path(entry.path)]
    if entry.kind == "snapshot":
        beside.append(picture_path(entry.path))
    return [entry.path, *(path for path in beside if path.exists())]


def system_trash(path: Path) -> Path | None:
    """Move a file to the system's trash.

    Returns:
        Its new path, or the original path if the system does not report the new one; None if there is no usable trash.
    """
    file = QFile(str(path))
    if not file.moveToTrash():
        return None
    return Path(file.fileName()) if file.fileName() else path


def put_away(paths: Sequence[Path], trash: Callable[[Path], Path | None] = system_trash) -> list[Trashed]:
    """Move files to the trash; if one fails, move the others back. Raises OSError."""
    moved: list[Trashed] = []
    try:
        for path in paths:
            moved.append(_move_to_trash(path, trash))
    except OSError:
        with contextlib.suppress(OSError):
            take_back(moved)
        raise
    return moved


def take_back(moved: Sequence[Trashed]) -> None:
    """Restore files to their original paths. Raises OSError if one is missing or its path is taken."""
    for one in moved:
        if one.place is None or not one.place.exists():
            raise OSError(f"{one.original.name} is not in the trash any more")
        if os.path.lexists(one.original):
            raise OSError(f"there is another {one.original} now; it is still in the trash")
    for one in moved:
        assert one.place is not None
        one.original.parent.mkdir(parents=True, exist_ok=True)
        shutil.move(one.place, one.original)
        # A freedesktop.org trash stores metadata next to the file.
        note = one.place.parent.parent / "info" / f"{one.place.name}.trashinfo"
        note.unlink(missing_ok=True)


def _move_to_trash(path: Path, trash: Callable[[Path], Path | None]) -> Trashed:
    place = trash(path)
    if place is not None:
        return Trashed(path, place if place != path else None)
    folder = own_trash()
    folder.mkdir(parents=True, exist_ok=True)
    place = folder / path.name
    number = 2
    while os.path.lexists(place):
        place = folder / f"{path.stem}-{number}{path.suffix}"
        number += 1
    log.info("%s goes to %s: the system's trash did not take it", path, place)
    shutil.move(path, place)
    return Trashed(path, place)


class Changes:
    """Changes to the library requested by the page."""

    def __init__(self, shell: MainWindow, undo: Undo, page: LibraryPage, library: Callable[[], Library]) -> None:
        self._shell = shell
        self._undo = undo
        self._page = page
        self._library = library

    def rename(self, path: Path, title: str) -> None:
        self._change(tr("Rename"), path, lambda entry: entry.title, self._library().rename, title)

    def tag(self, path: Path, tags: Sequence[str]) -> None:
        self._change(tr("Change of Tags"), path, lambda entry: entry.tags, self._library().set_tags, tuple(tags))

    def delete(self, entries: Sequence[Entry]) -> None:
        """Move sessions to the trash, and report those that cannot be moved."""
        row = self._page.model.row(entries[0].path)
        deleted = Deleted(self._show_restored, self._drop_entries)
        messages: list[str] = []
        for entry in entries:
            try:
                deleted.put_away(entry)
            except OSError as error:
                messages.append(
                    tr("{title} can't be moved to the trash: {error}").format(title=entry.title, error=error)
                )
        severity: Severity = "warning" if messages else "info"
        if deleted.paths:
            self._drop_entries(deleted.paths, row)
            self._undo.did(tr("Delete"), deleted.undo, deleted.redo)
            number = len(entries) - len(messages)
            what = entries[0].title if len(entries) == 1 else tr("{number} sessions").format(number=number)
            messages.append(tr("Moved to the trash: {what}").format(what=what))
        offers = [(tr("Undo"), self._take_back_deletion)] if deleted.paths else []
        self._shell.notice.say(" ".join(messages), severity, offers=offers)

    def _take_back_deletion(self) -> None:
        self._shell.notice.hide()
        self._shell.actions_["undo"].trigger()

    def _drop_entries(self, paths: Sequence[Path], row: int | None = None) -> None:
        self._library().forget(paths)
        self._show()
        left = self._page.model.entries
        if left and row is not None:
            self._page.select([left[min(row, len(left) - 1)].path])

    def _show_restored(self, paths: Sequence[Path]) -> None:
        self._library().refresh()
        self._show()
        self._page.select(paths)

    def _change(
        self, what: str, path: Path, now: Callable[[Entry], object], put: Callable[..., None], value: object
    ) -> None:
        """Change one field of a session's index entry, as an undoable step."""
        entry = self._library().entry(path)
        if entry is None or now(entry) == value:
            return

        def change(to: object) -> None:
            try:
                put(path, to)
            except SessionError as error:
                raise OSError(error_text(error)) from error
            self._show()

        before = now(entry)
        try:
            change(value)
        except OSError as error:
            self._shell.notice.say(error_text(error))
            return
        if any(button.text() == tr("Undo") for button in self._shell.notice.offers):
            self._shell.notice.hide()  # the notice's Undo button would refer to an older step
        self._undo.did(what, lambda: change(before), lambda: change(value))

    def _show(self) -> None:
        self._page.show_entries(self._library().entries)


class Deleted:
    """Undoable step that moves sessions to the trash."""

    def __init__(self, came_back: Callable[[Sequence[Path]], None], gone: Callable[[Sequence[Path]], None]) -> None:
        self._moved: list[Trashed] = []
        self._came_back = came_back
        self._gone = gone

    @property
    def paths(self) -> list[Path]:
        """Original paths of the files."""
        return [one.original for one in self._moved]

    def put_away(self, entry: Entry) -> None:
        """Move another session to the trash. Raises OSError."""
        self._moved += put_away(files_of(entry))

    def undo(self) -> None:
        """Restore the sessions. Raises OSError."""
        take_back(self._moved)
        self._came_back(self.paths)

    def redo(self) -> None:
        """Move the sessions to the trash again. Raises OSError."""
        self._moved = put_away(self.paths)
        self._gone(self.paths)
