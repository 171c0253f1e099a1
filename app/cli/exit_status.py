"""The exit statuses of all commands, as `outpace --help` lists them."""

import sys
from enum import IntEnum


class ExitStatus(IntEnum):
    """What a script may decide by."""

    DONE = 0
    INVALID = 1
    FAILED = 2


HELP = """\
exit status:
  0  done; a run: valid, a check: nothing failed
  1  done, with another end: the run is not valid, a check failed, or it was cancelled
  2  could not be done: a mistake in what was typed or in a file, a server or a disk that refuses
"""


def failure(text: str, status: ExitStatus = ExitStatus.FAILED) -> ExitStatus:
    """Prints what went wrong to standard error; the status to end with."""
    print(text, file=sys.stderr)
    return status
