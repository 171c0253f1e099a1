# SPDX-License-Identifier: Apache-2.0
"""MySQL 8 and MariaDB 10.6 or later, through MariaDB's or MySQL's ODBC driver."""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar

from app.databases.address import Address
from app.databases.failures import (
    DatabaseError,
    Failure,
    OdbcDiagnosis,
    diagnosis,
    no_plain_login,
    no_tls,
    server_message,
)
from app.databases.odbc_session import SessionStatement
from app.databases.pooling import Pooling
from app.model import odbc

if TYPE_CHECKING:
    import pyodbc

_LOST = Failure("connection lost", reconnect=True)
# Sources: MariaDB, "MariaDB Error Codes", and MySQL, "Server/Client Error Message Reference".
_NUMBERS: dict[int, Failure] = {
    1213: Failure("deadlock", retryable=True),
    1205: Failure("lock timeout", retryable=True),
    1020: Failure("serialization failure", retryable=True),
    1969: Failure("query timeout"),
    3024: Failure("query timeout"),
    1317: Failure("query interrupted"),
    1040: Failure("too many connections", reconnect=True),
    1203: Failure("too many connections", reconnect=True),
    1226: Failure("too many connections", reconnect=True),
    1053: Failure("server shutting down", reconnect=True),
    1927: _LOST,
    2006: _LOST,
    2013: _LOST,
    2055: _LOST,
    4031: Failure("idle timeout", reconnect=True),
    5013: _LOST,
    5014: _LOST,
    2002: Failure("refused", reconnect=True),
    2003: Failure("refused", reconnect=True),
    2005: Failure("unknown host", reconnect=True),
    2014: Failure("commands out of sync", reconnect=True),
    2026: Failure("TLS", reconnect=True),
    1021: Failure("disk full"),
    1114: Failure("disk full"),
    1026: Failure("disk full"),
    3: Failure("disk full"),
    1037: Failure("out of memory"),
    1038: Failure("out of memory"),
    1290: Failure("read-only"),
    1792: Failure("read-only"),
    1836: Failure("read-only"),
    1044: Failure("no rights"),
    1142: Failure("no rights"),
    1227: Failure("no rights"),
    1370: Failure("no rights"),
    1045: Failure("login failed", reconnect=True),
    1698: Failure("login failed", reconnect=True),
    1049: Failure("unknown database", reconnect=True),
    1146: Failure("no such object"),
    1305: Failure("no such object"),
    1062: Failure("constraint"),
    1048: Failure("constraint"),
    1451: Failure("constraint"),
    1452: Failure("constraint"),
    4025: Failure("constraint"),
    1034: Failure("damaged data"),
    1194: Failure("damaged data"),
    1195: Failure("damaged data"),
    1712: Failure("damaged data"),
    1877: Failure("damaged data"),
    1932: Failure("damaged data"),
    3819: Failure("constraint"),
}
_STATES: dict[str, Failure] = {
    "40001": Failure("deadlock", retryable=True),
    "HYT00": Failure("query timeout", reconnect=True),
    "28000": Failure("login failed", reconnect=True),
}
_CONNECT_FAILURES = {
    1129: "too many connections",
    1130: "no rights",
    1044: "no rights",
    1251: "login failed",
    2061: "login failed",
    3159: "no rights",
    2013: "no answer",
}


class MySqlDialect:
    """Dialect of MySQL and MariaDB. It prefers MariaDB's driver; MySQL's does not support some logins to MariaDB."""

    name = "MySQL/MariaDB"
    drivers = (
        r"MariaDB Unicode",
        r"MariaDB ODBC [\d.]+ Driver",
        r"MariaDB.*",
        r"MySQL ODBC [\d.]+ Unicode Driver",
        r"MySQL.*Unicode.*",
    )
    libraries = ("/opt/homebrew/lib/mariadb/libmaodbc.dylib", "/usr/local/lib/mariadb/libmaodbc.dylib")
    maintenance_database = ""
    narrow = True
    oldest: ClassVar = {"MySQL": (8,), "MariaDB": (10, 6)}
    session = "SELECT CONNECTION_ID() + 0"  # "+ 0", because ProxySQL answers the bare function itself
    row_number = "SELECT LAST_INSERT_ID()"
    begin = "START TRANSACTION"
    read_only = "SET SESSION TRANSACTION READ ONLY"
    install: ClassVar = {
        "win32": "fetch the 64-bit MSI of MariaDB Connector/ODBC from https://mariadb.com/downloads/connectors, then: "
        "msiexec /i mariadb-connector-odbc-VERSION-win64.msi",
        "darwin": "brew install unixodbc mariadb-connector-odbc",
        "linux": "Debian, Ubuntu: sudo apt-get install odbc-mariadb; "
        "Fedora, Red Hat: sudo dnf install mariadb-connector-odbc; SUSE: sudo zypper install mariadb-connector-odbc",
    }

    def connection_string(self, address: Address, password: str, driver: str, timeout_s: float) -> str:
        """Return the connection string. FORCETLS is MariaDB's; `server.connect` falls back if TLS is only preferred."""
        mysqls = "mysql" in driver.lower() or "myodbc" in driver.lower()
        if not mysqls and password != password.strip():
            raise DatabaseError(
                "MariaDB's ODBC driver drops blanks at the ends of a password; give the user another one, or name "
                "MySQL's driver in the scenario (driver = ...)",
                "bad address",
            )
        # Both drivers ignore SQL_ATTR_LOGIN_TIMEOUT; MariaDB's has the keyword CONN_TIMEOUT.
        options = {"CHARSET": "utf8mb4"} | ({} if mysqls else {"CONN_TIMEOUT": str(max(1, round(timeout_s)))})
        if address.target.odbc:
            given = odbc.without(address.pairs, "DATABASE", "PWD")
            own = {odbc.plain_keyword(keyword) for keyword, _ in given}
            pairs = [*given, *((word, value) for word, value in options.items() if word not in own)]
        else:
            endpoint = address.endpoint
            assert endpoint is not None
            # For "localhost" both drivers would use the Unix socket, whichever server owns it.
            host = "127.0.0.1" if endpoint[0] == "localhost" and address.target.tls != "verify" else endpoint[0]
            pairs = [("DRIVER", driver), ("SERVER", host), ("PORT", str(endpoint[1])), ("UID", address.target.user)]
            pairs += [*options.items(), *(_mysql_tls(address) if mysqls else _mariadb_tls(address)).items()]
        if address.database:
            pairs.append(("DATABASE", address.database))
        return odbc.connection_string([*pairs, ("PWD", password)])

    def before_connect(self, address: Address, driver: str) -> None:
        """Do nothing."""

    def pooling_of(self, address: Address, password: str, timeout_s: float) -> Pooling | None:
        return None

    def quoted(self, identifier: str) -> str:
        if not identifier or "\0" in identifier:
            raise ValueError(f"{identifier!r} is not an identifier")
        return "`" + identifier.replace("`", "``") + "`"

    def after_connect(self, connection: "pyodbc.Connection", address: Address, query_timeout_s: float) -> None:
        """Apply settings with SET SESSION. MariaDB has its own query timeout; MySQL has one for SELECT only."""
        import pyodbc  # noqa: PLC0415 - only who connects pays for it

        connection.setencoding("utf-8")
        connection.setdecoding(pyodbc.SQL_CHAR, "utf-8")
        with connection.cursor() as cursor:
            _require_tls(cursor, address)
            for name, value in address.target.settings.items():
                _set(cursor, address, name, value)
            if query_timeout_s > 0:
                product, _, _ = self.version(cursor)
                if product == "MariaDB":
                    _set(cursor, address, "max_statement_time", float(query_timeout_s))
                else:
                    _set(cursor, address, "max_execution_time", max(1, round(query_timeout_s * 1000)))

    def begin_reading(self, connection: "pyodbc.Connection", address: Address, query_timeout_s: float) -> None:
        """Begin a read-only transaction; the settings apply to this exclusive session, which is closed afterward."""
        self.after_connect(connection, address, query_timeout_s)
        connection.execute("START TRANSACTION READ ONLY")

    def session_statements(self, address: Address) -> Sequence[SessionStatement]:
        settings = address.target.settings.items()
        tls = [SessionStatement(CIPHER, wanted=2)] if _demands_tls(address) else []
        return [*tls, *(SessionStatement(_set_session(name), (value,)) for name, value in settings)]

    def failure(self, error: BaseException) -> Failure:
        found = _diagnosis(error)
        for number in found.natives:
            if number in _NUMBERS:
                return _NUMBERS[number]
        if found.state.startswith("08"):
            return _LOST
        number = next(iter(found.natives), 0)
        return _STATES.get(found.state) or Failure(f"error {number or found.state or type(error).__name__}")

    def connect_kind(self, error: BaseException) -> str:
        found = _diagnosis(error)
        number = next(iter(found.natives), 0)
        if number in _CONNECT_FAILURES:
            return _CONNECT_FAILURES[number]
        return _NUMBERS[number].kind if number in _NUMBERS else ""

    def call(self, name: str, parameters: int) -> str:
        return f"CALL {name}({', '.join('?' * parameters)})"

    def version(self, cursor: "pyodbc.Cursor") -> tuple[str, str, tuple[int, ...]]:
        row = cursor.execute("SELECT VERSION()").fetchone()
        assert row is not None
        text = str(row[0])
        numbers = re.match(r"(?:5\.5\.5-)?(\d+)\.(\d+)\.(\d+)", text)
        product = "MariaDB" if is_mariadb(text) else "MySQL"
        return product, text, tuple(int(part) for part in numbers.groups()) if numbers else ()

    def empty_cache(self, cursor: "pyodbc.Cursor") -> bool:
        return False


def is_mariadb(version: str) -> bool:
    """Return whether a result of VERSION() is from MariaDB."""
    return "mariadb" in version.lower()


CIPHER = "SHOW SESSION STATUS LIKE 'Ssl_cipher'"


def _set_session(name: str) -> str:
    """Return the statement that sets a variable. Raises DatabaseError for an invalid name."""
    if not re.fullmatch(r"[A-Za-z_][A-Za-z0-9_.]*", name):
        raise DatabaseError("{name} is not the name of a setting", "bad setting", name=repr(name))
    return f"SET SESSION {name} = ?"


def _diagnosis(error: BaseException) -> OdbcDiagnosis:
    """Parse an error like `diagnosis`, with the server's error number if the driver quotes it.

    MariaDB's driver reports an error before the TLS handshake under its own number and quotes the server's, which is
    the relevant one (1040, too many connections).
    """
    found = diagnosis(error)
    quoted = re.search(r"before completion of TLS handshake.*?: (\d{4}) - ", found.text)
    return found if quoted is None else replace(found, natives=(int(quoted[1]),))


def _set(cursor: "pyodbc.Cursor", address: Address, name: str, value: str | float) -> None:
    import pyodbc  # noqa: PLC0415 - only who connects pays for it

    text = _set_session(name)
    try:
        cursor.execute(text, value)
    except pyodbc.Error as error:
        raise DatabaseError(
            "MySQL/MariaDB at {where} refuses the setting {name} = {value}: {reason}",
            "bad setting",
            where=address.where,
            name=name,
            value=value,
            reason=server_message(error),
        ) from None


def _require_tls(cursor: "pyodbc.Cursor", address: Address) -> None:
    """Check that required TLS is in use, as MariaDB's driver 3.1 does not enforce FORCETLS. Raises DatabaseError."""
    if not _demands_tls(address):
        return
    row = cursor.execute(CIPHER).fetchone()
    if row is None or not row[1]:
        raise _without_tls(address)


def _demands_tls(address: Address) -> bool:
    return address.encryption in ("require", "verify") and not address.target.odbc


def _without_tls(address: Address) -> DatabaseError:
    place = f"MySQL/MariaDB at {address.where}"
    if address.target.tls == "prefer":
        return no_plain_login(place, address.who)
    return no_tls(place, f'tls = "{address.target.tls}"')


def _mariadb_tls(address: Address) -> dict[str, str]:
    """Return the TLS keywords of MariaDB Connector/ODBC, which checks certificates by default since version 3.2."""
    if address.target.tls == "off":
        return {"FORCETLS": "0", "SSLVERIFY": "0"}
    keywords = {"FORCETLS": "1", "SSLVERIFY": "1" if address.target.tls == "verify" else "0"}
    return keywords | ({"SSLCA": address.target.tls_ca} if address.target.tls_ca else {})


def _mysql_tls(address: Address) -> dict[str, str]:
    """Return the TLS keywords of MySQL Connector/ODBC."""
    modes = {"off": "DISABLED", "prefer": "PREFERRED", "require": "REQUIRED", "verify": "VERIFY_IDENTITY"}
    keywords = {"SSLMODE": modes[address.encryption], "NO_PROMPT": "1"}
    return keywords | ({"SSLCA": address.target.tls_ca} if address.target.tls_ca else {})
