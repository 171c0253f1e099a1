# SPDX-License-Identifier: Apache-2.0
"""One run of a storage exerciser (SQLIO, diskspd, fio) as its output tells it, and its figures as totals."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

from app.imports.totals import Better, Figure
from app.model.messages import Sentence

MIB = 2**20
MOST = 1e18
"""No figure is so large: bytes of all runs of a year, nanoseconds of a lifetime."""
LEAST_S = 1e-3
"""A run lasts longer."""
LEAST_IOPS = 1e-6
PERCENTILES = {50.0: "p50", 90.0: "p90", 95.0: "p95", 99.0: "p99", 99.9: "p99.9", 99.99: "p99.99"}
"""Those that are kept, by their name."""
LATENCIES = ("mean", *PERCENTILES.values(), "min", "max")


Access = Literal["random", "sequential", ""]
"""Empty: the output does not tell."""


@dataclass(frozen=True, slots=True)
class StorageTest:
    """What was done. None: the output does not tell. block_bytes: of one I/O. outstanding: of each thread. name: that
    the output gives it; the same test may have several."""

    block_bytes: int | None = None
    access: Access = ""
    read_percent: float | None = None
    threads: int | None = None
    outstanding: int | None = None
    name: str = field(default="", compare=False)

    @property
    def depth(self) -> int | None:
        """I/Os that are wanted under way at once."""
        return self.threads * self.outstanding if self.threads and self.outstanding else None

    @property
    def load_label(self) -> str:
        """ "2 x 4"; empty where the depth is not known."""
        return f"{self.threads} x {self.outstanding}" if self.depth else ""

    @property
    def io_label(self) -> str:
        """ "8 KiB random reads"; what is not known is left out."""
        block = ""
        if self.block_bytes:
            block = f"{self.block_bytes / 1024:g} KiB" if self.block_bytes >= 1024 else f"{self.block_bytes} B"
        names = {None: "I/Os", 0.0: "writes", 100.0: "reads"}
        kind = names.get(self.read_percent) or f"I/Os ({self.read_percent:g} % reads)"
        return " ".join(word for word in (block, self.access, kind) if word)

    @property
    def label(self) -> str:
        """ "8 KiB random reads, 2 x 4 outstanding"."""
        return f"{self.io_label}, {self.load_label or 'unknown'} outstanding"


@dataclass(frozen=True, slots=True)
class Side:
    """Figures of the reads, the writes or both. mb_s: 10^6 bytes a second. ms: latencies, by LATENCIES."""

    iops: float
    mb_s: float
    ms: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class StorageRun:
    """A run. line: where it begins. read, write: None where there were none, or the output does not part them.

    targets: each file's own figures, where there are several. cpu: percent, by the metric's name. facts: what else is
    told of it. histogram: percent of the I/Os of 0, 1, ... 23, 24+ ms. mib_s: as printed, of tools that print it alone.
    decimals: that a text for people prints its figures with, by unit.
    """

    line: int
    test: StorageTest
    total: Side
    read: Side | None = None
    write: Side | None = None
    targets: Mapping[str, Side] = field(default_factory=dict)
    cpu: Mapping[str, float] = field(default_factory=dict)
    facts: Mapping[str, str] = field(default_factory=dict)
    histogram: tuple[float, ...] = ()
    mib_s: float | None = None
    decimals: Mapping[str, int] = field(default_factory=dict)

    def with_depth(self, threads: int, outstanding: int) -> "StorageRun":
        """With the depth that a person tells, where the output does not."""
        if self.test.depth:
            return self
        return replace(self, test=replace(self.test, threads=threads, outstanding=outstanding))


@dataclass(frozen=True, slots=True)
class StorageOutput:
    """A file's runs in their order. computer: as the output names it, else "". warnings: what its reader must know."""

    tool: str
    runs: tuple[StorageRun, ...]
    computer: str = ""
    warnings: tuple[Sentence, ...] = ()


def figures_of(run: StorageRun, system: str, number: int, label: str, whole: str = "") -> Iterator[Figure]:
    """A run's totals. number: of the repeat. label: put before each metric where several tests are imported. whole: the
    target that the output is of; "": it is of the system, and has targets of its own where it had several files.

    What Little's law gives (outstanding = IOPS x latency) is named derived: a mean latency that the output does not
    have, and the mean of the outstanding I/Os that was achieved.
    """

    def figure(
        metric: str, value: float, unit: str, better: Better, target: str = whole, *, derived: str = ""
    ) -> Figure:
        name = f"{label}: {metric}" if label else metric
        given = None if derived else run.decimals.get(unit)
        return Figure(system, number, target, name, value, unit, better, None, derived, given)

    iops, depth = run.total.iops, run.test.depth
    sides = [("", whole, run.total)]
    sides += [("Read ", whole, run.read), ("Write ", whole, run.write)] if run.read and run.write else []
    sides += [("", target, side) for target, side in run.targets.items()] if len(run.targets) > 1 and not whole else []
    for of, target, side in sides:
        yield figure(f"{of}IOPS", side.iops, "/s", "more", target)
        yield figure(f"{of}MB/s", side.mb_s, "MB/s", "more", target)
        of_all = side is run.total
        if of_all and iops > LEAST_IOPS and depth and "mean" not in side.ms:
            basis = f"{run.test.load_label} outstanding / IOPS (Little's law)"
            yield figure("Latency ms, derived", depth / iops * 1e3, "ms", "less", derived=basis)
        latency = f"{of}latency ms" if of else "Latency ms"
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
