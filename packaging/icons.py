#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Render resources/icons/outpace.svg into the other icon files; run by hand after changing the drawing.

    .venv/bin/python packaging/icons.py

The files are PNGs for Linux and the window, .ico for Windows and .icns for macOS (both contain the same PNGs).
"""

import struct
from pathlib import Path

from PySide6.QtCore import QBuffer, QByteArray, QIODevice
from PySide6.QtGui import QImage, QImageWriter, QPainter
from PySide6.QtSvg import QSvgRenderer

ICONS = Path(__file__).resolve().parent.parent / "resources" / "icons"
DRAWING = ICONS / "outpace.svg"
SIZES = (16, 24, 32, 48, 64, 128, 256, 512)
WINDOWS_SIZES = (16, 24, 32, 48, 64, 128, 256)
MAC_TYPES = {b"icp4": 16, b"icp5": 32, b"icp6": 64, b"ic07": 128, b"ic08": 256, b"ic09": 512}
"""Apple's four-letter types of PNG entries, with their size in pixels."""


def painted(renderer: QSvgRenderer, size: int) -> bytes:
    """Render the drawing as a PNG of size x size pixels."""
    image = QImage(size, size, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(0)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    renderer.render(painter)
    painter.end()
    png = QByteArray()
    buffer = QBuffer(png)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    QImageWriter(buffer, QByteArray(b"PNG")).write(image)
    return bytes(png.data())


def ico(pngs: dict[int, bytes]) -> bytes:
    """Build a Windows icon: header, a 16-byte entry per image, and the images. A size of 256 pixels is stored as 0."""
    header = struct.pack("<HHH", 0, 1, len(pngs))
    position = len(header) + 16 * len(pngs)
    entries = b""
    for size, png in pngs.items():
        entries += struct.pack("<BBBBHHII", size % 256, size % 256, 0, 0, 1, 32, len(png), position)
        position += len(png)
    return header + entries + b"".join(pngs.values())


def icns(pngs: dict[int, bytes]) -> bytes:
    """Build an Apple icon with a type and a length (big-endian, including these eight bytes) before every image."""
    chunks = b"".join(kind + struct.pack(">I", 8 + len(pngs[size])) + pngs[size] for kind, size in MAC_TYPES.items())
    return b"icns" + struct.pack(">I", 8 + len(chunks)) + chunks


def main() -> None:
    renderer = QSvgRenderer(str(DRAWING))
    pngs = {size: painted(renderer, size) for size in SIZES}
    for size, png in pngs.items():
        (ICONS / f"outpace-{size}.png").write_bytes(png)
    (ICONS / "outpace.ico").write_bytes(ico({size: pngs[size] for size in WINDOWS_SIZES}))
    (ICONS / "outpace.icns").write_bytes(icns(pngs))


if __name__ == "__main__":
    main()
