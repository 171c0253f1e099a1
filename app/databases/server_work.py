# SPDX-License-Identifier: Apache-2.0
"""What a server worked on and waited for between two moments: its own cumulative counts taken twice, and, where it does
not count waits, its sessions looked at once a second."""

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
"""Statements and waits that are kept of each step."""
LONGEST_TEXT = 1000
SAMPLE_S = 1.0
_VALUES = re.compile(
    r"\$(?P<tag>\w*)\$.*?(?:\$(?P=tag)\$|\Z)"  # dollar quotes
    r"|'(?:[^'\\]|''|\\.)*(?:'|\Z)"
    r"|(?<![\w$@#.\]\"`])\d+(?:\.\d+)?(?:[eE][+-]?\d+)?\b",
    re.DOTALL,
)


class StatementCount(msgspec.Struct, frozen=True):
    """Of one kind of statement since the server began to count."""

    text: str
    calls: float
    total_s: float
    rows: float | None = None


class WaitCount(msgspec.Struct, frozen=True):
    """Of one kind of wait since the server began to count."""

    waits: float
    total_s: float


class WorkSnapshot(msgspec.Struct, frozen=True):
    """All counts at a moment, by the server's own keys; or why there are none."""

    statements: Mapping[str, StatementCount] = {}
    no_statements: Sentence | None = None
    waits: Mapping[str, WaitCount] = {}
    no_waits: Sentence | None = None


class EngineWork(msgspec.Struct, frozen=True):
    """How an engine tells it.

    snapshot: (connection, database, errors). sample: a query with the database as parameter for what its working
    sessions do now, (name, sessions); "" where the waits are counted. nested: statements within procedures count beside
    their call.
    """

    snapshot: Callable[[Connection, str, Errors], WorkSnapshot]
    sample: str = ""
    nested: bool = False


def work_of(engine: str) -> EngineWork | None:
    """What tells an engine's statements and waits; None where nothing does."""
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
    """What the server did from now until `over`, which waits for so many seconds and tells whether the end has come.

    connect: to another database than the one that is restored between runs. Raises the driver's errors where the server
    can't be reached at the beginning or the end.
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
    """What was counted between two snapshots: the first of each list by their time, and the totals of all."""
    found: dict[str, RunStatement] = {}
    for key, now in after.statements.items():
        then = before.statements.get(key, StatementCount("", 0.0, 0.0, 0.0))
        if now.calls < then.calls or now.total_s < then.total_s:
            then = StatementCount("", 0.0, 0.0, 0.0)  # evicted and counted anew
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
    """The same with what sessions were found in."""
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
    """A statement on one line, cut, with a question mark for each literal: servers leave some in theirs (in commands
    that define something, in batches of SQL Server), and one may be a password."""
    plain = " ".join(_VALUES.sub("?", text).split())
    return plain if len(plain) <= LONGEST_TEXT else plain[: LONGEST_TEXT - 1] + "…"


def refusal(error: BaseException, remedy: str = "", user: str = "") -> Sentence:
    """The server's own words, and what to do. remedy: as of a Reason; user: who asks, as a GRANT names it."""
    said = phrase("the server refuses it ({error}).", error=text_of(error))
    return phrase("{reason} {remedy}", reason=said, remedy=phrase(remedy, user=user)) if remedy else said
