# SPDX-License-Identifier: Apache-2.0
"""The window's own small pictures, drawn from SVG: no font is asked for signs that it may lack."""

from pathlib import Path

from PySide6.QtCore import QSize
from PySide6.QtGui import QIcon, QPixmap

DRAWINGS = Path(__file__).parent / "drawings"
SIDE = 16


def icon(name: str) -> QIcon:
    """The drawing of this name, at whatever size and sharpness is asked for."""
    return QIcon(str(DRAWINGS / f"{name}.svg"))


def picture(name: str, ratio: float) -> QPixmap:
    """The drawing of this name, as large as a line of text. ratio: device pixels a logical pixel."""
    return icon(name).pixmap(QSize(SIDE, SIDE), ratio)
