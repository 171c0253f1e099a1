# SPDX-License-Identifier: Apache-2.0
"""One user's transactions: drawn by weight, each run command by command over a session of its engine's."""

import random
import time
from abc import ABC, abstractmethod
from bisect import bisect
from collections.abc import Callable, Iterator, Sequence
from decimal import Decimal
from itertools import accumulate
from typing import Any, Protocol

from app.model.expressions import Value
from app.model.messages import sentence
from app.model.scripts import LEFT_OPEN, Assign, Branches, Command, Sleep, Statement, script, statements_of
from app.model.sql_workload import Sql, SqlTransaction, meant
from app.workloads.sql.computing import WRONG_TYPE, ComputingError, Variables, computed, drawn, holds
from app.workloads.workload import Call, Cycle, Fault, Outcome

Rows = Sequence[Sequence[Any]]
MOST_SLEEP_S = 3600.0
EXPRESSION, NO_SINGLE_ROW, NO_VALUE, OPEN = "expression", "no single row", "no value", "open transaction"
"""Kinds of faults."""


class Session(Protocol):
    """A user's connection. statement: its number among those of all transactions."""

    def execute(self, statement: int, values: Sequence[Any]) -> Rows:
        """The rows that a statement returns, () of one that returns none."""
        ...

    def begin(self, *, writes: bool) -> None:
        """Begins a transaction. writes: what follows may change something."""
        ...

    def commit(self) -> None:
        """Ends it."""
        ...

    def rollback(self) -> None:
        """Undoes it, where there is one; never raises."""
        ...

    def close(self) -> None:
        """Never raises, may be called twice."""
        ...


class Draws:
    """A user's random numbers, which a transaction that is tried again draws once more."""

    def __init__(self, rng: random.Random) -> None:
        self._random = rng.random
        self._drawn: list[float] = []
        self._at = 0

    def random(self) -> float:
        """The next number from 0 up to 1."""
        if self._at < len(self._drawn):
            value = self._drawn[self._at]
        else:
            value = self._random()
            self._drawn.append(value)
        self._at += 1
        return value

    def forget(self) -> None:
        """A new transaction begins."""
        self._drawn.clear()
        self._at = 0

    def again(self) -> None:
        """The same transaction begins once more."""
        self._at = 0


Step = Callable[["SqlUser"], None]


def as_value(column: object) -> Value:
    """What \\gset makes of a column: a decimal number becomes an integer where it is a whole one of 64 bits, else a
    double; what is no number becomes its text."""
    if column is None or isinstance(column, bool | int | float | str):
        return column
    if isinstance(column, Decimal):
        return int(column) if column == column.to_integral_value() and abs(column) < 2**63 else float(column)
    return str(column)


def transactions_of(work: Sql, engine: str) -> list[SqlTransaction]:
    """Those of an engine, by its name in scenarios, in the order of the workload's operations."""
    own = {one.name: one for one in work.transactions if meant(one, engine)}
    return [own[name] for name in work.names]


def place_in(work: Sql, engine: str, operation: int, line: int) -> str:
    """As PlacedWorkload. engine: by its name in scenarios."""
    return sentence(transactions_of(work, engine)[operation].place_of(line))


def writes(commands: Sequence[Command]) -> bool:
    """Whether a transaction may change something."""
    return any(not one.reads for one in statements_of(commands) if not one.control)


class Transactions:
    """What all users of a process share: the transactions of an engine. statements: of all, in their order."""

    def __init__(self, work: Sql, engine: str) -> None:
        """engine: by its name in scenarios. Raises ScriptError."""
        parts = transactions_of(work, engine)
        scripts = [script(part.script, work.known) for part in parts]
        self.statements: list[Statement] = []
        self.writes = [writes(commands) for commands in scripts]
        self.steps = [
            tuple(self._steps(commands, changes)) for commands, changes in zip(scripts, self.writes, strict=True)
        ]
        self.bounds = list(accumulate(part.weight for part in parts))
        self.define: Variables = dict(work.define)
        self.drawn = [(one.name, drawn(one)) for one in work.variables]
        self.connects = work.connect_per_transaction

    def _steps(self, commands: Sequence[Command], writes: bool) -> Iterator[Step]:
        for command in commands:
            match command:
                case Statement():
                    self.statements.append(command)
                    yield _statement(command, len(self.statements) - 1, writes)
                case Assign():
                    yield _assignment(command)
                case Sleep():
                    yield _sleep(command)
                case Branches(_, choices):
                    yield _branches([
                        (None if condition is None else computed(condition), tuple(self._steps(inner, writes)))
                        for condition, inner in choices
                    ])  # fmt: skip


def _statement(statement: Statement, number: int, writes: bool) -> Step:
    names, prefix, line = statement.names, statement.gset, statement.line
    match statement.control:
        case "begin":
            return _placed(0, lambda user: user.begin(writes=writes))
        case "commit":
            return _placed(0, SqlUser.commit)
        case "rollback":
            return _placed(0, SqlUser.roll_back)

    def execute(user: SqlUser) -> None:
        variables = user.variables
        user.session.execute(number, [variables[name] for name in names])

    def keep(user: SqlUser) -> None:
        variables = user.variables
        rows = user.session.execute(number, [variables[name] for name in names])
        if len(rows) != 1:
            raise Fault(NO_SINGLE_ROW, f"line {statement.line}: \\gset needs one row, found {len(rows)}")
        for name, value in zip(user.columns(number), rows[0], strict=True):
            variables[f"{prefix}{name}"] = as_value(value)

    return _placed(line, execute if prefix is None else keep)


def _placed(line: int, step: Step) -> Step:
    """The step, whose failures are of this line; 0 of what begins or ends a transaction."""

    def take(user: SqlUser) -> None:
        user.line = line
        step(user)

    return take


def _assignment(command: Assign) -> Step:
    name, value = command.name, computed(command.value)

    def assign(user: SqlUser) -> None:
        user.variables[name] = value(user.variables, user.draws.random)

    return assign


def _sleep(command: Sleep) -> Step:
    value, unit_s = computed(command.value), command.unit_s

    def sleep(user: SqlUser) -> None:
        count = value(user.variables, user.draws.random)
        if not isinstance(count, int | float):
            raise ComputingError(WRONG_TYPE)
        time.sleep(min(max(count * unit_s, 0.0), MOST_SLEEP_S))

    return sleep


def _branches(choices: Sequence[tuple[Any, Sequence[Step]]]) -> Step:
    def branch(user: SqlUser) -> None:
        for condition, steps in choices:
            if condition is None or holds(condition(user.variables, user.draws.random)):
                for step in steps:
                    step(user)
                return

    return branch


class SqlUser(ABC):
    """One virtual user. An engine's user says how it connects and what its errors mean."""

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
        """A new session. Raises DatabaseError or the driver's error."""

    @abstractmethod
    def columns(self, statement: int) -> Sequence[str]:
        """The names of the columns that a statement returned last."""

    @abstractmethod
    def driver_fault(self, error: Exception) -> Fault:
        """What a driver's error means."""

    def begin(self, *, writes: bool) -> None:
        """Begins a transaction."""
        self.session.begin(writes=writes)
        self._open = True

    def commit(self) -> None:
        """Ends it."""
        self.session.commit()
        self._open = False

    def roll_back(self) -> None:
        """Ends it as the script wants it."""
        self.session.rollback()
        self._open = False
        self._rolled_back = True

    def cycle(self) -> Cycle:
        """One transaction, drawn by weight."""
        bounds = self.shared.bounds
        chosen = bisect(bounds, self._rng.random() * bounds[-1], hi=len(bounds) - 1) if len(bounds) > 1 else 0
        self.draws.forget()
        yield Call(chosen, self._run, (chosen,), retry=True)
        return Outcome(rolled_back=self._rolled_back)

    def _run(self, chosen: int) -> None:
        """All commands of a transaction, once: tried again, it draws the same."""
        self.draws.again()
        self._rolled_back = False
        self.line = 0
        self.variables = {**self.shared.define, **{name: draw(self.draws.random) for name, draw in self.shared.drawn}}
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
        if self.shared.connects:
            self.session.close()

    def fault(self, error: Exception) -> Fault:
        """What an error means to the driver."""
        if isinstance(error, ComputingError):
            return Fault(EXPRESSION, str(error))
        if isinstance(error, KeyError):
            return Fault(NO_VALUE, f"the variable {error.args[0]} has no value")
        fault = self.driver_fault(error)
        fault.line = self.line
        return fault

    def close(self) -> None:
        """Ends the connection. Never raises, may be called twice."""
        self.session.close()
