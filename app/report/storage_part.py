"""Storage I/O in a report: every step's figures, and their charts against the depth, reads and writes apart."""

from collections.abc import Callable, Iterator, Mapping, Sequence

import numpy as np

from app.analysis.format import NO_DATA, count_text, label_text
from app.report.charts import Curve, over_load
from app.report.content import Block, Chart, Column, Heading, Paragraph, Row, Table
from app.report.storage import Figure, StorageFigures, StorageStep, storage_steps
from app.report.study_records import Study
from app.report.timelines import color_of, label_of
from app.session.reader import SessionReader

Of = Callable[[StorageFigures], Figure]
NOTE = (
    "Depth: outstanding I/Os of each thread. Under way: all I/Os of the system on the mean (their latencies over the "
    "time) of what was asked for, which is depth times threads times targets. MB are 10^6 bytes. CPU: of this machine, "
    "which drives the I/O, a thousand I/Os."
)


def storage_part(study: Study, readers: Sequence[SessionReader]) -> Iterator[Block]:
    """A part for each kind of I/O in each session; nothing where none is of storage I/O."""
    for index, reader in enumerate(readers):
        letters = study.sessions[index].letters
        kinds: dict[str, list[StorageStep]] = {}
        for step in storage_steps(reader):
            kinds.setdefault(step.io_words, []).append(step)
        for words, steps in kinds.items():
            where = f" ({study.sessions[index].file})" if len(readers) > 1 else ""
            yield Heading(f"Storage I/O: {words}{where}")
            if len({step.outstanding for step in steps}) > 1:
                yield from _charts(study, steps, letters)
            yield _table(steps, letters)
            yield Paragraph(NOTE, "dim")


def _latency(name: str) -> Of:
    def of(figures: StorageFigures) -> Figure:
        found = figures.latency.get("order")
        value: Figure = getattr(found, name) if found is not None else None
        return value / 1e3 if value is not None else None

    return of


def _charts(study: Study, steps: Sequence[StorageStep], letters: Mapping[str, str]) -> Iterator[Chart]:
    for name, unit, of in (
        ("IOPS", "/s", _iops),
        ("Mean latency", "s", _latency("mean_ms")),
        ("p99 of latency", "s", _latency("p99_ms")),
    ):
        yield over_load(name, unit, "outstanding per thread", _curves(study, steps, letters, of))


def _iops(figures: StorageFigures) -> Figure:
    return figures.iops


def _curves(study: Study, steps: Sequence[StorageStep], letters: Mapping[str, str], of: Of) -> list[Curve]:
    """A figure against the depth; of several repeats each depth's mean."""
    curves: list[Curve] = []
    for own, letter in letters.items():
        found: dict[int, list[float]] = {}
        for step in steps:
            value = of(step.systems[own]) if own in step.systems else None
            if value is not None:
                found.setdefault(step.outstanding, []).append(value)
        if found:
            depths = sorted(found)
            x, y = np.array(depths, dtype=float), np.array([np.mean(found[depth]) for depth in depths])
            curves.append(Curve(label_of(study.system(letter).name, letter), color_of(letter), x, y, len(curves)))
    return curves


def _table(steps: Sequence[StorageStep], letters: Mapping[str, str]) -> Table:
    rows = [
        Row((str(step.outstanding), str(step.run), letters[letter], *_cells(figures)))
        for step in steps
        for letter, figures in step.systems.items()
    ]
    columns = [Column("Depth", "left", 0.8), Column("Run", "left", 0.6), Column("System", "left", 0.9)]
    columns += [Column(name) for name in ("IOPS", "MB/s", "Mean", "p50", "p95", "p99", "Max")]
    return Table((*columns, Column("Under way", weight=1.4), Column("CPU")), tuple(rows))


def _cells(figures: StorageFigures) -> Iterator[str]:
    yield NO_DATA if figures.iops is None else count_text(figures.iops)
    yield NO_DATA if figures.mb_per_s is None else f"{figures.mb_per_s:,.1f}"
    for name in ("mean_ms", "p50_ms", "p95_ms", "p99_ms", "max_ms"):
        value = _latency(name)(figures)
        yield NO_DATA if value is None else label_text(value, "s")
    mean = NO_DATA if figures.mean_outstanding is None else f"{figures.mean_outstanding:,.1f}"
    yield f"{mean} of {figures.requested_outstanding:,}"
    yield NO_DATA if figures.cpu_s_per_1000 is None else label_text(figures.cpu_s_per_1000, "s")
