# SPDX-License-Identifier: Apache-2.0
"""Parameters of storage I/O, their validation, and the labels that figures must carry."""

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
"""Bytes of a block, and the percentage of I/Os with that size."""
MechanismName = Literal["auto", "libaio", "io_uring", "overlapped", "threads"]


class StorageIoParameters(msgspec.Struct, frozen=True, kw_only=True):
    """Parameters of the I/O on one target, the same on all systems.

    Attributes:
        block_bytes: Size of each I/O, a multiple of 512.
        skew: Distribution of random offsets; this, `zipf_theta`, `hot_percent` and `hot_io_percent` are as in StorageIo
            (app.model.workloads).
        read_mix, write_mix: Mixes of sizes that replace `block_bytes`.
        read_percent: Percentage of reads; 100 for reads only, 0 for writes only.
        file_bytes: Part of the file or device that is read and written; 0 for a whole device.
        write_through: Whether a write completes only when it is durable (O_DSYNC, FILE_FLAG_WRITE_THROUGH).
        cached: Whether to use the operating system's cache if direct I/O is not available; every figure is labeled
            accordingly.
        verify: Whether reads check that a block is the one written by the same run.
        trim_percent: Percentage of trims among all I/Os; `read_percent` refers to the remaining I/Os.
        pattern: Written data: pages that differ from all earlier ones, one random page repeatedly, or zeros.
        force_device: Whether to write to a block device, which destroys its contents.
        mechanism: "auto" is the fastest measured on this system (app.workloads.storage_io.opening).
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
        """Validate the parameters.

        Raises:
            ValueError: A parameter is invalid; the message is for users.
        """
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
        """True if I/Os have several sizes."""
        return bool(self.read_mix or self.write_mix)

    def mix(self, *, write: bool) -> tuple[BlockShare, ...]:
        """Return the sizes of reads, or of writes; empty if there are no such I/Os."""
        if self.read_percent == (100 if write else 0):
            return ()
        return (self.write_mix if write else self.read_mix) or ((self.block_bytes, 100.0),)

    @property
    def sizes(self) -> list[int]:
        """Sizes of all blocks that are read or written, in bytes, in ascending order."""
        return sorted({size for write in (False, True) for size, _ in self.mix(write=write)})

    @property
    def largest_bytes(self) -> int:
        """Largest block size."""
        return self.sizes[-1]

    @property
    def writes(self) -> bool:
        """True if anything is written."""
        return self.read_percent < 100 or self.trims

    @property
    def trims(self) -> bool:
        """True if blocks are trimmed."""
        return self.trim_percent > 0

    @property
    def labels(self) -> tuple[str, ...]:
        """Labels that must accompany each figure: use of the cache and, for writes, if they are written through."""
        labels = ["cached by the operating system"] if self.cached else ["direct I/O"]
        if self.writes:
            labels.append("write-through on" if self.write_through else "write-through off")
        if self.pattern in PATTERN_LABELS:
            labels.append(PATTERN_LABELS[self.pattern])
        if self.write_through and self.writes and sys.platform == "darwin":
            labels.append("the drive's own cache is not emptied on macOS")
        return tuple(labels)
