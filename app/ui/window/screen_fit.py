# SPDX-License-Identifier: Apache-2.0
"""Placement of windows on the existing screens, so that nothing is off-screen.

A window with its frame is kept on one of them, and the booth window is on the chosen one while it exists, and out of
the way otherwise.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QMargins, QObject, QPoint, QRect, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QGuiApplication, QScreen
from PySide6.QtWidgets import QStyle, QWidget

FRAMELESS = ("offscreen", "minimal", "eglfs", "linuxfb")
"""Platforms whose windows have no frame."""
SETTLED_MS = 400
"""Delay after a change of screens, in which a desktop moves windows and changes resolutions."""

FRAME_PX = 48
"""Margin right of and below a small window for its frame, which is added later."""


class Screens(QObject):
    """Observer of the screens.

    Attributes:
        changed: Screens were added or removed, and have settled.
    """

    changed = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._settled = QTimer(self)
        self._settled.setSingleShot(True)
        self._settled.setInterval(SETTLED_MS)
        self._settled.timeout.connect(self.changed)
        app = QGuiApplication.instance()
        assert isinstance(app, QGuiApplication)
        app.screenAdded.connect(self._handle_move)
        app.screenRemoved.connect(self._handle_move)
        app.primaryScreenChanged.connect(self._handle_move)

    def _handle_move(self, _screen: object) -> None:
        self._settled.start()


def keep_on_screen(window: QWidget, smallest: tuple[int, int]) -> None:
    """Keep a window on existing screens when its screen is unplugged; `smallest` as in `fit_to_screen`."""

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
    """Move the window onto a screen, and shrink it if needed.

    Args:
        window: The window.
        smallest: Smallest size that the user may choose, limited by the screen.
        framed: It is on screen; the width of its frame is unknown before.
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
    """Return the geometry of a window (without its frame) that fits with its frame on a screen's available part.

    It is the screen that contains most of the window, by default the first. The window is moved before it is shrunk.
    """

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
    """A place for a window.

    Attributes:
        screen: Name of the screen.
        full: The window fills it; otherwise it is a small window that covers little.
    """

    screen: str
    full: bool


def place_for(preferred: Sequence[str], present: Sequence[str], operator: str, *, opening: bool) -> Place | None:
    """Return where the window belongs; None while there is no screen.

    It is the first preferred screen that exists, full; else another one than the operator's, full. On the operator's
    only screen, a window that opens fills it; one whose screen was unplugged must not cover it and becomes small.

    Args:
        preferred: Screens in the order of preference.
        present: Existing screens.
        operator: Screen with the workbench.
        opening: The window is being opened.
    """
    if not present:
        return None
    others = [name for name in present if name != operator]
    found = next((name for name in (*preferred, *others) if name in present), None)
    return Place(found, True) if found is not None else Place(present[0], opening)


def small_window(available: QRect) -> QRect:
    """Return a window in the corner of a screen, two fifths of its width, with the shape of a screen."""
    width = available.width() * 2 // 5
    height = min(width * 9 // 16, available.height() * 2 // 5)
    window = QRect(0, 0, width, height)
    window.moveBottomRight(available.bottomRight() - QPoint(FRAME_PX, FRAME_PX))
    return window


def screen_named(name: str) -> QScreen | None:
    """Return a connected screen."""
    return next((screen for screen in QGuiApplication.screens() if screen.name() == name), None)
