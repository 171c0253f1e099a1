# SPDX-License-Identifier: Apache-2.0
"""The window's icons, drawn from SVG files because fonts may lack the symbols."""

from pathlib import Path

from PySide6.QtCore import QSize
from PySide6.QtGui import QIcon, QPixmap

DRAWINGS = Path(__file__).parent / "drawings"
SIDE = 16


def icon(name: str) -> QIcon:
    """Return the icon with this name; it can be scaled to any size and resolution."""
    return QIcon(str(DRAWINGS / f"{name}.svg"))


def picture(name: str, ratio: float) -> QPixmap:
    """Return the icon with this name at the height of a line of text; `ratio` is the device pixel ratio."""
    return icon(name).pixmap(QSize(SIDE, SIDE), ratio)
