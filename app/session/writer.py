# SPDX-License-Identifier: Apache-2.0
"""Writer of a session: one per file, in the engine or an importer."""

import datetime
import logging
import math
import os
import platform
import sys
import time
import uuid
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from types import TracebackType
from typing import Literal, NoReturn, Self

import apsw
import msgspec
import numpy as np

from app import __version__
from app.model.documents import Document, OriginDetail, PhaseDetail, SourceDetail, TargetDetail
from app.model.errors import phrase
from app.model.events import encoded, kind_of
from app.model.histogram import Histogram
from app.model.messages import Message, Sentence, letter_of
from app.session.connection import FORMAT, RECORDED, expected_columns, open_for_reading, wal_path
from app.session.details import stored_detail, stored_kind
from app.session.latency import TICKS_A_MINUTE, merged, stored, tick_rows
from app.session.migration import copy_rows
from app.session.new_file import copy_into, make_empty_session
from app.session.packed_latencies import Counts, pack_histograms, pack_second
from app.session.paths import default_session_path
from app.session.rows_copy import Row, RowsCopy, Value, holds
from app.session.seal import leave_wal, recorded_hash
from app.session.session_error import SessionError, SessionMovedError, damage_named
from collectors.series import Reading, Series

log = logging.getLogger(__name__)
CHECKPOINT_EVERY_S = 10.0
LATE_TICKS = 5
"""Number of ticks after a minute at which its row is written; latencies that arrive later cause it to be rewritten."""
WAIT_FOR_READERS_S = 3.0

MOST_TOUCHES = 3
"""Number of times a file can be touched without a change of content before its modification time is ignored."""

Severity = Literal["info", "warning", "error"]


class SessionWriter:
    """Writer of a new session file; not thread-safe.

    Rows are buffered until `commit`. If the disk rejects them, they stay buffered, and a later `commit` writes them.
    All times are integer nanoseconds since the clock origin given to `create`.
    """

    def __init__(self, path: Path, connection: apsw.Connection, identity: str) -> None:
        self.path = path
        self.uuid = identity
        self.created = datetime.datetime.now(datetime.UTC)
        """Wall-clock time of the clock origin."""
        self._connection = connection
        self._file = os.stat(path)
        self._log: os.stat_result | None = None
        self._copy: RowsCopy | None = None
        self._touches = 0
        self._rows: dict[str, list[Row]] = {table: [] for table in RECORDED}
        self._replaced: list[tuple[str, list[Row]]] = []
        self._next_id = dict.fromkeys(RECORDED, 1)
        self._operations: dict[str, int] = {}
        self._names: dict[str, str] = {}
        self._columns: dict[int, int] = {}
        self._last_sample: dict[int, int] = {}
        self._system_of: dict[int, int] = {}
        self._last_tick = -1
        self._committed_tick = -1
        self._latencies: dict[tuple[int, int, int, int], list[tuple[int, Counts]]] = {}
        """Histograms to commit, each with its operation, by target, tick, begin and end."""
        self._due_seconds: set[int] = set()
        self._due_minutes: set[int] = set()
        self._checkpointed = time.perf_counter()

    @classmethod
    def create(
        cls,
        path: Path,
        *,
        title: str,
        scenario_toml: str,
        clock_origin_ns: int,
        kind: Literal["run", "job", "import", "join", "compare"] = "run",
    ) -> Self:
        """Create a session file; for a run, also a second copy of its rows.

        Raises:
            SessionError: If the file exists, or its folder is missing, read-only or on a network.
        """
        make_empty_session(path)
        connection = apsw.Connection(str(path.absolute()), flags=apsw.SQLITE_OPEN_READWRITE)
        identity = str(uuid.uuid4())
        writer = cls(path, connection, identity)
        try:
            if connection.pragma("journal_mode", "WAL") != "wal":
                raise SessionError(
                    "{path} can't be recorded: its file system does not support SQLite's write-ahead log. "
                    "Choose another disk.",
                    path=path,
                )
            # Checkpoints are made only by this writer, in `commit`.
            connection.execute("PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = 0;")
            connection.set_busy_timeout(100)
            here = writer.created.astimezone()
            offset = here.utcoffset() or datetime.timedelta()
            writer._add(
                "session", identity, kind, title, scenario_toml, here.astimezone(datetime.UTC).isoformat(),
                round(offset.total_seconds()), here.tzname() or "", clock_origin_ns, _json(_versions()),
            )  # fmt: skip
            if kind == "run":
                writer._start_copy()
            writer.commit()
            writer._remember_state(file=True)
        except BaseException:
            connection.close()
            raise
        return writer

    @classmethod
    def continuing(cls, source: Path, path: Path, *, title: str = "") -> Self:
        """Create a session file with all rows of a finished session except its end, so that it can be extended.

        Only its identity, and its title if one is given, are new. The source is only read.

        Raises:
            SessionError: If the source cannot be read, or the file cannot be created.
        """
        recorded = open_for_reading(source)
        try:
            make_empty_session(path)
            connection = apsw.Connection(str(path.absolute()), flags=apsw.SQLITE_OPEN_READWRITE)
            writer = cls(path, connection, str(uuid.uuid4()))
            try:
                with damage_named(source), _transaction(connection):
                    copy_rows(recorded, connection)
                    connection.execute(
                        "UPDATE session SET uuid = ?, title = coalesce(nullif(?, ''), title)", (writer.uuid, title)
                    )
                writer._restore_state()
            except BaseException:
                connection.close()
                for ending in ("", "-journal"):
                    path.with_name(path.name + ending).unlink(missing_ok=True)
                raise
        finally:
            recorded.close()
        return writer

    def _restore_state(self) -> None:
        """Restore the writer's state from the existing rows."""
        connection = self._connection
        for table in RECORDED:
            rows = connection.execute(f"SELECT coalesce(max(id), 0) FROM {table}").fetchall()  # noqa: S608
            self._next_id[table] = msgspec.convert(rows[0][0], int) + 1
        for (created,) in connection.execute("SELECT created_utc FROM session").fetchall():
            self.created = datetime.datetime.fromisoformat(str(created)).astimezone(datetime.UTC)
        for (name,) in connection.execute("SELECT name FROM system ORDER BY id").fetchall():
            self._names[letter_of(len(self._names))] = str(name)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _add(self, table: str, *values: Value) -> int:
        for value in values:
            if isinstance(value, float) and not math.isfinite(value):
                raise ValueError(f"{value} in {table}: only a reading's values may be no data")
        row_id = self._next_id[table]
        self._next_id[table] = row_id + 1
        # A file name with invalid Unicode must not stop the recording.
        clean = (v.encode(errors="replace").decode() if isinstance(v, str) else v for v in values)
        self._rows[table].append((row_id, *clean))
        return row_id

    def add_origin(
        self,
        kind: str,
        name: str,
        *,
        uuid: str | None = None,
        digest: str | None = None,
        recorded: datetime.datetime | None = None,
        shift_ns: int = 0,
        detail: OriginDetail = OriginDetail(),
    ) -> int:
        """Add a source of rows that are not recorded here; `recorded` is the aware wall time of its start."""
        when = recorded.astimezone(datetime.UTC).isoformat() if recorded else None
        return self._add("origin", kind, name, uuid, digest, when, shift_ns, stored_detail(detail))

    def add_system(
        self, name: str, role: str, color: str, facts: Mapping[str, object], *, origin: int | None = None
    ) -> int:
        """Add a system under test and return its ID; the first system is A, followed by B, C."""
        self._names[letter_of(len(self._names))] = name
        return self._add("system", name, role, color, _json(facts), origin)

    def add_target(self, system: int, name: str, detail: TargetDetail) -> int:
        """Add a database or file of a system and return its ID."""
        target = self._add("target", system, name, stored_detail(detail))
        self._system_of[target] = system
        return target

    def add_operation(self, key: str, timed: bool) -> int:
        """Return the ID of a kind of call, adding it if it is new."""
        if key not in self._operations:
            self._operations[key] = self._add("operation", key, int(timed))
        return self._operations[key]

    def add_source(
        self,
        name: str,
        series: Sequence[Series],
        columns: int,
        *,
        system: int | None,
        target: int | None = None,
        offset_ns: int = 0,
        uncertainty_ns: int = 0,
        from_zero: bool = False,
        origin: int | None = None,
        detail: SourceDetail = SourceDetail(),
    ) -> int:
        """Add a source of samples with `columns` raw values each, and return its ID.

        Args:
            name: Name of the source.
            series: Series of the source.
            columns: Number of raw values in a sample.
            system: ID of the system; None for the driver's machine.
            target: ID of the target, if the source belongs to one.
            offset_ns: Offset of the source's clock.
            uncertainty_ns: Uncertainty of that offset.
            from_zero: Whether all cumulative columns were 0 when the source appeared (a worker's counters); if so, the
                first reading counts in full, for the second in which it ends. Otherwise, counting begins between the
                first two readings.
            origin: ID of the origin, if the samples were not recorded here.
            detail: Further facts about the source.
        """
        for one in series:
            if not (0 <= one.value < columns and -1 <= one.base < columns):
                raise ValueError(f"{one.path}: columns {one.value} and {one.base} of a reading of {columns}")
        source = self._add(
            "source",
            name,
            system,
            target,
            origin,
            columns,
            int(from_zero),
            offset_ns,
            uncertainty_ns,
            stored_detail(detail),
        )
        for one in series:
            self._add(
                "series",
                source,
                one.path,
                one.unit,
                one.kind,
                one.layer,
                one.value,
                one.base,
                float(one.scale),
                one.better,
            )
        self._columns[source] = columns
        return source

    def start(self, t_ns: int) -> None:
        """Record the common start of all systems; called once."""
        self._add("start", t_ns)

    def sample(self, source: int, t_ns: int, reading: Reading) -> None:
        """Record one reading.

        Raises:
            ValueError: If `t_ns` does not increase, or the reading has a wrong number of values.
        """
        if len(reading.values) != self._columns[source]:
            raise ValueError(f"{len(reading.values)} values from a source of {self._columns[source]} columns")
        if t_ns <= self._last_sample.get(source, t_ns - 1):
            raise ValueError("the time of a source's samples must rise")
        self._last_sample[source] = t_ns
        raw = np.array(reading.values, dtype="<f8").tobytes()
        self._add("sample", source, t_ns, float(reading.time_s), raw)

    def latencies(  # noqa: PLR0917
        self, target: int, operation: int, tick: int, from_ns: int, to_ns: int, histogram: Histogram
    ) -> None:
        """Record the latencies of a target's operation in a tick (whole second after the common start); they add up."""
        self._latencies.setdefault((target, tick, from_ns, to_ns), []).append((operation, stored(histogram)))
        self._last_tick = max(self._last_tick, tick)
        self._due_seconds.add(tick)
        self._due_minutes.add(tick // TICKS_A_MINUTE)

    def event(
        self,
        t_ns: int,
        message: Message,
        *,
        severity: Severity = "info",
        system: int | None = None,
        kind: str = "",
    ) -> None:
        """Record an event.

        Args:
            t_ns: Time of the event.
            message: Message of the event.
            severity: Severity of the event.
            system: ID of the system; None if the event concerns all systems or none.
            kind: Kind of a sentence in format 1; by default, the message's kind.
        """
        data = _json(_valid_unicode(encoded(message, self._name_of)))
        self._add("event", t_ns, severity, kind or kind_of(message), system, data)

    def phase(self, t_ns: int, name: str, *, run: int = 1, step: int = 0, detail: PhaseDetail = PhaseDetail()) -> None:
        """Record the start of a phase, which ends the previous one."""
        self._add("phase", t_ns, name, run, step, stored_detail(detail))

    def progress(self, t_ns: int, task: str, done: float, total: float, text: str = "") -> None:
        """Record the progress of a task."""
        self._add("progress", t_ns, task, float(done), float(total), text)

    def document(
        self,
        t_ns: int,
        document: Document,
        *,
        name: str = "",
        system: int | None = None,
        target: int | None = None,
        run: int = 0,
        step: int = 0,
    ) -> None:
        """Record a document, that is, data other than a time series, such as a disclosure sheet or a table ranking."""
        kind = stored_kind(document)
        self._add("document", t_ns, kind, name, system, target, run, step, stored_detail(document))

    def commit(self) -> None:
        """Write all buffered rows durably; the engine calls this every second.

        Raises:
            SessionError: If the disk rejects the write (it is full or missing). Earlier commits remain readable, and
                the
                rows are kept for the next call.
        """
        next_id = dict(self._next_id)
        self._replaced.clear()
        try:
            with _transaction(self._connection):
                self._insert()
                self._write_derived(last=False)
        except apsw.Error as error:
            self._next_id = next_id
            if self._copy is not None and isinstance(error, apsw.CorruptError | apsw.NotADBError):
                self._rescue(phrase("truncated or overwritten"))
            self._remember_state(file=False, failed=True)
            raise self._write_error(error) from error
        self._copy_written()
        self._clear_written()
        self._remember_state(file=False)
        if time.perf_counter() - self._checkpointed >= CHECKPOINT_EVERY_S:
            self._checkpoint()

    def require_in_place(self) -> None:
        """Check before a commit that the session file is still at its path and intact.

        Otherwise the committed rows are saved as a new session in the user's folder, which is recorded from then on.

        Raises:
            SessionMovedError: If the file was removed, renamed, replaced, truncated or overwritten. The message
                contains the name of the new file, or why it could not be created.
        """
        try:
            file, wal = _stat(self.path), _stat(wal_path(self.path))
        except OSError:
            return  # unknown; the commit will fail if the disk is gone
        if not (_is_same(file, self._file) and _is_same(wal, self._log)):
            self._rescue(phrase("removed, renamed or replaced"))
        elif not self._is_untouched(file, wal):
            self._rescue(phrase("truncated or overwritten"))

    def _is_untouched(self, file: os.stat_result | None, wal: os.stat_result | None) -> bool:
        """Return whether other programs have left the contents unchanged.

        A changed modification time does not prove a change (`touch`), and an unchanged one does not rule it out on
        disks with coarse time stamps.
        """
        states = [(now, before) for now, before in ((file, self._file), (wal, self._log)) if now and before]
        if any(now.st_size != before.st_size for now, before in states):
            return False
        if self._copy is None or self._touches >= MOST_TOUCHES or sys.platform == "win32":
            return True  # Windows is late in updating the times of open files
        if all((now.st_size, now.st_mtime_ns) == (before.st_size, before.st_mtime_ns) for now, before in states):
            return True
        try:
            with closing(self._copy.session()) as copy:
                same = holds(self.path, copy)
        except (apsw.Error, OSError):
            return True  # no space for the comparison
        self._touches += 1
        self._remember_state(file=True)
        return same

    def _rescue(self, what: Sentence) -> NoReturn:
        """Save the committed rows as a new session, which is recorded from now on.

        Raises:
            SessionMovedError: Always.
        """
        old = self.path
        try:
            new = default_session_path(old.stem, self.created.astimezone())
            if self._copy is None:
                copy_into(self._connection, new)
            else:
                with closing(self._copy.session()) as copy:
                    copy_into(copy, new)
            connection = apsw.Connection(str(new.absolute()), flags=apsw.SQLITE_OPEN_READWRITE)
        except (apsw.Error, OSError, SessionError) as error:
            raise SessionMovedError(
                "The session {path} was {what} while it was recorded, and what was recorded could not be saved among "
                "your sessions ({reason}). The run has ended; make room there, and run again.",
                path=old,
                what=what,
                reason=error,
            ) from error
        # A file that is there now is not ours, so nothing may be written to it.
        self._connection.config(apsw.SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1)
        self._connection.close()
        if _is_same(_stat(wal_path(old)), self._log):
            # Otherwise, SQLite would take it for the log of the new file.
            for ending in ("-wal", "-shm"):
                old.with_name(old.name + ending).unlink(missing_ok=True)
        self._connection, self.path = connection, new
        self._drop_copy()
        self._remember_state(file=True)
        raise SessionMovedError(
            "The session {path} was {what} while it was recorded. The run has ended; what was recorded is in {saved}. "
            "Run again to measure the rest.",
            path=old,
            what=what,
            saved=new,
        )

    def _start_copy(self) -> None:
        """Start a second copy of the rows, if there is space for one."""
        try:
            self._copy = RowsCopy()
        except OSError as error:
            log.warning("no second copy of %s is kept: %s", self.path, error)

    def _drop_copy(self) -> None:
        if self._copy is not None:
            with suppress(OSError):
                self._copy.close()
            self._copy = None

    def _copy_written(self) -> None:
        if self._copy is None:
            return
        try:
            self._copy.add([*self._rows.items(), *self._replaced])
        except OSError as error:
            log.warning("no second copy of %s is kept any more: %s", self.path, error)
            self._drop_copy()

    def _remember_state(self, *, file: bool, failed: bool = False) -> None:
        """Remember the state of the log, and of the file if it was written.

        Args:
            file: Whether the file was written.
            failed: Whether the disk rejected part of the write; if so, the log is at least as long as before.
        """
        with suppress(OSError):
            log, current = _stat(wal_path(self.path)), os.stat(self.path)
            if not failed or _is_grown(log, self._log):
                self._log = log
            # A session file never shrinks; if it is shorter, it was truncated while being written, which the next check
            # detects.
            if (file or log is None) and (_is_grown(current, self._file) or not _is_same(current, self._file)):
                self._file = current

    def _clear_written(self) -> None:
        for rows in self._rows.values():
            rows.clear()
        self._replaced.clear()
        self._latencies.clear()
        self._committed_tick = self._last_tick
        self._due_seconds.clear()
        self._due_minutes = {minute for minute in self._due_minutes if not self._is_complete(minute, LATE_TICKS)}

    def _checkpoint(self) -> None:
        # The file is busy while a reader polls it; the next commit tries again.
        try:
            busy, _, _ = self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()[0]
        except apsw.Error as error:
            self._remember_state(file=True, failed=True)
            raise self._write_error(error) from error
        self._remember_state(file=True)
        if not busy:
            self._checkpointed = time.perf_counter()

    def _write_error(self, error: apsw.Error) -> SessionError:
        if isinstance(error, apsw.FullError):
            return SessionError(
                "The disk of the session {path} is full. What was recorded before stays; make room and run again.",
                path=self.path,
            )
        return SessionError(
            "The session {path} can't be written any more ({reason}). What was recorded before stays; check its disk.",
            path=self.path,
            reason=error,
        )

    def _insert(self) -> None:
        for table, rows in self._rows.items():
            if rows:
                marks = ", ".join("?" * len(expected_columns()[table]))
                self._connection.executemany(f"INSERT INTO {table} VALUES ({marks})", rows)  # noqa: S608
        for key, histograms in self._latencies.items():
            self._replace("latency", *key, pack_histograms(histograms))

    def _is_complete(self, minute: int, late_ticks: int) -> bool:
        return (minute + 1) * TICKS_A_MINUTE + late_ticks <= self._last_tick + 1

    def _write_derived(self, *, last: bool) -> None:
        """Write the second rows of ticks with new latencies, and the minute rows of completed minutes."""
        new_by_tick: dict[int, dict[int, dict[int, list[Counts]]]] = {}
        for (target, tick, _, _), histograms in self._latencies.items():
            if tick > self._committed_tick:
                self._add_histograms(new_by_tick.setdefault(tick, {}), target, histograms)
        for tick in sorted(self._due_seconds):
            for system, by_operation in (new_by_tick.get(tick) or self._stored_latencies(tick, tick)).items():
                merged_ones = (merged(by_operation.get(key, [])) for key in self._operations.values())
                self._replace("latency_second", system, tick, pack_second(merged_ones))
        for minute in sorted(self._due_minutes):
            if not self._is_complete(minute, 0 if last else LATE_TICKS):
                continue
            first = minute * TICKS_A_MINUTE
            for system, by_operation in self._stored_latencies(first, first + TICKS_A_MINUTE - 1).items():
                histograms_of_minute = [
                    (operation, stored(merged(rows))) for operation, rows in sorted(by_operation.items())
                ]
                self._replace("latency_minute", system, minute, pack_histograms(histograms_of_minute))

    def _stored_latencies(self, first_tick: int, last_tick: int) -> dict[int, dict[int, list[Counts]]]:
        """Return the stored histograms of a range of ticks, by system and operation."""
        histograms: dict[int, dict[int, list[Counts]]] = {}
        for _, _, target, operation, counts in tick_rows(self._connection, FORMAT, first_tick, last_tick):
            self._add_histograms(histograms, target, [(operation, counts)])
        return histograms

    def _add_histograms(
        self, collected: dict[int, dict[int, list[Counts]]], target: int, histograms: Sequence[tuple[int, Counts]]
    ) -> None:
        by_operation = collected.setdefault(self._system_of[target], {})
        for operation, counts in histograms:
            by_operation.setdefault(operation, []).append(counts)

    def _replace(self, table: str, *values: Value) -> None:
        row_id = self._next_id[table]
        self._next_id[table] = row_id + 1
        marks = ", ".join("?" * (len(values) + 1))
        self._connection.execute(f"INSERT OR REPLACE INTO {table} VALUES ({marks})", (row_id, *values))  # noqa: S608
        if self._copy is not None:
            self._replaced.append((table, [(row_id, *values)]))

    def finish(self, t_ns: int, *, valid: bool, reasons: Sequence[Message], warnings: Sequence[Message]) -> None:
        """Write the end row with its hash, switch the file to rollback-journal mode if possible, and close it.

        While a reader has the file open, it remains in write-ahead mode until `app.session.seal.settle`.
        """
        self.commit()
        try:
            with _transaction(self._connection):
                self._write_derived(last=True)
                end = (1, t_ns, int(valid), self._messages(reasons), self._messages(warnings))
                self._connection.execute("INSERT INTO finish VALUES (?, ?, ?, ?, ?, '')", end)
                self._connection.execute("UPDATE finish SET hash = ?", (recorded_hash(self._connection),))
        except apsw.Error as error:
            raise self._write_error(error) from error
        try:
            leave_wal(self._connection, WAIT_FOR_READERS_S)
        except apsw.Error as error:
            raise self._write_error(error) from error
        finally:
            self.close()

    def _messages(self, messages: Sequence[Message]) -> str:
        return _json([_valid_unicode(encoded(message, self._name_of)) for message in messages])

    def _name_of(self, letter: str) -> str:
        """Return the name of a system for messages: "A (NVMe)"."""
        return f"{letter} ({self._names[letter]})" if letter in self._names else letter

    def close(self) -> None:
        """Close the file without an end row, keeping the committed rows; no-op if it is already closed."""
        self._connection.close()
        self._drop_copy()


def _stat(path: Path) -> os.stat_result | None:
    """Return the status of the file at a path; None if there is no file.

    Raises:
        OSError: If the status cannot be read.
    """
    try:
        return os.stat(path)
    except (FileNotFoundError, NotADirectoryError):
        return None


def _is_same(now: os.stat_result | None, before: os.stat_result | None) -> bool:
    """Return whether two states describe the same file, or both a missing file."""
    return now is None if before is None else now is not None and os.path.samestat(now, before)


def _is_grown(now: os.stat_result | None, before: os.stat_result | None) -> bool:
    return now is not None and before is not None and now.st_size >= before.st_size


@contextmanager
def _transaction(connection: apsw.Connection) -> Iterator[None]:
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()


def _valid_unicode(value: object) -> object:
    """Replace invalid Unicode in a value, which can occur in file names."""
    if isinstance(value, str):
        return value.encode(errors="replace").decode()
    if isinstance(value, dict):
        return {key: _valid_unicode(one) for key, one in value.items()}
    return [_valid_unicode(one) for one in value] if isinstance(value, list | tuple) else value


def _versions() -> dict[str, str]:
    return {
        "outpace": __version__,
        "python": platform.python_version(),
        "sqlite": apsw.sqlite_lib_version(),
        "platform": platform.platform(),
    }
