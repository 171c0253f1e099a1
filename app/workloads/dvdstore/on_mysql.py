"""DVD Store on MySQL 8 and MariaDB: what building, restoring and calls need to know of them."""

import time
from collections.abc import Sequence
from contextlib import closing
from dataclasses import replace
from hashlib import blake2b

from app.databases.errors import diagnosis, server_words
from app.workloads.dvdstore.cycle import Items
from app.workloads.dvdstore.mark import Mark
from app.workloads.dvdstore.mysql_schema import (
    FOLDER,
    finishing_steps,
    made_empty,
    quoted,
    schema_steps,
)
from app.workloads.dvdstore.packed import packed
from app.workloads.dvdstore.server_part import Cursor, Job, Rows, Step
from app.workloads.dvdstore.statements import statement
from app.workloads.dvdstore.undoing import Undoing, restored

CHUNK = 10_000  # the rows of OUTPACE_NUMBER
LOCK_WAIT_S = 60
NO_SUCH_THREAD = 1094
PURGE_S = 60.0
PURGED = 1_000  # transactions whose old rows the server still keeps: as good as none
BUILDING = (
    "SET SESSION sql_mode = 'STRICT_ALL_TABLES,NO_ENGINE_SUBSTITUTION'",
    "SET SESSION optimizer_switch = 'derived_merge=off'",  # each step of the generator is computed once
    "SET SESSION foreign_key_checks = 0, unique_checks = 0",
    "SET SESSION innodb_ft_enable_stopword = 0",
    "SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED",  # rows that a chunk reads are not locked
    f"SET SESSION lock_wait_timeout = {LOCK_WAIT_S}",
)


def _rows(script: str, table: str, count: int) -> Rows:
    return Rows(script, statement(script, FOLDER), table, count, chunk=CHUNK)


def _wait_for_purge(cursor: Cursor) -> None:
    """Lets the server remove deleted rows for good, which it does behind our back, and would do during the run.

    MySQL tells how many are left elsewhere, and only to accounts with PROCESS: there nobody waits.
    """
    end_s = time.monotonic() + PURGE_S
    while time.monotonic() < end_s:
        found = cursor.execute("SHOW GLOBAL STATUS LIKE 'Innodb_history_list_length'").fetchall()
        if not found or int(found[0][1]) <= PURGED:
            return
        time.sleep(0.2)


class MySqlPart:
    """MySQL's and MariaDB's part of a DVD Store. Stateless."""

    def basket(self, items: Items) -> str:
        """For each item ten digits of its product and one of its quantity."""
        return packed(items)

    def drains(self) -> bool:
        """A CALL ends with a result of its own."""
        return True

    def batches(self) -> bool:
        """A script is one statement."""
        return False

    def claim(self, cursor: Cursor, name: str) -> bool:
        """Takes the server's lock of that name for the connection's life."""
        digest = blake2b(name.encode(), digest_size=16).hexdigest()
        return bool(cursor.execute("SELECT GET_LOCK(?, 0)", f"outpace/{digest}").fetchval())

    def exists(self, cursor: Cursor, database: str) -> bool:
        """Whether there is a schema of that name."""
        found = cursor.execute("SELECT 1 FROM information_schema.SCHEMATA WHERE SCHEMA_NAME = ?", database).fetchall()
        return bool(found)

    def create(self, job: Job, cursor: Cursor) -> None:
        """Makes the pristine schema, after a trial of folders and rights. DatabaseError names what is missing."""
        made_empty(cursor, job.pristine, job.place)

    def remove(self, cursor: Cursor, database: str) -> None:
        """Drops a schema, ending the sessions in it."""
        for (session,) in cursor.execute(
            "SELECT ID FROM information_schema.PROCESSLIST WHERE DB = ? AND ID <> CONNECTION_ID()", database
        ).fetchall():
            self._kill(cursor, f"KILL {int(session)}")
        cursor.execute(f"SET SESSION lock_wait_timeout = {LOCK_WAIT_S}")
        cursor.execute(f"DROP DATABASE {quoted(database)}")

    def remove_placed(self, cursor: Cursor) -> None:
        """Nothing: the files of placed tables go with them."""

    def schema(self, job: Job) -> Sequence[Step]:
        """The tables in their folders."""
        return schema_steps(job.place)

    def rows(self, job: Job) -> Sequence[Rows]:
        """The generation of all rows."""
        count = job.parameters.rows
        return (
            _rows("products", "PRODUCTS", count.products),
            _rows("inventory", "INVENTORY", count.products),
            _rows("customers", "CUSTOMERS", count.customers),
            _rows("orders", "ORDERS", count.orders),
            replace(_rows("orderlines", "ORDERS", count.orders), name="order lines", weight=5.0, after=("orders",)),
            replace(
                _rows("cust_hist", "ORDERS", count.orders),
                name="purchase history",
                weight=5.0,
                after=("orders", "order lines"),
            ),
        )

    def finishing(self, job: Job) -> Sequence[Step]:
        """Indexes, foreign keys, full text, trigger, procedures, statistics."""
        return finishing_steps(job)

    def prepare_session(self, cursor: Cursor) -> None:
        """How a connection builds. When a commit waits for the disk is the server's setting, not a session's."""
        for setting in BUILDING:
            cursor.execute(setting)

    def prepare_user(self, cursor: Cursor) -> None:
        """Nothing: a user's session is as the address's settings make it."""

    def session_id(self, cursor: Cursor) -> int:
        """The server's number of this connection."""
        return int(cursor.execute("SELECT CONNECTION_ID()").fetchval())

    def end_session(self, cursor: Cursor, session: int) -> None:
        """Ends the statement of another connection."""
        self._kill(cursor, f"KILL QUERY {int(session)}")

    def seal(self, job: Job) -> None:
        """Puts the pristine tables on the disk, where the account may."""
        with closing(job.connect(job.pristine)) as connection:
            self.checkpoint(connection.cursor())

    def restore(self, job: Job, mark: Mark) -> str:
        """Takes back what runs have added: neither engine lets a session copy a schema's files."""
        return restored(job, mark, self, Undoing("mysql", quoted(job.pristine), _wait_for_purge))

    def size_bytes(self, cursor: Cursor, database: str) -> int:
        """Bytes of tables and indexes, and of the free space in their files."""
        if "mariadb" not in str(cursor.execute("SELECT VERSION()").fetchval()).lower():
            cursor.execute("SET SESSION information_schema_stats_expiry = 0")
        size = cursor.execute(
            "SELECT SUM(DATA_LENGTH + INDEX_LENGTH + DATA_FREE) FROM information_schema.TABLES WHERE TABLE_SCHEMA = ?",
            database,
        ).fetchval()
        return int(size or 0)

    def checkpoint(self, cursor: Cursor) -> str:
        """Writes all changed pages of the database's tables; "" or why it is not possible."""
        names = cursor.execute(
            "SELECT TABLE_NAME FROM information_schema.TABLES WHERE TABLE_SCHEMA = DATABASE() "
            "AND TABLE_TYPE = 'BASE TABLE'"
        ).fetchall()
        try:
            cursor.execute(f"FLUSH TABLES {', '.join(quoted(name) for (name,) in names)} FOR EXPORT")
        except Exception as error:  # noqa: BLE001 - the driver's own class; whatever it is, nothing has been written
            return f"the server refused to write its changed pages ({server_words(error)}); the account may lack RELOAD"
        cursor.execute("UNLOCK TABLES")
        return ""

    def _kill(self, cursor: Cursor, command: str) -> None:
        """KILL; a session that has ended meanwhile is no error."""
        try:
            cursor.execute(command)
        except Exception as error:
            if NO_SUCH_THREAD not in diagnosis(error).natives:
                raise
