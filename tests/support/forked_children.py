# SPDX-License-Identifier: Apache-2.0
"""A process that has its children forked, and what these do in tests/drivers/test_fork_server.py.

python -m tests.support.forked_children: prints whether a secret that it got after it had begun to fork is in its own
memory, and whether it is in a child's.
"""

import os
import secrets
import signal
import time
from multiprocessing.connection import Connection
from pathlib import Path

from app.driver.place import Here, fork_children

VARIABLE = "OUTPACE_TEST_CHILD"
LARGEST_REGION = 1 << 28


def says_who_it_is(connection: Connection) -> None:
    """Sends its parent, its own name and an environment variable, and ends when it hears something."""
    name = Path("/proc/self/comm").read_text("utf-8").strip()
    connection.send((os.getppid(), name, os.environ.get(VARIABLE)))
    connection.recv()


def ends_with(connection: Connection, status: int) -> None:
    """Ends with this status."""
    os._exit(status)


def dies_of(connection: Connection, number: int) -> None:
    """Ends by this signal."""
    os.kill(os.getpid(), number)
    time.sleep(60)


def ignores_interrupts(connection: Connection) -> None:
    """Gets what Ctrl+C sends, and then says that it is there."""
    os.kill(os.getpid(), signal.SIGINT)
    connection.send("here")


def looks_for(connection: Connection, first: bytes, second: bytes) -> None:
    """Sends whether both halves of a secret stand in its memory, one behind the other."""
    connection.send(is_in_memory(first, second))


def is_in_memory(first: bytes, second: bytes) -> bool:
    """Return whether the two stand one behind the other; they are never put together here."""
    with open("/proc/self/mem", "rb", buffering=0) as memory:
        for line in Path("/proc/self/maps").read_text("utf-8").splitlines():
            begin, end = (int(number, 16) for number in line.split()[0].split("-"))
            if not line.split()[1].startswith("rw") or end - begin > LARGEST_REGION:
                continue
            memory.seek(begin)
            try:
                data = memory.read(end - begin)
            except OSError:
                continue
            at = data.find(first)
            while at >= 0:
                if data[at + len(first) : at + len(first) + len(second)] == second:
                    return True
                at = data.find(first, at + 1)
    return False


def main() -> None:
    fork_children(clean=True)
    secret = secrets.token_hex(32)
    halves = secret[:32].encode(), secret[32:].encode()
    child = Here().start("looks", looks_for, *halves, log_path=None)
    print(is_in_memory(*halves), child.connection.recv())  # noqa: T201


if __name__ == "__main__":
    main()
