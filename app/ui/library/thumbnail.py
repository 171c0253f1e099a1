# SPDX-License-Identifier: Apache-2.0
"""Thumbnail of a session: a snapshot's picture, else a chart of throughput above latency.

It can be painted in any thread, without a window.
"""

import numpy as np
from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QPoint, QRect, QSize, Qt
from PySide6.QtGui import QColor, QImage, QImageReader, QImageWriter, QPainter

from app.results.measurings import ORDERS, main_operation
from app.session.reader import SessionReader
from app.session.records import Counter
from app.ui.workbench.counter_catalogue import Catalogue, system_color, telling_paths
from widgets.charts.axes import Axes
from widgets.charts.bins import Bins, group_size
from widgets.charts.curve import Stroke, paint_line
from widgets.charts.trace import trace
from widgets.theme import Theme

WIDTH, HEIGHT = 128, 72
"""Size in logical pixels; the picture has twice the resolution for high-DPI screens."""
SHARPNESS = 2
LINE = 1.6
MOST_POINTS = 48
SHARE = 0.62
"""Share of the height used for throughput; the rest is used for latency."""
LARGEST_SIDE = 16_384
"""Maximum width and height of a picture in pixels; larger ones are not decoded because the file may be untrusted."""


def thumbnail(reader: SessionReader, theme: Theme) -> bytes:
    """Return the picture as a PNG; empty if the session has nothing to draw."""
    if reader.view is not None and reader.view.png:
        image = _scaled(reader.view.png)
        if image is not None:
            return _png(image)
    upper, lower = _curves(reader, theme)
    tops = _top(upper, reader.length_s), _top(lower, reader.length_s)
    if not tops[0]:
        return b""
    image = QImage(QSize(WIDTH, HEIGHT) * SHARPNESS, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(QColor(theme.chart.panel))
    painter = QPainter(image)
    area = QRect(5, 7, WIDTH - 10, HEIGHT - 12)
    if tops[1]:
        line = round(HEIGHT * SHARE)
        painter.fillRect(QRect(QPoint(0, line) * SHARPNESS, QSize(WIDTH, 1) * SHARPNESS), QColor(theme.chart.grid))
        _paint(painter, lower, tops[1], reader.length_s, QRect(5, line + 6, WIDTH - 10, HEIGHT - line - 11))
        area.setBottom(line - 5)
    _paint(painter, upper, tops[0], reader.length_s, area)
    painter.end()
    return _png(image)


def _scaled(png: bytes) -> QImage | None:
    """Return a stored picture, cropped at the top left to fill the thumbnail; None if it cannot be read."""
    octets = QByteArray(png)  # QBuffer does not keep the data alive
    buffer = QBuffer(octets)
    buffer.open(QIODevice.OpenModeFlag.ReadOnly)
    reading = QImageReader(buffer, QByteArray(b"png"))
    size = reading.size()
    if not size.isValid() or max(size.width(), size.height()) > LARGEST_SIDE:
        return None
    image = reading.read()
    if image.isNull():
        return None
    wanted = QSize(WIDTH, HEIGHT) * SHARPNESS
    large = image.scaled(
        wanted, Qt.AspectRatioMode.KeepAspectRatioByExpanding, Qt.TransformationMode.SmoothTransformation
    )
    return large.copy(0, 0, wanted.width(), wanted.height())


Drawn = list[tuple[QColor, Bins]]


def _curves(reader: SessionReader, theme: Theme) -> tuple[Drawn, Drawn]:
    """Return each system's throughput and latency; without throughput, the most informative counter."""
    catalogue = Catalogue(reader)

    def drawn(path: str) -> Drawn:
        return [
            (QColor(system_color(curve.system, theme)), _smooth(reader, curve.counter))
            for curve in catalogue.curves(path)
            if curve.system is not None
        ]

    upper = drawn(ORDERS)
    if upper:
        return upper, drawn(f"\\Outpace Driver({main_operation(reader)})\\Latency p95")
    charted = telling_paths(catalogue, len(reader.systems))[1]
    return (drawn(charted[0]) if charted else []), []


def _smooth(reader: SessionReader, counter: Counter) -> Bins:
    """Return averages over intervals of the session."""
    samples, means = Bins(), Bins()
    samples.set_samples(*reader.samples(counter))
    level = samples.level(group_size(samples.interval_s, reader.length_s / MOST_POINTS))
    means.set_samples(level.end_s, level.mean)
    return means


def _top(curves: Drawn, length_s: float) -> float:
    """Return an upper limit of the values that ignores single outliers; 0 if there is no data."""
    parts = [bins.value[(bins.time_s >= 0) & (bins.time_s <= length_s + 1)] for _, bins in curves]
    values = np.concatenate([part[np.isfinite(part)] for part in parts] or [np.empty(0)])
    return (min(float(values.max()), 1.6 * float(np.percentile(values, 97))) or 1.0) if len(values) else 0.0


def _paint(painter: QPainter, curves: Drawn, top: float, length_s: float, area: QRect) -> None:
    """Paint the curves, scaled from 0 to `top`, into an area given in logical pixels."""
    left, above, width, height = (side * SHARPNESS for side in (area.left(), area.top(), area.width(), area.height()))
    axes = Axes(left, above, width, height, SHARPNESS, 0.0, max(length_s, 1e-9), 0.0, top, log=False)
    painter.setClipRect(left, above - 5 * SHARPNESS, width, height + 8 * SHARPNESS)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    for color, bins in curves:
        paint_line(painter, axes, trace(bins, axes), Stroke(color, LINE))
    painter.setClipping(False)


def _png(image: QImage) -> bytes:
    octets = QByteArray()
    buffer = QBuffer(octets)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    QImageWriter(buffer, QByteArray(b"png")).write(image)
    return bytes(octets.data())
