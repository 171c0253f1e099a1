"""The databases of a run: in their pristine state before it, counted after it, by child processes that may hang."""

import contextlib
import math
import time
from collections.abc import Callable
from multiprocessing.connection import wait
from pathlib import Path

from app.driver.lifeline import Family
from app.engine import embedded
from app.engine.child import Child
from app.engine.observing import Observer, RunCancelledError, RunError, Status
from app.engine.recording import RecordedSystem, Recording
from app.scenario.reading import ScenarioFile

COMMIT_EVERY_S = 0.2
COUNT_S = 60.0
CANCEL_S = 5.0
"""How long a cancelled preparation may take to say so; a disk that hangs holds nobody up."""


class Databases:
    """All targets of a scenario, in its order."""

    def __init__(
        self, file: ScenarioFile, recording: Recording, family: Family, log_path: Path, observer: Observer
    ) -> None:
        self._recording = recording
        self._family = family
        self._log_path = log_path
        self._observer = observer
        self._systems: list[int] = []
        self._targets: list[embedded.EmbeddedTarget] = []
        folders = iter(embedded.target_folders(file.scenario, file.folder))
        for index, system in enumerate(file.scenario.systems):
            for target in system.targets:
                folder = next(folders)
                self._systems.append(index)
                self._targets.append(embedded.EmbeddedTarget(system.name, str(folder), target, file.scenario.workload))

    @property
    def places(self) -> list[tuple[str, Path]]:
        """Where each lies, with its system's letter."""
        return [(system.letter, Path(target.folder)) for system, target in self.targets]

    @property
    def targets(self) -> list[tuple[RecordedSystem, embedded.EmbeddedTarget]]:
        """Each target with its system."""
        systems = self._recording.systems
        return [(systems[index], target) for index, target in zip(self._systems, self._targets, strict=True)]

    def prepare(self, go_on: Callable[[], bool]) -> dict[int, embedded.Prepared]:
        """Builds what is missing and restores everything to its pristine state; what is known of each target then.

        go_on: called some times a second; False cancels. Raises RunError, RunCancelledError.
        """
        child = Child("preparation", embedded.prepare, self._targets, family=self._family, log_path=self._log_path)
        prepared: dict[int, embedded.Prepared] = {}
        committed = 0.0
        cancelled: float | None = None
        try:
            while len(prepared) < len(self._targets):
                wait([child.connection], 0.1)
                if not go_on() and cancelled is None:
                    cancelled = time.perf_counter()
                    child.send(b"cancel")
                if cancelled is not None and time.perf_counter() - cancelled > CANCEL_S:
                    raise RunCancelledError("Cancelled; preparing the databases did not answer and was ended.")
                try:
                    while (data := child.receive()) is not None:
                        self._take(embedded.decode(data), prepared)
                except EOFError:
                    if len(prepared) < len(self._targets):
                        text = f"Preparing the databases ended unexpectedly. The details are in {self._log_path}."
                        raise RunError(text) from None
                if time.perf_counter() - committed > COMMIT_EVERY_S:
                    committed = time.perf_counter()
                    self._recording.commit()
        finally:
            child.end()
        return prepared

    def _take(self, message: embedded.Message, prepared: dict[int, embedded.Prepared]) -> None:
        recording = self._recording
        match message:
            case embedded.Progressed(task, done, total):
                recording.writer.progress(recording.now_ns(), task, done, total)
                percent = math.floor(100 * done / total) if total else 100
                self._observer(Status("preparing", f"{task} {percent} %", 0, 0, {}))
            case embedded.Prepared():
                system, target = self.targets[message.target]
                prepared[message.target] = message
                detail = {
                    **target.detail(),
                    "checksum": message.checksum,
                    "rollback_expected_percent": message.rollback_expected_percent,
                }
                recording.add_target(system, detail)
            case embedded.Failed(text, cancelled):
                if cancelled:
                    raise RunCancelledError("Cancelled while the databases were being prepared.")
                raise RunError(text)

    def counted_rows(self) -> dict[int, tuple[int, int, int]]:
        """Rows of each target now: orders, order lines, purchase history. What could not be counted is missing."""
        child = Child("check", embedded.count, self._targets, family=self._family, log_path=self._log_path)
        counted: dict[int, tuple[int, int, int]] = {}
        until = time.perf_counter() + COUNT_S
        try:
            with contextlib.suppress(EOFError):
                while len(counted) < len(self._targets) and time.perf_counter() < until:
                    wait([child.connection], 0.2)
                    while (data := child.receive()) is not None:
                        if isinstance(message := embedded.decode(data), embedded.Counted):
                            counted[message.target] = message.rows
        finally:
            child.end()
        return counted
