# SPDX-License-Identifier: Apache-2.0
"""The counted file layer in C (native/vfs.c): it counts what `CountingVfs` does, of the same calls."""

import ctypes
import uuid
from collections.abc import Sequence

import apsw

from app.databases.sqlite.counting_vfs import ROLES, SERIES, CountingVfs, raw_values, vfs_address
from app.native.native_library import Absent, NativeLibrary
from collectors.series import Reading, Series

COUNTS = ("reads", "read_bytes", "read_ns", "writes", "write_bytes", "write_ns", "syncs", "sync_ns")
"""In the order of CountingVfs's; nanoseconds where those are seconds."""


class _Counts(ctypes.Structure):
    """outpace_vfs_counts of native/outpace.h."""

    _fields_ = tuple((name, ctypes.c_int64) for name in (*COUNTS, "busy_ns", "under_way", "open"))


class NativeCountingVfs(apsw.VFS):
    """The counted file layer. `name` is what a connection's `vfs` must be; `counted_by`: who counts.

    It stays registered until the process ends: SQLite's open files hold addresses of its functions.
    """

    def __init__(self, library: NativeLibrary, base: str | None = None) -> None:
        """base: the name of the VFS that is counted; None is the platform's. Raises MemoryError."""
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
        """What the columns of `read` mean."""
        return SERIES

    def read(self) -> Reading:
        """Raw values of `series` since the beginning; its time is perf_counter's."""
        now_ns, roles = self._counts()
        counts = [
            [getattr(role, name) / 1e9 if name.endswith("_ns") else float(getattr(role, name)) for name in COUNTS]
            for role in roles
        ]
        busy = [(role.busy_ns / 1e9, float(role.under_way)) for role in roles]
        return Reading(now_ns / 1e9, raw_values(counts, busy))

    def open_files(self) -> int:
        """How many there are."""
        return sum(role.open for role in self._counts()[1])

    def _counts(self) -> tuple[int, Sequence[_Counts]]:
        roles = (_Counts * len(ROLES))()
        now_ns: int = self._read(self._vfs, roles)
        return now_ns, list(roles)


def counting_vfs(library: NativeLibrary | Absent) -> CountingVfs | NativeCountingVfs:
    """A new one, of the library's where there is one."""
    return CountingVfs() if isinstance(library, Absent) else NativeCountingVfs(library)
