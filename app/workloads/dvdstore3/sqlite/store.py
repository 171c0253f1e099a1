# SPDX-License-Identifier: Apache-2.0
"""DVD Store 3 on SQLite; rows are generated as in version 2."""

from app.workloads.dvdstore.sqlite.store import DvdStoreOnSqlite
from app.workloads.dvdstore3.dataset import SCHEMA

STORE = DvdStoreOnSqlite(SCHEMA)
