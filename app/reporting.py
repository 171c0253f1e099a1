"""`outpace report`: the report of sessions as files, with a line for each step."""

import sys
from collections.abc import Sequence
from pathlib import Path

from app.report.writing import Outputs, write_reports
from app.session.errors import SessionError

WRITTEN, FAILED = 0, 2


def report(sessions: Sequence[Path], outputs: Outputs, *, anonymous: bool) -> int:
    """0, or 2 with the reason."""
    application: object = None
    try:
        if outputs.pdf is not None or outputs.png is not None:
            application = _painting()
        write_reports(sessions, outputs, anonymous=anonymous, progress=_tell)
    except SessionError as error:
        return _said(str(error))
    except OSError as error:
        return _said(f"{error.filename or 'The report'}: {error.strerror or error}")
    finally:
        del application
    return WRITTEN


def _tell(text: str, done: int, total: int) -> None:
    print(f"[{done}/{total}] {text}", file=sys.stderr, flush=True)


def _said(text: str) -> int:
    print(text, file=sys.stderr)
    return FAILED


def _painting() -> object:
    """Qt's application, without which no text can be painted; to be kept. On Linux it needs no display."""
    from PySide6.QtGui import QGuiApplication  # noqa: PLC0415 - only where a page is painted

    platform = ["-platform", "offscreen"] if sys.platform.startswith("linux") else []
    return QGuiApplication.instance() or QGuiApplication(["outpace", *platform])
