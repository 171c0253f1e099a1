# SPDX-License-Identifier: Apache-2.0
"""What a workload is to the driver: its operations, and one virtual user's endless cycles of calls; or, where one
thread keeps many calls under way (storage I/O, not conversations), choices and a mechanism that begins them."""

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
    # The processes that prepare databases begin without it in half the time.
    import numpy as np
    from numpy.typing import NDArray

    from app.workloads.described import Describable

Progress = Callable[[str, float, float], None]
"""How far a task is: its name, what is done, of how much; over all tasks, so that a pace and the time left follow."""
Cancelled = Callable[[], bool]


class Ledger(msgspec.Struct, frozen=True):
    """Row counts of a database. rows: by the workload's own names. growing: the one that grows by a row with each order
    that is not rolled back."""

    rows: Mapping[str, int]
    growing: str

    def __post_init__(self) -> None:
        """Raise ValueError where the growing count is missing: a ledger may come from another machine."""
        if self.growing not in self.rows:
            raise ValueError(f"a ledger without {self.growing}")

    def added_since(self, before: "Ledger") -> int:
        """Return the orders that were added."""
        return self.rows[self.growing] - before.rows[self.growing]


class BuildCancelledError(OutpaceError):
    """A build or restore was cancelled."""


def flush(path: Path) -> None:
    """Puts a closed file on the disk."""
    descriptor = os.open(path, os.O_RDWR | getattr(os, "O_BINARY", 0))
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


class Operation(msgspec.Struct, frozen=True):
    """One kind of call. timed: it belongs to the response time of the cycle (an untimed one is recorded apart).

    part_of: the operation that it is counted in too (reads of 4 KiB are reads); None: it is none's part. moved_bytes:
    of storage I/O, what one call moves; 0 where its parts tell it.
    """

    key: str
    timed: bool = True
    part_of: int | None = None
    moved_bytes: int = 0


@dataclass(slots=True)
class Call:
    """One round trip that a user asks the driver to make: `function(*arguments)`.

    retry: a deadlock or a busy database is tried again after a random wait, and the wait belongs to the latency.
    """

    operation: int
    function: Callable[..., Any]
    arguments: tuple[Any, ...]
    retry: bool = False


class Outcome(msgspec.Struct, frozen=True):
    """How a cycle ended. rolled_back: its purchase was rolled back by rule (it still counts as an order)."""

    rolled_back: bool = False


Cycle = Generator[Call, Any, Outcome]
"""One order cycle: yields calls, is sent each call's result, returns its outcome."""


class Fault(Exception):  # noqa: N818 - what went wrong with a call, thrown or not
    """A call that failed, in the driver's terms, made from the engine's own exception.

    kind: a short stable name counted in the session ("deadlock", "busy", "disk full", "connection lost", ...).
    retryable: the same call may be tried again at once (deadlock, busy).
    reconnect: the connection is dead.
    line: of the script that the call is of, from 1; 0 where it is of none, or that is not known.
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
"""The kind of a failure of `Workload.user`: no connection was to be had."""


class User(Protocol):
    """One virtual user with its own connection. Used by one thread at a time; opened and closed by that thread."""

    def cycle(self) -> Cycle:
        """A new order cycle."""
        ...

    def fault(self, error: Exception) -> Fault:
        """Classifies whatever a call raised. An error it does not know becomes kind = the exception's class name."""
        ...

    def close(self) -> None:
        """Ends the connection. Never raises; may be called twice."""
        ...


class Workload(Protocol):
    """Opened once in every worker process for one target."""

    @property
    def description(self) -> "Describable":
        """What another process, on another machine too, builds it from (app.workloads.described)."""
        ...

    @property
    def operations(self) -> Sequence[Operation]:
        """All operations; their index is what `Call.operation` means."""
        ...

    @property
    def series(self) -> Sequence[Series]:
        """Counters that the worker itself counts for this target (the embedded engine's file layer); may be empty."""
        ...

    def open(self) -> None:
        """Called once in the worker process, before any user."""
        ...

    def read(self) -> Reading | None:
        """Raw values of `series` now, or None where there are none."""
        ...

    def user(self, rng: random.Random) -> User:
        """Connects one user. All its choices come from `rng`. Raises any exception, which `fault` of no user can name:
        the driver counts it as kind CONNECT."""
        ...

    def close(self) -> None:
        """Called once, after the last user."""
        ...


class ServerCalls(msgspec.Struct, frozen=True):
    """What carries a tape's calls to a server. statements: the SQL of each of its statements, with a question mark for
    each argument. drains: a call leaves further results. fault: what an error of pyodbc's means. lines: of
    each statement as a Fault's; () where they are of no script."""

    session: OdbcSession | LibpqSession
    statements: Sequence[str]
    drains: bool
    fault: Callable[[Exception], Fault]
    lines: Sequence[int] = ()


class CarriedCalls(msgspec.Struct, frozen=True):
    """What carries a tape's calls to an engine in this process. transport: its name, as sessions record it.

    carry: takes the calls of a native crew, by its address; what it returns is called after the crew is gone. error: a
    failure's state and text as the engine's exception. refusal: what it means that a session was refused at a stage, as
    `OdbcSession.refusal`. fault: what such an exception means. lines: as ServerCalls.
    """

    transport: str
    carry: Callable[[NativeLibrary, int], Callable[[], None]]
    error: Callable[[str, str], Exception]
    refusal: Callable[[Exception | None, int], Exception]
    fault: Callable[[Exception], Fault]
    lines: Sequence[int] = ()


class AnsweredCalls(Protocol):
    """What answers a tape's calls in Python, where no server is meant."""

    def open(self, user: int) -> None:
        """A user connects. Raises whatever refuses it."""
        ...

    def call(self, user: int, statement: int, arguments: Sequence[Argument]) -> Answer:
        """The first row's columns that the statement reads; None: no row. Raises what `fault` classifies."""
        ...

    def fault(self, error: Exception) -> Fault:
        """As `User.fault`."""
        ...

    def close(self, user: int) -> None:
        """The user has gone."""
        ...


@runtime_checkable
class NativeWorkload(Workload, Protocol):
    """A workload that the native library can drive."""

    def native_lack(self, library: NativeLibrary) -> Sentence | None:
        """Why it can't on this machine; None where it can. Before `open`."""
        ...


@runtime_checkable
class TapedWorkload(NativeWorkload, Protocol):
    """A workload whose users' cycles can be run natively (app.workloads.tape_writer)."""

    def tape(self) -> bytes:
        """The cycle. After `open`."""
        ...

    def calls(self) -> ServerCalls | CarriedCalls | AnsweredCalls:
        """What carries the tape's calls. After `open`. Raises DatabaseError."""
        ...


@runtime_checkable
class PlacedWorkload(Protocol):
    """A workload of a person's own statements, who is told where the one stands that failed."""

    def place_of(self, operation: int, line: int) -> str:
        """An operation's place, for a person. line: as a Fault's."""
        ...


@runtime_checkable
class DisclosedWorkload(Protocol):
    """A workload that tells what is recorded of the driver (app.model.documents.LoadDriver). Known once it is open."""

    @property
    def transport(self) -> str:
        """What its users' calls go through."""
        ...

    @property
    def counting(self) -> str:
        """Who counts the file calls of its engine in the worker; "" where none are counted."""
        ...


PYTHON = "python"
"""Who makes calls, or counts, where it is not the native library."""

Choice = tuple[int, int]
"""Offset in bytes; which operation."""


class Mechanism(Protocol):
    """I/O on slots, numbered from 0, each with a buffer of its own for one I/O at a time. Used by one thread, which
    also opens and closes it.

    An I/O is prepared, which takes time of ours, and begun, which takes as little as can be: the next one of a user is
    prepared while the one before is under way.
    """

    name: str
    together: bool
    """Whether several I/Os are better begun by one call than each for itself."""

    def reserve(self, slots: int) -> None:
        """From now on there are at least so many slots. Raises OSError where memory or the system's limit is short."""
        ...

    def prepare(self, slot: int, offset: int, operation: int) -> None:
        """Says what the slot's next I/O is; it has none under way. operation: of the workload."""
        ...

    def begin(self, slot: int) -> int:
        """Begins the prepared I/O: 0, or -errno where it did not begin; after -EAGAIN it may be begun later."""
        ...

    def begin_all(self, slots: Sequence[int]) -> Sequence[tuple[int, int]]:
        """As `begin` for each: those that did not begin (slot, -errno)."""
        ...

    def transfer(self, slot: int) -> int:
        """Does the prepared I/O while no other is under way: bytes moved (as `wait`), or -errno."""
        ...

    def wait(self, timeout_s: float) -> Sequence[tuple[int, int]]:
        """I/Os that ended: (slot, bytes moved, or -errno). Of an I/O that moved all that it was to move the bytes are
        the workload's `block_bytes`, whatever its own size is. Waits until there is at least one, or for the timeout.
        There must be one under way. Raises OSError where nothing more can be waited for."""
        ...

    def close(self) -> None:
        """Gives everything back. Nothing may be under way."""
        ...


@runtime_checkable
class BatchedWorkload(Workload, Protocol):
    """A workload whose operations are 0: read and 1: write, and parts of these, each an order."""

    @property
    def batched(self) -> bool:
        """Whether this system can keep many under way by one thread; else users are threads as ever."""
        ...

    @property
    def block_bytes(self) -> int:
        """What its mechanism tells of an I/O that moved all that it was to move: its size, where all have the same."""
        ...

    def mechanism(self) -> Mechanism:
        """Opened by the thread that uses it, after `open`. Raises OSError."""
        ...

    def choices(self, rng: random.Random) -> Iterator[Choice]:
        """One user's I/Os without end. All choices come from `rng`."""
        ...

    def io_fault(self, moved: int) -> Fault:
        """What an I/O that did not move a whole block means. moved: bytes, or -errno."""
        ...


IoKind = Literal["read", "write", "trim"]
NativeMechanism = Literal["io_uring", "libaio", "threads", "overlapped"]


@dataclass(frozen=True, slots=True)
class NativeIo:
    """What C code must know to do a workload's I/Os by itself (native/storage_crew.c).

    mechanism: "threads": each user is a thread that waits for its I/O. descriptor: on Windows the file's handle.
    together: as Mechanism.
    transfers: by operation, what it does and its bytes. block_bytes: the largest of these.
    area_bytes: of the file or device. device: it is a block device.
    sequential: each I/O lies behind the one before. verified: reads look whether a block is what was written.
    page: what is written again and again; None for what no storage can shrink.
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
"""Of I/Os in a row the offsets, None of sequential ones, which lie behind one another; and the operations."""


class WrongBlock(msgspec.Struct, frozen=True):
    """What a read found in place of the write of this run that it expected.

    wanted, found_number: numbers of writes. offset, found_offset, found_bytes: bytes. checksum, computed: CRC-32, as
    the block says and as it is.
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
    """A workload whose users are I/Os that C code can do."""

    @property
    def batched(self) -> bool:
        """As BatchedWorkload."""
        ...

    def native_io(self) -> NativeIo:
        """After `open`. The descriptor stays the workload's."""
        ...

    def first_offset(self) -> int:
        """Where the first sequential I/O begins, once the first user's choices were asked for."""
        ...

    def batches(self, rng: random.Random) -> Iterator[Batch]:
        """As `choices` of BatchedWorkload, `AT_ONCE` at a time."""
        ...

    def io_fault(self, moved: int) -> Fault:
        """As BatchedWorkload."""
        ...

    def wrong_data(self, found: WrongBlock) -> Fault:
        """What a read means that found something else."""
        ...


AT_ONCE = 2048
"""Choices in a batch: drawn in one go numpy costs 60 ns an I/O."""
