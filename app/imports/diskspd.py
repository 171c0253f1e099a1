# SPDX-License-Identifier: Apache-2.0
"""diskspd's text output: one or several runs (time spans), of one or several calls.

`MiB/s` (older: `MB/s`) is 2^20 bytes per second. Latencies are printed if diskspd was called with -L.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from math import isfinite
from pathlib import Path

from app.imports.source import lines_of, wrong
from app.imports.storage_run import (
    LEAST_S,
    MOST,
    PERCENTILES,
    Access,
    DirectionFigures,
    StorageOutput,
    StorageRun,
    StorageTest,
)
from app.imports.unusable import MOST_IOPS, Unusable
from app.model.bounds import IMPORT_RUNS
from app.model.errors import phrase
from app.model.messages import Sentence

_ANY = re.compile(r"^\s*Command Line:.*diskspd|^\s*Results for timespan \d+:|^\s*actual test time:\s", re.IGNORECASE)
_COMMAND = re.compile(r"^\s*Command Line:\s*(.*)", re.IGNORECASE)
_SPAN = re.compile(r"^\s*timespan:\s*(\d{1,9})\b", re.IGNORECASE)
_RESULTS = re.compile(r"^\s*Results for timespan (\d{1,9}):", re.IGNORECASE)
_SECONDS = re.compile(r"^\s*actual test time:\s*([^\s]+?)s\s*$", re.IGNORECASE)
_SECTION = re.compile(r"^\s*(Total|Read|Write) IO\s*$", re.IGNORECASE)
_TOTAL = re.compile(r"^\s*total:\s*(\S.*)", re.IGNORECASE)
_THREAD = re.compile(r"^\s*+\d++\s*+\|.*\|(?P<file>[^|]+)$")
_SIZE = re.compile(r"\s?\([\d.]{1,20}\s?[KMGT]?i?B\)$")
"""Size that follows the file's name."""
_RANK = re.compile(r"^\s*(min|max|\d+th|\d-nines)\s*\|(.*)")
_CPU = re.compile(r"^\s*avg\.\s*\|\s*([^|%]+)%")
_NAMES = {"min": "min", "max": "max", "50th": "p50", "90th": "p90", "95th": "p95", "99th": "p99", "3-nines": "p99.9"}
_NAMES |= {"4-nines": "p99.99"}
PRINTED = {"/s": 2, "ms": 3, "%": 2}
"""Decimals that diskspd prints, by unit."""
NEEDED = {"bytes", "I/O per s"}
"""Columns without which a row is unusable."""
SIDES = ("Read", "Write", "Total")
"""Columns of the table of percentiles, in order."""
assert set(_NAMES.values()) == {"min", "max", *PERCENTILES.values()}


def is_diskspd(line: str) -> bool:
    """Return whether a line is typical of diskspd's output."""
    return _ANY.search(line) is not None


def read_diskspd(path: Path) -> StorageOutput:
    """Read the complete runs.

    Raises:
        ImportedFileError: no run is complete, or a line is damaged.
    """
    by_span: dict[int, _Parameters] = {}
    requested = _Parameters()
    unusable = Unusable(path)
    runs: list[_Run] = []
    computer, header = "", True
    for line, text in lines_of(path):
        if _COMMAND.search(text):
            by_span, requested, header = {}, _Parameters(), True
        elif match := _SPAN.search(text):
            requested = by_span.setdefault(int(match[1]), _Parameters())
        elif match := _RESULTS.search(text):
            if len(runs) >= IMPORT_RUNS:
                raise wrong(path, "more than {most_runs:,} runs", line=line, most_runs=IMPORT_RUNS)
            runs.append(_Run(unusable, line, by_span.get(int(match[1]), requested)))
            header = False
        elif header:
            requested.take(text)
            if match := re.match(r"\s*computer name:\s*(\S+)", text, re.IGNORECASE):
                computer = computer or match[1][:80]
        elif runs:
            runs[-1].take(line, text)
    return _complete(path, runs, computer)


def _complete(path: Path, runs: "list[_Run]", computer: str) -> StorageOutput:
    warnings: list[Sentence] = []
    complete = []
    for run in runs:
        if missing := run.missing:
            incomplete = phrase(
                "the run that begins here is incomplete: after line {last} {missing}", last=run.last, missing=missing
            )
            if len(runs) == 1:
                raise run.unusable.nothing_left() if run.unusable.count else wrong(path, incomplete, line=run.line)
            warnings.append(
                phrase("{file}, line {line}: {what}; it is left out", file=path.name, line=run.line, what=incomplete)
            )
        else:
            complete.append(run.complete())
            if run.cut:
                warnings.append(
                    phrase(
                        "{file}: the run of line {line} is cut off after line {last}: what stands behind is missing",
                        file=path.name,
                        line=run.line,
                        last=run.last,
                    )
                )
    if not complete:
        line = runs[0].line if runs else sum(1 for _ in lines_of(path))
        raise wrong(path, "the output ends here without diskspd results: it was cut off", line=line)
    return StorageOutput("diskspd", tuple(complete), computer, (*runs[0].unusable.notes(), *warnings))


def size_of(text: str) -> int | None:
    """Return the bytes of "8192", "8KiB" or "1.5MiB"; None if the text is not a size."""
    match = re.fullmatch(r"\s*(\d{1,15}(?:\.\d{1,6})?)\s*([KMGT]?)(?:i?B)?\s*", text)
    if not match:
        return None
    size = float(match[1]) * 1024 ** " KMGT".index(match[2] or " ")
    return round(size) or None


@dataclass(slots=True)
class _Parameters:
    """Input parameters of a time span; if they differ between files, those of the last one."""

    test: StorageTest = field(default_factory=StorageTest)
    files: list[str] = field(default_factory=list)
    facts: dict[str, str] = field(default_factory=dict)

    def take(self, text: str) -> None:
        """Parse one line of the parameters."""
        plain = text.strip()
        if match := re.match(r"path:\s*'(.*)'", plain):
            self.files.append(match[1])
        elif match := re.match(r"block size:\s*(\S+)", plain):
            self.test = replace(self.test, block_bytes=size_of(match[1]))
        elif match := re.match(r"using (random|\S*\s*sequential) I/O", plain):
            access: Access = "random" if match[1] == "random" else "sequential"
            self.test = replace(self.test, access=access)
        elif match := re.match(r"number of outstanding I/O operations.*:\s*(\d{1,6})$", plain):
            self.test = replace(self.test, outstanding=int(match[1]) or None)
        elif match := re.match(r"(?:threads per file|total threads):\s*(\d{1,6})$", plain):
            self.test = replace(self.test, threads=int(match[1]) or None)
        elif match := re.match(r"performing (read|write) test", plain):
            self.test = replace(self.test, read_percent=100.0 if match[1] == "read" else 0.0)
        elif match := re.match(r"performing mix test \((read/write|write/read) ratio:\s*(\d{1,3})/(\d{1,3})\)", plain):
            share = int(match[2] if match[1] == "read/write" else match[3])
            self.test = replace(self.test, read_percent=float(min(share, 100)))
        elif match := re.match(r"duration:\s*(\d{1,9})s", plain):
            self.facts["Duration"] = f"{match[1]} s"
        elif re.match(r"(software cache|using hardware|using software|hardware write cache)", plain):
            known = self.facts.get("Buffering", "")
            if plain not in known:
                self.facts["Buffering"] = f"{known}; {plain}" if known else plain


@dataclass(slots=True)
class _Run:
    """Results of a time span, collected line by line."""

    unusable: Unusable
    line: int
    wanted: _Parameters
    seconds: float = 0.0
    section: str = ""
    header: tuple[str, ...] = ()
    totals: dict[str, dict[str, float]] = field(default_factory=dict)
    ms: dict[str, dict[str, float]] = field(default_factory=lambda: {side: {} for side in SIDES})
    ranks: bool = False
    ranked: bool = False
    cpu: dict[str, float] = field(default_factory=dict)
    files: dict[str, dict[str, float]] = field(default_factory=dict)
    last: int = 0

    def take(self, line: int, text: str) -> None:
        """Parse the next line."""
        self.last = line
        if match := _SECONDS.search(text):
            self.seconds = self._figure(line, match[1], "actual test time")
        elif match := _CPU.search(text):
            self.cpu |= _finite({"CPU %": self._figure(line, match[1], "CPU")})
        elif match := _SECTION.search(text):
            self.section = match[1].title()
        elif re.match(r"\s*thread\s*\|", text):
            self.header = tuple(name.strip() for name in text.split("|"))
        elif re.match(r"\s*%-ile\s*\|", text):
            self.ranks, self.section = True, ""
        elif self.ranks and (match := _RANK.search(text)):
            self._rank(line, match[1], match[2].split("|"))
        elif self.section and self.header and (match := _TOTAL.search(text)):
            cells = self._cells(line, ["", *match[1].split("|")])
            if cells.keys() >= NEEDED:
                self.totals[self.section] = cells
        elif self.section == "Total" and self.header and (match := _THREAD.search(text)):
            file = _SIZE.sub("", match["file"].strip()).strip()
            cells = self._cells(line, text.split("|"))
            if not cells.keys() >= NEEDED:
                return
            sums = self.files.setdefault(file, {"iops": 0.0, "bytes": 0.0, "waited": 0.0})
            sums["iops"] += cells["I/O per s"]
            sums["bytes"] += cells["bytes"]
            sums["waited"] += cells["I/O per s"] * cells.get("AvgLat", 0.0)

    @property
    def missing(self) -> Sentence | None:
        """Missing part of the run, or None if it is complete."""
        if "Total" not in self.totals or not self.seconds >= LEAST_S:
            return phrase("the total of its I/Os is missing")
        if self.ranks and not self.ranked:
            return phrase("the last percentiles of its latencies are missing")
        return None

    @property
    def cut(self) -> bool:
        """True if the end is missing. Reads and writes are always printed; percentiles if mean latencies are."""
        return not set(SIDES) <= self.totals.keys() or ("AvgLat" in self.header and not self.ranks)

    def complete(self) -> StorageRun:
        """Return the run from the collected lines."""
        sides = {name: self._side(name) for name in self.totals}
        busy = {name: side for name, side in sides.items() if side.iops > 0}
        test, files = self.wanted.test, list(self.files) or self.wanted.files
        if test.threads and len(self.wanted.files) > 1:
            test = replace(test, threads=test.threads * len(self.wanted.files))
        facts = {**self.wanted.facts, **({"File": ", ".join(files[:8])} if files else {})}
        targets = {
            name: DirectionFigures(
                sums["iops"],
                sums["bytes"] / self.seconds / 1e6,
                {"mean": sums["waited"] / sums["iops"]} if sums["waited"] and sums["iops"] else {},
            )
            for name, sums in self.files.items()
        }
        return StorageRun(
            self.line,
            test,
            sides["Total"],
            busy.get("Read"),
            busy.get("Write"),
            targets,
            self.cpu,
            facts,
            decimals=PRINTED,
        )

    def _side(self, name: str) -> DirectionFigures:
        cells = self.totals[name]
        ms = dict(self.ms[name])
        if cells.get("AvgLat"):
            ms["mean"] = cells["AvgLat"]
        return DirectionFigures(cells["I/O per s"], cells["bytes"] / self.seconds / 1e6, ms)

    def _rank(self, line: int, rank: str, cells: list[str]) -> None:
        if len(cells) != len(SIDES):
            raise wrong(self.unusable.path, "latency {rank}: the line is cut off or damaged", line=line, rank=rank)
        for side, cell in zip(SIDES, cells, strict=True):
            if rank in _NAMES and cell.strip() != "N/A":
                self.ms[side] |= _finite({_NAMES[rank]: self._figure(line, cell, f"latency {rank}")})
        self.ranked = rank == "max"

    def _cells(self, line: int, cells: list[str]) -> dict[str, float]:
        """Return the figures in a row by column name; its first cell is not a figure."""
        names = self.header[: self.header.index("file")] if "file" in self.header else self.header
        if not set(names) >= NEEDED or len(cells) < len(names):
            raise wrong(self.unusable.path, "the line is cut off: it has fewer figures than its header", line=line)
        pairs = list(zip(names, cells, strict=False))[1:]
        return _finite({name: self._figure(line, cell, name) for name, cell in pairs if cell.strip() != "N/A"})

    def _figure(self, line: int, text: str, name: str) -> float:
        return self.unusable.figure(line, name, text, MOST_IOPS if name == "I/O per s" else MOST)


def _finite(figures: Mapping[str, float]) -> dict[str, float]:
    return {name: value for name, value in figures.items() if isfinite(value)}
