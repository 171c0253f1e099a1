# SPDX-License-Identifier: Apache-2.0
"""A check requires exactly the privileges that the scenario needs."""

import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from app.databases.failures import DatabaseError
from app.databases.mysql.grants import Grants
from app.databases.server import connect, failure, user_session
from app.engine.sql_server_target import sql_target
from app.model.messages import sentence
from app.model.sql_workload import Sql, SqlTransaction
from app.scenario.reading import ScenarioError, read_scenario
from tests.support.server_runs import Server, execute, rights_of, written
from tests.support.servers import address_of, address_on

if TYPE_CHECKING:
    from tests.support.private_server import PrivateServer

ALL = ["GRANT PROCESS ON *.* TO `o`@`%`", r"GRANT ALL PRIVILEGES ON `outpace\_%`.* TO `o`@`%`"]
FEW = ["GRANT USAGE ON *.* TO 'o'@'%'", "GRANT SELECT, CREATE, SELECT (`a`,`b`) ON `shop``s`.* TO 'o'@'%'"]
ROOT = [
    "GRANT SELECT, CREATE, SUPER ON *.* TO `r`@`%` WITH GRANT OPTION",
    "GRANT APPLICATION_PASSWORD_ADMIN ON *.* TO `r`@`%`",
]
TRANSACTION = SqlTransaction(name="one", script="SELECT 1;")


@pytest.mark.parametrize(
    ("statements", "wanted", "database", "held"),
    [
        (ALL, {"CREATE", "TRIGGER"}, "outpace_shop", True),
        (ALL, {"CREATE"}, "outpaceXshop", False),
        (ALL, {"CREATE"}, None, False),
        (ALL, {"PROCESS"}, None, True),
        (FEW, {"CREATE", "SELECT"}, "shop`s", True),
        (FEW, {"CREATE", "TRIGGER"}, "shop`s", False),
        (FEW, {"CREATE"}, "shops", False),
        (ROOT, {"CREATE", "SUPER"}, "any", True),
        (ROOT, {"FILE"}, None, False),
        (["GRANT `role`@`%` TO `o`@`%`", "GRANT SELECT ON `a`.`t` TO `o`@`%`"], {"SELECT"}, "a", False),
        (["GRANT ALL PRIVILEGES ON `a_b`.* TO `o`@`%`"], {"CREATE"}, "axb", True),
    ],
)
def test_rights_of_an_account_are_parsed_from_show_grants(
    statements: list[str], wanted: set[str], database: str | None, held: bool
) -> None:
    assert Grants.of(statements).hold(wanted, database) == held


def test_existing_database_requires_no_create_right(postgresql: "PrivateServer") -> None:
    execute(postgresql, "CREATE ROLE outpace_owner LOGIN PASSWORD 'own3r'")
    execute(postgresql, "CREATE DATABASE outpace_owned OWNER outpace_owner")
    try:
        target = address_of(postgresql).changed(user="outpace_owner", database="outpace_owned", tls="prefer").target
        existing = sql_target(0, "A", target, Sql(transactions=(TRANSACTION,), database="existing"), "own3r")
        assert rights_of(existing)["rights"].result == "passed"
        assert not [one for one in existing.inspect(0).findings if one.result == "failed"]
        made = sql_target(0, "A", target, Sql(transactions=(TRANSACTION,)), "own3r")
        assert "CREATEDB" in sentence(rights_of(made)["rights"].remedy)
    finally:
        execute(postgresql, "DROP DATABASE outpace_owned")
        execute(postgresql, "DROP ROLE outpace_owner")


def test_free_connections_respect_the_limit_of_the_account(each_server: "PrivateServer") -> None:
    own = each_server.engine == "postgresql"
    account = "outpace_few" if own else "outpace_few@'127.0.0.1'"
    limited = (
        "CREATE ROLE {} LOGIN PASSWORD 'f3w' CONNECTION LIMIT 7"
        if own
        else ("CREATE USER {} IDENTIFIED BY 'f3w' WITH MAX_USER_CONNECTIONS 7")
    )
    execute(each_server, limited.format(account))
    try:
        target = address_of(each_server).changed(user="outpace_few", tls="prefer").target
        found = sql_target(0, "A", target, Sql(transactions=(TRANSACTION,)), "f3w").inspect(0)
        assert found.free_connections == 6, "it asks over one of them"
    finally:
        execute(each_server, f"DROP {'ROLE' if own else 'USER'} {account}")


def test_account_that_requires_tls_is_reported(mariadb: "PrivateServer") -> None:
    execute(mariadb, "CREATE USER outpace_tls@'127.0.0.1' IDENTIFIED BY 'tl5' REQUIRE SSL")
    try:
        address = address_of(mariadb).changed(user="outpace_tls")
        with pytest.raises(DatabaseError, match='tls = "require"'):
            connect(address, "tl5")
        connect(address.changed(tls="require"), "tl5").close()
    finally:
        execute(mariadb, "DROP USER outpace_tls@'127.0.0.1'")


def test_session_closed_while_idle_is_an_idle_timeout(postgresql: "PrivateServer") -> None:
    address = address_of(postgresql).changed(settings={"idle_in_transaction_session_timeout": 100})
    connection = connect(address, postgresql.password, autocommit=False)
    connection.execute("SELECT 1").fetchall()
    time.sleep(0.5)
    with pytest.raises(Exception, match="idle") as raised:
        connection.execute("SELECT 1")
    connection.close()
    assert failure(raised.value, address).kind == "idle timeout"


@pytest.mark.parametrize("host", ["::1", "[::1]"])
def test_ipv6_address_is_accepted_with_and_without_brackets(each_server: "PrivateServer", host: str) -> None:
    address = address_of(each_server, tls="prefer").changed(host=host, user="outpace_six")
    assert (address.where, address.remote) == (f"[::1]:{each_server.port}", False)
    own = each_server.engine == "postgresql"
    account = "outpace_six" if own else "outpace_six@'::1'"
    execute(
        each_server,
        f"CREATE {'ROLE' if own else 'USER'} {account} {'LOGIN PASSWORD' if own else 'IDENTIFIED BY'} 's1x'",
    )
    try:
        target = sql_target(0, "A", address.target, Sql(transactions=(TRANSACTION,)), "s1x")
        found = " ".join(sentence(one.text) for one in target.inspect(0).findings)
        assert f"[::1]:{each_server.port} answers" in found
        assert "it runs on this machine" in found
        user_session(address, "s1x")  # sessions of the load, over libpq if it is available
    finally:
        execute(each_server, f"DROP {'ROLE' if own else 'USER'} {account}")


def test_socket_in_an_odbc_string_connects_locally(postgresql: "PrivateServer", mariadb: "PrivateServer") -> None:
    for server, engine, text in (
        (postgresql, "postgresql", f"DRIVER=PostgreSQL Unicode;SERVER={postgresql.folder};PORT={postgresql.port}"),
        (mariadb, "mysql", f"DRIVER=MariaDB Unicode;SERVER=localhost;SOCKET={mariadb.folder}/s"),
    ):
        address = address_on(engine, odbc=f"{text};UID={server.user}")
        assert not address.remote
        execute(
            server,
            *(
                ()
                if engine == "postgresql"
                else [f"CREATE USER {server.user}@localhost IDENTIFIED BY '{server.password}'"]
            ),
        )
        try:
            connect(address, server.password).close()
        finally:
            execute(server, *(() if engine == "postgresql" else [f"DROP USER {server.user}@localhost"]))


@pytest.mark.parametrize(
    ("key", "value", "said"),
    [
        ("host", "/var/run/postgresql", "a socket"),
        ("host", "db1:5433", "a port has its own key"),
        ("host", "fe80::1%eth0", ""),
        ("host", "a b", "without blanks"),
        ("database", "my-shop", "letters, digits and underscores"),
        ("database", "my shop", "letters, digits and underscores"),
        ("database", "shop;x", "letters, digits and underscores"),
    ],
)
def test_unusable_address_is_rejected_before_the_run(
    postgresql: "PrivateServer", tmp_path: Path, key: str, value: str, said: str
) -> None:
    path = written(tmp_path, (Server("A", postgresql),))
    own = {"host": postgresql.host, "database": "outpace_shared"}[key]
    path.write_text(path.read_text("utf-8").replace(f'{key} = "{own}"', f'{key} = "{value}"'), "utf-8")
    if not said:
        read_scenario(str(path))
        return
    with pytest.raises(ScenarioError, match=said):
        read_scenario(str(path))
