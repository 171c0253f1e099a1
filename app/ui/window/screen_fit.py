# SPDX-License-Identifier: Apache-2.0
"""Placement of windows on the connected screens, so that nothing is off-screen.

Windows, including their frames, are kept on a screen. The booth window is on the chosen screen while that is connected;
otherwise, it is moved out of the way.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QMargins, QObject, QPoint, QRect, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QGuiApplication, QScreen
from PySide6.QtWidgets import QStyle, QWidget

FRAMELESS = ("offscreen", "minimal", "eglfs", "linuxfb")
"""Qt platforms on which windows have no frame."""
SETTLED_MS = 400
"""Milliseconds to wait after screens have changed, while the desktop moves windows and changes resolutions."""

FRAME_PX = 48
"""Space in pixels to leave to the right of and below a small window for its frame, which is added later."""


class Screens(QObject):
    """Observer of the connected screens.

    Attributes:
        changed: Screens were added or removed, and the desktop has settled.
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
    """Keep a window on the connected screens when one is unplugged; see `fit_to_screen` for `smallest`."""

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
    """Move a window onto a screen, and shrink it if needed.

    Args:
        window: The window.
        smallest: Minimum size of the window, limited to the screen.
        framed: Whether the window is visible, so that the size of its frame is known.
    """
    if window.isMaximized() or window.isFullScreen():
        return
    has_frame, handle = QGuiApplication.platformName() not in FRAMELESS, window.windowHandle()
    frame = QMargins()
    if framed and handle is not None:
        frame = handle.frameMargins()
        if not has_frame or frame.isNull():
            return  # the window has no frame and has already been fitted without one
    elif has_frame:
        frame = QMargins(0, window.style().pixelMetric(QStyle.PixelMetric.PM_TitleBarHeight), 0, 0)
    screens = [screen.availableGeometry() for screen in QGuiApplication.screens()]
    room = window.screen().availableGeometry().marginsRemoved(frame).size()
    window.setMinimumSize(QSize(*smallest).boundedTo(room))
    window.setGeometry(fitted(window.geometry(), frame, screens))


def fitted(inner: QRect, frame: QMargins, screens: Sequence[QRect]) -> QRect:
    """Return a geometry, without frame, with which a window and its frame fit on the available area of a screen.

    The screen is the one that contains most of the window, or the first. The window is moved before it is shrunk.
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
class WindowPlace:
    """A position for a window.

    Attributes:
        screen: Name of the screen.
        full: Fill the screen; otherwise, use a small window that covers little.
    """

    screen: str
    full: bool


def place_for(preferred: Sequence[str], present: Sequence[str], operator: str, *, opening: bool) -> WindowPlace | None:
    """Return where the booth window belongs; None while there is no screen.

    It fills the first preferred screen that is connected, or else a screen other than the operator's. If there is only
    the operator's screen, a window being opened fills it, whereas one whose screen was unplugged becomes small so as
    not to cover it.

    Args:
        preferred: Screens in order of preference.
        present: Names of the connected screens.
        operator: Name of the screen with the workbench.
        opening: Whether the window is being opened.
    """
    if not present:
        return None
    others = [name for name in present if name != operator]
    found = next((name for name in (*preferred, *others) if name in present), None)
    return WindowPlace(found, True) if found is not None else WindowPlace(present[0], opening)


def small_window(available: QRect) -> QRect:
    """Return the geometry of a small window in a corner of a screen: two fifths as wide, with the same aspect ratio."""
    width = available.width() * 2 // 5
    height = min(width * 9 // 16, available.height() * 2 // 5)
    window = QRect(0, 0, width, height)
    window.moveBottomRight(available.bottomRight() - QPoint(FRAME_PX, FRAME_PX))
    return window


def screen_named(name: str) -> QScreen | None:
    """Return the connected screen with this name, if any."""
    return next((screen for screen in QGuiApplication.screens() if screen.name() == name), None)
