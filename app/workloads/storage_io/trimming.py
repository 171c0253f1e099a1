# SPDX-License-Identifier: Apache-2.0
"""Trim (discard), which informs the storage that blocks are unused. Only Linux supports it for a range of a file."""

import contextlib
import ctypes
import os
import stat
import struct
import sys
from collections.abc import Callable
from pathlib import Path

from app.model.errors import phrase
from app.model.messages import Sentence

KEEP_SIZE, PUNCH_HOLE = 1, 2
"""Flags of fallocate(2), include/uapi/linux/falloc.h."""
BLKDISCARD = 0x1277
"""Request _IO(0x12, 119), include/uapi/linux/fs.h, for the bytes [offset, offset + length)."""
RANGE = struct.Struct("=QQ")
QUEUES = Path("/sys/dev/block")

Trim = Callable[[int, int], None]
"""Function (offset, bytes) that trims a range. Raises OSError."""


def trim_of(descriptor: int) -> Trim:
    """Return the trim function, which discards on an open block device and punches a hole in an open file.

    Raises:
        OSError: The system supports neither.
    """
    if sys.platform == "linux":
        return _discards(descriptor) if stat.S_ISBLK(os.fstat(descriptor).st_mode) else _holes(descriptor)
    else:
        raise OSError("trim is possible on Linux only")


if sys.platform == "linux":
    import fcntl

    def _discards(descriptor: int) -> Trim:
        def discard(offset: int, length: int) -> None:
            fcntl.ioctl(descriptor, BLKDISCARD, RANGE.pack(offset, length))

        return discard

    def _discard_bytes(path: Path) -> int:
        """Return the maximum bytes per discard on a device; 0 if unsupported, 1 if unknown, so that it is tried."""
        with contextlib.suppress(OSError, ValueError):
            number = path.stat().st_rdev
            place = QUEUES / f"{os.major(number)}:{os.minor(number)}"
            for queue in (place / "queue", place.resolve().parent / "queue"):
                if (most := queue / "discard_max_bytes").exists():
                    return int(most.read_text(encoding="ascii"))
        return 1

    def _holes(descriptor: int) -> Trim:
        fallocate = ctypes.CDLL(None, use_errno=True).fallocate
        fallocate.argtypes = (ctypes.c_int, ctypes.c_int, ctypes.c_int64, ctypes.c_int64)

        def punch(offset: int, length: int) -> None:
            if fallocate(descriptor, KEEP_SIZE | PUNCH_HOLE, offset, length):
                number = ctypes.get_errno()
                raise OSError(number, os.strerror(number))

        return punch


def no_trim(path: Path, *, device: bool) -> Sentence | None:
    """Return why a target cannot be trimmed, if that is known without trying, or None."""
    if sys.platform == "linux":
        return phrase("the device takes no trim") if device and not _discard_bytes(path) else None
    else:
        return phrase("trim is possible on Linux only")
