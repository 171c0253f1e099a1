"""The way to the terminal: standard output and error, in which nothing that a stranger wrote is obeyed."""

import contextlib
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
    out, errors = (cast("TextIO", VisibleOutput(stream)) for stream in (sys.stdout, sys.stderr))
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(errors):
        yield


def raw_output(out: TextIO) -> TextIO:
    """The output that controls can be written to."""
    return out.raw if isinstance(out, VisibleOutput) else out
