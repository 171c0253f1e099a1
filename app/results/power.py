# SPDX-License-Identifier: Apache-2.0
"""The power of a system in a run: of its meters and their sum, under load and in the idle phase that ran; what it comes
to in energy, and what was done for it."""

from collections.abc import Iterable
from math import floor, isfinite

import msgspec

from app.model.documents import JoinedMeter
from app.results.measurings import Span, idle_spans
from app.results.session_result import COVERED, Figure, figure_of
from app.session.reader import SessionReader
from app.session.records import Counter, SystemInfo

SECONDS_AN_HOUR = 3600.0
WINDOW, IDLE = "measured window", "idle phase"
NO_IDLE = "no idle phase ran (idle_s of the plan), so there is no idle power"


class MeterPower(msgspec.Struct, frozen=True):
    """One meter of a system in a run. name: of what it feeds. watts: the mean over the measured window; idle_watts:
    over the run's idle phase. energy_wh: of the window. covered, idle_covered: the share of their seconds with
    readings. Of the idle phase null where none ran."""

    name: str
    watts: Figure
    idle_watts: Figure
    energy_wh: Figure
    covered: Figure
    idle_covered: Figure


class PowerResult(msgspec.Struct, frozen=True):
    """What a system took in a run, all its meters together; figures as a meter's. Where readings cover less than 95 %
    of the time there is none, and reason, idle_reason say so. orders_per_wh: orders of the window (of storage: I/Os) by
    its energy. files: the logs. uncertainty_s: how far their readings may lie from the run's phases, beside what the
    clocks differ. meters: each one, where a system has several or they have names."""

    watts: Figure
    idle_watts: Figure
    energy_wh: Figure
    orders_per_wh: Figure
    covered: Figure
    idle_covered: Figure
    reason: str
    idle_reason: str
    files: list[str]
    uncertainty_s: float
    meters: list[MeterPower]


class _Mean(msgspec.Struct, frozen=True):
    """Of one counter over a time; covered: the share of it with readings."""

    watts: Figure
    covered: Figure


def power_of(
    reader: SessionReader, system: SystemInfo, span: Span, repeat: int, orders: float | None
) -> PowerResult | None:
    """In the measured window `span` of a run; None where no meter was joined to the system. orders: that were done in
    it."""
    joined = [one.data for one in reader.documents_of(JoinedMeter) if one.system == system.id]
    counters = meters_of(reader, system)
    added = added_meters(one.path for one in counters)
    total = next((one for one in counters if one.path in added), None)
    if not joined or total is None:
        return None
    idle = max(idle_spans(reader, system.letter, repeat), key=lambda one: one.seconds, default=None)
    loaded, rested = (_mean(reader, total, one) for one in (span, idle))
    energy_wh = _energy_wh(loaded.watts, span)
    return PowerResult(
        watts=loaded.watts,
        idle_watts=rested.watts,
        energy_wh=energy_wh,
        orders_per_wh=orders / energy_wh if orders is not None and energy_wh else None,
        covered=loaded.covered,
        idle_covered=rested.covered,
        reason=_too_little(WINDOW, loaded),
        idle_reason=_too_little(IDLE, rested),
        files=[one.file for one in joined],
        uncertainty_s=max(max(one.step_s, one.resolution_s) for one in joined),
        meters=[_meter(reader, one, span, idle) for one in counters if one.path not in added],
    )


def watts_of(reader: SessionReader, system: SystemInfo, span: Span) -> Figure:
    """The mean power of a system whose meters were imported, as far as they tell it."""
    counters = meters_of(reader, system)
    added = added_meters(one.path for one in counters)
    means = [reader.average(one, span.from_s, span.to_s) for one in counters if one.path in added]
    return sum(mean for mean in means if isfinite(mean)) if any(map(isfinite, means)) else None


def meters_of(reader: SessionReader, system: SystemInfo) -> list[Counter]:
    """A system's counters of power."""
    return [one for one in reader.counters if one.system == system.id and one.unit == "W"]


def added_meters(meters: Iterable[str]) -> set[str]:
    """The meters that add up to a system's power, by their paths: where one is the sum of the others, it alone."""
    paths = set(meters)
    return {path for path in paths if "(_Total)" in path} or paths


def _meter(reader: SessionReader, counter: Counter, span: Span, idle: Span | None) -> MeterPower:
    loaded, rested = (_mean(reader, counter, one) for one in (span, idle))
    name = counter.path.partition("(")[2].rpartition(")")[0]
    return MeterPower(name, loaded.watts, rested.watts, _energy_wh(loaded.watts, span), loaded.covered, rested.covered)


def _mean(reader: SessionReader, counter: Counter, span: Span | None) -> _Mean:
    """Of a counter that has a value for each second that is told."""
    if span is None or span.seconds <= 0:
        return _Mean(None, None)
    found = reader.window(counter, span.from_s, span.to_s)
    covered = min(1.0, found.samples / max(round(span.seconds), 1))
    return _Mean(figure_of(found.average) if covered >= COVERED else None, covered)


def _energy_wh(watts: Figure, span: Span) -> Figure:
    return watts * span.seconds / SECONDS_AN_HOUR if watts is not None else None


def _too_little(what: str, mean: _Mean) -> str:
    if mean.covered is None or mean.covered >= COVERED:
        return ""
    return f"the meters' readings cover {share_text(mean.covered)} of the {what}; a figure takes {share_text(COVERED)}"


def share_text(share: float) -> str:
    """ "94.9 %", never rounded up to a limit that it has not reached."""
    return f"{floor(1000 * share + 1e-9) / 10:g} %"
