"""On which screen the booth window is: the one that was chosen while it is there, and out of the way while it isn't."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QObject, QRect, QTimer, Signal
from PySide6.QtGui import QGuiApplication, QScreen

SETTLED_MS = 400
"""A desktop moves windows and resolutions about for a moment after a screen came or went."""


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
    window.moveBottomRight(available.bottomRight())
    return window


def screen_named(name: str) -> QScreen | None:
    """A screen that is plugged in."""
    return next((screen for screen in QGuiApplication.screens() if screen.name() == name), None)


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
