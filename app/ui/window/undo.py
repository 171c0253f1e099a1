# SPDX-License-Identifier: Apache-2.0
"""Undo and redo of named steps."""

import logging
from collections.abc import Callable

from PySide6.QtCore import QObject
from PySide6.QtGui import QUndoCommand, QUndoStack

from app.ui.window.main_window import MainWindow
from app.ui.workbench.localised_figures import error_text
from app.ui.workbench.view import WorkbenchView
from widgets.translation import tr

log = logging.getLogger(__name__)

MOST_STEPS = 100
OF_COUNTERS = ("listed", "charted", "hidden", "scales", "highlighted")
"""Layout fields that change when counters are added or removed; the visible time is not among them."""


class Undo(QObject):
    """Undo stack of one window, with Undo and Redo actions whose texts name the step."""

    def __init__(self, shell: MainWindow) -> None:
        super().__init__(shell)
        self._shell = shell
        self._stack = QUndoStack(self)
        self._stack.setUndoLimit(MOST_STEPS)
        actions = shell.actions_
        self._stack.canUndoChanged.connect(actions["undo"].setEnabled)
        self._stack.canRedoChanged.connect(actions["redo"].setEnabled)
        self._stack.undoTextChanged.connect(self._name_undo)
        self._stack.redoTextChanged.connect(self._name_redo)

    def undo(self) -> None:
        self._stack.undo()

    def redo(self) -> None:
        """Redo the last undone step."""
        self._stack.redo()

    def did(self, what: str, back: Callable[[], object], again: Callable[[], object]) -> None:
        """Record a step that has already been executed.

        If undoing or redoing raises an OSError, the window reports it and the step is discarded.

        Args:
            what: Name of the step in the menu, such as "Remove Counter".
            back: Undoes it.
            again: Redoes it.
        """
        self._stack.push(_Step(what, back, again, self._report_failure))

    def change_view(self, view: WorkbenchView, what: str, do: Callable[[], object]) -> None:
        """Change which counters are shown, as one undoable step; no step is recorded if nothing changes."""
        before = _counters(view)
        do()
        after = _counters(view)
        if after != before:
            self.did(what, lambda: view.change(**before), lambda: view.change(**after))

    def _name_undo(self, what: str) -> None:
        self._shell.actions_["undo"].setText(tr("&Undo {what}").format(what=what).rstrip())

    def _name_redo(self, what: str) -> None:
        self._shell.actions_["redo"].setText(tr("&Redo {what}").format(what=what).rstrip())

    def _report_failure(self, what: str, error: OSError) -> None:
        log.warning("%s can't be taken back or done again: %s", what, error)
        self._shell.notice.say(
            tr("“{what}” can't be taken back: {error}").format(what=what, error=error_text(error)), "warning"
        )


class _Step(QUndoCommand):
    """An undoable step. Pushing it on the stack does not execute it, because it has already been executed."""

    def __init__(
        self,
        what: str,
        back: Callable[[], object],
        again: Callable[[], object],
        failed: Callable[[str, OSError], None],
    ) -> None:
        super().__init__(what)
        self._back = back
        self._again = again
        self._failed = failed
        self._done = True

    def undo(self) -> None:
        self._done = False
        self._run_step(self._back)

    def redo(self) -> None:
        if not self._done:
            self._done = True
            self._run_step(self._again)

    def _run_step(self, do: Callable[[], object]) -> None:
        try:
            do()
        except OSError as error:
            self.setObsolete(True)
            self._failed(self.text(), error)


def _counters(view: WorkbenchView) -> dict[str, object]:
    return {name: getattr(view.layout, name) for name in OF_COUNTERS}
