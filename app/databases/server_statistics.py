# SPDX-License-Identifier: Apache-2.0
"""What a database server counts of itself, read over one connection that is made anew when it is lost.

Each engine's module decides from version and settings, in a pure function, what can be had: a `CounterPlan` of queries
and counters. A counter's raw columns are sums of `leaves`, the columns that the queries give. A leaf that can't be had
has a reason, and so has every counter that needs it: no data is never 0 and never an estimate. A ranking tells how much
I/O each table and index caused, as the engine counts it."""

import math
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Literal, Protocol

import msgspec

from app.databases.registry import server_engine
from app.model.documents import TableRanking
from app.model.form import marked
from app.model.messages import Sentence
from app.model.registry import part
from collectors.series import Better, Kind, Layer, Missing, Reading, Series, SourceError

Scope = Literal["all", "server", "database"]
"""What of a server one collector reads: where several databases of a system lie on one server, each has its own
collector, and what belongs to the server as a whole is counted by one more, once."""


class Cursor(Protocol):
    """Of the DB-API (PEP 249) what the collectors need."""

    @property
    def description(self) -> Any: ...
    def execute(self, sql: str, parameters: Sequence[object], /) -> object: ...
    def fetchone(self) -> Any: ...
    def fetchall(self) -> Any: ...
    def close(self) -> object: ...


class Connection(Protocol):
    """A DB-API connection in autocommit mode, with parameters as question marks."""

    def cursor(self) -> Cursor: ...
    def close(self) -> object: ...


Errors = tuple[type[Exception], ...]
"""What a driver and its `connect` raise."""
Leaves = tuple[str, ...]


class Query(msgspec.Struct, frozen=True):
    """A query of one row, or of rows of a name and a value where `named`.

    gives: its columns or names, the leaves; "time_s" among them is the server's clock in seconds.

    refused: what to tell where the server refuses it, after the server's own words. absent: what to tell of a leaf that
    has no value when the watching begins.
    """

    text: str
    gives: Leaves
    parameters: tuple[object, ...] = ()
    refused: str = ""
    absent: str = marked("the server had no value of it when the watching began.")
    named: bool = False

    def ask(self, connection: Connection) -> list[dict[str, Any]]:
        """Return its one row, [] for none. Raises one of the driver's errors."""
        found = rows(connection, self.text, self.parameters)
        if self.named:
            return [{str(name).lower(): value for name, value in (row.values() for row in found)}]
        return found[:1]


class Counter(msgspec.Struct, frozen=True):
    """A counter made of leaves: the raw value is the sum of `value`, the raw base the sum of `base`."""

    path: str
    unit: str
    kind: Kind
    layer: Layer
    value: Leaves
    base: Leaves = ()
    scale: float = 1.0
    better: Better = ""

    @property
    def leaves(self) -> Leaves:
        return self.value + self.base


class Reason(msgspec.Struct, frozen=True):
    """Why a figure can't be had.

    text: a sentence. remedy: how to have it, a sentence too, with the user's name in it as {user}; "" where nothing can
    be done. settable: as of collectors.series.Missing.
    """

    text: str
    remedy: str = ""
    settable: bool = False

    def sentence(self, user: str) -> Sentence:
        """Text and remedy for a person. user: who asks, as a GRANT names it."""
        reason = Sentence(text=self.text)
        if not self.remedy:
            return reason
        remedy = Sentence(text=self.remedy, values={"user": user} if "{user}" in self.remedy else {})
        return Sentence(text="{reason} {remedy}", values={"reason": reason, "remedy": remedy})


class Refused(msgspec.Struct, frozen=True):
    """A query that the server refuses. answer: its own words. remedy: as of a Reason."""

    answer: str
    remedy: str


class CounterPlan(msgspec.Struct, frozen=True):
    """What a version with its settings gives.

    reasons: leaf to why it can't be had. user: who asks, as a GRANT names it.
    """

    queries: tuple[Query, ...]
    counters: tuple[Counter, ...]
    reasons: Mapping[str, str | Reason]
    user: str = ""

    def missing(self, also: Mapping[str, str | Reason | Refused]) -> tuple[Missing, ...]:
        """The counters that can't be had; also: more leaves with their reasons."""
        reasons = {**also, **self.reasons}
        found = []
        for counter in self.counters:
            reason = next((reasons[leaf] for leaf in counter.leaves if leaf in reasons), "")
            if reason:
                found.append(self._missing(counter, reason))
        return tuple(found)

    def _missing(self, counter: Counter, reason: str | Reason | Refused) -> Missing:
        match reason:
            case Refused(answer, remedy):
                values = {"error": answer, "user": self.user or "the user"}
                return Missing(counter.path, counter.layer, "the server refuses it ({error}).", values, remedy, True)
            case Reason(text, remedy, settable):
                values = {"user": self.user or "the user"} if "{user}" in remedy else {}
                return Missing(counter.path, counter.layer, text, values, remedy, settable)
            case _:
                return Missing(counter.path, counter.layer, reason)


class DatabaseCounters:
    """A collector of one server or database. Raises OSError where the server can't be reached when it is made."""

    def __init__(
        self, name: str, connect: Callable[[], Connection], errors: Errors, plan: Callable[[Connection], CounterPlan]
    ) -> None:
        """connect: a connection to stay open, not to the database that is restored between runs.

        plan: looks at the server's version and settings.
        """
        self.name = name
        self._connect = connect
        self._errors = errors
        self._plan = plan
        self._connection: Connection | None = None
        self._queries: tuple[Query, ...]
        try:
            first, reasons = self._open()
        except errors as error:
            self.close()
            raise OSError(text_of(error)) from error
        self.missing: Sequence[Missing] = first.missing(reasons)
        gone = {missing.path for missing in self.missing}
        counters = [counter for counter in first.counters if counter.path not in gone]
        self._columns = tuple(dict.fromkeys(leaves for counter in counters for leaves in (counter.value, counter.base)))
        self._columns = tuple(leaves for leaves in self._columns if leaves)
        self._has_clock = any("time_s" in query.gives for query in self._queries)
        self._series = tuple(self._series_of(counter) for counter in counters)

    def _series_of(self, counter: Counter) -> Series:
        base = self._columns.index(counter.base) if counter.base else -1
        return Series(
            counter.path, counter.unit, counter.kind, counter.layer, self._columns.index(counter.value), base,
            counter.scale, counter.better,
        )  # fmt: skip

    @property
    def series(self) -> Sequence[Series]:
        return self._series

    def _open(self) -> tuple[CounterPlan, dict[str, str | Reason | Refused]]:
        """Connect and finds out what can be read; leaves that the server refuses, with the reason."""
        self._connection = self._connect()
        plan = self._plan(self._connection)
        reasons: dict[str, str | Reason | Refused] = {}
        queries: list[Query] = []
        for query in plan.queries:
            try:
                found = query.ask(self._connection)
            except self._errors as error:
                self._must_be_alive()
                reasons.update(dict.fromkeys(query.gives, Refused(text_of(error), query.refused)))
            else:
                queries.append(query)
                for row in found:
                    reasons.update({leaf: query.absent for leaf in query.gives if math.isnan(number(row.get(leaf)))})
        self._queries = tuple(queries)
        return plan, reasons

    def _must_be_alive(self) -> None:
        """A refused query leaves the connection usable; a lost connection raises one of the driver's errors."""
        assert self._connection is not None
        rows(self._connection, "SELECT 1", ())

    def read(self) -> Reading:
        try:
            if self._connection is None:
                self._open()
            leaves = self._read_leaves()
        except self._errors as error:
            self.close()
            raise OSError(text_of(error)) from error
        time_s = leaves.get("time_s", math.nan) if self._has_clock else time.perf_counter()
        if not math.isfinite(time_s):  # a database that is just being made anew has no statistics
            raise SourceError("its statistics have no row just now")
        return Reading(time_s, tuple(sum(leaves.get(leaf, math.nan) for leaf in column) for column in self._columns))

    def _read_leaves(self) -> dict[str, float]:
        assert self._connection is not None
        leaves: dict[str, float] = {}
        for query in self._queries:
            try:
                found = query.ask(self._connection)
            except self._errors:
                self._must_be_alive()
                continue  # for instance while the database is being restored: no data meanwhile
            for row in found:
                for leaf in query.gives:
                    leaves.setdefault(leaf, number(row.get(leaf)))
        return leaves

    def close(self) -> None:
        """Release the connection. May be called twice; the next reading connects again."""
        connection, self._connection = self._connection, None
        if connection is not None:
            try:
                connection.close()
            except self._errors:
                return  # it was lost


def counters_of(engine: str) -> Callable[..., DatabaseCounters]:
    """The collector of an engine's own statistics: (connect, database, *, errors, scope)."""
    counters: Callable[..., DatabaseCounters] = part(server_engine(engine).counters)
    return counters


def ranking_of(engine: str) -> Callable[[Connection, str], TableRanking]:
    """What ranks a database's tables and indexes by their I/O: (connection, database)."""
    ranking: Callable[[Connection, str], TableRanking] = part(server_engine(engine).ranking)
    return ranking


def rows(connection: Connection, text: str, parameters: Sequence[object]) -> list[dict[str, Any]]:
    """The rows of a query, each with its columns by their names in lower case."""
    cursor = connection.cursor()
    try:
        cursor.execute(text, parameters)
        if cursor.description is None:
            return []
        names = [str(column[0]).lower() for column in cursor.description]
        return [dict(zip(names, row, strict=True)) for row in cursor.fetchall()]
    finally:
        cursor.close()


def number(value: object) -> float:
    """A cumulative figure or gauge; NaN where there is none."""
    if value is None:
        return math.nan
    try:
        return float(value)  # type: ignore[arg-type]
    except (TypeError, ValueError):
        return math.nan


def text_of(error: BaseException) -> str:
    """A driver's error in one line, without the brackets that drivers put around it."""
    text = str(error.args[-1]) if error.args else str(error)
    return " ".join(text.split()) or type(error).__name__


def sql(engine: str, name: str) -> str:
    """The text of ENGINE/sql/statistics/NAME.sql."""
    return (Path(__file__).parent / engine / "sql" / "statistics" / f"{name}.sql").read_text(encoding="utf-8")


def file_counters(
    layers: Mapping[str, Layer], *, uncounted: Iterable[str] = (), syncs_together: bool = False
) -> tuple[Counter, ...]:
    """The counters of an engine's files.

    Leaves: database_ or log_ and reads, read_bytes, read_s, writes, write_bytes, write_s, syncs, sync_s.

    layers: of "database" and "log"; the total's is that of both, or "operating-system file" where they differ.
    uncounted: leaves that the engine does not count and that are nothing in a run (a log is only written): they are
    missing by themselves but no part of a sum. syncs_together: total_syncs is a leaf of its own.
    """
    roles = ("database", "log")
    total: Layer = layers["database"] if layers["database"] == layers["log"] else "operating-system file"
    left_out = set(uncounted)

    def leaves(names: Sequence[str], of: Sequence[str]) -> Leaves:
        every = tuple(f"{role}_{name}" for role in of for name in names)
        return tuple(leaf for leaf in every if leaf not in left_out) or every

    found = []
    for instance, of, layer in (*((role, (role,), layers[role]) for role in roles), ("_Total", roles, total)):
        for text, unit, kind, names, base, better in FILE_COUNTERS:
            value = leaves(names, of)
            if names == ("syncs",) and syncs_together and len(of) > 1:
                value = ("total_syncs",)
            found.append(
                Counter(rf"\Engine File({instance})\{text}", unit, kind, layer, value, leaves(base, of), better=better)
            )
    return tuple(found)


FILE_COUNTERS: tuple[tuple[str, str, Kind, Leaves, Leaves, Better], ...] = (
    ("Transfers/sec", "/s", "rate", ("reads", "writes"), (), ""),
    ("Reads/sec", "/s", "rate", ("reads",), (), ""),
    ("Writes/sec", "/s", "rate", ("writes",), (), ""),
    ("Syncs/sec", "/s", "rate", ("syncs",), (), ""),
    ("Bytes/sec", "B/s", "rate", ("read_bytes", "write_bytes"), (), ""),
    ("Read Bytes/sec", "B/s", "rate", ("read_bytes",), (), ""),
    ("Write Bytes/sec", "B/s", "rate", ("write_bytes",), (), ""),
    ("Avg. sec/Transfer", "s", "average", ("read_s", "write_s"), ("reads", "writes"), "less"),
    ("Avg. sec/Read", "s", "average", ("read_s",), ("reads",), "less"),
    ("Avg. sec/Write", "s", "average", ("write_s",), ("writes",), "less"),
    ("Avg. sec/Sync", "s", "average", ("sync_s",), ("syncs",), "less"),
    # The time spent in transfers grows by the average queue each second (Little's law; requests in service count).
    ("Avg. Queue Length", "", "rate", ("read_s", "write_s"), (), ""),
    ("Avg. Read Queue Length", "", "rate", ("read_s",), (), ""),
    ("Avg. Write Queue Length", "", "rate", ("write_s",), (), ""),
)
"""Name, unit, kind, value, base, direction that is good. The names are those of the embedded engine's file layer."""


def activity_counters(
    *, connections: bool = True, commits: str = "Transactions/sec", counted: Leaves = ("commits",)
) -> tuple[Counter, ...]:
    """Return the counters of leaves commits, cache_hits, cache_misses, connections.

    Args:
        connections: Whether the engine counts them.
        commits: What commits are called on this engine: one that counts COMMIT statements alone has no transactions
            to compare with one that counts every statement's own.
        counted: The leaves whose sum they are.
    """
    found = [
        Counter(rf"\Database\{commits}", "/s", "rate", "engine", counted, better="more"),
        Counter(
            r"\Database\Cache Hit Ratio", "%", "average", "engine", ("cache_hits",), ("cache_hits", "cache_misses"),
            scale=100.0,
        ),
    ]  # fmt: skip
    if connections:
        found.append(Counter(r"\Database\User Connections", "", "gauge", "engine", ("connections",)))
    return tuple(found)
