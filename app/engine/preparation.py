# SPDX-License-Identifier: Apache-2.0
"""What child processes do to the databases of one system, and what they tell the engine of it."""

import contextlib
import time
from collections.abc import Callable, Sequence

import msgspec

from app.databases.failures import DatabaseError
from app.driver.driver_choice import native_lack
from app.driver.worker_messages import Channel
from app.engine.target import Contents, Discardable, Disclosed, Pristine, Resumable, Shared, Target
from app.model.errors import phrase
from app.model.findings import Inspected
from app.model.messages import Sentence
from app.workloads.workload import BuildCancelledError, Cancelled, Ledger, Progress


class Progressed(msgspec.Struct, frozen=True, array_like=True, tag=True):
    """How far the preparation of one target is."""

    target: int
    task: str
    done: float
    total: float


class Built(msgspec.Struct, frozen=True, array_like=True, tag=True):
    """The pristine database of one target is there. seconds: how long that took."""

    target: int
    contents: Contents
    seconds: float


class Prepared(msgspec.Struct, frozen=True, array_like=True, tag=True):
    """One target is in its pristine state. seconds: how long restoring it took, build_s: finding its pristine database,
    or building it. disclosed: told before the first run only."""

    target: int
    pristine: Pristine
    seconds: float
    build_s: float = 0.0
    disclosed: Disclosed = Disclosed()

    @property
    def rows(self) -> Ledger | None:
        """Before the run."""
        return self.pristine.rows

    @property
    def checksum(self) -> str:
        """Equal where the data are identical."""
        return self.pristine.contents.checksum


class Settled(msgspec.Struct, frozen=True, array_like=True, tag=True):
    """One target was brought to the start state. how: by what; whole: every cache that matters was emptied."""

    target: int
    how: str = ""
    whole: bool = True


class Held(msgspec.Struct, frozen=True, array_like=True, tag=True):
    """One target is kept for this engine alone."""

    target: int


class Removed(msgspec.Struct, frozen=True, array_like=True, tag=True):
    """What an unfinished build of one target had left is gone. names: of databases."""

    target: int
    names: Sequence[str] = ()


class Working(msgspec.Struct, frozen=True, array_like=True, tag=True):
    """Sent now and then from another machine: it is still at work."""

    target: int


class Failed(msgspec.Struct, frozen=True, array_like=True, tag=True):
    """The work on this system is over, and why. cancelled: it was asked for."""

    message: Sentence
    cancelled: bool = False


class Counted(msgspec.Struct, frozen=True, array_like=True, tag=True):
    """The rows of one target now, None where it has none, the size of its files, 0 where unknown, and what the
    workload's own checks found wrong."""

    target: int
    rows: Ledger | None
    size_bytes: int = 0
    wrong: Sequence[Sentence] = ()


Message = Progressed | Working | Inspected | Built | Prepared | Settled | Held | Removed | Failed | Counted
Numbered = Sequence[tuple[int, Target]]
"""Targets of one system, each with its number over all systems."""
Work = Callable[[int, Target, Progress, Cancelled], Message]
"""What is done to one target; returns the last word on it. Raises DatabaseError, OSError, BuildCancelledError."""


def check(connection: Channel, targets: Numbered) -> None:
    """In a child process: asks each what it says of itself; changes nothing."""

    def inspected(number: int, target: Target, *_: object) -> Message:
        return msgspec.structs.replace(target.inspect(number), native_lack=native_lack(target.workload()))

    _each(connection, targets, inspected)


def hold(connection: Channel, targets: Numbered) -> None:
    """In a child process: keeps all for this engine alone, until it closes the connection or sends any message."""
    with contextlib.ExitStack() as held:

        def hold_one(number: int, target: Target, *_: object) -> Message:
            if isinstance(target, Shared):
                held.enter_context(target.held())
            return Held(number)

        if _through(connection, targets, hold_one):
            connection.recv_bytes()


def build(connection: Channel, targets: Numbered) -> None:
    """In a child process: builds what is missing. Any message from the engine cancels it."""
    _each(connection, targets, _built)


def remove_unfinished(connection: Channel, targets: Numbered) -> None:
    """In a child process: removes what unfinished builds left."""

    def removed(number: int, target: Target, *_: object) -> Message:
        return Removed(number, target.remove_unfinished() if isinstance(target, Resumable) else ())

    _each(connection, targets, removed)


def prepare(connection: Channel, targets: Numbered) -> None:
    """In a child process: builds what is missing, restores all. Any message from the engine cancels it."""

    def prepared(number: int, target: Target, progress: Progress, cancelled: Cancelled) -> Message:
        began = time.perf_counter()
        target.build(progress, cancelled)
        build_s = time.perf_counter() - began
        restored = _restored(number, target, progress, cancelled)
        return msgspec.structs.replace(restored, build_s=build_s, disclosed=_disclosed(target))

    _each(connection, targets, prepared)


def restore(connection: Channel, targets: Numbered) -> None:
    """In a child process: restores all, which are built. Any message from the engine cancels it."""
    _each(connection, targets, _restored)


def count(connection: Channel, targets: Numbered) -> None:
    """In a child process: counts the rows of all, and makes the workload's own checks, after a run."""

    def counted(number: int, target: Target, *_: object) -> Message:
        rows, size = target.count(), target.size_bytes()
        return Counted(number, rows, size, target.checked())

    _each(connection, targets, counted)


def make_cold(connection: Channel, targets: Numbered) -> None:
    """In a child process: changed pages on the disk, caches emptied where that is possible from here."""
    _each(connection, targets, lambda number, target, *_: Settled(number, *target.make_cold()))


def wait_for_answer(connection: Channel, targets: Numbered, answer_s: float) -> None:
    """In a child process: waits until every database answers, for so long. Any message from the engine cancels it."""
    until = time.perf_counter() + answer_s

    def answered(number: int, target: Target, _: Progress, cancelled: Cancelled) -> Message:
        while True:
            try:
                target.count()
            except DatabaseError:
                if time.perf_counter() > until:
                    raise
                if cancelled():
                    raise BuildCancelledError("cancelled") from None
                time.sleep(0.5)
            else:
                return Settled(number)

    _each(connection, targets, answered)


def discard(connection: Channel, targets: Numbered) -> None:
    """In a child process: removes the files that are not to be kept, after a run."""

    def discarded(number: int, target: Target, *_: object) -> Message:
        if isinstance(target, Discardable):
            target.discard()
        return Settled(number)

    _each(connection, targets, discarded)


def _built(number: int, target: Target, progress: Progress, cancelled: Cancelled) -> Message:
    began = time.perf_counter()
    contents = target.build(progress, cancelled)
    return Built(number, contents, time.perf_counter() - began)


def _disclosed(target: Target) -> Disclosed:
    """What a target tells for the report; a run does not need it."""
    try:
        return target.disclosed()
    except (DatabaseError, ValueError, OSError):
        return Disclosed()


def _restored(number: int, target: Target, progress: Progress, cancelled: Cancelled) -> Prepared:
    began = time.perf_counter()

    def restoring(task: str, done: float, total: float) -> None:
        progress(task if task.startswith(("restor", "precondition")) else f"restoring {task}", done, total)

    pristine = target.restore(restoring, cancelled)
    return Prepared(number, pristine, time.perf_counter() - began)


def _each(connection: Channel, targets: Numbered, work: Work) -> None:
    _through(connection, targets, work)
    connection.close()


def _through(connection: Channel, targets: Numbered, work: Work) -> bool:
    """Whether all went well; the first failure is the last word."""
    for number, target in targets:
        try:
            done = work(number, target, _progress_to(connection, number), connection.poll)
        except BuildCancelledError:
            done = Failed(phrase("cancelled"), cancelled=True)
        except (DatabaseError, ValueError, OSError) as error:
            done = Failed(phrase("{target}: {reason}", target=target.label, reason=error))
        connection.send_bytes(msgspec.msgpack.encode(done))
        if isinstance(done, Failed):
            return False
    return True


def _progress_to(connection: Channel, number: int) -> Progress:
    def progress(task: str, done: float, total: float) -> None:
        connection.send_bytes(msgspec.msgpack.encode(Progressed(number, task, done, total)))

    return progress
