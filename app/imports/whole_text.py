"""A text from elsewhere that can't be taken line by line: JSON and XML, of limited size."""

from pathlib import Path

from app.imports.errors import wrong
from app.imports.lines import encoding_of, lines_of

LARGEST = 1 << 26
"""Bytes. fio and diskspd write a few kilobytes a run, some megabytes with every second's figures."""


def whole_text(path: Path, largest: int = LARGEST) -> list[str]:
    """All lines, the empty ones too: line n is the entry n - 1. Raises ImportedFileError, also of a larger file."""
    encoding_of(path)  # tells what is missing, empty or no text
    if path.stat().st_size > largest:
        raise wrong(path, f"larger than {largest >> 20} MiB: import the runs in parts")
    lines: list[str] = []
    for number, text in lines_of(path):
        lines += [""] * (number - len(lines) - 1)
        lines.append(text)
    return lines
