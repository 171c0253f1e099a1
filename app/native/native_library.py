# SPDX-License-Identifier: Apache-2.0
"""The native library (native/*.c): its location, the check against its sources, and loading with ctypes.

Uses only the standard library, because packaging/native.py runs it before anything is installed.
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
"""Value of OUTPACE_INTERFACE in native/outpace.h."""
CHOICE = "OUTPACE_DRIVER"
"""Environment variable: "python" forces the Python driver; "native" or empty uses the native one if it is available."""
MARK = b"outpace sources "
"""Marker in the library's file, followed by the hash of its sources."""

_ROOM = Path(__file__).resolve().parent
LIBRARIES = _ROOM / "lib"
"""Folder of the built libraries of all platforms; not in git."""

ENDINGS = {"windows": "dll", "macos": "dylib"}
SYSTEMS = {"darwin": "macos"}
MACHINES = {"amd64": "x86_64", "arm64": "aarch64"}

Lack = Literal["chosen", "unknown choice", "not built", "other sources", "other interface", "not loadable"]


@dataclass(frozen=True, slots=True)
class Absent:
    """Reason why there is no native library.

    Attributes:
        lack: what is missing.
        detail: the unknown choice, or the operating system's error message.
    """

    lack: Lack
    detail: str = ""


@dataclass(frozen=True, slots=True)
class NativeLibrary:
    """Loaded native library, built from the current sources."""

    path: Path
    interface: int
    _waiting: ctypes.CDLL = field(repr=False)
    _quick: ctypes.CDLL = field(repr=False)

    @property
    def name(self) -> str:
        """Name recorded in sessions."""
        return f"native {self.interface}"

    def function(self, name: str, result: Any, *arguments: Any, quick: bool = False) -> Callable[..., Any]:
        """Return an exported function.

        Args:
            name: its name in native/outpace.h.
            result: ctypes type of its result.
            arguments: ctypes types of its arguments.
            quick: the function returns within a microsecond and never waits for a Python thread. The interpreter lock
                is then held during the call, because getting it back takes 5 ms with many busy threads. Otherwise
                other threads run during the call.
        """
        found = (self._quick if quick else self._waiting)[name]
        found.restype, found.argtypes = result, list(arguments)
        return found

    @staticmethod
    def load(environment: Mapping[str, str] = os.environ, libraries: Path = LIBRARIES) -> "NativeLibrary | Absent":
        """Load the library into this process, or return why it cannot be used. Repeated calls are cheap."""
        choice = environment.get(CHOICE, "")
        if choice == "python":
            return Absent("chosen")
        if choice not in ("", "native"):
            return Absent("unknown choice", choice)
        path = libraries / library_name()
        if not path.exists():
            return Absent("not built")
        if not is_of(path, source_hash()):  # do not even load it: its functions may differ
            return Absent("other sources")
        try:
            waiting, quick = ctypes.CDLL(str(path)), ctypes.PyDLL(str(path))
            interface: int = waiting.outpace_interface()
        except (OSError, AttributeError) as error:
            return Absent("not loadable", str(error).replace(str(path), path.name))
        return NativeLibrary(path, interface, waiting, quick) if interface == INTERFACE else Absent("other interface")


def library_name(system: str = "", machine: str = "") -> str:
    """Return the file name for a platform, "outpace-linux-x86_64.so"; by default for this one."""
    system = system or platform.system().lower()
    machine = machine or platform.machine().lower()
    system = SYSTEMS.get(system, system)
    return f"outpace-{system}-{MACHINES.get(machine, machine)}.{ENDINGS.get(system, 'so')}"


def sources() -> list[Path]:
    """Return all C files and headers of the library, sorted: those of the checkout, or of the wheel."""
    carried = _ROOM / "sources"
    folder = carried if carried.exists() else _ROOM.parents[1] / "native"
    return sorted(path for path in folder.glob("*.[ch]"))


def source_hash() -> str:
    """Return the SHA-256 of the sources and their names, in hexadecimal."""
    digest = hashlib.sha256()
    for path in sources():
        # git on Windows may have converted the line endings.
        text = path.read_bytes().replace(b"\r\n", b"\n")
        digest.update(f"{path.name} {len(text)}\n".encode() + text)
    return digest.hexdigest()


def is_of(library: Path, hashed: str) -> bool:
    """Return whether a library was built from the sources with this hash."""
    try:
        return MARK + hashed.encode() in library.read_bytes()
    except OSError:
        return False
