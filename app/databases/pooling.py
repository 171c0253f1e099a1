# SPDX-License-Identifier: Apache-2.0
"""Detection of connection poolers between Outpace and a server, by their behavior.

With transaction or statement pooling, a connection may get a different server session for each transaction. Session
settings then affect other programs, and a client's own settings are lost. Outpace rejects such poolers. It supports
session pooling if each session is reset before the next client gets it.
"""

from collections.abc import Callable
from typing import Literal

from app.databases.failures import DatabaseError
from app.model.errors import phrase

Pooling = Literal["none", "shared", "unclean"]
"""Result: sessions are exclusive ("none"), change with each transaction ("shared"), or are reused unreset ("unclean").
"""
Ask = Callable[[], str]
"""Function that returns the server session of a connection, determined in a separate transaction."""


def is_shared(first: Ask, second: Ask) -> bool:
    """Return whether two open connections share a session, or one of them uses several sessions.

    Each is queried twice in a row: with alternating queries, a pooler that alternates between two sessions would always
    give each connection the same one.
    """
    own, other = {first(), first()}, {second(), second()}
    own.add(first())
    return len(own) > 1 or len(other) > 1 or own == other


def pooled(pooling: Pooling, product: str, where: str) -> DatabaseError:
    """Return the error for a pooler in front of this product and server."""
    if pooling == "unclean":
        text = phrase(
            "{product} at {where} is behind a connection pooler that hands sessions on with what their last client "
            "left in them (settings, locks or prepared statements), so Outpace's would reach other programs; let it "
            "reset them (PgBouncer: server_reset_query = DISCARD ALL) or connect to the server itself",
            product=product,
            where=where,
        )
    else:
        text = phrase(
            "{product} at {where} is behind a connection pooler that gives each transaction another session "
            "(transaction or statement pooling), and Outpace needs sessions of its own; connect to the server itself, "
            "or set the pooler to session pooling (PgBouncer: pool_mode = session)",
            product=product,
            where=where,
        )
    return DatabaseError(text, "pooled")


def no_session(product: str, where: str, reason: str) -> DatabaseError:
    """Return the error for a connection that gets no session.

    Args:
        product: Product of the server.
        where: Display name of the server.
        reason: Error text of the server or pooler.
    """
    return DatabaseError(
        "{product} at {where} has no session free for another connection ({reason}), and Outpace needs several at "
        "once; raise its max_connections, or the pool size of the pooler before it, or end other programs",
        "too many connections",
        product=product,
        where=where,
        reason=reason,
    )
