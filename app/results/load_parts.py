# SPDX-License-Identifier: Apache-2.0
"""Parts of a run under changing load: the results of each part, and the recovery of latency after a pulse."""

from collections.abc import Iterator, Mapping, Sequence
from math import isfinite, nan

import msgspec

from app.analysis.format import NO_DATA, duration_in_units
from app.model.documents import MeasuredPart, MeasuredStep
from app.model.histogram import Histogram
from app.model.work_wording import COUNTED
from app.model.workloads import WorkUnit, per_s_factor
from app.results.measurings import main_operation
from app.session.reader import SessionReader
from app.session.records import SystemInfo

LOW, HIGH = "low", "high"
LEAST_LOW_S = 5
"""Minimum duration in seconds of a low part from which the normal latency is derived."""
BACK_S = 3
"""Number of consecutive seconds within the limit after which latency counts as recovered."""

Figure = float | None


class PartSystem(msgspec.Struct, frozen=True):
    """Results of one system in all parts with the same name.

    The latencies are those of a whole order, from merged histograms.

    Attributes:
        orders: Number of orders or, for storage I/O, of I/Os.
    """

    orders: int
    orders_per_s: Figure
    mean_ms: Figure
    p50_ms: Figure
    p95_ms: Figure
    p99_ms: Figure
    max_ms: Figure


class LoadPartResult(msgspec.Struct, frozen=True):
    """Results of all parts of a run with the same name: "low", "high", "rise", "fall", or a level.

    Attributes:
        parts: Number of parts.
        seconds: Total duration of the parts.
        users: Users per target at the beginning and at the end of such a part.
        rate: Rate per target at the beginning and at the end of such a part.
        systems: Results by letter.
    """

    run: int
    name: str
    parts: int
    seconds: float
    users: tuple[float, float] | None
    rate: tuple[float, float] | None
    systems: dict[str, PartSystem]


class RecoveryResult(msgspec.Struct, frozen=True):
    """Recovery of latency after a pulse (docs/statistics.md).

    Attributes:
        pulse: Number of the pulse in its run, from 1.
        end_s: Seconds since the common start at which the load returned to its low level.
        limit_ms: p95 at which latency counts as recovered; null if the low load before the first pulse was too short.
        seconds: Duration since `end_s`; null if latency did not recover before the next pulse.
    """

    run: int
    pulse: int
    system: str
    end_s: float
    limit_ms: Figure
    seconds: Figure


def load_parts(reader: SessionReader) -> list[LoadPartResult]:
    """Return the parts of every run, in chronological order of their names; empty if the load was constant."""
    key = main_operation(reader)
    results = []
    for step in _steps(reader):
        by_name: dict[str, list[MeasuredPart]] = {}
        for part in step.parts:
            by_name.setdefault(part.name, []).append(part)
        for name, parts in by_name.items():
            seconds = sum(part.to_s - part.from_s for part in parts)
            first = parts[0]
            results.append(
                LoadPartResult(
                    run=step.run,
                    name=name,
                    parts=len(parts),
                    seconds=seconds,
                    users=first.users,
                    rate=first.rate,
                    systems={
                        system.letter: _figures(_latency(reader, system, key, parts), seconds)
                        for system in step.systems
                    },
                )
            )
    return results


def recoveries(reader: SessionReader) -> list[RecoveryResult]:
    """Return the recovery after every pulse of every run, system by system; empty if there were no pulses."""
    key = main_operation(reader)
    results = []
    for step in _steps(reader):
        pulses = _pulses(step.parts)
        before = step.parts[0] if step.parts and step.parts[0].name == LOW else None
        for system in step.systems if pulses else ():
            usual_s = [] if before is None else [s for s in _p95s(reader, system, key, before) if isfinite(s)]
            limit_s = max(usual_s) if len(usual_s) >= LEAST_LOW_S else nan
            for number, low in enumerate(pulses, 1):
                after_s = back_after_s(_p95s(reader, system, key, low), limit_s)
                results.append(
                    RecoveryResult(
                        run=step.run,
                        pulse=number,
                        system=system.letter,
                        end_s=low.from_s,
                        limit_ms=_figure(limit_s * 1e3),
                        seconds=_figure(after_s),
                    )
                )
    return results


def back_after_s(p95s: Sequence[float], limit_s: float) -> float:
    """Return when the first `BACK_S` consecutive seconds with a p95 within the limit begin; NaN if there are none.

    Args:
        p95s: p95 of each second since the load returned to its low level; NaN, for a second without calls, exceeds the
            limit.
        limit_s: Largest p95 that counts as recovered.
    """
    for second in range(len(p95s) - BACK_S + 1):
        if all(p95_s <= limit_s for p95_s in p95s[second : second + BACK_S]):
            return float(second)
    return nan


RATE_LABELS: Mapping[WorkUnit, str] = {
    "order": "Orders per minute", "I/O": "IOPS", "transaction": "Transactions per second",
}  # fmt: skip


def throughput(own: PartSystem, unit: WorkUnit) -> Figure:
    """Return orders per minute; for storage I/O and custom SQL transactions, the rate per second."""
    return None if own.orders_per_s is None else own.orders_per_s * per_s_factor(unit)


def part_load_text(part: LoadPartResult, counted: WorkUnit) -> str:
    """Return the load of a part as text: "12 users, 2 x 4 s"; for a slope, "2 to 12 users, 2 s"."""
    begin, end = part.rate or part.users or (nan, nan)
    unit = "user" if begin == end == 1 else "users"
    if counted == "I/O" or part.rate is not None:
        unit = f"{COUNTED[counted]}/s" if part.rate is not None else "I/Os under way"
    load = f"{begin:g}" if begin == end else f"{begin:g} to {end:g}"
    each = duration_in_units(part.seconds / part.parts)
    return f"{load} {unit}, {f'{part.parts} x ' if part.parts > 1 else ''}{each}"


def recovery_text(recovery: RecoveryResult | None) -> str:
    """Return the time of a recovery as text, "2 s", or that latency did not recover."""
    if recovery is None or recovery.limit_ms is None:
        return NO_DATA
    return "not back" if recovery.seconds is None else f"{recovery.seconds:g} s"


class _Step(msgspec.Struct, frozen=True):
    """Step measured under changing load.

    Attributes:
        parts: Parts, cut off at the end of the step.
    """

    run: int
    systems: list[SystemInfo]
    parts: list[MeasuredPart]


def _steps(reader: SessionReader) -> Iterator[_Step]:
    if not any(document.data.parts for document in reader.documents_of(MeasuredStep)):
        return
    # Systems that alternate have one step each.
    for document in reader.documents_of(MeasuredStep):
        step = document.data
        parts = [part for part in step.parts if part.from_s < step.to_s]
        cut = [msgspec.structs.replace(part, to_s=min(part.to_s, step.to_s)) for part in parts]
        systems = [system for system in reader.systems if system.letter in step.systems]
        yield _Step(document.run, systems, cut)


def _pulses(parts: Sequence[MeasuredPart]) -> list[MeasuredPart]:
    """Return the low part after each pulse."""
    low_parts, after_high = [], False
    for part in parts:
        if part.name == LOW and after_high:
            low_parts.append(part)
        after_high = part.name == HIGH or (after_high and part.name != LOW)
    return low_parts


def _latency(reader: SessionReader, system: SystemInfo, key: str, parts: Sequence[MeasuredPart]) -> Histogram:
    latency = Histogram()
    for part in parts:
        latency.add(reader.histogram(system.id, key, part.from_s, part.to_s))
    return latency


def _p95s(reader: SessionReader, system: SystemInfo, key: str, part: MeasuredPart) -> list[float]:
    seconds = range(round(part.from_s), round(part.to_s))
    return [reader.histogram(system.id, key, at_s, at_s + 1).percentile_ns(95) / 1e9 for at_s in seconds]


def _figures(latency: Histogram, seconds: float) -> PartSystem:
    p50, p95, p99 = (_figure(ns / 1e6) for ns in latency.percentiles_ns((50, 95, 99)))
    return PartSystem(
        orders=latency.count,
        orders_per_s=latency.count / seconds if seconds > 0 else None,
        mean_ms=_figure(latency.mean_ns / 1e6),
        p50_ms=p50,
        p95_ms=p95,
        p99_ms=p99,
        max_ms=latency.max_ns / 1e6 if latency.count else None,
    )


def _figure(value: float) -> Figure:
    return value if isfinite(value) else None
