# SPDX-License-Identifier: Apache-2.0
"""Frames that cost their reader memory or time, sent by a real far side to a real agent in the engine.

`python -m tests.support.frame_bombs NAME,NAME... ...` is the engine: it connects to a hostile agent for each name of a
group, and to an honest one, and prints a line of JSON: which agents were dropped and why,
the growth of its peak memory in MiB, the share of a core that it used, and whether the honest agent is connected.
"""

import contextlib
import json
import struct
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from execnet.gateway_base import Message, opcode

ROOT = Path(__file__).resolve().parents[2]
FAR_SIDE = """
import sys
sys.path.insert(0, {root!r})
if channel.gateway.id.startswith("evil"):
    from tests.support.frame_bombs import throw
    channel = throw(channel, channel.gateway.id.removeprefix("evil ").removesuffix("-worker"))
from app.agents.far_side import serve
serve(channel)
"""
PATIENCE_S = 60.0
FLOOD_S = 2.0
CONNECTED = 35
"""Number of answers after which an engine knows the far side's clock (32 suffice)."""
SETTLED_S = 0.5
MOST = 2**31 - 1
FRAME = struct.Struct("!bii")
MIB = 1 << 20


def number(value: int) -> bytes:
    return struct.pack("!i", value)


def of(count: int) -> Callable[[bytes], bytes]:
    """Return a function that encodes a count."""
    return lambda kind: kind + number(count) + opcode.STOP


def data(payload: bytes, kind: int = Message.CHANNEL_DATA) -> Callable[[int], Iterator[bytes]]:
    """Return a function that yields one frame."""

    def frames(channel: int) -> Iterator[bytes]:
        yield FRAME.pack(kind, channel, len(payload)) + payload

    return frames


def says(length: int, sent: int = 0) -> Callable[[int], Iterator[bytes]]:
    """Return a function that yields a frame's declared length, and only some MiB of its contents."""

    def frames(channel: int) -> Iterator[bytes]:
        yield FRAME.pack(Message.CHANNEL_DATA, channel, length)
        for _ in range(sent):
            yield bytes(MIB)

    return frames


def flood(
    payload: bytes, kind: int = Message.CHANNEL_DATA, *, to: int | None = None
) -> Callable[[int], Iterator[bytes]]:
    """Return a function that yields frames forever."""

    def frames(channel: int) -> Iterator[bytes]:
        one = FRAME.pack(kind, channel if to is None else to, len(payload)) + payload
        while True:
            yield one * max(1, (1 << 16) // len(one))

    return frames


def plain(payload: bytes) -> bytes:
    """Encode bytes as execnet does."""
    return opcode.BYTES + number(len(payload)) + payload + opcode.STOP


TEXT = opcode.PY3STRING + number(900_000) + b"x" * 900_000 + opcode.STOP
NESTED = opcode.NEWDICT + (opcode.INT + number(1) + opcode.NEWLIST + number(10_000_000)) * 200 + opcode.SETITEM * 200
DROPPED: dict[str, Callable[[int], Iterator[bytes]]] = {
    "newlist": data(of(60_000_000)(opcode.NEWLIST)),
    "newlist most": data(of(MOST)(opcode.NEWLIST)),
    "newlist negative": data(of(-1)(opcode.NEWLIST)),
    "newlist before bytes": data(opcode.NEWLIST + number(60_000_000) + plain(b"")),
    "bytes then newlist": data(plain(b"")[:-1] + opcode.NEWLIST + number(60_000_000) + opcode.STOP),
    "lists in a dict": data(NESTED + opcode.STOP),
    "newdict": data(opcode.NEWDICT * 900_000 + opcode.STOP),
    "tuples": data(opcode.NONE * 450_000 + opcode.BUILDTUPLE + number(450_000) + opcode.STOP),
    "sets": data(opcode.SET + number(0) + opcode.STOP),
    "frozensets": data((opcode.FROZENSET + number(0)) * 180_000 + opcode.STOP),
    "long": says(700_000_000, 700),
    "longint": data(opcode.LONGINT + number(4_000) + b"9" * 4_000 + opcode.STOP),
    "longlong": data(opcode.LONGLONG + number(900_000) + b"9" * 900_000 + opcode.STOP),
    "long number": data(of(7)(opcode.LONG)),
    "complex": data(opcode.COMPLEX + bytes(16) + opcode.STOP),
    "float": data(opcode.FLOAT + bytes(8) + opcode.STOP),
    "none": data(opcode.NONE + opcode.STOP),
    "text": data(TEXT),
    "text of long ago": data(TEXT.replace(opcode.PY3STRING, opcode.PY2STRING, 1)),
    "unicode": data(TEXT.replace(opcode.PY3STRING, opcode.UNICODE, 1)),
    "bytes that say less": data(opcode.BYTES + number(1) + bytes(900_000) + opcode.STOP),
    "bytes that say more": data(opcode.BYTES + number(MOST) + b"x" + opcode.STOP),
    "channel": data(of(1)(opcode.CHANNEL)),
    "channels": data(of(5)(opcode.CHANNEL)[:-1] * 180_000 + opcode.STOP),
    "unknown opcode": data(b"\xff" + opcode.STOP),
    "stop alone": data(opcode.STOP),
    "nothing": data(b""),
    "a negative length": says(-1),
    "the longest length": says(MOST),
    "one byte too long": says(MIB + 7, 2),
    "status": data(b"", Message.STATUS),
    "reconfigure": data(of(60_000_000)(opcode.NEWLIST), Message.RECONFIGURE),
    "an unknown kind": data(b"", 77),
    "a negative kind": data(b"", -1),
    "closing with a value": data(of(60_000_000)(opcode.NEWLIST), Message.CHANNEL_CLOSE),
    "terminate": data(b"", Message.GATEWAY_TERMINATE),
    "no frames at all": lambda _: iter([bytes([255]) * MIB] * 100),
    "closing the clock with a huge error": data(TEXT, Message.CHANNEL_CLOSE_ERROR),
    "closing with a value as error": data(of(60_000_000)(opcode.NEWLIST), Message.CHANNEL_CLOSE_ERROR),
}
"""Bombs that end the connection."""
FLOODS: dict[str, Callable[[int], Iterator[bytes]]] = {
    "small frames": flood(plain(b"")),
    "large frames": flood(plain(bytes(MIB - 64))),
    "frames for nobody": flood(plain(bytes(1000)), to=999_999),
    "errors for nobody": flood(TEXT, Message.CHANNEL_CLOSE_ERROR, to=999_999),
    "code to be executed": flood(of(60_000_000)(opcode.NEWLIST), Message.CHANNEL_EXEC, to=1000),
    "the ends of channels": flood(b"", Message.CHANNEL_LAST_MESSAGE, to=999_999),
}
"""Floods that are read no faster than the engine tolerates."""
TAKEN: dict[str, bytes] = {"small messages": b"", "large messages": bytes(MIB - 64)}
"""Messages that a child sends and the engine does not receive."""


def throw(line: Any, bomb: str) -> Any:
    """Send a bomb from the far side, and return `line`, execnet's channel, for the far side's use."""
    if bomb in TAKEN and line.id > 1:
        with contextlib.suppress(OSError):
            while True:
                line.send(TAKEN[bomb])
    return line if bomb in TAKEN or line.id > 1 else Clock(line, (DROPPED | FLOODS)[bomb])


class Clock:
    """Channel that answers until the engine knows the clock, then sends the bomb."""

    def __init__(self, line: Any, frames: Callable[[int], Iterator[bytes]]) -> None:
        self._line = line
        self._frames = frames
        self._sent = 0
        self.TimeoutError = line.TimeoutError
        self.receive = line.receive

    def send(self, item: object) -> None:
        self._line.send(item)
        self._sent += 1
        if self._sent == CONNECTED:
            threading.Thread(target=self._throw, daemon=True).start()

    def _throw(self) -> None:
        time.sleep(SETTLED_S)
        with contextlib.suppress(OSError):
            for piece in self._frames(1):
                self._line.gateway._io.write(piece)


def peak_mib() -> float:
    status = Path("/proc/self/status").read_text("ascii")
    return int(status.partition("VmHWM:")[2].split()[0]) / 1024


def main(groups: list[str]) -> None:
    """Run groups of bombs; the agents of a group, separated by commas, send at the same time."""
    from app.agents import machine  # noqa: PLC0415 - the far side does not need it
    from app.engine.far_work import machine_there  # noqa: PLC0415 - see above
    from app.model.messages import sentence  # noqa: PLC0415 - see above

    machine.FAR_SIDE = FAR_SIDE.format(root=str(ROOT))
    good = machine.Agent("good", "popen")
    for bombs in [group.split(",") for group in groups]:
        with ThreadPoolExecutor(len(bombs)) as pool:
            agents = list(pool.map(lambda bomb: machine.Agent(f"evil {bomb}", "popen"), bombs))
            # Reset the peak (proc(5)).
            Path("/proc/self/clear_refs").write_text("5", "ascii")
            before_mib = peak_mib()
            for bomb, agent in zip(bombs, agents, strict=True):
                if bomb in TAKEN:
                    agent.start("machine", machine_there, log_path=None)
            began_s, spent_s = time.monotonic(), time.process_time()
            ends = all(bomb in DROPPED for bomb in bombs)
            until_s = time.monotonic() + (PATIENCE_S if ends else FLOOD_S)
            while not all(agent.lost for agent in agents) and time.monotonic() < until_s:
                time.sleep(0.02)
            cores = (time.process_time() - spent_s) / (time.monotonic() - began_s)
            lost = {
                bomb: sentence(agent.why_lost()) if agent.lost else ""
                for bomb, agent in zip(bombs, agents, strict=True)
            }
            list(pool.map(lambda agent: agent.close(), agents))
        line = {"lost": lost, "mib": peak_mib() - before_mib, "cores": cores, "good": not good.lost}
        sys.stdout.write(json.dumps(line) + "\n")
    good.close()


if __name__ == "__main__":
    main(sys.argv[1:])
