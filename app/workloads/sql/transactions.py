# SPDX-License-Identifier: Apache-2.0
"""One user's transactions: drawn by weight, each run command by command over a session of its engine's."""

import random
import time
from abc import ABC, abstractmethod
from bisect import bisect
from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate
from typing import Any, Protocol

from app.model.scripts import Assign, Branches, Command, Sleep, Statement, script, statements_of
from app.model.sql_workload import Sql, meant
from app.workloads.sql.computing import ComputingError, Variables, computed, drawn, holds
from app.workloads.workload import Call, Cycle, Fault, Outcome

Rows = Sequence[Sequence[Any]]


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


class Transactions:
    """What all users of a process share: the transactions of an engine. statements: of all, in their order."""

    def __init__(self, work: Sql, engine: str) -> None:
        """engine: by its name in scenarios. Raises ScriptError."""
        own = {one.name: one for one in work.transactions if meant(one, engine)}
        parts = [own[name] for name in work.names]
        scripts = [script(part.script, work.known) for part in parts]
        self.statements: list[Statement] = []
        self.writes = [any(not one.reads for one in statements_of(commands) if not one.control) for commands in scripts]
        self.steps = [
            tuple(self._steps(commands, writes)) for commands, writes in zip(scripts, self.writes, strict=True)
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
    names, prefix = statement.names, statement.gset
    match statement.control:
        case "begin":
            return lambda user: user.begin(writes=writes)
        case "commit":
            return lambda user: user.commit()
        case "rollback":
            return lambda user: user.roll_back()

    def execute(user: SqlUser) -> None:
        variables = user.variables
        user.session.execute(number, [variables[name] for name in names])

    def keep(user: SqlUser) -> None:
        variables = user.variables
        rows = user.session.execute(number, [variables[name] for name in names])
        if len(rows) != 1:
            raise Fault("no single row", f"line {statement.line}: \\gset needs one row, found {len(rows)}")
        for name, value in zip(user.columns(number), rows[0], strict=True):
            variables[f"{prefix}{name}"] = value

    return execute if prefix is None else keep


def _assignment(command: Assign) -> Step:
    name, value = command.name, computed(command.value)

    def assign(user: SqlUser) -> None:
        user.variables[name] = value(user.variables, user.draws.random)

    return assign


def _sleep(command: Sleep) -> Step:
    value, unit_s = computed(command.value), command.unit_s

    def sleep(user: SqlUser) -> None:
        time.sleep(min(max(float(value(user.variables, user.draws.random)) * unit_s, 0.0), 3600.0))

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
        self.variables = {**self.shared.define, **{name: draw(self.draws.random) for name, draw in self.shared.drawn}}
        if self.shared.connects:
            self.session.close()
            self.session = self.connected()
        try:
            for step in self.shared.steps[chosen]:
                step(self)
            if self._open:
                raise Fault("open transaction", "the script ends within a transaction; end it with COMMIT or ROLLBACK")
        except BaseException:
            self._open = False
            self.session.rollback()
            raise
        if self.shared.connects:
            self.session.close()

    def fault(self, error: Exception) -> Fault:
        """What an error means to the driver."""
        if isinstance(error, ComputingError):
            return Fault("expression", str(error))
        if isinstance(error, KeyError):
            return Fault("no value", f"the variable {error.args[0]} has no value")
        return self.driver_fault(error)

    def close(self) -> None:
        """Ends the connection. Never raises, may be called twice."""
        self.session.close()
