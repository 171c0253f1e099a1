"""A picture of the window, at twice its size, for a snapshot, a report or the clipboard."""

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QPoint
from PySide6.QtGui import QPixmap
from PySide6.QtWidgets import QWidget

FACTOR = 2.0


def picture_of(widget: QWidget) -> QPixmap:
    """The widget as it stands, painted anew with two pixels for one: texts and curves are sharp, not enlarged."""
    factor = max(FACTOR, widget.devicePixelRatioF())
    picture = QPixmap(widget.size() * factor)
    picture.setDevicePixelRatio(factor)
    picture.fill(widget.palette().window().color())
    widget.render(picture, QPoint())
    return picture


def png_of(picture: QPixmap) -> bytes:
    """The picture as a PNG file's bytes."""
    octets = QByteArray()
    buffer = QBuffer(octets)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    picture.save(buffer, "PNG")
    return bytes(octets.data())
