# SPDX-License-Identifier: Apache-2.0
"""Hostile exporters: the collector continues or reports the reason, in bounded time and memory."""

import contextlib
import math
import socket
import threading
import time
from collections.abc import Callable, Iterator

import pytest

from collectors import exporter_page
from collectors.exporter_page import parsed
from collectors.page_bounds import PAGE_BYTES
from collectors.prometheus import WANTED, PrometheusCounters
from collectors.series import SourceError
from tests.support.hostile import only_linux, outpace

Serve = Callable[[socket.socket], object]
PAGE = """node_time_seconds {time}
node_cpu_seconds_total{{cpu="0",mode="idle"}} {spent}
node_memory_MemAvailable_bytes {spent}
node_memory_MemTotal_bytes {spent}
node_disk_reads_completed_total{{device="sda"}} {spent}
node_disk_io_time_seconds_total{{device="sda"}} {spent}
"""


@contextlib.contextmanager
def answering(*serves: Serve) -> Iterator[str]:
    """Yield the address of a server with one behavior per connection; the last behavior repeats."""
    listener = socket.create_server(("127.0.0.1", 0))
    over = threading.Event()

    def accept() -> None:
        number = 0
        while not over.is_set():
            with contextlib.suppress(OSError):
                connection, _ = listener.accept()
                with connection:
                    connection.recv(65536)
                    serves[min(number, len(serves) - 1)](connection)
                number += 1

    thread = threading.Thread(target=accept, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{listener.getsockname()[1]}/metrics"
    over.set()
    with contextlib.suppress(OSError):
        socket.create_connection(listener.getsockname(), 1).close()
    listener.close()


def page(text: str, length: int | None = None) -> Serve:
    data = text.encode()
    head = f"HTTP/1.1 200 OK\r\nContent-Length: {len(data) if length is None else length}\r\n\r\n".encode()
    return lambda connection: connection.sendall(head + data)


def dripping(head: bytes, drop: bytes) -> Serve:
    def serve(connection: socket.socket) -> None:
        connection.sendall(head)
        with contextlib.suppress(OSError):
            for _ in range(600):
                connection.sendall(drop)
                time.sleep(0.05)

    return serve


@pytest.mark.parametrize("spent", ["NaN", "+Inf", "-Inf", "1e308", "-5", "9" * 400])
def test_invalid_figures_are_no_data(spent: str) -> None:
    sound = PAGE.format(time=1, spent=5)
    with answering(page(sound), page(PAGE.format(time=2, spent=spent)), page(sound)) as url:
        collector = PrometheusCounters(url)
        processor = next(one for one in collector.series if "Processor" in one.path)
        assert math.isnan(collector.read().values[processor.base])
        assert collector.read().values[processor.base] == 5e6


def test_invalid_exporter_clock_is_reported() -> None:
    with answering(page(PAGE.format(time=1, spent=5)), page(PAGE.format(time="NaN", spent=5))) as url:
        collector = PrometheusCounters(url)
        with pytest.raises(SourceError, match="time"):
            collector.read()


OK = b"HTTP/1.1 200 OK\r\n"
SLOW = {
    "body": (OK + b"Content-Length: 9000\r\n\r\n", b"#"),
    "endless": (OK + b"\r\n", b"#\n"),
    "header": (OK + b"X: ", b"x"),
    "continue": (b"", b"HTTP/1.1 100 Continue\r\n\r\n"),
}


@pytest.mark.parametrize("name", SLOW)
def test_slow_page_times_out(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exporter_page, "PAGE_S", 0.5)
    with answering(dripping(*SLOW[name])) as url:
        page = exporter_page.ExporterPage(url)
        with pytest.raises(SourceError, match="not ended its page"):
            page.text()
        assert page._request is not None
        page._request.join(30)
        assert not page._request.is_alive(), "its thread and its connection are gone"


def test_truncated_page_is_rejected() -> None:
    text = PAGE.format(time=1, spent=5)
    with answering(page(text, len(text) + 100)) as url, pytest.raises(OSError, match="broke its page off"):
        PrometheusCounters(url)


LONG_LINES = {
    "blanks": "node_time_seconds" + " " * 7000 + "x",
    "labels": 'node_time_seconds{a="' + "\\" * 7000,
    "braces": "node_time_seconds{" + "}" * 7000,
    "names": "node_time_seconds{" + "a" * 7000,
    "many": "node_time_seconds{" + 'a="b" ' * 1100 + "x} 1",
    "long": "node_time_seconds " + " " * 200_000 + "1",
}


def test_malformed_long_lines_are_skipped_quickly() -> None:
    for line in LONG_LINES.values():
        begin_s = time.process_time()
        assert not parsed(f"{line}\n" * 20, WANTED).samples
        assert time.process_time() - begin_s < 1


READ = """
import sys
from collectors.prometheus import PrometheusCounters
try:
    PrometheusCounters(sys.argv[1]).read()
except OSError as error:
    sys.exit(str(error))
"""
LARGE = {
    "unwanted": ("node_other{a=%d} 1\n", "has none of the metrics that are read"),
    "wanted": ('node_disk_reads_completed_total{device="sd%d"} 1\n', "samples"),
}


@only_linux
@pytest.mark.parametrize("name", LARGE)
def test_largest_allowed_page_is_parsed_in_bounded_memory(name: str) -> None:
    form, words = LARGE[name]
    text = "".join(form % number for number in range(PAGE_BYTES // (len(form) + 6)))
    with answering(page(text)) as url:
        ended = outpace(url, python=READ)
    assert words in ended.err
    assert ended.cpu_s < 4
    assert ended.peak_mib < 250


@only_linux
def test_page_larger_than_the_limit_is_rejected() -> None:
    with answering(page("#" * (PAGE_BYTES + 1))) as url:
        ended = outpace(url, python=READ)
    assert "does not end" in ended.err
    assert ended.peak_mib < 250
