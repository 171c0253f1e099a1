"""Binds what the window itself looks like: its panels, its theme, the full screen. All of it is remembered."""

from PySide6.QtCore import QObject
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QWidget

from app.ui.shell import Shell
from app.ui.state import StateStore
from app.ui.theme import KEY, chosen_theme, show_theme
from app.ui.workbench import Workbench
from widgets.theme import DARK, LIGHT


class PanelActions(QObject):
    """Side bar, counter table, theme, full screen."""

    def __init__(self, shell: Shell, workbench: Workbench, store: StateStore) -> None:
        super().__init__(shell)
        self._shell = shell
        self._workbench = workbench
        self._store = store
        actions = shell.actions_
        panels: dict[str, QWidget] = {"sidebar": workbench.sidebar, "table": workbench.counters}
        for key, panel in panels.items():
            shown = store.flag(key, True)
            actions.check(key, shown)
            panel.setVisible(shown)
            actions[key].toggled.connect(lambda on, name=key, part=panel: self._show_panel(name, part, on))
        actions["theme"].triggered.connect(self._change_theme)
        QGuiApplication.styleHints().colorSchemeChanged.connect(self.show_chosen_theme)
        actions["full_screen"].toggled.connect(self._fill_screen)
        sizes = store.octets("splitter")
        if sizes:
            workbench.splitter.restoreState(sizes)
        workbench.splitter.splitterMoved.connect(
            lambda: store.put("splitter", bytes(workbench.splitter.saveState().data()))
        )

    def _show_panel(self, key: str, panel: QWidget, shown: bool) -> None:
        panel.setVisible(shown)
        self._store.put(key, shown)
        self._workbench.refresh()

    def _change_theme(self) -> None:
        self._store.put(KEY, (LIGHT if chosen_theme(self._store) is DARK else DARK).name)
        self.show_chosen_theme()

    def show_chosen_theme(self) -> None:
        """Shows everything in the theme that was chosen."""
        theme, app = chosen_theme(self._store), QApplication.instance()
        if theme is not self._workbench.theme and isinstance(app, QApplication):
            show_theme(app, theme)
            self._workbench.set_theme(theme)

    def _fill_screen(self, on: bool) -> None:
        if on:
            self._shell.showFullScreen()
        else:
            self._shell.showNormal()
