# SPDX-License-Identifier: Apache-2.0
"""DVD Store 3's rows on SQLite: made as version 2's."""

from app.workloads.dvdstore.sqlite.store import DvdStoreOnSqlite

STORE = DvdStoreOnSqlite()
