"""Documents of a session by what they say: why a counter has no data, which tables and indexes caused the I/O."""

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from app.session.records import Document

NO_DATA = "no data"
TABLE_RANKING = "table ranking"


def documents_of(documents: Iterable[Document], kind: str) -> tuple[Document, ...]:
    """Those of one kind, as a reader gives them out (`SessionReader.documents`), in their order."""
    return tuple(document for document in documents if document.kind == kind)


def missing_reasons(documents: Iterable[Document]) -> dict[int | None, dict[str, str]]:
    """Of each system (None: the driver's own machine) the counters that it has no data of, with the reason.

    Where several sources of a system lack the same counter, the reason of the last one counts.
    """
    found: dict[int | None, dict[str, str]] = {}
    for document in documents_of(documents, NO_DATA):
        reasons = found.setdefault(document.system, {})
        reasons.update({path: reason for path, reason in document.data.items() if isinstance(reason, str)})
    return found


@dataclass(frozen=True, slots=True)
class RankedObject:
    """A table or index and its I/O: reads and writes as its engine counts them, times in seconds; None: not counted."""

    name: str
    table: str
    kind: str
    reads: float | None
    read_s: float | None
    writes: float | None
    write_s: float | None


@dataclass(frozen=True, slots=True)
class Ranking:
    """The tables and indexes of a target by their I/O in a run, the most first. since_begin: the engine's counts since
    it began to count, where there was no ranking before the run to take away."""

    system: int | None
    target: int | None
    run: int
    objects: tuple[RankedObject, ...]
    since_begin: bool


def rankings(documents: Iterable[Document]) -> tuple[Ranking, ...]:
    """What each target's tables and indexes did between "before" and "after", a target and run at a time.

    A figure that fell (its engine began anew) is not counted.
    """
    found = documents_of(documents, TABLE_RANKING)
    first = {_owner(document): _objects(document.data) for document in found if document.name == "before"}
    made = []
    for document in found:
        if document.name != "after":
            continue
        before = first.get(_owner(document))
        after = _objects(document.data)
        rows = [_risen(one, before.get(key) if before else None) for key, one in after.items()]
        rows.sort(key=lambda one: (-((one.reads or 0) + (one.writes or 0)), one.name))
        made.append(Ranking(document.system, document.target, document.run, tuple(rows), before is None))
    return tuple(made)


def _owner(document: Document) -> tuple[int | None, int | None, int]:
    return document.system, document.target, document.run


def _objects(data: Mapping[str, object]) -> dict[tuple[str, str, str], RankedObject]:
    listed = data.get("objects")
    found = {}
    for entry in listed if isinstance(listed, list) else ():
        if isinstance(entry, Mapping):
            name, table, kind = (str(entry.get(key, "")) for key in ("name", "table", "kind"))
            figures = [_figure(entry.get(key)) for key in ("reads", "read_s", "writes", "write_s")]
            found[kind, table, name] = RankedObject(name, table, kind, *figures)
    return found


def _figure(value: object) -> float | None:
    """A count or time of a stranger's file, None where it is none."""
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not math.isfinite(value):
        return None
    return float(value)


def _risen(after: RankedObject, before: RankedObject | None) -> RankedObject:
    if before is None:
        return after

    def difference(name: str) -> float | None:
        now, then = getattr(after, name), getattr(before, name)
        if now is None or then is None or now < then:
            return None
        return float(now - then)

    return RankedObject(
        after.name, after.table, after.kind, *(difference(name) for name in ("reads", "read_s", "writes", "write_s"))
    )
