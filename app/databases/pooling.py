# SPDX-License-Identifier: Apache-2.0
"""Connection poolers between Outpace and a server, detected by what they do.

A pooler that pools transactions or statements gives a connection whichever session of the server is free, transaction
after transaction. What one connection sets in its session then holds for other programs, and what it expects to find
there is another's. Outpace works through none of these; through one that pools sessions it does, provided that each
session is reset before the next client gets it.
"""

from collections.abc import Callable
from typing import Literal

from app.databases.failures import DatabaseError
from app.model.errors import phrase

Pooling = Literal["none", "shared", "unclean"]
"""Sessions are ours alone; change with the transaction; are handed on with what a client left in them."""
Ask = Callable[[], str]
"""Asks over one connection which session of the server answers, in a transaction of its own."""


def is_shared(first: Ask, second: Ask) -> bool:
    """Return whether two open connections are given the same session, or one of them several.

    Each is asked twice in a row: one after the other, a pooler that takes its two sessions in turn would give each its
    own.
    """
    own, other = {first(), first()}, {second(), second()}
    own.add(first())
    return len(own) > 1 or len(other) > 1 or own == other


def pooled(pooling: Pooling, product: str, where: str) -> DatabaseError:
    """Return the refusal of a pooler. product, where: of the server."""
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
    """Return the refusal where a connection gets no session. reason: in the server's or pooler's words."""
    return DatabaseError(
        "{product} at {where} has no session free for another connection ({reason}), and Outpace needs several at "
        "once; raise its max_connections, or the pool size of the pooler before it, or end other programs",
        "too many connections",
        product=product,
        where=where,
        reason=reason,
    )
