# SPDX-License-Identifier: Apache-2.0
"""Files from elsewhere become a session: what each file is, whose it is, and the new session of it all.

The session is of kind "import". Each file is an origin row with its hash. Run totals are documents of kind "totals",
one for each system, target and run; logs are sources with their layers, the runs one after the other on the time axis,
each with its phases. How the systems were run is the document "import", "order".
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from app.imports.counter_totals import counter_totals
from app.imports.field_values import decimals_of
from app.imports.formats import TOTALS, LogFormat, check_options, kind_of, log_format, storage_reader
from app.imports.import_request import FileToImport, ImportRequest, PlacedLog, placed
from app.imports.recorder import Recorder
from app.imports.source import ImportedFileError, wrong
from app.imports.storage_outputs import read_storage
from app.imports.totals import Figure, Order, TotalsFile, figure, read_totals
from app.model.errors import phrase
from app.model.messages import Message, Sentence
from app.session.writer import SessionWriter

MOST_SYSTEMS = 3

Progress = Callable[[Sentence], None]


@dataclass(frozen=True, slots=True)
class Comparison:
    """What all the files tell together. systems: names, the baseline first. facts: by system."""

    title: str
    order: Order
    systems: tuple[str, ...]
    facts: dict[str, dict[str, object]]
    figures: tuple[Figure, ...]


def import_results(
    request: ImportRequest, session: Path, progress: Progress = lambda text: None
) -> tuple[Message, ...]:
    """Makes the new session. Returns what its reader must be warned of.

    progress: told what is being done, every few thousand rows; what it raises ends the import. Raises
    ImportedFileError for a file that can't be taken in, SessionError where the session can't be made; then there is no
    session.
    """
    typed_files = [(file, kind_of(file.path, file.columns)) for file in request.files]
    if not typed_files:
        raise ImportedFileError("there is no file to import")
    for file, kind in typed_files:
        if log_format(kind) is None:
            check_options(file, kind)
    totals = [(file, read_totals(file.path, file.decimal)) for file, kind in typed_files if kind == TOTALS]
    all_totals = [found for _, found in totals]
    logged = [(file, log) for file, kind in typed_files if (log := log_format(kind))]
    outputs = [(file, reader) for file, kind in typed_files if (reader := storage_reader(kind))]
    named = {name for found in all_totals for name in found.systems} | {
        file.system for file, _ in logged if file.system
    }
    storage = read_storage(outputs, sorted(named), alone=len(outputs) == len(typed_files))
    if storage.totals is not None:
        all_totals.append(storage.totals)
    comparison = _comparison(request, all_totals, [file for file, _ in logged])
    logs = _placed_logs(comparison, logged, progress)
    _add_facts(comparison, logs, request)
    writer = SessionWriter.create(session, title=comparison.title, scenario_toml="", clock_origin_ns=0, kind="import")
    try:
        recorder = Recorder(writer, comparison.systems, comparison.facts, progress)
        for file, _ in totals:
            progress(phrase("{name}: totals", name=file.path.name))
            recorder.origin(TOTALS, file.path, shift_s=0.0)
        for file, kind in typed_files:
            if storage_reader(kind):
                progress(phrase("{name}: {kind}", name=file.path.name, kind=kind))
                recorder.origin(kind, file.path, shift_s=0.0)
        recorder.warnings += storage.warnings
        for one in logs:
            if not one.log.columns:
                recorder.origin(one.log.kind, one.file.path, shift_s=0.0)
                recorder.warnings += one.log.warnings
        with_rows = [one for one in logs if one.log.columns]
        for run in sorted({log.file.run for log in with_rows}):
            progress(phrase("run {run}", run=run))
            recorder.run(run, [log for log in with_rows if log.file.run == run], request.window)
        figures = _with_logs_own(comparison.figures, logs, recorder.warnings)
        figures += counter_totals(request.figures, session, comparison.systems, recorder, figures)
        recorder.totals(figures)
        recorder.storage_runs(storage.runs)
        recorder.warnings += _what_differs(figures)
        recorder.finish(comparison.order)
    except BaseException:
        writer.close()
        for ending in ("", "-wal", "-shm", "-journal"):
            session.with_name(session.name + ending).unlink(missing_ok=True)
        raise
    return tuple(recorder.warnings)


def _comparison(request: ImportRequest, totals: Sequence[TotalsFile], logs: Sequence[FileToImport]) -> Comparison:
    """Puts together what the totals and the wishes tell."""
    names = list(dict.fromkeys(name for found in totals for name in found.systems))
    names = list(dict.fromkeys([*names, *(file.system for file in logs if file.system)]))
    if not names:
        raise wrong(logs[0].path, 'which system does it belong to? --system "NAME={file}"', file=logs[0].path.name)
    if len(names) > MOST_SYSTEMS:
        raise ImportedFileError(
            "{count} systems ({names}): a comparison can have at most {most_systems}",
            count=len(names),
            names=", ".join(names),
            most_systems=MOST_SYSTEMS,
        )
    baseline = request.baseline or (totals[0].baseline if totals else names[0])
    if baseline not in names:
        raise ImportedFileError(
            'baseline "{baseline}": the systems are {names}', baseline=baseline, names=", ".join(names)
        )
    facts: dict[str, dict[str, object]] = {name: {} for name in names}
    for found in totals:
        for name, system_facts in found.facts.items():
            facts[name].update(system_facts)
    return Comparison(
        title=request.title or next((found.title for found in totals if found.title), "Imported results"),
        order=request.order or (totals[0].order if totals else "one at a time"),
        systems=(baseline, *(name for name in names if name != baseline)),
        facts=facts,
        figures=tuple(_each_once(totals)),
    )


def _each_once(totals: Sequence[TotalsFile]) -> Iterator[Figure]:
    known = set()
    for found in totals:
        for one in found.figures:
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


def _placed_logs(
    comparison: Comparison, files: Sequence[tuple[FileToImport, LogFormat]], progress: Progress
) -> list[PlacedLog]:
    found = []
    alike = Counter((_place(file), form.kind) for file, form in files)
    opened = []
    begins: dict[tuple[tuple[str, int], str], float] = {}
    for file, form in files:
        system = file.system or (comparison.systems[0] if len(comparison.systems) == 1 else "")
        if not system:
            known = ", ".join(comparison.systems)
            raise wrong(
                file.path,
                'which system does it belong to: {known}? --system "NAME={file}"',
                known=known,
                file=file.path.name,
            )
        key = _place(file), form.kind
        progress(phrase("{name}: {kind}", name=file.path.name, kind=form.kind))
        log = form.open(file, alike[key] < 2)
        opened.append((file, system, log, key if form.one_clock and alike[key] > 1 else None))
        first = next(iter(log.rows()), None) if opened[-1][3] else None
        if first is not None:
            begins[key] = min(first.seconds, begins.get(key, first.seconds))
    for file, system, log, together in opened:
        found.append(placed(file, system, log, begins.get(together) if together else None))
    return found


def _add_facts(comparison: Comparison, logs: Sequence[PlacedLog], request: ImportRequest) -> None:
    """What the logs say of the systems, beside what the totals say: each label with the values that its runs have; and
    how figures are derived."""
    for facts in comparison.facts.values():
        facts.update({f"Formula of {one.label}": one.formula for one in request.figures if one.formula})
    for log in logs:
        facts = comparison.facts[log.system]
        for label, text in log.log.facts.items():
            known = str(facts.get(label, ""))
            if text not in known.split("; "):
                facts[label] = f"{known}; {text}"[:4000] if known else text


def _place(file: FileToImport) -> tuple[str, int]:
    return file.system, file.run


def _with_logs_own(figures: Sequence[Figure], logs: Sequence[PlacedLog], warnings: list[Message]) -> list[Figure]:
    """The figures of the totals, and those that the drivers' output tells itself where the totals don't."""
    found = list(figures)
    known = {(one.system, one.run, one.target, one.metric): one for one in figures}
    for log in logs:
        for metric, (value, window) in log.log.totals.items():
            # A meter's mean is worked out here; what a driver prints is as it prints it.
            given = None if metric == "Watts" else decimals_of(f"{value:.10g}")
            one = figure(log.system, log.file.run, log.file.target, metric, value, window=window, decimals=given)
            before = known.get((one.system, one.run, one.target, one.metric))
            if before is None:
                known[one.system, one.run, one.target, one.metric] = one
                found.append(one)
            elif before in figures:
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
                    run=log.file.run,
                    file=log.file.path.name,
                )
    return found


def _what_differs(figures: Sequence[Figure]) -> list[Sentence]:
    """Runs with different targets, zero watts, and other things that keep figures from being compared."""
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
        for run, held in sorted(runs.items()):
            if missing := sorted(every - held):
                names = ", ".join(name or "the system as a whole" for name in missing)
                text = phrase(
                    "{name}, run {run}: {metric} of {names} is missing, which other runs have",
                    name=system,
                    run=run,
                    metric=metric,
                    names=names,
                )
                warnings.append(text)
    return warnings
