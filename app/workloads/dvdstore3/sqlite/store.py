# SPDX-License-Identifier: Apache-2.0
"""DVD Store 3's rows on SQLite: made as version 2's."""

from app.workloads.dvdstore.sqlite.store import DvdStoreOnSqlite
from app.workloads.dvdstore3.dataset import SCHEMA

STORE = DvdStoreOnSqlite(SCHEMA)
