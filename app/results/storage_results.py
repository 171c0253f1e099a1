# SPDX-License-Identifier: Apache-2.0
"""Results of a storage I/O session: I/Os per second, throughput, latencies and outstanding I/Os of each step."""

from collections.abc import Iterator, Mapping
from math import isfinite, nan
from typing import Literal

import msgspec
import numpy as np
from msgspec.structs import replace

from app.model.censoring import Censored
from app.model.documents import MeasuredStep, StepIo
from app.model.histogram import Histogram, bucket_middle_ns
from app.model.workloads import MIB, StorageIo, WorkUnit, part_key, pass_label, pattern_label, pattern_name, trim_label
from app.results.measurings import Measuring, Span, known, measurings, spans_of
from app.results.target_results import DRIVER
from app.session.reader import SessionReader
from app.session.records import Counter, SystemInfo, TargetInfo

OPERATIONS = ("read", "write", "trim", "order")
CLASSES_MS = 25
"""Number of classes of SQLIO's histogram: 0 to 23 ms, and 24 ms or more."""

Figure = float | None


class IoLatency(msgspec.Struct, frozen=True, omit_defaults=True):
    """Latencies of one operation, in milliseconds.

    Attributes:
        histogram_percent: Share of each whole millisecond; the last class is 24 ms or more.
        censored: I/Os still in flight; this, `oldest_ms` and `at_least` are as in `OperationResult`.
    """

    count: int
    min_ms: Figure
    mean_ms: Figure
    p50_ms: Figure
    p95_ms: Figure
    p99_ms: Figure
    max_ms: Figure
    histogram_percent: list[float]
    censored: int = 0
    oldest_ms: Figure = None
    at_least: list[str] = []


class BlockFigures(msgspec.Struct, frozen=True):
    """Figures of the reads or writes of one block size in a mix.

    Attributes:
        operation: "read" or "write".
        wanted_percent: Share of these reads or writes according to the scenario.
        percent: Actual share.
    """

    operation: str
    block_kb: int
    wanted_percent: float
    percent: Figure
    iops: Figure
    mb_per_s: Figure
    latency: IoLatency | None


class TargetFigures(msgspec.Struct, frozen=True):
    """One target in one step; for the figures see `StorageFigures`."""

    name: str
    iops: Figure
    mb_per_s: Figure
    mib_per_s: Figure
    requested_outstanding: int
    mean_outstanding: Figure
    latency: dict[str, IoLatency]


class StorageFigures(msgspec.Struct, frozen=True):
    """One system in one step.

    Attributes:
        mb_per_s: 10^6 bytes per second.
        mib_per_s: 2^20 bytes per second.
        requested_outstanding: Over all threads and targets.
        mean_outstanding: Actual mean number: the sum of the I/Os' latencies divided by the time.
        cpu_s_per_1000: Processor seconds of the driver's workers per 1000 I/Os.
        blocks: Figures per block size of a mix.
    """

    seconds: float
    iops: Figure
    reads_per_s: Figure
    writes_per_s: Figure
    mb_per_s: Figure
    mib_per_s: Figure
    requested_outstanding: int
    mean_outstanding: Figure
    cpu_s_per_1000: Figure
    latency: dict[str, IoLatency]
    targets: list[TargetFigures]
    blocks: list[BlockFigures] = []
    trims_per_s: Figure = None


class StorageStep(msgspec.Struct, frozen=True):
    """One step, or a whole run without steps.

    Attributes:
        read_percent: Requested share of reads.
        outstanding: Per thread.
        data: Pattern of the data that is written.
        mix: Description of the block sizes if there are several; `block_kb` is then the largest.
        skew: Description of the access if some blocks are used more often than others.
        verified: Whether reads were compared with the written data.
        rate: I/Os per second that an open loop requested per target.
    """

    run: int
    number: int
    block_kb: int
    read_percent: float
    access: str
    threads: int
    outstanding: int
    write_through: bool
    cached: bool
    data: str
    systems: dict[str, StorageFigures]
    mix: str = ""
    skew: str = ""
    verified: bool = False
    trim_percent: float = 0.0
    rate: Figure = None

    @property
    def io_label(self) -> str:
        """Kind of I/O, with the conditions that must accompany its figures."""
        blocks = self.mix or f"{self.block_kb} KiB"
        done = f"{pass_label(self.read_percent)}{trim_label(self.trim_percent)}"
        return f"{blocks} {self.skew or self.access} {done}, {self.conditions}"

    @property
    def conditions(self) -> str:
        """Conditions that must accompany the figures of any I/O."""
        through = f", write-through {'on' if self.write_through else 'off'}" if self.read_percent < 100 else ""
        cache = "CACHED by the operating system" if self.cached else "direct"
        return f"{cache}{through}{pattern_label(self.data)}{', verified' if self.verified else ''}"

    @property
    def pattern(self) -> str:
        """Name of the access pattern: "SEQ1M Q8T1"."""
        return pattern_name(self.access, self.block_kb, self.outstanding, self.threads)

    @property
    def depth_factors(self) -> str:
        """Factors of the total depth: "outstanding per thread x 2 threads x 4 targets per system"."""
        targets = sorted({len(own.targets) for own in self.systems.values()})
        number = " or ".join(str(one) for one in targets)
        of_targets = f"{number} target{'s' * (targets != [1])}"
        return f"outstanding per thread x {self.threads} thread{'s' * (self.threads > 1)} x {of_targets} per system"


OTHER_NAMES = {
    "Orders/sec": "I/Os/sec",
    "Orders in Progress": "I/Os in Progress",
    "Users Alive": "I/Os Outstanding",
    "Users Requested": "I/Os Requested",
    "Users Stalled": "I/Os Stalled",
}
DVD_STORE_OPM = "\\Test\\OPM"
"""DVD Store's own figure, which the engine counts in every run."""
MEANINGLESS = ("Orders/min", "Rollbacks/sec", "Rollback %", "Think Time/sec", "Arrival Lag", "Missed Arrivals/sec")


OF_TRANSACTIONS = {"Orders/sec": "Transactions/sec", "Orders in Progress": "Transactions in Progress"}


def counter_label(path: str, unit: WorkUnit = "I/O") -> str:
    """Return the name of a driver's counter, given by path, in terms of I/Os or transactions.

    The name is "" if the counter is meaningless for that unit.
    """
    if unit == "order":
        return path
    head, slash, name = path.rpartition("\\")
    if path == DVD_STORE_OPM:
        return ""
    if not path.startswith("\\Outpace Driver("):
        return path
    if unit == "transaction":
        named = OF_TRANSACTIONS.get(name, name)
        whole = head.replace("(order)", "(all transactions)")
        return "" if name == "Orders/min" else f"{whole}{slash}{named}"
    if name in MEANINGLESS:
        return ""
    return f"{head.replace('(order)', '(all I/Os)')}{slash}{OTHER_NAMES.get(name, name)}"


def operation_label(key: str, unit: WorkUnit) -> str:
    """Return the name of an operation; all operations together are recorded as "order"."""
    return {"I/O": "all I/Os", "transaction": "all transactions"}.get(unit, key) if key == "order" else key


def is_storage(reader: SessionReader) -> bool:
    """Return whether the session is storage I/O driven by Outpace."""
    return storage_work(reader) is not None


def storage_work(reader: SessionReader) -> StorageIo | None:
    """Return the workload of a session of storage I/O driven by Outpace; otherwise None."""
    work = reader.scenario.workload
    return work if isinstance(work, StorageIo) and reader.info.kind != "import" else None


Known = dict[tuple[object, ...], StorageStep]
"""Cache of steps, by the windows in which they were measured."""


def storage_steps(reader: SessionReader, known: Known | None = None) -> list[StorageStep]:
    """Return every step of a storage I/O session, in chronological order; empty for other sessions.

    Args:
        reader: Session to read.
        known: Cache of steps, so that a growing session is not read from the beginning each time.
    """
    work = storage_work(reader)
    if work is None:
        return []
    recorded = {(one.run, one.step): one.data for one in reader.documents_of(MeasuredStep)}
    known = {} if known is None else known
    steps = []
    for one in _started_measurings(reader):
        key = (one.repeat, one.number, *((letter, span.from_s, span.to_s) for letter, span in one.spans.items()))
        if key not in known:
            known[key] = _step(reader, work, one, recorded.get((one.repeat, one.step)))
        steps.append(known[key])
    return steps


def block_bytes_of(reader: SessionReader, measuring: Measuring) -> int:
    """Return the bytes per I/O in a measurement; 0 if the session is not storage I/O."""
    work = storage_work(reader)
    if work is None:
        return 0
    return 1024 * _block_kb(work, _measured_step(reader, measuring))


def mean_bytes_of(reader: SessionReader, measuring: Measuring, system: int, span: Span, target: int = 0) -> float:
    """Return the mean bytes per I/O in a window; NaN if there were no I/Os, 0 if the session is not storage I/O.

    Args:
        reader: Session to read.
        measuring: Measurement to which the window belongs.
        system: ID of the system.
        span: Window.
        target: ID of a single target; 0 for all.
    """
    work = storage_work(reader)
    recorded = _measured_step(reader, measuring)
    if work is None or not _mixed(work, recorded):
        block_bytes = block_bytes_of(reader, measuring)
        if work is None or not work.trim_percent:
            return block_bytes
        owner = next(own for own in reader.systems if own.id == system)
        return block_bytes * _share_moving_data(_latencies(reader, owner, span, target or None))
    return _mean_bytes(_parts(reader, work, system, span, target or None))


def _mixed(work: StorageIo, recorded: StepIo | MeasuredStep | None) -> bool:
    """Return whether a step's I/Os have several sizes, which requires that the plan does not set the size."""
    return work.mixed and (recorded is None or recorded.block_kb is None)


def _block_kb(work: StorageIo, recorded: StepIo | MeasuredStep | None) -> int:
    own_kb = work.largest_kb if work.mixed else work.block_kb
    return _whole(recorded.block_kb, own_kb) if recorded is not None else own_kb


_Part = tuple[Literal["read", "write"], int]
"""Operation and block size in KiB."""


def _parts(
    reader: SessionReader, work: StorageIo, system: int, span: Span, target: int | None = None
) -> dict[_Part, Histogram]:
    """Return the latencies for each size of a mix that was read or written."""
    operations: tuple[Literal["read", "write"], ...] = ("read", "write")
    histograms = {
        (key, size): reader.histogram(system, part_key(key, size), span.from_s, span.to_s, target)
        for key in operations
        for size in work.mix(key)
    }
    done = {key: sum(one.count for (own, _), one in histograms.items() if own == key) for key in operations}
    return {part: histogram for part, histogram in histograms.items() if done[part[0]]}


def _mean_bytes(parts: Mapping[_Part, Histogram]) -> float:
    done = sum(one.count for one in parts.values())
    moved = sum(1024 * size * one.count for (_, size), one in parts.items())
    return moved / done if done else nan


def kind_of_io(reader: SessionReader, measuring: Measuring) -> tuple[str, int, int]:
    """Return what must match for two measurements to be comparable: pass, bytes per I/O, and number of a named step."""
    step = _measured_step(reader, measuring)
    number = measuring.number if reader.scenario.results.page == "patterns" else 0
    return step.io_pass if step is not None else "", block_bytes_of(reader, measuring), number


def io_kind(reader: SessionReader, measuring: Measuring) -> str:
    """Return a description of a measurement's I/Os, "8 KiB reads"; "" if the session is not storage I/O."""
    work = storage_work(reader)
    if work is None:
        return ""
    step = _measured_step(reader, measuring)
    percent = {"read": 100.0, "write": 0.0}.get(step.io_pass if step is not None else "", work.read_percent)
    access = (step.access if step is not None else "") or work.access_label
    blocks = work.block_label(percent) if _mixed(work, step) else f"{_block_kb(work, step)} KiB"
    return f"{blocks} {access} {pass_label(percent)}"


def _measured_step(reader: SessionReader, measuring: Measuring) -> MeasuredStep | None:
    """Return the engine's record of a whole measurement."""
    steps = reader.documents_of(MeasuredStep)
    return next((one.data for one in steps if (one.run, one.step) == (measuring.repeat, measuring.step)), None)


def _started_measurings(reader: SessionReader) -> Iterator[Measuring]:
    """Yield the measurements; none for a session that never began to measure."""
    if any(phase.name == "measure" for phase in reader.phases):
        yield from measurings(reader)


def _whole(value: float | None, otherwise: int) -> int:
    return otherwise if value is None else round(value)


def _step(reader: SessionReader, work: StorageIo, one: Measuring, recorded: MeasuredStep | None) -> StorageStep:
    io: StepIo | MeasuredStep = recorded if recorded is not None else StepIo()
    block_kb, mixed = _block_kb(work, io), _mixed(work, io)
    read_percent = {"read": 100.0, "write": 0.0}.get(io.io_pass, work.read_percent)
    threads = _whole(io.threads, work.threads)
    spans = spans_of(reader, one)
    systems = {}
    for system in reader.systems:
        if system.letter in spans:
            users = one.users(system.letter)
            at_once = round(users) if isfinite(users) else threads * work.outstanding
            raced = _raced_iops(one, system.letter)
            span = spans[system.letter]
            figures = _figures(reader, system, span, block_kb, at_once, raced)
            systems[system.letter] = _with_block_sizes(reader, work, system, span, figures) if mixed else figures
    return StorageStep(
        run=one.repeat,
        number=one.number,
        block_kb=block_kb,
        read_percent=read_percent,
        access=io.access or work.access,
        threads=threads,
        outstanding=_whole(io.outstanding, work.outstanding),
        write_through=work.write_through,
        cached=work.cached,
        data=work.write_pattern,
        systems=systems,
        mix=work.block_label(read_percent) if mixed else "",
        verified=work.verify,
        trim_percent=work.trim_percent,
        rate=one.rate if isfinite(one.rate) else None,
        skew=work.access_label if work.skew != "even" and not io.access else "",
    )


def _with_block_sizes(
    reader: SessionReader, work: StorageIo, system: SystemInfo, span: Span, figures: StorageFigures
) -> StorageFigures:
    """Add the bytes moved and the figures of each block size to figures that assume a single size."""
    parts = _parts(reader, work, system.id, span)
    done = {key: sum(one.count for (own, _), one in parts.items() if own == key) for key in ("read", "write")}
    completed, iops = sum(done.values()), known(figures.iops)
    blocks = []
    for (key, size), histogram in parts.items():
        rate = iops * histogram.count / completed
        late = reader.censored(system.id, part_key(key, size), span.from_s, span.to_s)
        blocks.append(
            BlockFigures(
                operation=key,
                block_kb=size,
                wanted_percent=work.mix(key)[size],
                percent=_figure(100 * histogram.count / done[key]),
                iops=_figure(rate),
                mb_per_s=_figure(rate * size * 1024 / 1e6),
                latency=_latency(histogram, late) if histogram.count else None,
            )
        )
    moved = iops * _mean_bytes(parts)
    targets = []
    for info, own in zip(system.targets, figures.targets, strict=True):
        own_moved = known(own.iops) * _mean_bytes(_parts(reader, work, system.id, span, info.id))
        targets.append(replace(own, mb_per_s=_figure(own_moved / 1e6), mib_per_s=_figure(own_moved / MIB)))
    moved_figures = {"mb_per_s": _figure(moved / 1e6), "mib_per_s": _figure(moved / MIB)}
    return replace(figures, **moved_figures, targets=targets, blocks=blocks)


def _raced_iops(one: Measuring, letter: str) -> float:
    """Return the IOPS of a system in a race until it finished; NaN if it did not finish."""
    finished_s = one.finished_s(letter)
    return known(one.race_orders(letter)) / finished_s if finished_s > 0 else nan


def _figures(  # noqa: PLR0917
    reader: SessionReader, system: SystemInfo, span: Span, block_kb: int, at_once: int, raced_iops: float
) -> StorageFigures:
    """Return the figures of a system in a step.

    Args:
        reader: Session to read.
        system: System of the figures.
        span: Window of the step.
        block_kb: Block size.
        at_once: Requested outstanding I/Os per target.
        raced_iops: IOPS until the system's finish in a race, which exclude later I/Os; NaN otherwise.
    """
    counters = {counter.path: counter for counter in reader.counters if counter.system == system.id}
    latencies = _latencies(reader, system, span)
    done = latencies["order"].count
    seconds = done / raced_iops if raced_iops > 0 else span.seconds
    iops = done / seconds if seconds > 0 else nan
    bytes_per_s = iops * block_kb * 1024 * _share_moving_data(latencies)
    outstanding = counters.get(f"{DRIVER}Response Time/sec")
    return StorageFigures(
        seconds=span.seconds,
        iops=_figure(iops),
        reads_per_s=_figure(latencies["read"].count / seconds if seconds > 0 else nan),
        writes_per_s=_figure(latencies["write"].count / seconds if seconds > 0 else nan),
        mb_per_s=_figure(bytes_per_s / 1e6),
        mib_per_s=_figure(bytes_per_s / MIB),
        requested_outstanding=at_once * max(len(system.targets), 1),
        mean_outstanding=_average(reader, outstanding, span),
        cpu_s_per_1000=_cpu_s_per_1000(reader, counters, span, done),
        latency=_io_latencies(reader, system, span, latencies),
        targets=[
            _target_figures(reader, system, one, span, block_kb, at_once, outstanding, seconds)
            for one in system.targets
        ],
        trims_per_s=_figure(latencies["trim"].count / seconds) if latencies["trim"].count and seconds > 0 else None,
    )


def _share_moving_data(latencies: Mapping[str, Histogram]) -> float:
    """Return the share of I/Os that move data, which trims do not."""
    done = latencies["order"].count
    return 1 - latencies["trim"].count / done if done else 1.0


def _target_figures(  # noqa: PLR0917
    reader: SessionReader,
    system: SystemInfo,
    target: TargetInfo,
    span: Span,
    block_kb: int,
    at_once: int,
    outstanding: Counter | None,
    seconds: float,
) -> TargetFigures:
    latencies = _latencies(reader, system, span, target.id)
    iops = latencies["order"].count / seconds if seconds > 0 else nan
    return TargetFigures(
        name=target.name,
        iops=_figure(iops),
        mb_per_s=_figure(iops * block_kb * 1024 * _share_moving_data(latencies) / 1e6),
        mib_per_s=_figure(iops * block_kb * 1024 * _share_moving_data(latencies) / MIB),
        requested_outstanding=at_once,
        mean_outstanding=_average(reader, outstanding, span, target.id),
        latency=_io_latencies(reader, system, span, latencies, target.id),
    )


def _latencies(
    reader: SessionReader, system: SystemInfo, span: Span, target: int | None = None
) -> dict[str, Histogram]:
    """Return the latencies of all targets, or of a single target, by operation."""
    return {key: reader.histogram(system.id, key, span.from_s, span.to_s, target) for key in OPERATIONS}


def _average(reader: SessionReader, counter: Counter | None, span: Span, target: int | None = None) -> Figure:
    if counter is None:
        return None
    return _figure(reader.window(counter, span.from_s, span.to_s, target=target).average)


def _cpu_s_per_1000(reader: SessionReader, counters: Mapping[str, Counter], span: Span, done: int) -> Figure:
    """Return the processor time of all workers per 1000 I/Os."""
    workers = [c for path, c in counters.items() if path.endswith(")\\% of a Core") and "worker" in path]
    shares = [share for counter in workers if (share := _average(reader, counter, span)) is not None]
    return sum(shares) / 100 * span.seconds * 1000 / done if shares and done else None


def _io_latencies(
    reader: SessionReader,
    system: SystemInfo,
    span: Span,
    latencies: Mapping[str, Histogram],
    target: int | None = None,
) -> dict[str, IoLatency]:
    return {
        key: _latency(histogram, reader.censored(system.id, key, span.from_s, span.to_s, target))
        for key, histogram in latencies.items()
        if histogram.count
    }


def _latency(histogram: Histogram, late: Censored) -> IoLatency:
    p50, p95, p99 = histogram.percentiles_ns((50, 95, 99))
    return IoLatency(
        count=histogram.count,
        min_ms=histogram.min_ns / 1e6,
        mean_ms=histogram.mean_ns / 1e6,
        p50_ms=p50 / 1e6,
        p95_ms=p95 / 1e6,
        p99_ms=p99 / 1e6,
        max_ms=histogram.max_ns / 1e6,
        histogram_percent=[100 * count / histogram.count for count in in_milliseconds(histogram)],
        censored=late.count,
        oldest_ms=_figure(late.oldest_s * 1e3),
        at_least=late.in_results,
    )


def in_milliseconds(histogram: Histogram) -> list[int]:
    """Return how many I/Os took each whole millisecond; the last class is 24 ms or more, as in SQLIO's histogram."""
    filled = np.flatnonzero(histogram.counts)
    places = np.minimum(bucket_middle_ns(filled) // 1e6, CLASSES_MS - 1).astype(np.int64)
    counts = np.bincount(places, weights=histogram.counts[filled], minlength=CLASSES_MS)
    return [round(count) for count in counts.tolist()]


def _figure(value: float) -> Figure:
    return value if isfinite(value) else None
