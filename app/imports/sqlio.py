# SPDX-License-Identifier: Apache-2.0
"""SQLIO's console output: one or several runs, of which the last may be incomplete.

`MBs/sec` is MiB/s, truncated after two decimals. Latencies are whole milliseconds: an average of 0 means unknown.
Rates from the system's counter can be negative. The depth is in the echoed command (-t, -o) or in the "enabling" line;
at depth 1 that line is missing, so without the command the depth is unknown.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from math import ceil, floor, isfinite
from pathlib import Path

from app.imports.source import lines_of, wrong
from app.imports.storage_run import MIB, MOST, DirectionFigures, StorageOutput, StorageRun, StorageTest
from app.imports.unusable import MOST_IOPS, Unusable
from app.model.bounds import IMPORT_RUNS
from app.model.errors import phrase
from app.model.messages import Sentence

BINS = 25
LARGEST_KIB = 1 << 20
"""Largest plausible block size in KiB."""
_ANY = re.compile(
    r"^\s*sqlio v\d|^\s*CUMULATIVE DATA:|^\s*I/?Os/sec:|using system counter for latency|\bsqlio(\.exe)?\s+-", re.I
)
_ECHO = re.compile(r"\bsqlio(?:\.exe)?\s+(-.*)", re.IGNORECASE)
_THREADS = re.compile(r"^\s*(\d+) threads? (reading|writing) for (\d+) secs? (?:from|to) files? (.+)", re.IGNORECASE)
_SIZE = re.compile(r"using (?:current|specified) size: (\d+) MB for file: (.+)", re.IGNORECASE)
_BLOCK = re.compile(r"^\s*using (\d+)KB (random|sequential) (?:I/?Os|IOs)", re.IGNORECASE)
_DEPTH = re.compile(r"^\s*enabling multiple I/Os per thread with (\d+) outstanding", re.IGNORECASE)
_BUFFERING = re.compile(r"^\s*buffering set to (.+)", re.IGNORECASE)
_RESULTS = {
    "iops": re.compile(r"^\s*I/?Os/sec:(.*)", re.IGNORECASE),
    "mib_s": re.compile(r"^\s*MBs/sec:(.*)", re.IGNORECASE),
    "min": re.compile(r"^\s*Min_Latency\(ms\):(.*)", re.IGNORECASE),
    "mean": re.compile(r"^\s*Avg_Latency\(ms\):(.*)", re.IGNORECASE),
    "max": re.compile(r"^\s*Max_Latency\(ms\):(.*)", re.IGNORECASE),
}
PRINTED = {"/s": 2, "MiB/s": 2, "ms": 0}
"""Decimals that SQLIO prints, by unit."""
_HISTOGRAM = re.compile(r"^\s*%:(.*)")
_ORDER = (
    _ECHO,
    re.compile(r"^\s*sqlio v\d", re.IGNORECASE),
    re.compile(r"using system counter", re.IGNORECASE),
    _THREADS,
    re.compile(r"^\s*(?:using \d+KB|enabling multiple|buffering set)", re.IGNORECASE),
    _SIZE,
    re.compile(r"^\s*initialization done", re.IGNORECASE),
    re.compile(r"^\s*CUMULATIVE DATA", re.IGNORECASE),
    *_RESULTS.values(),
    re.compile(r"^\s*histogram:", re.IGNORECASE),
    re.compile(r"^\s*ms:\s*0"),
    _HISTOGRAM,
)
"""Lines of a run, in order; a line that belongs before the previous one starts the next run."""
_REPEATED = (3, 4, 5)
"""Indexes of lines that a run can contain several times: one per file, or one per property."""


def is_sqlio(line: str) -> bool:
    """Return whether a line is typical of SQLIO's output."""
    return _ANY.search(line) is not None


def read_sqlio(path: Path) -> StorageOutput:
    """Read the complete runs.

    Raises:
        ImportedFileError: no run is complete, or a line is damaged.
    """
    unusable = Unusable(path)
    begun: list[_Run] = []
    order = len(_ORDER)
    for line, text in lines_of(path):
        index = next((place for place, form in enumerate(_ORDER) if form.search(text)), None)
        if index is None:
            continue
        if index < order or (index == order and index not in _REPEATED) or not begun:
            if len(begun) >= IMPORT_RUNS:
                raise wrong(path, "more than {most_runs:,} runs", line=line, most_runs=IMPORT_RUNS)
            begun.append(_Run(unusable, line))
        order = index
        begun[-1].take(line, text)
    warnings: list[Sentence] = []
    runs = []
    for one in begun:
        missing = one.missing
        if not missing:
            runs.append(one.complete(warnings.append))
            continue
        incomplete = phrase(
            "the run that begins here ({test}) is incomplete: {missing}", test=one.test.label, missing=missing
        )
        if len(begun) == 1:
            raise unusable.nothing_left() if unusable.count else wrong(path, incomplete, line=one.line)
        left_out = phrase("{file}, line {line}: {what}; it is left out", file=path.name, line=one.line, what=incomplete)
        warnings.insert(0, left_out)
    if not runs and unusable.count:
        raise unusable.nothing_left()
    if not runs:
        line = begun[0].line if begun else 1
        raise wrong(path, "it contains no complete SQLIO run (IOs/sec, MBs/sec)", line=line)
    return StorageOutput("SQLIO", tuple(runs), warnings=(*unusable.notes(), *warnings))


@dataclass(slots=True)
class _Run:
    """Results of a run, collected line by line."""

    unusable: Unusable
    line: int
    test: StorageTest = field(default_factory=StorageTest)
    facts: dict[str, str] = field(default_factory=dict)
    results: dict[str, float] = field(default_factory=dict)
    histogram: tuple[float, ...] = ()
    latencies: bool = False
    bins: bool = False
    last: int = 0

    def take(self, line: int, text: str) -> None:
        """Parse one more line."""
        self.last = line
        if match := _ECHO.search(text):
            self._command(match[1])
        elif match := _THREADS.search(text):
            share = 100.0 if match[2].lower() == "reading" else 0.0
            self.test = replace(self.test, threads=_count(match[1]), read_percent=share)
            self.facts |= {"Duration": f"{match[3][:12]} s", "File": match[4].strip()}
        elif match := _BLOCK.search(text):
            self.test = replace(
                self.test,
                block_bytes=(_count(match[1]) or 0) * 1024 or None,
                access="random" if match[2].lower() == "random" else "sequential",
            )
        elif match := _DEPTH.search(text):
            self.test = replace(self.test, outstanding=_count(match[1]))
        elif match := _SIZE.search(text):
            self.facts |= {"File size": f"{match[1]} MiB", "File": match[2].strip()}
        elif match := _BUFFERING.search(text):
            self.facts["Buffering"] = match[1].strip()
        elif match := _HISTOGRAM.search(text):
            self._bins(line, match[1])
        else:
            self._result(line, text)

    @property
    def missing(self) -> Sentence | None:
        """Missing part of the run, or None if it is complete."""
        if "iops" not in self.results:
            return phrase("it has no result")
        if "mib_s" not in self.results:
            return phrase("after line {last} its MBs/sec is missing", last=self.last)
        if self.latencies and not {"min", "mean", "max"} <= self.results.keys():
            return phrase("after line {last} its latencies are missing", last=self.last)
        if self.bins and not self.histogram:
            return phrase("after line {last} its histogram is missing", last=self.last)
        return None

    def complete(self, warn: Callable[[Sentence], None]) -> StorageRun:
        """Return the run from the collected lines, and warn about contradictory figures."""
        iops, mib_s, test = self.results["iops"], self.results["mib_s"], self.test
        block = _block_of(iops, mib_s)
        if test.block_bytes is None and block:
            test = replace(test, block_bytes=block)
            warn(
                phrase(
                    "{file}, line {line}: the block size of {kib} KiB is derived from MBs/sec / IOs/sec",
                    file=self.unusable.path.name,
                    line=self.line,
                    kib=block // 1024,
                )
            )
        elif test.block_bytes and block and test.block_bytes != block:
            warn(
                phrase(
                    "{file}, line {line}: the block size is said to be {kib} KiB, yet MBs/sec / IOs/sec gives "
                    "{derived} KiB",
                    file=self.unusable.path.name,
                    line=self.line,
                    kib=test.block_bytes // 1024,
                    derived=block // 1024,
                )
            )
        # A latency of 0 whole milliseconds means unknown.
        ms = {name: value for name, value in self.results.items() if name not in {"iops", "mib_s"} and value > 0}
        if ms:
            warn(phrase("{name}: SQLIO prints latencies in whole milliseconds, cut off", name=self.unusable.path.name))
        mb_s = iops * test.block_bytes / 1e6 if test.block_bytes else mib_s * MIB / 1e6
        return StorageRun(
            self.line,
            test,
            DirectionFigures(iops, mb_s, ms),
            facts=self.facts,
            histogram=self.histogram,
            mib_s=mib_s,
            decimals=PRINTED,
        )

    def _command(self, options: str) -> None:
        flags = dict(re.findall(r"(?:^|\s)-([kKtToObBfsS])(\w+)", options))
        kind = flags.get("k", "").upper()[:1]
        access = flags.get("f", "").lower()
        self.test = StorageTest(
            (_count(flags.get("b", "")) or 0) * 1024 or None,
            "random" if access == "random" else "sequential" if access == "sequential" else "",
            {"R": 100.0, "W": 0.0}.get(kind),
            _count(flags.get("t", "")),
            # The default of SQLIO; the echoed command contains all options that were given.
            _count(flags.get("o", "1")),
        )

    def _result(self, line: int, text: str) -> None:
        if re.match(r"\s*latency metrics", text, re.IGNORECASE):
            self.latencies = True
        if re.match(r"\s*ms:\s*0", text):
            self.bins = True
        for name, form in _RESULTS.items():
            if match := form.search(text):
                most = MOST_IOPS if name == "iops" else MOST
                value = self._figure(line, match[1], text.partition(":")[0].strip(), most)
                if isfinite(value):
                    self.results[name] = value
                self.latencies |= name in ("min", "mean", "max")

    def _bins(self, line: int, text: str) -> None:
        shares = [self._figure(line, field, "histogram") for field in text.split()]
        if len(shares) != BINS:
            raise wrong(
                self.unusable.path,
                "histogram: {count} figures of {bins}: the line is cut off or damaged",
                line=line,
                count=len(shares),
                bins=BINS,
            )
        if not all(share <= 100 for share in shares):
            raise wrong(self.unusable.path, "histogram: a share of more than 100 %", line=line)
        self.histogram = tuple(shares)

    def _figure(self, line: int, text: str, name: str, most: float = MOST) -> float:
        return self.unusable.figure(line, name, text, most)


def _count(text: str) -> int | None:
    """Return a plausible whole number, or None if the text is not one."""
    return int(text) if re.fullmatch(r"[0-9]{1,6}", text) and int(text) > 0 else None


def _block_of(iops: float, mib_s: float) -> int | None:
    """Return the only block size in whole KiB that gives this rate in truncated MiB/s; None if there are several."""
    if iops <= 1:
        return None
    low, high = mib_s * 1024 / (iops + 0.005), (mib_s + 0.01) * 1024 / (iops - 0.005)
    if high >= LARGEST_KIB:
        return None
    candidates = range(max(ceil(low), 1), floor(high) + 1)
    return candidates[0] * 1024 if len(candidates) == 1 else None
