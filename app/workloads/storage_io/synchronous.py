# SPDX-License-Identifier: Apache-2.0
"""Blocking I/O calls."""

import os
import sys
from collections.abc import Callable, Sequence

Call = Callable[[int, Sequence[memoryview], int], int]
"""Function (descriptor, buffers, offset) that returns the bytes moved. Raises OSError."""


def calls() -> tuple[Call, Call]:
    """Return the calls for reading and writing at an offset. On Windows, which never uses them, they raise OSError."""
    if sys.platform != "win32":
        return os.preadv, os.pwritev
    else:
        return _refuse, _refuse


def _refuse(descriptor: int, buffers: Sequence[memoryview], offset: int) -> int:
    raise OSError("Windows reads and writes at an offset by its own mechanism")


def transfer(descriptor: int, vector: Sequence[memoryview], offset: int, *, write: bool) -> int:
    """Transfer data at an offset and return the number of bytes moved.

    Raises:
        OSError: The transfer failed.
    """
    return calls()[write](descriptor, vector, offset)
