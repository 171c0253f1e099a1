# SPDX-License-Identifier: Apache-2.0
"""Storage I/O in a report: the figures of every step, and charts of reads and of writes over the queue depth.

It covers recorded sessions, and series of runs imported from SQLIO, diskspd and fio.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import nan

import msgspec
import numpy as np

from app.analysis.format import NO_DATA, at_least_text, count_text, label_text, row_texts, value_text
from app.model.documents import ImportedStorageRun, ImportedTotals
from app.model.workloads import part_key
from app.report.charts import DIM, ReportCurve, over_load
from app.report.content import Block, Chart, Heading, Paragraph, ReportColumn, ReportTable, Row
from app.report.timelines import color_of, label_of
from app.results.storage_results import (
    BlockFigures,
    IoLatency,
    StorageFigures,
    StorageStep,
    TargetFigures,
    storage_steps,
)
from app.results.study_records import Study
from app.session.reader import SessionReader

LATENCIES = ("mean", "p50", "p99")


@dataclass(frozen=True, slots=True)
class DepthPoint:
    """Figures of a system, or of one of its targets, at a depth in one run; None if unknown.

    Attributes:
        target: Number of the target from 1; 0 for the whole system.
        depth: Outstanding I/Os per thread.
        under_way: Achieved mean number of outstanding I/Os.
        requested: Depth times threads; for a system, also times targets.
    """

    letter: str
    target: int
    depth: int
    iops: float | None
    mean_s: float | None
    p50_s: float | None
    p99_s: float | None
    under_way: float | None
    requested: int


Of = Callable[[DepthPoint], float | None]


def depth_charts(study: Study, points: Sequence[DepthPoint], axis: str) -> Iterator[Chart]:
    """Yield the charts of systems; letters are the study's, and `axis` is the axis title."""
    letters = list(dict.fromkeys(point.letter for point in points))
    curves = []
    for number, letter in enumerate(letters):
        label = label_of(study.system(letter).name, letter)
        curves += _curve(label, letter, points, lambda point: point.iops, number)
    yield over_load("IOPS", "/s", axis, curves, log_loads=True)
    curves = []
    for letter in letters:
        for number, name in enumerate(LATENCIES):
            curves += _curve(f"{letter} {name}", letter, points, _latency(name), number)
    if curves:
        yield over_load("Latency of an I/O, logarithmic", "s", axis, curves, log_values=True, log_loads=True)
    curves = []
    for number, letter in enumerate(letters):
        curves += _curve(letter, letter, points, lambda point: point.under_way, number)
    if curves:
        requested = [replace(point, letter="") for point in points]
        drawn = _curve("requested", "", requested, lambda point: float(point.requested), 2, color=DIM)
        title = "Outstanding I/Os, mean and requested, logarithmic"
        yield over_load(title, "", axis, [*drawn, *curves], log_values=True, log_loads=True)


def target_charts(points: Sequence[DepthPoint], axis: str) -> Iterator[Chart]:
    """Yield the charts of targets, in the colors of their systems."""
    yield over_load("IOPS of each target", "/s", axis, _target_curves(points, lambda point: point.iops), log_loads=True)
    for name in LATENCIES:
        title, curves = f"Latency of each target, {name}, logarithmic", _target_curves(points, _latency(name))
        yield over_load(title, "s", axis, curves, log_values=True, log_loads=True)


def _target_curves(points: Sequence[DepthPoint], of: Of) -> list[ReportCurve]:
    curves = []
    for letter, target in dict.fromkeys((point.letter, point.target) for point in points):
        points_of_target = [point for point in points if point.target == target]
        curves += _curve(f"{letter}{target}", letter, points_of_target, of, target - 1)
    return curves


def _latency(name: str) -> Of:
    def of(point: DepthPoint) -> float | None:
        value: float | None = getattr(point, f"{name}_s")
        return value

    return of


def _curve(
    label: str, letter: str, points: Sequence[DepthPoint], of: Of, number: int, *, color: str = ""
) -> list[ReportCurve]:
    """Return a figure over the depth, averaged over runs; empty if there is no data."""
    values_by_depth: dict[int, list[float]] = {}
    for point in points:
        value = of(point)
        if point.letter == letter and value is not None:
            values_by_depth.setdefault(point.depth, []).append(value)
    if not values_by_depth:
        return []
    depths = sorted(values_by_depth)
    x, y = np.array(depths, dtype=float), np.array([np.mean(values_by_depth[depth]) for depth in depths])
    return [ReportCurve(label, color or color_of(letter), x, y, number)]


class DepthSeries(msgspec.Struct, frozen=True):
    """Runs of one kind of I/O at several depths.

    Attributes:
        io_name: Kind of I/O.
        axis: Title of the depth axis.
    """

    io_name: str
    axis: str
    points: tuple[DepthPoint, ...]


def imported_series(reader: SessionReader, letters: Mapping[str, str]) -> list[DepthSeries]:
    """Return a series for each kind of I/O with several depths; empty for a session without such series.

    A depth is per thread if all runs of a kind had the same number of threads; otherwise, it is over all threads.

    Args:
        reader: Session with imported runs.
        letters: Letters of the session's systems, mapped to the study's.
    """
    systems = {system.id: letters[system.letter] for system in reader.systems if system.letter in letters}
    values = _values(reader)
    runs_by_kind: dict[str, list[tuple[int, int, DepthPoint]]] = {}
    for document in reader.documents_of(ImportedStorageRun):
        run = document.data
        threads, depth = run.threads or 0, run.outstanding or 0
        if document.system is not None and document.system in systems and threads > 0 and depth > 0:
            io_label = run.test.rpartition(", ")[0]
            known = values.get((document.system, document.run), {})
            point = _imported_point(known, run, systems[document.system], threads, depth)
            runs_by_kind.setdefault(io_label, []).append((threads, depth, point))
    series = [_series(io_name, runs) for io_name, runs in runs_by_kind.items()]
    return [one for one in series if len({point.depth for point in one.points}) > 1]


def _series(io_name: str, runs: Sequence[tuple[int, int, DepthPoint]]) -> DepthSeries:
    threads = {thread_count for thread_count, _, _ in runs}
    if len(threads) == 1:
        thread_count = threads.pop()
        axis = f"outstanding per thread x {thread_count} thread{'s' * (thread_count > 1)}"
        return DepthSeries(io_name, axis, tuple(point for _, _, point in runs))
    total_depths = tuple(replace(point, depth=point.requested) for _, _, point in runs)
    return DepthSeries(io_name, "outstanding, all threads together", total_depths)


def _values(reader: SessionReader) -> dict[tuple[int, int], dict[str, float]]:
    """Return the figures of whole systems, by system and run."""
    values: dict[tuple[int, int], dict[str, float]] = {}
    for document in reader.documents_of(ImportedTotals):
        if document.system is not None and document.target is None and not document.name:
            for name, figure in document.data.figures.items():
                if figure.value is not None:
                    values.setdefault((document.system, document.run), {})[name] = figure.value
    return values


def _imported_point(
    known: Mapping[str, float], run: ImportedStorageRun, letter: str, threads: int, depth: int
) -> DepthPoint:
    """Return the totals of a run at a depth, looked up by the importer's names."""
    label = f"{run.label}: "
    values = {name.removeprefix(label): value for name, value in known.items() if name.startswith(label)}
    mean_ms = values.get("Latency ms", values.get("Latency ms, derived"))
    return DepthPoint(
        letter=letter,
        target=0,
        depth=depth,
        iops=values.get("IOPS"),
        mean_s=_seconds(mean_ms),
        p50_s=_seconds(values.get("Latency ms p50")),
        p99_s=_seconds(values.get("Latency ms p99")),
        under_way=values.get("Achieved outstanding, derived"),
        requested=threads * depth,
    )


def _seconds(value_ms: float | None) -> float | None:
    return None if value_ms is None else value_ms / 1e3


NOTE = (
    "Depth: outstanding I/Os per thread. Outstanding: mean number of the system's outstanding I/Os (sum of latencies "
    "over time) of those requested (depth times threads times targets). MB are 10^6 bytes. CPU: of this machine, which "
    "drives the I/O, per thousand I/Os."
)
IMPORTED = (
    "Depth: outstanding I/Os, from the outputs or as given with them. A mean latency that an "
    "output lacks and the mean outstanding I/Os are derived by Little's law."
)
Own = StorageFigures | TargetFigures


def storage_part(study: Study, readers: Sequence[SessionReader]) -> Iterator[Block]:
    """Yield a part for each kind of I/O in each session, if it is storage I/O."""
    for index, reader in enumerate(readers):
        letters = study.sessions[index].letters
        where = f" ({study.sessions[index].file})" if len(readers) > 1 else ""
        by_label: dict[str, list[StorageStep]] = {}
        for step in storage_steps(reader):
            by_label.setdefault(step.io_label, []).append(step)
        for io_name, steps in by_label.items():
            yield Heading(f"Storage I/O: {io_name}{where}")
            yield from _io_kind_blocks(study, steps, letters)
        for series in imported_series(reader, letters):
            yield Heading(f"Storage I/O: {series.io_name}, imported{where}")
            yield from depth_charts(study, series.points, series.axis)
            yield Paragraph(IMPORTED, "dim")


def _io_kind_blocks(study: Study, steps: Sequence[StorageStep], letters: Mapping[str, str]) -> Iterator[Block]:
    several = any(len(own.targets) > 1 for step in steps for own in step.systems.values())
    if len({step.outstanding for step in steps}) > 1:
        yield from depth_charts(study, _points(steps, letters), steps[0].depth_factors)
        if several:
            yield from target_charts(_points_of_targets(steps, letters), "outstanding per thread")
    rows = [
        Row((str(step.outstanding), str(step.run), letters[letter], *_cells(figures)))
        for step in steps
        for letter, figures in step.systems.items()
    ]
    yield _table("System", rows)
    if any(figures.blocks for step in steps for figures in step.systems.values()):
        yield _block_table(steps, letters)
    if several:
        rows = [
            Row((str(step.outstanding), str(step.run), f"{letters[letter]}{number}", *_cells(own)))
            for step in steps
            for letter, figures in step.systems.items()
            for number, own in enumerate(figures.targets, 1)
        ]
        yield _table("Target", rows)
    yield Paragraph(NOTE, "dim")


def _points(steps: Sequence[StorageStep], letters: Mapping[str, str]) -> list[DepthPoint]:
    return [
        _point(step, letters[letter], figures)
        for step in steps
        for letter, figures in step.systems.items()
        if letter in letters
    ]


def _points_of_targets(steps: Sequence[StorageStep], letters: Mapping[str, str]) -> list[DepthPoint]:
    return [
        _point(step, letters[letter], own, number)
        for step in steps
        for letter, figures in step.systems.items()
        if letter in letters
        for number, own in enumerate(figures.targets, 1)
    ]


def _point(step: StorageStep, letter: str, own: Own, target: int = 0) -> DepthPoint:
    return DepthPoint(
        letter=letter,
        target=target,
        depth=step.outstanding,
        iops=own.iops,
        mean_s=_latency_s(own, "mean_ms"),
        p50_s=_latency_s(own, "p50_ms"),
        p99_s=_latency_s(own, "p99_ms"),
        under_way=own.mean_outstanding,
        requested=own.requested_outstanding,
    )


def _latency_s(own: Own, name: str) -> float | None:
    latency = own.latency.get("order")
    value: float | None = getattr(latency, name) if latency is not None else None
    return value / 1e3 if value is not None else None


def _table(owner: str, rows: Sequence[Row]) -> ReportTable:
    columns = [ReportColumn("Depth", "left", 0.8), ReportColumn("Run", "left", 0.6), ReportColumn(owner, "left", 0.9)]
    columns += [ReportColumn(name) for name in ("IOPS", "MB/s", "Mean", "p50", "p95", "p99", "Max")]
    columns.append(ReportColumn("Outstanding", weight=1.4))
    return ReportTable((*columns, ReportColumn("CPU")) if owner == "System" else tuple(columns), tuple(rows))


def _block_table(steps: Sequence[StorageStep], letters: Mapping[str, str]) -> ReportTable:
    """Return the results for each block size of a mix."""
    names = ("Depth", "Run", "System", "Block")
    columns = [ReportColumn(name, "left", weight) for name, weight in zip(names, (0.8, 0.6, 0.9, 1.6), strict=True)]
    columns += [ReportColumn(name) for name in ("Wanted", "Share", "IOPS", "MB/s", "Mean", "p50", "p99", "Max")]
    rows = [
        Row((str(step.outstanding), str(step.run), letters[letter], *_block_cells(block)))
        for step in steps
        for letter, figures in step.systems.items()
        for block in figures.blocks
    ]
    return ReportTable(tuple(columns), tuple(rows))


def _block_cells(block: BlockFigures) -> Iterator[str]:
    yield part_key(block.operation, block.block_kb)
    yield f"{block.wanted_percent:g} %"
    yield NO_DATA if block.percent is None else label_text(block.percent, "%")
    yield NO_DATA if block.iops is None else count_text(block.iops)
    yield NO_DATA if block.mb_per_s is None else value_text(block.mb_per_s, "")[0]
    yield from _latency_cells(block.latency, ("mean", "p50", "p99", "max"))


def _latency_cells(latency: IoLatency | None, names: Sequence[str]) -> Iterator[str]:
    """Yield the latency cells of one row, all in the same unit."""
    values = [getattr(latency, f"{name}_ms", None) for name in names]
    texts = row_texts([nan if value is None else value / 1e3 for value in values], "s")
    for name, text in zip(names, texts, strict=True):
        yield at_least_text(text, latency is not None and name in latency.at_least)


def _cells(figures: Own) -> Iterator[str]:
    yield NO_DATA if figures.iops is None else count_text(figures.iops)
    yield NO_DATA if figures.mb_per_s is None else value_text(figures.mb_per_s, "")[0]
    yield from _latency_cells(figures.latency.get("order"), ("mean", "p50", "p95", "p99", "max"))
    mean = NO_DATA if figures.mean_outstanding is None else value_text(figures.mean_outstanding, "")[0]
    yield f"{mean} of {figures.requested_outstanding:,}"
    if isinstance(figures, StorageFigures):
        yield NO_DATA if figures.cpu_s_per_1000 is None else label_text(figures.cpu_s_per_1000, "s")
