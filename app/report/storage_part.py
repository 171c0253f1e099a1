"""Storage I/O in a report: every step's figures, and their charts against the depth, reads and writes apart."""

from collections.abc import Iterator, Mapping, Sequence

from app.analysis.format import NO_DATA, count_text, label_text
from app.report.content import Block, Column, Heading, Paragraph, Row, Table
from app.report.depth_charts import DepthPoint, depth_charts, target_charts
from app.report.storage import StorageFigures, StorageStep, TargetFigures, storage_steps
from app.report.storage_imported import imported_series
from app.report.study_records import Study
from app.session.reader import SessionReader

NOTE = (
    "Depth: outstanding I/Os of each thread. Under way: all I/Os of the system on the mean (their latencies over the "
    "time) of what was asked for, which is depth times threads times targets. MB are 10^6 bytes. CPU: of this machine, "
    "which drives the I/O, a thousand I/Os."
)
IMPORTED = (
    "Depth: outstanding I/Os, as the outputs tell or as it was given with them. A mean latency that an "
    "output does not have, and what was outstanding on the mean, are derived by Little's law."
)
Own = StorageFigures | TargetFigures


def storage_part(study: Study, readers: Sequence[SessionReader]) -> Iterator[Block]:
    """A part for each kind of I/O in each session; nothing where none is of storage I/O."""
    for index, reader in enumerate(readers):
        letters = study.sessions[index].letters
        where = f" ({study.sessions[index].file})" if len(readers) > 1 else ""
        kinds: dict[str, list[StorageStep]] = {}
        for step in storage_steps(reader):
            kinds.setdefault(step.io_words, []).append(step)
        for words, steps in kinds.items():
            yield Heading(f"Storage I/O: {words}{where}")
            yield from _of_kind(study, steps, letters)
        for series in imported_series(reader, letters):
            yield Heading(f"Storage I/O: {series.words}, imported{where}")
            yield from depth_charts(study, series.points, series.axis)
            yield Paragraph(IMPORTED, "dim")


def _of_kind(study: Study, steps: Sequence[StorageStep], letters: Mapping[str, str]) -> Iterator[Block]:
    several = any(len(own.targets) > 1 for step in steps for own in step.systems.values())
    if len({step.outstanding for step in steps}) > 1:
        yield from depth_charts(study, _points(steps, letters), steps[0].at_once_words)
        if several:
            yield from target_charts(_points_of_targets(steps, letters), "outstanding per thread")
    rows = [
        Row((str(step.outstanding), str(step.run), letters[letter], *_cells(figures)))
        for step in steps
        for letter, figures in step.systems.items()
    ]
    yield _table("System", rows)
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
        asked=own.requested_outstanding,
    )


def _latency_s(own: Own, name: str) -> float | None:
    found = own.latency.get("order")
    value: float | None = getattr(found, name) if found is not None else None
    return value / 1e3 if value is not None else None


def _table(whose: str, rows: Sequence[Row]) -> Table:
    columns = [Column("Depth", "left", 0.8), Column("Run", "left", 0.6), Column(whose, "left", 0.9)]
    columns += [Column(name) for name in ("IOPS", "MB/s", "Mean", "p50", "p95", "p99", "Max")]
    columns.append(Column("Under way", weight=1.4))
    return Table((*columns, Column("CPU")) if whose == "System" else tuple(columns), tuple(rows))


def _cells(figures: Own) -> Iterator[str]:
    yield NO_DATA if figures.iops is None else count_text(figures.iops)
    yield NO_DATA if figures.mb_per_s is None else f"{figures.mb_per_s:,.1f}"
    for name in ("mean_ms", "p50_ms", "p95_ms", "p99_ms", "max_ms"):
        value = _latency_s(figures, name)
        yield NO_DATA if value is None else label_text(value, "s")
    mean = NO_DATA if figures.mean_outstanding is None else f"{figures.mean_outstanding:,.1f}"
    yield f"{mean} of {figures.requested_outstanding:,}"
    if isinstance(figures, StorageFigures):
        yield NO_DATA if figures.cpu_s_per_1000 is None else label_text(figures.cpu_s_per_1000, "s")
