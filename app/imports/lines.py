"""The lines of a text file from elsewhere, whatever wrote it: streamed, so that a huge file takes no memory.

Encodings: a byte order mark decides (UTF-8, UTF-16); then zero bytes at every other place (UTF-16 without a mark, as
typeperf's redirected output is); then UTF-8; what is none is taken for Windows-1252, which older tools write.
"""

import hashlib
import io
from collections.abc import Iterator
from pathlib import Path

from app.imports.errors import wrong

LONGEST_LINE = 1 << 20
"""Characters. A performance log of 10,000 counters has lines of 0.3 MB; a file without line ends is no log."""
SNIFFED_BYTES = 1 << 16
CHUNK_CHARACTERS = 1 << 16

Line = tuple[int, str]
"""Its number, from 1, and its text without the line end."""


def lines_of(path: Path) -> Iterator[Line]:
    """The lines that are not empty. Raises ImportedFileError where the file is missing, empty or no text."""
    encoding = encoding_of(path)
    try:
        with path.open("r", encoding=encoding, newline=None) as file:
            yield from _lines(path, file, encoding)
    except OSError as error:
        raise wrong(path, f"can't be read: {error.strerror or error}") from None


def encoding_of(path: Path) -> str:
    """The encoding that the file's beginning tells. Raises ImportedFileError."""
    try:
        with path.open("rb") as file:
            begin = file.read(SNIFFED_BYTES)
    except FileNotFoundError:
        raise wrong(path, "there is no such file") from None
    except OSError as error:
        raise wrong(path, f"can't be read: {error.strerror or error}") from None
    if not begin.strip():
        raise wrong(path, "the file is empty")
    if begin.startswith((b"\xff\xfe", b"\xfe\xff")):
        return "utf-16"
    if begin.startswith(b"\xef\xbb\xbf"):
        return "utf-8-sig"
    if b"\0" in begin:
        pairs = len(begin) // 2
        for encoding, zeros in (("utf-16-le", begin[1::2]), ("utf-16-be", begin[::2])):
            if zeros.count(0) > 0.9 * pairs:
                return encoding
        raise wrong(path, "this is no text file")
    return "utf-8" if _is_utf_8(path) else "cp1252"


def digest_of(path: Path) -> str:
    """SHA-256 of the file's bytes, hexadecimal."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _is_utf_8(path: Path) -> bool:
    """Whether the whole file is: a name with an umlaut may first come in its last line."""
    try:
        with path.open("r", encoding="utf-8") as file:
            while file.read(CHUNK_CHARACTERS):
                pass
    except UnicodeDecodeError:
        return False
    return True


def _lines(path: Path, file: io.TextIOWrapper, encoding: str) -> Iterator[Line]:
    number = 0
    while True:
        number += 1
        try:
            text = file.readline(LONGEST_LINE + 1)
        except UnicodeDecodeError:
            raise wrong(path, f"is no valid {encoding} text here; save it as UTF-8", line=number) from None
        if not text:
            return
        if len(text) > LONGEST_LINE:
            raise wrong(path, "the line is longer than a million characters: this is no log", line=number)
        if "\0" in text:
            raise wrong(path, "there are zero bytes here: the file is damaged or cut off", line=number)
        if text.strip():
            yield number, text.rstrip("\r\n")
