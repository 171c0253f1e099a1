# SPDX-License-Identifier: Apache-2.0
"""Diagnosis of a failed connection to a host and port: nothing listens, a firewall, or another engine.

An engine is detected by the first bytes that it sends.
"""

import socket
import struct

MYSQL, POSTGRESQL, SQLSERVER = "mysql", "postgresql", "sqlserver"
GREETING_S = 1.0
"""Seconds to wait for a greeting: MySQL and MariaDB send one immediately; the others wait for the client."""
SSL_REQUEST = struct.pack("!ii", 8, 80877103)
"""SSLRequest (PostgreSQL, 55.7, message formats); servers of every version answer with one byte, S or N."""
PRELOGIN = bytes.fromhex("12 01 00 2f 00 00 01 00") + bytes.fromhex(
    "00 00 1a 00 06 01 00 20 00 01 02 00 21 00 01 03 00 22 00 04 04 00 26 00 01 ff"
    "09 00 00 00 00 00 00 00 00 00 00 00 00"
)
"""PRELOGIN of SQL Server ([MS-TDS] 2.2.6.5); the answer is a packet of type 4 (tabular result)."""


def network_trouble(endpoint: tuple[str, int] | None, timeout_s: float) -> tuple[str, str] | None:
    """Try a TCP connection; return kind and text of its error, or None if it succeeds or the cause is unknown.

    Call it only after a failure: some servers count a connection without a login as an attack.
    """
    if endpoint is None:
        return None
    try:
        socket.create_connection(endpoint, timeout=timeout_s).close()
    except (socket.gaierror, UnicodeError) as error:
        return "unknown host", str(error.strerror if isinstance(error, OSError) else error)
    except ConnectionRefusedError:
        return "refused", ""
    except OSError as error:
        return "no answer", str(error)
    return None


def engine_at(endpoint: tuple[str, int], timeout_s: float) -> str:
    """Return the scenario name of the engine that listens there; "" if there is no answer, or an unknown one.

    It takes up to three times `timeout_s`, but at most about three seconds.
    """
    wait_s = min(timeout_s, GREETING_S)
    greeting = _answer(endpoint, b"", wait_s)
    if _is_mysql(greeting):
        return MYSQL
    if _answer(endpoint, SSL_REQUEST, wait_s)[:1] in (b"S", b"N"):
        return POSTGRESQL
    if _answer(endpoint, PRELOGIN, wait_s)[:2] == b"\x04\x01":
        return SQLSERVER
    return ""


def _is_mysql(answer: bytes) -> bool:
    """Return whether an answer is packet 0 with protocol version 10, or an error such as "too many connections"."""
    length = int.from_bytes(answer[:3], "little")
    return len(answer) > 5 and length < 1024 and answer[3] == 0 and answer[4] in (0x0A, 0xFF)


def _answer(endpoint: tuple[str, int], question: bytes, wait_s: float) -> bytes:
    try:
        with socket.create_connection(endpoint, timeout=wait_s) as connection:
            connection.settimeout(wait_s)
            if question:
                connection.sendall(question)
            return connection.recv(512)
    except OSError:
        return b""
