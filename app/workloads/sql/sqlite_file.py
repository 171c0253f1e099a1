# SPDX-License-Identifier: Apache-2.0
"""The SQLite file of a person's own SQL: made by the set-up and marked, or one that exists and is only used."""

import contextlib
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import apsw
import msgspec

from app.databases.failures import DatabaseError
from app.databases.sqlite.embedded_engine import SqliteSettings, connect, no_database, pragma, prepare_folder
from app.model.messages import Sentence
from app.model.sql_workload import Sql, SqlStatement, meant
from app.workloads.database.embedded_store import claimed, remove_database
from app.workloads.database.mark import APPLICATION_ID, check_application
from app.workloads.sql.own_mark import INSERT, READ, SCHEMA, TABLE, UPDATE, SqlMark, State, differences, mark_of_values
from app.workloads.sql.preparing import Refused, refused, sqlite
from app.workloads.workload import BuildCancelledError, Cancelled, Progress

ENGINE, WORKLOAD = "sqlite", "sql"
NAME = "sql.db"
SUFFIXES = (".db", ".sqlite", ".sqlite3")
INSTRUCTIONS_BETWEEN_LOOKS = 20_000


class SqliteFile(msgspec.Struct, frozen=True):
    """The database of a folder. Its methods raise DatabaseError with a text for a person; a file that lacks Outpace's
    mark is never removed."""

    folder: Path
    work: Sql
    settings: SqliteSettings

    @property
    def owned(self) -> bool:
        """Whether it is made by the set-up."""
        return self.work.database == "own"

    @property
    def path(self) -> Path:
        """The file: of existing ones the one that the folder is, or holds. Raises DatabaseError where that is none, or
        several."""
        if self.owned:
            return self.folder / NAME
        if self.folder.is_file():
            return self.folder
        found = sorted(path for path in self.folder.glob("*") if path.suffix in SUFFIXES and path.is_file())
        if len(found) != 1:
            raise DatabaseError(
                'database = "existing" needs one file that ends in .db, .sqlite or .sqlite3 in {folder}; there are '
                "{count}",
                folder=self.folder,
                count=len(found),
            )
        return found[0]

    @property
    def used_settings(self) -> SqliteSettings:
        """What its sessions are set up with; an existing file keeps its journal's kind."""
        if self.owned:
            return self.settings
        with closing(apsw.Connection(str(self.path), flags=apsw.SQLITE_OPEN_READONLY)) as looked:
            kept = "wal" if pragma(looked, "journal_mode") == "wal" else "rollback"
        return replace(self.settings, journal=kept)  # type: ignore[arg-type]

    def connect(self, vfs: str | None = None) -> apsw.Connection:
        """A connection."""
        return connect(self.path, self.used_settings, vfs=vfs)

    def find(self) -> SqlMark | None:
        """The mark of our own file, None where there is none yet. Raises DatabaseError for a foreign one."""
        if not self.owned or not self.path.exists():
            return None
        check_application(self.path, SCHEMA)
        try:
            with closing(apsw.Connection(str(self.path))) as connection:
                connection.set_busy_timeout(5000)
                rows: list[tuple[Any, ...]] = connection.execute(READ).fetchall()
        except apsw.Error as error:
            raise self._foreign(error) from error
        mark = mark_of_values({str(name): str(value) for name, value in rows})
        if mark is None:
            raise self._foreign("OUTPACE_MARK")
        return mark

    def build(self, progress: Progress, cancelled: Cancelled) -> None:
        """What the set-up makes is there, made now if need be. Raises BuildCancelledError."""
        if not self.owned:
            _ = self.path
            return
        with self._exclusively():
            if (mark := self.find()) is None or not self._is_good(mark):
                self._make(progress, cancelled)

    def restore(self, progress: Progress, cancelled: Cancelled) -> bool:
        """As a run must find it; whether it was made, or set up, for that. Raises BuildCancelledError."""
        if not self.owned:
            with self._exclusively(), closing(self.connect()) as connection:
                self._execute(connection, self.work.setup, progress, cancelled)
            return bool(self.work.setup)
        with self._exclusively():
            mark = self.find()
            if anew := mark is None or not self._is_good(mark):
                self._make(progress, cancelled)
            with closing(self.connect()) as connection:
                if not self.work.read_only:
                    connection.execute(UPDATE, ("used",))
        return anew

    def is_ready(self) -> bool:
        """Whether a run finds it as it is. Raises DatabaseError for a foreign one, or an existing one that is not
        there."""
        if not self.owned:
            with self._explained(), closing(self.connect()) as connection:
                pragma(connection, "schema_version")
            return True
        mark = self.find()
        return mark is not None and self._is_good(mark)

    def refused(self) -> Sequence[Refused] | None:
        """As ServerDatabase."""
        mark = self.find()
        if self.owned and (mark is None or not mark.set_up_with(self.work.setup_digest(ENGINE))):
            return None
        whole = self._is_good(mark) if mark is not None else not self.work.setup
        with self._explained(), closing(self.connect()) as connection:
            return list(refused(self.work, ENGINE, sqlite(connection), whole=whole))

    def check_ready(self) -> None:
        """DatabaseError unless the file is there, and of this set-up where it is ours."""
        mark = self.find()
        if self.owned and (mark is None or not mark.set_up_with(self.work.setup_digest(ENGINE))):
            raise no_database(self.path)

    def after_run(self) -> Sequence[Sentence]:
        """What the checks find wrong; then the clean-up. Raises DatabaseError."""
        wrong = []
        with self._explained(), closing(self.connect()) as connection:
            for check in self.work.checks:
                if meant(check, ENGINE):
                    found = differences(check, connection.execute(check.query).fetchall())
                    wrong += [found] if found is not None else []
            self._execute(connection, self.work.cleanup, lambda *_: None, lambda: False)
        return wrong

    def size_bytes(self) -> int:
        """Of the file now."""
        return self.path.stat().st_size

    def _is_good(self, mark: SqlMark) -> bool:
        states: tuple[State, ...] = ("fresh", "used") if self.work.read_only else ("fresh",)
        return mark.state in states and mark.setup == self.work.setup_digest(ENGINE)

    def _make(self, progress: Progress, cancelled: Cancelled) -> None:
        """Makes our own file anew."""
        path = self.path
        if path.exists():
            self.find()
            remove_database(path)
        with self._explained():
            with closing(apsw.Connection(str(path))) as connection:
                connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
                connection.execute(TABLE)
                connection.executemany(
                    INSERT, list(SqlMark(self.work.setup_digest(ENGINE), "unfinished").values().items())
                )
            with closing(connect(path, replace(self.settings, synchronous="off"))) as connection:
                self._execute(connection, self.work.setup, progress, cancelled)
                connection.execute("ANALYZE")
                connection.execute(UPDATE, ("fresh",))

    def _execute(
        self, connection: apsw.Connection, statements: Sequence[SqlStatement], progress: Progress, cancelled: Cancelled
    ) -> None:
        own = [one for one in statements if meant(one, ENGINE)]
        connection.set_progress_handler(cancelled, INSTRUCTIONS_BETWEEN_LOOKS)
        for number, one in enumerate(own):
            progress("set-up", float(number), float(len(own)))
            if cancelled():
                raise BuildCancelledError("the set-up was cancelled")
            try:
                connection.execute(one.statement).fetchall()
            except apsw.InterruptError as error:
                raise BuildCancelledError("the set-up was cancelled") from error
            except apsw.Error as error:
                raise DatabaseError(
                    "{path} refuses a statement of the scenario ({reason}): {statement}",
                    path=self.path,
                    reason=error,
                    statement=" ".join(one.statement.split())[:200],
                ) from error
        connection.set_progress_handler(None)

    @contextlib.contextmanager
    def _exclusively(self) -> Iterator[None]:
        """Keeps other builds and runs out of a folder of our own; an existing file is left to SQLite's locks."""
        with contextlib.ExitStack() as held:
            if self.owned:
                prepare_folder(self.folder, 0)
                held.enter_context(closing(claimed(self.folder, WORKLOAD, exclusive=True)))
            held.enter_context(self._explained())
            yield

    @contextlib.contextmanager
    def _explained(self) -> Iterator[None]:
        try:
            yield
        except (apsw.Error, OSError) as error:
            raise DatabaseError("{path} can't be used: {reason}", path=self.path, reason=error) from error

    def held(self) -> contextlib.ExitStack:
        """Keeps builds and restores out of a folder of our own until it is closed."""
        holding = contextlib.ExitStack()
        if self.owned:
            holding.enter_context(closing(claimed(self.folder, WORKLOAD, exclusive=False)))
        return holding

    def _foreign(self, reason: object) -> DatabaseError:
        return DatabaseError(
            "{path} was not built by Outpace for this workload ({reason}) and is left unchanged; choose another "
            "folder, or move that file away",
            path=self.path,
            reason=reason,
        )
