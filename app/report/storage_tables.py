# SPDX-License-Identifier: Apache-2.0
"""Tables of a storage session: for each kind of I/O every figure at every depth, in the order of depths."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import groupby

from app.analysis.format import NO_DATA, count_text, row_scale, value_text
from app.model.workloads import part_key, pass_label
from app.report.content import Block, Heading, Row
from app.report.result_tables import ResultTables, percent_text, plain_text
from app.results.session_result import Figure
from app.results.storage_results import BlockFigures, IoLatency, StorageFigures, StorageStep

Of = Callable[[StorageFigures], Figure]


def storage_tables(tables: ResultTables, *, patterns: bool) -> Iterator[Block]:
    """Yield a table of each kind of I/O, or of all patterns of a pass, then repeats, load parts and power."""
    steps = tables.result.storage
    runs = len({step.run for step in steps})
    for (run, label), group in groupby(steps, key=lambda step: (step.run, _kind_label(step, patterns=patterns))):
        of_kind = _StepRows(tables, list(group))
        factors = "" if patterns else f", {of_kind.steps[0].depth_factors}"
        yield Heading((f"Run {run} of {runs}: " if runs > 1 else "") + f"{label}{factors}", 3)
        yield tables.table(of_kind.patterns() if patterns else of_kind.all())
    if runs > 1:
        yield from tables.repeats()
    yield from tables.load_parts()
    yield from tables.power()


def _kind_label(step: StorageStep, *, patterns: bool) -> str:
    """Return the title of a table: the kind of I/O, or all patterns of a pass."""
    if not patterns:
        return step.io_label
    return f"{pass_label(step.read_percent).capitalize()}, {step.conditions}"


BLOCK_FIGURES: Sequence[tuple[str, Callable[[BlockFigures], Figure]]] = (
    ("IOPS", lambda block: block.iops),
    ("MB/s", lambda block: block.mb_per_s),
    ("latency mean, ms", lambda block: block.latency.mean_ms if block.latency is not None else None),
    ("latency p99, ms", lambda block: block.latency.p99_ms if block.latency is not None else None),
)


@dataclass(frozen=True, slots=True)
class _Latency:
    """Latency of an operation in a step, in seconds; `target`, counted from 0, restricts it to one target."""

    key: str
    name: str
    target: int | None = None

    def __call__(self, figures: StorageFigures) -> Figure:
        latency = self._latency(figures)
        value: Figure = getattr(latency, f"{self.name}_ms") if latency is not None else None
        return value / 1e3 if value is not None else None

    def at_least(self, figures: StorageFigures | None) -> bool:
        """Return whether I/Os in flight could raise the latency."""
        latency = self._latency(figures) if figures is not None else None
        return latency is not None and self.name in latency.at_least

    def _latency(self, figures: StorageFigures) -> IoLatency | None:
        if self.target is None:
            return figures.latency.get(self.key)
        targets = figures.targets
        return targets[self.target].latency.get(self.key) if self.target < len(targets) else None


class _StepRows:
    """Rows of steps of one kind of I/O, or of one pass of access patterns."""

    def __init__(self, tables: ResultTables, steps: Sequence[StorageStep]) -> None:
        self._tables = tables
        self.steps = steps
        self._single = len(steps) == 1

    def patterns(self) -> Iterator[Row]:
        """Yield MB/s, IOPS and latency of each pattern, the usual figures of drive benchmarks."""
        for step in self.steps:
            of_step = _StepRows(self._tables, [step])
            yield from of_step._metric(f"{step.pattern}, MB/s", lambda one: one.mb_per_s)
            yield from of_step._metric(f"{step.pattern}, IOPS", lambda one: one.iops)
            yield from of_step._metric(f"{step.pattern}, latency mean", _Latency("order", "mean"), "s")

    def all(self) -> Iterator[Row]:
        """Yield every figure, each at every depth."""
        yield from self._metric("IOPS", lambda one: one.iops)
        yield from self._metric("MB/s", lambda one: one.mb_per_s)
        if self._single:  # older reports use binary units; a table with a single step has space for them
            yield from self._metric("MiB/s", lambda one: one.mib_per_s)
        for key in self._operation_keys():
            kind = "" if key == "order" else f"{key} "
            for name in ("min", "mean", "p50", "p95", "p99", "max") if self._single else ("mean", "p50", "p99"):
                yield from self._metric(f"{kind}latency {name}", _Latency(key, name), "s")
        for step in self.steps:
            yield from self._block_rows(step)
        yield from map(self._outstanding, self.steps)
        yield from self._metric("CPU a 1,000 I/Os", lambda one: one.cpu_s_per_1000, "s")
        yield from self._target_rows()
        if self._single:
            yield from self._histogram(self.steps[0])

    def _of_systems(self, step: StorageStep) -> list[StorageFigures | None]:
        return [step.systems.get(system.letter) for system in self._tables.systems]

    def _label(self, step: StorageStep, name: str) -> str:
        if self._single:
            return name
        load = f"{step.outstanding} outstanding" if step.rate is None else f"{count_text(step.rate)} I/Os/s asked"
        return f"{load}, {name}"

    def _metric(self, name: str, of: Of, unit: str = "") -> Iterator[Row]:
        """Yield a figure at each depth, all in the same unit."""
        values = [[of(own) if own else None for own in self._of_systems(step)] for step in self.steps]
        scale = row_scale((v for own in values for v in own if v is not None), unit)
        label = f"{name}, {scale.unit_text}" if unit else name
        for step, own in zip(self.steps, values, strict=True):
            late = [isinstance(of, _Latency) and of.at_least(figures) for figures in self._of_systems(step)]
            text = partial(plain_text, factor=scale.factor)
            yield self._tables.values(self._label(step, label), own, text, bounds=late)

    def _block_rows(self, step: StorageStep) -> Iterator[Row]:
        """Yield the results for each block size of a mix."""
        owns = [own.blocks if own else [] for own in self._of_systems(step)]
        wanted = {
            (one.operation, one.block_kb): one.wanted_percent for own in step.systems.values() for one in own.blocks
        }
        for part, percent in wanted.items():
            blocks = [next((one for one in own if (one.operation, one.block_kb) == part), None) for own in owns]
            name = part_key(*part)
            label = self._label(step, f"{name}, % ({percent:g} wanted)")
            yield self._tables.values(label, [one.percent if one else None for one in blocks], plain_text, ratio=False)
            for figure, of in BLOCK_FIGURES:
                values = [of(one) if one else None for one in blocks]
                yield self._tables.values(self._label(step, f"{name} {figure}"), values, plain_text)

    def _operation_keys(self) -> list[str]:
        """Return the key of all I/Os; for mixed I/Os, also the keys of reads and writes."""
        mixed = any(0 < step.read_percent < 100 or step.trim_percent for step in self.steps)
        trims = ["trim"] if any(step.trim_percent for step in self.steps) else []
        return ["read", "write", *trims, "order"] if mixed else ["order"]

    def _outstanding(self, step: StorageStep) -> Row:
        """Return the mean and the requested number of outstanding I/Os; an open loop requests a rate instead."""
        cells = []
        for own in self._of_systems(step):
            known = own is not None and own.mean_outstanding is not None
            text = value_text(own.mean_outstanding or 0.0, "")[0] if own is not None and known else NO_DATA
            cells.append(text if own is None or step.rate is not None else f"{text} of {own.requested_outstanding:,}")
        name = "mean outstanding of requested" if step.rate is None else "mean outstanding"
        return self._tables.row(self._label(step, name), cells)

    def _target_rows(self) -> Iterator[Row]:
        """Yield the figures of each target, if a system has several."""
        most = max((len(own.targets) for step in self.steps for own in step.systems.values()), default=0)
        for number in range(most) if most > 1 else ():
            name = f"target {number + 1}"
            yield from self._metric(f"{name}, IOPS", partial(_target_iops, number=number))
            for figure in ("mean", "p50", "p99") if self._single else ("mean", "p99"):
                yield from self._metric(f"{name}, latency {figure}", _Latency("order", figure, number), "s")

    def _histogram(self, step: StorageStep) -> Iterator[Row]:
        """Yield SQLIO's histogram: the classes in which any system has I/Os."""
        latencies = [own.latency.get("order") if own else None for own in self._of_systems(step)]
        shares = [latency.histogram_percent if latency else None for latency in latencies]
        last = max((len(own) for own in shares if own), default=0) - 1
        for place in range(last + 1):
            if any(own and own[place] > 0 for own in shares):
                label = f"{place}{'+' if place == last else ''} ms, % of I/Os"
                values = [own[place] if own else None for own in shares]
                yield self._tables.values(label, values, percent_text, ratio=False, level=1)


def _target_iops(figures: StorageFigures, number: int) -> Figure:
    return figures.targets[number].iops if number < len(figures.targets) else None
