# SPDX-License-Identifier: Apache-2.0
"""Work of child processes on the databases of one system, and their messages to the engine."""

import contextlib
import time
from collections.abc import Callable, Sequence

import msgspec

from app.databases.failures import DatabaseError
from app.driver.driver_choice import native_lack
from app.driver.worker_messages import Channel
from app.engine.target import DatabaseContents, Discardable, Pristine, Resumable, Shared, Target, TargetDisclosure
from app.model.errors import phrase
from app.model.findings import Inspected
from app.model.messages import Sentence
from app.workloads.workload import BuildCancelledError, Cancelled, Ledger, Progress


class Progressed(msgspec.Struct, frozen=True, array_like=True, tag=True):
    """Progress of the preparation of one target."""

    target: int
    task: str
    done: float
    total: float


class Built(msgspec.Struct, frozen=True, array_like=True, tag=True):
    """Message that the pristine database of one target exists.

    Attributes:
        seconds: duration of the build.
    """

    target: int
    contents: DatabaseContents
    seconds: float


class Prepared(msgspec.Struct, frozen=True, array_like=True, tag=True):
    """Message that one target is in its pristine state.

    Attributes:
        seconds: duration of the restoration.
        build_s: seconds to find or build the pristine database.
        disclosed: disclosure, only before the first run.
    """

    target: int
    pristine: Pristine
    seconds: float
    build_s: float = 0.0
    disclosed: TargetDisclosure = TargetDisclosure()

    @property
    def rows(self) -> Ledger | None:
        """Row counts before the run."""
        return self.pristine.rows

    @property
    def checksum(self) -> str:
        """Checksum of the data, equal for identical data."""
        return self.pristine.contents.checksum


class Settled(msgspec.Struct, frozen=True, array_like=True, tag=True):
    """Message that one target was brought to the start state.

    Attributes:
        how: description of what was done.
        whole: whether every relevant cache was emptied.
    """

    target: int
    how: str = ""
    whole: bool = True


class Held(msgspec.Struct, frozen=True, array_like=True, tag=True):
    """Message that one target is locked for this engine."""

    target: int


class Removed(msgspec.Struct, frozen=True, array_like=True, tag=True):
    """Message that the remains of one target's unfinished build were removed.

    Attributes:
        names: names of the removed databases.
    """

    target: int
    names: Sequence[str] = ()


class Working(msgspec.Struct, frozen=True, array_like=True, tag=True):
    """Keep-alive message from another machine."""

    target: int


class PreparationFailed(msgspec.Struct, frozen=True, array_like=True, tag=True):
    """Message that the work on this system ended with an error.

    Attributes:
        cancelled: whether the cause is a cancellation.
    """

    message: Sentence
    cancelled: bool = False


class Counted(msgspec.Struct, frozen=True, array_like=True, tag=True):
    """Message with the current state of one target.

    Attributes:
        rows: row counts; None if it has no rows.
        size_bytes: size of its files, 0 if unknown.
        wrong: faults found by the workload's own checks.
    """

    target: int
    rows: Ledger | None
    size_bytes: int = 0
    wrong: Sequence[Sentence] = ()


Message = Progressed | Working | Inspected | Built | Prepared | Settled | Held | Removed | PreparationFailed | Counted
Numbered = Sequence[tuple[int, Target]]
"""Targets of one system, each with its number over all systems."""
Work = Callable[[int, Target, Progress, Cancelled], Message]
"""Function that processes one target and returns the final message about it.

It raises DatabaseError, OSError or BuildCancelledError.
"""


def check(connection: Channel, targets: Numbered) -> None:
    """Inspect each target in a child process, without changing it."""

    def inspect_one(number: int, target: Target, *_: object) -> Message:
        return msgspec.structs.replace(target.inspect(number), native_lack=native_lack(target.workload()))

    _work_through(connection, targets, inspect_one)


def hold(connection: Channel, targets: Numbered) -> None:
    """Lock all targets for this engine in a child process, until it closes the connection or sends any message."""
    with contextlib.ExitStack() as locks:

        def hold_one(number: int, target: Target, *_: object) -> Message:
            if isinstance(target, Shared):
                locks.enter_context(target.held())
            return Held(number)

        if _work_until_failure(connection, targets, hold_one):
            connection.recv_bytes()


def build(connection: Channel, targets: Numbered) -> None:
    """Build missing databases, in a child process. Any message from the engine cancels it."""
    _work_through(connection, targets, _build_one)


def remove_unfinished(connection: Channel, targets: Numbered) -> None:
    """Remove the remains of unfinished builds, in a child process."""

    def remove_from_one(number: int, target: Target, *_: object) -> Message:
        return Removed(number, target.remove_unfinished() if isinstance(target, Resumable) else ())

    _work_through(connection, targets, remove_from_one)


def prepare(connection: Channel, targets: Numbered) -> None:
    """Build missing databases and restore all targets, in a child process. Any message from the engine cancels it."""

    def prepare_one(number: int, target: Target, progress: Progress, cancelled: Cancelled) -> Message:
        began = time.perf_counter()
        target.build(progress, cancelled)
        build_s = time.perf_counter() - began
        restored = _restore_one(number, target, progress, cancelled)
        return msgspec.structs.replace(restored, build_s=build_s, disclosed=_disclosed(target))

    _work_through(connection, targets, prepare_one)


def restore(connection: Channel, targets: Numbered) -> None:
    """Restore all targets, already built, in a child process. Any message from the engine cancels it."""
    _work_through(connection, targets, _restore_one)


def count(connection: Channel, targets: Numbered) -> None:
    """Count all targets' rows after a run and run the workload's own checks, in a child process."""

    def count_one(number: int, target: Target, *_: object) -> Message:
        rows, size = target.count(), target.size_bytes()
        return Counted(number, rows, size, target.checked())

    _work_through(connection, targets, count_one)


def make_cold(connection: Channel, targets: Numbered) -> None:
    """Flush dirty pages to disk and empty caches where possible, in a child process."""
    _work_through(connection, targets, lambda number, target, *_: Settled(number, *target.make_cold()))


def wait_for_answer(connection: Channel, targets: Numbered, answer_s: float) -> None:
    """Wait in a child process until every database answers, for at most `answer_s`. Any message cancels the wait."""
    until = time.perf_counter() + answer_s

    def wait_for_one(number: int, target: Target, _: Progress, cancelled: Cancelled) -> Message:
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

    _work_through(connection, targets, wait_for_one)


def discard(connection: Channel, targets: Numbered) -> None:
    """Remove temporary files after a run, in a child process."""

    def discard_one(number: int, target: Target, *_: object) -> Message:
        if isinstance(target, Discardable):
            target.discard()
        return Settled(number)

    _work_through(connection, targets, discard_one)


def _build_one(number: int, target: Target, progress: Progress, cancelled: Cancelled) -> Message:
    began = time.perf_counter()
    contents = target.build(progress, cancelled)
    return Built(number, contents, time.perf_counter() - began)


def _disclosed(target: Target) -> TargetDisclosure:
    """Return a target's disclosure for the report; empty if it fails, because a run does not need it."""
    try:
        return target.disclosed()
    except (DatabaseError, ValueError, OSError):
        return TargetDisclosure()


def _restore_one(number: int, target: Target, progress: Progress, cancelled: Cancelled) -> Prepared:
    began = time.perf_counter()

    def restoring(task: str, done: float, total: float) -> None:
        progress(task if task.startswith(("restor", "precondition")) else f"restoring {task}", done, total)

    pristine = target.restore(restoring, cancelled)
    return Prepared(number, pristine, time.perf_counter() - began)


def _work_through(connection: Channel, targets: Numbered, work: Work) -> None:
    _work_until_failure(connection, targets, work)
    connection.close()


def _work_until_failure(connection: Channel, targets: Numbered, work: Work) -> bool:
    """Process the targets until the first failure, which is sent as the last message; return whether all succeeded."""
    for number, target in targets:
        try:
            message = work(number, target, _progress_to(connection, number), connection.poll)
        except BuildCancelledError:
            message = PreparationFailed(phrase("cancelled"), cancelled=True)
        except (DatabaseError, ValueError, OSError) as error:
            message = PreparationFailed(phrase("{target}: {reason}", target=target.label, reason=error))
        connection.send_bytes(msgspec.msgpack.encode(message))
        if isinstance(message, PreparationFailed):
            return False
    return True


def _progress_to(connection: Channel, number: int) -> Progress:
    def progress(task: str, done: float, total: float) -> None:
        connection.send_bytes(msgspec.msgpack.encode(Progressed(number, task, done, total)))

    return progress
