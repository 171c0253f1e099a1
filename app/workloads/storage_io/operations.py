# SPDX-License-Identifier: Apache-2.0
"""The operations of storage I/O: reads and writes, and of a mix of block sizes those of each size as parts of them."""

from collections.abc import Sequence

import msgspec

from app.model.workloads import part_key
from app.workloads.storage_io.parameters import StorageIoParameters
from app.workloads.workload import Operation

READ, WRITE, TRIM = 0, 1, 2
KEYS = ("read", "write")


class Transfer(msgspec.Struct, frozen=True):
    """What an I/O of an operation does."""

    write: bool
    block_bytes: int


class IoOperations(msgspec.Struct, frozen=True):
    """By number. transfers: of each. parts: the operations that reads, and that writes, are drawn from."""

    operations: Sequence[Operation]
    transfers: Sequence[Transfer]
    parts: tuple[Sequence[int], Sequence[int]]


def io_operations(parameters: StorageIoParameters) -> IoOperations:
    """Of one block size "read" and "write"; of a mix "read 4 KiB" and so on behind them."""
    if not parameters.mixed:
        own = parameters.block_bytes
        operations = [Operation(key, moved_bytes=own) for key in KEYS]
        transfers = [Transfer(False, own), Transfer(True, own)]
        if parameters.trims:
            operations.append(Operation("trim"))
            transfers.append(Transfer(True, own))
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
