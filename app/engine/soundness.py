# SPDX-License-Identifier: Apache-2.0
"""Whether a run may be believed: what makes it invalid (also servers that went away under load, or that answered
nothing), and what its reader must be warned of."""

import math
import os
import time
from collections import deque
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

import msgspec
import psutil

from app.engine.agent_group import AgentTroubles
from app.engine.preparation import Prepared
from app.engine.recording import SECOND_NS, RecordedSystem, RecordedTarget, Recording, place_of
from app.model.censoring import HELD_UP_SHARE
from app.model.documents import LoadDriver
from app.model.events import (
    AgentClockUnsure,
    AgentLost,
    CallsUnderWay,
    ClockJump,
    ConnectionsClosed,
    ContentsWrong,
    DifferentData,
    DriverLimits,
    Errors,
    FiguresLate,
    Incomplete,
    LateSamples,
    MissedArrivals,
    MixedDrivers,
    NoData,
    NoOrders,
    NothingMeasured,
    OtherPrograms,
    Outage,
    Place,
    RowsAdded,
    RowsDiffer,
    RowsNotCounted,
    RunNumber,
    ServerBack,
    ServerLost,
    SessionOnDevice,
    SharedClient,
    SharedDevice,
    StoodStill,
    Stopped,
    SystemStalled,
    SystemStopped,
    Unsettled,
    UsersBack,
    UsersChanged,
    UsersHeldUp,
    UsersLost,
    UsersNotConnected,
    UsersStuck,
    WorkerDied,
    WorkerEvent,
    WorkerFailed,
    WorkerStoodStill,
    WrongData,
    unique,
)
from app.model.messages import Message, Sentence
from app.model.scenario import Scenario
from app.model.steps import ORDER, SystemResult
from app.model.workloads import StorageIo
from app.session.reader import SessionReader
from app.session.recorded_stops import recorded_stops, stalls_within, stopped_within
from app.session.records import Severity
from app.workloads.workload import Ledger
from collectors.block_devices import disks_below


@dataclass(slots=True)
class _Watched:
    """What is known of one target. disconnects: counted when it was last well. since_s: of its outage, after the common
    start; None while it is well. error: what its last connection said when it went away. lost: connections lost, as of
    the last two looks."""

    disconnects: int = 0
    orders: int = 0
    well_s: float = 0.0
    since_s: float | None = None
    hangs: bool = False
    error: Sentence | None = None
    lost: deque[int] = field(default_factory=lambda: deque([0, 0], maxlen=2))


class Outages:
    """Looks once a second at the users of every target, and tells an outage's beginning and end as events.

    A target is away when connections were lost and none of its users is connected. It hangs when every user's call is
    stalled and the rule for stopped targets (app/model/target_stops.py) holds for what was recorded. It is back with
    the next order: a target that only hung, and not for long, had a stall, which is no outage and is reported at the
    end. Where all lost their connections and have new ones by the time of the look, it has restarted, and is not as
    warm as it was. The other targets go on.
    """

    def __init__(self, recording: Recording) -> None:
        self._recording = recording
        self._watched: dict[tuple[str, int], _Watched] = {}
        self._over: list[Message] = []

    def second(self, now_ns: int) -> None:
        """now_ns: perf_counter_ns."""
        now_s = (now_ns - self._recording.start_ns) / SECOND_NS
        for system in self._recording.systems:
            for target in system.targets:
                watched = self._watched.setdefault((system.letter, target.target), _Watched())
                self._look(system, target, watched, now_s)

    def leave(self) -> None:
        """The load is off: the next one is watched anew."""
        self._over = self.reasons()
        self._watched.clear()

    def reasons(self) -> list[Message]:
        """Why the run is not valid: each outage, ended or not."""
        lasting: list[Message] = []
        for system in self._recording.systems:
            for target in system.targets:
                watched = self._watched.get((system.letter, target.target))
                if watched is not None and watched.since_s is not None:
                    lasting.append(_outage(place_of(system, target), watched))
        return [*self._over, *lasting]

    def leave_out(self, stalls: Sequence[SystemStalled]) -> None:
        """Drop outages of targets that, as the whole recording shows, only had a stall."""
        self._over = [one for one in self._over if not any(_of_stall(one, stall) for stall in stalls)]

    def _look(self, system: RecordedSystem, target: RecordedTarget, watched: _Watched, now_s: float) -> None:
        load = target.load
        requested = load.users_requested
        gone = requested > 0 and load.users_alive == 0 and target.disconnects > watched.disconnects
        hangs = requested > 0 and load.users_stalled >= requested and (watched.hangs or self._stopped(system, target))
        worked = target.orders > watched.orders
        all_lost = 0 < requested <= target.connections_lost - watched.lost[0]
        watched.lost.append(target.connections_lost)
        if watched.since_s is None:
            if gone or hangs:
                watched.since_s, watched.hangs = watched.well_s, hangs
                watched.error = None if hangs else Sentence(text=target.lost_text)
                lost = ServerLost(place=place_of(system, target), from_s=watched.since_s, error=watched.error)
                self._recording.event(lost, severity="error", system=system.system)
            elif all_lost:
                error = Sentence(text=target.lost_text)
                closed = ConnectionsClosed(place=place_of(system, target), at_s=watched.well_s, error=error)
                self._over.append(closed)
                self._recording.event(closed, severity="error", system=system.system)
                watched.lost.extend([target.connections_lost] * 2)
                watched.well_s, watched.disconnects = now_s, target.disconnects
            elif worked or requested == 0:
                watched.well_s, watched.disconnects = now_s, target.disconnects
        elif worked and not gone and not hangs:
            place = place_of(system, target)
            self._over.append(_outage(place, watched, now_s))
            back = ServerBack(place=place, seconds=now_s - watched.since_s)
            self._recording.event(back, severity="warning", system=system.system)
            watched.since_s, watched.hangs, watched.well_s, watched.disconnects = None, False, now_s, target.disconnects
        watched.orders = target.orders

    def _stopped(self, system: RecordedSystem, target: RecordedTarget) -> bool:
        """Return whether a target has stopped, according to the recording so far."""
        with SessionReader.open(self._recording.writer.path) as reader:
            return any(
                (stop.system, stop.target) == (system.letter, target.number + 1) and not math.isfinite(stop.to_s)
                for stop in recorded_stops(reader)
            )


def _of_stall(outage: Message, stall: SystemStalled) -> bool:
    """Return whether an outage is of calls that hung in a stall, and of nothing else."""
    if not isinstance(outage, Outage) or not outage.hangs or outage.to_s is None or outage.place != stall.place:
        return False
    return stall.from_s <= outage.to_s and outage.from_s <= stall.to_s


def _outage(place: Place, watched: _Watched, to_s: float | None = None) -> Outage:
    assert watched.since_s is not None
    return Outage(place=place, from_s=watched.since_s, to_s=to_s, hangs=watched.hangs, error=watched.error)


WAKING_S = 3.0
"""After a standstill outages and missing users are looked for again so much later."""
LOST_S = 3
"""A user that is missing for so many seconds in a row is lost."""
WALL_JUMP_S = 1.0
MOST_LATE = 0.01
"""Share of the samples that may come late in a valid run."""
MOST_ERRORS = 0.01
"""Errors for each order above which a run is invalid."""


class Verdict(msgspec.Struct, frozen=True):
    """reasons: why the run is invalid, none for a valid one. warnings: what its reader must know."""

    reasons: list[Message]
    warnings: list[Message]

    @property
    def whole(self) -> bool:
        """Whether it is a valid run of the whole plan."""
        return not self.reasons and not any(isinstance(one, Incomplete) for one in self.warnings)


class WallClock:
    """Sees a machine that slept, or whose clock was set: wall time against the clock that everything is measured by."""

    def __init__(self) -> None:
        self._offset_s = time.time() - time.perf_counter()

    def jump_s(self) -> float:
        """Seconds that wall time jumped since the last call, 0 where it did not."""
        offset_s = time.time() - time.perf_counter()
        jump_s, self._offset_s = offset_s - self._offset_s, offset_s
        return jump_s if abs(jump_s) > WALL_JUMP_S else 0.0


MOST_BESIDE = 0.25
"""Share of all cores: of two cores half a one."""


class OtherWork:
    """What ran beside the run, from `begin` on: of all time that programs spent outside the system's kernel, which
    works for the run too, what was not spent by this process, its children, or the one that started it (a window)."""

    def __init__(self) -> None:
        self._all_s = self._programs_s = 0.0
        self._ours_s: dict[int, float] = {}

    def begin(self) -> None:
        """From now on."""
        self._all_s, self._programs_s = _machine_s()
        self._ours_s = _ours_s()

    def share(self) -> float:
        """Of all cores since `begin`."""
        all_s, programs_s = _machine_s()
        ours_s = sum(spent_s - self._ours_s.get(process, 0.0) for process, spent_s in _ours_s().items())
        passed_s = all_s - self._all_s
        return max(programs_s - self._programs_s - ours_s, 0.0) / passed_s if passed_s > 0 else 0.0

    def warning(self) -> OtherPrograms | None:
        """What a reader of the result must know of it."""
        share = self.share()
        return OtherPrograms(share=share, limit=MOST_BESIDE) if share > MOST_BESIDE else None


def _machine_s() -> tuple[float, float]:
    """The time of all cores, and what programs spent of it."""
    spent = psutil.cpu_times()._asdict()
    # Linux counts guests' time within user and nice as well.
    counted = {name: seconds for name, seconds in spent.items() if name not in ("guest", "guest_nice")}
    return sum(counted.values()), counted["user"] + counted.get("nice", 0.0)


def _ours_s() -> dict[int, float]:
    """Of this process, its children, and the one that started it, by process."""
    found = {}
    with suppress(psutil.Error):
        here = psutil.Process()
        for one in (here, *here.children(recursive=True), psutil.Process(os.getppid())):
            with suppress(psutil.Error):
                found[one.pid] = one.cpu_times().user
    return found


def _same_time(stop: SystemStopped, outage: Message) -> bool:
    """Whether an outage tells of the same time of a system."""
    if not isinstance(outage, Outage) or outage.place.system != stop.system:
        return False
    ends_s = [math.inf if one.to_s is None else one.to_s for one in (stop, outage)]
    return stop.from_s <= ends_s[1] and outage.from_s <= ends_s[0]


def _overlap(still: StoodStill | WorkerStoodStill, from_s: float, to_s: float) -> bool:
    return still.from_s < to_s and still.to_s > from_s


class Soundness:
    """Gathers during a run what speaks against it."""

    def __init__(self, scenario: Scenario, recording: Recording) -> None:
        self._scenario = scenario
        self._recording = recording
        self._agents_lost: list[AgentLost] = []
        self._reasons: list[Message] = []
        self._warnings: list[Message] = []
        self._measured_s = 0.0
        self._windows: list[tuple[float, float]] = []
        self._standstills: list[StoodStill | WorkerStoodStill] = []
        self._awake_s = 0.0
        self._measured_steps = 0
        self._turns = 1
        self._over = False
        self._shared_client = False
        self._mixed_drivers = False
        self._other_work = OtherWork()
        self._other_programs: OtherPrograms | None = None
        self._limits: dict[str, DriverLimits] = {}
        self._stuck: list[UsersStuck] = []
        self.stuck_places: set[Place] = set()
        """Where users of the present load never came back."""
        self._under_way: dict[str, CallsUnderWay] = {}
        self._held_up: dict[str, UsersHeldUp] = {}
        self._missing: dict[str, int] = {}
        self._whole_s: dict[str, float] = {}
        self._users_lost: dict[str, UsersLost] = {}
        self._users_were_lost: list[UsersLost] = []
        self._requested: dict[str, deque[int]] = {}
        self._outages = Outages(recording)
        self._stopped_systems: list[SystemStopped] = []
        self.last_trouble: Message | None = None
        self.unconnected: Message | None = None
        self.connecting = True

    def look_at_disks(self, folders: Sequence[tuple[str, Path]], session: Path) -> list[SharedDevice]:
        """What shares a device is said: systems with each other (also returned), and the session's file with a system.

        folders: of each target, with its system's letter.
        """
        shared = []
        systems: dict[str, set[str]] = {}
        for letter, folder in folders:
            for disk in disks_below(folder):
                systems.setdefault(disk, set()).add(letter)
        for letters in dict.fromkeys(tuple(sorted(letters)) for letters in systems.values()):
            if len(letters) > 1:
                shared.append(SharedDevice(systems=letters))
                if isinstance(self._scenario.workload, StorageIo):
                    # Here the device is what is measured.
                    self.warn(SharedDevice(systems=letters, slower=True))
                else:
                    self._recording.event(shared[-1])
        if disks_below(session.parent) & systems.keys():
            self.warn(SessionOnDevice())
        return shared

    def prepared(self, prepared: Mapping[int, Prepared]) -> None:
        """The databases are ready: are they the same?"""
        if len({p.checksum for p in prepared.values()}) > 1:
            self._blame(DifferentData())

    def ready(self, prepared: Mapping[int, Prepared]) -> None:
        """The targets are ready for a load: what their preparation warns of."""
        for one in prepared.values():
            if one.pristine.warning:
                self.warn(Unsettled(warning=Sentence(text=one.pristine.warning)))

    def fact(self, message: WorkerEvent, severity: Severity) -> None:
        """What a target's workers told."""
        if severity != "info":
            self.last_trouble = message
        if isinstance(message, UsersNotConnected) and self.connecting:
            self.unconnected = message
        elif isinstance(message, WorkerDied | WorkerFailed):
            self._reasons.append(message)
        elif isinstance(message, UsersStuck):
            self._stuck.append(message)
            self.stuck_places.add(message.place)
        elif severity != "info":
            self._warnings.append(message)

    def driven(self, drivers: Sequence[LoadDriver]) -> None:
        """What drives the loads so far: all of it must be the same."""
        calls = dict.fromkeys(one.calls for one in drivers)
        counting = dict.fromkeys(one.counting for one in drivers if one.counting)
        mixed = [part for part in (calls, counting) if len(part) > 1]
        if mixed and not self._mixed_drivers:
            self._mixed_drivers = True
            self._blame(MixedDrivers(drivers=[Sentence(text=one) for one in mixed[0]]))

    def never_returned(self, places: Collection[Place]) -> None:
        """A load has ended. places: the targets some of whose users waited for longer than was to be expected: these
        were lost. Elsewhere those whose calls did not return are as slow as the others."""
        for stuck in self._stuck:
            (self._reasons if stuck.place in places else self._warnings).append(stuck)
        self._stuck.clear()

    def under_way(self, system: RecordedSystem, result: SystemResult) -> None:
        """What had not come back when a measured window of a system ended. Of several windows the worst is told."""
        orders = result.operations.get(ORDER)
        if orders is None or not orders.censored:
            return
        letter, oldest_s = system.letter, orders.oldest_s
        calls = CallsUnderWay(system=letter, calls=orders.censored, oldest_s=oldest_s)
        self._recording.event(calls, severity="warning", system=system.system)
        if letter not in self._under_way or self._under_way[letter].oldest_s < oldest_s:
            self._under_way[letter] = calls
        if not result.held_up:
            return
        held_up = UsersHeldUp(system=letter, users=result.held_up, share=HELD_UP_SHARE, oldest_s=oldest_s)
        self._recording.event(held_up, severity="error", system=system.system)
        if letter not in self._held_up or self._held_up[letter].users < held_up.users:
            self._held_up[letter] = held_up

    def planned(self, turns: int) -> None:
        """How often the plan is gone through, all systems and repeats together."""
        self._turns = turns

    def progress(self, phase: str, from_s: float, to_s: float) -> None:
        """A step of the plan is over. Both after the common start."""
        if phase == "measure":
            self._measured_s += to_s - from_s
            self._measured_steps += 1
            self._windows.append((from_s, to_s))

    def stood_still(self, from_ns: int, to_ns: int) -> None:
        """The engine did not run meanwhile, nanoseconds after the common start."""
        self._recording.stood_still(from_ns, to_ns)
        self._tell_standstill(StoodStill(from_s=from_ns / SECOND_NS, to_s=to_ns / SECOND_NS))

    def worker_stood_still(self, system: RecordedSystem, place: Place, worker: int, from_ns: int, to_ns: int) -> None:
        """A worker did not run meanwhile; where the engine did not either, that is told already."""
        from_s, to_s = from_ns / SECOND_NS, to_ns / SECOND_NS
        if any(isinstance(one, StoodStill) and _overlap(one, from_s, to_s) for one in self._standstills):
            return
        self._recording.stood_still(from_ns, to_ns)
        self._tell_standstill(WorkerStoodStill(place=place, worker=worker, from_s=from_s, to_s=to_s), system.system)

    def _tell_standstill(self, message: StoodStill | WorkerStoodStill, system: int | None = None) -> None:
        self._standstills.append(message)
        self._recording.event(message, severity="warning", system=system)
        self._awake_s = message.to_s + WAKING_S

    def over(self) -> None:
        """The plan was gone through to its end."""
        self._over = True

    def left(self) -> None:
        """The load is off: what is watched begins anew with the next one."""
        self._outages.leave()
        self.stuck_places.clear()
        self._users_were_lost += self._users_lost.values()
        self._users_lost.clear()
        self._whole_s.clear()
        self._missing.clear()
        self._requested.clear()
        self.connecting = True

    def users_changed(self, system: RecordedSystem) -> None:
        """A person changed the number of users while the load was on."""
        self._warnings.append(UsersChanged(system=system.letter))

    def second(self, wall_jump_s: float, *, settling: bool = False) -> None:
        """Once a second under load. settling: users are still being added, and may take a while to connect."""
        if wall_jump_s:
            self._blame(ClockJump(seconds=wall_jump_s))
        self._recording.warn_of_limits()
        now_ns = time.perf_counter_ns()
        if now_ns - self._recording.start_ns < self._awake_s * SECOND_NS:
            return  # users and calls look lost or stuck that only stood still
        self._outages.second(now_ns)
        now_s = (now_ns - self._recording.start_ns) / SECOND_NS
        for system in self._recording.systems:
            alive = sum(target.load.users_alive for target in system.targets)
            key = system.letter
            # Where the load rises, users that are new may take a moment: those of all of the last seconds count.
            wanted = self._requested.setdefault(key, deque(maxlen=LOST_S))
            wanted.append(sum(target.load.users_requested for target in system.targets))
            requested = min(wanted)
            # A user that is just being replaced is missing for a moment.
            self._missing[key] = self._missing.get(key, 0) + 1 if alive < requested and not settling else 0
            if not self._missing[key]:
                self._users_back(system, requested, now_s)
            elif key in self._users_lost:
                lost = self._users_lost[key]
                self._users_lost[key] = msgspec.structs.replace(lost, at_work=min(lost.at_work, alive))
            elif self._missing[key] == LOST_S:
                lost = UsersLost(system=key, at_work=alive, users=requested)
                self._recording.event(lost, severity="error", system=system.system)
                self._users_lost[key] = msgspec.structs.replace(lost, from_s=self._whole_s.get(key, now_s))

    def _users_back(self, system: RecordedSystem, users: int, now_s: float) -> None:
        """All of a system's users are at work."""
        lost = self._users_lost.pop(system.letter, None)
        if lost is not None and lost.from_s is not None:
            self._users_were_lost.append(msgspec.structs.replace(lost, to_s=now_s))
            back = UsersBack(system=system.letter, users=users, seconds=now_s - lost.from_s)
            self._recording.event(back, severity="warning", system=system.system)
        self._whole_s[system.letter] = now_s

    def measuring(self) -> None:
        """A measuring step begins."""
        self._other_work.begin()

    def measured(self, load: Sentence | None = None) -> None:
        """A measuring step is over. load: its own, where the plan has several.

        Of several steps in which the driver limits a system, the worst is told.
        """
        self._look_beside()
        limits = self._recording.measured_limits()
        for letter, limit in limits.items():
            if letter not in self._limits or (limit.invalid and not self._limits[letter].invalid):
                self._limits[letter] = msgspec.structs.replace(limit, measured=True, load=load)
        if len(limits) > 1 and not self._shared_client and self._share_a_client(limits):
            self._shared_client = True
            self._recording.event(SharedClient(systems=tuple(sorted(limits))), severity="warning")

    def _share_a_client(self, letters: Collection[str]) -> bool:
        """Whether one machine drives all of these systems."""
        every = [
            set().union(*(target.load.places for target in system.targets))
            for system in self._recording.systems
            if system.letter in letters
        ]
        return bool(set.intersection(*every))

    def _look_beside(self) -> None:
        """Only where every process beside ours is none of a system under test."""
        loads = [target.load for system in self._recording.systems for target in system.targets]
        if not loads or any(load.beside and not load.embedded for load in loads):
            return
        if all("" not in load.places for load in loads) or any(load.beside and load.places != {""} for load in loads):
            return  # the systems are on other machines, or all that drives them is
        found = self._other_work.warning()
        if found is not None and (self._other_programs is None or found.share > self._other_programs.share):
            self._other_programs = found
            self._recording.event(found, severity="warning")

    def nothing_measured(self, system: RecordedSystem, number: RunNumber | None, *, late: bool) -> None:
        """Note that a measuring step counted no order of a system.

        Args:
            number: Which run of several; None where there is one.
            late: The system's workers had not reported all of the window when its result was made.
        """
        kind = FiguresLate if late else NothingMeasured
        self._blame(kind(system=system.letter, run=number), system)

    def count_rows(
        self,
        rows: Mapping[int, Ledger | None],
        prepared: Mapping[int, Prepared],
        found_wrong: Callable[[int], Sequence[Sentence]],
    ) -> None:
        """Orders added must be the purchases without the rolled-back ones, row for row; of the targets under load.

        prepared: the targets before the load. found_wrong: by the workload's own checks.
        """
        numbered = [(system, target) for system in self._recording.systems for target in system.targets]
        for system, target in numbered:
            number = target.place
            place = place_of(system, target)
            if number not in rows:
                self._blame(RowsNotCounted(place=place), system)
                continue
            for wrong in found_wrong(number):
                self._blame(ContentsWrong(place=place, wrong=wrong), system)
            after, before = rows[number], prepared[number].rows
            if after is None or before is None:
                continue
            added = after.added_since(before)
            expected = target.orders - target.rollbacks
            if added == expected:
                found = RowsAdded(place=place, added=added, purchases=target.orders, rolled_back=target.rollbacks)
                self._recording.event(found, system=system.system)
            else:
                self._blame(RowsDiffer(place=place, added=added, expected=expected), system)

    def look_for_stops(self) -> None:
        """After the last commit: the systems that had stopped while they were measured. An outage says it already."""
        with SessionReader.open(self._recording.writer.path) as reader:
            several = {system.letter: len(system.targets) > 1 for system in reader.systems}
            stalls = [
                SystemStalled(
                    place=Place(system=one.system, target=one.target if several[one.system] else 0),
                    from_s=one.from_s,
                    to_s=one.to_s,
                )
                for one in stalls_within(reader, 0, math.inf)
            ]
            self._outages.leave_out(stalls)
            self._warnings += stalls
            for from_s, to_s in self._windows:
                for one in stopped_within(reader, from_s, to_s):
                    stop = SystemStopped(
                        system=one.letter,
                        from_s=one.from_s,
                        to_s=one.to_s if math.isfinite(one.to_s) else None,
                        cause=one.cause,
                        stopped=one.stopped,
                        targets=one.targets,
                    )
                    if not any(_same_time(stop, outage) for outage in self._outages.reasons()):
                        self._stopped_systems.append(stop)

    def verdict(self, stopped: Stopped | None) -> Verdict:
        """At the end. stopped: why the run ended before its time."""
        users_lost = [*self._users_were_lost, *self._users_lost.values()]
        # What the others follow from comes first: it is what a headline has room for.
        reasons: list[Message] = [*self._agents_lost, *self._outages.reasons(), *self._stopped_systems, *users_lost]
        reasons += self._reasons
        if stopped is not None and (incomplete := self._incomplete(stopped)) is not None:
            # What was measured may be trusted; a reader must know that it is not all.
            (self._warnings if incomplete.something else reasons).insert(0, incomplete)
        for still in self._standstills:
            measured = any(_overlap(still, from_s, to_s) for from_s, to_s in self._windows)
            (reasons if measured else self._warnings).append(still)
        reasons += self._held_up.values()
        self._warnings += self._under_way.values()
        if self._other_programs is not None:
            self._warnings.append(self._other_programs)
        for limit in self._limits.values():
            (reasons if limit.invalid else self._warnings).append(limit)
        for system in self._recording.systems:
            if not system.target_ids:
                continue
            if reads := system.wrong_data:
                error = Sentence(text=system.wrong_text)
                reasons.append(WrongData(system=system.letter, reads=reads, error=error))
            if errors := system.errors:
                sort, (count, text) = max(system.error_sorts.items(), key=lambda one: one[1][0])
                found = Errors(
                    system=system.letter,
                    errors=errors,
                    orders=system.orders,
                    sort=sort,
                    of_sort_count=count,
                    error=Sentence(text=text),
                )
                (reasons if errors > MOST_ERRORS * max(system.orders, 1) else self._warnings).append(found)
            elif system.orders == 0:
                reasons.append(NoOrders(system=system.letter))
            if missed := system.missed_arrivals:
                self._warnings.append(MissedArrivals(system=system.letter, missed=missed))
        late = self._recording.late_samples
        if late:
            bad = late > MOST_LATE * self._recording.frames
            (reasons if bad else self._warnings).append(LateSamples(late=late, samples=self._recording.frames))
        return Verdict(unique(reasons), unique(self._warnings))

    def _incomplete(self, stopped: Stopped) -> Incomplete | None:
        """What was measured before an early end; None where that was everything."""
        plan = self._scenario.plan
        if self._over:
            return None
        if not plan.measured_s:
            return Incomplete(stopped=stopped, steps=self._measured_steps, plan=Sentence(text=plan.title))
        plan_s = plan.measured_s * self._turns
        if self._measured_s >= plan_s:
            return None
        # Whole seconds, as a headline counts them: "measured 0:15 of 1:00".
        return Incomplete(stopped=stopped, measured_s=float(math.floor(self._measured_s)), planned_s=round(plan_s))

    def agents(self, troubles: AgentTroubles) -> None:
        """What was seen of the agents in the whole run."""
        self._agents_lost += troubles.lost
        for silence in troubles.silences:
            from_s = silence.from_s
            measured = from_s is not None and any(
                from_s < end_s and from_s + silence.seconds > begin_s for begin_s, end_s in self._windows
            )
            (self._reasons if measured else self._warnings).append(silence)
        for other in troubles.others:
            bad = isinstance(other, AgentClockUnsure) and other.invalid
            (self._reasons if bad else self._warnings).append(other)

    def without_data(self, sources: Sequence[NoData]) -> None:
        """The sources of counters that gave no data to the end, of which there are events already."""
        self._warnings += sources

    def warn(self, message: Message) -> None:
        """Something that a reader of the result must know."""
        self._warnings.append(message)
        self._recording.event(message, severity="warning")

    def _blame(self, message: Message, system: RecordedSystem | None = None) -> None:
        self._reasons.append(message)
        identity = system.system if system is not None else None
        self._recording.event(message, severity="error", system=identity)
