# SPDX-License-Identifier: Apache-2.0
"""The database of a person's own SQL on a server: made by the set-up and marked, or one that exists and is never
dropped."""

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
from app.workloads.sql.preparing import ON_SERVERS, Refused, refused
from app.workloads.sql.transactions import Transactions
from app.workloads.workload import BuildCancelledError, Cancelled, Progress

PREPARING_S = 10.0
"""A statement that takes longer to prepare is not judged."""


@dataclass(frozen=True, slots=True)
class ServerDatabase:
    """The database of an address. Every method connects by itself and raises DatabaseError with a text for a person. A
    database that lacks Outpace's mark is never dropped."""

    address: Address
    password: str = field(repr=False)
    work: Sql

    @property
    def engine(self) -> str:
        """By its name in scenarios."""
        return self.address.engine

    @property
    def owned(self) -> bool:
        """Whether it is made by the set-up."""
        return self.work.database == "own"

    @property
    def place(self) -> str:
        """For a person."""
        return place_of(self.address, self.address.database)

    @property
    def _part(self) -> EngineStore:
        """What makes and drops databases, which is the same in all workloads."""
        return engine_store_of(self.engine, "dvdstore")

    def find(self) -> SqlMark | None:
        """The mark of our own database, None where there is none yet, or it is not ours to make. Raises DatabaseError
        for a foreign one, where one that must exist is not there, and where nothing keeps a read-only one as it is."""
        self._check_read_only()
        with self._connected(None) as connection:
            there = self._part.exists(connection.cursor(), self.address.database)
        if not self.owned:
            if not there:
                raise DatabaseError('{place} is not there, and database = "existing" makes none', place=self.place)
            return None
        if not there:
            return None
        with self._connected(self.address.database) as connection:
            cursor = connection.cursor()
            found = has_table(cursor, "outpace_mark", self.address.database)
            rows = cursor.execute(READ).fetchall() if found else []
        mark = mark_of_values({str(name): str(value) for name, value in rows})
        if mark is None:
            raise DatabaseError(
                "{place} was not built by Outpace for this workload and is left unchanged; choose another database "
                'name, or write database = "existing" to use it as it is',
                place=self.place,
            )
        return mark

    def build(self, progress: Progress, cancelled: Cancelled) -> None:
        """What the set-up makes is there, made now if need be. Raises BuildCancelledError."""
        with self._claimed() as cursor, self._explained():
            mark = self.find()
            if self.owned and (mark is None or not self._is_good(mark)):
                self._make(cursor, progress, cancelled)

    def restore(self, progress: Progress, cancelled: Cancelled) -> bool:
        """As a run must find it; whether it was made, or set up, for that. Raises BuildCancelledError."""
        with self._claimed() as cursor, self._explained():
            mark = self.find()
            if not self.owned:
                with self._connected(self.address.database) as connection:
                    self._execute(connection.cursor(), self.work.setup, progress, cancelled)
                return bool(self.work.setup)
            if anew := mark is None or not self._is_good(mark):
                self._make(cursor, progress, cancelled)
            if not self.work.read_only:
                with self._connected(self.address.database) as connection:
                    connection.cursor().execute(UPDATE, "used")
            return anew

    def is_ready(self) -> bool:
        """Whether a run finds it as it is. Raises as `find`."""
        with self._explained():
            mark = self.find()
        return not self.owned or (mark is not None and self._is_good(mark))

    def refused(self) -> Sequence[Refused] | None:
        """Statements of the transactions that the server can't prepare: none is executed. None where what the
        set-up makes is not there yet. Of the engines of ON_SERVERS."""
        with self._explained():
            mark = self.find()
            made = not self.owned or (mark is not None and mark.set_up_with(self.work.setup_digest(self.engine)))
            if not made:
                return None
            whole = self._is_good(mark) if mark is not None else not self.work.setup
            opened = connect(self.address, self.password, query_timeout_s=PREPARING_S, reading=True)
            with closing(opened) as connection:
                prepare = ON_SERVERS[self.engine](connection.cursor())
                return list(refused(self.work, self.engine, prepare, whole=whole))

    def check_ready(self) -> None:
        """DatabaseError unless the database is there, and of this set-up where it is ours."""
        mark = self.find()
        if self.owned and (mark is None or not mark.set_up_with(self.work.setup_digest(self.engine))):
            raise DatabaseError("{place} is half built; restore it first", place=self.place)

    def after_run(self) -> Sequence[Sentence]:
        """What the checks find wrong; then the clean-up."""
        wrong: list[Sentence] = []
        with self._explained(), self._connected(self.address.database) as connection:
            cursor = connection.cursor()
            for check in self.work.checks:
                if meant(check, self.engine):
                    found = differences(check, cursor.execute(check.query).fetchall())
                    wrong += [found] if found is not None else []
            self._execute(cursor, self.work.cleanup, lambda *_: None, lambda: False)
        return wrong

    def size_bytes(self) -> int:
        """Bytes of the database on the server's disks."""
        with self._explained(), self._connected(None) as connection:
            return int(self._part.size_bytes(connection.cursor(), self.address.database))

    def checkpoint(self) -> str:
        """Puts changed pages on the disk; "" or why that was not possible."""
        with self._explained(), self._connected(self.address.database) as connection:
            return self._part.checkpoint(connection.cursor())

    def drop(self) -> None:
        """Drops our own database, finished or not."""
        with self._claimed() as cursor, self._explained():
            if self.owned and self.find() is not None:
                self._part.remove(cursor, self.address.database)

    def remove_unfinished(self) -> list[str]:
        """Drop our own database where its set-up is unfinished; return its name."""
        with self._claimed() as cursor, self._explained():
            mark = self.find()
            if not self.owned or mark is None or mark.state != "unfinished":
                return []
            self._part.remove(cursor, self.address.database)
            return [self.address.database]

    @contextmanager
    def held(self) -> Iterator[None]:
        """Keeps all others who hold it out, from here and other machines."""
        with self._claimed(f"{self.address.database} in use"):
            yield

    def _check_read_only(self) -> None:
        """DatabaseError where the server has no session that refuses to write, and a transaction may."""
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

    def _make(self, cursor: Cursor, progress: Progress, cancelled: Cancelled) -> None:
        """Makes our own database anew: one that is there has our mark (`find`)."""
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
        own = [one for one in statements if meant(one, self.engine)]
        for number, one in enumerate(own):
            progress("set-up", float(number), float(len(own)))
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
        """Without the address's settings: they are of the users' sessions."""
        return connect(self.address.changed(settings={}).at(database or ""), self.password)

    @contextmanager
    def _connected(self, database: str | None) -> Iterator[Connection]:
        with closing(self._connect(database)) as connection:
            yield connection

    @contextmanager
    def _claimed(self, lock: str = "") -> Iterator[Cursor]:
        """A cursor of the maintenance database that holds a lock, by its name."""
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
    def _explained(self) -> Iterator[None]:
        """Turns a driver's error into one for a person."""
        try:
            yield
        except (DatabaseError, BuildCancelledError):
            raise
        except Exception as error:
            kind = dialect_of(self.engine).failure(error).kind
            raise DatabaseError(
                "{place} can't be used: {reason}", kind, place=self.place, reason=server_message(error)
            ) from error
