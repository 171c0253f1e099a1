"""Binds the pages that take the charts' place: what was checked before the run, the ranking of tables,
and the load levels."""

from PySide6.QtCore import QObject

from app.ui.shell import Shell
from app.ui.workbench import CHARTS, CHECKS, LEVELS, RANKING, Workbench

PAGES = (CHECKS, RANKING, LEVELS)


class PageActions(QObject):
    """Each page is an action that is on while the page is shown."""

    def __init__(self, shell: Shell, workbench: Workbench) -> None:
        super().__init__(shell)
        self._actions = shell.actions_
        self._workbench = workbench
        for page in PAGES:
            self._actions[page].toggled.connect(lambda on, name=page: workbench.show_page(name if on else CHARTS))
        workbench.refreshed.connect(self._show_state)

    def _show_state(self) -> None:
        for page in PAGES:
            on = self._workbench.page == page
            if self._actions[page].isChecked() != on:
                self._actions.check(page, on)
