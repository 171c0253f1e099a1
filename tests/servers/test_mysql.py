# SPDX-License-Identifier: Apache-2.0
"""MySQL as it comes, with a binary log and the rights that docs/servers.md names and no others."""

import random
import re
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from app.databases.server import connect
from app.engine.server_target import ServerTarget, brokerage_target, server_target, statistics_of
from app.engine.sql_server_target import sql_target
from app.model.messages import sentence
from app.model.sql_workload import Sql, SqlStatement, SqlTransaction
from app.model.workloads import Brokerage, DvdStore
from tests.support.dvdstores import ignore, never
from tests.support.server_runs import dropped_after, execute, rights_of
from tests.support.servers import address_of

if TYPE_CHECKING:
    from tests.support.private_server import PrivateServer

PASSWORD = "choose one"
DATABASE = "outpace_rights"
DOCUMENT = Path(__file__).parents[2] / "docs" / "servers.md"
TRUST = "SET PERSIST log_bin_trust_function_creators"


@pytest.fixture
def documented(mysql: "PrivateServer") -> Iterator["PrivateServer"]:
    """The server with the account of the document, without the setting for triggers."""
    rights = re.search(r"-- MySQL 8, MariaDB.*?\n(.*?)```", DOCUMENT.read_text("utf-8"), re.DOTALL)
    assert rights
    with dropped_after(mysql, DATABASE):
        execute(mysql, *(one for one in rights[1].split(";\n") if one))
        yield mysql
        execute(mysql, "DROP USER outpace", f"{TRUST} = 0")


def store_on(server: "PrivateServer", workload: DvdStore | Brokerage) -> ServerTarget:
    target = address_of(server).changed(user="outpace", database=DATABASE, tls="prefer").target
    make = brokerage_target if isinstance(workload, Brokerage) else server_target
    return make(0, "A", target, workload, PASSWORD)


def orders(target: ServerTarget, count: int) -> None:
    """Makes some, in Python."""
    with closing(target.workload()) as workload:
        workload.open()
        with closing(workload.user(random.Random(1))) as user:
            for _ in range(count):
                cycle = user.cycle()
                call = next(cycle)
                while True:
                    try:
                        call = cycle.send(call.function(*call.arguments))
                    except StopIteration:
                        break


@pytest.mark.parametrize("workload", [DvdStore(db_size="1MB", version=3), Brokerage(db_size="1MB")])
def test_the_documented_rights_build_and_load_each_workload(
    documented: "PrivateServer", workload: DvdStore | Brokerage
) -> None:
    target = store_on(documented, workload)
    assert rights_of(target)["rights"].result == "passed"
    if isinstance(workload, DvdStore):
        assert rights_of(target)["triggers"].result == "failed"
        assert f"{TRUST} = 1" in sentence(rights_of(target)["triggers"].remedy)
        execute(documented, f"{TRUST} = 1")
    assert [one for one in target.inspect(0).findings if one.result == "failed"] == []
    target.build(ignore, never)
    target.restore(ignore, never)
    orders(target, 20)
    target.restore(ignore, never)
    target.store.drop()


def store_on_administrator(server: "PrivateServer") -> ServerTarget:
    return server_target(0, "A", address_of(server, DATABASE).target, DvdStore(db_size="1MB"), server.password)


def test_commits_are_counted(mysql: "PrivateServer") -> None:
    counters = statistics_of(store_on_administrator(mysql))
    (series,) = [one for one in counters.series if one.path == r"\Database\Commits/sec"]
    before = counters.read().values[series.value]
    with closing(connect(address_of(mysql), mysql.password, autocommit=False)) as connection:
        for _ in range(5):
            connection.execute("SELECT 1").fetchall()
            connection.commit()
    assert counters.read().values[series.value] - before >= 5
    counters.close()


def test_own_sql_is_made_set_up_and_removed(documented: "PrivateServer") -> None:
    target = address_of(documented).changed(user="outpace", database=DATABASE, tls="prefer").target
    work = Sql(
        transactions=(SqlTransaction(name="one", script="UPDATE t SET n = n + 1;"),),
        setup=(SqlStatement("CREATE TABLE t (n INT)"), SqlStatement("INSERT INTO t VALUES (1)")),
    )
    own = sql_target(0, "A", target, work, PASSWORD)
    assert [one for one in own.inspect(0).findings if one.result == "failed"] == []
    own.build(ignore, never)
    assert own.restore(ignore, never).size_bytes >= 0
    assert own.remove_unfinished() == []
    own.database.drop()
