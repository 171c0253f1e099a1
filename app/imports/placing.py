# SPDX-License-Identifier: Apache-2.0
"""Of which system, run and target each file is: one set of rules for every format.

Files of one system that hold the same (the same test, the same counters, the results of the same tool) are either
targets that ran together, virtual machines or servers of that system, or repeats. What was told of them (--run,
--target, a manifest) decides; then what the files themselves say:

- logs that one process wrote together (fio's of each job, pgbench's of each thread) are parts of one run,
- logs whose wall-clock times overlap ran together: they are targets, called by their hosts.

Where neither tells, nothing is guessed: the error has the options of both readings.
"""

import shlex
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations
from pathlib import Path

from app.imports.import_request import FileToImport, Place
from app.imports.source import ImportedFileError, wrong
from app.model.errors import joined, phrase
from app.model.messages import Sentence

OVERLAP = 0.5
"""Logs ran together where their times share at least so much of the shorter one's."""
LONGEST_TARGET = 80
Span = tuple[float, float]


@dataclass(frozen=True, slots=True)
class FileContent:
    """What a file holds, as far as its place depends on it.

    keys: what no two files of one target and run can both hold. host: the machine that it names. family: what it has in
    common with the other files that the same process wrote; "" where nothing tells. span: the wall-clock time of its
    first and last row, None where its times are of no calendar. sums: several files of one target add up.
    """

    file: FileToImport
    kind: str
    keys: frozenset[str]
    host: str = ""
    family: str = ""
    span: Callable[[], Span | None] = lambda: None
    sums: bool = False

    @property
    def name(self) -> str:
        """The file as options name it."""
        return str(self.file.path)


@dataclass(slots=True)
class Places:
    """The place of each file, in the order of the files, and what was found out rather than told."""

    of: list[Place]
    notes: list[Sentence] = field(default_factory=list)


def places_of(contents: Sequence[FileContent]) -> Places:
    """Return the place of each file; each has its system already. Raises ImportedFileError where it is unclear."""
    found = Places([Place(one.file.system, one.file.run or 1, one.file.target, one.file.target) for one in contents])
    unclear: list[list[FileContent]] = []
    for group, numbers in enumerate(_alike(contents), 1):
        own = [contents[number] for number in numbers]
        places = _of_alike(own, found.notes)
        if places is None:
            unclear.append(own)
            continue
        for number, place in zip(numbers, places, strict=True):
            found.of[number] = replace(place, group=group)
    if unclear:
        raise _unclear(unclear, contents)
    _require_distinct(contents, found.of)
    return found


def systems_named(files: Sequence[FileToImport], named: Sequence[str]) -> Iterator[FileToImport]:
    """Return the files, each with its system: the one that is told, the only one that there is, or the file's stem.

    named: systems that files of totals tell. Raises ImportedFileError where a file may be of any of those.
    """
    told = list(dict.fromkeys([*named, *(file.system for file in files if file.system)]))
    for file in files:
        if file.system:
            yield file
        elif len(told) == 1:
            yield replace(file, system=told[0])
        elif named:
            raise wrong(
                file.path,
                'which system does it belong to: {known}? --system "NAME={file}"',
                known=", ".join(told),
                file=file.path.name,
            )
        else:
            yield replace(file, system=stem_of(file.path))


def stem_of(path: Path) -> str:
    """Return what a system or target without a name is called: its file, without endings that tell no more."""
    name = path.name
    for ending in (".txt", ".log", ".csv", ".tsv", ".json", ".xml", ".out"):
        name = name[: -len(ending)] if name.lower().endswith(ending) and len(name) > len(ending) else name
    return "".join(letter for letter in name if letter.isprintable())[:LONGEST_TARGET] or "file"


def _alike(contents: Sequence[FileContent]) -> Iterator[list[int]]:
    """Files of a system that hold something that only one file of a target and run can hold, each group once."""
    groups: list[set[int]] = []
    first: dict[tuple[object, ...], int] = {}
    group_of: dict[int, int] = {}
    for number, one in enumerate(contents):
        if one.sums:
            continue
        names = [(one.file.system, one.kind, one.file.users, name) for name in one.keys]
        joined = {group_of[first[name]] for name in names if name in first}
        own = min(joined, default=len(groups))
        if own == len(groups):
            groups.append(set())
        groups[own].add(number)
        for other in joined - {own}:
            groups[own] |= groups[other]
            groups[other] = set()
        for member in groups[own]:
            group_of[member] = own
        for name in names:
            first.setdefault(name, number)
    return (sorted(group) for group in groups if len(group) > 1)


def _of_alike(own: Sequence[FileContent], notes: list[Sentence]) -> list[Place] | None:
    """The places of files that hold the same; None where nothing tells them."""
    files = [one.file for one in own]
    runs_told, targets_told = any(file.run for file in files), any(file.target for file in files)
    runs = [file.run or 1 for file in files]
    if targets_told and not all(file.target for file in files) and not _in_whole_runs(own, runs):
        unnamed = next(file for file in files if not file.target)
        raise wrong(
            unnamed.path,
            'other files of {system} have a target: --target "NAME={file}"',
            system=unnamed.system,
            file=unnamed.path.name,
        )
    if not runs_told and not targets_told and not _one_family(own):
        if not _together(own):
            return None
        names = _names(own)
        notes.append(
            phrase(
                "{files}: their times overlap, so they are targets of {system} that ran together ({names})",
                files=", ".join(file.path.name for file in files),
                system=files[0].system,
                names=", ".join(names),
            )
        )
        return [Place(file.system, 1, name, name) for file, name in zip(files, names, strict=True)]
    return list(_in_runs(own, runs))


def _in_runs(own: Sequence[FileContent], runs: Sequence[int]) -> Iterator[Place]:
    """With what was told of their runs and targets: files of the same run without a target are targets, by their
    hosts or names, unless one process wrote them."""
    for one, run in zip(own, runs, strict=True):
        here = [other for other, its in zip(own, runs, strict=True) if its == run and other.keys & one.keys]
        target = one.file.target
        same = [other for other in here if other.file.target == target]
        label = target
        if len(same) > 1 and _one_family(same):
            label = f"{target} {stem_of(one.file.path)}".strip()
        elif len(here) > 1 and not target:
            label = target = _names(here)[here.index(one)]
        elif not target and len(set(runs)) < len(runs) and not _one_family(own):
            label = target = _names([one])[0]  # the only target of its run, where other runs have several
        yield Place(one.file.system, run, target, label)


def _in_whole_runs(own: Sequence[FileContent], runs: Sequence[int]) -> bool:
    """Whether each run has targets for all of its files or for none."""
    told = defaultdict(set)
    for one, run in zip(own, runs, strict=True):
        told[run].add(bool(one.file.target))
    return all(len(one) == 1 for one in told.values())


def _one_family(own: Sequence[FileContent]) -> bool:
    """Whether one process wrote them all."""
    return bool(own[0].family) and len({one.family for one in own}) == 1


def _together(own: Sequence[FileContent]) -> bool:
    """Whether their wall-clock times overlap, each with each."""
    spans = [one.span() for one in own]
    known = [span for span in spans if span is not None]
    return len(known) == len(own) and all(overlap(one, other) >= OVERLAP for one, other in combinations(known, 2))


def overlap(one: Span, other: Span) -> float:
    """Return the share of the shorter time that two have in common."""
    shared = min(one[1], other[1]) - max(one[0], other[0])
    shorter = min(one[1] - one[0], other[1] - other[0])
    return shared / shorter if shorter > 0 else float(shared >= 0)


def _names(own: Sequence[FileContent]) -> list[str]:
    """Of targets without a name: their hosts, where they tell them apart, else their files."""
    hosts = [one.host for one in own]
    if all(hosts) and len(set(hosts)) == len(hosts):
        return [host[:LONGEST_TARGET] for host in hosts]
    stems = [stem_of(one.file.path) for one in own]
    times = Counter(stems)
    return [
        stem if times[stem] == 1 else f"{one.file.path.parent.name} {stem}"[:LONGEST_TARGET]
        for one, stem in zip(own, stems, strict=True)
    ]


def _unclear(groups: Sequence[Sequence[FileContent]], contents: Sequence[FileContent]) -> ImportedFileError:
    """The error of files that could be repeats or targets, with the options of both readings."""
    times = Counter(one.file.path.name for one in contents)

    def options(option: str, values_of: Callable[[Sequence[FileContent]], Sequence[object]]) -> str:
        return " ".join(
            f"{option} {shlex.quote(f'{value}={one.name if times[one.file.path.name] > 1 else one.file.path.name}')}"
            for own in groups
            for value, one in zip(values_of(own), own, strict=True)
        )

    alike = [
        phrase(
            "{files}: {kind} of the same system ({system})",
            files=", ".join(one.file.path.name for one in own),
            kind=Sentence(text=own[0].kind),
            system=own[0].file.system,
        )
        for own in groups
    ]
    return ImportedFileError(
        "{alike}\nAre these repeats, or targets (virtual machines, servers) that ran together?\n  repeats: {repeats}\n"
        '  targets: {targets}\nFiles of different systems take --system "NAME=FILE".',
        alike=joined(alike),
        repeats=phrase("{text}", text=options("--run", lambda own: range(1, len(own) + 1))),
        targets=phrase("{text}", text=options("--target", _names)),
    )


def _require_distinct(contents: Sequence[FileContent], places: Sequence[Place]) -> None:
    """No two files of one run and target may hold the same."""
    known: dict[tuple[object, ...], FileContent] = {}
    for one, place in zip(contents, places, strict=True):
        for name in () if one.sums else one.keys:
            key = place.system, one.kind, place.run, one.file.users, place.label, name
            before = known.setdefault(key, one)
            if before is not one:
                raise wrong(
                    one.file.path,
                    "it and {other} are both {kind} of {system}, run {run}{target}: distinguish them with --run or "
                    '--target "NAME={file}"',
                    other=before.file.path.name,
                    kind=Sentence(text=one.kind),
                    system=place.system,
                    run=place.run,
                    target=f", {place.target}" if place.target else "",
                    file=one.file.path.name,
                )


def targets_of(contents: Sequence[FileContent], places: Sequence[Place]) -> Mapping[tuple[str, int], tuple[str, ...]]:
    """Return the targets of each system and run."""
    found: dict[tuple[str, int], dict[str, None]] = {}
    for one, place in zip(contents, places, strict=True):
        if place.target and not one.sums:
            found.setdefault((place.system, place.run), {})[place.target] = None
    return {key: tuple(names) for key, names in found.items()}
