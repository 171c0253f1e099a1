# SPDX-License-Identifier: Apache-2.0
"""PostgreSQL's own library, libpq, as the transport of a load's calls: its path and connection parameters."""

import ctypes
import sys
from collections.abc import Sequence
from pathlib import Path

from app.databases.address import Address
from app.databases.failures import DatabaseError
from app.databases.odbc_session import SessionStatement
from app.databases.postgresql.dialect import SSL_MODES, PostgreSqlDialect, libpq_options

_LIKE_PSQLODBC = (
    SessionStatement("SELECT set_config('DateStyle', 'ISO', false)"),
    SessionStatement("SELECT set_config('extra_float_digits', '2', false)"),
)
"""Statements that psqlODBC executes at the start of each session."""
_ADVICE = {
    "win32": "winget install --id PostgreSQL.psqlODBC",
    "darwin": "brew install libpq",
    "linux": "Debian, Ubuntu: sudo apt-get install libpq5; Fedora, Red Hat: sudo dnf install libpq; "
    "SUSE: sudo zypper install libpq5",
}


def _places() -> list[str]:
    """Return the paths to search for the library, the most likely first."""
    if sys.platform == "win32":
        programs = Path("C:/Program Files")
        brought = [*programs.glob("psqlODBC/*/bin/libpq.dll"), *programs.glob("PostgreSQL/*/bin/libpq.dll")]
        return [*map(str, sorted(brought, reverse=True)), "libpq.dll"]
    elif sys.platform == "darwin":
        folders = ("/opt/homebrew/opt/libpq/lib", "/usr/local/opt/libpq/lib", "/opt/homebrew/lib", "/usr/local/lib")
        return [*(str(path) for folder in folders if (path := Path(folder, "libpq.5.dylib")).exists()), "libpq.5.dylib"]
    else:
        return ["libpq.so.5"]


def libpq() -> str:
    """Return the path of the library. Raises DatabaseError with the command that installs it."""
    reason = ""
    for place in _places():
        try:
            ctypes.CDLL(place)
        except OSError as error:
            reason = str(error)
        else:
            return place
    raise DatabaseError(
        "PostgreSQL's own library, libpq, is not on this machine ({reason}). Install it: {advice}; or write "
        'transport = "odbc" for all systems',
        "no driver",
        reason=reason,
        advice=_ADVICE.get(sys.platform, _ADVICE["linux"]),
    )


def libpq_parts(
    address: Address, password: str, timeout_s: float
) -> tuple[str, dict[str, str], Sequence[SessionStatement]]:
    """Return the library, the connection parameters, and the initial statements of a session.

    They match the settings of the ODBC driver's connection string and of the driver itself. Raises DatabaseError.
    """
    endpoint = address.endpoint
    assert endpoint is not None
    fields = {
        "host": endpoint[0],
        "port": str(endpoint[1]),
        "user": address.target.user,
        "dbname": address.database or PostgreSqlDialect.maintenance_database,
        "sslmode": SSL_MODES[address.encryption],
        "client_encoding": "UTF8",
        **libpq_options(address, timeout_s),
    }
    if password:
        fields["password"] = password
    return libpq(), fields, _LIKE_PSQLODBC
