# SPDX-License-Identifier: Apache-2.0
"""Validity of a run: reasons that make it invalid, for example outages under load, and warnings to display."""

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
    TargetPlace,
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
from app.model.steps import ORDER, StepSystemResult
from app.model.workloads import StorageIo
from app.session.reader import SessionReader
from app.session.recorded_stops import recorded_stops, stalls_within, stopped_within
from app.session.records import Severity
from app.workloads.workload import Ledger
from collectors.block_devices import disks_below


@dataclass(slots=True)
class _TargetState:
    """State of one target.

    Attributes:
        disconnects: number of disconnects when the target last worked.
        since_s: start of its outage, after the common start; None while it works.
        error: error message of the last lost connection.
        lost: number of lost connections at each of the last two checks.
    """

    disconnects: int = 0
    orders: int = 0
    well_s: float = 0.0
    since_s: float | None = None
    hangs: bool = False
    error: Sentence | None = None
    lost: deque[int] = field(default_factory=lambda: deque([0, 0], maxlen=2))


class Outages:
    """Monitor that checks the users of every target once per second and records the start and end of outages as events.

    A target is down if connections were lost and none of its users is connected. It hangs if every user's call is
    stalled and the rule for stopped targets (app/model/target_stops.py) applies to the recording. It is up at the next
    order: a target that hung only briefly had a stall, which is not an outage and is reported at the end of the run. If
    all users lost their connections but are connected again by the next check, the target is reported as restarted with
    a cold cache. Other targets continue.
    """

    def __init__(self, recording: Recording) -> None:
        self._recording = recording
        self._states: dict[tuple[str, int], _TargetState] = {}
        self._over: list[Message] = []

    def second(self, now_ns: int) -> None:
        """Check all targets. `now_ns` is a time of perf_counter_ns."""
        now_s = (now_ns - self._recording.start_ns) / SECOND_NS
        for system in self._recording.systems:
            for target in system.targets:
                state = self._states.setdefault((system.letter, target.target), _TargetState())
                self._check(system, target, state, now_s)

    def leave(self) -> None:
        """End the load; the next load is monitored from scratch."""
        self._over = self.reasons()
        self._states.clear()

    def reasons(self) -> list[Message]:
        """Return all outages, past or ongoing; each one invalidates the run."""
        lasting: list[Message] = []
        for system in self._recording.systems:
            for target in system.targets:
                state = self._states.get((system.letter, target.target))
                if state is not None and state.since_s is not None:
                    lasting.append(_outage(place_of(system, target), state))
        return [*self._over, *lasting]

    def leave_out(self, stalls: Sequence[SystemStalled]) -> None:
        """Drop outages that were only stalls, according to the whole recording."""
        self._over = [one for one in self._over if not any(_is_stall(one, stall) for stall in stalls)]

    def _check(self, system: RecordedSystem, target: RecordedTarget, state: _TargetState, now_s: float) -> None:
        load = target.load
        requested = load.users_requested
        gone = requested > 0 and load.users_alive == 0 and target.disconnects > state.disconnects
        hangs = requested > 0 and load.users_stalled >= requested and (state.hangs or self._stopped(system, target))
        worked = target.orders > state.orders
        all_lost = 0 < requested <= target.connections_lost - state.lost[0]
        state.lost.append(target.connections_lost)
        if state.since_s is None:
            if gone or hangs:
                state.since_s, state.hangs = state.well_s, hangs
                state.error = None if hangs else Sentence(text=target.lost_text)
                lost = ServerLost(place=place_of(system, target), from_s=state.since_s, error=state.error)
                self._recording.event(lost, severity="error", system=system.system)
            elif all_lost:
                error = Sentence(text=target.lost_text)
                closed = ConnectionsClosed(place=place_of(system, target), at_s=state.well_s, error=error)
                self._over.append(closed)
                self._recording.event(closed, severity="error", system=system.system)
                state.lost.extend([target.connections_lost] * 2)
                state.well_s, state.disconnects = now_s, target.disconnects
            elif worked or requested == 0:
                state.well_s, state.disconnects = now_s, target.disconnects
        elif worked and not gone and not hangs:
            place = place_of(system, target)
            self._over.append(_outage(place, state, now_s))
            back = ServerBack(place=place, seconds=now_s - state.since_s)
            self._recording.event(back, severity="warning", system=system.system)
            state.since_s, state.hangs, state.well_s, state.disconnects = None, False, now_s, target.disconnects
        state.orders = target.orders

    def _stopped(self, system: RecordedSystem, target: RecordedTarget) -> bool:
        """Return whether a target has stopped responding, according to the recording so far."""
        with SessionReader.open(self._recording.writer.path) as reader:
            return any(
                (stop.system, stop.target) == (system.letter, target.number + 1) and not math.isfinite(stop.to_s)
                for stop in recorded_stops(reader)
            )


def _is_stall(outage: Message, stall: SystemStalled) -> bool:
    """Return whether an outage is only this stall, without lost connections."""
    if not isinstance(outage, Outage) or not outage.hangs or outage.to_s is None or outage.place != stall.place:
        return False
    return stall.from_s <= outage.to_s and outage.from_s <= stall.to_s


def _outage(place: TargetPlace, state: _TargetState, to_s: float | None = None) -> Outage:
    assert state.since_s is not None
    return Outage(place=place, from_s=state.since_s, to_s=to_s, hangs=state.hangs, error=state.error)


WAKING_S = 3.0
"""Seconds after a standstill during which outages and missing users are not checked."""
LOST_S = 3
"""Consecutive seconds after which a missing user counts as lost."""
WALL_JUMP_S = 1.0
MOST_LATE = 0.01
"""Largest share of late samples in a valid run."""
MOST_ERRORS = 0.01
"""Largest number of errors per order in a valid run."""


class Verdict(msgspec.Struct, frozen=True):
    """Verdict on a run.

    Attributes:
        reasons: reasons why the run is invalid; empty if it is valid.
        warnings: messages to display with the result.
    """

    reasons: list[Message]
    warnings: list[Message]

    @property
    def whole(self) -> bool:
        """True if the run is valid and covers the whole plan."""
        return not self.reasons and not any(isinstance(one, Incomplete) for one in self.warnings)


class WallClock:
    """Detector of machine sleep and clock changes, which compares wall time with the monotonic clock."""

    def __init__(self) -> None:
        self._offset_s = time.time() - time.perf_counter()

    def jump_s(self) -> float:
        """Return the seconds by which wall time has jumped since the last call, or 0."""
        offset_s = time.time() - time.perf_counter()
        jump_s, self._offset_s = offset_s - self._offset_s, offset_s
        return jump_s if abs(jump_s) > WALL_JUMP_S else 0.0


MOST_BESIDE = 0.25
"""Largest share of all cores that other programs may use without a warning: half a core out of two."""


class OtherWork:
    """Processor time used by other programs since `begin`.

    This is the user time of all programs except this process, its children and its parent (a window). Kernel time is
    excluded, because the kernel also works for the run.
    """

    def __init__(self) -> None:
        self._all_s = self._programs_s = 0.0
        self._ours_s: dict[int, float] = {}

    def begin(self) -> None:
        """Start counting."""
        self._all_s, self._programs_s = _machine_s()
        self._ours_s = _ours_s()

    def share(self) -> float:
        """Return the share of all cores that other programs used since `begin`."""
        all_s, programs_s = _machine_s()
        ours_s = sum(spent_s - self._ours_s.get(process, 0.0) for process, spent_s in _ours_s().items())
        passed_s = all_s - self._all_s
        return max(programs_s - self._programs_s - ours_s, 0.0) / passed_s if passed_s > 0 else 0.0

    def warning(self) -> OtherPrograms | None:
        """Return a warning if the share exceeds `MOST_BESIDE`."""
        share = self.share()
        return OtherPrograms(share=share, limit=MOST_BESIDE) if share > MOST_BESIDE else None


def _machine_s() -> tuple[float, float]:
    """Return the elapsed time of all cores and their user time."""
    spent = psutil.cpu_times()._asdict()
    # On Linux, user and nice already include guest time.
    counted = {name: seconds for name, seconds in spent.items() if name not in ("guest", "guest_nice")}
    return sum(counted.values()), counted["user"] + counted.get("nice", 0.0)


def _ours_s() -> dict[int, float]:
    """Return the user time of this process, its children and its parent, by process ID."""
    seconds_by_process = {}
    with suppress(psutil.Error):
        here = psutil.Process()
        for one in (here, *here.children(recursive=True), psutil.Process(os.getppid())):
            with suppress(psutil.Error):
                seconds_by_process[one.pid] = one.cpu_times().user
    return seconds_by_process


def _same_time(stop: SystemStopped, outage: Message) -> bool:
    """Return whether an outage overlaps in time with a stop of the same system."""
    if not isinstance(outage, Outage) or outage.place.system != stop.system:
        return False
    ends_s = [math.inf if one.to_s is None else one.to_s for one in (stop, outage)]
    return stop.from_s <= ends_s[1] and outage.from_s <= ends_s[0]


def _overlap(still: StoodStill | WorkerStoodStill, from_s: float, to_s: float) -> bool:
    return still.from_s < to_s and still.to_s > from_s


class Soundness:
    """Collector of the reasons that invalidate a run, and of its warnings."""

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
        self.stuck_places: set[TargetPlace] = set()
        """Targets with users that hung in the current load."""
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
        """Record which systems share a device with each other, or with the session's file.

        Args:
            folders: folder of each target, with its system's letter.
            session: the session's file.

        Returns:
            Devices shared by systems.
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
                    # For storage I/O the device itself is measured.
                    self.warn(SharedDevice(systems=letters, slower=True))
                else:
                    self._recording.event(shared[-1])
        if disks_below(session.parent) & systems.keys():
            self.warn(SessionOnDevice())
        return shared

    def prepared(self, prepared: Mapping[int, Prepared]) -> None:
        """Check that the prepared databases are identical."""
        if len({p.checksum for p in prepared.values()}) > 1:
            self._blame(DifferentData())

    def ready(self, prepared: Mapping[int, Prepared]) -> None:
        """Add the warnings from the targets' preparation, before a load."""
        for one in prepared.values():
            if one.pristine.warning:
                self.warn(Unsettled(warning=Sentence(text=one.pristine.warning)))

    def fact(self, message: WorkerEvent, severity: Severity) -> None:
        """Process a message from a target's workers."""
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
        """Check that all loads so far have the same driver."""
        calls = dict.fromkeys(one.calls for one in drivers)
        counting = dict.fromkeys(one.counting for one in drivers if one.counting)
        mixed = [part for part in (calls, counting) if len(part) > 1]
        if mixed and not self._mixed_drivers:
            self._mixed_drivers = True
            self._blame(MixedDrivers(drivers=[Sentence(text=one) for one in mixed[0]]))

    def never_returned(self, places: Collection[TargetPlace]) -> None:
        """Classify the hung users at the end of a load.

        Args:
            places: targets whose users waited longer than the latencies can explain; those users are lost, which
                invalidates the run. On other targets the calls were only slow, which is a warning.
        """
        for stuck in self._stuck:
            (self._reasons if stuck.place in places else self._warnings).append(stuck)
        self._stuck.clear()

    def under_way(self, system: RecordedSystem, result: StepSystemResult) -> None:
        """Note the calls in flight at the end of a measured window. With several windows, the worst one is reported."""
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
        """Set how often the plan is run, over all systems and repeats."""
        self._turns = turns

    def progress(self, phase: str, from_s: float, to_s: float) -> None:
        """Note that a step of the plan is over. Both times are in seconds after the common start."""
        if phase == "measure":
            self._measured_s += to_s - from_s
            self._measured_steps += 1
            self._windows.append((from_s, to_s))

    def stood_still(self, from_ns: int, to_ns: int) -> None:
        """Note a standstill of the engine, given in ns after the common start."""
        self._recording.stood_still(from_ns, to_ns)
        self._report_standstill(StoodStill(from_s=from_ns / SECOND_NS, to_s=to_ns / SECOND_NS))

    def worker_stood_still(
        self, system: RecordedSystem, place: TargetPlace, worker: int, from_ns: int, to_ns: int
    ) -> None:
        """Note a standstill of a worker, unless it overlaps with a standstill of the engine that has been noted."""
        from_s, to_s = from_ns / SECOND_NS, to_ns / SECOND_NS
        if any(isinstance(one, StoodStill) and _overlap(one, from_s, to_s) for one in self._standstills):
            return
        self._recording.stood_still(from_ns, to_ns)
        self._report_standstill(WorkerStoodStill(place=place, worker=worker, from_s=from_s, to_s=to_s), system.system)

    def _report_standstill(self, message: StoodStill | WorkerStoodStill, system: int | None = None) -> None:
        self._standstills.append(message)
        self._recording.event(message, severity="warning", system=system)
        self._awake_s = message.to_s + WAKING_S

    def over(self) -> None:
        """Note that the plan was completed."""
        self._over = True

    def left(self) -> None:
        """End the load; the next load is monitored from scratch."""
        self._outages.leave()
        self.stuck_places.clear()
        self._users_were_lost += self._users_lost.values()
        self._users_lost.clear()
        self._whole_s.clear()
        self._missing.clear()
        self._requested.clear()
        self.connecting = True

    def users_changed(self, system: RecordedSystem) -> None:
        """Note that a user changed the number of users under load."""
        self._warnings.append(UsersChanged(system=system.letter))

    def second(self, wall_jump_s: float, *, settling: bool = False) -> None:
        """Check the users; called once per second under load.

        Args:
            wall_jump_s: seconds that wall time jumped.
            settling: whether users are still being added, so that missing ones are not reported.
        """
        if wall_jump_s:
            self._blame(ClockJump(seconds=wall_jump_s))
        self._recording.warn_of_limits()
        now_ns = time.perf_counter_ns()
        if now_ns - self._recording.start_ns < self._awake_s * SECOND_NS:
            return  # right after a standstill, users look lost and calls look hung
        self._outages.second(now_ns)
        now_s = (now_ns - self._recording.start_ns) / SECOND_NS
        for system in self._recording.systems:
            alive = sum(target.load.users_alive for target in system.targets)
            key = system.letter
            # While the load rises, new users may need a moment, so only users requested during all of the last seconds
            # count.
            recent_requests = self._requested.setdefault(key, deque(maxlen=LOST_S))
            recent_requests.append(sum(target.load.users_requested for target in system.targets))
            requested = min(recent_requests)
            # A user that is being replaced is missing only briefly, so count the seconds for which users are missing.
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
        """Note that all requested users of a system are connected, and report it if some were lost."""
        lost = self._users_lost.pop(system.letter, None)
        if lost is not None and lost.from_s is not None:
            self._users_were_lost.append(msgspec.structs.replace(lost, to_s=now_s))
            back = UsersBack(system=system.letter, users=users, seconds=now_s - lost.from_s)
            self._recording.event(back, severity="warning", system=system.system)
        self._whole_s[system.letter] = now_s

    def measuring(self) -> None:
        """Note that a measuring step begins."""
        self._other_work.begin()

    def measured(self, load: Sentence | None = None) -> None:
        """Note that a measuring step is over.

        If the driver limits a system in several steps, the worst one is reported.

        Args:
            load: the step's load, if the plan has several.
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
        """Return whether one machine drives all of these systems."""
        places_by_system = [
            set().union(*(target.load.places for target in system.targets))
            for system in self._recording.systems
            if system.letter in letters
        ]
        return bool(set.intersection(*places_by_system))

    def _look_beside(self) -> None:
        """Check other programs' processor time, unless a system under test is among them."""
        loads = [target.load for system in self._recording.systems for target in system.targets]
        if not loads or any(load.beside and not load.embedded for load in loads):
            return
        if all("" not in load.places for load in loads) or any(load.beside and load.places != {""} for load in loads):
            return  # systems or workers are on other machines, so this machine's processor time is no measure
        other_programs = self._other_work.warning()
        if other_programs is not None and (
            self._other_programs is None or other_programs.share > self._other_programs.share
        ):
            self._other_programs = other_programs
            self._recording.event(other_programs, severity="warning")

    def nothing_measured(self, system: RecordedSystem, number: RunNumber | None, *, late: bool) -> None:
        """Note that a measuring step counted no orders of a system.

        Args:
            system: the system.
            number: number of the run; None if there is only one.
            late: whether the system's workers had not yet reported the whole window when its result was computed.
        """
        kind = FiguresLate if late else NothingMeasured
        self._blame(kind(system=system.letter, run=number), system)

    def count_rows(
        self,
        rows: Mapping[int, Ledger | None],
        prepared: Mapping[int, Prepared],
        found_wrong: Callable[[int], Sequence[Sentence]],
    ) -> None:
        """Check that, for each target under load, the added order rows exactly match the committed orders.

        Args:
            rows: current rows of the targets.
            prepared: the targets before the load.
            found_wrong: function that returns the faults found by the workload's own checks in a target.
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
            orders = target.calls[before.operation] if before.operation else target.orders
            expected = orders - target.rollbacks
            if added == expected:
                rows_added = RowsAdded(place=place, added=added, purchases=orders, rolled_back=target.rollbacks)
                self._recording.event(rows_added, system=system.system)
            else:
                self._blame(RowsDiffer(place=place, added=added, expected=expected), system)

    def look_for_stops(self) -> None:
        """Note systems that stopped responding while measured, unless an outage covers it; call it after a commit."""
        with SessionReader.open(self._recording.writer.path) as reader:
            several = {system.letter: len(system.targets) > 1 for system in reader.systems}
            stalls = [
                SystemStalled(
                    place=TargetPlace(system=one.system, target=one.target if several[one.system] else 0),
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
        """Return the verdict at the end. `stopped` is the reason for an early end."""
        users_lost = [*self._users_were_lost, *self._users_lost.values()]
        # Causes come first, because a headline has space for only the first reasons.
        reasons: list[Message] = [*self._agents_lost, *self._outages.reasons(), *self._stopped_systems, *users_lost]
        reasons += self._reasons
        if stopped is not None and (incomplete := self._incomplete(stopped)) is not None:
            # The measured part is valid, but readers must know that it is incomplete.
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
                errors_found = Errors(
                    system=system.letter,
                    errors=errors,
                    orders=system.orders,
                    sort=sort,
                    of_sort_count=count,
                    error=Sentence(text=text),
                )
                (reasons if errors > MOST_ERRORS * max(system.orders, 1) else self._warnings).append(errors_found)
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
        """Return what was measured before an early end, or None if that was everything."""
        plan = self._scenario.plan
        if self._over:
            return None
        if not plan.measured_s:
            return Incomplete(stopped=stopped, steps=self._measured_steps, plan=Sentence(text=plan.title))
        plan_s = plan.measured_s * self._turns
        if self._measured_s >= plan_s:
            return None
        # The times are in whole seconds, as in a headline: "measured 0:15 of 1:00".
        return Incomplete(stopped=stopped, measured_s=float(math.floor(self._measured_s)), planned_s=round(plan_s))

    def agents(self, troubles: AgentTroubles) -> None:
        """Add the agents' problems during the whole run."""
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
        """Add the counter sources without data at the end; their events are already recorded."""
        self._warnings += sources

    def warn(self, message: Message) -> None:
        """Add a warning to display with the result."""
        self._warnings.append(message)
        self._recording.event(message, severity="warning")

    def _blame(self, message: Message, system: RecordedSystem | None = None) -> None:
        self._reasons.append(message)
        identity = system.system if system is not None else None
        self._recording.event(message, severity="error", system=identity)
