# SPDX-License-Identifier: Apache-2.0
"""What a session tells: plain records. Times are seconds since the common start, before it is known since creation."""

import datetime
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Generic, Literal, TypeVar

import msgspec

from app.model.documents import Document, OriginDetail, PhaseDetail, TargetDetail
from app.model.events import Incomplete
from app.model.messages import Message
from collectors.series import Better, Kind

Severity = Literal["info", "warning", "error"]
Data = Mapping[str, object]
D_co = TypeVar("D_co", bound=Document, covariant=True)


class SessionInfo(msgspec.Struct, frozen=True):
    """uuid, kind ("run", "job", ...), title; started: aware wall time of the common start, where it was recorded.

    clock_origin_ns: the engine machine's perf_counter_ns at creation.
    """

    uuid: str
    kind: str
    title: str
    scenario_toml: str
    started: datetime.datetime
    zone: str
    outpace_version: str
    versions: Mapping[str, str]
    format: int
    clock_origin_ns: int


class TargetInfo(msgspec.Struct, frozen=True):
    """A database or file of a system."""

    id: int
    name: str
    detail: TargetDetail


class SystemInfo(msgspec.Struct, frozen=True):
    """A system under test; letter A, B, C by order."""

    id: int
    letter: str
    name: str
    role: str
    color: str
    facts: Data
    targets: tuple[TargetInfo, ...]
    origin: int | None = None


class OperationInfo(msgspec.Struct, frozen=True):
    """A kind of call. timed: it belongs to the response time of a cycle."""

    id: int
    key: str
    timed: bool


class Origin(msgspec.Struct, frozen=True):
    """Where rows came from that were not recorded with the session."""

    id: int
    kind: str
    name: str
    uuid: str | None
    digest: str | None
    recorded: str | None
    shift_s: float
    detail: OriginDetail


class Phase(msgspec.Struct, frozen=True):
    """to_s: where the next begins or the recording ended; infinite while it goes on."""

    name: str
    run: int
    step: int
    from_s: float
    to_s: float
    detail: PhaseDetail


class Event(msgspec.Struct, frozen=True):
    """Something that happened, to one system or to all (None). kind: of the message, or of the sentence of format 1."""

    t_s: float
    severity: Severity
    kind: str
    system: int | None
    message: Message


class Progress(msgspec.Struct, frozen=True):
    """How far a task is."""

    t_s: float
    task: str
    done: float
    total: float
    text: str


@dataclass(frozen=True, slots=True)
class RecordedDocument(Generic[D_co]):
    """A document and what it is of. system None: of none, or of all."""

    t_s: float
    name: str
    system: int | None
    target: int | None
    run: int
    step: int
    data: D_co


class End(msgspec.Struct, frozen=True):
    """How it ended. hash: hexadecimal, over the recorded tables (app.session.seal.verify).

    cut_short: how much of its plan was measured before it was stopped, None where that was all. What was measured may
    be trusted all the same, so that it is no reason for an invalid run; it is among the warnings.
    """

    t_s: float
    valid: bool
    reasons: tuple[Message, ...]
    warnings: tuple[Message, ...]
    hash: str
    cut_short: Incomplete | None = None

    @classmethod
    def of(
        cls, t_s: float, valid: bool, reasons: tuple[Message, ...], warnings: tuple[Message, ...], hash_: str
    ) -> "End":
        """Return the end as a file has it. Where an earlier version judged a run invalid for nothing but that it was
        stopped, it counts as cut short."""
        if not valid and reasons and all(isinstance(one, Incomplete) and one.something for one in reasons):
            valid, reasons, warnings = True, (), (*reasons, *warnings)
        found = [one for one in warnings if isinstance(one, Incomplete) and one.something]
        return cls(t_s, valid, reasons, warnings, hash_, found[0] if found else None)


class View(msgspec.Struct, frozen=True):
    """Of a snapshot: what was looked at. layout: JSON text. png: the picture, may be empty. Nothing will be added to
    the file, even where it has no end."""

    uuid: str
    taken: datetime.datetime
    name: str
    note: str
    layout: str
    png: bytes


class Counter(msgspec.Struct, frozen=True):
    """A counter of a system (None: of the driver's own machine). Fields as in collectors.series.Series."""

    system: int | None
    path: str
    unit: str
    kind: Kind
    layer: str
    better: Better


@dataclass(frozen=True, slots=True)
class CounterStatistics:
    """Over a window. samples: how many hold data; average: from raw values; the others are of the samples.

    last: of the last interval, NaN if that has no data. All NaN where there is nothing. at_least: calls that were still
    under way at the window's end could raise the average, which is a percentile.
    """

    samples: int
    last: float
    average: float
    minimum: float
    maximum: float
    p95: float
    at_least: bool = False
