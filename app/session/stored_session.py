# SPDX-License-Identifier: Apache-2.0
"""Stored rows of a recorded session, from which another session can be composed (a join)."""

from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import Self, TypeVar

import apsw
import msgspec
import numpy as np

from app.model.documents import Document, PhaseDetail, SourceDetail, TargetDetail
from app.model.histogram import Histogram
from app.session import migration, tables
from app.session.connection import format_of, open_for_reading
from app.session.details import detail_of, document_of
from app.session.latency import all_rows, merged
from app.session.session_error import SessionError, damage_named

Row = TypeVar("Row", bound=msgspec.Struct)


class StoredSource(msgspec.Struct, frozen=True):
    """Source as stored; system and target are IDs in the session from which it is read."""

    id: int
    name: str
    system: int | None
    target: int | None
    columns: int
    from_zero: bool
    offset_ns: int
    uncertainty_ns: int
    detail: SourceDetail


class StoredSample(msgspec.Struct, frozen=True):
    """Reading; `t_ns` is the time since the file's creation, as stored."""

    source: int
    t_ns: int
    source_s: float
    values: tuple[float, ...]


class StoredLatencies(msgspec.Struct, frozen=True):
    """Latencies of one operation in one tick, from those workers of a target that reported at the same time."""

    target: int
    operation: int
    tick: int
    from_ns: int
    to_ns: int
    histogram: Histogram


class StoredSession:
    """Open session file, read row by row. Every method raises SessionError if the file is damaged."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._connection: apsw.Connection = open_for_reading(path)
        try:
            session_rows = self.rows(tables.SessionRow)
            if not session_rows:
                raise SessionError(
                    "{path} is empty: its recording was cut off before it started. Delete it.", path=path
                )
            self.session = session_rows[0]
            ends = self.rows(tables.EndRow)
            self.end = ends[0] if ends else None
            with damage_named(path):
                starts = self._connection.execute("SELECT t_ns FROM start").fetchall()
            self.start_ns: int | None = msgspec.convert(starts[0][0], tables.Nanoseconds) if starts else None
        except BaseException:
            self._connection.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._connection.close()

    def rows(self, kind: type[Row]) -> list[Row]:
        """Return all rows of a small table (app.session.tables), ordered by ID."""
        with damage_named(self.path):
            after = () if kind in (tables.SessionRow, tables.EndRow, tables.ViewRow) else (0,)
            return migration.read(self._connection, kind, *after)

    def documents(self) -> list[tuple[tables.DocumentRow, Document]]:
        """Return all documents, ordered by ID."""
        with damage_named(self.path):
            return [(row, document_of(row.kind, row.data)) for row in self.rows(tables.DocumentRow)]

    def phases(self) -> list[tuple[tables.PhaseRow, PhaseDetail]]:
        """Return all phases, ordered by ID."""
        with damage_named(self.path):
            return [(row, detail_of(PhaseDetail, row.detail)) for row in self.rows(tables.PhaseRow)]

    def targets(self) -> list[tuple[tables.TargetRow, TargetDetail]]:
        """Return all targets, ordered by ID."""
        with damage_named(self.path):
            return [(row, detail_of(TargetDetail, row.detail)) for row in self.rows(tables.TargetRow)]

    def sources(self) -> list[StoredSource]:
        """Return all sources, ordered by ID."""
        with damage_named(self.path):
            return [
                StoredSource(
                    number,
                    name,
                    system,
                    target,
                    columns,
                    bool(zero),
                    offset,
                    uncertain,
                    detail_of(SourceDetail, detail),
                )
                for number, name, system, target, columns, zero, offset, uncertain, detail in self._connection.execute(
                    "SELECT id, name, system, target, columns, from_zero, offset_ns, uncertainty_ns, detail"
                    " FROM source ORDER BY id"
                )
            ]

    def row_count(self) -> int:
        """Return the approximate number of readings and rows of latencies, assuming consecutive IDs."""
        with damage_named(self.path):
            counts = self._connection.execute(
                "SELECT (SELECT coalesce(max(id), 0) FROM sample) + (SELECT coalesce(max(id), 0) FROM latency)"
            ).fetchall()
            return msgspec.convert(counts[0][0], int)

    def samples(self) -> Iterator[StoredSample]:
        """Yield all readings, in recorded order."""
        with damage_named(self.path):
            for source, t_ns, source_s, raw in self._connection.execute(
                "SELECT source, t_ns, source_s, raw FROM sample ORDER BY id"
            ):
                values = np.frombuffer(raw, dtype="<f8")
                yield StoredSample(source, t_ns, source_s, tuple(values.tolist()))

    def loaded_targets(self) -> set[int]:
        """Return the IDs of the targets with recorded latencies."""
        with damage_named(self.path):
            rows = self._connection.execute("SELECT DISTINCT target FROM latency").fetchall()
            return {msgspec.convert(row[0], int) for row in rows}

    def latencies(self) -> Iterator[StoredLatencies]:
        """Yield all latencies, ordered by ID."""
        with damage_named(self.path):
            rows = all_rows(self._connection, format_of(self._connection))
            for _, target, tick, from_ns, to_ns, histograms in rows:
                for operation, counts in histograms:
                    yield StoredLatencies(target, operation, tick, from_ns, to_ns, merged([counts]))
