# SPDX-License-Identifier: Apache-2.0
"""Network connection that can be cut: a relay on loopback between the program and a server."""

import contextlib
import select
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Literal

Way = Literal["to the server", "from the server"]


class CutLine:
    """Relays all connections to a server's port until it is cut: then data is dropped without closing connections."""

    def __init__(self, port: int) -> None:
        self._to = port
        self._cut: set[Way] = set()
        self._ended = threading.Event()
        self._pairs: list[tuple[socket.socket, socket.socket]] = []
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listener.getsockname()[1]
        self._thread = threading.Thread(target=self._relay, daemon=True)
        self._thread.start()

    def cut(self, *ways: Way) -> None:
        """Drop all data in the given directions, or in both, while connections stay open."""
        self._cut = set(ways or ("to the server", "from the server"))

    def mend(self) -> None:
        """Accept new connections again; earlier ones remain lost."""
        for one, other in self._pairs:
            _close(one)
            _close(other)
        self._pairs = []
        self._cut = set()

    def close(self) -> None:
        self._ended.set()
        self._thread.join()
        self._listener.close()
        self.mend()

    def _relay(self) -> None:
        while not self._ended.is_set():
            if len(self._cut) == 2:
                self._ended.wait(0.05)
                continue
            peers = {one: other for pair in self._pairs for one, other in (pair, pair[::-1])}
            try:
                ready, _, _ = select.select([self._listener, *peers], [], [], 0.05)
            except (OSError, ValueError):  # the socket was closed in the meantime
                self._pairs = [pair for pair in self._pairs if pair[0].fileno() >= 0 and pair[1].fileno() >= 0]
                continue
            for one in ready:
                if one is self._listener:
                    self._welcome()
                else:
                    self._pass_on(one, peers[one])

    def _welcome(self) -> None:
        caller, _ = self._listener.accept()
        try:
            self._pairs.append((caller, socket.create_connection(("127.0.0.1", self._to))))
        except OSError:
            caller.close()

    def _pass_on(self, one: socket.socket, other: socket.socket) -> None:
        try:
            data = one.recv(1 << 16)
            way: Way = "to the server" if any(one is caller for caller, _ in self._pairs) else "from the server"
            if data:
                if way not in self._cut:
                    other.sendall(data)
                return
        except OSError:
            pass
        self._pairs = [pair for pair in self._pairs if one not in pair]
        _close(one)
        _close(other)


def _close(end: socket.socket) -> None:
    with contextlib.suppress(OSError):
        end.close()


@contextmanager
def cut_line(port: int) -> Iterator[CutLine]:
    """Create a relay to a port of this machine."""
    line = CutLine(port)
    try:
        yield line
    finally:
        line.close()
