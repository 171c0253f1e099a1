"""A small picture of a session: a snapshot's own, else its throughput and, below it, its latency. Painted in any thread
that has no window."""

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QImage, QImageReader, QImageWriter, QPainter, QPen, QPolygonF

from app.results.measurings import ORDERS, main_operation
from app.session.reader import SessionReader
from app.session.records import Counter, SystemInfo
from app.ui.workbench.counter_catalogue import Catalogue, system_color, telling_paths
from widgets.theme import Theme

Floats = NDArray[np.float64]
WIDTH, HEIGHT = 128, 72
"""Logical pixels; the picture has twice as many, for sharp screens."""
SHARPNESS = 2
MOST_POINTS, FEWEST_POINTS = 64, 8
GAP = 3
"""So many points without data are a gap in the curve: a system that waited for its turn."""
SHARE = 0.62
"""Of the height is the throughput's; the rest is the latency's."""
LARGEST_SIDE = 16_384
"""A picture that says it is larger is not read: it comes from a stranger's file. Pixels."""


def thumbnail(reader: SessionReader, theme: Theme) -> bytes:
    """The picture as a PNG; empty where the session has nothing to draw."""
    if reader.view is not None and reader.view.png:
        image = _scaled(reader.view.png)
        if image is not None:
            return _png(image)
    upper, lower = _curves(reader)
    if not any(np.isfinite(values).any() for _, values in upper):
        return b""
    image = QImage(WIDTH * SHARPNESS, HEIGHT * SHARPNESS, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(QColor(theme.chart.panel))
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.scale(SHARPNESS, SHARPNESS)
    share = SHARE if any(np.isfinite(values).any() for _, values in lower) else 1.0
    _paint(painter, upper, QRectF(5, 7, WIDTH - 10, HEIGHT * share - 11), theme)
    if share < 1:
        line = HEIGHT * share
        painter.setPen(QPen(QColor(theme.chart.grid), 1))
        painter.drawLine(QPointF(0, line), QPointF(WIDTH, line))
        _paint(painter, lower, QRectF(5, line + 5, WIDTH - 10, HEIGHT - line - 10), theme)
    painter.end()
    return _png(image)


def _scaled(png: bytes) -> QImage | None:
    """A stored picture, filling the thumbnail from its left upper corner; None where it can't be read."""
    octets = QByteArray(png)  # the buffer does not keep it alive
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


Drawn = list[tuple[SystemInfo, Floats]]


def _curves(reader: SessionReader) -> tuple[Drawn, Drawn]:
    """Throughput and latency of each system in equal parts of the session; without throughput the counter that tells
    most."""
    catalogue = Catalogue(reader)
    upper = _drawn(reader, catalogue, ORDERS)
    if upper:
        operation = main_operation(reader)
        return upper, _drawn(reader, catalogue, f"\\Outpace Driver({operation})\\Latency p95")
    charted = telling_paths(catalogue, len(reader.systems))[1]
    return (_drawn(reader, catalogue, charted[0]) if charted else []), []


def _drawn(reader: SessionReader, catalogue: Catalogue, path: str) -> Drawn:
    curves = [(curve.system, curve.counter) for curve in catalogue.curves(path)]
    return [(system, _averaged(reader, counter)) for system, counter in curves if system is not None]


def _averaged(reader: SessionReader, counter: Counter) -> Floats:
    """Means over equal parts of the session, of which none is shorter than a sample's second."""
    time_s, values = reader.samples(counter)
    length_s = max(reader.length_s, 1e-9)
    points = int(np.clip(length_s / 1.5, FEWEST_POINTS, MOST_POINTS))
    inside = np.isfinite(values) & (time_s >= 0) & (time_s <= length_s + 1)
    place = np.clip((time_s[inside] / length_s * points).astype(np.int64), 0, points - 1)
    total = np.bincount(place, values[inside], points)
    count = np.bincount(place, minlength=points)
    averaged: Floats = np.divide(total, count, out=np.full(points, np.nan), where=count > 0)
    return averaged


def _paint(painter: QPainter, curves: Drawn, area: QRectF, theme: Theme) -> None:
    """The curves from 0 to a little above their largest value; one wild second does not flatten the rest."""
    every = np.concatenate([values for _, values in curves])
    every = every[np.isfinite(every)]
    if not len(every):
        return
    top = min(float(every.max()), 1.6 * float(np.percentile(every, 97))) or 1.0
    for system, values in curves:
        pen = QPen(QColor(system_color(system, theme)), 1.6)
        pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
        pen.setCapStyle(Qt.PenCapStyle.RoundCap)
        painter.setPen(pen)
        x = area.left() + area.width() * np.arange(len(values)) / max(len(values) - 1, 1)
        y = area.bottom() - area.height() * np.clip(values / top, 0.0, 1.05)
        known = np.flatnonzero(np.isfinite(y))
        for part in np.split(known, np.flatnonzero(np.diff(known) > GAP) + 1):
            painter.drawPolyline(QPolygonF([QPointF(a, b) for a, b in zip(x[part], y[part], strict=True)]))


def _png(image: QImage) -> bytes:
    octets = QByteArray()
    buffer = QBuffer(octets)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    QImageWriter(buffer, QByteArray(b"png")).write(image)
    return bytes(octets.data())
