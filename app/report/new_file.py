"""Files that an export makes: never over an existing one, least of all over the session itself."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import TextIO, TypeVar

from app.session.errors import SessionError

File = TypeVar("File", bound=AbstractContextManager[object])


@contextmanager
def new_text_file(path: Path) -> Iterator[TextIO]:
    """A new UTF-8 file whose line ends are written as given. Raises SessionError where it exists or can't be made; a
    file that could not be finished is removed."""
    with _new(path, lambda: path.open("x", encoding="utf-8", newline="")) as file:
        yield file


def write_new_file(path: Path, data: bytes) -> None:
    """A new file of these bytes. Raises SessionError as `new_text_file` does."""
    with _new(path, lambda: path.open("xb")) as file:
        file.write(data)


@contextmanager
def _new(path: Path, opened: Callable[[], File]) -> Iterator[File]:
    try:
        file = opened()
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
