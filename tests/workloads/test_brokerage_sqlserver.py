# SPDX-License-Identifier: Apache-2.0
"""Brokerage in T-SQL, checked as text if no SQL Server is available."""

import re

import pytest

from app.model.targets import Placement
from app.model.workloads import Brokerage
from app.workloads.brokerage.dataset import BYTES_A_TRADE, FIXED_BYTES, SCHEMA, BrokerageData
from app.workloads.brokerage.sqlserver.store import STORE, bytes_of
from app.workloads.database.sqlserver.database_files import filegroup_of, files, indexes

NAME = r"^CREATE (?:TABLE|PROCEDURE|FUNCTION|UNIQUE INDEX|INDEX) (\w+)"
INDEXED = r"^\s+ADD (?:UNIQUE )?INDEX (\w+)"


def made(script: str, engine: str, pattern: str = NAME) -> set[str]:
    """Return the names of the objects that a script creates."""
    return {name for sql in SCHEMA.statements(script, engine) for name in re.findall(pattern, sql, re.MULTILINE)}


def test_tables_indexes_and_procedures_match_those_of_the_other_servers() -> None:
    assert made("schema", "sqlserver") == made("schema", "mysql") - {"OUTPACE_NUMBER"}
    assert made("indexes", "sqlserver") == made("indexes", "mysql", INDEXED)
    assert made("procedures", "sqlserver") == made("procedures", "mysql")
    assert set(indexes(SCHEMA)) == made("indexes", "sqlserver")
    counted = re.findall(r"^UPDATE STATISTICS (\w+)", SCHEMA.statement("statistics", "sqlserver"), re.MULTILINE)
    assert counted == [*SCHEMA.tables, *SCHEMA.empty]


def test_common_t_sql_uses_only_features_that_all_servers_support() -> None:
    text = SCHEMA.statement("procedures", "sqlserver").upper()
    for word in ("MERGE ", "CREATE OR ALTER", "WAITFOR", "WITH TIES", "STRING_SPLIT", "STRING_AGG", "TRIM(", "##",
                 "LEAST(", "GREATEST(", "OPENJSON", "GENERATE_SERIES", "CONTAINS(", " DIV ", "SUBSTR("):  # fmt: skip
        assert word not in text, word
    assert "VARCHAR(80) NOT NULL" not in SCHEMA.statement("schema", "sqlserver"), "texts sort by their codes"


def test_database_files_are_sized_for_the_database_size() -> None:
    data = BrokerageData(Brokerage(db_size="10GB"))
    sizes = bytes_of(data)
    assert set(sizes) == {*SCHEMA.tables, *SCHEMA.empty}
    total = sum(rows + entries for rows, entries in sizes.values())
    assert total == pytest.approx(BYTES_A_TRADE["sqlserver"] * data.counts.trades + FIXED_BYTES, rel=0.1)
    place = Placement(data="D:\\data", tables={"trade": "F:\\fast"})
    wanted = files("b", sizes, place, SCHEMA, "unused", "L:")
    fast = [file for file in wanted if file.filegroup == "TABLE_TRADE"]
    assert [file.path for file in fast] == ["F:\\fast\\b_table_trade_1.ndf"]
    assert 4_000 < fast[0].megabytes < 6_000, "20 million trades and their two indexes, with 40 % free"
    groups = {sql: filegroup_of(sql, place, SCHEMA) for sql in SCHEMA.statements("indexes", "sqlserver")}
    assert list(groups.values()).count("TABLE_TRADE") == 2


def test_number_lists_are_packed_at_fixed_positions() -> None:
    forms = STORE.forms
    assert forms.lists("trade_lookup_1").text([7, 2_500_000_000]) == "000000000000007" + "000002500000000"
    assert forms.lists("market_feed").text([12, 2_345, 100]) == "0000000012" + "002345" + "000100"
