"""Binds the pages that take the charts' place: what was checked before the run, and the ranking of tables."""

from PySide6.QtCore import QObject

from app.ui.shell import Shell
from app.ui.workbench import CHARTS, CHECKS, RANKING, Workbench


class PageActions(QObject):
    """Each page is an action that is on while the page is shown."""

    def __init__(self, shell: Shell, workbench: Workbench) -> None:
        super().__init__(shell)
        self._actions = shell.actions_
        self._workbench = workbench
        for page in (CHECKS, RANKING):
            self._actions[page].toggled.connect(lambda on, name=page: workbench.show_page(name if on else CHARTS))
        workbench.refreshed.connect(self._show_state)

    def _show_state(self) -> None:
        for page in (CHECKS, RANKING):
            on = self._workbench.page == page
            if self._actions[page].isChecked() != on:
                self._actions.check(page, on)
