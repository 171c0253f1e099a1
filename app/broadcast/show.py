# SPDX-License-Identifier: Apache-2.0
"""Process that serves one session: starts the server, reports its link and viewers, and ends with its parent."""

import asyncio
import contextlib
import os
import secrets
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import msgspec

from app.broadcast.listen_address import BroadcastError, address_of
from app.broadcast.live_follower import LiveFollower
from app.broadcast.live_server import PageServer
from app.control.engine_commands import BroadcastCommand
from app.control.link import ControlError, attach
from app.session.reader import SessionReader

NICENESS = 5
TOKEN_BYTES = 16
RECORD_S = 10.0
"""Minimum interval in seconds at which the number of viewers is recorded in the session."""
MOST_VIEWERS = 100


class Showing(msgspec.Struct, frozen=True):
    """State of a broadcast, sent as a line of JSON to the window that started it."""

    link: str
    viewers: int
    most: int


def show(
    path: Path,
    place: str,
    said: Callable[[Showing], None],
    most_viewers: int = MOST_VIEWERS,
    names: tuple[str, ...] = (),
    *,
    anonymous: bool = False,
    until_input_ends: bool = False,
) -> None:
    """Serve a session until some time after its end, or until this process is stopped.

    Args:
        path: Session to serve.
        place: Address and port.
        said: Called with the link, and with the number of viewers when it changes, at most once a second.
        most_viewers: Maximum number of simultaneous viewers.
        names: Names under which viewers may reach this machine.
        anonymous: Whether to replace names.
        until_input_ends: Whether to end with standard input, whose other end is the parent process.

    Raises:
        BroadcastError: If the address cannot be used.
        SessionError: If the session cannot be read.
    """
    address, port = address_of(place)
    with contextlib.suppress(AttributeError, OSError):  # Windows has no niceness
        os.nice(NICENESS)
    if until_input_ends:
        threading.Thread(target=_end_with_input, name="parent", daemon=True).start()
    follower = LiveFollower(path, anonymous=anonymous)
    try:
        asyncio.run(_run(follower, str(address), port, said, most_viewers, names, anonymous=anonymous))
    except OSError as error:
        reason = error.strerror or str(error)
        raise BroadcastError("Cannot show the session on {place}: {reason}.", place=place, reason=reason) from error
    finally:
        follower.close()


async def _run(  # noqa: PLR0917
    follower: LiveFollower,
    host: str,
    port: int,
    said: Callable[[Showing], None],
    most_viewers: int,
    names: tuple[str, ...],
    *,
    anonymous: bool,
) -> None:
    server = PageServer(follower, secrets.token_urlsafe(TOKEN_BYTES), most_viewers, anonymous=anonymous)
    port = await server.start(host, port, frozenset(names))
    shown = f"[{host}]" if ":" in host else host
    reporting = asyncio.create_task(_report(server, follower, f"http://{shown}:{port}{server.base}", said))
    try:
        await server.run()
    finally:
        reporting.cancel()
        await server.stop()


async def _report(server: PageServer, follower: LiveFollower, link: str, said: Callable[[Showing], None]) -> None:
    """Report the viewers when their number changes, and record their largest number while the session is recorded."""
    before: Showing | None = None
    recorded, recorded_at = -1, -RECORD_S
    while True:
        now = Showing(link, server.viewers, server.most)
        if now != before:
            said(now)
            before = now
        if server.most > recorded and time.monotonic() - recorded_at >= RECORD_S and not follower.reader.over:
            recorded, recorded_at = server.most, time.monotonic()
            await asyncio.to_thread(record_viewers, follower.reader, recorded)
        await asyncio.sleep(1)


def record_viewers(reader: SessionReader, viewers: int) -> None:
    """Let the engine record that the session is broadcast, and the largest number of viewers; no-op without an engine.

    The connection is closed at once: while it is open, a run whose window was closed would not end.
    """
    try:
        engine = attach(reader.info.uuid)
    except ControlError:
        return
    engine.send(BroadcastCommand(viewers))
    engine.release()


def _end_with_input() -> None:
    with contextlib.suppress(OSError):
        while os.read(sys.stdin.fileno(), 4096):
            pass
    os._exit(0)
