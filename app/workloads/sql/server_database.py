# SPDX-License-Identifier: Apache-2.0
"""Database of custom SQL on a server: created and marked by the set-up, or an existing one, which is never dropped."""

import time
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, field

from app.databases.address import Address
from app.databases.dialect import dialect_of
from app.databases.failures import DatabaseError, server_message
from app.databases.registry import ENGINES
from app.databases.server import connect
from app.model.errors import phrase
from app.model.messages import Sentence
from app.model.sql_workload import Sql, SqlStatement, meant
from app.workloads.database.engine_store import Connection, Cursor, EngineStore
from app.workloads.database.mark import has_table, place_of
from app.workloads.database.server_store import CLAIM_S, engine_store_of
from app.workloads.sql.own_mark import INSERT, READ, TABLE, UPDATE, SqlMark, State, differences, mark_of_values
from app.workloads.sql.preparing import ON_SERVERS, RefusedStatement, refused
from app.workloads.sql.transactions import Transactions
from app.workloads.workload import BuildCancelledError, Cancelled, Progress

PREPARING_S = 10.0
"""Timeout in seconds for preparing a statement; if preparation takes longer, the check is inconclusive."""


@dataclass(frozen=True, slots=True)
class ServerDatabase:
    """Database at an address. Every method opens its own connection and raises DatabaseError with a message for users.

    A database without Outpace's mark is never dropped.
    """

    address: Address
    password: str = field(repr=False)
    work: Sql

    @property
    def engine(self) -> str:
        """Name of the engine in scenarios."""
        return self.address.engine

    @property
    def owned(self) -> bool:
        """True if the set-up creates the database."""
        return self.work.database == "own"

    @property
    def place(self) -> str:
        """Location of the database for messages."""
        return place_of(self.address, self.address.database)

    @property
    def _part(self) -> EngineStore:
        """Return the engine's functions for creating and dropping databases, common to all workloads."""
        return engine_store_of(self.engine, "dvdstore")

    def find(self) -> SqlMark | None:
        """Return the mark of a database that the set-up created; None if absent, or for an existing database.

        Raises:
            DatabaseError: The database was not created by this set-up, a required existing one is missing, or the
                server cannot enforce read-only access.
        """
        self._check_read_only()
        with self._connected(None) as connection:
            exists = self._part.exists(connection.cursor(), self.address.database)
        if not self.owned:
            if not exists:
                raise DatabaseError('{place} is not there, and database = "existing" makes none', place=self.place)
            return None
        if not exists:
            return None
        with self._connected(self.address.database) as connection:
            cursor = connection.cursor()
            has_mark = has_table(cursor, "outpace_mark", self.address.database)
            rows = cursor.execute(READ).fetchall() if has_mark else []
        mark = mark_of_values({str(name): str(value) for name, value in rows})
        if mark is None:
            raise DatabaseError(
                "{place} was not built by Outpace for this workload and is left unchanged; choose another database "
                'name, or write database = "existing" to use it as it is',
                place=self.place,
            )
        return mark

    def build(self, progress: Progress, cancelled: Cancelled) -> None:
        """Create the objects of the set-up if necessary.

        Raises:
            BuildCancelledError: It was canceled.
        """
        with self._claimed() as cursor, self._user_errors():
            mark = self.find()
            if self.owned and (mark is None or not self._is_good(mark)):
                self._recreate(cursor, progress, cancelled)

    def restore(self, progress: Progress, cancelled: Cancelled) -> bool:
        """Restore the initial state of a run, and return whether the database was created or set up.

        Raises:
            BuildCancelledError: It was canceled.
        """
        with self._claimed() as cursor, self._user_errors():
            mark = self.find()
            if not self.owned:
                with self._connected(self.address.database) as connection:
                    self._execute(connection.cursor(), self.work.setup, progress, cancelled)
                return bool(self.work.setup)
            if recreated := mark is None or not self._is_good(mark):
                self._recreate(cursor, progress, cancelled)
            if not self.work.read_only:
                with self._connected(self.address.database) as connection:
                    connection.cursor().execute(UPDATE, "used")
            return recreated

    def is_ready(self) -> bool:
        """Return whether a run can start without a restore. It raises the errors of `find`."""
        with self._user_errors():
            mark = self.find()
        return not self.owned or (mark is not None and self._is_good(mark))

    def refused(self) -> Sequence[RefusedStatement] | None:
        """Return the statements of transactions that the server cannot prepare, for engines in `ON_SERVERS`.

        The result is None if the objects of the set-up do not exist yet. Nothing is executed.
        """
        with self._user_errors():
            mark = self.find()
            is_set_up = not self.owned or (mark is not None and mark.set_up_with(self.work.setup_digest(self.engine)))
            if not is_set_up:
                return None
            whole = self._is_good(mark) if mark is not None else not self.work.setup
            connected = connect(self.address, self.password, query_timeout_s=PREPARING_S, reading=True)
            with closing(connected) as connection:
                prepare = ON_SERVERS[self.engine](connection.cursor())
                return list(refused(self.work, self.engine, prepare, whole=whole))

    def check_ready(self) -> None:
        """Check that the database exists and, if Outpace created it, that it was created by this set-up.

        Raises:
            DatabaseError: The database does not exist, or was not created by this set-up.
        """
        mark = self.find()
        if self.owned and (mark is None or not mark.set_up_with(self.work.setup_digest(self.engine))):
            raise DatabaseError("{place} is half built; restore it first", place=self.place)

    def after_run(self) -> Sequence[Sentence]:
        """Return the failed checks, then run the clean-up."""
        problems: list[Sentence] = []
        with self._user_errors(), self._connected(self.address.database) as connection:
            cursor = connection.cursor()
            for check in self.work.checks:
                if meant(check, self.engine):
                    difference = differences(check, cursor.execute(check.query).fetchall())
                    problems += [difference] if difference is not None else []
            self._execute(cursor, self.work.cleanup, lambda *_: None, lambda: False)
        return problems

    def size_bytes(self) -> int:
        """Return the size of the database on the server's disks."""
        with self._user_errors(), self._connected(None) as connection:
            return int(self._part.size_bytes(connection.cursor(), self.address.database))

    def checkpoint(self) -> str:
        """Flush dirty pages to disk; return "", or why that was not possible."""
        with self._user_errors(), self._connected(self.address.database) as connection:
            return self._part.checkpoint(connection.cursor())

    def drop(self) -> None:
        """Drop the database if the set-up created it, finished or not."""
        with self._claimed() as cursor, self._user_errors():
            if self.owned and self.find() is not None:
                self._part.remove(cursor, self.address.database)

    def remove_unfinished(self) -> list[str]:
        """Drop the database if its set-up is unfinished, and return its name."""
        with self._claimed() as cursor, self._user_errors():
            mark = self.find()
            if not self.owned or mark is None or mark.state != "unfinished":
                return []
            self._part.remove(cursor, self.address.database)
            return [self.address.database]

    @contextmanager
    def held(self) -> Iterator[None]:
        """Lock the database against other runs on any machine."""
        with self._claimed(f"{self.address.database} in use"):
            yield

    def _check_read_only(self) -> None:
        """Check that the server can enforce a read-only session if a transaction can write.

        Raises:
            DatabaseError: The server cannot enforce it.
        """
        if not self.work.read_only or dialect_of(self.engine).read_only:
            return
        writes = Transactions(self.work, self.engine).writes
        if names := [name for name, may_write in zip(self.work.names, writes, strict=True) if may_write]:
            raise DatabaseError(
                'read_only = true, but the transaction "{name}" may change something, and {engine} has no session that '
                "refuses it; leave read_only out",
                name=names[0],
                engine=ENGINES[self.engine].title,
            )

    def _is_good(self, mark: SqlMark) -> bool:
        states: tuple[State, ...] = ("fresh", "used") if self.work.read_only else ("fresh",)
        return mark.state in states and mark.setup == self.work.setup_digest(self.engine)

    def _recreate(self, cursor: Cursor, progress: Progress, cancelled: Cancelled) -> None:
        """Recreate the database; the caller has checked an existing one's mark (`find`)."""
        name = self.address.database
        if self._part.exists(cursor, name):
            self._part.remove(cursor, name)
        self._part.create_plain(cursor, name, self.address.target)
        with self._connected(name) as connection:
            inside = connection.cursor()
            inside.execute(TABLE)
            for key, value in SqlMark(self.work.setup_digest(self.engine), "unfinished").values().items():
                inside.execute(INSERT, key, value)
            self._execute(inside, self.work.setup, progress, cancelled)
            inside.execute(UPDATE, "fresh")

    def _execute(
        self, cursor: Cursor, statements: Sequence[SqlStatement], progress: Progress, cancelled: Cancelled
    ) -> None:
        statements_of_engine = [one for one in statements if meant(one, self.engine)]
        for number, one in enumerate(statements_of_engine):
            progress("set-up", float(number), float(len(statements_of_engine)))
            if cancelled():
                raise BuildCancelledError("the set-up was cancelled")
            try:
                cursor.execute(one.statement)
                while (self._part.batches() or cursor.description is not None) and cursor.nextset():
                    pass
            except Exception as error:
                raise DatabaseError(
                    "{place} refuses a statement of the scenario ({reason}): {statement}",
                    dialect_of(self.engine).failure(error).kind,
                    place=self.place,
                    reason=server_message(error),
                    statement=" ".join(one.statement.split())[:200],
                ) from error

    def _connect(self, database: str | None) -> Connection:
        """Connect without the address's settings, which apply to user sessions."""
        return connect(self.address.changed(settings={}).at(database or ""), self.password)

    @contextmanager
    def _connected(self, database: str | None) -> Iterator[Connection]:
        with closing(self._connect(database)) as connection:
            yield connection

    @contextmanager
    def _claimed(self, lock: str = "") -> Iterator[Cursor]:
        """Yield a cursor of the maintenance database that holds a named lock."""
        with self._connected(None) as connection:
            cursor = connection.cursor()
            end_s = time.monotonic() + CLAIM_S
            while not self._part.claim(cursor, lock or self.address.database):
                if time.monotonic() > end_s:
                    raise DatabaseError(
                        "{place} is {taken}; wait until that ends, or choose another database name",
                        place=self.place,
                        taken=phrase("in use by another run or build"),
                    )
                time.sleep(0.1)
            yield cursor

    @contextmanager
    def _user_errors(self) -> Iterator[None]:
        """Convert a driver's error to one with a message for users."""
        try:
            yield
        except (DatabaseError, BuildCancelledError):
            raise
        except Exception as error:
            kind = dialect_of(self.engine).failure(error).kind
            raise DatabaseError(
                "{place} can't be used: {reason}", kind, place=self.place, reason=server_message(error)
            ) from error
