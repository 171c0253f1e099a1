# SPDX-License-Identifier: Apache-2.0
"""A workload from another package (the one in docs/add-a-workload.md) on real servers.

Its operations are transactions made of statements; it has no stored procedures.
"""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from app.control.link import own_program
from app.model.documents import LoadDriver
from app.model.events import DriverLimits, LateSamples
from app.session.reader import SessionReader
from tests.support.guide_examples import Example, example
from tests.support.server_runs import Server, dropped_after, execute, passwords, scenario_text

if sys.platform != "win32":
    from tests.support.private_server import PrivateServer

DATABASE = "outpace_tickets"


def recorded(tickets: Example, scenario: Path, driver: str) -> Path:
    session = tickets.folder / "run.outpace"
    done = subprocess.run(
        [*own_program(), "run", str(scenario), "--session", str(session)],
        env={
            **os.environ,
            "PYTHONPATH": os.pathsep.join([str(tickets.folder), str(Path(__file__).parents[2])]),
            "OUTPACE_DRIVER": driver,
        },
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert done.returncode in {0, 1}, done.stdout + done.stderr
    return session


@pytest.mark.parametrize(("driver", "transport"), [("native", "libpq"), ("native", "odbc"), ("python", "odbc")])
def test_workload_of_an_extension_runs_on_servers(
    postgresql: "PrivateServer",
    mariadb: "PrivateServer",
    mysql: "PrivateServer",
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    driver: str,
    transport: str,
) -> None:
    """Eight users sell seats for ten shows: transactions wait for each other, but no seat is sold twice."""
    tickets = example("add-a-workload.md", tmp_path)
    systems = [
        Server("PostgreSQL", postgresql, (DATABASE,), f'tls = "off"\ntransport = "{transport}"'),
        Server("MariaDB", mariadb, (DATABASE,), 'tls = "off"'),
        Server("MySQL", mysql, (DATABASE,), 'tls = "off"'),
    ]
    passwords(monkeypatch, systems)
    scenario = tmp_path / "servers.toml"
    text = scenario_text(systems, users=8, think_s=0.02, run_s=2, workload="tickets")
    scenario.write_text(text.replace('db_size = "1MB"', "shows = 10"), encoding="utf-8")
    with (
        dropped_after(postgresql, DATABASE),
        dropped_after(mariadb, DATABASE),
        dropped_after(mysql, DATABASE),
    ):
        session = recorded(tickets, scenario, driver)
        sales = [
            execute(system.server, "SELECT COUNT(*), COUNT(DISTINCT ID) FROM SALE", database=system.databases[0])[0]
            for system in systems
        ]
    with SessionReader.open(session) as reader:
        assert reader.end is not None
        assert [one for one in reader.end.reasons if not isinstance(one, DriverLimits | LateSamples)] == []
        calls = {one.data.calls.split()[0] for one in reader.documents_of(LoadDriver)}
    assert calls == {driver}
    result = tickets.result(session)
    for system, (count, different) in zip(result["systems"], sales, strict=True):
        booked = sum(system["operations"][name]["count"] for name in ("book", "give_back"))
        assert booked > 0
        assert count == different
        assert count > system["orders"] / 2
