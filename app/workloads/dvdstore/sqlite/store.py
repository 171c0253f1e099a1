"""A DVD Store's database files in a folder: built by set-based SQL in chunks into a file that is renamed when it is
complete, copied for every run, proved by row counts, and kept from others meanwhile."""

import contextlib
import hashlib
import os
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import apsw

from app.databases.failures import DatabaseError
from app.databases.sqlite.embedded_engine import SqliteSettings, connect, prepare_folder
from app.model.dvdstore_size import Rows
from app.model.errors import phrase
from app.model.messages import Sentence
from app.model.workloads import DvdStore
from app.workloads.dvdstore.generator import GENERATOR_VERSION, key, special_one_in
from app.workloads.dvdstore.mark import (
    APPLICATION_ID,
    TABLES,
    Mark,
    check_application,
    check_mark,
    mark_of,
    read_mark,
    write_mark,
)
from app.workloads.dvdstore.statements import statement
from app.workloads.workload import BuildCancelledError, Cancelled, Progress, flush

SIDE_FILES = ("-journal", "-wal", "-shm")


def pristine_path(folder: Path) -> Path:
    """The database as built; nothing but a build writes it, and only once."""
    return folder / "dvdstore.pristine.db"


def digest_path(folder: Path) -> Path:
    """The pristine file's digest, as text: what every later copy of it is checked against."""
    return folder / "dvdstore.pristine.blake2"


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
            "the database in {folder} is in use by another run or build; wait until it ends, or choose another folder",
            folder=folder,
        ) from error
    except apsw.Error as error:
        if lock is not None:
            lock.close()
        raise DatabaseError(
            "the lock file {path} can't be used ({reason}); remove it or choose another folder", path=path, reason=error
        ) from error
    return lock


CHUNK_ROWS = 10_000
INSTRUCTIONS_BETWEEN_CHECKS = 20_000  # some milliseconds: how soon a cancelled build stops inside a statement
BYTES_PER_CUSTOMER = 900.0  # of the whole built database; measured at 10MB and 100MB
CACHE_KB = 256 * 1024
SORT_KB = (
    16 * 1024
)  # the cache is also the piece that an index is sorted in, which can't be interrupted (256 MB: 2.8 s)


@dataclass(frozen=True, slots=True)
class _Task:
    """One table's rows. table: whose numbers its rows draw; weight: its share of the work, in customers' rows."""

    name: str
    script: str
    table: str
    rows: int
    weight: float


def expected_bytes(parameters: DvdStore) -> int:
    """Free space that a build needs: the database itself and the sorting of its indexes."""
    rows = parameters.rows
    return round(1.3 * (BYTES_PER_CUSTOMER * rows.customers + 400 * rows.products))


def find(folder: Path, parameters: DvdStore) -> Mark | None:
    """The mark of the pristine database in the folder, None where there is none yet.

    DatabaseError: something else lies in its place (another size or seed, another program's file).
    """
    path = pristine_path(folder)
    if not path.exists():
        return None
    mark = read_mark(path)
    check_mark(path, mark, parameters)
    return mark


def build(folder: Path, parameters: DvdStore, progress: Progress, cancelled: Cancelled) -> Mark:
    """The pristine database in the folder: found, or built now.

    progress(task, done, total) counts work over all tasks in arbitrary units. Raises BuildCancelledError within half a
    second of `cancelled` becoming true, and DatabaseError (see `find`; no space; folder in use).
    """
    prepare_folder(folder, 0)
    with exclusively(folder):
        if (found := find(folder, parameters)) is not None:
            return found
        for path in leftovers(folder):
            path.unlink(missing_ok=True)
        prepare_folder(folder, expected_bytes(parameters))
        unfinished = unfinished_path(folder, "build")
        try:
            mark = _build_file(unfinished, parameters, progress, cancelled)
            digest = _digest(unfinished)
            digest_path(folder).unlink(missing_ok=True)  # of a file that somebody has removed since
            _rename_durably(unfinished, pristine_path(folder))
            digest_path(folder).write_text(digest, encoding="ascii")
        except apsw.InterruptError as error:
            raise BuildCancelledError("the build was cancelled") from error
        except apsw.FullError as error:
            raise DatabaseError(
                "the disk of {folder} is full; free some space or name another folder", folder=folder
            ) from error
        except (apsw.Error, OSError) as error:
            raise DatabaseError("building in {folder} failed: {reason}", folder=folder, reason=error) from error
        finally:
            remove_database(unfinished)
        return mark


def _tasks(rows: Rows) -> list[_Task]:
    return [
        _Task("products", "products", "PRODUCTS", rows.products, 0.6),
        _Task("inventory", "inventory", "INVENTORY", rows.products, 0.2),
        _Task("customers", "customers", "CUSTOMERS", rows.customers, 1.0),
        _Task("orders", "orders", "ORDERS", rows.orders, 0.4),
        _Task("order lines", "orderlines", "ORDERS", rows.orders, 1.2),
        _Task("purchase history", "cust_hist", "ORDERS", rows.orders, 0.5),
    ]


def _build_file(path: Path, parameters: DvdStore, progress: Progress, cancelled: Cancelled) -> Mark:
    """Builds everything at `path`. Raises apsw.InterruptError when cancelled."""
    rows = parameters.rows
    tasks = _tasks(rows)
    finishing = (("indexes", 1.2), ("fulltext", 0.1), ("procedures", 0.0), ("statistics", 0.2), ("checksum", 0.6))
    total = sum(task.rows * task.weight for task in tasks) + rows.customers * sum(weight for _, weight in finishing)
    done = 0.0
    with closing(apsw.Connection(str(path))) as connection:
        connection.set_progress_handler(cancelled, INSTRUCTIONS_BETWEEN_CHECKS)
        connection.execute(
            f"PRAGMA journal_mode = off; PRAGMA synchronous = off; PRAGMA locking_mode = exclusive;"
            f"PRAGMA cache_size = {-CACHE_KB}; PRAGMA foreign_keys = off; PRAGMA application_id = {APPLICATION_ID}"
        ).fetchall()  # a statement that returns a row waits there until it is fetched
        connection.execute(statement("schema"))
        for task in tasks:
            script = statement(task.script)
            values = {
                **key(parameters.data_seed, task.table),
                "products": rows.products,
                "customers": rows.customers,
                "orders_a_month": rows.orders // 12,
                "special_one_in": special_one_in(rows.products),
            }
            for first in range(1, task.rows + 1, CHUNK_ROWS):
                last = min(first + CHUNK_ROWS - 1, task.rows)
                progress(task.name, done, total)
                _stop_if(cancelled)
                connection.execute("BEGIN")
                connection.execute(script, {**values, "first": first, "last": last})
                connection.execute("COMMIT")
                done += (last - first + 1) * task.weight
        connection.execute(f"PRAGMA cache_size = {-SORT_KB}")
        for name, weight in finishing[:-1]:
            progress({"fulltext": "full text"}.get(name, name), done, total)
            _stop_if(cancelled)
            connection.execute("ANALYZE" if name == "statistics" else statement(name))
            done += rows.customers * weight
        progress("checksum", done, total)
        sums: list[tuple[Any, ...]] = connection.execute(statement("checksum")).fetchall()
        mark = Mark(
            size=parameters.size,
            seed=parameters.data_seed,
            generator=GENERATOR_VERSION,
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


COPY_BYTES = 16 * 2**20


def restore(
    folder: Path, parameters: DvdStore, settings: SqliteSettings, progress: Progress, cancelled: Cancelled
) -> Mark:
    """Makes the working copy in the state of the pristine database, in the settings' journal mode.

    Raises DatabaseError: no pristine database, a damaged one, another one in its place, a foreign file where the
    working copy belongs, the folder in use or full, wrong row counts. Raises BuildCancelledError; the former working
    copy then still stands.
    """
    prepare_folder(folder, 0)
    with exclusively(folder):
        mark = find(folder, parameters)
        pristine, working = pristine_path(folder), working_path(folder)
        if mark is None:
            raise DatabaseError("the database {pristine} is not built; build it first", pristine=pristine)
        if working.exists():
            check_application(working)
        for path in leftovers(folder):
            path.unlink(missing_ok=True)
        copy = unfinished_path(folder, "restore")
        try:
            prepare_folder(folder, pristine.stat().st_size)
            digest = _copy(pristine, copy, progress, cancelled)
            flush(copy)
            _check_digest(folder, copy, digest)
            for suffix in SIDE_FILES:
                working.with_name(working.name + suffix).unlink(missing_ok=True)
            copy.replace(working)
            with closing(connect(working, settings)) as connection:
                verify(connection, mark)
        except (apsw.Error, OSError) as error:
            raise DatabaseError("restoring {working} failed: {reason}", working=working, reason=error) from error
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


def _check_digest(folder: Path, copy: Path, digest: str) -> None:
    """DatabaseError where the pristine file is not what the build has written. copy: of it; digest: what was read.

    A file of an earlier version has no digest: SQLite's own check (sqlite.org/pragma.html#pragma_quick_check) reads the
    copy, and where it finds nothing the digest is kept for the next time.
    """
    pristine, kept = pristine_path(folder), digest_path(folder)
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
        "the pristine database {pristine} is damaged ({found}); remove that file and build again, and check the disk "
        "that it lies on",
        pristine=pristine,
        found=found,
    )


def _quick_check(path: Path) -> str:
    """What SQLite finds wrong in a database, on one line; "" where it finds nothing."""
    try:
        with closing(apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READONLY)) as connection:
            ((first, *_), *_) = connection.execute("PRAGMA quick_check(1)").fetchall()
    except apsw.Error as error:
        return str(error)
    found = str(first)
    return "" if found == "ok" else " ".join(found.split())
