# SPDX-License-Identifier: Apache-2.0
"""What goes wrong with a database: for a person (DatabaseError), and for whoever drives it (Failure)."""

import re
from dataclasses import dataclass

import msgspec

from app.model.errors import OutpaceError, phrase
from app.model.messages import Sentence

TRANSIENT = frozenset(
    {"refused", "no answer", "connection lost", "server shutting down", "server starting", "too many connections"}
)
"""Kinds of a failed connection that may pass: whoever tries again later may get through."""


class DatabaseError(OutpaceError):
    """A database that can't be used as asked. The message is for a person: which one, what happened, what to do.

    kind: on a server why it can't be reached, one of TRANSIENT or "unknown host", "no driver", "login failed",
    "unknown database", "no rights", "TLS", "bad address", ...; "" elsewhere.
    """

    def __init__(self, text: str | Sentence, kind: str = "", /, **values: object) -> None:
        super().__init__(text, **values)
        self.kind = kind


class RefusedDatabaseError(DatabaseError):
    """A database that is left as it is. what: which one and why; remedy: what to do."""

    def __init__(self, what: Sentence, remedy: Sentence) -> None:
        super().__init__(phrase("{what}. {remedy}.", what=what, remedy=remedy))
        self.what = what
        self.remedy = remedy


class Failure(msgspec.Struct, frozen=True):
    """What an engine's error means to whoever drives it.

    retryable: the same call may succeed at once. reconnect: the connection can't be used any more.
    """

    kind: str
    retryable: bool = False
    reconnect: bool = False


@dataclass(frozen=True, slots=True)
class OdbcDiagnosis:
    """The parts of an ODBC error. natives: the driver's or server's own numbers, as many as there are records."""

    state: str
    natives: tuple[int, ...]
    text: str


def diagnosis(error: BaseException) -> OdbcDiagnosis:
    """Take apart what pyodbc raises: (SQLSTATE, "[SQLSTATE] [driver]text (native) (function); ...")."""
    parts = [str(part) for part in error.args]
    text = parts[-1] if parts else ""
    state = parts[0] if len(parts) > 1 else ""
    natives = tuple(int(found) for found in re.findall(r"\((-?\d{1,10})\) \(SQL\w+\)", text))
    return OdbcDiagnosis(state, natives, text)


def server_message(error: BaseException) -> str:
    """The message of the driver or server, without the decoration that ODBC puts around it, on one line."""
    text = diagnosis(error).text.partition(" (SQL")[0]
    text = re.sub(r"^(\s*\[[^\]]*\])+", "", text)
    text = re.sub(r"\s*\(-?\d+\)$", "", text.strip())
    return " ".join(text.split())


def no_tls(place: str, demand: str) -> DatabaseError:
    """The server speaks no TLS at all. place: of the server; demand: what wants it, as the scenario words it."""
    return DatabaseError(
        "{place} offers no TLS, but the scenario demands it ({demand}); set TLS up on the server, or write "
        'tls = "prefer" or "off" in the scenario: then nothing on the way is encrypted',
        "TLS",
        place=place,
        demand=demand,
    )


def no_plain_login(place: str, who: str) -> DatabaseError:
    """The server speaks no TLS, and the password may not go without. who: user and server, as a consent names them."""
    return DatabaseError(
        "{place} offers no TLS, and without it others on the network could read the password. Set TLS up on the "
        'server; or allow this login: write tls = "off" in the scenario and confirm what the window asks, or add '
        '--allow "clear-text login {who}" to the command',
        "TLS",
        place=place,
        who=who,
    )
