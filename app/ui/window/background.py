# SPDX-License-Identifier: Apache-2.0
"""Long work off the window's thread, and the part of a dialog that shows its progress and stops it."""

import logging
from collections import deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from PySide6.QtCore import QCoreApplication, QObject, Qt, QThread, Signal, SignalInstance
from PySide6.QtWidgets import QLabel, QProgressBar, QVBoxLayout, QWidget
from shiboken6 import isValid

from app.imports.source import ImportedFileError
from app.model.messages import Sentence
from app.session.session_error import SessionError
from app.ui.workbench.localised_figures import error_text, message_text
from widgets.translation import tr

log = logging.getLogger(__name__)


class Worker:
    """A thread that executes one piece of work after the other.

    Its owner may be deleted at any time: pending work is then dropped, the current one ends on its own, and nothing
    waits for it. With `low` it has a low priority where supported.
    """

    def __init__(self, owner: QObject, *, low: bool = False) -> None:
        self._low = low
        self._pool: ThreadPoolExecutor | None = None
        owner.destroyed.connect(self.leave)

    def do(self, work: Callable[[], None]) -> None:
        """Queue a piece of work; the thread starts with the first one."""
        if self._pool is None:
            self._pool = ThreadPoolExecutor(1, "window's work", _give_way if self._low else None)
        self._pool.submit(work)

    def leave(self) -> None:
        """Drop the pending work."""
        self._end(wait=False)

    def finish(self) -> None:
        """Drop the pending work, and wait for the current one."""
        self._end(wait=True)

    def _end(self, *, wait: bool) -> None:
        pool, self._pool = self._pool, None
        if pool is not None:
            pool.shutdown(wait=wait, cancel_futures=True)


def _give_way() -> None:
    """Lower the priority of the current thread."""
    QThread.currentThread().setPriority(QThread.Priority.LowPriority)


class _Messenger(QObject):
    """Delivers calls from threads to the window's thread, in order.

    It belongs to the application and outlives every thread: a thread that used an object of a window could access it
    while it is being deleted, which crashes Qt.
    """

    _arrived = Signal()

    def __init__(self, application: QObject) -> None:
        super().__init__(application)
        self._sent: deque[Callable[[], None]] = deque()
        self._arrived.connect(self._deliver, Qt.ConnectionType.QueuedConnection)

    def send(self, do: Callable[[], None]) -> None:
        """Queue a call; may be used in any thread."""
        self._sent.append(do)
        self._arrived.emit()

    def _deliver(self) -> None:
        """Execute a queued call in the window's thread."""
        self._sent.popleft()()


def _messenger() -> _Messenger:
    """Return the messenger; call it in the window's thread."""
    application = QCoreApplication.instance()
    assert application is not None
    return application.findChild(_Messenger) or _Messenger(application)


class Task(QObject):
    """A piece of work.

    Exactly one of `done` (its result) and `failed` (a text for people) is emitted, once, and then the task is deleted;
    nothing is emitted after its parent is deleted.

    Attributes:
        progressed: Values that the work reported.
    """

    progressed = Signal(object)
    done = Signal(object)
    failed = Signal(str)

    def __init__(self, work: Callable[[], object], errors: tuple[type[Exception], ...], parent: QObject) -> None:
        """Create the task; `errors` have texts for people, any other exception is logged and reported briefly."""
        super().__init__(parent)
        self._work = work
        self._errors = errors
        self._messenger = _messenger()

    def start(self, worker: Worker | None = None) -> None:
        """Start the work, by default at once in a thread of its own."""
        (worker or Worker(self)).do(self._run)

    def progress(self, value: object) -> None:
        """Report progress; called by the work in its thread."""
        self._send(lambda: self.progressed.emit(value))

    def _run(self) -> None:
        """Run the work in its thread."""
        try:
            result = self._work()
        except self._errors as error:
            self._fail(error_text(error))
        except Exception as error:
            log.exception("a task of the window failed")
            self._fail(tr("{name}: {error}. The log has the details.").format(name=type(error).__name__, error=error))
        else:
            self._send(lambda: self._end(self.done, result))

    def _send(self, do: Callable[[], None]) -> None:
        """Send a call from the thread, which is skipped in the window's thread if the task was deleted."""
        self._messenger.send(lambda: do() if isValid(self) else None)

    def _fail(self, text: str) -> None:
        self._send(lambda: self._end(self.failed, text))

    def _end(self, signal: SignalInstance, value: object) -> None:
        self.deleteLater()
        signal.emit(value)


STEPS = 1000
Progress = Callable[[float | Sentence], None]
"""Receives the finished share of the work, 0 to 1, or its current step."""


class StoppedError(Exception):
    """The user requested an end."""


class Underway(QWidget):
    """A message and a progress bar.

    Attributes:
        begun: The work begins: the dialog's fields are disabled until `over`.
        over: The work is over.
        done: Result of the work.
        stopped: It was ended by `stop`, without a result.
    """

    begun = Signal()
    over = Signal()
    done = Signal(object)
    stopped = Signal()

    def __init__(self, parent: QWidget | None = None, *, wording: Callable[[str], str] = str) -> None:
        """Create the widget; `wording` adapts error texts to its dialog."""
        super().__init__(parent)
        self.busy = False
        self._wording = wording
        self.stopping = False
        self._message = QLabel()
        self._message.setObjectName("problem")
        self._message.setWordWrap(True)
        self._message.setTextFormat(Qt.TextFormat.PlainText)
        self.step = QLabel()
        self.step.setObjectName("dim")
        self.step.setTextFormat(Qt.TextFormat.PlainText)
        self.step.hide()
        self.bar = QProgressBar()
        self.bar.setTextVisible(False)
        self.bar.hide()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        for widget in (self._message, self.step, self.bar):
            column.addWidget(widget)
        self.say("")

    @property
    def text(self) -> str:
        """Error, or missing input; "" if there is no problem."""
        return self._message.text()

    def say(self, text: str) -> None:
        """Show an error."""
        self._show(text, "problem")

    def hint(self, text: str) -> None:
        """Show what is still missing."""
        self._show(text, "dim")

    def _show(self, text: str, name: str) -> None:
        if self._message.objectName() != name:
            self._message.setObjectName(name)
            self._message.style().polish(self._message)
        self._message.setText(text)
        self._message.setVisible(bool(text))

    def begin(self, work: Callable[[Progress], object]) -> None:
        """Execute work off the window's thread."""
        self.say("")
        self.busy, self.stopping = True, False
        self.bar.setRange(0, 0)
        self.bar.show()
        self.begun.emit()

        def progress(done: float | Sentence) -> None:
            """Report progress, in the work's thread."""
            if self.stopping:
                raise StoppedError
            task.progress(done)

        task = Task(lambda: work(progress), (ImportedFileError, SessionError, OSError, StoppedError), self)
        task.progressed.connect(self._show_progress)
        task.done.connect(self._finish)
        task.failed.connect(self._fail)
        task.start()

    def stop(self) -> None:
        """End the work at the next opportunity."""
        self.stopping = True

    def _show_progress(self, done: float | Sentence) -> None:
        if isinstance(done, Sentence):
            self.step.setText(message_text(done))
            self.step.show()
        else:
            self.bar.setRange(0, STEPS)
            self.bar.setValue(round(done * STEPS))

    def _finish(self, result: object) -> None:
        self._end()
        self.done.emit(result)

    def _fail(self, text: str) -> None:
        self._end()
        if self.stopping:
            self.stopped.emit()
        else:
            self.say(self._wording(text))

    def _end(self) -> None:
        self.busy = False
        self.bar.hide()
        self.step.hide()
        self.over.emit()
