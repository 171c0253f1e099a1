# SPDX-License-Identifier: Apache-2.0
"""Compilation of custom transactions to a tape, with the same draws, computations and calls as in transactions.py."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from typing import TypeVar

import msgspec

from app.model.errors import OutpaceError
from app.model.expressions import DEFAULT_SEED, Apply, Case, Constant, Expression, Variable, variables_of
from app.model.messages import sentence
from app.model.scripts import (
    LEFT_OPEN,
    MOST_ROUNDS,
    Branches,
    Command,
    Repeat,
    ScriptStatement,
    SetCommand,
    Sleep,
    script,
)
from app.model.sql_workload import USER_NUMBER, Plain, Sql, SqlVariable
from app.workloads.sql.transactions import (
    MISNAMED,
    NO_SINGLE_ROW,
    NO_VALUE,
    OPEN,
    TOO_OFTEN,
    misnamed,
    too_often,
    transactions_of,
    writes,
)
from app.workloads.tape_writer import MOST_RESULTS, Number, TapeTable, TapeWriter, ValueRegister
from app.workloads.tape_writer import TapeStatement as Taped

V = TypeVar("V")
SAME = {"hash": "hash_murmur2", "mod": "%", "pow": "power"}
"""Functions that have another name in tapes."""
DRAWS = {
    "uniform": "random", "zipf": "zipf", "gaussian": "random_gaussian", "exponential": "random_exponential",
}  # fmt: skip


class NotTapedError(OutpaceError):
    """A tape cannot express a script, although the Python driver can execute it."""


class TapedCall(msgspec.Struct, frozen=True):
    """Statement of the tape.

    Attributes:
        writes: Whether the statement starts a transaction that can write.
    """

    statement: ScriptStatement
    writes: bool = False


UNDO = TapedCall(ScriptStatement(0, "ROLLBACK", control="rollback"))


class ScriptTape(msgspec.Struct, frozen=True):
    """Tape, and its statements in order."""

    tape: bytes
    calls: Sequence[TapedCall]

    @property
    def lines(self) -> Sequence[int]:
        """Line of each call in its script; 0 for the start or end of a transaction, which scripts share."""
        return [0 if one.statement.control else one.statement.line for one in self.calls]


def script_tape(work: Sql, engine: str, *, plain_direct: bool) -> ScriptTape:
    """Write the transactions of an engine, named as in scenarios.

    If `plain_direct`, statements without parameters are executed directly instead of being prepared.

    Raises:
        NotTapedError: A script cannot be expressed as a tape.
    """
    if work.connect_per_transaction:
        raise NotTapedError("a connection for each transaction is made in Python alone")
    return _ScriptTape(work, engine, plain_direct).written()


def names_of(commands: Sequence[Command]) -> Iterator[str]:
    """Yield the variables that commands read."""
    for command in commands:
        match command:
            case ScriptStatement():
                yield from command.names
            case SetCommand() | Sleep():
                yield from variables_of(command.value)
            case Branches(_, choices):
                for condition, inner in choices:
                    yield from variables_of(condition) if condition is not None else ()
                    yield from names_of(inner)
            case Repeat():
                yield from variables_of(command.count)
                yield from names_of(command.commands)


@dataclass(slots=True)
class _Scope:
    """State of the transaction being written.

    Attributes:
        looked_at: Variables that the transaction reads.
        sure: Variables that have a value on every path to this point.
    """

    looked_at: frozenset[str]
    writes: bool
    sure: set[str] = field(default_factory=set)


class _ScriptTape:
    def __init__(self, work: Sql, engine: str, plain_direct: bool) -> None:
        self._work = work
        self._parts = transactions_of(work, engine)
        self._scripts = [script(part.script, work.known) for part in self._parts]
        self._plain_direct = plain_direct
        self._tape = TapeWriter()
        self._calls: list[TapedCall] = []
        self._controls: dict[tuple[str, bool], Taped] = {}
        self._registers: dict[str, int] = {}
        self._lists: dict[str, TapeTable] = {}
        for commands in self._scripts:
            self._allocate_registers(commands)
        for one in (*work.define, *(one.name for one in work.variables)):
            self._registers.setdefault(one, len(self._registers))
        self._first_free = len(self._registers)
        self._open, self._rolled_back, self._rows, self._user = (self._tape.number() for _ in range(4))

    def _allocate_registers(self, commands: Sequence[Command]) -> None:
        """Assign a register to every variable."""
        for name in names_of(commands):
            self._registers.setdefault(name, len(self._registers))
        for command in commands:
            if isinstance(command, SetCommand):
                self._registers.setdefault(command.name, len(self._registers))
            elif isinstance(command, Branches):
                for _, inner in command.choices:
                    self._allocate_registers(inner)
            elif isinstance(command, Repeat):
                self._registers.setdefault(_rounds(command), len(self._registers))
                self._allocate_registers(command.commands)

    def written(self) -> ScriptTape:
        tape, bounds = self._tape, list(accumulate(part.weight for part in self._parts))
        begins = [tape.label() for _ in bounds]
        if len(bounds) > 1:
            chosen = tape.number()
            if self._work.choice == "deck":
                self._deal(chosen, [int(part.weight) for part in self._parts])
            else:
                tape.choose(chosen, bounds)
            for number, label in enumerate(begins[1:], start=1):
                tape.if_equal(label, chosen, number)
        for number, label in enumerate(begins):
            tape.place(label)
            self._transaction(number)
        if tape.excess():
            raise NotTapedError("the scripts and lists are too large for the native driver")
        return ScriptTape(tape.to_bytes(), self._calls)

    def _deal(self, chosen: Number, counts: Sequence[int]) -> None:
        """Write the instructions to deal a card, equivalent to app.workloads.deck.next_card."""
        tape, cards, filled, shuffled = self._tape, self._tape.new_list(), self._tape.label(), self._tape.label()
        length, at, other, card, swapped = (tape.number() for _ in range(5))
        tape.length(length, cards)
        tape.if_less(filled, 0, length)
        for number, count in enumerate(counts):
            tape.move(at, count)
            again = tape.here()
            tape.push(cards, number)
            tape.subtract(at, at, 1)
            tape.if_less(again, 0, at)
        tape.move(at, sum(counts) - 1)
        again = tape.here()
        tape.if_less(shuffled, at, 1)
        tape.add(other, at, 1)
        tape.draw(other, other)
        tape.at(card, cards, at)
        tape.at(swapped, cards, other)
        tape.put(cards, at, swapped)
        tape.put(cards, other, card)
        tape.subtract(at, at, 1)
        tape.jump(again)
        tape.place(shuffled)
        tape.place(filled)
        tape.length(length, cards)
        tape.subtract(length, length, 1)
        tape.remove(chosen, cards, length)

    def _transaction(self, number: int) -> None:
        tape, commands = self._tape, self._scripts[number]
        scope = _Scope(frozenset(names_of(commands)), writes(commands), set(self._work.known))
        tape.transaction(number, self._control(UNDO))
        tape.move(self._open, 0)
        tape.move(self._rolled_back, 0)
        initial: dict[str, Plain | None] = {**dict.fromkeys(USER_NUMBER), DEFAULT_SEED: 0, **self._work.define}
        for name, value in initial.items():
            if name in scope.looked_at:
                self._initialize(name, value)
        for variable in self._work.variables:
            self._draw(variable)
        self._commands(commands, scope)
        closed, rolled_back = tape.label(), tape.label()
        tape.if_equal(closed, self._open, 0)
        tape.refuse(OPEN, sentence(LEFT_OPEN))
        tape.place(closed)
        tape.end_transaction()
        tape.if_equal(rolled_back, self._rolled_back, 1)
        tape.end()
        tape.place(rolled_back)
        tape.end(rolled_back=True)

    def _variable(self, name: str) -> ValueRegister:
        return self._tape.value(self._registers[name])

    def _initialize(self, name: str, value: Plain | None) -> None:
        """Give a variable its first value, None for the user's number, unless an earlier transaction did."""
        tape, has_value, register = self._tape, self._tape.label(), self._variable(name)
        tape.if_set(has_value, register)
        if value is None:
            tape.user(self._user)
            tape.set_number(register, self._user)
        else:
            tape.set(register, _finite(value))
        tape.place(has_value)

    def _scratch(self, number: int) -> ValueRegister:
        """Return a register for computations; these registers follow those of the variables."""
        return self._tape.value(self._first_free + number)

    def _draw(self, variable: SqlVariable) -> None:
        """Write the instructions to draw a variable, equivalent to `computing.drawn`."""
        tape, values, to = self._tape, variable.values, self._variable(variable.name)
        low, high = (0, len(values) - 1) if values else (variable.low, variable.high)
        given: list[int | float] = [low, high]
        if variable.draw != "uniform":
            given.append(float(variable.shape))
        for position, value in enumerate(given):
            tape.set(self._scratch(position), _finite(value))
        drawn = self._scratch(0) if values else to
        tape.compute(drawn, DRAWS[variable.draw], self._scratch(0))
        if values:
            if variable.name not in self._lists:
                self._lists[variable.name] = tape.values([_finite(one) for one in values])
            tape.pick(to, self._lists[variable.name], drawn)

    def _commands(self, commands: Sequence[Command], scope: _Scope) -> None:
        tape = self._tape
        for command in commands:
            match command:
                case ScriptStatement(control=""):
                    self._statement(command, scope)
                case ScriptStatement():
                    tape.call(self._control(TapedCall(command, scope.writes and command.control == "begin")))
                    tape.move(self._open, int(command.control == "begin"))
                    if command.control == "rollback":
                        tape.move(self._rolled_back, 1)
                case SetCommand(_, name, value):
                    self._expression(value, 0, scope)
                    tape.copy(self._variable(name), self._scratch(0))
                    scope.sure.add(name)
                case Sleep(_, value, unit_s):
                    self._expression(value, 0, scope)
                    tape.wait(self._scratch(0), unit_s)
                case Branches(_, choices):
                    self._branches(choices, scope)
                case Repeat():
                    self._repeat(command, scope)

    def _repeat(self, command: Repeat, scope: _Scope) -> None:
        tape, sure = self._tape, set(scope.sure)
        left, done, few_enough = self._variable(_rounds(command)), tape.label(), tape.label()
        self._expression(command.count, 0, scope)
        tape.copy(left, self._scratch(0))
        self._compute_with(">", left, MOST_ROUNDS)
        tape.unless_holds(few_enough, self._scratch(0))
        tape.refuse(TOO_OFTEN, too_often(command.line))
        tape.place(few_enough)
        again = tape.here()
        self._compute_with(">", left, 0)
        tape.unless_holds(done, self._scratch(0))
        self._commands(command.commands, scope)
        self._compute_with("-", left, 1)
        tape.copy(left, self._scratch(0))
        tape.jump(again)
        tape.place(done)
        scope.sure = sure

    def _compute_with(self, function: str, value: ValueRegister, other: int) -> None:
        """Compute a function of a value and a number; the result is in the first free register."""
        self._tape.copy(self._scratch(0), value)
        self._tape.set(self._scratch(1), other)
        self._tape.compute(self._scratch(0), function, self._scratch(0))

    def _branches(self, choices: Sequence[tuple[Expression | None, Sequence[Command]]], scope: _Scope) -> None:
        tape, end, before = self._tape, self._tape.label(), set(scope.sure)
        for condition, commands in choices:
            following = tape.label()
            if condition is not None:
                self._expression(condition, 0, scope)
                tape.unless_holds(following, self._scratch(0))
            self._commands(commands, scope)
            tape.jump(end)
            tape.place(following)
            scope.sure = set(before)
        tape.place(end)

    def _control(self, call: TapedCall) -> Taped:
        """Return the shared statement that starts or ends a transaction."""
        key = call.statement.control, call.writes
        if key not in self._controls:
            self._calls.append(call)
            self._controls[key] = self._tape.statement(0, (), {}, direct=True)
        return self._controls[key]

    def _statement(self, statement: ScriptStatement, scope: _Scope) -> None:
        tape, prefix = self._tape, statement.gset
        for name in statement.names:
            self._require_value(name, scope)
        arguments = [self._variable(name) for name in statement.names]
        direct = self._plain_direct and not arguments
        self._calls.append(TapedCall(statement))
        if prefix is None:
            tape.call(tape.statement(0, arguments, {}, direct=direct))
            return
        named = {
            name.removeprefix(prefix): self._variable(name)
            for name in sorted(scope.looked_at)
            if name.startswith(prefix) and name != prefix
        }
        if len(named) > MOST_RESULTS:
            raise NotTapedError(
                "line {line}: \\gset into more than {most} variables", line=statement.line, most=MOST_RESULTS
            )
        row_found, named_well = tape.label(), tape.label()
        tape.call(
            tape.statement(
                0,
                arguments,
                {},
                direct=direct,
                rows=self._rows,
                named=named,
                prefixed=prefix != "",
                last=statement.any_rows,
            )
        )
        if statement.any_rows:
            tape.if_less(row_found, -1, self._rows)
            tape.refuse(MISNAMED, misnamed(statement.line))
            tape.place(row_found)
            return
        tape.if_equal(row_found, self._rows, 1)
        tape.if_less(named_well, -1, self._rows)
        tape.refuse(MISNAMED, misnamed(statement.line))
        tape.place(named_well)
        tape.refuse(NO_SINGLE_ROW, f"line {statement.line}: \\gset needs one row, found {{}}", self._rows)
        tape.place(row_found)

    def _require_value(self, name: str, scope: _Scope) -> None:
        """Write a check that a variable has a value."""
        if name in scope.sure:
            return
        tape, has_value = self._tape, self._tape.label()
        tape.if_set(has_value, self._variable(name))
        tape.refuse(NO_VALUE, f"the variable {name} has no value")
        tape.place(has_value)

    def _expression(self, tree: Expression, at: int, scope: _Scope) -> None:
        """Write an expression whose value goes to free register `at`; the following ones hold intermediate values."""
        tape, to = self._tape, self._scratch(at)
        match tree:
            case Constant(value):
                tape.set(to, _finite(value))
            case Variable(name):
                self._require_value(name, scope)
                tape.copy(to, self._variable(name))
            case Case(branches, otherwise):
                self._case(branches, otherwise, at, scope)
            case Apply(("and" | "or") as name, (left, right)):
                decided, decisive = tape.label(), name == "or"
                self._expression(left, at, scope)
                tape.if_decides(decided, to, decisive=decisive)
                self._expression(right, at + 1, scope)
                tape.combine(to)
                tape.place(decided)
            case Apply("is", (value, Constant(wanted))):
                self._expression(value, at, scope)
                assert wanted is None or isinstance(wanted, bool)
                tape.is_(to, wanted)
            case Apply("debug", (value,)):
                self._expression(value, at, scope)
            case Apply(("greatest" | "least") as name, arguments):
                self._extreme(name, arguments, at, scope)
            case Apply(name, arguments):
                for position, argument in enumerate(arguments):
                    self._expression(argument, at + position, scope)
                tape.compute(to, SAME.get(name, name), to)

    def _extreme(self, name: str, arguments: Sequence[Expression], at: int, scope: _Scope) -> None:
        """Write the greatest or least of values, which is NULL if one of them is."""
        tape, end = self._tape, self._tape.label()
        for position, argument in enumerate(arguments):
            self._expression(argument, at + position, scope)
        count = len(arguments)
        scratch = self._scratch(at + count)
        for position in range(count):
            has_value = tape.label()
            tape.copy(scratch, self._scratch(at + position))
            tape.is_(scratch, None)
            tape.unless_holds(has_value, scratch)
            tape.set(self._scratch(at), None)
            tape.jump(end)
            tape.place(has_value)
        if count == 1:  # it must be a number or a text too
            tape.copy(scratch, self._scratch(at))
            tape.compute(self._scratch(at), name, self._scratch(at))
        for position in range(1, count):
            tape.copy(self._scratch(at + 1), self._scratch(at + position))
            tape.compute(self._scratch(at), name, self._scratch(at))
        tape.place(end)

    def _case(
        self, branches: Sequence[tuple[Expression, Expression]], otherwise: Expression, at: int, scope: _Scope
    ) -> None:
        tape, end = self._tape, self._tape.label()
        for condition, value in branches:
            following = tape.label()
            self._expression(condition, at, scope)
            tape.unless_holds(following, self._scratch(at))
            self._expression(value, at, scope)
            tape.jump(end)
            tape.place(following)
        self._expression(otherwise, at, scope)
        tape.place(end)


def _rounds(command: Repeat) -> str:
    r"""Return the name of the register that counts the remaining rounds of a \repeat; no variable has such a name."""
    return f"\\repeat {command.line}"


def _finite(value: V) -> V:
    """Check that a number is finite, because tapes cannot hold other numbers."""
    if isinstance(value, float) and not math.isfinite(value):
        raise NotTapedError("a number that is not finite")
    return value
