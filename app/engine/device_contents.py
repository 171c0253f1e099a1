# SPDX-License-Identifier: Apache-2.0
"""Read-only description of a block device and its contents, for a user who must confirm that they will be destroyed.

Signatures are taken from the formats' specifications; the offsets are those that libblkid reads.
"""

import os
import stat
import sys
from pathlib import Path

READ_BYTES = 1 << 20
SYS = Path("/sys/dev/block")

_SIGNATURES: tuple[tuple[int, bytes, str], ...] = (
    # (offset in bytes, bytes there, format); containers precede formats that they can contain.
    (0, b"LUKS\xba\xbe", "encrypted volume (LUKS)"),
    (0x218, b"LVM2 001", "LVM physical volume"),
    (4096, b"\xfc\x4e\x2b\xa9", "Linux RAID member"),
    (0, b"\xfc\x4e\x2b\xa9", "Linux RAID member"),
    (0x438, b"\x53\xef", "ext file system"),
    (0, b"XFSB", "XFS file system"),
    (0x10040, b"_BHRfS_M", "Btrfs file system"),
    (0x400, b"\x10\x20\xf5\xf2", "F2FS file system"),
    (32, b"NXSB", "APFS container"),
    (0x400, b"H+", "HFS+ file system"),
    (3, b"NTFS    ", "NTFS file system"),
    (3, b"ReFS", "ReFS file system"),
    (3, b"EXFAT   ", "exFAT file system"),
    (0x52, b"FAT32", "FAT file system"),
    (0x36, b"FAT1", "FAT file system"),
    (0x8001, b"CD001", "ISO 9660 file system"),
    (0, b"hsqs", "SquashFS file system"),
    (0, b"bluestore block device", "Ceph BlueStore"),
    (4086, b"SWAPSPACE2", "swap space"),
    (512, b"EFI PART", "GPT partition table"),
    (4096, b"EFI PART", "GPT partition table"),
    (510, b"\x55\xaa", "MBR partition table"),
)


def device_text(path: Path) -> str:
    """Return the description of a device: "/dev/sdb: 500,107,862,016 bytes, Samsung SSD 870, GPT partition table".

    The text changes only if the detected contents change.
    """
    if sys.platform == "win32":
        return f"{path}: not a block device"
    else:
        try:
            descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
        except OSError as error:
            return f"{path}: can't be read ({error.strerror})"
        try:
            status = os.fstat(descriptor)
            if not stat.S_ISBLK(status.st_mode):
                return f"{path}: not a block device"
            size = os.lseek(descriptor, 0, os.SEEK_END)
            os.lseek(descriptor, 0, os.SEEK_SET)
            contents = contents_text(os.read(descriptor, READ_BYTES))
        except OSError as error:
            return f"{path}: can't be read ({error.strerror})"
        finally:
            os.close(descriptor)
        number = f"{os.major(status.st_rdev)}:{os.minor(status.st_rdev)}"
        parts = [f"{size:,} bytes", _model(number), contents]
        return f"{path}: {', '.join(part for part in parts if part)}"


def contents_text(start: bytes) -> str:
    """Return the kind of contents that `start`, the first MiB of a device, indicates."""
    for offset, signature, text in _SIGNATURES:
        if start[offset : offset + len(signature)] == signature:
            return text
    return "data of an unknown kind" if any(start) else "no data in its first MiB"


def _model(number: str) -> str:
    """Return the model of the whole disk, or "" if the system does not know it. `number` is "major:minor"."""
    block = SYS / number
    for folder in (block, block.resolve().parent):
        try:
            text = (folder / "device" / "model").read_text(encoding="ascii", errors="replace")
        except OSError:
            continue
        return " ".join("".join(letter if letter.isprintable() else " " for letter in text).split())
    return ""
