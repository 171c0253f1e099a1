# SPDX-License-Identifier: Apache-2.0
"""Operations of storage I/O: reads and writes and, for a mix of block sizes, the reads and writes of each size."""

from collections.abc import Sequence

import msgspec

from app.model.workloads import part_key
from app.workloads.storage_io.parameters import StorageIoParameters
from app.workloads.workload import Operation

READ, WRITE, TRIM = 0, 1, 2
KEYS = ("read", "write")


class Transfer(msgspec.Struct, frozen=True):
    """Data transfer of an operation's I/O."""

    write: bool
    block_bytes: int


class IoOperations(msgspec.Struct, frozen=True):
    """Operations by number.

    Attributes:
        transfers: Transfer of each operation.
        parts: Operations from which reads, and writes, are drawn.
    """

    operations: Sequence[Operation]
    transfers: Sequence[Transfer]
    parts: tuple[Sequence[int], Sequence[int]]


def io_operations(parameters: StorageIoParameters) -> IoOperations:
    """Return "read" and "write"; for a mix, "read 4 KiB" and so on follow."""
    if not parameters.mixed:
        block_bytes = parameters.block_bytes
        operations = [Operation(key, moved_bytes=block_bytes) for key in KEYS]
        transfers = [Transfer(False, block_bytes), Transfer(True, block_bytes)]
        if parameters.trims:
            operations.append(Operation("trim"))
            transfers.append(Transfer(True, block_bytes))
        return IoOperations(operations, transfers, ((READ,), (WRITE,)))
    operations = [Operation(key) for key in KEYS]
    transfers = [Transfer(False, parameters.largest_bytes), Transfer(True, parameters.largest_bytes)]
    parts: tuple[list[int], list[int]] = ([], [])
    for whole, key in enumerate(KEYS):
        for size, _ in parameters.mix(write=bool(whole)):
            parts[whole].append(len(operations))
            operations.append(Operation(part_key(key, size // 1024), part_of=whole, moved_bytes=size))
            transfers.append(Transfer(bool(whole), size))
    return IoOperations(operations, transfers, parts)
