"""The users of all systems at work: started, connected, released together, dismissed together."""

import contextlib
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Self

import msgspec

from app.control.commands import SetUsers
from app.driver.lifeline import Family
from app.driver.load import Load
from app.driver.messages import Channel
from app.driver.pool import TargetLoad
from app.engine.databases import Databases
from app.engine.observing import RunCancelledError, RunError
from app.engine.recording import RecordedSystem, RecordedTarget, Recording
from app.engine.soundness import Soundness
from app.scenario.model import Scenario

READY_S = 60.0
STOP_S = 10.0


class Loads:
    """The load of every target; what it sends goes into the recording."""

    def __init__(
        self, recording: Recording, soundness: Soundness, targets: Sequence[tuple[RecordedSystem, RecordedTarget]]
    ) -> None:
        self._recording = recording
        self._soundness = soundness
        self._targets = targets

    @classmethod
    @contextlib.contextmanager
    def started(
        cls,
        scenario: Scenario,
        databases: Databases,
        *,
        seed: int,
        recording: Recording,
        soundness: Soundness,
        family: Family,
        log_path: Path,
    ) -> Iterator[Self]:
        """The loads of all targets, their workers started; stopped whatever happens."""
        work, plan, pacing = scenario.workload, scenario.plan, scenario.pacing
        load = Load(
            users=work.users,
            seed=seed,
            loop=pacing.loop,
            think_time_s=work.think_time_s,
            rate=pacing.rate,
            max_lag_s=pacing.max_lag_s,
            ramp_users_per_s=plan.ramp_users_per_s,
        )
        targets = []
        with contextlib.ExitStack() as stack:
            for system, target in databases.targets:
                workload = target.workload()
                own = msgspec.structs.replace(load, embedded=target.embedded)
                pool = TargetLoad(workload, own, target=len(system.targets), log=log_path, family=family)
                stack.enter_context(pool)
                recorded = recording.put_under_load(system, pool, workload.series, embedded=target.embedded)
                pool.start()
                targets.append((system, recorded))
            yield cls(recording, soundness, targets)

    @property
    def connections(self) -> list[Channel]:
        """For multiprocessing.connection.wait."""
        return [connection for _, target in self._targets for connection in target.load.connections]

    def connect(self, go_on: Callable[[], bool], log_path: Path) -> None:
        """Waits until all users of all systems are connected. go_on: False cancels. Raises RunError."""
        for system, target in self._targets:
            until = time.perf_counter() + READY_S
            while not target.load.wait_ready(0.2):
                self.take()
                if not go_on():
                    raise RunCancelledError("Stopped while the users were being connected.")
                if not target.load.connections or time.perf_counter() > until:
                    self._recording.commit()
                    raise RunError(
                        f"{system.name}: its users could not be connected. {self._soundness.last_trouble} "
                        f"The details are in {log_path}."
                    )
            self._facts()
        if self._soundness.unconnected:
            raise RunError(f"{self._soundness.unconnected}. Ask for fewer users, or see {log_path}.")

    def release(self, start_ns: int) -> None:
        """The common start of all users, a moment of perf_counter_ns."""
        for _, target in self._targets:
            target.load.release(start_ns)

    def take(self) -> None:
        """Takes in what the workers have sent."""
        for system, target in self._targets:
            for frame in target.load.frames():
                self._recording.frame(system, target, frame)
        self._facts()

    def set_users(self, users: int) -> None:
        """From now on this many users on each target."""
        for _, target in self._targets:
            target.load.set_users(users)

    def obey(self, command: SetUsers) -> None:
        """A person changes the number of users of one system, or of all."""
        for system, target in self._targets:
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

    def end(self) -> None:
        """All users leave after their present cycle; their last frames are taken in."""
        for _, target in self._targets:
            target.load.dismiss(STOP_S)
        for system, target in self._targets:
            for frame in target.load.stop(STOP_S):
                self._recording.frame(system, target, frame)
        self._facts()

    def _facts(self) -> None:
        for system, target in self._targets:
            for fact in target.load.facts():
                self._recording.fact(system, fact)
                self._soundness.fact(system, fact)
