# SPDX-License-Identifier: Apache-2.0
"""Assignment of files to systems, runs and targets: one set of rules for every format.

Files of one system with the same contents (the same test, the same counters, the results of the same tool) are either
targets that ran together (virtual machines or servers of that system) or repeats. The user's options (--run, --target,
a manifest) take precedence; otherwise the files themselves decide:

- logs that one process wrote together (fio's of each job, pgbench's of each thread) are parts of one run,
- logs whose wall-clock times overlap ran together: they are targets, named after their hosts.

Otherwise nothing is guessed: the error message lists the options for both interpretations.
"""

import shlex
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations
from pathlib import Path

from app.imports.import_request import FilePlace, FileToImport
from app.imports.source import ImportedFileError, wrong
from app.model.errors import joined, phrase
from app.model.messages import Sentence

OVERLAP = 0.5
"""Minimum overlap of two logs that ran together, as a share of the shorter log's duration."""
LONGEST_TARGET = 80
Span = tuple[float, float]


@dataclass(frozen=True, slots=True)
class FileContent:
    """Contents of a file that determine its place.

    Attributes:
        keys: identifiers of contents that only one file of a target and run can have.
        host: machine named in the file.
        family: name shared by all files that one process wrote; "" if unknown.
        span: function that returns the wall-clock times of the first and last row, or None without calendar times.
        sums: whether several files of one target add up.
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
        """Name of the file as used in options."""
        return str(self.file.path)


@dataclass(slots=True)
class Places:
    """Places of the files.

    Attributes:
        of: place of each file, in the order of the files.
        notes: messages about places that were deduced rather than given.
    """

    of: list[FilePlace]
    notes: list[Sentence] = field(default_factory=list)


def places_of(contents: Sequence[FileContent]) -> Places:
    """Return the place of each file, whose system is already known.

    Raises:
        ImportedFileError: the place is unclear.
    """
    places = Places(
        [FilePlace(one.file.system, one.file.run or 1, one.file.target, one.file.target) for one in contents]
    )
    unclear: list[list[FileContent]] = []
    for group, numbers in enumerate(_alike(contents), 1):
        group_files = [contents[number] for number in numbers]
        group_places = _group_places(group_files, places.notes)
        if group_places is None:
            unclear.append(group_files)
            continue
        for number, place in zip(numbers, group_places, strict=True):
            places.of[number] = replace(place, group=group)
    if unclear:
        raise _unclear(unclear, contents)
    _require_distinct(contents, places.of)
    return places


def systems_named(files: Sequence[FileToImport], named: Sequence[str]) -> Iterator[FileToImport]:
    """Yield the files with their systems: the given one, the only one, or the one named by the file's stem.

    Args:
        files: the files.
        named: systems in files of totals.

    Raises:
        ImportedFileError: a file may belong to any of several systems.
    """
    systems = list(dict.fromkeys([*named, *(file.system for file in files if file.system)]))
    for file in files:
        if file.system:
            yield file
        elif len(systems) == 1:
            yield replace(file, system=systems[0])
        elif named:
            raise wrong(
                file.path,
                'which system does it belong to: {known}? --system "NAME={file}"',
                known=", ".join(systems),
                file=file.path.name,
            )
        else:
            yield replace(file, system=stem_of(file.path))


def stem_of(path: Path) -> str:
    """Return the default name of a system or target: the file name without uninformative extensions."""
    name = path.name
    for ending in (".txt", ".log", ".csv", ".tsv", ".json", ".xml", ".out"):
        name = name[: -len(ending)] if name.lower().endswith(ending) and len(name) > len(ending) else name
    return "".join(letter for letter in name if letter.isprintable())[:LONGEST_TARGET] or "file"


def _alike(contents: Sequence[FileContent]) -> Iterator[list[int]]:
    """Return the groups of files of a system with contents that only one file of a target and run can have."""
    groups: list[set[int]] = []
    first: dict[tuple[object, ...], int] = {}
    group_of: dict[int, int] = {}
    for number, one in enumerate(contents):
        if one.sums:
            continue
        names = [(one.file.system, one.kind, one.file.users, name) for name in one.keys]
        joined = {group_of[first[name]] for name in names if name in first}
        lowest = min(joined, default=len(groups))
        if lowest == len(groups):
            groups.append(set())
        groups[lowest].add(number)
        for other in joined - {lowest}:
            groups[lowest] |= groups[other]
            groups[other] = set()
        for member in groups[lowest]:
            group_of[member] = lowest
        for name in names:
            first.setdefault(name, number)
    return (sorted(group) for group in groups if len(group) > 1)


def _group_places(group: Sequence[FileContent], notes: list[Sentence]) -> list[FilePlace] | None:
    """Return the places of files with the same contents, or None if they cannot be determined."""
    files = [one.file for one in group]
    runs_told, targets_told = any(file.run for file in files), any(file.target for file in files)
    runs = [file.run or 1 for file in files]
    if targets_told and not all(file.target for file in files) and not _in_whole_runs(group, runs):
        unnamed = next(file for file in files if not file.target)
        raise wrong(
            unnamed.path,
            'other files of {system} have a target: --target "NAME={file}"',
            system=unnamed.system,
            file=unnamed.path.name,
        )
    if not runs_told and not targets_told and not _one_family(group):
        if not _together(group):
            return None
        names = _names(group)
        notes.append(
            phrase(
                "{files}: their times overlap, so they are targets of {system} that ran together ({names})",
                files=", ".join(file.path.name for file in files),
                system=files[0].system,
                names=", ".join(names),
            )
        )
        return [FilePlace(file.system, 1, name, name) for file, name in zip(files, names, strict=True)]
    return list(_in_runs(group, runs))


def _in_runs(group: Sequence[FileContent], runs: Sequence[int]) -> Iterator[FilePlace]:
    """Yield the places from the given runs and targets.

    Files of the same run without a target are targets, named after their hosts or files, unless one process wrote them.
    """
    for one, run in zip(group, runs, strict=True):
        of_run = [
            other for other, other_run in zip(group, runs, strict=True) if other_run == run and other.keys & one.keys
        ]
        target = one.file.target
        of_target = [other for other in of_run if other.file.target == target]
        label = target
        if len(of_target) > 1 and _one_family(of_target):
            label = f"{target} {stem_of(one.file.path)}".strip()
        elif len(of_run) > 1 and not target:
            label = target = _names(of_run)[of_run.index(one)]
        elif not target and len(set(runs)) < len(runs) and not _one_family(group):
            label = target = _names([one])[0]  # the only target of its run, where other runs have several
        yield FilePlace(one.file.system, run, target, label)


def _in_whole_runs(group: Sequence[FileContent], runs: Sequence[int]) -> bool:
    """Return whether each run has targets for all of its files or for none."""
    with_target = defaultdict(set)
    for one, run in zip(group, runs, strict=True):
        with_target[run].add(bool(one.file.target))
    return all(len(one) == 1 for one in with_target.values())


def _one_family(group: Sequence[FileContent]) -> bool:
    """Return whether one process wrote all files."""
    return bool(group[0].family) and len({one.family for one in group}) == 1


def _together(group: Sequence[FileContent]) -> bool:
    """Return whether the wall-clock times of all files overlap pairwise."""
    spans = [one.span() for one in group]
    known = [span for span in spans if span is not None]
    return len(known) == len(group) and all(overlap(one, other) >= OVERLAP for one, other in combinations(known, 2))


def overlap(one: Span, other: Span) -> float:
    """Return the overlap of two time spans as a share of the shorter one."""
    shared = min(one[1], other[1]) - max(one[0], other[0])
    shorter = min(one[1] - one[0], other[1] - other[0])
    return shared / shorter if shorter > 0 else float(shared >= 0)


def _names(group: Sequence[FileContent]) -> list[str]:
    """Return names for targets: their hosts if those are distinct, or else their files."""
    hosts = [one.host for one in group]
    if all(hosts) and len(set(hosts)) == len(hosts):
        return [host[:LONGEST_TARGET] for host in hosts]
    stems = [stem_of(one.file.path) for one in group]
    times = Counter(stems)
    return [
        stem if times[stem] == 1 else f"{one.file.path.parent.name} {stem}"[:LONGEST_TARGET]
        for one, stem in zip(group, stems, strict=True)
    ]


def _unclear(groups: Sequence[Sequence[FileContent]], contents: Sequence[FileContent]) -> ImportedFileError:
    """Return the error for files that could be repeats or targets, with the options for both interpretations."""
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


def _require_distinct(contents: Sequence[FileContent], places: Sequence[FilePlace]) -> None:
    """Check that no two files of one run and target have the same contents.

    Raises:
        ImportedFileError: two files have the same contents.
    """
    known: dict[tuple[object, ...], FileContent] = {}
    for one, place in zip(contents, places, strict=True):
        for name in () if one.sums else one.keys:
            key = place.system, one.kind, place.run, one.file.users, place.label, name
            other = known.setdefault(key, one)
            if other is not one:
                raise wrong(
                    one.file.path,
                    "it and {other} are both {kind} of {system}, run {run}{target}: distinguish them with --run or "
                    '--target "NAME={file}"',
                    other=other.file.path.name,
                    kind=Sentence(text=one.kind),
                    system=place.system,
                    run=place.run,
                    target=f", {place.target}" if place.target else "",
                    file=one.file.path.name,
                )


def targets_of(
    contents: Sequence[FileContent], places: Sequence[FilePlace]
) -> Mapping[tuple[str, int], tuple[str, ...]]:
    """Return the targets of each system and run."""
    targets: dict[tuple[str, int], dict[str, None]] = {}
    for one, place in zip(contents, places, strict=True):
        if place.target and not one.sums:
            targets.setdefault((place.system, place.run), {})[place.target] = None
    return {key: tuple(names) for key, names in targets.items()}
