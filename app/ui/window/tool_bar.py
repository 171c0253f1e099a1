# SPDX-License-Identifier: Apache-2.0
"""Toolbar: the session's title, the time range and the most frequently used commands.

Commands that do not fit move to an overflow menu, but only after the title has shrunk.
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
"""Width in logical pixels to which the title shrinks before commands move to the overflow menu."""
SLACK = 16
"""Width of the bar's frame and gaps."""


class ToolBar(QToolBar):
    """Toolbar; `buttons` contains its buttons by action key."""

    def __init__(
        self, actions: Actions, texts: Mapping[str, str], title: ElidedLabel, badge: QLabel, span: QComboBox
    ) -> None:
        """Create the bar; `texts` are short button labels by action key, in display order."""
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
        self.more.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # the menu bar gives keyboard access to the same commands
        self.more.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.more.setMenu(self.menu)
        self._more_place = self.addWidget(self.more)
        self._fitting = QTimer(self)
        self._fitting.setSingleShot(True)
        self._fitting.setInterval(0)
        self._fitting.timeout.connect(self.fit)
        for key in texts:
            actions[key].changed.connect(self._fitting.start)
        # A toolbar applies margins from the style sheet only when the style changes, so trigger a change now.
        self.ensurePolished()
        QApplication.sendEvent(self, QEvent(QEvent.Type.StyleChange))

    def show_badge(self, text: str) -> None:
        """Show the text of the RECORDED badge; "" hides it."""
        self._badge.setText(text)
        self._badge_place.setVisible(bool(text))  # a toolbar shows and hides widgets through their actions
        self.fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.fit()

    def fit(self) -> None:
        """Show as many commands as fit, from the left; move the others to the overflow menu."""
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
