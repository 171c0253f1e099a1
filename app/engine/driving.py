# SPDX-License-Identifier: Apache-2.0
"""Load generation: the plan's steps on the common clock, with a commit per second."""

import math
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from multiprocessing.connection import wait
from time import perf_counter_ns

import msgspec

from app.control.engine_commands import BroadcastCommand, MarkCommand
from app.driver.heartbeat import Heartbeat
from app.engine.agent_group import AgentGroup
from app.engine.loads import Loads
from app.engine.recording import SECOND_NS, RecordedSystem, Recording
from app.engine.run_commands import Commands
from app.engine.soundness import Soundness, WallClock
from app.engine.status import Observer, RunCancelledError, Status
from app.engine.step_record import StepRecords, common_load, step_load, step_name
from app.engine.watchers import Watchers
from app.model.documents import PhaseDetail, PhaseLoad
from app.model.events import BroadcastOnNetwork, Marker, NoSteadyWindow, RunNumber
from app.model.messages import sentence
from app.model.steps import Outcome, PlanSteps, Step, StepOutcome
from app.session.session_error import SessionError, SessionMovedError

RELEASE_S = 0.5
COMMIT_AFTER_S = 0.35
"""Seconds from a whole second to its commit; by then the frames of that second have arrived."""
FRAMES_S = 1.5
"""Seconds for which a step's result waits for the frames of its last second."""
DISK_PATIENCE_S = 15.0
WAIT_S = 0.05
READY = "ready"
"""Task in the progress row while a run waits for the start."""
SETTLING = frozenset({"ramp", "settle"})


class LoadedRepeat(msgspec.Struct, frozen=True):
    """One repeat of the plan under load, on the systems that take part.

    Attributes:
        number: number of the repeat; None if there is only one.
        named: whether its steps differ in load and are therefore named after their loads.
        done_s: planned seconds of the run, under load and at rest, elapsed before this repeat.
        total_s: planned seconds of the whole run.
    """

    repeat: int
    seed: int
    first: Step
    steps: PlanSteps
    idle_s: float
    number: RunNumber | None
    named: bool
    done_s: float
    total_s: float


class Driving:
    """Driver of all systems through the steps of a plan at the same time."""

    def __init__(
        self,
        recording: Recording,
        soundness: Soundness,
        watchers: Watchers,
        commands: Commands,
        observer: Observer,
        *,
        agents: AgentGroup,
        hold: bool = False,
    ) -> None:
        """Prepare the load.

        Args:
            recording: the session.
            soundness: collects reasons that invalidate the run.
            watchers: collectors of the systems.
            commands: commands of the user.
            observer: receives the progress.
            agents: machines that drive load.
            hold: whether to wait for the start command once the users are connected.
        """
        self._recording = recording
        self._holding = hold
        self._soundness = soundness
        self._watchers = watchers
        self._commands = commands
        commands.mark = self._mark
        commands.show = self._record_broadcast
        self._observer = observer
        self._agents = agents
        self.records = StepRecords(recording)
        self._wall = WallClock()
        self._heartbeat = Heartbeat()
        self._heartbeat.start()
        self._refused_since: float | None = None
        self._next_commit_s = 1 + COMMIT_AFTER_S
        self._orders: dict[str, int] = {}

    def close(self) -> None:
        """Close the session's file. May be called twice."""
        self.records.close()
        self._heartbeat.stop()

    def tick(self) -> bool:
        """Process commands and messages of agents and watchers while waiting for a child; False ends the run."""
        self._agents.look()
        self._watchers.read()
        self._commands.obey()
        if self._recording.start_ns and self._elapsed_s() >= self._next_commit_s:
            self._second(None, "", settling=True)
        return not self._commands.stopping()

    def _mark(self, command: MarkCommand) -> None:
        """Record a user's note with the time at which the key was pressed."""
        text, now_ns = " ".join(command.text.split()), perf_counter_ns()
        plausible = self._recording.start_ns <= command.at_ns <= now_ns
        if text:
            self._recording.event(Marker(text=text), at_ns=command.at_ns if plausible else now_ns)

    def _record_broadcast(self, command: BroadcastCommand) -> None:
        """Record that the session is shown on the network: a server runs next to the measurement."""
        self._recording.event(BroadcastOnNetwork(viewers=command.viewers))

    def rest(self, seconds: float, repeat: int, label: str, *, done_s: float, total_s: float) -> None:
        """Stay idle for a number of seconds before this repeat."""
        recording = self._recording
        recording.writer.phase(recording.now_ns(), "rest", run=repeat, detail=PhaseDetail(seconds=seconds))
        status = _StretchStatus(label, self._elapsed_s(), done_s, total_s)
        self._hold(self._elapsed_s() + seconds, None, status)

    def drive(self, loads: Loads, stretch: LoadedRepeat) -> tuple[Outcome, ...] | None:
        """Start the load, run the plan's steps, and end the load.

        Returns:
            The plan's outcome; None if the run ended early.
        """
        recording = self._recording
        position_s = begin_s = self._start(loads, stretch)
        status = _StretchStatus(
            sentence(stretch.number) if stretch.number else "", begin_s, stretch.done_s, stretch.total_s
        )
        if stretch.idle_s > 0:
            idle = PhaseDetail(users=0)
            recording.writer.phase(recording.second_of(begin_s), "idle", run=stretch.repeat, detail=idle)
            position_s += math.ceil(stretch.idle_s)
            self._hold(position_s, loads, status.of("idle"))
        step, outcome, end_s = stretch.first, None, position_s
        while outcome is None and not self._commands.stopping():
            end_s = self._take_step(loads, stretch, step, position_s, status)
            if self._commands.stopping():
                break
            result = self._result(loads, stretch, step, position_s, end_s)
            position_s = end_s
            try:
                step = stretch.steps.send(result)
            except StopIteration as finished:
                outcome = finished.value
        recording.stop_measuring()
        if self._commands.stopped is not None:
            recording.event(self._commands.stopped)
        # End at a whole second, so that the window before it has complete frames.
        ended_s = position_s if outcome is not None else max(min(math.floor(self._elapsed_s()), end_s), begin_s)
        recording.writer.phase(recording.second_of(ended_s), "stop", run=stretch.repeat, step=step.number)
        recording.load_ended(ended_s)
        loads.end()
        if outcome is None and step.measured and ended_s > position_s:
            self._commit()
            self.records.result(step, stretch.repeat, loads.systems, position_s, ended_s, complete=False)
        return outcome

    def _elapsed_s(self) -> float:
        return (perf_counter_ns() - self._recording.start_ns) / SECOND_NS

    def _start(self, loads: Loads, stretch: LoadedRepeat) -> float:
        """Release the users and return the start of the stretch, in whole seconds after the run's common start."""
        recording, idle_ns = self._recording, math.ceil(stretch.idle_s) * SECOND_NS
        self._orders = {system.letter: system.orders for system in recording.systems}
        release_s = self._agents.release_s(RELEASE_S)
        if recording.start_ns:
            begin_s = math.ceil(self._elapsed_s() + release_s)
            loads.release(recording.start_ns, recording.start_ns + begin_s * SECOND_NS + idle_ns)
            return begin_s
        if self._holding:
            start_ns = self._wait_for_go(loads)
        else:
            start_ns = perf_counter_ns() + round(release_s * SECOND_NS)
            recording.begin(start_ns)
        loads.release(start_ns, start_ns + idle_ns)
        self._watchers.release(start_ns)
        return 0

    def _wait_for_go(self, loads: Loads) -> int:
        """Wait for the start command with all users connected, count down, and return the common start.

        The start is recorded as soon as the command arrives, so that windows that follow the session count down too.

        Raises:
            RunCancelledError: the run was stopped.
        """
        recording, commands = self._recording, self._commands
        recording.writer.progress(recording.now_ns(), READY, 0, 0, "the users are connected and wait for the start")
        self._commit()
        self._observer(Status("connecting", "ready: waiting for the start", 0, 0, {}))
        while commands.go_in_s is None:
            self._idle(loads)
        release_s = self._agents.release_s(RELEASE_S)
        start_ns = perf_counter_ns() + round(max(commands.go_in_s, release_s) * SECOND_NS)
        recording.begin(start_ns)
        self._commit()
        while perf_counter_ns() < start_ns - round(release_s * SECOND_NS):
            self._idle(loads)
        self._wall.jump_s()  # ignore wall-clock jumps while the run was on hold
        return start_ns

    def _idle(self, loads: Loads) -> None:
        """Process messages for a moment before the start.

        Raises:
            RunCancelledError: the run was stopped.
        """
        wait([*loads.connections, *self._watchers.connections], WAIT_S)
        self._agents.look()
        loads.take()
        self._watchers.read()
        self._commands.obey()
        if self._commands.stopped is not None:
            raise RunCancelledError("{stopped} before the start.", stopped=self._commands.stopped)

    def _take_step(
        self, loads: Loads, stretch: LoadedRepeat, step: Step, position_s: float, status: "_StretchStatus"
    ) -> float:
        """Run a step and return its end, in whole seconds after the common start."""
        recording, systems = self._recording, loads.systems
        self._write_phase(systems, stretch, step, position_s)
        loads.plan({system.letter: load for system, load in zip(systems, step.loads, strict=True)})
        for system in recording.systems:
            system.step_orders = {t: orders for t, orders in system.step_orders.items() if t >= position_s}
        if step.measured:
            window_s = step.seconds if step.window is None or step.window.steady else step.window.to_s
            recording.reset(position_s, position_s + math.ceil(window_s))
            self._soundness.measuring()
            self._watchers.follow_work([system.letter for system in systems], stretch.repeat, step.number)
        end_s = position_s + math.ceil(step.seconds)
        name = f"{step_name(step)} · {step.phase}" if stretch.named else step.phase
        step_status = status.of(name, settling=step.phase in SETTLING)
        if step.orders:
            orders_before = {system.letter: system.orders for system in systems}
            self._hold(end_s, loads, step_status, enough=lambda: _race_over(loads, orders_before, step.orders))
            end_s = min(end_s, max(math.ceil(self._elapsed_s()), position_s + 1))
        for change in step.changes:
            self._hold(position_s + change.at_s, loads, step_status)
            if self._commands.stopping():
                break
            loads.plan({system.letter: change.load for system in systems})
        self._hold(end_s, loads, step_status)
        if step.measured:
            self._watchers.work_over()
            self._hold(end_s + FRAMES_S, loads, step_status, enough=lambda: loads.heard_s() >= end_s)
        self._soundness.progress(step.phase, position_s, min(self._elapsed_s(), end_s))
        return end_s

    def _result(self, loads: Loads, stretch: LoadedRepeat, step: Step, from_s: float, to_s: float) -> StepOutcome:
        if not step.measured:
            return StepOutcome(to_s - from_s, (None,) * len(step.loads))
        self._soundness.measured(step_load(step) if stretch.named else None)
        self._commit()
        result, steady = self.records.result(step, stretch.repeat, loads.systems, from_s, to_s)
        if steady is not None and not steady.steady:
            self._soundness.warn(NoSteadyWindow(reasons=steady.reasons, run=stretch.number))
        for system, one in zip(loads.systems, result.systems, strict=True):
            if one is not None:
                self._soundness.under_way(system, one)
            if one is not None and one.orders == 0:
                late = loads.heard_s(system.letter) < to_s
                self._soundness.nothing_measured(system, stretch.number, late=late)
        return result

    def _write_phase(self, systems: list[RecordedSystem], stretch: LoadedRepeat, step: Step, position_s: float) -> None:
        recording = self._recording
        window = step.window
        detail = PhaseDetail(
            **common_load(step),
            seconds=step.seconds,
            seed=stretch.seed,
            systems={
                system.letter: PhaseLoad(users=load.users, rate=load.rate)
                for system, load in zip(systems, step.loads, strict=True)
                if load is not None
            },
            orders=step.orders or None,
            window=None if window is None else "steady" if window.steady else (window.from_s, window.to_s),
        )
        recording.writer.phase(
            recording.second_of(position_s), step.phase, run=stretch.repeat, step=step.number, detail=detail
        )

    def _hold(
        self,
        until_s: float,
        loads: Loads | None,
        status: "_StretchStatus",
        *,
        enough: Callable[[], bool] = lambda: False,
    ) -> None:
        """Continue until a time after the common start, until `enough` returns True, or until the run is stopped."""
        while not self._commands.stopping() and not enough() and (now_s := self._elapsed_s()) < until_s:
            due_s = min(self._next_commit_s, until_s) - now_s
            connections = loads.connections if loads is not None else []
            waiting = [*connections, *self._watchers.connections]
            wait_s = min(max(due_s, 0.0), 0.2)
            if waiting:
                wait(waiting, wait_s)
            else:
                time.sleep(wait_s)
            self._report_standstills()
            self._agents.look()
            if loads is not None:
                loads.take()
            self._watchers.read()
            self._commands.obey(loads.obey if loads is not None else None)
            if self._elapsed_s() >= self._next_commit_s:
                self._second(status, status.text, settling=status.settling)

    def _report_standstills(self) -> None:
        """Report a standstill that has just ended, before processing the late messages that it caused."""
        for from_ns, to_ns in self._heartbeat.take():
            start_ns = self._recording.start_ns
            if start_ns and to_ns > start_ns:
                self._soundness.stood_still(max(from_ns - start_ns, 0), to_ns - start_ns)

    def _second(self, status: "_StretchStatus | None", text: str, *, settling: bool) -> None:
        """Check, commit and report once per second; `status` is None while another task reports progress."""
        recording = self._recording
        self._next_commit_s = math.floor(self._elapsed_s() - COMMIT_AFTER_S) + 1 + COMMIT_AFTER_S
        self._soundness.second(self._wall.jump_s(), settling=settling)
        self._agents.second()
        if status is not None:
            done_s = status.done_s(self._elapsed_s())
            recording.writer.progress(recording.now_ns(), "run", done_s, status.total_s, text)
            orders_now = {system.letter: system.orders for system in recording.systems if system.targets}
            rates = {letter: 60.0 * (n - self._orders.get(letter, n)) for letter, n in orders_now.items()}
            self._orders.update(orders_now)
            left_s, share = max(0.0, status.total_s - done_s), done_s / status.total_s if status.total_s else 0.0
            self._observer(Status("running", text, self._elapsed_s(), left_s, rates, share))
        self._commit()

    def _commit(self) -> None:
        """Commit. If the disk fails, keep the recorded data in memory and retry for a while."""
        try:
            self._recording.commit()
        except SessionMovedError:
            raise
        except SessionError:
            self._refused_since = self._refused_since or time.perf_counter()
            if time.perf_counter() - self._refused_since > DISK_PATIENCE_S:
                raise
        else:
            self._refused_since = None


@dataclass(frozen=True, slots=True)
class _StretchStatus:
    """Data for the status reports under load.

    Attributes:
        begin_s: start of the stretch, after the common start.
    """

    label: str
    begin_s: float
    begun_s: float
    total_s: float
    step: str = ""
    settling: bool = False

    def of(self, step: str, *, settling: bool = False) -> "_StretchStatus":
        return replace(self, step=step, settling=settling)

    @property
    def text(self) -> str:
        return " · ".join(part for part in (self.label, self.step) if part)

    def done_s(self, now_s: float) -> float:
        return min(self.begun_s + max(now_s - self.begin_s, 0.0), self.total_s)


def _race_over(loads: Loads, orders_before: Mapping[str, int], orders: int) -> bool:
    """Return whether all systems have completed their orders, and set those that have done so to idle."""
    all_done = True
    for system in loads.systems:
        if system.orders - orders_before[system.letter] >= orders:
            loads.rest(system.letter)
        else:
            all_done = False
    return all_done
