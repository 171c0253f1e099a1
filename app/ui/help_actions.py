"""Binds the help: the window with the pages, opened at the page of what is being done."""

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from app.ui.dialogs.help import PAGE, HelpDialog
from app.ui.help_pages import ORDER
from app.ui.shell import Shell
from app.ui.workbench import CHECKS, LEVELS, RANKING, Workbench

OF_PAGES = {CHECKS: "troubleshooting", LEVELS: "methods", RANKING: "counters"}


class HelpActions(QObject):
    """One help window at a time."""

    def __init__(self, shell: Shell, workbench: Workbench) -> None:
        super().__init__(shell)
        self._shell = shell
        self._workbench = workbench
        self.dialog: HelpDialog | None = None
        shell.actions_["help"].triggered.connect(lambda _on=False: self.show(self.page_here()))

    def page_here(self) -> str:
        """The page about what the window shows."""
        widget: QWidget | None = self._shell.pages.currentWidget()
        while widget is not None:
            if (page := widget.property(PAGE)) in ORDER:
                return str(page)
            widget = widget.parentWidget()
        if self._shell.pages.currentWidget() is self._workbench:
            return OF_PAGES.get(self._workbench.page, "keys")
        return ORDER[0]

    def show(self, page: str) -> HelpDialog:
        """Shows a page."""
        if self.dialog is None:
            self.dialog = HelpDialog(self._shell)
        self.dialog.show_page(page)
        self.dialog.show()
        self.dialog.activateWindow()
        return self.dialog
