"""The load while it is on: the plan's steps on the common clock, a commit a second."""

import contextlib
import math
import time
from multiprocessing.connection import wait
from time import perf_counter_ns

from app.engine.commands import Commands
from app.engine.loads import Loads
from app.engine.machine import Machine
from app.engine.observing import Observer, Status
from app.engine.recording import SECOND_NS, Recording
from app.engine.soundness import Soundness, WallClock
from app.plans.step import Plan, Step, StepResult
from app.session.errors import SessionError

RELEASE_S = 0.5
COMMIT_AFTER_S = 0.35
"""How long after a whole second the engine commits: by then the frames of that second have come."""
DISK_PATIENCE_S = 15.0


class Driving:
    """Takes the systems through the steps of a plan, all at the same moment."""

    def __init__(
        self, recording: Recording, soundness: Soundness, machine: Machine, commands: Commands, observer: Observer
    ) -> None:
        self._recording = recording
        self._soundness = soundness
        self._machine = machine
        self._commands = commands
        self._observer = observer
        self._wall = WallClock()
        self._refused_since: float | None = None
        self._next_commit_s = 1 + COMMIT_AFTER_S

    def drive(self, loads: Loads, steps: Plan, *, users: int, total_s: float) -> None:
        """The common start, the plan's steps, the end of the load. users: at work from the start, on each target."""
        recording = self._recording
        start_ns = perf_counter_ns() + round(RELEASE_S * SECOND_NS)
        loads.release(start_ns)
        self._machine.release(start_ns)
        recording.begin(start_ns)
        position_s, number, planned_users = 0.0, 0, users
        with contextlib.suppress(StopIteration):
            step = next(steps)
            while not self._commands.stopping():
                end_s = position_s + math.ceil(step.seconds)
                self._begin_step(step, number, position_s)
                # What a person changed by hand stays until the plan wants something new.
                if step.users != planned_users:
                    planned_users = step.users
                    loads.set_users(step.users)
                orders = [system.orders for system in recording.systems]
                self._hold_until(end_s, total_s, step.phase, loads)
                self._soundness.progress(step.phase, min(self._elapsed_s(), end_s) - position_s)
                if self._commands.stopping():
                    break
                result = StepResult(
                    end_s - position_s,
                    tuple(system.orders - before for system, before in zip(recording.systems, orders, strict=True)),
                )
                position_s, number = end_s, number + 1
                step = steps.send(result)
        self._soundness.measured()
        recording.stop_measuring()
        if self._commands.stopped is not None:
            recording.event("stopped", self._commands.stopped)
        # At a whole second, so that the window before it ends with whole frames of users at work.
        ended_s = min(math.floor(self._elapsed_s()), total_s)
        recording.writer.phase(recording.at_ns(start_ns) + round(ended_s * SECOND_NS), "stop")
        loads.end()

    def _elapsed_s(self) -> float:
        return (perf_counter_ns() - self._recording.start_ns) / SECOND_NS

    def _begin_step(self, step: Step, number: int, position_s: float) -> None:
        recording = self._recording
        t_ns = recording.at_ns(recording.start_ns) + round(position_s * SECOND_NS)
        recording.writer.phase(t_ns, step.phase, step=number, detail={"users": step.users, "seconds": step.seconds})
        if step.phase == "measure":
            recording.reset(position_s)

    def _hold_until(self, end_s: float, total_s: float, phase: str, loads: Loads) -> None:
        """Goes on with the step until it ends or the run is stopped."""
        recording = self._recording
        orders = [system.orders for system in recording.systems]
        # The frames of a step's last second come just after it.
        while not self._commands.stopping() and (now_s := self._elapsed_s()) < end_s + COMMIT_AFTER_S / 2:
            due_s = min(self._next_commit_s, end_s + COMMIT_AFTER_S / 2) - now_s
            wait([*loads.connections, *self._machine.connections], min(max(due_s, 0.0), 0.2))
            loads.take()
            self._machine.read()
            self._commands.obey(loads.obey)
            if self._elapsed_s() < self._next_commit_s:
                continue
            self._next_commit_s = math.floor(self._elapsed_s() - COMMIT_AFTER_S) + 1 + COMMIT_AFTER_S
            self._soundness.second(self._wall.jump_s())
            self._commit()
            now = [system.orders for system in recording.systems]
            rates = {s.letter: 60.0 * (n - o) for s, n, o in zip(recording.systems, now, orders, strict=True)}
            orders = now
            self._observer(Status("running", phase, self._elapsed_s(), max(0.0, total_s - self._elapsed_s()), rates))

    def _commit(self) -> None:
        """Once a second. A disk that refuses is tried again for a while: nothing recorded is lost meanwhile."""
        try:
            self._recording.commit()
        except SessionError:
            self._refused_since = self._refused_since or time.perf_counter()
            if time.perf_counter() - self._refused_since > DISK_PATIENCE_S:
                raise
        else:
            self._refused_since = None
