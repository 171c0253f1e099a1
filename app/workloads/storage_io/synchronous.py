# SPDX-License-Identifier: Apache-2.0
"""One I/O that its caller waits for."""

import os
import sys
from collections.abc import Callable, Sequence

Call = Callable[[int, Sequence[memoryview], int], int]
"""Descriptor, buffers, offset: the bytes moved. Raises OSError."""


def calls() -> tuple[Call, Call]:
    """To read and to write at an offset; on Windows, which has none and is never asked, they raise OSError."""
    if sys.platform != "win32":
        return os.preadv, os.pwritev
    else:
        return _missing, _missing


def _missing(descriptor: int, buffers: Sequence[memoryview], offset: int) -> int:
    raise OSError("Windows reads and writes at an offset by its own mechanism")


def transfer(descriptor: int, vector: Sequence[memoryview], offset: int, *, write: bool) -> int:
    """Bytes moved at an offset. Raises OSError."""
    return calls()[write](descriptor, vector, offset)
