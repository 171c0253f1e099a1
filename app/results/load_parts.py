# SPDX-License-Identifier: Apache-2.0
"""The parts of a run whose load changed: what each did by itself, and how soon latency was back after a pulse."""

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
"""A shorter low part tells no usual latency."""
BACK_S = 3
"""So many seconds in a row within the limit are needed for latency to be back."""

Figure = float | None


class PartSystem(msgspec.Struct, frozen=True):
    """One system in all parts of a name. orders: of storage I/O its I/Os. The latency is that of a whole order, from
    merged histograms, milliseconds."""

    orders: int
    orders_per_s: Figure
    mean_ms: Figure
    p50_ms: Figure
    p95_ms: Figure
    p99_ms: Figure
    max_ms: Figure


class LoadPartResult(msgspec.Struct, frozen=True):
    """All parts of a name in one run, together: "low", "high", "rise", "fall", or a level. parts: how many; seconds:
    of them together. users, rate: of each target, at the begin and at the end of such a part. systems: by letter."""

    run: int
    name: str
    parts: int
    seconds: float
    users: tuple[float, float] | None
    rate: tuple[float, float] | None
    systems: dict[str, PartSystem]


class RecoveryResult(msgspec.Struct, frozen=True):
    """How soon latency was back after a pulse (docs/statistics.md). pulse: its number, from 1. end_s: when the load was
    low again, after the common start. limit_ms: the p95 that counts as back; null: the low load before the first pulse
    was too short to tell. seconds: since end_s; null: not before the next pulse."""

    run: int
    pulse: int
    system: str
    end_s: float
    limit_ms: Figure
    seconds: Figure


def load_parts(reader: SessionReader) -> list[LoadPartResult]:
    """Of every run, the names in the order of time; empty where no load changed within what was measured."""
    key = main_operation(reader)
    found = []
    for step in _steps(reader):
        by_name: dict[str, list[MeasuredPart]] = {}
        for part in step.parts:
            by_name.setdefault(part.name, []).append(part)
        for name, parts in by_name.items():
            seconds = sum(part.to_s - part.from_s for part in parts)
            first = parts[0]
            found.append(
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
    return found


def recoveries(reader: SessionReader) -> list[RecoveryResult]:
    """After every pulse of every run, system by system; empty where no load pulsed."""
    key = main_operation(reader)
    found = []
    for step in _steps(reader):
        pulses = _pulses(step.parts)
        before = step.parts[0] if step.parts and step.parts[0].name == LOW else None
        for system in step.systems if pulses else ():
            usual_s = [] if before is None else [s for s in _p95s(reader, system, key, before) if isfinite(s)]
            limit_s = max(usual_s) if len(usual_s) >= LEAST_LOW_S else nan
            for number, low in enumerate(pulses, 1):
                after_s = back_after_s(_p95s(reader, system, key, low), limit_s)
                found.append(
                    RecoveryResult(
                        run=step.run,
                        pulse=number,
                        system=system.letter,
                        end_s=low.from_s,
                        limit_ms=_figure(limit_s * 1e3),
                        seconds=_figure(after_s),
                    )
                )
    return found


def back_after_s(p95s: Sequence[float], limit_s: float) -> float:
    """The first of three seconds in a row whose p95 is at most the limit; NaN where there are none. p95s: of each
    second since the load was low again; a second without calls is NaN, and not within it."""
    for second in range(len(p95s) - BACK_S + 1):
        if all(p95_s <= limit_s for p95_s in p95s[second : second + BACK_S]):
            return float(second)
    return nan


RATE_LABELS: Mapping[WorkUnit, str] = {
    "order": "Orders per minute", "I/O": "IOPS", "transaction": "Transactions per second",
}  # fmt: skip


def throughput(own: PartSystem, unit: WorkUnit) -> Figure:
    """Return orders per minute; of storage I/Os, of own SQL transactions a second."""
    return None if own.orders_per_s is None else own.orders_per_s * per_s_factor(unit)


def part_load_text(part: LoadPartResult, counted: WorkUnit) -> str:
    """ "12 users, 2 x 4 s", of a slope "2 to 12 users, 2 s"."""
    begin, end = part.rate or part.users or (nan, nan)
    unit = "user" if begin == end == 1 else "users"
    if counted == "I/O" or part.rate is not None:
        unit = f"{COUNTED[counted]}/s" if part.rate is not None else "I/Os under way"
    load = f"{begin:g}" if begin == end else f"{begin:g} to {end:g}"
    each = duration_in_units(part.seconds / part.parts)
    return f"{load} {unit}, {f'{part.parts} x ' if part.parts > 1 else ''}{each}"


def recovery_text(found: RecoveryResult | None) -> str:
    """ "2 s"; why there is none."""
    if found is None or found.limit_ms is None:
        return NO_DATA
    return "not back" if found.seconds is None else f"{found.seconds:g} s"


class _Step(msgspec.Struct, frozen=True):
    """What was measured under a changing load. parts: as far as it came."""

    run: int
    systems: list[SystemInfo]
    parts: list[MeasuredPart]


def _steps(reader: SessionReader) -> Iterator[_Step]:
    if not any(document.data.parts for document in reader.documents_of(MeasuredStep)):
        return
    # Systems that took turns have each a step of its own.
    for document in reader.documents_of(MeasuredStep):
        step = document.data
        parts = [part for part in step.parts if part.from_s < step.to_s]
        ended = [msgspec.structs.replace(part, to_s=min(part.to_s, step.to_s)) for part in parts]
        systems = [system for system in reader.systems if system.letter in step.systems]
        yield _Step(document.run, systems, ended)


def _pulses(parts: Sequence[MeasuredPart]) -> list[MeasuredPart]:
    """The low part after each pulse."""
    found, high = [], False
    for part in parts:
        if part.name == LOW and high:
            found.append(part)
        high = part.name == HIGH or (high and part.name != LOW)
    return found


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
