# SPDX-License-Identifier: Apache-2.0
"""The way to the terminal: standard output and error, in which nothing that a stranger wrote is obeyed."""

import contextlib
import signal
import sys
from collections.abc import Iterator
from typing import TextIO, cast

from app.model.visible_text import visible


class VisibleOutput:
    """A text output whose controls stand as their escapes. `raw`: the output itself, for who draws with controls."""

    def __init__(self, raw: TextIO) -> None:
        self.raw = raw

    def __getattr__(self, name: str) -> object:
        return getattr(self.raw, name)

    def write(self, text: str) -> int:
        """As of any text file; the length is that of the text given."""
        self.raw.write(visible(text))
        return len(text)


@contextlib.contextmanager
def visible_output() -> Iterator[None]:
    """While it lasts everything that is printed goes through `visible`."""
    with contextlib.redirect_stdout(_visible(sys.stdout)), contextlib.redirect_stderr(_visible(sys.stderr)):
        yield


def _visible(stream: TextIO | None) -> TextIO | None:
    # A program of the start menu has no output on Windows.
    return cast("TextIO", VisibleOutput(stream)) if stream is not None else None


def raw_output(out: TextIO) -> TextIO:
    """The output that controls can be written to."""
    return out.raw if isinstance(out, VisibleOutput) else out


def ends_of_terminal() -> list[signal.Signals]:
    """The signals by which a process hears that its terminal closes: SIGHUP, unless nohup has it ignored; on Windows
    SIGBREAK, which its console's closing, a log-off and a shutdown come as."""
    if sys.platform == "win32":
        return [signal.SIGBREAK]
    else:
        return [] if signal.getsignal(signal.SIGHUP) is signal.SIG_IGN else [signal.SIGHUP]
