# SPDX-License-Identifier: Apache-2.0
"""The window's icons, drawn from SVG, as fonts may lack the symbols."""

from pathlib import Path

from PySide6.QtCore import QSize
from PySide6.QtGui import QIcon, QPixmap

DRAWINGS = Path(__file__).parent / "drawings"
SIDE = 16


def icon(name: str) -> QIcon:
    """Return the drawing of this name, at any size and resolution."""
    return QIcon(str(DRAWINGS / f"{name}.svg"))


def picture(name: str, ratio: float) -> QPixmap:
    """Return the drawing of this name, as large as a line of text; `ratio` is device pixels per logical pixel."""
    return icon(name).pixmap(QSize(SIDE, SIDE), ratio)
