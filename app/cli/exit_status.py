# SPDX-License-Identifier: Apache-2.0
"""The exit statuses of all commands, as `outpace --help` lists them."""

import json
import sys
from collections.abc import Mapping, Sequence
from enum import IntEnum
from typing import TypeVar, overload

import msgspec

from app.model.messages import NO_OTHER_WORDING, Sentence, sentence


class ExitStatus(IntEnum):
    """What a script may decide by."""

    DONE = 0
    INVALID = 1
    FAILED = 2


class LimitStatus(IntEnum):
    """The same of a command that is given limits: of several the worst, 1 before 2 before 0."""

    MET = 0
    NOT_MET = 1
    UNDECIDED = 2
    FAILED = 3


LIMIT_OPTIONS = ("--limit", "--compare-baseline", "--junit")
"""Options of a run that give it the statuses of `outpace compare`."""

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
    """What a command line that can't be understood ends with: 2 means something else where there are limits."""
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
    """Prints what went wrong to standard error; the status to end with. wording: of a workload with other words.

    controlled: a window started us, which shows the message in its own language: as a JSON object it is the last line
    of standard output (app.control.link.last_message).
    """
    if isinstance(message, str):
        message = Sentence(text=message)
    print(sentence(message, wording=wording), file=sys.stderr)
    if controlled:
        print(json.dumps(msgspec.to_builtins(message)), flush=True)  # ASCII, whatever a pipe's encoding is
    return status
