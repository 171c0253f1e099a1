# SPDX-License-Identifier: Apache-2.0
"""Progress of a race at a given time: completed orders, finished systems, and the distances between systems.

Work that a system does after its finish, or after all others have finished, is excluded from every ratio.
"""

import math
from collections.abc import Mapping, Sequence

import msgspec
import numpy as np
from numpy.typing import NDArray

from app.model.documents import MeasuredStep, MeasuredSystem
from app.model.work_wording import COUNTED
from app.results.measurings import MEASURE, ORDERS, known, loads_of, work_unit
from app.session.reader import SessionReader
from app.session.recorded_stops import UNDER_LOAD
from app.session.records import Phase, SystemInfo

Floats = NDArray[np.float64]
Spans = Sequence[tuple[float, float]]

IOS = "I/Os"


class Racer(msgspec.Struct, frozen=True):
    """One system in a race.

    Attributes:
        done: Completed work, capped at the race's total.
        finished_s: Duration in seconds until it finished; NaN while it is running.
        behind: Work that remained when the first system finished.
        behind_s: How much later it finished; NaN for the first system, and while unknown.
    """

    letter: str
    name: str
    done: float
    total: float
    finished_s: float
    behind: float
    behind_s: float

    @property
    def finished(self) -> bool:
        """True if all work is done."""
        return self.finished_s > 0

    @property
    def orders_per_s(self) -> float:
        """Rate until the finish, as in the figures of its run; NaN while it is running."""
        return self.total / self.finished_s if self.finished else math.nan

    @property
    def share(self) -> float:
        """Completed share, 0 to 1."""
        return 1.0 if self.finished else min(self.done / max(self.total, 1.0), 1.0)


class RaceProgress(msgspec.Struct, frozen=True):
    """Progress of all systems in a race.

    Attributes:
        unit: "orders", "I/Os" or "transactions".
        began_s: Start of each system's race in seconds since the common start, by letter.
        over: Whether all systems have finished or the race's time has elapsed.
        together: Whether the systems race at the same time instead of one after the other.
    """

    racers: tuple[Racer, ...]
    unit: str
    began_s: Mapping[str, float]
    over: bool
    together: bool

    @property
    def first(self) -> Racer | None:
        """Racer that finished first; None while unknown, or if two finished at the same time."""
        if not (self.together or self.over):
            return None
        done = sorted((one for one in self.racers if one.finished), key=lambda one: one.finished_s)
        tie = len(done) > 1 and done[0].finished_s == done[1].finished_s
        return done[0] if done and not tie else None

    @property
    def done_when_first_finished(self) -> dict[str, float]:
        """Work that each racer had completed when the first one finished, by letter; empty before that."""
        first = self.first
        if first is None:
            return {}
        return {
            one.letter: one.total if one is first else one.total - one.behind
            for one in self.racers
            if one is first or math.isfinite(one.behind)
        }

    @property
    def fair_to_s(self) -> float:
        """Seconds since the common start until which all systems raced.

        It is infinite before the first finish, and if the systems race one after the other.
        """
        if not self.together:
            return math.inf
        ends = (self.began_s[one.letter] + math.ceil(one.finished_s) for one in self.racers if one.finished)
        return min(ends, default=math.inf)


def is_race(reader: SessionReader) -> bool:
    """Return whether the session's plan is a race."""
    return reader.scenario.results.page == "race"


def race_progress(reader: SessionReader, at_s: float) -> RaceProgress | None:
    """Return the progress of the latest race at a given time since the common start; None if none has begun."""
    if not is_race(reader):
        return None
    phases = [phase for phase in reader.phases if phase.name == MEASURE and phase.from_s <= at_s]
    if not phases:
        return None
    phases_of_run = [phase for phase in phases if phase.run == phases[-1].run]
    running = {system.letter: phase for system in reader.systems for phase in phases_of_run if _races(system, phase)}
    unit = COUNTED[work_unit(reader)]
    counts = [_RaceCount.of_system(reader, system, running[system.letter], at_s) for system in reader.systems
               if system.letter in running]  # fmt: skip
    first_s = min((one.finished_s for one in counts if one.finished_s > 0), default=math.nan)
    racers = tuple(one.racer(first_s) for one in counts)
    began_s = {letter: phase.from_s for letter, phase in running.items()}
    whole = len(running) == len(reader.systems)
    over = all(one.finished for one in racers) or all(at_s >= phase.to_s for phase in running.values())
    return RaceProgress(racers, unit, began_s, over and whole, whole and len(set(began_s.values())) == 1)


def after_finish(reader: SessionReader, at_s: float) -> dict[str, list[tuple[float, float]]]:
    """Return each system's idle intervals, from finishing a race until its next load, up to a given time.

    In seconds since the common start, by letter; empty if the session is no race. The system's curves are cut there.
    """
    spans: dict[str, list[tuple[float, float]]] = {}
    if not is_race(reader):
        return spans
    for phase in reader.phases:
        if phase.name != MEASURE or phase.from_s > at_s:
            continue
        for system in reader.systems:
            if not _races(system, phase):
                continue
            finished_s = _RaceCount.of_system(reader, system, phase, min(at_s, phase.to_s)).finished_s
            if finished_s > 0:
                next_s = min((one.from_s for one in reader.phases if _reloads(one, system, phase)), default=math.inf)
                spans.setdefault(system.letter, []).append((phase.from_s + math.ceil(finished_s), next_s))
    return spans


def _reloads(later: Phase, system: SystemInfo, race: Phase) -> bool:
    """Return whether a phase after a race puts the system under load again."""
    return later.from_s >= race.to_s and later.name in UNDER_LOAD and _races(system, later)


def ending(time_s: Floats, value: Floats, spans: Spans) -> Floats:
    """Replace a counter's samples within the spans with NaN; times and values have shape (n,)."""
    cut = value.copy() if spans else value
    for from_s, to_s in spans:
        cut[(time_s > from_s + 0.5) & (time_s <= to_s + 0.5)] = np.nan
    return cut


class _RaceCount(msgspec.Struct, frozen=True):
    """Work of one system in a race: `orders` completed after `seconds`, both increasing."""

    system: SystemInfo
    total: float
    seconds: Floats
    orders: Floats
    finished_s: float
    raced_s: float

    @classmethod
    def of_system(cls, reader: SessionReader, system: SystemInfo, phase: Phase, at_s: float) -> "_RaceCount":
        total, plan = known(phase.detail.orders), reader.scenario.plan
        if not total > 0:
            total = plan.orders if plan is not None and plan.orders else math.nan
        recorded, end_s = _recorded_so_far(reader, system, phase)
        if known(recorded.finished_s) > 0 and known(recorded.orders) > 0:
            total = known(recorded.orders)  # in a comparison, whose phases are those of another race
        seconds, orders = _done(reader, system, phase.from_s, min(at_s, end_s))
        finished_s = known(recorded.finished_s)
        if not finished_s > 0:
            finished_s = _crossing(seconds, orders, total)
        raced_s = min(at_s, end_s) - phase.from_s
        return cls(system, total, seconds, orders, finished_s if finished_s <= raced_s else math.nan, raced_s)

    def done_at(self, seconds: float) -> float:
        """Return how many orders were completed after this many seconds."""
        return min(float(np.interp(seconds, self.seconds, self.orders)), self.total)

    def racer(self, first_s: float) -> Racer:
        """Return the racer's state relative to the first finish; `first_s` is NaN before that."""
        finished = self.finished_s > 0
        done = self.total if finished else self.done_at(self.raced_s)
        ahead = not first_s > 0 or self.finished_s == first_s
        behind = math.nan if ahead or self.raced_s < first_s else self.total - self.done_at(first_s)
        behind_s = math.nan if ahead or not finished else self.finished_s - first_s
        return Racer(self.system.letter, self.system.name, done, self.total, self.finished_s, behind, behind_s)


def _races(system: SystemInfo, phase: Phase) -> bool:
    loads = loads_of(phase)
    return not loads or system.letter in loads


def _done(reader: SessionReader, system: SystemInfo, from_s: float, to_s: float) -> tuple[Floats, Floats]:
    """Return seconds since `from_s` and the orders completed by then, starting at (0, 0)."""
    counter = next((c for c in reader.counters if c.system == system.id and c.path == ORDERS), None)
    if counter is None:
        return np.zeros(1), np.zeros(1)
    time_s, rate = reader.samples(counter, from_s + 0.5, to_s + 0.1)
    ends = np.concatenate(([0.0], time_s - from_s))
    orders = np.concatenate(([0.0], np.cumsum(np.nan_to_num(rate) * np.diff(ends))))
    return ends, orders


def _crossing(seconds: Floats, orders: Floats, total: float) -> float:
    """Return when `total` was reached, interpolated within a second as the engine does; NaN if it was not reached."""
    place = int(np.searchsorted(orders, total - 0.5, side="left"))
    if not 0 < place < len(orders):
        return math.nan
    before, after = float(orders[place - 1]), float(orders[place])
    share = min((total - before) / max(after - before, 1.0), 1.0)
    return float(seconds[place - 1] + (seconds[place] - seconds[place - 1]) * share)


def _recorded_so_far(reader: SessionReader, system: SystemInfo, phase: Phase) -> tuple[MeasuredSystem, float]:
    """Return the engine's record of a system at the end of the race, and the time of the record.

    In a comparison, the phase can belong to another race and end earlier.
    """
    for document in reader.documents_of(MeasuredStep):
        step = document.data
        same = document.run == phase.run and abs(step.from_s - phase.from_s) < 1
        if same and system.letter in step.systems:
            return step.systems[system.letter], max(phase.to_s, step.to_s)
    return MeasuredSystem(), phase.to_s
