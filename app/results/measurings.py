# SPDX-License-Identifier: Apache-2.0
"""Measurement windows of a session: when each system was measured, per repeat and step."""

from collections.abc import Mapping, Sequence
from math import ceil, floor, inf, isfinite, nan

import msgspec
import numpy as np
from numpy.typing import NDArray

from app.analysis.steady import THROUGHPUT, OverSeconds, SteadyWindow, fixed_window, mean_over, steady_window
from app.model.bounds import SESSION_S
from app.model.documents import MeasuredStep, MeasuredSystem, PhaseLoad
from app.model.workloads import WorkloadParameters, WorkUnit
from app.session.reader import SessionReader
from app.session.recorded_stops import UNDER_LOAD
from app.session.records import Counter, Phase, SystemInfo

Floats = NDArray[np.float64]

MEASURE = "measure"
ORDERS = "\\Outpace Driver(_Total)\\Orders/sec"


class Span(msgspec.Struct, frozen=True):
    """Interval in seconds since the session's common start."""

    from_s: float
    to_s: float

    @property
    def seconds(self) -> float:
        """Length of the interval."""
        return self.to_s - self.from_s


class Measuring(msgspec.Struct, frozen=True):
    """One measurement of a repeat, with the window of each system by letter.

    Attributes:
        number: Number within the repeat, from 0.
        begins: Start of each system's load; NaN if unknown.
        systems: The engine's results by letter (users, rate, held, finished_s, ...).
        settled: Whether the spans are windows chosen by the engine; otherwise, they are whole phases.
        window: Part of a phase requested by the plan: "whole", "steady" or "fixed".
        not_steady: Why the engine found no steady part; None if it found one or the plan did not request one.
    """

    repeat: int
    number: int
    step: int
    spans: Mapping[str, Span]
    begins: Mapping[str, float]
    systems: Mapping[str, MeasuredSystem]
    settled: bool
    complete: bool = True
    window: str = "whole"
    not_steady: tuple[str, ...] | None = None

    def users(self, letter: str) -> float:
        """Return the requested users per target; NaN if unknown."""
        return known(self._system(letter).users)

    @property
    def rate(self) -> float:
        """Requested orders per second and target; NaN in a closed loop."""
        return next((float(own.rate) for own in self.systems.values() if own.rate and own.rate > 0), nan)

    def held(self, letter: str) -> bool | None:
        """Return whether the system met the plan's limit; None if there is no limit."""
        return self._system(letter).held

    def broken(self, letter: str) -> str:
        """Return why the system did not meet the plan's limit (app.model.steps.LimitBroken); "" if it did."""
        return self._system(letter).broken

    def finished_s(self, letter: str) -> float:
        """Return when the system completed its orders in a race, in seconds since its load began; NaN if it did not."""
        return known(self._system(letter).finished_s)

    def race_orders(self, letter: str) -> float | None:
        """Return how many of a race's orders the system completed."""
        return self._system(letter).orders

    def _system(self, letter: str) -> MeasuredSystem:
        return self.systems.get(letter, MeasuredSystem())


def measurings(reader: SessionReader) -> list[Measuring]:
    """Return the measurements in chronological order; if there are none, one that spans the whole session."""
    results = _recorded_measurings(reader) or _phase_measurings(reader)
    if results:
        return results
    letters = [system.letter for system in reader.systems]
    whole = dict.fromkeys(letters, Span(0.0, reader.length_s))
    return [Measuring(1, 0, 0, whole, dict.fromkeys(letters, 0.0), {}, False)]


def loads_of(phase: Phase) -> Mapping[str, PhaseLoad]:
    """Return the systems under load in a phase, by letter; empty if there are none or they were not recorded."""
    return phase.detail.systems or {}


def last_measured(phases: Sequence[Phase], until_s: float) -> Span | None:
    """Return the part of the last measuring phase before `until_s`; None if none has begun."""
    started = [phase for phase in phases if phase.name == MEASURE and phase.from_s < until_s]
    return Span(started[-1].from_s, min(started[-1].to_s, until_s)) if started else None


def taking_turns(reader: SessionReader, until_s: float) -> bool:
    """Return whether some systems were not under load in the latest measurement."""
    started = [phase for phase in reader.phases if phase.name == MEASURE and phase.from_s < until_s]
    loads = loads_of(started[-1]) if started else {}
    return bool(loads) and any(system.letter not in loads for system in reader.systems)


def by_second(time_s: Floats, value: Floats, window: Span) -> Floats:
    """Align the per-second samples in a window with the common clock: shape (seconds,); NaN means no data.

    A sample belongs to the second at whose end it is taken; it may be slightly late. If a second has two samples, the
    one nearer to its end is used, because the last sample of a run covers only a fraction of a second.
    """
    first, last = ceil(max(window.from_s, -SESSION_S) - 1e-9), floor(min(window.to_s, SESSION_S) + 1e-9)
    aligned = np.full(max(last - first, 0), np.nan)
    whole = np.round(time_s)
    second = whole.astype(np.int64) - first - 1
    if not np.any(second[1:] <= second[:-1]):  # usually, there is one sample per second, in order
        begin, end = np.searchsorted(second, (0, len(aligned)))
        aligned[second[begin:end]] = value[begin:end]
        return aligned
    nearest_last = np.argsort(-np.abs(time_s - whole), kind="stable")
    inside = nearest_last[(second[nearest_last] >= 0) & (second[nearest_last] < len(aligned))]
    aligned[second[inside]] = value[inside]
    return aligned


def alternated(found: list[Measuring]) -> bool:
    """Return whether the systems were loaded one after the other within a repeat."""
    return any(
        max(span.from_s for span in one.spans.values()) >= min(span.to_s for span in one.spans.values())
        for one in found
    )


def spans_of(reader: SessionReader, measuring: Measuring) -> Mapping[str, Span]:
    """Return the windows on which the results are based, by letter."""
    return windowed(reader, measuring)[0] if measuring.window == "steady" else measuring.spans


def windowed(reader: SessionReader, measuring: Measuring) -> tuple[dict[str, Span], SteadyWindow | None]:
    """Return the windows on which the results are based, by letter, and the outcome of the steady-state rule.

    All systems have the same window relative to their own start.
    """
    offsets = {letter: span.from_s for letter, span in measuring.spans.items()}
    seconds = round(min((span.seconds for span in measuring.spans.values()), default=0.0))
    figures, checkpoints = _figures(reader, offsets), _checkpoints(reader, offsets)
    if measuring.window == "steady":
        steady = steady_window(figures, seconds, checkpoints=checkpoints)
        if steady.steady:
            return {letter: Span(at + steady.from_s, at + steady.to_s) for letter, at in offsets.items()}, steady
    checked = fixed_window(figures, 0, seconds, checkpoints=checkpoints)
    if measuring.not_steady is not None:
        checked = msgspec.structs.replace(checked, steady=False)
    return dict(measuring.spans), checked


def idle_spans(reader: SessionReader, letter: str, repeat: int) -> list[Span]:
    """Return the idle phases of a repeat; if systems alternate, those before the given system's load."""
    return [
        Span(phase.from_s, _end(phase, reader))
        for number, phase in enumerate(reader.phases)
        if phase.name == "idle" and phase.run == repeat and letter in _present(_load_after(reader, number), reader)
    ]


def _load_after(reader: SessionReader, number: int) -> Phase:
    """Return the phase under load that follows a phase; the phase itself if the run ended before."""
    phase = reader.phases[number]
    later = (one for one in reader.phases[number + 1 :] if one.run == phase.run and one.name in UNDER_LOAD)
    return next(later, phase)


def work_unit(reader: SessionReader) -> WorkUnit:
    """Return the unit of a user's completed cycle; "order" for imports."""
    work = reader.scenario.workload
    return work.unit if isinstance(work, WorkloadParameters) and reader.info.kind != "import" else "order"


def main_operation(reader: SessionReader) -> str:
    """Return the operation whose latency represents the workload: whole order, else purchase, else the last one."""
    keys = [operation.key for operation in reader.operations]
    return next((key for key in ("order", "purchase") if key in keys), keys[-1] if keys else "")


def seconds_of(time_s: Floats, value: Floats) -> Floats:
    """Return a per-second counter by whole seconds: entry k is the interval that ends at k + 1 s; NaN if missing."""
    places = np.rint(time_s).astype(np.int64) - 1
    inside = places >= 0
    seconds = np.full(int(places[inside].max()) + 1 if inside.any() else 0, np.nan)
    seconds[places[inside]] = value[inside]
    return seconds


def known(value: float | None) -> float:
    """Return an optional figure as a float; NaN for None."""
    return nan if value is None else float(value)


def _recorded_measurings(reader: SessionReader) -> list[Measuring]:
    """Return the measurements recorded by the engine; the k-th measurements of a repeat's systems belong together."""
    parts: list[tuple[int, int, str, Span, MeasuredSystem, bool]] = []
    not_steady: dict[int, tuple[str, ...]] = {}
    for document in reader.documents_of(MeasuredStep):
        step = document.data
        if not -SESSION_S <= step.from_s < step.to_s <= SESSION_S:
            continue
        if step.steady is not None and not step.steady.holds:
            not_steady[document.run] = tuple(step.steady.reasons)
        for letter, measured in step.systems.items():
            finished_s = measured.finished_s or 0.0
            span = Span(step.from_s, step.from_s + ceil(finished_s) if finished_s > 0 else step.to_s)
            parts.append((document.run, document.step, letter, span, measured, step.complete))
    groups = _grouped(reader, parts, settled=True, windows={})
    return [msgspec.structs.replace(one, not_steady=not_steady.get(one.repeat)) for one in groups]


def _phase_measurings(reader: SessionReader) -> list[Measuring]:
    """Return the measuring phases of a session without recorded steps."""
    parts: list[tuple[int, int, str, Span, MeasuredSystem, bool]] = []
    windows: dict[tuple[int, str], str] = {}
    for phase in reader.phases:
        end_s = _end(phase, reader)
        if phase.name != MEASURE or end_s <= phase.from_s:
            continue
        for letter in _present(phase, reader):
            parts.append(
                (phase.run, phase.step, letter, _requested_span(phase, end_s), _requested_load(phase, letter), True)
            )
            windows[phase.run, letter] = "steady" if phase.detail.window == "steady" else "whole"
    return _grouped(reader, parts, settled=False, windows=windows)


def _grouped(
    reader: SessionReader,
    parts: list[tuple[int, int, str, Span, MeasuredSystem, bool]],
    *,
    settled: bool,
    windows: Mapping[tuple[int, str], str],
) -> list[Measuring]:
    letters = {system.letter for system in reader.systems}
    groups: dict[tuple[int, int], dict[str, tuple[int, Span, MeasuredSystem, bool]]] = {}
    counts: dict[tuple[int, str], int] = {}
    for repeat, step, letter, span, system, complete in sorted(parts, key=lambda part: (part[0], part[3].from_s)):
        if letter in letters:
            number = counts.get((repeat, letter), 0)
            counts[repeat, letter] = number + 1
            groups.setdefault((repeat, number), {})[letter] = (step, span, system, complete)
    return [
        Measuring(
            repeat=repeat,
            number=number,
            step=min(step for step, _, _, _ in group.values()),
            spans={letter: group[letter][1] for letter in sorted(group)},
            begins={letter: _load_began(reader, letter, span) for letter, (_, span, _, _) in group.items()},
            systems={letter: system for letter, (_, _, system, _) in group.items()},
            settled=settled,
            complete=all(complete for _, _, _, complete in group.values()),
            window=next((windows[repeat, letter] for letter in group if (repeat, letter) in windows), "whole"),
        )
        for (repeat, number), group in sorted(groups.items())
    ]


def _requested_span(phase: Phase, end_s: float) -> Span:
    """Return a phase, or the part of it that the plan requested."""
    window = phase.detail.window
    if window is not None and window != "steady":
        from_s, to_s = window
        if 0 <= from_s < to_s <= end_s - phase.from_s + 0.5:
            return Span(phase.from_s + from_s, phase.from_s + to_s)
    return Span(phase.from_s, end_s)


def _requested_load(phase: Phase, letter: str) -> MeasuredSystem:
    """Return the load that a phase requested from one system."""
    load = (phase.detail.systems or {}).get(letter, phase.detail)
    return MeasuredSystem(users=load.users, rate=load.rate)


def _end(phase: Phase, reader: SessionReader) -> float:
    return min(phase.to_s, reader.length_s)


def _present(phase: Phase, reader: SessionReader) -> list[str]:
    """Return the letters of the systems in a phase; in a joined session the phases apply to all systems."""
    letters = [system.letter for system in reader.systems]
    systems = phase.detail.systems
    if reader.info.kind == "join" or systems is None:
        return letters
    return [letter for letter in letters if letter in systems]


def _load_began(reader: SessionReader, letter: str, span: Span) -> float:
    """Return when the first of the phases under load that lead up to a system's measurement began.

    It is NaN in a comparison whose phases at that time belong to other systems.
    """
    began = nan
    for phase in reader.phases:
        if phase.from_s > span.from_s:
            break
        if phase.name not in UNDER_LOAD or letter not in _present(phase, reader):
            began = nan
        elif not isfinite(began):
            began = phase.from_s
    if isfinite(began) or (reader.info.kind == "compare" and reader.phases):
        return began
    return span.from_s


def _figures(reader: SessionReader, offsets: Mapping[str, float]) -> dict[str, OverSeconds]:
    """Return throughput and p95 of every system by seconds since its start, those that are fast to compute first."""
    figures: dict[str, OverSeconds] = {}
    for system in reader.systems:
        if system.letter in offsets:
            orders = _throughput(reader, system)
            if orders is not None:
                time_s, value = reader.samples(orders, offsets[system.letter] + 0.5, inf)
                per_second = _filled(seconds_of(time_s - offsets[system.letter], value))
                figures[f"{system.letter} {THROUGHPUT}"] = mean_over(per_second)
    for system in reader.systems:
        key = main_operation(reader)
        if system.letter in offsets and key:
            figures[f"{system.letter} p95 of {key}"] = _p95(reader, system, key, offsets[system.letter])
    return figures


def _throughput(reader: SessionReader, system: SystemInfo) -> Counter | None:
    """Return a system's throughput counter: orders, or the rate in another program's log."""
    own = [counter for counter in reader.counters if counter.system == system.id]
    rates = (one for one in own if one.layer == "application" and one.better == "more" and one.unit in ("/s", "/min"))
    return next((counter for counter in own if counter.path == ORDERS), None) or next(rates, None)


def _filled(seconds: Floats) -> Floats:
    """Fill the seconds between readings that are several seconds apart, setting each to the next reading."""
    places = np.flatnonzero(np.isfinite(seconds))
    interval = int(np.median(np.diff(places))) if len(places) > 1 else 1
    if interval < 2:
        return seconds
    filled = seconds.copy()
    for place in places.tolist():
        filled[max(place - interval + 1, 0) : place + 1] = seconds[place]
    return filled


def _p95(reader: SessionReader, system: SystemInfo, key: str, offset: float) -> OverSeconds:
    def over(from_s: int, to_s: int) -> float:
        return reader.histogram(system.id, key, offset + from_s, offset + to_s).percentile_ns(95) / 1e9

    return over


def _checkpoints(reader: SessionReader, offsets: Mapping[str, float]) -> dict[str, list[float] | None]:
    checkpoints: dict[str, list[float] | None] = {}
    for system in reader.systems:
        if system.letter in offsets:
            times = [event.t_s for event in reader.events if event.kind == "checkpoint" and event.system == system.id]
            checkpoints[system.letter] = [time - offsets[system.letter] for time in times] if times else None
    return checkpoints
