"""What goes wrong with a session, in words for a person."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import apsw
import msgspec

from app.model.errors import OutpaceError, phrase
from app.model.messages import Sentence


class SessionError(OutpaceError):
    """The message says what happened, with which file, and what to do."""


@contextmanager
def damage_named(path: Path) -> Iterator[None]:
    """Turns whatever a damaged or vanished file can raise while it is read into a SessionError that names it."""
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
    except (apsw.Error, msgspec.MsgspecError, ArithmeticError, LookupError, ValueError, TypeError) as error:
        raise damaged(path, "{reason}", reason=" ".join(str(error).split())[:200]) from error
    except (RecursionError, MemoryError) as error:
        raise damaged(path, "{reason}", reason=type(error).__name__) from error


def damaged(path: Path, text: str | Sentence, /, **values: object) -> SessionError:
    """The error for a file that can't be read as what it says it is."""
    what = text if isinstance(text, Sentence) else phrase(text, **values)
    return SessionError(
        "{path} is damaged or was cut off ({what}). Take another copy of it; Outpace has not changed the file.",
        path=path,
        what=what,
    )
