# SPDX-License-Identifier: Apache-2.0
"""SQL dialect of SQLite for described tables."""

from collections.abc import Mapping, Sequence
from typing import ClassVar

from app.workloads.tables.dialects.table_dialect import PRECEDENCE, TableDialect
from app.workloads.tables.row_expressions import Expression
from app.workloads.tables.table import Column, Index, RowLoop, Table, listed

MARK = "CREATE TABLE OUTPACE_MARK (NAME VARCHAR(50) PRIMARY KEY, VALUE VARCHAR(200) NOT NULL) WITHOUT ROWID"


class SqliteTables(TableDialect):
    """Dialect of SQLite. Dates are strings, YYYY-MM-DD HH:MM:SS; a table with several key columns is WITHOUT ROWID."""

    types: ClassVar[Mapping[str, str]] = {
        "tiny": "INTEGER", "small": "INTEGER", "int": "INTEGER", "big": "INTEGER", "money": "NUMERIC",
        "date": "DATETIME",
    }  # fmt: skip
    nested = True
    materialized = "MATERIALIZED "
    code = "UNICODE"
    recursive = True
    numbers = (("NUMBER (ID)", "SELECT :first UNION ALL SELECT ID + 1 FROM NUMBER WHERE ID < :last"),)

    def expanded(self, loop: RowLoop, source: str) -> str:
        """Join the loop's numbers, which are known in advance."""
        values = ", ".join(f"({number})" for number in range(loop.first, loop.first + loop.most))
        inside, outside = self.limits(loop)
        numbers = f"SELECT column1 AS {loop.name} FROM (VALUES {values}){inside}"
        return f"{source}\n    CROSS JOIN ({numbers}) AS LOOP_{loop.name}{outside}"

    def large(self, sql: str) -> str:
        """Return the number unchanged, because all numbers have 64 bits."""
        return sql

    def letters(self, codes: Sequence[str]) -> str:
        """Return CHAR, which accepts several codes."""
        return f"CHAR({listed(codes)})"

    def joined(self, parts: Sequence[Expression]) -> str:
        """Concatenate with ||, which binds more tightly than arithmetic."""
        if len(parts) == 1:
            return f"CAST({self.sql(parts[0])} AS TEXT)"
        return " || ".join(f"({self.sql(one)})" if one.operator in PRECEDENCE else self.sql(one) for one in parts)

    def repeated(self, sql: str, count: int) -> str:
        """Use REPLACE on zero bytes, because SQLite has no REPEAT."""
        return f"REPLACE(HEX(ZEROBLOB({count})), '00', {sql})"

    def cents(self, sql: str) -> str:
        """Divide by 100; SQLite stores an integral quotient as an integer."""
        return f"{sql} / 100.0"

    def date(self, year: int, month: Expression, day: Expression) -> str:
        """Return a string in SQLite's date format."""
        return f"PRINTF('{year}-%02d-%02d 00:00:00', {self.sql(month + 1)}, {self.sql(day + 1)})"

    def schema(self, tables: Sequence[Table]) -> list[str]:
        """Create the tables, and the mark's table, which a file has from the start."""
        return [*super().schema(tables), MARK]

    def column_key(self, table: Table, column: Column) -> str:
        """Return the clauses of a single-column primary key and of a column's foreign key."""
        references = [
            f"REFERENCES {one.table} ({one.column}) ON DELETE CASCADE"
            for one in table.foreign_keys
            if one.column == column.name
        ]
        return " ".join([*(["PRIMARY KEY"] if table.key == (column.name,) else []), *references])

    def table_key(self, table: Table) -> Sequence[str]:
        """Return the clause of a primary key of several columns."""
        return super().table_key(table) if len(table.key) > 1 else ()

    def table_end(self, table: Table) -> str:
        """Return WITHOUT ROWID, so that rows are stored in the primary key, in whose order they are inserted."""
        return " WITHOUT ROWID" if len(table.key) > 1 else ""

    def index(self, table: Table, one: Index) -> str:
        """Return an index with included columns last, because SQLite has no INCLUDE."""
        return super().index(table, Index(one.name, one.columns + one.include, unique=one.unique))

    def foreign_keys(self, table: Table) -> list[str]:
        """Return nothing, because column definitions contain foreign keys."""
        return []

    def in_cents(self, name: str) -> str:
        """Round, because amounts are stored as binary fractions."""
        return f"CAST(ROUND({name} * 100) AS INTEGER)"

    def date_part(self, what: str, name: str) -> str:
        """Extract the part from the date's string."""
        return f"CAST(SUBSTR({name}, {6 if what == 'month' else 9}, 2) AS INTEGER)"

    def last_code(self, name: str) -> str:
        """Return the code using SUBSTR, because SQLite has no RIGHT."""
        return f"UNICODE(SUBSTR({name}, -1))"
