# SPDX-License-Identifier: Apache-2.0
"""Run a target on inputs and record failures.

Failures are exceptions other than expected rejections, and excessive time or memory.
"""

import contextlib
import re
import signal
import sys
import time
import traceback
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from app.model.errors import OutpaceError
from tests.fuzz.targets import Target, cleared

LONGEST_S = 2.0
"""Limit of the processor time per input, in seconds."""
HANGS_S = 20.0
"""Seconds after which an input is aborted."""
MOST_MIB = 500
LONGEST_REFUSAL = 8_000
_OF_A_PROGRAM = re.compile(r"\[Errno|object at 0x|Traceback|NoneType|Expecting value")


class HangsError(BaseException):
    """An input was aborted. This is a BaseException, so that the readers' error handling does not catch it."""


@dataclass(slots=True)
class Found:
    """Results of a target's inputs.

    Attributes:
        failures: input number, failure, and the input itself.
    """

    target: str
    inputs: int = 0
    refused: int = 0
    longest_s: float = 0.0
    failures: list[tuple[int, str, bytes]] = field(default_factory=list)


def fuzzed(target: Target, folder: Path, seed: int, first: int, count: int) -> Found:
    """Run the inputs from number `first` on, in a private folder; they depend only on the seed."""
    found = Found(target.name)
    for number in range(first, first + count):
        data = next(target.inputs(Random(f"{seed} {target.name} {number}")))
        before_mib, begin_s = _peak_mib(), time.process_time()
        wrong = ""
        try:
            with _broken_off():
                target.read(data, cleared(folder))
        except target.refusals as error:
            found.refused += 1
            wrong = _bad_refusal(error) if isinstance(error, OutpaceError) else ""
        except (Exception, HangsError):  # noqa: BLE001 - whatever it is, it is what is looked for
            wrong = traceback.format_exc()
        taken_s, grown_mib = time.process_time() - begin_s, _peak_mib() - before_mib
        found.inputs += 1
        found.longest_s = max(found.longest_s, taken_s)
        if not wrong and taken_s > LONGEST_S:
            wrong = f"{taken_s:.1f} s of processor time"
        if not wrong and grown_mib > MOST_MIB:
            wrong = f"{grown_mib:.0f} MiB"
        if wrong:
            found.failures.append((number, wrong, data))
    return found


def _bad_refusal(error: BaseException) -> str:
    """Return why a rejection's message is unsuitable for users, or "" if it is suitable."""
    text = str(error)
    if not text.strip() or len(text) > LONGEST_REFUSAL:
        return f"a refusal of {len(text)} characters: {text[:200]}"
    return f"a refusal in a program's words: {text[:200]}" if _OF_A_PROGRAM.search(text) else ""


@contextlib.contextmanager
def _broken_off() -> Iterator[None]:
    if sys.platform == "win32":
        yield
        return

    def hangs(*_: object) -> None:
        raise HangsError

    before = signal.signal(signal.SIGVTALRM, hangs)
    signal.setitimer(signal.ITIMER_VIRTUAL, HANGS_S)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def _peak_mib() -> float:
    """Return the peak resident memory of this process so far."""
    if sys.platform == "win32":
        return 0.0
    import resource  # noqa: PLC0415 - not on Windows

    used = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return used / 2**20 if sys.platform == "darwin" else used / 1024
