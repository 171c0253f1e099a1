# SPDX-License-Identifier: Apache-2.0
"""The workload of a person's own SQL: transactions, the variables they draw, what makes and checks the database."""

import hashlib
from collections.abc import Mapping, Sequence
from typing import Annotated, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType, field

from app.model.bounds import SCRIPT_LETTERS, SQL_STATEMENTS, SQL_TRANSACTIONS, SQL_VALUES
from app.model.errors import phrase
from app.model.messages import Sentence
from app.model.mistakes import KeyPath
from app.model.workloads import Rate, Workload, WorkUnit

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
OWN_SQL: tuple[KeyPath, str] = (("workload", "name"), "sql")
ON_EXISTING: tuple[KeyPath, str] = (("workload", "database"), "existing")
"""Keys of a scenario, and their values, with which a target is asked otherwise."""
WHOLE = Meta(ge=-(2**62), le=2**62)


class SqlTransaction(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One kind of transaction. weight: its share of all, by the sum of the weights. script: in the language of
    pgbench's scripts (app.model.scripts). file: it is read from there instead, by the name beside the scenario;
    "name@3" has the weight 3. read_from: the file that the script was read from, where it stands in the scenario since.
    engines: whose it is, by their names in scenarios; () all. given_weight: UNSET where the scenario names none."""

    name: TransactionName
    given_weight: Annotated[float, Meta(gt=0, le=1_000_000)] | UnsetType = field(default=UNSET, name="weight")
    script: Script = ""
    file: BesideName = ""
    read_from: BesideName = ""
    engines: Engines = ()

    @property
    def weight(self) -> float:
        """Its share of all; 1 where none is given."""
        return 1.0 if self.given_weight is UNSET else self.given_weight

    def place_of(self, line: int) -> Sentence:
        """A line of its script, for a person. line: from 1; 0 is the whole script."""
        if not line and self.read_from:
            return phrase('transaction "{name}", {file}', name=self.name, file=self.read_from)
        if not line:
            return phrase('transaction "{name}"', name=self.name)
        if self.read_from:
            return phrase('transaction "{name}", {file}:{line}', name=self.name, file=self.read_from, line=line)
        return phrase('transaction "{name}", line {line}', name=self.name, line=line)


class SqlVariable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A variable that each transaction draws before it begins: from the whole numbers `low` to `high`, or from
    `values`, or from the lines of a file beside the scenario, the first being drawn most often unless draw is uniform
    or gaussian.

    shape: of zipf its theta, of gaussian and exponential what pgbench calls the parameter.
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
        """For a person."""
        if self.values:
            return f"{self.draw}, one of {', '.join(map(repr, self.values))}"
        return f"{self.draw}, {self.low} to {self.high}"


class SqlStatement(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One statement, which goes to the server as it is. engines: as SqlTransaction."""

    statement: Script
    engines: Engines = ()


class SqlCheck(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A question after the run. gives: the columns of its one row, as texts where they are none."""

    name: TransactionName
    query: Script
    gives: Annotated[tuple[Plain, ...], Meta(min_length=1, max_length=16)]
    engines: Engines = ()


Listed = Annotated[tuple[SqlStatement, ...], Meta(max_length=SQL_STATEMENTS)]


class Sql(Workload, msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="name", tag="sql"):
    """A person's own transactions, on each target.

    database: "own" is made by `setup`, marked, and made anew before each run that could have changed it; "existing" is
    never dropped, and only these statements change it. setup: before each run. cleanup: after it. checks: after the run
    and before the clean-up. define: variables with a value of their own (pgbench's -D).
    """

    transactions: Annotated[tuple[SqlTransaction, ...], Meta(min_length=1, max_length=SQL_TRANSACTIONS)]
    users: Annotated[int, Meta(ge=1, le=1000)] = 1
    think_time_s: Annotated[float, Meta(ge=0, le=3600)] = 0.0
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
        """What it does, for people."""
        return f"own transactions ({', '.join(self.names)}), {self.users} users each"

    @property
    def existing(self) -> bool:
        """As Workload."""
        return self.database == "existing"

    @property
    def unit(self) -> WorkUnit:
        """As Workload."""
        return "transaction"

    @property
    def rates(self) -> Mapping[str, Rate]:
        """All transactions."""
        return {"TPS": Rate()}

    @property
    def names(self) -> Sequence[str]:
        """Of its transactions, each once."""
        return tuple(dict.fromkeys(one.name for one in self.transactions))

    @property
    def known(self) -> frozenset[str]:
        """The variables that have a value before a script begins."""
        return frozenset(self.define) | {one.name for one in self.variables}

    @property
    def statements(self) -> str:
        """As Workload."""
        parts = [f"-- database: {self.database}{', read only' if self.read_only else ''}"]
        parts += [f"-- {name} = {value!r}" for name, value in self.define.items()]
        parts += [f"-- {one.name}: {one.drawn_from}" for one in self.variables]
        parts += [f"-- set-up{_of(one.engines)}\n{one.statement.strip()}" for one in self.setup]
        parts += [f"-- transaction {one.name}{_of(one.engines)}\n{one.script.strip()}" for one in self.transactions]
        parts += [f"-- check {one.name}{_of(one.engines)}\n{one.query.strip()}" for one in self.checks]
        parts += [f"-- clean-up{_of(one.engines)}\n{one.statement.strip()}" for one in self.cleanup]
        return "\n\n".join(parts)

    def setup_digest(self, engine: str) -> str:
        """A digest of what makes its own database on an engine: equal where the same statements do."""
        statements = "\0".join(one.statement for one in self.setup if meant(one, engine))
        return hashlib.sha256(statements.encode()).hexdigest()[:32]


def meant(one: SqlTransaction | SqlStatement | SqlCheck, engine: str) -> bool:
    """Whether it is of an engine, by its name in scenarios."""
    return not one.engines or engine in one.engines


def _of(engines: Sequence[str]) -> str:
    return f" ({', '.join(engines)})" if engines else ""
