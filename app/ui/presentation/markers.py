# SPDX-License-Identifier: Apache-2.0
"""Markers: a user's comments on moments of a run, entered in the workbench or the booth view.

Only the engine writes them to the session.
"""

from collections.abc import Callable, Sequence
from time import perf_counter_ns

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QFont, QFontInfo, QKeyEvent
from PySide6.QtWidgets import QComboBox, QFrame, QHBoxLayout, QLabel, QPushButton, QWidget

from app.model.bounds import MARKER_LETTERS
from app.ui.start.running_engine import RunningEngine
from app.ui.window.notice import NoticeBar
from app.ui.window.state import StateStore
from widgets.presentation.measure import LEAST_SHARE
from widgets.translation import marked, tr

PRESETS = (
    marked("drive pulled"),
    marked("drive back"),
    marked("cable pulled"),
    marked("cable back"),
    marked("server stopped"),
    marked("server started"),
)
KEY = "markers"
MOST_OWN = 6
"""Maximum number of the user's previous texts to suggest."""


class MarkerEntry(QFrame):
    """Input line at the bottom of a window, with suggestions.

    Attributes:
        chosen: The user entered a text and pressed Enter.
        closed: The input was closed.
    """

    chosen = Signal(str)

    def __init__(self, offered: Sequence[str], parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("marker")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setAutoFillBackground(True)
        self.setFrameShape(QFrame.Shape.StyledPanel)
        label = QLabel(tr("Mark this moment:"))
        self.field = QComboBox()
        self.field.setEditable(True)
        self.field.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        self.field.addItems([tr(text) for text in PRESETS])
        self.field.addItems([text for text in offered if text not in (tr(preset) for preset in PRESETS)])
        self.field.setAccessibleName(tr("Text of the marker"))
        line = self.field.lineEdit()
        assert line is not None
        line.setMaxLength(MARKER_LETTERS)
        line.returnPressed.connect(self._accept)
        self.set_button = QPushButton(tr("Set (Enter)"))
        self.set_button.clicked.connect(self._accept)
        self.cancel_button = QPushButton(tr("Cancel (Esc)"))
        self.cancel_button.clicked.connect(self._close)
        row = QHBoxLayout(self)
        for widget in (label, self.field, self.set_button, self.cancel_button):
            row.addWidget(widget, 1 if widget is self.field else 0)
        font = QFont(self.font())
        font.setPixelSize(max(QFontInfo(font).pixelSize(), round(LEAST_SHARE * parent.height())))
        for part in (label, self.field, line, self.set_button, self.cancel_button):
            part.setFont(font)
        self._place(parent)

    def _place(self, parent: QWidget) -> None:
        wide = min(parent.width() - 20, max(round(parent.width() * 0.6), 560))
        high = self.sizeHint().height()
        top = parent.height() - high - round(parent.height() * 0.06)
        self.setGeometry((parent.width() - wide) // 2, top, wide, high)
        self.show()
        self.raise_()
        self.field.setFocus()
        line = self.field.lineEdit()
        if line is not None:
            line.selectAll()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Handle every key here, so that none reaches the window behind."""
        if event.key() == Qt.Key.Key_Escape:
            self._close()
        event.accept()

    def _accept(self) -> None:
        if text := " ".join(self.field.currentText().split()):
            self.chosen.emit(text)
        self._close()

    def _close(self) -> None:
        self.hide()
        parent = self.parentWidget()
        if parent is not None:
            parent.setFocus()
        self.deleteLater()


class Markers(QObject):
    """Creates markers for the moment when the key was pressed, however long typing takes."""

    def __init__(self, notice: NoticeBar, store: StateStore, parent: QObject) -> None:
        super().__init__(parent)
        self._notice = notice
        self._store = store
        self.entry: MarkerEntry | None = None

    def ask(self, window: QWidget, find_run: Callable[[], RunningEngine | None]) -> None:
        """Ask for a text in this window; `find_run` returns the run that it shows, or None if no run is in progress."""
        run, at_ns = find_run(), perf_counter_ns()
        if run is None or not run.alive:
            self._notice.say(
                tr("A recorded session is never changed: markers are set while a run is under way."), "warning"
            )
            return
        if self.entry is not None and self.entry.isVisible() and self.entry.parentWidget() is window:
            return
        self.entry = MarkerEntry(self._own_texts(), window)
        self.entry.destroyed.connect(self._forget_entry)
        self.entry.chosen.connect(lambda text: self._set_marker(run, text, at_ns))

    def _set_marker(self, run: RunningEngine, text: str, at_ns: int) -> None:
        if not run.mark(text, at_ns):
            self._notice.say(tr("The run has ended: the marker could not be set."), "warning")
            return
        if text not in (tr(preset) for preset in PRESETS):
            own = [text, *(one for one in self._own_texts() if one != text)]
            self._store.put(KEY, "\n".join(own[:MOST_OWN]))

    def _own_texts(self) -> list[str]:
        return [line for line in self._store.text(KEY).split("\n") if line]

    def _forget_entry(self) -> None:
        self.entry = None
