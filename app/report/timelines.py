# SPDX-License-Identifier: Apache-2.0
"""Charts of a session over time and over the load, with phases and the windows that results are based on."""

from collections.abc import Mapping, Sequence
from math import isfinite, nan

import numpy as np

from app.model.form import marked
from app.model.thresholds import Threshold
from app.model.work_wording import COUNTED
from app.model.workloads import WorkUnit
from app.report.charts import ReportCurve, Shade, over_load, over_time
from app.report.content import Chart
from app.results.crossings import by_name, watched
from app.results.description import with_layer
from app.results.measurings import MEASURE, Span, main_operation, work_unit
from app.results.power import added_meters, meters_of
from app.results.race_progress import after_finish, ending
from app.results.run_figures import MACHINE_CPU, OF_READS, OPM, PROCESSOR, WATTS, counter_path, latency_name
from app.results.session_result import DRIVER
from app.results.storage_results import is_storage
from app.results.study_records import LoadPoint, Metric, Study, StudySystem, SystemRun
from app.session.reader import SessionReader
from app.session.records import Counter, SystemInfo

COLORS = {"A": "#0072b2", "B": "#b65000", "C": "#a2417f", "D": "#117733", "E": "#6b4c9a", "F": "#7a5c00"}
OTHERS = ("#117733", "#6b4c9a", "#7a5c00")
OVER_LOAD = (
    "OPM", "IOPS", "I/O latency", "Read latency", "CPU %", MACHINE_CPU.name, "Queue length", "Read queue length"
)  # fmt: skip
MOST_PHASES = 60


def color_of(letter: str) -> str:
    """Return the color of a system on paper; colors are distinguishable with all common color blindnesses."""
    return COLORS.get(letter) or OTHERS[sum(map(ord, letter)) % len(OTHERS)]


def label_of(name: str, letter: str) -> str:
    """Return the label of a curve: letter and name."""
    return f"{letter} {name}"


def time_charts(reader: SessionReader, study: Study, session: int, thresholds: Sequence[Threshold] = ()) -> list[Chart]:
    """Return charts of all compared figures over the session's time, with thresholds."""
    shades = window_shades(reader, study, session)
    limits = limits_of(reader, thresholds)
    paths = {title: set(path_of.values()) for title, _, path_of in chart_rows(reader, study.metrics)}
    return [
        over_time(
            title, unit, curves, shades, limits=sorted({v for path in paths[title] for v in limits.get(path, ())})
        )
        for title, unit, curves in time_curves(reader, study, session)
    ]


def limits_of(reader: SessionReader, thresholds: Sequence[Threshold]) -> dict[str, list[float]]:
    """Return the values of thresholds in their counters' units, by the paths of the counters."""
    limits: dict[str, list[float]] = {}
    counters = by_name(reader) if thresholds else {}
    for threshold in thresholds:
        for one in watched(reader, threshold, counters):
            limits.setdefault(one.counter.path, []).append(one.value)
    return limits


def time_curves(reader: SessionReader, study: Study, session: int) -> list[tuple[str, str, list[ReportCurve]]]:
    """Return title, unit and curves of all compared figures."""
    letters = study.sessions[session].letters
    finished = after_finish(reader, reader.length_s)
    rows: list[tuple[str, str, list[ReportCurve]]] = []
    for title, unit, path_of in chart_rows(reader, study.metrics):
        curves: list[ReportCurve] = []
        for system in reader.systems:
            counter = _counter(reader, system.id, path_of.get(system.id, ""))
            if counter is None:
                continue
            letter = letters[system.letter]
            time_s, value = reader.samples(counter)
            value = ending(time_s, value, finished.get(system.letter, ()))
            known = np.isfinite(value)
            if known.any():
                label = label_of(study.system(letter).name, letter)
                curves.append(ReportCurve(label, color_of(letter), time_s, value, len(curves)))
        if curves:
            rows.append((title, unit, curves))
    return rows


def driver_chart(reader: SessionReader) -> Chart | None:
    """Return a chart of the processor load of the driver's machine; None if it was not recorded."""
    counter = _counter(reader, None, PROCESSOR)
    if counter is None:
        return None
    time_s, value = reader.samples(counter)
    curve = ReportCurve("", "#3d4a58", time_s, value, 0)
    return (
        over_time("Processor of the driver's machine", "%", [curve], [], height=170.0)
        if np.isfinite(value).any()
        else None
    )


def load_charts(study: Study) -> list[Chart]:
    """Return a chart of each figure over the load."""
    return [over_load(title, unit, axis, curves) for title, unit, axis, curves in load_curves(study)]


def load_curves(study: Study) -> list[tuple[str, str, str, list[ReportCurve]]]:
    """Return title, unit, load axis and curves of each figure over the users, averaged over the repeats.

    The load is the requested rate in an open loop; for storage, it is the outstanding I/Os of the first kind of I/O.
    """
    by_rate = any(isfinite(point.rate) for point in study.points)
    kind = study.points[0].kind if study.points else ""
    charts: list[tuple[str, str, str, list[ReportCurve]]] = []
    latency = study.latency.name if study.latency is not None else ""
    for name in (study.rate_name, *OVER_LOAD[1:2], latency, *OVER_LOAD[2:]):
        metric = study.metric(name)
        if metric is None:
            continue
        curves = [
            curve
            for number, system in enumerate(_drawn_systems(study, name))
            if (curve := _load_curve(study, system, name, number, by_rate)) is not None
        ]
        if curves:
            axis = _load_axis(study.unit, by_rate=by_rate)
            charts.append((_chart_title(name, metric, kind), metric.unit, axis, curves))
    return charts


def _chart_title(name: str, metric: Metric, kind: str) -> str:
    return f"{with_layer(name, metric)}, {kind}" if kind else with_layer(name, metric)


def _load_axis(unit: WorkUnit, *, by_rate: bool) -> str:
    if by_rate:
        return f"target {COUNTED[unit]} per second"
    return "outstanding I/Os per target" if unit == "I/O" else "users per target"


def _drawn_systems(study: Study, metric: str) -> Sequence[StudySystem]:
    """Return the systems that get a curve; if one machine drove all of them simultaneously, one represents all."""
    return study.systems[:1] if metric == MACHINE_CPU.name and study.design == "simultaneous" else study.systems


def load_of(point: LoadPoint, run: SystemRun, by_rate: bool) -> float:
    """Return a step's position on the load axis."""
    return point.rate if by_rate else run.users


def _load_curve(study: Study, system: StudySystem, metric: str, number: int, by_rate: bool) -> ReportCurve | None:
    values_by_load: dict[float, list[float]] = {}
    for point in study.points:
        run = point.systems.get(system.letter) if point.kind == study.points[0].kind else None
        if run is not None and isfinite(load := load_of(point, run, by_rate)):
            values_by_load.setdefault(load, []).append(run.figures.get(metric, nan))
    levels = sorted(values_by_load)
    values = [float(np.mean([v for v in values_by_load[level] if isfinite(v)] or [nan])) for level in levels]
    if not any(map(isfinite, values)):
        return None
    shared = metric == MACHINE_CPU.name and study.design == "simultaneous" and len(study.systems) > 1
    label = "all" if shared else label_of(system.name, system.letter)
    color = "#3d4a58" if shared else color_of(system.letter)
    return ReportCurve(label, color, np.array(levels), np.array(values), number)


def chart_rows(reader: SessionReader, metrics: Sequence[Metric]) -> list[tuple[str, str, Mapping[int, str]]]:
    """Return the title, the unit and the counter of each system for every chart over time.

    Args:
        reader: Session that holds the counters.
        metrics: Compared figures, whose layers the titles name.
    """

    def same_path(path: str) -> dict[int, str]:
        return {system.id: path for system in reader.systems}

    def figure_paths(metric: str) -> dict[int, str]:
        return {system.id: counter_path(reader, system.id, metric) for system in reader.systems}

    key, latency_label, unit = main_operation(reader), latency_name(reader), work_unit(reader)
    transactions = unit == "transaction"
    watts = {system.id: _watt_path(reader, system) for system in reader.systems}
    if is_storage(reader):
        # The driver's counters, followed by those of the devices.
        return [
            (marked("IOPS"), "/s", same_path(f"{DRIVER}Orders/sec")),
            (marked("Latency of an I/O, p95 of each second"), "s", same_path(f"\\Outpace Driver({key})\\Latency p95")),
            (marked("Queue length, outstanding I/Os"), "", same_path(f"{DRIVER}Response Time/sec")),
            (marked("IOPS, device"), "/s", figure_paths("IOPS")),
            (marked("I/O latency, device"), "s", figure_paths("I/O latency")),
            (marked("Queue length, device"), "", figure_paths("Queue length")),
            (marked("Processor"), "%", figure_paths("CPU %")),
            (marked("Power"), WATTS.unit, watts),
        ]
    layers = {
        name: next((metric for metric in metrics if metric.name == name), Metric(name, "", ""))
        for name in ("IOPS", "I/O latency", "Queue length", *OF_READS.values())
    }
    read_rows = [
        (with_layer(name, layers[name]), unit, figure_paths(name))
        for name, unit in zip(OF_READS.values(), ("s", ""), strict=True)
        if any(metric.name == name for metric in metrics)
    ]
    return [
        (
            (marked("Transactions per second"), "/s", same_path(f"{DRIVER}Orders/sec"))
            if transactions
            else (marked("Orders per minute (OPM)"), OPM.unit, same_path(f"{DRIVER}Orders/min"))
        ),
        (f"Latency ({latency_label}), p95 of each second", "s", same_path(f"\\Outpace Driver({key})\\Latency p95")),
        (f"Queue length, {COUNTED[unit]} in progress", "", same_path(f"{DRIVER}Orders in Progress")),
        (with_layer("IOPS", layers["IOPS"]), "/s", figure_paths("IOPS")),
        (with_layer("I/O latency", layers["I/O latency"]), "s", figure_paths("I/O latency")),
        (with_layer("Queue length, I/Os", layers["Queue length"]), "", figure_paths("Queue length")),
        *read_rows,
        (marked("Processor"), "%", figure_paths("CPU %")),
        (marked("Power"), WATTS.unit, watts),
    ]


def _watt_path(reader: SessionReader, system: SystemInfo) -> str:
    return min(added_meters(one.path for one in meters_of(reader, system)), default="")


def _counter(reader: SessionReader, system: int | None, path: str) -> Counter | None:
    return next((c for c in reader.counters if c.system == system and c.path == path), None)


def window_shades(reader: SessionReader, study: Study, session: int) -> list[Shade]:
    """Return the phases, shaded if they do not count, and the windows that results are based on."""
    windows: dict[Span, list[str]] = {}
    runs = [run for run in study.runs if run.session == session]
    points = [point for point in study.points if point.session == session]
    for run in runs if not points else ():
        for letter, own in run.systems.items():
            if own.result is None:
                # In imported results, windows belong to the run and phases to the session.
                for phase in reader.phases:
                    if phase.name == MEASURE and phase.run == run.repeat:
                        span = Span(phase.from_s, min(phase.to_s, reader.length_s))
                        windows.setdefault(span, []).append(f"{run.number} {letter}")
            elif own.span is not None:
                windows.setdefault(own.span, []).append(f"{run.number} {letter}")
    for point in points:
        for letter, own in point.systems.items():
            if own.span is not None:
                windows.setdefault(own.span, []).append(f"{own.users:.10g} {letter}")
    system_count = len(reader.systems)
    shades = []
    for span, labels in windows.items():
        parts = labels[0].split()
        text = parts[0] if points else f"run {parts[0]}"
        label = text if len(labels) == system_count else f"{text} {', '.join(label.split()[1] for label in labels)}"
        shades.append(Shade(span.from_s, span.to_s, label, True))
    many = len(reader.phases) > MOST_PHASES
    phases = [
        Shade(
            phase.from_s,
            min(phase.to_s, reader.length_s),
            "" if phase.name == MEASURE or many else phase.name,
            False,
            phase.name == MEASURE,
        )
        for phase in reader.phases
        if not (many and phase.name == MEASURE)
    ]
    # Shaded phases come first and windows last: later ones are drawn on top.
    return [*sorted(phases, key=lambda shade: shade.measured), *shades]
