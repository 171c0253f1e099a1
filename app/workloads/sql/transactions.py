# SPDX-License-Identifier: Apache-2.0
"""Transactions of one user, drawn by weight and executed command by command in a database session."""

import random
import re
import time
from abc import ABC, abstractmethod
from bisect import bisect
from collections.abc import Callable, Iterator, Sequence
from decimal import Decimal
from itertools import accumulate
from typing import Any, Protocol

from app.model.expressions import DEFAULT_SEED, NAME, Value
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
    statements_of,
)
from app.model.sql_workload import USER_NUMBER, Sql, SqlTransaction, meant
from app.workloads.deck import Dealt, next_card
from app.workloads.sql.computing import NO_NUMBER, ComputingError, Variables, computed, drawn, holds
from app.workloads.workload import Call, Cycle, Fault, Outcome

Rows = Sequence[Sequence[Any]]
MOST_SLEEP_S = 3600.0
EXPRESSION, NO_SINGLE_ROW, NO_VALUE, OPEN = "expression", "no single row", "no value", "open transaction"
MISNAMED = "column name"
TOO_OFTEN = "too many rounds"
"""Kinds of faults."""
_VARIABLE = re.compile(NAME)


def misnamed(line: int) -> str:
    r"""Return the message about a column whose name cannot be that of a variable of \gset."""
    return f"line {line}: \\gset needs columns whose names are letters, digits and underscores; name each with AS"


def too_often(line: int) -> str:
    r"""Return the message about a count of \repeat that is too large."""
    return f"line {line}: \\repeat more than {MOST_ROUNDS:,} times"


class Session(Protocol):
    """Interface of a user's connection; statements are numbered across all transactions."""

    def execute(self, statement: int, values: Sequence[Any]) -> Rows:
        """Return the rows of a statement, or () if it returns none."""
        ...

    def begin(self, *, writes: bool) -> None:
        """Start a transaction, which can write only if `writes`."""
        ...

    def commit(self) -> None:
        """Commit the transaction."""
        ...

    def rollback(self) -> None:
        """Roll back the current transaction, if any. It never raises."""
        ...

    def close(self) -> None:
        """Close the connection. It never raises, and can be called twice."""
        ...


class Draws:
    """Random numbers of a user; a retried transaction gets the same numbers again."""

    def __init__(self, rng: random.Random) -> None:
        self._random = rng.random
        self._drawn: list[float] = []
        self._at = 0

    def random(self) -> float:
        """Return the next number in [0, 1)."""
        if self._at < len(self._drawn):
            value = self._drawn[self._at]
        else:
            value = self._random()
            self._drawn.append(value)
        self._at += 1
        return value

    def forget(self) -> None:
        """Discard the recorded numbers before a new transaction."""
        self._drawn.clear()
        self._at = 0

    def again(self) -> None:
        """Replay the recorded numbers to retry the same transaction."""
        self._at = 0


Step = Callable[["SqlUser"], None]


def as_value(column: object) -> Value:
    r"""Convert a column to the value set by \\gset.

    A decimal number becomes an integer if it is integral and fits into 64 bits, otherwise a double. Values that are not
    numbers become strings.
    """
    if column is None or isinstance(column, bool | int | float | str):
        return column
    if isinstance(column, Decimal):
        return int(column) if column == column.to_integral_value() and abs(column) < 2**63 else float(column)
    return str(column)


def transactions_of(work: Sql, engine: str) -> list[SqlTransaction]:
    """Return the transactions of an engine, named as in scenarios, in the order of the workload's operations."""
    by_name = {one.name: one for one in work.transactions if meant(one, engine)}
    return [by_name[name] for name in work.names]


def place_in(work: Sql, engine: str, operation: int, line: int) -> str:
    """Return an operation's location as text, for an engine named as in scenarios."""
    return sentence(transactions_of(work, engine)[operation].place_of(line))


def writes(commands: Sequence[Command]) -> bool:
    """Return whether a transaction can write."""
    return any(not one.reads for one in statements_of(commands) if not one.control)


class Transactions:
    """Transactions of an engine, shared by all users of a process.

    Attributes:
        statements: Statements of all transactions, in order.
    """

    def __init__(self, work: Sql, engine: str) -> None:
        """Compile the transactions of an engine, named as in scenarios.

        Raises:
            ScriptError: A script is invalid.
        """
        parts = transactions_of(work, engine)
        scripts = [script(part.script, work.known) for part in parts]
        self.statements: list[ScriptStatement] = []
        self.writes = [writes(commands) for commands in scripts]
        self.steps = [
            tuple(self._steps(commands, changes)) for commands, changes in zip(scripts, self.writes, strict=True)
        ]
        self.bounds = list(accumulate(part.weight for part in parts))
        self.cards = [int(part.weight) for part in parts] if work.choice == "deck" else []
        self._decks: dict[int, Dealt] = {}
        self.define: Variables = {DEFAULT_SEED: 0, **work.define}
        self.drawn = [(one.name, drawn(one)) for one in work.variables]
        self.connects = work.connect_per_transaction
        self._lasting: dict[int, Variables] = {}

    def lasting(self, draws: random.Random) -> Variables:
        """Return the variables of a user, identified by its draws, after its latest transaction that succeeded."""
        initial = {**dict.fromkeys(USER_NUMBER, getattr(draws, "user", 0)), **self.define}
        return self._lasting.setdefault(id(draws), initial)

    def deck_of(self, draws: random.Random) -> Dealt:
        """Return the deck of a user, which is identified by its draws and persists when it reconnects."""
        return self._decks.setdefault(id(draws), Dealt(draws))

    def _steps(self, commands: Sequence[Command], writes: bool) -> Iterator[Step]:
        for command in commands:
            match command:
                case ScriptStatement():
                    self.statements.append(command)
                    yield _statement(command, len(self.statements) - 1, writes)
                case SetCommand():
                    yield _assignment(command)
                case Sleep():
                    yield _sleep(command)
                case Repeat():
                    yield _repeat(command, tuple(self._steps(command.commands, writes)))
                case Branches(_, choices):
                    yield _branches([
                        (None if condition is None else computed(condition), tuple(self._steps(inner, writes)))
                        for condition, inner in choices
                    ])  # fmt: skip


def _statement(statement: ScriptStatement, number: int, writes: bool) -> Step:
    names, prefix, line = statement.names, statement.gset, statement.line
    match statement.control:
        case "begin":
            return _with_line(0, lambda user: user.begin(writes=writes))
        case "commit":
            return _with_line(0, SqlUser.commit)
        case "rollback":
            return _with_line(0, SqlUser.roll_back)

    def execute(user: SqlUser) -> None:
        variables = user.variables
        user.session.execute(number, [variables[name] for name in names])

    def keep(user: SqlUser) -> None:
        variables = user.variables
        rows = user.session.execute(number, [variables[name] for name in names])
        if len(rows) != 1 and not statement.any_rows:
            raise Fault(NO_SINGLE_ROW, f"line {statement.line}: \\gset needs one row, found {len(rows)}")
        for name, value in zip(user.columns(number), rows[-1], strict=True) if rows else ():
            if not _VARIABLE.fullmatch(variable := f"{prefix}{name}"):
                raise Fault(MISNAMED, misnamed(statement.line))
            variables[variable] = as_value(value)

    return _with_line(line, execute if prefix is None else keep)


def _with_line(line: int, step: Step) -> Step:
    """Return a step that adds a line number to its failures; 0 for the start or end of a transaction."""

    def take(user: SqlUser) -> None:
        user.line = line
        step(user)

    return take


def _assignment(command: SetCommand) -> Step:
    name, value = command.name, computed(command.value)

    def assign(user: SqlUser) -> None:
        user.variables[name] = value(user.variables, user.draws.random)

    return assign


def _sleep(command: Sleep) -> Step:
    value, unit_s = computed(command.value), command.unit_s

    def sleep(user: SqlUser) -> None:
        count = value(user.variables, user.draws.random)
        if not isinstance(count, int | float):
            raise ComputingError(NO_NUMBER)
        time.sleep(min(max(count * unit_s, 0.0), MOST_SLEEP_S))

    return sleep


def _repeat(command: Repeat, steps: Sequence[Step]) -> Step:
    value = computed(command.count)

    def repeat(user: SqlUser) -> None:
        count = value(user.variables, user.draws.random)
        if not isinstance(count, int):
            return
        if count > MOST_ROUNDS:
            raise Fault(TOO_OFTEN, too_often(command.line))
        for _ in range(count):
            for step in steps:
                step(user)

    return repeat


def _branches(choices: Sequence[tuple[Any, Sequence[Step]]]) -> Step:
    def branch(user: SqlUser) -> None:
        for condition, steps in choices:
            if condition is None or holds(condition(user.variables, user.draws.random)):
                for step in steps:
                    step(user)
                return

    return branch


class SqlUser(ABC):
    """Virtual user; subclasses for the engines connect and classify errors."""

    def __init__(self, shared: Transactions, rng: random.Random) -> None:
        self.shared = shared
        self.variables: Variables = {}
        self.line = 0
        self.draws = Draws(rng)
        self._rng = rng
        self._open = False
        self._rolled_back = False
        self.session = self.connected()

    @abstractmethod
    def connected(self) -> Session:
        """Return a new session.

        Raises:
            DatabaseError: The connection failed. The driver's own errors are also possible.
        """

    @abstractmethod
    def columns(self, statement: int) -> Sequence[str]:
        """Return the column names of a statement's latest result."""

    @abstractmethod
    def driver_fault(self, error: Exception) -> Fault:
        """Classify a driver error."""

    def begin(self, *, writes: bool) -> None:
        """Start a transaction."""
        self.session.begin(writes=writes)
        self._open = True

    def commit(self) -> None:
        """Commit the transaction."""
        self.session.commit()
        self._open = False

    def roll_back(self) -> None:
        """Roll back the transaction as requested by the script."""
        self.session.rollback()
        self._open = False
        self._rolled_back = True

    def cycle(self) -> Cycle:
        """Run one transaction, drawn by weight or dealt from the user's deck."""
        bounds = self.shared.bounds
        chosen = 0
        if len(bounds) > 1 and self.shared.cards:
            chosen = next_card(self.shared.deck_of(self._rng), self.shared.cards)
        elif len(bounds) > 1:
            chosen = bisect(bounds, self._rng.random() * bounds[-1], hi=len(bounds) - 1)
        self.draws.forget()
        yield Call(chosen, self._run, (chosen,), retry=True)
        return Outcome(rolled_back=self._rolled_back)

    def _run(self, chosen: int) -> None:
        """Execute all commands of a transaction once; a retry repeats the draws."""
        self.draws.again()
        self._rolled_back = False
        self.line = 0
        lasting = self.shared.lasting(self._rng)
        self.variables = {**lasting, **{name: draw(self.draws.random) for name, draw in self.shared.drawn}}
        if self.shared.connects:
            self.session.close()
            self.session = self.connected()
        try:
            for step in self.shared.steps[chosen]:
                step(self)
            if self._open:
                raise Fault(OPEN, sentence(LEFT_OPEN))
        except BaseException:
            self._open = False
            self.session.rollback()
            raise
        lasting.update(self.variables)
        if self.shared.connects:
            self.session.close()

    def fault(self, error: Exception) -> Fault:
        """Classify an error."""
        if isinstance(error, ComputingError):
            return Fault(EXPRESSION, str(error))
        if isinstance(error, KeyError):
            return Fault(NO_VALUE, f"the variable {error.args[0]} has no value")
        fault = self.driver_fault(error)
        fault.line = self.line
        return fault

    def close(self) -> None:
        """Close the connection. It never raises, and can be called twice."""
        self.session.close()
