# SPDX-License-Identifier: Apache-2.0
"""Which tables and indexes caused the I/O of a run, and what share of it would go with those that are moved."""

from collections import Counter as Counted
from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import isfinite

import msgspec

from app.model.documents import DatabasePlacement, RankedObject, TableRanking
from app.model.form import marked
from app.model.messages import Sentence, sentence
from app.results.measurings import Span, measurings
from app.session.reader import SessionReader
from app.session.records import Counter, RecordedDocument, SystemInfo

FIGURES = ("reads", "read_s", "writes", "write_s", "rows_changed")
"""What is counted of an object, each None where it is not."""
MOVED = 3
"""Tables that a reader thinks of moving to another tier."""
FILES = marked("An embedded engine counts its files, not its tables and indexes.")
FILE_COUNTER = "\\Engine File({})\\{}"
NOT_OF_FILES = {"rows_changed": Sentence(text=FILES)}


class RankedTableResult(msgspec.Struct, frozen=True):
    """A table with its indexes. total: of all of them; parts: the table itself, then its indexes. shares: of all
    tables, by figure, 0 to 1. cumulated_share: of reads and writes, that of all tables before it included."""

    total: RankedObject
    parts: list[RankedObject]
    shares: dict[str, float]
    cumulated_share: float | None


class MovedResult(msgspec.Struct, frozen=True):
    """The tables with the most I/O, and which shares of what was measured would go to another tier with them: no
    prediction of speed."""

    tables: list[str]
    shares: dict[str, float]


class RankingResult(msgspec.Struct, frozen=True):
    """The I/O of a target's tables and indexes in a run, the most first. target: "" for a system's files. figures not
    counted are absent; missing: why, by figure. since_begin: since the engine began to count, not of the run alone."""

    system: str
    target: str
    run: int
    since_begin: bool
    missing: dict[str, str]
    tables: list[RankedTableResult]
    moved: MovedResult | None


class Ranking(msgspec.Struct, frozen=True):
    """The tables and indexes of a target by their I/O in a run, the most first. since_begin: the engine's counts since
    it began to count, where there was no ranking before the run to take away. missing: figure to why it is not
    counted. target None: of a system's files, all targets together."""

    system: int | None
    target: int | None
    run: int
    objects: tuple[RankedObject, ...]
    since_begin: bool
    missing: Mapping[str, str | Sentence] = {}


class RankedTable(msgspec.Struct, frozen=True):
    """A table and its indexes. total: of all of them, under the table's name; parts: the table itself, then its
    indexes, the most I/O first. shares: of all tables, figure by figure, as far as it is counted. cumulated: share of
    the I/O (reads and writes), that of all tables before it included; None where no I/O was counted."""

    total: RankedObject
    parts: tuple[RankedObject, ...]
    shares: Mapping[str, float]
    cumulated: float | None

    @property
    def title(self) -> str:
        """What it is called: its table, or the only index of it that did anything."""
        only = self.parts[0]
        named = len(self.parts) == 1 and only.table not in ("", only.name)
        return f"{only.name} ({only.table})" if named else self.total.name


class Moved(msgspec.Struct, frozen=True):
    """The tables with the most I/O and, figure by figure, their share of the measured I/O: what would go to another
    tier with them. Nothing is said about how fast either would be then."""

    tables: tuple[str, ...]
    shares: Mapping[str, float]


def rankings(reader: SessionReader) -> tuple[Ranking, ...]:
    """What each target's tables and indexes did between "before" and "after", a target and run at a time; of a system
    whose engine is embedded what its files did.

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
        rows.sort(key=lambda one: (-io_of(one), one.name))
        since_begin = _owner(document) not in first
        missing = document.data.missing
        ranked.append(Ranking(document.system, document.target, document.run, tuple(rows), since_begin, missing))
    counted = {document.system for document in found}
    ranked += [one for system in reader.systems if system.id not in counted for one in _of_files(reader, system)]
    return tuple(ranked)


def ranked_tables(objects: Iterable[RankedObject]) -> tuple[RankedTable, ...]:
    """Objects, of several targets too, as tables with their indexes, the most I/O first; what did nothing is left
    out."""
    merged: dict[tuple[str, str, str], RankedObject] = {}
    for one in objects:
        key = (one.kind, one.table, one.name)
        merged[key] = _sum(one.name, one.table, one.kind, [merged[key], one]) if key in merged else one
    tables: dict[str, list[RankedObject]] = {}
    for one in merged.values():
        if any(getattr(one, name) for name in FIGURES):
            tables.setdefault(one.table or one.name, []).append(one)
    totals = {table: _sum(table, table, own[0].kind, own) for table, own in tables.items()}
    order = sorted(totals, key=lambda table: (-io_of(totals[table]), -(totals[table].rows_changed or 0), table))
    whole = {name: sum(getattr(one, name) or 0.0 for one in totals.values()) for name in FIGURES}
    all_io, so_far, ranked = sum(map(io_of, totals.values())), 0.0, []
    for table in order:
        total = totals[table]
        so_far += io_of(total)
        shares = {
            name: getattr(total, name) / whole[name]
            for name in FIGURES
            if getattr(total, name) is not None and whole[name] > 0
        }
        parts = sorted(tables[table], key=lambda one: (one.kind == "index", -io_of(one), one.name))
        ranked.append(RankedTable(total, tuple(parts), shares, so_far / all_io if all_io > 0 else None))
    return tuple(ranked)


def moved(tables: Sequence[RankedTable], count: int = MOVED) -> Moved | None:
    """What so many of the first tables have of the measured I/O; None where there is none, or no other table."""
    first = [one for one in tables[:count] if io_of(one.total) > 0]
    if not first or len(tables) <= len(first):
        return None
    names = dict.fromkeys(name for one in first for name in one.shares)
    return Moved(
        tuple(one.total.name for one in first),
        {name: sum(one.shares.get(name, 0.0) for one in first) for name in names},
    )


def other_tiers(tables: Sequence[RankedTable], placement: DatabasePlacement) -> dict[str, Moved]:
    """The tables that lie elsewhere than most do, by their folder (or tablespace), with their share of the measured
    I/O; empty where all lie together."""
    places = {part.name: part.folder or part.space for part in placement.parts if part.kind == "table" and part.name}
    usual, _ = next(iter(Counted(places.values()).most_common(1)), ("", 0))
    found: dict[str, Moved] = {}
    for place in sorted(set(places.values()) - {usual}):
        own = [one for one in tables if places.get(one.total.name.upper()) == place]
        names = dict.fromkeys(name for one in own for name in one.shares)
        shares = {name: sum(one.shares.get(name, 0.0) for one in own) for name in names}
        if own:
            found[place] = Moved(tuple(one.total.name for one in own), shares)
    return found


def ranking_results(reader: SessionReader) -> list[RankingResult]:
    """Of every target and run."""
    letters = {system.id: system.letter for system in reader.systems}
    names = {target.id: target.name for system in reader.systems for target in system.targets}
    results = []
    for ranking in rankings(reader):
        tables = ranked_tables(ranking.objects)
        tier = moved(tables)
        results.append(
            RankingResult(
                system=letters.get(ranking.system or -1, ""),
                target=names.get(ranking.target or -1, ""),
                run=ranking.run,
                since_begin=ranking.since_begin,
                missing={name: sentence(reason) for name, reason in ranking.missing.items()},
                tables=[
                    RankedTableResult(one.total, list(one.parts), dict(one.shares), one.cumulated) for one in tables
                ],
                moved=MovedResult(list(tier.tables), dict(tier.shares)) if tier is not None else None,
            )
        )
    return results


def io_of(one: RankedObject) -> float:
    """Reads and writes, as far as they are counted."""
    return (one.reads or 0.0) + (one.writes or 0.0)


def _sum(name: str, table: str, kind: str, objects: Sequence[RankedObject]) -> RankedObject:
    figures = {}
    for figure in FIGURES:
        known = [value for one in objects if (value := getattr(one, figure)) is not None]
        figures[figure] = sum(known) if known else None
    return RankedObject(name=name, table=table, kind=kind, **figures)


def _of_files(reader: SessionReader, system: SystemInfo) -> Iterator[Ranking]:
    """A run at a time, from the counters of an embedded engine's files over its measured windows."""
    counters = {one.path: one for one in reader.counters if one.system == system.id}
    embedded = all("journal" in target.detail.settings for target in system.targets)
    if FILE_COUNTER.format("database", "Reads/sec") not in counters or not system.targets or not embedded:
        return
    spans: dict[int, list[Span]] = {}
    for one in measurings(reader):
        if (span := one.spans.get(system.letter)) is not None and span.seconds > 0:
            spans.setdefault(one.repeat, []).append(span)
    for run, measured in spans.items():
        found = [_of_file(reader, counters, role, measured) for role in ("database", "log")]
        yield Ranking(system.id, None, run, tuple(sorted(found, key=lambda one: -io_of(one))), False, NOT_OF_FILES)


def _of_file(reader: SessionReader, counters: Mapping[str, Counter], role: str, spans: Sequence[Span]) -> RankedObject:
    figures: dict[str, float | None] = {}
    for count, time, name in (("reads", "read_s", "Read"), ("writes", "write_s", "Write")):
        number = counters.get(FILE_COUNTER.format(role, f"{name}s/sec"))
        mean_s = counters.get(FILE_COUNTER.format(role, f"Avg. sec/{name}"))
        figures[count] = figures[time] = None
        if number is None:
            continue
        totals = [reader.total(number, span.from_s, span.to_s) for span in spans]
        figures[count] = sum(total for total in totals if isfinite(total))
        if mean_s is not None:
            means = [reader.average(mean_s, span.from_s, span.to_s) for span in spans]
            pairs = zip(totals, means, strict=True)
            figures[time] = sum(total * mean for total, mean in pairs if isfinite(total * mean))
    return RankedObject(name=role, table=role, kind="file", **figures)


def _owner(document: RecordedDocument[TableRanking]) -> tuple[int | None, int | None, int]:
    return document.system, document.target, document.run


def _objects(ranking: TableRanking) -> Mapping[tuple[str, str, str], RankedObject]:
    return {(one.kind, one.table, one.name): one for one in ranking.objects}


def _risen(after: RankedObject, before: RankedObject | None) -> RankedObject:
    if before is None:
        return after
    figures = {name: _difference(getattr(after, name), getattr(before, name)) for name in FIGURES}
    return RankedObject(name=after.name, table=after.table, kind=after.kind, **figures)


def _difference(now: float | None, then: float | None) -> float | None:
    return None if now is None or then is None or now < then else now - then
