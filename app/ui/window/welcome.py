# SPDX-License-Identifier: Apache-2.0
"""Pages of a window without a session: start page with recent sessions, and page shown while opening a session."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QPixmap
from PySide6.QtWidgets import (
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QProgressBar,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from app.ui.window.actions import Actions
from widgets.text import ElidedLabel
from widgets.translation import tr

TEXT_WIDTH = 620
PICTURE_SIZE = (128, 72)
"""Size of a session's picture in logical pixels."""
COLUMNS = 2
RECENT_WIDTH = 920
LINKS = ("start", "drives", "new", "open")
"""Actions offered on the page in addition to the demos, given as keys of menu entries."""


@dataclass(frozen=True, slots=True)
class Recent:
    """A recent session: its file, its title, and its date with length."""

    path: Path
    title: str
    detail: str

    @property
    def text(self) -> str:
        """Title and details as one line."""
        return " · ".join(part for part in (self.title, self.detail) if part)


class RecentCard(QPushButton):
    """Card of a session to open: its picture, title, date with length, and result."""

    def __init__(self, recent: Recent, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("recent")
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAccessibleName(recent.text)
        self.setToolTip(str(recent.path))
        self.recent = recent
        self._picture = QLabel()
        self._picture.setObjectName("recentPicture")
        self._picture.setFixedSize(*PICTURE_SIZE)
        title = ElidedLabel(recent.title)
        font = title.font()
        font.setBold(True)
        title.setFont(font)
        detail, self._result = ElidedLabel(recent.detail), ElidedLabel()
        detail.setObjectName("recentDetail")
        column = QVBoxLayout()
        column.setSpacing(3)
        column.addStretch()
        for label in (title, self._result, detail):
            column.addWidget(label)
        column.addStretch()
        row = QHBoxLayout(self)
        row.setContentsMargins(8, 8, 12, 8)
        row.setSpacing(12)
        row.addWidget(self._picture)
        row.addLayout(column, 1)
        for part in (self._picture, title, detail, self._result):
            part.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setMinimumSize(280, PICTURE_SIZE[1] + 16)

    @property
    def result(self) -> str:
        """Text of the result; "" until it is known."""
        return self._result.text()

    def describe(self, result: str, png: bytes) -> None:
        """Show the session's result and its picture (a PNG); both may be empty."""
        self._result.setText(result)
        self.setAccessibleName(f"{self.recent.text} · {result}" if result else self.recent.text)
        picture = QPixmap()
        if png and picture.loadFromData(png):
            self._picture.setPixmap(
                picture.scaled(
                    self._picture.size() * self.devicePixelRatioF(),
                    Qt.AspectRatioMode.KeepAspectRatio,
                    Qt.TransformationMode.SmoothTransformation,
                )
            )
            pixmap = self._picture.pixmap()
            pixmap.setDevicePixelRatio(self.devicePixelRatioF())
            self._picture.setPixmap(pixmap)


class Welcome(QScrollArea):
    """Start page.

    Attributes:
        demo: The user wants to run the default comparison.
        booth: The user wants to show this scenario in the booth view.
        recent: The user wants to open this session.
        library: The user wants to see all sessions.
    """

    demo = Signal()
    booth = Signal(str)
    recent = Signal(object)
    library = Signal()

    def __init__(self, actions: Actions, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWidgetResizable(True)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.viewport().setAutoFillBackground(False)
        self.cards: tuple[RecentCard, ...] = ()
        self.run_button = _button(tr("Run the Demo"), self.demo.emit)
        self.run_button.setObjectName("primary")
        self.run_button.setDefault(True)
        self.booth_button = _button(tr("Booth Demo"), lambda: self.booth.emit("stand"))
        self.booth_button.setToolTip(tr("The demo full screen, for viewers three metres away; Esc returns"))
        self.race_button = _button(tr("Race"), lambda: self.booth.emit("race"))
        self.race_button.setToolTip(tr("Both systems process the same number of orders: which one finishes first?"))
        links = []
        for key in LINKS:
            action = actions[key]
            link = _link(action.text().replace("&", ""), action.trigger)
            link.setToolTip(action.toolTip())
            links.append(link)
        self._grid = QGridLayout()
        self._grid.setSpacing(10)
        self._recent = QWidget()
        self._recent.setMaximumWidth(RECENT_WIDTH)
        self._compose(links)
        self.set_recent(())

    def set_recent(self, sessions: Sequence[Recent]) -> None:
        """Show cards of these sessions, newest first."""
        for card in self.cards:
            self._grid.removeWidget(card)
            card.deleteLater()
        self.cards = tuple(RecentCard(one) for one in sessions)
        for number, card in enumerate(self.cards):
            card.clicked.connect(lambda _checked=False, chosen=card.recent.path: self.recent.emit(chosen))
            self._grid.addWidget(card, number // COLUMNS, number % COLUMNS)
        self._recent.setVisible(bool(sessions))

    def describe(self, path: Path, result: str, png: bytes) -> None:
        """Show a session's result and picture on its card."""
        for card in self.cards:
            if card.recent.path == path:
                card.describe(result, png)

    def _compose(self, links: Sequence[QPushButton]) -> None:
        text = tr(
            "The demo runs the same orders on two real SQLite databases at once, on one clock. "
            "It needs no server; the first time it builds its databases."
        )
        about = _label(text, "welcomeText")
        about.setWordWrap(True)
        about.setFixedWidth(TEXT_WIDTH)
        about.setMinimumHeight(about.heightForWidth(TEXT_WIDTH))  # otherwise, a wrapping label is only one line high
        heading = _label(tr("Recent sessions"), "welcomeText")
        top = QHBoxLayout()
        top.addWidget(heading)
        top.addStretch()
        top.addWidget(_link(tr("All sessions…"), self.library.emit))
        below = QVBoxLayout(self._recent)
        below.setContentsMargins(0, 0, 0, 0)
        below.addLayout(top)
        below.addLayout(self._grid)
        middle = QHBoxLayout()
        middle.addStretch(1)
        middle.addWidget(self._recent, 20)
        middle.addStretch(1)
        column = QVBoxLayout()
        column.setSpacing(10)
        column.addWidget(_label(tr("Two systems side by side, live"), "welcomeTitle"))
        column.addWidget(about, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addSpacing(12)
        column.addLayout(_row((self.run_button, self.booth_button, self.race_button)))
        column.addLayout(_row(links))
        column.addSpacing(18)
        column.addLayout(middle)
        board = QWidget()
        frame = QVBoxLayout(board)
        frame.setContentsMargins(24, 16, 24, 16)
        frame.addStretch(2)
        frame.addLayout(column)
        frame.addStretch(3)
        self.setWidget(board)
        board.setAutoFillBackground(False)


class Opening(QWidget):
    """Page shown while a session is being opened or a run started.

    Attributes:
        cancelled: The user wants to cancel.
    """

    cancelled = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._text = _label("", "welcomeTitle")
        self._text.setWordWrap(True)
        bar = QProgressBar()
        bar.setTextVisible(False)
        bar.setRange(0, 0)
        bar.setFixedWidth(420)
        self.cancel_button = _button(tr("Cancel"), self.cancelled.emit)
        column = QVBoxLayout(self)
        column.setSpacing(12)
        column.addStretch(2)
        column.addWidget(self._text)
        column.addWidget(bar, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addWidget(self.cancel_button, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addStretch(3)

    @property
    def text(self) -> str:
        return self._text.text()

    def say(self, text: str) -> None:
        """Show what is being opened."""
        self._text.setText(text)


def _label(text: str, name: str) -> QLabel:
    label = QLabel(text)
    label.setObjectName(name)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setAlignment(Qt.AlignmentFlag.AlignCenter)
    return label


def _button(text: str, do: Callable[[], object]) -> QPushButton:
    button = QPushButton(text)
    button.setCursor(Qt.CursorShape.PointingHandCursor)
    button.clicked.connect(lambda _checked=False: do())
    return button


def _link(text: str, do: Callable[[], object]) -> QPushButton:
    button = _button(text, do)
    button.setObjectName("link")
    button.setFlat(True)
    return button


def _row(buttons: Sequence[QPushButton]) -> QHBoxLayout:
    row = QHBoxLayout()
    row.addStretch()
    for button in buttons:
        row.addWidget(button)
    row.addStretch()
    return row
