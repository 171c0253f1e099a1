# SPDX-License-Identifier: Apache-2.0
"""Bounded transport between execnet and another machine.

execnet builds whatever value the far side describes, of any size, and its writes wait for a far side that does not
read. Neither is possible here: a frame is looked at before it is read, and only plain bytes and whole numbers of four
bytes pass on to execnet; what is written waits in a queue of bounded size for a thread of its own.
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
"""Header of a frame: kind, channel and length of what follows."""
LENGTH = struct.Struct("!i")
AROUND = 6
"""Bytes around a message: what it is (1), its length (4), its end (1). A whole number has as many."""
FRAME_BYTES = 4096
"""Least number of bytes that a frame counts for: many small ones cost the engine time."""
BURST_S = 0.5
"""How far ahead of `AGENT_RATE_BYTES` an agent may be before the reader waits."""
ENDINGS = (Message.GATEWAY_TERMINATE, Message.CHANNEL_CLOSE, Message.CHANNEL_LAST_MESSAGE)
LONGEST_ERROR = 64 << 10


class Carrier:
    """One connection, as execnet's gateway sees it. Start it in a thread that lives as long as it does.

    fault: what the far side did that Outpace never does; None until then. error: the end of the last traceback that it
    sent.
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
        """The process here that the far side is reached by."""
        assert self._program is not None
        return self._program.popen

    def start(self) -> None:
        """Raise OSError where the program cannot be started, or was killed already."""
        with self._lock:
            if self._over:
                raise OSError("closed")
            self._program = ChildProgram(self._command, errors=False)
        popen = self._program.popen
        assert popen.stdin is not None
        assert isinstance(popen.stdout, io.FileIO)
        self._reader = io.BufferedReader(popen.stdout, FRAME_BYTES)
        threading.Thread(target=self._write, args=(popen.stdin,), name="to an agent", daemon=True).start()

    # As execnet calls it

    def read(self, numbytes: int) -> bytes:
        """The next bytes, for execnet: a header, then what belongs to it. Raises EOFError."""
        if self._payload is not None:
            payload, self._payload = self._payload, None
            return payload
        if numbytes != HEADER.size:  # the sign that execnet runs there
            return self._exactly(min(numbytes, HEADER.size))
        header, self._payload = self._frame()
        return header

    def write(self, data: bytes) -> None:
        """Never waits. Raises OSError where the connection has ended."""
        with self._lock:
            if self._over:
                raise OSError("closed")
            self._unsent += len(data)
            full = self._unsent > AGENT_UNSENT_BYTES
            self._writing.put(data)
        if full:
            self._refuse(phrase("it takes nothing of what it is sent"))

    def close_read(self) -> None:
        """Called by the thread that reads, at its end."""
        with contextlib.suppress(OSError, ValueError):
            self._reader.close()

    def close_write(self) -> None:
        """Send what was written before, then end the far side."""
        with self._lock:
            if not self._over:
                self._over = True
                self._writing.put(None)

    def wait(self) -> int | None:
        """The exit code."""
        return self.popen.wait()

    def kill(self) -> None:
        """End the program and all that it started. May be called from any thread, before `start` too."""
        self.close_write()
        with self._lock:
            program = self._program
        if program is not None:
            program.kill()

    def end(self, patience_s: float) -> None:
        """End the far side, by force where it takes longer. Called by the thread that started it."""
        with self._lock:
            program = self._program
        if program is None:
            return
        self.close_write()
        if self.fault is None:
            with contextlib.suppress(subprocess.TimeoutExpired):
                program.popen.wait(patience_s)
        program.kill()

    # What comes

    def _frame(self) -> tuple[bytes, bytes]:
        """The next frame that execnet may see: its header and what belongs to it. Raises EOFError."""
        while True:
            kind, channel, length = HEADER.unpack(self._exactly(HEADER.size))
            if not 0 <= length <= AGENT_MESSAGE_BYTES + AROUND:
                raise self._refuse(phrase("a message that is too long"))
            payload = self._exactly(length)
            self._hold_back(length)
            if kind == Message.CHANNEL_DATA:
                if not _is_plain(payload):
                    raise self._refuse(phrase("a message that is more than bytes"))
            elif kind == Message.CHANNEL_CLOSE_ERROR:
                self.error = payload[AROUND - 1 : -1][-LONGEST_ERROR:].decode("utf-8", "replace")
                kind, payload = Message.CHANNEL_CLOSE, b""
            elif kind == Message.CHANNEL_EXEC:
                continue  # Nobody there has anything executed here.
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

    def _hold_back(self, length: int) -> None:
        """Wait where an agent sends faster than any of ours: the engine's time is for all of them."""
        now_s = time.monotonic()
        self._due_s = max(self._due_s, now_s) + (length + FRAME_BYTES) / AGENT_RATE_BYTES
        if (ahead_s := self._due_s - now_s - BURST_S) > 0:
            time.sleep(ahead_s)

    def _refuse(self, fault: Sentence) -> EOFError:
        """End the connection."""
        self.fault = self.fault or fault
        self.kill()
        return EOFError("refused")

    def _write(self, pipe: IO[bytes]) -> None:
        """The thread that writes."""
        with contextlib.suppress(OSError), pipe:
            while (data := self._writing.get()) is not None:
                left = memoryview(data)
                while left:
                    left = left[pipe.write(left) :]
                with self._lock:
                    self._unsent -= len(data)


def _is_plain(payload: bytes) -> bool:
    """Whether execnet makes nothing but a string of bytes, or a whole number of four, of it."""
    if len(payload) < AROUND or payload[-1:] != opcode.STOP:
        return False
    if payload[:1] == opcode.INT:
        return len(payload) == AROUND
    return payload[:1] == opcode.BYTES and LENGTH.unpack_from(payload, 1)[0] == len(payload) - AROUND
