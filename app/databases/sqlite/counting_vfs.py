# SPDX-License-Identifier: Apache-2.0
"""SQLite's file layer, instrumented: calls, bytes and time of reads, writes and syncs, separately for database and log.

An APSW VFS is registered under a unique name. Then all its functions except xOpen are replaced by those of the
platform's default VFS, which SQLite calls without a detour through Python. An opened file is the default VFS's own
file; only four entries of its method table are replaced (xRead, xWrite, xSync, xClose). Locks, shared memory of the
write-ahead log, sleeping and everything else are unchanged.

Subclasses of apsw.VFSFile are not suitable: APSW calls every method of such a file through Python, counted or not, and
its inherited methods (including xSleep) hold the GIL. One user's fsync then blocked all others in the process, which
even made a rollback journal appear faster than it is. Here the lock is released around every forwarded call.

Counts are exact without locking: a file belongs to one connection, a connection is used by one thread at a time, and
each file has separate counts; only opening a file, closing it and reading the counts take a lock.
"""

import ctypes
import threading
import uuid
from collections.abc import Sequence
from contextlib import closing
from time import perf_counter
from typing import Any

import apsw

from collectors.series import Better, Kind, Reading, Series

METHODS = (
    "xClose", "xRead", "xWrite", "xTruncate", "xSync", "xFileSize", "xLock", "xUnlock", "xCheckReservedLock",
    "xFileControl", "xSectorSize", "xDeviceCharacteristics", "xShmMap", "xShmLock", "xShmBarrier", "xShmUnmap",
    "xFetch", "xUnfetch",
)  # fmt: skip
METHODS_OF_VERSION = {1: 12, 2: 16, 3: 18}
VFS_FUNCTIONS = (
    "xOpen", "xDelete", "xAccess", "xFullPathname", "xDlOpen", "xDlError", "xDlSym", "xDlClose", "xRandomness",
    "xSleep", "xCurrentTime", "xGetLastError", "xCurrentTimeInt64",
)  # fmt: skip
PASSED_ON = (
    "xDelete", "xAccess", "xFullPathname", "xRandomness", "xSleep", "xCurrentTime", "xGetLastError",
    "xCurrentTimeInt64",
)  # fmt: skip


class _Methods(ctypes.Structure):
    """Struct sqlite3_io_methods (https://sqlite.org/c3ref/io_methods.html)."""

    _fields_ = (("iVersion", ctypes.c_int), *((name, ctypes.c_void_p) for name in METHODS))


class _Vfs(ctypes.Structure):
    """Beginning of struct sqlite3_vfs (https://sqlite.org/c3ref/vfs.html)."""

    _fields_ = (
        ("iVersion", ctypes.c_int),
        ("szOsFile", ctypes.c_int),
        ("mxPathname", ctypes.c_int),
        ("pNext", ctypes.c_void_p),
        ("zName", ctypes.c_char_p),
        ("pAppData", ctypes.c_void_p),
        *((name, ctypes.c_void_p) for name in VFS_FUNCTIONS),
    )


_INT, _INT64, _POINTER = ctypes.c_int, ctypes.c_int64, ctypes.c_void_p
_OPEN = ctypes.CFUNCTYPE(_INT, _POINTER, _POINTER, _POINTER, _INT, _POINTER)
_CLOSE = ctypes.CFUNCTYPE(_INT, _POINTER)
_TRANSFER = ctypes.CFUNCTYPE(_INT, _POINTER, _POINTER, _INT, _INT64)
_SYNC = ctypes.CFUNCTYPE(_INT, _POINTER, _INT)
_FILE_SIZE = ctypes.CFUNCTYPE(_INT, _POINTER, ctypes.POINTER(_INT64))
# If no argument types are declared, ctypes passes ctypes objects on without conversion, in half the time. Each file
# therefore has three such objects, for its arguments.
_PASSED = ctypes.CFUNCTYPE(_INT)

# Indexes of a file's counts. BEGAN is perf_counter at the start of the call in flight, or 0.0 if absent.
READS, READ_BYTES, READ_S, WRITES, WRITE_BYTES, WRITE_S, SYNCS, SYNC_S, BEGAN = range(9)

ROLES = ("database", "log", "_Total")
COLUMNS = 13
"""Number of raw columns of a role: the eight counts; transfers, their bytes and time; time of all calls, including
syncs and calls in flight (its growth per second is the mean queue); number of calls in flight.
"""

_LOG = apsw.SQLITE_OPEN_WAL | apsw.SQLITE_OPEN_MAIN_JOURNAL | apsw.SQLITE_OPEN_SUPER_JOURNAL

_Live = dict[int, tuple[list[float], ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int64, int]]
"""Open files by address: counts, three arguments to forward, and role."""


def _role(flags: int) -> int:
    """Return the index in ROLES for a file opened with these flags; temporary files count only in the total."""
    if flags & apsw.SQLITE_OPEN_MAIN_DB:
        return 0
    return 1 if flags & _LOG else 2


_COUNTERS: tuple[tuple[str, str, Kind, int, int, Better], ...] = (
    ("Transfers/sec", "/s", "rate", 8, -1, ""),
    ("Reads/sec", "/s", "rate", READS, -1, ""),
    ("Writes/sec", "/s", "rate", WRITES, -1, ""),
    ("Syncs/sec", "/s", "rate", SYNCS, -1, ""),
    ("Bytes/sec", "B/s", "rate", 9, -1, ""),
    ("Read Bytes/sec", "B/s", "rate", READ_BYTES, -1, ""),
    ("Write Bytes/sec", "B/s", "rate", WRITE_BYTES, -1, ""),
    ("Avg. sec/Transfer", "s", "average", 10, 8, "less"),
    ("Avg. sec/Read", "s", "average", READ_S, READS, "less"),
    ("Avg. sec/Write", "s", "average", WRITE_S, WRITES, "less"),
    ("Avg. sec/Sync", "s", "average", SYNC_S, SYNCS, "less"),
    ("Avg. Queue Length", "", "rate", 11, -1, ""),
    ("Current Queue Length", "", "gauge", 12, -1, ""),
)
"""Name, unit, kind, raw and base column within the role, and better direction of each counter."""

SERIES: tuple[Series, ...] = tuple(
    Series(
        path=rf"\Engine File({role})\{name}",
        unit=unit,
        kind=kind,
        layer="engine file",
        value=first + value,
        base=base if base < 0 else first + base,
        better=better,
    )
    for role, first in zip(ROLES, range(0, len(ROLES) * COLUMNS, COLUMNS), strict=True)
    for name, unit, kind, value, base, better in _COUNTERS
)
"""Series for the columns of `CountingVfs.read`."""


def raw_values(counts: Sequence[Sequence[float]], busy: Sequence[tuple[float, float]]) -> tuple[float, ...]:
    """Return the columns of all roles.

    Args:
        counts: The eight counts of databases, logs and temporary files.
        busy: For each of these, the time of all calls including those in flight, and the number in flight.
    """
    values: list[float] = []
    totals = [sum(parts) for parts in zip(*counts, strict=True)], tuple(sum(parts) for parts in zip(*busy, strict=True))
    for count, (busy_s, under_way) in zip([*counts[:2], totals[0]], [*busy[:2], totals[1]], strict=True):
        values += count
        values += (
            count[READS] + count[WRITES],
            count[READ_BYTES] + count[WRITE_BYTES],
            count[READ_S] + count[WRITE_S],
            busy_s,
            under_way,
        )
    return tuple(values)


class CountingVfs(apsw.VFS):
    """Instrumented file layer.

    It stays registered until the process ends: SQLite's open files contain the addresses of its functions.

    Attributes:
        name: Value for a connection's `vfs`.
        counted_by: Implementation of the counters.
    """

    counted_by = "python"

    def __init__(self) -> None:
        self.name = f"outpace-{uuid.uuid4().hex}"
        super().__init__(self.name, "")
        ctypes.pythonapi.Py_IncRef(ctypes.py_object(self))
        self._lock = threading.Lock()
        self._live: _Live = {}
        self._closed = [[0.0] * BEGAN for _ in ROLES]
        self._tables: dict[int, _Methods] = {}
        self._callbacks: list[object] = []
        base_address = vfs_address(None)
        base, own = _Vfs.from_address(base_address), _Vfs.from_address(vfs_address(self.name))
        opened = self._open(base_address, _OPEN(base.xOpen))
        own.szOsFile = base.szOsFile
        for name in PASSED_ON:
            setattr(own, name, getattr(base, name))
        own.xOpen = self._entry(opened)

    @property
    def series(self) -> Sequence[Series]:
        """Series for the columns of `read`."""
        return SERIES

    def read(self) -> Reading:
        """Return the raw values of `series` since the start; the time is perf_counter's."""
        with self._lock:
            now = perf_counter()
            counts = [list(closed) for closed in self._closed]
            under_way = [[0.0, 0.0] for _ in ROLES]
            for live, _, _, _, role in self._live.values():
                seen = tuple(live)
                for i in range(BEGAN):
                    counts[role][i] += seen[i]
                if seen[BEGAN]:
                    under_way[role][0] += max(0.0, now - seen[BEGAN])
                    under_way[role][1] += 1
        busy = [
            (count[READ_S] + count[WRITE_S] + count[SYNC_S] + waited, flying)
            for count, (waited, flying) in zip(counts, under_way, strict=True)
        ]
        return Reading(now, raw_values(counts, busy))

    def _entry(self, function: Any) -> int | None:
        """Return a function's address for a method table, and keep the function alive."""
        self._callbacks.append(function)
        return ctypes.cast(function, _POINTER).value

    def _open(self, base: int, base_open: Any) -> Any:
        """Return xOpen: the default VFS opens the file, then the file's methods are replaced."""

        def x_open(_: int, name: int | None, file: int, flags: int, out_flags: int | None) -> int:
            try:
                result: int = base_open(base, name, file, flags, out_flags)
                methods = _POINTER.from_address(file)
                if result == apsw.SQLITE_OK and methods.value:
                    with self._lock:
                        table = self._table(methods.value)
                        self._live[file] = ([0.0] * 9, _POINTER(file), _POINTER(), _INT64(), _role(flags))
                    methods.value = ctypes.addressof(table)
                return result
            except BaseException:  # noqa: BLE001 - there is only C above us
                return apsw.SQLITE_CANTOPEN

        return _OPEN(x_open)

    def _table(self, original: int) -> _Methods:
        """Return the counting twin of a method table; the default VFS has one per file system and locking method."""
        table = self._tables.get(original)
        if table is None:
            table = _Methods()
            source = _Methods.from_address(original)
            table.iVersion = min(source.iVersion, max(METHODS_OF_VERSION))
            for name in METHODS[: METHODS_OF_VERSION[table.iVersion]]:
                setattr(table, name, getattr(source, name))
            table.xRead = self._entry(_counted_read(self._live, source))
            table.xWrite = self._entry(_counted_write(self._live, source))
            table.xSync = self._entry(_counted_sync(self._live, source))
            table.xClose = self._entry(self._close(_CLOSE(source.xClose)))
            self._tables[original] = table
        return table

    def _close(self, base_close: Any) -> Any:
        def x_close(file: int) -> int:
            try:
                with self._lock:
                    counts, _, _, _, role = self._live.pop(file)
                    self._closed[role] = [sum(pair) for pair in zip(self._closed[role], counts[:BEGAN], strict=True)]
                result: int = base_close(file)
                return result
            except BaseException:  # noqa: BLE001 - there is only C above us
                return apsw.SQLITE_IOERR

        return _CLOSE(x_close)


def _counted_read(live: _Live, source: _Methods) -> Any:
    base, base_size = _PASSED(source.xRead), _FILE_SIZE(source.xFileSize)
    short, failed = apsw.SQLITE_IOERR_SHORT_READ, apsw.SQLITE_IOERR

    def x_read(file: int, buffer: int, amount: int, offset: int) -> int:
        try:
            counts, file_pointer, buffer_pointer, position, _ = live[file]
            buffer_pointer.value = buffer
            position.value = offset
            counts[BEGAN] = began = perf_counter()
            result: int = base(file_pointer, buffer_pointer, amount, position)
            counts[READ_S] += perf_counter() - began
            counts[BEGAN] = 0.0
            counts[READS] += 1.0
            if result == 0:
                counts[READ_BYTES] += amount
            elif result == short:  # the rest of the buffer is zeros
                size = _INT64()
                base_size(file, ctypes.byref(size))
                counts[READ_BYTES] += min(max(size.value - offset, 0), amount)
            return result
        except BaseException:  # noqa: BLE001 - there is only C above us
            return failed

    return _TRANSFER(x_read)


def _counted_write(live: _Live, source: _Methods) -> Any:
    base, failed = _PASSED(source.xWrite), apsw.SQLITE_IOERR

    def x_write(file: int, buffer: int, amount: int, offset: int) -> int:
        try:
            counts, file_pointer, buffer_pointer, position, _ = live[file]
            buffer_pointer.value = buffer
            position.value = offset
            counts[BEGAN] = began = perf_counter()
            result: int = base(file_pointer, buffer_pointer, amount, position)
            counts[WRITE_S] += perf_counter() - began
            counts[BEGAN] = 0.0
            counts[WRITES] += 1.0
            if result == 0:
                counts[WRITE_BYTES] += amount
            return result
        except BaseException:  # noqa: BLE001 - there is only C above us
            return failed

    return _TRANSFER(x_write)


def _counted_sync(live: _Live, source: _Methods) -> Any:
    base, failed = _PASSED(source.xSync), apsw.SQLITE_IOERR

    def x_sync(file: int, flags: int) -> int:
        try:
            counts, file_pointer, _, _, _ = live[file]
            counts[BEGAN] = began = perf_counter()
            result: int = base(file_pointer, flags)
            counts[SYNC_S] += perf_counter() - began
            counts[BEGAN] = 0.0
            counts[SYNCS] += 1.0
            return result
        except BaseException:  # noqa: BLE001 - there is only C above us
            return failed

    return _SYNC(x_sync)


def vfs_address(vfs: str | None) -> int:
    """Return the address of SQLite's sqlite3_vfs with this name; None is the default VFS."""
    pointer = _POINTER()
    with closing(apsw.Connection(":memory:", vfs=vfs)) as connection:
        connection.file_control("main", apsw.SQLITE_FCNTL_VFS_POINTER, ctypes.addressof(pointer))
    if not pointer.value:
        raise RuntimeError(f"SQLite does not say where its VFS {vfs or '(default)'} is")
    return pointer.value
