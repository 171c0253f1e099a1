# SPDX-License-Identifier: Apache-2.0
"""Parameters of user sessions, for code that opens them without pyodbc, such as native code."""

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
    """Statement executed at the start of a session.

    Attributes:
        wanted: Column of the first row, from 1, that must contain a non-empty string, or else the session is rejected;
            0 for none.
    """

    sql: str
    values: Sequence[str | int | float] = ()
    wanted: int = 0


@dataclass(frozen=True, slots=True)
class OdbcSession:
    """Parameters of an ODBC session.

    Attributes:
        connection: Connection string for the driver, including the password.
        narrow: True to send strings as UTF-8, False for UTF-16.
        refusal: Function that returns the error for a failure at a stage: 0 is the connection, otherwise the number of
            the statement, from 1. If the required string was empty, it receives None instead of an error.
    """

    connection: str = field(repr=False)
    login_timeout_s: int
    narrow: bool
    statements: Sequence[SessionStatement]
    refusal: Callable[[Exception | None, int], DatabaseError] = field(repr=False)


@dataclass(frozen=True, slots=True)
class LibpqSession:
    """Parameters of a session over PostgreSQL's own library.

    Attributes:
        fields: Connection parameters by libpq's keywords, including the password.
        statements, refusal: Same as in OdbcSession.
    """

    library: str
    fields: Mapping[str, str] = field(repr=False)
    statements: Sequence[SessionStatement]
    refusal: Callable[[Exception | None, int], DatabaseError] = field(repr=False)


_TOKENS = re.compile(r"""'(?:[^']|'')*'|"(?:[^"]|"")*"|--[^\n]*|/\*.*?\*/|\?""", re.DOTALL)


def numbered(sql: str) -> str:
    """Return a statement with $1, $2, ... instead of question marks."""
    numbers = count(1)
    return _TOKENS.sub(lambda found: f"${next(numbers)}" if found[0] == "?" else found[0], sql)


def driver_manager() -> str:
    """Return the path of the ODBC driver manager's library that pyodbc uses."""
    if sys.platform == "win32":
        return "odbc32.dll"
    elif sys.platform == "darwin":
        places = (Path(folder, "libodbc.2.dylib") for folder in ("/opt/homebrew/lib", "/usr/local/lib"))
        return str(next(filter(Path.exists, places), "libodbc.2.dylib"))
    else:
        import pyodbc  # noqa: PLC0415 - only who connects pays for it

        # Wheels for Linux may bundle their own driver manager.
        own = sorted(Path(pyodbc.__file__).parent.glob("pyodbc.libs/libodbc[-.]*"))
        return str(own[0]) if own else "libodbc.so.2"


def driver_manager_lack(library: NativeLibrary) -> str:
    """Return why the native library cannot use the driver manager, or "" if it can."""
    why = ctypes.create_string_buffer(WHY_BYTES)
    text, number, count = ctypes.c_char_p, ctypes.c_int32, ctypes.c_uint32
    new = library.function("outpace_odbc_new", ctypes.c_void_p, text, text, number, number, number, count, text)
    odbc = new(driver_manager().encode(), b"", 0, 0, 0, 0, why)
    if not odbc:
        return why.value.decode(errors="replace") or "it makes no environment"
    library.function("outpace_odbc_free", None, ctypes.c_void_p)(odbc)
    return ""
