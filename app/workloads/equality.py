# SPDX-License-Identifier: Apache-2.0
"""Comparison of a cycle in Python with its compiled tape.

Both must make the same draws and calls, with the same arguments and outcomes, when the results of calls are random.
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass, field

from app.native.native_library import NativeLibrary
from app.native.native_tape import ABANDONED, DONE, Answer, Argument, TapeError, run_cycles
from app.native.native_tape import ROLLED_BACK as ROLLED_BACK_NATIVELY
from app.native.native_tape import ListedRows as NativeRows
from app.workloads.compiler.cycle_compiler import compile_cycle
from app.workloads.compiler.round_trips import FixedClocks
from app.workloads.cycle_language import (
    CONTROL,
    CallForms,
    NoRowError,
    Procedure,
    Request,
    Steps,
    UserCycle,
    begin,
    begin_writing,
    performed,
)

CLOCKS = FixedClocks(date="2024-02-29 10:00:00", elapsed=7)
AGAIN_ONE_IN = 97
"""Number of calls within a transaction of which one restarts the transaction."""
TEXTS = ("", "ab", "T100000001", "Cash account", "ÄÖ")
Rows = Sequence[Sequence[int | str]]
Made = tuple[str, tuple[Argument, ...]]


class _AgainError(Exception):
    """Restart of the transaction."""


@dataclass(slots=True)
class _Answers:
    """Random results of calls, which depend only on draws and calls, and a record of the calls."""

    draws: random.Random
    calls: list[Made] = field(default_factory=list)
    in_transaction: bool = False

    def rows(self, procedure: Procedure, arguments: Sequence[Argument], forms: CallForms) -> Rows | None:
        """Return the rows of a call, or None if its transaction restarts."""
        self.calls.append((procedure.name, tuple(arguments)))
        if procedure in CONTROL:
            self.in_transaction = procedure in (begin, begin_writing)
        elif self.in_transaction and self._below(AGAIN_ONE_IN) == 0:
            return None
        if procedure.every:
            signed = procedure.name not in forms.rows_in_text  # numbers returned in one string are unsigned
            numbers = [[self._number() for _ in procedure.every] for _ in range(self._below(4))]
            return [[number if signed else abs(number) for number in row] for row in numbers]
        if forms.asks_row_number and procedure.name in forms.inserts:
            return []
        if not procedure.gives and not procedure.counted:
            return []
        if self._below(40 if procedure.no_row else 5) == 0:
            # A missing row that is a fault ends the cycle and its transaction.
            self.in_transaction = self.in_transaction and not procedure.no_row
            return []
        return [[self._number() if kind is int else TEXTS[self._below(len(TEXTS))] for kind in procedure.gives]]

    def _below(self, limit: int) -> int:
        return int(self.draws.random() * limit)

    def _number(self) -> int:
        """Return a random number: usually small, sometimes with five digits; it can be 0 or negative."""
        return (self._below(4), self._below(30) - 4, 0, self._below(100_000))[self._below(4)]


def difference(
    cycle: UserCycle, forms: CallForms, library: NativeLibrary, *, cycles: int = 10_000, seed: int = 1
) -> str:
    """Return a sentence about the first difference between a cycle and its tape, or "". Raises CycleError."""
    tape = compile_cycle(cycle, forms, CLOCKS)
    python, native = _Answers(random.Random(seed)), _Answers(random.Random(seed))
    outcomes, raised = _in_python(cycle, forms, python, cycles, seed)

    def answer(statement: int, arguments: list[Argument]) -> Answer:
        call = tape.calls[statement]
        if call.undoes:
            return ()
        rows = native.rows(call.procedure, arguments, forms)
        if rows is None:
            return "again"
        return _native_answer(call.procedure, rows, forms)

    try:
        ended = run_cycles(library, tape.tape, random.Random(seed).getstate()[1], cycles, answer, user=seed)
    except TapeError as error:
        return "" if raised else f"the tape fails and Python does not: {error}"
    for number, (here, there) in enumerate(zip(python.calls, native.calls, strict=False)):
        if here != there:
            return f"call {number} of seed {seed}: Python calls {here[0]}{here[1]}, the tape {there[0]}{there[1]}"
    if raised:
        return f"Python fails and the tape does not: {raised!r}"
    if len(python.calls) != len(native.calls):
        return f"Python makes {len(python.calls)} calls, the tape {len(native.calls)}"
    different = next(
        (number for number, pair in enumerate(zip(outcomes, ended, strict=True)) if pair[0] != pair[1]), -1
    )
    return "" if different < 0 else f"cycle {different} of seed {seed} ends otherwise"


def _native_answer(procedure: Procedure, rows: Rows, forms: CallForms) -> Answer:
    if procedure.name in forms.rows_in_text:
        return [" ".join(str(number) for row in rows for number in row)]
    if procedure.every:
        return NativeRows([[int(number) for number in row] for row in rows])
    return list(rows[0]) if rows else None


def _in_python(
    cycle: UserCycle, forms: CallForms, answers: _Answers, cycles: int, seed: int
) -> tuple[list[int], Exception | None]:
    """Run the cycles; return their outcomes and the error that ended them, except a missing row."""
    date, elapsed = CLOCKS.date or "", CLOCKS.elapsed or 0
    user = cycle.state(random.Random(seed), number=seed, date=lambda: date, elapsed=lambda: elapsed)

    def perform(request: Request) -> Rows:
        rows = answers.rows(request.procedure, forms.bound(request), forms)
        if rows is None:
            raise _AgainError
        if request.procedure.name in forms.rows_in_text:
            return [[" ".join(str(number) for row in rows for number in row)]]
        return rows

    def answered(request: Request) -> object:
        while True:
            try:
                return performed(request, perform, forms)
            except _AgainError:
                continue

    outcomes: list[int] = []
    try:
        for _ in range(cycles):
            outcomes.append(_outcome(cycle.begin(user), answered))
    except Exception as error:  # noqa: BLE001 - whatever a cycle raises, the tape must fail there too
        return outcomes, error
    return outcomes, None


def _outcome(steps: Steps[str | None], answered: object) -> int:
    assert callable(answered)
    result = None
    while True:
        try:
            request = steps.send(result)
        except StopIteration as ended:
            return DONE if ended.value is None else ROLLED_BACK_NATIVELY
        try:
            result = answered(request)
        except NoRowError:
            steps.close()
            return ABANDONED
