"""A session that is to be joined with others: what was measured in it, and where its times come to lie."""

import datetime
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field

from app.imports.errors import ImportedFileError
from app.session import tables
from app.session.parts import StoredSession

SECOND_NS = 1_000_000_000
BEFORE_LOAD = ("prepare", "rest", "restore", "connect", "before the load")
"""Phases of a repeat in which no user is at work yet: repeats are aligned on the load."""


@dataclass(slots=True)
class Part:
    """One of the sessions. measured: ids of the systems that it holds figures of. Of each of its runs: begins_ns and
    loads_ns are when its first phase and its load began, since the common start; shifts_ns is added to its times."""

    stored: StoredSession
    names: dict[int, str] = field(default_factory=dict)
    measured: set[int] = field(default_factory=set)
    runs: list[int] = field(default_factory=list)
    begins_ns: list[int] = field(default_factory=list)
    loads_ns: list[int] = field(default_factory=list)
    shifts_ns: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        stored = self.stored
        if stored.start_ns is None:
            raise ImportedFileError(f"{stored.path.name}: its systems never started together; there is nothing to join")
        self.names = {row.id: row.name for row in stored.rows(tables.SystemRow)}
        self.measured = self._measured()
        waiting = False
        for row in stored.rows(tables.PhaseRow):
            at_ns = row.t_ns - stored.start_ns
            if row.run not in self.runs:
                self.runs.append(row.run)
                self.begins_ns.append(at_ns)
                self.loads_ns.append(at_ns)
                waiting = row.name in BEFORE_LOAD
            elif waiting and row.run == self.runs[-1] and row.name not in BEFORE_LOAD:
                self.loads_ns[-1] = at_ns
                waiting = False

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
    def started(self) -> datetime.datetime:
        """The wall time of its common start, UTC."""
        created = self.stored.session.created_utc
        aware = created if created.tzinfo else created.replace(tzinfo=datetime.UTC)
        return aware + datetime.timedelta(microseconds=(self.stored.start_ns or 0) / 1000)

    def since_start_ns(self, t_ns: int) -> int:
        """A stored time, since this part's common start, where the joined session has it."""
        assert self.stored.start_ns is not None
        own_ns = t_ns - self.stored.start_ns
        return own_ns + self._shift_ns(own_ns)

    def tick(self, tick: int) -> int:
        """A stored tick, where the joined session has it."""
        return tick + self._shift_ns(tick * SECOND_NS) // SECOND_NS

    def shift_of_run_s(self, run: int) -> float:
        """What is added to the times of a run, seconds."""
        return self.shifts_ns[self.runs.index(run)] / 1e9 if run in self.runs else 0.0

    def _shift_ns(self, own_ns: int) -> int:
        """A run begins with its first phase; half a second before it belongs to it already (ticks are whole)."""
        index = bisect_right(self.begins_ns, own_ns + SECOND_NS // 2) - 1
        return self.shifts_ns[max(index, 0)] if self.shifts_ns else 0


def align(parts: Sequence[Part]) -> None:
    """Fills in the shifts: the first runs as they are (the starts coincide), later ones so that they begin together."""
    for run in sorted({run for part in parts for run in part.runs}):
        held = [part for part in parts if run in part.runs]
        natural = {}
        for part in held:
            before = part.shifts_ns[-1] if part.shifts_ns else 0
            natural[id(part)] = part.loads_ns[part.runs.index(run)] + before
        latest = max(natural.values())
        for part in held:
            before = part.shifts_ns[-1] if part.shifts_ns else 0
            later = round((latest - natural[id(part)]) / SECOND_NS) * SECOND_NS if part.shifts_ns else 0
            part.shifts_ns.append(before + later)
