# SPDX-License-Identifier: Apache-2.0
"""Exit statuses of all commands, as listed by `outpace --help`."""

import json
import sys
from collections.abc import Mapping, Sequence
from enum import IntEnum
from typing import TypeVar, overload

import msgspec

from app.model.messages import NO_OTHER_WORDING, Sentence, sentence


class ExitStatus(IntEnum):
    """Exit status of a command, for scripts."""

    DONE = 0
    INVALID = 1
    FAILED = 2


class LimitStatus(IntEnum):
    """Exit status of a command with limits, determined by the worst outcome: 1, then 2, then 0."""

    MET = 0
    NOT_MET = 1
    UNDECIDED = 2
    FAILED = 3


LIMIT_OPTIONS = ("--limit", "--compare-baseline", "--junit")
"""Options with which a run has the exit statuses of `outpace compare`."""

HELP = """\
exit status:
  0  done; a run: valid and to its end, a check: nothing failed
  1  done, with another end: the run is not valid or was stopped before its end, a check failed, or it was cancelled
  2  could not be done: a mistake in what was typed or in a file, a server or a disk that refuses
of compare, and of run with --limit or --compare-baseline:
  0  every limit is met (or there is none)
  1  a limit is not met, or the run is not valid or was stopped before its end
  2  undecided: a limit lies within the interval, or there are fewer than 3 valid repeats
  3  could not be done, as 2 above
"""

Status = TypeVar("Status", ExitStatus, LimitStatus)


def failed_status(arguments: Sequence[str]) -> ExitStatus | LimitStatus:
    """Return the exit status for an invalid command line, which is not 2 for commands with limits."""
    limits = list(arguments[:1]) == ["compare"] or any(one.startswith(LIMIT_OPTIONS) for one in arguments)
    return LimitStatus.FAILED if limits else ExitStatus.FAILED


@overload
def failure(
    message: str | Sentence, *, controlled: bool = False, wording: Mapping[str, str] = NO_OTHER_WORDING
) -> ExitStatus: ...
@overload
def failure(
    message: str | Sentence, status: Status, *, controlled: bool = False, wording: Mapping[str, str] = NO_OTHER_WORDING
) -> Status: ...
def failure(
    message: str | Sentence,
    status: ExitStatus | LimitStatus = ExitStatus.FAILED,
    *,
    controlled: bool = False,
    wording: Mapping[str, str] = NO_OTHER_WORDING,
) -> ExitStatus | LimitStatus:
    """Print an error to standard error and return the exit status.

    Args:
        message: Message to print.
        status: Status to return.
        controlled: Whether a window started the process and shows the message in the window's language. If so, the
            message is also printed as a JSON object in the last line of standard output
            (app.control.link.last_message).
        wording: Replacements for message templates, in the workload's terms.
    """
    if isinstance(message, str):
        message = Sentence(text=message)
    print(sentence(message, wording=wording), file=sys.stderr)
    if controlled:
        print(json.dumps(msgspec.to_builtins(message)), flush=True)  # ASCII, for any encoding of a pipe
    return status
