"""Work that takes long, off the window's thread; and the part of a dialog that shows how far such work is and stops
it."""

import contextlib
import logging
from collections.abc import Callable

from PySide6.QtCore import QObject, QRunnable, Qt, QThreadPool, Signal, SignalInstance
from PySide6.QtWidgets import QLabel, QProgressBar, QVBoxLayout, QWidget

from app.imports.source import ImportedFileError
from app.session.session_error import SessionError
from app.ui.workbench.localised_figures import error_text
from widgets.translation import tr

log = logging.getLogger(__name__)


class Task(QObject):
    """One piece of work. Exactly one of `done` (its result) and `failed` (a text for a person) is sent, once."""

    done = Signal(object)
    failed = Signal(str)

    def __init__(self, work: Callable[[], object], errors: tuple[type[Exception], ...], parent: QObject) -> None:
        """errors: exceptions whose text is meant for a person; any other is logged and named shortly."""
        super().__init__(parent)
        self._work = work
        self._errors = errors

    def start(self, pool: QThreadPool | None = None) -> None:
        """Begins in the pool."""
        (pool or QThreadPool.globalInstance()).start(_Runnable(self._run))

    def _run(self) -> None:
        try:
            result = self._work()
        except self._errors as error:
            self._send(self.failed, error_text(error))
        except Exception as error:
            log.exception("a task of the window failed")
            self._send(
                self.failed,
                tr("{name}: {error}. The log has the details.").format(name=type(error).__name__, error=error),
            )
        else:
            self._send(self.done, result)

    def _send(self, signal: SignalInstance, value: object) -> None:
        """Sends what came of it, unless the window was closed meanwhile: then nobody waits any more."""
        with contextlib.suppress(RuntimeError):
            signal.emit(value)


class _Runnable(QRunnable):
    def __init__(self, run: Callable[[], None]) -> None:
        super().__init__()
        self._run = run

    def run(self) -> None:
        self._run()


STEPS = 1000


class StoppedError(Exception):
    """The person asked for it."""


class Underway(QWidget):
    """A message and a bar. begun, over: the dialog's fields rest in between. done: with what was made. stopped: nothing
    was made, as asked."""

    begun = Signal()
    over = Signal()
    done = Signal(object)
    stopped = Signal()
    _progress = Signal(float)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.busy = False
        self._stopping = False
        self._message = QLabel()
        self._message.setObjectName("problem")
        self._message.setWordWrap(True)
        self._message.setTextFormat(Qt.TextFormat.PlainText)
        self.bar = QProgressBar()
        self.bar.setRange(0, STEPS)
        self.bar.setTextVisible(False)
        self.bar.hide()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self._message)
        column.addWidget(self.bar)
        self._progress.connect(lambda share: self.bar.setValue(round(share * STEPS)))
        self.say("")

    @property
    def text(self) -> str:
        """What went wrong, or what is missing; "" where nothing is."""
        return self._message.text()

    def say(self, text: str) -> None:
        """Says what is wrong."""
        self._show(text, "problem")

    def hint(self, text: str) -> None:
        """Says what is still missing."""
        self._show(text, "dim")

    def _show(self, text: str, name: str) -> None:
        if self._message.objectName() != name:
            self._message.setObjectName(name)
            self._message.style().polish(self._message)
        self._message.setText(text)
        self._message.setVisible(bool(text))

    def begin(self, work: Callable[[Callable[[float], None]], object]) -> None:
        """Does it off the window's thread. work: takes a function that it tells the share that is done, 0 to 1."""
        self.say("")
        self.busy, self._stopping = True, False
        self.bar.setValue(0)
        self.bar.show()
        self.begun.emit()
        task = Task(lambda: work(self._tell), (ImportedFileError, SessionError, OSError, StoppedError), self)
        task.done.connect(self._finish)
        task.failed.connect(self._fail)
        for signal in (task.done, task.failed):
            signal.connect(task.deleteLater)
        task.start()

    def stop(self) -> None:
        """Ends it at the next opportunity."""
        self._stopping = True

    def _tell(self, share: float) -> None:
        """Called by the work, in its thread."""
        if self._stopping:
            raise StoppedError
        self._progress.emit(share)

    def _finish(self, result: object) -> None:
        self._end()
        self.done.emit(result)

    def _fail(self, text: str) -> None:
        self._end()
        if self._stopping:
            self.stopped.emit()
        else:
            self.say(text)

    def _end(self) -> None:
        self.busy = False
        self.bar.hide()
        self.over.emit()
