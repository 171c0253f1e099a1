"""Files that an export makes: never over an existing one, least of all over the session itself."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO

from app.session.errors import SessionError


@contextmanager
def new_text_file(path: Path) -> Iterator[TextIO]:
    """A new UTF-8 file whose line ends are written as given. Raises SessionError where it exists or can't be made; a
    file that could not be finished is removed."""
    try:
        file = path.open("x", encoding="utf-8", newline="")
    except FileExistsError as error:
        raise SessionError(f"{path} already exists. Choose another name, or delete it first.") from error
    except OSError as error:
        raise SessionError(f"{path} can't be made ({error.strerror}). Choose another place.") from error
    try:
        with file:
            yield file
    except OSError as error:
        path.unlink(missing_ok=True)
        raise SessionError(
            f"{path} can't be written ({error.strerror}). Make room, or choose another place."
        ) from error
    except BaseException:
        path.unlink(missing_ok=True)
        raise
