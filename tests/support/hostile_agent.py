# SPDX-License-Identifier: Apache-2.0
"""Agent on a compromised machine.

It does its work, at some point sends messages that Outpace never sends, and tries to execute code in the engine.
"""

import contextlib
from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from app.agents import far_side
from app.driver import worker_messages
from app.driver.series import COLUMNS, column
from app.driver.worker_messages import Frame, Message
from app.engine import collector_process, preparation
from app.engine.collector_process import Sample, Watched
from app.model.messages import Sentence
from collectors.series import Series

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
    """Replace `far_side.serve`.

    Args:
        line: execnet's channel.
        wrong: kinds of work that send invalid messages.
        mark: file that exists if the engine has executed received code.
    """
    with contextlib.suppress(Exception):
        line.gateway.remote_exec(f"open({mark!r}, 'w')")
    what, *arguments = line.receive()
    if what == far_side.CLOCK:
        far_side.keep_time(line)
    elif poison := next((UNRECORDABLE[one] for one in wrong if one.partition(": ")[0] == what and one != what), None):
        far_side.relay(Exaggerator(line, KINDS[what], poison), what, *arguments)
    elif what not in wrong:
        far_side.relay(line, what, *arguments)
    elif what == "worker":
        far_side.relay(Liar(line), what, *arguments)
    else:
        for data in GARBAGE:
            line.send(data)
        line.receive()


class Liar:
    """Worker's channel that sends an invalid number of users from the third second on."""

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


class Exaggerator:
    """Channel that sends well-formed messages whose contents no session can hold."""

    def __init__(self, line: Any, kind: Any, poison: Callable[[Any], object]) -> None:
        self._line = line
        self._kind = kind
        self._poison = poison
        self.TimeoutError = line.TimeoutError
        self.receive = line.receive

    def send(self, item: object) -> None:
        if isinstance(item, bytes):
            item = msgspec.msgpack.encode(self._poison(msgspec.msgpack.decode(item, type=self._kind)))
        self._line.send(item)


def places(number: int) -> Sentence:
    """Return a message with this many entries."""
    return Sentence(text="{a}" * number, values={"a": "x"})


def nested(depth: int) -> Sentence:
    """Return a message nested this deep."""
    message = Sentence(text="the innermost")
    for _ in range(depth):
        message = Sentence(text="{a}", values={"a": message})
    return message


def _figures(message: object) -> object:
    if isinstance(message, Frame):
        heads = [name.startswith("users") or name == "missed" for name in COLUMNS]
        readings = [own if head else 1e305 for own, head in zip(message.readings, heads, strict=True)]
        return msgspec.structs.replace(message, readings=readings)
    return message


def _time(message: object) -> object:
    days_ns = 100 * 86_400 * 1_000_000_000
    return msgspec.structs.replace(message, at_ns=message.at_ns + days_ns) if isinstance(message, Sample) else message


def _series(message: object) -> object:
    if isinstance(message, Watched):
        series = [Series(f"\\x{number}", "", "gauge", "driver", 0) for number in range(8000)]
        return msgspec.structs.replace(message, columns=1, series=series)
    return message


KINDS: Mapping[str, Any] = {
    "worker": worker_messages.Message, "collectors": collector_process.Message, "targets": preparation.Message,
}  # fmt: skip
UNRECORDABLE: Mapping[str, Callable[[Any], object]] = {
    "worker: figures": _figures,
    "collectors: time": _time,
    "collectors: series": _series,
    "targets: places": lambda _: preparation.PreparationFailed(places(2000)),
    "targets: depth": lambda _: preparation.PreparationFailed(nested(470)),
}
"""Functions that create invalid contents, by the kind of work that sends them."""
