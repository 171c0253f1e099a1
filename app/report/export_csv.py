"""A session as CSV files in long form, for any tool: one figure a line, '.' decimals, missing figures empty."""

import csv
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from app.histogram import bucket_middle_ns
from app.report.new_file import new_text_file
from app.report.result import DRIVER, result_spans
from app.report.storage import OPERATIONS, StorageFigures, StorageStep, TargetFigures, storage_steps
from app.session.errors import SessionError
from app.session.reader import SessionReader

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
        raise SessionError(f"The folder {folder} can't be made ({error.strerror}). Choose another one.") from error
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
        asked = ("run", "block_kb", "read_percent", "access", "threads", "outstanding", *STORAGE_LABELS)
        latencies = [f"{key}_{name}" for key in OPERATIONS for name in STORAGE_LATENCIES]
        writer.writerow((*asked, "system", "target", *STORAGE_FIGURES, *latencies))
        for step in steps:
            own = [getattr(step, name) for name in asked]
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
