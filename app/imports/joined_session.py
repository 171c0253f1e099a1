"""Writes the rows of several sessions into one new session: each row as it is, but for its time and its system."""

import heapq
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from app.imports.joined_documents import LetterMap, moved_documents, moved_phases
from app.imports.joined_part import SECOND_NS, Part
from app.imports.paths import with_instance
from app.imports.recording import since_creation_ns
from app.session import tables
from app.session.parts import StoredLatencies, StoredSample
from app.session.records import letter_of
from app.session.writer import SessionWriter
from collectors.series import Reading, Series

ROWS_A_COMMIT = 5_000
FOLLOWS_NS = 3 * SECOND_NS // 2
"""A reading that comes no later than this after another counts from it."""

Told = Callable[[float], None]
"""Takes the share that is done, 0 to 1. What it raises ends the work."""


@dataclass(frozen=True, slots=True)
class NewSystem:
    """A system of the new session. part: which one it was measured in; None: in none."""

    name: str
    role: str
    color: str
    facts: Mapping[str, object]
    part: int | None


@dataclass(frozen=True, slots=True)
class Plan:
    """What becomes of the parts. systems: of the new session, in their order. places: of each part, where each of its
    systems stands among them, by its own id; others are not taken. order: what the new session says of how its systems
    were run, and `event` what its list of events says. alike: phases are of those systems only whose sessions have the
    same phase at the same time."""

    systems: Sequence[NewSystem]
    places: Sequence[Mapping[int, int]]
    whose: Sequence[str]
    order: Mapping[str, object]
    event: tuple[str, str]
    alike: bool = False


@dataclass(slots=True)
class _Ids:
    """What a part's rows are in the new session, by their own ids."""

    systems: dict[int, int] = field(default_factory=dict)
    targets: dict[int, int] = field(default_factory=dict)
    sources: dict[int, int] = field(default_factory=dict)
    operations: dict[int, int] = field(default_factory=dict)


class JoinedSession:
    """Writes the rows of all parts, in one go."""

    def __init__(
        self, writer: SessionWriter, parts: Sequence[Part], plan: Plan, told: Told = lambda _share: None
    ) -> None:
        self._writer = writer
        self._parts = parts
        self._plan = plan
        self._told = told
        # The new recording is as old as the first of its parts.
        ago_ns = since_creation_ns(writer, min(part.started for part in parts))
        self.start_ns = ago_ns if ago_ns is not None else max(part.stored.start_ns or 0 for part in parts)
        self._end_ns = self.start_ns
        self._ids = [_Ids() for _ in parts]
        self._before: dict[int, tuple[StoredSample, int]] = {}
        """The reading that was written last, by its source in the new session, and what was added to its time."""
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
        """All rows. Returns the time of the end, ns since creation."""
        origins = [self._origin(part) for part in self._parts]
        new = [
            self._writer.add_system(
                one.name, one.role, one.color, one.facts, origin=origins[one.part] if one.part is not None else None
            )
            for one in self._plan.systems
        ]
        for number, (part, origin) in enumerate(zip(self._parts, origins, strict=True)):
            self._ids[number].systems = {own: new[place] for own, place in self._plan.places[number].items()}
            self._add_targets(number, part)
            self._add_sources(number, part, origin)
        self._writer.start(self.start_ns)
        self._phases()
        self._events()
        self._documents()
        self._samples()
        self._latencies()
        self._told(1.0)
        return self._end_ns

    def _ns(self, part: Part, t_ns: int) -> int:
        moved = part.since_start_ns(t_ns) + self.start_ns
        self._end_ns = max(self._end_ns, moved)
        return moved

    def _origin(self, part: Part) -> int:
        row, end = part.stored.session, part.stored.end
        return self._writer.add_origin(
            "session",
            row.title,
            uuid=row.uuid,
            digest=end.hash if end else None,
            recorded=part.started,
            shift_ns=self.start_ns - (part.stored.start_ns or 0),
            detail={
                "file": part.stored.path.name,
                "kind": row.kind,
                "systems": [part.names[system] for system in sorted(part.measured)],
                "shifts_of_runs_s": [one.shift_ns / 1e9 for one in part.stretches],
                **({"piece_s": [at / 1e9 for at in part.cut_ns]} if part.cut_ns else {}),
            },
        )

    def _add_targets(self, number: int, part: Part) -> None:
        ids, stored = self._ids[number], part.stored
        for row in stored.rows(tables.TargetRow):
            if row.system in part.measured:
                detail = tables.data(row.detail)
                ids.targets[row.id] = self._writer.add_target(ids.systems[row.system], row.name, detail)
        for one in stored.rows(tables.OperationRow):
            ids.operations[one.id] = self._writer.add_operation(one.key, bool(one.timed))

    def _add_sources(self, number: int, part: Part, origin: int) -> None:
        ids = self._ids[number]
        series: dict[int, list[Series]] = {}
        sources = [one for one in part.stored.sources() if one.system is None or one.system in part.measured]
        machines = {source.id for source in sources if source.system is None}
        for row in part.stored.rows(tables.SeriesRow):
            # The driver's machine was watched once a part: equal paths would be added up.
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
                # What was counted before a piece begins does not belong to its first second.
                from_zero=source.from_zero and not (part.cut_ns and part.cut_ns[0] > 0),
                origin=origin,
                detail=source.detail,
            )

    def _phases(self) -> None:
        for row, at_ns, detail in moved_phases(self._parts, self._maps, alike=self._plan.alike):
            self._end_ns = max(self._end_ns, at_ns + self.start_ns)
            self._writer.phase(at_ns + self.start_ns, row.name, run=row.run, step=row.step, detail=detail)

    def _events(self) -> None:
        kind, text = self._plan.event
        self._writer.event(self.start_ns, kind, text, severity="warning")
        moved = [
            (self._ns(part, row.t_ns), number, row)
            for number, part in enumerate(self._parts)
            for row in part.stored.rows(tables.EventRow)
            if part.takes(part.own_ns(row.t_ns)) and (row.system is None or row.system in self._ids[number].systems)
        ]
        for at_ns, number, row in sorted(moved, key=lambda each: each[0]):
            system = self._ids[number].systems[row.system] if row.system is not None else None
            text = self._maps[number].event(row.text) if system is not None else row.text
            severity: Any = row.severity
            self._writer.event(at_ns, row.kind, text, severity=severity, system=system, data=tables.data(row.data))

    def _documents(self) -> None:
        rows = [part.stored.rows(tables.DocumentRow) for part in self._parts]
        order = {
            **self._plan.order,
            "present": sorted({letter for letters in self._maps for letter in letters.letters.values()}),
            "stints": [stint for own, letters in zip(rows, self._maps, strict=True) for stint in letters.stints(own)],
        }
        self._writer.document(self.start_ns, "order", str(self._plan.order.get("order", "")), order)
        for number, row, data in moved_documents(self._parts, rows, self._maps):
            part, ids = self._parts[number], self._ids[number]
            self._writer.document(
                self._ns(part, row.t_ns) if part.takes(part.own_ns(row.t_ns)) else self.start_ns,
                row.kind,
                row.name,
                data,
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

    def _sample(self, number: int, part: Part, sample: StoredSample) -> None:
        source = self._ids[number].sources.get(sample.source)
        # The reading at the begin of a piece is what its first second is counted from.
        if source is None or not part.takes(part.own_ns(sample.t_ns), around_ns=SECOND_NS // 2):
            return
        shift_ns = part.shift_ns(part.own_ns(sample.t_ns) - SECOND_NS // 2)  # it ends the second that it is of
        before = self._before.get(source)
        if before is not None and before[1] < shift_ns and sample.t_ns - before[0].t_ns < FOLLOWS_NS:
            self._write(source, part, before[0], shift_ns)  # that second is counted from the reading before it
        self._write(source, part, sample, shift_ns)
        self._before[source] = sample, shift_ns

    def _write(self, source: int, part: Part, sample: StoredSample, shift_ns: int) -> None:
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

    def _moved(self, number: int, part: Part) -> Iterator[tuple[int, int, StoredLatencies]]:
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
            self._told(min(1.0, self._rows_done / self._rows))


@contextmanager
def made_whole(writer: SessionWriter) -> Iterator[None]:
    """A session that is not written to its end is no session: its file goes."""
    try:
        yield
    except BaseException:
        writer.close()
        for ending in ("", "-wal", "-shm", "-journal"):
            writer.path.with_name(writer.path.name + ending).unlink(missing_ok=True)
        raise
