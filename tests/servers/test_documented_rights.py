# SPDX-License-Identifier: Apache-2.0
"""The account in docs/servers.md has sufficient privileges on each server, and through a session pooler for PostgreSQL.

Every workload is checked, built, loaded and restored.
"""

import random
import re
from collections.abc import Iterator
from contextlib import ExitStack, closing
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
import pytest

from app.engine.server_target import server_target
from app.engine.sql_server_target import sql_target
from app.engine.target import Target
from app.model.messages import sentence
from app.model.sql_workload import Sql, SqlStatement, SqlTransaction
from app.model.workloads import Brokerage, DvdStore
from tests.support.dvdstores import ignore, never
from tests.support.server_runs import dropped_after, execute, without_authorities
from tests.support.servers import address_of, pooled, started

if TYPE_CHECKING:
    from tests.support.private_server import PrivateServer

USER, PASSWORD = "outpace", "choose one"
DATABASE = "outpace_rights"
DOCUMENT = Path(__file__).parents[2] / "docs" / "servers.md"
TRUST = "SET PERSIST log_bin_trust_function_creators"
OWN_SQL = Sql(
    transactions=(SqlTransaction(name="one", script="UPDATE t SET n = n + 1;"),),
    setup=(SqlStatement("CREATE TABLE t (n INT)"), SqlStatement("INSERT INTO t VALUES (1)")),
    cleanup=(SqlStatement("DROP TABLE t"),),
)
WORKLOADS: dict[str, DvdStore | Brokerage | Sql] = {
    "dvdstore3": DvdStore(db_size="1MB", version=3),
    "brokerage": Brokerage(db_size="1MB"),
    "own SQL": OWN_SQL,
    "existing": msgspec.structs.replace(OWN_SQL, database="existing"),
}


@dataclass(frozen=True)
class Place:
    """Server with the documented account.

    Attributes:
        port: port to connect to, of the server or its pooler.
    """

    server: "PrivateServer"
    port: int


def documented(engine: str) -> list[str]:
    """Return the statements that create the account."""
    title = "PostgreSQL 12 or later" if engine == "postgresql" else "MySQL 8, MariaDB"
    found = re.search(rf"-- {title}.*?\n(.*?)```", DOCUMENT.read_text("utf-8"), re.DOTALL)
    assert found
    return [one for one in found[1].split(";\n") if one]


@pytest.fixture(scope="module", params=["postgresql", "PostgreSQL 18", "PgBouncer", "mariadb", "mysql"])
def place(request: pytest.FixtureRequest) -> Iterator[Place]:
    with ExitStack() as stack:
        if request.param == "PostgreSQL 18":
            server = stack.enter_context(started("postgresql", version=18))
        else:
            server = request.getfixturevalue("postgresql" if request.param == "PgBouncer" else request.param)
        execute(server, *documented(server.engine))
        port = server.port
        if request.param == "PgBouncer":
            account = replace(server, user=USER, password=PASSWORD)
            port = stack.enter_context(pooled(account, pool_mode="session"))
        yield Place(server, port)
        execute(server, f"DROP {'ROLE' if server.engine == 'postgresql' else 'USER'} {USER}")


def target_of(place: Place, workload: DvdStore | Brokerage | Sql) -> Target:
    address = address_of(place.server).changed(port=place.port, user=USER, database=DATABASE, tls="prefer")
    if isinstance(workload, Sql):
        return sql_target(0, "A", address.target, workload, PASSWORD)
    return server_target(0, "A", address.target, workload, PASSWORD)


def failed(target: Target) -> dict[str, str]:
    """Return the remedies of the failed checks."""
    return {one.check: sentence(one.remedy) for one in target.inspect(0).findings if one.result == "failed"}


def orders(target: Target, count: int) -> None:
    """Execute some orders with the Python driver."""
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


@pytest.mark.parametrize("workload", WORKLOADS.values(), ids=WORKLOADS)
def test_documented_privileges_are_sufficient(
    place: Place, workload: DvdStore | Brokerage | Sql, monkeypatch: pytest.MonkeyPatch
) -> None:
    without_authorities(monkeypatch)
    server, on_mysql = place.server, place.server.engine == "mysql"
    with dropped_after(server, DATABASE):
        if workload is WORKLOADS["existing"]:
            owner = f" OWNER {USER}" if server.engine == "postgresql" else ""
            execute(server, f"CREATE DATABASE {DATABASE}{owner}")
        target = target_of(place, workload)
        try:
            remedies = failed(target)
            assert set(remedies) == ({"triggers"} if on_mysql and isinstance(workload, DvdStore) else set())
            for remedy in remedies.values():
                execute(server, remedy.removeprefix("As an administrator: "))
            assert not failed(target)
            target.build(ignore, never)
            target.restore(ignore, never)
            orders(target, 20)
            assert list(target.checked()) == []
            assert target.restore(ignore, never).size_bytes >= 0
            assert not failed(target)
        finally:
            if on_mysql:
                execute(server, f"{TRUST} = 0")
