# SPDX-License-Identifier: Apache-2.0
"""ProxyCommand for ssh that delays data.

python delayed_relay.py ADDRESS PORT THERE_S BACK_S JITTER_S

Data arrives in order, delayed by these times plus a random delay whose mean is the jitter. The kernel's own delays
(tc netem) are not available everywhere.
"""

import os
import queue
import random
import socket
import sys
import threading
import time
from collections.abc import Callable

MOST_BYTES = 65536


def carry(read: Callable[[], bytes], write: Callable[[bytes], object], delay_s: float, jitter_s: float) -> None:
    """Relay data until one end is closed; then end this process."""
    under_way: queue.SimpleQueue[tuple[float, bytes]] = queue.SimpleQueue()

    def deliver() -> None:
        while True:
            due_s, data = under_way.get()
            time.sleep(max(due_s - time.monotonic(), 0.0))
            if not data:
                os._exit(0)
            write(data)

    threading.Thread(target=deliver, daemon=True).start()
    due_s, data = 0.0, b"begin"
    while data:
        data = read()
        by_chance_s = random.expovariate(1 / jitter_s) if jitter_s else 0.0
        due_s = max(due_s, time.monotonic() + delay_s + by_chance_s)
        under_way.put((due_s, data))
    threading.Event().wait()


def main(address: str, port: str, there_s: str, back_s: str, jitter_s: str) -> None:
    wire = socket.create_connection((address, int(port)))
    wire.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    back = (lambda: wire.recv(MOST_BYTES), lambda data: os.write(1, data), float(back_s), float(jitter_s))
    threading.Thread(target=carry, args=back, daemon=True).start()
    carry(lambda: os.read(0, MOST_BYTES), wire.sendall, float(there_s), float(jitter_s))


if __name__ == "__main__":
    main(*sys.argv[1:])
