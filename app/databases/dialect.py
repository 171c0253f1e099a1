# SPDX-License-Identifier: Apache-2.0
"""What differs between the engines on servers, as far as connecting, calling and failing go."""

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
    """One engine. Methods that talk to a server get a cursor or connection; none keeps one."""

    name: str
    """For people: "MySQL/MariaDB"."""
    drivers: tuple[str, ...]
    """Regular expressions of the drivers' names, the best first."""
    libraries: tuple[str, ...]
    """Where Homebrew puts the drivers' libraries, which it registers nowhere; their paths do as names."""
    maintenance_database: str
    """What to connect to where no database is named; "" needs none."""
    oldest: Mapping[str, tuple[int, ...]]
    """By product, the oldest version that Outpace knows."""
    narrow: bool
    """Whether texts go to the driver as UTF-8, else as UTF-16."""
    session: str
    """A query of one value that tells a session of the server from all others."""
    begin: str
    """What begins a transaction in autocommit; COMMIT and ROLLBACK end it everywhere."""
    read_only: str
    """What makes a session's transactions read-only; "" where no statement does."""
    install: Mapping[str, str]
    """How to get the driver: sys.platform to commands, for a person."""

    def connection_string(self, address: Address, password: str, driver: str, timeout_s: float) -> str:
        """What goes to the driver, password included. DatabaseError: something that this driver can't do."""

    def before_connect(self, address: Address, driver: str) -> None:
        """What this process must do before its first connection through a driver: it may be called before each."""

    def pooling_of(self, address: Address, password: str, timeout_s: float) -> Pooling | None:
        """How sessions are pooled, looked at without the driver; None where that takes the driver.

        DatabaseError, or an exception of a state and a text as the driver's, where no connection comes about.
        """

    def quoted(self, identifier: str) -> str:
        """A name as SQL, whatever it contains. ValueError for an empty one or one with a NUL."""

    def after_connect(self, connection: "pyodbc.Connection", address: Address, query_timeout_s: float) -> None:
        """Text encodings, the address's settings, the query timeout. DatabaseError names a setting that's refused."""

    def begin_reading(self, connection: "pyodbc.Connection", address: Address, query_timeout_s: float) -> None:
        """Begin a transaction that can't write, with the settings and the query timeout for it alone, as far as the
        engine has such a thing; else as `after_connect`, whose errors it raises."""

    def session_statements(self, address: Address) -> Sequence[SessionStatement]:
        """What `after_connect` does to a session without a query timeout, as statements."""

    def failure(self, error: BaseException) -> Failure:
        """What an error means, judged by the engine's own numbers where the driver gives them."""

    def connect_kind(self, error: BaseException) -> str:
        """Why a connection failed: a kind of DatabaseError's, "" where the words don't tell."""

    def call(self, name: str, parameters: int) -> str:
        """The text that calls a procedure in one round trip, with a question mark for each parameter."""

    def version(self, cursor: "pyodbc.Cursor") -> tuple[str, str, tuple[int, ...]]:
        """Product ("MariaDB"), version as the server words it, and its numbers."""

    def empty_cache(self, cursor: "pyodbc.Cursor") -> bool:
        """Empty the engine's own cache of pages, which a checkpoint has made clean; False where it can't be done but
        by a restart. Raises the driver's error where the server refuses."""


@cache
def dialect_of(engine: str) -> Dialect:
    """The dialect of an engine, by its name; it has no state."""
    dialect: Dialect = part(server_engine(engine).dialect)()
    return dialect


def install_advice(dialect: Dialect, platform: str = sys.platform) -> str:
    """The commands that install a driver for this engine on this platform, for a person."""
    return dialect.install.get(platform, dialect.install["linux"])
