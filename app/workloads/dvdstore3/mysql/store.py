# SPDX-License-Identifier: Apache-2.0
"""DVD Store 3 on MySQL 8 and MariaDB."""

from app.workloads.dvdstore.mysql.store import DvdStoreOnMySql
from app.workloads.dvdstore3.dataset import SCHEMA

STORE = DvdStoreOnMySql(SCHEMA)
