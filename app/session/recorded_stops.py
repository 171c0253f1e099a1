# SPDX-License-Identifier: Apache-2.0
"""Systems that stopped under load, derived from a session's recording: live, replayed, in a snapshot or a report.

The rule for a single target is in app.model.target_stops.
"""

import weakref
from collections import Counter as Tally
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import ceil, inf, isfinite

import numpy as np

from app.model.documents import PhaseLoad
from app.model.events import OperationErrors, StoodStill, WorkerStoodStill
from app.model.failure_causes import NO_ANSWER, plain_cause
from app.model.messages import Sentence
from app.model.target_stops import STALL_S, Floats, TargetSeconds, target_stops
from app.model.workloads import WorkloadParameters
from app.session.reader import SessionReader
from app.session.records import Counter, Phase, SystemInfo

UNDER_LOAD = ("ramp", "warm-up", "settle", "measure")
"""Phases in which the systems under load are expected to complete work."""
CURRENT_S = 10.0
"""Length in seconds of the interval whose most frequent failure is the cause of a stop."""
AWAKE_S = 3.0
"""Seconds after a standstill of the driver during which no stop is detected."""
_DRIVER = "\\Outpace Driver(_Total)\\"


@dataclass(frozen=True, slots=True)
class TargetStop:
    """Stop of a target under load.

    Attributes:
        system: Letter of the system.
        target: Number of the target in its system, from 1.
        from_s: End of the last second in which something completed, since the common start.
        noticed_s: Time at which the stop was detected.
        to_s: Time at which work resumed, or the end of the load if `ended`; infinite while the load continues.
        overdue: Whether calls were overdue without any failures.
        is_stall: Whether it was only a stall: no call failed, and work soon resumed.
    """

    system: str
    target: int
    from_s: float
    noticed_s: float
    to_s: float = inf
    ended: bool = False
    overdue: bool = False
    is_stall: bool = False


@dataclass(frozen=True, slots=True)
class StoppedSystem:
    """System with stopped targets at a given time.

    Attributes:
        cause: Cause of the stop as text.
        stopped: Number of stopped targets, of `targets`.
        to_s: Time at which work resumed; infinite if it has not resumed.
        hanging: Whether a stop cannot be distinguished from a stall yet, because calls are late but none has failed.
    """

    letter: str
    from_s: float
    cause: Sentence
    stopped: int = 1
    targets: int = 1
    to_s: float = inf
    hanging: bool = False

    @property
    def whole(self) -> bool:
        """True if all targets have stopped."""
        return self.stopped >= self.targets


@dataclass(frozen=True, slots=True)
class _Load:
    """Interval during which a system is continuously under load."""

    from_s: float
    to_s: float
    phases: Sequence[Phase]


_cached_stops: weakref.WeakKeyDictionary[SessionReader, tuple[object, tuple[TargetStop, ...]]] = (
    weakref.WeakKeyDictionary()
)


def recorded_stops(reader: SessionReader) -> tuple[TargetStop, ...]:
    """Return every stop in the recording so far, ordered by system, target and time.

    Raises:
        SessionError: If the file turns out to be damaged.
    """
    state = (reader.length_s, len(reader.phases), len(reader.events), reader.over)
    known = _cached_stops.get(reader)
    if known is None or known[0] != state:
        known = _cached_stops[reader] = state, tuple(_stops(reader))
    return known[1]


def stopped_at(reader: SessionReader, at_s: float) -> list[StoppedSystem]:
    """Return the systems that have stopped at a given time and not resumed, in order."""
    current = [
        stop
        for stop in recorded_stops(reader)
        if stop.noticed_s <= at_s < stop.to_s or (stop.ended and stop.noticed_s <= at_s == stop.to_s)
    ]
    return _by_system(reader, current, at_s, over=False)


def stopped_until(reader: SessionReader, to_s: float) -> list[StoppedSystem]:
    """Return the systems that had stopped when a window ended, and thus did not work throughout the window."""
    stops = [stop for stop in recorded_stops(reader) if stop.from_s < to_s <= stop.to_s and not stop.is_stall]
    return _by_system(reader, stops, to_s, over=False)


def stopped_within(reader: SessionReader, from_s: float, to_s: float) -> list[StoppedSystem]:
    """Return the systems that were stopped for part of an interval, whether or not that was detected before its end."""
    stops = (stop for stop in recorded_stops(reader) if not stop.is_stall)
    return _by_system(reader, [one for one in stops if one.from_s < to_s and one.to_s > from_s], to_s, over=True)


def stalls_within(reader: SessionReader, from_s: float, to_s: float) -> list[TargetStop]:
    """Return the stalls that began in an interval, ordered by system, target and time."""
    return [stop for stop in recorded_stops(reader) if stop.is_stall and from_s <= stop.from_s < to_s]


def _by_system(reader: SessionReader, stops: Sequence[TargetStop], at_s: float, *, over: bool) -> list[StoppedSystem]:
    systems = []
    for system in reader.systems:
        stops_of_system = [stop for stop in stops if stop.system == system.letter]
        if not stops_of_system:
            continue
        resumed_s = [stop.to_s for stop in stops_of_system if not stop.ended]
        systems.append(
            StoppedSystem(
                letter=system.letter,
                from_s=min(stop.from_s for stop in stops_of_system),
                cause=_cause(reader, system, stops_of_system, at_s),
                stopped=len({stop.target for stop in stops_of_system}),
                targets=max(len(system.targets), 1),
                to_s=max(resumed_s) if over and len(resumed_s) == len(stops_of_system) else inf,
                hanging=not over
                and all(stop.overdue and at_s < min(stop.to_s, stop.from_s + STALL_S) for stop in stops_of_system),
            )
        )
    return systems


def _cause(reader: SessionReader, system: SystemInfo, stops: Sequence[TargetStop], at_s: float) -> Sentence:
    """Return the most frequent failure in the last seconds, or else in the whole stop."""
    numbers = {0, *(stop.target for stop in stops)}
    from_s, until_s = min(stop.from_s for stop in stops), min(max(stop.to_s for stop in stops), at_s)
    for begin_s in (max(from_s, until_s - CURRENT_S), from_s):
        tally: Tally[str] = Tally()
        for event in reader.events:
            message = event.message
            if event.system != system.id or not isinstance(message, OperationErrors):
                continue
            if begin_s - 1 < event.t_s <= until_s + 1 and message.place.target in numbers:
                tally[plain_cause(message.sort, message.error.text).text] += message.count
        if tally:
            return Sentence(text=tally.most_common(1)[0][0])
    return NO_ANSWER


def _stops(reader: SessionReader) -> Iterator[TargetStop]:
    """Yield the stops of systems that were driven by Outpace."""
    for system in reader.systems:
        counters = {c.path: c for c in reader.counters if c.system == system.id and c.path.startswith(_DRIVER)}
        if f"{_DRIVER}Users Requested" not in counters:
            continue
        for load in _loads(reader, system.letter):
            for number, target in enumerate(system.targets, start=1):
                identity = target.id if len(system.targets) > 1 else None
                for stop in target_stops(_seconds(reader, system, counters, load, identity)):
                    to_s = min(load.from_s + stop.to_s, load.to_s)
                    yield TargetStop(
                        system.letter,
                        number,
                        load.from_s + stop.from_s,
                        load.from_s + stop.noticed_s,
                        to_s,
                        ended=to_s >= load.to_s,
                        overdue=stop.overdue,
                        is_stall=stop.is_stall,
                    )


def _loads(reader: SessionReader, letter: str) -> Iterator[_Load]:
    """Yield each interval in which the system was under load."""
    phases: list[Phase] = []
    for phase in reader.phases:
        present = phase.detail.systems is None or letter in phase.detail.systems
        if phase.name in UNDER_LOAD and present:
            phases.append(phase)
        elif phases:
            yield _Load(phases[0].from_s, phases[-1].to_s, phases)
            phases = []
    if phases:
        # A recording that ended, or was truncated, without a phase after the load has no later time.
        yield _Load(phases[0].from_s, phases[-1].to_s, phases)


def _seconds(
    reader: SessionReader, system: SystemInfo, counters: Mapping[str, Counter], load: _Load, target: int | None
) -> TargetSeconds:
    """Return the driver's counts for a target, or for a system's only target, in each whole second of a load."""
    length = max(ceil(min(load.to_s, reader.length_s) - load.from_s - 1e-6), 0)

    def column(name: str) -> Floats:
        values = np.full(length, np.nan)
        counter = counters.get(_DRIVER + name)
        if counter is not None:
            time_s, value = reader.samples(counter, load.from_s + 0.5, load.to_s + 0.5, target)
            place = np.rint(time_s - load.from_s).astype(np.int64) - 1
            inside = (place >= 0) & (place < length)
            values[place[inside]] = value[inside]
        return values

    done = column("Orders/sec") - np.nan_to_num(column("Rollbacks/sec"))
    for event in reader.events:
        if isinstance(event.message, StoodStill | WorkerStoodStill):
            first = max(int(event.message.from_s - load.from_s), 0)
            done[first : max(ceil(event.message.to_s + AWAKE_S - load.from_s), first)] = np.nan
    return TargetSeconds(
        done=done,
        failed=np.nan_to_num(column("Errors/sec")) + np.nan_to_num(column("Retries/sec")),
        users=column("Users Requested"),
        connected=column("Users Alive"),
        stalled=column("Users Stalled"),
        longest_s=_longest(reader, system, load, length),
        rate=_rates(load, system.letter, length),
        think_s=_think_s(reader),
    )


def _longest(reader: SessionReader, system: SystemInfo, load: _Load, length: int) -> Floats:
    """Return the longest latency of an order completed in each second, across the whole system."""
    longest_s = np.zeros(length)
    rows = reader.latency_seconds(system.id, "order")
    if len(rows):
        place = np.rint(rows[:, 0] - load.from_s).astype(np.int64) - 1
        inside = (place >= 0) & (place < length)
        longest_s[place[inside]] = np.nan_to_num(rows[inside, 6])
    return longest_s


def _rates(load: _Load, letter: str, length: int) -> Floats:
    """Return the requested arrivals per second and target; 0 in a closed loop."""
    rates = np.zeros(length)
    for phase in load.phases:
        load_of_system = (phase.detail.systems or {}).get(letter, PhaseLoad(rate=phase.detail.rate))
        begin = max(int(phase.from_s - load.from_s), 0)
        end = length if not isfinite(phase.to_s) else max(int(phase.to_s - load.from_s), begin)
        rates[begin:end] = load_of_system.rate or 0.0
    return rates


def _think_s(reader: SessionReader) -> float:
    work = reader.scenario.workload
    return work.mean_pause_s if isinstance(work, WorkloadParameters) else 0.0
