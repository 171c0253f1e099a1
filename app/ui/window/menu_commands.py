"""What the entries of the menus do: each group of actions is bound to the session, the run, the view and the window."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Protocol

from PySide6.QtCore import QEvent, QObject, QSignalBlocker, QTimer, QUrl
from PySide6.QtGui import QDesktopServices, QDragEnterEvent, QDragMoveEvent, QDropEvent, QGuiApplication, QKeySequence
from PySide6.QtWidgets import QApplication, QFileDialog, QWidget

from app.scenario.reading import BUILT_IN, looks_like_scenario
from app.session.paths import SUFFIX
from app.ui.editor.scenario_files import recent_scenarios
from app.ui.importing.import_dialog import ImportDialog, ImportedSession, without_options
from app.ui.importing.join_dialog import JoinDialog
from app.ui.library.session_list import recent_sessions
from app.ui.replay.follower import Follower
from app.ui.reports.report_dialog import ReportDialog
from app.ui.reports.saving import Saving
from app.ui.start.running_engine import Run
from app.ui.window.about_dialog import show_about, show_shortcuts
from app.ui.window.actions import ENTRIES, OF_A_RECORDING, OF_A_RUN, OF_A_SESSION, SPANS_S, Entry
from app.ui.window.command_search import Found, SearchDialog
from app.ui.window.help_window import ORDER, PAGE, HelpDialog, help_pages
from app.ui.window.main_window import MainWindow
from app.ui.window.settings import SettingsDialog, recordings_folder
from app.ui.window.state import StateStore
from app.ui.window.theme import KEY, chosen_theme, show_theme
from app.ui.window.undo import Undo
from app.ui.workbench.counter_catalogue import Catalogue
from app.ui.workbench.counters_dialog import Choice, CountersDialog
from app.ui.workbench.localised_figures import duration_words
from app.ui.workbench.run_status import sentence
from app.ui.workbench.sidebar import requested_users
from app.ui.workbench.view import CHARTED, LISTED, moved
from app.ui.workbench.workbench_page import CHARTS, CHECKS, LEVELS, RANKING, Workbench
from widgets.theme import DARK, LIGHT
from widgets.translation import tr

PAGES = (CHECKS, RANKING, LEVELS)


class PageActions(QObject):
    """Each page is an action that is on while the page is shown."""

    def __init__(self, shell: MainWindow, workbench: Workbench) -> None:
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


class SettingsActions(QObject):
    """apply: shows what was chosen."""

    def __init__(self, shell: MainWindow, store: StateStore, apply: Callable[[], object]) -> None:
        super().__init__(shell)
        self._shell = shell
        self._store = store
        self.apply = apply
        shell.actions_["settings"].triggered.connect(lambda _on=False: self.ask())

    def ask(self) -> None:
        """Shows the dialog."""
        dialog = SettingsDialog(self._store, self._shell)
        if dialog.exec():
            self.apply()
            if any(setting.later for setting in dialog.changed):
                self._shell.notice.say(tr("Outpace speaks the other language from its next start on."), "info")
        dialog.deleteLater()


SKIP_S = 10.0


class ReplayActions(QObject):
    """Play, pause, speed and place."""

    def __init__(self, shell: MainWindow, workbench: Workbench) -> None:
        super().__init__(shell)
        self._workbench = workbench
        does: dict[str, Callable[[Follower], None]] = {
            "play": lambda follower: follower.pause() if follower.playing else follower.play(),
            "slower": lambda follower: follower.set_speed(follower.speed / 2),
            "faster": lambda follower: follower.set_speed(follower.speed * 2),
            "back": lambda follower: follower.seek(follower.now_s - SKIP_S),
            "forward": lambda follower: follower.seek(follower.now_s + SKIP_S),
            "to_start": lambda follower: follower.seek(0.0),
            "to_end": lambda follower: follower.seek(follower.reader.length_s),
        }
        for key, function in does.items():
            shell.actions_[key].triggered.connect(lambda _on=False, do=function: self._do(do))

    def _do(self, function: Callable[[Follower], None]) -> None:
        follower = self._workbench.follower
        if follower is not None and not follower.live:
            self._workbench.release()
            function(follower)


OF_PAGES = {CHECKS: "troubleshooting", LEVELS: "methods", RANKING: "counters"}


class HelpActions(QObject):
    """One help window at a time."""

    def __init__(self, shell: MainWindow, workbench: Workbench) -> None:
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


class PanelActions(QObject):
    """Side bar, counter table, theme, full screen."""

    def __init__(self, shell: MainWindow, workbench: Workbench, store: StateStore) -> None:
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


class SearchActions(QObject):
    """open_session, run: what a found session or scenario is given to. show_help: shows a page, by its name."""

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


class Sessions(Protocol):
    """What shows sessions and runs engines (the desk)."""

    shell: MainWindow
    workbench: Workbench
    saving: Saving
    run: Run | None
    follower: Follower | None

    def open(self, path: Path) -> bool:
        """Shows a session."""
        ...

    def close_session(self) -> None:
        """Goes back to the empty window."""
        ...

    def stop(self) -> None:
        """Stops the run."""
        ...


class SessionActions(QObject):
    """The desk's own actions, and the welcome page's."""

    def __init__(self, desk: Sessions, store: StateStore) -> None:
        super().__init__(desk.shell)
        self._desk = desk
        self._store = store
        shell = desk.shell
        shell.welcome.open.connect(self.choose_session)
        shell.welcome.recent.connect(desk.open)
        does: dict[str, Callable[[], object]] = {
            "stop": desk.stop,
            "open": self.choose_session,
            "folder": self.show_folder,
            "close": desk.close_session,
            "quit": shell.close,
            "snapshot": desk.saving.snapshot,
            "copy": desk.saving.copy,
            "export": desk.saving.export,
            "more_users": lambda: self._more_users(1),
            "fewer_users": lambda: self._more_users(-1),
            "shortcuts": lambda: show_shortcuts(shell),
            "about": lambda: show_about(shell),
        }
        for key, function in does.items():
            shell.actions_[key].triggered.connect(lambda _on=False, do=function: do())

    def choose_session(self) -> None:
        """Asks for a file, and opens it."""
        folder = self._store.text("open folder") or str(recordings_folder(self._store))
        kinds = tr("Outpace sessions (*.outpace)")
        path, _ = QFileDialog.getOpenFileName(self._desk.shell, tr("Open a session"), folder, kinds)
        if path:
            self._desk.open(Path(path))

    def show_folder(self) -> None:
        """Opens the folder of recorded sessions in the desktop's own program."""
        QDesktopServices.openUrl(QUrl.fromLocalFile(str(recordings_folder(self._store))))

    def _more_users(self, more: int) -> None:
        """One user more or less on each target of every system."""
        run, follower, catalogue = self._desk.run, self._desk.follower, self._desk.workbench.catalogue
        if run is None or follower is None or catalogue is None:
            return
        for system in follower.reader.systems:
            a_target = run.asked_users.get(system.letter)
            if a_target is None:
                now = requested_users(follower.reader, catalogue, system.letter)
                if now is None:
                    continue
                a_target = round(now / max(len(system.targets), 1))
            run.set_users(max(1, a_target + more), system.letter)


ZOOM_STEP = 1.5
MOVE_SHARE = 0.25
CUSTOM = -1


class ViewActions(QObject):
    """Freeze, overlay, scale, highlight, counters, time range."""

    def __init__(self, shell: MainWindow, workbench: Workbench, undo: Undo) -> None:
        super().__init__(shell)
        self._shell = shell
        self._workbench = workbench
        self._view = workbench.view
        self._undo = undo
        actions = shell.actions_
        actions["freeze"].toggled.connect(self._freeze)
        actions["overlay"].toggled.connect(lambda on: self._view.change(overlay=on))
        actions["log"].toggled.connect(lambda on: self._view.change(log=on))
        actions["highlight"].toggled.connect(workbench.counters.highlight)
        actions["scale"].triggered.connect(workbench.counters.table.ask_scale)
        actions["remove"].triggered.connect(lambda: self._remove(workbench.counters.table.selected_keys()))
        workbench.counters.table.remove_requested.connect(self._remove)
        actions["counters"].triggered.connect(self._choose_counters)
        actions["reset"].triggered.connect(self._reset)
        actions["zoom_in"].triggered.connect(lambda: workbench.zoom(1 / ZOOM_STEP))
        actions["zoom_out"].triggered.connect(lambda: workbench.zoom(ZOOM_STEP))
        actions["earlier"].triggered.connect(lambda: self._move(-MOVE_SHARE))
        actions["later"].triggered.connect(lambda: self._move(MOVE_SHARE))
        for number, (_, span_s) in enumerate(SPANS_S, 1):
            actions[f"span {number}"].triggered.connect(lambda _on=False, span=span_s: self._view.change(span_s=span))
        shell.range.activated.connect(lambda index: self._view.change(span_s=shell.range.itemData(index)))
        self._view.changed.connect(self.show_state)
        self.show_state()

    def show_state(self) -> None:
        """Shows the view's state in buttons, menus and the time range."""
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
                self._shell.range.setPlaceholderText(duration_words(layout.span_s))
            self._shell.range.setCurrentIndex(index)

    def _freeze(self, on: bool) -> None:
        window = self._workbench.window_shown
        self._view.change(end_s=window.to_s if on and window is not None else None)

    def _move(self, share: float) -> None:
        follower, window = self._workbench.follower, self._workbench.window_shown
        if follower is not None and window is not None:
            self._view.set_layout(
                moved(self._view.layout, window, share, first_s=follower.first_s, now_s=follower.now_s)
            )

    def _choose_counters(self) -> None:
        catalogue = self._workbench.catalogue
        if catalogue is None:
            return
        layout = self._view.layout
        dialog = CountersDialog(counter_choices(catalogue), layout.listed, layout.charted, self._shell)
        if dialog.exec():
            # Counters that this session lacks stay chosen for the sessions that have them.
            present = set(catalogue.paths)
            listed = [path for path in layout.listed if path not in present]
            charted = [path for path in layout.charted if path not in present]
            listed, charted = [*dialog.listed, *listed], [*dialog.charted, *charted]
            self._undo.change_view(self._view, tr("Choose Counters"), lambda: self._view.choose(listed, charted))

    def _remove(self, keys: list[str]) -> None:
        what = tr("Remove Counter") if len(keys) == 1 else tr("Remove Counters")
        self._undo.change_view(self._view, what, lambda: self._workbench.counters.remove(keys))

    def _reset(self) -> None:
        self._undo.change_view(
            self._view,
            tr("Default Counters"),
            lambda: self._view.change(listed=LISTED, charted=CHARTED, hidden=(), scales={}, highlighted=""),
        )


def counter_choices(catalogue: Catalogue) -> list[Choice]:
    """Everything that the session holds, for the tree."""
    choices = []
    for path in catalogue.paths:
        curves = catalogue.curves(path)
        layers = dict.fromkeys(curve.counter.layer for curve in curves)
        choices.append(Choice(path, " ".join(curve.letter or "driver" for curve in curves), ", ".join(layers)))
    return choices


Show = Callable[[Path], object]


def show_folder(folder: Path) -> None:
    """Opens a folder in the desktop's own program."""
    QDesktopServices.openUrl(QUrl.fromLocalFile(str(folder)))


class ResultActions(QObject):
    """open_session: shows a session in the window. show: opens the folder of a report. selected: the sessions that were
    chosen to work with; None: the one that the window shows. run_scenario: asks whether a scenario is to be run."""

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
        shell.actions_["report"].triggered.connect(lambda _on=False: self.ask_report())
        shell.actions_["import"].triggered.connect(lambda _on=False: self.ask_import())
        shell.actions_["join"].triggered.connect(lambda _on=False: self.ask_join(self._shown_session()))
        shell.setAcceptDrops(True)
        shell.installEventFilter(self)
        percentile = workbench.levels.percentile
        percentile.setCurrentText(store.text("levels latency", percentile.currentText()))
        percentile.activated.connect(lambda _index: store.put("levels latency", percentile.currentText()))

    def ask_report(self) -> ReportDialog:
        """Shows the dialog; it writes by itself, and the window goes on meanwhile."""
        dialog = ReportDialog(self._shown_session(), self._store, self._shell)
        dialog.accepted.connect(lambda: self._written(dialog))
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()
        return dialog

    def _shown_session(self) -> list[Path]:
        selected = self.selected()
        if selected is not None:
            return selected
        follower = self._workbench.follower
        return [follower.path] if follower is not None else []

    def ask_import(self, files: Sequence[Path] = ()) -> ImportDialog:
        """Shows the dialog with these files in it."""
        dialog = ImportDialog(files, self._store, self._shell)
        dialog.accepted.connect(lambda: self._show_made(dialog.made))
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()
        return dialog

    def ask_join(self, sessions: Sequence[Path] = ()) -> JoinDialog:
        """Shows the dialog with these sessions in it."""
        dialog = JoinDialog(sessions, self._shell)
        dialog.accepted.connect(lambda: self._show_made(dialog.made))
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()
        return dialog

    def take(self, paths: Sequence[Path]) -> None:
        """Takes in what was dropped on the window: a session is opened, several are joined, a scenario is offered to be
        run, anything else imported."""
        sessions = [path for path in paths if path.suffix == SUFFIX]
        if len(sessions) == len(paths) == 1:
            self._open(sessions[0])
        elif len(paths) == 1 and looks_like_scenario(paths[0]):
            self.run_scenario(str(paths[0]))
        elif len(sessions) == len(paths):
            self.ask_join(sessions)
        else:
            self.ask_import([path for path in paths if path not in sessions])

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Files may be dropped on the window."""
        if isinstance(event, QDragEnterEvent) and event.mimeData().hasUrls():
            event.acceptProposedAction()
            return True
        if isinstance(event, QDropEvent) and not isinstance(event, QDragMoveEvent):
            paths = [Path(url.toLocalFile()) for url in event.mimeData().urls() if url.isLocalFile()]
            if paths:
                event.acceptProposedAction()
                # After the drop: a dialog inside of it would hold the program that the files came from.
                QTimer.singleShot(0, self, lambda: self.take(paths))
                return True
        return super().eventFilter(watched, event)

    def _show_made(self, made: ImportedSession | None) -> None:
        if made is None or not self._open(made.session) or not made.warnings:
            return
        lines = [sentence(without_options(warning)) for warning in made.warnings]
        head = tr("Made {name}. What to know of it:").format(name=made.session.name)
        self._shell.notice.say("\n".join([head, *lines]), "warning")

    def _written(self, dialog: ReportDialog) -> None:
        names = ", ".join(path.name for path in dialog.written)
        folder = dialog.written[0].parent
        self._shell.notice.say(
            tr("Report written to {folder}: {names}").format(folder=folder, names=names),
            "info",
            offers=[(tr("Open Folder"), lambda: self.show(folder))],
        )
        if dialog.open_folder.isChecked():
            self.show(folder)
