"""The exit statuses of all commands, as `outpace --help` lists them."""

import json
import sys
from enum import IntEnum

import msgspec

from app.model.messages import Sentence, sentence


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


def failure(message: str | Sentence, status: ExitStatus = ExitStatus.FAILED, *, controlled: bool = False) -> ExitStatus:
    """Prints what went wrong to standard error; the status to end with.

    controlled: a window started us, which shows the message in its own language: as a JSON object it is the last line
    of standard output (app.control.link.last_message).
    """
    if isinstance(message, str):
        message = Sentence(text=message)
    print(sentence(message), file=sys.stderr)
    if controlled:
        print(json.dumps(msgspec.to_builtins(message)), flush=True)  # ASCII, whatever a pipe's encoding is
    return status
