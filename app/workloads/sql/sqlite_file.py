# SPDX-License-Identifier: Apache-2.0
"""SQLite file of custom SQL: one that the set-up creates and marks, or an existing one, which is only used."""

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
from app.workloads.sql.preparing import RefusedStatement, refused, sqlite
from app.workloads.workload import BuildCancelledError, Cancelled, Progress

ENGINE, WORKLOAD = "sqlite", "sql"
NAME = "sql.db"
SUFFIXES = (".db", ".sqlite", ".sqlite3")
INSTRUCTIONS_BETWEEN_LOOKS = 20_000


class SqliteFile(msgspec.Struct, frozen=True):
    """Database in a folder. Its methods raise DatabaseError with a message for users.

    A file without Outpace's mark is never removed.
    """

    folder: Path
    work: Sql
    settings: SqliteSettings

    @property
    def owned(self) -> bool:
        """True if the set-up creates the file."""
        return self.work.database == "own"

    @property
    def path(self) -> Path:
        """Path of the file; for an existing database, the configured path itself or the only database in that folder.

        Raises:
            DatabaseError: There is no such file, or several.
        """
        if self.owned:
            return self.folder / NAME
        if self.folder.is_file():
            return self.folder
        files = sorted(path for path in self.folder.glob("*") if path.suffix in SUFFIXES and path.is_file())
        if len(files) != 1:
            raise DatabaseError(
                'database = "existing" needs one file that ends in .db, .sqlite or .sqlite3 in {folder}; there are '
                "{count}",
                folder=self.folder,
                count=len(files),
            )
        return files[0]

    @property
    def used_settings(self) -> SqliteSettings:
        """Settings for sessions; an existing file keeps its journal mode."""
        if self.owned:
            return self.settings
        with closing(apsw.Connection(str(self.path), flags=apsw.SQLITE_OPEN_READONLY)) as connection:
            journal = "wal" if pragma(connection, "journal_mode") == "wal" else "rollback"
        return replace(self.settings, journal=journal)  # type: ignore[arg-type]

    def connect(self, vfs: str | None = None) -> apsw.Connection:
        """Return a connection."""
        return connect(self.path, self.used_settings, vfs=vfs)

    def find(self) -> SqlMark | None:
        """Return the mark of a file created by the set-up; None if absent yet.

        Raises:
            DatabaseError: The file was not created by this set-up.
        """
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
        """Create the objects of the set-up if necessary.

        Raises:
            BuildCancelledError: It was canceled.
        """
        if not self.owned:
            _ = self.path
            return
        with self._exclusively():
            if (mark := self.find()) is None or not self._is_good(mark):
                self._recreate(progress, cancelled)

    def restore(self, progress: Progress, cancelled: Cancelled) -> bool:
        """Restore the initial state of a run, and return whether the file was created or set up.

        Raises:
            BuildCancelledError: It was canceled.
        """
        if not self.owned:
            with self._exclusively(), closing(self.connect()) as connection:
                self._execute(connection, self.work.setup, progress, cancelled)
            return bool(self.work.setup)
        with self._exclusively():
            mark = self.find()
            if recreated := mark is None or not self._is_good(mark):
                self._recreate(progress, cancelled)
            with closing(self.connect()) as connection:
                if not self.work.read_only:
                    connection.execute(UPDATE, ("used",))
        return recreated

    def is_ready(self) -> bool:
        """Return whether a run can start without a restore.

        Raises:
            DatabaseError: The file was not created by this set-up, or an existing file is missing.
        """
        if not self.owned:
            with self._user_errors(), closing(self.connect()) as connection:
                pragma(connection, "schema_version")
            return True
        mark = self.find()
        return mark is not None and self._is_good(mark)

    def refused(self) -> Sequence[RefusedStatement] | None:
        """Return the statements in transactions that the engine cannot prepare; see ServerDatabase."""
        mark = self.find()
        if self.owned and (mark is None or not mark.set_up_with(self.work.setup_digest(ENGINE))):
            return None
        whole = self._is_good(mark) if mark is not None else not self.work.setup
        with self._user_errors(), closing(self.connect()) as connection:
            return list(refused(self.work, ENGINE, sqlite(connection), whole=whole))

    def check_ready(self) -> None:
        """Check that the file exists and, if Outpace created it, that it was created by this set-up.

        Raises:
            DatabaseError: The file does not exist, or was not created by this set-up.
        """
        mark = self.find()
        if self.owned and (mark is None or not mark.set_up_with(self.work.setup_digest(ENGINE))):
            raise no_database(self.path)

    def after_run(self) -> Sequence[Sentence]:
        """Return the failed checks, then run the clean-up.

        Raises:
            DatabaseError: The file cannot be used.
        """
        problems = []
        with self._user_errors(), closing(self.connect()) as connection:
            for check in self.work.checks:
                if meant(check, ENGINE):
                    difference = differences(check, connection.execute(check.query).fetchall())
                    problems += [difference] if difference is not None else []
            self._execute(connection, self.work.cleanup, lambda *_: None, lambda: False)
        return problems

    def size_bytes(self) -> int:
        """Return the current size of the file."""
        return self.path.stat().st_size

    def _is_good(self, mark: SqlMark) -> bool:
        states: tuple[State, ...] = ("fresh", "used") if self.work.read_only else ("fresh",)
        return mark.state in states and mark.setup == self.work.setup_digest(ENGINE)

    def _recreate(self, progress: Progress, cancelled: Cancelled) -> None:
        """Recreate the file."""
        path = self.path
        if path.exists():
            self.find()
            remove_database(path)
        with self._user_errors():
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
        statements_of_engine = [one for one in statements if meant(one, ENGINE)]
        connection.set_progress_handler(cancelled, INSTRUCTIONS_BETWEEN_LOOKS)
        for number, one in enumerate(statements_of_engine):
            progress("set-up", float(number), float(len(statements_of_engine)))
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
        """Lock a folder of the set-up against other builds and runs; SQLite's locks protect an existing file."""
        with contextlib.ExitStack() as locks:
            if self.owned:
                prepare_folder(self.folder, 0)
                locks.enter_context(closing(claimed(self.folder, WORKLOAD, exclusive=True)))
            locks.enter_context(self._user_errors())
            yield

    @contextlib.contextmanager
    def _user_errors(self) -> Iterator[None]:
        try:
            yield
        except (apsw.Error, OSError) as error:
            raise DatabaseError("{path} can't be used: {reason}", path=self.path, reason=error) from error

    def held(self) -> contextlib.ExitStack:
        """Lock a folder of the set-up against builds and restores until the result is closed."""
        locks = contextlib.ExitStack()
        if self.owned:
            locks.enter_context(closing(claimed(self.folder, WORKLOAD, exclusive=False)))
        return locks

    def _foreign(self, reason: object) -> DatabaseError:
        return DatabaseError(
            "{path} was not built by Outpace for this workload ({reason}) and is left unchanged; choose another "
            "folder, or move that file away",
            path=self.path,
            reason=reason,
        )
