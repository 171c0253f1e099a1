"""What goes wrong with a file from elsewhere."""

from pathlib import Path


class ImportedFileError(Exception):
    """A file that can't be taken in, or a wish that can't be met. The message is for people: file, line, what to do."""


def wrong(path: Path, text: str, *, line: int | None = None) -> ImportedFileError:
    """The error of a file: "night.csv, line 12: ..."."""
    place = f"{path.name}, line {line}" if line is not None else path.name
    return ImportedFileError(f"{place}: {text}")
