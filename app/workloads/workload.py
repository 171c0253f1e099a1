# SPDX-License-Identifier: Apache-2.0
"""Interfaces between workloads and the driver.

A workload defines operations and a virtual user's endless cycles of calls. If one thread keeps many calls in
flight (storage I/O), it instead provides choices and a mechanism that starts them.
"""

import os
import random
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, Protocol, TypeAlias, runtime_checkable

import msgspec

from app.databases.odbc_session import LibpqSession, OdbcSession
from app.model.errors import OutpaceError
from app.model.messages import Sentence
from app.native.native_library import NativeLibrary
from app.native.native_tape import Answer, Argument
from collectors.series import Reading, Series

if TYPE_CHECKING:
    # Not imported at run time: processes that prepare databases start in half the time.
    import numpy as np
    from numpy.typing import NDArray

    from app.workloads.described import Describable

Progress = Callable[[str, float, float], None]
"""Function that receives a task's name, and the completed and total work over all tasks, for pace and remaining time.
"""
Cancelled = Callable[[], bool]


class Ledger(msgspec.Struct, frozen=True):
    """Row counts of a database.

    Attributes:
        rows: Counts by the workload's own names.
        growing: Name of the count that grows by one for each order that is not rolled back.
        operation: Key of the operation whose calls are these orders; "": every cycle is one.
    """

    rows: Mapping[str, int]
    growing: str
    operation: str = ""

    def __post_init__(self) -> None:
        """Check that the growing count exists, as a ledger can come from another machine.

        Raises:
            ValueError: The growing count is missing.
        """
        if self.growing not in self.rows:
            raise ValueError(f"a ledger without {self.growing}")

    def added_since(self, before: "Ledger") -> int:
        """Return the number of orders added since an earlier count."""
        return self.rows[self.growing] - before.rows[self.growing]


class BuildCancelledError(OutpaceError):
    """Cancellation of a build or restore."""


def flush(path: Path) -> None:
    """Flush a closed file to the disk."""
    descriptor = os.open(path, os.O_RDWR | getattr(os, "O_BINARY", 0))
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


class Operation(msgspec.Struct, frozen=True):
    """Kind of call.

    Attributes:
        timed: Whether it is part of the cycle's response time; otherwise it is recorded separately.
        part_of: Operation in which it is also counted (reads of 4 KiB are reads), or None.
        moved_bytes: Bytes moved by one call of storage I/O; 0 if its parts define them.
    """

    key: str
    timed: bool = True
    part_of: int | None = None
    moved_bytes: int = 0


@dataclass(slots=True)
class Call:
    """Round trip that a user asks the driver to make: `function(*arguments)`.

    With `retry`, it is repeated after a random wait on a deadlock or a busy database; the wait is part of the latency.
    """

    operation: int
    function: Callable[..., Any]
    arguments: tuple[Any, ...]
    retry: bool = False


class Outcome(msgspec.Struct, frozen=True):
    """Outcome of a cycle.

    Attributes:
        rolled_back: Whether its order was rolled back by rule; it still counts as an order.
    """

    rolled_back: bool = False


Cycle = Generator[Call, Any, Outcome]
"""Order cycle: yields calls, receives the result of each, and returns its outcome."""


class Fault(Exception):  # noqa: N818 - describes a failed call, raised or not
    """Failed call in the driver's terms, derived from the engine's exception.

    Attributes:
        kind: Short stable name counted in the session ("deadlock", "busy", "disk full", "connection lost", ...).
        retryable: Whether the same call can be repeated immediately (deadlock, busy).
        reconnect: Whether the connection is dead.
        line: Line of the call in its script, from 1; 0 if there is no script or the line is unknown.
    """

    def __init__(
        self, kind: str, message: str, *, retryable: bool = False, reconnect: bool = False, line: int = 0
    ) -> None:
        super().__init__(message)
        self.kind = kind
        self.retryable = retryable
        self.reconnect = reconnect
        self.line = line


CONNECT = "connect"
"""Kind of fault if `Workload.user` fails: no connection."""


class User(Protocol):
    """Virtual user with its own connection, which one thread uses, opens and closes."""

    def cycle(self) -> Cycle:
        """Start a new order cycle."""
        ...

    def fault(self, error: Exception) -> Fault:
        """Classify a call's exception; if it is unknown, the kind is the exception's class name."""
        ...

    def close(self) -> None:
        """Close the connection. It never raises, and can be called twice."""
        ...


class Workload(Protocol):
    """Workload on one target, opened once in every worker process."""

    @property
    def description(self) -> "Describable":
        """Data from which a process, possibly on another machine, builds the workload (see app.workloads.described)."""
        ...

    @property
    def operations(self) -> Sequence[Operation]:
        """All operations; `Call.operation` is an index into this list."""
        ...

    @property
    def series(self) -> Sequence[Series]:
        """Counters maintained by the worker for this target (the embedded engine's file layer); can be empty."""
        ...

    def open(self) -> None:
        """Open the workload; called once in the worker process, before any user."""
        ...

    def read(self) -> Reading | None:
        """Return the current raw values of `series`; None if there are none."""
        ...

    def user(self, rng: random.Random) -> User:
        """Connect one user, whose choices all come from `rng`.

        It can raise any exception. Because there is no user to classify the exception, the driver counts it as kind
        CONNECT.
        """
        ...

    def close(self) -> None:
        """Close the workload; called once, after the last user."""
        ...


class ServerCalls(msgspec.Struct, frozen=True):
    """Execution of a tape's calls in server sessions.

    Attributes:
        statements: SQL of each statement, with a question mark for each argument.
        drains: Whether a call leaves more results to fetch.
        fault: Function that classifies a pyodbc error.
        lines: Line of each statement in its script; () if there is no script.
    """

    session: OdbcSession | LibpqSession
    statements: Sequence[str]
    drains: bool
    fault: Callable[[Exception], Fault]
    lines: Sequence[int] = ()


class CarriedCalls(msgspec.Struct, frozen=True):
    """Execution of a tape's calls by an engine in this process.

    Attributes:
        transport: Name recorded in sessions.
        carry: Function that connects a native crew, given by its address, to the engine; call its result after the
            crew has ended.
        error: Function that converts a failure's state and text to the engine's exception.
        refusal: Function that returns the error for a session that failed at a stage, like `OdbcSession.refusal`.
        fault: Function that classifies the engine's exceptions.
        lines: As in `ServerCalls`.
    """

    transport: str
    carry: Callable[[NativeLibrary, int], Callable[[], None]]
    error: Callable[[str, str], Exception]
    refusal: Callable[[Exception | None, int], Exception]
    fault: Callable[[Exception], Fault]
    lines: Sequence[int] = ()


class AnsweredCalls(Protocol):
    """Python implementation of a tape's calls, without a server."""

    def open(self, user: int) -> None:
        """Connect a user; raise the error that refuses the connection."""
        ...

    def call(self, user: int, statement: int, arguments: Sequence[Argument]) -> Answer:
        """Return the columns that the statement reads from the first row, or None if there is no row."""
        ...

    def fault(self, error: Exception) -> Fault:
        """Classify an error, like `User.fault`."""
        ...

    def close(self, user: int) -> None:
        """Disconnect a user."""
        ...


@runtime_checkable
class NativeWorkload(Workload, Protocol):
    """Workload that the native library can drive."""

    def native_lack(self, library: NativeLibrary) -> Sentence | None:
        """Return why the workload cannot be driven natively on this machine; None if it can. Called before `open`."""
        ...


@runtime_checkable
class TapedWorkload(NativeWorkload, Protocol):
    """Workload whose users' cycles can run natively (app.workloads.tape_writer)."""

    def tape(self) -> bytes:
        """Return the cycle as a tape. Called after `open`."""
        ...

    def calls(self) -> ServerCalls | CarriedCalls | AnsweredCalls:
        """Return how the tape's calls are executed. Called after `open`.

        Raises:
            DatabaseError: The calls cannot be executed.
        """
        ...


@runtime_checkable
class PlacedWorkload(Protocol):
    """Workload of custom statements, which can locate a failed one."""

    def place_of(self, operation: int, line: int) -> str:
        """Return the location of an operation as text; `line` is the line in a Fault."""
        ...


@runtime_checkable
class DisclosedWorkload(Protocol):
    """Workload with facts for the driver's record (app.model.documents.LoadDriver), which are known once it is open."""

    @property
    def transport(self) -> str:
        """Library or protocol of the users' calls."""
        ...

    @property
    def counting(self) -> str:
        """Implementation that counts the engine's file calls in the worker, or "" if they are not counted."""
        ...


PYTHON = "python"
"""Name of the driver, and of the file-call counter, that are implemented in Python."""

Choice = tuple[int, int]
"""Offset in bytes, and operation."""


class Mechanism(Protocol):
    """I/O on numbered slots, each with its own buffer for one I/O at a time; opened, used and closed by one thread.

    A user's next I/O is prepared while the previous one is in flight, so that starting it takes as little processor
    time as possible.
    """

    name: str
    together: bool
    """True if starting several I/Os with one call is faster than starting each separately."""

    def reserve(self, slots: int) -> None:
        """Provide at least the given number of slots.

        Raises:
            OSError: Memory or a system limit is insufficient.
        """
        ...

    def prepare(self, slot: int, offset: int, operation: int) -> None:
        """Define the next I/O of a slot that has none in flight; `operation` is one of the workload's."""
        ...

    def begin(self, slot: int) -> int:
        """Start the prepared I/O; return 0, or -errno if it did not start. After -EAGAIN it can be started later."""
        ...

    def begin_all(self, slots: Sequence[int]) -> Sequence[tuple[int, int]]:
        """Start several I/Os, and return those that did not start as (slot, -errno)."""
        ...

    def transfer(self, slot: int) -> int:
        """Execute the prepared I/O while no other is in flight; return the bytes moved (as `wait` does), or -errno."""
        ...

    def wait(self, timeout_s: float) -> Sequence[tuple[int, int]]:
        """Return completed I/Os as pairs of the slot and the bytes moved or -errno.

        A complete I/O returns the workload's `block_bytes`, whatever its size is. The call waits until there is at
        least one, or for the timeout. At least one I/O must be in flight.

        Raises:
            OSError: Waiting is no longer possible.
        """
        ...

    def close(self) -> None:
        """Release all resources. No I/O may be in flight."""
        ...


@runtime_checkable
class BatchedWorkload(Workload, Protocol):
    """Workload with the operations 0 (read), 1 (write), and parts of these; each I/O is an order."""

    @property
    def batched(self) -> bool:
        """True if one thread can keep many I/Os in flight on this system; otherwise each user is a thread."""
        ...

    @property
    def block_bytes(self) -> int:
        """Result of a complete I/O of its mechanism: the block size, or one value that stands for all sizes."""
        ...

    def mechanism(self) -> Mechanism:
        """Open the mechanism in the thread that uses it, after `open`.

        Raises:
            OSError: It cannot be opened.
        """
        ...

    def choices(self, rng: random.Random) -> Iterator[Choice]:
        """Yield one user's I/Os endlessly; all choices depend on `rng`."""
        ...

    def io_fault(self, moved: int) -> Fault:
        """Classify an I/O that did not move a whole block; `moved` is the number of bytes, or -errno."""
        ...


IoKind = Literal["read", "write", "trim"]
NativeMechanism = Literal["io_uring", "libaio", "threads", "overlapped"]


@dataclass(frozen=True, slots=True)
class NativeIo:
    """Parameters for executing a workload's I/Os in C (native/storage_crew.c).

    Attributes:
        mechanism: With "threads", each user is a thread that waits for its I/O.
        descriptor: File descriptor; on Windows, the handle of the file.
        together: As in `Mechanism`.
        device: Whether it is a block device.
        transfers: Kind and bytes of each operation.
        block_bytes: Largest of these.
        area_bytes: Bytes of the file or device.
        sequential: Whether each I/O follows the previous one.
        verified: Whether reads check that a block is the one that was written.
        page: Page that is written repeatedly, or None for incompressible data.
    """

    mechanism: NativeMechanism
    descriptor: int
    together: bool
    device: bool
    transfers: Sequence[tuple[IoKind, int]]
    block_bytes: int
    area_bytes: int
    sequential: bool
    verified: bool
    page: bytes | None


Batch: TypeAlias = "tuple[NDArray[np.int64] | None, NDArray[np.intp] | NDArray[np.bool_]]"
"""Offsets of I/Os, or None for sequential ones, which are consecutive; and their operations."""


class WrongBlock(msgspec.Struct, frozen=True):
    """Contents that a read found instead of this run's expected write.

    Attributes:
        wanted: Number of the expected write.
        difference: First part that differs.
        found_offset: Offset in bytes.
        found_bytes: Size of the block.
        found_number: Number of the write.
        checksum: CRC-32 stored in the block.
        computed: CRC-32 of the block.
    """

    offset: int
    wanted: int
    difference: Literal["header", "run", "place", "write", "data"]
    found_offset: int = 0
    found_bytes: int = 0
    found_number: int = 0
    checksum: int = 0
    computed: int = 0


@runtime_checkable
class NativeIoWorkload(NativeWorkload, Protocol):
    """Workload whose users' I/Os can be executed in C."""

    @property
    def batched(self) -> bool:
        """True if one thread can keep many I/Os in flight; see `BatchedWorkload`."""
        ...

    def native_io(self) -> NativeIo:
        """Return the parameters of the I/Os; the descriptor remains the workload's. Called after `open`."""
        ...

    def first_offset(self) -> int:
        """Return the offset of the first sequential I/O, after the first user's choices have been requested."""
        ...

    def batches(self, rng: random.Random) -> Iterator[Batch]:
        """Yield batches of `AT_ONCE` choices, like those of `BatchedWorkload.choices`."""
        ...

    def io_fault(self, moved: int) -> Fault:
        """Classify an incomplete I/O, like `BatchedWorkload.io_fault`."""
        ...

    def wrong_data(self, found: WrongBlock) -> Fault:
        """Classify a read that found wrong contents."""
        ...


AT_ONCE = 2048
"""Choices per batch; drawing them together with numpy takes 60 ns per I/O."""
