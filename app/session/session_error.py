"""What goes wrong with a session, in words for a person."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import apsw
import msgspec


class SessionError(Exception):
    """The message says what happened, with which file, and what to do."""


@contextmanager
def damage_named(path: Path) -> Iterator[None]:
    """Turns whatever a damaged or vanished file can raise while it is read into a SessionError that names it."""
    try:
        yield
    except SessionError:
        raise
    except apsw.BusyError as error:
        raise SessionError(f"{path} is locked by another program just now. Try again.") from error
    except (apsw.CantOpenError, OSError) as error:
        raise SessionError(
            f"{path} can't be opened ({error}). If it was moved from where it was recorded, take its -wal file along; "
            "if its folder is read-only, copy both to a folder of yours."
        ) from error
    except (apsw.Error, msgspec.MsgspecError, ArithmeticError, LookupError, ValueError, TypeError) as error:
        raise damaged(path, str(error)) from error
    except (RecursionError, MemoryError) as error:
        raise damaged(path, type(error).__name__) from error


def damaged(path: Path, what: str) -> SessionError:
    """The error for a file that can't be read as what it says it is."""
    what = " ".join(what.split())[:200]
    return SessionError(
        f"{path} is damaged or was cut off ({what}). Take another copy of it; Outpace has not changed the file."
    )
