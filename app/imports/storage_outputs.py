# SPDX-License-Identifier: Apache-2.0
"""The outputs of storage exercisers together: whose they are, which repeat each run is, and its totals.

Runs of the same test (block, access, share of reads, threads x outstanding) are its repeats. Where there are several
tests, each metric's name begins with its test: "8 KiB random reads, 2 x 4: IOPS".
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

from app.imports.diskspd import is_diskspd, read_diskspd
from app.imports.diskspd_xml import is_diskspd_xml, read_diskspd_xml
from app.imports.fio import is_fio, read_fio
from app.imports.import_request import FileToImport
from app.imports.source import ImportedFileError, wrong
from app.imports.sqlio import is_sqlio, read_sqlio
from app.imports.storage_run import StorageOutput, StorageRun, figures_of
from app.imports.totals import MOST_RUN, TotalsFile
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


def storage_kind(line: str) -> StorageKind | None:
    """Whose output a line is from; None: of none of them."""
    known: tuple[tuple[StorageKind, Callable[[str], bool]], ...] = (
        ("diskspd XML", is_diskspd_xml),
        ("fio JSON", is_fio),
        ("diskspd text", is_diskspd),
        ("SQLIO output", is_sqlio),
    )
    return next((kind for kind, tells in known if tells(line)), None)


@dataclass(frozen=True, slots=True)
class StorageResults:
    """What the outputs tell. totals: systems, facts and figures, as from a file of totals, None: there is no output.

    runs: with what was done in each, and its histogram where there is one.
    """

    totals: TotalsFile | None = None
    runs: tuple["PlacedRun", ...] = ()
    warnings: tuple[Sentence, ...] = ()


@dataclass(frozen=True, slots=True)
class PlacedRun:
    """A run's test. number: of the repeat. label: what its metrics' names begin with."""

    system: str
    number: int
    label: str
    tool: str
    file: str
    run: StorageRun

    @property
    def document(self) -> ImportedStorageRun:
        """As the session keeps it."""
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


def read_storage(files: Sequence[tuple[FileToImport, Reader]], known: Sequence[str], *, alone: bool) -> StorageResults:
    """All outputs. known: systems that other files tell. alone: there are no others. Raises ImportedFileError."""
    warnings: list[Sentence] = []
    found: list[tuple[FileToImport, str, StorageOutput]] = []
    for file, read in files:
        output = read(file.path)
        warnings += output.warnings
        if file.outstanding:
            runs = tuple(run.with_depth(*file.outstanding) for run in output.runs)
            output = replace(output, runs=runs)
        system = file.system or (known[0] if len(known) == 1 else "")
        if not system and len(files) == 1 and alone:
            system = "".join(letter for letter in output.computer or file.path.stem if letter.isprintable())[:80]
        if not system:
            raise wrong(file.path, 'which system does it belong to? --system "NAME={file}"', file=file.path.name)
        found.append((file, system, output))
    if not found:
        return StorageResults()
    tests = list(dict.fromkeys(run.test for _, _, output in found for run in output.runs))
    placed = _placed(found, len(tests) > 1)
    systems = tuple(dict.fromkeys(system for _, system, _ in found))
    figures = [one for test in placed for one in figures_of(test.run, test.system, test.number, test.label)]
    if any(test.run.test.depth is None for test in placed):
        warnings.append(
            phrase("the depth of a run is not known (--outstanding THREADSxOUTSTANDING tells it, such as 2x1)")
        )
    facts: dict[str, dict[str, object]] = {system: _facts(placed, system) for system in systems}
    totals = TotalsFile("", "one at a time", systems, systems[0], facts, tuple(figures))
    return StorageResults(totals, tuple(placed), tuple(_each_once(warnings)))


def outstanding_of(text: str) -> tuple[int, int]:
    """Threads and outstanding I/Os of each, from "2x1". Raises ImportedFileError."""
    threads, _, each = text.lower().replace("×", "x").partition("x")
    if all(
        part.strip().isascii() and part.strip().isdigit() and 0 < int(part[:9]) < 100_000 for part in (threads, each)
    ):
        return int(threads), int(each)
    raise ImportedFileError('--outstanding "{text}": threads x outstanding I/Os per thread, such as 2x1', text=text)


def _each_once(warnings: Sequence[Sentence]) -> Iterator[Sentence]:
    known: list[Sentence] = []
    for one in warnings:
        if one not in known:
            known.append(one)
            yield one


def _placed(found: Sequence[tuple[FileToImport, str, StorageOutput]], several: bool) -> list[PlacedRun]:
    """Every run with the number of its repeat: the file's own, or the next one that this test of the system has not."""
    taken: Counter[tuple[str, str]] = Counter()
    placed = []
    for file, system, output in found:
        for run in output.runs:
            label = ""
            if several:
                label = f"{run.test.io_label}, {run.test.load_label}" if run.test.depth else run.test.io_label
            number = max(file.run, taken[system, label] + 1)
            if number > MOST_RUN:
                raise wrong(file.path, "more than {most_run} repeats of one test", line=run.line, most_run=MOST_RUN)
            taken[system, label] = number
            placed.append(PlacedRun(system, number, label, output.tool, file.path.name, run))
    return placed


def _facts(placed: Sequence[PlacedRun], system: str) -> dict[str, object]:
    """The system's disclosure: each label with the values that its runs have."""
    found: dict[str, list[str]] = {}
    for one in placed:
        if one.system != system:
            continue
        for label, text in {"Tool": one.tool, "Test": one.run.test.label, **one.run.facts}.items():
            if text and text not in found.setdefault(label, []):
                found[label].append(text)
    return {label: "; ".join(texts)[:4000] for label, texts in found.items()}
