# SPDX-License-Identifier: Apache-2.0
"""Rankings of tables and indexes by their I/O in a run, and the share of I/O of the tables that could be moved."""

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
"""Counted figures of an object; each of them is None if unavailable."""
MOVED = 3
"""Number of tables considered for moving to another tier."""
FILES = marked("An embedded engine counts its files, not its tables and indexes.")
FILE_COUNTER = "\\Engine File({})\\{}"
NOT_OF_FILES = {"rows_changed": Sentence(text=FILES)}


class RankedTableResult(msgspec.Struct, frozen=True):
    """Table with its indexes in the session's result.

    Attributes:
        total: Sum over the table and its indexes.
        parts: The table itself, then its indexes.
        shares: Shares of all tables' figures, 0 to 1, by figure.
        cumulated_share: Share of reads and writes of this table and all tables before it.
    """

    total: RankedObject
    parts: list[RankedObject]
    shares: dict[str, float]
    cumulated_share: float | None


class MovedResult(msgspec.Struct, frozen=True):
    """Tables with the most I/O, and the shares of measured I/O that would move with them; not a prediction of speed."""

    tables: list[str]
    shares: dict[str, float]


class RankingResult(msgspec.Struct, frozen=True):
    """I/O of a target's tables and indexes in a run, in descending order.

    Attributes:
        target: Name of the target; "" for a system's files.
        since_begin: Whether the counts cover the time since the engine began counting instead of only the run.
        missing: Reason for each figure that was not counted.
    """

    system: str
    target: str
    run: int
    since_begin: bool
    missing: dict[str, str]
    tables: list[RankedTableResult]
    moved: MovedResult | None


class Ranking(msgspec.Struct, frozen=True):
    """Tables and indexes of a target by their I/O in a run, in descending order.

    Attributes:
        target: ID of the target; None for the files of a system, all targets together.
        since_begin: Whether the counts cover the time since the engine began counting, because there is no ranking from
            before the run.
        missing: Reason for each figure that was not counted.
    """

    system: int | None
    target: int | None
    run: int
    objects: tuple[RankedObject, ...]
    since_begin: bool
    missing: Mapping[str, str | Sentence] = {}


class RankedTable(msgspec.Struct, frozen=True):
    """Table and its indexes.

    Attributes:
        total: Sum over the table and its indexes, under the table's name.
        parts: The table itself, then its indexes in descending order of I/O.
        shares: Shares of all tables' figures, by figure, if counted.
        cumulated: Share of reads and writes of this table and all tables before it; None if no I/O was counted.
    """

    total: RankedObject
    parts: tuple[RankedObject, ...]
    shares: Mapping[str, float]
    cumulated: float | None

    @property
    def title(self) -> str:
        """Name of the table, or of its index if that is the only part with activity."""
        only = self.parts[0]
        named = len(self.parts) == 1 and only.table not in ("", only.name)
        return f"{only.name} ({only.table})" if named else self.total.name


class Moved(msgspec.Struct, frozen=True):
    """Tables with the most I/O, and the shares of measured I/O that would move with them, by figure.

    The speed on either tier is not predicted.
    """

    tables: tuple[str, ...]
    shares: Mapping[str, float]


def rankings(reader: SessionReader) -> tuple[Ranking, ...]:
    """Return the activity of each target's tables and indexes between "before" and "after", per target and run.

    For a system with an embedded engine, it is the activity of its files. A figure that decreased because the engine
    was restarted is not counted.
    """
    documents = reader.documents_of(TableRanking)
    objects_before = {_owner(document): _objects(document.data) for document in documents if document.name == "before"}
    ranked = []
    for document in documents:
        if document.name != "after":
            continue
        before = objects_before.get(_owner(document), {})
        rows = [_increase(one, before.get(key)) for key, one in _objects(document.data).items()]
        rows.sort(key=lambda one: (-io_of(one), one.name))
        since_begin = _owner(document) not in objects_before
        missing = document.data.missing
        ranked.append(Ranking(document.system, document.target, document.run, tuple(rows), since_begin, missing))
    counted = {document.system for document in documents}
    ranked += [one for system in reader.systems if system.id not in counted for one in _file_rankings(reader, system)]
    return tuple(ranked)


def ranked_tables(objects: Iterable[RankedObject]) -> tuple[RankedTable, ...]:
    """Group objects, possibly of several targets, into tables with their indexes, in descending order of I/O.

    Objects without activity are excluded.
    """
    merged: dict[tuple[str, str, str], RankedObject] = {}
    for one in objects:
        key = (one.kind, one.table, one.name)
        merged[key] = _sum(one.name, one.table, one.kind, [merged[key], one]) if key in merged else one
    tables: dict[str, list[RankedObject]] = {}
    for one in merged.values():
        if any(getattr(one, name) for name in FIGURES):
            tables.setdefault(one.table or one.name, []).append(one)
    totals = {
        table: _sum(table, table, objects_of_table[0].kind, objects_of_table)
        for table, objects_of_table in tables.items()
    }
    order = sorted(totals, key=lambda table: (-io_of(totals[table]), -(totals[table].rows_changed or 0), table))
    sums = {name: sum(getattr(one, name) or 0.0 for one in totals.values()) for name in FIGURES}
    all_io, cumulated, ranked = sum(map(io_of, totals.values())), 0.0, []
    for table in order:
        total = totals[table]
        cumulated += io_of(total)
        shares = {
            name: getattr(total, name) / sums[name]
            for name in FIGURES
            if getattr(total, name) is not None and sums[name] > 0
        }
        parts = sorted(tables[table], key=lambda one: (one.kind == "index", -io_of(one), one.name))
        ranked.append(RankedTable(total, tuple(parts), shares, cumulated / all_io if all_io > 0 else None))
    return tuple(ranked)


def moved(tables: Sequence[RankedTable], count: int = MOVED) -> Moved | None:
    """Return the share of measured I/O of the first tables; None if there is no I/O or there are no other tables."""
    first = [one for one in tables[:count] if io_of(one.total) > 0]
    if not first or len(tables) <= len(first):
        return None
    names = dict.fromkeys(name for one in first for name in one.shares)
    return Moved(
        tuple(one.total.name for one in first),
        {name: sum(one.shares.get(name, 0.0) for one in first) for name in names},
    )


def other_tiers(tables: Sequence[RankedTable], placement: DatabasePlacement) -> dict[str, Moved]:
    """Return the tables stored apart from most tables, by folder or tablespace, with their share of the measured I/O.

    The result is empty if all tables are stored together.
    """
    places = {part.name: part.folder or part.space for part in placement.parts if part.kind == "table" and part.name}
    usual, _ = next(iter(Counted(places.values()).most_common(1)), ("", 0))
    tiers: dict[str, Moved] = {}
    for place in sorted(set(places.values()) - {usual}):
        tables_there = [one for one in tables if places.get(one.total.name.upper()) == place]
        names = dict.fromkeys(name for one in tables_there for name in one.shares)
        shares = {name: sum(one.shares.get(name, 0.0) for one in tables_there) for name in names}
        if tables_there:
            tiers[place] = Moved(tuple(one.total.name for one in tables_there), shares)
    return tiers


def ranking_results(reader: SessionReader) -> list[RankingResult]:
    """Return the rankings of all targets and runs for the session's result."""
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
    """Return the sum of reads and writes, as far as they were counted."""
    return (one.reads or 0.0) + (one.writes or 0.0)


def _sum(name: str, table: str, kind: str, objects: Sequence[RankedObject]) -> RankedObject:
    figures = {}
    for figure in FIGURES:
        known = [value for one in objects if (value := getattr(one, figure)) is not None]
        figures[figure] = sum(known) if known else None
    return RankedObject(name=name, table=table, kind=kind, **figures)


def _file_rankings(reader: SessionReader, system: SystemInfo) -> Iterator[Ranking]:
    """Yield a ranking for each run, from the counters of an embedded engine's files over its measured windows."""
    counters = {one.path: one for one in reader.counters if one.system == system.id}
    embedded = all("journal" in target.detail.settings for target in system.targets)
    if FILE_COUNTER.format("database", "Reads/sec") not in counters or not system.targets or not embedded:
        return
    spans: dict[int, list[Span]] = {}
    for one in measurings(reader):
        if (span := one.spans.get(system.letter)) is not None and span.seconds > 0:
            spans.setdefault(one.repeat, []).append(span)
    for run, measured in spans.items():
        files = [_file_object(reader, counters, role, measured) for role in ("database", "log")]
        yield Ranking(system.id, None, run, tuple(sorted(files, key=lambda one: -io_of(one))), False, NOT_OF_FILES)


def _file_object(
    reader: SessionReader, counters: Mapping[str, Counter], role: str, spans: Sequence[Span]
) -> RankedObject:
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


def _increase(after: RankedObject, before: RankedObject | None) -> RankedObject:
    if before is None:
        return after
    figures = {name: _difference(getattr(after, name), getattr(before, name)) for name in FIGURES}
    return RankedObject(name=after.name, table=after.table, kind=after.kind, **figures)


def _difference(now: float | None, then: float | None) -> float | None:
    return None if now is None or then is None or now < then else now - then
