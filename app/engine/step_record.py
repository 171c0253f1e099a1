# SPDX-License-Identifier: Apache-2.0
"""Result of a measuring step: computed from the session as in a report, passed to the plan and stored as a document."""

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import msgspec
import numpy as np

from app.analysis.steady import OverSeconds, SteadyWindow, mean_over, steady_window
from app.engine.recording import RecordedSystem, Recording
from app.model.censoring import PERCENTS, censored, could_reach_s, held_up
from app.model.documents import MeasuredPart, MeasuredStep, MeasuredSystem, PlanResult, SteadyState, UnderWay
from app.model.messages import Sentence, sentence
from app.model.steps import ORDER, Latency, Outcome, Step, StepOutcome, StepSystemResult, SystemLoad, limit_broken
from app.session.reader import SessionReader
from app.session.records import Counter

DRIVER = "\\Outpace Driver(_Total)\\"


class StepRecords:
    """Results of a run's steps. Not thread-safe; `close` it before the session is finished."""

    def __init__(self, recording: Recording) -> None:
        self._recording = recording
        self._reader: SessionReader | None = None

    def close(self) -> None:
        """Close the session. May be called twice."""
        if self._reader is not None:
            self._reader.close()
            self._reader = None

    def result(
        self,
        step: Step,
        repeat: int,
        systems: Sequence[RecordedSystem],
        from_s: float,
        to_s: float,
        *,
        complete: bool = True,
    ) -> tuple[StepOutcome, SteadyWindow | None]:
        """Compute and store the result of a step whose frames have been committed.

        Args:
            step: the step.
            repeat: number of the repeat.
            systems: the present systems.
            from_s: start of the step, after the common start.
            to_s: end of the step, after the common start.
            complete: False if the step ended early; recorded in its document.

        Returns:
            The result, and the steady window or why there is none, if the step asks for one.

        Raises:
            SessionError: the session cannot be read or written.
        """
        reader = self._read()
        window = self._window(reader, step, systems, from_s, to_s) if complete else None
        begin_s, end_s = (from_s, to_s) if window is None else (from_s + window.from_s, from_s + window.to_s)
        if complete and step.window is not None and not step.window.steady:
            begin_s, end_s = from_s + step.window.from_s, from_s + step.window.to_s
        results: list[StepSystemResult | None] = []
        for system, load in zip(systems, step.loads, strict=True):
            finished_s = _finished_s(system, step.orders, from_s) if step.orders else None
            until_s = end_s if finished_s is None else from_s + math.ceil(finished_s)
            result = None if load is None else self._system(reader, system, load, begin_s, until_s)
            if result is not None:
                self._record_under_way(system, until_s, repeat, step.number)
            results.append(_raced(result, step.orders, finished_s) if result and finished_s is not None else result)
        steady = None
        if window is not None:
            steady = SteadyState(
                holds=window.steady,
                reasons=[sentence(reason) for reason in window.reasons],
                flags=[sentence(flag) for flag in window.flags],
            )
        measured = MeasuredStep(
            **common_load(step),
            from_s=begin_s,
            to_s=end_s,
            complete=complete,
            systems={
                system.letter: _measured_system(step, one, complete=complete)
                for system, one in zip(systems, results, strict=True)
                if one is not None
            },
            steady=steady,
            parts=_parts(step, from_s),
        )
        recording = self._recording
        recording.writer.document(recording.now_ns(), measured, name=step_name(step), run=repeat, step=step.number)
        return StepOutcome(to_s - from_s, tuple(results)), window

    def outcome(self, plan: str, repeat: int, systems: Sequence[RecordedSystem], outcome: Sequence[Outcome]) -> None:
        """Store the outcome of the whole plan as a document."""
        result = PlanResult(plan=plan, systems={s.letter: dict(one) for s, one in zip(systems, outcome, strict=True)})
        self._recording.writer.document(self._recording.now_ns(), result, name=plan, run=repeat)

    def _read(self) -> SessionReader:
        if self._reader is None:
            self._reader = SessionReader.open(self._recording.writer.path)
        else:
            self._reader.poll()
        return self._reader

    def _window(
        self, reader: SessionReader, step: Step, systems: Sequence[RecordedSystem], from_s: float, to_s: float
    ) -> SteadyWindow | None:
        """Return the steady window in seconds since the step began; if absent, the whole step and the reason.

        The result is None if the step does not ask for a steady window.
        """
        if step.window is None or not step.window.steady:
            return None
        seconds = round(to_s - from_s)
        at_work = [s for s, load in zip(systems, step.loads, strict=True) if load is not None]
        figures: dict[str, OverSeconds] = {}
        for system in at_work:
            figures[f"{system.letter} throughput"] = mean_over(_orders(system, round(from_s), seconds))
        for system in at_work:
            figures[f"{system.letter} p95"] = _p95_over(reader, system, from_s)
        window = steady_window(figures, seconds)
        return window if window.steady else SteadyWindow(0, seconds, False, window.checks, window.flags)

    def _system(
        self, reader: SessionReader, system: RecordedSystem, load: SystemLoad, from_s: float, to_s: float
    ) -> StepSystemResult:
        ages_s = _ages_s(system, to_s)
        operations = {
            o.key: _latency(reader, system, o.key, from_s, to_s, ages_s.get(o.key, [])) for o in reader.operations
        }
        counters = {counter.path: counter for counter in reader.counters if counter.system == system.system}

        def total(name: str) -> int:
            return _total(reader, counters.get(DRIVER + name), from_s, to_s)

        return StepSystemResult(
            load,
            to_s - from_s,
            operations[ORDER].count if ORDER in operations else 0,
            total("Rollbacks/sec"),
            total("Errors/sec"),
            operations,
            held_up=held_up(ages_s.get(ORDER, []), to_s - from_s),
        )

    def _record_under_way(self, system: RecordedSystem, to_s: float, repeat: int, step: int) -> None:
        """Record the calls in flight at the end of a window, so that reports can bound their effect on latencies."""
        recording = self._recording
        for target in system.targets:
            if ages_s := target.ages_s(_tick_before(to_s)):
                recording.writer.document(
                    recording.second_of(to_s), UnderWay(ages_s=ages_s),
                    system=system.system, target=target.target, run=repeat, step=step,
                )  # fmt: skip


def step_name(step: Step) -> str:
    """Return the name of a step: its own name or, if it has none, its load."""
    if step.name:
        return step.name
    loads = {load for load in step.loads if load is not None}
    if len(loads) != 1:
        return f"step {step.number + 1}"
    load = next(iter(loads))
    return f"{load.rate:g} orders/s" if load.rate else f"{load.users} user{'s' * (load.users != 1)}"


def step_load(step: Step) -> Sentence:
    """Return the name of a step for messages."""
    loads = {load for load in step.loads if load is not None}
    if step.name or len(loads) != 1:
        return Sentence(text=step_name(step))
    load = next(iter(loads))
    if load.rate:
        return Sentence(text="{rate:g} orders/s", values={"rate": load.rate})
    return Sentence(text="{users} users" if load.users != 1 else "1 user", values={"users": load.users})


def common_load(step: Step) -> dict[str, Any]:
    """Return a step's load for its phase and document: users, rate, and the kind of I/O.

    Users and rate are None if they differ between the systems under load.
    """
    loads = [step.mean_load(load) for load in step.loads if load is not None]
    users, rates = {users_of_one for users_of_one, _ in loads}, {rate for _, rate in loads}
    return {
        "users": users.pop() if len(users) == 1 else None,
        "rate": rates.pop() if len(rates) == 1 else None,
        **msgspec.structs.asdict(step.io),
    }


def _orders(system: RecordedSystem, from_s: int, seconds: int) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    """Return the orders in each second, NaN for a second without a frame."""
    counted = system.step_orders
    return np.array([counted.get(tick, np.nan) for tick in range(from_s, from_s + seconds)], dtype=np.float64)


def _p95_over(reader: SessionReader, system: RecordedSystem, base_s: float) -> OverSeconds:
    return lambda from_s, to_s: reader.histogram(system.system, ORDER, base_s + from_s, base_s + to_s).percentile_ns(95)


def _tick_before(to_s: float) -> int:
    return round(to_s) - 1


def _ages_s(system: RecordedSystem, to_s: float) -> dict[str, list[float]]:
    """Return the ages in seconds of all targets' long-running calls at `to_s`, by operation."""
    ages_by_operation: dict[str, list[float]] = {}
    for target in system.targets:
        for operation, ages_s in target.ages_s(_tick_before(to_s)).items():
            ages_by_operation.setdefault(operation, []).extend(ages_s)
    return ages_by_operation


def _latency(  # noqa: PLR0917
    reader: SessionReader, system: RecordedSystem, operation: str, from_s: float, to_s: float, ages_s: Sequence[float]
) -> Latency:
    histogram = reader.histogram(system.system, operation, from_s, to_s)
    p50, p90, p95, p99 = (ns / 1e9 for ns in histogram.percentiles_ns((50, 90, 95, 99)))
    highest_s = histogram.max_ns / 1e9 if histogram.count else math.nan
    late = censored(histogram, ages_s)
    reach_s = {name: could_reach_s(histogram, ages_s, name) for name in ("mean", *PERCENTS)} if late.count else {}
    return Latency(
        histogram.count, histogram.mean_ns / 1e9, p50, p90, p95, p99, highest_s,
        late.count, late.oldest_s, late.at_least, reach_s,
    )  # fmt: skip


def _total(reader: SessionReader, counter: Counter | None, from_s: float, to_s: float) -> int:
    total = reader.total(counter, from_s, to_s) if counter is not None else 0.0
    return round(total) if math.isfinite(total) else 0


def _finished_s(system: RecordedSystem, orders: int, from_s: float) -> float | None:
    """Return when `orders` orders were completed, in seconds since `from_s`, interpolated within a second."""
    total = 0
    for tick in sorted(tick for tick in system.step_orders if tick >= from_s):
        orders_in_tick = system.step_orders[tick]
        if total + orders_in_tick >= orders:
            return tick - from_s + (orders - total) / orders_in_tick
        total += orders_in_tick
    return None


def _raced(result: StepSystemResult, orders: int, finished_s: float) -> StepSystemResult:
    """Return the result of a system with its finish time as the end of measurement."""
    return replace(result, seconds=finished_s, orders=orders, finished_s=finished_s)


def _parts(step: Step, from_s: float) -> list[MeasuredPart]:
    """Return the parts of a step with different loads. All times are in seconds after the common start."""
    parts = []
    for part in step.parts:
        loads = [change.load for change in step.changes if change.at_s < part.to_s]
        begins = [change.load for change in step.changes if change.at_s <= part.from_s]
        begin, end = begins[-1], loads[-1]
        users = (begin.users, end.users)
        rate = (begin.rate, end.rate) if end.rate else None
        span = {"from_s": from_s + part.from_s, "to_s": from_s + part.to_s}
        parts.append(MeasuredPart(name=part.name, users=users, rate=rate, **span))
    return parts


def _measured_system(step: Step, result: StepSystemResult, *, complete: bool) -> MeasuredSystem:
    users, rate = step.mean_load(result.load)
    order = result.operations.get(ORDER)
    limited = None
    broken = limit_broken(step.limit, result) if step.limit is not None and complete else None
    if step.limit is not None and (latency := result.operations.get(step.limit.operation)) is not None:
        limited = _known(latency.figure_s(step.limit.figure))
    return MeasuredSystem(
        users=users,
        rate=rate,
        seconds=result.seconds,
        orders=result.orders,
        rollbacks=result.rollbacks,
        errors=result.errors,
        orders_per_s=result.orders_per_s,
        mean_s=_known(order.mean_s) if order else None,
        p50_s=_known(order.p50_s) if order else None,
        p90_s=_known(order.p90_s) if order else None,
        p95_s=_known(order.p95_s) if order else None,
        p99_s=_known(order.p99_s) if order else None,
        max_s=_known(order.max_s) if order else None,
        held=not broken if broken is not None else None,
        broken=broken or "",
        limited_s=limited,
        finished_s=result.finished_s if step.orders else None,
        censored=order.censored if order else 0,
        oldest_s=_known(order.oldest_s) if order else None,
        at_least=list(order.at_least) if order else [],
    )


def _known(value: float) -> float | None:
    return value if math.isfinite(value) else None
