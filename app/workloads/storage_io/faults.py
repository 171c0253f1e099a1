# SPDX-License-Identifier: Apache-2.0
"""Storage errors, as messages for users (StorageError) and as faults for the driver."""

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
    """File, folder or device that cannot be used; the message names it, the error and the remedy."""


def fault_of(number: int, what: str) -> Fault:
    """Convert an errno to a fault; `what` describes the I/O and the file."""
    kind = FAULT_NAMES.get(number, errno.errorcode.get(number, "I/O error"))
    return Fault(kind, f"{what}: {os.strerror(number)}")
