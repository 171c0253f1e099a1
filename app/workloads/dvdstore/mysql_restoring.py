"""Back to the pristine state on MySQL and MariaDB: by taking back what runs have added, or by a new copy.

Neither engine can copy a schema's files from a session. Taking back costs as much as the run's rows; copying costs as
much as the whole database, and is left for the first time and for a working schema that has been damaged.
"""

import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import closing, contextmanager
from dataclasses import dataclass, field

from app.workloads.dvdstore.building import BuildCancelledError
from app.workloads.dvdstore.mark import Mark, mark_from, mark_values, owner_values
from app.workloads.dvdstore.mysql_schema import FOLDER, finishing_steps, quoted, schema_steps
from app.workloads.dvdstore.server_part import Cursor, Job
from app.workloads.dvdstore.statements import statement, statements, with_numbers

UNDONE_ORDERS = 2_000  # in one statement: some 10 ms, and a short undo log
CHUNK = 10_000
LOOK_S = 0.2
PURGE_S = 120.0
PURGED = 1_000  # transactions whose old rows the server still keeps: as good as none
SESSION = (
    "SET SESSION foreign_key_checks = 0, unique_checks = 0",
    "SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED",
    "SET SESSION sql_mode = 'STRICT_ALL_TABLES,NO_ENGINE_SUBSTITUTION'",
    "SET SESSION optimizer_switch = 'derived_merge=off'",
    "SET SESSION innodb_ft_enable_stopword = 0",
    "SET SESSION lock_wait_timeout = 60, innodb_lock_wait_timeout = 60",
)
MARK = "INSERT INTO OUTPACE_MARK (NAME, VALUE) VALUES (?, ?)"


@contextmanager
def session(job: Job, database: str | None) -> Iterator[Cursor]:
    """A cursor of a connection for restoring."""
    with closing(job.connect(database)) as connection:
        cursor = connection.cursor()
        for setting in SESSION:
            cursor.execute(setting)
        yield cursor


def undone(job: Job, mark: Mark) -> str:
    """Takes back what runs have added to the working schema, and says so; "" where it is no whole one of that mark."""
    with session(job, job.name) as cursor:
        if not _is_whole(cursor, mark):
            return ""
        newest = int(cursor.execute("SELECT MAX(ORDERID) FROM ORDERS").fetchval() or 0)
        first, orders = mark.rows["ORDERS"] + 1, newest - mark.rows["ORDERS"]
        pieces = statements("undo_orders", FOLDER)
        for start in range(first, newest + 1, UNDONE_ORDERS):
            if job.cancelled():
                raise BuildCancelledError("the restore was cancelled")
            job.progress("orders taken back", start - first, orders)
            numbers = {"first": start, "last": min(start + UNDONE_ORDERS - 1, newest)}
            for sql in pieces:
                cursor.execute(with_numbers(sql, numbers))
        cursor.execute("DELETE FROM CUSTOMERS WHERE CUSTOMERID > ?", mark.rows["CUSTOMERS"])
        numbers = {"next_order": mark.rows["ORDERS"] + 1, "next_customer": mark.rows["CUSTOMERS"] + 1}
        for sql in statements("reload", FOLDER):
            cursor.execute(with_numbers(sql.replace("{pristine}", quoted(job.pristine)), numbers))
        job.progress("orders taken back", orders, orders)
        if not _small_tables_agree(cursor, mark):
            return ""
        _wait_for_purge(job, cursor)
    return f"{max(orders, 0):,} orders taken back, stock reloaded"


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


def copied(job: Job, mark: Mark, remove: Callable[[Cursor, str], None]) -> str:
    """Makes the working schema anew, with every row of the pristine one. Where one stands, it is dropped."""
    with session(job, None) as cursor:
        if cursor.execute("SELECT 1 FROM information_schema.SCHEMATA WHERE SCHEMA_NAME = ?", job.name).fetchall():
            remove(cursor, job.name)
        cursor.execute(f"CREATE DATABASE {quoted(job.name)} CHARACTER SET utf8mb4 COLLATE utf8mb4_bin")
    with session(job, job.name) as cursor:
        cursor.execute(f"CREATE TABLE OUTPACE_MARK LIKE {quoted(job.pristine)}.OUTPACE_MARK")
        owner = owner_values(mark.size, mark.seed, mark.generator)
        cursor.executemany(MARK, list(owner.items()))
        for step in schema_steps(job.place):
            cursor.execute(step.sql)
    source = quoted(job.pristine)
    work = _Work(job, sum(mark.rows.values()))
    rows = mark.rows
    keys = (("PRODUCTS", "PROD_ID"), ("INVENTORY", "PROD_ID"), ("CUSTOMERS", "CUSTOMERID"), ("ORDERS", "ORDERID"))
    pieces = [piece for table, key in keys for piece in _pieces(f"{source}.{table}", table, key, rows[table])]
    lines = rows["ORDERLINES"] / max(rows["ORDERS"], 1)
    pieces += [
        (sql, orders * lines)
        for sql, orders in _pieces(f"{source}.ORDERLINES", "ORDERLINES", "ORDERID", rows["ORDERS"])
    ]
    work.run(pieces)
    history = statement("cust_hist", FOLDER)  # made of the copied orders: the history has no key to cut it by
    chunks = ((first, min(first + CHUNK - 1, rows["ORDERS"])) for first in range(1, rows["ORDERS"] + 1, CHUNK))
    work.run([(with_numbers(history, {"first": a, "last": b}), (b - a + 1) * lines) for a, b in chunks])
    for step in finishing_steps(job):
        work.run([(step.sql, 0.0)], step.name)
    with session(job, job.name) as cursor:
        cursor.executemany(MARK, [pair for pair in mark_values(mark).items() if pair[0] not in owner])
    return "new copy of the pristine tables"


def _pieces(source: str, table: str, key: str, last: int) -> list[tuple[str, float]]:
    """Statements that copy a table, each with the keys that it covers."""
    return [
        (
            f"INSERT INTO {table} SELECT * FROM {source} WHERE {key} BETWEEN {first} AND {end} ORDER BY {key}",  # noqa: S608 - names of ours
            end - first + 1,
        )
        for first in range(1, last + 1, CHUNK)
        for end in (min(first + CHUNK - 1, last),)
    ]


@dataclass
class _Work:
    """Statements in parallel sessions, with progress; ended when the restore is cancelled."""

    job: Job
    total: float
    done: float = 0.0
    sessions: dict[int, int] = field(default_factory=dict)

    def run(self, pieces: Sequence[tuple[str, float]], task: str = "copy") -> None:
        """Executes every statement once. Raises BuildCancelledError, or the first error of a statement."""
        waiting = iter(pieces)
        lock = threading.Lock()
        stop = threading.Event()

        def work() -> None:
            with session(self.job, self.job.name) as cursor:
                number = int(cursor.execute("SELECT CONNECTION_ID()").fetchval())
                with lock:
                    self.sessions[threading.get_ident()] = number
                try:
                    while not stop.is_set():
                        with lock:
                            piece = next(waiting, None)
                        if piece is None:
                            return
                        cursor.execute(piece[0])
                        with lock:
                            self.done += piece[1]
                finally:
                    with lock:
                        del self.sessions[threading.get_ident()]

        threads = max(1, min(self.job.place.connections, len(pieces)))
        with ThreadPoolExecutor(threads, thread_name_prefix="copy") as pool:
            running: set[Future[None]] = {pool.submit(work) for _ in range(threads)}
            try:
                while running:
                    finished, running = wait(running, LOOK_S, FIRST_COMPLETED)
                    for future in finished:
                        future.result()
                    self.job.progress(task, min(self.done, self.total), self.total)
                    if self.job.cancelled():
                        raise BuildCancelledError("the restore was cancelled")
            except BaseException:
                stop.set()
                with lock:
                    self._end(list(self.sessions.values()))
                raise

    def _end(self, sessions: Sequence[int]) -> None:
        """Ends the statements under way."""
        with closing(self.job.connect(None)) as connection:
            for number in sessions:
                connection.cursor().execute(f"KILL QUERY {number}")
