# SPDX-License-Identifier: Apache-2.0
"""DVD Store 3 on PostgreSQL."""

from app.workloads.dvdstore.postgresql.store import DvdStoreOnPostgreSql
from app.workloads.dvdstore3.dataset import SCHEMA

STORE = DvdStoreOnPostgreSql(SCHEMA)
