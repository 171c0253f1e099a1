# SPDX-License-Identifier: Apache-2.0
"""Reading of untrusted files, limited to regular files and to a maximum size.

A pipe, a socket or a device could block, or never end.
"""

import errno
import os
import stat
from io import BufferedReader
from pathlib import Path


def opened_regular(path: Path) -> BufferedReader:
    """Open a regular file for reading bytes.

    Raises:
        OSError: The file cannot be opened, or is not a regular file.
    """
    # Without O_NONBLOCK, opening a pipe without a writer would block forever.
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
    """Return all bytes of a regular file, or None if there are more than `most`.

    Raises:
        OSError: The file cannot be read.
    """
    with opened_regular(path) as file:
        found = file.read(most + 1)
    return found if len(found) <= most else None
