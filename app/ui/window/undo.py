# SPDX-License-Identifier: Apache-2.0
"""What can be taken back: each step says what it was, how it is undone and how it is done again."""

import logging
from collections.abc import Callable

from PySide6.QtCore import QObject
from PySide6.QtGui import QUndoCommand, QUndoStack

from app.ui.window.main_window import MainWindow
from app.ui.workbench.localised_figures import error_text
from app.ui.workbench.view import View
from widgets.translation import tr

log = logging.getLogger(__name__)

MOST_STEPS = 100
OF_COUNTERS = ("listed", "charted", "hidden", "scales", "highlighted")
"""The fields of a layout that choosing or removing counters changes; the time in view is none of them."""


class Undo(QObject):
    """The steps of one window, the last first, behind its Undo and Redo actions, whose texts name the step."""

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
        """Take back the last step."""
        self._stack.undo()

    def redo(self) -> None:
        """Does again what was taken back last."""
        self._stack.redo()

    def did(self, what: str, back: Callable[[], object], again: Callable[[], object]) -> None:
        """Something has just been done. what: its name as the menu shows it after Undo, "Remove Counter".

        back and again are called by Undo and Redo; where one raises an OSError, the window says so and the step is
        forgotten.
        """
        self._stack.push(_Step(what, back, again, self._failed))

    def change_view(self, view: View, what: str, do: Callable[[], object]) -> None:
        """Does what changes the counters shown, so that it can be taken back; nothing to take back where it did not."""
        before = _counters(view)
        do()
        after = _counters(view)
        if after != before:
            self.did(what, lambda: view.change(**before), lambda: view.change(**after))

    def _name_undo(self, what: str) -> None:
        self._shell.actions_["undo"].setText(tr("&Undo {what}").format(what=what).rstrip())

    def _name_redo(self, what: str) -> None:
        self._shell.actions_["redo"].setText(tr("&Redo {what}").format(what=what).rstrip())

    def _failed(self, what: str, error: OSError) -> None:
        log.warning("%s can't be taken back or done again: %s", what, error)
        self._shell.notice.say(
            tr("“{what}” can't be taken back: {error}").format(what=what, error=error_text(error)), "warning"
        )


class _Step(QUndoCommand):
    """One step. Pushing it is not doing it: that was done before."""

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
        self._try(self._back)

    def redo(self) -> None:
        if not self._done:
            self._done = True
            self._try(self._again)

    def _try(self, do: Callable[[], object]) -> None:
        try:
            do()
        except OSError as error:
            self.setObsolete(True)
            self._failed(self.text(), error)


def _counters(view: View) -> dict[str, object]:
    return {name: getattr(view.layout, name) for name in OF_COUNTERS}
