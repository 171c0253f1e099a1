# SPDX-License-Identifier: Apache-2.0
"""Placement of a database's parts: an existing tablespace, the right to use it, the check, and the disclosure."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import msgspec
import pytest

from app.databases.failures import DatabaseError
from app.databases.server import connect
from app.engine.server_target import ServerTarget
from app.model.documents import DatabasePlacement, PlacedPart
from app.model.findings import Finding
from app.model.messages import sentence
from app.model.targets import Placement
from app.results.disclosure import DEFAULT_PLACE, placement_lines
from app.results.study import study_of
from app.session.reader import SessionReader
from app.workloads.database.mysql.server_part import check_placement
from app.workloads.dvdstore.statements import SCHEMA
from tests.support.dvdstores import SMALL, ignore, never
from tests.support.engine_runs import at_rest
from tests.support.private_server import PrivateServer, give_to
from tests.support.recorded import SyntheticRun
from tests.support.server_stores import Place
from tests.support.servers import address_of, started

BUILDER, PASSWORD = "builder", "builds only"


def folder(server: PrivateServer, name: str) -> Path:
    made = server.folder / name
    made.mkdir()
    give_to(made, server.account)
    return made


def execute(server: PrivateServer, *statements: str) -> None:
    with closing(connect(address_of(server), server.password)) as connection, closing(connection.cursor()) as cursor:
        for statement in statements:
            cursor.execute(statement)


@pytest.fixture(scope="module")
def tiered() -> Iterator[PrivateServer]:
    """Start a PostgreSQL with two tablespaces, and a user who may create databases and use one of the tablespaces."""
    with started("postgresql") as server:
        execute(
            server,
            f"CREATE TABLESPACE \"Fast one\" LOCATION '{folder(server, 'fast')}'",
            f"CREATE TABLESPACE closed LOCATION '{folder(server, 'closed')}'",
            f"CREATE ROLE {BUILDER} LOGIN CREATEDB PASSWORD '{PASSWORD}'",
            f'GRANT CREATE ON TABLESPACE "Fast one" TO {BUILDER}',
        )
        yield server


def target(server: PrivateServer, database: str, placement: Placement, user: str = BUILDER) -> ServerTarget:
    address = address_of(server, database).changed(user=user, placement=placement)
    return ServerTarget(0, "Tiered", address, PASSWORD if user == BUILDER else server.password, SMALL)


def placement_finding(asked: ServerTarget) -> Finding:
    (found,) = (finding for finding in asked.inspect(0).findings if finding.check == "placement")
    return found


def test_ordinary_user_can_place_tables_in_an_existing_tablespace(
    tiered: PrivateServer,
) -> None:
    placement = Placement(tables={"orders": "Fast one"}, indexes={"IX_CUST_USERNAME_PASSWORD": "Fast one"})
    asked = target(tiered, "outpace_tiers", placement)
    assert placement_finding(asked).result == "passed"
    asked.build(ignore, never)
    pristine = asked.restore(ignore, never)
    place = Place(asked.address, PASSWORD)
    for name in ("outpace_tiers", "outpace_tiers_pristine"):
        moved = place.rows(
            "SELECT RELNAME FROM PG_CLASS WHERE RELTABLESPACE = "
            "(SELECT OID FROM PG_TABLESPACE WHERE SPCNAME = 'Fast one') AND RELKIND IN ('r', 'i') ORDER BY 1",
            name,
        )
        assert [row for (row,) in moved] == ["ix_cust_username_password", "ix_order_custid", "orders", "pk_orders"]
    assert pristine.placement is not None
    found = {part.name: part for part in pristine.placement.parts}
    assert {name for name, part in found.items() if part.space == "Fast one"} == {
        *("IX_CUST_USERNAME_PASSWORD", "IX_ORDER_CUSTID", "ORDERS", "PK_ORDERS")
    }
    assert found["ORDERS"].folder == str(tiered.folder / "fast")
    assert found["PK_ORDERS"].table == "ORDERS"
    assert (found["ORDERS"].size_bytes or 0) > 0
    size, now = at_rest(lambda: place.value("SELECT PG_TABLE_SIZE('orders')"), asked.store.placement)
    assert [part.size_bytes for part in now.parts if part.name == "ORDERS"] == [size]
    assert not any(name.startswith("OUTPACE") for name in found)
    assert sentence(placement_finding(asked).text) == "each part lies where the scenario wants it"
    # The same database with another placement is reported and not measured.
    other = target(tiered, "outpace_tiers", Placement())
    finding = placement_finding(other)
    assert finding.result == "failed"
    assert "was built with another placement: " in sentence(finding.text)
    assert "wants it in pg_default (4 such parts)" in sentence(finding.text)
    assert "drop outpace_tiers and outpace_tiers_pristine yourself" in sentence(finding.remedy)
    with pytest.raises(DatabaseError, match="was built with another placement"):
        other.restore(ignore, never)
    asked.store.drop()
    assert placement_finding(asked).result == "passed"  # Outpace did not create the tablespace, so it stays


@pytest.mark.parametrize(
    ("placement", "told", "remedy"),
    [
        (
            Placement(tables={"ORDERS": "closed"}),
            "the user builder may not put anything into the tablespace closed",
            'As an administrator: GRANT CREATE ON TABLESPACE "closed" TO "builder"',
        ),
        (
            Placement(data="fast"),
            "there is no tablespace fast on this server",
            "Name one that builder may use (Fast one), or an absolute folder in the scenario's placement",
        ),
        (
            Placement(index="/mnt/it's"),
            "only a superuser can make a tablespace in the folder /mnt/it's, and builder is none",
            "Have an administrator make one (CREATE TABLESPACE fast LOCATION '/mnt/it''s'; "
            'GRANT CREATE ON TABLESPACE fast TO "builder"), then write its name, fast, instead of the folder in the '
            "scenario's placement",
        ),
    ],
)
def test_missing_right_fails_the_check_with_a_remedy(
    tiered: PrivateServer, placement: Placement, told: str, remedy: str
) -> None:
    asked = target(tiered, "outpace_refused", placement)
    finding = placement_finding(asked)
    assert (finding.result, sentence(finding.text), sentence(finding.remedy)) == ("failed", told, remedy)
    with pytest.raises(DatabaseError):
        asked.build(ignore, never)


def test_folder_of_an_existing_tablespace_is_reported_by_name(tiered: PrivateServer) -> None:
    asked = target(tiered, "outpace_refused", Placement(data=f"{tiered.folder / 'fast'}/"), tiered.user)
    finding = placement_finding(asked)
    assert sentence(finding.text).endswith("is that of the tablespace Fast one")
    assert sentence(finding.remedy) == "Write its name, Fast one, instead of the folder in the scenario's placement"


def test_placed_mariadb_table_is_in_its_folder_with_its_indexes(mariadb: PrivateServer) -> None:
    placement = Placement(tables={"ORDERS": str(folder(mariadb, "orders' tier"))})
    execute(
        mariadb,
        f"CREATE USER {BUILDER}@'127.0.0.1' IDENTIFIED BY '{PASSWORD}'",
        f"GRANT ALL ON `outpace\\_%`.* TO {BUILDER}@'127.0.0.1'",
    )
    try:
        asked = target(mariadb, "outpace_tiers", placement)
        assert placement_finding(asked).result == "passed"
        asked.build(ignore, never)
        pristine = asked.restore(ignore, never)
        assert pristine.placement is not None
        assert pristine.placement.indexes_inside
        found = {part.name: part.folder for part in pristine.placement.parts}
        assert found.pop("ORDERS") == str(mariadb.folder / "orders' tier")
        assert set(found.values()) == {""}
        assert (mariadb.folder / "orders' tier" / "outpace_tiers" / "ORDERS.ibd").exists()
        elsewhere = target(mariadb, "outpace_tiers", Placement())
        assert "ORDERS lies in" in sentence(placement_finding(elsewhere).text)
        asked.store.drop()
    finally:
        execute(mariadb, f"DROP USER {BUILDER}@'127.0.0.1'")


class FakeMySql:
    """Fake of MySQL 8's answers, based on its documentation."""

    def __init__(self, grants: list[str]) -> None:
        self._grants = grants
        self._rows: list[tuple[str, ...]] = []

    def execute(self, sql: str) -> "FakeMySql":
        settings = [
            ("datadir", "/var/lib/mysql/"),
            ("innodb_data_home_dir", ""),
            ("innodb_directories", "/fast;/mnt/b/"),
        ]
        grants = [(one,) for one in self._grants]
        self._rows = settings if "VARIABLES" in sql else grants if "GRANTS" in sql else [("joe@db1",)]
        return self

    def fetchall(self) -> list[tuple[str, ...]]:
        return self._rows

    def fetchval(self) -> str:
        return self._rows[0][0]


@pytest.mark.parametrize(
    ("grants", "where", "told"),
    [
        (["GRANT SELECT, FILE ON *.* TO `joe`@`db1`"], "/mnt/b/tier", ""),
        (["GRANT USAGE ON *.* TO `joe`@`db1`", "GRANT ALL PRIVILEGES ON *.* TO `joe`@`db1`"], "/fast", ""),
        (["GRANT FILE ON *.* TO `joe`@`db1`"], "/faster", "MySQL takes no tables from the folder /faster"),
        (["GRANT ALL PRIVILEGES ON `FILE`.* TO `joe`@`db1`"], "/fast", "GRANT FILE ON \\*\\.\\* TO 'joe'@'db1'"),
        (["GRANT PROCESS ON *.* TO `FILE`@`db1`"], "/fast", "joe@db1 lacks the right FILE"),
    ],
)
def test_mysql_placement_needs_the_file_privilege_and_a_known_folder(grants: list[str], where: str, told: str) -> None:
    if not told:
        check_placement(FakeMySql(grants), Placement(data=where), SCHEMA)
        return
    with pytest.raises(DatabaseError, match=told):
        check_placement(FakeMySql(grants), Placement(data=where), SCHEMA)


def part(name: str, table: str = "", space: str = "pg_default", at: str = "") -> PlacedPart:
    return PlacedPart(kind="index" if table else "table", name=name, table=table or name, space=space, folder=at)


def test_placement_lines_list_parts_outside_the_default_place() -> None:
    usual = [
        part("CUSTOMERS"),
        part("PK_CUSTOMERS", "CUSTOMERS"),
        part("ORDERLINES"),
        part("PK_ORDERLINES", "ORDERLINES"),
    ]
    assert placement_lines(DatabasePlacement(parts=usual)) == [("Placement", DEFAULT_PLACE)]
    tiered = [*usual, part("ORDERS", space="fast", at="/flash"), part("PK_ORDERS", "ORDERS", "fast", "/flash")]
    assert placement_lines(DatabasePlacement(parts=tiered)) == [
        ("Placement", DEFAULT_PLACE),
        ("Placement, ORDERS", "fast (/flash)"),
    ]
    one = [*tiered, part("IX_ORDER_CUSTID", "ORDERS")]
    assert placement_lines(DatabasePlacement(parts=one))[2:] == [("Placement, IX_ORDER_CUSTID", DEFAULT_PLACE)]
    indexes = [msgspec.structs.replace(one, space="ix") if one.kind == "index" else one for one in usual]
    assert placement_lines(DatabasePlacement(parts=indexes))[1:] == [("Placement, indexes", "ix")]
    assert placement_lines(DatabasePlacement(parts=[PlacedPart(kind="file", name="shop.db")])) == []


def test_disclosure_marks_different_placements(tmp_path: Path) -> None:
    run = SyntheticRun(tmp_path / "s.outpace")
    for system, space in ((0, "pg_default"), (1, "fast")):
        found = DatabasePlacement(parts=[part("CUSTOMERS"), part("ORDERS", space=space)])
        run.writer.document(run.start_ns, found, name="placement", system=run._ids[system])
    run.seconds(3)
    with SessionReader.open(run.finish()) as reader:
        reader.poll()
        rows = {row.label: row for row in study_of([reader]).disclosure.systems}
    assert not rows["Placement"].differs
    assert rows["Placement, ORDERS"].differs
    assert rows["Placement, ORDERS"].texts == {"A": "–", "B": "fast"}
