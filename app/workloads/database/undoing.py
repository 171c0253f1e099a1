# SPDX-License-Identifier: Apache-2.0
"""Back to the pristine state where an engine can copy no files: what runs have added is taken back by ranges of keys.

It costs as much as the run's rows. Where there is no whole working database yet, or runs have added so much that a new
one is faster, it is made anew by the very statements that build the pristine one, and proved by the same checksums.
"""

from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import replace

import msgspec

from app.databases.dialect import dialect_of
from app.databases.failures import DatabaseError
from app.workloads.database.dataset import Dataset
from app.workloads.database.engine_store import Connection, Cursor, EngineStore, StoreJob
from app.workloads.database.mark import UNFINISHED, Mark, has_table, mark_from
from app.workloads.database.schema import with_numbers
from app.workloads.database.server_building import begin, fill
from app.workloads.database.server_crew import Crew, Unit

UNDONE_AT_ONCE = 2_000  # in one statement: some 0.3 s, and a short undo log
UNDONE_SHARE = 0.25
"""Of the pristine orders, or trades: where runs have added more, a new build is faster (on MariaDB 10.11 at 1GB an
order costs some four times as much to take back as to build with all that belongs to it)."""


class Undoing(msgspec.Struct, frozen=True):
    """An engine's way. source: what stands before the pristine tables' names in a query. settle: what follows."""

    engine: str
    source: str
    settle: Callable[[Cursor], None]

    def retryable(self, error: Exception) -> bool:
        """Whether a statement that failed so may be tried again (a deadlock)."""
        return dialect_of(self.engine).failure(error).retryable


def restored(job: StoreJob, mark: Mark, part: EngineStore, way: Undoing) -> str:
    """Brings the working database to the pristine state and says how."""
    with closing(job.connect(None)) as connection:
        cursor = connection.cursor()
        there = part.exists(cursor, job.name)
        state = _state(job, mark) if there else ""
        if state == "whole" and (how := _undone(job, mark, part, way)):
            return how
        working = replace(job, pristine=job.name)
        if state != "unfinished":
            if there:
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


def _state(job: StoreJob, mark: Mark) -> str:
    """ "whole" of that mark, "unfinished" of its size and seed, or "other"."""
    with closing(job.connect(job.name)) as connection:
        cursor = connection.cursor()
        if not has_table(cursor, "outpace_mark", job.name):
            return "other"
        rows = cursor.execute("SELECT NAME, VALUE FROM OUTPACE_MARK").fetchall()
    values = {str(name): str(value) for name, value in rows}
    if UNFINISHED in values:
        wanted = (mark.size, str(mark.seed), str(mark.generator))
        found = (values.get("size"), values.get("seed"), values.get("generator"))
        return "unfinished" if found == wanted else "other"
    try:
        return "whole" if mark_from(values, job.data.schema) == mark else "other"
    except ValueError:
        return "other"


def _undone(job: StoreJob, mark: Mark, part: EngineStore, way: Undoing) -> str:
    """Takes back what runs have added; "" where that would take longer than a new build, or has not sufficed."""
    script = f"undo_{job.data.grown.lower()}"
    if not job.data.schema.has(script, way.engine):
        return ""
    with closing(job.connect(job.name)) as connection:
        cursor = connection.cursor()
        part.prepare_session(cursor)
        data, built = job.data, mark.rows[job.data.grown]
        query = f"SELECT MAX({data.grown_key}) FROM {data.grown}"  # noqa: S608 - names of ours
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
    """Several pieces at once, told as rows."""
    done, total = 0.0, sum(unit.weight for unit in units)

    def tell(unit: Unit) -> None:
        nonlocal done
        done += unit.weight
        job.progress(unit.name, done, total)

    connections = max(1, job.target.data_connections)
    crew = Crew(
        job.connect,
        job.name,
        part,
        connections=connections,
        cancelled=job.cancelled,
        retryable=way.retryable,
    )
    with closing(crew):
        crew.run(units, tell)


def _unit(name: str, texts: Sequence[str], rows: float) -> Unit:
    """Statements to be executed one after another."""

    def work(connection: Connection) -> None:
        with closing(connection.cursor()) as cursor:
            for sql in texts:
                cursor.execute(sql)

    return Unit(name, work, rows)


def _small_tables_agree(cursor: Cursor, mark: Mark, data: Dataset, engine: str) -> bool:
    """Whether the small tables hold what was built, by their checksums; the caller counts the rows of all."""
    for query in data.schema.statement("checksum", engine).rstrip().rstrip(";").split("UNION ALL"):
        if any(f"'{table}'" in query for table in data.small):
            table, rows, checksum = cursor.execute(query).fetchall()[0]
            if (int(rows), int(checksum)) != (mark.rows[table], mark.checksums[table]):
                return False
    return True
