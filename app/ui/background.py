"""Work that takes long, off the window's thread."""

import contextlib
import logging
from collections.abc import Callable

from PySide6.QtCore import QObject, QRunnable, QThreadPool, Signal, SignalInstance

from app.ui.texts import tr

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
            self._send(self.failed, str(error))
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
