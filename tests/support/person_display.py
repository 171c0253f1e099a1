# SPDX-License-Identifier: Apache-2.0
"""Mouse input for the real program: every widget is found by its text and its position on the screen.

As a program (python -P -m tests.support.person_display FILE) it is Outpace itself with an addition: it writes the
visible widgets with their positions to FILE whenever FILE does not exist.
"""

import json
import sys
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QPoint, QRect, Qt, QTimer
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QComboBox,
    QLabel,
    QLineEdit,
    QListView,
    QMenu,
    QMenuBar,
    QWidget,
)

from app.__main__ import main
from tests.support.stranger_display import Screen, wait

LOOK_MS = 20


@dataclass(frozen=True, slots=True)
class Seen:
    """Visible widget.

    Attributes:
        kind: class name.
        place: left, top, width, and height on the screen.
    """

    kind: str
    text: str
    enabled: bool
    window: str
    place: tuple[int, int, int, int]

    @property
    def middle(self) -> tuple[int, int]:
        """Center of the widget."""
        return self.at(0.5, 0.5)

    def at(self, across: float, down: float) -> tuple[int, int]:
        """Return a point in the widget; both coordinates are fractions from 0 to 1."""
        left, top, width, height = self.place
        return round(left + across * width), round(top + down * height)


class Person:
    """User who finds widgets by their text and clicks them."""

    def __init__(self, screen: Screen, seen: Path) -> None:
        self.screen = screen
        self._file = seen

    def look(self) -> list[Seen]:
        """Return all widgets that are currently visible."""
        self._file.unlink(missing_ok=True)
        wait(self._file.exists, "the program says what it shows", every_s=LOOK_MS / 1000)
        found = json.loads(self._file.read_text(encoding="utf-8"))
        return [Seen(kind, text, enabled, window, tuple(place)) for kind, text, enabled, window, place in found]

    def find(self, text: str, kind: str = "", window: str = "", *, enabled: bool = True) -> list[Seen]:
        """Return the widgets with exactly this text, or with this prefix if it ends with an asterisk."""
        return [
            one
            for one in self.look()
            if (one.text.startswith(text[:-1]) if text.endswith("*") else one.text == text)
            and kind in one.kind
            and window in one.window
            and (one.enabled or not enabled)
        ]

    def wait_for(self, text: str, kind: str = "", window: str = "") -> Seen:
        """Wait until a widget with this text exists, is enabled, and does not move; return the first one."""
        last: list[Seen] = []

        def still() -> bool:
            nonlocal last
            before, last = last, self.find(text, kind, window)
            return [one.place for one in last[:1]] == [one.place for one in before[:1]] != []

        wait(still, f"{kind} {text} in {window}")
        return last[0]

    def click(self, text: str, kind: str = "", window: str = "", button: str = "1") -> None:
        """Click a widget."""
        self.click_at(self.wait_for(text, kind, window).middle, button)

    def click_at(self, place: tuple[int, int], button: str = "1") -> None:
        """Click at a point of the screen."""
        self.screen.mouse("mousemove", "--sync", *map(str, place))
        self.screen.mouse("click", button)

    def click_together(self, places: list[tuple[int, int]]) -> None:
        """Click several widgets while Ctrl is pressed."""
        self.click_at(places[0])
        self.screen.mouse("keydown", "ctrl")
        for place in places[1:]:
            self.click_at(place)
        self.screen.mouse("keyup", "ctrl")

    def until(self, text: str, kind: str = "", window: str = "") -> None:
        """Wait until a widget has this text."""
        wait(lambda: self.find(text, kind, window, enabled=False), f"{text} is said")

    def until_gone(self, text: str, kind: str = "", window: str = "") -> None:
        """Wait until no widget has this text."""
        wait(lambda: not self.find(text, kind, window, enabled=False), f"{text} has gone")


def _row(kind: str, text: str, widget: QWidget, area: QRect, *, enabled: bool) -> list[object]:
    title = widget.window().windowTitle()
    place = QRect(widget.mapToGlobal(area.topLeft()), area.size())
    return [kind, text.replace("&", "").strip(), enabled, title, list(place.getRect())]


def _seen_of(widget: QWidget) -> list[list[object]]:
    if isinstance(widget, QMenu | QMenuBar):
        return [_of_action(widget, action) for action in widget.actions() if action.isVisible() and action.text()]
    kind = type(widget).__name__
    if isinstance(widget, QListView) and (model := widget.model()) is not None:
        indexes = [model.index(row, 0) for row in range(min(model.rowCount(), 20))]
        view = widget.viewport()
        return [
            _row("row", str(index.data(Qt.ItemDataRole.DisplayRole)), view, widget.visualRect(index), enabled=True)
            for index in indexes
        ]
    said = widget.accessibleName()
    if isinstance(widget, QAbstractButton | QLabel):
        said = widget.text() or said
    elif isinstance(widget, QComboBox):
        said = said or widget.currentText()
    elif isinstance(widget, QLineEdit):
        said = said or widget.placeholderText()
    shown = _shown(widget)
    return [_row(kind, said, widget, shown, enabled=widget.isEnabled())] if said and not shown.isEmpty() else []


def _shown(widget: QWidget) -> QRect:
    """Return the part of a widget that its parents do not clip."""
    shown, outer = widget.rect(), widget
    while not outer.isWindow() and (parent := outer.parentWidget()) is not None:
        outer = parent
        shown &= QRect(widget.mapFrom(outer, QPoint()), outer.size())
    return shown


def _of_action(menu: QMenu | QMenuBar, action: QAction) -> list[object]:
    return _row("action", action.text(), menu, menu.actionGeometry(action), enabled=action.isEnabled())


class _Telling:
    """Object that writes the visible widgets while the program runs, whenever the file has been removed."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._timer = QTimer()
        self._timer.timeout.connect(self.tell)
        self._timer.start(LOOK_MS)

    def tell(self) -> None:
        """Write the visible widgets; if a modal window is open, only its widgets, because it blocks the others."""
        if self._path.exists():
            return
        front = QApplication.activePopupWidget() or QApplication.activeModalWidget()
        seen: list[list[object]] = []
        for widget in QApplication.allWidgets():
            if widget.isVisible() and (front is None or widget.window() is front):
                seen += _seen_of(widget)
        part = self._path.with_suffix(".part")
        part.write_text(json.dumps(seen), encoding="utf-8")
        part.replace(self._path)


def _run(path: Path) -> int:
    started = QApplication.exec
    telling: list[_Telling] = []

    def execute(*_: object) -> int:
        telling.append(_Telling(path))
        return int(started())

    QApplication.exec = execute  # type: ignore[method-assign, assignment]
    sys.argv[:] = ["outpace"]
    return main([])


if __name__ == "__main__":
    sys.exit(_run(Path(sys.argv[1])))
