# SPDX-License-Identifier: Apache-2.0
"""Exporter page in the Prometheus text format, which is fetched within a time limit and parsed.

Only the requested samples are stored. `WebSource` makes the requests of all collectors that read over HTTP.
"""

import base64
import contextlib
import http.client
import math
import re
import socket
import ssl
import threading
import urllib.parse
from collections.abc import Collection, Mapping, Sequence
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
    """Samples on a page by name, each with its labels and value.

    Attributes:
        layout: number that changes when the samples differ in more than their values.
    """

    samples: dict[str, list[tuple[Mapping[str, str], float]]] = field(default_factory=dict)
    layout: int = 0

    def value(self, *names: str) -> float:
        """Return the value of the first of these names that is on the page, or NaN if absent."""
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
    return PageParser(wanted).parse(text)


@dataclass(slots=True)
class _Layout:
    """Places of a page's samples.

    Attributes:
        lines: number of lines of the page.
        rows: line, text before the value, name and labels of each sample.
        guards: lines after each run of samples, which must contain no further sample.
    """

    lines: int
    rows: list[tuple[int, str, str, Mapping[str, str]]]
    guards: list[int]


class PageParser:
    """Parser of one exporter's pages, which usually have the same lines with other values.

    Names and labels are parsed once. A later page is only searched again if a sample is not on the line that it was on,
    if a line was added or removed, or if a sample follows where none was.
    """

    def __init__(self, wanted: Collection[str]) -> None:
        self._wanted = frozenset(wanted)
        self._seen: set[str] = set()
        self._layout: _Layout | None = None
        self._number = 0

    def parse(self, text: str) -> Page:
        """Parse the samples of a page. Malformed lines are skipped, as in other readers.

        Raises:
            SourceError: the page contains more than PAGE_SAMPLES samples.
        """
        lines = text.split("\n")
        page = self._parse_known(lines)
        return page if page is not None else self._parse_new(lines)

    def _parse_known(self, lines: Sequence[str]) -> Page | None:
        """Parse a page with the known layout; None if it has another."""
        layout = self._layout
        if layout is None or len(lines) != layout.lines:
            return None
        if any((found := _NAME.match(lines[one])) is not None and found[0] in self._wanted for one in layout.guards):
            return None
        page = Page(layout=self._number)
        samples = page.samples
        for place, before, name, labels in layout.rows:
            line = lines[place]
            number = _value(line[len(before) :]) if line.startswith(before) else None
            if number is None:
                return None
            if name in samples:
                samples[name].append((labels, number))
            else:
                samples[name] = [(labels, number)]
        return page

    def _parse_new(self, lines: Sequence[str]) -> Page:
        self._number += 1
        page = Page(layout=self._number)
        rows: list[tuple[int, str, str, Mapping[str, str]]] = []
        skipped = False
        for place, line in enumerate(lines):
            name = _NAME.match(line)
            if name is None or name[0] not in self._wanted:
                continue
            labels, rest = _labels(line[name.end() :].lstrip()) if len(line) <= PAGE_LINE else (None, "")
            number = _value(rest) if labels is not None else None
            if labels is None or number is None:
                skipped = True
                continue
            if len(rows) >= PAGE_SAMPLES:
                raise SourceError("the page has more than {most} samples", most=f"{PAGE_SAMPLES:,}")
            rows.append((place, line[: len(line) - len(rest)], name[0], labels))
            page.samples.setdefault(name[0], []).append((labels, number))
        complete = page.samples.keys() >= self._seen and not skipped
        self._seen |= page.samples.keys()
        places = {place for place, *_ in rows}
        guards = [place + 1 for place in places if place + 1 not in places and place + 1 < len(lines)]
        self._layout = _Layout(len(lines), rows, guards) if complete else None
        return page


def _value(text: str) -> float | None:
    """Parse the value of a sample, which a timestamp may follow; None if malformed."""
    fields = text.split(maxsplit=2)
    if not 1 <= len(fields) <= 2:
        return None
    try:
        return float(fields[0])  # accepts NaN and +Inf too
    except ValueError:
        return None


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

    def __init__(self, host: str, port: int | None, timeout_s: float, tls: ssl.SSLContext) -> None:
        self._tls = tls
        super().__init__(host, port, timeout=timeout_s, context=self._tls)

    def connect(self) -> None:
        http.client.HTTPConnection.connect(self)
        self.sock = self._tls.wrap_socket(self.sock, server_hostname=self.host, do_handshake_on_connect=False)
        self.sock.do_handshake()


def login_headers(user: str, secret: str) -> dict[str, str]:
    """Return the headers of a login: a user with a password, or a bearer token without a user; empty for neither."""
    if user:
        return {"Authorization": "Basic " + base64.b64encode(f"{user}:{secret}".encode()).decode("ascii")}
    return {"Authorization": f"Bearer {secret}"} if secret else {}


class WebSource:
    """Source that answers HTTP requests, one at a time. Not thread-safe."""

    def __init__(self, headers: Mapping[str, str] = {}, ca: str = "") -> None:
        """Set what all requests have in common.

        Args:
            headers: headers of each request.
            ca: PEM file of the certificate authority that signed the server's certificate; "" for the system's own.
        """
        self._headers = dict(headers)
        self._ca = ca
        self._tls: ssl.SSLContext | None = None
        self._request: _Request | None = None

    def fetch(
        self, url: str, *, method: str = "GET", headers: Mapping[str, str] = {}, body: bytes | None = None
    ) -> "_Request":
        """Make a request and return it with its answer.

        Raises:
            SourceError: there is no whole answer within PAGE_S, or one of an error.
        """
        if self._request is not None and self._request.is_alive():
            raise SourceError("{url} has not ended its page within {seconds} s", url=url, seconds=f"{PAGE_S:g}")
        if self._tls is None and url.startswith("https:"):
            self._tls = _tls_context(url, self._ca)
        request = self._request = _Request(url, method, {**self._headers, **headers}, body, self._tls)
        request.start()
        request.join(PAGE_S)
        if request.is_alive():
            request.break_off()
            raise SourceError("{url} has not ended its page within {seconds} s", url=url, seconds=f"{PAGE_S:g}")
        if request.error is not None:
            raise request.error
        return request


def _tls_context(url: str, ca: str) -> ssl.SSLContext:
    """Return the context of encrypted connections.

    Raises:
        SourceError: the certificate authority's file cannot be read.
    """
    try:
        return ssl.create_default_context(cafile=ca or None)
    except (OSError, ValueError):
        raise SourceError(
            "{url}: the file of its certificate authority, {ca}, can't be read. Give a file in PEM format.",
            url=url,
            ca=ca,
        ) from None


class ExporterPage(WebSource):
    """An exporter's page. Not thread-safe."""

    def __init__(self, url: str, headers: Mapping[str, str] = {}, ca: str = "") -> None:
        """Set the URL of the page, http or https, and what `WebSource` needs."""
        super().__init__({"Accept-Encoding": "identity", **headers}, ca)
        self.url = url

    def text(self) -> str:
        """Fetch the page.

        Raises:
            SourceError: the page cannot be read within PAGE_S.
        """
        return bytes(self.fetch(self.url).data).decode("utf-8", "replace")


class _Request(threading.Thread):
    """A single request, in a separate thread.

    A name lookup can take arbitrarily long, and a server that responds byte by byte never triggers the socket timeout.

    Attributes:
        status: status of the answer.
        answered: headers of the answer.
    """

    def __init__(
        self, url: str, method: str, headers: Mapping[str, str], body: bytes | None, tls: ssl.SSLContext | None
    ) -> None:
        super().__init__(name="exporter page", daemon=True)
        self.data = bytearray()
        self.error: SourceError | None = None
        self.status = 0
        self.answered: Mapping[str, str] = {}
        self._url, self._method, self._headers, self._body, self._tls = url, method, headers, body, tls
        self._connection: http.client.HTTPConnection | None = None
        self._socket: socket.socket | None = None
        self._over = False

    def run(self) -> None:
        try:
            self._fetch()
        except SourceError as error:
            self.error = error
        except ssl.SSLCertVerificationError as error:
            self.error = SourceError(
                "{url} has a certificate that is not trusted ({reason}). Give the file of its certificate authority "
                "(ca).",
                url=self._url,
                reason=error.verify_message,
            )
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
        if parts.scheme == "https":
            tls = self._tls or ssl.create_default_context()
            self._connection = _SecureConnection(parts.hostname, parts.port, TIMEOUT_S, tls)
        else:
            self._connection = http.client.HTTPConnection(parts.hostname, parts.port, timeout=TIMEOUT_S)
        connection = self._connection
        target = urllib.parse.urlunsplit(("", "", parts.path or "/", parts.query, ""))
        connection.connect()
        self._socket = connection.sock  # the connection drops its reference when the response starts
        # Exporters do not redirect, and following a redirect could contact any other service.
        connection.request(self._method, target, body=self._body, headers={**self._headers, "Connection": "close"})
        with connection.getresponse() as answer:
            self.status, self.answered = answer.status, dict(answer.getheaders())
            if answer.status in (http.client.UNAUTHORIZED, http.client.FORBIDDEN):
                raise SourceError(
                    "{url} refuses the login ({status}). Check the user and the password or token, and the right to "
                    "read.",
                    url=self._url,
                    status=str(answer.status),
                )
            if answer.status // 100 != 2:
                told = f"{answer.status} {answer.reason[:80]}"
                raise SourceError("{url} answers {told} instead of a page", url=self._url, told=told)
            while chunk := answer.read1(CHUNK):
                self.data += chunk
                if len(self.data) > PAGE_BYTES or self._over:
                    raise SourceError("the page does not end")
            if answer.length:
                raise SourceError("{url} broke its page off before the end", url=self._url)
