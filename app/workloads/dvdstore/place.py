"""The files of one embedded database in its folder, and who may touch them now."""

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path

import apsw

from app.databases.sqlite import DatabaseError

SIDE_FILES = ("-journal", "-wal", "-shm")


def pristine_path(folder: Path) -> Path:
    """The database as built; nothing but a build writes it, and only once."""
    return folder / "dvdstore.pristine.db"


def working_path(folder: Path) -> Path:
    """The copy that runs work on."""
    return folder / "dvdstore.db"


def unfinished_path(folder: Path, what: str) -> Path:
    """Where a file grows before it is renamed into place; `leftovers` finds it by its name."""
    return folder / f"dvdstore.{what}-{os.getpid()}.unfinished"


def leftovers(folder: Path) -> list[Path]:
    """Unfinished files. Whoever holds the folder exclusively may remove them: their makers are gone."""
    return sorted(folder.glob("dvdstore.*.unfinished*"))


def remove_database(path: Path) -> None:
    """Removes a database file and its side files, if there."""
    for suffix in ("", *SIDE_FILES):
        path.with_name(path.name + suffix).unlink(missing_ok=True)


@contextlib.contextmanager
def exclusively(folder: Path) -> Iterator[None]:
    """Keeps every other build, restore and run out of the folder. DatabaseError where one is under way.

    The lock is SQLite's own, on an empty database for that purpose: it works everywhere and ends with the process.
    """
    lock = claim(folder, exclusive=True)
    try:
        yield
    finally:
        lock.close()


def claim(folder: Path, *, exclusive: bool) -> apsw.Connection:
    """Holds the folder until the connection is closed: shared by the workers of runs, or exclusively."""
    path = folder / "dvdstore.lock"
    lock: apsw.Connection | None = None
    try:
        lock = apsw.Connection(str(path))
        lock.set_busy_timeout(0 if exclusive else 2000)
        lock.execute("BEGIN EXCLUSIVE" if exclusive else "BEGIN; SELECT COUNT(*) FROM sqlite_schema").fetchall()
    except apsw.BusyError as error:
        if lock is not None:
            lock.close()
        raise DatabaseError(
            f"the database in {folder} is in use by another run or build; wait until it ends, or choose another folder"
        ) from error
    except apsw.Error as error:
        if lock is not None:
            lock.close()
        raise DatabaseError(
            f"the lock file {path} can't be used ({error}); remove it or choose another folder"
        ) from error
    return lock
