# SPDX-License-Identifier: Apache-2.0
"""SQL dialects for rendering described tables, by the name of the engine's folder."""

from collections.abc import Mapping

from app.workloads.tables.dialects.mysql import MySql
from app.workloads.tables.dialects.postgresql import PostgreSql
from app.workloads.tables.dialects.sqlite import Sqlite
from app.workloads.tables.dialects.sqlserver import TransactSql
from app.workloads.tables.dialects.table_dialect import Dialect

DIALECTS: Mapping[str, Dialect] = {
    "sqlite": Sqlite(),
    "postgresql": PostgreSql(),
    "mysql": MySql(),
    "sqlserver": TransactSql(),
}
