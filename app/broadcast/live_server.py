# SPDX-License-Identifier: Apache-2.0
"""HTTP server for one session: three read-only resources under a random token, with limits on everything.

Paths are never mapped to files. Every viewer receives the same bytes once a second, so a hundred viewers cost hardly
more than one. The constants below are the limits; a viewer that exceeds them is disconnected, and others are not
affected.
"""

import asyncio
import contextlib
import hmac
import logging
import subprocess
import sys
import time
import zlib
from collections import Counter
from collections.abc import Mapping

import msgspec

from app.broadcast.live_follower import LEVEL, BuiltPage, LiveFollower, LiveMessage
from app.control.link import own_program
from app.session.session_error import SessionError

log = logging.getLogger(__name__)

HEAD_BYTES = 8192
HEAD_S = 10.0
"""Timeout in seconds for receiving the header of a request."""
DRAIN_S = 30.0
"""Timeout in seconds for sending a response."""
REQUESTS = 20
"""Maximum number of requests per connection."""
BEHIND_BYTES = 256 << 10
"""Maximum number of bytes that a viewer may lag behind."""
OTHER_CONNECTIONS = 32
"""Number of connections in addition to those of viewers, for pages and data."""
CONNECTIONS_OF_ADDRESS = 16
PAGES_A_SECOND, PAGES_AT_ONCE = 20.0, 40.0
PAGE_AGE = 30
"""Number of messages after which page and data are built again."""
BEAT_S = 15
"""Seconds without an event after which a comment is sent to keep the connection alive."""
AFTER_COMMIT_S = 0.15
"""Fraction of each second at which the session is read; the engine commits at whole seconds."""
KEPT_S = 600.0
"""Seconds for which a session is still served after its end."""
GZIP_HEAD = b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff"
HEADERS = (
    "X-Content-Type-Options: nosniff\r\nReferrer-Policy: no-referrer\r\nCache-Control: no-store\r\n"
    "X-Frame-Options: DENY\r\nContent-Security-Policy: frame-ancestors 'none'\r\n"
    "Cross-Origin-Resource-Policy: same-origin\r\nCross-Origin-Opener-Policy: same-origin\r\n"
)


class PageServer:
    """Server of one session.

    Attributes:
        most: Largest number of simultaneous viewers so far.
    """

    def __init__(self, follower: LiveFollower, token: str, most_viewers: int, *, anonymous: bool = False) -> None:
        self.most = 0
        self.base = f"/{token}/"
        self._follower = follower
        self._anonymous = anonymous
        self._most_viewers = most_viewers
        self._hosts: frozenset[str] = frozenset()
        self._viewers: dict[asyncio.StreamWriter, bool] = {}
        self._of_address: Counter[str] = Counter()
        self._tokens, self._tokens_at = PAGES_AT_ONCE, time.monotonic()
        self._server: asyncio.Server | None = None
        self._serving: set[asyncio.Task[None]] = set()
        self._built: BuiltPage | None = None
        self._building: asyncio.Task[BuiltPage] | None = None

    @property
    def viewers(self) -> int:
        """Number of viewers."""
        return len(self._viewers)

    async def start(self, host: str, port: int, hosts: frozenset[str] = frozenset()) -> int:
        """Listen, and return the port; `hosts` are additional names under which viewers may reach the server.

        Raises:
            OSError: If the address cannot be used.
        """
        self._server = await asyncio.start_server(self._serve, host, port, limit=HEAD_BYTES, backlog=64)
        port = int(self._server.sockets[0].getsockname()[1])
        shown = f"[{host}]" if ":" in host else host
        self._hosts = frozenset(f"{name.lower()}:{port}" for name in (shown, *hosts))
        return port

    async def stop(self) -> None:
        """Stop listening and disconnect everyone."""
        if self._server is not None:
            self._server.close()
        for task in list(self._serving):
            task.cancel()
        await asyncio.gather(*self._serving, return_exceptions=True)

    async def run(self) -> None:
        """Send a message per second, until KEPT_S after the end of the session."""
        silent_s, ended_s = 0, None
        was_over = self._follower.reader.over
        while ended_s is None or time.monotonic() - ended_s < KEPT_S:
            await asyncio.sleep(1 - time.time() % 1 + AFTER_COMMIT_S)
            message = None
            try:
                message = self._follower.tick()
            except SessionError as error:
                log.warning("%s", error)
            if self._follower.reader.over and not was_over:
                was_over, ended_s, self._built = True, time.monotonic(), None
            silent_s = 0 if message is not None else silent_s + 1
            if message is not None:
                self._send(message)
            elif silent_s % BEAT_S == 0:
                self._send(_comment())
            self.most = max(self.most, self.viewers)

    def _send(self, message: LiveMessage) -> None:
        for writer, is_deflated in list(self._viewers.items()):
            transport = writer.transport
            if transport.is_closing():
                self._viewers.pop(writer, None)
            elif transport.get_write_buffer_size() > BEHIND_BYTES:
                self._viewers.pop(writer, None)
                transport.abort()
            else:
                writer.write(message.deflated if is_deflated else message.plain)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        address = str((writer.get_extra_info("peername") or ("",))[0])
        full = self._of_address.total() >= self._most_viewers + OTHER_CONNECTIONS
        if full or self._of_address[address] >= CONNECTIONS_OF_ADDRESS:
            writer.transport.abort()
            return
        self._of_address[address] += 1
        task = asyncio.current_task()
        assert task is not None
        self._serving.add(task)
        writer.transport.set_write_buffer_limits(high=BEHIND_BYTES)
        try:
            for _ in range(REQUESTS):
                head = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), HEAD_S)
                if not await self._answer(head, reader, writer):
                    break
                await asyncio.wait_for(writer.drain(), DRAIN_S)
        except (asyncio.IncompleteReadError, asyncio.LimitOverrunError, TimeoutError, ConnectionError, ValueError):
            pass  # not a well-behaved viewer
        finally:
            self._serving.discard(task)
            self._viewers.pop(writer, None)
            self._of_address[address] -= 1
            if not self._of_address[address]:
                del self._of_address[address]
            writer.close()

    async def _answer(self, head: bytes, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bool:
        """Answer one request; return whether the connection may send another.

        Raises:
            ValueError: If the header is malformed.
        """
        method, target, fields = _request(head)
        path, _, query = target.partition("?")
        is_ours = hmac.compare_digest(path[: len(self.base)].encode(), self.base.encode())
        name = path[len(self.base) :] if is_ours else ""
        if fields.get("host", "").lower() not in self._hosts:
            return _write(writer, "421 Misdirected Request")
        if method != "GET":
            return _write(writer, "405 Method Not Allowed", extra="Allow: GET\r\n")
        # A wrong token and a wrong name get the same response.
        if not is_ours or name not in {"", "events", "data"}:
            return _write(writer, "404 Not Found")
        if name and fields.get("sec-fetch-site", "same-origin") != "same-origin":
            return _write(writer, "403 Forbidden")
        if name == "events":
            await self._stream(reader, writer, query, fields)
            return False
        return await self._write_page(writer, name, fields)

    async def _write_page(self, writer: asyncio.StreamWriter, name: str, fields: Mapping[str, str]) -> bool:
        if not self._may_build():
            return _write(writer, "503 Service Unavailable", extra="Retry-After: 2\r\n")
        try:
            page = await self._page()
        except SessionError as error:
            log.warning("%s", error)
            return _write(writer, "503 Service Unavailable", extra="Retry-After: 5\r\n")
        if name == "data":
            return _write(writer, "200 OK", page.data, "application/octet-stream")
        is_deflated = "deflate" in fields.get("accept-encoding", "")
        encoding = "Content-Encoding: deflate\r\nVary: Accept-Encoding\r\n" if is_deflated else ""
        return _write(
            writer, "200 OK", page.page_deflated if is_deflated else page.page, "text/html; charset=utf-8", encoding
        )

    def _may_build(self) -> bool:
        now = time.monotonic()
        refilled = self._tokens + PAGES_A_SECOND * (now - self._tokens_at)
        self._tokens, self._tokens_at = min(PAGES_AT_ONCE, refilled), now
        if self._tokens < 1:
            return False
        self._tokens -= 1
        return True

    async def _page(self) -> BuiltPage:
        """Return page and data, at most PAGE_AGE messages old; concurrent requests share one build."""
        known = self._built
        if known is not None and self._follower.since(known.number) is not None:
            is_fresh = self._follower.number - known.number <= PAGE_AGE
            if is_fresh:
                return known
        if self._building is None or self._building.done():
            self._building = asyncio.create_task(self._build())
        return await asyncio.shield(self._building)

    async def _build(self) -> BuiltPage:
        """Build page and data in a separate process, because this takes seconds for a long session.

        Raises:
            SessionError: If the session cannot be read.
        """
        number = self._follower.number
        command = [*own_program(), "show", str(self._follower.path), "--build", str(number), self.base]
        command += ["--anonymous"] if self._anonymous else []
        flags = 0
        if sys.platform == "win32":
            flags = subprocess.CREATE_NO_WINDOW
        process = await asyncio.create_subprocess_exec(
            *command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, creationflags=flags
        )
        data, _ = await process.communicate()
        if process.returncode:
            raise SessionError("The page of {path} could not be built.", path=self._follower.path)
        self._built = msgspec.msgpack.decode(data, type=BuiltPage)
        return self._built

    async def _stream(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, query: str, fields: Mapping[str, str]
    ) -> None:
        if len(self._viewers) >= self._most_viewers:
            _write(writer, "503 Service Unavailable", extra="Retry-After: 10\r\n")
            return
        is_deflated = "gzip" in fields.get("accept-encoding", "")
        encoding = "Content-Encoding: gzip\r\n" if is_deflated else ""
        head = f"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n{encoding}Connection: close\r\n{HEADERS}\r\n"
        writer.write(head.encode() + (GZIP_HEAD if is_deflated else b""))
        last = fields.get("last-event-id") or query.removeprefix("after=")
        number = int(last) if last.isdecimal() and len(last) < 12 else -1
        missed = self._follower.since(number)
        first = b"retry: 2000\n\n" if missed is not None else b"retry: 2000\nevent: again\ndata: {}\n\n"
        writer.write(_deflated(first) if is_deflated else first)
        for message in missed or ():
            writer.write(message.deflated if is_deflated else message.plain)
        self._viewers[writer] = is_deflated
        self.most = max(self.most, self.viewers)
        with contextlib.suppress(ConnectionError):
            await reader.read(1)  # wait until the viewer disconnects; a browser sends nothing more


def _request(head: bytes) -> tuple[str, str, dict[str, str]]:
    """Return the method, target and fields of a request's header.

    Raises:
        ValueError: If it is malformed, or announces a body.
    """
    line, *lines = head.decode("ascii").split("\r\n")[:-2]
    method, target, version = line.split(" ")
    fields: dict[str, str] = {}
    for one in lines:
        name, colon, value = one.partition(":")
        name = name.strip().lower()
        if not colon or (name in fields and name in {"host", "content-length"}):
            raise ValueError("a malformed field")
        fields[name] = value.strip()
    if version != "HTTP/1.1" or fields.get("content-length", "0") != "0" or "transfer-encoding" in fields:
        raise ValueError("a request with a body")
    return method, target, fields


def _write(
    writer: asyncio.StreamWriter, status: str, body: bytes = b"", kind: str = "text/plain", extra: str = ""
) -> bool:
    head = f"HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {len(body)}\r\n{HEADERS}{extra}\r\n"
    writer.write(head.encode() + body)
    return status.startswith("200")


def _comment() -> LiveMessage:
    plain = b": still here\n\n"
    return LiveMessage(0, plain, _deflated(plain))


def _deflated(plain: bytes) -> bytes:
    """Return a chunk that can be inserted anywhere in a deflate stream."""
    deflate = zlib.compressobj(LEVEL, zlib.DEFLATED, -zlib.MAX_WBITS)
    return deflate.compress(plain) + deflate.flush(zlib.Z_FULL_FLUSH)
