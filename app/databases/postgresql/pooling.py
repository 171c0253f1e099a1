# SPDX-License-Identifier: Apache-2.0
"""Detection of a connection pooler in front of PostgreSQL, over libpq.

The ODBC driver sets DateStyle and extra_float_digits in each session, which would persist in a pooled one.
"""

import ctypes
import secrets
import selectors
import time
from collections.abc import Callable, Mapping

from app.databases.address import Address
from app.databases.failures import DatabaseError, server_message
from app.databases.pooling import Pooling, is_shared, no_session
from app.databases.postgresql.dialect import PostgreSqlDialect
from app.databases.postgresql.libpq import libpq, libpq_parts
from app.model.odbc import plain_keyword, value_of

CONNECTION_OK = 0
COMMAND_OK, TUPLES_OK = 1, 2
"""Values of ConnStatusType and ExecStatusType (PostgreSQL, 34.1 and 34.3)."""
MARK = "outpace.session_mark"
"""Name of a custom setting, which PostgreSQL ignores, and of a prepared statement."""
ASKED_AGAIN = 8
"""Number of additional queries on both connections behind a pooler."""
TRIES, PAUSE_S = 4, 0.05
"""Number of attempts to find the session of a closed connection in a pool, and seconds to wait for the session's reset.
"""


NOTICES = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_char_p)(lambda _, text: None)
"""Callback that discards notices, which libpq would print."""


class LibpqRefusalError(Exception):
    """Failure of libpq to get a connection or a response, with a state and a message, like the ODBC driver's errors."""

    def __init__(self, reason: str) -> None:
        super().__init__("08001", reason)


class _Connection:
    """Connection over libpq. Its methods raise LibpqRefusalError."""

    def __init__(self, library: str, fields: Mapping[str, str], timeout_s: float) -> None:
        self._libpq = ctypes.CDLL(library)
        for name in ("PQerrorMessage", "PQgetvalue", "PQresultErrorMessage"):
            getattr(self._libpq, name).restype = ctypes.c_char_p
        for name in ("PQconnectdbParams", "PQgetResult"):
            getattr(self._libpq, name).restype = ctypes.c_void_p
        self._timeout_s = timeout_s
        names, values = ([*map(str.encode, given), None] for given in (fields.keys(), fields.values()))
        texts = ctypes.c_char_p * len(names)
        self._connection = ctypes.c_void_p(self._libpq.PQconnectdbParams(texts(*names), texts(*values), 0))
        if self._libpq.PQstatus(self._connection) != CONNECTION_OK:
            reason = self._error()
            self.close()
            raise LibpqRefusalError(reason)
        self._libpq.PQsetNoticeProcessor(self._connection, NOTICES, None)

    @property
    def process(self) -> int:
        """Backend process ID used for canceling; a pooler reports an invented one."""
        return int(self._libpq.PQbackendPID(self._connection))

    def session(self) -> str:
        """Return the ID of the server session that answers."""
        return self.ask(PostgreSqlDialect.session)

    def ask(self, sql: str) -> str:
        """Return the only value of a query, or give up after a timeout."""
        end_s = time.monotonic() + self._timeout_s
        if not self._libpq.PQsendQuery(self._connection, sql.encode()):
            raise LibpqRefusalError(self._error())
        answer, refusal = "", ""
        while result := self._result(end_s):
            if self._libpq.PQresultStatus(result) == TUPLES_OK:
                answer = self._libpq.PQgetvalue(result, 0, 0).decode()
            elif self._libpq.PQresultStatus(result) != COMMAND_OK:
                refusal = self._libpq.PQresultErrorMessage(result).decode(errors="replace")
            self._libpq.PQclear(result)
        if refusal:
            raise LibpqRefusalError(refusal.partition("\n")[0])
        return answer

    def close(self) -> None:
        self._libpq.PQfinish(self._connection)
        self._connection = ctypes.c_void_p()

    def _result(self, end_s: float) -> ctypes.c_void_p:
        with selectors.DefaultSelector() as selector:
            selector.register(self._libpq.PQsocket(self._connection), selectors.EVENT_READ)
            while self._libpq.PQisBusy(self._connection):
                if not selector.select(max(0.0, end_s - time.monotonic())):
                    raise LibpqRefusalError("timeout expired")
                if not self._libpq.PQconsumeInput(self._connection):
                    raise LibpqRefusalError(self._error())
        return ctypes.c_void_p(self._libpq.PQgetResult(self._connection))

    def _error(self) -> str:
        return str(self._libpq.PQerrorMessage(self._connection).decode(errors="replace"))


def pooling_of(address: Address, password: str, timeout_s: float) -> Pooling | None:
    """Return how sessions of this address are pooled.

    Returns:
        None if libpq cannot detect it, because it is missing or only the ODBC driver can connect.

    Raises:
        LibpqRefusalError: If no connection can be opened.
        DatabaseError: If a connection gets no session.
    """
    fields = _fields(address, password, timeout_s)
    if fields is None:
        return None
    opened: list[_Connection] = []

    def connected() -> _Connection:
        opened.append(_Connection(libpq(), fields, timeout_s))
        return opened[-1]

    try:
        first = connected()
        try:
            second = connected()
            if is_shared(first.session, second.session):
                return "shared"
            session = first.session()
            if session.split()[0] == str(first.process):
                return "none"  # a pooler would report another ID
            # Other programs may be using the sessions of a busy shared pool.
            if any(is_shared(first.session, second.session) for _ in range(ASKED_AGAIN)):
                return "shared"
            session = first.session()
            return "unclean" if _keeps_state(session, first, connected) else "none"
        except LibpqRefusalError as error:
            raise no_session("PostgreSQL", address.where, server_message(error)) from None
    except LibpqRefusalError:
        if address.target.odbc:  # the string's keywords may contain more than libpq received
            return None
        raise
    finally:
        for connection in opened:
            connection.close()


def _fields(address: Address, password: str, timeout_s: float) -> Mapping[str, str] | None:
    """Return libpq's connection parameters; None without the library, or if only the driver can parse the address."""
    keywords = {plain_keyword(keyword) for keyword, _ in address.pairs}
    if address.endpoint is None or keywords & {"DSN", "PQOPT"}:
        return None
    try:
        _, fields, _ = libpq_parts(address, password, timeout_s)
    except DatabaseError:
        return None
    if address.target.odbc:
        fields |= {"user": address.login, "sslmode": value_of(address.pairs, "SSLMODE") or "prefer"}
    return fields


def _keeps_state(session: str, first: _Connection, connected: Callable[[], _Connection]) -> bool:
    """Return whether a pooler reuses a session with its last client's state: a setting, a lock or a prepared statement.

    Args:
        session: ID of the session.
        first: Connection that has the session; it is closed.
        connected: Function that opens another connection.
    """
    mark = secrets.randbits(62)
    lock = f"classid = {mark >> 32} AND objid = {mark & 0xFFFF_FFFF}"
    first.ask(f"SELECT set_config('{MARK}', '{mark}', false) FROM pg_advisory_lock({mark})")  # noqa: S608 - ours
    first.ask(f'PREPARE "{MARK}" AS SELECT 1')
    first.close()
    for _ in range(TRIES):
        time.sleep(PAUSE_S)
        following = connected()
        if following.session() == session:
            has_setting = following.ask(f"SELECT current_setting('{MARK}', true)") == str(mark)
            has_lock = following.ask(
                f"SELECT count(*) FROM pg_locks WHERE pid = pg_backend_pid() AND locktype = 'advisory' AND {lock}"  # noqa: S608
            )
            has_statement = following.ask(f"SELECT count(*) FROM pg_prepared_statements WHERE name = '{MARK}'")  # noqa: S608
            if has_setting:
                following.ask(f"SELECT set_config('{MARK}', NULL, false)")
            if has_lock != "0":
                following.ask(f"SELECT pg_advisory_unlock({mark})")
            if has_statement != "0":
                following.ask(f'DEALLOCATE "{MARK}"')
            return has_setting or has_lock != "0" or has_statement != "0"
    return False
