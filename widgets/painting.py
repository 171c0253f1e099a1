# SPDX-License-Identifier: Apache-2.0
"""Fast drawing of many shapes from numpy arrays, and mixing of colors.

QPainter can draw arrays of rectangles or lines. PySide accepts them as a Python list, or as the first object of an
array and a count, which is a hundred times faster. Only this module uses the latter, on memory owned by numpy.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, TypeVar, cast

import numpy as np
import shiboken6
from numpy.typing import NDArray
from PySide6.QtCore import QLineF, QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QImage, QPainter

Floats = NDArray[np.float64]
T = TypeVar("T")


def draw_rects(painter: QPainter, rects: Floats) -> None:
    """Draw rectangles, shape (n, 4) with rows of x, y, width, height, with the painter's pen and brush."""
    rows = np.ascontiguousarray(rects, np.float64)
    if len(rows):
        painter.drawRects(_as_objects(rows, QRectF), len(rows))


def draw_pixel_rects(painter: QPainter, rects: Floats) -> None:
    """Draw rectangles rounded to whole pixels, for edges that need no smoothing; twice as fast as draw_rects()."""
    rounded = np.rint(rects).astype(np.int32)
    rounded[:, 2:] += rounded[:, :2] - 1  # QRect stores the last pixel instead of the size
    rows = np.ascontiguousarray(rounded)
    if len(rows):
        painter.drawRects(_as_objects(rows, QRect), len(rows))


def draw_lines(painter: QPainter, lines: Floats) -> None:
    """Draw separate lines, shape (n, 4) with rows of x1, y1, x2, y2, with the painter's pen."""
    rows = np.ascontiguousarray(lines, np.float64)
    if len(rows):
        painter.drawLines(_as_objects(rows, QLineF), len(rows))


def draw_mask(painter: QPainter, left: int, top: int, mask: NDArray[np.bool_], color: QColor) -> None:
    """Fill the true pixels of a mask of shape (height, width) whose first pixel is at left, top."""
    height, width = mask.shape
    if not mask.size:
        return
    pixels = mask * np.uint32(_premultiplied(color))
    picture = QImage(pixels.data, width, height, 4 * width, QImage.Format.Format_ARGB32_Premultiplied)
    painter.drawImage(left, top, picture)


class Canvas:
    """Opaque picture whose pixels numpy can access: shape (height, width), each 0xffRRGGBB."""

    def __init__(self, width: int, height: int) -> None:
        self.pixels = np.empty((height, width), np.uint32)
        self.image = QImage(self.pixels.data, width, height, 4 * width, QImage.Format.Format_RGB32)

    def of(self, width: int, height: int) -> "Canvas":
        """Return a canvas of this height and at least this width: this one if it is suitable, or else a new one."""
        fits = self.pixels.shape[0] == height and width <= self.pixels.shape[1] <= 2 * width
        return self if fits else Canvas(width, height)

    def move(self, from_x: int, to_x: int, width: int) -> None:
        """Move a range of columns to another position."""
        self.pixels[:, to_x : to_x + width] = self.pixels[:, from_x : from_x + width].copy()

    def lay(self, x: int, other: "Canvas", from_x: int, width: int) -> None:
        """Copy a range of columns from another canvas of the same height."""
        self.pixels[:, x : x + width] = other.pixels[:, from_x : from_x + width]

    @contextmanager
    def ruled(self, columns: Sequence[int], top: int, color: QColor | str, ground: QColor | str) -> Iterator[None]:
        """Draw vertical lines at these columns, from `top` down, for the duration of the with block.

        They lighten a dark background and darken a light one, and are not visible on painted pixels. (Lines one pixel
        wide painted by Qt would take ten times as long.)
        """
        if not len(columns):
            yield
            return
        place = np.asarray(columns)
        before = self.pixels[top:].take(place, axis=1)
        blend = np.maximum if QColor(ground).lightness() < 128 else np.minimum
        parts = np.array([QColor(color).rgb()], np.uint32).view(np.uint8)
        self.pixels[top:, place] = blend(before.view(np.uint8).reshape(*before.shape, 4), parts).view(np.uint32)[..., 0]
        yield
        self.pixels[top:, place] = before


def mixed(color: QColor | str, ground: QColor | str, share: float) -> QColor:
    """Return the opaque color that results from `color`, with opacity `share` (0..1), over `ground`.

    Because it is opaque, overlaps are not visible.
    """
    front, back = QColor(color), QColor(ground)
    rest = 1 - share
    return QColor.fromRgbF(
        share * front.redF() + rest * back.redF(),
        share * front.greenF() + rest * back.greenF(),
        share * front.blueF() + rest * back.blueF(),
    )


def paint_chip(
    painter: QPainter, box: QRectF, letter: str, font: QFont, *, color: QColor | str, ink: QColor | str
) -> None:
    """Paint a system's chip: its letter in a rounded square of its color."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(color))
    painter.drawRoundedRect(box, box.height() * 0.24, box.height() * 0.24)
    lettering = QFont(font)
    lettering.setPixelSize(max(7, round(box.height() * 0.64)))
    lettering.setWeight(QFont.Weight.DemiBold)
    painter.setFont(lettering)
    painter.setPen(QColor(ink))
    metrics = QFontMetricsF(lettering)
    base = box.center().y() + metrics.capHeight() / 2
    painter.drawText(QPointF(box.center().x() - metrics.horizontalAdvance(letter) / 2, base), letter)
    painter.restore()


def faint(color: QColor | str, opacity: float) -> QColor:
    """Return the color with this opacity, 0..1."""
    faded = QColor(color)
    faded.setAlphaF(opacity)
    return faded


def _as_objects(rows: NDArray[Any], kind: type[T]) -> T:
    return cast(T, shiboken6.wrapInstance(rows.__array_interface__["data"][0], kind))


def _premultiplied(color: QColor) -> int:
    """Return the color as a premultiplied ARGB32 pixel."""
    alpha = color.alpha()
    red, green, blue = (round(part * alpha / 255) for part in (color.red(), color.green(), color.blue()))
    return alpha << 24 | red << 16 | green << 8 | blue
