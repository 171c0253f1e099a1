# SPDX-License-Identifier: Apache-2.0
"""SQL dialects for rendering described tables, by the name of the engine's folder."""

from collections.abc import Mapping

from app.workloads.tables.dialects.mysql import MySqlTables
from app.workloads.tables.dialects.postgresql import PostgreSqlTables
from app.workloads.tables.dialects.sqlite import SqliteTables
from app.workloads.tables.dialects.sqlserver import TransactSql
from app.workloads.tables.dialects.table_dialect import TableDialect

DIALECTS: Mapping[str, TableDialect] = {
    "sqlite": SqliteTables(),
    "postgresql": PostgreSqlTables(),
    "mysql": MySqlTables(),
    "sqlserver": TransactSql(),
}
