# SPDX-License-Identifier: Apache-2.0
"""Files that somebody else may have put there: only regular ones are opened, and no more of them is read than is
allowed. A pipe, a socket or a device would be waited for, or never end."""

import errno
import os
import stat
from io import BufferedReader
from pathlib import Path


def opened_regular(path: Path) -> BufferedReader:
    """The file, open for reading bytes. Raises OSError, also where it is no regular file."""
    # Without O_NONBLOCK to open a pipe that nobody writes to would wait for ever.
    flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0)
    descriptor = os.open(path, flags)
    try:
        mode = os.fstat(descriptor).st_mode
        if stat.S_ISDIR(mode):
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
        if not stat.S_ISREG(mode):
            raise OSError(errno.EINVAL, "it is no regular file", str(path))
        return os.fdopen(descriptor, "rb")
    except BaseException:
        os.close(descriptor)
        raise


def bytes_of(path: Path, most: int) -> bytes | None:
    """All bytes of a regular file; None where there are more than `most`. Raises OSError."""
    with opened_regular(path) as file:
        found = file.read(most + 1)
    return found if len(found) <= most else None
