# SPDX-License-Identifier: Apache-2.0
"""Combination of storage tools' outputs: repeats, totals, and sums over targets.

Runs of the same test (block, access, share of reads, threads x outstanding) in one file are its repeats, unless the
file gives them different names (jobs of fio): then they are different tests. If there are several tests, each metric's
name begins with its test: "8 KiB random reads, 2 x 4: IOPS". Several targets of a system are added up, test by test.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Literal

import msgspec

from app.imports.diskspd import is_diskspd, read_diskspd
from app.imports.diskspd_xml import is_diskspd_xml, read_diskspd_xml
from app.imports.fio import is_fio, read_fio
from app.imports.import_request import FilePlace, FileToImport
from app.imports.source import ImportedFileError, wrong
from app.imports.sqlio import is_sqlio, read_sqlio
from app.imports.storage_run import StorageOutput, StorageRun, StorageTest, figures_of
from app.imports.totals import MOST_RUN, TotalsFigure, TotalsFile
from app.model.documents import ImportedStorageRun, LatencyShares
from app.model.errors import phrase
from app.model.messages import Sentence

Reader = Callable[[Path], StorageOutput]
StorageKind = Literal["SQLIO output", "diskspd text", "diskspd XML", "fio JSON"]
READERS: Mapping[str, Reader] = {
    "SQLIO output": read_sqlio,
    "diskspd text": read_diskspd,
    "diskspd XML": read_diskspd_xml,
    "fio JSON": read_fio,
}
MOST_NOTES = 200
"""Maximum number of notes of an import: each is stored and shown, and a damaged output may have thousands."""


def storage_kind(line: str) -> StorageKind | None:
    """Return the kind of output of which a line is typical, or None for any other line."""
    known: tuple[tuple[StorageKind, Callable[[str], bool]], ...] = (
        ("diskspd XML", is_diskspd_xml),
        ("fio JSON", is_fio),
        ("diskspd text", is_diskspd),
        ("SQLIO output", is_sqlio),
    )
    return next((kind for kind, matches in known if matches(line)), None)


@dataclass(frozen=True, slots=True)
class StorageResults:
    """Combined contents of the outputs.

    Attributes:
        totals: systems, facts and figures, as from a file of totals; None if there is no output.
        runs: all runs with their tests and histograms.
        targets: targets by system, run and level.
    """

    totals: TotalsFile | None = None
    runs: tuple["PlacedRun", ...] = ()
    targets: Mapping[tuple[object, ...], tuple[str, ...]] = field(default_factory=dict)
    warnings: tuple[Sentence, ...] = ()


@dataclass(frozen=True, slots=True)
class PlacedRun:
    """Run with its place.

    Attributes:
        target: target of the run; "" for the system as a whole.
        number: number of the repeat.
        users: load level; None if unknown.
        label: prefix of its metrics' names.
    """

    system: str
    target: str
    number: int
    users: float | None
    label: str
    tool: str
    file: str
    run: StorageRun

    @property
    def document(self) -> ImportedStorageRun:
        """Run in the form that the session stores."""
        test, shares = self.run.test, self.run.histogram
        return ImportedStorageRun(
            tool=self.tool,
            file=self.file,
            line=self.run.line,
            label=self.label,
            test=test.label,
            block_bytes=test.block_bytes,
            access=test.access,
            read_percent=test.read_percent,
            threads=test.threads,
            outstanding=test.outstanding,
            lines={label: text for label, text in self.run.facts.items() if text},
            histogram=LatencyShares(begins=list(range(25)), percent=list(shares)) if shares else None,
        )


def tests_of(outputs: Sequence[StorageOutput]) -> Callable[[StorageRun], str]:
    """Return a function that gives each test a unique name.

    Job names are included if a file has the same test under several names.
    """
    by_name: dict[int, dict[StorageTest, set[str]]] = {}
    for number, output in enumerate(outputs):
        for run in output.runs:
            by_name.setdefault(number, {}).setdefault(run.test, set()).add(run.test.name)
    several = {test for tests in by_name.values() for test, names in tests.items() if len(names) > 1}

    def label(run: StorageRun) -> str:
        test = run.test
        parts = [test.name if test in several else "", test.io_label, test.load_label]
        return ", ".join(part for part in parts if part)

    return label


def with_depth(file: FileToImport, output: StorageOutput) -> StorageOutput:
    """Return the output with the user's depth if it does not contain one."""
    if not file.outstanding:
        return output
    return replace(output, runs=tuple(run.with_depth(*file.outstanding) for run in output.runs))


def read_storage(files: Sequence[tuple[FileToImport, FilePlace, StorageOutput]]) -> StorageResults:
    """Combine all outputs.

    Raises:
        ImportedFileError: runs of two files have the same place.
    """
    if not files:
        return StorageResults()
    placed = list(_placed(files))
    warnings: list[Sentence] = [warning for _, _, output in files for warning in output.warnings]
    systems = tuple(dict.fromkeys(place.system for _, place, _ in files))
    figures: list[TotalsFigure] = [
        replace(one, users=test.users)
        for test in placed
        for one in figures_of(test.run, test.system, test.number, test.label, test.target)
    ]
    if any(test.run.test.depth is None for test in placed):
        warnings.append(
            phrase("the depth of a run is not known (--outstanding THREADSxOUTSTANDING tells it, such as 2x1)")
        )
    facts: dict[str, dict[str, object]] = {system: _facts(placed, system) for system in systems}
    totals = TotalsFile("", "one at a time", systems, systems[0], facts, tuple(figures))
    return StorageResults(totals, (*placed, *_systems(placed)), _targets(placed), tuple(_each_once(warnings)))


def outstanding_of(text: str) -> tuple[int, int]:
    """Parse "2x1" as threads and outstanding I/Os of each.

    Raises:
        ImportedFileError: the text has another form.
    """
    threads, _, each = text.lower().replace("×", "x").partition("x")
    if all(
        part.strip().isascii() and part.strip().isdigit() and 0 < int(part[:9]) < 100_000 for part in (threads, each)
    ):
        return int(threads), int(each)
    raise ImportedFileError('--outstanding "{text}": threads x outstanding I/Os per thread, such as 2x1', text=text)


def _each_once(warnings: Sequence[Sentence]) -> Iterator[Sentence]:
    """Yield the first distinct warnings, then the number of omitted ones."""
    different = {msgspec.json.encode(one): one for one in warnings}
    yield from [*different.values()][:MOST_NOTES]
    if (more := len(different) - MOST_NOTES) > 0:
        yield phrase("{more:,} more notes are left out", more=more)


def _placed(files: Sequence[tuple[FileToImport, FilePlace, StorageOutput]]) -> Iterator[PlacedRun]:
    """Yield every run with its repeat number: the file's own, increased for additional runs of the same test."""
    label_of = tests_of([output for _, _, output in files])
    several = len({label_of(run) for _, _, output in files for run in output.runs}) > 1
    known: dict[tuple[object, ...], str] = {}
    for file, place, output in files:
        taken: Counter[str] = Counter()
        for run in output.runs:
            test = label_of(run)
            number = place.run + taken[test]
            taken[test] += 1
            if number > MOST_RUN:
                raise wrong(file.path, "more than {most_run} repeats of one test", line=run.line, most_run=MOST_RUN)
            earlier = known.setdefault((place.system, place.target, file.users, test, number), file.path.name)
            if earlier != file.path.name:
                raise wrong(
                    file.path,
                    "run {run} of {test} is in {before} too: give each file's first run with --run",
                    line=run.line,
                    run=number,
                    test=test,
                    before=earlier,
                )
            label = test if several else ""
            yield PlacedRun(place.system, place.target, number, file.users, label, output.tool, file.path.name, run)


def _targets(placed: Sequence[PlacedRun]) -> dict[tuple[object, ...], tuple[str, ...]]:
    """Return the targets of each system, run and level."""
    by_run: dict[tuple[object, ...], dict[str, None]] = {}
    for one in placed:
        if one.target:
            by_run.setdefault((one.system, one.number, one.users), {})[one.target] = None
    return {key: tuple(names) for key, names in by_run.items()}


def _systems(placed: Sequence[PlacedRun]) -> Iterator[PlacedRun]:
    """Yield the whole test of each system that has several targets: all threads, and the histogram of all I/Os."""
    groups: dict[tuple[object, ...], list[PlacedRun]] = {}
    for one in placed:
        if one.target:
            groups.setdefault((one.system, one.number, one.users, one.label), []).append(one)
    for group in groups.values():
        first = group[0]
        tests = [one.run.test for one in group]
        threads = [test.threads for test in tests if test.threads]
        if len(threads) == len(group) and len({test.outstanding for test in tests}) == 1:
            whole = replace(tests[0], threads=sum(threads))
        else:
            whole = replace(tests[0], threads=None, outstanding=None)
        shares = tuple(_shares_together(group))
        yield replace(first, target="", run=replace(first.run, test=whole, facts={}, histogram=shares))


def _shares_together(group: Sequence[PlacedRun]) -> Iterator[float]:
    """Yield the share of all targets' I/Os in each class, weighted by each target's I/Os."""
    iops = [one.run.total.iops for one in group]
    if not all(one.run.histogram for one in group) or not sum(iops) > 0:
        return
    for shares in zip(*(one.run.histogram for one in group), strict=True):
        yield sum(share * weight for share, weight in zip(shares, iops, strict=True)) / sum(iops)


def _facts(placed: Sequence[PlacedRun], system: str) -> dict[str, object]:
    """Return the system's disclosure, which has each label with all values of its runs."""
    texts_by_label: dict[str, list[str]] = {}
    for one in placed:
        if one.system != system:
            continue
        for label, text in {"Tool": one.tool, "Test": one.run.test.label, **one.run.facts}.items():
            if text and text not in texts_by_label.setdefault(label, []):
                texts_by_label[label].append(text)
    return {label: "; ".join(texts)[:4000] for label, texts in texts_by_label.items()}
