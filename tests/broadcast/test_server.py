# SPDX-License-Identifier: Apache-2.0
"""Server of a session's live page: responses, rejected requests and hostile clients, as in its security table."""

import asyncio
import gzip
import io
import json
import os
import re
import subprocess
import time
import zlib
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from urllib.request import urlopen

import pytest

from app.__main__ import main
from app.broadcast import live_server as server_module
from app.broadcast import show as show_module
from app.broadcast.listen_address import BroadcastError, address_of
from app.broadcast.live_follower import LiveFollower, built
from app.broadcast.live_server import CONNECTIONS_OF_ADDRESS, HEAD_BYTES, PAGES_AT_ONCE, PageServer
from app.control.link import own_program
from app.session.reader import SessionReader
from tests.support.recorded import SyntheticRun, recorded

TOKEN = "0123456789abcdefghijkl"


class Served:
    """Server of a session in this event loop, and raw requests to it."""

    def __init__(self, server: PageServer, port: int) -> None:
        self.server = server
        self.port = port
        self.host = f"Host: 127.0.0.1:{port}\r\n"

    async def raw(self, request: bytes, source: str = "127.0.0.1") -> bytes:
        """Send bytes and return the whole answer."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port, local_addr=(source, 0))
        try:
            writer.write(request)
            writer.write_eof()
            return await asyncio.wait_for(reader.read(), 60)
        except ConnectionError:
            return b""
        finally:
            writer.close()

    async def get(self, path: str, fields: str = "", method: str = "GET") -> tuple[int, bytes, bytes]:
        """Return status, head and body of an answer."""
        text = f"{method} {path} HTTP/1.1\r\n{fields or self.host}\r\n"
        head, _, body = (await self.raw(text.encode())).partition(b"\r\n\r\n")
        return int(head.split()[1]), head, body


@asynccontextmanager
async def served(path: Path, viewers: int = 100) -> AsyncIterator[Served]:
    follower = LiveFollower(path)
    server = PageServer(follower, TOKEN, viewers)
    port = await server.start("127.0.0.1", 0)
    running = asyncio.create_task(server.run())
    try:
        yield Served(server, port)
    finally:
        running.cancel()
        await server.stop()
        follower.close()


def run(path: Path, test: Callable[[Served], Awaitable[None]], viewers: int = 100) -> None:
    async def whole() -> None:
        async with served(path, viewers) as one:
            await test(one)

    asyncio.run(whole())


@pytest.fixture(scope="module")
def ended(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return recorded(tmp_path_factory.mktemp("ended") / "s.outpace", seconds=20)


def test_only_the_links_own_three_resources_are_served(ended: Path) -> None:
    async def test(one: Served) -> None:
        status, head, body = await one.get(f"/{TOKEN}/")
        assert status == 200
        assert b"Write-ahead log" in body
        for field in (b"no-store", b"no-referrer", b"nosniff", b"same-origin", b"frame-ancestors 'none'"):
            assert field in head
        assert b"Access-Control" not in head
        assert b"Set-Cookie" not in head
        status, _, body = await one.get(f"/{TOKEN}/data")
        assert status == 200
        assert b'"format":1' in zlib.decompress(body)
        wrong = (
            "/",
            "/x/",
            f"/{TOKEN[:-1]}x/",
            f"/{TOKEN}/../",
            f"/{TOKEN}/%64ata",
            f"/{TOKEN}/s.outpace",
            f"/{TOKEN}",
        )
        answers = {(await one.get(path))[0:3:2] for path in (*wrong, f"http://evil/{TOKEN}/", "/etc/passwd", "//")}
        assert answers == {(404, b"")}, "the same answer for all"

    run(ended, test)


def test_other_hosts_methods_and_sites_are_rejected(ended: Path) -> None:
    async def test(one: Served) -> None:
        for name in ("evil.example", "localhost", f"localhost:{one.port}", f"127.0.0.1:{one.port + 1}", ""):
            assert (await one.get(f"/{TOKEN}/", f"Host: {name}\r\n"))[0] == 421, "DNS rebinding"
        for method in ("POST", "PUT", "DELETE", "OPTIONS", "HEAD", "CONNECT"):
            assert (await one.get(f"/{TOKEN}/", method=method))[0] == 405
        for resource in ("data", "events"):
            for site in ("cross-site", "same-site", "none"):
                fields = f"{one.host}Sec-Fetch-Site: {site}\r\n"
                assert (await one.get(f"/{TOKEN}/{resource}", fields))[0] == 403

    run(ended, test)


@pytest.mark.parametrize(
    "request_head",
    [
        b"GET /T/ HTTP/1.1\r\nH" + b"H" * 20 + b"\r\n\r\n",
        b"GET /T/ HTTP/1.1\r\n@Host: x\r\n\r\n",
        b"GET /T/ HTTP/1.1\r\n@X: " + b"a" * 2 * HEAD_BYTES + b"\r\n\r\n",
        b"GET /T/ HTTP/1.1\r\n@Content-Length: 5\r\n\r\nabcde",
        b"GET /T/ HTTP/1.1\r\n@Transfer-Encoding: chunked\r\n\r\n",
        b"GET /T/ HTTP/1.0\r\n@\r\n",
        b"GET  /T/ HTTP/1.1\r\n@\r\n",
        b"GET /T/\x00 HTTP/1.1\r\n@\r\n\xff\xfe\r\n\r\n",
        bytes(range(256)) + b"\r\n\r\n",
        b"\r\n\r\n",
    ],
    ids=["field", "two hosts", "large", "body", "chunked", "old", "blanks", "nul", "binary", "empty"],
)
def test_malformed_requests_get_no_page(ended: Path, request_head: bytes) -> None:
    async def test(one: Served) -> None:
        sent = request_head.replace(b"/T/", f"/{TOKEN}/".encode()).replace(b"@", one.host.encode())
        assert b"200 OK" not in await one.raw(sent)
        assert (await one.get(f"/{TOKEN}/data"))[0] == 200, "others are served"

    run(ended, test)


def test_slow_heads_are_disconnected_and_one_address_has_few_connections(
    ended: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server_module, "HEAD_S", 0.5)

    async def test(one: Served) -> None:
        slow = []
        for _ in range(CONNECTIONS_OF_ADDRESS + 10):
            reader, writer = await asyncio.open_connection("127.0.0.1", one.port, local_addr=("127.0.0.2", 0))
            writer.write(b"GET /")
            slow.append((reader, writer))
        answers = await asyncio.gather(
            *(asyncio.wait_for(reader.read(), 30) for reader, _ in slow), return_exceptions=True
        )
        assert all(answer == b"" or isinstance(answer, ConnectionError) for answer in answers), "all are gone"
        for _, writer in slow:
            writer.close()
        assert (await one.get(f"/{TOKEN}/data"))[0] == 200

    run(ended, test)


def test_floods_of_pages_are_limited(ended: Path) -> None:
    async def test(one: Served) -> None:
        await one.get(f"/{TOKEN}/data")
        statuses = [(await one.get(f"/{TOKEN}/data"))[0] for _ in range(int(3 * PAGES_AT_ONCE))]
        assert set(statuses) <= {200, 503}
        assert statuses[0] == 200
        one.server._tokens = 0.0
        one.server._tokens_at += 3600
        assert (await one.get(f"/{TOKEN}/data"))[0] == 503

    run(ended, test)


def test_viewers_beyond_the_limit_must_retry_later(ended: Path) -> None:
    async def test(one: Served) -> None:
        streams = [await stream(one) for _ in range(2)]
        status, head, _ = await one.get(f"/{TOKEN}/events")
        assert status == 503
        assert b"Retry-After" in head
        assert one.server.most == one.server.viewers == 2
        for _, writer in streams:
            writer.close()

    run(ended, test, viewers=2)


async def stream(one: Served, fields: str = "", after: int = 0) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """Open the stream of events and read its head."""
    reader, writer = await asyncio.open_connection("127.0.0.1", one.port)
    writer.write(f"GET /{TOKEN}/events?after={after} HTTP/1.1\r\n{one.host}{fields}\r\n".encode())
    head = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), 30)
    assert b"200 OK" in head
    assert b"text/event-stream" in head
    return reader, writer


async def event(reader: asyncio.StreamReader) -> dict[str, str]:
    """Return the next event's fields."""
    while True:
        text = (await asyncio.wait_for(reader.readuntil(b"\n\n"), 60)).decode()
        fields = dict(line.split(": ", 1) for line in text.strip().split("\n") if not line.startswith(":"))
        if "event" in fields:
            return fields


def test_growing_session_is_streamed_and_a_returning_viewer_gets_what_it_missed(tmp_path: Path) -> None:
    growing = SyntheticRun(tmp_path / "s.outpace")
    growing.seconds(10)

    async def test(one: Served) -> None:
        reader, writer = await stream(one)
        growing.seconds(1)
        first = await event(reader)
        assert first["event"] == "rows"
        rows = json.loads(first["data"])
        assert rows["seconds"] == 11.0
        assert rows["headline"]["main"]
        assert max(end for group in rows["groups"] for end in group["ends"]) == 11.0
        writer.close()
        growing.seconds(1)
        while one.server._follower.number < rows["message"] + 1:
            await asyncio.sleep(0.05)
        reader, writer = await stream(one, f"Last-Event-ID: {rows['message']}\r\n")
        again = json.loads((await event(reader))["data"])
        assert again["message"] == rows["message"] + 1
        assert again["seconds"] == 12.0
        writer.close()
        reader, writer = await stream(one, "Last-Event-ID: 99999\r\n")
        assert (await event(reader))["event"] == "again", "too long ago: the page reads its data again"
        writer.close()

    run(growing.path, test)


def test_compressed_stream_is_valid_from_any_message_on(tmp_path: Path) -> None:
    growing = SyntheticRun(tmp_path / "s.outpace")
    growing.seconds(5)
    follower = LiveFollower(growing.path)
    messages = []
    for _ in range(3):
        growing.seconds(1)
        message = follower.tick()
        assert message is not None
        messages.append(message)
    assert follower.tick() is None
    follower.close()
    for first in range(3):
        inflate = zlib.decompressobj(-zlib.MAX_WBITS)
        part = b"".join(message.deflated for message in messages[first:])
        assert inflate.decompress(part) == b"".join(message.plain for message in messages[first:])
    with gzip.GzipFile(fileobj=io.BytesIO(server_module.GZIP_HEAD + messages[0].deflated)) as file:
        assert file.read1().startswith(b"id: 1")
    assert len(messages[2].deflated) < len(messages[2].plain)


def test_messages_continue_the_data_of_the_page(tmp_path: Path) -> None:
    """Data and messages together hold each interval once, also if the data were read later than the message."""
    growing = SyntheticRun(tmp_path / "s.outpace")
    growing.seconds(10)
    follower = LiveFollower(growing.path)
    growing.seconds(2)
    page = built(growing.path, follower.number, "/x/")
    message = follower.tick()
    follower.close()
    assert message is not None
    data = zlib.decompress(page.data)
    content = json.loads(data[4 : 4 + int.from_bytes(data[:4], "little")])
    rows = json.loads(message.plain.partition(b"data: ")[2])
    assert content["message"] == 0
    assert content["seconds"] == rows["seconds"] == 12.0
    assert rows["groups"][0]["ends"] == [11.0, 12.0], "the page drops those that it has"


def test_end_of_the_run_makes_viewers_read_the_whole(tmp_path: Path) -> None:
    growing = SyntheticRun(tmp_path / "s.outpace")
    growing.seconds(10)

    async def test(one: Served) -> None:
        reader, writer = await stream(one)
        growing.finish()
        assert (await event(reader))["event"] == "again"
        _, _, body = await one.get(f"/{TOKEN}/data")
        assert b'"over":true' in zlib.decompress(body)
        assert b'"block_s":1' in zlib.decompress(body)
        writer.close()

    run(growing.path, test)


def test_viewer_that_does_not_read_is_disconnected(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server_module, "BEHIND_BYTES", 1000)
    growing = SyntheticRun(tmp_path / "s.outpace")
    growing.seconds(5)

    async def test(one: Served) -> None:
        _, lazy = await stream(one)
        for writer in one.server._viewers:
            writer.write(b"x" * 20_000_000)  # a browser that stopped reading leaves it in the buffer
        growing.seconds(1)
        while one.server.viewers:
            await asyncio.sleep(0.05)
        lazy.close()
        assert (await one.get(f"/{TOKEN}/data"))[0] == 200

    run(growing.path, test)


def test_anonymous_page_and_stream_contain_no_names(tmp_path: Path) -> None:
    growing = SyntheticRun(tmp_path / "secret.outpace")
    growing.seconds(10)
    follower = LiveFollower(growing.path, anonymous=True)
    growing.seconds(2)
    message = follower.tick()
    follower.close()
    assert message is not None
    page = built(growing.path, 0, "/x/", anonymous=True)
    for text in (message.plain, page.page, zlib.decompress(page.data)):
        assert b"Write-ahead log" not in text
        assert b"secret" not in text


@pytest.mark.parametrize("text", ["0.0.0.0", "[::]:80", "224.0.0.1", "everywhere", "10.0.0.5:99999", "10.0.0.5:x", ""])
def test_wildcard_and_invalid_addresses_are_rejected(text: str) -> None:
    with pytest.raises(BroadcastError):
        address_of(text)


def test_address_and_port_are_read() -> None:
    for text, host, port in (
        ("10.0.0.5", "10.0.0.5", 0),
        ("10.0.0.5:8080", "10.0.0.5", 8080),
        ("[fd00::1]:80", "fd00::1", 80),
        ("::1", "::1", 0),
    ):
        address, found = address_of(text)
        assert (str(address), found) == (host, port)


def test_show_needs_an_address(ended: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show", str(ended)]) != 0
    assert "--on" in capsys.readouterr().err
    assert main(["show", str(ended), "--on", "0.0.0.0"]) != 0
    assert "all networks" in capsys.readouterr().err
    assert main(["run", "embedded-demo", "--show-on", "0.0.0.0", "--session", os.devnull]) != 0
    assert "all networks" in capsys.readouterr().err


def test_tokens_of_two_starts_differ_and_are_long(ended: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    links: list[str] = []

    async def stop(self: PageServer) -> None:
        await asyncio.sleep(0.1)

    monkeypatch.setattr(PageServer, "run", stop)
    monkeypatch.setattr(show_module, "NICENESS", 0)
    for _ in range(2):
        show_module.show(ended, "127.0.0.1", lambda showing: links.append(showing.link))
    tokens = [re.fullmatch(r"http://127\.0\.0\.1:\d+/([\w-]{22})/", link) for link in links]
    assert all(tokens)
    assert len({one[1] for one in tokens if one}) == 2


def test_command_shows_a_run_and_the_session_records_it(tmp_path: Path) -> None:
    """A real run that is shown live: the link answers, and the session says to how many it was shown."""
    path = tmp_path / "run.outpace"
    command = [
        *own_program(),
        "run",
        "embedded-demo",
        "--seconds",
        "15",
        "--session",
        str(path),
        "--show-on",
        "127.0.0.1",
    ]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        link = next(found[0] for line in process.stderr if (found := re.search(r"http://\S+", line)))
        with urlopen(link + "events") as viewer:
            assert viewer.readline().startswith(b"retry")
            until_s = time.monotonic() + 120
            while time.monotonic() < until_s and process.poll() is None:
                with SessionReader.open(path) as reader:
                    shown = [event for event in reader.events if event.kind == "shown on the network"]
                if any("at most 1 viewers" in reader.sentence(event.message) for event in shown):
                    break
                time.sleep(0.2)
            else:
                pytest.fail("the session does not say that it was shown")
        assert process.wait(120) in (0, 1)
