"""The main window: menus, tool bar, pages, status bar. It imports
QtWidgets alone, so that it is painted at once; what a session needs comes in after it is on screen."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import QByteArray, QEvent, QMargins, QObject, QRect, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QAction, QCloseEvent, QGuiApplication, QWindowStateChangeEvent
from PySide6.QtWidgets import (
    QApplication,
    QComboBox,
    QLabel,
    QMainWindow,
    QSizePolicy,
    QStackedWidget,
    QStyle,
    QToolBar,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from app.ui.window.actions import REASONS, SPANS_S, TOOL_BAR, Actions
from app.ui.window.notice import NoticeBar
from app.ui.window.state import StateStore
from app.ui.window.welcome import Opening, Welcome
from widgets.text import ElidedLabel
from widgets.translation import tr

SMALLEST = (960, 600)
USUAL = (1600, 1000)
FRAMELESS = ("offscreen", "minimal", "eglfs", "linuxfb")
"""Platforms whose windows have no frame."""


class MainWindow(QMainWindow):
    """painted: the window is on screen for the first time. restored: it is no longer minimised. may_close: asked before
    the window closes."""

    painted = Signal()
    restored = Signal()

    def __init__(self, store: StateStore) -> None:
        super().__init__()
        self._store = store
        self._painted = False
        self.may_close: Callable[[], bool] = lambda: True
        self.setObjectName("outpace")
        self.setWindowTitle("Outpace")
        self.actions_ = Actions(self, self.menuBar())
        self.title = ElidedLabel()
        self.badge = QLabel()
        self.range = QComboBox()
        for text, span_s in SPANS_S:
            self.range.addItem(tr(text), span_s)
        self._make_tool_bar()
        self.notice = NoticeBar()
        self.welcome = Welcome(self.actions_)
        self.opening = Opening()
        self.pages = QStackedWidget()
        self.pages.addWidget(self.welcome)
        self.pages.addWidget(self.opening)
        centre = QWidget()
        column = QVBoxLayout(centre)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.notice)
        column.addWidget(self.pages, 1)
        self.setCentralWidget(centre)
        self.statusBar().setSizeGripEnabled(False)
        self.statusBar().setContentsMargins(10, 0, 10, 0)
        for condition in REASONS:
            self.actions_.enable(condition, not condition)
        self.show_running(False)
        self._restore()
        self.pages.installEventFilter(self)

    def tool_button(self, key: str) -> QToolButton:
        """The tool bar's button of an action."""
        button = self._tools.widgetForAction(self.actions_[key])
        assert isinstance(button, QToolButton)
        return button

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Sees the first paint; what is imported next must not hold it back."""
        if event.type() == QEvent.Type.Paint and not self._painted:
            self._painted = True
            QTimer.singleShot(0, self._fit_framed)
            QTimer.singleShot(0, self.painted.emit)
            watched.removeEventFilter(self)
        return False

    def set_session_title(self, title: str, recorded: str = "", note: str = "") -> None:
        """Names the session. recorded: the words of the RECORDED mark, "" while it is live. note: a snapshot's."""
        if (title, recorded, note) == (self.title.text(), self.badge.text(), self.title.explanation):
            return
        self.title.setText(title)
        self.title.explanation = note
        self.badge.setText(recorded)
        self._badge_action.setVisible(bool(recorded))  # a tool bar hides and shows by the action
        self.setWindowTitle(f"{title} – Outpace" if title else "Outpace")

    def show_opening(self, text: str) -> None:
        """Says at once, and painted before anything else is done, what is being opened or started."""
        self.opening.say(text)
        self.pages.setCurrentWidget(self.opening)
        if self.isVisible():
            self.opening.repaint()

    def show_running(self, running: bool, *, again: bool = False) -> None:
        """Offers Stop while something runs, otherwise Run, and Run Again where something ran."""
        self.actions_["start"].setVisible(not running)
        self.actions_["again"].setVisible(not running and again)
        self.actions_["stop"].setVisible(running)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if isinstance(event, QWindowStateChangeEvent):
            was_minimised = bool(event.oldState() & Qt.WindowState.WindowMinimized)
            if was_minimised and not self.isMinimized():
                self.restored.emit()

    def closeEvent(self, event: QCloseEvent) -> None:
        if not self.may_close():
            event.ignore()
            return
        self._store.put("geometry", bytes(self.saveGeometry().data()))
        self._store.save()
        event.accept()

    def _make_tool_bar(self) -> None:
        bar = QToolBar(tr("Tools"))
        bar.setObjectName("tools")
        bar.setMovable(False)
        bar.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        bar.setIconSize(QSize(12, 12))
        bar.setContextMenuPolicy(Qt.ContextMenuPolicy.PreventContextMenu)
        name = QLabel("Outpace")
        name.setObjectName("programName")
        self.title.setObjectName("sessionTitle")
        self.title.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.badge.setObjectName("recordedBadge")
        self.range.setToolTip(tr("How much time the charts, the headline and the table show"))
        self.range.setMinimumWidth(self.range.fontMetrics().horizontalAdvance(tr("Everything")) + 60)
        self.range.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        bar.addWidget(name)
        bar.addWidget(self.title)
        self._badge_action: QAction = bar.addWidget(self.badge)
        self._badge_action.setVisible(False)
        bar.addWidget(self.range)
        for key, text in TOOL_BAR.items():
            action = self.actions_[key]
            action.setIconText(tr(text))
            bar.addAction(action)
            button = bar.widgetForAction(action)
            button.setObjectName(f"{key}Button")
            if key == "theme" and isinstance(button, QToolButton):
                button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonIconOnly)  # leaves the title some room
            button.setCursor(Qt.CursorShape.PointingHandCursor)
        self._tools = bar
        self.addToolBar(bar)
        # A tool bar takes the style sheet's distances only when its style changes: now, not with the next theme.
        bar.ensurePolished()
        QApplication.sendEvent(bar, QEvent(QEvent.Type.StyleChange))

    def _restore(self) -> None:
        saved = self._store.octets("geometry")
        if not (saved and self.restoreGeometry(QByteArray(saved))):
            self.resize(*USUAL)
        title_bar = self.style().pixelMetric(QStyle.PixelMetric.PM_TitleBarHeight)
        self._fit(QMargins(0, 0 if QGuiApplication.platformName() in FRAMELESS else title_bar, 0, 0))

    def _fit_framed(self) -> None:
        """Once more where the window got a frame: how wide it is, nobody knows before."""
        handle = self.windowHandle()
        framed = QGuiApplication.platformName() not in FRAMELESS
        if framed and handle is not None and not handle.frameMargins().isNull():
            self._fit(handle.frameMargins())

    def _fit(self, frame: QMargins) -> None:
        """Keeps the window with its frame on the screens that exist now: what falls off them can't be read."""
        if self.isMaximized() or self.isFullScreen():
            return
        screens = [screen.availableGeometry() for screen in QGuiApplication.screens()]
        room = self.screen().availableGeometry().marginsRemoved(frame).size()
        self.setMinimumSize(QSize(*SMALLEST).boundedTo(room))
        self.setGeometry(fitted(self.geometry(), frame, screens))


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
