# SPDX-License-Identifier: Apache-2.0
"""Convert a session to messages, one per second, and to the page and data for late viewers. Uses no sockets."""

import math
import zlib
from collections import deque
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import msgspec

from app.report.anonymous import anonymised, unnamed_headline
from app.report.page.page_content import (
    PageEvent,
    PageHeadline,
    PageOptions,
    PagePhase,
    events_of,
    headline_of,
    headline_row,
    is_latency,
    page_content,
    page_counters,
    phases_of,
)
from app.report.page.page_file import LivePaths, packed, page_html, static_blocks
from app.results.session_headline import session_headline, study_headline
from app.results.study import has_results, study_of
from app.session.rates import Floats
from app.session.reader import SessionReader
from app.session.session_error import SessionError

RING = 120
"""Number of messages kept for viewers that reconnect."""
DIGITS = 7
"""Significant digits of a figure in a message."""
LEVEL = 6
"""Compression level of zlib."""


class LiveMessage(NamedTuple):
    """Event of the stream, plain and as a deflated chunk that can follow any other one."""

    number: int
    plain: bytes
    deflated: bytes


class Group(msgspec.Struct, frozen=True):
    """New intervals of counters that share times and denominators; each counter has its index and numerators."""

    begins: list[float]
    ends: list[float]
    denominators: list[float | None]
    counters: list[tuple[int, list[float | None]]]


class LiveRows(msgspec.Struct, frozen=True):
    """New data of a session: a message to script/live.js."""

    message: int
    seconds: float
    groups: list[Group]
    phases: list[PagePhase] | None
    events: list[PageEvent]
    events_from: int
    headline: PageHeadline | None


class BuiltPage(msgspec.Struct, frozen=True):
    """Page and data of a session at a message's number; `page` is the HTML file."""

    number: int
    page: bytes
    page_deflated: bytes
    data: bytes


class LiveFollower:
    """Follows a session while it is recorded."""

    def __init__(self, path: Path, *, anonymous: bool = False) -> None:
        self.path = path
        self.number = 0
        self.ring: deque[LiveMessage] = deque(maxlen=RING)
        self._anonymous = anonymous
        self._reader = SessionReader.open(path)
        self._deflate = zlib.compressobj(LEVEL, zlib.DEFLATED, -zlib.MAX_WBITS)
        self._begin()

    @property
    def reader(self) -> SessionReader:
        """Reader of the session."""
        return self._reader

    def close(self) -> None:
        """Close the session."""
        self._reader.close()

    def _begin(self) -> None:
        reader = self._reader
        self._options = PageOptions(live=True)
        if self._anonymous:
            study, unnamed = anonymised(study_of([reader]), [reader])
            self._study, self._options = study, PageOptions(live=True, unnamed=unnamed)
        self._counters = reader.counters
        self._page_counters = [counter for counter, _ in page_counters(reader)]
        self._sent = [len(reader.samples(counter)[0]) for counter in self._page_counters]
        self._events = len(reader.events)
        self._phases: list[PagePhase] | None = None
        self._started = reader.started

    def tick(self) -> LiveMessage | None:
        """Return a message with the data committed since the last call; None if absent.

        Raises:
            SessionError: If the file turns out to be damaged.
        """
        reader = self._reader
        if not reader.poll():
            return None
        if reader.counters != self._counters or reader.started != self._started or reader.over:
            self._begin()
            self.ring.clear()
            return self._message("again", b"{}")
        rows = LiveRows(
            message=self.number + 1,
            seconds=round(reader.length_s, 3),
            groups=self._groups(),
            phases=self._new_phases(),
            events=[] if self._anonymous else events_of(reader, self._options, self._events),
            events_from=self._events,
            headline=self._headline(),
        )
        self._events = len(reader.events)
        message = self._message("rows", msgspec.json.encode(rows))
        self.ring.append(message)
        return message

    def since(self, number: int) -> Sequence[LiveMessage] | None:
        """Return the messages after a number; None if some of them are no longer stored."""
        later = [message for message in self.ring if message.number > number]
        if number == self.number or (later and later[0].number == number + 1):
            return later
        return None

    def _message(self, event: str, data: bytes) -> LiveMessage:
        self.number += 1
        plain = b"id: %d\nevent: %s\ndata: %s\n\n" % (self.number, event.encode(), data)
        # A full flush makes each chunk independent of the ones before.
        deflated = self._deflate.compress(plain) + self._deflate.flush(zlib.Z_FULL_FLUSH)
        return LiveMessage(self.number, plain, deflated)

    def _groups(self) -> list[Group]:
        groups: dict[tuple[tuple[float, ...], ...], Group] = {}
        for index, counter in enumerate(self._page_counters):
            if is_latency(counter):
                end_s, numerator = self._reader.samples(counter)
                begin_s, denominator = end_s - 1.0, end_s[:0]
            else:
                own = self._reader.intervals(counter)
                begin_s, end_s, numerator, denominator = own.begin_s, own.end_s, own.numerator, own.denominator
            first = self._sent[index]
            if len(end_s) <= first:
                continue
            self._sent[index] = len(end_s)
            begins, ends = (values[first:].round(6).tolist() for values in (begin_s, end_s))
            denominators = _figures(denominator[first:])
            key = (tuple(begins), tuple(ends), tuple(-1.0 if one is None else one for one in denominators))
            group = groups.setdefault(key, Group(begins, ends, denominators, []))
            group.counters.append((index, _figures(numerator[first:])))
        return list(groups.values())

    def _new_phases(self) -> list[PagePhase] | None:
        phases = phases_of(self._reader)
        if phases == self._phases:
            return None
        self._phases = phases
        return phases

    def _headline(self) -> PageHeadline | None:
        if not self._reader.systems:
            return None
        found = session_headline(self._reader)
        text = headline_of(found, self._study if self._anonymous else None, self._options)
        return headline_row(self._reader.length_s, text, self._options)


def _figures(values: Floats) -> list[float | None]:
    return [float(f"{value:.{DIGITS}g}") if math.isfinite(value) else None for value in values.tolist()]


def built(path: Path, number: int, base: str, *, anonymous: bool = False) -> BuiltPage:
    """Return the page and data of a session. This takes seconds for a long one, so call it in a separate process.

    Args:
        path: Session to show.
        number: Number of the last message before the data; later messages may repeat some of the data.
        base: Path of the page on the server.
        anonymous: Whether to replace names.

    Raises:
        SessionError: If the session cannot be read.
    """
    with SessionReader.open(path) as reader:
        study = headline = unnamed = None
        if has_results(reader) and (reader.over or anonymous):
            study = study_of([reader])
            headline = study_headline(study, [reader])
        if anonymous:
            if study is None:
                raise SessionError("{path} has no results yet, so its names cannot be replaced.", path=path)
            study, unnamed = anonymised(study, [reader])
            headline = unnamed_headline(headline, study, unnamed) if headline is not None else None
        options = PageOptions(live=not reader.over, unnamed=unnamed)
        content, columns = page_content(reader, study, options)
        content = msgspec.structs.replace(content, message=number)
        shown = study if reader.over else None
        blocks = list(static_blocks(reader, shown, headline, options))
        paths = LivePaths(f"{base}events", f"{base}data")
        page = page_html(content, columns, blocks, paths).encode()
        return BuiltPage(number, page, zlib.compress(page, LEVEL), packed(content, columns, LEVEL))
