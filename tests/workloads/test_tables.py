# SPDX-License-Identifier: Apache-2.0
"""Described tables: every engine builds the recorded rows and evaluates expressions in the same way.

The T-SQL is checked as text if no SQL Server is available.
"""

import logging
import random
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from itertools import accumulate
from typing import Any

import apsw
import pytest
import sqlglot
from sqlglot import exp

from app.databases.address import Address
from app.databases.server import connect
from app.model.workloads import Brokerage, DvdStore, OrderEntry
from app.workloads.database import draws
from app.workloads.database.dataset import Dataset, dataset_of
from app.workloads.database.engine_store import generations
from app.workloads.database.schema import separated, with_numbers
from app.workloads.database.server_store import engine_store_of
from app.workloads.dvdstore.statements import SCHEMA
from app.workloads.tables.dialects import DIALECTS
from app.workloads.tables.rendering import rendered
from app.workloads.tables.row_expressions import (
    ID,
    LARGEST_32,
    Expression,
    R,
    S,
    absolute,
    digit,
    expression,
    is_equal,
    is_less,
    let,
    letters,
    part,
    pick,
    repeated,
    size,
    text,
    when,
)
from app.workloads.tables.table import RowLoop, Table, column
from tests.support.servers import address_of

ENGINES = ("sqlite", "postgresql", "mariadb", "mysql", "sqlserver")
"""SQLite, and the server fixtures of tests/support/servers.py."""
WORKLOADS = {
    "dvdstore": DvdStore(db_size="1MB"),
    "dvdstore3": DvdStore(db_size="1MB", version=3),
    "brokerage": Brokerage(db_size="2MB"),
    "order_entry": OrderEntry(db_size="10MB"),
}
DVDSTORE = {
    "CATEGORIES": (16, 136990766),
    "PRODUCTS": (1000, 692270527969),
    "INVENTORY": (1000, 631181853704),
    "CUSTOMERS": (2000, 2088315812688),
    "ORDERS": (1200, 1322098383453),
    "ORDERLINES": (6044, 3867779836690),
    "CUST_HIST": (6044, 6724035606969),
}
ROWS = {
    "dvdstore": DVDSTORE,
    "dvdstore3": {
        **DVDSTORE,
        "MEMBERSHIP": (200, 201225632503),
        "REVIEWS": (10000, 10573855989748),
        "REVIEWS_HELPFULNESS": (40000, 43026211624280),
    },
    "brokerage": {
        "STATUS_TYPE": (5, 11887438710),
        "TRADE_TYPE": (5, 12039211462),
        "ZIP_CODE": (1000, 2914730255177),
        "TAXRATE": (320, 830429532376),
        "SECTOR": (10, 24250885613),
        "INDUSTRY": (100, 247247373780),
        "EXCHANGE": (4, 10163223338),
        "CHARGE": (15, 32508508485),
        "COMMISSION_RATE": (240, 542172569580),
        "ADDRESS": (74, 189139383599),
        "COMPANY": (50, 112808543463),
        "COMPANY_COMPETITOR": (150, 328379850375),
        "SECURITY": (70, 224789235261),
        "DAILY_MARKET": (9100, 26740814060376),
        "FINANCIAL": (1000, 3192031429637),
        "LAST_TRADE": (70, 228578108171),
        "NEWS_ITEM": (100, 321093624623),
        "NEWS_XREF": (100, 219823417800),
        "BROKER": (50, 110627044894),
        "CUSTOMER": (20, 48865184461),
        "CUSTOMER_ACCOUNT": (100, 316477035502),
        "ACCOUNT_PERMISSION": (140, 336984047172),
        "CUSTOMER_TAXRATE": (40, 88109379360),
        "WATCH_LIST": (20, 43264675460),
        "WATCH_ITEM": (1400, 3046027597200),
        "HOLDING_SUMMARY": (1000, 2250714617640),
        "HOLDING": (2000, 6530923023807),
        "TRADE": (4000, 12888414843726),
        "TRADE_HISTORY": (9576, 30832336127563),
        "SETTLEMENT": (4000, 6471547990328),
        "CASH_TRANSACTION": (3501, 11343807646043),
        "HOLDING_HISTORY": (4000, 12429264072406),
    },
    "order_entry": {
        "WAREHOUSE": (1, 3397375685),
        "DISTRICT": (10, 24232340760),
        "CUSTOMER": (3000, 8830955943412),
        "HISTORY": (3000, 9278519915080),
        "ORDERS": (3000, 11973741851208),
        "NEW_ORDER": (900, 1952207059500),
        "ORDER_LINE": (30023, 88050842934709),
        "ITEM": (10000, 32301122109609),
        "STOCK": (10000, 31338994937414),
    },
}
"""Row count and checksum of each table since the workload's first release.

They change only with the schema's `generator`.
"""
Execute = Callable[[str], Sequence[tuple[Any, ...]]]


@contextmanager
def empty_database(engine: str, request: pytest.FixtureRequest, workload: str) -> Iterator[tuple[str, Execute]]:
    """Yield an engine's dialect folder and a function that executes SQL in a temporary database."""
    if engine == "sqlite":
        with closing(apsw.Connection(":memory:")) as embedded:
            yield engine, lambda sql: [tuple(row) for row in embedded.execute(sql).fetchall()]
        return
    at_hand = request.getfixturevalue(engine)
    if isinstance(at_hand, tuple):
        address, password = at_hand
    else:
        address, password = address_of(at_hand), at_hand.password
    with on_server(address, password, workload) as execute:
        yield {"mariadb": "mysql"}.get(engine, engine), execute


@contextmanager
def on_server(address: Address, password: str, workload: str) -> Iterator[Execute]:
    name, part_of = "outpace_tables", engine_store_of(address.engine, workload)
    with closing(connect(address.at(""), password)) as maintenance:
        cursor = maintenance.cursor()
        part_of.create_plain(cursor, name, address.target)
        try:
            with closing(connect(address.at(name), password)) as connection:
                part_of.prepare_session(connection.cursor())

                def execute(sql: str) -> Sequence[tuple[Any, ...]]:
                    found = connection.cursor().execute(sql)
                    return [tuple(row) for row in found.fetchall()] if found.description else []

                yield execute
        finally:
            part_of.remove(cursor, name)


@pytest.mark.parametrize("workload", WORKLOADS)
@pytest.mark.parametrize("engine", ENGINES)
def test_rows_match_those_of_the_first_release(engine: str, workload: str, request: pytest.FixtureRequest) -> None:
    data = dataset_of(WORKLOADS[workload])
    with empty_database(engine, request, data.schema.place) as (folder, execute):
        for sql in data.schema.statements("schema", folder):
            execute(sql)
        for task in generations(data, folder, 4_000):
            for first in range(1, task.count + 1, task.chunk):
                numbers = {"first": first, "last": min(first + task.chunk - 1, task.count)}
                execute(with_numbers(task.sql, {**data.numbers(task.table), **numbers}))
        found = {}
        for query in data.schema.statement("checksum", folder).split("UNION ALL"):
            ((name, rows, checksum),) = execute(query)
            found[name] = (int(rows), int(checksum))
        counts = execute(data.schema.statement("counts", "common"))[0]
    assert found == ROWS[workload]
    assert list(map(int, counts)) == [rows for rows, _ in found.values()] + [0] * len(data.schema.empty)


@pytest.mark.parametrize("engine", ["postgresql", "mariadb", "mysql"])
def test_rows_are_inserted_in_key_order(engine: str, request: pytest.FixtureRequest) -> None:
    """Inserts in any other order would split pages of a clustered table."""
    data = dataset_of(WORKLOADS["brokerage"])
    with empty_database(engine, request, "brokerage") as (folder, execute):
        for sql in data.schema.statements("schema", folder):
            execute(sql)
        script = data.schema.statement("trade_history", folder)
        numbers = {**data.numbers("TRADE"), "first": 1, "last": 4_000}
        found = execute(with_numbers(script[script.index("WITH ") :], numbers))
    keys = [(int(trade), int(status)) for trade, status, _ in found]
    assert keys == sorted(keys)
    assert len(keys) == 9576


def computed(value: Expression, names: Mapping[str, int]) -> Any:
    """Evaluate an expression with Python's arithmetic."""
    operands, known = value.operands, value.value
    match value.operator:
        case "column" | "counter" | "parameter":
            return names[known]
        case "literal":
            return known
        case "null":
            return None
        case "let":
            return computed(operands[0], names)
        case "when":
            return computed(operands[1 if computed(operands[0], names) else 2], names)
    of = [computed(one, names) for one in operands]
    match value.operator:
        case "+":
            return of[0] + of[1]
        case "-":
            return of[0] - of[1]
        case "*":
            return of[0] * of[1]
        case "//":
            return of[0] // of[1]
        case "%":
            return of[0] % of[1]
        case "=":
            return of[0] == of[1]
        case "<":
            return of[0] < of[1]
        case "negative":
            return -of[0]
        case "absolute":
            return abs(of[0])
        case "pick":
            return known[of[0]]
        case "letters":
            return draws.letters(of[0], known)
        case "text":
            return "".join(map(str, of))
        case "repeated":
            return of[0] * known
    raise AssertionError(value.operator)


class Random:
    """Generator of random expressions of the kinds that table descriptions use."""

    def __init__(self, seed: int) -> None:
        self._rng = random.Random(seed)
        self._lets = 0

    def number(self, depth: int = 4) -> Expression:
        """Return a signed numeric expression whose value fits in 64 bits."""
        while True:
            try:
                return self._number(depth)
            except ValueError:
                continue

    def _number(self, depth: int) -> Expression:
        kind = self._rng.randrange(11) if depth else self._rng.randrange(4)
        match kind:
            case 0:
                return self._rng.choice([ID, R, S, LINE.number])
            case 1:
                return expression(self._rng.choice([0, 1, 7, 1000, 2**31 - 1, 2**31, 2**40]))
            case 2:
                return size("products", 5_000)
            case 3:
                return part(self._rng.choice([630360016, 742938285, 16807]))
            case 4:
                self._lets += 1
                return let(f"N{self._lets}", self.number(depth - 1))
            case 5:
                return when(self._condition(depth), self.number(depth - 1), self.number(depth - 1))
            case 6:
                return self._rng.choice([absolute, lambda one: -one])(self.number(depth - 1))
            case 7:
                known = self._rng.choice([(3, 14, 159), (1, 2, 3, 4), (10, 20, 30)])
                return pick(known, absolute(self.number(depth - 1)) % len(known))
            case 8:
                return digit("0918273645", absolute(self.number(depth - 1)) % 10)
            case 9:
                divisor = self._rng.choice([1, 2, 9, 1000, 2147483563])
                divided = absolute(self.number(depth - 1))
                return divided // divisor if self._rng.random() < 0.5 else divided % divisor
        left, right = self.number(depth - 1), self.number(depth - 1)
        return [left + right, left - right, left * right][self._rng.randrange(3)]

    def _condition(self, depth: int) -> Expression:
        return self._rng.choice([is_equal, is_less])(self.number(depth - 1), self._rng.choice([0, 1, 500]))

    def text(self) -> Expression:
        """Return a short string."""
        self._lets += 1
        index = let(f"I{self._lets}", absolute(self.number(2)) % 100_000)
        kind = self._rng.randrange(5)
        if kind == 0:
            return letters(index, self._rng.randrange(1, 7))
        if kind == 1:
            return pick(("red", "green", "it's blue"), index % 3)
        if kind == 2:
            return repeated(text(index, ", "), 3)
        if kind == 3:
            return when(self._condition(2), pick(("AB", "CD"), index % 2), "neither")
        return text("<", self.number(2), pick("xyz", index % 3), ">", index)


LINE = RowLoop("LINE", absolute(R) % 3 + 1, 3)


def many_tables() -> Iterator[Table]:
    """Yield tables of random columns, some with several rows for each number."""
    made = Random(40)
    for number in range(12):
        columns = [column("ID", "big", ID), column("LINE", "int", LINE.number)]
        columns += [column(f"N{place}", "big", made.number()) for place in range(12)]
        columns += [column(f"T{place}", "VARCHAR(200)", made.text()) for place in range(4)]
        yield Table(f"RANDOM_{number}", tuple(columns), key=("ID", "LINE"), lines=LINE)


@pytest.mark.parametrize("engine", ENGINES)
def test_random_expressions_match_pythons_arithmetic(engine: str, request: pytest.FixtureRequest) -> None:
    tables = tuple(many_tables())
    numbers = {**draws.key(SCHEMA, 1, "RANDOM"), "products": 4_000}
    with empty_database(engine, request, "dvdstore") as (folder, execute):
        for sql in separated(rendered(tables, "schema", folder) or ""):
            execute(sql)
        for table in tables:
            sql = rendered(tables, table.name.lower(), folder)
            assert sql is not None
            execute(with_numbers(sql, {**numbers, "first": 11, "last": 30}))
            found = {(int(row[0]), int(row[1])): row[2:] for row in execute(f"SELECT * FROM {table.name}")}
            wanted = {}
            for row in range(11, 31):
                r, s = draws.draw(SCHEMA, 1, "RANDOM", row)
                for line in range(1, r % 3 + 2):
                    names = {"ID": row, "R": r, "S": s, "LINE": line, "products": 4_000}
                    wanted[row, line] = [computed(one.value, names) for one in table.columns[2:] if one.value]
            assert found.keys() == wanted.keys()
            for key, values in found.items():
                plain = [value if isinstance(value, str) else int(value) for value in values]
                assert plain == wanted[key], (table.name, key, sql)


def test_invalid_descriptions_are_rejected() -> None:
    with pytest.raises(ValueError, match=r"\* can exceed 64 bits"):
        R * R * R
    with pytest.raises(ValueError, match=r"must be a let\(\)"):
        letters(part(16807), 6)
    with pytest.raises(ValueError, match="T has no column KEY"):
        Table("T", (column("A", "int", ID),), key=("KEY",))
    with pytest.raises(ValueError, match="T is generated, but its column B has no value"):
        Table("T", (column("A", "int", ID), column("B", "int")), key=("A",))
    with pytest.raises(ValueError, match="T numbers new rows itself, so it needs a key of one column"):
        Table("T", (column("A", "int", ID),), identity=True)
    twice = Table("T", (column("A", "int", let("X", part(16807)) + let("X", part(12211))),), key=("A",))
    with pytest.raises(ValueError, match="two different values are named X"):
        rendered((twice,), "t", "sqlite")


def test_value_read_twice_is_computed_once_in_a_separate_step() -> None:
    shared = let("SHARED", part(16807) % 50)
    once = let("ONCE", part(12211) % 60)
    table = Table("T", (column("A", "int", shared + once), column("B", "int", shared * 2)), key=("A",))
    sql = rendered((table,), "t", "postgresql")
    assert sql is not None
    assert sql.count("16807") == 1, "read twice: a step of its own"
    assert sql.count("12211") == 1
    assert "V_ONCE" not in sql, "read once: written where it is read"
    assert re.search(r"STEP_\d+ \(ID, R, S, V_SHARED\)", sql) or re.search(r"STEP_\d+ \(R, S, V_SHARED\)", sql)


def scripts(data: Dataset) -> Iterator[str]:
    """Yield all T-SQL rendered for a workload."""
    for script in ("schema", "indexes", "keys", "checksum"):
        yield from data.schema.statements(script, "sqlserver")
    for table in data.schema.described:
        if table.is_generated:
            last = data.generated[table.name]
            numbers = {**data.numbers(table.drawn_as or table.name), "first": max(1, last - 9_999), "last": last}
            yield with_numbers(data.schema.statement(table.name.lower(), "sqlserver"), numbers)


def as_sqlite_takes_it(statement: str) -> str:
    """Return a T-SQL statement in SQLite's dialect, or "" if it is not an INSERT."""
    tree = sqlglot.parse_one(statement, read="tsql")
    if not isinstance(tree, exp.Insert):
        return ""
    for node in reversed(list(tree.find_all(exp.DateAdd, exp.Cast, exp.Div))):
        match node:
            case exp.DateAdd():
                moved = exp.Anonymous(
                    this="CONCAT", expressions=[node.expression, exp.Literal.string(f" {node.unit}s")]
                )
                node.replace(exp.Anonymous(this="DATETIME", expressions=[node.this, moved]))
            case exp.Cast() if node.to.this == exp.DType.DATETIME:
                node.replace(exp.Literal.string(re.sub(r"(....)(..)(..)", r"\1-\2-\3", node.this.name)))
            case exp.Div() if isinstance(node.this, exp.Cast) and node.this.to.this == exp.DType.MONEY:
                cents = exp.Paren(this=node.this.this)
                node.replace(exp.Div(this=cents, expression=exp.Literal.number("100.0"), typed=False, safe=False))
    return tree.sql(dialect="sqlite").replace("SELECT N FROM (VALUES", "SELECT column1 FROM (VALUES")


@pytest.mark.parametrize("workload", ["dvdstore3", "brokerage", "order_entry"])
def test_t_sql_creates_the_same_rows_when_translated_to_sqlite(workload: str, caplog: pytest.LogCaptureFixture) -> None:
    """Without SQL Server, a parser of its dialect translates arithmetic, steps, and functions for SQLite."""
    caplog.set_level(logging.CRITICAL)
    data = dataset_of(WORKLOADS[workload])
    with closing(apsw.Connection(":memory:")) as database:
        database.create_scalar_function("REPEAT", lambda text, count: text * count, 2)
        database.execute(data.schema.statement("schema", "sqlite"))
        for task in generations(data, "sqlserver", 10_000):
            for first in range(1, task.count + 1, task.chunk):
                numbers = {"first": first, "last": min(first + task.chunk - 1, task.count)}
                for statement in separated(with_numbers(task.sql, {**data.numbers(task.table), **numbers})):
                    database.execute(as_sqlite_takes_it(statement))
        found = database.execute(data.schema.statement("checksum", "sqlite")).fetchall()
    assert {name: (rows, checksum) for name, rows, checksum in found} == ROWS[workload]


LARGEST = {
    "dvdstore": DvdStore(db_size="1000GB"),
    "dvdstore3": DvdStore(db_size="1000GB", version=3),
    "brokerage": Brokerage(db_size="1000GB"),
    "order_entry": OrderEntry(db_size="1000GB"),
}


@pytest.mark.parametrize("workload", LARGEST)
def test_t_sql_is_well_formed(workload: str, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.CRITICAL)
    kinds = set()
    for script in scripts(dataset_of(LARGEST[workload])):
        for statement in (one for one in separated(script) if not one.startswith("DBCC CHECKIDENT")):
            for tree in sqlglot.parse(statement, read="tsql", error_level=sqlglot.ErrorLevel.RAISE):
                assert tree is not None
                kinds.add(tree.key)
                assert not isinstance(tree, exp.Command) or "SET IDENTITY_INSERT" in statement, statement
    assert kinds >= {"create", "insert"}


@pytest.mark.parametrize("workload", LARGEST)
def test_large_integer_literals_are_cast_to_bigint(workload: str) -> None:
    """Literals above 2^31 are decimals in T-SQL, so that a division would have a fractional result."""
    for script in scripts(dataset_of(LARGEST[workload])):
        rest = re.sub(r"CAST\(\d+ AS BIGINT\)|'[^']*'|--.*", "", script)
        assert all(int(number) <= LARGEST_32 for number in re.findall(r"\d+", rest)), script


@pytest.mark.parametrize("workload", LARGEST)
def test_t_sql_counts_rows_in_64_bits(workload: str) -> None:
    """COUNT is an INT in T-SQL, and fails where a table has more rows."""
    schema = dataset_of(LARGEST[workload]).schema
    part_of = engine_store_of("sqlserver", schema.place)
    counted = part_of.from_common(schema.statement("counts", "common")) + schema.statement("checksum", "sqlserver")
    assert "COUNT_BIG(*)" in counted
    assert "COUNT(*)" not in counted


@pytest.mark.parametrize("workload", LARGEST)
def test_t_sql_uses_only_features_that_all_servers_support(workload: str) -> None:
    data = dataset_of(LARGEST[workload])
    tables = "\n".join(scripts(data)).upper()
    everything = tables + data.schema.statement("procedures", "sqlserver").upper()
    for word in ("MERGE ", "CREATE OR ALTER", "WAITFOR", "WITH TIES", "STRING_SPLIT", "STRING_AGG", "TRIM(", "##",
                 "LEAST(", "GREATEST(", "OPENJSON", "GENERATE_SERIES", " DIV ", "SUBSTR("):  # fmt: skip
        assert word not in everything, word
    assert "CONTAINS(" not in tables


@pytest.mark.parametrize("workload", LARGEST)
def test_t_sql_blocks_end_with_their_procedure(workload: str) -> None:
    """Stand-in for SQL Server's parser: neither too many nor too few END."""
    procedures = dataset_of(LARGEST[workload]).schema.statements("procedures", "sqlserver")
    assert len(procedures) > 3
    for sql in procedures:
        words = re.findall(r"\b(?:BEGIN(?!\s+TRAN)|CASE|END)\b", re.sub(r"'[^']*'|--.*", "", sql))
        open_blocks = list(accumulate(-1 if word == "END" else 1 for word in words))
        assert open_blocks[-1] == 0, sql
        assert all(open_blocks[:-1]), sql


def test_every_dialect_creates_the_same_tables_and_indexes() -> None:
    for parameters in LARGEST.values():
        schema = dataset_of(parameters).schema
        made = {
            folder: set(re.findall(r"CREATE TABLE (\w+)", schema.statement("schema", folder))) - {"OUTPACE_NUMBER"}
            for folder in DIALECTS
        }
        assert made.pop("sqlite") == made["mysql"] | {"OUTPACE_MARK"}
        assert made["mysql"] == made["postgresql"] == made["sqlserver"]
        found = [
            set(re.findall(r"\b(?:IX|FK)_\w+", schema.statement("indexes", one))) for one in ("mysql", "sqlserver")
        ]
        assert found[0] == found[1]
