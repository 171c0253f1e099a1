# SPDX-License-Identifier: Apache-2.0
"""Agents of a session: the machines that drove its load or were observed, their clocks and their absences.

Everything is computed from the session file, so that it is the same live and in a recording.
"""

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import msgspec
import numpy as np
from numpy.typing import NDArray

from app.model.documents import AgentSheet
from app.model.events import AgentBack, AgentLost, AgentSilent, DriverLimits, kind_of
from app.session.reader import SessionReader
from app.session.records import Counter, Event

Floats = NDArray[np.float64]
_OWN = re.compile(r"\\Outpace Agent\((?P<agent>.+)\)\\(?P<figure>[^\\]+)")
_SHARE = re.compile(r"\\Outpace Driver\(.*worker \d+\)\\% of a Core")
_LAG = re.compile(r"\\Outpace Driver\(.*worker \d+\)\\Wake-up Lag p99")
DRIVER, MACHINE = "\\Outpace Driver(", "\\Processor(_Total)\\% Processor Time"
MACHINE_LAYERS = ("machine", "device")
ALIVE = "\\Outpace Driver(_Total)\\Users Alive"
REQUESTED = "\\Outpace Driver(_Total)\\Users Requested"
ORDERS = "\\Outpace Driver(_Total)\\Orders/min"
OFFSET, UNCERTAINTY, ROUND_TRIP = "Clock Offset", "Clock Uncertainty", "Round Trip"
LATE, PROCESSOR, BYTES = "Late Frames", "% Processor", "Bytes/sec"
BUSIEST = "busiest worker"
OF_WORKERS: Mapping[str, "re.Pattern[str]"] = {
    "orders": re.compile(re.escape(ORDERS)),
    "users": re.compile(re.escape(ALIVE)),
    BUSIEST: _SHARE,
}
FIGURES = (*OF_WORKERS, PROCESSOR, OFFSET, UNCERTAINTY, ROUND_TRIP)
"""Figures that are plotted per agent."""
BACK = kind_of(AgentBack)
LEAST_DRIFT_S = 10.0
"""Minimum duration of a recording, in seconds, from which clock drift is computed."""
FRESH_S = 5.0
"""Age in seconds beyond which a value is stale."""


class AgentFigures(msgspec.Struct, frozen=True):
    """State of an agent at a given time; NaN if unknown.

    Attributes:
        systems: Letters of the systems that the agent drives.
        watched: Letters of the systems whose machine counters the agent collects.
        busiest: Load of its busiest worker, percent of a core.
        lag_s: Largest p99 wake-up lag of its workers.
        processor: Processor load of the machine, percent.
        drift_s: Drift of its clock relative to the engine's since the first reading, known to within `uncertainty_s`.
        heard_s: Time since its last reading.
        late: Number of frames that have arrived late.
    """

    name: str
    systems: tuple[str, ...]
    watched: tuple[str, ...]
    alive: float
    requested: float
    orders_per_min: float
    busiest: float
    lag_s: float
    processor: float
    drift_s: float
    uncertainty_s: float
    round_trip_s: float
    heard_s: float
    late: float
    bytes_per_s: float

    @property
    def drives(self) -> bool:
        """True if the agent has workers; otherwise, it only collects counters."""
        return bool(self.systems)


@dataclass(frozen=True, slots=True)
class Absence:
    """Interval during which an agent was unavailable.

    Attributes:
        from_s: Start in seconds since the common start; `to_s` is the end, infinite if the agent did not return.
        lost: Whether the connection ended, which ended the agent's users; otherwise, the agent was unresponsive.
    """

    agent: str
    from_s: float
    to_s: float
    lost: bool


def absences(reader: SessionReader, until_s: float = math.inf) -> tuple[Absence, ...]:
    """Return the absences of agents up to a given time, ordered by their start."""
    open_absences: dict[str, Absence] = {}
    ended: list[Absence] = []
    for event in reader.events:
        message = event.message
        if not isinstance(message, AgentSilent | AgentBack | AgentLost) or event.t_s > until_s:
            continue
        agent = message.agent
        before = open_absences.pop(agent, None)
        if isinstance(message, AgentBack):
            if before is not None:
                ended.append(replace(before, to_s=event.t_s))
            continue
        reported_s = message.at_s if isinstance(message, AgentLost) else message.from_s
        from_s = before.from_s if before is not None else event.t_s if reported_s is None else reported_s
        open_absences[agent] = Absence(agent, from_s, math.inf, isinstance(message, AgentLost))
    return tuple(sorted((*ended, *open_absences.values()), key=lambda one: one.from_s))


def newest_of_agents(reader: SessionReader, at_s: float) -> dict[str, Event]:
    """Return the latest loss or return of each agent up to a given time."""
    return {
        event.message.agent: event
        for event in reader.events
        if isinstance(event.message, AgentSilent | AgentBack | AgentLost) and event.t_s <= at_s
    }


class SessionAgents:
    """Agents of a session and their counters, which are looked up again when new counters appear."""

    def __init__(self, reader: SessionReader) -> None:
        self.reader = reader
        self._counter_count = -1
        self._own: dict[str, dict[str, Counter]] = {}
        self._workers: dict[str, tuple[Counter, ...]] = {}
        self._machine: dict[str, tuple[Counter, ...]] = {}
        self._letters = {system.id: system.letter for system in reader.systems}

    @property
    def names(self) -> tuple[str, ...]:
        """Names in recorded order; empty if no other machine was involved."""
        self._update()
        return tuple(self._own)

    def own(self, agent: str, figure: str) -> Counter | None:
        """Return a counter of the agent itself by its name, such as "Clock Offset"."""
        self._update()
        return self._own.get(agent, {}).get(figure)

    def driven(self) -> dict[str, tuple[str, ...]]:
        """Return the letters of the systems that each agent drives."""
        self._update()
        return {name: self._letters_of(self._workers[name]) for name in self._own}

    def concerned(self, agent: str) -> tuple[str, ...]:
        """Return the letters of the systems that an agent drives or collects counters for."""
        self._update()
        return self._letters_of((*self._workers.get(agent, ()), *self._machine.get(agent, ())))

    def at(self, agent: str, at_s: float) -> AgentFigures:
        """Return the figures of an agent at a given time, in seconds since the common start."""
        self._update()
        reader, workers = self.reader, self._workers[agent]
        latest = [(counter, *_last(reader, counter, at_s, agent)) for counter in (*workers, *self._own[agent].values())]
        heard_s = max((moment for _, moment, _ in latest), default=-math.inf)
        fresh = [(counter, value if at_s - moment <= FRESH_S else math.nan) for counter, moment, value in latest]
        own = {figure: value for figure, counter in self._own[agent].items() for one, value in fresh if one is counter}
        of_workers = fresh[: len(workers)]
        machine = self._machine[agent]
        processor = own.get(PROCESSOR, math.nan)
        for counter in () if math.isfinite(processor) else machine:
            if counter.path == MACHINE:
                moment, value = _last(reader, counter, at_s, agent)
                processor = value if at_s - moment <= FRESH_S else math.nan
        return AgentFigures(
            name=agent,
            systems=self._letters_of(workers),
            watched=self._letters_of(machine),
            alive=_sum(of_workers, ALIVE),
            requested=_sum(of_workers, REQUESTED),
            orders_per_min=_sum(of_workers, ORDERS),
            busiest=_largest(of_workers, _SHARE),
            lag_s=_largest(of_workers, _LAG),
            processor=processor,
            drift_s=own.get(OFFSET, math.nan) - self._first_offset_s(agent),
            uncertainty_s=own.get(UNCERTAINTY, math.nan),
            round_trip_s=own.get(ROUND_TRIP, math.nan),
            heard_s=max(at_s - heard_s, 0.0) if math.isfinite(heard_s) else math.nan,
            late=self._late_frames(agent, at_s),
            bytes_per_s=own.get(BYTES, math.nan),
        )

    def all_at(self, at_s: float) -> list[AgentFigures]:
        """Return the figures of all agents at a given time."""
        return [self.at(name, at_s) for name in self.names]

    def _first_offset_s(self, agent: str) -> float:
        counter = self._own.get(agent, {}).get(OFFSET)
        value = self.reader.samples(counter, agent=agent)[1] if counter is not None else np.empty(0)
        known = value[np.isfinite(value)]
        return float(known[0]) if known.size else math.nan

    def _late_frames(self, agent: str, at_s: float) -> float:
        """Return the number of frames that arrived late up to a given time; NaN if it was not recorded."""
        time_s, value = self.series(agent, LATE)
        known = value[(time_s <= at_s + 1e-9) & np.isfinite(value)]
        return float(known.sum()) if known.size else math.nan

    def absences(self, until_s: float = math.inf) -> tuple[Absence, ...]:
        """Return the absences of agents up to a given time, ordered by their start."""
        return absences(self.reader, until_s)

    def limiting(self, at_s: float) -> dict[str, tuple[str, ...]]:
        """Return the agents whose workers limited systems up to a given time, with the systems' letters."""
        limited: dict[str, dict[str, None]] = {}
        for event in self.reader.events:
            if isinstance(event.message, DriverLimits) and event.t_s <= at_s:
                for reason in event.message.reasons:
                    if (agent := self.of_worker(event.message.system, reason.target, reason.worker)) is not None:
                        limited.setdefault(agent, {})[event.message.system] = None
        return {agent: tuple(letters) for agent, letters in limited.items()}

    def of_worker(self, letter: str, target: int, worker: int) -> str | None:
        """Return the agent on which a system's worker runs; None if it is this machine or unknown.

        Args:
            letter: Letter of the system.
            target: Number of the target from 1; 0 if the system has only one target.
            worker: Number of the worker.
        """
        self._update()
        # Instances count targets from 0, messages count them from 1.
        end = f"(target {target - 1} worker {worker})" if target else f"(worker {worker})"
        for agent, counters in self._workers.items():
            for counter in counters:
                if self._letters.get(counter.system or -1) == letter and counter.path.rpartition("\\")[0].endswith(end):
                    return agent
        return None

    def series(self, agent: str, figure: str) -> tuple[Floats, Floats]:
        """Return times and values of an agent's curve, each of shape (n,); times are in seconds since the common start.

        Users and orders are sums over the agent's workers; the share of a core is that of the busiest worker.

        Args:
            agent: Name of the agent.
            figure: One of `FIGURES`.
        """
        self._update()
        if figure not in OF_WORKERS:
            counter = self._own.get(agent, {}).get(figure)
            if counter is None and figure == PROCESSOR:
                counter = next((one for one in self._machine.get(agent, ()) if one.path == MACHINE), None)
            if counter is None:
                return np.empty(0), np.empty(0)
            time_s, value = self.reader.samples(counter, agent=agent)
            return time_s, value - self._first_offset_s(agent) if figure == OFFSET else value
        path = OF_WORKERS[figure]
        workers = [one for one in self._workers.get(agent, ()) if path.fullmatch(one.path)]
        parts = [self.reader.samples(counter, agent=agent) for counter in workers]
        fold = np.fmax if figure == BUSIEST else np.add
        return _combine(parts, fold)

    def lately(self, agent: str, figure: str, at_s: float) -> float:
        """Return a curve's mean over the last `LATELY_S` seconds; NaN with fewer than `LEAST_S` values."""
        time_s, value = self.series(agent, figure)
        part = value[(time_s > at_s - LATELY_S) & (time_s <= at_s + 1e-9)]
        known = part[np.isfinite(part)]
        return float(known.mean()) if known.size >= LEAST_S else math.nan

    def uncertainty_s(self, at_s: float) -> float:
        """Return the largest clock uncertainty of all agents at a given time; NaN if none is known."""
        known = [
            value
            for name in self.names
            if (counter := self.own(name, UNCERTAINTY)) is not None
            for moment, value in (_last(self.reader, counter, at_s, name),)
            if at_s - moment <= FRESH_S and math.isfinite(value)
        ]
        return max(known, default=math.nan)

    def _update(self) -> None:
        counters = self.reader.counters
        if len(counters) == self._counter_count:
            return
        self._counter_count = len(counters)
        self._own, self._workers, self._machine = {}, {}, {}
        for counter in counters:
            if (match := _OWN.fullmatch(counter.path)) is not None:
                self._own.setdefault(match["agent"], {})[match["figure"]] = counter
        self._letters = {system.id: system.letter for system in self.reader.systems}
        for name, own in self._own.items():
            others = [counter for counter in self.reader.counters_on(name) if counter not in own.values()]
            self._workers[name] = tuple(one for one in others if one.path.startswith(DRIVER))
            self._machine[name] = tuple(one for one in others if one.layer in MACHINE_LAYERS)

    def _letters_of(self, counters: Sequence[Counter]) -> tuple[str, ...]:
        systems = {counter.system for counter in counters if counter.system is not None}
        return tuple(sorted(self._letters[system] for system in systems if system in self._letters))


def _last(reader: SessionReader, counter: Counter, at_s: float, agent: str) -> tuple[float, float]:
    """Return the time and value of the last sample up to a given time."""
    time_s, value = reader.samples(counter, agent=agent)
    index = int(np.searchsorted(time_s, at_s + 1e-9, side="right")) - 1
    return (float(time_s[index]), float(value[index])) if index >= 0 else (-math.inf, math.nan)


def _combine(parts: Sequence[tuple[Floats, Floats]], fold: "np.ufunc") -> tuple[Floats, Floats]:
    """Combine several curves into one by whole seconds."""
    known = [(time_s, value) for time_s, value in parts if len(time_s)]
    if len(known) < 2:
        return known[0] if known else (np.empty(0), np.empty(0))
    time_s = np.concatenate([one for one, _ in known])
    seconds, first, places = np.unique(np.rint(time_s), return_index=True, return_inverse=True)
    value = np.full(len(seconds), np.nan if fold is np.fmax else 0.0)
    fold.at(value, places, np.concatenate([one for _, one in known]))
    return time_s[first], value


def _sum(figures: Sequence[tuple[Counter, float]], path: str) -> float:
    known = [value for counter, value in figures if counter.path == path and math.isfinite(value)]
    return sum(known) if known else math.nan


def _largest(figures: Sequence[tuple[Counter, float]], pattern: "re.Pattern[str]") -> float:
    known = [value for counter, value in figures if pattern.fullmatch(counter.path) and math.isfinite(value)]
    return max(known, default=math.nan)


class Imbalance(msgspec.Struct, frozen=True):
    """Figure that differs too much between agents with the same role.

    Attributes:
        most: Agent with the largest value, and the value; `least` is the agent with the smallest value.
    """

    figure: str
    most: tuple[str, float]
    least: tuple[str, float]


UNEVEN = 1.25
"""Ratio of largest to smallest figure above which an imbalance is reported."""
LATELY_S, LEAST_S = 30.0, 10.0
"""Length of the averaged interval in seconds, and the minimum number of values in it."""
LEAST_PERCENT = 10.0
"""Processor load below which differences between machines are ignored."""


def imbalances(agents: SessionAgents, at_s: float) -> list[Imbalance]:
    """Compare orders per user and processor load between agents that drive the same systems.

    Agents that were absent within the last `LATELY_S` seconds are excluded.
    """
    away = {one.agent for one in agents.absences(at_s) if one.to_s > at_s - LATELY_S}
    groups: dict[tuple[str, ...], list[str]] = {}
    for name, systems in agents.driven().items():
        if systems and name not in away:
            groups.setdefault(systems, []).append(name)
    found = []
    for group in groups.values():
        if len(group) < 2:
            continue
        users = {name: agents.lately(name, "users", at_s) or math.nan for name in group}
        orders = {name: agents.lately(name, "orders", at_s) / users[name] for name in group}
        busy = {name: max(agents.lately(name, PROCESSOR, at_s), LEAST_PERCENT) for name in group}
        for figure, values in (("orders", orders), ("processor", busy)):
            known = {name: value for name, value in values.items() if math.isfinite(value)}
            if len(known) < 2:
                continue
            most, least = max(known, key=known.__getitem__), min(known, key=known.__getitem__)
            if known[least] <= 0 or known[most] / known[least] > UNEVEN:
                found.append(Imbalance(figure, (most, known[most]), (least, known[least])))
    return found


class AgentResult(msgspec.Struct, frozen=True):
    """Agent in a session's result; null means unknown.

    Attributes:
        drives: Letters of the systems that it drives; `watches` lists the systems whose machines it monitors.
        processor: Model of the processor.
        cores: Logical processors.
        memory_gib: Memory in GiB; 0 if unknown.
        system: Operating system.
        uncertainty_s: Largest uncertainty of its clock during the run.
        drift_ppm: Drift of its clock relative to the engine's, if larger than the uncertainty.
        round_trip_s: Median round-trip time.
        late: Number of frames that arrived late.
        away_s: Seconds during which it was unresponsive or lost.
    """

    name: str
    host: str
    drives: list[str]
    watches: list[str]
    processor: str
    cores: int
    memory_gib: float
    system: str
    outpace: str
    uncertainty_s: float | None
    drift_ppm: float | None
    round_trip_s: float | None
    late: int | None
    away_s: float


def agent_results(reader: SessionReader) -> list[AgentResult]:
    """Return the agents of a session in recorded order; empty if no other machine was involved."""
    agents = SessionAgents(reader)
    sheets = {document.name: document.data for document in reader.documents_of(AgentSheet)}
    driven = agents.driven()
    away: dict[str, float] = {}
    for one in agents.absences():
        seconds = min(one.to_s, reader.length_s) - max(one.from_s, 0.0)
        away[one.agent] = away.get(one.agent, 0.0) + max(seconds, 0.0)
    return [
        _agent_result(agents, name, sheets.get(name, AgentSheet()), driven.get(name, ()), away.get(name, 0.0))
        for name in dict.fromkeys((*sheets, *agents.names))
    ]


def _drift_ppm(moved_s: float, lasted_s: float, uncertainty_s: float) -> float | None:
    """Return the drift of a clock; None if it is within the uncertainty."""
    return moved_s / lasted_s * 1e6 if abs(moved_s) > uncertainty_s else None


def _agent_result(
    agents: SessionAgents, name: str, sheet: AgentSheet, driven: Sequence[str], away_s: float
) -> AgentResult:
    def values(figure: str) -> tuple[Floats, Floats]:
        time_s, value = agents.series(name, figure)
        known = np.isfinite(value) & (time_s >= 0)
        return time_s[known], value[known]

    (_, unsure), (_, trips), (_, late) = values(UNCERTAINTY), values(ROUND_TRIP), values(LATE)
    time_s, offset = values(OFFSET)
    lasted = float(time_s[-1] - time_s[0]) if len(time_s) > 1 else 0.0
    return AgentResult(
        name=name,
        host=sheet.host,
        drives=list(sheet.drives or driven),
        watches=list(sheet.watches),
        processor=sheet.hardware.processor.model,
        cores=sheet.cores,
        memory_gib=sheet.hardware.memory.size_gib,
        system=sheet.system,
        outpace=sheet.outpace,
        uncertainty_s=float(unsure.max()) if len(unsure) else None,
        drift_ppm=_drift_ppm(float(offset[-1] - offset[0]), lasted, float(unsure[0] + unsure[-1]))
        if lasted >= LEAST_DRIFT_S and len(unsure)
        else None,
        round_trip_s=float(np.median(trips)) if len(trips) else None,
        late=round(float(late.sum())) if len(late) else None,
        away_s=away_s,
    )
