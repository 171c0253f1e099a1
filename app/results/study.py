# SPDX-License-Identifier: Apache-2.0
"""A study: one or several sessions read into runs, figures and comparisons, all by the functions of app.analysis; with
the figures per disk, price, watt, gigabyte, core and rack unit."""

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
from app.model.workloads import Workload
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
"""A session's letters of systems to the study's."""


def study_of(readers: Sequence[SessionReader]) -> Study:
    """The study of sessions of the same comparison, in their order. Raises SessionError where they can't be studied."""
    _refuse(readers)
    systems, letters = _systems(readers)
    runs: list[StudyRun] = []
    points: list[LoadPoint] = []
    for index, reader in enumerate(readers):
        own_runs, own_points = _totals_runs(reader) if has_totals(reader) else _live_runs(reader)
        for run in own_runs:
            runs.append(_lettered(run, letters[index], index, len(runs) + 1))
        points += [_lettered_point(point, letters[index], index) for point in own_points]
    baseline = next((system.letter for system in systems if system.role == "baseline"), systems[0].letter)
    metrics = _metrics(readers, runs)
    spreads = _spreads(runs, systems, metrics)
    design = _design(readers, runs)
    study = Study(
        title=readers[0].info.title,
        description=readers[0].scenario.description,
        sessions=tuple(
            _session(reader, own, [run for run in runs if run.session == index])
            for index, (reader, own) in enumerate(zip(readers, letters, strict=True))
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
    return study if figure is None else _led_by(study, figure)


def headline_choice(readers: Sequence[SessionReader]) -> HeadlineFigure | None:
    """Return the figure that the scenarios of all sessions ask for; None where they ask for none, or for several."""
    found = {
        chosen(reader.scenario.headline, work, reader.scenario.plan)
        if isinstance(work := reader.scenario.workload, Workload)
        else None
        for reader in readers
    }
    return found.pop() if len(found) == 1 else None


def _led_by(study: Study, figure: HeadlineFigure) -> Study:
    """Put the figure that is asked for before all others; one that is divided is worked out for each run."""
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
        own = {
            letter: replace(one, figures={**one.figures, label: row.values[letter][place] if row is not None else nan})
            for letter, one in run.systems.items()
        }
        runs.append(msgspec.structs.replace(run, systems=own))
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
    """Whether a session holds any: it is no log of a job, and its load began, or its results came as totals."""
    measured = has_totals(reader) or (reader.started and reader.length_s > 0)
    return reader.info.kind != "job" and bool(reader.systems) and measured


def _refuse(readers: Sequence[SessionReader]) -> None:
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
    if twice := [identity for identity, count in Tally(reader.info.uuid for reader in readers).items() if count > 1]:
        paths = " and ".join(str(reader.path) for reader in readers if reader.info.uuid == twice[0])
        raise SessionError("{paths} are the same recording. Name it once.", paths=paths)


def _systems(readers: Sequence[SessionReader]) -> tuple[tuple[StudySystem, ...], list[Letters]]:
    """The systems of all sessions, the same where their names are; a single session keeps its letters."""
    found: dict[str, StudySystem] = {}
    letters: list[Letters] = []
    for reader in readers:
        own = {}
        for system in reader.systems:
            names = tuple(target.name for target in system.targets)
            if system.name not in found:
                letter = chr(ord("A") + len(found)) if len(found) < 26 else f"S{len(found) + 1}"
                found[system.name] = StudySystem(letter, system.name, system.role, system.color, system.facts, names)
            own[system.letter] = found[system.name].letter
        letters.append(own)
    return tuple(found.values()), letters


def _live_runs(reader: SessionReader) -> tuple[list[StudyRun], list[LoadPoint]]:
    """Each repeat of a recorded session; of a sweep or search its steps too."""
    by_repeat: dict[int, list[Measuring]] = {}
    for one in measurings(reader):
        by_repeat.setdefault(one.repeat, []).append(one)
    runs, points = [], []
    _, session_reasons = session_verdict(reader)
    single = not reader.scenario.results.by_steps
    for repeat, own in by_repeat.items():
        cut_short = _cut_short(reader, repeat, own)
        reasons = tuple(session_reasons)
        whole = [one for one in own if one.complete] or own
        if len(whole) == 1 and single:
            spans, steady = windowed(reader, whole[0])
            systems = {s.letter: live_run(reader, s, whole[0], spans[s.letter]) for s in _measured(reader, whole[0])}
            changed = not_steady(reader, steady, whole[0])
            runs.append(StudyRun(0, 0, repeat, systems, steady, reasons, cut_short, changed))
            continue
        steps = [_point(reader, measuring) for measuring in whole]
        points += steps
        measured_io = [kind_of_io(reader, measuring) for measuring in whole]
        # Reads are not compared with writes: the first kind of I/O stands for all, the others have their own part.
        alike = [step for step, kind in zip(steps, measured_io, strict=True) if kind == measured_io[0]]
        finished = any(document.run == repeat for document in reader.documents_of(PlanResult))
        best = _best(alike, own_rates(reader), finished=finished)
        at_top = _at_top(alike, best) if reader.scenario.results.page in ("levels", "depths") else ()
        runs.append(StudyRun(0, 0, repeat, best, None, reasons, cut_short, at_top=at_top))
    return runs, points


def _at_top(points: Sequence[LoadPoint], best: Mapping[str, SystemRun]) -> tuple[str, ...]:
    """The systems whose best step is at the highest load of several, of a sweep that says nothing else of it."""
    if any(held is not None for point in points for held in point.held.values()):
        return ()
    found = []
    for letter, run in best.items():
        own = [point.systems[letter] for point in points if letter in point.systems]
        loads = [(one.users if isfinite(one.users) else 0.0, place) for place, one in enumerate(own)]
        if len(own) > 1 and not run.at_least and run is own[max(loads)[1]]:
            found.append(letter)
    return tuple(found)


def _cut_short(reader: SessionReader, repeat: int, own: Sequence[Measuring]) -> bool:
    """Whether a repeat was stopped before its end; of a plan with steps also between two of them."""
    if not all(one.complete for one in own):
        return True
    if reader.end is None or reader.end.cut_short is None or not reader.scenario.results.by_steps:
        return False
    return not any(document.run == repeat for document in reader.documents_of(PlanResult))


def _measured(reader: SessionReader, measuring: Measuring) -> list[SystemInfo]:
    return [system for system in reader.systems if system.letter in measuring.spans]


def _point(reader: SessionReader, measuring: Measuring) -> LoadPoint:
    own = _measured(reader, measuring)
    systems = {s.letter: live_run(reader, s, measuring, measuring.spans[s.letter]) for s in own}
    held = {system.letter: measuring.held(system.letter) for system in own}
    broken = {system.letter: measuring.broken(system.letter) for system in own}
    return LoadPoint(
        0, measuring.repeat, measuring.number, systems, measuring.rate, held, io_kind(reader, measuring), broken
    )


def _best(points: Sequence[LoadPoint], rates: Collection[str], *, finished: bool) -> dict[str, SystemRun]:
    """Each system's step that stands for the repeat: of a search the most users that held, else the most orders; with
    the figures that are lower bounds, since more was not tried. rates: the
    workload's own. finished: the plan came to its end."""
    best: dict[str, SystemRun] = {}
    searching = any(held is not None for point in points for held in point.held.values())
    most_rate = max((point.rate for point in points if isfinite(point.rate)), default=nan)
    for letter in dict.fromkeys(letter for point in points for letter in point.systems):
        own = [point.systems[letter] for point in points if letter in point.systems]
        if searching:
            own = [point.systems[letter] for point in points if point.held.get(letter)]
        if not own:
            continue
        found = max(own, key=lambda run: run.users if searching else run.figures.get(OPM.name, nan))
        bounds: set[str] = set()
        if searching:
            judged = [point for point in points if point.held.get(letter) is not None]
            tried = [point.systems[letter].users for point in judged]
            held = [bool(point.held[letter]) for point in judged]
            bounds = {USERS.name} if open_ended(tried, held, finished=finished) else set()
        elif any(point.rate == most_rate and point.systems.get(letter) is found for point in points):
            bounds = {OPM.name, *rates} if _completed_all(found, most_rate) else set()
        best[letter] = replace(found, at_least=found.at_least | bounds) if bounds else found
    return best


def _completed_all(run: SystemRun, rate: float) -> bool:
    """Return whether a system completed what arrived in an open loop. rate: orders a second on each target."""
    completed = run.figures.get(OPM.name, nan) / 60
    return run.span is not None and keeps_up(completed, rate * max(len(run.targets), 1), run.span.seconds)


def _totals_runs(reader: SessionReader) -> tuple[list[StudyRun], list[LoadPoint]]:
    """Each run of imported totals, with what logs of the same run tell besides; of a sweep of loads its levels too."""
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
        own: list[LoadPoint] = []
        for number, users in enumerate(levels):
            if (repeat, users) in places:
                systems, wrong = _imported_systems(reader, repeat, users, logs.get((repeat, users)))
                reasons += wrong
                own.append(LoadPoint(0, repeat, number, systems, nan, dict.fromkeys(systems)))
        systems, wrong = _imported_systems(reader, repeat, None, logs.get((repeat, None)))
        reasons += wrong
        for letter, best in _highest(own, metrics).items():
            systems[letter] = _with_totals(best, systems.get(letter))
        points += own
        logged = logs.get((repeat, None)) if not own else None
        steady = windowed(reader, logged)[1] if logged is not None and reader.scenario.results.page == "run" else None
        changed = not_steady(reader, steady, logged) if logged is not None else ()
        found = tuple(dict.fromkeys(reasons))
        runs.append(StudyRun(0, 0, repeat, systems, steady, found, not_steady=changed))
    return runs, points


def _imported_systems(
    reader: SessionReader, repeat: int, users: float | None, logged: Measuring | None
) -> tuple[dict[str, SystemRun], list[str]]:
    """Each system in a run, or at one of its levels of load; with what is wrong."""
    systems: dict[str, SystemRun] = {}
    reasons: list[str] = []
    for system in reader.systems:
        run, wrong = imported_run(reader, system, repeat, users)
        reasons += wrong
        if logged is not None and system.letter in logged.spans:
            run = _with_totals(live_run(reader, system, logged, logged.spans[system.letter]), run)
        if run is not None:
            systems[system.letter] = run
    return systems, reasons


def _highest(points: Sequence[LoadPoint], metrics: Sequence[Metric]) -> dict[str, SystemRun]:
    """Each system's level that stands for the run: the one with the best of the headline's figure."""
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
    """A run's totals before what was worked out of its logs: they are what its authors have published."""
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


def _lettered(run: StudyRun, letters: Letters, session: int, number: int) -> StudyRun:
    return msgspec.structs.replace(run, number=number, session=session, systems=_of_study(run.systems, letters))


def _lettered_point(point: LoadPoint, letters: Letters, session: int) -> LoadPoint:
    held = {letters[letter]: held for letter, held in point.held.items()}
    broken = {letters[letter]: why for letter, why in point.broken.items()}
    return replace(point, session=session, systems=_of_study(point.systems, letters), held=held, broken=broken)


def _of_study(systems: Mapping[str, SystemRun], letters: Letters) -> dict[str, SystemRun]:
    return {letters[letter]: _renamed(run, letters[letter]) for letter, run in systems.items()}


def _renamed(run: SystemRun, letter: str) -> SystemRun:
    return run if run.letter == letter else replace(run, letter=letter)


def _metrics(readers: Sequence[SessionReader], runs: Sequence[StudyRun]) -> tuple[Metric, ...]:
    """Those that any run has a figure of, and what the plan asks for even where no system reached it: orders per minute
    must not stand in for the time of a race that nobody finished."""
    live = [reader for reader in readers if not has_totals(reader) or reader.started]
    every = [*imported_metrics(readers), *(live_metrics(live) if live else ())]
    held = {
        name for run in runs for own in run.systems.values() for name, value in own.figures.items() if isfinite(value)
    }
    if runs:
        asked = headline_choice(readers)
        held |= {metric.name for metric in every if metric in (FINISHED, USERS)}
        held |= {asked.metric} if asked is not None and not asked.basis else set()
    known = {metric.name: metric for metric in reversed(every)}
    found = [metric for metric in dict.fromkeys(known[m.name] for m in every) if metric.name in held]
    usual = [metric for metric in every if metric.name in FIRST][:1] or [OPM]
    return tuple(_layered(metric, runs) for metric in found or usual)


def _layered(metric: Metric, runs: Sequence[StudyRun]) -> Metric:
    """With the layer that all its figures were counted in."""
    layers = {own.layers.get(metric.name, "") for run in runs for own in run.systems.values()}
    return replace(metric, layer=layers.pop()) if len(layers) == 1 else metric


def _design(readers: Sequence[SessionReader], runs: Sequence[StudyRun]) -> Design:
    """How the systems took their turns: the least that any session can claim."""
    found = {_session_design(reader) for reader in readers}
    if any(len(run.systems) == 1 for run in runs) and len({letter for run in runs for letter in run.systems}) > 1:
        found.add("not simultaneous")
    order: tuple[Design, ...] = ("not simultaneous", "alternating", "simultaneous")
    return next(design for design in order if design in found)


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
    """A figure of each run; NaN where the run is not valid or has none, or where the system had stopped."""
    own = [run.systems.get(letter) if run.counts else None for run in runs]
    return [nan if one is None or one.stopped else one.figures.get(metric, nan) for one in own]


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
    """Return whether a figure of any run of a system is a lower bound. valid: of the runs alone that are compared."""
    return any(
        metric in run.systems[letter].at_least for run in runs if letter in run.systems and (run.counts or not valid)
    )


def layers_of(runs: Sequence[StudyRun], letter: str, metric: str) -> set[str]:
    """Where a system's figure was counted."""
    return {run.systems[letter].layers.get(metric, "") for run in runs if letter in run.systems}


def _comparisons(
    runs: Sequence[StudyRun], systems: Sequence[StudySystem], baseline: str, metrics: Sequence[Metric], design: Design
) -> dict[tuple[str, str], Comparison]:
    """The same figure of another layer is another thing: it has no comparison."""
    found = {}
    for system in systems:
        for metric in metrics:
            if metric == MACHINE_CPU and design == "simultaneous":
                continue  # one figure of one machine
            one, other = _values(runs, baseline, metric.name), _values(runs, system.letter, metric.name)
            both = any(map(isfinite, one)) and any(map(isfinite, other))
            layers = layers_of(runs, baseline, metric.name), layers_of(runs, system.letter, metric.name)
            if system.letter == baseline or (both and layers[0] != layers[1]):
                continue
            bounds = tuple(is_lower_bound(runs, letter, metric.name) for letter in (baseline, system.letter))
            found[system.letter, metric.name] = _compared(one, other, design, at_least=(bounds[0], bounds[1]))
    return found


def _compared(
    one: Sequence[float], other: Sequence[float], design: Design, *, at_least: tuple[bool, bool] = (False, False)
) -> Comparison:
    """The baseline's and the challenger's figure of each run; NaN where it has none."""
    if design == "not simultaneous":
        one, other = [v for v in one if isfinite(v)], [v for v in other if isfinite(v)]
        return compare(one, other, "independent", at_least=at_least)
    return compare(one, other, "paired", at_least=at_least)


def counter_comparisons(study: Study) -> dict[tuple[str, str], Comparison]:
    """Each challenger's counters against the baseline's, by letter and path: their averages over each valid run's
    window. Only of counters that both have, counted in the same layer, and that have a ratio."""
    found = {}
    base = _counter_averages(study, study.baseline)
    for system in study.challengers:
        for key, other in _counter_averages(study, system.letter).items():
            if key in base and isfinite((comparison := _compared(base[key], other, study.design)).ratio):
                found[system.letter, key[0]] = comparison
    return found


def _counter_averages(study: Study, letter: str) -> dict[tuple[str, str], list[float]]:
    """By path and layer; one value a run, NaN where it has none or is not valid."""
    averages: dict[tuple[str, str], list[float]] = {}
    for place, run in enumerate(study.runs):
        own = run.systems.get(letter)
        if not run.counts or own is None or own.result is None or own.stopped:
            continue
        for path, counter in own.result.counters.items():
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
    """What was recorded, and which runs were not steady, where their engine has not said so."""
    if reader.end is None:
        return ()
    found = () if has_steadiness_warning(reader) else warnings_of([(run.repeat, run.not_steady) for run in runs])
    at_top = sorted({letter for run in runs if run.valid for letter in run.at_top})
    tops = [PeakAtTop(systems=tuple(at_top))] if at_top else []
    return (*reader.end.warnings, *found, *tops)


def _left_out(
    readers: Sequence[SessionReader],
    runs: Sequence[StudyRun],
    systems: Sequence[StudySystem],
    metrics: Sequence[Metric],
) -> list[str]:
    """What does not count, and why."""
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
    # A fresh seed of every run is no difference of the plans.
    plans = [without_seed(reader.scenario.plan) for reader in readers]
    if any(plan != plans[0] for plan in plans[1:]):
        notes.append("The sessions were made with different plans: read their scenarios below before comparing them.")
    drivers = [found for reader in readers if (found := drivers_of(reader))]
    if any(found != drivers[0] for found in drivers[1:]):
        each = "; ".join(dict.fromkeys(" and ".join(sorted(found)) for found in drivers))
        notes.append(f"The sessions were driven by different drivers ({each}): their figures compare the drivers too.")
    return notes
