# SPDX-License-Identifier: Apache-2.0
"""Exporter page in the Prometheus text format, which is fetched within a time limit and parsed.

Only the requested samples are stored.
"""

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
"""Timeout in seconds of a single step: connecting, or receiving the next bytes."""
CHUNK = 1 << 16

# Possessive quantifiers prevent backtracking, so that the time is linear in the length.
_NAME = re.compile(r"[A-Za-z_:][A-Za-z0-9_:]*+")
_LABEL = re.compile(r'\s*+([A-Za-z_][A-Za-z0-9_]*+)\s*+=\s*+"((?:[^"\\]++|\\.)*+)"\s*+,?')
_ESCAPES = {r"\\": "\\", r"\"": '"', r"\n": "\n"}


@dataclass(slots=True)
class Page:
    """Samples on a page by name, each with its labels and value."""

    samples: dict[str, list[tuple[Mapping[str, str], float]]] = field(default_factory=dict)

    def value(self, *names: str) -> float:
        """Return the value of the first of these names that is on the page, or NaN if there is none."""
        for name in names:
            for _, value in self.samples.get(name, ()):
                return value
        return math.nan

    def by(self, label: str, name: str) -> dict[str, float]:
        """Return the values of the samples with this name, by the value of one of their labels."""
        return {labels[label]: value for labels, value in self.samples.get(name, ()) if label in labels}


def parsed(text: str, wanted: Collection[str]) -> Page:
    """Parse the samples with the requested names. Malformed lines are skipped, as in other readers.

    Raises:
        SourceError: the page contains more than PAGE_SAMPLES samples.
    """
    page = Page()
    count = 0
    for line in text.split("\n"):
        name = _NAME.match(line)
        if name is None or name[0] not in wanted or len(line) > PAGE_LINE:
            continue
        labels, rest = _labels(line[name.end() :].lstrip())
        fields = rest.split(maxsplit=2)
        if labels is None or not 1 <= len(fields) <= 2:  # a value, and optionally a timestamp
            continue
        try:
            number = float(fields[0])  # accepts NaN and +Inf too
        except ValueError:
            continue
        count += 1
        if count > PAGE_SAMPLES:
            raise SourceError("the page has more than {most} samples", most=f"{PAGE_SAMPLES:,}")
        page.samples.setdefault(name[0], []).append((labels, number))
    return page


def _labels(text: str) -> tuple[Mapping[str, str] | None, str]:
    """Parse the labels in braces at the start of a string; return them (None if malformed), and the rest."""
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
    """HTTPS connection whose handshake another thread can abort, because its socket is set before the handshake."""

    def __init__(self, host: str, port: int | None, timeout_s: float) -> None:
        self._tls = ssl.create_default_context()
        super().__init__(host, port, timeout=timeout_s, context=self._tls)

    def connect(self) -> None:
        http.client.HTTPConnection.connect(self)
        self.sock = self._tls.wrap_socket(self.sock, server_hostname=self.host, do_handshake_on_connect=False)
        self.sock.do_handshake()


class ExporterPage:
    """An exporter's page. Not thread-safe."""

    def __init__(self, url: str) -> None:
        """Set the URL of the page.

        Args:
            url: URL, http or https.
        """
        self.url = url
        self._request: _Request | None = None

    def text(self) -> str:
        """Fetch the page.

        Raises:
            SourceError: the page cannot be read within PAGE_S.
        """
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
    """A single request, in a separate thread.

    A name lookup can take arbitrarily long, and a server that responds byte by byte never triggers the socket timeout.
    """

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
        """Abort the request, even while it waits for the server."""
        self._over = True
        waiting = self._socket or (self._connection.sock if self._connection is not None else None)
        if waiting is not None:
            with contextlib.suppress(OSError, ValueError):
                waiting.shutdown(socket.SHUT_RDWR)

    def _fetch(self) -> None:
        parts = urllib.parse.urlsplit(self._url)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise ValueError("no address of a page")
        make = _SecureConnection if parts.scheme == "https" else _plain_connection
        self._connection = connection = make(parts.hostname, parts.port, TIMEOUT_S)
        target = urllib.parse.urlunsplit(("", "", parts.path or "/", parts.query, ""))
        connection.connect()
        self._socket = connection.sock  # the connection drops its reference when the response starts
        # Exporters do not redirect, and following a redirect could contact any other service.
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


def _plain_connection(host: str, port: int | None, timeout_s: float) -> http.client.HTTPConnection:
    return http.client.HTTPConnection(host, port, timeout=timeout_s)
