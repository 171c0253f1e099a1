# SPDX-License-Identifier: Apache-2.0
"""Study of one or several sessions: runs, figures and comparisons, computed by app.analysis.

It includes the figures per disk, price, watt, gigabyte, core and rack unit.
"""

from collections import Counter as Tally
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from math import isfinite, nan

import msgspec

from app.analysis.comparison import Comparison, compare
from app.analysis.repeats import Spread, spread_of
from app.analysis.throughput import keeps_up
from app.model.documents import ImportOrder, PlanResult, SystemOrder
from app.model.events import PeakAtTop
from app.model.headline_figure import HeadlineFigure, chosen
from app.model.messages import Message
from app.model.workloads import WorkloadParameters
from app.results.disclosure import disclosure_of, drivers_of
from app.results.measurings import Measuring, alternated, measurings, windowed
from app.results.normalised import normalised_rows
from app.results.run_figures import (
    DEVICE_IOPS,
    FINISHED,
    FIRST,
    MACHINE_CPU,
    OPM,
    USERS,
    has_totals,
    imported_metrics,
    imported_places,
    imported_run,
    live_metrics,
    live_run,
    own_rates,
)
from app.results.searches import open_ended
from app.results.session_result import session_verdict
from app.results.steadiness import has_steadiness_warning, not_steady, warnings_of
from app.results.storage_results import io_kind, kind_of_io
from app.results.study_records import (
    Design,
    LoadPoint,
    Metric,
    Study,
    StudyRun,
    StudySession,
    StudySystem,
    SystemRun,
    quotient_label,
)
from app.results.system_sheets import appendix_of
from app.scenario.recorded import without_seed
from app.session.reader import SessionReader
from app.session.records import SystemInfo
from app.session.session_error import SessionError

ORDERS: Mapping[str, Design] = {
    "together": "simultaneous",
    "alternating": "alternating",
    "one at a time": "not simultaneous",
}
Letters = Mapping[str, str]
"""Mapping from the letters of a session's systems to the study's letters."""


def study_of(readers: Sequence[SessionReader]) -> Study:
    """Return the study of sessions of the same comparison, in the given order.

    Raises:
        SessionError: If the sessions cannot be studied together.
    """
    _refuse_unusable(readers)
    systems, letters = _systems(readers)
    runs: list[StudyRun] = []
    points: list[LoadPoint] = []
    for index, reader in enumerate(readers):
        own_runs, own_points = _totals_runs(reader) if has_totals(reader) else _live_runs(reader)
        for run in own_runs:
            runs.append(_with_letters(run, letters[index], index, len(runs) + 1))
        points += [_point_with_letters(point, letters[index], index) for point in own_points]
    baseline = next((system.letter for system in systems if system.role == "baseline"), systems[0].letter)
    metrics = _metrics(readers, runs)
    spreads = _spreads(runs, systems, metrics)
    design = _design(readers, runs)
    study = Study(
        title=readers[0].info.title,
        description=readers[0].scenario.description,
        sessions=tuple(
            _session(reader, letters_of_session, [run for run in runs if run.session == index])
            for index, (reader, letters_of_session) in enumerate(zip(readers, letters, strict=True))
        ),
        systems=systems,
        baseline=baseline,
        metrics=metrics,
        runs=tuple(runs),
        points=tuple(points),
        design=design,
        comparisons=_comparisons(runs, systems, baseline, metrics, design),
        spreads=spreads,
        normalised=(),
        disclosure=disclosure_of(readers, letters),
        left_out=tuple(_left_out(readers, runs, systems, metrics)),
        appendix=appendix_of(readers, letters),
    )
    study = replace(study, normalised=normalised_rows(study))
    figure = headline_choice(readers)
    return study if figure is None else _with_headline_figure(study, figure)


def headline_choice(readers: Sequence[SessionReader]) -> HeadlineFigure | None:
    """Return the figure that all scenarios request; None if they request none or different ones."""
    figures = {
        chosen(reader.scenario.headline, work, reader.scenario.plan)
        if isinstance(work := reader.scenario.workload, WorkloadParameters)
        else None
        for reader in readers
    }
    return figures.pop() if len(figures) == 1 else None


def _with_headline_figure(study: Study, figure: HeadlineFigure) -> Study:
    """Put the requested figure before all others; if it is a quotient, compute it for each run."""
    if not figure.basis:
        first = [metric for metric in study.metrics if metric.name == figure.metric]
        return replace(study, metrics=tuple(dict.fromkeys([*first, *study.metrics])))
    names = (figure.metric, DEVICE_IOPS.name) if figure.metric == "IOPS" else (figure.metric,)
    rows = [row for name in names for row in study.normalised if (row.metric, row.basis) == (name, figure.basis)]
    row = rows[0] if rows else None
    label = row.label if row is not None else quotient_label(figure.metric, figure.basis)
    price = figure.basis == "price"
    currency = next((divisor.unit for divisor in row.divisors.values()), "") if row is not None else ""
    metric = Metric(label, currency if price else "", "less" if price else "more")
    runs = []
    for place, run in enumerate(study.runs):
        systems = {
            letter: replace(one, figures={**one.figures, label: row.values[letter][place] if row is not None else nan})
            for letter, one in run.systems.items()
        }
        runs.append(msgspec.structs.replace(run, systems=systems))
    metrics = (metric, *study.metrics)
    return replace(
        study,
        metrics=metrics,
        runs=tuple(runs),
        spreads={**study.spreads, **_spreads(runs, study.systems, [metric])},
        comparisons={
            **study.comparisons,
            **_comparisons(runs, study.systems, study.baseline, [metric], study.design),
        },
    )


def has_results(reader: SessionReader) -> bool:
    """Return whether a session contains results: it is not a job log, and its load began or totals were imported."""
    measured = has_totals(reader) or (reader.started and reader.length_s > 0)
    return reader.info.kind != "job" and bool(reader.systems) and measured


def _refuse_unusable(readers: Sequence[SessionReader]) -> None:
    if not readers:
        raise SessionError("No session to report on. Name at least one .outpace file.")
    for reader in readers:
        if reader.info.kind == "job":
            raise SessionError(
                "{path} is the log of a build or check, not a run. Name a run's session.", path=reader.path
            )
        if not reader.systems:
            raise SessionError(
                "{path} contains no systems: its run ended before it started. Name another session.", path=reader.path
            )
        if not has_totals(reader) and not (reader.started and reader.length_s > 0):
            raise SessionError(
                "{path} contains no measurements: its load never started. Name another session.", path=reader.path
            )
    if duplicates := [
        identity for identity, count in Tally(reader.info.uuid for reader in readers).items() if count > 1
    ]:
        paths = " and ".join(str(reader.path) for reader in readers if reader.info.uuid == duplicates[0])
        raise SessionError("{paths} are the same recording. Name it once.", paths=paths)


def _systems(readers: Sequence[SessionReader]) -> tuple[tuple[StudySystem, ...], list[Letters]]:
    """Return the systems of all sessions, identified by name; a single session keeps its letters."""
    systems: dict[str, StudySystem] = {}
    letters: list[Letters] = []
    for reader in readers:
        letters_of_session = {}
        for system in reader.systems:
            names = tuple(target.name for target in system.targets)
            if system.name not in systems:
                letter = chr(ord("A") + len(systems)) if len(systems) < 26 else f"S{len(systems) + 1}"
                systems[system.name] = StudySystem(letter, system.name, system.role, system.color, system.facts, names)
            letters_of_session[system.letter] = systems[system.name].letter
        letters.append(letters_of_session)
    return tuple(systems.values()), letters


def _live_runs(reader: SessionReader) -> tuple[list[StudyRun], list[LoadPoint]]:
    """Return each repeat of a recorded session, and the steps of a sweep or search."""
    by_repeat: dict[int, list[Measuring]] = {}
    for one in measurings(reader):
        by_repeat.setdefault(one.repeat, []).append(one)
    runs, points = [], []
    _, session_reasons = session_verdict(reader)
    single = not reader.scenario.results.by_steps
    for repeat, measured in by_repeat.items():
        cut_short = _cut_short(reader, repeat, measured)
        reasons = tuple(session_reasons)
        complete = [one for one in measured if one.complete] or measured
        if len(complete) == 1 and single:
            spans, steady = windowed(reader, complete[0])
            systems = {
                s.letter: live_run(reader, s, complete[0], spans[s.letter])
                for s in _measured_systems(reader, complete[0])
            }
            changed = not_steady(reader, steady, complete[0])
            runs.append(StudyRun(0, 0, repeat, systems, steady, reasons, cut_short, changed))
            continue
        steps = [_load_point(reader, measuring) for measuring in complete]
        points += steps
        measured_io = [kind_of_io(reader, measuring) for measuring in complete]
        # Reads are not compared with writes: the first kind of I/O represents the repeat, and the other kinds are
        # separate passes.
        same_kind = [step for step, kind in zip(steps, measured_io, strict=True) if kind == measured_io[0]]
        finished = any(document.run == repeat for document in reader.documents_of(PlanResult))
        best = _best_steps(same_kind, own_rates(reader), finished=finished)
        at_top = _at_top(same_kind, best) if reader.scenario.results.page in ("levels", "depths") else ()
        runs.append(StudyRun(0, 0, repeat, best, None, reasons, cut_short, at_top=at_top))
    return runs, points


def _at_top(points: Sequence[LoadPoint], best: Mapping[str, SystemRun]) -> tuple[str, ...]:
    """Return the systems whose best step is at the highest load of a sweep without a limit."""
    if any(held is not None for point in points for held in point.held.values()):
        return ()
    letters = []
    for letter, run in best.items():
        steps = [point.systems[letter] for point in points if letter in point.systems]
        loads = [(one.users if isfinite(one.users) else 0.0, place) for place, one in enumerate(steps)]
        if len(steps) > 1 and not run.at_least and run is steps[max(loads)[1]]:
            letters.append(letter)
    return tuple(letters)


def _cut_short(reader: SessionReader, repeat: int, measured: Sequence[Measuring]) -> bool:
    """Return whether a repeat was stopped early; in a plan with steps, also between two steps."""
    if not all(one.complete for one in measured):
        return True
    if reader.end is None or reader.end.cut_short is None or not reader.scenario.results.by_steps:
        return False
    return not any(document.run == repeat for document in reader.documents_of(PlanResult))


def _measured_systems(reader: SessionReader, measuring: Measuring) -> list[SystemInfo]:
    return [system for system in reader.systems if system.letter in measuring.spans]


def _load_point(reader: SessionReader, measuring: Measuring) -> LoadPoint:
    measured = _measured_systems(reader, measuring)
    systems = {s.letter: live_run(reader, s, measuring, measuring.spans[s.letter]) for s in measured}
    held = {system.letter: measuring.held(system.letter) for system in measured}
    broken = {system.letter: measuring.broken(system.letter) for system in measured}
    return LoadPoint(
        0, measuring.repeat, measuring.number, systems, measuring.rate, held, io_kind(reader, measuring), broken
    )


def _best_steps(points: Sequence[LoadPoint], rates: Collection[str], *, finished: bool) -> dict[str, SystemRun]:
    """Return each system's step that represents the repeat, with its lower bounds.

    In a search, it is the step with the most users that met the limit; otherwise, it is the step with the most orders.
    Figures are lower bounds if no higher load was tried.

    Args:
        points: Steps of the repeat.
        rates: Names of the workload's own rates.
        finished: Whether the plan was completed.
    """
    best: dict[str, SystemRun] = {}
    searching = any(held is not None for point in points for held in point.held.values())
    most_rate = max((point.rate for point in points if isfinite(point.rate)), default=nan)
    for letter in dict.fromkeys(letter for point in points for letter in point.systems):
        candidates = [point.systems[letter] for point in points if letter in point.systems]
        if searching:
            candidates = [point.systems[letter] for point in points if point.held.get(letter)]
        if not candidates:
            continue
        chosen = max(candidates, key=lambda run: run.users if searching else run.figures.get(OPM.name, nan))
        bounds: set[str] = set()
        if searching:
            judged = [point for point in points if point.held.get(letter) is not None]
            tried = [point.systems[letter].users for point in judged]
            held = [bool(point.held[letter]) for point in judged]
            bounds = {USERS.name} if open_ended(tried, held, finished=finished) else set()
        elif any(point.rate == most_rate and point.systems.get(letter) is chosen for point in points):
            bounds = {OPM.name, *rates} if _completed_all(chosen, most_rate) else set()
        best[letter] = replace(chosen, at_least=chosen.at_least | bounds) if bounds else chosen
    return best


def _completed_all(run: SystemRun, rate: float) -> bool:
    """Return whether a system kept up with arrivals in an open loop; `rate` is in orders per second and target."""
    completed = run.figures.get(OPM.name, nan) / 60
    return run.span is not None and keeps_up(completed, rate * max(len(run.targets), 1), run.span.seconds)


def _totals_runs(reader: SessionReader) -> tuple[list[StudyRun], list[LoadPoint]]:
    """Return each run of imported totals, merged with logs of the same run, and the levels of a sweep."""
    runs: list[StudyRun] = []
    points: list[LoadPoint] = []
    logs: dict[tuple[int, float | None], Measuring] = {}
    for one in measurings(reader) if reader.started and reader.phases else ():
        users = next((one.users(letter) for letter in one.spans), nan)
        logs[one.repeat, users if isfinite(users) else None] = one
    places = dict.fromkeys([*imported_places(reader), *logs])
    levels = sorted({users for _, users in places if users is not None})
    metrics = imported_metrics([reader])
    _, session_reasons = session_verdict(reader)
    for repeat in sorted({repeat for repeat, _ in places}):
        reasons = list(session_reasons)
        points_of_run: list[LoadPoint] = []
        for number, users in enumerate(levels):
            if (repeat, users) in places:
                systems, system_reasons = _imported_systems(reader, repeat, users, logs.get((repeat, users)))
                reasons += system_reasons
                points_of_run.append(LoadPoint(0, repeat, number, systems, nan, dict.fromkeys(systems)))
        systems, system_reasons = _imported_systems(reader, repeat, None, logs.get((repeat, None)))
        reasons += system_reasons
        for letter, best in _best_levels(points_of_run, metrics).items():
            systems[letter] = _with_totals(best, systems.get(letter))
        points += points_of_run
        logged = logs.get((repeat, None)) if not points_of_run else None
        steady = windowed(reader, logged)[1] if logged is not None and reader.scenario.results.page == "run" else None
        changed = not_steady(reader, steady, logged) if logged is not None else ()
        all_reasons = tuple(dict.fromkeys(reasons))
        runs.append(StudyRun(0, 0, repeat, systems, steady, all_reasons, not_steady=changed))
    return runs, points


def _imported_systems(
    reader: SessionReader, repeat: int, users: float | None, logged: Measuring | None
) -> tuple[dict[str, SystemRun], list[str]]:
    """Return each system in a run, or at one of its load levels, and the reasons for missing totals."""
    systems: dict[str, SystemRun] = {}
    reasons: list[str] = []
    for system in reader.systems:
        run, run_reasons = imported_run(reader, system, repeat, users)
        reasons += run_reasons
        if logged is not None and system.letter in logged.spans:
            run = _with_totals(live_run(reader, system, logged, logged.spans[system.letter]), run)
        if run is not None:
            systems[system.letter] = run
    return systems, reasons


def _best_levels(points: Sequence[LoadPoint], metrics: Sequence[Metric]) -> dict[str, SystemRun]:
    """Return the level of each system that represents the run: the one with the best headline figure."""
    headline = next((m for m in metrics if any(m.name in r.figures for p in points for r in p.systems.values())), OPM)
    sign = -1.0 if headline.better == "less" else 1.0
    best: dict[str, SystemRun] = {}
    for point in points:
        for letter, run in point.systems.items():
            value = sign * run.figures.get(headline.name, nan)
            if letter not in best or value > sign * best[letter].figures.get(headline.name, nan):
                best[letter] = run
    return best


def _with_totals(logged: SystemRun, totals: SystemRun | None) -> SystemRun:
    """Return a run's totals, which its authors published, in preference to figures computed from its logs."""
    if totals is None:
        return logged
    known = {name: value for name, value in logged.figures.items() if isfinite(value)}
    return replace(
        logged,
        figures={**known, **totals.figures},
        layers={name: layer for name, layer in logged.layers.items() if name not in totals.figures},
        targets={**logged.targets, **totals.targets},
        users=totals.users if isfinite(totals.users) else logged.users,
        file_calls=logged.file_calls - totals.figures.keys(),
        decimals=totals.decimals,
    )


def _with_letters(run: StudyRun, letters: Letters, session: int, number: int) -> StudyRun:
    return msgspec.structs.replace(
        run, number=number, session=session, systems=_with_study_letters(run.systems, letters)
    )


def _point_with_letters(point: LoadPoint, letters: Letters, session: int) -> LoadPoint:
    held = {letters[letter]: held for letter, held in point.held.items()}
    broken = {letters[letter]: why for letter, why in point.broken.items()}
    return replace(
        point, session=session, systems=_with_study_letters(point.systems, letters), held=held, broken=broken
    )


def _with_study_letters(systems: Mapping[str, SystemRun], letters: Letters) -> dict[str, SystemRun]:
    return {letters[letter]: _renamed(run, letters[letter]) for letter, run in systems.items()}


def _renamed(run: SystemRun, letter: str) -> SystemRun:
    return run if run.letter == letter else replace(run, letter=letter)


def _metrics(readers: Sequence[SessionReader], runs: Sequence[StudyRun]) -> tuple[Metric, ...]:
    """Return the metrics that any run has, and those that the plan requests even if no system reached them.

    Orders per minute must not take the place of a race's finishing time if no system finished.
    """
    live = [reader for reader in readers if not has_totals(reader) or reader.started]
    all_metrics = [*imported_metrics(readers), *(live_metrics(live) if live else ())]
    names = {
        name for run in runs for own in run.systems.values() for name, value in own.figures.items() if isfinite(value)
    }
    if runs:
        choice = headline_choice(readers)
        names |= {metric.name for metric in all_metrics if metric in (FINISHED, USERS)}
        names |= {choice.metric} if choice is not None and not choice.basis else set()
    known = {metric.name: metric for metric in reversed(all_metrics)}
    available = [metric for metric in dict.fromkeys(known[m.name] for m in all_metrics) if metric.name in names]
    fallback = [metric for metric in all_metrics if metric.name in FIRST][:1] or [OPM]
    return tuple(_layered(metric, runs) for metric in available or fallback)


def _layered(metric: Metric, runs: Sequence[StudyRun]) -> Metric:
    """Set the layer of a metric if all its figures were counted in the same layer."""
    layers = {own.layers.get(metric.name, "") for run in runs for own in run.systems.values()}
    return replace(metric, layer=layers.pop()) if len(layers) == 1 else metric


def _design(readers: Sequence[SessionReader], runs: Sequence[StudyRun]) -> Design:
    """Return how the systems ran relative to each other, which is the weakest design among the sessions."""
    designs = {_session_design(reader) for reader in readers}
    if any(len(run.systems) == 1 for run in runs) and len({letter for run in runs for letter in run.systems}) > 1:
        designs.add("not simultaneous")
    order: tuple[Design, ...] = ("not simultaneous", "alternating", "simultaneous")
    return next(design for design in order if design in designs)


def _session_design(reader: SessionReader) -> Design:
    labels = [
        ORDERS[document.data.order]
        for document in reader.documents
        if isinstance(document.data, SystemOrder | ImportOrder) and document.data.order in ORDERS
    ]
    if reader.info.kind in ("join", "compare"):
        return "not simultaneous"
    if reader.info.kind == "import":
        return labels[0] if labels else "not simultaneous"
    if labels:
        return labels[0]
    return "alternating" if alternated(measurings(reader)) else "simultaneous"


def _values(runs: Sequence[StudyRun], letter: str, metric: str) -> list[float]:
    """Return a figure of each run; NaN if the run is invalid or lacks it, or if the system had stopped."""
    system_runs = [run.systems.get(letter) if run.counts else None for run in runs]
    return [nan if one is None or one.stopped else one.figures.get(metric, nan) for one in system_runs]


def _spreads(
    runs: Sequence[StudyRun], systems: Sequence[StudySystem], metrics: Sequence[Metric]
) -> dict[tuple[str, str], Spread]:
    return {
        (letter, metric.name): spread_of(
            _values(runs, letter, metric.name), at_least=is_lower_bound(runs, letter, metric.name)
        )
        for letter in (system.letter for system in systems)
        for metric in metrics
    }


def is_lower_bound(runs: Sequence[StudyRun], letter: str, metric: str, *, valid: bool = True) -> bool:
    """Return whether a system's figure is a lower bound in any run or, if `valid` is true, in any compared run."""
    return any(
        metric in run.systems[letter].at_least for run in runs if letter in run.systems and (run.counts or not valid)
    )


def layers_of(runs: Sequence[StudyRun], letter: str, metric: str) -> set[str]:
    """Return the layers in which a system's figure was counted."""
    return {run.systems[letter].layers.get(metric, "") for run in runs if letter in run.systems}


def _comparisons(
    runs: Sequence[StudyRun], systems: Sequence[StudySystem], baseline: str, metrics: Sequence[Metric], design: Design
) -> dict[tuple[str, str], Comparison]:
    """Compare figures, except figures that were counted in different layers."""
    comparisons = {}
    for system in systems:
        for metric in metrics:
            if metric == MACHINE_CPU and design == "simultaneous":
                continue  # a single figure of the shared machine
            baseline_values, challenger_values = (
                _values(runs, baseline, metric.name),
                _values(runs, system.letter, metric.name),
            )
            comparable = any(map(isfinite, baseline_values)) and any(map(isfinite, challenger_values))
            layers = layers_of(runs, baseline, metric.name), layers_of(runs, system.letter, metric.name)
            if system.letter == baseline or (comparable and layers[0] != layers[1]):
                continue
            bounds = tuple(is_lower_bound(runs, letter, metric.name) for letter in (baseline, system.letter))
            comparisons[system.letter, metric.name] = _comparison(
                baseline_values, challenger_values, design, at_least=(bounds[0], bounds[1])
            )
    return comparisons


def _comparison(
    one: Sequence[float], other: Sequence[float], design: Design, *, at_least: tuple[bool, bool] = (False, False)
) -> Comparison:
    """Compare the figures of each run of baseline and challenger; NaN stands for a missing figure."""
    if design == "not simultaneous":
        one, other = [v for v in one if isfinite(v)], [v for v in other if isfinite(v)]
        return compare(one, other, "independent", at_least=at_least)
    return compare(one, other, "paired", at_least=at_least)


def counter_comparisons(study: Study) -> dict[tuple[str, str], Comparison]:
    """Compare each challenger's counters with the baseline's, by letter and path.

    The values are averages over the windows of the valid runs. Only counters are included that have a ratio, that both
    systems have, and that were counted in the same layer.
    """
    comparisons = {}
    base = _counter_averages(study, study.baseline)
    for system in study.challengers:
        for key, other in _counter_averages(study, system.letter).items():
            if key in base and isfinite((comparison := _comparison(base[key], other, study.design)).ratio):
                comparisons[system.letter, key[0]] = comparison
    return comparisons


def _counter_averages(study: Study, letter: str) -> dict[tuple[str, str], list[float]]:
    """Return averages by path and layer, one per run; NaN if the average is missing or the run is invalid."""
    averages: dict[tuple[str, str], list[float]] = {}
    for place, run in enumerate(study.runs):
        system_run = run.systems.get(letter)
        if not run.counts or system_run is None or system_run.result is None or system_run.stopped:
            continue
        for path, counter in system_run.result.counters.items():
            if counter.average is not None:
                averages.setdefault((path, counter.layer), [nan] * len(study.runs))[place] = counter.average
    return averages


def _session(reader: SessionReader, letters: Letters, runs: Sequence[StudyRun]) -> StudySession:
    valid, reasons = session_verdict(reader)
    results = tuple(document.data for document in reader.documents_of(PlanResult))
    view = reader.view
    return StudySession(
        file=reader.path.name,
        kind=reader.info.kind,
        title=reader.info.title,
        uuid=reader.info.uuid,
        hash=reader.end.hash if reader.end else "",
        started=reader.info.started,
        seconds=reader.length_s,
        versions=reader.info.versions,
        scenario_toml=reader.info.scenario_toml,
        workload=reader.scenario.workload,
        pacing=reader.scenario.pacing,
        plan=reader.scenario.plan,
        valid=valid,
        reasons=tuple(reasons),
        warnings=tuple(reader.sentence(warning) for warning in _warnings(reader, runs)),
        origins=tuple(
            f"{origin.kind}: {origin.name}" + (f", SHA-256 {origin.digest}" if origin.digest else "")
            for origin in reader.origins
        ),
        letters=letters,
        plan_results=results,
        snapshot=f"{view.name} ({view.taken:%Y-%m-%d %H:%M})" if view else "",
        cut_short=reader.sentence(reader.end.cut_short) if reader.end is not None and reader.end.cut_short else "",
    )


def _warnings(reader: SessionReader, runs: Sequence[StudyRun]) -> Sequence[Message]:
    """Return the recorded warnings, and a warning for unsteady runs unless the engine has already warned."""
    if reader.end is None:
        return ()
    unsteady = () if has_steadiness_warning(reader) else warnings_of([(run.repeat, run.not_steady) for run in runs])
    at_top = sorted({letter for run in runs if run.valid for letter in run.at_top})
    tops = [PeakAtTop(systems=tuple(at_top))] if at_top else []
    return (*reader.end.warnings, *unsteady, *tops)


def _left_out(
    readers: Sequence[SessionReader],
    runs: Sequence[StudyRun],
    systems: Sequence[StudySystem],
    metrics: Sequence[Metric],
) -> list[str]:
    """Return the excluded runs and figures, with the reasons."""
    notes = []
    for run in runs:
        if not run.valid:
            notes.append(
                f"Run {run.number} is not valid and is left out of every comparison: {'; '.join(run.reasons)}."
            )
        if run.valid and run.cut_short:
            notes.append(f"Run {run.number} was stopped before its end: it is no repeat, and no verdict rests on it.")
        notes += [
            f"Run {run.number} has no figures of {system.letter} ({system.name})."
            for system in systems
            if system.letter not in run.systems and not any(len(r.systems) == 1 for r in runs)
        ]
    for metric in metrics:
        layers = {layer for system in systems for layer in layers_of(runs, system.letter, metric.name) if layer}
        if len(layers) > 1:
            notes.append(
                f"{metric.name} was counted in different layers ({', '.join(sorted(layers))}): no ratio of it."
            )
    # Plans that differ only in the seed are the same plan.
    plans = [without_seed(reader.scenario.plan) for reader in readers]
    if any(plan != plans[0] for plan in plans[1:]):
        notes.append("The sessions were made with different plans: read their scenarios below before comparing them.")
    drivers = [names for reader in readers if (names := drivers_of(reader))]
    if any(names != drivers[0] for names in drivers[1:]):
        each = "; ".join(dict.fromkeys(" and ".join(sorted(names)) for names in drivers))
        notes.append(f"The sessions were driven by different drivers ({each}): their figures compare the drivers too.")
    return notes
