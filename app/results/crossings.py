# SPDX-License-Identifier: Apache-2.0
"""Crossings of thresholds by a session's counters: which counter, when, and by how much.

They are computed from the recorded series, so that a running session, a replay, an imported log and a report agree.
"""

from collections.abc import Mapping, Sequence
from math import inf

import msgspec

from app.analysis.format import label_text
from app.analysis.stretches import stretches
from app.model.events import ThresholdCleared, ThresholdCrossed, kind_of
from app.model.thresholds import Threshold, name_of, object_of
from app.results.race_progress import after_finish, ending
from app.results.session_result import shared_fields
from app.session.reader import SessionReader
from app.session.records import Counter, Event, Severity

TOTAL = "(_Total)"
MACHINE = "driver's machine"


class Crossing(msgspec.Struct, frozen=True):
    """Interval during which a counter was beyond a threshold.

    Attributes:
        letter: Letter of the system; "" is the driver's machine.
        value: Threshold in the counter's `unit`; `worst` is the most extreme value, in the same unit.
        from_s: Start in seconds since the common start; `to_s` is the end.
        goes_on: Whether the crossing was still in progress at the last sample.
    """

    threshold: Threshold
    letter: str
    path: str
    unit: str
    value: float
    from_s: float
    to_s: float
    worst: float
    goes_on: bool

    @property
    def seconds(self) -> float:
        return self.to_s - self.from_s

    @property
    def known_s(self) -> float:
        """Time at which the crossing had lasted long enough to count."""
        return self.from_s + self.threshold.for_s


class WatchedCounter(msgspec.Struct, frozen=True):
    """Counter to which a threshold applies.

    Attributes:
        value: Threshold in the counter's unit.
    """

    threshold: Threshold
    counter: Counter
    letter: str
    value: float


class ThresholdOutcome(msgspec.Struct, frozen=True):
    """Crossings of one threshold.

    Attributes:
        watched: Counters that the threshold applies to; empty if no such counter was recorded.
    """

    threshold: Threshold
    watched: tuple[WatchedCounter, ...]
    crossings: tuple[Crossing, ...]


def own_thresholds(reader: SessionReader) -> tuple[Threshold, ...]:
    """Return the thresholds of the scenario with which the session was recorded."""
    whole = reader.scenario.whole
    return whole.thresholds if whole is not None else ()


def condition_text(threshold: Threshold) -> str:
    """Return a threshold as text: "Avg. Disk sec/Read above 25 ms for 10 s". A path is shortened to its last part."""
    side = "above" if threshold.is_above else "below"
    return f"{name_of(threshold.counter)} {side} {threshold.value_text} for {threshold.for_s:g} s"


ByName = Mapping[str, Sequence[Counter]]
"""Counters by lower-case name; "" lists all counters."""


def by_name(reader: SessionReader) -> ByName:
    """Return the counters of a session by name."""
    counters: dict[str, list[Counter]] = {"": list(reader.counters)}
    for counter in reader.counters:
        counters.setdefault(name_of(counter.path).lower(), []).append(counter)
    return counters


def watched(reader: SessionReader, threshold: Threshold, counters: ByName) -> tuple[WatchedCounter, ...]:
    """Return the counters to which a threshold applies, system by system, ending with the driver's machine.

    Args:
        reader: Session that contains the counters.
        threshold: The threshold.
        counters: Counters of the session by name, so that only counters with the threshold's name are tested.
    """
    name = name_of(threshold.counter).lower()
    letters: dict[int | None, str] = {system.id: system.letter for system in reader.systems}
    names: dict[int | None, str] = {system.id: system.name for system in reader.systems}
    matches = []
    for counter in counters.get("" if "*" in name else name, ()):
        if threshold.systems and names.get(counter.system, "") not in threshold.systems:
            continue
        value = threshold.value_in(counter.unit)
        if value is not None and threshold.fits(counter.path):
            matches.append(WatchedCounter(threshold, counter, letters.get(counter.system, ""), value))
    if threshold.of_instances:
        single = {_without_instance(one) for one in matches if TOTAL not in one.counter.path}
        matches = [one for one in matches if TOTAL not in one.counter.path or _without_instance(one) not in single]
    return tuple(matches)


def _without_instance(one: WatchedCounter) -> tuple[str, str, str]:
    """Return what identifies a counter apart from its instance: system, object and counter name."""
    return one.letter, object_of(one.counter.path).partition("(")[0], name_of(one.counter.path)


def crossings(reader: SessionReader, one: WatchedCounter, until_s: float = inf) -> list[Crossing]:
    """Return the crossings of one counter from the common start up to a given time."""
    time_s, value = reader.samples(one.counter, 0.0, until_s)
    value = ending(time_s, value, after_finish(reader, reader.length_s).get(one.letter, ()))
    threshold = one.threshold
    return [
        Crossing(
            threshold,
            one.letter,
            one.counter.path,
            one.counter.unit,
            one.value,
            max(stretch.from_s, 0.0),
            stretch.to_s,
            stretch.worst,
            stretch.to_s == float(time_s[-1]),
        )
        for stretch in stretches(time_s, value, one.value, above=threshold.is_above, for_s=threshold.for_s)
    ]


def threshold_outcomes(reader: SessionReader, thresholds: Sequence[Threshold]) -> list[ThresholdOutcome]:
    """Return the outcome of each threshold, in the given order."""
    outcomes, counters_by_name = [], by_name(reader)
    for threshold in thresholds:
        counters = watched(reader, threshold, counters_by_name)
        beyond = [crossing for one in counters for crossing in crossings(reader, one)]
        outcomes.append(
            ThresholdOutcome(
                threshold, counters, tuple(sorted(beyond, key=lambda one: (one.letter or "~", one.from_s)))
            )
        )
    return outcomes


class CrossingResult(msgspec.Struct, frozen=True):
    """Crossing in a session's result.

    Attributes:
        system: Letter of the system; "" is the driver's machine.
        counter: Path of the counter.
        from_s: Start in seconds since the common start; `to_s` is the end.
        worst: Most extreme value, in `unit`.
        goes_on: Whether the crossing was still in progress at the last sample.
    """

    system: str
    counter: str
    from_s: float
    to_s: float
    seconds: float
    worst: float
    unit: str
    goes_on: bool


class ThresholdResult(msgspec.Struct, frozen=True):
    """Threshold as written in the scenario, with its crossings.

    Attributes:
        counters: Number of recorded counters to which it applies; if 0, the threshold was not checked.
    """

    counter: str
    above: str
    below: str
    for_s: float
    level: str
    systems: list[str]
    why: str
    source: str
    counters: int
    crossings: list[CrossingResult]


def threshold_results(outcomes: Sequence[ThresholdOutcome]) -> list[ThresholdResult]:
    """Convert outcomes for the session's result."""
    return [
        ThresholdResult(
            **shared_fields(one.threshold, ThresholdResult) | {"systems": list(one.threshold.systems)},
            counters=len(one.watched),
            crossings=[
                CrossingResult(system=c.letter, counter=c.path, **shared_fields(c, CrossingResult))
                for c in one.crossings
            ],
        )
        for one in outcomes
    ]


def threshold_lines(found: Sequence[ThresholdResult]) -> list[str]:
    """Return a line for each threshold and counter that was crossed, or a single line if there were no crossings."""
    if not found:
        return []
    lines = []
    for one in found:
        side, value = ("above", one.above) if one.above else ("below", one.below)
        by_counter: dict[tuple[str, str], list[CrossingResult]] = {}
        for crossing in one.crossings:
            by_counter.setdefault((crossing.system, crossing.counter), []).append(crossing)
        for (system, path), passed in by_counter.items():
            seconds = sum(crossing.seconds for crossing in passed)
            worst = (max if one.above else min)(crossing.worst for crossing in passed)
            times = "once" if len(passed) == 1 else f"{len(passed)} times"
            lines.append(
                f"Threshold ({one.level}): {system or MACHINE} {path} {side} {value} {times}, {seconds:,.0f} s in all, "
                f"worst {label_text(worst, passed[0].unit)}"
            )
    counters = sum(one.counters for one in found)
    return lines or [f"No threshold was passed ({len(found)} of them, on {counters} counters)."]


def threshold_events(found: Sequence[Crossing], until_s: float) -> list[Event]:
    """Return an event for the start and the end of each crossing known at a given time, in chronological order."""
    events = []
    for one in found:
        if one.known_s > until_s:
            continue
        begun = ThresholdCrossed(
            system=one.letter,
            counter=f"{object_of(one.path)}\\{name_of(one.path)}",
            above=one.threshold.is_above,
            value=one.threshold.value_text,
            for_s=one.threshold.for_s,
        )
        severity: Severity = "error" if one.threshold.level == "critical" else "warning"
        events.append(Event(one.known_s, severity, kind_of(ThresholdCrossed), None, begun))
        if not one.goes_on and one.to_s <= until_s:
            over = ThresholdCleared(
                system=one.letter,
                counter=begun.counter,
                above=begun.above,
                value=begun.value,
                seconds=one.seconds,
                worst=label_text(one.worst, one.unit),
            )
            events.append(Event(one.to_s, "info", kind_of(ThresholdCleared), None, over))
    return sorted(events, key=lambda event: event.t_s)
