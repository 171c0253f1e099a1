# SPDX-License-Identifier: Apache-2.0
"""Rows loaded from a session file so far: checked, but not yet interpreted."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

import apsw
import msgspec

from app.model.bounds import FIGURE_ROWS, FILE_BYTES_A_ROW, FILE_TIMES, ROW_FIGURES_BYTES, SESSION_S
from app.model.documents import SourceDetail
from app.session import migration, tables
from app.session.connection import file_bytes, format_of, row_bytes
from app.session.details import detail_of
from app.session.latency import SecondRows, WindowHistograms
from app.session.readings import SourceRows

GROWING = (
    tables.OriginRow, tables.SystemRow, tables.TargetRow, tables.OperationRow, tables.SourceRow, tables.SeriesRow,
    tables.PhaseRow, tables.EventRow, tables.ProgressRow, tables.DocumentRow,
)  # fmt: skip
"""Small tables that grow, ordered so that the rows referenced by a row are already known."""

Row = TypeVar("Row", bound=msgspec.Struct)
ROWS_A_PIECE = 1 << 17
"""Maximum number of rows of figures to collect before converting them to arrays."""


@dataclass(slots=True)
class RecordedSource:
    """Source with its series and readings; `agent` is the machine that reports them, "" for the engine's machine."""

    row: tables.SourceRow
    readings: SourceRows
    agent: str = ""
    series: list[tables.SeriesRow] = field(default_factory=list)


class RecordedRows:
    """Rows of a recording, extended by each `load`; a damaged file raises ValueError, or errors of msgspec and apsw."""

    def __init__(self, session: tables.SessionRow, view: tables.ViewRow | None, file_format: int) -> None:
        self.session = session
        self.format = file_format
        self.view = view
        self.end: tables.EndRow | None = None
        self.start_ns: int | None = None
        self.sources: dict[int, RecordedSource] = {}
        self.seconds: dict[int, SecondRows] = {}
        self.histograms = WindowHistograms(file_format)
        self.system_of: dict[int, int] = {}
        self._rows: dict[type[msgspec.Struct], list[msgspec.Struct]] = {kind: [] for kind in GROWING}
        self._last_id: dict[str, int] = {}
        self.texts = tables.Texts()
        self._figure_rows = 0
        self._figure_bytes = 0
        """Bytes of packed figures read so far."""
        self._times_ns: tuple[int, int] | None = None
        """Earliest and latest recorded time, since creation; None if absent yet."""

    @classmethod
    def begin(cls, connection: apsw.Connection) -> "RecordedRows | None":
        """Create a recording from its session row; None if there is no such row yet."""
        rows = migration.read(connection, tables.SessionRow)
        if not rows:
            return None
        has_view = connection.execute("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'view'").fetchall()
        views = migration.read(connection, tables.ViewRow) if has_view else []
        return cls(rows[0], views[0] if views else None, format_of(connection))

    def rows(self, kind: type[Row]) -> list[Row]:
        """Return the rows of a growing table; for progress, only the last row."""
        return self._rows[kind]  # type: ignore[return-value]

    def seconds_of(self, t_ns: int) -> float:
        """Convert a stored time to seconds since the common start, or since creation until that is known."""
        return (t_ns - (self.start_ns or 0)) / 1e9

    def load(self, connection: apsw.Connection) -> bool:
        """Read new rows within the caller's transaction; return whether there are any."""
        new = self._load_start(connection)
        (last_ids,) = connection.execute(tables.NEWEST).fetchall()
        newest = {kind.__name__: last_id or 0 for kind, last_id in zip(GROWING, last_ids, strict=True)}
        for kind in GROWING:
            if newest[kind.__name__] == self._last_id.get(kind.__name__, 0):
                continue
            rows = migration.read(connection, kind, self._last_id.get(kind.__name__, 0), texts=self.texts)
            if rows:
                self._last_id[kind.__name__] = rows[-1].id  # type: ignore[attr-defined]
                if kind is tables.ProgressRow:
                    self._rows[kind].clear()
                self._rows[kind] += rows
                self._build(kind, rows)
                new = True
        with row_bytes(connection, ROW_FIGURES_BYTES):
            new |= self._load_samples(connection)
            new |= self._load_latencies(connection)
        for end in migration.read(connection, tables.EndRow, texts=self.texts):
            self.end = end
            self._extend_times(end.t_ns)
            new = True
        if self._times_ns is not None:
            begin_ns, (earliest_ns, latest_ns) = self.start_ns or 0, self._times_ns
            near = max(latest_ns - begin_ns, begin_ns - earliest_ns) <= SESSION_S * 10**9
            _require(near, f"a time more than {SESSION_S // 86_400} days from its start")
        return new

    def _extend_times(self, t_ns: int) -> None:
        earliest, latest = self._times_ns or (t_ns, t_ns)
        self._times_ns = (min(earliest, t_ns), max(latest, t_ns))

    def _count_figures(self, connection: apsw.Connection, packed: Sequence[bytes]) -> None:
        """Count the bytes of packed figures towards the file's limit."""
        self._figure_bytes += sum(map(len, packed))
        most = FILE_TIMES * file_bytes(connection)
        _require(self._figure_bytes <= most, "its rows hold more than the file")

    def _load_start(self, connection: apsw.Connection) -> bool:
        if self.start_ns is not None:
            return False
        rows = connection.execute("SELECT t_ns FROM start").fetchall()
        if not rows:
            return False
        self.start_ns = msgspec.convert(rows[0][0], tables.Nanoseconds)
        for source in self.sources.values():
            source.readings.rebase(self.start_ns)
        return True

    def _build(self, kind: type[msgspec.Struct], rows: list[msgspec.Struct]) -> None:
        """Build the objects to which later rows refer."""
        systems = {row.id for row in self.rows(tables.SystemRow)} | {None}
        for row in rows:
            if isinstance(row, tables.PhaseRow | tables.EventRow | tables.ProgressRow | tables.DocumentRow):
                self._extend_times(row.t_ns)
            if isinstance(row, tables.TargetRow):
                _require(row.system in systems, "a target of no system")
                self.system_of[row.id] = row.system
            elif isinstance(row, tables.SourceRow):
                _require(row.system in systems, "a source of no system")
                _require(row.target is None or self.system_of.get(row.target) == row.system, "a source of no target")
                agent = detail_of(SourceDetail, row.detail).agent
                self.sources[row.id] = RecordedSource(row, SourceRows(row.columns, bool(row.from_zero)), agent)
            elif isinstance(row, tables.SeriesRow):
                source = self.sources.get(row.source)
                _require(source is not None, "a series of no source")
                assert source is not None
                lowest = 0 if row.kind in {"average", "share"} else -1
                _require(max(row.value, row.base) < source.row.columns and row.base >= lowest, "a series of no column")
                _require(tables.is_possible(row.scale), "a scale that no quantity has")
                source.series.append(row)
            elif isinstance(row, tables.ProgressRow):
                _require(all(map(tables.is_possible, (row.done, row.total))), "a progress that no task has")

    def _load_samples(self, connection: apsw.Connection) -> bool:
        cursor = connection.execute(
            "SELECT id, source, t_ns, source_s, raw FROM sample WHERE id > ? ORDER BY id",
            (self._last_id.get("sample", 0),),
        )
        new = False
        for rows in self._pieces(connection, cursor, "sample"):
            for source, rows_of_source in _by_owner(rows):
                _require(source in self.sources, "a sample of no source")
                times, clocks, raw = ([row[column] for row in rows_of_source] for column in (2, 3, 4))
                self.sources[source].readings.extend(times, clocks, raw, self.start_ns or 0)
                self._extend_times(times[0])
                self._extend_times(times[-1])
            new = True
        return new

    def _pieces(
        self, connection: apsw.Connection, cursor: apsw.Cursor, table: str, packed: bool = True
    ) -> Iterator[list[tuple[Any, ...]]]:
        """Yield new rows of a table of figures in pieces, which limits both the number of array copies and the memory.

        Args:
            connection: Connection of the cursor.
            cursor: Query of the rows.
            table: Name of the table.
            packed: Whether the last column contains packed figures, which count towards the file's limit.
        """
        most = max(FIGURE_ROWS, file_bytes(connection) // FILE_BYTES_A_ROW)
        piece: list[tuple[Any, ...]] = []
        for rows in tables.batches(cursor):
            self._last_id[table] = rows[-1][0]
            self._figure_rows += len(rows)
            _require(self._figure_rows <= most, f"more than {most:,} rows of figures")
            if packed:
                self._count_figures(connection, [row[-1] for row in rows])
            piece += rows
            if len(piece) >= ROWS_A_PIECE:
                yield piece
                piece = []
        if piece:
            yield piece

    def _load_latencies(self, connection: apsw.Connection) -> bool:
        cursor = connection.execute(
            "SELECT id, system, tick, packed FROM latency_second WHERE id > ? ORDER BY id",
            (self._last_id.get("latency_second", 0),),
        )
        new_ticks: set[int] = set()
        operations = len(self.rows(tables.OperationRow))
        for rows in self._pieces(connection, cursor, "latency_second"):
            for system, rows_of_system in _by_owner(rows):
                _require(any(row.id == system for row in self.rows(tables.SystemRow)), "latencies of no system")
                ticks, blobs = ([row[column] for row in rows_of_system] for column in (2, 3))
                _require_near(max(map(abs, ticks)))
                self.seconds.setdefault(system, SecondRows(self.format)).extend(ticks, blobs, operations)
                new_ticks.update(ticks)
        minutes: list[tuple[int, int]] = []
        cursor = connection.execute(
            "SELECT id, system, minute FROM latency_minute WHERE id > ? ORDER BY id",
            (self._last_id.get("latency_minute", 0),),
        )
        for rows in self._pieces(connection, cursor, "latency_minute", packed=False):
            _require_near(60 * max(abs(minute) for _, _, minute in rows))
            minutes += {(system, minute) for _, system, minute in rows}
        if new_ticks or minutes:
            self.histograms.changed(new_ticks, minutes)
        return bool(new_ticks)

    def length_s(self) -> float:
        """Return the time of the latest record."""
        times = [self.start_ns or 0]
        times += [row.t_ns for row in self.rows(tables.PhaseRow)[-1:]]
        times += [row.t_ns for row in self.rows(tables.EventRow)[-1:]]
        times += [row.t_ns for row in self.rows(tables.ProgressRow)]
        times += [int(source.readings.t_ns.array[-1]) for source in self.sources.values() if len(source.readings.t_ns)]
        times += [self.end.t_ns] if self.end else []
        ticks = [float(rows.ticks.array[-1]) + 1 for rows in self.seconds.values() if len(rows.ticks)]
        return max(self.seconds_of(max(times)), 0.0, *ticks)


def _by_owner(rows: Sequence[tuple[Any, ...]]) -> Iterator[tuple[int, list[tuple[Any, ...]]]]:
    """Yield each source or system (the second column) with its rows in order."""
    rows_by_owner: dict[int, list[tuple[Any, ...]]] = defaultdict(list)
    for row in rows:
        rows_by_owner[row[1]].append(row)
    yield from rows_by_owner.items()


def _require_near(time_s: float) -> None:
    _require(time_s <= SESSION_S, f"a time more than {SESSION_S // 86_400} days from its start")


def _require(fits: bool, what: str) -> None:
    if not fits:
        raise ValueError(what)
