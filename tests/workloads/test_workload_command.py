# SPDX-License-Identifier: Apache-2.0
"""`outpace workload` prints the SQL of described tables; the printed SQL builds them."""

from contextlib import closing

import apsw
import pytest

from app.model.workloads import DvdStore
from app.workloads.database.dataset import dataset_of
from app.workloads.database.schema import with_numbers
from tests.support.engine_runs import outpace


def test_printed_sql_builds_the_tables() -> None:
    printed = outpace("workload", "dvdstore", "--sql", "sqlite", "orders", "ORDERLINES")
    assert printed.returncode == 0, printed.stderr
    data = dataset_of(DvdStore(db_size="1MB"))
    numbers = {**data.numbers("ORDERS"), "first": 1, "last": data.generated["ORDERS"]}
    found = []
    with closing(apsw.Connection(":memory:")) as database:
        comments, *statements = printed.stdout.split("\n\n")
        assert comments.startswith("-- :first and :last")
        for statement in statements:
            found += database.execute(with_numbers(statement, numbers)).fetchall()
    assert found == [("ORDERS", 1200, 1322098383453), ("ORDERLINES", 6044, 3867779836690)]


def test_command_lists_workloads_and_tables() -> None:
    workloads = outpace("workload")
    names = [line.split()[0] for line in workloads.stdout.splitlines()]
    assert names == ["brokerage", "dvdstore", "dvdstore3", "order-entry"]
    tables = outpace("workload", "dvdstore3").stdout.splitlines()
    assert len(tables) == 11
    assert any(line.startswith("REVIEWS ") and "ten a product" in line for line in tables)


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["tpcc"], 'There is no workload "tpcc" with tables of its own. The workloads are brokerage, dvdstore'),
        (["brokerage", "--sql", "oracle"], 'Outpace has no SQL for "oracle". Choose one of mariadb, mysql, postgresql'),
        (["brokerage", "--sql", "mariadb", "trades"], 'brokerage has no table "trades". The tables are STATUS_TYPE'),
        (["--sql", "mysql"], "Name the workload: outpace workload brokerage --sql postgresql"),
    ],
)
def test_unknown_name_is_reported_with_the_known_names(arguments: list[str], told: str) -> None:
    answer = outpace("workload", *arguments)
    assert answer.returncode == 2
    assert told in answer.stderr
    assert answer.stdout == ""
