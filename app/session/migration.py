# SPDX-License-Identifier: Apache-2.0
"""Sessions of earlier formats, read as those of the present one: what they held otherwise, and what becomes of it.

Format 1 had sentences in place of messages. They stand as they were recorded.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import apsw
import msgspec

from app.model.messages import Sentence
from app.session import tables
from app.session.connection import RECORDED, expected_columns, format_of
from app.session.tables import Row


def read(connection: apsw.Connection, kind: type[Row], *after: int, texts: tables.Texts | None = None) -> list[Row]:
    """Rows of one kind of a session of any format, as of the present one. Raises as `tables.read`."""
    if format_of(connection) > 1:
        return tables.read(connection, kind, *after, texts=texts)
    rows = tables.read(connection, kind, *after, query=_QUERIES.get(kind, ""), texts=texts)
    change: Callable[[Any], Any] | None = _CHANGES.get(kind)
    return [change(row) for row in rows] if change is not None else rows


def copy_rows(source: apsw.Connection, new: apsw.Connection) -> None:
    """Every recorded row of a session of any format, but its end, into the tables of a new one, as of the present
    format. Raises as `tables.read`, and apsw.Error where a stranger's values are none of ours."""
    of_source = expected_columns(format_of(source))
    for table, columns in expected_columns().items():
        if table not in RECORDED or table == "finish":
            continue
        marks = ", ".join("?" * len(columns))
        if of_source[table] != columns:
            kind = next(kind for kind, query in tables.ROWS.items() if f" FROM {table} " in query)
            rows: Iterable[tuple[Any, ...]] = (msgspec.structs.astuple(row) for row in read(source, kind, 0))
        else:
            rows = source.execute(f"SELECT {', '.join(columns)} FROM {table} ORDER BY id")  # noqa: S608
        new.executemany(f"INSERT INTO {table} VALUES ({marks})", rows)  # noqa: S608


_QUERIES: Mapping[type[msgspec.Struct], str] = {
    tables.EventRow: "SELECT id, t_ns, severity, kind, system, text FROM event WHERE id > ? ORDER BY id",
}
"""Of tables whose columns were others."""


def _event(row: tables.EventRow) -> tables.EventRow:
    return msgspec.structs.replace(row, message=_json(Sentence(text=row.message)))


def _end(row: tables.EndRow) -> tables.EndRow:
    return msgspec.structs.replace(row, reasons=_sentences(row.reasons), warnings=_sentences(row.warnings))


def _sentences(texts: str) -> str:
    return _json([Sentence(text=text) for text in msgspec.json.decode(texts, type=tuple[str, ...])])


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()


_CHANGES: Mapping[type[msgspec.Struct], Callable[[Any], Any]] = {tables.EventRow: _event, tables.EndRow: _end}
"""What becomes of a row."""
