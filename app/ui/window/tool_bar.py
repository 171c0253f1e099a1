# SPDX-License-Identifier: Apache-2.0
"""Tool bar: the session's title, the time range and the most used commands.

Commands that do not fit are in the menu of its last button; the title shrinks before a command is moved.
"""

from collections.abc import Mapping

from PySide6.QtCore import QEvent, QSize, Qt, QTimer
from PySide6.QtGui import QAction, QResizeEvent
from PySide6.QtWidgets import QApplication, QComboBox, QLabel, QMenu, QSizePolicy, QToolBar, QToolButton, QWidget

from app.ui.window.actions import Actions
from widgets.text import ElidedLabel
from widgets.translation import tr

ICON_ONLY = ("theme",)
TITLE_WIDTH = 150
"""Logical pixels that the title keeps before commands move to the menu, if it is that long."""
SLACK = 16
"""Space of the bar's own frame and gaps."""


class ToolBar(QToolBar):
    """Tool bar with `buttons` by the keys of their actions."""

    def __init__(
        self, actions: Actions, texts: Mapping[str, str], title: ElidedLabel, badge: QLabel, span: QComboBox
    ) -> None:
        """Create the bar; `texts` are short texts of buttons by action, in the order of the bar."""
        super().__init__(tr("Tools"))
        self.setObjectName("tools")
        self.setMovable(False)
        self.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.setIconSize(QSize(12, 12))
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.PreventContextMenu)
        self._title, self._badge, self._span = title, badge, span
        self._name = QLabel("Outpace")
        self._name.setObjectName("programName")
        title.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        for part in (self._name, title):
            self.addWidget(part)
        self._badge_place = self.addWidget(badge)
        self._badge_place.setVisible(False)
        self.addWidget(span)
        self.buttons: dict[str, QToolButton] = {}
        self._places: dict[str, QAction] = {}
        for key, text in texts.items():
            action = actions[key]
            action.setIconText(tr(text))
            self._add(key, action)
        self.menu = QMenu(self)
        self.menu.setAccessibleName(tr("More commands"))
        self.more = QToolButton()
        self.more.setObjectName("moreButton")
        self.more.setText("»")
        self.more.setToolTip(tr("More commands"))
        self.more.setAccessibleName(tr("More commands"))
        self.more.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # the menu bar has all of it for the keyboard
        self.more.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.more.setMenu(self.menu)
        self._more_place = self.addWidget(self.more)
        self._fitting = QTimer(self)
        self._fitting.setSingleShot(True)
        self._fitting.setInterval(0)
        self._fitting.timeout.connect(self.fit)
        for key in texts:
            actions[key].changed.connect(self._fitting.start)
        # A tool bar applies the style sheet's margins only when its style changes: now, not with the next theme.
        self.ensurePolished()
        QApplication.sendEvent(self, QEvent(QEvent.Type.StyleChange))

    def show_badge(self, text: str) -> None:
        """Show the text of the RECORDED mark; "" hides it."""
        self._badge.setText(text)
        self._badge_place.setVisible(bool(text))  # a tool bar shows and hides widgets by their action
        self.fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.fit()

    def fit(self) -> None:
        """Show as many commands as fit, from the left; the others are in the menu."""
        wanted = [key for key, button in self.buttons.items() if button.defaultAction().isVisible()]
        fixed: list[QWidget] = [self._name, self._span, *([self._badge] if self._badge_place.isVisible() else [])]
        room = self.width() - SLACK - sum(_needed_width(part) for part in fixed)
        room -= min(self._title.sizeHint().width(), TITLE_WIDTH)
        widths = {key: _needed_width(self.buttons[key]) for key in wanted}
        if sum(widths.values()) > room:
            room -= _needed_width(self.more)
        visible: list[str] = []
        for key in wanted:
            if sum(widths[one] for one in (*visible, key)) > room:
                break
            visible.append(key)
        hidden = [key for key in wanted if key not in visible]
        for key, place in self._places.items():
            if place.isVisible() != (key in visible):
                place.setVisible(key in visible)
        self._more_place.setVisible(bool(hidden))
        if [self.buttons[key].defaultAction() for key in hidden] != self.menu.actions():
            self.menu.clear()
            self.menu.addActions([self.buttons[key].defaultAction() for key in hidden])

    def _add(self, key: str, action: QAction) -> None:
        button = QToolButton()
        button.setDefaultAction(action)
        button.setObjectName(f"{key}Button")
        button.setIconSize(self.iconSize())
        button.setToolButtonStyle(
            Qt.ToolButtonStyle.ToolButtonIconOnly if key in ICON_ONLY else Qt.ToolButtonStyle.ToolButtonTextBesideIcon
        )
        button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        button.setCursor(Qt.CursorShape.PointingHandCursor)
        self.buttons[key] = button
        self._places[key] = self.addWidget(button)


def _needed_width(widget: QWidget) -> int:
    widget.ensurePolished()
    return max(widget.sizeHint().width(), widget.minimumWidth()) + 2
