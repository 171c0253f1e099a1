# SPDX-License-Identifier: Apache-2.0
"""Records of a session. Times are seconds since the common start, or since creation before it is known."""

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
    """General information about a session.

    Attributes:
        kind: "run", "job", ...
        started: Wall-clock time of the common start, in the recording's time zone.
        clock_origin_ns: The engine machine's perf_counter_ns at creation.
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
    """Database or file of a system."""

    id: int
    name: str
    detail: TargetDetail


class SystemInfo(msgspec.Struct, frozen=True):
    """System under test; the letters A, B, C follow the order."""

    id: int
    letter: str
    name: str
    role: str
    color: str
    facts: Data
    targets: tuple[TargetInfo, ...]
    origin: int | None = None


class OperationInfo(msgspec.Struct, frozen=True):
    """Kind of call; `timed` operations belong to the response time of a cycle."""

    id: int
    key: str
    timed: bool


class Origin(msgspec.Struct, frozen=True):
    """Source of rows that were not recorded with the session."""

    id: int
    kind: str
    name: str
    uuid: str | None
    digest: str | None
    recorded: str | None
    shift_s: float
    detail: OriginDetail


class Phase(msgspec.Struct, frozen=True):
    """Phase of a session; `to_s` is the start of the next phase or the end of the recording, infinite until then."""

    name: str
    run: int
    step: int
    from_s: float
    to_s: float
    detail: PhaseDetail


class Event(msgspec.Struct, frozen=True):
    """Event of one system, or of all (`system` None); `kind` is the message's or, in format 1, the sentence's."""

    t_s: float
    severity: Severity
    kind: str
    system: int | None
    message: Message


class Progress(msgspec.Struct, frozen=True):
    """Progress of a task."""

    t_s: float
    task: str
    done: float
    total: float
    text: str


@dataclass(frozen=True, slots=True)
class RecordedDocument(Generic[D_co]):
    """Document with what it describes; `system` is None if it describes no system or all of them."""

    t_s: float
    name: str
    system: int | None
    target: int | None
    run: int
    step: int
    data: D_co


class End(msgspec.Struct, frozen=True):
    """End of a recording.

    Attributes:
        hash: Hexadecimal hash of the recorded tables (app.session.seal.verify).
        cut_short: How much of the plan was measured before it was stopped; None if it was completed. The measurements
            are still reliable, so this is a warning instead of a reason for an invalid run.
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
        """Return the end as recorded in the file.

        A run that an earlier version judged invalid only because it was stopped is considered cut short.
        """
        if not valid and reasons and all(isinstance(one, Incomplete) and one.something for one in reasons):
            valid, reasons, warnings = True, (), (*reasons, *warnings)
        incomplete = [one for one in warnings if isinstance(one, Incomplete) and one.something]
        return cls(t_s, valid, reasons, warnings, hash_, incomplete[0] if incomplete else None)


class SnapshotView(msgspec.Struct, frozen=True):
    """View stored in a snapshot; nothing more will be added to the file, even if it has no end.

    Attributes:
        layout: Layout as JSON.
        png: Picture; can be empty.
    """

    uuid: str
    taken: datetime.datetime
    name: str
    note: str
    layout: str
    png: bytes


class Counter(msgspec.Struct, frozen=True):
    """Counter of a system, or of the driver's machine (None). The attributes are those of collectors.series.Series."""

    system: int | None
    path: str
    unit: str
    kind: Kind
    layer: str
    better: Better


@dataclass(frozen=True, slots=True)
class CounterStatistics:
    """Statistics over a window; NaN without data.

    Attributes:
        samples: Number of samples with data.
        last: Value of the last interval; NaN if it has no data.
        average: Average of raw values; the other statistics are computed from samples.
        at_least: Whether calls in flight at the window's end could raise the average, which is a percentile.
    """

    samples: int
    last: float
    average: float
    minimum: float
    maximum: float
    p95: float
    at_least: bool = False
