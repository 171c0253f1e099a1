# SPDX-License-Identifier: Apache-2.0
"""Restore to the pristine state on engines that cannot copy files: remove the rows that runs added, by key ranges.

The cost is proportional to the number of these rows. If there is no complete working database yet, or if rebuilding it
is faster, it is rebuilt with the statements that build the pristine one. Both are verified by the same
checksums.
"""

from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import replace

import msgspec

from app.databases.dialect import dialect_of
from app.databases.failures import DatabaseError
from app.workloads.database.dataset import Dataset
from app.workloads.database.engine_store import Connection, Cursor, EngineStore, StoreJob
from app.workloads.database.mark import UNFINISHED, BuildMark, has_table, mark_from
from app.workloads.database.schema import with_numbers
from app.workloads.database.server_building import begin, fill
from app.workloads.database.server_crew import ConnectionPool, Unit

UNDONE_AT_ONCE = 2_000  # orders per statement, which takes about 0.3 s and keeps the undo log short
UNDONE_SHARE = 0.25
"""Share of added rows, relative to the pristine orders or trades, above which rebuilding is faster than undoing.

On MariaDB 10.11 at 1GB, undoing an order costs about four times as much as building it with all its dependent rows.
"""


class Undoing(msgspec.Struct, frozen=True):
    """Engine-specific parts of undoing.

    Attributes:
        source: Prefix of the pristine tables' names in a query.
        settle: Final step, for example waiting for a purge.
    """

    engine: str
    source: str
    settle: Callable[[Cursor], None]

    def retryable(self, error: Exception) -> bool:
        """Return whether a failed statement can be retried (for example after a deadlock)."""
        return dialect_of(self.engine).failure(error).retryable


def restored(job: StoreJob, mark: BuildMark, part: EngineStore, way: Undoing) -> str:
    """Restore the working database to the pristine state and return the method."""
    with closing(job.connect(None)) as connection:
        cursor = connection.cursor()
        exists = part.exists(cursor, job.name)
        state = _state(job, mark) if exists else ""
        if state == "whole" and (how := _undone(job, mark, part, way)):
            return how
        working = replace(job, pristine=job.name)
        if state != "unfinished":
            if exists:
                part.remove(cursor, job.name)
            begin(working, part)
    filled = fill(working, part, way.engine, way.retryable)
    if filled != mark:
        raise DatabaseError(
            "the new copy {copy} does not hold the data of {database}; drop both databases and build again",
            copy=job.name,
            database=job.pristine,
        )
    return "built anew"


def _state(job: StoreJob, mark: BuildMark) -> str:
    """Return "whole" for the given mark, "unfinished" for its size and seed, or "other"."""
    with closing(job.connect(job.name)) as connection:
        cursor = connection.cursor()
        if not has_table(cursor, "outpace_mark", job.name):
            return "other"
        rows = cursor.execute("SELECT NAME, VALUE FROM OUTPACE_MARK").fetchall()
    values = {str(name): str(value) for name, value in rows}
    if UNFINISHED in values:
        wanted = (mark.size, str(mark.seed), str(mark.generator))
        found_owner = (values.get("size"), values.get("seed"), values.get("generator"))
        return "unfinished" if found_owner == wanted else "other"
    try:
        return "whole" if mark_from(values, job.data.schema) == mark else "other"
    except ValueError:
        return "other"


def _undone(job: StoreJob, mark: BuildMark, part: EngineStore, way: Undoing) -> str:
    """Remove the rows that runs added, and return the method; "" if rebuilding is faster or undoing fell short."""
    script = f"undo_{job.data.grown.lower()}"
    if not job.data.schema.has(script, way.engine):
        return ""
    with closing(job.connect(job.name)) as connection:
        cursor = connection.cursor()
        part.prepare_session(cursor)
        data, built = job.data, mark.rows[job.data.grown]
        query = f"SELECT MAX({data.grown_key}) FROM {data.grown}"  # noqa: S608 - constant names
        newest = int(cursor.execute(query).fetchall()[0][0] or 0)
        added = max(newest - built, 0)
        if added > UNDONE_SHARE * built:
            return ""
        pieces = data.schema.statements(script, way.engine)
        units = [
            _unit(
                f"{data.grown_name} taken back",
                [with_numbers(sql, {"first": start, "last": last}).replace("{pristine}", way.source) for sql in pieces],
                last - start + 1,
            )
            for start in range(built + 1, newest + 1, UNDONE_AT_ONCE)
            for last in (min(start + UNDONE_AT_ONCE - 1, newest),)
        ]
        _take_back(job, part, way, units)
        for sql in data.schema.statements("reload", way.engine):
            cursor.execute(with_numbers(sql, data.reload_numbers).replace("{pristine}", way.source))
        if not _small_tables_agree(cursor, mark, data, way.engine):
            return ""
        way.settle(cursor)
    return f"{added:,} {data.grown_name} taken back, {data.reloaded} reloaded"


def _take_back(job: StoreJob, part: EngineStore, way: Undoing, units: Sequence[Unit]) -> None:
    """Undo several key ranges concurrently, and report progress in rows."""
    done, total = 0.0, sum(unit.weight for unit in units)

    def report_progress(unit: Unit) -> None:
        nonlocal done
        done += unit.weight
        job.progress(unit.name, done, total)

    connections = max(1, job.target.data_connections)
    crew = ConnectionPool(
        job.connect,
        job.name,
        part,
        connections=connections,
        cancelled=job.cancelled,
        retryable=way.retryable,
    )
    with closing(crew):
        crew.run(units, report_progress)


def _unit(name: str, texts: Sequence[str], rows: float) -> Unit:
    """Return a unit that executes statements one after another."""

    def work(connection: Connection) -> None:
        with closing(connection.cursor()) as cursor:
            for sql in texts:
                cursor.execute(sql)

    return Unit(name, work, rows)


def _small_tables_agree(cursor: Cursor, mark: BuildMark, data: Dataset, engine: str) -> bool:
    """Return whether the small tables have the build's checksums; the caller counts the rows of all tables."""
    for query in data.schema.statement("checksum", engine).rstrip().rstrip(";").split("UNION ALL"):
        if any(f"'{table}'" in query for table in data.small):
            table, rows, checksum = cursor.execute(query).fetchall()[0]
            if (int(rows), int(checksum)) != (mark.rows[table], mark.checksums[table]):
                return False
    return True
