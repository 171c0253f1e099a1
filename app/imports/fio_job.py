"""One job of fio's JSON: its options, and its figures of reads and writes."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from math import isfinite
from pathlib import Path
from typing import Any

from app.imports.errors import wrong
from app.imports.storage_run import MOST, PERCENTILES, Access, Side, StorageTest

KINDS: Mapping[str, tuple[Access, float | None]] = {
    "read": ("sequential", 100.0), "write": ("sequential", 0.0), "rw": ("sequential", None),
    "readwrite": ("sequential", None), "randread": ("random", 100.0), "randwrite": ("random", 0.0),
    "randrw": ("random", None), "": ("", None),
}  # fmt: skip
"""By fio's option rw: the access and the share of reads; None: the option rwmixread tells."""
UNITS = {"lat_ns": 1e-6, "clat_ns": 1e-6, "lat": 1e-3, "clat": 1e-3}
"""Latencies by their key, and what makes milliseconds of them; those without a unit are microseconds (fio 2)."""


@dataclass(frozen=True, slots=True)
class Job:
    """One job. line: where it is told. group: jobs of one report together. seconds: how long it ran.

    cpu: percent of one core, of all its processes.
    """

    name: str
    line: int
    group: float
    error: int
    ios: float
    elapsed_s: float
    test: StorageTest
    read: Side | None
    write: Side | None
    cpu: float
    file: str
    seconds: float
    options: Mapping[str, str] = field(default_factory=dict)
    facts: Mapping[str, str] = field(default_factory=dict)


def job_of(path: Path, line: int, job: Mapping[str, Any], common: Mapping[str, Any], alike: int) -> Job:
    """The job. common: options of all jobs. alike: so many jobs of its name are told: fio's --group_reporting tells all
    its processes as one. Raises ImportedFileError that names the line of its name."""
    name = str(job.get("jobname", ""))[:80]
    reading = _Reading(path, line, name)
    own = job.get("job options")
    options = {str(key): str(value) for key, value in {**common, **(own if isinstance(own, dict) else {})}.items()}
    sides: dict[str, Side | None] = {}
    ios = size = 0.0
    for kind in ("read", "write"):
        held = job.get(kind)
        if not isinstance(held, dict):
            raise wrong(path, f'job "{name}" has no figures of "{kind}": it is damaged or cut off', line=line)
        count = reading.number(held, f"{kind}.total_ios", "total_ios")
        sides[kind] = reading.side(kind, held) if count else None
        ios += count
        # fio 2 tells KiB.
        size += reading.number(held, f"{kind}.io_bytes", "io_bytes") * (1 if "bw_bytes" in held else 1024)
    processes = max((_count(options.get("numjobs", "1")) or 1) // alike, 1)
    cpu = sum(reading.number(job, key, key, needed=False) for key in ("usr_cpu", "sys_cpu")) * processes
    seconds = reading.number(job, "job_runtime", "job_runtime", needed=False) / 1e3
    facts = {"Duration": f"{seconds:g} s"}
    if engine := options.get("ioengine"):
        facts["I/O engine"] = engine[:80]
    if "direct" in options:
        facts["Buffering"] = "operating system's cache" if options["direct"] == "0" else "direct I/O"
    return Job(
        name,
        line,
        reading.number(job, "groupid", "groupid", needed=False),
        round(reading.number(job, "error", "error", needed=False)),
        ios,
        reading.number(job, "elapsed", "elapsed", needed=False),
        _test(job, options, sides, round(size / ios) if ios and (size / ios).is_integer() else None, processes),
        sides["read"],
        sides["write"],
        cpu,
        options.get("filename", options.get("directory", ""))[:200],
        seconds,
        options,
        facts,
    )


@dataclass(frozen=True, slots=True)
class _Reading:
    path: Path
    line: int
    job: str

    def number(self, held: Mapping[str, Any], shown: str, key: str, *, needed: bool = True) -> float:
        """The number of that key; 0 where it is missing and need not be there."""
        value = held.get(key)
        if value is None and not needed:
            return 0.0
        if isinstance(value, bool) or not isinstance(value, int | float) or not (isfinite(value) and 0 <= value < MOST):
            told = "is missing" if value is None else f"is no number of at least 0 ({str(value)[:40]})"
            raise wrong(self.path, f'job "{self.job}": {shown} {told}', line=self.line)
        return float(value)

    def side(self, kind: str, held: Mapping[str, Any]) -> Side:
        """The figures of the reads or the writes."""
        iops = self.number(held, f"{kind}.iops", "iops")
        bytes_s = (
            self.number(held, f"{kind}.bw_bytes", "bw_bytes")
            if "bw_bytes" in held
            else self.number(held, f"{kind}.bw", "bw") * 1024
        )
        ms: dict[str, float] = {}
        for key, factor in UNITS.items():
            latency = held.get(key)
            if not isinstance(latency, dict):
                continue
            if not key.startswith("clat") or "mean" not in ms:
                for name in ("min", "mean", "max"):
                    ms[name] = self.number(latency, f"{kind}.{key}.{name}", name) * factor
            for rank, value in self._percentiles(f"{kind}.{key}", latency).items():
                ms.setdefault(rank, value * factor)
        return Side(iops, bytes_s / 1e6, ms)

    def _percentiles(self, shown: str, latency: Mapping[str, Any]) -> dict[str, float]:
        held = latency.get("percentile")
        found = {}
        for rank in held if isinstance(held, dict) else ():
            name = PERCENTILES.get(float(rank)) if re.fullmatch(r"\d{1,3}\.\d{1,9}", rank) else None
            if name and isinstance(held, dict):
                found[name] = self.number(held, f"{shown}.percentile.{rank}", rank)
        return found


def _test(
    job: Mapping[str, Any],
    options: Mapping[str, str],
    sides: Mapping[str, Side | None],
    block: int | None,
    threads: int,
) -> StorageTest:
    kind = options.get("rw", options.get("readwrite", "")).partition(":")[0]
    access, share = KINDS.get(kind, KINDS[""])
    if share is None and bool(sides["read"]) != bool(sides["write"]):
        share = 100.0 if sides["read"] else 0.0
    elif share is None and access:
        share = float(_count(options.get("rwmixread", "")) or 50)
    outstanding = _count(options.get("iodepth", "1"))
    levels = job.get("iodepth_level")
    if isinstance(levels, dict) and levels.get("1") == 100 and outstanding != 1:
        outstanding = 1  # a synchronous engine has one, whatever was asked for
    known = outstanding if options else None
    return StorageTest(block, access, share, threads, known)


def _count(text: str) -> int | None:
    return int(text) if re.fullmatch(r"[0-9]{1,6}", text) and int(text) > 0 else None
