# SPDX-License-Identifier: Apache-2.0
"""Conversion of sessions in earlier formats to rows of the current format.

Format 1 had sentences instead of messages; they are kept as recorded. Formats 1 and 2 had an uncompressed row for each
histogram of a second (app.session.latency reads both).
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import groupby
from typing import Any

import apsw
import msgspec
import numpy as np

from app.model.messages import Sentence
from app.session import tables
from app.session.connection import RECORDED, expected_columns, format_of
from app.session.latency import PACKED_FORMAT, all_rows
from app.session.packed_latencies import SECOND_FIELDS, pack_histograms, repacked_seconds
from app.session.tables import Row


def read(connection: apsw.Connection, kind: type[Row], *after: int, texts: tables.Texts | None = None) -> list[Row]:
    """Read rows of one kind from a session of any format, in the current format.

    Raises the same errors as `tables.read`.
    """
    if format_of(connection) > 1:
        return tables.read(connection, kind, *after, texts=texts)
    rows = tables.read(connection, kind, *after, query=_QUERIES.get(kind, ""), texts=texts)
    change: Callable[[Any], Any] | None = _CHANGES.get(kind)
    return [change(row) for row in rows] if change is not None else rows


def copy_rows(source: apsw.Connection, new: apsw.Connection) -> None:
    """Copy every recorded row of a session in any format, except its end, into the tables of a new session.

    Raises the same errors as `tables.read`.

    Raises:
        apsw.Error: If a value in an untrusted session is invalid.
    """
    file_format = format_of(source)
    source_columns = expected_columns(file_format)
    for table, columns in expected_columns().items():
        if table not in RECORDED or table == "finish":
            continue
        marks = ", ".join("?" * len(columns))
        if file_format < PACKED_FORMAT and table in _PACKED:
            rows: Iterable[tuple[Any, ...]] = _PACKED[table](source)
        elif source_columns[table] != columns:
            kind = next(kind for kind, query in tables.ROWS.items() if f" FROM {table} " in query)
            rows = (msgspec.structs.astuple(row) for row in read(source, kind, 0))
        else:
            rows = source.execute(f"SELECT {', '.join(columns)} FROM {table} ORDER BY id")  # noqa: S608
        new.executemany(f"INSERT INTO {table} VALUES ({marks})", rows)  # noqa: S608


def _packed_latencies(source: apsw.Connection) -> Iterator[tuple[Any, ...]]:
    """Yield the latencies of format 1 or 2 as rows of the current format, merged by target and tick."""
    groups = groupby(all_rows(source, format_of(source)), key=lambda row: row[1:5])
    for number, (key, rows) in enumerate(groups, 1):
        yield number, *key, pack_histograms([one for row in rows for one in row[5]])


def _packed_seconds(source: apsw.Connection) -> Iterator[tuple[Any, ...]]:
    for rows in tables.batches(source.execute("SELECT id, system, tick, packed FROM latency_second ORDER BY id")):
        for *key, packed in rows:
            figures = np.frombuffer(packed, dtype="<f8").reshape(-1, len(SECOND_FIELDS))
            yield *key, repacked_seconds(figures)


def _packed_minutes(source: apsw.Connection) -> Iterator[tuple[Any, ...]]:
    query = (
        "SELECT system, minute, operation, count, sum_ns, min_ns, max_ns, counts FROM latency_minute"
        " ORDER BY system, minute, operation"
    )
    for number, (key, rows) in enumerate(groupby(source.execute(query), key=lambda row: row[:2]), 1):
        yield number, *key, pack_histograms([(row[2], row[3:]) for row in rows])


_PACKED: Mapping[str, Callable[[apsw.Connection], Iterator[tuple[Any, ...]]]] = {
    "latency": _packed_latencies,
    "latency_second": _packed_seconds,
    "latency_minute": _packed_minutes,
}
"""Converters for tables whose rows were different before format 3."""


_QUERIES: Mapping[type[msgspec.Struct], str] = {
    tables.EventRow: "SELECT id, t_ns, severity, kind, system, text FROM event WHERE id > ? ORDER BY id",
}
"""Queries for tables whose columns were different."""


def _event(row: tables.EventRow) -> tables.EventRow:
    return msgspec.structs.replace(row, message=_json(Sentence(text=row.message)))


def _end(row: tables.EndRow) -> tables.EndRow:
    return msgspec.structs.replace(row, reasons=_sentences(row.reasons), warnings=_sentences(row.warnings))


def _sentences(texts: str) -> str:
    return _json([Sentence(text=text) for text in msgspec.json.decode(texts, type=tuple[str, ...])])


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()


_CHANGES: Mapping[type[msgspec.Struct], Callable[[Any], Any]] = {tables.EventRow: _event, tables.EndRow: _end}
"""Conversions for rows of format 1."""
