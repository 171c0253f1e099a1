# SPDX-License-Identifier: Apache-2.0
"""Errors related to sessions, with messages for users."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import apsw
import msgspec

from app.model.errors import OutpaceError, phrase
from app.model.messages import Sentence

log = logging.getLogger(__name__)


class SessionError(OutpaceError):
    """A problem with a session; the message contains what happened, to which file, and a remedy."""


class SessionMovedError(SessionError):
    """The recorded file is no longer at its path, because it was removed, renamed or replaced."""


@contextmanager
def damage_named(path: Path) -> Iterator[None]:
    """Convert errors from reading a damaged or missing file to a SessionError that names the file."""
    try:
        yield
    except SessionError:
        raise
    except apsw.BusyError as error:
        raise SessionError("{path} is locked by another program just now. Try again.", path=path) from error
    except (apsw.CantOpenError, OSError) as error:
        raise SessionError(
            "{path} can't be opened ({reason}). If it was moved from where it was recorded, take its -wal file along; "
            "if its folder is read-only, copy both to a folder of yours.",
            path=path,
            reason=error,
        ) from error
    except _CONTENTS as error:
        raise _damaged_by(error, path) from error


@contextmanager
def contents_named(path: Path) -> Iterator[None]:
    """Convert errors caused by impossible figures or texts in a session to a SessionError.

    Errors of other files are not converted.
    """
    try:
        yield
    except SessionError:
        raise
    except _CONTENTS as error:
        raise _damaged_by(error, path) from error


_CONTENTS = (
    *(apsw.Error, msgspec.MsgspecError, ArithmeticError, LookupError, ValueError, TypeError),
    *(RecursionError, MemoryError),
)


def _damaged_by(error: BaseException, path: Path) -> SessionError:
    # An error can quote a whole value from the file, which would be too long for a log.
    log.warning("%s can't be used: %.500s", path, error, exc_info=error if len(str(error)) < 10_000 else None)
    if isinstance(error, RecursionError):
        return damaged(path, "its values are nested too deeply")
    if isinstance(error, MemoryError):
        return damaged(path, "it needs more memory than there is")
    return damaged(path, "{reason}", reason=" ".join(str(error).split())[:200])


def damaged(path: Path, text: str | Sentence, /, **values: object) -> SessionError:
    """Return the error for a file with invalid contents."""
    what = text if isinstance(text, Sentence) else phrase(text, **values)
    return SessionError(
        "{path} is damaged or was cut off ({what}). Take another copy of it; Outpace has not changed the file.",
        path=path,
        what=what,
    )
