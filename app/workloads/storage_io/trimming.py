# SPDX-License-Identifier: Apache-2.0
"""Trim: telling the storage that blocks hold nothing any more, which Linux alone lets a program do at an offset."""

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
"""Of fallocate(2), include/uapi/linux/falloc.h."""
BLKDISCARD = 0x1277
"""_IO(0x12, 119), include/uapi/linux/fs.h: of the bytes [offset, offset + length)."""
RANGE = struct.Struct("=QQ")
QUEUES = Path("/sys/dev/block")

Trim = Callable[[int, int], None]
"""Offset, bytes. Raises OSError."""


def trim_of(descriptor: int) -> Trim:
    """On an open block device a discard, on an open file a hole. Raises OSError where this system has neither."""
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
        """The most that a device discards at once; 0: it discards nothing. Where that is not known it is tried."""
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
    """Why a target can't be trimmed, as far as that is known without trying; None where nothing speaks against it."""
    if sys.platform == "linux":
        return phrase("the device takes no trim") if device and not _discard_bytes(path) else None
    else:
        return phrase("trim is possible on Linux only")
