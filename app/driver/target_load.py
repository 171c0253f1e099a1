# SPDX-License-Identifier: Apache-2.0
"""Load on one target as the engine uses it: it accepts commands, returns frames, and manages the worker processes.

The machine's counters are not part of it.
"""

import contextlib
import logging
import time
from collections import deque
from collections.abc import Sequence
from multiprocessing.connection import wait
from pathlib import Path
from time import perf_counter_ns
from typing import Literal, Self

import msgspec

from app.driver.depth_crew import in_depth
from app.driver.driver_choice import DriverChoice, native_lack
from app.driver.frame_check import MOST_LETTERS, MOST_SORTS, fault, fault_of_troubles
from app.driver.limits import WARN_SHARE, WorkerSecond, worker_second
from app.driver.load import MOST_USERS, Load, Seat, ramp_ns, split
from app.driver.place import Here, Place
from app.driver.series import column
from app.driver.worker import worker_main
from app.driver.worker_messages import (
    Assign,
    Channel,
    Command,
    Failed,
    Finished,
    Frame,
    Message,
    Ready,
    Release,
    Setup,
    Steer,
    Stop,
    Trouble,
)
from app.model.documents import LoadDriver
from app.model.events import (
    UsersNotConnected,
    UsersStuck,
    WorkerAdded,
    WorkerDied,
    WorkerEvent,
    WorkerFailed,
    WorkerReplaced,
)
from app.model.messages import Sentence
from app.model.recordable import require_recordable
from app.workloads.described import EncodedDescription
from app.workloads.workload import BatchedWorkload, Operation, Workload

log = logging.getLogger(__name__)


class Member:
    """Worker process on some machine, with its connection and its last frame.

    Attributes:
        seated: Whether it may have users; a worker added later gets none until it is ready.
        share: CPU time in the last full second as a share of one core, excluding calls to an embedded engine; initially
            NaN.
        busy_seconds: Consecutive seconds above the warning share.
        dismissed: Whether the command to stop was sent.
    """

    def __init__(
        self,
        setup: Setup,
        place: Place,
        log_path: Path | None,
        *,
        operations: int,
        engine_columns: int,
        in_depth: bool,
        seated: bool,
    ) -> None:
        """Start the process.

        Args:
            setup: Setup of the worker.
            place: Machine on which to run it.
            log_path: File for tracebacks.
            operations: Number of operations that its frames may contain.
            engine_columns: Number of columns of the workload's own series that its frames may contain.
            in_depth: Whether one thread drives the I/Os of all users.
            seated: Whether the worker may have users.

        Raises:
            OSError: If it cannot be started.
        """
        self.worker = setup.worker
        self._target = setup.target
        self.seated = seated
        self.ready = False
        self.failed = False
        self.finished = False
        self.dismissed = False
        self.last: Frame | None = None
        self.share = float("nan")
        self.busy_seconds = 0
        self._decoder: msgspec.msgpack.Decoder[Message] = msgspec.msgpack.Decoder(Message)
        self._load = setup.load
        self._in_depth = in_depth
        self._operations, self._engine_columns = operations, engine_columns
        name = f"worker {setup.target}.{setup.worker}"
        self._running = place.start(name, worker_main, msgspec.msgpack.encode(setup), log_path=log_path)
        self.connection = self._running.connection
        self.process = self._running.process
        self.place = place
        self._start_ns: int | None = None
        self._there_ns = 0
        self._sorts: set[str] = set()

    def send(self, command: Command) -> None:
        """Send a command. A dead worker is detected by `receive`, not here."""
        with contextlib.suppress(OSError):
            self._running.send(msgspec.msgpack.encode(command))

    def release(self, start_ns: int, begin_ns: int) -> None:
        """Send the common start; see TargetLoad.release."""
        self._start_ns = start_ns
        self._there_ns = self.place.there_ns(start_ns)
        self.send(Release(self._there_ns, self.place.there_ns(begin_ns)))

    def _steer(self, start_ns: int) -> None:
        """Correct the worker's seconds if its clock drifts from the engine's."""
        there_ns = self.place.there_ns(start_ns)
        if abs(there_ns - self._there_ns) >= STEER_NS:
            self._there_ns = there_ns
            self.send(Steer(there_ns))

    def receive(self) -> Message | None:
        """Return the next message that has arrived, if any.

        Raises:
            EOFError: If the worker is gone, or sends an invalid message: its machine may be compromised.
        """
        data = self._running.receive()
        if data is None:
            return None
        try:
            message = self._decoder.decode(data)
        except (msgspec.DecodeError, ValueError, RecursionError) as error:
            log.warning("worker %d is let go: %s", self.worker, error)
            raise EOFError from error
        if strange := self._strange(message):
            log.warning("worker %d is let go: %s can't be", self.worker, strange)
            raise EOFError
        return message

    def _strange(self, message: Message) -> str:
        """Return what is invalid in a message at this point in the protocol, or "" if it is valid."""
        if message.worker != self.worker:
            return "what is another's"
        match message:
            case Frame():
                if self._start_ns is None:
                    return "a second before the start"
                now_ns = perf_counter_ns() - self._start_ns
                return (
                    fault(message, self.last, self._operations, self._engine_columns, now_ns)
                    or fault_of_troubles(message.troubles)
                    or self._fault_of_sorts(message.troubles)
                )
            case Ready():
                again = self.ready
                if strange := fault_of_troubles(message.troubles):
                    return strange
                try:
                    require_recordable(message.driver)
                except ValueError as error:
                    return str(error)
            case Failed():
                again = self.failed
            case Finished():
                again = self.finished
        return "the same again" if again else ""

    def _fault_of_sorts(self, troubles: Sequence[Trouble]) -> str:
        """Check the total number of error kinds in all frames, because the engine stores them until the end."""
        self._sorts.update(trouble.kind for trouble in troubles)
        return "so many sorts of errors" if len(self._sorts) > MOST_SORTS else ""

    def measure(self, frame: Frame) -> WorkerSecond | None:
        """Return the worker's figures from two consecutive frames and update `share`; None before the second frame."""
        before, self.last = self.last, frame
        if self._start_ns is not None:
            self._steer(self._start_ns)
        if before is None:
            return None
        second = worker_second(self._target, before, frame, self._load, in_depth=self._in_depth)
        if second is not None:
            self.share = second.share
            self.busy_seconds = self.busy_seconds + 1 if self.share > WARN_SHARE else 0
        return second

    def kill(self) -> bool:
        """Kill the process if it is still alive; return whether that was necessary. Takes at most two seconds."""
        forced = self.process.is_alive()
        if forced:
            self.process.kill()
            self.process.join(2)
        self._running.close()
        return forced


BUSY_SECONDS = 3
STEER_NS = 50_000
"""Smallest clock deviation that is corrected, in ns."""
FREE_CORES = 0.8
MOST_REPLACEMENTS = 3
LOST_WITHIN_NS = 100_000_000
"""Time in ns within which all workers on a machine report its lost connection, one after another."""
MOST_SECONDS = 600
"""Maximum number of worker seconds that are stored."""
SILENT_NS = 4_000_000_000
"""Age of a worker's last frame, in ns, above which its state is unknown (frames arrive once per second)."""


class Fact(msgspec.Struct, frozen=True):
    """Event for the session.

    Attributes:
        t_ns: Time of perf_counter_ns.
        message: Message without the target's place.
    """

    t_ns: int
    severity: Literal["info", "warning", "error"]
    message: WorkerEvent


class TargetLoad:
    """Workers of one target.

    Use it from one thread that outlives it (Linux ends a child with the thread that started it). Only `wait_ready` and
    `stop` block, both with a timeout.
    """

    def __init__(
        self,
        workload: Workload,
        load: Load,
        *,
        target: int = 0,
        log: Path | None = None,
        places: Sequence[Place] = (),
        driver: DriverChoice | None = None,
    ) -> None:
        """Prepare the load; no worker is started yet.

        Args:
            workload: Workload that the users run.
            load: Number and pacing of users.
            target: Number within the system, which seeds the random streams; counterparts in all systems have the same
                number.
            log: File for the workers' tracebacks.
            places: Machines on which to run the workers in turn; this one if empty.
            driver: Driver of the whole run; None to choose one for this target alone.
        """
        self._workload = workload
        self._described = EncodedDescription.of(workload)
        self._load = load
        self._target = target
        self._log = log
        self._driver = driver or DriverChoice(native_lack(workload))
        self._idle_cores = {place: place.idle_cores() for place in places or (Here(),)}
        self._members: list[Member] = []
        self._owner: dict[int, int] = {}
        self._seats: dict[int, Seat] = {}
        self._users = load.users
        self._rate = load.rate
        self._dismissed = False
        self._start_ns: int | None = None
        self._begin_ns = 0
        self._next_worker = 0
        self._replacements = 0
        self._facts: list[Fact] = []
        self._drivers: list[LoadDriver] = []
        self._in_depth = in_depth(workload)
        self._engine_columns = max((1 + max(one.value, one.base) for one in workload.series), default=0)
        self._seconds: deque[WorkerSecond] = deque(maxlen=MOST_SECONDS)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop(0)

    @property
    def operations(self) -> Sequence[Operation]:
        """Operations that `Latencies.operation` counts: the workload's own, then "order", the whole cycle."""
        return (*self._workload.operations, Operation("order"))

    @property
    def storage(self) -> bool:
        """True if an order is an I/O."""
        return isinstance(self._workload, BatchedWorkload)

    @property
    def embedded(self) -> bool:
        """True if the engine under test runs inside the workers."""
        return self._load.embedded

    @property
    def beside(self) -> bool:
        """True if the system under test uses this machine's cores."""
        return self._load.beside

    @property
    def drivers(self) -> Sequence[LoadDriver]:
        """Drivers of its workers: one, unless they differ."""
        return self._drivers

    @property
    def users_requested(self) -> int:
        return self._users

    @property
    def users_alive(self) -> int:
        """Connected and working users according to the latest frames, except those of unresponsive workers."""
        return self._count_users("users_alive")

    @property
    def users_stalled(self) -> int:
        """Users whose current cycle has been running for more than ten seconds."""
        return self._count_users("users_stalled")

    def _count_users(self, name: str) -> int:
        index = column(name)
        now_ns = perf_counter_ns() - (self._start_ns or 0)
        return sum(
            int(member.last.readings[index])
            for member in self._members
            if member.last is not None and now_ns - member.last.to_ns < SILENT_NS
        )

    @property
    def busiest(self) -> tuple[int, float, float] | None:
        """Worker with the largest share of a core in its last second; None before the second frame.

        The tuple contains its number, the share (1.0 = one core) and the wake-up lag (p99, seconds).
        """
        measured = [member for member in self._members if member.share >= 0]
        if not measured:
            return None
        member = max(measured, key=lambda member: member.share)
        assert member.last is not None
        return member.worker, member.share, member.last.readings[column("wake_up_lag_s")]

    @property
    def seconds(self) -> Sequence[WorkerSecond]:
        """The latest full seconds of all workers (at most `MOST_SECONDS`), for `driver_limit` over a window."""
        return self._seconds

    def second(self, before: Frame, frame: Frame) -> WorkerSecond | None:
        """Return a worker's figures from two consecutive frames, or None for a short last one."""
        return worker_second(self._target, before, frame, self._load, in_depth=self._in_depth)

    @property
    def connections(self) -> list[Channel]:
        """Connections for multiprocessing.connection.wait; call `frames` when one is readable."""
        return [member.connection for member in self._members]

    def start(self) -> None:
        """Start the worker processes, which connect their users at once."""
        for _ in range(max(self._load.workers, len(self._idle_cores))):
            self._spawn(seated=True)
        self._reseat()

    def wait_ready(self, timeout_s: float) -> bool:
        """Wait until all users have tried to connect.

        Returns:
            False if the timeout expired, or no worker could be started (`facts`).
        """
        until_ns = perf_counter_ns() + int(timeout_s * 1e9)
        while self._members and not all(member.ready for member in self._members):
            left_s = (until_ns - perf_counter_ns()) / 1e9
            if left_s <= 0 or not wait(self.connections, left_s):
                return False
            self.frames()
        return bool(self._members)

    @property
    def unready_on(self) -> list[str]:
        """Names of the other machines with a worker that has not reported its users as connected."""
        return sorted({member.place.name for member in self._members if not member.ready} - {""})

    def release(self, start_ns: int, begin_ns: int | None = None) -> None:
        """Release the users.

        Args:
            start_ns: Common start of all systems, from which frames are counted (perf_counter_ns).
            begin_ns: When the users begin, at least 0.2 s ahead so that every worker knows in time; None for the start
                itself.
        """
        self._start_ns = start_ns
        self._begin_ns = start_ns if begin_ns is None else begin_ns
        for member in self._members:
            member.release(start_ns, self._begin_ns)

    def set_users(self, users: int) -> None:
        """Change the number of users: new users ramp up, surplus users leave after their current cycle."""
        if not 0 <= users <= MOST_USERS:
            raise ValueError(f"{users} users: from 0 to {MOST_USERS} are possible on one target")
        self._users = users
        self._reseat()

    def set_rate(self, rate: float) -> None:
        """Change the arrivals per second of the open loop, over all workers; 0 stops them."""
        if not rate >= 0:
            raise ValueError(f"{rate} orders a second: a rate can't be negative")
        self._rate = rate
        self._reseat()

    def add_worker(self, busy: Member | None = None) -> None:
        """Start another worker, which takes its share of the users as soon as it is ready.

        Args:
            busy: The overloaded worker, if any.
        """
        try:
            worker = self._spawn(seated=False, place=busy.place if busy is not None else None).worker
        except OSError:
            log.warning("no further worker could be started", exc_info=True)
            return
        if busy is None:
            self._add_fact("info", WorkerAdded(worker=worker))
        else:
            added = WorkerAdded(worker=worker, busy_worker=busy.worker, share=busy.share, seconds=BUSY_SECONDS)
            self._add_fact("info", added)

    def frames(self) -> list[Frame]:
        """Return the frames that have arrived, without waiting.

        Call it whenever a connection is readable: it also manages the workers.
        """
        return [frame for member in list(self._members) for frame in self._read(member)]

    def facts(self) -> list[Fact]:
        """Return the events since the last call."""
        facts, self._facts = self._facts, []
        return facts

    def dismiss(self, timeout_s: float) -> None:
        """Send the workers the command to stop, so that several targets stop together; `stop` waits for them."""
        self._users = 0
        self._dismissed = True
        for member in self._members:
            if not member.dismissed:
                member.dismissed = True
                member.send(Stop(timeout_s / 2))

    def stop(self, timeout_s: float) -> list[Frame]:
        """Stop all workers; return the last frames. Users may finish their cycles within half the time.

        It takes at most `timeout_s` plus two seconds per worker, even if workers hang, and may be called twice.
        """
        until_ns = perf_counter_ns() + int(timeout_s * 1e9)
        frames = []
        self.dismiss(timeout_s)
        ending = self._members
        waiting = list(ending)
        while waiting and (left_s := (until_ns - perf_counter_ns()) / 1e9) > 0:
            for connection in wait([member.connection for member in waiting], left_s):
                member = next(member for member in waiting if member.connection is connection)
                try:
                    while (message := member.receive()) is not None:
                        if isinstance(message, Frame):
                            frames.append(self._measured(member, message))
                        elif isinstance(message, Finished):
                            self._finished(member, message)
                except EOFError:
                    waiting.remove(member)
        self._members = []
        for member in ending:
            member.process.join(max((until_ns - perf_counter_ns()) / 1e9, 0))
            exit_code = member.process.exitcode
            if member.kill():
                self._add_fact("warning", WorkerDied(worker=member.worker, exit_code=None, stopping=True))
            elif not member.finished and not member.failed:
                self._add_fact("error", WorkerDied(worker=member.worker, exit_code=exit_code, stopping=True))
        return frames

    def _spawn(self, *, seated: bool, place: Place | None = None) -> Member:
        """Start a worker at a place, by default the one with the fewest workers.

        Raises:
            OSError: If no process can be started.
        """
        if place is None:
            living = [one for one in self._idle_cores if not one.lost]
            if not living:
                raise OSError("no machine is left to start a worker on")
            place = min(living, key=lambda one: sum(member.place is one for member in self._members))
        setup = Setup(self._next_worker, self._target, self._load, self._described, self._driver)
        member = Member(
            setup,
            place,
            self._log,
            operations=len(self.operations),
            engine_columns=self._engine_columns,
            in_depth=self._in_depth,
            seated=seated,
        )
        self._next_worker += 1
        self._members.append(member)
        if not seated:
            member.send(Assign([], 0.0))
        return member

    def _reseat(self) -> None:
        """Assign every user to a worker and notify the workers."""
        seated = [member for member in self._members if member.seated]
        if not seated:
            return
        now_ns = 0 if self._start_ns is None else max(perf_counter_ns() - self._begin_ns, 0)
        connected = max(self._users, 0 if self._dismissed or self._in_depth else self._load.connected)
        owner = split(self._owner, connected, [member.worker for member in seated])
        added = 0
        for user, worker in sorted(owner.items()):
            before = self._owner.get(user)
            if before == worker:
                continue
            seat = self._seats.get(user)
            generation = 0 if seat is None else seat.generation + 1
            if seat is None or before is None:
                self._seats[user] = Seat(user, generation, now_ns + ramp_ns(self._load, added))
                added += 1
            else:
                self._seats[user] = Seat(user, generation, max(seat.begin_ns, now_ns))
        self._owner = owner
        for member in seated:
            seats = [self._seats[user] for user, worker in owner.items() if worker == member.worker]
            at_work = sum(seat.user < self._users for seat in seats)
            rate = self._rate * at_work / self._users if self._users else 0.0
            member.send(Assign(seats, rate, self._users))

    def _read(self, member: Member) -> list[Frame]:
        frames = []
        try:
            while (message := member.receive()) is not None:
                match message:
                    case Frame():
                        frames.append(self._measured(member, message))
                        self._grow(member)
                    case Ready():
                        self._mark_ready(member, message)
                    case Failed(_, text):
                        member.failed = True
                        self._add_fact(
                            "error", WorkerFailed(worker=member.worker, error=Sentence(text=text[:MOST_LETTERS]))
                        )
                    case Finished():
                        self._finished(member, message)
        except EOFError:
            self._replace_dead_worker(member)
        return frames

    def _measured(self, member: Member, frame: Frame) -> Frame:
        second = member.measure(frame)
        if second is not None:
            self._seconds.append(second)
        return frame

    def _mark_ready(self, member: Member, ready: Ready) -> None:
        member.ready = True
        if ready.driver not in self._drivers:
            self._drivers.append(ready.driver)
        if ready.connected < ready.requested:
            error = Sentence(text=ready.troubles[0].text) if ready.troubles else None
            users, connected = ready.requested, ready.connected
            agent = member.place.name
            missing = UsersNotConnected(
                worker=member.worker, connected=connected, users=users, error=error, agent=agent
            )
            self._add_fact("error", missing)
        if not member.seated:
            member.seated = True
            if self._start_ns is not None:
                member.release(self._start_ns, self._begin_ns)
            self._reseat()

    def _finished(self, member: Member, finished: Finished) -> None:
        member.finished = True
        if finished.stuck:
            self._add_fact("warning", UsersStuck(worker=member.worker, users=finished.stuck))

    def _replace_dead_worker(self, member: Member) -> None:
        """Report a worker that ended unexpectedly, and reassign its users."""
        member.process.join(1)
        exit_code = member.process.exitcode
        member.kill()
        self._members.remove(member)
        if member.failed:
            return
        self._add_fact("error", WorkerDied(worker=member.worker, exit_code=exit_code, lost_with=_lost_with(member)))
        if self._replacements < MOST_REPLACEMENTS:
            self._replacements += 1
            try:
                new = self._spawn(seated=self._start_ns is None)
            except OSError:
                log.warning("worker %d is not replaced", member.worker, exc_info=True)
                return
            self._add_fact("warning", WorkerReplaced(worker=new.worker, before=member.worker))
            if new.seated:
                self._reseat()

    def place_of(self, worker: int) -> str:
        """Return the name of a worker's machine, or "" if it is this one or unknown."""
        return next((member.place.name for member in self._members if member.worker == worker), "")

    @property
    def places(self) -> set[str]:
        """Names of the machines on which the workers run; "" is this machine."""
        return {place.name for place in self._idle_cores}

    def users_on(self, place: str) -> int:
        """Return the number of active users assigned to the workers on a machine."""
        workers = {member.worker for member in self._members if member.place.name == place}
        return sum(user < self._users and worker in workers for user, worker in self._owner.items())

    def _grow(self, member: Member) -> None:
        """Add a worker if this one has been too busy for three seconds and the machine has an idle core."""
        idle_cores = self._idle_cores[member.place]
        most = min(self._load.max_workers or sum(place.cores for place in self._idle_cores), self._users)
        if member.busy_seconds == 1:
            idle_cores()
        if member.busy_seconds < BUSY_SECONDS or len(self._members) >= most:
            return
        if not all(member.seated for member in self._members) or idle_cores() < FREE_CORES:
            return
        for other in self._members:
            other.busy_seconds = 0
        self.add_worker(busy=member)

    def _add_fact(self, severity: Literal["info", "warning", "error"], message: WorkerEvent) -> None:
        self._facts.append(Fact(perf_counter_ns(), severity, message))


def _lost_with(member: Member) -> str:
    """Return the name of the machine that was lost together with a worker; "" if the machine is still available."""
    until_ns = perf_counter_ns() + LOST_WITHIN_NS
    while member.place.name and not member.place.lost and perf_counter_ns() < until_ns:
        if member.process.exitcode is not None:
            return ""
        time.sleep(0.01)
    return member.place.name if member.place.lost else ""
