"""Deleting a session: its files go to the system's trash, where there is none to a folder of our own, and come back."""

import contextlib
import logging
import os
import shutil
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import platformdirs
from PySide6.QtCore import QFile

from app.session.connection import wal_path
from app.session.library import Entry
from app.ui.dialogs.snapshot import picture_path

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Trashed:
    """A file that was moved away. place: where it lies now; None where the system does not say."""

    original: Path
    place: Path | None


def own_trash() -> Path:
    """The folder for what the system's trash did not take."""
    return platformdirs.user_data_path("Outpace", appauthor=False) / "trash"


def files_of(entry: Entry) -> list[Path]:
    """A session's file, and what belongs to it: the log of a recording that was cut off, a snapshot's picture."""
    beside = [wal_path(entry.path)]
    if entry.kind == "snapshot":
        beside.append(picture_path(entry.path))
    return [entry.path, *(path for path in beside if path.exists())]


def system_trash(path: Path) -> Path | None:
    """Moves a file to the system's trash; where it lies now, or the path itself where the system does not say. None
    where there is no trash for it."""
    file = QFile(str(path))
    if not file.moveToTrash():
        return None
    return Path(file.fileName()) if file.fileName() else path


def put_away(paths: Sequence[Path], trash: Callable[[Path], Path | None] = system_trash) -> list[Trashed]:
    """Moves files away; the others are put back where one can't be moved. Raises OSError."""
    moved: list[Trashed] = []
    try:
        for path in paths:
            moved.append(_put_away(path, trash))
    except OSError:
        with contextlib.suppress(OSError):
            take_back(moved)
        raise
    return moved


def take_back(moved: Sequence[Trashed]) -> None:
    """Moves files back to where they were. Raises OSError where one is gone, or where there is another one now."""
    for one in moved:
        if one.place is None or not one.place.exists():
            raise OSError(f"{one.original.name} is not in the trash any more")
        if os.path.lexists(one.original):
            raise OSError(f"there is another {one.original} now; it is still in the trash")
    for one in moved:
        assert one.place is not None
        one.original.parent.mkdir(parents=True, exist_ok=True)
        shutil.move(one.place, one.original)
        # What a freedesktop.org trash keeps of the file beside it.
        note = one.place.parent.parent / "info" / f"{one.place.name}.trashinfo"
        note.unlink(missing_ok=True)


def _put_away(path: Path, trash: Callable[[Path], Path | None]) -> Trashed:
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
