"""Which engine answers at a host and port, by the first bytes that it says."""

import socket
import struct

MYSQL, POSTGRESQL, SQLSERVER = "mysql", "postgresql", "sqlserver"
GREETING_S = 1.0
"""MySQL and MariaDB speak first, and at once; the others wait to be asked."""
SSL_REQUEST = struct.pack("!ii", 8, 80877103)
"""PostgreSQL, 55.7 (message formats), SSLRequest: answered by one byte, S or N, by servers of every version."""
PRELOGIN = bytes.fromhex("12 01 00 2f 00 00 01 00") + bytes.fromhex(
    "00 00 1a 00 06 01 00 20 00 01 02 00 21 00 01 03 00 22 00 04 04 00 26 00 01 ff"
    "09 00 00 00 00 00 00 00 00 00 00 00 00"
)
"""SQL Server, [MS-TDS] 2.2.6.5, PRELOGIN; the answer is a packet of type 4 (tabular result)."""


def engine_at(endpoint: tuple[str, int], timeout_s: float) -> str:
    """The engine, as scenarios name it, that listens there; "" where nobody does, or where it speaks as none that is
    known. Takes up to three times timeout_s, at most about three seconds."""
    wait_s = min(timeout_s, GREETING_S)
    greeting = _said(endpoint, b"", wait_s)
    if _is_mysql(greeting):
        return MYSQL
    if _said(endpoint, SSL_REQUEST, wait_s)[:1] in (b"S", b"N"):
        return POSTGRESQL
    if _said(endpoint, PRELOGIN, wait_s)[:2] == b"\x04\x01":
        return SQLSERVER
    return ""


def _is_mysql(said: bytes) -> bool:
    """A packet of number 0 that holds protocol version 10, or an error ("too many connections")."""
    return len(said) > 5 and said[3] == 0 and said[4] in (0x0A, 0xFF) and int.from_bytes(said[:3], "little") < 1024


def _said(endpoint: tuple[str, int], question: bytes, wait_s: float) -> bytes:
    try:
        with socket.create_connection(endpoint, timeout=wait_s) as connection:
            connection.settimeout(wait_s)
            if question:
                connection.sendall(question)
            return connection.recv(512)
    except OSError:
        return b""
