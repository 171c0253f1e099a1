# SPDX-License-Identifier: Apache-2.0
"""How a race stands at a moment: who has done how many of its orders, who has finished, how far behind the other is.

What a system does after it has finished, or the other one while nobody races with it any more, belongs to no ratio.
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
    """One system. done: of the race's total, never more. finished_s: since its race began; NaN while it is under way.

    behind: what it had still to do when the first one finished; behind_s: how much later it finished; NaN where it is
    the first, and while that is not known.
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
        """Whether it has done all."""
        return self.finished_s > 0

    @property
    def orders_per_s(self) -> float:
        """What it did until it had finished, as its run's figures have it; NaN while it is under way."""
        return self.total / self.finished_s if self.finished else math.nan

    @property
    def share(self) -> float:
        """Done of the whole, 0 to 1."""
        return 1.0 if self.finished else min(self.done / max(self.total, 1.0), 1.0)


class RaceProgress(msgspec.Struct, frozen=True):
    """unit: "orders", "I/Os" or "transactions". began_s: of each system's race, since the common start, by letter.
    over: all have finished, or the race's time is over. together: all race at the same time, not one after another."""

    racers: tuple[Racer, ...]
    unit: str
    began_s: Mapping[str, float]
    over: bool
    together: bool

    @property
    def first(self) -> Racer | None:
        """Who has finished first; None while that is not known, and where two finished at the very same moment."""
        if not (self.together or self.over):
            return None
        done = sorted((one for one in self.racers if one.finished), key=lambda one: one.finished_s)
        tie = len(done) > 1 and done[0].finished_s == done[1].finished_s
        return done[0] if done and not tie else None

    @property
    def done_when_first_finished(self) -> dict[str, float]:
        """What each had done when the first one finished, by letter; empty while nobody has."""
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
        """Until when all raced, since the common start: what comes later is no comparison. Infinite while all do, and
        where they race one after the other."""
        if not self.together:
            return math.inf
        ends = (self.began_s[one.letter] + math.ceil(one.finished_s) for one in self.racers if one.finished)
        return min(ends, default=math.inf)


def is_race(reader: SessionReader) -> bool:
    """Whether the session's plan is a race."""
    return reader.scenario.results.page == "race"


def race_progress(reader: SessionReader, at_s: float) -> RaceProgress | None:
    """How the last race that has begun stands at a moment (seconds since the common start); None where none has."""
    if not is_race(reader):
        return None
    phases = [phase for phase in reader.phases if phase.name == MEASURE and phase.from_s <= at_s]
    if not phases:
        return None
    own = [phase for phase in phases if phase.run == phases[-1].run]
    running = {system.letter: phase for system in reader.systems for phase in own if _races(system, phase)}
    unit = COUNTED[work_unit(reader)]
    counted = [_Counted.of(reader, system, running[system.letter], at_s) for system in reader.systems
               if system.letter in running]  # fmt: skip
    first_s = min((one.finished_s for one in counted if one.finished_s > 0), default=math.nan)
    racers = tuple(one.racer(first_s) for one in counted)
    begun = {letter: phase.from_s for letter, phase in running.items()}
    whole = len(running) == len(reader.systems)
    over = all(one.finished for one in racers) or all(at_s >= phase.to_s for phase in running.values())
    return RaceProgress(racers, unit, begun, over and whole, whole and len(set(begun.values())) == 1)


def after_finish(reader: SessionReader, at_s: float) -> dict[str, list[tuple[float, float]]]:
    """From when each system had finished until it is under load again, in every race up to a moment: its curves end
    there. Seconds since the common start, by letter; empty of a session that is no race."""
    found: dict[str, list[tuple[float, float]]] = {}
    if not is_race(reader):
        return found
    for phase in reader.phases:
        if phase.name != MEASURE or phase.from_s > at_s:
            continue
        for system in reader.systems:
            if not _races(system, phase):
                continue
            finished_s = _Counted.of(reader, system, phase, min(at_s, phase.to_s)).finished_s
            if finished_s > 0:
                next_s = min((one.from_s for one in reader.phases if _again(one, system, phase)), default=math.inf)
                found.setdefault(system.letter, []).append((phase.from_s + math.ceil(finished_s), next_s))
    return found


def _again(later: Phase, system: SystemInfo, race: Phase) -> bool:
    """Whether a phase after a race puts the system under load again."""
    return later.from_s >= race.to_s and later.name in UNDER_LOAD and _races(system, later)


def ending(time_s: Floats, value: Floats, spans: Spans) -> Floats:
    """A counter's samples with no data within the spans. time_s, value: shape (n,)."""
    cut = value.copy() if spans else value
    for from_s, to_s in spans:
        cut[(time_s > from_s + 0.5) & (time_s <= to_s + 0.5)] = np.nan
    return cut


class _Counted(msgspec.Struct, frozen=True):
    """What was counted of one system in a race, since it began: done after so many seconds, both rising."""

    system: SystemInfo
    total: float
    seconds: Floats
    orders: Floats
    finished_s: float
    raced_s: float

    @classmethod
    def of(cls, reader: SessionReader, system: SystemInfo, phase: Phase, at_s: float) -> "_Counted":
        total, plan = known(phase.detail.orders), reader.scenario.plan
        if not total > 0:
            total = plan.orders if plan is not None and plan.orders else math.nan
        told, end_s = _recorded_so_far(reader, system, phase)
        if known(told.finished_s) > 0 and known(told.orders) > 0:
            total = known(told.orders)  # of a comparison, whose phases are another race's
        seconds, orders = _done(reader, system, phase.from_s, min(at_s, end_s))
        finished_s = known(told.finished_s)
        if not finished_s > 0:
            finished_s = _crossing(seconds, orders, total)
        raced_s = min(at_s, end_s) - phase.from_s
        return cls(system, total, seconds, orders, finished_s if finished_s <= raced_s else math.nan, raced_s)

    def at(self, seconds: float) -> float:
        """How many it had done by then."""
        return min(float(np.interp(seconds, self.seconds, self.orders)), self.total)

    def racer(self, first_s: float) -> Racer:
        """As it stands, seen from the one that finished first (NaN: nobody has)."""
        finished = self.finished_s > 0
        done = self.total if finished else self.at(self.raced_s)
        ahead = not first_s > 0 or self.finished_s == first_s
        behind = math.nan if ahead or self.raced_s < first_s else self.total - self.at(first_s)
        behind_s = math.nan if ahead or not finished else self.finished_s - first_s
        return Racer(self.system.letter, self.system.name, done, self.total, self.finished_s, behind, behind_s)


def _races(system: SystemInfo, phase: Phase) -> bool:
    loads = loads_of(phase)
    return not loads or system.letter in loads


def _done(reader: SessionReader, system: SystemInfo, from_s: float, to_s: float) -> tuple[Floats, Floats]:
    """Seconds since from_s and orders done by then, from (0, 0) on."""
    counter = next((c for c in reader.counters if c.system == system.id and c.path == ORDERS), None)
    if counter is None:
        return np.zeros(1), np.zeros(1)
    time_s, rate = reader.samples(counter, from_s + 0.5, to_s + 0.1)
    ends = np.concatenate(([0.0], time_s - from_s))
    orders = np.concatenate(([0.0], np.cumsum(np.nan_to_num(rate) * np.diff(ends))))
    return ends, orders


def _crossing(seconds: Floats, orders: Floats, total: float) -> float:
    """When so many were done: within a second in proportion to its orders, as the engine finds it. NaN: not yet."""
    place = int(np.searchsorted(orders, total - 0.5, side="left"))
    if not 0 < place < len(orders):
        return math.nan
    before, after = float(orders[place - 1]), float(orders[place])
    share = min((total - before) / max(after - before, 1.0), 1.0)
    return float(seconds[place - 1] + (seconds[place] - seconds[place - 1]) * share)


def _recorded_so_far(reader: SessionReader, system: SystemInfo, phase: Phase) -> tuple[MeasuredSystem, float]:
    """What the engine wrote down of a system at the end of the race, and when that was: in a comparison the phase may
    be that of another race, and end sooner."""
    for document in reader.documents_of(MeasuredStep):
        step = document.data
        same = document.run == phase.run and abs(step.from_s - phase.from_s) < 1
        if same and system.letter in step.systems:
            return step.systems[system.letter], max(phase.to_s, step.to_s)
    return MeasuredSystem(), phase.to_s
