# SPDX-License-Identifier: Apache-2.0
"""Import of other tools' files into a new session.

The session is of kind "import". Each file is an origin row with its hash. Run totals are documents of kind "totals",
one for each system, target and run; logs are sources with their layers, the runs one after the other on the time axis,
each with its phases. The document "import", "order" records how the systems were run.

Before success is reported, the new session is opened with the reader that the rest of the program uses.
"""

import math
import re
from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from functools import partial
from itertools import combinations
from pathlib import Path

from app.imports.counter_totals import counter_totals
from app.imports.field_values import decimals_of
from app.imports.formats import POWER_METER, TOTALS, LogFormat, check_options, kind_of, log_format, storage_reader
from app.imports.import_request import FilePlace, FileToImport, ImportRequest, PlacedLog, placed
from app.imports.placing import FileContent, Places, Span, overlap, places_of, stem_of, systems_named
from app.imports.recorder import Recorder
from app.imports.source import ImportedFileError, Log, wrong
from app.imports.storage_outputs import read_storage, tests_of, with_depth
from app.imports.storage_run import StorageOutput
from app.imports.totals import Order, TotalsFigure, TotalsFile, figure, part_name, read_totals
from app.model.errors import phrase
from app.model.merging import merged, rule_of
from app.model.messages import Message, Sentence
from app.session.reader import SessionReader
from app.session.session_error import SessionError
from app.session.writer import SessionWriter

MOST_SYSTEMS = 3

Progress = Callable[[Sentence], None]


@dataclass(frozen=True, slots=True)
class ImportedComparison:
    """Combined contents of all files.

    Attributes:
        systems: names of the systems, the baseline first.
        facts: facts by system.
    """

    title: str
    order: Order
    systems: tuple[str, ...]
    facts: dict[str, dict[str, object]]
    figures: tuple[TotalsFigure, ...]


@dataclass(frozen=True, slots=True)
class OpenedFile:
    """Opened file with its contents: run totals, a storage tool's output, or a log."""

    file: FileToImport
    kind: str
    totals: TotalsFile | None = None
    output: StorageOutput | None = None
    log: Log | None = None
    form: LogFormat | None = None


def import_results(
    request: ImportRequest, session: Path, progress: Progress = lambda text: None
) -> tuple[Message, ...]:
    """Create the session.

    Args:
        request: files to import, with their options.
        session: the file to create.
        progress: receives a description of the current step, every few thousand rows; raising an exception cancels the
            import.

    Returns:
        Warnings for readers of the session.

    Raises:
        ImportedFileError: a file cannot be imported; no session is left behind.
        SessionError: the session cannot be written; no session is left behind.
    """
    files = opened_files(request.files, progress)
    require_taken(request, files)
    totals = [one.totals for one in files if one.totals is not None]
    places = placed_files(files)
    storage = read_storage(
        [(one.file, place, one.output) for one, place in zip(files, places.of, strict=True) if one.output is not None]
    )
    totals += [storage.totals] if storage.totals is not None else []
    logged = [(one, place) for one, place in zip(files, places.of, strict=True) if one.log is not None]
    comparison = _comparison(request, totals, [place.system for _, place in logged])
    comparison = replace(
        comparison, figures=tuple(_power_parts(comparison.figures, {place.target for place in places.of}))
    )
    logs = _placed_logs(logged)
    _add_facts(comparison, logs, request)
    levels = sorted(
        {one.file.users for one in files if one.file.users is not None} | {one.users for one in request.levels}
    )
    writer = SessionWriter.create(session, title=comparison.title, scenario_toml="", clock_origin_ns=0, kind="import")
    try:
        recorder = Recorder(writer, comparison.systems, comparison.facts, progress, levels)
        for one in files:
            if one.log is None:
                progress(phrase("{name}: {kind}", name=one.file.path.name, kind=Sentence(text=one.kind)))
                recorder.origin(one.kind, one.file.path, shift_s=0.0)
        recorder.warnings += [*places.notes, *storage.warnings]
        for log in logs:
            if not log.log.columns:
                recorder.origin(log.log.kind, log.file.path, shift_s=0.0)
                recorder.warnings += log.log.warnings
        with_rows = [log for log in logs if log.log.columns]
        for run, users in sorted({_run(log) for log in with_rows}, key=lambda key: (key[0], key[1] or 0.0)):
            progress(phrase("run {run}", run=run))
            recorder.run(
                run, [log for log in with_rows if _run(log) == (run, users)], request.window, users, request.levels
            )
        figures = _with_logs_own(comparison.figures, logs, recorder.power, recorder.warnings)
        figures = _with_power_of_parts(figures, recorder.power, recorder.warnings)
        figures += counter_totals(request.figures, session, comparison.systems, recorder, figures)
        figures = [*_with_systems(figures, logs, storage.targets)]
        _require_one_unit(figures)
        recorder.totals(figures)
        recorder.storage_runs(storage.runs)
        recorder.warnings += _difference_warnings(figures)
        recorder.finish(comparison.order)
        _require_readable(session)
    except BaseException:
        writer.close()
        for ending in ("", "-wal", "-shm", "-journal"):
            session.with_name(session.name + ending).unlink(missing_ok=True)
        raise
    return tuple(recorder.warnings)


def opened_files(files: Sequence[FileToImport], progress: Progress = lambda text: None) -> list[OpenedFile]:
    """Open the files and detect the system of each.

    Raises:
        ImportedFileError: a file cannot be read.
    """
    if not files:
        raise ImportedFileError("there is no file to import")
    kinds = [kind_of(file.path, file.columns) for file in files]
    for file, kind in zip(files, kinds, strict=True):
        if log_format(kind) is None:
            check_options(file, kind)
    all_totals = {
        number: read_totals(file.path, file.decimal) for number, file in enumerate(files) if kinds[number] == TOTALS
    }
    named = list(dict.fromkeys(name for totals_file in all_totals.values() for name in totals_file.systems))
    others = iter(systems_named([file for number, file in enumerate(files) if number not in all_totals], named))
    opened = []
    for number, (file, kind) in enumerate(zip(files, kinds, strict=True)):
        progress(phrase("{name}: {kind}", name=file.path.name, kind=Sentence(text=kind)))
        if number in all_totals:
            opened.append(OpenedFile(file, kind, totals=all_totals[number]))
            continue
        completed = next(others)
        if form := log_format(kind):
            opened.append(OpenedFile(completed, kind, log=form.open(completed), form=form))
        elif reader := storage_reader(kind):
            opened.append(OpenedFile(completed, kind, output=with_depth(completed, reader(completed.path))))
    return opened


def recognized(request: ImportRequest) -> tuple[ImportRequest, dict[Path, str]]:
    """Return the request with the details found in the files, and a comment per file: its kind, and what is unclear.

    Raises:
        ImportedFileError: a file cannot be read.
    """
    named = request.files
    if not any(file.system for file in named):
        systems = _systems_by_name([file.path for file in named])
        named = tuple(replace(file, system=systems[file.path]) for file in named)
    files = [
        replace(one, file=replace(one.file, system="")) if one.totals is not None else one
        for one in opened_files(named)
    ]
    comments = {one.file.path: one.kind for one in files}
    try:
        places = placed_files(files).of
    except ImportedFileError as error:
        first = files[0].file.path
        comments[first] = f"Before the import: {error}\n{comments[first]}"
        return replace(request, files=tuple(one.file for one in files)), comments
    completed = []
    for one, place in zip(files, places, strict=True):
        file = one.file
        if one.totals is None:
            file = replace(file, run=place.run, target=place.target)
        if one.kind == POWER_METER:
            file = replace(file, target="", part=place.label)
        completed.append(file)
    return replace(request, files=tuple(completed)), comments


def _systems_by_name(paths: Sequence[Path]) -> dict[Path, str]:
    """Return the presumed systems of files: the first part of their names if that makes two or three systems.

    Otherwise each file is a separate system.
    """
    begins = {path: re.split(r"[-_. ]", stem_of(path), maxsplit=1)[0] for path in paths}
    if 1 < len(set(begins.values())) <= MOST_SYSTEMS and all(begins.values()):
        return begins
    return {path: stem_of(path) for path in paths}


def placed_files(files: Sequence[OpenedFile]) -> Places:
    """Return the place of each file in the comparison.

    Raises:
        ImportedFileError: the place is unclear.
    """
    label_of = tests_of([one.output for one in files if one.output is not None])
    contents = []
    for one in files:
        keys: set[str] = set()
        if one.output is not None:
            keys = {label_of(run) for run in one.output.runs}
        elif one.log is not None:
            keys = {series.path for series in one.log.series} or {one.kind}
        contents.append(
            FileContent(
                one.file,
                one.kind,
                frozenset(keys),
                host=_host(one),
                family=one.form.family(one.file.path) if one.form is not None else "",
                span=partial(_span, one.log),
                sums=one.kind == POWER_METER,
            )
        )
    places = places_of(contents)
    places.of = list(_meters_named(files, places.of))
    return places


def _host(one: OpenedFile) -> str:
    if one.output is not None:
        return one.output.computer
    hosts = one.log.detail.hosts if one.log is not None else []
    return hosts[0] if len(hosts) == 1 else ""


def _span(log: Log | None) -> Span | None:
    """Return the wall-clock times of a log's first and last rows, or None if it has no calendar times."""
    if log is None or log.clock != "dated" or not log.columns:
        return None
    first = last = None
    for row in log.rows():
        first, last = row.seconds if first is None else first, row.seconds
    return None if first is None or last is None else (first, last)


def _meters_named(files: Sequence[OpenedFile], places: Sequence[FilePlace]) -> Iterator[FilePlace]:
    """Yield the places; those of power meters name the metered part of the system, which is not a target."""
    meters = [
        (place.system, place.run, one.file.users)
        for one, place in zip(files, places, strict=True)
        if one.kind == POWER_METER
    ]
    for one, place in zip(files, places, strict=True):
        if one.kind != POWER_METER:
            yield place
            continue
        part = one.file.part or one.file.target
        several = meters.count((place.system, place.run, one.file.users)) > 1
        yield replace(place, target="", label=part or (stem_of(one.file.path) if several else ""))


TAKEN: Mapping[str, Sentence] = {
    "run": phrase("a log or output"),
    "target": phrase("a log or output"),
    "system": phrase("a log or output"),
    "start": phrase("a log whose times do not begin with the load"),
    "offset": phrase("a log"),
    "outstanding": phrase("an output of SQLIO, diskspd or fio"),
    "time": phrase("a power meter's table"),
    "watts": phrase("a power meter's table"),
    "part": phrase("a power meter's table"),
    "window": phrase("a log"),
    "figure": phrase("a log"),
}
"""Kinds of files to which each option applies."""


def require_taken(request: ImportRequest, files: Sequence[OpenedFile]) -> None:
    """Check that every given option takes effect.

    Raises:
        ImportedFileError: an option does not apply to its file.
    """
    for one in files:
        for option in sorted((one.file.given & TAKEN.keys()) - set(_taken_by(one))):
            raise wrong(
                one.file.path,
                "--{option} is not for {kind}; it is for {taken}",
                option=option,
                kind=Sentence(text=one.kind),
                taken=TAKEN[option],
            )
    every = {option for one in files for option in _taken_by(one)}
    for option in sorted((request.for_all & TAKEN.keys()) - every):
        raise ImportedFileError("--{option}: none of the files is {taken}", option=option, taken=TAKEN[option])


def _taken_by(one: OpenedFile) -> Iterator[str]:
    if one.totals is not None:
        return
    yield from ("system", "run", "target")
    if one.output is not None:
        yield "outstanding"
    if one.log is not None and one.log.columns:
        yield from ("offset", "window", "figure")
        if one.log.clock != "since start":
            yield "start"
    if one.kind == POWER_METER:
        yield from ("time", "watts", "part")


def _require_readable(session: Path) -> None:
    """Open the new session with the reader that the rest of the program uses.

    Raises:
        ImportedFileError: the session cannot be read or is empty.
    """
    try:
        with SessionReader.open(session) as reader:
            if not reader.counters and not any(document.data for document in reader.documents):
                raise ImportedFileError("the files hold nothing that can be shown")
    except SessionError as error:
        raise ImportedFileError("the imported session can't be read: {reason}", reason=error) from None


def _comparison(request: ImportRequest, totals: Sequence[TotalsFile], logged: Sequence[str]) -> ImportedComparison:
    """Combine the totals and the request.

    Args:
        request: files to import, with their options.
        totals: files of totals.
        logged: systems of logs.

    Raises:
        ImportedFileError: the systems are contradictory.
    """
    names = list(dict.fromkeys(name for one in totals for name in one.systems))
    named = dict.fromkeys([*names, *logged])
    names = list(dict.fromkeys([*(name for name in request.systems if name in named), *named]))
    if len(names) > MOST_SYSTEMS:
        raise ImportedFileError(
            "{count} systems ({names}): a comparison can have at most {most_systems}. Say which files are of the same "
            'system: --system "NAME=FILE" (--write-manifest lab.toml makes a list of all files to edit)',
            count=len(names),
            names=", ".join(names),
            most_systems=MOST_SYSTEMS,
        )
    for one, other in combinations(names, 2):
        if one.casefold().split() == other.casefold().split():
            raise ImportedFileError(
                'the systems "{one}" and "{other}" differ only in capitals or spaces: write the name of one system in '
                "one way",
                one=one,
                other=other,
            )
    counted = {one.system for totals_file in totals for one in totals_file.figures} | set(logged)
    if without := [name for name in names if name not in counted]:
        raise ImportedFileError(
            '"{name}" has facts but no figure: give each figure its run, and leave sums over systems out',
            name=without[0],
        )
    baseline = request.baseline or (totals[0].baseline if totals else names[0])
    if baseline not in names:
        raise ImportedFileError(
            'baseline "{baseline}": the systems are {names}', baseline=baseline, names=", ".join(names)
        )
    facts: dict[str, dict[str, object]] = {name: {} for name in names}
    for totals_file in totals:
        for name, system_facts in totals_file.facts.items():
            facts[name].update(system_facts)
    for name, given in request.facts.items():
        if name not in facts:
            raise ImportedFileError('no file is of the system "{name}"', name=name)
        facts[name].update(given)
    return ImportedComparison(
        title=request.title or next((one.title for one in totals if one.title), "Imported results"),
        order=request.order or (totals[0].order if totals else "one at a time"),
        systems=(baseline, *(name for name in names if name != baseline)),
        facts=facts,
        figures=tuple(_each_once(totals)),
    )


def _each_once(totals: Sequence[TotalsFile]) -> Iterator[TotalsFigure]:
    known = set()
    for totals_file in totals:
        for one in totals_file.figures:
            key = one.system, one.run, one.target, one.metric
            if key in known:
                raise ImportedFileError(
                    "{metric} of {name}, run {run}, is in two files of totals",
                    metric=one.metric,
                    name=one.system,
                    run=one.run,
                )
            known.add(key)
            yield one


def _power_parts(figures: Sequence[TotalsFigure], targets: Set[str]) -> Iterator[TotalsFigure]:
    """Convert targets of totals that have no figure except watts to parts of the system's power.

    Args:
        figures: figures of the totals.
        targets: targets of the other files.
    """
    measured = targets | {one.target for one in figures if one.unit != "W"}
    for one in figures:
        if not one.target or one.target in measured:
            yield one
        else:
            yield replace(one, target="", metric=part_name(one.metric, one.target), part=one.target)


def _with_power_of_parts(
    figures: Sequence[TotalsFigure], metered: Sequence[TotalsFigure], warnings: list[Message]
) -> list[TotalsFigure]:
    """Return the figures, with each system's power as the sum of its parts unless the user gave it.

    There is no sum for a run that lacks a part which other runs have.

    Args:
        figures: all figures.
        metered: figures from power meters.
        warnings: receives a message for each incomplete run.
    """
    whole = {_key(one): one for one in figures if one.unit == "W" and not one.target and not one.part}
    parts: dict[tuple[str, str], dict[tuple[int, float | None], dict[str, TotalsFigure]]] = {}
    for one in figures:
        if one.part or (one.target and one.unit == "W"):
            metric = one.metric.removesuffix(part_name("", one.part))
            runs = parts.setdefault((one.system, metric), {})
            runs.setdefault((one.run, one.users), {})[one.part or one.target] = one
    sums: dict[tuple[object, ...], TotalsFigure] = {}
    for (system, metric), runs in parts.items():
        if not any(one.part for by_part in runs.values() for one in by_part.values()):
            continue
        for one in metered:
            if one.system == system and one.metric == metric:
                runs.setdefault((one.run, one.users), {})
        every = {name for by_part in runs.values() for name in by_part}
        most = max(map(len, runs.values()))
        for (run, users), by_part in runs.items():
            powers = list(by_part.values())
            known = whole.get((system, run, users, "", metric))
            if known is not None and (known not in metered or (not powers and most == 1)):
                continue
            complete = len(powers) == most
            if complete and known is not None and all(one in metered for one in powers):
                continue  # already added up second by second
            if not complete:
                warnings.append(_missing(system, run, metric, sorted(every - by_part.keys())))
            total = TotalsFigure(
                system,
                run,
                "",
                metric,
                math.fsum(one.value for one in powers) if complete else math.nan,
                "W",
                "",
                powers[0].window if len({one.window for one in powers}) == 1 else None,
                decimals=max((one.decimals for one in powers if one.decimals is not None), default=None),
                users=users,
            )
            sums[_key(total)] = total
    return [*(one for one in figures if _key(one) not in sums), *sums.values()]


def _placed_logs(files: Sequence[tuple[OpenedFile, FilePlace]]) -> list[PlacedLog]:
    """Place the logs on the time axis.

    Logs of one tool and run whose wall-clock times overlap are treated as having begun with the earliest of them.
    """
    firsts: dict[int, float] = {}
    alike: dict[tuple[object, ...], list[int]] = {}
    for number, (one, place) in enumerate(files):
        log = one.log
        if log is not None and log.clock == "dated" and log.columns:
            alike.setdefault((one.kind, place.system, place.run, one.file.users), []).append(number)
    for numbers in alike.values():
        if len(numbers) < 2:
            continue
        spans = {number: span for number in numbers if (span := _span(files[number][0].log)) is not None}
        for number, span in spans.items():
            firsts[number] = min(other[0] for other in spans.values() if overlap(span, other) > 0)
    return [
        placed(one.file, place, one.log, firsts.get(number))
        for number, (one, place) in enumerate(files)
        if one.log is not None
    ]


def _add_facts(comparison: ImportedComparison, logs: Sequence[PlacedLog], request: ImportRequest) -> None:
    """Add the logs' facts to those of the totals, each label with its values in all runs, and the formulas."""
    for facts in comparison.facts.values():
        facts.update({f"Formula of {one.label}": one.formula for one in request.figures if one.formula})
    for log in logs:
        facts = comparison.facts[log.system]
        for label, text in log.log.facts.items():
            known = str(facts.get(label, ""))
            if text not in known.split("; "):
                facts[label] = f"{known}; {text}"[:4000] if known else text


def _run(log: PlacedLog) -> tuple[int, float | None]:
    return log.place.run, log.file.users


def _with_logs_own(
    figures: Sequence[TotalsFigure], logs: Sequence[PlacedLog], power: Sequence[TotalsFigure], warnings: list[Message]
) -> list[TotalsFigure]:
    """Return the figures in the totals, and those in the drivers' output that the totals lack."""
    combined = list(figures)
    known = {_key(one): one for one in figures}
    for log in logs:
        for target, metric, (value, window) in log.log.every_total(log.place.target):
            # A driver's figure has the decimals with which it was printed, including zeros: 100.00 is exact to two
            # decimals, whereas 100 may not be.
            given = log.log.decimals.get(metric, decimals_of(f"{value:.10g}"))
            one = figure(log.system, log.place.run, target, metric, value, window=window, decimals=given)
            one = replace(one, users=log.file.users)
            existing = known.get(_key(one))
            if existing is None:
                known[_key(one)] = one
                combined.append(one)
            elif existing in figures:
                warnings.append(
                    phrase(
                        "{file}: {metric} is taken from the totals, not from this output",
                        file=log.file.path.name,
                        metric=metric,
                    )
                )
            else:
                raise wrong(
                    log.file.path,
                    "another output has {metric} of {name}, run {run}: distinguish them with --run or "
                    '--target "NAME={file}"',
                    metric=metric,
                    name=log.system,
                    run=log.place.run,
                    file=log.file.path.name,
                )
    combined += [one for one in power if _key(one) not in known]
    return combined


def _key(one: TotalsFigure) -> tuple[object, ...]:
    return one.system, one.run, one.users, one.target, one.metric


def _with_systems(
    figures: Sequence[TotalsFigure], logs: Sequence[PlacedLog], outputs: Mapping[tuple[object, ...], Sequence[str]]
) -> Iterator[TotalsFigure]:
    """Yield all figures, and those of each system as a whole if it has several targets.

    Totals written by a user are added up where they are read, which also reports missing ones.

    Args:
        figures: all figures.
        logs: the logs, for their targets.
        outputs: targets of storage exercisers by system, run and level.
    """
    yield from figures
    whole = {_key(one) for one in figures if not one.target}
    expected: dict[tuple[object, ...], set[str]] = {key: set(names) for key, names in outputs.items()}
    for log in logs:
        if log.place.target:
            expected.setdefault((log.system, log.place.run, log.file.users), set()).add(log.place.target)
    by_run: dict[tuple[str, int, float | None], dict[str, dict[str, TotalsFigure]]] = {}
    for one in figures:
        if one.target:
            by_run.setdefault((one.system, one.run, one.users), {}).setdefault(one.target, {})[one.metric] = one
    for key, every in by_run.items():
        named = key in expected
        most = max((len(names) for other, names in expected.items() if other[::2] == key[::2]), default=0)
        # Targets named in an output are parts of that output's target.
        targets = {name: by_metric for name, by_metric in every.items() if not named or name in expected[key]}
        values = [{metric: one.value for metric, one in by_metric.items()} for by_metric in targets.values()]
        for one in {metric: one for by_metric in targets.values() for metric, one in by_metric.items()}.values():
            system = replace(one, target="")
            of_targets = [by_metric[one.metric] for by_metric in targets.values() if one.metric in by_metric]
            rule = rule_of(one.metric.rpartition(": ")[2], one.unit)
            if _key(system) in whole or (rule == "sum" and not named):
                continue
            # A figure that only some targets have is unknown for the system.
            complete = len(of_targets) == max(len(expected.get(key, targets)), most)
            decimals = [other.decimals for other in of_targets if other.decimals is not None]
            value = merged(one.metric, one.unit, values) if complete else math.nan
            if math.isfinite(value) or rule == "sum":
                yield replace(system, value=value, decimals=max(decimals, default=None))


def _require_one_unit(figures: Sequence[TotalsFigure]) -> None:
    """Check that each figure has the same unit in all files, because otherwise ratios would be meaningless.

    Raises:
        ImportedFileError: two files have different units.
    """
    units: dict[str, str] = {}
    for one in figures:
        if one.defined or not math.isfinite(one.value):
            continue  # the user chooses the units of user-defined figures
        unit = units.setdefault(one.metric, one.unit)
        if unit != one.unit:
            raise ImportedFileError(
                "{metric} is in {unit} in one file and in {other} in another: write all of it in one unit",
                metric=one.metric,
                unit=unit or "–",
                other=one.unit or "–",
            )


def _difference_warnings(figures: Sequence[TotalsFigure]) -> list[Sentence]:
    """Return warnings about differences that prevent a comparison, for example different targets or zero watts."""
    warnings: list[Sentence] = []
    targets: dict[tuple[str, str], dict[int, set[str]]] = {}
    for one in figures:
        targets.setdefault((one.system, one.metric), {}).setdefault(one.run, set()).add(one.target)
        if one.value == 0 and one.unit == "W":
            text = phrase(
                "{name}, run {run}: {metric} is 0: nothing can be told per watt",
                name=one.system,
                run=one.run,
                metric=one.metric,
            )
            warnings.append(text)
    for (system, metric), runs in targets.items():
        every = set().union(*runs.values())
        for run, present in sorted(runs.items()):
            if missing := sorted(every - present):
                warnings.append(_missing(system, run, metric, missing))
    return warnings


def _missing(system: str, run: int, metric: str, names: Sequence[str]) -> Sentence:
    return phrase(
        "{name}, run {run}: {metric} of {names} is missing, which other runs have",
        name=system,
        run=run,
        metric=metric,
        names=", ".join(name or "the system as a whole" for name in names),
    )
