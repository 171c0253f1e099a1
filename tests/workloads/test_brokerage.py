# SPDX-License-Identifier: Apache-2.0
"""Brokerage on the embedded engine: operation mix, results, invariants, and a complete run."""

import random
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import apsw
import pytest

from app.databases.sqlite.embedded_engine import SqliteSettings, connect
from app.engine.embedded_target import EmbeddedTarget
from app.model.messages import sentence
from app.model.targets import Embedded
from app.model.workloads import Brokerage
from app.results.normalised import is_normalised
from app.results.study import study_of
from app.scenario.reading import ScenarioError, parse_scenario
from app.session.reader import SessionReader
from app.workloads.brokerage.trader import CARDS, OPERATIONS, SWAP_KEY, Trader
from app.workloads.database.embedded_store import EmbeddedStore
from app.workloads.database.embedded_workload import EmbeddedUser, EmbeddedWorkload
from tests.support.dvdstores import WAL, ignore, never
from tests.support.engine_runs import outpace

PARAMETERS = Brokerage()
SCENARIO = """
title = "Brokerage"

[workload]
name = "brokerage"
users = 4

[plan]
name = "timed"
warmup_s = 1
run_s = 3

[[systems]]
name = "Rollback journal"
role = "baseline"
[[systems.targets]]
engine = "sqlite"
journal = "rollback"
folder = "data"

[[systems]]
name = "Write-ahead log"
role = "challenger"
[[systems.targets]]
engine = "sqlite"
journal = "wal"
folder = "data"
"""


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> EmbeddedStore:
    store = EmbeddedStore(tmp_path_factory.mktemp("brokerage"), PARAMETERS)
    store.build(ignore, never)
    return store


@pytest.fixture
def workload(built: EmbeddedStore) -> Iterator[EmbeddedWorkload]:
    built.restore(WAL, ignore, never)
    workload = EmbeddedWorkload(built.folder, PARAMETERS, WAL)
    workload.open()
    yield workload
    workload.close()


def operate(user: EmbeddedUser) -> tuple[str, bool]:
    """Perform one operation; return its key, and whether a business rule rolled it back."""
    cycle = user.cycle()
    call = next(cycle)
    with pytest.raises(StopIteration) as ended:
        cycle.send(call.function(*call.arguments))
    return OPERATIONS[call.operation].key, ended.value.value.rolled_back


def state_of(user: EmbeddedUser) -> Trader:
    assert isinstance(user.state, Trader)
    return user.state


def target(store: EmbeddedStore) -> EmbeddedTarget:
    return EmbeddedTarget(0, "A", str(store.folder), Embedded(journal="wal"), PARAMETERS)


def test_operation_mix_is_exact_and_every_invariant_holds(workload: EmbeddedWorkload, built: EmbeddedStore) -> None:
    user = workload.user(random.Random(20))
    done = [operate(user) for _ in range(3 * sum(CARDS.values()))]
    user.close()
    counted = Counter(key for key, _ in done)
    orders, results = counted["trade_order"] + counted[SWAP_KEY], counted["trade_result"]
    traded = ("trade_order", "trade_result", SWAP_KEY)
    assert {key: number for key, number in counted.items() if key not in traded} == {
        key: 3 * cards for key, cards in CARDS.items() if key not in traded
    }
    assert counted[SWAP_KEY] >= orders - 303, "each result that is owed was swapped for an order"
    assert orders + results == 3 * 201
    assert 0 <= orders - 303 <= 10, "results that had nothing to complete were made up for"
    rolled_back = sum(rolled for _, rolled in done)
    assert 0 < rolled_back < 12
    with closing(connect(built.working, WAL)) as database:
        trades = PARAMETERS.rows.trades
        added, completed, pending = database.execute(
            "SELECT COUNT(*), SUM(STATUSID = 1), SUM(STATUSID = 3) FROM TRADE WHERE TRADEID > ?", (trades,)
        ).fetchall()[0]
    assert (added, completed, pending) == (orders - rolled_back, results, len(state_of(user).pending))
    assert target(built).checked() == []


def test_reconnecting_user_continues_where_it_was(workload: EmbeddedWorkload) -> None:
    rng = random.Random(7)
    first = workload.user(rng)
    while not state_of(first).submitted:
        operate(first)
    (trade, _), cards = state_of(first).submitted[0], len(state_of(first).cards)
    first.close()
    again = workload.user(rng)
    assert state_of(again).submitted[0][0] == trade
    operate(again)
    assert len(state_of(again).cards) == cards - 1
    again.close()
    other = workload.user(random.Random(7))
    assert not state_of(other).submitted
    other.close()


def test_restore_returns_the_database_to_its_built_state(workload: EmbeddedWorkload, built: EmbeddedStore) -> None:
    user = workload.user(random.Random(1))
    for _ in range(500):
        operate(user)
    user.close()
    workload.close()
    pristine = built.pristine.read_bytes()
    built.restore(SqliteSettings("rollback", "off", 16), ignore, never)
    assert built.working.read_bytes() == pristine


def test_broken_invariant_is_reported_with_the_number_of_violations(
    workload: EmbeddedWorkload, built: EmbeddedStore
) -> None:
    user = workload.user(random.Random(3))
    for _ in range(300):
        operate(user)
    user.close()
    with closing(apsw.Connection(str(built.working))) as database:
        database.execute("UPDATE HOLDING_SUMMARY SET QUANTITY = QUANTITY + 1 WHERE ACCOUNTID = 7")
        database.execute("UPDATE CUSTOMER_ACCOUNT SET BALANCE = BALANCE + 25 WHERE ACCOUNTID = 7")
    told = [sentence(one) for one in target(built).checked()]
    assert told == [
        "10 positions are not the sum of their lots",
        "the accounts' balances changed by 25 cents that no cash transaction tells",
    ]


def test_same_size_and_seed_give_the_same_rows_and_another_seed_does_not(tmp_path: Path, built: EmbeddedStore) -> None:
    mark = built.find()
    again = EmbeddedStore(tmp_path / "again", Brokerage(users=9)).build(ignore, never)
    other = EmbeddedStore(tmp_path / "other", Brokerage(data_seed=2)).build(ignore, never)
    assert again == mark
    assert other.checksum != again.checksum
    days = EmbeddedStore(tmp_path / "days", Brokerage(db_size="10MB", history_days=40))
    built_days = days.build(ignore, never)
    assert (built_days.rows["CUSTOMER"], built_days.rows["TRADE"]) == (10, 20_000)
    assert built_days.rows["HOLDING"] == 500 * 2, "two lots of one cycle in ten"


def test_run_builds_restores_checks_and_prints_that_it_is_not_tpc_e(tmp_path: Path) -> None:
    scenario = tmp_path / "brokerage.toml"
    scenario.write_text(SCENARIO, encoding="utf-8")
    session = tmp_path / "brokerage.outpace"
    done = outpace("run", scenario, "--session", session)
    assert "trade_result p50" in done.stdout, done.stderr
    assert "It is not TPC-E" in done.stdout
    assert "Transactions per second" in done.stdout
    assert "Trades/s" in done.stdout
    assert "Swaps/s" in done.stdout
    with SessionReader.open(session) as reader:
        assert reader.end is not None
        assert not [reason for reason in reader.end.reasons if "lots" in reader.sentence(reason)]
        study = study_of([reader])
    better = {metric.name: metric.better for metric in study.metrics}
    assert {better["IOPS"], better["Bytes/s"], better["Swaps/s"]} == {""}, "fewer I/Os come of a larger cache"
    assert better["TPS"] == better["Trades/s"] == better["OPM"] == "more"
    normalised = {metric.name for metric in study.metrics if is_normalised(metric, study)}
    assert {"TPS", "Trades/s"} <= normalised
    assert "Swaps/s" not in normalised


def test_storage_target_is_rejected_for_brokerage() -> None:
    text = SCENARIO.replace('engine = "sqlite"\njournal = "rollback"\nfolder = "data"', 'engine = "storage"')
    with pytest.raises(ScenarioError, match='a storage target needs the workload "storage-io"'):
        parse_scenario(text, "mine.toml")
