# SPDX-License-Identifier: Apache-2.0
"""Database files of a workload in a folder: build, restore, verification and locking.

A file is built in chunks by set-based SQL, renamed when complete, copied for every run, and verified by row counts.
"""

import contextlib
import hashlib
import os
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any, Protocol

import apsw

from app.databases.failures import DatabaseError
from app.databases.sqlite.embedded_engine import SqliteSettings, connect, prepare_folder
from app.model.errors import phrase
from app.model.messages import Sentence
from app.workloads.database.dataset import Dataset, SizedData, dataset_of
from app.workloads.database.engine_store import RowGeneration, SchemaStatement
from app.workloads.database.mark import (
    APPLICATION_ID,
    BuildMark,
    check_application,
    check_mark,
    mark_of,
    read_mark,
    write_mark,
)
from app.workloads.database.schema import member
from app.workloads.workload import BuildCancelledError, Cancelled, Progress, flush

SIDE_FILES = ("-journal", "-wal", "-shm")
COPY_BYTES = 16 * 2**20
INSTRUCTIONS_BETWEEN_CHECKS = 20_000  # a few milliseconds: the delay until a canceled statement is interrupted
CACHE_KB = 256 * 1024
SORT_KB = 16 * 1024  # also the chunk size of index sorting, which cannot be interrupted (256 MB: 2.8 s)


class EmbeddedPart(Protocol):
    """SQLite's part of a workload: the module `store` in its folder."""

    def rows(self, data: Dataset) -> Sequence[RowGeneration]:
        """Return the generation of all rows, in order."""
        ...

    def finishing(self, data: Dataset) -> Sequence[SchemaStatement]:
        """Return the steps that follow the rows: indexes, statistics, ..."""
        ...


def remove_database(path: Path) -> None:
    """Remove a database file and its side files, if they exist."""
    for suffix in ("", *SIDE_FILES):
        path.with_name(path.name + suffix).unlink(missing_ok=True)


def claimed(folder: Path, workload: str, *, exclusive: bool) -> apsw.Connection:
    """Lock a workload's folder, like `EmbeddedStore.claim`."""
    path = folder / f"{workload}.lock"
    lock: apsw.Connection | None = None
    try:
        lock = apsw.Connection(str(path))
        lock.set_busy_timeout(0 if exclusive else 2000)
        lock.execute("BEGIN EXCLUSIVE" if exclusive else "BEGIN; SELECT COUNT(*) FROM sqlite_schema").fetchall()
    except apsw.BusyError as error:
        if lock is not None:
            lock.close()
        raise DatabaseError(
            "the database in {folder} is in use by another run or build; wait until it ends, or choose another folder",
            folder=folder,
        ) from error
    except apsw.Error as error:
        if lock is not None:
            lock.close()
        raise DatabaseError(
            "the lock file {path} can't be used ({reason}); remove it or choose another folder",
            path=path,
            reason=error,
        ) from error
    return lock


class EmbeddedStore:
    """Databases of one size and seed of a workload, in a dedicated folder."""

    def __init__(self, folder: Path, parameters: SizedData) -> None:
        self.folder = folder
        self.data = dataset_of(parameters)
        self._workload = self.data.schema.workload

    @property
    def pristine(self) -> Path:
        """Path of the database as built; a build writes it once, and nothing else changes it."""
        return self.folder / f"{self._workload}.pristine.db"

    @property
    def digest(self) -> Path:
        """Path of the file with the digest of the pristine file, against which copies are verified."""
        return self.folder / f"{self._workload}.pristine.blake2"

    @property
    def working(self) -> Path:
        """Path of the copy that runs use."""
        return self.folder / f"{self._workload}.db"

    def unfinished(self, what: str) -> Path:
        """Return a file's temporary path until it is complete and renamed; `leftovers` recognizes the name."""
        return self.folder / f"{self._workload}.{what}-{os.getpid()}.unfinished"

    def leftovers(self) -> list[Path]:
        """Return unfinished files. They can be removed under an exclusive lock, because their processes have ended."""
        return sorted(self.folder.glob(f"{self._workload}.*.unfinished*"))

    @contextlib.contextmanager
    def exclusively(self) -> Iterator[None]:
        """Lock the folder against every other build, restore and run.

        The lock is SQLite's, on an empty database that serves only this purpose: it works everywhere and ends with the
        process.

        Raises:
            DatabaseError: The folder is in use.
        """
        lock = self.claim(exclusive=True)
        try:
            yield
        finally:
            lock.close()

    def claim(self, *, exclusive: bool) -> apsw.Connection:
        """Lock the folder until the connection is closed: shared by the workers of runs, or exclusively."""
        return claimed(self.folder, self._workload, exclusive=exclusive)

    def find(self) -> BuildMark | None:
        """Return the mark of the pristine database in the folder; None if absent yet.

        Raises:
            DatabaseError: Another file is in its place, with another size or seed or from another program.
        """
        path = self.pristine
        if not path.exists():
            return None
        mark = read_mark(path, self.data.schema)
        check_mark(path, mark, self.data)
        return mark

    def build(self, progress: Progress, cancelled: Cancelled) -> BuildMark:
        """Return the pristine database in the folder, found or built now.

        Args:
            progress: Receives the task, and the completed and total work in arbitrary units over all tasks.
            cancelled: Returns whether to stop, checked within half a second.

        Raises:
            BuildCancelledError: It was canceled.
            DatabaseError: See `find`; no space; the folder is in use.
        """
        prepare_folder(self.folder, 0)
        with self.exclusively():
            if (existing := self.find()) is not None:
                return existing
            for path in self.leftovers():
                path.unlink(missing_ok=True)
            prepare_folder(self.folder, self.data.expected_bytes("sqlite"))
            unfinished = self.unfinished("build")
            try:
                mark = _build_file(unfinished, self.data, progress, cancelled)
                digest = _digest(unfinished)
                self.digest.unlink(missing_ok=True)  # stale digest of a file that was removed
                _rename_durably(unfinished, self.pristine)
                self.digest.write_text(digest, encoding="ascii")
            except apsw.InterruptError as error:
                raise BuildCancelledError("the build was cancelled") from error
            except apsw.FullError as error:
                raise DatabaseError(
                    "the disk of {folder} is full; free some space or name another folder", folder=self.folder
                ) from error
            except (apsw.Error, OSError) as error:
                raise DatabaseError(
                    "building in {folder} failed: {reason}", folder=self.folder, reason=error
                ) from error
            finally:
                remove_database(unfinished)
            return mark

    def restore(self, settings: SqliteSettings, progress: Progress, cancelled: Cancelled) -> BuildMark:
        """Restore the working copy to the pristine state, with the settings' journal mode.

        Raises:
            DatabaseError: The pristine database is missing, damaged, or of another size or seed; another file has the
                working copy's path; the folder is in use or full; or row counts are wrong.
            BuildCancelledError: It was canceled; the previous working copy is intact.
        """
        prepare_folder(self.folder, 0)
        with self.exclusively():
            mark = self.find()
            pristine, working = self.pristine, self.working
            if mark is None:
                raise DatabaseError("the database {pristine} is not built; build it first", pristine=pristine)
            if working.exists():
                check_application(working, self.data.schema)
            for path in self.leftovers():
                path.unlink(missing_ok=True)
            copy = self.unfinished("restore")
            try:
                prepare_folder(self.folder, pristine.stat().st_size)
                digest = _copy(pristine, copy, progress, cancelled)
                flush(copy)
                self._check_digest(copy, digest)
                for suffix in SIDE_FILES:
                    working.with_name(working.name + suffix).unlink(missing_ok=True)
                copy.replace(working)
                with closing(connect(working, settings)) as connection:
                    verify(connection, mark, self.data)
            except (apsw.Error, OSError) as error:
                raise DatabaseError("restoring {working} failed: {reason}", working=working, reason=error) from error
            finally:
                remove_database(copy)
        return mark

    def value(self, path: Path, sql: str) -> int:
        """Return the single number that a query returns in one of the two databases; 0 if none."""
        with closing(apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READONLY)) as database:
            found: list[tuple[Any, ...]] = database.execute(sql).fetchall()
        return int(found[0][0] or 0)

    def _check_digest(self, copy: Path, digest: str) -> None:
        """Check that the pristine file has not changed since the build.

        A file of an earlier version has no digest: SQLite's own check (sqlite.org/pragma.html#pragma_quick_check) reads
        the copy, and if it succeeds the digest is stored for the next time.

        Args:
            copy: Copy of the file.
            digest: Digest of the copied bytes.

        Raises:
            DatabaseError: The file was changed.
        """
        pristine, digest_file = self.pristine, self.digest
        try:
            built = digest_file.read_text(encoding="ascii", errors="replace").strip()
        except FileNotFoundError:
            damage: str | Sentence = _quick_check(copy)
            if not damage:
                digest_file.write_text(digest, encoding="ascii")
                return
        else:
            if built == digest:
                return
            damage = _quick_check(copy) or phrase("its bytes are no longer those that were built")
        raise DatabaseError(
            "the pristine database {pristine} is damaged ({found}); remove that file and build again, and check the "
            "disk that it lies on",
            pristine=pristine,
            found=damage,
        )


def _build_file(path: Path, data: Dataset, progress: Progress, cancelled: Cancelled) -> BuildMark:
    """Build the database at a path.

    Raises:
        apsw.InterruptError: It was canceled.
    """
    schema = data.schema
    part: EmbeddedPart = member(schema.place, "sqlite.store", "STORE")
    tasks, finishing = part.rows(data), part.finishing(data)
    total = sum(task.count * task.weight for task in tasks) + sum(step.weight for step in finishing)
    done = 0.0
    with closing(apsw.Connection(str(path))) as connection:
        connection.set_progress_handler(cancelled, INSTRUCTIONS_BETWEEN_CHECKS)
        connection.execute(
            f"PRAGMA journal_mode = off; PRAGMA synchronous = off; PRAGMA locking_mode = exclusive;"
            f"PRAGMA cache_size = {-CACHE_KB}; PRAGMA foreign_keys = off; PRAGMA application_id = {APPLICATION_ID}"
        ).fetchall()  # a statement that returns rows is complete only when they have been fetched
        connection.execute(schema.statement("schema"))
        for task in tasks:
            values = data.numbers(task.table)
            for first in range(1, task.count + 1, task.chunk):
                last = min(first + task.chunk - 1, task.count)
                progress(task.name, done, total)
                _stop_if(cancelled)
                connection.execute("BEGIN")
                connection.execute(task.sql, {**values, "first": first, "last": last})
                connection.execute("COMMIT")
                done += (last - first + 1) * task.weight
        connection.execute(f"PRAGMA cache_size = {-SORT_KB}")
        sums: list[tuple[Any, ...]] = []
        for step in finishing:
            progress(step.name, done, total)
            _stop_if(cancelled)
            sums = connection.execute(step.sql).fetchall()
            done += step.weight
        mark = BuildMark(
            workload=schema.workload,
            size=data.size,
            seed=data.seed,
            generator=schema.generator,
            rows={table: count for table, count, _ in sums},
            checksums={table: checksum for table, _, checksum in sums},
        )
        write_mark(connection, mark)
        connection.set_progress_handler(None)
    progress("finished", total, total)
    return mark


def _stop_if(cancelled: Cancelled) -> None:
    if cancelled():
        raise apsw.InterruptError("cancelled")


def _rename_durably(unfinished: Path, path: Path) -> None:
    """Rename a flushed file without replacing an existing one."""
    flush(unfinished)
    if path.exists():
        raise DatabaseError("{path} appeared while the database was being built; it is left unchanged", path=path)
    unfinished.rename(path)


def verify(connection: apsw.Connection, mark: BuildMark, data: Dataset) -> None:
    """Check that the open database has the mark and the row counts of a new build.

    Raises:
        DatabaseError: The mark or a row count differs.
    """
    schema = data.schema
    counts: tuple[Any, ...] = connection.execute(schema.statement("counts", "common")).fetchall()[0]
    row_counts = dict(zip((*schema.tables, *schema.empty), counts, strict=True))
    expected = {**mark.rows, **dict.fromkeys(schema.empty, 0)}
    if mark_of(connection, schema) != mark or row_counts != expected:
        differences = ", ".join(
            f"{t} {row_counts[t]:,} instead of {expected[t]:,}" for t in expected if row_counts[t] != expected[t]
        )
        raise DatabaseError(
            "{path} is not in its pristine state: {difference}; restore it",
            path=connection.filename,
            difference=differences or phrase("another mark"),
        )


def _copy(source: Path, target: Path, progress: Progress, cancelled: Cancelled) -> str:
    """Copy a file and return the digest of its bytes.

    Blocks are never shared (reflinked), because copying them later would slow down the run on some systems.
    """
    total = source.stat().st_size
    digest = _new_digest()
    with source.open("rb") as reader, target.open("xb") as writer:
        done = 0
        while piece := reader.read(COPY_BYTES):
            if cancelled():
                raise BuildCancelledError("the restore was cancelled")
            progress("restore", done, total)
            writer.write(piece)
            digest.update(piece)
            done += len(piece)
    progress("restore", total, total)
    return digest.hexdigest()


def _new_digest() -> hashlib.blake2b:
    return hashlib.blake2b(digest_size=16)


def _digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, _new_digest).hexdigest()


def _quick_check(path: Path) -> str:
    """Return the first problem that SQLite finds in a database, in one line, or "" if absent."""
    try:
        with closing(apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READONLY)) as connection:
            ((first, *_), *_) = connection.execute("PRAGMA quick_check(1)").fetchall()
    except apsw.Error as error:
        return str(error)
    result = str(first)
    return "" if result == "ok" else " ".join(result.split())
