# SPDX-License-Identifier: Apache-2.0
"""Which thresholds the counters of a session passed, when and how far: the same for a run that goes on, a replay, an
imported log and a report, since all of them ask the recorded series."""

from collections.abc import Mapping, Sequence
from math import inf

import msgspec

from app.analysis.format import label_text
from app.analysis.stretches import stretches
from app.model.events import ThresholdCleared, ThresholdCrossed, kind_of
from app.model.thresholds import Threshold, name_of, object_of
from app.results.race_progress import after_finish, ending
from app.session.reader import SessionReader
from app.session.records import Counter, Event, Severity

TOTAL = "(_Total)"
MACHINE = "driver's machine"


class Crossing(msgspec.Struct, frozen=True):
    """One stretch beyond a threshold. letter: of the system, "" is the driver's own machine. value, worst: in `unit`,
    the counter's own. from_s, to_s: since the common start. goes_on: it reached the last sample."""

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
        """How long."""
        return self.to_s - self.from_s

    @property
    def known_s(self) -> float:
        """The moment at which it had lasted long enough to be one."""
        return self.from_s + self.threshold.for_s


class Watched(msgspec.Struct, frozen=True):
    """A counter that a threshold is for. value: the threshold's, in the counter's unit."""

    threshold: Threshold
    counter: Counter
    letter: str
    value: float


class ThresholdOutcome(msgspec.Struct, frozen=True):
    """What became of a threshold. watched: its counters; none: nothing of the kind was recorded."""

    threshold: Threshold
    watched: tuple[Watched, ...]
    crossings: tuple[Crossing, ...]


def own_thresholds(reader: SessionReader) -> tuple[Threshold, ...]:
    """Those of the scenario that the session was recorded with."""
    whole = reader.scenario.whole
    return whole.thresholds if whole is not None else ()


def condition_text(threshold: Threshold) -> str:
    """ "Avg. Disk sec/Read above 25 ms for 10 s", of a path its last part."""
    side = "above" if threshold.is_above else "below"
    return f"{name_of(threshold.counter)} {side} {threshold.value_text} for {threshold.for_s:g} s"


ByName = Mapping[str, Sequence[Counter]]
"""Counters by their names in small letters, "" all of them."""


def by_name(reader: SessionReader) -> ByName:
    """The counters of a session."""
    found: dict[str, list[Counter]] = {"": list(reader.counters)}
    for counter in reader.counters:
        found.setdefault(name_of(counter.path).lower(), []).append(counter)
    return found


def watched(reader: SessionReader, threshold: Threshold, counters: ByName) -> tuple[Watched, ...]:
    """The counters of a session that a threshold is for, system by system; the driver's own machine last. counters: of
    the session; few of many have the threshold's name."""
    name = name_of(threshold.counter).lower()
    letters: dict[int | None, str] = {system.id: system.letter for system in reader.systems}
    names: dict[int | None, str] = {system.id: system.name for system in reader.systems}
    found = []
    for counter in counters.get("" if "*" in name else name, ()):
        if threshold.systems and names.get(counter.system, "") not in threshold.systems:
            continue
        value = threshold.value_in(counter.unit)
        if value is not None and threshold.fits(counter.path):
            found.append(Watched(threshold, counter, letters.get(counter.system, ""), value))
    if threshold.of_instances:
        single = {_of_kind(one) for one in found if TOTAL not in one.counter.path}
        found = [one for one in found if TOTAL not in one.counter.path or _of_kind(one) not in single]
    return tuple(found)


def _of_kind(one: Watched) -> tuple[str, str, str]:
    """System, object and counter, whatever the instance."""
    return one.letter, object_of(one.counter.path).partition("(")[0], name_of(one.counter.path)


def crossings(reader: SessionReader, one: Watched, until_s: float = inf) -> list[Crossing]:
    """The stretches of one counter since the common start, up to a moment."""
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
    """What became of each threshold, in their order."""
    found, counted = [], by_name(reader)
    for threshold in thresholds:
        counters = watched(reader, threshold, counted)
        passed = [crossing for one in counters for crossing in crossings(reader, one)]
        found.append(
            ThresholdOutcome(
                threshold, counters, tuple(sorted(passed, key=lambda one: (one.letter or "~", one.from_s)))
            )
        )
    return found


class CrossingResult(msgspec.Struct, frozen=True):
    """One stretch beyond a threshold. system: its letter, "" is the driver's machine. counter: its path. from_s, to_s:
    since the common start. worst: in `unit`. goes_on: it reached the last sample."""

    system: str
    counter: str
    from_s: float
    to_s: float
    seconds: float
    worst: float
    unit: str
    goes_on: bool


class ThresholdResult(msgspec.Struct, frozen=True):
    """A threshold as it is written, and what was beyond it. counters: how many of the recorded ones it is for; of 0
    nothing can be said."""

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


def threshold_results(found: Sequence[ThresholdOutcome]) -> list[ThresholdResult]:
    """As the session's result has them."""
    return [
        ThresholdResult(
            counter=one.threshold.counter,
            above=one.threshold.above,
            below=one.threshold.below,
            for_s=one.threshold.for_s,
            level=one.threshold.level,
            systems=list(one.threshold.systems),
            why=one.threshold.why,
            source=one.threshold.source,
            counters=len(one.watched),
            crossings=[
                CrossingResult(c.letter, c.path, c.from_s, c.to_s, c.seconds, c.worst, c.unit, c.goes_on)
                for c in one.crossings
            ],
        )
        for one in found
    ]


def threshold_lines(found: Sequence[ThresholdResult]) -> list[str]:
    """What a person reads below a result: a line for each threshold and counter that was passed, or that none was."""
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
    """The begin of each stretch that was known at a moment, and its end, in the order of time."""
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
