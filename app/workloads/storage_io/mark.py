"""Whose file it is: Outpace's mark, in a page behind the part that is read and written."""

import os
from dataclasses import dataclass
from pathlib import Path

import msgspec

from app.workloads.storage_io.parameters import Pattern

MARK_BYTES = 4096
MAGIC = b"OUTPACE STORAGE I/O FILE\n"


class Mark(msgspec.Struct, frozen=True):
    """What a file says of itself. complete: every byte has been written. pattern: all that was ever written to it."""

    file_bytes: int
    complete: bool
    version: int = 1
    pattern: Pattern = "incompressible"


@dataclass(frozen=True, slots=True)
class NoMark:
    """Why a file is not ours, for a person."""

    reason: str


def page_of(mark: Mark) -> bytes:
    """The mark as the file's last page."""
    return (MAGIC + msgspec.json.encode(mark) + b"\n").ljust(MARK_BYTES, b"\0")


def mark_of(path: Path) -> Mark | NoMark:
    """The mark of a file, if it has one and its size agrees. Follows no symbolic link. Raises OSError."""
    status = path.lstat()
    if not os.path.isfile(path) or path.is_symlink():
        return NoMark("it is not a plain file")
    if status.st_size <= MARK_BYTES:
        return NoMark("it has no mark of Outpace's")
    with path.open("rb") as file:
        file.seek(-MARK_BYTES, os.SEEK_END)
        page = file.read(MARK_BYTES)
    if not page.startswith(MAGIC):
        return NoMark("it has no mark of Outpace's")
    try:
        mark = msgspec.json.decode(page[len(MAGIC) :].rstrip(b"\0"), type=Mark)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return NoMark("its mark is damaged")
    if mark.file_bytes + MARK_BYTES != status.st_size:
        return NoMark("its size is not that of its mark")
    return mark
