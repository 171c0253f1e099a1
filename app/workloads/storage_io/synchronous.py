"""One I/O that its caller waits for."""

import errno
import os
import sys
from collections.abc import Sequence


def transfer(descriptor: int, vector: Sequence[memoryview], offset: int, *, write: bool) -> int:
    """Bytes moved at an offset; 0 on Windows, which has no such call and is never asked. Raises OSError."""
    moved = 0
    if sys.platform != "win32":
        moved = os.pwritev(descriptor, vector, offset) if write else os.preadv(descriptor, vector, offset)
    return moved


def moved(descriptor: int, vector: Sequence[memoryview], offset: int, *, write: bool) -> int:
    """As `transfer`, with -errno for an error."""
    try:
        return transfer(descriptor, vector, offset, write=write)
    except OSError as error:
        return -(error.errno or errno.EIO)
