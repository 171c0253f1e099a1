# SPDX-License-Identifier: Apache-2.0
"""Agent process on another machine, with its own installation: relays for the engine's children, and the clock.

The clock's exchanges are also the heartbeat. The agent never outlives its engine, because its channels end with the
connection. If the connection breaks silently, or this machine was suspended (a frozen process, a sleeping computer),
the agent exits, because its work is useless. Children end with this process (`app.driver.process_guard`).
"""

import os
import platform
import sys
import threading
import time
from contextlib import suppress
from pathlib import Path
from time import perf_counter_ns
from typing import Any, Protocol

import msgspec
import platformdirs

import app
from app.driver.place import Here, IdleCores, Running, fork_children
from app.model.registry import part

WORK = {
    "worker": "app.driver.worker:worker_main",
    "targets": "app.engine.far_work:targets_there",
    "servers": "app.engine.far_work:servers_from_there",
    "machine": "app.engine.far_work:machine_there",
    "collectors": "app.engine.far_work:watch_there",
}
"""The only functions that the engine can start here."""
CLOCK = "clock"
DEAD_MAN_S = 3.5
LOOK_S = 0.25
SILENT, FROZEN = 71, 72
"""Exit statuses: no heartbeat arrived; this machine was suspended."""


class AgentChannel(Protocol):
    """Subset of execnet's channel used here."""

    TimeoutError: type[Exception]

    def send(self, item: object) -> None:
        """Send an item. Raises OSError if the channel is closed."""
        ...

    def receive(self, timeout: float | None = None) -> Any:
        """Return the next item. Raises EOFError if the channel is closed, or TimeoutError."""
        ...


class Introduction(msgspec.Struct, frozen=True):
    """First message from an agent, about its machine.

    Attributes:
        machine: ID of the computer, used to detect two names for the same computer; "" if it has none.
    """

    outpace: str
    python: str
    system: str
    host: str
    machine: str
    cores: int


def serve(line: AgentChannel) -> None:
    """Handle one channel, depending on its first message."""
    what, *arguments = line.receive()
    if what == CLOCK:
        keep_time(line)
    else:
        relay(line, what, *arguments)


def relay(line: AgentChannel, what: str, *arguments: bytes) -> None:
    """Start a child, relay messages in both directions, then send its exit code. Raises KeyError for unknown work."""
    log_path = platformdirs.user_log_path("Outpace", appauthor=False, ensure_exists=True) / "agent.log"
    fork_children(clean=False)
    child = Here().start(what, part(WORK[what]), *arguments, log_path=log_path)
    threading.Thread(target=_forward_messages, args=(line, child), name=f"to the {what}", daemon=True).start()
    # Wait in this thread, which started the child, because Linux would end the child with it.
    with suppress(EOFError, OSError):
        while True:
            line.send(child.connection.recv_bytes())
    child.process.join(DEAD_MAN_S)
    if child.process.is_alive():
        child.process.kill()
        child.process.join(1)
    with suppress(OSError):
        line.send(child.process.exitcode)


def _forward_messages(line: AgentChannel, child: Running) -> None:
    with suppress(EOFError, OSError):
        while True:
            child.send(line.receive())
    # The engine has closed the channel.
    child.process.kill()


def keep_time(line: AgentChannel) -> None:
    """Reply to the engine's clock requests with local times, and with the idle cores since the previous reply."""
    introduction = Introduction(
        outpace=app.__version__,
        python=platform.python_version(),
        system=f"{platform.system()} {platform.release()} {platform.machine()}",
        host=platform.node(),
        machine=machine_number(),
        cores=os.cpu_count() or 1,
    )
    line.send(msgspec.msgpack.encode(introduction))
    idle_cores = IdleCores()
    heard_s: float | None = None
    awake_s = _elapsed_s()
    while True:
        try:
            sent_ns = line.receive(timeout=LOOK_S)
        except line.TimeoutError:
            sent_ns = None
        except EOFError:
            os._exit(0)
        came_ns = perf_counter_ns()
        before_s, awake_s = awake_s, _elapsed_s()
        # Messages that arrived during a suspension can still be read, so heartbeats alone would not reveal it.
        if awake_s - before_s > DEAD_MAN_S:
            os._exit(FROZEN)
        if sent_ns is not None:
            heard_s = awake_s
            with suppress(OSError):
                line.send(msgspec.msgpack.encode((sent_ns, came_ns, perf_counter_ns(), idle_cores())))
        elif heard_s is not None and awake_s - heard_s > DEAD_MAN_S:
            os._exit(SILENT)


def _elapsed_s() -> float:
    """Return the time of a clock that, where available, also runs while the computer sleeps."""
    if sys.platform == "linux":
        return time.clock_gettime(time.CLOCK_BOOTTIME)
    else:
        return time.monotonic()


def machine_number() -> str:
    """Return an ID of this computer; "" if it has none."""
    for path in (Path("/etc/machine-id"), Path("/var/lib/dbus/machine-id")):
        with suppress(OSError):
            return path.read_text(encoding="ascii", errors="replace").strip()
    return ""
