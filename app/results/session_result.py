# SPDX-License-Identifier: Apache-2.0
"""Counts of the driver and the collectors for a system over a window: orders, latencies, counters and targets.

app.results.result combines them with the other results of a session.
"""

import re
from collections.abc import Callable
from math import isfinite
from typing import Any

import msgspec

from app.analysis.little import little_check
from app.analysis.throughput import worst_window
from app.model.workloads import WorkloadParameters
from app.results.measurings import Span, by_second
from app.results.target_results import TargetResult, imbalance_percent, target_results
from app.session.reader import SessionReader
from app.session.records import Counter, SystemInfo

COVERED = 0.95
"""Share of a window's seconds that must have samples for averages to represent the whole window."""
DRIVER = "\\Outpace Driver(_Total)\\"
WORKER_SHARE = re.compile(r"(\\Outpace Driver\([^)]*worker[^)]*\)\\)% of a Core")

Figure = float | None


class OperationResult(msgspec.Struct, frozen=True, omit_defaults=True):
    """Latencies of one operation, milliseconds.

    Attributes:
        censored: Calls that were in flight at the end and much older than usual.
        oldest_ms: Age of the oldest such call.
        at_least: Figures that these calls could raise ("mean", "p50", "p95", "p99", "max"), which are lower bounds.
        p90_ms: 90th percentile, only for workloads that bound it.
    """

    count: int
    mean_ms: Figure
    p50_ms: Figure
    p95_ms: Figure
    p99_ms: Figure
    max_ms: Figure
    censored: int = 0
    oldest_ms: Figure = None
    at_least: list[str] = []
    p90_ms: Figure = None


class CounterResult(msgspec.Struct, frozen=True, omit_defaults=True):
    """One counter over a window, in `unit` (seconds, bytes).

    Attributes:
        better: more, less, or "" if neither.
        samples: Number of samples with data.
        last: Last sample; `minimum`, `maximum` and `p95_of_samples` are also computed from samples.
        average: Average computed from raw values, delta over delta.
        at_least: Whether the average is a percentile that calls in flight could raise.
    """

    unit: str
    layer: str
    better: str
    samples: int
    last: Figure
    average: Figure
    minimum: Figure
    maximum: Figure
    p95_of_samples: Figure
    at_least: bool = False


class SystemResult(msgspec.Struct, frozen=True):
    """One system over a window.

    For custom SQL, orders are transactions: `opm` and `worst_10_s_opm` are null.

    Attributes:
        orders: Completed cycles.
        opm: Orders per minute of the window, not cumulative; if samples are missing, the counted orders divided by the
        window's length.
        rollback_percent: Share of orders that were rolled back.
        rollback_expected_percent: Share expected from the stock in the database.
        users_requested: Requested users at the window's end; same for `users_alive`.
        implied_users: By Little's law, throughput x (response + untimed + think time); within 5 % of a closed loop's
            users.
        worst_10_s_opm: Lowest mean over 10 s.
        busiest_worker_percent: The driver's share of one core, without that of an embedded engine.
        operations: Latencies by operation; percentiles from merged histograms.
        counters: Counters by Performance Monitor path.
        imbalance_percent: (most - fewest) / mean of the targets' orders; null for one target.
        retries: Calls and transactions that were retried after a deadlock or a busy database; they are not errors.
        worst_10_s_tps: Lowest mean of transactions per second over 10 s, for custom SQL.
    """

    name: str
    role: str
    letter: str
    orders: int | None
    opm: Figure
    rollback_percent: Figure
    rollback_expected_percent: Figure
    errors: int | None
    users_requested: int | None
    users_alive: int | None
    implied_users: Figure
    worst_10_s_opm: Figure
    busiest_worker_percent: Figure
    operations: dict[str, OperationResult]
    counters: dict[str, CounterResult]
    targets: list[TargetResult]
    imbalance_percent: Figure
    retries: int | None = None
    worst_10_s_tps: Figure = None


class PhaseResult(msgspec.Struct, frozen=True):
    """Phase, as far as recorded."""

    name: str
    run: int
    step: int
    from_s: float
    to_s: float


class HeadlineLine(msgspec.Struct, frozen=True):
    """Comparison of one challenger with the baseline, by their letters.

    Attributes:
        ratio: Challenger / baseline, with its interval `low` to `high`.
        ten_second_low: Lower extreme of the ratio over 10 s each; same for `ten_second_high`.
        firmness: For one run: "so far", "no clear difference so far", "about equal so far", "challenger ahead" or
            "baseline ahead"; for several "one run", "too few repeats", "verdict", "no significant difference", "no
            figure" or "at least"; "stopped", without figures, if one of the two systems has stopped.
        baseline_at_least: Whether the value is a lower bound, because a search or sweep ended before it found more;
            then there is no ratio. Same for `challenger_at_least`.
    """

    challenger: str
    baseline: str
    ratio: Figure
    low: Figure
    high: Figure
    ten_second_low: Figure
    ten_second_high: Figure
    baseline_value: Figure
    challenger_value: Figure
    firmness: str
    baseline_at_least: bool = False
    challenger_at_least: bool = False


class HeadlineStatement(msgspec.Struct, frozen=True):
    """Statement about one challenger or the whole session, and what it is based on.

    Attributes:
        leader: Letter of the system that is firmly ahead; "" if none is.
    """

    text: str
    details: str
    leader: str = ""


class StopResult(msgspec.Struct, frozen=True):
    """System that had stopped and not come back, by its letter.

    Attributes:
        from_s: End of the last second in which something completed, since the common start.
        cause: Most frequent failure, in plain words ("disk full").
        stopped: Number of its targets that have stopped.
    """

    system: str
    from_s: float
    cause: str
    stopped: int
    targets: int


class HeadlineResult(msgspec.Struct, frozen=True):
    """Headline in a session's result.

    Attributes:
        text: Statement as text (English); same for `details`.
        statements: Text and details of each challenger.
        stage: "measuring" (so far), "one run", "repeats" (the verdict over them), "race", "stopped" (no ratio is left),
            "not valid", ...
        compared: What the ratios compare.
        from_s: Start of the window of a single run, since the common start; same for `to_s`.
        over: Whether nothing more was measured.
        repeats: Number of valid repeats.
        leader: Letter of the system that is firmly ahead; "" if none.
        lines: One per challenger.
        stopped: Systems that have stopped.
    """

    text: str
    details: str
    statements: list[HeadlineStatement]
    stage: str
    compared: str
    from_s: Figure
    to_s: Figure
    over: bool
    repeats: int
    leader: str
    lines: list[HeadlineLine]
    stopped: list[StopResult] = []


def session_verdict(reader: SessionReader) -> tuple[bool, list[str]]:
    """Return whether a session is valid, and the reasons if it is not."""
    if reader.end is not None:
        return reader.end.valid, [reader.sentence(reason) for reason in reader.end.reasons]
    if reader.view is not None:
        return False, ["a snapshot of a run that was still going on"]
    return False, ["the recording has no end: it still goes on, or it was cut off"]


def system_result(reader: SessionReader, system: SystemInfo, window: Span) -> SystemResult:
    """Return the result of one system over a window."""
    from_s, to_s = window.from_s, window.to_s
    counters = counter_results(reader, system.id, window)
    by_path = {counter.path: counter for counter in reader.counters if counter.system == system.id}

    def total(name: str) -> int | None:
        counter = by_path.get(DRIVER + name)
        return _rounded(reader.total(counter, from_s, to_s)) if counter else None

    def last(name: str) -> int | None:
        counter = counters.get(DRIVER + name)
        return _rounded(counter.last) if counter else None

    def average(name: str) -> Figure:
        counter = counters.get(DRIVER + name)
        return counter.average if counter else None

    targets = target_results(reader, system, from_s, to_s)
    opm = _opm(counters.get(DRIVER + "Orders/min"), total("Orders/sec"), to_s - from_s)
    return SystemResult(
        name=system.name,
        role=system.role,
        letter=system.letter,
        orders=total("Orders/sec"),
        opm=opm,
        rollback_percent=average("Rollback %"),
        rollback_expected_percent=_rollback_expected(reader, system, by_path.get(DRIVER + "Orders/sec"), window),
        errors=total("Errors/sec"),
        users_requested=last("Users Requested"),
        users_alive=last("Users Alive"),
        implied_users=_implied_users(average),
        worst_10_s_opm=_worst_opm(reader, by_path.get(DRIVER + "Orders/min"), window, opm),
        busiest_worker_percent=_busiest_worker(counters),
        operations=_operations(reader, system, window),
        counters=counters,
        targets=targets,
        imbalance_percent=imbalance_percent(targets),
        retries=total("Retries/sec"),
    )


def orders_per_minute(reader: SessionReader, system: SystemInfo, window: Span) -> Figure:
    """Return the `opm` of a system without its other figures."""
    counters = {counter.path: counter for counter in reader.counters if counter.system == system.id}
    per_min, per_s = counters.get(DRIVER + "Orders/min"), counters.get(DRIVER + "Orders/sec")
    if per_min is None or per_s is None:
        return None
    orders = _rounded(reader.total(per_s, window.from_s, window.to_s))
    return _opm(_counter_result(reader, per_min, window), orders, window.seconds)


def _opm(counter: CounterResult | None, orders: int | None, seconds: float) -> Figure:
    if counter is None or orders is None or seconds <= 0:
        return None
    complete = counter.samples >= COVERED * seconds
    return counter.average if complete else orders * 60 / seconds


def _implied_users(average: Callable[[str], Figure]) -> Figure:
    users, orders = average("Users Alive"), average("Orders/sec")
    response, untimed, think = (average(f"{name} Time/sec") for name in ("Response", "Untimed", "Think"))
    if users is None or not orders or response is None or untimed is None or think is None:
        return None
    return figure_of(little_check(users, orders, (response + untimed) / orders, think / orders).implied_users)


def _worst_opm(reader: SessionReader, counter: Counter | None, window: Span, opm: Figure) -> Figure:
    """Return the lowest rate over 10 s within a window; for a window of at most 10 s, its own rate."""
    if counter is None:
        return None
    # A sample that is slightly late belongs to the second that it ends, not to the window's first second.
    seconds = by_second(*reader.samples(counter, window.from_s, window.to_s + 0.5), window)
    worst = worst_window(seconds, "lowest")
    if worst is None:
        return None
    return opm if len(seconds) == worst.to_s - worst.from_s else worst.mean


def _operations(reader: SessionReader, system: SystemInfo, window: Span) -> dict[str, OperationResult]:
    results = {}
    work = reader.scenario.workload
    bounded = work.bounded_mix if isinstance(work, WorkloadParameters) else {}
    for operation in reader.operations:
        histogram = reader.histogram(system.id, operation.key, window.from_s, window.to_s)
        p50, p90, p95, p99 = histogram.percentiles_ns((50, 90, 95, 99))
        late = reader.censored(system.id, operation.key, window.from_s, window.to_s)
        results[operation.key] = OperationResult(
            count=histogram.count,
            mean_ms=figure_of(histogram.mean_ns / 1e6),
            p50_ms=figure_of(p50 / 1e6),
            p95_ms=figure_of(p95 / 1e6),
            p99_ms=figure_of(p99 / 1e6),
            max_ms=histogram.max_ns / 1e6 if histogram.count else None,
            censored=late.count,
            oldest_ms=figure_of(late.oldest_s * 1e3),
            at_least=late.in_results,
            p90_ms=figure_of(p90 / 1e6) if operation.key in bounded else None,
        )
    return results


def counter_results(reader: SessionReader, system: int | None, window: Span) -> dict[str, CounterResult]:
    """Return every counter of a system by path; for None, the counters of the driver's machine."""
    return {c.path: _counter_result(reader, c, window) for c in reader.counters if c.system == system}


def _counter_result(reader: SessionReader, counter: Counter, window: Span) -> CounterResult:
    statistics = reader.window(counter, window.from_s, window.to_s)
    known = shared_fields(counter, CounterResult) | shared_fields(statistics, CounterResult)
    return CounterResult(**known, p95_of_samples=figure_of(statistics.p95))


def _rollback_expected(reader: SessionReader, system: SystemInfo, orders: Counter | None, window: Span) -> Figure:
    """Return the targets' expected rollback rates, weighted by their orders."""
    weighted = 0.0
    weights = 0.0
    for target in system.targets:
        expected = target.detail.rollback_expected_percent
        if expected is None:
            return None
        weight = reader.total(orders, window.from_s, window.to_s, target=target.id) if orders else 1.0
        if len(system.targets) == 1 or not isfinite(weight):
            weight = 1.0
        weighted += expected * weight
        weights += weight
    return figure_of(weighted / weights) if weights else None


def _busiest_worker(counters: dict[str, CounterResult]) -> Figure:
    """Return a worker's largest share of a core, without the share of an engine embedded in it."""
    shares = []
    for path, counter in counters.items():
        worker = WORKER_SHARE.fullmatch(path)
        if worker and counter.average is not None:
            engine = counters.get(f"{worker[1]}Embedded Engine % of a Core")
            shares.append(counter.average - (engine.average or 0.0 if engine else 0.0))
    return max(*shares, 0.0) if shares else None


def shared_fields(source: object, kind: type[msgspec.Struct]) -> dict[str, Any]:
    """Return the fields of a struct that another object has under the same names; unknown numbers are None."""
    shared = {name: getattr(source, name) for name in kind.__struct_fields__ if hasattr(source, name)}
    return {name: figure_of(value) if isinstance(value, float) else value for name, value in shared.items()}


def figure_of(value: float) -> Figure:
    """Return a figure for JSON, in which NaN and infinity are null."""
    return value if isfinite(value) else None


def _rounded(value: Figure) -> int | None:
    return round(value) if value is not None and isfinite(value) else None
