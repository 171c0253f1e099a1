# SPDX-License-Identifier: Apache-2.0
"""The window's icons: signs of messages from SVG files, and line icons in a color of the theme."""

from functools import cache
from pathlib import Path

from PySide6.QtCore import QByteArray, QRectF, QSize, Qt
from PySide6.QtGui import QIcon, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

DRAWINGS = Path(__file__).parent / "drawings"
SIDE = 16
LINE_SIDE = 24
"""Side of a line icon's drawing."""
RATIOS = (1, 2)
"""Device pixel ratios that line icons are drawn for."""
_DOT = 'r="1.6" fill="{color}" stroke="none"'
LINES = {
    "menu": '<path d="M4 6h16M4 12h16M4 18h16"/>',
    "stop": '<rect x="6" y="6" width="12" height="12" rx="2" fill="{color}" stroke="none"/>',
    "run": '<path d="M7 4.5v15l12-7.5z" fill="{color}" stroke="none"/>',
    "pause": '<path d="M8 5v14M16 5v14" stroke-width="3"/>',
    "mark": '<path d="M5 21V4m0 0h11l-2.2 4L16 12H5"/>',
    "snapshot": '<path d="M4 8h3l2-3h6l2 3h3v11H4z"/><circle cx="12" cy="13" r="3.4"/>',
    "overlay": '<path d="M3 17c4-1 5-9 9-9s5 6 9 5"/><path d="M3 12c4 3 6 6 9 6s5-9 9-11" opacity=".6"/>',
    "booth": '<rect x="3" y="4" width="18" height="12" rx="1.5"/><path d="M12 16v4M8 20h8"/>',
    "report": '<path d="M6 3h8l4 4v14H6z"/><path d="M9 12h6M9 16h6M14 3v4h4"/>',
    "slide": '<rect x="3" y="5" width="18" height="13" rx="1.5"/><path d="M7 14l3-3 3 2 4-5"/>',
    "more": f'<circle cx="5" cy="12" {_DOT}/><circle cx="12" cy="12" {_DOT}/><circle cx="19" cy="12" {_DOT}/>',
    "check": '<path d="M5 12.5l4.5 4.5L19 7.5"/>',
    "warn": '<path d="M12 4L2.8 20h18.4z"/><path d="M12 10v4.5M12 17.2v.4"/>',
    "again": '<path d="M4 12a8 8 0 1 0 2.5-5.8M4 4v5h5"/>',
    "close": '<path d="M6 6l12 12M18 6L6 18"/>',
    "table": '<rect x="3" y="5" width="18" height="14" rx="1.5"/><path d="M3 10h18M9 10v9"/>',
    "side": '<rect x="3" y="5" width="18" height="14" rx="1.5"/><path d="M9 5v14"/>',
    "folder": '<path d="M3 6h6l2 2h10v11H3z"/>',
    "drive": '<rect x="3" y="13" width="18" height="6" rx="1.5"/><path d="M5 13l2-8h10l2 8M7 16h.5"/>',
    "database": '<ellipse cx="12" cy="6" rx="7" ry="3"/>'
    '<path d="M5 6v12c0 1.7 3.1 3 7 3s7-1.3 7-3V6M5 12c0 1.7 3.1 3 7 3s7-1.3 7-3"/>',
    "race": '<path d="M5 21V4h14v9H5M5 8.5h14M9.7 4v9M14.4 4v9"/>',
    "plus": '<path d="M12 5v14M5 12h14"/>',
    "import": '<path d="M12 3v12m0 0l-4-4m4 4l4-4M4 20h16"/>',
    "up": '<path d="M6 15l6-6 6 6"/>',
    "down": '<path d="M6 9l6 6 6-6"/>',
}
"""Drawings with a line 1.8 wide, on a square of LINE_SIDE."""


def icon(name: str) -> QIcon:
    """Return the icon with this name; it can be scaled to any size and resolution."""
    return QIcon(str(DRAWINGS / f"{name}.svg"))


def picture(name: str, ratio: float) -> QPixmap:
    """Return the icon with this name at the height of a line of text; `ratio` is the device pixel ratio."""
    return icon(name).pixmap(QSize(SIDE, SIDE), ratio)


@cache
def line_icon(name: str, color: str, disabled: str = "") -> QIcon:
    """Return a line icon in a color, and in another one where it is disabled."""
    found = QIcon()
    for ratio in RATIOS:
        found.addPixmap(_drawn(name, color, ratio))
        if disabled:
            found.addPixmap(_drawn(name, disabled, ratio), QIcon.Mode.Disabled)
    return found


def _drawn(name: str, color: str, ratio: int) -> QPixmap:
    side = LINE_SIDE * ratio
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {LINE_SIDE} {LINE_SIDE}" fill="none" stroke="{color}"'
        f' stroke-width="1.8" stroke-linecap="round" stroke-linejoin="round">{LINES[name].format(color=color)}</svg>'
    )
    pixmap = QPixmap(side, side)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    QSvgRenderer(QByteArray(svg.encode())).render(painter, QRectF(0, 0, side, side))
    painter.end()
    pixmap.setDevicePixelRatio(ratio)
    return pixmap
