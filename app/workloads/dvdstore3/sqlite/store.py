# SPDX-License-Identifier: Apache-2.0
"""DVD Store 3's rows on SQLite."""

from collections.abc import Sequence

from app.workloads.database.dataset import Dataset
from app.workloads.database.engine_store import RowGeneration
from app.workloads.dvdstore.sqlite.store import CHUNK, DvdStoreOnSqlite
from app.workloads.dvdstore3.dataset import more_rows


class DvdStore3OnSqlite(DvdStoreOnSqlite):
    """SQLite's part of DVD Store 3. Stateless."""

    def rows(self, data: Dataset) -> Sequence[RowGeneration]:
        """Version 2's, and its own."""
        return [*super().rows(data), *more_rows(data, "sqlite", CHUNK)]


STORE = DvdStore3OnSqlite()
