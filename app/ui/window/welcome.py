# SPDX-License-Identifier: Apache-2.0
"""Pages of a window without a session: start page with recent sessions, and page shown while opening a session."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import (
    QAction,
    QColor,
    QFont,
    QHideEvent,
    QKeySequence,
    QPainter,
    QPaintEvent,
    QPen,
    QPixmap,
    QPolygonF,
    QResizeEvent,
    QShowEvent,
)
from PySide6.QtWidgets import (
    QBoxLayout,
    QFrame,
    QHBoxLayout,
    QLabel,
    QProgressBar,
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from app.ui.window.actions import Actions
from app.ui.window.icons import line_icon
from widgets.fonts import display, emphasized
from widgets.text import ElidedLabel
from widgets.theme import DARK, Theme
from widgets.translation import tr

TITLE, TITLE_NARROW = 52, 34
"""Font sizes of the page's title in pixels."""
PICTURE_SIZE = (112, 72)
"""Size of a session's picture in logical pixels."""
RECENT_WIDTH = 460
"""Width of the recent sessions next to the rest, in logical pixels."""
BESIDE_FROM = 1180
"""Page width in logical pixels from which the recent sessions are next to the rest instead of below."""
SMALL_STARTS = ("open", "import", "start")
"""Actions with a small card, as keys of menu entries."""
STEP_MS = 500
"""Milliseconds between the steps of the moving picture."""
RECORDED = (
    (184, 151, 194, 145, 142, 115, 151, 85, 83, 87, 94, 143),
    (470, 585, 646, 508, 590, 441, 567, 518, 477, 640, 566, 625),
)
"""Orders per second of systems A and B in a recording of the demo, a value a second."""
IN_VIEW = 30
"""Seconds in the moving picture, which repeats the recording."""


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
        title.setFont(emphasized(title.font()))
        detail, self._result = ElidedLabel(recent.detail), ElidedLabel()
        detail.setObjectName("recentDetail")
        column = QVBoxLayout()
        column.setSpacing(3)
        column.addStretch()
        self._result.setObjectName("recentResult")
        for label in (self._result, title, detail):
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


class LoopPicture(QWidget):
    """Curves of a recording of the demo, which keep moving while the window is in front."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = DARK
        self._step = 0
        self._timer = QTimer(self)
        self._timer.setInterval(STEP_MS)
        self._timer.timeout.connect(self._go_on)
        self.setMinimumSize(180, 120)
        self.setAccessibleName(tr("Throughput of both systems of the demo"))

    def set_theme(self, theme: Theme) -> None:
        """Paint in the colors of this theme."""
        self._theme = theme
        self.update()

    @property
    def moves(self) -> bool:
        """True while the picture moves."""
        return self._timer.isActive()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._timer.start()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._timer.stop()

    def _go_on(self) -> None:
        if self.window().isActiveWindow():
            self._step += 1
            self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        theme, area = self._theme, QRectF(self.rect()).adjusted(0, 10, -22, 0)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        most = max(map(max, RECORDED)) * 1.15
        painter.setPen(QPen(QColor(theme.chart.grid), 1))
        for share in (0.25, 0.5, 0.75):
            painter.drawLine(QPointF(0, area.height() * share), QPointF(area.right(), area.height() * share))
        for letter, values in zip("BA", reversed(RECORDED), strict=True):
            color = QColor(theme.system_color(letter))
            points = [
                QPointF(
                    area.left() + area.width() * number / (IN_VIEW - 1),
                    area.bottom() - area.height() * values[(self._step + number) % len(values)] / most,
                )
                for number in range(IN_VIEW)
            ]
            below = QColor(color)
            below.setAlphaF(theme.fill)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(below)
            painter.drawPolygon(QPolygonF([*points, area.bottomRight(), area.bottomLeft()]))
            painter.setPen(QPen(color, 2.5, j=Qt.PenJoinStyle.RoundJoin))
            painter.drawPolyline(points)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(color)
            painter.drawEllipse(points[-1], 5.0, 5.0)
        painter.end()


class StartCard(QPushButton):
    """Card that starts something: icon, title, what it does, and its key."""

    def __init__(self, name: str, title: str, text: str, key: str, do: Callable[[], object]) -> None:
        super().__init__()
        self.setObjectName("recent")
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAccessibleName(title)
        self.setAccessibleDescription(text)
        self.clicked.connect(lambda _checked=False: do())
        self._name = name
        self._sign = QLabel()
        self._sign.setFixedSize(24, 24)
        heading, about, keys = QLabel(title), QLabel(text), QLabel(key)
        heading.setObjectName("startTitle")
        heading.setWordWrap(True)
        about.setObjectName("startText")
        about.setWordWrap(True)
        keys.setObjectName("key")
        keys.setVisible(bool(key))
        top = QHBoxLayout()
        top.addWidget(self._sign)
        top.addStretch()
        top.addWidget(keys)
        column = QVBoxLayout(self)
        column.setContentsMargins(18, 16, 18, 16)
        column.setSpacing(6)
        column.addLayout(top)
        column.addWidget(heading)
        column.addWidget(about)
        column.addStretch()
        for part in (self._sign, heading, about, keys):
            part.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)

    def set_theme(self, theme: Theme) -> None:
        """Draw the icon in a color of this theme."""
        self._sign.setPixmap(line_icon(self._name, theme.ink).pixmap(QSize(24, 24)))

    def sizeHint(self) -> QSize:
        layout = self.layout()
        return layout.sizeHint() if layout is not None else super().sizeHint()

    def minimumSizeHint(self) -> QSize:
        return QSize(120, self.heightForWidth(self.width() or 220))

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        layout = self.layout()
        return layout.heightForWidth(width) if layout is not None else super().heightForWidth(width)


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
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.viewport().setAutoFillBackground(False)
        self.cards: tuple[RecentCard, ...] = ()
        self.run_button = _button(tr("Run the Demo"), self.demo.emit)
        self.run_button.setObjectName("primary")
        self.run_button.setDefault(True)
        self.booth_button = _button(tr("Full Screen"), lambda: self.booth.emit("stand"))
        self.booth_button.setToolTip(tr("The demo full screen, for viewers three metres away; Esc returns"))
        self.picture = LoopPicture()
        databases = StartCard(
            "database",
            tr("Compare two databases"),
            tr("PostgreSQL, MySQL, MariaDB, SQL Server or SQLite, with the same shop orders"),
            _key_of(actions["new"]),
            actions["new"].trigger,
        )
        drives = StartCard(
            "drive",
            tr("Compare two drives"),
            tr("Random and sequential reads and writes on two folders"),
            _key_of(actions["drives"]),
            actions["drives"].trigger,
        )
        self.race_button = StartCard(
            "race",
            tr("Start a race"),
            tr("First to a number of orders wins; made for an audience"),
            "",
            lambda: self.booth.emit("race"),
        )
        stand = StartCard(
            "booth",
            tr("Show it at a stand"),
            tr("A big picture for visitors, a small window for you, and recordings in between"),
            _key_of(actions["attract"]),
            actions["attract"].trigger,
        )
        icons = {"open": "folder", "import": "import", "start": "plus"}
        small = [
            StartCard(icons[key], *_entry_texts(actions[key]), _key_of(actions[key]), actions[key].trigger)
            for key in SMALL_STARTS
        ]
        self._starts = [databases, drives, self.race_button, *small, stand]
        self._grid = QVBoxLayout()
        self._grid.setSpacing(12)
        self._recent = QWidget()
        self._compose()
        self.set_theme(DARK)
        self.set_recent(())

    def set_theme(self, theme: Theme) -> None:
        """Draw icons and picture in the colors of this theme."""
        self.picture.set_theme(theme)
        for card in self._starts:
            card.set_theme(theme)
        self.run_button.setIcon(line_icon("run", theme.go_ink))
        self.booth_button.setIcon(line_icon("booth", theme.label))

    def set_recent(self, sessions: Sequence[Recent]) -> None:
        """Show cards of these sessions, newest first."""
        for card in self.cards:
            self._grid.removeWidget(card)
            card.deleteLater()
        self.cards = tuple(RecentCard(one) for one in sessions)
        for card in self.cards:
            card.clicked.connect(lambda _checked=False, chosen=card.recent.path: self.recent.emit(chosen))
            self._grid.addWidget(card)
        self._recent.setVisible(bool(sessions))

    def describe(self, path: Path, result: str, png: bytes) -> None:
        """Show a session's result and picture on its card."""
        for card in self.cards:
            if card.recent.path == path:
                card.describe(result, png)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()

    def _arrange(self) -> None:
        """Put the recent sessions next to the rest, or in a narrow window below."""
        wide = self.viewport().width() >= BESIDE_FROM
        self._sides.setDirection(QBoxLayout.Direction.LeftToRight if wide else QBoxLayout.Direction.TopToBottom)
        self._recent.setMaximumWidth(RECENT_WIDTH if wide else 1 << 20)
        font = QFont(self.font())
        font.setPixelSize(TITLE if wide else TITLE_NARROW)
        self._title.setFont(display(font))

    def _hero(self, said: QVBoxLayout) -> QFrame:
        hero = QFrame()
        hero.setObjectName("resultCard")
        across = QHBoxLayout(hero)
        across.setContentsMargins(0, 0, 0, 0)
        across.addLayout(said, 1)
        across.addWidget(self.picture, 1)
        return hero

    def _compose(self) -> None:
        self._title = QLabel(tr("Two systems,\nthe same work,\nside by side"))
        self._title.setTextFormat(Qt.TextFormat.PlainText)
        text = tr(
            "The demo loads two real databases on this computer and shows which one handles more. It needs no server "
            "and nothing to set up."
        )
        about = QLabel(text)
        about.setObjectName("heroText")
        about.setTextFormat(Qt.TextFormat.PlainText)
        about.setWordWrap(True)
        buttons = QHBoxLayout()
        buttons.setSpacing(10)
        buttons.addWidget(self.run_button)
        buttons.addWidget(self.booth_button)
        buttons.addStretch()
        said = QVBoxLayout()
        said.setContentsMargins(32, 28, 12, 28)
        said.setSpacing(14)
        said.addStretch()
        for widget in (self._title, about):
            said.addWidget(widget)
        said.addLayout(buttons)
        said.addStretch()
        left = QVBoxLayout()
        left.setSpacing(12)
        left.addWidget(self._hero(said), 3)
        for cards in (self._starts[:3], self._starts[3:6], self._starts[6:]):
            row = QHBoxLayout()
            row.setSpacing(12)
            for card in cards:
                row.addWidget(card, 1)
            left.addLayout(row)
        heading = QLabel(tr("Recent"))
        heading.setObjectName("startTitle")
        top = QHBoxLayout()
        top.addWidget(heading)
        top.addStretch()
        top.addWidget(_link(tr("All sessions…"), self.library.emit))
        below = QVBoxLayout(self._recent)
        below.setContentsMargins(0, 0, 0, 0)
        below.setSpacing(10)
        below.addLayout(top)
        below.addLayout(self._grid)
        below.addStretch()
        board = QWidget()
        self._sides = QBoxLayout(QBoxLayout.Direction.LeftToRight, board)
        self._sides.setContentsMargins(24, 24, 24, 24)
        self._sides.setSpacing(24)
        self._sides.addLayout(left, 5)
        self._sides.addWidget(self._recent, 2)
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


def _key_of(action: QAction) -> str:
    return action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)


def _entry_texts(action: QAction) -> tuple[str, str]:
    """Return title and description of an action for its card."""
    return action.text().replace("&", "").rstrip("…"), action.statusTip()
