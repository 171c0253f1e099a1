# SPDX-License-Identifier: Apache-2.0
"""New session from the rows of several sessions.

The module selects rows, aligns repeats, and copies each row with a new time and system.
"""

import datetime
import heapq
from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Literal, TypeVar

from msgspec.structs import replace

from app.imports.recorder import since_creation_ns
from app.imports.source import ImportedFileError, with_instance
from app.model.documents import (
    Document,
    ImportedTotals,
    MeasuredStep,
    OriginDetail,
    PhaseDetail,
    PhaseLoad,
    PlanResult,
    SystemOrder,
)
from app.model.events import of_part
from app.model.messages import Message, Sentence, letter_of, relettered
from app.session import tables
from app.session.stored_session import StoredLatencies, StoredSample, StoredSession
from app.session.writer import SessionWriter
from collectors.series import Reading, Series

Alignment = Literal["start", "measure", "step"]
"""Points in time to align: the common starts (and loads of later repeats), or measurements of repeats or steps."""

SECOND_NS = 1_000_000_000
MEASURE = "measure"
BEFORE_LOAD = ("prepare", "rest", "restore", "connect", "before the load")
"""Phases of a repeat before its users start; repeats are aligned at the start of the load."""


@dataclass(slots=True)
class JoinedStretch:
    """Repeat, or a step in it. Times are in ns since the common start.

    Attributes:
        begins_ns: start of its first phase.
        loads_ns: start of its load.
        measures_ns: start of its first measurement; None if nothing was measured.
        shift_ns: nanoseconds to add to its times.
    """

    run: int
    step: int
    begins_ns: int
    loads_ns: int
    measures_ns: int | None = None
    shift_ns: int = 0

    def anchor_ns(self, alignment: Alignment) -> int:
        """Return the time that is aligned with the same stretch of the other sessions."""
        return self.loads_ns if alignment == "start" or self.measures_ns is None else self.measures_ns


@dataclass(slots=True)
class SessionPart:
    """One of the combined sessions.

    Attributes:
        letters: systems from whose phases stretches are built; empty for all.
        cut_ns: start and end of the only piece that is copied, since the common start; its start becomes that of the
            new session.
        measured: ids of the systems that are copied, initially those with figures.
    """

    stored: StoredSession
    by_step: bool = False
    letters: frozenset[str] = frozenset()
    cut_ns: tuple[int, int] | None = None
    names: dict[int, str] = field(default_factory=dict)
    measured: set[int] = field(default_factory=set)
    stretches: list[JoinedStretch] = field(default_factory=list)

    def __post_init__(self) -> None:
        stored = self.stored
        if stored.start_ns is None:
            raise ImportedFileError(
                "{file}: its systems never started together; there is nothing to join", file=stored.path.name
            )
        self.names = {row.id: row.name for row in stored.rows(tables.SystemRow)}
        self.measured = self._measured()
        self._find_stretches(stored.start_ns)

    def _find_stretches(self, start_ns: int) -> None:
        waiting = False
        known: set[tuple[int, int]] = set()
        for row, detail in self.stored.phases():
            if self.letters and detail.systems is not None and self.letters.isdisjoint(detail.systems):
                continue  # another system's turn
            at_ns, key = row.t_ns - start_ns, (row.run, row.step if self.by_step else 0)
            last = self.stretches[-1] if self.stretches else None
            if key not in known:
                known.add(key)
                last = JoinedStretch(*key, at_ns, at_ns)
                self.stretches.append(last)
                waiting = row.name in BEFORE_LOAD
            elif last is None or (last.run, last.step) != key:
                continue  # systems take turns: the stretch began with the first one's turn
            elif waiting and row.name not in BEFORE_LOAD:
                last.loads_ns = at_ns
                waiting = False
            if row.name == MEASURE and last.measures_ns is None:
                last.measures_ns = at_ns

    def _measured(self) -> set[int]:
        """Return the measured systems: for a run those under load, for imported results those with any data."""
        stored = self.stored
        system_of_target = {row.id: row.system for row in stored.rows(tables.TargetRow)}
        measured = {system_of_target[target] for target in stored.loaded_targets()}
        for source in stored.sources():
            if source.system is not None and (source.target is not None or stored.session.kind != "run"):
                measured.add(source.system)
        with_totals = {row.system for row, document in stored.documents() if isinstance(document, ImportedTotals)}
        return measured | {system for system in with_totals if system is not None}

    @property
    def runs(self) -> list[int]:
        """Repeats of the session."""
        return list(dict.fromkeys(stretch.run for stretch in self.stretches))

    @property
    def started(self) -> datetime.datetime:
        """Wall-clock time of the common start, UTC."""
        created = self.stored.session.created_utc
        aware = created if created.tzinfo else created.replace(tzinfo=datetime.UTC)
        return aware + datetime.timedelta(microseconds=(self.stored.start_ns or 0) / 1000)

    def own_ns(self, t_ns: int) -> int:
        """Convert a stored time to ns since the common start of this part."""
        return t_ns - (self.stored.start_ns or 0)

    def since_start_ns(self, t_ns: int) -> int:
        """Convert a stored time to ns since the common start of the new session."""
        own_ns = self.own_ns(t_ns)
        return own_ns + self.shift_ns(own_ns)

    def tick_shift_ns(self, tick: int) -> int:
        """Return the shift of a tick's times, in whole seconds."""
        return self.shift_ns(tick * SECOND_NS + SECOND_NS // 2)

    def shift_ns(self, own_ns: int) -> int:
        """Return the shift of a time since the part's common start. A stretch begins with its first phase."""
        if self.cut_ns is not None:
            return -self.cut_ns[0]
        index = bisect_right(self.stretches, own_ns, key=lambda one: one.begins_ns) - 1
        return self.stretches[max(index, 0)].shift_ns if self.stretches else 0

    def shift_s(self, own_s: float) -> float:
        """Return the shift, in seconds, of a time since the part's common start."""
        return self.shift_ns(round(own_s * SECOND_NS)) / SECOND_NS

    def takes(self, own_ns: int, *, around_ns: int = 0) -> bool:
        """Return whether a time since the part's common start is copied; `around_ns` extends the piece at both ends."""
        return self.cut_ns is None or self.cut_ns[0] - around_ns <= own_ns <= self.cut_ns[1] + around_ns


def align(parts: Sequence[SessionPart], alignment: Alignment = "start") -> None:
    """Set the shifts, in whole seconds, so that the same stretches of all parts coincide.

    No time becomes earlier; with the alignment "start" the first stretches are not moved.
    """
    shifts = {id(part): 0 for part in parts}
    for key in sorted({(one.run, one.step) for part in parts for one in part.stretches}):
        stretches = [(part, one) for part in parts for one in part.stretches if (one.run, one.step) == key]
        latest_ns = max(one.anchor_ns(alignment) + shifts[id(part)] for part, one in stretches)
        for part, one in stretches:
            first = one is part.stretches[0]
            if not (first and alignment == "start"):
                later_ns = latest_ns - one.anchor_ns(alignment) - shifts[id(part)]
                shifts[id(part)] += round(later_ns / SECOND_NS) * SECOND_NS
            one.shift_ns = shifts[id(part)]


OF_WHOLE = (MeasuredStep, PlanResult)
"""Types of documents that describe a whole session and do not apply to a piece of it."""
StoredDocument = tuple[tables.DocumentRow, Document]
StoredPhase = tuple[tables.PhaseRow, PhaseDetail]
Own = TypeVar("Own")


@dataclass(frozen=True, slots=True)
class LetterMap:
    """Translation of a part's letters and times to those of the new session.

    Attributes:
        letters: new letters of the copied systems, by their old letters.
        shift_s: function that returns the shift of a time, in seconds.
    """

    letters: Mapping[str, str]
    shift_s: Callable[[float], float]

    def moved(self, document: Document) -> Document:
        """Return a document with the new letters and times.

        Each part has documents for its own steps, because times differ between systems.
        """
        if isinstance(document, PlanResult):
            return replace(document, systems=self._relettered(document.systems))
        if isinstance(document, MeasuredStep):
            shift_s = self.shift_s((document.from_s + document.to_s) / 2)
            return replace(
                document,
                systems=self._relettered(document.systems),
                from_s=document.from_s + shift_s,
                to_s=document.to_s + shift_s,
            )
        return document

    def phase(self, detail: PhaseDetail) -> PhaseDetail:
        """Return a phase's detail with the new letters."""
        return detail if detail.systems is None else replace(detail, systems=self._relettered(detail.systems))

    def stints(self, documents: Sequence[StoredDocument]) -> list[list[str]]:
        """Return the groups of systems that were under load together, in order, or one group if that is unknown."""
        order = next((document for _, document in documents if isinstance(document, SystemOrder)), None)
        if order is None or not order.stints:
            return [list(self.letters.values())]
        stints = [[self.letters[one] for one in turn if one in self.letters] for turn in order.stints]
        return [turn for turn in stints if turn]

    def _relettered(self, systems: Mapping[str, Own]) -> dict[str, Own]:
        return {self.letters[old]: value for old, value in systems.items() if old in self.letters}


def moved_documents(
    parts: Sequence[SessionPart], documents: Sequence[Sequence[StoredDocument]], maps: Sequence[LetterMap]
) -> Iterator[tuple[int, tables.DocumentRow, Document]]:
    """Yield the documents of all parts, with the number of their part.

    Documents about the order of the systems or about systems that are not copied are left out. For a piece, so are
    documents about the whole session.
    """
    for number, (part, part_documents, letters) in enumerate(zip(parts, documents, maps, strict=True)):
        for row, document in part_documents:
            other = row.system is not None and row.system not in part.measured
            if isinstance(document, SystemOrder) or other or (part.cut_ns and isinstance(document, OF_WHOLE)):
                continue
            moved = letters.moved(document)
            if not isinstance(moved, MeasuredStep) or moved.systems:
                yield number, row, moved


def moved_phases(
    parts: Sequence[SessionPart], maps: Sequence[LetterMap], *, alike: bool
) -> Iterator[tuple[tables.PhaseRow, int, PhaseDetail]]:
    """Yield, for each run, the phases of the first part with that run, and their starts in ns since the new start.

    A phase stands for the same phase of all parts and has the systems of all.

    Args:
        parts: the combined sessions.
        maps: their letters and times.
        alike: add only systems whose phase begins within the same second, and always name the systems of a phase.
    """
    phases_of_parts = [_phases(part, letters, alike=alike) for part, letters in zip(parts, maps, strict=True)]
    done: set[int] = set()
    for phases in phases_of_parts:
        added = [one for one in phases if one[0].run not in done]
        done |= {row.run for row, _, _ in added}
        for row, at_ns, detail in added:
            key = row.run, row.step, row.name
            systems: dict[str, PhaseLoad] = {}
            for other in phases_of_parts:
                for same, other_ns, other_detail in other:
                    if (same.run, same.step, same.name) == key and (not alike or abs(other_ns - at_ns) < SECOND_NS):
                        systems.update(other_detail.systems or {})
            yield row, at_ns, replace(detail, systems=systems) if systems else detail


def _phases(part: SessionPart, letters: LetterMap, *, alike: bool) -> list[tuple[tables.PhaseRow, int, PhaseDetail]]:
    """Return the copied phases of a part; a phase in progress at the start of a piece begins there."""
    phases = part.stored.phases()
    kept = []
    for number, (row, stored) in enumerate(phases):
        own_ns, detail = part.own_ns(row.t_ns), letters.phase(stored)
        if part.cut_ns is not None:
            ends_ns = part.own_ns(phases[number + 1][0].t_ns) if number + 1 < len(phases) else part.cut_ns[1]
            if ends_ns <= part.cut_ns[0] or own_ns >= part.cut_ns[1]:
                continue
            own_ns = max(own_ns, part.cut_ns[0])
        if alike and detail.systems is None:
            detail = replace(detail, systems={letter: PhaseLoad() for letter in letters.letters.values()})
        kept.append((row, own_ns + part.shift_ns(own_ns), detail))
    return kept


ROWS_A_COMMIT = 5_000
FOLLOWS_NS = 3 * SECOND_NS // 2
"""Maximum distance, in ns, at which the later of two readings is assumed to count from the earlier one."""

ShareDone = Callable[[float], None]
"""Function that receives the completed share, from 0 to 1. An exception that it raises cancels the work."""


@dataclass(frozen=True, slots=True)
class NewSystem:
    """System of the new session.

    Attributes:
        part: index of the part that measured it; None if no part did.
    """

    name: str
    role: str
    color: str
    facts: Mapping[str, object]
    part: int | None


@dataclass(frozen=True, slots=True)
class JoinPlan:
    """Plan of the new session.

    Attributes:
        systems: its systems, in order.
        places: for each part, the positions of its copied systems among `systems`, by their IDs in the part.
        whose: for each part, a string that makes the counters of its machine unique.
        order: document about how the systems were run.
        event: entry for the list of events.
        alike: whether phases have only systems from sessions with the same phase at the same time.
    """

    systems: Sequence[NewSystem]
    places: Sequence[Mapping[int, int]]
    whose: Sequence[str]
    order: SystemOrder
    event: Message
    alike: bool = False


@dataclass(slots=True)
class _Ids:
    """New IDs of a part's rows, by their old IDs."""

    systems: dict[int, int] = field(default_factory=dict)
    targets: dict[int, int] = field(default_factory=dict)
    sources: dict[int, int] = field(default_factory=dict)
    operations: dict[int, int] = field(default_factory=dict)


class JoinedSession:
    """Writer of the rows of all parts, in one pass."""

    def __init__(
        self,
        writer: SessionWriter,
        parts: Sequence[SessionPart],
        plan: JoinPlan,
        progress: ShareDone = lambda _share: None,
    ) -> None:
        self._writer = writer
        self._parts = parts
        self._plan = plan
        self._progress = progress
        # The new session is as old as the first of its parts.
        ago_ns = since_creation_ns(writer, min(part.started for part in parts))
        self.start_ns = ago_ns if ago_ns is not None else max(part.stored.start_ns or 0 for part in parts)
        self._end_ns = self.start_ns
        self._ids = [_Ids() for _ in parts]
        self._before: dict[int, tuple[StoredSample, int]] = {}
        """Last written reading of each source of the new session, and the shift of its time."""
        self._rows_done = 0
        self._rows = max(1, sum(part.stored.row_count() for part in parts))
        self._maps = [
            LetterMap(
                {
                    letter_of(index): letter_of(places[system])
                    for index, system in enumerate(part.names)
                    if system in part.measured
                },
                part.shift_s,
            )
            for part, places in zip(parts, plan.places, strict=True)
        ]

    def write(self) -> int:
        """Write all rows and return the time of the end, in ns since creation."""
        origins = [self._origin(part) for part in self._parts]
        systems = [
            self._writer.add_system(
                one.name, one.role, one.color, one.facts, origin=origins[one.part] if one.part is not None else None
            )
            for one in self._plan.systems
        ]
        for number, (part, origin) in enumerate(zip(self._parts, origins, strict=True)):
            self._ids[number].systems = {old: systems[place] for old, place in self._plan.places[number].items()}
            self._add_targets(number, part)
            self._add_sources(number, part, origin)
        self._writer.start(self.start_ns)
        self._phases()
        self._events()
        self._documents()
        self._samples()
        self._latencies()
        self._progress(1.0)
        return self._end_ns

    def _ns(self, part: SessionPart, t_ns: int) -> int:
        moved = part.since_start_ns(t_ns) + self.start_ns
        self._end_ns = max(self._end_ns, moved)
        return moved

    def _origin(self, part: SessionPart) -> int:
        row, end = part.stored.session, part.stored.end
        return self._writer.add_origin(
            "session",
            row.title,
            uuid=row.uuid,
            digest=end.hash if end else None,
            recorded=part.started,
            shift_ns=self.start_ns - (part.stored.start_ns or 0),
            detail=OriginDetail(
                file=part.stored.path.name,
                kind=row.kind,
                systems=[part.names[system] for system in sorted(part.measured)],
                shifts_of_runs_s=[one.shift_ns / 1e9 for one in part.stretches],
                piece_s=(part.cut_ns[0] / 1e9, part.cut_ns[1] / 1e9) if part.cut_ns else None,
            ),
        )

    def _add_targets(self, number: int, part: SessionPart) -> None:
        ids, stored = self._ids[number], part.stored
        for row, detail in stored.targets():
            if row.system in part.measured:
                ids.targets[row.id] = self._writer.add_target(ids.systems[row.system], row.name, detail)
        for one in stored.rows(tables.OperationRow):
            ids.operations[one.id] = self._writer.add_operation(one.key, bool(one.timed))

    def _add_sources(self, number: int, part: SessionPart, origin: int) -> None:
        ids = self._ids[number]
        series: dict[int, list[Series]] = {}
        sources = [one for one in part.stored.sources() if one.system is None or one.system in part.measured]
        machines = {source.id for source in sources if source.system is None}
        for row in part.stored.rows(tables.SeriesRow):
            # Every part recorded the driver's machine; under equal paths, its counters would be added up.
            path = with_instance(row.path, self._plan.whose[number]) if row.source in machines else row.path
            layer: Any = row.layer
            one = Series(path, row.unit, row.kind, layer, row.value, row.base, row.scale, row.better)
            series.setdefault(row.source, []).append(one)
        for source in sources:
            ids.sources[source.id] = self._writer.add_source(
                source.name,
                series.get(source.id, []),
                source.columns,
                system=ids.systems[source.system] if source.system is not None else None,
                target=ids.targets[source.target] if source.target is not None else None,
                offset_ns=source.offset_ns,
                uncertainty_ns=source.uncertainty_ns,
                # Counts from before the piece do not belong to its first second.
                from_zero=source.from_zero and not (part.cut_ns and part.cut_ns[0] > 0),
                origin=origin,
                detail=source.detail,
            )

    def _phases(self) -> None:
        for row, at_ns, detail in moved_phases(self._parts, self._maps, alike=self._plan.alike):
            self._end_ns = max(self._end_ns, at_ns + self.start_ns)
            self._writer.phase(at_ns + self.start_ns, row.name, run=row.run, step=row.step, detail=detail)

    def _events(self) -> None:
        self._writer.event(self.start_ns, self._plan.event, severity="warning")
        moved = [
            (self._ns(part, row.t_ns), number, row)
            for number, part in enumerate(self._parts)
            for row in part.stored.rows(tables.EventRow)
            if part.takes(part.own_ns(row.t_ns)) and (row.system is None or row.system in self._ids[number].systems)
        ]
        for at_ns, number, row in sorted(moved, key=lambda each: each[0]):
            system = self._ids[number].systems[row.system] if row.system is not None else None
            message = relettered(tables.message(row.message), self._maps[number].letters)
            if isinstance(message, Sentence) and system is not None:  # a sentence in format 1 contains the old letter
                message = of_part(self._parts[number].names[row.system or 0], message)
            self._writer.event(at_ns, message, severity=row.severity, system=system, kind=row.kind)

    def _documents(self) -> None:
        documents = [part.stored.documents() for part in self._parts]
        order = replace(
            self._plan.order,
            present=sorted({letter for letters in self._maps for letter in letters.letters.values()}),
            stints=[
                turn
                for part_documents, letters in zip(documents, self._maps, strict=True)
                for turn in letters.stints(part_documents)
            ],
        )
        self._writer.document(self.start_ns, order, name=order.order)
        for number, row, document in moved_documents(self._parts, documents, self._maps):
            part, ids = self._parts[number], self._ids[number]
            self._writer.document(
                self._ns(part, row.t_ns) if part.takes(part.own_ns(row.t_ns)) else self.start_ns,
                document,
                name=row.name,
                system=ids.systems[row.system] if row.system is not None else None,
                target=ids.targets.get(row.target) if row.target is not None else None,
                run=row.run,
                step=row.step,
            )

    def _samples(self) -> None:
        for number, part in enumerate(self._parts):
            for sample in part.stored.samples():
                self._sample(number, part, sample)
                self._count()

    def _sample(self, number: int, part: SessionPart, sample: StoredSample) -> None:
        source = self._ids[number].sources.get(sample.source)
        # The reading at the start of a piece is the base of its first second.
        if source is None or not part.takes(part.own_ns(sample.t_ns), around_ns=SECOND_NS // 2):
            return
        shift_ns = part.shift_ns(part.own_ns(sample.t_ns) - SECOND_NS // 2)  # a reading ends the second that it covers
        last = self._before.get(source)
        if last is not None and last[1] < shift_ns and sample.t_ns - last[0].t_ns < FOLLOWS_NS:
            self._write(source, part, last[0], shift_ns)  # repeat the reading from which this second counts
        self._write(source, part, sample, shift_ns)
        self._before[source] = sample, shift_ns

    def _write(self, source: int, part: SessionPart, sample: StoredSample, shift_ns: int) -> None:
        at_ns = part.own_ns(sample.t_ns) + shift_ns + self.start_ns
        self._end_ns = max(self._end_ns, at_ns)
        self._writer.sample(source, at_ns, Reading(sample.source_s, sample.values))

    def _latencies(self) -> None:
        streams = [self._moved(number, part) for number, part in enumerate(self._parts)]
        tick = -1
        for at, number, row in heapq.merge(*streams, key=lambda each: (each[0], each[1])):
            if at // 60 > tick // 60:
                self._writer.commit()
            tick = at
            self._latency(number, at, row)
            self._count()
        self._writer.commit()

    def _moved(self, number: int, part: SessionPart) -> Iterator[tuple[int, int, StoredLatencies]]:
        return (
            (row.tick + part.tick_shift_ns(row.tick) // SECOND_NS, number, row)
            for row in part.stored.latencies()
            if row.target in self._ids[number].targets
            and part.takes(row.tick * SECOND_NS)
            and part.takes((row.tick + 1) * SECOND_NS)
        )

    def _latency(self, number: int, tick: int, row: StoredLatencies) -> None:
        part, ids = self._parts[number], self._ids[number]
        moved_ns = part.tick_shift_ns(row.tick) + self.start_ns
        self._end_ns = max(self._end_ns, part.own_ns(row.to_ns) + moved_ns)
        self._writer.latencies(
            ids.targets[row.target],
            ids.operations[row.operation],
            tick,
            part.own_ns(row.from_ns) + moved_ns,
            part.own_ns(row.to_ns) + moved_ns,
            row.histogram,
        )

    def _count(self) -> None:
        self._rows_done += 1
        if self._rows_done % ROWS_A_COMMIT == 0:
            self._writer.commit()
            self._progress(min(1.0, self._rows_done / self._rows))


@contextmanager
def complete_or_removed(writer: SessionWriter) -> Iterator[None]:
    """Remove the session's file if it was not completed."""
    try:
        yield
    except BaseException:
        writer.close()
        for ending in ("", "-wal", "-shm", "-journal"):
            writer.path.with_name(writer.path.name + ending).unlink(missing_ok=True)
        raise
