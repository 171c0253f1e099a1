# SPDX-License-Identifier: Apache-2.0
"""A workload's database files in a folder: built by set-based SQL in chunks into a file that is renamed when it is
complete, copied for every run, proved by row counts, and kept from others meanwhile."""

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
from app.workloads.database.engine_store import RowGeneration, Step
from app.workloads.database.mark import (
    APPLICATION_ID,
    Mark,
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
INSTRUCTIONS_BETWEEN_CHECKS = 20_000  # some milliseconds: how soon a cancelled build stops inside a statement
CACHE_KB = 256 * 1024
SORT_KB = (
    16 * 1024
)  # the cache is also the piece that an index is sorted in, which can't be interrupted (256 MB: 2.8 s)


class EmbeddedPart(Protocol):
    """SQLite's part of a workload: the module `store` in its folder."""

    def rows(self, data: Dataset) -> Sequence[RowGeneration]:
        """The generation of all rows, in this order."""
        ...

    def finishing(self, data: Dataset) -> Sequence[Step]:
        """What follows the rows: indexes, statistics, ..."""
        ...


def remove_database(path: Path) -> None:
    """Removes a database file and its side files, if there."""
    for suffix in ("", *SIDE_FILES):
        path.with_name(path.name + suffix).unlink(missing_ok=True)


def claimed(folder: Path, workload: str, *, exclusive: bool) -> apsw.Connection:
    """As `EmbeddedStore.claim`, of a workload's folder."""
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
    """The databases of one size and seed of a workload in a folder of their own."""

    def __init__(self, folder: Path, parameters: SizedData) -> None:
        self.folder = folder
        self.data = dataset_of(parameters)
        self._workload = self.data.schema.workload

    @property
    def pristine(self) -> Path:
        """The database as built; nothing but a build writes it, and only once."""
        return self.folder / f"{self._workload}.pristine.db"

    @property
    def digest(self) -> Path:
        """The pristine file's digest, as text: what every later copy of it is checked against."""
        return self.folder / f"{self._workload}.pristine.blake2"

    @property
    def working(self) -> Path:
        """The copy that runs work on."""
        return self.folder / f"{self._workload}.db"

    def unfinished(self, what: str) -> Path:
        """Where a file grows before it is renamed into place; `leftovers` finds it by its name."""
        return self.folder / f"{self._workload}.{what}-{os.getpid()}.unfinished"

    def leftovers(self) -> list[Path]:
        """Unfinished files. Whoever holds the folder exclusively may remove them: their makers are gone."""
        return sorted(self.folder.glob(f"{self._workload}.*.unfinished*"))

    @contextlib.contextmanager
    def exclusively(self) -> Iterator[None]:
        """Keeps every other build, restore and run out of the folder. DatabaseError where one is under way.

        The lock is SQLite's own, on an empty database for that purpose: it works everywhere and ends with the process.
        """
        lock = self.claim(exclusive=True)
        try:
            yield
        finally:
            lock.close()

    def claim(self, *, exclusive: bool) -> apsw.Connection:
        """Holds the folder until the connection is closed: shared by the workers of runs, or exclusively."""
        return claimed(self.folder, self._workload, exclusive=exclusive)

    def find(self) -> Mark | None:
        """The mark of the pristine database in the folder, None where there is none yet.

        DatabaseError: something else lies in its place (another size or seed, another program's file).
        """
        path = self.pristine
        if not path.exists():
            return None
        mark = read_mark(path, self.data.schema)
        check_mark(path, mark, self.data)
        return mark

    def build(self, progress: Progress, cancelled: Cancelled) -> Mark:
        """The pristine database in the folder: found, or built now.

        progress(task, done, total) counts work over all tasks in arbitrary units. Raises BuildCancelledError within
        half a second of `cancelled` becoming true, and DatabaseError (see `find`; no space; folder in use)."""
        prepare_folder(self.folder, 0)
        with self.exclusively():
            if (found := self.find()) is not None:
                return found
            for path in self.leftovers():
                path.unlink(missing_ok=True)
            prepare_folder(self.folder, self.data.expected_bytes("sqlite"))
            unfinished = self.unfinished("build")
            try:
                mark = _build_file(unfinished, self.data, progress, cancelled)
                digest = _digest(unfinished)
                self.digest.unlink(missing_ok=True)  # of a file that somebody has removed since
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

    def restore(self, settings: SqliteSettings, progress: Progress, cancelled: Cancelled) -> Mark:
        """Makes the working copy in the state of the pristine database, in the settings' journal mode.

        Raises DatabaseError: no pristine database, a damaged one, another one in its place, a foreign file where the
        working copy belongs, the folder in use or full, wrong row counts. Raises BuildCancelledError; the former
        working copy then still stands."""
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
        """The one number that a query of one of the two databases returns; 0 for none."""
        with closing(apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READONLY)) as database:
            found: list[tuple[Any, ...]] = database.execute(sql).fetchall()
        return int(found[0][0] or 0)

    def _check_digest(self, copy: Path, digest: str) -> None:
        """DatabaseError where the pristine file is not what the build has written. copy: of it; digest: what was read.

        A file of an earlier version has no digest: SQLite's own check (sqlite.org/pragma.html#pragma_quick_check) reads
        the copy, and where it finds nothing the digest is kept for the next time.
        """
        pristine, kept = self.pristine, self.digest
        try:
            built = kept.read_text(encoding="ascii", errors="replace").strip()
        except FileNotFoundError:
            found: str | Sentence = _quick_check(copy)
            if not found:
                kept.write_text(digest, encoding="ascii")
                return
        else:
            if built == digest:
                return
            found = _quick_check(copy) or phrase("its bytes are no longer those that were built")
        raise DatabaseError(
            "the pristine database {pristine} is damaged ({found}); remove that file and build again, and check the "
            "disk that it lies on",
            pristine=pristine,
            found=found,
        )


def _build_file(path: Path, data: Dataset, progress: Progress, cancelled: Cancelled) -> Mark:
    """Builds everything at `path`. Raises apsw.InterruptError when cancelled."""
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
        ).fetchall()  # a statement that returns a row waits there until it is fetched
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
        mark = Mark(
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
    """Renames a file that is on the disk; a name that holds something meanwhile is refused."""
    flush(unfinished)
    if path.exists():
        raise DatabaseError("{path} appeared while the database was being built; it is left unchanged", path=path)
    unfinished.rename(path)


def verify(connection: apsw.Connection, mark: Mark, data: Dataset) -> None:
    """DatabaseError unless the open database holds the mark and the rows of a new build."""
    schema = data.schema
    counts: tuple[Any, ...] = connection.execute(schema.statement("counts", "common")).fetchall()[0]
    found = dict(zip((*schema.tables, *schema.empty), counts, strict=True))
    expected = {**mark.rows, **dict.fromkeys(schema.empty, 0)}
    if mark_of(connection, schema) != mark or found != expected:
        wrong = ", ".join(f"{t} {found[t]:,} instead of {expected[t]:,}" for t in expected if found[t] != expected[t])
        raise DatabaseError(
            "{path} is not in its pristine state: {difference}; restore it",
            path=connection.filename,
            difference=wrong or phrase("another mark"),
        )


def _copy(source: Path, target: Path, progress: Progress, cancelled: Cancelled) -> str:
    """Copies a file's bytes; their digest. Never by sharing its blocks: the run would then pay for copying them, on
    some systems."""
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
    """What SQLite finds wrong in a database, on one line; "" where it finds nothing."""
    try:
        with closing(apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READONLY)) as connection:
            ((first, *_), *_) = connection.execute("PRAGMA quick_check(1)").fetchall()
    except apsw.Error as error:
        return str(error)
    found = str(first)
    return "" if found == "ok" else " ".join(found.split())
