# SPDX-License-Identifier: Apache-2.0
"""Small tables of a session, which are validated when read: untrusted values of the wrong type are rejected."""

import datetime
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from operator import ge
from typing import Annotated, Any, Literal, TypeVar

import apsw
import msgspec

from app.model.bounds import (
    COLUMNS,
    LARGEST_FIGURE,
    NAME_LETTERS,
    OPERATIONS,
    ROW_TEXT_BYTES,
    SERIES,
    SESSION_PLACES,
    SESSION_TEXT_BYTES,
    SESSION_VALUES,
    SMALL_ROWS,
    SOURCES,
    SYSTEMS,
    TARGETS,
    VALUE_BYTES,
)
from app.model.events import decoded
from app.model.messages import Message, places_of
from app.model.visible_text import all_visible, may_hold_controls, visible
from app.session.connection import row_bytes
from app.session.records import Data, Severity
from collectors.series import Better, Kind

ROWS_AT_ONCE = 8192
Id = Annotated[int, msgspec.Meta(ge=1, le=2**53)]
Nanoseconds = Annotated[int, msgspec.Meta(ge=-(2**60), le=2**60)]  # 36 years in nanoseconds
Flag = Literal[0, 1]


class SessionRow(msgspec.Struct, frozen=True, array_like=True):
    uuid: str
    kind: str
    title: str
    scenario_toml: str
    created_utc: datetime.datetime
    utc_offset_s: Annotated[int, msgspec.Meta(gt=-86400, lt=86400)]
    zone: str
    clock_origin_ns: int
    versions: str


class OriginRow(msgspec.Struct, frozen=True, array_like=True):
    id: Id
    kind: str
    name: str
    uuid: str | None
    digest: str | None
    recorded_utc: str | None
    shift_ns: Nanoseconds
    detail: str


class SystemRow(msgspec.Struct, frozen=True, array_like=True):
    id: Id
    name: str
    role: str
    color: str
    facts: str
    origin: Id | None


class TargetRow(msgspec.Struct, frozen=True, array_like=True):
    id: Id
    system: Id
    name: str
    detail: str


class OperationRow(msgspec.Struct, frozen=True, array_like=True):
    id: Id
    key: str
    timed: Flag


class SourceRow(msgspec.Struct, frozen=True, array_like=True):
    id: Id
    system: Id | None
    target: Id | None
    columns: Annotated[int, msgspec.Meta(ge=0, le=COLUMNS)]
    from_zero: Flag
    detail: str


class SeriesRow(msgspec.Struct, frozen=True, array_like=True):
    id: Id
    source: Id
    path: str
    unit: str
    kind: Kind
    layer: str
    value: Annotated[int, msgspec.Meta(ge=0, lt=COLUMNS)]
    base: Annotated[int, msgspec.Meta(ge=-1, lt=COLUMNS)]
    scale: float
    better: Better


class PhaseRow(msgspec.Struct, frozen=True, array_like=True):
    id: Id
    t_ns: Nanoseconds
    name: str
    run: int
    step: int
    detail: str


class EventRow(msgspec.Struct, frozen=True, array_like=True):
    id: Id
    t_ns: Nanoseconds
    severity: Severity
    kind: str
    system: Id | None
    message: str


class ProgressRow(msgspec.Struct, frozen=True, array_like=True):
    id: Id
    t_ns: Nanoseconds
    task: str
    done: float
    total: float
    text: str


class DocumentRow(msgspec.Struct, frozen=True, array_like=True):
    id: Id
    t_ns: Nanoseconds
    kind: str
    name: str
    system: Id | None
    target: Id | None
    run: int
    step: int
    data: str


class EndRow(msgspec.Struct, frozen=True, array_like=True):
    t_ns: Nanoseconds
    valid: Flag
    reasons: str
    warnings: str
    hash: str


class ViewRow(msgspec.Struct, frozen=True, array_like=True):
    uuid: str
    taken_utc: datetime.datetime
    name: str
    note: str
    layout: str
    png: bytes


ROWS: Mapping[type[msgspec.Struct], str] = {
    SessionRow: "SELECT uuid, kind, title, scenario_toml, created_utc, utc_offset_s, zone, clock_origin_ns, versions"
    " FROM session",
    OriginRow: "SELECT id, kind, name, uuid, hash, recorded_utc, shift_ns, detail FROM origin WHERE id > ? ORDER BY id",
    SystemRow: "SELECT id, name, role, color, facts, origin FROM system WHERE id > ? ORDER BY id",
    TargetRow: "SELECT id, system, name, detail FROM target WHERE id > ? ORDER BY id",
    OperationRow: "SELECT id, key, timed FROM operation WHERE id > ? ORDER BY id",
    SourceRow: "SELECT id, system, target, columns, from_zero, detail FROM source WHERE id > ? ORDER BY id",
    SeriesRow: "SELECT id, source, path, unit, kind, layer, value, base, scale, better FROM series"
    " WHERE id > ? ORDER BY id",
    PhaseRow: "SELECT id, t_ns, name, run, step, detail FROM phase WHERE id > ? ORDER BY id",
    EventRow: "SELECT id, t_ns, severity, kind, system, message FROM event WHERE id > ? ORDER BY id",
    ProgressRow: "SELECT id, t_ns, task, done, total, text FROM progress WHERE id > ? ORDER BY id DESC LIMIT 1",
    DocumentRow: "SELECT id, t_ns, kind, name, system, target, run, step, data FROM document WHERE id > ? ORDER BY id",
    EndRow: "SELECT t_ns, valid, reasons, warnings, hash FROM finish",
    ViewRow: "SELECT uuid, taken_utc, name, note, layout, png FROM view",
}
"""Query for each kind of row; queries with an ID start after the last known one."""


NEWEST = (
    "SELECT (SELECT max(id) FROM origin), (SELECT max(id) FROM system), (SELECT max(id) FROM target),"
    " (SELECT max(id) FROM operation), (SELECT max(id) FROM source), (SELECT max(id) FROM series),"
    " (SELECT max(id) FROM phase), (SELECT max(id) FROM event), (SELECT max(id) FROM progress),"
    " (SELECT max(id) FROM document)"
)
"""Query for the last IDs of the growing tables, in the order of `ROWS`, to find tables with new rows."""


Row = TypeVar("Row", bound=msgspec.Struct)
Decoded = TypeVar("Decoded")


MOST_ROWS: Mapping[type[msgspec.Struct], int] = {
    SystemRow: SYSTEMS, TargetRow: TARGETS, OperationRow: OPERATIONS, SourceRow: SOURCES, SeriesRow: SERIES,
}  # fmt: skip
"""Maximum numbers of rows, if lower than `SMALL_ROWS`."""
TEXT_ROWS_AT_ONCE = 64


class Texts:
    """Amount of text read from a session so far; exceeding a session's limits raises an error."""

    def __init__(self) -> None:
        self._rows = 0
        self._bytes = 0
        self._values = 0
        self._places = 0

    def add(self, rows: Sequence[tuple[Any, ...]]) -> None:
        """Count rows of a small table.

        Raises:
            ValueError: If a limit is exceeded.
        """
        self._rows += len(rows)
        for row in rows:
            for value in row:
                if isinstance(value, str):
                    self._bytes += len(value) if value.isascii() else len(value.encode())
                    self._values += sum(map(value.count, ",{["))
        if self._rows > SMALL_ROWS:
            raise ValueError(f"more than {SMALL_ROWS:,} rows in its small tables")
        if self._bytes > SESSION_TEXT_BYTES:
            raise ValueError(f"its texts are larger than {SESSION_TEXT_BYTES >> 20} MiB together")
        if self._values > SESSION_VALUES:
            raise ValueError(f"its texts have more than {SESSION_VALUES:,} values")

    def add_messages(self, messages: Iterable[Message]) -> None:
        """Count messages that will be shown.

        Raises:
            ValueError: If they are too complex.
        """
        self._places += sum(map(places_of, messages))
        if self._places > SESSION_PLACES:
            raise ValueError(f"its messages have more than {SESSION_PLACES:,} places")


def read(
    connection: apsw.Connection, kind: type[Row], *after: int, query: str = "", texts: Texts | None = None
) -> list[Row]:
    """Read and validate rows of one kind.

    Args:
        connection: Open session.
        kind: Kind of the rows.
        after: Last known ID.
        query: Query used instead of the kind's own (by app.session.migration, which reads every format).
        texts: Text read from the session so far.

    Raises:
        msgspec.ValidationError: If a value has the wrong type.
        ValueError: If there are too many rows, or too much text.
    """
    result: list[Row] = []
    texts = texts or Texts()
    most, names = MOST_ROWS.get(kind, SMALL_ROWS), kind.__struct_fields__
    with row_bytes(connection, VALUE_BYTES if kind is ViewRow else ROW_TEXT_BYTES):
        cursor = connection.execute(query or ROWS[kind], after)
        for rows in batches(cursor, ordered=bool(after), at_once=TEXT_ROWS_AT_ONCE):
            texts.add(rows)
            result += msgspec.convert(_visible(rows, names), list[kind])  # type: ignore[valid-type]
            if len(result) > most:
                raise ValueError(f"more than {most:,} rows of one table")
    return result


def batches(
    cursor: apsw.Cursor, *, ordered: bool = True, at_once: int = ROWS_AT_ONCE
) -> Iterator[Sequence[tuple[Any, ...]]]:
    """Yield rows in batches.

    Args:
        cursor: Query of the rows.
        ordered: Whether the first column must increase. In a damaged file, a page can occur in the tree many times, and
            reading it would never end.
        at_once: Number of rows in a batch.

    Raises:
        ValueError: If the rows are out of order.
    """
    last = -1
    while rows := list(islice(cursor, at_once)):
        if ordered:
            ids = [row[0] for row in rows]
            if ids[0] <= last or any(map(ge, ids, ids[1:])):
                raise ValueError("rows are out of order")
            last = ids[-1]
        yield rows


RAW = frozenset(
    ("scenario_toml", "versions", "detail", "facts", "message", "data", "reasons", "warnings", "layout", "hash")
)
"""Columns of JSON and TOML, whose texts are sanitized after parsing."""


def _visible(rows: Sequence[tuple[Any, ...]], names: Sequence[str]) -> list[list[Any]]:
    """Return the rows with sanitized names and titles.

    Raises:
        ValueError: If a name is too long.
    """
    plain = [name not in RAW for name in names]
    return [
        [
            _name(value) if is_plain and isinstance(value, str) else value
            for is_plain, value in zip(plain, row, strict=True)
        ]
        for row in rows
    ]


def _name(name: str) -> str:
    if len(name) > NAME_LETTERS:
        raise ValueError(f"a name of more than {NAME_LETTERS:,} characters")
    return visible(name)


EXTREME = re.compile(r"[eE][+-]?0*[1-9]\d\d|\d{60}")
"""Pattern of a JSON number that could be out of range for any quantity; it also matches within strings."""


def decoded_json(text: str, kind: type[Decoded]) -> Decoded:
    """Return the value of a JSON text with sanitized strings; impossible numbers become null."""
    value = msgspec.json.decode(text, type=kind)
    if EXTREME.search(text):
        value = _possible(value)
    return all_visible(value) if may_hold_controls(text) else value


def _possible(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _possible(element) for name, element in value.items()}
    if isinstance(value, list):
        return [_possible(element) for element in value]
    return None if isinstance(value, (int, float)) and not is_possible(value) else value


def is_possible(value: float) -> bool:
    """Return whether a number is zero or has a plausible magnitude."""
    return not value or 1 / LARGEST_FIGURE <= abs(value) <= LARGEST_FIGURE


def data(text: str) -> Data:
    """Parse a JSON object."""
    return decoded_json(text, dict[str, Any])


def message(text: str) -> Message:
    """Parse a message from a JSON object."""
    return decoded(decoded_json(text, object))


def messages(text: str) -> tuple[Message, ...]:
    """Parse messages from a JSON array."""
    return tuple(decoded(one) for one in decoded_json(text, list[Any]))
