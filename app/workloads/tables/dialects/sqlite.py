# SPDX-License-Identifier: Apache-2.0
"""SQLite."""

from collections.abc import Mapping, Sequence
from typing import ClassVar

from app.workloads.tables.dialects.table_dialect import PRECEDENCE, Dialect
from app.workloads.tables.row_expressions import Expression
from app.workloads.tables.table import Column, Index, Loop, Table, listed

MARK = "CREATE TABLE OUTPACE_MARK (NAME VARCHAR(50) PRIMARY KEY, VALUE VARCHAR(200) NOT NULL) WITHOUT ROWID"


class Sqlite(Dialect):
    """SQLite. Dates are text, YYYY-MM-DD HH:MM:SS; a table with several key columns is stored in its primary key."""

    types: ClassVar[Mapping[str, str]] = {
        "tiny": "INTEGER", "small": "INTEGER", "int": "INTEGER", "big": "INTEGER", "money": "NUMERIC",
        "date": "DATETIME",
    }  # fmt: skip
    nested = True
    materialized = "MATERIALIZED "
    code = "UNICODE"
    recursive = True
    numbers = (("NUMBER (ID)", "SELECT :first UNION ALL SELECT ID + 1 FROM NUMBER WHERE ID < :last"),)

    def expanded(self, loop: Loop, source: str) -> str:
        """Join the known numbers."""
        values = ", ".join(f"({number})" for number in range(loop.first, loop.first + loop.most))
        inside, outside = self.limits(loop)
        numbers = f"SELECT column1 AS {loop.name} FROM (VALUES {values}){inside}"
        return f"{source}\n    CROSS JOIN ({numbers}) AS LOOP_{loop.name}{outside}"

    def large(self, sql: str) -> str:
        """Return the number as it is: all have 64 bits."""
        return sql

    def letters(self, codes: Sequence[str]) -> str:
        """Return CHAR, which takes several codes."""
        return f"CHAR({listed(codes)})"

    def joined(self, parts: Sequence[Expression]) -> str:
        """Return ||, which binds more tightly than arithmetic."""
        if len(parts) == 1:
            return f"CAST({self.sql(parts[0])} AS TEXT)"
        return " || ".join(f"({self.sql(one)})" if one.operator in PRECEDENCE else self.sql(one) for one in parts)

    def repeated(self, sql: str, count: int) -> str:
        """Replace zero bytes, since SQLite has no REPEAT."""
        return f"REPLACE(HEX(ZEROBLOB({count})), '00', {sql})"

    def cents(self, sql: str) -> str:
        """Divide: SQLite stores a whole quotient as an integer."""
        return f"{sql} / 100.0"

    def date(self, year: int, month: Expression, day: Expression) -> str:
        """Return the text."""
        return f"PRINTF('{year}-%02d-%02d 00:00:00', {self.sql(month + 1)}, {self.sql(day + 1)})"

    def schema(self, tables: Sequence[Table]) -> list[str]:
        """Create the mark's table too: a file holds it from its beginning."""
        return [*super().schema(tables), MARK]

    def column_key(self, table: Table, column: Column) -> str:
        """Return the key of one column, and what it refers to."""
        references = [
            f"REFERENCES {one.table} ({one.column}) ON DELETE CASCADE"
            for one in table.foreign_keys
            if one.column == column.name
        ]
        return " ".join([*(["PRIMARY KEY"] if table.key == (column.name,) else []), *references])

    def table_key(self, table: Table) -> Sequence[str]:
        """Return the key of several columns."""
        return super().table_key(table) if len(table.key) > 1 else ()

    def table_end(self, table: Table) -> str:
        """Store rows in the key, which is what the order of INSERTs follows."""
        return " WITHOUT ROWID" if len(table.key) > 1 else ""

    def index(self, table: Table, one: Index) -> str:
        """Return an index whose included columns trail: SQLite has no INCLUDE."""
        return super().index(table, Index(one.name, one.columns + one.include, unique=one.unique))

    def foreign_keys(self, table: Table) -> list[str]:
        """Return nothing: columns define them."""
        return []

    def in_cents(self, name: str) -> str:
        """Round: money is a binary fraction."""
        return f"CAST(ROUND({name} * 100) AS INTEGER)"

    def date_part(self, what: str, name: str) -> str:
        """Cut from the text."""
        return f"CAST(SUBSTR({name}, {6 if what == 'month' else 9}, 2) AS INTEGER)"

    def last_code(self, name: str) -> str:
        """Return the code by SUBSTR, since SQLite has no RIGHT."""
        return f"UNICODE(SUBSTR({name}, -1))"
