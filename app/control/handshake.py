# SPDX-License-Identifier: Apache-2.0
"""Mutual authentication of a window and an engine with a shared token, within a time limit."""

import threading
import time
from concurrent.futures import Future
from multiprocessing import AuthenticationError
from multiprocessing.connection import Client, answer_challenge, deliver_challenge
from typing import Any, Protocol

HANDSHAKE_S = 3.0


class Channel(Protocol):
    """Subset of a multiprocessing connection used here; the class differs on Windows."""

    def send_bytes(self, data: bytes) -> None: ...
    def recv_bytes(self, maxlength: int | None = None) -> bytes: ...
    def poll(self, timeout: float = 0.0) -> bool: ...
    def close(self) -> None: ...


class _DeadlineConnection:
    """Connection with a deadline for everything that the peer sends."""

    def __init__(self, connection: Channel, limit_s: float) -> None:
        self._connection = connection
        self._until_s = time.perf_counter() + limit_s
        self.send_bytes = connection.send_bytes

    def recv_bytes(self, maxlength: int | None = None) -> bytes:
        if not self._connection.poll(max(0.0, self._until_s - time.perf_counter())):
            raise TimeoutError("no answer to the handshake")
        return self._connection.recv_bytes(maxlength)


def welcome(connection: Channel, token: bytes) -> None:
    """Authenticate a caller: the listener's part.

    Raises:
        AuthenticationError: If the caller does not have the token.
        EOFError: If the caller closed the connection.
        OSError: If the connection failed; TimeoutError after HANDSHAKE_S.
    """
    peer: Any = _DeadlineConnection(connection, HANDSHAKE_S)
    deliver_challenge(peer, token)
    answer_challenge(peer, token)


def connected(address: str, token: bytes) -> Channel:
    """Connect to a listener and authenticate: the caller's part.

    Raises:
        AuthenticationError: If the listener does not have the token.
        EOFError: If the listener closed the connection.
        OSError: If the connection failed; TimeoutError if the listener's process does not respond within HANDSHAKE_S,
            for example because it is suspended.
    """
    found: Future[Channel] = Future()

    def call() -> None:
        try:
            connection: Channel = Client(address)
            try:
                peer: Any = _DeadlineConnection(connection, HANDSHAKE_S)
                answer_challenge(peer, token)
                deliver_challenge(peer, token)
            except BaseException:
                connection.close()
                raise
        except (OSError, EOFError, ValueError, AuthenticationError) as error:
            found.set_exception(error)
        except AssertionError:  # raised by Python 3.11 if the listener uses a different protocol
            found.set_exception(AuthenticationError())
        else:
            found.set_result(connection)

    # In a thread, because connect() blocks if the backlog of a suspended listener is full.
    threading.Thread(target=call, name="attach", daemon=True).start()
    try:
        return found.result(HANDSHAKE_S)
    except TimeoutError:
        found.add_done_callback(_close_late)
        raise


def _close_late(found: Future[Channel]) -> None:
    if found.exception() is None:
        found.result().close()
