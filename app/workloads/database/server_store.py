# SPDX-License-Identifier: Apache-2.0
"""A workload's database on a server: functions to find, build, restore and drop it, the same for every engine.

Only the engine in use is imported.
"""

import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from typing import Any

from app.databases.address import Address
from app.databases.dialect import dialect_of
from app.databases.failures import DatabaseError, RefusedDatabaseError, server_message
from app.databases.registry import ENGINES
from app.databases.server import connect
from app.model.documents import DatabasePlacement
from app.model.errors import phrase
from app.model.messages import Sentence
from app.workloads.database.dataset import SizedData, dataset_of
from app.workloads.database.engine_store import (
    Connection,
    Cursor,
    EngineStore,
    StoreJob,
)
from app.workloads.database.mark import UNFINISHED, BuildMark, finished_mark, foreign, own_values, place_of
from app.workloads.database.schema import member
from app.workloads.database.server_building import begin, fill
from app.workloads.workload import BuildCancelledError, Cancelled, Progress


def engine_store_of(engine: str, workload: str) -> EngineStore:
    """Return an engine's part of a workload, from the module `store` next to the engine's statements."""
    store: EngineStore = member(workload, f"{ENGINES[engine].sql}.store", "STORE")
    return store


PRISTINE = "_pristine"
BEING_BUILT = phrase("being built or restored by another run")
ADVICE = {
    "disk full": phrase("free some space on the server, then do it again: a build goes on where it stopped"),
    "no rights": phrase("log in as a user with the rights named in docs/servers.md, or ask the administrator for them"),
    "connection lost": phrase("do it again when the server is back: a build goes on where it stopped"),
    "server shutting down": phrase("do it again when the server is back: a build goes on where it stopped"),
    "damaged data": phrase(
        "drop this database and the one of the same name with _pristine behind it, build again, and check the server's "
        "disk"
    ),
}
"""Advice for users, by kind of failure."""
LONGEST_NAME = 63 - len(PRISTINE)
"""Maximum length of a database name: PostgreSQL truncates longer names, so that both would mean the same database."""
CLAIM_S = 2.0
"""Seconds for which a killed build or restore may still hold its lock."""


def check_working(cursor: Cursor, address: Address, parameters: SizedData) -> None:
    """Check that the connected working database was built by Outpace in this size and seed.

    Raises:
        DatabaseError: The database was not built by Outpace, or in another size or seed.
    """
    database, data = address.database, dataset_of(parameters)
    if finished_mark(own_values(cursor, address, database, data.schema), address, database, data) is None:
        raise DatabaseError("{place} is half built; restore it first", place=place_of(address, database))


class ServerStore:
    """Data of a workload on a server: a pristine database `<name>_pristine` and the working database `<name>`.

    Every method opens its own connection and raises DatabaseError with a message for users. A database without
    Outpace's mark is never changed.
    """

    def __init__(self, address: Address, password: str, parameters: SizedData, part: EngineStore | None = None) -> None:
        self.data = dataset_of(parameters)
        if not address.database:
            raise DatabaseError(
                "name the database for {title} on {where}", title=self.data.schema.title, where=address.where
            )
        if len(address.database) > LONGEST_NAME:
            raise DatabaseError(
                "the database name {name} has {count} characters; choose one of at most "
                "{longest_name}, so that {pristine} can stand behind it",
                name=address.database,
                count=len(address.database),
                longest_name=LONGEST_NAME,
                pristine=PRISTINE,
            )
        self.address = address
        self.pristine = address.database + PRISTINE
        self._password = password
        self._part = part or engine_store_of(address.engine, self.data.schema.place)
        self._dialect = dialect_of(address.engine)

    def __repr__(self) -> str:
        return f"ServerStore({self.address!r}, {self.data.schema.workload} {self.data.size})"

    def find(self) -> BuildMark | None:
        """Return the mark of the pristine database; None if it is missing, or unfinished in the same size and seed.

        Raises:
            DatabaseError: A database with either name was not built by Outpace, or the pristine one has another size,
                seed or generator.
        """
        with self._connected(None) as connection:
            cursor = connection.cursor()
            exists = {name: self._part.exists(cursor, name) for name in (self.address.database, self.pristine)}
        if exists[self.address.database]:
            self._own_values(self.address.database)
        if not exists[self.pristine]:
            return None
        return finished_mark(self._own_values(self.pristine), self.address, self.pristine, self.data)

    def build(self, progress: Progress, cancelled: Cancelled) -> BuildMark:
        """Return the pristine database, found or built now, resuming an earlier build.

        Args:
            progress: Receives the task, and the completed and total rows.
            cancelled: Returns whether to stop.

        Raises:
            BuildCancelledError: It was canceled; the next build resumes it.
        """
        job = self._job(progress, cancelled)
        with self._claimed() as cursor, self._user_errors(phrase("building")):
            if (mark := self.find()) is not None:
                return mark
            if not self._part.exists(cursor, self.pristine):
                begin(job, self._part)
            return fill(job, self._part, ENGINES[self.address.engine].sql, self._retryable)

    def restore(self, progress: Progress, cancelled: Cancelled) -> str:
        """Restore the working database to the pristine state, terminating its other sessions, and verify it.

        Returns:
            The method ("new copy of the template database", ...).

        Raises:
            BuildCancelledError: It was canceled.
        """
        with self._claimed(), self._user_errors(phrase("restoring")):
            mark = self.find()
            if mark is None:
                raise DatabaseError("{place} is not built; build it first", place=place_of(self.address, self.pristine))
            self._check_places(self.pristine)
            how = self._part.restore(self._job(progress, cancelled), mark)
            self._verify(mark)
            self._check_places(self.address.database)
            return how

    def check_placement(self, *, built: bool) -> None:
        """Check that the placement is possible and, if the database is `built`, that its parts are in place.

        Raises:
            DatabaseError: The placement is impossible, or a part is elsewhere; RefusedDatabaseError includes a remedy.
        """
        with self._user_errors(phrase("placing")):
            with self._connected(None) as connection:
                self._part.check_placement(connection.cursor(), self.address.target.placement)
            if built:
                self._check_places(self.pristine)

    def placement(self) -> DatabasePlacement:
        """Return the places of the working database's parts."""
        with self._user_errors(phrase("looking at")), self._connected(self.address.database) as connection:
            return self._part.placed_parts(connection.cursor())

    def size_bytes(self) -> int:
        """Return the bytes of the working database on disk, or of the pristine one if there is no working one."""
        with self._user_errors(phrase("measuring")), self._connected(None) as connection:
            cursor = connection.cursor()
            working = self._part.exists(cursor, self.address.database)
            return int(self._part.size_bytes(cursor, self.address.database if working else self.pristine))

    def checkpoint(self) -> str:
        """Flush the working database's dirty pages to disk; return "", or why that was not possible."""
        with self._user_errors(phrase("a checkpoint")), self._connected(self.address.database) as connection:
            return self._part.checkpoint(connection.cursor())

    def drop(self) -> None:
        """Drop the working and the pristine database, finished or not, if they have Outpace's mark."""
        with self._claimed() as cursor, self._user_errors(phrase("dropping")):
            names = [name for name in (self.address.database, self.pristine) if self._part.exists(cursor, name)]
            for name in names:
                self._own_values(name)
            for name in names:
                self._part.remove(cursor, name)
            self._part.remove_placed(cursor)

    def remove_unfinished(self) -> list[str]:
        """Drop what an unfinished build or restore has left, if it has Outpace's mark; return the names."""
        with self._claimed() as cursor, self._user_errors(phrase("dropping")):
            names = [name for name in (self.address.database, self.pristine) if self._part.exists(cursor, name)]
            unfinished = [name for name in names if UNFINISHED in self._own_values(name)]
            for name in unfinished:
                self._part.remove(cursor, name)
            if unfinished == names:
                self._part.remove_placed(cursor)
            return unfinished

    def _job(self, progress: Progress, cancelled: Cancelled) -> StoreJob:
        return StoreJob(
            name=self.address.database,
            pristine=self.pristine,
            data=self.data,
            target=self.address.target,
            connect=self._connect,
            progress=progress,
            cancelled=cancelled,
        )

    def _connect(self, database: str | None) -> Connection:
        """Connect without the address's settings, which apply to user sessions (a timeout would abort a build)."""
        return connect(self.address.changed(settings={}).at(database or ""), self._password)

    @contextmanager
    def _connected(self, database: str | None) -> Iterator[Connection]:
        with closing(self._connect(database)) as connection:
            yield connection

    @contextmanager
    def held(self) -> Iterator[None]:
        """Lock the database against other programs on any machine, because their restore would invalidate a run.

        Builds and restores use a separate lock.

        Raises:
            DatabaseError: Another program holds the lock.
        """
        with self._claimed(f"{self.address.database} in use", phrase("in use by another run or build")):
            yield

    @contextmanager
    def _claimed(self, lock: str = "", taken: Sentence = BEING_BUILT) -> Iterator[Cursor]:
        """Yield a cursor of the maintenance database that holds a lock.

        Args:
            lock: Name of the lock; by default that of the store's builds and restores.
            taken: Text for the error if the lock is held.
        """
        with self._connected(None) as connection:
            cursor = connection.cursor()
            end_s = time.monotonic() + CLAIM_S
            while not self._part.claim(cursor, lock or self.address.database):
                if time.monotonic() < end_s:
                    time.sleep(0.1)
                    continue
                raise DatabaseError(
                    "{place} is {taken}; wait until that ends, or choose another database name",
                    place=place_of(self.address, self.address.database),
                    taken=taken,
                )
            yield cursor

    @contextmanager
    def _user_errors(self, what: Sentence) -> Iterator[None]:
        """Convert a driver's error to one with a message for users; `what` describes the current activity."""
        try:
            yield
        except (DatabaseError, BuildCancelledError):
            raise
        except Exception as error:
            kind = self._dialect.failure(error).kind
            place = place_of(self.address, self.address.database)
            advice = ADVICE.get(kind) or phrase("the server's own log may say more")
            raise DatabaseError(
                "{what} {place} failed ({kind}): {reason}; {advice}",
                kind,
                what=what,
                place=place,
                kind=kind,
                reason=server_message(error),
                advice=advice,
            ) from error

    def _retryable(self, error: Exception) -> bool:
        return self._dialect.failure(error).retryable

    def _own_values(self, database: str) -> dict[str, str]:
        with self._connected(database) as connection:
            return own_values(connection.cursor(), self.address, database, self.data.schema)

    def _check_places(self, database: str) -> None:
        """Check that all parts are in the places required by the placement.

        Raises:
            RefusedDatabaseError: A part is elsewhere.
        """
        with self._connected(database) as connection:
            misplaced_parts = self._part.misplaced(connection.cursor(), self.address.target.placement)
        if misplaced_parts:
            raise RefusedDatabaseError(
                phrase(
                    "{place} was built with another placement: {name} lies in {found}, the scenario wants it in "
                    "{wanted} ({count} such parts)",
                    place=place_of(self.address, database),
                    name=misplaced_parts[0].name,
                    found=misplaced_parts[0].found,
                    wanted=misplaced_parts[0].wanted,
                    count=len(misplaced_parts),
                ),
                phrase(
                    "Choose another database name, or drop {working} and {pristine} yourself to have them built anew",
                    working=self.address.database,
                    pristine=self.pristine,
                ),
            )

    def value(self, sql: str, database: str) -> int:
        """Return the single number that a query returns in the working or pristine database; 0 if none."""
        with self._user_errors(phrase("reading")), self._connected(database) as connection:
            return int(connection.cursor().execute(self._part.from_common(sql)).fetchall()[0][0] or 0)

    def row(self, name: str) -> tuple[Any, ...]:
        """Return the single row of common/name.sql in the working database, which must have Outpace's mark."""
        with self._user_errors(phrase("reading")), self._connected(self.address.database) as connection:
            cursor = connection.cursor()
            own_values(cursor, self.address, self.address.database, self.data.schema)
            return tuple(cursor.execute(self._common(name)).fetchall()[0])

    def _common(self, name: str) -> str:
        """Return the SQL of common/name.sql."""
        return self._part.from_common(self.data.schema.statement(name, "common"))

    def _verify(self, mark: BuildMark) -> None:
        """Check that the working database has the mark and the row counts of a new build.

        Raises:
            DatabaseError: The mark or a row count differs.
        """
        name, schema = self.address.database, self.data.schema
        with self._connected(name) as connection:
            cursor = connection.cursor()
            values = own_values(cursor, self.address, name, schema)
            counts = tuple(cursor.execute(self._common("counts")).fetchall()[0])
        row_counts = dict(zip((*schema.tables, *schema.empty), map(int, counts), strict=True))
        expected = {**mark.rows, **dict.fromkeys(schema.empty, 0)}
        if finished_mark(values, self.address, name, self.data) != mark:
            raise foreign(self.address, name, schema, "it holds another mark after the restore")
        if row_counts != expected:
            differences = ", ".join(
                f"{t} {row_counts[t]:,} instead of {expected[t]:,}" for t in row_counts if row_counts[t] != expected[t]
            )
            raise DatabaseError(
                "{place} is not in its pristine state after the restore: {difference}; drop it and "
                "its pristine database, and build again",
                place=place_of(self.address, name),
                difference=differences,
            )
