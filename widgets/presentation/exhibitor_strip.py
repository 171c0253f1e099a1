# SPDX-License-Identifier: Apache-2.0
"""The exhibitor at whose stand the window is shown, and the QR code of its link."""

from dataclasses import dataclass

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter

_QUIET = 4
"""Width of a QR code's white border in modules (ISO/IEC 18004)."""
_LEAST_CONTRAST = 0.25
"""Difference of lightness below which a logo gets a plate."""


@dataclass(frozen=True, slots=True)
class ExhibitorStrip:
    """The exhibitor.

    Attributes:
        title: Name of the exhibitor.
        line: Text below the name.
        link: Link encoded in the QR code, also shown as text.
        logo: Logo, if any.
        code: Rows of the QR code; True is dark.
    """

    title: str = ""
    line: str = ""
    link: str = ""
    logo: QImage | None = None
    code: tuple[tuple[bool, ...], ...] = ()

    @property
    def empty(self) -> bool:
        """True if there is nothing to show."""
        return not (self.title or self.line or self.code) and self.logo is None


def paint_logo(painter: QPainter, box: QRectF, logo: QImage, ground: str) -> None:
    """Paint a logo into a box of its proportions; on a plate if it would not be seen on the ground."""
    light = QColor(ground).lightnessF()
    if abs(_lightness(logo) - light) < _LEAST_CONTRAST:
        pad = box.height() * 0.16
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor("#16202b" if light > 0.5 else "#eef2f7"))
        painter.drawRoundedRect(box, pad, pad)
        share = min((box.width() - 2 * pad) / box.width(), (box.height() - 2 * pad) / box.height())
        size = box.size() * share
        box = QRectF(box.center().x() - size.width() / 2, box.center().y() - size.height() / 2, *size.toTuple())
    painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, True)
    painter.drawImage(box, logo)


def _lightness(logo: QImage) -> float:
    """Return the mean lightness of a logo's opaque parts, 0 to 1."""
    small = logo.scaled(32, 32).convertToFormat(QImage.Format.Format_ARGB32)
    pixels = [small.pixelColor(x, y) for x in range(32) for y in range(32)]
    weight = sum(pixel.alphaF() for pixel in pixels)
    return sum(pixel.lightnessF() * pixel.alphaF() for pixel in pixels) / weight if weight else 0.5


def link_text(link: str) -> str:
    """Return a link without its scheme and trailing slash."""
    return link.removeprefix("https://").rstrip("/")


def paint_code(painter: QPainter, box: QRectF, code: tuple[tuple[bool, ...], ...]) -> None:
    """Paint a QR code in black on white in any theme, with its quiet zone, aligned to whole pixels."""
    modules = len(code) + 2 * _QUIET
    ratio = max(1.0, painter.deviceTransform().m11())
    cell = max(1, int(box.width() * ratio / modules)) / ratio
    wide = cell * modules
    left = round((box.right() - wide) * ratio) / ratio
    top = round((box.center().y() - wide / 2) * ratio) / ratio
    painter.save()
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
    painter.fillRect(QRectF(left, top, wide, wide), QColor("#ffffff"))
    for row, line in enumerate(code):
        for column, dark in enumerate(line):
            if dark:
                x, y = left + (column + _QUIET) * cell, top + (row + _QUIET) * cell
                painter.fillRect(QRectF(x, y, cell, cell), QColor("#000000"))
    painter.restore()
