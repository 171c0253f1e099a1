# SPDX-License-Identifier: Apache-2.0
"""Bounded transport between execnet and another machine.

execnet deserializes any value that the far side sends, whatever its size, and its writes block if the far side does not
read. This module prevents both: frames are inspected before they are read, and only plain bytes and 4-byte integers
are passed to execnet; outgoing data waits in a bounded queue for a writer thread.
"""

import contextlib
import io
import queue
import struct
import subprocess
import threading
import time
from collections.abc import Sequence
from typing import IO

from execnet.gateway_base import Message, get_execmodel, opcode

from app.agents.child_program import ChildProgram
from app.model.bounds import AGENT_MESSAGE_BYTES, AGENT_RATE_BYTES, AGENT_UNSENT_BYTES
from app.model.errors import phrase
from app.model.messages import Sentence

HEADER = struct.Struct("!bii")
"""Header of a frame: kind, channel and length of the payload."""
LENGTH = struct.Struct("!i")
AROUND = 6
"""Overhead of a message in bytes: type (1), length (4), end (1). An integer takes the same number in total."""
FRAME_BYTES = 4096
"""Minimum number of bytes charged for a frame, because many small frames cost the engine time."""
BURST_S = 0.5
"""Burst in seconds of `AGENT_RATE_BYTES` that an agent may send before the reader throttles it."""
ENDINGS = (Message.GATEWAY_TERMINATE, Message.CHANNEL_CLOSE, Message.CHANNEL_LAST_MESSAGE)
LONGEST_ERROR = 64 << 10


class Carrier:
    """Connection that implements execnet's IO interface. Start it in a thread that outlives it.

    Attributes:
        fault: Protocol violation by the far side; None if there was none.
        error: End of the last traceback that the far side sent.
    """

    def __init__(self, command: Sequence[str]) -> None:
        self.execmodel = get_execmodel("thread")
        self.fault: Sentence | None = None
        self.error = ""
        self._command = command
        self._lock = threading.Lock()
        self._program: ChildProgram | None = None
        self._over = False
        self._payload: bytes | None = None
        self._due_s = 0.0
        self._unsent = 0
        self._writing: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()

    @property
    def popen(self) -> "subprocess.Popen[bytes]":
        """Local process (ssh) that connects to the far side."""
        assert self._program is not None
        return self._program.popen

    def start(self) -> None:
        """Start the program. Raises OSError if it cannot be started, or has already been killed."""
        with self._lock:
            if self._over:
                raise OSError("closed")
            self._program = ChildProgram(self._command, errors=False)
        popen = self._program.popen
        assert popen.stdin is not None
        assert isinstance(popen.stdout, io.FileIO)
        self._reader = io.BufferedReader(popen.stdout, FRAME_BYTES)
        threading.Thread(target=self._write, args=(popen.stdin,), name="to an agent", daemon=True).start()

    # Interface for execnet

    def read(self, numbytes: int) -> bytes:
        """Return the next bytes: a header, then its payload. Raises EOFError."""
        if self._payload is not None:
            payload, self._payload = self._payload, None
            return payload
        if numbytes != HEADER.size:  # one byte: the sign that execnet is running there
            return self._exactly(min(numbytes, HEADER.size))
        header, self._payload = self._read_frame()
        return header

    def write(self, data: bytes) -> None:
        """Queue data without waiting. Raises OSError if the connection has ended."""
        with self._lock:
            if self._over:
                raise OSError("closed")
            self._unsent += len(data)
            full = self._unsent > AGENT_UNSENT_BYTES
            self._writing.put(data)
        if full:
            self._refuse(phrase("it takes nothing of what it is sent"))

    def close_read(self) -> None:
        """Close the input; called by its reader at the end."""
        with contextlib.suppress(OSError, ValueError):
            self._reader.close()

    def close_write(self) -> None:
        """Send the queued data, then end the far side."""
        with self._lock:
            if not self._over:
                self._over = True
                self._writing.put(None)

    def wait(self) -> int | None:
        """Return the exit code."""
        return self.popen.wait()

    def kill(self) -> None:
        """End the program and its children. Can be called from any thread, even before `start`."""
        self.close_write()
        with self._lock:
            program = self._program
        if program is not None:
            program.kill()

    def end(self, patience_s: float) -> None:
        """End the far side, by force after a timeout. Must be called by the thread that started it."""
        with self._lock:
            program = self._program
        if program is None:
            return
        self.close_write()
        if self.fault is None:
            with contextlib.suppress(subprocess.TimeoutExpired):
                program.popen.wait(patience_s)
        program.kill()

    # Incoming data

    def _read_frame(self) -> tuple[bytes, bytes]:
        """Return header and payload of the next frame that execnet may see. Raises EOFError."""
        while True:
            kind, channel, length = HEADER.unpack(self._exactly(HEADER.size))
            if not 0 <= length <= AGENT_MESSAGE_BYTES + AROUND:
                raise self._refuse(phrase("a message that is too long"))
            payload = self._exactly(length)
            self._throttle(length)
            if kind == Message.CHANNEL_DATA:
                if not _is_plain(payload):
                    raise self._refuse(phrase("a message that is more than bytes"))
            elif kind == Message.CHANNEL_CLOSE_ERROR:
                self.error = payload[AROUND - 1 : -1][-LONGEST_ERROR:].decode("utf-8", "replace")
                kind, payload = Message.CHANNEL_CLOSE, b""
            elif kind == Message.CHANNEL_EXEC:
                continue  # Drop frames that would execute code here.
            elif kind in ENDINGS and not payload:
                pass
            else:
                raise self._refuse(phrase("a message of an unknown kind"))
            return HEADER.pack(kind, channel, len(payload)), payload

    def _exactly(self, count: int) -> bytes:
        try:
            data = self._reader.read(count)
        except (OSError, ValueError) as error:
            raise EOFError("closed") from error
        if len(data) < count:
            raise EOFError("the connection has ended")
        return data

    def _throttle(self, length: int) -> None:
        """Throttle an agent that sends faster than a genuine one, so that it does not starve the others."""
        now_s = time.monotonic()
        self._due_s = max(self._due_s, now_s) + (length + FRAME_BYTES) / AGENT_RATE_BYTES
        if (ahead_s := self._due_s - now_s - BURST_S) > 0:
            time.sleep(ahead_s)

    def _refuse(self, fault: Sentence) -> EOFError:
        """Record a fault and end the connection."""
        self.fault = self.fault or fault
        self.kill()
        return EOFError("refused")

    def _write(self, pipe: IO[bytes]) -> None:
        """Run the writer thread."""
        with contextlib.suppress(OSError), pipe:
            while (data := self._writing.get()) is not None:
                left = memoryview(data)
                while left:
                    left = left[pipe.write(left) :]
                with self._lock:
                    self._unsent -= len(data)


def _is_plain(payload: bytes) -> bool:
    """Return whether execnet would parse the payload as plain bytes or as a 4-byte integer."""
    if len(payload) < AROUND or payload[-1:] != opcode.STOP:
        return False
    if payload[:1] == opcode.INT:
        return len(payload) == AROUND
    return payload[:1] == opcode.BYTES and LENGTH.unpack_from(payload, 1)[0] == len(payload) - AROUND
