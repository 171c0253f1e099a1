# SPDX-License-Identifier: Apache-2.0
"""Logo of a report: a small PNG or JPEG picture, detected from its content and never from its name."""

import struct
import zlib

import msgspec

from app.model.bounds import SCENARIO_LOGO_BYTES
from app.model.errors import OutpaceError

LARGEST_SIDE = 4096
_PNG = b"\x89PNG\r\n\x1a\n"
_JPEG = b"\xff\xd8"
_FRAMES = {*range(0xC0, 0xD0)} - {0xC4, 0xC8, 0xCC}
"""JPEG markers that start a frame and contain its size (ITU-T T.81, table B.1)."""


class LogoError(OutpaceError):
    """Picture that cannot be used as a logo; the message says why."""


class Logo(msgspec.Struct, frozen=True):
    """Picture that has been checked.

    Attributes:
        media_type: "image/png" or "image/jpeg".
        width: Width in pixels, as for `height`.
    """

    data: bytes
    media_type: str
    width: int
    height: int


def logo_of(data: bytes) -> Logo:
    """Return the picture.

    Raises:
        LogoError: The data is too large, or neither a complete PNG nor a complete JPEG.
    """
    if len(data) > SCENARIO_LOGO_BYTES:
        raise LogoError("The logo is larger than {most} KiB. Use a smaller picture.", most=SCENARIO_LOGO_BYTES >> 10)
    try:
        size = _png_size(data) if data.startswith(_PNG) else _jpeg_size(data) if data.startswith(_JPEG) else None
    except (struct.error, IndexError):
        size = None
    if size is None:
        raise LogoError("The logo is neither a whole PNG nor a JPEG picture. Choose another file.")
    if not all(0 < side <= LARGEST_SIDE for side in size):
        raise LogoError(
            "The logo has {width} x {height} pixels, {most} a side are allowed. Use a smaller picture.",
            width=size[0],
            height=size[1],
            most=LARGEST_SIDE,
        )
    return Logo(data, "image/png" if data.startswith(_PNG) else "image/jpeg", *size)


def _png_size(data: bytes) -> tuple[int, int] | None:
    """Return width and height, or None if a chunk is damaged or the end is missing (PNG specification, section 5)."""
    place, size = len(_PNG), None
    while place < len(data):
        length, kind = struct.unpack_from(">I4s", data, place)
        body = data[place + 8 : place + 8 + length]
        (checksum,) = struct.unpack_from(">I", data, place + 8 + length)
        if zlib.crc32(kind + body) != checksum or (size is None) != (kind == b"IHDR"):
            return None
        if kind == b"IHDR":
            size = struct.unpack_from(">II", body)
        if kind == b"IEND":
            return size
        place += 12 + length
    return None


def _jpeg_size(data: bytes) -> tuple[int, int] | None:
    """Return width and height of the first frame, or None if it or the end is missing."""
    place, size = len(_JPEG), None
    while data[place] == 0xFF:
        marker = data[place + 1]
        if marker == 0xFF:  # fill byte
            place += 1
            continue
        if marker == 0xDA:  # start of scan
            return size if b"\xff\xd9" in data[place:] else None
        (length,) = struct.unpack_from(">H", data, place + 2)
        if marker in _FRAMES and size is None:
            height, width = struct.unpack_from(">HH", data, place + 5)
            size = width, height
        place += 2 + length
    return None
