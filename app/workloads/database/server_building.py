# SPDX-License-Identifier: Apache-2.0
"""Building of a workload's database on a server, with statements that generate the rows there in chunks.

Completed chunks are recorded in OUTPACE_CHUNK, in the same transaction if the engine supports that, so that a canceled
or killed build can be resumed.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, suppress
from hashlib import blake2b
from typing import Any

from app.databases.failures import DatabaseError
from app.workloads.database.engine_store import Connection, EngineStore, RowGeneration, SchemaStatement, StoreJob
from app.workloads.database.mark import BuildMark, has_table, write_finished, write_unfinished
from app.workloads.database.schema import with_numbers
from app.workloads.database.server_crew import ConnectionPool, Retryable, Unit

CHUNK_TABLE = (
    "CREATE TABLE OUTPACE_CHUNK (TASK VARCHAR(100) NOT NULL, FIRST_ROW BIGINT NOT NULL, PRIMARY KEY (TASK, FIRST_ROW))"
)
RECORD = "INSERT INTO OUTPACE_CHUNK (TASK, FIRST_ROW) VALUES (?, ?)"
CHECKSUM_WEIGHT = 0.1
"""Cost of a row's checksum relative to generating the row."""


def begin(job: StoreJob, part: EngineStore) -> None:
    """Create the pristine database, empty except for the mark of an unfinished build."""
    with closing(job.connect(None)) as connection:
        part.create(job, connection.cursor())
        try:
            with closing(job.connect(job.pristine)) as inside:
                inside.autocommit = False
                write_unfinished(inside.cursor(), job.data)
                inside.commit()
        except BaseException:
            part.remove(connection.cursor(), job.pristine)  # just created and not marked yet
            raise


def fill(job: StoreJob, part: EngineStore, engine: str, retryable: Retryable) -> BuildMark:
    """Fill a database that has the mark of an unfinished build, and mark it as finished.

    The work of an earlier build is reused, unless another version of Outpace used different statements: then the
    database is dropped and the build starts over.

    Raises:
        BuildCancelledError: The build was canceled; the next one resumes it.
    """
    filling = _Filling(job, part, engine, retryable)
    if not filling.is_same_build():
        with closing(job.connect(None)) as connection:
            part.remove(connection.cursor(), job.pristine)
        begin(job, part)
    return filling.mark()


class _Filling:
    """State of one build. Progress counts rows; a step counts as many rows as its weight."""

    def __init__(self, job: StoreJob, part: EngineStore, engine: str, retryable: Retryable) -> None:
        self._job = job
        self._part = part
        self._engine = engine
        self._crew = ConnectionPool(
            job.connect,
            job.pristine,
            part,
            connections=max(1, job.target.data_connections),
            cancelled=job.cancelled,
            retryable=retryable,
        )
        self._drain = _fetch_all if part.batches() else _fetch_nothing
        self._schema = list(part.schema(job))
        self._rows = list(part.rows(job))
        self._finishing = list(part.finishing(job))
        statements = [step.sql for step in (*self._schema, *self._finishing)] + [rows.sql for rows in self._rows]
        self._plan = f"plan {blake2b(repr(statements).encode(), digest_size=16).hexdigest()}"
        self._all_rows = sum(rows.count * rows.weight for rows in self._rows)
        steps = sum(step.weight for step in (*self._schema, *self._finishing))
        self._total = self._all_rows * (1.0 + CHECKSUM_WEIGHT) + steps
        self._done = 0.0

    def is_same_build(self) -> bool:
        """Return whether any recorded work was done by the same statements."""
        with closing(self._job.connect(self._job.pristine)) as connection:
            cursor = connection.cursor()
            if not has_table(cursor, "outpace_chunk", self._job.pristine):
                return True
            return bool(cursor.execute("SELECT 1 FROM OUTPACE_CHUNK WHERE TASK = ?", self._plan).fetchall())

    def mark(self) -> BuildMark:
        """Do the remaining work and return the mark."""
        with closing(self._crew):
            recorded = self._recorded()
            self._steps("schema", self._schema, recorded)
            for tasks in _in_order(self._rows):
                self._make([unit for rows in tasks for unit in self._chunks(rows, recorded)])
            self._steps("finishing", self._finishing, recorded)
            mark = self._checked()
        self._finish(mark)
        self._job.progress("finished", self._total, self._total)
        return mark

    def _recorded(self) -> set[tuple[str, int]]:
        """Return the recorded work as (task, first row)."""
        with closing(self._job.connect(self._job.pristine)) as connection:
            cursor = connection.cursor()
            if not has_table(cursor, "outpace_chunk", self._job.pristine):
                cursor.execute(CHUNK_TABLE)
                cursor.execute(RECORD, self._plan, 0)
                return set()
            rows = cursor.execute("SELECT TASK, FIRST_ROW FROM OUTPACE_CHUNK").fetchall()
            return {(str(task), int(first)) for task, first in rows}

    def _steps(self, name: str, steps: Sequence[SchemaStatement], recorded: set[tuple[str, int]]) -> None:
        """Execute the steps in order, consecutive ones concurrently unless they must run alone."""
        concurrent: list[Unit] = []
        for number, step in enumerate(steps):
            if (name, number) in recorded:
                self._done += step.weight
                continue
            unit = Unit(step.name, _step_work(step, name, number, self._drain), step.weight)
            if step.alone:
                self._make(concurrent)
                concurrent = []
                self._make([unit])
            else:
                concurrent.append(unit)
        self._make(concurrent)

    def _chunks(self, rows: RowGeneration, recorded: set[tuple[str, int]]) -> Iterator[Unit]:
        """Yield the remaining chunks of a table."""
        numbers = self._job.data.numbers(rows.table)
        for first in range(1, rows.count + 1, rows.chunk):
            last = min(first + rows.chunk - 1, rows.count)
            weight = (last - first + 1) * rows.weight
            if (rows.name, first) in recorded:
                self._done += weight
                continue
            sql = with_numbers(rows.sql, {**numbers, "first": first, "last": last})
            yield Unit(rows.name, _recorded_work(sql, rows.name, first, self._drain), weight)

    def _make(self, units: Sequence[Unit]) -> list[Any]:
        if not units:
            return []
        self._job.progress(units[0].name, self._done, self._total)
        return self._crew.run(units, self._report_progress)

    def _report_progress(self, unit: Unit) -> None:
        self._done += unit.weight
        self._job.progress(unit.name, min(self._done, self._total), self._total)

    def _checked(self) -> BuildMark:
        """Return row counts and checksums of all tables.

        Raises:
            DatabaseError: Row counts are wrong for this size.
        """
        data = self._job.data
        queries = data.schema.statement("checksum", self._engine).rstrip().rstrip(";").split("UNION ALL")
        weight = self._all_rows * CHECKSUM_WEIGHT / len(queries)
        rows = self._make([Unit("checksum", _query(sql), weight) for sql in queries])
        counts = {str(name): int(count) for name, count, _ in rows}
        checksums = {str(name): int(value) for name, _, value in rows}
        mark = BuildMark(
            workload=data.schema.workload,
            size=data.size,
            seed=data.seed,
            generator=data.schema.generator,
            rows={table: counts[table] for table in data.schema.tables},
            checksums={table: checksums[table] for table in data.schema.tables},
        )
        if any(mark.rows[table] != count for table, count in data.rows.items()):
            raise DatabaseError(
                "the rows of {database} are not those of a new build of {wanted_size}: something else "
                "has written to it; drop it and build again",
                database=self._job.pristine,
                wanted_size=data.size,
            )
        return mark

    def _finish(self, mark: BuildMark) -> None:
        """Write the final mark in one transaction, then have the engine finalize the database."""
        with closing(self._job.connect(self._job.pristine)) as connection:
            connection.cursor().execute("DROP TABLE OUTPACE_CHUNK")
            connection.autocommit = False
            write_finished(connection.cursor(), mark)
            connection.commit()
        self._part.seal(self._job)


def _in_order(tasks: Sequence[RowGeneration]) -> Iterator[list[RowGeneration]]:
    """Yield groups of tasks that can run concurrently; each task follows those whose rows it reads."""
    waiting, loaded = list(tasks), set[str]()
    while waiting:
        ready = [rows for rows in waiting if loaded.issuperset(rows.after)]
        if not ready:
            raise ValueError(f"{waiting[0].name} waits for {', '.join(waiting[0].after)}, which nobody makes")
        yield ready
        loaded.update(rows.name for rows in ready)
        waiting = [rows for rows in waiting if rows not in ready]


def _recorded_work(sql: str, task: str, number: int, drain: Callable[[Any], None]) -> Callable[[Connection], None]:
    """Return a function that executes a statement and records it in one transaction."""

    def work(connection: Connection) -> None:
        connection.autocommit = False
        try:
            cursor = connection.cursor()
            cursor.execute(sql)
            drain(cursor)
            cursor.execute(RECORD, task, number)
            cursor.close()
            connection.commit()
            connection.autocommit = True
        except BaseException:
            _roll_back(connection)
            raise

    return work


def _step_work(
    step: SchemaStatement, task: str, number: int, drain: Callable[[Any], None]
) -> Callable[[Connection], None]:
    """Return a function that executes a step and records it, in one transaction or one after the other."""
    if step.together:
        return _recorded_work(step.sql, task, number, drain)

    def work(connection: Connection) -> None:
        with closing(connection.cursor()) as cursor:
            if not (step.done and cursor.execute(step.done).fetchall()):
                cursor.execute(step.sql)
                drain(cursor)
            cursor.execute(RECORD, task, number)

    return work


def _query(sql: str) -> Callable[[Connection], tuple[Any, ...]]:
    def work(connection: Connection) -> tuple[Any, ...]:
        with closing(connection.cursor()) as cursor:
            return tuple(cursor.execute(sql).fetchall()[0])

    return work


def _fetch_all(cursor: Any) -> None:
    """Fetch all remaining results, because some drivers execute the rest of a batch only when they are fetched."""
    while cursor.nextset():
        pass


def _fetch_nothing(cursor: Any) -> None:
    """Fetch nothing, because a script is one statement."""


def _roll_back(connection: Connection) -> None:
    with suppress(Exception):  # report the original error instead
        connection.rollback()
        connection.autocommit = True
