# SPDX-License-Identifier: Apache-2.0
"""Many users contending for few rows: scenarios with conflicting transactions, and the invariants afterward."""

from collections.abc import Mapping
from pathlib import Path

from app.engine.consents import allow, consents_of
from app.scenario.reading import read_scenario

PLAN = """
[plan]
name = "timed"
warmup_s = 1
run_s = {run_s}
ramp_users_per_s = 50
"""
BROKERAGE = (
    """title = "Brokerage, contended"
[workload]
name = "brokerage"
db_size = "2MB"
users = {users}
think_time_s = {think_s}
"""
    + PLAN
)
TPCB_LIKE = (
    r"""title = "tpcb-like, contended"
[workload]
name = "sql"
users = {users}
think_time_s = {think_s}

[[workload.transactions]]
name = "tpcb-like"
script = '''
\set aid random(1, 1000)
\set bid random(1, 2)
\set tid random(1, 20)
\set delta random(-5000, 5000)
BEGIN;
UPDATE accounts SET balance = balance + :delta WHERE id = :aid;
SELECT balance FROM accounts WHERE id = :aid;
UPDATE tellers SET balance = balance + :delta WHERE id = :tid;
UPDATE branches SET balance = balance + :delta WHERE id = :bid;
INSERT INTO history (tid, bid, aid, delta) VALUES (:tid, :bid, :aid, :delta);
END;
'''

[[workload.setup]]
statement = "CREATE TABLE branches (id INTEGER NOT NULL PRIMARY KEY, balance INTEGER NOT NULL)"
[[workload.setup]]
statement = "CREATE TABLE tellers (id INTEGER NOT NULL PRIMARY KEY, balance INTEGER NOT NULL)"
[[workload.setup]]
statement = "CREATE TABLE accounts (id INTEGER NOT NULL PRIMARY KEY, balance INTEGER NOT NULL)"
[[workload.setup]]
statement = "CREATE TABLE history (tid INTEGER, bid INTEGER, aid INTEGER, delta INTEGER)"
[[workload.setup]]
statement = "INSERT INTO branches (id, balance) VALUES {branches}"
[[workload.setup]]
statement = "INSERT INTO tellers (id, balance) VALUES {tellers}"
[[workload.setup]]
statement = "INSERT INTO accounts (id, balance) VALUES {accounts}"

[[workload.checks]]
name = "all balances are those of history"
query = '''
SELECT (SELECT SUM(balance) FROM accounts) - (SELECT COALESCE(SUM(delta), 0) FROM history),
(SELECT SUM(balance) FROM tellers) - (SELECT COALESCE(SUM(delta), 0) FROM history),
(SELECT SUM(balance) FROM branches) - (SELECT COALESCE(SUM(delta), 0) FROM history)
'''
gives = [0, 0, 0]
"""
    + PLAN
)
TEXTS = {"brokerage": BROKERAGE, "tpcb-like": TPCB_LIKE}


def _zeros(count: int) -> str:
    return ", ".join(f"({number}, 0)" for number in range(1, count + 1))


def contended(
    folder: Path, name: str, targets: Mapping[str, str], *, users: int, run_s: float, think_s: float = 0.0
) -> Path:
    """Write a scenario file, with consent to its statements; `targets` has each system's target keys, by name."""
    text = TEXTS[name].format(
        users=users, run_s=run_s, think_s=think_s, branches=_zeros(2), tellers=_zeros(20), accounts=_zeros(1000)
    )
    for number, (title, keys) in enumerate(targets.items()):
        role = "challenger" if number else "baseline"
        text += f'\n[[systems]]\nname = "{title}"\nrole = "{role}"\n[[systems.targets]]\n{keys}\n'
    path = folder / f"{name}.toml"
    path.write_text(text, encoding="utf-8")
    wanted = read_scenario(str(path)).scenario
    allow(wanted, [one.text for one in consents_of(wanted, runs=True)])
    return path
