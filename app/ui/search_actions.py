"""Binds the command search: what there is to find in this window just now."""

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, QTimer
from PySide6.QtGui import QKeySequence

from app.scenario.reading import BUILT_IN
from app.ui.actions import ENTRIES, OF_A_RECORDING, OF_A_RUN, OF_A_SESSION, Entry
from app.ui.dialogs.search import SearchDialog
from app.ui.editor.files import recent_scenarios
from app.ui.help_pages import help_pages
from app.ui.recent import recent_sessions
from app.ui.search import Found
from app.ui.settings import recordings_folder
from app.ui.shell import Shell
from app.ui.state import StateStore
from app.ui.texts import tr


class SearchActions(QObject):
    """open_session, run: what a found session or scenario is given to. show_help: shows a page, by its name."""

    def __init__(
        self,
        shell: Shell,
        store: StateStore,
        *,
        open_session: Callable[[Path], object],
        run: Callable[[str], object],
        show_help: Callable[[str], object],
    ) -> None:
        super().__init__(shell)
        self._shell = shell
        self._store = store
        self._open = open_session
        self._run = run
        self._show_help = show_help
        shell.actions_["search"].triggered.connect(lambda _on=False: self.ask())

    def ask(self) -> None:
        """Shows the search; what was chosen is done once it is gone."""
        dialog = SearchDialog([*self.things()], self._shell)
        if dialog.exec() and dialog.chosen is not None:
            QTimer.singleShot(0, self, dialog.chosen.do)
        dialog.deleteLater()

    def things(self) -> Iterator[Found]:
        """Everything that can be found."""
        for entry in ENTRIES:
            if isinstance(entry, Entry) and entry.key != "search":
                yield self._action(entry)
        for page in help_pages():
            yield Found(page.title, tr("Help"), partial(self._show_help, page.name), kept=True)
        for reference in dict.fromkeys([*map(str, recent_scenarios(self._store)), *BUILT_IN]):
            name = reference if reference in BUILT_IN else Path(reference).stem
            yield Found(name, tr("Run this scenario…"), partial(self._run, reference), kept=True)
        for recent in recent_sessions(recordings_folder(self._store)):
            yield Found(recent.text, tr("Open this session"), partial(self._open, recent.path), kept=True)

    def _action(self, entry: Entry) -> Found:
        action = self._shell.actions_[entry.key]
        keys = QKeySequence(entry.shortcut).toString(QKeySequence.SequenceFormat.NativeText)
        about = f"{tr(entry.menu).replace('&', '')} · {tr(entry.hint)}"
        missing = "" if action.isEnabled() else missing_for(entry.key)
        return Found(action.text().replace("&", "").rstrip("…"), about, action.trigger, keys, missing)


def missing_for(key: str) -> str:
    """Why an action can't be done now."""
    if key in OF_A_RUN:
        return tr("nothing runs that this window started")
    if key in OF_A_RECORDING:
        return tr("needs a recorded session: open one first")
    if key in OF_A_SESSION:
        return tr("needs a session: open one, or run the demo")
    if key in ("undo", "redo"):
        return tr("there is nothing to take back or to do again")
    return tr("not possible just now")
