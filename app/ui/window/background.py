# SPDX-License-Identifier: Apache-2.0
"""Background work, and a widget that shows its progress in a dialog."""

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


class BackgroundThread:
    """Background thread that executes work items one at a time.

    If its owner is deleted, pending work is dropped; the current item is finished, but nothing waits for it. If `low`
    is true, the thread runs at low priority where supported.
    """

    def __init__(self, owner: QObject, *, low: bool = False) -> None:
        self._low = low
        self._pool: ThreadPoolExecutor | None = None
        owner.destroyed.connect(self.leave)

    def do(self, work: Callable[[], None]) -> None:
        """Queue a work item; the thread starts with the first one."""
        if self._pool is None:
            self._pool = ThreadPoolExecutor(1, "window's work", _give_way if self._low else None)
        self._pool.submit(work)

    def leave(self) -> None:
        """Drop pending work."""
        self._end(wait=False)

    def finish(self) -> None:
        """Drop pending work and wait for the current item."""
        self._end(wait=True)

    def _end(self, *, wait: bool) -> None:
        pool, self._pool = self._pool, None
        if pool is not None:
            pool.shutdown(wait=wait, cancel_futures=True)


def _give_way() -> None:
    """Lower the priority of the current thread."""
    QThread.currentThread().setPriority(QThread.Priority.LowPriority)


class _Messenger(QObject):
    """Delivers calls from threads to the GUI thread, in order.

    It belongs to the application and outlives all threads. An object owned by a window would not do: a thread could
    access it while it is being deleted, which crashes Qt.
    """

    _arrived = Signal()

    def __init__(self, application: QObject) -> None:
        super().__init__(application)
        self._sent: deque[Callable[[], None]] = deque()
        self._arrived.connect(self._deliver, Qt.ConnectionType.QueuedConnection)

    def send(self, do: Callable[[], None]) -> None:
        """Queue a call; safe to call from any thread."""
        self._sent.append(do)
        self._arrived.emit()

    def _deliver(self) -> None:
        """Execute a queued call in the GUI thread."""
        self._sent.popleft()()


def _messenger() -> _Messenger:
    """Return the messenger; call this in the GUI thread."""
    application = QCoreApplication.instance()
    assert application is not None
    return application.findChild(_Messenger) or _Messenger(application)


class Task(QObject):
    """A single background operation.

    Emits exactly one of `done` (its result) and `failed` (a message for the user), once; then the task is deleted.
    Nothing is emitted after its parent has been deleted.

    Attributes:
        progressed: Progress value reported by the work.
    """

    progressed = Signal(object)
    done = Signal(object)
    failed = Signal(str)

    def __init__(self, work: Callable[[], object], errors: tuple[type[Exception], ...], parent: QObject) -> None:
        """Create the task; `errors` carry messages for the user; others are logged and reported in general terms."""
        super().__init__(parent)
        self._work = work
        self._errors = errors
        self._messenger = _messenger()

    def start(self, worker: BackgroundThread | None = None) -> None:
        """Start the work, by default in a new thread."""
        (worker or BackgroundThread(self)).do(self._run)

    def progress(self, value: object) -> None:
        """Report progress; the work calls this from its thread."""
        self._send(lambda: self.progressed.emit(value))

    def _run(self) -> None:
        """Run the work; called in its thread."""
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
        """Queue a call for the GUI thread; it is skipped if the task has been deleted by then."""
        self._messenger.send(lambda: do() if isValid(self) else None)

    def _fail(self, text: str) -> None:
        self._send(lambda: self._end(self.failed, text))

    def _end(self, signal: SignalInstance, value: object) -> None:
        self.deleteLater()
        signal.emit(value)


STEPS = 1000
Progress = Callable[[float | Sentence], None]
"""Function that receives the completed share of the work, 0 to 1, or a description of the current step."""


class WorkCanceledError(Exception):
    """The user canceled the work."""


class Underway(QWidget):
    """Error message and progress bar of background work.

    Attributes:
        begun: The work started; the dialog's fields are disabled until `over`.
        over: The work ended.
        done: The work succeeded; carries its result.
        stopped: The work was canceled, without a result.
    """

    begun = Signal()
    over = Signal()
    done = Signal(object)
    stopped = Signal()

    def __init__(self, parent: QWidget | None = None, *, wording: Callable[[str], str] = str) -> None:
        """Create the widget; `wording` adapts error messages to the dialog."""
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
        """Error message or hint about missing input; "" if absent."""
        return self._message.text()

    def say(self, text: str) -> None:
        """Show an error."""
        self._show(text, "problem")

    def hint(self, text: str) -> None:
        """Show which input is still missing."""
        self._show(text, "dim")

    def _show(self, text: str, name: str) -> None:
        if self._message.objectName() != name:
            self._message.setObjectName(name)
            self._message.style().polish(self._message)
        self._message.setText(text)
        self._message.setVisible(bool(text))

    def begin(self, work: Callable[[Progress], object]) -> None:
        """Execute work in the background."""
        self.say("")
        self.busy, self.stopping = True, False
        self.bar.setRange(0, 0)
        self.bar.show()
        self.begun.emit()

        def progress(done: float | Sentence) -> None:
            """Report progress; called in the work's thread."""
            if self.stopping:
                raise WorkCanceledError
            task.progress(done)

        task = Task(lambda: work(progress), (ImportedFileError, SessionError, OSError, WorkCanceledError), self)
        task.progressed.connect(self._show_progress)
        task.done.connect(self._finish)
        task.failed.connect(self._fail)
        task.start()

    def stop(self) -> None:
        """Cancel the work at its next progress report."""
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
