# SPDX-License-Identifier: Apache-2.0
"""What a user's session is made of, as data: for whoever opens sessions without pyodbc, as native code does."""

import ctypes
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path

import msgspec

from app.databases.failures import DatabaseError
from app.native.native_library import NativeLibrary
from app.native.native_tape import WHY_BYTES


class SessionStatement(msgspec.Struct, frozen=True):
    """A statement that a session begins with.

    wanted: the column of its first row, from 1, that must hold a text which is not empty, else the session is refused;
    0 for none.
    """

    sql: str
    values: Sequence[str | int | float] = ()
    wanted: int = 0


@dataclass(frozen=True, slots=True)
class OdbcSession:
    """connection: goes to the driver, password and all. narrow: texts go as UTF-8, else as UTF-16.

    refusal: what a failure at a stage means: 0 the connection, else the statement of that number, from 1. None in place
    of an error: the wanted text was empty.
    """

    connection: str = field(repr=False)
    login_timeout_s: int
    narrow: bool
    statements: Sequence[SessionStatement]
    refusal: Callable[[Exception | None, int], DatabaseError] = field(repr=False)


@dataclass(frozen=True, slots=True)
class LibpqSession:
    """Over PostgreSQL's own library.

    fields: of the connection, by libpq's keywords, password and all. statements, refusal: as OdbcSession.
    """

    library: str
    fields: Mapping[str, str] = field(repr=False)
    statements: Sequence[SessionStatement]
    refusal: Callable[[Exception | None, int], DatabaseError] = field(repr=False)


_TOKENS = re.compile(r"""'(?:[^']|'')*'|"(?:[^"]|"")*"|--[^\n]*|/\*.*?\*/|\?""", re.DOTALL)


def numbered(sql: str) -> str:
    """A statement with $1, $2, ... for its question marks."""
    numbers = count(1)
    return _TOKENS.sub(lambda found: f"${next(numbers)}" if found[0] == "?" else found[0], sql)


def driver_manager() -> str:
    """The library of the driver manager: the one that pyodbc uses."""
    if sys.platform == "win32":
        return "odbc32.dll"
    elif sys.platform == "darwin":
        places = (Path(folder, "libodbc.2.dylib") for folder in ("/opt/homebrew/lib", "/usr/local/lib"))
        return str(next(filter(Path.exists, places), "libodbc.2.dylib"))
    else:
        import pyodbc  # noqa: PLC0415 - only who connects pays for it

        # Wheels for Linux may bring their own.
        own = sorted(Path(pyodbc.__file__).parent.glob("pyodbc.libs/libodbc[-.]*"))
        return str(own[0]) if own else "libodbc.so.2"


def driver_manager_lack(library: NativeLibrary) -> str:
    """Why the native library can't call through the driver manager; "" where it can."""
    why = ctypes.create_string_buffer(WHY_BYTES)
    text, number, count = ctypes.c_char_p, ctypes.c_int32, ctypes.c_uint32
    new = library.function("outpace_odbc_new", ctypes.c_void_p, text, text, number, number, number, count, text)
    odbc = new(driver_manager().encode(), b"", 0, 0, 0, 0, why)
    if not odbc:
        return why.value.decode(errors="replace") or "it makes no environment"
    library.function("outpace_odbc_free", None, ctypes.c_void_p)(odbc)
    return ""
