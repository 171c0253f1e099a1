# SPDX-License-Identifier: Apache-2.0
"""What runs on a machine that somebody else has in hand: it does its work, says at some point what Outpace never says,
and would like to have something executed on the engine's side."""

import contextlib
from typing import Any

import msgspec

from app.agents import far_side
from app.driver.series import column
from app.driver.worker_messages import Frame, Message

FAR_SIDE = """
import sys
sys.path.insert(0, {root!r})
if channel.gateway.id.startswith("evil"):
    from tests.support.hostile_agent import serve
    serve(channel, {wrong!r}, {mark!r})
else:
    from app.agents.far_side import serve
    serve(channel)
"""
GARBAGE = (b"", b"\xff\xff", b"\x95", b"no message", bytes(1 << 20), b"\x92\xcb\x7f\xf8\0\0\0\0\0\0\xc0")


def serve(line: Any, wrong: list[str], mark: str) -> None:
    """As `far_side.serve`. line: execnet's channel. wrong: kinds of work that say what they should not. mark: a file
    that is there if the engine executed what it was sent."""
    with contextlib.suppress(Exception):
        line.gateway.remote_exec(f"open({mark!r}, 'w')")
    what, *arguments = line.receive()
    if what == far_side.CLOCK:
        far_side.keep_time(line)
    elif what not in wrong:
        far_side.relay(line, what, *arguments)
    elif what == "worker":
        far_side.relay(Liar(line), what, *arguments)
    else:
        for data in GARBAGE:
            line.send(data)
        line.receive()


class Liar:
    """A worker's line: from the third second on it has no number of users."""

    def __init__(self, line: Any) -> None:
        self._line = line
        self.TimeoutError = line.TimeoutError
        self.receive = line.receive

    def send(self, item: object) -> None:
        if isinstance(item, bytes):
            message = msgspec.msgpack.decode(item, type=Message)
            if isinstance(message, Frame) and message.tick >= 2:
                readings = list(message.readings)
                readings[column("users_alive")] = float("nan")
                item = msgspec.msgpack.encode(msgspec.structs.replace(message, readings=readings))
        self._line.send(item)
