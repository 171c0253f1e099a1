# SPDX-License-Identifier: Apache-2.0
"""Files readable by their user only: sessions and logs contain hosts, users and settings of servers."""

import os
import stat
import sys
from pathlib import Path


def make_private(path: Path) -> None:
    """Create an empty file for this user alone, or revoke the rights of others on an existing one.

    On Windows it inherits the rights of its folder, which in a user's profile are that user's.

    Raises:
        OSError: The file cannot be created or changed.
    """
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND | getattr(os, "O_CLOEXEC", 0), 0o600)
    try:
        if sys.platform != "win32":
            mode = stat.S_IMODE(os.fstat(descriptor).st_mode)
            if mode & 0o077:
                os.fchmod(descriptor, mode & ~0o077)
    finally:
        os.close(descriptor)
