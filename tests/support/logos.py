# SPDX-License-Identifier: Apache-2.0
"""Pictures for a report's logo."""

from PySide6.QtCore import QBuffer
from PySide6.QtGui import QColor, QImage


def picture(kind: str, width: int = 240, height: int = 80) -> bytes:
    """Draw a logo in one saturated color, so that it can be found on a page."""
    image = QImage(width, height, QImage.Format.Format_RGB32)
    image.fill(QColor("#e000e0"))
    buffer = QBuffer()
    buffer.open(QBuffer.OpenModeFlag.WriteOnly)
    assert image.save(buffer, kind)
    return bytes(buffer.data().data())
