# SPDX-License-Identifier: Apache-2.0
"""SQL dialect of MySQL 8 and MariaDB for described tables."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar

from app.workloads.tables.dialects.table_dialect import TableDialect
from app.workloads.tables.row_expressions import Expression
from app.workloads.tables.table import Column, RowLoop, Table, listed

NUMBERS = """\
-- Row numbers of a chunk (the recursive forms of MySQL and MariaDB differ in their limits); gone after the build.
CREATE TABLE OUTPACE_NUMBER (N BIGINT NOT NULL PRIMARY KEY) ENGINE = InnoDB"""
DIGITS = "SELECT 0 AS N" + "".join(f" UNION ALL SELECT {digit}" for digit in range(1, 10))
NUMBERED = f"""\
INSERT INTO OUTPACE_NUMBER (N)
WITH DIGIT (N) AS ({DIGITS})
SELECT THOUSANDS.N * 1000 + HUNDREDS.N * 100 + TENS.N * 10 + ONES.N
FROM DIGIT AS THOUSANDS CROSS JOIN DIGIT AS HUNDREDS CROSS JOIN DIGIT AS TENS CROSS JOIN DIGIT AS ONES"""


class MySqlTables(TableDialect):
    """Dialect of MySQL and MariaDB. Each step is a derived table, which optimizer_switch prevents from being merged.

    The database's binary collation compares strings as the other engines do. Columns with a full-text index need
    another collation: InnoDB stores words in lower case and finds none in a binary collation.
    """

    types: ClassVar[Mapping[str, str]] = {
        "tiny": "TINYINT", "small": "SMALLINT", "int": "INT", "big": "BIGINT", "money": "DECIMAL(12, 2)",
        "date": "DATETIME",
    }  # fmt: skip
    note = "-- OUTPACE_NUMBER holds the numbers 0 to 9,999 while a database is built.\n"
    nested = True
    loop_hint = " /*+ NO_BNL() */"
    divide = "DIV"
    integer = "SIGNED"
    length = "CHAR_LENGTH"
    source = "(SELECT N + :first AS ID FROM OUTPACE_NUMBER WHERE N <= :last - :first) AS NUMBER"

    def expanded(self, loop: RowLoop, source: str) -> str:
        """Join the table of numbers row by row; the hint and STRAIGHT_JOIN prevent MySQL 8 from using another order."""
        inside, outside = self.limits(loop)
        last = self.sql(loop.last) if inside else loop.first + loop.most - 1
        numbers = f"SELECT N AS {loop.name} FROM OUTPACE_NUMBER WHERE N BETWEEN {loop.first} AND {last}"
        return f"{source}\n    STRAIGHT_JOIN ({numbers}) AS LOOP_{loop.name}{outside}"

    def large(self, sql: str) -> str:
        """Return the number unchanged, because all numbers have 64 bits."""
        return sql

    def choice(self, known: Sequence[Any], at: Expression) -> str:
        """Choose strings with ELT."""
        if isinstance(known[0], int):
            return super().choice(known, at)
        return f"ELT({self.sql(at + 1)}, {listed(map(self.literal, known))})"

    def letters(self, codes: Sequence[str]) -> str:
        """Return CHAR, which accepts several codes."""
        return f"CHAR({listed(codes)} USING utf8mb4)"

    def joined(self, parts: Sequence[Expression]) -> str:
        """Cast a single number to CHAR; MySQL cannot cast to VARCHAR."""
        return f"CAST({self.sql(parts[0])} AS CHAR)" if len(parts) == 1 else super().joined(parts)

    def cents(self, sql: str) -> str:
        """Divide by 100; the quotient is a decimal."""
        return f"{sql} / 100"

    def date(self, year: int, month: Expression, day: Expression) -> str:
        """Cast a number of the form YYYYMMDD; a string would be converted again in each row of a loop."""
        return f"CAST({self.sql(month * 100 + day + (year * 10_000 + 101))} AS DATE)"

    def schema(self, tables: Sequence[Table]) -> list[str]:
        """Create the tables, and the table of numbers."""
        return [*super().schema(tables), NUMBERS, NUMBERED]

    def collation(self, column: Column) -> str:
        """Return a collation for full-text columns, because full text finds nothing in a binary one."""
        return "COLLATE utf8mb4_general_ci" if column.searched else ""

    def identity(self, table: Table) -> str:
        """Return the attribute of the key."""
        return "AUTO_INCREMENT" if table.identity else ""

    def table_end(self, table: Table) -> str:
        """Return the storage engine."""
        return " ENGINE = InnoDB"

    def indexes(self, tables: Iterable[Table]) -> list[str]:
        """Return one statement per table, which reads the table once. Without INCLUDE, included columns come last."""
        made = []
        for table in tables:
            added = [
                f"ADD {'UNIQUE ' if one.unique else ''}INDEX {one.name} ({listed(one.columns + one.include)})"
                for one in table.indexes
            ]
            if added := [*added, *self.foreign_keys(table)]:
                made.append(f"ALTER TABLE {table.name}\n    " + ",\n    ".join(added))
        return made

    def in_cents(self, name: str) -> str:
        """Cast to SIGNED; MySQL cannot cast to BIGINT."""
        return f"CAST({name} * 100 AS SIGNED)"
