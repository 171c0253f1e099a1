# SPDX-License-Identifier: Apache-2.0
"""Statements and waits of a server between two points in time.

They are the difference of two snapshots of its own cumulative counts and, if it does not count waits, samples of its
sessions once per second.
"""

import re
import time
from collections import Counter
from collections.abc import Callable, Mapping

import msgspec

from app.databases.registry import server_engine
from app.databases.server_statistics import Connection, Errors, rows, text_of
from app.model.documents import RunStatement, RunWait, ServerWork
from app.model.errors import phrase
from app.model.messages import Sentence
from app.model.registry import part

MOST = 20
"""Maximum number of statements, and of waits, stored for each step."""
LONGEST_TEXT = 1000
SAMPLE_S = 1.0
_VALUES = re.compile(
    r"\$(?P<tag>\w*)\$.*?(?:\$(?P=tag)\$|\Z)"  # dollar quotes
    r"|'(?:[^'\\]|''|\\.)*(?:'|\Z)"
    r"|(?<![\w$@#.\]\"`])\d+(?:\.\d+)?(?:[eE][+-]?\d+)?\b",
    re.DOTALL,
)


class StatementCount(msgspec.Struct, frozen=True):
    """Counts of one kind of statement since the server began counting."""

    text: str
    calls: float
    total_s: float
    rows: float | None = None


class WaitCount(msgspec.Struct, frozen=True):
    """Counts of one kind of wait since the server began counting."""

    waits: float
    total_s: float


class WorkSnapshot(msgspec.Struct, frozen=True):
    """All counts at one time, by the server's own keys, or why they are missing."""

    statements: Mapping[str, StatementCount] = {}
    no_statements: Sentence | None = None
    waits: Mapping[str, WaitCount] = {}
    no_waits: Sentence | None = None


class EngineWork(msgspec.Struct, frozen=True):
    """Access to an engine's statements and waits.

    Attributes:
        snapshot: Function (connection, database, errors) that returns a WorkSnapshot.
        sample: Query with the database as parameter for the current waits of its active sessions, (name, sessions); ""
            if waits are counted.
        nested: Whether statements within procedures are counted in addition to their call.
    """

    snapshot: Callable[[Connection, str, Errors], WorkSnapshot]
    sample: str = ""
    nested: bool = False


def work_of(engine: str) -> EngineWork | None:
    """Return the access to an engine's statements and waits; None if unsupported."""
    named = server_engine(engine).work
    if not named:
        return None
    work: EngineWork = part(named)
    return work


def server_work(
    engine: EngineWork,
    connect: Callable[[], Connection],
    database: str,
    errors: Errors,
    over: Callable[[float], bool],
) -> ServerWork:
    """Return the server's work from now until `over` returns True.

    It raises the driver's errors if the server cannot be reached at the beginning or the end.

    Args:
        engine: Access to the engine's counts.
        connect: Function that connects to a database other than the one that is restored between runs.
        database: Database whose statements are counted.
        errors: Exceptions of the driver.
        over: Function that waits for a number of seconds and returns whether the step is over.
    """
    connection = connect()
    try:
        before, began_s = engine.snapshot(connection, database, errors), time.perf_counter()
        samples: Counter[str] = Counter()
        samplings, refused = 0, None
        while not over(SAMPLE_S):
            if engine.sample and refused is None:
                try:
                    for row in rows(connection, engine.sample, (database,)):
                        samples[str(row["name"])] += int(row["sessions"])
                except errors as error:
                    refused = refusal(error)
                else:
                    samplings += 1
        if refused is not None:  # the connection may be lost
            connection.close()
            connection = connect()
        after, ended_s = engine.snapshot(connection, database, errors), time.perf_counter()
    finally:
        connection.close()
    work = difference(before, after, ended_s - began_s, nested=engine.nested)
    return with_samples(work, samples, samplings, refused) if engine.sample else work


def difference(before: WorkSnapshot, after: WorkSnapshot, seconds: float, *, nested: bool) -> ServerWork:
    """Return the counts between two snapshots: the top entries of each list by time, and the totals of all."""
    found: dict[str, RunStatement] = {}
    for key, now in after.statements.items():
        then = before.statements.get(key, StatementCount("", 0.0, 0.0, 0.0))
        if now.calls < then.calls or now.total_s < then.total_s:
            then = StatementCount("", 0.0, 0.0, 0.0)  # evicted meanwhile and counted again from zero
        if now.calls > then.calls:
            changed = None if now.rows is None else now.rows - (then.rows or 0.0)
            text = without_values(now.text)
            one = RunStatement(text, now.calls - then.calls, now.total_s - then.total_s, changed)
            found[text] = _added(found[text], one) if text in found else one
    waits = []
    for name, wait in after.waits.items():
        then_waits, then_s = 0.0, 0.0
        if (earlier := before.waits.get(name)) is not None and earlier.waits <= wait.waits:
            then_waits, then_s = earlier.waits, earlier.total_s
        if wait.waits > then_waits:
            waits.append(RunWait(name, wait.waits - then_waits, max(0.0, wait.total_s - then_s)))
    statements = sorted(found.values(), key=lambda one: (-one.total_s, one.text))
    waits.sort(key=lambda one: (-(one.total_s or 0.0), one.name))
    return ServerWork(
        seconds=seconds,
        statements=statements[:MOST],
        calls=sum(one.calls for one in statements),
        total_s=sum(one.total_s for one in statements),
        nested=nested,
        no_statements=before.no_statements or after.no_statements,
        waits=waits[:MOST],
        wait_s=sum(one.total_s or 0.0 for one in waits) if waits else None,
        no_waits=before.no_waits or after.no_waits,
    )


def _added(one: RunStatement, other: RunStatement) -> RunStatement:
    known = one.rows is not None and other.rows is not None
    changed = (one.rows or 0.0) + (other.rows or 0.0) if known else None
    return RunStatement(one.text, one.calls + other.calls, one.total_s + other.total_s, changed)


def with_samples(work: ServerWork, samples: Mapping[str, int], samplings: int, refused: Sentence | None) -> ServerWork:
    """Return the work, with waits found by sampling added."""
    found = sorted(samples.items(), key=lambda one: (-one[1], one[0]))
    return ServerWork(
        seconds=work.seconds,
        statements=work.statements,
        calls=work.calls,
        total_s=work.total_s,
        nested=work.nested,
        no_statements=work.no_statements,
        waits=[RunWait(name, samples=count) for name, count in found[:MOST]],
        samplings=samplings,
        no_waits=refused or work.no_waits,
    )


def without_values(text: str) -> str:
    """Return a statement on one line, truncated, with a question mark for each literal.

    Servers keep some literals (in DDL, in SQL Server's batches), one of which may be a password.
    """
    plain = " ".join(_VALUES.sub("?", text).split())
    return plain if len(plain) <= LONGEST_TEXT else plain[: LONGEST_TEXT - 1] + "…"


def refusal(error: BaseException, remedy: str = "", user: str = "") -> Sentence:
    """Return the server's error text with the remedy.

    Args:
        error: The driver's error.
        remedy: See Reason.
        user: The account, as named in a GRANT.
    """
    said = phrase("the server refuses it ({error}).", error=text_of(error))
    return phrase("{reason} {remedy}", reason=said, remedy=phrase(remedy, user=user)) if remedy else said
