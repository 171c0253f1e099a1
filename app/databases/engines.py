"""What differs between the engines on servers, as far as connecting, calling and failing go."""

import sys
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Protocol

from app.databases.address import Address, ServerEngine
from app.databases.failures import Failure
from app.databases.mysql.dialect import MySqlDialect
from app.databases.postgresql.dialect import PostgreSqlDialect
from app.databases.sqlserver.dialect import SqlServerDialect

if TYPE_CHECKING:
    import pyodbc


class Dialect(Protocol):
    """One engine. Methods that talk to a server get a cursor or connection; none keeps one."""

    name: str
    """For people: "MySQL/MariaDB"."""
    drivers: tuple[str, ...]
    """Regular expressions of the drivers' names, the best first."""
    libraries: tuple[str, ...]
    """Where Homebrew puts the drivers' libraries, which it registers nowhere; their paths do as names."""
    default_port: int
    maintenance_database: str
    """What to connect to where no database is named; "" needs none."""
    install: Mapping[str, str]
    """How to get the driver: sys.platform to commands, for a person."""

    def connection_string(self, address: Address, password: str, driver: str, timeout_s: float) -> str:
        """What goes to the driver, password included. DatabaseError: something that this driver can't do."""

    def quoted(self, identifier: str) -> str:
        """A name as SQL, whatever it contains. ValueError for an empty one or one with a NUL."""

    def after_connect(self, connection: "pyodbc.Connection", address: Address, query_timeout_s: float) -> None:
        """Text encodings, the address's settings, the query timeout. DatabaseError names a setting that's refused."""

    def failure(self, error: BaseException) -> Failure:
        """What an error means, judged by the engine's own numbers where the driver gives them."""

    def connect_kind(self, error: BaseException) -> str:
        """Why a connection failed: a kind of DatabaseError's, "" where the words don't tell."""

    def call(self, name: str, parameters: int) -> str:
        """The text that calls a procedure in one round trip, with a question mark for each parameter."""

    def version(self, cursor: "pyodbc.Cursor") -> tuple[str, str, tuple[int, ...]]:
        """Product ("MariaDB"), version as the server words it, and its numbers."""


_DIALECTS: dict[ServerEngine, Any] = {
    "postgresql": PostgreSqlDialect(),
    "mysql": MySqlDialect(),
    "sqlserver": SqlServerDialect(),
}


def dialect_of(engine: ServerEngine) -> Dialect:
    """The dialect of an engine; it has no state."""
    dialect: Dialect = _DIALECTS[engine]
    return dialect


def install_advice(dialect: Dialect, platform: str = sys.platform) -> str:
    """The commands that install a driver for this engine on this platform, for a person."""
    return dialect.install.get(platform, dialect.install["linux"])
