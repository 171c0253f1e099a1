"""The measurings of a session: when each system was measured, repeat by repeat and step by step."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from math import inf, isfinite, nan

import numpy as np
from numpy.typing import NDArray

from app.analysis.steady import OverSeconds, SteadyWindow, fixed_window, mean_over, steady_window
from app.session.reader import SessionReader
from app.session.records import Data, Phase, SystemInfo

Floats = NDArray[np.float64]

MEASURE = "measure"
ORDERS = "\\Outpace Driver(_Total)\\Orders/sec"


@dataclass(frozen=True, slots=True)
class Span:
    """Seconds since the session's common start."""

    from_s: float
    to_s: float

    @property
    def seconds(self) -> float:
        """Its length."""
        return self.to_s - self.from_s


@dataclass(frozen=True, slots=True)
class Measuring:
    """One measuring of a repeat: the span of each system's, by letter, with the phase's own detail.

    begins: when the system's load began. number: which measuring of the repeat, from 0.
    """

    repeat: int
    number: int
    step: int
    spans: Mapping[str, Span]
    begins: Mapping[str, float]
    details: Mapping[str, Data]

    def users(self, letter: str) -> float:
        """Asked for on each target; NaN where not known."""
        return _of_system(self.details[letter].get("users"), letter)

    @property
    def rate(self) -> float:
        """Orders a second that were asked for on each target; NaN in a closed loop."""
        return next((_of_system(detail.get("rate"), letter) for letter, detail in self.details.items()), nan)


def measurings(reader: SessionReader) -> list[Measuring]:
    """In the order of time; of a session without any one from its start to its end."""
    letters = [system.letter for system in reader.systems]
    phases = [phase for phase in reader.phases if phase.name == MEASURE and _end(phase, reader) > phase.from_s]
    found: dict[tuple[int, int], dict[str, Phase]] = {}
    counts: dict[tuple[int, str], int] = {}
    for phase in phases:
        for letter in _present(phase, letters):
            number = counts.get((phase.run, letter), 0)
            counts[phase.run, letter] = number + 1
            found.setdefault((phase.run, number), {})[letter] = phase
    if not found:
        whole = Span(0.0, reader.length_s)
        everybody = dict.fromkeys(letters, whole)
        return [Measuring(1, 0, 0, everybody, dict.fromkeys(letters, 0.0), {letter: {} for letter in letters})]
    return [
        Measuring(
            repeat,
            number,
            min(phase.step for phase in own.values()),
            {letter: Span(phase.from_s, _end(phase, reader)) for letter, phase in own.items()},
            {letter: _load_began(reader, phase, letter) for letter, phase in own.items()},
            {letter: phase.detail for letter, phase in own.items()},
        )
        for (repeat, number), own in sorted(found.items())
    ]


def alternated(found: list[Measuring]) -> bool:
    """Whether the systems were loaded one after the other within a repeat."""
    return any(len({span.from_s for span in one.spans.values()}) > 1 for one in found)


def windowed(reader: SessionReader, measuring: Measuring) -> tuple[dict[str, Span], SteadyWindow | None]:
    """The windows that the results are made of, by letter, as the plan wants them, and what the steady-state rule says.

    The same window on all systems, counted from each one's begin.
    """
    seconds = int(min(span.seconds for span in measuring.spans.values()))
    plan = plan_of(reader)
    rule = plan.get("window", "whole")
    from_s, to_s = number_of(plan.get("window_from_s")), number_of(plan.get("window_to_s"))
    if rule == "fixed" and from_s < to_s:
        begins = measuring.begins
        spans = {letter: Span(begins[letter] + from_s, begins[letter] + to_s) for letter in measuring.spans}
        offsets = {letter: span.from_s for letter, span in spans.items()}
        figures, checkpoints = _figures(reader, offsets), _checkpoints(reader, offsets)
        return spans, fixed_window(figures, 0, int(to_s - from_s), checkpoints=checkpoints)
    offsets = {letter: span.from_s for letter, span in measuring.spans.items()}
    figures, checkpoints = _figures(reader, offsets), _checkpoints(reader, offsets)
    if rule != "steady":
        return dict(measuring.spans), fixed_window(figures, 0, seconds, checkpoints=checkpoints)
    steady = steady_window(figures, seconds, checkpoints=checkpoints)
    if not steady.steady:
        return dict(measuring.spans), steady
    return {letter: Span(at + steady.from_s, at + steady.to_s) for letter, at in offsets.items()}, steady


def idle_spans(reader: SessionReader, letter: str, repeat: int) -> list[Span]:
    """The idle phases of a repeat: servers up, no users."""
    letters = [system.letter for system in reader.systems]
    return [
        Span(phase.from_s, _end(phase, reader))
        for phase in reader.phases
        if phase.name == "idle" and phase.run == repeat and letter in _present(phase, letters)
    ]


def _end(phase: Phase, reader: SessionReader) -> float:
    return min(phase.to_s, reader.length_s)


def _present(phase: Phase, letters: list[str]) -> list[str]:
    systems = phase.detail.get("systems")
    if isinstance(systems, str):
        systems = list(systems)
    return [letter for letter in letters if letter in systems] if isinstance(systems, list) else letters


def _load_began(reader: SessionReader, measure: Phase, letter: str) -> float:
    """The begin of the first phase under load before this one, in the same repeat."""
    letters = [system.letter for system in reader.systems]
    began = measure.from_s
    for phase in reversed(reader.phases):
        if phase.from_s >= measure.from_s:
            continue
        if phase.run != measure.run or phase.name not in ("ramp", "warm-up") or letter not in _present(phase, letters):
            break
        began = phase.from_s
    return began


def plan_of(reader: SessionReader) -> Mapping[str, object]:
    """The plan as the scenario's text has it; empty where there is none."""
    try:
        plan = tomllib.loads(reader.info.scenario_toml).get("plan")
    except tomllib.TOMLDecodeError:
        return {}
    return plan if isinstance(plan, dict) else {}


def _figures(reader: SessionReader, offsets: Mapping[str, float]) -> dict[str, OverSeconds]:
    """Throughput and p95 of every system, of seconds counted from its own begin; the cheap ones first."""
    figures: dict[str, OverSeconds] = {}
    for system in reader.systems:
        if system.letter in offsets:
            orders = next((c for c in reader.counters if c.system == system.id and c.path == ORDERS), None)
            if orders is not None:
                time_s, value = reader.samples(orders, offsets[system.letter] + 0.5, inf)
                figures[f"{system.letter} throughput"] = mean_over(seconds_of(time_s - offsets[system.letter], value))
    for system in reader.systems:
        key = main_operation(reader)
        if system.letter in offsets and key:
            figures[f"{system.letter} p95 of {key}"] = _p95(reader, system, key, offsets[system.letter])
    return figures


def seconds_of(time_s: Floats, value: Floats) -> Floats:
    """A per-second counter by whole seconds: entry k is the interval that ends at k + 1 s; NaN where there is none."""
    places = np.rint(time_s).astype(np.int64) - 1
    inside = places >= 0
    seconds = np.full(int(places[inside].max()) + 1 if inside.any() else 0, np.nan)
    seconds[places[inside]] = value[inside]
    return seconds


def _p95(reader: SessionReader, system: SystemInfo, key: str, offset: float) -> OverSeconds:
    def over(from_s: int, to_s: int) -> float:
        return reader.histogram(system.id, key, offset + from_s, offset + to_s).percentile_ns(95) / 1e9

    return over


def main_operation(reader: SessionReader) -> str:
    """The operation whose latency stands for the workload's: the whole order, else the purchase, else the last one."""
    keys = [operation.key for operation in reader.operations]
    return next((key for key in ("order", "purchase") if key in keys), keys[-1] if keys else "")


def _checkpoints(reader: SessionReader, offsets: Mapping[str, float]) -> dict[str, list[float] | None]:
    found: dict[str, list[float] | None] = {}
    for system in reader.systems:
        if system.letter in offsets:
            times = [event.t_s for event in reader.events if event.kind == "checkpoint" and event.system == system.id]
            found[system.letter] = [time - offsets[system.letter] for time in times] if times else None
    return found


def _of_system(value: object, letter: str) -> float:
    return number_of(value.get(letter) if isinstance(value, Mapping) else value)


def number_of(value: object) -> float:
    """A value of JSON or TOML as a number; NaN where it is none."""
    return float(value) if isinstance(value, int | float) and not isinstance(value, bool) and isfinite(value) else nan
