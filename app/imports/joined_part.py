"""A session that is to be put beside others: what of it is taken, and where its times come to lie."""

import datetime
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

from app.imports.errors import ImportedFileError
from app.session import tables
from app.session.parts import StoredSession

Alignment = Literal["start", "measure", "step"]
"""What coincides: the common starts (and the load of later repeats), the measuring of each repeat, or of each step."""

SECOND_NS = 1_000_000_000
MEASURE = "measure"
BEFORE_LOAD = ("prepare", "rest", "restore", "connect", "before the load")
"""Phases of a repeat in which no user is at work yet: repeats are aligned on the load."""


@dataclass(slots=True)
class Stretch:
    """A repeat, or a step of it. Times are ns since the common start: begins_ns of its first phase, loads_ns of its
    load, measures_ns of its first measuring (its load's where nothing was measured). shift_ns is added to its times."""

    run: int
    step: int
    begins_ns: int
    loads_ns: int
    measures_ns: int | None = None
    shift_ns: int = 0

    def anchor_ns(self, alignment: Alignment) -> int:
        """What is to coincide with the same stretch of the other sessions."""
        return self.loads_ns if alignment == "start" or self.measures_ns is None else self.measures_ns


@dataclass(slots=True)
class Part:
    """One of the sessions. measured: ids of the systems that are taken, at first those that it holds figures of.
    letters: only of phases that are of one of these systems its stretches are made; empty: of all.
    cut_ns: the only piece that is taken, since the common start; it then begins the new session."""

    stored: StoredSession
    by_step: bool = False
    letters: frozenset[str] = frozenset()
    cut_ns: tuple[int, int] | None = None
    names: dict[int, str] = field(default_factory=dict)
    measured: set[int] = field(default_factory=set)
    stretches: list[Stretch] = field(default_factory=list)

    def __post_init__(self) -> None:
        stored = self.stored
        if stored.start_ns is None:
            raise ImportedFileError(f"{stored.path.name}: its systems never started together; there is nothing to join")
        self.names = {row.id: row.name for row in stored.rows(tables.SystemRow)}
        self.measured = self._measured()
        self._find_stretches(stored.start_ns)

    def _find_stretches(self, start_ns: int) -> None:
        waiting = False
        known: set[tuple[int, int]] = set()
        for row in self.stored.rows(tables.PhaseRow):
            systems = tables.data(row.detail).get("systems")
            if self.letters and isinstance(systems, dict) and self.letters.isdisjoint(systems):
                continue  # another system's turn
            at_ns, key = row.t_ns - start_ns, (row.run, row.step if self.by_step else 0)
            last = self.stretches[-1] if self.stretches else None
            if key not in known:
                known.add(key)
                last = Stretch(*key, at_ns, at_ns)
                self.stretches.append(last)
                waiting = row.name in BEFORE_LOAD
            elif last is None or (last.run, last.step) != key:
                continue  # of systems that take turns: it has begun with the first one's turn
            elif waiting and row.name not in BEFORE_LOAD:
                last.loads_ns = at_ns
                waiting = False
            if row.name == MEASURE and last.measures_ns is None:
                last.measures_ns = at_ns

    def _measured(self) -> set[int]:
        """Of a run the systems that users were at work on; of imported results every one that something is told of."""
        stored = self.stored
        of_target = {row.id: row.system for row in stored.rows(tables.TargetRow)}
        measured = {of_target[target] for target in stored.loaded_targets()}
        for source in stored.sources():
            if source.system is not None and (source.target is not None or stored.session.kind != "run"):
                measured.add(source.system)
        told = {row.system for row in stored.rows(tables.DocumentRow) if row.kind == "totals"}
        return measured | {system for system in told if system is not None}

    @property
    def runs(self) -> list[int]:
        """Its repeats."""
        return list(dict.fromkeys(stretch.run for stretch in self.stretches))

    @property
    def started(self) -> datetime.datetime:
        """The wall time of its common start, UTC."""
        created = self.stored.session.created_utc
        aware = created if created.tzinfo else created.replace(tzinfo=datetime.UTC)
        return aware + datetime.timedelta(microseconds=(self.stored.start_ns or 0) / 1000)

    def own_ns(self, t_ns: int) -> int:
        """A stored time, since this part's own common start."""
        return t_ns - (self.stored.start_ns or 0)

    def since_start_ns(self, t_ns: int) -> int:
        """A stored time, since this part's common start, where the new session has it."""
        own_ns = self.own_ns(t_ns)
        return own_ns + self.shift_ns(own_ns)

    def tick_shift_ns(self, tick: int) -> int:
        """What is added to the times of a tick, whole seconds."""
        return self.shift_ns(tick * SECOND_NS + SECOND_NS // 2)

    def shift_ns(self, own_ns: int) -> int:
        """What is added to a time since the own common start. A stretch begins with its first phase."""
        if self.cut_ns is not None:
            return -self.cut_ns[0]
        index = bisect_right(self.stretches, own_ns, key=lambda one: one.begins_ns) - 1
        return self.stretches[max(index, 0)].shift_ns if self.stretches else 0

    def shift_s(self, own_s: float) -> float:
        """As `shift_ns`, in seconds."""
        return self.shift_ns(round(own_s * SECOND_NS)) / SECOND_NS

    def takes(self, own_ns: int, *, around_ns: int = 0) -> bool:
        """Whether a time since the own common start is taken. around_ns: so much outside of the piece belongs to it."""
        return self.cut_ns is None or self.cut_ns[0] - around_ns <= own_ns <= self.cut_ns[1] + around_ns


def align(parts: Sequence[Part], alignment: Alignment = "start") -> None:
    """Fills in the shifts, by whole seconds, so that the same stretches of all parts coincide; nothing becomes earlier,
    and by the common start the first stretches stay as they are."""
    shifts = {id(part): 0 for part in parts}
    for key in sorted({(one.run, one.step) for part in parts for one in part.stretches}):
        held = [(part, one) for part in parts for one in part.stretches if (one.run, one.step) == key]
        latest_ns = max(one.anchor_ns(alignment) + shifts[id(part)] for part, one in held)
        for part, one in held:
            first = one is part.stretches[0]
            if not (first and alignment == "start"):
                later_ns = latest_ns - one.anchor_ns(alignment) - shifts[id(part)]
                shifts[id(part)] += round(later_ns / SECOND_NS) * SECOND_NS
            one.shift_ns = shifts[id(part)]
