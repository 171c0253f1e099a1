# SPDX-License-Identifier: Apache-2.0
"""SQL Server 2016 or later and Babelfish for PostgreSQL, through Microsoft's ODBC driver or FreeTDS."""

import re
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, ClassVar

from app.databases.address import Address
from app.databases.failures import DatabaseError, Failure, diagnosis, server_message
from app.databases.odbc_session import SessionStatement
from app.databases.pooling import Pooling
from app.model import odbc

if TYPE_CHECKING:
    import pyodbc

_LOST = Failure("connection lost", reconnect=True)
_NO_LOGIN = Failure("login failed", reconnect=True)
# Source: Microsoft, "Database engine events and errors" (sys.messages).
_NUMBERS: dict[int, Failure] = {
    1205: Failure("deadlock", retryable=True),
    1222: Failure("lock timeout", retryable=True),
    3960: Failure("serialization failure", retryable=True),
    3961: Failure("serialization failure", retryable=True),
    1101: Failure("disk full"),
    1105: Failure("disk full"),
    9002: Failure("log full"),
    701: Failure("out of memory"),
    802: Failure("out of memory"),
    8645: Failure("out of memory"),
    17809: Failure("too many connections", reconnect=True),
    10928: Failure("too many connections", reconnect=True),
    6005: Failure("server shutting down", reconnect=True),
    6006: Failure("server shutting down", reconnect=True),
    17142: Failure("server shutting down", reconnect=True),
    18401: Failure("server starting", reconnect=True),
    921: Failure("server starting", reconnect=True),
    922: Failure("server starting", reconnect=True),
    927: Failure("database in restore", reconnect=True),
    596: _LOST,
    10053: _LOST,
    10054: _LOST,
    10060: _LOST,
    20004: _LOST,
    20006: _LOST,
    20047: _LOST,
    18456: _NO_LOGIN,
    18452: _NO_LOGIN,
    18470: _NO_LOGIN,
    18486: _NO_LOGIN,
    18487: _NO_LOGIN,
    18488: _NO_LOGIN,
    4060: Failure("unknown database", reconnect=True),
    911: Failure("unknown database"),
    229: Failure("no rights"),
    262: Failure("no rights"),
    297: Failure("no rights"),
    300: Failure("no rights"),
    3906: Failure("read-only"),
    208: Failure("no such object"),
    2812: Failure("no such object"),
    2601: Failure("constraint"),
    2627: Failure("constraint"),
    547: Failure("constraint"),
    515: Failure("constraint"),
}
# Babelfish's number for errors to which SQL Server assigns no number; the text is PostgreSQL's.
_BABELFISH = 33557097
_BABELFISH_PHRASES = (
    ("due to lock timeout", Failure("lock timeout", retryable=True)),
    ("could not serialize", Failure("serialization failure", retryable=True)),
    ("due to statement timeout", Failure("query timeout")),
    ("No space left", Failure("disk full")),
    ("permission denied", Failure("no rights")),
    ("does not exist", Failure("no such object")),
    ("terminating connection", _LOST),
)
_STATES: dict[str, Failure] = {
    "HYT00": Failure("query timeout", reconnect=True),
    "HYT01": _LOST,
    "40001": Failure("deadlock", retryable=True),
    "28000": _NO_LOGIN,
}
_OPTIONS = {"lock_timeout", "deadlock_priority", "transaction_isolation_level", "xact_abort", "arithabort", "textsize"}
"""Allowed names in `settings`: SET options that change a session's behavior, not the meaning of its SQL."""


class SqlServerDialect:
    """Dialect of SQL Server and Babelfish. It prefers Microsoft's driver."""

    name = "SQL Server"
    drivers = (r"ODBC Driver (1[7-9]|[2-9]\d) for SQL Server", r"FreeTDS")
    libraries = (
        "/opt/homebrew/lib/libmsodbcsql.18.dylib",
        "/usr/local/lib/libmsodbcsql.18.dylib",
        "/opt/homebrew/lib/libtdsodbc.so",
        "/usr/local/lib/libtdsodbc.so",
    )
    maintenance_database = "master"
    narrow = False
    oldest: ClassVar = {"SQL Server": (13,), "Babelfish": (2,)}
    session = "SELECT @@SPID"
    row_number = "SELECT CAST(@@IDENTITY AS BIGINT)"
    begin = "BEGIN TRANSACTION"
    read_only = ""
    install: ClassVar = {
        "win32": "winget install --id Microsoft.msodbcsql.18",
        "darwin": "brew tap microsoft/mssql-release https://github.com/Microsoft/homebrew-mssql-release && "
        "HOMEBREW_ACCEPT_EULA=Y brew install msodbcsql18; or FreeTDS: brew install freetds",
        "linux": "FreeTDS on Debian, Ubuntu: sudo apt-get install tdsodbc; on Fedora, Red Hat (EPEL): sudo dnf install "
        "freetds-libs; or from Microsoft's repository: sudo ACCEPT_EULA=Y apt-get install msodbcsql18",
    }

    def connection_string(self, address: Address, password: str, driver: str, timeout_s: float) -> str:
        del timeout_s  # both drivers use SQL_ATTR_LOGIN_TIMEOUT
        free_tds = "tds" in (driver or odbc.value_of(address.pairs, "DSN")).lower()
        options = {"TDS_Version": "7.4", "ClientCharset": "UTF-8"} if free_tds else {"APP": "Outpace"}
        if address.target.odbc:
            given = odbc.without(address.pairs, "DATABASE", "PWD")
            own = {odbc.plain_keyword(keyword) for keyword, _ in given}
            pairs = [*given, *((word, value) for word, value in options.items() if word.upper() not in own)]
        else:
            endpoint = address.endpoint
            assert endpoint is not None
            if free_tds:
                place = [("SERVER", endpoint[0]), ("PORT", str(endpoint[1]))]
            else:
                place = [("SERVER", f"tcp:{endpoint[0]},{endpoint[1]}")]
            login = [("UID", address.target.user)] if address.target.user else [("Trusted_Connection", "yes")]
            tls = _free_tds_tls(address) if free_tds else _microsoft_tls(address)
            pairs = [("DRIVER", driver), *place, *login, *options.items(), *tls.items()]
        pairs.append(("DATABASE", address.database or self.maintenance_database))
        if address.login:
            pairs.append(("PWD", password))
        return _free_tds_text(pairs) if free_tds else odbc.connection_string(pairs)

    def before_connect(self, address: Address, driver: str) -> None:
        """Do nothing."""

    def pooling_of(self, address: Address, password: str, timeout_s: float) -> Pooling | None:
        return None

    def quoted(self, identifier: str) -> str:
        if not identifier or "\0" in identifier:
            raise ValueError(f"{identifier!r} is not an identifier")
        return "[" + identifier.replace("]", "]]") + "]"

    def after_connect(self, connection: "pyodbc.Connection", address: Address, query_timeout_s: float) -> None:
        """Apply SET options; because a SET statement takes no parameters, names and values are checked here."""
        import pyodbc  # noqa: PLC0415 - only who connects pays for it

        # Char columns are in the code page of the server, driver or client; when wide characters are requested, the
        # driver converts them.
        connection.setdecoding(pyodbc.SQL_CHAR, encoding="utf-16le", ctype=pyodbc.SQL_WCHAR)
        connection.timeout = 0 if query_timeout_s <= 0 else max(1, round(query_timeout_s))
        with connection.cursor() as cursor:
            cursor.execute(NO_COUNTS)
            for name, value in address.target.settings.items():
                option, text = _option(name, value)
                try:
                    cursor.execute(f"SET {option} {text}")
                except pyodbc.Error as error:
                    raise DatabaseError(
                        "SQL Server at {where} refuses the setting {name} = {text}: {reason}",
                        "bad setting",
                        where=address.where,
                        name=name,
                        text=text,
                        reason=server_message(error),
                    ) from None

    def begin_reading(self, connection: "pyodbc.Connection", address: Address, query_timeout_s: float) -> None:
        """Act like `after_connect`, because there are no read-only transactions, nor settings limited to one."""
        self.after_connect(connection, address, query_timeout_s)

    def session_statements(self, address: Address) -> Sequence[SessionStatement]:
        options = (_option(name, value) for name, value in address.target.settings.items())
        return [SessionStatement(NO_COUNTS), *(SessionStatement(f"SET {name} {value}") for name, value in options)]

    def failure(self, error: BaseException) -> Failure:
        found = diagnosis(error)
        if found.state == "HYT00":
            return _STATES["HYT00"]
        for number in found.natives:
            if number in _NUMBERS:
                return _NUMBERS[number]
        if _BABELFISH in found.natives:
            return next(
                (known for phrase, known in _BABELFISH_PHRASES if phrase in found.text), Failure("error of Babelfish")
            )
        if found.state.startswith("08"):
            return _LOST
        number = next(iter(found.natives), 0)
        return _STATES.get(found.state) or Failure(f"error {number or found.state or type(error).__name__}")

    def connect_kind(self, error: BaseException) -> str:
        found = diagnosis(error)
        for number in (4060, 18456, *found.natives):
            if number in found.natives and number in _NUMBERS:
                return _NUMBERS[number].kind
        if found.state in ("HYT00", "HYT01"):
            return "no answer"
        if found.state == "28000":
            return "login failed"
        return "TLS" if re.search(r"\bSSL|\bTLS|certificate|encryption", found.text, re.IGNORECASE) else ""

    def call(self, name: str, parameters: int) -> str:
        return f"EXEC {name} {', '.join('?' * parameters)}".rstrip()

    def version(self, cursor: "pyodbc.Cursor") -> tuple[str, str, tuple[int, ...]]:
        row = cursor.execute("SELECT CAST(SERVERPROPERTY('ProductVersion') AS varchar(128)), @@VERSION").fetchone()
        assert row is not None
        version_text = " ".join(str(row[1]).split())
        numbers = tuple(int(part) for part in re.findall(r"\d+", str(row[0])))
        if not version_text.startswith("Babelfish"):
            return "SQL Server", str(row[0]), numbers
        own = re.search(r"\(Babelfish ([\d.]+)\)", version_text)
        version = own[1] if own else str(row[0])
        return "Babelfish", version, tuple(int(part) for part in version.split(".") if part)

    def empty_cache(self, cursor: "pyodbc.Cursor") -> bool:
        """Run DBCC DROPCLEANBUFFERS (Microsoft), which requires the right ALTER SERVER STATE."""
        if self.version(cursor)[0] != "SQL Server":
            return False
        cursor.execute("DBCC DROPCLEANBUFFERS WITH NO_INFOMSGS")
        return True


NO_COUNTS = "SET NOCOUNT ON"


def _option(name: str, value: str | float) -> tuple[str, str]:
    """Return a SET option and its value in T-SQL. Raises DatabaseError for an unsupported one."""
    text = ("ON" if value else "OFF") if isinstance(value, bool) else str(value)
    if name.lower() not in _OPTIONS or not re.fullmatch(r"-?[A-Za-z0-9 ]{1,40}", text):
        raise DatabaseError(
            "the setting {name} = {text} is none that Outpace sets on SQL Server; it sets {known}, to a word or number",
            "bad setting",
            name=name,
            text=text,
            known=", ".join(sorted(_OPTIONS)),
        )
    return name.upper().replace("TRANSACTION_ISOLATION_LEVEL", "TRANSACTION ISOLATION LEVEL"), text


def _microsoft_tls(address: Address) -> dict[str, str]:
    """Return the TLS keywords for Microsoft's ODBC drivers 17 and 18, in which given keywords have the same meaning."""
    if address.target.tls == "off":
        return {"Encrypt": "no"}
    if address.target.tls != "verify":
        return {"Encrypt": "yes", "TrustServerCertificate": "yes"}
    own = {"ServerCertificate": address.target.tls_ca} if address.target.tls_ca else {}
    return {"Encrypt": "yes", "TrustServerCertificate": "no", **own}


def _free_tds_text(pairs: Iterable[tuple[str, str]]) -> str:
    """Return the connection string. FreeTDS does not unescape braces and ends a value at "};" (seen in 1.3.17)."""
    parts = []
    for keyword, value in pairs:
        quoted = odbc.quote(value)
        if "};" in value:
            raise DatabaseError(
                "FreeTDS can't take a closing brace with a semicolon behind it in {keyword}; choose another one, or "
                "use Microsoft's driver",
                "bad address",
                keyword=keyword,
            )
        parts.append(f"{keyword}={{{value}}};" if quoted != value else f"{keyword}={value};")
    return "".join(parts)


def _free_tds_tls(address: Address) -> dict[str, str]:
    if address.target.tls == "verify":
        raise DatabaseError(
            'FreeTDS takes no authority in a connection string, so that it can\'t do tls = "verify"; use '
            'Microsoft\'s driver (driver = "ODBC Driver 18 for SQL Server"), or tls = "require"',
            "TLS",
        )
    return {"Encryption": {"off": "off", "prefer": "request", "require": "require"}[address.encryption]}
