# SPDX-License-Identifier: Apache-2.0
"""The main window: menus, toolbar, pages, status bar.

It imports only QtWidgets in order to appear immediately; everything that sessions need is loaded afterwards.
"""

from collections.abc import Callable

from PySide6.QtCore import QByteArray, QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QCloseEvent, QWindowStateChangeEvent
from PySide6.QtWidgets import (
    QComboBox,
    QLabel,
    QMainWindow,
    QPushButton,
    QStackedWidget,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from app.ui.window.actions import REASONS, RUN_TEXTS, SPANS_S, Actions
from app.ui.window.icons import icon
from app.ui.window.notice import NoticeBar
from app.ui.window.screen_fit import fit_to_screen, keep_on_screen
from app.ui.window.state import StateStore
from app.ui.window.theme import chosen_theme
from app.ui.window.tool_bar import ToolBar
from app.ui.window.welcome import Opening, Welcome
from widgets.text import ElidedLabel
from widgets.translation import tr

SMALLEST = (960, 600)
USUAL = (1600, 1000)


class MainWindow(QMainWindow):
    """Main window.

    Attributes:
        painted: The window was painted for the first time.
        restored: The window is no longer minimized.
        may_close: Called before the window closes; returns whether it may.
    """

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
        self.tools = self._make_tool_bar()
        self.welcome = Welcome(self.actions_)
        self.welcome.set_theme(chosen_theme(store))
        self.opening = Opening()
        self.pages = QStackedWidget()
        self.pages.addWidget(self.welcome)
        self.pages.addWidget(self.opening)
        centre = QWidget()
        self.notice = NoticeBar(centre)
        column = QVBoxLayout(centre)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.pages, 1)
        self.setCentralWidget(centre)
        self.pages.currentChanged.connect(lambda _index: self.notice.pass_by())
        self.notes = QPushButton()
        self.notes.setObjectName("trouble")
        self.notes.setIcon(icon("warning"))
        self.notes.setToolTip(tr("Read before you quote a figure"))
        self.notes.hide()
        self.notes.clicked.connect(self.notice.show_notes)
        self.notice.kept.connect(self._show_notes)
        self.statusBar().setSizeGripEnabled(False)
        self.statusBar().addPermanentWidget(self.notes)
        self.statusBar().setContentsMargins(10, 0, 10, 0)
        for condition in REASONS:
            self.actions_.enable(condition, not condition)
        self.show_running(False)
        self._restore()
        keep_on_screen(self, SMALLEST)
        self.pages.installEventFilter(self)

    def tool_button(self, key: str) -> QToolButton:
        """Return the toolbar button of an action."""
        return self.tools.buttons[key]

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Detect the first paint, which further imports wait for."""
        if event.type() == QEvent.Type.Paint and not self._painted:
            self._painted = True
            QTimer.singleShot(0, self, lambda: fit_to_screen(self, SMALLEST, framed=True))
            QTimer.singleShot(0, self, self.painted.emit)
            watched.removeEventFilter(self)
        return False

    def set_session_title(self, title: str, recorded: str = "", note: str = "", *, live: str = "") -> None:
        """Show the session's title, the text of its pill (recorded or live), and a snapshot's note."""
        badge = recorded or live
        if (title, badge, note) == (self.title.text(), self.badge.text(), self.title.explanation):
            return
        self.title.setText(title or "Outpace")
        self.title.explanation = note
        self.tools.show_badge(badge, "recorded" if recorded else "live")
        self.setWindowTitle(f"{title} – Outpace" if title else "Outpace")

    def show_opening(self, text: str) -> None:
        """Show what is being opened or started, and paint it immediately."""
        self.opening.say(text)
        self.pages.setCurrentWidget(self.opening)
        if self.isVisible():
            self.opening.repaint()

    def show_running(self, running: bool, *, again: bool = False) -> None:
        """Show the Stop button during a run; otherwise, show Run, or Run Again if a run can be repeated."""
        self.tools.show_run("stop" if running else "again" if again else "start")
        self.actions_["start"].setVisible(not running)
        self.actions_["again"].setVisible(not running and again)
        self.actions_["stop"].setVisible(running)

    def _show_notes(self) -> None:
        count = len(self.notice.notes)
        self.notes.setText(tr("1 note") if count == 1 else tr("{count} notes").format(count=count))
        self.notes.setVisible(bool(count))

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

    def _make_tool_bar(self) -> ToolBar:
        self.title.setObjectName("sessionTitle")
        self.badge.setObjectName("recordedBadge")
        self.range.setToolTip(tr("How much time the charts, the headline and the table show"))
        self.range.setAccessibleName(tr("Time range"))
        self.range.setMinimumWidth(self.range.fontMetrics().horizontalAdvance(tr("Everything")) + 60)
        self.range.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self.badge.setAlignment(Qt.AlignmentFlag.AlignCenter)
        for key, text in RUN_TEXTS.items():
            self.actions_[key].setIconText(tr(text))
        self.title.setText("Outpace")
        bar = ToolBar(self, self.actions_, self.title, self.badge, self.range, chosen_theme(self._store))
        self.addToolBar(bar)
        return bar

    def _restore(self) -> None:
        saved = self._store.octets("geometry")
        if not (saved and self.restoreGeometry(QByteArray(saved))):
            self.resize(*USUAL)
        fit_to_screen(self, SMALLEST, framed=False)
