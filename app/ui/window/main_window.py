"""The main window: menus, tool bar, pages, status bar, and the page of a window that shows no session. It imports
QtWidgets alone, so that it is painted at once; what a session needs comes in after it is on screen."""

from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QByteArray, QEvent, QMargins, QObject, QRect, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QAction, QCloseEvent, QGuiApplication, QWindowStateChangeEvent
from PySide6.QtWidgets import (
    QApplication,
    QComboBox,
    QHBoxLayout,
    QLabel,
    QMainWindow,
    QPushButton,
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
from widgets.text import ElidedLabel
from widgets.translation import tr

TEXT_WIDTH = 520


class Welcome(QWidget):
    """demo: run the default comparison now. choose: choose what to run. drives: compare two drives. new: say what is
    compared. open: ask for a file. recent: open this one. library: show all of them."""

    demo = Signal()
    choose = Signal()
    drives = Signal()
    new = Signal()
    open = Signal()
    recent = Signal(object)
    library = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        column = QVBoxLayout()
        column.setSpacing(10)
        column.addWidget(self._label(tr("Two systems, side by side, live"), "welcomeTitle"))
        text = tr(
            "The demo runs the same orders on two real SQLite databases at once, on one clock. "
            "It needs no server; the first time it builds its databases."
        )
        about = self._label(text, "welcomeText")
        about.setWordWrap(True)
        about.setFixedWidth(TEXT_WIDTH)
        about.setMinimumHeight(about.heightForWidth(TEXT_WIDTH))  # an aligned, wrapping label gets one line otherwise
        column.addWidget(about, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addSpacing(12)
        run = QPushButton(tr("Run the Demo"))
        run.setObjectName("primary")
        run.setDefault(True)
        run.clicked.connect(self.demo)
        column.addWidget(run, 0, Qt.AlignmentFlag.AlignHCenter)
        self.run_button = run
        others = QHBoxLayout()
        others.addStretch()
        for label, signal in (
            (tr("Choose drives and length…"), self.choose),
            (tr("Compare two drives…"), self.drives),
            (tr("New comparison…"), self.new),
            (tr("Open a session…"), self.open),
        ):
            link = self._link(label)
            link.clicked.connect(signal)
            others.addWidget(link)
        others.addStretch()
        column.addLayout(others)
        column.addSpacing(16)
        self._recent = QVBoxLayout()
        self._recent.setSpacing(2)
        column.addLayout(self._recent)
        frame = QVBoxLayout(self)
        frame.addStretch(2)
        frame.addLayout(column)
        frame.addStretch(3)

    def set_recent(self, sessions: Sequence[tuple[Path, str]]) -> None:
        """Offers these recorded sessions (file, the line that names it), the newest first."""
        while (item := self._recent.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.deleteLater()
        if sessions:
            self._recent.addWidget(self._label(tr("Recorded here"), "welcomeText"))
        for path, text in sessions:
            link = self._link(text.replace("&", "&&"))
            link.setToolTip(str(path))
            link.clicked.connect(lambda _checked=False, chosen=path: self.recent.emit(chosen))
            self._recent.addWidget(link, 0, Qt.AlignmentFlag.AlignHCenter)
        if sessions:
            every = self._link(tr("All sessions…"))
            every.clicked.connect(self.library)
            self._recent.addWidget(every, 0, Qt.AlignmentFlag.AlignHCenter)

    def _label(self, text: str, name: str) -> QLabel:
        label = QLabel(text)
        label.setObjectName(name)
        label.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        return label

    def _link(self, text: str) -> QPushButton:
        button = QPushButton(text)
        button.setObjectName("link")
        button.setFlat(True)
        button.setCursor(Qt.CursorShape.PointingHandCursor)
        return button


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
        self.welcome = Welcome()
        self.pages = QStackedWidget()
        self.pages.addWidget(self.welcome)
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

    def show_running(self, running: bool) -> None:
        """Offers Stop while something runs, Run otherwise."""
        self.actions_["start"].setVisible(not running)
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
