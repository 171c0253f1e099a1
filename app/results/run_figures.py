# SPDX-License-Identifier: Apache-2.0
"""Figures of a system in one run, as a study compares them.

They come from a window of a recorded run, or from imported totals (documents of kind "totals") without a recording.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from math import floor, isfinite, isnan, nan

import msgspec
import numpy as np

from app.analysis.intervals import batch_means
from app.analysis.repeats import totals_of
from app.analysis.throughput import cumulative_per_minute, published_window, worst_window
from app.model.documents import ImportedTotals
from app.model.merging import rule_of
from app.model.steps import StepLimit
from app.model.workloads import Rate, WorkloadParameters, per_s_factor
from app.results.measurings import (
    ORDERS,
    Floats,
    Measuring,
    Span,
    known,
    main_operation,
    seconds_of,
    work_unit,
)
from app.results.power import power_of, watts_of
from app.results.session_result import DRIVER, SystemResult, system_result
from app.results.storage_results import block_bytes_of, is_storage, mean_bytes_of
from app.results.study_records import Metric, SystemRun
from app.results.target_results import TargetResult, imbalance_percent
from app.session.reader import SessionReader
from app.session.recorded_stops import stopped_until
from app.session.records import SystemInfo
from collectors.series import Better

PROCESSOR = "\\Processor(_Total)\\% Processor Time"
OPM = Metric("OPM", "/min", "more")
COUNTED: Sequence[tuple[Metric, Sequence[str]]] = (
    (
        Metric("IOPS", "/s", "more"),
        (
            "\\Engine File(_Total)\\Transfers/sec",
            "\\Engine File(_Total)\\Disk Transfers/sec",
            "\\Engine File(database)\\Disk Transfers/sec",
            "\\PhysicalDisk(_Total)\\Disk Transfers/sec",
            "\\LogicalDisk(_Total)\\Disk Transfers/sec",
        ),
    ),
    (
        Metric("I/O latency", "s", "less"),
        (
            "\\Engine File(_Total)\\Avg. sec/Transfer",
            "\\Engine File(_Total)\\Avg. Disk sec/Transfer",
            "\\Engine File(database)\\Avg. Disk sec/Transfer",
            "\\PhysicalDisk(_Total)\\Avg. Disk sec/Transfer",
            "\\LogicalDisk(_Total)\\Avg. Disk sec/Transfer",
        ),
    ),
    (
        Metric("Bytes/s", "B/s", "more"),
        (
            "\\Engine File(_Total)\\Bytes/sec",
            "\\Engine File(_Total)\\Disk Bytes/sec",
            "\\Engine File(database)\\Disk Bytes/sec",
            "\\PhysicalDisk(_Total)\\Disk Bytes/sec",
            "\\LogicalDisk(_Total)\\Disk Bytes/sec",
        ),
    ),
    (
        Metric("Queue length", "", ""),
        (
            "\\Engine File(_Total)\\Avg. Queue Length",
            "\\Engine File(_Total)\\Avg. Disk Queue Length",
            "\\Engine File(database)\\Avg. Disk Queue Length",
            "\\PhysicalDisk(_Total)\\Avg. Disk Queue Length",
            "\\LogicalDisk(_Total)\\Avg. Disk Queue Length",
        ),
    ),
    (Metric("CPU %", "%", ""), (PROCESSOR, "\\Engine Process(_Total)\\% Processor Time")),
    (
        Metric("Read latency", "s", "less"),
        (
            "\\Engine File(database)\\Avg. sec/Read",
            "\\Engine File(_Total)\\Avg. sec/Read",
            "\\PhysicalDisk(_Total)\\Avg. Disk sec/Read",
            "\\LogicalDisk(_Total)\\Avg. Disk sec/Read",
        ),
    ),
    (
        Metric("Read queue length", "", ""),
        (
            "\\Engine File(database)\\Avg. Read Queue Length",
            "\\Engine File(_Total)\\Avg. Read Queue Length",
            "\\PhysicalDisk(_Total)\\Avg. Disk Read Queue Length",
            "\\LogicalDisk(_Total)\\Avg. Disk Read Queue Length",
        ),
    ),
)
"""Counters of each figure, in order of preference."""
OF_READS: Mapping[str, str] = {"I/O latency": "Read latency", "Queue length": "Read queue length"}
"""Read-only figures that replace figures of reads and writes if an engine times only its reads."""
SAMPLED: Mapping[str, str] = {"Queue length": "\\Engine File(_Total)\\Current Queue Length"}
"""Counters, sampled at whole seconds, whose mean replaces a figure that has no other counter."""
TPS = "TPS"
IOS_AN_OPERATION = Metric("I/Os per operation", "", "")
"""Figure of workloads whose rate is TPS, available if IOPS are counted."""
DEVICE_IOPS = Metric("Device IOPS", "/s", "more")
"""I/Os of the devices under a system whose IOPS are file calls."""
DEVICES = ("\\PhysicalDisk(_Total)\\Disk Transfers/sec", "\\LogicalDisk(_Total)\\Disk Transfers/sec")
MACHINE_CPU = Metric("Driver CPU %", "%", "")
"""Processor load of the machine that drives all systems and on which embedded engines run."""
FINISHED = Metric("Finished after", "s", "less")
"""Figure of a race."""
USERS = Metric("Users within the limit", "", "more")
"""Figure of a search: the most users per target that met the limit."""
WATTS = Metric("Watts", "W", "")
IDLE_WATTS = Metric("Idle watts", "W", "")
"""Power at idle. It has no direction because less power may mean less work; normalized figures have a direction."""
EMBEDDED = ("\\Engine File(_Total)\\Transfers/sec", "\\Engine File(_Total)\\Avg. sec/Transfer",
            "\\Engine File(_Total)\\Bytes/sec", "\\Engine File(_Total)\\Avg. Queue Length")  # fmt: skip
"""Counters of an embedded engine's file calls, which the operating system's cache can serve."""


def live_metrics(readers: Sequence[SessionReader]) -> list[Metric]:
    """Return the figures that recorded runs are compared by, starting with the headline's."""
    key = next((latency_name(reader) for reader in readers if main_operation(reader)), "")
    latencies = [Metric(f"{key} {figure}", "s", "less") for figure in ("p50", "p95", "p99")] if key else []
    searched = [
        Metric(searched_name(reader, limit), "s", "less") for reader in readers if (limit := _limit(reader)) is not None
    ]
    latencies = list(dict.fromkeys([*searched, *latencies]))
    first = [FINISHED] if any(reader.scenario.results.figure == "time" for reader in readers) else []
    first += [USERS] if any(reader.scenario.results.figure == "users" for reader in readers) else []
    # In storage I/O, an order is an I/O, and I/Os are not counted per minute.
    storage = all(is_storage(reader) for reader in readers)
    transactions = all(work_unit(reader) == "transaction" for reader in readers)
    first += [metric for metric, _ in COUNTED[:1]] if storage else [] if transactions else [OPM]
    first += [
        Metric(name, "/min" if rate.per_minute else "/s", rate.better)
        for reader in readers
        for name, rate in own_rates(reader).items()
    ]
    left_out = {reads for whole, reads in OF_READS.items() if not any(reads_alone(one, whole) for one in readers)}
    counted = [metric for metric, _ in COUNTED if metric.name not in left_out]
    if any(TPS in own_rates(reader) for reader in readers):
        counted.insert(1, IOS_AN_OPERATION)
    if any(_device_path(reader, system.id) for reader in readers for system in reader.systems):
        counted.insert(1, DEVICE_IOPS)
    counted = counted if storage else [_without_direction(metric) for metric in counted]
    return list(dict.fromkeys([*first, *latencies, *counted, MACHINE_CPU, WATTS, IDLE_WATTS]))


def _without_direction(metric: Metric) -> Metric:
    """Remove the direction of a database's I/O rates, which rise with orders and fall with a larger cache."""
    return replace(metric, better="") if metric.better == "more" else metric


def own_rates(reader: SessionReader) -> Mapping[str, Rate]:
    """Return the workload's own rates."""
    work = reader.scenario.workload
    return work.rates if isinstance(work, WorkloadParameters) else {}


def latency_name(reader: SessionReader) -> str:
    """Return the name that the percentiles of a session's latency have: "order p95", "I/O p95", "transaction p95".

    The name is "" if the session has no latency.
    """
    unit = work_unit(reader)
    if unit == "I/O":
        return unit
    key = main_operation(reader)
    return unit if unit == "transaction" and key == "order" else key


def searched_name(reader: SessionReader, limit: StepLimit) -> str:
    """Return the name of the latency to which a plan's limit applies."""
    return f"{latency_name(reader)} {limit.figure}" if limit.operation == main_operation(reader) else limit.metric


def _limit(reader: SessionReader) -> StepLimit | None:
    """Return the plan's latency limit."""
    plan = reader.scenario.plan
    return plan.limit if plan is not None else None


def paths_of(metric: str) -> Sequence[str]:
    """Return the possible counters of a figure, in order of preference."""
    return (
        DEVICES if metric == DEVICE_IOPS.name else next((paths for known, paths in COUNTED if known.name == metric), ())
    )


def reads_alone(reader: SessionReader, metric: str) -> bool:
    """Return whether a system of a session has the figure only for reads instead of for reads and writes."""
    return any(
        bool(counter_path(reader, system.id, OF_READS[metric])) and not timed_path(reader, system.id, metric)
        for system in reader.systems
    )


def counter_path(reader: SessionReader, system: int, metric: str) -> str:
    """Return the counter of a system's figure; empty if absent.

    In a performance log with single disks but no total, it is the counter of the disk with the most transfers.
    """
    path = timed_path(reader, system, metric)
    if path or metric not in SAMPLED or timed_path(reader, system, OF_READS[metric]):
        return path
    sampled = SAMPLED[metric]
    return sampled if any(counter.system == system and counter.path == sampled for counter in reader.counters) else ""


def _device_path(reader: SessionReader, system: int) -> str:
    """Return the counter of a system's devices; empty if absent, or if its IOPS are those of the devices."""
    path = timed_path(reader, system, DEVICE_IOPS.name)
    return path if path and path != timed_path(reader, system, "IOPS") else ""


def timed_path(reader: SessionReader, system: int, metric: str) -> str:
    """Return the counter as `counter_path` does, but not a counter that was only sampled at whole seconds."""
    paths = paths_of(metric)
    counters_by_path = {counter.path: counter for counter in reader.counters if counter.system == system}
    known_path = next((path for path in paths if path in counters_by_path), "")
    if known_path or "(_Total)" not in "".join(paths):
        return known_path
    for disk_object in ("PhysicalDisk", "LogicalDisk"):
        head = f"\\{disk_object}("
        transfers = {
            path.removesuffix(_TRANSFERS): reader.window(counter, 0.0, reader.length_s).average
            for path, counter in counters_by_path.items()
            if path.startswith(head) and path.endswith(_TRANSFERS)
        }
        busiest = max(transfers, key=lambda disk: np.nan_to_num(transfers[disk], nan=-1.0), default="")
        counters = [path.rpartition("\\")[2] for path in paths if path.startswith(head)]
        disk_path = next(
            (path for name in counters if busiest and (path := f"{busiest}\\{name}") in counters_by_path), ""
        )
        if disk_path:
            return disk_path
    return ""


_TRANSFERS = "\\Disk Transfers/sec"


def live_run(reader: SessionReader, system: SystemInfo, measuring: Measuring, span: Span) -> SystemRun:
    """Return a system's figures in a window of a measurement."""
    result = system_result(reader, system, span)
    finished_s, race_orders = measuring.finished_s(system.letter), known(measuring.race_orders(system.letter))
    if raced := finished_s > 0 and race_orders > 0:
        result = _race_result(reader, system, result, span.from_s, finished_s, round(race_orders))
    figures: dict[str, float] = {OPM.name: known(result.opm)}
    layers: dict[str, str] = {}
    file_calls: set[str] = set()
    key = main_operation(reader)
    if key and key in result.operations:
        operation = result.operations[key]
        for name, ms in (("p50", operation.p50_ms), ("p95", operation.p95_ms), ("p99", operation.p99_ms)):
            figures[f"{latency_name(reader)} {name}"] = known(ms) / 1e3
    for name, rate in own_rates(reader).items():
        if not rate.operation:
            figures[name] = known(result.opm) / 60
        elif rate.operation in result.operations and not isnan(figures[OPM.name]) and result.orders:
            each_minute = figures[OPM.name] * result.operations[rate.operation].count / result.orders
            figures[name] = each_minute if rate.per_minute else each_minute / 60
    if (limit := _limit(reader)) is not None and limit.operation in result.operations:
        figures[searched_name(reader, limit)] = _searched_s(reader, system, limit, span)
    for metric, _ in COUNTED:
        path = counter_path(reader, system.id, metric.name)
        counter = result.counters.get(path)
        figures[metric.name] = known(counter.average) if counter else nan
        if counter:
            layers[metric.name] = counter.layer
            if path in EMBEDDED or counter.layer == "operating-system file":
                file_calls.add(metric.name)
    _add_device_figures(result, _device_path(reader, system.id), figures, layers, file_calls)
    whole = [name for name, rate in own_rates(reader).items() if not rate.operation]
    targets = {
        target.name: {OPM.name: known(target.opm)} | {name: known(target.opm) / 60 for name in whole}
        for target in result.targets
    }
    block_bytes = block_bytes_of(reader, measuring)
    if block_bytes:
        mean_bytes = mean_bytes_of(reader, measuring, system.id, span)
        storage_figures = _storage_figures(
            result, race_orders / finished_s if raced else _iops(result, span), mean_bytes
        )
        figures |= storage_figures
        layers |= dict.fromkeys(storage_figures, "application")
        file_calls.clear()
        targets = {
            target.name: _storage_target(target, mean_bytes_of(reader, measuring, system.id, span, info.id))
            for info, target in zip(system.targets, result.targets, strict=True)
        }
    figures[MACHINE_CPU.name] = _machine_cpu(reader, span)
    power = power_of(reader, system, span, measuring.repeat, result.orders)
    figures[WATTS.name] = known(power.watts if power is not None else watts_of(reader, system, span))
    figures[IDLE_WATTS.name] = known(power.idle_watts) if power is not None else nan
    figures[FINISHED.name] = finished_s
    figures[USERS.name] = measuring.users(system.letter) if measuring.held(system.letter) is not None else nan
    known_begin = measuring.begins[system.letter]
    begin = known_begin if isfinite(known_begin) else span.from_s
    orders = _orders(reader, system, begin)
    from_s, to_s = round(span.from_s - begin), round(span.to_s - begin)
    cumulative = cumulative_per_minute(orders)
    return SystemRun(
        letter=system.letter,
        span=span,
        figures=figures,
        layers=layers,
        targets=targets,
        result=result,
        cumulative_opm=float(cumulative[to_s - 1]) if isfinite(known_begin) and 0 < to_s <= len(cumulative) else nan,
        published_opm=_published_opm(reader, orders, from_s, to_s) if isfinite(known_begin) else nan,
        batches=batch_means(orders[from_s:to_s] * per_s_factor(work_unit(reader))) if to_s > from_s else None,
        users=_users(measuring.users(system.letter), result),
        step=measuring.step,
        file_calls=frozenset(file_calls),
        at_least=_lower_bounds(result, key, latency_name(reader), limit, storage=block_bytes > 0),
        power=power,
        stopped=next((s for s in stopped_until(reader, span.to_s) if s.letter == system.letter), None),
    )


def _add_device_figures(
    result: SystemResult, path: str, figures: dict[str, float], layers: dict[str, str], file_calls: set[str]
) -> None:
    """Add the IOPS of devices and the I/Os per operation to the figures.

    Args:
        result: Result of the system.
        path: Counter of the devices; "" if absent.
        figures: Figures to extend.
        layers: Layers to extend.
        file_calls: Names of the figures that count file calls, to extend.
    """
    if counter := result.counters.get(path):
        figures[DEVICE_IOPS.name], layers[DEVICE_IOPS.name] = known(counter.average), counter.layer
    if not figures.get(TPS, 0) > 0 or isnan(figures["IOPS"]):
        return
    figures[IOS_AN_OPERATION.name] = figures["IOPS"] / figures[TPS]
    if "IOPS" in layers:
        layers[IOS_AN_OPERATION.name] = layers["IOPS"]
    if "IOPS" in file_calls:
        file_calls.add(IOS_AN_OPERATION.name)


def _lower_bounds(
    result: SystemResult, key: str, called: str, limit: StepLimit | None, *, storage: bool
) -> frozenset[str]:
    """Return the metrics that calls in flight could raise.

    Args:
        result: Result of the system.
        key: Key of the main operation.
        called: Name of the main operation's latency.
        limit: Limit of a search.
        storage: Whether the workload is storage I/O.
    """
    operation = result.operations.get(key)
    bounds = _bounded_metrics(operation.at_least if operation is not None else [], called, storage=storage)
    searched = result.operations.get(limit.operation) if limit is not None else None
    if limit is not None and searched is not None and limit.figure in searched.at_least:
        return bounds | {limit.metric}
    return bounds


def at_least_at(reader: SessionReader, system: SystemInfo, span: Span) -> frozenset[str]:
    """Return a system's latency metrics that calls in flight at the end of a window could raise."""
    late = reader.censored(system.id, main_operation(reader), span.from_s, span.to_s)
    return _bounded_metrics(late.at_least, latency_name(reader), storage=is_storage(reader))


def _bounded_metrics(figures: Iterable[str], called: str, *, storage: bool) -> frozenset[str]:
    """Return the metrics of an operation's figures; `called` is the name of its latency."""
    metrics = frozenset(f"{called} {figure}" for figure in figures)
    return metrics | {"I/O latency"} if storage and f"{called} mean" in metrics else metrics


def _searched_s(reader: SessionReader, system: SystemInfo, limit: StepLimit, span: Span) -> float:
    histogram = reader.histogram(system.id, limit.operation, span.from_s, span.to_s)
    if not histogram.count:
        return nan
    figure_ns = histogram.mean_ns if limit.figure == "mean" else histogram.percentile_ns(float(limit.figure[1:]))
    return figure_ns / 1e9


def _race_result(  # noqa: PLR0917
    reader: SessionReader, system: SystemInfo, result: SystemResult, begin_s: float, finished_s: float, race_orders: int
) -> SystemResult:
    """Return the result of a system in a race up to its finish, which covers exactly the requested orders.

    Users continue until the end of the second. Orders that completed after the finish are excluded, also for a target,
    whose share of that second is interpolated like the finish itself. Latencies and counters cover whole seconds.
    """
    orders = next((c for c in reader.counters if c.system == system.id and c.path == ORDERS), None)
    whole_s, share = begin_s + floor(finished_s), finished_s % 1
    targets: list[TargetResult] = []
    for info, target in zip(system.targets, result.targets, strict=True):
        done = float(race_orders)
        if len(system.targets) > 1 and orders is not None:
            before = reader.total(orders, begin_s, whole_s, target=info.id) if whole_s > begin_s else 0.0
            last = reader.total(orders, whole_s, whole_s + 1, target=info.id) if share else 0.0
            done = before + share * last
        opm = done * 60 / finished_s
        counted = msgspec.structs.replace(target, orders=round(done), opm=opm) if isfinite(done) else target
        targets.append(counted)
    worst = result.worst_10_s_opm
    if worst is not None and orders is not None:
        time_s, value = reader.samples(orders, begin_s + 0.5, whole_s + 0.5)
        window = worst_window(seconds_of(time_s - begin_s, value)[: floor(finished_s)], "lowest")
        worst = min(window.mean * 60, race_orders * 60 / finished_s) if window is not None else None
    return msgspec.structs.replace(
        result,
        orders=race_orders,
        opm=race_orders * 60 / finished_s,
        worst_10_s_opm=worst,
        targets=targets,
        imbalance_percent=imbalance_percent(targets),
    )


def figure_at(reader: SessionReader, system: SystemInfo, span: Span, name: str) -> float:
    """Return a figure of a system over a window that need not have ended, as in `live_run`; NaN if absent."""
    by_name = {c.path: c for c in reader.counters if c.system == system.id}

    def average(path: str) -> float:
        counter = by_name.get(path)
        return reader.window(counter, span.from_s, span.to_s).average if counter is not None else nan

    rates, storage = own_rates(reader), is_storage(reader)
    key, called = main_operation(reader), latency_name(reader)
    if name == OPM.name or (name in rates and not rates[name].operation) or (storage and name == "IOPS"):
        return average(ORDERS) * (60 if name == OPM.name else 1)
    if name in rates:
        done = reader.histogram(system.id, rates[name].operation, span.from_s, span.to_s).count
        return done / span.seconds if span.seconds > 0 else nan
    percentile = name.removeprefix(f"{called} p")
    if percentile != name and percentile.isdigit():
        latency = reader.histogram(system.id, key, span.from_s, span.to_s)
        return latency.percentile_ns(float(percentile)) / 1e9 if latency.count else nan
    if name == WATTS.name:
        return known(watts_of(reader, system, span))
    if storage and name == "I/O latency":
        ios_per_s = average(ORDERS)
        return average(f"{DRIVER}Response Time/sec") / ios_per_s if ios_per_s > 0 else nan
    return average(f"{DRIVER}Bytes/sec" if storage and name == "Bytes/s" else counter_path(reader, system.id, name))


def is_of_file_calls(reader: SessionReader, system: SystemInfo, name: str) -> bool:
    """Return whether a figure counts file calls, of which an unknown number reached a disk."""
    path = counter_path(reader, system.id, name) if not is_storage(reader) else ""
    counter = next((c for c in reader.counters if c.system == system.id and c.path == path), None)
    return counter is not None and (path in EMBEDDED or counter.layer == "operating-system file")


def _iops(result: SystemResult, span: Span) -> float:
    io = result.operations.get("order")
    return io.count / span.seconds if io is not None and span.seconds > 0 else nan


def _storage_figures(result: SystemResult, iops: float, mean_bytes: float) -> dict[str, float]:
    """Return the driver's measurements of storage I/O, which it performs directly."""
    io = result.operations.get("order")
    outstanding = result.counters.get(f"{DRIVER}Response Time/sec")
    return {
        "IOPS": iops,
        "I/O latency": known(io.mean_ms) / 1e3 if io is not None else nan,
        "Bytes/s": iops * mean_bytes,
        "Queue length": known(outstanding.average) if outstanding is not None else nan,
    }


def _storage_target(target: TargetResult, mean_bytes: float) -> dict[str, float]:
    iops = known(target.opm) / 60
    return {"IOPS": iops, "I/O latency": known(target.response_ms) / 1e3, "Bytes/s": iops * mean_bytes}


def _machine_cpu(reader: SessionReader, span: Span) -> float:
    counter = next((c for c in reader.counters if c.system is None and c.path == PROCESSOR), None)
    return reader.window(counter, span.from_s, span.to_s).average if counter is not None else nan


def _published_opm(reader: SessionReader, orders: Floats, from_s: int, to_s: int) -> float:
    """Return the mean of the driver's cumulative counter over a fixed window, as published for timed runs."""
    plan = reader.scenario.plan
    if plan is None or plan.window != "fixed" or to_s > len(orders):
        return nan
    return published_window(orders, from_s, to_s)


def _orders(reader: SessionReader, system: SystemInfo, begin_s: float) -> Floats:
    """Return the number of orders in each second since the load began."""
    counter = next((c for c in reader.counters if c.system == system.id and c.path == ORDERS), None)
    if counter is None:
        return np.empty(0)
    time_s, value = reader.samples(counter, begin_s + 0.5)
    return seconds_of(time_s - begin_s, value)


def _users(requested: float, result: SystemResult) -> float:
    if isfinite(requested):
        return requested
    return known(result.users_requested) / max(len(result.targets), 1)


FIRST = ("OPM", "NOPM", "TPS", "IOPS")
"""Figures that can be the headline's, in order of preference."""
USUAL_BETTER: Mapping[str, Better] = {
    "OPM": "more", "TPS": "more", "IOPS": "more", "MB/s": "more", "Users": "more", "Latency ms": "less",
}  # fmt: skip
TAKEN_UNITS = ("W", "%")
"""Units of consumed resources (power, processor), which have no direction even if earlier versions recorded one."""


def has_totals(reader: SessionReader) -> bool:
    """Return whether the session's results are imported totals."""
    return bool(reader.documents_of(ImportedTotals))


def imported_metrics(readers: Sequence[SessionReader]) -> list[Metric]:
    """Return all figures of the totals, starting with the headline's."""
    metrics: dict[str, Metric] = {}
    headlines: set[str] = set()
    for reader in readers:
        for document in reader.documents_of(ImportedTotals):
            for name, figure in document.data.figures.items():
                better: Better = figure.better or USUAL_BETTER.get(name, "")
                if figure.unit in TAKEN_UNITS or name == "CPU %":
                    better = ""
                unit = "/min" if figure.unit == "orders/min" else figure.unit
                metrics.setdefault(name, Metric(name, unit, better, defined=figure.defined))
                headlines |= {name} if figure.headline else set()

    def place(metric: Metric) -> int:
        if metric.name in headlines:
            return -1
        return FIRST.index(metric.name) if metric.name in FIRST else len(FIRST)

    return sorted(metrics.values(), key=place)


def imported_places(reader: SessionReader) -> list[tuple[int, float | None]]:
    """Return the runs and load levels that have totals; None stands for a run without levels."""
    return list(dict.fromkeys((document.run, document.data.users) for document in reader.documents_of(ImportedTotals)))


def imported_run(
    reader: SessionReader, system: SystemInfo, repeat: int, level: float | None = None
) -> tuple[SystemRun | None, tuple[str, ...]]:
    """Return a system's imported totals of a run, and the reasons for missing totals.

    Totals are summed over the targets unless there is a total for the whole system. A run that lacks one of the
    system's targets has no total.

    Args:
        reader: Session with imported totals.
        system: System of the totals.
        repeat: Number of the run.
        level: Load level; None stands for the run as a whole.
    """
    documents = [document for document in reader.documents_of(ImportedTotals) if document.system == system.id]
    documents_of_run = [document for document in documents if (document.run, document.data.users) == (repeat, level)]
    if not documents_of_run:
        return None, ()
    names = dict.fromkeys(document.name for document in documents if document.target is not None or document.name)
    figures: dict[str, float] = {}
    targets: dict[str, dict[str, float]] = {}
    decimals: dict[tuple[str, str], int] = {}
    units: dict[str, str] = {}
    spans: list[Span] = []
    reasons: list[str] = []
    for document in documents_of_run:
        for metric, figure in document.data.figures.items():
            value = known(figure.value)
            span = Span(known(figure.from_s), known(figure.to_s))
            if not isnan(span.seconds) and span not in spans:
                spans.append(span)
            units[metric] = figure.unit
            if document.target is None and not document.name:
                figures[metric] = value
            else:
                targets.setdefault(document.name, {})[metric] = value
            if figure.decimals is not None:
                decimals[document.name, metric] = figure.decimals
    for metric in dict.fromkeys(metric for values in targets.values() for metric in values):
        if metric in figures:
            continue
        by_target = {name: values[metric] for name, values in targets.items() if metric in values}
        expected = [name for name in names if any(d.name == name and metric in d.data.figures for d in documents)]
        # Averages, extremes and percentiles of several targets are merged by the importer, which has the weights.
        if len(expected) > 1 and rule_of(metric.rpartition(": ")[2], units[metric]) != "sum":
            figures[metric] = nan
            continue
        total = totals_of([by_target], expected)
        figures[metric] = total.values[0]
        if all((name, metric) in decimals for name in by_target):
            decimals["", metric] = max(decimals[name, metric] for name in by_target)
        reasons += [f"{system.letter}: {metric}: {text.replace('repeat 1', f'run {repeat}')}" for text in total.reasons]
    span_of_run = spans[0] if len(spans) == 1 else None
    users = next((values["Users"] for values in targets.values() if "Users" in values), nan) if level is None else level
    run = SystemRun(system.letter, span_of_run, figures, targets=targets, users=users, decimals=decimals)
    return run, tuple(reasons)
