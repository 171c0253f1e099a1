# SPDX-License-Identifier: Apache-2.0
"""Bindings of the C loop that drives a worker's I/Os (native/storage_crew.c)."""

import ctypes
import os
import random
from collections.abc import Sequence
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from app.driver.native_arrivals import NativeArrivals, state_of
from app.driver.native_tally import NativeTally
from app.native.native_library import NativeLibrary
from app.workloads.workload import AT_ONCE, Batch, NativeIo, WrongBlock

MECHANISMS = ("io_uring", "libaio", "threads", "overlapped")
KINDS = ("read", "write", "trim")
DIFFERENCES = ("data", "header", "run", "place", "write", "data")
"""Names for the differences in a verified block, by their number in C; 0 means no difference."""
AHEAD = 8192
"""Number of choices buffered in C per user, which must equal the constant there. It lasts for 60 ms at 100,000 I/Os per
second.
"""
MOST_SLOTS = 2000
MOST_FAULTS = 32
SECTOR = 512
UNDER_WAY = np.dtype([("began_ns", np.int64), ("lag_ns", np.int64), ("operation", np.int64)])


class _Transfer(ctypes.Structure):
    _fields_ = (("kind", ctypes.c_int32), ("bytes", ctypes.c_uint32))


class _Options(ctypes.Structure):
    """struct storage_options of native/storage_crew.c."""

    _fields_ = (
        *((name, ctypes.c_int32) for name in ("mechanism", "descriptor", "together", "device", "operations")),
        *((name, ctypes.c_int32) for name in ("sequential", "verify", "order", "think", "untimed", "lag", "open_loop")),
        ("block_bytes", ctypes.c_int64),
        ("area_bytes", ctypes.c_int64),
        ("think_s", ctypes.c_double),
        ("serial", ctypes.c_uint64),
        ("run", ctypes.c_uint64),
        ("transfers", ctypes.POINTER(_Transfer)),
        ("page", ctypes.c_char_p),
        ("tally", ctypes.c_void_p),
        ("arrivals", ctypes.c_void_p),
    )


class _Fault(ctypes.Structure):
    _fields_ = (("moved", ctypes.c_int32), ("bytes", ctypes.c_uint32), ("count", ctypes.c_int64))


class _WrongBlock(ctypes.Structure):
    _fields_ = (
        ("offset", ctypes.c_int64),
        ("found_offset", ctypes.c_int64),
        ("found_number", ctypes.c_uint64),
        *((name, ctypes.c_uint32) for name in ("wanted", "found_bytes", "checksum", "computed")),
        ("difference", ctypes.c_int32),
    )


class IoFault(msgspec.Struct, frozen=True):
    """I/Os that failed in the same way.

    Attributes:
        moved: Bytes moved, or -errno.
    """

    moved: int
    count: int


class NativeIoLoop:
    """I/O loop of one worker.

    `run`, or `work` for each user, needs a dedicated thread. The other methods may be called from any thread, but only
    one thread at a time may assign and fill places.
    """

    def __init__(
        self,
        library: NativeLibrary,
        io: NativeIo,
        tally: NativeTally,
        *,
        think_s: float,
        arrivals: NativeArrivals | None,
    ) -> None:
        """Create the loop.

        Args:
            library: The native library.
            io: I/O parameters of the workload.
            tally: Counts of the worker.
            think_s: Mean think time; 0 in an open loop.
            arrivals: Arrivals of an open loop.

        Raises:
            MemoryError: If there is not enough memory.
        """
        self._library = library
        self._page = io.page
        codes = tally.codes
        transfers = (_Transfer * len(io.transfers))(
            *(_Transfer(KINDS.index(kind), size) for kind, size in io.transfers)
        )
        # Start in the lower half of the range, so that numbers never wrap around.
        serial, run = int.from_bytes(os.urandom(8), "little") >> 1, int.from_bytes(os.urandom(8), "little")
        options = _Options(
            mechanism=MECHANISMS.index(io.mechanism),
            descriptor=io.descriptor,
            together=io.together,
            device=io.device,
            operations=len(io.transfers),
            sequential=io.sequential,
            verify=io.verified,
            order=codes.order,
            think=codes.think,
            untimed=codes.untimed,
            lag=codes.lag,
            open_loop=arrivals is not None,
            block_bytes=io.block_bytes,
            area_bytes=io.area_bytes,
            think_s=think_s,
            serial=serial,
            run=run,
            transfers=transfers,
            # Pass the whole page, kept alive by this object; C does not stop at a zero byte.
            page=self._page,
            tally=tally.address,
            arrivals=arrivals.address if arrivals is not None else None,
        )
        self.address = self._function("new", ctypes.c_void_p, ctypes.POINTER(_Options))(ctypes.byref(options))
        if not self.address:
            raise MemoryError("no memory for the I/O loop")
        own, number, place = ctypes.c_void_p, ctypes.c_int64, ctypes.c_int32
        self._run = self._function("run", place, own)
        self._work = self._function("user", None, own, place)
        self._seat = self._function("seat", place, own, number, ctypes.c_void_p)
        self._admit = self._function("admit", None, own, place)
        self._leave = self._function("leave", None, own, place)
        self._seated = self._function("seated", place, own, place)
        self._choices = self._function("choices", ctypes.c_void_p, own, place)
        self._room = self._function("room", number, own, place, ctypes.c_void_p)
        self._filled = self._function("filled", None, own, place, number)
        self._hungry = self._function("hungry", place, own, number, ctypes.c_void_p)
        self._start = self._function("start", None, own, number)
        self._position = self._function("position", None, own, number)
        self._dismiss = self._function("dismiss", None, own)
        self._under_way = self._function("under_way", place, own, ctypes.c_void_p)
        self._faults = self._function("faults", place, own, ctypes.c_void_p)
        self._wrong = self._function("wrong", place, own, ctypes.c_void_p)
        self._free = self._function("free", None, own)
        self._views: dict[int, NDArray[np.uint64]] = {}
        self._places = (ctypes.c_int32 * (MOST_SLOTS // 2))()

    def _function(self, name: str, result: Any, *arguments: Any) -> Any:
        return self._library.function(f"outpace_storage_{name}", result, *arguments)

    def run(self) -> int:
        """Drive the I/Os of all users until dismissed and all have completed.

        Returns:
            0; errno if the mechanism is unavailable; -errno if it failed, after which `run` may be called again.
        """
        error: int = self._run(self.address)
        return error

    def work(self, place: int) -> None:
        """Run one user's I/Os synchronously until the user leaves."""
        self._work(self.address, place)

    def seat(self, begin_ns: int, pauses: random.Random) -> int:
        """Return the place of a new user, which begins `begin_ns` after the start. Raises MemoryError."""
        place: int = self._seat(self.address, begin_ns, state_of(pauses))
        if place < 0:
            raise MemoryError("no memory for one more I/O")
        return place

    def admit(self, place: int) -> None:
        """Let `run` drive the user in a place, which must have choices."""
        self._admit(self.address, place)

    def leave(self, place: int) -> None:
        """Let the user in a place leave when its I/O has completed."""
        self._leave(self.address, place)

    def seated(self, place: int) -> bool:
        """Return whether the user in a place is working or waiting to begin."""
        return bool(self._seated(self.address, place))

    def room(self, place: int) -> int:
        """Return the number of choices that the place can take."""
        room: int = self._room(self.address, place, ctypes.byref(ctypes.c_int64()))
        return room

    def put(self, place: int, batch: Batch) -> None:
        """Add AT_ONCE choices, for which there must be room."""
        offsets, operations = batch
        filled = ctypes.c_int64()
        self._room(self.address, place, ctypes.byref(filled))
        if place not in self._views:
            memory = (ctypes.c_uint64 * AHEAD).from_address(self._choices(self.address, place))
            self._views[place] = np.ctypeslib.as_array(memory)
        at = filled.value % AHEAD
        into = self._views[place][at : at + AT_ONCE]
        into[:] = operations
        if offsets is not None:
            into |= (offsets // SECTOR << 8).astype(np.uint64)
        self._filled(self.address, place, AT_ONCE)

    def hungry(self, until_ns: int) -> Sequence[int]:
        """Return the places that need more choices; wait until `until_ns` for one, or for a change of places."""
        number = self._hungry(self.address, until_ns, self._places)
        return self._places[:number]

    def set_position(self, offset: int) -> None:
        """Set the offset of the first sequential I/O."""
        self._position(self.address, offset)

    def start(self, start_ns: int) -> None:
        """Start the users at this time (perf_counter_ns), each after its own delay."""
        self._start(self.address, start_ns)

    def dismiss(self) -> None:
        """Stop starting I/Os."""
        self._dismiss(self.address)

    def under_way(self) -> "NDArray[np.void]":
        """Return the I/Os currently in flight, as UNDER_WAY records."""
        found = np.empty(MOST_SLOTS, dtype=UNDER_WAY)
        number = self._under_way(self.address, found.ctypes.data)
        return found[:number]

    def faults(self) -> list[IoFault]:
        """Return the failures since the last call."""
        found = (_Fault * MOST_FAULTS)()
        number = self._faults(self.address, found)
        return [IoFault(one.moved, one.count) for one in found[:number]]

    def wrong(self) -> list[WrongBlock]:
        """Return the wrong blocks found since the last call, as many as the buffer holds."""
        blocks, found = [], _WrongBlock()
        while self._wrong(self.address, ctypes.byref(found)):
            blocks.append(
                WrongBlock(
                    offset=found.offset,
                    wanted=found.wanted,
                    difference=DIFFERENCES[found.difference],  # type: ignore[arg-type]
                    found_offset=found.found_offset,
                    found_bytes=found.found_bytes,
                    found_number=found.found_number,
                    checksum=found.checksum,
                    computed=found.computed,
                )
            )
        return blocks

    def close(self) -> None:
        """Free the loop when no user is working. May be called twice."""
        if self.address:
            self._views = {}
            self._free(self.address)
            self.address = 0
