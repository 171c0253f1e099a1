# SPDX-License-Identifier: Apache-2.0
"""Connections to servers over ODBC, with error messages for users.

The module also determines common facts about servers (version, clock, round trip) and empties their caches.
"""

import os
import re
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import closing
from functools import partial
from types import ModuleType
from typing import TYPE_CHECKING

import msgspec

from app.databases.address import Address
from app.databases.dialect import Dialect, dialect_of, install_advice
from app.databases.endpoint import engine_at, network_trouble
from app.databases.failures import TRANSIENT, DatabaseError, Failure, diagnosis, no_plain_login, no_tls, server_message
from app.databases.odbc_session import LibpqSession, OdbcSession, SessionStatement
from app.databases.pooling import Pooling, is_shared, no_session, pooled
from app.databases.registry import ENGINES, server_engine
from app.databases.server_inspection import Cursor, Inspection, Needs, inspection_of, rows_of, sql
from app.model import odbc
from app.model.errors import phrase
from app.model.findings import Finding
from app.model.messages import Sentence
from app.model.registry import part

if TYPE_CHECKING:
    import pyodbc as pyodbc_types

__all__ = [
    "TRANSIENT",
    "DatabaseError",
    "Failure",
    "ServerVersion",
    "connect",
    "failure",
    "find_driver",
    "server_version",
]

SQL_ATTR_TRACE, TRACE_OFF = 104, 0
"""Driver manager attribute to switch off its trace (Microsoft, SQLSetConnectAttr), which would contain connection
strings.
"""
_NO_DRIVER_STATES = ("IM002", "IM003", "IM004")
_NO_TLS = re.compile(r"server does(n't| not) support (SSL|TLS|it)", re.IGNORECASE)
"""Error messages for missing TLS, from libpq and from MariaDB's and MySQL's drivers."""
_TLS_ONLY = re.compile(
    r"no pg_hba\.conf entry.*(no encryption|SSL off)|insecure transport|secure connection", re.IGNORECASE
)
"""Error messages with which PostgreSQL and MySQL reject a login without TLS. MySQL and MariaDB reject an account that
requires TLS in the same way as a wrong password.
"""
_ANSWERED = (
    "login failed", "unknown database", "no rights", "TLS", "too many connections", "server starting",
    "server shutting down",
)  # fmt: skip
"""Kinds of errors that only a server can report, and which therefore show that the network works."""


_OURS: set[tuple[str, str]] = set()
"""Accounts and their databases for which each connection of this process is known to have an exclusive session."""


class ServerVersion(msgspec.Struct, frozen=True):
    """Product and version of a server.

    Attributes:
        product: "PostgreSQL", "MariaDB", "MySQL", "SQL Server" or "Babelfish".
        numbers: Parts of the version, most important first.
    """

    product: str
    version: str
    numbers: tuple[int, ...]

    def __str__(self) -> str:
        return f"{self.product} {self.version}"


def connect(
    address: Address,
    password: str,
    *,
    database: str | None = None,
    timeout_s: float = 10.0,
    query_timeout_s: float = 0.0,
    autocommit: bool = True,
    reading: bool = False,
) -> "pyodbc_types.Connection":
    """Open a connection with the address's settings; strings are str in both directions.

    The call may block for some seconds longer than `timeout_s` if name resolution is slow: use a process that may hang.

    Args:
        address: Address of the database.
        password: Password of its user.
        database: Database instead of the address's; "" is the engine's maintenance database.
        timeout_s: Timeout of the connection.
        query_timeout_s: Timeout of statements; a longer one is aborted by the server (SQL Server: by the driver, and
            the connection is then unusable); 0 for none.
        autocommit: Whether the connection is in autocommit mode.
        reading: Whether to use one read-only transaction, for checks, to which the settings are limited
            (`Dialect.begin_reading`).

    Raises:
        DatabaseError: If the connection fails.
    """
    if database is not None:
        address = address.at(database)
    return _connected(address, password, timeout_s, query_timeout_s, autocommit=autocommit, reading=reading)[0]


def user_session(
    address: Address, password: str, statements: Sequence[str] = (), timeout_s: float = 10.0
) -> OdbcSession | LibpqSession:
    """Return the parameters of sessions to this address, over its transport, in autocommit without a query timeout.

    If TLS is only preferred, one connection is made to find out whether it is available.

    Args:
        address: Address of the database.
        password: Password of its user.
        statements: Statements that follow its settings.
        timeout_s: Timeout of the connection.

    Raises:
        DatabaseError: If the connection fails.
    """
    connection, address = _connected(address, password, timeout_s, 0.0, autocommit=True)
    connection.close()
    dialect = dialect_of(address.engine)

    def refusal(error: Exception | None, stage: int) -> DatabaseError:
        if error is None:
            return no_plain_login(f"{dialect.name} at {address.where}", address.who)
        if stage == 0:
            return _connection_error(error, address, dialect, password, timeout_s)
        return _ended(error, address, dialect, password)

    every = [*dialect.session_statements(address), *map(SessionStatement, statements)]
    if address.transport != "odbc":
        parts = part(server_engine(address.engine).transports[address.transport].session)
        library, fields, begins = parts(address, password, timeout_s)
        return LibpqSession(library, fields, [*begins, *every], refusal)
    return OdbcSession(
        connection=dialect.connection_string(address, password, find_driver(address), timeout_s),
        login_timeout_s=max(1, round(timeout_s)),
        narrow=dialect.narrow,
        statements=every,
        refusal=refusal,
    )


def _connected(
    address: Address,
    password: str,
    timeout_s: float,
    query_timeout_s: float,
    *,
    autocommit: bool,
    reading: bool = False,
) -> "tuple[pyodbc_types.Connection, Address]":
    """Return a connection, and the address as used: without TLS if that was only preferred and is missing."""
    dialect = dialect_of(address.engine)
    driver = find_driver(address)
    try:
        text = dialect.connection_string(address, password, driver, timeout_s)
    except odbc.OdbcTextError as error:
        raise DatabaseError(
            "the address of {engine} is not valid: {reason}", "bad address", engine=dialect.name, reason=error
        ) from None
    pyodbc = load_pyodbc()
    place = (address.account, address.database or dialect.maintenance_database)
    look = place not in _OURS
    pooling: Pooling | None = None
    if look:
        try:
            pooling = dialect.pooling_of(address, password, timeout_s)
        except DatabaseError:
            raise
        except Exception as error:  # noqa: BLE001 - of the dialect's own kind
            raise _connection_error(error, address, dialect, password, timeout_s) from None
        if pooling in ("shared", "unclean"):
            raise pooled(pooling, dialect.name, address.where)
    dialect.before_connect(address, driver)

    def opened() -> "pyodbc_types.Connection":
        connection: pyodbc_types.Connection = pyodbc.connect(
            text, autocommit=autocommit, timeout=max(1, round(timeout_s)), attrs_before={SQL_ATTR_TRACE: TRACE_OFF}
        )
        return connection

    try:
        connection = opened()
    except pyodbc.Error as error:
        failure = _connection_error(error, address, dialect, password, timeout_s)
        if failure.kind == "TLS" and address.encryption == "prefer" and not address.target.odbc:
            plain = address.changed(tls="off")
            return _connected(plain, password, timeout_s, query_timeout_s, autocommit=autocommit, reading=reading)
        raise failure from None
    try:
        if look and pooling is None:
            _check_not_shared(connection, opened, address, dialect, password)
        _OURS.add(place)
        prepare = dialect.begin_reading if reading else dialect.after_connect
        prepare(connection, address, query_timeout_s)
    except DatabaseError:
        connection.close()
        raise
    except pyodbc.Error as error:
        connection.close()
        raise _ended(error, address, dialect, password) from None
    return connection, address


def _check_not_shared(
    connection: "pyodbc_types.Connection",
    opened: "Callable[[], pyodbc_types.Connection]",
    address: Address,
    dialect: Dialect,
    password: str,
) -> None:
    """Raise DatabaseError if a pooler shares one session among connections; `opened` opens another one."""

    def session(of: "pyodbc_types.Connection") -> str:
        answer = str(of.execute(dialect.session).fetchval())
        if not of.autocommit:
            of.rollback()
        return answer

    try:
        with closing(opened()) as second:
            shared = is_shared(partial(session, connection), partial(session, second))
    except load_pyodbc().Error as error:
        reason = _clean(server_message(error), password)
        raise no_session(dialect.name, address.where, reason) from None
    if shared:
        raise pooled("shared", dialect.name, address.where)


def _ended(error: Exception, address: Address, dialect: Dialect, password: str) -> DatabaseError:
    return DatabaseError(
        "{engine} at {where} ended the connection at once: {reason}",
        dialect.failure(error).kind,
        engine=dialect.name,
        where=address.where,
        reason=_clean(server_message(error), password),
    )


def server_version(connection: "pyodbc_types.Connection", address: Address) -> ServerVersion:
    """Return the product and version of the server. Raises pyodbc.Error."""
    with connection.cursor() as cursor:
        return ServerVersion(*dialect_of(address.engine).version(cursor))


def failure(error: BaseException, address: Address) -> Failure:
    """Classify a failed call's error on this engine."""
    return dialect_of(address.engine).failure(error)


def find_driver(address: Address) -> str:
    """Return the ODBC driver for this address: the named one, or else the best installed one; "" for a data source.

    Raises:
        DatabaseError: There is none; the message contains the command that installs one.
    """
    dialect = dialect_of(address.engine)
    wanted = address.target.driver
    if address.target.odbc:
        try:
            wanted = odbc.value_of(address.pairs, "DRIVER")
            if not wanted and odbc.value_of(address.pairs, "DSN"):
                return ""
        except odbc.OdbcTextError as error:
            raise DatabaseError(
                "the ODBC string of {engine} is not valid: {reason}", "bad address", engine=dialect.name, reason=error
            ) from None
    installed: list[str] = load_pyodbc().drivers()
    if wanted:
        if wanted in installed or (os.path.isabs(wanted) and os.path.exists(wanted)):
            return wanted
        same = next((name for name in installed if name.lower() == wanted.lower()), "")
        if same:
            return same
        others = phrase("Installed are {names}", names=", ".join(installed)) if installed else phrase("None installed")
        raise DatabaseError(
            'there is no ODBC driver "{wanted}" on this machine. {others}. Name one of these, or install it: {advice}',
            "no driver",
            wanted=wanted,
            others=others,
            advice=install_advice(dialect),
        )
    for pattern in dialect.drivers:
        if found := [name for name in installed if re.fullmatch(pattern, name)]:
            return max(found, key=_numbers)
    if sys.platform == "darwin" and (library := next(filter(os.path.exists, dialect.libraries), "")):
        return library
    raise DatabaseError(
        "no ODBC driver for {engine} is installed on this machine. Install one, then try again: {advice}",
        "no driver",
        engine=dialect.name,
        advice=install_advice(dialect),
    )


def _numbers(name: str) -> list[int]:
    return [int(part) for part in re.findall(r"\d+", name)]


def load_pyodbc() -> ModuleType:
    """Return the module pyodbc, loaded on demand. Raises DatabaseError if the system's ODBC library is missing."""
    try:
        import pyodbc  # noqa: PLC0415 - the embedded engine needs none of it
    except ImportError as error:
        library = "brew install unixodbc" if sys.platform == "darwin" else "sudo apt-get install unixodbc"
        raise DatabaseError(
            "ODBC can't be used on this machine ({reason}). Install its driver manager, then try again: {library}",
            "no driver",
            reason=error,
            library=library,
        ) from None
    # A pool would reuse connections with another user's session settings.
    pyodbc.pooling = False
    module: ModuleType = pyodbc
    return module


def _connection_error(
    error: BaseException, address: Address, dialect: Dialect, password: str, timeout_s: float
) -> DatabaseError:
    """Return why a connection failed: first by the driver's text, then by probing the network."""
    found = diagnosis(error)
    reason = _clean(server_message(error), password)
    place = f"{dialect.name} at {address.where}"
    if found.state in _NO_DRIVER_STATES or "Can't open lib" in found.text:
        return DatabaseError(
            "the ODBC driver for {engine} can't be loaded ({reason}). Install it again: {advice}",
            "no driver",
            engine=dialect.name,
            reason=reason,
            advice=install_advice(dialect),
        )
    kind = dialect.connect_kind(error)
    if kind == "TLS" and _NO_TLS.search(found.text):
        if address.encryption != address.target.tls:
            return no_plain_login(place, address.who)
        return no_tls(place, "odbc" if address.target.odbc else f'tls = "{address.target.tls}"')
    if kind not in _ANSWERED:
        kind, reason = network_trouble(address.endpoint, timeout_s) or (kind or "connection failed", reason)
    if (found_out := _diagnose(kind, address, dialect, timeout_s)) is not None:
        return found_out
    user = phrase('the user "{login}"', login=address.login) if address.login else phrase("this user")
    database = address.database or dialect.maintenance_database
    values = {"place": place, "reason": reason, "user": user, "database": database, "timeout_s": timeout_s}
    explained = {
        "unknown host": phrase(
            "the host of {place} can't be found ({reason}); check its name in the scenario", **values
        ),
        "refused": phrase(
            "{place} refuses connections: nothing listens there; check host and port, and that the server runs",
            **values,
        ),
        "no answer": phrase("{place} does not answer within {timeout_s:g} s; check host, port and firewall", **values),
        "login failed": phrase(
            "{place} refuses the login of {user} ({reason}); check user name and password", **values
        ),
        "unknown database": phrase(
            '{place} has no database "{database}" that {user} may open ({reason}); build it first, or check its name',
            **values,
        ),
        "no rights": phrase(
            "{place} refuses {user} access to this database from here ({reason}); ask its administrator", **values
        ),
        "TLS": phrase(
            "{place} and this machine can't agree on a TLS connection ({reason}); check the "
            "certificate and the scenario's tls and tls_ca",
            **values,
        ),
        "too many connections": phrase(
            "{place} has no connection left ({reason}); raise its limit or end other programs", **values
        ),
        "server starting": phrase("{place} is starting ({reason}); try again in a moment", **values),
        "server shutting down": phrase("{place} is shutting down ({reason}); start it again", **values),
    }.get(kind) or phrase("no connection to {place}: {reason}", **values)
    unsure = kind == "login failed" and ENGINES[address.engine].sql == "mysql"
    if address.encryption == "off" and not address.target.odbc and (unsure or _TLS_ONLY.search(found.text)):
        explained = phrase(
            '{what}; perhaps the account demands TLS, which the scenario turns off: write tls = "require"',
            what=explained,
        )
    if kind == "connection failed" and address.encryption in ("require", "verify") and not address.target.odbc:
        if address.encryption != address.target.tls:
            return no_plain_login(place, address.who)
        explained = phrase(
            '{what}; perhaps it offers no TLS, which the scenario demands (tls = "{tls}")',
            what=explained,
            tls=address.target.tls,
        )
    return DatabaseError(explained, kind)


def _diagnose(kind: str, address: Address, dialect: Dialect, timeout_s: float) -> DatabaseError | None:
    """Return the error that probing the server reveals beyond the driver's text, if any.

    Either another account captured the login, or another engine listens there.
    """
    if kind == "login failed":
        trap = server_engine(address.engine).login_trap
        why: Sentence | None = part(trap)(address, find_driver(address), timeout_s) if trap else None
        return None if why is None else DatabaseError(why, kind)
    if kind in (*_ANSWERED, "unknown host", "refused"):
        return None
    other = _other_engine(address, dialect, timeout_s)
    return None if other is None else DatabaseError(other, "other engine")


def _other_engine(address: Address, dialect: Dialect, timeout_s: float) -> Sentence | None:
    """Return the message for a server of another engine at this address."""
    engine = engine_at(address.endpoint, timeout_s) if address.endpoint else ""
    if engine not in ENGINES or ENGINES[engine].sql == ENGINES[address.engine].sql:
        return None
    return phrase(
        '{where} is {product}, not {engine}: write engine = "{name}" in the scenario, or the port of {engine} (by '
        "default {port})",
        where=address.where,
        product=ENGINES[engine].title,
        engine=dialect.name,
        name=engine,
        port=str(server_engine(address.engine).port),
    )


def _clean(text: str, password: str) -> str:
    """Return the text with any occurrence of the password removed, which some drivers repeat."""
    return text.replace(password, "***") if len(password) > 3 else text


NAMES = {"SQL Server": "2016"}
"""Display names of the oldest supported versions, for products whose version numbers are not well known."""
ROUND_TRIPS = 15
CLOCK_READINGS = 4


def inspect(cursor: Cursor, address: Address, needs: Needs) -> Inspection:
    """Return the inspection of the server. Raises the driver's error."""
    return inspection_of(address.engine)(cursor, needs)


def clock_offset_s(cursor: Cursor, address: Address) -> tuple[float, float]:
    """Return the server's clock minus this machine's, and the uncertainty: half of the fastest round trip."""
    best = (0.0, float("inf"))
    for _ in range(CLOCK_READINGS):
        before = time.time()
        server_s = float(rows_of(cursor, sql(ENGINES[address.engine].sql, "clock"))[0]["clock_s"])
        after = time.time()
        if (after - before) / 2 < best[1]:
            best = (server_s - (before + after) / 2, (after - before) / 2)
    return best


def round_trip_s(cursor: Cursor) -> float:
    """Return the median round-trip time of a minimal query, in seconds."""
    taken = []
    for _ in range(ROUND_TRIPS):
        before = time.perf_counter()
        cursor.execute("SELECT 1").fetchall()
        taken.append(time.perf_counter() - before)
    return sorted(taken)[len(taken) // 2]


def version_found(version: ServerVersion, address: Address) -> Finding:
    """Check that the version is supported."""
    oldest = dialect_of(address.engine).oldest.get(version.product, (0,))
    if version.numbers[: len(oldest)] >= oldest:
        return Finding("version", "passed", str(version))
    wanted = NAMES.get(version.product, ".".join(map(str, oldest)))
    text = phrase("{version} is older than {wanted}, the oldest that is supported", version=version, wanted=wanted)
    return Finding(
        "version",
        "failed",
        text,
        phrase("Upgrade it to {product} {wanted} or later", product=version.product, wanted=wanted),
    )


def emptied_cache(address: Address, password: str) -> str | None:
    """Empty the server's cache; return "" if done, the reason if refused, None if unsupported.

    It may raise DatabaseError.
    """
    with closing(connect(address, password)) as connection, closing(connection.cursor()) as cursor:
        try:
            return "" if dialect_of(address.engine).empty_cache(cursor) else None
        except load_pyodbc().Error as error:
            return f"its cache could not be emptied ({type(error).__name__}): the login may lack the right to do that"
