# SPDX-License-Identifier: Apache-2.0
"""Database errors: for users (DatabaseError), and for the driver (Failure)."""

import re
from dataclasses import dataclass

import msgspec

from app.model.errors import OutpaceError, phrase
from app.model.messages import Sentence

TRANSIENT = frozenset(
    {"refused", "no answer", "connection lost", "server shutting down", "server starting", "too many connections"}
)
"""Kinds of connection failures that may be temporary, so that a retry may succeed."""


class DatabaseError(OutpaceError):
    """A database cannot be used as requested; the message names the database, what happened and what to do.

    Attributes:
        kind: Reason why a server cannot be reached: one of TRANSIENT or "unknown host", "no driver", "login failed",
            "unknown database", "no rights", "TLS", "bad address", ...; "" elsewhere.
    """

    def __init__(self, text: str | Sentence, kind: str = "", /, **values: object) -> None:
        super().__init__(text, **values)
        self.kind = kind


class RefusedDatabaseError(DatabaseError):
    """A database was rejected and left untouched; the message names it, the reason, and the remedy."""

    def __init__(self, what: Sentence, remedy: Sentence) -> None:
        super().__init__(phrase("{what}. {remedy}.", what=what, remedy=remedy))
        self.what = what
        self.remedy = remedy


class Failure(msgspec.Struct, frozen=True):
    """Meaning of an engine's error for the driver.

    Attributes:
        retryable: Whether the same call may succeed if repeated immediately.
        reconnect: Whether the connection is no longer usable.
    """

    kind: str
    retryable: bool = False
    reconnect: bool = False


@dataclass(frozen=True, slots=True)
class OdbcDiagnosis:
    """Parsed ODBC error.

    Attributes:
        natives: Native error numbers of the driver or server, one per record.
    """

    state: str
    natives: tuple[int, ...]
    text: str


def diagnosis(error: BaseException) -> OdbcDiagnosis:
    """Parse an exception of pyodbc: (SQLSTATE, "[SQLSTATE] [driver]text (native) (function); ...")."""
    parts = [str(part) for part in error.args]
    text = parts[-1] if parts else ""
    state = parts[0] if len(parts) > 1 else ""
    natives = tuple(int(found) for found in re.findall(r"\((-?\d{1,10})\) \(SQL\w+\)", text))
    return OdbcDiagnosis(state, natives, text)


def server_message(error: BaseException) -> str:
    """Return the message of the driver or server on one line, without the decoration that ODBC adds."""
    text = diagnosis(error).text.partition(" (SQL")[0]
    text = re.sub(r"^(\s*\[[^\]]*\])+", "", text)
    text = re.sub(r"\s*\(-?\d+\)$", "", text.strip())
    return " ".join(text.split())


def no_tls(place: str, demand: str) -> DatabaseError:
    """Return the error for a server that does not support required TLS.

    Args:
        place: Display name of the server.
        demand: Setting that requires TLS, as written in the scenario.
    """
    return DatabaseError(
        "{place} offers no TLS, but the scenario demands it ({demand}); set TLS up on the server, or write "
        'tls = "prefer" or "off" in the scenario: then nothing on the way is encrypted',
        "TLS",
        place=place,
        demand=demand,
    )


def no_plain_login(place: str, who: str) -> DatabaseError:
    """Return the error for a server without TLS, to which the password must not be sent unencrypted.

    Args:
        place: Display name of the server.
        who: User and server, as a consent names them.
    """
    return DatabaseError(
        "{place} offers no TLS, and without it others on the network could read the password. Set TLS up on the "
        'server; or allow this login: write tls = "off" in the scenario and confirm what the window asks, or add '
        '--allow "clear-text login {who}" to the command',
        "TLS",
        place=place,
        who=who,
    )
