"""A session's figures as JSON, as CSV in long form, and as a PDH-CSV 4.0 log that Performance Monitor and relog read
(docs/counters.md). Always new files, never over an existing one."""

import csv
import datetime
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import TextIO, TypeVar

import msgspec
import numpy as np

from app.model.histogram import bucket_middle_ns
from app.results.session_result import DRIVER, result_of, result_spans
from app.results.storage_results import OPERATIONS, StorageFigures, StorageStep, TargetFigures, storage_steps
from app.session.paths import slug
from app.session.reader import SessionReader
from app.session.session_error import SessionError

File = TypeVar("File", bound=AbstractContextManager[object])


@contextmanager
def new_text_file(path: Path) -> Iterator[TextIO]:
    """A new UTF-8 file whose line ends are written as given. Raises SessionError where it exists or can't be made; a
    file that could not be finished is removed."""
    with _new(path, lambda: path.open("x", encoding="utf-8", newline="")) as file:
        yield file


def write_new_file(path: Path, data: bytes) -> None:
    """A new file of these bytes. Raises SessionError as `new_text_file` does."""
    with _new(path, lambda: path.open("xb")) as file:
        file.write(data)


@contextmanager
def _new(path: Path, opened: Callable[[], File]) -> Iterator[File]:
    try:
        file = opened()
    except FileExistsError as error:
        raise SessionError("{path} already exists. Choose another name, or delete it first.", path=path) from error
    except OSError as error:
        raise SessionError(
            "{path} can't be made ({reason}). Choose another place.", path=path, reason=error.strerror
        ) from error
    try:
        with file:
            yield file
    except OSError as error:
        path.unlink(missing_ok=True)
        raise SessionError(
            "{path} can't be written ({reason}). Make room, or choose another place.", path=path, reason=error.strerror
        ) from error
    except BaseException:
        path.unlink(missing_ok=True)
        raise


def export_json(reader: SessionReader) -> str:
    """The result object, indented. See app.results.session_result for what it means."""
    return msgspec.json.format(msgspec.json.encode(result_of(reader)), indent=2).decode()


DRIVER_MACHINE = "driver machine"
COUNTERS = "counters.csv"
LATENCIES = "latencies.csv"
HISTOGRAMS = "histograms.csv"
TARGETS = "targets.csv"
STORAGE = "storage.csv"
STORAGE_FIGURES = (
    "seconds",
    "iops",
    "mb_per_s",
    "mib_per_s",
    "requested_outstanding",
    "mean_outstanding",
    "cpu_s_per_1000",
)
STORAGE_LABELS = ("write_through", "cached", "data")
STORAGE_LATENCIES = ("min_ms", "mean_ms", "p50_ms", "p95_ms", "p99_ms", "max_ms")


def export_csv(reader: SessionReader, folder: Path) -> None:
    """Writes new files into `folder`, which is made if it is missing. Raises SessionError.

    counters.csv: time_s (since the common start, end of the interval), system, counter, unit, layer, value.
    latencies.csv: for each second and operation count, mean, percentiles and maximum in seconds.
    targets.csv: time_s, system, target, counter, unit, value of what the driver counts of each target.
    histograms.csv: the result window's latency counts by log bucket (its middle in seconds).
    storage.csv, of storage I/O alone: each step's figures, for every system and, of several, every target.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise SessionError(
            "The folder {folder} can't be made ({reason}). Choose another one.", folder=folder, reason=error.strerror
        ) from error
    names: dict[int | None, str] = {system.id: system.name for system in reader.systems}
    names[None] = DRIVER_MACHINE
    _counters(reader, folder / COUNTERS, names)
    _latencies(reader, folder / LATENCIES)
    _targets(reader, folder / TARGETS)
    _histograms(reader, folder / HISTOGRAMS)
    if steps := storage_steps(reader):
        _storage(reader, steps, folder / STORAGE)


def number_text(value: float) -> str:
    """The shortest text that reads back as the same number; empty for no data."""
    return "" if np.isnan(value) else repr(float(value))


def _counters(reader: SessionReader, path: Path, names: dict[int | None, str]) -> None:
    with new_text_file(path) as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(("time_s", "system", "counter", "unit", "layer", "value"))
        for counter in reader.counters:
            own = (names[counter.system], counter.path, counter.unit, counter.layer)
            time_s, value = reader.samples(counter)
            writer.writerows(
                (number_text(at), *own, number_text(v)) for at, v in zip(time_s.tolist(), value.tolist(), strict=True)
            )


def _latencies(reader: SessionReader, path: Path) -> None:
    with new_text_file(path) as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(("time_s", "system", "operation", "count", "mean_s", "p50_s", "p95_s", "p99_s", "max_s"))
        for system in reader.systems:
            for operation in reader.operations:
                for time_s, *figures in reader.latency_seconds(system.id, operation.key).tolist():
                    count = round(figures[0]) if figures[0] > 0 else 0
                    texts = (number_text(figure) for figure in figures[1:])
                    writer.writerow((number_text(time_s), system.name, operation.key, count, *texts))


def _targets(reader: SessionReader, path: Path) -> None:
    with new_text_file(path) as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(("time_s", "system", "target", "counter", "unit", "value"))
        for system in reader.systems:
            for target in system.targets:
                for counter in reader.counters:
                    if counter.system != system.id or not counter.path.startswith(DRIVER):
                        continue
                    own = (system.name, target.name, counter.path, counter.unit)
                    time_s, value = reader.samples(counter, target=target.id)
                    writer.writerows(
                        (number_text(at), *own, number_text(v))
                        for at, v in zip(time_s.tolist(), value.tolist(), strict=True)
                    )


def _storage(reader: SessionReader, steps: Sequence[StorageStep], path: Path) -> None:
    with new_text_file(path) as file:
        writer = csv.writer(file, lineterminator="\n")
        step_columns = ("run", "block_kb", "read_percent", "access", "threads", "outstanding", *STORAGE_LABELS)
        latencies = [f"{key}_{name}" for key in OPERATIONS for name in STORAGE_LATENCIES]
        writer.writerow((*step_columns, "system", "target", *STORAGE_FIGURES, *latencies))
        for step in steps:
            own = [getattr(step, name) for name in step_columns]
            for system in reader.systems:
                figures = step.systems.get(system.letter)
                if figures is None:
                    continue
                writer.writerow((*own, system.name, "", *_storage_cells(figures, figures.seconds)))
                for target in figures.targets if len(figures.targets) > 1 else ():
                    writer.writerow((*own, system.name, target.name, *_storage_cells(target, figures.seconds)))


def _storage_cells(figures: StorageFigures | TargetFigures, seconds: float) -> list[str]:
    """Processor time is known of a system alone."""
    values = [seconds, *(getattr(figures, name, None) for name in STORAGE_FIGURES[1:])]
    found = [figures.latency.get(key) for key in OPERATIONS]
    return [_cell(one) for one in (*values, *(getattr(own, name, None) for own in found for name in STORAGE_LATENCIES))]


def _cell(value: float | None) -> str:
    return "" if value is None else number_text(value)


def _histograms(reader: SessionReader, path: Path) -> None:
    spans = result_spans(reader)
    with new_text_file(path) as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(("system", "operation", "latency_s", "count"))
        for system in reader.systems:
            span = spans[system.letter]
            for operation in reader.operations:
                histogram = reader.histogram(system.id, operation.key, span.from_s, span.to_s)
                filled = np.flatnonzero(histogram.counts)
                middles = bucket_middle_ns(filled) / 1e9
                writer.writerows(
                    (system.name, operation.key, number_text(middle), count)
                    for middle, count in zip(middles.tolist(), histogram.counts[filled].tolist(), strict=True)
                )


Column = tuple[str, dict[int, float]]
MISSING = " "
DRIVER_HOST = "driver"


def export_pdh(reader: SessionReader, path: Path) -> None:
    r"""Writes the new file `path`: one line a second in the local time of the recording, a column for each counter.

    Systems are told apart by host: the slug of their name, as in ``\\write-ahead-log\Engine File(log)\Writes/sec``;
    the driver's own machine is ``\\driver``. Where a system has several targets, each has the driver's counters as an
    instance of its own, "target 1" and so on. Raises SessionError.
    """
    hosts = host_names(reader)
    columns: list[Column] = []
    for counter in reader.counters:
        time_s, value = reader.samples(counter)
        ticks = np.rint(time_s).astype(np.int64)
        by_second = dict(zip(ticks.tolist(), value.tolist(), strict=True))
        columns.append((f"\\\\{hosts[counter.system]}{counter.path}", by_second))
    columns += _of_targets(reader, hosts)
    seconds = sorted({second for _, values in columns for second in values})
    started = reader.info.started
    with new_text_file(path) as file:
        file.write(_line([_first_header(reader), *(name for name, _ in columns)]))
        for second in seconds:
            at = _moment(started, second, reader.path)
            file.write(_line([at, *(_number(values.get(second)) for _, values in columns)]))


def _of_targets(reader: SessionReader, hosts: dict[int | None, str]) -> list[Column]:
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
    """A host name for each system and for the driver's machine; all different."""
    hosts: dict[int | None, str] = {None: DRIVER_HOST}
    for system in reader.systems:
        name = slug(system.name) or f"system-{system.letter.lower()}"
        hosts[system.id] = name if name not in hosts.values() else f"{name}-{system.letter.lower()}"
    return hosts


def _first_header(reader: SessionReader) -> str:
    """Version, time zone and bias: UTC = local time + bias minutes."""
    offset = reader.info.started.utcoffset() or datetime.timedelta()
    zone = re.sub(r"[^\w .+:-]", "", reader.info.zone) or "UTC"
    return f"(PDH-CSV 4.0) ({zone})({-round(offset.total_seconds() / 60)})"


def _moment(started: datetime.datetime, second: int, path: Path) -> str:
    try:
        at = started + datetime.timedelta(seconds=second)
    except OverflowError as error:
        raise SessionError(
            "{path} holds times beyond the calendar: it is damaged. Take another copy of it.", path=path
        ) from error
    return f"{at:%m/%d/%Y %H:%M:%S}.{at.microsecond // 1000:03d}"


def _number(value: float | None) -> str:
    return MISSING if value is None or np.isnan(value) else repr(float(value))


def _line(fields: list[str]) -> str:
    return ",".join('"' + field.replace('"', '""') + '"' for field in fields) + "\r\n"
