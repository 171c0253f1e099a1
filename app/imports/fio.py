"""fio's JSON: one or several documents in a file, with what fio prints as text before, between and in them.

With --status-interval a file holds the same run again and again, each time longer: the last one counts. Jobs of one
group ran at once and are added up; a later group, which has waited for the one before (stonewall), is a run of its own.
Latencies: `lat_ns` from submission to completion (older: `lat`, in microseconds); percentiles are of `clat_ns` unless
fio was asked for those of `lat_ns`.
"""

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import isfinite
from pathlib import Path
from typing import Any

from app.imports.errors import wrong
from app.imports.fio_job import Job, job_of
from app.imports.storage_run import Side, StorageOutput, StorageRun, StorageTest
from app.imports.whole_text import whole_text

MOST_RUNS = 10_000
CLOCK_S = 1.5
"""fio tells times in whole seconds: the same run's begin differs by so much between its documents."""
_OF_JSON = re.compile(r'[\s{}\[\]"]')
"""What a line of fio's JSON begins with; other lines are fio's messages."""


def is_fio(line: str) -> bool:
    """Whether a line is one of fio's JSON."""
    return re.search(r'"fio version"\s*:', line) is not None


def read_fio(path: Path) -> StorageOutput:
    """All runs. Raises ImportedFileError that names the line."""
    documents = list(_documents(path, whole_text(path)))
    last = [one for index, one in enumerate(documents) if not _goes_on(one, documents[index + 1 : index + 2])]
    runs: list[StorageRun] = []
    warnings: list[str] = []
    if passed := len(documents) - len(last):
        told = "documents are earlier states of the same run (--status-interval); the last one of each counts"
        warnings.append(f"{path.name}: {passed:,} {told}")
    computer = ""
    for document in last:
        for group in _groups(document.jobs):
            if failed := [job for job in group if job.error]:
                text = f'{path.name}, line {failed[0].line}: job "{failed[0].name}" ended with error {failed[0].error}'
                if len(last) == 1 and len(_groups(document.jobs)) == 1:
                    raise wrong(path, text.partition(": ")[2] + ": it has no result", line=failed[0].line)
                warnings.append(f"{text}; it is left out")
                continue
            if not any(job.read or job.write for job in group):
                warnings.append(
                    f'{path.name}, line {group[0].line}: job "{group[0].name}" has read and written nothing'
                )
                continue
            if len(runs) >= MOST_RUNS:
                raise wrong(path, f"more than {MOST_RUNS:,} runs", line=document.line)
            runs.append(_run(group))
        computer = computer or document.computer
    if not runs:
        raise wrong(path, "no job in it has read or written anything", line=documents[0].line)
    if any(len(job_sides) > 1 for run in last for group in _groups(run.jobs) for job_sides in [_sides(group, "read")]):
        warnings.append(f"{path.name}: percentiles of several jobs can't be added up (fio's --group_reporting does)")
    return StorageOutput("fio", tuple(runs), computer, tuple(warnings))


@dataclass(frozen=True, slots=True)
class _Document:
    """One JSON document. line: where it begins. began_s, ended_s: of fio's clock; None where it does not tell."""

    line: int
    jobs: tuple[Job, ...]
    began_s: float | None
    ended_s: float | None
    computer: str


def _documents(path: Path, lines: list[str]) -> Iterator[_Document]:
    # Messages are blanked: so positions in the text keep their lines.
    plain = [text if _OF_JSON.match(text) else "" for text in lines]
    text = "\n".join(plain)
    decoder = json.JSONDecoder(parse_constant=_no_number, parse_int=float)
    at = text.find("{")
    if at < 0:
        raise wrong(path, "there is no JSON of fio in it (--output-format=json)", line=len(lines))
    while at >= 0:
        line = text.count("\n", 0, at) + 1
        try:
            held, end = decoder.raw_decode(text, at)
        except json.JSONDecodeError as error:
            cut = not text[error.pos :].strip() or error.pos >= len(text.rstrip())
            what = "the output is cut off here" if cut else f"no valid JSON ({error.msg})"
            raise wrong(
                path, f"{what}; the document begins in line {line}", line=min(error.lineno, len(lines))
            ) from None
        except (ValueError, RecursionError) as error:
            raise wrong(path, f"no valid JSON: {error or 'too deep'}", line=line) from None
        yield _document(path, line, held, plain)
        at = text.find("{", end)


def _no_number(text: str) -> float:
    raise ValueError(f"{text} is no number")


def _document(path: Path, line: int, held: Any, lines: Sequence[str]) -> _Document:
    jobs = held.get("jobs") if isinstance(held, dict) else None
    if not isinstance(jobs, list) or not jobs or not all(isinstance(job, dict) for job in jobs):
        raise wrong(path, "the JSON that begins here has no jobs: it is no output of fio", line=line)
    options = held.get("global options")
    common = options if isinstance(options, dict) else {}
    places = _places(lines, line, len(jobs))
    names = [(str(job.get("jobname")), str(job.get("groupid"))) for job in jobs]
    alike = Counter(names)
    found = tuple(
        job_of(path, place, job, common, alike[name]) for place, job, name in zip(places, jobs, names, strict=True)
    )
    ended = held.get("timestamp_ms")
    ended_s = ended / 1e3 if isinstance(ended, float) else held.get("timestamp")
    elapsed = max((job.elapsed_s for job in found), default=0.0)
    known = isinstance(ended_s, float) and isfinite(ended_s) and elapsed > 0
    computer = jobs[0].get("hostname")
    name = computer[:80] if isinstance(computer, str) else ""
    return _Document(line, found, ended_s - elapsed if known else None, ended_s if known else None, name)


def _places(lines: Sequence[str], first: int, count: int) -> list[int]:
    """The line of each job, by its name."""
    found = []
    for number in range(first, len(lines) + 1):
        found += [number] * len(re.findall(r'"jobname"\s*:', lines[number - 1]))
        if len(found) >= count:
            break
    return [*found, *[first] * count][:count]


def _goes_on(one: _Document, after: Sequence[_Document]) -> bool:
    """Whether the next document is a later state of this one's run."""
    if not after or one.began_s is None or one.ended_s is None:
        return False
    later = after[0]
    same = [(job.name, job.options) for job in one.jobs] == [(job.name, job.options) for job in later.jobs]
    if later.began_s is None or not same:
        return False
    grown = all(new.ios >= old.ios for old, new in zip(one.jobs, later.jobs, strict=True))
    return grown and later.began_s < one.ended_s - min(CLOCK_S, (one.ended_s - one.began_s) / 2)


def _groups(jobs: Sequence[Job]) -> list[list[Job]]:
    """Jobs that ran at once. fio's groups are runs of their own unless all together they took longer than fio ran:
    then they ran at once too (new_group without stonewall)."""
    groups: dict[float, list[Job]] = {}
    for job in jobs:
        groups.setdefault(job.group, []).append(job)
    one_by_one_s = sum(max(job.seconds for job in group) for group in groups.values())
    elapsed_s = max(job.elapsed_s for job in jobs)
    return [list(jobs)] if 0 < elapsed_s < one_by_one_s - CLOCK_S else list(groups.values())


def _sides(group: Sequence[Job], kind: str) -> list[Side]:
    return [side for job in group if (side := job.read if kind == "read" else job.write) is not None]


def _run(group: Sequence[Job]) -> StorageRun:
    reads, writes = _sides(group, "read"), _sides(group, "write")
    read, write = _together(reads), _together(writes)
    total = _together([*reads, *writes])
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
    )
    targets: dict[str, list[Side]] = {}
    for job in group:
        targets.setdefault(job.file or job.name, []).extend(side for side in (job.read, job.write) if side is not None)
    by_file = {name: side for name, sides in targets.items() if (side := _together(sides)) is not None}
    facts: Mapping[str, str] = {**first.facts, "File": ", ".join(list(by_file)[:8])}
    cpu = {"CPU % of one core": sum(job.cpu for job in group)}
    return StorageRun(first.line, test, total, read, write, by_file, cpu, facts)


def _together(sides: Sequence[Side]) -> Side | None:
    """Figures added up; means are of all I/Os, percentiles are there where there is one side only."""
    if len(sides) < 2:
        return sides[0] if sides else None
    iops = sum(side.iops for side in sides)
    ms = {}
    if iops > 0 and all("mean" in side.ms for side in sides):
        ms["mean"] = sum(side.iops * side.ms["mean"] for side in sides) / iops
    for name, taken in (("min", min), ("max", max)):
        if all(name in side.ms for side in sides):
            ms[name] = taken(side.ms[name] for side in sides)
    return Side(iops, sum(side.mb_s for side in sides), ms)
