# SPDX-License-Identifier: Apache-2.0
"""Users of all systems under load: connected, released and dismissed together."""

import contextlib
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Self

import msgspec

from app.control.engine_commands import SetUsers
from app.driver.driver_choice import DriverChoice
from app.driver.load import Load
from app.driver.place import Place
from app.driver.target_load import TargetLoad
from app.driver.worker_messages import Channel, Frame
from app.engine.databases import Databases
from app.engine.recording import SECOND_NS, RecordedSystem, RecordedTarget, Recording, place_of
from app.engine.soundness import Soundness
from app.engine.status import RunCancelledError, RunError
from app.engine.target import Target
from app.engine.watchers import Watchers
from app.model.errors import message_of, phrase
from app.model.events import UsersRefused, UsersSet
from app.model.messages import Sentence
from app.model.scenario import Scenario
from app.model.steps import SystemLoad
from app.model.workloads import StorageIo

READY_S = 60.0
STOP_S = 10.0
SILENT_NS = 3 * SECOND_NS
"""Lag behind the newest frame, in ns, above which a worker counts as unresponsive and is not waited for."""


class RunContext(msgspec.Struct, frozen=True):
    """Objects that every load of a run shares.

    Attributes:
        places: function that returns the machines that run a target's workers, given its number.
        driver: function that returns the driver chosen by the checks before the run.
    """

    scenario: Scenario
    databases: Databases
    recording: Recording
    soundness: Soundness
    watchers: Watchers
    places: Callable[[int], Sequence[Place]]
    log_path: Path
    driver: Callable[[], DriverChoice]


class Loads:
    """Loads of all targets of the systems that take part; records the messages of their workers."""

    def __init__(
        self,
        recording: Recording,
        soundness: Soundness,
        targets: Sequence[tuple[RecordedSystem, RecordedTarget]],
        planned: Mapping[str, SystemLoad | None],
    ) -> None:
        self._recording = recording
        self._soundness = soundness
        self._targets = targets
        self._planned = dict(planned)

    @classmethod
    @contextlib.contextmanager
    def started(
        cls, around: RunContext, planned: Mapping[str, SystemLoad | None], seed: int, threads: int
    ) -> Iterator[Self]:
        """Start the workers of the systems in `planned`, and always stop them on exit.

        Args:
            around: shared objects of the run.
            planned: initial load by the system's letter.
            seed: seed of this repeat.
            threads: threads per storage I/O target; 0 for none.
        """
        targets = []
        with contextlib.ExitStack() as stack:
            for place, (system, target) in enumerate(around.databases.targets):
                if system.letter not in planned:
                    continue
                workload = target.workload()
                load = _load(around.scenario, planned[system.letter], seed, threads, target)
                number = len(system.targets)
                pool = TargetLoad(
                    workload,
                    load,
                    target=number,
                    log=around.log_path,
                    places=around.places(place),
                    driver=around.driver(),
                )
                stack.enter_context(pool)
                recorded = around.recording.put_under_load(system, place, pool, workload.series)
                pool.start()
                targets.append((system, recorded))
            yield cls(around.recording, around.soundness, targets, planned)

    @property
    def systems(self) -> list[RecordedSystem]:
        """Systems that take part, in order."""
        return [system for system in self._recording.systems if system.letter in self._planned]

    @property
    def connections(self) -> list[Channel]:
        """Connections to use with multiprocessing.connection.wait."""
        return [connection for _, target in self._targets for connection in target.load.connections]

    def connect(self, go_on: Callable[[], bool], log_path: Path) -> None:
        """Wait until all users of all systems are connected.

        Args:
            go_on: called several times per second; False cancels.
            log_path: log to name in error messages.

        Raises:
            RunError: users could not be connected.
            RunCancelledError: `go_on` returned False.
        """
        for system, target in self._targets:
            until = time.perf_counter() + READY_S
            while not target.load.wait_ready(0.2):
                self.take()
                if not go_on():
                    raise RunCancelledError("Stopped while the users were being connected.")
                if not target.load.connections or time.perf_counter() > until:
                    self._recording.commit()
                    raise RunError(
                        "{name}: its users could not be connected. {trouble}. The details are in {log}.",
                        name=system.name,
                        trouble=self._soundness.last_trouble or _unanswered(target.load),
                        log=log_path,
                    )
            self._facts()
        if self._soundness.unconnected is not None:
            raise RunError(
                "{trouble}. Ask for fewer users, or see {log}.", trouble=self._soundness.unconnected, log=log_path
            )
        self._soundness.connecting = False

    def release(self, start_ns: int, begin_ns: int) -> None:
        """Release the users.

        Args:
            start_ns: common start of the run, a time of perf_counter_ns.
            begin_ns: start of these users, a time of perf_counter_ns.
        """
        for _, target in self._targets:
            target.load.release(start_ns, begin_ns)

    def take(self) -> None:
        """Process the workers' messages."""
        for system, target in self._targets:
            for frame in target.load.frames():
                self._frame(system, target, frame)
        self._facts()

    def heard_s(self, letter: str = "") -> float:
        """Return the time, in seconds after the common start, up to which all responsive workers have reported.

        Args:
            letter: letter of one system; "" for all.
        """
        targets = [target for system, target in self._targets if letter in ("", system.letter)]
        ends_ns = [frame.to_ns for target in targets for frame in target.last.values()]
        if not ends_ns or any(not target.last for target in targets):
            return 0.0
        return min(end_ns for end_ns in ends_ns if end_ns > max(ends_ns) - SILENT_NS) / SECOND_NS

    def plan(self, loads: Mapping[str, SystemLoad | None]) -> None:
        """Set the plan's load for each system, by letter; None is idle.

        Manual changes are kept until the plan sets a new load.
        """
        for system, target in self._targets:
            load = loads[system.letter]
            if load == self._planned[system.letter]:
                continue
            if load is not None and load.rate:
                target.load.set_rate(load.rate)
            target.load.set_users(load.users if load is not None else 0)
        self._planned.update(loads)

    def rest(self, letter: str) -> None:
        """Set one system to idle."""
        self.plan({**self._planned, letter: None})

    def obey(self, command: SetUsers) -> None:
        """Change the number of users of one system, or of all, as commanded."""
        for system, target in self._targets:
            if command.system not in ("", system.letter):
                continue
            try:
                target.load.set_users(command.users)
            except ValueError as error:
                refused = UsersRefused(system=system.letter, error=message_of(error))
                self._recording.event(refused, severity="warning", system=system.system)
            else:
                self._recording.event(UsersSet(system=system.letter, users=command.users), system=system.system)
                self._soundness.users_changed(system)

    def end(self) -> None:
        """Dismiss all users after their current cycle, and process their last frames."""
        for _, target in self._targets:
            target.load.dismiss(STOP_S)
        for system, target in self._targets:
            for frame in target.load.stop(STOP_S):
                self._frame(system, target, frame)
        self._facts()
        self._soundness.never_returned(self._recording.never_returned())

    def _frame(self, system: RecordedSystem, target: RecordedTarget, frame: Frame) -> None:
        for from_ns, to_ns in frame.stood_still:
            self._soundness.worker_stood_still(system, place_of(system, target), frame.worker, from_ns, to_ns)
        self._recording.frame(system, target, frame)

    def _facts(self) -> None:
        for system, target in self._targets:
            for fact in target.load.facts():
                self._soundness.fact(self._recording.fact(system, target, fact), fact.severity)
            for driver in target.load.drivers:
                if self._recording.driver(system, target, driver):
                    self._soundness.driven(self._recording.drivers)


def _load(scenario: Scenario, planned: SystemLoad | None, seed: int, threads: int, target: Target) -> Load:
    work, pacing = scenario.workload, scenario.pacing
    if isinstance(work, StorageIo) and work.verify:
        threads = 1  # verification requires a single worker, which knows every write
    rate = planned.rate if planned is not None else 0.0
    return Load(
        users=planned.users if planned is not None else 0,
        seed=seed,
        loop="open" if rate > 0 else "closed",
        think_time_s=work.mean_pause_s,
        pauses=dict(work.pauses),
        rate=rate,
        max_lag_s=pacing.max_lag_s,
        ramp_users_per_s=scenario.plan.users_begin_per_s,
        # For storage I/O, a thread is a worker with a share of the I/Os in flight.
        workers=threads or 1,
        max_workers=threads,
        connected=scenario.plan.users_needed(work.users) if scenario.plan.stays_connected else 0,
        embedded=target.embedded,
        beside=target.beside,
    )


def _unanswered(load: TargetLoad) -> Sentence:
    """Return the reason why users are not connected if no worker reported one."""
    if agents := load.unready_on:
        return phrase(
            "no worker has answered on {agents} for {seconds:.0f} s", agents=", ".join(agents), seconds=READY_S
        )
    return phrase("no worker answers")
