# SPDX-License-Identifier: Apache-2.0
"""Windows on the screens that exist now: what falls off them can't be read.

A window with its frame is kept on one, and the booth window is on the one that was chosen while it is there, and out of
the way while it isn't.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QMargins, QObject, QPoint, QRect, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QGuiApplication, QScreen
from PySide6.QtWidgets import QStyle, QWidget

FRAMELESS = ("offscreen", "minimal", "eglfs", "linuxfb")
"""Platforms whose windows have no frame."""
SETTLED_MS = 400
"""A desktop moves windows and resolutions about for a moment after a screen came or went."""

FRAME_PX = 48
"""Kept free right of and below a small window: its frame, once it has one, moves it there."""


class Screens(QObject):
    """changed: screens came or went, and have settled."""

    changed = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._settled = QTimer(self)
        self._settled.setSingleShot(True)
        self._settled.setInterval(SETTLED_MS)
        self._settled.timeout.connect(self.changed)
        app = QGuiApplication.instance()
        assert isinstance(app, QGuiApplication)
        app.screenAdded.connect(self._moved)
        app.screenRemoved.connect(self._moved)
        app.primaryScreenChanged.connect(self._moved)

    def _moved(self, _screen: object) -> None:
        self._settled.start()


def keep_on_screen(window: QWidget, smallest: tuple[int, int]) -> None:
    """From now on a window whose screen is unplugged comes onto one that is there. smallest: as for `fit_to_screen`."""

    def come_back() -> None:
        if window.isHidden() or window.isMinimized():
            return
        handle = window.windowHandle()
        framed = handle is not None and not handle.frameMargins().isNull()
        state = window.windowState() & (Qt.WindowState.WindowMaximized | Qt.WindowState.WindowFullScreen)
        if state and not any(screen.geometry().contains(window.geometry()) for screen in QGuiApplication.screens()):
            window.showNormal()
            fit_to_screen(window, smallest, framed=framed)
            window.setWindowState(state)
        else:
            fit_to_screen(window, smallest, framed=framed)

    Screens(window).changed.connect(come_back)


def fit_to_screen(window: QWidget, smallest: tuple[int, int], *, framed: bool) -> None:
    """Move the window onto a screen, and makes it smaller where it must be.

    smallest: how small a person may make it, at most as large as the screen. framed: it is on screen; how wide its
    frame is, nobody knows before.
    """
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


@dataclass(frozen=True, slots=True)
class Place:
    """screen: its name. full: whether the window fills it; else it is a small window that covers little."""

    screen: str
    full: bool


def place_for(preferred: Sequence[str], present: Sequence[str], operator: str, *, opening: bool) -> Place | None:
    """Where the window belongs. preferred: screens in the order of preference; operator: the one with the workbench.

    The first preferred screen that is there, full; else another one than the operator's, full. Where the operator's is
    the only one, a window that opens fills it; one whose screen was unplugged must not cover it: it gets small. None
    while there is no screen.
    """
    if not present:
        return None
    others = [name for name in present if name != operator]
    found = next((name for name in (*preferred, *others) if name in present), None)
    return Place(found, True) if found is not None else Place(present[0], opening)


def small_window(available: QRect) -> QRect:
    """A window in the corner of a screen, two fifths of its width, of the form of a screen."""
    width = available.width() * 2 // 5
    height = min(width * 9 // 16, available.height() * 2 // 5)
    window = QRect(0, 0, width, height)
    window.moveBottomRight(available.bottomRight() - QPoint(FRAME_PX, FRAME_PX))
    return window


def screen_named(name: str) -> QScreen | None:
    """A screen that is plugged in."""
    return next((screen for screen in QGuiApplication.screens() if screen.name() == name), None)
