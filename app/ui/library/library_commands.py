# SPDX-License-Identifier: Apache-2.0
"""Commands of the library page, and commands for the selected sessions."""

from collections.abc import Callable, Sequence
from functools import cached_property
from pathlib import Path
from typing import Protocol

from PySide6.QtCore import QCoreApplication, QObject, QTimer, QUrl, Signal
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QFileDialog, QWidget

from app.control.rendezvous import announced
from app.session.library import Entry, Library
from app.session.paths import sessions_folder
from app.session.session_error import SessionError
from app.ui.library.library_changes import Changes
from app.ui.library.library_page import LibraryPage
from app.ui.library.library_results import Came, Filling
from app.ui.library.session_details import allowed, why_not
from app.ui.library.session_list import newest_sessions, recent_sessions
from app.ui.replay.follower import Follower
from app.ui.reports.export_dialog import ExportDialog, ExportRequest, export
from app.ui.start.running_engine import RunningEngine
from app.ui.window.background import BackgroundThread, Task
from app.ui.window.commands import ResultCommands
from app.ui.window.help_window import PAGE
from app.ui.window.main_window import MainWindow
from app.ui.window.state import StateStore
from app.ui.window.undo import Undo
from app.ui.workbench.localised_figures import error_text
from app.ui.workbench.workbench_page import Workbench
from widgets.translation import tr

LOOK_AGAIN_MS = 3000
"""Interval, in milliseconds, between scans for new and growing sessions while the library is visible."""


class LibraryController(Protocol):
    """Interface that the library needs to show sessions and run engines."""

    shell: MainWindow
    workbench: Workbench
    undo: Undo
    run: RunningEngine | None
    follower: Follower | None

    def open(self, path: Path) -> bool:
        """Show a session; return whether it succeeded."""
        ...

    def close_session(self) -> None:
        """Return to the empty window."""
        ...


class LibraryCommands(QObject):
    """Commands of the library.

    Attributes:
        looked: The folders were scanned.
    """

    looked = Signal()

    def __init__(
        self,
        controller: LibraryController,
        store: StateStore,
        results: ResultCommands,
        folder: Callable[[], Path] = sessions_folder,
    ) -> None:
        super().__init__(controller.shell)
        self._controller = controller
        self._shell = controller.shell
        self._store = store
        self._results = results
        self.compare: Callable[[Sequence[Path]], object] = results.ask_join
        self._folder = folder
        self._library: Library | None = None
        self._filling: Filling | None = None
        self._before: QWidget | None = None
        self._recent: Sequence[Path] = ()
        """Sessions listed on the page of the empty window."""
        self._looking = False
        self._worker = BackgroundThread(self)
        self._again = QTimer(self)
        self._again.setInterval(LOOK_AGAIN_MS)
        self._again.timeout.connect(self.look)
        self._shell.welcome.library.connect(self.turn)
        self._shell.pages.currentChanged.connect(lambda _index: self._handle_page_change())
        controller.workbench.themed.connect(self._set_theme)
        results.selected = self._selected
        if (app := QCoreApplication.instance()) is not None:
            app.aboutToQuit.connect(self.finish)

    @property
    def in_front(self) -> bool:
        """True if the library page is visible."""
        return "page" in vars(self) and self._shell.pages.currentWidget() is self.page

    @cached_property
    def page(self) -> LibraryPage:
        """Library page, created on first use."""
        page = LibraryPage(self._controller.workbench.theme)
        page.setProperty(PAGE, "library")
        self._shell.pages.addWidget(page)
        page.wanted.connect(self.do)
        page.renamed.connect(lambda path, title: self._changes.rename(path, title))  # noqa: PLW0108 - it needs the page
        page.tagged.connect(lambda path, tags: self._changes.tag(path, tags))  # noqa: PLW0108 - as above
        page.seen.connect(self._fill)
        page.left.connect(self.leave)
        chosen = page.sorting.findData(self._store.text("library order", "newest"))
        page.sorting.setCurrentIndex(max(chosen, 0))
        page.sorting.currentIndexChanged.connect(lambda _i: self._store.put("library order", page.order))
        return page

    @cached_property
    def _changes(self) -> Changes:
        return Changes(self._shell, self._controller.undo, self.page, lambda: self.library)

    @property
    def library(self) -> Library:
        """Library, created on first use."""
        if self._library is None:
            self._library = Library(self._folder(), recorded_now=announced)
            self._filling = Filling(self._library, self._controller.workbench.theme, self)
            self._filling.changed.connect(self._show)
        return self._library

    def turn(self) -> None:
        """Toggle between the library and the previous page."""
        if self.in_front:
            self.leave()
            return
        self._before = self._shell.pages.currentWidget()
        self._shell.pages.setCurrentWidget(self.page)

    def finish(self) -> None:
        """Stop the library's threads at program exit."""
        self._again.stop()
        self._worker.finish()
        if self._filling is not None:
            self._filling.finish()

    def leave(self) -> None:
        """Return to the previous page."""
        before = self._before if self._before is not None else self._shell.welcome
        if before is self._controller.workbench and self._controller.follower is None and self._controller.run is None:
            before = self._shell.welcome  # its session was deleted
        self._shell.pages.setCurrentWidget(before)

    def look(self) -> None:
        """Scan the folders in the background."""
        if self._looking:
            return
        self._looking = True
        library = self.library
        task: Task = Task(lambda: library.refresh(lambda: task.progress(None)), (), self)
        task.progressed.connect(lambda _nothing: self._show())
        for signal in (task.done, task.failed):
            signal.connect(lambda _outcome: self._finish_look())
        task.start(self._worker)

    def show_recent(self) -> None:
        """List recent sessions on the empty window's page immediately; results are added later."""
        folder = self._folder()
        any_there = bool(newest_sessions(folder, 1))  # without sessions, the library's index is not needed
        recent = recent_sessions(folder, titles=self.library.titles) if any_there else []
        self._recent = [one.path for one in recent]
        self._shell.welcome.set_recent(recent)
        if recent:
            self.library.folder = self._folder()
            self.look()
        self._show()

    # Commands for sessions

    def do(self, command: str, paths: Sequence[Path]) -> None:
        """Execute a command on the sessions in these files."""
        entries = [entry for path in paths if (entry := self.library.entry(path)) is not None]
        does: dict[str, Callable[[list[Entry]], object]] = {
            "open": lambda found: self._open(found[0]),
            "compare": lambda found: self.compare([entry.path for entry in found]),
            "report": lambda _found: self._shell.actions_["report"].trigger(),
            "join": lambda _found: self._shell.actions_["join"].trigger(),
            "meters": lambda _found: self._shell.actions_["meters"].trigger(),
            "export": lambda found: self._export(found[0]),
            "show": lambda found: _show_file(found[0].path),
            "delete": self._delete,
        }
        if command in does:
            if allowed(command, entries):
                does[command](entries)
            elif entries:
                self._shell.notice.say(why_not(command, entries), "warning")
        elif command == "demo":
            self._shell.welcome.demo.emit()
        elif command == "import":
            self._shell.actions_["import"].trigger()
        elif command == "folder":
            self._add_folder()

    def _open(self, entry: Entry) -> None:
        follower = self._controller.follower
        if follower is not None and follower.path == entry.path:
            self._shell.pages.setCurrentWidget(self._controller.workbench)
        else:
            self._controller.open(entry.path)

    def _export(self, entry: Entry) -> None:
        dialog = ExportDialog(entry.path, self._store.text("export folder"), self._shell)
        if not dialog.exec() or dialog.request is None:
            return
        request: ExportRequest = dialog.request
        self._store.put("export folder", str(request.target.parent))
        task = Task(lambda: export(request), (SessionError, OSError), self)
        message = tr("Exported to {target}").format(target=request.target)
        task.done.connect(lambda _result: self._shell.notice.say(message, "info"))
        task.failed.connect(self._shell.notice.say)
        task.start()

    def _delete(self, entries: list[Entry]) -> None:
        follower = self._controller.follower
        if follower is not None and follower.path in [entry.path for entry in entries]:
            if self._controller.run is not None:
                return
            self._controller.close_session()
            self._shell.pages.setCurrentWidget(self.page)
        self._changes.delete(entries)

    def _add_folder(self) -> None:
        start = self._store.text("open folder") or str(self.library.folder)
        chosen = QFileDialog.getExistingDirectory(self._shell, tr("Add a Folder of Sessions"), start)
        if not chosen:
            return
        try:
            self.library.add_folder(Path(chosen))
        except SessionError as error:
            self._shell.notice.say(error_text(error))
            return
        self._shell.notice.say(
            tr("The library also shows the sessions of {folder}").format(folder=chosen),
            "info",
            offers=[(tr("Remove Folder"), lambda: self._remove_folder(Path(chosen)))],
        )
        self.look()

    def _remove_folder(self, folder: Path) -> None:
        self._shell.notice.hide()
        self.library.remove_folder(folder)
        self.look()

    # Display

    def _handle_page_change(self) -> None:
        if self.in_front:
            self._again.start()
            self.library.folder = self._folder()
            self._show()
            self.look()
            self.page.list.setFocus()
        else:
            self._again.stop()
            if self._shows_welcome:
                self.show_recent()
            else:
                self._fill()

    def _finish_look(self) -> None:
        self._looking = False
        self._show()
        self.looked.emit()

    def _show(self) -> None:
        if self.in_front:
            self.page.show_entries(self.library.entries)
        elif self._shows_welcome:
            for path in self._recent:
                if (entry := self.library.entry(path)) is not None:
                    self._shell.welcome.describe(path, Came.of(entry.result).statement, entry.picture)
        self._fill()

    @property
    def _shows_welcome(self) -> bool:
        return self._shell.pages.currentWidget() is self._shell.welcome

    def _fill(self) -> None:
        """Load the results of the visible sessions."""
        if self._filling is None:
            return
        if self.in_front:
            self._filling.look_at(self.page.in_sight(), only=self._controller.run is not None)
        elif self._shows_welcome:
            self._filling.look_at(self._recent, only=True)
        else:
            self._filling.rest()

    def _set_theme(self, theme: object) -> None:
        if "page" in vars(self):
            self.page.set_theme(self._controller.workbench.theme)
        if self._filling is not None:
            self._filling.set_theme(self._controller.workbench.theme)
            self._fill()

    def _selected(self) -> list[Path] | None:
        """Return the selected sessions while the library is visible, otherwise None."""
        return [entry.path for entry in self.page.selected] if self.in_front else None


def _show_file(path: Path) -> None:
    QDesktopServices.openUrl(QUrl.fromLocalFile(str(path.parent)))
