# SPDX-License-Identifier: Apache-2.0
"""Instrumented VFS in C (native/vfs.c), with the same counts as `CountingVfs`."""

import ctypes
import uuid
from collections.abc import Sequence

import apsw

from app.databases.sqlite.counting_vfs import ROLES, SERIES, CountingVfs, raw_values, vfs_address
from app.native.native_library import Absent, NativeLibrary
from collectors.series import Reading, Series

COUNTS = ("reads", "read_bytes", "read_ns", "writes", "write_bytes", "write_ns", "syncs", "sync_ns")
"""Names in the order of CountingVfs's counts; nanoseconds instead of seconds."""


class _Counts(ctypes.Structure):
    """Struct outpace_vfs_counts in native/outpace.h."""

    _fields_ = tuple((name, ctypes.c_int64) for name in (*COUNTS, "busy_ns", "under_way", "open"))


class NativeCountingVfs(apsw.VFS):
    """Instrumented file layer in C.

    It stays registered until the process ends: SQLite's open files contain the addresses of its functions.

    Attributes:
        name: Value for a connection's `vfs`.
        counted_by: Implementation of the counters.
    """

    def __init__(self, library: NativeLibrary, base: str | None = None) -> None:
        """Register the file layer. Raises MemoryError.

        Args:
            library: The native library.
            base: Name of the VFS to instrument; None is the platform's default.
        """
        self.counted_by = library.name
        self.name = f"outpace-{uuid.uuid4().hex}"
        super().__init__(self.name, "")
        ctypes.pythonapi.Py_IncRef(ctypes.py_object(self))
        counted = library.function("outpace_vfs_counted", ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p)
        self._read = library.function(
            "outpace_vfs_read", ctypes.c_int64, ctypes.c_void_p, ctypes.POINTER(_Counts), quick=True
        )
        self._vfs = counted(vfs_address(base), vfs_address(self.name))
        if not self._vfs:
            raise MemoryError("no memory for the counts of SQLite's files")

    @property
    def series(self) -> Sequence[Series]:
        """Series for the columns of `read`."""
        return SERIES

    def read(self) -> Reading:
        """Return the raw values of `series` since the start; the time is perf_counter's."""
        now_ns, roles = self._counts()
        counts = [
            [getattr(role, name) / 1e9 if name.endswith("_ns") else float(getattr(role, name)) for name in COUNTS]
            for role in roles
        ]
        busy = [(role.busy_ns / 1e9, float(role.under_way)) for role in roles]
        return Reading(now_ns / 1e9, raw_values(counts, busy))

    def open_files(self) -> int:
        return sum(role.open for role in self._counts()[1])

    def _counts(self) -> tuple[int, Sequence[_Counts]]:
        roles = (_Counts * len(ROLES))()
        now_ns: int = self._read(self._vfs, roles)
        return now_ns, list(roles)


def counting_vfs(library: NativeLibrary | Absent) -> CountingVfs | NativeCountingVfs:
    """Return a new file layer, implemented by the native library if there is one."""
    return CountingVfs() if isinstance(library, Absent) else NativeCountingVfs(library)
