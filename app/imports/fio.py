# SPDX-License-Identifier: Apache-2.0
"""fio's JSON output: one or several documents in a file, possibly mixed with fio's text messages.

Each job has its options and its figures for reads and writes.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import isfinite, isnan
from pathlib import Path
from typing import Any

from app.imports.json_text import json_document
from app.imports.source import ImportedFileError, whole_text, wrong
from app.imports.storage_run import MOST, PERCENTILES, Access, DirectionFigures, StorageOutput, StorageRun, StorageTest
from app.imports.unusable import MOST_IOPS, Unusable, most_of
from app.model.bounds import IMPORT_RUNS
from app.model.errors import phrase
from app.model.messages import Sentence

ACCESS_PATTERNS: Mapping[str, tuple[Access, float | None]] = {
    "read": ("sequential", 100.0), "write": ("sequential", 0.0), "rw": ("sequential", None),
    "readwrite": ("sequential", None), "randread": ("random", 100.0), "randwrite": ("random", 0.0),
    "randrw": ("random", None), "": ("", None),
}  # fmt: skip
"""Access and share of reads, by fio's option rw; None if the option rwmixread contains the share."""
UNITS = {"lat_ns": 1e-6, "clat_ns": 1e-6, "lat": 1e-3, "clat": 1e-3}
"""Keys of latencies and their factors to milliseconds; keys without a unit are in microseconds (fio 2)."""


@dataclass(frozen=True, slots=True)
class FioJob:
    """One job.

    Attributes:
        line: line of the job's name.
        group: number that jobs of one report share.
        seconds: duration of the job.
        cpu: processor time of all its processes, in percent of one core.
        mixed: reads and writes combined, if fio did not report them separately.
    """

    name: str
    line: int
    group: float
    error: int
    ios: float
    elapsed_s: float
    test: StorageTest
    read: DirectionFigures | None
    write: DirectionFigures | None
    cpu: float
    file: str
    seconds: float
    options: Mapping[str, str] = field(default_factory=dict)
    facts: Mapping[str, str] = field(default_factory=dict)
    mixed: DirectionFigures | None = None

    @property
    def sides(self) -> list[DirectionFigures]:
        """Sides with any I/O."""
        return [side for side in (self.read, self.write, self.mixed) if side is not None]


def job_of(
    unusable: Unusable, line: int, job: Mapping[str, Any], common: Mapping[str, Any], alike: int, *, host: str = ""
) -> FioJob:
    """Return the job.

    Args:
        unusable: collects impossible figures.
        line: line of the job's name.
        job: fio's JSON object for the job.
        common: options common to all jobs.
        alike: number of jobs reported with this name; with --group_reporting fio reports all processes as one.
        host: host on which it ran, if an fio client used several.

    Raises:
        ImportedFileError: a figure is missing or invalid; the message names the line.
    """
    path = unusable.path
    name = str(job.get("jobname", ""))[:80]
    reading = _Reading(unusable, line, name)
    own = job.get("job options")
    options = {str(key): str(value) for key, value in {**common, **(own if isinstance(own, dict) else {})}.items()}
    sides: dict[str, DirectionFigures | None] = {}
    ios = size = 0.0
    # With unified_rw_reporting=mixed, there is one side for both.
    kinds = ("mixed",) if isinstance(job.get("mixed"), dict) and "read" not in job else ("read", "write")
    for kind in kinds:
        figures = job.get(kind)
        if not isinstance(figures, dict):
            raise wrong(
                path,
                'job "{name}" has no figures of "{kind}": it is damaged or cut off',
                line=line,
                name=name,
                kind=kind,
            )
        count = reading.ios(kind, figures)
        sides[kind] = reading.side(kind, figures) if count > 0 else None
        ios += count if count > 0 else 0.0
        # fio 2 reports KiB here.
        size += reading.number(figures, f"{kind}.io_bytes", "io_bytes") * (1 if "bw_bytes" in figures else 1024)
    block = round(size / ios) if ios and (size / ios).is_integer() else None
    if not all("total_ios" in job[kind] for kind in kinds):
        block = _bytes(options.get("bs", options.get("blocksize", "")))
    processes = max((_count(options.get("numjobs", "1")) or 1) // alike, 1)
    cpu = sum(reading.count(job, key) for key in ("usr_cpu", "sys_cpu")) * processes
    seconds = reading.count(job, "job_runtime") / 1e3
    facts = {"Duration": f"{seconds:g} s"}
    if engine := options.get("ioengine"):
        facts["I/O engine"] = engine[:80]
    if "direct" in options:
        facts["Buffering"] = "operating system's cache" if options["direct"] == "0" else "direct I/O"
    return FioJob(
        name,
        line,
        reading.count(job, "groupid"),
        round(reading.count(job, "error")),
        ios,
        reading.count(job, "elapsed"),
        _test(job, options, sides, block, processes),
        sides.get("read"),
        sides.get("write"),
        cpu,
        host or options.get("filename", options.get("directory", ""))[:200],
        seconds,
        options,
        facts,
        sides.get("mixed"),
    )


@dataclass(frozen=True, slots=True)
class _Reading:
    unusable: Unusable
    line: int
    job: str

    def number(self, figures: Mapping[str, Any], label: str, key: str, most: float = MOST) -> float:
        """Return the number with that key; NaN if it is impossible.

        Raises:
            ImportedFileError: the number is missing.
        """
        value = figures.get(key)
        if value is None:
            raise wrong(self.unusable.path, 'job "{job}": {name} is missing', line=self.line, job=self.job, name=label)
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise wrong(
                self.unusable.path,
                'job "{job}": {name} is not a number of at least 0 ({value})',
                line=self.line,
                job=self.job,
                name=label,
                value=str(value)[:40],
            )
        if isnan(value):
            self.unusable.add(self.line, label, "NaN")
        return self.unusable.checked(self.line, label, float(value), most)

    def count(self, figures: Mapping[str, Any], key: str) -> float:
        """Return the number with that key; 0 if it is missing or impossible."""
        value = self.number(figures, key, key) if figures.get(key) is not None else 0.0
        return value if isfinite(value) else 0.0

    def ios(self, kind: str, figures: Mapping[str, Any]) -> float:
        """Return the number of I/Os; computed as IOPS x runtime for fio before 2.2, which does not report it."""
        if "total_ios" in figures:
            return self.number(figures, f"{kind}.total_ios", "total_ios")
        runtime_ms = self.number(figures, f"{kind}.runtime", "runtime")
        ios = self.number(figures, f"{kind}.iops", "iops", MOST_IOPS) * runtime_ms / 1e3
        return float(round(ios)) if isfinite(ios) else ios

    def side(self, kind: str, figures: Mapping[str, Any]) -> DirectionFigures | None:
        """Return the figures of the reads or the writes; None if essential ones are impossible."""
        iops = self.number(figures, f"{kind}.iops", "iops", MOST_IOPS)
        bytes_s = (
            self.number(figures, f"{kind}.bw_bytes", "bw_bytes", most_of("B/s"))
            if "bw_bytes" in figures
            else self.number(figures, f"{kind}.bw", "bw", most_of("B/s") / 1024) * 1024
        )
        if not isfinite(iops + bytes_s):
            return None
        ms: dict[str, float] = {}
        for key, factor in UNITS.items():
            latency = figures.get(key)
            if not isinstance(latency, dict):
                continue
            if not key.startswith("clat") or "mean" not in ms:
                for name in ("min", "mean", "max"):
                    ms[name] = self.number(latency, f"{kind}.{key}.{name}", name) * factor
            for rank, value in self._percentiles(f"{kind}.{key}", latency).items():
                ms.setdefault(rank, value * factor)
        return DirectionFigures(iops, bytes_s / 1e6, {name: value for name, value in ms.items() if isfinite(value)})

    def _percentiles(self, label: str, latency: Mapping[str, Any]) -> dict[str, float]:
        ranks = latency.get("percentile")
        percentiles = {}
        for rank in ranks if isinstance(ranks, dict) else ():
            name = PERCENTILES.get(float(rank)) if re.fullmatch(r"\d{1,3}\.\d{1,9}", rank) else None
            if name and isinstance(ranks, dict):
                percentiles[name] = self.number(ranks, f"{label}.percentile.{rank}", rank)
        return percentiles


def _test(
    job: Mapping[str, Any],
    options: Mapping[str, str],
    sides: Mapping[str, DirectionFigures | None],
    block: int | None,
    threads: int,
) -> StorageTest:
    kind = options.get("rw", options.get("readwrite", "")).partition(":")[0]
    access, share = ACCESS_PATTERNS.get(kind, ACCESS_PATTERNS[""])
    if share is None and "mixed" not in sides and bool(sides["read"]) != bool(sides["write"]):
        share = 100.0 if sides["read"] else 0.0
    elif share is None and access:
        share = float(_count(options.get("rwmixread", "")) or 50)
    outstanding = _count(options.get("iodepth", "1"))
    levels = job.get("iodepth_level")
    if isinstance(levels, dict) and levels.get("1") == 100 and outstanding != 1:
        outstanding = 1  # a synchronous engine always has one in flight, whatever the option says
    known = outstanding if options else None
    return StorageTest(block, access, share, threads, known)


def _bytes(text: str) -> int | None:
    """Return the bytes in fio's option bs ("8k", "4096", "1m"), or None for a mix of sizes."""
    match = re.fullmatch(r"(\d{1,9})([kmg]?)i?b?", text.strip().lower())
    return int(match[1]) * 1024 ** " kmg".index(match[2] or " ") or None if match else None


def _count(text: str) -> int | None:
    return int(text) if re.fullmatch(r"[0-9]{1,6}", text) and int(text) > 0 else None


CLOCK_S = 1.5
"""Tolerance, in seconds, for the start of a run: fio reports whole seconds, so a run's documents may differ."""
_JSON_LINE = re.compile(r'[\s{}\[\]"]')
"""First characters of a line of fio's JSON; other lines are messages."""


def is_fio(line: str) -> bool:
    """Return whether a line is typical of fio's JSON."""
    return re.search(r'"fio version"\s*:', line) is not None


def read_fio(path: Path) -> StorageOutput:
    """Read all runs.

    Raises:
        ImportedFileError: the file has no usable run; the message names the line.
    """
    unusable = Unusable(path)
    notes: list[Sentence] = []
    documents = list(_documents(unusable, whole_text(path), notes))
    last = [one for index, one in enumerate(documents) if not _goes_on(one, documents[index + 1 : index + 2])]
    runs: list[StorageRun] = []
    warnings: list[Sentence] = []
    if passed := len(documents) - len(last):
        warnings.append(
            phrase(
                "{name}: {count:,} documents are earlier states of the same run (--status-interval); the last one of "
                "each counts",
                name=path.name,
                count=passed,
            )
        )
    computer = ""
    for document in last:
        for group in _groups(document.jobs):
            if failed := [job for job in group if job.error]:
                one = failed[0]
                if len(last) == 1 and len(_groups(document.jobs)) == 1:
                    raise wrong(
                        path,
                        'job "{job}" ended with error {error}: it has no result',
                        line=one.line,
                        job=one.name,
                        error=one.error,
                    )
                warnings.append(
                    phrase(
                        '{file}, line {line}: job "{job}" ended with error {error}; it is left out',
                        file=path.name,
                        line=one.line,
                        job=one.name,
                        error=one.error,
                    )
                )
                continue
            if not any(job.sides for job in group):
                warnings.append(
                    phrase(
                        '{file}, line {line}: job "{job}" has read and written nothing',
                        file=path.name,
                        line=group[0].line,
                        job=group[0].name,
                    )
                )
                continue
            if len(runs) >= IMPORT_RUNS:
                raise wrong(path, "more than {most_runs:,} runs", line=document.line, most_runs=IMPORT_RUNS)
            runs.append(_run(group, document.whole if len(_groups(document.jobs)) == 1 else None))
        computer = computer or document.computer
    if not runs and unusable.count:
        raise unusable.nothing_left()
    if not runs:
        raise wrong(path, "none of its jobs read or wrote anything", line=documents[0].line)
    if any(len(_sides(group, "read")) > 1 and one.whole is None for one in last for group in _groups(one.jobs)):
        warnings.append(
            phrase(
                "{name}: percentiles of several jobs can't be added up (fio's --group_reporting does)", name=path.name
            )
        )
    return StorageOutput("fio", tuple(runs), computer, (*notes, *unusable.notes(), *warnings))


@dataclass(frozen=True, slots=True)
class _Document:
    """One JSON document.

    Attributes:
        line: the line at which it begins.
        began_s: start on fio's clock; None if unknown.
        ended_s: end on fio's clock; None if unknown.
        whole: whether it is a client's report for all hosts together.
    """

    line: int
    jobs: tuple[FioJob, ...]
    began_s: float | None
    ended_s: float | None
    computer: str
    whole: FioJob | None = None


def _documents(unusable: Unusable, lines: list[str], notes: list[Sentence]) -> Iterator[_Document]:
    # Messages are replaced by blanks, so that positions in the text keep their line numbers.
    path = unusable.path
    plain = [text if _JSON_LINE.match(text) else "" for text in lines]
    text = "\n".join(plain)
    at = text.find("{")
    if at < 0:
        raise wrong(path, "it contains no fio JSON (--output-format=json)", line=len(lines))
    first = True
    while at >= 0:
        line = text.count("\n", 0, at) + 1
        try:
            document = json_document(path, text, at, RECORDS)
        except ImportedFileError as error:
            if first:
                raise
            notes.append(error.message)
            return
        notes += document.notes
        yield _document(unusable, line, document.value, plain)
        first = False
        at = text.find("{", document.end)


RECORDS = ("jobs", "client_stats")
"""Keys of lists of jobs: from fio itself, and from a client that ran it on several hosts."""
ALL_CLIENTS = "All clients"


def _document(unusable: Unusable, line: int, document: Any, lines: Sequence[str]) -> _Document:
    path = unusable.path
    jobs = next((document[key] for key in RECORDS if document.get(key)), None) if isinstance(document, dict) else None
    if not isinstance(jobs, list) or not jobs or not all(isinstance(job, dict) for job in jobs):
        raise wrong(path, "the JSON that begins here has no jobs: it is not fio output", line=line)
    remote = "client_stats" in document and not document.get("jobs")
    options = document.get("global options")
    common = options if isinstance(options, dict) else {}
    lines_of_jobs = _job_lines(lines, line, len(jobs))
    names = [(str(job.get("jobname")), str(job.get("groupid")), str(job.get("hostname"))) for job in jobs]
    alike = Counter(names)
    parsed = tuple(
        job_of(unusable, job_line, job, common, alike[name], host=str(job.get("hostname") or "")[:80] if remote else "")
        for job_line, job, name in zip(lines_of_jobs, jobs, names, strict=True)
    )
    whole = next((job for job in parsed if remote and job.name == ALL_CLIENTS), None)
    if whole is not None and len(parsed) > 1:
        parsed = tuple(job for job in parsed if job is not whole)
    ended = document.get("timestamp_ms")
    ended_s = ended / 1e3 if isinstance(ended, float) else document.get("timestamp")
    elapsed = max((job.elapsed_s for job in parsed), default=0.0)
    known = isinstance(ended_s, float) and isfinite(ended_s) and elapsed > 0
    computer = jobs[0].get("hostname")
    name = computer[:80] if isinstance(computer, str) and not remote else ""
    return _Document(line, parsed, ended_s - elapsed if known else None, ended_s if known else None, name, whole)


def _job_lines(lines: Sequence[str], first: int, count: int) -> list[int]:
    """Return the line of each job's name."""
    job_lines = []
    for number in range(first, len(lines) + 1):
        job_lines += [number] * len(re.findall(r'"jobname"\s*:', lines[number - 1]))
        if len(job_lines) >= count:
            break
    return [*job_lines, *[first] * count][:count]


def _goes_on(one: _Document, after: Sequence[_Document]) -> bool:
    """Return whether the next document is a later state of the same run."""
    if not after or one.began_s is None or one.ended_s is None:
        return False
    later = after[0]
    same = [(job.name, job.options) for job in one.jobs] == [(job.name, job.options) for job in later.jobs]
    if later.began_s is None or not same:
        return False
    grown = all(new.ios >= old.ios for old, new in zip(one.jobs, later.jobs, strict=True))
    return grown and later.began_s < one.ended_s - min(CLOCK_S, (one.ended_s - one.began_s) / 2)


def _groups(jobs: Sequence[FioJob]) -> list[list[FioJob]]:
    """Return the jobs that ran concurrently.

    fio's groups are separate runs unless their durations add up to more than fio ran: then they ran concurrently too
    (new_group without stonewall).
    """
    groups: dict[float, list[FioJob]] = {}
    for job in jobs:
        groups.setdefault(job.group, []).append(job)
    one_by_one_s = sum(max(job.seconds for job in group) for group in groups.values())
    elapsed_s = max(job.elapsed_s for job in jobs)
    return [list(jobs)] if 0 < elapsed_s < one_by_one_s - CLOCK_S else list(groups.values())


def _sides(group: Sequence[FioJob], kind: str) -> list[DirectionFigures]:
    return [side for job in group if (side := job.read if kind == "read" else job.write) is not None]


def _run(group: Sequence[FioJob], whole: FioJob | None) -> StorageRun:
    """Return the run of jobs that ran concurrently.

    Args:
        group: the jobs.
        whole: fio's summary of all jobs, which contains the percentiles.
    """
    reads, writes = _sides(group, "read"), _sides(group, "write")
    read = _with_percentiles(_together(reads), whole.read if whole else None)
    write = _with_percentiles(_together(writes), whole.write if whole else None)
    total = _together([side for job in group for side in job.sides])
    if whole is not None and len(whole.sides) == 1:
        total = _with_percentiles(total, whole.sides[0])
    assert total is not None, "a group without I/Os is left out"
    first = group[0]

    def same(values: Sequence[Any]) -> Any:
        return values[0] if all(value == values[0] for value in values) else None

    shares = [job.test.read_percent for job in group]
    test = StorageTest(
        same([job.test.block_bytes for job in group]),
        same([job.test.access for job in group]) or "",
        same(shares),
        sum(job.test.threads or 1 for job in group),
        same([job.test.outstanding for job in group]),
        ", ".join(dict.fromkeys(job.name for job in group if job.name))[:80],
    )
    targets: dict[str, list[DirectionFigures]] = {}
    for job in group:
        targets.setdefault(job.file or job.name, []).extend(job.sides)
    by_file = {name: side for name, sides in targets.items() if (side := _together(sides)) is not None}
    facts: Mapping[str, str] = {**first.facts, "File": ", ".join(list(by_file)[:8])}
    cpu = {"CPU % of one core": sum(job.cpu for job in group)}
    return StorageRun(first.line, test, total, read, write, by_file, cpu, facts)


def _with_percentiles(side: DirectionFigures | None, whole: DirectionFigures | None) -> DirectionFigures | None:
    if side is None or whole is None:
        return side
    return replace(side, ms={**{name: whole.ms[name] for name in PERCENTILES.values() if name in whole.ms}, **side.ms})


def _together(sides: Sequence[DirectionFigures]) -> DirectionFigures | None:
    """Add up figures; weight means by I/Os, and keep percentiles if there is only one side."""
    if len(sides) < 2:
        return sides[0] if sides else None
    iops = sum(side.iops for side in sides)
    ms = {}
    if iops > 0 and all("mean" in side.ms for side in sides):
        ms["mean"] = sum(side.iops * side.ms["mean"] for side in sides) / iops
    for name, taken in (("min", min), ("max", max)):
        if all(name in side.ms for side in sides):
            ms[name] = taken(side.ms[name] for side in sides)
    return DirectionFigures(iops, sum(side.mb_s for side in sides), ms)
