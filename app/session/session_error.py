# SPDX-License-Identifier: Apache-2.0
"""Errors of sessions, with messages for users."""

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
    """Error with a session; the message says what happened, with which file, and what to do."""


class SessionMovedError(SessionError):
    """The recorded file is no longer at its path: it was removed, renamed or replaced."""


@contextmanager
def damage_named(path: Path) -> Iterator[None]:
    """Convert the errors of reading a damaged or missing file to a SessionError that names it."""
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
    """Convert the errors caused by impossible figures and texts of a session to a SessionError.

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
    # An error can quote a whole value of the file, which is too long for a log.
    log.warning("%s can't be used: %.500s", path, error, exc_info=error if len(str(error)) < 10_000 else None)
    if isinstance(error, RecursionError):
        return damaged(path, "its values are nested too deeply")
    if isinstance(error, MemoryError):
        return damaged(path, "it needs more memory than there is")
    return damaged(path, "{reason}", reason=" ".join(str(error).split())[:200])


def damaged(path: Path, text: str | Sentence, /, **values: object) -> SessionError:
    """Return the error for a file whose contents are invalid."""
    what = text if isinstance(text, Sentence) else phrase(text, **values)
    return SessionError(
        "{path} is damaged or was cut off ({what}). Take another copy of it; Outpace has not changed the file.",
        path=path,
        what=what,
    )
