# SPDX-License-Identifier: Apache-2.0
"""Table of all actions of the window, and the predefined time ranges.

Each entry is a menu item with its shortcut, its precondition and the command it executes.
"""

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
"""Time ranges in seconds; None shows everything."""


SKIP_S = 10.0
ZOOM_STEP = 1.5
MOVE_SHARE = 0.25

Condition = Literal["session", "recording", "run", "again", "step", ""]

REASONS: dict[Condition, str] = {
    "session": "needs a session: open one, or run the demo",
    "recording": "needs a recorded session: open one first",
    "run": "this window has not started a run",
    "again": "this window has not run anything yet",
    "step": "nothing to undo or redo",
    "": "not available right now",
}
"""Why an action is disabled, by its precondition. A "recording" is a session that is not being
recorded, and a "run" is an engine that this window controls."""


@dataclass(frozen=True, slots=True)
class ActionEntry:
    """An action.

    Attributes:
        command: Name of the session controller's method that executes it, such as "saving.copy"; looked up when the
            action is triggered, and called with `arguments`, then with the checked state if it is checkable.
        hint: Text for the status bar and the tooltip.
        needs: Precondition.
        group: Entries of one group are mutually exclusive, like radio buttons.
    """

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
        """Reason shown while the action is disabled."""
        return tr(REASONS[self.needs])


SEPARATOR = "-"

# fmt: off
ENTRIES: tuple[ActionEntry | str, ...] = (
    ActionEntry("open", "&File", "&Open…", "Ctrl+O", "choose_session",
          "Open a session, recorded or still running"),
    ActionEntry("library", "&File", "Session Li&brary", "Ctrl+B", "library.turn",
          "Find, open, rename, compare and delete recorded sessions"),
    ActionEntry("folder", "&File", "Sessions &Folder", "Ctrl+Shift+O", "show_folder",
          "Show the folder of recorded sessions"),
    SEPARATOR,
    ActionEntry("snapshot", "&File", "&Snapshot…", "Ctrl+S", "saving.snapshot",
          "Save the recording so far, with this view, as a file", needs="session"),
    ActionEntry("copy", "&File", "&Copy Image", "Ctrl+Shift+C", "saving.copy",
          "Copy an image of the window to the clipboard", needs="session"),
    ActionEntry("export", "&File", "&Export…", "Ctrl+E", "saving.export",
          "Write the figures as JSON, CSV or a Performance Monitor log", needs="session"),
    ActionEntry("report", "&File", "&Report…", "Ctrl+R", "results.ask_report",
          "Write a report of this session, or of several"),
    ActionEntry("page", "&File", "Save as Pa&ge…", "Ctrl+Shift+G", "saving.page",
          "Save this session as one file for any browser: charts, replay, counters", needs="session"),
    ActionEntry("broadcast", "&File", "S&how on Another Screen…", "Ctrl+Shift+V", "saving.show_live",
          "Show this session live in the browsers of one network", needs="session"),
    SEPARATOR,
    ActionEntry("import", "&File", "&Import Results…", "Ctrl+Shift+M", "results.ask_import",
          "Create a session from results and logs of other tools"),
    ActionEntry("join", "&File", "&Join Sessions…", "Ctrl+J", "results.join_selected",
          "Combine systems that ran one at a time into one session"),
    ActionEntry("meters", "&File", "Add Po&wer Meters…", "Ctrl+Shift+W", "results.add_meters",
          "Lay the logs of power meters beside a measured run: watts, and figures per watt"),
    ActionEntry("compare", "&File", "Co&mpare Sessions…", "Ctrl+Shift+P", "comparing.ask",
          "Show several sessions side by side or overlaid"),
    SEPARATOR,
    ActionEntry("close", "&File", "C&lose Session", "Ctrl+W", "close_session",
          "Close the session (asks if a run is recording)", needs="session"),
    ActionEntry("quit", "&File", "&Quit", "Ctrl+Q", "shell.close",
          "Close the window"),
    ActionEntry("undo", "&Edit", "&Undo", "Ctrl+Z", "undo.undo",
          "Undo the last change or deletion", needs="step"),
    ActionEntry("redo", "&Edit", "&Redo", "Ctrl+Shift+Z", "undo.redo",
          "Redo the last undone change", needs="step"),
    SEPARATOR,
    ActionEntry("search", "&Edit", "Search &Commands…", "Ctrl+K", "search.ask",
          "Find any command by name and run it"),
    ActionEntry("settings", "&Edit", "&Settings…", "Ctrl+,", "window.ask_settings",
          "Change language, colours, folders and booth screen"),
    ActionEntry("new", "&Run", "&New Scenario…", "Ctrl+Shift+N", "starting.editing.edit",
          "Define what is compared: systems, workload, plan"),
    ActionEntry("edit", "&Run", "&Edit a Scenario…", "Ctrl+Shift+E", "starting.choose_edit",
          "Change a scenario file; its comments are kept"),
    SEPARATOR,
    ActionEntry("check", "&Run", "&Check…", "Ctrl+Shift+K", "starting.choose_check",
          "Check the systems of a scenario without changing anything"),
    ActionEntry("build", "&Run", "&Build…", "Ctrl+Shift+B", "starting.choose_build",
          "Build the databases of a scenario, or continue a build"),
    ActionEntry("start", "&Run", "Start a Compa&rison…", "Ctrl+N", "starting.choose_run",
          "Run a scenario: a built-in one, or one of your own", icon="run"),
    ActionEntry("drives", "&Run", "Compare Two &Drives…", "Ctrl+D", "starting.choose_drives",
          "Read and write on two drives: the figures of drive benchmarks, or rising queue depths"),
    ActionEntry("stop", "&Run", "&Stop", "Ctrl+.", "stop",
          "Stop the run and keep what is recorded; for 5 s you can take it back", needs="run", icon="stop"),
    ActionEntry("again", "&Run", "Run A&gain", "Ctrl+Shift+R", "run_again",
          "Repeat the last run with the same settings", needs="again", icon="run"),
    ActionEntry("mark", "&Run", "Mark This Moment…", "M", "booth.mark",
          "Add a note at this time to the charts and the session", needs="session"),
    ActionEntry("more_users", "&Run", "&More Users", "Ctrl+Up", "add_users",
          "Add a user to every system", needs="run", arguments=(1,)),
    ActionEntry("fewer_users", "&Run", "&Fewer Users", "Ctrl+Down", "add_users",
          "Remove a user from every system", needs="run", arguments=(-1,)),
    SEPARATOR,
    ActionEntry("play", "&Run", "&Play or Pause", "Space", "replay.play_or_pause",
          "Play or pause the recording", needs="recording"),
    ActionEntry("slower", "&Run", "S&lower", "[", "replay.change_speed",
          "Halve the speed of the replay", needs="recording", arguments=(0.5,)),
    ActionEntry("faster", "&Run", "Fas&ter", "]", "replay.change_speed",
          "Double the speed of the replay", needs="recording", arguments=(2.0,)),
    ActionEntry("back", "&Run", "B&ack 10 s", "Alt+Shift+Left", "replay.skip",
          "Go back 10 seconds in the recording", needs="recording", arguments=(-SKIP_S,)),
    ActionEntry("forward", "&Run", "For&ward 10 s", "Alt+Shift+Right", "replay.skip",
          "Go forward 10 seconds in the recording", needs="recording", arguments=(SKIP_S,)),
    ActionEntry("to_start", "&Run", "To t&he Start", "Ctrl+Home", "replay.to_start",
          "Go to the common start", needs="recording"),
    ActionEntry("to_end", "&Run", "T&o the End", "Ctrl+End", "replay.to_end",
          "Go to the end of the recording", needs="recording"),
    ActionEntry("freeze", "&View", "&Freeze", "Ctrl+F", "viewing.freeze",
          "Freeze the view; recording continues", needs="session", checkable=True, icon="pause"),
    ActionEntry("overlay", "&View", "&Overlay", "O", "viewing.overlay",
          "Draw the systems in one chart", needs="session", checkable=True),
    ActionEntry("log", "&View", "&Logarithmic Scale", "L", "viewing.log",
          "Draw the charts on a logarithmic scale", needs="session", checkable=True),
    ActionEntry("highlight", "&View", "&Highlight", "Ctrl+H", "workbench.counters.highlight",
          "Highlight the counter selected in the table", needs="session", checkable=True),
    SEPARATOR,
    ActionEntry("counters", "&View", "&Counters…", "Ctrl+I", "viewing.choose_counters",
          "Choose the counters in the charts and in the table", needs="session"),
    ActionEntry("thresholds", "&View", "Thresholds…", "Ctrl+Shift+H", "viewing.choose_thresholds",
          "Mark counters that stay beyond a value", needs="session"),
    ActionEntry("scale", "&View", "&Scale…", "Ctrl+L", "workbench.counters.table.ask_scale",
          "Set the display factor of the selected counter", needs="session"),
    ActionEntry("remove", "&View", "&Remove Counter", "Del", "viewing.remove_selected",
          "Remove the selected counter from the table and the charts", needs="session"),
    ActionEntry("reset", "&View", "&Default Counters", "Ctrl+Shift+I", "viewing.reset",
          "Show the default set of counters", needs="session"),
    SEPARATOR,
    ActionEntry("result", "&View", "Result", "F7", "viewing.show_page",
          "Show the result, once the run has ended", needs="session", checkable=True, arguments=("result",)),
    ActionEntry("charts", "&View", "Charts", "F6", "viewing.show_page",
          "Show the charts and the counters", needs="session", checkable=True, arguments=("charts",)),
    ActionEntry("checks", "&View", "Ch&ecks before the Run", "Ctrl+Shift+J", "viewing.show_page",
          "Show what was checked before the run", needs="session", checkable=True, arguments=("checks",)),
    ActionEntry("ranking", "&View", "I/O, State&ments and Waits", "Ctrl+Shift+T", "viewing.show_page",
          "Show which tables and indexes caused the I/O, which statements took the time, what was waited for",
          needs="session", checkable=True, arguments=("ranking",)),
    ActionEntry("differences", "&View", "&What Differs…", "Ctrl+Shift+D", "comparing.show_differences",
          "Show how the sessions of a comparison differ", needs="session"),
    ActionEntry("levels", "&View", "Load Le&vels", "Ctrl+Shift+L", "viewing.show_page",
          "Show the figures of each step against the load", needs="session", checkable=True, arguments=("levels",)),
    ActionEntry("agents", "&View", "&Agents", "Ctrl+Shift+A", "viewing.show_page",
          "Show the machines that drive the load, and their clocks", needs="session", checkable=True,
          arguments=("agents",)),
    SEPARATOR,
    ActionEntry("sidebar", "&View", "S&ide Bar", "F9", "window.show_panel",
          "Show the systems, the plan and the events", checkable=True, arguments=("sidebar",)),
    ActionEntry("table", "&View", "Counter &Table", "F8", "window.show_panel",
          "Show the counter table", checkable=True, arguments=("table",)),
    ActionEntry("theme", "&View", "Dar&k or Light Theme", "Ctrl+T", "window.change_theme",
          "Switch between dark and light colours", icon="theme"),
    ActionEntry("full_screen", "&View", "F&ull Screen", "Ctrl+F11", "window.fill_screen",
          "Show the window full screen", checkable=True),
    *(
        ActionEntry(f"span {number}", "&Time", text, f"Ctrl+{number}", "viewing.show_span",
              "Set the time range of charts, headline and table", checkable=True, group="spans", arguments=(span_s,))
        for number, (text, span_s) in enumerate(SPANS_S, 1)
    ),
    SEPARATOR,
    ActionEntry("zoom_in", "&Time", "Zoom &In", "Ctrl++", "workbench.zoom",
          "Show a shorter time range", needs="session", arguments=(1 / ZOOM_STEP,)),
    ActionEntry("zoom_out", "&Time", "Zoom O&ut", "Ctrl+-", "workbench.zoom",
          "Show a longer time range", needs="session", arguments=(ZOOM_STEP,)),
    ActionEntry("earlier", "&Time", "E&arlier", "Alt+Left", "viewing.move",
          "Move the view to earlier times", needs="session", arguments=(-MOVE_SHARE,)),
    ActionEntry("later", "&Time", "&Later", "Alt+Right", "viewing.move",
          "Move the view to later times", needs="session", arguments=(MOVE_SHARE,)),
    ActionEntry("zoom_back", "&Time", "Zoom &Back", "Alt+Backspace", "viewing.zoom_back",
          "Return to the time range before the last zoom or move", needs="session"),
    ActionEntry("reset_time", "&Time", "&Reset the Time", "Ctrl+0", "workbench.reset_time",
          "Follow the run again, or show the whole recording (double-click in a chart)", needs="session"),
    ActionEntry("booth", "&Booth", "&Booth View", "F11", "booth.show_booth",
          "Show the systems full screen, for viewers three metres away", checkable=True),
    ActionEntry("countdown", "&Booth", "Start the &Live Run", "F5", "stand.start_live",
          "Count down, then start all systems together"),
    ActionEntry("attract", "&Booth", "&Attract Loop…", "Shift+F11", "stand.choose",
          "Play recorded sessions until a visitor arrives"),
    ActionEntry("presenter", "&Booth", "&Presenter's Window", "Ctrl+Shift+Y", "booth.show_presenter",
          "What visitors see, the next key, what is wrong, and your notes, on your own screen"),
    ActionEntry("rehearse", "&Booth", "&Rehearse…", "Ctrl+Shift+F11", "stand.rehearse",
          "Check the stand before the doors open, and play the loop at 10×"),
    ActionEntry("exhibitor", "&Booth", "&Exhibitor…", "Ctrl+Shift+X", "booth.choose_exhibitor",
          "Set logo, title and link for closing cards and the attract loop"),
    ActionEntry("help", "&Help", "&Help", "Ctrl+F1", "helping.show_here",
          "Open the help pages"),
    ActionEntry("shortcuts", "&Help", "&Keyboard Shortcuts", "F1", "helping.show_shortcuts",
          "List all actions and their keys"),
    ActionEntry("about", "&Help", "&About Outpace", "Shift+F1", "helping.show_about",
          "Show version and licence"),
)
# fmt: on

TOOLS = {"freeze": "Freeze", "mark": "Mark", "snapshot": "Snapshot", "overlay": "Overlay"}
"""Actions that are icons in the toolbar, with their names."""
VIEWS = {"booth": "Booth", "report": "Report"}
"""Actions that are icons with words where there is room."""
MENU = ("library", "copy", "export", "import", "compare", "settings", "theme", "full_screen")
"""Actions in the menu at the toolbar's end."""
RUN_TEXTS = {"start": "Run…", "again": "Run Again", "stop": "Stop"}


class Actions:
    """The window's QActions by key, and the menus that contain them."""

    def __init__(self, window: QWidget, bar: QMenuBar, entries: Sequence[ActionEntry | str] = ENTRIES) -> None:
        self.menus: dict[str, QMenu] = {}
        self._entries = {entry.key: entry for entry in entries if isinstance(entry, ActionEntry)}
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
        """Connect each action to its command, a method of the controller."""
        for key, entry in self._entries.items():
            do = _command(entry, controller)
            if entry.checkable and not entry.group:
                self._by_key[key].toggled.connect(do)
            else:
                self._by_key[key].triggered.connect(lambda _on=False, do=do: do())

    def enable(self, needs: Condition, enabled: bool) -> None:
        """Enable or disable all actions with this precondition."""
        for key, entry in self._entries.items():
            if entry.needs == needs:
                self._by_key[key].setEnabled(enabled)

    def show(self, key: str, visible: bool) -> None:
        """Show or hide an action; hiding it also disables its shortcut."""
        if self._by_key[key].isVisible() != visible:
            self._by_key[key].setVisible(visible)

    def check(self, key: str, checked: bool) -> None:
        """Set the checked state of an action without executing it."""
        action = self._by_key[key]
        blocked = action.blockSignals(True)
        action.setChecked(checked)
        action.blockSignals(blocked)
        # The action's buttons are updated by its `changed` signal, which was blocked.
        action.setText(action.text())

    def _add(self, entry: ActionEntry, window: QWidget) -> QAction:
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


def _command(entry: ActionEntry, controller: object) -> Callable[..., object]:
    find = attrgetter(entry.command)
    return lambda *state: find(controller)(*entry.arguments, *state)
