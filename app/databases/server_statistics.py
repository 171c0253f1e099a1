# SPDX-License-Identifier: Apache-2.0
"""Statistics of a database server, read over one connection that is reopened when it is lost.

Each engine's module decides from version and settings, in a pure function, what is available: a `CounterPlan` of
queries and counters. A counter's raw columns are sums of `leaves`, the columns that the queries return. An unavailable
leaf has a reason, as has every counter that needs it: missing data is never replaced by 0 or an estimate. A ranking
lists the I/O of each table and index, as the engine counts it.
"""

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
"""Part of a server that one collector reads. If several databases of a system are on one server, each has a separate
collector, and an additional one counts the server as a whole, once.
"""


class Cursor(Protocol):
    """Part of a DB-API cursor (PEP 249) that the collectors need."""

    @property
    def description(self) -> Any: ...
    def execute(self, sql: str, parameters: Sequence[object], /) -> object: ...
    def fetchone(self) -> Any: ...
    def fetchall(self) -> Any: ...
    def close(self) -> object: ...


class Connection(Protocol):
    """DB-API connection in autocommit mode, with question marks as parameters."""

    def cursor(self) -> Cursor: ...
    def close(self) -> object: ...


Errors = tuple[type[Exception], ...]
"""Exceptions of a driver and its `connect`."""
Leaves = tuple[str, ...]


class Query(msgspec.Struct, frozen=True):
    """Query that returns one row or, if `named`, rows of a name and a value.

    Attributes:
        gives: Its columns or names, which are the leaves; "time_s" among them is the server's clock in seconds.
        refused: Text appended to the server's message if the server refuses the query.
        absent: Reason for a leaf that has no value when monitoring begins.
    """

    text: str
    gives: Leaves
    parameters: tuple[object, ...] = ()
    refused: str = ""
    absent: str = marked("the server had no value of it when the watching began.")
    named: bool = False

    def ask(self, connection: Connection) -> list[dict[str, Any]]:
        """Return the only row of the result, [] if missing. Raises one of the driver's errors."""
        found = rows(connection, self.text, self.parameters)
        if self.named:
            return [{str(name).lower(): value for name, value in (row.values() for row in found)}]
        return found[:1]


class StatisticsCounter(msgspec.Struct, frozen=True):
    """Counter computed from leaves: the raw value is the sum of `value`, the raw base the sum of `base`."""

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
    """Reason why a figure is not available.

    Attributes:
        text: A sentence.
        remedy: Remedy, also a sentence, with {user} in place of the user's name; "" if there is no remedy.
        settable: See collectors.series.Missing.
    """

    text: str
    remedy: str = ""
    settable: bool = False

    def sentence(self, user: str) -> Sentence:
        """Return the text and remedy to display; `user` is the account, as named in a GRANT."""
        reason = Sentence(text=self.text)
        if not self.remedy:
            return reason
        remedy = Sentence(text=self.remedy, values={"user": user} if "{user}" in self.remedy else {})
        return Sentence(text="{reason} {remedy}", values={"reason": reason, "remedy": remedy})


class RefusedQuery(msgspec.Struct, frozen=True):
    """Query that the server rejects.

    Attributes:
        answer: Error message of the server.
        remedy: Same as in Reason.
    """

    answer: str
    remedy: str


class CounterPlan(msgspec.Struct, frozen=True):
    """Counters available in a server version with its current settings.

    Attributes:
        reasons: Reason for each leaf that is not available.
        user: The account, as named in a GRANT.
    """

    queries: tuple[Query, ...]
    counters: tuple[StatisticsCounter, ...]
    reasons: Mapping[str, str | Reason]
    user: str = ""

    def missing(self, also: Mapping[str, str | Reason | RefusedQuery]) -> tuple[Missing, ...]:
        """Return the unavailable counters; `also` contains more unavailable leaves with their reasons."""
        reasons = {**also, **self.reasons}
        found = []
        for counter in self.counters:
            reason = next((reasons[leaf] for leaf in counter.leaves if leaf in reasons), "")
            if reason:
                found.append(self._missing(counter, reason))
        return tuple(found)

    def _missing(self, counter: StatisticsCounter, reason: str | Reason | RefusedQuery) -> Missing:
        match reason:
            case RefusedQuery(answer, remedy):
                values = {"error": answer, "user": self.user or "the user"}
                return Missing(counter.path, counter.layer, "the server refuses it ({error}).", values, remedy, True)
            case Reason(text, remedy, settable):
                values = {"user": self.user or "the user"} if "{user}" in remedy else {}
                return Missing(counter.path, counter.layer, text, values, remedy, settable)
            case _:
                return Missing(counter.path, counter.layer, reason)


class DatabaseCounters:
    """Collector for one server or database. The constructor raises OSError if the server cannot be reached."""

    def __init__(
        self, name: str, connect: Callable[[], Connection], errors: Errors, plan: Callable[[Connection], CounterPlan]
    ) -> None:
        """Connect and read the first values.

        Args:
            name: Display name.
            connect: Function that opens a connection, which must not be to the database that is restored between runs.
            errors: Exceptions of the driver.
            plan: Function that chooses the counters by the server's version and settings.
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

    def _series_of(self, counter: StatisticsCounter) -> Series:
        base = self._columns.index(counter.base) if counter.base else -1
        return Series(
            counter.path, counter.unit, counter.kind, counter.layer, self._columns.index(counter.value), base,
            counter.scale, counter.better,
        )  # fmt: skip

    @property
    def series(self) -> Sequence[Series]:
        return self._series

    def _open(self) -> tuple[CounterPlan, dict[str, str | Reason | RefusedQuery]]:
        """Connect and determine what can be read; return the plan, and the refused leaves with their reasons."""
        self._connection = self._connect()
        plan = self._plan(self._connection)
        reasons: dict[str, str | Reason | RefusedQuery] = {}
        queries: list[Query] = []
        for query in plan.queries:
            try:
                found = query.ask(self._connection)
            except self._errors as error:
                self._require_alive()
                reasons.update(dict.fromkeys(query.gives, RefusedQuery(text_of(error), query.refused)))
            else:
                queries.append(query)
                for row in found:
                    reasons.update({leaf: query.absent for leaf in query.gives if math.isnan(number(row.get(leaf)))})
        self._queries = tuple(queries)
        return plan, reasons

    def _require_alive(self) -> None:
        """Raise a driver's error if the connection is lost; after a rejected query it is still usable."""
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
        if not math.isfinite(time_s):  # a database that is being re-created has no statistics
            raise SourceError("its statistics have no row just now")
        return Reading(time_s, tuple(sum(leaves.get(leaf, math.nan) for leaf in column) for column in self._columns))

    def _read_leaves(self) -> dict[str, float]:
        assert self._connection is not None
        leaves: dict[str, float] = {}
        for query in self._queries:
            try:
                found = query.ask(self._connection)
            except self._errors:
                self._require_alive()
                continue  # for example because the database is being restored; there is no data meanwhile
            for row in found:
                for leaf in query.gives:
                    leaves.setdefault(leaf, number(row.get(leaf)))
        return leaves

    def close(self) -> None:
        """Close the connection. May be called twice; the next reading connects again."""
        connection, self._connection = self._connection, None
        if connection is not None:
            try:
                connection.close()
            except self._errors:
                return  # the connection was already lost


def counters_of(engine: str) -> Callable[..., DatabaseCounters]:
    """Return the collector class for an engine's own statistics: (connect, database, *, errors, scope)."""
    counters: Callable[..., DatabaseCounters] = part(server_engine(engine).counters)
    return counters


def ranking_of(engine: str) -> Callable[[Connection, str], TableRanking]:
    """Return the function that ranks a database's tables and indexes by their I/O: (connection, database)."""
    ranking: Callable[[Connection, str], TableRanking] = part(server_engine(engine).ranking)
    return ranking


def rows(connection: Connection, text: str, parameters: Sequence[object]) -> list[dict[str, Any]]:
    """Return the rows of a query as mappings by column name in lower case."""
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
    """Return a cumulative figure or gauge as a float; NaN if it is missing."""
    if value is None:
        return math.nan
    try:
        return float(value)  # type: ignore[arg-type]
    except (TypeError, ValueError):
        return math.nan


def text_of(error: BaseException) -> str:
    """Return a driver's error on one line, without the brackets that drivers add."""
    text = str(error.args[-1]) if error.args else str(error)
    return " ".join(text.split()) or type(error).__name__


def sql(engine: str, name: str) -> str:
    """Return the query in ENGINE/sql/statistics/NAME.sql."""
    return (Path(__file__).parent / engine / "sql" / "statistics" / f"{name}.sql").read_text(encoding="utf-8")


def file_counters(
    layers: Mapping[str, Layer], *, uncounted: Iterable[str] = (), syncs_together: bool = False
) -> tuple[StatisticsCounter, ...]:
    """Return the counters of an engine's files.

    The leaves are named database_ or log_ plus reads, read_bytes, read_s, writes, write_bytes, write_s, syncs, or
    sync_s.

    Args:
        layers: Layers of "database" and "log"; the total has the same layer, or "operating-system file" if the two
            differ.
        uncounted: Leaves that the engine does not count and that are zero in a run (a log is only written): they are
            reported as missing but left out of sums.
        syncs_together: Whether total_syncs is a separate leaf.
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
                StatisticsCounter(
                    rf"\Engine File({instance})\{text}", unit, kind, layer, value, leaves(base, of), better=better
                )
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
    # The time spent in transfers grows by the mean queue each second (Little's law; requests in service count).
    ("Avg. Queue Length", "", "rate", ("read_s", "write_s"), (), ""),
    ("Avg. Read Queue Length", "", "rate", ("read_s",), (), ""),
    ("Avg. Write Queue Length", "", "rate", ("write_s",), (), ""),
)
"""Name, unit, kind, value, base, and better direction of each counter. The names are those of the embedded engine's
file layer.
"""


def activity_counters(
    *, connections: bool = True, commits: str = "Transactions/sec", counted: Leaves = ("commits",)
) -> tuple[StatisticsCounter, ...]:
    """Return the counters computed from the leaves commits, cache_hits, cache_misses, and connections.

    Args:
        connections: Whether the engine counts connections.
        commits: Name of the counter of commits on this engine: if only COMMIT statements are counted, it is not
            comparable with an engine that also counts the transactions of single statements.
        counted: Leaves whose sum is the number of commits.
    """
    found = [
        StatisticsCounter(rf"\Database\{commits}", "/s", "rate", "engine", counted, better="more"),
        StatisticsCounter(
            r"\Database\Cache Hit Ratio", "%", "average", "engine", ("cache_hits",), ("cache_hits", "cache_misses"),
            scale=100.0,
        ),
    ]  # fmt: skip
    if connections:
        found.append(StatisticsCounter(r"\Database\User Connections", "", "gauge", "engine", ("connections",)))
    return tuple(found)
