# SPDX-License-Identifier: Apache-2.0
"""Process whose children are forked, and the children's functions, for tests/drivers/test_fork_server.py.

python -m tests.support.forked_children: prints whether a secret received after the first fork is in its own memory, and
whether it is in a child's.
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
    """Send the parent, name and an environment variable of this process, and end on a message."""
    name = Path("/proc/self/comm").read_text("utf-8").strip()
    connection.send((os.getppid(), name, os.environ.get(VARIABLE)))
    connection.recv()


def ends_with(connection: Connection, status: int) -> None:
    """Exit with this status."""
    os._exit(status)


def dies_of(connection: Connection, number: int) -> None:
    """Terminate this process by this signal."""
    os.kill(os.getpid(), number)
    time.sleep(60)


def ignores_interrupts(connection: Connection) -> None:
    """Receive the signal of Ctrl+C, then report that this process is still running."""
    os.kill(os.getpid(), signal.SIGINT)
    connection.send("here")


def looks_for(connection: Connection, first: bytes, second: bytes) -> None:
    """Send whether both halves of a secret are adjacent in this process's memory."""
    connection.send(is_in_memory(first, second))


def is_in_memory(first: bytes, second: bytes) -> bool:
    """Return whether both parts are adjacent in memory; this code never joins them."""
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
