# SPDX-License-Identifier: Apache-2.0
"""The statements and waits of a session's measured steps, as its result has them."""

from collections.abc import Iterable, Sequence

import msgspec

from app.model.documents import RunStatement, RunWait, ServerWork
from app.session.reader import SessionReader

Figure = float | None


class StatementResult(msgspec.Struct, frozen=True):
    """A kind of statement. share: of the time of all statements of the database, 0 to 1. rows: sent or changed."""

    text: str
    calls: float
    total_s: float
    mean_ms: Figure
    share: Figure
    rows: Figure


class WaitResult(msgspec.Struct, frozen=True):
    """What was waited for. waits, total_s, mean_ms: where the server counts and times it; sessions: how many were found
    in it at a time, in the mean, where they were looked at. share: of all time waited, or of all that were found."""

    name: str
    waits: Figure
    total_s: Figure
    mean_ms: Figure
    sessions: Figure
    share: Figure


class ServerWorkResult(msgspec.Struct, frozen=True):
    """What a target's server worked on and waited for in a measured step, for `seconds`; the most time first. calls,
    total_s: of all statements of its database. nested: statements in procedures count beside their call. samplings: how
    often its sessions were looked at. no_statements, no_waits: why there are none, or not all."""

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
    """What a session holds of a target's measured step. system, target: their ids."""

    system: int | None
    target: int | None
    run: int
    step: int
    work: ServerWork


def recorded_work(reader: SessionReader) -> tuple[RecordedWork, ...]:
    """In the order of time."""
    return tuple(
        RecordedWork(one.system, one.target, one.run, one.step, one.data) for one in reader.documents_of(ServerWork)
    )


def statements_of(work: ServerWork) -> list[StatementResult]:
    """With their means and shares."""
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
    """With their means and shares."""
    found = sum(one.samples or 0 for one in work.waits)
    return [
        WaitResult(
            name=one.name,
            waits=one.waits,
            total_s=one.total_s,
            mean_ms=1e3 * one.total_s / one.waits if one.total_s is not None and one.waits else None,
            sessions=one.samples / work.samplings if one.samples is not None and work.samplings else None,
            share=_share(one.samples, found) if one.samples is not None else _share(one.total_s, work.wait_s),
        )
        for one in work.waits
    ]


def _share(value: float | None, whole: float | None) -> Figure:
    return value / whole if value is not None and whole else None


def work_results(reader: SessionReader) -> list[ServerWorkResult]:
    """Of every target and measured step."""
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
    """The letter of a system and the name of its target, by their ids; "" for the whole system."""
    own = next((one for one in reader.systems if one.id == system), None)
    if own is None:
        return "", ""
    return own.letter, next((one.name for one in own.targets if one.id == target), "")


def together(found: Sequence[ServerWork]) -> ServerWork | None:
    """Several targets or steps as one, what has the same name added up; None of nothing. A reason counts where none of
    them has anything."""
    if len(found) < 2:
        return found[0] if found else None
    statements: dict[str, list[RunStatement]] = {}
    waits: dict[str, list[RunWait]] = {}
    for work in found:
        for statement in work.statements:
            statements.setdefault(statement.text, []).append(statement)
        for wait in work.waits:
            waits.setdefault(wait.name, []).append(wait)
    summed = [
        RunStatement(
            text, sum(one.calls for one in same), sum(one.total_s for one in same), _sum(one.rows for one in same)
        )
        for text, same in statements.items()
    ]
    waited = [
        RunWait(
            name,
            _sum(one.waits for one in same),
            _sum(one.total_s for one in same),
            None if (samples := _sum(one.samples for one in same)) is None else round(samples),
        )
        for name, same in waits.items()
    ]
    samplings = _sum(work.samplings for work in found)
    return ServerWork(
        seconds=sum(work.seconds for work in found),
        statements=sorted(summed, key=lambda one: (-one.total_s, one.text)),
        calls=sum(work.calls for work in found),
        total_s=sum(work.total_s for work in found),
        nested=any(work.nested for work in found),
        no_statements=next((work.no_statements for work in found if work.no_statements), None),
        waits=sorted(waited, key=lambda one: (-(one.total_s or 0.0), -(one.samples or 0), one.name)),
        wait_s=_sum(work.wait_s for work in found),
        samplings=None if samplings is None else round(samplings),
        no_waits=next((work.no_waits for work in found if work.no_waits), None),
    )


def _sum(values: Iterable[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return sum(known) if known else None
