"""The collector process of the driver's own machine, from the engine's side."""

from collections.abc import Sequence
from pathlib import Path

import msgspec

from app.driver.lifeline import Family
from app.driver.messages import Channel
from app.engine.child import Child
from app.engine.recording import Recording
from app.engine.watching import Watched, decode, watch_machine


class Machine:
    """Reads the machine's counters in a child process; where that dies, the run goes on without them."""

    def __init__(self, names: Sequence[str], recording: Recording, family: Family, log_path: Path) -> None:
        """names: the scenario's names of collectors; none is a machine that nobody watches."""
        self._recording = recording
        self._child: Child | None = None
        if names:
            self._child = Child("collectors", watch_machine, list(names), family=family, log_path=log_path)

    @property
    def connections(self) -> list[Channel]:
        """For multiprocessing.connection.wait."""
        return [self._child.connection] if self._child is not None else []

    def release(self, start_ns: int) -> None:
        """From now on the readings are taken at whole seconds after the common start."""
        if self._child is not None:
            self._child.send(msgspec.msgpack.encode(start_ns))

    def read(self) -> None:
        """Takes in what has come."""
        if self._child is None:
            return
        try:
            while (data := self._child.receive()) is not None:
                message = decode(data)
                if isinstance(message, Watched):
                    self._recording.watched(message)
                else:
                    self._recording.machine_sample(message)
        except EOFError:
            code = self._child.end()
            self._child = None
            text = f"the machine's own counters ended (exit code {code}); the run goes on without them"
            self._recording.event("collector died", text, severity="warning")

    def end(self) -> None:
        """Ends the process. May be called twice."""
        if self._child is not None:
            self._child.end()
            self._child = None
