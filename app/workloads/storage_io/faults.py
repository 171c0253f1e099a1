# SPDX-License-Identifier: Apache-2.0
"""What goes wrong with storage: for a person (StorageError), and for whoever drives it (a Fault's kind)."""

import errno
import os

from app.databases.failures import DatabaseError
from app.workloads.workload import Fault

FAULT_NAMES = {
    errno.ENOSPC: "disk full",
    errno.EDQUOT: "quota",
    errno.EIO: "I/O error",
    errno.ENODEV: "device gone",
    errno.ENXIO: "device gone",
    errno.ENOMEDIUM if hasattr(errno, "ENOMEDIUM") else errno.ENODEV: "device gone",
    errno.EROFS: "read only",
    errno.EPERM: "refused",
    errno.EACCES: "refused",
    errno.EBADF: "device gone",
    errno.ETIMEDOUT: "timeout",
    errno.ESTALE: "device gone",
}


class StorageError(DatabaseError):
    """A file, folder or device that can't be used as asked. The message is for a person: which one, what happened,
    what to do."""


def fault_of(number: int, what: str) -> Fault:
    """number: errno. what: which I/O on which file, for a person."""
    kind = FAULT_NAMES.get(number, errno.errorcode.get(number, "I/O error"))
    return Fault(kind, f"{what}: {os.strerror(number)}")
