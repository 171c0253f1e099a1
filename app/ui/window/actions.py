"""Everything that a person can do in the window, as data: each entry is a menu item with a shortcut; and the time
ranges that it offers."""

from collections.abc import Iterable
from dataclasses import dataclass

from PySide6.QtGui import QAction, QActionGroup, QKeySequence
from PySide6.QtWidgets import QMenu, QMenuBar, QWidget

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


@dataclass(frozen=True, slots=True)
class Entry:
    """One action. group: entries of one group exclude each other. hint: what the status bar and the tool tip say."""

    key: str
    menu: str
    text: str
    shortcut: str
    hint: str
    checkable: bool = False
    group: str = ""


SEPARATOR = "-"

ENTRIES: tuple[Entry | str, ...] = (
    Entry("open", "&File", "&Open…", "Ctrl+O", "Open a recorded or a growing session"),
    Entry("library", "&File", "Session Li&brary", "Ctrl+B", "Find, open, name, compare and delete recorded sessions"),
    Entry("folder", "&File", "Sessions &Folder", "Ctrl+Shift+O", "Show the folder of recorded sessions"),
    SEPARATOR,
    Entry("snapshot", "&File", "&Snapshot…", "Ctrl+S", "Keep what is recorded so far, and this view of it, as a file"),
    Entry("copy", "&File", "&Copy Image", "Ctrl+Shift+C", "Copy a picture of the window to the clipboard"),
    Entry("export", "&File", "&Export…", "Ctrl+E", "Write the figures as JSON, CSV or a Performance Monitor log"),
    Entry("report", "&File", "&Report…", "Ctrl+R", "Write a report of this session, or of several"),
    SEPARATOR,
    Entry("import", "&File", "&Import Results…", "Ctrl+Shift+M", "Make a session of results and logs from elsewhere"),
    Entry("join", "&File", "&Join Sessions…", "Ctrl+J", "Make one session of systems that ran one at a time"),
    Entry("compare", "&File", "Co&mpare Sessions…", "Ctrl+Shift+P", "Show several sessions side by side, or overlaid"),
    SEPARATOR,
    Entry("close", "&File", "C&lose Session", "Ctrl+W", "Close the session; a run goes on only if you say so"),
    Entry("quit", "&File", "&Quit", "Ctrl+Q", "Close the window"),
    Entry("undo", "&Edit", "&Undo", "Ctrl+Z", "Take back what was deleted or changed last"),
    Entry("redo", "&Edit", "&Redo", "Ctrl+Shift+Z", "Do again what was taken back"),
    SEPARATOR,
    Entry("search", "&Edit", "Search &Commands…", "Ctrl+K", "Find any command by its name, and do it"),
    Entry("settings", "&Edit", "&Settings…", "Ctrl+,", "Language, theme, folders, the stand's screen"),
    Entry("new", "&Run", "&New Scenario…", "Ctrl+Shift+N", "Say what is compared: systems, workload, plan"),
    Entry("edit", "&Run", "&Edit a Scenario…", "Ctrl+Shift+E", "Change a scenario file; its comments are kept"),
    SEPARATOR,
    Entry("check", "&Run", "&Check…", "Ctrl+Shift+K", "Check the systems of a scenario; nothing is changed by it"),
    Entry("build", "&Run", "&Build…", "Ctrl+Shift+B", "Build the databases of a scenario, or go on building them"),
    Entry("start", "&Run", "Start a Compa&rison…", "Ctrl+N", "Run a scenario: a built-in one, or one of your own"),
    Entry("drives", "&Run", "Compare Two &Drives…", "Ctrl+D", "Read and write on two drives at rising queue depths"),
    Entry("stop", "&Run", "&Stop", "Ctrl+.", "Stop the run and keep what is recorded"),
    Entry("more_users", "&Run", "&More Users", "Ctrl+Up", "Add a user to every system"),
    Entry("fewer_users", "&Run", "&Fewer Users", "Ctrl+Down", "Take a user from every system"),
    SEPARATOR,
    Entry("play", "&Run", "&Play or Pause", "Space", "Play the recording, or pause it"),
    Entry("slower", "&Run", "S&lower", "[", "Halve the speed of the replay"),
    Entry("faster", "&Run", "Fas&ter", "]", "Double the speed of the replay"),
    Entry("back", "&Run", "B&ack 10 s", "Alt+Shift+Left", "Go back 10 seconds in the recording"),
    Entry("forward", "&Run", "For&ward 10 s", "Alt+Shift+Right", "Go forward 10 seconds in the recording"),
    Entry("to_start", "&Run", "To t&he Start", "Ctrl+Home", "Go to the common start"),
    Entry("to_end", "&Run", "T&o the End", "Ctrl+End", "Go to the end of the recording"),
    Entry("freeze", "&View", "&Freeze", "Ctrl+F", "Hold the view; recording goes on", checkable=True),
    Entry("overlay", "&View", "&Overlay", "O", "Draw the systems in one chart", checkable=True),
    Entry("log", "&View", "&Logarithmic Scale", "L", "Draw the charts on a logarithmic scale", checkable=True),
    Entry("highlight", "&View", "&Highlight", "Ctrl+H", "Highlight the counter selected in the table", checkable=True),
    SEPARATOR,
    Entry("counters", "&View", "&Counters…", "Ctrl+I", "Choose the counters in the charts and in the table"),
    Entry("scale", "&View", "&Scale…", "Ctrl+L", "The factor that the selected counter is drawn with"),
    Entry("remove", "&View", "&Remove Counter", "Del", "Remove the selected counter from the table and the charts"),
    Entry("reset", "&View", "&Default Counters", "Ctrl+Shift+I", "Show the counters that a new window shows"),
    SEPARATOR,
    Entry("checks", "&View", "Ch&ecks before the Run", "Ctrl+Shift+J", "Show what was checked before the run", True),
    Entry("ranking", "&View", "Ta&bles by I/O", "Ctrl+Shift+T", "Show which tables and indexes caused the I/O", True),
    Entry("differences", "&View", "&What Differs…", "Ctrl+Shift+D", "Show how the sessions of a comparison differ"),
    Entry("levels", "&View", "Load Le&vels", "Ctrl+Shift+L", "Show the figures of each step against the load", True),
    SEPARATOR,
    Entry("sidebar", "&View", "S&ide Bar", "F9", "Show the systems, the plan and the events", checkable=True),
    Entry("table", "&View", "Counter &Table", "F8", "Show the counter table", checkable=True),
    Entry("theme", "&View", "Dar&k or Light Theme", "Ctrl+T", "Dark colours, or light ones"),
    Entry("full_screen", "&View", "F&ull Screen", "Ctrl+F11", "Fill the screen", checkable=True),
    *(
        Entry(
            f"span {number}",
            "&Time",
            text,
            f"Ctrl+{number}",
            "The time that charts, headline and table show",
            True,
            "spans",
        )
        for number, (text, _) in enumerate(SPANS_S, 1)
    ),
    SEPARATOR,
    Entry("zoom_in", "&Time", "Zoom &In", "Ctrl++", "Show a shorter time"),
    Entry("zoom_out", "&Time", "Zoom O&ut", "Ctrl+-", "Show a longer time"),
    Entry("earlier", "&Time", "E&arlier", "Alt+Left", "Move the view to earlier times"),
    Entry("later", "&Time", "&Later", "Alt+Right", "Move the view to later times"),
    Entry("booth", "&Stand", "&Booth View", "F11", "Show the systems full screen, for people three metres away", True),
    Entry("countdown", "&Stand", "Start the &Live Run", "F5", "Count down, and start all systems together"),
    Entry("attract", "&Stand", "&Attract Loop…", "Shift+F11", "Play recorded sessions until somebody comes"),
    Entry("help", "&Help", "&Help", "Ctrl+F1", "How things are done, page by page"),
    Entry("shortcuts", "&Help", "&Keyboard Shortcuts", "F1", "Every action and its keys"),
    Entry("about", "&Help", "&About Outpace", "Shift+F1", "Version and licence"),
)

OF_A_SESSION = (
    "snapshot", "copy", "export", "close", "freeze", "overlay", "log", "highlight", "counters", "scale", "remove",
    "reset", "checks", "ranking", "differences", "levels", "zoom_in", "zoom_out", "earlier", "later",
)  # fmt: skip
"""What needs a session."""

OF_A_RECORDING = ("play", "slower", "faster", "back", "forward", "to_start", "to_end")
"""What needs a session that nobody is recording any more."""

OF_A_RUN = ("stop", "more_users", "fewer_users")
"""What needs a running engine."""


class Actions:
    """The window's QActions by key, and its menus."""

    def __init__(self, window: QWidget, bar: QMenuBar, entries: Iterable[Entry | str] = ENTRIES) -> None:
        self.menus: dict[str, QMenu] = {}
        self._by_key: dict[str, QAction] = {}
        self._groups: dict[str, QActionGroup] = {}
        menu: QMenu | None = None
        for entry in entries:
            if isinstance(entry, str):
                if menu is not None:
                    menu.addSeparator()
                continue
            menu = self.menus.get(entry.menu) or self.menus.setdefault(entry.menu, bar.addMenu(tr(entry.menu)))
            menu.addAction(self._made(entry, window))

    def __getitem__(self, key: str) -> QAction:
        return self._by_key[key]

    def __iter__(self) -> Iterable[QAction]:
        return iter(self._by_key.values())

    def enable(self, enabled: bool, *keys: str) -> None:
        """Enables or disables several actions."""
        for key in keys:
            self._by_key[key].setEnabled(enabled)

    def check(self, key: str, checked: bool) -> None:
        """Shows an action as on or off without doing it."""
        action = self._by_key[key]
        blocked = action.blockSignals(True)
        action.setChecked(checked)
        action.blockSignals(blocked)
        # Buttons of the action look at `changed`, which was held back.
        action.setText(action.text())

    def _made(self, entry: Entry, window: QWidget) -> QAction:
        action = QAction(tr(entry.text), window)
        action.setObjectName(entry.key)
        action.setCheckable(entry.checkable)
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
