# SPDX-License-Identifier: Apache-2.0
"""Custom SQL as a tape: random draws, results, calls and rejected transactions match the Python code."""

import random
from collections.abc import Callable, Sequence
from typing import Any

import pytest

from app.model.messages import sentence
from app.model.scripts import ScriptStatement
from app.model.sql_workload import Sql, SqlTransaction, SqlVariable
from app.native.native_library import NativeLibrary
from app.native.native_tape import ABANDONED, DONE, ROLLED_BACK, Answer, Argument, run_cycles
from app.workloads.sql.script_tape import NotTapedError, script_tape
from app.workloads.sql.transactions import Rows, SqlUser, Transactions
from app.workloads.workload import Fault
from tests.support.script_examples import COMBINED, EDGES, EXPRESSIONS

Recorded = tuple[str, tuple[Argument, ...]]
CYCLES = 10_000
COLUMNS = ("amount", "name", "share", "nothing", "odd")
"""Columns of the result of each single-row query."""

BUY = r"""
\set source random(1, :accounts)
\set target random_zipfian(1, :accounts * 10, 1.2)
\set near random_gaussian(-50, 50, 3)
\set first random_exponential(1, 1000, 5.5)
\set share :near / 7.0 + :rate
\if :source % 3 = 0 and not (:near > 20 or :first is null)
  \set kind case when :near < 0 then :region when :near < 25 then null else :share end
  BEGIN;
  SELECT amount, name FROM account WHERE id = :source \gset old_
  \set seen :old_name
  \set rest greatest(:old_amount - :near, 0)
  \if :old_amount > 60
    UPDATE account SET amount = :rest, share = :old_share WHERE name = :old_name AND none = :old_nothing;
    \sleep 0 us
  \elif :old_amount > 30
    SELECT :old_amount + 1 AS odd \gset old_
    \set kind :old_odd
    ROLLBACK;
    BEGIN;
  \else
    DELETE FROM account WHERE id = :target AND kind = :kind;
  \endif
  COMMIT;
\else
  INSERT INTO moved VALUES (:source, :target, :near, :first, :share, :region, :mixed, :limit);
\endif
"""
LOOK = r"""
\set found hash(:limit, 7) & 1023
\set truth :found > 500
\set turn :turn + 1
SELECT :found, :truth, :city, :turn, :seen, :client_id;
\set again random(1, 6)
\if :again = 1
\set old_amount 5
\endif
\if :again < 3
SELECT :old_amount;
\endif
"""
WORK = Sql(
    transactions=(
        SqlTransaction("buy", 2.5, BUY), SqlTransaction("look", 1, LOOK), SqlTransaction("idle", 0.5, "VALUES (1);"),
    ),
    define={"accounts": 40, "rate": 0.25, "unused": "never", "turn": 0, "seen": "nobody"},
    variables=(
        SqlVariable("region", values=("north", "südlich", "o'hara")),
        SqlVariable("mixed", "zipf", shape=0.8, values=(1, "two", -3.5, 2**62)),
        SqlVariable("limit", "gaussian", 1, 2**61, 4),
        SqlVariable("city", "exponential", 0, 9, 2),
    ),
)  # fmt: skip


class FailedError(Exception):
    """Deadlock, as reported by the test's engines."""


class Answers:
    """Answers that depend only on the call's number: some calls fail and are retried, others fail permanently."""

    def __init__(self) -> None:
        self.calls: list[Recorded] = []

    def row(self, text: str, arguments: Sequence[Argument]) -> dict[str, Any] | None:
        """Return the columns of the only row, or None if there is no row.

        Raises:
            FailedError: the call fails.
        """
        number = len(self.calls)
        self.calls.append((text, tuple(arguments)))
        if text == "ROLLBACK":
            return {}
        if number % 41 == 0:
            raise FailedError
        if number % 97 == 0:
            return None
        name = None if number % 5 == 0 else f"n{number % 7}"
        every = {
            "amount": number * 37 % 100,
            "name": name,
            "share": number / 3,
            "nothing": None,
            "odd": number % 2 == 0,
        }
        return dict(zip(COLUMNS, (every[one] for one in COLUMNS), strict=True))


class RecordedSession:
    def __init__(self, shared: Transactions, answers: Answers) -> None:
        self._texts = [one.text for one in shared.statements]
        self._answers = answers

    def execute(self, statement: int, values: Sequence[Any]) -> Rows:
        row = self._answers.row(self._texts[statement], values)
        return [] if row is None else [list(row.values())]

    def begin(self, *, writes: bool) -> None:
        self._answers.row(f"BEGIN {writes}", ())

    def commit(self) -> None:
        self._answers.row("COMMIT", ())

    def rollback(self) -> None:
        self._answers.row("ROLLBACK", ())

    def close(self) -> None:
        """Do nothing: there is nothing to close."""


class RecordedUser(SqlUser):
    """User of the Python driver whose calls are recorded."""

    def __init__(self, work: Sql, rng: random.Random, answers: Answers) -> None:
        self._answers = answers
        super().__init__(Transactions(work, "postgresql"), rng)

    def connected(self) -> RecordedSession:
        return RecordedSession(self.shared, self._answers)

    def columns(self, statement: int) -> Sequence[str]:
        return COLUMNS

    def driver_fault(self, error: Exception) -> Fault:
        if isinstance(error, FailedError):
            return Fault("deadlock", str(error), retryable=True)
        if isinstance(error, Fault):
            return error
        raise error

    def run(self) -> tuple[int, str]:
        """Run one cycle; return its outcome and the reason for a rejected transaction."""
        cycle = self.cycle()
        call = next(cycle)
        while True:
            try:
                result = call.function(*call.arguments)
            except Exception as error:  # noqa: BLE001 - classified as the driver does it
                fault = error if isinstance(error, Fault) else self.fault(error)
                if not fault.retryable:
                    return ABANDONED, f"{fault.kind}: {fault}"
            else:
                break
        try:
            cycle.send(result)
        except StopIteration as ended:
            return ROLLED_BACK if ended.value.rolled_back else DONE, ""
        raise AssertionError("a cycle is one call")


def natively(library: NativeLibrary, work: Sql, seed: int, cycles: int) -> tuple[list[int], list[Recorded], list[str]]:
    """Return the outcomes of the tape's cycles, its calls, and the last reason for a rejected transaction."""
    tape = script_tape(work, "postgresql", plain_direct=False)
    answers, refusals = Answers(), list[str]()
    plain = [text_of(one.statement, one.writes) for one in tape.calls]
    named = named_results()

    def answer(statement: int, arguments: list[Argument]) -> Answer:
        text = plain[statement]
        try:
            row = answers.row(text, arguments)
        except FailedError:
            return "again"
        if row is None:
            return None
        return {place: row[name] for place, name in enumerate(named.get(text, ())) if name in row}

    state = random.Random(seed).getstate()[1]
    return run_cycles(library, tape.tape, state, cycles, answer, refusals=refusals), answers.calls, refusals


def text_of(statement: ScriptStatement, writes: bool) -> str:
    if statement.control == "begin":
        return f"BEGIN {writes}"
    return statement.control.upper() if statement.control else statement.text


def named_results() -> dict[str, Sequence[str]]:
    """Return the requested columns, by statement text."""
    looked = ("amount", "name", "nothing", "odd", "share")
    return dict.fromkeys(("SELECT amount, name FROM account WHERE id = ?", "SELECT ? + 1 AS odd"), looked)


def test_tape_draws_computes_and_calls_as_the_python_code(native_library: NativeLibrary) -> None:
    answers = Answers()
    user = RecordedUser(WORK, random.Random(11), answers)
    outcomes = [user.run()[0] for _ in range(CYCLES)]
    ended, calls, _ = natively(native_library, WORK, 11, CYCLES)
    for number, (native, python) in enumerate(zip(calls, answers.calls, strict=False)):
        assert native == python, f"call {number}"
        assert list(map(type, native[1])) == list(map(type, python[1])), f"call {number}: {native}"
    assert len(calls) == len(answers.calls)
    assert ended == outcomes
    assert {DONE, ROLLED_BACK, ABANDONED} == set(ended)
    assert len({text for text, _ in calls}) == 11, "every statement was called"


MORE = (
    ":text = :text", ":text <> 1", ":text < 2", ":text < :text", "greatest(:text, :text)",
    ":text + 1", "-:text", "not :text", "case when :text then 1 end", ":text and true", "false and :text",
    "exp(1000)", "ln(0)", "ln(-1.5)", "sqrt(-1)", "pow(-8, 0.5)", "pow(0, -1)", "pow(10, 400)", "1.5 / 0", "1 / 0.0",
    "int(1e300 * 1e300)", "int(1e300 * 1e300 - 1e300 * 1e300)", "5 << 1.5", "~1.5", "1.5 & 1", "true + true", "-true",
    "true & false", "true # true", "true | 1", "~true", "abs(true)", "double(true)", "true << 3", "1 is true",
    "9007199254740993 = 9007199254740992.0", "9007199254740993 > 9007199254740992.0", "9223372036854775807 < 1e19",
    "1e300 * 1e300 > 5", "abs(-9223372036854775807 - 1)", "-9223372036854775808 % -1", "5 >> 65", "-1 << 63",
    "-(-9223372036854775807 - 1)", "9223372036854775807 * 2", "-9223372036854775807 - 2", "mod(1e30, 7)",
    "random(1, :text)", "random(null, 2)", "random(1, 1e300 * 1e300)",
    "random(-9223372036854775807 - 1, 9223372036854775807)",
    "random_gaussian(1, 2, 1)", "random_gaussian(1, 9, null)", "random_gaussian(1, 9, :text)",
    "random_exponential(1, 2, 0)",
    "random_exponential(1, 2, 1e9)", "random_zipfian(1, 2, 1001)", "random_zipfian(1, 9223372036854775807, 0.5)",
    "random_zipfian(1, 1000000, 1)", "random_zipfian(1, 5, 1000)", "random_zipfian(1, 10, 0.001)", "hash(:text)",
    "hash(1e300)", "greatest(1, 2.5, null)", "least(2, 2.0)", "greatest(2, 2.0)", "pi() * 2", "0.1 + 0.2", "7.5 % 2",
)  # fmt: skip


def computed_by_both(library: NativeLibrary, text: str) -> tuple[object, object]:
    """Return the results of Python and of the tape: the value with its type, or the reason why there is none."""
    work = Sql((SqlTransaction("x", 1, f"\\set x {text}\nSELECT :x;"),), define={"text": "a"})
    answers = Answers()
    answers.calls.append(("", ()))  # the first call has an answer
    outcome, refused = RecordedUser(work, random.Random(4), answers).run()
    calls: list[list[Argument]] = []
    refusals: list[str] = []
    tape = script_tape(work, "postgresql", plain_direct=False)
    rollback = [one.statement.control for one in tape.calls].index("rollback")

    def answer(statement: int, arguments: list[Argument]) -> Answer:
        if statement != rollback:
            calls.append(arguments)
        return []

    assert run_cycles(library, tape.tape, random.Random(4).getstate()[1], 1, answer, refusals=refusals) == [outcome], (
        text
    )
    if refused:
        return refused, refusals[0]
    return repr(answers.calls[1][1][0]), repr(calls[0][0])


def test_expressions_are_computed_as_in_python(native_library: NativeLibrary) -> None:
    differing = {}
    for text in (*EXPRESSIONS, *COMBINED, *EDGES, *MORE):
        python, native = computed_by_both(native_library, text)
        if python != native:
            differing[text] = python, native
    assert differing == {}


@pytest.mark.parametrize(
    "script",
    [
        "\\set x 1\nBEGIN; SELECT 1;\n\\if :x > 1\nCOMMIT;\n\\endif",
        "\\if 1 = 2\n\\set x 1\n\\endif\nSELECT :x;",
        "\\if 1 = 2\n\\set x 1\n\\endif\n\\set y :x + 1\nSELECT :y;",
        "\\set x :text\n\\sleep :x s\nSELECT 1;",
        "\\set x null\n\\sleep :x\nSELECT 1;",
    ],
)
def test_rejected_transactions_have_the_same_message_as_in_python(native_library: NativeLibrary, script: str) -> None:
    work = Sql((SqlTransaction("x", 1, script),), define={"text": "a"})
    answers = Answers()
    answers.calls.append(("", ()))
    outcome, refused = RecordedUser(work, random.Random(4), answers).run()
    assert refused
    refusals: list[str] = []
    tape = script_tape(work, "postgresql", plain_direct=False)
    state = random.Random(4).getstate()[1]
    assert run_cycles(native_library, tape.tape, state, 1, lambda *_: [], refusals=refusals) == [outcome]
    assert refusals == [refused]


def test_gset_without_a_row_is_rejected(native_library: NativeLibrary) -> None:
    work = Sql((SqlTransaction("x", 1, "\nSELECT 1 AS y \\gset x\nSELECT :xy;"),))
    tape = script_tape(work, "postgresql", plain_direct=False)
    refusals: list[str] = []
    state = random.Random(4).getstate()[1]
    run_cycles(native_library, tape.tape, state, 1, lambda *_: None, refusals=refusals)
    assert refusals == ["no single row: line 2: \\gset needs one row, found 0"]


def with_too_many(work: Callable[[], Sql]) -> str:
    with pytest.raises(NotTapedError) as refused:
        script_tape(work(), "postgresql", plain_direct=False)
    return sentence(refused.value.message)


def test_workload_that_a_tape_cannot_express_is_reported() -> None:
    one = SqlTransaction("x", 1, "SELECT 1;")
    assert "connection for each" in with_too_many(lambda: Sql((one,), connect_per_transaction=True))
    read = "".join(f"\\set y :a{number}\n" for number in range(257))
    many = SqlTransaction("x", 1, f"SELECT 1 AS a0 \\gset\n{read}")
    assert "more than 256 variables" in with_too_many(lambda: Sql((many,)))
    endless = Sql((one,), define={"n": float("inf")}, variables=(SqlVariable("v", values=(float("nan"),)),))
    assert "not finite" in with_too_many(lambda: endless)
    lists = tuple(SqlVariable(f"v{number}", values=tuple(range(9000))) for number in range(8))
    assert "too large" in with_too_many(lambda: Sql((one,), variables=lists))
