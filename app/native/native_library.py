# SPDX-License-Identifier: Apache-2.0
"""The library of native/*.c: where it lies, of which sources it must be, and loading it through ctypes.

The standard library alone: packaging/native.py builds by it before anything is installed.
"""

import ctypes
import hashlib
import os
import platform
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

INTERFACE = 2
"""OUTPACE_INTERFACE of native/outpace.h."""
CHOICE = "OUTPACE_DRIVER"
"""The environment variable: "python" keeps to the driver in Python; "native", or nothing, takes the native one where it
is."""
MARK = b"outpace sources "
"""Stands in the library's file before the hash of its sources."""

_ROOM = Path(__file__).resolve().parent
LIBRARIES = _ROOM / "lib"
"""Of all platforms, each by its own name; built, and not in git."""

ENDINGS = {"windows": "dll", "macos": "dylib"}
SYSTEMS = {"darwin": "macos"}
MACHINES = {"amd64": "x86_64", "arm64": "aarch64"}

Lack = Literal["chosen", "unknown choice", "not built", "other sources", "other interface", "not loadable"]


@dataclass(frozen=True, slots=True)
class Absent:
    """That there is no native library, and why. detail: the choice that is not known, or the system's own words."""

    lack: Lack
    detail: str = ""


@dataclass(frozen=True, slots=True)
class NativeLibrary:
    """Loaded, and of the sources that lie beside it."""

    path: Path
    interface: int
    _waiting: ctypes.CDLL = field(repr=False)
    _quick: ctypes.CDLL = field(repr=False)

    @property
    def name(self) -> str:
        """As sessions record it."""
        return f"native {self.interface}"

    def function(self, name: str, result: Any, *arguments: Any, quick: bool = False) -> Callable[..., Any]:
        """An exported function, its types as ctypes has them.

        quick: it returns within a microsecond and never waits for a thread of Python's; then the interpreter's lock is
        kept, which among many busy threads takes 5 ms to come back. Otherwise other threads run meanwhile.
        """
        found = (self._quick if quick else self._waiting)[name]
        found.restype, found.argtypes = result, list(arguments)
        return found

    @staticmethod
    def load(environment: Mapping[str, str] = os.environ, libraries: Path = LIBRARIES) -> "NativeLibrary | Absent":
        """What this process can drive load with. Loading it again costs nothing."""
        choice = environment.get(CHOICE, "")
        if choice == "python":
            return Absent("chosen")
        if choice not in ("", "native"):
            return Absent("unknown choice", choice)
        path = libraries / library_name()
        if not path.exists():
            return Absent("not built")
        if not is_of(path, source_hash()):  # not even loaded: its functions may be others
            return Absent("other sources")
        try:
            waiting, quick = ctypes.CDLL(str(path)), ctypes.PyDLL(str(path))
            interface: int = waiting.outpace_interface()
        except (OSError, AttributeError) as error:
            return Absent("not loadable", str(error).replace(str(path), path.name))
        return NativeLibrary(path, interface, waiting, quick) if interface == INTERFACE else Absent("other interface")


def library_name(system: str = "", machine: str = "") -> str:
    """The file of a platform, "outpace-linux-x86_64.so"; of this one where none is named."""
    system = system or platform.system().lower()
    machine = machine or platform.machine().lower()
    system = SYSTEMS.get(system, system)
    return f"outpace-{system}-{MACHINES.get(machine, machine)}.{ENDINGS.get(system, 'so')}"


def sources() -> list[Path]:
    """All C files of the library and their headers, in order: of the checkout, or as a wheel carries them."""
    carried = _ROOM / "sources"
    folder = carried if carried.exists() else _ROOM.parents[1] / "native"
    return sorted(path for path in folder.glob("*.[ch]"))


def source_hash() -> str:
    """SHA-256 of the sources with their names, hexadecimal."""
    digest = hashlib.sha256()
    for path in sources():
        # git on Windows may have changed the ends of lines.
        text = path.read_bytes().replace(b"\r\n", b"\n")
        digest.update(f"{path.name} {len(text)}\n".encode() + text)
    return digest.hexdigest()


def is_of(library: Path, hashed: str) -> bool:
    """Whether a library was built of the sources with this hash."""
    try:
        return MARK + hashed.encode() in library.read_bytes()
    except OSError:
        return False
