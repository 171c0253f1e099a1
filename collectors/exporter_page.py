# SPDX-License-Identifier: Apache-2.0
"""An exporter's page: fetched within a time, however slowly it comes, and read as the Prometheus text format, of which
only the wanted samples are kept."""

import contextlib
import http.client
import math
import re
import socket
import ssl
import threading
import urllib.parse
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

from collectors.page_bounds import PAGE_BYTES, PAGE_LINE, PAGE_S, PAGE_SAMPLES
from collectors.series import SourceError

TIMEOUT_S = 5.0
"""Of one step: to connect, or for the next byte."""
CHUNK = 1 << 16

# Possessive: what was read is not tried in another way, so that the time rises with the length alone.
_NAME = re.compile(r"[A-Za-z_:][A-Za-z0-9_:]*+")
_LABEL = re.compile(r'\s*+([A-Za-z_][A-Za-z0-9_]*+)\s*+=\s*+"((?:[^"\\]++|\\.)*+)"\s*+,?')
_ESCAPES = {r"\\": "\\", r"\"": '"', r"\n": "\n"}


@dataclass(slots=True)
class Page:
    """The samples of a page by name, each with its labels."""

    samples: dict[str, list[tuple[Mapping[str, str], float]]] = field(default_factory=dict)

    def value(self, *names: str) -> float:
        """The value of the first of these names that is there, NaN without."""
        for name in names:
            for _, value in self.samples.get(name, ()):
                return value
        return math.nan

    def by(self, label: str, name: str) -> dict[str, float]:
        """The values of one name by the value of a label."""
        return {labels[label]: value for labels, value in self.samples.get(name, ()) if label in labels}


def parsed(text: str, wanted: Collection[str]) -> Page:
    """The samples of the wanted names. Lines that are none of the format are passed over, as other readers do.

    Raises SourceError for more than PAGE_SAMPLES.
    """
    page = Page()
    count = 0
    for line in text.split("\n"):
        name = _NAME.match(line)
        if name is None or name[0] not in wanted or len(line) > PAGE_LINE:
            continue
        labels, rest = _labels(line[name.end() :].lstrip())
        fields = rest.split(maxsplit=2)
        if labels is None or not 1 <= len(fields) <= 2:  # a value, and perhaps its time
            continue
        try:
            number = float(fields[0])  # NaN and +Inf are written so
        except ValueError:
            continue
        count += 1
        if count > PAGE_SAMPLES:
            raise SourceError("the page has more than {most} samples", most=f"{PAGE_SAMPLES:,}")
        page.samples.setdefault(name[0], []).append((labels, number))
    return page


def _labels(text: str) -> tuple[Mapping[str, str] | None, str]:
    """The labels in braces at the begin of a text, and what follows; None where they do not end."""
    if not text.startswith("{"):
        return {}, text
    found: dict[str, str] = {}
    place = 1
    while label := _LABEL.match(text, place):
        found[label[1]] = re.sub(r"\\.", lambda match: _ESCAPES.get(match[0], match[0]), label[2])
        place = label.end()
    inside, end, rest = text[place:].partition("}")
    return (found, rest) if end and not inside.strip() else (None, "")


class _SecureConnection(http.client.HTTPSConnection):
    """One whose handshake can be broken off from another thread, as soon as there is a socket."""

    def __init__(self, host: str, port: int | None, timeout_s: float) -> None:
        self._tls = ssl.create_default_context()
        super().__init__(host, port, timeout=timeout_s, context=self._tls)

    def connect(self) -> None:
        http.client.HTTPConnection.connect(self)
        self.sock = self._tls.wrap_socket(self.sock, server_hostname=self.host, do_handshake_on_connect=False)
        self.sock.do_handshake()


class ExporterPage:
    """Where a page is. For one thread."""

    def __init__(self, url: str) -> None:
        """url: http or https."""
        self.url = url
        self._request: _Request | None = None

    def text(self) -> str:
        """The page. Raises SourceError where there is none, or none within PAGE_S."""
        if self._request is not None and self._request.is_alive():
            raise SourceError("{url} has not ended its page within {seconds} s", url=self.url, seconds=f"{PAGE_S:g}")
        self._request = _Request(self.url)
        self._request.start()
        self._request.join(PAGE_S)
        if self._request.is_alive():
            self._request.break_off()
            raise SourceError("{url} has not ended its page within {seconds} s", url=self.url, seconds=f"{PAGE_S:g}")
        if self._request.error is not None:
            raise self._request.error
        return bytes(self._request.data).decode("utf-8", "replace")


class _Request(threading.Thread):
    """One request, in a thread of its own: to look up a name takes as long as the system likes, and whoever answers
    byte by byte never lets a socket's timeout pass."""

    def __init__(self, url: str) -> None:
        super().__init__(name="exporter page", daemon=True)
        self.data = bytearray()
        self.error: SourceError | None = None
        self._url = url
        self._connection: http.client.HTTPConnection | None = None
        self._socket: socket.socket | None = None
        self._over = False

    def run(self) -> None:
        try:
            self._fetch()
        except SourceError as error:
            self.error = error
        except (http.client.HTTPException, ValueError) as error:
            self.error = SourceError("{url} answers no page ({error})", url=self._url, error=type(error).__name__)
        except OSError as error:
            self.error = SourceError("{url} can't be reached: {reason}", url=self._url, reason=str(error))
        finally:
            if self._connection is not None:
                self._connection.close()

    def break_off(self) -> None:
        """Ends it as soon as it waits for the other side."""
        self._over = True
        waiting = self._socket or (self._connection.sock if self._connection is not None else None)
        if waiting is not None:
            with contextlib.suppress(OSError, ValueError):
                waiting.shutdown(socket.SHUT_RDWR)

    def _fetch(self) -> None:
        parts = urllib.parse.urlsplit(self._url)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise ValueError("no address of a page")
        make = _SecureConnection if parts.scheme == "https" else _plain
        self._connection = connection = make(parts.hostname, parts.port, TIMEOUT_S)
        target = urllib.parse.urlunsplit(("", "", parts.path or "/", parts.query, ""))
        connection.connect()
        self._socket = connection.sock  # which the connection forgets as soon as the answer begins
        # An exporter redirects nobody: what does is another service, and where to it sends is not asked.
        connection.request("GET", target, headers={"Accept-Encoding": "identity", "Connection": "close"})
        with connection.getresponse() as answer:
            if answer.status != http.client.OK:
                told = f"{answer.status} {answer.reason[:80]}"
                raise SourceError("{url} answers {told} instead of a page", url=self._url, told=told)
            while chunk := answer.read1(CHUNK):
                self.data += chunk
                if len(self.data) > PAGE_BYTES or self._over:
                    raise SourceError("the page does not end")
            if answer.length:
                raise SourceError("{url} broke its page off before the end", url=self._url)


def _plain(host: str, port: int | None, timeout_s: float) -> http.client.HTTPConnection:
    return http.client.HTTPConnection(host, port, timeout=timeout_s)
