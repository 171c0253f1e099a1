# SPDX-License-Identifier: Apache-2.0
"""Both ends of a connection show that they know the token, within a time limit: who says nothing holds nobody up."""

import threading
import time
from concurrent.futures import Future
from multiprocessing import AuthenticationError
from multiprocessing.connection import Client, answer_challenge, deliver_challenge
from typing import Any, Protocol

HANDSHAKE_S = 3.0


class Channel(Protocol):
    """What we use of a multiprocessing connection, which has another type on Windows."""

    def send_bytes(self, data: bytes) -> None: ...
    def recv_bytes(self, maxlength: int | None = None) -> bytes: ...
    def poll(self, timeout: float = 0.0) -> bool: ...
    def close(self) -> None: ...


class _Impatient:
    """A connection whose other end has so many seconds in all to send what is read."""

    def __init__(self, connection: Channel, limit_s: float) -> None:
        self._connection = connection
        self._until_s = time.perf_counter() + limit_s
        self.send_bytes = connection.send_bytes

    def recv_bytes(self, maxlength: int | None = None) -> bytes:
        if not self._connection.poll(max(0.0, self._until_s - time.perf_counter())):
            raise TimeoutError("no answer to the handshake")
        return self._connection.recv_bytes(maxlength)


def welcome(connection: Channel, token: bytes) -> None:
    """The listener's part. Raises AuthenticationError, EOFError, OSError (TimeoutError after HANDSHAKE_S)."""
    peer: Any = _Impatient(connection, HANDSHAKE_S)
    deliver_challenge(peer, token)
    answer_challenge(peer, token)


def connected(address: str, token: bytes) -> Channel:
    """The caller's part: a connection to a listener. Raises AuthenticationError, EOFError, OSError (TimeoutError where
    the listener's process does not answer within HANDSHAKE_S, be it that it stands still)."""
    found: Future[Channel] = Future()

    def call() -> None:
        try:
            connection: Channel = Client(address)
            try:
                peer: Any = _Impatient(connection, HANDSHAKE_S)
                answer_challenge(peer, token)
                deliver_challenge(peer, token)
            except BaseException:
                connection.close()
                raise
        except (OSError, EOFError, ValueError, AuthenticationError) as error:
            found.set_exception(error)
        except AssertionError:  # Python 3.11's word for a listener that speaks of something else
            found.set_exception(AuthenticationError())
        else:
            found.set_result(connection)

    # In a thread, because connecting itself waits where a listener that stands still has callers enough.
    threading.Thread(target=call, name="attach", daemon=True).start()
    try:
        return found.result(HANDSHAKE_S)
    except TimeoutError:
        found.add_done_callback(_closed)
        raise


def _closed(found: Future[Channel]) -> None:
    if found.exception() is None:
        found.result().close()
