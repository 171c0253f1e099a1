"""The working copy: made anew from the pristine file before every run, and proved by row counts."""

from contextlib import closing
from pathlib import Path
from typing import Any

import apsw

from app.databases.sqlite import DatabaseError, SqliteSettings, connect, prepare_folder
from app.workloads.dvdstore.building import (
    BuildCancelledError,
    Cancelled,
    Progress,
    find,
    flush,
)
from app.workloads.dvdstore.mark import TABLES, Mark, check_application, mark_of
from app.workloads.dvdstore.parameters import Parameters
from app.workloads.dvdstore.place import (
    SIDE_FILES,
    exclusively,
    leftovers,
    pristine_path,
    remove_database,
    unfinished_path,
    working_path,
)
from app.workloads.dvdstore.statements import statement

COPY_BYTES = 16 * 2**20


def restore(
    folder: Path, parameters: Parameters, settings: SqliteSettings, progress: Progress, cancelled: Cancelled
) -> Mark:
    """Makes the working copy in the state of the pristine database, in the settings' journal mode.

    Raises DatabaseError: no pristine database, another one in its place, a foreign file where the working copy belongs,
    the folder in use or full, wrong row counts. Raises BuildCancelledError; the former working copy then still stands.
    """
    prepare_folder(folder, 0)
    with exclusively(folder):
        mark = find(folder, parameters)
        pristine, working = pristine_path(folder), working_path(folder)
        if mark is None:
            raise DatabaseError(f"there is no built database {pristine}; build it first")
        if working.exists():
            check_application(working)
        for path in leftovers(folder):
            path.unlink(missing_ok=True)
        copy = unfinished_path(folder, "restore")
        try:
            prepare_folder(folder, pristine.stat().st_size)
            _copy(pristine, copy, progress, cancelled)
            flush(copy)
            for suffix in SIDE_FILES:
                working.with_name(working.name + suffix).unlink(missing_ok=True)
            copy.replace(working)
            with closing(connect(working, settings)) as connection:
                verify(connection, mark)
        except (apsw.Error, OSError) as error:
            raise DatabaseError(f"restoring {working} failed: {error}") from error
        finally:
            remove_database(copy)
    return mark


def verify(connection: apsw.Connection, mark: Mark) -> None:
    """DatabaseError unless the open database holds the mark and the rows of a new build."""
    counts: tuple[Any, ...] = connection.execute(statement("counts", "common")).fetchall()[0]
    found = dict(zip((*TABLES, "REORDER"), counts, strict=True))
    expected = {**mark.rows, "REORDER": 0}
    if mark_of(connection) != mark or found != expected:
        wrong = ", ".join(f"{t} {found[t]:,} instead of {expected[t]:,}" for t in expected if found[t] != expected[t])
        raise DatabaseError(
            f"{connection.filename} is not in its pristine state: {wrong or 'another mark'}; restore it"
        )


def _copy(source: Path, target: Path, progress: Progress, cancelled: Cancelled) -> None:
    """Copies a file's bytes. Never by sharing its blocks: the run would then pay for copying them, on some systems."""
    total = source.stat().st_size
    with source.open("rb") as reader, target.open("xb") as writer:
        done = 0
        while piece := reader.read(COPY_BYTES):
            if cancelled():
                raise BuildCancelledError("the restore was cancelled")
            progress("restore", done, total)
            writer.write(piece)
            done += len(piece)
    progress("restore", total, total)
