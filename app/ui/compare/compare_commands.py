# SPDX-License-Identifier: Apache-2.0
"""Commands for comparing sessions: the dialog, the default choice of sessions, and the list of differences."""

from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication, QDialog

from app.session.library import Entry, Library
from app.session.session_error import SessionError
from app.ui.compare.compare_dialog import CompareDialog
from app.ui.compare.comparison_session import FinishedComparison, forget, forget_old, save_copy
from app.ui.compare.differences import stored_comparison, stored_rows, system_differences
from app.ui.compare.differences_dialog import DifferencesDialog
from app.ui.window.background import Task
from app.ui.window.main_window import MainWindow
from app.ui.window.notice import Offer
from app.ui.window.settings import recordings_folder
from app.ui.window.state import StateStore
from app.ui.workbench.localised_figures import error_text, message_text
from app.ui.workbench.run_status import sentence
from app.ui.workbench.workbench_page import Workbench
from widgets.translation import tr

COMPARABLE = ("run", "snapshot", "import", "join")


def companion_of(library: Library, path: Path | None) -> list[Path]:
    """Return the newest other session of the same scenario, in a list.

    Without an open session, return the newest two sessions of the same scenario. The list is empty if there is no
    match.
    """
    library.refresh()
    entries = [entry for entry in library.entries if entry.kind in COMPARABLE and entry.began and not entry.problem]
    open_entry = library.entry(path) if path is not None else None
    if open_entry is not None:
        return [entry.path for entry in entries if _is_same_scenario(entry, open_entry)][:1]
    for entry in entries if path is None else ():
        others = [other for other in entries if _is_same_scenario(other, entry)]
        if others:
            return [entry.path, others[0].path]
    return []


def _is_same_scenario(entry: Entry, other: Entry) -> bool:
    """Return whether two entries are different runs of one scenario; a snapshot has the start time of its run."""
    return entry.started != other.started and entry.scenario_key == other.scenario_key != ""


Open = Callable[[Path], bool]
MOST_MESSAGES = 3
"""Maximum number of sentences in the notice; the sidebar shows all sentences."""


class CompareCommands(QObject):
    """Commands for comparisons; `open_session` shows a session in the window and returns whether it succeeded."""

    def __init__(
        self,
        shell: MainWindow,
        workbench: Workbench,
        store: StateStore,
        open_session: Open,
    ) -> None:
        super().__init__(shell)
        self._shell = shell
        self._workbench = workbench
        self._store = store
        self._open = open_session
        self._unsaved: FinishedComparison | None = None
        """Comparison in the window if it has not been saved; else None."""
        application = QApplication.instance()
        if application is not None:
            application.aboutToQuit.connect(self._forget)
        forget_old()

    @property
    def _folder(self) -> Path:
        return recordings_folder(self._store)

    def ask(self) -> CompareDialog:
        """Show the dialog with the session in the window and the newest other session of its scenario selected.

        If the window shows a comparison, its sessions are selected instead.
        """
        follower = self._workbench.follower
        if self._unsaved is not None and follower is not None and follower.path == self._unsaved.path:
            return self.compare(list(dict.fromkeys(c.session.path for c in self._unsaved.request.columns)))
        dialog = self.compare([follower.path] if follower is not None else [])
        path = follower.path if follower is not None else None
        task = Task(lambda: companion_of(Library(self._folder), path), (SessionError, OSError), dialog)
        task.done.connect(lambda found: dialog.choice.add([one for one in found if one != path]))
        task.start()
        return dialog

    def compare(self, paths: Sequence[Path]) -> CompareDialog:
        """Show the dialog with these sessions selected."""
        dialog = CompareDialog(paths, self._workbench.theme, self._folder, self._shell)
        dialog.accepted.connect(lambda: self._show(dialog.comparison))
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()
        return dialog

    def show_differences(self) -> QDialog | None:
        """Show the differences between the compared sessions, or between the systems of a single session."""
        follower = self._workbench.follower
        if follower is None:
            return None
        reader = follower.reader
        if (remarks := stored_comparison(reader)) is not None:
            rows = stored_rows(remarks)
            names = [(column.letter, column.name) for column in remarks.columns]
            sentences = [sentence(message_text(line)) for line in remarks.sentences]
        elif len(reader.systems) > 1:
            rows = system_differences(reader)
            names = [(system.letter, system.name) for system in reader.systems]
            sentences = [tr("Recorded facts and settings of the systems in this session")]
            if not any(row.differs or row.untold for row in rows):
                sentences.append(tr("Their recorded settings and facts are the same."))
        else:
            text = tr("Only one system is in this session. Use File > Compare Sessions to add another.")
            self._shell.notice.say(text, "info")
            return None
        dialog = DifferencesDialog(rows, names, sentences, self._workbench.theme, self._shell)
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()
        return dialog

    def _show(self, comparison: FinishedComparison | None) -> None:
        if comparison is None:
            return
        folder = self._store.text("open folder")
        if not self._open(comparison.path):
            if comparison.request.keep_in is None:
                forget(comparison.path)
            return
        self._workbench.view.change(overlay=comparison.request.overlay)
        if comparison.request.keep_in is None:
            self._store.put("open folder", folder)  # prevent file dialogs from opening in the cache folder
            self._delete_when_left(comparison)
        self._show_notice(comparison)

    def _delete_when_left(self, comparison: FinishedComparison) -> None:
        """Delete the comparison as soon as another session is shown."""
        self._unsaved = comparison
        follower = self._workbench.follower
        assert follower is not None
        follower.destroyed.connect(lambda: self._forget(comparison))

    def _show_notice(self, comparison: FinishedComparison) -> None:
        found = comparison.request.differences
        every = [sentence(message_text(line)) for line in (*found.impossible, *found.unfair, *found.notes)]
        lines = every[:MOST_MESSAGES]
        if more := len(every) - len(lines):
            lines.append(tr("And {count} more.").format(count=more))
        offers: list[Offer] = [(tr("What differs"), self.show_differences)]
        if comparison.request.keep_in is None:
            lines.append(tr("This comparison is deleted when you close it."))
            offers.append((tr("Keep It"), lambda: self._save(comparison)))
        self._shell.notice.say(
            " ".join(lines), "warning" if found.impossible or found.unfair else "info", offers=offers
        )

    def _save(self, comparison: FinishedComparison) -> None:
        try:
            path = save_copy(comparison.path, comparison.request.title, self._folder)
        except SessionError as error:
            self._shell.notice.say(error_text(error))
            return
        if self._open(path):
            self._workbench.view.change(overlay=comparison.request.overlay)
            self._shell.notice.say(tr("Saved as {path}").format(path=path), "info")

    def _forget(self, comparison: FinishedComparison | None = None) -> None:
        comparison = comparison or self._unsaved
        if comparison is not None:
            forget(comparison.path)
        if comparison is self._unsaved:
            self._unsaved = None
