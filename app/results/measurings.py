# SPDX-License-Identifier: Apache-2.0
"""The measurings of a session: when each system was measured, repeat by repeat and step by step."""

from collections.abc import Mapping, Sequence
from math import ceil, floor, inf, isfinite, nan

import msgspec
import numpy as np
from numpy.typing import NDArray

from app.analysis.steady import THROUGHPUT, OverSeconds, SteadyWindow, fixed_window, mean_over, steady_window
from app.model.bounds import SESSION_S
from app.model.documents import MeasuredStep, MeasuredSystem, PhaseLoad
from app.model.workloads import Workload, WorkUnit
from app.session.reader import SessionReader
from app.session.recorded_stops import UNDER_LOAD
from app.session.records import Counter, Phase, SystemInfo

Floats = NDArray[np.float64]

MEASURE = "measure"
ORDERS = "\\Outpace Driver(_Total)\\Orders/sec"


class Span(msgspec.Struct, frozen=True):
    """Seconds since the session's common start."""

    from_s: float
    to_s: float

    @property
    def seconds(self) -> float:
        """Its length."""
        return self.to_s - self.from_s


class Measuring(msgspec.Struct, frozen=True):
    """One measuring of a repeat: the span of each system's, by letter. number: which one of the repeat, from 0.

    settled: the spans are windows that the engine has chosen; otherwise whole phases. systems: what the engine found
    out of each in it (users, rate, held, finished_s, ...). begins: when each system's load began,
    NaN where that is not known.
    window: what the plan wants of a whole phase: "whole", "steady" or "fixed". not_steady: why the engine found no
    steady part where the plan wanted one; None where it found one, or none was wanted.
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
        """Asked for on each target; NaN where not known."""
        return known(self._system(letter).users)

    @property
    def rate(self) -> float:
        """Orders a second that were asked for on each target; NaN in a closed loop."""
        return next((float(own.rate) for own in self.systems.values() if own.rate and own.rate > 0), nan)

    def held(self, letter: str) -> bool | None:
        """Whether the system kept the plan's limit; None where there is none."""
        return self._system(letter).held

    def broken(self, letter: str) -> str:
        """Return why the system did not keep the plan's limit (app.model.steps.LimitBroken); "" where it did."""
        return self._system(letter).broken

    def finished_s(self, letter: str) -> float:
        """When the system had done its orders in a race, seconds since its load began; NaN if it had not."""
        return known(self._system(letter).finished_s)

    def race_orders(self, letter: str) -> float | None:
        """The orders of a race, of a system that has done them."""
        return self._system(letter).orders

    def _system(self, letter: str) -> MeasuredSystem:
        return self.systems.get(letter, MeasuredSystem())


def measurings(reader: SessionReader) -> list[Measuring]:
    """In the order of time; of a session without any one from its start to its end."""
    found = _of_documents(reader) or _of_phases(reader)
    if found:
        return found
    letters = [system.letter for system in reader.systems]
    whole = dict.fromkeys(letters, Span(0.0, reader.length_s))
    return [Measuring(1, 0, 0, whole, dict.fromkeys(letters, 0.0), {}, False)]


def loads_of(phase: Phase) -> Mapping[str, PhaseLoad]:
    """The systems under load in a phase, by letter; empty where nobody is, or where the session does not tell."""
    return phase.detail.systems or {}


def last_measured(phases: Sequence[Phase], until_s: float) -> Span | None:
    """The part of the last measuring phase that lies before `until_s`; None where none has begun."""
    begun = [phase for phase in phases if phase.name == MEASURE and phase.from_s < until_s]
    return Span(begun[-1].from_s, min(begun[-1].to_s, until_s)) if begun else None


def taking_turns(reader: SessionReader, until_s: float) -> bool:
    """Whether some systems were not under load in what was measured last."""
    begun = [phase for phase in reader.phases if phase.name == MEASURE and phase.from_s < until_s]
    loads = loads_of(begun[-1]) if begun else {}
    return bool(loads) and any(system.letter not in loads for system in reader.systems)


def by_second(time_s: Floats, value: Floats, window: Span) -> Floats:
    """The samples of whole seconds in a window, aligned on the common clock: shape (seconds,), NaN is no data.

    A sample belongs to the second that it ends; it may come a little late. Of two the nearer one counts: the last
    sample of a run is of part of a second.
    """
    first, last = ceil(max(window.from_s, -SESSION_S) - 1e-9), floor(min(window.to_s, SESSION_S) + 1e-9)
    aligned = np.full(max(last - first, 0), np.nan)
    whole = np.round(time_s)
    second = whole.astype(np.int64) - first - 1
    if not np.any(second[1:] <= second[:-1]):  # one sample a second, in their order, as nearly always
        begin, end = np.searchsorted(second, (0, len(aligned)))
        aligned[second[begin:end]] = value[begin:end]
        return aligned
    nearest_last = np.argsort(-np.abs(time_s - whole), kind="stable")
    inside = nearest_last[(second[nearest_last] >= 0) & (second[nearest_last] < len(aligned))]
    aligned[second[inside]] = value[inside]
    return aligned


def alternated(found: list[Measuring]) -> bool:
    """Whether the systems were loaded one after the other within a repeat."""
    return any(
        max(span.from_s for span in one.spans.values()) >= min(span.to_s for span in one.spans.values())
        for one in found
    )


def spans_of(reader: SessionReader, measuring: Measuring) -> Mapping[str, Span]:
    """The windows that the results are made of, by letter."""
    return windowed(reader, measuring)[0] if measuring.window == "steady" else measuring.spans


def windowed(reader: SessionReader, measuring: Measuring) -> tuple[dict[str, Span], SteadyWindow | None]:
    """The windows that the results are made of, by letter, and what the steady-state rule says of them.

    The same window on all systems, counted from each one's begin.
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
    """The idle phases of a repeat: servers up, no users. Where systems take turns, those before the system's own."""
    return [
        Span(phase.from_s, _end(phase, reader))
        for number, phase in enumerate(reader.phases)
        if phase.name == "idle" and phase.run == repeat and letter in _present(_load_after(reader, number), reader)
    ]


def _load_after(reader: SessionReader, number: int) -> Phase:
    """The phase under load that a phase leads up to; it itself where the run ended before."""
    phase = reader.phases[number]
    later = (one for one in reader.phases[number + 1 :] if one.run == phase.run and one.name in UNDER_LOAD)
    return next(later, phase)


def work_unit(reader: SessionReader) -> WorkUnit:
    """Return what a completed cycle of a user is; of imports an order."""
    work = reader.scenario.workload
    return work.unit if isinstance(work, Workload) and reader.info.kind != "import" else "order"


def main_operation(reader: SessionReader) -> str:
    """The operation whose latency stands for the workload's: the whole order, else the purchase, else the last one."""
    keys = [operation.key for operation in reader.operations]
    return next((key for key in ("order", "purchase") if key in keys), keys[-1] if keys else "")


def seconds_of(time_s: Floats, value: Floats) -> Floats:
    """A per-second counter by whole seconds: entry k is the interval that ends at k + 1 s; NaN where there is none."""
    places = np.rint(time_s).astype(np.int64) - 1
    inside = places >= 0
    seconds = np.full(int(places[inside].max()) + 1 if inside.any() else 0, np.nan)
    seconds[places[inside]] = value[inside]
    return seconds


def known(value: float | None) -> float:
    """A figure of a document; NaN where it has none."""
    return nan if value is None else float(value)


def _of_documents(reader: SessionReader) -> list[Measuring]:
    """What the engine wrote down of each measuring; the k-th ones of a repeat's systems belong together."""
    parts: list[tuple[int, int, str, Span, MeasuredSystem, bool]] = []
    not_steady: dict[int, tuple[str, ...]] = {}
    for document in reader.documents_of(MeasuredStep):
        step = document.data
        if not -SESSION_S <= step.from_s < step.to_s <= SESSION_S:
            continue
        if step.steady is not None and not step.steady.holds:
            not_steady[document.run] = tuple(step.steady.reasons)
        for letter, own in step.systems.items():
            finished_s = own.finished_s or 0.0
            span = Span(step.from_s, step.from_s + ceil(finished_s) if finished_s > 0 else step.to_s)
            parts.append((document.run, document.step, letter, span, own, step.complete))
    found = _grouped(reader, parts, settled=True, windows={})
    return [msgspec.structs.replace(one, not_steady=not_steady.get(one.repeat)) for one in found]


def _of_phases(reader: SessionReader) -> list[Measuring]:
    """The phases called measure, of a session in which no engine wrote its steps down."""
    parts: list[tuple[int, int, str, Span, MeasuredSystem, bool]] = []
    windows: dict[tuple[int, str], str] = {}
    for phase in reader.phases:
        end_s = _end(phase, reader)
        if phase.name != MEASURE or end_s <= phase.from_s:
            continue
        for letter in _present(phase, reader):
            parts.append(
                (phase.run, phase.step, letter, _requested_span(phase, end_s), _of_system(phase, letter), True)
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
            step=min(step for step, _, _, _ in own.values()),
            spans={letter: own[letter][1] for letter in sorted(own)},
            begins={letter: _load_began(reader, letter, span) for letter, (_, span, _, _) in own.items()},
            systems={letter: system for letter, (_, _, system, _) in own.items()},
            settled=settled,
            complete=all(complete for _, _, _, complete in own.values()),
            window=next((windows[repeat, letter] for letter in own if (repeat, letter) in windows), "whole"),
        )
        for (repeat, number), own in sorted(groups.items())
    ]


def _requested_span(phase: Phase, end_s: float) -> Span:
    """The phase, or the part of it that the plan asked for."""
    window = phase.detail.window
    if window is not None and window != "steady":
        from_s, to_s = window
        if 0 <= from_s < to_s <= end_s - phase.from_s + 0.5:
            return Span(phase.from_s + from_s, phase.from_s + to_s)
    return Span(phase.from_s, end_s)


def _of_system(phase: Phase, letter: str) -> MeasuredSystem:
    """What a phase asked of one system."""
    load = (phase.detail.systems or {}).get(letter, phase.detail)
    return MeasuredSystem(users=load.users, rate=load.rate)


def _end(phase: Phase, reader: SessionReader) -> float:
    return min(phase.to_s, reader.length_s)


def _present(phase: Phase, reader: SessionReader) -> list[str]:
    """The systems that a phase is of. A joined session has the phases of one of its parts, which stand for all."""
    letters = [system.letter for system in reader.systems]
    systems = phase.detail.systems
    if reader.info.kind == "join" or systems is None:
        return letters
    return [letter for letter in letters if letter in systems]


def _load_began(reader: SessionReader, letter: str, span: Span) -> float:
    """The begin of the first of a system's phases under load that lead up to a measuring; NaN in a comparison whose
    phases are those of other systems at that time."""
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
    """Throughput and p95 of every system, of seconds counted from its own begin; the cheap ones first."""
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
    """A system's throughput: orders, or what the log of another program counts."""
    own = [counter for counter in reader.counters if counter.system == system.id]
    rates = (one for one in own if one.layer == "application" and one.better == "more" and one.unit in ("/s", "/min"))
    return next((counter for counter in own if counter.path == ORDERS), None) or next(rates, None)


def _filled(seconds: Floats) -> Floats:
    """Values of seconds, where a reading came every few seconds: each holds for the time since the one before it."""
    held = np.flatnonzero(np.isfinite(seconds))
    every = int(np.median(np.diff(held))) if len(held) > 1 else 1
    if every < 2:
        return seconds
    filled = seconds.copy()
    for place in held.tolist():
        filled[max(place - every + 1, 0) : place + 1] = seconds[place]
    return filled


def _p95(reader: SessionReader, system: SystemInfo, key: str, offset: float) -> OverSeconds:
    def over(from_s: int, to_s: int) -> float:
        return reader.histogram(system.id, key, offset + from_s, offset + to_s).percentile_ns(95) / 1e9

    return over


def _checkpoints(reader: SessionReader, offsets: Mapping[str, float]) -> dict[str, list[float] | None]:
    found: dict[str, list[float] | None] = {}
    for system in reader.systems:
        if system.letter in offsets:
            times = [event.t_s for event in reader.events if event.kind == "checkpoint" and event.system == system.id]
            found[system.letter] = [time - offsets[system.letter] for time in times] if times else None
    return found
