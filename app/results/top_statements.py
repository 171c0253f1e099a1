# SPDX-License-Identifier: Apache-2.0
"""Statements and waits in a session's measured steps, for its result."""

from collections.abc import Iterable, Sequence

import msgspec

from app.model.documents import RunStatement, RunWait, ServerWork
from app.session.reader import SessionReader

Figure = float | None


class StatementResult(msgspec.Struct, frozen=True):
    """Kind of statement.

    Attributes:
        share: Share of the total time of all statements in the database, 0 to 1.
        rows: Rows sent or changed.
    """

    text: str
    calls: float
    total_s: float
    mean_ms: Figure
    share: Figure
    rows: Figure


class WaitResult(msgspec.Struct, frozen=True):
    """Wait event.

    Attributes:
        waits: Number of waits; null, like `total_s` and `mean_ms`, if the server does not count and time them.
        sessions: Mean number of sessions in this wait; null if sessions were not sampled.
        share: Share of the total wait time, or of all sampled sessions.
    """

    name: str
    waits: Figure
    total_s: Figure
    mean_ms: Figure
    sessions: Figure
    share: Figure


class ServerWorkResult(msgspec.Struct, frozen=True):
    """Work and waits of a target's server during a measured step, in descending order of time.

    Attributes:
        calls: Calls of all statements of the database; same for `total_s`.
        nested: Whether statements in procedures are counted in addition to their call.
        samplings: Number of times that the server's sessions were sampled.
        no_statements: Reason for missing or incomplete statements; `no_waits` is that for waits.
    """

    system: str
    target: str
    run: int
    step: int
    seconds: float
    calls: float
    total_s: float
    nested: bool
    statements: list[StatementResult]
    no_statements: str
    samplings: int | None
    waits: list[WaitResult]
    no_waits: str


class RecordedWork(msgspec.Struct, frozen=True):
    """Recorded work of a target in a measured step; `system` and `target` are IDs."""

    system: int | None
    target: int | None
    run: int
    step: int
    work: ServerWork


def recorded_work(reader: SessionReader) -> tuple[RecordedWork, ...]:
    """Return the recorded work in chronological order."""
    return tuple(
        RecordedWork(one.system, one.target, one.run, one.step, one.data) for one in reader.documents_of(ServerWork)
    )


def statements_of(work: ServerWork) -> list[StatementResult]:
    """Return the statements with their means and shares."""
    return [
        StatementResult(
            text=one.text,
            calls=one.calls,
            total_s=one.total_s,
            mean_ms=1e3 * one.total_s / one.calls if one.calls else None,
            share=one.total_s / work.total_s if work.total_s > 0 else None,
            rows=one.rows,
        )
        for one in work.statements
    ]


def waits_of(work: ServerWork) -> list[WaitResult]:
    """Return the waits with their means and shares."""
    samples_of_all = sum(one.samples or 0 for one in work.waits)
    return [
        WaitResult(
            name=one.name,
            waits=one.waits,
            total_s=one.total_s,
            mean_ms=1e3 * one.total_s / one.waits if one.total_s is not None and one.waits else None,
            sessions=one.samples / work.samplings if one.samples is not None and work.samplings else None,
            share=_share(one.samples, samples_of_all) if one.samples is not None else _share(one.total_s, work.wait_s),
        )
        for one in work.waits
    ]


def _share(value: float | None, whole: float | None) -> Figure:
    return value / whole if value is not None and whole else None


def work_results(reader: SessionReader) -> list[ServerWorkResult]:
    """Return the work of every target and measured step."""
    return [_result(reader, one) for one in recorded_work(reader)]


def _result(reader: SessionReader, one: RecordedWork) -> ServerWorkResult:
    work = one.work
    letter, target = owner_of(reader, one.system, one.target)
    return ServerWorkResult(
        system=letter,
        target=target,
        run=one.run,
        step=one.step,
        seconds=work.seconds,
        calls=work.calls,
        total_s=work.total_s,
        nested=work.nested,
        statements=statements_of(work),
        no_statements=reader.sentence(work.no_statements) if work.no_statements is not None else "",
        samplings=work.samplings,
        waits=waits_of(work),
        no_waits=reader.sentence(work.no_waits) if work.no_waits is not None else "",
    )


def owner_of(reader: SessionReader, system: int | None, target: int | None) -> tuple[str, str]:
    """Return a system's letter and a target's name, given their IDs; the name is "" for the whole system."""
    owner = next((one for one in reader.systems if one.id == system), None)
    if owner is None:
        return "", ""
    return owner.letter, next((one.name for one in owner.targets if one.id == target), "")


def together(works: Sequence[ServerWork]) -> ServerWork | None:
    """Sum the work of several targets or steps by name; None for an empty sequence.

    The reason for missing data is kept only if there are no statements or no waits.
    """
    if len(works) < 2:
        return works[0] if works else None
    statements: dict[str, list[RunStatement]] = {}
    waits: dict[str, list[RunWait]] = {}
    for work in works:
        for statement in work.statements:
            statements.setdefault(statement.text, []).append(statement)
        for wait in work.waits:
            waits.setdefault(wait.name, []).append(wait)
    merged_statements = [
        RunStatement(
            text, sum(one.calls for one in same), sum(one.total_s for one in same), _sum(one.rows for one in same)
        )
        for text, same in statements.items()
    ]
    merged_waits = [
        RunWait(
            name,
            _sum(one.waits for one in same),
            _sum(one.total_s for one in same),
            None if (samples := _sum(one.samples for one in same)) is None else round(samples),
        )
        for name, same in waits.items()
    ]
    samplings = _sum(work.samplings for work in works)
    return ServerWork(
        seconds=sum(work.seconds for work in works),
        statements=sorted(merged_statements, key=lambda one: (-one.total_s, one.text)),
        calls=sum(work.calls for work in works),
        total_s=sum(work.total_s for work in works),
        nested=any(work.nested for work in works),
        no_statements=next((work.no_statements for work in works if work.no_statements), None),
        waits=sorted(merged_waits, key=lambda one: (-(one.total_s or 0.0), -(one.samples or 0), one.name)),
        wait_s=_sum(work.wait_s for work in works),
        samplings=None if samplings is None else round(samplings),
        no_waits=next((work.no_waits for work in works if work.no_waits), None),
    )


def _sum(values: Iterable[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return sum(known) if known else None
