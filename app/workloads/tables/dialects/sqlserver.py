# SPDX-License-Identifier: Apache-2.0
"""SQL dialect of SQL Server 2016 or later for described tables, limited to what Babelfish supports."""

from collections.abc import Iterable, Mapping, Sequence
from typing import ClassVar

from app.workloads.tables.dialects.table_dialect import TableDialect
from app.workloads.tables.row_expressions import Expression, pick
from app.workloads.tables.table import Column, RowLoop, Table, listed

DIGITS = listed(f"({digit})" for digit in range(10))
PLACES = ("THOUSANDS", "HUNDREDS", "TENS", "ONES")
NUMBER = "THOUSANDS.N * 1000 + HUNDREDS.N * 100 + TENS.N * 10 + ONES.N"
ALPHABET = [chr(65 + place) for place in range(26)]


class TransactSql(TableDialect):
    """Dialect of SQL Server and Babelfish. A TOP larger than the row count makes the server compute each step once."""

    types: ClassVar[Mapping[str, str]] = {
        "tiny": "TINYINT", "small": "SMALLINT", "int": "INT", "big": "BIGINT", "money": "MONEY", "date": "DATETIME",
    }  # fmt: skip
    top = " TOP (1000000)"
    substring = "SUBSTRING"
    integer = "INT"
    length = "LEN"
    count = "COUNT_BIG(*)"
    numbers = (
        ("DIGIT (N)", f"SELECT N FROM (VALUES {DIGITS}) AS D (N)"),
        (
            "NUMBER (ID)",
            f"SELECT TOP (1000000) CAST(:first AS BIGINT) + {NUMBER}\n"
            f"    FROM {' CROSS JOIN '.join(f'DIGIT AS {one}' for one in PLACES)}\n"
            f"    WHERE {NUMBER} <= :last - :first",
        ),
    )

    def expanded(self, loop: RowLoop, source: str) -> str:
        """Join a table of digits once per digit of the largest number."""
        places = PLACES[-len(str(loop.most - 1)) :]
        number = " + ".join(f"{one}.N * {10**at}" if at else f"{one}.N" for at, one in enumerate(reversed(places)))
        first = f" + {loop.first}" if loop.first else ""
        inside, outside = self.limits(loop)
        digits = " CROSS JOIN ".join(f"DIGIT AS {one}" for one in places)
        numbers = f"SELECT {loop.name} FROM (SELECT {number}{first} AS {loop.name} FROM {digits}) AS COUNTED{inside}"
        return f"{source}\n    CROSS JOIN ({numbers}) AS LOOP_{loop.name}{outside}"

    def insert(self, table: Table, steps: str, select: str) -> str:
        """Put the steps before INSERT, as T-SQL requires; enable explicit values of an identity column."""
        made = f"{steps}INSERT INTO {table.name} ({table.column_names})\n{select}{self.order(table)}"
        if not table.identity:
            return made
        return f"SET IDENTITY_INSERT {table.name} ON;\n\n{made};\n\nSET IDENTITY_INSERT {table.name} OFF"

    def letter(self, value: Expression, place: int) -> str:
        """Select from the alphabet, because Babelfish's CHAR does not accept large numbers."""
        return self.sql(pick(ALPHABET, value // 26**place % 26 if place else value % 26))

    def letters(self, codes: Sequence[str]) -> str:
        """Concatenate the letters."""
        return f"CONCAT({listed(codes)})"

    def repeated(self, sql: str, count: int) -> str:
        """Return REPLICATE, which is REPEAT in T-SQL."""
        return f"REPLICATE({sql}, {count})"

    def cents(self, sql: str) -> str:
        """Divide by 100 as MONEY, which has four decimals."""
        return f"CAST({sql} AS MONEY) / 100"

    def date(self, year: int, month: Expression, day: Expression) -> str:
        """Add to the first day of the year, because Babelfish's DATEFROMPARTS does not accept large numbers."""
        first = f"DATEADD(MONTH, CAST({self.sql(month)} AS INT), CAST('{year}0101' AS DATETIME))"
        return f"DATEADD(DAY, CAST({self.sql(day)} AS INT), {first})"

    def collation(self, column: Column) -> str:
        """Return a binary collation if strings are compared byte by byte."""
        return "COLLATE Latin1_General_BIN2" if column.exact else ""

    def identity(self, table: Table) -> str:
        """Return the key's IDENTITY property."""
        return "IDENTITY" if table.identity else ""

    def table_key(self, table: Table) -> Sequence[str]:
        """Name the primary key, because full text needs the name of its index."""
        return (f"CONSTRAINT PK_{table.name} PRIMARY KEY ({listed(table.key)})",) if table.key else ()

    def keys(self, tables: Iterable[Table]) -> list[str]:
        """Return statements that make new rows' numbers follow the generated ones."""
        return [f"DBCC CHECKIDENT ('{one.name}', RESEED, :last_{one.name.lower()})" for one in tables if one.identity]
