# SPDX-License-Identifier: Apache-2.0
"""Order entry on MySQL 8 and MariaDB."""

from collections.abc import Sequence

from app.workloads.cycle_language import CallForms
from app.workloads.database.engine_store import Cursor, RowGeneration, SchemaStatement, StoreJob, generations
from app.workloads.database.mysql.server_part import CHUNK, MySqlPart, step
from app.workloads.database.schema import with_numbers
from app.workloads.order_entry.clerk import LINES_IN_DIGITS
from app.workloads.order_entry.dataset import SCHEMA

FOLDER = "mysql"
CHUNK_OF_LINES = 2_000


class OrderEntryOnMySql(MySqlPart):
    """MySQL's and MariaDB's part of order entry. Stateless."""

    forms = CallForms(lambda _: LINES_IN_DIGITS)

    def rows(self, job: StoreJob) -> Sequence[RowGeneration]:
        """Return the generation of all rows; no table's rows are computed from another table's."""
        return generations(job.data, FOLDER, CHUNK, CHUNK_OF_LINES)

    def finishing(self, job: StoreJob) -> Sequence[SchemaStatement]:
        """Return the steps for indexes, procedures and statistics."""
        weight = sum(job.data.rows.values()) * 0.2
        return [
            *(step("indexes", sql, weight) for sql in SCHEMA.statements("indexes", FOLDER)),
            *(step("procedures", sql) for sql in SCHEMA.statements("procedures", FOLDER)),
            *(
                step("statistics", with_numbers(sql, job.data.next_numbers))
                for sql in SCHEMA.statements("statistics", FOLDER)
            ),
        ]

    def user_statements(self) -> Sequence[str]:
        """Return the isolation level at which deliveries lock no gaps; new orders would deadlock on them."""
        return ("SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED",)

    def prepare_user(self, cursor: Cursor) -> None:
        """Execute the statements of `user_statements`."""
        for sql in self.user_statements():
            cursor.execute(sql)


STORE = OrderEntryOnMySql(SCHEMA)
