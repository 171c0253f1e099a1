# SPDX-License-Identifier: Apache-2.0
"""Custom SQL workload: transactions, their variables, and statements that create and check the database."""

import hashlib
from collections.abc import Mapping, Sequence
from typing import Annotated, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType, field

from app.model.bounds import SCRIPT_LETTERS, SQL_STATEMENTS, SQL_TRANSACTIONS, SQL_VALUES
from app.model.errors import phrase
from app.model.expressions import DEFAULT_SEED
from app.model.messages import Sentence
from app.model.mistakes import KeyPath
from app.model.pause import Pause
from app.model.workloads import Rate, WorkloadParameters, WorkUnit

Script = Annotated[
    str,
    Meta(
        max_length=SCRIPT_LETTERS,
        pattern=r"^[^\x00]*$",
        description="a text of at most 32,768 characters",
    ),
]
VariableName = Annotated[
    str,
    Meta(
        pattern=r"^[A-Za-z_][A-Za-z0-9_]{0,62}$",
        description="a name of up to 63 letters, digits and underscores that begins with no digit",
    ),
]
TransactionName = Annotated[
    str,
    Meta(
        pattern=r"^[A-Za-z0-9]([A-Za-z0-9 _.-]{0,38}[A-Za-z0-9])?$",
        description="a name of up to 40 letters, digits, blanks, dots, hyphens and underscores",
    ),
]
BesideName = Annotated[
    str,
    Meta(
        pattern=r"^([^/\\\x00-\x1f:*?\"<>|.][^/\\\x00-\x1f:*?\"<>|]{0,199})?$",
        description="the plain name of a file beside the scenario",
    ),
]
Engines = Annotated[tuple[str, ...], Meta(max_length=20)]
Draw = Literal["uniform", "zipf", "gaussian", "exponential"]
Plain = str | int | float | bool
USER_NUMBER = "client_id", "user_number"
"""Variables with the number of the user on its target, from 0, unless the scenario defines them; the first as in
pgbench."""
OWN_SQL: tuple[KeyPath, str] = (("workload", "name"), "sql")
ON_EXISTING: tuple[KeyPath, str] = (("workload", "database"), "existing")
"""Keys and values of a scenario that change which fields a target's form has."""
MOST_CARDS = 1000
"""Largest deck of transactions."""
WHOLE = Meta(ge=-(2**62), le=2**62)


class SqlTransaction(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Kind of transaction.

    Attributes:
        given_weight: Weight ("weight" in scenarios); UNSET if missing.
        script: Script in the language of pgbench's scripts (see app.model.scripts).
        file: File next to the scenario that contains the script; "name@3" sets the weight 3.
        read_from: File from which the script in the scenario was read.
        engines: Engines to which it applies, by their names in scenarios; () for all.
        think_time_s: Mean think time after it; UNSET for the workload's.
    """

    name: TransactionName
    given_weight: Annotated[float, Meta(gt=0, le=1_000_000)] | UnsetType = field(default=UNSET, name="weight")
    script: Script = ""
    file: BesideName = ""
    read_from: BesideName = ""
    engines: Engines = ()
    think_time_s: Annotated[float, Meta(ge=0, le=3600)] | UnsetType = UNSET

    @property
    def weight(self) -> float:
        """Weight of the transaction relative to the sum of all weights; 1 if none is given."""
        return 1.0 if self.given_weight is UNSET else self.given_weight

    def place_of(self, line: int) -> Sentence:
        """Return the location of a line of its script for messages; line 0 is the whole script."""
        if not line and self.read_from:
            return phrase('transaction "{name}", {file}', name=self.name, file=self.read_from)
        if not line:
            return phrase('transaction "{name}"', name=self.name)
        if self.read_from:
            return phrase('transaction "{name}", {file}:{line}', name=self.name, file=self.read_from, line=line)
        return phrase('transaction "{name}", line {line}', name=self.name, line=line)


class SqlVariable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Variable that each transaction draws before it begins.

    Its values are the whole numbers `low` to `high`, or `values`, or the lines of a file next to the scenario; the
    first is drawn most often unless `draw` is uniform or gaussian.

    Attributes:
        shape: Theta for zipf; pgbench's parameter for gaussian and exponential.
    """

    name: VariableName
    draw: Draw = "uniform"
    low: Annotated[int, WHOLE] = 1
    high: Annotated[int, WHOLE] = 1
    shape: Annotated[float, Meta(ge=0, le=1000)] = 0.0
    values: Annotated[tuple[str | int | float, ...], Meta(max_length=SQL_VALUES)] = ()
    file: BesideName = ""

    @property
    def drawn_from(self) -> str:
        """Distribution of the variable, as display text."""
        if self.values:
            return f"{self.draw}, one of {', '.join(map(repr, self.values))}"
        return f"{self.draw}, {self.low} to {self.high}"


class SqlStatement(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """SQL statement that is sent to the server unchanged.

    Attributes:
        engines: Same as in SqlTransaction.
    """

    statement: Script
    engines: Engines = ()


class SqlCheck(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Query to execute after the run.

    Attributes:
        gives: Expected columns of the only row in the result, compared as strings if they are not numbers.
    """

    name: TransactionName
    query: Script
    gives: Annotated[tuple[Plain, ...], Meta(min_length=1, max_length=16)]
    engines: Engines = ()


Listed = Annotated[tuple[SqlStatement, ...], Meta(max_length=SQL_STATEMENTS)]


class Sql(WorkloadParameters, msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="name", tag="sql"):
    """Custom transactions, run on each target.

    Attributes:
        choice: "weights": each user draws its transactions by weight; "deck": it deals them from a shuffled deck, in
            which each has as many cards as its weight.
        database: "own" is created by `setup`, marked, and created again before each run that could have changed it;
            "existing" is never dropped, and only these statements change it.
        define: Constant variables (pgbench's -D).
        setup: Statements to execute before each run.
        cleanup: Statements to execute after each run.
        checks: Queries to execute after the run and before the clean-up.
    """

    transactions: Annotated[tuple[SqlTransaction, ...], Meta(min_length=1, max_length=SQL_TRANSACTIONS)]
    users: Annotated[int, Meta(ge=1, le=1000)] = 1
    think_time_s: Annotated[float, Meta(ge=0, le=3600)] = 0.0
    choice: Literal["weights", "deck"] = "weights"
    database: Literal["own", "existing"] = "own"
    read_only: bool = False
    connect_per_transaction: bool = False
    define: dict[VariableName, str | int | float] = {}
    variables: Annotated[tuple[SqlVariable, ...], Meta(max_length=SQL_TRANSACTIONS)] = ()
    setup: Listed = ()
    cleanup: Listed = ()
    checks: Annotated[tuple[SqlCheck, ...], Meta(max_length=SQL_STATEMENTS)] = ()

    @property
    def description(self) -> str:
        return f"own transactions ({', '.join(self.names)}), {self.users} users each"

    @property
    def label(self) -> Sentence:
        """Names of the transactions."""
        return phrase("own transactions ({names})", names=", ".join(self.names))

    @property
    def pauses(self) -> Mapping[str, Pause]:
        """Pause after each transaction; empty if none has a think time."""
        own = {one.name: one.think_time_s for one in self.transactions if one.think_time_s is not UNSET}
        return {name: Pause(own.get(name, self.think_time_s)) for name in self.names} if own else {}

    @property
    def mean_pause_s(self) -> float:
        weights = {one.name: one.weight for one in self.transactions}
        if not (pauses := self.pauses):
            return self.think_time_s
        return sum(weights[name] * pauses[name].mean_s for name in weights) / sum(weights.values())

    @property
    def existing(self) -> bool:
        """True if it uses an existing database."""
        return self.database == "existing"

    @property
    def unit(self) -> WorkUnit:
        return "transaction"

    @property
    def rates(self) -> Mapping[str, Rate]:
        """Rate of all transactions."""
        return {"TPS": Rate()}

    @property
    def names(self) -> Sequence[str]:
        """Distinct names of the transactions."""
        return tuple(dict.fromkeys(one.name for one in self.transactions))

    @property
    def known(self) -> frozenset[str]:
        """Variables that have a value before a script begins."""
        return frozenset((*self.define, *USER_NUMBER, DEFAULT_SEED, *(one.name for one in self.variables)))

    @property
    def statements(self) -> str:
        """All statements of the scenario, as display text."""
        parts = [f"-- database: {self.database}{', read only' if self.read_only else ''}"]
        parts += [f"-- {name} = {value!r}" for name, value in self.define.items()]
        parts += [f"-- {one.name}: {one.drawn_from}" for one in self.variables]
        parts += [f"-- set-up{_of(one.engines)}\n{one.statement.strip()}" for one in self.setup]
        parts += [f"-- transaction {one.name}{_of(one.engines)}\n{one.script.strip()}" for one in self.transactions]
        parts += [f"-- check {one.name}{_of(one.engines)}\n{one.query.strip()}" for one in self.checks]
        parts += [f"-- clean-up{_of(one.engines)}\n{one.statement.strip()}" for one in self.cleanup]
        return "\n\n".join(parts)

    def setup_digest(self, engine: str) -> str:
        """Return a digest of the statements that create the workload's own database on an engine."""
        statements = "\0".join(one.statement for one in self.setup if meant(one, engine))
        return hashlib.sha256(statements.encode()).hexdigest()[:32]


def meant(one: SqlTransaction | SqlStatement | SqlCheck, engine: str) -> bool:
    """Return whether a statement or transaction applies to an engine, given by its scenario name."""
    return not one.engines or engine in one.engines


def _of(engines: Sequence[str]) -> str:
    return f" ({', '.join(engines)})" if engines else ""
