"""One worker process as its parent knows it."""

import contextlib
import multiprocessing
from multiprocessing.process import BaseProcess

import msgspec

from app.driver.depth_crew import in_depth
from app.driver.frames import Frame
from app.driver.lifeline import interrupts_held_back
from app.driver.limits import WARN_SHARE, WorkerSecond, worker_second
from app.driver.messages import Command, Message, Setup
from app.driver.worker import worker_main
from app.workloads.workload import Workload


class Member:
    """A worker process, its connection and its last frame.

    seated: it may have users (one that joins later may not before it is ready). share: of one core in its last whole
    second, without an embedded engine's calls; NaN before. busy_seconds: how many seconds on end that was too much.
    dismissed: it was told to end.
    """

    def __init__(self, setup: Setup, workload: Workload, *, seated: bool) -> None:
        """Starts the process. Raises OSError where that is impossible."""
        context = multiprocessing.get_context("spawn")
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
        self._in_depth = in_depth(workload)
        self.connection, theirs = context.Pipe()
        self.process: BaseProcess = context.Process(
            target=worker_main,
            args=(setup, workload, theirs),
            name=f"outpace worker {setup.target}.{setup.worker}",
            daemon=True,
        )
        with theirs, interrupts_held_back():
            self.process.start()

    def send(self, command: Command) -> None:
        """A dead worker's silence is noticed where its messages are read."""
        with contextlib.suppress(OSError):
            self.connection.send_bytes(msgspec.msgpack.encode(command))

    def receive(self) -> Message | None:
        """The next message that has arrived, None if there is none. Raises EOFError where the worker is gone."""
        try:
            return self._decoder.decode(self.connection.recv_bytes()) if self.connection.poll() else None
        except OSError as error:
            raise EOFError from error

    def measure(self, frame: Frame) -> WorkerSecond | None:
        """The worker's share of a core from two frames in a row, kept in `share`; None where there are no two yet."""
        before, self.last = self.last, frame
        if before is None:
            return None
        second = worker_second(self._target, before, frame, self._load, in_depth=self._in_depth)
        if second is not None:
            self.share = second.share
            self.busy_seconds = self.busy_seconds + 1 if self.share > WARN_SHARE else 0
        return second

    def kill(self) -> bool:
        """Ends the process by force if it still lives; True if that was necessary. Takes two seconds at most."""
        forced = self.process.is_alive()
        for end in (self.process.terminate, self.process.kill):
            if self.process.is_alive():
                end()
                self.process.join(1)
        self.connection.close()
        return forced
