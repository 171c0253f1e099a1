"""Keeps a window with its frame on the screens that exist now: what falls off them can't be read."""

from collections.abc import Sequence

from PySide6.QtCore import QMargins, QRect, QSize
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QStyle, QWidget

FRAMELESS = ("offscreen", "minimal", "eglfs", "linuxfb")
"""Platforms whose windows have no frame."""


def fit_to_screen(window: QWidget, smallest: tuple[int, int], *, framed: bool) -> None:
    """Moves the window onto a screen, and makes it smaller where it must be. smallest: how small a person may make it,
    at most as large as the screen. framed: it is on screen; how wide its frame is, nobody knows before."""
    if window.isMaximized() or window.isFullScreen():
        return
    has_frame, handle = QGuiApplication.platformName() not in FRAMELESS, window.windowHandle()
    frame = QMargins()
    if framed and handle is not None:
        frame = handle.frameMargins()
        if not has_frame or frame.isNull():
            return  # it was fitted without one before
    elif has_frame:
        frame = QMargins(0, window.style().pixelMetric(QStyle.PixelMetric.PM_TitleBarHeight), 0, 0)
    screens = [screen.availableGeometry() for screen in QGuiApplication.screens()]
    room = window.screen().availableGeometry().marginsRemoved(frame).size()
    window.setMinimumSize(QSize(*smallest).boundedTo(room))
    window.setGeometry(fitted(window.geometry(), frame, screens))


def fitted(inner: QRect, frame: QMargins, screens: Sequence[QRect]) -> QRect:
    """The geometry of a window (without its frame) so that it lies with its frame on one of the screens (their
    available parts): the one that holds most of it, the first where none does. It moves before it shrinks."""

    def shared(screen: QRect) -> int:
        part = screen.intersected(inner)
        return part.width() * part.height() if part.isValid() else 0

    room = max(screens, key=shared).marginsRemoved(frame)
    rectangle = QRect(inner.topLeft(), inner.size().boundedTo(room.size()))
    rectangle.moveLeft(min(max(rectangle.left(), room.left()), room.right() + 1 - rectangle.width()))
    rectangle.moveTop(min(max(rectangle.top(), room.top()), room.bottom() + 1 - rectangle.height()))
    return rectangle
