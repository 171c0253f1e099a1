# SPDX-License-Identifier: Apache-2.0
"""The rights that a check asks for are those that the scenario needs."""

from typing import TYPE_CHECKING

import pytest

from app.databases.mysql.grants import Grants
from app.engine.sql_server_target import sql_target
from app.model.messages import sentence
from app.model.sql_workload import Sql, SqlTransaction
from tests.support.server_runs import execute, rights_of
from tests.support.servers import address_of

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
def test_show_grants_tells_what_an_account_may_do(
    statements: list[str], wanted: set[str], database: str | None, held: bool
) -> None:
    assert Grants.of(statements).hold(wanted, database) == held


def test_an_existing_database_needs_no_right_to_create_one(postgresql: "PrivateServer") -> None:
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
