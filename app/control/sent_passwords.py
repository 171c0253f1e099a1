"""The passwords that a window sends before everything else, over the engine's standard input."""

import os
import threading
from collections.abc import Mapping
from typing import BinaryIO

from app.control.commands import LONGEST_BYTES, Passwords, decode

WAIT_S = 60.0


def sent_passwords(stdin: BinaryIO, wait_s: float = WAIT_S) -> Mapping[str, str]:
    """The secrets of the first line, by account; none where it is another command, or none comes in time.

    Reads not a byte beyond that line: what follows is the commands'.
    """
    line = bytearray()

    def read() -> None:
        # Not the buffered reader, which would take what follows.
        while len(line) < LONGEST_BYTES and not line.endswith(b"\n"):
            try:
                byte = os.read(stdin.fileno(), 1)
            except OSError:
                return
            if not byte:
                return
            line.extend(byte)

    reading = threading.Thread(target=read, name="passwords", daemon=True)
    reading.start()
    reading.join(wait_s)
    if not line.endswith(b"\n"):
        return {}
    try:
        command = decode(bytes(line))
    except ValueError:
        return {}
    return command.secrets if isinstance(command, Passwords) else {}
