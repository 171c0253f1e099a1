# SPDX-License-Identifier: Apache-2.0
"""Search for a password: in files of any kind, and in the arguments, environment and open files of processes.

A search without findings proves something only if it can find passwords: tests/security/test_secrets.py hides one in
every form.
"""

import base64
import contextlib
import functools
import html
import json
import os
import re
import sqlite3
import threading
import time
import urllib.parse
import zipfile
import zlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from io import BytesIO
from pathlib import Path

import psutil

_ZLIB = re.compile(rb"\x78[\x01\x5e\x9c\xda]")
_BASE64 = re.compile(rb"[A-Za-z0-9+/]{48,}={0,2}")
_LARGEST = 64 << 20
DEPTH = 4
"""Maximum depth of nested containers: a stream in a picture in a page in an archive."""


@functools.cache
def forms(secret: str) -> Mapping[str, bytes]:
    """Return the encodings of a secret, by name, from which it could be read."""
    plain = secret.encode()
    found = {
        "plain": plain,
        "UTF-16 LE": secret.encode("utf-16-le"),
        "UTF-16 BE": secret.encode("utf-16-be"),
        "Latin-1": secret.encode("latin-1", "replace"),
        "hexadecimal": plain.hex().encode(),
        "URL": urllib.parse.quote(secret, safe="").encode(),
        "URL's path": urllib.parse.quote(secret).encode(),
        "form": urllib.parse.quote_plus(secret, safe="").encode(),
        "URL, small letters": urllib.parse.quote(secret, safe="").lower().encode(),
        "JSON": json.dumps(secret)[1:-1].encode(),
        "HTML": html.escape(secret).encode(),
        "ODBC": secret.replace("}", "}}").encode(),
        "Python": repr(secret)[1:-1].encode(),
        "SQL": secret.replace("'", "''").encode(),
    }
    for shift in range(3):
        # These characters do not depend on the preceding bytes: only the groups of four that encode the secret alone.
        coded = base64.b64encode(b"\0" * shift + plain)
        found[f"Base64 ({shift})"] = coded[4 if shift else 0 : (shift + len(plain)) // 3 * 4]
    return found


def contents(data: bytes, depth: int = DEPTH) -> Iterator[bytes]:
    """Return the bytes and everything packed in them.

    Covers members of archives, compressed streams (of a PDF, a PNG, a blob), Base64 strings (pictures in a page), and
    rows of a database.
    """
    yield data
    if depth == 0:
        return
    inner: list[bytes] = []
    if data.startswith(b"PK\3\4"):
        with contextlib.suppress(zipfile.BadZipFile), zipfile.ZipFile(BytesIO(data)) as archive:
            inner += [archive.read(name) for name in archive.namelist()]
    for start in _ZLIB.finditer(data):
        with contextlib.suppress(zlib.error):
            if unpacked := zlib.decompressobj().decompress(data[start.start() :], _LARGEST):
                inner.append(unpacked)
    for text in _BASE64.findall(data):
        with contextlib.suppress(ValueError):
            inner.append(base64.b64decode(text + b"=" * (-len(text) % 4)))
    for one in inner:
        yield from contents(one, depth - 1)


def rows(path: Path) -> Iterator[bytes]:
    """Return every value in an SQLite file and its write-ahead log, because long values are split across pages."""
    with contextlib.closing(sqlite3.connect(f"file:{urllib.parse.quote(str(path))}?mode=ro", uri=True)) as database:
        tables = [name for (name,) in database.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]
        for table in tables:
            for row in database.execute(f'SELECT * FROM "{table}"'):
                for value in row:
                    if isinstance(value, str | bytes):
                        yield value.encode() if isinstance(value, str) else value


def found_in(data: bytes, secrets: Iterable[str]) -> set[str]:
    """Return the encodings in which any of the secrets occurs."""
    wanted = _wanted(tuple(secrets))
    return {name for piece in contents(data) for name, form in wanted if form in piece}


@functools.cache
def _wanted(secrets: tuple[str, ...]) -> list[tuple[str, bytes]]:
    """Return every encoding of each secret, with its name."""
    found = [(name, form) for secret in secrets for name, form in forms(secret).items()]
    assert all(len(form) >= 8 for _, form in found), "too short to be sure"
    return found


def searched(folders: Iterable[Path], secrets: Iterable[str]) -> tuple[int, list[str]]:
    """Search folders or files; return the number of files, and a description of each place where a secret occurs."""
    secrets = list(secrets)
    count, places = 0, []
    for folder in folders:
        for path in sorted([folder, *folder.rglob("*")]):
            places += [f"{path} (its name)" for secret in secrets if secret in path.name]
            if path.is_symlink() or not path.is_file():
                continue
            count += 1
            data = path.read_bytes()
            places += [f"{path} ({form})" for form in sorted(found_in(data, secrets))]
            if data.startswith(b"SQLite format 3\0"):
                for value in rows(path):
                    places += [f"{path} (a row, {form})" for form in found_in(value, secrets)]
    return count, places


@dataclass
class Processes:
    """Observer of every process that has a mark in its environment and starts while the context is entered.

    It searches their arguments, environment, and unnamed open files.
    """

    mark: str
    """Mark in the environment, as NAME=value."""
    secrets: list[str]
    every_s: float = 0.05
    names: dict[int, str] = field(default_factory=dict)
    """Command lines of the observed processes, by process ID."""
    places: set[str] = field(default_factory=set)
    """Places where secrets were found."""
    given: set[int] = field(default_factory=set)
    """Processes to whose environment the test passed the secret."""

    _begun: set[tuple[int, bytes, bytes]] = field(default_factory=set, repr=False)
    """Process ID, command line and environment of each process."""
    _searched: set[bytes] = field(default_factory=set, repr=False)
    _read: set[tuple[int, int, int, int]] = field(default_factory=set, repr=False)
    """Unnamed files: device, number, size, and modification time."""
    _others: set[int] = field(default_factory=set, repr=False)
    """Processes that already existed."""

    def __enter__(self) -> "Processes":
        self._others.update(psutil.pids())
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._look_on, daemon=True)
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self._thread.join()
        # A child that has not yet executed its program is a copy of its parent, including the command line.
        own = {(command, environment) for pid, command, environment in self._begun if pid in self.given}
        for pid, command, environment in self._begun:
            if pid not in self.given and (command, environment) not in own:
                self._search(f"environment of {_text(command)}", environment)

    def _look_on(self) -> None:
        spent_s = 0.0
        # Use a twentieth of a core, unless a pass takes so long that children could end unseen.
        while not self._over.wait(max(self.every_s, min(19 * spent_s, 0.2))):
            began_s = time.thread_time()
            there = set(psutil.pids())
            self._others &= there
            for pid in there - self._others:
                with contextlib.suppress(OSError):
                    self._look(Path(f"/proc/{pid}"), pid)
            spent_s = time.thread_time() - began_s

    def _look(self, folder: Path, pid: int) -> None:
        command = (folder / "cmdline").read_bytes()
        environment = (folder / "environ").read_bytes()
        if self.mark.encode() not in environment.split(b"\0"):
            return
        if (folder / "cmdline").read_bytes() != command:
            return  # it has just executed its own program, and may be seen with the environment of its parent
        self.names[pid] = _text(command)
        self._search(f"command line of {self.names[pid]}", command)
        self._begun.add((pid, command, environment))
        for one in (folder / "fd").iterdir():
            with contextlib.suppress(OSError):
                target = os.readlink(one)
                self._search(f"name of an open file of {self.names[pid]}", os.fsencode(target))
                if not target.endswith(" (deleted)") or not target.startswith("/"):
                    continue
                found = one.stat()
                version = (found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns)
                if found.st_size < _LARGEST and version not in self._read:
                    self._search(f"{target} of {self.names[pid]}", one.read_bytes())
                    self._read.add(version)

    def _search(self, place: str, data: bytes) -> None:
        if data in self._searched:
            return
        self._searched.add(data)
        if found := found_in(data, self.secrets):
            self.places.add(f"{place} ({', '.join(sorted(found))})")


def _text(command: bytes) -> str:
    return command.replace(b"\0", b" ").decode("utf-8", "replace")


def private_environment(folder: Path, mark: Mapping[str, str]) -> dict[str, str]:
    """Return an environment whose user and temporary folders are all below this folder."""
    names = {
        "HOME": "", "TMPDIR": "tmp", "XDG_CONFIG_HOME": "config", "XDG_DATA_HOME": "data", "XDG_STATE_HOME": "state",
        "XDG_CACHE_HOME": "cache", "XDG_RUNTIME_DIR": "run",
    }  # fmt: skip
    for name in names.values():
        (folder / name).mkdir(mode=0o700, parents=True, exist_ok=True)
    own = {variable: str(folder / name) for variable, name in names.items()}
    return {**os.environ, **own, **mark}
