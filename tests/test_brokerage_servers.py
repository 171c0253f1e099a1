"""Runs of brokerage on real servers: many users at once, deadlocks tried again, every invariant held."""

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from app.session.reader import SessionReader
from tests.engine_runs import ended_whole, outpace
from tests.server_runs import Server, passwords, written

if TYPE_CHECKING:
    from tests.private_server import PrivateServer


def test_thirty_two_users_leave_every_invariant_whole(
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
