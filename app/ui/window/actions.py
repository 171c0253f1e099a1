"""Everything that a person can do in the window, as one table: each entry is a menu item with its keys, the condition
that it needs and the command that does it; and the time ranges that the window offers."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from operator import attrgetter
from typing import Literal

from PySide6.QtGui import QAction, QActionGroup, QKeySequence
from PySide6.QtWidgets import QMenu, QMenuBar, QWidget

from app.ui.window.icons import icon
from widgets.translation import tr

SPANS_S: tuple[tuple[str, float | None], ...] = (
    ("30 s", 30.0),
    ("1 min", 60.0),
    ("2 min", 120.0),
    ("5 min", 300.0),
    ("15 min", 900.0),
    ("1 h", 3600.0),
    ("Everything", None),
)
"""The time ranges offered, in seconds; None is everything."""


SKIP_S = 10.0
ZOOM_STEP = 1.5
MOVE_SHARE = 0.25

Condition = Literal["session", "recording", "run", "again", "step", ""]

REASONS: dict[Condition, str] = {
    "session": "needs a session: open one, or run the demo",
    "recording": "needs a recorded session: open one first",
    "run": "nothing runs that this window started",
    "again": "this window has run nothing yet",
    "step": "there is nothing to take back or to do again",
    "": "not possible just now",
}
"""Why an action can't be done now, by the condition that it needs. A recording is a session that nobody records any
more, a run an engine that this window commands."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One action. command: the attribute of the session controller that does it, "saving.copy"; looked up when the
    action is triggered, and called with `arguments`, then with on or off where it is checkable. hint: what the status
    bar and the tool tip say. needs: enabled only while this is so. group: entries of one group exclude each other, and
    are only ever switched on."""

    key: str
    menu: str
    text: str
    shortcut: str
    command: str
    hint: str
    needs: Condition = ""
    checkable: bool = False
    group: str = ""
    icon: str = ""
    arguments: tuple[object, ...] = ()

    @property
    def missing(self) -> str:
        """Why it can't be done while it is disabled."""
        return tr(REASONS[self.needs])


SEPARATOR = "-"

# fmt: off
ENTRIES: tuple[Entry | str, ...] = (
    Entry("open", "&File", "&Open…", "Ctrl+O", "choose_session",
          "Open a recorded or a growing session"),
    Entry("library", "&File", "Session Li&brary", "Ctrl+B", "library.turn",
          "Find, open, name, compare and delete recorded sessions"),
    Entry("folder", "&File", "Sessions &Folder", "Ctrl+Shift+O", "show_folder",
          "Show the folder of recorded sessions"),
    SEPARATOR,
    Entry("snapshot", "&File", "&Snapshot…", "Ctrl+S", "saving.snapshot",
          "Keep what is recorded so far, and this view of it, as a file", needs="session"),
    Entry("copy", "&File", "&Copy Image", "Ctrl+Shift+C", "saving.copy",
          "Copy a picture of the window to the clipboard", needs="session"),
    Entry("export", "&File", "&Export…", "Ctrl+E", "saving.export",
          "Write the figures as JSON, CSV or a Performance Monitor log", needs="session"),
    Entry("report", "&File", "&Report…", "Ctrl+R", "results.ask_report",
          "Write a report of this session, or of several"),
    SEPARATOR,
    Entry("import", "&File", "&Import Results…", "Ctrl+Shift+M", "results.ask_import",
          "Make a session of results and logs from elsewhere"),
    Entry("join", "&File", "&Join Sessions…", "Ctrl+J", "results.join_selected",
          "Make one session of systems that ran one at a time"),
    Entry("compare", "&File", "Co&mpare Sessions…", "Ctrl+Shift+P", "comparing.ask",
          "Show several sessions side by side, or overlaid"),
    SEPARATOR,
    Entry("close", "&File", "C&lose Session", "Ctrl+W", "close_session",
          "Close the session (asks if a run is recording)", needs="session"),
    Entry("quit", "&File", "&Quit", "Ctrl+Q", "shell.close",
          "Close the window"),
    Entry("undo", "&Edit", "&Undo", "Ctrl+Z", "undo.undo",
          "Take back what was deleted or changed last", needs="step"),
    Entry("redo", "&Edit", "&Redo", "Ctrl+Shift+Z", "undo.redo",
          "Do again what was taken back", needs="step"),
    SEPARATOR,
    Entry("search", "&Edit", "Search &Commands…", "Ctrl+K", "search.ask",
          "Find any command by its name, and do it"),
    Entry("settings", "&Edit", "&Settings…", "Ctrl+,", "window.ask_settings",
          "Language, colours, folders, booth screen"),
    Entry("new", "&Run", "&New Scenario…", "Ctrl+Shift+N", "starting.editing.edit",
          "Say what is compared: systems, workload, plan"),
    Entry("edit", "&Run", "&Edit a Scenario…", "Ctrl+Shift+E", "starting.choose_edit",
          "Change a scenario file; its comments are kept"),
    SEPARATOR,
    Entry("check", "&Run", "&Check…", "Ctrl+Shift+K", "starting.choose_check",
          "Check the systems of a scenario; nothing is changed by it"),
    Entry("build", "&Run", "&Build…", "Ctrl+Shift+B", "starting.choose_build",
          "Build the databases of a scenario, or go on building them"),
    Entry("start", "&Run", "Start a Compa&rison…", "Ctrl+N", "starting.choose_run",
          "Run a scenario: a built-in one, or one of your own", icon="run"),
    Entry("drives", "&Run", "Compare Two &Drives…", "Ctrl+D", "starting.choose_drives",
          "Read and write on two drives: the figures of drive benchmarks, or rising queue depths"),
    Entry("stop", "&Run", "&Stop", "Ctrl+.", "stop",
          "Stop the run and keep what is recorded; for 5 s you can take it back", needs="run", icon="stop"),
    Entry("again", "&Run", "Run A&gain", "Ctrl+Shift+R", "run_again",
          "Run the same once more, with the same choices", needs="again", icon="run"),
    Entry("mark", "&Run", "Mark This Moment…", "M", "booth.mark",
          "Put words on the charts and into the session, as of now", needs="session"),
    Entry("more_users", "&Run", "&More Users", "Ctrl+Up", "add_users",
          "Add a user to every system", needs="run", arguments=(1,)),
    Entry("fewer_users", "&Run", "&Fewer Users", "Ctrl+Down", "add_users",
          "Take a user from every system", needs="run", arguments=(-1,)),
    SEPARATOR,
    Entry("play", "&Run", "&Play or Pause", "Space", "replay.play_or_pause",
          "Play the recording, or pause it", needs="recording"),
    Entry("slower", "&Run", "S&lower", "[", "replay.change_speed",
          "Halve the speed of the replay", needs="recording", arguments=(0.5,)),
    Entry("faster", "&Run", "Fas&ter", "]", "replay.change_speed",
          "Double the speed of the replay", needs="recording", arguments=(2.0,)),
    Entry("back", "&Run", "B&ack 10 s", "Alt+Shift+Left", "replay.skip",
          "Go back 10 seconds in the recording", needs="recording", arguments=(-SKIP_S,)),
    Entry("forward", "&Run", "For&ward 10 s", "Alt+Shift+Right", "replay.skip",
          "Go forward 10 seconds in the recording", needs="recording", arguments=(SKIP_S,)),
    Entry("to_start", "&Run", "To t&he Start", "Ctrl+Home", "replay.to_start",
          "Go to the common start", needs="recording"),
    Entry("to_end", "&Run", "T&o the End", "Ctrl+End", "replay.to_end",
          "Go to the end of the recording", needs="recording"),
    Entry("freeze", "&View", "&Freeze", "Ctrl+F", "viewing.freeze",
          "Hold the view; recording goes on", needs="session", checkable=True, icon="pause"),
    Entry("overlay", "&View", "&Overlay", "O", "viewing.overlay",
          "Draw the systems in one chart", needs="session", checkable=True),
    Entry("log", "&View", "&Logarithmic Scale", "L", "viewing.log",
          "Draw the charts on a logarithmic scale", needs="session", checkable=True),
    Entry("highlight", "&View", "&Highlight", "Ctrl+H", "workbench.counters.highlight",
          "Highlight the counter selected in the table", needs="session", checkable=True),
    SEPARATOR,
    Entry("counters", "&View", "&Counters…", "Ctrl+I", "viewing.choose_counters",
          "Choose the counters in the charts and in the table", needs="session"),
    Entry("scale", "&View", "&Scale…", "Ctrl+L", "workbench.counters.table.ask_scale",
          "The factor that the selected counter is drawn with", needs="session"),
    Entry("remove", "&View", "&Remove Counter", "Del", "viewing.remove_selected",
          "Remove the selected counter from the table and the charts", needs="session"),
    Entry("reset", "&View", "&Default Counters", "Ctrl+Shift+I", "viewing.reset",
          "Show the counters that a new window shows", needs="session"),
    SEPARATOR,
    Entry("checks", "&View", "Ch&ecks before the Run", "Ctrl+Shift+J", "viewing.show_page",
          "Show what was checked before the run", needs="session", checkable=True, arguments=("checks",)),
    Entry("ranking", "&View", "Ta&bles by I/O", "Ctrl+Shift+T", "viewing.show_page",
          "Show which tables and indexes caused the I/O", needs="session", checkable=True, arguments=("ranking",)),
    Entry("differences", "&View", "&What Differs…", "Ctrl+Shift+D", "comparing.show_differences",
          "Show how the sessions of a comparison differ", needs="session"),
    Entry("levels", "&View", "Load Le&vels", "Ctrl+Shift+L", "viewing.show_page",
          "Show the figures of each step against the load", needs="session", checkable=True, arguments=("levels",)),
    SEPARATOR,
    Entry("sidebar", "&View", "S&ide Bar", "F9", "window.show_panel",
          "Show the systems, the plan and the events", checkable=True, arguments=("sidebar",)),
    Entry("table", "&View", "Counter &Table", "F8", "window.show_panel",
          "Show the counter table", checkable=True, arguments=("table",)),
    Entry("theme", "&View", "Dar&k or Light Theme", "Ctrl+T", "window.change_theme",
          "Dark colours, or light ones", icon="theme"),
    Entry("full_screen", "&View", "F&ull Screen", "Ctrl+F11", "window.fill_screen",
          "Fill the screen", checkable=True),
    *(
        Entry(f"span {number}", "&Time", text, f"Ctrl+{number}", "viewing.show_span",
              "The time that charts, headline and table show", checkable=True, group="spans", arguments=(span_s,))
        for number, (text, span_s) in enumerate(SPANS_S, 1)
    ),
    SEPARATOR,
    Entry("zoom_in", "&Time", "Zoom &In", "Ctrl++", "workbench.zoom",
          "Show a shorter time", needs="session", arguments=(1 / ZOOM_STEP,)),
    Entry("zoom_out", "&Time", "Zoom O&ut", "Ctrl+-", "workbench.zoom",
          "Show a longer time", needs="session", arguments=(ZOOM_STEP,)),
    Entry("earlier", "&Time", "E&arlier", "Alt+Left", "viewing.move",
          "Move the view to earlier times", needs="session", arguments=(-MOVE_SHARE,)),
    Entry("later", "&Time", "&Later", "Alt+Right", "viewing.move",
          "Move the view to later times", needs="session", arguments=(MOVE_SHARE,)),
    Entry("zoom_back", "&Time", "Zoom &Back", "Alt+Backspace", "viewing.zoom_back",
          "Show the time that was shown before it was zoomed or moved", needs="session"),
    Entry("reset_time", "&Time", "&Reset the Time", "Ctrl+0", "workbench.reset_time",
          "Follow again, or show the whole recording (a double click in a chart)", needs="session"),
    Entry("booth", "&Booth", "&Booth View", "F11", "booth.show_booth",
          "Show the systems full screen, for people three metres away", checkable=True),
    Entry("countdown", "&Booth", "Start the &Live Run", "F5", "stand.start_live",
          "Count down, and start all systems together"),
    Entry("attract", "&Booth", "&Attract Loop…", "Shift+F11", "stand.choose",
          "Play recorded sessions until somebody comes"),
    Entry("presenter", "&Booth", "&Presenter's Notes", "Ctrl+Shift+Y", "booth.show_presenter",
          "The run's clock, what comes next, your notes and the keys, on your own screen"),
    Entry("exhibitor", "&Booth", "&Exhibitor…", "Ctrl+Shift+X", "booth.choose_exhibitor",
          "Logo, title and link for closing cards and the attract loop"),
    Entry("help", "&Help", "&Help", "Ctrl+F1", "helping.show_here",
          "How things are done, page by page"),
    Entry("shortcuts", "&Help", "&Keyboard Shortcuts", "F1", "helping.show_shortcuts",
          "Every action and its keys"),
    Entry("about", "&Help", "&About Outpace", "Shift+F1", "helping.show_about",
          "Version and licence"),
)
# fmt: on

TOOL_BAR = {
    "start": " Run…",
    "stop": " Stop",
    "again": " Run Again",
    "freeze": " Freeze",
    "overlay": "Overlay",
    "snapshot": "Snapshot",
    "library": "Sessions",
    "report": "Report…",
    "booth": "Booth",
    "theme": " Theme",
}
"""The actions of the tool bar, each with the short text of its button."""


class Actions:
    """The window's QActions by key, and its menus."""

    def __init__(self, window: QWidget, bar: QMenuBar, entries: Sequence[Entry | str] = ENTRIES) -> None:
        self.menus: dict[str, QMenu] = {}
        self._entries = {entry.key: entry for entry in entries if isinstance(entry, Entry)}
        self._by_key: dict[str, QAction] = {}
        self._groups: dict[str, QActionGroup] = {}
        menu: QMenu | None = None
        for entry in entries:
            if isinstance(entry, str):
                if menu is not None:
                    menu.addSeparator()
                continue
            menu = self.menus.get(entry.menu) or self.menus.setdefault(entry.menu, bar.addMenu(tr(entry.menu)))
            menu.addAction(self._add(entry, window))

    def __getitem__(self, key: str) -> QAction:
        return self._by_key[key]

    def __iter__(self) -> Iterator[QAction]:
        return iter(self._by_key.values())

    def bind(self, controller: object) -> None:
        """Each action does its command from now on. controller: has the attributes that the entries name."""
        for key, entry in self._entries.items():
            do = _command(entry, controller)
            if entry.checkable and not entry.group:
                self._by_key[key].toggled.connect(do)
            else:
                self._by_key[key].triggered.connect(lambda _on=False, do=do: do())

    def enable(self, needs: Condition, enabled: bool) -> None:
        """Enables or disables what needs this condition."""
        for key, entry in self._entries.items():
            if entry.needs == needs:
                self._by_key[key].setEnabled(enabled)

    def check(self, key: str, checked: bool) -> None:
        """Shows an action as on or off without doing it."""
        action = self._by_key[key]
        blocked = action.blockSignals(True)
        action.setChecked(checked)
        action.blockSignals(blocked)
        # Buttons of the action look at `changed`, which was held back.
        action.setText(action.text())

    def _add(self, entry: Entry, window: QWidget) -> QAction:
        action = QAction(tr(entry.text), window)
        action.setObjectName(entry.key)
        action.setCheckable(entry.checkable)
        if entry.icon:
            action.setIcon(icon(entry.icon))
            action.setIconVisibleInMenu(False)
        shortcut = QKeySequence(entry.shortcut)
        action.setShortcut(shortcut)
        action.setStatusTip(tr(entry.hint))
        action.setToolTip(f"{tr(entry.hint)} ({shortcut.toString(QKeySequence.SequenceFormat.NativeText)})")
        window.addAction(action)
        if entry.group:
            group = self._groups.setdefault(entry.group, QActionGroup(window))
            group.addAction(action)
        self._by_key[entry.key] = action
        return action


def _command(entry: Entry, controller: object) -> Callable[..., object]:
    find = attrgetter(entry.command)
    return lambda *state: find(controller)(*entry.arguments, *state)
