# SPDX-License-Identifier: Apache-2.0
"""The agents of a session: machines that drove its load or were watched from afar, what each did, how its clock stood,
and when it was away. Live and recorded alike, of the session's file alone."""

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
"""What an agent has a curve of."""
BACK = kind_of(AgentBack)
LEAST_DRIFT_S = 10.0
"""In less nobody can tell how fast a clock goes."""
FRESH_S = 5.0
"""A value older than this is no current value."""


class AgentFigures(msgspec.Struct, frozen=True):
    """An agent at a moment; NaN is not known. systems: that it drives, by letter; watched: that its machine is watched
    for. busiest: its busiest worker, percent of a core. lag_s: how late its workers woke up (p99), the worst.
    processor: of the machine, percent. drift_s: how far its clock moved against the engine's since its first reading;
    where it stands is known within uncertainty_s. heard_s: since its last reading. late: frames that came late, so far.
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
        """Whether it has workers; else its machine is only watched."""
        return bool(self.systems)


@dataclass(frozen=True, slots=True)
class Absence:
    """An agent was away. from_s, to_s: since the common start; to_s infinite where it did not come back. lost: its
    connection had ended, so that its users are gone; else it was silent."""

    agent: str
    from_s: float
    to_s: float
    lost: bool


def absences(reader: SessionReader, until_s: float = math.inf) -> tuple[Absence, ...]:
    """When agents were away, in the order in which they went, as far as it was known at a moment."""
    found: dict[str, Absence] = {}
    over: list[Absence] = []
    for event in reader.events:
        message = event.message
        if not isinstance(message, AgentSilent | AgentBack | AgentLost) or event.t_s > until_s:
            continue
        agent = message.agent
        before = found.pop(agent, None)
        if isinstance(message, AgentBack):
            if before is not None:
                over.append(replace(before, to_s=event.t_s))
            continue
        told_s = message.at_s if isinstance(message, AgentLost) else message.from_s
        from_s = before.from_s if before is not None else event.t_s if told_s is None else told_s
        found[agent] = Absence(agent, from_s, math.inf, isinstance(message, AgentLost))
    return tuple(sorted((*over, *found.values()), key=lambda one: one.from_s))


def newest_of_agents(reader: SessionReader, at_s: float) -> dict[str, Event]:
    """The last that was told up to a moment of each agent that went, or came back."""
    return {
        event.message.agent: event
        for event in reader.events
        if isinstance(event.message, AgentSilent | AgentBack | AgentLost) and event.t_s <= at_s
    }


class Agents:
    """The agents of a session. Knows which counters are whose, and looks again when there are others."""

    def __init__(self, reader: SessionReader) -> None:
        self.reader = reader
        self._known = -1
        self._own: dict[str, dict[str, Counter]] = {}
        self._workers: dict[str, tuple[Counter, ...]] = {}
        self._machine: dict[str, tuple[Counter, ...]] = {}
        self._letters = {system.id: system.letter for system in reader.systems}

    @property
    def names(self) -> tuple[str, ...]:
        """In the order in which they are recorded; empty where one machine did everything."""
        self._update()
        return tuple(self._own)

    def own(self, agent: str, figure: str) -> Counter | None:
        """A counter of its own, such as "Clock Offset"."""
        self._update()
        return self._own.get(agent, {}).get(figure)

    def driven(self) -> dict[str, tuple[str, ...]]:
        """Which systems each drives, by letter."""
        self._update()
        return {name: self._letters_of(self._workers[name]) for name in self._own}

    def concerned(self, agent: str) -> tuple[str, ...]:
        """The systems that an agent drives or is watched for, by letter."""
        self._update()
        return self._letters_of((*self._workers.get(agent, ()), *self._machine.get(agent, ())))

    def at(self, agent: str, at_s: float) -> AgentFigures:
        """Its figures at a moment, seconds since the common start."""
        self._update()
        reader, workers = self.reader, self._workers[agent]
        lately = [(counter, *_last(reader, counter, at_s, agent)) for counter in (*workers, *self._own[agent].values())]
        heard_s = max((moment for _, moment, _ in lately), default=-math.inf)
        fresh = [(counter, value if at_s - moment <= FRESH_S else math.nan) for counter, moment, value in lately]
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
            late=self._late(agent, at_s),
            bytes_per_s=own.get(BYTES, math.nan),
        )

    def all_at(self, at_s: float) -> list[AgentFigures]:
        """Each of them."""
        return [self.at(name, at_s) for name in self.names]

    def _first_offset_s(self, agent: str) -> float:
        counter = self._own.get(agent, {}).get(OFFSET)
        value = self.reader.samples(counter, agent=agent)[1] if counter is not None else np.empty(0)
        known = value[np.isfinite(value)]
        return float(known[0]) if known.size else math.nan

    def _late(self, agent: str, at_s: float) -> float:
        """How many frames came late up to a moment; NaN where that is not recorded."""
        time_s, value = self.series(agent, LATE)
        known = value[(time_s <= at_s + 1e-9) & np.isfinite(value)]
        return float(known.sum()) if known.size else math.nan

    def absences(self, until_s: float = math.inf) -> tuple[Absence, ...]:
        """When agents were away, in the order in which they went, as far as it was known at a moment."""
        return absences(self.reader, until_s)

    def limiting(self, at_s: float) -> dict[str, tuple[str, ...]]:
        """The agents whose workers the engine found to limit systems, up to a moment, with the systems' letters."""
        found: dict[str, dict[str, None]] = {}
        for event in self.reader.events:
            if isinstance(event.message, DriverLimits) and event.t_s <= at_s:
                for reason in event.message.reasons:
                    if (agent := self.of_worker(event.message.system, reason.target, reason.worker)) is not None:
                        found.setdefault(agent, {})[event.message.system] = None
        return {agent: tuple(letters) for agent, letters in found.items()}

    def of_worker(self, letter: str, target: int, worker: int) -> str | None:
        """The agent that a worker of a system is on; None where that is this machine, or not known. target: from 1, 0
        where there is one only."""
        self._update()
        # Instances count targets from 0, messages from 1.
        end = f"(target {target - 1} worker {worker})" if target else f"(worker {worker})"
        for agent, counters in self._workers.items():
            for counter in counters:
                if self._letters.get(counter.system or -1) == letter and counter.path.rpartition("\\")[0].endswith(end):
                    return agent
        return None

    def series(self, agent: str, figure: str) -> tuple[Floats, Floats]:
        """Times (seconds since the common start) and values of an agent's curve, each (n,). figure: one of FIGURES;
        heads and orders of all its workers are added up, of shares of a core the largest stands."""
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
        return _together(parts, fold)

    def lately(self, agent: str, figure: str, at_s: float) -> float:
        """The mean of one of its curves in the last seconds; NaN where there are too few."""
        time_s, value = self.series(agent, figure)
        part = value[(time_s > at_s - LATELY_S) & (time_s <= at_s + 1e-9)]
        known = part[np.isfinite(part)]
        return float(known.mean()) if known.size >= LEAST_S else math.nan

    def uncertainty_s(self, at_s: float) -> float:
        """How far any of their clocks may be off at a moment: the largest ±; NaN where none is known."""
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
        if len(counters) == self._known:
            return
        self._known = len(counters)
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
    """The moment and the value of the last sample up to a moment."""
    time_s, value = reader.samples(counter, agent=agent)
    index = int(np.searchsorted(time_s, at_s + 1e-9, side="right")) - 1
    return (float(time_s[index]), float(value[index])) if index >= 0 else (-math.inf, math.nan)


def _together(parts: Sequence[tuple[Floats, Floats]], fold: "np.ufunc") -> tuple[Floats, Floats]:
    """Several curves as one, by whole seconds."""
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
    """A figure in which agents of one role differ by more than they should. most, least: by name, with the values."""

    figure: str
    most: tuple[str, float]
    least: tuple[str, float]


UNEVEN = 1.25
"""Agents whose figures differ by more than this factor are told."""
LATELY_S, LEAST_S = 30.0, 10.0
"""They are the means of so many last seconds, and of no fewer."""
LEAST_PERCENT = 10.0
"""Machines that do less than this differ in nothing that matters."""


def imbalances(agents: Agents, at_s: float) -> list[Imbalance]:
    """Where agents that drive the same systems do not do the same: the orders of a user, what their machines have to
    do. Those that were away lately are left out."""
    away = {one.agent for one in agents.absences(at_s) if one.to_s > at_s - LATELY_S}
    groups: dict[tuple[str, ...], list[str]] = {}
    for name, systems in agents.driven().items():
        if systems and name not in away:
            groups.setdefault(systems, []).append(name)
    told = []
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
                told.append(Imbalance(figure, (most, known[most]), (least, known[least])))
    return told


class AgentResult(msgspec.Struct, frozen=True):
    """A machine that drove load or was watched, and how it went. drives, watches: letters of systems. processor: its
    model; cores: as programs see them; memory_gib: 0 is not known; system: its operating system. uncertainty_s: the
    largest ± of its clock during the run; drift_ppm: by how much it went fast against the engine's, where that is more
    than the ± of it; round_trip_s: the median. late: frames that came late. away_s: how long it was silent or lost.
    null: not known."""

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
    """The agents of a session, in the order in which they are recorded; empty where one machine did everything."""
    agents = Agents(reader)
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


def _drift_ppm(moved_s: float, lasted_s: float, unsure_s: float) -> float | None:
    """How much faster a clock goes; None where what is not known of it may be all of that."""
    return moved_s / lasted_s * 1e6 if abs(moved_s) > unsure_s else None


def _agent_result(agents: Agents, name: str, sheet: AgentSheet, driven: Sequence[str], away_s: float) -> AgentResult:
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
