# SPDX-License-Identifier: Apache-2.0
"""Windows overlapped I/O on a completion port, bypassing the file cache (FILE_FLAG_NO_BUFFERING).

The code follows Microsoft's documentation of the calls but has not been run on Windows yet.
"""

import sys

if sys.platform == "win32":
    import ctypes
    import errno
    from collections.abc import Sequence
    from ctypes import wintypes
    from pathlib import Path

    from app.workloads.storage_io.buffers import Buffers
    from app.workloads.storage_io.faults import StorageError
    from app.workloads.storage_io.parameters import StorageIoParameters

    GENERIC_READ, GENERIC_WRITE = 0x80000000, 0x40000000
    SHARE_READ_WRITE = 3
    OPEN_EXISTING = 3
    NO_BUFFERING, WRITE_THROUGH, OVERLAPPED = 0x20000000, 0x80000000, 0x40000000
    INVALID_HANDLE = ctypes.c_void_p(-1).value
    ERROR_IO_PENDING = 997
    WAIT_TIMEOUT = 258
    SLOTS_AT_ONCE = 2000
    LOOK_S = 0.5

    class _Overlapped(ctypes.Structure):
        _fields_ = (
            ("internal", ctypes.c_size_t),
            ("internal_high", ctypes.c_size_t),
            ("offset", wintypes.DWORD),
            ("offset_high", wintypes.DWORD),
            ("event", wintypes.HANDLE),
        )

    class _Entry(ctypes.Structure):
        _fields_ = (
            ("key", ctypes.c_size_t),
            ("overlapped", ctypes.c_size_t),
            ("internal", ctypes.c_size_t),
            ("moved", wintypes.DWORD),
        )

    def opened_for_overlapped(path: Path, parameters: StorageIoParameters) -> int:
        """Return a file handle for one completion port, to be closed with `close_handle`.

        Raises:
            StorageError: The file cannot be opened.
        """
        create = ctypes.WinDLL("kernel32", use_last_error=True).CreateFileW
        number = wintypes.DWORD
        create.restype = ctypes.c_void_p
        create.argtypes = (wintypes.LPCWSTR, number, number, ctypes.c_void_p, number, number, wintypes.HANDLE)
        flags = OVERLAPPED
        flags |= 0 if parameters.cached else NO_BUFFERING
        flags |= WRITE_THROUGH if parameters.write_through else 0
        access = GENERIC_READ | (GENERIC_WRITE if parameters.writes else 0)
        handle: int = create(str(path), access, SHARE_READ_WRITE, None, OPEN_EXISTING, flags, None)
        if handle == INVALID_HANDLE:
            reason = ctypes.WinError(ctypes.get_last_error()).strerror
            raise StorageError("{path} can't be opened: {reason}", path=path, reason=reason)
        return handle

    def close_handle(handle: int) -> None:
        """Close a handle returned by `opened_for_overlapped`."""
        close = ctypes.WinDLL("kernel32").CloseHandle
        close.argtypes = (wintypes.HANDLE,)
        close(handle)

    class Overlapped:
        """I/O on one file, which the object opens itself."""

        name = "overlapped"
        together = False

        def __init__(self, path: Path, parameters: StorageIoParameters) -> None:
            self._kernel = ctypes.WinDLL("kernel32", use_last_error=True)
            self._nt = ctypes.WinDLL("ntdll")
            self._declare()
            self._sizes = [parameters.largest_bytes] * SLOTS_AT_ONCE
            self._buffers = Buffers(parameters.largest_bytes, parameters.pattern)
            self._slots = (_Overlapped * SLOTS_AT_ONCE)()
            self._writes: list[int] = [False] * SLOTS_AT_ONCE
            self._first = ctypes.addressof(self._slots)
            self._entries = (_Entry * SLOTS_AT_ONCE)()
            self._removed = wintypes.ULONG(0)
            self._file = opened_for_overlapped(path, parameters)
            self._port = self._kernel.CreateIoCompletionPort(self._file, None, 0, 1)
            if not self._port:
                error = ctypes.WinError(ctypes.get_last_error())
                self._kernel.CloseHandle(self._file)
                raise error

        def _declare(self) -> None:
            kernel, handle, pointer = self._kernel, wintypes.HANDLE, ctypes.c_void_p
            kernel.CreateIoCompletionPort.restype = ctypes.c_void_p
            kernel.CreateIoCompletionPort.argtypes = (handle, handle, ctypes.c_size_t, wintypes.DWORD)
            for transfer in (kernel.ReadFile, kernel.WriteFile):
                transfer.restype = wintypes.BOOL
                transfer.argtypes = (handle, pointer, wintypes.DWORD, pointer, pointer)
            kernel.GetQueuedCompletionStatusEx.restype = wintypes.BOOL
            kernel.GetQueuedCompletionStatusEx.argtypes = (
                handle,
                pointer,
                wintypes.ULONG,
                pointer,
                wintypes.DWORD,
                wintypes.BOOL,
            )
            kernel.CloseHandle.argtypes = (handle,)
            self._nt.RtlNtStatusToDosError.restype = wintypes.ULONG
            self._nt.RtlNtStatusToDosError.argtypes = (wintypes.ULONG,)

        def reserve(self, slots: int) -> None:
            if slots > SLOTS_AT_ONCE:
                raise OSError(errno.EINVAL, f"{slots} I/Os at once: at most {SLOTS_AT_ONCE} are possible")
            for _ in self._buffers.grow(slots):
                pass

        def buffer(self, slot: int) -> memoryview:
            return self._buffers.views[slot]

        def resize(self, slot: int, block_bytes: int) -> None:
            self._sizes[slot] = block_bytes

        def prepare(self, slot: int, offset: int, write: int) -> None:
            if write:
                self._buffers.stamp(slot)
            overlapped = self._slots[slot]
            overlapped.internal = overlapped.internal_high = 0
            overlapped.offset, overlapped.offset_high = offset & 0xFFFFFFFF, offset >> 32
            self._writes[slot] = write

        def begin(self, slot: int) -> int:
            transfer = self._kernel.WriteFile if self._writes[slot] else self._kernel.ReadFile
            at = self._first + slot * ctypes.sizeof(_Overlapped)
            begun = transfer(self._file, self._buffers.addresses[slot], self._sizes[slot], None, at)
            # The port also reports I/Os that complete immediately.
            if not begun and (code := ctypes.get_last_error()) != ERROR_IO_PENDING:
                return -_errno(code)
            return 0

        def begin_all(self, slots: Sequence[int]) -> Sequence[tuple[int, int]]:
            return [(slot, number) for slot in slots if (number := self.begin(slot))]

        def transfer(self, slot: int) -> int:
            if refused := self.begin(slot):
                return refused
            ended: Sequence[tuple[int, int]] = ()
            while not ended:
                ended = self.wait(LOOK_S)
            return ended[0][1]

        def wait(self, timeout_s: float) -> Sequence[tuple[int, int]]:
            """Return completed I/Os; the timeout is rounded down to milliseconds."""
            has_entries = self._kernel.GetQueuedCompletionStatusEx(
                self._port,
                ctypes.addressof(self._entries),
                SLOTS_AT_ONCE,
                ctypes.addressof(self._removed),
                max(int(timeout_s * 1000), 1),
                False,
            )
            if not has_entries:
                if (code := ctypes.get_last_error()) == WAIT_TIMEOUT:
                    return ()
                raise ctypes.WinError(code)
            size, ended = ctypes.sizeof(_Overlapped), []
            for number in range(self._removed.value):
                entry = self._entries[number]
                slot = (entry.overlapped - self._first) // size
                status = self._slots[slot].internal
                code = self._nt.RtlNtStatusToDosError(status & 0xFFFFFFFF) if status else 0
                ended.append((slot, -_errno(code) if code else entry.moved))
            return ended

        def close(self) -> None:
            if self._port:
                self._kernel.CloseHandle(self._port)
                self._kernel.CloseHandle(self._file)
                self._port = None

    def _errno(code: int) -> int:
        """Return the errno for a Windows error code."""
        return {112: errno.ENOSPC, 39: errno.ENOSPC, 1117: errno.EIO, 55: errno.ENODEV, 433: errno.ENODEV}.get(
            code, ctypes.WinError(code).errno or errno.EIO
        )
