# SPDX-License-Identifier: Apache-2.0
"""Notice that lies over a page and moves nothing: what happened, on which system, and what to do next."""

from collections.abc import Callable, Sequence
from typing import Literal, NamedTuple

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, Qt, QTimer, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QToolButton, QWidget

from app.ui.window.icons import picture
from widgets.translation import tr

Severity = Literal["info", "warning", "error"]
Offer = tuple[str, Callable[[], object]]
"""Label and action of a button."""
GOES_AFTER_MS = 8000
"""Milliseconds after which a notice that asks for nothing goes; it stays as a note in the status bar."""
WIDTHS = (420, 760)
"""Smallest and largest width in logical pixels, as far as the window has room."""
BELOW = 12
"""Distance from the bottom edge of what it lies over, in logical pixels."""
MOVES = (QEvent.Type.Resize, QEvent.Type.Move, QEvent.Type.Show, QEvent.Type.Hide)
"""Events of what it lies over after which it is placed again."""


class Note(NamedTuple):
    """A notice that went after a while."""

    text: str
    severity: Severity
    details: str


class NoticeBar(QWidget):
    """Notice that lies over the bottom edge of a page, or of a part of it, until it goes or the user dismisses it.

    Attributes:
        kept: The notes, for the status bar, have changed.
    """

    kept = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("notice")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._sign = QLabel()
        self._text = QLabel()
        self._text.setTextFormat(Qt.TextFormat.PlainText)
        self._text.setWordWrap(True)
        self._text.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._offers: list[QPushButton] = []
        self._whole = self._details = ""
        self._page = parent
        self._parts: tuple[QWidget, ...] = ()
        self.notes: list[Note] = []
        self._more = QToolButton()
        self._more.setText(tr("Details"))
        self._more.setAutoRaise(True)
        self._more.clicked.connect(self._unfold)
        self._dismiss = QToolButton()
        self._dismiss.setText(tr("Dismiss"))
        self._dismiss.setAutoRaise(True)
        self._dismiss.clicked.connect(self.hide)
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(14, 6, 8, 6)
        self._row.setSpacing(10)
        self._row.addWidget(self._sign)
        self._row.addWidget(self._text, 1)
        self._row.addWidget(self._more)
        self._row.addWidget(self._dismiss)
        self._going = QTimer(self)
        self._going.setSingleShot(True)
        self._going.setInterval(GOES_AFTER_MS)
        self._going.timeout.connect(self._go)
        parent.installEventFilter(self)
        self.hide()

    @property
    def text(self) -> str:
        """Full message, even if the bar is collapsed; "" while the bar is hidden."""
        return "" if self.isHidden() else self._whole

    @property
    def offers(self) -> tuple[QPushButton, ...]:
        """Buttons that offer the next steps."""
        return tuple(self._offers)

    def lie_over(self, *parts: QWidget) -> None:
        """Lie over the bottom edge of the first of these parts of the page that is visible, to cover nothing else."""
        self._parts = parts
        for part in parts:
            part.installEventFilter(self)

    def say(self, text: str, severity: Severity = "error", *, details: str = "", offers: Sequence[Offer] = ()) -> None:
        """Show a text; `details` are shown in the tooltip.

        An error, or a text with buttons, stays until it is dismissed or replaced. A warning with several lines is
        collapsed to its first line until the user expands it.
        """
        self._say(text, severity, details, offers)
        if severity != "error" and not offers:
            self._going.start()

    def show_notes(self) -> None:
        """Show the notes again, until they are dismissed."""
        if self.notes:
            worst: Severity = "warning" if any(note.severity == "warning" for note in self.notes) else "info"
            details = "\n\n".join(note.details for note in self.notes if note.details)
            self._say("\n".join(note.text for note in self.notes), worst, details, ())
            self._unfold()

    def forget_notes(self) -> None:
        """Remove the notes, which are about another session."""
        self._going.stop()
        if self.notes:
            self.notes = []
            self.kept.emit()

    def change_text(self, text: str) -> None:
        """Replace the text without changing the buttons or the focus."""
        self._whole = text
        self._text.setText(text)
        self._place()

    def pass_by(self) -> None:
        """Hide a message of severity "info"; warnings and errors stay."""
        if self.property("severity") == "info" and not self._offers:
            self.hide()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in MOVES and not self.isHidden():
            self._place()
        return super().eventFilter(watched, event)

    def _say(self, text: str, severity: Severity, details: str, offers: Sequence[Offer]) -> None:
        self._going.stop()
        self._whole, self._details = text, details
        folded = severity != "error" and text.count("\n") > 1
        self._sign.setPixmap(picture(severity, self.devicePixelRatioF()))
        self._text.setText(text.partition("\n")[0].rstrip(":") if folded else text)
        self._more.setVisible(folded)
        self._text.setToolTip(details)
        self.setProperty("severity", severity)
        self._set_offers(offers)
        self.style().unpolish(self)
        self.style().polish(self)
        self.show()
        self.raise_()
        self._place()

    def _go(self) -> None:
        severity = self.property("severity")
        note = Note(self._whole, severity, self._details)
        if severity == "warning" and note not in self.notes:
            self.notes.append(note)
            self.kept.emit()
        self.hide()

    def _place(self) -> None:
        """Lie at the bottom of the part or of the page, in the middle, as high as the text needs."""
        part = next((one for one in self._parts if one.isVisible()), self._page)
        place = QRect(part.mapTo(self._page, QPoint(0, 0)), part.size())
        least, most = WIDTHS
        room = place.width() - 4 * BELOW
        self._row.activate()
        around = self.sizeHint().width() - self._text.sizeHint().width()
        whole = self._text.fontMetrics().size(0, self._text.text()).width()
        width = min(room, max(least, min(most, whole + around + 8)))
        height = max(self._row.heightForWidth(width) if self._row.hasHeightForWidth() else 0, 46)
        bottom = place.top() + place.height() - BELOW
        height = min(height, bottom - BELOW)
        self.setGeometry(place.left() + (place.width() - width) // 2, bottom - height, width, height)

    def _unfold(self) -> None:
        self._going.stop()
        self._text.setText(self._whole)
        self._more.hide()
        self._place()

    def _set_offers(self, offers: Sequence[Offer]) -> None:
        while self._offers:
            old = self._offers.pop()
            self._row.removeWidget(old)
            old.hide()
            old.deleteLater()
        for label, do in offers:
            button = QPushButton(label)
            button.clicked.connect(lambda _checked=False, act=do: act())
            self._row.insertWidget(self._row.count() - 2, button)
            self._offers.append(button)
