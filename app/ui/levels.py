"""What a session's steps tell about its systems under more and more load: figures against users, or against a rate."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from app.analysis.headline import ratio_words
from app.report.live_run import counter_path
from app.report.measured import Measuring, main_operation, measurings, number_of, plan_of
from app.session.reader import SessionReader
from app.session.records import SystemInfo
from app.ui.figures import WINDOW, count_text, number_text, ratio_text
from app.ui.racing import Racer, race_standing
from app.ui.shown import baseline_of
from app.ui.texts import tr

DRIVER_CPU = "\\Processor(_Total)\\% Processor Time"
ORDERS_PER_MIN = "Orders/min"
COUNTERS = ("IOPS", "CPU %", "Queue length")
PERCENTILES: Mapping[str, float] = {"p50": 50.0, "p90": 90.0, "p95": 95.0, "p99": 99.0}
SWEEPS = ("user-sweep", "rate-sweep", "latency-limit")


@dataclass(frozen=True, slots=True)
class Limit:
    """What a latency search keeps. figure: "mean" or a percentile."""

    figure: str
    operation: str
    limit_s: float


@dataclass(frozen=True, slots=True)
class Level:
    """One step of one system. load: users of each target, or orders a second of each. figures: by name; latencies:
    seconds, by figure. held: whether it kept the limit."""

    letter: str
    repeat: int
    load: float
    held: bool | None
    figures: Mapping[str, float]
    latencies: Mapping[str, float]


class Levels:
    """The steps of one session, read once each."""

    def __init__(self, reader: SessionReader) -> None:
        self._reader = reader
        self._known: dict[tuple[int, int], list[Level]] = {}
        plan = plan_of(reader)
        self.plan = str(plan.get("name", "timed"))
        self.limit = _limit(plan) if self.plan == "latency-limit" else None

    @property
    def worth_showing(self) -> bool:
        """Whether the session goes through several loads, or is a race."""
        return self.plan in SWEEPS or self.plan == "race"

    @property
    def operation(self) -> str:
        """Whose latencies are shown."""
        keys = [operation.key for operation in self._reader.operations]
        return self.limit.operation if self.limit and self.limit.operation in keys else main_operation(self._reader)

    @property
    def by_rate(self) -> bool:
        """Whether the load is a rate."""
        return self.plan == "rate-sweep"

    def until(self, at_s: float) -> list[Level]:
        """Every finished step up to a moment."""
        return [level for one in self._steps(at_s) for level in self._levels(one)]

    def racers(self, at_s: float) -> Sequence[Racer]:
        """Who has done how many orders of the last race up to a moment, and who has finished."""
        standing = race_standing(self._reader, at_s)
        return standing.racers if standing is not None else ()

    def driver_is_cpu(self) -> bool:
        """Whether no system tells its processor, so that the driver's machine stands for them."""
        return not any(counter_path(self._reader, system.id, "CPU %") for system in self._reader.systems)

    def layers(self, metric: str) -> dict[str, str]:
        """Where each system's figure is counted, by letter."""
        found = {}
        for system in self._reader.systems:
            path = counter_path(self._reader, system.id, metric)
            counter = next((c for c in self._reader.counters if c.system == system.id and c.path == path), None)
            if counter is not None:
                found[system.letter] = counter.layer
        return found

    def _steps(self, at_s: float) -> list[Measuring]:
        if not any(document.kind == "step" for document in self._reader.documents):
            return []
        return [one for one in measurings(self._reader) if max(s.to_s for s in one.spans.values()) <= at_s + 0.5]

    def _levels(self, one: Measuring) -> list[Level]:
        key = one.repeat, one.number
        known = self._known.get(key)
        if known is None or len(known) < len(one.spans):
            known = self._known[key] = [
                self._level(one, system) for system in self._reader.systems if system.letter in one.spans
            ]
        return known

    def _level(self, one: Measuring, system: SystemInfo) -> Level:
        reader, span, told = self._reader, one.spans[system.letter], one.told.get(system.letter, {})
        figures = {ORDERS_PER_MIN: number_of(told.get("orders_per_s")) * 60}
        for metric in COUNTERS:
            figures[metric] = self._average(system.id, counter_path(reader, system.id, metric), span.from_s, span.to_s)
        if self.driver_is_cpu():
            figures["CPU %"] = self._average(None, DRIVER_CPU, span.from_s, span.to_s)
        histogram = reader.histogram(system.id, self.operation, span.from_s, span.to_s)
        latencies = {
            name: histogram.percentile_ns(percent) / 1e9 if histogram.count else math.nan
            for name, percent in PERCENTILES.items()
        }
        if self.operation == main_operation(reader):
            latencies["mean"] = number_of(told.get("mean_s"))
        load = number_of(told.get("rate")) if self.by_rate else one.users(system.letter)
        return Level(system.letter, one.repeat, load, one.held(system.letter), figures, latencies)

    def _average(self, system: int | None, path: str, from_s: float, to_s: float) -> float:
        counter = next((c for c in self._reader.counters if c.system == system and c.path == path), None)
        return self._reader.window(counter, from_s, to_s).average if counter is not None else math.nan


def most_held(levels: list[Level], letter: str) -> float:
    """The highest load that kept the limit in every repeat that has one; NaN where none did."""
    by_repeat: dict[int, float] = {}
    for level in levels:
        if level.letter == letter and level.held:
            by_repeat[level.repeat] = max(level.load, by_repeat.get(level.repeat, 0.0))
    return min(by_repeat.values(), default=math.nan)


def peak(levels: list[Level], letter: str) -> Level | None:
    """The step with the most orders."""
    own = [one for one in levels if one.letter == letter and math.isfinite(one.figures[ORDERS_PER_MIN])]
    return max(own, key=lambda one: one.figures[ORDERS_PER_MIN], default=None)


def results_told(levels: Levels, at_s: float, reader: SessionReader) -> list[tuple[str, str]]:
    """A line for each system: its letter, and what the steps up to a moment say of it."""
    if levels.plan == "race":
        return _race_told(levels.racers(at_s))
    shown, told = levels.until(at_s), []
    best: dict[str, float] = {}
    unit = tr("orders/s a target") if levels.by_rate else tr("users a target")
    for system in reader.systems:
        top = peak(shown, system.letter)
        if levels.limit is not None:
            most = most_held(shown, system.letter)
            best[system.letter] = most
            held = tr("{most} {unit} held").format(most=count_text(most), unit=unit)
            told.append((system.letter, held if math.isfinite(most) else tr("none held yet")))
        elif top is not None:
            best[system.letter] = top.figures[ORDERS_PER_MIN]
            words = tr("{orders} orders/min at {load} {unit}")
            orders = count_text(best[system.letter])
            told.append((system.letter, words.format(orders=orders, load=number_text(top.load), unit=unit)))
    baseline = baseline_of(reader)
    if baseline is not None:
        for letter, value in best.items():
            own = best.get(baseline.letter, math.nan)
            if letter != baseline.letter and own > 0 and value > 0:
                told.append(("", ratio_words(ratio_text(own, value), baseline.letter, letter, words=WINDOW)))
    return told


def _race_told(racers: Sequence[Racer]) -> list[tuple[str, str]]:
    ranked = sorted(racers, key=lambda one: (not one.finished, one.finished_s, -one.done))
    return [(one.letter, one.words) for one in ranked]


def _limit(plan: Mapping[str, object]) -> Limit:
    figure, limit_ms = str(plan.get("figure", "p95")), number_of(plan.get("limit_ms", 100.0))
    return Limit(figure, str(plan.get("operation", "order")), limit_ms / 1e3)
