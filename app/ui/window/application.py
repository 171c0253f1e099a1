# SPDX-License-Identifier: Apache-2.0
"""Start of the application: the window's frame appears immediately, everything else follows after the first paint."""

import ctypes
import gc
import logging
import sys
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QTimer, QTimerEvent, Signal
from PySide6.QtGui import QFileOpenEvent, QGuiApplication, QIcon
from PySide6.QtWidgets import QApplication

import resources
from app.model.private_log import FORMAT, PrivateLog
from app.ui.start.run_request import StartRequest
from app.ui.window.languages import chosen_locale, speak
from app.ui.window.main_window import MainWindow
from app.ui.window.state import StateStore, default_log_path, default_state_path
from app.ui.window.theme import chosen_theme, show_theme
from widgets.fonts import apply_font
from widgets.translation import tr

if TYPE_CHECKING:
    from app.ui.start.running_engine import Starter
    from app.ui.window.session_controller import SessionController

log = logging.getLogger(__name__)

ICONS = Path(resources.__file__).parent / "icons"
PAUSE_MS = 20
ICON_SIZES = (16, 32, 48, 128, 256)


def run_window(open_path: Path | None = None, start: StartRequest | None = None, booth: tuple[str, ...] = ()) -> int:
    """Show the workbench until it is closed, and return an exit status.

    On request, also open a session, start a run, or show sessions and scenarios in the booth view.
    """
    log_path = _write_log()
    app = application()
    store = StateStore(default_state_path())
    speak(app, chosen_locale(store))
    window = WorkbenchWindow(store, open_path, start, booth=booth)
    _report_unexpected(window, log_path)
    if isinstance(app, Application):
        app.file_opened.connect(window.open)
    if booth:
        show_booth_first(window)
    else:
        window.shell.show()
    return app.exec()


def show_booth_first(window: "WorkbenchWindow") -> None:
    """Show the booth view before the workbench, so that visitors never see the latter.

    With a second screen, the workbench follows on the operator's. Otherwise it stays minimized until it is needed.
    """
    controller = window.furnish()
    booth = controller.booth.window
    if booth is None or len(QGuiApplication.screens()) > 1:
        window.shell.show()
    else:
        window.shell.showMinimized()
    if booth is not None:
        booth.raise_()
        booth.activateWindow()


def application() -> QApplication:
    """Return the process's QApplication, created if needed."""
    running = QApplication.instance()
    if sys.platform == "win32":
        # Otherwise, the taskbar groups the windows under Python and shows its icon.
        ctypes.windll.shell32.SetCurrentProcessExplicitAppUserModelID("Outpace.Workbench")
    app = running if isinstance(running, QApplication) else Application(sys.argv[:1])
    app.setApplicationName("Outpace")
    app.setDesktopFileName("Outpace")
    apply_font(app)
    if app.findChild(GarbageCollection) is None:
        GarbageCollection(app)
    return app


class Application(QApplication):
    """Application that handles open requests from the macOS Finder, which are not passed on the command line."""

    file_opened = Signal(Path)

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QFileOpenEvent) and event.file():
            self.file_opened.emit(Path(event.file()))
            return True
        return super().event(event)


class GarbageCollection(QObject):
    """Runs Python's cyclic garbage collector only in the GUI thread.

    By default, the interpreter collects in any thread that creates an object, which deletes Qt objects outside their
    thread, where Qt hangs or crashes. The youngest generation is collected every second if it exceeds the interpreter's
    threshold; all generations are collected every ten minutes.
    """

    INTERVAL_MS = 1000
    OLDEST = 60

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        gc.disable()
        gc.set_threshold(*gc.get_threshold()[:2], self.OLDEST)
        self.startTimer(self.INTERVAL_MS)

    def timerEvent(self, _event: QTimerEvent) -> None:
        for generation, (count, most) in reversed([*enumerate(zip(gc.get_count(), gc.get_threshold(), strict=True))]):
            if count > most:
                gc.collect(generation)
                return


def program_icon() -> QIcon:
    """Return the program's icon; its files are loaded when it is first painted."""
    icon = QIcon()
    for size in ICON_SIZES:
        icon.addFile(str(ICONS / f"outpace-{size}.png"))
    return icon


class WorkbenchWindow:
    """A workbench window: the frame appears immediately, the session controller is created after the first paint."""

    def __init__(
        self,
        store: StateStore,
        open_path: Path | None = None,
        start: StartRequest | None = None,
        *,
        booth: tuple[str, ...] = (),
        starter: "Starter | None" = None,
    ) -> None:
        """Create the window; `booth` lists sessions and scenarios for the booth view, and `starter` starts engines."""
        self._starter = starter
        self._open_path = open_path
        self._start = start
        self._booth = booth
        self._store = store
        self._cancelled = False
        show_theme(application(), chosen_theme(store))
        self.shell = MainWindow(store)
        application().setWindowIcon(program_icon())
        if open_path is not None:
            self.shell.show_opening(tr("Opening {name}…").format(name=open_path.stem))
        elif start is not None:
            self.shell.show_opening(tr("Starting the comparison…"))
        self.shell.opening.cancelled.connect(self._cancel)
        self.controller: SessionController | None = None
        self.shell.painted.connect(self.furnish)

    def furnish(self) -> "SessionController":
        """Load what sessions need (numpy, charts, SQLite), then do what the window was started for."""
        if self.controller is None:
            self.controller = self._new_controller()
            if self._open_path is None and self._start is None:
                self.controller.begin(None, None, self._booth)
            else:  # after handling input that was received during the imports
                QTimer.singleShot(PAUSE_MS, self.controller, self._begin)
        return self.controller

    def open(self, path: Path) -> None:
        """Show this session on request from a file manager, even while the program is still starting."""
        if self.controller is not None:
            self.controller.open(path)
        else:
            self._open_path = path
            self.shell.show_opening(tr("Opening {name}…").format(name=path.stem))

    def _new_controller(self) -> "SessionController":
        """Return the controller, created after the window is visible because its imports take half a second."""
        from app.ui.window.session_controller import SessionController  # noqa: PLC0415 - see above

        return SessionController(self.shell, self._store, self._starter)

    def _begin(self) -> None:
        if self.controller is not None and not self._cancelled:
            self.controller.begin(self._open_path, self._start, self._booth)

    def _cancel(self) -> None:
        self._cancelled = True
        if self.controller is not None:
            self.controller.close_session()


def _write_log() -> Path:
    path = default_log_path()
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handler: logging.Handler = PrivateLog(path, most_bytes=1 << 20, kept=2)
    except OSError:
        handler = logging.StreamHandler()
        handler.setFormatter(logging.Formatter(FORMAT))
    logging.getLogger().addHandler(handler)
    logging.getLogger().setLevel(logging.INFO)
    return path


def _report_unexpected(window: WorkbenchWindow, log_path: Path) -> None:
    """Log unexpected errors with their tracebacks, and report each to the user in one line."""

    def report(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        log.critical("unexpected", exc_info=(kind, error, trace))
        window.shell.notice.say(
            tr(
                "Something went wrong in the window ({name}). A run that is recording is not affected. "
                "The details are in {log_path}."
            ).format(name=kind.__name__, log_path=log_path)
        )

    sys.excepthook = report
