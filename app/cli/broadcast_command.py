# SPDX-License-Identifier: Apache-2.0
"""`outpace show`: a session as a live page on one network, and the process that shows a run."""

import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import msgspec
import segno

from app.broadcast.listen_address import BroadcastError
from app.broadcast.live_follower import built
from app.broadcast.show import Showing, show
from app.cli.exit_status import ExitStatus, failure
from app.cli.log import engine_log
from app.control.link import own_program
from app.session.session_error import SessionError

WARNING = "Anyone on this network who has the link can watch this session until you stop it; the link is not encrypted."
WAIT_S = 60.0
"""Seconds to wait for a run's session file."""
END_S = 5.0


def show_session(
    path: Path, on: str | None, viewers: int, names: Sequence[str], *, anonymous: bool, controlled: bool
) -> ExitStatus:
    """Run `outpace show`.

    Args:
        path: Session to show.
        on: Address and port; required, as no network is a default.
        viewers: Maximum number of viewers.
        names: Names by which viewers may address this machine.
        anonymous: Whether to replace names.
        controlled: Whether another process started this one, reads JSON lines, and ends it by closing its input.
    """
    engine_log()
    if not on:
        return failure("Name the address of this computer in the network that may see the session: --on 10.0.0.5.")

    def say(showing: Showing) -> None:
        if controlled:
            print(msgspec.json.encode(showing).decode(), flush=True)
        elif not showing.most and not showing.viewers:
            print(f"{WARNING}\n\n{showing.link}\n")
            segno.make(showing.link, micro=False, error="m").terminal(compact=True)
            sys.stdout.flush()
        else:
            print(f"{showing.viewers} viewers now, at most {showing.most} at a time", flush=True)

    try:
        show(path, on, say, viewers, tuple(names), anonymous=anonymous, until_input_ends=controlled)
    except (BroadcastError, SessionError) as error:
        return failure(error.message, controlled=controlled)
    except KeyboardInterrupt:
        pass
    return ExitStatus.DONE


def build_page(path: Path, number: str, base: str, *, anonymous: bool) -> ExitStatus:
    """Write page and data of a session to standard output, for the server that started this process."""
    engine_log()
    try:
        page = built(path, int(number), base, anonymous=anonymous)
    except SessionError as error:
        return failure(error.message)
    sys.stdout.buffer.write(msgspec.msgpack.encode(page))
    sys.stdout.buffer.flush()
    return ExitStatus.DONE


@contextmanager
def served_on(path: Path, on: str) -> Iterator[None]:
    """Show a run on an address while the block runs; no-op without an address."""
    broadcast = Broadcast(path, on) if on else None
    try:
        yield
    finally:
        if broadcast is not None:
            broadcast.end()


class Broadcast:
    """Process that shows a run in a terminal from the moment its session exists."""

    def __init__(self, path: Path, on: str) -> None:
        self._path = path
        self._on = on
        self._process: subprocess.Popen[bytes] | None = None
        self._ended = threading.Event()
        threading.Thread(target=self._show, name="broadcast", daemon=True).start()

    def end(self) -> None:
        """End the process."""
        self._ended.set()
        if self._process is not None and self._process.stdin is not None:
            self._process.stdin.close()
            self._process.wait(END_S)

    def _show(self) -> None:
        until_s = time.monotonic() + WAIT_S
        while not self._path.exists() and time.monotonic() < until_s:
            if self._ended.wait(0.2):
                return
        command = [*own_program(), "show", str(self._path), "--on", self._on, "--control"]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        assert self._process.stdout is not None
        for line in self._process.stdout:
            try:
                showing = msgspec.json.decode(line, type=Showing)
            except ValueError:
                continue
            print(f"{WARNING}\n\n{showing.link}\n", file=sys.stderr, flush=True)
            break
        for _ in self._process.stdout:
            pass
