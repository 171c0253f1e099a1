# SPDX-License-Identifier: Apache-2.0
"""Interface for the differences between server engines: connecting, calling procedures and classifying errors."""

import sys
from collections.abc import Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Protocol

from app.databases.address import Address
from app.databases.failures import Failure
from app.databases.odbc_session import SessionStatement
from app.databases.pooling import Pooling
from app.databases.registry import server_engine
from app.model.registry import part

if TYPE_CHECKING:
    import pyodbc


class Dialect(Protocol):
    """Dialect of one engine. Methods that access a server receive a cursor or connection and do not store it."""

    name: str
    """Display name: "MySQL/MariaDB"."""
    drivers: tuple[str, ...]
    """Regular expressions for names of suitable drivers, in order of preference."""
    libraries: tuple[str, ...]
    """Paths of the drivers' libraries under Homebrew, which does not register them; a path works as a name."""
    maintenance_database: str
    """Database to connect to if none is named; "" if none is needed."""
    oldest: Mapping[str, tuple[int, ...]]
    """Oldest supported version, by product."""
    narrow: bool
    """True if strings are sent to the driver as UTF-8, False for UTF-16."""
    session: str
    """Query whose single value identifies a session of the server."""
    row_number: str
    """Query for the number of the last row that a session added."""
    begin: str
    """Statement that begins a transaction in autocommit; COMMIT and ROLLBACK end it on every engine."""
    read_only: str
    """Statement that makes a session's transactions read-only; "" if there is no such statement."""
    install: Mapping[str, str]
    """Commands to display that install the driver, by sys.platform."""

    def connection_string(self, address: Address, password: str, driver: str, timeout_s: float) -> str:
        """Return the connection string for the driver, including the password.

        Raises:
            DatabaseError: If this driver does not support a setting of the address.
        """

    def before_connect(self, address: Address, driver: str) -> None:
        """Prepare this process for a driver; called before each connection, but only the first call has an effect."""

    def pooling_of(self, address: Address, password: str, timeout_s: float) -> Pooling | None:
        """Return how sessions are pooled, as detected without the driver; None if detection needs the driver.

        Raises:
            DatabaseError: If a connection fails. An exception with a state and a text like the driver's is also
                possible.
        """

    def quoted(self, identifier: str) -> str:
        """Return a name as a quoted SQL identifier. Raises ValueError for a name that is empty or contains a NUL."""

    def after_connect(self, connection: "pyodbc.Connection", address: Address, query_timeout_s: float) -> None:
        """Apply encodings, the address's settings and the query timeout. Raises DatabaseError for a bad setting."""

    def begin_reading(self, connection: "pyodbc.Connection", address: Address, query_timeout_s: float) -> None:
        """Begin a read-only transaction, if supported, to which the settings and the query timeout are limited.

        Otherwise act like `after_connect`, whose errors it raises.
        """

    def session_statements(self, address: Address) -> Sequence[SessionStatement]:
        """Return statements equivalent to `after_connect` without a query timeout."""

    def failure(self, error: BaseException) -> Failure:
        """Classify an error, by the engine's error numbers if the driver provides them."""

    def connect_kind(self, error: BaseException) -> str:
        """Return the DatabaseError kind for a failed connection; "" if the error text does not reveal it."""

    def call(self, name: str, parameters: int) -> str:
        """Return the SQL that calls a procedure in one round trip, with a question mark for each parameter."""

    def version(self, cursor: "pyodbc.Cursor") -> tuple[str, str, tuple[int, ...]]:
        """Return the product ("MariaDB"), the server's version string, and the numbers in it."""

    def empty_cache(self, cursor: "pyodbc.Cursor") -> bool:
        """Empty the engine's page cache after a checkpoint; return False if only a restart can do that.

        It raises the driver's error if the server refuses.
        """


@cache
def dialect_of(engine: str) -> Dialect:
    """Return the dialect of the engine with this name; dialects are stateless."""
    dialect: Dialect = part(server_engine(engine).dialect)()
    return dialect


def install_advice(dialect: Dialect, platform: str = sys.platform) -> str:
    """Return the commands to display that install a driver for this engine on this platform."""
    return dialect.install.get(platform, dialect.install["linux"])
