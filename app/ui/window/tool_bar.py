# SPDX-License-Identifier: Apache-2.0
"""Toolbar in three ranks: tools as icons, named views, and the one button that runs or stops.

In a narrow window, views lose their words, then tools move to the menu at its end. The window's menus are behind a
button and Alt.
"""

import sys
from collections.abc import Sequence

from PySide6.QtCore import QEvent, QObject, QPoint, QSize, Qt, QTimer
from PySide6.QtGui import QAction, QKeyEvent, QKeySequence, QResizeEvent, QShortcut
from PySide6.QtWidgets import (
    QApplication,
    QButtonGroup,
    QComboBox,
    QFrame,
    QHBoxLayout,
    QLabel,
    QMainWindow,
    QMenu,
    QSizePolicy,
    QToolBar,
    QToolButton,
    QWidget,
)

from app.ui.window.actions import MENU, TOOLS, VIEWS, Actions
from app.ui.window.icons import line_icon
from widgets.text import ElidedLabel
from widgets.theme import NARROW, Theme
from widgets.translation import tr

TITLE_WIDTH = 150
"""Width in logical pixels to which the title shrinks before tools move to the menu."""
SLACK = 24
"""Width of the bar's frame and gaps."""
ICON = 20
PILL = 26
"""Height of the pill with the session's state."""
RUNS = ("start", "again", "stop")
"""Actions of the last button; at most one is visible."""


class Segments(QFrame):
    """Row of exclusive buttons, each with an action's text and state."""

    def __init__(self, actions: Sequence[QAction], texts: Sequence[str], name: str) -> None:
        super().__init__()
        self.setObjectName("segments")
        self.setAccessibleName(name)
        self._group = QButtonGroup(self)
        row = QHBoxLayout(self)
        row.setContentsMargins(3, 3, 3, 3)
        row.setSpacing(2)
        self.buttons: list[QToolButton] = []
        for action, text in zip(actions, texts, strict=True):
            button = QToolButton()
            button.setObjectName("segment")
            button.setText(text)
            button.setCheckable(True)
            button.setToolTip(action.toolTip())
            button.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # the menus offer the same commands to the keyboard
            button.clicked.connect(lambda _on=False, act=action: self._choose(act))
            action.changed.connect(self.show_state)
            self._group.addButton(button)
            row.addWidget(button)
            self.buttons.append(button)
        self._actions = list(actions)
        self.show_state()

    def _choose(self, action: QAction) -> None:
        if not action.isChecked():
            action.trigger()
        self.show_state()

    def show_state(self) -> None:
        """Show which action is checked, and which are enabled."""
        self._group.setExclusive(False)
        for button, action in zip(self.buttons, self._actions, strict=True):
            button.setChecked(action.isChecked())
            button.setEnabled(action.isEnabled())
        self._group.setExclusive(True)


class ToolBar(QToolBar):
    """Toolbar; `buttons` contains its buttons by action key."""

    def __init__(  # noqa: PLR0917
        self,
        window: QMainWindow,
        actions: Actions,
        title: ElidedLabel,
        badge: QLabel,
        span: QComboBox,
        theme: Theme,
    ) -> None:
        """Create the bar of a window, which also has the button of the window's menus."""
        super().__init__(tr("Tools"))
        self.setObjectName("tools")
        self.setMovable(False)
        self.setIconSize(QSize(ICON, ICON))
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.PreventContextMenu)
        self._title, self._badge, self._span, self._actions = title, badge, span, actions
        self.menus = _MenuButton(window, self)
        title.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        title.setMaximumWidth(title.sizeHint().width())
        badge.setFixedHeight(PILL)
        for part in (self.menus, title):
            self.addWidget(part)
        self._badge_place = self.addWidget(badge)
        self._badge_place.setVisible(False)
        space = QWidget()
        space.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.addWidget(space)
        self.pages = Segments(
            [actions["result"], actions["charts"]], [tr("Result"), tr("Charts")], tr("Result or charts")
        )
        self._pages_place = self.addWidget(self.pages)
        self._pages_place.setVisible(False)
        self._span_place = self.addWidget(span)
        self._span_place.setVisible(False)
        self.buttons: dict[str, QToolButton] = {}
        self._places: dict[str, QAction] = {}
        self._theme = theme
        for key in TOOLS:
            self._add(actions[key], tr(TOOLS[key]), key)
        for key in VIEWS:
            self._add(actions[key], tr(VIEWS[key]), key)
        self.menu = QMenu(self)
        self.menu.setAccessibleName(tr("More commands"))
        self.more = QToolButton()
        self.more.setObjectName("moreButton")
        self.more.setToolTip(tr("More commands"))
        self.more.setAccessibleName(tr("More commands"))
        self.more.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.more.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.more.setMenu(self.menu)
        self.addWidget(self.more)
        for key in RUNS:
            self._add(actions[key], actions[key].iconText(), key)
        self._run = "start"
        self.hidden_keys: list[str] = []
        """Keys of the tools that do not fit and are in the menu."""
        self.set_theme(theme)
        self._fitting = QTimer(self)
        self._fitting.setSingleShot(True)
        self._fitting.setInterval(0)
        self._fitting.timeout.connect(self.fit)
        for key in self.buttons:
            actions[key].changed.connect(self._fitting.start)
        # A toolbar applies the style sheet's margins only on a style change, so send one now.
        self.ensurePolished()
        QApplication.sendEvent(self, QEvent(QEvent.Type.StyleChange))

    def set_theme(self, theme: Theme) -> None:
        """Draw the icons in the theme's colors."""
        self._theme = theme
        special = {"stop": theme.live, "start": theme.go_ink, "again": theme.go_ink}
        for key, button in self.buttons.items():
            name = {"start": "run", "freeze": "pause"}.get(key, key)
            button.setIcon(line_icon(name, special.get(key, theme.label), theme.dim))
        self.more.setIcon(line_icon("more", theme.label))
        self.menus.setIcon(line_icon("menu", theme.label))

    def show_badge(self, text: str, kind: str = "recorded") -> None:
        """Show the pill with the session's state: "live", or "recorded" with its date; "" hides it."""
        if self._badge.property("kind") != kind:
            self._badge.setProperty("kind", kind)
            self._badge.style().unpolish(self._badge)
            self._badge.style().polish(self._badge)
        same = len(text) == len(self._badge.text())
        self._badge.setText(text)
        if bool(text) != self._badge_place.isVisible():
            self._badge_place.setVisible(bool(text))  # widgets in a toolbar are shown and hidden through their actions
        if not same:
            self.fit()

    def show_run(self, key: str) -> None:
        """Show this one of the buttons that start, repeat or stop a run."""
        if key != self._run:
            self._run = key
            self.fit()

    def show_session(self, *, charts: bool, result: bool = False) -> None:
        """Show the time range of the charts, and the switch between them and the result if there is one."""
        self.pages.show_state()
        for place, on in ((self._span_place, charts), (self._pages_place, result)):
            if place.isVisible() != on:
                place.setVisible(on)
                self._fitting.start()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.fit()

    def fit(self) -> None:
        """Show as many tools as fit, from the left; the others move to the menu."""
        worded = self.width() >= NARROW
        for key in VIEWS:
            style = Qt.ToolButtonStyle.ToolButtonTextBesideIcon if worded else Qt.ToolButtonStyle.ToolButtonIconOnly
            if self.buttons[key].toolButtonStyle() != style:
                self.buttons[key].setToolButtonStyle(style)
        self._title.setMaximumWidth(self._title.sizeHint().width() + 12)
        wanted = [key for key, button in self.buttons.items() if button.defaultAction().isVisible()]
        runs = [self._run]
        fixed: list[QWidget] = [self.menus, self.more, *(self.buttons[key] for key in runs)]
        for place, part in (
            (self._badge_place, self._badge),
            (self._span_place, self._span),
            (self._pages_place, self.pages),
        ):
            fixed += [part] if place.isVisible() else []
        room = self.width() - SLACK - sum(_needed_width(part) for part in fixed)
        room -= min(self._title.sizeHint().width(), TITLE_WIDTH)
        tools = [key for key in wanted if key not in RUNS]
        # Views stay longer than tools.
        ranked = [key for key in tools if key in VIEWS] + [key for key in tools if key not in VIEWS]
        widths = {key: _needed_width(self.buttons[key]) for key in tools}
        visible: list[str] = []
        for key in ranked:
            if sum(widths[one] for one in (*visible, key)) > room:
                break
            visible.append(key)
        self.hidden_keys = [key for key in tools if key not in visible]
        for key, place in self._places.items():
            shown = key in visible or key in runs
            if place.isVisible() != shown:
                place.setVisible(shown)
        entries = [self._actions[key] for key in (*self.hidden_keys, *MENU)]
        if entries != self.menu.actions():
            self.menu.clear()
            self.menu.addActions(entries)

    def _add(self, action: QAction, text: str, key: str) -> None:
        button = QToolButton()
        action.setIconText(text)
        button.setDefaultAction(action)
        button.setObjectName(f"{key}Button")
        button.setIconSize(self.iconSize())
        button.setProperty("rank", "run" if key in RUNS else "view" if key in VIEWS else "tool")
        button.setToolButtonStyle(
            Qt.ToolButtonStyle.ToolButtonIconOnly if key in TOOLS else Qt.ToolButtonStyle.ToolButtonTextBesideIcon
        )
        button.setAccessibleName(text)
        button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        button.setCursor(Qt.CursorShape.PointingHandCursor)
        action.changed.connect(lambda: self._keep_icon(key))
        self.buttons[key] = button
        self._places[key] = self.addWidget(button)

    def _keep_icon(self, key: str) -> None:
        """Set the icon again, which a change of the action replaces by the action's own."""
        self.set_theme(self._theme)


class _MenuButton(QToolButton):
    """Button with the window's menus. Alt opens it too, and Alt with a menu's letter opens that menu."""

    def __init__(self, window: QMainWindow, bar: QToolBar) -> None:
        super().__init__(bar)
        self.setObjectName("menuButton")
        self.setToolTip(tr("Menus (Alt)"))
        self.setAccessibleName(tr("Menus"))
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self._alone = False
        self._window = window
        menu = QMenu(self)
        menus: dict[str, QMenu] = {}
        for action in window.menuBar().actions():
            menu.addAction(action)
            found = action.menu()
            if isinstance(found, QMenu):
                menus[action.text()] = found
        self.setMenu(menu)
        if sys.platform == "darwin":
            self.hide()  # the menus are at the top of the screen
            return
        window.menuBar().hide()
        for text, found in menus.items():
            letter = QKeySequence.mnemonic(text)
            if not letter.isEmpty():
                QShortcut(letter, window, lambda found=found: found.popup(self._below()))
        window.installEventFilter(self)

    def _below(self) -> QPoint:
        return self.mapToGlobal(QPoint(0, self.height()))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Open the menus when Alt is released without another key having been pressed."""
        if event.type() in {QEvent.Type.KeyPress, QEvent.Type.ShortcutOverride} and isinstance(event, QKeyEvent):
            self._alone = event.key() == Qt.Key.Key_Alt
        elif event.type() == QEvent.Type.KeyRelease and isinstance(event, QKeyEvent):
            if event.key() == Qt.Key.Key_Alt and self._alone and self.isVisible():
                QTimer.singleShot(0, self, lambda: self.menu().popup(self._below()))
            self._alone = False
        elif event.type() in {QEvent.Type.MouseButtonPress, QEvent.Type.WindowDeactivate}:
            self._alone = False
        return super().eventFilter(watched, event)


def _needed_width(widget: QWidget) -> int:
    widget.ensurePolished()
    return max(widget.sizeHint().width(), widget.minimumWidth()) + 6
