# SPDX-License-Identifier: Apache-2.0
"""Event list of the sidebar."""

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QColor, QTextCharFormat, QTextCursor, QTextOption
from PySide6.QtWidgets import QFrame, QPlainTextEdit, QVBoxLayout, QWidget

from widgets.theme import ChartPalette
from widgets.translation import tr

Event = tuple[str, str, str]

_MOST_LINES = 2000


class EventList(QWidget):
    """Events, the latest at the bottom. The list follows new events unless the user scrolls up; text can be copied."""

    def __init__(self, palette: ChartPalette, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._palette = palette
        self._events: tuple[Event, ...] = ()
        self._text = QPlainTextEdit()
        self._text.setReadOnly(True)
        self._text.setFrameShape(QFrame.Shape.NoFrame)
        self._text.setObjectName("events")  # the window's style sheet removes its frame, except for the focus frame
        self._text.setMaximumBlockCount(_MOST_LINES)
        self._text.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self._text.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._text.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self._text.setCursorWidth(0)
        self._text.setTabChangesFocus(True)
        self._text.setAccessibleName(tr("Events"))
        self.setFocusProxy(self._text)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self._text)

    def sizeHint(self) -> QSize:
        return QSize(240, 110)

    def minimumSizeHint(self) -> QSize:
        return QSize(120, 48)

    def set_palette(self, palette: ChartPalette) -> None:
        """Set the theme's colors."""
        if palette != self._palette:
            self._palette = palette
            self._rewrite(self._events)

    def set_events(self, events: Sequence[Event]) -> None:
        """Set all events (time text, text, severity); usually, they extend the previous ones by a few."""
        rows = tuple(events)
        known = len(self._events)
        if rows == self._events:
            return
        if rows[:known] == self._events:
            self._append(rows[known:])
        else:
            self._rewrite(rows)
        self._events = rows

    def plain_text(self) -> str:
        """Return the text shown, one line per event."""
        return self._text.toPlainText()

    def _rewrite(self, events: Sequence[Event]) -> None:
        self._text.clear()
        self._append(events)

    def _append(self, events: Sequence[Event]) -> None:
        bar = self._text.verticalScrollBar()
        followed = bar.value() >= bar.maximum() - 2
        cursor = QTextCursor(self._text.document())
        cursor.movePosition(QTextCursor.MoveOperation.End)
        cursor.beginEditBlock()
        for time_text, text, severity in events[-_MOST_LINES:]:
            if not self._text.document().isEmpty():
                cursor.insertBlock()
            cursor.insertText(f"{time_text} ", _colored(QColor(self._palette.dim)))
            color = QColor(self._palette.severity(severity))
            cursor.insertText(text.replace("\n", " "), _colored(color))
        cursor.endEditBlock()
        if followed:
            bar.setValue(bar.maximum())


def _colored(color: QColor) -> QTextCharFormat:
    format_ = QTextCharFormat()
    format_.setForeground(color)
    return format_
