"""A run: one scenario, from its databases to the end row of its session. This is the engine."""

import contextlib
import math
import secrets
import time
from collections.abc import Callable, Iterator, Sequence
from multiprocessing.connection import wait
from pathlib import Path
from time import perf_counter_ns

from app.control.commands import SetUsers, Stop
from app.control.listening import CommandListener
from app.driver.lifeline import Family
from app.driver.load import Load
from app.driver.pool import TargetLoad
from app.engine.databases import Databases
from app.engine.machine import Machine
from app.engine.observing import Observer, RunCancelledError, RunError, Status
from app.engine.recording import SECOND_NS, RecordedSystem, RecordedTarget, Recording
from app.engine.soundness import Soundness, WallClock
from app.plans.step import Step, StepResult
from app.plans.timed import timed_run
from app.scenario.adjusting import with_seed
from app.scenario.reading import ScenarioFile
from app.session.errors import SessionError
from app.session.writer import SessionWriter

READY_S = 60.0
RELEASE_S = 0.5
STOP_S = 10.0
COMMIT_AFTER_S = 0.35
"""How long after a whole second the engine commits: by then the frames of that second have come."""
ABANDONED_S = 30.0
DISK_PATIENCE_S = 15.0


class Run:
    """One run of a scenario. Make it, `go`, and the session file tells the rest."""

    def __init__(
        self,
        file: ScenarioFile,
        session: Path,
        *,
        listen: Callable[[str], CommandListener],
        observer: Observer,
        log_path: Path,
    ) -> None:
        """session: a file that does not exist yet. listen: makes the listener for commands, given the session's uuid.

        Raises SessionError where the session can't be recorded there.
        """
        seed = file.scenario.plan.seed or secrets.randbelow(2**31 - 1) + 1
        self._file = with_seed(file, seed)
        self.scenario = self._file.scenario
        origin_ns = perf_counter_ns()
        writer = SessionWriter.create(
            session, title=self.scenario.title, scenario_toml=self._file.text, clock_origin_ns=origin_ns
        )
        self._recording = Recording(writer, origin_ns)
        self._listener = listen(writer.uuid)
        self._observer = observer
        self._log_path = log_path
        self._family = Family()
        self._machine = Machine(self.scenario.collectors, self._recording, self._family, log_path)
        self._soundness = Soundness(self.scenario, self._recording)
        self._stop: str | None = None
        self._databases = Databases(self._file, self._recording, self._family, log_path, observer)
        self._wall = WallClock()
        self._refused_since: float | None = None

    def stop(self, why: str = "stopped by the user") -> None:
        """Asks for a clean end; may be called from a signal handler."""
        self._stop = self._stop or why

    def _stopping(self) -> bool:
        return self._stop is not None

    def go(self) -> bool:
        """Runs to the end; whether the run is valid. Raises RunError or SessionError; what was recorded stays."""
        recording = self._recording
        try:
            for system in self.scenario.systems:
                facts = {**system.facts, **({"Notes": system.notes} if system.notes else {})}
                recording.add_system(system.name, system.role, system.color, facts)
            recording.writer.phase(recording.now_ns(), "prepare")
            self._soundness.look_at_disks(self._databases.places, recording.writer.path)
            recording.commit()
            self._soundness.prepared(self._databases.prepare(self._tick))
            with self._loads() as loads:
                self._connect(loads)
                self._drive(loads)
            self._soundness.count_rows(self._databases.counted_rows())
            return self._finish()
        except (RunError, SessionError) as error:
            self._give_up(str(error))
            raise
        except Exception as error:
            self._give_up(f"an error of Outpace's own ({type(error).__name__})")
            raise
        finally:
            self._machine.end()
            self._listener.close()
            recording.writer.close()

    # Before the load

    def _tick(self) -> bool:
        """Between two looks at a child: what the machine sent, what the window wants. False: the run is to end."""
        self._machine.read()
        self._obey([])
        return self._stop is None

    @contextlib.contextmanager
    def _loads(self) -> Iterator[list[tuple[RecordedSystem, RecordedTarget]]]:
        """The loads of all targets, started; stopped whatever happens."""
        work, plan, pacing = self.scenario.workload, self.scenario.plan, self.scenario.pacing
        load = Load(
            users=work.users,
            seed=plan.seed,
            loop=pacing.loop,
            think_time_s=work.think_time_s,
            rate=pacing.rate,
            max_lag_s=pacing.max_lag_s,
            ramp_users_per_s=plan.ramp_users_per_s,
            embedded=True,
        )
        loads = []
        with contextlib.ExitStack() as stack:
            for system, target in self._databases.targets:
                workload = target.workload()
                number = len(system.targets)
                pool = TargetLoad(workload, load, target=number, log=self._log_path, family=self._family)
                stack.enter_context(pool)
                recorded = self._recording.put_under_load(system, pool, workload.series, embedded=load.embedded)
                pool.start()
                loads.append((system, recorded))
            yield loads

    def _connect(self, loads: Sequence[tuple[RecordedSystem, RecordedTarget]]) -> None:
        """Waits until all users of all systems are connected."""
        recording = self._recording
        recording.writer.phase(recording.now_ns(), "connect")
        self._observer(Status("connecting", "connecting the users", 0, 0, {}))
        for system, target in loads:
            until = time.perf_counter() + READY_S
            while not target.load.wait_ready(0.2):
                self._facts(loads)
                self._tend(loads)
                if self._stop is not None:
                    raise RunCancelledError("Stopped while the users were being connected.")
                if not target.load.connections or time.perf_counter() > until:
                    recording.commit()
                    raise RunError(
                        f"{system.name}: its users could not be connected. {self._soundness.last_trouble} "
                        f"The details are in {self._log_path}."
                    )
            self._facts(loads)
        if self._soundness.unconnected:
            raise RunError(f"{self._soundness.unconnected}. Ask for fewer users, or see {self._log_path}.")

    # Under load

    def _drive(self, loads: Sequence[tuple[RecordedSystem, RecordedTarget]]) -> None:
        """The common start, the plan's steps, the end of the load."""
        recording, plan = self._recording, self.scenario.plan
        start_ns = perf_counter_ns() + round(RELEASE_S * SECOND_NS)
        for _, target in loads:
            target.load.release(start_ns)
        self._machine.release(start_ns)
        recording.begin(start_ns)
        users = self.scenario.workload.users
        steps = timed_run(users=users, ramp_users_per_s=plan.ramp_users_per_s, warmup_s=plan.warmup_s, run_s=plan.run_s)
        total_s = math.ceil((users - 1) / plan.ramp_users_per_s) + math.ceil(plan.warmup_s) + math.ceil(plan.run_s)
        position_s, number, planned_users = 0.0, 0, users
        next_commit_s = 1 + COMMIT_AFTER_S
        with contextlib.suppress(StopIteration):
            step = next(steps)
            while self._stop is None:
                end_s = position_s + math.ceil(step.seconds)
                self._begin_step(step, number, position_s)
                if (
                    step.users != planned_users
                ):  # what a person changed by hand stays until the plan wants something new
                    planned_users = step.users
                    for _, target in loads:
                        target.load.set_users(step.users)
                orders = [system.orders for system in recording.systems]
                next_commit_s = self._hold_until(end_s, total_s, step.phase, loads, next_commit_s)
                self._soundness.progress(step.phase, min(self._elapsed_s(), end_s) - position_s)
                if self._stopping():
                    break
                result = StepResult(
                    end_s - position_s,
                    tuple(system.orders - before for system, before in zip(recording.systems, orders, strict=True)),
                )
                position_s, number = end_s, number + 1
                step = steps.send(result)
        self._soundness.measured()
        recording.stop_measuring()
        if self._stop is not None:
            recording.event("stopped", self._stop)
        # At a whole second, so that the window before it ends with whole frames of users at work.
        ended_s = min(math.floor(self._elapsed_s()), total_s)
        recording.writer.phase(recording.at_ns(start_ns) + ended_s * SECOND_NS, "stop")
        for _, target in loads:
            target.load.dismiss(STOP_S)
        for system, target in loads:
            for frame in target.load.stop(STOP_S):
                recording.frame(system, target, frame)
        self._facts(loads)

    def _elapsed_s(self) -> float:
        return (perf_counter_ns() - self._recording.start_ns) / SECOND_NS

    def _begin_step(self, step: Step, number: int, position_s: float) -> None:
        recording = self._recording
        t_ns = recording.at_ns(recording.start_ns) + round(position_s * SECOND_NS)
        recording.writer.phase(t_ns, step.phase, step=number, detail={"users": step.users, "seconds": step.seconds})
        if step.phase == "measure":
            recording.reset(position_s)

    def _hold_until(
        self,
        end_s: float,
        total_s: float,
        phase: str,
        loads: Sequence[tuple[RecordedSystem, RecordedTarget]],
        next_commit_s: float,
    ) -> float:
        """Goes on with the step until it ends or the run is stopped; when the next commit is due."""
        recording = self._recording
        orders = [system.orders for system in recording.systems]
        # The frames of a step's last second come just after it.
        while self._stop is None and (now_s := self._elapsed_s()) < end_s + COMMIT_AFTER_S / 2:
            due_s = min(next_commit_s, end_s + COMMIT_AFTER_S / 2) - now_s
            connections = [connection for _, target in loads for connection in target.load.connections]
            wait([*connections, *self._machine.connections], min(max(due_s, 0.0), 0.2))
            self._tend(loads)
            if self._elapsed_s() < next_commit_s:
                continue
            next_commit_s = math.floor(self._elapsed_s() - COMMIT_AFTER_S) + 1 + COMMIT_AFTER_S
            self._soundness.second(self._wall.jump_s())
            self._commit()
            now = [system.orders for system in recording.systems]
            rates = {s.letter: 60.0 * (n - o) for s, n, o in zip(recording.systems, now, orders, strict=True)}
            orders = now
            self._observer(Status("running", phase, self._elapsed_s(), max(0.0, total_s - self._elapsed_s()), rates))
        return next_commit_s

    def _tend(self, loads: Sequence[tuple[RecordedSystem, RecordedTarget]]) -> None:
        """Takes in what has come: frames, samples, facts, commands."""
        for system, target in loads:
            for frame in target.load.frames():
                self._recording.frame(system, target, frame)
        self._machine.read()
        self._facts(loads)
        self._obey(loads)

    def _facts(self, loads: Sequence[tuple[RecordedSystem, RecordedTarget]]) -> None:
        for system, target in loads:
            for fact in target.load.facts():
                self._recording.fact(system, fact)
                self._soundness.fact(system, fact)

    def _obey(self, loads: Sequence[tuple[RecordedSystem, RecordedTarget]]) -> None:
        while (command := self._listener.take()) is not None:
            if isinstance(command, Stop):
                self.stop()
            elif isinstance(command, SetUsers):
                self._set_users(command, loads)
        if self._listener.abandoned_s() > ABANDONED_S:
            self.stop(f"stopped: its window was gone for {ABANDONED_S:.0f} s")

    def _set_users(self, command: SetUsers, loads: Sequence[tuple[RecordedSystem, RecordedTarget]]) -> None:
        for system, target in loads:
            if command.system not in ("", system.letter):
                continue
            try:
                target.load.set_users(command.users)
            except ValueError as error:
                self._recording.event("users", f"{system.letter}: {error}", severity="warning", system=system.system)
            else:
                text = f"{system.letter}: {command.users} users from now on"
                self._recording.event("users", text, system=system.system)
                self._soundness.users_changed(system)

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

    # After the load

    def _finish(self) -> bool:
        verdict = self._soundness.verdict(self._stop)
        self._recording.commit()
        self._recording.writer.finish(
            self._recording.now_ns(), valid=not verdict.reasons, reasons=verdict.reasons, warnings=verdict.warnings
        )
        return not verdict.reasons

    def _give_up(self, text: str) -> None:
        """Keeps what there is, with the reason, where the disk still takes it."""
        recording = self._recording
        with contextlib.suppress(SessionError):
            recording.event("failed", text, severity="error")
            recording.commit()
            recording.writer.finish(recording.now_ns(), valid=False, reasons=[text], warnings=[])
