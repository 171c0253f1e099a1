# SPDX-License-Identifier: Apache-2.0
"""PostgreSQL 12 or later, through psqlODBC."""

import contextlib
import os
import re
import ssl
from collections.abc import Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, ClassVar

from app.databases.address import Address
from app.databases.failures import DatabaseError, Failure, diagnosis, server_message
from app.databases.odbc_session import SessionStatement
from app.databases.pooling import Pooling
from app.databases.sqlite.embedded_engine import quote_identifier
from app.model import odbc

if TYPE_CHECKING:
    import pyodbc

SSL_MODES = {"off": "disable", "prefer": "prefer", "require": "require", "verify": "verify-full"}

_NO_LOG = {"Debug": "0", "CommLog": "0"}
# psqlODBC, docs/config-opt.html. Line ends and booleans are returned unchanged; statements are prepared in the server
# (a call is then one round trip with separate parameters). Protocol: a failed statement leaves its transaction to the
# client; otherwise the driver sets a savepoint before each statement, a round trip each time.
_OPTIONS = {
    "UseServerSidePrepare": "1",
    "LFConversion": "0",
    "BoolsAsChar": "0",
    "ByteaAsLongVarBinary": "1",
    "MaxVarcharSize": "8190",
    "Protocol": "7.4-0",
    **_NO_LOG,
}

# PostgreSQL, appendix A (error codes).
IDLE = Failure("idle timeout", reconnect=True)
_STATES: dict[str, Failure] = {
    "40001": Failure("serialization failure", retryable=True),
    "40P01": Failure("deadlock", retryable=True),
    "55P03": Failure("lock timeout", retryable=True),
    "57014": Failure("query timeout"),
    "HYT00": Failure("query timeout", reconnect=True),
    "57P01": Failure("server shutting down", reconnect=True),
    "57P02": Failure("server shutting down", reconnect=True),
    "57P03": Failure("server starting", reconnect=True),
    "57P05": IDLE,
    "25P03": IDLE,
    "53100": Failure("disk full"),
    "XX001": Failure("damaged data"),
    "XX002": Failure("damaged data"),
    "53200": Failure("out of memory"),
    "53300": Failure("too many connections", reconnect=True),
    "25006": Failure("read-only"),
    "42501": Failure("no rights"),
    "42P01": Failure("no such object"),
    "42883": Failure("no such object"),
    "3D000": Failure("unknown database", reconnect=True),
    "28P01": Failure("login failed", reconnect=True),
    "28000": Failure("login failed", reconnect=True),
}
_CLASSES: dict[str, Failure] = {
    "08": Failure("connection lost", reconnect=True),
    "23": Failure("constraint"),
    "58": Failure("I/O error"),
    "XX": Failure("internal error", reconnect=True),
}
_IDLE = re.compile(r"due to idle-(session|in-transaction) timeout")
_LOST = (
    "server closed the connection",
    "could not send",
    "could not receive",
    "no connection to the server",
    "terminating connection",
    "connection not open",
    "bad connection",
)
# Before the login, a server uses the language of its own lc_messages, and libpq provides no code. These are English
# messages from src/backend/utils/init/postinit.c, libpq/auth.c, postmaster.c and libpq itself.
_CONNECT_FAILURES = (
    ("password authentication failed", "login failed"),
    ("no password supplied", "login failed"),
    ("does not support SSL", "TLS"),
    ("certificate", "TLS"),
    ("SSL error", "TLS"),
    ("SSL SYSCALL", "TLS"),
    ("no pg_hba.conf entry", "no rights"),
    ("permission denied for database", "no rights"),
    ("too many connections", "too many connections"),
    ("too many clients", "too many connections"),
    ("no more connections allowed", "too many connections"),  # this and the next one come from PgBouncer
    ("query_wait_timeout", "too many connections"),
    ("remaining connection slots", "too many connections"),
    ("starting up", "server starting"),
    ("in recovery mode", "server starting"),
    ("shutting down", "server shutting down"),
    ("not permitted to log in", "login failed"),
    ("could not translate host name", "unknown host"),
    ("Connection refused", "refused"),
    ("timeout expired", "no answer"),
    ("No route to host", "no answer"),
    ("server closed the connection", "connection lost"),
    ("authentication failed", "login failed"),
)
SET_CONFIG = "SELECT set_config(?, ?, false)"
SET_LOCAL_CONFIG = "SELECT set_config(?, ?, true)"


class PostgreSqlDialect:
    """Dialect of PostgreSQL, through the driver "PostgreSQL Unicode" (its ANSI twin cannot fetch all types)."""

    name = "PostgreSQL"
    drivers = (r"PostgreSQL Unicode(\(x64\))?", r"psqlODBC.*[Ww]", r"PostgreSQL")
    libraries = ("/opt/homebrew/lib/psqlodbcw.so", "/usr/local/lib/psqlodbcw.so")
    maintenance_database = "postgres"
    narrow = False
    oldest: ClassVar = {"PostgreSQL": (12,)}
    session = "SELECT pg_backend_pid() || ' ' || pg_postmaster_start_time()"  # process IDs alone could coincide
    row_number = "SELECT LASTVAL()"
    begin = "BEGIN"
    read_only = "SET SESSION CHARACTERISTICS AS TRANSACTION READ ONLY"
    install: ClassVar = {
        "win32": "winget install --id PostgreSQL.psqlODBC",
        "darwin": "brew install unixodbc psqlodbc",
        "linux": "Debian, Ubuntu: sudo apt-get install odbc-postgresql; "
        "Fedora, Red Hat: sudo dnf install postgresql-odbc; SUSE: sudo zypper install psqlODBC",
    }

    def connection_string(self, address: Address, password: str, driver: str, timeout_s: float) -> str:
        """Return the connection string. psqlODBC allows braces only in the password and `pqopt`."""
        options = {**_OPTIONS, "pqopt": _format_options(libpq_options(address, timeout_s))}
        if address.target.odbc:
            given = odbc.without(address.pairs, "DATABASE", "PWD")
            own = {odbc.plain_keyword(keyword) for keyword, _ in given}
            plain = [*given, *((word, value) for word, value in options.items() if word.upper() not in own)]
        else:
            endpoint = address.endpoint
            assert endpoint is not None
            fields = {"SERVER": endpoint[0], "PORT": str(endpoint[1]), "UID": address.target.user}
            for keyword, value in fields.items():
                if not value or set(value) & set(";{}'\"") or value != value.strip():
                    raise DatabaseError(
                        "PostgreSQL's ODBC driver can't take {value} as {keyword} (empty, or with a semicolon, "
                        "brace, quote, or a blank at an end); name it otherwise in the scenario",
                        "bad address",
                        value=repr(value),
                        keyword=keyword,
                    )
            plain = [("DRIVER", driver), *fields.items(), ("SSLmode", SSL_MODES[address.encryption]), *options.items()]
        database = address.database or self.maintenance_database
        return odbc.connection_string([*plain, ("DATABASE", database)]) + f"PWD={_braced(password)};"

    def before_connect(self, address: Address, driver: str) -> None:
        _disable_log(("DRIVER", driver) if driver else ("DSN", odbc.value_of(address.pairs, "DSN")))

    def pooling_of(self, address: Address, password: str, timeout_s: float) -> Pooling | None:
        """Detect pooling with libpq, because the ODBC driver immediately sets DateStyle and extra_float_digits."""
        from app.databases.postgresql.pooling import pooling_of  # noqa: PLC0415 - it needs this module

        return pooling_of(address, password, timeout_s)

    def quoted(self, identifier: str) -> str:
        return quote_identifier(identifier)

    def after_connect(self, connection: "pyodbc.Connection", address: Address, query_timeout_s: float) -> None:
        self._set(connection, address, query_timeout_s, SET_CONFIG)

    def begin_reading(self, connection: "pyodbc.Connection", address: Address, query_timeout_s: float) -> None:
        connection.execute("BEGIN READ ONLY")
        self._set(connection, address, query_timeout_s, SET_LOCAL_CONFIG)

    def _set(self, connection: "pyodbc.Connection", address: Address, query_timeout_s: float, statement: str) -> None:
        """Apply settings with set_config, so that names and values are parameters."""
        import pyodbc  # noqa: PLC0415 - only who connects pays for it

        settings = {name: _setting(value) for name, value in address.target.settings.items()}
        if query_timeout_s > 0:
            settings["statement_timeout"] = str(max(1, round(query_timeout_s * 1000)))
        with connection.cursor() as cursor:
            for name, value in settings.items():
                try:
                    cursor.execute(statement, name, value).fetchall()
                except pyodbc.Error as error:
                    raise DatabaseError(
                        "PostgreSQL at {where} refuses the setting {name} = {value}: {reason}",
                        "bad setting",
                        where=address.where,
                        name=name,
                        value=value,
                        reason=server_message(error),
                    ) from None

    def session_statements(self, address: Address) -> Sequence[SessionStatement]:
        settings = address.target.settings.items()
        return [SessionStatement(SET_CONFIG, (name, _setting(value))) for name, value in settings]

    def failure(self, error: BaseException) -> Failure:
        found = diagnosis(error)
        if _IDLE.search(found.text):
            return IDLE
        if any(text in found.text for text in _LOST):
            return Failure("connection lost", reconnect=True)
        known = _STATES.get(found.state) or _CLASSES.get(found.state[:2])
        return known or Failure(f"error {found.state or type(error).__name__}")

    def connect_kind(self, error: BaseException) -> str:
        message = diagnosis(error).text
        if 'database "' in message and "does not exist" in message:
            return "unknown database"
        return next((kind for text, kind in _CONNECT_FAILURES if text in message), "")

    def call(self, name: str, parameters: int) -> str:
        return f"SELECT * FROM {name}({', '.join('?' * parameters)})"  # noqa: S608 - not user input

    def version(self, cursor: "pyodbc.Cursor") -> tuple[str, str, tuple[int, ...]]:
        row = cursor.execute(
            "SELECT current_setting('server_version'), current_setting('server_version_num')"
        ).fetchone()
        assert row is not None
        number = int(row[1])
        return "PostgreSQL", str(row[0]), (number // 10_000, number % 10_000)

    def empty_cache(self, cursor: "pyodbc.Cursor") -> bool:
        return False


@cache
def _disable_log(place: tuple[str, str]) -> None:
    """Disable psqlODBC's log in this process; `place` is the keyword for the driver or data source.

    Connections have their own Debug and CommLog, but while none is open, those in odbcinst.ini apply: Debian's sets
    CommLog=1, and every process leaves a /tmp/psqlodbc_*.log behind; Debug=1 would log connection strings. The driver
    counts a failed connection as open forever (logs_on_off in its mylog.c): therefore one is made to fail before
    anything reaches a network.
    """
    import pyodbc  # noqa: PLC0415 - only who connects pays for it

    failing = odbc.connection_string([place, *_NO_LOG.items(), ("pqopt", "outpace_keeps_the_log_off=1")])
    with contextlib.suppress(pyodbc.Error):
        pyodbc.connect(failing, timeout=1).close()


def _setting(value: str | float) -> str:
    return ("on" if value else "off") if isinstance(value, bool) else str(value)


def _braced(password: str) -> str:
    """Return the password in braces, always, as this driver may misinterpret even plain ones."""
    odbc.quote(password)  # refuses control characters
    return "{" + password.replace("}", "}}") + "}"


def libpq_options(address: Address, timeout_s: float) -> dict[str, str]:
    """Return libpq's options (PostgreSQL, 34.1.2). A dead network ends a connection within half a minute."""
    options = {
        "connect_timeout": str(max(2, round(timeout_s))),
        "keepalives_idle": "10",
        "keepalives_interval": "5",
        "keepalives_count": "4",
        "tcp_user_timeout": "30000",
        "application_name": "Outpace",
    }
    if address.target.tls == "verify" and not address.target.odbc:
        options["sslrootcert"] = address.target.tls_ca or _system_authorities()
    elif address.target.tls_ca and not address.target.odbc:
        options["sslrootcert"] = address.target.tls_ca
    return options


def _format_options(options: Mapping[str, str]) -> str:
    quoted = ((name, value.replace("\\", "\\\\").replace("'", "\\'")) for name, value in options.items())
    return " ".join(f"{name}='{value}'" if not value.isalnum() else f"{name}={value}" for name, value in quoted)


def _system_authorities() -> str:
    """Return the file of the system's certificate authorities, which libpq before version 16 finds only by name."""
    path = ssl.get_default_verify_paths().cafile
    if path and os.path.exists(path):
        return path
    raise DatabaseError(
        'tls = "verify" needs the certificate of the authority that signed the server\'s: name its file in tls_ca',
        "TLS",
    )
