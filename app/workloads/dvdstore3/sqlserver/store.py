# SPDX-License-Identifier: Apache-2.0
"""DVD Store 3 on SQL Server 2016 or later and on Babelfish for PostgreSQL."""

from collections.abc import Mapping

from app.workloads.database.dataset import Dataset
from app.workloads.dvdstore.sqlserver import store as version_2
from app.workloads.dvdstore.sqlserver.store import DvdStoreOnSqlServer
from app.workloads.dvdstore3.dataset import SCHEMA, DvdStore3Data

ROW_BYTES: Mapping[str, tuple[float, float]] = {
    "MEMBERSHIP": (25.0, 0.0), "REVIEWS": (340.0, 45.0), "REVIEWS_HELPFULNESS": (25.0, 20.0),
}  # fmt: skip
"""Bytes of a row of each table, and of its entries in secondary indexes."""


def bytes_of(data: Dataset) -> Mapping[str, tuple[float, float]]:
    """Return the bytes of each table's rows, and of its entries in secondary indexes."""
    assert isinstance(data, DvdStore3Data)
    own = {table: (row * data.more[table], more * data.more[table]) for table, (row, more) in ROW_BYTES.items()}
    return {**version_2.bytes_of(data), **own}


STORE = DvdStoreOnSqlServer(SCHEMA, bytes_of)
