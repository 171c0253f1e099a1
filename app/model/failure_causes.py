# SPDX-License-Identifier: Apache-2.0
"""Causes of stopped systems as text, with one phrase for each kind of failure, independent of the engine."""

import re

from app.model.messages import Sentence

NO_ANSWER = Sentence(text="no answer")
"""Cause of calls that hang without an error."""
CALLS_FAIL = Sentence(text="its calls fail")
"""Cause if no phrase matches."""

_DISK_FULL = Sentence(text="disk full")
_QUOTA = Sentence(text="disk quota used up")
_LOG_FULL = Sentence(text="transaction log full")
_READ_ONLY = Sentence(text="read-only")
_IO_ERROR = Sentence(text="I/O error")
_GONE = Sentence(text="its device is gone")
_DAMAGED = Sentence(text="damaged data")
_WRONG = Sentence(text="wrong data")
_REFUSED = Sentence(text="connection refused")
_LOST = Sentence(text="connection lost")
_IDLE = Sentence(text="the server ended idle sessions")
_STOPPING = Sentence(text="its server is shutting down")
_STARTING = Sentence(text="its server is starting")
_TOO_MANY = Sentence(text="too many connections")
_LOGIN = Sentence(text="login failed")
_TIMEOUT = Sentence(text="timeout")
_LOCKED = Sentence(text="waiting for locks")
_MEMORY = Sentence(text="out of memory")
_MISSING = Sentence(text="its database is missing")
_NO_RIGHTS = Sentence(text="access denied")

_OF_SORT: dict[str, Sentence] = {
    "disk full": _DISK_FULL,
    "quota": _QUOTA,
    "log full": _LOG_FULL,
    "read-only": _READ_ONLY,
    "read only": _READ_ONLY,
    "I/O error": _IO_ERROR,
    "short I/O": _IO_ERROR,
    "device gone": _GONE,
    "damaged": _DAMAGED,
    "damaged data": _DAMAGED,
    "wrong data": _WRONG,
    "refused": _REFUSED,
    "connection lost": _LOST,
    "commands out of sync": _LOST,
    "idle timeout": _IDLE,
    "server shutting down": _STOPPING,
    "server starting": _STARTING,
    "database in restore": _STARTING,
    "too many connections": _TOO_MANY,
    "login failed": _LOGIN,
    "timeout": _TIMEOUT,
    "query timeout": _TIMEOUT,
    "no answer": NO_ANSWER,
    "busy": _LOCKED,
    "deadlock": _LOCKED,
    "lock timeout": _LOCKED,
    "serialization failure": _LOCKED,
    "out of memory": _MEMORY,
    "unknown database": _MISSING,
    "no such object": _MISSING,
    "no rights": _NO_RIGHTS,
    "EACCES": _NO_RIGHTS,
    "EDQUOT": _QUOTA,
}
"""Phrases by the kinds of failures that app.databases and app.workloads report."""
_OF_TEXT: tuple[tuple[str, Sentence], ...] = (
    (r"quota", _QUOTA),
    (r"no space left|disk is full|disk full|out of disk|not enough space|table .* is full", _DISK_FULL),
    (r"read[- ]only", _READ_ONLY),
    (r"starting up|not yet accepting|in recovery|is starting", _STARTING),
    (r"shutting down|shutdown|administrator command", _STOPPING),
    (r"too many (clients|connections)|remaining connection slots", _TOO_MANY),
    (r"password|authentication|login", _LOGIN),
    (r"refused|nothing listens|no such file|can't connect|cannot connect", _REFUSED),
    (r"timed? ?out|timeout|does not answer|no route|unreachable", NO_ANSWER),
    (r"reset|closed|gone away|lost connection|broken pipe|terminat|end of file|\beof\b", _LOST),
    (r"input/output error|i/o error|could not (read|write|fsync|extend)", _IO_ERROR),
    (r"permission|access (is )?denied", _NO_RIGHTS),
)
"""Phrases by patterns in the error's text, for kinds that name only the error's origin, and to distinguish quotas from
full disks.
"""
_VAGUE = re.compile(r"connect|internal error|can't open|error .*|\w*Error|\w*Exception")
"""Kinds of failures that are less specific than the error's text."""


def plain_cause(sort: str, text: str = "") -> Sentence:
    """Return the phrase for failed calls, given their kind and text as recorded by `OperationErrors`."""
    known = _OF_SORT.get(sort)
    if known is not None and known not in (_DISK_FULL, _IO_ERROR):
        return known
    words = text.lower()
    said = (phrase for pattern, phrase in _OF_TEXT if re.search(pattern, words))
    if known is not None:
        first = next(said, known)
        return first if first in (_QUOTA, _DISK_FULL, _READ_ONLY) else known
    if _VAGUE.fullmatch(sort):
        return next(said, _LOST if sort == "connect" else CALLS_FAIL)
    return CALLS_FAIL
