# SPDX-License-Identifier: Apache-2.0
"""Standard output and error with escaped control characters, so that untrusted text cannot control the terminal."""

import contextlib
import signal
import sys
from collections.abc import Iterator
from typing import TextIO, cast

from app.model.visible_text import visible


class VisibleOutput:
    """Text output that escapes control characters; `raw` is the underlying output, for drawing."""

    def __init__(self, raw: TextIO) -> None:
        self.raw = raw

    def __getattr__(self, name: str) -> object:
        return getattr(self.raw, name)

    def write(self, text: str) -> int:
        """Write a text with escapes; return the length of the original text."""
        self.raw.write(visible(text))
        return len(text)


@contextlib.contextmanager
def visible_output() -> Iterator[None]:
    """Escape everything printed within the `with` block."""
    with contextlib.redirect_stdout(_visible(sys.stdout)), contextlib.redirect_stderr(_visible(sys.stderr)):
        yield


def _visible(stream: TextIO | None) -> TextIO | None:
    # Programs started from the Windows start menu have no output.
    return cast("TextIO", VisibleOutput(stream)) if stream is not None else None


def raw_output(out: TextIO) -> TextIO:
    """Return the underlying output, to which control characters can be written."""
    return out.raw if isinstance(out, VisibleOutput) else out


def ends_of_terminal() -> list[signal.Signals]:
    """Return the signals that announce the closing of the terminal.

    They are SIGHUP, unless it is ignored by nohup, and on Windows SIGBREAK, which is sent when the console closes, at
    log-off and at shutdown.
    """
    if sys.platform == "win32":
        return [signal.SIGBREAK]
    else:
        return [] if signal.getsignal(signal.SIGHUP) is signal.SIG_IGN else [signal.SIGHUP]
