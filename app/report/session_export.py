# SPDX-License-Identifier: Apache-2.0
"""Exports of a session's figures: JSON, CSV or Parquet in long form, and PDH-CSV 4.0 logs (docs/counters.md).

PDH-CSV logs can be read by Performance Monitor and relog. Only new files are written; existing ones are never replaced.
"""

import datetime
import os
import re
import sys
import uuid
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, Concatenate, ParamSpec, TextIO, TypeVar

import numpy as np

from app.model.histogram import bucket_middle_ns
from app.model.thresholds import Threshold
from app.model.visible_text import cell, visible_json
from app.results.frames import STORAGE_FIGURES, STORAGE_LATENCIES, STORAGE_STEP, WHOLE, SessionFrames
from app.results.measurings import measurings, spans_of
from app.results.result import result_json, result_of
from app.results.session_result import DRIVER
from app.session.new_file import publish
from app.session.paths import slug
from app.session.reader import SessionReader
from app.session.session_error import SessionError, contents_named

if TYPE_CHECKING:
    import pandas as pd

File = TypeVar("File", bound=AbstractContextManager[object])
Parameters = ParamSpec("Parameters")
Made = TypeVar("Made")


def _with_session_errors(
    export: Callable[Concatenate[SessionReader, Parameters], Made],
) -> Callable[Concatenate[SessionReader, Parameters], Made]:
    """Convert to SessionError all errors caused by figures and text that no engine could have written."""

    @wraps(export)
    def exported(reader: SessionReader, /, *args: Parameters.args, **kwargs: Parameters.kwargs) -> Made:
        with contents_named(reader.path):
            return export(reader, *args, **kwargs)

    return exported


@contextmanager
def new_text_file(path: Path) -> Iterator[TextIO]:
    """Write a new UTF-8 file; line ends are written as given.

    The file has a temporary name until it is complete, so that a partial report is never mistaken for a complete one.

    Raises:
        SessionError: If the file exists, or cannot be created or written.
    """
    with _new(path, lambda unfinished: unfinished.open("x", encoding="utf-8", newline="")) as file:
        yield file


@contextmanager
def new_file(path: Path) -> Iterator[BinaryIO]:
    """Write a new binary file; see `new_text_file`."""
    with _new(path, lambda unfinished: unfinished.open("xb")) as file:
        yield file


def write_new_file(path: Path, data: bytes) -> None:
    """Write a new file with these contents; see `new_text_file`."""
    with new_file(path) as file:
        file.write(data)


@contextmanager
def _new(path: Path, open_file: Callable[[Path], File]) -> Iterator[File]:
    if os.path.lexists(path):
        raise SessionError("{path} already exists. Choose another name, or delete it first.", path=path)
    unfinished = path.with_name(f".{uuid.uuid4().hex[:8]}.unfinished")
    try:
        file = open_file(unfinished)
    except OSError as error:
        raise SessionError(
            "{path} can't be created ({reason}). Choose another place.", path=path, reason=error.strerror
        ) from error
    try:
        with file:
            yield file
        publish(unfinished, path)
    except OSError as error:
        raise SessionError(
            "{path} can't be written ({reason}). Make room, or choose another place.", path=path, reason=error.strerror
        ) from error
    finally:
        unfinished.unlink(missing_ok=True)


@_with_session_errors
def export_json(reader: SessionReader, thresholds: Sequence[Threshold] = ()) -> str:
    """Return the result (app.results.result) as indented JSON; `thresholds` are added to the scenario's."""
    return visible_json(result_json(result_of(reader, thresholds)))


ROWS_AT_ONCE = 250_000
TABLES: Mapping[str, Sequence[str]] = {
    "counters": ("time_s", "system", "counter", "unit", "layer", "value", "run", "step"),
    "latencies": (
        "time_s",
        "system",
        "operation",
        "count",
        "mean_s",
        "p50_s",
        "p95_s",
        "p99_s",
        "max_s",
        "run",
        "step",
    ),
    "targets": ("time_s", "system", "target", "counter", "unit", "value", "run", "step"),
    "histograms": ("system", "operation", "latency_s", "count", "run", "step"),
    "phases": (),
    "steps": (),
    "events": (),
    "results": (),
    "comparisons": (),
    "repeats": (),
    "storage": ("run", *STORAGE_STEP, "system", "target", *STORAGE_FIGURES, *STORAGE_LATENCIES, "step"),
}
"""Tables of an export with their columns in order; a table without columns has the levels and columns of its frame."""


@_with_session_errors
def export_csv(reader: SessionReader, folder: Path) -> None:
    """Write new files into a folder, which is created if it does not exist.

    Each file is a frame of app.results.frames in long form; run and step are the repeat and the step of the plan.
    counters.csv: time_s (since the common start, end of the interval), system, counter, unit, layer, value.
    latencies.csv: for each second and operation the count, mean, percentiles and maximum in seconds. targets.csv:
    time_s, system, target, counter, unit, value of the driver's counters of each target. histograms.csv: the latency
    counts by log bucket (its middle in seconds) of every run and step. phases.csv, steps.csv, events.csv, results.csv:
    phases, windows of the results, events, the results. comparisons.csv, repeats.csv: each figure over the runs; they
    have no run and step. storage.csv, only for storage I/O: the figures of each step, for every system and, if it has
    several, every target.

    Raises:
        SessionError: If a file exists or cannot be written.
    """
    for path, pieces in _files(reader, folder, ".csv"):
        with new_text_file(path) as file:
            for number, piece in enumerate(pieces):
                _as_cells(piece).to_csv(file, index=False, header=number == 0, lineterminator="\n")


def _as_cells(piece: "pd.DataFrame") -> "pd.DataFrame":
    """Escape texts so that spreadsheets do not evaluate them as formulas."""
    import pandas as pd

    protected = piece.copy(deep=False)
    for name, column in piece.items():
        if isinstance(column.dtype, pd.CategoricalDtype):
            categories = column.cat.categories
            if not pd.api.types.is_numeric_dtype(categories):
                protected[name] = column.cat.rename_categories([cell(str(text)) for text in categories])
        elif not pd.api.types.is_numeric_dtype(column.dtype):
            protected[name] = [cell(value) if isinstance(value, str) else value for value in column]
    return protected


@_with_session_errors
def export_parquet(reader: SessionReader, folder: Path) -> None:
    """Write the tables of `export_csv` as Parquet files, which have types and a tenth of the size.

    Raises:
        SessionError: If a file exists or cannot be written, or if pyarrow is not installed.
    """
    try:
        import pyarrow as pa  # noqa: PLC0415 - optional dependency
        from pyarrow import parquet  # noqa: PLC0415
    except ImportError as error:
        raise SessionError(
            "Parquet files are written by pyarrow, which is not installed here. Install it with: {command}",
            command=f'"{sys.executable}" -m pip install pyarrow',
        ) from error
    for path, pieces in _files(reader, folder, ".parquet"):
        with new_file(path) as file:
            first = pa.Table.from_pandas(next(pieces), preserve_index=False)
            with parquet.ParquetWriter(file, first.schema) as writer:
                writer.write_table(first)
                for piece in pieces:
                    writer.write_table(pa.Table.from_pandas(piece, schema=first.schema, preserve_index=False))


def _files(reader: SessionReader, folder: Path, suffix: str) -> "Iterator[tuple[Path, Iterator[pd.DataFrame]]]":
    """Yield the files of an export in their folder, which is created; the rows of each come in one or more pieces."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise SessionError(
            "The folder {folder} can't be created ({reason}). Choose another one.", folder=folder, reason=error.strerror
        ) from error
    session = SessionFrames(reader)
    for name, columns in TABLES.items():
        if name != "storage" or len(session.storage):
            parts = (piece for part in _parts(session, name) for piece in _pieces(part, columns))
            yield folder / f"{name}{suffix}", parts


def _parts(session: SessionFrames, name: str) -> "Iterator[pd.DataFrame]":
    """Yield the frame of a table, in parts if it can be large."""
    if name == "histograms":
        yield _result_histograms(session)
    elif name in {"counters", "targets"}:
        for part in session.samples_in_parts():
            of_target = part.index.get_level_values("target") != WHOLE
            yield part[["time_s", "unit", "layer", "value"]][of_target == (name == "targets")]
    else:
        yield getattr(session, name)


def _result_histograms(session: SessionFrames) -> "pd.DataFrame":
    """Return each system's latencies in the window of each run and step."""
    import pandas as pd

    reader = session.reader
    rows: list[tuple[object, ...]] = []
    for one in measurings(reader):
        spans = spans_of(reader, one)
        for system in reader.systems:
            span = spans.get(system.letter)
            for operation in reader.operations if span is not None else ():
                assert span is not None
                histogram = reader.histogram(system.id, operation.key, span.from_s, span.to_s)
                filled = np.flatnonzero(histogram.counts)
                where = (system.name, operation.key, one.repeat, one.step)
                middles = (bucket_middle_ns(filled) / 1e9).tolist()
                rows += [(*where, *own) for own in zip(middles, histogram.counts[filled].tolist(), strict=True)]
    names = ["system", "operation", "run", "step", "latency_s", "count"]
    types = {"run": "int64", "step": "int64", "latency_s": "float64", "count": "int64"}
    return pd.DataFrame.from_records(rows, columns=names).astype(types).set_index(names[:4])


def _pieces(frame: "pd.DataFrame", columns: Sequence[str]) -> "Iterator[pd.DataFrame]":
    """Yield the rows in pieces, with index levels as columns; each text of a level is stored only once."""
    import pandas as pd

    for begin in range(0, max(len(frame), 1), ROWS_AT_ONCE):
        part = frame.iloc[begin : begin + ROWS_AT_ONCE]
        index = part.index
        assert isinstance(index, pd.MultiIndex)
        columns_by_name: dict[str, object] = {}
        for name, level, codes in zip(index.names, index.levels, index.codes, strict=True):
            is_number = level.dtype.kind in "if"
            columns_by_name[str(name)] = level.take(codes) if is_number else pd.Categorical.from_codes(codes, level)
        columns_by_name |= {str(name): column for name, column in part.reset_index(drop=True).items()}
        yield pd.DataFrame(columns_by_name)[list(columns or columns_by_name)]


Column = tuple[str, dict[int, float]]
MISSING = " "
DRIVER_HOST = "driver"


@_with_session_errors
def export_pdh(reader: SessionReader, path: Path) -> None:
    r"""Write a new file with one line per second in the recording's local time, and a column per counter.

    Systems are distinguished by host: the slug of their name, as in ``\\write-ahead-log\Engine File(log)\Writes/sec``;
    the driver's machine is ``\\driver``. If a system has several targets, each has its own instance of the driver's
    counters, "target 1" and so on.

    Raises:
        SessionError: If the file exists or cannot be written.
    """
    hosts = host_names(reader)
    columns: list[Column] = []
    for counter in reader.counters:
        time_s, value = reader.samples(counter)
        ticks = np.rint(time_s).astype(np.int64)
        by_second = dict(zip(ticks.tolist(), value.tolist(), strict=True))
        columns.append((f"\\\\{hosts[counter.system]}{counter.path}", by_second))
    columns += _target_columns(reader, hosts)
    seconds = sorted({second for _, values in columns for second in values})
    started = reader.info.started
    with new_text_file(path) as file:
        file.write(_line([_first_header(reader), *(name for name, _ in columns)]))
        for second in seconds:
            at = _moment(started, second, reader.path)
            file.write(_line([at, *(_number(values.get(second)) for _, values in columns)]))


def _target_columns(reader: SessionReader, hosts: dict[int | None, str]) -> list[Column]:
    columns: list[Column] = []
    for system in reader.systems:
        for target in system.targets if len(system.targets) > 1 else ():
            for counter in reader.counters:
                if counter.system != system.id or not counter.path.startswith(DRIVER):
                    continue
                time_s, value = reader.samples(counter, target=target.id)
                ticks = np.rint(time_s).astype(np.int64)
                name = f"\\\\{hosts[system.id]}{counter.path.replace('_Total', target.name)}"
                columns.append((name, dict(zip(ticks.tolist(), value.tolist(), strict=True))))
    return columns


def host_names(reader: SessionReader) -> dict[int | None, str]:
    """Return a unique host name for each system and for the driver's machine."""
    hosts: dict[int | None, str] = {None: DRIVER_HOST}
    for system in reader.systems:
        name = slug(system.name) or f"system-{system.letter.lower()}"
        hosts[system.id] = name if name not in hosts.values() else f"{name}-{system.letter.lower()}"
    return hosts


def _first_header(reader: SessionReader) -> str:
    """Return version, time zone and bias, where UTC = local time + bias minutes."""
    offset = reader.info.started.utcoffset() or datetime.timedelta()
    zone = re.sub(r"[^\w .+:-]", "", reader.info.zone) or "UTC"
    return f"(PDH-CSV 4.0) ({zone})({-round(offset.total_seconds() / 60)})"


def _moment(started: datetime.datetime, second: int, path: Path) -> str:
    try:
        at = started + datetime.timedelta(seconds=second)
    except OverflowError as error:
        raise SessionError(
            "{path} contains impossible times: it is damaged. Take another copy of it.", path=path
        ) from error
    return f"{at:%m/%d/%Y %H:%M:%S}.{at.microsecond // 1000:03d}"


def _number(value: float | None) -> str:
    return MISSING if value is None or np.isnan(value) else repr(float(value))


def _line(fields: list[str]) -> str:
    return ",".join('"' + field.replace('"', '""') + '"' for field in fields) + "\r\n"
