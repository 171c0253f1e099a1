# SPDX-License-Identifier: Apache-2.0
"""Brokerage's tape on the embedded engine makes the statements of the Python code and gets their rows, also where a
transaction begins once more."""

import random
from collections.abc import Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import apsw
import pytest

from app.databases.sqlite.embedded_engine import connect
from app.databases.sqlite.native_sqlite import INSERTS, NativeCall
from app.model.workloads import Brokerage
from app.native.native_library import NativeLibrary
from app.native.native_tape import DONE, ROLLED_BACK, Answer, Argument, Rows, run_cycles
from app.workloads.brokerage.dataset import SCHEMA
from app.workloads.brokerage.sqlite.statement_tape import statement_tape
from app.workloads.brokerage.sqlite.trading import BrokerageOnSqlite
from app.workloads.brokerage.trader import CARDS, first_moment
from app.workloads.database.embedded_store import EmbeddedStore
from tests.support.brokerage import CHANGED
from tests.support.dvdstores import WAL, ignore, never

PARAMETERS = Brokerage(db_size="2MB")
NOW = first_moment(PARAMETERS.rows) + 7
OPERATIONS_MADE = 1_000
LISTED = ("trigger", "trades_of_account", "trades_of_security")
"""Statements of whose rows the tape reads all."""
READ = {"owner": (0, 1, 2, 4, 6)}
"""Of whose first row it reads some columns; of others those from the first on."""
COLUMNS, LETTERS = 9, 100
"""What an answer has room for; no more is read."""

Made = tuple[str, object, Sequence[object]]
"""A statement, what is bound to it, and its rows."""


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> EmbeddedStore:
    store = EmbeddedStore(tmp_path_factory.mktemp("brokerage"), PARAMETERS)
    store.build(ignore, never)
    return store


def contents(store: EmbeddedStore) -> Mapping[str, Sequence[object]]:
    """What operations left."""
    with closing(connect(store.working, WAL)) as database:
        return {table: sorted(database.execute(f"SELECT * FROM {table}"), key=repr) for table in CHANGED}


class Answers:
    """Makes a tape's calls on a database. Some fail, and their transactions begin once more: one in 61, but none of
    a second attempt."""

    def __init__(self, path: Path, calls: Sequence[NativeCall], names: Mapping[str, str]) -> None:
        self.made: list[Made] = []
        self.again, self._undone = 0, 0
        self._calls = calls
        self._names = names
        self._connection = connect(path, WAL)
        self._begun, self._count, self._failed = 0, 0, False

    def answer(self, statement: int, arguments: list[Argument]) -> Answer:
        call, self._count = self._calls[statement], self._count + 1
        if call.sql.startswith("BEGIN"):
            self._begun = len(self.made)
        elif self._count % 61 == 0 and not self._failed:
            self.again, self._failed = self.again + 1, True
            return "again"
        if call.sql == "ROLLBACK" and self._undone < self.again:
            self._undone += 1
            del self.made[self._begun :]
            self._connection.execute(call.sql)
            return ()
        self._failed = self._failed and call.sql != "COMMIT"
        if "?1" in call.sql and "?2" not in call.sql:
            del arguments[1:]  # of some kinds of data_maintenance the day is not asked
        bound = dict(zip(call.names, arguments, strict=True)) if call.names else tuple(arguments)
        rows = self._connection.execute(call.sql, bound).fetchall()
        self.made.append((call.sql, bound, rows))
        if call.kind == INSERTS:
            return [self._connection.last_insert_rowid()]
        if self._names.get(call.sql, "") in LISTED:
            return Rows(rows)
        if not rows:
            return None
        read = READ.get(self._names.get(call.sql, ""), range(min(len(rows[0]), COLUMNS)))
        return [one[:LETTERS] if isinstance(one, str) else one for one in (rows[0][column] for column in read)]

    def close(self) -> None:
        self._connection.close()


def in_python(store: EmbeddedStore, seed: str, operations: int) -> tuple[list[Made], list[int]]:
    """The statements of the Python code, with their rows, and how its cycles ended."""
    made: list[tuple[str, object, list[object]]] = []
    workload = BrokerageOnSqlite(store.folder, PARAMETERS, WAL)
    workload.open()
    user = workload.user(random.Random(seed), lambda: NOW)

    def executed(_: apsw.Cursor, sql: str, bound: Any) -> bool:
        made.append((sql, bound if isinstance(bound, dict) else tuple(bound or ()), []))
        return True

    def returned(_: apsw.Cursor, row: Any) -> Any:
        made[-1][2].append(row)
        return row

    user._connection.exec_trace = executed
    user._connection.row_trace = returned
    outcomes = []
    for _ in range(operations):
        cycle = user.cycle()
        call = next(cycle)
        with pytest.raises(StopIteration) as ended:
            cycle.send(call.function(*call.arguments))
        outcomes.append(ROLLED_BACK if ended.value.value.rolled_back else DONE)
    user.close()
    workload.close()
    return [(sql, bound, rows) for sql, bound, rows in made], outcomes


def test_the_tape_makes_the_statements_of_the_python_code(
    native_library: NativeLibrary, built: EmbeddedStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(CARDS, "data_maintenance", 40)  # of each kind some
    built.restore(WAL, ignore, never)
    made, outcomes = in_python(built, "embedded 18", OPERATIONS_MADE)
    left = contents(built)

    built.restore(WAL, ignore, never)
    names = {sql: name for name, sql in SCHEMA.named("operations", "sqlite").items()}
    tape = statement_tape(PARAMETERS.rows, NOW)
    answers = Answers(built.working, tape.calls, names)
    state: Any = random.Random("embedded 18").getstate()[1]
    ended = run_cycles(native_library, tape.tape, state, OPERATIONS_MADE, answers.answer)
    answers.close()
    assert answers.again > 50
    for number, (here, there) in enumerate(zip(answers.made, made, strict=True)):
        assert here == there, f"statement {number}"
    assert ended == outcomes
    assert ROLLED_BACK in ended
    assert contents(built) == left
    assert {sql for sql, _, _ in made} == {call.sql for call in tape.calls}
