# SPDX-License-Identifier: Apache-2.0
"""What storage I/O is done: parameters, their checks, and the labels that every figure carries."""

import sys
from typing import Literal

import msgspec

from app.model.workloads import (
    HOT_IO_PERCENT,
    HOT_PERCENT,
    PATTERN_LABELS,
    ZIPF_THETA,
    Skew,
    WritePattern,
)

MiB = 1 << 20
MOST_BLOCK_BYTES = 16 * MiB
SMALLEST_FILE_BYTES = MiB

Access = Literal["random", "sequential"]
BlockShare = tuple[int, float]
"""The bytes of a block, and the percentage of I/Os that are as large."""
MechanismName = Literal["auto", "libaio", "io_uring", "overlapped", "threads"]


class StorageIoParameters(msgspec.Struct, frozen=True, kw_only=True):
    """The I/O on one target; the same on all systems.

    block_bytes: of each I/O, a multiple of 512. read_mix, write_mix: several sizes in its place. read_percent: 100
    reads only, 0 writes only.
    skew, zipf_theta, hot_percent, hot_io_percent: of random places, as of StorageIo (app.model.workloads).
    file_bytes: the part of the file or device that is read and written; of a device 0 is all of it.
    write_through: a write ends when the storage says that it is stored for good (O_DSYNC, FILE_FLAG_WRITE_THROUGH).
    cached: through the operating system's cache, where direct I/O is not to be had; labels every figure.
    trim_percent: of all I/Os; read_percent is of the others.
    verify: reads look whether a block is what the same run has written to it.
    pattern: what is written: pages that differ from all before, one random page again and again, or zeros.
    force_device: a block device may be written, which destroys what is on it.
    mechanism: "auto" is what measures best on this system (app.workloads.storage_io.opening).
    """

    block_bytes: int = 8192
    skew: Skew = "even"
    zipf_theta: float = ZIPF_THETA
    hot_percent: float = HOT_PERCENT
    hot_io_percent: float = HOT_IO_PERCENT
    read_mix: tuple[BlockShare, ...] = ()
    write_mix: tuple[BlockShare, ...] = ()
    read_percent: float = 100.0
    access: Access = "random"
    file_bytes: int = 1 << 30
    write_through: bool = False
    cached: bool = False
    verify: bool = False
    trim_percent: float = 0.0
    pattern: WritePattern = "incompressible"
    force_device: bool = False
    mechanism: MechanismName = "auto"

    def __post_init__(self) -> None:
        """Raises ValueError, with a text for a person."""
        if not 0 <= self.read_percent <= 100:
            raise ValueError(f"a read share of {self.read_percent} %: it must lie between 0 and 100")
        for size in self.sizes:
            if size % 512 or not 512 <= size <= MOST_BLOCK_BYTES:
                raise ValueError(f"a block of {size} bytes: it must be a multiple of 512, up to 16 MiB")
        if any(share <= 0 for _, share in (*self.read_mix, *self.write_mix)):
            raise ValueError("the share of a block size must lie above 0")
        if self.file_bytes and self.file_bytes < max(SMALLEST_FILE_BYTES, self.largest_bytes):
            raise ValueError(f"a file of {self.file_bytes} bytes: at least 1 MiB and one block are needed")
        if self.file_bytes < 0 or self.file_bytes % 4096:
            raise ValueError(f"a file of {self.file_bytes} bytes: the size must be a multiple of 4096")

    @property
    def mixed(self) -> bool:
        """Whether I/Os are of several sizes."""
        return bool(self.read_mix or self.write_mix)

    def mix(self, *, write: bool) -> tuple[BlockShare, ...]:
        """The sizes of reads, or of writes; none where there are no such I/Os."""
        if self.read_percent == (100 if write else 0):
            return ()
        return (self.write_mix if write else self.read_mix) or ((self.block_bytes, 100.0),)

    @property
    def sizes(self) -> list[int]:
        """Of all blocks that are read or written, bytes, the smallest first."""
        return sorted({size for write in (False, True) for size, _ in self.mix(write=write)})

    @property
    def largest_bytes(self) -> int:
        """Of a block."""
        return self.sizes[-1]

    @property
    def writes(self) -> bool:
        """Whether anything is written."""
        return self.read_percent < 100 or self.trims

    @property
    def trims(self) -> bool:
        """Whether blocks are trimmed."""
        return self.trim_percent > 0

    @property
    def labels(self) -> tuple[str, ...]:
        """What must be said beside each figure: the cache, and with writes whether they are written through."""
        labels = ["cached by the operating system"] if self.cached else ["direct I/O"]
        if self.writes:
            labels.append("write-through on" if self.write_through else "write-through off")
        if self.pattern in PATTERN_LABELS:
            labels.append(PATTERN_LABELS[self.pattern])
        if self.write_through and self.writes and sys.platform == "darwin":
            labels.append("the drive's own cache is not emptied on macOS")
        return tuple(labels)
