# SPDX-License-Identifier: Apache-2.0
"""Run of a storage tool (SQLIO, diskspd, fio) as printed, and the conversion of its figures to totals."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

from app.imports.totals import Better, TotalsFigure
from app.model.messages import Sentence

MIB = 2**20
MOST = 1e18
"""Upper bound of all figures: bytes of all runs in a year, nanoseconds in a lifetime."""
LEAST_S = 1e-3
"""Shortest possible run, in seconds."""
LEAST_IOPS = 1e-6
PERCENTILES = {50.0: "p50", 90.0: "p90", 95.0: "p95", 99.0: "p99", 99.9: "p99.9", 99.99: "p99.99"}
"""Imported percentiles and their names."""
LATENCIES = ("mean", *PERCENTILES.values(), "min", "max")


Access = Literal["random", "sequential", ""]
"""Access of a test; "" if the output does not contain it."""


@dataclass(frozen=True, slots=True)
class StorageTest:
    """Parameters of a test; None if the output does not contain them.

    Attributes:
        block_bytes: size of one I/O.
        outstanding: I/Os in flight per thread.
        name: name in the output; the same test may have several names.
    """

    block_bytes: int | None = None
    access: Access = ""
    read_percent: float | None = None
    threads: int | None = None
    outstanding: int | None = None
    name: str = field(default="", compare=False)

    @property
    def depth(self) -> int | None:
        """Requested number of I/Os in flight."""
        return self.threads * self.outstanding if self.threads and self.outstanding else None

    @property
    def load_label(self) -> str:
        """Threads and I/Os of each, "2 x 4"; empty if the depth is unknown."""
        return f"{self.threads} x {self.outstanding}" if self.depth else ""

    @property
    def io_label(self) -> str:
        """Kind of I/O, "8 KiB random reads"; unknown parts are omitted."""
        block = ""
        if self.block_bytes:
            block = f"{self.block_bytes / 1024:g} KiB" if self.block_bytes >= 1024 else f"{self.block_bytes} B"
        names = {None: "I/Os", 0.0: "writes", 100.0: "reads"}
        kind = names.get(self.read_percent) or f"I/Os ({self.read_percent:g} % reads)"
        return " ".join(word for word in (block, self.access, kind) if word)

    @property
    def label(self) -> str:
        """Kind of I/O and load, "8 KiB random reads, 2 x 4 outstanding"."""
        return f"{self.io_label}, {self.load_label or 'unknown'} outstanding"


@dataclass(frozen=True, slots=True)
class DirectionFigures:
    """Figures of the reads, the writes or both.

    Attributes:
        mb_s: throughput in 10^6 bytes per second.
        ms: latencies by the names in LATENCIES.
    """

    iops: float
    mb_s: float
    ms: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class StorageRun:
    """One run.

    Attributes:
        line: line at which it begins.
        read: figures of the reads; None if there are none, or if the output does not separate them.
        write: figures of the writes; None if there are none, or if the output does not separate them.
        targets: figures of each file, if there are several.
        cpu: processor usage in percent, by the metric's name.
        facts: other properties.
        histogram: percentage of the I/Os that took 0, 1, ... 23, 24+ ms.
        mib_s: as printed, for tools that print only this unit.
        decimals: printed decimals by unit, if the output is written for people.
    """

    line: int
    test: StorageTest
    total: DirectionFigures
    read: DirectionFigures | None = None
    write: DirectionFigures | None = None
    targets: Mapping[str, DirectionFigures] = field(default_factory=dict)
    cpu: Mapping[str, float] = field(default_factory=dict)
    facts: Mapping[str, str] = field(default_factory=dict)
    histogram: tuple[float, ...] = ()
    mib_s: float | None = None
    decimals: Mapping[str, int] = field(default_factory=dict)

    def with_depth(self, threads: int, outstanding: int) -> "StorageRun":
        """Return the run with the user's depth if the output does not contain one."""
        if self.test.depth:
            return self
        return replace(self, test=replace(self.test, threads=threads, outstanding=outstanding))


@dataclass(frozen=True, slots=True)
class StorageOutput:
    """Runs of a file in their order.

    Attributes:
        computer: computer's name in the output, or "".
        warnings: messages for the reader of the session.
    """

    tool: str
    runs: tuple[StorageRun, ...]
    computer: str = ""
    warnings: tuple[Sentence, ...] = ()


def figures_of(run: StorageRun, system: str, number: int, label: str, whole: str = "") -> Iterator[TotalsFigure]:
    """Yield a run's totals.

    Figures derived from Little's law (outstanding = IOPS x latency) are marked as derived: a mean latency that the
    output lacks, and the achieved mean number of outstanding I/Os.

    Args:
        run: the run.
        system: system of the run.
        number: number of the repeat.
        label: prefix of each metric if several tests are imported.
        whole: target of the output; "" if the output belongs to the system, and its files are targets if there are
            several.
    """

    def figure(
        metric: str, value: float, unit: str, better: Better, target: str = whole, *, derived: str = ""
    ) -> TotalsFigure:
        name = f"{label}: {metric}" if label else metric
        given = None if derived else run.decimals.get(unit)
        return TotalsFigure(system, number, target, name, value, unit, better, None, derived, given)

    iops, depth = run.total.iops, run.test.depth
    sides = [("", whole, run.total)]
    sides += [("Read ", whole, run.read), ("Write ", whole, run.write)] if run.read and run.write else []
    sides += [("", target, side) for target, side in run.targets.items()] if len(run.targets) > 1 and not whole else []
    for prefix, target, side in sides:
        yield figure(f"{prefix}IOPS", side.iops, "/s", "more", target)
        yield figure(f"{prefix}MB/s", side.mb_s, "MB/s", "more", target)
        of_all = side is run.total
        if of_all and iops > LEAST_IOPS and depth and "mean" not in side.ms:
            basis = f"{run.test.load_label} outstanding / IOPS (Little's law)"
            yield figure("Latency ms, derived", depth / iops * 1e3, "ms", "less", derived=basis)
        latency = f"{prefix}latency ms" if prefix else "Latency ms"
        for name in LATENCIES:
            if name in side.ms:
                metric = latency if name == "mean" else f"{latency} {name}"
                yield figure(metric, side.ms[name], "ms", "less", target)
    if run.mib_s is not None:
        yield figure("MiB/s", run.mib_s, "MiB/s", "more")
    yield from (figure(name, value, "%", "") for name, value in run.cpu.items())
    if iops > LEAST_IOPS and "mean" in run.total.ms:
        basis = "IOPS x mean latency (Little's law)"
        yield figure("Achieved outstanding, derived", iops * run.total.ms["mean"] / 1e3, "", "", derived=basis)
