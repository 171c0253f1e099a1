"""Sessions of earlier formats, read as those of the present one: what they held otherwise, and what becomes of it.

Format 1 had sentences in place of messages. They stand as they were recorded.
"""

from collections.abc import Callable, Mapping
from typing import Any

import apsw
import msgspec

from app.model.messages import Sentence
from app.session import tables
from app.session.connection import format_of
from app.session.tables import Row


def read(connection: apsw.Connection, kind: type[Row], *after: int, texts: tables.Texts | None = None) -> list[Row]:
    """Rows of one kind of a session of any format, as of the present one. Raises as `tables.read`."""
    if format_of(connection) > 1:
        return tables.read(connection, kind, *after, texts=texts)
    rows = tables.read(connection, kind, *after, query=_QUERIES.get(kind, ""), texts=texts)
    change: Callable[[Any], Any] | None = _CHANGES.get(kind)
    return [change(row) for row in rows] if change is not None else rows


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
