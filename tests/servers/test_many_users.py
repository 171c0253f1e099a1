# SPDX-License-Identifier: Apache-2.0
"""Two hundred users of a real server at the end of a sweep: only calls that really hang are reported as stuck."""

from pathlib import Path

import pytest

from app.engine.consents import allow, consents_of
from app.model.events import UsersStuck
from app.scenario.reading import read_scenario
from app.session.reader import SessionReader
from tests.support.engine_runs import outpace
from tests.support.server_runs import ENGINES, Server, passwords
from tests.support.servers import started

USERS = 200
SCENARIO = """
title = "Many users"

[workload]
name = "sql"
users = {users}

[[workload.transactions]]
name = "long"
script = '''{script}'''

[plan]
name = "user-sweep"
from_users = {users}
to_users = {users}
step_users = 1
settle_s = 0
dwell_s = 2

[[systems]]
name = "PostgreSQL"
role = "baseline"
[[systems.targets]]
engine = "{engine}"
host = "{host}"
port = {port}
user = "{user}"
database = "outpace_many"
password = "env:OUTPACE_TEST_PASSWORD_0"
"""


def test_users_between_two_calls_are_not_reported_as_stuck(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Their transactions take far longer than a run waits for its users, but none of their calls does."""
    script = "BEGIN;\n" + "SELECT pg_sleep(0.9);\n" * 40 + "COMMIT;"
    with started("postgresql", {"max_connections": "260"}) as server:
        passwords(monkeypatch, [Server("PostgreSQL", server)])
        place = {"engine": ENGINES[server.engine], "host": server.host, "port": server.port, "user": server.user}
        scenario, session = tmp_path / "many.toml", tmp_path / "many.outpace"
        scenario.write_text(SCENARIO.format(users=USERS, script=script, **place), encoding="utf-8")
        file = read_scenario(str(scenario)).scenario
        allow(file, [consent.text for consent in consents_of(file, runs=True)])
        answer = outpace("run", scenario, "--session", session, timeout_s=180)
    assert session.exists(), answer.stderr
    with SessionReader.open(session) as reader:
        assert reader.end is not None
        told = (*(event.message for event in reader.events), *reader.end.reasons, *reader.end.warnings)
        alive = next(c for c in reader.counters if c.path == "\\Outpace Driver(_Total)\\Users Alive")
        assert reader.samples(alive)[1].max() == USERS
    assert not [message for message in told if isinstance(message, UsersStuck)]
