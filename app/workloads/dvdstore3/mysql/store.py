# SPDX-License-Identifier: Apache-2.0
"""DVD Store 3 on MySQL 8 and MariaDB."""

from collections.abc import Sequence

from app.workloads.database.engine_store import RowGeneration, StoreJob
from app.workloads.database.mysql.server_part import CHUNK
from app.workloads.dvdstore.mysql.store import FOLDER, DvdStoreOnMySql
from app.workloads.dvdstore3.dataset import SCHEMA, more_rows


class DvdStore3OnMySql(DvdStoreOnMySql):
    """MySQL's and MariaDB's part of DVD Store 3. Stateless."""

    def rows(self, job: StoreJob) -> Sequence[RowGeneration]:
        """Version 2's, and its own."""
        return [*super().rows(job), *more_rows(job.data, FOLDER, CHUNK)]


STORE = DvdStore3OnMySql(SCHEMA)
