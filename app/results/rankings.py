"""Which tables and indexes caused the I/O of a run."""

from collections.abc import Mapping
from dataclasses import dataclass

from app.model.documents import RankedObject, TableRanking
from app.session.reader import SessionReader
from app.session.records import RecordedDocument


@dataclass(frozen=True, slots=True)
class Ranking:
    """The tables and indexes of a target by their I/O in a run, the most first. since_begin: the engine's counts since
    it began to count, where there was no ranking before the run to take away."""

    system: int | None
    target: int | None
    run: int
    objects: tuple[RankedObject, ...]
    since_begin: bool


def rankings(reader: SessionReader) -> tuple[Ranking, ...]:
    """What each target's tables and indexes did between "before" and "after", a target and run at a time.

    A figure that fell (its engine began anew) is not counted.
    """
    found = reader.documents_of(TableRanking)
    first = {_owner(document): _objects(document.data) for document in found if document.name == "before"}
    ranked = []
    for document in found:
        if document.name != "after":
            continue
        before = first.get(_owner(document), {})
        rows = [_risen(one, before.get(key)) for key, one in _objects(document.data).items()]
        rows.sort(key=lambda one: (-((one.reads or 0) + (one.writes or 0)), one.name))
        since_begin = _owner(document) not in first
        ranked.append(Ranking(document.system, document.target, document.run, tuple(rows), since_begin))
    return tuple(ranked)


def _owner(document: RecordedDocument[TableRanking]) -> tuple[int | None, int | None, int]:
    return document.system, document.target, document.run


def _objects(ranking: TableRanking) -> Mapping[tuple[str, str, str], RankedObject]:
    return {(one.kind, one.table, one.name): one for one in ranking.objects}


def _risen(after: RankedObject, before: RankedObject | None) -> RankedObject:
    if before is None:
        return after
    return RankedObject(
        name=after.name,
        table=after.table,
        kind=after.kind,
        reads=_difference(after.reads, before.reads),
        read_s=_difference(after.read_s, before.read_s),
        writes=_difference(after.writes, before.writes),
        write_s=_difference(after.write_s, before.write_s),
    )


def _difference(now: float | None, then: float | None) -> float | None:
    return None if now is None or then is None or now < then else now - then
