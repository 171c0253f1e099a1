# SPDX-License-Identifier: Apache-2.0
"""Brokerage's tape makes the draws, calls and arguments of the Python code, and keeps what a user has before it."""

import random
from collections.abc import Sequence
from typing import Any

import pytest

from app.model.workloads import Brokerage
from app.native.native_library import NativeLibrary
from app.native.native_tape import DONE, ROLLED_BACK, Answer, Argument, Rows, run_cycles
from app.workloads.brokerage.list_form import ProcedureForm
from app.workloads.brokerage.server_trading import part_of
from app.workloads.brokerage.trader import CARDS, Arguments, Market, Row, Trader
from app.workloads.brokerage.trading_tape import trading_tape

NOW = 800_000_000
Recorded = tuple[str, tuple[Argument, ...]]


class Exchange:
    """Answers calls, the same to both: some orders are rolled back; a feed triggers orders that wait, also another
    user's."""

    def __init__(self) -> None:
        self.calls: list[Recorded] = []
        self._trades = 10**10
        self._waiting: list[int] = []

    def rows(self, call: Recorded) -> Sequence[tuple[int, ...]]:
        self.calls.append(call)
        procedure, arguments = call
        if procedure == "trade_order":
            self._trades += 7
            if len(self.calls) % 101 == 0:
                return [(0, 0, 0)]
            if int(str(arguments[5])) > 2:
                self._waiting.append(self._trades)
            return [(self._trades, self._trades % 70 + 1, 2_000 + self._trades % 1_000)]
        if procedure == "market_feed":
            half, self._waiting = self._waiting[::2], self._waiting[1::2]
            return [*((trade, 2_500) for trade in half[:20]), (10**10 + 1_000_000 + len(self.calls), 2_600)]
        return []


class RecordedTrader(Trader):
    """The Python code."""

    def __init__(self, market: Market, rng: random.Random, form: ProcedureForm, exchange: Exchange) -> None:
        super().__init__(market, rng)
        self._form, self._exchange = form, exchange

    def called(self, procedure: str, arguments: Arguments) -> Sequence[Row]:
        values = [one if isinstance(one, int | str) else self._form.lists(procedure).text(one) for one in arguments]
        return self._exchange.rows((procedure, tuple(values)))


def in_python(trader: RecordedTrader, operations: int) -> list[int]:
    outcomes = []
    for _ in range(operations):
        cycle = trader.cycle()
        call = next(cycle)
        with pytest.raises(StopIteration) as ended:
            cycle.send(call.function(*call.arguments))
        outcomes.append(ROLLED_BACK if ended.value.value.rolled_back else DONE)
    return outcomes


@pytest.mark.parametrize(
    ("engine", "parameters", "operations"),
    [
        ("postgresql", Brokerage(db_size="2MB"), 10_000),
        ("mysql", Brokerage(db_size="1GB", history_days=8), 5_000),
        ("sqlserver", Brokerage(db_size="50MB"), 2_000),
    ],
)
def test_the_tape_makes_the_calls_of_the_python_code(
    native_library: NativeLibrary, engine: str, parameters: Brokerage, operations: int
) -> None:
    form, rows = part_of(engine).form(), parameters.rows
    python, native = Exchange(), Exchange()
    rng = random.Random(f"{engine} 18")
    outcomes = in_python(RecordedTrader(Market(rows, lambda: NOW), rng, form, python), operations)

    tape = trading_tape(rows, form, NOW)

    def answered(statement: int, arguments: list[Argument]) -> Answer:
        procedure, count = tape.procedures[statement]
        assert len(arguments) == count
        found = native.rows((procedure, tuple(arguments)))
        if procedure == "market_feed":
            return [" ".join(str(one) for row in found for one in row)] if form.hits_in_text else Rows(found)
        return found[0] if found else None

    state: Any = random.Random(f"{engine} 18").getstate()[1]
    ended = run_cycles(native_library, tape.tape, state, operations, answered)
    for number, (here, there) in enumerate(zip(native.calls, python.calls, strict=True)):
        assert here == there, f"call {number}"
    assert ended == outcomes
    assert ROLLED_BACK in ended
    assert {procedure for procedure, _ in native.calls} == {procedure for procedure, _ in tape.procedures}
    assert all(any(procedure.startswith(card) for procedure, _ in tape.procedures) for card in CARDS)
