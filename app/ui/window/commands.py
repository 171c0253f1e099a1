# SPDX-License-Identifier: Apache-2.0
"""Commands of the menu entries (see actions.ENTRIES): window, help, search, view, replay, and results."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path

import msgspec
from PySide6.QtCore import QEvent, QObject, QSignalBlocker, QTimer, QUrl
from PySide6.QtGui import QDesktopServices, QDragEnterEvent, QDragMoveEvent, QDropEvent, QGuiApplication, QKeySequence
from PySide6.QtWidgets import QApplication, QWidget

from app.model import messages
from app.scenario.reading import BUILT_IN, may_be_scenario
from app.session.paths import SUFFIX
from app.ui.editor.scenario_files import recent_scenarios
from app.ui.importing.import_dialog import ImportDialog
from app.ui.importing.imported_session import ImportedSession
from app.ui.importing.join_dialog import JoinDialog
from app.ui.importing.meters_dialog import MetersDialog
from app.ui.importing.typed_file import without_options
from app.ui.levels.load_levels import LevelsPanel
from app.ui.library.session_list import recent_sessions
from app.ui.replay.follower import Follower
from app.ui.reports.report_dialog import ReportDialog
from app.ui.window.about_dialog import show_about, show_shortcuts
from app.ui.window.actions import ENTRIES, SPANS_S, ActionEntry
from app.ui.window.command_search import Found, SearchDialog
from app.ui.window.help_window import ORDER, PAGE, HelpDialog, help_pages
from app.ui.window.main_window import MainWindow
from app.ui.window.settings import VERSIONS, SettingsDialog, recordings_folder
from app.ui.window.state import StateStore
from app.ui.window.theme import KEY, chosen_theme, show_theme
from app.ui.window.undo import Undo
from app.ui.workbench.counter_catalogue import Catalogue, layer_text
from app.ui.workbench.counters_dialog import CounterChoice, CountersDialog
from app.ui.workbench.localised_figures import WINDOW_LANGUAGE, duration_in_units
from app.ui.workbench.run_status import sentence
from app.ui.workbench.threshold_marks import chosen_thresholds
from app.ui.workbench.thresholds_dialog import ThresholdsDialog
from app.ui.workbench.view import CHARTED, LISTED
from app.ui.workbench.workbench_page import AGENTS, CHARTS, CHECKS, LEVELS, RANKING, RESULT, Workbench
from widgets.theme import DARK, LIGHT
from widgets.translation import tr


class WindowCommands(QObject):
    """Commands for settings, sidebar, counter table, theme and full screen."""

    def __init__(self, shell: MainWindow, workbench: Workbench, store: StateStore) -> None:
        super().__init__(shell)
        self._shell = shell
        self._workbench = workbench
        self._store = store
        self._panels: dict[str, QWidget] = {"sidebar": workbench.sidebar, "table": workbench.counters}
        for key, panel in self._panels.items():
            visible = store.flag(key, True)
            shell.actions_.check(key, visible)
            panel.setVisible(visible)
        workbench.sidebar.open_events(store.flag("events", False))
        workbench.sidebar.events_opened.connect(lambda on: store.put("events", on))
        QGuiApplication.styleHints().colorSchemeChanged.connect(self.show_chosen_theme)
        sizes = store.octets("splitter")
        if sizes:
            workbench.splitter.restoreState(sizes)
        workbench.splitter.splitterMoved.connect(
            lambda: store.put("splitter", bytes(workbench.splitter.saveState().data()))
        )

    def ask_settings(self) -> None:
        """Show the settings dialog and apply changes immediately."""
        dialog = SettingsDialog(self._store, self._shell)
        if dialog.exec():
            self.show_chosen_theme()
            if any(setting.later for setting in dialog.changed):
                self._shell.notice.say(tr("The language changes when Outpace is restarted."), "info")
        dialog.deleteLater()

    def show_panel(self, key: str, visible: bool) -> None:
        """Show or hide the sidebar or the counter table."""
        self._panels[key].setVisible(visible)
        self._store.put(key, visible)
        self._workbench.refresh()

    def change_theme(self) -> None:
        """Switch between the dark and the light theme."""
        self._store.put(KEY, (LIGHT if chosen_theme(self._store) is DARK else DARK).name)
        self.show_chosen_theme()

    def show_chosen_theme(self) -> None:
        """Apply the chosen theme."""
        theme, app = chosen_theme(self._store), QApplication.instance()
        if theme is not self._workbench.theme and isinstance(app, QApplication):
            show_theme(app, theme)
            self._shell.tools.set_theme(theme)
            self._shell.welcome.set_theme(theme)
            self._workbench.set_theme(theme)

    def fill_screen(self, on: bool) -> None:
        """Enter or leave full-screen mode."""
        if on:
            self._shell.showFullScreen()
        else:
            self._shell.showNormal()


class ReplayCommands:
    """Play, pause, speed and position of a replay; no-ops for a live session."""

    def __init__(self, workbench: Workbench) -> None:
        self._workbench = workbench

    def play_or_pause(self) -> None:
        if (follower := self._release_replay()) is not None:
            (follower.pause if follower.playing else follower.play)()

    def change_speed(self, factor: float) -> None:
        """Multiply the replay speed."""
        if (follower := self._release_replay()) is not None:
            follower.set_speed(follower.speed * factor)

    def skip(self, seconds: float) -> None:
        """Move forward or back in the recording."""
        if (follower := self._release_replay()) is not None:
            follower.seek(follower.now_s + seconds)

    def to_start(self) -> None:
        """Move to the common start."""
        if (follower := self._release_replay()) is not None:
            follower.seek(0.0)

    def to_end(self) -> None:
        """Move to the end of the recording."""
        if (follower := self._release_replay()) is not None:
            follower.seek(follower.reader.length_s)

    def _release_replay(self) -> Follower | None:
        follower = self._workbench.follower
        if follower is None or follower.live:
            return None
        self._workbench.release()
        return follower


OF_PAGES = {RESULT: "methods", CHECKS: "troubleshooting", LEVELS: "methods", RANKING: "counters", AGENTS: "agents"}


class HelpCommands(QObject):
    """Commands of the help menu; at most one help window is open."""

    def __init__(self, shell: MainWindow, workbench: Workbench, store: StateStore) -> None:
        super().__init__(shell)
        self._shell = shell
        self._workbench = workbench
        self._store = store
        self.dialog: HelpDialog | None = None

    def show_here(self) -> None:
        """Show the help page about the window's current content."""
        self.show(self.page_here())

    def show_shortcuts(self) -> None:
        """Show all actions and their shortcuts."""
        show_shortcuts(self._shell)

    def show_about(self) -> None:
        """Show versions and licenses."""
        show_about(self._store.text(VERSIONS), self._shell)

    def page_here(self) -> str:
        """Return the name of the help page about the window's current content."""
        widget: QWidget | None = self._shell.pages.currentWidget()
        while widget is not None:
            if (page := widget.property(PAGE)) in ORDER:
                return str(page)
            widget = widget.parentWidget()
        if self._shell.pages.currentWidget() is self._workbench:
            return OF_PAGES.get(self._workbench.page, "keys")
        return ORDER[0]

    def show(self, page: str) -> HelpDialog:
        if self.dialog is None:
            self.dialog = HelpDialog(self._shell)
        self.dialog.show_page(page)
        self.dialog.show()
        self.dialog.activateWindow()
        return self.dialog


class SearchCommands(QObject):
    """Command search; a chosen session, scenario or help page is passed to `open_session`, `run` or `show_help`."""

    def __init__(
        self,
        shell: MainWindow,
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

    def ask(self) -> None:
        """Show the search and, after the dialog has closed, execute the chosen result."""
        dialog = SearchDialog([*self.things()], self._shell)
        if dialog.exec() and dialog.chosen is not None:
            QTimer.singleShot(0, self, dialog.chosen.do)
        dialog.deleteLater()

    def things(self) -> Iterator[Found]:
        """Yield everything that can be found."""
        for entry in ENTRIES:
            if isinstance(entry, ActionEntry) and entry.key != "search":
                yield self._action(entry)
        for page in help_pages():
            yield Found(page.title, tr("Help"), partial(self._show_help, page.name), search_only=True)
        for reference in dict.fromkeys([*map(str, recent_scenarios(self._store)), *BUILT_IN]):
            name = reference if reference in BUILT_IN else Path(reference).stem
            yield Found(name, tr("Run this scenario…"), partial(self._run, reference), search_only=True)
        for recent in recent_sessions(recordings_folder(self._store)):
            yield Found(recent.text, tr("Open this session"), partial(self._open, recent.path), search_only=True)

    def _action(self, entry: ActionEntry) -> Found:
        action = self._shell.actions_[entry.key]
        keys = QKeySequence(entry.shortcut).toString(QKeySequence.SequenceFormat.NativeText)
        about = f"{tr(entry.menu).replace('&', '')} · {tr(entry.hint)}"
        missing = "" if action.isEnabled() else entry.missing
        return Found(action.text().replace("&", "").rstrip("…"), about, action.trigger, keys, missing)


CUSTOM = -1
"""Item data of the entry for a custom time range."""


class ViewCommands(QObject):
    """Commands for freezing, overlay, scale, counters, time range, and the page shown."""

    def __init__(self, shell: MainWindow, workbench: Workbench, undo: Undo) -> None:
        super().__init__(shell)
        self._shell = shell
        self._workbench = workbench
        self._view = workbench.view
        self._undo = undo
        workbench.counters.table.remove_requested.connect(self._remove)
        shell.range.activated.connect(lambda index: self.show_span(shell.range.itemData(index)))
        self._view.changed.connect(self.show_state)
        workbench.refreshed.connect(self._show_page_state)
        self.show_state()
        self._show_page_state()

    def show_state(self) -> None:
        """Update the buttons, menus and time range to match the view."""
        layout, actions = self._view.layout, self._shell.actions_
        actions.check("freeze", layout.end_s is not None)
        actions.check("overlay", layout.overlay)
        actions.check("log", layout.log)
        actions.check("highlight", bool(layout.highlighted))
        spans = [span_s for _, span_s in SPANS_S]
        index = spans.index(layout.span_s) if layout.span_s in spans else CUSTOM
        for number in range(1, len(SPANS_S) + 1):
            actions.check(f"span {number}", number == index + 1)
        with QSignalBlocker(self._shell.range):
            if index == CUSTOM and layout.span_s is not None:
                self._shell.range.setPlaceholderText(duration_in_units(layout.span_s))
            self._shell.range.setCurrentIndex(index)

    def freeze(self, on: bool) -> None:
        """Freeze the view, or follow the session again."""
        self._workbench.hold(on)

    def overlay(self, on: bool) -> None:
        """Draw all systems in one chart, or each in its own."""
        self._view.change(overlay=on)

    def log(self, on: bool) -> None:
        """Switch between a logarithmic and a linear scale."""
        self._view.change(log=on)

    def show_span(self, span_s: float | None) -> None:
        """Show this time span, in seconds; None shows everything."""
        self._view.usual_span_s = span_s
        self._view.look(msgspec.structs.replace(self._view.layout, span_s=span_s))

    def zoom_back(self) -> None:
        """Return to the time range before the last zoom or pan."""
        self._view.back()

    def show_page(self, page: str, visible: bool) -> None:
        """Show a page instead of the charts, or return to the charts."""
        self._workbench.show_page(page if visible else CHARTS)

    def move(self, share: float) -> None:
        """Move the view by a share of its span; negative values move to earlier times."""
        window = self._workbench.time_window
        if window is not None:
            self._workbench.pan(share * window.span_s)

    def choose_counters(self) -> None:
        """Ask which counters to show in the table and the charts."""
        catalogue = self._workbench.catalogue
        if catalogue is None:
            return
        layout = self._view.layout
        dialog = CountersDialog(counter_choices(catalogue), layout.listed, layout.charted, self._shell)
        if dialog.exec():
            # Chosen counters that this session lacks stay chosen for other sessions.
            present = set(catalogue.paths)
            listed = [path for path in layout.listed if path not in present]
            charted = [path for path in layout.charted if path not in present]
            listed, charted = [*dialog.listed, *listed], [*dialog.charted, *charted]
            self._undo.change_view(self._view, tr("Choose Counters"), lambda: self._view.choose(listed, charted))

    def choose_thresholds(self) -> None:
        """Ask which thresholds to mark."""
        marks = self._workbench.thresholds
        if marks is None:
            return
        view = self._view
        dialog = ThresholdsDialog(
            marks.own, view.layout.threshold_sets, view.thresholds, view.thresholds_from, self._shell
        )
        if dialog.exec():
            view.mark_thresholds(dialog.sets, dialog.thresholds, dialog.source)

    def remove_selected(self) -> None:
        """Remove the counters of the selected rows from the view."""
        self._remove(self._workbench.counters.table.selected_keys())

    def _remove(self, keys: list[str]) -> None:
        what = tr("Remove Counter") if len(keys) == 1 else tr("Remove Counters")
        self._undo.change_view(self._view, what, lambda: self._workbench.counters.remove(keys))

    def reset(self) -> None:
        self._undo.change_view(
            self._view,
            tr("Default Counters"),
            lambda: self._view.change(listed=LISTED, charted=CHARTED, hidden=(), scales={}, highlighted=""),
        )

    def _show_page_state(self) -> None:
        agents = self._workbench.agents
        self._shell.actions_.show("agents", agents is not None and bool(agents.names))
        for page in (CHARTS, RESULT, CHECKS, RANKING, LEVELS, AGENTS):
            on = self._workbench.page == page
            if self._shell.actions_[page].isChecked() != on:
                self._shell.actions_.check(page, on)


def counter_choices(catalogue: Catalogue) -> list[CounterChoice]:
    """Return all counters of the session, as entries of the dialog."""
    choices = []
    for path in catalogue.paths:
        curves = catalogue.curves(path)
        layers = dict.fromkeys(layer_text(curve.counter.layer) for curve in curves)
        choices.append(
            CounterChoice(path, " ".join(curve.letter or tr("driver") for curve in curves), ", ".join(layers))
        )
    return choices


Show = Callable[[Path], object]


def show_folder(folder: Path) -> None:
    """Open a folder in the desktop's file manager."""
    QDesktopServices.openUrl(QUrl.fromLocalFile(str(folder)))


class ResultCommands(QObject):
    """Commands for reports, imports, joined sessions and power meters.

    Attributes:
        selected: Returns the selected sessions; None if the session in the window is to be used.
        run_scenario: Offers to run a scenario.
    """

    def __init__(
        self, shell: MainWindow, workbench: Workbench, store: StateStore, open_session: Show, show: Show = show_folder
    ) -> None:
        super().__init__(shell)
        self._shell = shell
        self._workbench = workbench
        self._store = store
        self._open = open_session
        self.show = show
        self.run_scenario: Callable[[str], object] = lambda reference: None
        self.selected: Callable[[], list[Path] | None] = lambda: None
        shell.setAcceptDrops(True)
        shell.installEventFilter(self)
        workbench.levels_built.connect(self._remember_percentile)

    def ask_report(self) -> ReportDialog:
        """Show the report dialog; the report is written in the background while the window remains usable."""
        dialog = ReportDialog(
            self._selected_sessions(),
            self._store,
            self._shell,
            thresholds=chosen_thresholds(self._workbench.view),
        )
        dialog.accepted.connect(lambda: self._report_written(dialog))
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()
        return dialog

    def _selected_sessions(self) -> list[Path]:
        selected = self.selected()
        if selected:
            return selected
        follower = self._workbench.follower
        return [follower.path] if follower is not None else []

    def ask_import(self, files: Sequence[Path] = ()) -> ImportDialog:
        """Show the import dialog with these files."""
        dialog = ImportDialog(files, self._store, self._shell)
        dialog.accepted.connect(lambda: self._show_imported(dialog.imported_session))
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()
        return dialog

    def _remember_percentile(self, levels: LevelsPanel) -> None:
        percentile = levels.percentile
        percentile.setCurrentText(self._store.text("levels latency", percentile.currentText()))
        percentile.activated.connect(lambda _index: self._store.put("levels latency", percentile.currentText()))

    def ask_join(self, sessions: Sequence[Path] = ()) -> JoinDialog:
        """Show the join dialog with these sessions."""
        dialog = JoinDialog(sessions, self._shell)
        dialog.accepted.connect(lambda: self._show_imported(dialog.imported_session))
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()
        return dialog

    def join_selected(self) -> None:
        """Show the join dialog with the selected sessions, or the session in the window."""
        self.ask_join(self._selected_sessions())

    def ask_meters(self, session: Path | None, logs: Sequence[Path] = ()) -> MetersDialog:
        """Show the power meter dialog with this run and these logs."""
        dialog = MetersDialog(session, logs, self._store, self._shell)
        dialog.accepted.connect(lambda: self._show_imported(dialog.imported_session))
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()
        return dialog

    def add_meters(self) -> None:
        """Show the power meter dialog with the selected session, or the session in the window."""
        self.ask_meters(next(iter(self._selected_sessions()), None))

    def take(self, paths: Sequence[Path]) -> None:
        """Handle files dropped on the window.

        A single session is opened, several are joined, a scenario is offered to run, and other files are imported.
        """
        sessions = [path for path in paths if path.suffix == SUFFIX]
        if len(sessions) == len(paths) == 1:
            self._open(sessions[0])
        elif len(paths) == 1 and may_be_scenario(paths[0]):
            self.run_scenario(str(paths[0]))
        elif len(sessions) == len(paths):
            self.ask_join(sessions)
        else:
            self.ask_import([path for path in paths if path not in sessions])

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Accept files dropped on the window."""
        if isinstance(event, QDragEnterEvent) and event.mimeData().hasUrls():
            event.acceptProposedAction()
            return True
        if isinstance(event, QDropEvent) and not isinstance(event, QDragMoveEvent):
            paths = [Path(url.toLocalFile()) for url in event.mimeData().urls() if url.isLocalFile()]
            if paths:
                event.acceptProposedAction()
                # After the drop has completed, because a dialog would block the program that the files come from.
                QTimer.singleShot(0, self, lambda: self.take(paths))
                return True
        return super().eventFilter(watched, event)

    def _show_imported(self, imported_session: ImportedSession | None) -> None:
        if imported_session is None or not self._open(imported_session.session) or not imported_session.warnings:
            return
        texts = [messages.sentence(warning, WINDOW_LANGUAGE) for warning in imported_session.warnings]
        lines = [sentence(without_options(text)) for text in texts]
        head = tr("Created {name}. Notes:").format(name=imported_session.session.name)
        self._shell.notice.say("\n".join([head, *lines]), "warning")

    def _report_written(self, dialog: ReportDialog) -> None:
        names = ", ".join(path.name for path in dialog.written)
        folder = dialog.written[0].parent
        self._shell.notice.say(
            tr("Report written to {folder}: {names}").format(folder=folder, names=names),
            "info",
            offers=[(tr("Open Folder"), lambda: self.show(folder))],
        )
        if dialog.open_folder.isChecked():
            self.show(folder)
