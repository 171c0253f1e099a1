# SPDX-License-Identifier: Apache-2.0
"""Brokerage runs on real servers: many concurrent users, deadlocks retried, every invariant intact."""

import sys
from pathlib import Path

import pytest

from app.databases.address import Address
from app.model.targets import Placement
from app.model.workloads import Brokerage
from app.session.reader import SessionReader
from app.workloads.database.server_store import ServerStore
from tests.support.dvdstores import ignore, never
from tests.support.engine_runs import ended_whole, outpace
from tests.support.server_runs import Server, passwords, scenario_text, target_at_hand, written
from tests.support.server_stores import Place
from tests.support.servers import OwnServer, address_of

if sys.platform != "win32":
    from tests.support.private_server import PrivateServer, give_to


def test_thirty_two_users_keep_every_invariant(
    postgresql: "PrivateServer", mariadb: "PrivateServer", tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    systems = [Server("PostgreSQL", postgresql, ("outpace_b",)), Server("MariaDB", mariadb, ("outpace_b",))]
    passwords(monkeypatch, systems)
    scenario = written(tmp_path, systems, size="2MB", users=32, think_s=0.2, run_s=5, workload="brokerage")
    session = tmp_path / "brokerage.outpace"
    done = outpace("run", scenario, "--session", session)
    ended_whole(done, session)
    assert "It is not TPC-E" in done.stdout
    with SessionReader.open(session) as reader:
        assert reader.end is not None
        details = [target.detail for system in reader.systems for target in system.targets]
        assert len({detail.checksum for detail in details}) == 1, "the same rows on both"
        assert all(detail.database == "Brokerage 2MB" for detail in details)


def test_eight_users_complete_a_valid_run_on_sql_server(
    sqlserver: tuple[Address, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = scenario_text([], size="2MB", users=8, think_s=0.05, warmup_s=10, run_s=10, workload="brokerage")
    target = target_at_hand(monkeypatch, sqlserver, "outpace_b")
    scenario = tmp_path / "t-sql.toml"
    scenario.write_text(f'{text}[[systems]]\nname = "T"\nrole = "baseline"\n[[systems.targets]]\n{target}', "utf-8")
    session = tmp_path / "t-sql.outpace"
    try:
        ended_whole(outpace("run", scenario, "--session", session, timeout_s=300), session)
        trades = Place(sqlserver[0].at("outpace_b"), sqlserver[1]).value("SELECT MAX(TRADEID) FROM TRADE")
        assert trades > Brokerage(db_size="2MB").rows.trades
    finally:
        ServerStore(sqlserver[0].at("outpace_b"), sqlserver[1], Brokerage(db_size="2MB")).drop()


def test_moving_a_table_moves_its_indexes(own_server: OwnServer) -> None:
    server = own_server("postgresql")
    folder = server.folder / "hot"
    folder.mkdir()
    give_to(folder, server.account)
    tables = dict.fromkeys(("TRADE", "TRADE_HISTORY", "WATCH_ITEM", "CUSTOMER"), str(folder))
    place = Place(address_of(server, "moved"), server.password)
    address = place.address.changed(placement=Placement(tables=tables))
    store = ServerStore(address, server.password, Brokerage(db_size="1MB"))
    store.build(ignore, never)
    store.restore(ignore, never)
    moved = place.rows(
        "SELECT UPPER(C.RELNAME) FROM PG_CLASS AS C JOIN PG_TABLESPACE AS T ON T.OID = C.RELTABLESPACE "
        "WHERE T.SPCNAME LIKE 'outpace%' AND C.RELKIND IN ('r', 'i') AND C.RELNAMESPACE = 'public'::REGNAMESPACE"
    )
    assert {name for (name,) in moved} == {
        "TRADE", "PK_TRADE", "IX_TRADE_ACCOUNT", "IX_TRADE_SECURITY", "TRADE_HISTORY", "PK_TRADE_HISTORY", "WATCH_ITEM",
        "PK_WATCH_ITEM", "CUSTOMER", "PK_CUSTOMER", "IX_CUSTOMER_TAXCODE",
    }  # fmt: skip
    store.check_placement(built=True)
    store.drop()
