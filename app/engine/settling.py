"""The state that every run starts from: after restoring, before the load."""

from collections.abc import Callable, Collection, Mapping
from pathlib import Path
from typing import Protocol

from app.engine.observing import Observer, Status
from app.engine.own_command import run_command
from app.engine.preparation import Settled
from app.engine.recording import RecordedSystem, Recording
from app.engine.targets import Target
from app.scenario.starting import Start

GoOn = Callable[[], bool]
Warn = Callable[[str, str], None]


class Restored(Protocol):
    """Of the databases, what is needed here."""

    @property
    def targets(self) -> list[tuple[RecordedSystem, Target]]: ...

    def make_cold(self, go_on: GoOn, systems: Collection[int] | None) -> Mapping[int, Settled]: ...

    def wait_for_answers(self, go_on: GoOn, systems: Collection[int] | None, answer_s: float) -> None: ...


class Settling:
    """Brings restored databases to the scenario's start state, and records how."""

    def __init__(self, start: Start, recording: Recording, observer: Observer, warn: Warn, log_path: Path) -> None:
        """warn: a kind and a text that the reader of the result must know."""
        self._start = start
        self._recording = recording
        self._observer = observer
        self._warn = warn
        self._log_path = log_path
        self._told = False

    def settle(self, databases: Restored, go_on: GoOn, systems: Collection[int] | None) -> None:
        """systems: only the databases of these, by their places; None is all. Raises RunError, RunCancelledError."""
        start = self._start
        if start.state == "cold":
            self._observer(Status("preparing", "making the databases cold", 0, 0, {}))
            settled = databases.make_cold(go_on, systems)
            for number, (system, target) in enumerate(databases.targets):
                if (one := settled.get(number)) is None:
                    continue
                text = f"{system.letter} ({target.label}): cold: {one.how}"
                self._recording.event("start state", text, system=system.system)
                if not one.whole and not start.command and not self._told:
                    self._warn("not wholly cold", f"{text}. A command of your own in [start] can restart it")
            self._told = True
        if start.command:
            self._observer(Status("preparing", "running the scenario's own command", 0, 0, {}))
            taken_s = run_command(start.command, go_on, self._log_path)
            self._recording.event("own command", f"the scenario's own command ran for {taken_s:.1f} s: {start.command}")
            databases.wait_for_answers(go_on, systems, start.answer_s)
