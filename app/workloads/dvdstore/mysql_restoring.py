"""Back to the pristine state on MySQL and MariaDB: by taking back what runs have added, or by a new copy.

Neither engine can copy a schema's files from a session. Taking back costs as much as the run's rows; copying costs as
much as the whole database, and is left for the first time and for a working schema that has been damaged.
"""

import threading
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager

from app.workloads.dvdstore.building import BuildCancelledError
from app.workloads.dvdstore.mark import Mark, mark_from, mark_values
from app.workloads.dvdstore.mysql_schema import FOLDER, finishing_steps, quoted, schema_steps
from app.workloads.dvdstore.server_crew import Crew, Unit
from app.workloads.dvdstore.server_mark import INSERT, write_unfinished
from app.workloads.dvdstore.server_part import Connection, Cursor, Job, ServerPart
from app.workloads.dvdstore.statements import statement, statements, with_numbers

UNDONE_ORDERS = 2_000  # in one statement: some 0.3 s, and a short undo log
UNDONE_SHARE = 0.2
"""Of the pristine orders: where runs have added more, copying everything is faster (on MariaDB 10.11 at 1GB an order
taken back costs five to six times as much as one that is copied with all that belongs to it)."""
CHUNK = 10_000
LOOK_S = 0.2
PURGE_S = 120.0
PURGED = 1_000  # transactions whose old rows the server still keeps: as good as none


@contextmanager
def session(job: Job, part: ServerPart, database: str | None) -> Iterator[Cursor]:
    """A cursor of a connection with the settings of building."""
    with closing(job.connect(database)) as connection:
        cursor = connection.cursor()
        part.prepare_session(cursor)
        yield cursor


def undone(job: Job, mark: Mark, part: ServerPart) -> str:
    """Takes back what runs have added to the working schema, and says so.

    "" where it is not a whole one of that mark, or where a copy is faster.
    """
    with session(job, part, job.name) as cursor:
        if not _is_whole(cursor, mark):
            return ""
        newest = int(cursor.execute("SELECT MAX(ORDERID) FROM ORDERS").fetchval() or 0)
        first, orders = mark.rows["ORDERS"] + 1, max(newest - mark.rows["ORDERS"], 0)
        if orders > UNDONE_SHARE * mark.rows["ORDERS"]:
            return ""
        pieces = statements("undo_orders", FOLDER)
        starts = range(first, newest + 1, UNDONE_ORDERS)
        units = [
            _unit(
                "orders taken back", [with_numbers(sql, {"first": start, "last": last}) for sql in pieces], last - start
            )
            for start in starts
            for last in (min(start + UNDONE_ORDERS - 1, newest),)
        ]
        _Progress(job, part, float(orders)).make(units)
        cursor.execute("DELETE FROM CUSTOMERS WHERE CUSTOMERID > ?", mark.rows["CUSTOMERS"])
        numbers = {"next_order": mark.rows["ORDERS"] + 1, "next_customer": mark.rows["CUSTOMERS"] + 1}
        for sql in statements("reload", FOLDER):
            cursor.execute(with_numbers(sql.replace("{pristine}", quoted(job.pristine)), numbers))
        if not _small_tables_agree(cursor, mark):
            return ""
        _wait_for_purge(job, cursor)
    return f"{orders:,} orders taken back, stock reloaded"


def _is_whole(cursor: Cursor, mark: Mark) -> bool:
    """Whether the working schema carries the finished mark of that build."""
    there = cursor.execute(
        "SELECT 1 FROM information_schema.TABLES WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME = 'OUTPACE_MARK'"
    ).fetchall()
    if not there:
        return False
    try:
        return mark_from(dict(map(tuple, cursor.execute("SELECT NAME, VALUE FROM OUTPACE_MARK").fetchall()))) == mark
    except ValueError:
        return False


def _small_tables_agree(cursor: Cursor, mark: Mark) -> bool:
    """Whether the tables that are small at any size hold what was built, by their checksums."""
    small = ("CATEGORIES", "PRODUCTS", "INVENTORY")
    for query in statement("checksum", FOLDER).split("UNION ALL"):
        if any(f"'{table}'" in query for table in small):
            table, rows, checksum = cursor.execute(query).fetchone()
            if (int(rows), int(checksum)) != (mark.rows[table], mark.checksums[table]):
                return False
    return True


def _wait_for_purge(job: Job, cursor: Cursor) -> None:
    """Lets the server remove deleted rows for good, which it does behind our back, and would do during the run."""
    pause = threading.Event()
    for _ in range(round(PURGE_S / LOOK_S)):
        found = cursor.execute("SHOW GLOBAL STATUS LIKE 'Innodb_history_list_length'").fetchall()
        if not found or int(found[0][1]) <= PURGED:  # MySQL tells it to accounts with PROCESS only, elsewhere
            return
        if job.cancelled():
            raise BuildCancelledError("the restore was cancelled")
        pause.wait(LOOK_S)


def copied(job: Job, mark: Mark, part: ServerPart) -> str:
    """Makes the working schema anew, with every row of the pristine one. Where one stands, it is dropped."""
    with session(job, part, None) as cursor:
        if part.exists(cursor, job.name):
            part.remove(cursor, job.name)
        cursor.execute(f"CREATE DATABASE {quoted(job.name)} CHARACTER SET utf8mb4 COLLATE utf8mb4_bin")
    with session(job, part, job.name) as cursor:
        write_unfinished(cursor, job.parameters, mark.generator)
        for step in schema_steps(job.place):
            cursor.execute(step.sql)
    source, rows = quoted(job.pristine), mark.rows
    work = _Progress(job, part, float(sum(rows.values())))
    keys = (("PRODUCTS", "PROD_ID"), ("INVENTORY", "PROD_ID"), ("CUSTOMERS", "CUSTOMERID"), ("ORDERS", "ORDERID"))
    lines = rows["ORDERLINES"] / max(rows["ORDERS"], 1)
    units = [unit for table, key in keys for unit in _pieces(f"{source}.{table}", table, key, rows[table])]
    units += _pieces(f"{source}.ORDERLINES", "ORDERLINES", "ORDERID", rows["ORDERS"], weight=lines)
    work.make(units)
    history = statement("cust_hist", FOLDER)  # made of the copied orders: it has no key of its own to be cut by
    work.make(
        [
            _unit("copy", [with_numbers(history, {"first": first, "last": last})], (last - first + 1) * lines)
            for first, last in _chunks(rows["ORDERS"])
        ]
    )
    for step in finishing_steps(job):
        work.make([_unit(step.name, [step.sql], 0.0)])
    with session(job, part, job.name) as cursor:
        values = mark_values(mark)
        cursor.execute("START TRANSACTION")
        cursor.execute("DELETE FROM OUTPACE_MARK")
        for name, value in values.items():
            cursor.execute(INSERT, name, value)
        cursor.execute("COMMIT")
    return "new copy of the pristine tables"


def _chunks(last: int) -> Iterator[tuple[int, int]]:
    """Ranges of keys from 1."""
    return ((first, min(first + CHUNK - 1, last)) for first in range(1, last + 1, CHUNK))


def _pieces(source: str, table: str, key: str, last: int, *, weight: float = 1.0) -> list[Unit]:
    """Units that copy a table."""
    text = f"INSERT INTO {table} SELECT * FROM {source} WHERE {key} BETWEEN :first AND :last ORDER BY {key}"  # noqa: S608 - names of ours
    return [
        _unit("copy", [with_numbers(text, {"first": first, "last": end})], (end - first + 1) * weight)
        for first, end in _chunks(last)
    ]


def _unit(name: str, texts: Sequence[str], weight: float) -> Unit:
    """Statements to be executed one after another."""

    def work(connection: Connection) -> None:
        with closing(connection.cursor()) as cursor:
            for sql in texts:
                cursor.execute(sql)

    return Unit(name, work, weight)


class _Progress:
    """Units made by a crew on the working schema, told as rows of all."""

    def __init__(self, job: Job, part: ServerPart, total: float) -> None:
        self._job = job
        self._total = total
        self._done = 0.0
        self._crew = Crew(
            job.connect, job.name, part, connections=max(1, job.place.connections), cancelled=job.cancelled
        )

    def make(self, units: Sequence[Unit]) -> None:
        """Makes them all. Raises BuildCancelledError, or the first error of a statement."""
        if units:
            self._job.progress(units[0].name, min(self._done, self._total), self._total)
            self._crew.run(units, self._tell)

    def _tell(self, unit: Unit) -> None:
        self._done += unit.weight
        self._job.progress(unit.name, min(self._done, self._total), self._total)
