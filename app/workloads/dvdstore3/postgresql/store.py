# SPDX-License-Identifier: Apache-2.0
"""DVD Store 3 on PostgreSQL."""

from collections.abc import Sequence

from app.workloads.database.engine_store import RowGeneration, StoreJob
from app.workloads.dvdstore.postgresql.store import CHUNK, FOLDER, DvdStoreOnPostgreSql
from app.workloads.dvdstore3.dataset import SCHEMA, more_rows


class DvdStore3OnPostgreSql(DvdStoreOnPostgreSql):
    """PostgreSQL's part of DVD Store 3. Stateless."""

    def rows(self, job: StoreJob) -> Sequence[RowGeneration]:
        """Version 2's, and its own."""
        return [*super().rows(job), *more_rows(job.data, FOLDER, CHUNK)]


STORE = DvdStore3OnPostgreSql(SCHEMA)
