# SPDX-License-Identifier: Apache-2.0
"""Files readable only by their user: sessions and logs contain host names, users and settings of servers."""

import os
import stat
import sys
from pathlib import Path


def make_private(path: Path) -> None:
    """Create an empty file for this user only, or revoke the access of other users to an existing file.

    On Windows it inherits the permissions of its folder, which in a user's profile are restricted to that user.

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
