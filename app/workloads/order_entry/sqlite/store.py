# SPDX-License-Identifier: Apache-2.0
"""Order entry's rows on SQLite."""

from collections.abc import Mapping, Sequence
from functools import cache

from app.workloads.database.dataset import Dataset
from app.workloads.database.engine_store import RowGeneration, Step, generations
from app.workloads.order_entry.dataset import SCHEMA
from app.workloads.order_entry.sqlite.operations import FORMS

CHUNK, CHUNK_OF_LINES = 10_000, 2_000


@cache
def statements() -> Mapping[str, str]:
    """Return the SQL of all statements by their names."""
    return SCHEMA.named("operations", "sqlite")


class OrderEntryTables:
    """SQLite's part of order entry. Stateless. Weights count in rows."""

    forms = FORMS

    def sql(self, statement: str) -> str:
        """Return the SQL of a statement."""
        return statements()[statement]

    def rows(self, data: Dataset) -> Sequence[RowGeneration]:
        """Return the generation of all rows, as servers make them."""
        return generations(data, "sqlite", CHUNK, CHUNK_OF_LINES)

    def finishing(self, data: Dataset) -> Sequence[Step]:
        """Return what follows the rows; the checksum comes last."""
        rows = float(sum(data.rows.values()))
        return [
            Step("indexes", SCHEMA.statement("indexes"), 0.2 * rows),
            Step("statistics", "ANALYZE", 0.2 * rows),
            Step("checksum", SCHEMA.statement("checksum"), 1.0 * rows),
        ]


STORE = OrderEntryTables()
